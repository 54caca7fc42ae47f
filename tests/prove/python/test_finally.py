"""What stands in a `finally` runs, however the body ends, as CPython runs it."""

from __future__ import annotations

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import entry
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Error
from slotproof.engine.prove.sides.ties import Reached
from slotproof.spec.errors import SlotproofError

from .functions.endings import ends_so


@pytest.mark.parametrize("how", range(6))
def test_finally_is_what_cpython_says(how: int) -> None:
    """Result, error and what was changed."""
    ev, st = Evaluator(Declarations(), None), State()
    closure = ev.program.closure(ends_so)
    ev.stack.append(ev.program.class_named("slotproof.spec.errors", "Missing"))
    steps = ev.listed(st, [7], closure.function.node)
    with ev.catching() as raised:
        ends = ev.call(st, closure, [steps, how], {}, closure.function.node)
    told = [(end, value, "") for end, value in ends]
    told += [(end, None, error.name) for end, error in raised]
    [(end, value, error)] = told
    cell = end.heap[steps.id]
    real, wrong = [7], ""
    expected = None
    try:
        expected = ends_so(real, how)
    except SlotproofError as caught:
        wrong = type(caught).__name__
    assert (value, error) == (expected, wrong)
    assert [entry(cell, place) for place in range(cell.length)] == real


def test_where_a_run_is_left_nothing_runs() -> None:
    """A loop that both sides go round together is followed elsewhere."""
    cls = Declarations().class_named("slotproof.spec.errors", "Missing")
    assert Reached(cls).ends_all
    assert not Error(cls).ends_all
