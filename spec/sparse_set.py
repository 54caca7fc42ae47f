"""What a sparse set means: handles, at most one a slot, at positions that iteration walks down.

The state is what a client can observe: which slots have an element, its generation, where it stands, which positions
are holes and in what order they are filled again, and which pages of the sparse array are there.

Laws        SS-L1 ... SS-L15 (proofs/sparse_set/, proofs/shared/pool/answers.py)
Source      EnTT sparse_set, deletion policies swap_and_pop and in_place
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

from slotproof.spec.errors import Conflict, Exists, InvalidArgument, Missing, shown
from slotproof.spec.handle import Handle, check_handles
from slotproof.spec.logic import Distinct
from slotproof.spec.paging import PagedModel, check_element, check_list

DeletionPolicy = Literal["swap_pop", "in_place"]


class PoolModel(PagedModel):
    """Handles at positions: what a sparse set and a storage have in common.

    Takes      index_bits, generation_bits: widths, each at least 1; page, cells of a page of the sparse array
               deletion: "swap_pop" fills the gap with the last element, "in_place" leaves a hole
    Raises     InvalidArgument
    """

    FIELDS: ClassVar[tuple[str, ...]] = (*PagedModel.FIELDS, "holes", "in_place")

    holes: Distinct  # positions without an element, next one to be filled first
    in_place: bool  # an erasure leaves a hole

    def __init__(
        self,
        *,
        index_bits: int = 20,
        generation_bits: int = 12,
        page: int = 4096,
        deletion: DeletionPolicy = "swap_pop",
    ) -> None:
        PagedModel.__init__(self, index_bits, generation_bits, page)
        check_deletion(deletion)
        self.holes = Distinct()
        self.in_place = deletion == "in_place"

    # --- insert, in the words of the operations built on it

    def occupy(self, handle: Handle) -> int:
        """Put the handle into the hole left last, or behind the last position; where it stands."""
        check_element(handle, self.nil, self.tombstone)
        slot = handle.slot
        if slot in self.generation:
            raise Exists(f"slot {shown(slot)} has an element")
        self.assure(slot)
        self.generation[slot] = handle.generation
        if len(self.holes) > 0:
            pos = self.holes.popleft()
            self.order.replace(self.nil + pos, slot)
            return pos
        self.order.append(slot)
        return len(self.order) - 1

    def check_new(self, handles: Iterable[Handle]) -> None:
        """Refuse handles of which one has a slot that is taken, or named before."""
        named = set()
        for handle in handles:
            check_element(handle, self.nil, self.tombstone)
            if handle.slot in self.generation or handle.slot in named:
                raise Exists(f"slot {shown(handle.slot)} has an element, or gets two")
            named.add(handle.slot)

    # --- erase

    def erase(self, handle: Handle) -> None:
        """Take the element out."""
        self.index(handle)
        self.vacate(handle.slot)

    def remove(self, handle: Handle) -> bool:
        """Take the element out if it is there; whether it was."""
        if not self.contains(handle):
            return False
        self.vacate(handle.slot)
        return True

    def vacate(self, slot: int) -> None:
        """Take the element of a slot out: the last one fills its place, or a hole does."""
        self.forget(slot)
        if self.in_place:
            pos = self.order.place(slot)
            self.order.replace(slot, self.nil + pos)
            self.holes.prepend(pos)
        else:
            self.order.swap_remove(slot)

    def forget(self, slot: int) -> None:
        """Drop what is known of an element beside its position."""
        del self.generation[slot]

    # --- get

    def contains(self, handle: Handle) -> bool:
        """True if the handle is an element."""
        return self.holds(handle)

    def index(self, handle: Handle) -> int:
        """The position of an element."""
        if not self.holds(handle):
            raise Missing(f"{shown(handle)} is no element")
        return self.order.place(handle.slot)

    def bump(self, handle: Handle) -> int:
        """Give the element in the handle's slot the handle's generation, which is returned."""
        check_element(handle, self.nil, self.tombstone)
        if handle.slot not in self.generation:
            raise Missing(f"slot {shown(handle.slot)} has no element")
        self.generation[handle.slot] = handle.generation
        return handle.generation

    # --- iterate

    def handles(self) -> Iterator[Handle]:
        """The elements in iteration order: from the last position to the first."""
        for pos in range(len(self.order) - 1, -1, -1):
            if self.order[pos] < self.nil:
                yield self.issued(self.order[pos])

    def handles_forward(self) -> Iterator[Handle]:
        """The elements from the first position to the last."""
        for pos in range(len(self.order)):
            if self.order[pos] < self.nil:
                yield self.issued(self.order[pos])

    # --- bulk

    def erase_items(self, handles: Sequence[Handle]) -> None:
        """Erase each in turn; if that cannot all be done, nothing has changed."""
        check_list(handles)
        named = set()
        for handle in handles:
            self.index(handle)
            if handle.slot in named:
                raise Missing(f"{shown(handle)} is named twice")
            named.add(handle.slot)
        for handle in handles:
            self.erase(handle)

    def remove_items(self, handles: Sequence[Handle]) -> int:
        """Remove each in turn; how many were there."""
        check_handles(handles)
        removed = 0
        for handle in handles:
            if self.remove(handle):
                removed += 1
        return removed

    # --- order

    def swap_elements(self, first: Handle, second: Handle) -> None:
        """Exchange the positions of two elements."""
        self.index(first)
        self.index(second)
        self.order.exchange(first.slot, second.slot)

    def sortable(self) -> int:
        """How many of the first positions may be sorted: all, and none of them is a hole."""
        if len(self.holes) > 0:
            raise Conflict(f"{len(self.holes)} holes: compact first")
        return len(self.order)

    # --- whole container

    def clear(self) -> None:
        """Take every element out; the pages stay."""
        self.generation = {}
        self.order = Distinct()
        self.holes = Distinct()

    def compact(self) -> None:
        """Fill the holes, those left last first, with the last elements; behind the last element there is nothing."""
        self.drop_trailing()
        for hole in self.holes:
            if hole < len(self.order):
                self.order.replace(self.nil + hole, self.order.pop())
                self.drop_trailing()
        self.holes = Distinct()

    def drop_trailing(self) -> None:
        """Drop the positions behind the last element."""
        while len(self.order) > 0 and self.order[len(self.order) - 1] >= self.nil:
            self.order.pop()

    # --- observers

    def size(self) -> int:
        """How many elements there are."""
        return len(self.generation)

    def positions(self) -> int:
        """How many positions there are, holes included."""
        return len(self.order)

    def contiguous(self) -> bool:
        """True if there are no holes."""
        return len(self.holes) == 0


class SparseSetModel(PoolModel):
    """A set of handles; nothing is stored beside them."""

    def push(self, handle: Handle) -> int:
        """Put the handle in; where it stands."""
        return self.occupy(handle)

    def push_items(self, handles: Sequence[Handle]) -> list[int]:
        """Push each in turn; if that cannot all be done, nothing has changed."""
        check_list(handles)
        self.check_new(handles)
        positions: list[int] = []
        for handle in handles:
            positions.append(self.push(handle))
        return positions


def check_deletion(deletion: str) -> None:
    """Refuse a policy that no pool has.

    Raises     InvalidArgument
    """
    if deletion not in ("swap_pop", "in_place"):
        raise InvalidArgument(f"deletion policy is 'swap_pop' or 'in_place', not {shown(deletion)}")
