"""What a round of a loop changes: it is found by trial rounds, and forgotten where the loop is reached."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from slotproof.engine.prove.python.builtin.splices import Sequences
from slotproof.engine.prove.python.kinds.cells import any_cell, kind_of, new_arrays, new_value, same_value
from slotproof.engine.prove.python.kinds.numbered import AwayCell, OpenCell
from slotproof.engine.prove.python.kinds.opened import is_renewed
from slotproof.engine.prove.python.kinds.rows import changed_parts, forget_part
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    CallsCell,
    Cell,
    Closure,
    DictCell,
    DistinctCell,
    ListCell,
    ObjectCell,
    Ref,
    RowCell,
    SetCell,
    StandCell,
    Term,
    Value,
    refs_in,
)
from slotproof.engine.prove.solver import terms as t

Changes = dict[tuple[Any, str], Any]
"""What rounds change: ("local", name), (cell, field), (cell, "entries" or "length" or "all") -> a value after."""


@dataclass
class Rounds:
    """How a loop goes round: what is asked before a round, what a round begins with, how many there are."""

    node: ast.While | ast.For
    guard: Callable[[State, Term], list[tuple[State, bool]]]
    begin: Callable[[State, Term], list[State]]
    count: Callable[[State], Term] | None = None
    source: Ref | None = None  # the list that is looped over

    def number(self, st: State) -> Term:
        """How often a `for` goes round."""
        if self.count is None:
            raise TypeError("a while loop has no number of rounds")
        return t.greatest(0, self.count(st))


@dataclass(frozen=True)
class LoopClaim:
    """What a declaration says of a loop."""

    name: str
    invariant: Closure | None
    variant: Closure | None
    lockstep: bool = False
    notes: Closure | None = None
    after: Closure | None = None
    changes: tuple[str, ...] | None = None


class Changing(Sequences):
    """What rounds change."""

    def changes(self, rounds: Rounds, st: State) -> Changes:
        """Find what rounds change: they are tried from states in which that is unknown, until nothing new shows up."""
        changed: Changes = {}
        saved, self.silent = self.silent, True
        try:
            while True:
                start = self.forgotten(rounds, st, changed)
                found: Changes = {}
                index = t.fresh("round", t.INT)
                with self.catching():
                    for before, goes_on in rounds.guard(start.copy(), index):
                        for begun in rounds.begin(before, index) if goes_on else []:
                            for end, signal in self.block(rounds.node.body, begun):
                                if signal in (None, "continue"):
                                    self._note_changes(rounds.node, st, start, end, found)
                new = {key: value for key, value in found.items() if key not in changed}
                if not new:
                    return changed
                changed |= new
        finally:
            self.silent = saved

    def name_of(self, rounds: Rounds) -> str:
        """The loop as declarations name it."""
        function = self.running
        return f"{function.name}#{function.loops.index(rounds.node)}"

    def require_said(self, node: ast.AST, st: State, claim: LoopClaim | None, changed: Changes) -> None:
        """Refuse that rounds change an attribute which the declaration of the loop does not name, if it names any."""
        if claim is None or claim.changes is None:
            return
        found = {where for where, _ in changed}
        for number, cell in st.heap.items():
            for name, value in cell.fields.items() if isinstance(cell, ObjectCell) else ():
                if name not in claim.changes and ((number, name) in changed or found & _held(st, value)):
                    why = f"`changes` of {claim.name} does not name it"
                    raise self.refusal(node, f"a round changes `{name}`", why, "name it, or leave `changes` out")

    def _note_changes(self, node: ast.AST, st: State, start: State, end: State, found: Changes) -> None:
        for name in st.env:
            if name not in end.env:
                found.setdefault(("local", name), None)
            elif not same_value(start.env.get(name), end.env[name]):
                self._require_own(node, st, end, end.env[name], name)
                value = end.env[name]
                found.setdefault(("local", name), end.heap[value.id] if isinstance(value, Ref) else value)
        for number in st.heap:
            one, two = start.heap[number], end.heap[number]
            if one is two:
                continue
            if isinstance(two, AwayCell):
                found.setdefault((number, "away"), two)
                continue
            if isinstance(one, ObjectCell):
                for field, value in two.fields.items():
                    if not same_value(one.fields.get(field), value):
                        self._require_own(node, st, end, value, field)
                        found.setdefault((number, field), end.heap[value.id] if isinstance(value, Ref) else value)
            elif isinstance(one, ListCell):
                if any(not t.same(a, b) for a, b in zip(one.arrays, two.arrays, strict=False)) or one.kind != two.kind:
                    found.setdefault((number, "entries"), two)
                if not t.same(one.length, two.length):
                    found.setdefault((number, "length"), two)
            elif isinstance(one, OpenCell) and is_renewed(one, two):
                found.setdefault((number, "rest"), two)
            elif isinstance(one, RowCell):
                found |= {(number, part): two for part in changed_parts(one, two) if (number, part) not in found}
            else:
                found.setdefault((number, "all"), two)

    def _require_own(self, node: ast.AST, st: State, end: State, value: Value, name: str) -> None:
        """A name that comes to hold another list must be the only one that holds it: a new one of this round."""
        if not isinstance(value, Ref):
            return
        fields = [each for cell in end.heap.values() if isinstance(cell, ObjectCell) for each in cell.fields.values()]
        holders = [each for each in (*end.env.values(), *fields) if isinstance(each, Ref) and each.id == value.id]
        if value.id in st.heap or len(holders) > 1 or isinstance(end.heap[value.id], ObjectCell):
            raise self.refusal(
                node, f"{name} comes to hold another list", "somebody else may hold it too", "copy it, or change it"
            )

    def forgotten(self, rounds: Rounds, st: State, changed: Changes) -> State:
        """The state before any round: what rounds change may be anything of its kind."""
        made = st.copy()
        facts: list[Term] = []
        for (where, part), value in changed.items():
            if where == "local":
                if value is None:
                    made.env.pop(part, None)
                    continue
                made.env[part] = self._any(rounds.node, made, part, value, st.env[part], facts)
            elif part == "entries" and isinstance(value, ListCell):
                arrays = new_arrays("entries", value.kind) if value.kind else ()
                made.heap[where] = replace(made.heap[where], kind=value.kind, arrays=arrays)
            elif part == "length" and isinstance(value, ListCell):
                length = t.fresh("length", t.INT)
                facts.append(t.le(0, length))
                made.heap[where] = replace(made.heap[where], length=length)
            elif part == "away":
                made.heap[where] = value
            elif part == "rest":
                made.heap[where] = replace(made.heap[where])
            elif isinstance(made.heap[where], RowCell):
                made.heap[where] = forget_part(made.heap[where], part, facts)
            elif part == "all":
                made.heap[where] = self._any_cell(rounds.node, "changed", value, facts)
            else:
                owner = made.heap[where]
                new = self._any(rounds.node, made, part, value, owner.fields.get(part, value), facts)
                made.heap[where] = ObjectCell(owner.cls, {**owner.fields, part: new})
        made.suppose(facts)
        self._suppose_within(made, {where for where, _ in changed})
        return made

    def _suppose_within(self, st: State, changed: set[Any]) -> None:
        """Operations keep the laws of containers that are known by their models, however often they are called."""
        for cell in [each for each in st.heap.values() if isinstance(each, StandCell)]:
            meant = st.heap[cell.meaning.id]
            parts = {cell.meaning.id, *(each.id for each in meant.fields.values() if isinstance(each, Ref))}
            if parts & changed:
                self.components[cell.of].suppose_laws(self, st, cell.meaning)

    def _any_cell(self, node: ast.AST, name: str, value: Value, facts: list[Term]) -> Cell:
        """Any list, dict, set or sequence like one that a round leaves."""
        if not isinstance(value, ListCell | DictCell | SetCell | DistinctCell | CallsCell):
            what, why = "a loop changes a container that a name holds", "it may stand somewhere else, too"
            raise self.refusal(node, what, why, "make a new one in each round")
        return any_cell(name, value, facts)

    def _any(self, node: ast.AST, st: State, name: str, value: Value, old: Value, facts: list[Term]) -> Value:
        if isinstance(value, Cell):
            if not isinstance(old, Ref):
                raise self.refusal(
                    node, f"{name} changes its kind in the loop", "what it is later is not known", "keep its kind"
                )
            return st.allocate(self._any_cell(node, name, value, facts))
        kind = kind_of(value)
        if kind is None or kind_of(old) != kind:
            why = f"from {self.describe(old)} to {self.describe(value)}"
            raise self.refusal(node, f"{name} changes its kind in the loop", why, "keep its kind")
        return new_value(name, kind)


def _held(st: State, value: Value) -> set[int]:
    """The numbers of what an attribute holds, and no other object: a list, and lists in it."""
    held: set[int] = set()
    met = [value] if isinstance(value, Ref) else []
    while met:
        number = met.pop().id
        if number not in held and not isinstance(st.heap[number], ObjectCell):
            held.add(number)
            met += refs_in(st.heap[number])
    return held
