"""The shapes of a bitmask: which positions are set, in tiny words.

Positions and values that are given to an operation are left open.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.proofs.bitmask.claims import represent
from slotproof.spec.bitmask import BitmaskModel

WORD_BITS: Final = 2
CAPACITIES: Final = (0, 2, 3)
"""No position, one word, and two layers of which the lower has padding."""

DEEP_CAPACITIES: Final = (4, 5)
"""Exactly two full words, and three layers."""


def mask_of(ones: tuple[int, ...], capacity: int) -> Any:
    """The mask in which these positions are set."""
    m = BitmaskModel(capacity, word_bits=WORD_BITS)
    m.ones = set(ones)
    return represent(m)


def shapes_of(build: Callable[..., Any]) -> Iterator[Shape]:
    """A shape for each set of positions of each capacity; `build` takes (make, mask)."""
    for capacity in (*CAPACITIES, *DEEP_CAPACITIES):
        for count in range(capacity + 1):
            for ones in itertools.combinations(range(capacity), count):
                yield Shape(
                    f"capacity {capacity}, set {list(ones)}",
                    f"capacity {capacity}",
                    partial(build, ones=ones, capacity=capacity),
                    deep=capacity in DEEP_CAPACITIES,
                )


def _build(make: Any, ones: tuple[int, ...], capacity: int) -> Any:
    return mask_of(ones, capacity)


CONTRACTS: Final = Contracts(
    scope=f"words of {WORD_BITS} bits",
    shapes=tuple(shapes_of(_build)),
    left_out={
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset({"get", "positions", "copy", "to_dict", "count", "capacity", "layers"}),
)
