"""The same question about many things, each in a process of its own, some at a time."""

from __future__ import annotations

import gc
import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from slotproof.verify.pool import serve_parent

T = TypeVar("T")
P = TypeVar("P")


def apart(question: Callable[[P], T], about: Sequence[P], processes: int) -> Generator[T, None, None]:
    """The answers as they come, in any order; all processes end when the answers are left.

    Raises     what a question raised; RuntimeError if a process died
    """
    if processes == 1 or len(about) == 1:
        yield from map(question, about)
        return
    context = multiprocessing.get_context("fork")
    waiting, running = deque(about), dict[Connection, Any]()
    try:
        while waiting or running:
            while waiting and len(running) < processes:
                here, there = context.Pipe(duplex=False)
                process = context.Process(target=_send, args=(question, waiting.popleft(), there), daemon=True)
                process.start()
                there.close()
                running[here] = process
            for pipe in wait(list(running)):
                if isinstance(pipe, Connection):
                    answer = _received(pipe)
                    running.pop(pipe).join()
                    yield answer
    finally:
        for process in running.values():
            process.kill()
            process.join()


def _received(pipe: Connection) -> Any:
    gc.disable()  # of an answer with millions of parts, none is garbage
    try:
        answer = pipe.recv()
    except EOFError:
        raise RuntimeError("a process that was asked died") from None
    finally:
        gc.enable()
    if isinstance(answer, Exception):
        raise answer
    return answer


def _send(question: Callable[[P], Any], about: P, pipe: Connection) -> None:
    """The life of a process."""
    serve_parent()
    try:
        answer = question(about)
    except Exception as error:  # noqa: BLE001 - the parent raises it
        answer = error
    pipe.send(answer)
