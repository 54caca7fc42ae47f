"""Loops that both sides go round together: how the model came to one, and what ties both sides there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slotproof.engine.prove.declaration.claims import ClaimsOf, Said, show, suppose
from slotproof.engine.prove.python.changes import Changes, LoopClaim, Rounds
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.state import Head, Signal, State
from slotproof.engine.prove.python.kinds.values import (
    Error,
    Ref,
    Term,
)
from slotproof.engine.prove.source import Function


class Reached(Error):
    """How the model "ends" where it comes to a loop in lockstep, to show what a round does."""

    @property
    def ends_all(self) -> bool:
        """No code runs any more."""
        return True


@dataclass(frozen=True)
class Waiting:
    """A loop of the model that the implementation is to go along with.

    entry, log   when the model came to it
    head         when it was at the head of the loop last, or began the round that ended early; None if the model has
                 gone no further than to the loop
    index        the number of that round
    early        how that round ended early; None if it did not
    """

    rounds: Rounds
    claim: LoopClaim
    function: Function
    changed: Changes
    entry: Head
    log: tuple[Any, ...]
    head: State | None = None
    index: Term = 0
    early: Signal = None


@dataclass(frozen=True)
class Ties:
    """What is assumed and shown of states in which both sides are: the claims, and laws of steps that are carried."""

    claims: ClaimsOf
    carried: list[Said]

    def suppose_laws(self, ev: Core, st: State) -> None:
        """Assume the laws of the model."""
        model = ev.setting.model
        suppose(self.claims, ev, st, self.claims.of_states, [model])
        suppose(self.claims, ev, st, self.carried, [Ref(model.id, ev.setting.before), model])

    def show_laws(self, ev: Core, st: State, when: str) -> None:
        """Oblige the laws of the model."""
        model = ev.setting.model
        show(self.claims, ev, st, self.claims.of_states, [model], when)
        show(self.claims, ev, st, self.carried, [Ref(model.id, ev.setting.before), model], when)

    def suppose_coupled(self, ev: Core, st: State) -> None:
        """Assume the coupling."""
        suppose(self.claims, ev, st, self.claims.couple, [ev.setting.model, ev.setting.impl])

    def show_coupled(self, ev: Core, st: State, when: str) -> None:
        """Oblige the coupling."""
        show(self.claims, ev, st, self.claims.couple, [ev.setting.model, ev.setting.impl], when)
