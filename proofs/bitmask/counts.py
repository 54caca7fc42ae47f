"""How many positions of the bitmask are set, and in what order they come: ranks in the set beside ones in the words.

    ones of the word       1 0 1 1 | 0 1 0 0         three ones, and one
    ranks at the words     0         3         4     as many positions are set below them

Refinement  BM-R5 and BM-R11 rest on these loops and lemmas; BM-B10 ... BM-B13 are the theorems behind them
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Lemma, Loop, Summary
from slotproof.impl import bits as impl
from slotproof.proofs.bitmask.claims import word_of
from slotproof.proofs.bitmask.words import BIT
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


def _one_word(bits: Any) -> list[tuple[Any, ...]]:
    return [(bits.int("word", impl.WIDEST),)]


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


def item_of(index: int, pos: int, width: int) -> int:
    """The position that a bit of a word stands for, as a term that makes solvers take it apart."""
    return index * width + pos


def looked_at(word: int, index: int, pos: int) -> int:
    """A number of which proofs know nothing: it makes solvers compare the ranks of a word with its ones below `pos`."""
    return 0


ITEM_OF: Final = Summary(item_of, int)
LOOKED_AT: Final = Summary(looked_at, int)

COUNTING: Final = (*STEPS, ONES, POPULATION, ITEM_OF, LOOKED_AT)

_SPANS: Final = (8, 16, 32, 64)
_BITS: Final = (0, 1, 2, 3, 4, 5, 6, 7)


def _in_bytes(word: int) -> int:
    return impl.sums_in_bytes(impl.sums_in_pairs(word))


def _one_more(word: int, pos: int) -> bool:
    return ones_below(word, pos + 1) == ones_below(word, pos) + choose(bit(word, pos), 1, 0)


def _ones_of_byte(place: int) -> tuple[Lemma, ...]:
    """That the ones of a byte are what the byte of the sums holds."""
    first = 8 * place
    return (
        Lemma(
            f"ones of byte {place}, one by one",
            lambda word: conj(*(_one_more(word, first + pos) for pos in _BITS)),
            lambda word: field(_in_bytes(word), place, 8),
            local=True,
        ),
        Lemma(
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


def _ones_of_few(most: int) -> Lemma:
    """That a word has no more ones than those of a width that it fits."""
    return Lemma(
        f"ones of {most} bits",
        lambda word, width: implies(
            conj(within(0, width, most + 1), fits(word, width)),
            lambda: ones_below(word, width) == ones_below(word, most),
        ),
        lambda word, width: (fits(word, width), ones_below(word, width)),
        local=True,
    )


COUNTED: Final = (
    Lemma(
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
    Lemma(
        "no ones beyond a width",
        lambda word, width, pos: implies(
            conj(0 <= width, fits(word, width), width <= pos), lambda: negate(bit(word, pos))
        ),
        lambda word, width, pos: (fits(word, width), bit(word, pos)),
        unfolds=(fits, bit),
    ),
    *(_ones_of_few(most) for most in _SPANS),
    *(lemma for place in range(impl.WIDEST // 8) for lemma in _ones_of_byte(place)),
    Lemma(
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
    Loop("Bitmask.positions", 0, invariant=_gathering),
    Loop(
        "Bitmask.positions",
        1,
        invariant=_taking,
        variant=lambda at: at.now.word_bits - at.local["pos"],
    ),
)
