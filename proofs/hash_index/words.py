"""What the masks of the hash index do to keys of 32 bits: no key leads out of the arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from slotproof.declare import Claim, Theorem
from slotproof.impl.hash_index import HashIndex
from slotproof.spec.hash_index import BUCKETS, NIL, UNLINKED, HashIndexModel
from slotproof.spec.logic import conj, within

KEY_BITS: Final = 32
WIDTHS: Final = tuple({"bucket_bits": bits} for bits in range(BUCKETS.bit_length()))


def _any_buckets(make: Any) -> Mapping[str, int]:
    """Any number of buckets, by its bits."""
    return {"bucket_bits": make.int("bucket_bits")}


def _any_room(make: Any) -> Mapping[str, int]:
    """Any number of buckets, and of indices that there is room for."""
    return {**_any_buckets(make), "room": make.int("room")}


def _key(bits: Any) -> Any:
    """Any signed 32-bit number."""
    return bits.between("key", -(1 << (KEY_BITS - 1)), 1 << (KEY_BITS - 1))


def _size(bits: Any, bucket_bits: int) -> int:
    """As many buckets as there may be."""
    bits.assume(bucket_bits >= 0)
    size = 1 << bucket_bits
    bits.assume(size <= BUCKETS)
    assert size % size == 0  # so `size & (size - 1)`, which is the remainder, is 0
    return size


def _hash_index(bucket_bits: int, lookup_mask: int) -> HashIndex:
    """What the masks are read from; the arrays are not."""
    h: HashIndex = object.__new__(HashIndex)
    h.hash_mask, h.lookup_mask = (1 << bucket_bits) - 1, lookup_mask
    return h


def _in_range(bits: Any, bucket_bits: int) -> bool:
    key, size = _key(bits), _size(bits, bucket_bits)
    return conj(
        within(0, _hash_index(bucket_bits, -1)._bucket(key), size),
        within(0, _hash_index(bucket_bits, 0)._bucket(key), 1),
    )


def _empty_answers_nil(bits: Any, bucket_bits: int, room: int = 1024) -> bool:
    size = _size(bits, bucket_bits)
    bits.assume(within(1, room, BUCKETS))  # no index is above the limit that a hash index has by default
    h = HashIndex(size, room)
    key = _key(bits)
    index = bits.between("index", 0, room)
    return conj(h.first(key) == NIL, h.chain[index & h.lookup_mask] == UNLINKED)


def _mask_is_modulo(bits: Any, bucket_bits: int) -> bool:
    key, size = _key(bits), _size(bits, bucket_bits)
    return conj(
        _hash_index(bucket_bits, -1)._bucket(key) == key % size,
        HashIndexModel(size).bucket_of(key) == key % size,
    )


def _theorem(
    id: str,
    statement: str,
    holds: Callable[..., bool],
    configure: Callable[[Any], Mapping[str, int]] = _any_buckets,
) -> Theorem:
    return Theorem(Claim(id, statement), holds, WIDTHS, configure=configure)


THEOREMS: Final = (
    _theorem(
        "HI-B1",
        "`key & hash_mask & lookup_mask` is a place in `head` for every 32-bit key, before allocation and after.",
        _in_range,
    ),
    _theorem(
        "HI-B2",
        "Before allocation the masks lead every 32-bit key to NIL, and every index there is room for to UNLINKED.",
        _empty_answers_nil,
        _any_room,
    ),
    _theorem(
        "HI-B3",
        "The bucket of a 32-bit key is the key modulo the number of buckets, for keys below 0 too.",
        _mask_is_modulo,
    ),
)
