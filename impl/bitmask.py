r"""A bitmask in layers of words: each bit of a layer tells whether a word of the layer below is full.

Ten positions in words of 3 bits, position 0 on the left; 0 to 5 and 7 are set:

      layer 2   | 0 0 . |                                   one word alone; "." is padding, which is always 0
                  |
      layer 1   | 1 1 0 | 0 . . |                           a bit for each word below: words 0 and 1 are full
                      \______
      layer 0   | 1 1 1 | 1 1 1 | 0 1 0 | 0 . . |           a bit for each position: the first clear one is 6

      words     7 7 2 0   3 0   0        starts   0 4 6 7

    array   index                  holds
    words   starts[layer] + word   the words of layer 0, then those of layer 1, ... , at last one word alone
    starts  layer                  where the layer begins in `words`; one entry more is the end

`find_first_clear` goes down from the last word: the lowest zero of a word leads to a word below that is not full, so
that it reads one word of each layer, 4 for a million positions in words of 32 bits.
If everything is set, the way leads to padding, or to where the words of a layer end: it comes to the capacity.

Deviations  BM-D1 ... BM-D8 (docs/users/containers/bitmask.md)
Source      FastBitMask
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from slotproof.impl.bits import full, get_bit, is_full, lowest_one, lowest_zero, population_count, with_bit
from slotproof.impl.foreign import check_integers, check_names, check_number
from slotproof.spec.bitmask import check_configuration, check_position, check_value
from slotproof.spec.bits import fits
from slotproof.spec.errors import InvalidArgument, shown

FIELDS: Final = ("words", "starts", "limit", "word_bits")


class Bitmask:
    """A fixed number of bits, the first clear one found with one read a layer.

    Takes      capacity, how many positions there are; filled: all of them are set
               word_bits, width of a word, in [2, 64]
    Raises     InvalidArgument
    Source     FastBitMask; differs: BM-D1 ... BM-D8
    """

    words: list[int]
    starts: list[int]
    limit: int  # positions are below it
    word_bits: int

    def __init__(self, capacity: int = 1024, filled: bool = False, *, word_bits: int = 32) -> None:
        check_configuration(capacity, filled, word_bits)
        self.limit = capacity
        self.word_bits = word_bits
        self.starts = layout(capacity, word_bits)
        self.words = [0] * self.starts[-1]
        if filled:
            self.assign(True)

    # --- set and get

    def set(self, pos: int, value: bool = True) -> None:
        """Set the position, or clear it.

        Takes      pos, in [0, capacity())
        Ensures    BM-R1
        Raises     OutOfRange, InvalidArgument
        Cost       2 reads and 1 write a layer
        Source     FastBitMask set; differs: BM-D2, BM-D6
        """
        check_position(pos, self.limit)
        check_value(value)
        for layer in range(self.layers()):
            place = self.starts[layer] + pos // self.word_bits
            word = with_bit(self.words[place], pos % self.word_bits, value)
            self.words[place] = word
            value = is_full(word, self.word_bits)
            pos = pos // self.word_bits

    def get(self, pos: int) -> bool:
        """True if the position is set.

        Takes      pos, in [0, capacity())
        Ensures    BM-R2
        Raises     OutOfRange, InvalidArgument
        Cost       1 read
        Source     FastBitMask get; differs: BM-D1, BM-D6
        """
        check_position(pos, self.limit)
        return get_bit(self.words[pos // self.word_bits], pos % self.word_bits)

    __getitem__ = get

    def find_first_clear(self) -> int:
        """The lowest position that is not set, or the capacity if all are.

        Ensures    BM-R3
        Cost       3 reads a layer: a word, and where the layer starts and ends
        Source     FastBitMask find; differs: BM-D7
        """
        pos = 0
        layer = self.layers()
        while layer > 0:
            layer -= 1
            place = self.starts[layer] + pos
            pos = pos * self.word_bits
            if place < self.starts[layer + 1]:
                pos = pos + lowest_zero(self.words[place], self.word_bits)
        return pos

    def find_first_set(self) -> int:
        """The lowest position that is set, or the capacity if none is.

        The layers tell which words are full, not which are empty: this is a search from the first word on.

        Ensures    BM-R4
        Cost       O(words)
        """
        for index in range(self.starts[1]):
            word = self.words[index]
            if word != 0:
                return index * self.word_bits + lowest_one(word, self.word_bits)
        return self.limit

    # --- iterate

    def positions(self) -> Iterator[int]:
        """The positions that are set, ascending; changes on the way may be missed.

        Ensures    BM-R5
        Cost       1 read, and 1 read a word of layer 0
        """
        for index in range(self.starts[1]):
            word = self.words[index]
            pos = lowest_one(word, self.word_bits)
            while pos < self.word_bits:
                yield index * self.word_bits + pos
                word = with_bit(word, pos, False)
                pos = lowest_one(word, self.word_bits)

    __iter__ = positions

    # --- whole container

    def assign(self, value: bool) -> None:
        """Set every position, or clear it; padding stays clear.

        Ensures    BM-R6
        Raises     InvalidArgument
        Cost       1 read and 1 write a word, 2 reads a layer
        Source     FastBitMask assign; differs: BM-D5
        """
        check_value(value)
        ones = self.limit if value else 0  # how many bits of the layer are set, from its first one on
        for layer in range(self.layers()):
            for place in range(self.starts[layer], self.starts[layer + 1]):
                before = (place - self.starts[layer]) * self.word_bits
                self.words[place] = full(_clamped(ones - before, self.word_bits))
            ones = ones // self.word_bits

    def copy(self) -> Bitmask:
        """A second mask in the same state.

        Ensures    BM-R7
        Cost       O(words)
        """
        twin: Bitmask = object.__new__(type(self))
        twin.words = self.words.copy()
        twin.starts = self.starts.copy()
        twin.limit = self.limit
        twin.word_bits = self.word_bits
        return twin

    __copy__ = copy

    def swap(self, other: Bitmask) -> None:
        """Exchange the states of two masks, capacity and width included.

        Ensures    BM-R8
        Raises     InvalidArgument if `other` is no bitmask
        Cost       O(1)
        """
        if not isinstance(other, Bitmask):
            raise InvalidArgument(f"not a bitmask: {shown(other)}")
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def to_dict(self) -> dict[str, Any]:
        """The whole state in lists and ints.

        Ensures    BM-R9
        Cost       O(words)
        """
        return {
            "words": self.words.copy(),
            "starts": self.starts.copy(),
            "limit": self.limit,
            "word_bits": self.word_bits,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Bitmask:
        """The mask whose state `to_dict` returned.

        Ensures    BM-R10
        Raises     InvalidArgument unless the arrays are those of a bitmask
        Cost       O(words)
        """
        _check_fields(data)
        twin: Bitmask = object.__new__(cls)
        twin.words = data["words"].copy()
        twin.starts = data["starts"].copy()
        twin.limit = data["limit"]
        twin.word_bits = data["word_bits"]
        _check_starts(twin)
        _check_words(twin)
        return twin

    # --- observers

    def count(self) -> int:
        """How many positions are set.

        Ensures    BM-R11
        Cost       1 read, and 1 read a word of layer 0
        """
        count = 0
        for index in range(self.starts[1]):
            count += population_count(self.words[index], self.word_bits)
        return count

    __len__ = count

    def capacity(self) -> int:
        """How many positions there are.

        Ensures    BM-R12
        Source     FastBitMask max_size
        """
        return self.limit

    def layers(self) -> int:
        """How many layers there are, which is how many words `find_first_clear` reads at most.

        Ensures    BM-R13
        """
        return len(self.starts) - 1

    def __eq__(self, other: object) -> bool:
        """True if the other is a bitmask in the same state."""
        return isinstance(other, Bitmask) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Bitmask.from_dict({self.to_dict()!r})"


def layout(capacity: int, word_bits: int) -> list[int]:
    """Where each layer starts, up to the first that has one word, and where that ends."""
    starts = [0]
    items = capacity  # bits in use in the layer: positions, or words of the layer below
    while len(starts) == 1 or items > 1:
        items = max(1, (items + word_bits - 1) // word_bits)
        starts.append(starts[-1] + items)
    return starts


def _clamped(count: int, word_bits: int) -> int:
    """How many of `count` bits fall into the next word."""
    return min(max(count, 0), word_bits)


def _check_fields(data: dict[str, Any]) -> None:
    """Refuse data whose fields are not those of a bitmask, by name, type and range."""
    check_names(data, FIELDS)
    check_integers("words", data["words"])
    check_integers("starts", data["starts"])
    check_number("limit", data["limit"])
    check_configuration(data["limit"], False, data["word_bits"])


def _check_starts(twin: Bitmask) -> None:
    """Refuse layers that are not where they are for this capacity and width."""
    starts = layout(twin.limit, twin.word_bits)
    if len(twin.starts) != len(starts) or len(twin.words) != starts[-1]:
        raise InvalidArgument(
            f"{shown(twin.limit)} positions have {shown(len(starts) - 1)} layers, and {shown(starts[-1])} words"
        )
    for layer in range(len(starts)):
        if twin.starts[layer] != starts[layer]:
            raise InvalidArgument(
                f"layer {shown(layer)} starts at {shown(starts[layer])}, not {shown(twin.starts[layer])}"
            )


def _check_words(twin: Bitmask) -> None:
    """Refuse words with a bit beyond their width or in the padding, and layers that are wrong about those below."""
    for word in twin.words:
        if not fits(word, twin.word_bits):
            raise InvalidArgument(f"{shown(word)} is no word of {shown(twin.word_bits)} bits")
    items = twin.limit  # bits in use in the layer
    for layer in range(twin.layers()):
        first, end = twin.starts[layer], twin.starts[layer + 1]
        if not fits(twin.words[end - 1], items - (end - first - 1) * twin.word_bits):
            raise InvalidArgument(f"words[{shown(end - 1)}] has a bit in the padding")
        if layer + 1 < twin.layers():
            for index in range(end - first):
                above, pos = index // twin.word_bits, index % twin.word_bits
                if get_bit(twin.words[end + above], pos) != is_full(twin.words[first + index], twin.word_bits):
                    raise InvalidArgument(f"layer {shown(layer + 1)} is wrong about words[{shown(first + index)}]")
        items = end - first
