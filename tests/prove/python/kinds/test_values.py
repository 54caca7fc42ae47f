"""Values: which kinds an array can hold, which names have a meaning by themselves, and what is true."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.python.builtin import builtins
from slotproof.engine.prove.python.kinds import texts
from slotproof.engine.prove.python.kinds.cells import empty_dict, empty_set, size_of
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    INT,
    KEY,
    TEXT,
    FixedCell,
    Kind,
    ListCell,
    ObjectCell,
    Range,
    Tuple,
    lies_in_arrays,
    sorts,
)
from slotproof.engine.prove.python.logic import forms
from slotproof.engine.prove.python.loops import _of_range
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Refusal

from ...begun import begun
from ...examples.cabinet import Cabinet
from ...worded import itself

NODE = ast.parse("values").body[0]
LIST = Kind("list", (INT,))


@pytest.mark.parametrize(
    ("kind", "lies"),
    [
        (INT, True),
        (BOOL, True),
        (KEY, True),
        (TEXT, True),
        (Kind("tuple", (INT, BOOL)), True),
        (Kind("tuple", (INT, Kind("tuple", (KEY,)))), True),
        (LIST, False),
        (Kind("tuple", (INT, LIST)), False),
        (Kind("dict", (INT, INT)), False),
    ],
)
def test_arrays_hold_what_is_of_one_sort_or_made_of_such_parts(kind: Kind, lies: bool) -> None:
    """Nothing that can be changed in place."""
    assert lies_in_arrays(kind) is lies


@pytest.mark.parametrize("step", [-3, -2, -1, 1, 2, 3])
@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 1), (0, 5), (1, 7), (7, 1), (5, 0)])
def test_a_range_is_as_long_as_in_python(low: int, high: int, step: int) -> None:
    """With the same numbers, and the same where its ends are not known."""
    ev, st = begun()
    numbers = range(low, high, step)
    count, at = _of_range(Range(low, high, step))
    assert [at(place) for place in range(count)] == list(numbers)
    one, other = t.fresh("low", t.INT), t.fresh("high", t.INT)
    st.assume(t.conj(t.eq(one, low), t.eq(other, high)))
    ev.oblige(st, t.eq(_of_range(Range(one, other, step))[0], len(numbers)), ast.parse("range"), "so many")
    assert ev.open == []


def test_names_have_a_meaning_by_themselves() -> None:
    """Functions and classes of Python, forms of claims, and words about texts; no others."""
    ev = begun()[0]
    for names in (builtins.FUNCTIONS, builtins.TYPES, forms.FORMS, texts.WORDS):
        assert names
        assert all(map(ev.is_builtin, names))
    assert not ev.is_builtin("nothing")


def test_a_value_consists_of_terms() -> None:
    """Of one for each part; a state that is told is one of its class, and an object is none."""
    of = Declarations().class_named("slotproof.spec.errors", "Missing")
    told = Kind("told", (), of)
    assert sorts(Kind("tuple", (INT, Kind("tuple", (BOOL, told))))) == [
        t.INT,
        t.BOOL,
        t.states("slotproof.spec.errors.Missing"),
    ]
    for kind in (Kind("object", (), of), LIST, Kind("told")):
        with pytest.raises(KeyError):
            sorts(kind)


WHOLE, THING = t.fresh("whole", t.INT), t.fresh("thing held", d.ANY)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (True, True),
        (False, False),
        (0, False),
        (3, True),
        (-1, True),
        (WHOLE, t.neg(t.eq(WHOLE, 0))),
        (t.lt(WHOLE, 3), t.lt(WHOLE, 3)),
        (Tuple(()), False),
        (Tuple((0,)), True),
        (None, False),
        (ListCell((), 0, None), False),
        (ListCell((t.fresh_array("held entries", t.INT),), 2, INT), True),
        (ListCell((t.fresh_array("other entries", t.INT),), WHOLE, INT), t.lt(0, WHOLE)),
        (FixedCell((), (), True), False),
        (FixedCell((4,), (0,), False), True),
        (empty_dict(INT, INT), False),
        (empty_set(INT), False),
    ],
)
def test_what_is_true_of_a_value_is_what_python_takes_it_for(value: Any, wanted: Any) -> None:
    """A number is, unless it is 0; a list, dict or set is, if something is in it."""
    ev, st = begun()
    given = st.allocate(value) if size_of(value) is not None else value
    assert t.same(ev.truth(st, given, NODE), wanted)
    assert ev.open == []


def test_a_function_is_true_and_data_is_if_it_is_true() -> None:
    """That such data is a truth is obliged; a NamedTuple and an object may say something else of themselves."""
    ev, st = begun()
    cls = ev.program.the_class(Cabinet)
    ev.stack.append(cls)
    assert ev.truth(st, ev.program.closure(itself), NODE) is True
    with ev.inexact():
        assert t.same(ev.truth(st, THING, NODE), t.eq(d.NUMBER(THING), 1))
    assert ev.open == []
    ev.truth(st, THING, NODE)
    assert [each.what for each in ev.open] == ["it is of the kind bool: values"]
    for value in (Tuple((3,), cls), st.allocate(ObjectCell(cls, {}))):
        with pytest.raises(Refusal, match="is not bool"):
            ev.truth(st, value, NODE)
