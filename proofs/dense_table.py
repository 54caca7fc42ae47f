"""Why the arrays that the dense map and the dense set share are a dense table.

The ranks are the witness that chains have no cycle: each link leads to the key whose rank is one less, and the ranks of
a bucket are 0, 1, 2 ... each once.

Refinement  DM-L1 ... DM-L4, DM-I1 ... DM-I5 and DS-L1 ... DS-L4, DS-I1 ... DS-I5
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final

from slotproof.impl.dense_table import DenseTable
from slotproof.proofs.arguments import Spoiled
from slotproof.proofs.engine.refinement import (
    Claim,
    Domain,
    Link,
    Operation,
    Scope,
    same_sequence,
)
from slotproof.spec.dense_table import DenseTableModel, check_key, load_ratio
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import conj, contains, exists, forall, iff, implies, within

Model = DenseTableModel[Any]
Impl = DenseTable[Any]

UNPROVED: Final = "the prover has no stand-ins for keys and hash functions"


class Hash(Enum):
    """Hash functions that small scopes are searched with."""

    ONE_BUCKET = "every key has the same hash"
    HALVES = "keys 2k and 2k + 1 have the same hash"

    def __call__(self, key: Any) -> int:
        """The hash of a key."""
        return 0 if self is Hash.ONE_BUCKET or not isinstance(key, int) else key // 2

    def __repr__(self) -> str:
        return str(self)


# --- laws of the model


def keys_are_distinct(m: Model) -> bool:
    """A key is there once."""
    return conj(
        len(m.rank) == len(m.order),
        forall(
            0,
            len(m.order),
            lambda pos: conj(
                contains(m.rank, m.order[pos]),
                forall(pos + 1, len(m.order), lambda later: m.order[pos] != m.order[later]),
            ),
        ),
    )


def ranks_are_a_chain(m: Model) -> bool:
    """The ranks of the keys of a bucket are 0, 1, 2 ... each once."""
    return conj(
        forall(
            0,
            len(m.order),
            lambda pos: conj(
                within(0, m.rank[m.order[pos]], m.linked[m.bucket(m.order[pos])]),
                forall(
                    pos + 1,
                    len(m.order),
                    lambda later: implies(
                        m.bucket(m.order[pos]) == m.bucket(m.order[later]),
                        lambda: m.rank[m.order[pos]] != m.rank[m.order[later]],
                    ),
                ),
            ),
        ),
        forall(
            0,
            len(m.linked),
            lambda bucket: forall(
                0,
                m.linked[bucket],
                lambda rank: exists(
                    0,
                    len(m.order),
                    lambda pos: conj(m.bucket(m.order[pos]) == bucket, lambda: m.rank[m.order[pos]] == rank),
                ),
            ),
        ),
    )


def buckets_in_range(m: Model) -> bool:
    """Buckets are a power of two, from `min_buckets` to `nil + 1`; there are at most `nil` keys."""
    return conj(
        within(1, m.min_buckets, len(m.linked) + 1),
        len(m.linked) <= m.nil + 1,
        exists(0, (m.nil + 1).bit_length(), lambda width: len(m.linked) == 1 << width),
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
                    lambda: m.bucket(m.order[h.head[bucket]]) == bucket,
                    lambda: m.rank[m.order[h.head[bucket]]] == m.linked[bucket] - 1,
                ),
            ),
        ),
    )


def chain_goes_down(m: Model, h: Impl) -> bool:
    """`chain` leads from each key to the one of its bucket linked before it, if there is one."""
    return forall(
        0,
        len(m.order),
        lambda pos: conj(
            iff(h.chain[pos] == h.nil, m.rank[m.order[pos]] == 0),
            implies(
                m.rank[m.order[pos]] > 0,
                lambda: conj(
                    within(0, h.chain[pos], len(m.order)),
                    lambda: m.bucket(m.order[h.chain[pos]]) == m.bucket(m.order[pos]),
                    lambda: m.rank[m.order[h.chain[pos]]] == m.rank[m.order[pos]] - 1,
                ),
            ),
        ),
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


NUMBERS: Final = ("hasher", "nil", "min_buckets", "load_num", "load_den")


def abstract_table(h: Impl, m: Any) -> None:
    """Give a model the state of a table that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    for name in NUMBERS:
        setattr(m, name, getattr(h, name))
    m.order = list(h.key)
    m.rank = {}
    m.linked = []
    for bucket, head in enumerate(h.head):
        positions: list[int] = []
        pos = head
        while pos != h.nil:
            if not 0 <= pos < len(h.chain) or pos in positions:
                raise InvalidArgument(f"the chain of bucket {bucket} leads to {pos}")
            positions.append(pos)
            pos = h.chain[pos]
        m.linked.append(len(positions))
        m.rank.update({h.key[pos]: rank for rank, pos in enumerate(reversed(positions))})


