"""Why the arrays of the dense map are a dense map: a dense table with a value at the position of each key.

Refinement  DM-I1 ... DM-I6 tie the states, DM-R1 ... DM-R31 the operations
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.declare import (
    Claim,
    Cost,
    Domain,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
    same_sequence,
)
from slotproof.declare.words import all_hold
from slotproof.impl.dense_map import DenseMap
from slotproof.proofs.dense_map.theorems import THEOREMS
from slotproof.proofs.shared.arguments import Spoiled, factory_of, value_of
from slotproof.proofs.shared.dense_table import LINKS, abstract_table, couple, laws, represent_table
from slotproof.proofs.shared.dense_table.answers import MAP_ANSWERS
from slotproof.proofs.shared.dense_table.arguments import KEY, POSITION, ROUNDING, Hash, configure, read_arrays
from slotproof.proofs.shared.dense_table.crosshair import MAP_CONTRACTS
from slotproof.proofs.shared.dense_table.loops import LOOPS
from slotproof.proofs.shared.dense_table.operations import FOLLOWED, PASSED, QUERIES, RELINKING, holding, operations
from slotproof.proofs.shared.dense_table.untrusted import FOREIGN_LOOPS, FOREIGN_MAP
from slotproof.spec.dense_map import DenseMapModel
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import conj, contains, forall, forall_in

Model = DenseMapModel[Any, Any]
Impl = DenseMap[Any, Any]


@law("DM-L5", "The keys that are there have a value, and no others.")
def values_have_keys(m: Model) -> bool:
    return conj(
        forall(0, len(m.order), lambda pos: contains(m.value, m.order[pos])),
        forall_in(m.value, lambda key: contains(m.order, key)),
    )


@invariant("DM-I6", "`dense` holds the value of each key at its position.")
def dense_is_value(m: Model, h: Impl) -> bool:
    return conj(
        len(h.dense) == len(m.order),
        lambda: forall(0, len(m.order), lambda pos: h.dense[pos] == m.value[m.order[pos]]),
    )


LAWS: Final = (*laws("DM"), values_have_keys)
COUPLE: Final = (*couple("DM"), dense_is_value)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(DenseMapModel)
    abstract_table(h, m)
    if len(h.dense) != len(h.key):
        raise InvalidArgument(f"{len(h.key)} keys and {len(h.dense)} values")
    m.value = dict(zip(h.key, h.dense, strict=True))
    return m


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h: Impl = object.__new__(DenseMap)
    represent_table(m, h)
    h.dense = [m.value[key] for key in m.order]
    return h


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def coupled_data(m: Model, data: dict[str, Any]) -> bool:
    """The coupling of a model with what `to_dict` returned."""
    return coupled(m, holding(DenseMap, m, data))


def _read(m: Model, spoiled: Spoiled) -> Model:
    read: Model = read_arrays(m, spoiled, represent, abstract, (*LAWS, *COUPLE))
    return read


# --- arguments


VALUE = value_of(lambda m, scope: scope.values)

FACTORY = factory_of(lambda m, scope: (1,))


def _peers(m: Model, scope: Scope) -> Sequence[Peer]:
    """Nothing, the same content in another order, one key less, another value, and another key."""
    again = [("insert", (key, m.value[key])) for key in reversed(m.order)]
    other = [("insert", (key, 1 - min(m.value[key], 1))) for key in m.order[:1]]
    last = scope.values[-1]
    return [
        Peer(),
        Peer(tuple(again)),
        Peer(tuple(again[1:])),
        Peer((*other, *again)),
        Peer((*again[1:], ("insert", (last, 0)))),
    ]


OTHER = Domain(
    "other",
    small=_peers,
    classes={
        "other": lambda m, issued, number: Peer(tuple(("insert", (key, 0)) for key in range(number % 3))),
        "same": lambda m, issued, number: Peer(tuple(("insert", (key, m.value[key])) for key in m.order)),
    },
    symbolic=lambda make: make.peer("other"),
)

# --- operations

FULL: Final = ("InvalidArgument", "Full")
MISSING: Final = ("InvalidArgument", "Missing")

ERASING: Final = Cost(10, 8, FOLLOWED, 2, 0)
COMPARING: Final = Cost(2, 0, "key", 5, 0, more=((PASSED, 2, 0),))

OPERATIONS = (
    Operation(
        "insert",
        Claim(
            "DM-R1",
            "`insert` puts a key that is not there last, as the first of its bucket; any other keeps its value.",
        ),
        takes=(KEY, VALUE),
        refusals=FULL,
        cost=Cost(3, 5, PASSED, 2, 0, more=RELINKING),
    ),
    Operation(
        "insert_or_assign",
        Claim("DM-R2", "`insert_or_assign` is `insert`, and replaces the value of a key that is there."),
        takes=(KEY, VALUE),
        refusals=FULL,
        cost=Cost(3, 5, PASSED, 2, 0, more=RELINKING),
    ),
    Operation(
        "try_emplace",
        Claim(
            "DM-R3", "`try_emplace` inserts what the factory makes, which is called only for a key that is not there."
        ),
        takes=(KEY, FACTORY),
        refusals=FULL,
        cost=Cost(4, 5, PASSED, 4, 0, more=RELINKING),
    ),
    Operation(
        "get_or_emplace",
        Claim("DM-R4", "`get_or_emplace` is `try_emplace`, and returns the value."),
        takes=(KEY, FACTORY),
        refusals=FULL,
        cost=Cost(5, 5, PASSED, 4, 0, more=RELINKING),
    ),
    *operations("DM", 5, ERASING, COMPARING, OTHER, coupled, coupled_data, _read, FOREIGN_MAP),
    Operation(
        "get",
        Claim("DM-R27", "`get` returns the value of a key that is there and refuses every other."),
        takes=(KEY,),
        pure=True,
        refusals=MISSING,
        cost=Cost(3, 0, PASSED, 2, 0),
    ),
    Operation(
        "assign",
        Claim("DM-R28", "`assign` replaces the value of a key that is there and refuses every other."),
        takes=(KEY, VALUE),
        refusals=MISSING,
        cost=Cost(2, 1, PASSED, 2, 0),
    ),
    Operation(
        "value_at",
        Claim("DM-R29", "`value_at` is the value of the key at a position."),
        takes=(POSITION,),
        pure=True,
        refusals=("OutOfRange",),
        cost=Cost(1, 0),
    ),
    Operation(
        "values",
        Claim("DM-R30", "`values` visits each value exactly once, in iteration order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "items",
        Claim("DM-R31", "`items` visits each key with its value exactly once, in iteration order."),
        pure=True,
        agree=same_sequence,
    ),
)

# --- scopes


def _the_value_tells_the_key(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation != "insert" or arguments[0] == arguments[1]


def _zero_or_one(m: Model, operation: str, arguments: tuple[Any, ...]) -> bool:
    return operation not in ("insert", "insert_or_assign", "assign") or arguments[1] < 2


STEPS: Final = ("insert", "erase", "erase_at", "erase_range", *QUERIES, "get", "value_at", "values", "items")

SCOPES = (
    Scope(
        "one bucket",
        {"hasher": Hash.ONE_BUCKET, "min_buckets": 1, "max_load": 4.0, "index_bits": 3},
        values=(0, 1, 2, 3),
        operations=STEPS,
        admits=_the_value_tells_the_key,
    ),
    Scope(
        "two chains",
        {"min_buckets": 2, "max_load": 2.0, "index_bits": 3},
        values=(0, 1, 2, 3),
        operations=STEPS,
        admits=_the_value_tells_the_key,
    ),
    Scope(
        "growth",
        {"min_buckets": 2, "max_load": 0.875, "index_bits": 3},
        values=(0, 2, 3, 4, 8),
        operations=("insert", "erase", "clear", "rehash", "reserve", "bucket_count", "bucket_keys"),
        admits=_the_value_tells_the_key,
    ),
    Scope(
        "full",
        {"min_buckets": 1, "max_load": 1.0, "index_bits": 2},
        values=(0, 1, 2, 4),
        operations=("insert", "erase", "clear", "rehash", "reserve", "set_max_load", "max_load"),
        admits=_the_value_tells_the_key,
    ),
    Scope(
        "whole container",
        {"min_buckets": 2, "max_load": 1.0, "index_bits": 2},
        values=(0, 1, 2),
        admits=_zero_or_one,
    ),
    Scope(
        "five keys",
        {"hasher": Hash.HALVES, "min_buckets": 2, "max_load": 4.0, "index_bits": 3},
        values=(0, 1, 2, 3, 4),
        operations=("insert", "erase", "rehash"),
        admits=_the_value_tells_the_key,
        deep=True,
    ),
)

DEVIATIONS = (
    Claim(
        "DM-D1",
        "No operation leaves more than `max_load` keys per bucket; the original rounds down when it rehashes, "
        "and may leave more.",
    ),
    Claim(
        "DM-D2",
        "Loads are compared exactly, as integers; the original multiplies and divides in 32-bit floating "
        "point. The growth points are the same.",
    ),
    Claim(
        "DM-D3",
        "More keys or buckets than `index_bits` can number are refused with `Full`; the original does not check.",
    ),
    Claim(
        "DM-D4",
        "Nothing changes before key and value are there and the key is known to be new; in the original, "
        "`emplace` of three arguments or more appends the node first, and a hash function or comparison that fails "
        "leaves it behind.",
    ),
    Claim("DM-D5", "A position, range or bucket outside the map is refused; in the original it is undefined."),
    Claim(
        "DM-D6",
        "A load that is not a positive 32-bit number is refused; the original asserts that it is above zero.",
    ),
    Claim("DM-D7", "`equals` compares contents; the original has no comparison."),
    Claim(
        "DM-D8",
        "A key that is not equal to itself is refused; in the original it can be inserted again and again and "
        "never be found.",
    ),
    Claim(
        "DM-D9",
        "`get` and `m[key]` refuse a key that is not there; in the original `at` is undefined for it and `[]` "
        "inserts a default, which is `get_or_emplace` here.",
    ),
)

DENSE_MAP = Refinement(
    code="DM",
    name="dense_map",
    title="dense map",
    model=DenseMapModel,
    impl=DenseMap,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {"hasher": hash, "min_buckets": 8, "max_load": 0.875, "index_bits": 64},
        "from_dict": {"hasher": hash},
    },
    aliases={
        "__contains__": "contains",
        "__iter__": "keys",
        "__copy__": "copy",
        "__len__": "size",
        "__getitem__": "get",
        "__setitem__": "insert_or_assign",
    },
    answers=MAP_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    loops=(*LOOPS, *FOREIGN_LOOPS),
    deviations=DEVIATIONS,
    abstract=abstract,
    links=LINKS,
    summaries=ROUNDING,
    configure=configure,
    theorems=THEOREMS,
    contracts=MAP_CONTRACTS,
)
