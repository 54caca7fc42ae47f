"""Traces with large numbers: each argument at each edge, in a few states; and each configuration at its ends.

Our own container answers first. What it would need more cells for than the port allocates is not sent, and neither is
a number wider than the port's naturals, unless it is refused.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

from slotproof.engine.api import decode as program
from slotproof.gate.protocol.edges import LOADS, NATURALS, SOURCE_BITS, integers, near, needed, values
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import oracle_config
from slotproof.gate.protocol.loading import NARROW, POOLS, WIDEST, states
from slotproof.gate.protocol.oracle import Container, Level, Op, resolve
from slotproof.gate.protocol.values import WIDEST as LARGEST
from slotproof.gate.protocol.values import Json, decode, encode, line
from slotproof.gate.protocol.verdicts import Case
from slotproof.gate.traces.asking import SMALL, Filter, own_widths
from slotproof.gate.traces.drawn import choices, draw, refer
from slotproof.gate.traces.forks import forked
from slotproof.gate.traces.pairs import Pair
from slotproof.spec.errors import SlotproofError

NUMBERS: Final = frozenset({"natural", "key", "source", "value", "load"})  # types of arguments that have edges
STATES: Final = (0, 6, 14)  # operations drawn before
TRACES: Final = 16  # of which the fullest is chosen
CALM: Final = 60  # operations in one trace that change nothing
OTHERS: Final = 2  # choices of the other arguments
CLOSED: Final = frozenset({"order", "sort_key", "unit", "bool", "deletion"})  # types of which each choice is tried
WIDE: Final = (16, 31, 32, 63)  # powers of two that are tried after one another
MOST: Final[Mapping[str, int]] = {
    "page": 4096,
    "value_page": 4096,
    "pools": 16,
    "types": 64,
}  # so that a line holds them
ALLOCATES: Final = frozenset({"hash_size", "index_size", "capacity", "reserve", "min_buckets", *MOST})
LONG: Final = 1 << 19  # bytes of arrays that still fit a line
GROWS: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {  # what puts one in, what many, and what they take
    "handle_map": ("insert", "emplace_items", ("value",)),
    "sparse_set": ("push", "push_items", ("handle",)),
    "storage": ("emplace", "emplace_items", ("handle", "value")),
    "entity_storage": ("create", "create_items", ()),
    "registry": ("create", "", ()),
    "dense_map": ("insert", "", ("key", "value")),
    "dense_set": ("insert", "", ("key",)),
    "indexed_store": ("insert", "insert_items", ("name", "value")),
}
LASTING: Final = frozenset({"reserve", "resize", "reset", "set_granularity"})  # keep the number that they are given
MADE_OF: Final = frozenset({"key", "source"})
ORIGIN: Final = "edges"


class Asks(Enum):
    """What is asked in a state: each operation, those with a number at an edge, or both."""

    PLAIN = "plain"
    NUMBERS = "numbers"
    BOTH = "both"


class Boundary:
    """The traces for one port.

    skipped   why an operation was not sent -> how often
    """

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.kind = declared.kind
        self.config = own_widths(declared, SMALL)
        self.skipped: Counter[str] = Counter()

    def cases(self) -> Iterator[Case]:
        """All of them."""
        try:
            Container(self.kind, oracle_config(self.declared, self.config))
        except SlotproofError:
            return
        for length in STATES:
            yield from self._edges(self._drawn(self.config, length), Asks.NUMBERS)
        yield from self._edges(self._drawn(self.config, STATES[1], TRACES), Asks.NUMBERS)
        yield from self._neighbours()
        yield from self._grown()
        for config in self.configurations():
            yield from self._few(config)
        yield from self._full()
        if self._can("load"):
            own = self.config
            for wanted in (POOLS,) if "pools" in self.kind.config else (NARROW, WIDEST):
                self.config = own_widths(self.declared, {**SMALL, **wanted})
                yield from self._loaded(own=False)
            self.config = own
            yield from self._loaded(own=True)
        if self._can("fork") and "copy" in self.declared.operations:
            yield from self._forked()

    def _can(self, feature: str) -> bool:
        """True if the port has a feature, and arrays that can be looked at."""
        structure = self.declared.level is Level.STRUCTURE
        able = feature in self.declared.features and structure
        if structure and not able:
            self.skipped[f"{feature}: the port has no such feature"] += 1
        return able

    # --- states and copies

    def _loaded(self, own: bool) -> Iterator[Case]:
        """Every operation once in each state that is loaded, and in the port's own widths with numbers at edges."""
        config = oracle_config(self.declared, self.config)
        if not self.declared.admits(self.config):
            return
        held = Container(self.kind, config)
        for arrays in states(self.kind, held.held, self.declared.numbers.cells):
            held.take(["load", arrays])  # a state that our own container does not have is a mistake of ours
            yield from self._edges([["load", arrays]], Asks.BOTH if own else Asks.PLAIN)

    def _forked(self) -> Iterator[Case]:
        for length in STATES:
            before = self._drawn(self.config, length)
            walk = _Walk(self, before)
            movers: dict[str, Op] = {}
            for op in self._every(walk.pair):
                if op[0] not in movers and walk.ask(op):
                    movers[op[0]] = op
            for ops in forked(before, list(movers.values()), "failing_copies" in self.declared.features):
                yield from self._case(ops)

    # --- arguments

    def _drawn(self, config: Mapping[str, Any], length: int, among: int = 1) -> list[Op]:
        """Of some drawn traces the one that leaves most in the arrays, with literal handles."""
        source = random.Random(f"{self.kind.name} {length}")
        found: dict[int, list[Op]] = {}
        for _ in range(among if length else 0):
            draws = program(source.randbytes(512), self.kind.refinement.operations)
            pair = Pair(self.declared, config)
            ops = _literal(pair, draw(self.declared, config, draws, ORIGIN, length).ops)
            found[len(line(pair.impl.arrays()))] = [op for op in ops if not self.kind.operations[op[0]].pure]
        return found[max(found)] if found else []

    def _edges(self, before: Sequence[Op], asks: Asks) -> Iterator[Case]:
        walk = _Walk(self, before)
        calm: list[Op] = []
        plain = self._every(walk.pair) if asks is not Asks.NUMBERS else ()
        wide = self._alphabet(walk.pair, walk.wide) if asks is not Asks.PLAIN else ()
        for op in itertools.chain(plain, wide):
            moved = walk.ask(op)
            if moved is None:
                continue
            if not moved:
                calm.append(op)
                continue
            yield from self._case([*before, op])
            if (
                not before
                and op[0] in LASTING
                and any(type(each) is int and each >= NATURALS["2^8-1"] for each in op[1:])
            ):
                yield from self._after(op)
        yield from self._calm(before, calm)

    def _neighbours(self) -> Iterator[Case]:
        """Keys at edges all in one bucket, where those that a narrow port takes for one another meet."""
        one, _, takes = GROWS.get(self.kind.name, ("", "", ()))
        if "key" not in takes or one not in self.declared.operations:
            return
        own = self.config
        if self.declared.allows("hash", "one_bucket"):
            self.config = {**own, "hash": "one_bucket"}
        walk = _Walk(self, [])
        keys = [key for key in walk.wide("key") if walk.filter.admits([one, key, *_entry(takes[1:], 0)])]
        grown = [[one, key, *_entry(takes[1:], number)] for number, key in enumerate(keys[: self.declared.limit])]
        walk = _Walk(self, grown)
        asked = self._alphabet(walk.pair, lambda how: keys if how == "key" else ())
        yield from self._calm(grown, [op for op in asked if walk.ask(op) is False])
        self.config = own

    def _grown(self) -> Iterator[Case]:
        """A key put in at a load so small that it needs four times the buckets, where a table that doubles has two."""
        one, _, takes = GROWS.get(self.kind.name, ("", "", ()))
        if not {one, "set_max_load"} <= set(self.declared.operations):
            return
        buckets = 4 * _Walk(self, []).pair.impl.held.bucket_count()
        if buckets <= self.declared.numbers.cells:
            yield from self._case([["set_max_load", 1 / buckets], [one, *_entry(takes, 0)]])

    def _calm(self, before: Sequence[Op], calm: Sequence[Op]) -> Iterator[Case]:
        """Operations that change nothing, many in a trace."""
        for start in range(0, len(calm), CALM):
            yield from self._case([*before, *calm[start : start + CALM]])

    def _after(self, first: Op) -> Iterator[Case]:
        """What follows a large number: other operations with large numbers, and what is made of any key there."""
        walk = _Walk(self, [first])
        wide = {(1 << power) + beside for power in WIDE for beside in (-1, 0, 1)}
        calm: list[Op] = []
        for op in self._alphabet(walk.pair, lambda how: wide if how == "natural" else ()):
            moved = walk.ask(op) if op[0] != first[0] else None
            if moved:
                yield from self._case([first, op])
            elif moved is not None:
                calm.append(op)
        made = self._alphabet(walk.pair, lambda how: walk.wide(how) if how in MADE_OF else ())
        yield from self._calm([first], [*calm[:CALM], *(op for op in made if walk.ask(op) is False)])

    def _alphabet(self, pair: Pair, wide: Any) -> Iterator[Op]:
        """Operations with one argument at an edge."""
        for operation in self.kind.refinement.operations:
            if operation.name not in self.declared.operations:
                continue
            takes = self.kind.operations[operation.name].takes
            if not NUMBERS & set(takes) or len(takes) != len(operation.takes):
                continue
            for other in self._others(pair, operation, takes):
                for place, how in enumerate(takes, 1):
                    if how in NUMBERS:
                        for value in wide(how):
                            sent = encode(how, value) if how == "source" else value
                            yield [*other[:place], sent, *other[place + 1 :]]

    def _others(self, pair: Pair, operation: Any, takes: Sequence[str]) -> list[Op]:
        """The operation with some choices of its arguments, each of the closed ones among them."""
        found = self._choices(pair, operation)
        closed = [place for place, how in enumerate(takes, 1) if how in CLOSED]
        if closed:
            return list({line([op[place] for place in closed]): op for op in reversed(found)}.values())
        return found[:: max(len(found) // OTHERS, 1)][:OTHERS]

    def _every(self, pair: Pair) -> Iterator[Op]:
        """Each operation, with a few arguments."""
        for operation in self.kind.refinement.operations:
            if operation.name in self.declared.operations:
                yield from self._plain(pair, operation)

    def _plain(self, pair: Pair, operation: Any) -> list[Op]:
        """The operation with a few arguments of the declaration."""
        found = self._choices(pair, operation)
        return found[:: max(len(found) // OTHERS, 1)]

    def _choices(self, pair: Pair, operation: Any) -> list[Op]:
        """The operation with arguments of the declaration."""
        return [op for op in choices(operation, pair) if pair.filter.admits(op)]

    def _case(self, ops: Sequence[Op]) -> Iterator[Case]:
        case = refer(self.declared, self.config, ops, ORIGIN)
        if case is not None:
            yield case

    # --- configurations

    def configurations(self) -> list[dict[str, Any]]:
        """The port's own, with one member at its least, at its greatest, and between."""
        found: list[dict[str, Any]] = []
        for key in self.kind.config:
            for value in _ends(self.declared, key, self.config):
                config = {**self.config, key: value}
                if config not in (self.config, *found) and self.declared.admits(config):
                    found.append(config)
        return found

    def _few(self, config: Mapping[str, Any]) -> Iterator[Case]:
        """Some drawn traces, if our own container can be made so."""
        try:
            made = Container(self.kind, oracle_config(self.declared, config))
        except SlotproofError:
            return
        if len(line(made.arrays())) > LONG:
            return
        source = random.Random(f"{self.kind.name} {sorted(config.items())}")
        for _ in range(2):
            draws = program(source.randbytes(128), self.kind.refinement.operations)
            case = draw(self.declared, config, draws, ORIGIN)
            if case.ops:
                yield case

    # --- a declared capacity

    def _full(self) -> Iterator[Case]:
        """As many values as the port says it holds, one more, and one more after one was taken out."""
        limit = self.declared.limit
        if limit is None or self.kind.name not in GROWS or not 0 < limit <= self.declared.numbers.cells:
            return
        one, many, takes = GROWS[self.kind.name]
        if Container(self.kind, oracle_config(self.declared, self.config)).room(one) < limit:
            return
        size = [["size"]] if "size" in self.declared.operations else []
        if one in self.declared.operations:
            grown = [[one, *_entry(takes, number)] for number in range(limit)]
            yield from self._case([*grown, *size, [one, *_entry(takes, limit)], *size])
        if many in self.declared.operations:
            for before in (0, 1) if one in self.declared.operations else (0,):
                entries = [_entry(takes, number) for number in range(before, limit + 1)]
                first = [[one, *_entry(takes, 0)]] * before
                for count in (limit - before, limit - before + 1):
                    yield from self._case([*first, [many, *_bulk(self.kind.name, takes, entries[:count])], *size])


def _entry(takes: Sequence[str], number: int) -> list[Json]:
    made: Mapping[str, Json] = {"value": number % 7, "key": number, "handle": [number, 0], "name": f"n{number}"}
    return [made[how] for how in takes]


def _bulk(kind: str, takes: Sequence[str], entries: Sequence[list[Json]]) -> list[Json]:
    if kind == "handle_map":
        return [len(entries), {"make": 1}]
    if not takes:
        return [len(entries)]
    return [[entry if len(takes) > 1 else entry[0] for entry in entries]]


def _ends(declared: Declared, key: str, config: Mapping[str, Any]) -> list[Any]:
    """The least and the greatest that a member of the configuration can be, and one between.

    Takes      config, the others
    """
    if key in declared.policies:
        return [value for value in declared.policies[key] if value != "none"]
    allowed = declared.widths.get(key)
    if allowed is None:
        return []
    if isinstance(allowed, list):
        numbers = sorted(allowed)
        return [numbers[0], numbers[len(numbers) // 2], numbers[-1]] if numbers else []
    default = declared.kind.config[key]
    least, greatest = allowed.get("min", 0), allowed.get("max", default)
    if key in ALLOCATES:
        greatest = min(greatest, MOST.get(key, declared.numbers.cells))
        if key in ("hash_size", "page", "value_page", "min_buckets"):  # powers of two
            greatest = 1 << (greatest.bit_length() - 1)
    if key == "type_id":
        greatest = min(greatest, (1 << config.get("type_bits", declared.kind.config["type_bits"])) - 1)
    if key == "max_load":
        return [0.5, 4.0]
    return [least, greatest, (least + greatest) // 2]


def _literal(pair: Pair, ops: Sequence[Op]) -> list[Op]:
    """The operations of a trace with handles in place of references."""
    results: list[Json] = []
    plain: list[Op] = []
    for op in ops:
        plain.append([op[0], *resolve(op[1:], results)])
        results.append(pair.take(plain[-1]))
    return plain


class _Walk:
    """Our own two sides in one state, to which each call comes back."""

    def __init__(self, boundary: Boundary, before: Sequence[Op]) -> None:
        self.boundary = boundary
        self.declared = boundary.declared
        self.pair = Pair(boundary.declared, boundary.config)
        for op in before:
            self.pair.take(op)
        self.key = self.pair.freeze()
        self.filter = Filter(boundary.declared, boundary.config, wide=True)

    def wide(self, how: str) -> list[Any]:
        """The edges of a type of arguments."""
        numbers = self.declared.numbers
        found: Mapping[str, Any] = {
            "natural": {**NATURALS, **{f"near {each}": each for each in near(self.pair.impl.held)}},
            "key": integers(numbers.key_bits, numbers.key_signed),
            "source": integers(max(numbers.key_bits, SOURCE_BITS), True),
            "value": values(numbers.value_bits),
            "load": LOADS,
        }[how]
        wide = dict.fromkeys(found.values())
        return [value for value in wide if how == "source" or value >= -LARGEST]  # below, numbers have no form

    def ask(self, op: Op) -> bool | None:
        """True if the operation changes the state; None if the port is not asked it."""
        takes = self.declared.kind.operations[op[0]].takes
        skipped, numbers = self.boundary.skipped, self.declared.numbers
        if not self.filter.admits(op):
            return None
        self.pair.thaw(self.key)
        taken = tuple(value if how == "peer" else decode(how, value) for how, value in zip(takes, op[1:], strict=True))
        if needed(self.declared.kind.name, self.pair.impl.held, op[0], taken) > numbers.cells:
            skipped[f"{op[0]}: cells {numbers.cells}"] += 1
            return None
        answer = self.pair.take(op)
        wide = any(
            how == "natural" and numbers.natural_bits is not None and value >> numbers.natural_bits
            for how, value in zip(takes, op[1:], strict=True)
        )
        if wide and not (isinstance(answer, dict) and "e" in answer):
            skipped[f"{op[0]}: natural_bits {numbers.natural_bits}"] += 1
            return None
        return self.pair.freeze() != self.key
