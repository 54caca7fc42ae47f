"""What arithmetic means of numbers, known or not, is what CPython makes of them, and what it presumes is named."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import pytest

from slotproof.engine.prove.python.builtin.arithmetic import MOST_FACTORS
from slotproof.engine.prove.python.kinds.values import Term
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

from ...begun import begun

NODE = ast.parse("a * b", mode="eval").body
PYTHON: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Pow: operator.pow,
}
ROOM = {"there is room for each power of two"}
LARGE = {"quotients of ints are not too large for a float"}


class Asked:
    """An evaluator that runs code, and a state in which numbers are any."""

    def __init__(self) -> None:
        self.ev, self.st = begun()

    def number(self, value: int | None = None) -> Term:
        """One that is not known, or only said to be that."""
        made = t.fresh("number", t.INT)
        self.st.assume(value is None or t.eq(made, value))
        return made

    def of(self, op: type[ast.operator], a: Term, b: Term) -> Term:
        """What it means."""
        with self.ev.running_code():
            return self.ev.arithmetic(self.st, op(), a, b, NODE)

    def shows(self, said: Term) -> bool:
        """Whether that is so, and nothing is open before."""
        assert self.ev.open == []
        self.ev.oblige(self.st, said, NODE, "it is so")
        return self.ev.open == []


VALUED = [
    (2, b, op)
    for op in PYTHON
    for b in (0, 1, 3)
    if not (b == 0 and op in (ast.FloorDiv, ast.Mod)) and not (b == 3 and op is ast.Pow)
]
"""Of which there is a value, and solvers compute it."""


@pytest.mark.parametrize(("a", "b", "op"), VALUED)
@pytest.mark.parametrize("said", ["neither", "first", "second"])
def test_numbers_mean_what_cpython_makes_of_them(a: int, b: int, op: type[ast.operator], said: str) -> None:
    """One of them is only said to be that; of a power of two that is not known, it is presumed that there is room."""
    asked, wanted = Asked(), PYTHON[op](a, b)
    value = asked.of(op, asked.number(a) if said == "first" else a, asked.number(b) if said == "second" else b)
    assert asked.shows(t.eq(value, wanted))
    assert asked.ev.presumes == (ROOM if op in (ast.LShift, ast.Pow) and said == "second" else set())


@pytest.mark.parametrize(("base", "exponent"), [(3, 0), (3, 4096), (-3, 3), (None, 0)])
def test_a_power_of_a_number_that_is_known_is_known(base: int | None, exponent: int) -> None:
    """And that of any number to 0."""
    asked = Asked()
    wanted = 1 if base is None else base**exponent
    assert asked.of(ast.Pow, asked.number() if base is None else base, exponent) == wanted


@pytest.mark.parametrize(
    ("base", "exponent"), [(3, -1), (3, 4097), (3, None), (None, -1), (None, MOST_FACTORS + 1), (None, None)]
)
def test_a_power_that_is_not_known_is_refused(base: int | None, exponent: int | None) -> None:
    """Of an exponent that is not, or too large; no power is below 0."""
    asked = Asked()
    given = [asked.number() if each is None else each for each in (base, exponent)]
    with pytest.raises(Refusal, match="a power that is not known"):
        asked.of(ast.Pow, *given)


def test_a_quotient_of_ints_is_a_ratio() -> None:
    """Of the first by the second, presumed to be no larger than a float."""
    asked = Asked()
    assert t.same(asked.of(ast.Div, 1, 2), t.RATIO(t.lift(1), t.lift(2)))
    assert (asked.ev.presumes, asked.ev.open) == (LARGE, [])
    asked.of(ast.Div, 1, asked.number(0))
    assert asked.ev.open


def test_a_sum_is_taken_apart_at_once() -> None:
    """A factor of what divides it sees what that leaves."""
    asked = Asked()
    a, b, c, d = (asked.number() for _ in range(4))
    asked.st.assume(t.conj(t.lt(0, b), t.lt(0, c)))
    product = asked.of(ast.Mult, b, c)
    total = asked.of(ast.Add, asked.of(ast.Mult, a, product), d)
    assert asked.shows(t.eq(t.mod(t.mod(total, product), b), t.mod(total, b)))


def test_a_number_that_is_shifted_twice_is_shifted_at_once() -> None:
    """By as many bits in all."""
    asked = Asked()
    a, b, c = (asked.number() for _ in range(3))
    asked.st.assume(t.conj(t.le(0, b), t.le(0, c)))
    assert asked.shows(t.eq(asked.of(ast.RShift, asked.of(ast.RShift, a, b), c), t.div(a, t.pow2(t.add(b, c)))))
