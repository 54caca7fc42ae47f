"""The claims of a declaration, as formulas of a state."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Closure, Ref, Term


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
    """What a declaration claims of states."""

    def __init__(self, refinement: Any, program: Declarations) -> None:
        self.laws = self._read(refinement.laws, program)
        self.couple = self._read(refinement.couple, program)
        self.answers, self.program = refinement.answers, program

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
        cost = st.reads, st.writes
        with ev.inexact():
            found = ev.truth(st, ev.applied(st, claim.holds, list(owners), claim.node), claim.node)
        st.reads, st.writes = cost
        return found


def show(
    claims: ClaimsOf,
    ev: Core,
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
    claims: ClaimsOf, ev: Core, st: State, group: list[Said], owners: list[Ref], before: Ref | None = None
) -> None:
    """Assume claims of a state."""
    for claim in group:
        given = [before, *owners] if claim.step and before is not None else owners
        st.assume(claims.formula(ev, st, claim, [each for each in given if each is not None]), claim.id)
