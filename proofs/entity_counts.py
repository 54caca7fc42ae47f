"""How many slots are left to an entity storage: what `room` counts, and why so many creations succeed.

The slots that were issued are a set; `room` counts those of them that are not below `next_slot`, one position after the
other, and ranks in the set tell the same.

Refinement  ES-R3 and ES-R24 rest on these loops and lemmas
"""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.proofs.engine.lemmas import Lemma, Step, by_induction
from slotproof.proofs.engine.refinement import Loop
from slotproof.proofs.engine.sets import EXTREMES, FIRST, MEMBERS, RANK, RANKS, defined, keys_below
from slotproof.spec.logic import below, conj, contains, forall, leading

_INT: Final = z3.IntSort()
_INTS: Final = z3.ArraySort(_INT, _INT)
_ENTRIES, _PLACES = z3.Const("entries", _INTS), z3.Const("places", _INTS)
_LOW, _COUNT, _NEXT, _ITEM, _FROM, _FOUND = z3.Ints("low count next item from found")
_ONE, _OTHER = z3.Const("one", MEMBERS), z3.Const("other", MEMBERS)


def _first(count: Any) -> Any:
    return FIRST(_ENTRIES, _PLACES, _LOW, count)


def _is_first(count: Any, item: Any) -> Any:
    """The definition of `first_entries`."""
    place = z3.Select(_PLACES, item)
    inside = z3.And(_LOW <= place, place < _LOW + count, z3.Select(_ENTRIES, place) == item)
    return z3.Select(_first(count), item) == inside


def _for_each_item(count: Any) -> Any:
    return z3.ForAll([_ITEM], _is_first(count, _ITEM), patterns=[z3.Select(_first(count), _ITEM)])


def _one_more() -> tuple[Any, Any]:
    """When it holds that the next entry is added, and that it is."""
    entry = z3.Select(_ENTRIES, _LOW + _COUNT)
    holds = z3.And(_COUNT >= 0, _NEXT == _COUNT + 1, z3.Select(_PLACES, entry) == _LOW + _COUNT)
    return holds, _first(_NEXT) == z3.Store(_first(_COUNT), entry, z3.BoolVal(True))


def _ranks_of_the_same(n: Any) -> Any:
    found = z3.And(0 <= _FOUND, _FOUND < n, z3.Select(_ONE, _FOUND) != z3.Select(_OTHER, _FOUND))
    return z3.Or(RANK(_ONE, n) == RANK(_OTHER, n), z3.Exists([_FOUND], found))


def _ranks_of_a_run(n: Any) -> Any:
    """Where every number is a member, the rank grows by one each."""
    gap = z3.And(_FROM <= _FOUND, _FOUND < n, z3.Not(z3.Select(_ONE, _FOUND)))
    grows = RANK(_ONE, n) - RANK(_ONE, _FROM) == n - _FROM
    return z3.Implies(z3.And(0 <= _FROM, _FROM <= n), z3.Or(grows, z3.Exists([_FOUND], gap)))


def _pair(one: Any, other: Any) -> list[Any]:
    return [z3.MultiPattern(one, other)]


_HOLDS, _ADDED = _one_more()

COUNTS: Final = (
    *RANKS,
    EXTREMES,
    Lemma(
        "the first entries",
        z3.ForAll(
            [_ENTRIES, _PLACES, _LOW, _COUNT, _ITEM],
            _is_first(_COUNT, _ITEM),
            patterns=[z3.Select(_first(_COUNT), _ITEM)],
        ),
    ),
    Lemma(
        "one more of the first entries",
        z3.ForAll(
            [_ENTRIES, _PLACES, _LOW, _COUNT, _NEXT],
            z3.Implies(_HOLDS, _ADDED),
            patterns=_pair(_first(_COUNT), _first(_NEXT)),
        ),
        (
            Step(
                "lemma: one more of the first entries", _ADDED, (_HOLDS, _for_each_item(_COUNT), _for_each_item(_NEXT))
            ),
        ),
    ),
    by_induction(
        "sets that agree have one rank",
        (_ONE, _OTHER),
        _ranks_of_the_same,
        lambda n: (defined(_ONE, n), defined(_OTHER, n)),
        lambda n: _pair(RANK(_ONE, n), RANK(_OTHER, n)),
    ),
    by_induction(
        "ranks of a run",
        (_ONE, _FROM),
        _ranks_of_a_run,
        lambda n: (defined(_ONE, n),),
        lambda n: _pair(RANK(_ONE, _FROM), RANK(_ONE, n)),
    ),
)
"""What is used of the slots that were issued, as a set."""


def _met_so_far(m: Any, count: Any, limit: Any) -> Any:
    """How many of the first positions have a slot below the limit."""
    return below(leading(m.order, count), limit)


def unissued(m: Any) -> Any:
    """How many slots from `next_slot` on were never issued."""
    return m.nil - m.next_slot - (keys_below(m.generation, m.nil) - keys_below(m.generation, m.next_slot))


def _counting(at: Any) -> dict[str, bool]:
    """Taken off is each slot from `next_slot` on that stands at a position behind."""
    m = at.model
    passed = _met_so_far(m, at.index, m.nil) - _met_so_far(m, at.index, m.next_slot)
    return {"counted": at.local["free"] == m.usable - m.live + m.nil - m.next_slot - passed}


def _creating(at: Any) -> dict[str, bool]:
    """There is room for what is still to come."""
    m = at.model
    enough = at.length - at.index <= m.usable - m.live + unissued(m)
    return {"room for the rest": at.met(lambda: keys_below(m.generation, m.next_slot - 1), enough)}


def _searching(at: Any) -> dict[str, bool]:
    """No slot above nil is looked at, and those passed over were issued."""
    first, slot = at.entry_local["slot"], at.local["slot"]
    return {
        "in range": conj(first <= slot, slot <= at.model.nil),
        "passed over": forall(first, slot, lambda each: contains(at.model.generation, each)),
    }


def _handles(make: Any) -> Any:
    return make.handles("handles")


COUNT_LOOPS: Final = (
    Loop("EntityStorageModel.room", invariant=_counting, lockstep=True, keeps=True),
    Loop("EntityStorage.room", lockstep=True, keeps=True),
    Loop(
        "EntityStorageModel.new_slot",
        invariant=_searching,
        variant=lambda at: at.model.nil - at.local["slot"],
        lockstep=True,
        keeps=True,
    ),
    Loop("EntityStorage.create", variant=lambda at: at.now.nil - at.local["slot"], lockstep=True, keeps=True),
    Loop("EntityStorageModel.create_items", invariant=_creating, lockstep=True, locals={"handles": _handles}),
    Loop("EntityStorage.create_items", lockstep=True, locals={"handles": _handles}),
)
