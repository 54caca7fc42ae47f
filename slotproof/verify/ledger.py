"""The ledger: one JSON line for each unit that was judged, with all it says, and one for what there is to judge.

A verdict is *current* while its key is that of the unit in the survey (`survey.py`), which tells what it depends on.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from slotproof.declare.verdict import GREEN, Status, Verdict
from slotproof.verify.failure import decode_failure, encode_failure
from slotproof.verify.files import OWN, Lines, append, locked, replace_with
from slotproof.verify.reading.sources import tool_versions
from slotproof.verify.survey import Survey

DEFAULT: Final = Path(OWN) / "ledger.jsonl"


class Job(NamedTuple):
    """One unit of one judge about one container: what a line is about."""

    container: str
    judge: str
    unit: str
    deep: bool

    def __str__(self) -> str:
        return f"{self.judge} {self.container} ({self.unit})"


@dataclass(frozen=True)
class Entry:
    """What one run of a unit says of one claim."""

    job: Job
    key: str
    own: str  # of the operations that the unit is about, when it ran
    seconds: float  # CPU of the whole unit
    verdict: Verdict


@dataclass
class Ledger:
    """The file, and what was read of it so far; processes that share the file take turns at a lock beside it.

    Of what is not kept only this process knows, as long as it runs.

    unwritten   why something could not be written, as where a disk is full; this process knows it all the same
    """

    path: Path
    unwritten: str = ""
    _here: list[bytes] = field(default_factory=list)  # lines that could not be written
    _entries: dict[Job, list[Entry]] = field(default_factory=dict)
    _surveys: dict[str, Any] = field(default_factory=dict)
    _not_kept: dict[Job, list[Entry]] = field(default_factory=dict)
    _waste: int = 0  # lines that count for nothing

    def __post_init__(self) -> None:
        self._lines = Lines(self.path)

    # --- read

    def survey(self, project: str) -> Survey | None:
        """What was last found to judge in a project."""
        self._catch_up()
        try:
            return Survey.decoded(self._surveys[project])
        except (LookupError, TypeError, ValueError, AttributeError):  # none, or of another format
            return None

    def entries(self, job: Job) -> list[Entry]:
        """What was last said in the unit, current or not."""
        self._catch_up()
        return self._not_kept.get(job) or self._entries.get(job, [])

    def current(self, job: Job, key: str, kept: bool = True) -> list[Entry]:
        """What the unit says of the sources as they are; empty if it must be run.

        Takes      kept, False if only what this process has seen counts
        """
        entries = self.entries(job) if kept else self._not_kept.get(job)
        return entries if entries and entries[0].key == key else []

    # --- write

    def keep(self, project: str, survey: Survey) -> None:
        """Keep what there is to judge."""
        with self._writing():
            self._append(json.dumps({"survey": project, "tools": tool_versions(), **survey.encoded()}))

    def record(
        self,
        job: Job,
        key: str,
        own: str,
        verdicts: Sequence[Verdict],
        seconds: float,
        replace: bool = False,
        keep: bool = True,
    ) -> None:
        """Append what one run of a unit said, unless the same is recorded already, as by another process meanwhile."""
        line = _encode([Entry(job, key, own, seconds, verdict) for verdict in verdicts])
        if not keep:
            self._not_kept[job] = _decode(json.loads(line))
            return
        with self._writing():
            known = self.current(job, key)
            if replace or not known or any(entry.verdict.status is Status.FAILED for entry in known):
                self._append(line)

    def compact(self) -> None:
        """Write the file anew without the lines that count for nothing, if they are more than the others."""
        with self._writing():
            self._catch_up()
            if self._waste <= len(self._entries) + len(self._surveys):
                return
            lines = [json.dumps(data) for data in self._surveys.values()] + list(map(_encode, self._entries.values()))
            replace_with(self.path, "".join(line + "\n" for line in lines))

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the lock; what cannot be written is not, and that is noted."""
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(locked(self.path))
            except OSError as error:
                self._note(error)
            try:
                yield
            except OSError as error:
                self._note(error)

    def _append(self, line: str) -> None:
        """Add a line to the file; if that cannot be done, to what this process knows."""
        try:
            append(self.path, line + "\n")
        except OSError as error:
            self._note(error)
            self._here.append(line.encode())
            self._take(line.encode())

    def _note(self, error: OSError) -> None:
        self.unwritten = error.strerror or str(error)

    def _catch_up(self) -> None:
        """Read what was appended since the last time, or everything if the file is another one."""
        is_other, lines = self._lines.added()
        if is_other:
            self._entries, self._surveys, self._waste = {}, {}, 0
        for line in (*lines, *self._here) if is_other or lines else ():
            self._take(line)

    def _take(self, line: bytes) -> None:
        self._waste += 1
        try:
            data = json.loads(line)
            if "survey" in data:
                self._waste -= data["survey"] not in self._surveys
                self._surveys[data["survey"]] = data
                return
            entries = _decode(data)
        except (ValueError, KeyError, TypeError):  # torn, or of another format
            return
        self._waste -= entries[0].job not in self._entries
        self._entries[entries[0].job] = entries


# --- lines


_TOLD_ONCE: Final = frozenset({"container", "judge", "unit", "failure"})


def _encode(entries: Sequence[Entry]) -> str:
    """The line of a unit."""
    first = entries[0]
    line = {"unit": first.job, "key": first.key, "own": first.own, "seconds": first.seconds}
    return json.dumps({**line, "verdicts": [_encode_verdict(entry.verdict) for entry in entries]})


def _encode_verdict(verdict: Verdict) -> dict[str, Any]:
    told = {name: value for name, value in vars(verdict).items() if value and name not in _TOLD_ONCE}
    failure = {"failure": encode_failure(verdict.failure)} if verdict.failure else {}
    return {**told, "status": verdict.status.value, **failure}


def _decode(data: dict[str, Any]) -> list[Entry]:
    """What a line says.

    Raises     ValueError if it says nothing; KeyError, TypeError if it is of another format
    """
    container, judge, unit, deep = data["unit"]
    job = Job(container, judge, unit, bool(deep))
    entries = []
    for each in data["verdicts"]:
        failure = decode_failure(each.pop("failure")) if "failure" in each else None
        status = Status(each.pop("status"))
        verdict = Verdict(container, judge, unit, status=status, failure=failure, **each)
        entries.append(Entry(job, data["key"], data["own"], data["seconds"], verdict))
    if not entries:
        raise ValueError("a unit that says nothing")
    return entries


# --- summary

RANK: Final = (
    Status.FAILED,
    Status.STALE,
    Status.NOT_PROVED,
    Status.NOT_CONFIRMED,
    Status.ASSUMED,
    Status.SAMPLED,
    Status.CONFIRMED,
    Status.EXHAUSTED,
    Status.PROVED,
)
"""The statuses, weakest first."""


def weakest(statuses: Sequence[Status]) -> Status:
    """What several units of one judge say of one claim together."""
    return min(statuses, key=RANK.index)


def strongest(statuses: Sequence[Status]) -> Status:
    """What several judges say of one claim together: failed if one saw it fail, else the best; else assumed."""
    if Status.FAILED in statuses:
        return Status.FAILED
    green = [status for status in statuses if status in GREEN]
    rest = [status for status in statuses if status not in GREEN]
    return max(green, key=RANK.index) if green else weakest(rest) if rest else Status.ASSUMED
