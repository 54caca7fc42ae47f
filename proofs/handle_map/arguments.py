"""The arguments of the handle map's operations: handles of every sort, budgets, orders, factories, spoiled arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.declare import Domain, Peer, Scope
from slotproof.declare.words import all_hold
from slotproof.impl.handle_map import ARRAYS, FLAGS, NUMBERS, SCALARS
from slotproof.proofs.handle_map.claims import COUPLE, LAWS, Model, abstract, represent
from slotproof.proofs.shared.arguments import (
    GONE,
    WHOLE,
    Renumbered,
    Spoiled,
    factory_of,
    spoiled_of,
    value_of,
)
from slotproof.proofs.shared.handles import any_handle
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle


def _next_slot(m: Model) -> int:
    """The slot of the next insert: a value that tells one element from another without adding states."""
    return m.free[0] if m.free else len(m.generation)


VALUE = value_of(lambda m, scope: scope.values or (_next_slot(m),))


def _stored(m: Model, scope: Scope) -> Sequence[Any]:
    return scope.values or tuple(range(m.nil))


NEW_VALUE = Domain(
    "new value",
    small=_stored,
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)


def _all_handles(m: Model, scope: Scope) -> Sequence[Any]:
    """Every handle of the widths, those just outside them on each side, and a tuple that is no handle."""
    slots = (-1, *range(len(m.generation) + 1), m.nil)
    generations = (-1, *range(m.generation_limit + 1))
    handles = [Handle(slot, generation, m.type_id) for slot in slots for generation in generations]
    first = m.order[0] if m.order else 0
    live = m.generation.get(first, 1)
    others = (Handle(first, live, m.type_id + 1), Handle(first, live, m.type_id, 1), (first, live, m.type_id, 0))
    return [*handles, *others]


def _issued_handle(wanted: bool) -> Any:
    def pick(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
        """The first such handle from the one that the number picks on."""
        for index in range(len(issued)):
            handle = issued[(number + index) % len(issued)]
            if isinstance(handle, Handle) and m.is_valid(handle) == wanted:
                return handle
        return None

    return pick


def _forged(m: Model, issued: Sequence[Any], number: int) -> Handle:
    """A handle that was never issued: slot -1, slot == length, the next generation, the free bit, generation 0."""
    slot = m.order[number % len(m.order)] if m.order else 0
    generation = m.generation.get(slot, 1)
    free = m.free[0] if m.free else len(m.generation)
    forgeries = (
        Handle(-1, generation, m.type_id),
        Handle(len(m.generation), 1, m.type_id),
        Handle(slot, generation + 1, m.type_id),
        Handle(slot, generation, m.type_id, 1),
        Handle(free, m.generation.get(free, 1), m.type_id),
        Handle(slot, 0 if generation else 1, m.type_id),
        Handle(slot - len(m.generation), generation, m.type_id),
    )
    return forgeries[number % len(forgeries)]


def _foreign(m: Model, issued: Sequence[Any], number: int) -> Handle:
    slot = m.order[number % len(m.order)] if m.order else 0
    return Handle(slot, m.generation.get(slot, 1), m.type_id + 1)


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={
        "live": _issued_handle(True),
        "stale": _issued_handle(False),
        "foreign": _foreign,
        "forged": _forged,
    },
    symbolic=any_handle,
    huge=True,
)


def _some_handles(m: Model, scope: Scope) -> Sequence[tuple[Any, ...]]:
    """No handle, each live one twice, the last two live ones, a stale one before a live one, one that is none."""
    live = [m.issued(slot) for slot in m.order]
    stale = live[-1]._replace(generation=live[-1].generation - 1) if live else Handle(m.nil, 1, m.type_id)
    return [(), *((h, h) for h in live), tuple(live[-2:]), (stale, *live[:1]), (*live[:1], tuple(stale))]


HANDLES = Domain(
    "handles",
    small=_some_handles,
    classes={
        "live": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[: number % 4]),
        "twice": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[:1]) * 2,
        "mixed": lambda m, issued, number: (*(m.issued(s) for s in m.order[-1:]), _forged(m, issued, number)),
    },
    symbolic=lambda make: make.handles("handles"),
)

COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, 1, 2, m.room(), m.room() + 1),
    classes={"count": lambda m, issued, number: number % 5 - 1},
    symbolic=lambda make: make.int("count"),
    huge=lambda m, count: not 0 <= count <= m.nil,  # so many values would be made
)

LIMIT = Domain(
    "limit",
    small=lambda m, scope: (-1, 0, 1, 2, 3),
    classes={"limit": lambda m, issued, number: number % 6 - 1},
    symbolic=lambda make: make.int("limit"),
    huge=True,
)

UNIT = Domain(
    "unit",
    small=lambda m, scope: ("relocations", "shifts"),
    classes={"unit": lambda m, issued, number: ("relocations", "shifts")[number % 2]},
    symbolic=lambda make: make.one_of("unit", ("relocations", "shifts")),
)


def halves(a: int, b: int) -> bool:
    """Order by a // 2: values 2k and 2k + 1 are equivalent, so that stability shows."""
    return a // 2 > b // 2


