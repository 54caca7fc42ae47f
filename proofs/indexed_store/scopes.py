"""The tiny indexed stores whose every reachable state is visited."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from slotproof.declare import Scope
from slotproof.impl.indexed_store import IndexedStore
from slotproof.proofs.indexed_store.claims import Impl
from slotproof.spec.hash_index import UNLINKED

TINY = {"hash_size": 2, "index_size": 1, "granularity": 1, "index_limit": 3}
CHANGES = ("insert", "insert_at", "erase", "contains", "pos_of", "name_at", "items")

SCOPES = (
    Scope("whole container", {**TINY, "index_limit": 2}, values=("a", "c", "b")),
    Scope("one bucket", {**TINY, "hash_size": 1}, values=("a", "b", "c"), operations=(*CHANGES, "clear", "from_dict")),
    Scope(
        "names of any case",  # 64 buckets are the fewest of which a key that tells case misses one
        {**TINY, "hash_size": 64, "fold_case": True},
        values=("a", "A", "c", "b"),
        operations=CHANGES,
    ),
    Scope("names", TINY, values=("a", "c", "A", "b"), operations=CHANGES),
    Scope(
        "every filling",
        {**TINY, "index_size": 2, "index_limit": 2},
        values=("a", "b"),
        operations=("insert", "insert_at", "erase", "assign", "clear"),
        enumerate=True,
    ),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of names and links, well-formed or not; a value tells where its name was inserted."""
    links = range(UNLINKED, 3)
    for names in (names for size in range(3) for names in itertools.product(scope.values, repeat=size)):
        for dense in itertools.product(range(2), repeat=len(names)):
            for lookup_mask, heads, indices in ((0, 1, 1), (-1, 2, 2)):
                for head in itertools.product(links, repeat=heads):
                    for chain in itertools.product(links, repeat=indices):
                        h: Impl = IndexedStore(**scope.configuration)
                        h.names, h.dense = list(names), list(dense)
                        h.index.head, h.index.chain, h.index.lookup_mask = list(head), list(chain), lookup_mask
                        yield h
