"""What must hold of the handle map: laws of the model, and the coupling that makes the arrays mean it."""

from __future__ import annotations

import itertools
from typing import Any

from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.engine.refinement import invariant, law, step_law
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle_map import HandleMapModel
from slotproof.spec.logic import Distinct, choose, conj, contains, disj, forall, forall_in, iff, implies, negate, within

Model = HandleMapModel[Any]
Impl = HandleMap[Any]

# --- laws of the model


@law("HM-L1", "Every slot made so far is live, free, or used up, and never two of these; used up only under `retire`.")
def slots_partition(m: Model) -> bool:
    return conj(
        forall_in(m.generation, lambda slot: within(0, slot, len(m.generation))),
        forall(0, len(m.generation), lambda slot: contains(m.generation, slot)),
        forall_in(m.value, lambda slot: contains(m.generation, slot)),
        forall(
            0,
            len(m.generation),
            lambda slot: conj(
                iff(contains(m.value, slot), contains(m.order, slot)),
                implies(contains(m.free, slot), lambda: negate(contains(m.value, slot))),
                implies(
                    conj(negate(contains(m.value, slot)), lambda: negate(contains(m.free, slot))),
                    lambda: conj(m.retire, lambda: m.generation[slot] == 0),
                ),
            ),
        ),
        forall(0, len(m.order), lambda pos: contains(m.value, m.order[pos])),
        forall(0, len(m.free), lambda place: within(0, m.free[place], len(m.generation))),
        len(m.value) == len(m.order),
        len(m.order) + len(m.free) <= len(m.generation),
    )


@law("HM-L2", "A generation fits its width; under `retire`, 0 is the mark of a slot that is used up.")
def generations_in_range(m: Model) -> bool:
    return forall(
        0,
        len(m.generation),
        lambda slot: conj(
            within(0, m.generation[slot], m.generation_limit),
            implies(
                conj(m.retire, lambda: m.generation[slot] == 0),
                lambda: conj(negate(contains(m.value, slot)), negate(contains(m.free, slot))),
            ),
        ),
    )


@law("HM-L3", "Widths: at least one index and two generations; no more slots than indices.")
def widths_in_range(m: Model) -> bool:
    return conj(
        m.nil >= 1,
        m.generation_limit >= 2,
        len(m.generation) <= m.nil,
        within(0, m.reserved, m.nil + 1),
        m.type_id >= 0,
    )


@law("HM-L4", "Under `retire`, no handle is live and spent at once.")
def spent_is_dead(m: Model) -> bool:
    return implies(
        m.retire,
        lambda: forall(
            0,
            len(m.generation),
            lambda slot: negate(conj(contains(m.value, slot), lambda: m.is_spent(slot, m.generation[slot]))),
        ),
    )


def _age(m: Model, slot: int) -> int:
    """A generation such that used-up slots are the oldest."""
    return choose(m.generation[slot] == 0, m.generation_limit, m.generation[slot])


@step_law(
    "HM-L5",
    "Under `retire`, no slot disappears or grows younger, and one that grows no older stays live if it was.",
)
def slots_age(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: conj(
            iff(before.retire, after.retire),
            before.generation_limit == after.generation_limit,
            len(before.generation) <= len(after.generation),
            lambda: forall(
                0,
                len(before.generation),
                lambda slot: conj(
                    _age(before, slot) <= _age(after, slot),
                    implies(
                        conj(contains(before.value, slot), _age(before, slot) == _age(after, slot)),
                        contains(after.value, slot),
                    ),
                ),
            ),
        ),
    )


@step_law("HM-L6", "Under `retire`, a handle is issued at most once: what becomes live was not spent before.")
def issued_once(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: forall(
            0,
            len(after.generation),
            lambda slot: implies(
                contains(after.value, slot),
                lambda: conj(
                    after.generation[slot] >= 1,
                    lambda: negate(before.is_spent(slot, after.generation[slot])),
                ),
            ),
        ),
    )


@step_law(
    "HM-L7",
    "Under `retire`, a dead handle stays dead: what was spent is spent, and what was live is live or spent.",
    carried=False,
)
def dead_stays_dead(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: forall(
            0,
            len(before.generation),
            lambda slot: forall(
                1,
                before.generation_limit,
                lambda generation: conj(
                    implies(before.is_spent(slot, generation), lambda: after.is_spent(slot, generation)),
                    implies(
                        before.is_live(slot, generation),
                        lambda: disj(after.is_live(slot, generation), lambda: after.is_spent(slot, generation)),
                    ),
                ),
            ),
        ),
    )


@law("HM-L8", "Under `retire`, a slot that is not live has been: its generation is not the first.")
def free_was_issued(m: Model) -> bool:
    return implies(
        m.retire,
        lambda: forall(
            0,
            len(m.generation),
            lambda slot: disj(contains(m.value, slot), lambda: m.generation[slot] != 1),
        ),
    )


@law("HM-L9", "A map without slots is not fragmented.")
def nothing_is_sorted(m: Model) -> bool:
    return implies(m.fragmented, len(m.generation) > 0)


@step_law("HM-L10", "A step leaves type id, widths and policies alone.")
def configuration_stays(before: Model, after: Model) -> bool:
    return conj(
        after.type_id == before.type_id,
        after.nil == before.nil,
        after.generation_limit == before.generation_limit,
        iff(after.retire, before.retire),
        iff(after.lifo, before.lifo),
    )


