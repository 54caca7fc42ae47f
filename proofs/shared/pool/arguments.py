"""What sparse set and storage, and what is made of them, are given to do: handles, positions, keys, spoiled arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.declare import Domain, Peer, Scope
from slotproof.proofs.shared.arguments import Renumbered, Spoiled
from slotproof.proofs.shared.handles import any_handle
from slotproof.spec.handle import Handle


def slots_of(m: Any) -> list[int]:
    """The slots with an element, by position."""
    return [slot for slot in m.order if slot < m.nil]


def _all_handles(m: Any, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths, those just outside them on each side, and one of another sort."""
    handles = [Handle(slot, generation) for slot in range(-1, m.nil + 1) for generation in range(-1, m.tombstone + 1)]
    first = min(m.generation, default=0)
    live = m.generation.get(first, 0)
    return [*handles, Handle(first, live, 1), Handle(first, live, 0, 1)]


def live_handle(m: Any, issued: Sequence[Any], number: int) -> Handle | None:
    """The handle of some element."""
    slots = slots_of(m)
    return m.issued(slots[number % len(slots)]) if slots else None


def stale_handle(m: Any, issued: Sequence[Any], number: int) -> Handle | None:
    """A slot with an element, and another generation."""
    handle = live_handle(m, issued, number)
    return Handle(handle.slot, (handle.generation + 1 + number % 3) % (m.tombstone + 1)) if handle else None


def new_handle(m: Any, issued: Sequence[Any], number: int) -> Handle | None:
    """A slot without an element: on the first page mostly, sometimes on the one behind."""
    first = number % 12 if number % 16 else m.page + number // 16
    for slot in range(first, first + 24):
        if slot % m.nil not in m.generation:
            return Handle(slot % m.nil, number % m.tombstone % 4)
    return None


def forged_handle(m: Any, issued: Sequence[Any], number: int) -> Handle:
    """What no element can have, or none has: outside the slots or generations, of another sort, in an empty slot."""
    live = live_handle(m, issued, number) or Handle(0, 0)
    forgeries = (
        Handle(-1, live.generation),
        Handle(m.reach * m.page, live.generation),
        Handle(live.slot, m.tombstone),
        Handle(live.slot, -1),
        Handle(live.slot, live.generation, 1),
        Handle(live.slot, live.generation, 0, 1),
        Handle(m.nil, 0),
        Handle(m.nil, m.tombstone),
        Handle(live.slot - m.reach * m.page, live.generation),
        Handle(next((slot for slot in range(m.nil) if slot not in m.generation), m.nil), m.tombstone),
    )
    return forgeries[number % len(forgeries)]


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={"live": live_handle, "stale": stale_handle, "new": new_handle, "forged": forged_handle},
    symbolic=any_handle,
    huge=True,
)

NEW_HANDLE = Domain(
    "new handle",
    small=_all_handles,
    classes={
        "new": new_handle,
        "again": new_handle,
        "taken": live_handle,
        "taken by another generation": stale_handle,
        "forged": forged_handle,
    },
    symbolic=any_handle,
    huge=True,
)

BUMPED = Domain(
    "bumped handle",
    small=_all_handles,
    classes={
        "live": lambda m, issued, number: (
            h._replace(generation=number % m.tombstone % 5) if (h := live_handle(m, issued, number)) else None
        ),
        "forged": forged_handle,
    },
    symbolic=any_handle,
    huge=True,
)


def _some_live(m: Any, scope: Scope) -> Sequence[Handle]:
    """Each element, and two handles that are none."""
    return [*(m.issued(slot) for slot in slots_of(m)), Handle(m.nil, 0), Handle(0, m.tombstone)]


LIVE = Domain(
    "element",
    small=_some_live,
    classes={"live": live_handle, "stale": stale_handle, "forged": forged_handle},
    symbolic=any_handle,
    huge=True,
)


