"""What the typed store answers: laws of a call, of the model alone.

Laws        TS-L6 ... TS-L10
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_number, refuses
from slotproof.proofs.typed_store.claims import MAPS
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, forall, iff, implies


def _has_a_map(before: Any, after: Any, answer: Any, handle: Handle, *value: Any) -> bool:
    return contains(before.maps, handle.type_id)


def _only_if_it_has_a_map(before: Any, after: Any, answer: bool, handle: Handle) -> bool:
    return implies(answer, contains(before.maps, handle.type_id))


def _only_one_changes(before: Any, after: Any, type_id: int) -> bool:
    return forall(
        0,
        len(before.maps),
        lambda other: disj(other == type_id, lambda: MAPS.same(before.maps[other], after.maps[other])),
    )


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
    Answering(
        Claim("TS-L9", "What is done by a type, or by a handle of it, leaves the maps of all other types alone."),
        answered={
            "insert": lambda before, after, answer, type_id, value: _only_one_changes(before, after, type_id),
            "emplace": lambda before, after, answer, type_id, factory: _only_one_changes(before, after, type_id),
            "erase": lambda before, after, answer, handle: _only_one_changes(before, after, handle.type_id),
            "assign": lambda before, after, answer, handle, value: _only_one_changes(before, after, handle.type_id),
        },
    ),
    Answering(
        Claim("TS-L10", "A handle is valid exactly while the map of its type has it live."),
        answered={
            "is_valid": lambda before, after, answer, handle: iff(
                answer,
                conj(
                    contains(before.maps, handle.type_id),
                    lambda: before.maps[handle.type_id].is_valid(handle),
                ),
            )
        },
    ),
)
