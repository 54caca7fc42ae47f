"""What the members of a group are compared by: both sides list them in an order of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.declare.words import first_of, is_stand_in, is_symbolic
from slotproof.proofs.registry.groups import Impl, Model, elements_state, pool_state
from slotproof.spec.logic import conj, contains, exists, forall, forall_in


def same_elements(expected: Any, actual: Any) -> bool:
    """Comparison of handles in no order, each of them once."""
    if not is_symbolic(expected):
        return sorted(expected) == sorted(actual)
    slots = expected.source

    def is_wanted(turn: Any) -> bool:
        wanted = expected.at(slots.place(actual[turn].slot))
        return conj(contains(slots, actual[turn].slot), *(a == b for a, b in zip(actual[turn], wanted, strict=True)))

    return conj(
        forall(0, len(actual), is_wanted),
        forall(0, len(actual), lambda turn: forall(0, turn, lambda one: actual[one].slot != actual[turn].slot)),
        forall_in(slots, lambda slot: exists(0, len(actual), lambda turn: actual[turn].slot == slot)),
    )


def view_of(h: Impl, viewed: Sequence[Sequence[int]]) -> Any:
    """What a view of two lists of pools goes over."""
    view: Any = h.view(*viewed)
    return list(view) if hasattr(view, "__next__") else view


def members_of(h: Impl, group: int) -> Any:
    """The members as they are listed; of stand-ins, also their slots by position."""
    members: Any = h.members(group)
    if not is_stand_in(h.entities):
        return members
    return list(members) if hasattr(members, "__next__") else members, stored(h, group)


def same_members(expected: Any, actual: Any) -> bool:
    """True if the same members are listed, each once; of stand-ins, by the positions at which they stand."""
    if not is_symbolic(expected):
        return same_elements(expected, actual)
    members, slots = actual
    places = expected.source

    def is_listed(turn: Any) -> bool:
        wanted = expected.at(places.place(slots[len(slots) - 1 - turn]))
        return conj(*(mine == its for mine, its in zip(members[turn], wanted, strict=True)))

    return conj(len(members) == len(slots), same_items(places, slots), forall(0, len(members), is_listed))


def counted(m: Model, group: int) -> Any:
    """How many members there are; of stand-ins, which slots they have."""
    return m.matching(m.key_of(group)) if is_symbolic(m.entities) else m.length(group)


def length_of(h: Impl, group: int) -> Any:
    """The length; of stand-ins, also the slots of the members by position, of which there are as many."""
    length = h.length(group)
    return (length, stored(h, group)) if is_stand_in(h.entities) else length


def same_length(expected: Any, actual: Any) -> bool:
    """True if the lengths are the same: sequences of distinct items that hold the same are of one length."""
    if not is_symbolic(expected):
        return bool(expected == actual)
    length, slots = actual
    return conj(length == len(slots), same_items(expected, slots))


def same_items(one: Sequence[int], other: Sequence[int]) -> bool:
    """True if each item of one sequence is one of the other, and the other way round."""
    return conj(forall_in(one, lambda item: contains(other, item)), forall_in(other, lambda item: contains(one, item)))


def is_stored(slots: Any, generation: Any, handle: Any) -> bool:
    """True if a handle is that of one of these slots, which have these generations."""
    return conj(
        contains(slots, handle.slot),
        lambda: handle.generation == generation[handle.slot],
        handle.type_id == 0,
        handle.free == 0,
    )


def stored(h: Any, group: int) -> Any:
    """The slots of the members by position, of stand-ins."""
    named = h.groups[group]
    if not named.owned:
        return elements_state(named.elements).order.copy()
    return first_of(pool_state(h.pools[named.owned[0]]).order, named.length)
