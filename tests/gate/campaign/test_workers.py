"""Parts of a run on other processes: the report is the same, and where one is lost nothing is lost or doubled."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from slotproof.gate.campaign.plan import shards
from slotproof.gate.campaign.process import Trouble
from slotproof.gate.campaign.run import Campaign, KindReport, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.workers import LOST, NoCluster, Spread, Workers, cluster, pool
from slotproof.gate.protocol.verdicts import Verdict

from ..drivers import fake

PLAN = Plan(whole=60, transitions=30, random=3, examples=2)


def report_of(habit: str, workers: Workers | None = None, plan: Plan = PLAN) -> tuple[KindReport, list[Any]]:
    """The report on a fake port without what depends on the clock, and the names of its events."""
    events: list[dict[str, Any]] = []
    with Session(fake(habit), 30.0) as session:
        (report,) = Campaign(session, plan, events.append, workers).run()
    return replace(report, seconds=0.0), [(event["event"], event.get("config")) for event in events]


def test_a_process_of_the_pool_reads_texts() -> None:
    """A model that was edited within a second is not taken for the one that Python compiled before."""
    asked = "any(each.__module__ == 'slotproof.texts' for each in __import__('sys').path_hooks)"
    with pool(fake("right"), 30.0, 1) as workers:
        assert workers.executor.submit(eval, asked).result()


class Brittle(Executor):
    """Runs what it is given at once, but for one call, in which it breaks."""

    def __init__(self, breaks_at: int) -> None:
        self.left = breaks_at
        self.broken = False

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Call the function, or break, and be broken from then on."""
        future: Future[Any] = Future()
        self.broken = self.broken or self.left == 0
        self.left -= 1
        if self.broken:
            future.set_exception(BrokenExecutor("a process was killed"))
        else:
            try:
                future.set_result(function(*arguments, **named))
            except Exception as error:  # noqa: BLE001 - an executor hands on whatever was raised
                future.set_exception(error)
        return future


def brittle(habit: str, *breaks_at: int) -> Spread:
    """Workers of which one executor after the other breaks at a call, and the last one never."""
    calls = iter(breaks_at)
    return Spread(fake(habit), 30.0, lambda: Brittle(next(calls, -1)), 3)


def test_a_run_has_parts_of_its_own() -> None:
    """The parts of a run differ, and every kind and configuration has one; known operations make a second set."""
    with Session(fake("none"), 30.0) as session:
        port = session.port
    parts = shards(port, PLAN)
    known = shards(port, replace(PLAN, known={"token_allocator": frozenset({"size"})}))
    assert len(set(known)) == len(known) == 2 * len(parts)
    assert {part.what for part in parts} == {"whole", "configuration", "edges", "hypothesis"}


@pytest.mark.parametrize(
    ("habit", "breaks_at"),
    [
        ("none", ()),
        ("none", (0,)),
        ("none", (1, 0)),
        ("none", (1, 1, 1, 1)),
        ("declines release", (2,)),
        ("forgets the third", (2,)),
    ],
)
def test_nothing_is_lost_or_doubled(habit: str, breaks_at: tuple[int, ...]) -> None:
    """Wherever an executor breaks, the report and the events are those of a run in one process."""
    workers = brittle(habit, *breaks_at)
    assert report_of(habit, workers) == report_of(habit)
    assert workers.made == 1 + len(breaks_at)


def test_a_part_that_always_loses_its_process_is_a_failure_of_the_gate() -> None:
    """After some attempts a part is given up, and said to be so: never a pass."""
    workers = brittle("none", *[0] * 100)
    report, _ = report_of("none", workers)
    assert report.verdict is Verdict.HARNESS_ERROR
    assert workers.made == 1 + LOST
    assert report.traces == 1
    assert "was lost" in report.failures[0].outcome.message


def test_an_error_in_a_part_is_a_failure_of_the_gate() -> None:
    """What a part raises is reported, with its text."""

    class Failing(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(ZeroDivisionError("no such thing"))
            return future

    report, _ = report_of("none", Spread([], 1.0, Failing, 3))
    assert report.verdict is Verdict.HARNESS_ERROR
    assert "no such thing" in report.failures[0].outcome.message


def test_a_driver_that_does_not_start_elsewhere_has_its_verdict() -> None:
    """A part whose driver cannot be started is a crash there, and flaky where it can be started here."""
    workers = Spread(["/no/such/driver"], 30.0, lambda: Brittle(-1), 3)
    report, _ = report_of("none", workers)
    assert report.verdict is Verdict.FLAKY
    with pytest.raises(Trouble):
        Session(["/no/such/driver"]).port  # noqa: B018 - asking starts it


@pytest.mark.long
def test_a_killed_process_of_the_pool_is_replaced() -> None:
    """One of two processes is killed while both run parts; the report is that of one process."""
    plan = replace(PLAN, whole=40, transitions=40, random=3, examples=0)
    before = set(multiprocessing.active_children())
    killed: list[int] = []
    with pool(fake("slow"), 30.0, 2) as workers:

        class Killing:
            """Kills one process when the first part has come."""

            def run(self, *arguments: Any) -> Any:
                for shard, part in workers.run(*arguments):
                    if not killed:
                        victim = next(iter(set(multiprocessing.active_children()) - before))
                        victim.kill()
                        killed.append(victim.pid or 0)
                    yield shard, part

        report, events = report_of("slow", Killing(), plan)
        assert workers.made == 2
    assert killed
    assert (report, events) == report_of("slow", None, plan)


def test_a_scheduler_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package the message tells the cure."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoCluster, match=r"slotproof\[dask\]"), cluster([], 1.0, "tcp://127.0.0.1:1"):
        pass
