"""Mistakes in the hash index: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import Bug, Pair, alike
from slotproof.impl.hash_index import HashIndex
from slotproof.spec.hash_index import HashIndexModel

DOOM: Final = "https://github.com/id-Software/DOOM-3-BFG/blob/master/neo/idlib/containers/HashIndex.h"

BUGS: Final = (
    Bug(
        "flecs-stale-next",
        ("86",),
        "flecs, switch list",
        "https://github.com/SanderMertens/flecs/issues/1423",
        "An insertion into an empty list leaves the link that the element had before.",
        "hash_index",
        HashIndex.add,
        (
            (
                "self.chain[index] = self.head[bucket]\n",
                "if self.head[bucket] != NIL:\n            self.chain[index] = self.head[bucket]\n",
            ),
        ),
    ),
    Bug(
        "unordered-dense-empty",
        ("107",),
        "unordered_dense, erase",
        "https://github.com/martinus/unordered_dense/issues/8",
        "A table that has no buckets yet is read as if it had.",
        "hash_index",
        HashIndex._bucket,
        ((" & self.lookup_mask", ""),),
    ),
    Bug(
        "doom-add-twice",
        ("112", "X2", "X3"),
        "DOOM 3, idHashIndex::Add",
        DOOM,
        "Adding an index a second time makes a chain without an end, or lets two buckets share a tail.",
        "hash_index",
        HashIndex.add,
        (("if index < self.index_size and self.chain[index & self.lookup_mask] != UNLINKED:", "if False:"),),
    ),
    Bug(
        "doom-remove-wrong-key",
        ("113", "X4"),
        "DOOM 3, idHashIndex::Remove",
        DOOM,
        "Removing an index under the wrong key cuts the chain that really holds it.",
        "hash_index",
        HashIndex.remove,
        (
            (
                "raise Missing(",
                (
                    "if 0 <= index < len(self.chain) and self.chain[index] != UNLINKED:\n"
                    "                self.chain[index] = NIL\n"
                    "            raise Missing("
                ),
            ),
        ),
    ),
    Bug(
        "doom-stale-mask",
        ("X1",),
        "DOOM 3, idHashIndex::Clear",
        DOOM,
        "Clearing to another size keeps the old mask until the next addition: keys generated in between are lost.",
        "hash_index",
        HashIndex.reset,
        (("self.hash_mask = hash_size - 1", 'self.hash_mask = vars(self).get("hash_mask", hash_size - 1)'),),
    ),
    Bug(
        "doom-next-outside",
        ("X5",),
        "DOOM 3, idHashIndex::Next and Remove",
        DOOM,
        "An index outside the array is read all the same.",
        "hash_index",
        HashIndex.next,
        (("if index < 0 or index >= self.index_size:", "if index < 0:"),),
    ),
    Bug(
        "doom-remove-absent",
        ("X6",),
        "DOOM 3, idHashIndex::RemoveIndex",
        DOOM,
        "Removing a pair that is not there renumbers the others, and two entries share an index.",
        "hash_index",
        HashIndex.remove_index,
        (("self.remove(key, index)", "if index in self.candidates(key):\n            self.remove(key, index)"),),
    ),
    Bug(
        "doom-negative-spread",
        ("X9",),
        "DOOM 3, idHashIndex::GetSpread",
        DOOM,
        "A number documented as 0 to 100 is negative for very uneven tables.",
        "hash_index",
        HashIndex.spread,
        (("return max(0, 100 - error * 100 // total)", "return 100 - error * 100 // total"),),
    ),
    Bug(
        "glampert-nil-renumbered",
        ("X10",),
        "glampert/hash_index, insert_at_index",
        "https://github.com/glampert/hash_index",
        "The mark of an empty bucket, unsigned, is above every index, and is renumbered with them.",
        "hash_index",
        HashIndex._renumber,
        (("if self.head[bucket] >= low:", "if self.head[bucket] >= low or self.head[bucket] == NIL:"),),
    ),
)
"""Bugs that others shipped, made again here."""

PAIRS: Final = (
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
    alike(
        "index-granularity-zero",
        "hash_index",
        "`set_granularity` takes zero for one.",
        "HI-L10",
        "renumbering",
        ("add", "set_granularity"),
        (HashIndexModel.set_granularity, HashIndex.set_granularity),
        ("check_granularity(granularity)", "granularity = granularity or 1\n        check_granularity(granularity)"),
    ),
    Pair(
        "index-full-looks-empty",
        "hash_index",
        "`first` finds nothing once every index there is room for is linked.",
        "HI-L7",
        "whole container",
        ("add", "first"),
        (
            HashIndexModel.first,
            (("if bucket in self.newest:", "if bucket in self.newest and len(self.bucket) < self.index_size:"),),
        ),
        (
            HashIndex.first,
            (
                (
                    "return self.head[self._bucket(key)]",
                    "return self.head[self._bucket(key)] if UNLINKED in self.chain else NIL",
                ),
            ),
        ),
    ),
    Pair(
        "index-cleared-in-vain",
        "hash_index",
        "`clear` leaves every index linked.",
        "HI-L9",
        "whole container",
        ("add", "clear"),
        (
            HashIndexModel.clear,
            (
                (
                    "        self.bucket, ",
                    '        if hasattr(self, "bucket"):\n            return\n        self.bucket, ',
                ),
            ),
        ),
        (HashIndex.clear, (("self.head[bucket] = NIL", "pass"), ("self.chain[index] = UNLINKED", "pass"))),
    ),
    Pair(
        "index-leaves-the-gap",
        "hash_index",
        "`remove_index` leaves the indices behind the gap as they are.",
        "HI-L11",
        "renumbering",
        ("add", "remove_index"),
        (HashIndexModel.remove_index, (("self.renumber(index, -1)", "pass"),)),
        (HashIndex.remove_index, (("if last > index:", "if last < NIL:"),)),
    ),
    Pair(
        "index-walks-backwards",
        "hash_index",
        "`next` answers the index that was linked after the one it is given.",
        "HI-L12",
        "whole container",
        ("add", "next"),
        (HashIndexModel.next, (("return self.older[index]", "return self.newer[index]"),)),
        (
            HashIndex.next,
            (("return older", "return self.chain.index(index) if index in self.chain else NIL"),),
        ),
    ),
    alike(
        "index-granularity-unlinks",
        "hash_index",
        "`set_granularity` unlinks every index.",
        "HI-L13",
        "renumbering",
        ("add", "set_granularity"),
        (HashIndexModel.set_granularity, HashIndex.set_granularity),
        ("self.granularity = granularity", "self.granularity = granularity\n        self.clear()"),
    ),
    Pair(
        "index-one-room-short",
        "hash_index",
        "`resize` does not grow for one index more.",
        "HI-L14",
        "renumbering",
        ("resize",),
        (HashIndexModel.resize, (("if count > self.index_size:", "if count > self.index_size + 1:"),)),
        (HashIndex.resize, (("if count <= self.index_size:", "if count <= self.index_size + 1:"),)),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
