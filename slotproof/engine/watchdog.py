"""Ends calls that do not end by themselves, so that a container that goes round for ever is a failure with a trace.

A clock of CPU time looks at what is running. If a call into the container is the same at several looks in a row, it
is given up: `Endless` is raised in it. Calls of judges take microseconds, so that no call that ends is given up.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FrameType
from typing import Any, Final

from slotproof.declare import Refinement

PERIOD: Final = ContextVar("period", default=0.5)
"""CPU seconds between two looks."""

SHORT_PERIOD: Final = 0.02
"""CPU seconds between two looks where a call is already known not to end, and many like it are tried."""

LOOKS: Final = 4
"""Looks at which a call is the same before it is given up."""

_ENGINE: Final = __name__.rpartition(".")[0]


class Endless(RuntimeError):
    """A call was given up."""


@contextmanager
def watched(refinement: Refinement, period: float | None = None) -> Iterator[None]:
    """Give up calls into the container that do not end.

    Signals reach the main thread only: in another one nothing is watched.

    Takes      period, CPU seconds between two looks, if not `PERIOD`
    """
    period = period or PERIOD.get()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    look = _Look(refinement)
    handler = signal.signal(signal.SIGVTALRM, look)
    timer = signal.setitimer(signal.ITIMER_VIRTUAL, period, period)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, *timer)
        signal.signal(signal.SIGVTALRM, handler)


@contextmanager
def looking_every(period: float) -> Iterator[None]:
    """Look so often, where nothing else is asked for.

    Takes      period, CPU seconds
    """
    token = PERIOD.set(period)
    try:
        yield
    finally:
        PERIOD.reset(token)


class _Look:
    """What a tick of the clock does: compare the call that runs with the one that ran before."""

    def __init__(self, refinement: Refinement) -> None:
        sides = (refinement.model, refinement.impl)
        self.modules = {base.__module__ for side in sides for base in side.__mro__ if base is not object}
        self.call: FrameType | None = None
        self.times = 0

    def __call__(self, _: int, frame: FrameType | None) -> None:
        call = self._outermost(frame)
        self.times = self.times + 1 if call is not None and call is self.call else 1
        self.call = call
        if call is not None and self.times >= LOOKS:
            self.call, self.times = None, 0
            raise Endless(f"{call.f_code.co_qualname} does not end: it goes round in line {call.f_lineno}")

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """The call that a judge made into the container, if it is in one."""
        call = None
        while frame is not None and not _of_engine(frame):
            if frame.f_globals.get("__name__") in self.modules:
                call = frame
            frame = frame.f_back
        return call


def _of_engine(frame: FrameType) -> bool:
    name: Any = frame.f_globals.get("__name__")
    return isinstance(name, str) and name.startswith(_ENGINE)
