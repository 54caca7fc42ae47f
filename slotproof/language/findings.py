"""What the check reports: a place, what stands there, why it is refused, and what to write instead."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

PROGRAM: Final = "program"
DECLARATION: Final = "declaration"
SARIF_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


@dataclass(frozen=True, order=True)
class Finding:
    """One refusal.

    file, line, column   where, from 1
    rule                 the part of the language that refuses it, such as "names" or "aliases"
    mistake              the row of `reasons` that tells why
    what, why, cure      what stands there; why it is refused; what to write instead
    side                 PROGRAM or DECLARATION
    source               the line as it stands
    """

    file: str
    line: int
    column: int
    rule: str
    mistake: str
    what: str
    why: str
    cure: str
    side: str = PROGRAM
    source: str = ""

    @property
    def place(self) -> str:
        """Return where it is."""
        return f"{self.file}:{self.line}:{self.column}"

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"

    @property
    def sentence(self) -> str:
        """Return all but where it is."""
        return f"{self.what}: {self.why}; {self.cure} [{self.rule}]"


@dataclass(frozen=True)
class Look:
    """What a file declares, and what is refused of it and of all that it reaches.

    containers   names of the containers that it declares
    files        what was read
    findings     in the order of their places
    digest       of what was read, for those who keep this
    """

    containers: tuple[str, ...]
    files: tuple[str, ...]
    findings: tuple[Finding, ...]
    digest: str = ""

    @staticmethod
    def decoded(data: Mapping[str, Any]) -> Look:
        """Return the inverse of `asdict`, for what JSON read back."""
        findings = tuple(Finding(**each) for each in data["findings"])
        return Look(tuple(data["containers"]), tuple(data["files"]), findings, data["digest"])


def shown(path: Path) -> str:
    """Return a path as it is said from here."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def exit_code(findings: Sequence[Finding]) -> int:
    """Return 0 if nothing is refused, 2 if a declaration is, else 1."""
    return 2 if any(each.side == DECLARATION for each in findings) else int(bool(findings))


def text(findings: Sequence[Finding]) -> str:
    """Return the findings as a compiler prints them, and how many there are."""
    count = len(findings)
    last = "nothing is refused" if count == 0 else f"{count} finding{'s' if count > 1 else ''}"
    return "".join(f"{line}\n" for line in [*map(compiled, findings), last])


def compiled(each: Finding) -> str:
    """Return a finding as a compiler prints it, with its line and a caret."""
    if not each.source:
        return str(each)
    lead = "".join("\t" if sign == "\t" else " " for sign in each.source[: each.column - 1])
    return f"{each}\n    {each.source}\n    {lead}^"


def as_json(findings: Sequence[Finding]) -> str:
    """Return a list of objects with the fields of `Finding`."""
    return json.dumps([vars(each) for each in findings], indent=1) + "\n"


def sarif(findings: Sequence[Finding], version: str) -> str:
    """Return a SARIF 2.1.0 log: a rule for each part of the language, a result for each finding."""
    rules = sorted({(each.mistake, each.rule) for each in findings})
    driver: dict[str, Any] = {
        "name": "slotproof lint",
        "version": version,
        "rules": [{"id": mistake, "shortDescription": {"text": f"the language: {rule}"}} for mistake, rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, rules.index((each.mistake, each.rule))) for each in findings],
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _result(each: Finding, rule: int) -> dict[str, Any]:
    region = {"startLine": each.line, "startColumn": each.column, "snippet": {"text": each.source}}
    location = {"artifactLocation": {"uri": Path(each.file).as_posix()}, "region": region}
    return {
        "ruleId": each.mistake,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": f"{each.what}: {each.why}; {each.cure}"},
        "locations": [{"physicalLocation": location}],
    }
