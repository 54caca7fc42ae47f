"""What a paged sparse array means: which of its pages are there.

A sparse array has a cell for every slot, but only the pages that were ever needed take up memory.

Laws        SS-L4, ST-L4, ES-L4
Source      EnTT sparse_set, `ENTT_SPARSE_PAGE`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from slotproof.spec.errors import InvalidArgument, Missing, OutOfRange, shown
from slotproof.spec.handle import Handle, check_handle, check_handles
from slotproof.spec.logic import Distinct


class PagedModel:
    """Slots that have a generation, at positions of a sequence, and the pages that hold them."""

    FIELDS: ClassVar[tuple[str, ...]] = ("generation", "order", "pages", "reach", "page", "nil", "tombstone")

    generation: dict[int, int]  # slot -> generation of its element
    order: Distinct  # by position: the slot, or nil + position where there is a hole
    pages: dict[int, bool]  # number of each page that is there -> true
    reach: int  # pages up to the last one that is there
    page: int  # cells of a page
    nil: int  # 2**index_bits - 1, which is no slot
    tombstone: int  # 2**generation_bits - 1, which is the generation of no element

    def __init__(self, index_bits: int, generation_bits: int, page: int) -> None:
        check_widths(index_bits, generation_bits, page)
        self.generation = {}
        self.order = Distinct()
        self.pages = {}
        self.reach = 0
        self.page = page
        self.nil = 2**index_bits - 1
        self.tombstone = 2**generation_bits - 1

    def assure(self, slot: int) -> None:
        """Have the page of a slot."""
        page = slot // self.page
        self.pages[page] = True
        self.reach = max(self.reach, page + 1)

    def shrink(self) -> None:
        """Give back the pages without an element, and what lies behind the last page with one."""
        self.pages = {}
        self.reach = 0
        for slot in self.generation:
            self.assure(slot)

    def copy(self) -> Any:
        """A second container in the same state."""
        twin = object.__new__(type(self))
        for name in self.FIELDS:
            held = getattr(self, name)
            setattr(twin, name, held.copy() if isinstance(held, dict | list) else held)
        return twin

    def swap(self, other: Any) -> None:
        """Exchange the states of two containers."""
        for name in self.FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def current(self, handle: Handle) -> int:
        """The generation of the element in the slot of a handle, or the tombstone if there is none."""
        check_handle(handle)
        if handle.slot in self.generation:
            return self.generation[handle.slot]
        return self.tombstone

    def entity_at(self, pos: int) -> Handle:
        """The handle of the element at a position."""
        check_position(pos, len(self.order))
        if self.order[pos] >= self.nil:
            raise Missing(f"a hole is at position {shown(pos)}")
        return self.issued(self.order[pos])

    # --- order

    def sort(self, comes_after: Callable[[Any, Any], bool], count: int | None = None) -> None:
        """Sort the first `count` positions stably, so that iteration meets nothing before what it comes after."""
        count = check_count(count, self.sortable())
        for turn in range(count - 2, -1, -1):
            slot = self.order[turn]
            pos = turn + 1
            while pos < count and comes_after(self.key(self.order[pos]), self.key(slot)):
                self.order.exchange(slot, self.order[pos])
                pos += 1

    def sort_by(self, key: Callable[[Handle], Any], count: int | None = None) -> None:
        """Sort the first `count` positions stably, so that iteration meets ascending keys."""
        count = check_count(count, self.sortable())
        slots = self.order[:count][::-1]  # as iteration meets them
        slots.sort(key=lambda slot: key(self.issued(slot)))
        for place, slot in enumerate(slots):
            self.order.exchange(slot, self.order[count - 1 - place])

    def sort_as(self, handles: Sequence[Handle]) -> int:
        """Have iteration begin with those of the handles that are elements, in their order; how many there are."""
        check_handles(handles)
        length = self.sortable()
        stop = length
        for handle in handles:
            if self.holds(handle) and self.order.place(handle.slot) < stop:
                stop -= 1
                self.order.exchange(handle.slot, self.order[stop])
        return length - stop

    def key(self, slot: int) -> Any:
        """What `sort` compares of the element of a slot."""
        return self.issued(slot)

    def sortable(self) -> int:
        """How many of the first positions may be sorted."""
        return len(self.order)

    # --- observers

    def page_count(self) -> int:
        """How many pages are there."""
        count = 0
        for page in range(self.reach):
            if page in self.pages:
                count += 1
        return count

    def issued(self, slot: int) -> Handle:
        """The handle of the element in a slot."""
        return Handle(slot, self.generation[slot])

    def holds(self, handle: Handle) -> bool:
        """True if the handle is that of the element in its slot."""
        check_handle(handle)
        return (
            handle.type_id == 0
            and handle.free == 0
            and handle.slot in self.generation
            and handle.generation == self.generation[handle.slot]
        )


def check_widths(index_bits: int, generation_bits: int, page: int) -> None:
    """Refuse widths and page sizes that no sparse array has.

    Raises     InvalidArgument
    """
    for name, bits in (("index_bits", index_bits), ("generation_bits", generation_bits)):
        if not isinstance(bits, int) or bits < 1:
            raise InvalidArgument(f"{name} is a width of at least 1 bit, not {shown(bits)}")
    if not isinstance(page, int) or page < 1:
        raise InvalidArgument(f"a page has at least 1 cell, not {shown(page)}")


def check_element(handle: Handle, nil: int, tombstone: int) -> None:
    """Refuse a handle that no element can have: of the wrong type, or too wide for its slot or generation.

    Raises     InvalidArgument
    """
    check_handle(handle)
    slot, generation, type_id, free = handle
    if slot < 0 or slot >= nil or generation < 0 or generation >= tombstone or type_id != 0 or free != 0:
        raise InvalidArgument(f"no element has the handle {shown(handle)}")


def check_position(pos: object, length: int) -> None:
    """Refuse a position outside [0, length).

    Raises     OutOfRange, InvalidArgument
    """
    if not isinstance(pos, int):
        raise InvalidArgument(f"not a position: {shown(pos)}")
    if pos < 0 or pos >= length:
        raise OutOfRange(f"position {shown(pos)} of {shown(length)}")


def check_list(items: object) -> None:
    """Refuse what is no list or tuple: an iterator would be used up by looking at it.

    Raises     InvalidArgument
    """
    if not isinstance(items, list | tuple):
        raise InvalidArgument(f"not a list: {shown(items)}")


def check_count(count: Any, length: int) -> int:
    """How many positions are meant: `count` of them, or all if it is None.

    Raises     OutOfRange if there are not that many; InvalidArgument
    """
    if count is None:
        return length
    if not isinstance(count, int):
        raise InvalidArgument(f"not a count: {shown(count)}")
    if count < 0 or count > length:
        raise OutOfRange(f"{shown(count)} of {shown(length)} positions")
    return count
