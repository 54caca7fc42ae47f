"""Mistakes in the token allocator: those that others shipped, and those that both sides could make alike."""

from __future__ import annotations

from typing import Final

from slotproof.declare.bug import Bug, Pair, alike
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.spec.token_allocator import TokenAllocatorModel

BUGS: Final = (
    Bug(
        "offsetallocator-rounding",
        ("121",),
        "OffsetAllocator, rounding",
        "https://github.com/sebbbi/OffsetAllocator/pull/14",
        "What is free is rounded down and what is wanted is rounded up: no space, with space left.",
        "token_allocator",
        TokenAllocator.room,
        (
            (
                "return self.mask.capacity() - self.mask.count()",
                "free = self.mask.capacity() - self.mask.count()\n        return free - free % self.mask.word_bits",
            ),
        ),
    ),
)
"""Bugs that others shipped, made again here."""

PAIRS: Final = (
    alike(
        "tokens-released-twice",
        "token_allocator",
        "`release` of a token that is not in use is no mistake.",
        "TA-L4",
        "one word, exactly",
        ("acquire", "release"),
        (TokenAllocatorModel.release, TokenAllocator.release),
        ('raise Missing(f"token {shown(token)} is not in use")', "return"),
    ),
    Pair(
        "tokens-full-early",
        "token_allocator",
        "`acquire` is refused while the last token is free.",
        "TA-L3",
        "one word, exactly",
        ("acquire", "release"),
        (TokenAllocatorModel.acquire, (("token == self.limit", "token + 1 >= self.limit"),)),
        (TokenAllocator.acquire, (("token == self.mask.capacity()", "token + 1 >= self.mask.capacity()"),)),
    ),
    alike(
        "tokens-fewer-than-none",
        "token_allocator",
        "`acquire_many` of -1 tokens answers none, and is no mistake.",
        "TA-L6",
        "one word, exactly",
        ("acquire", "acquire_many"),
        (TokenAllocatorModel.acquire_many, TokenAllocator.acquire_many),
        ("count < 0", "count < -1"),
    ),
    Pair(
        "tokens-cleared-in-vain",
        "token_allocator",
        "`clear` leaves every token in use.",
        "TA-L5",
        "one word, exactly",
        ("acquire", "clear"),
        (TokenAllocatorModel.clear, (("self.used = set()", "pass"),)),
        (TokenAllocator.clear, (("self.mask.assign(False)", "pass"),)),
    ),
    alike(
        "tokens-one-too-few",
        "token_allocator",
        "`acquire_many` takes one token less than it is asked for.",
        "TA-L7",
        "one word, exactly",
        ("acquire", "acquire_many"),
        (TokenAllocatorModel.acquire_many, TokenAllocator.acquire_many),
        ("len(tokens) < count", "len(tokens) + 1 < count"),
    ),
)
"""Mistakes of both sides, each with the law that finds it."""
