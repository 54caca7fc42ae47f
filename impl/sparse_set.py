"""A sparse set in arrays: handles in a dense array, found through a paged sparse array, in two deletion policies.

      handle (slot 4, generation 0)
                    |
      slot      0   1     4   5            pos      0   1   2
              +---+---+ +---+---+                 +---+---+---+
      sparse  |nil| 2 | | 0 |nil|   4 ---> 0      | 4 |nil| 1 |  meta     pos -> slot; at a hole the next hole, or nil
              +---+---+ +---+---+                 +---+---+---+
      gener.  | T | 2 | | 0 | T |                 | 0 | T | 2 |  stamp    pos -> generation; T, the tombstone, is a hole
              +---+---+ +---+---+                 +---+---+---+
              page 0    page 2      free_head = 1, holes = 1

    array        index  holds
    sparse       slot   the position of the slot's element, or nil
    generation   slot   the generation of the slot's element, or the tombstone
    pages        page   1 if the page is there, else 0
    meta         pos    the slot of the element; of a hole, the next one to be filled, or nil
    stamp        pos    the generation of the element; of a hole, the tombstone

Iteration goes from the last position to the first, so that erasing what it meets disturbs nothing ahead.

Deviations  SS-D1 ... SS-D10 (docs/sparse_set.md)
Source      EnTT sparse_set 3.16
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from slotproof.impl.paging import Paged
from slotproof.spec.errors import Conflict, Exists, InvalidArgument, Missing
from slotproof.spec.handle import Handle, check_handles
from slotproof.spec.paging import check_count, check_element, check_list
from slotproof.spec.sparse_set import DeletionPolicy, check_deletion


class Pool(Paged):
    """Handles at dense positions: what a sparse set and a storage have in common, and what a group arranges.

    Takes      index_bits, generation_bits: widths, each at least 1; page, cells of a page of the sparse array
               deletion: "swap_pop" fills the gap with the last element, "in_place" leaves a hole
    Raises     InvalidArgument
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*Paged.NUMBERS, "free_head", "holes")
    FLAGS: ClassVar[tuple[str, ...]] = ("in_place",)

    free_head: int  # the hole to be filled next, or nil
    holes: int  # how many there are
    in_place: bool

    def __init__(
        self,
        *,
        index_bits: int = 20,
        generation_bits: int = 12,
        page: int = 4096,
        deletion: DeletionPolicy = "swap_pop",
    ) -> None:
        Paged.__init__(self, index_bits, generation_bits, page)
        check_deletion(deletion)
        self.free_head = self.nil
        self.holes = 0
        self.in_place = deletion == "in_place"

    # --- insert

    def _occupy(self, handle: Handle) -> int:
        """Put the handle into the hole left last, or behind the last position; where it stands."""
        check_element(handle, self.nil, self.tombstone)
        slot = handle.slot
        if self._names(slot):
            raise Exists(f"slot {slot} has an element")
        self._assure(slot)
        if self.holes > 0:
            pos = self.free_head
            self.free_head = self.meta[pos]
            self.holes -= 1
            self.meta[pos] = slot
            self.stamp[pos] = handle.generation
        else:
            pos = len(self.meta)
            self.meta.append(slot)
            self.stamp.append(handle.generation)
        self.sparse[slot] = pos
        self.generation[slot] = handle.generation
        return pos

    def _check_new(self, handles: Iterable[Handle]) -> None:
        """Refuse handles of which one has a slot that is taken, or named before."""
        named = set()
        for handle in handles:
            check_element(handle, self.nil, self.tombstone)
            if self._names(handle.slot) or handle.slot in named:
                raise Exists(f"slot {handle.slot} has an element, or gets two")
            named.add(handle.slot)

    # --- erase

    def erase(self, handle: Handle) -> None:
        """Take the element out: the last one moves into its place, or a hole does.

        Ensures    SS-R3, ST-R3
        Raises     Missing if it is no element; InvalidArgument if it is no handle
        Cost       O(1): SS-C3, ST-C3
        Source     EnTT erase
        """
        self._vacate(self.index(handle))

    def remove(self, handle: Handle) -> bool:
        """Take the element out if it is there; whether it was.

        Ensures    SS-R4, ST-R4
        Raises     InvalidArgument if it is no handle
        Cost       O(1): SS-C4, ST-C4
        Source     EnTT remove
        """
        if not self.contains(handle):
            return False
        self._vacate(self.sparse[handle.slot])
        return True

    def _vacate(self, pos: int) -> None:
        """Take out the element at a position."""
        slot = self.meta[pos]
        self.sparse[slot] = self.nil
        self.generation[slot] = self.tombstone
        if self.in_place:
            self.meta[pos] = self.free_head
            self.stamp[pos] = self.tombstone
            self.free_head = pos
            self.holes += 1
        else:
            last = len(self.meta) - 1
            if pos != last:
                self._move(last, pos)
            self._pop()

    def _move(self, origin: int, target: int) -> None:
        """Move the element at a position to another one, whose own is gone."""
        slot = self.meta[origin]
        self.meta[target] = slot
        self.stamp[target] = self.stamp[origin]
        self.sparse[slot] = target

    def _pop(self) -> None:
        """Drop the last position."""
        self.meta.pop()
        self.stamp.pop()

    # --- get

    def contains(self, handle: Handle) -> bool:
        """True if the handle is an element; one comparison of generations tells, the dense arrays are not looked at.

        Ensures    SS-R5, ST-R5
        Raises     InvalidArgument if it is no handle
        Cost       O(1): SS-C5, ST-C5
        Source     EnTT contains; differs: SS-D2
        """
        return self._holds(handle)

    __contains__ = contains

    def index(self, handle: Handle) -> int:
        """The position of an element, in [0, positions()).

        Ensures    SS-R6, ST-R6
        Raises     Missing if it is no element; InvalidArgument if it is no handle
        Cost       O(1): SS-C6, ST-C6
        Source     EnTT index
        """
        if not self._holds(handle):
            raise Missing(f"{handle} is no element")
        return self.sparse[handle.slot]

    def bump(self, handle: Handle) -> int:
        """Give the element in the handle's slot the handle's generation, which is returned.

        Ensures    SS-R9, ST-R9
        Raises     Missing if the slot has no element; InvalidArgument if no element can have the generation
        Cost       O(1): SS-C9, ST-C9
        Source     EnTT bump; differs: SS-D3
        """
        check_element(handle, self.nil, self.tombstone)
        slot = handle.slot
        if not self._names(slot):
            raise Missing(f"slot {slot} has no element")
        self.generation[slot] = handle.generation
        self.stamp[self.sparse[slot]] = handle.generation
        return handle.generation

    # --- iterate

    def handles(self) -> Iterator[Handle]:
        """The elements in iteration order: from the last position to the first, holes left out.

        Ensures    SS-R10, ST-R10
        Cost       3 reads a position: SS-C10, ST-C10
        Source     EnTT begin, end; differs: SS-D5
        """
        for pos in range(len(self.meta) - 1, -1, -1):
            if self.stamp[pos] != self.tombstone:
                yield Handle(self.meta[pos], self.stamp[pos])

    __iter__ = handles

    def handles_forward(self) -> Iterator[Handle]:
        """The elements from the first position to the last, holes left out.

        Ensures    SS-R11, ST-R11
        Cost       3 reads a position: SS-C11, ST-C11
        Source     EnTT rbegin, rend; differs: SS-D5
        """
        for pos in range(len(self.meta)):
            if self.stamp[pos] != self.tombstone:
                yield Handle(self.meta[pos], self.stamp[pos])

    # --- bulk

    def erase_items(self, handles: Sequence[Handle]) -> None:
        """Erase each in turn, all or none.

        Ensures    SS-R13, ST-R13
        Raises     Missing if one is no element, or is named twice; InvalidArgument
        Cost       O(len(handles)): SS-C13, ST-C13
        Source     EnTT erase of a range; differs: SS-D6
        """
        check_list(handles)
        named = set()
        for handle in handles:
            self.index(handle)
            if handle.slot in named:
                raise Missing(f"{handle} is named twice")
            named.add(handle.slot)
        for handle in handles:
            self.erase(handle)

    def remove_items(self, handles: Sequence[Handle]) -> int:
        """Remove each in turn; how many were there when their turn came.

        Ensures    SS-R14, ST-R14
        Raises     InvalidArgument, before anything changes, if one is no handle
        Cost       O(len(handles)): SS-C14, ST-C14
        Source     EnTT remove of a range
        """
        check_handles(handles)
        removed = 0
        for handle in handles:
            if self.remove(handle):
                removed += 1
        return removed

    # --- order

    def swap_elements(self, first: Handle, second: Handle) -> None:
        """Exchange the positions of two elements.

        Ensures    SS-R15, ST-R15
        Raises     Missing if one is no element; InvalidArgument
        Cost       O(1): SS-C15, ST-C15
        Source     EnTT swap_elements
        """
        pos = self.index(first)
        other = self.index(second)
        if pos != other:
            self._exchange(pos, other)

    def sort(self, comes_after: Callable[[Any, Any], bool], count: int | None = None) -> None:
        """Sort the first `count` positions stably, so that iteration meets nothing before what it comes after.

        `comes_after(a, b)` must be a strict weak order, of handles in a set and of values in a storage.
        It must leave the container alone; if it raises, the container is whole, sorted so far as it got.

        Takes      count, in [0, positions()], or None for all
        Ensures    SS-R16, ST-R16
        Raises     Conflict if there are holes; OutOfRange, InvalidArgument
        Cost       O(count**2) comparisons and moves, O(count) if sorted already
        Source     EnTT sort, sort_n; differs: SS-D7
        """
        self._check_contiguous()
        self._sort(lambda first, second: comes_after(self._key(first), self._key(second)), count)

    def sort_by(self, key: Callable[[Handle], Any], count: int | None = None) -> None:
        """Sort the first `count` positions stably, so that iteration meets ascending keys of handles.

        Takes      count, in [0, positions()], or None for all
        Ensures    SS-R17, ST-R17
        Raises     Conflict if there are holes; OutOfRange, InvalidArgument
        Cost       O(count**2)
        """
        self._check_contiguous()
        self._sort(lambda first, second: key(self.entity_at(first)) > key(self.entity_at(second)), count)

    def _sort(self, comes_after: Callable[[int, int], bool], count: int | None) -> None:
        """Insertion sort against the order of positions; the comparison takes positions."""
        count = check_count(count, len(self.meta))
        for back in range(1, count):
            pos = count - 1 - back
            while pos + 1 < count and comes_after(pos + 1, pos):
                self._exchange(pos, pos + 1)
                pos += 1

    def sort_as(self, handles: Sequence[Handle]) -> int:
        """Have iteration begin with those of the handles that are elements, in their order; how many there are.

        Ensures    SS-R18, ST-R18
        Raises     Conflict if there are holes; InvalidArgument
        Cost       O(len(handles)): SS-C18, ST-C18
        Source     EnTT sort_as; differs: SS-D8
        """
        check_handles(handles)
        self._check_contiguous()
        stop = len(self.meta)
        for handle in handles:
            if self.contains(handle):
                pos = self.sparse[handle.slot]
                if pos < stop:
                    stop -= 1
                    if pos != stop:
                        self._exchange(pos, stop)
        return len(self.meta) - stop

    def _key(self, pos: int) -> Any:
        """What `sort` compares of the element at a position."""
        return self.entity_at(pos)

    def _check_contiguous(self) -> None:
        """Refuse to go on if there are holes."""
        if self.holes > 0:
            raise Conflict(f"{self.holes} holes: compact first")

    # --- whole container

    def clear(self) -> None:
        """Take every element out; the pages stay.

        Ensures    SS-R19, ST-R19
        Cost       O(positions): SS-C19, ST-C19
        Source     EnTT clear
        """
        for pos in range(len(self.meta)):
            if self.stamp[pos] != self.tombstone:
                slot = self.meta[pos]
                self.sparse[slot] = self.nil
                self.generation[slot] = self.tombstone
        self._drop_all()
        self.free_head = self.nil
        self.holes = 0

    def _drop_all(self) -> None:
        """Drop every position."""
        self.meta.clear()
        self.stamp.clear()

    def compact(self) -> None:
        """Fill the holes, those left last first, with the last elements; behind the last element there is nothing.

        Ensures    SS-R20, ST-R20
        Cost       O(holes)
        Source     EnTT compact
        """
        end = self._end(len(self.meta))
        hole = self.free_head
        for _ in range(self.holes):
            following = self.meta[hole]
            if hole < end:
                self._move(end - 1, hole)
                end = self._end(end - 1)
            hole = following
        while len(self.meta) > end:
            self._pop()
        self.free_head = self.nil
        self.holes = 0

    def _end(self, end: int) -> int:
        """The end of the positions before `end` without the holes they end in."""
        while end > 0 and self.stamp[end - 1] == self.tombstone:
            end -= 1
        return end

    # --- observers

    def size(self) -> int:
        """How many elements there are; holes are none (SS-D4)."""
        return len(self.meta) - self.holes

    __len__ = size

    def contiguous(self) -> bool:
        """True if there are no holes."""
        return self.holes == 0

    # --- foreign data

    def _check_positions(self) -> None:
        """Refuse arrays that do not point at each other, and holes that are not on one list from `free_head` on."""
        Paged._check_positions(self)
        if any(generation > self.tombstone for generation in self.stamp):
            raise InvalidArgument(f"a generation is at most the tombstone, {self.tombstone}")
        if self.stamp.count(self.tombstone) != self.holes or (self.holes > 0 and not self.in_place):
            raise InvalidArgument(f"{self.holes} holes are counted, and others found")
        hole, seen = self.free_head, set[int]()
        for _ in range(self.holes):
            if hole >= len(self.meta) or self.stamp[hole] != self.tombstone or hole in seen:
                raise InvalidArgument(f"the holes lead to {hole}, which is none, or was met before")
            seen.add(hole)
            hole = self.meta[hole]
        if hole != self.nil:
            raise InvalidArgument("the holes do not end in nil")


class SparseSet(Pool):
    """A set of handles, at most one a slot, that iterates as fast as an array.

    Source     EnTT sparse_set; differs: SS-D1 ... SS-D10
    """

    def push(self, handle: Handle) -> int:
        """Put the handle into the hole left last, or behind the last position; where it stands.

        Ensures    SS-R1
        Raises     Exists if its slot has an element, of whatever generation; InvalidArgument if no element can have it
        Cost       O(1), and the pages up to its slot: SS-C1
        Source     EnTT push; differs: SS-D1
        """
        return self._occupy(handle)

    def push_items(self, handles: Sequence[Handle]) -> list[int]:
        """Push each in turn, all or none; where they stand.

        Ensures    SS-R2
        Raises     Exists, InvalidArgument as `push`
        Cost       O(len(handles))
        Source     EnTT push of a range; differs: SS-D6
        """
        check_list(handles)
        self._check_new(handles)
        positions: list[int] = []
        for handle in handles:
            positions.append(self.push(handle))
        return positions
