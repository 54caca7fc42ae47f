"""The operations of each kind, as the protocol writes them, and which of them are asked at level behaviour.

A line of `OPERATIONS` is an operation, the types of its arguments, and that of its result, as values.py has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_POOL_OPERATIONS: Final = """
    erase(handle) none
    remove(handle) bool
    contains(handle) bool
    index(handle) natural
    current(handle) natural
    entity_at(natural) handle
    bump(handle) natural
    handles() handles
    handles_forward() handles
    size() natural
    erase_items(handles) none
    remove_items(handles) natural
    swap_elements(handle, handle) none
    sort(order, natural) none
    sort_by(sort_key, natural) none
    sort_as(handles) natural
    clear() none
    compact() none
    shrink() none
    copy() arrays
    swap(peer) none
    positions() natural
    page_count() natural
    contiguous() bool
"""

_TABLE_OPERATIONS: Final = """
    erase(key) bool
    erase_at(natural) natural
    erase_range(natural, natural) natural
    find(key) natural?
    contains(key) bool
    key_at(natural) key
    keys() keys
    bucket(key) natural
    bucket_count() natural
    bucket_size(natural) natural
    bucket_keys(natural) keys
    max_load() load
    set_max_load(load) none
    rehash(natural) none
    reserve(natural) none
    clear() none
    copy() arrays
    swap(peer) none
    equals(peer) bool
    size() natural
