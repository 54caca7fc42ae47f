"""Runs the units of judges on worker processes. Each unit runs in a fork of a worker that has only imported.

What a solver answers within its budget depends on what was asked before in its process: so nothing was.
A process that dies takes one unit with it, and the report says which.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final

from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.report import Verdict
from slotproof.spacious import spend_memory
from slotproof.verify.ledger import decode_failure, encode_failure, pictured
from slotproof.verify.sources import closure, module_file

ENGINE: Final = "slotproof.proofs.engine"

JUDGES: Final = {name: f"{ENGINE}.{name}" for name in ("bits", "walk", "explore", "contracts", "prove")}
"""Name on the command line -> module, in the order of work: what costs least comes first."""

SELECTING: Final = frozenset({"bits", "explore", "prove"})
"""Judges of which the deep profile has more units; those of both profiles are the same, and run once."""

SHIPPED: Final = "slotproof.proofs.catalog"
"""The module that lists the containers of this project."""

TICKS: Final = 0.1  # seconds between two reports of progress


@dataclass(frozen=True)
class Project:
    """Where the declarations and the judges are found."""

    catalog: str = SHIPPED
    judges: Mapping[str, str] = field(default_factory=lambda: dict(JUDGES))
    selecting: frozenset[str] = SELECTING

    def declared(self) -> dict[str, Refinement]:
        """Every declared container, by name: the `CATALOG` of the module, or each `Refinement` it holds."""
        module = importlib.import_module(self.catalog)
        held = {each.name: each for each in vars(module).values() if isinstance(each, Refinement)}
        listed: dict[str, Refinement] = getattr(module, "CATALOG", held)
        return listed

    def known(self) -> dict[str, Refinement]:
        """Every declared container, then those that the modules behind them declare, which may be inside of them."""
        found = dict(self.declared())
        for name in sorted(closure([self.catalog])):
            for each in vars(sys.modules[name]).values() if name in sys.modules else ():
                if isinstance(each, Refinement):
                    found.setdefault(each.name, each)
        return found

    def container(self, name: str) -> Refinement:
        """The known container of that name.

        Raises     KeyError
        """
        return self.declared().get(name) or self.known()[name]


def project_of(file: Path) -> Project:
    """The project whose containers a file declares; what stands beside the file, or its package, can be imported.

    Raises     ValueError with the reason, if it cannot be imported from there
    """
    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    folder, parts = file.resolve().parent, [file.stem]
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    name = ".".join(parts)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # not in front, where a json.py would stand in for the one of Python
    found = module_file(name)
    if found is None or found.resolve() != file.resolve():
        raise ValueError(
            f"{file} cannot be imported as {name}: {found or 'nothing'} is in its place; name it otherwise"
        )
    project = Project(name)
    if not project.declared():
        raise ValueError(f"{file} declares no container: no value of it is a Refinement")
    return project


@dataclass(frozen=True)
class Job:
    """One unit of one judge about one container; without a unit, the question which units there are."""

    container: str
    judge: str
    deep: bool
    unit: str | None = None

    def __str__(self) -> str:
        return f"{self.judge} {self.container}" + (f" ({self.unit})" if self.unit else "")


@dataclass(frozen=True)
class Progress:
    """How far a job has got; a total of 0 is unknown."""

    job: Job
    done: int
    total: int
    note: str


@dataclass(frozen=True)
class Done:
    """A job that ended: with units, with verdicts, or with the traceback of a judge that failed itself."""

    job: Job
    units: Sequence[str] = ()
    verdicts: Sequence[Verdict] = ()
    seconds: float = 0.0  # CPU
    crash: str = ""


Event = Progress | Done


def run(project: Project, jobs: Sequence[Job], processes: int) -> Iterator[Event | None]:
    """What happens while the jobs run, in the order in which it happens; None if nothing did for a while."""
    waiting = deque(jobs)
    workers: dict[Connection, tuple[Any, Job]] = {}
    judges = [judge for judge in project.judges if any(job.judge == judge for job in jobs)]
    try:
        while waiting or workers:
            while waiting and len(workers) < processes:
                process, here = _worker(project, judges)
                job = waiting.popleft()
                here.send(job)
                workers[here] = (process, job)
            ready = wait(list(workers), timeout=TICKS)
            if not ready:
                yield None
            for pipe in ready:
                if isinstance(pipe, Connection):
                    yield from _hear(pipe, workers, waiting)
    finally:
        for pipe, (process, _) in workers.items():
            pipe.close()
            process.terminate()
        for process, _ in workers.values():
            process.join()


def _worker(project: Project, judges: Sequence[str]) -> tuple[Any, Connection]:
    """A new process that waits for jobs of these judges, and the pipe to it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(project, judges, there), daemon=False)
    with _same_hashes():
        process.start()
    there.close()
    return process, here


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


def _hear(pipe: Connection, workers: dict[Connection, tuple[Any, Job]], waiting: deque[Job]) -> Iterator[Event]:
    """Pass on what one worker says; give it the next job when it is done."""
    process, job = workers[pipe]
    try:
        event: Event = pipe.recv()
    except (EOFError, ConnectionResetError):
        process.join()
        del workers[pipe]
        yield Done(job, crash=f"the worker process died with exit code {process.exitcode}")
        return
    if isinstance(event, Done):
        if waiting and not event.crash:
            following = waiting.popleft()
            pipe.send(following)
            workers[pipe] = (process, following)
        else:
            del workers[pipe]
            pipe.close()
            process.join()
    yield event


def _work(project: Project, judges: Sequence[str], pipe: Connection) -> None:
    """The life of a worker: a job in, progress and a result out, until nobody sends any more."""
    serve_parent()
    spend_memory()
    sys.stdout = sys.stderr  # the output of the command is the parent's
    for module in (project.catalog, *(project.judges[judge] for judge in judges)):
        with contextlib.suppress(Exception):  # the job that needs it meets the same error, and reports it
            importlib.import_module(module)
    context = multiprocessing.get_context("fork")
    prepared = set[tuple[str, str]]()
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            job = pipe.recv()
            if job.unit is not None and (job.judge, job.container) not in prepared:
                prepared.add((job.judge, job.container))
                with contextlib.suppress(Exception):  # as above
                    _prepare(project, job)
                gc.freeze()  # a fork shares what is never looked at again
            process = context.Process(target=_run_alone, args=(project, job, pipe), daemon=False)
            process.start()
            process.join()
            if process.exitcode:
                pipe.send(Done(job, crash=f"its process died with exit code {process.exitcode}"))


def _prepare(project: Project, job: Job) -> None:
    """Let the judge find out what all units of a container would find out by themselves, if there is anything."""
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
        if job.unit is None:
            return Done(job, units=list(judge.units(refinement, job.deep)))
        verdicts = [_portable(refinement, v) for v in judge.run(refinement, job.unit, job.deep, _Ticker(job, pipe))]
        return Done(job, verdicts=verdicts, seconds=_cpu() - before)
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
