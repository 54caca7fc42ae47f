"""The shapes of an indexed store: which names it holds, in what order, and whether case counts.

Values and positions are left open; a name that an operation is given is one of a few, and one is no name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from slotproof.declare import Contracts, Shape
from slotproof.impl.indexed_store import IndexedStore


def _build(make: Any, names: tuple[str, ...], fold_case: bool) -> Any:
    """The store of these names."""
    h = IndexedStore[Any](2, 2, granularity=1, index_limit=3, fold_case=fold_case)
    for pos, name in enumerate(names):
        h.insert(name, make.value(f"value_{pos}"))
    return h


NAMES: Final = ((), ("a",), ("b",), ("a", "c"), ("b", "a"), ("a", "c", "b"))
"""`a` and `c` share a bucket, of two."""


def _shapes() -> Iterator[Shape]:
    for fold_case in (False, True):
        for names in NAMES:
            group = f"{'any case' if fold_case else 'case counts'}, up to three names"
            build = partial(_build, names=names, fold_case=fold_case)
            yield Shape(f"{list(names)}, {group}", group, build, deep=fold_case)


CONTRACTS: Final = Contracts(
    scope="2 buckets, room for three",
    shapes=tuple(_shapes()),
    left_out={
        "insert_items": "takes items, of which nothing is left open; exhausted",
        "from_dict": "takes fields of which nothing is known",
    },
    deep=frozenset(
        {
            "insert",
            "insert_at",
            "get",
            "assign",
            "pos_of",
            "contains",
            "items",
            "erase_items",
            "clear",
            "copy",
            "to_dict",
            "size",
            "name_at",
        }
    ),
)
