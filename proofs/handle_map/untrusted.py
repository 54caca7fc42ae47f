"""Why `from_dict` of the handle map accepts the arrays of a handle map, and no others.

What its loops gather is the state: `queue` and `turn` are the freelist and its inverse, `meta` and `sparse` the order.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import known
from slotproof.proofs.handle_map.claims import Impl
from slotproof.proofs.shared.untrusted_loops import counts_so_far
from slotproof.spec.logic import conj, disj, forall, implies, negate, power_of_two, within


def whole_widths(h: Impl) -> bool:
    """Widths are whole numbers of bits, which no claim says, and no operation changes."""
    return conj(h.nil >= 1, power_of_two(h.nil + 1), h.generation_limit >= 2, power_of_two(h.generation_limit))


def means(h: Impl, seen: Any) -> dict[str, Any]:
    """The state of the model that the arrays mean."""
    queue, turn = (seen.local("_check_freelist#0", name) for name in ("queue", "turn"))
    order = seen.sequence(h.meta, h.sparse)
    return {
        "order": order,
        "free": seen.sequence(queue, turn),
        "value": seen.keyed(order, h.dense),
        "generation": seen.numbered(h.generation),
        **{
            name: getattr(h, name)
            for name in ("fragmented", "reserved", "type_id", "nil", "generation_limit", "retire", "lifo")
        },
    }


FOREIGN: Final = Foreign(means, premise=whole_widths)

# --- loops


def _no_entry_is_negative(at: Any) -> dict[str, bool]:
    """Each entry is a position, a slot, nil, a generation or a mark."""
    if known(at) is None:
        return {}
    h = at.now
    return {
        "slots": forall(
            0,
            len(h.sparse),
            lambda slot: at.met(h.free[slot], conj(h.sparse[slot] >= 0, h.generation[slot] >= 0, h.free[slot] >= 0)),
        ),
        "positions": forall(0, len(h.meta), lambda pos: h.meta[pos] >= 0),
    }


def _slots_behind(at: Any) -> dict[str, bool]:
    """A live slot that is behind leads to a position that leads back."""
    h = at.local["twin"]
    return {
        "marks and generations": forall(
            0,
            at.index,
            lambda slot: conj(
                disj(h.free[slot] == 0, h.free[slot] == 1),
                h.generation[slot] < h.generation_limit,
                implies(conj(h.retire, h.free[slot] == 0), lambda: h.generation[slot] != 0),
                implies(conj(h.retire, h.free[slot] == 1), lambda: h.generation[slot] != 1),
            ),
        ),
        "live slots": forall(
            0,
            at.index,
            lambda slot: implies(
                h.free[slot] == 0, lambda: conj(h.sparse[slot] < len(h.meta), h.meta[h.sparse[slot]] == slot)
            ),
        ),
    }


def _positions_behind(at: Any) -> dict[str, bool]:
    """A position that is behind leads to a live slot that leads back."""
    h = at.local["twin"]
    return {
        "positions": forall(
            0,
            at.index,
            lambda pos: conj(h.meta[pos] < len(h.free), h.free[h.meta[pos]] == 0, h.sparse[h.meta[pos]] == pos),
        )
    }


def usable(h: Impl, slot: Any) -> bool:
    """True if the slot is free and not used up."""
    return conj(h.free[slot] == 1, negate(conj(h.retire, h.generation[slot] == 0)))


def _queued(at: Any) -> dict[str, bool]:
    """The queue is the way from the head to the slot that is next, and `turn` its inverse."""
    h, queue, turn, slot = at.local["twin"], at.local["queue"], at.local["turn"], at.local["slot"]
    count, m = len(queue), known(at)
    return {
        "one a round": conj(count == at.index, len(turn) == len(h.sparse), slot >= 0),
        "begins at the head": conj(
            implies(count == 0, slot == h.free_head), implies(count > 0, lambda: queue[0] == h.free_head)
        ),
        "visits usable slots": forall(
            0,
            count,
            lambda place: conj(
                within(0, queue[place], len(h.sparse)),
                lambda: conj(usable(h, queue[place]), turn[queue[place]] == place),
            ),
        ),
        "follows the links": forall(
            0,
            count,
            lambda place: conj(
                implies(place < count - 1, lambda: h.sparse[queue[place]] == queue[place + 1]),
                implies(place == count - 1, lambda: h.sparse[queue[place]] == slot),
            ),
        ),
        "turns": forall(
            0,
            len(h.sparse),
            lambda each: disj(
                turn[each] == -1,
                lambda: conj(count > 0, within(0, turn[each], count), lambda: queue[turn[each]] == each),
            ),
        ),
        **({} if m is None else _on_the_way(m, h, queue, slot)),
    }


def _on_the_way(m: Any, h: Impl, queue: Any, slot: Any) -> dict[str, bool]:
    """What is behind is the start of the queue of free slots."""
    count = len(queue)
    return {
        "the start of the queue": conj(
            count <= len(m.free),
            forall(0, count, lambda place: queue[place] == m.free[place]),
            implies(count < len(m.free), lambda: slot == m.free[count]),
            implies(count == len(m.free), slot == h.nil),
        )
    }


def _all_queued(at: Any) -> dict[str, bool]:
    """A free slot that is behind is in the queue, or used up and not linked."""
    h, turn = at.local["twin"], at.local["turn"]
    return {
        "queued or used up": forall(
            0,
            at.index,
            lambda slot: implies(
                conj(h.free[slot] == 1, turn[slot] == -1),
                lambda: conj(negate(usable(h, slot)), h.sparse[slot] == h.nil),
            ),
        )
    }


FOREIGN_LOOPS: Final = (
    Loop("check_counts", invariant=lambda at: {**counts_so_far(at), **_no_entry_is_negative(at)}),
    Loop("_check_slots", 0, invariant=_slots_behind),
    Loop("_check_slots", 1, invariant=_positions_behind),
    Loop(
        "_check_freelist",
        0,
        invariant=_queued,
    ),
    Loop("_check_freelist", 1, invariant=_all_queued),
)
