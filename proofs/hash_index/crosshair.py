"""The shapes of a hash index: which indices are linked, in what order, in which of two buckets.

Keys, indices and sizes that operations are given are left open. The limit is one above the room, so that one growth,
and one refusal for want of room, are in reach.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.hash_index import HashIndex
from slotproof.spec.hash_index import NIL

BUCKETS: Final = 2


def _build(make: Any, chains: tuple[tuple[int, ...], ...], room: int) -> Any:
    """The hash index with these chains, newest first; without chains, nothing is allocated."""
    h = HashIndex(BUCKETS, room, granularity=1, index_limit=room + 1)
    if not chains:
        return h
    h._allocate(room)
    for bucket, chain in enumerate(chains):
        for index, older in itertools.pairwise((*chain, NIL)):
            h.chain[index] = older
        if chain:
            h.head[bucket] = chain[0]
    return h


def arrangements(room: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to link some of the indices: a row of them, cut in two."""
    for linked in range(room + 1):
        for row in itertools.permutations(range(room), linked):
            for cut in range(linked + 1):
                yield row[:cut], row[cut:]


def _shapes() -> Iterator[Shape]:
    for room in (2, 3):
        for chains in ((), *arrangements(room)):
            name = f"room {room}, chains {[list(chain) for chain in chains]}" if chains else f"room {room}, no arrays"
            yield Shape(name, f"room {room}", partial(_build, chains=chains, room=room), deep=room > 2)


CONTRACTS: Final = Contracts(
    scope=f"{BUCKETS} buckets, growth by one up to one more index",
    shapes=tuple(_shapes()),
    left_out={
        "generate_key": "strings, bytes and tuples of floats; proved",
        "reset": "a number that is left open says how long the arrays are; proved",
        "insert_index, remove_index": "two operations, each of which is judged",
        "remove_index, insert_index": "two operations, each of which is judged",
        "swap": "there are too many pairs of shapes; proved",
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset(
        {
            *("add", "remove", "insert_index", "remove_index", "candidates", "free", "resize"),
            *("set_granularity", "copy", "to_dict", "spread"),
        }
    ),
)
