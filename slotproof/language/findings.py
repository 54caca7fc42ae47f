"""What the check reports: a place, what stands there, why it is refused, and what to write instead."""

from __future__ import annotations

import json
from collections.abc import Sequence
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

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.what}: {self.why}; {self.cure} [{self.rule}]"


def exit_code(findings: Sequence[Finding]) -> int:
    """Return 0 if nothing is refused, 2 if a declaration is, else 1."""
    return 2 if any(each.side == DECLARATION for each in findings) else int(bool(findings))


def text(findings: Sequence[Finding]) -> str:
    """Return the findings as a compiler prints them, each with its line and a caret."""
    shown: list[str] = []
    for each in findings:
        shown.append(str(each))
        if each.source:
            lead = "".join("\t" if sign == "\t" else " " for sign in each.source[: each.column - 1])
            shown += [f"    {each.source}", f"    {lead}^"]
    count = len(findings)
    shown.append("nothing is refused" if count == 0 else f"{count} finding{'s' if count > 1 else ''}")
    return "\n".join(shown) + "\n"


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
