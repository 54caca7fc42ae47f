"""What a token allocator means: small numbers, each in use by one holder at most, the lowest free one next.

Laws        TA-L1 ... TA-L7 (proofs/token_allocator/, proofs/bitmask/answers.py)
Source      the token allocator on FastBitMask
"""

from __future__ import annotations

from typing import Final

from slotproof.spec.bitmask import check_configuration, check_position
from slotproof.spec.errors import Full, InvalidArgument, Missing, shown
from slotproof.spec.logic import least

FIELDS: Final = ("used", "limit", "word_bits")


class TokenAllocatorModel:
    """The tokens in use, as a set.

    Takes      capacity, how many tokens there are; word_bits, width of a word of the mask, in [2, 64]
    Raises     InvalidArgument
    """

    used: set[int]
    limit: int  # tokens are below it
    word_bits: int

    def __init__(self, capacity: int = 1024, *, word_bits: int = 32) -> None:
        check_configuration(capacity, False, word_bits)
        self.used = set()
        self.limit = capacity
        self.word_bits = word_bits

    # --- acquire and release

    def acquire(self) -> int:
        """Take the lowest free token."""
        token = least(0, self.limit, lambda token: token not in self.used)
        if token == self.limit:
            raise Full(f"all {shown(token)} tokens are in use")
        self.used.add(token)
        return token

    def release(self, token: int) -> None:
        """Give a token back."""
        check_position(token, self.limit)
        if token not in self.used:
            raise Missing(f"token {shown(token)} is not in use")
        self.used.remove(token)

    # --- get

    def is_used(self, token: int) -> bool:
        """True if the token was acquired and not released since."""
        check_position(token, self.limit)
        return token in self.used

    # --- iterate

    def tokens(self) -> list[int]:
        """The tokens in use, ascending."""
        return sorted(self.used)

    # --- bulk

    def acquire_many(self, count: int) -> list[int]:
        """Take the `count` lowest free tokens; if there are not so many, nothing has changed."""
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
        """Release every token."""
        self.used = set()

    def copy(self) -> TokenAllocatorModel:
        """A second allocator in the same state."""
        twin: TokenAllocatorModel = object.__new__(type(self))
        twin.used = self.used.copy()
        twin.limit = self.limit
        twin.word_bits = self.word_bits
        return twin

    def swap(self, other: TokenAllocatorModel) -> None:
        """Exchange the states of two allocators."""
        for name in FIELDS:
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    # --- observers

    def size(self) -> int:
        """How many tokens are in use."""
        return len(self.used)

    def capacity(self) -> int:
        """How many tokens there are."""
        return self.limit

    def room(self) -> int:
        """How many more tokens can be acquired."""
        return self.limit - len(self.used)
