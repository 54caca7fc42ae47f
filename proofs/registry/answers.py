"""What the registry answers: laws of a call, of the model alone.

Laws        RG-L6 ... RG-L13
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_number, refuses
from slotproof.proofs.shared.pool.answers import has_no_slot, only_these_die, others_live
from slotproof.spec.handle import Handle
from slotproof.spec.logic import choose, conj, contains, disj, forall, forall_in, iff, implies, negate, within


def _is_live(m: Any, handle: Handle) -> bool:
    return conj(
        handle.type_id == 0,
        handle.free == 0,
        contains(m.entities.generation, handle.slot),
        lambda: m.entities.generation[handle.slot] == handle.generation,
        lambda: m.entities.is_live(handle.slot),
    )


def _issues(before: Any, after: Any, answer: Handle, *hint: Handle) -> bool:
    """True if a handle was not live and is."""
    return conj(negate(_is_live(before, answer)), _is_live(after, answer))


def _has(m: Any, pool: int, handle: Handle) -> bool:
    return conj(
        within(0, pool, len(m.values)),
        lambda: _of_pool(m, pool, lambda values: contains(values, handle.slot)),
        lambda: _is_live(m, handle),
    )


def _has_none(m: Any, pool: int, handle: Handle, *value: Any) -> bool:
    return negate(_has(m, pool, handle))


def _holds(m: Any, pool: int, handle: Handle, value: Any) -> bool:
    """True if the entity has that value in the pool."""
    return conj(_has(m, pool, handle), lambda: _of_pool(m, pool, lambda values: values[handle.slot] == value))


def _of_pool(m: Any, pool: int, holds: Callable[[Any], bool]) -> bool:
    """True if something holds of the values of a pool; of a pool that is not known yet, each is looked at."""
    return forall(0, len(m.values), lambda each: implies(each == pool, lambda: holds(m.values[each])))


def only_these_go(before: Any, after: Any, handles: Sequence[Handle], count: int) -> bool:
    """True if every live entity but the first ones of a list is live still, and none of those is."""
    return only_these_die(before.entities, after.entities, handles, count)


ORDERS: Final = ("sort_by", "sort_as", "sort_pool", "sort_pool_as", "compact_pool", "clear_pool")


def _all_live(before: Any, after: Any, answer: Any, *arguments: Any) -> bool:
    return others_live(before.entities, after.entities, -1)


def _values_stay(before: Any, after: Any, pool: int, slot: int) -> bool:
    """True if every value stays but the one that a pool has, or gets, for a slot."""
    return forall(
        0,
        len(before.values),
        lambda each: _values_of_others_stay(before, after, each, choose(each == pool, slot, -1)),
    )


def _values_of_others_stay(before: Any, after: Any, pool: int, slot: int) -> bool:
    """True if every value of a pool stays but that of a slot."""
    return forall_in(
        before.values[pool],
        lambda other: disj(
            other == slot,
            lambda: conj(
                contains(after.values[pool], other),
                lambda: after.values[pool][other] == before.values[pool][other],
            ),
        ),
    )


def _all_values_stay(before: Any, after: Any, answer: Any, *arguments: Any) -> bool:
    return _values_stay(before, after, -1, -1)


def _is_full(before: Any, *hint: Handle) -> bool:
    return has_no_slot(before.entities)


def _has_these(m: Any, handle: Handle, pools: Sequence[int], excluded: Sequence[int]) -> bool:
    """True if an entity is live, and has a value in each of the pools, and in none of the excluded."""
    return conj(
        _is_live(m, handle),
        lambda: conj(
            *(contains(m.values[pool], handle.slot) for pool in pools),
            *(negate(contains(m.values[pool], handle.slot)) for pool in excluded),
        ),
    )


def _matches(m: Any, group: int, handle: Handle) -> bool:
    key = m.groups[group]
    return _has_these(m, handle, key.owned + key.observed, key.excluded)


REGISTRY_ANSWERS: Final = (
    Answering(
        Claim("RG-L6", "A value is answered for exactly while its entity is live and has it, and is its own."),
        answered={
            "contains": lambda before, after, answer, pool, handle: iff(answer, _has(before, pool, handle)),
            "get": lambda before, after, answer, pool, handle: _holds(before, pool, handle, answer),
            "replace": lambda before, after, answer, pool, handle, value: conj(
                _has(before, pool, handle), _holds(after, pool, handle, value)
            ),
            "erase": lambda before, after, answer, pool, handle: conj(
                _has(before, pool, handle), _has_none(after, pool, handle)
            ),
            "remove": lambda before, after, answer, pool, handle: conj(
                iff(answer, _has(before, pool, handle)), _has_none(after, pool, handle)
            ),
        },
        refused={"get": _has_none, "replace": _has_none, "erase": _has_none},
    ),
    Answering(
        Claim("RG-L7", "A handle is valid exactly while it is live; what is issued was not, and `destroy` ends it."),
        answered={
            "is_valid": lambda before, after, answer, handle: iff(answer, _is_live(before, handle)),
            "create": _issues,
            "create_at": _issues,
            "destroy": lambda before, after, answer, handle: conj(
                _is_live(before, handle), negate(_is_live(after, handle))
            ),
        },
        refused={"destroy": lambda before, handle: negate(_is_live(before, handle))},
    ),
    Answering(
        Claim("RG-L8", "`emplace` is refused only to what is not live or has a value there; else it has this one."),
        answered={
            "emplace": lambda before, after, answer, pool, handle, value: conj(
                _is_live(before, handle), _has_none(before, pool, handle), _holds(after, pool, handle, value)
            )
        },
        refused={
            "emplace": lambda before, pool, handle, value: disj(
                negate(within(0, pool, len(before.values))),
                lambda: negate(_is_live(before, handle)),
                lambda: _has(before, pool, handle),
            )
        },
    ),
    refuses("RG-L9", "By `pool_size`, what is no number,", pool_size=no_number),
    Answering(
        Claim("RG-L10", "No entity ends but those that are destroyed; `destroy_items` ends all that it is given."),
        answered={
            **dict.fromkeys(
                ("create", "create_at", "add_pool", "group", "emplace", "replace", "erase", "remove", *ORDERS),
                _all_live,
            ),
            "destroy": lambda before, after, answer, handle: others_live(before.entities, after.entities, handle.slot),
            "destroy_items": lambda before, after, answer, handles: conj(
                forall(0, len(handles), lambda turn: _is_live(before, handles[turn])),
                only_these_go(before, after, handles, len(handles)),
            ),
        },
    ),
    Answering(
        Claim("RG-L11", "`create` and `create_at` are refused only if no slot is left."),
        refused={"create": _is_full, "create_at": _is_full},
    ),
    Answering(
        Claim("RG-L12", "What is done to one value, or to the order of pools, leaves every other value as it is."),
        answered={
            "emplace": lambda before, after, answer, pool, handle, value: _values_stay(
                before, after, pool, handle.slot
            ),
            "replace": lambda before, after, answer, pool, handle, value: _values_stay(
                before, after, pool, handle.slot
            ),
            "erase": lambda before, after, answer, pool, handle: _values_stay(before, after, pool, handle.slot),
            "remove": lambda before, after, answer, pool, handle: _values_stay(before, after, pool, handle.slot),
            **dict.fromkeys(("create", "create_at", "group", *ORDERS[:-1]), _all_values_stay),
            "destroy": lambda before, after, answer, handle: forall(
                0, len(before.values), lambda each: _values_of_others_stay(before, after, each, handle.slot)
            ),
        },
    ),
    Answering(
        Claim(
            "RG-L13",
            "A member of a group is live, and matches; so is what a view meets. No other is told to be one.",
        ),
        answered={
            "is_member": lambda before, after, answer, group, handle: iff(answer, _matches(before, group, handle)),
            "view": lambda before, after, answer, viewed: forall(
                0, len(answer), lambda turn: _has_these(before, answer[turn], viewed[0], viewed[1])
            ),
            "members": lambda before, after, answer, group: forall(
                0, len(answer), lambda turn: _matches(before, group, answer[turn])
            ),
        },
    ),
)
