"""What a port must answer: our own container, run on operations as the protocol writes them.

At level structure it is the implementation, whose arrays are compared too; at level behaviour it is the model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from slotproof.engine.api import by_argument
from slotproof.gate.protocol.costs import Bound, Moment, bound
from slotproof.gate.protocol.kinds import SPECIAL, Kind
from slotproof.gate.protocol.loading import loaded
from slotproof.gate.protocol.values import Json, Malformed, decode, plain_result, show
from slotproof.spec import errors

CODES: Final[Mapping[type[Exception], str]] = {
    error: re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
    for name, error in vars(errors).items()
    if isinstance(error, type) and issubclass(error, errors.SlotproofError) and error is not errors.SlotproofError
}
LIMITED: Final = frozenset(  # kinds that a port may say to hold so many of
    {"handle_map", "sparse_set", "storage", "entity_storage", "registry", "dense_map", "dense_set", "indexed_store"}
)
CALLBACK: Final = "callback"  # the code of a factory or change that failed
ERRORS: Final = frozenset({*CODES.values(), CALLBACK})

Op = list[Any]


class Hash(Enum):
    """The hash functions of the protocol."""

    IDENTITY = "identity"
    HALVES = "halves"
    ONE_BUCKET = "one_bucket"

    def __call__(self, key: int) -> int:
        """The hash of a key."""
        if self is Hash.ONE_BUCKET:
            return 0
        return key // 2 if self is Hash.HALVES else key


class Level(Enum):
    """How much of a port is compared."""

    STRUCTURE = "structure"
    BEHAVIOUR = "behaviour"


@dataclass(frozen=True)
class Expected:
    """What our container answered.

    ops       with every reference replaced by the handle it stands for
    states    the arrays after each operation, if they were asked for
    end       the arrays at the end; None at level behaviour
    bounds    what each operation may cost at most, if that was asked for; None where it is not compared
    """

    ops: list[Op]
    results: list[Json]
    states: list[Json]
    end: Json
    bounds: Sequence[Bound | None] = ()


def arguments(config: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of the constructor."""
    return {
        "hasher" if name == "hash" else name: Hash(value) if name == "hash" else value for name, value in config.items()
    }


