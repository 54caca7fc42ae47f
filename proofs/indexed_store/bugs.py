"""Mistakes in the indexed store: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import NO, Pair, alike
from slotproof.impl.indexed_store import IndexedStore
from slotproof.spec.indexed_store import IndexedStoreModel

_REPLACING: Final = """if self.contains(name):
            self.assign(name, value)
            return self.pos_of(name)
        {}"""

PAIRS: Final = (
    Pair(
        "names-overwritten",
        "indexed_store",
        "`insert` under a name that is taken replaces the value.",
        "IX-L5",
        "names",
        ("insert",),
        (IndexedStoreModel.insert, (("self.check_new(name)", _REPLACING.format("self.check_new(name)")),)),
        (IndexedStore.insert, (("self._check_new(name)", _REPLACING.format("self._check_new(name)")),)),
    ),
    alike(
        "names-erased-twice",
        "indexed_store",
        "`erase` says that it dropped a value that there was none of.",
        "IX-L3",
        "names",
        ("insert", "erase"),
        (IndexedStoreModel.erase, IndexedStore.erase),
        NO,
    ),
    alike(
        "names-none-is-a-position",
        "indexed_store",
        "`name_at` takes None for position zero.",
        "IX-L6",
        "names",
        ("insert", "name_at"),
        (IndexedStoreModel.name_at, IndexedStore.name_at),
        ("if not isinstance(pos, int):", "pos = 0 if pos is None else pos\n        if not isinstance(pos, int):"),
    ),
    Pair(
        "names-next-value-lost",
        "indexed_store",
        "`erase` drops the value behind the one it was asked for, whose name gets the one that was to go.",
        "IX-L4",
        "names",
        ("insert", "erase"),
        (
            IndexedStoreModel.erase,
            (
                (
                    "        del self.place[folded]",
                    """        if pos < len(self.order):
            self.value[self.folded(self.order[pos])] = self.value[folded]
        del self.place[folded]""",
                ),
            ),
        ),
        (IndexedStore.erase, (("self.dense.pop(pos)", "self.dense.pop(min(pos + 1, len(self.dense) - 1))"),)),
    ),
    Pair(
        "names-none-at-the-end",
        "indexed_store",
        "`insert_at` refuses the position behind the last value.",
        "IX-L7",
        "names",
        ("insert", "insert_at"),
        (IndexedStoreModel.insert_at, (("0 <= pos <= len(self.order)", "0 <= pos < len(self.order)"),)),
        (IndexedStore.insert_at, (("pos > len(self.names)", "pos >= len(self.names)"),)),
    ),
    alike(
        "names-all-counted",
        "indexed_store",
        "`erase_items` counts the names that there were none of, too.",
        "IX-L8",
        "whole container",
        ("insert", "erase_items"),
        (IndexedStoreModel.erase_items, IndexedStore.erase_items),
        ("if self.erase(name):", "if self.erase(name) or len(names) > 0:"),
    ),
    Pair(
        "names-from-the-end",
        "indexed_store",
        "`name_at` counts positions from the end.",
        "IX-L9",
        "names",
        ("insert", "name_at"),
        (IndexedStoreModel.name_at, (("return self.order[pos]", "return self.order[-1 - pos]"),)),
        (IndexedStore.name_at, (("return self.names[pos]", "return self.names[-1 - pos]"),)),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
