"""Bugs of sparse sets and component storages, made again in the sparse set and the storage."""

from __future__ import annotations

from typing import Final

from slotproof.impl.paging import Paged
from slotproof.impl.sparse_set import Pool
from slotproof.proofs.corpus_entry import Bug

SET: Final = "sparse_set"
STORAGE: Final = "storage"

BUGS: Final = (
    Bug(
        "slotmap-stale-link",
        ("1", "2"),
        "slotmap, HopSlotMap::drain and retain",
        "https://github.com/orlp/slotmap/issues/69",
        "A walk over free blocks reads the link of one after the removal has overwritten it.",
        SET,
        Pool.compact,
        (("            following = self.meta[hole]\n", ""), ("hole = following", "hole = self.meta[hole]")),
        also=("https://github.com/orlp/slotmap/commit/5338288",),
    ),
    Bug(
        "slotmap-vacant-entry",
        ("5",),
        "slotmap, secondary VacantEntry::insert",
        "https://github.com/orlp/slotmap/commit/bd32b7d",
        "A slot that holds an element of an older generation counts as vacant: the value is lost, and counted twice.",
        STORAGE,
        Pool._occupy,
        (("if self._names(slot):", "if self._holds(handle):"),),
    ),
    Bug(
        "generational-arena-retain",
        ("13",),
        "generational-arena, retain",
        "https://github.com/fitzgen/generational-arena/pull/28",
        "A loop over the positions ends at the number of elements: what stands above a hole is never visited.",
        SET,
        Pool.clear,
        (("range(len(self.meta))", "range(self.size())"),),
    ),
    Bug(
        "simple-slab-one-past-the-end",
        ("22",),
        "simple-slab, remove",
        "https://github.com/nathansizemore/simple-slab/issues/2",
        "A removal copies from one past the end.",
        SET,
        Pool._vacate,
        (("last = len(self.meta) - 1", "last = len(self.meta)"),),
    ),
    Bug(
        "petgraph-reverse",
        ("31",),
        "petgraph, StableGraph::reverse",
        "https://github.com/petgraph/petgraph/pull/890",
        "An operation rearranges fields that the freelist uses too, and scrambles it.",
        SET,
        Pool.sort,
        (("self._check_contiguous()", "pass"),),
    ),
    Bug(
        "petgraph-slot-before-check",
        ("32",),
        "petgraph, try_add_edge",
        "https://github.com/petgraph/petgraph/pull/1047",
        "A free slot is taken before the arguments are checked, and lost if they are refused.",
        SET,
        Pool._occupy,
        (
            (
                "if self._names(slot):\n",
                (
                    "if self._names(slot):\n"
                    "            if self.holes > 0:\n"
                    "                self.free_head = self.meta[self.free_head]\n"
                    "                self.holes -= 1\n"
                ),
            ),
        ),
    ),
    Bug(
        "hecs-cursor-not-truncated",
        ("38",),
        "hecs, spawn_column_batch",
        "https://github.com/Ralith/hecs/commit/8f6af23",
        "The list of free entries is emptied, and not their count: the next insertion follows a link that is gone.",
        SET,
        Pool.clear,
        (("self.holes = 0", "pass"),),
    ),
    Bug(
        "flecs-stale-remove",
        ("55",),
        "flecs, sparse remove",
        "https://github.com/SanderMertens/flecs/pull/2243",
        "A handle of an old generation reads and removes what its slot holds now.",
        SET,
        Paged._holds,
        (("self.generation[slot] == handle.generation", "self.generation[slot] != self.tombstone"),),
    ),
    Bug(
        "sparseset-remove-last",
        ("65",),
        "bombela/sparseset, remove",
        "https://github.com/bombela/sparseset/issues/1",
        "The last element is dropped before what stands at its position is read again.",
        SET,
        Pool._vacate,
        (
            (
                "if pos != last:\n                self._move(last, pos)\n            self._pop()",
                (
                    "self.meta[pos], self.stamp[pos] = self.meta[last], self.stamp[last]\n"
                    "            self._pop()\n"
                    "            self.sparse[self.meta[pos]] = pos"
                ),
            ),
        ),
    ),
    Bug(
        "entt-page-of-a-tombstone",
        ("67",),
        "EnTT, sparse_set",
        "https://github.com/skypjack/entt/issues/746",
        "Where an element goes into a hole, the page of its slot is taken to exist.",
        SET,
        Pool._occupy,
        (("self._assure(slot)", "if self.holes == 0:\n            self._assure(slot)"),),
    ),
    Bug(
        "entt-cell-before-element",
        ("68",),
        "EnTT, sparse_set emplace",
        "https://github.com/skypjack/entt/commit/40aabe76c",
        "The cell is written before the step that may fail: the set claims an element that it does not hold.",
        SET,
        Pool._occupy,
        (("raise Exists(", "self.generation[slot] = handle.generation\n            raise Exists("),),
    ),
    Bug(
        "entt-range-of-another-set",
        ("70",),
        "EnTT, erase of a range",
        "https://github.com/skypjack/entt/issues/913",
        "Erasing what another range names takes places in that range for positions in this set.",
        SET,
        Pool.erase_items,
        (
            (
                "for handle in handles:\n            self.erase(handle)",
                "for pos in range(len(handles) - 1, -1, -1):\n            self._vacate(pos)",
            ),
        ),
    ),
    Bug(
        "entt-clear-skips-the-first",
        ("71",),
        "EnTT, sparse_set clear_all",
        "https://github.com/skypjack/entt/commit/f3cd9d374",
        "The condition of the loop leaves out the element at position 0.",
        SET,
        Pool.clear,
        (("range(len(self.meta))", "range(1, len(self.meta))"),),
    ),
    Bug(
        "entt-storage-move",
        ("74",),
        "EnTT, storage move",
        "https://github.com/skypjack/entt/commit/7d141cb18",
        "Moving a storage moves the values and not the sparse set below them.",
        STORAGE,
        Paged.swap,
        (("for name in self.ARRAYS + self.NUMBERS + self.FLAGS:", 'for name in ("dense", "room"):'),),
    ),
    Bug(
        "shipyard-sort",
        ("82",),
        "shipyard, sort",
        "https://github.com/leudz/shipyard/pull/238",
        "Sorting permutes the elements and not the array that runs beside them.",
        SET,
        Paged._exchange,
        (
            ("        self.stamp[first] = self.stamp[second]\n", ""),
            ("        self.stamp[second] = generation\n", ""),
        ),
    ),
    Bug(
        "shipyard-clear",
        ("83",),
        "shipyard, clear and drain",
        "https://github.com/leudz/shipyard/pull/216",
        "Clearing forgets an array that runs beside the elements.",
        SET,
        Pool._drop_all,
        (("self.stamp.clear()", "pass"),),
    ),
    Bug(
        "ecs-swift-contains",
        ("88",),
        "ecs-swift, contains",
        "https://github.com/rrbox/ecs-swift/issues/165",
        "Whether a handle is there is asked of its slot alone, and a stale one removes another's value.",
        STORAGE,
        Pool.contains,
        (("return self._holds(handle)", "return self._names(handle.slot)"),),
    ),
    Bug(
        "evenio-despawn",
        ("89",),
        "evenio, despawn",
        "https://github.com/rj00a/evenio/pull/32",
        "The element that moves into the gap keeps its old location.",
        SET,
        Pool._move,
        (("self.sparse[slot] = target", "pass"),),
    ),
    Bug(
        "defaultecs-full-array",
        ("91",),
        "DefaultEcs, EntitySortedSet.Remove",
        "https://github.com/Doraku/DefaultEcs/pull/159",
        "Off by one, and only if the array is completely full.",
        SET,
        Pool._vacate,
        (("if pos != last:", "if pos != last and len(self.meta) < self.nil:"),),
    ),
    Bug(
        "archimedes-wrong-id",
        ("92",),
        "archimedes, EntityPool",
        "https://github.com/AGH-Code-Industry/archimedes/pull/119",
        "The swap of a removal goes by the id that was given, where that of the moved element is meant.",
        SET,
        Pool._move,
        (("self.sparse[slot] = target", "self.sparse[self.meta[len(self.meta) - 2]] = target"),),
    ),
)
