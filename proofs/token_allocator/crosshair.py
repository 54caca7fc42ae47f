"""The shapes of a token allocator: which tokens are in use. Tokens and numbers that are given are left open."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Contracts
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.proofs.bitmask.crosshair import WORD_BITS, mask_of, shapes_of


def _build(make: Any, ones: tuple[int, ...], capacity: int) -> Any:
    h = TokenAllocator(capacity, word_bits=WORD_BITS)
    h.mask = mask_of(ones, capacity)
    return h


CONTRACTS: Final = Contracts(
    scope=f"words of {WORD_BITS} bits",
    shapes=tuple(shapes_of(_build)),
    left_out={
        "from_dict": "takes arrays of which nothing is known",
    },
    deep=frozenset({"is_used", "clear", "tokens", "copy", "to_dict", "size", "room", "capacity", "acquire_many"}),
)
