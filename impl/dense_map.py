"""A dense map in arrays: a dense table (`impl/dense_table.py`) with one more array, of values.

    array   index   holds
    dense   pos     the value of key[pos], no holes

Deviations  DM-D1 ... DM-D9 (docs/users/containers/dense_map.md)
Source      EnTT 3.13 dense_map
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from slotproof.impl.dense_table import DenseTable
from slotproof.spec.dense_table import K, check_position
from slotproof.spec.errors import Missing, shown

T = TypeVar("T")


class DenseMap(DenseTable[K], Generic[K, T]):
    """Values in a dense array, each reached in O(1) expected through its key; the arguments are those of the table.

    Source     EnTT dense_map; differs: DM-D1 ... DM-D9
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*DenseTable.ARRAYS, "dense")

    dense: list[T]

    def __init__(
        self,
        *,
        hasher: Callable[[Any], int] = hash,
        min_buckets: int = 8,
        max_load: float = 0.875,
        index_bits: int = 64,
    ) -> None:
        super().__init__(hasher=hasher, min_buckets=min_buckets, max_load=max_load, index_bits=index_bits)
        self.dense = []

    # --- insert

    def insert(self, key: K, value: T) -> tuple[int, bool]:
        """Append key and value unless the key is there; its position, and whether it is new.

        Ensures    DM-R1
        Raises     InvalidArgument; Full if positions or buckets are used up
        Cost       O(1) expected and amortised
        Source     EnTT insert, emplace
        """
        pos = self.find(key)
        if pos is not None:
            return pos, False
        pos = self._append(key)
        self.dense.append(value)
        return pos, True

    def insert_or_assign(self, key: K, value: T) -> tuple[int, bool]:
        """Append key and value, or replace the value of a key that is there; its position, and whether it is new.

        Ensures    DM-R2
        Raises     InvalidArgument; Full if positions or buckets are used up
        Cost       O(1) expected and amortised
        Source     EnTT insert_or_assign
        """
        pos, new = self.insert(key, value)
        if not new:
            self.dense[pos] = value
        return pos, new

    def try_emplace(self, key: K, factory: Callable[..., T], *args: Any) -> tuple[int, bool]:
        """Insert what `factory(*args)` returns; the factory is called only if the key is not there.

        The factory runs before anything changes; a key that it inserts itself keeps the value it gave it.

        Ensures    DM-R3
        Raises     InvalidArgument, Full, and whatever the factory raises
        Cost       O(1) expected and amortised, and the factory
        Source     EnTT try_emplace; differs: DM-D4
        """
        pos = self.find(key)
        if pos is not None:
            return pos, False
        return self.insert(key, factory(*args))

    def get_or_emplace(self, key: K, factory: Callable[..., T], *args: Any) -> T:
        """The value of the key, made by `factory(*args)` and inserted if the key is not there.

        Ensures    DM-R4
        Raises     InvalidArgument, Full, and whatever the factory raises
        Cost       O(1) expected and amortised, and the factory
        Source     EnTT operator[], whose factory is the constructor of the value; differs: DM-D9
        """
        pos, _ = self.try_emplace(key, factory, *args)
        return self.dense[pos]

    def _close_gap(self, pos: int) -> None:
        """Move the last value to `pos`, and drop what stood there."""
        last = len(self.dense) - 1
        if pos != last:
            self.dense[pos] = self.dense[last]
        self.dense.pop()

    # --- get

    def get(self, key: K) -> T:
        """The value of a key that is there.

        Ensures    DM-R27
        Raises     Missing, InvalidArgument
        Cost       O(1) expected
        Source     EnTT at; differs: DM-D9
        """
        return self.dense[self._pos_of(key)]

    def assign(self, key: K, value: T) -> None:
        """Replace the value of a key that is there.

        Ensures    DM-R28
        Raises     Missing, InvalidArgument
        Cost       O(1) expected
        Source     EnTT at, assigned to; differs: DM-D9
        """
        self.dense[self._pos_of(key)] = value

    __getitem__ = get
    __setitem__ = insert_or_assign

    def _pos_of(self, key: K) -> int:
        """The position of a key that is there.

        Raises     Missing, InvalidArgument
        """
        pos = self.find(key)
        if pos is None:
            raise Missing(f"no key {shown(key)}")
        return pos

    def value_at(self, pos: int) -> T:
        """The value at a position.

        Takes      pos, in [0, size())
        Ensures    DM-R29
        Raises     OutOfRange, InvalidArgument
        Cost       1 read
        """
        check_position(pos, len(self.dense))
        return self.dense[pos]

    # --- iterate

    def values(self) -> Iterator[T]:
        """The values in dense order.

        Ensures    DM-R30
        Cost       1 read a value
        """
        return iter(self.dense)

    def items(self) -> Iterator[tuple[K, T]]:
        """The keys with their values in dense order.

        Ensures    DM-R31
        Cost       2 reads a key
        Source     EnTT begin, end
        """
        return zip(self.key, self.dense, strict=True)

    # --- whole container

    def _close_all(self) -> None:
        """Drop the values."""
        self.dense.clear()

    def equals(self, other: DenseMap[K, T]) -> bool:
        """True if both hold the same keys with equal values, in whatever order.

        Ensures    DM-R23
        Raises     InvalidArgument if `other` is no dense map
        Cost       O(size) expected
        Source     none: DM-D7
        """
        self._check_kind(other)
        if len(self.key) != len(other.key):
            return False
        for pos in range(len(self.key)):
            found = other.find(self.key[pos])
            if found is None or self.dense[pos] != other.dense[found]:
                return False
        return True
