"""Stand-ins for integers that lie in a known interval: bit-vectors in which nothing overflows.

      word in [0, 255]     word - 300 in [-300, -45]     word << 4 in [0, 4080]
      8 bits and a sign    9 bits and a sign             12 bits and a sign

Python's integers have no width, so each result gets an interval from those of its operands, and as many bits as the
interval needs, in two's complement: what comes out is what Python computes. A result that can only be one number is
that number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import z3

from slotproof.spec.logic import Symbolic, negate

WIDEST: Final = 512
"""Bits of a stand-in at most: a shift by an unknown number could ask for any."""

Decide = Callable[[z3.BoolRef], bool]


class NotSupported(Exception):
    """The source does something that these stand-ins cannot follow."""


_deciding: list[Decide] = []


@contextmanager
def deciding(decide: Decide) -> Iterator[None]:
    """Ask `decide` when a branch wants to know the truth of a formula."""
    _deciding.append(decide)
    try:
        yield
    finally:
        _deciding.pop()


def is_deciding() -> bool:
    """True while a theorem runs over stand-ins."""
    return bool(_deciding)


class Unknown(Symbolic):
    """A number that is not known: no word of logic takes it for a truth."""

    def _refuse(self, *_: Any) -> Any:
        raise NotSupported(f"a number where a truth is asked for: {self!r}")

    logic_not = logic_and = logic_or = logic_choose = _refuse


class Value(Unknown):
    """What a client stores, of which nothing is known: it is kept and handed on, and nothing is asked of it."""

    __hash__ = None  # type: ignore[assignment]

    def _refuse(self, *_: Any) -> Any:
        raise NotSupported("of a value nothing is known: it can be stored, and nothing else")

    __bool__ = __eq__ = __ne__ = _refuse
    logic_not = logic_and = logic_or = logic_choose = _refuse


class Truth(Symbolic):
    """A truth that is not known."""

    def __init__(self, term: z3.BoolRef) -> None:
        self.term = term

    __class__ = property(lambda self: bool)
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        if not _deciding:
            raise NotSupported(f"a branch on {self.term} outside a theorem")
        return _deciding[-1](self.term)

    def __and__(self, other: Any) -> Truth:
        return type(self)(z3.And(self.term, formula(other)))

    def __or__(self, other: Any) -> Truth:
        return type(self)(z3.Or(self.term, formula(other)))

    logic_and = __and__
    logic_or = __or__

    def logic_not(self) -> Truth:
        """The contrary."""
        return type(self)(z3.Not(self.term))

    def __invert__(self) -> Truth:
        raise NotSupported(f"`~` of {self!r}, which is a number that is never 0: write `negate`")

    __rand__, __ror__ = __and__, __or__

    def __eq__(self, other: object) -> Any:
        return type(self)(self.term == formula(other))

    def __ne__(self, other: object) -> Any:
        return type(self)(self.term != formula(other))

    def logic_choose(self, then: Any, otherwise: Any) -> Any:
        """This truth decides between two numbers, two truths, or two tuples of them."""
        if isinstance(then, tuple):
            fields = [self.logic_choose(one, other) for one, other in zip(then, otherwise, strict=True)]
            return type(then)(*fields) if hasattr(then, "_fields") else tuple(fields)
        if isinstance(then, bool) and isinstance(otherwise, bool):
            return type(self)(z3.If(self.term, formula(then), formula(otherwise)))
        low, high = _hull(then, otherwise)
        size = _size(low, high)
        return _made(z3.If(self.term, _term(then, size), _term(otherwise, size)), low, high)

    def __repr__(self) -> str:
        return str(self.term)


class Word(Unknown):
    """An integer of which only the interval is known; `term` is its two's complement."""

    def __init__(self, term: z3.BitVecRef, low: int, high: int) -> None:
        self.term = term
        self.low = low
        self.high = high

    __class__ = property(lambda self: int)
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __index__(self) -> int:
        raise NotSupported(f"a built-in operation needs the value of {self!r}")

    def __add__(self, other: Any) -> Any:
        (a, b), (c, d) = _interval(self), _interval(other)
        return _arithmetic(lambda x, y: x + y, self, other, (a + c, b + d))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        (a, b), (c, d) = _interval(self), _interval(other)
        return _arithmetic(lambda x, y: x - y, self, other, (a - d, b - c))

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __neg__(self) -> Any:
        return _arithmetic(lambda x, y: -x, self, 0, (-self.high, -self.low))

    def __mul__(self, other: Any) -> Any:
        corners = [x * y for x in _interval(self) for y in _interval(other)]
        return _arithmetic(lambda x, y: x * y, self, other, (min(corners), max(corners)))

    __rmul__ = __mul__

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Any, Any]:
        return other // self, other % self

    def __floordiv__(self, other: Any) -> Any:
        return _quotient(self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return _quotient(other, self)

    def __mod__(self, other: Any) -> Any:
        return _remainder(self, other)

    def __rmod__(self, other: Any) -> Any:
        return _remainder(other, self)

    def __lshift__(self, other: Any) -> Any:
        return _shift_left(self, other)

    def __rlshift__(self, other: Any) -> Any:
        return _shift_left(other, self)

    def __rshift__(self, other: Any) -> Any:
        return _shift_right(self, other)

    def __rrshift__(self, other: Any) -> Any:
        return _shift_right(other, self)

    def __and__(self, other: Any) -> Any:
        tops = [high for low, high in (_interval(self), _interval(other)) if low >= 0]
        return _bitwise(lambda x, y: x & y, self, other, (0, min(tops)) if tops else None)

    def __or__(self, other: Any) -> Any:
        (a, b), (c, d) = _interval(self), _interval(other)
        span = (max(a, c), _ones(max(b, d))) if min(a, c) >= 0 else None
        return _bitwise(lambda x, y: x | y, self, other, span)

    def __xor__(self, other: Any) -> Any:
        (a, b), (c, d) = _interval(self), _interval(other)
        return _bitwise(lambda x, y: x ^ y, self, other, (0, _ones(max(b, d))) if min(a, c) >= 0 else None)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        return _made(~self.term, ~self.high, ~self.low)

    def __eq__(self, other: object) -> Any:
        return _equal(self, other) if isinstance(other, int) else False

    def __ne__(self, other: object) -> Any:
        return negate(self == other)

    def __lt__(self, other: Any) -> Any:
        return _ordered(lambda x, y: x < y, self, other)

    def __le__(self, other: Any) -> Any:
        return _ordered(lambda x, y: x <= y, self, other)

    def __gt__(self, other: Any) -> Any:
        return _ordered(lambda x, y: x > y, self, other)

    def __ge__(self, other: Any) -> Any:
        return _ordered(lambda x, y: x >= y, self, other)

    def __repr__(self) -> str:
        return f"{self.term} in [{self.low}, {self.high}]"


# --- terms of intervals


def variable(name: str, low: int, high: int) -> tuple[Any, z3.BitVecRef, z3.BoolRef]:
    """A stand-in for any integer in [low, high], its variable, and the formula that holds of it."""
    size = _size(low, high)
    bits = z3.BitVec(name, size)
    return _made(bits, low, high), bits, z3.And(low <= bits, bits <= high)


def formula(value: Any) -> z3.BoolRef:
    """The formula of a truth, known or not.

    Raises     NotSupported if it is none
    """
    if isinstance(value, Truth):
        return value.term
    if type(value) is bool:
        return z3.BoolVal(value)
    raise NotSupported(f"not a truth: {value!r}")


def _interval(value: Any) -> tuple[int, int]:
    if type(value) is Word:
        return value.low, value.high
    if type(value) is int or type(value) is bool:
        return int(value), int(value)
    raise NotSupported(f"not an integer: {value!r}")


def _hull(one: Any, other: Any) -> tuple[int, int]:
    (a, b), (c, d) = _interval(one), _interval(other)
    return min(a, c), max(b, d)


def _ones(high: int) -> int:
    """The largest number that is no longer than `high`."""
    return (1 << high.bit_length()) - 1


def _size(low: int, high: int) -> int:
    """Bits of the two's complement that holds the interval.

    Raises     NotSupported if they are more than WIDEST
    """
    size = max(low.bit_length() if low >= 0 else (~low).bit_length(), high.bit_length() if high >= 0 else 0) + 1
    if size > WIDEST:
        raise NotSupported(f"a number of {size} bits; {WIDEST} at most")
    return size


def _made(term: z3.BitVecRef, low: int, high: int) -> Any:
    return low if low == high else Word(_resized(term, _size(low, high)), low, high)


def _resized(term: z3.BitVecRef, size: int) -> z3.BitVecRef:
    """The two's complement in so many bits; where they are too few, modulo 2**size."""
    if size < term.size():
        return z3.Extract(size - 1, 0, term)
    return z3.SignExt(size - term.size(), term) if size > term.size() else term


def _term(value: Any, size: int) -> z3.BitVecRef:
    return _resized(value.term, size) if type(value) is Word else z3.BitVecVal(int(value), size)


def _common(one: Any, other: Any) -> int:
    """Bits that hold both."""
    return max(_size(*_interval(one)), _size(*_interval(other)))


# --- operators


def _arithmetic(build: Callable[[Any, Any], Any], one: Any, other: Any, span: tuple[int, int]) -> Any:
    """The sum, difference or product: exact modulo 2**size, and the size holds the result."""
    size = _size(*span)
    return _made(build(_term(one, size), _term(other, size)), *span)


def _bitwise(build: Callable[[Any, Any], Any], one: Any, other: Any, span: tuple[int, int] | None) -> Any:
    size = _common(one, other)
    low, high = span or (-(1 << size - 1), (1 << size - 1) - 1)
    return _made(build(_term(one, size), _term(other, size)), low, high)


def _equal(one: Any, other: Any) -> Any:
    """The equation, which is known if the intervals are apart."""
    (a, b), (c, d) = _interval(one), _interval(other)
    if b < c or d < a:
        return False
    size = _common(one, other)
    return Truth(_term(one, size) == _term(other, size))


def _ordered(build: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    """The comparison, which is known if it comes out the same at both ends, where it is most and least likely."""
    (a, b), (c, d) = _interval(one), _interval(other)
    if build(a, d) == build(b, c):
        return build(a, d)
    size = _common(one, other)
    return Truth(build(_term(one, size), _term(other, size)))


def _quotient(one: Any, other: Any) -> Any:
    """The quotient, rounded down as Python does, by a positive divisor."""
    (a, b), (c, d) = _interval(one), _positive(other)
    size = _common(one, other) + 1
    x, y = _term(one, size), _term(other, size)
    term = z3.UDiv(x, y) if a >= 0 else (x - x % y) / y  # `%` takes the sign of the divisor, as Python's does
    return _made(term, min(a // c, a // d), max(b // c, b // d))


def _remainder(one: Any, other: Any) -> Any:
    """The remainder, which is not negative, by a positive divisor."""
    (a, b), (_, d) = _interval(one), _positive(other)
    size = _common(one, other)
    x, y = _term(one, size), _term(other, size)
    return _made(z3.URem(x, y), 0, min(b, d - 1)) if a >= 0 else _made(x % y, 0, d - 1)


def _positive(divisor: Any) -> tuple[int, int]:
    low, high = _interval(divisor)
    if low <= 0:
        raise NotSupported(f"a divisor that may not be positive: {divisor!r}")
    return low, high


def _shift_left(one: Any, other: Any) -> Any:
    (a, b), (c, d) = _interval(one), _amount(other)
    low, high = min(a << c, a << d), max(b << c, b << d)
    size = max(_size(low, high), _common(one, other))
    return _made(_term(one, size) << _term(other, size), low, high)


def _shift_right(one: Any, other: Any) -> Any:
    """The number shifted, its sign kept, as Python does."""
    (a, b), (c, d) = _interval(one), _amount(other)
    size = _common(one, other)
    return _made(_term(one, size) >> _term(other, size), min(a >> c, a >> d), max(b >> c, b >> d))


def _amount(other: Any) -> tuple[int, int]:
    low, high = _interval(other)
    if low < 0 or high > WIDEST:
        raise NotSupported(f"a shift by {other!r}")
    return low, high
