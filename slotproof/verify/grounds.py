"""What verdicts rest on: the sources they are about, and, of proofs, other proofs and theorems.

A proof may use what is proved elsewhere, and its evidence lists it under `rests_on`. Such a *ground* is an operation,
written "container operation" or "container operation | arrangement", whose own units of `prove` show it, or a theorem,
by its ID, which `bits` shows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final

from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.report import GREEN, Status
from slotproof.verify.ledger import Basis, Entry, Ledger, weakest
from slotproof.verify.schedule import SHIPPED, Job, Project
from slotproof.verify.sources import closure, hashes, tool_versions

EVERY: Final = "every unit"
"""Stands for units of which it is not known which there are."""


def declared_in(project: Project, refinement: Refinement) -> list[str]:
    """The modules that hold the declaration; a catalog counts only if it is the only one."""
    modules = [
        name
        for name, module in list(sys.modules.items())
        if module is not None and any(value is refinement for value in list(vars(module).values()))
    ]
    return sorted(set(modules) - {project.catalog, SHIPPED}) or [project.catalog]


class Grounds:
    """What verdicts rest on, and whether it holds, as far as the ledger and the sources agree.

    Sources are read when they are first asked about, and not again.
    """

    def __init__(self, project: Project, ledger: Ledger) -> None:
        self.project, self.ledger = project, ledger
        self._modules: dict[str, Path | None] = {}
        self._files: dict[tuple[str, str], dict[str, Path]] = {}
        self._hashes: dict[tuple[str, str], dict[str, str]] = {}
        self._reasons: dict[str, str] = {}

    # --- sources

    @cached_property
    def _containers(self) -> dict[str, Refinement]:
        return self.project.known()

    @cached_property
    def _tools(self) -> dict[str, str]:
        return tool_versions()

    def container(self, name: str) -> Refinement:
        """The declaration of that name: a declared one, or of what those are made of."""
        return self._containers[name]

    def files(self, container: str, judge: str) -> dict[str, Path]:
        """The sources behind what the judge says of the container: name -> file, as `closure` finds them."""
        if (container, judge) not in self._files:
            modules = [*declared_in(self.project, self.container(container)), self.project.judges[judge]]
            self._files[container, judge] = closure(modules, self._modules)
        return self._files[container, judge]

    def basis(self, container: str, judge: str, deep: bool) -> Basis:
        """What verdicts of the judge about the container depend on."""
        if (container, judge) not in self._hashes:
            self._hashes[container, judge] = hashes(self.files(container, judge))
        return Basis(container, judge, deep, self._hashes[container, judge], self._tools)

    def unjudged(self, container: str, judge: str, deep: bool) -> list[str]:
        """The units of the judge that say nothing of the sources as they are; `EVERY` if no plan is known."""
        basis = self.basis(container, judge, deep)
        units = self.ledger.units(basis)
        return [EVERY] if units is None else [unit for unit in units if not self.ledger.current(basis, unit)]

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
        """The units that show the ground and have said nothing yet, or the question which units there are.

        They are those of the default profile, if it has any.
        """
        where = self._shown_by(ground)
        if where is None:
            return []
        for deep in (False, True):
            units = self.ledger.units(self.basis(*where, deep))
            if units is None:
                return [Job(*where, deep)]
            if own := [unit for unit in units if _is_about(unit, ground)]:
                return [Job(*where, deep, unit) for unit in own if not self._current(*where, unit)]
        return []

    def _said(self, ground: str) -> list[Entry]:
        """What is said of the ground in either profile."""
        where = self._shown_by(ground)
        if where is None:
            return []
        units = dict.fromkeys(unit[2] for unit in self.ledger.known_units(*where) if _is_about(unit[2], ground))
        return [entry for unit in units for entry in self._current(*where, unit)]

    def _current(self, container: str, judge: str, unit: str) -> list[Entry]:
        bases = (self.basis(container, judge, deep) for deep in (False, True))
        return [entry for basis in bases for entry in self.ledger.current(basis, unit)]

    def _shown_by(self, ground: str) -> tuple[str, str] | None:
        """The container and the judge whose units show the ground, if they are known."""
        name, _, operation = ground.partition(" ")
        container, judge = (name, "prove") if operation else (self._theorems.get(ground, ""), "bits")
        return (container, judge) if container in self._containers and judge in self.project.judges else None

    @cached_property
    def _theorems(self) -> dict[str, str]:
        """ID of a theorem -> the container whose declaration has it."""
        return {each.claim.id: name for name, known in self._containers.items() for each in known.theorems}


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
