"""Reports on a run, all made from its event log: JUnit XML, Markdown with annotations, and a badge."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from slotproof.gate.campaign.evidence import again, cell_lines, drawing
from slotproof.gate.protocol.verdicts import Verdict
from slotproof.gate.traces.asked import entries
from slotproof.show.places import page_of
from slotproof.show.reports import formats

NAMED: Final = 3  # cells that a verdict names

Event = dict[str, Any]


class Log:
    """Writes events as JSON Lines while they happen, and keeps those that reports are made of."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.file = file
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        """Take an event."""
        self.events.append(event)
        if self.file is not None:
            self.file.write(json.dumps(event, separators=(",", ":")) + "\n")
            self.file.flush()


def read_log(path: Path) -> list[Event]:
    """The events of a log."""
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def of(events: Iterable[Event], name: str) -> list[Event]:
    """The events of one sort."""
    return [event for event in events if event["event"] == name]


def port_name(events: Sequence[Event]) -> str:
    """Name and version of the port, if it said them."""
    port = next((event["port"] for event in of(events, "hello")), {"name": "unknown port", "version": ""})
    return f"{port['name']} {port['version']}".strip()


def unexpected(events: Sequence[Event]) -> list[Event]:
    """The failures that no baseline knows, and the baseline's own complaints."""
    return [event for event in of(events, "failure") if not event.get("known")] + of(events, "baseline")


def headline(failure: Event) -> str:
    """A failure in one line."""
    place = f" at operation {failure['at']}, `{failure['operation']}`" if failure["at"] is not None else ""
    claim = f" ({failure['claim']})" if failure.get("claim") else ""
    seen = failure.get("seen")
    by = f", seen by operation {seen}, `{failure['ops'][seen][0]}`" if seen is not None else ""
    return f"{failure['kind']}: {failure['verdict']}{place}{claim}{by}"


def trace_lines(failure: Event, pictures: bool = True) -> list[str]:
    """The claim, the trace, an operation a line, what was expected of the one that goes wrong, and how to run it again.

    Takes      pictures, whether arrays are drawn as text
    """
    lines = [f"config {json.dumps(failure['config'])}"]
    if failure.get("statement"):
        lines.insert(0, f"{failure['claim']}: {failure['statement']} ({page_of(failure['kind'])})")
    marks = {failure.get("seen"): "  <-- seen here", failure["at"]: "  <-- here"}
    lines += [f"{number:>3}  {json.dumps(op)}{marks.get(number, '')}" for number, op in enumerate(failure["ops"])]
    if failure.get("what") == "arrays":
        lines += cell_lines(failure["expected"], failure["actual"]) + (drawing(failure) if pictures else [])
    elif failure["expected"] is not None or failure["actual"] is not None:
        lines += [f"expected  {json.dumps(failure['expected'])}", f"actual    {json.dumps(failure['actual'])}"]
    if failure["message"]:
        lines.append(failure["message"])
    if failure.get("minimal"):
        lines.append(f"{failure['minimal']} ({failure['runs']} runs)")
    if failure["stderr"]:
        lines += ["standard error ends with:", failure["stderr"].rstrip()]
    return [*lines, *again(failure, failure.get("command", ()))] if failure["ops"] else lines


def junit(events: Sequence[Event]) -> str:
    """JUnit XML: a suite for the port, a case for each kind."""
    cases = [
        formats.Case("slotproof.gate", kind["kind"], kind["seconds"], _trouble(kind, events))
        for kind in of(events, "kind")
    ]
    return formats.junit([formats.Suite(port_name(events), cases)])


