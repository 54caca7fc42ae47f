"""Breaks of the bitmask and the token allocator, one line each, of the kinds that were really shipped.

C  count                            J  summary bit, layer
F  width of a word, top bit         K  bounds, capacity, edge of a layer
G  a bulk differs from the fold     M  operation on the whole container
H  a failed operation leaves a trace
"""

from typing import Final

from .breaks import Break

BITMASK_BREAKS: Final = (
    Break("bit-beside-the-position", "F", "get", "pos % self.word_bits", "(pos + 1) % self.word_bits", 2),
    Break("only-first-bit-of-a-word", "F", "get", "pos % self.word_bits)", "0) and pos % self.word_bits == 0", 2),
    Break("top-bit-lost", "F", "set", "pos % self.word_bits, value", "pos % (self.word_bits - 1), value"),
    Break("full-at-twice-the-width", "F", "set", "is_full(word, self.word_bits)", "is_full(word, 2 * self.word_bits)"),
    Break("not-cleared", "J", "set", "self.words[place], pos", "self.words[place] if not value else 0, pos"),
    Break("summary-never-set", "J", "set", "is_full(word, self.word_bits)", "False"),
    Break("summary-of-any-bit", "J", "set", "is_full(word, self.word_bits)", "word != 0"),
    Break("summary-not-cleared", "J", "set", "self.words[place] = word", "self.words[place] |= word"),
    Break("only-two-layers", "J", "set", "range(self.layers())", "range(min(2, self.layers()))"),
    Break(
        "layer-passed-over", "J", "find_first_clear", "self.starts[layer] + pos", "self.starts[max(layer - 1, 0)] + pos"
    ),
    Break("last-word-not-read", "K", "find_first_clear", "self.starts[layer + 1]", "self.starts[layer + 1] - 1"),
    Break("a-bit-short", "F", "find_first_clear", "pos * self.word_bits", "pos * (self.word_bits - 1)"),
    Break("last-word-not-searched", "K", "find_first_set", "range(self.starts[1])", "range(self.starts[1] - 1)"),
    Break("summaries-counted", "C", "count", "range(self.starts[1])", "range(len(self.words))"),
    Break("last-word-not-counted", "C", "count", "range(self.starts[1])", "range(self.starts[1] - 1)"),
    Break("last-word-not-visited", "K", "positions", "range(self.starts[1])", "range(self.starts[1] - 1)"),
    Break("neighbour-passed-over", "F", "positions", "with_bit(word, pos, False)", "word & (word + (1 << pos))", 2),
    Break("padding-assigned", "K", "assign", "_clamped(ones - before, self.word_bits)", "self.word_bits * value"),
    Break("summaries-not-assigned", "J", "assign", "range(self.layers())", "range(1)"),
    Break(
        "summaries-rounded-up", "J", "assign", "ones // self.word_bits", "(ones + self.word_bits - 1) // self.word_bits"
    ),
    Break(
        "position-bound-off-by-one",
        "K",
        "set",
        "check_position(pos, self.limit)",
        "check_position(pos, self.limit + 1)",
    ),
    Break("padding-read", "K", "get", "check_position(pos, self.limit)", "check_position(pos, self.limit + 1)", 1),
    Break(
        "position-minus-one", "K", "get", "check_position(pos, self.limit)", "check_position(abs(pos), self.limit)", 1
    ),
    Break(
        "refused-set-marks",
        "H",
        "set",
        "check_position(pos, self.limit)",
        "self.words[0] ^= self.limit > 0; check_position(pos, self.limit)",
    ),
    Break("copy-shares-words", "M", "copy", "self.words.copy()", "self.words", 1),
    Break("swap-forgets-the-words", "M", "swap", "in FIELDS", "in FIELDS[1:]"),
    Break("padding-accepted", "M", "from_dict", "_check_words(twin)", "pass", 1),
)

TOKEN_BREAKS: Final = (
    Break("not-taken", "C", "acquire", "self.mask.set(token, True)", "pass", 1),
    Break("last-token-never-acquired", "K", "acquire", "self.mask.capacity()", "self.mask.capacity() - 1"),
    Break("full-not-refused", "K", "acquire", "raise Full", "return -1  #"),
    Break("double-release", "H", "release", "not self.mask.get(token)", "False", 1),
    Break("not-released", "C", "release", "self.mask.set(token, False)", "pass", 2),
    Break(
        "released-in-the-leaf-only",
        "J",
        "release",
        "self.mask.set(token, False)",
        "self.mask.words[token // self.mask.word_bits] &= ~(1 << token % self.mask.word_bits)",
    ),
    Break("bulk-of-all-refused", "G", "acquire_many", "count > self.room()", "count >= self.room()"),
    Break("bulk-not-all-or-none", "H", "acquire_many", "count > self.room()", "False"),
    Break("bulk-short-of-one", "G", "acquire_many", "len(tokens) < count", "len(tokens) < count - 1", 1),
    Break("clear-takes-all", "M", "clear", "assign(False)", "assign(True)", 1),
    Break("copy-shares-the-mask", "M", "copy", "self.mask.copy()", "self.mask", 1),
    Break(
        "swap-shares-the-mask", "M", "swap", "self.mask, other.mask = other.mask, self.mask", "self.mask = other.mask"
    ),
    Break("room-of-the-padding", "C", "room", "self.mask.capacity() -", "len(self.mask.words) * self.mask.word_bits -"),
)
