"""Why an array of handle maps, dispatched by type id, is a typed store.

Each map is tied to the map that means it by the coupling of the handle map; what is left to say is that every operation
reaches the map of its type and no other.

Refinement  TS-I1, TS-I2 tie the states (claims.py), TS-R1 ... TS-R13 the operations
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from slotproof.declare import Claim, Cost, Operation, Refinement, Scope, answers_no
from slotproof.impl.typed_store import TypedStore
from slotproof.proofs.typed_store.answers import STORE_ANSWERS
from slotproof.proofs.typed_store.arguments import DAMAGED, FACTORY, HANDLE, OTHER, TYPE, VALUE, read_maps
from slotproof.proofs.typed_store.claims import COUPLE, LAWS, MAPS, Impl, Model, abstract, coupled, holding
from slotproof.proofs.typed_store.crosshair import CONTRACTS
from slotproof.proofs.typed_store.loops import FOREIGN, LOOPS
from slotproof.spec.typed_store import TypedStoreModel

# --- operations


def _copied(h: Impl) -> Impl:
    """A copy, if it shares no map with its original.

    Raises     TypeError
    """
    twin = h.copy()
    if not MAPS.apart(h.maps, twin.maps):
        raise TypeError("the copy shares a map with its original")
    return twin


def _operations() -> Iterator[Operation]:
    """The operations."""
    refused = ("OutOfRange", "StaleHandle")
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
        rejects=answers_no,
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
    )
    yield Operation(
        "from_dict",
        Claim(
            "TS-R11",
            "`from_dict` accepts the arrays of a typed store, with widths of whole bits, and refuses all others.",
        ),
        takes=(DAMAGED,),
        pure=True,
        model=read_maps,
        impl=lambda h, damaged: type(h).from_dict(damaged.befall(h.to_dict())),
        agree=coupled,
        foreign=FOREIGN,
        refusals=("InvalidArgument",),
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
    defaults={
        "new": {
            "types": 2,
            "index_bits": 32,
            "generation_bits": 16,
            "type_bits": 15,
            "generation": "retire",
            "free_order": "fifo",
        }
    },
    aliases={"__getitem__": "get", "__setitem__": "assign", "__contains__": "is_valid", "__copy__": "copy"},
    answers=STORE_ANSWERS,
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
