"""One run of `slotproof verify`: which units there are, which must run, in which order, and what came of it."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar
from rich.text import Text

from slotproof.declare.verdict import Status
from slotproof.terminal import open_console
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Entry, Job, Ledger
from slotproof.verify.pool import Done, Pool, Progress
from slotproof.verify.project import Project
from slotproof.verify.reading.sources import OUTLINES, stamps, tree
from slotproof.verify.standing import is_check, is_of
from slotproof.verify.survey import Survey, as_before

PATIENCE: Final = 1.0  # seconds of work before a progress bar appears


def outlines_beside(ledger: Ledger) -> Path:
    """The file beside a ledger that keeps the outlines of sources."""
    return ledger.path.with_name("outlines.json")


def surveyed(project: Project, ledger: Ledger, pool: Pool, placed: bool = False) -> Survey:
    """What there is to judge: as the ledger has it while the sources say the same, else asked for and kept.

    Takes      placed, True if the lines matter, which layout and comments move
    Raises     Refused, if a declaration cannot be had
    """
    kept = ledger.survey(project.key)
    OUTLINES.load(outlines_beside(ledger))
    found = as_before(project, kept, placed)
    if found is None:
        found = pool.survey(kept)
    if found is not kept:
        ledger.keep(project.key, found)
    return found


class Work:
    """One run of `verify`: which units there are, which must run, and what came of it."""

    def __init__(
        self,
        project: Project,
        survey: Survey,
        ledger: Ledger,
        pool: Pool,
        judges: Sequence[str],
        deep: bool,
        operations: Collection[str] = (),
    ) -> None:
        self.operations = operations  # of which alone the units are judged, if there are any
        self.project, self.ledger, self.pool, self.judges, self.deep = project, ledger, pool, judges, deep
        self.grounds = Grounds(project, survey, ledger)
        self.survey = survey
        self.stamps = dict[Path, tuple[int, int]]()  # of the sources, when they were last seen to be as surveyed
        self.crashes: list[tuple[Job, str]] = []
        self.beneath: list[Job] = []  # what was judged as well, since proofs of this run rest on it
        self.failed: Callable[[Entry, bool], None] = lambda entry, beneath: None  # hears of what fails when it does
        self.ran = self.unchanged = 0
        self.started = time.monotonic()

    def judge(self, containers: Iterable[str], force: bool) -> None:
        """Run each unit that has no green or openly undecided verdict for the sources as they are."""
        jobs = [
            Job(container, judge, unit, self.deep)
            for judge in self.judges
            for container in containers
            for unit in self.grounds.units(container, judge, self.deep)
            if is_of(unit, self.operations)
        ]
        read = [job for job in jobs if not self.grounds.refused(job.container, job.judge)]
        due = [job for job in read if force or not self._is_known(job)]
        self.unchanged = len(read) - len(due)
        met = Counter[str]()  # judge -> how many of its units came before
        places = {}
        for job in due:
            places[job] = met[job.judge]
            met[job.judge] += 1
        for done in self._run(sorted(due, key=lambda job: self._urgency(job, places[job]))):
            self._take(done, force)
        self._judge_beneath(jobs)

    def _judge_beneath(self, jobs: Sequence[Job]) -> None:
        """Judge what proofs of this run rest on and nobody has judged, though it was not asked for."""
        asked = set[Job]()
        while due := [job for job in self.grounds.lacking(self._said(jobs)) if job not in asked]:
            asked.update(due)
            self.beneath += due
            for done in self._run(due):
                self._take(done)

    def _said(self, jobs: Sequence[Job]) -> list[Entry]:
        """All that these units say of the sources as they are."""
        return [entry for job in jobs for entry in self._current(job)]

    def _current(self, job: Job) -> list[Entry]:
        return self.grounds.current(*job)

    def _is_known(self, job: Job) -> bool:
        known = [entry.verdict.status for entry in self._current(job)]
        return bool(known) and Status.FAILED not in known

    def _urgency(self, job: Job, place: int) -> tuple[int, float, int]:
        """What comes first: what failed, units of changed operations before those that use them, then what costs least.

        Units that never ran come last, those of all judges in turn: what is long would else run alone at the end.
        """
        last = self.ledger.entries(self.grounds.job(*job))
        if not last:
            return 2, place, -self.judges.index(job.judge)
        own = self.grounds.units(job.container, job.judge, job.deep)[job.unit].own
        asked_first = last[0].own != own or any(entry.verdict.status is Status.FAILED for entry in last)
        return int(not asked_first), last[0].seconds, 0

    def as_well(self) -> Iterable[tuple[str, str, list[str]]]:
        """Judge, container and units of what was judged since proofs of this run rest on it."""
        found: dict[tuple[str, str], list[str]] = {}
        for job in self.beneath:
            found.setdefault((job.judge, job.container), []).append(job.unit)
        yield from ((*key, units) for key, units in found.items())

    def only_deep(self, containers: Iterable[str]) -> Iterable[tuple[str, str, list[str]]]:
        """Judge, container and units of what only the deep profile runs."""
        for judge in self.judges if not self.deep else ():
            for container in containers:
                plain = self.grounds.units(container, judge, False)
                if more := [unit for unit in self.grounds.units(container, judge, True) if unit not in plain]:
                    yield judge, container, more

    def _take(self, done: Done, force: bool = False) -> None:
        """Keep what came of a job, if it is about the sources as they still are."""
        job, known = done.job, self.grounds.container(done.job.container)
        ids = {claim.id for claim in known.claims}
        unknown = [v.claim for v in done.verdicts if v.claim not in ids and not is_check(v.claim)]
        misplaced = [v for v in done.verdicts if (v.container, v.judge, v.unit) != (job.container, job.judge, job.unit)]
        if unknown or misplaced or not done.verdicts:
            self.crashes.append((job, f"speaks of {unknown or misplaced}" if done.verdicts else "says nothing"))
        elif not self._is_as_it_was():
            self.crashes.append((job, "the sources changed while it ran; run the command again"))
        else:
            unit = self.grounds.units(job.container, job.judge, job.deep)[job.unit]
            verdicts = list(map(self.grounds.of_checked, done.verdicts))
            about = self.grounds.job(*job)
            self.ledger.record(about, unit.key, unit.own, verdicts, done.seconds, replace=force, keep=not known.outside)
            self.ran += 1
            for entry in self._current(job):
                if entry.verdict.status is Status.FAILED:
                    self.failed(entry, job in self.beneath)

    def _is_as_it_was(self) -> bool:
        """True if no source was written since the survey, or only as it was."""
        now = stamps(self.survey.files)
        if now != self.stamps and tree(self.survey.files) == self.survey.tree:
            self.stamps = now
        return now == self.stamps

    def _run(self, jobs: Sequence[Job]) -> Iterable[Done]:
        """What came of each job; a bar shows how far they are once they have taken a while, if somebody watches."""
        console = open_console()
        watched = console.is_terminal and not os.environ.get("CI")
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        bar = Bar(*columns, console=console, transient=True)
        task = bar.add_task("", total=len(jobs))
        try:
            for event in self.pool.run(jobs):
                if watched and not bar.live.is_started and time.monotonic() - self.started > PATIENCE:
                    bar.start()
                if isinstance(event, Progress):
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
