"""Mistakes in the handle map: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import NO, Bug, Pair, alike
from slotproof.impl.handle_map import HandleMap
from slotproof.spec.handle_map import HandleMapModel

GRIFFIN: Final = "https://github.com/y2kiah/griffin-containers"

BUGS: Final = (
    Bug(
        "slotmap-width-of-a-constant",
        ("7",),
        "slotmap, deserialise",
        "https://github.com/orlp/slotmap/commit/878b279",
        "The largest capacity is a constant of one width, which is wrong where indices are narrower.",
        "handle_map",
        HandleMap.insert,
        (
            (
                "slot = len(self.sparse)\n            if slot == self.nil:",
                "slot = len(self.sparse)\n            if slot == (1 << 32) - 1:",
            ),
        ),
    ),
    Bug(
        "generational-arena-clear",
        ("11",),
        "generational-arena, clear",
        "https://github.com/fitzgen/generational-arena/pull/44",
        "Clearing leaves the generations as they are, so that an old handle names a new value.",
        "handle_map",
        HandleMap.clear,
        (("usable = self._bump(slot)", "self.generation[slot] -= 1\n                usable = self._bump(slot)"),),
    ),
    Bug(
        "generational-arena-serde",
        ("14",),
        "generational-arena, deserialise",
        "https://github.com/fitzgen/generational-arena/issues/27",
        "Off by one where free entries are filled in: what is read has fewer slots than what was written.",
        "handle_map",
        HandleMap.from_dict,
        (
            (
                "setattr(twin, name, data[name].copy())",
                (
                    'end = len(data["dense"]) + 1 if name in ARRAYS[:3] else None\n'
                    "            setattr(twin, name, data[name][:end])"
                ),
            ),
        ),
    ),
    Bug(
        "thunderdome-wrap",
        ("16", "H3"),
        "thunderdome, generations",
        "https://github.com/LPGhatguy/thunderdome/blob/main/CHANGELOG.md",
        "Generations start over when they are used up, and a dead handle comes back to life.",
        "handle_map",
        HandleMap._bump,
        (("if generation == 0 and self.retire:", "if False:"),),
    ),
    Bug(
        "slab-disjoint-bound",
        ("17",),
        "slab, get_disjoint_mut",
        "https://github.com/tokio-rs/slab/pull/152",
        "An index is checked against the capacity instead of the length.",
        "handle_map",
        HandleMap.handle_at,
        (("pos >= len(self.meta):", "pos >= self.capacity():"),),
    ),
    Bug(
        "slab-remove-twice",
        ("20",),
        "slab, remove",
        "https://github.com/tokio-rs/slab/commit/44f9f41",
        "Removing what is removed already links the slot to itself: the freelist is a circle.",
        "handle_map",
        HandleMap.is_valid,
        (
            (
                "            and self.free[slot] == 0\n            and self.generation[slot] == handle.generation\n",
                "",
            ),
        ),
    ),
    Bug(
        "sharded-slab-lost-slot",
        ("26",),
        "sharded-slab, remove",
        "https://github.com/hawkw/sharded-slab/commit/dfdd7ae",
        "A removal drops the value and never puts the slot on the freelist.",
        "handle_map",
        HandleMap.erase,
        (("self._push_back(slot)", "pass"),),
    ),
    Bug(
        "slot-map-throwing-constructor",
        ("34", "H9"),
        "sporacid/slot-map, emplace; griffin, insert",
        "https://github.com/sporacid/slot-map/pull/4",
        "The slot is taken before the constructor runs, and stays taken if that throws.",
        "handle_map",
        HandleMap.emplace,
        (
            (
                "return self.insert(factory(*args))",
                ("handle = self.insert(factory)\n        self.dense[-1] = factory(*args)\n        return handle"),
            ),
        ),
    ),
    Bug(
        "bevy-cursor-cast",
        ("41",),
        "bevy_ecs, entity reservation",
        "https://github.com/bevyengine/bevy/pull/21401",
        "The largest index, cast to the type of the cursor, is -1 and not the end it stands for.",
        "handle_map",
        HandleMap.reset,
        (("self.free_head = self.nil", "self.free_head = -1"),),
    ),
    Bug(
        "flecs-range-of-the-whole-id",
        ("49",),
        "flecs, entity range check",
        "https://github.com/SanderMertens/flecs/issues/464",
        "The id with its generation is compared with the largest index: wrong from the first recycled id on.",
        "handle_map",
        HandleMap.is_valid,
        (("slot < len(self.sparse)", "slot + ((handle.generation - 1) << 16) < len(self.sparse)"),),
    ),
    Bug(
        "bitecs-recycle-list",
        ("58",),
        "bitECS, manual recycling",
        "https://github.com/NateTheGreatt/bitECS/commit/7d11925",
        "The list of removed ids takes the place of the list of recycled ones, which are lost.",
        "handle_map",
        HandleMap._push_back,
        (("if self.free_head == self.nil:", "if True:"),),
    ),
    Bug(
        "arch-default-is-alive",
        ("61",),
        "Arch, Entity.Reference",
        "https://github.com/genaray/Arch/pull/83",
        "Generations begin at 0, so that a handle of zeros, the default, is alive.",
        "handle_map",
        HandleMap.insert,
        (("self.generation.append(1)", "self.generation.append(0)"),),
    ),
    Bug(
        "arch-is-alive",
        ("62",),
        "Arch, EntityReference.IsAlive",
        "https://github.com/genaray/Arch/issues/268",
        "A handle is alive if its version is above zero, whatever the version of the slot.",
        "handle_map",
        HandleMap.is_valid,
        (("self.generation[slot] == handle.generation", "handle.generation > 0"),),
    ),
    Bug(
        "entt-snapshot-head",
        ("77",),
        "EnTT, snapshot",
        "https://github.com/skypjack/entt/issues/757",
        "What is archived for the head of the freelist is not what is read back as the head.",
        "handle_map",
        HandleMap.to_dict,
        (("return data", 'data["free_head"] = self.free_tail\n        return data'),),
    ),
    Bug(
        "bx-reset",
        ("125",),
        "bx, HandleListT::reset",
        "https://github.com/bkaradzic/bx/commit/cdb1227",
        "Resetting clears the links and leaves the ends of the list.",
        "handle_map",
        HandleMap.reset,
        (("self.free_head = self.nil\n        self.free_tail = self.nil", "pass"),),
    ),
    Bug(
        "griffin-link-overwritten",
        ("H1",),
        "griffin handle_map of 2016, erase",
        f"{GRIFFIN}/commit/03623ad",
        "Erasing the last position overwrites the link of the freed slot, and one slot is handed out twice.",
        "handle_map",
        HandleMap.erase,
        (
            (
                "self.fragmented = True",
                "self.sparse[slot] = pos if last > 0 and pos == last else self.nil\n        self.fragmented = True",
            ),
        ),
    ),
    Bug(
        "griffin-forged-generation",
        ("H2",),
        "griffin handle_map, isValid",
        GRIFFIN,
        "Nobody asks whether the slot is free: a handle with the generation to come is taken for a live one.",
        "handle_map",
        HandleMap.is_valid,
        (("            and self.free[slot] == 0\n", ""),),
    ),
    Bug(
        "griffin-budget-runs-out",
        ("H4",),
        "griffin handle_map, defragment",
        GRIFFIN,
        "The budget runs out while the last value moves, and the map counts as sorted.",
        "handle_map",
        HandleMap.defragment,
        (('spent = unit == "shifts" and 0 < limit <= used', "spent = False"),),
    ),
    Bug(
        "griffin-clear-ages-free-slots",
        ("H5",),
        "griffin handle_map, clear",
        GRIFFIN,
        "Clearing ages the free slots too, each time, so that a second clear is not without effect.",
        "handle_map",
        HandleMap.clear,
        (("if self.free[slot] == 0:", "if self.free[slot] == 0 or self.generation[slot] != 0:"),),
    ),
    Bug(
        "griffin-free-bit",
        ("H10",),
        "griffin handle_map, at",
        GRIFFIN,
        "The free bit of a handle is not looked at.",
        "handle_map",
        HandleMap.is_valid,
        (("            and handle.free == 0\n", ""),),
    ),
)
"""Bugs that others shipped, made again here."""

_NEWEST: Final = "self.erase(handle._replace(generation=self.generation[handle.slot]) if handle.slot in {} else handle)"

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
        "map-reserves-less-than-none",
        "handle_map",
        "`reserve` of -1 values does nothing, and is no mistake.",
        "HM-L15",
        "retire, fifo",
        ("insert", "reserve"),
        (HandleMapModel.reserve, HandleMap.reserve),
        ("count < 0", "count < -1"),
    ),
    Pair(
        "map-emplace-overwrites",
        "handle_map",
        "`emplace` gives what the factory made to the value at the first position, too.",
        "HM-L16",
        "retire, fifo",
        ("emplace",),
        (
            HandleMapModel.emplace,
            (
                (
                    "return self.insert(factory(*args))",
                    """handle = self.insert(factory(*args))
        self.value[self.order[0]] = self.value[handle.slot]
        return handle""",
                ),
            ),
        ),
        (
            HandleMap.emplace,
            (
                (
                    "return self.insert(factory(*args))",
                    """handle = self.insert(factory(*args))
        self.dense[0] = self.dense[-1]
        return handle""",
                ),
            ),
        ),
    ),
    alike(
        "map-emplaces-one-less",
        "handle_map",
        "`emplace_items` holds one value less than it is asked for.",
        "HM-L17",
        "retire, fifo",
        ("emplace_items",),
        (HandleMapModel.emplace_items, HandleMap.emplace_items),
        ("for value in values:", "for value in values[1:]:"),
    ),
    Pair(
        "map-erases-any-generation",
        "handle_map",
        "`erase_items` erases the value that has the slot of a handle now.",
        "HM-L18",
        "retire, fifo",
        ("insert", "erase_items"),
        (HandleMapModel.erase_items, (("self.erase(handle)", _NEWEST.format("self.generation")),)),
        (HandleMap.erase_items, (("self.erase(handle)", _NEWEST.format("range(len(self.generation))")),)),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
