"""Traces for a port: every transition of a tiny scope, and random ones, from the declaration of the container.

Our model and our implementation run beside: the model is what the domains of arguments ask, the implementation tells
states apart. Handles that the container issued become references to the result they came in, so that a trace from
which an operation is left out is one still.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from slotproof.declare import Operation, Scope
from slotproof.engine.api import Draw, Snapshot
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import oracle_config
from slotproof.gate.protocol.oracle import Container, Level, Op
from slotproof.gate.protocol.values import Json, Unsendable, decode, wire
from slotproof.gate.protocol.verdicts import Case
from slotproof.gate.traces.asking import encode_op
from slotproof.gate.traces.pairs import Naming, Pair, encoded, sendable

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
    """The reachable states of a scope: for each its shortest path, and the operations tried."""

    def __init__(self, declared: Declared, config: Mapping[str, Any], scope: Scope | None) -> None:
        self.declared = declared
        self.scope = scope
        self.pair = Pair(declared, config)
        self.snapshot = Snapshot(self.pair.model.held, self.pair.impl.held)
        self.paths: list[tuple[Op, ...]] = []
        self.still: list[list[Op]] = []  # of each state the operations that stay in it
        self.moves: list[list[tuple[Op, int]]] = []  # of each state those that leave it, and where to
        self.number: dict[Hashable, int] = {}
        self.transitions = 0

    def search(self, limit: int) -> bool:
        """Search breadth first, state by state; false if the limit of transitions left states out."""
        waiting: deque[tuple[Hashable, int]] = deque()
        waiting.append((self._add(self._freeze(), ()), 0))
        while waiting:
            key, state = waiting.popleft()
            for op in self._alphabet(key):
                self._thaw(key)
                self.pair.take(op)
                self.transitions += 1
                after = self._freeze()
                if after == key:
                    self.still[state].append(op)
                    continue
                if after not in self.number:
                    self._add(after, (*self.paths[state], op))
                    waiting.append((after, self.number[after]))
                self.moves[state].append((op, self.number[after]))
            if self.transitions >= limit:
                return not waiting
        return True

    def _add(self, key: Hashable, path: tuple[Op, ...]) -> Hashable:
        self.number[key] = len(self.paths)
        self.paths.append(path)
        self.still.append([])
        self.moves.append([])
        return key

    def _freeze(self) -> Hashable:
        return self.snapshot.freeze(self.pair.model.held, self.pair.impl.held)

    def _thaw(self, key: Hashable) -> None:
        self.snapshot.thaw(key, self.pair.model.held, self.pair.impl.held)

    def _alphabet(self, key: Hashable) -> list[Op]:
        """Every operation that the port is asked in a state."""
        self._thaw(key)
        model, found, seen = self.pair.model.held, [], set()
        room = self.pair.room()
        for operation in self.declared.kind.refinement.operations:
            name = operation.name
            if name not in self.declared.operations:
                continue
            if self.scope is not None and self.scope.operations is not None and name not in self.scope.operations:
                continue
            if not room and name in GROWING:
                continue
            for taken in self._arguments(operation, model):
                if self.scope is not None and self.scope.admits and not self.scope.admits(model, name, taken):
                    continue
                op = encoded(self.pair, name, taken)
                if op is not None and (text := repr(op)) not in seen:
                    seen.add(text)
                    found.append(op)
        return found

    def _arguments(self, operation: Any, model: Any) -> list[tuple[Any, ...]]:
        if self.scope is None:
            return choices(operation, self.pair)
        taken: list[tuple[Any, ...]] = [()]
        for domain in operation.takes:
            taken = [(*before, value) for before in taken for value in domain.small(model, self.scope)]
        return taken


def choices(operation: Operation, pair: Pair) -> list[tuple[Any, ...]]:
    """Arguments of an operation, as the model stands: a few numbers of each class."""
    issued = [decode("handle", plain) for plain in _handles(pair.impl)]
    taken: list[tuple[Any, ...]] = [()]
    for domain in operation.takes:
        values = [
            value
            for pick in domain.classes.values()
            for number in range(NUMBERS)
            if (value := pick(pair.model.held, issued, number)) is not None
        ]
        taken = [(*before, value) for before in taken for value in values]
    return taken


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
    keys = list(graph.number)
    made = frozenset(
        (keys[state], repr(wire(op)))
        for state in range(len(keys))
        for op in (*graph.still[state], *(op for op, _ in graph.moves[state]))
    )
    return Exhausted(config, cases, made, len(graph.paths), graph.transitions, complete)


def covered(declared: Declared, config: Mapping[str, Any], traces: Sequence[Sequence[Op]]) -> frozenset[Transition]:
    """Every transition that some traces with literal handles make."""
    made: set[Transition] = set()
    for ops in traces:
        pair = Pair(declared, config)
        snapshot = Snapshot(pair.model.held, pair.impl.held)
        for op in ops:
            made.add((snapshot.freeze(pair.model.held, pair.impl.held), repr(wire(op))))
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
    taken = [
        _pick([*domain.classes.values()], pair, *choice)
        for domain, choice in zip(operation.takes, choices, strict=True)
    ]
    if any(value is None for value in taken) or (operation.name in GROWING and not pair.room()):
        return None
    try:
        return encode_op(pair.kind, operation.name, taken)
    except Unsendable:
        return None


def _pick(classes: Sequence[Callable[..., Any]], pair: Pair, first: int, number: int) -> Any:
    for turn in range(first, first + len(classes)):
        value = classes[turn % len(classes)](pair.model.held, pair.issued, number)
        if value is not None:
            return value
    return None


def shortest_ways(declared: Declared, config: Mapping[str, Any], scope: Scope | None, limit: int) -> Iterator[list[Op]]:
    """A shortest trace to each transition of a scope, shorter ones first, with literal handles."""
    graph = _Graph(declared, config, scope)
    graph.search(limit)
    for state, path in enumerate(graph.paths):
        for op in (*graph.still[state], *(op for op, _ in graph.moves[state])):
            yield [*path, op]


def asking(declared: Declared, config: Mapping[str, Any], scope: Scope | None, limit: int, name: str) -> Iterator[Case]:
    """A shortest trace to each transition of one operation."""
    for ops in shortest_ways(declared, config, scope, limit):
        if (
            ops[-1][0] == name
            and (case := refer(declared, config, ops, f"states in which `{name}` is asked")) is not None
        ):
            yield case


def shorter_paths(
    declared: Declared, config: Mapping[str, Any], scope: Scope, last: str, length: int, limit: int
) -> Iterator[Case]:
    """Traces shorter than `length` that end in an operation of that name, shortest first, up to a limit of traces."""
    graph = _Graph(declared, config, scope)
    graph.search(limit)
    given = 0
    for state, path in enumerate(graph.paths):
        if len(path) + 1 >= length or given >= limit:
            return
        for op in (*graph.still[state], *(op for op, _ in graph.moves[state])):
            if op[0] == last and (case := refer(declared, config, [*path, op], "explored graph")) is not None:
                given += 1
                yield case
