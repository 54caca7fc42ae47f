"""What the commands of the gate print, and the files of traces that they read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import typer
from rich import box
from rich.table import Table

from slotproof.gate import report
from slotproof.gate.authoring.vectors import cases_of, read_vectors
from slotproof.gate.campaign.blame import blame
from slotproof.gate.campaign.run import failure
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shrink import Shrunk
from slotproof.gate.protocol.values import Malformed
from slotproof.gate.protocol.verdicts import FAILING, Case, Outcome, Verdict
from slotproof.terminal import open_console

FEW: Final = 12  # names of what was not asked that are printed


def print_report(events: list[dict[str, Any]]) -> None:
    """The table of a run, each failure, and what is to be noted."""
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("kind", "level", "verdict"):
        table.add_column(name)
    for name in ("scopes", "exhausted", "traces", "operations", "asked", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for event in report.of(events, "kind"):
        scopes = [each for each in report.of(events, "scope") if each["kind"] == event["kind"]]
        table.add_row(
            event["kind"],
            event["level"],
            event["verdict"],
            str(len(scopes)),
            str(sum(each["complete"] for each in scopes)),
            f"{sum(event['verdicts'].values()):,}",
            f"{event['operations']:,}",
            report.share(event),
            f"{event['seconds']:.1f}",
        )
    console = open_console()
    console.soft_wrap = True
    console.print(table)
    for event in report.of(events, "failure"):
        print_failure(event)
    for event in report.of(events, "baseline"):
        console.print(f"baseline: {event['message']}")
    for event in report.of(events, "kind"):
        for note in event["notes"]:
            console.print(f"{event['kind']}: {note}")
        told = event.get("tally") or {"left_out": [], "missing": [], "unsent": {}}
        if told["left_out"]:
            console.print(f"{event['kind']}: without {_few(told['left_out'])}")
        if told["missing"]:
            console.print(f"{event['kind']}: not asked: {_few(told['missing'])}")
        if told["unsent"]:
            console.print(f"{event['kind']}: not sent: {_few(list(told['unsent']))}")
        for why, count in event["skipped"].items():
            console.print(f"{event['kind']}: {count} skipped: {why}")
    console.print(f"{report.port_name(events)}: {report.verdict(events)}")


def _few(names: list[str]) -> str:
    more = f" and {len(names) - FEW} more: `--log FILE` has all" if len(names) > FEW else ""
    return ", ".join(names[:FEW]) + more


def print_failure(event: dict[str, Any]) -> None:
    """A failure; what can be copied stands as it is."""
    typer.echo(report.headline(event) + (f", known: {event['known']}" if event.get("known") else ""))
    typer.echo("\n".join("  " + text for text in report.trace_lines(event)))


def read_cases(file: Path) -> list[Case]:
    """The traces of a file of vectors, or the failures of an event log; `-` is standard input.

    Raises     typer.BadParameter
    """
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        first = json.loads(text.split("\n", maxsplit=1)[0])
        if "format" in first:
            return cases_of(read_vectors(file))
        return [
            Case(event["kind"], event["config"], tuple(event["ops"]), str(file))
            for event in report.of(map(json.loads, text.splitlines()), "failure")
        ]
    except (OSError, ValueError, KeyError, Malformed) as error:
        raise typer.BadParameter(f"{file}: {error}") from error


def print_replay(session: Session, cases: list[Case], fast: bool) -> int:
    """Run the cases and print what comes of them; how many do not pass.

    Takes      fast, whether failures are left as they are: not looked into, arrays compared by their digest
    """
    counts: dict[str, int] = {}
    shown: list[Outcome] = []
    for outcome in session.run(session.prepared(case) for case in cases):
        counts[outcome.verdict.value] = counts.get(outcome.verdict.value, 0) + 1
        if outcome.verdict in FAILING and len(shown) < 3:
            shown.append(outcome)
    for outcome in shown:
        found = outcome if fast else blame(session, session.examine(outcome))
        print_failure(failure(session, Shrunk(found, 0, "")))
    typer.echo(", ".join(f"{count:,} {name}" for name, count in counts.items()) or "no traces")
    return sum(count for name, count in counts.items() if Verdict(name) is not Verdict.PASS)
