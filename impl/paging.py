"""A paged sparse array with the dense array it leads into: what sparse sets, storages and entity storages share.

    page        0               1               2
              +---+---+       . . . . .       +---+---+
    sparse    |nil| 1 |       (not there)     | 0 |nil|      pages of 2 cells; handle (slot 4, generation 0) -> 0
              +---+---+       . . . . .       +---+---+
    gener.    | T | 2 |                       | 0 | T |      T is the tombstone
              +---+---+                       +---+---+
    slot        0   1           2   3           4   5

Here the pages lie end to end, and `pages` tells which of them are there; a port keeps a pointer to each, or none.
The cells of a page that is not there are those of an empty one, so that reading them needs no page.
A port also packs `sparse` and `generation` into one word, and `meta` and `stamp` into another: the handle itself.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from slotproof.spec.errors import InvalidArgument, Missing
from slotproof.spec.handle import Handle, check_handle
from slotproof.spec.paging import check_position, check_widths

Self = TypeVar("Self", bound="Paged")


class Paged:
    """Handles at dense positions, found through a paged sparse array.

    array        index  holds
    sparse       slot   the position of the slot's element, or nil
    generation   slot   the generation of the slot's element, or the tombstone
    pages        page   1 if the page is there, else 0
    meta         pos    the slot of the element
    stamp        pos    the generation of the element, or the tombstone
    """

    ARRAYS: ClassVar[tuple[str, ...]] = ("sparse", "generation", "pages", "meta", "stamp")
    NUMBERS: ClassVar[tuple[str, ...]] = ("page", "nil", "tombstone")
    FLAGS: ClassVar[tuple[str, ...]] = ()
    FREE: ClassVar[tuple[str, ...]] = ()  # arrays of anything

    sparse: list[int]
    generation: list[int]
    pages: list[int]
    meta: list[int]
    stamp: list[int]
    page: int  # cells of a page
    nil: int  # "no index": the largest index, which is no slot
    tombstone: int  # the largest generation, which is that of no element

    def __init__(self, index_bits: int, generation_bits: int, page: int) -> None:
        check_widths(index_bits, generation_bits, page)
        self.sparse = []
        self.generation = []
        self.pages = []
        self.meta = []
        self.stamp = []
        self.page = page
        self.nil = (1 << index_bits) - 1
        self.tombstone = (1 << generation_bits) - 1

    # --- cells

    def _assure(self, slot: int) -> None:
        """Have the page of a slot."""
        page = slot // self.page
        while len(self.pages) <= page:
            self.pages.append(0)
            for _ in range(self.page):
                self.sparse.append(self.nil)
                self.generation.append(self.tombstone)
        self.pages[page] = 1

    def _names(self, slot: int) -> bool:
        """True if the slot has an element."""
        return 0 <= slot and slot < len(self.generation) and self.generation[slot] != self.tombstone

    def _holds(self, handle: Handle) -> bool:
        """True if the handle is that of the element in its slot."""
        check_handle(handle)
        slot = handle.slot
        return (
            0 <= slot
            and slot < len(self.generation)
            and handle.type_id == 0
            and handle.free == 0
            and handle.generation != self.tombstone
            and self.generation[slot] == handle.generation
        )

    def _exchange(self, first: int, second: int) -> None:
        """Let the elements at two positions change places."""
        slot, other = self.meta[first], self.meta[second]
        generation = self.stamp[first]
        self.meta[first] = other
        self.stamp[first] = self.stamp[second]
        self.meta[second] = slot
        self.stamp[second] = generation
        self.sparse[other] = first
        self.sparse[slot] = second

    # --- get

    def current(self, handle: Handle) -> int:
        """The generation of the element in the slot of a handle, or the tombstone if there is none.

        Raises     InvalidArgument if it is no handle
        Cost       1 read
        Source     EnTT current
        """
        check_handle(handle)
        slot = handle.slot
        if slot < 0 or slot >= len(self.generation):
            return self.tombstone
        return self.generation[slot]

    def entity_at(self, pos: int) -> Handle:
        """The handle of the element at a position.

        Takes      pos, in [0, positions())
        Raises     OutOfRange; Missing if there is a hole; InvalidArgument
        Cost       2 reads
        Source     EnTT operator[]
        """
        check_position(pos, len(self.meta))
        generation = self.stamp[pos]
        if generation == self.tombstone:
            raise Missing(f"a hole is at position {pos}")
        return Handle(self.meta[pos], generation)

    # --- whole container

    def shrink(self) -> None:
        """Give back the pages without an element, what lies behind the last page with one, and spare room for values.

        Ensures    SS-R21, ST-R26, ES-R16
        Cost       O(positions + cells): SS-C21, ST-C26, ES-C16
        Source     EnTT shrink_to_fit
        """
        for page in range(len(self.pages)):
            self.pages[page] = 0
        for pos in range(len(self.meta)):
            if self.stamp[pos] != self.tombstone:
                self.pages[self.meta[pos] // self.page] = 1
        while len(self.pages) > 0 and self.pages[-1] == 0:
            self.pages.pop()
            for _ in range(self.page):
                self.sparse.pop()
                self.generation.pop()
        self._shrink_room()

    def _shrink_room(self) -> None:
        """Give back spare room for values, of which this container has none."""

    def copy(self: Self) -> Self:
        """A second container in the same state.

        Cost       O(extent + positions)
        """
        twin: Self = object.__new__(type(self))
        for name in self.ARRAYS:
            setattr(twin, name, getattr(self, name).copy())
        for name in self.NUMBERS + self.FLAGS:
            setattr(twin, name, getattr(self, name))
        return twin

    def swap(self: Self, other: Self) -> None:
        """Exchange the states of two containers, widths included.

        Raises     InvalidArgument if `other` is another sort of container
        Cost       O(1)
        """
        if not isinstance(other, type(self)):
            raise InvalidArgument(f"not a {type(self).__name__}: {other!r}")
        for name in self.ARRAYS + self.NUMBERS + self.FLAGS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def to_dict(self) -> dict[str, Any]:
        """The whole state, in lists, ints, bools and what is stored.

        Cost       O(extent + positions)
        """
        data = {name: getattr(self, name).copy() for name in self.ARRAYS}
        data.update({name: getattr(self, name) for name in self.NUMBERS + self.FLAGS})
        return data

    @classmethod
    def from_dict(cls: type[Self], data: dict[str, Any]) -> Self:
        """The container whose state `to_dict` returned.

        Raises     InvalidArgument unless the arrays are those of such a container
        Cost       O(extent + positions)
        """
        cls._check_fields(data)
        twin: Self = object.__new__(cls)
        for name in cls.ARRAYS:
            setattr(twin, name, list(data[name]))
        for name in cls.NUMBERS + cls.FLAGS:
            setattr(twin, name, data[name])
        twin._check_pages()
        twin._check_positions()
        return twin

    # --- observers

    def positions(self) -> int:
        """How many positions there are."""
        return len(self.meta)

    def page_count(self) -> int:
        """How many pages of the sparse array are there."""
        count = 0
        for there in self.pages:
            count += there
        return count

    # --- foreign data

    @classmethod
    def _check_fields(cls, data: dict[str, Any]) -> None:
        """Refuse data whose fields are not those of the container, by name, type, range and length."""
        names = cls.ARRAYS + cls.NUMBERS + cls.FLAGS
        if not isinstance(data, dict) or set(data) != set(names):
            raise InvalidArgument(f"the fields are {', '.join(names)}")
        for name in cls.ARRAYS:
            if not isinstance(data[name], list):
                raise InvalidArgument(f"{name} is a list, not {data[name]!r}")
            if name not in cls.FREE and not all(type(entry) is int and entry >= 0 for entry in data[name]):
                raise InvalidArgument(f"{name} holds integers from 0 up")
        for name in cls.NUMBERS:
            if type(data[name]) is not int or data[name] < 0:
                raise InvalidArgument(f"{name} is an integer from 0 up, not {data[name]!r}")
        for name in cls.FLAGS:
            if not isinstance(data[name], bool):
                raise InvalidArgument(f"{name} is a bool, not {data[name]!r}")
        for name in ("nil", "tombstone"):
            if data[name] < 1 or data[name] & (data[name] + 1) != 0:
                raise InvalidArgument(f"{name} is 2**bits - 1, not {data[name]}")
        if data["page"] < 1:
            raise InvalidArgument("a page has at least 1 cell")
        cells = len(data["pages"]) * data["page"]
        if len(data["sparse"]) != cells or len(data["generation"]) != cells:
            raise InvalidArgument(f"{len(data['pages'])} pages have {cells} cells")
        if len(data["meta"]) != len(data["stamp"]):
            raise InvalidArgument("the arrays of positions have one length")

    def _check_pages(self) -> None:
        """Refuse pages that are not there and hold an element, and missing ones behind the last that is there."""
        if any(there > 1 for there in self.pages) or self.pages[-1:] == [0]:
            raise InvalidArgument("a page is there (1) or not (0), and the last one is")
        if (len(self.pages) - 1) * self.page >= self.nil:
            raise InvalidArgument(f"slots are below {self.nil}")
        for slot in self.meta:
            if slot < len(self.sparse) and self.sparse[slot] != self.nil and self.pages[slot // self.page] == 0:
                raise InvalidArgument(f"slot {slot} has an element, and its page is not there")

    def _check_positions(self) -> None:
        """Refuse arrays in which an element and its slot do not point at each other."""
        elements = 0
        for pos, slot in enumerate(self.meta):
            if self.stamp[pos] < self.tombstone:
                elements += 1
                if slot >= min(self.nil, len(self.sparse)):
                    raise InvalidArgument(f"position {pos} leads to slot {slot}, which there is not")
                if self.sparse[slot] != pos or self.generation[slot] != self.stamp[pos]:
                    raise InvalidArgument(f"slot {slot} does not lead back to position {pos}")
        empty = sum(
            cell == self.nil and generation == self.tombstone
            for cell, generation in zip(self.sparse, self.generation, strict=True)
        )
        if elements + empty != len(self.sparse):
            raise InvalidArgument("a slot without an element has a position or a generation")
