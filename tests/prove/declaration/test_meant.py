"""What a state of the model is put together from is obliged to be what it is taken for, each part of it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from slotproof.engine.prove.declaration import meant
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.builtin.collections import distinct_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, TEXT, Kind, ListCell, Meaning, Ref
from slotproof.engine.prove.solver import terms as t

from ..begun import begun

NODE = ast.parse("meant").body[0]
LIST, DICT, DISTINCT = Kind("list", (INT,)), Kind("dict", (INT, INT)), Kind("distinct", (INT,))


class Asked(NamedTuple):
    """An evaluator, and a state in which there are things of which nothing is known."""

    ev: Evaluator
    st: State

    def any(self, kind: Kind) -> Ref:
        """Any list, dict or sequence."""
        made: Ref = any_of(self.ev, self.st, f"any {kind}", kind)
        return made

    def cell(self, value: Ref) -> Any:
        """What it holds."""
        return self.st.heap[value.id]

    def list_of(self, *numbers: int) -> Ref:
        """A list of such numbers."""
        array = t.fresh_array("numbers", t.INT)
        for place, number in enumerate(numbers):
            array = t.store(array, place, number)
        return self.st.allocate(ListCell((array,), len(numbers), INT))

    def places_of(self, entries: Ref) -> Ref:
        """The dict from each entry of a list to a place where it stands."""
        places = self.any(DICT)
        at = t.fresh_array("at", t.INT)
        one, number = self.cell(entries), t.variable("i", 1)
        inside = t.conj(t.le(0, number), t.lt(number, one.length))
        self.st.assume(t.forall(number, t.implies(inside, t.eq(t.select(at, t.select(one.arrays[0], number)), number))))
        self.st.heap[places.id] = type(self.cell(places))(*_with_array(self.cell(places), at))
        return places


def _with_array(cell: Any, array: Any) -> tuple[Any, ...]:
    return (cell.present, (array,), cell.size, cell.kind, None)


def function(of: Callable[..., Any]) -> Meaning:
    """A function that declarations hand over."""
    return Meaning(lambda ev, st, node, args: [(st, of(*args))])


def placed(asked: Asked, is_right: bool) -> None:
    """Entries that are distinct, and any."""
    entries = asked.any(LIST)
    places = asked.places_of(entries) if is_right else asked.any(DICT)
    meant.placed(asked.ev, asked.st, NODE, entries, places)


def sequence(asked: Asked, is_right: bool) -> None:
    """A list and its inverse, and one that is not."""
    distinct_of(asked.ev, asked.st, NODE, asked.list_of(1, 0, 2), asked.list_of(1, 0, 2 if is_right else 1))


def tabled(asked: Asked, is_right: bool) -> None:
    """A function with an inverse, and one that gives the same twice."""
    back = function(lambda number: t.sub(number, 1 if is_right else 2))
    meant.tabled(asked.ev, asked.st, NODE, 3, function(lambda number: t.add(number, 1)), back)


def keyed(asked: Asked, is_right: bool) -> None:
    """An entry for each key, and too few."""
    keys = asked.any(DISTINCT)
    asked.st.assume(t.eq(asked.cell(keys).length, 2))
    meant.keyed(asked.ev, asked.st, NODE, keys, asked.list_of(*range(2 if is_right else 1)))


def left_out(asked: Asked, is_right: bool) -> None:
    """What is left out stands at places, and beyond them."""
    keys, but = asked.any(DISTINCT), asked.any(DISTINCT)
    out = asked.cell(but)
    asked.st.assume(t.conj(t.eq(asked.cell(keys).length, 2), t.eq(out.length, 1)))
    asked.st.assume(t.eq(t.select(out.array, out.start), 1 if is_right else 2))
    meant.keyed(asked.ev, asked.st, NODE, keys, asked.list_of(7, 8), but)


def told_apart(asked: Asked, is_right: bool) -> None:
    """Names that differ, and one for all."""
    name = function(lambda place: t.add(place, 5) if is_right else t.sub(place, place))
    made = meant.told_apart(asked.ev, asked.st, NODE, 3, name)
    if is_right:
        asked.ev.oblige(asked.st, t.eq(t.select(asked.cell(made).arrays[0], 6), 1), NODE, "6 is the name of 1")


def listed(asked: Asked, is_right: bool) -> None:
    """So many entries, and fewer than none."""
    length = t.fresh("length", t.INT)
    asked.st.assume(t.le(0 if is_right else -1, length))
    meant.listed(asked.ev, asked.st, NODE, length, function(lambda place: place))


@pytest.mark.parametrize("word", [placed, sequence, tabled, keyed, left_out, told_apart, listed])
@pytest.mark.parametrize("is_right", [True, False], ids=["right", "wrong"])
def test_what_is_put_together_is_what_it_is_called(word: Callable[[Asked, bool], None], is_right: bool) -> None:
    """Where it is not, that is open."""
    asked = Asked(*begun())
    word(asked, is_right)
    assert [each.what for each in asked.ev.open] == [] if is_right else asked.ev.open


@pytest.mark.parametrize("word", [placed, sequence, tabled, keyed, left_out, told_apart, listed])
def test_nothing_that_is_false_is_known_of_what_is_put_together(word: Callable[[Asked, bool], None]) -> None:
    """Else anything could be shown beside it."""
    asked = Asked(*begun())
    word(asked, True)
    asked.ev.oblige(asked.st, False, NODE, "what is false")
    assert [each.what for each in asked.ev.open] == ["what is false"]


@pytest.mark.parametrize(("place", "is_known"), [(-1, False), (0, True), (2, True), (3, False)])
def test_only_a_place_has_a_name_that_is_told_apart(place: int, is_known: bool) -> None:
    """From 0 up to the length; of any other number nothing is known."""
    asked = Asked(*begun())
    made = meant.told_apart(asked.ev, asked.st, NODE, 3, function(lambda number: t.add(number, 5)))
    asked.ev.oblige(asked.st, t.eq(t.select(asked.cell(made).arrays[0], place + 5), place), NODE, "its name")
    assert (asked.ev.open == []) is is_known


def test_names_that_are_told_apart_may_be_texts() -> None:
    """They are keys then."""
    asked, names = Asked(*begun()), t.fresh_array("names", t.TEXT)
    made = meant.told_apart(asked.ev, asked.st, NODE, 3, function(lambda place: t.select(names, place)))
    assert asked.cell(made).by == TEXT
