"""The traces that a porter runs first: a few of each kind, named for what they show. Handles are literal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Named = Mapping[str, tuple[list[Any], ...]]

CONFIG: Final[Mapping[str, Mapping[str, Any]]] = {
    "handle_map": {},
    "sparse_set": {"page": 4},
    "storage": {"page": 4, "value_page": 4},
    "entity_storage": {"page": 4},
    "registry": {"pools": 2, "page": 4, "value_page": 4},
    "typed_store": {},
    "dense_map": {},
    "dense_set": {},
    "bitmask": {"capacity": 70},
    "token_allocator": {"capacity": 33},
    "hash_index": {"hash_size": 4, "index_size": 4, "granularity": 4},
    "indexed_store": {"hash_size": 4, "index_size": 4, "granularity": 4},
}

_HOLES: Final = (["push", [5, 0]], ["push", [1, 0]], ["push", [9, 3]])

SMOKE: Final[Mapping[str, Named]] = {
    "handle_map": {
        "an inserted value is found": (["insert", 7], ["get", [0, 1]], ["size"]),
        "an erased handle is stale": (["insert", 7], ["erase", [0, 1]], ["is_valid", [0, 1]], ["get", [0, 1]]),
        "erasing twice does nothing": (["insert", 7], ["erase", [0, 1]], ["erase", [0, 1]]),
        "a slot comes back with the next generation": (
            ["insert", 7],
            ["erase", [0, 1]],
            ["insert", 8],
            ["get", [0, 2]],
        ),
        "the slot freed first comes back first": (
            *(["insert", value] for value in (1, 2, 3)),
            ["erase", [1, 1]],
            ["erase", [0, 1]],
            ["insert", 4],
            ["insert", 5],
        ),
        "the last value moves into the gap": (
            *(["insert", value] for value in (1, 2, 3)),
            ["erase", [0, 1]],
            ["values"],
            ["pos_of", [2, 1]],
        ),
        "erasing the last value moves nothing": (
            ["insert", 1],
            ["insert", 2],
            ["erase", [1, 1]],
            ["insert", 3],
            ["insert", 4],
            ["items"],
        ),
        "clear ends every handle": (["insert", 1], ["insert", 2], ["clear"], ["is_valid", [1, 1]], ["insert", 3]),
        "a slot that never was is out of range": (["get", [0, 1]],),
        "defragment sorts stably": (
            *(["insert", value] for value in (5, 4, 1, 0)),
            ["defragment", "halves", 0, "relocations"],
            ["values"],
        ),
    },
    "sparse_set": {
        "what was pushed is contained": (*_HOLES, ["contains", [1, 0]], ["contains", [1, 1]], ["handles"]),
        "the last element moves into the gap": (*_HOLES, ["erase", [5, 0]], ["handles"], ["index", [9, 3]]),
        "a slot is held once": (["push", [5, 0]], ["push", [5, 1]]),
        "what is missing is refused": (["erase", [2, 0]], ["remove", [2, 0]]),
        "sorting is for iteration": (*_HOLES, ["sort_by", "by_slot", 3], ["handles"]),
        "pages without elements are given back": (*_HOLES, ["erase", [9, 3]], ["shrink"], ["page_count"]),
    },
    "storage": {
        "a value stands with its element": (["emplace", [5, 0], 7], ["get", [5, 0]], ["each"]),
        "values move with their elements": (
            *(["emplace", [slot, 0], slot] for slot in (4, 0, 1)),
            ["erase", [4, 0]],
            ["each"],
            ["sort", "falling", 2],
            ["each"],
        ),
        "what is missing is refused": (["get", [2, 0]], ["replace", [2, 0], 1]),
        "a patch changes one value": (["emplace", [1, 0], 1], ["patch", [1, 0], {"add": 1}], ["get", [1, 0]]),
    },
    "entity_storage": {
        "handles count up": (["create"], ["create"], ["handles"], ["size"]),
        "the slot destroyed last is issued first": (
            ["create"],
            ["create"],
            ["create"],
            ["destroy", [0, 0]],
            ["destroy", [1, 0]],
            ["create"],
            ["create"],
        ),
        "a destroyed handle is stale": (["create"], ["destroy", [0, 0]], ["is_valid", [0, 0]], ["destroy", [0, 0]]),
        "a hint is taken if it is free": (["create_at", [3, 2]], ["create"], ["handles"]),
        "a slot comes back in the generation chosen": (["create"], ["destroy_to", [0, 0], 5], ["create"], ["handles"]),
        "a bump ends one handle and begins another": (
            ["create"],
            ["create"],
            ["bump", [1, 0], 7],
            ["is_valid", [1, 0]],
            ["handles"],
        ),
        "sorting is for iteration": (
            *(["create"] for _ in range(3)),
            ["sort", "earlier", 3],
            ["handles"],
            ["sort_as", [[1, 0]]],
            ["handles"],
        ),
    },
    "registry": {
        "values belong to live entities": (
            ["create"],
            ["emplace", 0, [0, 0], 7],
            ["get", 0, [0, 0]],
            ["get", 1, [0, 0]],
        ),
        "a full group": (
            *(["create"] for _ in range(3)),
            *(["emplace", 0, [slot, 0], slot] for slot in range(3)),
            ["group", [0, 1], [], []],
            ["emplace", 1, [2, 0], 9],
            ["members", 0],
            ["remove", 0, [2, 0]],
            ["length", 0],
        ),
        "two owners are in conflict": (["group", [0], [1], []], ["group", [0, 1], [], []]),
        "a view leads with the smallest pool": (
            ["create"],
            ["create"],
            ["emplace", 0, [0, 0], 1],
            ["emplace", 0, [1, 0], 2],
            ["emplace", 1, [1, 0], 3],
            ["lead", [0, 1]],
            ["view", [0, 1], []],
        ),
        "destroying takes values out": (["create"], ["emplace", 0, [0, 0], 1], ["destroy", [0, 0]], ["pool_size", 0]),
        "a hint is taken if it is free": (["create_at", [3, 2]], ["create_at", [3, 2]], ["create"], ["size"]),
        "a pool is sorted as another": (
            *(["create"] for _ in range(3)),
            *(["emplace", 0, [slot, 0], slot] for slot in (0, 1, 2)),
            *(["emplace", 1, [slot, 0], slot] for slot in (2, 0)),
            ["sort_pool_as", 0, 1],
            ["view", [0], []],
            ["view", [1], []],
        ),
    },
    "typed_store": {
        "each type has its own slots": (["insert", 0, 7], ["insert", 1, 8], ["get", [0, 1]], ["get", [0, 1, 1]]),
        "a handle of another type is not live": (["insert", 0, 7], ["is_valid", [0, 1, 1]], ["erase", [0, 1, 1]]),
        "an unknown type is out of range": (["insert", 2, 7], ["get", [0, 1, 2]]),
    },
    "dense_map": {
        "a key is found": (["insert", 5, 50], ["find", 5], ["get", 5], ["contains", 6]),
        "a key is there once": (
            ["insert", 5, 50],
            ["insert", 5, 51],
            ["get", 5],
            ["insert_or_assign", 5, 52],
            ["get", 5],
        ),
        "the last key moves into the gap": (
            *(["insert", key, key] for key in (4, 12, 3)),
            ["erase", 4],
            ["items"],
            ["find", 3],
            ["bucket_keys", 4],
        ),
        "the eighth key doubles the buckets": (*(["insert", key, 0] for key in range(8)), ["bucket_count"]),
    },
    "dense_set": {
        "a key is there once": (["insert", 5], ["insert", 5], ["size"]),
        "the last key moves into the gap": (*(["insert", key] for key in (4, 12, 3)), ["erase", 4], ["keys"]),
    },
    "bitmask": {
        "the lowest clear position": (["set", 0, True], ["set", 2, True], ["find_first_clear"], ["positions"]),
        "a full word is passed": (*(["set", pos, True] for pos in range(32)), ["find_first_clear"]),
        "a full mask answers its capacity": (["assign", True], ["find_first_clear"], ["count"]),
        "what is no position is refused": (["set", 70, True], ["get", 70]),
    },
    "token_allocator": {
        "the lowest free token": (["acquire"], ["acquire"], ["release", 0], ["acquire"]),
        "a token is released once": (["acquire"], ["release", 0], ["release", 0]),
        "the last word": (["acquire_many", 33], ["acquire"], ["release", 32], ["acquire"]),
    },
    "hash_index": {
        "newest first": (["add", 1, 0], ["add", 5, 2], ["candidates", 1], ["first", 1], ["next", 2], ["next", 0]),
        "an index is linked once": (["add", 1, 0], ["add", 2, 0]),
        "removing renumbers": (["add", 1, 0], ["add", 1, 1], ["add", 2, 2], ["remove_index", 1, 0], ["candidates", 2]),
        "a key of a string": (["generate_key", "orc", True], ["generate_key", "ORC", False]),
    },
    "indexed_store": {
        "found by name": (["insert", "orc", 1], ["insert", "elf", 2], ["pos_of", "elf"], ["get", "orc"]),
        "erasing closes the gap": (
            *(["insert", name, 0] for name in ("a", "b", "c")),
            ["erase", "a"],
            ["pos_of", "c"],
            ["items"],
        ),
        "a name is there once": (["insert", "a", 1], ["insert", "a", 2], ["assign", "b", 1]),
    },
}
