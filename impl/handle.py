"""A handle in one word, by shifts and masks.

      index_bits = 4, generation_bits = 2, type_bits = 1

      bit                7   6   5 4   3 2 1 0
                       +---+---+-----+---------+
                       | f | t | g g | s s s s |
                       +---+---+-----+---------+
      index_mask         0   0   0 0   1 1 1 1
      generation_mask    0   0   1 1   0 0 0 0      generation_shift = 4
      type_mask          0   1   0 0   0 0 0 0      type_shift = 6
                                                    free_shift = 7

That this is the number in mixed radix of spec/handle.py, at real widths, is HL-B1 ... HL-B7.

Deviations  HL-D1 (docs/users/containers/handle.md)
Source      griffin handle_map `Id_T`
"""

from __future__ import annotations

from slotproof.spec.errors import OutOfRange, shown
from slotproof.spec.handle import Handle, check_handle, check_widths, check_word


class Layout:
    """Where the fields of a handle lie in its word.

    Takes      widths in bits, each at least 1
    Raises     InvalidArgument
    Source     griffin handle_map `Id_T`; differs: HL-D1
    """

    index_bits: int
    generation_bits: int
    type_bits: int
    generation_shift: int
    type_shift: int
    free_shift: int
    index_mask: int  # the masks lie where their fields lie
    generation_mask: int
    type_mask: int

    def __init__(self, index_bits: int = 32, generation_bits: int = 16, type_bits: int = 15) -> None:
        check_widths(index_bits, generation_bits, type_bits)
        self.index_bits = index_bits
        self.generation_bits = generation_bits
        self.type_bits = type_bits
        self.generation_shift = index_bits
        self.type_shift = index_bits + generation_bits
        self.free_shift = index_bits + generation_bits + type_bits
        self.index_mask = (1 << index_bits) - 1
        self.generation_mask = ((1 << generation_bits) - 1) << self.generation_shift
        self.type_mask = ((1 << type_bits) - 1) << self.type_shift

    def pack(self, handle: Handle) -> int:
        """The word of a handle.

        Ensures    HL-R1
        Raises     OutOfRange if a field does not fit its width; InvalidArgument if it is no handle
        Cost       O(1)
        """
        check_handle(handle)
        slot, generation, type_id, free = handle
        too_wide = (slot >> self.index_bits) | (generation >> self.generation_bits) | (type_id >> self.type_bits)
        if too_wide | (free >> 1) != 0:  # of a negative number, -1 is left over
            raise OutOfRange(f"{shown(handle)} does not fit {shown(self)}")
        return slot | (generation << self.generation_shift) | (type_id << self.type_shift) | (free << self.free_shift)

    def unpack(self, word: int) -> Handle:
        """The handle of a word.

        Ensures    HL-R2
        Raises     OutOfRange if the word is wider than the layout; InvalidArgument if it is no integer
        Cost       O(1)
        """
        self._check(word)
        return Handle(
            word & self.index_mask,
            (word & self.generation_mask) >> self.generation_shift,
            (word & self.type_mask) >> self.type_shift,
            word >> self.free_shift,
        )

    def next_generation(self, word: int) -> int:
        """The word with its generation one higher, or 0 after the last; slot, type id and free bit stay.

        Ensures    HL-R3
        Raises     OutOfRange, InvalidArgument as `unpack`
        Cost       O(1)
        Source     griffin erase, `++generation`
        """
        self._check(word)
        following = word + (1 << self.generation_shift)
        return (word & ~self.generation_mask) | (following & self.generation_mask)

    def null(self) -> int:
        """The word of the null handle.

        Ensures    HL-R4
        Source     griffin `NullId_T`
        """
        return 0

    def _check(self, word: int) -> None:
        """Refuse what is no word of the layout."""
        check_word(word)
        if word >> (self.free_shift + 1) != 0:
            raise OutOfRange(f"{shown(word)} does not fit {shown(self)}")

    def __repr__(self) -> str:
        return f"Layout({self.index_bits}, {self.generation_bits}, {self.type_bits})"
