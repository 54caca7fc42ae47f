"""The shapes of a registry: one or two entities, and two pools that a group owns.

Generations and values are left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.registry import Registry
from slotproof.spec.handle import Handle

CONFIGURATION: Final = {"index_bits": 2, "generation_bits": 12, "page": 4, "value_page": 4, "generation": "wrap"}
PAGE: Final = 4


def _build(make: Any, live: int, pools: Sequence[tuple[int, ...]], length: int) -> Any:
    """The registry with slots 0, 1 ... live, these slots in the pools, and so many of them members of the group."""
    h = Registry[Any](len(pools), **CONFIGURATION)  # type: ignore[arg-type]
    generation = [make.int(f"generation_{slot}") for slot in range(live)]
    _fill(h.entities, range(live), generation)
    h.entities.live = h.entities.usable = h.entities.next_slot = live
    h.group(tuple(range(len(pools))))
    h.groups[0].length = length
    for number, slots in enumerate(pools):
        pool = h.pools[number]
        _fill(pool, slots, generation)
        pool.dense = [make.value(f"value_{number}_{slot}") for slot in slots]
        pool.room = PAGE if slots else 0
    return h


def _fill(held: Any, slots: Sequence[int], generation: Sequence[Any]) -> None:
    """Give arrays of positions these slots, in order."""
    if not slots:
        return
    held.sparse, held.generation, held.pages = [held.nil] * PAGE, [held.tombstone] * PAGE, [1]
    held.meta = list(slots)
    held.stamp = [generation[slot] for slot in slots]
    for pos, slot in enumerate(slots):
        held.sparse[slot], held.generation[slot] = pos, generation[slot]


def _arrangements(live: int) -> Iterator[tuple[tuple[tuple[int, ...], tuple[int, ...]], int]]:
    """Both pools in order, members first in both and in the same order, and how many they are."""
    for first, second in itertools.product(_orders(live), repeat=2):
        length = len(set(first) & set(second))
        if first[:length] == second[:length]:
            yield (first, second), length


def _orders(live: int) -> Iterator[tuple[int, ...]]:
    for count in range(live + 1):
        yield from itertools.permutations(range(live), count)


def _shapes() -> Iterator[Shape]:
    """One entity wherever it may be; of the states with two, those in which the group has a member."""
    for live in (1, 2):
        for pools, length in _arrangements(live):
            if live == 1 or length > 0:
                yield Shape(
                    f"pools {[list(slots) for slots in pools]}, {length} members",
                    "one entity" if live == 1 else "two entities, one of them a member at least",
                    partial(_build, live=live, pools=pools, length=length),
                    deep=live > 1,
                )


_NO_NUMBERS: Final = "takes lists of pools or handles, of which the shapes would be as many"
_ORDER: Final = "goes over members in a loop, whose order explore exhausts"

CONTRACTS: Final = Contracts(
    handle=Handle,
    scope="two pools that a group owns, with pages just where they hold a value; 12-bit generations that wrap",
    shapes=tuple(_shapes()),
    left_out={
        "add_pool": "has no number to leave open",
        "group": _NO_NUMBERS,
        "view": _NO_NUMBERS,
        "lead": _NO_NUMBERS,
        "destroy_items": _NO_NUMBERS,
        "sort_as": _NO_NUMBERS,
        "members": _ORDER,
        "sort_by": _ORDER,
        "sort_pool": "both pools are owned, so that it is always refused",
        "sort_pool_as": "both pools are owned, so that it is always refused",
        "compact_pool": "owned pools have no holes",
        "clear_pool": _ORDER,
        "clear": _ORDER,
        "copy": "compares arrays by identity, of which a path knows nothing",
        "swap": "there are too many pairs of shapes",
        "to_dict": "compares by reading the arrays again, as `from_dict` does",
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset(
        {
            *(
                "create_at",
                "erase",
                "emplace",
                "remove",
                "destroy",
                "get",
                "replace",
                "contains",
                "is_valid",
                "is_member",
            ),
            *("length", "size", "pool_size", "pool_count"),
        }
    ),
)
