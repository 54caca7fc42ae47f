"""What it costs: how often entries are read and written of the lists, dicts and sets that the container holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from slotproof.engine.prove.python.interface import Interface
from slotproof.engine.prove.python.kinds.cells import size_of
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.values import FixedCell, ObjectCell, Ref, Term, Value, View, owned
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.triggers import mentions

if TYPE_CHECKING:
    import ast

    from slotproof.engine.prove.python.kinds.state import State
    from slotproof.engine.prove.python.kinds.values import Cell


class Costs(Interface):
    """Counts what is read and written of the implementation."""

    def __init__(self) -> None:
        self.counted: frozenset[int] = frozenset()  # cells whose reads and writes are counted
        self.rounds: dict[str, tuple[Term, Term]] = {}
        self.inner: dict[tuple[str, str], int] = {}  # how often a round of one loop comes to another, at most

    def count(self, st: State, ref: Value, reads: Term = 0, writes: Term = 0) -> None:
        """Count what is read and written of an array that is the implementation's, or was when the operation began."""
        if not isinstance(ref, Ref) or ref.heap is not None:
            return
        if ref.id in self.counted or ref.id in owned(st.heap, self.setting.impl):
            st.reads, st.writes = t.add(st.reads, reads), t.add(st.writes, writes)

    def store(self, st: State, owner: Ref, cell: Cell) -> None:
        """Put a cell in the place of another one.

        Of what so becomes a part of the implementation, and was made by the operation, each entry counts as written.
        """
        impl = self.setting.impl
        if not isinstance(cell, ObjectCell | FixedCell | OpenCell) or owner.id not in {impl.id, *owned(st.heap, impl)}:
            st.heap[owner.id] = cell
            return
        known = owned(st.heap, impl) | self.setting.before.keys()
        st.heap[owner.id] = cell
        for each in sorted(owned(st.heap, impl) - known):
            size = size_of(st.heap[each])
            if size is not None:
                self.count(st, Ref(each), writes=size)

    def looked_through(self, st: State, value: Value, node: ast.AST) -> View:
        """Return a sequence as a view, and count that all of it is read."""
        view = self.view(st, value, node)
        self.count_through(st, value, view)
        return view

    def count_through(self, st: State, value: Value, view: View) -> None:
        """Count that each entry is read of what a view shows."""
        for each in (value, *view.over):
            self.count(st, each, reads=view.length)

    def count_each(self, st: State, count: Term, before: State, after: State, item: Term) -> None:
        """Count what was read and written for one item, for each of so many; not known if it depends on the item.

        What an item comes to loops for is come to as often as one item does: they repeat for each item.
        """
        for loop, often in after.passes.items():
            st.pass_through(loop, often - before.passes.get(loop, 0))
        for name in ("reads", "writes"):
            cost = t.sub(getattr(after, name), getattr(before, name))
            if not t.same(cost, 0):
                cost = cost if t.known(cost) or not mentions(cost, item) else t.fresh("cost", t.INT)
                setattr(st, name, t.add(getattr(st, name), t.mul(count, cost)))

    def note_rounds(self, loop: str, reads: Term, writes: Term) -> None:
        """Note what a round of a loop costs."""
        most = self.rounds.get(loop, (0, 0))
        self.rounds[loop] = (t.worst(most[0], reads), t.worst(most[1], writes))

    def note_inner(self, around: str, before: Mapping[str, int], after: Mapping[str, int]) -> None:
        """Note how often a round of one loop came to each other one."""
        for loop, count in after.items():
            self.inner[around, loop] = max(self.inner.get((around, loop), 0), count - before.get(loop, 0))

    def count_rounds(self, st: State, name: str, cost: Any) -> None:
        """Count the rounds of loops in an operation that is called."""
        for each, reads, writes in cost.rounds:
            self.note_rounds(f"{name}, each {each}", reads, writes)
            st.pass_through(f"{name}, each {each}")
