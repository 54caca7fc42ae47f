"""What a dense table means: distinct keys in one sequence, each found through the bucket of its hash.

The dense map and the dense set are dense tables; the map holds a value beside each key.
The state is what a client can observe: the keys in iteration order, how many buckets there are, and in what order each
bucket is visited: a chain is the keys of a bucket, the one linked last first.

      order   C  B  D           bucket 0: D, C     rank of C is 0, of D is 1
                                bucket 1: B        rank of B is 0

Laws        DM-L1 ..., DS-L1 ... (proofs/shared/dense_table/)
Source      EnTT 3.13 dense_map, dense_set
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Final, Generic, TypeVar

from slotproof.spec.errors import Full, InvalidArgument, OutOfRange, shown
from slotproof.spec.logic import Unique, choose, conj, listed, mapped, power_of_two

K = TypeVar("K", bound=Hashable)

SETTINGS: Final = ("hasher", "nil", "min_buckets", "load_num", "load_den")


class DenseTableModel(Generic[K]):
    """The keys as a sequence, and for each key its rank within its bucket.

    Takes      hasher, which gives equal keys equal ints; min_buckets, a power of two
               max_load, keys per bucket above which the table grows; index_bits, the width of a position
    Raises     InvalidArgument
    """

    COLLECTIONS: ClassVar[tuple[str, ...]] = ("order", "rank", "linked")

    hasher: Callable[[Any], int]
    order: Unique[K]  # the keys, as iteration visits them
    rank: dict[K, int]  # key -> how many keys of its bucket were linked before it
    linked: list[int]  # bucket -> how many keys it has
    nil: int  # 2**index_bits - 1, which is no position
    min_buckets: int
    load_num: int  # max_load is load_num / load_den
    load_den: int

    def __init__(
        self,
        *,
        hasher: Callable[[Any], int] = hash,
        min_buckets: int = 8,
        max_load: float = 0.875,
        index_bits: int = 64,
    ) -> None:
        check_configuration(hasher, min_buckets, index_bits)
        self.hasher = hasher
        self.nil = 2**index_bits - 1
        self.min_buckets = min_buckets
        self.load_num, self.load_den = load_ratio(max_load)
        self.order = Unique()
        self.rank = {}
        self.linked = [0] * min_buckets

    # --- insert

    def add(self, key: K) -> int:
        """Grow if the load is too high, and link a new key, last in iteration order; its position."""
        size = len(self.order) + 1
        if size > self.nil:
            raise Full(f"all {shown(self.nil)} positions are in use")
        buckets = len(self.linked)
        if size * self.load_den > self.load_num * buckets:
            self.link_all(self.least_buckets(size, 2 * buckets, self.load_num, self.load_den))
        self.order.append(key)
        self.link(key)
        return size - 1

    def link(self, key: K) -> None:
        """Make the key the first of its bucket."""
        bucket = self.bucket_of(key)
        self.rank[key] = self.linked[bucket]
        self.linked[bucket] += 1

    def link_all(self, buckets: int) -> None:
        """Link every key anew, in iteration order."""
        self.rank = {}
        self.linked = [0] * buckets
        for key in self.order:
            self.link(key)

    # --- erase

    def erase(self, key: K) -> bool:
        """Drop the key; the last one takes its place. False, and nothing changes, if the key is not there."""
        pos = self.find(key)
        if pos is None:
            return False
        self.erase_at(pos)
        return True

    def erase_at(self, pos: int) -> int:
        """Drop the key at a position; the position, where the next key to visit now stands.

        The keys of its bucket that were linked after it move down by one rank.
        """
        check_position(pos, len(self.order))
        key = self.order[pos]
        bucket, gone = self.bucket_of(key), self.rank[key]
        del self.rank[key]
        self.rank = mapped(
            self.rank, lambda other, rank: choose(conj(self.bucket_of(other) == bucket, rank > gone), rank - 1, rank)
        )
        self.linked[bucket] -= 1
        self.order.swap_remove(key)
        self.forget(key)
        return pos

    def erase_range(self, first: int, last: int) -> int:
        """Drop the keys at [first, last), the last one first; `first`."""
        check_range(first, last, len(self.order))
        for done in range(last - first):
            self.erase_at(last - 1 - done)
        return first

    def forget(self, key: K) -> None:
        """Drop what the container holds beside the key."""

    def forget_all(self) -> None:
        """Drop what the container holds beside the keys."""

    # --- find

    def find(self, key: K) -> int | None:
        """The position of the key, or None."""
        check_key(key)
        return self.order.place(key) if key in self.rank else None

    def contains(self, key: K) -> bool:
        """True if the key is there."""
        check_key(key)
        return key in self.rank

    def key_at(self, pos: int) -> K:
        """The key that iteration meets at `pos`."""
        check_position(pos, len(self.order))
        return self.order[pos]

    # --- iterate

    def keys(self) -> list[K]:
        """The keys in iteration order."""
        return listed(self.order, lambda key: key)

    # --- buckets

    def bucket(self, key: K) -> int:
        """The bucket of a key, there or not."""
        check_key(key)
        return self.bucket_of(key)

    def bucket_of(self, key: K) -> int:
        """The bucket of what is a key."""
        return self.hasher(key) % len(self.linked)

    def bucket_count(self) -> int:
        """How many buckets there are."""
        return len(self.linked)

    def bucket_size(self, bucket: int) -> int:
        """How many keys a bucket has."""
        check_position(bucket, len(self.linked))
        return self.linked[bucket]

    def bucket_keys(self, bucket: int) -> list[K]:
        """The keys of a bucket, the one linked last first."""
        check_position(bucket, len(self.linked))
        return sorted((key for key in self.order if self.bucket_of(key) == bucket), key=lambda key: -self.rank[key])

    def max_load(self) -> float:
        """How many keys a bucket may have on average."""
        return self.load_num / self.load_den

    def set_max_load(self, max_load: float) -> None:
        """Change how many keys a bucket may have on average, and rehash."""
        load_num, load_den = load_ratio(max_load)
        self.resize(self.least_buckets(len(self.order), 0, load_num, load_den))
        self.load_num, self.load_den = load_num, load_den

    def rehash(self, count: int) -> None:
        """Become as small as `count` buckets and the load allow."""
        check_count(count)
        self.resize(self.least_buckets(len(self.order), count, self.load_num, self.load_den))

    def reserve(self, count: int) -> None:
        """Become as small as a table may be that takes `count` keys without growing."""
        check_count(count)
        self.resize(self.least_buckets(max(count, len(self.order)), 0, self.load_num, self.load_den))

    def resize(self, buckets: int) -> None:
        """Link every key anew, unless there are that many buckets already."""
        if buckets != len(self.linked):
            self.link_all(buckets)

    def least_buckets(self, keys: int, at_least: int, load_num: int, load_den: int) -> int:
        """The smallest power of two of buckets, at least so many, that bears so many keys under a load."""
        buckets = self.min_buckets
        while buckets < at_least or keys * load_den > load_num * buckets:
            buckets *= 2
        if buckets > self.nil + 1:
            raise Full(f"{shown(buckets)} buckets; there are at most {shown(self.nil + 1)}")
        return buckets

    # --- whole container

    def clear(self) -> None:
        """Drop every key and all buckets but the least there may be."""
        self.order = Unique()
        self.rank = {}
        self.linked = [0] * self.min_buckets
        self.forget_all()

    def copy(self) -> DenseTableModel[K]:
        """A second table in the same state."""
        twin: DenseTableModel[K] = object.__new__(type(self))
        for name in self.COLLECTIONS:
            setattr(twin, name, getattr(self, name).copy())
        for name in SETTINGS:
            setattr(twin, name, getattr(self, name))
        return twin

    def swap(self, other: DenseTableModel[K]) -> None:
        """Exchange the states of two tables."""
        for name in (*self.COLLECTIONS, *SETTINGS):
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def size(self) -> int:
        """How many keys there are."""
        return len(self.order)


# --- arguments


def load_ratio(max_load: float) -> tuple[int, int]:
    """The fraction that max_load is once it is rounded to 32 bits, as the original keeps it (DM-D2).

    Raises     InvalidArgument unless it is a positive number that 32 bits hold
    """
    num, den = load_numerator(max_load), load_denominator(max_load)
    if den < 1:
        raise InvalidArgument(f"not a load: {shown(max_load)}")
    if num < 1:
        raise InvalidArgument(f"max_load is a positive number, not {shown(max_load)}")
    return num, den


def is_load(num: int, den: int) -> bool:
    """True if the fraction is what a load is once it is rounded to 32 bits."""
    try:
        return load_ratio(num / den) == (num, den)
    except (ArithmeticError, InvalidArgument):
        return False


def load_numerator(max_load: float) -> int:
    """The numerator of `single_ratio`."""
    return single_ratio(max_load)[0]


def load_denominator(max_load: float) -> int:
    """The denominator of `single_ratio`."""
    return single_ratio(max_load)[1]


def single_ratio(number: object) -> tuple[int, int]:
    """The fraction that a number is once it is rounded to 32 bits; 0 / 0 for what is no finite number of 32 bits."""
    if not isinstance(number, int | float):
        return 0, 0
    try:
        (rounded,) = struct.unpack("<f", struct.pack("<f", number))
    except (OverflowError, struct.error):
        return 0, 0
    if not math.isfinite(rounded):
        return 0, 0
    num, den = rounded.as_integer_ratio()
    return num, den


def check_configuration(hasher: object, min_buckets: int, index_bits: int) -> None:
    """Refuse widths and hash functions that no table has.

    Raises     InvalidArgument
    """
    if not callable(hasher):
        raise InvalidArgument(f"not a hash function: {shown(hasher)}")
    if not isinstance(index_bits, int) or index_bits < 1:
        raise InvalidArgument(f"index_bits is a width of at least 1 bit, not {shown(index_bits)}")
    if not isinstance(min_buckets, int) or not power_of_two(min_buckets) or min_buckets > 2**index_bits:
        raise InvalidArgument(
            f"min_buckets is a power of two of at most {shown(index_bits)} bits, not {shown(min_buckets)}"
        )


def check_key(key: object) -> None:
    """Refuse what cannot be a key: what has no hash, and what does not equal itself.

    Raises     InvalidArgument
    """
    try:
        hash(key)
    except TypeError as error:
        raise InvalidArgument(f"a key has a hash: {shown(key)}") from error
    if key != key:  # noqa: PLR0124 - not-a-number is not equal to itself
        raise InvalidArgument(f"a key equals itself: {shown(key)}")


def check_count(count: int) -> None:
    """Refuse what is no count.

    Raises     InvalidArgument
    """
    if not isinstance(count, int) or count < 0:
        raise InvalidArgument(f"not a count: {shown(count)}")


def check_position(pos: int, end: int) -> None:
    """Refuse a position, or a bucket, outside [0, end).

    Raises     OutOfRange, InvalidArgument
    """
    if not isinstance(pos, int):
        raise InvalidArgument(f"not an index: {shown(pos)}")
    if pos < 0 or pos >= end:
        raise OutOfRange(f"index {shown(pos)} of {shown(end)}")


def check_range(first: int, last: int, end: int) -> None:
    """Refuse a range of positions that is not within [0, end).

    Raises     OutOfRange, InvalidArgument
    """
    if not isinstance(first, int) or not isinstance(last, int):
        raise InvalidArgument(f"not a range of positions: {shown(first)}, {shown(last)}")
    if first < 0 or first > last or last > end:
        raise OutOfRange(f"positions {shown(first)} to {shown(last)} of {shown(end)}")
