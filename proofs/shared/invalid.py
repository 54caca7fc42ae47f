"""Laws of what operations refuse as invalid: all of it, and nothing else.

Laws        BM-L8, TA-L6, HL-L5, HM-L15, TS-L8, RG-L9, SS-L10, ST-L15, ES-L10, ES-L12, DM-L12, DS-L9, HI-L10, IX-L6
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slotproof.declare import Answering, Claim
from slotproof.spec.handle import Handle
from slotproof.spec.logic import disj, negate


def no_number(before: Any, number: Any) -> bool:
    """True of what is no int."""
    return negate(isinstance(number, int))


def no_count(before: Any, count: Any) -> bool:
    """True of what is no int, or below zero."""
    return disj(negate(isinstance(count, int)), lambda: count < 0)


def no_handle(before: Any, handle: Any) -> bool:
    """True of what is no handle of ints."""
    return disj(
        negate(isinstance(handle, Handle)), lambda: disj(*(negate(isinstance(part, int)) for part in tuple(handle)))
    )


def refuses(id: str, statement: str, **invalid: Callable[..., bool]) -> Answering:
    """The law that operations refuse such arguments as invalid, and no others."""
    return Answering(Claim(id, f"{statement} is refused as invalid, and nothing else is."), invalid=invalid)
