"""A hash index in two arrays of indices: heads of buckets, and links.

      values of the caller   0:A  1:B  2:C  3:D         A, C and D hash to bucket 1, B to bucket 3; C was linked last

      bucket    0   1   2   3            index    0   1   2   3
              +---+---+---+---+                 +---+---+---+---+
      head    | - | 2 | - | 1 |          chain  | 3 | - | 0 | - |        2 -> 0 -> 3, then the end
              +---+---+---+---+                 +---+---+---+---+        - is NIL

    array   index   holds
    head    bucket  the index linked last in the bucket, or NIL
    chain   index   the next older index of the same bucket, NIL for the oldest, UNLINKED if it is in no bucket

Until the first index is linked the arrays have one entry each, and `lookup_mask` is 0: every lookup meets that entry,
which says NIL or UNLINKED, and needs no branch of its own. Later `lookup_mask` is -1, which changes nothing.

Deviations  HI-D1 ... HI-D12 (docs/hash_index.md)
Source      id Tech 4 idHashIndex, as in DOOM 3 BFG
"""

from __future__ import annotations

import math
from typing import Any, Final

from slotproof.spec.errors import Exists, InvalidArgument, Missing, OutOfRange
from slotproof.spec.hash_index import (
    NIL,
    UNLINKED,
    Source,
    check_count,
    check_granularity,
    check_index,
    check_integer,
    check_limit,
    check_sizes,
    check_source,
    rounded,
)

ARRAYS: Final = ("head", "chain")
SCALARS: Final = ("hash_size", "index_size", "granularity", "index_limit", "hash_mask", "lookup_mask")
FIRST_FACTOR: Final = 119  # by which the first character of a string counts; each later one counts once more


