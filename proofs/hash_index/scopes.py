"""The tiny hash indices whose every reachable state is visited."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import factorial
from typing import Any

from slotproof.declare import Scope
from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.hash_index.claims import Impl, Model
from slotproof.spec.hash_index import UNLINKED


def _count_chains(indices: int, buckets: int) -> int:
    """States in which the arrays are allocated: some of the indices in a row, cut into as many chains as buckets."""
    states = 0
    for linked in range(indices + 1):
        rows = factorial(indices) // factorial(indices - linked)
        cuts = factorial(linked + buckets - 1) // (factorial(linked) * factorial(buckets - 1))
        states += rows * cuts
    return states


def _one_index_after_the_other(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "add" or bool(arguments[1] == len(m.bucket))


QUERIES = ("first", "next", "candidates", "spread")
CHANGES = ("add", "remove", "insert_index", "remove_index")

SCOPES = (
    Scope(
        "one bucket",
        {"hash_size": 1, "index_size": 5, "granularity": 1, "index_limit": 5},
        operations=(*CHANGES, *QUERIES),
        well_formed=lambda: 1 + _count_chains(5, 1),
    ),
    Scope(
        "renumbering",
        {"hash_size": 2, "index_size": 0, "granularity": 2, "index_limit": 4},
        values=(0, 1, 2, -1),
        operations=(*CHANGES, "clear", "resize"),
    ),
    Scope(
        "chains",
        {"hash_size": 2, "index_size": 5, "granularity": 1, "index_limit": 5},
        operations=("add", "remove", *QUERIES),
        well_formed=lambda: 1 + _count_chains(5, 2),
    ),
    Scope(  # the fewest buckets and indices of which the spread would be negative
        "uneven",
        {"hash_size": 4, "index_size": 12, "granularity": 1, "index_limit": 12},
        values=(0,),
        operations=("add", "spread"),
        admits=_one_index_after_the_other,
    ),
    Scope("whole container", {"hash_size": 2, "index_size": 1, "granularity": 2, "index_limit": 3}),
    Scope(  # a byte that is taken for signed, or not, makes no difference among fewer buckets
        "keys of texts",
        {"hash_size": 1024, "index_size": 0, "granularity": 1, "index_limit": 1},
        operations=("generate_key",),
        walked=False,
    ),
    Scope(
        "room that grows",
        {"hash_size": 1, "index_size": 1, "granularity": 3, "index_limit": 7},
        values=(0,),
        operations=("add", "to_dict"),
        admits=_one_index_after_the_other,
        walked=False,
    ),
    Scope(
        "every filling",
        {"hash_size": 2, "index_size": 2, "granularity": 1, "index_limit": 3},
        operations=(*CHANGES, "resize", "clear", "free"),
        enumerate=True,
    ),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of arrays with room for two or three indices, well-formed or not."""
    new = HashIndex(**scope.configuration)
    for index_size in (2, 3):
        entries = range(UNLINKED - 1, index_size + 1)
        for lookup_mask, heads, links in ((0, 1, 1), (-1, new.hash_size, index_size)):
            for head in itertools.product(entries, repeat=heads):
                for chain in itertools.product(entries, repeat=links):
                    h = new.copy()
                    h.head, h.chain = list(head), list(chain)
                    h.index_size, h.lookup_mask = index_size, lookup_mask
                    yield h
