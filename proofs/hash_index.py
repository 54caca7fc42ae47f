"""Why the two arrays of the hash index are a hash index.

A chain is finite because the rank of an index is one more than that of the next; chains are disjoint because an index
has one bucket; and nothing else is linked, because every index that is not in the model is marked in `chain`.

Refinement  HI-I1 ... HI-I5 tie the states, HI-R1 ... HI-R18 the operations
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import factorial
from typing import Any

from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.arguments import Spoiled
from slotproof.proofs.engine.refinement import (
    Claim,
    Cost,
    Domain,
    Link,
    Loop,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
)
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.hash_index import NIL, UNLINKED, HashIndexModel
from slotproof.spec.logic import choose, conj, contains, disj, forall, forall_in, iff, implies, negate, within

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
            m.rank[index] >= 0,
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
    )


@law(
    "HI-L3", "The next newer index has this one for its older; the newest has none, and the highest rank of its bucket."
)
def newer_is_above(m: Model) -> bool:
    return conj(
        forall_in(
            m.bucket,
            lambda index: conj(
                iff(m.newer[index] == NIL, m.newest[m.bucket[index]] == index),
                m.rank[index] <= m.rank[m.newest[m.bucket[index]]],
                implies(
                    m.newer[index] != NIL,
                    lambda: conj(contains(m.bucket, m.newer[index]), lambda: m.older[m.newer[index]] == index),
                ),
            ),
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
        ),
    )


@law("HI-L5", "Sizes: at least one bucket, room for no more indices than there are, and growth by at least one.")
def sizes_in_range(m: Model) -> bool:
    return conj(m.hash_size >= 1, m.index_limit >= 1, within(0, m.index_size, m.index_limit + 1), m.granularity >= 1)


LAWS = (linked_in_range, older_is_below, newer_is_above, ranks_differ, sizes_in_range)

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


def _holding(data: dict[str, Any]) -> Impl:
    """A hash index that holds these arrays, unchecked."""
    h: Impl = object.__new__(HashIndex)
    h.__dict__.update(data)
    return h


# --- arguments

KEY = Domain(
    "key",
    small=lambda m, scope: scope.values or (*range(m.hash_size - 1), -1),
    classes={
        "bucket": lambda m, issued, number: number % min(m.hash_size, 4),
        "beyond": lambda m, issued, number: m.hash_size + number % 2,
        "negative": lambda m, issued, number: -1 - number % 2,
    },
    symbolic=lambda make: make.int("key"),
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
)


COUNT = Domain(
    "count",
    small=lambda m, scope: range(-1, m.index_limit + 2),
    classes={
        "count": lambda m, issued, number: min(m.index_size, 9) + number % 5 - 2,
        "wrong": lambda m, issued, number: m.index_limit + 1 if number % 2 else -1,
    },
    symbolic=lambda make: make.int("count"),
)

HASH_SIZE = Domain(
    "hash size",
    small=lambda m, scope: (0, 1, 2, 3, 4),
    classes={"hash size": lambda m, issued, number: (1, 2, 4, 8, 0, 12, -4)[number % 7]},
    symbolic=lambda make: make.int("hash_size"),
)

INDEX_SIZE = Domain(
    "index size",
    small=lambda m, scope: (-1, 0, 1, m.index_limit + 1),
    classes={
        "index size": lambda m, issued, number: number % min(m.index_limit + 1, 7),
        "wrong": lambda m, issued, number: m.index_limit + 1 if number % 2 else -1,
    },
    symbolic=lambda make: make.int("index_size"),
)

GRANULARITY = Domain(
    "granularity",
    small=lambda m, scope: (0, 1, 2),
    classes={"granularity": lambda m, issued, number: number % 6},
    symbolic=lambda make: make.int("granularity"),
)

SOURCES = (
    ("", "a", "A", "Z", "@[`{", "models/orc.MD5", b"\x7f\x80\xff", "\u00e9\u00c9", 0, 5, -7, 2**40),
    ((3, -5), (1.9, -1.9, 0.5), (1, 2, 3), 1.5, (1,), (1.5, 2), (0.0, float("inf"), 0.0), "\ud800", None),
)

SOURCE = Domain(
    "source",
    small=lambda m, scope: SOURCES[0] + SOURCES[1],
    classes={
        "text or number": lambda m, issued, number: SOURCES[0][number % len(SOURCES[0])],
        "numbers or nothing": lambda m, issued, number: SOURCES[1][number % len(SOURCES[1])],
    },
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


SPOILED = Domain(
    "data",
    small=lambda m, scope: _spoiled(m),
    classes={
        "whole": lambda m, issued, number: Spoiled(),
        "spoiled": lambda m, issued, number: (spoiled := _spoiled(m))[number % len(spoiled)],
    },
)


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h = HashIndex(m.hash_size, m.index_size, granularity=m.granularity, index_limit=m.index_limit)
    if m.allocated:
        h.head = [m.newest.get(bucket, NIL) for bucket in range(m.hash_size)]
        h.chain = [m.older.get(index, UNLINKED) for index in range(m.index_size)]
        h.lookup_mask = -1
    return h


def _read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the hash index the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    if h.hash_size < 1 or h.hash_size.bit_count() != 1:
        raise InvalidArgument("not a power of two")
    meant = abstract(h)
    if not all(claim.holds(meant) for claim in LAWS if claim.holds) or not coupled(meant, h):
        raise InvalidArgument("a claim does not hold")
    return meant


# --- operations

RENUMBERS = "renumbering gives the model's dicts new keys, for which there is no stand-in"

OPERATIONS = (
    Operation(
        "add",
        Claim(
            "HI-R1", "`add` links an index that is in no bucket as the newest of the key's bucket, or changes nothing."
        ),
        takes=(KEY, INDEX),
        cost=Cost(2, 2, "index there is room for now and was not before", 0, 1),
        refusals=("OutOfRange", "Exists"),
    ),
    Operation(
        "insert_index",
        Claim("HI-R2", "`insert_index` makes every linked index from there on one greater, and links the index."),
        takes=(KEY, INDEX),
        unproved=RENUMBERS,
        refusals=("OutOfRange", "Full"),
    ),
    Operation(
        "remove",
        Claim("HI-R3", "`remove` takes an index out of the key's bucket, and changes nothing if it is not there."),
        takes=(KEY, INDEX),
        cost=Cost(2, 2, "newer index of the bucket", 1, 0),
        refusals=("Missing",),
    ),
    Operation(
        "remove_index",
        Claim("HI-R4", "`remove_index` takes an index out, and makes every linked index beyond it one less."),
        takes=(KEY, INDEX),
        unproved=RENUMBERS,
        refusals=("Missing",),
    ),
    Operation(
        "first",
        Claim("HI-R5", "`first` is the newest index of the key's bucket, or NIL."),
        takes=(KEY,),
        pure=True,
        cost=Cost(1, 0),
    ),
    Operation(
        "next",
        Claim("HI-R6", "`next` is the next older index of the same bucket, or NIL, and refuses what is not linked."),
        takes=(INDEX,),
        pure=True,
        cost=Cost(1, 0),
        refusals=("OutOfRange", "Missing"),
    ),
    Operation(
        "generate_key",
        Claim("HI-R7", "`generate_key` is a sum over what the key is made of, reduced to a bucket."),
        takes=(SOURCE, CASE),
        pure=True,
        unproved="strings and floats have no stand-in",
        refusals=("InvalidArgument",),
    ),
    Operation(
        "candidates",
        Claim("HI-R8", "`candidates` visits each index of the key's bucket exactly once, newest first."),
        takes=(KEY,),
        pure=True,
        unproved="the model sorts, for which there is no stand-in",
    ),
    Operation(
        "clear",
        Claim("HI-R9", "`clear` empties every bucket and keeps the room."),
    ),
    Operation(
        "free",
        Claim("HI-R10", "`free` empties every bucket, gives the arrays back and keeps the sizes."),
        cost=Cost(0, 0),
    ),
    Operation(
        "reset",
        Claim("HI-R11", "`reset` is the state of a new hash index with other sizes."),
        takes=(HASH_SIZE, INDEX_SIZE),
        refusals=("InvalidArgument",),
    ),
    Operation(
        "resize",
        Claim("HI-R12", "`resize` makes room, rounded up to the granularity, and moves nothing."),
        takes=(COUNT,),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "set_granularity",
        Claim("HI-R13", "`set_granularity` changes of what room is a multiple when it grows, and nothing else."),
        takes=(GRANULARITY,),
        cost=Cost(0, 0),
        refusals=("InvalidArgument",),
    ),
    Operation(
        "copy",
        Claim("HI-R14", "`copy` is a second hash index in the same state that shares no array with the first."),
        pure=True,
        agree=coupled,
    ),
    Operation(
        "swap",
        Claim("HI-R15", "`swap` exchanges the states of two hash indices."),
        takes=(OTHER,),
        cost=Cost(0, 0),
    ),
    Operation(
        "to_dict",
        Claim("HI-R16", "`to_dict` holds the whole state and shares no array with the hash index."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, _holding(data)),
    ),
    Operation(
        "from_dict",
        Claim("HI-R17", "`from_dict` accepts the arrays of a hash index and refuses all others."),
        takes=(SPOILED,),
        pure=True,
        model=_read_arrays,
        impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict())),
        agree=lambda expected, made: bool(represent(expected).to_dict() == made.to_dict()),
        unproved=(
            "its loops over foreign data have no invariant yet; exhausted on every one-entry change of every state"
        ),
        refusals=("InvalidArgument",),
    ),
    Operation(
        "spread",
        Claim(
            "HI-R18", "`spread` is a percentage: 100 if no bucket is more than one off the average, less the more are."
        ),
        pure=True,
        unproved="it counts and divides by an unknown number of indices; exhausted, and sampled at full size",
    ),
)

# --- loops


def _walk_invariant(at: Any) -> dict[str, bool]:
    """The walk is in the bucket and has not passed the index, and `newer` is the one before."""
    m, h, each, newer = at.model_before, at.now, at.local["each"], at.local["newer"]
    bucket, index = at.local["bucket"], at.local["index"]
    return {
        "in the bucket": disj(each == NIL, lambda: conj(contains(m.bucket, each), m.bucket[each] == bucket, each >= 0)),
        "not past the index": implies(
            conj(contains(m.bucket, index), m.bucket[index] == bucket),
            lambda: conj(each != NIL, m.rank[each] >= m.rank[index]),
        ),
        "one before": conj(
            implies(newer == NIL, h.head[bucket] == each),
            implies(
                newer != NIL,
                lambda: conj(contains(m.bucket, newer), m.bucket[newer] == bucket, m.older[newer] == each, newer >= 0),
            ),
        ),
    }


def _walk_variant(at: Any) -> Any:
    each = at.local["each"]
    return choose(each == NIL, 0, at.model_before.rank[each] + 1)


def _growth_invariant(at: Any) -> dict[str, bool]:
    """What was there is as it was, and what is new is marked."""
    now, entry = at.now, at.entry
    return {
        "length": conj(len(entry.chain) <= len(now.chain), len(now.chain) <= now.index_size),
        "old": forall(0, len(entry.chain), lambda index: now.chain[index] == entry.chain[index]),
        "new": forall(len(entry.chain), len(now.chain), lambda index: now.chain[index] == UNLINKED),
    }


LOOPS = (
    Loop("HashIndex.remove", invariant=_walk_invariant, variant=_walk_variant),
    Loop(
        "HashIndex.resize",
        invariant=_growth_invariant,
        variant=lambda at: at.now.index_size - len(at.now.chain),
        changes=("chain",),
    ),
    Loop(
        "HashIndex.clear",
        0,
        invariant=lambda at: {
            "length": len(at.now.head) == len(at.entry.head),
            "behind": forall(0, at.index, lambda bucket: at.now.head[bucket] == NIL),
        },
        changes=("head",),
    ),
    Loop(
        "HashIndex.clear",
        1,
        invariant=lambda at: {
            "length": len(at.now.chain) == len(at.entry.chain),
            "behind": forall(0, at.index, lambda index: at.now.chain[index] == UNLINKED),
        },
        changes=("chain",),
    ),
)

# --- scopes


def _count_chains(indices: int, buckets: int) -> int:
    """States in which the arrays are allocated: some of the indices in a row, cut into as many chains as buckets."""
    states = 0
    for linked in range(indices + 1):
        rows = factorial(indices) // factorial(indices - linked)
        cuts = factorial(linked + buckets - 1) // (factorial(linked) * factorial(buckets - 1))
        states += rows * cuts
    return states


QUERIES = ("first", "next", "candidates", "spread")
CHANGES = ("add", "remove", "insert_index", "remove_index")

SCOPES = (
    Scope(
        "one bucket",
        {"hash_size": 1, "index_size": 5, "granularity": 1, "index_limit": 5},
        operations=(*CHANGES, *QUERIES),
        well_formed=lambda: 1 + _count_chains(5, 1),
    ),
    Scope(
        "renumbering",
        {"hash_size": 2, "index_size": 0, "granularity": 2, "index_limit": 4},
        values=(0, 1, 2, -1),
        operations=(*CHANGES, "clear", "resize"),
    ),
    Scope(
        "chains",
        {"hash_size": 2, "index_size": 5, "granularity": 1, "index_limit": 5},
        operations=("add", "remove", *QUERIES),
        well_formed=lambda: 1 + _count_chains(5, 2),
    ),
    Scope("whole container", {"hash_size": 2, "index_size": 1, "granularity": 2, "index_limit": 3}),
    Scope(
        "every filling",
        {"hash_size": 2, "index_size": 2, "granularity": 1, "index_limit": 3},
        operations=(*CHANGES, "resize", "clear", "free"),
        enumerate=True,
    ),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of arrays with room for two or three indices, well-formed or not."""
    new = HashIndex(**scope.configuration)
    for index_size in (2, 3):
        entries = range(UNLINKED - 1, index_size + 1)
        for lookup_mask, heads, links in ((0, 1, 1), (-1, new.hash_size, index_size)):
            for head in itertools.product(entries, repeat=heads):
                for chain in itertools.product(entries, repeat=links):
                    h = new.copy()
                    h.head, h.chain = list(head), list(chain)
                    h.index_size, h.lookup_mask = index_size, lookup_mask
                    yield h


