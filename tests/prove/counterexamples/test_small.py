"""Small states: what is asked of them number by number is asked of numbers alone."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from slotproof.engine.prove.counterexamples.small import Concrete, SmallSolver, limits
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    INT,
    KEY,
    CallsCell,
    FixedCell,
    HeldCell,
    Kind,
    Meaning,
    ObjectCell,
    Range,
    RecordCell,
    Ref,
    StandCell,
    Tuple,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal

from ..begun import begun
from ..examples.cabinet import Cabinet, Drawer


@pytest.mark.parametrize("name", ["dict", "set"])
def test_keys_that_are_no_numbers_are_not_looked_at(name: str) -> None:
    """Whoever asks is told so."""
    for key, is_number in ((INT, True), (KEY, False)):
        st = State()
        any_of(
            begun()[0],
            st,
            "held",
            Kind(name, (key, INT) if name == "dict" else (key,)),
        )
        if is_number:
            assert [*limits(st, [], 3)]
        else:
            with pytest.raises(Refusal, match="keys that are no numbers"):
                [*limits(st, [], 3)]


# --- values as Python has them


class Shown:
    """A state, and what Python has where it is one that a solver gives."""

    def __init__(self) -> None:
        self.ev, self.st = begun()

    def any(self, kind: Kind) -> Ref:
        """Any list, dict, set or object."""
        made: Ref = any_of(self.ev, self.st, f"any {kind}", kind)
        return made

    def as_python(self, value: Any, *said: Any, represent: dict[type, Any] | None = None) -> Any:
        """What stands for it in a state of which that is said."""
        model = SmallSolver(lambda begun, model: False).model([*self.st.known, *said])
        assert model is not None
        return Concrete(model, 3, represent or {}).of(value, self.st.heap)

    def an_object(self, name: str, **fields: Any) -> Ref:
        """One of a class of that name."""
        module = self.ev.program.the_class(Drawer).module
        cls = Class(module, ast.ClassDef(name, [], [], [], [], lineno=1))
        return self.st.allocate(ObjectCell(cls, fields))


def test_lists_dicts_and_sets_hold_what_the_state_says() -> None:
    """Numbers and truths are their own; what clients store is numbered as it is met."""
    shown = Shown()
    numbers, ages, keys = (shown.any(Kind(name, (INT,) * n)) for name, n in (("list", 1), ("dict", 2), ("set", 1)))
    row, table, held = (shown.st.heap[each.id] for each in (numbers, ages, keys))
    entries = row.arrays[0]
    of_list = t.conj(t.eq(row.length, 2), t.eq(t.select(entries, 0), 5), t.eq(t.select(entries, 1), -6))
    assert shown.as_python(numbers, of_list) == [5, -6]
    window = range(-2, 11)
    present = [t.iff(t.select(each.present, key), key in (1, 3)) for each in (table, held) for key in window]
    said = t.conj(*present, t.eq(t.select(table.arrays[0], 1), 7), t.eq(t.select(table.arrays[0], 3), 8))
    assert shown.as_python(ages, said) == {1: 7, 3: 8}
    assert shown.as_python(keys, said) == {1, 3}
    assert shown.as_python((flag := t.fresh("flag", t.BOOL)), flag) is True
    assert shown.as_python(flag, t.neg(flag)) is False
    assert (shown.as_python(None), shown.as_python("name"), shown.as_python(3)) == (None, "name", 3)
    one, other = (any_of(shown.ev, shown.st, name, KEY) for name in ("one", "other"))
    parts = Tuple((one, other, one))
    assert shown.as_python(parts, t.neg(t.eq(one, other))) == (0, 1, 0)


def test_things_are_made_of_their_parts() -> None:
    """Sequences, records, lists and dicts of things, objects, and what stands for a container."""
    shown = Shown()
    order = shown.any(Kind("distinct", (INT,)))
    cell = shown.st.heap[order.id]
    said = t.conj(t.eq(cell.length, 2), *(t.eq(t.select(cell.array, t.add(cell.start, at)), 4 - at) for at in (0, 1)))
    assert list(shown.as_python(order, said)) == [4, 3]
    drawer = shown.an_object("Drawer", number=1, size=2)
    made = shown.as_python(drawer)
    assert (type(made), vars(made)) == (Drawer, {"number": 1, "size": 2})
    for cell, real in (
        (RecordCell({"one": 1, "two": "text"}), {"one": 1, "two": "text"}),
        (FixedCell((0, 1), (1, None), True), [1, None]),
        (FixedCell((4, 7), (1, None), False), {4: 1, 7: None}),
    ):
        assert shown.as_python(shown.st.allocate(cell)) == real
    stand = shown.st.allocate(StandCell(drawer, shown.ev.program.the_class(Cabinet)))
    assert shown.as_python(stand, represent={Cabinet: lambda model: [model.size]}) == [2]


def test_nothing_stands_for_what_python_has_not() -> None:
    """A class that no module has, a container that nothing makes, and what is known by its state alone."""
    shown = Shown()
    cabinet = shown.ev.program.the_class(Cabinet)
    drawer = shown.an_object("Drawer", number=1, size=2)
    for value in (
        shown.an_object("Nothing"),
        shown.an_object("annotations"),
        Tuple((1,), Class(cabinet.module, ast.ClassDef("Nothing", [], [], [], [], lineno=1))),
        shown.st.allocate(StandCell(drawer, cabinet)),
        shown.st.allocate(CallsCell(0)),
        shown.st.allocate(HeldCell(t.fresh("state", t.INT), cabinet)),
        Meaning(lambda ev, st, node, args: []),
        Range(0, 1, 1),
    ):
        with pytest.raises(LookupError, match="nothing in Python stands for"):
            shown.as_python(value)


@pytest.mark.parametrize(
    ("numbers", "is_small"), [((0, 3, -2), True), ((4, 3, -2), False), ((0, 11, 0), False), ((0, 0, -3), False)]
)
def test_small_states_hold_few_elements_and_small_numbers(numbers: tuple[int, int, int], is_small: bool) -> None:
    """In lists, in what is given, and in objects."""
    shown = Shown()
    length, given, field = numbers
    row, one = shown.st.heap[shown.any(Kind("list", (INT,))).id], t.fresh("given", t.INT)
    number = t.fresh("number", t.INT)
    shown.an_object("Drawer", number=number, size=True)
    said = t.conj(t.eq(row.length, length), t.eq(one, given), t.eq(number, field))
    solver = SmallSolver(lambda begun, model: False)
    assert (solver.model([*shown.st.known, *limits(shown.st, [one, Tuple((one,))], 3), said]) is not None) is is_small


@pytest.mark.parametrize("name", ["dict", "set"])
def test_small_dicts_hold_few_keys_of_the_window(name: str) -> None:
    """And no others: they are as many as are seen."""
    shown = Shown()
    cell = shown.st.heap[shown.any(Kind(name, (INT, INT) if name == "dict" else (INT,))).id]
    solver = SmallSolver(lambda begun, model: False)
    for count, is_small in ((0, True), (3, True), (4, False)):
        present = [t.iff(t.select(cell.present, key), key < count - 2) for key in range(-2, 11)]
        for size, agrees in ((count, True), (count + 1, False)):
            said = [*limits(shown.st, [], 3), *present, t.eq(cell.size, size)]
            assert (solver.model(said) is not None) is (is_small and agrees)
