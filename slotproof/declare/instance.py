"""Arrangements: how many parts a container has, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slotproof.declare.claim import DeclarationPart


@dataclass(frozen=True)
class AnyNumber(DeclarationPart):
    """Entries of a list, or of a dict by number, of which some are told one by one, and any number of others alike.

    sort    of the numbers: those that `counts` of the arrangement has are told one by one
    told    number -> what is known of its entry; a dict has none under a number that is left out
    each    what is known of each of the others
    filled  False of a dict that has none of the others
    """

    sort: str
    told: Mapping[int, Any]
    each: Any = None
    filled: bool = True


@dataclass(frozen=True)
class Arrangement(DeclarationPart):
    """How many parts a container has and which refer to which; what they hold, and how much, is left open.

    counts   sort of a number -> how many numbers from 0 up there are that name something
    deep     only the deep profile makes proofs for it, but of an operation that is proved for no other
    operations   names of those that are proved for it; None for all
    never    name of an operation -> names of errors that it does not end in
    parts    "model" or "impl" -> attribute -> what is known of it: a number, a truth or a tuple; of a list what is
             known of each entry, of a dict the same by key, of a part the same by attribute; an `AnyNumber`; None, and
             nothing is.
             "data" -> field -> what is presumed of foreign data, in the same words: how long a list is, and which ints
             it holds, if it is a list; which truth it is, if it is one; what is not named may be anything.
             A tuple of these: each is proved by itself
    others   sort of a number of which there are more than `counts` says, any number -> how many of these are looked at,
             one more than an operation is handed: the last one stands for any. There are as many at least
    """

    name: str
    counts: Mapping[str, int]
    deep: bool = False
    operations: tuple[str, ...] | None = None
    never: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, Any]] | tuple[Mapping[str, Mapping[str, Any]], ...] = field(default_factory=dict)
    others: Mapping[str, int] = field(default_factory=dict)

    def closed(self) -> Arrangement:
        """The same with no more others than are looked at, under the next numbers."""
        counts = {sort: count + self.others.get(sort, 0) for sort, count in self.counts.items()}

        def closed(told: Any) -> Any:
            if isinstance(told, AnyNumber):
                others = range(self.counts[told.sort], counts[told.sort]) if told.filled else ()
                return {**told.told, **dict.fromkeys(others, told.each)}
            return {name: closed(each) for name, each in told.items()} if isinstance(told, Mapping) else told

        parts = tuple(map(closed, self.parts)) if isinstance(self.parts, tuple) else closed(self.parts)
        return replace(self, counts=counts, parts=parts, others={})
