"""What the claims of a loop may use: where it rests on something, that is obliged."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.declaration import meant, told
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.kinds.cells import contains
from slotproof.engine.prove.python.kinds.stands import word_require_few_moved
from slotproof.engine.prove.python.kinds.values import INT, Kind, Meaning, View
from slotproof.engine.prove.python.logic.words import word_greatest
from slotproof.engine.prove.sides import alike
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

from .. import worded
from ..begun import begun

NODE = ast.parse("told").body[0]


@pytest.mark.parametrize("is_same", [True, False])
def test_what_holds_the_same_is_as_large(is_same: bool) -> None:
    """A dict and a sequence, of which it is shown that they do."""
    ev, st = begun()
    keys = any_of(ev, st, "keys", Kind("dict", (INT, INT)))
    items = any_of(ev, st, "items", Kind("distinct", (INT,)))
    one, other, key = st.heap[keys.id], st.heap[items.id], t.variable("key", 1)
    if is_same:
        st.assume(t.forall(key, t.iff(contains(one, key), contains(other, key))))
    told.counted(ev, st, NODE, keys, items)
    assert (ev.open == []) is is_same
    before = len(ev.open)
    ev.oblige(st, t.eq(one.size, other.length), NODE, "it is as large")
    assert len(ev.open) == before


def test_how_many_may_move_is_a_number() -> None:
    """Of one that is not known nothing can be obliged."""
    ev, st = begun()
    items = any_of(ev, st, "items", Kind("distinct", (INT,)))
    others = any_of(ev, st, "others", Kind("distinct", (INT,)))
    with pytest.raises(Refusal, match="how many may move is not known"):
        word_require_few_moved(ev, st, NODE, items, others, t.fresh("most", t.INT), None)
    word_require_few_moved(ev, st, NODE, items, items, 0, None)
    assert ev.open == []
    word_require_few_moved(ev, st, NODE, items, others, 1, None)
    assert ev.open


BELOW_3 = Meaning(lambda ev, st, node, args: [(st, t.lt(args[0], 3))])
ITSELF = Meaning(lambda ev, st, node, args: [(st, args[0])])


@pytest.mark.parametrize(("high", "is_so"), [(0, True), (3, True), (4, False)])
def test_what_is_said_of_each_is_obliged_of_each(high: int, is_so: bool) -> None:
    """And known of each that is looked up, and of no other."""
    ev, st = begun()
    ev.oblige(st.copy(), told.of_each(ev, st, NODE, 0, high, BELOW_3, ITSELF, ITSELF), NODE, "each")
    assert (ev.open == []) is is_so
    with ev.inexact():
        array = t.fresh_array("looked up", t.INT)
        looked_up = Meaning(lambda ev, st, node, args: [(st, t.select(array, args[0]))])
        st.assume(told.of_each(ev, st, NODE, 0, t.fresh("high", t.INT), BELOW_3, looked_up, ITSELF))
    before = len(ev.open)
    ev.oblige(st, False, NODE, "something false")
    assert len(ev.open) > before


def test_a_list_before_its_last_entry() -> None:
    """Is the list before it was appended; of what is no list there is none."""
    ev, st = begun()
    ev.stack.append(ev.program.closure(worded.itself).function)
    entries = any_of(ev, st, "entries", Kind("list", (INT,)))
    before = st.heap[entries.id]
    longer = replace(before, arrays=tuple(t.store(each, before.length, 7) for each in before.arrays))
    items = any_of(ev, st, "items", Kind("set", (INT,)))
    with pytest.raises(Refusal, match="a claim about without_last"):
        told.without_last(ev, st, NODE, entries)
    with ev.looking():
        found = st.heap[told.without_last(ev, st, NODE, st.allocate(longer)).id]
        assert found.arrays[0].eq(before.arrays[0])
        assert st.heap[told.without_last(ev, st, NODE, entries).id].arrays[0].eq(before.arrays[0])
        with pytest.raises(Refusal, match="name a list"):
            told.without_last(ev, st, NODE, items)
    with pytest.raises(Refusal, match="a sequence of distinct numbers"):
        told.counted(ev, st, NODE, items, entries)
    with pytest.raises(Refusal, match="a sequence of distinct numbers"):
        told.counted(ev, st, NODE, entries, items)


def test_a_local_of_a_loop_that_was_left() -> None:
    """As it was then; of another loop, or of another name, there is none."""
    ev, st = begun()
    ev.stack.append(ev.program.closure(worded.itself).function)
    held = any_of(ev, st, "held", Kind("list", (INT,)))
    st.left = {"Box.look#0": ({"number": 3, "held": held}, dict(st.heap))}
    assert meant.local(ev, st, NODE, "Box.look#0", "number") == 3
    found = meant.local(ev, st, NODE, "Box.look#0", "held")
    assert (found.id, found.heap) == (held.id, dict(st.heap))
    for loop, name in (("Box.look#0", "other"), ("Box.look#1", "number")):
        with pytest.raises(Refusal, match="no such loop was left"):
            meant.local(ev, st, NODE, loop, name)


def test_the_greatest_of_nothing_is_the_default() -> None:
    """And else an element; nothing false is known of either."""
    for is_empty in (True, False):
        ev, st = begun()
        items = any_of(ev, st, "items", Kind("set", (INT,)))
        cell, key = st.heap[items.id], t.variable("key", 1)
        st.assume(t.forall(key, t.neg(contains(cell, key))) if is_empty else contains(cell, 3))
        found = word_greatest(ev, st, NODE, items, 7)
        ev.oblige(st.copy(), t.eq(found, 7) if is_empty else t.le(3, found), NODE, "the greatest")
        assert ev.open == []
        ev.oblige(st, False, NODE, "something false")
        assert ev.open


@pytest.mark.parametrize("other", [None, 0, 1])
def test_sequences_are_alike_at_each_place(other: int | None) -> None:
    """The first and the last one, too."""
    ev, st = begun()
    one = View(2, lambda place: place)
    two = View(2, lambda place: place if other is None else t.ite(t.eq(place, other), 5, place))
    simulation: Any = None  # which only containers are compared by
    ev.oblige(st, alike._same_entries(ev, st, one, two, simulation), NODE, "alike")
    assert (ev.open == []) is (other is None)
