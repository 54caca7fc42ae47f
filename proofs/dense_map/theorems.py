"""Theorems on the hashes of the dense map, at the widths of hashes."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Claim, Theorem
from slotproof.impl.dense_map import DenseMap

EXPONENTS: Final = (0, 1, 3, 4, 8, 16, 24, 31)


def _bucket_is_masked(bits: Any, width: int, exponent: int) -> bool:
    """The bucket that the container selects among 2**exponent."""
    number = bits.between("hash", -(1 << (width - 1)), 1 << (width - 1))
    table: Any = object.__new__(DenseMap)
    table.hasher = lambda key: number
    table.head = range(1 << exponent)  # of which only the length is asked
    masked: bool = table.bucket(0) == number & ((1 << exponent) - 1)
    return masked


THEOREMS: Final = (
    Theorem(
        Claim("DM-B1", "`bucket` is the low bits of the hash, `hash & (buckets - 1)`, for negative hashes too."),
        _bucket_is_masked,
        tuple({"width": width, "exponent": exponent} for width in (32, 64) for exponent in EXPONENTS),
    ),
)
