"""Why the arrays of the dense set are a dense set: it is a dense table, and `insert` is all that it adds.

Refinement  DS-I1 ... DS-I5 tie the states, DS-R1 ... DS-R23 the operations
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.declare import Claim, Cost, Domain, Operation, Peer, Refinement, Scope
from slotproof.declare.words import all_hold
from slotproof.impl.dense_set import DenseSet
from slotproof.proofs.shared.arguments import Spoiled
from slotproof.proofs.shared.dense_table import LINKS, abstract_table, couple, laws, represent_table
from slotproof.proofs.shared.dense_table.answers import SET_ANSWERS
from slotproof.proofs.shared.dense_table.arguments import KEY, ROUNDING, Hash, configure, read_arrays
from slotproof.proofs.shared.dense_table.crosshair import SET_CONTRACTS
from slotproof.proofs.shared.dense_table.loops import LOOPS
from slotproof.proofs.shared.dense_table.operations import FOLLOWED, PASSED, QUERIES, RELINKING, holding, operations
from slotproof.proofs.shared.dense_table.untrusted import FOREIGN_LOOPS, FOREIGN_SET
from slotproof.spec.dense_set import DenseSetModel

Model = DenseSetModel[Any]
Impl = DenseSet[Any]

LAWS: Final = laws("DS")
COUPLE: Final = couple("DS")


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(DenseSetModel)
    abstract_table(h, m)
    return m


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h: Impl = object.__new__(DenseSet)
    represent_table(m, h)
    return h


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def coupled_data(m: Model, data: dict[str, Any]) -> bool:
    """The coupling of a model with what `to_dict` returned."""
    return coupled(m, holding(DenseSet, m, data))


def _read(m: Model, spoiled: Spoiled) -> Model:
    read: Model = read_arrays(m, spoiled, represent, abstract, (*LAWS, *COUPLE))
    return read


def _peers(m: Model, scope: Scope) -> Sequence[Peer]:
    """Nothing, the same keys in another order, one key less, and one key more."""
    again = [("insert", (key,)) for key in reversed(m.order)]
    return [Peer(), Peer(tuple(again)), Peer(tuple(again[1:])), Peer((*again[1:], ("insert", (scope.values[-1],))))]


OTHER = Domain(
    "other",
    small=_peers,
    classes={
        "other": lambda m, issued, number: Peer(tuple(("insert", (key,)) for key in range(number % 3))),
        "same": lambda m, issued, number: Peer(tuple(("insert", (key,)) for key in m.order)),
    },
    symbolic=lambda make: make.peer("other"),
)

ERASING: Final = Cost(9, 6, FOLLOWED, 2, 0)
COMPARING: Final = Cost(2, 0, "key", 3, 0, more=((PASSED, 2, 0),))

OPERATIONS = (
    Operation(
        "insert",
        Claim("DS-R1", "`insert` puts a key that is not there last, as the first of its bucket; any other stays."),
        takes=(KEY,),
        refusals=("InvalidArgument", "Full"),
        cost=Cost(3, 4, PASSED, 2, 0, more=RELINKING),
    ),
    *operations("DS", 2, ERASING, COMPARING, OTHER, coupled, coupled_data, _read, FOREIGN_SET),
)

STEPS: Final = ("insert", "erase", "erase_at", "erase_range", *QUERIES)

SCOPES = (
    Scope(
        "one bucket",
        {"hasher": Hash.ONE_BUCKET, "min_buckets": 1, "max_load": 4.0, "index_bits": 3},
        values=(0, 1, 2, 3),
        operations=STEPS,
    ),
    Scope(
        "two chains",
        {"min_buckets": 2, "max_load": 2.0, "index_bits": 3},
        values=(0, 1, 2, 3),
        operations=STEPS,
    ),
    Scope(
        "growth",
        {"min_buckets": 2, "max_load": 0.875, "index_bits": 3},
        values=(0, 2, 3, 4, 8),
        operations=("insert", "erase", "clear", "rehash", "reserve", "bucket_count", "bucket_keys"),
    ),
    Scope(
        "full",
        {"min_buckets": 1, "max_load": 1.0, "index_bits": 2},
        values=(0, 1, 2, 4),
        operations=("insert", "erase", "clear", "rehash", "reserve", "set_max_load", "max_load"),
    ),
    Scope("whole container", {"min_buckets": 2, "max_load": 1.0, "index_bits": 2}, values=(0, 1, 2)),
    Scope(
        "five keys",
        {"hasher": Hash.HALVES, "min_buckets": 2, "max_load": 4.0, "index_bits": 3},
        values=(0, 1, 2, 3, 4),
        operations=("insert", "erase", "rehash"),
        deep=True,
    ),
)

DEVIATIONS = (
    Claim(
        "DS-D1",
        "No operation leaves more than `max_load` keys per bucket; the original rounds down when it rehashes, "
        "and may leave more.",
    ),
    Claim(
        "DS-D2",
        "Loads are compared exactly, as integers; the original multiplies and divides in 32-bit floating "
        "point. The growth points are the same.",
    ),
    Claim(
        "DS-D3",
        "More keys or buckets than `index_bits` can number are refused with `Full`; the original does not check.",
    ),
    Claim("DS-D4", "A position, range or bucket outside the set is refused; in the original it is undefined."),
    Claim(
        "DS-D5",
        "A load that is not a positive 32-bit number is refused; the original asserts that it is above zero.",
    ),
    Claim("DS-D6", "`equals` compares contents; the original has no comparison."),
    Claim(
        "DS-D7",
        "A key that is not equal to itself is refused; in the original it can be inserted again and again and "
        "never be found.",
    ),
)

DENSE_SET = Refinement(
    code="DS",
    name="dense_set",
    title="dense set",
    model=DenseSetModel,
    impl=DenseSet,
    couple=COUPLE,
    laws=LAWS,
    defaults={
        "new": {"hasher": hash, "min_buckets": 8, "max_load": 0.875, "index_bits": 64},
        "from_dict": {"hasher": hash},
    },
    aliases={"__contains__": "contains", "__iter__": "keys", "__copy__": "copy", "__len__": "size"},
    answers=SET_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    loops=(*LOOPS, *FOREIGN_LOOPS),
    deviations=DEVIATIONS,
    abstract=abstract,
    links=LINKS,
    summaries=ROUNDING,
    configure=configure,
    contracts=SET_CONTRACTS,
)
