"""A typed storage in arrays: a sparse set, and the values of its elements at the same positions.

      pos        0   1   2
               +---+---+---+
      meta     | 4 | 0 | 1 |     the slots and generations of the sparse set
               +---+---+---+
      stamp    | 0 | 1 | 2 |
               +---+---+---+---+
      dense    | A | B | C | . |     room = 4: pages of 2 values
               +---+---+---+---+

    array        index  holds
    dense        pos    the value of the element; of a hole, what was there before, which means nothing
    and those of the sparse set: sparse, generation, pages, meta, stamp

Under `in_place` a value never moves until `compact`, `sort`, `sort_as` or `swap_elements`.
A port keeps `dense` in pages of its own, so that growing moves nothing; it destroys the value of a hole at once.

Deviations  ST-D1 ... ST-D3 (docs/storage.md), and SS-D1 ... SS-D10
Source      EnTT storage 3.16
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from slotproof.impl.sparse_set import Pool
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.paging import check_list
from slotproof.spec.sparse_set import DeletionPolicy
from slotproof.spec.storage import handle_of

T = TypeVar("T")


class Storage(Pool, Generic[T]):
    """Values parallel to the elements of a sparse set.

    Takes      index_bits, generation_bits, page, deletion as a sparse set; value_page, values of a page of memory
    Raises     InvalidArgument
    Source     EnTT storage; differs: ST-D1 ... ST-D3
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (*Pool.ARRAYS, "dense")
    NUMBERS: ClassVar[tuple[str, ...]] = (*Pool.NUMBERS, "room", "value_page")
    FREE: ClassVar[tuple[str, ...]] = ("dense",)

    dense: list[T]
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
        Pool.__init__(self, index_bits=index_bits, generation_bits=generation_bits, page=page, deletion=deletion)
        if not isinstance(value_page, int) or value_page < 1:
            raise InvalidArgument(f"a page holds at least 1 value, not {value_page!r}")
        self.dense = []
        self.room = 0
        self.value_page = value_page

    # --- insert

    def emplace(self, handle: Handle, value: T) -> int:
        """Put the handle in with its value, into the hole left last or behind the last position; where it stands.

        Ensures    ST-R1
        Raises     Exists if its slot has an element, of whatever generation; InvalidArgument if no element can have it
        Cost       O(1), and the pages up to its slot: ST-C1
        Source     EnTT emplace; differs: ST-D1
        """
        pos = self._occupy(handle)
        if pos == len(self.dense):
            self.dense.append(value)
        else:
            self.dense[pos] = value
        if pos >= self.room:
            self.room += self.value_page
        return pos

    def emplace_items(self, items: Sequence[tuple[Handle, T]]) -> list[int]:
        """Emplace each in turn, all or none; where they stand.

        Ensures    ST-R2
        Raises     Exists, InvalidArgument as `emplace`
        Cost       O(len(items))
        Source     EnTT insert; differs: SS-D6
        """
        check_list(items)
        self._check_new(map(handle_of, items))
        positions: list[int] = []
        for handle, value in items:
            positions.append(self.emplace(handle, value))
        return positions

    def _move(self, origin: int, target: int) -> None:
        """Move the element at a position to another one, whose own is gone, with its value."""
        Pool._move(self, origin, target)
        self.dense[target] = self.dense[origin]

    def _pop(self) -> None:
        """Drop the last position and its value."""
        Pool._pop(self)
        self.dense.pop()

    def _exchange(self, first: int, second: int) -> None:
        """Let the elements at two positions change places, with their values."""
        Pool._exchange(self, first, second)
        value = self.dense[first]
        self.dense[first] = self.dense[second]
        self.dense[second] = value

    # --- get

    def get(self, handle: Handle) -> T:
        """The value of an element.

        Ensures    ST-R21
        Raises     Missing if it is no element; InvalidArgument if it is no handle
        Cost       O(1): ST-C21
        Source     EnTT get
        """
        return self.dense[self.index(handle)]

    def replace(self, handle: Handle, value: T) -> None:
        """Give an element another value.

        Ensures    ST-R22
        Raises     Missing, InvalidArgument as `get`
        Cost       O(1): ST-C22
        Source     EnTT replace
        """
        self.dense[self.index(handle)] = value

    def patch(self, handle: Handle, change: Callable[[T], T]) -> T:
        """Replace the value by what `change` makes of it, and return that; if it raises, nothing has changed.

        `change` must leave the storage alone.

        Ensures    ST-R23
        Raises     Missing, InvalidArgument as `get`; whatever `change` raises
        Cost       O(1): ST-C23
        Source     EnTT patch; differs: ST-D2
        """
        pos = self.index(handle)
        value = change(self.dense[pos])
        self.dense[pos] = value
        return value

    __getitem__ = get
    __setitem__ = replace

    # --- iterate

    def each(self) -> Iterator[tuple[Handle, T]]:
        """The elements with their values in iteration order: from the last position to the first.

        Ensures    ST-R24
        Cost       4 reads a position: ST-C24
        Source     EnTT each
        """
        for pos in range(len(self.meta) - 1, -1, -1):
            if self.stamp[pos] != self.tombstone:
                yield Handle(self.meta[pos], self.stamp[pos]), self.dense[pos]

    def each_forward(self) -> Iterator[tuple[Handle, T]]:
        """The elements with their values from the first position to the last.

        Ensures    ST-R25
        Cost       4 reads a position: ST-C25
        Source     EnTT reach
        """
        for pos in range(len(self.meta)):
            if self.stamp[pos] != self.tombstone:
                yield Handle(self.meta[pos], self.stamp[pos]), self.dense[pos]

    # --- order

    def _key(self, pos: int) -> Any:
        """What `sort` compares: the value."""
        return self.dense[pos]

    # --- whole container

    def _drop_all(self) -> None:
        """Drop every position and its value; the room stays."""
        Pool._drop_all(self)
        self.dense.clear()

    def _shrink_room(self) -> None:
        """Give back the memory behind the last position."""
        self.room = self._whole_pages(len(self.meta))

    def reserve(self, count: int) -> None:
        """Make room for `count` values in all; less than there is changes nothing.

        Ensures    ST-R27
        Raises     InvalidArgument
        Source     EnTT reserve
        """
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {count!r}")
        if count > self.room:
            self.room = self._whole_pages(count)

    # --- observers

    def capacity(self) -> int:
        """How many values fit before memory grows."""
        return self.room

    def _whole_pages(self, count: int) -> int:
        """The values of the pages that `count` values need."""
        return (count + self.value_page - 1) // self.value_page * self.value_page

    # --- foreign data

    def _check_positions(self) -> None:
        """Refuse arrays that are no sparse set's, and values that are not one a position."""
        Pool._check_positions(self)
        if len(self.dense) != len(self.meta):
            raise InvalidArgument(f"{len(self.dense)} values for {len(self.meta)} positions")
        if self.value_page < 1 or self.room < len(self.dense) or self.room % self.value_page != 0:
            raise InvalidArgument(f"room for {self.room} values in pages of {self.value_page}")
