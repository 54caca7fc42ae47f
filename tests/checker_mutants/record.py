"""What is recorded of mutants of the judge, and the table of it in docs/engineers/trust.md."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from ..tree.layout import ROOT

RECORD: Final = ROOT / "tests/checker_mutants/recorded.jsonl"
EQUIVALENT: Final = ROOT / "tests/checker_mutants/equivalent.toml"
PAGE: Final = ROOT / "docs/engineers/trust.md"
TABLE: Final = "mutants of the judge"
ENDS: Final = ("killed", "explained", "survived")
WHOLE: Final = -1
"""Stands for the seed of what was drawn for no sample: of a file that was tried whole."""


@dataclass
class Outcome:
    """What became of a mutant: killed by a test, endless in one, survived some; or no test runs it.

    tests, among    how many it was tried on, and how many ran the function
    seed            that of the sample it was drawn for, or WHOLE
    """

    mutant: str
    operator: str
    end: str
    by: str = ""
    tests: int = 0
    among: int = 0
    seed: int = 0

    @property
    def file(self) -> str:
        """Return the file that is changed."""
        return self.mutant.partition(":")[0]

    @property
    def function(self) -> str:
        """Return the file and the function that is changed."""
        return self.mutant.partition(": ")[0]

    @property
    def folder(self) -> str:
        """Return the folder of the file that is changed."""
        return PurePath(self.file).parent.as_posix()

    @property
    def is_dead(self) -> bool:
        """Return whether a test notices it."""
        return self.end in ("killed", "endless")


@dataclass
class Report:
    """What is recorded, with what is said of those that change nothing.

    first    what became of each when it was tried for the first time
    """

    outcomes: list[Outcome]
    equivalent: dict[str, str] = field(default_factory=dict)
    first: list[Outcome] = field(default_factory=list)

    @property
    def survivors(self) -> list[Outcome]:
        """Return those that no test noticed, and nobody explains."""
        return [each for each in self.outcomes if self._end(each) == "survived"]

    def _end(self, outcome: Outcome) -> str:
        if outcome.is_dead:
            return "killed"
        return "explained" if outcome.mutant in self.equivalent else "survived"

    def _row(self, name: str, outcomes: Iterable[Outcome]) -> str:
        counts = Counter(map(self._end, outcomes))
        counted = counts["killed"] + counts["survived"]
        share = f"{100 * counts['killed'] / counted:.1f} %" if counted else ""
        return f"| {name} | {counts.total()} | {' | '.join(str(counts[each]) for each in ENDS)} | {share} |"

    def table(self) -> str:
        """Return what became of mutants, by folder and by sort, of all, and, of samples but that of seed 0, at first.

        The first outcomes of seed 0 were not kept.
        """
        lines = [
            f"| | tried | {' | '.join(ENDS)} | killed of those that are not explained |",
            "|---|---|---|---|---|---|",
        ]
        keys: list[Callable[[Outcome], str]] = [lambda each: each.folder, lambda each: each.operator]
        for key in keys:
            for name in sorted(set(map(key, self.outcomes))):
                lines.append(self._row(f"`{name}`", (each for each in self.outcomes if key(each) == name)))
        lines.append(self._row("all", self.outcomes))
        for seed in sorted({each.seed for each in self.first} - {0}):
            drawn = (each for each in self.first if each.seed == seed)
            of = "of whole files" if seed == WHOLE else f"of seed {seed}"
            lines.append(self._row(f"those {of}, when first tried", drawn))
        return "\n".join(lines)


def read_report(record: Path = RECORD) -> Report:
    """Read what is recorded."""
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    told = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else {}
    tried = [Outcome(**each) for each in map(json.loads, lines)]
    last = {each.mutant: each for each in tried}
    first = {each.mutant: each for each in reversed(tried)}
    why = {each["mutant"]: each["why"] for each in told.get("equivalent", [])}
    return Report([*last.values()], why, [*first.values()])
