"""What is true of every typed store: laws of the model, and what ties the array to it."""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Several, invariant, law, step_law
from slotproof.declare.words import all_hold
from slotproof.impl.typed_store import TypedStore
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map import claims as hm
from slotproof.spec.logic import conj, contains, disj, forall, forall_in, iff, within
from slotproof.spec.typed_store import TypedStoreModel

Model = TypedStoreModel[Any]
Impl = TypedStore[Any]

MAPS: Final = Several(
    HANDLE_MAP,
    hm.represent,
    hm.coupled,
    reads=("type_id", "nil", "generation_limit", "retire", "lifo"),
    holding=hm.holding,
)

# --- laws of the model


@law("TS-L1", "There is a map for each type id from 0 up, at least one, and it issues handles of that type.")
def maps_know_their_type(m: Model) -> bool:
    return conj(
        len(m.maps) >= 1,
        forall_in(m.maps, lambda type_id: within(0, type_id, len(m.maps))),
        forall(
            0,
            len(m.maps),
            lambda type_id: conj(contains(m.maps, type_id), lambda: m.maps[type_id].type_id == type_id),
        ),
    )


@law("TS-L2", "All maps have the same widths and policies.")
def maps_are_alike(m: Model) -> bool:
    return forall(
        0,
        len(m.maps),
        lambda type_id: conj(
            m.maps[type_id].nil == m.maps[0].nil,
            m.maps[type_id].generation_limit == m.maps[0].generation_limit,
            iff(m.maps[type_id].retire, m.maps[0].retire),
            iff(m.maps[type_id].lifo, m.maps[0].lifo),
        ),
    )


@law("TS-L3", "Each map obeys the laws of the handle map.")
def maps_are_handle_maps(m: Model) -> bool:
    return forall(0, len(m.maps), lambda type_id: MAPS.obeys(m.maps[type_id]))


@step_law("TS-L4", "A step changes the map of one type only, unless it ends every handle, or is `swap`.", carried=False)
def maps_share_nothing(before: Model, after: Model) -> bool:
    return conj(
        len(before.maps) == len(after.maps),
        lambda: disj(
            forall(
                0,
                len(before.maps),
                lambda type_id: forall(
                    0,
                    type_id,
                    lambda other: disj(
                        MAPS.same(before.maps[type_id], after.maps[type_id]),
                        lambda: MAPS.same(before.maps[other], after.maps[other]),
                    ),
                ),
            ),
            lambda: forall(0, len(after.maps), lambda type_id: after.maps[type_id].size() == 0),
        ),
    )


@step_law(
    "TS-L5",
    "A step of the store, `swap` aside, is a step of the handle map in each map: under `retire`, the dead stay dead.",
    carried=False,
)
def maps_step_as_handle_maps(before: Model, after: Model) -> bool:
    return conj(
        len(before.maps) == len(after.maps),
        lambda: forall(0, len(before.maps), lambda type_id: MAPS.steps(before.maps[type_id], after.maps[type_id])),
    )


LAWS = (maps_know_their_type, maps_are_alike, maps_are_handle_maps, maps_share_nothing, maps_step_as_handle_maps)

# --- coupling: the array means the dict


@invariant("TS-I1", "`maps` has an entry for each type id, and no other.")
def one_map_a_type(m: Model, h: Impl) -> bool:
    return len(h.maps) == len(m.maps)


@invariant("TS-I2", "The map at index t is, by the coupling of the handle map, the map of type t.")
def maps_are_coupled(m: Model, h: Impl) -> bool:
    return forall(0, len(m.maps), lambda type_id: MAPS.means(m.maps[type_id], h.maps[type_id]))


COUPLE = (one_map_a_type, maps_are_coupled)


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(TypedStoreModel)
    m.maps = {type_id: hm.abstract(held) for type_id, held in enumerate(h.maps)}
    return m


def holding(data: dict[str, Any]) -> Impl:
    """A store that holds these arrays, unchecked."""
    h: Impl = object.__new__(TypedStore)
    h.maps = MAPS.all_holding(data["maps"])
    return h
