"""One run of `slotproof verify`: which units there are, which must run, and what came of it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.report import Status
from slotproof.terminal import open_console
from slotproof.verify import schedule
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Basis, Entry, Ledger
from slotproof.verify.schedule import Done, Job, Project
from slotproof.verify.sources import hashes
from slotproof.verify.standing import check_of, is_check

PATIENCE: Final = 1.0  # seconds of work before a progress bar appears


class Work:
    """One run of `verify`: which units there are, which must run, and what came of it."""

    def __init__(
        self, project: Project, ledger: Ledger, refinements: list[Refinement], judges: list[str], deep: bool, jobs: int
    ) -> None:
        self.project, self.ledger, self.deep, self.jobs = project, ledger, deep, jobs
        self.grounds = Grounds(project, ledger)
        self.bases = {
            (refinement.name, judge, profile): self.grounds.basis(refinement.name, judge, profile)
            for judge in judges
            for refinement in refinements
            for profile in (False, True)
        }
        self.crashes: list[tuple[Job, str]] = []
        self.beneath: list[Job] = []  # what was judged as well, since proofs of this run rest on it
        self.ran = self.unchanged = 0
        self.started = time.monotonic()

    def plan(self) -> None:
        """Ask each judge for its units, where the ledger does not know them."""
        asked = [Job(*key) for key, basis in self.bases.items() if self.ledger.units(basis) is None]
        for done in self._run(asked):
            self._take(done)

    def judge(self, force: bool) -> None:
        """Run each unit that has no green or openly undecided verdict for the sources as they are."""
        due = []
        for (container, judge, profile), basis in self.bases.items():
            for unit in (self.ledger.units(basis) or ()) if profile is self.deep else ():
                known = [entry.verdict.status for entry in self._known(basis, unit)]
                if known and Status.FAILED not in known and not force:
                    self.unchanged += 1
                else:
                    due.append(Job(container, judge, profile, unit))
        for done in self._run(due):
            self._take(done, force)
        self._judge_beneath()

    def _judge_beneath(self) -> None:
        """Judge what proofs of this run rest on and nobody has judged, though it was not asked for."""
        asked = set[Job]()
        while due := [job for job in self.grounds.lacking(self._said()) if job not in asked]:
            asked.update(due)
            for done in self._run(due):
                self._take(done)
            self.beneath += [job for job in due if job.unit is not None]

    def _said(self) -> list[Entry]:
        """All that the units of this run say of the sources as they are."""
        own = [basis for (_, _, profile), basis in self.bases.items() if profile is self.deep]
        return [
            entry
            for basis in own
            for unit in self.ledger.units(basis) or ()
            for entry in self.ledger.current(basis, unit)
        ]

    def _known(self, basis: Basis, unit: str) -> list[Entry]:
        """What the unit says of the sources as they are; the other profile may have asked it already."""
        entries = self.ledger.current(basis, unit)
        if entries or basis.judge not in self.project.selecting:
            return entries
        other = self.ledger.current(self.bases[basis.container, basis.judge, not basis.deep], unit)
        if other and all(entry.verdict.status is not Status.FAILED for entry in other):
            statements = {entry.verdict.claim: entry.statement for entry in other}
            verdicts = [entry.verdict for entry in other]
            self.ledger.record(basis, unit, verdicts, statements, other[0].unit_seconds)
        return self.ledger.current(basis, unit)

    def as_well(self) -> Iterable[tuple[str, str, list[str]]]:
        """Judge, container and units of what was judged since proofs of this run rest on it."""
        found: dict[tuple[str, str], list[str]] = {}
        for job in self.beneath:
            found.setdefault((job.judge, job.container), []).append(job.unit or "")
        yield from ((*key, units) for key, units in found.items())

    def only_deep(self) -> Iterable[tuple[str, str, list[str]]]:
        """Judge, container and units of what is known to exist and only the deep profile runs."""
        for (container, judge, profile), basis in self.bases.items():
            if profile and not self.deep:
                plain = self.ledger.units(self.bases[container, judge, False]) or []
                more = [unit for unit in self.ledger.units(basis) or () if unit not in plain]
                if more:
                    yield judge, container, more

    def _take(self, done: Done, force: bool = False) -> None:
        """Keep what came of a job: which units there are, or what one says."""
        job, refinement = done.job, self.grounds.container(done.job.container)
        basis = self.grounds.basis(job.container, job.judge, job.deep)
        if job.unit is None:
            self.ledger.plan(basis, done.units)
            return
        statements = {claim.id: claim.statement for claim in refinement.claims()}
        checks = {verdict.claim for verdict in done.verdicts if is_check(verdict.claim)}
        statements |= {word: check_of(job.judge, word).statement for word in checks}
        unknown = [verdict.claim for verdict in done.verdicts if verdict.claim not in statements]
        misplaced = [v for v in done.verdicts if (v.container, v.judge, v.unit) != (job.container, job.judge, job.unit)]
        if unknown or misplaced or not done.verdicts:
            self.crashes.append((job, f"speaks of {unknown or misplaced}" if done.verdicts else "says nothing"))
        elif hashes(self.grounds.files(job.container, job.judge)) != basis.sources:
            self.crashes.append((job, "the sources changed while it ran; run the command again"))
        else:
            self.ledger.record(basis, job.unit, done.verdicts, statements, done.seconds, replace=force)
            self.ran += 1

    def _run(self, jobs: Sequence[Job]) -> Iterable[Done]:
        """What came of each job; a bar shows how far they are once they have taken a while, if somebody watches."""
        console = open_console()
        watched = console.is_terminal and not os.environ.get("CI")
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        bar = Progress(*columns, console=console, transient=True)
        task = bar.add_task("", total=len(jobs))
        try:
            for event in schedule.run(self.project, jobs, self.jobs):
                if watched and not bar.live.is_started and time.monotonic() - self.started > PATIENCE:
                    bar.start()
                if isinstance(event, schedule.Progress):
                    bar.update(task, description=Text.from_ansi(f"{event.job} {event.note}").plain)
                elif isinstance(event, Done):
                    bar.advance(task)
                    if event.crash:
                        self.crashes.append((event.job, event.crash))
                    else:
                        yield event
        finally:
            if bar.live.is_started:  # one that never was would end a line nobody wrote
                bar.stop()
