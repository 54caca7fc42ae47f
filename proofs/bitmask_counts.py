"""How many positions of the bitmask are set, and in what order they come: ranks in the set beside ones in the words.

    ones of the word       1 0 1 1 | 0 1 0 0         three ones, and one
    ranks at the words     0         3         4     as many positions are set below them

Refinement  BM-R5 and BM-R11 rest on these loops and lemmas; BM-B10 ... BM-B13 are the theorems behind them
"""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.impl import bits as impl
from slotproof.proofs.bitmask_claims import word_of
from slotproof.proofs.bitmask_words import BIT, FITS
from slotproof.proofs.engine.arithmetic import EXACT, OPAQUE
from slotproof.proofs.engine.lemmas import Lemma, Step, by_induction
from slotproof.proofs.engine.path import Path, running
from slotproof.proofs.engine.rebuild import Rebuilder
from slotproof.proofs.engine.refinement import LemmaInWords, Loop
from slotproof.proofs.engine.sets import MEMBERS, RANK, defined
from slotproof.proofs.engine.summaries import Summary
from slotproof.proofs.engine.symbolic import SymInt, lift
from slotproof.spec.bits import bit, field, fits, ones_below
from slotproof.spec.logic import below, choose, conj, contains, forall, iff, implies, negate, ranked, within

# --- the steps of `population_count`


