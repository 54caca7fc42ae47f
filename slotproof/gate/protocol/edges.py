"""Numbers next to which arithmetic goes wrong, and what a call with one of them needs.

A number has a name, such as `2^31-1`, under which it is counted that it was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from slotproof.spec.errors import Full

POWERS: Final = (8, 16, 31, 32, 53, 63, 64)  # of two: where a type of some language ends
SOURCE_BITS: Final = 53  # of integers that keys are made of, at least
CELLS: Final = 1 << 12  # cells that one call may need, if a port does not say

NATURALS: Final[Mapping[str, int]] = {
    "0": 0,
    "1": 1,
    **{
        f"2^{power}{f'{beside:+}' if beside else ''}": (1 << power) + beside
        for power in POWERS
        for beside in (-1, 0, 1)
    },
    "2^68": 1 << 68,
}
LOADS: Final[Mapping[str, float]] = {
    "2^-149": 2.0**-149,
    "1/2": 0.5,
    "7/8": 0.875,
    "1": 1.0,
    "2^24": 2.0**24,
    "3.4e38": 3.4028234663852886e38,
}


def integers(bits: int, signed: bool) -> dict[str, int]:
    """Edges of integers of so many bits, by their names: of both signs, if they have one."""
    most = 1 << (bits - signed)
    found = {name: value for name, value in NATURALS.items() if value < most}
    if signed:
        below = {f"-({name})" if len(name) > 4 else f"-{name}": -value for name, value in found.items() if value}
        found |= {**below, f"-2^{bits - 1}": -most}
    return found


NAMES: Final[Mapping[int, str]] = {value: name for name, value in {**integers(64, True), **NATURALS}.items()}


def values(bits: int) -> dict[str, int]:
    """Edges of values of so many bits."""
    return {"0": 0, f"2^{bits - 1}-1": (1 << (bits - 1)) - 1, f"2^{bits}-1": (1 << bits) - 1}


def near(container: Any) -> Iterator[int]:
    """Numbers beside those that the container itself has: its size, capacity and room, and where its widths end."""
    for name in ("size", "capacity", "room", "nil", "index_limit"):
        held = getattr(container, name, None)
        try:
            number = held() if callable(held) else held
        except TypeError:  # of a typed store the size is that of a type
            continue
        if isinstance(number, int):
            yield from (each for each in (number - 1, number, number + 1) if each >= 0)


# --- what a call needs


def _index_room(index: Any, count: int) -> int:
    """Cells of a hash index that has room for so many."""
    if not 0 < count <= index.index_limit:
        return 0
    made = index.lookup_mask != 0
    whole = -(-count // index.granularity) * index.granularity
    size = min(whole, index.index_limit) if count > index.index_size else index.index_size
    return int(size + index.hash_size) if made or count else 0


def _buckets(table: Any, keys: int, count: int) -> int:
    try:
        return int(table._least_buckets(max(keys, len(table.key)), count, table.load_num, table.load_den))
    except Full:
        return 0


def _up_to_room(container: Any, count: int) -> int:
    return count if count <= container.room() else 0


def _slot(container: Any, handle: Any) -> int:
    return int(handle.slot) + 1 if 0 <= handle.slot < container.nil else 0


def _slot_by_hint(entities: Any, hint: Any) -> int:
    return max(_slot(entities, hint), int(entities.next_slot) + 1)


NEEDS: Final[Mapping[str, Mapping[str, Callable[..., int]]]] = {
    "handle_map": {
        "reserve": lambda held, count: count if count <= held.nil else 0,
        "emplace_items": lambda held, count, _: _up_to_room(held, count),
    },
    "storage": {
        "reserve": lambda held, count: count if count <= held.nil else 0,
        "emplace": lambda held, handle, _: _slot(held, handle),
    },
    "sparse_set": {"push": _slot},
    "entity_storage": {
        "create": lambda held: held.next_slot + 1,
        "create_items": lambda held, count: held.next_slot + count if count <= held.room() else 0,
        "create_at": _slot_by_hint,
        "start_from": _slot,
    },
    "registry": {
        "create": lambda held: held.entities.next_slot + 1,
        "create_at": lambda held, handle: _slot_by_hint(held.entities, handle),
        "emplace": lambda held, _, handle, __: _slot(held.entities, handle),
    },
    "token_allocator": {"acquire_many": _up_to_room},
    "dense_map": {
        "rehash": lambda held, count: _buckets(held, 0, count),
        "reserve": lambda held, count: _buckets(held, count, 0),
    },
    "dense_set": {
        "rehash": lambda held, count: _buckets(held, 0, count),
        "reserve": lambda held, count: _buckets(held, count, 0),
    },
    "hash_index": {
        "add": lambda held, _, index: _index_room(held, index + 1),
        "insert_index": lambda held, _, index: _index_room(held, max(index + 1, held._last() + 2)),
        "resize": lambda held, count: _index_room(held, count) if held.lookup_mask else 0,
    },
}


def needed(kind: str, container: Any, name: str, taken: tuple[Any, ...]) -> int:
    """Cells that a call may need, or none where it is refused without looking at more."""
    need = NEEDS.get(kind, {}).get(name)
    return max(need(container, *taken), 0) if need is not None else 0
