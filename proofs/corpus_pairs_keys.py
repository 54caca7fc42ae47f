"""Pairs of mistakes in containers of keys, indices and bits."""

from __future__ import annotations

from typing import Final

from slotproof.impl.bitmask import Bitmask
from slotproof.impl.dense_map import DenseMap
from slotproof.impl.dense_set import DenseSet
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.handle import Layout
from slotproof.impl.hash_index import HashIndex
from slotproof.impl.indexed_store import IndexedStore
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.proofs.corpus_pair import NO, Pair, alike
from slotproof.spec.bitmask import BitmaskModel
from slotproof.spec.dense_map import DenseMapModel
from slotproof.spec.dense_set import DenseSetModel
from slotproof.spec.dense_table import DenseTableModel
from slotproof.spec.handle import LayoutModel
from slotproof.spec.hash_index import HashIndexModel
from slotproof.spec.indexed_store import IndexedStoreModel
from slotproof.spec.token_allocator import TokenAllocatorModel

_REPLACING: Final = """if self.contains(name):
            self.assign(name, value)
            return self.pos_of(name)
        {}"""

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
    Pair(
        "mask-none-set-is-0",
        "bitmask",
        "`find_first_set` is 0 if no position is set.",
        "BM-L6",
        "one word, padded",
        ("set", "find_first_set"),
        (
            BitmaskModel.find_first_set,
            (
                (
                    "return least(0, self.limit, lambda pos: contains(self.ones, pos))",
                    "return min(self.ones, default=0)",
                ),
            ),
        ),
        (Bitmask.find_first_set, (("return self.limit", "return 0"),)),
    ),
    Pair(
        "mask-get-of-the-neighbour",
        "bitmask",
        "`get` is the value of position 0, whatever is asked for.",
        "BM-L5",
        "one word, padded",
        ("set", "get"),
        (BitmaskModel.get, (("return pos in", "return 0 in"),)),
        (Bitmask.get, (("self.words[pos // self.word_bits], pos % self.word_bits", "self.words[0], 0"),)),
    ),
    alike(
        "tokens-released-twice",
        "token_allocator",
        "`release` of a token that is not in use is no mistake.",
        "TA-L4",
        "one word, exactly",
        ("acquire", "release"),
        (TokenAllocatorModel.release, TokenAllocator.release),
        ('raise Missing(f"token {shown(token)} is not in use")', "return"),
    ),
    Pair(
        "tokens-full-early",
        "token_allocator",
        "`acquire` is refused while the last token is free.",
        "TA-L3",
        "one word, exactly",
        ("acquire", "release"),
        (TokenAllocatorModel.acquire, (("token == self.limit", "token + 1 >= self.limit"),)),
        (TokenAllocator.acquire, (("token == self.mask.capacity()", "token + 1 >= self.mask.capacity()"),)),
    ),
    alike(
        "index-adds-again",
        "hash_index",
        "`add` of an index that is linked, in whatever bucket, changes nothing and says nothing.",
        "HI-L8",
        "whole container",
        ("add",),
        (HashIndexModel.add, HashIndex.add),
        ('raise Exists(f"index {shown(index)} is linked already")', "return"),
    ),
    alike(
        "index-removes-nothing",
        "hash_index",
        "`remove` of an index from a bucket in which it is not linked says nothing.",
        "HI-L8",
        "whole container",
        ("add", "remove"),
        (HashIndexModel.remove, HashIndex.remove),
        ('raise Missing(f"index {shown(index)} is not linked in bucket {shown(bucket)}")', "return"),
    ),
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
    Pair(
        "layout-generation-stops",
        "handle",
        "`next_generation` stays at the last generation in place of starting over.",
        "HL-L4",
        "1, 2, 3 and 1 bits",
        ("next_generation",),
        (
            LayoutModel.next_generation,
            (
                (
                    "(handle.generation + 1) % 2**self.generation_bits",
                    "min(handle.generation + 1, 2**self.generation_bits - 1)",
                ),
            ),
        ),
        (
            Layout.next_generation,
            (
                (
                    "(following & self.generation_mask)",
                    "(max(following & self.generation_mask, word & self.generation_mask))",
                ),
            ),
        ),
    ),
)
