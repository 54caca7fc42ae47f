"""What the handle map, the typed store and the registry answer: laws of a call, of the model alone.

Laws        HM-L11 ... HM-L18, TS-L6 ... TS-L8, RG-L6 ... RG-L9
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_count, no_number, refuses
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, exists, forall, forall_in, iff, implies, negate, within

# --- handle map


def names_a_value(m: Any, handle: Handle) -> bool:
    """True if the handle was issued and its value not erased since."""
    return conj(
        handle.free == 0,
        handle.type_id == m.type_id,
        contains(m.value, handle.slot),
        lambda: m.generation[handle.slot] == handle.generation,
    )


def names_nothing(m: Any, handle: Handle, *more: Any) -> bool:
    """True if the handle was not issued, or has ended."""
    return negate(names_a_value(m, handle))


def others_stay(before: Any, after: Any, slot: int) -> bool:
    """True if every live handle but that of one slot is live still, with its value."""
    return forall_in(
        before.value,
        lambda other: disj(
            other == slot,
            lambda: conj(
                contains(after.value, other),
                lambda: after.value[other] == before.value[other],
                lambda: after.generation[other] == before.generation[other],
            ),
        ),
    )


def _has_no_slot(before: Any, *value: Any) -> bool:
    return conj(len(before.free) == 0, len(before.generation) == before.nil)


def is_issued(before: Any, after: Any, handle: Handle) -> bool:
    """True if the handle was not live, nor its slot, and is."""
    return conj(negate(contains(before.value, handle.slot)), names_a_value(after, handle))


def all_issued(before: Any, after: Any, handles: Sequence[Handle]) -> bool:
    """True if each handle was issued by a step."""
    return forall(0, len(handles), lambda turn: is_issued(before, after, handles[turn]))


def only_these_end(before: Any, after: Any, handles: Sequence[Handle], count: int) -> bool:
    """True if every live handle but the first ones of a list is live still, with its value."""
    return forall_in(
        before.value,
        lambda slot: disj(
            conj(
                contains(after.value, slot),
                lambda: after.value[slot] == before.value[slot],
                lambda: after.generation[slot] == before.generation[slot],
            ),
            lambda: exists(
                0,
                count,
                lambda turn: conj(
                    handles[turn].slot == slot,
                    handles[turn].generation == before.generation[slot],
                    handles[turn].type_id == before.type_id,
                    handles[turn].free == 0,
                ),
            ),
        ),
    )


MAP_ANSWERS: Final = (
    Answering(
        Claim("HM-L11", "A handle is answered for exactly while it is live, and by what is its own; `erase` ends it."),
        answered={
            "is_valid": lambda before, after, answer, handle: iff(answer, names_a_value(before, handle)),
            "get": lambda before, after, answer, handle: conj(
                names_a_value(before, handle), lambda: before.value[handle.slot] == answer
            ),
            "assign": lambda before, after, answer, handle, value: conj(
                names_a_value(before, handle), lambda: after.value[handle.slot] == value
            ),
            "pos_of": lambda before, after, answer, handle: conj(
                names_a_value(before, handle),
                within(0, answer, len(before.order)),
                lambda: before.order[answer] == handle.slot,
            ),
            "handle_at": lambda before, after, answer, pos: conj(
                names_a_value(before, answer), lambda: before.order[pos] == answer.slot
            ),
            "erase": lambda before, after, answer, handle: conj(
                iff(answer, names_a_value(before, handle)), names_nothing(after, handle)
            ),
        },
        refused={"get": names_nothing, "assign": names_nothing, "pos_of": names_nothing},
    ),
    Answering(
        Claim("HM-L12", "What is done to one handle leaves all others live, with their values."),
        answered={
            "insert": lambda before, after, answer, value: others_stay(before, after, -1),
            "assign": lambda before, after, answer, handle, value: others_stay(before, after, handle.slot),
            "erase": lambda before, after, answer, handle: others_stay(before, after, handle.slot),
        },
    ),
    Answering(
        Claim(
            "HM-L13",
            "The handle that `insert` issues was not live, and names the value; it is refused only if no slot is left.",
        ),
        answered={
            "insert": lambda before, after, answer, value: conj(
                negate(contains(before.value, answer.slot)),
                names_a_value(after, answer),
                lambda: after.value[answer.slot] == value,
            )
        },
        refused={
            "insert": _has_no_slot,
            "emplace_items": lambda before, count, factory: disj(
                count > len(before.free) + before.nil - len(before.generation)
            ),
            "reserve": lambda before, count: disj(count < 0, count > before.nil),
        },
    ),
    Answering(
        Claim("HM-L14", "`clear` ends every handle: it leaves no value, and no slot in the generation it had."),
        answered={
            "clear": lambda before, after, answer: conj(
                len(after.value) == 0,
                forall_in(before.value, lambda slot: before.generation[slot] != after.generation[slot]),
            )
        },
    ),
    refuses(
        "HM-L15",
        "By `reserve`, what is no count, and by `handle_at`, what is no number,",
        reserve=no_count,
        handle_at=no_number,
    ),
    Answering(
        Claim("HM-L16", "What neither erases nor assigns leaves every live handle live, with its value."),
        answered={
            "emplace": lambda before, after, answer, factory: others_stay(before, after, -1),
            "emplace_items": lambda before, after, answer, count, factory: others_stay(before, after, -1),
            "defragment": lambda before, after, answer, comes_after, limit, unit: others_stay(before, after, -1),
            "reserve": lambda before, after, answer, count: others_stay(before, after, -1),
        },
    ),
    Answering(
        Claim(
            "HM-L17",
            "`emplace` and each of `emplace_items` issue a handle that was not live, and is; `emplace` is refused only "
            "if no slot is left.",
        ),
        answered={
            "emplace": lambda before, after, answer, factory: is_issued(before, after, answer),
            "emplace_items": lambda before, after, answer, count, factory: conj(
                len(answer) == count, all_issued(before, after, answer)
            ),
        },
        refused={"emplace": _has_no_slot},
    ),
    Answering(
        Claim("HM-L18", "`erase_items` ends the handles it is given and no others, and answers how many it ended."),
        answered={
            "erase_items": lambda before, after, answer, handles: conj(
                answer == len(before.value) - len(after.value),
                forall(0, len(handles), lambda turn: names_nothing(after, handles[turn])),
                only_these_end(before, after, handles, len(handles)),
            )
        },
    ),
)

# --- typed store


def _has_a_map(before: Any, after: Any, answer: Any, handle: Handle, *value: Any) -> bool:
    return contains(before.maps, handle.type_id)


def _only_if_it_has_a_map(before: Any, after: Any, answer: bool, handle: Handle) -> bool:
    return implies(answer, contains(before.maps, handle.type_id))


STORE_ANSWERS: Final = (
    Answering(
        Claim("TS-L6", "Of a type that there is no map for, no handle is valid, names a value, or is erased."),
        answered={
            "is_valid": _only_if_it_has_a_map,
            "erase": _only_if_it_has_a_map,
            "get": _has_a_map,
            "assign": _has_a_map,
        },
    ),
    Answering(
        Claim("TS-L7", "`clear` leaves no value of any type."),
        answered={
            "clear": lambda before, after, answer: forall(
                0, len(after.maps), lambda type_id: after.maps[type_id].size() == 0
            )
        },
    ),
    refuses("TS-L8", "By `size`, what is no number,", size=no_number),
)

# --- registry


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
)
