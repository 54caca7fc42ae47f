"""State what is known of opaque functions: products and quotients of unknown numbers, bits, powers of two.

Solvers lose their way in such functions, so they are given these facts alone. Each is said once, of any meaning of the
functions: of the opaque ones it is what solvers assume, of Python's own numbers it can be computed, and of the
functions as they are defined it is what there is to be shown.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.terms import Term
from slotproof.engine.prove.solver.theory.ranks import RANKS
from slotproof.engine.prove.solver.triggers import children, kind, number, parts

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
    triggers    the terms of which a solver must have met one, or all of a list, to think of it
    induction   how it is shown: of all numbers at once, by halves of two numbers, or from 0 up for the last number
    """

    name: str
    numbers: int
    said: Callable[..., Term]
    triggers: Callable[..., list[Any]]
    induction: str = ""

    @property
    def formula(self) -> z3.BoolRef:
        """Give the fact about the opaque functions, for solvers to assume."""
        numbers = z3.Ints(" ".join("abc"[: self.numbers]))
        return t.forall_many(numbers, self.said(OPAQUE, *numbers), self.triggers(OPAQUE, *numbers))

    def obligations(self) -> list[z3.BoolRef]:
        """Give what has to be shown: formulas without opaque functions but those that an induction is about."""
        numbers = z3.Ints(" ".join("abc"[: self.numbers]))
        if self.induction == "halves":
            return _by_halves(self.said, *numbers)
        if self.induction == "up":
            return _upwards(self.said, *numbers)
        return [self.said(DEFINED, *numbers)]


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


def _upwards(said: Callable[..., Any], *numbers: Any) -> list[z3.BoolRef]:
    """Give the cases of an induction on the last number: at most 0, where the power is 1; and any other.

    That powers are at least 1 is taken from the fact about one of them, which is shown first, without it.
    """
    *others, last = numbers
    before = last - 1
    defined = [z3.If(n <= 0, t.POW2(n) == 1, t.POW2(n) == 2 * t.POW2(n - 1)) for n in numbers]
    if others:
        defined += [t.POW2(n) >= 1 for n in (*numbers, before)]
    first = z3.Implies(z3.And(last <= 0, *defined), said(OPAQUE, *numbers))
    step = z3.Implies(z3.And(last > 0, said(OPAQUE, *others, before), *defined), said(OPAQUE, *numbers))
    return [first, step]


# --- the facts


