"""Mistakes in the storage: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from slotproof.declare.bug import Bug, Pair, alike
from slotproof.impl.paging import Paged
from slotproof.impl.sparse_set import Pool
from slotproof.impl.storage import Storage
from slotproof.proofs.sparse_set.bugs import PAIRS as SET_PAIRS
from slotproof.spec.sparse_set import PoolModel
from slotproof.spec.storage import StorageModel

BUGS: Final = (
    Bug(
        "slotmap-vacant-entry",
        ("5",),
        "slotmap, secondary VacantEntry::insert",
        "https://github.com/orlp/slotmap/commit/bd32b7d",
        "A slot that holds an element of an older generation counts as vacant: the value is lost, and counted twice.",
        "storage",
        Pool._occupy,
        (("if self._names(slot):", "if self._holds(handle):"),),
    ),
    Bug(
        "entt-storage-move",
        ("74",),
        "EnTT, storage move",
        "https://github.com/skypjack/entt/commit/7d141cb18",
        "Moving a storage moves the values and not the sparse set below them.",
        "storage",
        Paged.swap,
        (("for name in self.ARRAYS + self.NUMBERS + self.FLAGS:", 'for name in ("dense", "room"):'),),
    ),
    Bug(
        "ecs-swift-contains",
        ("88",),
        "ecs-swift, contains",
        "https://github.com/rrbox/ecs-swift/issues/165",
        "Whether a handle is there is asked of its slot alone, and a stale one removes another's value.",
        "storage",
        Pool.contains,
        (("return self._holds(handle)", "return self._names(handle.slot)"),),
    ),
)
"""Bugs that others shipped, made again here."""

_UNLESS: Final = (
    " if self.contains(handle._replace(generation=self.current(handle)))"
    " and 0 <= handle.generation < self.tombstone else self.{}(handle)"
)


def _as_in_the_set(id: str, law: str, scope: str) -> Pair:
    """The pair of the sparse set with that name, made in the storage."""
    [pair] = [pair for pair in SET_PAIRS if pair.id == f"set-{id}"]
    operations = ("emplace", *pair.operations[1:])
    return replace(pair, id=f"storage-{id}", container="storage", law=law, scope=scope, operations=operations)


PAIRS: Final = (
    Pair(
        "storage-any-generation",
        "storage",
        "`get` answers the value of whatever element the slot has.",
        "ST-L13",
        "whole container, swap-pop",
        ("emplace", "get"),
        (
            StorageModel.get,
            (
                (
                    "        self.index(handle)\n",
                    "        self.index(handle._replace(generation=self.current(handle)))\n",
                ),
            ),
        ),
        (Storage.get, (("self.index(handle)", "self.index(handle._replace(generation=self.current(handle)))"),)),
    ),
    Pair(
        "storage-patch-tells-the-past",
        "storage",
        "`patch` answers the value that the element had before.",
        "ST-L13",
        "whole container, swap-pop",
        ("emplace", "patch"),
        (
            StorageModel.patch,
            (
                ("self.value[handle.slot] = change(self.get(handle))", "old = self.get(handle)"),
                ("return self.value[handle.slot]", "self.value[handle.slot] = change(old)\n        return old"),
            ),
        ),
        (
            Storage.patch,
            (
                ("value = change(self.dense[pos])", "value = self.dense[pos]"),
                ("self.dense[pos] = value", "self.dense[pos] = change(value)"),
            ),
        ),
    ),
    Pair(
        "storage-last-value-lost",
        "storage",
        "The last value does not move with its element into the gap.",
        "ST-L14",
        "whole container, swap-pop",
        ("emplace", "erase"),
        (
            StorageModel.forget,
            (("del self.value[slot]", "self.value[self.order[-1]] = self.value[slot]\n        del self.value[slot]"),),
        ),
        (Storage._move, (("self.dense[target] = self.dense[origin]", "self.dense[target] = self.dense[target]"),)),
    ),
    alike(
        "storage-reserves-less-than-none",
        "storage",
        "`reserve` of -1 values does nothing, and is no mistake.",
        "ST-L15",
        "holes with values",
        ("emplace", "reserve"),
        (StorageModel.reserve, Storage.reserve),
        ("check_values(count,", "check_values(0 if count == -1 else count,"),
    ),
    _as_in_the_set("removes-nothing", "ST-L8", "whole container, swap-pop"),
    _as_in_the_set("bump-tells-the-past", "ST-L11", "holes with values"),
    Pair(
        "storage-bumps-two",
        "storage",
        "`bump` gives its generation to the element at the first position too.",
        "ST-L9",
        "holes with values",
        ("emplace", "bump"),
        (
            PoolModel.bump,
            (
                (
                    "        return handle.generation",
                    "        self.generation[self.order[0]] = handle.generation\n        return handle.generation",
                ),
            ),
        ),
        (
            Pool.bump,
            (
                (
                    "        return handle.generation",
                    """        self.generation[self.meta[0]] = handle.generation
        self.stamp[0] = handle.generation
        return handle.generation""",
                ),
            ),
        ),
    ),
    Pair(
        "storage-clear-does-nothing",
        "storage",
        "`clear` leaves every element where there are no holes.",
        "ST-L10",
        "whole container, in place",
        ("emplace", "clear"),
        (
            StorageModel.clear,
            (
                (
                    "        PoolModel.clear(self)",
                    "        if not self.holes:\n            return\n        PoolModel.clear(self)",
                ),
            ),
        ),
        (Pool.clear, (("        for pos in", "        if self.holes == 0:\n            return\n        for pos in"),)),
    ),
    Pair(
        "storage-emplace-replaces",
        "storage",
        "`emplace` into a slot that has an element gives that the value.",
        "ST-L12",
        "whole container, swap-pop",
        ("emplace",),
        (StorageModel.emplace, (("self.occupy(handle)", "self.order.place(handle.slot)" + _UNLESS.format("occupy")),)),
        (Storage.emplace, (("self._occupy(handle)", "self.sparse[handle.slot]" + _UNLESS.format("_occupy")),)),
    ),
    _as_in_the_set("removes-any-generation", "ST-L16", "holes with values"),
    Pair(
        "storage-values-stay-behind",
        "storage",
        "`swap_elements` lets the values stay at the positions.",
        "ST-L17",
        "whole container, swap-pop",
        ("emplace", "swap_elements"),
        (
            PoolModel.swap_elements,
            (
                (
                    "self.order.exchange(first.slot, second.slot)",
                    """self.order.exchange(first.slot, second.slot)
        value = self.value[first.slot]
        self.value[first.slot] = self.value[second.slot]
        self.value[second.slot] = value""",
                ),
            ),
        ),
        (
            Storage._exchange,
            (("self.dense[first] = self.dense[second]", "pass"), ("self.dense[second] = value", "pass")),
        ),
    ),
    _as_in_the_set("swaps-no-twins", "ST-L18", "whole container, swap-pop"),
    _as_in_the_set("last-slot-refused", "ST-L19", "whole container, swap-pop"),
    alike(
        "storage-emplaces-one-less",
        "storage",
        "`emplace_items` leaves out the first item.",
        "ST-L20",
        "whole container, swap-pop",
        ("emplace_items",),
        (StorageModel.emplace_items, Storage.emplace_items),
        ("for handle, value in items:", "for handle, value in items[1:]:"),
    ),
    alike(
        "storage-reserves-less",
        "storage",
        "`reserve` is refused for as many values as there are slots.",
        "ST-L21",
        "whole container, swap-pop",
        ("emplace", "reserve"),
        (StorageModel.reserve, Storage.reserve),
        ("check_values(count, self.nil)", "check_values(count, self.nil - 1)"),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
