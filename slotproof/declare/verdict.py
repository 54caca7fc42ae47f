"""What a judge says: a verdict for each claim it looked at, and a failure with everything a person needs to see it.

A judge is a module with
    NAME                                       its name on the command line
    units(refinement, deep) -> list[str]       independent pieces of work, such as a scope or an operation
    run(refinement, unit, deep, tick) -> list[Verdict]    `tick(done, total, note)` reports progress; total 0 is unknown
    reads(refinement, unit) -> Reads           what of the declaration the unit depends on; without it, on all
    prepare(refinement)                        reads ahead what all units of a container read; it may be left out
Units run in any order, in any process; what one of them says depends only on sources, tool versions and `deep`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Tick = Callable[[int, int, str], None]


def silent(done: int, total: int, note: str) -> None:
    """A tick nobody looks at."""


class Status(StrEnum):
    """What is known of a claim; each word is a promise."""

    PROVED = "proved"  # for any size, or at every width or any size of the stated scope, by both solvers
    EXHAUSTED = "exhausted"  # on every reachable state of the stated scope
    CONFIRMED = "confirmed"  # CrossHair saw every path of the stated scope
    SAMPLED = "sampled"  # on the stated number of random steps
    ASSUMED = "assumed"  # stated, and checked by nobody
    NOT_CONFIRMED = "not confirmed"  # CrossHair ended without a counterexample and without having seen every path
    NOT_PROVED = "not proved"  # the declaration says so, with the reason
    STALE = "stale"  # the sources changed since
    FAILED = "failed"


GREEN = frozenset({Status.PROVED, Status.EXHAUSTED, Status.CONFIRMED, Status.SAMPLED})


def told(value: Any) -> str:
    """A value in a message: what would be shown by its address is shown by its class."""
    text = repr(value)
    return f"a {type(value).__name__}" if text == object.__repr__(value) else text


@dataclass(frozen=True)
class Outcome:
    """How one call ended on one side: with a value, or with an error (the class's name and its text)."""

    value: Any = None
    error: str = ""
    text: str = ""

    def __str__(self) -> str:
        return f"raises {self.error}" if self.error else told(self.value)


@dataclass(frozen=True)
class Step:
    """One operation of a trace, with what the model and the implementation answered."""

    operation: str
    arguments: tuple[Any, ...]
    expected: Outcome
    actual: Outcome


@dataclass(frozen=True)
class Failure:
    """A claim that does not hold, with the shortest trace known.

    before, after   name of an attribute -> its value, for the implementation and the model, around the last step
    configuration   keyword arguments of the constructors
    broken          claims that fail after the last step
    """

    claim: str
    message: str
    configuration: dict[str, Any] = field(default_factory=dict)
    trace: tuple[Step, ...] = ()
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    model_before: dict[str, Any] = field(default_factory=dict)
    model_after: dict[str, Any] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    where: str = ""  # file:line of the method or loop, if one is to blame
    start: str = ""  # "new container", or "well-formed state" if the trace does not start from a new one

    @property
    def calls(self) -> int:
        """How many calls the trace takes, those that make a second container included."""
        arguments = [argument for step in self.trace for argument in step.arguments]
        return len(self.trace) + sum(len(getattr(argument, "history", ())) for argument in arguments)


@dataclass(frozen=True)
class Verdict:
    """What one unit of one judge says about one claim."""

    container: str
    judge: str
    unit: str
    claim: str
    status: Status
    scope: str = ""  # what the status is limited to, in words; empty for "any size"
    evidence: dict[str, Any] = field(default_factory=dict)  # counts, such as states, transitions, paths, obligations
    seconds: float = 0.0  # CPU
    failure: Failure | None = None
    reason: str = ""  # why the status is not green, if it is not


@dataclass(frozen=True)
class Reads:
    """What of a declaration a unit depends on: everything but operations, loops and the fields named in `without`.

    operations   names of those that it runs; what these call is found by itself
    parts        what it reads of the fields that are left out
    """

    operations: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()
    parts: tuple[Any, ...] = ()


CONCRETE = frozenset(
    {"scopes", "contracts", "theorems", "loops", "lemmas", "summaries", "definitions", "configure", "inside"}
    | {"several", "arranged", "configured", "freedom"}
)
"""Fields that only proofs use, or that name the work of one judge: of no concern to a judge that runs the code."""
