"""Mistakes in the layouts of handles: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import Bug, Pair, alike
from slotproof.impl.handle import Layout
from slotproof.spec.handle import LayoutModel

BUGS: Final = (
    Bug(
        "sharded-slab-refcount",
        ("28",),
        "sharded-slab, packed count",
        "https://github.com/hawkw/sharded-slab/issues/22",
        "A field of a packed word grows beyond its width, and into its neighbour.",
        "handle",
        Layout.pack,
        ((" | (generation >> self.generation_bits)", ""),),
    ),
    Bug(
        "sharded-slab-offset",
        ("29",),
        "sharded-slab, own configuration",
        "https://github.com/hawkw/sharded-slab/pull/80",
        "A field lies at an offset computed from the wrong width, which the default widths hide.",
        "handle",
        Layout.__init__,
        (("self.generation_shift = index_bits", "self.generation_shift = 2 * generation_bits"),),
    ),
    Bug(
        "flecs-generation-not-masked",
        ("46",),
        "flecs, increment of a generation",
        "https://github.com/SanderMertens/flecs/commit/b36cbdba6",
        "The raised generation is not masked, and its carry goes into the next field.",
        "handle",
        Layout.next_generation,
        (("return (word & ~self.generation_mask) | (following & self.generation_mask)", "return following"),),
    ),
    Bug(
        "entt-narrow-shift",
        ("79",),
        "EnTT, traits",
        "https://github.com/skypjack/entt/issues/745",
        "The version is shifted in its narrow type, which cannot hold it in wide ids.",
        "handle",
        Layout.pack,
        (("(generation << self.generation_shift)", "((generation << self.generation_shift) & 0xFFFF_FFFF)"),),
    ),
)
"""Bugs that others shipped, made again here."""

PAIRS: Final = (
    Pair(
        "layout-generation-stops",
        "handle",
        "`next_generation` stays at the last generation in place of starting over.",
        "HL-L4",
        "1, 2, 3 and 1 bits",
        ("next_generation",),
        (
            LayoutModel.next_generation,
            (
                (
                    "(handle.generation + 1) % 2**self.generation_bits",
                    "min(handle.generation + 1, 2**self.generation_bits - 1)",
                ),
            ),
        ),
        (
            Layout.next_generation,
            (
                (
                    "(following & self.generation_mask)",
                    "(max(following & self.generation_mask, word & self.generation_mask))",
                ),
            ),
        ),
    ),
    Pair(
        "layout-none-is-a-word",
        "handle",
        "`unpack` takes None for zero.",
        "HL-L5",
        "1, 2, 3 and 1 bits",
        ("unpack",),
        (LayoutModel.unpack, (("check_word(word)", "word = 0 if word is None else word\n        check_word(word)"),)),
        (Layout.unpack, (("self._check(word)", "word = 0 if word is None else word\n        self._check(word)"),)),
    ),
    alike(
        "layout-generation-cut",
        "handle",
        "`pack` cuts a generation that is too wide.",
        "HL-L6",
        "1, 2, 3 and 1 bits",
        ("pack",),
        (LayoutModel.pack, Layout.pack),
        (
            "check_handle(handle)",
            """check_handle(handle)
        handle = handle._replace(generation=handle.generation % 2**self.generation_bits)""",
        ),
    ),
    Pair(
        "layout-generation-carried",
        "handle",
        "`next_generation` after the last one counts up the type id.",
        "HL-L7",
        "1, 2, 3 and 1 bits",
        ("next_generation",),
        (
            LayoutModel.next_generation,
            (
                (
                    "self.pack(handle._replace(generation=(handle.generation + 1) % 2**self.generation_bits))",
                    "(self.pack(handle) + 2**self.index_bits) % 2 ** self.bits()",
                ),
            ),
        ),
        (
            Layout.next_generation,
            (
                (
                    "(word & ~self.generation_mask) | (following & self.generation_mask)",
                    "following % (2 << self.free_shift)",
                ),
            ),
        ),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
