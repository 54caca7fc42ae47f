"""The claims of a declaration, as formulas of a state; one that reads what is as it was is the same formula again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import same_value
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Closure, ObjectCell, Ref, Term


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
        self.answers, self.program = refinement.answers, program
        self._made: dict[tuple[Any, ...], list[tuple[list[tuple[int, int, str, Any]], Term]]] = {}

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

    def asked(self, name: str, ends: str) -> Iterator[tuple[Any, Closure]]:
        """What laws say of an operation that answers, or is refused: which law, and its predicate.

        Takes      ends, "answered", "refused" or "invalid"
        """
        for law in self.answers:
            if name in getattr(law, ends):
                yield law.claim, self.program.closure(getattr(law, ends)[name])

    def formula(self, ev: Core, st: State, claim: Said, owners: list[Ref]) -> Term:
        """What a claim says of objects in a state; it is shown elsewhere to read only what is there."""
        with ev.inexact(defined=True):
            return self._formula(ev, st, claim, owners)

    def _formula(self, ev: Core, st: State, claim: Said, owners: list[Ref]) -> Term:
        """What was made before, if all that it reads is as it was; else made anew.

        Cost       to make all anew is more than half of `slotproof verify registry --operation emplace --judge prove`
        """
        heaps = {id(each.heap): st.heap if each.heap is None else each.heap for each in owners}
        places = {number: place for place, number in enumerate(heaps)}
        made = self._made.setdefault((claim.id, *((each.id, places[id(each.heap)]) for each in owners)), [])
        now = list(heaps.values())
        for read, formula in reversed(made):
            if all(_is_so(now[place], *seen) for place, *seen in read):
                return formula
        saved, ev.touched = ev.touched, {}
        facts, last, cost = len(st.facts), st.last, st.cost
        value = ev.applied(st, claim.holds, list(owners), claim.node)
        found = ev.truth(st, value, claim.node)
        touched, ev.touched = ev.touched, saved
        st.cost = cost
        old = [(key, seen) for key, seen in touched.items() if key[1] != id(None) or key[0] <= last]
        if len(st.facts) == facts and all(heap in places for (_, heap, _), _ in old):
            made.append(([(places[heap], number, name, seen) for (number, heap, name), seen in old], found))
        return found


def _is_so(heap: Any, number: int, name: str, seen: Any) -> bool:
    """True if a field holds what was seen there; without a name, a cell is the same one, or an object of its class."""
    cell = heap.get(number)
    if isinstance(cell, ObjectCell):
        return cell.cls is seen if not name else same_value(cell.fields.get(name), seen)
    return cell is seen


def show(claims: ClaimsOf, ev: Core, st: State, group: list[Said], owners: list[Ref], when: str) -> None:
    """Oblige claims of a state; laws of steps get the state before first."""
    for claim in group:
        formula = claims.formula(ev, st, claim, owners)
        saved, ev.claim = ev.claim, claim.id
        ev.oblige(st, formula, claim.node, f"{claim.id} {when}: {claim.statement}", claim.place)
        ev.claim = saved


def suppose(claims: ClaimsOf, ev: Core, st: State, group: list[Said], owners: list[Ref]) -> None:
    """Assume claims of a state; laws of steps get the state before first."""
    for claim in group:
        st.assume(claims.formula(ev, st, claim, owners), claim.id)
