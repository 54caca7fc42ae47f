"""Mistakes in the dense map: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import NO, Bug, Pair, alike
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.dense_table import DenseTable
from slotproof.spec.dense_map import DenseMapModel
from slotproof.spec.dense_table import DenseTableModel

BUGS: Final = (
    Bug(
        "entt-hashed-after-the-move",
        ("104",),
        "EnTT, dense_map and dense_set",
        "https://github.com/skypjack/entt/commit/c26558cd6",
        "The key of the last node is hashed after it was moved away, and the wrong chain is patched.",
        "dense_map",
        DenseTable.erase_at,
        (
            (
                "self._redirect(last, pos)\n            self.key[pos] = self.key[last]",
                ("self.key[pos], self.key[last] = self.key[last], 0\n            self._redirect(last, pos)"),
            ),
        ),
    ),
    Bug(
        "libcxx-last-bucket",
        ("109",),
        "libc++, __hash_table::erase",
        "https://github.com/llvm/llvm-project/pull/167865",
        "A bucket that loses its only key keeps its head.",
        "dense_map",
        DenseTable.erase_at,
        (
            (
                "self._redirect(pos, self.chain[pos])",
                (
                    "if self.bucket_size(self._bucket(self.key[pos])) > 1:\n"
                    "            self._redirect(pos, self.chain[pos])"
                ),
            ),
        ),
    ),
    Bug(
        "borg-slot-before-resize",
        ("110",),
        "borg, hashindex set",
        "https://github.com/borgbackup/borg/pull/4968",
        "An insertion makes the table grow, and writes to the place that it had computed before.",
        "dense_map",
        DenseTable._append,
        (
            (
                "self._link(pos)",
                (
                    "bucket = self.hasher(key) % buckets\n"
                    "        self.chain[pos] = self.head[bucket]\n"
                    "        self.head[bucket] = pos"
                ),
            ),
        ),
    ),
)
"""Bugs that others shipped, made again here."""

FULL_EARLY: Final = (
    (DenseTableModel.add, (("if size > self.nil:", "if size + 1 > self.nil:"),)),
    (DenseTable._append, (("if pos == self.nil:", "if pos + 1 == self.nil:"),)),
)

CLEARED_IN_VAIN: Final = (
    (
        DenseTableModel.clear,
        (
            (
                "        self.order = ",
                "        if len(self.linked) == self.min_buckets:\n            return\n        self.order = ",
            ),
        ),
    ),
    (
        DenseTable.clear,
        (
            (
                "        self.key.clear()",
                "        if len(self.head) == self.min_buckets:\n            return\n        self.key.clear()",
            ),
        ),
    ),
)

PAIRS: Final = (
    Pair(
        "dense-insert-overwrites",
        "dense_map",
        "`insert` of a key that is there replaces its value.",
        "DM-L11",
        "full",
        ("insert", "insert_or_assign"),
        (DenseMapModel.insert, (("            return", "            self.value[key] = value\n            return"),)),
        (DenseMap.insert, (("            return", "            self.dense[pos] = value\n            return"),)),
    ),
    Pair(
        "dense-assign-forgets",
        "dense_map",
        "`insert_or_assign` leaves the value of a key that is there.",
        "DM-L11",
        "full",
        ("insert_or_assign",),
        (DenseMapModel.insert_or_assign, (("        self.value[key] = value\n", ""),)),
        (DenseMap.insert_or_assign, (("            self.dense[pos] = value\n", "            pass\n"),)),
    ),
    alike(
        "dense-erases-nothing",
        "dense_map",
        "`erase` says that it dropped a key that was not there.",
        "DM-L6",
        "one bucket",
        ("insert", "erase"),
        (DenseTableModel.erase, DenseTable.erase),
        NO,
    ),
    alike(
        "dense-map-rehashes-less-than-none",
        "dense_map",
        "`rehash` to -1 buckets is no mistake.",
        "DM-L12",
        "one bucket",
        ("insert", "rehash"),
        (DenseTableModel.rehash, DenseTable.rehash),
        ("check_count(count)", "check_count(0 if count == -1 else count)"),
    ),
    Pair(
        "dense-assign-does-nothing",
        "dense_map",
        "`assign` leaves the value of a key that is there.",
        "DM-L10",
        "whole container",
        ("insert", "assign"),
        (DenseMapModel.assign, (("self.value[key] = value", "pass"),)),
        (DenseMap.assign, (("self.dense[self._pos_of(key)] = value", "self._pos_of(key)"),)),
    ),
    alike(
        "dense-map-erase-at-moves-on",
        "dense_map",
        "`erase_at` answers the position behind the gap, so that a loop passes over the key that fills it.",
        "DM-L7",
        "one bucket",
        ("insert", "erase_at"),
        (DenseTableModel.erase_at, DenseTable.erase_at),
        ("return pos", "return pos + 1"),
    ),
    Pair(
        "dense-map-always-new",
        "dense_map",
        "`insert` says that a key is new that is there.",
        "DM-L8",
        "one bucket",
        ("insert",),
        (DenseMapModel.insert, (("place(key), False", "place(key), True"),)),
        (DenseMap.insert, (("return pos, False", "return pos, True"),)),
    ),
    Pair(
        "dense-map-cleared-in-vain",
        "dense_map",
        "`clear` leaves every key where the buckets are as few as they may be.",
        "DM-L9",
        "one bucket",
        ("insert", "clear"),
        *CLEARED_IN_VAIN,
    ),
    alike(
        "dense-map-range-from-its-start",
        "dense_map",
        "`erase_range` erases at its first position over and over, where what comes last moves in.",
        "DM-L13",
        "one bucket",
        ("insert", "erase_range"),
        (DenseTableModel.erase_range, DenseTable.erase_range),
        ("self.erase_at(last - 1 - done)", "self.erase_at(first)"),
    ),
    Pair(
        "dense-map-full-early",
        "dense_map",
        "A key is refused while the last position is free.",
        "DM-L14",
        "full",
        ("insert", "reserve"),
        *FULL_EARLY,
    ),
    Pair(
        "dense-map-insert-overwrites-the-first",
        "dense_map",
        "`insert` of a new key gives its value to the first key, too.",
        "DM-L15",
        "one bucket",
        ("insert",),
        (
            DenseMapModel.insert,
            (("        return pos, True", "        self.value[self.order[0]] = value\n        return pos, True"),),
        ),
        (DenseMap.insert, (("        return pos, True", "        self.dense[0] = value\n        return pos, True"),)),
    ),
    alike(
        "dense-map-emplaces-as-new",
        "dense_map",
        "`try_emplace` says that a key is new that is there.",
        "DM-L16",
        "whole container",
        ("insert", "try_emplace"),
        (DenseMapModel.try_emplace, DenseMap.try_emplace),
        ("return pos, False", "return pos, True"),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
