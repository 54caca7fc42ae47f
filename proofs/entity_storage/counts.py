"""How many slots are left to an entity storage: what `room` counts, and why so many creations succeed.

The slots that were issued are a set; `room` counts those of them that are not below `next_slot`, one position after the
other, and ranks in the set tell the same.

Refinement  ES-R3 and ES-R24 rest on these loops
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Loop
from slotproof.proofs.shared.pool.answers import all_created, others_live, unissued
from slotproof.spec.logic import below, conj, contains, forall, leading


def _met_so_far(m: Any, count: Any, limit: Any) -> Any:
    """How many of the first positions have a slot below the limit."""
    return below(leading(m.order, count), limit)


def _counting(at: Any) -> dict[str, bool]:
    """Taken off is each slot from `next_slot` on that stands at a position behind."""
    m = at.model
    passed = _met_so_far(m, at.index, m.nil) - _met_so_far(m, at.index, m.next_slot)
    return {"counted": at.local["free"] == m.usable - m.live + m.nil - m.next_slot - passed}


def _creating(at: Any) -> dict[str, bool]:
    """There is room for what is still to come, and what came was not live before."""
    m = at.model
    enough = at.length - at.index <= m.usable - m.live + unissued(m)
    handles = at.local["handles"]
    return {
        "room for the rest": at.met(lambda: below(m.generation, m.next_slot - 1), enough),
        "one handle a round": len(handles) == at.index,
        "created": all_created(at.model_before, m, handles),
        "others stay": others_live(at.model_before, m, -1),
    }


def _searching(at: Any) -> dict[str, bool]:
    """No slot above nil is looked at, and those passed over were issued."""
    first, slot = at.entry_local["slot"], at.local["slot"]
    return {
        "in range": conj(first <= slot, slot <= at.model.nil),
        "passed over": forall(first, slot, lambda each: contains(at.model.generation, each)),
    }


COUNT_LOOPS: Final = (
    Loop("EntityStorageModel.room", invariant=_counting, lockstep=True),
    Loop("EntityStorage.room", lockstep=True),
    Loop(
        "EntityStorageModel.new_slot",
        invariant=_searching,
        variant=lambda at: at.model.nil - at.local["slot"],
        lockstep=True,
    ),
    Loop("EntityStorage.create", variant=lambda at: at.now.nil - at.local["slot"], lockstep=True),
    Loop("EntityStorageModel.create_items", invariant=_creating, lockstep=True),
    Loop("EntityStorage.create_items", lockstep=True),
)
