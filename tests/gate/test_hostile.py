"""The gate against drivers that misbehave: the right verdict, in time, bounded memory, and nothing left running."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from typing import Any

import pytest

from slotproof.gate.campaign import process
from slotproof.gate.campaign.session import RESTARTS, Session
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict

from ..judging import noted
from .drivers import fake

TIMEOUT = 2.0
TRACE = (["acquire"], ["size"], ["release", 0], ["size"])
CASE = Case("token_allocator", {"capacity": 4}, TRACE)
HARMLESS = Case("token_allocator", {"capacity": 4}, (["acquire"],))
BULK = Case("token_allocator", {"capacity": 4}, (["acquire_many", 2],))

HABITS = {
    "none": Verdict.PASS,
    "slow": Verdict.PASS,
    "floods standard error": Verdict.PASS,
    "a child in its own session": Verdict.PASS,
    "ignores bye": Verdict.PASS,
    "wrong answer": Verdict.MISMATCH,
    "huge number": Verdict.MISMATCH,
    "faults in release": Verdict.FAULT,
    "declines release": Verdict.SKIP,
    "crashes in release": Verdict.CRASH,
    "dies in release": Verdict.CRASH,
    "leaves in release": Verdict.EARLY_EXIT,
    "leaves at once": Verdict.EARLY_EXIT,
    "closes its output": Verdict.EARLY_EXIT,
    "a child keeps the pipe": Verdict.EARLY_EXIT,
    "hangs at once": Verdict.HANG,
    "hangs in release": Verdict.HANG,
    "half a line": Verdict.HANG,
    "never flushes": Verdict.HANG,
    "stops reading": Verdict.HANG,
    "prints debugging": Verdict.GARBAGE,
    "list": Verdict.GARBAGE,
    "deep nesting": Verdict.GARBAGE,
    "endless digits": Verdict.GARBAGE,
    "bad bytes": Verdict.GARBAGE,
    "floods": Verdict.GARBAGE,
    "half a line and leaves": Verdict.GARBAGE,
    "floods lines": Verdict.PROTOCOL_ERROR,
    "answers twice": Verdict.PROTOCOL_ERROR,
    "wrong id": Verdict.PROTOCOL_ERROR,
    "no id": Verdict.PROTOCOL_ERROR,
    "wrong message": Verdict.PROTOCOL_ERROR,
    "wrong type": Verdict.PROTOCOL_ERROR,
    "bool for a number": Verdict.PROTOCOL_ERROR,
    "float for a number": Verdict.PROTOCOL_ERROR,
    "null for a number": Verdict.PROTOCOL_ERROR,
    "unknown error": Verdict.PROTOCOL_ERROR,
    "too few results": Verdict.PROTOCOL_ERROR,
    "too many results": Verdict.PROTOCOL_ERROR,
    "results missing": Verdict.PROTOCOL_ERROR,
    "unknown kind": Verdict.PROTOCOL_ERROR,
    "unknown operation": Verdict.PROTOCOL_ERROR,
    "another protocol": Verdict.PROTOCOL_ERROR,
    "declares nothing": Verdict.PROTOCOL_ERROR,
}


@pytest.fixture
def asked() -> Iterator[list[tuple[Any, ...]]]:
    """What is sent to drivers; at the end no process may carry the mark of one."""
    with noted(process.Process.send) as sent:
        yield sent
    marks = {driver.mark for driver, _ in sent}
    assert [pid for mark in marks for pid in process.marked(mark)] == []


def session(habit: str) -> Session:
    """A session with a port of that habit."""
    return Session(fake(habit), TIMEOUT)


def outcome_of(habit: str, case: Case = CASE) -> Outcome:
    """What comes out of one trace, run twice so that an answer too many meets a question."""
    with session(habit) as running:
        try:
            outcomes = list(running.run([running.prepared(case), running.prepared(case)]))
        except process.Trouble as trouble:
            return Outcome(case, trouble.verdict, message=trouble.message)
    return next((outcome for outcome in outcomes if outcome.verdict is not Verdict.PASS), outcomes[-1])


@pytest.mark.parametrize(("habit", "verdict"), HABITS.items(), ids=list(HABITS))
def test_each_habit_has_its_verdict(habit: str, verdict: Verdict, asked: list[tuple[Any, ...]]) -> None:
    """Each bad habit has its verdict, within a few time limits, and leaves no process."""
    begun = time.monotonic()
    outcome = outcome_of(habit)
    assert outcome.verdict is verdict, outcome
    assert asked
    assert time.monotonic() - begun < 6 * TIMEOUT + 10


@pytest.mark.parametrize(
    ("habit", "cure"),
    [
        ("never flushes", "flush standard output after each line"),
        ("prints debugging", "print debugging to standard error"),
        ("too few results", "an error is a result"),
        ("wrong id", "copy the id"),
    ],
)
def test_the_messages_tell_the_cure(habit: str, cure: str) -> None:
    """What a beginner gets wrong is answered with what to do."""
    assert cure in outcome_of(habit).message


def test_what_is_declared_but_not_there_is_a_fault() -> None:
    """An operation that a port only says it has is found out."""
    assert outcome_of("lies about operations", BULK).verdict is Verdict.FAULT


@pytest.mark.parametrize("habit", ["throws dice", "keeps state", "tires"])
def test_a_port_that_answers_differently_is_flaky(habit: str, asked: list[tuple[Any, ...]]) -> None:
    """A failure is run three times, once in a fresh process; dice and kept state are told from defects."""
    with session(habit) as running:
        outcomes = list(running.run([running.prepared(HARMLESS)] * 20))
        first = next(outcome for outcome in outcomes if outcome.verdict is not Verdict.PASS)
        examined = running.examine(first)
    assert examined.verdict is Verdict.FLAKY
    assert "state kept" in examined.message


def test_a_run_that_is_left_leaves_nothing_behind() -> None:
    """Answers still to come when a run is left are not taken for those of the next one."""
    with session("none") as running:
        for _ in range(3):
            assert next(running.run(map(running.prepared, [HARMLESS] * 50))).verdict is Verdict.PASS
        assert running.starts == 3


def test_a_defect_is_not_flaky() -> None:
    """A failure that comes again each time keeps its verdict and its operation."""
    with session("wrong answer") as running:
        examined = running.examine(running.alone(CASE))
    assert (examined.verdict, examined.at, examined.expected, examined.actual) == (Verdict.MISMATCH, 1, 1, 2)


def test_a_crash_is_located() -> None:
    """The operation that crashes is found by shorter and shorter beginnings."""
    with session("crashes in release") as running:
        examined = running.examine(running.alone(CASE))
    assert (examined.verdict, examined.at) == (Verdict.CRASH, 2)
    assert "SIGSEGV" in examined.message


def test_nothing_already_answered_is_lost() -> None:
    """A crash in the middle costs its own trace only: those before and behind it have their results."""
    cases = [HARMLESS] * 30 + [CASE] + [HARMLESS] * 30
    with session("crashes in release") as running:
        outcomes = list(running.run(running.prepared(case) for case in cases))
        assert running.starts == 2
    assert [outcome.verdict for outcome in outcomes] == [Verdict.PASS] * 30 + [Verdict.CRASH] + [Verdict.PASS] * 30


def test_a_trace_that_is_too_long_is_the_gates_own_failure() -> None:
    """A trace that no line holds is not sent; the traces around it are answered."""
    long = Case("token_allocator", {"capacity": 4}, (["acquire"],) * 100_000)
    with session("none") as running:
        outcomes = list(running.run(map(running.prepared, [HARMLESS, HARMLESS, long, HARMLESS])))
    assert [outcome.verdict for outcome in outcomes] == [
        Verdict.PASS,
        Verdict.PASS,
        Verdict.HARNESS_ERROR,
        Verdict.PASS,
    ]


def test_a_driver_that_always_breaks_is_given_up() -> None:
    """After some breakdowns in a row the rest is not run, and said to be so."""
    with session("crashes in release") as running:
        outcomes = list(running.run(running.prepared(CASE) for _ in range(RESTARTS + 5)))
    assert [outcome.verdict for outcome in outcomes] == [Verdict.CRASH] * RESTARTS + [Verdict.NOT_RUN] * 5


def test_a_command_that_does_not_exist() -> None:
    """What cannot be started is a crash of the driver, with the reason."""
    with Session(["/no/such/driver"]) as running, pytest.raises(process.Trouble, match="cannot be started"):
        running.alone(HARMLESS)


@pytest.mark.parametrize("habit", ["floods", "floods lines", "floods standard error"])
def test_memory_stays_bounded(habit: str) -> None:
    """A flood is not kept: the gate's largest size grows by less than 16 MiB."""
    outcome_of("none")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcome_of(habit)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10
