"""What the proofs of the bitmask use of words: which bits they have, and the theorems of their functions.

A word is a number of which `bit` tells the ones; no proof looks at the number itself.
Each of the facts below is about one call, of words of up to 64 bits, and is a theorem (proofs/bitmask/theorems.py).
`wide` is the widest word there is: no position that is looked at is beyond it.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Lemma, Summary
from slotproof.impl import bits as impl
from slotproof.spec.bits import bit, fits, is_full
from slotproof.spec.logic import choose, conj, disj, exists, forall, iff, implies, negate, within


def full_facts(wide: Any, word: Any, width: Any) -> bool:
    """A word of ones has them below its width, fits in every greater width, and is full in no greater one."""
    return conj(
        forall(1, wide + 1, lambda room: iff(is_full(word, room), room <= width)),
        forall(0, wide, lambda pos: iff(bit(word, pos), pos < width)),
        forall(0, wide + 1, lambda room: implies(width <= room, fits(word, room))),
    )


def get_bit_facts(wide: Any, truth: Any, word: Any, pos: Any) -> bool:
    """The bit is that of the word."""
    return iff(truth, bit(word, pos))


def with_bit_facts(wide: Any, after: Any, word: Any, pos: Any, value: Any) -> bool:
    """The bit at the position is the value, every other is as before, and the word fits where it did."""
    return conj(
        forall(
            0,
            wide,
            lambda other: iff(bit(after, other), choose(other == pos, value, bit(word, other))),
        ),
        forall(
            0,
            wide + 1,
            lambda room: implies(conj(fits(word, room), pos < room), fits(after, room)),
        ),
    )


def is_full_facts(wide: Any, truth: Any, word: Any, width: Any) -> bool:
    """A word is full if it has a one at every position."""
    return iff(truth, is_full(word, width))


def lowest_zero_facts(wide: Any, pos: Any, word: Any, width: Any) -> bool:
    """Below the position there are ones, and at it is a zero, or nothing any more."""
    return implies(
        fits(word, width),
        conj(
            within(0, pos, width + 1),
            forall(0, wide, lambda lower: implies(lower < pos, bit(word, lower))),
            implies(pos < width, negate(bit(word, pos))),
        ),
    )


def lowest_one_facts(wide: Any, pos: Any, word: Any, width: Any) -> bool:
    """Below the position there are zeros, and at it is a one; only 0 has none."""
    return implies(
        fits(word, width),
        conj(
            within(0, pos, width + 1),
            forall(0, wide, lambda lower: implies(lower < pos, negate(bit(word, lower)))),
            implies(pos < width, bit(word, pos)),
            iff(pos == width, word == 0),
        ),
    )


def fits_facts(wide: Any, truth: Any, word: Any, width: Any) -> bool:
    """What fits some width fits the widest; and of that, what fits a width has no ones from there on."""
    return conj(
        forall(0, wide + 1, lambda room: implies(fits(word, room), fits(word, wide))),
        implies(
            conj(fits(word, wide), within(0, width, wide + 1)),
            lambda: iff(truth, forall(width, wide, lambda pos: negate(bit(word, pos)))),
        ),
    )


def _word(bits: Any, width: int) -> list[tuple[Any, ...]]:
    return [(bits.int("word", width), width)]


def _word_and_position(bits: Any) -> list[tuple[Any, ...]]:
    return [(bits.int("word", impl.WIDEST), bits.between("pos", 0, impl.WIDEST))]


def _word_position_and_bit(bits: Any) -> list[tuple[Any, ...]]:
    word, pos = bits.int("word", impl.WIDEST), bits.between("pos", 0, impl.WIDEST)
    return [(word, pos, value) for value in (False, True)]


BIT: Final = Summary(bit, bool)
FITS: Final = Summary(
    fits, bool, fits_facts, "BM-B13", lambda bits, width: [(bits.between("word", -(2**64), 2**65), width)]
)
FULL: Final = Summary(is_full, bool)

SUMMARIES: Final = (
    BIT,
    FITS,
    FULL,
    Summary(impl.full, int, full_facts, "BM-B9", lambda bits: [(bits.between("count", 0, impl.WIDEST + 1),)]),
    Summary(impl.get_bit, bool, get_bit_facts, "BM-B6", _word_and_position),
    Summary(impl.with_bit, int, with_bit_facts, "BM-B7", _word_position_and_bit),
    Summary(impl.is_full, bool, is_full_facts, "BM-B5", _word),
    Summary(impl.lowest_zero, int, lowest_zero_facts, "BM-B4", _word),
    Summary(impl.lowest_one, int, lowest_one_facts, "BM-B3", _word),
)

WORDS: Final = (
    Lemma(
        "what fits is below a power of two",
        lambda word, width: implies(width >= 0, lambda: iff(fits(word, width), within(0, word, 2**width))),
        lambda word, width: fits(word, width),  # noqa: PLW0108 - it is read as text
        unfolds=(fits,),
    ),
    Lemma(
        "what fits the widest word",
        lambda word: iff(fits(word, impl.WIDEST), within(0, word, 2**impl.WIDEST)),
        lambda word: fits(word, impl.WIDEST),
        unfolds=(fits,),
    ),
    Lemma(
        "0 has no ones",
        lambda pos: implies(pos >= 0, lambda: negate(bit(0, pos))),
        lambda pos: bit(0, pos),
        unfolds=(bit,),
    ),
    Lemma(
        "a full word has every bit",
        lambda word, width, pos: implies(conj(is_full(word, width), within(0, pos, width)), lambda: bit(word, pos)),
        lambda word, width, pos: (is_full(word, width), bit(word, pos)),
        unfolds=(is_full,),
    ),
    Lemma(
        "a word that is not full has a hole",
        lambda word, width: disj(is_full(word, width), exists(0, width, lambda pos: negate(bit(word, pos)))),
        lambda word, width: is_full(word, width),  # noqa: PLW0108 - it is read as text
        unfolds=(is_full,),
    ),
)
"""What `spec.bits` says of `bit`, `fits` and `is_full`, in words of logic."""
