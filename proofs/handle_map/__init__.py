"""Why the arrays of the handle map are a handle map.

The model's own dicts and sequences are the witnesses: `order` is what `meta` must be, `free` is the walk along the
freelist, and since it is a sequence of distinct slots the freelist has no cycle.

Refinement  HM-L1 ... are laws (claims.py), HM-I1 ... tie the states, HM-R1 ... the operations
"""

from __future__ import annotations

from typing import Any

from slotproof.declare import (
    Claim,
    Cost,
    Link,
    Operation,
    Promise,
    Refinement,
    answers_no,
    same_sequence,
)
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.handle_map.answers import MAP_ANSWERS
from slotproof.proofs.handle_map.arguments import (
    COUNT,
    FACTORY,
    HANDLE,
    HANDLES,
    LIMIT,
    NEW_VALUE,
    ORDER,
    OTHER,
    SPOILED,
    UNIT,
    VALUE,
    read_arrays,
)
from slotproof.proofs.handle_map.claims import COUPLE, LAWS, abstract, coupled, holding
from slotproof.proofs.handle_map.crosshair import CONTRACTS
from slotproof.proofs.handle_map.generations import THEOREMS
from slotproof.proofs.handle_map.loops import LOOPS, defragment_ensures, witness
from slotproof.proofs.handle_map.scopes import SCOPES, candidates
from slotproof.proofs.handle_map.untrusted import FOREIGN, FOREIGN_LOOPS
from slotproof.proofs.shared.handles import POSITION
from slotproof.spec.handle_map import HandleMapModel


def _nothing_is_left(before: HandleMapModel[Any], after: HandleMapModel[Any]) -> dict[str, bool]:
    """What those who call `clear` use of it."""
    return {"nothing is left": after.size() == 0}


def _limit_is_negative(before: HandleMapModel[Any], comes_after: Any, limit: int, unit: int) -> bool:
    """`defragment` refuses a budget below zero and nothing else."""
    return limit < 0