LAWS = (
    slots_partition,
    generations_in_range,
    widths_in_range,
    spent_is_dead,
    slots_age,
    issued_once,
    dead_stays_dead,
    free_was_issued,
    nothing_is_sorted,
    configuration_stays,
)

# --- coupling: the arrays mean the model


@invariant(
    "HM-I1",
    "`dense` and `meta` have an entry for each live slot, `sparse`, `generation` and `free` one for each slot.",
)
def lengths(m: Model, h: Impl) -> bool:
    return conj(
        len(h.dense) == len(m.order),
        len(h.meta) == len(m.order),
        len(h.sparse) == len(m.generation),
        len(h.generation) == len(m.generation),
        len(h.free) == len(m.generation),
        h.retired == len(m.generation) - len(m.order) - len(m.free),
    )


@invariant("HM-I2", "`meta` is the iteration order, and `sparse` is its inverse on live slots.")
def meta_is_order(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.order),
        lambda pos: conj(
            h.meta[pos] == m.order[pos],
            within(0, m.order[pos], len(m.generation)),
            lambda: h.sparse[m.order[pos]] == pos,
        ),
    )


@invariant("HM-I3", "`dense` holds the value of each live slot at its position.")
def dense_is_value(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.order),
        lambda pos: conj(contains(m.value, m.order[pos]), lambda: h.dense[pos] == m.value[m.order[pos]]),
    )


@invariant("HM-I4", "`generation` is the generation of each slot, and `free` is 0 exactly for the live ones, else 1.")
def slots_marked(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.generation),
        lambda slot: conj(
            h.generation[slot] == m.generation[slot],
            iff(h.free[slot] == 0, contains(m.value, slot)),
            disj(h.free[slot] == 0, h.free[slot] == 1),
        ),
    )


@invariant(
    "HM-I5",
    "The links of `sparse` from `free_head` visit the free slots in order and end in nil at `free_tail`.",
)
def freelist_is_queue(m: Model, h: Impl) -> bool:
    last = len(m.free) - 1
    return conj(
        implies(len(m.free) == 0, lambda: conj(h.free_head == h.nil, h.free_tail == h.nil)),
        implies(len(m.free) > 0, lambda: conj(h.free_head == m.free[0], h.free_tail == m.free[last])),
        forall(
            0,
            len(m.free),
            lambda place: conj(
                within(0, m.free[place], len(m.generation)),
                implies(place == last, lambda: h.sparse[m.free[place]] == h.nil),
                implies(place < last, lambda: h.sparse[m.free[place]] == m.free[place + 1]),
            ),
        ),
    )


@invariant("HM-I6", "A used-up slot is linked to nothing.")
def used_up_is_unlinked(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.generation),
        lambda slot: implies(
            conj(m.retire, lambda: m.generation[slot] == 0),
            lambda: h.sparse[slot] == h.nil,
        ),
    )


@invariant("HM-I7", "Widths, policies, type id, room reserved and the mark of disorder are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(
        h.nil == m.nil,
        h.generation_limit == m.generation_limit,
        iff(h.retire, m.retire),
        iff(h.lifo, m.lifo),
        h.type_id == m.type_id,
        h.reserved == m.reserved,
        iff(h.fragmented, m.fragmented),
    )


COUPLE = (lengths, meta_is_order, dense_is_value, slots_marked, freelist_is_queue, used_up_is_unlinked, configuration)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(HandleMapModel)
    try:
        m.generation = dict(enumerate(h.generation))
        m.value = dict(zip(h.meta, h.dense, strict=True))
        m.order = Distinct()
        m.free = Distinct()
        for slot in h.meta:
            m.order.append(slot)
        slot = h.free_head
        while slot != h.nil:
            m.free.append(slot)
            slot = h.sparse[slot]
    except (ValueError, IndexError) as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    for name in ("fragmented", "reserved", "type_id", "nil", "generation_limit", "retire", "lifo"):
        setattr(m, name, getattr(h, name))
    return m


# --- from one side to the other


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h: Impl = object.__new__(HandleMap)
    h.sparse = [m.nil] * len(m.generation)
    h.generation = [m.generation[slot] for slot in range(len(m.generation))]
    h.free = [0 if slot in m.value else 1 for slot in range(len(m.generation))]
    h.dense = [m.value[slot] for slot in m.order]
    h.meta = list(m.order)
    for pos, slot in enumerate(m.order):
        h.sparse[slot] = pos
    for slot, following in itertools.pairwise(m.free):
        h.sparse[slot] = following
    h.free_head = m.free[0] if m.free else m.nil
    h.free_tail = m.free[-1] if m.free else m.nil
    h.retired = len(m.generation) - len(m.order) - len(m.free)
    for name in ("fragmented", "reserved", "type_id", "nil", "generation_limit", "retire", "lifo"):
        setattr(h, name, getattr(m, name))
    return h


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return conj(*(claim.holds(m, h) for claim in COUPLE if claim.holds))


def holding(data: dict[str, Any]) -> Impl:
    """A map that holds these arrays, unchecked."""
    h: Impl = object.__new__(HandleMap)
    h.__dict__.update(data)
    return h
