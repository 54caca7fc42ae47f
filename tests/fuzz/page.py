"""The tables of docs/engineers/fuzz.md: what became of the programs of each kind, and how many had each form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..layout import ROOT
from ..tables import written as written_into
from .forms import EVERY, NEVER

PAGE: Final = ROOT / "docs/engineers/fuzz.md"
Lines = Mapping[str, Iterable[Mapping[str, Any]]]
"""Kinds, and for each the lines of its seeds."""


def kinds_table(lines: Lines) -> str:
    """Return what became of the programs of each kind."""
    rows = ["| Kind | Seeds | Programs | What became of them |", "|---|--:|--:|---|"]
    for kind, seeds in lines.items():
        words, ran = Counter[str](), [*seeds]
        for line in ran:
            words.update(line["words"])
        programs = sum(line["programs"] for line in ran)
        told = ", ".join(f"{count} {word}" for word, count in words.most_common())
        rows += [f"| `{kind}` | {len(ran)} | {programs} | {told} |"] if ran else []
    return "\n".join(rows)


def forms_table(seeds: Iterable[Mapping[str, Any]]) -> str:
    """Return how many programs had each form, and of how many of these both ended alike."""
    written, compared = Counter[str](), Counter[str]()
    for line in seeds:
        written.update(line["written"])
        compared.update(line["compared"])
    rows = ["| Form | Programs | Ended alike |", "|---|--:|--:|"]
    for name in sorted(EVERY):
        told = f"{written[name]} | {compared[name]}" if written[name] else f"none | {NEVER.get(name, 'not said why')}"
        rows.append(f"| {name.replace('|', chr(92) + '|')} | {told} |")
    return "\n".join(rows)


def write_page(lines: Lines) -> None:
    """Write the tables into the page."""
    page = PAGE.read_text(encoding="utf-8")
    for name, table in (("kinds", kinds_table(lines)), ("forms", forms_table(lines["known"]))):
        page = written_into(page, name, table)
    PAGE.write_text(page, encoding="utf-8")
