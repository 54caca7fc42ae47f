"""What is so of every storage: laws of the model, and what ties the arrays to it."""

from __future__ import annotations

from typing import Any

from slotproof.declare import invariant, law
from slotproof.impl.storage import Storage
from slotproof.proofs.shared.pool import pool_coupling, pool_laws
from slotproof.spec.logic import conj, contains, forall, forall_in, implies
from slotproof.spec.storage import StorageModel

Model = StorageModel[Any]
Impl = Storage[Any]


@law("ST-L5", "Each element has a value, and nothing else has one.")
def values_of_elements(m: Model) -> bool:
    return conj(
        forall_in(m.value, lambda slot: contains(m.generation, slot)),
        forall_in(m.generation, lambda slot: contains(m.value, slot)),
        len(m.value) == len(m.generation),
    )


@law("ST-L7", "A page of memory holds at least one value.")
def page_of_values(m: Model) -> bool:
    return m.value_page >= 1


@law("ST-L6", "There is room for a value at each position, in whole pages.")
def room_for_all(m: Model) -> bool:
    return conj(len(m.order) <= m.room, m.room % m.value_page == 0)


@invariant("ST-I7", "`dense` has an entry for each position: the value of its element, or anything in a hole.")
def dense_is_value(m: Model, h: Impl) -> bool:
    return conj(
        len(h.dense) == len(m.order),
        forall(
            0,
            len(m.order),
            lambda pos: implies(
                m.order[pos] < m.nil,
                lambda: conj(contains(m.value, m.order[pos]), lambda: h.dense[pos] == m.value[m.order[pos]]),
            ),
        ),
    )


@invariant("ST-I8", "The room for values is the same on both sides.")
def same_room(m: Model, h: Impl) -> bool:
    return conj(h.room == m.room, h.value_page == m.value_page)


LAWS = (*pool_laws("ST"), values_of_elements, page_of_values, room_for_all)


COUPLE = (*pool_coupling("ST"), dense_is_value, same_room)
