"""Breaks of the sparse set, the storage and the entity storage, one line each; letters as in `breaks.py`.

A method may be one that the class inherits: the broken class is a subclass with a method of its own.
"""

import inspect
import linecache
import textwrap
from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.proofs.entity_storage import ENTITY_STORAGE
from slotproof.proofs.sparse_set import SPARSE_SET
from slotproof.proofs.storage import STORAGE

from .breaks import Break, with_changed_method

SPARSE_SET_BREAKS: Final = (
    Break("generation-not-compared", "A", "_holds", "self.generation[slot] == handle.generation", "True", 2),
    Break("tombstone-not-refused", "A", "_holds", "handle.generation != self.tombstone", "True", 2),
    Break(
        "stamp-without-generation", "A", "_occupy", "self.stamp.append(handle.generation)", "self.stamp.append(0)", 1
    ),
    Break("hole-not-linked", "B", "_vacate", "self.meta[pos] = self.free_head", "pass", 2),
    Break("head-not-advanced", "B", "_occupy", "self.free_head = self.meta[pos]", "pass", 3),
    Break("holes-not-counted", "C", "_vacate", "self.holes += 1", "pass", 2),
    Break("moved-slot-not-fixed", "D", "_move", "self.sparse[slot] = target", "pass", 3),
    Break("last-moved-onto-itself", "D", "_vacate", "pos != last", "pos == last", 2),
    Break("moved-before-last-is-known", "D", "_vacate", "last = len(self.meta) - 1", "last = len(self.meta) - 2", 2),
    Break("exchange-fixes-one", "D", "_exchange", "self.sparse[slot] = second", "pass", 2),
    Break("stamp-not-exchanged", "E", "_exchange", "self.stamp[second] = generation", "pass", 3),
    Break("bump-forgets-the-stamp", "E", "bump", "self.stamp[self.sparse[slot]] = handle.generation", "pass", 2),
    Break("stale-cell", "E", "_vacate", "self.generation[slot] = self.tombstone", "pass", 2),
    Break("clear-skips-the-first", "G", "clear", "range(len(self.meta))", "range(1, len(self.meta))", 2),
    Break("clear-keeps-the-holes", "B", "clear", "self.holes = 0", "pass", 2),
    Break("compact-stops-early", "G", "compact", "self._end(end - 1)", "end - 1", 5),
    Break(
        "compact-takes-the-end", "D", "compact", "self._move(end - 1, hole)", "self._move(len(self.meta) - 1, hole)", 5
    ),
    Break("sort-as-moves-again", "G", "sort_as", "pos < stop", "True", 2),
    Break(
        "sort-not-stable",
        "G",
        "sort",
        "comes_after(self._key(first), self._key(second))",
        "not comes_after(self._key(second), self._key(first))",
        2,
    ),
    Break("half-a-bulk", "H", "push_items", "self._check_new(handles)", "pass", 1),
    Break(
        "appended-before-refused",
        "H",
        "_occupy",
        "if self._names(slot):",
        "if self._names(slot) and self.meta.append(slot) is None:",
        2,
    ),
    Break("page-not-assured", "K", "_assure", "self.pages[page] = 1", "pass", 1),
    Break("page-off-by-one", "K", "_assure", "len(self.pages) <= page", "len(self.pages) < page", 1),
    Break("shrink-keeps-positions-only", "K", "shrink", "self.meta[pos] // self.page", "pos // self.page", 2),
    Break("slot-bound-off-by-one", "K", "_holds", "slot < len(self.generation)", "slot <= len(self.generation)", 1),
    Break("slot-minus-one", "K", "_holds", "0 <= slot", "-1 <= slot", 1),
    Break("copy-shares-arrays", "M", "copy", "getattr(self, name).copy()", "getattr(self, name)", 1),
    Break("swap-forgets-numbers", "M", "swap", "self.ARRAYS + self.NUMBERS + self.FLAGS", "self.ARRAYS", 1),
)

STORAGE_BREAKS: Final = (
    Break("value-not-moved", "E", "_move", "self.dense[target] = self.dense[origin]", "pass", 2),
    Break("value-not-popped", "E", "_pop", "self.dense.pop()", "pass", 1),
    Break("value-not-exchanged", "E", "_exchange", "self.dense[second] = value", "pass", 2),
    Break("values-not-cleared", "E", "_drop_all", "self.dense.clear()", "pass", 2),
    Break("hole-keeps-its-value", "E", "emplace", "self.dense[pos] = value", "pass", 3),
    Break("half-a-bulk", "H", "emplace_items", "self._check_new(map(handle_of, items))", "pass", 1),
    Break("value-by-slot", "D", "get", "self.dense[self.index(handle)]", "self.dense[handle.slot]", 1),
    Break("patch-of-the-last", "D", "patch", "self.dense[pos] = value", "self.dense[-1] = value", 2),
    Break("sorts-by-position", "D", "_key", "self.dense[pos]", "pos", 3),
    Break("room-off-by-one", "K", "emplace", "pos >= self.room", "pos > self.room", 1),
    Break("shrink-rounds-down", "K", "_whole_pages", "count + self.value_page - 1", "count", 1),
)