OPERATIONS = (
    Operation(
        "insert",
        Claim("HM-R1", "`insert` issues the handle of the next free slot, or of a new one, and puts the value last."),
        takes=(VALUE,),
        cost=Cost(2, 5),
        refusals=("Full",),
    ),
    Operation(
        "emplace",
        Claim("HM-R2", "`emplace` inserts what the factory makes; a factory that raises leaves no trace."),
        takes=(FACTORY,),
        cost=Cost(2, 5),
        refusals=("Full",),
    ),
    Operation(
        "erase",
        Claim(
            "HM-R3",
            "`erase` of a live handle ends it, moves the last value into the gap and frees the slot; any "
            "other handle changes nothing.",
        ),
        takes=(HANDLE,),
        rejects=answers_no,
        cost=Cost(6, 9),
    ),
    Operation(
        "get",
        Claim("HM-R4", "`get` returns the value a live handle names and refuses every other handle."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(4, 0),
        refusals=("OutOfRange", "StaleHandle"),
    ),
    Operation(
        "assign",
        Claim("HM-R5", "`assign` replaces the value a live handle names and refuses every other handle."),
        takes=(HANDLE, NEW_VALUE),
        cost=Cost(3, 1),
        refusals=("OutOfRange", "StaleHandle"),
    ),
    Operation(
        "is_valid",
        Claim("HM-R6", "`is_valid` is true of the handles that are live, and of no other."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(2, 0),
    ),
    Operation(
        "pos_of",
        Claim("HM-R7", "`pos_of` is the position at which iteration meets the value a live handle names."),
        takes=(HANDLE,),
        pure=True,
        cost=Cost(3, 0),
        refusals=("OutOfRange", "StaleHandle"),
    ),
    Operation(
        "handle_at",
        Claim("HM-R8", "`handle_at` is the inverse of `pos_of`."),
        takes=(POSITION,),
        pure=True,
        cost=Cost(2, 0),
        refusals=("OutOfRange",),
    ),
    Operation(
        "values",
        Claim("HM-R9", "`values` visits each live value exactly once, in iteration order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "items",
        Claim("HM-R10", "`items` visits each live handle with its value exactly once, in iteration order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "emplace_items",
        Claim("HM-R11", "`emplace_items` equals that many `emplace`s, or changes nothing."),
        takes=(COUNT, FACTORY),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "erase_items",
        Claim("HM-R12", "`erase_items` equals one `erase` after the other."),
        takes=(HANDLES,),
        uses=("erase",),
    ),
    Operation(
        "clear",
        Claim("HM-R13", "`clear` ends every handle and queues the usable slots in ascending order."),
        promise=Promise(keeps=_nothing_is_left),
    ),
    Operation(
        "reset",
        Claim("HM-R14", "`reset` is the state of a new map, room kept."),
        law_exempt=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "defragment",
        Claim(
            "HM-R15",
            "`defragment` permutes the iteration order into a stably sorted one, as far as its budget goes.",
        ),
        takes=(ORDER, LIMIT, UNIT),
        ensures=defragment_ensures,
        witness=witness,
        refused_if=_limit_is_negative,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "reserve",
        Claim("HM-R16", "`reserve` raises the capacity and touches nothing else."),
        takes=(COUNT,),
        cost=Cost(0, 0),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "copy",
        Claim("HM-R17", "`copy` is a second map in the same state that shares no array with the first."),
        pure=True,
        agree=coupled,
    ),
    Operation(
        "swap",
        Claim("HM-R18", "`swap` exchanges the states of two maps."),
        takes=(OTHER,),
        law_exempt=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "to_dict",
        Claim("HM-R19", "`to_dict` holds the whole state, freelist included, and shares no array with the map."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
    ),
    Operation(
        "from_dict",
        Claim(
            "HM-R20",
            "`from_dict` accepts the arrays of a handle map, with widths of whole bits, and refuses all others.",
        ),
        takes=(SPOILED,),
        pure=True,
        model=read_arrays,
        impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict())),
        agree=coupled,
        foreign=FOREIGN,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "size",
        Claim("HM-R21", "`size` is the number of live handles."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "capacity",
        Claim("HM-R22", "`capacity` is at least what was reserved and at least the number of slots."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "room",
        Claim("HM-R23", "`room` is the number of inserts that succeed before `Full`."),
        pure=True,
        cost=Cost(0, 0),
    ),
)

DEVIATIONS = (
    Claim(
        "HM-D1",
        "A slot whose generations are used up is never handed out again (`retire`); the original starts "
        "them over, so a dead handle comes back to life (`wrap`).",
    ),
    Claim(
        "HM-D2",
        "A handle to a free slot is refused whatever its generation; the original accepts one that "
        "carries the slot's next generation.",
    ),
    Claim(
        "HM-D3",
        "Erasing the last position leaves the freelist alone; the original of 2016 overwrote the freed "
        "slot's link and handed one slot out twice.",
    ),
    Claim(
        "HM-D4",
        "`defragment` forgets the disorder only if the whole array is known to be sorted; the original "
        "also when a shift budget ran out on the last value.",
    ),
    Claim(
        "HM-D5",
        "`clear` ages live slots only and does nothing the second time; the original ages free slots too, every time.",
    ),
    Claim(
        "HM-D6",
        "`reset` forgets every generation, as the original does: a handle from before may name a value "
        "from after; `clear` is the operation that keeps handles dead.",
    ),
    Claim(
        "HM-D7",
        "A type id that does not fit its width is refused; the original truncates it in handles but not "
        "in comparisons, so that every handle is invalid.",
    ),
    Claim("HM-D8", "A handle whose free bit is set is refused; the original ignores the bit."),
    Claim(
        "HM-D9",
        "Values are made before anything changes; in the original a constructor that throws leaves a live"
        " slot without a value.",
    ),
    Claim(
        "HM-D10",
        "The table is full when every index but nil is a slot and none is free, which raises `Full`; a bulk for "
        "which there is no room raises it before a value is made, and one of no values never. "
        "The original checks neither.",
    ),
    Claim(
        "HM-D11",
        "`assign` marks the map as `fragmented`, since the value may belong elsewhere now; a value that is "
        "changed through `at` leaves the original unmarked, and its next `defragment` sorts nothing.",
    ),
    Claim(
        "HM-D12",
        "`defragment` of an empty map clears the mark, since no values are sorted; the original leaves it, "
        "as its walk begins at the second value.",
    ),
)

LINKS = (
    Link(
        "live slot to its position",
        "sparse",
        "meta",
        when=lambda h, slot: h.free[slot] == 0,
        arrives=lambda h, slot, pos: h.meta[pos] == slot,
    ),
    Link(
        "position to its slot",
        "meta",
        "sparse",
        when=lambda h, pos: True,
        arrives=lambda h, pos, slot: h.free[slot] == 0 and h.sparse[slot] == pos,
    ),
    Link(
        "free slot to the next one",
        "sparse",
        "sparse",
        when=lambda h, slot: h.free[slot] == 1 and h.sparse[slot] != h.nil,
        arrives=lambda h, slot, following: h.free[following] == 1,
    ),
    Link(
        "first free slot",
        "free_head",
        "sparse",
        when=lambda h, index: h.free_head != h.nil,
        arrives=lambda h, index, slot: h.free[slot] == 1,
    ),
    Link(
        "last free slot",
        "free_tail",
        "sparse",
        when=lambda h, index: h.free_tail != h.nil,
        arrives=lambda h, index, slot: h.free[slot] == 1 and h.sparse[slot] == h.nil,
    ),
)


def _any_configuration(make: Any) -> dict[str, Any]:
    """Any widths, any type id, any reserve, any policies."""
    return {
        "type_id": make.int("type_id"),
        "reserve": make.int("reserve"),
        "index_bits": make.int("index_bits"),
        "generation_bits": make.int("generation_bits"),
        "type_bits": make.int("type_bits"),
        "generation": make.one_of("generation", ("retire", "wrap")),
        "free_order": make.one_of("free_order", ("fifo", "lifo")),
    }


HANDLE_MAP = Refinement(
    code="HM",
    name="handle_map",
    title="handle map",
    model=HandleMapModel,
    impl=HandleMap,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {
            "type_id": 0,
            "reserve": 0,
            "index_bits": 32,
            "generation_bits": 16,
            "type_bits": 15,
            "generation": "retire",
            "free_order": "fifo",
        },
        "defragment": {"limit": 0, "unit": "relocations"},
    },
    aliases={
        "__getitem__": "get",
        "__setitem__": "assign",
        "__contains__": "is_valid",
        "__iter__": "values",
        "__copy__": "copy",
        "__len__": "size",
    },
    answers=MAP_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    candidates=candidates,
    loops=(*LOOPS, *FOREIGN_LOOPS),
    configure=_any_configuration,
    not_operations={
        "__eq__": "compares what `to_dict` holds (HM-R19)",
        "__repr__": "writes what `to_dict` holds (HM-R19)",
    },
    theorems=THEOREMS,
    links=LINKS,
    freedom={"defragment": "how far it goes within a budget, and what it charges for what moved"},
    contracts=CONTRACTS,
)
