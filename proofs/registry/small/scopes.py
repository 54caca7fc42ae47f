"""The tiny registries whose every reachable state is visited."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Scope
from slotproof.proofs.registry.groups import Model
from slotproof.proofs.registry.small.counts import count_states, made_early, made_late
from slotproof.spec.group import GroupKey

_TINY: Final = {"pools": 3, "index_bits": 2, "generation_bits": 2, "page": 4, "value_page": 4, "generation": "wrap"}
_TWO_POOLS: Final = {**_TINY, "pools": 2}
_MOVING: Final = ("create", "group", "emplace", "remove")

_FULL: Final = GroupKey((0, 1), (), ())
_OUTER: Final = GroupKey((0,), (2,), ())
_INNER: Final = GroupKey((1, 0), (2,), ())
_BOTH: Final = GroupKey((), (0, 1), ())
_CHAIN: Final = (((), ()), ((1,), ()), ((1,), (2,)), ((1, 3), (2,)))  # what groups ask for and exclude
_ONE_NOT_OTHER: Final = GroupKey((), (1,), (0,))


def _moves(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    """True unless a value is put in that is there, or taken out that is not; a scope for refusals does that."""
    if operation not in ("emplace", "remove"):
        return True
    pool, handle = arguments[:2]
    return m.entities.is_valid(handle) and (handle.slot in m.values[pool]) == (operation == "remove")


def _two_entities_first(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return m.entities.live < 2 and not any(m.values.values()) and not m.groups
    return _moves(m, operation, arguments)


def _pool_then_two_entities(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "add_pool":
        return len(m.values) < 2
    return len(m.values) == 2 and _two_entities_first(m, operation, arguments)


def _pool_then_three_entities(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "add_pool":
        return not m.values
    if operation == "create":
        return len(m.values) == 1 and len(m.entities.generation) < 3 and not any(m.values.values())
    return _moves(m, operation, arguments)


def _four_members(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    """The group, then four entities, then their values, in this order."""
    entities = m.entities
    if operation == "create":
        return len(m.groups) > 0 and len(entities.generation) < 4
    if operation == "group":
        return entities.live == 0
    if operation == "emplace":
        pool, handle = arguments[:2]
        whole = len(entities.generation) == 4 and len(m.values[0]) in (len(m.values[1]), len(m.values[1]) + 1)
        return whole and handle.slot == len(m.values[pool]) and (pool == 0) == (len(m.values[0]) == len(m.values[1]))
    return len(m.values[1]) == 4


def _groups_first(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return not any(m.values.values()) and len(m.groups) > 0
    return (operation != "group" or m.entities.live == 0) and _moves(m, operation, arguments)


def _groups_then_two(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return len(m.groups) == 2 and len(m.entities.generation) < 2 and not any(m.values.values())
    return _groups_first(m, operation, arguments)


def _group_then_two(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return len(m.entities.generation) < 2 and not any(m.values.values())
    return _groups_first(m, operation, arguments)


def _three_entities(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    """Three entities, then their values, then one pool as the other."""
    if operation == "create":
        return len(m.entities.generation) < 3
    return len(m.entities.generation) == 3 and _moves(m, operation, arguments)


def _two_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    """Of three slots, one is never issued."""
    if operation in ("create", "create_at"):
        return m.entities.live < 2 and all(hint.slot != 2 for hint in arguments)
    return True


def _bulk(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    """As above; arrays are damaged only where both entities are live and there is a group."""
    if operation == "from_dict":
        return m.entities.live == 2 and len(m.groups) > 0
    return _two_entities_first(m, operation, arguments)


def _one_entity(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "create" or len(m.entities.generation) < 1


def _one_entity_two_pools(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation in ("create", "create_at"):
        return len(m.entities.generation) < 1 and all(hint.slot < 0 for hint in arguments)
    return operation != "add_pool" or len(m.values) < 2


SCOPES: Final = (
    Scope(
        "full and partial, made late",
        _TINY,
        values=(0, _FULL, GroupKey((2,), (0,), (1,))),
        operations=_MOVING,
        admits=_two_entities_first,
        well_formed=lambda: count_states(made_late(2, (_FULL, GroupKey((2,), (0,), (1,)))), 3),
        walked=False,
    ),
    Scope(
        "three entities, one owning group",
        _TWO_POOLS,
        values=(0, _FULL),
        operations=(*_MOVING, "sort_by", "sort_as", "clear_pool"),
        admits=_groups_first,
        well_formed=lambda: count_states(made_early(3, (_FULL,)), 2),
        walked=False,
    ),
    Scope(
        "one group observes what another owns",
        _TINY,
        values=(0, GroupKey((1,), (2,), ()), GroupKey((0,), (1,), ())),
        operations=("create", "group", "emplace", "sort_by"),
        admits=_groups_then_two,
        walked=False,
    ),
    Scope(
        "one group lies in another, made late",
        {**_TINY, "index_bits": 3, "nested": True},
        values=(0, _OUTER, _INNER),
        operations=(*_MOVING, "sort_by"),
        admits=_two_entities_first,
        well_formed=lambda: count_states(made_late(2, (_OUTER, _INNER)), 3),
    ),
    Scope(
        "one group lies in another, destroyed",
        {**_TWO_POOLS, "generation_bits": 1, "nested": True},
        values=(0, _FULL, GroupKey((0,), (), ())),
        operations=("create", "group", "emplace", "destroy", "clear_pool", "sort_by"),
        admits=_groups_then_two,
        walked=False,
    ),
    Scope(
        "owning nothing, over a pool with holes",
        {**_TINY, "pools": 1},
        values=(0, "in_place", _BOTH, _ONE_NOT_OTHER, _FULL),
        operations=(*_MOVING, "add_pool", "sort_by", "view", "compact_pool", "sort_pool_as"),
        admits=_pool_then_two_entities,
        well_formed=lambda: 1 + count_states(made_late(2, (_BOTH, _ONE_NOT_OTHER)), 2, frozenset({1})),
        walked=False,
    ),
    Scope(
        "owning nothing, one in another",
        {**_TWO_POOLS, "generation_bits": 1},
        values=(0, GroupKey((), (0,), ()), _BOTH, GroupKey((), (1, 0), ())),
        operations=("create", "group", "emplace", "sort_by", "sort_as"),
        admits=_one_entity,
        walked=False,
    ),
    Scope(
        "one group lies in another by what it does not own",
        {**_TWO_POOLS, "generation_bits": 1, "nested": True},
        values=(0, GroupKey((0,), (), ()), GroupKey((0,), (1,), ()), GroupKey((0,), (), (1,))),
        operations=(*_MOVING, "sort_by", "sort_as"),
        admits=_two_entities_first,
        walked=False,
    ),
    Scope(
        "one group lies in another, and one in none",
        {**_TWO_POOLS, "generation_bits": 1, "nested": True},
        values=(0, GroupKey((1,), (), ()), GroupKey((0,), (), ()), GroupKey((0,), (), (1,))),
        operations=("create", "group", "sort_by"),
        admits=_one_entity,
        walked=False,
    ),
    Scope(
        "four groups, each in the one before",
        {**_TINY, "pools": 4, "generation_bits": 1, "nested": True},
        values=(*(GroupKey((0,), asked, excluded) for asked, excluded in _CHAIN), GroupKey((0,), (3, 1), (2,))),
        operations=("group",),
        walked=False,
    ),
    Scope(
        "four members of a group",
        {**_TWO_POOLS, "index_bits": 3, "generation_bits": 1},
        values=(0, _FULL),
        operations=("create", "group", "emplace", "sort_by", "sort_as"),
        admits=_four_members,
        walked=False,
    ),
    Scope(
        "no pool",
        {**_TINY, "pools": 0},
        values=(0,),
        operations=("create", "destroy", "destroy_items", "clear"),
        walked=False,
    ),
    Scope(
        "asked for by a hint",
        {**_TINY, "pools": 0, "generation_bits": 1},
        values=(0,),
        operations=("create", "create_at", "destroy"),
        admits=_two_slots,
        walked=False,
    ),
    Scope(
        "owning one pool, beside one with holes",
        {**_TINY, "pools": 1, "generation_bits": 1},
        values=(0, "in_place", GroupKey((0,), (), ()), GroupKey((0,), (1,), ()), GroupKey((1,), (), ())),
        operations=("add_pool", "create", "group", "emplace"),
        admits=_one_entity_two_pools,
        walked=False,
    ),
    Scope(
        "three entities in a pool with holes",
        {**_TINY, "pools": 0, "generation_bits": 1},
        values=(0, "in_place"),
        operations=("create", "add_pool", "emplace", "remove", "compact_pool", "clear_pool", "sort_pool"),
        admits=_pool_then_three_entities,
        walked=False,
    ),
    Scope(
        "three entities in a pool, sorted as another",
        {**_TWO_POOLS, "generation_bits": 1},
        values=(0,),
        operations=("create", "emplace", "sort_pool_as"),
        admits=_three_entities,
        walked=False,
    ),
    Scope(
        "a member beside another entity, in a group that owns nothing",
        {**_TINY, "pools": 1, "generation_bits": 1},
        values=(0, GroupKey((), (0,), ())),
        operations=("create", "group", "emplace", "from_dict"),
        admits=_group_then_two,
        walked=False,
    ),
    Scope(
        "one group excludes what another owns",
        {**_TINY, "generation_bits": 1},
        values=(0, GroupKey((0,), (), (1, 2)), GroupKey((2,), (1,), ())),
        operations=(*_MOVING, "erase", "clear_pool", "destroy"),
        admits=_groups_then_two,
        walked=False,
    ),
    Scope(
        "every operation",
        {**_TINY, "pools": 1, "generation_bits": 1, "generation": "retire"},
        values=(0, "swap_pop", "lazy", _FULL, _ONE_NOT_OTHER),
        admits=_one_entity_two_pools,
        walked=False,
    ),
    Scope(
        "bulk, two entities",
        {**_TWO_POOLS, "generation_bits": 1, "generation": "retire"},
        values=(0, _FULL, GroupKey((1,), (0,), ())),
        operations=(
            *("create", "group", "emplace", "destroy_items", "sort_as", "sort_pool", "clear", "copy", "from_dict"),
            *("lead", "is_member", "members", "sort_pool_as"),
        ),
        admits=_bulk,
        walked=False,
    ),
    Scope(
        "values",
        {**_TWO_POOLS, "generation_bits": 1},
        values=(0, 1, _FULL),
        operations=("create", "group", "emplace", "replace", "get", "erase", "view", "destroy"),
        admits=_one_entity,
        walked=False,
    ),
)
