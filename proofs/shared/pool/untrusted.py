"""Why `from_dict` of sparse set, storage and entity storage accepts the arrays of such a container, and no others.

A position is what `meta` says, or a hole; `sparse` leads back to the positions of elements; the holes are a queue.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import known
from slotproof.proofs.shared.untrusted_loops import counts_so_far
from slotproof.spec.logic import choose, conj, disj, forall, implies, power_of_two, within


def whole_widths(h: Any) -> bool:
    """Widths are whole numbers of bits, which no claim says, and no operation changes."""
    return conj(h.nil >= 1, power_of_two(h.nil + 1), h.tombstone >= 1, power_of_two(h.tombstone + 1))


# --- the state that the arrays mean


def _paged(h: Any, seen: Any) -> dict[str, Any]:
    same = {name: getattr(h, name) for name in ("page", "nil", "tombstone")}
    return {"pages": seen.marked(h.pages), "reach": len(h.pages), **same}


def _pool(h: Any, seen: Any) -> dict[str, Any]:
    """A hole stands for itself in the order, as nil + position."""
    order = seen.tabled(
        len(h.meta),
        lambda pos: choose(h.stamp[pos] == h.tombstone, h.nil + pos, h.meta[pos]),
        lambda slot: choose(slot >= h.nil, slot - h.nil, h.sparse[slot]),
    )
    holes = seen.sequence(seen.local("Pool._check_holes#0", "queue"), seen.local("Pool._check_holes#0", "turn"))
    return {
        **_paged(h, seen),
        "order": order,
        "holes": holes,
        "generation": seen.keyed(order, h.stamp, holes),
        "in_place": h.in_place,
    }


def _storage(h: Any, seen: Any) -> dict[str, Any]:
    parts = _pool(h, seen)
    value = seen.keyed(parts["order"], h.dense, parts["holes"])
    return {**parts, "value": value, "room": h.room, "value_page": h.value_page}


def _entities(h: Any, seen: Any) -> dict[str, Any]:
    order = seen.sequence(h.meta, h.sparse)
    cuts = {name: getattr(h, name) for name in ("live", "usable", "next_slot", "retire")}
    return {**_paged(h, seen), **cuts, "order": order, "generation": seen.keyed(order, h.stamp)}


FOREIGN_SET: Final = Foreign(_pool, premise=whole_widths)
FOREIGN_STORAGE: Final = Foreign(_storage, premise=whole_widths)
FOREIGN_ENTITIES: Final = Foreign(_entities, premise=whole_widths)

# --- loops


def _no_entry_is_negative(at: Any) -> dict[str, bool]:
    """Each entry is a position, a slot, nil, a generation, the tombstone or a mark."""
    m, h = known(at), at.now
    if m is None:
        return {}
    return {
        "cells": forall(0, len(h.sparse), lambda slot: conj(h.sparse[slot] >= 0, h.generation[slot] >= 0)),
        "positions": forall(0, len(h.meta), lambda pos: _met(at, m, pos, conj(h.meta[pos] >= 0, h.stamp[pos] >= 0))),
        "pages": forall(0, len(h.pages), lambda page: h.pages[page] >= 0),
    }


def _met(at: Any, m: Any, pos: Any, claim: Any) -> Any:
    """The claim, with the element at a position, or the hole that is linked behind it."""
    claim = at.met(m.order[pos], claim)
    return at.met(lambda: m.holes[m.holes.place(pos) + 1], claim) if hasattr(m, "holes") else claim


def _pages_behind(at: Any) -> dict[str, bool]:
    """A page that is behind is there or not, and begins below nil if it is."""
    h = at.local["self"]
    return {
        "marks": forall(
            0,
            at.index,
            lambda page: conj(
                disj(h.pages[page] == 0, h.pages[page] == 1), implies(h.pages[page] == 1, page * h.page < h.nil)
            ),
        )
    }


def _positions_behind(at: Any) -> dict[str, bool]:
    """The slot of an element that is behind leads back to it, and has a page."""
    h = at.local["self"]
    return {
        "elements": forall(
            0,
            at.index,
            lambda pos: implies(
                h.stamp[pos] < h.tombstone,
                lambda: conj(
                    within(0, h.meta[pos], h.nil),
                    h.meta[pos] < len(h.sparse),
                    h.sparse[h.meta[pos]] == pos,
                    h.generation[h.meta[pos]] == h.stamp[pos],
                    within(0, h.meta[pos] // h.page, len(h.pages)),
                    h.pages[h.meta[pos] // h.page] != 0,
                ),
            ),
        )
    }


def _cells_behind(at: Any) -> dict[str, bool]:
    """A cell that is behind is empty, or leads to an element that leads back."""
    h = at.local["self"]
    return {
        "cells": forall(
            0,
            at.index,
            lambda slot: disj(
                conj(h.sparse[slot] == h.nil, h.generation[slot] == h.tombstone),
                conj(
                    within(0, h.sparse[slot], len(h.meta)),
                    h.stamp[h.sparse[slot]] < h.tombstone,
                    h.meta[h.sparse[slot]] == slot,
                ),
            ),
        )
    }


def _holes_behind(at: Any) -> dict[str, bool]:
    """The queue is the way from the first hole to the one that is next, and `turn` its inverse."""
    h, queue, turn, hole = at.local["self"], at.local["queue"], at.local["turn"], at.local["hole"]
    count, m = len(queue), known(at)
    return {
        "one a round": conj(count == at.index, len(turn) == len(h.meta), hole >= 0),
        "begins at the head": conj(
            implies(count == 0, hole == h.free_head), implies(count > 0, lambda: queue[0] == h.free_head)
        ),
        "visits holes": forall(
            0,
            count,
            lambda place: conj(
                within(0, queue[place], len(h.meta)),
                lambda: conj(h.stamp[queue[place]] == h.tombstone, turn[queue[place]] == place),
            ),
        ),
        "follows the links": forall(
            0,
            count,
            lambda place: conj(
                implies(place < count - 1, lambda: h.meta[queue[place]] == queue[place + 1]),
                implies(place == count - 1, lambda: h.meta[queue[place]] == hole),
            ),
        ),
        "turns": forall(
            0,
            len(h.meta),
            lambda pos: disj(
                turn[pos] == -1, lambda: conj(count > 0, within(0, turn[pos], count), lambda: queue[turn[pos]] == pos)
            ),
        ),
        **({} if m is None else _on_the_way(m, h, queue, hole)),
    }


def _on_the_way(m: Any, h: Any, queue: Any, hole: Any) -> dict[str, bool]:
    """What is behind is the start of the queue of holes."""
    count = len(queue)
    return {
        "the start of the holes": conj(
            forall(0, count, lambda place: queue[place] == m.holes[place]),
            implies(count < len(m.holes), lambda: hole == m.holes[count]),
            implies(count == len(m.holes), hole == h.nil),
        )
    }


def _all_queued(at: Any) -> dict[str, bool]:
    """A position that is behind holds an element, or is a hole that was visited."""
    h, turn = at.local["self"], at.local["turn"]
    return {
        "elements and holes": forall(
            0,
            at.index,
            lambda pos: conj(h.stamp[pos] <= h.tombstone, implies(h.stamp[pos] == h.tombstone, turn[pos] != -1)),
        )
    }


def _issued_behind(at: Any) -> dict[str, bool]:
    """What is behind has a generation, the last one if it is used up."""
    h = at.local["self"]
    return {
        "generations": forall(
            0,
            at.index,
            lambda pos: conj(h.stamp[pos] < h.tombstone, implies(pos >= h.usable, h.stamp[pos] == h.tombstone - 1)),
        )
    }


_PAGED: Final = (
    Loop("check_counts", invariant=lambda at: {**counts_so_far(at), **_no_entry_is_negative(at)}),
    Loop("Paged._check_pages", invariant=_pages_behind),
    Loop("Paged._check_elements", 0, invariant=_positions_behind),
    Loop("Paged._check_elements", 1, invariant=_cells_behind),
)

FOREIGN_POOL_LOOPS: Final = (
    *_PAGED,
    Loop(
        "Pool._check_holes",
        0,
        invariant=_holes_behind,
    ),
    Loop("Pool._check_holes", 1, invariant=_all_queued),
)

FOREIGN_ENTITY_LOOPS: Final = (*_PAGED, Loop("EntityStorage._check_generations", invariant=_issued_behind))
