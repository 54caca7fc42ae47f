"""What `sort_by` of a group and `sort_pool` promise; the model is not run beside them.

A group that owns pools arranges them, which the model leaves open, and so its state stays; that of a pool that no group
owns has the new order.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from slotproof.proofs.engine.inside import is_stand_in
from slotproof.proofs.group_claims import Impl, pool_state
from slotproof.proofs.registry_observed import same_items, stored
from slotproof.proofs.sparse_order import sorts_by_key
from slotproof.spec.group import lies_in, overlap
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, negate

Key = Callable[[Handle], Any]


def sorted_members(h: Impl, group: int, key: Key) -> Any:
    """True if the members come stably sorted; of stand-ins, their slots by position before and afterwards."""
    if is_stand_in(h.entities):
        before = stored(h, group).copy() if group in range(len(h.groups)) else None
        h.sort_by(group, key)
        return before, stored(h, group)
    members = list(h.members(group))
    h.sort_by(group, key)
    return list(h.members(group)) == sorted(members, key=key)


def sorts_members(before: Any, after: Any, result: Any, group: int, key: Key) -> dict[str, bool]:
    """The same members stand in the first positions, sorted."""
    old, new = (SimpleNamespace(order=order, generation=before.entities.generation) for order in result)
    return {"the same members": same_items(old.order, new.order), **sorts_by_key(old, new, None, key, None)}


def members_refused(before: Any, group: int, key: Key) -> bool:
    """There is no such group, or another one lies in it."""
    keys = before.groups
    inner = [any(other != mine and overlap(other, mine) and lies_in(other, mine) for other in keys) for mine in keys]
    return disj(group < 0, group >= len(keys), *(conj(group == number, inner[number]) for number in range(len(keys))))


def same_model(at: Any) -> Any:
    """The model as it was."""
    return at.model_before


def sorts_pool(before: Any, after: Any, result: Any, pool: int, key: Key) -> dict[str, bool]:
    """The pool is sorted."""
    old, new = (SimpleNamespace(order=m.order[pool], generation=m.entities.generation) for m in (before, after))
    return sorts_by_key(old, new, None, key, None)


def pool_refused(before: Any, pool: int, key: Key) -> bool:
    """There is no such pool, a group owns it, or it has holes."""
    return disj(
        pool < 0,
        pool >= len(before.values),
        negate(contains(before.order, pool)),
        *(conj(pool == each, len(holes) > 0) for each, holes in before.holes.items()),
    )


def reordered(at: Any) -> Any:
    """The model with the order in which the pool stands now."""
    pool, twin = at.arguments[0], object.__new__(type(at.model_before))
    twin.__dict__.update(at.model_before.__dict__)
    twin.order = at.model_before.order.copy()
    twin.order[pool] = pool_state(at.now.pools[pool]).order.copy()
    return twin
