"""Shifts and masks of an unknown integer by known ones: as the quotients and remainders that they are, without a width.

      word >> 4        word // 16                    rounded down, as Python shifts
      word << 4        word * 16
      word & 0b0110    word // 2 % 4 * 2             a mask is cut into its runs of ones
      word & ~0b0110   word - (word & 0b0110)
      a | b            a + b, where no bit may be set in both; else a function of which little is known

Which bits of a stand-in may be set is known from how it was made: `bits`, a mask of them, -1 if it may be any.
"""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.proofs.engine.terms import conjunction, implication

EITHER: Final = z3.Function("bitwise_or", z3.IntSort(), z3.IntSort(), z3.IntSort())


def shifted_right(term: Any, amount: int) -> Any:
    """The term of a number shifted; quotients by a positive number are rounded down."""
    return term / 2**amount


def shifted_left(term: Any, amount: int) -> Any:
    """The term of a number shifted."""
    return term * 2**amount


def masked(term: Any, mask: int) -> Any:
    """The term of a number of which only the bits of the mask are kept; a negative mask has ones without end."""
    if mask < 0:
        return term - masked(term, ~mask)
    kept = z3.IntVal(0)
    low = 0
    while mask >> low:
        low += _trailing(mask >> low)
        ones = _trailing(~(mask >> low))
        kept = kept + term / 2**low % 2**ones * 2**low
        low += ones
    return kept


def either(one: Any, other: Any, bits: tuple[int, int]) -> tuple[Any, list[z3.BoolRef]]:
    """The term of the bits of either of two numbers, and what is known of it, given the bits that may be set in each.

    A number that is below 2**n and not negative has no bit in common with one whose lowest n bits are not set.
    """
    if bits[0] & bits[1] == 0:
        return one + other, []
    term = EITHER(one, other)
    known = [(term == 0) == conjunction(one == 0, other == 0)]
    for low, high, free in ((one, other, _trailing(bits[1])), (other, one, _trailing(bits[0]))):
        if free:
            known.append(implication(conjunction(low >= 0, low < 2**free), term == low + high))
    return term, known


def _trailing(mask: int) -> int:
    """How many of the lowest bits are not set."""
    return (mask & -mask).bit_length() - 1
