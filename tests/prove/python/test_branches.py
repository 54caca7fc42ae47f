"""Ways through code: each is followed as CPython would go, and too many are refused."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import MOST_PATHS, State
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal
from slotproof.spec.errors import SlotproofError

from .. import worded
from ..begun import begun
from .functions import raising
from .test_partial import Function, is_open


def asked(**given: Any) -> tuple[Evaluator, State]:
    """An evaluator within a function, and a state with some locals."""
    ev, st = begun()
    ev.stack.append(ev.program.closure(worded.itself).function)
    st.env.update(given)
    return ev, st


@pytest.mark.parametrize("ifs", [3, 9, 10])
def test_too_many_ways_are_refused(ifs: int) -> None:
    """Up to a limit each combination is one."""
    ev, st = asked(n=0, **{f"c{place}": t.fresh("c", t.BOOL) for place in range(ifs)})
    body = ast.parse("".join(f"if c{place}:\n    n += 1\n" for place in range(ifs))).body
    if 2**ifs > MOST_PATHS:
        with pytest.raises(Refusal, match=f"more than {MOST_PATHS} ways"):
            ev.block(body, st)
    else:
        ends = ev.block(body, st)
        assert (len(ends), {signal for _, signal in ends}) == (2**ifs, {None})
        assert {end.env["n"] for end, _ in ends} == set(range(ifs + 1))


CASES: dict[Function, tuple[int, ...]] = {
    raising.caught_as_one_of_two: (2, 3),
    raising.caught_as_another: (2, 3),
    raising.caught_by_the_first: (2, 3),
    raising.caught_by_the_second: (2, 3),
    raising.caught_as_an_error_of_python: (2, 3),
    raising.raised_as_another: (2, 3),
    raising.raised_again: (2, 3),
    raising.raised_again_after_another: (2, 3),
    raising.raised_in_the_end: (2, 3),
    raising.left_in_a_loop: (1, 2, 3, 4, 7),
}


def answer(function: Function, number: int) -> tuple[int | None, str]:
    """What CPython answers, or the error that it ends in."""
    try:
        return function(number), ""
    except SlotproofError as error:
        return None, type(error).__name__


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
@pytest.mark.parametrize("is_known", [True, False])
def test_an_error_goes_where_cpython_lets_it_go(function: Function, is_known: bool) -> None:
    """Whether the number is known, or only said to be that one."""
    for number in CASES[function]:
        ev, st = begun()
        closure = ev.program.closure(function)
        given = number if is_known else t.fresh("number", t.INT)
        st.assume(t.eq(given, number))
        with ev.running_code(), ev.catching() as raised:
            ends = ev.call(st, closure, [given], {}, closure.function.node)
        told = [*((end, value, "") for end, value in ends), *((end, None, error.name) for end, error in raised)]
        [(end, value, name)] = [each for each in told if not ev.impossible(each[0])]
        wanted, wrong = answer(function, number)
        assert name == wrong
        if not wrong:
            ev.oblige(end, t.eq(value, wanted), closure.function.node, "as CPython has it")
        assert (ev.open, ev.caught) == ([], frozenset())


@pytest.mark.parametrize(("number", "is_left"), [(2, False), (3, True)])
def test_what_is_asserted_is_shown(number: int, is_left: bool) -> None:
    """It is no way to end."""
    assert is_open(raising.asserted, number, known=False) is is_left
