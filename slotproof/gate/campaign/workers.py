"""Where the parts of a run are run: here, on a pool of processes, or on a Dask cluster, all as one executor interface.

A part depends on nothing but the driver, the plan and its own name. So one whose process was lost is run again, and
what comes out is taken once, in the order of the parts: the report is the same wherever they were run.
(The pool of `verify` is another one: its workers are forks of a process that has imported what is judged.)
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Final, Protocol

from slotproof.gate.campaign.plan import Part, Plan, Shard
from slotproof.gate.campaign.process import Trouble
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shards import run_shard
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict
from slotproof.texts import read_texts

LOST: Final = 3  # times that the process of a part may be lost
AHEAD: Final = 4  # parts handed out for each process: the first of them may take long
REMOTE: Final = 64  # parts handed out to a cluster

_ONE_AT_A_TIME: Final = threading.Lock()  # parts in one process: a cluster may run several threads in it


class NoCluster(Exception):
    """The cluster cannot be reached, or what speaks to it is not installed."""


class Workers(Protocol):
    """Runs parts."""

    def run(self, plan: Plan, shards: Sequence[Shard], wanted: Callable[[Shard], bool]) -> Iterator[tuple[Shard, Part]]:
        """What came out of each part, once, in their order; those that are not wanted any more are left out."""


class Inline:
    """Runs parts one after the other, in this process, on one driver."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def run(self, plan: Plan, shards: Sequence[Shard], wanted: Callable[[Shard], bool]) -> Iterator[tuple[Shard, Part]]:
        """As `Workers` says."""
        for shard in shards:
            if wanted(shard):
                yield shard, run_shard(self.session, plan, shard)


class Spread:
    """Runs parts through executors, each part on a driver of its own.

    Takes      make, a new executor, where the one before broke; ahead, parts handed out at once
    """

    def __init__(self, command: Sequence[str], timeout: float, make: Callable[[], Executor], ahead: int) -> None:
        self.command = list(command)
        self.timeout = timeout
        self.make = make
        self.ahead = ahead
        self.executor = make()
        self.made = 1

    def run(self, plan: Plan, shards: Sequence[Shard], wanted: Callable[[Shard], bool]) -> Iterator[tuple[Shard, Part]]:
        """As `Workers` says."""
        waiting = deque(shards)
        flight: deque[tuple[Shard, Future[Part]]] = deque()
        try:
            while waiting or flight:
                while waiting and len(flight) < self.ahead:
                    if wanted(shard := waiting.popleft()):
                        flight.append((shard, self._submit(plan, shard)))
                if flight:
                    if wanted(flight[0][0]):
                        yield flight[0][0], self._first(plan, flight)
                    flight.popleft()[1].cancel()
        finally:
            for _, future in flight:
                future.cancel()

    def _first(self, plan: Plan, flight: deque[tuple[Shard, Future[Part]]]) -> Part:
        """What came out of the first part; where its process is lost, it is run again."""
        shard = flight[0][0]
        why = ""
        for _ in range(LOST):
            try:
                return flight[0][1].result()
            except BrokenExecutor as error:
                why = f"its process was lost {LOST} times: {error}"
                self._again(plan, flight)
            except Exception as error:  # noqa: BLE001 - whatever it is, the part has no verdict, and the report says so
                why = f"{type(error).__name__}: {error}"
                break
        return _failed(shard, Verdict.HARNESS_ERROR, why)

    def _submit(self, plan: Plan, shard: Shard) -> Future[Part]:
        try:
            with interrupts_wait():  # the first part starts the threads of the executor
                return self.executor.submit(run_alone, self.command, self.timeout, plan, shard)
        except BrokenExecutor as error:
            broken: Future[Part] = Future()
            broken.set_exception(error)
            return broken

    def _again(self, plan: Plan, flight: deque[tuple[Shard, Future[Part]]]) -> None:
        """A new executor for the parts that the broken one has not done."""
        self.close()
        self.executor = self.make()
        self.made += 1
        for place, (shard, future) in enumerate(flight):
            if not _is_done(future):
                flight[place] = (shard, self._submit(plan, shard))

    def close(self) -> None:
        """End the executor, when the parts that it runs have ended."""
        self.executor.shutdown(wait=True)


def _is_done(future: Future[Part]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def run_alone(command: Sequence[str], timeout: float, plan: Plan, shard: Shard) -> Part:
    """A part on a driver of its own."""
    with _ONE_AT_A_TIME, Session(command, timeout) as session:
        try:
            return run_shard(session, plan, shard)
        except Trouble as trouble:
            return _failed(shard, trouble.verdict, trouble.message)


def _failed(shard: Shard, verdict: Verdict, message: str) -> Part:
    """A part that has no traces to show for its failure."""
    outcome = Outcome(Case(shard.kind, {}, (), f"{shard.what} {shard.number}"), verdict, message=message)
    part = Part(enough=True)
    part.verdicts[verdict] += 1
    part.first[outcome.signature] = outcome
    return part


@contextlib.contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold an interrupt back until the end of the block, which it would leave half done."""
    if threading.current_thread() is not threading.main_thread():  # an interrupt is for that one alone
        yield
        return
    came: list[object] = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append(_))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def pool(command: Sequence[str], timeout: float, processes: int) -> Iterator[Spread]:
    """A pool of processes on this machine."""
    context = multiprocessing.get_context("spawn")

    def make() -> Executor:
        return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin)

    with contextlib.closing(Spread(command, timeout, make, AHEAD * processes)) as spread:
        yield spread


def _begin() -> None:
    """Be a process of the pool: it reads models as they are now, and not what Python compiled before."""
    read_texts()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means


@contextlib.contextmanager
def cluster(command: Sequence[str], timeout: float, scheduler: str) -> Iterator[Spread]:
    """The workers of a Dask scheduler; each needs this package, and the driver under the same path.

    Raises     NoCluster
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise NoCluster("a scheduler needs the extra: pip install 'slotproof[dask]'") from error
    try:
        client = Client(scheduler)
    except (OSError, ValueError) as error:
        raise NoCluster(f"no scheduler at {scheduler}: {error}") from error
    with (
        client,
        contextlib.closing(Spread(command, timeout, lambda: client.get_executor(pure=False), REMOTE)) as spread,
    ):
        yield spread
