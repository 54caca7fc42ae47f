"""What is so of every entity storage: laws of the model, and what ties the arrays to it."""

from __future__ import annotations

from slotproof.declare import invariant, law, step_law
from slotproof.impl.entity_storage import EntityStorage
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.logic import conj, contains, disj, forall, forall_in, iff, implies, within

Model = EntityStorageModel
Impl = EntityStorage


@law("ES-L1", "Each slot that was ever issued has a generation and stands at one position, and no other does.")
def slots_arranged(m: Model) -> bool:
    return conj(
        forall(0, len(m.order), lambda pos: contains(m.generation, m.order[pos])),
        forall_in(m.generation, lambda slot: contains(m.order, slot)),
        len(m.generation) == len(m.order),
    )


@law("ES-L2", "Slots are below nil, and generations below the tombstone.")
def widths_fit(m: Model) -> bool:
    return conj(
        m.nil >= 1,
        m.tombstone >= 1,
        m.page >= 1,
        within(0, m.next_slot, m.nil + 1),
        forall_in(
            m.generation,
            lambda slot: conj(within(0, slot, m.nil), lambda: within(0, m.generation[slot], m.tombstone)),
        ),
    )


@law("ES-L3", "Live slots come first, then dead ones to be issued again, then used-up ones, of the last generation.")
def cut_in_three(m: Model) -> bool:
    return conj(
        0 <= m.live,
        m.live <= m.usable,
        m.usable <= len(m.order),
        implies(m.usable < len(m.order), m.retire),
        forall(m.usable, len(m.order), lambda pos: m.generation[m.order[pos]] + 1 == m.tombstone),
    )


@law("ES-L4", "The page of each slot that was issued is there, and so is the last page; pages begin below nil.")
def pages_there(m: Model) -> bool:
    return conj(
        m.reach >= 0,
        forall_in(m.generation, lambda slot: contains(m.pages, slot // m.page), by=lambda slot: slot // m.page),
        forall_in(m.pages, lambda page: conj(within(0, page, m.reach), page * m.page < m.nil)),
        implies(m.reach > 0, lambda: contains(m.pages, m.reach - 1)),
    )


@step_law(
    "ES-L5",
    "Under `retire`, no slot is forgotten or grows younger: what was issued before stays issued before; "
    "`reset` and `swap` aside.",
)
def slots_age(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: conj(
            after.retire,
            before.tombstone == after.tombstone,
            forall_in(
                before.generation,
                lambda slot: conj(contains(after.generation, slot), lambda: before.age(slot) <= after.age(slot)),
            ),
        ),
    )


@step_law(
    "ES-L6",
    "Under `retire`, a handle is issued at most once: what becomes live was not issued before; "
    "`reset` and `swap` aside.",
)
def issued_once(before: Model, after: Model) -> bool:
    return implies(
        before.retire,
        lambda: forall_in(
            after.generation,
            lambda slot: implies(
                conj(after.is_live(slot), contains(before.generation, slot)),
                lambda: disj(
                    conj(before.is_live(slot), before.generation[slot] == after.generation[slot]),
                    before.age(slot) <= 2 * after.generation[slot],
                ),
            ),
        ),
    )


LAWS = (slots_arranged, widths_fit, cut_in_three, pages_there, slots_age, issued_once)


@invariant("ES-I1", "`meta` and `stamp` have an entry for each position, `sparse` and `generation` for each cell.")
def lengths(m: Model, h: Impl) -> bool:
    return conj(
        len(h.meta) == len(m.order),
        len(h.stamp) == len(m.order),
        len(h.pages) == m.reach,
        len(h.sparse) == len(h.pages) * h.page,
        len(h.generation) == len(h.sparse),
    )


@invariant("ES-I2", "A position and its slot point at each other, and both hold the generation.")
def positions_and_slots(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(m.order),
        lambda pos: conj(
            m.order[pos] < len(h.sparse),
            h.meta[pos] == m.order[pos],
            lambda: h.sparse[m.order[pos]] == pos,
            h.stamp[pos] == m.generation[m.order[pos]],
            lambda: h.generation[m.order[pos]] == m.generation[m.order[pos]],
        ),
    )


@invariant("ES-I3", "The cells of slots that were never issued hold nil and the tombstone.")
def empty_cells(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.sparse),
        lambda slot: disj(
            contains(m.generation, slot), conj(h.sparse[slot] == m.nil, h.generation[slot] == m.tombstone)
        ),
    )


@invariant("ES-I4", "`pages` is 1 for each page that is there, and 0 for each other one.")
def page_marks(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.pages),
        lambda page: conj(
            iff(h.pages[page] == 1, contains(m.pages, page)), disj(h.pages[page] == 0, h.pages[page] == 1)
        ),
    )


@invariant("ES-I5", "Widths, the policy, the two cuts and the next slot are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(
        h.nil == m.nil,
        h.tombstone == m.tombstone,
        h.page == m.page,
        h.live == m.live,
        h.usable == m.usable,
        h.next_slot == m.next_slot,
        iff(h.retire, m.retire),
    )


COUPLE = (lengths, positions_and_slots, empty_cells, page_marks, configuration)