def represent_table(m: Model, h: Any) -> None:
    """Give arrays the state of a model."""
    for name in NUMBERS:
        setattr(h, name, getattr(m, name))
    h.key = list(m.order)
    h.chain = [m.nil] * len(m.order)
    h.head = [m.nil] * len(m.linked)
    for bucket in range(len(m.linked)):
        positions = sorted(
            (pos for pos, key in enumerate(m.order) if m.bucket(key) == bucket), key=lambda pos: m.rank[m.order[pos]]
        )
        for older, newer in itertools.pairwise(positions):
            h.chain[newer] = older
        if positions:
            h.head[bucket] = positions[-1]


# --- arguments


def _unhashable(m: Model, issued: Sequence[Any], number: int) -> list[int]:
    return []


KEY = Domain(
    "key",
    small=lambda m, scope: (*scope.values, []),
    classes={
        "near": lambda m, issued, number: number % 12,
        "there": lambda m, issued, number: m.order[number % len(m.order)] if m.order else None,
        "far": lambda m, issued, number: number * 8 - 2**18,
        "unhashable": _unhashable,
    },
)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 1),
    classes={
        "inside": lambda m, issued, number: number % len(m.order) if m.order else None,
        "outside": lambda m, issued, number: len(m.order) + number % 2 if number % 3 else -1,
    },
)

BUCKET = Domain(
    "bucket",
    small=lambda m, scope: range(-1, len(m.linked) + 1),
    classes={
        "inside": lambda m, issued, number: number % len(m.linked),
        "outside": lambda m, issued, number: len(m.linked) + number % 2 if number % 3 else -1,
    },
)

COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, len(m.order), len(m.linked) // 2 + 1, 2 * len(m.linked), 2 * m.nil + 2),
    classes={
        "count": lambda m, issued, number: number % 40 - 1,
        "too many": lambda m, issued, number: 16 * (m.nil + 1),
    },
)

LOADS: Final = (0.5, 0.875, 1.0, 2.0, 0.75)

MAX_LOAD = Domain(
    "max load",
    small=lambda m, scope: (0.0, 0.5, 1.0, 2.0),
    classes={
        "load": lambda m, issued, number: LOADS[number % len(LOADS)],
        "no load": lambda m, issued, number: (0.0, -1.0, float("nan"), 1e39, 1e-46)[number % 5],
    },
)


def _spoiled(m: Model, scope: Scope) -> Sequence[Spoiled]:
    buckets, size = len(m.linked), len(m.order)
    spoiled = [Spoiled()]
    for name, entries in (("head", buckets), ("chain", size)):
        spoiled += [Spoiled(name, index, to) for index in range(entries + 1) for to in (-1, 0, 1, 2, m.nil)]
    spoiled += [Spoiled("key", index, key) for index in range(size + 1) for key in (*m.order[:2], 5, float("nan"))]
    for name in ("nil", "min_buckets", "load_num", "load_den"):
        spoiled += [Spoiled(name, 0, value) for value in (-1, 0, 1, 2, 3, 4, 7, 8)]
    return [*spoiled, Spoiled("load_num", 0, 10**400), Spoiled("head", 0, True), Spoiled("key", 0, [])]


