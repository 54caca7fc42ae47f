"""Runs the units of judges on worker processes that have imported what they need once, for all of them.

One process is started anew and imports the declarations and the judges; it tells what there is to judge, and the
workers are forks of it. Each unit runs in a fork of a worker that has judged nothing: what a solver answers within its
budget depends on what was read and asked before in its process, so nothing was. A process that dies takes one unit with
it, and the report says which.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final

from slotproof.texts import read_texts
from slotproof.verify.failure import decode_failure, encode_failure, pictured, refusal
from slotproof.verify.ledger import Job
from slotproof.verify.project import Project
from slotproof.verify.reading.sources import OUTLINES, tree
from slotproof.verify.survey import Refused, Survey, sources_of, survey

if TYPE_CHECKING:
    from pathlib import Path

    from slotproof.declare import Refinement
    from slotproof.declare.verdict import Verdict

TICKS: Final = 0.1  # seconds between two reports of progress


@dataclass(frozen=True)
class Progress:
    """How far a job has got; a total of 0 is unknown."""

    job: Job
    done: int
    total: int
    note: str


@dataclass(frozen=True)
class Done:
    """A job that ended: with verdicts, or with the traceback of a judge that failed itself."""

    job: Job
    verdicts: Sequence[Verdict] = ()
    seconds: float = 0.0  # CPU
    crash: str = ""


Event = Progress | Done


class Pool:
    """The processes of one run, started when there is something to do."""

    def __init__(self, project: Project, processes: int, outlines: Path | None = None) -> None:
        self.project, self.processes, self.outlines = project, processes, outlines
        self.control: Connection | None = None
        self.process: Any = None
        self.idle: list[Connection] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def survey(self, before: Survey | None = None) -> Survey:
        """Ask what there is to judge.

        Takes      before, what there was the last time
        Raises     Refused, if a declaration cannot be had
        """
        control = self._start()
        try:
            control.send(before.looks if before else {})
            answer = control.recv()
        except (EOFError, ConnectionResetError):
            self.process.join()
            raise RuntimeError(f"the process that imports died with exit code {self.process.exitcode}") from None
        if isinstance(answer, Survey):
            return answer
        raise answer

    def run(self, jobs: Sequence[Job]) -> Iterator[Event | None]:
        """What happens while the jobs run, in the order in which it happens; None if nothing did for a while."""
        waiting = deque(jobs)
        running: dict[Connection, Job] = {}
        while waiting or running:
            if waiting and not self.idle and not running:
                self.stop()  # all of them died
                self._start()
            while waiting and self.idle:
                pipe, job = self.idle.pop(), waiting.popleft()
                pipe.send(job)
                running[pipe] = job
            ready = set(wait(list(running), timeout=TICKS))
            if not ready:
                yield None
            for pipe in [each for each in running if each in ready]:
                yield self._hear(pipe, running)

    def _hear(self, pipe: Connection, running: dict[Connection, Job]) -> Event:
        """What one worker says; it is idle when it is done."""
        job = running[pipe]
        try:
            event: Event = pipe.recv()
        except (EOFError, ConnectionResetError):
            del running[pipe]
            pipe.close()
            return Done(job, crash="the worker process died")
        if isinstance(event, Done):
            del running[pipe]
            self.idle.append(pipe)
        return event

    def _start(self) -> Connection:
        if self.control is not None:
            return self.control
        context = multiprocessing.get_context("spawn")
        here, control = context.Pipe()
        self.control = here
        pipes = [context.Pipe() for _ in range(self.processes)]
        there = [theirs for _, theirs in pipes]
        self.idle = [ours for ours, _ in pipes]
        self.process = context.Process(target=_serve, args=(self.project, control, there, self.outlines), daemon=False)
        with _same_hashes():
            self.process.start()
        for each in (control, *there):
            each.close()
        return here

    def stop(self) -> None:
        """End all processes."""
        if self.control is None:
            return
        self.process.terminate()
        self.process.join()
        for pipe in (self.control, *self.idle):
            pipe.close()
        self.process, self.control, self.idle = None, None, []


@contextlib.contextmanager
def _same_hashes() -> Iterator[None]:
    """Processes that start here hash strings alike, so that a set of names has the same order in all of them."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _serve(project: Project, control: Connection, pipes: Sequence[Connection], outlines: Path | None) -> None:
    """The life of the process that imports: workers are forks of it, and it answers what there is to judge."""
    serve_parent()
    read_texts()
    os.dup2(2, 1)  # the output of the command is the parent's
    if outlines is not None:
        OUTLINES.load(outlines)
    begun = ""
    with contextlib.suppress(SyntaxError, FileNotFoundError):  # which the survey meets again
        begun = tree(sources_of(project).files.values())
    for module in (project.catalog, *project.judges.values()):
        with contextlib.suppress(Exception, SystemExit):  # who needs it meets the same error, and reports it
            importlib.import_module(module)
    gc.freeze()  # a fork shares what is never looked at again
    context = multiprocessing.get_context("fork")
    for pipe in pipes:
        others = [control, *(each for each in pipes if each is not pipe)]
        context.Process(target=_work, args=(project, pipe, others), daemon=False).start()
    for pipe in pipes:
        pipe.close()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            kept = control.recv()
            try:
                answer: Any = survey(project, begun, kept)
            except Refused as error:
                answer = error
            except (Exception, SystemExit) as error:  # noqa: BLE001  whatever it is, the parent reports it
                text = refusal(project, error)
                answer = Refused(text) if text else RuntimeError(traceback.format_exc())
            if outlines is not None:
                with contextlib.suppress(OSError):
                    OUTLINES.save(outlines)
            control.send(answer)


