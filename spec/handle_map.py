"""What a handle map means: values, each reached through a handle that nothing but its own erasure invalidates.

The state is what a client can observe: which slot holds which value, in what order iteration visits them, which slots
come next, and how often each slot has changed hands.

Laws        HM-L1 ... HM-L18 (proofs/handle_map/, proofs/handle_map/answers.py)
Source      griffin handle_map; the policies `retire` and `wrap` are HM-D1
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Literal, TypeVar

from slotproof.spec.errors import Full, InvalidArgument, OutOfRange, StaleHandle, shown
from slotproof.spec.handle import Handle, check_handle, check_handles
from slotproof.spec.logic import Distinct, ascending, choose, conj, contains, disj, listed, mapped, negate

T = TypeVar("T")

GenerationPolicy = Literal["retire", "wrap"]
FreeOrder = Literal["fifo", "lifo"]
BudgetUnit = Literal["relocations", "shifts"]

FIELDS: Final = (
    "value",
    "generation",
    "order",
    "free",
    "fragmented",
    "reserved",
    "type_id",
    "nil",
    "generation_limit",
    "retire",
    "lifo",
)


class HandleMapModel(Generic[T]):
    """The handle map as dicts, a sequence and a queue.

    Takes      type_id, in [0, 2**type_bits); reserve, values to make room for
               index_bits, generation_bits, type_bits: widths, each at least 1
    Raises     InvalidArgument
    """

    value: dict[int, T]  # live slot -> value
    generation: dict[int, int]  # every slot made so far -> its generation; 0 under `retire`: used up
    order: Distinct  # live slots, as iteration visits them
    free: Distinct  # slots to hand out again, next one first
    fragmented: bool  # changed since the last complete defragment
    reserved: int  # values room was made for
    type_id: int
    nil: int  # 2**index_bits - 1, which is no slot
    generation_limit: int  # 2**generation_bits
    retire: bool  # a used-up slot is never handed out again; otherwise its generation wraps
    lifo: bool  # the slot freed last is handed out first; otherwise the slot freed first

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
        self.value = {}
        self.generation = {}
        self.order = Distinct()
        self.free = Distinct()
        self.fragmented = False
        self.reserved = reserve
        self.type_id = type_id
        self.nil = 2**index_bits - 1
        self.generation_limit = 2**generation_bits
        self.retire = generation == "retire"
        self.lifo = free_order == "lifo"

    # --- insert

    def insert(self, value: T) -> Handle:
        """Hold the value, last in iteration order, in the next free slot or a new one."""
        if len(self.free) > 0:
            slot = self.free.popleft()
        else:
            slot = len(self.generation)
            if slot == self.nil:
                raise Full(f"all {shown(self.nil)} slots are in use or used up")
            self.generation[slot] = 1
        self.value[slot] = value
        self.order.append(slot)
        self.fragmented = True
        return Handle(slot, self.generation[slot], self.type_id)

    def emplace(self, factory: Callable[..., T], *args: Any) -> Handle:
        """Insert what the factory makes; if the factory raises, nothing has changed."""
        return self.insert(factory(*args))

    # --- erase

    def erase(self, handle: Handle) -> bool:
        """Drop the value and end the handle; false, and nothing changes, if the handle is not live."""
        if not self.is_valid(handle):
            return False
        slot = handle.slot
        del self.value[slot]
        self.order.swap_remove(slot)
        generation = self.after(self.generation[slot])
        self.generation[slot] = generation
        if generation != 0 or not self.retire:
            if self.lifo:
                self.free.prepend(slot)
            else:
                self.free.append(slot)
        self.fragmented = True
        return True

    # --- get

    def get(self, handle: Handle) -> T:
        """The value the handle names."""
        return self.value[self.live_slot(handle)]

    def assign(self, handle: Handle, value: T) -> None:
        """Replace the value the handle names."""
        self.value[self.live_slot(handle)] = value
        self.fragmented = True

    def is_valid(self, handle: Handle) -> bool:
        """True if the handle was issued and its value not erased since."""
        check_handle(handle)
        return (
            handle.free == 0
            and handle.type_id == self.type_id
            and handle.slot in self.value
            and handle.generation == self.generation[handle.slot]
        )

    def pos_of(self, handle: Handle) -> int:
        """Where iteration meets the value the handle names."""
        return self.order.place(self.live_slot(handle))

    def handle_at(self, pos: int) -> Handle:
        """The handle of the value that iteration meets at `pos`."""
        if not isinstance(pos, int):
            raise InvalidArgument(f"not a position: {shown(pos)}")
        if not 0 <= pos < len(self.order):
            raise OutOfRange(f"position {shown(pos)} of {len(self.order)}")
        return self.issued(self.order[pos])

    # --- iterate

    def values(self) -> list[T]:
        """The values in iteration order."""
        return listed(self.order, lambda slot: self.value[slot])

    def items(self) -> list[tuple[Handle, T]]:
        """The handles with their values in iteration order."""
        return listed(self.order, lambda slot: (self.issued(slot), self.value[slot]))

    # --- bulk

    def emplace_items(self, count: int, factory: Callable[..., T], *args: Any) -> list[Handle]:
        """Insert `count` values made by the factory; if that cannot all be done, nothing has changed."""
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {shown(count)}")
        if count > self.room():
            raise Full(f"{shown(count)} more values; room for {shown(self.room())}")
        values: list[T] = []
        for _ in range(count):
            values.append(factory(*args))
        handles: list[Handle] = []
        for value in values:
            handles.append(self.insert(value))
        return handles

    def erase_items(self, handles: Sequence[Handle]) -> int:
        """Erase each handle in turn; how many were live when their turn came."""
        check_handles(handles)
        erased = 0
        for handle in handles:
            if self.erase(handle):
                erased += 1
        return erased

    # --- whole container

    def clear(self) -> None:
        """Erase everything; the usable slots come again in ascending order (HM-D5)."""
        live = self.value
        self.generation = mapped(
            self.generation, lambda slot, generation: choose(contains(live, slot), self.after(generation), generation)
        )
        generation_now = self.generation
        self.free = ascending(
            len(self.generation), lambda slot: disj(negate(self.retire), lambda: generation_now[slot] != 0)
        )
        self.value = {}
        self.order = Distinct()
        self.fragmented = False

    def reset(self) -> None:
        """Become as new, but for the room reserved: handles issued before mean nothing any more (HM-D6)."""
        self.reserved = self.capacity()
        self.value = {}
        self.generation = {}
        self.order = Distinct()
        self.free = Distinct()
        self.fragmented = False

    def defragment(self, comes_after: Callable[[T, T], bool], limit: int = 0, unit: BudgetUnit = "relocations") -> int:
        """Insertion-sort the iteration order, stably, within a budget; how much of the budget was used.

        Each value in turn moves left past those that come after it.
        A value that moved costs one relocation, or as many shifts as it passed values; a limit of 0 is no limit.
        """
        check_budget(limit, unit)
        if not self.fragmented:
            return 0
        used = 0
        turn = 1
        while turn < len(self.order) and (limit == 0 or used < limit):
            slot = self.order[turn]
            room = turn if limit == 0 or unit == "relocations" else min(turn, limit - used)
            passed = 0
            while passed < room and comes_after(self.value[self.order[turn - passed - 1]], self.value[slot]):
                passed += 1
            self.order.insert(turn - passed, self.order.pop(turn))
            if passed > 0:
                used += passed if unit == "shifts" else 1
            turn += 1
        spent = unit == "shifts" and 0 < limit <= used  # the last value may have further to go
        self.fragmented = spent or turn < len(self.order)
        return used

    def reserve(self, count: int) -> None:
        """Make room for `count` values in all."""
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {shown(count)}")
        if count > self.nil:
            raise Full(f"{shown(count)} values need more than {shown(self.nil)} slots")
        if count > self.reserved:
            self.reserved = count

    def copy(self) -> HandleMapModel[T]:
        """A second map in the same state."""
        twin: HandleMapModel[T] = object.__new__(type(self))
        twin.value = self.value.copy()
        twin.generation = self.generation.copy()
        twin.order = Distinct(self.order)
        twin.free = Distinct(self.free)
        twin.fragmented = self.fragmented
        twin.reserved = self.reserved
        twin.type_id = self.type_id
        twin.nil = self.nil
        twin.generation_limit = self.generation_limit
        twin.retire = self.retire
        twin.lifo = self.lifo
        return twin

    def swap(self, other: HandleMapModel[T]) -> None:
        """Exchange the states of two maps."""
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    # --- observers

    def size(self) -> int:
        """How many values there are."""
        return len(self.order)

    def capacity(self) -> int:
        """How many values fit before an array grows."""
        return max(self.reserved, len(self.generation))

    def room(self) -> int:
        """How many more inserts succeed."""
        return len(self.free) + self.nil - len(self.generation)

    # --- words of the laws

    def after(self, generation: int) -> int:
        """The generation that follows: one more, and 0 after the last."""
        return choose(generation + 1 == self.generation_limit, 0, generation + 1)

    def issued(self, slot: int) -> Handle:
        """The handle of a live slot."""
        return Handle(slot, self.generation[slot], self.type_id)

    def live_slot(self, handle: Handle) -> int:
        """The slot of a live handle.

        Raises     OutOfRange if there never was such a slot; StaleHandle if the handle is not live
        """
        check_handle(handle)
        if handle.slot not in self.generation:
            raise OutOfRange(f"slot {shown(handle.slot)} of {len(self.generation)}")
        if not self.is_valid(handle):
            raise StaleHandle(f"{shown(handle)} is not live")
        return handle.slot

    def is_live(self, slot: int, generation: int) -> bool:
        """True if (slot, generation) names a value."""
        return conj(contains(self.value, slot), lambda: self.generation[slot] == generation)

    def is_spent(self, slot: int, generation: int) -> bool:
        """Under `retire`: true if (slot, generation) was issued once and is dead."""
        return conj(
            contains(self.generation, slot),
            generation >= 1,
            generation < self.generation_limit,
            lambda: disj(generation < self.generation[slot], self.generation[slot] == 0),
        )


def check_configuration(
    type_id: int,
    reserve: int,
    index_bits: int,
    generation_bits: int,
    type_bits: int,
    generation: str,
    free_order: str,
) -> None:
    """Refuse widths, a type id, a reserve or policies that no handle map has.

    Raises     InvalidArgument
    """
    for name, bits in (("index_bits", index_bits), ("generation_bits", generation_bits), ("type_bits", type_bits)):
        if not isinstance(bits, int) or bits < 1:
            raise InvalidArgument(f"{name} is a width of at least 1 bit, not {shown(bits)}")
    if not isinstance(type_id, int) or not 0 <= type_id < 2**type_bits:
        raise InvalidArgument(f"type id {shown(type_id)} does not fit {shown(type_bits)} bits")
    if not isinstance(reserve, int) or not 0 <= reserve < 2**index_bits:
        raise InvalidArgument(f"cannot reserve {shown(reserve)} values with {shown(index_bits)} index bits")
    if generation not in ("retire", "wrap"):
        raise InvalidArgument(f"generation policy is 'retire' or 'wrap', not {shown(generation)}")
    if free_order not in ("fifo", "lifo"):
        raise InvalidArgument(f"free order is 'fifo' or 'lifo', not {shown(free_order)}")


def check_budget(limit: int, unit: str) -> None:
    """Refuse a budget that is negative or counted in unknown units.

    Raises     InvalidArgument
    """
    if not isinstance(limit, int) or limit < 0:
        raise InvalidArgument(f"a limit is a count, or 0 for none, not {shown(limit)}")
    if unit not in ("relocations", "shifts"):
        raise InvalidArgument(f"a budget counts 'relocations' or 'shifts', not {shown(unit)}")