SPOILED = Domain(
    "data",
    small=_spoiled,
    classes={
        "whole": lambda m, issued, number: Spoiled(),
        "spoiled": lambda m, issued, number: (spoiled := _spoiled(m, Scope("", {})))[number % len(spoiled)],
    },
)


def _is_index(entry: Any) -> bool:
    return type(entry) is int and entry >= 0


def read_arrays(
    m: Model,
    spoiled: Spoiled,
    represent: Callable[[Any], Any],
    abstract: Callable[[Any], Any],
    claims: Sequence[Claim],
) -> Any:
    """What from_dict must answer: the table the arrays mean, if they mean one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    if not all(_is_index(entry) for entry in (*h.head, *h.chain)):
        raise InvalidArgument("not positions")
    for key in h.key:
        check_key(key)
    if len(h.chain) != len(h.key) or not h.head or h.nil < 1 or (h.nil & (h.nil + 1)) != 0 or h.min_buckets < 1:
        raise InvalidArgument("not arrays of a table")
    if not _is_load(h.load_num, h.load_den):
        raise InvalidArgument("not a load")
    if (h.min_buckets & (h.min_buckets - 1)) != 0:
        raise InvalidArgument("not a least number of buckets")
    meant = abstract(h)
    try:
        holds = all(_holds(claim, meant, h) for claim in claims)
    except LookupError:
        holds = False
    if not holds:
        raise InvalidArgument("the arrays break a claim")
    return meant


def _is_load(num: int, den: int) -> bool:
    try:
        return load_ratio(num / den) == (num, den)
    except (ArithmeticError, InvalidArgument):
        return False


def _holds(claim: Claim, m: Any, h: Any) -> bool:
    if claim.holds is None or claim.step:
        return True
    return claim.holds(m, h) if claim.kind == "I" else claim.holds(m)


def holding(impl: type, m: Model, data: dict[str, Any]) -> Any:
    """An implementation that holds these arrays, unchecked."""
    h: Any = object.__new__(impl)
    h.__dict__.update(data)
    h.hasher = m.hasher
    return h


# --- operations


def operations(
    code: str, first: int, other: Domain, coupled: Callable[[Any, Any], bool], read: Callable[[Any, Any], Any]
) -> tuple[Operation, ...]:
    """The operations of a table, their claims numbered from `first` on."""
    numbers = itertools.count(first)

    def claim(statement: str) -> Claim:
        return Claim(f"{code}-R{next(numbers)}", statement)

    refused = ("InvalidArgument",)
    outside = ("OutOfRange", "InvalidArgument")
    return (
        Operation(
            "erase",
            claim("`erase` drops a key that is there and moves the last one into the gap; any other changes nothing."),
            takes=(KEY,),
            rejects=lambda result: result is False,
            refusals=refused,
            unproved=UNPROVED,
        ),
        Operation(
            "erase_at",
            claim("`erase_at` equals `erase` of the key at a position, and returns the position."),
            takes=(POSITION,),
            refusals=outside,
            unproved=UNPROVED,
        ),
        Operation(
            "erase_range",
            claim("`erase_range` equals `erase_at` from the last position down to the first, or changes nothing."),
            takes=(POSITION, POSITION),
            refusals=outside,
            unproved=UNPROVED,
        ),
        Operation(
            "find",
            claim("`find` is the position of a key that is there, and None of any other."),
            takes=(KEY,),
            pure=True,
            refusals=refused,
            unproved=UNPROVED,
        ),
        Operation(
            "contains",
            claim("`contains` is true of the keys that are there, and of no other."),
            takes=(KEY,),
            pure=True,
            refusals=refused,
            unproved=UNPROVED,
        ),
        Operation(
            "key_at",
            claim("`key_at` is the inverse of `find`."),
            takes=(POSITION,),
            pure=True,
            refusals=outside,
            unproved=UNPROVED,
        ),
        Operation(
            "keys",
            claim("`keys` visits each key exactly once, in iteration order."),
            pure=True,
            agree=same_sequence,
            unproved=UNPROVED,
        ),
        Operation(
            "bucket",
            claim("`bucket` is the hash of a key modulo the number of buckets."),
            takes=(KEY,),
            pure=True,
            refusals=refused,
            unproved=UNPROVED,
        ),
        Operation("bucket_count", claim("`bucket_count` is the number of buckets."), pure=True, unproved=UNPROVED),
        Operation(
            "bucket_size",
            claim("`bucket_size` is the number of keys of a bucket."),
            takes=(BUCKET,),
            pure=True,
            refusals=outside,
            unproved=UNPROVED,
        ),
        Operation(
            "bucket_keys",
            claim("`bucket_keys` is the keys of a bucket, the one linked last first."),
            takes=(BUCKET,),
            pure=True,
            refusals=outside,
            unproved=UNPROVED,
        ),
        Operation("max_load", claim("`max_load` is the load as it was rounded."), pure=True, unproved=UNPROVED),
        Operation(
            "set_max_load",
            claim("`set_max_load` changes the load and takes the fewest buckets that it allows, or changes nothing."),
            takes=(MAX_LOAD,),
            refusals=("InvalidArgument", "Full"),
            unproved=UNPROVED,
        ),
        Operation(
            "rehash",
            claim(
                "`rehash` takes the fewest buckets that count and load allow, and links anew in order if they change."
            ),
            takes=(COUNT,),
            refusals=("InvalidArgument", "Full"),
            unproved=UNPROVED,
        ),
        Operation(
            "reserve",
            claim("`reserve` is the `rehash` after which that many keys fit without another."),
            takes=(COUNT,),
            refusals=("InvalidArgument", "Full"),
            unproved=UNPROVED,
        ),
        Operation(
            "clear",
            claim("`clear` drops every key and all but `min_buckets` buckets; the load stays."),
            unproved=UNPROVED,
        ),
        Operation(
            "copy",
            claim("`copy` is a second container in the same state that shares no array with the first."),
            pure=True,
            agree=coupled,
            unproved=UNPROVED,
        ),
        Operation("swap", claim("`swap` exchanges the states of two containers."), takes=(other,), unproved=UNPROVED),
        Operation(
            "equals",
            claim("`equals` is true of containers with the same content, in whatever order and buckets."),
            takes=(other,),
            pure=True,
            unproved=UNPROVED,
        ),
        Operation(
            "to_dict",
            claim("`to_dict` holds the whole state but the hash function, and shares no array with the container."),
            pure=True,
            model=lambda m: m.copy(),
            agree=coupled_data(coupled),
            unproved=UNPROVED,
        ),
        Operation(
            "from_dict",
            claim("`from_dict` accepts the arrays of such a container and refuses all others."),
            takes=(SPOILED,),
            pure=True,
            model=read,
            impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict()), h.hasher),
            agree=coupled,
            refusals=refused,
            unproved=UNPROVED,
        ),
        Operation("size", claim("`size` is the number of keys."), pure=True, unproved=UNPROVED),
    )


def coupled_data(coupled: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """The coupling of a model with what `to_dict` returned."""

    def agree(m: Model, data: dict[str, Any]) -> bool:
        return coupled(m, holding(DenseTable, m, data))

    return agree


# --- scopes


QUERIES: Final = ("find", "contains", "key_at", "keys", "bucket", "bucket_size", "bucket_keys", "equals", "size")


LINKS = (
    Link(
        "first of the bucket",
        "head",
        "key",
        when=lambda h, bucket: h.head[bucket] != h.nil,
        arrives=lambda h, bucket, pos: h.bucket(h.key[pos]) == bucket,
    ),
    Link(
        "next in the bucket",
        "chain",
        "chain",
        when=lambda h, pos: h.chain[pos] != h.nil,
        arrives=lambda h, pos, following: h.bucket(h.key[pos]) == h.bucket(h.key[following]),
    ),
)
