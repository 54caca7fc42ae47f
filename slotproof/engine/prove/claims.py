"""The claims of a declaration, as formulas of a state; one that reads what is as it was is the same formula again."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from slotproof.engine.prove.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.cells import same_value
from slotproof.engine.prove.python.state import State
from slotproof.engine.prove.python.values import Closure, ObjectCell, Ref, Term


@dataclass(frozen=True)
class Said:
    """A claim that is read: its ID, its sentence, its predicate."""

    id: str
    statement: str
    holds: Closure
    step: bool
    carried: bool

    @property
    def node(self) -> ast.AST:
        """Where it stands."""
        return self.holds.function.node

    @property
    def place(self) -> str:
        """Where it stands, as text."""
        node = self.holds.function.node
        return f"{self.holds.function.module.path}:{node.lineno}"


class ClaimsOf:
    """What a declaration claims of states, and the formulas that were made of it."""

    def __init__(self, refinement: Any, program: Declarations) -> None:
        self.laws = self._read(refinement.laws, program)
        self.couple = self._read(refinement.couple, program)
        self._made: dict[str, list[tuple[list[tuple[int, str, Any]], Term]]] = {}

    def _read(self, claims: Any, program: Declarations) -> list[Said]:
        return [
            Said(each.id, each.statement, program.closure(each.holds), each.step, each.carried)
            for each in claims
            if each.holds is not None
        ]

    @property
    def of_states(self) -> list[Said]:
        """Laws of every state."""
        return [each for each in self.laws if not each.step]

    @property
    def of_steps(self) -> list[Said]:
        """Laws of every step."""
        return [each for each in self.laws if each.step]

    def formula(self, ev: Evaluator, st: State, claim: Said, owners: list[Ref]) -> Term:
        """What a claim says of objects in a state; it is shown elsewhere to read only what is there."""
        with ev.inexact():
            return self._formula(ev, st, claim, owners)

    def _formula(self, ev: Evaluator, st: State, claim: Said, owners: list[Ref]) -> Term:
        for read, made in self._made.get(claim.id, []):
            if all(_same(_held(ev, st, owners, place, name), value) for place, name, value in read):
                return made
        saved, ev.touched = ev.touched, {}
        facts, cost = len(st.facts), (st.reads, st.writes)
        value = ev.applied(st, claim.holds, list(owners), claim.node)
        found = ev.truth(st, value, claim.node)
        touched, ev.touched = ev.touched, saved
        st.reads, st.writes = cost
        kept = self._read_of(ev, st, owners, touched)
        if kept is not None and len(st.facts) == facts:
            self._made.setdefault(claim.id, []).append((kept, found))
        return found

    def _read_of(self, ev: Evaluator, st: State, owners: list[Ref], touched: Any) -> list[tuple[int, str, Any]] | None:
        """What was read, by owner and field; None if anything else was."""
        found = []
        numbers = {(each.id, id(each.heap)): place for place, each in enumerate(owners)}
        if len(numbers) < len(owners):
            return None
        for number, heap, name in touched:
            place = numbers.get((number, heap))
            if place is None:
                return None
            found.append((place, name, _held(ev, st, owners, place, name)))
        return found


def _held(ev: Evaluator, st: State, owners: list[Ref], place: int, name: str) -> Any:
    owner = owners[place]
    cell: ObjectCell = ev.cell(st, owner)
    value = cell.fields.get(name)
    if isinstance(value, Ref):
        return ev.cell(st, Ref(value.id, owner.heap or value.heap))
    return value


def _same(one: Any, other: Any) -> bool:
    """True of one cell, which never changes, or of equal values."""
    return one is other or same_value(one, other)


def show(
    claims: ClaimsOf,
    ev: Evaluator,
    st: State,
    group: list[Said],
    owners: list[Ref],
    when: str,
    before: Ref | None = None,
) -> None:
    """Oblige claims of a state; laws of steps get the state before as well."""
    for claim in group:
        given = [before, *owners] if claim.step and before is not None else owners
        formula = claims.formula(ev, st, claim, [each for each in given if each is not None])
        saved, ev.claim = ev.claim, claim.id
        ev.oblige(st, formula, claim.node, f"{claim.id} {when}: {claim.statement}", claim.place)
        ev.claim = saved


def suppose(
    claims: ClaimsOf, ev: Evaluator, st: State, group: list[Said], owners: list[Ref], before: Ref | None = None
) -> None:
    """Assume claims of a state."""
    for claim in group:
        given = [before, *owners] if claim.step and before is not None else owners
        st.assume(claims.formula(ev, st, claim, [each for each in given if each is not None]))
