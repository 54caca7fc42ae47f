"""The shapes of a handle map: which slots are live, free or used up, and in what order.

Generations, values, type id, widths of slots, the room reserved and the mark of disorder are left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.handle_map import HandleMap
from slotproof.spec.handle import Handle

GENERATION_BITS: Final = 16


def _build(make: Any, order: tuple[int, ...], free: tuple[int, ...], slots: int, retire: bool, lifo: bool) -> Any:
    """The map with these live slots in dense order and these free slots in the order of the freelist."""
    h = HandleMap[Any](generation_bits=GENERATION_BITS)
    h.nil = make.at_least(max(slots, 1), "nil")
    h.retire, h.lifo = retire, lifo
    h.sparse = [h.nil] * slots
    h.generation = [make.int(f"generation_{slot}") for slot in range(slots)]
    h.free = [0 if slot in order else 1 for slot in range(slots)]
    h.dense = [make.value(f"value_{slot}") for slot in order]
    h.meta = list(order)
    for pos, slot in enumerate(order):
        h.sparse[slot] = pos
    for slot, following in itertools.pairwise(free):
        h.sparse[slot] = following
    h.free_head = free[0] if free else h.nil
    h.free_tail = free[-1] if free else h.nil
    h.retired = slots - len(order) - len(free)
    h.type_id = make.int("type_id")
    h.reserved = make.int("reserved")
    h.fragmented = make.bool("fragmented")
    return h


def arrangements(capacity: int, retire: bool) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Live slots in order, free slots in order, and how many slots there are; none is left over but under `retire`."""
    for slots in range(capacity + 1):
        for live in range(slots + 1):
            for free in range(slots - live + 1):
                if retire or live + free == slots:
                    for arranged in itertools.permutations(range(slots), live + free):
                        yield arranged[:live], arranged[live:], slots


def _shapes(capacity: int) -> Iterator[Shape]:
    """The shapes of up to `capacity` slots; the default profile takes the default policies and up to two."""
    for retire, lifo in itertools.product((True, False), repeat=2):
        policies = f"{'retire' if retire else 'wrap'}, {'lifo' if lifo else 'fifo'}"
        for order, free, slots in arrangements(capacity, retire):
            yield Shape(
                f"{policies}: {slots} slots, live {list(order)}, free {list(free)}",
                f"{policies}, capacity {3 if slots > 2 else 2}",
                partial(_build, order=order, free=free, slots=slots, retire=retire, lifo=lifo),
                deep=slots > 2 or policies != "retire, fifo",
            )


CONTRACTS: Final = Contracts(
    handle=Handle,
    scope=f"{GENERATION_BITS}-bit generations",
    shapes=tuple(_shapes(3)),
    left_out={
        "HM-L7": "speaks of each generation, one by one",
        "emplace_items": "a number that is left open says how many rounds it goes",
        "swap": "there are too many pairs of shapes",
        "to_dict": "`from_dict` tests widths with `&`, which makes numbers concrete",
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset({"emplace", "assign", "pos_of", "items", "erase_items", "defragment", "reserve", "copy", "clear"})
    | {"erase", "is_valid", "get", "handle_at", "values", "reset", "size", "room", "capacity"},
)
