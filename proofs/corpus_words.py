"""Bugs of bitmaps, of what is allocated from them, and of packed handles, made again where we have words."""

from __future__ import annotations

from typing import Final

from slotproof.impl.bitmask import Bitmask
from slotproof.impl.handle import Layout
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.proofs.corpus_entry import Bug

MASK: Final = "bitmask"
TOKENS: Final = "token_allocator"
LAYOUT: Final = "handle"
ARTICLE: Final = "https://www.codeproject.com/Articles/86815/Compact-Fast-Token-Allocator"

BUGS: Final = (
    Bug(
        "id-map-capacity",
        ("23",),
        "id-map, from_iter",
        "https://github.com/andrewhickman/id-map/issues/4",
        "Bits are set up to the capacity and not up to the length: ids of values that do not exist.",
        MASK,
        Bitmask.assign,
        (("ones = self.limit if value else 0", "ones = self.starts[1] * self.word_bits if value else 0"),),
    ),
    Bug(
        "flecs-bit-beyond-the-count",
        ("85",),
        "flecs, bitset remove",
        "https://github.com/SanderMertens/flecs/commit/1078358f2",
        "A bit stays set beyond the count, and iteration runs out of bounds.",
        MASK,
        Bitmask.set,
        (("check_position(pos, self.limit)", "check_position(pos, self.starts[1] * self.word_bits)"),),
    ),
    Bug(
        "bitecs-32nd-component",
        ("94",),
        "bitECS, component masks",
        "https://github.com/NateTheGreatt/bitECS/commit/7dffd44",
        "The highest bit of a word is beyond the mask: off by one in the width.",
        MASK,
        Bitmask.set,
        (("is_full(word, self.word_bits)", "is_full(word, self.word_bits - 1)"),),
    ),
    Bug(
        "hibitset-lazy-and",
        ("115",),
        "hibitset, lazy AND",
        "https://github.com/amethyst/hibitset/issues/51",
        "The bits of an upper layer are computed from the layer above all, and say what is not so of the words below.",
        MASK,
        Bitmask.assign,
        (("ones = ones // self.word_bits", "ones = (ones + self.word_bits - 1) // self.word_bits"),),
    ),
    Bug(
        "jemalloc-three-levels",
        ("116",),
        "jemalloc, bitmap_ffu",
        "https://github.com/jemalloc/jemalloc/pull/724",
        "The search for a clear bit is right for two levels, and wrong for three and more.",
        MASK,
        Bitmask.find_first_clear,
        (("place = self.starts[layer] + pos", "place = self.starts[min(layer, 1)] + pos"),),
    ),
    Bug(
        "tlsf-mapping-search",
        ("118",),
        "tlsf, mapping_search",
        "https://github.com/mattconte/tlsf/commit/72601dd",
        "The way down leads past the end of the table of a level.",
        MASK,
        Bitmask.find_first_clear,
        (("if place < self.starts[layer + 1]:", "if place <= self.starts[layer + 1]:"),),
    ),
    Bug(
        "tlsf-top-bit",
        ("119",),
        "tlsf, level bits",
        "https://github.com/mattconte/tlsf/commit/deff9ab",
        "The highest bit of a level is not cleared, since its shift leaves the signed number.",
        MASK,
        Bitmask.set,
        (("% self.word_bits, value)", "% self.word_bits, value or (pos + 1) % self.word_bits == 0)"),),
    ),
    Bug(
        "buddy-maximum-order",
        ("122",),
        "buddy_system_allocator, merging",
        "https://github.com/rcore-os/buddy_system_allocator/pull/31",
        "The walk upwards does not stop at the highest order.",
        MASK,
        Bitmask.set,
        (("range(self.layers())", "range(self.layers() + (1 if value else 0))"),),
    ),
    Bug(
        "sparsebitset-directional-scan",
        ("124",),
        "SparseBitSet, previousClearBit",
        "https://github.com/brettwooldridge/SparseBitSet/issues/15",
        "A scan gives a wrong answer where it has to pass over a whole word.",
        MASK,
        Bitmask.find_first_set,
        (("return index * self.word_bits", "return min(index, 1) * self.word_bits"),),
    ),
    Bug(
        "fastbitmask-precedence",
        ("F1",),
        "FastBitMask, get",
        ARTICLE,
        "A comparison binds closer than the mask: true of the first position of a word only, and of it for any bit.",
        MASK,
        Bitmask.get,
        (
            (
                "return get_bit(self.words[pos // self.word_bits], pos % self.word_bits)",
                "return (int(self.words[pos // self.word_bits] != 0) & (1 << pos % self.word_bits)) != 0",
            ),
        ),
    ),
    Bug(
        "fastbitmask-wider-word",
        ("F2",),
        "FastBitMask, set",
        ARTICLE,
        "Words of 32 bits live in numbers of 64, of which all bits must be set: no word is ever full.",
        MASK,
        Bitmask.set,
        (("is_full(word, self.word_bits)", "is_full(word, 2 * self.word_bits)"),),
    ),
    Bug(
        "offsetallocator-rounding",
        ("121",),
        "OffsetAllocator, rounding",
        "https://github.com/sebbbi/OffsetAllocator/pull/14",
        "What is free is rounded down and what is wanted is rounded up: no space, with space left.",
        TOKENS,
        TokenAllocator.room,
        (
            (
                "return self.mask.capacity() - self.mask.count()",
                "free = self.mask.capacity() - self.mask.count()\n        return free - free % self.mask.word_bits",
            ),
        ),
    ),
    Bug(
        "sharded-slab-refcount",
        ("28",),
        "sharded-slab, packed count",
        "https://github.com/hawkw/sharded-slab/issues/22",
        "A field of a packed word grows beyond its width, and into its neighbour.",
        LAYOUT,
        Layout.pack,
        ((" | (generation >> self.generation_bits)", ""),),
    ),
    Bug(
        "sharded-slab-offset",
        ("29",),
        "sharded-slab, own configuration",
        "https://github.com/hawkw/sharded-slab/pull/80",
        "A field lies at an offset computed from the wrong width, which the default widths hide.",
        LAYOUT,
        Layout.__init__,
        (("self.generation_shift = index_bits", "self.generation_shift = 2 * generation_bits"),),
    ),
    Bug(
        "flecs-generation-not-masked",
        ("46",),
        "flecs, increment of a generation",
        "https://github.com/SanderMertens/flecs/commit/b36cbdba6",
        "The raised generation is not masked, and its carry goes into the next field.",
        LAYOUT,
        Layout.next_generation,
        (("return (word & ~self.generation_mask) | (following & self.generation_mask)", "return following"),),
    ),
    Bug(
        "entt-narrow-shift",
        ("79",),
        "EnTT, traits",
        "https://github.com/skypjack/entt/issues/745",
        "The version is shifted in its narrow type, which cannot hold it in wide ids.",
        LAYOUT,
        Layout.pack,
        (("(generation << self.generation_shift)", "((generation << self.generation_shift) & 0xFFFF_FFFF)"),),
    ),
)