def pairs_facts(wide: Any, pairs: Any, word: Any) -> bool:
    """Each field of 2 bits is the number of ones of two positions."""
    return conj(
        fits(pairs, wide), *(_sums(field(pairs, place, 2), word, 2 * place) for place in range(impl.WIDEST // 2))
    )


def _sums(total: Any, word: Any, pos: int) -> bool:
    ones = choose(bit(word, pos), 1, 0) + choose(bit(word, pos + 1), 1, 0)
    return conj(within(0, total, 3), total == ones)


def bytes_facts(wide: Any, fields: Any, pairs: Any) -> bool:
    """Each field of 8 bits is the sum of four fields of 2 bits, if those are sums."""
    return implies(
        conj(*(field(pairs, place, 2) <= 2 for place in range(impl.WIDEST // 2))),
        lambda: conj(
            fits(fields, wide),
            *(_gathers(field(fields, place, 8), pairs, 4 * place) for place in range(impl.WIDEST // 8)),
        ),
    )


def _gathers(total: Any, pairs: Any, first: int) -> bool:
    parts = [field(pairs, first + step, 2) for step in range(4)]
    return conj(within(0, total, 9), total == parts[0] + parts[1] + parts[2] + parts[3])


def neighbours_facts(wide: Any, sums: Any, fields: Any, span: int) -> bool:
    """Each field of 8 bits is the sum of two fields, if no field is more than the span, as no sum of its bits is."""

    def added(place: int) -> bool:
        total, above = field(sums, place, 8), place + span // 8
        more = field(fields, above, 8) if above < impl.WIDEST // 8 else 0
        return conj(within(0, total, 2 * span + 1), total == field(fields, place, 8) + more)

    return implies(
        conj(*(within(0, field(fields, place, 8), span + 1) for place in range(impl.WIDEST // 8))),
        lambda: conj(fits(sums, wide), *(added(place) for place in range(impl.WIDEST // 8))),
    )


def lowest_facts(wide: Any, lowest: Any, fields: Any) -> bool:
    """The lowest field of 8 bits, if that is small enough."""
    return implies(field(fields, 0, 8) <= impl.WIDEST, lowest == field(fields, 0, 8))


def _one_word(bits: Any, width: int) -> list[tuple[Any, ...]]:
    return [(bits.int("word", width),)]


FIELD: Final = Summary(field, int)
ONES: Final = Summary(ones_below, int, followed=True)
STEPS: Final = (
    BIT,
    FIELD,
    Summary(impl.sums_in_pairs, int, pairs_facts, "BM-B11", _one_word),
    Summary(impl.sums_in_bytes, int, bytes_facts, "BM-B11", _one_word),
    Summary(impl.with_neighbours, int, neighbours_facts, "BM-B12", lambda bits, span: [(bits.int("word", 64), span)]),
    Summary(impl.lowest_sum, int, lowest_facts, "BM-B11", _one_word),
)
POPULATION: Final = Summary(impl.population_count, int)
"""Known by the lemma below, which is shown of its code, where the facts of these steps are used."""

# --- lemmas

_SET: Final = z3.Const("ones", MEMBERS)
_WORD, _WIDTH, _POS, _INDEX, _FROM, _FOUND = z3.Ints("word width pos index from found")
_bit, _fits, _ones = BIT.declaration, FITS.declaration, ONES.declaration


def item_of(index: int, pos: int, width: int) -> int:
    """The position that a bit of a word stands for, as a term that makes solvers take it apart."""
    return index * width + pos


def looked_at(word: int, index: int, pos: int) -> int:
    """A number of which proofs know nothing: it makes solvers compare the ranks of a word with its ones below `pos`."""
    return 0


ITEM_OF: Final = Summary(item_of, int)
LOOKED_AT: Final = Summary(looked_at, int)
ITEM, _LOOKED_AT = ITEM_OF.declaration, LOOKED_AT.declaration

COUNTING: Final = (*STEPS, ONES, POPULATION, ITEM_OF, LOOKED_AT)


def _one(truth: Any) -> Any:
    return z3.If(truth, 1, 0)


def _counted(word: Any, n: Any) -> Any:
    """The definition of `ones_below` at n and n + 1."""
    step = _ones(word, n + 1) == _ones(word, n) + _one(_bit(word, n))
    return z3.And(_ones(word, 0) == 0, z3.Implies(n >= 0, step))


def _somewhere(low: Any, high: Any, said: Any) -> Any:
    return z3.Exists([_FOUND], z3.And(low <= _FOUND, _FOUND < high, said(_FOUND)))


def _ranks_of_a_word(n: Any) -> Any:
    """From the start of a word on, the rank grows by the ones of the word, if those are the members of the set."""
    start = OPAQUE.times(_INDEX, _WIDTH)
    alike = RANK(_SET, start + n) == RANK(_SET, start) + _ones(_WORD, n)
    other = _somewhere(0, n, lambda pos: _bit(_WORD, pos) != z3.Select(_SET, ITEM(_INDEX, pos, _WIDTH)))
    return z3.Implies(start >= 0, z3.Or(alike, other))


def _given_of_a_word(n: Any) -> tuple[Any, ...]:
    start = OPAQUE.times(_INDEX, _WIDTH)
    return (defined(_SET, start + n), _counted(_WORD, n), ITEM(_INDEX, n, _WIDTH) == start + n)


def _looked_at_a_word(n: Any) -> list[Any]:
    looked, rank = _LOOKED_AT(_WORD, _INDEX, n), RANK(_SET, OPAQUE.times(_INDEX, _WIDTH))  # named: Z3 keeps neither
    return [z3.MultiPattern(looked, rank)]


def _no_more_ones(n: Any) -> Any:
    """Where no ones are passed, their number stays; from a position to the next one it grows by the bit there."""
    passed = _somewhere(_FROM, n, lambda pos: _bit(_WORD, pos))
    stays = z3.Or(_ones(_WORD, n) == _ones(_WORD, _FROM), passed)
    grows = z3.Implies(n == _FROM + 1, _ones(_WORD, n) == _ones(_WORD, _FROM) + _one(_bit(_WORD, _FROM)))
    begins = z3.Implies(_FROM == 0, _ones(_WORD, _FROM) == 0)
    return z3.Implies(z3.And(0 <= _FROM, _FROM <= n), z3.And(begins, stays, grows))


def _no_more_members(n: Any) -> Any:
    """Where no members are passed, the rank stays."""
    passed = _somewhere(_FROM, n, lambda number: z3.Select(_SET, number))
    return z3.Implies(z3.And(0 <= _FROM, _FROM <= n), z3.Or(RANK(_SET, n) == RANK(_SET, _FROM), passed))


def _placed(item: Any, arithmetic: Any) -> Any:
    """An item is taken apart into the index of its word and the position there."""
    whole = arithmetic.times(_INDEX, _WIDTH) + _POS
    apart = z3.And(arithmetic.quotient(item, _WIDTH) == _INDEX, arithmetic.remainder(item, _WIDTH) == _POS)
    return z3.And(item == whole, z3.Implies(z3.And(0 <= _POS, _POS < _WIDTH), apart))


def _no_ones_beyond(pos: Any) -> Any:
    inside = z3.And(_fits(_WORD, _WIDTH), 0 <= _WIDTH, _WIDTH <= pos, pos < impl.WIDEST)
    return z3.Implies(inside, z3.Not(_bit(_WORD, pos)))


def _nothing_in_byte(place: int) -> Any:
    none = z3.And([z3.Not(_bit(_WORD, 8 * place + pos)) for pos in range(8)])
    return z3.Implies(z3.And(_fits(_WORD, _WIDTH), 0 <= _WIDTH, _WIDTH <= 8 * place), none)


_BEYOND: Final = z3.ForAll([_POS], _no_ones_beyond(_POS), patterns=[_bit(_WORD, _POS)])
_OF_A_WORD: Final = z3.And(_fits(_WORD, _WIDTH), 2 <= _WIDTH, _WIDTH <= impl.WIDEST)
_WIDEST_SUM: Final = z3.Sum([_one(_bit(_WORD, pos)) for pos in range(impl.WIDEST)])


def _steps_of_counting() -> tuple[Step, ...]:
    """That `population_count` gives the number of ones, on each path through its code."""
    what = "lemma: the population count is the number of ones"
    code = Rebuilder().summarise(STEPS).function(impl.population_count)
    beyond = tuple(_nothing_in_byte(place) for place in range(impl.WIDEST // 8))
    all_ones = _ones(_WORD, impl.WIDEST) == _WIDEST_SUM
    stay = z3.substitute(_no_more_ones(z3.IntVal(impl.WIDEST)), (_FROM, _WIDTH))
    steps = [
        Step(f"{what}: spelled out", all_ones, tuple(_counted(_WORD, z3.IntVal(pos)) for pos in range(impl.WIDEST))),
        Step(f"{what}: of its width", _ones(_WORD, _WIDTH) == _WIDEST_SUM, (_OF_A_WORD, all_ones, _BEYOND, stay)),
    ]
    waiting: list[tuple[bool, ...]] = [()]
    while waiting:
        path = Path(waiting.pop(), [_OF_A_WORD])
        with running(path):
            count = code(SymInt(_WORD), SymInt(_WIDTH))
        waiting += path.pending
        steps += [Step(f"{what}: {each.what}", each.goal, tuple(each.assumptions)) for each in path.obligations]
        steps.append(Step(f"{what}: on a path", lift(count) == _WIDEST_SUM, (*path.assumptions, *beyond)))
    return tuple(steps)


COUNTS: Final = (
    by_induction(
        "no more ones",
        (_WORD, _FROM),
        _no_more_ones,
        lambda n: (_counted(_WORD, n), _counted(_WORD, _FROM)),
        lambda n: [z3.MultiPattern(_ones(_WORD, _FROM), _ones(_WORD, n))],
    ),
    Lemma(
        "the items of a word",
        z3.ForAll(
            [_INDEX, _POS, _WIDTH],
            _placed(ITEM(_INDEX, _POS, _WIDTH), OPAQUE),
            patterns=[ITEM(_INDEX, _POS, _WIDTH)],
        ),
        (
            Step(
                "lemma: the items of a word",
                z3.ForAll([_INDEX, _POS, _WIDTH], _placed(_INDEX * _WIDTH + _POS, EXACT)),
            ),
        ),
    ),
    Lemma(
        "the population count is the number of ones",
        z3.ForAll(
            [_WORD, _WIDTH],
            z3.Implies(_OF_A_WORD, POPULATION.declaration(_WORD, _WIDTH) == _ones(_WORD, _WIDTH)),
            patterns=[POPULATION.declaration(_WORD, _WIDTH)],
        ),
        made=_steps_of_counting,
    ),
    by_induction(
        "ranks of the items of a word",
        (_SET, _WORD, _INDEX, _WIDTH),
        _ranks_of_a_word,
        _given_of_a_word,
        _looked_at_a_word,
    ),
    by_induction(
        "no more members",
        (_SET, _FROM),
        _no_more_members,
        lambda n: (defined(_SET, n),),
        lambda n: [z3.MultiPattern(RANK(_SET, _FROM), RANK(_SET, n))],
    ),
)
"""What ones and ranks have to do with each other, beside what is known of ranks alone."""

# --- the same in words

_SPANS: Final = (8, 16, 32, 64)
_BITS: Final = (0, 1, 2, 3, 4, 5, 6, 7)


def _in_bytes(word: int) -> int:
    return impl.sums_in_bytes(impl.sums_in_pairs(word))


def _one_more(word: int, pos: int) -> bool:
    return ones_below(word, pos + 1) == ones_below(word, pos) + choose(bit(word, pos), 1, 0)


def _ones_of_byte(place: int) -> tuple[LemmaInWords, ...]:
    """That the ones of a byte are what the byte of the sums holds."""
    first = 8 * place
    return (
        LemmaInWords(
            f"ones of byte {place}, one by one",
            lambda word: conj(*(_one_more(word, first + pos) for pos in _BITS)),
            lambda word: field(_in_bytes(word), place, 8),
            local=True,
        ),
        LemmaInWords(
            f"ones of byte {place}",
            lambda word: implies(
                fits(word, impl.WIDEST),
                lambda: ones_below(word, first + 8) == ones_below(word, first) + field(_in_bytes(word), place, 8),
            ),
            lambda word: field(_in_bytes(word), place, 8),
            local=True,
            uses=(f"ones of byte {place}, one by one",),
        ),
    )


def _ones_of_few(most: int) -> LemmaInWords:
    """That a word has no more ones than those of a width that it fits."""
    return LemmaInWords(
        f"ones of {most} bits",
        lambda word, width: implies(
            conj(within(0, width, most + 1), fits(word, width)),
            lambda: ones_below(word, width) == ones_below(word, most),
        ),
        lambda word, width: (fits(word, width), ones_below(word, width)),
        local=True,
    )


COUNTED: Final = (
    LemmaInWords(
        "the items of a word",
        lambda index, pos, width: implies(
            within(0, pos, width),
            lambda: conj(
                item_of(index, pos, width) == index * width + pos,
                item_of(index, pos, width) // width == index,
                item_of(index, pos, width) % width == pos,
            ),
        ),
        lambda index, pos, width: item_of(index, pos, width),  # noqa: PLW0108 - it is read as text
        unfolds=(item_of,),
    ),
    LemmaInWords(
        "no ones beyond a width",
        lambda word, width, pos: implies(
            conj(0 <= width, fits(word, width), width <= pos), lambda: negate(bit(word, pos))
        ),
        lambda word, width, pos: (fits(word, width), bit(word, pos)),
        unfolds=(fits, bit),
    ),
    *(_ones_of_few(most) for most in _SPANS),
    *(lemma for place in range(impl.WIDEST // 8) for lemma in _ones_of_byte(place)),
    LemmaInWords(
        "the population count is the number of ones",
        lambda word, width: implies(
            conj(fits(word, width), within(2, width, impl.WIDEST + 1)),
            lambda: impl.population_count(word, width) == ones_below(word, width),
        ),
        lambda word, width: impl.population_count(word, width),  # noqa: PLW0108 - it is read as text
        unfolds=(impl.population_count,),
        uses=(*(f"ones of {most} bits" for most in _SPANS), *(f"ones of byte {place}" for place in range(8))),
    ),
)
"""What the code of `population_count` gives, shown step by step."""

# --- the loops


def _at_a_word(at: Any, index: Any, claim: Any) -> Any:
    """The claim, where the solvers look at all ones of a word."""
    return at.met(lambda: looked_at(word_of(at.now, 0, index), index, at.now.word_bits), claim)


def _as_the_set(at: Any, index: Any) -> Any:
    """The ones of a word of layer 0 are the positions that are set."""
    h, start = at.now, index * at.now.word_bits

    def is_position(pos: Any) -> Any:
        there = iff(bit(word_of(h, 0, index), pos), contains(at.model.ones, start + pos))
        return conj((start + pos) // h.word_bits == index, there)

    return forall(0, h.word_bits, is_position)


def _counting(at: Any) -> dict[str, bool]:
    """Counted is what is set below the word ahead."""
    h = at.now
    counted = at.local["count"] == below(at.model.ones, at.index * h.word_bits)
    return {
        "as the set": implies(at.index >= 1, lambda: _as_the_set(at, at.index - 1)),
        "counted": _at_a_word(at, at.index - 1, counted),
    }


def _gathered(at: Any, count: Any) -> dict[str, bool]:
    """Yielded are so many positions: the first ones that are set, ascending."""
    yielded, ones = at.local["yielded"], at.model.ones
    last = len(yielded) - 1
    return {
        "as many": len(yielded) == count,
        "the last": implies(
            last >= 0,
            lambda: conj(yielded[last] >= 0, contains(ones, yielded[last]), below(ones, yielded[last]) == last),
        ),
        "in order": forall(0, len(yielded), lambda place: yielded[place] == ranked(ones, place)),
    }


def _gathering(at: Any) -> dict[str, bool]:
    gathered = _gathered(at, below(at.model.ones, at.index * at.now.word_bits))
    return {**gathered, "as many": _at_a_word(at, at.index - 1, gathered["as many"])}


def _taking(at: Any) -> dict[str, bool]:
    """Of the word, the ones from `pos` on are left, and `pos` is the lowest of them."""
    h, index, word, pos = at.now, at.local["index"], at.local["word"], at.local["pos"]
    whole, start, yielded = word_of(h, 0, index), index * h.word_bits, at.local["yielded"]
    gathered = _gathered(at, below(at.model.ones, start) + ones_below(whole, pos))

    def last() -> Any:
        return yielded[len(yielded) - 1] - start

    behind = at.met(lambda: ones_below(whole, last() + 1), gathered["as many"])
    return {
        "a word": conj(within(0, index, h.starts[1]), fits(word, h.word_bits), within(0, pos, h.word_bits + 1)),
        "as the set": _as_the_set(at, index),
        "as many": at.met(lambda: ones_below(whole, 0), behind),
        "the last": at.met(lambda: looked_at(whole, index, last()), gathered["the last"]),
        "in order": at.met(lambda: looked_at(whole, index, last()), gathered["in order"]),
        "the lowest": implies(pos < h.word_bits, bit(word, pos)),
        "the rest": forall(0, h.word_bits, lambda each: iff(bit(word, each), conj(bit(whole, each), pos <= each))),
    }


COUNT_LOOPS: Final = (
    Loop("Bitmask.count", invariant=_counting),
    Loop("Bitmask.positions", 0, invariant=_gathering, locals={"yielded": lambda make: make.ints("yielded")}),
    Loop(
        "Bitmask.positions",
        1,
        invariant=_taking,
        variant=lambda at: at.now.word_bits - at.local["pos"],
        locals={"yielded": lambda make: make.ints("yielded")},
    ),
)
