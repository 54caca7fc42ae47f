"""A token allocator on a bitmask: bit n is set while token n is in use.

Five tokens, words of 4 bits, token 0 on the left; in use are 0, 1, 2 and 3:

      layer 1   | 1 0 . . |               the lowest zero leads to word 1
                    |
      layer 0   | 1 1 1 1 | 0 . . . |     the lowest zero of word 1 is token 4, the next one to be acquired

    array   index   holds
    mask    token   whether the token is in use (impl/bitmask.py)

Deviations  TA-D1 ... TA-D4 (docs/users/containers/token_allocator.md)
Source      the token allocator on FastBitMask
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from slotproof.impl.bitmask import Bitmask
from slotproof.spec.errors import Full, InvalidArgument, Missing, shown


class TokenAllocator:
    """Small numbers, each in use by one holder at most; the lowest free one is handed out next.

    Takes      capacity, how many tokens there are; word_bits, width of a word of the mask, in [2, 64]
    Raises     InvalidArgument
    Source     the token allocator on FastBitMask; differs: TA-D1 ... TA-D4
    """

    mask: Bitmask

    def __init__(self, capacity: int = 1024, *, word_bits: int = 32) -> None:
        self.mask = Bitmask(capacity, word_bits=word_bits)

    # --- acquire and release

    def acquire(self) -> int:
        """Take the lowest free token.

        Ensures    TA-R1
        Raises     Full if every token is in use
        Cost       3 reads a layer to find, 2 reads and 1 write a layer to set
        Source     acquire; differs: TA-D1, TA-D2
        """
        token = self.mask.find_first_clear()
        if token == self.mask.capacity():
            raise Full(f"all {shown(token)} tokens are in use")
        self.mask.set(token, True)
        return token

    def release(self, token: int) -> None:
        """Give a token back.

        Takes      token, in [0, capacity())
        Ensures    TA-R2
        Raises     Missing if it is not in use; OutOfRange, InvalidArgument
        Cost       1 read, and 2 reads and 1 write a layer
        Source     release; differs: TA-D3, TA-D4
        """
        if not self.mask.get(token):
            raise Missing(f"token {shown(token)} is not in use")
        self.mask.set(token, False)

    # --- get

    def is_used(self, token: int) -> bool:
        """True if the token was acquired and not released since.

        Takes      token, in [0, capacity())
        Ensures    TA-R3
        Raises     OutOfRange, InvalidArgument
        Cost       1 read
        """
        return self.mask.get(token)

    # --- iterate

    def tokens(self) -> Iterator[int]:
        """The tokens in use, ascending; changes on the way may be missed.

        Ensures    TA-R4
        Cost       1 read, and 1 read a word of layer 0
        """
        return self.mask.positions()

    __iter__ = tokens

    # --- bulk

    def acquire_many(self, count: int) -> list[int]:
        """Take the `count` lowest free tokens, all or none; ascending.

        Ensures    TA-R5
        Raises     Full if there are not so many; InvalidArgument
        Cost       O(words + count)
        """
        if not isinstance(count, int) or count < 0:
            raise InvalidArgument(f"not a count: {shown(count)}")
        if count > self.room():
            raise Full(f"{shown(count)} more tokens; room for {shown(self.room())}")
        tokens: list[int] = []
        while len(tokens) < count:
            tokens.append(self.acquire())
        return tokens

    # --- whole container

    def clear(self) -> None:
        """Release every token.

        Ensures    TA-R6
        Cost       1 read and 1 write a word, 2 reads a layer
        """
        self.mask.assign(False)

    def copy(self) -> TokenAllocator:
        """A second allocator in the same state.

        Ensures    TA-R7
        Cost       O(words)
        """
        twin: TokenAllocator = object.__new__(type(self))
        twin.mask = self.mask.copy()
        return twin

    __copy__ = copy

    def swap(self, other: TokenAllocator) -> None:
        """Exchange the states of two allocators, capacity and width included.

        Ensures    TA-R8
        Raises     InvalidArgument if `other` is no token allocator
        Cost       O(1)
        """
        if not isinstance(other, TokenAllocator):
            raise InvalidArgument(f"not a token allocator: {shown(other)}")
        self.mask, other.mask = other.mask, self.mask

    def to_dict(self) -> dict[str, Any]:
        """The whole state: that of the mask.

        Ensures    TA-R9
        Cost       O(words)
        """
        return self.mask.to_dict()

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> TokenAllocator:
        """The allocator whose state `to_dict` returned.

        Ensures    TA-R10
        Raises     InvalidArgument unless the arrays are those of a bitmask
        Cost       O(words)
        """
        twin: TokenAllocator = object.__new__(cls)
        twin.mask = Bitmask.from_dict(data)
        return twin

    # --- observers

    def size(self) -> int:
        """How many tokens are in use.

        Ensures    TA-R11
        Cost       1 read, and 1 read a word of layer 0
        """
        return self.mask.count()

    __len__ = size

    def capacity(self) -> int:
        """How many tokens there are.

        Ensures    TA-R12
        """
        return self.mask.capacity()

    def room(self) -> int:
        """How many more tokens can be acquired.

        Ensures    TA-R13
        Cost       1 read, and 1 read a word of layer 0
        """
        return self.mask.capacity() - self.mask.count()

    def __eq__(self, other: object) -> bool:
        """True if the other is a token allocator in the same state."""
        return isinstance(other, TokenAllocator) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"TokenAllocator.from_dict({self.to_dict()!r})"
