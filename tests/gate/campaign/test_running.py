"""How a run is run: what it shows meanwhile, what ends it early, and what it then reports."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.gate import report
from slotproof.gate.campaign.progress import Progress
from slotproof.gate.campaign.run import Campaign, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.workers import interrupts_wait

from ...toy import interruptible
from ..drivers import fake


def run(habit: str, plan: Plan) -> list[dict[str, Any]]:
    """The events of a run on a fake port."""
    events: list[dict[str, Any]] = []
    with Session(fake(habit), 30.0) as session:
        Campaign(session, plan, events.append).run()
    return events


def test_progress_is_told() -> None:
    """A line says which kind, how many parts of how many, and how long it may take yet; as JSON, too."""
    for form in ("text", "json"):
        out = io.StringIO()
        with Progress(form, out, every=0.01) as shown:
            shown.begin(4)
            shown.count("bitmask", 1200)
            while len(out.getvalue().splitlines()) < 3:
                time.sleep(0.01)
        last = out.getvalue().splitlines()[-1]
        if form == "json":
            told = json.loads(last)
            assert (told["kind"], told["done"], told["parts"], told["traces"]) == ("bitmask", 1, 4, 1200)
        else:
            assert last.startswith("bitmask: part 1 of 4, 1,200 traces, 0 s, about ")
    quiet = io.StringIO()
    with Progress("none", quiet, every=0.001):
        time.sleep(0.02)
    assert quiet.getvalue() == ""


def test_an_interrupted_run_reports_its_part(tmp_path: Path) -> None:
    """What was found until then is in every report, and the run is no success."""
    log, badge = tmp_path / "log", tmp_path / "badge"
    options = ["--jobs=1", "--progress=none", f"--log={log}", f"--badge={badge}"]
    command = [sys.executable, "-m", "slotproof", "gate", "run", *options, "--", *fake("slow")]
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=interruptible,  # noqa: PLW1509 - this process starts no thread that could hold a lock
    )
    while running.poll() is None and not (log.exists() and "hello" in log.read_text("utf-8")):
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(running.pid, signal.SIGINT)
    output, _ = running.communicate()
    assert running.returncode == 1
    assert "stopped after part 0 of" in output
    assert "interrupted" in output
    (stopped,) = report.of(report.read_log(log), "stopped")
    assert stopped["why"] == "interrupted"
    assert json.loads(badge.read_text("utf-8"))["color"] == "lightgrey"


def test_an_interrupt_waits_until_processes_are_started() -> None:
    """What is begun is done before it is heard."""
    heard: list[str] = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append("interrupt"))
    try:
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
            heard.append("started")
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == ["started", "interrupt"]


def test_the_first_failure_can_end_a_run() -> None:
    """With that option one failure is found and made short, and fewer traces are run."""
    plan = Plan(whole=300, transitions=100, random=5, examples=0)
    whole, fast = run("two defects", plan), run("two defects", Plan(**{**vars(plan), "fail_fast": True}))
    assert (len(report.of(whole, "failure")), len(report.of(fast, "failure"))) == (2, 1)
    assert report.of(fast, "failure")[0]["minimal"].startswith("no subset")
    assert sum(report.of(fast, "kind")[0]["verdicts"].values()) < sum(report.of(whole, "kind")[0]["verdicts"].values())


def test_a_budget_ends_a_run() -> None:
    """No part is begun when the time is over, and what was not run is no success."""
    events = run("none", Plan(whole=100, transitions=50, random=1, examples=0, budget=0.0))
    assert "budget" in report.of(events, "stopped")[0]["why"]
    assert report.verdict(events).startswith("stopped after part 0 of")


def test_one_operation_can_be_asked() -> None:
    """Each trace ends with the operation, in every state."""
    events = run("two defects", Plan(whole=300, transitions=100, random=5, examples=5, operation="release"))
    asked = report.of(events, "kind")[0]["asked"]
    assert asked["release"] > 30
    events = run("faults in release", Plan(whole=300, transitions=100, random=5, examples=5, operation="release"))
    assert [event["operation"] for event in report.of(events, "failure")] == ["release"]
    wrong = CliRunner().invoke(app, ["gate", "run", "--operation", "fly", "--", *fake("none")])
    assert wrong.exit_code == 2


def test_a_quick_run_asks_less() -> None:
    """A quick run asks every operation, in fewer traces."""
    done = CliRunner().invoke(app, ["gate", "run", "--quick", "--jobs", "1", "--", *fake("wrong answer")])
    assert (done.exit_code, "TA-R11" in done.output) == (1, True)
