"""Our model and our implementation beside each other, and how handles are named in what is sent."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from slotproof.engine.api import Issued, Snapshot
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import oracle_config
from slotproof.gate.protocol.kinds import Kind
from slotproof.gate.protocol.oracle import Container, Level, Op
from slotproof.gate.protocol.values import Json, Unsendable, decode
from slotproof.gate.traces.asking import Filter, encode_op

BULK: Final = 4  # values that one operation puts in, at most


class Pair:
    """Our model and our implementation, run beside each other on operations of the protocol."""

    def __init__(self, declared: Declared, config: Mapping[str, Any]) -> None:
        ours = oracle_config(declared, config)
        self.declared = declared
        self.kind = declared.kind
        self.filter = Filter(declared, config)
        self.model = Container(self.kind, ours, Level.BEHAVIOUR)
        self.impl = Container(self.kind, ours, Level.STRUCTURE)
        self.issued = Issued()

    def take(self, op: Op) -> Json:
        """Run one operation on both; what the implementation answers."""
        self.model.take(op)
        answer = self.impl.take(op)
        if not self.kind.operations[op[0]].pure and not isinstance(answer, dict):
            self.issued.take(self.impl.last)
        return answer

    @cached_property
    def _snapshot(self) -> Snapshot:
        return Snapshot(self.model.held, self.impl.held)

    def freeze(self) -> Hashable:
        """The state in which both are, as a key."""
        return self._snapshot.freeze(self.model.held, self.impl.held)

    def thaw(self, key: Hashable) -> None:
        """Bring both into a state, which they were in before."""
        self._snapshot.thaw(key, self.model.held, self.impl.held)

    def admits(self, op: Op) -> bool:
        """True if the port can be asked this now: without generations, handles that are live alone."""
        if not self.filter.admits(op):
            return False
        if not (self.filter.unversioned and self.kind.issues):
            return True
        return all(
            self.model.held.is_valid(decode("handle", each))
            for how, value in zip(self.kind.operations[op[0]].takes, op[1:], strict=True)
            for each in ([value] if how == "handle" else value if how == "handles" else [])
        )

    def encode(self, name: str, taken: Sequence[Any]) -> Op | None:
        """An operation in plain JSON; None if it has no form there."""
        try:
            return encode_op(self.kind, name, taken)
        except Unsendable:
            return None

    def room(self) -> bool:
        """True if the port may hold a few values more."""
        size = getattr(self.model.held, "size", None)
        if self.filter.limit is None or size is None or self.kind.name == "typed_store":
            return True
        return bool(size() + BULK <= self.filter.limit)


class Naming:
    """Replaces handles by references to the results that they came in."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.place: dict[tuple[int, ...], Json] = {}

    def note(self, number: int, op: Op, answer: Json) -> None:
        """Remember the handles that an operation issued."""
        signature = self.kind.operations[op[0]]
        if not self.kind.issues or signature.pure or isinstance(answer, dict):
            return
        if signature.returns == "handle":
            self.place[tuple(answer)] = {"r": number}
        elif signature.returns == "handles":
            for place, handle in enumerate(answer):
                self.place[tuple(handle)] = {"r": [number, place]}

    def refer(self, op: Op) -> Op:
        """The operation with references."""
        signature = self.kind.operations[op[0]]
        return [op[0], *(self._refer(how, value) for how, value in zip(signature.takes, op[1:], strict=True))]

    def issued_instead(self, op: Op) -> Op:
        """The operation with handles that were issued, live or dead, in place of those that were not."""
        issued = [list(handle) for handle in self.place]

        def known(handle: Json) -> Json:
            return handle if tuple(handle) in self.place or not issued else issued[sum(handle) % len(issued)]

        return [
            op[0],
            *(
                known(value) if how == "handle" else [*map(known, value)] if how == "handles" else value
                for how, value in zip(self.kind.operations[op[0]].takes, op[1:], strict=True)
            ),
        ]

    def _refer(self, how: str, value: Json) -> Json:
        if how == "handle":
            return self.place.get(tuple(value), value)
        if how == "handles":
            return [self.place.get(tuple(each), each) for each in value]
        return value


def sendable(declared: Declared, op: Op) -> bool:
    """True unless the port has opaque handles, and the operation a literal one."""
    if declared.level is Level.STRUCTURE or not declared.kind.issues:
        return True
    for how, value in zip(declared.kind.operations[op[0]].takes, op[1:], strict=True):
        handles = [value] if how == "handle" else value if how == "handles" else []
        if any(isinstance(each, list) for each in handles):
            return False
    return True
