"""Pairs of mistakes in containers of handles and pools."""

from __future__ import annotations

from typing import Final

from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.registry import Registry
from slotproof.impl.sparse_set import Pool
from slotproof.impl.storage import Storage
from slotproof.impl.typed_store import TypedStore
from slotproof.proofs.corpus_pair import NO, Pair, alike
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.handle_map import HandleMapModel
from slotproof.spec.registry import RegistryModel
from slotproof.spec.sparse_set import PoolModel
from slotproof.spec.storage import StorageModel
from slotproof.spec.typed_store import TypedStoreModel

PAIRS: Final = (
    alike(
        "map-erases-the-dead",
        "handle_map",
        "`erase` says that it dropped a value when the handle had ended, and changes nothing.",
        "HM-L11",
        "retire, fifo",
        ("insert", "erase"),
        (HandleMapModel.erase, HandleMap.erase),
        NO,
    ),
    Pair(
        "map-any-generation",
        "handle_map",
        "A handle that has ended is answered for by the value that has its slot now.",
        "HM-L11",
        "retire, fifo",
        ("insert", "erase", "get", "is_valid"),
        (
            HandleMapModel.is_valid,
            (("            and handle.generation == self.generation[handle.slot]\n", ""),),
        ),
        (HandleMap.is_valid, (("            and self.generation[slot] == handle.generation\n", ""),)),
    ),
    Pair(
        "map-last-value-lost",
        "handle_map",
        "The last value does not move into the gap: its handle names the value that was erased.",
        "HM-L12",
        "retire, fifo",
        ("insert", "erase"),
        (
            HandleMapModel.erase,
            (("del self.value[slot]", "self.value[self.order[-1]] = self.value[slot]\n        del self.value[slot]"),),
        ),
        (HandleMap.erase, (("            self.dense[pos] = self.dense[last]\n", ""),)),
    ),
    alike(
        "map-full-early",
        "handle_map",
        "`insert` is refused while one index is left.",
        "HM-L13",
        "retire, fifo",
        ("insert", "erase"),
        (HandleMapModel.insert, HandleMap.insert),
        (
            "            if slot == self.nil:\n                raise",
            "            if slot + 1 == self.nil:\n                raise",
        ),
    ),
    Pair(
        "map-clear-ends-nothing",
        "handle_map",
        "`clear` leaves generations as they are: under `wrap`, what is issued next has an old handle.",
        "HM-L14",
        "wrap, fifo",
        ("insert", "clear"),
        (HandleMapModel.clear, (("self.after(generation)", "generation"),)),
        (
            HandleMap.clear,
            (
                (
                    "usable = self._bump(slot)",
                    """self.free[slot] = 1
                self.sparse[slot] = self.nil
                usable = True""",
                ),
            ),
        ),
    ),
    alike(
        "set-removes-nothing",
        "sparse_set",
        "`remove` says that a handle was there that was no element, and changes nothing.",
        "SS-L5",
        "swap-pop",
        ("push", "remove"),
        (PoolModel.remove, Pool.remove),
        NO,
    ),
    Pair(
        "set-any-generation",
        "sparse_set",
        "A handle of an older generation counts as an element while its slot has one.",
        "SS-L5",
        "swap-pop",
        ("push", "contains"),
        (PoolModel.contains, (("self.holds(handle)", "self.current(handle) != self.tombstone"),)),
        (Pool.contains, (("self._holds(handle)", "self.current(handle) != self.tombstone"),)),
    ),
    Pair(
        "set-erases-two",
        "sparse_set",
        "The element that leaves the last position is lost with the erased one.",
        "SS-L6",
        "swap-pop",
        ("push", "erase"),
        (
            PoolModel.vacate,
            (
                (
                    "self.order.swap_remove(slot)",
                    """self.order.swap_remove(slot)
            if len(self.order) > 0:
                self.forget(self.order.pop())""",
                ),
            ),
        ),
        (
            Pool._vacate,
            (
                (
                    "self._pop()",
                    """self._pop()
            if len(self.meta) > 0:
                self.sparse[self.meta[-1]] = self.nil
                self.generation[self.meta[-1]] = self.tombstone
                self._pop()""",
                ),
            ),
        ),
    ),
    Pair(
        "set-clear-does-nothing",
        "sparse_set",
        "`clear` leaves every element where there are no holes.",
        "SS-L7",
        "whole container, in place",
        ("push", "clear"),
        (
            PoolModel.clear,
            (
                (
                    "        self.generation = {}\n",
                    "        if not self.holes:\n            return\n        self.generation = {}\n",
                ),
            ),
        ),
        (Pool.clear, (("        for pos in", "        if self.holes == 0:\n            return\n        for pos in"),)),
    ),
    Pair(
        "set-bump-tells-the-past",
        "sparse_set",
        "`bump` answers the generation that the element had before.",
        "SS-L8",
        "swap-pop",
        ("push", "bump"),
        (
            PoolModel.bump,
            (
                (
                    "        self.generation[handle.slot] = handle.generation\n        return handle.generation",
                    """        old = self.generation[handle.slot]
        self.generation[handle.slot] = handle.generation
        return old""",
                ),
            ),
        ),
        (
            Pool.bump,
            (
                (
                    "        self.generation[slot] = handle.generation\n",
                    "        old = self.generation[slot]\n        self.generation[slot] = handle.generation\n",
                ),
                ("        return handle.generation", "        return old"),
            ),
        ),
    ),
    Pair(
        "set-push-finds",
        "sparse_set",
        "`push` into a slot that has an element answers where that stands, whatever its generation is.",
        "SS-L9",
        "swap-pop",
        ("push",),
        (PoolModel.occupy, (('raise Exists(f"slot {shown(slot)} has an element")', "return self.order.place(slot)"),)),
        (Pool._occupy, (('raise Exists(f"slot {shown(slot)} has an element")', "return self.sparse[slot]"),)),
    ),
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
    Pair(
        "entities-dead-are-valid",
        "entity_storage",
        "A handle that is to be issued next is valid already.",
        "ES-L7",
        "whole container, wrap",
        ("create", "clear", "is_valid"),
        (EntityStorageModel.is_valid, ((" and self.order.place(handle.slot) < self.live", ""),)),
        (EntityStorage.is_valid, ((" and self.sparse[handle.slot] < self.live", ""),)),
    ),
    Pair(
        "entities-full-early",
        "entity_storage",
        "`create` is refused while one slot is left.",
        "ES-L8",
        "whole container, wrap",
        ("create", "destroy"),
        (EntityStorageModel.new_slot, (("slot == self.nil", "slot + 1 == self.nil"),)),
        (EntityStorage.create, (("slot == self.nil", "slot + 1 == self.nil"),)),
    ),
    Pair(
        "entities-destroy-tells-the-past",
        "entity_storage",
        "`destroy` answers the generation that has ended.",
        "ES-L7",
        "wrap",
        ("create", "destroy"),
        (
            EntityStorageModel.destroy,
            (("return self.end(handle.slot)", "self.end(handle.slot)\n        return handle.generation"),),
        ),
        (
            EntityStorage.destroy,
            (
                (
                    "return self._end(self.index(handle))",
                    "self._end(self.index(handle))\n        return handle.generation",
                ),
            ),
        ),
    ),
    Pair(
        "registry-removes-nothing",
        "registry",
        "`remove` says that an entity had a value that it had not.",
        "RG-L6",
        "values",
        ("create", "emplace", "remove"),
        (RegistryModel.remove, (NO,)),
        (Registry.remove, (NO,)),
    ),
    Pair(
        "registry-any-generation",
        "registry",
        "A handle is valid while its slot was ever issued.",
        "RG-L7",
        "no pool",
        ("create", "destroy", "is_valid"),
        (
            RegistryModel.is_valid,
            (("self.entities.is_valid(handle)", "self.entities.current(handle) != self.entities.tombstone"),),
        ),
        (
            Registry.is_valid,
            (("self.entities.is_valid(handle)", "self.entities.current(handle) != self.entities.tombstone"),),
        ),
    ),
    Pair(
        "registry-emplace-finds",
        "registry",
        "`emplace` for an entity that has a value leaves it, and says nothing.",
        "RG-L8",
        "values",
        ("create", "emplace"),
        (RegistryModel.emplace, (('raise Exists(f"{shown(handle)} has a value in pool {shown(pool)}")', "return"),)),
        (Registry.emplace, (('raise Exists(f"{shown(handle)} has a value in pool {shown(pool)}")', "return"),)),
    ),
    Pair(
        "store-erases-unknown-types",
        "typed_store",
        "`erase` says that it dropped a value of a type that there is none of.",
        "TS-L6",
        "two types",
        ("insert", "erase"),
        (TypedStoreModel.erase, (("handle.type_id in self.maps and", "handle.type_id not in self.maps or"),)),
        (TypedStore.erase, (("self._knows(handle) and", "not self._knows(handle) or"),)),
    ),
    Pair(
        "store-clears-one-type",
        "typed_store",
        "`clear` ends the handles of the first type alone.",
        "TS-L7",
        "two types",
        ("insert", "clear"),
        (TypedStoreModel.clear, (("range(len(self.maps))", "range(1)"),)),
        (TypedStore.clear, (("in self.maps:", "in self.maps[:1]:"),)),
    ),
)
