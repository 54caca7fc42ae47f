"""The operations that the dense map and the dense set share, under the claims of either."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final

from slotproof.declare import Claim, Cost, Domain, Foreign, Operation, answers_no, same_sequence
from slotproof.proofs.shared.dense_table import Model
from slotproof.proofs.shared.dense_table.arguments import BUCKET, COUNT, KEY, MAX_LOAD, POSITION, SPOILED
from slotproof.spec.logic import conj, contains, forall, negate, within

QUERIES: Final = ("find", "contains", "key_at", "keys", "bucket", "bucket_size", "bucket_keys", "equals", "size")


PASSED: Final = "key that a walk passes"
FOLLOWED: Final = "link followed to the one that leads to a position, in all"
RELINKING: Final = (("key that is linked anew", 2, 2), ("bucket of a new `head`", 0, 1))

FOUND: Final = Cost(2, 0, PASSED, 2, 0)
"""The cost of finding a key, or that it is not there."""


def operations(
    code: str,
    first: int,
    erasing: Cost,
    comparing: Cost,
    other: Domain,
    coupled: Callable[[Any, Any], bool],
    coupled_data: Callable[[Any, Any], bool],
    read: Callable[[Any, Any], Any],
    foreign: Foreign,
) -> tuple[Operation, ...]:
    """The operations of a table, their claims numbered from `first` on.

    Takes      erasing, the cost of `erase_at`; comparing, that of `equals`
    """
    numbers = itertools.count(first)

    def claim(statement: str) -> Claim:
        return Claim(f"{code}-R{next(numbers)}", statement)

    refused = ("InvalidArgument",)
    outside = ("OutOfRange",)
    return (
        Operation(
            "erase",
            claim("`erase` drops a key that is there and moves the last one into the gap; any other changes nothing."),
            takes=(KEY,),
            uses=("find", "erase_at"),
            rejects=answers_no,
            refusals=refused,
            cost=Cost(FOUND.reads + erasing.reads, erasing.writes, PASSED, 2, 0, more=((FOLLOWED, 2, 0),)),
        ),
        Operation(
            "erase_at",
            claim("`erase_at` equals `erase` of the key at a position, and returns the position."),
            takes=(POSITION,),
            refusals=outside,
            cost=erasing,
        ),
        Operation(
            "erase_range",
            claim("`erase_range` equals `erase_at` from the last position down to the first, or changes nothing."),
            takes=(POSITION, POSITION),
            uses=("erase_at",),
            refusals=outside,
            cost=Cost(0, 0, "key", erasing.reads, erasing.writes, more=((FOLLOWED, 2, 0),)),
        ),
        Operation(
            "find",
            claim("`find` is the position of a key that is there, and None of any other."),
            takes=(KEY,),
            pure=True,
            refusals=refused,
            cost=FOUND,
        ),
        Operation(
            "contains",
            claim("`contains` is true of the keys that are there, and of no other."),
            takes=(KEY,),
            pure=True,
            refusals=refused,
            cost=FOUND,
        ),
        Operation(
            "key_at",
            claim("`key_at` is the inverse of `find`."),
            takes=(POSITION,),
            pure=True,
            refusals=outside,
            cost=Cost(1, 0),
        ),
        Operation(
            "keys",
            claim("`keys` visits each key exactly once, in iteration order."),
            pure=True,
            agree=same_sequence,
        ),
        Operation(
            "bucket",
            claim("`bucket` is the hash of a key modulo the number of buckets."),
            takes=(KEY,),
            pure=True,
            refusals=refused,
            cost=Cost(0, 0),
        ),
        Operation("bucket_count", claim("`bucket_count` is the number of buckets."), pure=True, cost=Cost(0, 0)),
        Operation(
            "bucket_size",
            claim("`bucket_size` is the number of keys of a bucket."),
            takes=(BUCKET,),
            pure=True,
            refusals=outside,
            cost=Cost(1, 0, "key of the bucket", 1, 0),
        ),
        Operation(
            "bucket_keys",
            claim("`bucket_keys` is the keys of a bucket, the one linked last first."),
            takes=(BUCKET,),
            pure=True,
            refusals=outside,
            ensures=_newest_first,
            witness=lambda at: at.model_before,
            refused_if=_is_no_bucket,
            cost=Cost(1, 0, "key of the bucket", 2, 0),
        ),
        Operation("max_load", claim("`max_load` is the load as it was rounded."), pure=True, cost=Cost(0, 0)),
        Operation(
            "set_max_load",
            claim("`set_max_load` changes the load and takes the fewest buckets that it allows, or changes nothing."),
            takes=(MAX_LOAD,),
            refusals=("InvalidArgument", "Full"),
            cost=Cost(0, 0, more=RELINKING),
        ),
        Operation(
            "rehash",
            claim(
                "`rehash` takes the fewest buckets that count and load allow, and links anew in order if they change."
            ),
            takes=(COUNT,),
            refusals=("InvalidArgument", "Full"),
            cost=Cost(0, 0, more=RELINKING),
        ),
        Operation(
            "reserve",
            claim("`reserve` is the `rehash` after which that many keys fit without another."),
            takes=(COUNT,),
            refusals=("InvalidArgument", "Full"),
            cost=Cost(0, 0, more=RELINKING),
        ),
        Operation(
            "clear",
            claim("`clear` drops every key and all but `min_buckets` buckets; the load stays."),
        ),
        Operation(
            "copy",
            claim("`copy` is a second container in the same state that shares no array with the first."),
            pure=True,
            agree=coupled,
        ),
        Operation("swap", claim("`swap` exchanges the states of two containers."), takes=(other,), cost=Cost(0, 0)),
        Operation(
            "equals",
            claim("`equals` is true of containers with the same content, in whatever order and buckets."),
            takes=(other,),
            pure=True,
            cost=comparing,
        ),
        Operation(
            "to_dict",
            claim("`to_dict` holds the whole state but the hash function, and shares no array with the container."),
            pure=True,
            model=lambda m: m.copy(),
            agree=coupled_data,
        ),
        Operation(
            "from_dict",
            claim(
                "`from_dict` accepts the arrays of such a container, as constructors make it, and refuses all others."
            ),
            takes=(SPOILED,),
            pure=True,
            model=read,
            impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict()), h.hasher),
            agree=coupled,
            refusals=refused,
            foreign=foreign,
        ),
        Operation("size", claim("`size` is the number of keys."), pure=True, cost=Cost(0, 0)),
    )


def _is_no_bucket(before: Model, bucket: int) -> bool:
    """`bucket_keys` refuses exactly what names no bucket."""
    return negate(within(0, bucket, len(before.linked)))


def _newest_first(before: Model, after: Model, keys: Any, bucket: int) -> dict[str, bool]:
    """What `bucket_keys` promises: since no two keys of a bucket have one rank, it is each of them once."""
    return {
        "as many as the bucket has": len(keys) == before.linked[bucket],
        "each is of the bucket, and of the next lower rank": forall(
            0,
            len(keys),
            lambda turn: conj(
                contains(before.rank, keys[turn]),
                before.bucket_of(keys[turn]) == bucket,
                before.rank[keys[turn]] == before.linked[bucket] - 1 - turn,
            ),
        ),
    }


def holding(impl: type, m: Model, data: dict[str, Any]) -> Any:
    """An implementation that holds these arrays, unchecked."""
    h: Any = object.__new__(impl)
    h.__dict__.update(data)
    h.hasher = m.hasher
    return h
