"""Why the loops of the handle map end, and what is true each time they come round."""

from __future__ import annotations

from typing import Any

from slotproof.declare import Loop
from slotproof.proofs.handle_map.answers import all_issued, names_nothing, only_these_end, others_stay
from slotproof.proofs.handle_map.claims import COUPLE, Model
from slotproof.spec.logic import choose, conj, contains, disj, forall, iff, implies, negate, within


def _linked(at: Any) -> Any:
    """How many usable slots `clear` has linked so far: those behind it that it did not count as used up."""
    return at.index - at.now.retired


def _clear_invariant(at: Any) -> dict[str, bool]:
    """The freelist holds the usable slots behind `index`: the first ones of the model's final queue."""
    now, before, queue, linked = at.now, at.before, at.model.free, _linked(at)
    return {
        "lengths stay": conj(
            len(now.sparse) == len(before.sparse),
            len(now.generation) == len(before.sparse),
            len(now.free) == len(before.sparse),
        ),
        "the next slot is queued if it is usable": implies(
            at.index < len(before.sparse),
            lambda: iff(
                contains(queue, at.index),
                disj(negate(at.model.retire), lambda: at.model.generation[at.index] != 0),
            ),
        ),
        "a queued slot stands behind those linked": implies(
            contains(queue, at.index), lambda: linked <= queue.place(at.index)
        ),
        "linked slots are the first of the queue": conj(
            now.retired >= 0,
            within(0, linked, len(queue) + 1),
            forall(0, len(queue), lambda place: iff(place < linked, queue[place] < at.index)),
            implies(linked < len(queue), lambda: queue[linked] >= at.index),
        ),
        "ends": conj(
            implies(linked == 0, lambda: conj(now.free_head == now.nil, now.free_tail == now.nil)),
            implies(linked > 0, lambda: conj(now.free_head == queue[0], now.free_tail == queue[linked - 1])),
        ),
        "links": forall(
            0,
            len(queue),
            lambda place: conj(
                implies(place < linked - 1, lambda: now.sparse[queue[place]] == queue[place + 1]),
                implies(place == linked - 1, lambda: now.sparse[queue[place]] == now.nil),
            ),
        ),
        "slots behind": forall(
            0,
            at.index,
            lambda slot: conj(
                now.generation[slot] == at.model.generation[slot],
                now.free[slot] == 1,
                implies(negate(contains(queue, slot)), lambda: now.sparse[slot] == now.nil),
            ),
        ),
        "slots ahead": forall(
            at.index,
            len(before.sparse),
            lambda slot: conj(
                now.generation[slot] == before.generation[slot],
                now.free[slot] == before.free[slot],
            ),
        ),
    }


def witness(at: Any) -> Model:
    """The model whose order is what `meta` and `sparse` spell out now."""
    m: Model = object.__new__(type(at.model_before))
    m.__dict__.update(at.model_before.__dict__)
    m.order = at.distinct(at.now.meta, at.now.sparse)
    m.fragmented = at.now.fragmented
    return m


def _move_invariant(at: Any) -> dict[str, bool]:
    """Those passed have gone up by one; everything else stands where it stood."""
    now, entry, pos, origin = at.now, at.entry, at.local["pos"], at.local["origin"]
    return {
        "between": conj(
            at.local["target"] <= pos,
            pos <= origin,
            len(now.dense) == len(entry.dense),
            len(now.meta) == len(entry.meta),
            len(now.sparse) == len(entry.sparse),
        ),
        "dense and meta": forall(
            0,
            len(entry.dense),
            lambda k: conj(
                implies(
                    disj(k <= pos, k > origin),
                    lambda: conj(now.dense[k] == entry.dense[k], now.meta[k] == entry.meta[k]),
                ),
                implies(
                    conj(pos < k, k <= origin),
                    lambda: conj(now.dense[k] == entry.dense[k - 1], now.meta[k] == entry.meta[k - 1]),
                ),
            ),
        ),
        "sparse": forall(
            0,
            len(entry.sparse),
            lambda slot: (
                now.sparse[slot]
                == choose(
                    conj(entry.free[slot] == 0, pos <= entry.sparse[slot], entry.sparse[slot] < origin),
                    entry.sparse[slot] + 1,
                    entry.sparse[slot],
                )
            ),
        ),
    }


def _is_spent(at: Any) -> bool:
    limit, unit = at.local["limit"], at.local["unit"]
    return conj(unit == "shifts", limit > 0, at.local["used"] >= limit)


def _defragment_invariant(at: Any) -> dict[str, bool]:
    """The values up to `turn` are sorted, those from there on untouched, and all that moved moved for a reason."""
    now, before, turn, used = at.now, at.before, at.local["turn"], at.local["used"]
    comes_after, limit, _ = at.arguments
    m = witness(at)
    return {
        **{f"{claim.id} of the order so far": claim.holds(m, now) for claim in COUPLE if claim.holds},
        "turn": conj(turn >= 1, disj(turn <= len(now.dense), turn == 1)),
        "used": conj(used >= 0, disj(limit == 0, used <= limit), limit >= 0),
        "the order so far is a permutation": forall(
            0,
            len(before.sparse),
            lambda slot: implies(
                before.free[slot] == 0,
                lambda: conj(within(0, now.sparse[slot], len(now.meta)), lambda: now.meta[now.sparse[slot]] == slot),
            ),
        ),
        "unused, nothing moved": implies(
            used == 0, lambda: forall(0, len(before.meta), lambda pos: now.meta[pos] == before.meta[pos])
        ),
        "ahead": forall(
            turn,
            len(before.dense),
            lambda pos: conj(now.dense[pos] == before.dense[pos], now.meta[pos] == before.meta[pos]),
        ),
        "sorted so far": disj(
            _is_spent(at),
            lambda: forall(
                0,
                turn,
                lambda a: forall(
                    a + 1,
                    turn,
                    lambda b: implies(b < len(now.dense), lambda: negate(comes_after(now.dense[a], now.dense[b]))),
                ),
            ),
        ),
        "overtaken only by what it comes after": _overtaken(before, now, at.model_before, comes_after),
    }


