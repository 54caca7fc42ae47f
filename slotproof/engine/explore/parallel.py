"""Search a scope to its end, in parts that go level by level: in this process, or each in one of its own."""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from slotproof.declare import Refinement, Scope
from slotproof.engine.explore.search import Calls, Counts, Found, Level, Search, Trouble, spread
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.engine.step import Subject
from slotproof.engine.watchdog import watched


class _Here:
    """A part in this process."""

    def __init__(self, *problem: Any) -> None:
        self.search = Search(*problem)
        self.answer: Any = None

    def ask(self, method: str, *arguments: Any) -> None:
        with watched(self.search.refinement):
            self.answer = getattr(self.search, method)(*arguments)

    def answered(self) -> Any:
        return self.answer

    def close(self) -> None:
        """Nothing to end."""


class _Elsewhere:
    """A part in a process of its own, which inherits the declaration: functions need not be sent."""

    def __init__(self, *problem: Any) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, problem), daemon=True)
        self.process.start()
        other.close()

    def ask(self, method: str, *arguments: Any) -> None:
        self.pipe.send((method, arguments))

    def answered(self) -> Any:
        text, answer = self.pipe.recv()
        if text:
            raise RuntimeError(f"a part of the search failed\n{text}")
        return answer

    def close(self) -> None:
        """End the process, which holds nothing that is still wanted."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Any, problem: tuple[Any, ...]) -> None:
    search = Search(*problem)
    while True:
        try:
            method, arguments = pipe.recv()
        except EOFError:
            return
        try:
            with watched(search.refinement):
                answer = getattr(search, method)(*arguments)
        except Exception:  # noqa: BLE001 - told to the process that asked
            pipe.send((traceback.format_exc(), None))
        else:
            pipe.send(("", answer))


class Searched(NamedTuple):
    """The end of a search: the whole of the states, or a trouble and the way there, first state first."""

    states: int
    transitions: int
    depth: int
    calls: dict[str, Calls]
    trouble: Trouble | None
    path: tuple[Found, ...]
    held: frozenset[Hashable]


def search(
    refinement: Refinement, scope: Scope, tick: Callable[[int, int], None], workers: int = 1, keep: bool = False
) -> Searched:
    """Search a scope to its end, or to the first trouble; `keep` hands back the keys of all states.

    tick(states, depth) is called after each level.
    """
    parts = [(_Here if workers == 1 else _Elsewhere)(refinement, scope, part, workers) for part in range(workers)]
    try:
        return _search(parts, tick, keep)
    finally:
        for part in parts:
            part.close()


def _search(parts: Sequence[_Here | _Elsewhere], tick: Callable[[int, int], None], keep: bool) -> Searched:
    def all_do(method: str, *arguments: Sequence[Any]) -> list[Any]:
        for number, part in enumerate(parts):
            part.ask(method, *(each[number] for each in arguments))
        return [part.answered() for part in parts]

    all_do("begin")
    inbox: list[list[bytes]] = [[] for _ in parts]
    trouble: Trouble | None = None
    depth = -1
    while trouble is None:
        all_do("admit", inbox)
        counts: list[Counts] = all_do("counts")
        if not any(each.fresh for each in counts):
            break
        depth += 1
        tick(sum(each.states for each in counts), depth)
        levels: list[Level] = all_do("expand")
        troubles = [level.trouble for level in levels if level.trouble is not None]
        trouble = min(troubles, key=lambda each: each.call >= 0, default=None)
        inbox = [[level.outbox[number] for level in levels] for number in range(len(parts))]
    path: list[Found] = []
    name = -1 if trouble is None else trouble.state
    while name >= 0:
        part = parts[name % len(parts)]
        part.ask("at", name)
        path.append(part.answered())
        name = path[-1].parent
    counts = all_do("counts")
    calls = {
        name: Calls(*map(sum, zip(*(each.calls[name] for each in counts), strict=True))) for name in counts[0].calls
    }
    return Searched(
        sum(each.states for each in counts),
        sum(each.changed for each in calls.values()),
        depth,
        calls,
        trouble,
        tuple(reversed(path)),
        frozenset().union(*all_do("held")) if keep else frozenset(),
    )


def explored(refinement: Refinement, scope: Scope, most: int) -> Iterator[tuple[Any, Any]]:
    """The pairs of states of a scope, or a spread of so many of them; each is good until the next is asked for."""
    held = search(refinement, scope, lambda states, depth: None, keep=True).held
    model, impl = Subject(refinement, scope.configuration).new()
    snapshot = Snapshot(model, impl)
    for key in spread(sorted(held, key=repr), most):
        snapshot.thaw(key, model, impl)
        yield model, impl
