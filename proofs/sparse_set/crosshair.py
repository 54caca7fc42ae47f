"""The shapes of pools: which slots stand where, which positions are holes, and in what order they are filled again.

Generations and values are left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.sparse_set import Pool, SparseSet
from slotproof.spec.handle import Handle

GENERATION_BITS: Final = 12
SLOTS: Final = 3
"""Slots are below it, and all of them are on one page."""

CONFIGURATION: Final[dict[str, Any]] = {"index_bits": 2, "generation_bits": GENERATION_BITS, "page": 4}

Arranged = tuple[tuple[int | None, ...], tuple[int, ...]]


def arrangements(positions: int, in_place: bool) -> Iterator[Arranged]:
    """By position the slot, or None for a hole; and the holes in the order in which they are filled again."""
    for length in range(positions + 1):
        for elements in range(length + 1) if in_place else (length,):
            for slots in itertools.permutations(range(SLOTS), elements):
                for holes in itertools.permutations(range(length), length - elements):
                    rest = iter(slots)
                    yield tuple(None if pos in holes else next(rest) for pos in range(length)), holes


def fill(h: Pool, make: Any, order: tuple[int | None, ...], holes: tuple[int, ...], page: bool) -> None:
    """Give a new pool these positions."""
    if page:
        h.pages = [1]
        h.sparse, h.generation = [h.nil] * h.page, [h.tombstone] * h.page
    h.meta, h.stamp = [h.nil] * len(order), [h.tombstone] * len(order)
    for pos, slot in enumerate(order):
        if slot is not None:
            h.meta[pos], h.sparse[slot] = slot, pos
            h.stamp[pos] = h.generation[slot] = make.int(f"generation_{slot}")
    for hole, following in itertools.pairwise(holes):
        h.meta[hole] = following
    h.free_head, h.holes = (holes[0] if holes else h.nil), len(holes)


def pool_shapes(build: Callable[..., Any]) -> Iterator[Shape]:
    """The shapes of both policies; the default profile takes up to two positions, and no holes but in one group."""
    for policy, positions in (("swap_pop", 2), ("swap_pop", 3), ("in_place", 2)):
        for order, holes in arrangements(positions, policy == "in_place"):
            if positions == 3 and len(order) < 3:
                continue
            for page in (True,) if order else (False, True):
                yield Shape(
                    f"{policy}: {['-' if slot is None else slot for slot in order]}, holes {list(holes)}, page {page}",
                    f"{policy}, up to {positions} positions",
                    partial(build, order=order, holes=holes, page=page, policy=policy),
                    deep=positions > 2 or policy == "in_place",
                )


def _build(make: Any, order: tuple[int | None, ...], holes: tuple[int, ...], page: bool, policy: Any) -> SparseSet:
    h = SparseSet(deletion=policy, **CONFIGURATION)
    fill(h, make, order, holes, page)
    return h


SCOPE: Final = f"{GENERATION_BITS}-bit generations, {SLOTS} slots"

LEFT_OUT: Final = {
    "sort": "a comparator of handles has no stand-in here",
    "sort_by": "a key of handles has no stand-in here",
    "to_dict": "`from_dict` tests widths with `&`, which makes numbers concrete",
    "from_dict": "takes arrays of which nothing is known",
}

POOL_OPERATIONS: Final = (
    *("erase", "remove", "contains", "index", "current", "entity_at", "bump", "handles", "handles_forward", "size"),
    *("erase_items", "remove_items", "swap_elements", "sort_as", "swap", "clear", "compact", "shrink", "copy"),
    *("positions", "page_count", "contiguous"),
)


def deep_but(*names: str, more: tuple[str, ...] = ("push", "push_items")) -> frozenset[str]:
    """The operations that only the deep profile judges: all but the named ones, which the budget allows."""
    return frozenset({*POOL_OPERATIONS, *more}) - frozenset(names)


CONTRACTS: Final = Contracts(
    handle=Handle,
    scope=SCOPE,
    shapes=tuple(pool_shapes(_build)),
    left_out=LEFT_OUT,
    deep=deep_but("push"),
)
