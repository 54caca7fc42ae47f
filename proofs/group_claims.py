"""What is claimed of the groups of a registry: who may own what, and where members stand.

Laws        GR-L1 ... GR-L3, of the model alone
Invariants  GR-I1 ... GR-I6, which tie the arrays to it
"""

from __future__ import annotations

from typing import Any

from slotproof.impl.group import Group
from slotproof.impl.registry import Registry
from slotproof.impl.storage import Storage
from slotproof.proofs.engine.refinement import invariant, law, step_law
from slotproof.spec.group import is_same, lies_in, overlap
from slotproof.spec.logic import conj, contains, disj, exists, forall, forall_in, implies, negate
from slotproof.spec.registry import RegistryModel

Model = RegistryModel[Any]
Impl = Registry[Any]

# --- laws of the model


@law("GR-L1", "No two groups ask for the same, and unless groups may be nested, no pool is owned by two.")
def owned_once(m: Model) -> bool:
    return forall(
        0,
        len(m.groups),
        lambda group: forall(
            0,
            group,
            lambda other: conj(
                negate(is_same(m.groups[group], m.groups[other], m.nested)),
                disj(m.nested, negate(overlap(m.groups[group], m.groups[other]))),
            ),
        ),
    )


@step_law("GR-L2", "A group stays, under its number, and no pool goes.")
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
        lambda group: forall_in(h.groups[group].owned, lambda pool: is_aligned(h, h.groups[group], h.pools[pool])),
    )


@invariant("GR-I3", "`length` counts the entities that match, and is 0 if the group owns nothing.")
def length_is_members(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: h.groups[group].length == (len(members_of(m, group)) if m.groups[group].owned else 0),
    )


@invariant("GR-I4", "The first positions of an owned pool, or the elements of a group that owns nothing, all match.")
def members_match(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.groups),
        lambda group: conj(
            len(first_of(h, group)) == len(members_of(m, group)),
            forall_in(first_of(h, group), lambda slot: contains(members_of(m, group), slot)),
            implies(len(h.groups[group].owned) > 0, lambda: h.groups[group].elements.size() == 0),
            lambda: elements_are_coupled(m, h.groups[group].elements),
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
                    forall_in(m.groups[outer].owned, lambda pool: is_aligned(h, h.groups[inner], h.pools[pool])),
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


def is_aligned(h: Impl, group: Group, held: Storage[Any]) -> bool:
    """True if a pool begins with the members, as the first owned pool does."""
    first = h.pools[group.owned[0]]
    return conj(
        group.length <= len(held.meta),
        lambda: forall(0, group.length, lambda pos: held.meta[pos] == first.meta[pos]),
    )


def first_of(h: Impl, group: int) -> list[int]:
    """The slots that the arrays take for members."""
    held = h.groups[group]
    return h.pools[held.owned[0]].meta[: held.length] if held.owned else held.elements.meta


def members_of(m: Model, group: int) -> set[int]:
    """The slots of the entities that match."""
    return m.matching(m.groups[group])


def goes_before(h: Impl, group: int, other: int) -> bool:
    """True if a group asks for less than another, or for as much and is older."""
    size, its = h.groups[group].size(), h.groups[other].size()
    return disj(size < its, conj(size == its, group < other))


def elements_are_coupled(m: Model, held: Any) -> bool:
    """True if the arrays of elements lead from each position to its slot and back."""
    return conj(
        len(held.stamp) == len(held.meta),
        lambda: forall(
            0,
            len(held.meta),
            lambda pos: at_home(held, pos, held.meta[pos], m.entities.generation[held.meta[pos]]),
        ),
        held.sparse.count(held.nil) == len(held.sparse) - len(held.meta),
    )


def at_home(held: Any, pos: int, slot: int, generation: int) -> bool:
    """True if a position and a slot lead to each other, and both have the generation."""
    return conj(
        held.meta[pos] == slot,
        held.stamp[pos] == generation,
        held.sparse[slot] == pos,
        held.generation[slot] == generation,
    )
