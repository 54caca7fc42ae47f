"""Random traces in bulk: walks through transitions that our container has answered once.

Drawing an operation, asking our container and writing both as JSON takes far longer than a port takes to answer.
So a *web* of states and transitions is grown by drawing, each transition with its texts, and traces are walks through
it: a trace is put together from texts, and its answer is compared to the byte.
After some walks the web is dropped and another one grown, from the next seed: memory is bounded, and a long campaign
meets new states for ever.

A walk makes no transition that a drawn trace could not make; what is new is the way there. At level structure only:
texts hold literal handles.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import Look, Prepared, expect, prepare, shown
from slotproof.gate.protocol.oracle import Op
from slotproof.gate.protocol.values import line, wire
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict
from slotproof.gate.traces.asked import cells
from slotproof.gate.traces.drawn import drawn, refer
from slotproof.gate.traces.pairs import Pair

STEPS: Final = 20  # operations of a walk
TRANSITIONS: Final = 4000  # of a web, at most
WALKS: Final = 20_000  # on one web
DEGREE: Final = 24  # transitions out of one state, at most
DEPTH: Final = 60  # operations of the longest way into the web
TRIES: Final = 4  # draws for one transition; some stand for nothing that can be sent


class Edge(NamedTuple):
    """A transition: its operation and result as text, and where it leads."""

    op: bytes
    result: bytes
    to: int
    number: int


class End(NamedTuple):
    """A state as the end of a walk: what is asked to show it, and what must be shown, both as text."""

    ask: bytes
    tell: bytes
    look: Look


class Web:
    """States of our container, and some transitions between them.

    Takes      seed, of all that is drawn; look, what a port is asked to show at the end of a walk
    """

    def __init__(self, declared: Declared, config: Mapping[str, Any], seed: str, look: Look) -> None:
        self.declared = declared
        self.config = config
        self.origin = f"walks, seed {seed}"
        self.look = look
        self.random = random.Random(seed)
        self.ops: list[tuple[Op, str]] = []  # of each transition: the operation, and the cell of its outcome
        self.out: list[list[Edge]] = []
        self._ends: list[End] = []
        self._pair = Pair(declared, config)
        self._numbers: dict[Hashable, int] = {}
        self._keys: list[Hashable] = []
        self._issued: list[list[Any]] = []
        self._here = self._state()
        self._begin = b',"kind":"%s","config":%s,"ops":[' % (declared.kind.name.encode(), line(dict(config))[:-1])

    @property
    def states(self) -> int:
        """How many states it has."""
        return len(self.out)

    def grow(self, transitions: int) -> None:
        """Add transitions along ways from the empty container, until there are so many, or no more are met."""
        operations = [
            each for each in self.declared.kind.refinement.operations if each.name in self.declared.operations
        ]
        idle = 0
        while len(self.ops) < transitions and idle < DEGREE:
            before = len(self.ops)
            at = 0
            for _ in range(self.random.randrange(1, DEPTH)):
                if len(self.ops) >= transitions:
                    break
                known = self.out[at]
                if len(known) >= DEGREE or (known and self.random.random() < 0.25):
                    at = self.random.choice(known).to
                    continue
                edge = next(filter(None, (self._draw(at, operations) for _ in range(TRIES))), None)
                at = edge.to if edge is not None else at
            idle = 0 if len(self.ops) > before else idle + 1
        self._weigh()

    def _draw(self, at: int, operations: list[Any]) -> Edge | None:
        """A transition out of a state, drawn; None if the draw stands for nothing that can be sent."""
        if self._here != at:
            self._pair.thaw(self._keys[at])
            self._pair.issued[:] = self._issued[at]
            self._here = at
        operation = self.random.choice(operations)
        choices = [(self.random.randrange(256), self.random.randrange(1 << 16)) for _ in operation.takes]
        op = drawn(self._pair, operation, choices)
        if op is None or not self._pair.admits(op):
            return None
        text = line(wire(op))[:-1]
        for edge in self.out[at]:
            if edge.op == text:
                return edge
        answer = self._pair.take(op)
        refused = isinstance(answer, dict) and "e" in answer
        if not operation.pure and not refused:
            self._here = self._state()
        edge = Edge(text, line(wire(answer))[:-1], self._here, len(self.ops))
        self.ops.append((op, next(cells(self.declared.kind, op, answer))))
        self.out[at].append(edge)
        return edge

    def _state(self) -> int:
        """The number of the state in which our container is."""
        key = self._pair.freeze()
        if key not in self._numbers:
            self._numbers[key] = len(self._keys)
            self._keys.append(key)
            self._issued.append(list(self._pair.issued))
            self.out.append([])
            look, tell = shown(self.look, self._pair.impl.arrays())
            text = line({"observe": look._asdict()})[1:]
            self._ends.append(End(b"]," + text, (b"]," + line(tell)[1:-1]) if tell else b"]}", look))
        return self._numbers[key]

    def _weigh(self) -> None:
        """Repeat transitions that lead elsewhere, until they are about half: most operations change nothing."""
        for at, edges in enumerate(self.out):
            once = list({edge.number: edge for edge in edges}.values())
            moves = [edge for edge in once if edge.to != at]
            still = len(once) - len(moves)
            self.out[at] = once + moves * (still // len(moves) - 1 if moves else 0)

    def walk(self, steps: int = STEPS) -> Walk:
        """A random walk from the empty container; it is shorter where it comes to a state without transitions."""
        pick, out = self.random.random, self.out
        at = 0
        edges = []
        for _ in range(steps):
            ways = out[at]
            if not ways:
                break
            edge = ways[int(pick() * len(ways))]
            edges.append(edge)
            at = edge.to
        end = self._ends[at]
        request = self._begin + b",".join([edge.op for edge in edges]) + end.ask
        right = b',"results":[' + b",".join([edge.result for edge in edges]) + end.tell
        return Walk(self, edges, request, right, end.look)


@dataclass(slots=True)
class Walk:
    """A trace as text, with the answer it must have."""

    web: Web
    edges: list[Edge]
    request: bytes
    right: bytes
    look: Look

    def passed(self) -> Outcome:
        """An outcome without operations: they are counted from the walk."""
        return Outcome(Case(self.web.declared.kind.name, self.web.config, (), self.web.origin), Verdict.PASS)

    def told(self) -> Iterator[tuple[str, str]]:
        """The name of each operation, and the cell of its outcome."""
        for edge in self.edges:
            op, cell = self.web.ops[edge.number]
            yield op[0], cell

    def whole(self) -> Prepared:
        """The walk as a case; our container is asked again."""
        web = self.web
        case = refer(web.declared, web.config, [web.ops[edge.number][0] for edge in self.edges], web.origin)
        if case is None:
            raise ValueError("a walk without operations")
        return prepare(web.declared, case, self.look, expect(web.declared, web.config, case.ops))


class Walks:
    """Walks in bulk, on one web after the other.

    webs, states, transitions   grown so far

    Takes      most, the transitions of a web; on_a_web, so many walks
    """

    def __init__(
        self,
        declared: Declared,
        config: Mapping[str, Any],
        seed: str,
        look: Look,
        most: int = TRANSITIONS,
        on_a_web: int = WALKS,
    ) -> None:
        self.declared = declared
        self.config = config
        self.seed = seed
        self.look = look
        self._most, self._on_a_web = most, on_a_web
        self.webs = 0
        self.states = 0
        self.transitions = 0

    def take(self, count: int, steps: int = STEPS) -> Iterator[Walk]:
        """So many walks; small numbers of them get small webs."""
        while count > 0:
            web = Web(self.declared, self.config, f"{self.seed}.{self.webs}", self.look)
            web.grow(min(self._most, max(count, DEGREE)))
            self.webs += 1
            self.states += web.states
            self.transitions += len(web.ops)
            if not web.out[0]:
                return
            for _ in range(min(count, self._on_a_web)):
                yield web.walk(steps)
            count -= self._on_a_web
