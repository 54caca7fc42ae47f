"""What a dense map means: a value for each of some distinct keys, in one sequence without holes.

Laws        DM-L1 ... DM-L16 (proofs/shared/dense_table/, proofs/dense_map/, proofs/shared/dense_table/answers.py)
Source      EnTT 3.13 dense_map
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from slotproof.spec.dense_table import DenseTableModel, K, check_key, check_position
from slotproof.spec.errors import Missing, shown
from slotproof.spec.logic import conj, contains, forall_in, listed

T = TypeVar("T")


class DenseMapModel(DenseTableModel[K], Generic[K, T]):
    """A dense table with a value beside each key; the arguments are those of the table."""

    COLLECTIONS: ClassVar[tuple[str, ...]] = (*DenseTableModel.COLLECTIONS, "value")

    value: dict[K, T]

    def __init__(
        self,
        *,
        hasher: Callable[[Any], int] = hash,
        min_buckets: int = 8,
        max_load: float = 0.875,
        index_bits: int = 64,
    ) -> None:
        super().__init__(hasher=hasher, min_buckets=min_buckets, max_load=max_load, index_bits=index_bits)
        self.value = {}

    # --- insert

    def insert(self, key: K, value: T) -> tuple[int, bool]:
        """Hold the value under the key unless the key is there; its position, and whether it is new."""
        check_key(key)
        if key in self.rank:
            return self.order.place(key), False
        pos = self.add(key)
        self.value[key] = value
        return pos, True

    def insert_or_assign(self, key: K, value: T) -> tuple[int, bool]:
        """Hold the value under the key; its position, and whether the key is new."""
        pos, new = self.insert(key, value)
        self.value[key] = value
        return pos, new

    def try_emplace(self, key: K, factory: Callable[..., T], *args: Any) -> tuple[int, bool]:
        """Insert what the factory makes; if the key is there, the factory is not called."""
        pos = self.find(key)
        if pos is not None:
            return pos, False
        return self.insert(key, factory(*args))

    def get_or_emplace(self, key: K, factory: Callable[..., T], *args: Any) -> T:
        """The value of the key, made by the factory if the key is not there."""
        self.try_emplace(key, factory, *args)
        return self.value[key]

    def forget(self, key: K) -> None:
        """Drop the value of the key."""
        del self.value[key]

    def forget_all(self) -> None:
        """Drop the values."""
        self.value = {}

    # --- get

    def get(self, key: K) -> T:
        """The value of a key that is there."""
        check_key(key)
        if key not in self.value:
            raise Missing(f"no key {shown(key)}")
        return self.value[key]

    def assign(self, key: K, value: T) -> None:
        """Replace the value of a key that is there."""
        check_key(key)
        if key not in self.value:
            raise Missing(f"no key {shown(key)}")
        self.value[key] = value

    def value_at(self, pos: int) -> T:
        """The value that iteration meets at `pos`."""
        check_position(pos, len(self.order))
        return self.value[self.order[pos]]

    # --- iterate

    def values(self) -> list[T]:
        """The values in iteration order."""
        return listed(self.order, lambda key: self.value[key])

    def items(self) -> list[tuple[K, T]]:
        """The keys with their values in iteration order."""
        return listed(self.order, lambda key: (key, self.value[key]))

    # --- whole container

    def equals(self, other: DenseMapModel[K, T]) -> bool:
        """True if both hold the same keys with equal values, in whatever order."""
        return conj(
            len(self.order) == len(other.order),
            forall_in(
                self.order,
                lambda key: conj(contains(other.value, key), lambda: self.value[key] == other.value[key]),
            ),
        )