ENTITY_STORAGE_BREAKS: Final = (
    Break("generation-not-bumped", "A", "_end", "self.generation[slot] + 1", "self.generation[slot]", 2),
    Break("tombstone-issued", "A", "_end", "generation == self.tombstone", "generation > self.tombstone", 6),
    Break("retire-ignored", "A", "_end", "if self.retire:", "if False:", 6),
    Break("dead-is-valid", "A", "is_valid", "self.sparse[handle.slot] < self.live", "True", 3),
    Break("stale-hint-granted", "A", "_grants", "not self.retire or generation >= self.generation[slot]", "True", 3),
    Break("live-hint-granted", "A", "_grants", "pos < self.live or pos >= self.usable", "pos >= self.usable", 2),
    Break("hint-keeps-the-old-generation", "E", "create_at", "self.stamp[pos] = hint.generation", "pass", 3),
    Break("stamp-not-bumped", "E", "_end", "self.stamp[self.live] = generation", "pass", 2),
    Break(
        "bumped-in-the-old-place", "D", "_end", "self.stamp[self.live] = generation", "self.stamp[pos] = generation", 3
    ),
    Break("recycles-the-oldest", "B", "create", "self._enliven(self.live)", "self._enliven(self.usable - 1)", 5),
    Break("known-slot-issued-again", "A", "create", "self._names(slot)", "False", 2),
    Break("used-up-stays-usable", "B", "_end", "self.usable -= 1", "pass", 6),
    Break("used-up-before-the-cut", "B", "_introduce", "self._exchange(pos, self.usable)", "pass", 7),
    Break("clear-leaves-one", "G", "clear", "self.live > 0", "self.live > 1", 2),
    Break("full-too-late", "F", "create", "if slot == self.nil:", "if slot > self.nil:", 4),
    Break("room-counts-hints-twice", "C", "room", "slot >= self.next_slot", "slot > self.next_slot", 2),
    Break("half-a-bulk", "H", "create_items", "count > self.room()", "False", 1),
    Break("half-an-end", "H", "destroy_items", "if handle.slot in named:", "if False:", 2),
    Break("destroyed-to-the-tombstone", "A", "destroy_to", "if generation == self.tombstone:", "if False:", 2),
    Break("destroyed-to-one-stamp", "E", "destroy_to", "self.stamp[self.live]", "self.stamp[pos]", 3),
    Break("chosen-again", "A", "_check_free", "handle.generation + 1", "handle.generation", 2),
    Break("bumped-without-a-stamp", "E", "bump", "self.stamp[pos] = generation", "pass", 2),
    Break("sorts-the-dead", "C", "_sortable", "self.live", "len(self.meta)", 2),
    Break("sort-moves-one", "D", "_sort", "pos += 1", "break", 3),
    Break("sort-by-falls", "G", "sort_by", "key(self.entity_at(first)) >", "key(self.entity_at(first)) <", 2),
    Break("sort-as-moves-again", "G", "sort_as", "pos < stop", "True", 2),
    Break("reset-keeps-the-cells", "M", "reset", "self.generation[slot] = self.tombstone", "pass", 2),
)

PROVED: Final = (
    (SPARSE_SET, "generation-not-compared", "contains"),
    (SPARSE_SET, "hole-not-linked", "erase"),
    (ENTITY_STORAGE, "dead-is-valid", "is_valid"),
    (STORAGE, "value-by-slot", "get"),
)
"""Breaks that the proof of an operation must find."""

BREAKS: Final = (
    *((SPARSE_SET, change) for change in SPARSE_SET_BREAKS),
    *((STORAGE, change) for change in STORAGE_BREAKS),
    *((ENTITY_STORAGE, change) for change in ENTITY_STORAGE_BREAKS),
)


def broken(refinement: Refinement, change: Break) -> Refinement:
    """The container as declared, with a subclass of its arrays in which one method is broken."""
    return with_changed_method(refinement, change.method, _changed(getattr(refinement.impl, change.method), change))


def _changed(function: Callable[..., Any], change: Break) -> Callable[..., Any]:
    """The function with the change made, in the globals of the original."""
    text = textwrap.dedent(inspect.getsource(function))
    if text.count(change.old) != 1:
        raise LookupError(f"{change.id}: {change.old!r} is {text.count(change.old)} times in {change.method}")
    path = f"<{function.__qualname__}: {change.id}>"
    text = "from __future__ import annotations\n" + text.replace(change.old, change.new)
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    names: dict[str, Any] = {}
    exec(compile(text, path, "exec"), function.__globals__, names)
    made: Callable[..., Any] = names[change.method]
    return made
