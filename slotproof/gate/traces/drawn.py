"""Traces for a port: every transition of a tiny scope, and random ones, from the declaration of the container.

Our model and our implementation run beside: the model is what the domains of arguments ask, the implementation tells
states apart. Handles that the container issued become references to the result they came in, so that a trace from
which an operation is left out is one still.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from slotproof.declare import Operation, Scope
from slotproof.engine.api import Draw, picked
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import oracle_config
from slotproof.gate.protocol.oracle import Container, Level, Op
from slotproof.gate.protocol.values import Json, decode, wire
from slotproof.gate.protocol.verdicts import Case
from slotproof.gate.traces.pairs import Naming, Pair, sendable

LONGEST: Final = 48  # operations of one trace of an exhausted scope, if its path is not longer
NUMBERS: Final = 4  # numbers tried of each class of arguments, where widths are too large for all


# --- every transition

Transition = tuple[Hashable, str]


@dataclass(frozen=True)
class Exhausted:
    """The traces of one scope.

    complete    false if the search ended at its limit
    made        every transition: the state, and the operation as text, as files have it
    """

    config: Mapping[str, Any]
    cases: list[Case]
    made: frozenset[Transition]
    states: int
    transitions: int
    complete: bool


class _Graph:
    """The reachable states of a scope: for each its shortest path, and the operations tried.

    The search of `explore` is another one: it checks claims, and keeps states alone; here are all transitions that a
    port can be asked for, as the protocol has them.
    """

    def __init__(self, declared: Declared, config: Mapping[str, Any], scope: Scope | None) -> None:
        self.declared = declared
        self.scope = scope
        self.pair = Pair(declared, config)
        self.keys: list[Hashable] = []
        self.paths: list[tuple[Op, ...]] = []
        self.still: list[list[Op]] = []  # of each state the operations that stay in it
        self.moves: list[list[tuple[Op, int]]] = []  # of each state those that leave it, and where to
        self.number: dict[Hashable, int] = {}
        self.transitions = 0

    def search(self, limit: int) -> bool:
        """Search breadth first, state by state; false if the limit of transitions left states out."""
        self._reached(())
        for state, key in enumerate(self.keys):  # which become more meanwhile
            for op in self._alphabet(key):
                self.pair.thaw(key)
                self.pair.take(op)
                self.transitions += 1
                to = self._reached((*self.paths[state], op))
                if to == state:
                    self.still[state].append(op)
                else:
                    self.moves[state].append((op, to))
            if self.transitions >= limit:
                return state + 1 == len(self.keys)
        return True

    def ways(self) -> Iterator[tuple[int, tuple[Op, ...], Op]]:
        """Every transition: the state, the shortest way there, and the operation; nearer states first."""
        for state, path in enumerate(self.paths):
            for op in (*self.still[state], *(op for op, _ in self.moves[state])):
                yield state, path, op

    def _reached(self, path: tuple[Op, ...]) -> int:
        """The number of the state in which the pair is; if it is new, that path leads to it."""
        key = self.pair.freeze()
        if key not in self.number:
            self.number[key] = len(self.keys)
            self.keys.append(key)
            self.paths.append(path)
            self.still.append([])
            self.moves.append([])
        return self.number[key]

    def _alphabet(self, key: Hashable) -> list[Op]:
        """Every operation that the port is asked in a state."""
        self.pair.thaw(key)
        found: dict[str, Op] = {}
        room = self.pair.room()
        for operation in self.declared.kind.refinement.operations:
            name = operation.name
            within = self.scope is None or self.scope.operations is None or name in self.scope.operations
            if within and name in self.declared.operations and (room or name not in GROWING):
                found |= {repr(op): op for op in self._each(operation) if self.pair.admits(op)}
        return list(found.values())

    def _each(self, operation: Operation) -> Iterator[Op]:
        """The operation with all arguments of the scope; with a few, if there is none."""
        model, scope = self.pair.model.held, self.scope
        if scope is None:
            yield from choices(operation, self.pair)
            return
        for taken in itertools.product(*(domain.small(model, scope) for domain in operation.takes)):
            admitted = scope.admits is None or scope.admits(model, operation.name, taken)
            if admitted and (op := self.pair.encode(operation.name, taken)) is not None:
                yield op


def choices(operation: Operation, pair: Pair) -> Iterator[Op]:
    """The operation with a few numbers of each class of its arguments, as the model stands."""
    issued = [decode("handle", plain) for plain in _handles(pair.impl)]
    values = [
        [
            value
            for pick in domain.classes.values()
            for number in range(NUMBERS)
            if (value := pick(pair.model.held, issued, number)) is not None
        ]
        for domain in operation.takes
    ]
    for taken in itertools.product(*values):
        if (op := pair.encode(operation.name, taken)) is not None:
            yield op


GROWING: Final = frozenset(
    {"insert", "emplace", "push", "create", "insert_or_assign", "try_emplace", "get_or_emplace"}
    | {"insert_items", "emplace_items", "push_items", "create_items", "create_at", "insert_at", "add_pool"}
)


def _handles(container: Container) -> list[Json]:
    """Some handles of a container: the live ones, and those of its slots."""
    for name in ("items", "handles"):
        if name in container.kind.operations and "handle" in container.kind.operations[name].returns:
            answer = container.take([name])
            return [each[0] if name == "items" else each for each in answer]
    return []


def exhaust(declared: Declared, config: Mapping[str, Any], scope: Scope | None, limit: int) -> Exhausted:
    """Traces that make every transition of a scope, rejected operations included, up to a limit of transitions.

    In each state what stays there is asked first; then traces go on along transitions not yet made.
    Where arrays are not compared, what stays is asked again at the end: it shows where the last transition led.
    """
    if limit == 0:
        return Exhausted(config, [], frozenset(), 0, 0, False)
    graph = _Graph(declared, config, scope)
    complete = graph.search(limit)
    origin = f"scope {scope.name!r}" if scope is not None else "the port's own widths"
    blind = declared.level is Level.BEHAVIOUR or "arrays" not in declared.observe
    open_moves = [list(reversed(moves)) for moves in graph.moves]
    asked = [False] * len(graph.paths)
    cases: list[Case] = []
    for start in range(len(graph.paths)):
        while open_moves[start] or not asked[start]:
            ops: list[Op] = list(graph.paths[start])
            at = start
            while True:
                if not asked[at]:
                    asked[at] = True
                    ops += graph.still[at]
                if not open_moves[at] or len(ops) >= max(LONGEST, len(graph.paths[start]) + 1):
                    break
                op, at = open_moves[at].pop()
                ops.append(op)
            if blind:
                ops += graph.still[at]
            case = refer(declared, config, ops, origin)
            if case is not None:
                cases.append(case)
    made = frozenset((graph.keys[state], repr(wire(op))) for state, _, op in graph.ways())
    return Exhausted(config, cases, made, len(graph.paths), graph.transitions, complete)


def covered(declared: Declared, config: Mapping[str, Any], traces: Sequence[Sequence[Op]]) -> frozenset[Transition]:
    """Every transition that some traces with literal handles make."""
    made: set[Transition] = set()
    for ops in traces:
        pair = Pair(declared, config)
        for op in ops:
            made.add((pair.freeze(), repr(wire(op))))
            pair.take(op)
    return frozenset(made)


def refer(declared: Declared, config: Mapping[str, Any], ops: Sequence[Op], origin: str) -> Case | None:
    """The case with references for handles; operations that cannot be sent are left out. None if nothing is left."""
    container = Container(declared.kind, oracle_config(declared, config), limit=declared.limit)
    naming = Naming(declared.kind)
    kept: list[Op] = []
    for op in ops:
        named = naming.refer(op)
        if not sendable(declared, named):
            continue
        naming.note(len(kept), op, container.take(op))
        kept.append(named)
    return Case(declared.kind.name, config, tuple(kept), origin) if kept else None


# --- random


def draw(declared: Declared, config: Mapping[str, Any], draws: Sequence[Draw], origin: str, longest: int = 64) -> Case:
    """The trace that draws stand for: classes and numbers become arguments as the model stands."""
    pair = Pair(declared, config)
    naming = Naming(declared.kind)
    operations = declared.kind.refinement.operations
    ops: list[Op] = []
    for number, choices in draws:
        if len(ops) >= longest:
            break
        op = drawn(pair, operations[number], choices)
        if op is None:
            continue
        named = naming.refer(op)
        if not sendable(declared, named):
            op = naming.issued_instead(op)
            named = naming.refer(op)
        if not pair.admits(op) or not sendable(declared, named):
            continue
        naming.note(len(ops), op, pair.take(op))
        ops.append(named)
    return Case(declared.kind.name, config, tuple(ops), origin)


def drawn(pair: Pair, operation: Operation, choices: Sequence[tuple[int, int]]) -> Op | None:
    """The operation that classes and numbers stand for, as the model stands; None if there is none to send."""
    if operation.name not in pair.declared.operations:
        return None
    taken = []
    for domain, choice in zip(operation.takes, choices, strict=True):
        if (found := picked([*domain.classes.values()], pair.model.held, pair.issued, *choice)) is None:
            return None
        taken.append(found[1])
    if operation.name in GROWING and not pair.room():
        return None
    return pair.encode(operation.name, taken)


def shortest_ways(declared: Declared, config: Mapping[str, Any], scope: Scope | None, limit: int) -> Iterator[list[Op]]:
    """A shortest trace to each transition of a scope, shorter ones first, with literal handles."""
    graph = _Graph(declared, config, scope)
    graph.search(limit)
    for _, path, op in graph.ways():
        yield [*path, op]


def asking(
    declared: Declared, config: Mapping[str, Any], scope: Scope | None, limit: int, name: str, origin: str = ""
) -> Iterator[Case]:
    """A shortest trace to each transition of one operation, shorter ones first."""
    for ops in shortest_ways(declared, config, scope, limit):
        if ops[-1][0] == name and (
            case := refer(declared, config, ops, origin or f"states in which `{name}` is asked")
        ):
            yield case
