"""What can come out of running a trace on a port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Verdict(Enum):
    """How a trace ended; no two of these are ever merged."""

    PASS = "pass"
    MISMATCH = "mismatch"
    FAULT = "fault"
    CRASH = "crash"
    EARLY_EXIT = "early_exit"
    HANG = "hang"
    GARBAGE = "garbage"
    PROTOCOL_ERROR = "protocol_error"
    FLAKY = "flaky"
    SKIP = "skip"
    NOT_RUN = "not_run"
    HARNESS_ERROR = "harness_error"


FAILING = frozenset(Verdict) - {Verdict.PASS, Verdict.SKIP, Verdict.NOT_RUN}
BROKEN = frozenset({Verdict.CRASH, Verdict.EARLY_EXIT, Verdict.HANG, Verdict.GARBAGE, Verdict.PROTOCOL_ERROR})


@dataclass(frozen=True)
class Case:
    """A trace in one configuration; handles may be references to results of the trace itself."""

    kind: str
    config: Mapping[str, Any]
    ops: tuple[Any, ...]
    origin: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a port made of a case.

    at         the operation at which it went wrong, or None if that is not known
    what       the kind of the difference, which shrinking keeps: "result", "arrays", "type", or both error codes
    expected, actual   what was compared, at that operation
    seen       the operation whose answer shows it, if that is another one: then these are of that
    closely    true if arrays were looked at after each operation
    """

    case: Case
    verdict: Verdict
    at: int | None = None
    what: str = ""
    expected: Any = None
    actual: Any = None
    message: str = ""
    stderr: str = field(default="", compare=False)
    seen: int | None = None
    closely: bool = field(default=False, compare=False)

    @property
    def operation(self) -> str:
        """The name of the operation at which it went wrong, if that is known."""
        return str(self.case.ops[self.at][0]) if self.at is not None and self.at < len(self.case.ops) else ""

    @property
    def is_broken(self) -> bool:
        """True if the driver must be started anew: an answer of the wrong type alone leaves it in step."""
        return self.verdict in BROKEN and self.what not in ("type", "no arrays")

    @property
    def signature(self) -> tuple[str, str, str]:
        """What stays the same when a trace is made shorter."""
        return self.verdict.value, self.operation, self.what
