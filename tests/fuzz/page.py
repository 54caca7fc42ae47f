"""The tables of docs/engineers/fuzz.md, and trust.md: what became of the programs of each kind, and how many had each form.

They are sums over runs, which recorded.jsonl holds, a line for each; no seed of a kind is in two of them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from slotproof.dev.pages import written as written_into

from ..tree.layout import ROOT
from .forms import EVERY, NEVER

PAGE: Final = ROOT / "docs/engineers/fuzz.md"
TRUST: Final = ROOT / "docs/engineers/trust.md"
"""A page that has the table of kinds, too."""

RECORDED: Final = ROOT / "tests/fuzz/recorded.jsonl"


@dataclass
class Run:
    """What came of seeds of one kind, in all: so many of those from the first to the last were run."""

    kind: str
    first: int
    last: int
    seeds: int
    programs: int
    words: Mapping[str, int] = field(default_factory=dict)
    written: Mapping[str, int] = field(default_factory=dict)
    compared: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, kind: str, lines: Iterable[Mapping[str, Any]]) -> Self:
        """The sum of the lines of seeds."""
        ran = [*lines]
        seeds = {line["seed"] for line in ran}
        sums = {name: _sum(line[name] for line in ran) for name in ("words", "written", "compared")}
        return cls(kind, min(seeds), max(seeds), len(seeds), sum(line["programs"] for line in ran), **sums)


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    found = Counter[str]()
    for each in counts:
        found.update(each)
    return dict(sorted(found.items()))


def recorded() -> list[Run]:
    """The runs that are recorded."""
    return [Run(**json.loads(line)) for line in RECORDED.read_text(encoding="utf-8").splitlines()]


def with_runs(before: Iterable[Run], more: Iterable[Run]) -> list[Run]:
    """Runs with others, of which each takes the place of those whose seeds lie within its own.

    Raises     ValueError if some of its seeds, and not all, may be in another run
    """
    found = [*before]
    for run in more:
        found = [
            each for each in found if each.kind != run.kind or not run.first <= each.first <= each.last <= run.last
        ]
        for each in found:
            if each.kind == run.kind and each.first <= run.last and run.first <= each.last:
                raise ValueError(f"seeds {run.first} to {run.last} of {run.kind} are recorded in part: take others")
        found.append(run)
    return sorted(found, key=lambda run: (run.kind, run.first))


def kinds_table(runs: Iterable[Run]) -> str:
    """Return what became of the programs of each kind."""
    rows = ["| Kind | Seeds | Programs | What became of them |", "|---|--:|--:|---|"]
    by_kind: dict[str, list[Run]] = {}
    for run in runs:
        by_kind.setdefault(run.kind, []).append(run)
    for kind, ran in by_kind.items():
        words = Counter(_sum(run.words for run in ran)).most_common()
        told = ", ".join(f"{count} {word}" for word, count in words)
        seeds, programs = sum(run.seeds for run in ran), sum(run.programs for run in ran)
        rows.append(f"| `{kind}` | {seeds} | {programs} | {told} |")
    return "\n".join(rows)


def forms_table(runs: Iterable[Run]) -> str:
    """Return how many programs of the kind `known` had each form, and of how many of these both ended alike."""
    ran = [run for run in runs if run.kind == "known"]
    written, compared = (Counter(_sum(getattr(run, name) for run in ran)) for name in ("written", "compared"))
    rows = ["| Form | Programs | Ended alike |", "|---|--:|--:|"]
    for name in sorted(EVERY):
        told = f"{written[name]} | {compared[name]}" if written[name] else f"none | {NEVER.get(name, 'not said why')}"
        rows.append(f"| {name.replace('|', chr(92) + '|')} | {told} |")
    return "\n".join(rows)


def pages_of(runs: list[Run]) -> dict[Path, str]:
    """Return the texts of the pages with the tables of these runs."""
    kinds = {page: written_into(page.read_text(encoding="utf-8"), "kinds", kinds_table(runs)) for page in (PAGE, TRUST)}
    return {**kinds, PAGE: written_into(kinds[PAGE], "forms", forms_table(runs))}


def record(more: Iterable[Run]) -> None:
    """Record runs, and write the tables of all that are recorded into the pages.

    Raises     ValueError if some seeds would count twice
    """
    runs = with_runs(recorded(), more)
    RECORDED.write_text("".join(json.dumps(asdict(run)) + "\n" for run in runs), encoding="utf-8")
    for page, text in pages_of(runs).items():
        page.write_text(text, encoding="utf-8")
