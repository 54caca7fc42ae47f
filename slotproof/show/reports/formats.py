"""The formats that reports share, whatever they report on: JUnit XML, Markdown, GitHub annotations, badges."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal
from xml.etree import ElementTree as ET

_NOT_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


# --- JUnit XML


@dataclass(frozen=True)
class Trouble:
    """Why a case is not a plain success; `title` is one line, `text` the whole story."""

    sort: Literal["failure", "error", "skipped"]
    kind: str
    title: str
    text: str = ""


@dataclass(frozen=True)
class Case:
    """One test case of a suite."""

    group: str
    name: str
    seconds: float = 0.0
    trouble: Trouble | None = None


@dataclass(frozen=True)
class Suite:
    """Cases that belong together, and facts about them by name."""

    name: str
    cases: Sequence[Case]
    facts: Mapping[str, str] = field(default_factory=dict)


def junit(suites: Iterable[Suite], now: datetime | None = None) -> str:
    """JUnit XML, as the schema of the Ant task has it: each case has at most one trouble.

    Takes      now, the time of the report; the present if left out
    """
    root = ET.Element("testsuites")
    stamp = (now or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%S")
    for number, suite in enumerate(suites):
        sorts = [case.trouble.sort for case in suite.cases if case.trouble]
        counts = {"tests": len(suite.cases), "failures": sorts.count("failure"), "errors": sorts.count("error")}
        told = ET.SubElement(
            root,
            "testsuite",
            {
                "name": _token(suite.name),
                "package": "slotproof",
                "id": str(number),
                "timestamp": stamp,
                "hostname": "localhost",
                **{name: str(count) for name, count in counts.items()},
                "skipped": str(sorts.count("skipped")),
                "time": f"{sum(case.seconds for case in suite.cases):.3f}",
            },
        )
        facts = ET.SubElement(told, "properties")
        for name, value in suite.facts.items():
            ET.SubElement(facts, "property", name=_token(name), value=_xml(value))
        for case in suite.cases:
            _case(told, case)
        ET.SubElement(told, "system-out")
        ET.SubElement(told, "system-err")
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ET.Element, case: Case) -> None:
    made = ET.SubElement(
        suite, "testcase", classname=_token(case.group), name=_token(case.name), time=f"{case.seconds:.3f}"
    )
    if case.trouble:
        kind, title = _xml(case.trouble.kind), _xml(case.trouble.title)
        ET.SubElement(made, case.trouble.sort, type=kind, message=title).text = _xml(case.trouble.text)


def _xml(text: str) -> str:
    """The text without characters that XML has no place for."""
    return _NOT_XML.sub("?", text)


def _token(text: str) -> str:
    """The text in one line, never empty."""
    return " ".join(_xml(text).split()) or "?"


# --- Markdown


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> list[str]:
    """The lines of a table, of which the last `numbers` columns are aligned to the right."""
    plain = len(heads) - numbers
    lines = ["| " + " | ".join(map(_cell, heads)) + " |", "|" + "---|" * plain + "---:|" * numbers]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def fenced(lines: Iterable[str]) -> list[str]:
    """The lines as they are, in a fence that none of them can close."""
    body = [part for line in lines for part in line.split("\n")]
    longest = max((len(run) for line in body for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *body, fence]


# --- GitHub


def annotation(title: str, text: str, file: str = "", line: int = 0) -> str:
    """The line that makes GitHub show an error, beside a line of the change if a file is given."""
    where = {"file": file, "line": str(line)} if file else {}
    given = ",".join(f"{name}={_property(value)}" for name, value in {**where, "title": title}.items())
    return f"::error {given}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


# --- badges


def badge(label: str, message: str, colour: str) -> str:
    """The JSON that a badge endpoint serves (schema 1 of shields.io)."""
    return json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": colour}) + "\n"
