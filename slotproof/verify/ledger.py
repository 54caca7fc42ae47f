"""The ledger: one JSON line per container, judge, unit and claim, with everything the verdict depends on.

What one run of one unit says is a *group* of lines, appended in one piece.
A group that is not whole counts for nothing.
A verdict is *current* while its key is: the hash over sources, tool versions, container, judge, unit and profile.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.report import GREEN, Failure, Outcome, Status, Step, Verdict
from slotproof.verify.sources import digest

FORMAT: Final = 1  # part of every key: another number makes every line stale
DEFAULT: Final = Path(".slotproof") / "ledger.jsonl"

Unit = tuple[str, str, str, bool]  # container, judge, unit, deep


class Written(str):
    """A value of which only its text is left."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Basis:
    """What the verdicts of one judge about one container depend on."""

    container: str
    judge: str
    deep: bool
    sources: Mapping[str, str]
    tools: Mapping[str, str]

    def key(self, unit: str) -> str:
        """What a verdict of the unit must carry to be current; the empty unit stands for the list of units."""
        return digest([FORMAT, self.container, self.judge, self.deep, unit, dict(self.sources), dict(self.tools)])


@dataclass(frozen=True)
class Entry:
    """One line: a verdict, and what it rests on."""

    key: str
    group: str  # the same for the lines of one run of one unit
    size: int  # how many lines the group has
    deep: bool
    statement: str
    unit_seconds: float  # CPU of the whole unit
    sources: Mapping[str, str]
    tools: Mapping[str, str]
    verdict: Verdict

    @property
    def unit(self) -> Unit:
        """Which piece of work the line belongs to."""
        return self.verdict.container, self.verdict.judge, self.verdict.unit, self.deep


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock beside a file, where processes that share the file take turns."""
    make_folder(path.parent)
    with path.with_name(path.name + ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def append(path: Path, text: str) -> None:
    """Add whole lines at the end, and see them on disk; a line torn by a process that was killed is closed first."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                text = "\n" + text
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