def _some_handles(m: Any, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    """No handle, each element twice, all forward, all backward, and one that is none before, between and behind."""
    live = [m.issued(slot) for slot in slots_of(m)]
    none = Handle(m.nil, 0)
    if live:
        none = live[-1]._replace(generation=(live[-1].generation + 1) % (m.tombstone + 1))
    return [(), *((h, h) for h in live), tuple(live), tuple(live[::-1]), (none, *live[:1]), (*live[:2], none)]


HANDLES = Domain(
    "handles",
    small=_some_handles,
    classes={
        "live": lambda m, issued, number: tuple(m.issued(slot) for slot in slots_of(m)[: number % 4]),
        "backward": lambda m, issued, number: tuple(m.issued(slot) for slot in slots_of(m)[-1 - number % 5 :][::-1]),
        "twice": lambda m, issued, number: tuple(m.issued(slot) for slot in slots_of(m)[:1]) * 2,
        "mixed": lambda m, issued, number: (
            *(m.issued(slot) for slot in slots_of(m)[-2:]),
            forged_handle(m, issued, number),
            *(m.issued(slot) for slot in slots_of(m)[:1]),
        ),
    },
    symbolic=lambda make: make.handles("handles"),
)


def _new_handles(m: Any, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    """No handle, two new ones, the same twice, and a new one before one that is taken, or that nothing can have."""
    new = [Handle(slot, 0) for slot in range(m.nil) if slot not in m.generation][:2]
    taken = [Handle(slot, 0) for slot in m.generation][:1]
    return [(), tuple(new), tuple(new[:1] * 2), (*new[:1], *taken), (*new[:1], Handle(m.nil, 0))]


def _pick_new(m: Any, issued: Sequence[Any], number: int) -> tuple[Handle, ...]:
    new = (new_handle(m, issued, number), new_handle(m, issued, number + 5))
    return tuple(handle for handle in new if handle is not None)


NEW_HANDLES = Domain(
    "new handles",
    small=_new_handles,
    classes={
        "new": _pick_new,
        "twice": lambda m, issued, number: _pick_new(m, issued, number)[:1] * 2,
        "mixed": lambda m, issued, number: (
            *_pick_new(m, issued, number),
            live_handle(m, issued, number) or forged_handle(m, issued, number),
        ),
    },
    symbolic=lambda make: make.handles("handles"),
)

SORTED = Domain(
    "sorted positions",
    small=lambda m, scope: (None, 0, 2, len(m.order) + 1, -1),
    classes={
        "all": lambda m, issued, number: len(m.order),
        "some": lambda m, issued, number: number % (len(m.order) + 1),
        "too many": lambda m, issued, number: len(m.order) + 1 if number % 2 else -1,
    },
    symbolic=lambda make: None if make.one_of("count", ("all", "some")) == "all" else make.int("count"),
    huge=True,
)


def later(first: Handle, second: Handle) -> bool:
    """Order by slot // 2: two slots are equivalent, so that stability shows."""
    return first.slot // 2 > second.slot // 2


def earlier(first: Handle, second: Handle) -> bool:
    """Order by slot, largest first."""
    return first.slot < second.slot


ORDER = Domain(
    "order",
    small=lambda m, scope: (later, earlier),
    classes={"order": lambda m, issued, number: (later, earlier)[number % 2]},
    symbolic=lambda make: make.rank_order("comes_after"),
)


def by_parity(handle: Handle) -> int:
    """A key that many handles share, so that stability shows."""
    return handle.slot % 2


def by_slot(handle: Handle) -> int:
    """A key that tells any two elements apart."""
    return -handle.slot


KEY = Domain(
    "key",
    small=lambda m, scope: (by_parity, by_slot),
    classes={"key": lambda m, issued, number: (by_parity, by_slot)[number % 2]},
    symbolic=lambda make: make.rank("key"),
)


def other_of(*history: tuple[str, tuple[Any, ...]]) -> Domain:
    """A second container, new or with a history."""
    return Domain(
        "other",
        small=lambda m, scope: (Peer(), Peer(history)),
        classes={"other": lambda m, issued, number: Peer(history[: number % (len(history) + 1)])},
        symbolic=lambda make: make.peer("other"),
    )


class MorePages(Spoiled):
    """The arrays with empty pages behind the last one, marked as there (1) or not (0)."""

    def __init__(self, *marks: int) -> None:
        super().__init__("pages", 0, marks)

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the pages added."""
        cells = len(self.value) * data["page"]
        data["pages"] += self.value
        data["sparse"] += [data["nil"]] * cells
        data["generation"] += [data["tombstone"]] * cells
        return data

    def __repr__(self) -> str:
        return f"MorePages({', '.join(map(str, self.value))})"


class NoSlot(Spoiled):
    """The arrays with an element in the first cell behind the last slot, which points at it and is pointed at."""

    def __init__(self) -> None:
        super().__init__("nil")

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the element added, if there is such a cell."""
        cell = data["nil"]
        if cell < len(data["sparse"]):
            data["sparse"][cell], data["generation"][cell] = len(data["meta"]), 0
            data["meta"].append(cell)
            data["stamp"].append(0)
            if "dense" in data:
                data["dense"].append(0)
        return data

    def __repr__(self) -> str:
        return "NoSlot()"


def spoiled_arrays(m: Any, **numbers: tuple[int, ...]) -> list[Spoiled]:
    """The arrays of slots, pages and positions with one entry changed or appended, the numbers changed, more of them.

    The last page of all begins behind the last slot.
    """
    cells, length = min(m.reach * m.page, 4), len(m.order)
    spoiled = [Spoiled()]
    arrays: tuple[tuple[str, int, tuple[int, ...]], ...] = (
        ("sparse", cells, (-1, 0, 1, m.nil)),
        ("generation", cells, (-1, 0, 1, m.tombstone, m.tombstone + 1)),
        ("pages", m.reach, (-1, 0, 1, 2)),
        ("meta", length, (-1, 0, 1, 2, m.nil)),
        ("stamp", length, (-1, 0, 1, m.tombstone, m.tombstone + 1)),
    )
    for name, entries, values in arrays:
        spoiled += [Spoiled(name, index, value) for index in range(entries + 1) for value in values]
    for name, values in numbers.items():
        spoiled += [Spoiled(name, 0, value) for value in values]
    for name in ("nil", "tombstone", "page"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2, getattr(m, name) * 2 + 1)]
    ends = ("sparse", *(name for name in numbers if name == "free_head"))
    spoiled += [Renumbered("nil", value, ends) for value in (1, 2) if value != m.nil]
    before = max(-(-m.nil // m.page) - m.reach, 0)
    spoiled.append(NoSlot())
    return [*spoiled, MorePages(1), MorePages(0, 2), MorePages(*[0] * before, 1), MorePages(*[1] * before, 1)]
