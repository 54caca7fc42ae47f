"""Mistakes in the registry: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from slotproof.declare.bug import NO, Bug, Pair, alike
from slotproof.impl.group import Group
from slotproof.impl.registry import Registry
from slotproof.proofs.entity_storage.bugs import PAIRS as ENTITY_PAIRS
from slotproof.spec.registry import RegistryModel

ENTT: Final = "https://github.com/skypjack/entt"

BUGS: Final = (
    Bug(
        "specs-deferred-kill",
        ("43",),
        "specs, deferred kill",
        "https://github.com/amethyst/specs/pull/533",
        "What was noted of an entity outlives it, and hits the one that has its index next.",
        "registry",
        Registry.destroy,
        (("self.groups[number].leave(self.pools, handle)", "pass"),),
    ),
    Bug(
        "entt-destroy-signal",
        ("73",),
        "EnTT, destroy signal",
        f"{ENTT}/issues/675",
        "A listener reorders the pool while an element is erased; the position is from before.",
        "registry",
        Registry.erase,
        (
            ("held.index(handle)", "pos = held.index(handle)"),
            ("held.erase(handle)", "held._vacate(pos)"),
        ),
    ),
    Bug(
        "entt-group-swaps-observed",
        ("95",),
        "EnTT, group",
        f"{ENTT}/issues/1100",
        "Entering and leaving a group swaps elements in pools that it only observes, which another group owns.",
        "registry",
        Group._move_to,
        (("for pool in self.owned:", "for pool in self.owned + self.observed:"),),
    ),
    Bug(
        "entt-group-made-late",
        ("97",),
        "EnTT, group made late",
        f"{ENTT}/issues/436",
        "A late group swaps elements in the pool that it walks over, and misses some.",
        "registry",
        Group.fill,
        (("range(first.positions())", "range(first.positions() - 1, -1, -1)"),),
    ),
    Bug(
        "entt-group-skips-the-swap",
        ("98",),
        "EnTT, group",
        f"{ENTT}/issues/440",
        "Whether an element stands right already is asked of the first pool only, and the others stay misaligned.",
        "registry",
        Group._move_to,
        (("in self.owned:", "in self.owned if pools[self.owned[0]].index(handle) != pos else ():"),),
    ),
    Bug(
        "entt-destroy-range",
        ("100",),
        "EnTT, destroy of a range",
        f"{ENTT}/issues/261",
        "The values of a range of entities go pool by pool, while groups still hold them.",
        "registry",
        Registry.destroy_items,
        (
            (
                "for handle in handles:\n            self.destroy(handle)",
                (
                    "for pool in self.pools:\n"
                    "            pool.remove_items(handles)\n"
                    "        self.entities.destroy_items(handles)"
                ),
            ),
        ),
    ),
    Bug(
        "entt-group-sort-by-position",
        ("101",),
        "EnTT, group sort",
        f"{ENTT}/commit/c4d78c06e",
        "The comparison of a sort is handed positions where it takes entities.",
        "registry",
        Group.sort_by,
        (
            (
                "pools[self.owned[0]].sort_by(key, self.length)",
                (
                    "first = pools[self.owned[0]]\n"
                    "            first.sort_by(lambda handle: key(Handle(first.index(handle), 0)), self.length)"
                ),
            ),
        ),
    ),
    Bug(
        "entitas-enters-while-destroyed",
        ("103",),
        "Entitas, destroying an entity",
        "https://github.com/sschmid/Entitas/issues/192",
        "An entity that loses its components one by one matches a group that excludes some, and is taken in.",
        "registry",
        Registry.destroy,
        (
            (
                "self.pools[pool].remove(handle)",
                (
                    "for group in self.groups:\n"
                    "                if pool in group.excluded:\n"
                    "                    group.enter(self.pools, handle, 1)\n"
                    "            self.pools[pool].remove(handle)"
                ),
            ),
        ),
    ),
    Bug(
        "entt-group-sort-moves-observed",
        ("ES",),
        "EnTT, group sort",
        f"{ENTT}/blob/v3.16.0/src/entt/entity/group.hpp",
        "Sorting a group permutes the pools that it only observes, and misaligns the group that owns them.",
        "registry",
        Group._align,
        (
            (
                "self._move_to(pools, first.entity_at(pos), pos)",
                (
                    "for pool in self.owned + self.observed:\n"
                    "                pools[pool].swap_elements(first.entity_at(pos), pools[pool].entity_at(pos))"
                ),
            ),
        ),
    ),
)
"""Bugs that others shipped, made again here."""

[_FULL_EARLY] = [pair for pair in ENTITY_PAIRS if pair.id == "entities-full-early"]

PAIRS: Final = (
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
    alike(
        "registry-issues-the-live",
        "registry",
        "`create_at` answers a hint that is live, and issues none.",
        "RG-L7",
        "asked for by a hint",
        ("create", "create_at"),
        (RegistryModel.create_at, Registry.create_at),
        (
            "self.entities.create_at(hint)",
            "hint if self.entities.is_valid(hint) else self.entities.create_at(hint)",
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
        "registry-none-is-a-pool",
        "registry",
        "`pool_size` takes None for the first pool.",
        "RG-L9",
        "three entities, one owning group",
        ("create", "emplace", "pool_size"),
        (RegistryModel.pool_size, (("self.pool_of(pool)", "self.pool_of(0 if pool is None else pool)"),)),
        (Registry.pool_size, (("self._pool(pool)", "self._pool(0 if pool is None else pool)"),)),
    ),
    alike(
        "registry-only-one-destroyed",
        "registry",
        "`destroy_items` ends the first entity alone.",
        "RG-L10",
        "no pool",
        ("create", "destroy_items"),
        (RegistryModel.destroy_items, Registry.destroy_items),
        ("            self.destroy(handle)", "            self.destroy(handle)\n            break"),
    ),
    replace(_FULL_EARLY, id="registry-full-early", container="registry", law="RG-L11", scope="no pool"),
    Pair(
        "registry-emplaces-in-the-first-pool",
        "registry",
        "`emplace` in whatever pool replaces the value that the entity has in the first one.",
        "RG-L12",
        "values",
        ("create", "emplace"),
        (
            RegistryModel.emplace,
            (
                (
                    "        values[handle.slot] = value",
                    """        values[handle.slot] = value
        if handle.slot in self.values[0]:
            self.values[0][handle.slot] = value""",
                ),
            ),
        ),
        (
            Registry.emplace,
            (
                (
                    "emplace(handle, value)",
                    """emplace(handle, value)
        if self.pools[0].contains(handle):
            self.pools[0].replace(handle, value)""",
                ),
            ),
        ),
    ),
    Pair(
        "registry-all-are-members",
        "registry",
        "Every live entity is told to be a member of every group.",
        "RG-L13",
        "bulk, two entities",
        ("create", "group", "emplace", "is_member"),
        (RegistryModel.is_member, ((" and self.matches(key, handle.slot)", ""),)),
        (
            Registry.is_member,
            (
                (
                    "self._group(group).contains(self.pools, handle)",
                    "self._group(group) is not None and self.is_valid(handle)",
                ),
            ),
        ),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
