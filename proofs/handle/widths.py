"""The layouts of a handle that proofs and theorems are about: a few splits of a word into fields.

Shifts and masks are by known numbers then, and a handle or a word is any that there is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from slotproof.declare import Arrangement
from slotproof.impl.handle import Layout
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


def any_split(make: Any) -> Mapping[str, int]:
    """One of the layouts."""
    split: Mapping[str, int] = make.one_of("layout", SPLITS)
    return split


PARTS: Final = tuple({"model": split, "impl": vars(Layout(**split))} for split in SPLITS)

ARRANGED: Final = (Arrangement(f"{len(SPLITS)} layouts", counts={}, parts=PARTS),)
