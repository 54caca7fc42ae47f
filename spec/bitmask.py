"""What a bitmask means: a set of positions below a limit, and how to find the first that is in it, or not.

How wide a word is changes no answer but `layers`, the number of words that `find_first_clear` reads.

Laws        BM-L1 ... BM-L8 (proofs/bitmask/, proofs/bitmask/answers.py)
Source      FastBitMask
"""

from __future__ import annotations

from collections.abc import MutableSet
from typing import Final

from slotproof.spec.errors import InvalidArgument, OutOfRange, shown
from slotproof.spec.logic import contains, least

FIELDS: Final = ("ones", "limit", "word_bits")


class BitmaskModel:
    """The bitmask as a set.

    Takes      capacity, how many positions there are; filled: all of them are set
               word_bits, width of a word, in [2, 64]
    Raises     InvalidArgument
    """

    ones: MutableSet[int]  # the positions that are set
    limit: int  # positions are below it
    word_bits: int

    def __init__(self, capacity: int = 1024, filled: bool = False, *, word_bits: int = 32) -> None:
        check_configuration(capacity, filled, word_bits)
        self.ones = set(range(capacity)) if filled else set()
        self.limit = capacity
        self.word_bits = word_bits

    # --- set and get

    def set(self, pos: int, value: bool = True) -> None:
        """Set the position, or clear it."""
        check_position(pos, self.limit)
        check_value(value)
        if value:
            self.ones.add(pos)
        else:
            self.ones.discard(pos)

    def get(self, pos: int) -> bool:
        """True if the position is set."""
        check_position(pos, self.limit)
        return pos in self.ones

    def find_first_clear(self) -> int:
        """The least number that is not a set position: the capacity if all are set."""
        return least(0, self.limit, lambda pos: pos not in self.ones)

    def find_first_set(self) -> int:
        """The least position that is set, or the capacity if none is."""
        return least(0, self.limit, lambda pos: contains(self.ones, pos))

    # --- iterate

    def positions(self) -> list[int]:
        """The positions that are set, ascending."""
        return sorted(self.ones)

    # --- whole container

    def assign(self, value: bool) -> None:
        """Set every position, or clear it."""
        check_value(value)
        self.ones = set(range(self.limit)) if value else set()

    def copy(self) -> BitmaskModel:
        """A second mask in the same state."""
        twin: BitmaskModel = object.__new__(type(self))
        twin.ones = set(self.ones)
        twin.limit = self.limit
        twin.word_bits = self.word_bits
        return twin

    def swap(self, other: BitmaskModel) -> None:
        """Exchange the states of two masks."""
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    # --- observers

    def count(self) -> int:
        """How many positions are set."""
        return len(self.ones)

    def capacity(self) -> int:
        """How many positions there are."""
        return self.limit

    def layers(self) -> int:
        """How often the capacity is divided by the word width, rounding up, until one word is left; once at least."""
        layers = 1
        words = (self.limit + self.word_bits - 1) // self.word_bits
        while words > 1:
            words = (words + self.word_bits - 1) // self.word_bits
            layers += 1
        return layers


def check_configuration(capacity: int, filled: bool, word_bits: int) -> None:
    """Refuse a capacity or a word width that no bitmask has; words of one bit summarise nothing.

    Raises     InvalidArgument
    """
    if not isinstance(capacity, int) or capacity < 0:
        raise InvalidArgument(f"a capacity is a count, not {shown(capacity)}")
    if not isinstance(word_bits, int) or not 2 <= word_bits <= 64:
        raise InvalidArgument(f"a word is 2 to 64 bits wide, not {shown(word_bits)}")
    check_value(filled)


def check_position(pos: int, limit: int) -> None:
    """Refuse what is no position of the mask.

    Raises     OutOfRange, InvalidArgument
    """
    if not isinstance(pos, int):
        raise InvalidArgument(f"not a position: {shown(pos)}")
    if pos < 0 or pos >= limit:
        raise OutOfRange(f"position {shown(pos)} of {shown(limit)}")


def check_value(value: bool) -> None:
    """Refuse what is neither true nor false.

    Raises     InvalidArgument
    """
    if not isinstance(value, bool):
        raise InvalidArgument(f"a bit is True or False, not {shown(value)}")
