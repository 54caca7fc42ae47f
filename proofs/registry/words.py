"""Words of what is true of the loops of a registry: what pools have, and which entities match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slotproof.proofs.registry.groups import pool_state
from slotproof.spec.logic import conj, contains, forall, forall_in, negate


def has_in(pools: Any) -> Callable[[int, Any], Any]:
    """What each of these pools has."""
    return lambda pool, slot: contains(pool_state(pools[pool]).generation, slot)


def had(at: Any) -> Callable[[int, Any], Any]:
    """What each pool had when the loop was reached."""
    return has_in(at.entry.pools)


def matching(group: Any, has: Callable[[int, Any], Any]) -> Callable[[Any], bool]:
    """Whether the entity of a slot matches, by what each pool is said to have."""
    return lambda slot: conj(
        *(has(pool, slot) for pool in group.owned + group.observed),
        *(negate(has(pool, slot)) for pool in group.excluded),
    )


def is_rearranged(at: Any, pool: int) -> bool:
    """A pool has the elements that it had when the loop was reached."""
    return has_elements_of(pool_state(at.entry.pools[pool]), pool_state(at.now.pools[pool]).order)


def has_elements_of(entry: Any, order: Any) -> bool:
    """The elements of a state stand in this order."""
    return conj(
        len(order) == len(entry.order),
        forall(0, len(order), lambda pos: contains(entry.generation, order[pos])),
        forall_in(entry.generation, lambda slot: contains(order, slot)),
    )
