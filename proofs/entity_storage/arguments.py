"""The arguments of the operations of an entity storage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.declare import Domain, Scope
from slotproof.proofs.entity_storage.claims import Model
from slotproof.proofs.shared.arguments import Spoiled, spoiled_of
from slotproof.proofs.shared.handles import any_handle
from slotproof.proofs.shared.pool.arguments import other_of, spoiled_arrays
from slotproof.spec.handle import Handle


def _all_handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths, those just outside them on each side, and one of another sort."""
    handles = [Handle(slot, generation) for slot in range(-1, m.nil + 1) for generation in range(-1, m.tombstone + 1)]
    first = m.order[0] if m.order else 0
    return [*handles, Handle(first, m.generation.get(first, 0), 1), Handle(first, m.generation.get(first, 0), 0, 1)]


def _live(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    return m.issued(m.order[number % m.live]) if m.live else None


def _dead(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    """A slot that was issued and is not live, with the generation it has next, or had last."""
    return m.issued(m.order[-1 - number % (len(m.order) - m.live)]) if m.live < len(m.order) else None


def _stale(m: Model, issued: Sequence[Any], number: int) -> Handle | None:
    """The first handle from the one that the number picks on that was issued and is not live."""
    for index in range(len(issued)):
        handle = issued[(number + index) % len(issued)]
        if isinstance(handle, Handle) and not m.is_valid(handle):
            return handle
    return None


def _forged(m: Model, issued: Sequence[Any], number: int) -> Handle:
    """What nothing can have, or no slot has now."""
    live = _live(m, issued, number) or Handle(0, 0)
    forgeries = (
        Handle(-1, live.generation),
        Handle(m.reach * m.page, 0),
        Handle(live.slot, m.tombstone),
        Handle(live.slot, -1),
        Handle(live.slot, live.generation, 1),
        Handle(live.slot, live.generation, 0, 1),
        Handle(m.nil, 0),
        Handle(live.slot, live.generation + 1),
        Handle(live.slot - m.reach * m.page, live.generation),
        Handle(next((slot for slot in range(m.nil) if slot not in m.generation), m.nil), m.tombstone),
    )
    return forgeries[number % len(forgeries)]


def _hint(m: Model, issued: Sequence[Any], number: int) -> Handle:
    """A slot not far behind those that were issued, now and then on the next page."""
    slot = number % 12 if number % 16 else m.page + number // 16
    return Handle(slot % m.nil, number % m.tombstone % 4)


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={"live": _live, "dead": _dead, "stale": _stale, "forged": _forged},
    symbolic=any_handle,
    huge=True,
)


HINT = Domain(
    "hint",
    small=_all_handles,
    classes={"new": _hint, "dead": _dead, "stale": _stale, "live": _live, "forged": _forged},
    symbolic=any_handle,
    huge=True,
)


START = Domain(
    "start",
    small=lambda m, scope: (Handle(-1, 0), Handle(0, 0), Handle(m.nil - 1, 0), Handle(m.nil, 0)),
    classes={"slot": lambda m, issued, number: Handle(number % 20 % m.nil, 0), "forged": _forged},
    symbolic=any_handle,
    huge=True,
)


def _some_handles(m: Model, scope: Scope) -> Sequence[tuple[Handle, ...]]:
    """No handle, each live one twice, all forward, all backward, and a dead one behind a live one."""
    live = [m.issued(slot) for slot in m.order[: m.live]]
    return [(), *((h, h) for h in live), tuple(live), tuple(live[::-1]), (*live[:1], Handle(m.nil, 0))]


HANDLES = Domain(
    "handles",
    small=_some_handles,
    classes={
        "live": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[: m.live][: number % 4]),
        "twice": lambda m, issued, number: tuple(m.issued(slot) for slot in m.order[: m.live][:1]) * 2,
        "mixed": lambda m, issued, number: (
            *(m.issued(slot) for slot in m.order[: m.live][-2:]),
            _forged(m, issued, number),
        ),
    },
    symbolic=lambda make: make.handles("handles"),
)


GENERATION = Domain(
    "generation",
    small=lambda m, scope: sorted({-1, 0, 1, m.tombstone - 1, m.tombstone, m.tombstone + 1}),
    classes={
        "early": lambda m, issued, number: number % m.tombstone % 7,
        "late": lambda m, issued, number: m.tombstone - 1 - number % m.tombstone % 3,
        "none": lambda m, issued, number: m.tombstone + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("generation"),
    huge=True,
)


COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, 1, 2, m.room(), m.room() + 1),
    classes={
        "count": lambda m, issued, number: number % 5 - 1,
        "too many": lambda m, issued, number: m.room() + 1,
    },
    symbolic=lambda make: make.int("count"),
    huge=True,
)


POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % m.live if m.live else None,
        "outside": lambda m, issued, number: m.live + number % 2 if number % 3 else -1,
    },
    symbolic=lambda make: make.int("pos"),
    huge=True,
)


OTHER = other_of(("create", ()), ("create", ()), ("destroy", (Handle(0, 0),)))


def _spoiled(m: Model) -> list[Spoiled]:
    return spoiled_arrays(m, live=(-1, 0, 1, 2), usable=(-1, 0, 1, 2), next_slot=(-1, 0, m.nil, m.nil + 1))


SPOILED = spoiled_of(_spoiled)
