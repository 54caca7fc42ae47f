"""Why the word functions of `impl/bits.py` are those of `spec/bits.py`, at every width of interest.

The bitmask rests on them: with these, a word is a set of positions, and is full when it is all of them.
That `population_count` is right beyond 16 bits is the chain of its steps, each of which is shown for whatever the one
before can leave (BM-B8, BM-B11 and BM-B12): no solver counts the ones of 64 bits at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from slotproof.declare import Claim, Theorem
from slotproof.impl import bits as impl
from slotproof.proofs.bitmask import counts
from slotproof.proofs.bitmask import words as facts
from slotproof.spec import bits as spec
from slotproof.spec.logic import conj, iff, implies, negate

WIDEST: Final = 64

Widths = tuple[Mapping[str, int], ...]


def _widths(*widths: int) -> Widths:
    return tuple({"width": width} for width in widths)


EVERY: Final = _widths(*range(2, 65))
EVERY_PART: Final = _widths(*range(65))
OF_BITMASKS: Final[Mapping[str, str]] = MappingProxyType({"width": "word_bits"})
"""Functions that are told the width are shown at each width that a bitmask may have."""

ANY_WORD: Final[Widths] = ({},)
"""The others are shown once, for words of up to 64 bits."""


def _population_count(bits: Any) -> bool:
    word = bits.int("word", 16)
    return conj(*(implies(word < 2**width, _is_counted(word, width)) for width in range(1, 17)))


def _is_counted(word: Any, width: int) -> bool:
    return impl.population_count(word, width) == spec.population_count(word, width)


def _population_count_by_steps(bits: Any, width: int) -> bool:
    """Each step does what it says for anything the step before can leave; together they are the whole function."""
    pairs, fields = (width + 1) // 2, (width + 7) // 8
    word, in_pairs, in_bytes = bits.int("word", width), bits.int("pairs", 2 * pairs), bits.int("bytes", 8 * fields)
    bits.assume(conj(*(_field(in_pairs, place, 2) <= 2 for place in range(pairs))))
    bits.assume(conj(*(_field(in_bytes, place, 8) <= 8 for place in range(fields))))
    first, second = impl.sums_in_pairs(word), impl.sums_in_bytes(in_pairs)
    return conj(
        first < 4**pairs,
        second < 256**fields,
        *(_field(first, place, 2) == _sum_of_fields(word, 2 * place, 2, 1) for place in range(pairs)),
        *(_field(second, place, 8) == _sum_of_fields(in_pairs, 4 * place, 4, 2) for place in range(fields)),
        impl.sum_of_bytes(in_bytes, width) == _sum_of_fields(in_bytes, 0, fields, 8),
    )


def _field(word: Any, place: int, size: int) -> Any:
    """The `place`-th field of so many bits."""
    return (word >> (size * place)) & ((1 << size) - 1)


def _sum_of_fields(word: Any, first: int, count: int, size: int) -> Any:
    total = 0
    for place in range(first, first + count):
        total = total + _field(word, place, size)
    return total


def _no_ones_beyond(bits: Any, width: int) -> bool:
    word = bits.int("word", WIDEST)
    return implies(spec.fits(word, width), lambda: conj(*(negate(spec.bit(word, pos)) for pos in range(width, WIDEST))))


def _fold_left(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return impl.fold_left(word, width) == spec.fold_left(word, width)


def _lowest_one(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return impl.lowest_one(word, width) == spec.lowest_one(word, width)


def _lowest_zero(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return impl.lowest_zero(word, width) == spec.lowest_zero(word, width)


def _is_full(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return conj(
        iff(impl.is_full(word, width), word == impl.full(width)),
        iff(impl.is_full(word, width), impl.lowest_zero(word, width) == width),
    )


def _what_it_shows(bits: Any, **widths: int) -> bool:
    """Nothing beside the facts of the functions that a theorem shows."""
    return True


_SUMMARIES: Final = {each.function: each for each in (*facts.SUMMARIES, *counts.STEPS)}


def _theorem(
    id: str,
    statement: str,
    holds: Callable[..., bool],
    widths: Widths,
    shows: tuple[Callable[..., Any], ...] = (),
    of: Mapping[str, str] = MappingProxyType({}),
) -> Theorem:
    """Takes      shows, the functions whose facts are part of it; of, what of a bitmask its width is."""
    return Theorem(Claim(id, statement), holds, widths, tuple(_SUMMARIES[each] for each in shows), of=of)


THEOREMS: Final = (
    _theorem("BM-B1", "`population_count` is the number of ones, up to 16 bits.", _population_count, ANY_WORD),
    _theorem(
        "BM-B2",
        "`fold_left` has a one wherever there is one at the same or a lower position.",
        _fold_left,
        EVERY,
        of=OF_BITMASKS,
    ),
    _theorem(
        "BM-B3",
        "`lowest_one` is the lowest position of a one, or the width if there is none, at each width of a bitmask.",
        _lowest_one,
        EVERY,
        (impl.lowest_one,),
        OF_BITMASKS,
    ),
    _theorem(
        "BM-B4",
        "`lowest_zero` is the lowest position of a zero, or the width if there is none, at each width of a bitmask.",
        _lowest_zero,
        EVERY,
        (impl.lowest_zero,),
        OF_BITMASKS,
    ),
    _theorem(
        "BM-B5",
        "`is_full` is true, at each width of a bitmask, of the word of ones alone, the one without a lowest zero.",
        _is_full,
        EVERY,
        (impl.is_full,),
        OF_BITMASKS,
    ),
    _theorem(
        "BM-B6",
        "`get_bit` is true where a word of up to 64 bits has a one.",
        _what_it_shows,
        ANY_WORD,
        (impl.get_bit,),
    ),
    _theorem(
        "BM-B7",
        "`with_bit` changes the bit at its position, no other, and does not widen a word of up to 64 bits.",
        _what_it_shows,
        ANY_WORD,
        (impl.with_bit,),
    ),
    _theorem(
        "BM-B8",
        "Each step of `population_count` sums neighbouring fields and loses nothing: in pairs, in bytes, in all.",
        _population_count_by_steps,
        EVERY,
        of=OF_BITMASKS,
    ),
    _theorem(
        "BM-B9",
        "`full` of a number up to 64 has ones at as many positions, from the lowest one up, and at no other.",
        _what_it_shows,
        ANY_WORD,
        (impl.full,),
    ),
    _theorem(
        "BM-B10", "A word has no ones beyond a width of a bitmask that it fits.", _no_ones_beyond, EVERY, of=OF_BITMASKS
    ),
    _theorem(
        "BM-B11",
        "Of words of 64 bits: a pair is the sum of two bits, a byte that of four pairs, and the lowest byte the sum.",
        _what_it_shows,
        ANY_WORD,
        (impl.sums_in_pairs, impl.sums_in_bytes, impl.lowest_sum),
    ),
    _theorem(
        "BM-B12",
        "Bytes are summed with the bytes 1, 2 or 4 places above, and no sum that is needed overflows.",
        _what_it_shows,
        ({"span": 8}, {"span": 16}, {"span": 32}),
        (impl.with_neighbours,),
    ),
    _theorem(
        "BM-B13",
        "What fits a width fits 64 bits; and a word of 64 bits fits a width exactly if it has no ones from there on.",
        _what_it_shows,
        EVERY_PART,
        (spec.fits,),
        OF_BITMASKS,
    ),
)
