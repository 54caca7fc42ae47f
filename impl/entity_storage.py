"""An entity storage in arrays: it issues handles from a sparse set whose elements are never taken out.

      pos        0   1     2   3     4
               +---+---+ +---+---+ +---+
      meta     | 2 | 0 | | 4 | 1 | | 3 |    pos -> slot
               +---+---+ +---+---+ +---+
      stamp    | 0 | 3 | | 1 | 7 | | 9 |    pos -> generation: issued (live), to be issued (dead), the last (used up)
               +---+---+ +---+---+ +---+
                live      dead      used up          live = 2, usable = 4, next_slot = 5

The slot destroyed last stands at `live`: it is the next one issued.
Destroying exchanges a slot with the last live one, and moves the boundary over it; nothing else moves.

    array        index  holds
    sparse       slot   the position of the slot, or nil if it was never issued
    generation   slot   the generation it was or will be issued with, or the tombstone if it was never issued
    pages        page   1 if the page is there, else 0
    meta         pos    the slot
    stamp        pos    its generation

Deviations  ES-D1 ... ES-D6 (docs/entity_storage.md)
Source      EnTT storage of entities, 3.16
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from slotproof.impl.paging import Paged
from slotproof.spec.entity_storage import check_generation_policy
from slotproof.spec.errors import Full, InvalidArgument, StaleHandle
from slotproof.spec.handle import Handle, check_handle
from slotproof.spec.handle_map import GenerationPolicy
from slotproof.spec.paging import check_element, check_list, check_position


class EntityStorage(Paged):
    """Issues handles, and tells which are live, in O(1).

    Takes      index_bits, generation_bits: widths, each at least 1; page, cells of a page of the sparse array
               generation: "retire" never issues a used-up slot again, "wrap" starts its generations over
    Raises     InvalidArgument
    Source     EnTT storage of entities; differs: ES-D1 ... ES-D6
    """

    NUMBERS: ClassVar[tuple[str, ...]] = (*Paged.NUMBERS, "live", "usable", "next_slot")
    FLAGS: ClassVar[tuple[str, ...]] = ("retire",)

    live: int  # the first positions are live
    usable: int  # from there on up to here they are dead, and will be issued again
    next_slot: int  # the least slot that may be new
    retire: bool

    def __init__(
        self,
        *,
        index_bits: int = 20,
        generation_bits: int = 12,
        page: int = 4096,
        generation: GenerationPolicy = "retire",
    ) -> None:
        Paged.__init__(self, index_bits, generation_bits, page)
        check_generation_policy(generation)
        self.live = 0
        self.usable = 0
        self.next_slot = 0
        self.retire = generation == "retire"

    # --- create

    def create(self) -> Handle:
        """Issue the slot destroyed last again, or a new one.

        Ensures    ES-R1
        Raises     Full if every slot is live or used up
        Cost       O(1), and the pages up to its slot; slots issued by hint are stepped over: ES-C1
        Source     EnTT generate
        """
        if self.live == self.usable:
            slot = self.next_slot
            while self._names(slot):
                slot += 1
            if slot == self.nil:
                raise Full(f"no slot is left up to {self.nil}")
            self.next_slot = slot + 1
            self._introduce(slot, 0)
        return self._enliven(self.live)

    def create_at(self, hint: Handle) -> Handle:
        """Issue the handle asked for if its slot is new or dead, and under `retire` it was not issued before.

        Any other hint is ignored: a handle is created as by `create`.

        Ensures    ES-R2
        Raises     Full as `create`; InvalidArgument if it is no handle
        Cost       O(1), and the pages up to its slot: ES-C2
        Source     EnTT generate with a hint; differs: ES-D2
        """
        if not self._grants(hint):
            return self.create()
        slot = hint.slot
        if not self._names(slot):
            self._introduce(slot, hint.generation)
        pos = self.sparse[slot]
        self.generation[slot] = hint.generation
        self.stamp[pos] = hint.generation
        return self._enliven(pos)

    def create_items(self, count: int) -> list[Handle]:
        """Create `count` times, all or none; the handles in order of creation.

        Ensures    ES-R3
        Raises     Full if there is no room for all; InvalidArgument
        Cost       O(count), and one look at each slot
        Source     EnTT generate of a range; differs: ES-D5
        """
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {count!r}")
        if count > self.room():
            raise Full(f"{count} more handles; room for {self.room()}")
        handles: list[Handle] = []
        for _ in range(count):
            handles.append(self.create())
        return handles

    def start_from(self, handle: Handle) -> None:
        """Look for new slots from that of a handle on.

        Ensures    ES-R4
        Raises     InvalidArgument if no element can have the handle
        Source     EnTT start_from
        """
        check_element(handle, self.nil, self.tombstone)
        self.next_slot = handle.slot

    def _introduce(self, slot: int, generation: int) -> None:
        """Make a new slot the last of those to be issued."""
        self._assure(slot)
        pos = len(self.meta)
        self.meta.append(slot)
        self.stamp.append(generation)
        self.sparse[slot] = pos
        self.generation[slot] = generation
        if pos != self.usable:
            self._exchange(pos, self.usable)
        self.usable += 1

    def _enliven(self, pos: int) -> Handle:
        """Make a slot to be issued the last live one."""
        if pos != self.live:
            self._exchange(pos, self.live)
        self.live += 1
        return Handle(self.meta[self.live - 1], self.stamp[self.live - 1])

    def _grants(self, hint: Handle) -> bool:
        """True if `create_at` issues the very handle."""
        check_handle(hint)
        slot, generation = hint.slot, hint.generation
        if slot < 0 or slot >= self.nil or generation < 0 or generation >= self.tombstone:
            return False
        if hint.type_id != 0 or hint.free != 0:
            return False
        if not self._names(slot):
            return True
        pos = self.sparse[slot]
        if pos < self.live or pos >= self.usable:
            return False
        return not self.retire or generation >= self.generation[slot]

    # --- destroy

    def destroy(self, handle: Handle) -> int:
        """End the handle; the generation its slot has next, or the tombstone if it is used up.

        Ensures    ES-R5
        Raises     StaleHandle if it is not live; InvalidArgument if it is no handle
        Cost       O(1): ES-C5
        Source     EnTT erase; differs: ES-D1, ES-D3
        """
        return self._end(self.index(handle))

    def destroy_items(self, handles: Sequence[Handle]) -> None:
        """Destroy each in turn, all or none.

        Ensures    ES-R6
        Raises     StaleHandle if one is not live, or is named twice; InvalidArgument
        Cost       O(len(handles))
        Source     EnTT erase of a range
        """
        check_list(handles)
        named = set()
        for handle in handles:
            self.index(handle)
            if handle.slot in named:
                raise StaleHandle(f"{handle} is named twice")
            named.add(handle.slot)
        for handle in handles:
            self.destroy(handle)

    def _end(self, pos: int) -> int:
        """Make a live slot the first to be issued again, or the first of the used-up."""
        slot = self.meta[pos]
        self.live -= 1
        if pos != self.live:
            self._exchange(pos, self.live)
        generation = self.generation[slot] + 1
        if generation == self.tombstone:
            if self.retire:
                self.usable -= 1
                if self.live != self.usable:
                    self._exchange(self.live, self.usable)
                return self.tombstone
            generation = 0
        self.generation[slot] = generation
        self.stamp[self.live] = generation
        return generation

    # --- get

    def is_valid(self, handle: Handle) -> bool:
        """True if the handle is live.

        Ensures    ES-R7
        Raises     InvalidArgument if it is no handle
        Cost       O(1): ES-C7
        Source     EnTT registry valid; differs: ES-D3
        """
        return self._holds(handle) and self.sparse[handle.slot] < self.live

    contains = is_valid
    __contains__ = is_valid

    def index(self, handle: Handle) -> int:
        """The position of a live handle, in [0, size()).

        Ensures    ES-R8
        Raises     StaleHandle if it is not live; InvalidArgument if it is no handle
        Cost       O(1): ES-C8
        Source     EnTT index
        """
        if not self.is_valid(handle):
            raise StaleHandle(f"{handle} is not live")
        return self.sparse[handle.slot]

    def entity_at(self, pos: int) -> Handle:
        """The live handle at a position.

        Takes      pos, in [0, size())
        Ensures    ES-R10
        Raises     OutOfRange, InvalidArgument
        Cost       O(1): ES-C10
        """
        check_position(pos, self.live)
        return Handle(self.meta[pos], self.stamp[pos])

    # --- iterate

    def handles(self) -> Iterator[Handle]:
        """The live handles from the last position to the first.

        Ensures    ES-R11
        Cost       2 reads a handle
        Source     EnTT each
        """
        for pos in range(self.live - 1, -1, -1):
            yield Handle(self.meta[pos], self.stamp[pos])

    __iter__ = handles

    def handles_forward(self) -> Iterator[Handle]:
        """The live handles from the first position to the last.

        Ensures    ES-R12
        Cost       2 reads a handle
        Source     EnTT reach
        """
        for pos in range(self.live):
            yield Handle(self.meta[pos], self.stamp[pos])

    # --- order

    def swap_elements(self, first: Handle, second: Handle) -> None:
        """Exchange the positions of two live handles.

        Ensures    ES-R13
        Raises     StaleHandle if one is not live; InvalidArgument
        Cost       O(1): ES-C13
        Source     EnTT swap_elements; differs: ES-D4
        """
        pos = self.index(first)
        other = self.index(second)
        if pos != other:
            self._exchange(pos, other)

    # --- whole container

    def clear(self) -> None:
        """Destroy every live handle, from the last position to the first.

        Ensures    ES-R14
        Cost       O(size): ES-C14
        Source     EnTT registry clear; differs: ES-D6
        """
        while self.live > 0:
            self._end(self.live - 1)

    def reset(self) -> None:
        """Become as new, but for the pages: handles issued before mean nothing any more.

        Ensures    ES-R15
        Cost       O(positions): ES-C15
        Source     EnTT clear; differs: ES-D6
        """
        for slot in self.meta:
            self.sparse[slot] = self.nil
            self.generation[slot] = self.tombstone
        self.meta.clear()
        self.stamp.clear()
        self.live = 0
        self.usable = 0
        self.next_slot = 0

    # --- observers

    def size(self) -> int:
        """How many handles are live."""
        return self.live

    __len__ = size

    def room(self) -> int:
        """How many more creations succeed.

        Ensures    ES-R24
        Cost       one look at each slot that was issued
        """
        free = self.usable - self.live + self.nil - self.next_slot
        for slot in self.meta:
            if slot >= self.next_slot:
                free -= 1
        return free

    # --- foreign data

    def _check_positions(self) -> None:
        """Refuse arrays that do not point at each other, a sequence cut at wrong places, and young used-up slots."""
        Paged._check_positions(self)
        if any(generation >= self.tombstone for generation in self.stamp):
            raise InvalidArgument(f"a generation is below the tombstone, {self.tombstone}")
        if not self.live <= self.usable <= len(self.meta) or self.next_slot > self.nil:
            raise InvalidArgument("live and usable cut the positions in three, and next_slot is at most nil")
        used_up = self.stamp[self.usable :]
        if used_up and (not self.retire or any(generation != self.tombstone - 1 for generation in used_up)):
            raise InvalidArgument("a slot is used up under `retire` only, and after its last generation")
