"""What a hash index means: for each bucket the indices linked in it, newest first.

It holds no values: an index is a place in an array of the caller's, a key is whatever number the caller hashes to.

A chain is written down as facts about each index in it, so that where an index stands is a function:

      bucket 0:  4 -> 1 -> 7      newest {0: 4}     index   4  1  7
                                                    rank    2  1  0     how many of its bucket were linked before it
                                                    older   1  7 NIL
                                                    newer NIL  4  1

Laws        HI-L1 ... HI-L14 (proofs/hash_index/, proofs/shared/dense_table/answers.py)
Source      id Tech 4 idHashIndex
"""

from __future__ import annotations

import math
from typing import Final

from slotproof.spec.errors import Exists, Full, InvalidArgument, Missing, OutOfRange, shown
from slotproof.spec.logic import choose, conj, greatest, mapped, renamed

NIL: Final = -1  # "no index": the end of a chain
UNLINKED: Final = -2  # what arrays store as the link of an index that is in no chain
BUCKETS: Final = 1 << 31  # at most: a key is below that many, and fits 31 bits

Source = str | bytes | int | tuple[int, int] | tuple[float, float, float]

FIELDS: Final = (
    "bucket",
    "rank",
    "older",
    "newer",
    "newest",
    "allocated",
    "hash_size",
    "index_size",
    "granularity",
    "index_limit",
)


