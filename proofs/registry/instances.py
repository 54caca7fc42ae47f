"""The registries that proofs are for: which groups name which pools, of any number of pools; all else is left open.

A pool holds any number of values, of any number of entities. Each fills its gaps (`swap_pop`): none leaves holes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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


NAMED: Final = 3
"""So many pools have names that lists of them can be made of."""

MOVING: Final = ("emplace", "erase", "remove", "destroy", "clear_pool")
"""Operations that move members."""

SORTING: Final = ("members", "length", "sort_by", "sort_as")
"""Operations that look at members, or sort them."""

OF_A_POOL: Final = (
    "emplace", "erase", "remove", "get", "replace", "contains", "sort_pool", "compact_pool", "clear_pool", "pool_size",
)  # fmt: skip
"""Operations that are handed the number of a pool."""

OF_NO_POOL: Final = (
    "create", "create_at", "add_pool", "destroy", "destroy_items", "is_valid", "is_member", *SORTING, "copy", "swap",
    "to_dict", "size", "pool_count",
)  # fmt: skip
"""Operations that are handed none."""

OF_SEVERAL: Final = ("lead",)
"""Operations that are handed two."""

OF_LISTS: Final = ("group", "view")
"""Operations that are handed lists of pools, by the names of the first ones."""

OF_SO_MANY: Final = ("clear", "clear_pool", "from_dict", "sort_pool_as")
"""Operations that are proved of as many pools as groups name, and one more."""


def registries(
    name: str,
    groups: Sequence[GroupKey],
    operations: Sequence[str] = (*OF_NO_POOL, *OF_A_POOL, *OF_SEVERAL, *OF_LISTS, *OF_SO_MANY),
    *,
    nested: bool = False,
    deep: bool = True,
) -> Iterator[Arrangement]:
    """Registries with these groups, and pools beside those that they name.

    Takes      deep, False where the default profile makes the proofs, too
    """
    named = max((1 + pool for key in groups for part in key for pool in part), default=0)
    owning = any(key.owned for key in groups)
    sorting = {} if nested else {"sort_by": False, "sort_as": False}
    conflicting = {"group": bool(groups), "sort_pool": owning, "sort_pool_as": owning, **sorting}
    never = {name: ("Conflict",) for name, conflicts in conflicting.items() if not conflicts}
    of = (named, 1, OF_NO_POOL), (named, 2, OF_A_POOL), (named, 3, OF_SEVERAL), (max(named, NAMED), 2, OF_LISTS)
    for told, others, those in of:
        counts, scope = {"pool": told, "group": len(groups)}, f"{name}, of {told + others} pools or more"
        wanted = tuple(each for each in operations if each in those)
        if wanted:
            parts = _parts(groups, nested, told, None)
            yield Arrangement(scope, counts, deep, wanted, never, parts, {"pool": others})
    wanted = tuple(each for each in operations if each in OF_SO_MANY)
    if wanted:
        count = named + 1
        counts, parts = {"pool": count, "group": len(groups)}, _parts(groups, nested, named, count)
        yield Arrangement(f"{name}, of {count} pools", counts, deep, wanted, never, parts)


def _parts(groups: Sequence[GroupKey], nested: bool, named: int, count: int | None) -> dict[str, dict[str, Any]]:
    """Which pools and groups there are, on both sides and in foreign data.

    Takes      count, how many pools there are; None, and it is any number
    """
    owned = {pool for key in groups for pool in key.owned}

    def each(told: Any, but: set[int] | range = range(0)) -> Any:
        """The same of each pool, but for some that have none."""
        if count is None:
            return AnyNumber("pool", {pool: told for pool in range(named) if pool not in but}, told)
        return {pool: told for pool in range(count) if pool not in but}

    pool = {"in_place": False}
    of_groups: list[Mapping[str, Any]] = [{name: list(part) for name, part in key._asdict().items()} for key in groups]
    ranked = sorted(range(len(groups)), key=lambda number: sum(map(len, groups[number])))
    model = {
        "values": each(None),
        "order": each(None, owned),
        "holes": AnyNumber("pool", {}, filled=False) if count is None else {},
        "groups": list(groups),
        "nested": nested,
    }
    data = {} if count is None else {"data": {"pools": [pool] * count, "groups": of_groups}}
    return {
        "model": model,
        "impl": {"pools": each(pool), "groups": of_groups, "ranked": ranked, "nested": nested},
        **data,
    }


def one_group(owned: int, observed: int, excluded: int, *operations: str, deep: bool = True) -> Iterator[Arrangement]:
    """Registries with a group that names that many pools."""
    first, last = owned, owned + observed
    key = GroupKey(tuple(range(owned)), tuple(range(first, last)), tuple(range(last, last + excluded)))
    name = f"swap-pop; a group with {owned} owned, {observed} observed, {excluded} excluded"
    return registries(name, (key,), operations, deep=deep) if operations else registries(name, (key,), deep=deep)


ARRANGED: Final = (
    *one_group(1, 1, 0, deep=False),
    *one_group(1, 0, 1, "erase", deep=False),  # giving up what is excluded makes a member
    *one_group(1, 1, 1, "erase", deep=False),  # also of a group that observes a pool
    *one_group(2, 0, 0, *MOVING, *SORTING),
    *one_group(1, 1, 1, *(name for name in MOVING if name != "erase")),
    *one_group(0, 2, 1, "emplace", "destroy", *SORTING, "from_dict"),
    *one_group(4, 0, 0, "emplace", "erase"),
    *registries(
        "swap-pop; a group lies in another",
        (GroupKey((0,), (2,), ()), GroupKey((0, 1), (2,), ())),
        ("emplace", "erase"),
        nested=True,
    ),
    *registries("swap-pop; no group", (), ("group",)),
)
