"""What the functions of machine words mean: a word of a width is the set of positions at which it has ones.

      position   7 6 5 4   3 2 1 0
      word       0 1 1 0   1 0 0 0      ones at 3, 5 and 6: three of them, the lowest at 3
      folded     1 1 1 1   1 0 0 0      ones from the lowest one up

Positions are in [0, width); position 0 is worth 1.
Each function looks at one position after the other, and computes with nothing but what it finds there.
"""

from __future__ import annotations

from slotproof.spec.logic import choose, conj, disj, within


def bit(word: int, pos: int) -> bool:
    """True if the word has a one at `pos`."""
    return (word >> pos) & 1 == 1


def fits(word: int, width: int) -> bool:
    """True if the word has no ones but at positions below the width."""
    return within(0, word, 2**width)


def field(word: int, place: int, size: int) -> int:
    """The number that the positions of one field hold, where a word is cut into fields of so many bits."""
    return (word >> (size * place)) & ((1 << size) - 1)


def ones_below(word: int, pos: int) -> int:
    """How many ones there are at lower positions."""
    return sum(choose(bit(word, lower), 1, 0) for lower in range(pos))


def population_count(word: int, width: int) -> int:
    """How many ones there are: those in a lower part, of the largest power of two below the width, and in the rest."""
    if width == 1:
        return word & 1
    lower = 1
    while 2 * lower < width:
        lower *= 2
    return population_count(word, lower) + population_count(word >> lower, width - lower)


def fold_left(word: int, width: int) -> int:
    """The word with a one wherever there is one at the same or a lower position."""
    folded = 0
    below = False
    for pos in range(width):
        below = disj(below, bit(word, pos))
        folded = choose(below, folded + (1 << pos), folded)
    return folded


def lowest_one(word: int, width: int) -> int:
    """The lowest position of a one, or the width if there is none."""
    lowest = width
    for above in range(width):
        lowest = choose(bit(word, width - 1 - above), width - 1 - above, lowest)
    return lowest


def lowest_zero(word: int, width: int) -> int:
    """The lowest position of a zero, or the width if there is none."""
    lowest = width
    for above in range(width):
        lowest = choose(bit(word, width - 1 - above), lowest, width - 1 - above)
    return lowest


def is_full(word: int, width: int) -> bool:
    """True if there is a one at every position."""
    return conj(*(bit(word, pos) for pos in range(width)))
