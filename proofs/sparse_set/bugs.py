"""Mistakes in the sparse set: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import NO, Bug, Pair, alike
from slotproof.impl.paging import Paged
from slotproof.impl.sparse_set import Pool, SparseSet
from slotproof.spec.paging import PagedModel
from slotproof.spec.sparse_set import PoolModel, SparseSetModel

BUGS: Final = (
    Bug(
        "slotmap-stale-link",
        ("1", "2"),
        "slotmap, HopSlotMap::drain and retain",
        "https://github.com/orlp/slotmap/issues/69",
        "A walk over free blocks reads the link of one after the removal has overwritten it.",
        "sparse_set",
        Pool.compact,
        (("            following = self.meta[hole]\n", ""), ("hole = following", "hole = self.meta[hole]")),
        also=("https://github.com/orlp/slotmap/commit/5338288",),
    ),
    Bug(
        "generational-arena-retain",
        ("13",),
        "generational-arena, retain",
        "https://github.com/fitzgen/generational-arena/pull/28",
        "A loop over the positions ends at the number of elements: what stands above a hole is never visited.",
        "sparse_set",
        Pool.clear,
        (("range(len(self.meta))", "range(self.size())"),),
    ),
    Bug(
        "simple-slab-one-past-the-end",
        ("22",),
        "simple-slab, remove",
        "https://github.com/nathansizemore/simple-slab/issues/2",
        "A removal copies from one past the end.",
        "sparse_set",
        Pool._vacate,
        (("last = len(self.meta) - 1", "last = len(self.meta)"),),
    ),
    Bug(
        "petgraph-reverse",
        ("31",),
        "petgraph, StableGraph::reverse",
        "https://github.com/petgraph/petgraph/pull/890",
        "An operation rearranges fields that the freelist uses too, and scrambles it.",
        "sparse_set",
        Pool._sortable,
        (("if self.holes > 0:", "if False:"),),
    ),
    Bug(
        "petgraph-slot-before-check",
        ("32",),
        "petgraph, try_add_edge",
        "https://github.com/petgraph/petgraph/pull/1047",
        "A free slot is taken before the arguments are checked, and lost if they are refused.",
        "sparse_set",
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
        "sparse_set",
        Pool.clear,
        (("self.holes = 0", "pass"),),
    ),
    Bug(
        "flecs-stale-remove",
        ("55",),
        "flecs, sparse remove",
        "https://github.com/SanderMertens/flecs/pull/2243",
        "A handle of an old generation reads and removes what its slot holds now.",
        "sparse_set",
        Paged._holds,
        (("self.generation[slot] == handle.generation", "self.generation[slot] != self.tombstone"),),
    ),
    Bug(
        "sparseset-remove-last",
        ("65",),
        "bombela/sparseset, remove",
        "https://github.com/bombela/sparseset/issues/1",
        "The last element is dropped before what stands at its position is read again.",
        "sparse_set",
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
        "sparse_set",
        Pool._occupy,
        (("self._assure(slot)", "if self.holes == 0:\n            self._assure(slot)"),),
    ),
    Bug(
        "entt-cell-before-element",
        ("68",),
        "EnTT, sparse_set emplace",
        "https://github.com/skypjack/entt/commit/40aabe76c",
        "The cell is written before the step that may fail: the set claims an element that it does not hold.",
        "sparse_set",
        Pool._occupy,
        (("raise Exists(", "self.generation[slot] = handle.generation\n            raise Exists("),),
    ),
    Bug(
        "entt-range-of-another-set",
        ("70",),
        "EnTT, erase of a range",
        "https://github.com/skypjack/entt/issues/913",
        "Erasing what another range names takes places in that range for positions in this set.",
        "sparse_set",
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
        "sparse_set",
        Pool.clear,
        (("range(len(self.meta))", "range(1, len(self.meta))"),),
    ),
    Bug(
        "shipyard-sort",
        ("82",),
        "shipyard, sort",
        "https://github.com/leudz/shipyard/pull/238",
        "Sorting permutes the elements and not the array that runs beside them.",
        "sparse_set",
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
        "sparse_set",
        Pool._drop_all,
        (("self.stamp.clear()", "pass"),),
    ),
    Bug(
        "evenio-despawn",
        ("89",),
        "evenio, despawn",
        "https://github.com/rj00a/evenio/pull/32",
        "The element that moves into the gap keeps its old location.",
        "sparse_set",
        Pool._move,
        (("self.sparse[slot] = target", "pass"),),
    ),
    Bug(
        "defaultecs-full-array",
        ("91",),
        "DefaultEcs, EntitySortedSet.Remove",
        "https://github.com/Doraku/DefaultEcs/pull/159",
        "Off by one, and only if the array is completely full.",
        "sparse_set",
        Pool._vacate,
        (("if pos != last:", "if pos != last and len(self.meta) < self.nil:"),),
    ),
    Bug(
        "archimedes-wrong-id",
        ("92",),
        "archimedes, EntityPool",
        "https://github.com/AGH-Code-Industry/archimedes/pull/119",
        "The swap of a removal goes by the id that was given, where that of the moved element is meant.",
        "sparse_set",
        Pool._move,
        (("self.sparse[slot] = target", "self.sparse[self.meta[len(self.meta) - 2]] = target"),),
    ),
)
"""Bugs that others shipped, made again here."""

EXCHANGED: Final = "self.generation[first.slot], self.generation[second.slot] = second.generation, first.generation"
IMPL_EXCHANGED: Final = f"""self._exchange(pos, other)
            {EXCHANGED}
            self.stamp[pos], self.stamp[other] = self.stamp[other], self.stamp[pos]"""

PAIRS: Final = (
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
    alike(
        "set-sorts-any-number",
        "sparse_set",
        "`sort` takes an empty tuple for no limit.",
        "SS-L10",
        "swap-pop",
        ("push", "sort"),
        (PagedModel.sort, Paged._sort),
        ("check_count(count,", "check_count(None if count == () else count,"),
    ),
    alike(
        "set-removes-any-generation",
        "sparse_set",
        "`remove_items` takes out whatever element the slot of a handle has.",
        "SS-L11",
        "swap-pop",
        ("push", "remove_items"),
        (PoolModel.remove_items, Pool.remove_items),
        ("self.remove(handle)", "self.remove(handle._replace(generation=self.current(handle)))"),
    ),
    Pair(
        "set-exchanges-generations",
        "sparse_set",
        "`swap_elements` lets the generations stay at the positions.",
        "SS-L12",
        "swap-pop",
        ("push", "swap_elements"),
        (
            PoolModel.swap_elements,
            (
                (
                    "self.order.exchange(first.slot, second.slot)",
                    f"self.order.exchange(first.slot, second.slot)\n        {EXCHANGED}",
                ),
            ),
        ),
        (Pool.swap_elements, (("self._exchange(pos, other)", IMPL_EXCHANGED),)),
    ),
    alike(
        "set-swaps-no-twins",
        "sparse_set",
        "`swap_elements` of an element with itself is refused.",
        "SS-L13",
        "swap-pop",
        ("push", "swap_elements"),
        (PoolModel.swap_elements, Pool.swap_elements),
        (
            "self.index(second)",
            'self.index(second)\n        if first == second:\n            raise Missing("one element is given twice")',
        ),
    ),
    alike(
        "set-last-slot-refused",
        "sparse_set",
        "`push` refuses the last slot there is.",
        "SS-L14",
        "swap-pop",
        ("push",),
        (PoolModel.occupy, Pool._occupy),
        ("check_element(handle, self.nil,", "check_element(handle, self.nil - 1,"),
    ),
    alike(
        "set-pushes-one-less",
        "sparse_set",
        "`push_items` leaves out the first handle.",
        "SS-L15",
        "swap-pop",
        ("push_items",),
        (SparseSetModel.push_items, SparseSet.push_items),
        ("for handle in handles:", "for handle in handles[1:]:"),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
