"""What a group asks for, and which groups may own pools together.

      asks for   owned   observed   excluded       lies in
      0          A       C                         -
      1          A B     C          X              0: each list of 0 is part of that of 1

Two groups that own a pool in common are in conflict, unless groups may be nested and one of them lies in the other.
Every member of a group is then a member of those it lies in.

Source      EnTT group; up to 3.11 groups may be nested, since 3.12 they are in conflict
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from slotproof.spec.errors import Conflict, InvalidArgument, OutOfRange


class GroupKey(NamedTuple):
    """What a group asks for, by the numbers of pools."""

    owned: tuple[int, ...]
    observed: tuple[int, ...]
    excluded: tuple[int, ...]

    def size(self) -> int:
        """How many pools are named: of two groups that lie in each other, the one that asks for more has fewer."""
        return len(self.owned) + len(self.observed) + len(self.excluded)


def group_key(owned: Sequence[int], observed: Sequence[int], excluded: Sequence[int], pools: int) -> GroupKey:
    """The lists of a group or view, each pool named once, at least one of them asked for.

    Raises     OutOfRange if there is no such pool; InvalidArgument
    """
    named = set()
    for numbers in (owned, observed, excluded):
        if not isinstance(numbers, list | tuple):
            raise InvalidArgument(f"not a list of pools: {numbers!r}")
        for pool in numbers:
            check_number("pool", pool, pools)
            if pool in named:
                raise InvalidArgument(f"pool {pool} is named twice")
            named.add(pool)
    if len(owned) + len(observed) == 0:
        raise InvalidArgument("a group asks for one pool at least")
    return GroupKey(tuple(owned), tuple(observed), tuple(excluded))


def lies_in(inner: GroupKey, outer: GroupKey) -> bool:
    """True if one group asks for all that another asks for, list by list; each lies in itself."""
    return all(set(outer[part]) <= set(inner[part]) for part in range(3))


def overlap(key: GroupKey, other: GroupKey) -> bool:
    """True if both own some pool."""
    return not set(key.owned).isdisjoint(other.owned)


def is_same(key: GroupKey, other: GroupKey, nested: bool) -> bool:
    """True if two groups are one; where groups may be nested, the order of their lists does not matter."""
    return key == other or (nested and lies_in(key, other) and lies_in(other, key))


def check_ownership(key: GroupKey, other: GroupKey, number: int, nested: bool) -> None:
    """Refuse a group that would own a pool which another group owns, unless it may lie in it or around it.

    Raises     Conflict, which names both groups
    """
    if not overlap(key, other) or (nested and (lies_in(key, other) or lies_in(other, key))):
        return
    pool = next(pool for pool in key.owned if pool in other.owned)
    raise Conflict(f"{key} cannot own pool {pool}: group {number}, {other}, owns it")


def check_innermost(group: int, keys: Sequence[GroupKey]) -> None:
    """Refuse to arrange a group in which another one lies.

    Raises     Conflict, which names both groups
    """
    for number, key in enumerate(keys):
        if number != group and overlap(key, keys[group]) and lies_in(key, keys[group]):
            raise Conflict(f"group {number}, {key}, lies in group {group}, {keys[group]}")


def check_number(kind: str, number: object, count: int) -> None:
    """Refuse the number of a pool or group that there is not.

    Raises     OutOfRange, InvalidArgument
    """
    if not isinstance(number, int):
        raise InvalidArgument(f"not a {kind}: {number!r}")
    if number < 0 or number >= count:
        raise OutOfRange(f"{kind} {number} of {count}")
