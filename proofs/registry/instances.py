"""The registries that proofs are for: how many pools there are, and which groups name which; all else is left open.

A pool holds any number of values, of any number of entities. Beside those that groups name there is one more.
Each pool fills its gaps (`swap_pop`): none leaves holes.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Arrangement
from slotproof.spec.group import GroupKey

MOST_POOLS: Final = 3
"""New registries are proved for up to so many pools."""


def any_configuration(make: Any) -> dict[str, Any]:
    """Any widths, page, policy and rule of nesting, and any number of pools that is refused, or up to the most."""
    pools = make.one_of("pools", (*range(MOST_POOLS + 1), None))
    return {
        "pools": make.negative("pools") if pools is None else pools,
        **{name: make.int(name) for name in ("index_bits", "generation_bits", "page", "value_page")},
        "generation": make.one_of("generation", ("retire", "wrap")),
        "nested": make.bool("nested"),
    }


def _arrangement(
    name: str,
    groups: tuple[GroupKey, ...],
    operations: tuple[str, ...] | None,
    nested: bool = False,
    pools: int = 0,
    deep: bool = True,
) -> Arrangement:
    """The pools that the groups name, and one more; the deep profile makes the proofs of single operations.

    Takes      deep, False where the default profile makes them, too
    """
    pools = max([pools, *(2 + pool for key in groups for part in key for pool in part)])
    counts = {"pool": pools, "group": len(groups)}
    owning = any(key.owned for key in groups)
    sorting = {} if nested else {"sort_by": False, "sort_as": False}
    conflicting = {"group": bool(groups), "sort_pool": owning, "sort_pool_as": owning, **sorting}
    never = {name: ("Conflict",) for name, conflicts in conflicting.items() if not conflicts}
    return Arrangement(name, counts, deep and operations is not None, operations, never, _parts(pools, groups, nested))


def _parts(pools: int, groups: tuple[GroupKey, ...], nested: bool) -> dict[str, dict[str, Any]]:
    """Which pools and groups there are, on both sides and in foreign data."""
    held = {
        "pools": [{"in_place": False} for _ in range(pools)],
        "groups": [{name: list(part) for name, part in key._asdict().items()} for key in groups],
    }
    owned = {pool for key in groups for pool in key.owned}
    ranked = sorted(range(len(groups)), key=lambda number: sum(map(len, groups[number])))
    return {
        "model": {
            "values": dict.fromkeys(range(pools)),
            "order": {pool: None for pool in range(pools) if pool not in owned},
            "holes": {},
            "groups": list(groups),
            "nested": nested,
        },
        "impl": {**held, "ranked": ranked, "nested": nested},
        "data": held,
    }


def one_group(owned: int, observed: int, excluded: int, *operations: str, deep: bool = True) -> Arrangement:
    """A group that names that many pools; all operations are proved for it, or these."""
    first, last = owned, owned + observed
    key = GroupKey(tuple(range(owned)), tuple(range(first, last)), tuple(range(last, last + excluded)))
    name = f"swap-pop; a group with {owned} owned, {observed} observed, {excluded} excluded"
    return _arrangement(name, (key,), operations or None, deep=deep)


MOVING: Final = ("emplace", "erase", "remove", "destroy", "clear_pool")
"""Operations that move members."""

ARRANGED: Final = (
    one_group(1, 1, 0),
    one_group(1, 0, 1, "erase", deep=False),  # giving up what is excluded makes a member
    one_group(1, 1, 1, "erase", deep=False),  # also of a group that observes a pool
    one_group(2, 0, 0, *MOVING, "members", "length", "sort_by", "sort_as"),
    one_group(1, 1, 1, *(name for name in MOVING if name != "erase")),
    one_group(0, 2, 1, "emplace", "destroy", "members", "length", "sort_by", "sort_as", "from_dict"),
    one_group(4, 0, 0, "emplace", "erase"),
    _arrangement(
        "swap-pop; a group lies in another",
        (GroupKey((0,), (2,), ()), GroupKey((0, 1), (2,), ())),
        ("emplace", "erase"),
        nested=True,
    ),
    _arrangement("swap-pop; 3 pools, no group", (), ("group",), pools=3),
)
