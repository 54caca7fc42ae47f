"""Bugs that have no counterpart here, and defects of the originals that a deviation and its test show already."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import OutOfScope, Shown

OUT_OF_SCOPE: Final = (
    OutOfScope(
        "4",
        "slotmap, HopSlotMap freelist",
        "https://github.com/orlp/slotmap/pull/150",
        "Fields of a free entry are not initialised, and a clone reads them.",
        "An array here has no entry that was not written: lists hold what was appended.",
    ),
    OutOfScope(
        "25",
        "nano_arena, split_at",
        "https://github.com/bennetthardwick/nano-arena/issues/1",
        "A key of the caller's own type gives another index when it is asked the second time.",
        "A handle is a tuple of integers, and anything else is refused before it is read: it cannot change its answer.",
    ),
    OutOfScope(
        "40",
        "bevy_ecs, remote allocator",
        "https://github.com/bevyengine/bevy/pull/24972",
        "An entry of the freelist is written by two threads.",
        "The containers are for one thread; docs/engineers/trust.md says that nothing is claimed of several.",
    ),
    OutOfScope(
        "80",
        "EnTT, to_entity",
        "https://github.com/skypjack/entt/issues/1233",
        "An element is found from the address of its value, also from one that is stale.",
        "No operation takes an address: the way back from a value is its position, which is checked.",
    ),
    OutOfScope(
        "106",
        "unordered_dense, erase",
        "https://github.com/martinus/unordered_dense/issues/126",
        "The destructor of a value uses the map while it erases.",
        "Containers here end no value's life; of callbacks, trust.md assumes that they leave the container alone.",
    ),
)

SHOWN: Final = (
    Shown(
        "H6",
        "`reset` forgets the generations, so that an old handle names a new value; ours does so too, and says so.",
        "HM-D6",
        "test_handle_map.py::test_h6_reset_forgets_generations",
    ),
    Shown(
        "H7",
        "A type id of 16 bits makes every handle invalid; type ids are checked in spec/, for both sides.",
        "HM-D7",
        "test_handle_map.py::test_h7_a_type_id_of_16_bits_makes_every_handle_invalid",
    ),
    Shown(
        "H8",
        "The index that means none is handed out as a slot.",
        "HM-D10",
        "test_handle_map.py::test_h8_the_index_that_is_none_is_never_a_slot",
    ),
    Shown(
        "X7",
        "Negative keys are fine in the original, too.",
        "HI-D11",
        "test_hash_index.py::test_d11_negative_keys",
    ),
    Shown(
        "X8",
        "Sizes that are no power of two leave buckets unused; sizes are checked in spec/, for both sides.",
        "HI-D8",
        "test_hash_index.py::test_d8_sizes_that_are_no_power_of_two",
    ),
    Shown(
        "F3",
        "A specialisation inside a class is refused by some compilers; there is none here.",
        "BM-D3",
        "test_bitmask.py::test_bm_d3_any_number_of_layers",
    ),
    Shown(
        "F4",
        "A capacity of 0 is a recursion without an end.",
        "BM-D4",
        "test_bitmask.py::test_bm_d4_no_position",
    ),
)
