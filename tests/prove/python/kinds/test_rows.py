"""Lists and dicts of containers: one stands in one place, and a new one under a key that is new."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from typing import Any

import pytest

from slotproof.engine.prove.python.kinds.rows import Part, StateOf, append, is_key, mapped, place, put_state, state_of
from slotproof.engine.prove.python.kinds.values import HeldCell, Meaning, Ref, RowCell
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

from ...begun import begun
from ...examples.cabinet import Cabinet, Drawer

NODE = ast.parse("rows").body[0]
SORT = t.states("Drawer")


class Asked:
    """Drawers in a list or a dict, and one that stands nowhere."""

    def __init__(self, is_dict: bool) -> None:
        self.ev, self.st = begun()
        self.cls = self.ev.program.the_class(Drawer)
        present = t.fresh_array("has", t.BOOL) if is_dict else None
        self.row = RowCell(t.fresh_array("drawers", SORT), t.fresh("length", t.INT), self.cls, present)
        self.owner = self.st.allocate(self.row)
        self.state = t.fresh("state", SORT)
        self.held: Ref = self.st.allocate(HeldCell(self.state, self.cls))

    def put(self, index: object) -> None:
        """Put it there."""
        place(self.ev, self.st, self.owner, self.st.heap[self.owner.id], index, self.held, NODE)


@pytest.mark.parametrize("is_new", [True, False])
def test_a_key_is_new(is_new: bool) -> None:
    """It is obliged that nothing stands there."""
    asked, key = Asked(True), t.fresh("key", t.INT)
    if is_new:
        asked.st.assume(t.neg(is_key(asked.row, key)))
    asked.put(key)
    assert (asked.ev.open == []) is is_new
    before = len(asked.ev.open)
    row = asked.st.heap[asked.owner.id]
    what = t.conj(is_key(row, key), t.eq(row.length, t.add(asked.row.length, 1)), t.eq(row.states[key], asked.state))
    asked.ev.oblige(asked.st, what, NODE, "it stands there")
    assert len(asked.ev.open) == before


@pytest.mark.parametrize("is_there", [True, False])
def test_one_is_read_where_it_stands(is_there: bool) -> None:
    """It is obliged that one stands there."""
    for is_dict in (True, False):
        asked, key = Asked(is_dict), t.fresh("key", t.INT)
        if is_there:
            asked.st.assume(is_key(asked.row, key))
        found = asked.ev.item(asked.st, asked.owner, key, NODE)
        assert isinstance(found, Part)
        assert (asked.ev.open == []) is is_there


def test_what_has_keys_has_no_end() -> None:
    """Nothing is put behind it."""
    asked = Asked(True)
    with pytest.raises(Refusal, match="append one container to a list"):
        append(asked.ev, asked.st, asked.owner, [asked.held], NODE)


def test_one_stands_in_one_place() -> None:
    """It is not put in once more, nor is what was, nor what is no container; a change of it is one where it stands."""
    asked = Asked(False)
    asked.put(asked.row.length)
    with pytest.raises(Refusal, match="it may stand somewhere else, too"):
        asked.put(t.add(asked.row.length, 1))
    with pytest.raises(Refusal, match="it may stand somewhere else, too"):
        place(asked.ev, asked.st, asked.owner, asked.row, 0, Ref(asked.held.id, dict(asked.st.heap)), NODE)
    other = t.fresh("other", SORT)
    put_state(asked.ev, asked.st, asked.held, other, NODE)
    row = asked.st.heap[asked.owner.id]
    said = t.conj(t.eq(row.states[asked.row.length], other), t.eq(state_of(asked.ev, asked.st, asked.held), other))
    asked.ev.oblige(asked.st, said, NODE, "it has changed")
    assert asked.ev.open == []
    with pytest.raises(Refusal, match="it stands nowhere"):
        put_state(asked.ev, asked.st, StateOf(other, asked.cls), other, NODE)


@pytest.mark.parametrize(("of", "stands"), [(Drawer, False), (Drawer, True), (Cabinet, False)])
def test_what_takes_the_place_of_each_is_such_a_container(of: type, stands: bool) -> None:
    """And stands nowhere else."""
    asked = Asked(True)
    cls = asked.ev.program.the_class(of)
    state = t.fresh("another", t.states(cls.name))

    def change(ev: Any, st: Any, node: ast.AST, args: list[Any]) -> Any:
        return [(st, args[1] if stands else st.allocate(HeldCell(state, cls)))]

    with nullcontext() if of is Drawer and not stands else pytest.raises(Refusal, match="it may stand somewhere else"):
        made = mapped(asked.ev, asked.st, asked.owner, Meaning(change), NODE)
        assert t.same(t.select(asked.st.heap[made.id].states, 7), state)
