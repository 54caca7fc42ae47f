"""Five questions about mistakes that both sides could make, and what answers them in each container.

Where the model and the arrays make the same mistake they agree, so that only a law of the model alone can tell.
A cell names the claims that answer a question, or says in a few words why none is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

QUESTIONS: Final = (
    "What does an operation answer when it changes nothing?",
    "What does it answer for a handle, key, name or position that has ended?",
    "Is it live from its issue to its end, whatever happens to others?",
    "What happens when slots, generations or positions run out?",
    "Can a handle of another container be taken for one's own?",
)

_NO_HANDLES: Final = "It issues no handles: {} are the caller's own, and mean the same in every container."
_SLOTS: Final = (
    "By type id and free bit alone ({}): a handle that another one issued is one's own if slot and generation are."
)
_TABLE_POSITIONS: Final = "A position is no handle: by design it tells what stands there now."


def _table(code: str, first: int, more: Mapping[int, str], bounds: int) -> tuple[str, ...]:
    """The cells of a dense table, by the number of its first law of answers and that of its first one of bounds."""

    def law(number: int) -> str:
        return f"{code}-L{number}"

    return (
        f"{law(first)}, {law(first + 2)}{more[0]}",
        f"{law(first)}{more[1]}. {_TABLE_POSITIONS}",
        f"{law(first + 1)}, {law(bounds)}{more[2]}; {law(first + 3)} of `clear`",
        f"{law(bounds + 1)}; that more buckets are refused too early, only {code}-R1 could tell",
        _NO_HANDLES.format("keys"),
    )


ANSWERED: Final[Mapping[str, tuple[str, ...]]] = {
    "handle_map": (
        "HM-L11, HM-L18; HM-L15 of what is invalid",
        "HM-L11, HM-L18, HM-L14 of `clear`; HM-L7 for ever under `retire`. `reset` forgets all handles, by HM-D6.",
        "HM-L12, HM-L16, HM-L17, HM-L18",
        "HM-L13, HM-L17; HM-L4, HM-L5, HM-L6 under `retire`. Under `wrap` generations start over, by HM-D1.",
        "Not that of another type (HM-L11). That of another map of the same type is taken if it is live here, too.",
    ),
    "sparse_set": (
        "SS-L5, SS-L11, SS-L13; SS-L10 of what is invalid",
        "SS-L5, SS-L8, SS-L11, SS-L13",
        "SS-L6, SS-L9, SS-L11, SS-L12, SS-L15; SS-L7 of `clear`",
        "SS-L14; SS-L9: nothing else refuses a handle. SS-L4: pages are there for every slot.",
        _SLOTS.format("SS-L5, SS-L14"),
    ),
    "storage": (
        "ST-L8, ST-L13, ST-L16, ST-L18; ST-L15 of what is invalid",
        "ST-L8, ST-L11, ST-L13, ST-L16, ST-L18",
        "ST-L9, ST-L12, ST-L14, ST-L16, ST-L17, ST-L20, ST-L21; ST-L10 of `clear`",
        "ST-L19, ST-L21; ST-L12: nothing else refuses a handle. ST-L4: pages are there for every slot.",
        _SLOTS.format("ST-L8, ST-L19"),
    ),
    "entity_storage": (
        "ES-L7, ES-L14, ES-L16; ES-L10, ES-L12, ES-L17 of what is invalid",
        "ES-L7, ES-L11, ES-L14, ES-L16; ES-L5 for ever under `retire`",
        "ES-L7, ES-L8, ES-L11, ES-L13, ES-L14, ES-L16; ES-L9 of `clear`",
        "ES-L8, ES-L15; ES-L3, ES-L5, ES-L6 under `retire`. Under `wrap` generations start over, by ES-D1.",
        _SLOTS.format("ES-L7"),
    ),
    "registry": (
        "RG-L6, RG-L7, RG-L8; RG-L9 of what is invalid",
        "RG-L6, RG-L7, RG-L10, RG-L13; RG-L4 for ever under `retire`. What a view leaves out, only RG-R14 could tell.",
        "RG-L10, RG-L12; RG-L4. What `destroy_items` does to values of others: only RG-R8 could tell.",
        "RG-L11; RG-L1: the laws of the entity storage hold",
        _SLOTS.format("RG-L6, RG-L7"),
    ),
    "typed_store": (
        "TS-L6; TS-L8 of what is invalid. Of a type that there is, only TS-R3 could tell.",
        "TS-L6, TS-L10; TS-L5 for ever under `retire`. `get` and `assign`: HM-L11, handed on by TS-R4 and TS-R5.",
        "TS-L4, TS-L9; within a map HM-L12. TS-L7 of `clear`",
        "HM-L13 within a map, handed on by TS-R1 and TS-R2",
        "Not that of another type (TS-L1, TS-L6, TS-L9, TS-L10). That of another store is, if it is live here, too.",
    ),
    "dense_map": _table(
        "DM",
        6,
        {0: ", DM-L10, DM-L11, DM-L16; DM-L12 of what is invalid", 1: ", DM-L10", 2: ", DM-L15, DM-L11"},
        13,
    ),
    "dense_set": _table("DS", 5, {0: "; DS-L9 of what is invalid", 1: "", 2: ""}, 10),
    "bitmask": (
        "BM-L5, BM-L6; BM-L8 of what is invalid",
        "Nothing ends: a position is set or clear, which BM-L5 tells.",
        "BM-L5; BM-L7 of `assign`",
        "BM-L3, BM-L6 when all are set, or none is; BM-L5 beyond the last one",
        _NO_HANDLES.format("positions"),
    ),
    "token_allocator": (
        "TA-L3, TA-L4; TA-L6 of what is invalid",
        "TA-L4",
        "TA-L3, TA-L4, TA-L7; TA-L5 of `clear`",
        "TA-L3; TA-L2: what is not in use can be acquired",
        "A token is a number, and nothing else: that of another allocator is taken if it is in use here, too.",
    ),
    "hash_index": (
        "HI-L7, HI-L8, HI-L11; HI-L10 of what is invalid",
        "HI-L8, HI-L11, HI-L12",
        "HI-L8, HI-L11, HI-L13; HI-L9 of `clear` and `free`",
        "HI-L14, HI-L8, HI-L11",
        _NO_HANDLES.format("keys and indices"),
    ),
    "indexed_store": (
        "IX-L3, IX-L8; IX-L6 of what is invalid",
        f"IX-L3, IX-L8, IX-L9. {_TABLE_POSITIONS}",
        "IX-L4, IX-L7, IX-L8",
        "IX-L5, IX-L7; IX-L2",
        _NO_HANDLES.format("names"),
    ),
    "handle": (
        "HL-L6, HL-L7; HL-L5 of what is invalid",
        "A layout issues nothing that could end.",
        "HL-L6: a word is its handle's, and its alone",
        "HL-L4, HL-L7, HL-B6: 0 follows the last generation; HL-L6: what does not fit is refused",
        "The type id is part of the word (HL-L6, HL-L7); a word does not tell of which layout it is.",
    ),
}
"""Container -> a cell for each question."""
