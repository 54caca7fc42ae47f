"""What a round of a loop changes: it is found by trial rounds, and forgotten where the loop is reached."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

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
from slotproof.engine.prove.source import Refusal

Changes = dict[tuple[Any, str], Any]
"""What rounds change: ("local", name), (cell, field), (cell, "entries" or "length" or "all") -> a value after."""

FORGOTTEN: Final = ListCell | DictCell | SetCell | DistinctCell | CallsCell
"""Cells of which any one may be there after a round."""


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
                found = dict(changed)
                index = t.fresh("round", t.INT)
                with self.catching():
                    for before, goes_on in rounds.guard(start.copy(), index):
                        for begun in rounds.begin(before, index) if goes_on else []:
                            for end, signal in self.block(rounds.node.body, begun):
                                if signal in (None, "continue"):
                                    self._note_changes(rounds.node, st, start, end, found)
                if found.keys() == changed.keys() and all(found[key] is changed[key] for key in found):
                    return changed
                changed = found
        finally:
            self.silent = saved

    def name_of(self, rounds: Rounds) -> str:
        """The loop as declarations name it."""
        return self.named(rounds.node)

    def named(self, node: ast.While | ast.For) -> str:
        """A loop of what runs, likewise."""
        return f"{self.running.name}#{self.running.loops.index(node)}"

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
                found["local", name] = None
            elif not same_value(start.env.get(name), end.env[name]):
                self._require_own(node, st, end, end.env[name], name)
                self._note(node, found, ("local", name), _shown(start, start.env.get(name)), _shown(end, end.env[name]))
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
                        self._note(
                            node, found, (number, field), _shown(start, one.fields.get(field)), _shown(end, value)
                        )
            elif isinstance(one, ListCell):
                if any(not t.same(a, b) for a, b in zip(one.arrays, two.arrays, strict=False)) or one.kind != two.kind:
                    self._note(node, found, (number, "entries"), one, two)
                if not t.same(one.length, two.length):
                    found.setdefault((number, "length"), two)
            elif isinstance(one, OpenCell) and is_renewed(one, two):
                found.setdefault((number, "rest"), two)
            elif isinstance(one, RowCell):
                found |= {(number, part): two for part in changed_parts(one, two) if (number, part) not in found}
            elif isinstance(two, FORGOTTEN):
                self._note(node, found, (number, "all"), one, two)
            else:
                found[number, "all"] = two

    def _note(self, node: ast.AST, found: Changes, key: tuple[Any, str], was: Any, value: Any) -> None:
        """Note what a round leaves where something else was; what is lost on one way may be lost.

        On one way something may be put in, on another not: what is noted tells the kinds of all.
        """
        met = found.get(key, value if was is None else was)
        if met is None or value is None:
            found[key] = None
            return
        most, least = sorted((met, value), key=lambda each: _kinds(each).count(None))
        if any(kind not in (None, known) for known, kind in zip(_kinds(most), _kinds(least), strict=False)):
            raise self._otherwise(node, key[1], "what it is later is not known")
        found[key] = most

    def _otherwise(self, node: ast.AST, name: str, why: str) -> Refusal:
        """What to raise of what is of another kind after a round."""
        return self.refusal(node, f"{name} changes its kind in the loop", why, "keep its kind")

    def _require_own(self, node: ast.AST, st: State, end: State, value: Value, name: str) -> None:
        """A name that comes to hold another list must be the only one that holds it: a new one of this round."""
        if not isinstance(value, Ref):
            return
        fields = [each for cell in end.heap.values() if isinstance(cell, ObjectCell) for each in cell.fields.values()]
        holders = [each for each in (*end.env.values(), *fields) if isinstance(each, Ref) and each.id == value.id]
        if value.id in st.heap or len(holders) > 1 or isinstance(end.heap[value.id], ObjectCell):
            raise self._held_twice(node, name)

    def forgotten(self, rounds: Rounds, st: State, changed: Changes) -> State:
        """The state before any round: what rounds change may be anything of its kind.

        Where rounds put another list, what was there before may be there still, and nobody looks at it by another name.
        """
        made = st.copy()
        facts: list[Term] = []
        left: dict[int, AwayCell] = {}
        for (where, part), value in changed.items():
            if where == "local":
                if value is None:
                    made.env.pop(part, None)
                    continue
                self._leave(rounds.node, st.env[part], part, left)
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
                self._leave(rounds.node, owner.fields.get(part), part, left)
                new = self._any(rounds.node, made, part, value, owner.fields.get(part, value), facts)
                made.heap[where] = ObjectCell(owner.cls, {**owner.fields, part: new})
        made.heap |= left
        made.suppose(facts)
        self._suppose_within(made, {where for where, _ in changed})
        return made

    def _leave(self, node: ast.AST, old: Value, name: str, left: dict[int, AwayCell]) -> None:
        """Note that another list may stand where an old one did, which nothing else may come to leave as well."""
        if isinstance(old, Ref):
            if old.id in left:
                raise self._held_twice(node, name)
            why = f"a round may have put another one in the place of {name}"
            left[old.id] = AwayCell(f"what {name} was", why, "copy it before, or read the field again")

    def _held_twice(self, node: ast.AST, name: str) -> Refusal:
        """What to raise where two names hold a list, of which one comes to hold another."""
        why, cure = "somebody else may hold it too", "copy it, or change it"
        return self.refusal(node, f"{name} comes to hold another list", why, cure)

    def _suppose_within(self, st: State, changed: set[Any]) -> None:
        """Operations keep the laws of containers that are known by their models, however often they are called."""
        for cell in [each for each in st.heap.values() if isinstance(each, StandCell)]:
            meant = st.heap[cell.meaning.id]
            parts = {cell.meaning.id, *(each.id for each in meant.fields.values() if isinstance(each, Ref))}
            if parts & changed:
                self.components[cell.of].suppose_laws(self, st, cell.meaning)

    def _any_cell(self, node: ast.AST, name: str, value: Value, facts: list[Term]) -> Cell:
        """Any list, dict, set or sequence like one that a round leaves."""
        if not isinstance(value, FORGOTTEN):
            what, why = "a loop changes a container that a name holds", "it may stand somewhere else, too"
            raise self.refusal(node, what, why, "make a new one in each round")
        return any_cell(name, value, facts)

    def _any(self, node: ast.AST, st: State, name: str, value: Value, old: Value, facts: list[Term]) -> Value:
        if isinstance(value, Cell):
            if not isinstance(old, Ref):
                raise self._otherwise(node, name, "what it is later is not known")
            return st.allocate(self._any_cell(node, name, value, facts))
        kind = kind_of(value)
        if kind is None or kind_of(old) != kind:
            raise self._otherwise(node, name, f"from {self.describe(old)} to {self.describe(value)}")
        return new_value(name, kind)


def _shown(st: State, value: Value) -> Any:
    """The cell of a list, dict or set; of anything else, the value."""
    return st.heap[value.id] if isinstance(value, Ref) else value


def _kinds(value: Any) -> tuple[Any, ...]:
    """The kinds that tell what a value may be: of a cell, none where nothing was ever put in."""
    if isinstance(value, Cell):
        return type(value), getattr(value, "by", None), getattr(value, "kind", None)
    return (kind_of(value) or object(),)


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
