"""States that no short trace comes to: where generations, links and room end, and masks of which one bit is clear.

A state is written as the arrays of the protocol; the members that are left out are those of a new container.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from slotproof.gate.kinds import Kind, Layout, Part
from slotproof.gate.values import Json, read_arrays

Arrays = dict[str, Json]
KINDS: Final = frozenset({"handle_map", "entity_storage", "bitmask", "token_allocator", "hash_index"})


def loaded(kind: Kind, fresh: Any, arrays: Json) -> Any:
    """Our own container in that state.

    Takes      fresh, one as new; arrays, all of them, as the protocol has them
    Raises     Malformed, InvalidArgument if no container has them
    """
    data = fresh.to_dict()
    _put(data, kind.layout, read_arrays(kind.layout, arrays, {}))
    if "hash_mask" in data:
        data["hash_mask"] = data["hash_size"] - 1
    impl: Any = kind.refinement.impl
    return impl.from_dict(data)


def _put(data: dict[str, Any], layout: Layout, arrays: Mapping[str, Json]) -> None:
    for member in layout:
        if not isinstance(member, Part):
            data[member] = arrays[member]
        elif not member.many:
            _put(data.get(member.name, data), member.layout, arrays[member.name])
        else:
            for inner, shown in zip(data[member.name], arrays[member.name], strict=True):
                _put(inner, member.layout, shown)


def states(kind: str, held: Any, shown: Json, cells: int) -> Iterator[Arrays]:
    """States of a kind near its limits.

    Takes      held, a new container, for its widths; shown, its arrays; cells, of an array at most
    """
    made = {
        "handle_map": _handle_map,
        "entity_storage": _entity_storage,
        "bitmask": _bitmask,
        "token_allocator": _token_allocator,
        "hash_index": _hash_index,
    }.get(kind)
    if made is not None:
        yield from ({**shown, **change} for change in made(held, cells))


def _handle_map(held: Any, _: int) -> Iterator[Arrays]:
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


def _entity_storage(held: Any, _: int) -> Iterator[Arrays]:
    for slot in (held.nil - 1, held.nil):
        yield {"next_slot": slot}


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


def _bitmask(held: Any, _: int) -> Iterator[Arrays]:
    if held.limit:
        yield {"words": _words(held)}


def _token_allocator(held: Any, _: int) -> Iterator[Arrays]:
    if held.mask.limit:
        yield {"mask": {"words": _words(held.mask), "starts": list(held.mask.starts)}}


def _hash_index(held: Any, cells: int) -> Iterator[Arrays]:
    limit = held.index_limit
    for granularity in dict.fromkeys((1, limit)):
        yield {"granularity": granularity, "index_size": 0}
    rows = min(3, limit, cells)
    made = {"lookup_mask": -1, "hash_size": 2, "index_size": rows}
    yield {**made, "head": [rows - 1, -1], "chain": [*([-2] * (rows - 1)), -1], "granularity": limit}
    yield {**made, "head": [-1, -1], "chain": [-2] * rows}
