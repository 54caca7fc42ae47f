"""The registries that proofs are for: how many pools there are, and which groups name which; all else is left open.

A pool holds any number of values, of any number of entities. Beside those that groups name there is one more.
Each pool fills its gaps (`swap_pop`): none leaves holes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from slotproof.declare import AnyNumber, Arrangement
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
    conflicting = {"group": bool(groups), "sort_pool": owning, "sort_pool_as": owning}
    if not nested:
        conflicting |= {"sort_by": False, "sort_as": False}
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


def any_pools(
    owned: int, observed: int, excluded: int, *operations: str, others: int = 1, deep: bool = False
) -> Arrangement:
    """A group that names that many pools, of any number of pools.

    Takes      others, how many of those that the group does not name are looked at: one more than operations are handed
    """
    closed = one_group(owned, observed, excluded, *operations, deep=deep)
    return replace(
        closed,
        name=f"{closed.name}; {owned + observed + excluded + others} pools or more",
        **_of_any_number(closed, owned + observed + excluded, others),
    )


def _of_any_number(closed: Arrangement, named: int, others: int) -> dict[str, Any]:
    """The same arrangement of more pools than those that groups name."""
    parts: Any = closed.parts

    def entries(told: Any) -> AnyNumber:
        known = dict(told if isinstance(told, dict) else enumerate(told))
        return AnyNumber(
            "pool", {pool: each for pool, each in known.items() if pool < named}, known.get(named), named in known
        )

    return {
        "counts": {**closed.counts, "pool": named},
        "others": {"pool": others},
        "parts": {
            "model": {
                **parts["model"],
                **{name: entries(parts["model"][name]) for name in ("values", "order", "holes")},
            },
            "impl": {**parts["impl"], "pools": entries(parts["impl"]["pools"])},
        },
    }


MOVING: Final = ("emplace", "erase", "remove", "destroy", "clear_pool")
"""Operations that move members."""

OF_A_POOL: Final = (
    "emplace", "erase", "remove", "get", "replace", "contains", "sort_pool", "compact_pool", "clear_pool", "pool_size",
)  # fmt: skip
"""Operations that are handed the number of a pool."""

OF_NO_POOL: Final = (
    "create", "create_at", "add_pool", "destroy", "destroy_items", "is_valid", "is_member", "members", "sort_by",
    "sort_as", "copy", "swap", "to_dict", "size", "pool_count", "length",
)  # fmt: skip

ARRANGED: Final = (
    any_pools(1, 1, 0, *OF_NO_POOL),
    any_pools(1, 1, 0, *OF_A_POOL, others=2),
    any_pools(1, 1, 0, "sort_pool_as", "lead", others=3),
    one_group(1, 1, 0, "group", "view", "clear", "from_dict", deep=False),
    any_pools(1, 0, 1, "erase", others=2),  # giving up what is excluded makes a member
    any_pools(1, 1, 1, "erase", others=2),  # also of a group that observes a pool
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
