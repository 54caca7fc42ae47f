"""Numbers that are told apart by their names: no two of a group are equal, and none is below a limit.

Whether one equals another is then known as their terms are made, and no solver is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.engine.prove.solver.triggers import Term, number

_groups: Final[dict[int, tuple[Any, int, int]]] = {}
"""Number of a constant -> the constant, which keeps the number its own; its group; the least that it may be."""


def tell_apart(constants: Sequence[Any], least: int) -> None:
    """Know of constants that they are different numbers, and none less than a limit, which is to be assumed as well."""
    for each in constants:
        _groups[number(each)] = each, number(constants[0]), least


def forget_apart() -> None:
    """Forget all groups."""
    _groups.clear()


def are_apart(a: Any, b: Term) -> bool:
    """Tell whether two terms that are written differently are known to be different numbers."""
    one = _groups.get(number(a)) if _groups else None
    if one is None:
        return False
    if isinstance(b, int):
        return b < one[2]
    other = _groups.get(number(b))
    return other is not None and other[1] == one[1]
