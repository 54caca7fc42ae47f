"""Known failures of a port: `gate.toml` in the port's own repository.

    [[known]]
    kind = "token_allocator"
    claim = "TA-R2"
    verdict = "mismatch"
    reason = "release of a free token answers false"
    since = 2026-05-01

What a port cannot be asked is listed there, too, and what is listed and asked after all is a failure:

    [[not_asked]]
    kind = "token_allocator"
    cells = ["acquire_many", "acquire: full"]
    reason = "one token at a time, and never so many"

`verdict` may be a list. An entry that passes, fails in another way, or names nothing, is a failure itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.verdicts import FAILING
from slotproof.gate.report import Event, of
from slotproof.gate.traces.asked import entries

KEYS = {"kind", "claim", "verdict", "reason", "since"}


class Wrong(Exception):
    """The file is no baseline."""


@dataclass(frozen=True)
class Known:
    """One known failure; `claim` is empty where no operation can be named."""

    kind: str
    claim: str
    verdicts: tuple[str, ...]
    reason: str
    since: str


@dataclass(frozen=True)
class NotAsked:
    """Operations and cells of a kind that a port cannot be asked."""

    kind: str
    cells: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Baseline:
    """What is known to fail, and what cannot be asked."""

    known: tuple[Known, ...] = ()
    not_asked: tuple[NotAsked, ...] = ()


def read(path: Path) -> Baseline:
    """The entries of a baseline.

    Raises     Wrong
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Wrong(f"{path}: {error}") from error
    known, unasked = content.get("known", []), content.get("not_asked", [])
    if set(content) - {"known", "not_asked"} or not isinstance(known, list) or not isinstance(unasked, list):
        raise Wrong(f"{path}: it has tables [[known]] and [[not_asked]], and nothing else")
    read_ones = [_entry(path, entry) for entry in known]
    for number, one in enumerate(read_ones):
        if any((one.kind, one.claim) == (other.kind, other.claim) for other in read_ones[:number]):
            raise Wrong(f"{path}: {one.kind} {one.claim} has two entries: `verdict` may be a list".replace("  ", " "))
    return Baseline(tuple(read_ones), tuple(_not_asked(path, entry) for entry in unasked))


def _not_asked(path: Path, entry: Any) -> NotAsked:
    if not isinstance(entry, dict) or set(entry) != {"kind", "cells", "reason"} or entry["kind"] not in names():
        raise Wrong(f"{path}: an entry of what is not asked has a kind that there is, cells and a reason: {entry!r}")
    cells = entry["cells"]
    if not isinstance(cells, list) or not cells or not str(entry["reason"]).strip():
        raise Wrong(f"{path}: it has cells, and a reason: {entry!r}")
    for cell in cells:
        if str(cell).split(":")[0].split(" ")[0] not in kind(entry["kind"]).operations:
            raise Wrong(f"{path}: {cell!r} is no operation of {entry['kind']}, and no cell of one")
    return NotAsked(entry["kind"], tuple(cells), str(entry["reason"]))


def _entry(path: Path, entry: Any) -> Known:
    if not isinstance(entry, dict) or set(entry) != KEYS:
        raise Wrong(f"{path}: an entry has {', '.join(sorted(KEYS))}: {entry!r}")
    if entry["kind"] not in names():
        raise Wrong(f"{path}: there is no kind {entry['kind']!r}")
    if entry["claim"] and not operations_of(entry["kind"], entry["claim"]):
        raise Wrong(f"{path}: {entry['claim']!r} is no claim about an operation of {entry['kind']}")
    verdicts = entry["verdict"] if isinstance(entry["verdict"], list) else [entry["verdict"]]
    if not verdicts or any(each not in {verdict.value for verdict in FAILING} for each in verdicts):
        raise Wrong(f"{path}: {entry['verdict']!r} is no failing verdict")
    if not str(entry["reason"]).strip():
        raise Wrong(f"{path}: a known failure has a reason: {entry!r}")
    return Known(entry["kind"], entry["claim"], tuple(verdicts), str(entry["reason"]), str(entry["since"]))


def operations_of(name: str, claim: str) -> frozenset[str]:
    """The operations of a kind that a claim is about, or the claim about their cost."""
    operations = kind(name).refinement.operations
    return frozenset(each.name for each in operations if claim in (each.claim.id, getattr(each.cost_claim, "id", None)))


def apply(baseline: Baseline, events: Sequence[Event]) -> list[Event]:
    """Mark failures that are known, as `known`; complaints about entries that do not fit, as events."""
    return _apply_known(baseline.known, events) + _apply_not_asked(baseline.not_asked, events)


def _apply_not_asked(listed: Sequence[NotAsked], events: Sequence[Event]) -> list[Event]:
    """Leave in `not_asked` of each kind what is not listed; an operation stands for all of its cells."""
    complaints: list[Event] = []
    for event in of(events, "kind"):
        if event.get("tally"):
            mine = {cell for entry in listed if entry.kind == event["kind"] for cell in entry.cells}
            unasked = entries(event["tally"])
            event["not_asked"] = [cell for cell in unasked if not {cell, cell.split(":")[0].split(" ")[0]} & mine]
            left = mine - set(unasked) - {cell.split(":")[0].split(" ")[0] for cell in unasked}
            if left and event["verdict"] == "pass":
                message = f"{event['kind']} {', '.join(sorted(left))}: listed as not asked, but asked: take it out"
                complaints.append({"event": "baseline", "kind": event["kind"], "message": message})
    return complaints


def _apply_known(listed: Sequence[Known], events: Sequence[Event]) -> list[Event]:
    complaints: list[Event] = []
    failures = of(events, "failure")
    ran = {event["kind"] for event in of(events, "kind") if event["verdict"] != "not_run"}
    for entry in listed:
        mine = [event for event in failures if (event["kind"], event["claim"]) == (entry.kind, entry.claim)]
        same = [event for event in mine if event["verdict"] in entry.verdicts]
        for event in same:
            event["known"] = entry.reason
        verdicts = " or ".join(entry.verdicts)
        where = f"{entry.kind} {entry.claim}".strip()
        if entry.kind not in ran:
            message = f"{where} is listed as known, but {entry.kind} was not run"
        elif mine and not same:
            message = f"{where} is listed as {verdicts}, but is {mine[0]['verdict']}"
        elif not mine:
            message = f"{where} is listed as {verdicts}, but passes: take the entry out"
        else:
            continue
        complaints.append({"event": "baseline", "kind": entry.kind, "message": message})
    return complaints
