"""Bugs of hash tables, made again in the dense map and the hash index."""

from __future__ import annotations

from typing import Final

from slotproof.impl.dense_table import DenseTable
from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.corpus_entry import Bug

MAP: Final = "dense_map"
INDEX: Final = "hash_index"
DOOM: Final = "https://github.com/id-Software/DOOM-3-BFG/blob/master/neo/idlib/containers/HashIndex.h"

BUGS: Final = (
    Bug(
        "entt-hashed-after-the-move",
        ("104",),
        "EnTT, dense_map and dense_set",
        "https://github.com/skypjack/entt/commit/c26558cd6",
        "The key of the last node is hashed after it was moved away, and the wrong chain is patched.",
        MAP,
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
        MAP,
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
        MAP,
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
    Bug(
        "flecs-stale-next",
        ("86",),
        "flecs, switch list",
        "https://github.com/SanderMertens/flecs/issues/1423",
        "An insertion into an empty list leaves the link that the element had before.",
        INDEX,
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
        INDEX,
        HashIndex._bucket,
        ((" & self.lookup_mask", ""),),
    ),
    Bug(
        "doom-add-twice",
        ("112", "X2", "X3"),
        "DOOM 3, idHashIndex::Add",
        DOOM,
        "Adding an index a second time makes a chain without an end, or lets two buckets share a tail.",
        INDEX,
        HashIndex.add,
        (("if index < self.index_size and self.chain[index & self.lookup_mask] != UNLINKED:", "if False:"),),
    ),
    Bug(
        "doom-remove-wrong-key",
        ("113", "X4"),
        "DOOM 3, idHashIndex::Remove",
        DOOM,
        "Removing an index under the wrong key cuts the chain that really holds it.",
        INDEX,
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
        INDEX,
        HashIndex.reset,
        (("self.hash_mask = hash_size - 1", 'self.hash_mask = vars(self).get("hash_mask", hash_size - 1)'),),
    ),
    Bug(
        "doom-next-outside",
        ("X5",),
        "DOOM 3, idHashIndex::Next and Remove",
        DOOM,
        "An index outside the array is read all the same.",
        INDEX,
        HashIndex.next,
        (("if index < 0 or index >= self.index_size:", "if index < 0:"),),
    ),
    Bug(
        "doom-remove-absent",
        ("X6",),
        "DOOM 3, idHashIndex::RemoveIndex",
        DOOM,
        "Removing a pair that is not there renumbers the others, and two entries share an index.",
        INDEX,
        HashIndex.remove_index,
        (("self.remove(key, index)", "if index in self.candidates(key):\n            self.remove(key, index)"),),
    ),
    Bug(
        "doom-negative-spread",
        ("X9",),
        "DOOM 3, idHashIndex::GetSpread",
        DOOM,
        "A number documented as 0 to 100 is negative for very uneven tables.",
        INDEX,
        HashIndex.spread,
        (("return max(0, 100 - error * 100 // total)", "return 100 - error * 100 // total"),),
    ),
    Bug(
        "glampert-nil-renumbered",
        ("X10",),
        "glampert/hash_index, insert_at_index",
        "https://github.com/glampert/hash_index",
        "The mark of an empty bucket, unsigned, is above every index, and is renumbered with them.",
        INDEX,
        HashIndex._renumber,
        (("if self.head[bucket] >= low:", "if self.head[bucket] >= low or self.head[bucket] == NIL:"),),
    ),
)