def _work(project: Project, pipe: Connection, others: Sequence[Connection]) -> None:
    """The life of a worker: a job in, progress and a result out, until nobody sends any more."""
    serve_parent()
    for each in others:
        each.close()
    context = multiprocessing.get_context("fork")
    prepared = set[tuple[str, str]]()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            job = pipe.recv()
            if (job.judge, job.container) not in prepared:
                prepared.add((job.judge, job.container))
                _prepare(project, job)
            process = context.Process(target=_run_alone, args=(project, job, pipe), daemon=False)
            process.start()
            process.join()
            if process.exitcode:
                pipe.send(Done(job, crash=f"its process died with exit code {process.exitcode}"))


def _prepare(project: Project, job: Job) -> None:
    """Have a judge read what all its units about a container read, once for those that are judged in forks of this.

    Cost       to read anew in each unit is a fifth of `slotproof verify typed_store --judge prove`, or more
    """
    with contextlib.suppress(Exception, SystemExit):  # the unit meets the same error, and reports it
        judge = importlib.import_module(project.judges[job.judge])
        if hasattr(judge, "prepare"):
            judge.prepare(project.container(job.container))


def _run_alone(project: Project, job: Job, pipe: Connection) -> None:
    """Do one job, as a process that has done nothing before."""
    serve_parent()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        pipe.send(_do(project, job, pipe))


def serve_parent() -> None:
    """Let this process end with its parent, which alone decides what an interrupt means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    """End with the parent, even if it was killed: nobody would hear what the worker finds."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(project: Project, job: Job, pipe: Connection) -> Done:
    before = _cpu()
    try:
        refinement = project.container(job.container)
        judge = importlib.import_module(project.judges[job.judge])
        verdicts = [_portable(refinement, v) for v in judge.run(refinement, job.unit, job.deep, _Ticker(job, pipe))]
        return Done(job, verdicts, _cpu() - before)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception:  # noqa: BLE001  whatever it is, it is the judge's, and the parent reports it
        return Done(job, crash=traceback.format_exc())


def _portable(refinement: Refinement, verdict: Verdict) -> Verdict:
    """The verdict, with values that any process can read: a failure may hold objects that cannot be sent."""
    if verdict.failure is None:
        return verdict
    return replace(verdict, failure=decode_failure(encode_failure(pictured(refinement, verdict.failure))))


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class _Ticker:
    """A tick that tells the parent, seldom enough not to slow the judge down."""

    def __init__(self, job: Job, pipe: Connection) -> None:
        self.job = job
        self.pipe = pipe
        self.last = 0.0

    def __call__(self, done: int, total: int, note: str) -> None:
        now = time.monotonic()
        if now - self.last >= TICKS:
            self.last = now
            self.pipe.send(Progress(self.job, done, total, note))
