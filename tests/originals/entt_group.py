"""EnTT's pools and groups as they behave, without assertions: what the deviations of registry and group differ from.

A pool is a list of entities; a group is told of each change by its registry, one for all.
`nested` is the rule of EnTT 3.11, by which groups that own a pool in common may lie in each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class EnttGroup:
    """Owned pools come first among the pools; `len` members stand first in each of them."""

    owned: list[str]
    observed: list[str]
    excluded: list[str] = field(default_factory=list)
    len: int = 0

    def size(self) -> int:
        """How many pools it names."""
        return len(self.owned) + len(self.observed) + len(self.excluded)

    def common(self, other: EnttGroup) -> tuple[int, int]:
        """How many owned pools, and how many pools in all, two groups name in the same role."""
        owned = len(set(self.owned) & set(other.owned))
        rest = len(set(self.observed) & set(other.observed)) + len(set(self.excluded) & set(other.excluded))
        return owned, owned + rest

    def conflicts(self, other: EnttGroup, nested: bool) -> bool:
        """By 3.11, overlapping groups conflict unless what they have in common is all of one of them."""
        owned, common = self.common(other)
        return owned > 0 and not (nested and common in (self.size(), other.size()))


@dataclass
class EnttRegistry:
    """Pools in order of creation, and owning groups."""

    pools: dict[str, list[int]]
    groups: list[EnttGroup] = field(default_factory=list)
    nested: bool = False

    def swap_to(self, pool: str, pos: int, entity: int) -> None:
        """An entity and what stands at a position change places."""
        held = self.pools[pool]
        other = held.index(entity)
        held[pos], held[other] = held[other], held[pos]

    def sort_as(self, pool: str, other: str) -> None:
        """What both hold goes in front of what was placed before, as iteration over the other one meets it."""
        held = self.pools[pool]
        stop = len(held)
        for entity in self.pools[other][::-1]:
            if entity in held:
                stop -= 1
                self.swap_to(pool, stop, entity)

    def enter(self, group: EnttGroup, entity: int, leaving: int) -> None:
        """Members are swapped to the end of the members, in each owned pool."""
        asked = all(entity in self.pools[pool] for pool in group.owned + group.observed)
        holding = sum(entity in self.pools[pool] for pool in group.excluded)
        if asked and holding == leaving and self.pools[group.owned[0]].index(entity) >= group.len:
            group.len += 1
            for pool in group.owned:
                self.swap_to(pool, group.len - 1, entity)

    def leave(self, group: EnttGroup, entity: int) -> None:
        """Members are swapped with the last one, in each owned pool."""
        first = self.pools[group.owned[0]]
        if entity in first and first.index(entity) < group.len:
            group.len -= 1
            for pool in group.owned:
                self.swap_to(pool, group.len, entity)

    def group(self, owned: list[str], observed: list[str], excluded: list[str] | None = None) -> EnttGroup:
        """Made and filled first; whether it is in conflict is looked at afterwards."""
        group = EnttGroup(owned, observed, excluded or [])
        for pos in range(len(self.pools[owned[0]])):
            self.enter(group, self.pools[owned[0]][pos], 0)
        if any(group.conflicts(other, self.nested) for other in self.groups):
            raise AssertionError("Conflicting groups")
        larger = (
            place
            for place, other in enumerate(self.groups)
            if group.common(other)[0] > 0 and other.size() >= group.size()
        )
        self.groups.insert(next(larger, len(self.groups)), group)
        return group

    def emplace(self, pool: str, entity: int) -> None:
        """Put it in, then tell the groups: of two that overlap, the larger is entered last, and left first."""
        self.pools[pool].append(entity)
        for group in self.groups:
            if pool in group.owned + group.observed:
                self.enter(group, entity, 0)
        for group in reversed(self.groups):
            if pool in group.excluded:
                self.leave(group, entity)

    def remove(self, pool: str, entity: int) -> None:
        """Tell the groups, then swap and pop."""
        held = self.pools[pool]
        if entity not in held:
            return
        for group in reversed(self.groups):
            if pool in group.owned + group.observed:
                self.leave(group, entity)
        for group in self.groups:
            if pool in group.excluded:
                self.enter(group, entity, 1)
        held[held.index(entity)] = held[-1]
        held.pop()

    def destroy(self, entity: int) -> None:
        """Pool by pool, last one first."""
        for pool in reversed(self.pools):
            self.remove(pool, entity)

    def sort(self, group: EnttGroup, key: Callable[[int], int]) -> None:
        """The first pool is sorted; every other one, owned or not, follows it position by position."""
        first = self.pools[group.owned[0]]
        first[: group.len] = sorted(first[: group.len], key=key, reverse=True)
        for pos in range(group.len - 1, -1, -1):
            for pool in group.owned[1:] + group.observed:
                self.swap_to(pool, pos, first[pos])

    def each(self, group: EnttGroup) -> list[int]:
        """From the last member to the first."""
        return self.pools[group.owned[0]][: group.len][::-1]
