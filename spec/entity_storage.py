"""What an entity storage means: it issues handles, and knows which are live.

Every slot that was ever issued stands in a sequence: the live ones, then those to be issued again, then the used-up.

Laws        ES-L1 ... ES-L6 (proofs/entity_storage.py)
Source      EnTT storage of entities, deletion policy swap_only; the policies `retire` and `wrap` are ES-D1
"""

from __future__ import annotations

from collections.abc import Sequence

from slotproof.spec.errors import Full, InvalidArgument, StaleHandle
from slotproof.spec.handle import Handle, check_handle
from slotproof.spec.handle_map import GenerationPolicy
from slotproof.spec.logic import Distinct, choose, conj, contains
from slotproof.spec.paging import PagedModel, check_element, check_position


class EntityStorageModel(PagedModel):
    """Handles in a sequence that is cut in three.

    Takes      index_bits, generation_bits: widths, each at least 1; page, cells of a page of the sparse array
               generation: "retire" never issues a used-up slot again, "wrap" starts its generations over
    Raises     InvalidArgument
    """

    live: int  # the first ones of the sequence are live
    usable: int  # from there on up to here they are dead, and will be issued again, first one first
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
        PagedModel.__init__(self, index_bits, generation_bits, page)
        check_generation_policy(generation)
        self.live = 0
        self.usable = 0
        self.next_slot = 0
        self.retire = generation == "retire"

    # --- create

    def create(self) -> Handle:
        """Issue the slot destroyed last again, or a new one."""
        if self.live == self.usable:
            slot = self.new_slot(self.next_slot)
            self.next_slot = slot + 1
            self.introduce(slot, 0)
        return self.enliven(self.order[self.live])

    def create_at(self, hint: Handle) -> Handle:
        """Issue the handle asked for if its slot is new or dead, and under `retire` it was not issued before."""
        if not self.grants(hint):
            return self.create()
        if hint.slot not in self.generation:
            self.introduce(hint.slot, hint.generation)
        self.generation[hint.slot] = hint.generation
        return self.enliven(hint.slot)

    def create_items(self, count: int) -> list[Handle]:
        """Create `count` times; if that cannot all be done, nothing has changed."""
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {count!r}")
        if count > self.room():
            raise Full(f"{count} more handles; room for {self.room()}")
        handles: list[Handle] = []
        for _ in range(count):
            handles.append(self.create())
        return handles

    def start_from(self, handle: Handle) -> None:
        """Look for new slots from that of a handle on."""
        check_element(handle, self.nil, self.tombstone)
        self.next_slot = handle.slot

    # --- destroy

    def destroy(self, handle: Handle) -> int:
        """End the handle; the generation its slot has next, or the tombstone if it is used up."""
        self.index(handle)
        return self.end(handle.slot)

    def destroy_items(self, handles: Sequence[Handle]) -> None:
        """Destroy each in turn; if that cannot all be done, nothing has changed."""
        named = set()
        for handle in handles:
            self.index(handle)
            if handle.slot in named:
                raise StaleHandle(f"{handle} is named twice")
            named.add(handle.slot)
        for handle in handles:
            self.destroy(handle)

    # --- get

    def is_valid(self, handle: Handle) -> bool:
        """True if the handle is live."""
        return self.holds(handle) and self.order.place(handle.slot) < self.live

    def index(self, handle: Handle) -> int:
        """The position of a live handle."""
        if not self.is_valid(handle):
            raise StaleHandle(f"{handle} is not live")
        return self.order.place(handle.slot)

    def entity_at(self, pos: int) -> Handle:
        """The live handle at a position."""
        check_position(pos, self.live)
        return self.issued(self.order[pos])

    # --- iterate

    def handles(self) -> list[Handle]:
        """The live handles from the last position to the first."""
        return self.handles_forward()[::-1]

    def handles_forward(self) -> list[Handle]:
        """The live handles from the first position to the last."""
        return [self.issued(slot) for slot in self.order[: self.live]]

    # --- order

    def swap_elements(self, first: Handle, second: Handle) -> None:
        """Exchange the positions of two live handles."""
        self.index(first)
        self.index(second)
        self.order.exchange(first.slot, second.slot)

    # --- whole container

    def clear(self) -> None:
        """Destroy every live handle, from the last position to the first."""
        while self.live > 0:
            self.end(self.order[self.live - 1])

    def reset(self) -> None:
        """Become as new, but for the pages: handles issued before mean nothing any more."""
        self.generation = {}
        self.order = Distinct()
        self.live = 0
        self.usable = 0
        self.next_slot = 0

    # --- observers

    def size(self) -> int:
        """How many handles are live."""
        return self.live

    def positions(self) -> int:
        """How many slots were ever issued."""
        return len(self.order)

    def room(self) -> int:
        """How many more creations succeed."""
        taken = sum(slot >= self.next_slot for slot in self.generation)
        return self.usable - self.live + self.nil - self.next_slot - taken

    # --- words of the operations and laws

    def new_slot(self, slot: int) -> int:
        """The least slot from this one on that was never issued."""
        while slot in self.generation:
            slot += 1
        if slot == self.nil:
            raise Full(f"no slot is left up to {self.nil}")
        return slot

    def introduce(self, slot: int, generation: int) -> None:
        """Make a new slot the last of those to be issued."""
        self.assure(slot)
        self.generation[slot] = generation
        self.order.append(slot)
        self.order.exchange(slot, self.order[self.usable])
        self.usable += 1

    def enliven(self, slot: int) -> Handle:
        """Make a slot to be issued the last live one."""
        self.order.exchange(slot, self.order[self.live])
        self.live += 1
        return self.issued(slot)

    def end(self, slot: int) -> int:
        """Make a live slot the first to be issued again, or the first of the used-up."""
        self.live -= 1
        self.order.exchange(slot, self.order[self.live])
        generation = self.after(self.generation[slot])
        if self.retire and generation == 0:
            self.usable -= 1
            self.order.exchange(slot, self.order[self.usable])
            return self.tombstone
        self.generation[slot] = generation
        return generation

    def after(self, generation: int) -> int:
        """The generation that follows: one more; the tombstone is skipped, and 0 comes after the last."""
        return choose(generation + 1 == self.tombstone, 0, generation + 1)

    def grants(self, hint: Handle) -> bool:
        """True if `create_at` issues the very handle."""
        check_handle(hint)
        slot, generation, type_id, free = hint
        if slot < 0 or slot >= self.nil or generation < 0 or generation >= self.tombstone or type_id or free:
            return False
        if slot not in self.generation:
            return True
        pos = self.order.place(slot)
        if pos < self.live or pos >= self.usable:
            return False
        return not self.retire or generation >= self.generation[slot]

    def is_live(self, slot: int) -> bool:
        """True if the slot is live."""
        return conj(contains(self.order, slot), lambda: self.order.place(slot) < self.live)

    def age(self, slot: int) -> int:
        """Twice the generation of a slot that is to be issued, one more when it is live, two more when it is used up.

        A handle of generation g was issued before if the slot is older than 2 * g.
        """
        pos = self.order.place(slot)
        return 2 * self.generation[slot] + choose(pos < self.live, 1, choose(pos < self.usable, 0, 2))


def check_generation_policy(generation: str) -> None:
    """Refuse a policy that no entity storage has.

    Raises     InvalidArgument
    """
    if generation not in ("retire", "wrap"):
        raise InvalidArgument(f"generation policy is 'retire' or 'wrap', not {generation!r}")
