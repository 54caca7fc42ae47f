"""Breaks of the hash index and of the indexed store, one line each; kinds as in `breaks`, and

L  chain, bucket
"""

from typing import Final

from .breaks import Break

HASH_INDEX_BREAKS: Final = (
    Break("linked-twice", "B", "add", "!= UNLINKED", "== NIL - 9", 2),
    Break("oldest-taken-for-unlinked", "B", "add", "!= UNLINKED", "> NIL", 2),
    Break("head-not-linked", "L", "add", "self.chain[index] = self.head[bucket]", "self.chain[index] = NIL", 2),
    Break("head-not-moved", "L", "add", "self.head[bucket] = index", "pass", 1),
    Break("bucket-computed-before-growth", "L", "add", "check_index(index, self.index_limit)", "", 1),
    Break("index-bound-off-by-one", "K", "add", "self.resize(index + 1)", "self.resize(index)", 2),
    Break("key-not-masked", "F", "_bucket", "key & self.hash_mask", "key % (self.hash_mask + 2)", 1),
    Break("sign-of-the-key", "F", "_bucket", "key & self.hash_mask", "abs(key) & self.hash_mask", 2),
    Break("unallocated-not-masked", "K", "_bucket", "& self.lookup_mask", "", 1),
    Break("allocated-too-small", "K", "_allocate", "self.index_size = count", "pass", 1),
    Break("allocated-not-marked", "E", "_allocate", "self.lookup_mask = -1", "pass", 1),
    Break("rounded-when-allocated", "C", "_allocate", "self.index_size = count", "self.resize(count)", 1),
    Break("removed-from-the-middle", "L", "remove", "self.chain[newer] = self.chain[index]", "pass", 3),
    Break("removed-head-only", "L", "remove", "self.head[bucket] = self.chain[index]", "self.head[bucket] = NIL", 3),
    Break(
        "removed-cuts-the-chain", "L", "remove", "self.chain[newer] = self.chain[index]", "self.chain[newer] = NIL", 4
    ),
    Break("removed-not-marked", "A", "remove", "self.chain[index] = UNLINKED", "pass", 2),
    Break(
        "wrong-key-cuts",
        "H",
        "remove",
        "raise Missing",
        "self.chain[max(0, min(index, len(self.chain) - 1))] = NIL; raise Missing",
        1,
    ),
    Break("last-index-misses-heads", "C", "_last", "for index in self.head:", "for index in self.head[:0]:", 2),
    Break("renumbers-too-few", "G", "_renumber", "self.head[bucket] >= low", "self.head[bucket] > low", 2),
    Break("renumbers-nil", "F", "_renumber", "self.chain[index] >= low", "self.chain[index] >= low - 1", 2),
    Break("links-not-shifted", "E", "insert_index", "self.chain[pos] = self.chain[pos - 1]", "pass", 2),
    Break("shift-starts-too-low", "K", "insert_index", "pos = last + 1", "pos = last", 2),
    Break("gap-stays-linked", "B", "insert_index", "self.chain[index] = UNLINKED", "pass", 2),
    Break("tail-not-marked", "E", "remove_index", "self.chain[last] = UNLINKED", "pass", 3),
    Break(
        "absent-pair-renumbers",
        "H",
        "remove_index",
        "self.remove(key, index)",
        "index in self.candidates(key) and self.remove(key, index)",
        1,
    ),
    Break("next-of-unlinked", "A", "next", "older == UNLINKED", "False", 1),
    Break("next-bound-off-by-one", "K", "next", "index >= self.index_size", "index > self.index_size", 1),
    Break("next-minus-one", "K", "next", "index < 0", "index < -1", 1),
    Break("clear-keeps-links", "M", "clear", "self.chain[index] = UNLINKED", "pass", 2),
    Break("clear-misses-the-last-bucket", "M", "clear", "range(len(self.head))", "range(len(self.head) - 1)", 2),
    Break(
        "stale-mask",
        "M",
        "reset",
        "self.hash_mask = hash_size - 1",
        "self.hash_mask = getattr(self, 'hash_mask', hash_size - 1)",
        1,
    ),
    Break(
        "free-keeps-the-mask",
        "M",
        "free",
        "self.lookup_mask = 0",
        "self.lookup_mask = getattr(self, 'lookup_mask', 0)",
        2,
    ),
    Break(
        "rounds-past-the-limit",
        "K",
        "resize",
        "self.index_limit)\n        if self.lookup_mask",
        "2**31)\n        if self.lookup_mask",
        1,
    ),
    Break("grown-part-not-there", "E", "resize", "len(self.chain) < self.index_size", "len(self.chain) < count", 2),
    Break("copy-shares-arrays", "M", "copy", "getattr(self, name).copy()", "getattr(self, name)", 1),
    Break("swap-forgets-scalars", "M", "swap", "ARRAYS + SCALARS", "ARRAYS", 1),
)

INDEXED_STORE_BREAKS: Final = (
    Break("name-not-compared", "A", "_find", "not self._same(self.names[pos], name)", "False", 1),
    Break("only-the-newest-compared", "L", "_find", "pos = self.index.next(pos)", "pos = NIL", 2),
    Break("case-always-folded", "A", "_same", "self.fold_case and", "", 1),
    Break("case-in-the-key", "A", "_key", "case_sensitive=False", "case_sensitive=True", 1),
    Break("taken-name-not-refused", "B", "_check_new", "if self.contains(name):", "if False:", 1),
    Break("full-not-refused", "K", "_check_new", "len(self.names) == self.index.index_limit", "False", 2),
    Break("index-forgotten-on-erase", "E", "erase", "self.index.remove_index(self._key(name), pos)", "pass", 2),
    Break("later-positions-not-renumbered", "E", "erase", "self.index.remove_index", "self.index.remove", 2),
    Break("name-kept", "E", "erase", "self.names.pop(pos)", "pass", 2),
    Break("last-value-dropped", "D", "erase", "self.dense.pop(pos)", "self.dense.pop()", 2),
    Break(
        "earlier-positions-not-renumbered",
        "E",
        "insert_at",
        "self.index.insert_index(self._key(name), pos)",
        "self.index.add(self._key(name), len(self.names))",
        1,
    ),
    Break("insert-at-the-end-refused", "K", "insert_at", "pos > len(self.names)", "pos >= len(self.names)", 1),
    Break(
        "bulk-keeps-what-went-well",
        "H",
        "_check_all_new",
        "if folded in coming or self.contains(name):",
        "if self.contains(name):",
        1,
    ),
    Break("bulk-stops", "G", "erase_items", "erased += 1", "return erased + 1", 2),
    Break("clear-forgets-the-index", "M", "clear", "self.index.clear()", "pass", 2),
    Break("copy-shares-the-index", "M", "copy", "getattr(self, name).copy()", "getattr(self, name)", 1),
    Break("swap-forgets-the-names", "M", "swap", "in FIELDS", "in FIELDS[1:]", 1),
)
