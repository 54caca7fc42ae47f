"""Why the arrays of the entity storage issue handles that mean one thing each.

The sequence of the model is what `meta` must be; `live` and `usable` cut both.

Refinement  ES-I1 ... ES-I5 tie the states, ES-R1 ... ES-R29 the operations
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Claim, Cost, Link, Operation, Refinement, same_sequence
from slotproof.declare.words import all_hold
from slotproof.impl.entity_storage import EntityStorage
from slotproof.proofs.entity_storage.arguments import (
    COUNT,
    GENERATION,
    HANDLE,
    HANDLES,
    HINT,
    OTHER,
    POSITION,
    SPOILED,
    START,
)
from slotproof.proofs.entity_storage.claims import COUPLE, LAWS, Impl, Model
from slotproof.proofs.entity_storage.counts import COUNT_LOOPS
from slotproof.proofs.entity_storage.crosshair import CONTRACTS
from slotproof.proofs.entity_storage.scopes import SCOPES
from slotproof.proofs.entity_storage.theorems import THEOREMS
from slotproof.proofs.shared.pool import NEW_PAGES, SHRINKING, SORTING, holding, reader, whole_operations
from slotproof.proofs.shared.pool.answers import ENTITY_ANSWERS
from slotproof.proofs.shared.pool.arguments import KEY, LIVE, ORDER, SORTED
from slotproof.proofs.shared.pool.loops import ENTITY_LOOPS
from slotproof.proofs.shared.pool.order import (
    never,
    shrinks,
    sorts_by_key,
    sorts_handles,
    too_many,
    witness_of_order,
    witness_of_pages,
)
from slotproof.proofs.shared.pool.untrusted import FOREIGN_ENTITIES, FOREIGN_ENTITY_LOOPS
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import Distinct

_SAME = ("page", "nil", "tombstone", "live", "usable", "next_slot", "retire")


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(EntityStorageModel)
    m.order = Distinct()
    try:
        for slot in h.meta:
            m.order.append(slot)
        m.generation = dict(zip(h.meta, h.stamp, strict=True))
    except ValueError as error:
        raise InvalidArgument(f"the arrays mean nothing: {error}") from error
    m.pages = {page: True for page, there in enumerate(h.pages) if there}
    m.reach = len(h.pages)
    for name in _SAME:
        setattr(m, name, getattr(h, name))
    return m


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h: Impl = object.__new__(EntityStorage)
    h.sparse, h.generation = [m.nil] * m.reach * m.page, [m.tombstone] * m.reach * m.page
    h.pages = [int(page in m.pages) for page in range(m.reach)]
    h.meta = list(m.order)
    h.stamp = [m.generation[slot] for slot in m.order]
    for pos, slot in enumerate(m.order):
        h.sparse[slot], h.generation[slot] = pos, m.generation[slot]
    for name in _SAME:
        setattr(h, name, getattr(m, name))
    return h


def coupled(m: Any, h: Any) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def dumped(m: Any, data: dict[str, Any]) -> bool:
    """True if the arrays of a dict mean the model state."""
    return coupled(m, holding(EntityStorage, data))


def _claim(number: int, statement: str) -> Claim:
    return Claim(f"ES-R{number}", statement)


OPERATIONS = (
    Operation(
        "create",
        _claim(1, "`create` issues the slot destroyed last again, or the least new one from `next_slot` on."),
        refusals=("Full",),
        cost=Cost(7, 11, "slot stepped over", 1, 0, more=NEW_PAGES),
    ),
    Operation(
        "create_at",
        _claim(
            2,
            "`create_at` issues the handle itself if its slot is new or dead, and it is not spent; else `create`.",
        ),
        takes=(HINT,),
        cost=Cost(13, 19, "slot stepped over", 1, 0, more=NEW_PAGES),
        refusals=("Full",),
    ),
    Operation(
        "create_items",
        _claim(3, "`create_items` equals that many `create`s, or changes nothing."),
        takes=(COUNT,),
        uses=("create",),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "start_from",
        _claim(4, "`start_from` sets the slot from which on new ones are looked for."),
        takes=(START,),
        refusals=("InvalidArgument",),
        cost=Cost(0, 0),
    ),
    Operation(
        "destroy",
        _claim(5, "`destroy` of a live handle ends it and makes its slot the next to be issued, or a used-up one."),
        takes=(HANDLE,),
        cost=Cost(13, 12),
        refusals=("StaleHandle",),
    ),
    Operation(
        "destroy_items",
        _claim(6, "`destroy_items` equals one `destroy` after the other, or changes nothing."),
        takes=(HANDLES,),
        refusals=("StaleHandle",),
        cost=Cost(3, 0, "handle looked at", 3, 0, more=(("handle ended", 13, 12),)),
        uses=("destroy",),
    ),
    Operation(
        "is_valid",
        _claim(7, "`is_valid` is true of the handles that are live, and of no other."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(2, 0),
    ),
    Operation(
        "index",
        _claim(8, "`index` is the position of a live handle."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(3, 0),
        refusals=("StaleHandle",),
    ),
    Operation(
        "current",
        _claim(9, "`current` is the generation of a slot, issued or to be issued, or the tombstone."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(1, 0),
    ),
    Operation(
        "entity_at",
        _claim(10, "`entity_at` is the inverse of `index`."),
        takes=(POSITION,),
        pure=True,
        cost=Cost(2, 0),
        refusals=("OutOfRange",),
    ),
    Operation(
        "handles",
        _claim(11, "`handles` visits each live handle exactly once, from the last position to the first."),
        pure=True,
        agree=same_sequence,
        cost=Cost(0, 0, "live handle", 2, 0),
    ),
    Operation(
        "handles_forward",
        _claim(12, "`handles_forward` visits each live handle exactly once, from the first position to the last."),
        pure=True,
        agree=same_sequence,
        cost=Cost(0, 0, "live handle", 2, 0),
    ),
    Operation(
        "swap_elements",
        _claim(13, "`swap_elements` exchanges the positions of two live handles."),
        takes=(HANDLE, HANDLE),
        cost=Cost(10, 6),
        refusals=("StaleHandle",),
    ),
    Operation(
        "clear",
        _claim(14, "`clear` destroys every live handle, from the last position to the first."),
        cost=Cost(0, 0, "live handle", 6, 6),
    ),
    Operation(
        "reset",
        _claim(15, "`reset` is the state of a new storage, pages kept."),
        law_exempt=True,
        cost=Cost(0, 0, "position", 1, 2),
    ),
    Operation(
        "shrink",
        _claim(16, "`shrink` keeps the pages with a slot that was issued and no other, and touches nothing else."),
        cost=SHRINKING,
        ensures=shrinks,
        witness=witness_of_pages,
        refused_if=never,
    ),
    *whole_operations(
        "ES", 17, OTHER, SPOILED, reader(lambda: ENTITY_STORAGE, represent), coupled, dumped, FOREIGN_ENTITIES
    ),
    Operation("size", _claim(21, "`size` is the number of live handles."), pure=True, cost=Cost(0, 0)),
    Operation("positions", _claim(22, "`positions` is the number of slots ever issued."), pure=True, cost=Cost(0, 0)),
    Operation(
        "page_count",
        _claim(23, "`page_count` is the number of pages that are there."),
        pure=True,
        cost=Cost(0, 0, "page", 1, 0),
    ),
    Operation(
        "room",
        _claim(24, "`room` is the number of creations that succeed before `Full`."),
        pure=True,
        cost=Cost(0, 0, "position", 1, 0),
    ),
    Operation(
        "destroy_to",
        _claim(25, "`destroy_to` ends a live handle and makes its slot the next to be issued, in a chosen generation."),
        takes=(LIVE, GENERATION),
        cost=Cost(7, 8),
        refusals=("StaleHandle", "InvalidArgument"),
    ),
    Operation(
        "bump",
        _claim(26, "`bump` gives a live handle a chosen generation, and changes nothing else."),
        takes=(LIVE, GENERATION),
        cost=Cost(3, 2),
        refusals=("StaleHandle", "InvalidArgument"),
    ),
    Operation(
        "sort",
        _claim(27, "`sort` permutes the first live positions so that iteration is stably sorted."),
        takes=(ORDER, SORTED),
        cost=SORTING,
        refusals=("OutOfRange",),
        ensures=sorts_handles,
        changes=("order",),
        witness=witness_of_order,
        refused_if=too_many,
    ),
    Operation(
        "sort_by",
        _claim(28, "`sort_by` permutes the first live positions so that iteration meets ascending keys, stably."),
        takes=(KEY, SORTED),
        cost=SORTING,
        refusals=("OutOfRange",),
        ensures=sorts_by_key,
        changes=("order",),
        witness=witness_of_order,
        refused_if=too_many,
    ),
    Operation(
        "sort_as",
        _claim(29, "`sort_as` has iteration begin with the live handles that are named, in their order."),
        takes=(HANDLES,),
        cost=Cost(0, 0, "handle", 6, 6),
    ),
)


DEVIATIONS = (
    Claim(
        "ES-D1",
        "A slot with used-up generations is never issued again (`retire`); the original starts them over (`wrap`).",
    ),
    Claim(
        "ES-D2",
        "Under `retire`, a hint at a handle that was issued before is ignored; the original revives the dead handle.",
    ),
    Claim(
        "ES-D3",
        "A handle that is yet to be issued cannot be destroyed; the original takes it for an element.",
    ),
    Claim(
        "ES-D4",
        "`swap_elements` takes live handles only; the original takes a pair of dead ones too.",
    ),
    Claim("ES-D5", "A bulk equals the fold of the single operations, or changes nothing."),
    Claim(
        "ES-D6",
        "`clear` ends every handle, and `reset` forgets them, as `clear` does in the original.",
    ),
    Claim(
        "ES-D7",
        "Iteration and `size` are of live handles, and `positions` counts dead slots too; the original as a sparse set "
        "visits and counts both.",
    ),
    Claim(
        "ES-D8",
        "`entity_at` refuses what lies behind the live handles with `OutOfRange`, as no dead slot has a handle yet; "
        "`operator[]` of the original answers the handle that is to be issued next.",
    ),
    Claim(
        "ES-D9",
        "Under `retire`, `destroy_to` and `bump` refuse a generation that is not above that of the handle, and the "
        "tombstone; the original takes any, so that what was issued before is issued again.",
    ),
    Claim(
        "ES-D10",
        "`bump` to the tombstone is refused, and `bump` needs a live handle; the original writes the tombstone, and "
        "takes any handle of a slot that was issued.",
    ),
    Claim(
        "ES-D11",
        "`sort` is stable, and `sort_as` passes over what is not live or was named before; the original moves the "
        "latter again, and traps on a handle that is to be issued.",
    ),
    Claim(
        "ES-D12",
        "How many handles are live cannot be set; `free_list` of the original does, so that one that ends so is issued "
        "again as it was, and one lives that nobody was given.",
    ),
)


LINKS = (
    Link(
        "slot to its position",
        "sparse",
        "meta",
        when=lambda h, slot: h.sparse[slot] != h.nil,
        arrives=lambda h, slot, pos: h.meta[pos] == slot,
    ),
    Link(
        "position to its slot",
        "meta",
        "sparse",
        when=lambda h, pos: True,
        arrives=lambda h, pos, slot: h.sparse[slot] == pos,
    ),
)


def _any_configuration(make: Any) -> dict[str, Any]:
    return {
        "index_bits": make.int("index_bits"),
        "generation_bits": make.int("generation_bits"),
        "page": make.int("page"),
        "generation": make.one_of("generation", ("retire", "wrap")),
    }


ENTITY_STORAGE: Final[Refinement] = Refinement(
    code="ES",
    name="entity_storage",
    title="entity storage",
    model=EntityStorageModel,
    impl=EntityStorage,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {"index_bits": 20, "generation_bits": 12, "page": 4096, "generation": "retire"},
        "sort": {"count": None},
        "sort_by": {"count": None},
    },
    aliases={"__contains__": "is_valid", "__iter__": "handles", "__len__": "size"},
    answers=ENTITY_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    loops=(*ENTITY_LOOPS, *COUNT_LOOPS, *FOREIGN_ENTITY_LOOPS),
    deviations=DEVIATIONS,
    theorems=THEOREMS,
    abstract=abstract,
    configure=_any_configuration,
    not_operations={"contains": "`is_valid` under the name that sets use"},
    links=LINKS,
    contracts=CONTRACTS,
)