def falling(a: int, b: int) -> bool:
    """Order by value, largest first: reverses what inserts made."""
    return a < b


ORDER = Domain(
    "order",
    small=lambda m, scope: (halves, falling),
    classes={"order": lambda m, issued, number: halves},
    symbolic=lambda make: make.order("comes_after"),
)


FACTORY = factory_of(lambda m, scope: scope.values or (_next_slot(m),))

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", (0,)), ("insert", (0,)), ("erase", (Handle(0, 1),))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (value,)) for value in range(number % 3)))},
    symbolic=lambda make: make.peer("other"),
)


class LiveInQueue(Spoiled):
    """The arrays with a freelist that begins at a slot that may be live, and one slot less that is used up."""

    def __init__(self, slot: int) -> None:
        super().__init__("free_head", 0, slot)

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with both changes made."""
        data["retired"] -= 1
        return super().spoil(data)

    def __repr__(self) -> str:
        return f"LiveInQueue({self.value})"


class FreeInPlace(Spoiled):
    """The arrays with one more position, of a slot that may be free, and one slot less that is used up."""

    def __init__(self, slot: int) -> None:
        super().__init__("meta", 0, slot)

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with both changes made."""
        data["retired"] -= 1
        data["meta"].append(self.value)
        data["dense"].append(0)
        return data

    def __repr__(self) -> str:
        return f"FreeInPlace({self.value})"


def _spoiled(m: Model) -> Sequence[Spoiled]:
    slots, length = len(m.generation), len(m.order)
    spoiled = [Spoiled()]
    for name, entries in (("sparse", slots), ("generation", slots), ("free", slots), ("meta", length)):
        spoiled += [Spoiled(name, index, value) for index in range(entries + 1) for value in (-1, 0, 1, 2, m.nil)]
    for name in ("free_head", "free_tail", "retired"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2, m.nil)]
    spoiled += [Spoiled("nil", 0, slots), Spoiled("dense", length, 0)]
    spoiled += [Renumbered("nil", value, ("sparse", "free_head", "free_tail")) for value in (1, 2) if value != m.nil]
    spoiled += [kind(slot) for slot in range(min(slots, 3)) for kind in (LiveInQueue, FreeInPlace)]
    return spoiled if slots > 1 else spoiled + _spoiled_fields(m)


def _spoiled_fields(m: Model) -> list[Spoiled]:
    """Fields that no slot depends on, so that they are tried on few slots only."""
    spoiled = [Spoiled(name, 0, value) for name in ("reserved", "type_id") for value in (-1, 0, 1, m.nil, m.nil + 1)]
    spoiled += [Spoiled(name, 0, value) for name in ("fragmented", "retire", "lifo") for value in (True, False, 0)]
    spoiled += [Spoiled(name, 0, value) for name in ("nil", "generation_limit") for value in (0, 1, 3, 4)]
    spoiled += [Spoiled(name, 0, 1.0) for name in NUMBERS]
    spoiled += [Spoiled("sparse", 0, True), Spoiled("meta", WHOLE, ())]
    return [*spoiled, Spoiled("lifo", 0, GONE), Spoiled("dense", 0, GONE), Spoiled("more", 0, 0)]


SPOILED = spoiled_of(_spoiled)


def read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the map the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    data = spoiled.spoil(h.__dict__)
    if set(data) != {*ARRAYS, *SCALARS} or not all(type(data[name]) is list for name in ARRAYS):
        raise InvalidArgument("not the fields of a handle map")
    if any(type(data[name]) is not int or data[name] < 0 for name in NUMBERS):
        raise InvalidArgument("not numbers from 0 up")
    if any(type(data[name]) is not bool for name in FLAGS):
        raise InvalidArgument("neither true nor false")
    if any(count.bit_count() != 1 for count in (data["nil"] + 1, data["generation_limit"])):
        raise InvalidArgument("not numbers of bits")
    if any(
        type(entry) is not int or entry < 0
        for name in ("sparse", "generation", "free", "meta")
        for entry in getattr(h, name)
    ):
        raise InvalidArgument("not indices")
    meant = abstract(h)
    if not all_hold(COUPLE, meant, h):
        raise InvalidArgument("the arrays break a claim of the coupling")
    if not all_hold((law for law in LAWS if not law.step), meant):
        raise InvalidArgument("what the arrays mean breaks a law")
    return meant
