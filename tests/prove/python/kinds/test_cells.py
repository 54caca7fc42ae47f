"""Cells: what any list, dict, set or sequence may be, and which values are the same."""

from __future__ import annotations

from typing import Any

import pytest
import z3

from slotproof.engine.prove.python.kinds.cells import (
    any_cell,
    empty_dict,
    empty_distinct,
    empty_list,
    empty_set,
    values_equal,
    written,
)
from slotproof.engine.prove.python.kinds.values import INT, KEY, TEXT, CallsCell, Cell, ObjectCell, Ref, Tuple
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class

COUNTED = {
    "list": (empty_list(INT), "length"),
    "dict": (empty_dict(INT, KEY), "size"),
    "set": (empty_set(TEXT), "size"),
    "sequence": (empty_distinct(INT), "length"),
    "calls": (CallsCell(3), "calls"),
}


@pytest.mark.parametrize(("like", "count"), COUNTED.values(), ids=COUNTED)
def test_there_may_be_any_number_of_entries(like: Cell, count: str) -> None:
    """None among them; and no number below."""
    facts: list[Any] = []
    cell = any_cell("any", like, facts)
    assert type(cell) is type(like)
    for number in (-1, 0, 1, 7):
        solver = z3.Solver()
        solver.add(*map(t.lift, facts), getattr(cell, count) == number)
        assert (str(solver.check()) == "sat") is (number >= 0)


@pytest.mark.parametrize("like", [empty_dict(), empty_set(), empty_distinct()])
def test_what_never_had_an_entry_has_none(like: Cell) -> None:
    """Of no kind is there any other one."""
    assert any_cell("any", like, []) is like


def test_objects_are_made_field_by_field() -> None:
    """There is no cell that is any of them."""
    with pytest.raises(TypeError, match="made one by one"):
        any_cell("any", ObjectCell(object.__new__(Class), {}), [])


@pytest.mark.parametrize("value", [Ref(1), None, "a"])
def test_what_arrays_cannot_hold_is_not_written(value: Any) -> None:
    """Into a list or dict that never held anything, of which the kind is not known."""
    for cell in (empty_list(), empty_dict()):
        with pytest.raises(TypeError, match="a value that arrays cannot hold"):
            written(cell, 0, value)
    assert written(empty_list(), 0, 3).kind == INT


def test_values_are_equal_part_by_part() -> None:
    """Of one kind; of others the language says nothing."""
    number, text = t.fresh("number", t.INT), t.fresh("text", t.TEXT)
    for one, other, wanted in (
        (None, None, True),
        (None, 3, False),
        (3, None, False),
        ("a", "a", True),
        ("a", "b", False),
        (Tuple((1, 2)), Tuple((1, 2)), True),
        (Tuple((1, 2)), Tuple((1, 3)), False),
        (Tuple((1, 2)), Tuple((1,)), False),
        (Tuple((1, number)), Tuple((2, text)), None),
        (number, text, None),
        (1, True, None),
        (number, number, True),
    ):
        assert values_equal(one, other) is wanted
