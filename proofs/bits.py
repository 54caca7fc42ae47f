"""Why the word functions of `impl/bits.py` are those of `spec/bits.py`, at every width of interest.

The bitmask rests on them: with these seven, a word is a set of positions, and is full when it is all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from slotproof.impl import bits as impl
from slotproof.proofs.engine.refinement import Claim, Theorem
from slotproof.spec import bits as spec
from slotproof.spec.logic import choose, conj, forall, iff

WIDTHS: Final[tuple[Mapping[str, int], ...]] = tuple({"width": width} for width in (2, 3, 7, 8, 16, 31, 32, 63, 64))


def _population_count(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return impl.population_count(word, width) == spec.population_count(word, width)


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
        iff(impl.is_full(word, width), spec.is_full(word, width)),
        iff(impl.is_full(word, width), word == impl.full(width)),
        iff(impl.is_full(word, width), impl.lowest_zero(word, width) == width),
    )


def _get_bit(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return forall(0, width, lambda pos: iff(impl.get_bit(word, pos), spec.bit(word, pos)))


def _with_bit(bits: Any, width: int) -> bool:
    word = bits.int("word", width)
    return forall(
        0,
        width,
        lambda pos: conj(
            *(
                conj(
                    impl.with_bit(word, pos, value) <= impl.full(width),
                    forall(
                        0,
                        width,
                        lambda other, pos=pos, value=value: iff(
                            spec.bit(impl.with_bit(word, pos, value), other),
                            choose(other == pos, value, spec.bit(word, other)),
                        ),
                    ),
                )
                for value in (False, True)
            )
        ),
    )


def _theorem(id: str, statement: str, holds: Callable[..., bool]) -> Theorem:
    return Theorem(Claim(id, statement), holds, WIDTHS)


THEOREMS: Final = (
    _theorem("BM-B1", "`population_count` is the number of ones.", _population_count),
    _theorem("BM-B2", "`fold_left` has a one wherever there is one at the same or a lower position.", _fold_left),
    _theorem("BM-B3", "`lowest_one` is the lowest position of a one, or the width if there is none.", _lowest_one),
    _theorem("BM-B4", "`lowest_zero` is the lowest position of a zero, or the width if there is none.", _lowest_zero),
    _theorem("BM-B5", "`is_full` is true of the word of ones alone, which is the one without a lowest zero.", _is_full),
    _theorem("BM-B6", "`get_bit` is true where the word has a one.", _get_bit),
    _theorem("BM-B7", "`with_bit` changes the bit at its position, no other, and does not widen the word.", _with_bit),
)
