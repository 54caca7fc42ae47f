"""Stand-ins for integers of which nothing is known: what claims say of them are formulas of Z3, and nobody decides one.

Truths are those of `words`. What is not written here is refused: Python knows no operator for it, or NotSupported.
"""

from __future__ import annotations

from typing import Any

import z3

from slotproof.proofs.engine.words import NotSupported, Truth
from slotproof.spec.logic import Symbolic


class Number(Symbolic):
    """An integer that is not known."""

    def __init__(self, term: z3.ArithRef) -> None:
        self.term = term

    __class__ = property(lambda self: int)
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __index__(self) -> int:
        raise NotSupported(f"a built-in operation needs the value of {self!r}")

    def __add__(self, other: Any) -> Number:
        return Number(self.term + _term(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Number:
        return Number(self.term - _term(other))

    def __rsub__(self, other: Any) -> Number:
        return Number(_term(other) - self.term)

    def __mul__(self, other: Any) -> Number:
        return Number(self.term * _term(other))

    __rmul__ = __mul__

    def __neg__(self) -> Number:
        return Number(-self.term)

    def __eq__(self, other: object) -> Any:
        return False if other is None else Truth(self.term == _term(other))

    def __ne__(self, other: object) -> Any:
        return True if other is None else Truth(self.term != _term(other))

    def __lt__(self, other: Any) -> Truth:
        return Truth(self.term < _term(other))

    def __le__(self, other: Any) -> Truth:
        return Truth(self.term <= _term(other))

    def __gt__(self, other: Any) -> Truth:
        return Truth(self.term > _term(other))

    def __ge__(self, other: Any) -> Truth:
        return Truth(self.term >= _term(other))

    def __repr__(self) -> str:
        return str(self.term)


def constant(term: z3.ArithRef) -> int | None:
    """The number that a term is in other words, or None."""
    simple = z3.simplify(term)
    return simple.as_long() if z3.is_int_value(simple) else None


def _term(value: Any) -> z3.ArithRef:
    """The term of a number, known or not.

    Raises     NotSupported if it is none
    """
    if type(value) is Number:
        return value.term
    if type(value) is int or type(value) is bool:
        return z3.IntVal(int(value))
    raise NotSupported(f"not an integer: {value!r}")
