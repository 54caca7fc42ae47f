"""Why an array of handle maps, dispatched by type id, is a typed store.

Each map is tied to the map that means it by the coupling of the handle map; what is left to say is that every operation
reaches the map of its type and no other.

Refinement  TS-I1, TS-I2 tie the states, TS-R1 ... TS-R13 the operations
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from slotproof.impl.typed_store import TypedStore
from slotproof.proofs import handle_map_claims as hm
from slotproof.proofs.arguments import Factory
from slotproof.proofs.contracts.typed_store import CONTRACTS
from slotproof.proofs.engine.refinement import (
    Claim,
    Cost,
    Domain,
    Loop,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
    step_law,
)
from slotproof.proofs.engine.several import Several
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map_arguments import HANDLE as MAP_HANDLE
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, forall, forall_in, iff, within
from slotproof.spec.typed_store import TypedStoreModel

Model = TypedStoreModel[Any]
Impl = TypedStore[Any]

MAPS: Final = Several(
    HANDLE_MAP,
    hm.represent,
    hm.coupled,
    reads=("type_id", "nil", "generation_limit", "retire", "lifo"),
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


@step_law("TS-L4", "A step changes the map of one type only, unless it ends every handle.", carried=False)
def maps_share_nothing(before: Model, after: Model) -> bool:
    return disj(
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
    )


@step_law(
    "TS-L5",
    "A step of the store is a step of the handle map in each map: under `retire`, the dead stay dead.",
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
    return conj(*(claim.holds(m, h) for claim in COUPLE if claim.holds))


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(TypedStoreModel)
    m.maps = {type_id: hm.abstract(held) for type_id, held in enumerate(h.maps)}
    return m


# --- arguments

Pick = Callable[[Model, Sequence[Any], int], Any]

TYPE = Domain(
    "type id",
    small=lambda m, scope: range(-1, len(m.maps) + 1),
    classes={
        "known": lambda m, issued, number: number % len(m.maps),
        "unknown": lambda m, issued, number: -1 if number % 2 else len(m.maps),
    },
    symbolic=lambda make: make.int("type_id"),
)

VALUE = Domain(
    "value",
    small=lambda m, scope: scope.values or (0,),
    classes={"value": lambda m, issued, number: number % 8},
    symbolic=lambda make: make.value("value"),
)


def _all_handles(m: Model, scope: Scope) -> Sequence[Handle]:
    """Every handle of the widths to a slot of its map or the one after, one with the free bit, two of unknown types."""
    handles = [
        Handle(slot, generation, type_id)
        for type_id, held in m.maps.items()
        for slot in range(len(held.generation) + 1)
        for generation in range(held.generation_limit)
    ]
    return [*handles, Handle(0, 1, 0, 1), Handle(0, 1, -1), Handle(0, 1, len(m.maps))]


def _of_one_map(name: str) -> Pick:
    """The class of that name of the handle map, in the map that the number picks."""

    def pick(m: Model, issued: Sequence[Any], number: int) -> Any:
        held = m.maps[number % len(m.maps)]
        own = [handle for handle in issued if isinstance(handle, Handle) and handle.type_id == held.type_id]
        return MAP_HANDLE.classes[name](held, own, number // len(m.maps))

    return pick


def _of_unknown_type(m: Model, issued: Sequence[Any], number: int) -> Handle:
    return Handle(0, 1, -1 if number % 2 else len(m.maps))


HANDLE = Domain(
    "handle",
    small=_all_handles,
    classes={
        **{name: _of_one_map(name) for name in ("live", "stale", "foreign", "forged")},
        "of unknown type": _of_unknown_type,
    },
    symbolic=lambda make: Handle(make.int("slot"), make.int("generation"), make.int("type_id"), make.int("free")),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", (0, 0)), ("insert", (1, 0)), ("erase", (Handle(0, 1),))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (t % 2, t)) for t in range(number % 4)))},
    symbolic=lambda make: make.peer("other"),
)

FACTORY = Domain(
    "factory",
    small=lambda m, scope: [*map(Factory, scope.values or (0,)), Factory(0, fails=True)],
    classes={
        "makes": lambda m, issued, number: Factory(number % 8),
        "fails": lambda m, issued, number: Factory(0, fails=True),
    },
    symbolic=lambda make: make.factory("factory"),
)

DAMAGES = ("nothing", "first gone", "last gone", "all gone", "one twice", "two exchanged", "other width", "spoiled map")


class Damaged:
    """The arrays of this store after one accident: `from_dict` must tell after which of them they are a store."""

    def __init__(self, damage: str) -> None:
        self.damage = damage

    def befall(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data after the accident."""
        maps = data["maps"]
        match self.damage:
            case "first gone":
                del maps[0]
            case "last gone":
                del maps[-1]
            case "all gone":
                maps.clear()
            case "one twice":
                maps.append(maps[0])
            case "two exchanged":
                maps[0], maps[-1] = maps[-1], maps[0]
            case "other width":
                maps[-1]["generation_limit"] *= 2
            case "spoiled map":
                maps[-1]["retired"] += 1
        return data

    def __repr__(self) -> str:
        return f"Damaged({self.damage!r})"


