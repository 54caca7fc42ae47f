"""`slotproof gate lint`: each bad habit of a driver is a finding with a cure, in a time that is bounded."""

import time

import pytest
from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.gate.authoring.lint import CURES, lint, smoke_cases
from slotproof.gate.authoring.serve import declaration
from slotproof.gate.authoring.smoke import SMOKE
from slotproof.gate.protocol.hello import read
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.verdicts import FAILING, Verdict

from .drivers import defective, fake

SECONDS = 60.0  # of a lint: the machine may be busy


@pytest.mark.parametrize(
    ("habit", "says", "cure"),
    [
        ("unknown kind", "`hello` is answered", Verdict.PROTOCOL_ERROR),
        ("leaves at once", "`hello` is answered", Verdict.EARLY_EXIT),
        ("prints debugging", "a trace without operations", Verdict.GARBAGE),
        ("answers twice", "200 messages in flight", Verdict.PROTOCOL_ERROR),
        ("too few results", "200 messages in flight", Verdict.PROTOCOL_ERROR),
        ("knows every member", "members that it does not know", Verdict.PROTOCOL_ERROR),
        ("reads 64 KiB", "a line of nearly 1 MiB", Verdict.CRASH),
        ("changes its mind", "two starts declare the same", Verdict.FLAKY),
        ("faults in release", "the lowest free token: fault at operation 2", Verdict.FAULT),
        ("crashes in release", "the lowest free token: crash", Verdict.CRASH),
        ("keeps state", "run twice, it differs", Verdict.FLAKY),
        ("release answers a number", "the lowest free token: protocol_error at operation 2", Verdict.PROTOCOL_ERROR),
    ],
)
def test_a_bad_habit_is_found_with_its_cure(habit: str, says: str, cure: Verdict) -> None:
    """The first finding that is wrong names what was tried, and the cure."""
    findings = lint(fake(habit), SECONDS, SECONDS, smoke=True)
    wrong = [finding for finding in findings if finding.right is False]
    assert says in wrong[0].text
    assert wrong[0].cure == CURES[cure]


def test_costs_that_are_not_answered_are_found() -> None:
    """The first traces are run with a closer look, too: with arrays and costs after each operation."""
    findings = lint(
        defective("keeps its costs", "handle_map"),
        SECONDS,
        SECONDS,
        smoke=True,
    )
    (wrong,) = (finding for finding in findings if finding.right is False)
    assert "handle_map: an inserted value is found: protocol_error: `costs` is true" in wrong.text


@pytest.mark.parametrize(
    ("habit", "says"),
    [
        ("ignores bye", "`bye` ends the driver"),
        ("ignores the end", "the end of the input"),
        ("never flushes", "a trace without operations"),
        ("hangs at once", "`hello` is answered"),
    ],
)
def test_a_driver_that_hangs_is_found_in_time(habit: str, says: str) -> None:
    """Nothing is begun once less is left than an answer may take; what could not be tried is no pass."""
    seconds = 3.0
    begun = time.monotonic()
    findings = lint(fake(habit), SECONDS, seconds, smoke=True)
    assert time.monotonic() - begun < 2 * seconds
    wrong = next(finding for finding in findings if finding.right is not True)
    assert says in wrong.text
    assert (wrong.right, wrong.cure) in ((False, CURES[Verdict.HANG]), (False, CURES[Verdict.PROTOCOL_ERROR]))
    assert findings[-1].right is not True


def test_a_port_in_order_has_no_finding() -> None:
    """Manners are tried without the port, and with it; of our own, too."""
    findings = lint(fake("none"), SECONDS, SECONDS, smoke=True)
    assert all(finding.right and not finding.cure for finding in findings)
    assert findings[-1].text == "token_allocator: the first traces are answered rightly: 3"
    assert len(lint(fake("wrong answer"), SECONDS)) == len(findings) - 1


def test_every_failure_has_a_cure() -> None:
    """But for that of the gate itself, for which there is none."""
    assert set(CURES) == FAILING - {Verdict.HARNESS_ERROR}


@pytest.mark.parametrize("name", names())
def test_the_first_traces_are_asked(name: str) -> None:
    """All of them, of a port that has every operation; at level behaviour those that it can be asked."""
    port = {"t": "hello", "protocol": 1, "port": {"name": "ours"}}
    (whole,) = read({**port, "containers": [declaration(kind(name))]}).containers
    assert list(smoke_cases(whole)) == list(SMOKE[name])
    (part,) = read({**port, "containers": [{"kind": name, "spec": "1.0", "level": "behaviour"}]}).containers
    assert smoke_cases(part)


def test_what_was_not_tried_has_an_exit_code_of_its_own() -> None:
    """Wrong is 1, right 0; a time in which nothing can be begun is 4."""
    codes = {}
    for habit, seconds in (("none", SECONDS), ("crashes in release", SECONDS), ("none", 0.0)):
        result = CliRunner().invoke(app, ["gate", "lint", f"--seconds={seconds}", "--", *fake(habit)])
        codes[habit, seconds] = result.exit_code
    assert list(codes.values()) == [0, 1, 4]