class HashIndexModel:
    """The hash index as dicts.

    Takes      hash_size, the number of buckets, a power of two; index_size, indices to make room for
               granularity, of which room is a multiple when it grows; index_limit: indices are below it
    Raises     InvalidArgument
    """

    bucket: dict[int, int]  # linked index -> the bucket it is in
    rank: dict[int, int]  # linked index -> how many indices of its bucket are older
    older: dict[int, int]  # linked index -> the next older one of its bucket, or NIL
    newer: dict[int, int]  # linked index -> the next newer one of its bucket, or NIL
    newest: dict[int, int]  # bucket that is not empty -> the index linked last
    allocated: bool  # arrays are there: not so before the first index is linked
    hash_size: int
    index_size: int  # indices there is room for
    granularity: int
    index_limit: int

    def __init__(
        self, hash_size: int = 1024, index_size: int = 1024, *, granularity: int = 1024, index_limit: int = 2**31 - 1
    ) -> None:
        check_limit(index_limit)
        check_sizes(hash_size, index_size, index_limit)
        check_granularity(granularity)
        self.hash_size = hash_size
        self.index_size = index_size
        self.granularity = granularity
        self.index_limit = index_limit
        self.free()

    # --- insert

    def add(self, key: int, index: int) -> None:
        """Link the index as the newest of the key's bucket."""
        bucket = self.bucket_of(key)
        check_index(index, self.index_limit)
        if index in self.bucket:
            raise Exists(f"index {shown(index)} is linked already")
        self.make_room(index + 1)
        self.allocated = True
        older = self.first(key)
        self.bucket[index] = bucket
        self.rank[index] = 0 if older == NIL else self.rank[older] + 1
        self.older[index] = older
        self.newer[index] = NIL
        if older != NIL:
            self.newer[older] = index
        self.newest[bucket] = index

    def insert_index(self, key: int, index: int) -> None:
        """Make way for the index, every linked one from there on becoming one greater, and link it."""
        self.bucket_of(key)
        check_index(index, self.index_limit)
        last = greatest(self.bucket, NIL)
        if last >= index:
            self.make_room(last + 2)
            self.renumber(index, 1)
        self.add(key, index)

    # --- erase

    def remove(self, key: int, index: int) -> None:
        """Take the index out of the key's bucket; the others keep their order."""
        bucket = self.bucket_of(key)
        check_integer(index)
        if index not in self.bucket or self.bucket[index] != bucket:
            raise Missing(f"index {shown(index)} is not linked in bucket {shown(bucket)}")
        older, newer, rank, bucket_now = self.older[index], self.newer[index], self.rank[index], self.bucket
        self.rank = mapped(
            self.rank,
            lambda each, place: choose(conj(bucket_now[each] == bucket, place > rank), place - 1, place),
        )
        if older != NIL:
            self.newer[older] = newer
        if newer != NIL:
            self.older[newer] = older
        elif older != NIL:
            self.newest[bucket] = older
        else:
            del self.newest[bucket]
        del self.bucket[index], self.rank[index], self.older[index], self.newer[index]

    def remove_index(self, key: int, index: int) -> None:
        """Take the index out and close the gap, every linked one beyond it becoming one less."""
        self.remove(key, index)
        self.renumber(index, -1)

    # --- get

    def first(self, key: int) -> int:
        """The index linked last in the key's bucket, or NIL."""
        bucket = self.bucket_of(key)
        if bucket in self.newest:
            return self.newest[bucket]
        return NIL

    def next(self, index: int) -> int:
        """The next older index of the same bucket, or NIL."""
        check_integer(index)
        if index < 0 or index >= self.index_size:
            raise OutOfRange(f"index {shown(index)}, room for {shown(self.index_size)}")
        if index not in self.bucket:
            raise Missing(f"index {shown(index)} is not linked")
        return self.older[index]

    def generate_key(self, source: Source, case_sensitive: bool = True) -> int:
        """A key in [0, hash_size): of a string by its characters and their places, of numbers by their sum."""
        check_source(source)
        if isinstance(source, str):
            source = source.encode()
        if isinstance(source, bytes):
            return self.bucket_of(sum_of_text(source if case_sensitive else source.lower()))
        numbers = source if isinstance(source, tuple) else (source,)
        return self.bucket_of(sum(math.trunc(number) for number in numbers))

    # --- iterate

    def candidates(self, key: int) -> list[int]:
        """The indices linked in the key's bucket, newest first."""
        bucket = self.bucket_of(key)
        linked = [index for index in self.bucket if self.bucket[index] == bucket]
        return sorted(linked, key=lambda index: -self.rank[index])

    # --- whole container

    def clear(self) -> None:
        """Unlink every index; room is kept."""
        self.bucket, self.rank, self.older, self.newer, self.newest = {}, {}, {}, {}, {}

    def free(self) -> None:
        """Unlink every index and give the arrays back; sizes are kept."""
        self.clear()
        self.allocated = False

    def reset(self, hash_size: int, index_size: int) -> None:
        """Become as new, with these sizes."""
        check_sizes(hash_size, index_size, self.index_limit)
        self.free()
        self.hash_size = hash_size
        self.index_size = index_size

    def resize(self, count: int) -> None:
        """Make room for `count` indices at least, a multiple of the granularity; it never shrinks."""
        check_count(count, self.index_limit)
        if count > self.index_size:
            self.index_size = rounded(count, self.granularity, self.index_limit)

    def set_granularity(self, granularity: int) -> None:
        """Choose of what room is a multiple when it grows."""
        check_granularity(granularity)
        if granularity > self.index_limit:
            raise InvalidArgument(f"room ends at {shown(self.index_limit)}, before {shown(granularity)}")
        self.granularity = granularity

    def copy(self) -> HashIndexModel:
        """A second hash index in the same state."""
        twin: HashIndexModel = object.__new__(type(self))
        for name in FIELDS:
            held = getattr(self, name)
            setattr(twin, name, held.copy() if isinstance(held, dict) else held)
        return twin

    def swap(self, other: HashIndexModel) -> None:
        """Exchange the states of two hash indices."""
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    # --- observers

    def spread(self) -> int:
        """How evenly the buckets are filled, in percent; up to one index off the average is even."""
        if not self.allocated:
            return 100
        lengths: list[int] = []
        total = 0
        for bucket in range(self.hash_size):
            length = self.length_of(bucket)
            lengths.append(length)
            total += length
        if total <= 1:
            return 100
        average = total // self.hash_size
        error = 0
        for length in lengths:
            error += max(abs(length - average) - 1, 0)
        return max(0, 100 - error * 100 // total)

    # --- words of the operations

    def bucket_of(self, key: int) -> int:
        """The bucket of a key: its low bits."""
        check_integer(key)
        return key & (self.hash_size - 1)

    def length_of(self, bucket: int) -> int:
        """How many indices the bucket holds: the newest has that many, less one, below it."""
        return self.rank[self.newest[bucket]] + 1 if bucket in self.newest else 0

    def make_room(self, count: int) -> None:
        """Make room for `count` indices; arrays that are not there yet are made as large as asked, not rounded."""
        if self.allocated:
            self.resize(count)
        elif count > self.index_size:
            self.index_size = count

    def renumber(self, low: int, step: int) -> None:
        """Add `step` to every linked index from `low` on."""

        def new(index: int) -> int:
            return choose(index >= low, index + step, index)

        def old(index: int) -> int:
            return choose(index >= low + max(step, 0), index - step, index)

        self.bucket = renamed(self.bucket, new, old, lambda bucket: bucket)
        self.rank = renamed(self.rank, new, old, lambda rank: rank)
        self.older = renamed(self.older, new, old, new)
        self.newer = renamed(self.newer, new, old, new)
        self.newest = mapped(self.newest, lambda bucket, index: new(index))


def sum_of_text(text: bytes) -> int:
    """The bytes of a text, as signed numbers, each times its place plus 119."""
    total = 0
    for place, code in enumerate(text):
        total += (code - 256 if code >= 128 else code) * (place + 119)
    return total


def rounded(count: int, granularity: int, limit: int) -> int:
    """The least multiple of the granularity that is not below `count`, or the limit if that is less."""
    excess = count % granularity
    size = count if excess == 0 else count + granularity - excess
    return limit if size > limit else size


def check_integer(number: object) -> None:
    """Refuse a key or an index that is no integer.

    Raises     InvalidArgument
    """
    if not isinstance(number, int):
        raise InvalidArgument(f"not an integer: {shown(number)}")


def check_index(index: int, index_limit: int) -> None:
    """Refuse what cannot be linked.

    Raises     InvalidArgument, OutOfRange
    """
    check_integer(index)
    if index < 0 or index >= index_limit:
        raise OutOfRange(f"index {shown(index)} is not in [0, {shown(index_limit)})")


def check_count(count: int, index_limit: int) -> None:
    """Refuse a number of indices that is negative, or more than there are.

    Raises     InvalidArgument, Full
    """
    if not isinstance(count, int) or count < 0:
        raise InvalidArgument(f"not a count: {shown(count)}")
    if count > index_limit:
        raise Full(f"there are {shown(index_limit)} indices, not {shown(count)}")


def check_granularity(granularity: int) -> None:
    """Refuse steps in which room cannot grow.

    Raises     InvalidArgument
    """
    if not isinstance(granularity, int) or granularity < 1:
        raise InvalidArgument(f"granularity is a count of at least 1, not {shown(granularity)}")


def check_limit(index_limit: int) -> None:
    """Refuse a limit that admits no index.

    Raises     InvalidArgument
    """
    if not isinstance(index_limit, int) or index_limit < 1:
        raise InvalidArgument(f"an index limit is at least 1, not {shown(index_limit)}")


def check_sizes(hash_size: int, index_size: int, index_limit: int) -> None:
    """Refuse a number of buckets that no mask selects, or room for more indices than there are.

    Raises     InvalidArgument
    """
    if not isinstance(hash_size, int) or hash_size < 1 or hash_size & (hash_size - 1) != 0:
        raise InvalidArgument(f"hash size is a power of two, not {shown(hash_size)}")
    if hash_size > BUCKETS:
        raise InvalidArgument(f"there are at most {shown(BUCKETS)} buckets, not {shown(hash_size)}")
    if not isinstance(index_size, int) or index_size < 0 or index_size > index_limit:
        raise InvalidArgument(f"index size is in [0, {shown(index_limit)}], not {shown(index_size)}")


def check_source(source: object) -> None:
    """Refuse what no key is made of.

    Raises     InvalidArgument
    """
    if isinstance(source, str):
        try:
            source.encode()
        except UnicodeEncodeError as error:
            raise InvalidArgument(f"a string that UTF-8 cannot hold: {shown(source)}") from error
    elif isinstance(source, tuple):
        if len(source) not in (2, 3) or not all(is_part(part, len(source)) for part in source):
            raise InvalidArgument(f"a key is made of two integers or three finite numbers, not {shown(source)}")
    elif not isinstance(source, bytes | int):
        raise InvalidArgument(f"no key is made of {shown(source)}")


def is_part(part: object, count: int) -> bool:
    """True of an integer, and of a finite float if it is one of three."""
    return isinstance(part, int) or (count == 3 and isinstance(part, float) and math.isfinite(part))