class Container:
    """One of our containers, driven by operations of the protocol.

    One side alone, so that it takes no step of `engine.step`: what a port answers is the other side.

    Takes      limit, of values: what would be more is refused with `full`
    """

    def __init__(
        self, kind: Kind, config: Mapping[str, Any], level: Level = Level.STRUCTURE, limit: int | None = None
    ) -> None:
        self.kind = kind
        self.limit = limit if kind.name in LIMITED else None
        self.config = dict(config)
        self.level = level
        build = kind.refinement.impl if level is Level.STRUCTURE else kind.refinement.model
        keywords = {**({"hash": "identity"} if "hash" in kind.config else {}), **config}
        self.held: Any = build(**arguments(keywords))
        self.last: Any = None  # the last result, as it was returned
        self.forks: list[Container | None] = []  # copies, by their number less one; None of what is gone

    def take(self, op: Op) -> Json:
        """The result of an operation without references, in plain JSON.

        Raises     Malformed if it is no operation of the kind
        """
        if op and op[0] in SPECIAL:
            return self._special(op)
        signature = self.kind.operations.get(op[0]) if op else None
        if signature is None or len(op) != 1 + len(signature.takes):
            raise Malformed(f"no operation of {self.kind.name}: {op!r}")
        try:
            taken = [
                self._peer(value) if kind == "peer" else decode(kind, value)
                for kind, value in zip(signature.takes, op[1:], strict=True)
            ]
        except (KeyError, TypeError, AttributeError) as error:
            raise Malformed(f"no arguments of {op[0]}: {op[1:]!r}") from error
        before = self.held.copy() if self._may_be_too_many(op) else None
        try:
            value = getattr(self.held, op[0])(*taken)
            value = list(value) if isinstance(value, Iterator) else value
        except Exception as error:
            if type(error) in CODES:
                return {"e": CODES[type(error)]}
            if isinstance(error, errors.SlotproofError) or by_argument(error, taken):
                return {"e": CALLBACK}
            raise
        if before is not None and self.limit is not None and self.held.size() > self.limit:
            self.held = before
            return {"e": CODES[errors.Full]}
        self.last = value
        if signature.returns == "arrays":
            return show(value, self.kind.layout) if self.level is Level.STRUCTURE else None
        return plain_result(signature.returns, value)

    def _special(self, op: Op) -> Json:
        """The result of an operation that every kind has.

        Raises     Malformed
        """
        if len(op) != 1 + len(SPECIAL[op[0]].takes):
            raise Malformed(f"no operation: {op!r}")
        self.last = None
        if op[0] == "fork":
            self.forks.append(self._twin(self.held.copy()))
            return len(self.forks)
        if op[0] == "load":
            impl = Container(self.kind, self.config).held
            try:
                held = loaded(self.kind, impl, op[1])
            except (TypeError, ValueError, LookupError, AttributeError) as error:
                raise Malformed("no arrays of such a container") from error
            abstract: Any = self.kind.refinement.abstract
            self.held = held if self.level is Level.STRUCTURE else abstract(held)
            return None
        number = op[1]
        other = self.forks[number - 1] if type(number) is int and 1 <= number <= len(self.forks) else None
        if other is None:
            raise Malformed(f"there is no copy {number!r}")
        if op[0] == "on_fork":
            if not isinstance(op[2], list) or not op[2] or op[2][0] not in [*self.kind.operations]:
                raise Malformed("a copy is asked the operations of its kind")
            return other.take(op[2])
        if op[0] == "fail_fork":
            return None  # nothing is assigned, wherever the assignment fails
        if op[0] == "assign_fork":
            self.held = other.held.copy()
        else:
            self.held = other.held if op[0] == "move_fork" else self.held
            self.forks[number - 1] = None
        return None

    def _twin(self, held: Any) -> Container:
        twin = type(self)(self.kind, self.config, self.level, self.limit)
        twin.held = held
        return twin

    def _may_be_too_many(self, op: Op) -> bool:
        """True if there may be more values than the limit after an operation."""
        if self.limit is None or self.kind.operations[op[0]].pure:
            return False
        bulk = next((len(each) if isinstance(each, list) else each for each in op[1:2]), 0)
        return bool(self.held.size() + max(bulk if type(bulk) is int else 0, 1) > self.limit)

    def room(self, operation: str) -> int:
        """How many more values an empty container can take, by its widths, where it says so; else very many."""
        room = getattr(self.held, "room", None)
        return int(room()) if callable(room) and operation else 1 << 64

    def _peer(self, value: Json) -> Any:
        other = Container(self.kind, self.config, self.level)
        for op in value["ops"]:
            other.take(op)
        return other.held

    def arrays(self) -> Json:
        """The arrays as they are now."""
        return show(self.held, self.kind.layout)


def resolve(value: Json, results: Sequence[Json]) -> Json:
    """The value with each reference replaced by the result it stands for.

    Raises     Malformed if there is no such result
    """
    if isinstance(value, list):
        return [resolve(each, results) for each in value]
    if isinstance(value, dict):
        if set(value) != {"r"}:
            return {name: resolve(each, results) for name, each in value.items()}
        number, *places = value["r"] if isinstance(value["r"], list) else [value["r"]]
        if not 0 <= number < len(results):
            raise Malformed(f"no result {number}")
        found = results[number]
        for place in places:
            if not isinstance(found, list) or not 0 <= place < len(found):
                raise Malformed(f"no result {value['r']}")
            found = found[place]
        if not isinstance(found, list | int | str) or isinstance(found, bool):
            raise Malformed(f"result {value['r']} names nothing: {found!r}")
        return found
    return value


def run(
    kind: Kind,
    config: Mapping[str, Any],
    ops: Sequence[Op],
    level: Level = Level.STRUCTURE,
    every: int = 0,
    limit: int | None = None,
    costs: bool = False,
) -> Expected:
    """What our container answers to a trace.

    Takes      costs, true if what each operation may cost is asked for, at level structure
    Raises     Malformed if it is no trace of the kind
    """
    container = Container(kind, config, level, limit)
    results: list[Json] = []
    literal: list[Op] = []
    states: list[Json] = []
    bounds: list[Bound | None] = []
    for number, op in enumerate(ops, 1):
        plain = [op[0], *resolve(op[1:], results)]
        literal.append(plain)
        before = container.held.copy() if costs else None
        results.append(container.take(plain))
        if costs:
            bounds.append(bound(kind, plain[0], Moment(before, container.held, plain[1:])))
        if every and number % every == 0 and level is Level.STRUCTURE:
            states.append(container.arrays())
    end = container.arrays() if level is Level.STRUCTURE else None
    return Expected(literal, results, states, end, bounds)