def _trouble(kind: Event, events: Sequence[Event]) -> formats.Trouble | None:
    """What is wrong with a kind: the first failure by name, all of them in the text."""
    wrong = [event for event in unexpected(events) if event.get("kind") == kind["kind"]]
    if wrong:
        harness = any(event.get("verdict") == Verdict.HARNESS_ERROR.value for event in wrong)
        titles = [headline(event) if "ops" in event else event["message"] for event in wrong]
        texts = ["\n".join(trace_lines(event)) if "ops" in event else event["message"] for event in wrong]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        told = "\n\n".join(f"{title}\n{text}" for title, text in zip(titles, texts, strict=True))
        sort = wrong[0].get("verdict", "baseline")
        return formats.Trouble("error" if harness else "failure", sort, titles[0] + more, told)
    if kind in unasked(events):
        names = entries(kind["tally"])
        return formats.Trouble("skipped", "not_asked", f"asked {share(kind)}; not asked: {', '.join(names[:20])}")
    if kind["verdict"] in (Verdict.SKIP.value, Verdict.NOT_RUN.value):
        return formats.Trouble("skipped", kind["verdict"], json.dumps(kind["skipped"]) or kind["verdict"])
    return None


def markdown(events: Sequence[Event]) -> str:
    """A summary for a page of continuous integration."""
    rows = [
        [
            kind["kind"],
            kind["level"],
            kind["verdict"],
            f"{sum(count for name, count in kind['verdicts'].items() if name != Verdict.NOT_RUN.value):,}",
            f"{kind['operations']:,}",
            share(kind),
            f"{kind['seconds']:.1f}",
        ]
        for kind in of(events, "kind")
    ]
    heads = ("Kind", "Level", "Verdict", "Traces", "Operations", "Asked", "Seconds")
    lines = [f"## {port_name(events)}: {verdict(events)}", "", *formats.table(heads, rows, numbers=4)]
    for failure in of(events, "failure"):
        known = f", known: {failure['known']}" if failure.get("known") else ""
        lines += ["", f"### {headline(failure)}{known}", "", *formats.fenced(trace_lines(failure))]
    for complaint in of(events, "baseline"):
        lines += ["", f"* baseline: {complaint['message']}"]
    return "\n".join(lines) + "\n"


def github(events: Sequence[Event]) -> str:
    """A line for each failure, in the form that GitHub shows beside a change."""
    lines = []
    for event in unexpected(events):
        title = headline(event) if "ops" in event else "baseline"
        text = "\n".join(trace_lines(event)) if "ops" in event else event["message"]
        lines.append(formats.annotation(title, text))
    return "".join(line + "\n" for line in lines)


def verdict(events: Sequence[Event]) -> str:
    """The port in one word or two."""
    wrong = unexpected(events)
    if wrong:
        return f"{len(wrong)} failing"
    stopped = of(events, "stopped")
    if stopped:
        return f"stopped after part {stopped[0]['done']} of {stopped[0]['parts']}: {stopped[0]['why']}"
    kinds = of(events, "kind")
    if not kinds or any(kind["verdict"] == Verdict.NOT_RUN.value for kind in kinds):
        return "not run"
    tallies = [kind["tally"] for kind in kinds if kind.get("tally")]
    had, whole = (sum(each[name] for each in tallies) for name in ("operations", "of"))
    part = f" in part: {had} of {whole} operations" if had < whole else ""
    missing = [f"{kind['kind']} {cell}" for kind in kinds for cell in (kind.get("tally") or {}).get("missing", ())]
    more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
    unasked = f", not asked: {', '.join(missing[:NAMED])}{more}" if missing else ""
    return f"conforms{part}, {' and '.join(sorted({kind['level'] for kind in kinds}))}{unasked}"


def unasked(events: Sequence[Event]) -> list[Event]:
    """The kinds of which something was not asked that no list allows."""
    return [
        kind
        for kind in of(events, "kind")
        if kind.get("not_asked", entries(kind["tally"]) if kind.get("tally") else [])
    ]


def share(kind: Event) -> str:
    """How many cells were asked, of how many."""
    told = kind.get("tally")
    return f"{told['asked']:,} of {told['required']:,}" if told else ""


def badge(events: Sequence[Event]) -> str:
    """The JSON that a badge endpoint serves."""
    said = verdict(events)
    whole = said.startswith("conforms, ") and "not asked" not in said
    unrun = said.startswith(("not run", "stopped"))
    green = "brightgreen" if whole else "yellow"
    colour = green if said.startswith("conforms") else "lightgrey" if unrun else "red"
    return formats.badge("slotproof", said, colour)
