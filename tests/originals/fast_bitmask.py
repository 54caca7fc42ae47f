"""FastBitMask and its token allocator as they were published, defects included (BM-D1 ... BM-D7, TA-D1 ... TA-D4).

Positions are cut into groups of 32 whatever the machine; `word_bits` is how wide the machine's word really is.
"""

from typing import Final

GROUP: Final = 32


def count_ones(word: int, word_bits: int) -> int:
    """The sum of the bits, by fields of 2, 4, 8, 16 and 32 bits; made for 32 bits."""
    mask = 2**word_bits - 1
    word = (word - (word >> 1 & 0x55555555)) & mask
    word = (word >> 2 & 0x33333333) + (word & 0x33333333)
    word = (word >> 4) + word & 0x0F0F0F0F
    word = word + (word >> 8) & mask
    word = word + (word >> 16) & mask
    return word & 0x3F


def lowest_one(word: int, word_bits: int) -> int:
    """How many zeros are below the lowest one."""
    mask = 2**word_bits - 1
    for shift in (1, 2, 4, 8, 16):
        word |= word << shift & mask
    return count_ones(~word & mask, word_bits)


def words_of_levels(words: int) -> list[int]:
    """How many words each level has, the root first: the nesting ends at one word, and nowhere else (BM-D4)."""
    return [1] if words == 1 else [*words_of_levels((words + GROUP - 1) // GROUP), words]


class FastBitMask:
    """Levels of words, the root first."""

    def __init__(self, max_bits: int, word_bits: int = 32) -> None:
        self.max_bits = max_bits
        self.word_bits = word_bits
        self.ones = 2**word_bits - 1
        self.levels = [[0] * words for words in words_of_levels((max_bits + GROUP - 1) // GROUP)]

    def assign(self, value: bool) -> None:
        """Every bit of every word, padding and unused halves too (BM-D5)."""
        self.levels = [[self.ones if value else 0] * len(words) for words in self.levels]

    def get(self, pos: int) -> bool:
        """What `0 != word & mask` means in C++, where `!=` binds tighter than `&` (BM-D1)."""
        return bool((self.levels[-1][pos // GROUP] != 0) & 1 << pos % GROUP)

    def set(self, pos: int, value: int) -> None:
        """One word of each level, leaf first; full is when the complement of the whole word is zero (BM-D2)."""
        for words in reversed(self.levels):
            pos, bit = divmod(pos, GROUP)
            words[pos] = words[pos] & ~(1 << bit) | value << bit
            value = int(~words[pos] & self.ones == 0)

    def find(self) -> int:
        """The way from the root along lowest zeros."""
        pos = 0
        for words in self.levels:
            low = lowest_one(~words[pos] & self.ones, self.word_bits) if pos < len(words) else 0
            pos = pos * GROUP + low
        return pos


class TokenAllocator:
    """Tokens on a bitmask."""

    def __init__(self, count: int = 1024, word_bits: int = 32) -> None:
        self.mask = FastBitMask(count, word_bits)

    def acquire(self) -> int:
        """The lowest free token, or -1 (TA-D1)."""
        token = self.mask.find()
        if self.mask.max_bits <= token:
            return -1
        self.mask.set(token, 1)
        return token

    def release(self, token: int) -> bool:
        """True if it is a token, in use or not (TA-D3, TA-D4)."""
        if token < 0 or self.mask.max_bits <= token:
            return False
        self.mask.set(token, 0)
        return True
