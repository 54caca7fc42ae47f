"""What a handle is, and how it packs into one word.

A handle is a client's name for a value: the slot, and the generation the slot had when the handle was issued.

      63 62            48 47          32 31                           0
    +---+---------------+--------------+-------------------------------+
    | f |    type id    |  generation  |             slot              |
    +---+---------------+--------------+-------------------------------+

Laws        HL-L1 ... HL-L3
Source      griffin handle_map `Id_T`: index 32, generation 16, type id 15, free 1 bits, little end first
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from slotproof.spec.errors import InvalidArgument, OutOfRange


class Handle(NamedTuple):
    """A client's name for a value; compares by (free, type id, generation, slot), as the packed words do.

    `free` is the bit by which the packed sparse array marks a free slot: it is 0 in every handle that is issued.
    """

    slot: int
    generation: int
    type_id: int = 0
    free: int = 0

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return tuple(self)[::-1] < tuple(other)[::-1]

    def __le__(self, other: tuple[object, ...]) -> bool:
        return tuple(self)[::-1] <= tuple(other)[::-1]

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return tuple(self)[::-1] > tuple(other)[::-1]

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return tuple(self)[::-1] >= tuple(other)[::-1]


NULL = Handle(0, 0)
"""The null handle: all bits zero. Generations start at 1, so under `retire` it is never issued."""


def check_handle(handle: object) -> None:
    """Refuse what is not a handle of integers.

    Raises     InvalidArgument
    """
    if not isinstance(handle, Handle):
        raise InvalidArgument(f"not a handle: {handle!r}")
    slot, generation, type_id, free = handle
    if not (
        isinstance(slot, int) and isinstance(generation, int) and isinstance(type_id, int) and isinstance(free, int)
    ):
        raise InvalidArgument(f"a handle holds integers: {handle!r}")


def check_handles(handles: Sequence[Handle]) -> None:
    """Refuse a sequence in which something is not a handle of integers.

    Raises     InvalidArgument
    """
    if not isinstance(handles, list | tuple):  # an iterator would be used up by looking at it
        raise InvalidArgument(f"not a list of handles: {handles!r}")
    for handle in handles:
        check_handle(handle)


def check_widths(index_bits: int, generation_bits: int, type_bits: int) -> None:
    """Refuse widths that are not at least 1 bit.

    Raises     InvalidArgument
    """
    for name, bits in (("index_bits", index_bits), ("generation_bits", generation_bits), ("type_bits", type_bits)):
        if not isinstance(bits, int) or bits < 1:
            raise InvalidArgument(f"{name} is a width of at least 1 bit, not {bits!r}")


def check_word(word: object) -> None:
    """Refuse what is not an integer.

    Raises     InvalidArgument
    """
    if not isinstance(word, int):
        raise InvalidArgument(f"not a word: {word!r}")


@dataclass(frozen=True)
class LayoutModel:
    """The word as a number in mixed radix: slot first, then generation, type id, free bit.

    Takes      widths in bits, each at least 1
    Raises     InvalidArgument
    """

    index_bits: int = 32
    generation_bits: int = 16
    type_bits: int = 15

    def __post_init__(self) -> None:
        check_widths(self.index_bits, self.generation_bits, self.type_bits)

    def pack(self, handle: Handle) -> int:
        """The word of a handle.

        Raises     OutOfRange if a field does not fit its width; InvalidArgument
        """
        check_handle(handle)
        word = 0
        radix = 1
        for field, bits in zip(handle, self.widths(), strict=True):
            if not 0 <= field < 2**bits:
                raise OutOfRange(f"{handle} does not fit {self}")
            word += field * radix
            radix *= 2**bits
        return word

    def unpack(self, word: int) -> Handle:
        """The handle of a word.

        Raises     OutOfRange if the word is wider than the layout; InvalidArgument
        """
        check_word(word)
        if not 0 <= word < 2 ** self.bits():
            raise OutOfRange(f"{word} does not fit {self}")
        fields = []
        for bits in self.widths():
            word, field = divmod(word, 2**bits)
            fields.append(field)
        return Handle(*fields)

    def next_generation(self, word: int) -> int:
        """The word with its generation one higher, or 0 after the last; slot, type id and free bit stay.

        Raises     OutOfRange, InvalidArgument as `unpack`
        """
        handle = self.unpack(word)
        return self.pack(handle._replace(generation=(handle.generation + 1) % 2**self.generation_bits))

    def null(self) -> int:
        """The word of the null handle."""
        return self.pack(NULL)

    def widths(self) -> tuple[int, int, int, int]:
        """The width of each field of a handle, in bits, low end first."""
        return (self.index_bits, self.generation_bits, self.type_bits, 1)

    def bits(self) -> int:
        """The width of the word, in bits."""
        return sum(self.widths())
