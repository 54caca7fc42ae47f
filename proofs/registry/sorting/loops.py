"""Loops of views, and of groups that are sorted: what is true each time they come to their head."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Loop
from slotproof.proofs.registry.claims import is_same_order
from slotproof.proofs.registry.groups import elements_state, pool_state
from slotproof.proofs.registry.sorting.comparisons import is_stored
from slotproof.proofs.registry.words import had, has_elements_of, is_rearranged, matching
from slotproof.spec.logic import conj, contains, forall, implies, negate, within

# --- a view


def _viewing(at: Any) -> dict[str, bool]:
    """What was yielded are the elements that fit, of the positions that were passed; noted is the turn of each."""
    yielded, first = at.local["yielded"], pool_state(at.local["leading"])
    order, passed = first.order, len(first.order) - at.index
    fits = matching(at.local["key"], had(at))
    return {
        "elements": forall(0, len(yielded), lambda turn: is_stored(order, first.generation, yielded[turn])),
        "passed": forall(0, len(yielded), lambda turn: order.place(yielded[turn].slot) >= passed),
        "fit": forall(0, len(yielded), lambda turn: fits(yielded[turn].slot)),
        "one turn each": forall(0, len(yielded), lambda turn: at.noted(order.place(yielded[turn].slot)) == turn),
        "all that fit": forall(
            passed,
            len(order),
            lambda pos: implies(
                fits(order[pos]),
                lambda: conj(
                    len(yielded) > 0,
                    within(0, at.noted(pos), len(yielded)),
                    lambda: yielded[at.noted(pos)].slot == order[pos],
                ),
            ),
            by=lambda pos: order[pos],
        ),
    }


def _turn_of_viewed(at: Any) -> tuple[Any, Any]:
    """The position that a round passed, and the last turn, if it was yielded; if not, nobody asks."""
    return len(pool_state(at.local["leading"]).order) - at.index, len(at.local["yielded"]) - 1


# --- a group that is sorted: its first pool is, and the others follow


def _aligning(at: Any) -> dict[str, bool]:
    """The last members stand as in the first pool, which stays; the others stand somewhere before them."""
    group = at.local["self"]
    entry, first = (pool_state(h.pools[group.owned[0]]).order for h in (at.entry, at.now))
    length, low = group.length, group.length - at.index

    def order(pool: int) -> Any:
        return pool_state(at.now.pools[pool]).order

    return {
        "the first pool stays": is_same_order(entry, first),
        **{f"elements of pool {pool}": is_rearranged(at, pool) for pool in group.owned},
        **{f"last members of pool {pool}": _alike(low, length, order(pool), first) for pool in group.owned},
        **{f"members of pool {pool}": _are_members(order(pool), first, length) for pool in group.owned},
    }


def _alike(low: Any, high: Any, order: Any, first: Any) -> bool:
    """Two sequences hold the same from one position up to another."""
    return forall(low, high, lambda pos: order[pos] == first[pos])


def _are_members(order: Any, first: Any, length: Any) -> bool:
    """The first positions of one pool hold what those of another one do."""
    return forall(0, length, lambda pos: within(0, order.place(first[pos]), length))


# --- a group that is sorted as named: what is named is put before what was put


def _first_sorted(at: Any) -> dict[str, bool]:
    """A group that owns pools: the members are those of its first pool."""
    group = at.local["self"]
    pool = group.owned[0]
    entry, now = pool_state(at.entry.pools[pool]), pool_state(at.now.pools[pool])
    said = _naming(at, entry, now, group.length)
    others = {
        f"members of pool {other}": _are_members(pool_state(at.now.pools[other]).order, now.order, group.length)
        for other in group.owned[1:]
    }
    return {**said, **others}


def _elements_sorted(at: Any) -> dict[str, bool]:
    """A pool that is sorted as another, or a group that owns nothing: the members are its elements."""
    now = at.local["self"]
    if hasattr(now, "value"):
        return _following(at, now)
    return _naming(at, elements_state(at.entry.groups[at.arguments[0]].elements), now, len(now.order))


def _following(at: Any, now: Any) -> dict[str, bool]:
    """The last positions have what both pools hold of the positions of the other one that were passed."""
    entry, slots = pool_state(at.entry.pools[at.arguments[0]]), pool_state(at.entry.pools[at.arguments[1]]).order
    stop, handles, order, length = at.local["stop"], at.local["handles"], now.order, len(now.order)
    passed = len(slots) - at.index
    return {
        "elements": has_elements_of(entry, order),
        "between": within(0, stop, length + 1),
        "what both hold is put": forall(
            0,
            at.index,
            lambda turn: implies(
                is_stored(order, now.generation, handles[turn]), lambda: order.place(handles[turn].slot) >= stop
            ),
        ),
        "both hold what was put": forall(
            stop, length, lambda pos: conj(contains(slots, order[pos]), lambda: slots.place(order[pos]) >= passed)
        ),
        "in its order": forall(
            stop,
            length,
            lambda pos: forall(stop, pos, lambda one: slots.place(order[one]) < slots.place(order[pos])),
        ),
    }


def _naming(at: Any, entry: Any, now: Any, length: Any) -> dict[str, bool]:
    """Of the first positions, the last ones have what was named; noted is when what stands there was named first."""
    stop, handles, order = at.local["stop"], at.local["handles"], now.order

    def is_named(turn: Any) -> bool:
        return conj(is_stored(order, now.generation, handles[turn]), lambda: order.place(handles[turn].slot) < length)

    return {
        "elements": has_elements_of(entry, order),
        "between": within(0, stop, length + 1),
        "positions behind stay": forall(length, len(order), lambda pos: order[pos] == entry.order[pos]),
        "the same members": _are_members(entry.order, order, length),
        "what was named is put": forall(
            0, at.index, lambda turn: implies(is_named(turn), lambda: order.place(handles[turn].slot) >= stop)
        ),
        "what was put was named": forall(
            stop,
            length,
            lambda pos: conj(
                within(0, at.noted(pos), at.index),
                lambda: _is_handle_of(order[pos], now.generation, handles[at.noted(pos)]),
            ),
            by=lambda pos: order[pos],
        ),
        "not before": forall(
            stop,
            length,
            lambda pos: forall(
                0, at.noted(pos), lambda turn: negate(conj(is_named(turn), handles[turn].slot == order[pos]))
            ),
        ),
        "in order": forall(stop, length, lambda pos: forall(stop, pos, lambda other: at.noted(pos) < at.noted(other))),
    }


def _is_handle_of(slot: Any, generation: Any, handle: Any) -> bool:
    """True if a handle is that of a slot, with the generation that it has."""
    return conj(handle.slot == slot, handle.generation == generation[slot], handle.type_id == 0, handle.free == 0)


def _turn_of_put(at: Any) -> tuple[Any, Any]:
    """The position that was next, and the round; if nothing was put there, it is next still, and nobody asks."""
    return at.round_local["stop"] - 1, at.index - 1


ORDER_LOOPS: Final = (
    Loop(
        "Registry._viewed",
        invariant=_viewing,
        notes=_turn_of_viewed,
    ),
    Loop(
        "Group.sort_as",
        invariant=_first_sorted,
        notes=_turn_of_put,
    ),
    Loop(
        "PagedModel.sort_as",
        invariant=_elements_sorted,
        notes=_turn_of_put,
    ),
    Loop("Group._align", invariant=_aligning),
)
