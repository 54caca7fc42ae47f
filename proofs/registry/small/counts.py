"""How many well-formed states a scope of the registry has, by a count that runs no registry.

A state is: how many entities there are, which groups were made in which order, which pools ever held a value, which
entity has a value in which pool, and in what order each pool and each group of elements holds them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from math import factorial

from slotproof.spec.group import GroupKey, lies_in, overlap

Made = tuple[int, tuple[GroupKey, ...]]  # how many entities are live, and the groups in order of creation


def made_late(entities: int, groups: Sequence[GroupKey]) -> Iterator[Made]:
    """What is made where groups may be made at any time, after the last entity."""
    for count in range(entities + 1):
        for chosen in _selections(groups):
            yield count, chosen


def made_early(entities: int, groups: Sequence[GroupKey]) -> Iterator[Made]:
    """What is made where groups are made before the first entity, and one at least is."""
    for chosen in _selections(groups):
        for count in range(entities + 1 if chosen else 1):
            yield count, chosen


def _selections(groups: Sequence[GroupKey]) -> Iterator[tuple[GroupKey, ...]]:
    for length in range(len(groups) + 1):
        yield from itertools.permutations(groups, length)


def count_states(made: Iterable[Made], pools: int, in_place: frozenset[int] = frozenset()) -> int:
    """The states of registries with that many pools, of which some leave holes.

    Values are all alike, no entity dies, and one page holds whatever there is.
    """
    return sum(
        _count_arranged(held, touched, groups, in_place, entities)
        for entities, groups in made
        for held in itertools.product(*(_subsets(entities) for _ in range(pools)))
        for touched in _touched(held, entities)
    )


def _subsets(entities: int) -> list[frozenset[int]]:
    chosen = itertools.product((False, True), repeat=entities)
    return [frozenset(entity for entity in range(entities) if each[entity]) for each in chosen]


def _touched(held: Sequence[frozenset[int]], entities: int) -> Iterator[tuple[bool, ...]]:
    """Which pools ever held a value: those that hold one, and any others if there is an entity to put in."""
    return itertools.product(*((True,) if each else (False, True)[: 1 + (entities > 0)] for each in held))


def _count_arranged(
    held: Sequence[frozenset[int]],
    touched: Sequence[bool],
    groups: Sequence[GroupKey],
    in_place: frozenset[int],
    entities: int,
) -> int:
    """In how many ways pools and elements can hold these entities."""
    members = [_members(held, group) for group in groups]
    ways = 1
    for pool, inside in enumerate(held):
        owners = [number for number, group in enumerate(groups) if pool in group.owned]
        first = max((len(members[number]) for number in owners), default=0)
        if pool in in_place and touched[pool]:
            ways *= sum(factorial(positions) for positions in range(len(inside), entities + 1))
        else:
            ways *= factorial(len(inside) - first)
    for number, group in enumerate(groups):
        if group.owned:
            inner = [len(members[other]) for other in _inside(groups, number)]
            ways *= factorial(len(members[number]) - max(inner, default=0))
        else:
            ever = all(touched[pool] for pool in group.observed) and not members[number]
            ways *= 2 if ever else factorial(len(members[number]))
    return ways


def _members(held: Sequence[frozenset[int]], group: GroupKey) -> frozenset[int]:
    asked = [held[pool] for pool in group.owned + group.observed]
    return frozenset.intersection(*asked).difference(*(held[pool] for pool in group.excluded))


def _inside(groups: Sequence[GroupKey], outer: int) -> list[int]:
    """The groups that lie in another one."""
    return [
        number
        for number, group in enumerate(groups)
        if number != outer and overlap(group, groups[outer]) and lies_in(group, groups[outer])
    ]
