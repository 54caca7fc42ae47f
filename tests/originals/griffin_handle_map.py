"""griffin's handle map as it was written, mistakes included, so that a test can show what it does beside ours.

`fixed=False` is the erase of 2016, `fixed=True` that of 2017. Arithmetic is that of the original's unsigned fields.
A read past the end of an array, which the original leaves undefined, raises IndexError here.
"""

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

NIL: Final = 0xFFFF_FFFF
GENERATIONS: Final = 1 << 16
TYPES: Final = 1 << 15  # the type id has 15 bits in a handle, and 16 in the map


@dataclass
class Id:
    """A handle (index: slot) or an entry of `ids` (index: position, or the next free slot)."""

    index: int = 0
    generation: int = 0
    type_id: int = 0
    free: int = 0


NULL_ID: Final = Id()


class GriffinHandleMap:
    """The original; its field names are kept where they say more than ours would."""

    def __init__(self, type_id: int = 0, *, fixed: bool = True) -> None:
        self.type_id = type_id
        self.fixed = fixed
        self.reset()

    def reset(self) -> None:
        """Back to the initial state, generations forgotten."""
        self.ids: list[Id] = []
        self.items: list[Any] = []
        self.meta: list[int] = []
        self.front = NIL
        self.back = NIL
        self.frag = 0

    def insert(self, value: Any) -> Id:
        """Write the slot, then copy the value: a copy that raises comes too late."""
        self.frag = 1
        if self.front == NIL:
            slot = len(self.ids)
            self.ids.append(Id(len(self.items), 1, self.type_id % TYPES))
        else:
            slot = self.front
            self.front = self.ids[slot].index
            if self.front == NIL:
                self.back = NIL
            self.ids[slot] = replace(self.ids[slot], free=0, index=len(self.items))
        self.items.append(copy.copy(value))
        self.meta.append(slot)
        return replace(self.ids[slot], index=slot)

    def is_valid(self, handle: Id) -> bool:
        """Neither free bit is looked at."""
        return (
            handle.index < len(self.ids)
            and self.ids[handle.index].index < len(self.items)
            and handle.type_id == self.type_id
            and handle.generation == self.ids[handle.index].generation
        )

    def at(self, handle: Id) -> Any:
        """The value, with the checks of a debug build."""
        if not self.is_valid(handle):
            raise IndexError("an assertion of the original")
        return self.items[self.ids[handle.index].index]

    def erase(self, handle: Id) -> int:
        """How many values were erased."""
        if not self.is_valid(handle):
            return 0
        self.frag = 1
        slot, pos = handle.index, self.ids[handle.index].index
        entry = self.ids[slot]
        self.ids[slot] = replace(entry, index=NIL, generation=(entry.generation + 1) % GENERATIONS, free=1)
        if self.front == NIL:
            self.front = self.back = slot
        else:
            self.ids[self.back].index = slot
            self.back = slot
        if pos != len(self.items) - 1 if self.fixed else len(self.items) > 1:
            self.items[pos], self.items[-1] = self.items[-1], self.items[pos]
            self.meta[pos], self.meta[-1] = self.meta[-1], self.meta[pos]
            self.ids[self.meta[pos]].index = pos
        self.items.pop()
        self.meta.pop()
        return 1

    def clear(self) -> None:
        """Age every slot, live or free, and free it, in ascending order."""
        if not self.ids:
            return
        self.items, self.meta = [], []
        self.front, self.back, self.frag = 0, len(self.ids) - 1, 0
        for slot, entry in enumerate(self.ids):
            entry.free = 1
            entry.generation = (entry.generation + 1) % GENERATIONS
            entry.index = slot + 1
        self.ids[-1].index = NIL

    def defragment(self, comes_after: Callable[[Any, Any], bool], most: int = 0, *, trivial: bool = True) -> int:
        """Insertion sort; `most` bounds the values that move if they are trivial to copy, else the single shifts."""
        if not self.frag:
            return 0
        swaps, turn = 0, 1
        while turn < len(self.items) and (most == 0 or swaps < most):
            value, slot, pos = self.items[turn], self.meta[turn], turn
            while pos > 0 and (trivial or most == 0 or swaps < most) and comes_after(self.items[pos - 1], value):
                self.items[pos], self.meta[pos] = self.items[pos - 1], self.meta[pos - 1]
                self.ids[self.meta[pos]].index = pos
                pos -= 1
                swaps += not trivial
            if pos != turn:
                self.items[pos], self.meta[pos] = value, slot
                self.ids[slot].index = pos
                swaps += trivial
            turn += 1
        if turn == len(self.items):
            self.frag = 0
        return swaps

    def emplace_items(self, values: Iterable[Any]) -> list[Id]:
        """Insert one after the other."""
        return [self.insert(value) for value in values]
