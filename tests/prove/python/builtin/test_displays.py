"""Displays with `*`, calls with `**`, and comprehensions of calls are what CPython makes of them."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import any_dict, entry
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, TEXT, Tuple
from slotproof.engine.prove.solver import terms as t
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


NAMED = {"one": 11, "two": 12, "three": 13, "four": 14, "five": 15, "six": 16}


@pytest.mark.parametrize("function", [displays.bound, displays.bound_with_rest])
def test_arguments_are_bound_as_cpython_binds_them(function: Callable[..., Any]) -> None:
    """However many are passed by place and by name; what CPython refuses is refused."""
    ev = Evaluator(Declarations(), None)
    made = ev.program.closure(function).function
    ev.stack.append(made)
    for count, names in itertools.product(
        range(5), itertools.chain(*(itertools.combinations(NAMED, n) for n in range(5)))
    ):
        given, named = list(range(count)), {name: NAMED[name] for name in names}
        try:
            bound = inspect.signature(function).bind(*given, **named)
        except TypeError:
            with pytest.raises(Refusal):
                ev.binding(made, given, named, made.node)
            continue
        bound.apply_defaults()
        found = ev.binding(made, given, named, made.node)
        assert {
            name: value.items if isinstance(value, Tuple) else value for name, value in found.items()
        } == bound.arguments


def test_a_hash_is_that_of_its_function_and_key() -> None:
    """Which is presumed to be the same each time; a function of more arguments has no meaning."""
    function, key = t.fresh("hash_of", t.FUNCTION), t.fresh("key", t.KEY)
    [(_, value)] = called(displays.hashed, function, key)
    assert t.same(value, t.HASH(function, key))
    with pytest.raises(Refusal, match="it is no function of the language"):
        called(displays.hashed_twice, function, key)


def entries(function: Callable[..., Any]) -> list[tuple[str, Any]]:
    """The conditions of a number as they are met."""
    ev, st, number = Evaluator(Declarations(), None), State(), t.fresh("number", t.INT)
    closure, found = ev.program.closure(function), list[tuple[str, Any]]()

    def handle(now: State, name: str, truth: Any, where: Any) -> None:
        found.append(
            (name, [each for each in range(12) if t.rebuilt(z3.substitute(truth, (number, z3.IntVal(each))), {})])
        )

    ev.stack.append(ev.program.class_named("slotproof.spec.errors", "Missing"))
    ev.entry_by_entry(st, closure, [number], closure.function.node, handle)
    assert ev.on_entry is None
    return found


def test_each_condition_is_met() -> None:
    """Those of another function among them, in order; of two with one name, both."""
    assert entries(displays.conditions) == [
        ("first", [*range(2, 12)]),
        ("second", [*range(9)]),
        ("third", [*range(8)]),
        ("named again", [*range(7)]),
        ("named again", [*range(3, 12)]),
        ("last", [*range(4, 12)]),
    ]
    assert entries(displays.one_condition) == [("only", [*range(2, 12)])]
    with pytest.raises(Refusal, match="which keys there are is not known"):
        entries(displays.conditions_by_number)
