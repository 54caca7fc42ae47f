"""What a fact about opaque functions is: what it says, where it is thought of, and what there is to be shown of it.

It is said once, of any meaning of the functions: of the opaque ones it is what solvers assume, of Python's own numbers
it can be computed, and of the functions as they are defined it is what there is to be shown.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.terms import Term
from slotproof.engine.prove.solver.triggers import child, children, parts

Binary = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Meaning:
    """What the functions are."""

    mul: Binary
    div: Binary
    mod: Binary
    bits_and: Binary
    bits_or: Binary
    bits_xor: Binary
    pow2: Callable[[Any], Any]


OPAQUE: Final = Meaning(t.MUL, t.DIV, t.MOD, t.AND, t.OR, t.XOR, t.POW2)

PYTHON: Final = Meaning(
    operator.mul,
    operator.floordiv,
    operator.mod,
    operator.and_,
    operator.or_,
    operator.xor,
    lambda number: 2**number if number > 0 else 1,
)


@dataclass(frozen=True)
class Fact:
    """Something that is so of the functions, for all numbers.

    said        what is so of some numbers, given what the functions are
    triggers    the terms of which a solver must have met one, or all of a list, to think of it; None if solvers are not
                told of all numbers
    induction   how it is shown: of all numbers at once, by halves of two numbers, from 0 up for the last number, or so
                with half of the first number
    rests       what facts that are shown without it say of some numbers, if that shows it: of the opaque functions
    """

    name: str
    numbers: int
    said: Callable[..., Term]
    triggers: Callable[..., list[Any]] | None = None
    induction: str = ""
    rests: Callable[..., list[Term]] | None = None

    @property
    def formula(self) -> z3.BoolRef:
        """Give the fact about the opaque functions, for solvers to assume."""
        if self.triggers is None:
            raise TypeError(f"{self.name} is not assumed of all numbers")
        numbers = z3.Ints(" ".join("abcde"[: self.numbers]))
        return t.forall_many(numbers, self.said(OPAQUE, *numbers), self.triggers(OPAQUE, *numbers))

    def obligations(self) -> list[z3.BoolRef]:
        """Give what has to be shown: formulas without opaque functions but those that an induction is about."""
        numbers = z3.Ints(" ".join("abcde"[: self.numbers]))
        if self.induction == "halves":
            return _by_halves(self.said, *numbers)
        if not (self.induction or self.rests):
            return [self.said(DEFINED, *numbers)]
        given = self.rests(OPAQUE, *numbers) if self.rests else []
        now = t.implies(t.conj(*given), self.said(OPAQUE, *numbers))
        return _by_steps(self.said, now, self.induction == "shifts", *numbers) if self.induction else [now]


# --- how the functions are defined


def _quotient(a: Any, b: Any) -> Any:
    """Round down, for divisors of either sign; that of Z3 rounds so by positive ones."""
    return z3.If(b > 0, a / b, (-a) / (-b))


def _remainder(a: Any, b: Any) -> Any:
    return z3.If(b > 0, a % b, -((-a) % (-b)))


def _unused(*_: Any) -> Any:
    raise TypeError("this function is defined by recursion")


DEFINED: Final = Meaning(operator.mul, _quotient, _remainder, _unused, _unused, _unused, _unused)

_LOW_BITS: Final[tuple[tuple[Any, Callable[[Any, Any], Any]], ...]] = (
    (t.AND, lambda p, q: p * q),
    (t.OR, lambda p, q: p + q - p * q),
    (t.XOR, lambda p, q: p + q - 2 * p * q),
)
"""The low bit of a result, by the low bits of the numbers."""


def _bits_defined(a: Any, b: Any) -> list[Any]:
    """Define the three functions of bits at two numbers, by their halves and low bits."""
    p, q = a % 2, b % 2
    bit = [p == 0, p == 1], [q == 0, q == 1]
    lows = []
    for function, low in _LOW_BITS:  # the low bits written out, so that no product of unknown numbers is left
        for one in (0, 1):
            for other in (0, 1):
                value = 2 * function(a / 2, b / 2) + z3.simplify(low(z3.IntVal(one), z3.IntVal(other)))
                lows.append(z3.Implies(z3.And(bit[0][one], bit[1][other]), function(a, b) == value))
    return lows


def _by_halves(said: Callable[..., Any], a: Any, b: Any) -> list[z3.BoolRef]:
    """Give the cases of an induction: numbers that are their own halves, and all others, whose halves are less."""
    ends = z3.And(z3.Or(a == 0, a == -1), z3.Or(b == 0, b == -1))
    at_ends = [
        function(x, y) == python(x, y)
        for function, python in ((t.AND, operator.and_), (t.OR, operator.or_), (t.XOR, operator.xor))
        for x in (0, -1)
        for y in (0, -1)
    ]
    nearer = z3.And(_size(a / 2) + _size(b / 2) < _size(a) + _size(b), _size(a / 2) + _size(b / 2) >= 0)
    step = z3.Implies(z3.And(z3.Not(ends), said(OPAQUE, a / 2, b / 2), *_bits_defined(a, b)), said(OPAQUE, a, b))
    return [z3.Implies(z3.And(ends, *at_ends), said(OPAQUE, a, b)), step, z3.Implies(z3.Not(ends), nearer)]


def _size(a: Any) -> Any:
    return z3.If(a >= 0, a, -a)


def _by_steps(said: Callable[..., Any], now: Any, halved: bool, *numbers: Any) -> list[z3.BoolRef]:
    """Give the cases of an induction on the last number: at most 0, and any other, if it is so of the one before.

    That powers are at least 1 is taken from the fact about one of them, which is shown first, without it.

    Takes      now, what is said of the numbers; halved, the one before it is said with half of the first number
    """
    last = numbers[-1]
    applied = list(parts(now))
    exponents = [child(part, 0) for part in applied if part.decl().eq(t.POW2)]
    defined = [z3.If(n <= 0, t.POW2(n) == 1, t.POW2(n) == 2 * t.POW2(n - 1)) for n in exponents]
    if len(numbers) > 1:
        defined += [t.POW2(n) >= 1 for each in exponents for n in (each, each - 1)]
    for part in applied:
        if part.decl().eq(t.AND):
            defined += _bits_defined(*children(part))
    first = numbers[0] / 2 if halved else numbers[0]
    before = said(OPAQUE, *(first, *numbers[1:])[:-1], last - 1)
    return [z3.Implies(z3.And(last <= 0, *defined), now), z3.Implies(z3.And(last > 0, before, *defined), now)]
