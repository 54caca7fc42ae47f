"""States that no short trace comes to: where generations, links, slots and room end, and masks with one clear bit.

A state is written as the arrays of the protocol; the members that are left out are those of a new container.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from slotproof.gate.protocol.kinds import LAYOUTS, Kind, Layout, Part
from slotproof.gate.protocol.values import Json, decode, read_arrays, show
from slotproof.spec.errors import Full

Arrays = dict[str, Json]
FEW: Final = 256  # slots, keys or names up to which a state has all that there can be
NARROW: Final[Mapping[str, int]] = {"index_bits": 8, "index_limit": 8, "index_size": 4}  # so that few values are all
POOLS: Final[Mapping[str, int]] = {"index_bits": 3, "pools": 3}  # of a registry: all its entities, in all its pools
WIDEST: Final[Mapping[str, int]] = {"index_bits": 64, "generation_bits": 64}  # or the most a port has


def loaded(kind: Kind, fresh: Any, arrays: Json) -> Any:
    """Our own container in that state.

    Takes      fresh, one as new; arrays, all of them, as the protocol has them
    Raises     Malformed, InvalidArgument if no container has them
    """
    data = fresh.to_dict()
    _put(data, kind.layout, read_arrays(kind.layout, arrays, arrays))
    for index in (data, data.get("index", {})):
        if "hash_mask" in index:
            index["hash_mask"] = index["hash_size"] - 1
    impl: Any = kind.refinement.impl
    return impl.from_dict(data, fresh.hasher) if hasattr(fresh, "hasher") else impl.from_dict(data)


def _put(data: dict[str, Any], layout: Layout, arrays: Mapping[str, Json]) -> None:
    """Put the members of arrays into those of a container; a group is made as it is shown, a pool is there already."""
    for member in layout:
        if not isinstance(member, Part):
            data[member] = arrays[member]
        elif not member.many:
            _put(data.get(member.name, data), member.layout, arrays[member.name])
        else:
            shown = arrays[member.name]
            if member.name == "groups":
                data["groups"] = [{"elements": _elements(data)} for _ in shown]
            for inner, each in zip(data[member.name], shown, strict=True):
                _put(inner, member.layout, each)


def _elements(registry: Mapping[str, Any]) -> dict[str, Any]:
    """What a group of a registry has beside its arrays."""
    entities = registry["entities"]
    return {**{name: entities[name] for name in ("page", "nil", "tombstone")}, "in_place": False}


def states(kind: Kind, held: Any, cells: int) -> Iterator[Arrays]:
    """States of a kind near its limits.

    Takes      held, a new container; cells, of an array at most
    """
    shown = show(held, kind.layout)
    for change in STATES[kind.name](held, cells):
        yield {**shown, **(change if isinstance(change, dict) else show(change, kind.layout))}


def _slots(held: Any) -> Sequence[int]:
    """All slots of a container, if they are few; else some, of two pages."""
    return range(held.nil) if held.nil <= FEW else [0, 1, getattr(held, "page", 2)]


# --- each kind: containers, or arrays that are other than those of a new one


def _handle_map(held: Any, _: int) -> Iterator[Any]:
    nil, limit = held.nil, held.generation_limit
    for generation in range(max(limit - 3, 1), limit):
        yield {"sparse": [0], "generation": [generation], "free": [0], "dense": [7], "meta": [0], "fragmented": True}
        free = {"sparse": [nil], "generation": [generation], "free": [1], "free_head": 0, "free_tail": 0}
        yield {**free, "dense": [], "meta": []}
        if nil > 2:
            two = {"sparse": [1, nil], "generation": [generation, 2], "free": [1, 1], "free_head": 0, "free_tail": 1}
            yield {**two, "dense": [], "meta": []}
    yield {"reserved": nil}
    if held.retire:
        yield {"sparse": [nil], "generation": [0], "free": [1], "dense": [], "meta": [], "retired": 1}
    if nil <= FEW:
        full = held.copy()
        for slot in range(nil):
            full.insert(slot % 8)
        yield full


def _typed_store(held: Any, cells: int) -> Iterator[Any]:
    layout = LAYOUTS["handle_map"]
    maps = [show(each, layout) for each in held.maps]
    for number in dict.fromkeys((0, len(maps) - 1)):
        for change in _handle_map(held.maps[number], cells):
            new = {**maps[number], **(change if isinstance(change, dict) else show(change, layout))}
            yield {"maps": [new if number == each else old for each, old in enumerate(maps)]}


def _pool(held: Any, _: int) -> Iterator[Any]:
    """All slots taken, in their last generation; under `in_place` all but the last one holes."""
    slots, stored = _slots(held), hasattr(held, "room")
    for generation in dict.fromkeys((0, held.tombstone - 1)):
        full = held.copy()
        for slot in slots:
            (full.emplace if stored else full.push)(
                decode("handle", [slot, generation]), *([slot % 8] if stored else [])
            )
        yield full
    if held.in_place:
        holes = full.copy()
        for slot in slots[:-1]:
            holes.erase(decode("handle", [slot, held.tombstone - 1]))
        yield holes
    if stored and held.nil <= FEW:
        roomy = held.copy()
        roomy.reserve(held.nil)
        yield roomy


def _entity_storage(held: Any, _: int) -> Iterator[Any]:
    for slot in (held.nil - 1, held.nil):
        yield {"next_slot": slot}
    full = held.copy()
    full.create_items(held.nil if held.nil <= FEW else 3)
    yield full
    old = full.copy()
    for slot in range(old.live):  # as if each had been issued as often as it can be
        old.generation[slot] = old.stamp[old.sparse[slot]] = held.tombstone - 1
    yield old
    ended = old.copy()
    ended.destroy(decode("handle", [ended.meta[0], ended.stamp[0]]))  # used up, or begins again
    yield ended
    dead = full.copy()
    last = dead.meta[dead.live - 1]
    dead.destroy(decode("handle", [last, dead.stamp[dead.live - 1]]))
    if dead.usable > dead.live:  # it is issued once more, for the last time
        dead.generation[last] = dead.stamp[dead.sparse[last]] = held.tombstone - 1
        yield dead


def _registry(held: Any, cells: int) -> Iterator[Any]:
    """Entities at their ends; and of each sort of group one, with all entities in its pools."""
    for change in _entity_storage(held.entities, cells):
        shown = show(held.entities, LAYOUTS["entity_storage"])
        yield {"entities": {**shown, **change}} if isinstance(change, dict) else _with(held, change)
    if len(held.pools) < 2:
        return
    for owned, observed in (((0, 1), ()), ((0,), (1,)), ((), (0, 1))):
        for excluded in ((), (2,)) if len(held.pools) > 2 else ((),):
            full = held.copy()
            full.group(owned, observed, excluded)
            for slot in range(min(held.entities.nil, 7)):
                entity = full.create()
                for pool in range(len(full.pools)):
                    if slot % (pool + 2):
                        full.emplace(pool, entity, slot % 8)
            yield full


def _with(registry: Any, entities: Any) -> Any:
    """The registry with other entities, none of which has a value."""
    twin = registry.copy()
    twin.entities = entities
    return twin


def _dense_table(held: Any, cells: int) -> Iterator[Any]:
    """One key before the table grows, and after; and as many keys as there can be, or none of them in a row."""
    stored = hasattr(held, "dense")
    table, key = held.copy(), 0
    while key < min(FEW, cells):
        before = table.copy()
        try:
            table.insert(key, *([key % 8] if stored else []))
        except Full:
            yield before
            break
        if len(table.head) != len(before.head) and key < 16:
            yield from (before, table.copy())
        key += 1
    if len(table.key) > 2:
        holes = table.copy()
        holes.erase(0)
        yield holes


def _words(held: Any) -> list[int]:
    """The words of a mask in which each bit is set but the last one, of which the summaries are clear."""
    words = [0] * len(held.words)
    for pos in range(held.limit - 1):
        words[pos // held.word_bits] |= 1 << pos % held.word_bits
    full = (1 << held.word_bits) - 1
    for layer in range(1, len(held.starts) - 1):
        below, here = held.starts[layer - 1], held.starts[layer]
        for place in range(here - below):
            if words[below + place] == full:
                words[here + place // held.word_bits] |= 1 << place % held.word_bits
    return words


def _bitmask(held: Any, _: int) -> Iterator[Any]:
    if held.limit:
        yield {"words": _words(held)}


def _token_allocator(held: Any, _: int) -> Iterator[Any]:
    if held.mask.limit:
        yield {"mask": {"words": _words(held.mask), "starts": list(held.mask.starts)}}


def _hash_index(held: Any, cells: int) -> Iterator[Any]:
    limit = held.index_limit
    for granularity in dict.fromkeys((1, limit)):
        yield {"granularity": granularity, "index_size": 0}
    rows = min(3, limit, cells)
    made = {"lookup_mask": -1, "hash_size": 2, "index_size": rows}
    yield {**made, "head": [rows - 1, -1], "chain": [*([-2] * (rows - 1)), -1], "granularity": limit}
    yield {**made, "head": [-1, -1], "chain": [-2] * rows}
    if limit <= FEW:
        full = held.copy()
        for index in range(limit):
            full.add(index, index)
        yield full


def _indexed_store(held: Any, cells: int) -> Iterator[Any]:
    """Names, as many as there can be if these are few, whose index grows by one or to its end."""
    count = min(held.index.index_limit, FEW if held.index.index_limit <= FEW else 3, cells)
    for granularity in dict.fromkeys((1, held.index.index_limit)):
        full = held.copy()
        full.index.granularity = granularity
        for number in range(count):
            full.insert(f"n{number}", number % 8)
        yield full
        less = full.copy()
        less.erase("n0")
        yield less


STATES: Final[Mapping[str, Callable[[Any, int], Iterator[Any]]]] = {
    "handle_map": _handle_map,
    "sparse_set": _pool,
    "storage": _pool,
    "entity_storage": _entity_storage,
    "registry": _registry,
    "typed_store": _typed_store,
    "dense_map": _dense_table,
    "dense_set": _dense_table,
    "bitmask": _bitmask,
    "token_allocator": _token_allocator,
    "hash_index": _hash_index,
    "indexed_store": _indexed_store,
}
