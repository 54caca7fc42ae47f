"""What proofs that call `add`, `remove` and the renumbering operations know of the model afterwards.

With them, one operation after the other is proved from what each promises, not from its code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slotproof.declare import Promise
from slotproof.proofs.hash_index.claims import Impl, Model
from slotproof.spec.logic import choose, conj, contains, disj, forall, forall_in, iff, negate, within

LINKED = ("bucket", "rank", "older", "newer", "newest")
GROWN = (*LINKED, "allocated", "index_size")
"""What operations change that link an index."""


def _is_linked_in(m: Model, key: Any, index: Any) -> bool:
    """True if the index is linked in the bucket of the key."""
    return conj(contains(m.bucket, index), lambda: m.bucket[index] == m.bucket_of(key))


RESIZED = Promise(
    refused={
        "InvalidArgument": lambda m, count: count < 0,
        "Full": lambda m, count: count > m.index_limit,
    },
    keeps=lambda before, after, count: {
        "room for as many": after.index_size >= count,
        "never less": after.index_size >= before.index_size,
    },
    changes=("index_size",),
)


def _moved(
    before: Model, after: Model, new: Callable[[Any], Any], old: Callable[[Any], Any], index: Any, stays: bool
) -> bool:
    """True if every index but this one is linked in the bucket it was in, under its new number, and nothing else is."""
    return conj(
        forall_in(
            before.bucket,
            lambda each: disj(
                conj(not stays, each == index),
                lambda: conj(contains(after.bucket, new(each)), lambda: after.bucket[new(each)] == before.bucket[each]),
            ),
        ),
        forall(
            0,
            after.index_limit,
            lambda each: iff(
                contains(after.bucket, each),
                disj(
                    conj(stays, each == index),
                    conj(contains(before.bucket, old(each)), disj(stays, negate(old(each) == index))),
                ),
            ),
        ),
    )


def _linked_first(after: Model, key: Any, index: Any) -> bool:
    return conj(_is_linked_in(after, key, index), lambda: after.newest[after.bucket[index]] == index)


def _same_sizes(before: Model, after: Model) -> bool:
    return conj(
        after.hash_size == before.hash_size,
        after.granularity == before.granularity,
        after.index_limit == before.index_limit,
        after.index_size >= before.index_size,
    )


def _same(index: Any) -> Any:
    return index


REMOVED = Promise(
    refused={"Missing": lambda m, key, index: negate(_is_linked_in(m, key, index))},
    keeps=lambda before, after, key, index: {
        "the others stay": _moved(before, after, _same, _same, index, stays=False),
        "the index is unlinked": negate(contains(after.bucket, index)),
        "later ones of the bucket move up": forall_in(
            after.bucket,
            lambda each: after.rank[each] == _rank_without(before, each, index),
        ),
        "sizes stay": _same_sizes(before, after),
    },
    changes=LINKED,
)
ADDED = Promise(
    refused={
        "OutOfRange": lambda m, key, index: negate(within(0, index, m.index_limit)),
        "Exists": lambda m, key, index: contains(m.bucket, index),
    },
    keeps=lambda before, after, key, index: {
        "the others stay": _moved(before, after, _same, _same, index, stays=True),
        "the index comes first": _linked_first(after, key, index),
        "ranks stay": forall_in(before.bucket, lambda each: after.rank[each] == before.rank[each]),
        "sizes stay": _same_sizes(before, after),
    },
    changes=GROWN,
)


def _rank_without(before: Model, each: Any, index: Any) -> Any:
    """The rank of an index when another one is unlinked."""
    behind = conj(before.bucket[each] == before.bucket[index], before.rank[each] > before.rank[index])
    return choose(behind, before.rank[each] - 1, before.rank[each])


def _above(index: Any) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """What linked indices become when one is inserted, and what they were."""
    return lambda each: choose(each >= index, each + 1, each), lambda each: choose(each > index, each - 1, each)


def _inserted(before: Model, after: Model, key: Any, index: Any) -> dict[str, bool]:
    new, old = _above(index)
    return {
        "the others make way": _moved(before, after, new, old, index, stays=True),
        "the index comes first": _linked_first(after, key, index),
        "ranks stay": forall_in(before.bucket, lambda each: after.rank[new(each)] == before.rank[each]),
        "sizes stay": _same_sizes(before, after),
    }


def _closed(before: Model, after: Model, key: Any, index: Any) -> dict[str, bool]:
    new, old = _below(index)
    return {
        "the others close the gap": _moved(before, after, new, old, index, stays=False),
        "later ones of the bucket move up": forall_in(
            before.bucket,
            lambda each: disj(each == index, lambda: after.rank[new(each)] == _rank_without(before, each, index)),
        ),
        "sizes stay": _same_sizes(before, after),
    }


def _below(index: Any) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """What linked indices become when one is removed, and what they were."""
    return lambda each: choose(each > index, each - 1, each), lambda each: choose(each >= index, each + 1, each)


INSERTED = Promise(
    refused={
        "OutOfRange": lambda m, key, index: negate(within(0, index, m.index_limit)),
        "Full": lambda m, key, index: contains(m.bucket, m.index_limit - 1),
    },
    keeps=_inserted,
    changes=GROWN,
)
CLOSED = Promise(refused=REMOVED.refused, keeps=_closed, changes=GROWN)

# --- two operations, one after the other


def _same_buckets(before: Model, after: Model) -> bool:
    """True if the same indices are linked, each in the same bucket."""
    return conj(
        forall_in(
            before.bucket,
            lambda index: conj(contains(after.bucket, index), lambda: after.bucket[index] == before.bucket[index]),
        ),
        forall_in(after.bucket, lambda index: contains(before.bucket, index)),
    )


def _same_chains(before: Model, after: Model) -> bool:
    """True if also each index has the same rank: the order of each bucket is the same."""
    return conj(
        _same_buckets(before, after),
        forall_in(before.bucket, lambda index: after.rank[index] == before.rank[index]),
    )


def insert_and_remove(m: Model, key: int, index: int) -> bool:
    """Insert an index and remove it: true if nothing is linked otherwise than before."""
    before = m.copy()
    m.insert_index(key, index)
    m.remove_index(key, index)
    return _same_chains(before, m)


def remove_and_insert(m: Model, key: int, index: int) -> bool:
    """Remove an index and insert it: true if every index is in its bucket again, this one first in its chain."""
    before = m.copy()
    m.remove_index(key, index)
    m.insert_index(key, index)
    return conj(_same_buckets(before, m), m.first(key) == index)


def do_insert_and_remove(h: Impl, key: int, index: int) -> bool:
    """The same of the arrays; what they mean is compared on the model."""
    h.insert_index(key, index)
    h.remove_index(key, index)
    return True


def do_remove_and_insert(h: Impl, key: int, index: int) -> bool:
    """The same of the arrays; what they mean is compared on the model."""
    h.remove_index(key, index)
    h.insert_index(key, index)
    return True
