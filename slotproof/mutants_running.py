"""Tries mutants in processes of their own, two or more at a time, and keeps what came of each before it goes on.

A process takes on one mutant and asks one judge after the other; it ends with its parent, and at its limits.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final

from slotproof.mutants_ledger import MutantLedger
from slotproof.mutants_trial import GAVE_UP, KILLED, SURVIVED, Trial
from slotproof.proofs.engine.mutants import Mutant, apply
from slotproof.schedule import serve_parent
from slotproof.spacious import spend_memory

SECONDS: Final = 240
"""CPU seconds after which a judge is left: a guard against what counts no steps, and no verdict."""

MEMORY: Final = 4 << 30
"""Bytes of address space of a process."""

ENDED_BY_HAND: Final = (-signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP)
"""Exit codes of a process that somebody ended: it is asked again in the next run."""

Judging = Callable[[Mutant, str], Trial]


@dataclass(frozen=True)
class Task:
    """A mutant, and those who are to be asked: judge and key in the ledger.

    settles   the judge after whom no other is asked if the mutant survives him, too; none if empty
    """

    mutant: Mutant
    judges: tuple[tuple[str, str], ...]
    until_killed: bool = False
    settles: str = ""


def run(tasks: Sequence[Task], judging: Judging, ledger: MutantLedger, processes: int) -> Iterator[Trial | None]:
    """What came of each task, in the order in which it is known, each kept in the ledger; None if nothing did."""
    waiting = deque(tasks)
    running: dict[Connection, _Running] = {}
    context = multiprocessing.get_context("fork")
    spend_memory()
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
    """A process at work: how many of its judges have answered."""

    task: Task
    process: Any
    done: int = 0


def _hear(
    pipe: Connection, running: dict[Connection, _Running], waiting: deque[Task], ledger: MutantLedger
) -> Iterator[Trial]:
    """Keep and pass on what a process says; if it died, its judge gave up, and those after it are asked anew."""
    each = running[pipe]
    judges = each.task.judges
    trial: Trial | None
    try:
        trial = pipe.recv()
    except (EOFError, ConnectionResetError):
        trial = None
        del running[pipe]
        pipe.close()
        each.process.join()
        if each.process.exitcode and each.done < len(judges):
            judge = judges[each.done][0]
            trial = Trial(each.task.mutant.id, judge, GAVE_UP, reason=_ending(each.process.exitcode))
            if judges[each.done + 1 :]:
                waiting.appendleft(replace(each.task, judges=judges[each.done + 1 :]))
    if trial is not None:
        if trial.outcome != GAVE_UP or each.process.exitcode not in ENDED_BY_HAND:
            ledger.record(judges[each.done][1], trial)
        each.done += 1
        yield trial


def _ending(code: int) -> str:
    if code == -signal.SIGXCPU:
        return f"more than {SECONDS} CPU seconds"
    return f"the process ended with {signal.Signals(-code).name if code < 0 else code}"


def _work(task: Task, judging: Judging, pipe: Connection) -> None:
    """The life of a process: take the mutant on, ask the judges, tell the answers."""
    serve_parent()
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if task.mutant.edits:
        apply(task.mutant)
    for judge, _ in task.judges:
        began = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (int(began) + SECONDS, resource.RLIM_INFINITY))
        try:
            trial = judging(task.mutant, judge)
        except MemoryError:
            trial = Trial(task.mutant.id, judge, GAVE_UP, reason=f"more than {MEMORY >> 30} GiB")
        pipe.send(replace(trial, seconds=round(time.process_time() - began, 3)))
        if task.until_killed and trial.outcome == KILLED:
            break
        if trial.outcome == SURVIVED and judge == task.settles:
            break
    os._exit(0)  # nothing of this process is needed any more
