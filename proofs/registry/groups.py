"""What is claimed of the groups of a registry: who may own what, and where members stand.

Laws        GR-L1 ... GR-L3, of the model alone
Invariants  GR-I1 ... GR-I6, which tie the arrays to it
"""

from __future__ import annotations

from typing import Any

from slotproof.declare import invariant, law, step_law
from slotproof.declare.words import is_sound, meaning_of
from slotproof.impl.group import Group
from slotproof.impl.registry import Registry
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.proofs import sparse_set as ss
from slotproof.proofs import storage as st
from slotproof.spec.group import GroupKey, lies_in, overlap
from slotproof.spec.logic import conj, contains, disj, exists, forall, forall_in, implies, negate
from slotproof.spec.registry import RegistryModel

Model = RegistryModel[Any]
Impl = Registry[Any]

# --- laws of the model


def _say_the_same(key: GroupKey, other: GroupKey) -> bool:
    """True if their lists name the same pools, in whatever order."""
    return all(set(one) == set(two) for one, two in zip(key, other, strict=True))


@law("GR-L1", "No two groups ask for the same, if nested in no order either; else none owns what another owns.")
def owned_once(m: Model) -> bool:
    return forall(
        0,
        len(m.groups),
        lambda group: forall(
            0,
            group,
            lambda other: conj(
                m.groups[group] != m.groups[other],
                disj(m.nested, negate(overlap(m.groups[group], m.groups[other]))),
                implies(m.nested, lambda: negate(_say_the_same(m.groups[group], m.groups[other]))),
            ),
        ),
    )


@step_law("GR-L2", "A group stays, under its number, and no pool goes, but by `swap`.")
def groups_stay(before: Model, after: Model) -> bool:
    return conj(
        len(before.values) <= len(after.values),
        len(before.groups) <= len(after.groups),
        lambda: forall(0, len(before.groups), lambda group: before.groups[group] == after.groups[group]),
    )


@law("GR-L3", "Of two groups that own a pool in common, one asks for all that the other asks for, list by list.")
def owners_are_nested(m: Model) -> bool:
    return forall(
        0,
        len(m.groups),
        lambda group: forall(
            0,
            group,
            lambda other: implies(
                overlap(m.groups[group], m.groups[other]),
                lambda: disj(lies_in(m.groups[group], m.groups[other]), lies_in(m.groups[other], m.groups[group])),
            ),
        ),
    )


LAWS = (owned_once, groups_stay, owners_are_nested)

# --- coupling: the arrays mean the model


@invariant("GR-I1", "The groups are the same on both sides.")
def same_groups(m: Model, h: Impl) -> bool:
    return conj(
        len(h.groups) == len(m.groups),
        lambda: forall(0, len(h.groups), lambda group: h.groups[group].key() == m.groups[group]),
    )


@invariant("GR-I2", "The members stand at the positions [0, length) of each owned pool, at the same ones in all.")
def members_are_aligned(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: forall_in(h.groups[group].owned, lambda pool: is_aligned(h, h.groups[group], pool)),
    )


@invariant("GR-I3", "`length` counts the entities that match, and is 0 if the group owns nothing.")
def length_is_members(m: Model, h: Impl) -> bool:
    return forall(0, len(h.groups), lambda group: are_counted(m, h, m.groups[group], h.groups[group].length))


@invariant("GR-I4", "The first positions of an owned pool, or the elements of a group that owns nothing, all match.")
def members_match(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: conj(
            first_match(m, h, m.groups[group], h.groups[group].length),
            elements_match(m, m.groups[group], elements_state(h.groups[group].elements)),
            is_sound(h.groups[group].elements, ss.abstract, ss.LAWS, ss.COUPLE),
        ),
    )


@invariant("GR-I5", "`ranked` names each group once, those that ask for less first, and of equals the older one first.")
def groups_are_ranked(m: Model, h: Impl) -> bool:
    return conj(
        len(h.ranked) == len(h.groups),
        forall(0, len(h.groups), lambda group: contains(h.ranked, group)),
        lambda: forall(
            1,
            len(h.ranked),
            lambda place: goes_before(h, h.ranked[place - 1], h.ranked[place]),
        ),
    )


