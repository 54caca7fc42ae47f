"""Mistakes in the entity storage: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import Bug, Pair, alike
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.paging import Paged
from slotproof.proofs.sparse_set.bugs import EXCHANGED, IMPL_EXCHANGED
from slotproof.spec.entity_storage import EntityStorageModel
from slotproof.spec.paging import PagedModel

BUGS: Final = (
    Bug(
        "slotmap-older-version",
        ("8", "10"),
        "slotmap, is_older_version; bevy_ecs, order of generations",
        "https://github.com/orlp/slotmap/issues/156",
        "Generations are compared round a circle: half-way round, each of two is older than the other.",
        "entity_storage",
        EntityStorage._grants,
        (
            (
                "generation >= self.generation[slot]",
                "(generation - self.generation[slot]) % (self.tombstone + 1) <= (self.tombstone + 1) // 2",
            ),
        ),
        also=("https://github.com/bevyengine/bevy/pull/19432",),
    ),
    Bug(
        "slab-entry-insert",
        ("19",),
        "slab, entry insert",
        "https://github.com/tokio-rs/slab/issues/26",
        "Inserting at a vacant entry in the middle of the freelist loses those before it.",
        "entity_storage",
        EntityStorage.create_at,
        (("return self._enliven(pos)", "self.live = pos\n        return self._enliven(pos)"),),
    ),
    Bug(
        "hecs-flush-length",
        ("35",),
        "hecs, reserve_entity and flush",
        "https://github.com/Ralith/hecs/issues/133",
        "Taking in a reserved entity does not count it: the count falls below zero later.",
        "entity_storage",
        EntityStorage._introduce,
        (("self.usable += 1", "pass"),),
    ),
    Bug(
        "hecs-spawn-at-a-gap",
        ("37",),
        "hecs, spawn_at",
        "https://github.com/Ralith/hecs/commit/772b6bb",
        "The entries of a gap look alive, since their generation is one that is issued.",
        "entity_storage",
        Paged._assure,
        (("self.generation.append(self.tombstone)", "self.generation.append(0)"),),
    ),
    Bug(
        "shipyard-one-survives",
        ("44",),
        "shipyard, World::clear",
        "https://github.com/leudz/shipyard/issues/197",
        "The end of the freelist reads like a live entry: one entity survives every clear.",
        "entity_storage",
        EntityStorage.clear,
        (("while self.live > 0:", "while self.live > 1:"),),
    ),
    Bug(
        "flecs-generation-of-the-index",
        ("47",),
        "flecs, table ids",
        "https://github.com/SanderMertens/flecs/issues/1642",
        "The generation of the bare index is raised, which is always 0: it never gets past 1.",
        "entity_storage",
        EntityStorage._end,
        (("generation = self.generation[slot] + 1", "generation = 0 + 1"),),
    ),
    Bug(
        "flecs-stale-local",
        ("50",),
        "flecs, sparse_ensure",
        "https://github.com/SanderMertens/flecs/commit/e05a24c46",
        "After two dense cells are swapped, a position from before is used for the generation.",
        "entity_storage",
        EntityStorage._end,
        (("self.stamp[self.live] = generation", "self.stamp[pos] = generation"),),
    ),
    Bug(
        "flecs-index-without-generation",
        ("52",),
        "flecs, sparse_ensure of a recycled id",
        "https://github.com/SanderMertens/flecs/pull/1809",
        "The dense array gets the index of a recycled id without its generation.",
        "entity_storage",
        EntityStorage.create_at,
        (("self.stamp[pos] = hint.generation", "pass"),),
    ),
    Bug(
        "flecs-shrink",
        ("53",),
        "flecs, shrink",
        "https://github.com/SanderMertens/flecs/issues/1797",
        "Pages without a live id are dropped, and the dead ids on them stay in the dense array.",
        "entity_storage",
        Paged.shrink,
        (("if self.stamp[pos] != self.tombstone:", "if pos < self.live:"),),
    ),
    Bug(
        "jecs-desired-id",
        ("56",),
        "jecs, claiming an id",
        "https://github.com/Ukendio/jecs/issues/325",
        "Asking for the next generation of a live id ends the live one without a word.",
        "entity_storage",
        EntityStorage._grants,
        (("if pos < self.live or pos >= self.usable:", "if pos >= self.usable:"),),
    ),
    Bug(
        "fleks-remove-twice",
        ("59",),
        "Fleks, remove",
        "https://github.com/Quillraven/Fleks/issues/25",
        "A second removal recycles the id again, and one id is handed to two entities.",
        "entity_storage",
        EntityStorage.destroy,
        (
            (
                "return self._end(self.index(handle))",
                (
                    "again = self.live > 0 and self._names(handle.slot)\n"
                    "        return self._end(self.sparse[handle.slot] if again else self.index(handle))"
                ),
            ),
        ),
    ),
    Bug(
        "legion-block-reuse",
        ("64",),
        "legion, entity blocks",
        "https://github.com/TomGillen/legion/issues/92",
        "What is given back is issued again as it was: the generations of what lived there are not raised.",
        "entity_storage",
        EntityStorage.clear,
        (("while self.live > 0:\n            self._end(self.live - 1)", "self.live = 0"),),
    ),
    Bug(
        "entt-hint-fills-the-gap",
        ("76",),
        "EnTT, create with a hint",
        "https://github.com/skypjack/entt/issues/1113",
        "A hint beyond the end makes an entity of each index up to it.",
        "entity_storage",
        EntityStorage.create_at,
        (
            (
                "self._introduce(slot, hint.generation)",
                (
                    "for each in range(len(self.meta), slot + 1):\n"
                    "                self._names(each) or self._introduce(each, hint.generation)"
                ),
            ),
        ),
    ),
)
"""Bugs that others shipped, made again here."""

PAIRS: Final = (
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
    alike(
        "entities-fewer-than-none",
        "entity_storage",
        "`create_items` of -1 handles answers none, and is no mistake.",
        "ES-L10",
        "retire",
        ("create", "create_items"),
        (EntityStorageModel.create_items, EntityStorage.create_items),
        ("count < 0", "count < -1"),
    ),
    Pair(
        "entities-chosen-late",
        "entity_storage",
        "`destroy_to` and `bump` refuse the generation right after that of the handle under `retire`.",
        "ES-L12",
        "chosen generations, retire",
        ("create", "destroy_to"),
        (EntityStorageModel.check_free, (("handle.generation + 1", "handle.generation + 2"),)),
        (EntityStorage._check_free, (("handle.generation + 1", "handle.generation + 2"),)),
    ),
    Pair(
        "entities-destroyed-to-what-was",
        "entity_storage",
        "`destroy_to` answers the generation asked for where it means 0.",
        "ES-L11",
        "chosen generations, wrap",
        ("create", "destroy_to"),
        (EntityStorageModel.destroy_to, (("return self.generation[handle.slot]", "return generation"),)),
        (
            EntityStorage.destroy_to,
            (
                ("            generation = 0\n", "            pass\n"),
                ("self.generation[slot] = generation", "self.generation[slot] = generation % self.tombstone"),
                ("self.stamp[self.live] = generation", "self.stamp[self.live] = generation % self.tombstone"),
            ),
        ),
    ),
    Pair(
        "entities-bumped-in-vain",
        "entity_storage",
        "`bump` answers another generation, and the handle stays as it is.",
        "ES-L11",
        "chosen generations, retire",
        ("create", "bump"),
        (EntityStorageModel.bump, (("self.generation[handle.slot] = generation", "pass"),)),
        (
            EntityStorage.bump,
            (
                ("self.generation[handle.slot] = generation", "pass"),
                ("self.stamp[pos] = generation", "pass"),
            ),
        ),
    ),
    alike(
        "entities-sorted-among-the-dead",
        "entity_storage",
        "`sort_as` takes dead slots for positions too, and ends live handles.",
        "ES-L13",
        "whole container, wrap",
        ("create", "create", "destroy", "sort_as"),
        (EntityStorageModel.sortable, EntityStorage._sortable),
        ("self.live", "self.positions()"),
    ),
    alike(
        "entities-sort-any-number",
        "entity_storage",
        "`sort` and `sort_by` take an empty tuple for no limit.",
        "ES-L12",
        "whole container, wrap",
        ("create", "sort"),
        (PagedModel.sort, Paged._sort),
        ("check_count(count,", "check_count(None if count == () else count,"),
    ),
    alike(
        "entities-one-survives",
        "entity_storage",
        "`clear` leaves the last live handle as it is.",
        "ES-L9",
        "whole container, wrap",
        ("create", "clear"),
        (EntityStorageModel.clear, EntityStorage.clear),
        ("while self.live > 0:", "while self.live > 1:"),
    ),
    alike(
        "entities-only-one-destroyed",
        "entity_storage",
        "`destroy_items` ends the first handle alone.",
        "ES-L14",
        "whole container, wrap",
        ("create", "destroy_items"),
        (EntityStorageModel.destroy_items, EntityStorage.destroy_items),
        ("            self.destroy(handle)", "            self.destroy(handle)\n            break"),
    ),
    alike(
        "entities-bulk-full-early",
        "entity_storage",
        "`create_items` is refused for as many as there is room for.",
        "ES-L15",
        "whole container, wrap",
        ("create", "create_items"),
        (EntityStorageModel.create_items, EntityStorage.create_items),
        ("count > self.room()", "count >= self.room() > 0"),
    ),
    Pair(
        "entities-exchange-generations",
        "entity_storage",
        "`swap_elements` lets the generations stay at the positions.",
        "ES-L16",
        "wrap",
        ("create", "destroy", "swap_elements"),
        (
            EntityStorageModel.swap_elements,
            (
                (
                    "self.order.exchange(first.slot, second.slot)",
                    f"self.order.exchange(first.slot, second.slot)\n        {EXCHANGED}",
                ),
            ),
        ),
        (EntityStorage.swap_elements, (("self._exchange(pos, other)", IMPL_EXCHANGED),)),
    ),
    alike(
        "entities-last-start-refused",
        "entity_storage",
        "`start_from` refuses the last slot there is.",
        "ES-L17",
        "whole container, wrap",
        ("create", "start_from"),
        (EntityStorageModel.start_from, EntityStorage.start_from),
        ("check_element(handle, self.nil,", "check_element(handle, self.nil - 1,"),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
