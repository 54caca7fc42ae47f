"""Stand-ins for integers of which nothing is known: what claims say of them are formulas of Z3, and nobody decides one.

      number // -3     -number div 3                 rounded down, as Python divides
      number << 4      number * 16
      number & 0b0110  number div 2 mod 4 * 2        a mask is cut into its runs of ones
      number | mask    number + mask - (number & mask)

Divisors, shifts, masks and exponents are known; with others Python might raise, or no formula without a width says it.
What is not written here is refused: Python knows no operator for it, or NotSupported.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import z3

from slotproof.engine.bitvectors.words import NotSupported, Truth, Unknown


class Statement(Truth):
    """What is said of unknown integers."""

    def logic_choose(self, then: Any, otherwise: Any) -> Any:
        """This truth decides between two numbers, two truths, or two tuples of them."""
        if isinstance(then, tuple) or (isinstance(then, bool) and isinstance(otherwise, bool)):
            return super().logic_choose(then, otherwise)
        return Number(z3.If(self.term, _term(then), _term(otherwise)))


def _made(build: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """An operator, from what it makes of the terms of both sides."""
    return lambda one, other: build(one.term, _term(other))


class Number(Unknown):
    """An integer that is not known."""

    def __init__(self, term: z3.ArithRef) -> None:
        self.term = term

    __class__ = property(lambda self: int)
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __index__(self) -> int:
        return _known(self, "what a built-in operation is given")

    __add__ = __radd__ = _made(lambda one, other: Number(one + other))
    __mul__ = __rmul__ = _made(lambda one, other: Number(one * other))
    __sub__ = _made(lambda one, other: Number(one - other))
    __rsub__ = _made(lambda one, other: Number(other - one))
    __lt__ = _made(lambda one, other: Statement(one < other))
    __le__ = _made(lambda one, other: Statement(one <= other))
    __gt__ = _made(lambda one, other: Statement(one > other))
    __ge__ = _made(lambda one, other: Statement(one >= other))

    def __neg__(self) -> Number:
        return Number(-self.term)

    def __abs__(self) -> Number:
        return Number(z3.If(self.term >= 0, self.term, -self.term))

    def __floordiv__(self, other: Any) -> Number:
        divisor = _divisor(other)
        return Number((self.term if divisor > 0 else -self.term) / abs(divisor))

    def __mod__(self, other: Any) -> Number:
        divisor = _divisor(other)
        return Number(self.term % divisor) if divisor > 0 else Number(-(-self.term % -divisor))

    def __divmod__(self, other: Any) -> tuple[Number, Number]:
        return self // other, self % other

    def __pow__(self, other: Any) -> Number:
        exponent = _known(other, "an exponent")
        if exponent < 0:
            raise NotSupported(f"{self!r} to the power of {exponent}, which is no integer")
        return Number(math.prod([self.term] * exponent, start=z3.IntVal(1)))

    def __lshift__(self, other: Any) -> Number:
        return Number(self.term * (1 << _known(other, "a shift")))

    def __rshift__(self, other: Any) -> Number:
        return Number(self.term / (1 << _known(other, "a shift")))

    def _by_this(self, other: Any, *_: Any) -> Any:
        raise NotSupported(f"{other!r} divided, shifted or raised by {self!r}, which is not known")

    __rfloordiv__ = __rmod__ = __rdivmod__ = __rpow__ = __rlshift__ = __rrshift__ = _by_this

    def __and__(self, other: Any) -> Number:
        return Number(_masked(self.term, _known(other, "a mask")))

    def __or__(self, other: Any) -> Number:
        mask = _known(other, "a mask")
        return Number(self.term + mask - _masked(self.term, mask))

    def __xor__(self, other: Any) -> Number:
        mask = _known(other, "a mask")
        return Number(self.term + mask - 2 * _masked(self.term, mask))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Number:
        return Number(-self.term - 1)

    def __eq__(self, other: object) -> Any:
        return False if other is None else Statement(self.term == _term(other))

    def __ne__(self, other: object) -> Any:
        return True if other is None else Statement(self.term != _term(other))

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


def _known(value: Any, what: str) -> int:
    """The number that a stand-in is in other words.

    Raises     NotSupported if it may be several
    """
    known = constant(_term(value))
    if known is None:
        raise NotSupported(f"{what} that is not known: {value!r}")
    return known


def _divisor(value: Any) -> int:
    known = _known(value, "a divisor")
    if known == 0:
        raise ZeroDivisionError("a quotient by 0")
    return known


def _masked(term: z3.ArithRef, mask: int) -> z3.ArithRef:
    """The term of a number of which only the bits of the mask are kept; a negative mask has ones without end."""
    if mask < 0:
        return term - _masked(term, ~mask)
    kept = z3.IntVal(0)
    while mask:
        low = mask & -mask
        run = mask & ~(mask + low)
        kept, mask = kept + term / low % (run // low + 1) * low, mask - run
    return kept