DAMAGED = Domain(
    "data",
    small=lambda m, scope: [Damaged(damage) for damage in DAMAGES],
    classes={
        "whole": lambda m, issued, number: Damaged("nothing"),
        "damaged": lambda m, issued, number: Damaged(DAMAGES[number % len(DAMAGES)]),
    },
)


def _read_maps(m: Model, damaged: Damaged) -> Model:
    """What from_dict must answer: the store the arrays mean, if there is one and the claims hold of it."""
    data = damaged.befall({"maps": [dict(vars(hm.represent(held))) for held in m.maps.values()]})
    h = holding(data)
    meant = abstract(h)
    laws = [claim.holds for claim in LAWS if claim.holds and not claim.step]
    if not meant.maps or not coupled(meant, h) or not all(holds(meant) for holds in laws):
        raise InvalidArgument("the arrays are not those of a typed store")
    return meant


def holding(data: dict[str, Any]) -> Impl:
    """A store that holds these arrays, unchecked."""
    h: Impl = object.__new__(TypedStore)
    h.maps = [hm.holding(held) for held in data["maps"]]
    return h


def _copied(h: Impl) -> Impl:
    """A copy, if it shares no map with its original.

    Raises     RuntimeError
    """
    twin = h.copy()
    if any(mine is its for mine, its in zip(h.maps, twin.maps, strict=True)):
        raise RuntimeError("the copy shares a map with its original")
    return twin


# --- operations


