"""Reports on a run of `slotproof verify`: JSON, JUnit XML, Markdown, annotations and a badge."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from slotproof.declare.verdict import GREEN, Status
from slotproof.show import steps as explaining
from slotproof.show.drawing import drawn
from slotproof.show.places import shortened
from slotproof.show.reports import formats
from slotproof.show.reports.sarif import sarif
from slotproof.show.reports.stories import place_of, story, title, worst
from slotproof.verify.ledger import Job
from slotproof.verify.reading.sources import tool_versions
from slotproof.verify.result import (
    BENEATH,
    REFUSED,
    Red,
    Result,
    cell,
    claims_only,
    footnote,
    presumed,
    seconds,
    tally,
    undecided,
    undecided_by_reason,
)
from slotproof.verify.standing import Standing, kind_of

PICTURED: Final = 5  # failures that a summary draws; of the others it has the claim and the message
LISTED: Final = 50  # reasons for open claims that a summary lists

Report = Callable[[Result], str]


# --- JSON


def as_json(result: Result) -> str:
    """All that is known of each claim."""
    document = {
        "exit": result.exit_code,
        "deep": result.deep,
        "tools": tool_versions(),
        "claims": [_claim(standing) for standing in result.standings],
        "beneath": [_claim(standing) for standing in result.beneath],
        "refused": [_claim(standing) for standing in result.refused],
    }
    return json.dumps(document, indent=1) + "\n"


def _claim(standing: Standing) -> dict[str, Any]:
    judges = {}
    for judge, told in standing.judges.items():
        verdicts = [said.entry.verdict for said in told]
        judges[judge] = {
            "status": standing.by(judge).value,
            "scope": "; ".join(dict.fromkeys(verdict.scope for verdict in verdicts if verdict.scope)),
            "seconds": round(sum(verdict.seconds for verdict in verdicts), 3),
            "evidence": {verdict.unit: dict(verdict.evidence) for verdict in verdicts},
            "reason": "; ".join(dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason)),
        }
    claim = standing.claim
    return {
        "id": claim.id,
        "kind": kind_of(claim),
        "statement": claim.statement,
        "container": standing.container,
        "status": standing.status.value,
        "judges": judges,
    }


# --- JUnit XML


def junit(result: Result) -> str:
    """A suite for each container, with a case for each claim and judge; a claim nobody looked at has one of its own.

    What failed and was not asked for has a suite for itself.
    """
    suites = [_suite(result, name) for name in result.declared]
    others = [_failed(result, Red(each, BENEATH)) for each in result.beneath]
    others += [_crashed(job, crash) for job, crash in result.crashes if job.container not in result.declared]
    return formats.junit([*suites, formats.Suite("beneath", others)] if others else suites)


def _crashed(job: Job, crash: str) -> formats.Case:
    """The case of a job in which the checker itself failed."""
    told_last = (crash.strip().splitlines() or ["the checker failed"])[-1]
    trouble = formats.Trouble("error", "checker", told_last, crash)
    return formats.Case(f"{job.container}.{job.judge}", job.unit or "units", trouble=trouble)


def _failed(result: Result, red: Red) -> formats.Case:
    standing = red.standing
    trouble = formats.Trouble("failure", red.why, title(result, red), "\n".join(story(result, standing)))
    return formats.Case(f"{standing.container}.{'.'.join(standing.judges)}", standing.claim.id, trouble=trouble)


def _suite(result: Result, container: str) -> formats.Suite:
    own = result.of(container)
    cases = [
        formats.Case(
            f"{container}.{judge}",
            standing.claim.id,
            sum(said.entry.verdict.seconds for said in told),
            _trouble(result, standing, judge),
        )
        for standing in own
        for judge, told in standing.judges.items()
    ]
    cases += [_failed(result, Red(each, REFUSED)) for each in result.refused if each.container == container]
    covered = {id(standing) for standing in result.uncovered}
    for standing in own:
        if id(standing) in covered:
            why = Red(standing, "no green verdict")
            trouble = formats.Trouble("failure", why.why, title(result, why), "\n".join(story(result, standing)))
            cases.append(formats.Case(f"{container}.coverage", standing.claim.id, trouble=trouble))
        elif not standing.judges:
            skipped = formats.Trouble("skipped", "assumed", "assumed: no judge that was asked looks at it")
            cases.append(formats.Case(f"{container}.coverage", standing.claim.id, trouble=skipped))
    cases += [_crashed(job, crash) for job, crash in result.crashes if job.container == container]
    facts = {"claims": tally(claims_only(own)), "profile": "deep" if result.deep else "default"}
    return formats.Suite(container, cases, facts | {f"tool {name}": text for name, text in tool_versions().items()})


def _trouble(result: Result, standing: Standing, judge: str) -> formats.Trouble | None:
    status = standing.by(judge)
    if status in GREEN:
        return None
    text = "\n".join(story(result, standing, judge))
    fails = status in (Status.FAILED, Status.STALE) or (result.strict and bool(undecided(standing)))
    if fails:
        return formats.Trouble("failure", status.value, title(result, Red(standing, status.value)), text)
    reasons = dict.fromkeys(said.entry.verdict.reason for said in standing.judges[judge] if said.status not in GREEN)
    return formats.Trouble("skipped", status.value, f"{status.value}: {'; '.join(reasons)}", text)


# --- Markdown


def headline(result: Result) -> str:
    """The run in a few words."""
    if result.crashes:
        return "the checker failed"
    reasons = [red.why for red in result.red()]
    if not reasons:
        return tally(claims_only(result.standings)) or "nothing is declared"
    return ", ".join(f"{reasons.count(why)} {why}" for why in dict.fromkeys(reasons))


def markdown(result: Result) -> str:
    """A summary for a page of continuous integration."""
    names = list(result.declared)
    rows = [_row(result, name, result.of(name)) for name in names]
    if len(rows) > 1:
        rows.append(_row(result, "total", result.standings))
    lines = [f"## slotproof: {headline(result)}", ""]
    lines += formats.table(("Container", *result.judges, "CPU s"), rows, numbers=1 + len(result.judges))
    lines += ["", footnote(result.standings).replace("*", "\\*")] if footnote(result.standings) else []
    lines += ["", f"{len(claims_only(result.standings))} claims: {tally(claims_only(result.standings))}."]
    taken = presumed(claims_only(result.standings))
    lines += [f"{count} of the proved assume that {assumption}." for assumption, count in taken.items()]
    if not result.complete:
        lines.append(f"Only {', '.join(result.judges)} looked; whether every claim is covered was not asked.")
    for number, red in enumerate(result.red()):
        lines += ["", f"### {red.standing.claim.id} ({red.standing.container}): {red.why}", ""]
        lines += [red.standing.claim.statement, "", *formats.fenced(_told(result, red, drawn_too=number < PICTURED))]
    for job, crash in result.crashes:
        lines += ["", f"### The checker failed: {job}", "", *formats.fenced(crash.rstrip().split("\n"))]
    lines += _open(result)
    return "\n".join(lines) + "\n"


def _row(result: Result, name: str, standings: Sequence[Standing]) -> list[str]:
    return [name, *(cell(standings, judge)[0] or "-" for judge in result.judges), f"{seconds(standings):.1f}"]


def _told(result: Result, red: Red, drawn_too: bool) -> Iterator[str]:
    yield from story(result, red.standing)
    verdict = worst(red.standing)
    failure = verdict.failure if verdict else None
    if drawn_too and failure and (failure.before or failure.after):
        refinement = result.refinement(red.standing)
        yield ""
        yield from drawn(explaining.picture(refinement, explaining.Trace.of(failure))).plain.splitlines()


def _open(result: Result) -> list[str]:
    """What judges left open, folded away."""
    found = undecided_by_reason(result.standings)
    lines = [
        f"* {container}: {status}: {', '.join(claims)}: {reason}"
        for (container, status, reason), claims in found.items()
    ]
    if not lines:
        return []
    more = [f"* and {len(lines) - LISTED} more"] if len(lines) > LISTED else []
    return ["", "<details><summary>What is not proved or not confirmed</summary>", "", *lines[:LISTED], *more, "",
            "</details>"]  # fmt: skip


# --- GitHub, badge


def github(result: Result) -> str:
    """A line for each reason why the run is red, in the form that GitHub shows beside a change."""
    lines = []
    for red in result.red():
        standing = red.standing
        place = place_of(result, standing)
        file, line = (shortened(place.file), place.line) if place else ("", 0)
        heading = f"{standing.claim.id} {red.why}: {standing.claim.statement}"
        lines.append(formats.annotation(heading, "\n".join(story(result, standing)), file, line))
    lines += [formats.annotation(f"the checker failed: {job}", crash) for job, crash in result.crashes]
    return "".join(line + "\n" for line in lines)


def badge(result: Result) -> str:
    """What the badge says: each status in its own word, the label what it is limited to."""
    asked = [] if result.complete else list(result.judges)
    few = list(result.declared) if len(result.declared) <= 2 else []
    label = " ".join(["slotproof", *few, *asked])
    if result.exit_code:
        return formats.badge(label, headline(result), "red")
    colour = "brightgreen" if result.standings else "lightgrey"
    return formats.badge(label, headline(result), colour)


WRITERS: Final[dict[str, Report]] = {
    "json": as_json,
    "junit": junit,
    "sarif": sarif,
    "markdown": markdown,
    "badge": badge,
}
"""Name of the option -> what writes the report."""

FILES: Final = {
    "json": "verdicts.json",
    "junit": "junit.xml",
    "sarif": "slotproof.sarif",
    "markdown": "summary.md",
    "badge": "badge.json",
}
"""Name of the report -> its file in a folder of reports."""
