"""Displays with `*`, calls with `**`, and comprehensions of calls are what CPython makes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import any_dict, entry
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, TEXT
from slotproof.engine.prove.source import Refusal

from . import displays


def called(function: Callable[..., Any], *given: Any, st: State | None = None) -> list[tuple[State, Any]]:
    """How a call of a function ends."""
    ev = Evaluator(Declarations(), None)
    closure = ev.program.closure(function)
    ev.stack.append(ev.program.class_named("slotproof.spec.errors", "Missing"))
    return ev.call(st or State(), closure, list(given), {}, closure.function.node)


@pytest.mark.parametrize("name", ["same_names", "other_names", "how_many", "by_name"])
def test_what_is_known_is_what_cpython_says(name: str) -> None:
    """Sets of constants, and arguments by name."""
    function = getattr(displays, name)
    [(_, value)] = called(function)
    assert value == function()


def test_arguments_are_named_once_and_known() -> None:
    """CPython would end in an error, or nobody knows."""
    with pytest.raises(Refusal, match="name each, once"):
        called(displays.by_name_twice)
    st = State()
    numbers = st.allocate(any_dict("numbers", INT, [], TEXT))
    with pytest.raises(Refusal, match="name each, once"):
        called(displays.by_any_name, numbers, st=st)


@pytest.mark.parametrize("stop", [0, 2, 3])
def test_calls_go_on_where_the_one_before_ended(stop: int) -> None:
    """What they change is changed once, and the first error ends them; names of the function are as they were."""
    st = State()
    ev = Evaluator(Declarations(), None)
    steps = ev.listed(st, [1], ev.program.closure(displays.all_taken).function.node)
    [(end, value)] = called(displays.all_taken, steps, stop, st=st)
    real = [1]
    assert value == displays.all_taken(real, stop)
    cell = end.heap[steps.id]
    assert [entry(cell, place) for place in range(cell.length)] == real
