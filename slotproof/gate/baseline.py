"""Known failures of a port: `gate.toml` in the port's own repository.

    [[known]]
    kind = "token_allocator"
    claim = "TA-R2"
    verdict = "mismatch"
    reason = "release of a free token answers false"
    since = 2026-05-01

`verdict` may be a list. An entry that passes, fails in another way, or names nothing, is a failure itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slotproof.gate.kinds import kind, names
from slotproof.gate.report import Event, of
from slotproof.gate.verdicts import FAILING

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


def read(path: Path) -> list[Known]:
    """The entries of a baseline.

    Raises     Wrong
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Wrong(f"{path}: {error}") from error
    entries = content.get("known", [])
    if set(content) - {"known"} or not isinstance(entries, list):
        raise Wrong(f"{path}: it has tables [[known]] and nothing else")
    read_ones = [_entry(path, entry) for entry in entries]
    for number, one in enumerate(read_ones):
        if any((one.kind, one.claim) == (other.kind, other.claim) for other in read_ones[:number]):
            raise Wrong(f"{path}: {one.kind} {one.claim} has two entries: `verdict` may be a list".replace("  ", " "))
    return read_ones


def _entry(path: Path, entry: Any) -> Known:
    if not isinstance(entry, dict) or set(entry) != KEYS:
        raise Wrong(f"{path}: an entry has {', '.join(sorted(KEYS))}: {entry!r}")
    if entry["kind"] not in names():
        raise Wrong(f"{path}: there is no kind {entry['kind']!r}")
    known = {operation.claim.id for operation in kind(entry["kind"]).refinement.operations}
    if entry["claim"] and entry["claim"] not in known:
        raise Wrong(f"{path}: {entry['claim']!r} is no claim about an operation of {entry['kind']}")
    verdicts = entry["verdict"] if isinstance(entry["verdict"], list) else [entry["verdict"]]
    if not verdicts or any(each not in {verdict.value for verdict in FAILING} for each in verdicts):
        raise Wrong(f"{path}: {entry['verdict']!r} is no failing verdict")
    if not str(entry["reason"]).strip():
        raise Wrong(f"{path}: a known failure has a reason: {entry!r}")
    return Known(entry["kind"], entry["claim"], tuple(verdicts), str(entry["reason"]), str(entry["since"]))


def apply(entries: Sequence[Known], events: Sequence[Event]) -> list[Event]:
    """Mark failures that are known, as `known`; complaints about entries that do not fit, as events."""
    complaints: list[Event] = []
    failures = of(events, "failure")
    ran = {event["kind"] for event in of(events, "kind") if event["verdict"] != "not_run"}
    for entry in entries:
        mine = [event for event in failures if (event["kind"], event["claim"]) == (entry.kind, entry.claim)]
        same = [event for event in mine if event["verdict"] in entry.verdicts]
        for event in same:
            event["known"] = entry.reason
        listed = " or ".join(entry.verdicts)
        where = f"{entry.kind} {entry.claim}".strip()
        if entry.kind not in ran:
            message = f"{where} is listed as known, but {entry.kind} was not run"
        elif mine and not same:
            message = f"{where} is listed as {listed}, but is {mine[0]['verdict']}"
        elif not mine:
            message = f"{where} is listed as {listed}, but passes: take the entry out"
        else:
            continue
        complaints.append({"event": "baseline", "kind": entry.kind, "message": message})
    return complaints
