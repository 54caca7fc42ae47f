"""What a typed storage means: a sparse set that has a value for each element.

Laws        ST-L1 ... ST-L6 (proofs/storage.py)
Source      EnTT storage
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.sparse_set import DeletionPolicy, PoolModel

T = TypeVar("T")


class StorageModel(PoolModel, Generic[T]):
    """A pool of which each element has a value.

    Takes      as a sparse set; value_page, values of a page of memory
    Raises     InvalidArgument
    """

    value: dict[int, T]  # slot -> value
    room: int  # values that fit before memory grows: whole pages
    value_page: int

    def __init__(
        self,
        *,
        index_bits: int = 20,
        generation_bits: int = 12,
        page: int = 4096,
        deletion: DeletionPolicy = "swap_pop",
        value_page: int = 1024,
    ) -> None:
        PoolModel.__init__(self, index_bits=index_bits, generation_bits=generation_bits, page=page, deletion=deletion)
        if not isinstance(value_page, int) or value_page < 1:
            raise InvalidArgument(f"a page holds at least 1 value, not {value_page!r}")
        self.value = {}
        self.room = 0
        self.value_page = value_page

    # --- insert

    def emplace(self, handle: Handle, value: T) -> int:
        """Put the handle in with its value; where it stands."""
        pos = self.occupy(handle)
        self.value[handle.slot] = value
        if pos >= self.room:
            self.room += self.value_page
        return pos

    def emplace_items(self, items: Sequence[tuple[Handle, T]]) -> list[int]:
        """Emplace each in turn; if that cannot all be done, nothing has changed."""
        self.check_new([handle for handle, _ in items])
        positions: list[int] = []
        for handle, value in items:
            positions.append(self.emplace(handle, value))
        return positions

    def forget(self, slot: int) -> None:
        """Drop the generation and the value."""
        del self.generation[slot]
        del self.value[slot]

    # --- get

    def get(self, handle: Handle) -> T:
        """The value of an element."""
        self.index(handle)
        return self.value[handle.slot]

    def replace(self, handle: Handle, value: T) -> None:
        """Give an element another value."""
        self.index(handle)
        self.value[handle.slot] = value

    def patch(self, handle: Handle, change: Callable[[T], T]) -> T:
        """Replace the value by what `change` makes of it, and return that; if it raises, nothing has changed."""
        self.value[handle.slot] = change(self.get(handle))
        return self.value[handle.slot]

    # --- iterate

    def each(self) -> list[tuple[Handle, T]]:
        """The elements with their values in iteration order: from the last position to the first."""
        return [(handle, self.value[handle.slot]) for handle in self.handles()]

    def each_forward(self) -> list[tuple[Handle, T]]:
        """The elements with their values from the first position to the last."""
        return [(handle, self.value[handle.slot]) for handle in self.handles_forward()]

    # --- order

    def key(self, slot: int) -> Any:
        """What `sort` compares: the value."""
        return self.value[slot]

    # --- whole container

    def clear(self) -> None:
        """Take every element out; the room stays."""
        PoolModel.clear(self)
        self.value = {}

    def shrink(self) -> None:
        """Give back the pages without an element, and the memory behind the last position."""
        PoolModel.shrink(self)
        self.room = self.whole_pages(len(self.order))

    def reserve(self, count: int) -> None:
        """Make room for `count` values in all."""
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {count!r}")
        if count > self.room:
            self.room = self.whole_pages(count)

    # --- observers

    def capacity(self) -> int:
        """How many values fit before memory grows."""
        return self.room

    def whole_pages(self, count: int) -> int:
        """The values of the pages that `count` values need."""
        return (count + self.value_page - 1) // self.value_page * self.value_page