"""

OPERATIONS: Final[Mapping[str, str]] = {
    "handle_map": """
    insert(value) handle
    emplace(factory) handle
    erase(handle) bool
    get(handle) value
    assign(handle, value) none
    is_valid(handle) bool
    pos_of(handle) natural
    handle_at(natural) handle
    values() values
    items() handle_items
    emplace_items(natural, factory) handles
    erase_items(handles) natural
    clear() none
    reset() none
    defragment(order, natural, unit) natural
    reserve(natural) none
    copy() arrays
    swap(peer) none
    size() natural
    capacity() natural
    room() natural
    """,
    "sparse_set": "push(handle) natural\n push_items(handles) naturals" + _POOL_OPERATIONS,
    "storage": """
    emplace(handle, value) natural
    emplace_items(handle_items) naturals
    get(handle) value
    replace(handle, value) none
    patch(handle, change) value
    each() handle_items
    each_forward() handle_items
    reserve(natural) none
    capacity() natural
    """
    + _POOL_OPERATIONS,
    "entity_storage": """
    create() handle
    create_at(handle) handle
    create_items(natural) handles
    start_from(handle) none
    destroy(handle) natural
    destroy_items(handles) none
    is_valid(handle) bool
    index(handle) natural
    current(handle) natural
    entity_at(natural) handle
    handles() handles
    handles_forward() handles
    swap_elements(handle, handle) none
    clear() none
    reset() none
    shrink() none
    copy() arrays
    swap(peer) none
    size() natural
    positions() natural
    page_count() natural
    room() natural
    destroy_to(handle, natural) natural
    bump(handle, natural) natural
    sort(order, natural) none
    sort_by(sort_key, natural) none
    sort_as(handles) natural
    """,
    "registry": """
    create() handle
    create_at(handle) handle
    add_pool(deletion) natural
    group(naturals, naturals, naturals) natural
    emplace(natural, handle, value) none
    erase(natural, handle) none
    remove(natural, handle) bool
    destroy(handle) natural
    destroy_items(handles) none
    get(natural, handle) value
    replace(natural, handle, value) none
    contains(natural, handle) bool
    is_valid(handle) bool
    is_member(natural, handle) bool
    view(naturals, naturals) handles
    lead(naturals) natural
    members(natural) handles
    sort_by(natural, sort_key) none
    sort_as(natural, handles) natural
    sort_pool(natural, sort_key) none
    sort_pool_as(natural, natural) natural
    clear_pool(natural) none
    compact_pool(natural) none
    clear() none
    copy() arrays
    swap(peer) none
    size() natural
    pool_size(natural) natural
    pool_count() natural
    length(natural) natural
    """,
    "typed_store": """
    insert(natural, value) handle
    emplace(natural, factory) handle
    erase(handle) bool
    get(handle) value
    assign(handle, value) none
    is_valid(handle) bool
    clear() none
    copy() arrays
    swap(peer) none
    size(natural) natural
    """,
    "dense_map": """
    insert(key, value) inserted
    insert_or_assign(key, value) inserted
    try_emplace(key, factory) inserted
    get_or_emplace(key, factory) value
    get(key) value
    assign(key, value) none
    value_at(natural) value
    values() values
    items() key_items
    """
    + _TABLE_OPERATIONS,
    "dense_set": "insert(key) inserted" + _TABLE_OPERATIONS,
    "bitmask": """
    set(natural, bool) none
    get(natural) bool
    find_first_clear() natural
    find_first_set() natural
    positions() naturals
    assign(bool) none
    copy() arrays
    swap(peer) none
    count() natural
    capacity() natural
    layers() natural
    """,
    "token_allocator": """
    acquire() natural
    release(natural) none
    is_used(natural) bool
    tokens() naturals
    acquire_many(natural) naturals
    clear() none
    copy() arrays
    swap(peer) none
    size() natural
    capacity() natural
    room() natural
    """,
    "hash_index": """
    add(key, natural) none
    insert_index(key, natural) none
    remove(key, natural) none
    remove_index(key, natural) none
    first(key) link
    next(natural) link
    generate_key(source, bool) natural
    candidates(key) naturals
    clear() none
    free() none
    reset(natural, natural) none
    resize(natural) none
    set_granularity(natural) none
    copy() arrays
    swap(peer) none
    spread() natural
    """,
    "indexed_store": """
    insert(name, value) natural
    insert_at(natural, name, value) none
    erase(name) bool
    get(name) value
    assign(name, value) none
    contains(name) bool
    pos_of(name) natural
    name_at(natural) name
    values() values
    items() name_items
    insert_items(name_items) naturals
    erase_items(names) natural
    clear() none
    copy() arrays
    swap(peer) none
    size() natural
    """,
}

_TABLE_BEHAVIOUR: Final[Mapping[str, str]] = {
    "erase": "bool",
    "contains": "bool",
    "keys": "keys",
    "clear": "none",
    "size": "natural",
}

# What is asked at level behaviour, and the type of the result there; `any` is not compared unless it is a refusal.
BEHAVIOUR: Final[Mapping[str, Mapping[str, str]]] = {
    "handle_map": {
        "insert": "handle",
        "emplace": "handle",
        "erase": "bool",
        "get": "value",
        "assign": "none",
        "is_valid": "bool",
        "values": "values",
        "items": "handle_items",
        "emplace_items": "handles",
        "erase_items": "natural",
        "clear": "none",
        "size": "natural",
    },
    "sparse_set": {
        "push": "any",
        "push_items": "any",
        "erase": "none",
        "remove": "bool",
        "contains": "bool",
        "handles": "handles",
        "erase_items": "none",
        "remove_items": "natural",
        "clear": "none",
        "size": "natural",
    },
    "storage": {
        "emplace": "any",
        "emplace_items": "any",
        "erase": "none",
        "remove": "bool",
        "contains": "bool",
        "get": "value",
        "replace": "none",
        "each": "handle_items",
        "handles": "handles",
        "erase_items": "none",
        "remove_items": "natural",
        "clear": "none",
        "size": "natural",
    },
    "entity_storage": {
        "create": "handle",
        "create_items": "handles",
        "destroy": "any",
        "destroy_items": "none",
        "is_valid": "bool",
        "handles": "handles",
        "clear": "none",
        "size": "natural",
    },
    "registry": {
        "create": "handle",
        "add_pool": "natural",
        "group": "natural",
        "emplace": "none",
        "erase": "none",
        "remove": "bool",
        "destroy": "any",
        "destroy_items": "none",
        "get": "value",
        "replace": "none",
        "contains": "bool",
        "is_valid": "bool",
        "is_member": "bool",
        "view": "handles",
        "members": "handles",
        "clear_pool": "none",
        "clear": "none",
        "size": "natural",
        "pool_size": "natural",
        "pool_count": "natural",
        "length": "natural",
    },
    "typed_store": {
        "insert": "handle",
        "emplace": "handle",
        "erase": "bool",
        "get": "value",
        "assign": "none",
        "is_valid": "bool",
        "clear": "none",
        "size": "natural",
    },
    "dense_map": {
        "insert": "new",
        "insert_or_assign": "new",
        "get": "value",
        "assign": "none",
        "values": "values",
        "items": "key_items",
        **_TABLE_BEHAVIOUR,
    },
    "dense_set": {"insert": "new", **_TABLE_BEHAVIOUR},
    "bitmask": {
        "set": "none",
        "get": "bool",
        "find_first_clear": "natural",
        "find_first_set": "natural",
        "positions": "naturals",
        "assign": "none",
        "count": "natural",
        "capacity": "natural",
    },
    "token_allocator": {
        "acquire": "natural",
        "release": "none",
        "is_used": "bool",
        "tokens": "naturals",
        "acquire_many": "naturals",
        "clear": "none",
        "size": "natural",
        "capacity": "natural",
        "room": "natural",
    },
    "hash_index": {
        "add": "none",
        "insert_index": "none",
        "remove": "none",
        "remove_index": "none",
        "first": "link",
        "next": "link",
        "candidates": "naturals",
        "clear": "none",
        "free": "none",
    },
    "indexed_store": {
        "insert": "natural",
        "insert_at": "none",
        "erase": "bool",
        "get": "value",
        "assign": "none",
        "contains": "bool",
        "pos_of": "natural",
        "name_at": "name",
        "values": "values",
        "items": "name_items",
        "insert_items": "naturals",
        "erase_items": "natural",
        "clear": "none",
        "size": "natural",
    },
}
