"""What `sort_by` and `sort_as` of a group and `sort_pool` promise; the model is not run beside them.

A group that owns pools arranges them, which the model leaves open, and so its state stays; that of a pool that no group
owns has the new order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from slotproof.declare.words import is_stand_in
from slotproof.proofs.registry.groups import Impl, Model, pool_state
from slotproof.proofs.registry.sorting.comparisons import is_stored, same_items, stored
from slotproof.proofs.shared.pool.order import sorted_by_key
from slotproof.spec.errors import Conflict
from slotproof.spec.group import lies_in, overlap
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, exists, forall, implies, negate, within

Key = Callable[[Handle], Any]


def sorted_members(h: Impl, group: int, key: Key) -> Any:
    """True if the members come stably sorted; of stand-ins, their slots by position before and afterwards."""
    if is_stand_in(h.entities):
        before = None
        if group in range(len(h.groups)):
            before = stored(h, group).copy()
        h.sort_by(group, key)
        return before, stored(h, group)
    members = list(h.members(group))
    h.sort_by(group, key)
    return list(h.members(group)) == sorted(members, key=key)


def sorts_members(before: Any, after: Any, result: Any, group: int, key: Key) -> dict[str, bool]:
    """The same members stand in the first positions, sorted."""
    old, new = result
    return {
        "the same members": same_items(old, new),
        **sorted_by_key(old, new, before.entities.generation, key, len(old)),
    }


def sorts_or_refuses(m: Model, group: int, key: Key) -> bool:
    """True if the model sorts just where no other group lies in this one."""
    try:
        m.sort_by(group, key)
    except Conflict:
        if members_refused(m, group):
            raise
        return False
    return not members_refused(m, group)


def is_no_group(before: Any, group: int, key: Any = None) -> bool:
    """There is no such group."""
    return disj(group < 0, group >= len(before.groups))


def has_inner(before: Any, group: int, key: Any = None) -> bool:
    """Another group lies in it."""
    keys = before.groups
    inner = [any(other != mine and overlap(other, mine) and lies_in(other, mine) for other in keys) for mine in keys]
    return disj(*(conj(group == number, inner[number]) for number in range(len(keys))))


def members_refused(before: Any, group: int) -> bool:
    """There is no such group, or another one lies in it."""
    return disj(is_no_group(before, group), has_inner(before, group))


# --- sorted as named


def named_members(m: Model, group: int, handles: Sequence[Handle]) -> list[Handle] | None:
    """The handles that are members, each where it is named first; None if the model counts others."""
    try:
        count = m.sort_as(group, handles)
    except Conflict:
        if members_refused(m, group):
            raise
        return None
    named = [handle for handle in dict.fromkeys(handles) if m.is_member(group, handle)]
    return named if count == len(named) else None


def sorted_as(h: Impl, group: int, handles: Sequence[Handle]) -> Any:
    """What iteration begins with; of stand-ins, how many are said to, and the slots by position before and then."""
    before = None
    if is_stand_in(h.entities) and group in range(len(h.groups)):
        before = stored(h, group).copy()
    count = h.sort_as(group, handles)
    return list(h.members(group))[:count] if before is None else (count, before, stored(h, group))


def sorts_as_named(before: Any, after: Any, result: Any, group: int, handles: Sequence[Handle]) -> dict[str, bool]:
    """Iteration begins with the members that are named, and meets none before what is named before it."""
    count, old, new = result
    length, generation = len(new), before.entities.generation

    def is_named(turn: Any) -> bool:
        return is_stored(old, generation, handles[turn])

    def place(turn: Any) -> Any:
        return new.place(handles[turn].slot)

    return {
        "the same members": same_items(old, new),
        "no more than there are": within(0, count, length + 1),
        "what is named comes first": forall(
            0, len(handles), lambda turn: implies(is_named(turn), lambda: place(turn) >= length - count)
        ),
        "what comes first is named": forall(
            length - count,
            length,
            lambda pos: conj(
                contains(old, new[pos]),
                exists(0, len(handles), lambda turn: conj(is_named(turn), handles[turn].slot == new[pos])),
            ),
        ),
        "in the order in which they are named first": forall(
            0,
            len(handles),
            lambda turn: forall(
                0,
                turn,
                lambda one: implies(
                    conj(is_named(one), is_named(turn), place(turn) > place(one)),
                    lambda: exists(
                        0, one, lambda first: conj(is_named(first), handles[first].slot == handles[turn].slot)
                    ),
                ),
            ),
        ),
    }


def same_model(at: Any) -> Any:
    """The model as it was."""
    return at.model_before


def sorts_pool(before: Any, after: Any, result: Any, pool: int, key: Key) -> dict[str, bool]:
    """The pool is sorted."""
    old = before.order[pool]
    return sorted_by_key(old, after.order[pool], before.entities.generation, key, len(old))


def is_no_pool(before: Any, pool: int, key: Any = None) -> bool:
    """There is no such pool."""
    return disj(pool < 0, pool >= len(before.values))


def is_unready(before: Any, pool: int, key: Any = None) -> bool:
    """A group owns the pool, or it has holes."""

    def is_ready(each: int) -> Any:
        return conj(contains(before.order, each), len(before.holes.get(each, ())) == 0)

    ready = forall(0, len(before.values), lambda each: implies(each == pool, lambda: is_ready(each)))
    return negate(ready)


# --- a pool sorted as another one


def order_of_owned(h: Impl, pool: int, other: int) -> tuple[Any, ...]:
    """How the other pool stands, if a group owns it: of such a pool the model has no order."""
    owned = any(other in group.owned for group in h.groups)
    return (pool_state(h.pools[other]).order,) if owned else ()


def sorted_along(m: Model, pool: int, other: int, *slots: Sequence[int]) -> int:
    """How many the model puts first, as the other pool stands: by the model, or as it is told.

    Takes      slots, none or one
    """
    if not slots:
        return m.sort_pool_as(pool, other)
    m.pool_of(pool)
    return m.sort_pool_along(pool, *slots)


def sorted_as_pool(h: Impl, pool: int, other: int) -> Any:
    """How many come first; of stand-ins, also the slots of the other pool by position before."""
    slots = None
    if is_stand_in(h.entities) and other in range(len(h.pools)):
        slots = pool_state(h.pools[other]).order.copy()
    count = h.sort_pool_as(pool, other)
    return count if slots is None else (count, slots)


def sorts_as_pool(before: Any, after: Any, result: Any, pool: int, other: int) -> dict[str, bool]:
    """Iteration begins with what both pools hold, in the order in which the other one is iterated."""
    count, slots = result
    old, new = before.order[pool], after.order[pool]
    length = len(old)

    def met(turn: Any) -> Any:
        return slots[len(slots) - 1 - turn]

    return {
        "the same elements": conj(len(new) == length, same_items(old, new)),
        "no more than there are": within(0, count, length + 1),
        "what both hold comes first": forall(
            0,
            len(slots),
            lambda turn: implies(contains(old, met(turn)), lambda: new.place(met(turn)) >= length - count),
        ),
        "both hold what comes first": forall(length - count, length, lambda pos: contains(slots, new[pos])),
        "in the order of the other": forall(
            length - count,
            length,
            lambda pos: forall(length - count, pos, lambda one: slots.place(new[one]) < slots.place(new[pos])),
        ),
    }


def is_none_of_both(before: Any, pool: int, other: int) -> bool:
    """One of the pools is none."""
    return disj(is_no_pool(before, pool), is_no_pool(before, other))


def reordered(at: Any) -> Any:
    """The model with the order in which the pool stands now."""
    pool, twin = at.arguments[0], object.__new__(type(at.model_before))
    twin.__dict__.update(at.model_before.__dict__)
    twin.order = at.model_before.order.copy()
    twin.order[pool] = pool_state(at.now.pools[pool]).order.copy()
    return twin
