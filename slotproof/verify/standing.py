"""Where each claim stands: what every judge says of it, as far as the ledger and the sources agree."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from slotproof.declare import KINDS, Claim
from slotproof.declare.verdict import GREEN, Status, Verdict
from slotproof.language.findings import Finding
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Entry, Job, strongest, weakest
from slotproof.verify.survey import Known

REQUIRED: Final = "LIRB"
"""Kinds of claims of which each needs a green verdict; costs and deviations may be assumed."""

LANGUAGE: Final = Claim("prove:language", "What the container reaches is in the language that `prove` reads.")
"""What each finding of the language breaks."""


@dataclass(frozen=True)
class Said:
    """One line of the ledger, and whether the sources have changed since, or too little was judged to believe it."""

    entry: Entry
    stale: bool = False

    @property
    def status(self) -> Status:
        """The status it has now."""
        return Status.STALE if self.stale else self.entry.verdict.status


@dataclass(frozen=True)
class Standing:
    """All that is known of one claim.

    unjudged   judge -> its units that say nothing of the sources as they are, of any profile that was asked about
    """

    claim: Claim
    container: str
    judges: Mapping[str, Sequence[Said]]
    unjudged: Mapping[str, Sequence[str]] = field(default_factory=dict)

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


def is_of(unit: str, operations: Collection[str]) -> bool:
    """True of a unit of one of these operations, in whatever arrangement; of every unit, if there are none."""
    return not operations or unit.partition(" | ")[0] in operations


def stand(
    grounds: Grounds,
    known: Known,
    judges: Iterable[str],
    profiles: Sequence[bool],
    operations: Collection[str] = (),
) -> list[Standing]:
    """Where each claim of the container stands with these judges, in declared order; then the judges' own checks.

    A unit the judge no longer has counts for nothing; one that must be run again counts as stale, and so does what is
    green where a judge has judged no profile to the end: an invariant that some operations keep need not hold.
    What is proved counts as not proved, if what it rests on is not.

    Takes      operations, of which alone the units are looked at, and the claims that they tell of; without any, all
    """
    claims = {claim.id: claim for claim in known.claims}
    told: dict[str, dict[str, list[Said]]] = {id: {} for id in claims}
    unjudged: dict[str, list[str]] = {}
    for judge in judges:
        rests = [grounds.unjudged(known.name, judge, deep) for deep in profiles]
        partly = not operations and all(rests)  # no profile was judged to the end
        unjudged[judge] = list(dict.fromkeys(unit for rest in rests for unit in rest))
        met = set[Job]()
        for deep in profiles:
            for unit in grounds.units(known.name, judge, deep):
                job = grounds.job(known.name, judge, unit, deep)
                if job in met or not is_of(unit, operations):
                    continue
                met.add(job)
                current = grounds.current(known.name, judge, unit, deep)
                if current and unit in unjudged[judge]:  # of the other profile
                    unjudged[judge].remove(unit)
                for entry in map(grounds.weakened, current) if current else grounds.ledger.entries(job):
                    claim = claims.get(entry.verdict.claim) or check_of(judge, entry.verdict.claim)
                    if claim.id in told or is_check(entry.verdict.claim):
                        claims[claim.id] = claim
                        by_judge = told.setdefault(claim.id, {})
                        believed = current and not (partly and entry.verdict.status in GREEN)
                        by_judge.setdefault(judge, []).append(Said(entry, stale=not believed))
    return [
        Standing(claim, known.name, told[claim.id], {judge: unjudged[judge] for judge in told[claim.id]})
        for claim in claims.values()
        if told[claim.id] or not operations
    ]


def beneath(grounds: Grounds, standings: Iterable[Standing]) -> list[Standing]:
    """What failed of all that current proofs among these rest on, and is not told by these."""
    said = [each for standing in standings for told in standing.judges.values() for each in told]
    told = [each.entry for each in said if not each.stale]
    known = {entry.job for entry in told}
    found: dict[tuple[str, str], dict[str, list[Said]]] = {}
    for entry in grounds.failed(told):
        if entry.job not in known:
            by_judge = found.setdefault((entry.verdict.container, entry.verdict.claim), {})
            by_judge.setdefault(entry.job.judge, []).append(Said(entry))
    return [Standing(_claim(grounds.container(name), id, judges), name, judges) for (name, id), judges in found.items()]


def refused(grounds: Grounds, known: Known, judges: Iterable[str]) -> list[Standing]:
    """Each finding that keeps one of these judges from reading the container."""
    return [
        Standing(LANGUAGE, known.name, {judge: [Said(_entry(known.name, judge, found))]})
        for judge in judges
        for found in grounds.refused(known.name, judge)
    ]


def _entry(container: str, judge: str, found: Finding) -> Entry:
    place = {"file": found.file, "line": found.line, "column": found.column}
    verdict = Verdict(
        container, judge, found.place, LANGUAGE.id, Status.NOT_PROVED, evidence=place, reason=found.sentence
    )
    return Entry(Job(container, judge, found.place, False), "", "", 0.0, verdict)


def _claim(known: Known, id: str, judges: Iterable[str]) -> Claim:
    """The claim of that ID, or the check of one of the judges."""
    claims = {claim.id: claim for claim in known.claims}
    return claims.get(id) or check_of(next(iter(judges)), id)