class HashIndex:
    """Indices in buckets, found again by key in one read and one more for each index met on the way.

    Takes      hash_size, the number of buckets, a power of two
               index_size, indices to make room for, in [0, index_limit]
               granularity, of which room is a multiple when it grows
               index_limit: indices are below it
    Raises     InvalidArgument
    Source     idHashIndex; differs: HI-D1 ... HI-D12
    """

    head: list[int]
    chain: list[int]
    hash_size: int
    index_size: int  # indices there is room for; once allocated, the length of `chain`
    granularity: int
    index_limit: int
    hash_mask: int  # hash_size - 1
    lookup_mask: int  # -1 if the arrays are allocated, 0 if they are not

    def __init__(
        self, hash_size: int = 1024, index_size: int = 1024, *, granularity: int = 1024, index_limit: int = 2**31 - 1
    ) -> None:
        check_limit(index_limit)
        check_granularity(granularity)
        self.granularity = granularity
        self.index_limit = index_limit
        self.reset(hash_size, index_size)

    # --- insert

    def add(self, key: int, index: int) -> None:
        """Link the index as the first of the key's bucket.

        Takes      index, in [0, index_limit), linked nowhere
        Ensures    HI-R1
        Raises     OutOfRange; Exists if it is linked, in whatever bucket; InvalidArgument
        Cost       O(1): HI-C1, unless the arrays are allocated or grow
        Source     Add; differs: HI-D2, HI-D3
        """
        check_integer(key)
        check_index(index, self.index_limit)
        if index < self.index_size and self.chain[index & self.lookup_mask] != UNLINKED:
            raise Exists(f"index {index} is linked already")
        if self.lookup_mask == 0:
            self._allocate(index + 1)
        else:
            self.resize(index + 1)
        bucket = self._bucket(key)
        self.chain[index] = self.head[bucket]
        self.head[bucket] = index

    def _bucket(self, key: int) -> int:
        """The bucket of a key; 0, the only one, while nothing is allocated."""
        return key & self.hash_mask & self.lookup_mask

    def _allocate(self, count: int) -> None:
        """Make the arrays, with room for `count` indices at least, not rounded."""
        if count > self.index_size:
            self.index_size = count
        self.head = [NIL] * self.hash_size
        self.chain = [UNLINKED] * self.index_size
        self.lookup_mask = -1

    def insert_index(self, key: int, index: int) -> None:
        """Link an index that the caller inserts into his array: every linked one from there on becomes one greater.

        Takes      index, in [0, index_limit)
        Ensures    HI-R2
        Raises     OutOfRange; Full if the last index cannot become one greater; InvalidArgument
        Cost       O(hash_size + index_size)
        Source     InsertIndex
        """
        check_integer(key)
        check_index(index, self.index_limit)
        last = self._last()
        if last >= index:
            self.resize(last + 2)
            self._renumber(index, 1)
            pos = last + 1
            while pos > index:
                self.chain[pos] = self.chain[pos - 1]
                pos -= 1
            self.chain[index] = UNLINKED
        self.add(key, index)

    def _last(self) -> int:
        """The greatest linked index, or NIL: a linked index stands in one entry of `head` or `chain`."""
        last = NIL
        for index in self.head:
            if index > last:
                last = index
        for index in self.chain:
            if index > last:
                last = index
        return last

    def _renumber(self, low: int, step: int) -> None:
        """Add `step` to every index from `low` on that stands in an entry; NIL and UNLINKED are below every index."""
        for bucket in range(len(self.head)):
            if self.head[bucket] >= low:
                self.head[bucket] += step
        for index in range(len(self.chain)):
            if self.chain[index] >= low:
                self.chain[index] += step

    # --- erase

    def remove(self, key: int, index: int) -> None:
        """Take the index out of the key's bucket; the others keep their order.

        Ensures    HI-R3
        Raises     Missing if it is not linked in that bucket; InvalidArgument
        Cost       O(newer indices of the bucket): HI-C3
        Source     Remove; differs: HI-D4, HI-D5
        """
        check_integer(key)
        check_integer(index)
        bucket = self._bucket(key)
        newer = NIL
        each = self.head[bucket]
        while each >= 0 and each != index:
            newer = each
            each = self.chain[each]
        if each < 0:
            raise Missing(f"index {index} is not linked in bucket {bucket}")
        if newer == NIL:
            self.head[bucket] = self.chain[index]
        else:
            self.chain[newer] = self.chain[index]
        self.chain[index] = UNLINKED

    def remove_index(self, key: int, index: int) -> None:
        """Unlink an index that the caller erases from his array: every linked one beyond becomes one less.

        Ensures    HI-R4
        Raises     Missing if it is not linked in the key's bucket; InvalidArgument
        Cost       O(hash_size + index_size)
        Source     RemoveIndex; differs: HI-D6
        """
        self.remove(key, index)
        last = self._last()
        if last > index:
            self._renumber(index, -1)
            pos = index
            while pos < last:
                self.chain[pos] = self.chain[pos + 1]
                pos += 1
            self.chain[last] = UNLINKED

    # --- get

    def first(self, key: int) -> int:
        """The index linked last in the key's bucket, or NIL.

        Other keys share the bucket: whether the value at the index is the one wanted, the caller compares.

        Takes      key, any integer, negative ones too
        Ensures    HI-R5
        Raises     InvalidArgument
        Cost       O(1): HI-C5
        Source     First
        """
        check_integer(key)
        return self.head[self._bucket(key)]

    def next(self, index: int) -> int:
        """The next older index of the same bucket, or NIL.

        Takes      index, linked
        Ensures    HI-R6
        Raises     OutOfRange if there is no room for it; Missing if it is not linked; InvalidArgument
        Cost       O(1): HI-C6
        Source     Next; differs: HI-D5
        """
        check_integer(index)
        if index < 0 or index >= self.index_size:
            raise OutOfRange(f"index {index}, room for {self.index_size}")
        older = self.chain[index & self.lookup_mask]
        if older == UNLINKED:
            raise Missing(f"index {index} is not linked")
        return older

    def generate_key(self, source: Source, case_sensitive: bool = True) -> int:
        """A key in [0, hash_size) for a string, an integer, a pair of integers or a vector of three numbers.

        A string counts by its bytes in UTF-8, as signed 8-bit numbers, each times its place plus 119; without regard
        to case, A to Z count as a to z. Numbers are truncated towards 0 and added.

        Ensures    HI-R7
        Raises     InvalidArgument
        Cost       O(length of a string)
        Source     GenerateKey; differs: HI-D1
        """
        check_source(source)
        if isinstance(source, str):
            source = source.encode()
        if isinstance(source, bytes):
            total = _sum_of_bytes(source, case_sensitive)
        elif isinstance(source, tuple):
            total = sum(math.trunc(number) for number in source)
        else:
            total = source
        return total & self.hash_mask

    # --- iterate

    def candidates(self, key: int) -> list[int]:
        """The indices linked in the key's bucket, newest first.

        Ensures    HI-R8
        Raises     InvalidArgument
        Cost       1 read, and 1 for each index
        Source     the loop over First and Next
        """
        found = []
        index = self.first(key)
        while index >= 0:
            found.append(index)
            index = self.chain[index]
        return found

    # --- whole container

    def clear(self) -> None:
        """Unlink every index; the arrays stay.

        Ensures    HI-R9
        Cost       O(hash_size + index_size) writes
        Source     Clear(); differs: HI-D7
        """
        for bucket in range(len(self.head)):
            self.head[bucket] = NIL
        for index in range(len(self.chain)):
            self.chain[index] = UNLINKED

    def free(self) -> None:
        """Unlink every index and give the arrays back; sizes are kept for the next time.

        Ensures    HI-R10
        Cost       O(1)
        Source     Free
        """
        self.head = [NIL]
        self.chain = [UNLINKED]
        self.lookup_mask = 0

    def reset(self, hash_size: int, index_size: int) -> None:
        """Become as new, with these sizes; keys generated before mean nothing any more.

        Ensures    HI-R11
        Raises     InvalidArgument
        Cost       O(1)
        Source     Clear(newHashSize, newIndexSize); differs: HI-D1, HI-D8
        """
        check_sizes(hash_size, index_size, self.index_limit)
        self.free()
        self.hash_size = hash_size
        self.index_size = index_size
        self.hash_mask = hash_size - 1

    def resize(self, count: int) -> None:
        """Make room for `count` indices at least, a multiple of the granularity; it never shrinks.

        Ensures    HI-R12
        Raises     Full if there are not that many indices; InvalidArgument
        Cost       1 write for each index there is room for now
        Source     ResizeIndex; differs: HI-D12
        """
        check_count(count, self.index_limit)
        if count <= self.index_size:
            return
        self.index_size = rounded(count, self.granularity, self.index_limit)
        if self.lookup_mask != 0:
            while len(self.chain) < self.index_size:
                self.chain.append(UNLINKED)

    def set_granularity(self, granularity: int) -> None:
        """Choose of what room is a multiple when it grows.

        Ensures    HI-R13
        Raises     InvalidArgument
        Source     SetGranularity
        """
        check_granularity(granularity)
        self.granularity = granularity

    def copy(self) -> HashIndex:
        """A second hash index in the same state.

        Ensures    HI-R14
        Cost       O(hash_size + index_size)
        Source     operator=; differs: HI-D10
        """
        twin: HashIndex = object.__new__(type(self))
        for name in ARRAYS:
            setattr(twin, name, getattr(self, name).copy())
        for name in SCALARS:
            setattr(twin, name, getattr(self, name))
        return twin

    __copy__ = copy

    def swap(self, other: HashIndex) -> None:
        """Exchange the states of two hash indices, sizes included.

        Ensures    HI-R15
        Raises     InvalidArgument if `other` is no hash index
        Cost       O(1)
        """
        if not isinstance(other, HashIndex):
            raise InvalidArgument(f"not a hash index: {other!r}")
        for name in ARRAYS + SCALARS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def to_dict(self) -> dict[str, Any]:
        """The whole state in lists and ints.

        Ensures    HI-R16
        Cost       O(hash_size + index_size)
        """
        data = {name: getattr(self, name).copy() for name in ARRAYS}
        data.update({name: getattr(self, name) for name in SCALARS})
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HashIndex:
        """The hash index whose state `to_dict` returned.

        Ensures    HI-R17
        Raises     InvalidArgument unless the arrays are those of a hash index
        Cost       O(hash_size + index_size)
        """
        _check_fields(data)
        twin: HashIndex = object.__new__(cls)
        for name in ARRAYS:
            setattr(twin, name, list(data[name]))
        for name in SCALARS:
            setattr(twin, name, data[name])
        _check_chains(twin)
        return twin

    # --- observers

    def spread(self) -> int:
        """How evenly the buckets are filled, from 0 to 100; a bucket may be one off the average and is even still.

        Ensures    HI-R18
        Cost       O(hash_size + linked indices)
        Source     GetSpread; differs: HI-D9
        """
        if self.lookup_mask == 0:
            return 100
        lengths: list[int] = []
        total = 0
        for index in self.head:
            length = 0
            each = index
            while each >= 0:
                length += 1
                each = self.chain[each]
            lengths.append(length)
            total += length
        if total <= 1:
            return 100
        average = total // self.hash_size
        error = 0
        for length in lengths:
            off = abs(length - average)
            if off > 1:
                error += off - 1
        return max(0, 100 - error * 100 // total)


def _sum_of_bytes(text: bytes, case_sensitive: bool) -> int:
    """Each byte as a signed number, times its place plus 119."""
    total = 0
    for place, byte in enumerate(text):
        character = byte if byte < 128 else byte - 256
        if not case_sensitive and ord("A") <= character <= ord("Z"):
            character += ord("a") - ord("A")
        total += character * (place + FIRST_FACTOR)
    return total


def _check_fields(data: dict[str, Any]) -> None:
    """Refuse data whose fields are not those of a hash index, by name, type, range and length."""
    if not isinstance(data, dict) or set(data) != set(ARRAYS + SCALARS):
        raise InvalidArgument(f"a hash index has the fields {', '.join(ARRAYS + SCALARS)}")
    for name in ARRAYS:
        if not isinstance(data[name], list) or not all(type(entry) is int for entry in data[name]):
            raise InvalidArgument(f"{name} is a list of integers, not {data[name]!r}")
    for name in SCALARS:
        if type(data[name]) is not int:
            raise InvalidArgument(f"{name} is an integer, not {data[name]!r}")
    check_limit(data["index_limit"])
    check_granularity(data["granularity"])
    check_sizes(data["hash_size"], data["index_size"], data["index_limit"])
    if data["lookup_mask"] not in (0, -1) or data["hash_mask"] != data["hash_size"] - 1:
        raise InvalidArgument("the lookup mask is 0 or -1, and the hash mask one less than the hash size")
    lengths = (data["hash_size"], data["index_size"]) if data["lookup_mask"] else (1, 1)
    if (len(data["head"]), len(data["chain"])) != lengths:
        raise InvalidArgument(f"head and chain have {lengths[0]} and {lengths[1]} entries")
    if not data["lookup_mask"] and (data["head"], data["chain"]) != ([NIL], [UNLINKED]):
        raise InvalidArgument("nothing is linked before the arrays are allocated")


def _check_chains(twin: HashIndex) -> None:
    """Refuse chains that leave the array, meet, or miss an index that is not marked as unlinked."""
    met = set()
    for start in twin.head:
        index = start
        while index != NIL:
            if index < 0 or index >= len(twin.chain) or index in met or twin.chain[index] == UNLINKED:
                raise InvalidArgument(f"a chain leads to {index}: no index, unlinked, or in two places")
            met.add(index)
            index = twin.chain[index]
    if twin.chain.count(UNLINKED) + len(met) != len(twin.chain):
        raise InvalidArgument("an index that no chain meets is marked as unlinked")
