"""A state of the run: locals, heap, what is assumed; and the part of the evaluator that keeps the books."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.values import (
    Cell,
    Closure,
    DictView,
    Heap,
    Method,
    Ref,
    Term,
    Tuple,
    Value,
    View,
    refs_in,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.rest import as_known

MOST_PATHS: Final = 600
"""Ways through one function; a function with more is refused, and is to be split."""

DEEPEST: Final = 60
"""Calls within calls."""


class State:
    """Locals, heap, what holds here.

    given     what was assumed on the way: branches taken, obligations that were shown
    facts     what is true of names that were made for a question, whatever the branch
    reads     of the arrays that are counted; `writes` likewise
    passes    how often each loop was come to on the way, those of operations that were called, too
    left      of each loop that came to its end: the locals and the heap then
    log       operations that were called and have ended
    waiting   loops of the model that the implementation is to go along with
    dead      nothing can be here
    way       the steps to here, while ways are written
    """

    __slots__ = (
        *("dead", "env", "facts", "given", "heap", "last", "left", "log"),
        *("passes", "reads", "waiting", "way", "writes"),
    )

    def __init__(self, env: dict[str, Value] | None = None, heap: Heap | None = None) -> None:
        self.env: dict[str, Value] = env or {}
        self.heap: Heap = heap or {}
        self.given: list[Term] = []
        self.facts: list[Term] = []
        self.reads: Term = 0
        self.writes: Term = 0
        self.passes: dict[str, int] = {}
        self.last = 0
        self.left: dict[str, tuple[dict[str, Value], Heap]] = {}
        self.log: tuple[Any, ...] = ()
        self.waiting: tuple[Any, ...] = ()
        self.dead = False
        self.way: ways.Step | None = None

    def copy(self) -> State:
        """The same state, which from now on goes its own way."""
        other = State(dict(self.env), dict(self.heap))
        other.given, other.facts = list(self.given), list(self.facts)
        other.reads, other.writes, other.last = self.reads, self.writes, self.last
        other.left, other.log, other.waiting, other.passes = self.left, self.log, self.waiting, self.passes
        other.dead, other.way = self.dead, self.way
        return other

    def allocate(self, cell: Cell) -> Ref:
        """Put a cell at a number of its own."""
        self.last += 1
        self.heap[self.last] = cell
        return Ref(self.last)

    def as_it_is(self, *values: Value) -> Callable[[State], Term]:
        """What tells whether all that values lead to is as it is now, and as it was for iterators among it."""
        seen: dict[int, Cell] = {}
        led = [each for value in values for each in led_to(value)]
        waiting = [each for each in led if isinstance(each, Ref)]
        asked = [each.still for each in led if isinstance(each, View) and each.still is not None]
        while waiting:
            ref = waiting.pop()
            if ref.heap is None and ref.id not in seen:
                seen[ref.id] = self.heap[ref.id]
                waiting += refs_in(seen[ref.id])
        return lambda now: t.conj(
            all(now.heap.get(number) is cell for number, cell in seen.items()), *(each(now) for each in asked)
        )

    @property
    def cost(self) -> tuple[Term, Term, dict[str, int]]:
        """What it took to come here."""
        return self.reads, self.writes, self.passes

    @cost.setter
    def cost(self, cost: tuple[Term, Term, dict[str, int]]) -> None:
        self.reads, self.writes, self.passes = cost

    def cost_as(self, *ways: State) -> None:
        """Have taken what the dearest of some ways took."""
        self.reads, self.writes = t.worst(*(way.reads for way in ways)), t.worst(*(way.writes for way in ways))
        loops = {loop for way in ways for loop in way.passes}
        self.passes = {loop: max(way.passes.get(loop, 0) for way in ways) for loop in sorted(loops)}

    def pass_through(self, loop: str, times: int = 1) -> None:
        """Come to a loop."""
        self.passes = {**self.passes, loop: self.passes.get(loop, 0) + times}

    def assume(self, truth: Term, why: str = "") -> None:
        """Take for granted what holds on this way.

        Takes      why, what justifies that; without it, other ways have the rest
        """
        if truth is not True:
            truth = as_known(truth, is_case=not why)
            self.dead |= truth is False
            self.given.append(t.lift(truth))
            if ways.OPEN:
                self.way = ways.Step(self.way, ways.ASSUMED if why else ways.CASE, self.given[-1], why)

    def suppose(self, facts: Iterable[Term]) -> None:
        """Take for granted what is so of any value."""
        for fact in facts:
            self.assume(fact, ways.ANY)

    def know(self, *facts: Term) -> None:
        """Know what is true of names that were made for a question, whatever the branch."""
        self.facts += [t.lift(each) for each in facts if each is not True]

    def step(self, kind: str, said: str = "", goal: Term = None, claim: str = "", known: Term = None) -> None:
        """Write a step of the way that assumes nothing, if ways are written."""
        if ways.OPEN:
            self.way = ways.Step(self.way, kind, goal, said, claim, known, tuple(self.facts))
            if kind in ways.TOLD:
                ways.tell(self.way)

    @property
    def known(self) -> list[Term]:
        """All that a question here may use."""
        return self.facts + self.given


Results = list[tuple[State, Value]]


def parted(results: Sequence[tuple[State, Any]]) -> list[tuple[State, Any]]:
    """Tell that each of several states has to be followed: copies, of which none is a case of another."""
    for place, (st, _) in enumerate(results if len(results) > 1 else []):
        st.step(ways.PART, f"{place + 1} of {len(results)}")
    return list(results)


Signal = Any
"""How a block ended: None, "break", "continue", ("return", value), ("raise", Error)."""

Ends = list[tuple[State, Signal]]


@dataclass(frozen=True)
class Open:
    """An obligation that is not shown: where, what, and the claim it belongs to."""

    place: str
    what: str
    claim: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


class Stopped(Exception):
    """An obligation is open, and no more are wanted."""


NOBODY: Final = Ref(0)


@dataclass(frozen=True)
class Head:
    """Where a loop stands: heap and locals when it was reached, rounds behind, rounds in all.

    noted    what rounds noted of numbers, as an array
    begun    locals and heap when the round began that ends here
    """

    heap: Heap
    env: Mapping[str, Value] = field(default_factory=dict)
    index: Term = None
    length: Term = None
    noted: Term = None
    begun: tuple[Mapping[str, Value], Heap] = field(default_factory=lambda: ({}, {}))


@dataclass
class Setting:
    """What declared functions are told of the run: both sides, now and before."""

    model: Ref = NOBODY
    impl: Ref = NOBODY
    before: Heap = field(default_factory=dict)
    arguments: tuple[Value, ...] = ()
    side: str = "impl"
    untrusted: bool = False  # there are no sides, but data of which nothing is known
    told: tuple[Value, ...] = ()  # the arguments of the model; of a second container, both sides


def led_to(value: Value) -> list[Ref | View]:
    """The references that a value holds, or that a function or an iterator reads; and the iterators among them."""
    read: list[Value] = []
    match value:
        case Closure(function, env, receiver):
            named = {each.id for each in ast.walk(function.node) if isinstance(each, ast.Name)}
            read = [receiver, *(held for name, held in env.items() if name in named)]
        case View(over=over):
            return [value, *(each for part in over for each in led_to(part))]
        case DictView(of=of) | Method(owner=of):
            read = [of]
        case Tuple(items):
            read = [*items]
    return [each for part in read for each in led_to(part)] or [*refs_in(value)]
