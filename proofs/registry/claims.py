"""What is claimed of a registry beside its groups: entities, and values in pools.

The model has no order for a pool that a group owns, and the exact one for every other pool: so a group that moves
anything in a pool it does not own breaks the coupling.

Laws        RG-L1 ... RG-L13, of the model alone
Invariants  RG-I1 ... RG-I5, which tie the arrays to it
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from slotproof.declare import invariant, law, step_law
from slotproof.declare.words import all_hold, held_by, is_sound, is_stand_in, means
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.group import Group
from slotproof.impl.registry import WIDTHS, Registry
from slotproof.impl.sparse_set import SparseSet
from slotproof.impl.storage import Storage
from slotproof.proofs import entity_storage as es
from slotproof.proofs import storage as st
from slotproof.proofs.entity_storage.claims import COUPLE as ENTITY_COUPLE
from slotproof.proofs.entity_storage.claims import LAWS as ENTITY_LAWS
from slotproof.proofs.registry import groups as group_claims
from slotproof.proofs.registry.groups import Impl, Model, elements_state, is_owned, pool_state
from slotproof.proofs.shared.pool import abstract_pool
from slotproof.proofs.storage.claims import COUPLE as POOL_COUPLE
from slotproof.proofs.storage.claims import LAWS as POOL_LAWS
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import conj, contains, forall, forall_in, iff, implies, negate, within
from slotproof.spec.registry import RegistryModel

# --- laws of the model


@law("RG-L1", "The entities obey the laws of the entity storage.")
def entities_are_issued(m: Model) -> bool:
    return all_hold((law for law in ENTITY_LAWS if not law.step), m.entities)


@law("RG-L2", "Only live entities have values.")
def values_of_the_living(m: Model) -> bool:
    return forall(
        0,
        len(m.values),
        lambda pool: forall_in(m.values[pool], m.entities.is_live),
    )


@law("RG-L3", "A pool that no group owns has an order, which is one of its holes and of the entities with a value.")
def unowned_in_order(m: Model) -> bool:
    return forall(
        0,
        len(m.values),
        lambda pool: conj(
            iff(contains(m.order, pool), negate(is_owned(m, pool))),
            implies(
                contains(m.order, pool),
                lambda: conj(
                    len(m.order[pool]) == len(m.values[pool]) + len(m.holes.get(pool, ())),
                    forall_in(m.values[pool], lambda slot: contains(m.order[pool], slot)),
                ),
            ),
        ),
    )


@step_law(
    "RG-L4",
    "A step of the registry, `swap` aside, is a step of the entity storage: under `retire`, the dead stay dead.",
)
def entities_step(before: Model, after: Model) -> bool:
    return all_hold((law for law in ENTITY_LAWS if law.step), before.entities, after.entities)


@law("RG-L5", "A hole is a position of a pool that was made `in_place`, and no group owns such a pool.")
def holes_are_positions(m: Model) -> bool:
    return forall_in(
        m.holes,
        lambda pool: conj(
            contains(m.order, pool),
            lambda: forall_in(
                m.holes[pool],
                lambda pos: conj(
                    within(0, pos, len(m.order[pool])),
                    lambda: m.order[pool][pos] == m.entities.nil + pos,
                ),
            ),
        ),
    )


LAWS = (
    entities_are_issued,
    values_of_the_living,
    unowned_in_order,
    entities_step,
    holes_are_positions,
    *group_claims.LAWS,
)

# --- coupling: the arrays mean the model


@invariant("RG-I1", "The arrays of the entities lead from each position to its slot and back, and from nowhere else.")
def entities_are_coupled(m: Model, h: Impl) -> bool:
    return means(m.entities, h.entities, ENTITY_COUPLE)


@invariant("RG-I2", "Each pool has a position for each entity with a value in it, with that value, and no other one.")
def pools_are_coupled(m: Model, h: Impl) -> bool:
    return conj(
        len(h.pools) == len(m.values),
        lambda: forall(
            0,
            len(h.pools),
            lambda pool: conj(
                is_sound(h.pools[pool], st.abstract, POOL_LAWS, POOL_COUPLE),
                pool_is_coupled(m, pool, pool_state(h.pools[pool])),
            ),
        ),
    )


@invariant(
    "RG-I3",
    "Widths are those of the entities, a page of a pool holds as many values as both sides say, and both nest or not.",
)
def widths_are_alike(m: Model, h: Impl) -> bool:
    return conj(
        forall(
            0,
            len(h.pools),
            lambda pool: conj(
                is_alike(m, pool_state(h.pools[pool])), pool_state(h.pools[pool]).value_page == h.value_page
            ),
        ),
        forall(0, len(h.groups), lambda group: is_alike(m, elements_state(h.groups[group].elements))),
        h.index_bits >= 1,
        h.generation_bits >= 1,
        h.value_page >= 1,
        lambda: m.entities.nil == 2**h.index_bits - 1,
        lambda: m.entities.tombstone == 2**h.generation_bits - 1,
        m.entities.page == h.page,
        m.value_page == h.value_page,
        iff(h.nested, m.nested),
    )


@invariant("RG-I4", "A pool that no group owns stands in the order that it was given.")
def unowned_stay(m: Model, h: Impl) -> bool:
    return forall_in(m.order, lambda pool: is_same_order(m.order[pool], pool_state(h.pools[pool]).order))


@invariant("RG-I5", "Only a pool made `in_place` has holes, linked in the order in which they will be filled.")
def holes_are_linked(m: Model, h: Impl) -> bool:
    return conj(
        forall(
            0,
            len(h.pools),
            lambda pool: conj(
                iff(pool_state(h.pools[pool]).in_place, contains(m.holes, pool)),
                is_same_order(m.holes.get(pool, ()), pool_state(h.pools[pool]).holes),
            ),
        ),
        forall(0, len(h.groups), lambda group: negate(elements_state(h.groups[group].elements).in_place)),
    )


def pool_is_coupled(m: Model, pool: int, held: Any) -> bool:
    """True if the state of a storage holds the values of a pool, each with the generation of its entity."""
    values = m.values[pool]
    return conj(
        len(held.generation) == len(values),
        forall_in(
            values,
            lambda slot: conj(
                contains(held.generation, slot),
                lambda: held.generation[slot] == m.entities.generation[slot],
                lambda: held.value[slot] == values[slot],
            ),
        ),
        forall_in(held.generation, lambda slot: contains(values, slot)),
    )


def is_alike(m: Model, held: Any) -> bool:
    """True if a part has the widths of the entities."""
    return conj(
        held.nil == m.entities.nil,
        held.tombstone == m.entities.tombstone,
        held.page == m.entities.page,
    )


def is_same_order(expected: Any, actual: Any) -> bool:
    """True if two sequences hold the same."""
    return conj(
        len(expected) == len(actual),
        lambda: forall(0, len(expected), lambda pos: expected[pos] == actual[pos]),
    )


COUPLE = (
    entities_are_coupled,
    pools_are_coupled,
    widths_are_alike,
    unowned_stay,
    holes_are_linked,
    *group_claims.COUPLE,
)


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def coupled_and_lawful(m: Model, h: Impl) -> bool:
    """True if the laws hold, too, which say of which pools the model has an order."""
    return conj(coupled(m, h), all_hold((law for law in LAWS if not law.step), m))


# --- the two states, one made of the other


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(RegistryModel)
    m.entities = es.abstract(h.entities)
    m.groups = [group.key() for group in h.groups]
    m.value_page, m.nested = h.value_page, h.nested
    m.values, m.order, m.holes = {}, {}, {}
    try:
        for pool, held in enumerate(h.pools):
            meant: Any = SimpleNamespace()
            abstract_pool(meant, held)
            filled = zip(held.meta, held.stamp, held.dense, strict=True)
            m.values[pool] = {slot: value for slot, stamp, value in filled if stamp != held.tombstone}
            if not is_owned(m, pool):
                m.order[pool] = meant.order
            if held.in_place:
                m.holes[pool] = meant.holes
    except (ValueError, IndexError) as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    return m


def holding(data: dict[str, Any]) -> Impl:
    """A registry that holds these arrays, unchecked."""
    h: Impl = object.__new__(Registry)
    h.entities = _filled(EntityStorage, data["entities"])
    h.pools = [_filled(Storage, pool) for pool in data["pools"]]
    h.groups = [
        _filled(Group, {**group, "elements": _filled(SparseSet, group["elements"])}) for group in data["groups"]
    ]
    for name in (*WIDTHS, "nested"):
        setattr(h, name, data[name])
    h.ranked = sorted(range(len(h.groups)), key=lambda number: h.groups[number].size())
    return h


def _itself(held: Any) -> Any:
    return held


def _filled(kind: type, attributes: Any) -> Any:
    if is_stand_in(attributes):
        return held_by(attributes, _itself)  # it stands for its own dict, too
    thing: Any = object.__new__(kind)
    thing.__dict__.update(attributes)
    return thing
