"""Breaks of the dense table, map and set, one line each, of the kinds listed in `breaks.py`."""

from dataclasses import replace
from typing import Final

from slotproof.declare import Refinement
from slotproof.impl.dense_table import DenseTable
from slotproof.proofs.dense_map import DENSE_MAP
from slotproof.proofs.dense_set import DENSE_SET

from .breaks import Break, apply, source_of, with_changed_method

TABLE: Final = replace(DENSE_MAP, impl=DenseTable)  # its methods are those of the map that the map does not define
MAP: Final = DENSE_MAP
SET: Final = DENSE_SET

_HASHED_AFTER_THE_MOVE: Final = "self.key[pos], self.key[last] = self.key[last], 0; self._redirect(last, pos)"
_NODE_BEFORE_VALUE: Final = "pos = self._append(key); self.dense.append(factory(*args)); return pos, True"

BREAKS: Final = (
    (TABLE, Break("chain-not-linked", "B", "_link", "self.chain[pos] = self.head[bucket]", "pass", 2)),
    (TABLE, Break("head-not-set", "B", "_link", "self.head[bucket] = pos", "pass", 1)),
    (TABLE, Break("not-unlinked", "B", "erase_at", "self._redirect(pos, self.chain[pos])", "pass", 2)),
    (TABLE, Break("chain-cut", "B", "_redirect", "self.chain[pos] = new", "self.chain[pos] = self.nil")),
    (TABLE, Break("relinked-backwards", "B", "_link_all", "range(len(self.key))", "reversed(range(len(self.key)))", 3)),
    (TABLE, Break("last-not-redirected", "D", "erase_at", "self._redirect(last, pos)", "pass", 3)),
    (TABLE, Break("hashed-after-the-move", "D", "erase_at", "self._redirect(last, pos)", _HASHED_AFTER_THE_MOVE, 3)),
    (TABLE, Break("swap-inverted", "D", "erase_at", "pos != last", "pos == last", 2)),
    (TABLE, Break("key-not-moved", "E", "erase_at", "self.key[pos] = self.key[last]", "pass", 3)),
    (TABLE, Break("chain-not-moved", "E", "erase_at", "self.chain[pos] = self.chain[last]", "pass", 4)),
    (TABLE, Break("chain-not-popped", "E", "erase_at", "self.chain.pop()", "pass", 2)),
    (TABLE, Break("grows-late", "C", "_append", "(pos + 1) * self.load_den", "pos * self.load_den", 2)),
    (TABLE, Break("grows-early", "C", "_append", "> self.load_num", ">= self.load_num", 4)),
    (
        TABLE,
        Break(
            "rehash-rounds-down",
            "C",
            "_least_buckets",
            "keys * load_den > load_num * buckets",
            "keys * load_den // load_num > buckets",
        ),
    ),
    (TABLE, Break("minimum-forgotten", "F", "_least_buckets", "buckets = self.min_buckets", "buckets = 1", 1)),
    (TABLE, Break("full-not-refused", "F", "_append", "pos == self.nil", "False")),
    (TABLE, Break("any-number-of-buckets", "F", "_least_buckets", "buckets > self.nil + 1", "False", 1)),
    (TABLE, Break("range-from-the-front", "G", "erase_range", "last - 1 - done", "first + done", 3)),
    (TABLE, Break("range-not-checked", "H", "erase_range", "check_range(first, last, len(self.key))", "pass", 1)),
    (
        TABLE,
        Break(
            "refused-load-stays",
            "H",
            "set_max_load",
            "load_ratio(max_load)",
            "self.load_num, self.load_den = load_ratio(max_load)",
        ),
    ),
    (TABLE, Break("position-bound-off-by-one", "K", "key_at", "len(self.key)", "len(self.key) + 1", 1)),
    (TABLE, Break("bucket-bound-off-by-one", "K", "bucket_size", "len(self.head)", "len(self.head) + 1", 1)),
    (TABLE, Break("clear-keeps-the-buckets", "M", "clear", "* self.min_buckets", "* len(self.head)", 2)),
    (TABLE, Break("rehash-never-shrinks", "M", "_resize", "!=", ">")),
    (TABLE, Break("reserve-forgets-the-keys", "M", "reserve", "count > keys", "count != keys")),
    (TABLE, Break("copy-shares-arrays", "M", "copy", "getattr(self, name).copy()", "getattr(self, name)", 1)),
    (TABLE, Break("swap-forgets-the-load", "M", "swap", "*NUMBERS, ", "", 2)),
    (MAP, Break("value-not-moved", "E", "_close_gap", "self.dense[pos] = self.dense[last]", "pass", 3)),
    (MAP, Break("value-not-popped", "E", "_close_gap", "self.dense.pop()", "pass", 2)),
    (MAP, Break("values-not-cleared", "E", "_close_all", "self.dense.clear()", "pass", 2)),
    (MAP, Break("value-kept", "A", "insert_or_assign", "self.dense[pos] = value", "pass", 2)),
    (
        MAP,
        Break(
            "node-before-value", "H", "try_emplace", "return self.insert(key, factory(*args))", _NODE_BEFORE_VALUE, 1
        ),
    ),
    (MAP, Break("equal-whatever-the-values", "A", "equals", "self.dense[pos] != other.dense[found]", "False", 2)),
    (SET, Break("there-twice", "A", "insert", "pos is not None", "False", 2)),
    (SET, Break("subset-is-equal", "C", "equals", "len(self.key) != len(other.key)", "False", 1)),
)


def broken_dense(owner: Refinement, change: Break) -> Refinement:
    """The dense map, or the dense set, as declared, with one method of its class or of the table broken."""
    broken = vars(apply(change, source_of(owner), owner.impl.__name__))[change.method]
    broken.__module__ = owner.impl.__module__  # the prover rebuilds what is in the project's own modules
    whole = DENSE_MAP if owner is TABLE else owner
    return with_changed_method(whole, change.method, broken)
