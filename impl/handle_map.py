"""A handle map in arrays: a sparse array of slots, a dense array of values, and the way back.

      handle (slot 2, generation 1)
                    |
      slot      0   1   2   3            pos      0   1
              +---+---+---+---+                 +---+---+
      sparse  | 3 | 1 | 0 |nil|   2 ---> 0      | C | B |  dense    no holes: iteration is a loop over an array
              +---+---+---+---+                 +---+---+
      gener.  | 2 | 1 | 1 | 4 |                 | 2 | 1 |  meta     pos -> slot
              +---+---+---+---+                 +---+---+
      free    | 1 | 0 | 0 | 1 |
              +---+---+---+---+     free_head = 0, free_tail = 3: the freelist is 0, 3

    array        index  holds
    sparse       slot   the position of a live slot, the next free slot of a free one, or nil
    generation   slot   the generation of the handle that is or will be issued; 0 under `retire`: used up
    free         slot   1 if the slot is free or used up, 0 if it is live
    dense        pos    the values, no holes
    meta         pos    the slot of dense[pos]

Deviations  HM-D1 ... HM-D10 (docs/handle_map.md)
Source      griffin handle_map, 2017
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from slotproof.spec.errors import Full, InvalidArgument, OutOfRange, StaleHandle
from slotproof.spec.handle import Handle, check_handle, check_handles
from slotproof.spec.handle_map import (
    BudgetUnit,
    FreeOrder,
    GenerationPolicy,
    check_budget,
    check_configuration,
)

T = TypeVar("T")

ARRAYS: Final = ("sparse", "generation", "free", "dense", "meta")
FLAGS: Final = ("fragmented", "retire", "lifo")
NUMBERS: Final = ("free_head", "free_tail", "retired", "reserved", "type_id", "nil", "generation_limit")
SCALARS: Final = NUMBERS + FLAGS


class HandleMap(Generic[T]):
    """Values in a dense array, each reached in O(1) through a handle that detects its own death.

    Takes      type_id, in [0, 2**type_bits), carried by every handle
               reserve, values to make room for
               index_bits, generation_bits, type_bits: widths, each at least 1
               generation: "retire" never hands out a used-up slot again, "wrap" starts its generations over
               free_order: "fifo" hands out the slot freed first, "lifo" the slot freed last
    Raises     InvalidArgument
    Source     griffin handle_map; differs: HM-D1 ... HM-D10
    """

    sparse: list[int]
    generation: list[int]
    free: list[int]
    dense: list[T]
    meta: list[int]
    free_head: int  # the next slot to hand out, or nil
    free_tail: int  # the last free slot, or nil
    retired: int  # slots used up
    fragmented: bool  # changed since the last complete defragment
    reserved: int  # values room was made for
    type_id: int
    nil: int  # "no index": the largest index, which is no slot
    generation_limit: int  # generations are below it
    retire: bool
    lifo: bool

    def __init__(
        self,
        type_id: int = 0,
        reserve: int = 0,
        *,
        index_bits: int = 32,
        generation_bits: int = 16,
        type_bits: int = 15,
        generation: GenerationPolicy = "retire",
        free_order: FreeOrder = "fifo",
    ) -> None:
        check_configuration(type_id, reserve, index_bits, generation_bits, type_bits, generation, free_order)
        self.nil = (1 << index_bits) - 1
        self.generation_limit = 1 << generation_bits
        self.retire = generation == "retire"
        self.lifo = free_order == "lifo"
        self.type_id = type_id
        self.reserved = reserve
        self.sparse = []
        self.generation = []
        self.free = []
        self.dense = []
        self.meta = []
        self.free_head = self.nil
        self.free_tail = self.nil
        self.retired = 0
        self.fragmented = False

    # --- insert

    def insert(self, value: T) -> Handle:
        """Append the value to the dense array and issue a handle to it.

        Ensures    HM-R1
        Raises     Full if no slot is free and every index is a slot
        Cost       O(1): HM-C1
        Source     griffin insert
        """
        pos = len(self.dense)
        slot = self.free_head
        if slot == self.nil:
            slot = len(self.sparse)
            if slot == self.nil:
                raise Full(f"all {self.nil} slots are in use or used up")
            self.sparse.append(pos)
            self.generation.append(1)
            self.free.append(0)
        else:
            self.free_head = self.sparse[slot]
            if self.free_head == self.nil:
                self.free_tail = self.nil
            self.sparse[slot] = pos
            self.free[slot] = 0
        self.dense.append(value)
        self.meta.append(slot)
        self.fragmented = True
        return Handle(slot, self.generation[slot], self.type_id)

    def emplace(self, factory: Callable[..., T], *args: Any) -> Handle:
        """Insert what `factory(*args)` returns.

        The factory runs before anything changes, so that one that raises leaves no slot behind (HM-D9).

        Ensures    HM-R2
        Raises     Full, and whatever the factory raises
        Cost       O(1), and the factory
        """
        return self.insert(factory(*args))

    # --- erase

    def erase(self, handle: Handle) -> bool:
        """Drop the value and end the handle; false, and nothing changes, if the handle is not live.

        The last value moves into the gap: positions change, handles do not.

        Ensures    HM-R3
        Raises     InvalidArgument if it is no handle
        Cost       O(1): HM-C3
        Source     griffin erase; differs: HM-D1, HM-D2, HM-D3
        """
        if not self.is_valid(handle):
            return False
        slot = handle.slot
        pos = self.sparse[slot]
        last = len(self.dense) - 1
        if pos != last:
            moved = self.meta[last]
            self.dense[pos] = self.dense[last]
            self.meta[pos] = moved
            self.sparse[moved] = pos
        self.dense.pop()
        self.meta.pop()
        if self._bump(slot):
            if self.lifo:
                self._push_front(slot)
            else:
                self._push_back(slot)
        self.fragmented = True
        return True

    def _bump(self, slot: int) -> bool:
        """Take a live slot out of use; true if it may be handed out again."""
        generation = self.generation[slot] + 1
        if generation == self.generation_limit:
            generation = 0
        self.generation[slot] = generation
        self.free[slot] = 1
        self.sparse[slot] = self.nil
        if generation == 0 and self.retire:
            self.retired += 1
            return False
        return True

    def _push_back(self, slot: int) -> None:
        """Make the slot the last of the freelist; `sparse[slot]` is nil already."""
        if self.free_head == self.nil:
            self.free_head = slot
        else:
            self.sparse[self.free_tail] = slot
        self.free_tail = slot

    def _push_front(self, slot: int) -> None:
        """Make the slot the first of the freelist."""
        if self.free_head == self.nil:
            self.free_tail = slot
        self.sparse[slot] = self.free_head
        self.free_head = slot

    # --- get

    def get(self, handle: Handle) -> T:
        """The value the handle names.

        Ensures    HM-R4
        Raises     OutOfRange if there never was such a slot; StaleHandle if the handle is not live
        Cost       O(1): HM-C4
        Source     griffin at, operator[]; differs: HM-D2, HM-D8
        """
        return self.dense[self.pos_of(handle)]

    def assign(self, handle: Handle, value: T) -> None:
        """Replace the value the handle names.

        Ensures    HM-R5
        Raises     OutOfRange, StaleHandle as `get`
        Cost       O(1): HM-C5
        """
        self.dense[self.pos_of(handle)] = value
        self.fragmented = True

    __getitem__ = get
    __setitem__ = assign

    def is_valid(self, handle: Handle) -> bool:
        """True if the handle was issued and its value not erased since.

        Ensures    HM-R6
        Raises     InvalidArgument if it is no handle
        Cost       O(1): HM-C6
        Source     griffin isValid; differs: HM-D2, HM-D8
        """
        check_handle(handle)
        slot = handle.slot
        return (
            0 <= slot
            and slot < len(self.sparse)
            and handle.type_id == self.type_id
            and handle.free == 0
            and self.free[slot] == 0
            and self.generation[slot] == handle.generation
        )

    __contains__ = is_valid

    def pos_of(self, handle: Handle) -> int:
        """The position, in [0, size()), of the value the handle names; an erase may change it.

        Ensures    HM-R7
        Raises     OutOfRange, StaleHandle as `get`
        Cost       O(1): HM-C7
        Source     griffin getInnerIndex
        """
        if not self.is_valid(handle):
            if handle.slot < 0 or handle.slot >= len(self.sparse):
                raise OutOfRange(f"slot {handle.slot} of {len(self.sparse)}")
            raise StaleHandle(f"{handle} is not live")
        return self.sparse[handle.slot]

    def handle_at(self, pos: int) -> Handle:
        """The handle of the value at a position.

        Takes      pos, in [0, size())
        Ensures    HM-R8
        Raises     OutOfRange, InvalidArgument
        Cost       O(1): HM-C8
        Source     project-griffin getHandleForInnerIndex
        """
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {pos!r}")
        if pos < 0 or pos >= len(self.meta):
            raise OutOfRange(f"position {pos} of {len(self.meta)}")
        return self._issued(self.meta[pos])

    def _issued(self, slot: int) -> Handle:
        """The handle of a live slot."""
        return Handle(slot, self.generation[slot], self.type_id)

    # --- iterate

    def values(self) -> Iterator[T]:
        """The values in dense order.

        Ensures    HM-R9
        Cost       1 read a value
        """
        return iter(self.dense)

    __iter__ = values

    def items(self) -> Iterator[tuple[Handle, T]]:
        """The handles with their values in dense order.

        Ensures    HM-R10
        Cost       3 reads a value
        """
        return zip(map(self._issued, self.meta), self.dense, strict=True)

    # --- bulk

    def emplace_items(self, count: int, factory: Callable[..., T], *args: Any) -> list[Handle]:
        """Insert `count` values made by `factory(*args)`, all or none; the handles in order of creation.

        Ensures    HM-R11
        Raises     Full if there is no room for all; InvalidArgument; whatever the factory raises
        Cost       O(count)
        Source     griffin emplaceItems; differs: HM-D9, HM-D10
        """
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {count!r}")
        if count > self.room():
            raise Full(f"{count} more values; room for {self.room()}")
        values: list[T] = []
        for _ in range(count):
            values.append(factory(*args))
        handles: list[Handle] = []
        for value in values:
            handles.append(self.insert(value))
        return handles

    def erase_items(self, handles: Sequence[Handle]) -> int:
        """Erase each handle in turn; how many were live when their turn came.

        Ensures    HM-R12
        Raises     InvalidArgument, before anything changes, if one is no handle
        Cost       O(len(handles))
        Source     griffin eraseItems
        """
        check_handles(handles)
        erased = 0
        for handle in handles:
            if self.erase(handle):
                erased += 1
        return erased

    # --- whole container

    def clear(self) -> None:
        """Erase everything; every handle is dead, and the usable slots come again in ascending order.

        Ensures    HM-R13
        Cost       O(slots)
        Source     griffin clear; differs: HM-D5
        """
        self.dense.clear()
        self.meta.clear()
        self.free_head = self.nil
        self.free_tail = self.nil
        self.retired = 0
        for slot in range(len(self.sparse)):
            if self.free[slot] == 0:
                usable = self._bump(slot)
            else:
                usable = self.generation[slot] != 0 or not self.retire
                self.sparse[slot] = self.nil
                if not usable:
                    self.retired += 1
            if usable:
                self._push_back(slot)
        self.fragmented = False

    def reset(self) -> None:
        """Become as new, room kept; handles issued before mean nothing any more (HM-D6).

        Ensures    HM-R14
        Cost       O(1) writes
        Source     griffin reset
        """
        self.reserved = self.capacity()
        self.sparse.clear()
        self.generation.clear()
        self.free.clear()
        self.dense.clear()
        self.meta.clear()
        self.free_head = self.nil
        self.free_tail = self.nil
        self.retired = 0
        self.fragmented = False

    def defragment(self, comes_after: Callable[[T, T], bool], limit: int = 0, unit: BudgetUnit = "relocations") -> int:
        """Insertion-sort the dense array, stably, within a budget; how much of the budget was used.

        Call it again to go on; `fragmented` tells whether there may be more to do.
        `comes_after(a, b)` must be a strict weak order and must leave the map alone.
        If it raises, the map is whole, sorted so far as it got.

        Takes      limit, of values that move ("relocations") or of values they pass ("shifts"); 0 is no limit
        Ensures    HM-R15
        Raises     InvalidArgument
        Cost       O(n**2) comparisons and moves, O(n) if sorted already
        Source     griffin defragment, both branches; differs: HM-D4
        """
        check_budget(limit, unit)
        if not self.fragmented:
            return 0
        used = 0
        turn = 1
        while turn < len(self.dense) and (limit == 0 or used < limit):
            value = self.dense[turn]
            stop = 0 if limit == 0 or unit == "relocations" else max(0, turn - (limit - used))
            pos = turn
            while pos > stop and comes_after(self.dense[pos - 1], value):
                pos -= 1
            if pos != turn:
                self._move(turn, pos)
                used += turn - pos if unit == "shifts" else 1
            turn += 1
        spent = unit == "shifts" and 0 < limit <= used  # the last value may have further to go
        self.fragmented = spent or turn < len(self.dense)
        return used

    def _move(self, origin: int, target: int) -> None:
        """Move the value at `origin` down to `target`; those it passes go up by one."""
        value = self.dense[origin]
        slot = self.meta[origin]
        pos = origin
        while pos > target:
            moved = self.meta[pos - 1]
            self.dense[pos] = self.dense[pos - 1]
            self.meta[pos] = moved
            self.sparse[moved] = pos
            pos -= 1
        self.dense[target] = value
        self.meta[target] = slot
        self.sparse[slot] = target

    def reserve(self, count: int) -> None:
        """Make room for `count` values in all; less than there is changes nothing.

        Ensures    HM-R16
        Raises     Full if there are not that many indices; InvalidArgument
        """
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {count!r}")
        if count > self.nil:
            raise Full(f"{count} values need more than {self.nil} slots")
        if count > self.reserved:
            self.reserved = count

    def copy(self) -> HandleMap[T]:
        """A second map in the same state: handles of the one name equal values in the other.

        Ensures    HM-R17
        Cost       O(slots)
        """
        twin: HandleMap[T] = object.__new__(type(self))
        for name in ARRAYS:
            setattr(twin, name, getattr(self, name).copy())
        for name in SCALARS:
            setattr(twin, name, getattr(self, name))
        return twin

    __copy__ = copy

    def swap(self, other: HandleMap[T]) -> None:
        """Exchange the states of two maps, handles and widths included.

        Ensures    HM-R18
        Raises     InvalidArgument if `other` is no handle map
        Cost       O(1)
        """
        if not isinstance(other, HandleMap):
            raise InvalidArgument(f"not a handle map: {other!r}")
        for name in ARRAYS + SCALARS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def to_dict(self) -> dict[str, Any]:
        """The whole state, freelist included, in lists, ints, bools and the values themselves.

        Ensures    HM-R19
        Cost       O(slots)
        """
        data = {name: getattr(self, name).copy() for name in ARRAYS}
        data.update({name: getattr(self, name) for name in SCALARS})
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> HandleMap[Any]:
        """The map whose state `to_dict` returned.

        Ensures    HM-R20
        Raises     InvalidArgument unless the arrays are those of a handle map
        Cost       O(slots)
        """
        _check_fields(data)
        twin: HandleMap[Any] = object.__new__(cls)
        for name in ARRAYS:
            setattr(twin, name, list(data[name]))
        for name in SCALARS:
            setattr(twin, name, data[name])
        _check_slots(twin)
        _check_freelist(twin)
        return twin

    # --- observers

    def __eq__(self, other: object) -> bool:
        """True if the other is a handle map in the same state."""
        return isinstance(other, HandleMap) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"HandleMap.from_dict({self.to_dict()!r})"

    def size(self) -> int:
        """How many values there are."""
        return len(self.dense)

    __len__ = size

    def capacity(self) -> int:
        """How many values fit before an array grows."""
        return max(self.reserved, len(self.sparse))

    def room(self) -> int:
        """How many more inserts succeed."""
        return self.nil - len(self.dense) - self.retired


def _check_fields(data: dict[str, Any]) -> None:
    """Refuse data whose fields are not those of a handle map, by name, type, range and length."""
    if not isinstance(data, dict) or set(data) != set(ARRAYS + SCALARS):
        raise InvalidArgument(f"a handle map has the fields {', '.join(ARRAYS + SCALARS)}")
    for name in ARRAYS:
        if not isinstance(data[name], list):
            raise InvalidArgument(f"{name} is a list, not {data[name]!r}")
        if name != "dense" and not all(type(entry) is int and entry >= 0 for entry in data[name]):
            raise InvalidArgument(f"{name} holds integers from 0 up")
    for name in NUMBERS:
        if type(data[name]) is not int or data[name] < 0:
            raise InvalidArgument(f"{name} is an integer from 0 up, not {data[name]!r}")
    for name in FLAGS:
        if not isinstance(data[name], bool):
            raise InvalidArgument(f"{name} is a bool, not {data[name]!r}")
    slots = len(data["sparse"])
    if len(data["generation"]) != slots or len(data["free"]) != slots or len(data["dense"]) != len(data["meta"]):
        raise InvalidArgument("the arrays of slots have one length, and so have the arrays of positions")
    if not _is_width(data["nil"] + 1) or not _is_width(data["generation_limit"]):
        raise InvalidArgument("nil + 1 and generation_limit are powers of two from 2 up")
    if slots > data["nil"] or data["reserved"] > data["nil"]:
        raise InvalidArgument(f"at most {data['nil']} slots")


def _is_width(count: int) -> bool:
    """True if count is 2**bits for a width of at least 1."""
    return count >= 2 and count & (count - 1) == 0


def _check_slots(twin: HandleMap[Any]) -> None:
    """Refuse arrays in which a live slot and its position do not point at each other, or a generation is impossible."""
    live = 0
    for slot, free in enumerate(twin.free):
        generation = twin.generation[slot]
        if free > 1 or generation >= twin.generation_limit:
            raise InvalidArgument(f"slot {slot}: free is 0 or 1, a generation is below {twin.generation_limit}")
        if free == 0:
            live += 1
            pos = twin.sparse[slot]
            if pos >= len(twin.meta) or twin.meta[pos] != slot or (twin.retire and generation == 0):
                raise InvalidArgument(f"slot {slot} is live, but no position leads back to it")
        elif twin.retire and generation == 1:
            raise InvalidArgument(f"slot {slot} is free, but was never issued")
    if live != len(twin.meta):
        raise InvalidArgument(f"{len(twin.meta)} positions for {live} live slots")
    if twin.fragmented and not twin.sparse:
        raise InvalidArgument("a map without slots cannot be disordered")
    if twin.type_id < 0:
        raise InvalidArgument(f"type id {twin.type_id} is negative")


def _check_freelist(twin: HandleMap[Any]) -> None:
    """Refuse a freelist that does not visit each usable free slot once and end at its tail."""
    usable = 0
    for slot, free in enumerate(twin.free):
        if free == 1:
            if twin.retire and twin.generation[slot] == 0:
                if twin.sparse[slot] != twin.nil:
                    raise InvalidArgument(f"slot {slot} is used up, but linked")
            else:
                usable += 1
    if usable + twin.retired + len(twin.meta) != len(twin.sparse):
        raise InvalidArgument(f"{len(twin.sparse)} slots: {twin.retired} used up, {usable} free, {len(twin.meta)} live")
    slot, tail = twin.free_head, twin.nil
    for _ in range(usable):
        if slot >= len(twin.sparse) or twin.free[slot] == 0 or (twin.retire and twin.generation[slot] == 0):
            raise InvalidArgument(f"the freelist leads to {slot}, which is not free")
        slot, tail = twin.sparse[slot], slot
    if slot != twin.nil or tail != twin.free_tail:
        raise InvalidArgument("the freelist does not end at its tail after each free slot once")
