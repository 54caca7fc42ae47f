"""Where each claim stands: what every judge says of it, as far as the ledger and the sources agree."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from slotproof.ledger import Basis, Entry, Ledger, strongest, weakest
from slotproof.proofs.engine.refinement import KINDS, Claim, Refinement
from slotproof.proofs.engine.report import GREEN, Status
from slotproof.schedule import Project
from slotproof.sources import closure, hashes, tool_versions

REQUIRED: Final = "LIRB"
"""Kinds of claims of which each needs a green verdict; costs and deviations may be assumed."""


@dataclass(frozen=True)
class Said:
    """One line of the ledger, and whether the sources have changed since."""

    entry: Entry
    stale: bool = False

    @property
    def status(self) -> Status:
        """The status it has now."""
        return Status.STALE if self.stale else self.entry.verdict.status


@dataclass(frozen=True)
class Standing:
    """All that is known of one claim."""

    claim: Claim
    container: str
    judges: Mapping[str, Sequence[Said]]

    @property
    def status(self) -> Status:
        """Failed if anything failed, else the best any judge says; assumed if none says anything."""
        return strongest([self.by(judge) for judge in self.judges])

    def by(self, judge: str) -> Status:
        """The weakest of what the judge's units say."""
        return weakest([said.status for said in self.judges[judge]])

    def failures(self) -> list[Entry]:
        """The failures known, the shortest trace first."""
        failed = [said.entry for told in self.judges.values() for said in told if said.entry.verdict.failure]
        return sorted(failed, key=lambda entry: entry.verdict.failure.calls if entry.verdict.failure else 0)

    @property
    def uncovered(self) -> bool:
        """True if the claim needs a green verdict and has none."""
        return not is_check(self.claim.id) and self.claim.kind in REQUIRED and self.status not in GREEN


def check_of(judge: str, word: str) -> Claim:
    """What a judge checks of a unit as a whole, such as its number of states, and names by a word instead of an ID."""
    return Claim(f"{judge}:{word}", f"A check of its own that {judge} makes of a whole unit: {word}.")


def is_check(id: str) -> bool:
    """True of the word, or the full name, of a judge's own check; claims have IDs in capitals."""
    return id.islower()


def kind_of(claim: Claim) -> str:
    """What sort of claim it is, in words."""
    return "check of a judge" if is_check(claim.id) else KINDS[claim.kind]


def declared_in(project: Project, refinement: Refinement) -> list[str]:
    """The modules that hold the declaration; the catalog counts only if it is the only one."""
    modules = [
        name
        for name, module in list(sys.modules.items())
        if module is not None and any(value is refinement for value in list(vars(module).values()))
    ]
    return sorted(set(modules) - {project.catalog}) or [project.catalog]


def files_of(
    project: Project, refinement: Refinement, judge: str, known: dict[str, Path | None] | None = None
) -> dict[str, Path]:
    """What verdicts of the judge about the container rest on: name -> file, as `closure` finds them."""
    return closure([*declared_in(project, refinement), project.judges[judge]], known)


def basis(project: Project, refinement: Refinement, judge: str, deep: bool) -> Basis:
    """What verdicts of the judge about the container rest on, as it is on disk now."""
    return Basis(refinement.name, judge, deep, hashes(files_of(project, refinement, judge)), tool_versions())


def stand(
    project: Project, ledger: Ledger, refinement: Refinement, judges: Iterable[str], profiles: Sequence[bool]
) -> list[Standing]:
    """Where each claim of the container stands with these judges, in declared order; then the judges' own checks.

    A unit the judge no longer has counts for nothing; one that must be run again counts as stale.
    """
    claims = {claim.id: claim for claim in refinement.claims()}
    ground_of = Rests(ledger)
    told: dict[str, dict[str, list[Said]]] = {id: {} for id in claims}
    for judge in judges:
        for deep in profiles:
            ground = basis(project, refinement, judge, deep)
            units = ledger.units(ground)
            for known in ledger.known_units(refinement.name, judge):
                if known[3] is not deep or (units is not None and known[2] not in units):
                    continue
                current = bool(ledger.current(ground, known[2]))
                for entry in map(ground_of.weakened, ledger.entries(known)):
                    claim = claims.get(entry.verdict.claim) or check_of(judge, entry.verdict.claim)
                    if claim.id in told or is_check(entry.verdict.claim):
                        claims[claim.id] = claim
                        by_judge = told.setdefault(claim.id, {})
                        by_judge.setdefault(judge, []).append(Said(entry, stale=not current))
    return [Standing(claim, refinement.name, told[claim.id]) for claim in claims.values()]


class Rests:
    """What proofs rest on, as their evidence says: operations whose own proofs are used, and theorems.

    A proof that rests on what has failed, or was not proved, shows nothing.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.known: dict[str, str] = {}

    def weakened(self, entry: Entry) -> Entry:
        """The line, which is not proved if what it rests on is not."""
        if entry.verdict.status is not Status.PROVED:
            return entry
        reason = "; ".join(filter(None, map(self.missing, entry.verdict.evidence.get("rests_on", ()))))
        if not reason:
            return entry
        return replace(entry, verdict=replace(entry.verdict, status=Status.NOT_PROVED, reason=reason))

    def missing(self, ground: str) -> str:
        """Why something is no ground to rest on, or "" if it is, or if no judge has looked at it."""
        if ground not in self.known:
            self.known[ground] = ""  # what rests on itself is refused by the judge
            entries = self._of(ground)
            weak = {each.verdict.status for each in map(self.weakened, entries)} - GREEN
            if weak:
                self.known[ground] = f"rests on {ground}, which is {weakest(sorted(weak)).value}"
        return self.known[ground]

    def _of(self, ground: str) -> list[Entry]:
        """What the ledger says of an operation ("container operation"), or of a theorem (its ID)."""
        container, _, operation = ground.partition(" ")
        if operation:
            units = self.ledger.known_units(container, "prove")
            return [e for unit in units if unit[2].partition(" | ")[0] == operation for e in self.ledger.entries(unit)]
        return [each for each in self.ledger.of_judge("bits") if each.verdict.claim == ground]
