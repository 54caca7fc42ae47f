"""Stand-ins for hash functions: any function from keys to ints, and the bucket that a hash selects."""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.proofs.engine.path import current, text_of
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.symbolic import Kind, SymInt, SymValue, lift
from slotproof.proofs.engine.terms import conjunction, implication

_INT: Final = z3.IntSort()

MOST_BUCKETS: Final = 8
"""Buckets that a table has where containers are small."""

HASH: Final = z3.Function("hash_of", _INT, _INT, _INT)
"""The hash that a function gives a key: the same one each time, and any."""

MODULO: Final = z3.Function("modulo", _INT, _INT, _INT)
"""`hash % count`: only its range is used, so that nothing multiplies."""


class SymHasher(SymValue):
    """A function from keys to ints of which nothing is known."""

    __hash__ = Refusing.__hash__

    def __init__(self, term: Any) -> None:
        self.term = term
        path = current()
        if path.bound is None and path.name("hashes") == "hashes":  # the first one on this path
            number, count = z3.Ints("hash@1 count@1")
            bucket = MODULO(number, count)
            inside = implication(count > 0, conjunction(0 <= bucket, bucket < count))
            path.assume(z3.ForAll([number, count], inside, patterns=[bucket]))

    def __call__(self, key: Any) -> SymHash:
        """The hash of a key."""
        return SymHash(HASH(self.term, lift(key)))

    def told(self) -> tuple[Any, ...]:
        """The number of the function."""
        return (self.term,)

    def __repr__(self) -> str:
        return text_of(self.term)


class HashTable:
    """A hash function of a counterexample, by what it gives a few keys; it gives any other 0."""

    def __init__(self, hashes: dict[int, int]) -> None:
        self.hashes = hashes

    def __call__(self, key: Any) -> int:
        """The hash of a key."""
        return self.hashes.get(key, 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashTable) and self.hashes == other.hashes

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"HashTable({self.hashes})"


class SymHash(Refusing):
    """The hash of a key: all that can be done with it is to select a bucket."""

    def __init__(self, term: Any) -> None:
        self.term = term

    def __repr__(self) -> str:
        return text_of(self.term)

    def __mod__(self, count: Any) -> SymInt:
        path = current()
        if not path.claiming:
            path.must(lift(count) > 0, f"there is a bucket: {count} is positive")
        if path.bound is None:
            return SymInt(MODULO(self.term, lift(count)))
        bucket = z3.IntVal(0)
        for few in range(2, MOST_BUCKETS + 1):  # so that nothing is divided by what is not known
            bucket = z3.If(lift(count) == few, self.term % few, bucket)
        return SymInt(bucket)


HASHER: Final = Kind([_INT], lambda terms: SymHasher(terms[0]))
SymHasher.kind = HASHER
