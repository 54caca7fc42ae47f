"""The widths and values in which an entity storage is searched whole."""

from __future__ import annotations

from math import factorial
from typing import Any

from slotproof.declare import Scope
from slotproof.proofs.entity_storage.claims import Model


def _count_wrap(slots: int, generations: int) -> int:
    """Well-formed states of create and destroy under `wrap`: the first n slots in any order, cut at any place."""
    return sum((n + 1) * factorial(n) * generations**n for n in range(slots + 1))


QUERIES = ("is_valid", "index", "current", "entity_at", "handles", "handles_forward", "size", "room")


def _tiny(generation: str, **widths: int) -> dict[str, Any]:
    return {"index_bits": 2, "generation_bits": 2, "page": 2, "generation": generation, **widths}


def _two_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation == "create":
        return m.live < m.usable or m.next_slot < 2 or len(m.order) < 2
    return operation not in {"create_at", "start_from"} or arguments[0].slot < 2


SCOPES = (
    Scope(
        "wrap",
        _tiny("wrap", page=4),
        operations=("create", "destroy", "swap_elements", *QUERIES),
        well_formed=lambda: _count_wrap(3, 3),
    ),
    Scope("retire", _tiny("retire"), operations=("create", "destroy", "destroy_items", "clear", *QUERIES)),
    Scope("hints, retire", _tiny("retire"), operations=("create", "create_at", "destroy", "start_from", "room")),
    Scope("hints, wrap", _tiny("wrap"), operations=("create", "create_at", "destroy"), admits=_two_slots, walked=False),
    Scope(
        "data with used-up slots",
        _tiny("retire"),
        operations=("create", "destroy", "from_dict"),
        admits=_two_slots,
        walked=False,
    ),
    Scope(
        "chosen generations, retire",
        _tiny("retire", index_bits=1),
        operations=("create", "create_at", "destroy", "destroy_to", "bump", "is_valid"),
        walked=False,
    ),
    Scope(
        "chosen generations, wrap",
        _tiny("wrap"),
        operations=("create", "destroy_to", "bump", "is_valid"),
        admits=_two_slots,
        walked=False,
    ),
    Scope("whole container, retire", _tiny("retire", generation_bits=1)),
    Scope("whole container, wrap", _tiny("wrap", generation_bits=1)),
)
