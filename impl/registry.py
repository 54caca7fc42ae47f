"""A registry in arrays: entities, a storage for each pool of values, and the groups that arrange pools.

      entities   +---+---+---+            live handles
                 | 0 | 1 | 2 |
                 +---+---+---+
      pools  0   +---+---+   1   +---+    handles with their values
                 | 1 | 2 |       | 1 |
                 +---+---+       +---+
      groups 0   owned 0, 1; length = 1   {1} stands first in both

    array        index  holds
    entities     -      an entity storage
    pools        pool   a storage; its elements are live entities
    groups       group  a group, in order of creation
    ranked       place  the groups, those that ask for less first; of equals, the older one first

A pool tells the groups that name it of each change, before a value is gone and after one has come.
Of groups that are nested, the outer one takes an entity in first, and the inner one lets it go first.

Deviations  RG-D1 ... RG-D5, GR-D1 ... GR-D5 (docs/registry.md)
Source      EnTT registry 3.16
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.group import Group
from slotproof.impl.storage import Storage
from slotproof.spec.errors import Conflict, Exists, InvalidArgument, StaleHandle
from slotproof.spec.group import check_innermost, check_number, check_ownership, group_key, is_same
from slotproof.spec.handle import Handle, check_handles
from slotproof.spec.handle_map import GenerationPolicy
from slotproof.spec.registry import check_configuration
from slotproof.spec.sparse_set import DeletionPolicy

T = TypeVar("T")


class Registry(Generic[T]):
    """Entities with values in pools, and groups that iterate over several pools at once.

    Takes      pools, how many there are at first
               index_bits, generation_bits, page, generation: of the entities; value_page: of the pools
               nested, whether groups that own a pool in common may lie in each other
    Raises     InvalidArgument
    Source     EnTT registry; differs: RG-D1 ... RG-D5
    """

    entities: EntityStorage
    pools: list[Storage[T]]
    groups: list[Group]
    ranked: list[int]
    index_bits: int
    generation_bits: int
    page: int
    value_page: int
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
        self.entities = EntityStorage(
            index_bits=index_bits, generation_bits=generation_bits, page=page, generation=generation
        )
        self.pools = []
        self.groups = []
        self.ranked = []
        self.index_bits = index_bits
        self.generation_bits = generation_bits
        self.page = page
        self.value_page = value_page
        self.nested = nested
        for _ in range(pools):
            self.add_pool()

    # --- create

    def create(self) -> Handle:
        """Issue a handle.

        Ensures    RG-R1
        Raises     Full if every slot is live or used up
        Source     EnTT create
        """
        return self.entities.create()

    def add_pool(self, deletion: DeletionPolicy = "swap_pop") -> int:
        """Make an empty pool; its number.

        Takes      deletion: "swap_pop" fills a gap with the last value, "in_place" leaves a hole: no group can own it
        Ensures    RG-R2
        Raises     InvalidArgument
        Source     EnTT storage; differs: RG-D1
        """
        self.pools.append(
            Storage(
                index_bits=self.index_bits,
                generation_bits=self.generation_bits,
                page=self.page,
                deletion=deletion,
                value_page=self.value_page,
            )
        )
        return len(self.pools) - 1

    def group(self, owned: Sequence[int], observed: Sequence[int] = (), excluded: Sequence[int] = ()) -> int:
        """The number of the group with these lists, which is made, and filled, if there is none.

        Takes      owned, observed, excluded: numbers of pools, each named once, one owned or observed at least
        Ensures    RG-R3
        Raises     Conflict if another group owns one of the owned, and neither lies in the other where that is allowed;
                   InvalidArgument if a pool to be owned leaves holes; OutOfRange, InvalidArgument
        Cost       O(groups) if there is one; else O(size of the first pool) looks and exchanges
        Source     EnTT group; differs: GR-D4
        """
        key = group_key(owned, observed, excluded, len(self.pools))
        for number in range(len(self.groups)):
            if is_same(key, self.groups[number].key(), self.nested):
                return number
        for number in range(len(self.groups)):
            check_ownership(key, self.groups[number].key(), number, self.nested)
        for pool in key.owned:
            if self.pools[pool].in_place:
                raise InvalidArgument(f"{key} cannot own pool {pool}, which leaves holes")
        made = Group(key, self.index_bits, self.generation_bits, self.page)
        made.fill(self.pools)
        self.groups.append(made)
        self._rank(len(self.groups) - 1)
        return len(self.groups) - 1

    def _rank(self, number: int) -> None:
        """Put a new group behind those that ask for no more than it does."""
        place = len(self.ranked)
        while place > 0 and self.groups[self.ranked[place - 1]].size() > self.groups[number].size():
            place -= 1
        self.ranked.insert(place, number)

    # --- insert

    def emplace(self, pool: int, handle: Handle, value: T) -> None:
        """Give a live entity a value in a pool.

        Ensures    RG-R4
        Raises     Exists if it has one there; StaleHandle if it is not live; OutOfRange, InvalidArgument
        Cost       O(1), and `enter` or `leave` of each group that names the pool
        Source     EnTT emplace
        """
        held = self._pool(pool)
        self.entities.index(handle)
        if held.contains(handle):
            raise Exists(f"{handle} has a value in pool {pool}")
        held.emplace(handle, value)
        for number in reversed(self.ranked):
            if pool in self.groups[number].excluded:
                self.groups[number].leave(self.pools, handle)
        for number in self.ranked:
            if self.groups[number].asks_for(pool):
                self.groups[number].enter(self.pools, handle, 0)

    # --- erase

    def erase(self, pool: int, handle: Handle) -> None:
        """Take the value of an entity out of a pool.

        Ensures    RG-R5
        Raises     Missing if it has none there; OutOfRange, InvalidArgument
        Cost       O(1), and `enter` or `leave` of each group that names the pool
        Source     EnTT erase
        """
        held = self._pool(pool)
        held.index(handle)
        self._tell(pool, handle)
        held.erase(handle)

    def remove(self, pool: int, handle: Handle) -> bool:
        """Take the value of an entity out of a pool if it has one there; whether it had.

        Ensures    RG-R6
        Raises     OutOfRange, InvalidArgument
        Cost       as `erase`
        Source     EnTT remove
        """
        if not self._pool(pool).contains(handle):
            return False
        self.erase(pool, handle)
        return True

    def destroy(self, handle: Handle) -> int:
        """End a handle and drop all its values, last pool first; the generation its slot has next.

        It leaves every group before it loses a value, and enters none on the way.

        Ensures    RG-R7
        Raises     StaleHandle if it is not live; InvalidArgument
        Cost       `leave` of each group and `remove` from each pool
        Source     EnTT destroy; differs: RG-D2, GR-D2
        """
        self.entities.index(handle)
        for number in reversed(self.ranked):
            self.groups[number].leave(self.pools, handle)
        for pool in range(len(self.pools) - 1, -1, -1):
            self.pools[pool].remove(handle)
        return self.entities.destroy(handle)

    def destroy_items(self, handles: Sequence[Handle]) -> None:
        """Destroy each in turn, all or none.

        Ensures    RG-R8
        Raises     StaleHandle if one is not live, or is named twice; InvalidArgument
        Cost       that of `destroy` for each
        Source     EnTT destroy of a range; differs: RG-D3
        """
        check_handles(handles)
        named = set()
        for handle in handles:
            self.entities.index(handle)
            if handle.slot in named:
                raise StaleHandle(f"{handle} is named twice")
            named.add(handle.slot)
        for handle in handles:
            self.destroy(handle)

    def _tell(self, pool: int, handle: Handle) -> None:
        """Let the groups know that an entity is about to lose its value in a pool."""
        for number in reversed(self.ranked):
            if self.groups[number].asks_for(pool):
                self.groups[number].leave(self.pools, handle)
        for number in self.ranked:
            if pool in self.groups[number].excluded:
                self.groups[number].enter(self.pools, handle, 1)

    # --- get

    def get(self, pool: int, handle: Handle) -> T:
        """The value of an entity in a pool.

        Ensures    RG-R9
        Raises     Missing if it has none there; OutOfRange, InvalidArgument
        Cost       O(1)
        Source     EnTT get
        """
        return self._pool(pool).get(handle)

    def replace(self, pool: int, handle: Handle, value: T) -> None:
        """Give an entity another value in a pool; nothing moves, and no group is told.

        Ensures    RG-R10
        Raises     Missing, OutOfRange, InvalidArgument as `get`
        Cost       O(1)
        Source     EnTT replace
        """
        self._pool(pool).replace(handle, value)

    def contains(self, pool: int, handle: Handle) -> bool:
        """True if the entity has a value in the pool.

        Ensures    RG-R11
        Raises     OutOfRange, InvalidArgument
        Cost       O(1)
        Source     EnTT all_of
        """
        return self._pool(pool).contains(handle)

    def is_valid(self, handle: Handle) -> bool:
        """True if the handle is live.

        Ensures    RG-R12
        Raises     InvalidArgument
        Cost       O(1)
        Source     EnTT valid
        """
        return self.entities.is_valid(handle)

    def is_member(self, group: int, handle: Handle) -> bool:
        """True if the entity is a member of the group.

        Ensures    RG-R13
        Raises     OutOfRange, InvalidArgument
        Cost       O(1)
        Source     EnTT group contains
        """
        return self._group(group).contains(self.pools, handle)

    # --- iterate

    def view(self, pools: Sequence[int], excluded: Sequence[int] = ()) -> Iterator[Handle]:
        """The entities with a value in each of the pools and in none of the excluded, as the leading pool iterates.

        Ensures    RG-R14
        Raises     OutOfRange, InvalidArgument
        Cost       2 reads an element of the leading pool, and a look into each other pool
        Source     EnTT view
        """
        key = group_key((), pools, excluded, len(self.pools))
        return self._viewed(self.pools[self.lead(pools)], key.observed, key.excluded)

    def _viewed(self, leading: Storage[T], pools: Sequence[int], excluded: Sequence[int]) -> Iterator[Handle]:
        """The elements of the leading pool that the others do not rule out."""
        for handle in leading.handles():
            fits = True
            for pool in pools:
                fits = fits and self.pools[pool].contains(handle)
            for pool in excluded:
                fits = fits and not self.pools[pool].contains(handle)
            if fits:
                yield handle

    def lead(self, pools: Sequence[int]) -> int:
        """The pool that a view of these goes over: the first one of the smallest.

        Ensures    RG-R15
        Raises     OutOfRange, InvalidArgument
        Cost       O(len(pools))
        Source     EnTT view, handle
        """
        key = group_key((), pools, (), len(self.pools))
        leading = key.observed[0]
        for pool in key.observed:
            if self.pools[pool].size() < self.pools[leading].size():
                leading = pool
        return leading

    def members(self, group: int) -> Iterator[Handle]:
        """The members of a group, from the last position to the first.

        Ensures    RG-R16
        Raises     OutOfRange, InvalidArgument
        Cost       2 reads a member
        Source     EnTT group, begin and end
        """
        return self._group(group).handles(self.pools)

    # --- order

    def sort_by(self, group: int, key: Callable[[Handle], Any]) -> None:
        """Sort the members of a group stably, so that iteration meets ascending keys; only pools it owns are arranged.

        Ensures    RG-R17
        Raises     Conflict if another group lies in it; OutOfRange, InvalidArgument
                   what `key` raises, with the members sorted so far as it got
        Cost       O(length**2)
        Source     EnTT group sort; differs: GR-D1
        """
        self._innermost(group).sort_by(self.pools, key)

    def sort_as(self, group: int, handles: Sequence[Handle]) -> int:
        """Have iteration over a group begin with those of the handles that are members, in their order; how many.

        Ensures    RG-R18
        Raises     Conflict if another group lies in it; OutOfRange, InvalidArgument
        Cost       O(len(handles) + length)
        Source     EnTT group sort_as; differs: GR-D3
        """
        check_handles(handles)
        return self._innermost(group).sort_as(self.pools, handles)

    def _innermost(self, group: int) -> Group:
        """The group of a number, if none lies in it."""
        named = self._group(group)
        check_innermost(group, [each.key() for each in self.groups])
        return named

    def sort_pool(self, pool: int, key: Callable[[Handle], Any]) -> None:
        """Sort a pool stably, so that iteration meets ascending keys.

        Ensures    RG-R19
        Raises     Conflict if a group owns it, or it has holes; OutOfRange, InvalidArgument
        Cost       O(size**2)
        Source     EnTT sort; differs: RG-D4
        """
        held = self._pool(pool)
        for group in self.groups:
            if pool in group.owned:
                raise Conflict(f"{group.key()} owns pool {pool}")
        held.sort_by(key)

    def compact_pool(self, pool: int) -> None:
        """Fill the holes of a pool, those left last first, with its last values; no group is told.

        Ensures    RG-R30
        Raises     OutOfRange, InvalidArgument
        Cost       O(holes)
        Source     EnTT compact
        """
        self._pool(pool).compact()

    # --- whole container

    def clear_pool(self, pool: int) -> None:
        """Take every value out of a pool, last one first.

        Ensures    RG-R20
        Raises     OutOfRange, InvalidArgument
        Cost       O(size), and `enter` or `leave` of each group that names the pool, for each
        Source     EnTT clear of one type
        """
        held = self._pool(pool)
        for handle in held.handles():
            self._tell(pool, handle)
        held.clear()

    def clear(self) -> None:
        """Take every value out of every pool, last pool first, and end every handle.

        Ensures    RG-R21
        Cost       O(size of every pool)
        Source     EnTT clear
        """
        for pool in range(len(self.pools) - 1, -1, -1):
            self.clear_pool(pool)
        self.entities.clear()

    def copy(self) -> Registry[T]:
        """A second registry in the same state.

        Ensures    RG-R22
        Cost       O(cells)
        """
        twin: Registry[T] = object.__new__(type(self))
        twin.entities = self.entities.copy()
        twin.pools = [pool.copy() for pool in self.pools]
        twin.groups = [group.copy() for group in self.groups]
        twin.ranked = self.ranked.copy()
        for name in (*WIDTHS, "nested"):
            setattr(twin, name, getattr(self, name))
        return twin

    __copy__ = copy

    def swap(self, other: Registry[T]) -> None:
        """Exchange the states of two registries, widths included.

        Ensures    RG-R23
        Raises     InvalidArgument if `other` is no registry
        Cost       O(1)
        """
        if not isinstance(other, Registry):
            raise InvalidArgument(f"not a registry: {other!r}")
        for name in ("entities", "pools", "groups", "ranked", *WIDTHS, "nested"):
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def to_dict(self) -> dict[str, Any]:
        """The whole state: entities, pools and groups, each as it writes itself, the widths, and `nested`.

        How the groups rank follows from what they ask for.

        Ensures    RG-R24
        Cost       O(cells)
        """
        return {
            "entities": self.entities.to_dict(),
            "pools": [pool.to_dict() for pool in self.pools],
            "groups": [group.to_dict() for group in self.groups],
            **{name: getattr(self, name) for name in (*WIDTHS, "nested")},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Registry[Any]:
        """The registry whose state `to_dict` returned.

        Ensures    RG-R25
        Raises     InvalidArgument unless pools and groups are those of a registry
        Cost       O(cells)
        """
        if not isinstance(data, dict) or set(data) != {"entities", "pools", "groups", *WIDTHS, "nested"}:
            raise InvalidArgument("a registry has entities, pools, groups, widths and a rule of nesting")
        if not isinstance(data["pools"], list) or not isinstance(data["groups"], list):
            raise InvalidArgument("pools and groups are lists")
        widths = {name: data[name] for name in WIDTHS}
        if any(type(width) is not int for width in widths.values()):
            raise InvalidArgument(f"not widths: {widths}")
        twin: Registry[Any] = cls(**widths, nested=data["nested"])
        twin.entities = EntityStorage.from_dict(data["entities"])
        twin.pools = [Storage.from_dict(pool) for pool in data["pools"]]
        twin.groups = [Group.from_dict(group) for group in data["groups"]]
        twin._check_widths(cls(1, **widths))
        twin._check_pools()
        twin._check_groups()
        for number in range(len(twin.groups)):
            twin._rank(number)
        return twin

    # --- observers

    def size(self) -> int:
        """How many entities are live.

        Ensures    RG-R26
        """
        return self.entities.size()

    def pool_size(self, pool: int) -> int:
        """How many entities have a value in a pool.

        Ensures    RG-R27
        Raises     OutOfRange, InvalidArgument
        """
        return self._pool(pool).size()

    def pool_count(self) -> int:
        """How many pools there are.

        Ensures    RG-R28
        """
        return len(self.pools)

    def length(self, group: int) -> int:
        """How many members a group has.

        Ensures    RG-R29
        Raises     OutOfRange, InvalidArgument
        """
        named = self._group(group)
        return named.length if named.owned else named.elements.size()

    def _pool(self, pool: int) -> Storage[T]:
        """The pool of a number."""
        check_number("pool", pool, len(self.pools))
        return self.pools[pool]

    def _group(self, group: int) -> Group:
        """The group of a number."""
        check_number("group", group, len(self.groups))
        return self.groups[group]

    # --- foreign data

    def _check_widths(self, alike: Registry[Any]) -> None:
        """Refuse parts that have not the widths of those of another registry."""
        empty = alike.pools[0]
        for part in (self.entities, *self.pools, *(group.elements for group in self.groups)):
            if (part.nil, part.tombstone, part.page) != (empty.nil, empty.tombstone, empty.page):
                raise InvalidArgument("a part of the registry has widths of its own")
        for pool in self.pools:
            if pool.value_page != self.value_page:
                raise InvalidArgument("a pool has a page of its own")
        if any(group.elements.in_place for group in self.groups):
            raise InvalidArgument("the elements of a group leave no holes")

    def _check_pools(self) -> None:
        """Refuse pools with elements that are not live."""
        for pool in self.pools:
            if not all(self.entities.is_valid(handle) for handle in pool.handles()):
                raise InvalidArgument("a pool has a value of what is not live")

    def _check_groups(self) -> None:
        """Refuse groups that are in conflict, stand twice, own what leaves holes, or do not fit their pools."""
        try:
            for number in range(len(self.groups)):
                group = self.groups[number]
                key = group_key(group.owned, group.observed, group.excluded, len(self.pools))
                for other in range(number):
                    check_ownership(key, self.groups[other].key(), other, self.nested)
                    if is_same(key, self.groups[other].key(), self.nested):
                        raise InvalidArgument(f"group {number} is group {other} again")
                if any(self.pools[pool].in_place for pool in key.owned):
                    raise InvalidArgument(f"group {number} owns a pool that leaves holes")
        except (IndexError, Conflict) as error:
            raise InvalidArgument(f"no such groups: {error}") from error
        for group in self.groups:
            group.check(self.pools)


WIDTHS = ("index_bits", "generation_bits", "page", "value_page")
