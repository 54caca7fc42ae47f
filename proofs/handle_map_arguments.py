"""The arguments of the handle map's operations: handles of every sort, budgets, orders, factories, spoiled arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.proofs.arguments import Factory
from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.refinement import Domain, Peer, Scope
from slotproof.proofs.handle_map_claims import COUPLE, LAWS, Model, abstract, represent
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle


def _next_slot(m: Model) -> int:
    """The slot of the next insert: a value that tells one element from another without adding states."""
    return m.free[0] if m.free else len(m.generation)


VALUE = Domain(
    "value",
    small=lambda m, scope: scope.values or (_next_slot(m),),
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)


def _stored(m: Model, scope: Scope) -> Sequence[Any]:
    return scope.values or tuple(range(m.nil))


NEW_VALUE = Domain(
    "new value",
    small=_stored,
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)


def _all_handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths, and those just outside them on each side."""
    slots = (-1, *range(len(m.generation) + 1), m.nil)
    generations = (-1, *range(m.generation_limit + 1))
    handles = [Handle(slot, generation, m.type_id) for slot in slots for generation in generations]
    first = m.order[0] if m.order else 0
    live = m.generation.get(first, 1)
    return [*handles, Handle(first, live, m.type_id + 1), Handle(first, live, m.type_id, 1)]


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
    symbolic=lambda make: Handle(make.int("slot"), make.int("generation"), make.int("type_id"), make.int("free")),
)


def _some_handles(m: Model, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    """No handle, each live one twice, the last two live ones, and a stale one before a live one."""
    live = [m.issued(slot) for slot in m.order]
    stale = Handle(m.nil, 1, m.type_id)
    return [(), *((h, h) for h in live), tuple(live[-2:]), (stale, *live[:1])]


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
)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % len(m.order) if m.order else None,
        "outside": lambda m, issued, number: len(m.order) + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("pos"),
)

LIMIT = Domain(
    "limit",
    small=lambda m, scope: (-1, 0, 1, 2, 3),
    classes={"limit": lambda m, issued, number: number % 6 - 1},
    symbolic=lambda make: make.int("limit"),
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


FACTORY = Domain(
    "factory",
    small=lambda m, scope: [Factory(value) for value in scope.values or (_next_slot(m),)] + [Factory(0, fails=True)],
    classes={
        "makes": lambda m, issued, number: Factory(number % 8),
        "fails": lambda m, issued, number: Factory(0, fails=True),
    },
    symbolic=lambda make: make.factory("factory"),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", (0,)), ("insert", (0,)), ("erase", (Handle(0, 1),))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (value,)) for value in range(number % 3)))},
    symbolic=lambda make: make.peer("other"),
)


class Spoiled:
    """The arrays of this map with one entry changed, or as they are: `from_dict` must tell which of them is a map."""

    def __init__(self, name: str = "", index: int = 0, value: Any = None) -> None:
        self.name = name
        self.index = index
        self.value = value

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made; an index past the end appends."""
        if self.name:
            entry = data[self.name]
            if isinstance(entry, list):
                entry[self.index : self.index + 1] = [self.value]
            else:
                data[self.name] = self.value
        return data

    def __repr__(self) -> str:
        return f"Spoiled({self.name!r}, {self.index}, {self.value!r})" if self.name else "Spoiled()"


def _spoiled(m: Model) -> Sequence[Spoiled]:
    slots, length = len(m.generation), len(m.order)
    spoiled = [Spoiled()]
    for name, entries in (("sparse", slots), ("generation", slots), ("free", slots), ("meta", length)):
        spoiled += [Spoiled(name, index, value) for index in range(entries + 1) for value in (-1, 0, 1, 2, m.nil)]
    for name in ("free_head", "free_tail", "retired"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2, m.nil)]
    return [*spoiled, Spoiled("nil", 0, 0), Spoiled("nil", 0, slots), Spoiled("generation_limit", 0, 1)]


SPOILED = Domain(
    "data",
    small=lambda m, scope: _spoiled(m),
    classes={
        "whole": lambda m, issued, number: Spoiled(),
        "spoiled": lambda m, issued, number: (spoiled := _spoiled(m))[number % len(spoiled)],
    },
)


_COUPLED = tuple(inline(claim.holds) for claim in COUPLE if claim.holds)
_LAWFUL = tuple(inline(claim.holds) for claim in LAWS if claim.holds and not claim.step)


def read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the map the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    if any(
        type(entry) is not int or entry < 0
        for name in ("sparse", "generation", "free", "meta")
        for entry in getattr(h, name)
    ):
        raise InvalidArgument("not indices")
    meant = abstract(h)
    if not all(holds(meant, h) for holds in _COUPLED):
        raise InvalidArgument("the arrays break a claim of the coupling")
    if not all(holds(meant) for holds in _LAWFUL):
        raise InvalidArgument("what the arrays mean breaks a law")
    return meant