def _overtaken(before: Any, after: Any, m: Any, comes_after: Any) -> bool:
    """Of two values that changed places, the one that was first comes after the other: the sort is stable."""
    return forall(
        0,
        len(before.sparse),
        lambda s: forall(
            0,
            len(before.sparse),
            lambda t: implies(
                conj(
                    before.free[s] == 0,
                    before.free[t] == 0,
                    before.sparse[s] < before.sparse[t],
                    after.sparse[s] > after.sparse[t],
                ),
                lambda: comes_after(m.value[s], m.value[t]),
            ),
        ),
    )


def _search_invariant(at: Any) -> dict[str, bool]:
    """All values between `pos` and `turn` come after the one that moves."""
    now, pos, turn, value = at.now, at.local["pos"], at.local["turn"], at.local["value"]
    comes_after = at.arguments[0]
    return {
        "between": conj(at.local["stop"] <= pos, pos <= turn, at.local["stop"] >= 0),
        "all passed come after": forall(pos, turn, lambda k: comes_after(now.dense[k], value)),
    }


def defragment_ensures(
    before: Model, after: Model, used: int, comes_after: Any, limit: int, unit: str
) -> dict[str, bool]:
    """What `defragment` promises."""
    length = len(before.order)
    return {
        "the order is a permutation of what it was": conj(
            len(after.order) == length,
            forall(0, length, lambda pos: contains(after.order, before.order[pos])),
        ),
        "two values that changed places were in the wrong order": forall(
            0,
            length,
            lambda a: forall(
                a + 1,
                length,
                lambda b: implies(
                    after.order.place(before.order[a]) > after.order.place(before.order[b]),
                    lambda: comes_after(before.value[before.order[a]], before.value[before.order[b]]),
                ),
            ),
        ),
        "unless fragmented, sorted": implies(
            conj(before.fragmented, lambda: negate(after.fragmented)),
            lambda: forall(
                0,
                length,
                lambda a: forall(
                    a + 1,
                    length,
                    lambda b: negate(comes_after(after.value[after.order[a]], after.value[after.order[b]])),
                ),
            ),
        ),
        "the budget is kept": conj(used >= 0, disj(limit == 0, used <= limit)),
        "fragmented only if the budget is used up": implies(after.fragmented, lambda: conj(limit > 0, used >= limit)),
        "nothing used, nothing moved": implies(
            used == 0, lambda: forall(0, length, lambda pos: after.order[pos] == before.order[pos])
        ),
    }


def _erased(at: Any) -> dict[str, bool]:
    """The handles behind have ended, no others have, and those that did are counted."""
    m, before, handles = at.model, at.model_before, at.arguments[0]
    return {
        "counted": at.local["erased"] == len(before.value) - len(m.value),
        "ended": forall(0, at.index, lambda turn: names_nothing(m, handles[turn])),
        "no others": only_these_end(before, m, handles, at.index),
    }


def _all_made(at: Any, side: Any) -> dict[str, bool]:
    """As many values are made as rounds are behind."""
    return {
        "one value a round": len(at.local["values"]) == at.index,
        "room for all": at.local["count"] <= side.room(),
    }


def _room_left(at: Any, side: Any) -> dict[str, bool]:
    """There is room for the values that are still to come."""
    return {"room for the rest": len(at.local["values"]) - at.index <= side.room()}


def _issued_so_far(at: Any) -> dict[str, bool]:
    """A handle was issued in each round, and what was live is, with its value."""
    m, before, handles = at.model, at.model_before, at.local["handles"]
    return {
        **_room_left(at, m),
        "one handle a round": len(handles) == at.index,
        "issued": all_issued(before, m, handles),
        "others stay": others_stay(before, m, -1),
    }


LOOPS = (
    Loop("check_handles"),
    Loop("HandleMapModel.erase_items", invariant=_erased, lockstep=True),
    Loop("HandleMap.erase_items", lockstep=True),
    *(
        Loop(
            f"{side}.emplace_items",
            index,
            invariant=invariant_,
            lockstep=True,
        )
        for side, index, invariant_ in (
            ("HandleMapModel", 0, lambda at: _all_made(at, at.model)),
            ("HandleMapModel", 1, _issued_so_far),
            ("HandleMap", 0, lambda at: _all_made(at, at.now)),
            ("HandleMap", 1, lambda at: _room_left(at, at.now)),
        )
    ),
    Loop(
        "HandleMap.clear",
        invariant=_clear_invariant,
    ),
    Loop(
        "HandleMap.defragment",
        0,
        invariant=_defragment_invariant,
        variant=lambda at: choose(at.local["turn"] <= len(at.now.dense), len(at.now.dense) - at.local["turn"], 0),
    ),
    Loop(
        "HandleMap.defragment",
        1,
        invariant=_search_invariant,
        variant=lambda at: at.local["pos"],
    ),
    Loop(
        "HandleMap._move",
        invariant=_move_invariant,
        variant=lambda at: at.local["pos"] - at.local["target"],
    ),
)