def _operations() -> Iterator[Operation]:
    """The operations."""
    refused = ("OutOfRange", "StaleHandle")
    why = "a list of any number of maps that is made anew has no stand-in; exhausted"
    yield Operation(
        "insert",
        Claim("TS-R1", "`insert` inserts into the map of the type, and into no other."),
        takes=(TYPE, VALUE),
        refusals=("OutOfRange", "Full"),
        cost=Cost(3, 5),
    )
    yield Operation(
        "emplace",
        Claim("TS-R2", "`emplace` inserts what the factory makes into the map of the type; a failure leaves no trace."),
        takes=(TYPE, FACTORY),
        refusals=("OutOfRange", "Full"),
        cost=Cost(3, 5),
    )
    yield Operation(
        "erase",
        Claim("TS-R3", "`erase` ends a live handle in the map of its type; any other handle changes nothing."),
        takes=(HANDLE,),
        rejects=lambda result: result is False,
        cost=Cost(7, 9),
    )
    yield Operation(
        "get",
        Claim("TS-R4", "`get` returns the value a live handle names in the map of its type, and refuses others."),
        takes=(HANDLE,),
        pure=True,
        refusals=refused,
        cost=Cost(5, 0),
    )
    yield Operation(
        "assign",
        Claim("TS-R5", "`assign` replaces the value a live handle names in the map of its type, and refuses others."),
        takes=(HANDLE, VALUE),
        refusals=refused,
        cost=Cost(4, 1),
    )
    yield Operation(
        "is_valid",
        Claim("TS-R6", "`is_valid` is true of the handles that are live in the map of their type, and of no other."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(3, 0),
    )
    yield Operation("clear", Claim("TS-R7", "`clear` clears every map."))
    yield Operation(
        "copy",
        Claim("TS-R8", "`copy` is a second store in the same state that shares no map with the first."),
        pure=True,
        impl=_copied,
        agree=coupled,
        unproved=why,
    )
    yield Operation(
        "swap",
        Claim("TS-R9", "`swap` exchanges the states of two stores."),
        takes=(OTHER,),
        law_exempt=True,
        cost=Cost(0, 0),
    )
    yield Operation(
        "to_dict",
        Claim("TS-R10", "`to_dict` holds the state of each map, in the order of their types."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
        unproved=why,
    )
    yield Operation(
        "from_dict",
        Claim("TS-R11", "`from_dict` accepts the arrays of a typed store and refuses all others."),
        takes=(DAMAGED,),
        pure=True,
        model=_read_maps,
        impl=lambda h, damaged: type(h).from_dict(damaged.befall(h.to_dict())),
        agree=coupled,
        refusals=("InvalidArgument",),
        unproved="its loops over foreign data have no invariant; exhausted on accidents to the arrays of every state",
    )
    yield Operation(
        "size",
        Claim("TS-R12", "`size` is the number of live handles of a type."),
        takes=(TYPE,),
        pure=True,
        refusals=("OutOfRange",),
        cost=Cost(1, 0),
    )
    yield Operation(
        "map_of",
        Claim("TS-R13", "`map_of` is the map of a type."),
        takes=(TYPE,),
        pure=True,
        agree=MAPS.means,
        refusals=("OutOfRange",),
        cost=Cost(1, 0),
    )


# --- loops


def _cleared(before: Any, now: Any, rounds: Any) -> dict[str, bool]:
    """The maps of the rounds behind are empty, each after a step; the others are as they were."""
    return {
        "as many": len(now.maps) == len(before.maps),
        "cleared": forall(
            0,
            rounds,
            lambda type_id: conj(now.maps[type_id].size() == 0, MAPS.steps(before.maps[type_id], now.maps[type_id])),
        ),
        "others alone": forall(
            rounds, len(now.maps), lambda type_id: MAPS.same(before.maps[type_id], now.maps[type_id])
        ),
    }


def _new_ones(at: Any, maps: Any) -> dict[str, bool]:
    """As many maps as rounds are behind, each as new, of the type it stands for."""
    given = at.local

    def is_new(type_id: int) -> bool:
        return conj(
            MAPS.same(
                maps[type_id],
                MAPS.made(
                    type_id,
                    index_bits=given["index_bits"],
                    generation_bits=given["generation_bits"],
                    type_bits=given["type_bits"],
                    generation=given["generation"],
                    free_order=given["free_order"],
                ),
            ),
            MAPS.obeys(maps[type_id]),
            maps[type_id].type_id == type_id,
            maps[type_id].nil == 2 ** given["index_bits"] - 1,
            maps[type_id].generation_limit == 2 ** given["generation_bits"],
            iff(maps[type_id].retire, given["generation"] == "retire"),
            iff(maps[type_id].lifo, given["free_order"] == "lifo"),
        )

    return {"as many": len(maps) == at.index, "new": forall(0, at.index, is_new)}


def _new_models(at: Any) -> dict[str, bool]:
    """The same of the model, whose keys are the types."""
    return {
        **_new_ones(at, at.model.maps),
        "under their types": forall_in(at.model.maps, lambda type_id: within(0, type_id, at.index)),
        "under each": forall(0, at.index, lambda type_id: contains(at.model.maps, type_id)),
    }


LOOPS: Final = (
    Loop("TypedStore.__init__", invariant=lambda at: _new_ones(at, at.now.maps), changes=("maps",)),
    Loop("TypedStoreModel.__init__", invariant=_new_models, changes=("maps",)),
    Loop("TypedStore.clear", lockstep=True, changes=("maps",)),
    Loop(
        "TypedStoreModel.clear",
        lockstep=True,
        invariant=lambda at: _cleared(at.model_before, at.model, at.index),
        changes=("maps",),
    ),
)

# --- scopes

ONE_SLOT = {"index_bits": 1, "type_bits": 2}


def _count_states(types: int, generations: int, values: int) -> int:
    """Stores whose maps have one slot, under `wrap`: not made yet, or of some generation and free or with some value.

    The maps are independent if, and only if, every combination of their states can be reached.
    """
    return int((1 + generations * (1 + values)) ** types)


def _up_to_two_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    if operation != "insert" or arguments[0] not in m.maps:
        return True
    held = m.maps[arguments[0]]
    return bool(held.free) or len(held.generation) < 2


SCOPES = (
    Scope(
        "independent maps",
        {**ONE_SLOT, "types": 3, "generation_bits": 1, "generation": "wrap"},
        values=(0, 1),
        operations=("insert", "erase", "assign"),
        well_formed=lambda: _count_states(types=3, generations=2, values=2),
    ),
    Scope("two types", {**ONE_SLOT, "types": 2, "generation_bits": 2}, values=(0, 1)),
    Scope(
        "two types, wrap, lifo",
        {"types": 2, "index_bits": 2, "generation_bits": 1, "type_bits": 1, "generation": "wrap", "free_order": "lifo"},
        operations=("insert", "erase", "clear", "size"),
        admits=_up_to_two_slots,
    ),
)

DEVIATIONS = (
    Claim(
        "TS-D1",
        "A type id that names no map is refused; the original indexes its array with whatever the handle says.",
    ),
)

TYPED_STORE = Refinement(
    code="TS",
    name="typed_store",
    title="typed store",
    model=TypedStoreModel,
    impl=TypedStore,
    couple=COUPLE,
    laws=LAWS,
    operations=tuple(_operations()),
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    contracts=CONTRACTS,
    loops=LOOPS,
    configure=lambda make: {
        **{name: make.int(name) for name in ("types", "index_bits", "generation_bits", "type_bits")},
        "generation": make.one_of("generation", ("retire", "wrap")),
        "free_order": make.one_of("free_order", ("fifo", "lifo")),
    },
    several={"maps": MAPS},
)
