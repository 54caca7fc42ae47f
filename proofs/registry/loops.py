"""Loops of a registry: what is true each time they come to their head."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Loop
from slotproof.proofs.registry.answers import only_these_go
from slotproof.proofs.registry.claims import is_alike, is_same_order
from slotproof.proofs.registry.foreign.data import CHECK_LOOPS
from slotproof.proofs.registry.groups import elements_state, is_aligned, pool_state
from slotproof.proofs.registry.sorting.loops import ORDER_LOOPS
from slotproof.proofs.registry.words import had, is_rearranged, matching
from slotproof.proofs.shared.pool.loops import erasing_loops, is_live_handle
from slotproof.spec.logic import conj, contains, forall, forall_in, implies, negate, within


def _looking_for_a_slot(at: Any) -> dict[str, bool]:
    """Every slot that was passed has been issued; both sides look through entities that are the same."""
    entities, start = at.local["self"], at.entry_local["slot"]
    slot = at.local["slot"]
    return {
        "within the slots": within(start, slot, entities.nil + 1),
        "passed what was issued": forall(start, slot, lambda each: contains(entities.generation, each)),
    }


def _listing(state: Any, count: Any, at: Any) -> dict[str, bool]:
    """What was yielded are the last ones of the first so many elements of a pool, in falling order."""
    yielded = at.local["yielded"]
    return {
        "one a round": len(yielded) == at.index,
        "from the last position down": forall(
            0,
            len(yielded),
            lambda turn: is_issued(state, count - 1 - turn, yielded[turn]),
        ),
    }


def is_issued(state: Any, pos: Any, handle: Any) -> bool:
    """True if a handle is that of the element at a position of a pool."""
    slot = state.order[pos]
    return conj(handle.slot == slot, handle.generation == state.generation[slot], handle.type_id == 0, handle.free == 0)


def _members(at: Any) -> dict[str, bool]:
    group, pools = at.local["self"], at.local["pools"]
    return _listing(pool_state(pools[group.owned[0]]), group.length, at)


def _elements(at: Any) -> dict[str, bool]:
    state = elements_state(at.local["self"].elements)
    return _listing(state, len(state.order), at)


# --- a pool that is cleared: its elements are told of one by one, from the last position to the first


def _telling(at: Any) -> dict[str, bool]:
    """As far as groups know, the elements behind have left the pool, in which they still stand."""
    pool, entry = at.local["pool"], at.entry
    cleared, now = pool_state(entry.pools[pool]), pool_state(at.now.pools[pool])
    left = len(cleared.order) - at.index

    def has(each: int, slot: Any) -> Any:
        there = contains(pool_state(entry.pools[each]).generation, slot)
        return there if each != pool else conj(there, cleared.order.place(slot) < left)

    def is_behind(group: Any) -> Any:
        return conj(pool in group.owned, lambda: group.length > left)

    def ends_empty(group: Any) -> Any:
        first = pool_state(at.now.pools[group.owned[0]]).order
        asked_for = conj(pool in group.owned + group.observed, left == 0, len(first) > 0)
        return at.met(lambda: first[0], implies(asked_for, lambda: group.length == 0))

    return {
        "the pool stays": is_same_order(cleared.order, now.order),
        **{f"group {n}": conj(*_grouped(at, group, has).values()) for n, group in enumerate(at.now.groups)},
        **{f"no member of group {n} is behind": negate(is_behind(group)) for n, group in enumerate(at.now.groups)},
        **{f"group {n} ends empty": ends_empty(group) for n, group in enumerate(at.now.groups)},
    }


def _grouped(at: Any, group: Any, has: Callable[[int, Any], Any]) -> dict[str, bool]:
    """The members of a group that owns pools are what matches, by what each pool is said to have."""
    first, matches = pool_state(at.now.pools[group.owned[0]]), matching(group, has)
    return {
        **{f"elements of pool {pool}": is_rearranged(at, pool) for pool in group.owned},
        "length": within(0, group.length, len(first.order) + 1),
        "alignment": conj(*(is_aligned(at.now, group, pool) for pool in group.owned)),
        "members": forall(0, group.length, lambda pos: matches(first.order[pos])),
        "others": forall_in(
            first.generation, lambda slot: implies(matches(slot), lambda: first.order.place(slot) < group.length)
        ),
    }


# --- a group that is made: it takes in what matches already


def _filling(at: Any) -> dict[str, bool]:
    """Of the positions that were passed, the first ones have the members, and nothing else there matches."""
    group = at.local["self"]
    first, matches = pool_state(at.now.pools[group.owned[0]]), matching(group, had(at))
    return {
        **{f"elements of pool {pool}": is_rearranged(at, pool) for pool in group.owned},
        "length": within(0, group.length, at.index + 1),
        "alignment": conj(*(is_aligned(at.now, group, pool) for pool in group.owned)),
        "members": forall(0, group.length, lambda pos: matches(first.order[pos])),
        "others": forall(group.length, at.index, lambda pos: negate(matches(first.order[pos]))),
    }


def _gathering(at: Any) -> dict[str, bool]:
    """The elements are what matches of the positions that were passed, the last ones of the first pool."""
    group, entry = at.local["self"], at.entry
    first, state = pool_state(entry.pools[group.observed[0]]), elements_state(group.elements)
    matches, entities = matching(group, had(at)), at.model.entities
    passed = len(first.order) - at.index
    return {
        "widths": conj(is_alike(at.model, state), negate(state.in_place), len(state.holes) == 0),
        "elements": forall_in(
            state.generation,
            lambda slot: conj(
                matches(slot), first.order.place(slot) >= passed, state.generation[slot] == entities.generation[slot]
            ),
        ),
        "all that match": forall_in(
            first.generation,
            lambda slot: implies(
                conj(matches(slot), first.order.place(slot) >= passed), lambda: contains(state.generation, slot)
            ),
        ),
    }


def _all_empty(at: Any) -> dict[str, bool]:
    """No pool has a value while the entities are ended."""
    return {"no values": conj(*(len(values) == 0 for values in at.model.values.values()))}


def _is_ready(m: Any, handle: Any) -> bool:
    return is_live_handle(m.entities, handle)


REGISTRY_LOOPS: Final = (
    Loop("Group.handles", 0, invariant=_members),
    Loop("Group.handles", 1, invariant=_elements),
    Loop("Group.fill", 0, invariant=_filling),
    Loop("Group.fill", 1, invariant=_gathering),
    Loop("Registry.clear_pool", invariant=_telling),
    Loop(
        "EntityStorageModel.clear",
        invariant=_all_empty,
        variant=lambda at: at.local["self"].live,
        lockstep=True,
    ),
    *ORDER_LOOPS,
    *CHECK_LOOPS,
    Loop("check_handles"),
    *erasing_loops("destroy_items", "RegistryModel", "Registry", _is_ready, only_these_go),
    Loop(
        "EntityStorageModel.new_slot",
        invariant=_looking_for_a_slot,
        variant=lambda at: at.local["self"].nil - at.local["slot"],
    ),
)
