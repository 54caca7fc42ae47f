"""What a registry means: entities, values that they have in pools, and groups of those that have what a group asks for.

A group is no state: its members are computed. Where they stand in the pools it owns is left open.
A pool that no group owns is arranged by nothing but what is done to it, and so its order is known.

Laws        RG-L1 ... RG-L5 (proofs/registry_claims.py), GR-L1 ... GR-L3 (proofs/group_claims.py)
Source      EnTT registry, view and group
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.errors import Conflict, Exists, InvalidArgument, Missing, StaleHandle
from slotproof.spec.group import GroupKey, check_innermost, check_number, check_ownership, group_key, is_same
from slotproof.spec.handle import Handle, check_handle, check_handles
from slotproof.spec.handle_map import GenerationPolicy
from slotproof.spec.logic import Distinct, conj, contains, listed, negate, selected
from slotproof.spec.sparse_set import DeletionPolicy, check_deletion

T = TypeVar("T")


class RegistryModel(Generic[T]):
    """Entities in a storage of their own, and a dict of values for each pool.

    Takes      pools, how many there are at first
               index_bits, generation_bits, page, generation: of the entities; value_page: of the pools
               nested, whether groups that own a pool in common may lie in each other
    Raises     InvalidArgument
    """

    entities: EntityStorageModel
    values: dict[int, dict[int, T]]  # pool -> slot of an entity -> value
    order: dict[int, Distinct]  # pool that no group owns -> slots by position; a hole is nil + its position
    holes: dict[int, Distinct]  # pool that is `in_place` -> its holes, next one to be filled first
    groups: list[GroupKey]  # in order of creation
    nested: bool

    def __init__(
        self,
        pools: int = 0,
        *,
        index_bits: int = 20,
        generation_bits: int = 12,
        page: int = 4096,
        value_page: int = 1024,
        generation: GenerationPolicy = "retire",
        nested: bool = False,
    ) -> None:
        check_configuration(pools, value_page, nested)
        self.entities = EntityStorageModel(
            index_bits=index_bits, generation_bits=generation_bits, page=page, generation=generation
        )
        self.values = {}
        self.order = {}
        self.holes = {}
        self.groups = []
        self.nested = nested
        for _ in range(pools):
            self.add_pool()

    # --- create

    def create(self) -> Handle:
        """Issue a handle."""
        return self.entities.create()

    def add_pool(self, deletion: DeletionPolicy = "swap_pop") -> int:
        """Make an empty pool; its number."""
        check_deletion(deletion)
        pool = len(self.values)
        self.values[pool] = {}
        self.order[pool] = Distinct()
        if deletion == "in_place":
            self.holes[pool] = Distinct()
        return pool

    def group(self, owned: Sequence[int], observed: Sequence[int] = (), excluded: Sequence[int] = ()) -> int:
        """The number of the group with these lists, which is made if there is none."""
        key = group_key(owned, observed, excluded, len(self.values))
        for number, other in enumerate(self.groups):
            if is_same(key, other, self.nested):
                return number
        for number, other in enumerate(self.groups):
            check_ownership(key, other, number, self.nested)
        for pool in key.owned:
            if pool in self.holes:
                raise InvalidArgument(f"{key} cannot own pool {pool}, which leaves holes")
        self.groups.append(key)
        for pool in key.owned:
            self.order.pop(pool, None)
        return len(self.groups) - 1

    # --- insert

    def emplace(self, pool: int, handle: Handle, value: T) -> None:
        """Give a live entity a value in a pool."""
        values = self.pool_of(pool)
        self.entities.index(handle)
        if handle.slot in values:
            raise Exists(f"{handle} has a value in pool {pool}")
        values[handle.slot] = value
        if self.holes.get(pool):
            pos = self.holes[pool].popleft()
            self.order[pool].replace(self.entities.nil + pos, handle.slot)
        elif pool in self.order:
            self.order[pool].append(handle.slot)

    # --- erase

    def erase(self, pool: int, handle: Handle) -> None:
        """Take the value of an entity out of a pool."""
        self.get(pool, handle)
        self.drop(pool, handle.slot)

    def remove(self, pool: int, handle: Handle) -> bool:
        """Take the value of an entity out of a pool if it has one there; whether it had."""
        if not self.contains(pool, handle):
            return False
        self.drop(pool, handle.slot)
        return True

    def destroy(self, handle: Handle) -> int:
        """End a handle and drop all its values; the generation its slot has next."""
        self.entities.index(handle)
        for pool in self.values:
            self.remove(pool, handle)
        return self.entities.destroy(handle)

    def destroy_items(self, handles: Sequence[Handle]) -> None:
        """Destroy each in turn; if that cannot all be done, nothing has changed."""
        check_handles(handles)
        named = set()
        for handle in handles:
            self.entities.index(handle)
            if handle.slot in named:
                raise StaleHandle(f"{handle} is named twice")
            named.add(handle.slot)
        for handle in handles:
            self.destroy(handle)

    def drop(self, pool: int, slot: int) -> None:
        """Take a value out; in a pool that no group owns, the last one fills its place, or a hole does."""
        del self.values[pool][slot]
        if pool in self.holes:
            pos = self.order[pool].place(slot)
            self.order[pool].replace(slot, self.entities.nil + pos)
            self.holes[pool].prepend(pos)
        elif pool in self.order:
            self.order[pool].swap_remove(slot)

    # --- get

    def get(self, pool: int, handle: Handle) -> T:
        """The value of an entity in a pool."""
        if not self.contains(pool, handle):
            raise Missing(f"{handle} has no value in pool {pool}")
        return self.values[pool][handle.slot]

    def replace(self, pool: int, handle: Handle, value: T) -> None:
        """Give an entity another value in a pool."""
        self.get(pool, handle)
        self.values[pool][handle.slot] = value

    def contains(self, pool: int, handle: Handle) -> bool:
        """True if the entity has a value in the pool."""
        values = self.pool_of(pool)
        return handle_slot(handle) in values and self.entities.is_valid(handle)

    def is_valid(self, handle: Handle) -> bool:
        """True if the handle is live."""
        return self.entities.is_valid(handle)

    def is_member(self, group: int, handle: Handle) -> bool:
        """True if the entity is a member of the group."""
        key = self.key_of(group)
        return self.entities.is_valid(handle) and self.matches(key, handle.slot)

    # --- iterate

    def view(self, pools: Sequence[int], excluded: Sequence[int] = ()) -> list[Handle]:
        """The entities with a value in each of the pools, and in none of the excluded, in no order."""
        key = group_key((), pools, excluded, len(self.values))
        return listed(self.matching(key), self.entities.issued)

    def lead(self, pools: Sequence[int]) -> int:
        """The pool that a view of these goes over: the first one of the smallest."""
        key = group_key((), pools, (), len(self.values))
        return min(key.observed, key=self.pool_size)

    def members(self, group: int) -> list[Handle]:
        """The members of a group, in no order."""
        return listed(self.matching(self.key_of(group)), self.entities.issued)

    # --- order

    def sort_by(self, group: int, key: Callable[[Handle], Any]) -> None:
        """Have iteration over a group meet ascending keys; only pools that it owns are arranged."""
        self.key_of(group)
        check_innermost(group, self.groups)

    def sort_as(self, group: int, handles: Sequence[Handle]) -> int:
        """Have iteration over a group begin with those of the handles that are members; how many there are."""
        check_handles(handles)
        self.key_of(group)
        check_innermost(group, self.groups)
        return len({handle for handle in handles if self.is_member(group, handle)})

    def sort_pool(self, pool: int, key: Callable[[Handle], Any]) -> None:
        """Sort a pool stably, so that iteration meets ascending keys."""
        self.pool_of(pool)
        if pool not in self.order:
            raise Conflict(f"a group owns pool {pool}")
        if self.holes.get(pool):
            raise Conflict(f"{len(self.holes[pool])} holes: compact first")
        slots = self.order[pool][::-1]  # as iteration meets them
        slots.sort(key=lambda slot: key(self.entities.issued(slot)))
        self.order[pool] = Distinct(slots[::-1])

    def compact_pool(self, pool: int) -> None:
        """Fill the holes of a pool, those left last first, with its last values."""
        self.pool_of(pool)
        for hole in self.holes.get(pool, ()):
            self.drop_trailing(self.order[pool])
            if hole < len(self.order[pool]):
                self.order[pool].replace(self.entities.nil + hole, self.order[pool].pop())
        if pool in self.holes:
            self.holes[pool] = Distinct()

    def drop_trailing(self, order: Distinct) -> None:
        """Drop the holes behind the last value."""
        while order and order[-1] >= self.entities.nil:
            order.pop()

    # --- whole container

    def clear_pool(self, pool: int) -> None:
        """Take every value out of a pool."""
        self.pool_of(pool).clear()
        if pool in self.order:
            self.order[pool] = Distinct()
        if pool in self.holes:
            self.holes[pool] = Distinct()

    def clear(self) -> None:
        """Take every value out of every pool, and end every handle."""
        for pool in reversed(self.values):
            self.clear_pool(pool)
        self.entities.clear()

    def copy(self) -> RegistryModel[T]:
        """A second registry in the same state."""
        twin: RegistryModel[T] = object.__new__(type(self))
        twin.entities = self.entities.copy()
        twin.values = {pool: values.copy() for pool, values in self.values.items()}
        twin.order = {pool: Distinct(order) for pool, order in self.order.items()}
        twin.holes = {pool: Distinct(holes) for pool, holes in self.holes.items()}
        twin.groups = list(self.groups)
        twin.nested = self.nested
        return twin

    def swap(self, other: RegistryModel[T]) -> None:
        """Exchange the states of two registries."""
        self.__dict__, other.__dict__ = other.__dict__, self.__dict__

    # --- observers

    def size(self) -> int:
        """How many entities are live."""
        return self.entities.size()

    def pool_size(self, pool: int) -> int:
        """How many entities have a value in a pool."""
        return len(self.pool_of(pool))

    def pool_count(self) -> int:
        """How many pools there are."""
        return len(self.values)

    def length(self, group: int) -> int:
        """How many members a group has."""
        return len(self.matching(self.key_of(group)))

    # --- words

    def matches(self, key: GroupKey, slot: int) -> bool:
        """True if the entity of a slot has all that a group asks for, and nothing that it excludes."""
        return conj(
            *(contains(self.values[pool], slot) for pool in key.owned + key.observed),
            *(negate(contains(self.values[pool], slot)) for pool in key.excluded),
        )

    def matching(self, key: GroupKey) -> Distinct:
        """The slots of the entities that match, in no order."""
        return selected(self.values[(key.owned + key.observed)[0]], lambda slot: self.matches(key, slot))

    def pool_of(self, pool: int) -> dict[int, T]:
        """The values of a pool."""
        check_number("pool", pool, len(self.values))
        return self.values[pool]

    def key_of(self, group: int) -> GroupKey:
        """What a group asks for."""
        check_number("group", group, len(self.groups))
        return self.groups[group]


def handle_slot(handle: Handle) -> int:
    """The slot of what must be a handle.

    Raises     InvalidArgument
    """
    check_handle(handle)
    return handle.slot


def check_configuration(pools: int, value_page: int, nested: bool) -> None:
    """Refuse what is no number of pools, no page of values, or no answer to whether groups may be nested.

    Raises     InvalidArgument
    """
    if not isinstance(pools, int) or pools < 0:
        raise InvalidArgument(f"not a number of pools: {pools!r}")
    if not isinstance(value_page, int) or value_page < 1:
        raise InvalidArgument(f"a page holds at least 1 value, not {value_page!r}")
    if not isinstance(nested, bool):
        raise InvalidArgument(f"groups may be nested or not: {nested!r}")
