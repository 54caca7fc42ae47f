"""What a run of one side, and a proof of one operation, give."""

from __future__ import annotations

from dataclasses import dataclass, field

from slotproof.engine.prove.python.kinds.state import Open, State
from slotproof.engine.prove.python.kinds.values import (
    Error,
    Term,
    Value,
    View,
)


@dataclass
class Outcome:
    """How one side ended: a state, and a value or an error."""

    st: State
    value: Value = None
    error: Error | None = None

    @property
    def name(self) -> str:
        """The error, or "success"."""
        return self.error.name if self.error else "success"

    def ends_as(self, other: Outcome) -> bool:
        """True if both end in success, or in an error of one class, which is more than its name."""
        modules = [None if each.error is None else each.error.cls.module.name for each in (self, other)]
        return self.name == other.name and modules[0] == modules[1]


@dataclass
class Found:
    """What the proof of one operation gave.

    ends        how the operation may end, and whether a solver rules that out
    reads, writes, rounds      of the arrays, at most; those of each round of a loop
    passes, inner              how often a loop is come to, at most, on a way to an end; in a round of another loop
    presumes    what was taken for granted of the machine, or of what clients pass
    files       what was read, but of slotproof
    """

    unit: str
    open: list[Open] = field(default_factory=list)
    refusal: str = ""
    paths: int = 0
    obligations: int = 0
    ends: dict[str, bool] = field(default_factory=dict)
    reads: Term = 0
    writes: Term = 0
    rounds: dict[str, tuple[Term, Term]] = field(default_factory=dict)
    passes: dict[str, int] = field(default_factory=dict)
    inner: dict[tuple[str, str], int] = field(default_factory=dict)
    rested: set[str] = field(default_factory=set)
    presumes: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def seen(value: Value) -> Value:
    """What an iterator yields, looked through."""
    return View(value.length, value.at) if isinstance(value, View) and value.once else value
