"""Functions of machine words of up to 64 bits, without a loop over the bits: the fields of a word are added at once.

      population count of 0110 1000          lowest one of 0110 1000
        fields of 2   01 01 01 00              folded left    1111 1000
        fields of 4   0010 0001                inverted       0000 0111
        fields of 8   0000 0011  = 3           its ones       3

Widths are not rounded up: the constants serve 64 bits, and a narrower word has zeros above its width.
That they mean what spec/bits.py says is BM-B1 ... BM-B13.

Source      FastBitMask countOneBits, foldBitsLeft, lowestOneIdx; differs: BM-D2, the width is an argument
"""

from __future__ import annotations

from typing import Final

WIDEST: Final = 64

ODD_BITS: Final = 0x5555_5555_5555_5555  # every other bit, from position 0
ODD_PAIRS: Final = 0x3333_3333_3333_3333
ODD_NIBBLES: Final = 0x0F0F_0F0F_0F0F_0F0F


def full(width: int) -> int:
    """The word of ones."""
    return (1 << width) - 1


def is_full(word: int, width: int) -> bool:
    """True if the word has no zero.

    Source     FastBitMask `~word == 0`; differs: BM-D2
    """
    return (~word & full(width)) == 0


def population_count(word: int, width: int) -> int:
    """How many ones the word has.

    Cost       3 steps, and 1 more each time the width doubles from 8 on
    Source     FastBitMask countOneBits
    """
    return sum_of_bytes(sums_in_bytes(sums_in_pairs(word)), width)


def sums_in_pairs(word: int) -> int:
    """Each field of 2 bits holds the sum of its bits."""
    return word - ((word >> 1) & ODD_BITS)


def sums_in_bytes(pairs: int) -> int:
    """Each field of 8 bits holds the sum of its four fields of 2 bits, which are 2 at most."""
    nibbles = ((pairs >> 2) & ODD_PAIRS) + (pairs & ODD_PAIRS)
    return ((nibbles >> 4) + nibbles) & ODD_NIBBLES


def sum_of_bytes(fields: int, width: int) -> int:
    """The sum of the fields of 8 bits, which are 8 at most."""
    span = 8
    while span < width:
        fields = with_neighbours(fields, span)
        span *= 2
    return lowest_sum(fields)


def with_neighbours(fields: int, span: int) -> int:
    """Each field of 8 bits holds the sum with the field that begins `span` bits above it."""
    return fields + (fields >> span)


def lowest_sum(fields: int) -> int:
    """The lowest field of 8 bits, which is 64 at most."""
    return fields & 0x7F


def fold_left(word: int, width: int) -> int:
    """The word with a one wherever there is one at the same or a lower position.

    Cost       1 step each time the width doubles
    Source     FastBitMask foldBitsLeft
    """
    span = 1
    while span < width:
        word = word | ((word << span) & full(width))
        span *= 2
    return word


def lowest_one(word: int, width: int) -> int:
    """The lowest position of a one, or the width if there is none.

    Source     FastBitMask lowestOneIdx
    """
    return population_count(~fold_left(word, width) & full(width), width)


def lowest_zero(word: int, width: int) -> int:
    """The lowest position of a zero, or the width if there is none."""
    return lowest_one(~word & full(width), width)


def get_bit(word: int, pos: int) -> bool:
    """True if the word has a one at `pos`.

    Source     FastBitMask get; differs: BM-D1
    """
    return (word & (1 << pos)) != 0


def with_bit(word: int, pos: int, value: bool) -> int:
    """The word with a one at `pos`, or a zero.

    Source     FastBitMask set
    """
    word = word & ~(1 << pos)
    return word | (int(value) << pos)
