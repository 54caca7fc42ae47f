"""What is true of every hash index: laws of the model, and what ties the arrays to it.

A chain is finite because the rank of an index is one more than that of the next; chains are disjoint because an index
has one bucket; and nothing else is linked, because every index that is not in the model is marked in `chain`.
"""

from __future__ import annotations

from typing import Any

from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.engine.refinement import invariant, law
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.hash_index import NIL, UNLINKED, HashIndexModel
from slotproof.spec.logic import conj, contains, disj, forall, forall_in, iff, implies, negate, within

Model = HashIndexModel
Impl = HashIndex

# --- laws of the model


@law(
    "HI-L1", "What is linked is in range, has a bucket, a rank and neighbours; before the arrays are there, nothing is."
)
def linked_in_range(m: Model) -> bool:
    return conj(
        forall_in(
            m.bucket,
            lambda index: conj(
                m.allocated,
                within(0, index, m.index_size),
                within(0, m.bucket[index], m.hash_size),
                contains(m.rank, index),
                contains(m.older, index),
                contains(m.newer, index),
                contains(m.newest, m.bucket[index]),
            ),
        ),
        forall_in(m.rank, lambda index: contains(m.bucket, index)),
        forall_in(m.older, lambda index: contains(m.bucket, index)),
        forall_in(m.newer, lambda index: contains(m.bucket, index)),
    )


@law(
    "HI-L2",
    "The next older index is in the same bucket, one rank below, and has this one for its newer; rank 0 has none.",
)
def older_is_below(m: Model) -> bool:
    return forall_in(
        m.bucket,
        lambda index: conj(
            iff(m.older[index] == NIL, m.rank[index] == 0),
            implies(
                m.older[index] != NIL,
                lambda: conj(
                    contains(m.bucket, m.older[index]),
                    lambda: conj(
                        m.bucket[m.older[index]] == m.bucket[index],
                        m.rank[m.older[index]] == m.rank[index] - 1,
                        m.newer[m.older[index]] == index,
                    ),
                ),
            ),
        ),
        by=lambda index: m.older[index],
    )


@law("HI-L3", "The next newer index has this one for its older; the newest of a bucket has none.")
def newer_is_above(m: Model) -> bool:
    return conj(
        forall_in(
            m.bucket,
            lambda index: conj(
                iff(m.newer[index] == NIL, m.newest[m.bucket[index]] == index),
                implies(
                    m.newer[index] != NIL,
                    lambda: conj(contains(m.bucket, m.newer[index]), lambda: m.older[m.newer[index]] == index),
                ),
            ),
            by=lambda index: m.newer[index],
        ),
        forall_in(
            m.newest,
            lambda bucket: conj(contains(m.bucket, m.newest[bucket]), lambda: m.bucket[m.newest[bucket]] == bucket),
        ),
    )


@law("HI-L4", "No two indices of a bucket have the same rank: a chain visits each of its indices once.")
def ranks_differ(m: Model) -> bool:
    return forall_in(
        m.bucket,
        lambda index: forall_in(
            m.bucket,
            lambda other: implies(
                conj(m.bucket[index] == m.bucket[other], m.rank[index] == m.rank[other]), index == other
            ),
            by=lambda other: m.rank[other],
        ),
        by=lambda index: m.rank[index],
    )


@law("HI-L5", "Sizes: at least one bucket, room for no more indices than there are, and growth by at least one.")
def sizes_in_range(m: Model) -> bool:
    return conj(m.hash_size >= 1, m.index_limit >= 1, within(0, m.index_size, m.index_limit + 1), m.granularity >= 1)


@law("HI-L6", "Ranks count from 0, and the newest index of a bucket has the highest.")
def newest_is_highest(m: Model) -> bool:
    return forall_in(
        m.bucket,
        lambda index: conj(m.rank[index] >= 0, m.rank[index] <= m.rank[m.newest[m.bucket[index]]]),
        by=lambda index: m.rank[index],
    )


LAWS = (linked_in_range, older_is_below, newer_is_above, ranks_differ, sizes_in_range, newest_is_highest)

# --- coupling: the arrays mean the model


@invariant(
    "HI-I1", "`head` has an entry for each bucket and `chain` one for each index; before allocation each has one."
)
def lengths(m: Model, h: Impl) -> bool:
    return conj(
        implies(m.allocated, lambda: conj(len(h.head) == m.hash_size, len(h.chain) == m.index_size)),
        implies(negate(m.allocated), lambda: conj(len(h.head) == 1, len(h.chain) == 1)),
    )


@invariant("HI-I2", "`head` is the newest index of each bucket, or NIL.")
def head_is_newest(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.head),
        lambda bucket: disj(
            conj(h.head[bucket] == NIL, negate(contains(m.newest, bucket))),
            lambda: conj(contains(m.newest, bucket), lambda: h.head[bucket] == m.newest[bucket]),
        ),
    )


@invariant("HI-I3", "`chain` is the next older index of each linked index, or NIL, and UNLINKED for every other.")
def chain_is_older(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.chain),
        lambda index: disj(
            conj(h.chain[index] == UNLINKED, negate(contains(m.bucket, index))),
            lambda: conj(contains(m.bucket, index), lambda: h.chain[index] == m.older[index]),
        ),
    )


@invariant("HI-I4", "The hash mask selects the buckets; the lookup mask is -1 if the arrays are there, else 0.")
def masks(m: Model, h: Impl) -> bool:
    return conj(
        h.hash_mask == m.hash_size - 1,
        implies(m.allocated, h.lookup_mask == -1),
        implies(negate(m.allocated), h.lookup_mask == 0),
    )


@invariant("HI-I5", "Sizes, granularity and the limit of indices are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(
        h.hash_size == m.hash_size,
        h.index_size == m.index_size,
        h.granularity == m.granularity,
        h.index_limit == m.index_limit,
    )


COUPLE = (lengths, head_is_newest, chain_is_older, masks, configuration)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(HashIndexModel)
    m.bucket, m.rank, m.older, m.newer, m.newest = {}, {}, {}, {}, {}
    for bucket, start in enumerate(h.head):
        newer, index, chain = NIL, start, []
        while index != NIL:
            if not 0 <= index < len(h.chain) or index in m.bucket:
                raise InvalidArgument(f"bucket {bucket} leads to {index}, which is no index or in two places")
            m.bucket[index], m.older[index], m.newer[index] = bucket, h.chain[index], newer
            chain.append(index)
            newer, index = index, h.chain[index]
        m.rank.update({index: rank for rank, index in enumerate(reversed(chain))})
        if chain:
            m.newest[bucket] = chain[0]
    m.allocated = h.lookup_mask != 0
    for name in ("hash_size", "index_size", "granularity", "index_limit"):
        setattr(m, name, getattr(h, name))
    return m


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return conj(*(claim.holds(m, h) for claim in COUPLE if claim.holds))


def holding(data: dict[str, Any]) -> Impl:
    """A hash index that holds these arrays, unchecked."""
    h: Impl = object.__new__(HashIndex)
    h.__dict__.update(data)
    return h


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h = HashIndex(m.hash_size, m.index_size, granularity=m.granularity, index_limit=m.index_limit)
    if m.allocated:
        h.head = [m.newest.get(bucket, NIL) for bucket in range(m.hash_size)]
        h.chain = [m.older.get(index, UNLINKED) for index in range(m.index_size)]
        h.lookup_mask = -1
    return h
