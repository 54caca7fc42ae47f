"""What the handle map answers: laws of a call, of the model alone.

Laws        HM-L11 ... HM-L18
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_count, no_number, refuses
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, exists, forall, forall_in, iff, negate, within


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
