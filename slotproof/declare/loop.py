"""Loops: what is true each time one comes to its head."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from slotproof.declare.claim import DeclarationPart


@dataclass(frozen=True)
class Loop(DeclarationPart):
    """What is true each time a loop comes to its head.

    function    qualified name, such as "HandleMap.clear"
    index       which loop of the function, from 0, in source order
    invariant   (at) -> named conditions; see docs/users/own-containers.md and docs/engineers/prover-internals.md
    variant     (at) -> an int that is never negative and falls with each round
    changes     attributes of objects that a round may change, and no others; None: what it changes is found
    lockstep    the model has the same loop: both go round together, and the coupling is the invariant
    notes       (at) -> a number, and a number that is noted of it where a round ends; the invariant reads what was
                noted last of any number as `at.noted(number)`, which may be anything before; no code sees it
    after       (at) -> named conditions, shown where a round ends and before the invariant, which may rest on them;
                `at.round` and `at.round_local` are the implementation and the locals when the round began
    """

    function: str
    index: int = 0
    invariant: Callable[[Any], Mapping[str, bool]] = field(default=lambda at: {})
    variant: Callable[[Any], Any] | None = None
    changes: tuple[str, ...] | None = None
    lockstep: bool = False
    notes: Callable[[Any], tuple[Any, Any]] | None = None
    after: Callable[[Any], Mapping[str, bool]] | None = None
