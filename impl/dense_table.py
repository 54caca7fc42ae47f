"""A hash table in arrays without holes: what the dense map and the dense set share.

      bucket    0   1              pos      0   1   2
              +---+---+                   +---+---+---+
      head    | 2 | 1 |           key     | C | B | D |    no holes: iteration is a loop over an array
              +---+---+                   +---+---+---+
                                  chain   |nil|nil| 0 |    bucket 0: 2 -> 0, bucket 1: 1
                                          +---+---+---+

    array   index   holds
    head    bucket  the position of the key linked last, or nil
    key     pos     the keys, no holes
    chain   pos     the next position in the same bucket, linked earlier, or nil

The bucket of a key is its hash modulo the number of buckets, a power of two: the low bits of the hash.

Deviations  DM-D1 ... DM-D9, DS-D1 ... DS-D7 (docs/users/containers/dense_map.md)
Source      EnTT 3.13 dense_map, dense_set, which keep key, value and chain in one array of nodes
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final, Generic, Self

from slotproof.impl.foreign import check_counts, check_list, check_names, check_number, check_width
from slotproof.spec.dense_table import (
    K,
    check_configuration,
    check_count,
    check_key,
    check_position,
    check_range,
    is_load,
    load_ratio,
)
from slotproof.spec.errors import Full, InvalidArgument, shown
from slotproof.spec.logic import power_of_two

NUMBERS: Final = ("nil", "min_buckets", "load_num", "load_den")


class DenseTable(Generic[K]):
    """Distinct keys in a dense array, each reached through the chain of its bucket.

    Takes      hasher, which gives equal keys equal ints, and the same ones each time
               min_buckets, a power of two
               max_load, keys per bucket above which the table grows, rounded to 32 bits
               index_bits, the width of a position
    Raises     InvalidArgument
    Source     EnTT dense_map, dense_set; differs: DM-D1 ... DM-D9, DS-D1 ... DS-D7
    """

    ARRAYS: ClassVar[tuple[str, ...]] = ("head", "chain", "key")

    hasher: Callable[[Any], int]
    head: list[int]
    chain: list[int]
    key: list[K]
    nil: int  # "no position": the largest index, which is no position
    min_buckets: int  # a table never has fewer
    load_num: int  # max_load is load_num / load_den, exactly
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
        self.nil = (1 << index_bits) - 1
        self.min_buckets = min_buckets
        self.load_num, self.load_den = load_ratio(max_load)
        self.head = [self.nil] * min_buckets
        self.chain = []
        self.key = []

    # --- insert

    def _append(self, key: K) -> int:
        """Grow if the load is too high, and link a key that is not there; its position.

        Raises     Full, before anything changes
        """
        pos = len(self.key)
        if pos == self.nil:
            raise Full(f"all {shown(self.nil)} positions are in use")
        buckets = len(self.head)
        if (pos + 1) * self.load_den > self.load_num * buckets:
            self._link_all(self._least_buckets(pos + 1, 2 * buckets, self.load_num, self.load_den))
        self.key.append(key)
        self.chain.append(self.nil)
        self._link(pos)
        return pos

    def _link(self, pos: int) -> None:
        """Make the key at a position the first of its bucket."""
        bucket = self._bucket(self.key[pos])
        self.chain[pos] = self.head[bucket]
        self.head[bucket] = pos

    def _link_all(self, buckets: int) -> None:
        """Forget all chains and link every key anew, in dense order."""
        self.head = [self.nil] * buckets
        for pos in range(len(self.key)):
            self._link(pos)

    # --- erase

    def erase(self, key: K) -> bool:
        """Drop the key; the last one moves into the gap. False, and nothing changes, if the key is not there.

        Ensures    DM-R5, DS-R2
        Raises     InvalidArgument
        Cost       O(1) expected: two walks along a chain at most
        Source     EnTT erase(key)
        """
        pos = self.find(key)
        if pos is None:
            return False
        self.erase_at(pos)
        return True

    def erase_at(self, pos: int) -> int:
        """Drop the key at a position; the position, where the next key to visit now stands.

        Takes      pos, in [0, size())
        Ensures    DM-R6, DS-R3
        Raises     OutOfRange, InvalidArgument
        Cost       O(1) expected
        Source     EnTT erase(iterator); differs: DM-D5, DS-D4
        """
        check_position(pos, len(self.key))
        self._redirect(pos, self.chain[pos])
        last = len(self.key) - 1
        if pos != last:
            self._redirect(last, pos)
            self.key[pos] = self.key[last]
            self.chain[pos] = self.chain[last]
        self.key.pop()
        self.chain.pop()
        self._close_gap(pos)
        return pos

    def erase_range(self, first: int, last: int) -> int:
        """Drop the keys at [first, last), the last one first; `first`.

        Takes      0 <= first <= last <= size()
        Ensures    DM-R7, DS-R4
        Raises     OutOfRange, InvalidArgument, before anything changes
        Cost       O(last - first) expected
        Source     EnTT erase(first, last); differs: DM-D5, DS-D4
        """
        check_range(first, last, len(self.key))
        for done in range(last - first):
            self.erase_at(last - 1 - done)
        return first

    def _redirect(self, old: int, new: int) -> None:
        """Let the head or the link that leads to position `old` lead to `new`."""
        bucket = self._bucket(self.key[old])
        pos = self.head[bucket]
        if pos == old:
            self.head[bucket] = new
        else:
            while self.chain[pos] != old:
                pos = self.chain[pos]
            self.chain[pos] = new

    def _close_gap(self, pos: int) -> None:
        """Move what is stored beside the last key to `pos`, and drop what stood there."""

    # --- find

    def find(self, key: K) -> int | None:
        """The position of the key, in [0, size()), or None; an erase may change it.

        Ensures    DM-R8, DS-R5
        Raises     InvalidArgument
        Cost       O(1) expected: 1 read, and 2 for each key of the bucket
        Source     EnTT find
        """
        check_key(key)
        pos = self.head[self._bucket(key)]
        while pos != self.nil and self.key[pos] != key:
            pos = self.chain[pos]
        return None if pos == self.nil else pos

    def contains(self, key: K) -> bool:
        """True if the key is there.

        Ensures    DM-R9, DS-R6
        Raises     InvalidArgument
        Cost       O(1) expected
        Source     EnTT contains
        """
        return self.find(key) is not None

    __contains__ = contains

    def key_at(self, pos: int) -> K:
        """The key at a position.

        Takes      pos, in [0, size())
        Ensures    DM-R10, DS-R7
        Raises     OutOfRange, InvalidArgument
        Cost       1 read
        """
        check_position(pos, len(self.key))
        return self.key[pos]

    # --- iterate

    def keys(self) -> Iterator[K]:
        """The keys in dense order: that of insertion, until the first erase.

        Ensures    DM-R11, DS-R8
        Cost       1 read a key
        Source     EnTT begin, end
        """
        return iter(self.key)

    __iter__ = keys

    # --- buckets

    def bucket(self, key: K) -> int:
        """The bucket, in [0, bucket_count()), in which the key is or would be.

        Ensures    DM-R12, DS-R9
        Raises     InvalidArgument
        """
        check_key(key)
        return self._bucket(key)

    def _bucket(self, key: K) -> int:
        return self.hasher(key) % len(self.head)

    def bucket_count(self) -> int:
        """How many buckets there are: a power of two.

        Ensures    DM-R13, DS-R10
        """
        return len(self.head)

    def bucket_size(self, bucket: int) -> int:
        """How many keys a bucket has.

        Takes      bucket, in [0, bucket_count())
        Ensures    DM-R14, DS-R11
        Raises     OutOfRange, InvalidArgument
        Cost       1 read, and 1 for each key of the bucket
        Source     EnTT bucket_size; differs: DM-D5, DS-D4
        """
        check_position(bucket, len(self.head))
        count = 0
        pos = self.head[bucket]
        while pos != self.nil:
            count += 1
            pos = self.chain[pos]
        return count

    def bucket_keys(self, bucket: int) -> list[K]:
        """The keys of a bucket, the one linked last first.

        Takes      bucket, in [0, bucket_count())
        Ensures    DM-R15, DS-R12
        Raises     OutOfRange, InvalidArgument
        Cost       1 read, and 2 for each key of the bucket
        Source     EnTT begin(bucket), end(bucket); differs: DM-D5, DS-D4
        """
        check_position(bucket, len(self.head))
        keys: list[K] = []
        pos = self.head[bucket]
        while pos != self.nil:
            keys.append(self.key[pos])
            pos = self.chain[pos]
        return keys

    def max_load(self) -> float:
        """How many keys a bucket may have on average.

        Ensures    DM-R16, DS-R13
        """
        return self.load_num / self.load_den

    def set_max_load(self, max_load: float) -> None:
        """Change how many keys a bucket may have on average, and rehash to the fewest buckets that allows.

        Takes      max_load, positive, rounded to 32 bits
        Ensures    DM-R17, DS-R14
        Raises     InvalidArgument; Full if that needs more buckets than there may be
        Cost       O(size + buckets)
        Source     EnTT max_load_factor; differs: DM-D1, DM-D6, DS-D1, DS-D5
        """
        load_num, load_den = load_ratio(max_load)
        buckets = self._least_buckets(len(self.key), 0, load_num, load_den)
        self._resize(buckets)
        self.load_num = load_num
        self.load_den = load_den

    def rehash(self, count: int) -> None:
        """Take the fewest buckets, `count` at least, that the keys allow: the table may shrink.

        Ensures    DM-R18, DS-R15
        Raises     InvalidArgument; Full if there may not be that many buckets
        Cost       O(size + buckets), or nothing if the number stays
        Source     EnTT rehash; differs: DM-D1, DS-D1
        """
        check_count(count)
        self._resize(self._least_buckets(len(self.key), count, self.load_num, self.load_den))

    def reserve(self, count: int) -> None:
        """Take the fewest buckets that `count` keys allow, and those that are there: the table may shrink.

        Ensures    DM-R19, DS-R16
        Raises     InvalidArgument; Full if there may not be that many buckets
        Cost       O(size + buckets), or nothing if the number stays
        Source     EnTT reserve
        """
        check_count(count)
        keys = len(self.key)
        if count > keys:
            keys = count
        self._resize(self._least_buckets(keys, 0, self.load_num, self.load_den))

    def _resize(self, buckets: int) -> None:
        """Link every key anew, unless there are that many buckets already."""
        if buckets != len(self.head):
            self._link_all(buckets)

    def _least_buckets(self, keys: int, at_least: int, load_num: int, load_den: int) -> int:
        """The smallest power of two of buckets, at least so many, that bears so many keys.

        Raises     Full if there may not be that many
        """
        buckets = self.min_buckets
        while buckets < at_least or keys * load_den > load_num * buckets:
            buckets *= 2
        if buckets > self.nil + 1:
            raise Full(f"{shown(buckets)} buckets; there are at most {shown(self.nil + 1)}")
        return buckets

    # --- whole container

    def clear(self) -> None:
        """Drop every key and all buckets but the least there may be; max_load stays.

        Ensures    DM-R20, DS-R17
        Cost       O(min_buckets)
        Source     EnTT clear
        """
        self.key.clear()
        self.chain.clear()
        self._close_all()
        self.head = [self.nil] * self.min_buckets

    def _close_all(self) -> None:
        """Drop what is stored beside the keys."""

    def copy(self) -> Self:
        """A second table in the same state, chains included.

        Ensures    DM-R21, DS-R18
        Cost       O(size + buckets)
        Source     EnTT copy constructor
        """
        twin = object.__new__(type(self))
        for name in self.ARRAYS:
            setattr(twin, name, getattr(self, name).copy())
        for name in (*NUMBERS, "hasher"):
            setattr(twin, name, getattr(self, name))
        return twin

    __copy__ = copy

    def swap(self, other: Self) -> None:
        """Exchange the states of two tables, hash functions and widths included.

        Ensures    DM-R22, DS-R19
        Raises     InvalidArgument if `other` is not of this kind
        Cost       O(1)
        Source     EnTT swap
        """
        self._check_kind(other)
        for name in (*self.ARRAYS, *NUMBERS, "hasher"):
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def _check_kind(self, other: object) -> None:
        """Refuse what is no container of this kind.

        Raises     InvalidArgument
        """
        if not isinstance(other, type(self)):
            raise InvalidArgument(f"not a {type(self).__name__}: {shown(other)}")

    def to_dict(self) -> dict[str, Any]:
        """The whole state but the hash function, chains included, in lists, ints, keys and values.

        Ensures    DM-R24, DS-R21
        Cost       O(size + buckets)
        """
        data = {name: getattr(self, name).copy() for name in self.ARRAYS}
        data.update({name: getattr(self, name) for name in NUMBERS})
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any], hasher: Callable[[Any], int] = hash) -> Self:
        """The container whose state `to_dict` returned.

        Takes      hasher, which gives each key the hash it had
        Ensures    DM-R25, DS-R22
        Raises     InvalidArgument unless the arrays are those of such a container under that hash function
        Cost       O(size + buckets) expected
        """
        _check_fields(data, cls.ARRAYS)
        _check_numbers(data, hasher)
        _check_keys(data["key"])
        twin = object.__new__(cls)
        for name in cls.ARRAYS:
            setattr(twin, name, data[name].copy())
        for name in NUMBERS:
            setattr(twin, name, data[name])
        twin.hasher = hasher
        _check_chains(twin)
        return twin

    # --- observers

    def size(self) -> int:
        """How many keys there are.

        Ensures    DM-R26, DS-R23
        """
        return len(self.key)

    __len__ = size


# --- what from_dict refuses


def _check_fields(data: dict[str, Any], arrays: tuple[str, ...]) -> None:
    """Refuse data whose fields are not those of a table, by name, type, range and length."""
    check_names(data, (*arrays, *NUMBERS))
    for name in arrays:
        if name in ("head", "chain"):
            check_counts(name, data[name])
        else:
            check_list(name, data[name])
    for name in NUMBERS:
        check_number(name, data[name], 1)
    for name in arrays:
        if name != "head" and len(data[name]) != len(data["key"]):
            raise InvalidArgument("the arrays of positions have one length")


def _check_numbers(data: dict[str, Any], hasher: object) -> None:
    """Refuse numbers that no constructor makes, and a number of buckets or keys that they do not allow."""
    if not callable(hasher):
        raise InvalidArgument(f"not a hash function: {shown(hasher)}")
    nil, load_num, load_den = data["nil"], data["load_num"], data["load_den"]
    check_width("nil + 1", nil + 1)
    if not power_of_two(data["min_buckets"]):
        raise InvalidArgument(f"min_buckets is a power of two, not {shown(data['min_buckets'])}")
    if not is_load(load_num, load_den):
        raise InvalidArgument(f"{shown(load_num)} / {shown(load_den)} is no load in lowest terms")
    buckets, size = len(data["head"]), len(data["key"])
    if buckets < data["min_buckets"] or buckets > nil + 1 or not power_of_two(buckets):
        raise InvalidArgument(f"{shown(buckets)} buckets")
    if size > nil or size * load_den > load_num * buckets:
        raise InvalidArgument(f"{shown(size)} keys in {shown(buckets)} buckets")


def _check_keys(keys: list[Any]) -> None:
    """Refuse what is no key, and keys that are there twice."""
    place: dict[Any, int] = {}  # key -> where it stands
    for pos in range(len(keys)):
        key = keys[pos]
        check_key(key)
        if key in place:
            raise InvalidArgument(f"the key at {shown(pos)} is there twice")
        place[key] = pos


def _check_chains(table: DenseTable[Any]) -> None:
    """Refuse chains that do not visit each key once, in its bucket."""
    order: list[int] = []  # the positions as they were met
    turn: dict[int, int] = {}  # position -> its place in `order`
    starts: list[int] = []  # bucket -> where its positions begin in `order`
    ends: list[int] = []  # and where they end
    for bucket in range(len(table.head)):
        starts.append(len(order))
        pos = table.head[bucket]
        while pos != table.nil:
            if pos >= len(table.key) or pos in turn or table._bucket(table.key[pos]) != bucket:
                raise InvalidArgument(f"the chain of bucket {shown(bucket)} leads to {shown(pos)}")
            turn[pos] = len(order)
            order.append(pos)
            pos = table.chain[pos]
        ends.append(len(order))
    for pos in range(len(table.key)):
        if pos not in turn:
            raise InvalidArgument(f"the key at {shown(pos)} is not linked")
