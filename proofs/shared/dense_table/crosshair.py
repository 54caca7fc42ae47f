"""The shapes of a dense table: which keys are there, in what order, and in what order they were linked.

Values, positions and the largest index are left open; keys are given, since a key that is left open has no hash.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.dense_set import DenseSet

KEYS: Final = (0, 1, 2)  # two of them are in one bucket of two
BUCKETS: Final = 2


def _build(make: Any, impl: Any, keys: tuple[int, ...], linked: tuple[int, ...]) -> Any:
    """The table with these keys in dense order, linked in the order of these positions."""
    h = impl(min_buckets=BUCKETS, max_load=2.0)
    h.nil = make.at_least(7, "nil")
    h.key = list(keys)
    h.head, h.chain = [h.nil] * BUCKETS, [h.nil] * len(keys)
    for pos in linked:
        bucket = keys[pos] % BUCKETS
        h.chain[pos] = h.head[bucket]
        h.head[bucket] = pos
    if impl is DenseMap:
        h.dense = [make.value(f"value_{pos}") for pos in range(len(keys))]
    return h


def _arrangements(count: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """So many keys, linked in every order that makes other chains; what differs in names only is left out."""
    for keys in ((0,) * min(count, 1),) if count < 2 else ((0, 1), (0, 2)) if count == 2 else ((0, 1, 2), (0, 2, 1)):
        chains = set()
        for linked in itertools.permutations(range(count)):
            chain = tuple(tuple(pos for pos in linked if keys[pos] % BUCKETS == bucket) for bucket in range(BUCKETS))
            if chain not in chains:
                chains.add(chain)
                yield keys, linked


def contracts(impl: type, deep: frozenset[str]) -> Contracts:
    """The contracts of a table; the default profile takes up to two keys."""
    return Contracts(
        scope="keys 0, 1 and 2 in two buckets",
        shapes=tuple(
            Shape(
                f"keys {list(keys)}, linked {list(linked)}",
                "up to two keys" if count < 3 else "three keys",
                partial(_build, impl=impl, keys=keys, linked=linked),
                deep=count > 2,
            )
            for count in range(len(KEYS) + 1)
            for keys, linked in _arrangements(count)
        ),
        left_out=LEFT_OUT,
        deep=deep,
    )


LEFT_OUT: Final = {
    "set_max_load": "rounding to 32 bits makes numbers concrete",
    "rehash": "a count that is left open says how often the buckets double",
    "reserve": "a count that is left open says how often the buckets double",
    "swap": "takes a second table",
    "equals": "takes a second table",
    "to_dict": "the path explorer does not compare the hash function with itself",
    "from_dict": "takes arrays of which nothing is known",
}

DEEP: Final = frozenset({"erase", "erase_range", "contains", "bucket", "bucket_keys", "max_load", "copy", "key_at"})
MAP_DEEP: Final = DEEP | {
    "insert",
    "bucket_size",
    "insert_or_assign",
    "try_emplace",
    "get_or_emplace",
    "assign",
    "find",
    "get",
}

MAP_CONTRACTS: Final = contracts(DenseMap, MAP_DEEP)
SET_CONTRACTS: Final = contracts(DenseSet, DEEP | {"insert", "find", "erase_at", "bucket_size"})
