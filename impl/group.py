"""A group in arrays: its members stand first in every pool it owns, each at one position in all of them.

      owned 0, 1    length = 2        pos      0   1     2   3
                                             +---+---+ +---+---+
      pool 0, meta                           | 7 | 4 | | 6 | 3 |
                                             +---+---+ +---+---+
      pool 1, meta                           | 7 | 4 | | 5 |
                                             +---+---+ +---+
                                              members     others

    array        index  holds
    owned        -      the pools it arranges; another group that owns one of them lies in it, or it in that
    observed     -      the pools its members are also in
    excluded     -      the pools its members are not in
    length       -      members, at the positions [0, length) of each owned pool; 0 if it owns none
    elements     -      of a group that owns no pool: its members, a sparse set

A group that lies in another one, as far as that is allowed, has its members in a prefix of those of the other.

      0 owns A         pos       0   1   2   3
                               +---+---+---+---+
      pool A, meta             | 7 | 4 | 6 | 3 |       1 owns A and B, and lies in 0
                               +---+---+---+---+
                                members of 1
                                members of 0 ---

Deviations  GR-D1 ... GR-D5 (docs/registry.md)
Source      EnTT group_handler 3.16
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.group import GroupKey
from slotproof.spec.handle import Handle


class Group:
    """Keeps the entities together that are in all its owned and observed pools, and in none of its excluded.

    It reads its pools and holds none: each method is handed the pools of the registry.
    Source     EnTT group_handler; differs: GR-D1 ... GR-D5
    """

    owned: list[int]
    observed: list[int]
    excluded: list[int]
    length: int
    elements: SparseSet

    def __init__(self, key: GroupKey, index_bits: int, generation_bits: int, page: int) -> None:
        self.owned = list(key.owned)
        self.observed = list(key.observed)
        self.excluded = list(key.excluded)
        self.length = 0
        self.elements = SparseSet(index_bits=index_bits, generation_bits=generation_bits, page=page)

    def key(self) -> GroupKey:
        """What the group asks for."""
        return GroupKey(tuple(self.owned), tuple(self.observed), tuple(self.excluded))

    def size(self) -> int:
        """How many pools it names."""
        return len(self.owned) + len(self.observed) + len(self.excluded)

    def asks_for(self, pool: int) -> bool:
        """True if its members are in the pool."""
        return pool in self.owned or pool in self.observed

    # --- insert

    def fill(self, pools: list[Storage[Any]]) -> None:
        """Take in the entities that match already.

        What is exchanged to a position that was passed did not match when it was looked at.

        Cost       O(size of the first pool)
        Source     EnTT group_handler constructor
        """
        if self.owned:
            first = pools[self.owned[0]]
            for pos in range(first.positions()):
                self.enter(pools, first.entity_at(pos), 0)
        else:
            for handle in pools[self.observed[0]].handles():
                self.enter(pools, handle, 0)

    def enter(self, pools: list[Storage[Any]], handle: Handle, leaving: int) -> None:
        """Take in an entity if it matches and is no member, exchanging it in each owned pool with the first other one.

        Takes      leaving, how many excluded pools it is about to leave: 0 or 1
        Cost       a look into each pool, and an exchange in each owned one
        Source     EnTT push_on_construct, push_on_destroy
        """
        if self.contains(pools, handle) or not self._matches(pools, handle, leaving):
            return
        if self.owned:
            self._move_to(pools, handle, self.length)
            self.length += 1
        else:
            self.elements.push(handle)

    # --- erase

    def leave(self, pools: list[Storage[Any]], handle: Handle) -> None:
        """Let go of an entity if it is a member, exchanging it in each owned pool with the last member.

        Cost       an exchange in each owned pool
        Source     EnTT remove_if
        """
        if not self.contains(pools, handle):
            return
        if self.owned:
            self.length -= 1
            self._move_to(pools, handle, self.length)
        else:
            self.elements.erase(handle)

    def _move_to(self, pools: list[Storage[Any]], handle: Handle, pos: int) -> None:
        """Exchange an entity, in each owned pool, with what stands at a position."""
        for pool in self.owned:
            pools[pool].swap_elements(handle, pools[pool].entity_at(pos))

    # --- get

    def contains(self, pools: list[Storage[Any]], handle: Handle) -> bool:
        """True if the entity is a member.

        Cost       O(1): that of `index` in one pool
        Source     EnTT contains
        """
        if not self.owned:
            return self.elements.contains(handle)
        first = pools[self.owned[0]]
        return first.contains(handle) and first.index(handle) < self.length

    def _matches(self, pools: list[Storage[Any]], handle: Handle, leaving: int) -> bool:
        """True if the entity is in every owned and observed pool, and in as many excluded ones as it is leaving."""
        for pool in self.owned:
            if not pools[pool].contains(handle):
                return False
        for pool in self.observed:
            if not pools[pool].contains(handle):
                return False
        for pool in self.excluded:
            if pools[pool].contains(handle):
                leaving -= 1
        return leaving == 0

    # --- iterate

    def handles(self, pools: list[Storage[Any]]) -> Iterator[Handle]:
        """The members from the last position to the first.

        Cost       2 reads a member
        Source     EnTT begin, end
        """
        if self.owned:
            for pos in range(self.length - 1, -1, -1):
                yield pools[self.owned[0]].entity_at(pos)
        else:
            yield from self.elements.handles()

    # --- order

    def sort_by(self, pools: list[Storage[Any]], key: Callable[[Handle], Any]) -> None:
        """Sort the members stably, so that iteration meets ascending keys.

        Cost       O(length**2), and an exchange a member in each owned pool but the first
        Source     EnTT sort; differs: GR-D1
        """
        if not self.owned:
            self.elements.sort_by(key)
            return
        try:
            pools[self.owned[0]].sort_by(key, self.length)
        finally:
            self._align(pools)

    def sort_as(self, pools: list[Storage[Any]], handles: Sequence[Handle]) -> int:
        """Have iteration begin with those of the handles that are members, in their order; how many there are.

        Cost       O(len(handles)), and an exchange a member in each owned pool
        Source     EnTT sort_as of groups that own nothing; differs: GR-D3
        """
        if not self.owned:
            return self.elements.sort_as(handles)
        first = pools[self.owned[0]]
        stop = self.length
        for handle in handles:
            if first.contains(handle) and first.index(handle) < stop:
                stop -= 1
                first.swap_elements(handle, first.entity_at(stop))
        self._align(pools)
        return self.length - stop

    def _align(self, pools: list[Storage[Any]]) -> None:
        """Arrange the members in each owned pool as in the first."""
        first = pools[self.owned[0]]
        for pos in range(self.length - 1, -1, -1):
            self._move_to(pools, first.entity_at(pos), pos)

    # --- whole container

    def copy(self) -> Group:
        """A second group in the same state, for pools in the same state."""
        twin: Group = object.__new__(type(self))
        twin.owned, twin.observed, twin.excluded = self.owned.copy(), self.observed.copy(), self.excluded.copy()
        twin.length = self.length
        twin.elements = self.elements.copy()
        return twin

    def to_dict(self) -> dict[str, Any]:
        """The whole state but for the pools."""
        return {
            "owned": self.owned.copy(),
            "observed": self.observed.copy(),
            "excluded": self.excluded.copy(),
            "length": self.length,
            "elements": self.elements.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Group:
        """The group whose state `to_dict` returned; whether it fits its pools, `check` tells.

        Raises     InvalidArgument
        """
        if not isinstance(data, dict) or set(data) != {"owned", "observed", "excluded", "length", "elements"}:
            raise InvalidArgument("a group has three lists of pools, a length and elements")
        twin: Group = object.__new__(cls)
        for name in ("owned", "observed", "excluded"):
            if not isinstance(data[name], list):
                raise InvalidArgument(f"{name} is no list of pools: {data[name]!r}")
            setattr(twin, name, list(data[name]))
        if type(data["length"]) is not int or data["length"] < 0:
            raise InvalidArgument(f"not a length: {data['length']!r}")
        twin.length = data["length"]
        twin.elements = SparseSet.from_dict(data["elements"])
        return twin

    def check(self, pools: list[Storage[Any]]) -> None:
        """Refuse pools in which the members are not exactly the entities that match, or are not aligned.

        Raises     InvalidArgument
        Cost       O(size of the first pool)
        """
        asked = self.owned + self.observed
        matching = {handle for handle in pools[asked[0]].handles() if self._matches(pools, handle, 0)}
        if self.owned:
            if self.elements.size() > 0 or any(pools[pool].size() < self.length for pool in self.owned):
                raise InvalidArgument("a group is longer than a pool it owns, or has elements beside it")
            first = pools[self.owned[0]]
            for pool in self.owned:
                if any(pools[pool].entity_at(pos) != first.entity_at(pos) for pos in range(self.length)):
                    raise InvalidArgument(f"the members stand in pool {pool} as in no other")
        elif self.length > 0:
            raise InvalidArgument("a group that owns nothing has no length")
        if set(self.handles(pools)) != matching:
            raise InvalidArgument("the members of a group are not the entities that match")