@dataclass
class Ledger:
    """The file, and what was read of it so far; processes that share the file take turns at a lock beside it."""

    path: Path
    _entries: dict[Unit, list[Entry]] = field(default_factory=dict)
    _plans: dict[tuple[str, str, bool], tuple[str, list[str]]] = field(default_factory=dict)
    _open: dict[str, list[Entry]] = field(default_factory=dict)  # groups of which lines are missing still
    _read: int = 0
    _inode: int = 0
    _waste: int = 0  # lines that count for nothing

    # --- read

    def units(self, basis: Basis) -> list[str] | None:
        """The units the judge has for the container, or None if nobody asked since a source changed."""
        self._catch_up()
        key, units = self._plans.get((basis.container, basis.judge, basis.deep), ("", []))
        return units if key == basis.key("") else None

    def entries(self, unit: Unit) -> list[Entry]:
        """What was last said in the unit, current or not."""
        self._catch_up()
        return self._entries.get(unit, [])

    def known_units(self, container: str, judge: str) -> list[Unit]:
        """Every unit of the judge about which there are lines, current or not."""
        self._catch_up()
        return [unit for unit in self._entries if unit[:2] == (container, judge)]

    def of_judge(self, judge: str) -> list[Entry]:
        """Every line of the judge, current or not."""
        self._catch_up()
        return [entry for unit, entries in self._entries.items() if unit[1] == judge for entry in entries]

    def current(self, basis: Basis, unit: str) -> list[Entry]:
        """What the unit says of the sources as they are; empty if it must be run."""
        entries = self.entries((basis.container, basis.judge, unit, basis.deep))
        return entries if entries and entries[0].key == basis.key(unit) else []

    # --- write

    def plan(self, basis: Basis, units: Sequence[str]) -> None:
        """Record which units the judge has."""
        line = {"plan": [basis.container, basis.judge, basis.deep], "key": basis.key(""), "units": list(units)}
        with locked(self.path):
            append(self.path, json.dumps(line) + "\n")

    def record(
        self,
        basis: Basis,
        unit: str,
        verdicts: Sequence[Verdict],
        statements: Mapping[str, str],
        seconds: float,
        replace: bool = False,
    ) -> None:
        """Append what one run of a unit said, unless the same is recorded already, as by another process meanwhile."""
        group = secrets.token_hex(8)
        entries = [
            Entry(
                basis.key(unit), group, len(verdicts), basis.deep, statements[verdict.claim], seconds,
                basis.sources, basis.tools, verdict,
            )
            for verdict in verdicts
        ]  # fmt: skip
        with locked(self.path):
            self._catch_up()
            known = self.current(basis, unit)
            if replace or not known or any(entry.verdict.status is Status.FAILED for entry in known):
                append(self.path, "".join(json.dumps(_encode(entry)) + "\n" for entry in entries))

    def compact(self) -> None:
        """Write the file anew without the lines that count for nothing, if they are as many as the others."""
        with locked(self.path):
            self._catch_up()
            kept = sum(len(entries) for entries in self._entries.values()) + len(self._plans)
            if self._waste <= kept:
                return
            lines = [
                json.dumps({"plan": list(asked), "key": key, "units": units})
                for asked, (key, units) in self._plans.items()
            ]
            lines += [json.dumps(_encode(entry)) for entries in self._entries.values() for entry in entries]
            fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            with fresh.open("w", encoding="utf-8") as file:
                file.write("".join(line + "\n" for line in lines))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)

    def _catch_up(self) -> None:
        """Read what was appended since the last time, or everything if the file is another one."""
        if not self.path.is_file():
            self._forget()
            return
        with self.path.open("rb") as file:
            state = os.fstat(file.fileno())
            if state.st_ino != self._inode or state.st_size < self._read:
                self._forget()
                self._inode = state.st_ino
            file.seek(self._read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            self._take(line)

    def _forget(self) -> None:
        self._entries, self._plans, self._open, self._read, self._inode, self._waste = {}, {}, {}, 0, 0, 0

    def _take(self, line: bytes) -> None:
        self._waste += 1
        try:
            data = json.loads(line)
            if "plan" in data:
                container, judge, deep = data["plan"]
                self._waste -= (container, judge, deep) not in self._plans
                self._plans[container, judge, deep] = (data["key"], data["units"])
                return
            entry = _decode(data)
        except (ValueError, KeyError, TypeError):  # torn, or of another format
            return
        group = self._open.setdefault(entry.group, [])
        group.append(entry)
        if len(group) == entry.size:
            self._waste -= len(group) - len(self._entries.get(entry.unit, ()))
            self._entries[entry.unit] = self._open.pop(entry.group)


def make_folder(folder: Path) -> None:
    """Make the folder; a new one tells git to ignore it."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        if folder.name == DEFAULT.parent.name:
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")


# --- lines


def _encode(entry: Entry) -> dict[str, Any]:
    verdict = {name: getattr(entry.verdict, name) for name in Verdict.__dataclass_fields__ if name != "failure"}
    data = {**verdict, "status": entry.verdict.status.value}
    data |= {
        "statement": entry.statement, "deep": entry.deep, "unit_seconds": entry.unit_seconds, "key": entry.key,
        "group": entry.group, "size": entry.size, "sources": dict(entry.sources), "tools": dict(entry.tools),
    }  # fmt: skip
    if entry.verdict.failure:
        data["failure"] = encode_failure(entry.verdict.failure)
    return data


def _decode(data: dict[str, Any]) -> Entry:
    failure = decode_failure(data.pop("failure")) if "failure" in data else None
    own = {name: data.pop(name) for name in Entry.__dataclass_fields__ if name != "verdict"}
    data["status"] = Status(data["status"])
    return Entry(**own, verdict=Verdict(**data, failure=failure))


def written(value: Any) -> str:
    """The Python expression of a value; a function is written as its name."""
    if isinstance(value, Written):
        return str(value)
    if callable(value) and hasattr(value, "__qualname__"):
        return str(value.__qualname__)
    if type(value) is list:
        return f"[{', '.join(map(written, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if type(value) is dict:
        return f"{{{', '.join(f'{written(key)}: {written(entry)}' for key, entry in value.items())}}}"
    return repr(value)


def shown(value: Any) -> Any:
    """The value in lists, dicts, numbers and texts: what a picture can draw and JSON can hold."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, dict):
        return {"dict": [[shown(key), shown(entry)] for key, entry in value.items()]}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return [shown(item) for item in value]
    return repr(value)


def restored(value: Any) -> Any:
    """The inverse of `shown`, for what JSON read back."""
    if isinstance(value, dict):
        return {restored(key): restored(entry) for key, entry in value["dict"]}
    return [restored(item) for item in value] if isinstance(value, list) else value


_STATES: Final = ("before", "after", "model_before", "model_after")


def pictured(refinement: Refinement, failure: Failure) -> Failure:
    """The failure with its states as pictures show them: of a container within another only a text can be kept."""
    if refinement.shown is None:
        return failure
    try:
        before, after = (dict(refinement.shown(each)) if each else {} for each in (failure.before, failure.after))
    except (LookupError, AttributeError, TypeError, ValueError):  # arrays that are too broken to be drawn
        return failure
    return replace(failure, before=before, after=after)


def encode_failure(failure: Failure) -> dict[str, Any]:
    """The failure in what JSON can hold: states as drawn, arguments and results as written."""
    data = {name: getattr(failure, name) for name in ("claim", "message", "where", "start")}
    data["broken"] = list(failure.broken)
    data["configuration"] = {name: written(value) for name, value in failure.configuration.items()}
    data["trace"] = [
        {
            "operation": step.operation,
            "arguments": _arguments(step.arguments),
            "expected": _outcome(step.expected),
            "actual": _outcome(step.actual),
        }
        for step in failure.trace
    ]
    data |= {name: {key: shown(value) for key, value in getattr(failure, name).items()} for name in _STATES}
    return data


def _arguments(arguments: Sequence[Any]) -> list[str]:
    return [written(argument) for argument in arguments]


def _outcome(outcome: Outcome) -> dict[str, str]:
    return {"value": written(outcome.value), "error": outcome.error, "text": outcome.text}


def decode_failure(data: dict[str, Any]) -> Failure:
    """The failure that was encoded; a value of which the text is left is a `Written`."""
    steps = tuple(
        Step(
            step["operation"],
            tuple(Written(argument) for argument in step["arguments"]),
            *(Outcome(Written(end["value"]), end["error"], end["text"]) for end in (step["expected"], step["actual"])),
        )
        for step in data["trace"]
    )
    return Failure(
        claim=data["claim"],
        message=data["message"],
        where=data["where"],
        start=data["start"],
        configuration={name: Written(value) for name, value in data["configuration"].items()},
        trace=steps,
        broken=tuple(data["broken"]),
        before=_state(data["before"]),
        after=_state(data["after"]),
        model_before=_state(data["model_before"]),
        model_after=_state(data["model_after"]),
    )


def _state(data: dict[str, Any]) -> dict[str, Any]:
    return {name: restored(value) for name, value in data.items()}


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
