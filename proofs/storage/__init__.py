"""Why the arrays of the typed storage are a storage: a sparse set, and the values at the positions of their elements.

Refinement  ST-I1 ... ST-I8 tie the states, ST-R1 ... ST-R35 the operations
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Claim, Cost, Operation, Refinement, Scope, same_sequence
from slotproof.declare.words import all_hold
from slotproof.impl.storage import Storage
from slotproof.proofs.shared.pool import (
    FREEDOM,
    HOLE_LINKS,
    LINKS,
    NEW_PAGES,
    SHRINKING,
    PoolCosts,
    abstract_pool,
    any_configuration,
    holding,
    pool_operations,
    reader,
    represent_pool,
    whole_operations,
)
from slotproof.proofs.shared.pool.answers import STORAGE_ANSWERS
from slotproof.proofs.shared.pool.arguments import HANDLE, NEW_HANDLE
from slotproof.proofs.shared.pool.loops import STORAGE_LOOPS
from slotproof.proofs.shared.pool.order import never, shrinks_room, sorts_values, witness_of_room
from slotproof.proofs.shared.pool.untrusted import FOREIGN_POOL_LOOPS, FOREIGN_STORAGE
from slotproof.proofs.storage.arguments import CHANGE, COUNT, NEW_ITEMS, ORDER, OTHER, SPOILED, VALUE
from slotproof.proofs.storage.claims import COUPLE, LAWS, Impl, Model
from slotproof.proofs.storage.crosshair import CONTRACTS
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.storage import StorageModel


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(StorageModel)
    try:
        abstract_pool(m, h)
        m.value = {slot: value for slot, value in zip(m.order, h.dense, strict=True) if slot < h.nil}
    except (ValueError, IndexError) as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    m.room, m.value_page = h.room, h.value_page
    return m


def represent(m: Model) -> Impl:
    """The arrays of a model state; a hole holds `None`."""
    h: Impl = object.__new__(Storage)
    represent_pool(h, m)
    h.dense = [m.value.get(slot) for slot in m.order]
    h.room, h.value_page = m.room, m.value_page
    return h


def coupled(m: Any, h: Any) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def dumped(m: Any, data: dict[str, Any]) -> bool:
    """True if the arrays of a dict mean the model state."""
    return coupled(m, holding(Storage, data))


COSTS = PoolCosts(
    erase=Cost(6, 9),
    exchange=Cost(10, 8),
    sort=Cost(0, 0, "position", 2, 0, more=(("exchange of neighbours", 8, 8),)),
    sort_by=Cost(0, 0, "position", 4, 0, more=(("exchange of neighbours", 10, 8),)),
    sort_as=Cost(0, 0, "handle", 8, 8),
    compact=Cost(1, 0, "hole", 5, 4, more=(("hole passed over in all", 1, 0), ("position dropped", 0, 3))),
)


OPERATIONS = (
    Operation(
        "emplace",
        Claim(
            "ST-R1", "`emplace` puts a handle in with its value, into the hole left last or behind the last position."
        ),
        takes=(NEW_HANDLE, VALUE),
        refusals=("InvalidArgument", "Exists"),
        cost=Cost(2, 6, more=NEW_PAGES),
    ),
    Operation(
        "emplace_items",
        Claim("ST-R2", "`emplace_items` equals one `emplace` after the other, or changes nothing."),
        takes=(NEW_ITEMS,),
        refusals=("InvalidArgument", "Exists"),
        cost=Cost(1, 0, "handle looked at", 1, 0, more=(("handle put in", 2, 6), *NEW_PAGES)),
        uses=("emplace",),
    ),
    *pool_operations("ST", ORDER, sorts_values, COSTS),
    Operation(
        "get",
        Claim("ST-R21", "`get` returns the value of an element and refuses every other handle."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(3, 0),
        refusals=("Missing",),
    ),
    Operation(
        "replace",
        Claim("ST-R22", "`replace` gives an element another value and refuses every other handle."),
        takes=(HANDLE, VALUE),
        cost=Cost(2, 1),
        refusals=("Missing",),
    ),
    Operation(
        "patch",
        Claim("ST-R23", "`patch` replaces the value by what the change makes of it; if that raises, nothing changes."),
        takes=(HANDLE, CHANGE),
        cost=Cost(3, 1),
        refusals=("Missing",),
    ),
    Operation(
        "each",
        Claim("ST-R24", "`each` visits each element with its value once, from the last position to the first."),
        pure=True,
        agree=same_sequence,
        cost=Cost(0, 0, "position", 4, 0),
    ),
    Operation(
        "each_forward",
        Claim("ST-R25", "`each_forward` visits each element with its value once, from the first position to the last."),
        pure=True,
        agree=same_sequence,
        cost=Cost(0, 0, "position", 4, 0),
    ),
    Operation(
        "shrink",
        Claim("ST-R26", "`shrink` keeps the pages with an element, and room for the positions there are."),
        cost=SHRINKING,
        ensures=shrinks_room,
        witness=witness_of_room,
        refused_if=never,
    ),
    Operation(
        "reserve",
        Claim("ST-R27", "`reserve` raises the capacity to whole pages and touches nothing else."),
        takes=(COUNT,),
        cost=Cost(0, 0),
        refusals=("InvalidArgument", "Full"),
    ),
    *whole_operations("ST", 28, OTHER, SPOILED, reader(lambda: STORAGE, represent), coupled, dumped, FOREIGN_STORAGE),
    Operation(
        "positions",
        Claim("ST-R32", "`positions` is the number of positions, holes included."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "page_count",
        Claim("ST-R33", "`page_count` is the number of pages of the sparse array that are there."),
        pure=True,
        cost=Cost(0, 0, "page", 1, 0),
    ),
    Operation("contiguous", Claim("ST-R34", "`contiguous` is true if there are no holes."), pure=True, cost=Cost(0, 0)),
    Operation(
        "capacity",
        Claim("ST-R35", "`capacity` is the room for values, at least the number of positions."),
        pure=True,
        cost=Cost(0, 0),
    ),
)


def _four_slots(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "emplace" or arguments[0].slot < 4


def _tiny(deletion: str) -> dict[str, Any]:
    return {"index_bits": 2, "generation_bits": 1, "page": 2, "value_page": 2, "deletion": deletion}


SCOPES = (
    Scope("whole container, swap-pop", _tiny("swap_pop"), values=(0, 1)),
    Scope("whole container, in place", {**_tiny("in_place"), "page": 4}, values=(0,)),
    Scope(
        "holes with values",
        {**_tiny("in_place"), "generation_bits": 2, "page": 4},
        values=(0, 1),
        operations=("emplace", "erase", "compact", "get", "swap_elements", "each", "each_forward"),
    ),
    Scope(
        "order",
        {**_tiny("swap_pop"), "index_bits": 3, "page": 8},
        values=(0, 1, 2),
        operations=("emplace", "replace", "sort", "each", "sort_as"),
        admits=_four_slots,
        deep=True,
    ),
)


DEVIATIONS = (
    Claim(
        "ST-D1",
        "A value is made before it is put in; the original takes the handle out again if the constructor throws.",
    ),
    Claim("ST-D2", "A `patch` that raises changes nothing; in the original the change is made in place."),
    Claim("ST-D3", "A type without members is stored like any other; the original keeps no values of it."),
    Claim(
        "ST-D4",
        "`reserve` of more values than there are slots raises `Full`, since no element could ever be there; the "
        "original asks for the memory.",
    ),
)


def _any_storage(make: Any) -> dict[str, Any]:
    return {**any_configuration(make), "value_page": make.int("value_page")}


STORAGE: Final[Refinement] = Refinement(
    code="ST",
    name="storage",
    title="typed storage",
    model=StorageModel,
    impl=Storage,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {"index_bits": 20, "generation_bits": 12, "page": 4096, "deletion": "swap_pop", "value_page": 1024},
        "sort": {"count": None},
        "sort_by": {"count": None},
    },
    aliases={
        "__contains__": "contains",
        "__iter__": "handles",
        "__len__": "size",
        "__getitem__": "get",
        "__setitem__": "replace",
    },
    answers=STORAGE_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    loops=(*STORAGE_LOOPS, *FOREIGN_POOL_LOOPS),
    deviations=DEVIATIONS,
    abstract=abstract,
    configure=_any_storage,
    links=(*LINKS, *HOLE_LINKS),
    freedom={**FREEDOM, "to_dict": "which value is left lying at a hole"},
    contracts=CONTRACTS,
)