def _multiples_in_order(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    less, more = m.mul(a, c), m.mul(b, c)
    next_one = t.implies(t.eq(t.add(a, 1), b), t.eq(t.add(less, c), more))
    return t.implies(t.conj(t.le(1, c), t.lt(a, b)), t.conj(t.le(t.add(less, c), more), next_one))


def _first_multiples(m: Meaning, a: Term, b: Term) -> Term:
    product = m.mul(a, b)
    return t.conj(
        t.implies(t.disj(t.eq(a, 0), t.eq(b, 0)), t.eq(product, 0)),
        t.implies(t.eq(a, 1), t.eq(product, b)),
        t.implies(t.eq(b, 1), t.eq(product, a)),
        t.implies(t.conj(t.le(1, a), t.le(1, b)), t.conj(t.le(a, product), t.le(b, product))),
        t.implies(t.conj(t.le(2, a), t.le(2, b)), t.le(t.add(a, b), product)),
    )


def _remainder_bounds(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    remainder = m.mod(a, b)
    said = t.conj(
        t.le(0, remainder),
        t.lt(remainder, b),
        t.implies(t.conj(t.le(0, a), t.lt(a, b)), t.eq(remainder, a)),
        t.implies(t.conj(t.le(b, a), t.lt(t.sub(a, b), b)), t.eq(remainder, t.sub(a, b))),
    )
    return t.implies(t.lt(0, b), said)


def _division(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    return t.implies(t.lt(0, b), t.eq(t.add(m.mul(m.div(a, b), b), m.mod(a, b)), a))


def _taken_apart(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    """Of a multiple and a number below the factor, quotient and remainder."""
    if type(b) is int and b == 0:
        return True
    total = t.add(m.mul(a, b), c)
    said = t.conj(t.eq(m.div(total, b), a), t.eq(m.mod(total, b), c))
    return t.implies(t.conj(t.le(0, c), t.lt(c, b)), said)


def taken_apart(one: Term, other: Term) -> Term:
    """Say how the sum of a product of unknown numbers and another number is taken apart; True of other sums."""
    if t.known(one) or kind(one) != z3.Z3_OP_UNINTERPRETED or not one.decl().eq(t.MUL):
        return True
    factor, divisor = map(t.lower, children(one))
    return _taken_apart(OPAQUE, factor, divisor, t.lift(other))


def _quotient_bounds(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    quotient = m.div(a, b)
    said = t.conj(t.le(0, quotient), t.le(quotient, a), t.implies(t.conj(t.lt(0, a), t.lt(1, b)), t.lt(quotient, a)))
    return t.implies(t.conj(t.lt(0, b), t.le(0, a)), said)


def _shared_bits(m: Meaning, a: Term, b: Term) -> Term:
    shared = m.bits_and(a, b)
    return t.conj(
        t.implies(t.le(0, b), t.conj(t.le(0, shared), t.le(shared, b))),
        t.implies(t.le(0, a), t.conj(t.le(0, shared), t.le(shared, a))),
        t.implies(t.eq(b, -1), t.eq(shared, a)),
        t.implies(t.eq(a, -1), t.eq(shared, b)),
        t.implies(t.disj(t.eq(a, 0), t.eq(b, 0)), t.eq(shared, 0)),
        t.implies(t.conj(t.lt(a, 0), t.lt(b, 0)), t.conj(t.le(shared, a), t.le(shared, b))),
    )


def _joined_bits(m: Meaning, a: Term, b: Term) -> Term:
    joined = m.bits_or(a, b)
    return t.conj(
        t.eq(t.add(joined, m.bits_and(a, b)), t.add(a, b)), t.iff(t.lt(joined, 0), t.disj(t.lt(a, 0), t.lt(b, 0)))
    )


def _different_bits(m: Meaning, a: Term, b: Term) -> Term:
    shared = m.bits_and(a, b)
    return t.eq(t.add(m.bits_xor(a, b), t.add(shared, shared)), t.add(a, b))


def _powers(m: Meaning, a: Term) -> Term:
    power = m.pow2(a)
    return t.conj(
        t.le(1, power), t.implies(t.le(1, a), t.le(2, power)), t.implies(t.eq(a, 0), t.eq(power, 1)), t.lt(a, power)
    )


def _powers_in_order(m: Meaning, a: Term, b: Term) -> Term:
    less, more = m.pow2(a), m.pow2(b)
    twice = t.add(less, less)
    said = t.conj(t.le(twice, more), t.implies(t.eq(b, t.add(a, 1)), t.eq(twice, more)))
    return t.implies(t.conj(t.le(0, a), t.lt(a, b)), said)


ALL: Final = (
    Fact("multiples in order", 3, _multiples_in_order, lambda m, a, b, c: [[m.mul(a, c), m.mul(b, c)]]),
    Fact("first multiples", 2, _first_multiples, lambda m, a, b: [m.mul(a, b)]),
    Fact("quotient and remainder", 2, _division, lambda m, a, b: [[m.div(a, b)], [m.mod(a, b)]]),
    Fact("bounds of remainders", 2, _remainder_bounds, lambda m, a, b: [m.mod(a, b)]),
    Fact("bounds of quotients", 2, _quotient_bounds, lambda m, a, b: [m.div(a, b)]),
    Fact("shared bits", 2, _shared_bits, lambda m, a, b: [m.bits_and(a, b)], "halves"),
    Fact("joined bits", 2, _joined_bits, lambda m, a, b: [m.bits_or(a, b)], "halves"),
    Fact("different bits", 2, _different_bits, lambda m, a, b: [m.bits_xor(a, b)], "halves"),
    Fact("powers of two", 1, _powers, lambda m, a: [m.pow2(a)], "up"),
    Fact("powers of two in order", 2, _powers_in_order, lambda m, a, b: [[m.pow2(a), m.pow2(b)]], "up"),
)

OF_SUMS: Final = (Fact("sums taken apart", 3, _taken_apart, lambda m, a, b, c: [[m.div(t.add(m.mul(a, b), c), b)]]),)
"""What is said of a sum where it is made, and not assumed of all."""

FACTS: Final[Sequence[tuple[str, z3.BoolRef]]] = tuple((fact.name, fact.formula) for fact in ALL)
"""What solvers may assume in each question, by name."""


# --- which facts there is a use for


Use = tuple[z3.BoolRef, list[frozenset[int]], frozenset[int]]
"""A formula, for each of its triggers the opaque functions in it, and all that are in the formula."""


def opaque_functions(term: z3.ExprRef) -> frozenset[int]:
    """Find the opaque functions in a term, by their numbers."""
    applied = (part.decl() for part in parts(term) if kind(part) == z3.Z3_OP_UNINTERPRETED and part.num_args())
    return frozenset(map(number, applied))


def use_of(formula: z3.BoolRef) -> Use:
    """Tell where there is a use for a formula."""
    patterns = [formula.pattern(place).children() for place in range(formula.num_patterns())]
    triggers = [frozenset[int]().union(*map(opaque_functions, pattern)) for pattern in patterns]
    return formula, triggers or [frozenset()], opaque_functions(formula)


_USES: Final = [use_of(formula) for _, formula in (*FACTS, *RANKS)]


def useful(functions: frozenset[int], more: Sequence[Use] = ()) -> list[z3.BoolRef]:
    """Choose the facts of use where these opaque functions stand: those that are met, and what they lead to.

    Takes      more, other formulas that may be assumed
    """
    chosen: set[int] = set()
    before = -1
    while before < len(chosen):
        before = len(chosen)
        for formula, triggers, within in (*_USES, *more):
            if any(trigger <= functions for trigger in triggers):
                chosen.add(number(formula))
                functions |= within
    return [formula for formula, _, _ in (*_USES, *more) if number(formula) in chosen]
