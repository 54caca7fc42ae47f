"""The arguments of the hash index's operations: keys, indices, sizes, what keys are made of, spoiled arrays."""

from __future__ import annotations

from collections.abc import Sequence

from slotproof.declare import Domain, Peer
from slotproof.declare.words import all_hold
from slotproof.proofs.hash_index.claims import LAWS, Model, abstract, coupled, represent
from slotproof.proofs.shared.arguments import Spoiled, spoiled_of
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.hash_index import BUCKETS, NIL, UNLINKED

KEY = Domain(
    "key",
    small=lambda m, scope: scope.values or (*range(m.hash_size - 1), -1),
    classes={
        "bucket": lambda m, issued, number: number % min(m.hash_size, 4),
        "beyond": lambda m, issued, number: m.hash_size + number % 2,
        "negative": lambda m, issued, number: -1 - number % 2,
    },
    symbolic=lambda make: make.int("key"),
    huge=True,
)


def _linked(m: Model, number: int) -> int | None:
    """A linked index that the number picks."""
    return sorted(m.bucket)[number % len(m.bucket)] if m.bucket else None


INDEX = Domain(
    "index",
    small=lambda m, scope: range(-1, m.index_limit + 1),
    classes={
        "low": lambda m, issued, number: number % 8,
        "linked": lambda m, issued, number: _linked(m, number),
        "last": lambda m, issued, number: max(m.bucket, default=0) + number % 2,
        "outside": lambda m, issued, number: m.index_limit + number % 2 if number % 3 else -1 - number % 2,
    },
    symbolic=lambda make: make.int("index"),
    huge=True,
)


COUNT = Domain(
    "count",
    small=lambda m, scope: range(-1, m.index_limit + 2),
    classes={
        "count": lambda m, issued, number: min(m.index_size, 9) + number % 5 - 2,
        "wrong": lambda m, issued, number: m.index_limit + 1 if number % 2 else -1,
    },
    symbolic=lambda make: make.int("count"),
    huge=lambda m, count: not 0 <= count <= m.index_limit,  # arrays of that size would be made
)

HASH_SIZE = Domain(
    "hash size",
    small=lambda m, scope: (0, 1, 2, 3, 4, 2 * BUCKETS),
    classes={"hash size": lambda m, issued, number: (1, 2, 4, 8, 0, 12, -4, 2 * BUCKETS)[number % 8]},
    symbolic=lambda make: make.int("hash_size"),
    huge=lambda m, size: not 0 <= size <= 2**31,  # so many buckets would be made
)

INDEX_SIZE = Domain(
    "index size",
    small=lambda m, scope: (-1, 0, 1, m.index_limit + 1),
    classes={
        "index size": lambda m, issued, number: number % min(m.index_limit + 1, 7),
        "wrong": lambda m, issued, number: m.index_limit + 1 if number % 2 else -1,
    },
    symbolic=lambda make: make.int("index_size"),
    huge=lambda m, size: not 0 <= size <= m.index_limit,  # an array of that size would be made
)

GRANULARITY = Domain(
    "granularity",
    small=lambda m, scope: (0, 1, 2, m.index_limit, m.index_limit + 1),
    classes={
        "granularity": lambda m, issued, number: number % 6,
        "beyond": lambda m, issued, number: m.index_limit + 1 + number % 2,
    },
    symbolic=lambda make: make.int("granularity"),
    huge=lambda m, granularity: not 0 <= granularity <= m.index_limit,  # room would become a multiple of it
)

SOURCES = (
    ("", "a", "A", "Z", "@[`{", "models/orc.MD5", b"\x80\x7f\x7f\xff", "\u00e9\u00c9", 0, 5, -7, 2**40),
    ((3, -5), (1.9, -1.9, 0.5), (1, 2, 3), 1.5, (1,), (1.5, 2), (0.0, float("inf"), 0.0), "\ud800", None),
)

SOURCE = Domain(
    "source",
    small=lambda m, scope: SOURCES[0] + SOURCES[1],
    classes={
        "text or number": lambda m, issued, number: SOURCES[0][number % len(SOURCES[0])],
        "numbers or nothing": lambda m, issued, number: SOURCES[1][number % len(SOURCES[1])],
    },
    symbolic=lambda make: make.source("source"),
)

CASE = Domain(
    "case sensitive",
    small=lambda m, scope: (True, False),
    classes={"case sensitive": lambda m, issued, number: number % 2 == 0},
    symbolic=lambda make: make.bool("case_sensitive"),
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("add", (0, 0)), ("add", (2, 1)), ("remove", (0, 0))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("add", (7, index)) for index in range(number % 3)))},
    symbolic=lambda make: make.peer("other"),
)


def _spoiled(m: Model) -> Sequence[Spoiled]:
    spoiled = [Spoiled()]
    for name, entries in (("head", m.hash_size), ("chain", m.index_size)):
        values = (-3, UNLINKED, NIL, 0, 1, m.index_size)
        spoiled += [Spoiled(name, index, value) for index in (*range(min(entries, 4)), entries) for value in values]
    for name in ("hash_size", "index_size", "granularity", "index_limit", "hash_mask", "lookup_mask"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2)]
    return spoiled


SPOILED = spoiled_of(_spoiled)


def read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the hash index the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    if h.hash_size < 1 or h.hash_size.bit_count() != 1 or h.hash_size > BUCKETS:
        raise InvalidArgument("not a power of two, or too large")
    meant = abstract(h)
    if not all_hold(LAWS, meant) or not coupled(meant, h):
        raise InvalidArgument("a claim does not hold")
    return meant
