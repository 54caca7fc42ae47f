"""The kill matrix: what each judge said of each mutant, and what is to be said of those that nobody killed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt
from pathlib import Path
from typing import Any, Final

import slotproof
from slotproof.engine.api import CLAIM, Mutant
from slotproof.mutation.trial import GAVE_UP, KILLED, NOT_ASKED, NOT_SHOWN, SURVIVED, TOGETHER, Trial

LISTED: Final = Path(slotproof.__file__).resolve().parent / "proofs/recorded/equivalent_mutants.toml"


class Fate(StrEnum):
    """What is known of a mutant, from all judges that were asked."""

    KILLED = "killed"
    EQUIVALENT = "equivalent (proved)"  # every operation that runs it is proved with it, at the same claims and costs
    REDUNDANT = "redundant (proved)"  # every operation is proved without what the claim says here
    UNNEEDED = "not needed (where proved)"  # the same of those operations that have a proof; a search finds no harm
    LISTED = "equivalent (listed)"  # by name, with a reason
    NOT_SHOWN = "not shown"  # a proof no longer goes through, and nothing wrong was found
    SURVIVED = "survived"
    UNKNOWN = "unknown"  # nobody was asked, or nobody could tell


@dataclass(frozen=True)
class Row:
    """One mutant, and what each judge said of it.

    covered   every operation that may run it has a proof
    reason    why it is listed as equivalent
    """

    mutant: Mutant
    trials: Mapping[str, Trial]
    covered: bool = False
    reason: str = ""

    @property
    def killers(self) -> list[str]:
        """The judges that killed it; that of the model alone is not among them."""
        return [judge for judge, trial in self.trials.items() if trial.outcome == KILLED and judge != TOGETHER]

    @property
    def fate(self) -> Fate:
        """What is known of it."""
        outcomes = {judge: trial.outcome for judge, trial in self.trials.items() if judge != TOGETHER}
        if self.killers:
            return Fate.KILLED
        if outcomes.get("prove") == SURVIVED and self.covered:
            return Fate.REDUNDANT if self.mutant.side == CLAIM else Fate.EQUIVALENT
        if self.reason:
            return Fate.LISTED
        if NOT_SHOWN in outcomes.values():
            return Fate.NOT_SHOWN
        if self.mutant.side == CLAIM and outcomes.get("prove") == outcomes.get("explore") == SURVIVED:
            return Fate.UNNEEDED
        return Fate.SURVIVED if SURVIVED in outcomes.values() else Fate.UNKNOWN


@dataclass(frozen=True)
class Tally:
    """What one judge did."""

    judge: str
    asked: int
    killed: int
    unique: int | None  # killed by no other; None if nobody else was asked about what one had killed
    not_shown: int
    survived: int
    not_asked: int
    gave_up: int
    seconds: float

    def share(self, sampled: bool) -> str:
        """How many of those that were asked about are killed, in per cent; of a sample, what it says of all.

        That is an interval that holds the share of all in 95 samples of 100 (Wilson, Journal of the American
        Statistical Association 22, 1927).
        """
        if not self.asked:
            return ""
        share, z = self.killed / self.asked, 1.96 if sampled else 0.0
        middle = (share + z * z / 2 / self.asked) / (1 + z * z / self.asked)
        spread = z * sqrt(share * (1 - share) / self.asked + (z / 2 / self.asked) ** 2) / (1 + z * z / self.asked)
        low, high = 100 * (middle - spread), 100 * (middle + spread)
        return f"{low:.1f} to {high:.1f}" if sampled else f"{low:.1f}"


@dataclass(frozen=True)
class Matrix:
    """All rows, in the order of the mutants."""

    rows: Sequence[Row]
    judges: Sequence[str]
    configuration: Mapping[str, Any] = field(default_factory=dict)  # how it was made: seed, sample, versions

    def tally(self, judge: str) -> Tally:
        """What the judge did."""
        trials = [row.trials[judge] for row in self.rows if judge in row.trials]
        counts = Counter(trial.outcome for trial in trials)
        return Tally(
            judge,
            counts[KILLED] + counts[NOT_SHOWN] + counts[SURVIVED] + counts[GAVE_UP],
            counts[KILLED],
            None if self.configuration.get("killers") == 1 else sum(row.killers == [judge] for row in self.rows),
            counts[NOT_SHOWN],
            counts[SURVIVED],
            counts[NOT_ASKED],
            counts[GAVE_UP],
            round(sum(trial.seconds for trial in trials), 1),
        )

    def fates(self, rows: Iterable[Row] | None = None) -> Counter[Fate]:
        """How many mutants met each fate."""
        return Counter(row.fate for row in (self.rows if rows is None else rows))

    def survivors(self) -> list[Row]:
        """The mutants that nobody killed, and of which nothing explains why."""
        return [row for row in self.rows if row.fate in (Fate.SURVIVED, Fate.UNNEEDED, Fate.UNKNOWN)]

    def document(self) -> dict[str, Any]:
        """The matrix in what JSON can hold."""
        return {
            **self.configuration,
            "judges": [vars(self.tally(judge)) for judge in self.judges],
            "fates": {fate.value: count for fate, count in self.fates().items()},
            "mutants": [
                {
                    "id": row.mutant.id,
                    "container": row.mutant.container,
                    "side": row.mutant.side,
                    "file": row.mutant.file,
                    "function": row.mutant.function,
                    "line": row.mutant.line,
                    "operator": row.mutant.operator,
                    "change": row.mutant.change(),
                    "diff": row.mutant.diff(),
                    "fate": row.fate.value,
                    "reason": row.reason,
                    "judges": {
                        judge: {
                            name: value
                            for name, value in vars(trial).items()
                            if name not in ("mutant", "judge", "failure") and value
                        }
                        for judge, trial in row.trials.items()
                    },
                }
                for row in self.rows
            ],
        }


# --- those that are listed by name


@dataclass(frozen=True)
class Equivalent:
    """A mutant that does the same as the text it changes, though no proof says so.

    change   as in `Mutant.change`: the lines as they were, an arrow, and as they are
    """

    container: str
    function: str
    operator: str
    change: str
    reason: str

    def means(self, mutant: Mutant) -> bool:
        """True of the mutant that is meant."""
        return (self.container, self.function, self.operator) == (
            mutant.container,
            mutant.function,
            mutant.operator,
        ) and self.change == mutant.change()


def listed(path: Path = LISTED) -> list[Equivalent]:
    """The mutants that are listed as equivalent.

    Raises     ValueError if an entry has no reason
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", []) if path.exists() else []
    found = [Equivalent(**entry) for entry in entries]
    for each in found:
        if not each.reason.strip():
            raise ValueError(f"no reason is given for {each.function}: {each.change}")
    return found


def stale(entries: Iterable[Equivalent], mutants: Iterable[Mutant]) -> list[Equivalent]:
    """The entries that no mutant is, as after a change of the text."""
    places: dict[tuple[str, str, str], set[str]] = {}
    for mutant in mutants:
        places.setdefault((mutant.container, mutant.function, mutant.operator), set()).add(mutant.change())
    return [
        each for each in entries if each.change not in places.get((each.container, each.function, each.operator), set())
    ]
