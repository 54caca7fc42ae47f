"""Loops that both sides go round together: how the model came to one, and what ties both sides there."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from slotproof.engine.prove.python.changes import Changes, LoopClaim, Rounds
from slotproof.engine.prove.python.kinds.state import Head, Signal, State
from slotproof.engine.prove.python.kinds.values import (
    Error,
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
    """What the judge says of states: what is assumed of coupled ones, and what is to be shown."""

    suppose_laws: Callable[[State], None]
    show_laws: Callable[[State, ast.AST, str], None]
    suppose_coupled: Callable[[State], None]
    show_coupled: Callable[[State, ast.AST, str], None]
