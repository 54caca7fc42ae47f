"""The layouts of a handle: theorems are about a few splits of a word into fields, and proofs about any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from slotproof.spec.handle import Handle

SPLITS: Final[tuple[Mapping[str, int], ...]] = tuple(
    {"index_bits": index, "generation_bits": generation, "type_bits": type_}
    for index, generation, type_ in (
        (32, 16, 15),  # the default
        (16, 32, 15),
        (15, 16, 32),
        (20, 12, 31),
        (31, 31, 1),
        (1, 1, 1),
        (5, 3, 2),
        (64, 32, 31),
    )
)


def any_handle(make: Any) -> Any:
    """No handle, one in which something is no integer, or any handle of integers."""
    fields = (make.int(name) for name in Handle._fields)
    return make.one_of("handle", (None, Handle(None, 0, 0, 0), Handle(*fields)))  # type: ignore[arg-type]


def any_word(make: Any) -> Any:
    """No integer, or any."""
    return make.one_of("word", (None, make.int("word")))


def any_widths(make: Any) -> Mapping[str, int]:
    """Any number of bits of each field; a layout of fewer than 1 is refused."""
    return {name: make.int(name) for name in ("index_bits", "generation_bits", "type_bits")}