@invariant("GR-I6", "The members of a group that lies in another one stand in a prefix of those of the other.")
def nested_in_a_prefix(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda inner: forall(
            0,
            len(h.groups),
            lambda outer: implies(
                conj(overlap(m.groups[inner], m.groups[outer]), lies_in(m.groups[inner], m.groups[outer])),
                lambda: conj(
                    h.groups[inner].length <= h.groups[outer].length,
                    forall_in(m.groups[outer].owned, lambda pool: is_aligned(h, h.groups[inner], pool)),
                ),
            ),
        ),
    )


COUPLE = (
    same_groups,
    members_are_aligned,
    length_is_members,
    members_match,
    groups_are_ranked,
    nested_in_a_prefix,
)

# --- words


def is_owned(m: Model, pool: int) -> bool:
    """True if a group owns the pool."""
    return exists(0, len(m.groups), lambda group: contains(m.groups[group].owned, pool))


def is_aligned(h: Impl, group: Group, pool: int) -> bool:
    """True if a pool begins with the members, as the first owned pool does."""
    first, held = pool_state(h.pools[group.owned[0]]).order, pool_state(h.pools[pool]).order

    def same(pos: int) -> bool:
        return held[pos] == first[pos]  # type: ignore[no-any-return]

    return conj(
        group.length <= len(held),
        group.length <= len(first),
        lambda: forall(0, group.length, same, by=lambda pos: held[pos]),
        lambda: forall(0, group.length, same, by=lambda pos: first[pos]),
    )


def matches(m: Model, key: GroupKey, slot: int) -> bool:
    """True if the entity of a slot has all that a group asks for, and nothing that it excludes."""
    return conj(
        *(contains(m.values[pool], slot) for pool in key.owned + key.observed),
        *(negate(contains(m.values[pool], slot)) for pool in key.excluded),
    )


def are_counted(m: Model, h: Impl, key: GroupKey, length: int) -> bool:
    """True if just what matches stands at the positions below the length, so that there are as many."""
    if not key.owned:
        return length == 0
    order = pool_state(h.pools[key.owned[0]]).order
    return conj(
        length >= 0,
        first_match(m, h, key, length),
        forall_in(
            m.values[key.owned[0]], lambda slot: implies(matches(m, key, slot), lambda: order.place(slot) < length)
        ),
    )


def first_match(m: Model, h: Impl, key: GroupKey, length: int) -> bool:
    """True if the first positions of the first owned pool hold what matches."""
    if not key.owned:
        return True
    order = pool_state(h.pools[key.owned[0]]).order
    return conj(length <= len(order), lambda: forall(0, length, lambda pos: matches(m, key, order[pos])))


def elements_match(m: Model, key: GroupKey, elements: Any) -> bool:
    """True if the elements are what matches, with the generations of the entities; none if the group owns a pool."""
    if key.owned:
        return len(elements.generation) == 0
    return conj(
        forall_in(
            elements.generation,
            lambda slot: conj(matches(m, key, slot), elements.generation[slot] == m.entities.generation[slot]),
        ),
        forall_in(
            m.values[key.observed[0]],
            lambda slot: implies(matches(m, key, slot), lambda: contains(elements.generation, slot)),
        ),
    )


def goes_before(h: Impl, group: int, other: int) -> bool:
    """True if a group asks for less than another, or for as much and is older."""
    size, its = h.groups[group].size(), h.groups[other].size()
    return disj(size < its, conj(size == its, group < other))


# --- inner containers, by what they mean


def pool_state(held: Storage[Any]) -> Any:
    """The state of its model that a storage means."""
    return meaning_of(held, st.abstract)


def elements_state(held: SparseSet) -> Any:
    """The state of its model that a sparse set means."""
    return meaning_of(held, ss.abstract)
