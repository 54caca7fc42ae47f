"""A part of a run: it is run by itself, on a driver, and what it finds depends on nothing else.

So parts can be run in any process, in any order, and again where a process was lost.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from slotproof.declare import Scope
from slotproof.engine.api import decode
from slotproof.gate.campaign.plan import BLOCK, Event, Part, Plan, Shard
from slotproof.gate.campaign.process import Trouble
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import Look, Prepared
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.protocol.values import line
from slotproof.gate.protocol.verdicts import FAILING, Case, Outcome, Verdict
from slotproof.gate.traces.asked import cells
from slotproof.gate.traces.asking import configurations, own_widths
from slotproof.gate.traces.boundary import Boundary
from slotproof.gate.traces.drawn import asking, draw, exhaust
from slotproof.gate.traces.scopes import COVERED, whole_scope
from slotproof.gate.traces.walks import Walk, Walks

DISTINCT: Final = 3  # different failures of a kind that are looked into
SORTS: Final = 4 * DISTINCT  # sorts of failures after which no more are looked for: one defect may show in several
WIDE: Final = 1 << 18  # bytes of arrays in an answer, at most, if they are shown after each operation
CLOSELY: Final = 16  # of so many traces one is looked at after each operation
MANY: Final = 50  # failing traces of a part after which no more are run
BYTES: Final = 256  # of a random program
BREAKDOWNS: Final = 8  # times that the driver breaks, each of which costs a start
HANGS: Final = 2  # times that it hangs, each of which costs the time limit


def run_shard(session: Session, plan: Plan, shard: Shard) -> Part:
    """Run a part.

    Raises     Trouble if the driver does not say what it is
    """
    declared = session.port.container(shard.kind)
    if declared is None:
        raise Trouble(Verdict.FLAKY, f"another start of the driver declares no {shard.kind}")
    running = _Running(session, plan, replace(declared, operations=declared.operations - shard.without))
    try:
        running.run(shard)
    except _Enough:
        running.part.enough = True
        session.stop()
    return running.part


class _Enough(Exception):
    """As many failures as are looked into were found."""


class _Failing(Exception):
    """The example fails on the port."""


class _Running:
    """A part while it runs."""

    def __init__(self, session: Session, plan: Plan, declared: Declared) -> None:
        self.session = session
        self.plan = plan
        self.declared = declared
        self.name = declared.kind.name
        self.part = Part()
        self.breakdowns = 0

    def run(self, shard: Shard) -> None:
        """Run the part.

        Raises     _Enough
        """
        if shard.what == "whole":
            config, scope = COVERED[self.name][0], whole_scope(self.name)
            self._exhaust(replace(self.declared, features=frozenset()), config, scope, self.plan.whole)
        elif shard.what == "edges":
            boundary = Boundary(self.declared)
            self._bulk(boundary.cases())
            self.part.unsent += boundary.skipped
        elif shard.what == "hypothesis":
            if not self.plan.operation:
                self._hypothesis()
        else:
            config, own = configurations(self.declared, self.plan.deep)[shard.number]
            if shard.what == "configuration":
                self._exhaust(self.declared, config, own, self.plan.transitions)
                self._bulk(self._random(config))
            if not self.plan.operation:
                self._walks(config, shard.block)

    def _exhaust(self, declared: Declared, config: Mapping[str, Any], scope: Scope | None, limit: int) -> None:
        if self.plan.operation:
            self._bulk(asking(declared, config, scope, limit, self.plan.operation))
            return
        exhausted = exhaust(declared, config, scope, limit)
        self._bulk(exhausted.cases)
        self.part.events.append(
            {
                "event": "scope",
                "kind": self.name,
                "name": scope.name if scope is not None else "own widths",
                "config": dict(config),
                "states": exhausted.states,
                "transitions": exhausted.transitions,
                "complete": exhausted.complete and scope is not None,
            }
        )

    def _bulk(self, cases: Iterable[Case]) -> None:
        flight: deque[Prepared] = deque()

        def prepared() -> Iterator[Prepared]:
            every = Look("arrays", 1) if self.session.look(self.name).end != "results" else None
            for number, case in enumerate(cases):
                plain = self.session.prepared(case)
                if every and number % CLOSELY == 0 and len(line(plain.expected.end)) * len(case.ops) < WIDE:
                    plain = self.session.prepared(case, every)
                flight.append(plain)
                yield flight[-1]

        for outcome in self.session.run(prepared()):
            self._count(outcome, flight.popleft().expected.results)
            self._note(outcome)

    def _count(self, outcome: Outcome, results: Sequence[Any]) -> None:
        part = self.part
        part.verdicts[outcome.verdict] += 1
        if outcome.verdict is Verdict.PASS:
            part.operations += len(outcome.case.ops)
            part.asked.update(op[0] for op in outcome.case.ops)
            for op, result in zip(outcome.case.ops, results, strict=False):
                part.cells.update(cells(self.declared.kind, op, result))
            part.refused.update(
                op[0]
                for op, result in zip(outcome.case.ops, results, strict=False)
                if isinstance(result, dict) and "e" in result
            )
        elif outcome.verdict is Verdict.SKIP:
            part.skipped[outcome.message] += 1

    def _note(self, outcome: Outcome) -> None:
        """Remember a failure of a sort not yet met.

        Raises     _Enough
        """
        if outcome.verdict not in FAILING:
            return
        self._failing(outcome)
        part = self.part
        if self.plan.fail_fast:
            raise _Enough
        failing = sum(part.verdicts[verdict] for verdict in FAILING)
        self.breakdowns += outcome.is_broken
        hanging = part.verdicts[Verdict.HANG]
        if failing >= MANY or self.breakdowns >= BREAKDOWNS or hanging >= HANGS or len(part.first) >= SORTS:
            raise _Enough

    def _failing(self, outcome: Outcome) -> None:
        if outcome.signature not in self.part.first:
            self.part.first[outcome.signature] = outcome
            self.part.events.append({"event": "failing", "kind": self.name, **told(outcome)})

    def _random(self, config: Mapping[str, Any]) -> Iterator[Case]:
        source = random.Random(f"{self.plan.seed} {self.name} {sorted(config.items())}")
        for number in range(self.plan.random):
            draws = decode(source.randbytes(BYTES), self.declared.kind.refinement.operations)
            case = draw(self.declared, config, draws, f"random {number}, seed {self.plan.seed}")
            if self.plan.operation:
                last = max((at for at, op in enumerate(case.ops) if op[0] == self.plan.operation), default=-1)
                case = replace(case, ops=case.ops[: last + 1])
            if case.ops:
                yield case

    def _walks(self, config: Mapping[str, Any], block: int) -> None:
        """Walks in bulk, of which only those are read again that do not pass."""
        count = min(self.plan.walks - block * BLOCK, BLOCK)
        if self.declared.level is not Level.STRUCTURE or count <= 0:
            return
        name = f"{self.plan.seed} {self.name} {sorted(config.items())} {block}"
        walks = Walks(self.declared, config, name, self.session.look(self.name))
        flight: deque[Walk] = deque()

        def sent() -> Iterator[Walk]:
            for walk in walks.take(count):
                flight.append(walk)
                yield walk

        passed = 0
        for outcome in self.session.run(sent()):
            walk = flight.popleft()
            if outcome.verdict is Verdict.PASS:
                passed += 1
                self._count_walk(walk)
            else:
                self._count(outcome, ())
                self._note(outcome)
        self.part.verdicts[Verdict.PASS] += passed
        self.part.events.append(
            {
                "event": "walks",
                "kind": self.name,
                "config": dict(config),
                "seed": name,
                "passed": passed,
                "webs": walks.webs,
                "states": walks.states,
                "transitions": walks.transitions,
            }
        )

    def _count_walk(self, walk: Walk) -> None:
        self.part.operations += len(walk.edges)
        for operation, cell in walk.told():
            self.part.asked[operation] += 1
            self.part.cells[cell] += 1
            if not cell.endswith(": ok"):
                self.part.refused[operation] += 1

    def _hypothesis(self) -> None:
        """Traces that Hypothesis draws and shortens, at the widths of the port and at tiny ones."""
        declared = self.declared
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
            self._count(outcome, prepared.expected.results)
            if outcome.verdict in FAILING and (not found or outcome.signature == found[-1].signature):
                found.append(outcome)
                raise _Failing

        try:
            property()
        except _Failing:
            self._failing(min(found, key=lambda outcome: len(outcome.case.ops)))


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
        "seen": outcome.seen,
        "expected": outcome.expected,
        "actual": outcome.actual,
        "message": outcome.message,
        "stderr": outcome.stderr[-2000:],
    }
