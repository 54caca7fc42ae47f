"""A whole run on a port: its parts, on as many processes as there are, and each failure examined and made short."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from slotproof.gate.campaign.blame import blame
from slotproof.gate.campaign.plan import Event, Part, Plan, Shard, Signature, shards
from slotproof.gate.campaign.progress import Progress
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shards import DISTINCT, SORTS, told
from slotproof.gate.campaign.shrink import Shrinker, Shrunk
from slotproof.gate.campaign.workers import Inline, Workers
from slotproof.gate.protocol.costs import compared
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import Look, observe
from slotproof.gate.protocol.kinds import SPECIAL, feature_of
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.protocol.verdicts import FAILING, Outcome, Verdict
from slotproof.gate.traces.asked import tally
from slotproof.gate.traces.asking import configurations

__all__ = ["Campaign", "KindReport", "Plan", "failure", "look_into", "told"]

Log = Callable[[Event], None]


@dataclass
class KindReport:
    """What came out for one kind of container.

    verdicts   verdict -> traces
    asked      operation -> how often it was answered
    scopes     of each configuration: name, states, transitions, whether all were tried
    failures   the distinct ones, made short
    skipped    reasons the driver gave; `unsent` those for which something was not sent
    cells      cell of what can be asked -> how often it was; `tally` what they come to
    """

    kind: str
    level: str
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    cells: Counter[str] = field(default_factory=Counter)
    unsent: Counter[str] = field(default_factory=Counter)
    tally: Event = field(default_factory=dict)
    scopes: list[Event] = field(default_factory=list)
    failures: list[Shrunk] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0
    operations: int = 0

    @property
    def traces(self) -> int:
        """How many traces were answered, rightly or not."""
        return sum(count for verdict, count in self.verdicts.items() if verdict is not Verdict.NOT_RUN)

    @property
    def verdict(self) -> Verdict:
        """The worst that came out: a failure, then nothing run, then skipped, then passed."""
        if self.failures:
            return self.failures[0].outcome.verdict
        for verdict in FAILING:
            if self.verdicts[verdict]:
                return verdict
        if self.verdicts[Verdict.PASS]:
            return Verdict.SKIP if self.verdicts[Verdict.SKIP] else Verdict.PASS
        return Verdict.SKIP if self.verdicts[Verdict.SKIP] else Verdict.NOT_RUN


class Campaign:
    """A run on one port.

    Takes      log, called with each event; workers, on which the parts are run: those here, if there are no others
    """

    def __init__(
        self,
        session: Session,
        plan: Plan,
        log: Log = lambda event: None,
        workers: Workers | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.session = session
        self.progress = progress or Progress()
        self.plan = plan
        self.log = log
        self.workers: Workers = workers if workers is not None else Inline(session)
        self._reports: dict[str, KindReport] = {}
        self._first: dict[Any, dict[Signature, Outcome]] = {}  # of each group of parts
        self._enough: set[Any] = set()
        self.stopped = ""  # why the run ended before its end, if it did

    def run(self) -> list[KindReport]:
        """Every kind that the port declares, or those of the plan.

        Raises     Trouble if the driver does not say what it is
        """
        port = self.session.port
        self.log(
            {
                "event": "hello",
                "port": {"name": port.name, "version": port.version, "language": port.language},
                "kinds": [each.kind.name for each in port.containers],
                "seed": self.plan.seed,
                "command": self.session.command,
            }
        )
        declared = [each for each in port.containers if not self.plan.kinds or each.kind.name in self.plan.kinds]
        self._reports = {each.kind.name: KindReport(each.kind.name, each.level.value) for each in declared}
        waiting = list(declared)
        try:
            self._run(waiting, shards(port, self.plan))
        except KeyboardInterrupt:
            self.stopped = "interrupted"
        for each in waiting:
            self._finish(each)
        if self.stopped:
            self.log(
                {"event": "stopped", "why": self.stopped, "done": self.progress.done, "parts": self.progress.parts}
            )
        reports = list(self._reports.values())
        self.log({"event": "end", "verdicts": {report.kind: report.verdict.value for report in reports}})
        return reports

    def _run(self, waiting: list[Declared], parts: list[Shard]) -> None:
        """Run the parts; kinds that are finished are taken from those that wait."""
        begun = time.monotonic()
        end = begun + self.plan.budget
        self.progress.begin(len(parts))

        def wanted(shard: Shard) -> bool:
            if time.monotonic() > end:
                self.stopped = self.stopped or f"the budget of {self.plan.budget:g} s is used up"
            return not self.stopped and shard.group not in self._enough

        for shard, part in self.workers.run(self.plan, parts, wanted):
            while waiting[0].kind.name != shard.kind:
                self._finish(waiting.pop(0))
            report = self._reports[shard.kind]
            self._merge(report, shard, part)
            self.progress.count(shard.kind, sum(part.verdicts.values()))
            report.seconds += time.monotonic() - begun
            begun = time.monotonic()
            if part.first and self.plan.fail_fast:
                self.stopped = "a failure was found, and none other is looked for"

    def _merge(self, report: KindReport, shard: Shard, part: Part) -> None:
        """Take over what came out of a part."""
        report.verdicts += part.verdicts
        report.asked += part.asked
        report.refused += part.refused
        report.cells += part.cells
        report.unsent += part.unsent
        report.skipped += part.skipped
        report.operations += part.operations
        report.scopes += [event for event in part.events if event["event"] == "scope"]
        first = self._first.setdefault(shard.group, {})
        for event in part.events:
            self.log(event)
        for signature, outcome in part.first.items():
            first.setdefault(signature, outcome)
        if part.enough:
            self._enough.add(shard.group)

    def _finish(self, declared: Declared) -> None:
        """Look into the failures of a kind, all parts of which were run."""
        begun = time.monotonic()
        report = self._reports[declared.kind.name]
        found = [first for group, first in self._first.items() if group[0] == report.kind]
        if not any(scope is not None for _, scope in configurations(declared, self.plan.deep)):
            report.notes.append("no tiny scope fits the widths that the port declares: nothing was exhausted")
        unasked = sorted(declared.operations - set(report.asked))
        if unasked and not any(found):
            report.notes.append(f"never answered: {', '.join(unasked)}")
        if "counters" in declared.features and declared.level is Level.STRUCTURE:
            left = sorted(name for name in declared.operations if not compared(declared.kind, name))
            report.notes.append("costs are compared" + (f", but not of: {', '.join(left)}" if left else ""))
        for first in found:
            fresh = 0
            for outcome in itertools.islice(first.values(), SORTS):
                if fresh < DISTINCT:
                    fresh += self._look_into(report, outcome)
        report.seconds += time.monotonic() - begun
        if self.plan.counts:
            known = self.plan.known.get(report.kind, ())
            report.tally = tally(declared, report.cells, known, report.unsent)
        self.log(
            {
                "event": "kind",
                "kind": report.kind,
                "level": report.level,
                "verdict": report.verdict.value,
                "verdicts": {verdict.value: count for verdict, count in report.verdicts.items()},
                "operations": report.operations,
                "asked": dict(report.asked),
                "refused": dict(report.refused),
                "skipped": dict(report.skipped),
                "cells": dict(sorted(report.cells.items())),
                "tally": report.tally,
                "notes": report.notes,
                "seconds": round(report.seconds, 3),
            }
        )

    def _look_into(self, report: KindReport, outcome: Outcome) -> bool:
        """Run it again, find where it goes wrong, and make it short; false if it is reported already, or known."""
        hasty = self.stopped == "interrupted"
        shrunk = Shrunk(outcome, 0, "not made short: interrupted") if hasty else look_into(self.session, outcome)
        if any(_fault(other.outcome) == _fault(shrunk.outcome) for other in report.failures):
            return False
        report.failures.append(shrunk)
        self.log(failure(self.session, shrunk))
        return shrunk.outcome.operation not in self.plan.known.get(report.kind, ())


def _fault(outcome: Outcome) -> Signature:
    """What makes two failures one: of a wrong state it does not matter what shows it."""
    return outcome.signature if outcome.seen is None else (outcome.verdict.value, outcome.operation, "")


def look_into(session: Session, outcome: Outcome) -> Shrunk:
    """The same failure, made short, with the operation that is to blame."""
    examined = session.examine(outcome)
    if examined.verdict in (Verdict.FLAKY, Verdict.HARNESS_ERROR):
        return Shrunk(examined, 0, "")
    shrunk = Shrinker(session, examined).shrink()
    located = blame(session, session.locate(shrunk.outcome))
    return replace(shrunk, outcome=replace(located, stderr=located.stderr or examined.stderr))


def failure(session: Session, shrunk: Shrunk) -> Event:
    """A failure as an event, with the claim that the port does not keep: that of the operation to blame.

    What goes wrong with copies is the claim on `copy`, with a state that is loaded that on `from_dict`.
    """
    outcome = shrunk.outcome
    declared = session.port.container(outcome.case.kind)
    claim, name = None, outcome.operation
    if name in SPECIAL:
        name = "from_dict" if feature_of(name) == "load" else "copy"
    if declared is not None and name:
        operation = declared.kind.refinement.operation(name)
        claim = operation.cost_claim if outcome.what == "cost" else operation.claim
    return {
        "event": "failure",
        "kind": outcome.case.kind,
        "level": declared.level.value if declared is not None else "",
        "runs": shrunk.runs,
        "minimal": shrunk.minimal,
        "claim": claim.id if claim else "",
        "statement": claim.statement if claim else "",
        "command": session.command,
        "observe": observe(declared, _look(outcome)) if declared is not None else {},
        **told(outcome),
    }


def _look(outcome: Outcome) -> Look:
    """What must be asked for to see a failure."""
    if outcome.closely:
        return Look("arrays", 1)
    return Look("arrays" if outcome.what == "arrays" else "results")