DEVIATIONS = (
    Claim(
        "HI-D1",
        "`reset` takes the new number of buckets at once; the original masks by the old one until the"
        " next `add`, so that an entry under a key generated in between is lost.",
    ),
    Claim(
        "HI-D2",
        "An index that is linked in the key's bucket is refused; the original links it to itself or "
        "makes a cycle, and the lookup never ends.",
    ),
    Claim(
        "HI-D3",
        "An index that is linked in another bucket is refused; the original rewrites its link, and "
        "the tail of that bucket is lost.",
    ),
    Claim(
        "HI-D4",
        "`remove` with a key of another bucket changes nothing; the original cuts off what follows "
        "the index in its own bucket.",
    ),
    Claim(
        "HI-D5",
        "What is not linked is refused, inside the arrays and outside; the original returns or writes"
        " whatever stands there, outside its arrays too.",
    ),
    Claim(
        "HI-D6",
        "`remove_index` of a pair that is not linked changes nothing; the original renumbers all the "
        "same, and two entries share an index.",
    ),
    Claim(
        "HI-D7",
        "`clear` also marks each link; the original leaves the links stale, and `insert_index` "
        "renumbers them and may grow the array for them. An index in no bucket is marked UNLINKED, "
        "which the original cannot tell from the oldest of a bucket.",
    ),
    Claim(
        "HI-D8",
        "A number of buckets that is no power of two is refused; the original never uses some of the "
        "buckets, and reads outside the array if there are none.",
    ),
    Claim(
        "HI-D9", "`spread` is never negative; the original documents 0 to 100 and returns less for very uneven tables."
    ),
    Claim(
        "HI-D10", "`copy` copies the arrays; the original's copy constructor shares them, and both copies free them."
    ),
    Claim(
        "HI-D11",
        "A negative key is as good as any other, as in the original: its low bits, in two's "
        "complement, are its bucket.",
    ),
    Claim(
        "HI-D12",
        "Indices and room end at a limit, which raises `OutOfRange` or `Full`, and rounding up never "
        "exceeds it; in the original the sum of two ints overflows.",
    ),
)

LINKS = (
    Link(
        "bucket to its newest index",
        "head",
        "chain",
        when=lambda h, bucket: h.head[bucket] != NIL,
        arrives=lambda h, bucket, index: h.chain[index] != UNLINKED,
    ),
    Link(
        "index to the next older one",
        "chain",
        "chain",
        when=lambda h, index: h.chain[index] != NIL and h.chain[index] != UNLINKED,
        arrives=lambda h, index, older: h.chain[older] != UNLINKED and older != index,
    ),
)


HASH_INDEX = Refinement(
    code="HI",
    name="hash_index",
    title="hash index",
    model=HashIndexModel,
    impl=HashIndex,
    couple=COUPLE,
    laws=LAWS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    candidates=candidates,
    loops=LOOPS,
    links=LINKS,
    configure=lambda make: {name: make.int(name) for name in ("hash_size", "index_size", "granularity", "index_limit")},
)
