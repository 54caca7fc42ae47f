"""Mistakes in the bitmask: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import Bug, Pair, alike
from slotproof.impl.bitmask import Bitmask
from slotproof.spec.bitmask import BitmaskModel

ARTICLE: Final = "https://www.codeproject.com/Articles/86815/Compact-Fast-Token-Allocator"

BUGS: Final = (
    Bug(
        "id-map-capacity",
        ("23",),
        "id-map, from_iter",
        "https://github.com/andrewhickman/id-map/issues/4",
        "Bits are set up to the capacity and not up to the length: ids of values that do not exist.",
        "bitmask",
        Bitmask.assign,
        (("ones = self.limit if value else 0", "ones = self.starts[1] * self.word_bits if value else 0"),),
    ),
    Bug(
        "flecs-bit-beyond-the-count",
        ("85",),
        "flecs, bitset remove",
        "https://github.com/SanderMertens/flecs/commit/1078358f2",
        "A bit stays set beyond the count, and iteration runs out of bounds.",
        "bitmask",
        Bitmask.set,
        (("check_position(pos, self.limit)", "check_position(pos, self.starts[1] * self.word_bits)"),),
    ),
    Bug(
        "bitecs-32nd-component",
        ("94",),
        "bitECS, component masks",
        "https://github.com/NateTheGreatt/bitECS/commit/7dffd44",
        "The highest bit of a word is beyond the mask: off by one in the width.",
        "bitmask",
        Bitmask.set,
        (("is_full(word, self.word_bits)", "is_full(word, self.word_bits - 1)"),),
    ),
    Bug(
        "hibitset-lazy-and",
        ("115",),
        "hibitset, lazy AND",
        "https://github.com/amethyst/hibitset/issues/51",
        "The bits of an upper layer are computed from the layer above all, and say what is not so of the words below.",
        "bitmask",
        Bitmask.assign,
        (("ones = ones // self.word_bits", "ones = (ones + self.word_bits - 1) // self.word_bits"),),
    ),
    Bug(
        "jemalloc-three-levels",
        ("116",),
        "jemalloc, bitmap_ffu",
        "https://github.com/jemalloc/jemalloc/pull/724",
        "The search for a clear bit is right for two levels, and wrong for three and more.",
        "bitmask",
        Bitmask.find_first_clear,
        (("place = self.starts[layer] + pos", "place = self.starts[min(layer, 1)] + pos"),),
    ),
    Bug(
        "tlsf-mapping-search",
        ("118",),
        "tlsf, mapping_search",
        "https://github.com/mattconte/tlsf/commit/72601dd",
        "The way down leads past the end of the table of a level.",
        "bitmask",
        Bitmask.find_first_clear,
        (("if place < self.starts[layer + 1]:", "if place <= self.starts[layer + 1]:"),),
    ),
    Bug(
        "tlsf-top-bit",
        ("119",),
        "tlsf, level bits",
        "https://github.com/mattconte/tlsf/commit/deff9ab",
        "The highest bit of a level is not cleared, since its shift leaves the signed number.",
        "bitmask",
        Bitmask.set,
        (("% self.word_bits, value)", "% self.word_bits, value or (pos + 1) % self.word_bits == 0)"),),
    ),
    Bug(
        "buddy-maximum-order",
        ("122",),
        "buddy_system_allocator, merging",
        "https://github.com/rcore-os/buddy_system_allocator/pull/31",
        "The walk upwards does not stop at the highest order.",
        "bitmask",
        Bitmask.set,
        (("range(self.layers())", "range(self.layers() + (1 if value else 0))"),),
    ),
    Bug(
        "sparsebitset-directional-scan",
        ("124",),
        "SparseBitSet, previousClearBit",
        "https://github.com/brettwooldridge/SparseBitSet/issues/15",
        "A scan gives a wrong answer where it has to pass over a whole word.",
        "bitmask",
        Bitmask.find_first_set,
        (("return index * self.word_bits", "return min(index, 1) * self.word_bits"),),
    ),
    Bug(
        "fastbitmask-precedence",
        ("F1",),
        "FastBitMask, get",
        ARTICLE,
        "A comparison binds closer than the mask: true of the first position of a word only, and of it for any bit.",
        "bitmask",
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
        "bitmask",
        Bitmask.set,
        (("is_full(word, self.word_bits)", "is_full(word, 2 * self.word_bits)"),),
    ),
)
"""Bugs that others shipped, made again here."""

PAIRS: Final = (
    Pair(
        "mask-none-set-is-0",
        "bitmask",
        "`find_first_set` is 0 if no position is set.",
        "BM-L6",
        "one word, padded",
        ("set", "find_first_set"),
        (
            BitmaskModel.find_first_set,
            (
                (
                    "return least(0, self.limit, lambda pos: contains(self.ones, pos))",
                    "return min(self.ones, default=0)",
                ),
            ),
        ),
        (Bitmask.find_first_set, (("return self.limit", "return 0"),)),
    ),
    Pair(
        "mask-get-of-the-neighbour",
        "bitmask",
        "`get` is the value of position 0, whatever is asked for.",
        "BM-L5",
        "one word, padded",
        ("set", "get"),
        (BitmaskModel.get, (("return pos in", "return 0 in"),)),
        (Bitmask.get, (("self.words[pos // self.word_bits], pos % self.word_bits", "self.words[0], 0"),)),
    ),
    alike(
        "mask-assigns-a-number",
        "bitmask",
        "`assign` takes one for True.",
        "BM-L8",
        "one word, exactly",
        ("set", "assign"),
        (BitmaskModel.assign, Bitmask.assign),
        ("check_value(value)", "value = bool(value)"),
    ),
    Pair(
        "mask-assigns-only-ones",
        "bitmask",
        "`assign` of False leaves what is set.",
        "BM-L7",
        "one word, padded",
        ("set", "assign"),
        (BitmaskModel.assign, (("if value else set()", "if value else self.ones"),)),
        (
            Bitmask.assign,
            (("        ones = self.limit", "        if not value:\n            return\n        ones = self.limit"),),
        ),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
