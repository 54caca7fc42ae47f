"""What verdicts rest on: the sources they are about, and, of proofs, other proofs and theorems.

A proof may use what is proved elsewhere, and its evidence lists it under `rests_on`. Such a *ground* is an operation,
written "container operation" or "container operation | arrangement", whose own units of `prove` show it, or a theorem,
by its ID, which `bits` shows. No proof is made of a container that is not in the language that `prove` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from slotproof.declare.verdict import GREEN, Status, Verdict
from slotproof.language.findings import Finding, shown
from slotproof.verify.ledger import Entry, Job, Ledger, weakest
from slotproof.verify.project import READING, Project
from slotproof.verify.survey import Known, Survey, Unit


class Grounds:
    """What verdicts rest on, and whether it holds, as far as the ledger and the survey agree."""

    def __init__(self, project: Project, survey: Survey, ledger: Ledger) -> None:
        self.project, self.survey, self.ledger = project, survey, ledger
        self._reasons: dict[str, str] = {}

    # --- units

    def container(self, name: str) -> Known:
        """The container of that name: a declared one, or of what those are made of."""
        return self.survey.containers[name]

    def units(self, container: str, judge: str, deep: bool) -> Mapping[str, Unit]:
        """The units of a judge in one profile, by name."""
        return self.container(container).units.get(judge, {}).get(deep, {})

    def job(self, container: str, judge: str, unit: str, deep: bool) -> Job:
        """What the ledger calls a unit: of a judge that only selects the profile does not count."""
        return Job(container, judge, unit, deep and judge not in self.project.selecting)

    def current(self, container: str, judge: str, unit: str, deep: bool) -> list[Entry]:
        """What the unit says of the sources as they are; empty if it must be run, or is none of the profile."""
        found = self.units(container, judge, deep).get(unit)
        if found and self.refused(container, judge):
            return self._unread(container, judge, unit, deep, found)
        kept = not self.container(container).outside
        return self.ledger.current(self.job(container, judge, unit, deep), found.key, kept) if found else []

    def unjudged(self, container: str, judge: str, deep: bool) -> list[str]:
        """The units of the judge that say nothing of the sources as they are."""
        units = self.units(container, judge, deep)
        return [unit for unit in units if not self.current(container, judge, unit, deep)]

    # --- what is not in the language

    def refused(self, container: str, judge: str) -> list[Finding]:
        """What keeps a judge from reading the container; nothing, if it takes any Python."""
        return self.survey.refused(container) if judge in READING else []

    def _unread(self, container: str, judge: str, unit: str, deep: bool, found: Unit) -> list[Entry]:
        """What is said of a unit that is not run: nothing that it is about is proved."""
        known, (first, *more) = self.container(container), self.refused(container, judge)
        reason = f"{first.place}: {first.what}: {first.why}" + (f"; and {len(more)} more" if more else "")
        operation, _, _ = unit.partition(" | ")
        return [
            Entry(
                self.job(container, judge, unit, deep),
                found.key,
                found.own,
                0.0,
                Verdict(container, judge, unit, claim.id, Status.NOT_PROVED, reason=reason),
            )
            for claim in known.claims
            if claim.kind in "LI" or known.operations.get(claim.id) == operation
        ]

    def of_checked(self, verdict: Verdict) -> Verdict:
        """The verdict of a proof, which shows nothing if it read a file that the check of the language did not."""
        evidence = {name: each for name, each in verdict.evidence.items() if name != "files"}
        checked = {file for look in self.survey.looks.values() for file in look.files}
        other = next((file for file in verdict.evidence.get("files", ()) if file not in checked), None)
        if other is None or verdict.status is not Status.PROVED:
            return replace(verdict, evidence=evidence)
        reason = f"{shown(Path(other))} was read, and the check of the language has read another file"
        return replace(verdict, status=Status.NOT_PROVED, reason=reason, evidence=evidence)

    # --- proofs that rest on others

    def weakened(self, entry: Entry) -> Entry:
        """The line, which is not proved if what it rests on is not; as the ledger is when this is first asked."""
        if entry.verdict.status is not Status.PROVED:
            return entry
        reason = "; ".join(filter(None, map(self._missing, _rests_on(entry))))
        if not reason:
            return entry
        return replace(entry, verdict=replace(entry.verdict, status=Status.NOT_PROVED, reason=reason))

    def lacking(self, entries: Iterable[Entry]) -> list[Job]:
        """What must be asked before it is known whether all holds that these lines rest on; none if that is known."""
        return list(dict.fromkeys(job for ground in self._beneath(entries) for job in self._unasked(ground)))

    def failed(self, entries: Iterable[Entry]) -> list[Entry]:
        """What failed of all that these lines rest on."""
        said = [entry for ground in self._beneath(entries) for entry in self._said(ground)]
        return [entry for entry in said if entry.verdict.status is Status.FAILED]

    def _missing(self, ground: str) -> str:
        """Why something is no ground to rest on, or "" if it is one."""
        if ground not in self._reasons:
            self._reasons[ground] = ""  # what rests on itself is refused by the judge
            said = [self.weakened(entry).verdict.status for entry in self._said(ground)]
            if weak := [status for status in said if status not in GREEN]:
                self._reasons[ground] = f"rests on {ground}, which is {weakest(weak).value}"
            elif not said or self._unasked(ground):
                self._reasons[ground] = f"rests on {ground}, which nobody has judged"
        return self._reasons[ground]

    def _beneath(self, entries: Iterable[Entry]) -> list[str]:
        """Each ground of these lines, and of what is said of those."""
        found = list(dict.fromkeys(ground for entry in entries for ground in _rests_on(entry)))
        for ground in found:
            more = [each for entry in self._said(ground) for each in _rests_on(entry)]
            found += dict.fromkeys(each for each in more if each not in found)
        return found

    def _unasked(self, ground: str) -> list[Job]:
        """The units that show the ground and have said nothing yet: those of the default profile, if it has any."""
        where = self._shown_by(ground)
        if where is None:
            return []
        for deep in (False, True):
            if own := [unit for unit in self.units(*where, deep) if _is_about(unit, ground)]:
                return [Job(*where, unit, deep) for unit in own if not self._current(*where, unit)]
        return []

    def _said(self, ground: str) -> list[Entry]:
        """What is said of the ground in either profile."""
        where = self._shown_by(ground)
        if where is None:
            return []
        units = dict.fromkeys(unit for deep in (False, True) for unit in self.units(*where, deep))
        return [entry for unit in units if _is_about(unit, ground) for entry in self._current(*where, unit)]

    def _current(self, container: str, judge: str, unit: str) -> list[Entry]:
        said = [self.current(container, judge, unit, deep) for deep in (False, True)]
        return said[0] if said[0] == said[1] else [*said[0], *said[1]]

    def _shown_by(self, ground: str) -> tuple[str, str] | None:
        """The container and the judge whose units show the ground, if they are known."""
        name, _, operation = ground.partition(" ")
        container, judge = (name, "prove") if operation else (self.theorems.get(ground, ""), "bits")
        return (container, judge) if container in self.survey.containers and judge in self.project.judges else None

    @cached_property
    def theorems(self) -> dict[str, str]:
        """ID of a theorem -> the container whose declaration has it."""
        return {id: name for name, known in self.survey.containers.items() for id in known.theorems}


def _rests_on(entry: Entry) -> list[str]:
    """What the line rests on: of its own container, in the arrangement that it is about itself, but for creation."""
    own, (_, _, arrangement) = f"{entry.verdict.container} ", entry.verdict.unit.partition(" | ")
    return [
        f"{ground} | {arrangement}" if arrangement and ground.startswith(own) and ground != f"{own}new" else ground
        for ground in entry.verdict.evidence.get("rests_on", ())
    ]


def _is_about(unit: str, ground: str) -> bool:
    """True of the theorem itself, and of the operation, in any arrangement if the ground names none."""
    shown = ground.partition(" ")[2] or ground
    return shown in (unit, unit.partition(" | ")[0])
