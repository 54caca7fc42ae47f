"""Mistakes in the dense set: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import NO, Pair, alike
from slotproof.impl.dense_set import DenseSet
from slotproof.impl.dense_table import DenseTable
from slotproof.proofs.dense_map.bugs import CLEARED_IN_VAIN, FULL_EARLY
from slotproof.spec.dense_set import DenseSetModel
from slotproof.spec.dense_table import DenseTableModel

PAIRS: Final = (
    Pair(
        "dense-always-new",
        "dense_set",
        "`insert` says that a key is new that is there.",
        "DS-L7",
        "one bucket",
        ("insert",),
        (DenseSetModel.insert, (("place(key), False", "place(key), True"),)),
        (DenseSet.insert, (("return pos, False", "return pos, True"),)),
    ),
    alike(
        "dense-erase-at-moves-on",
        "dense_set",
        "`erase_at` answers the position behind the gap, so that a loop passes over the key that fills it.",
        "DS-L6",
        "one bucket",
        ("insert", "erase_at"),
        (DenseTableModel.erase_at, DenseTable.erase_at),
        ("return pos", "return pos + 1"),
    ),
    alike(
        "dense-set-reserves-less-than-none",
        "dense_set",
        "`reserve` of -1 keys is no mistake.",
        "DS-L9",
        "one bucket",
        ("insert", "reserve"),
        (DenseTableModel.reserve, DenseTable.reserve),
        ("check_count(count)", "check_count(0 if count == -1 else count)"),
    ),
    alike(
        "dense-set-erases-nothing",
        "dense_set",
        "`erase` says that it dropped a key that was not there.",
        "DS-L5",
        "one bucket",
        ("insert", "erase"),
        (DenseTableModel.erase, DenseTable.erase),
        NO,
    ),
    Pair(
        "dense-set-cleared-in-vain",
        "dense_set",
        "`clear` leaves every key where the buckets are as few as they may be.",
        "DS-L8",
        "one bucket",
        ("insert", "clear"),
        *CLEARED_IN_VAIN,
    ),
    alike(
        "dense-set-range-from-its-start",
        "dense_set",
        "`erase_range` erases at its first position over and over, where what comes last moves in.",
        "DS-L10",
        "one bucket",
        ("insert", "erase_range"),
        (DenseTableModel.erase_range, DenseTable.erase_range),
        ("self.erase_at(last - 1 - done)", "self.erase_at(first)"),
    ),
    Pair(
        "dense-set-full-early",
        "dense_set",
        "A key is refused while the last position is free.",
        "DS-L11",
        "full",
        ("insert", "reserve"),
        *FULL_EARLY,
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
