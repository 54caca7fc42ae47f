"""A whole run on a port: every transition of tiny scopes, random traces, and each failure examined and made short."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from slotproof.gate.asking import configurations, own_widths
from slotproof.gate.hello import Declared
from slotproof.gate.judge import Prepared
from slotproof.gate.scopes import COVERED, TRANSITIONS, whole_scope
from slotproof.gate.session import Session
from slotproof.gate.shrink import Shrinker, Shrunk
from slotproof.gate.traces import draw, exhaust
from slotproof.gate.verdicts import BROKEN, FAILING, Case, Outcome, Verdict
from slotproof.proofs.engine.program import decode
from slotproof.proofs.engine.refinement import Scope

Event = dict[str, Any]
Signature = tuple[str, str, str]
Log = Callable[[Event], None]

DISTINCT: Final = 3  # different failures of a kind that are looked into
MANY: Final = 50  # failing traces of a kind after which no more are run
BYTES: Final = 256  # of a random program
BREAKDOWNS: Final = 8  # times that the driver breaks, each of which costs a start
HANGS: Final = 2  # times that it hangs, each of which costs the time limit


@dataclass(frozen=True)
class Plan:
    """How much is run.

    whole         transitions tried of the scope that is small enough for all of them
    transitions   tried of each other scope; those with more are not exhausted
    random        traces in bulk, for each configuration
    examples      traces that Hypothesis draws, of each kind
    seed          of all randomness
    known         kind -> operations that are known to fail: each kind is run a second time without them
    """

    whole: int = TRANSITIONS
    transitions: int = 5000
    random: int = 200
    examples: int = 100
    seed: int = 0
    deep: bool = False
    kinds: tuple[str, ...] = ()
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass
class KindReport:
    """What came out for one kind of container.

    verdicts   verdict -> traces
    asked      operation -> how often it was answered
    scopes     of each configuration: name, states, transitions, whether all were tried
    failures   the distinct ones, made short
    skipped    reasons the driver gave
    """

    kind: str
    level: str
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    scopes: list[dict[str, Any]] = field(default_factory=list)
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


class _Enough(Exception):
    """As many failures as are looked into were found."""


class Campaign:
    """A run on one port.

    Takes      log, called with each event as it happens
    """

    def __init__(self, session: Session, plan: Plan, log: Log = lambda event: None) -> None:
        self.session = session
        self.plan = plan
        self.log = log
        self.before: Counter[Verdict] = Counter()  # verdicts of a kind before the pass that is running

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
        reports = [
            self._kind(each) for each in port.containers if not self.plan.kinds or each.kind.name in self.plan.kinds
        ]
        self.log({"event": "end", "verdicts": {report.kind: report.verdict.value for report in reports}})
        return reports

    def _kind(self, declared: Declared) -> KindReport:
        begun = time.monotonic()
        report = KindReport(declared.kind.name, declared.level.value)
        found = self._pass(declared, report)
        known = self.plan.known.get(report.kind, frozenset())
        if known & declared.operations:
            found |= self._pass(replace(declared, operations=declared.operations - known), report)
        for outcome in found.values():
            self._look_into(report, outcome)
        report.seconds = time.monotonic() - begun
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
                "notes": report.notes,
                "seconds": round(report.seconds, 3),
            }
        )
        return report

    def _pass(self, declared: Declared, report: KindReport) -> dict[Signature, Outcome]:
        """Run everything once; the first failures of each sort."""
        first: dict[Signature, Outcome] = {}
        self.before = Counter(report.verdicts)
        widths = configurations(declared, self.plan.deep)
        try:
            whole = COVERED[report.kind][0]
            if declared.admits(whole):
                asked = replace(declared, features=frozenset())
                self._exhaust(asked, report, first, whole, whole_scope(report.kind), self.plan.whole)
            for config, scope in widths:
                self._exhaust(declared, report, first, config, scope, self.plan.transitions)
                self._bulk(report, first, self._random(declared, config))
            self._hypothesis(declared, report, first)
        except _Enough:
            self.session.stop()
        if not any(scope is not None for _, scope in widths):
            report.notes.append("no tiny scope fits the widths that the port declares: nothing was exhausted")
        unasked = sorted(declared.operations - set(report.asked))
        if unasked and not first:
            report.notes.append(f"never answered: {', '.join(unasked)}")
        return dict(itertools.islice(first.items(), DISTINCT))

    def _exhaust(
        self,
        declared: Declared,
        report: KindReport,
        first: dict[Signature, Outcome],
        config: Mapping[str, Any],
        scope: Scope | None,
        limit: int,
    ) -> None:
        exhausted = exhaust(declared, config, scope, limit)
        self._bulk(report, first, exhausted.cases)
        told_scope = {
            "name": scope.name if scope is not None else "own widths",
            "config": dict(config),
            "states": exhausted.states,
            "transitions": exhausted.transitions,
            "complete": exhausted.complete and scope is not None,
        }
        report.scopes.append(told_scope)
        self.log({"event": "scope", "kind": report.kind, **told_scope})

    def _bulk(self, report: KindReport, first: dict[Signature, Outcome], cases: Iterable[Case]) -> None:
        results: dict[int, Sequence[Any]] = {}

        def prepared() -> Iterator[Prepared]:
            for case in cases:
                made = self.session.prepared(case)
                results[id(made.case)] = made.expected.results
                yield made

        for outcome in self.session.run(prepared()):
            self._count(report, outcome, results.pop(id(outcome.case), ()))
            self._note(report, first, outcome)

    def _count(self, report: KindReport, outcome: Outcome, results: Sequence[Any]) -> None:
        report.verdicts[outcome.verdict] += 1
        if outcome.verdict is Verdict.PASS:
            report.operations += len(outcome.case.ops)
            report.asked.update(op[0] for op in outcome.case.ops)
            report.refused.update(
                op[0]
                for op, result in zip(outcome.case.ops, results, strict=False)
                if isinstance(result, dict) and "e" in result
            )
        elif outcome.verdict is Verdict.SKIP:
            report.skipped[outcome.message] += 1

    def _note(self, report: KindReport, first: dict[Signature, Outcome], outcome: Outcome) -> None:
        """Remember a failure of a sort not yet met.

        Raises     _Enough
        """
        if outcome.verdict not in FAILING:
            return
        if outcome.signature not in first:
            first[outcome.signature] = outcome
            self.log({"event": "failing", "kind": report.kind, **told(outcome)})
        counts = report.verdicts - self.before
        failing = sum(counts[verdict] for verdict in FAILING)
        broken = sum(counts[verdict] for verdict in BROKEN)
        hanging = counts[Verdict.HANG]
        if failing >= MANY or broken >= BREAKDOWNS or hanging >= HANGS or len(first) >= 2 * DISTINCT:
            raise _Enough

    def _random(self, declared: Declared, config: Mapping[str, Any]) -> Iterator[Case]:
        source = random.Random(f"{self.plan.seed} {declared.kind.name} {sorted(config.items())}")
        for number in range(self.plan.random):
            draws = decode(source.randbytes(BYTES), declared.kind.refinement.operations)
            case = draw(declared, config, draws, f"random {number}, seed {self.plan.seed}")
            if case.ops:
                yield case

    def _hypothesis(self, declared: Declared, report: KindReport, first: dict[Signature, Outcome]) -> None:
        """Traces that Hypothesis draws and shortens, at the widths of the port and at tiny ones."""
        if not self.plan.examples:
            return
        configs = [config for config, _ in configurations(declared)] + [own_widths(declared, {})]
        found: list[Outcome] = []

        @seed(self.plan.seed)
        @settings(
            max_examples=self.plan.examples,
            database=None,
            deadline=None,
            derandomize=False,
            report_multiple_bugs=False,
            print_blob=False,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        @given(st.sampled_from(configs), st.binary(min_size=24, max_size=BYTES))
        def property(config: Mapping[str, Any], program: bytes) -> None:  # noqa: A001
            case = draw(declared, config, decode(program, declared.kind.refinement.operations), "hypothesis")
            if not case.ops:
                return
            prepared = self.session.prepared(case)
            outcome = next(iter(self.session.run([prepared])))
            self._count(report, outcome, prepared.expected.results)
            if outcome.verdict in FAILING and (not found or outcome.signature == found[-1].signature):
                found.append(outcome)
                raise _Failing

        try:
            property()
        except _Failing:
            shortest = min(found, key=lambda outcome: len(outcome.case.ops))
            if shortest.signature not in first:
                first[shortest.signature] = shortest
                self.log({"event": "failing", "kind": report.kind, **told(shortest)})

    def _look_into(self, report: KindReport, outcome: Outcome) -> None:
        """Run it again, find where it goes wrong, and make it short."""
        examined = self.session.examine(outcome)
        shrunk = Shrunk(examined, 0, "")
        if examined.verdict not in (Verdict.FLAKY, Verdict.HARNESS_ERROR):
            shrunk = Shrinker(self.session, examined).shrink()
            located = self.session.locate(shrunk.outcome)
            shrunk = replace(shrunk, outcome=replace(located, stderr=located.stderr or examined.stderr))
        if any(other.outcome.signature == shrunk.outcome.signature for other in report.failures):
            return
        report.failures.append(shrunk)
        self.log(
            {
                "event": "failure",
                "kind": report.kind,
                "runs": shrunk.runs,
                "minimal": shrunk.minimal,
                "claim": claim_of(self.session, shrunk.outcome),
                **told(shrunk.outcome),
            }
        )


class _Failing(Exception):
    """The example fails on the port."""


def told(outcome: Outcome) -> Event:
    """An outcome as an event holds it."""
    return {
        "verdict": outcome.verdict.value,
        "config": dict(outcome.case.config),
        "ops": list(outcome.case.ops),
        "origin": outcome.case.origin,
        "at": outcome.at,
        "operation": outcome.operation,
        "what": outcome.what,
        "expected": outcome.expected,
        "actual": outcome.actual,
        "message": outcome.message,
        "stderr": outcome.stderr[-2000:],
    }


def claim_of(session: Session, outcome: Outcome) -> str:
    """The claim that the port does not keep: that of the operation at which it goes wrong, or nothing."""
    declared = session.port.container(outcome.case.kind)
    if declared is None or not outcome.operation:
        return ""
    return declared.kind.refinement.operation(outcome.operation).claim.id
