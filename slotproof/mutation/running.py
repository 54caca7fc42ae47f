"""Tries mutants in processes of their own, two or more at a time, and keeps what came of each before it goes on.

A process takes on one mutant and asks one judge after the other; it ends with its parent, and at its limits.
(The pool of `verify` has workers that take one unit after the other, of code that nothing has changed.)
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final

from slotproof.engine.api import Mutant, apply
from slotproof.mutation.ledger import MutantLedger
from slotproof.mutation.trial import GAVE_UP, KILLED, SURVIVED, TOGETHER, Trial
from slotproof.verify.pool import serve_parent

SECONDS: Final = 240
"""CPU seconds after which a judge is left: a guard against what counts no steps, and no verdict."""

MEMORY: Final = 4 << 30
"""Bytes of address space of a process."""

ENDED_BY_HAND: Final = (-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP)
"""Exit codes of a process that somebody ended: it is asked again in the next run."""

SECOND: Final = ("explore", "walk")
"""Who is asked first about a mutant that is killed: a proof that fails takes longer than a walk that does."""

Judging = Callable[[Mutant, str], Trial]


@dataclass(frozen=True)
class Task:
    """A mutant, and those who are to be asked: judge and key in the ledger.

    enough    so many killers, after whom nobody else is asked; 0 to ask all
    killers   how many killed it before
    settles   the judge after whom no other is asked if the mutant survives him, too; none if empty
    """

    mutant: Mutant
    judges: tuple[tuple[str, str], ...]
    enough: int = 0
    killers: int = 0
    settles: str = ""

    def following(self, heard: Sequence[Trial]) -> tuple[str, str] | None:
        """Who is asked after those that were heard; nobody, if they are enough."""
        killers = self.killers + _killers(heard)
        settled = any((trial.judge, trial.outcome) == (self.settles, SURVIVED) for trial in heard)
        if settled or 0 < self.enough <= killers:
            return None
        asked = {trial.judge for trial in heard}
        left = [each for each in self.judges if each[0] not in asked]
        if killers:
            left.sort(key=lambda each: SECOND.index(each[0]) if each[0] in SECOND else len(SECOND))
        return left[0] if left else None

    def rest(self, heard: Sequence[Trial]) -> Task:
        """The same, after these were heard."""
        asked = {trial.judge for trial in heard}
        killers = self.killers + _killers(heard)
        left = tuple(each for each in self.judges if each[0] not in asked)
        return replace(self, judges=left, killers=killers)


def _killers(heard: Sequence[Trial]) -> int:
    """How many killed it; the judge of the model alone is none of them."""
    return sum(trial.outcome == KILLED and trial.judge != TOGETHER for trial in heard)


def run(tasks: Sequence[Task], judging: Judging, ledger: MutantLedger, processes: int) -> Iterator[Trial | None]:
    """What came of each task, in the order in which it is known, each kept in the ledger; None if nothing did."""
    waiting = deque(tasks)
    running: dict[Connection, _Running] = {}
    context = multiprocessing.get_context("fork")
    gc.collect()
    gc.freeze()  # what there is now is shared with every process
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                task = waiting.popleft()
                here, there = context.Pipe(duplex=False)
                process = context.Process(target=_work, args=(task, judging, there), daemon=True)
                process.start()
                there.close()
                running[here] = _Running(task, process)
            ready = wait(list(running), timeout=0.2)
            if not ready:
                yield None
            for pipe in ready:
                if isinstance(pipe, Connection):
                    yield from _hear(pipe, running, waiting, ledger)
    finally:
        gc.unfreeze()
        for pipe, each in running.items():
            pipe.close()
            each.process.kill()
            each.process.join()


@dataclass
class _Running:
    """A process at work, and what its judges have answered."""

    task: Task
    process: Any
    heard: list[Trial] = field(default_factory=list)


def _hear(
    pipe: Connection, running: dict[Connection, _Running], waiting: deque[Task], ledger: MutantLedger
) -> Iterator[Trial]:
    """Keep and pass on what a process says; if it died, its judge gave up, and those after it are asked anew."""
    each = running[pipe]
    due = each.task.following(each.heard)
    trial: Trial | None
    try:
        trial = pipe.recv()
    except (EOFError, ConnectionResetError):
        trial = None
        del running[pipe]
        pipe.close()
        each.process.join()
        if each.process.exitcode and due is not None:
            trial = Trial(each.task.mutant.id, due[0], GAVE_UP, reason=_ending(each.process.exitcode))
            rest = each.task.rest([*each.heard, trial])
            if rest.following([]) is not None:
                waiting.appendleft(rest)
    if trial is not None and due is not None:
        if trial.outcome != GAVE_UP or each.process.exitcode not in ENDED_BY_HAND:
            ledger.record(due[1], trial)
        each.heard.append(trial)
        yield trial


def _ending(code: int) -> str:
    if code == -signal.SIGXCPU:
        return f"more than {SECONDS} CPU seconds"
    return f"the process ended with {signal.Signals(-code).name if code < 0 else code}"


def _work(task: Task, judging: Judging, pipe: Connection) -> None:
    """The life of a process: take the mutant on, ask the judges, tell the answers."""
    serve_parent()
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if task.mutant.edits:
        apply(task.mutant)
    heard: list[Trial] = []
    while (due := task.following(heard)) is not None:
        judge = due[0]
        began = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (int(began) + SECONDS, resource.RLIM_INFINITY))
        try:
            trial = judging(task.mutant, judge)
        except MemoryError:
            trial = Trial(task.mutant.id, judge, GAVE_UP, reason=f"more than {MEMORY >> 30} GiB")
        heard.append(replace(trial, seconds=round(time.process_time() - began, 3)))
        pipe.send(heard[-1])
    os._exit(0)  # nothing of this process is needed any more
