"""Why the arrays that the dense map and the dense set share are a dense table.

The ranks are the witness that chains have no cycle: each link leads to the key of the same bucket whose rank is one
less, and no two keys of a bucket have one rank. So each key is on exactly one chain, and is met there once.

Refinement  DM-L1 ..., DM-I1 ... and DS-L1 ..., DS-I1 ...
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

from slotproof.declare import Claim, Link
from slotproof.impl.dense_table import DenseTable
from slotproof.spec.dense_table import DenseTableModel
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import Unique, conj, contains, forall, forall_in, iff, implies, power_of_two, within

Model = DenseTableModel[Any]
Impl = DenseTable[Any]

# --- laws of the model


def keys_are_distinct(m: Model) -> bool:
    """A key is there once, and the keys that are there have a rank, and no others."""
    return conj(
        len(m.rank) == len(m.order),
        forall(0, len(m.order), lambda pos: contains(m.rank, m.order[pos])),
        forall_in(m.rank, lambda key: contains(m.order, key)),
    )


def ranks_are_a_chain(m: Model) -> bool:
    """Ranks are from 0 up and below the number of keys of the bucket, and no two keys of a bucket have one rank."""
    return conj(
        len(m.linked) >= 1,
        forall(0, len(m.linked), lambda bucket: m.linked[bucket] >= 0),
        forall_in(
            m.rank,
            lambda key: conj(
                within(0, m.rank[key], m.linked[m.bucket_of(key)]),
                forall_in(
                    m.rank,
                    lambda other: implies(
                        conj(m.bucket_of(key) == m.bucket_of(other), m.rank[key] == m.rank[other]), key == other
                    ),
                ),
            ),
        ),
    )


def buckets_in_range(m: Model) -> bool:
    """Buckets are a power of two, from `min_buckets`, which is one too, to `nil + 1`; there are at most `nil` keys."""
    return conj(
        power_of_two(m.min_buckets),
        power_of_two(len(m.linked)),
        within(1, m.min_buckets, len(m.linked) + 1),
        len(m.linked) <= m.nil + 1,
        len(m.order) <= m.nil,
    )


def load_is_kept(m: Model) -> bool:
    """There are at most `max_load` keys per bucket."""
    return conj(m.load_num >= 1, m.load_den >= 1, len(m.order) * m.load_den <= m.load_num * len(m.linked))


def claims_of(code: str, kind: str, *predicates: Callable[..., bool]) -> tuple[Claim, ...]:
    """The claims of one kind, numbered in this order; the docstring of a predicate is its statement."""
    return tuple(
        Claim(f"{code}-{kind}{number}", predicate.__doc__ or "", predicate)
        for number, predicate in enumerate(predicates, 1)
    )


def laws(code: str) -> tuple[Claim, ...]:
    """The laws of a table."""
    return claims_of(code, "L", keys_are_distinct, ranks_are_a_chain, buckets_in_range, load_is_kept)


# --- coupling: the arrays mean the model


def lengths(m: Model, h: Impl) -> bool:
    """`key` and `chain` have an entry for each key, `head` one for each bucket."""
    return conj(len(h.key) == len(m.order), len(h.chain) == len(m.order), len(h.head) == len(m.linked))


def key_is_order(m: Model, h: Impl) -> bool:
    """`key` is the iteration order."""
    return forall(0, len(m.order), lambda pos: h.key[pos] == m.order[pos])


def head_is_newest(m: Model, h: Impl) -> bool:
    """`head` leads to the key of the bucket that was linked last, if there is one."""
    return forall(
        0,
        len(m.linked),
        lambda bucket: conj(
            iff(h.head[bucket] == h.nil, m.linked[bucket] == 0),
            implies(
                m.linked[bucket] > 0,
                lambda: conj(
                    within(0, h.head[bucket], len(m.order)),
                    lambda: m.bucket_of(h.key[h.head[bucket]]) == bucket,
                    lambda: m.rank[h.key[h.head[bucket]]] == m.linked[bucket] - 1,
                ),
            ),
        ),
        by=lambda bucket: h.head[bucket],
    )


def chain_goes_down(m: Model, h: Impl) -> bool:
    """`chain` leads from each key to the one of its bucket linked before it, if there is one."""
    return forall(
        0,
        len(m.order),
        lambda pos: conj(
            iff(h.chain[pos] == h.nil, m.rank[h.key[pos]] == 0),
            implies(
                m.rank[h.key[pos]] > 0,
                lambda: conj(
                    within(0, h.chain[pos], len(m.order)),
                    lambda: m.bucket_of(h.key[h.chain[pos]]) == m.bucket_of(h.key[pos]),
                    lambda: m.rank[h.key[h.chain[pos]]] == m.rank[h.key[pos]] - 1,
                ),
            ),
        ),
        by=lambda pos: h.chain[pos],
    )


def configuration(m: Model, h: Impl) -> bool:
    """Widths, loads and the hash function are the same on both sides."""
    return conj(
        h.nil == m.nil,
        h.min_buckets == m.min_buckets,
        h.load_num == m.load_num,
        h.load_den == m.load_den,
        h.hasher == m.hasher,
    )


def couple(code: str) -> tuple[Claim, ...]:
    """The invariants of the arrays of a table."""
    return claims_of(code, "I", lengths, key_is_order, head_is_newest, chain_goes_down, configuration)


# --- from arrays to the model and back

NUMBERS: Final = ("hasher", "nil", "min_buckets", "load_num", "load_den")


def positions_of(h: Any, bucket: int) -> Sequence[int]:
    """The positions on the chain of a bucket.

    Raises     InvalidArgument if it leaves the arrays or has a cycle
    """
    positions: list[int] = []
    pos = h.head[bucket]
    while pos != h.nil:
        if not 0 <= pos < len(h.chain) or pos in positions:
            raise InvalidArgument(f"the chain of bucket {bucket} leads to {pos}")
        positions.append(pos)
        pos = h.chain[pos]
    return positions


def abstract_table(h: Impl, m: Any) -> None:
    """Give a model the state of a table that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    for name in NUMBERS:
        setattr(m, name, getattr(h, name))
    m.order = Unique(h.key)
    chains = [positions_of(h, bucket) for bucket in range(len(h.head))]
    m.linked = [len(chain) for chain in chains]
    m.rank = {h.key[pos]: rank for chain in chains for rank, pos in enumerate(reversed(chain))}


def represent_table(m: Model, h: Any) -> None:
    """Give arrays the state of a model."""
    for name in NUMBERS:
        setattr(h, name, getattr(m, name))
    h.key = list(m.order)
    h.chain = [m.nil] * len(m.order)
    h.head = [m.nil] * len(m.linked)
    for bucket in range(len(m.linked)):
        positions = sorted(
            (pos for pos, key in enumerate(m.order) if m.bucket_of(key) == bucket), key=lambda pos: m.rank[m.order[pos]]
        )
        for older, newer in itertools.pairwise(positions):
            h.chain[newer] = older
        if positions:
            h.head[bucket] = positions[-1]


LINKS = (
    Link(
        "first of the bucket",
        "head",
        "key",
        when=lambda h, bucket: h.head[bucket] != h.nil,
        arrives=lambda h, bucket, pos: h.hasher(h.key[pos]) % len(h.head) == bucket,
    ),
    Link(
        "next in the bucket",
        "chain",
        "chain",
        when=lambda h, pos: h.chain[pos] != h.nil,
        arrives=lambda h, pos, following: (h.hasher(h.key[pos]) - h.hasher(h.key[following])) % len(h.head) == 0,
    ),
)
