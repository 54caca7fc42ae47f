"""Why names, values and a hash index are an indexed store.

Where a name stands in its bucket is not part of what a store means: the claims say that it stands there once.

Refinement  IX-I1 ... IX-I4 tie the states, IX-R1 ... IX-R18 the operations
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from slotproof.impl.hash_index import HashIndex
from slotproof.impl.indexed_store import IndexedStore
from slotproof.proofs import hash_index
from slotproof.proofs.arguments import Spoiled
from slotproof.proofs.engine.refinement import (
    Claim,
    Domain,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
    same_sequence,
)
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.hash_index import NIL, UNLINKED
from slotproof.spec.indexed_store import IndexedStoreModel
from slotproof.spec.logic import conj, contains, forall, iff

Model = IndexedStoreModel[Any]
Impl = IndexedStore[Any]

# --- laws of the model


@law("IX-L1", "Each name in the order has a value, and there are no other values: no name comes twice.")
def names_are_distinct(m: Model) -> bool:
    return conj(
        forall(0, len(m.order), lambda pos: contains(m.value, m.folded(m.order[pos]))),
        len(m.value) == len(m.order),
    )


@law("IX-L2", "There are no more values than indices.")
def within_the_limit(m: Model) -> bool:
    return len(m.order) <= m.index_limit


LAWS = (names_are_distinct, within_the_limit)

# --- coupling: the arrays mean the model


@invariant("IX-I1", "`names` and `dense` are the names and their values in order.")
def arrays_in_order(m: Model, h: Impl) -> bool:
    return conj(
        len(h.names) == len(m.order),
        len(h.dense) == len(m.order),
        lambda: forall(
            0,
            len(m.order),
            lambda pos: conj(h.names[pos] == m.order[pos], h.dense[pos] == m.value[m.folded(m.order[pos])]),
        ),
    )


@invariant("IX-I2", "`index` is a hash index: what it means obeys its laws, and its arrays are what that means.")
def index_is_sound(m: Model, h: Impl) -> bool:
    meant = hash_index.abstract(h.index)
    laws = tuple(claim.holds(meant) for claim in hash_index.LAWS if claim.holds)
    return conj(hash_index.represent(meant).to_dict() == h.index.to_dict(), *laws)


@invariant("IX-I3", "`index` links every position in the bucket of its name, and nothing else.")
def index_links_positions(m: Model, h: Impl) -> bool:
    bucket = hash_index.abstract(h.index).bucket
    return conj(
        len(bucket) == len(h.names),
        forall(
            0,
            len(h.names),
            lambda pos: conj(
                contains(bucket, pos),
                lambda: bucket[pos] == h.index.generate_key(h.names[pos], case_sensitive=False),
            ),
        ),
    )


@invariant("IX-I4", "Whether case counts and the limit of indices are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(iff(h.fold_case, m.fold_case), h.index.index_limit == m.index_limit)


COUPLE = (arrays_in_order, index_is_sound, index_links_positions, configuration)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    m: Model = object.__new__(IndexedStoreModel)
    m.order = list(h.names)
    m.fold_case, m.index_limit = h.fold_case, h.index.index_limit
    if len(h.dense) != len(h.names):
        raise InvalidArgument("a name without a value, or a value without a name")
    m.value = {m.folded(name): value for name, value in zip(h.names, h.dense, strict=True)}
    return m


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all(claim.holds(m, h) for claim in COUPLE if claim.holds)


# --- arguments

NAMES = ("a", "c", "A", "b", "ac", "ca", "", "orc")  # the first three share a key of one bit, "ac" and "b" the other
NOT_NAMES = (None, 7, b"a", "\ud800")


def _present(m: Model, number: int) -> str | None:
    """A name in the store that the number picks."""
    return m.order[number % len(m.order)] if m.order else None


NAME = Domain(
    "name",
    small=lambda m, scope: (*scope.values, *NOT_NAMES[2:]),
    classes={
        "any": lambda m, issued, number: NAMES[number % len(NAMES)],
        "present": lambda m, issued, number: _present(m, number),
        "other case": lambda m, issued, number: (name := _present(m, number)) and name.swapcase(),
        "no name": lambda m, issued, number: None if number % 9 == 0 else NOT_NAMES[1 + number % 3],
    },
)

VALUE = Domain(
    "value",
    small=lambda m, scope: (len(m.order),),
    classes={"value": lambda m, issued, number: number % 8},
)

NEW_VALUE = Domain("new value", small=lambda m, scope: (0, 1), classes=VALUE.classes)

POSITION = Domain(
    "position",
    small=lambda m, scope: range(-1, len(m.order) + 2),
    classes={
        "inside": lambda m, issued, number: number % (len(m.order) + 1),
        "outside": lambda m, issued, number: len(m.order) + 1 + number % 2 if number % 3 else -1,
    },
)


def _some_items(m: Model, scope: Scope) -> Sequence[Any]:
    """No item, two, a name twice, one after one that is taken, too many, and what is no item."""
    first, second, *_ = scope.values
    taken = tuple((name, 0) for name in m.order[-1:])
    return (
        (),
        ((first, 1), (second, 2)),
        ((second, 1), (second, 2)),
        ((second, 3), *taken),
        tuple((name, 4) for name in scope.values),
        ((first,),),
        ((first, 1), (None, 2)),
    )


ITEMS = Domain(
    "items",
    small=_some_items,
    classes={
        "items": lambda m, issued, number: tuple((NAMES[(number + step) % 8], step) for step in range(number % 4)),
        "twice": lambda m, issued, number: tuple((NAMES[number % 8], step) for step in range(2)),
        "no items": lambda m, issued, number: (("a", 1), (None, 2)) if number % 2 else (("a",),),
    },
)


def _some_names(m: Model, scope: Scope) -> Sequence[Any]:
    """No name, each twice, the last two, one that is not there before one that is, and what is no name."""
    return ((), *((name, name) for name in m.order), tuple(m.order[-2:]), ("no such", *m.order[:1]), ("a", None))


SOME_NAMES = Domain(
    "names",
    small=_some_names,
    classes={
        "present": lambda m, issued, number: tuple(m.order[: number % 4]),
        "any": lambda m, issued, number: (NAMES[number % 8], NAMES[number % 7], NAMES[number % 5]),
        "no names": lambda m, issued, number: (*m.order[:1], None),
    },
)

OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(), Peer((("insert", ("a", 1)), ("insert_at", (0, "b", 2))))),
    classes={"other": lambda m, issued, number: Peer(tuple(("insert", (name, 1)) for name in NAMES[: number % 3]))},
)


class SpoiledStore(Spoiled):
    """The fields of this store with one entry of them, or of its hash index, changed, or as they are."""

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made."""
        if self.name in ("head", "chain", "lookup_mask"):
            super().spoil(data["index"])
            return data
        return super().spoil(data)


def _spoiled(m: Model) -> Sequence[Spoiled]:
    size = len(m.order)
    spoiled = [SpoiledStore()]
    for name in ("head", "chain"):
        spoiled += [SpoiledStore(name, index, value) for index in range(3) for value in (UNLINKED, NIL, 0, size)]
    for index in range(min(size, 3) + 1):
        spoiled += [SpoiledStore("names", index, name) for name in ("a", "A", "b", None)]
        spoiled.append(SpoiledStore("dense", index, 3))
    return [*spoiled, SpoiledStore("lookup_mask", 0, 1), SpoiledStore("fold_case", 0, not m.fold_case)]


SPOILED = Domain(
    "data",
    small=lambda m, scope: _spoiled(m),
    classes={
        "whole": lambda m, issued, number: SpoiledStore(),
        "spoiled": lambda m, issued, number: (spoiled := _spoiled(m))[number % len(spoiled)],
    },
)


def _holding(data: dict[str, Any]) -> Impl:
    """A store that holds these fields, unchecked."""
    h: Impl = object.__new__(IndexedStore)
    h.__dict__.update(data)
    h.index = object.__new__(HashIndex)
    h.index.__dict__.update(data["index"])
    return h


def _accepts(h: Impl, spoiled: Spoiled) -> Impl | None:
    """What from_dict makes of the fields, or None; refused exactly if a claim does not hold of them."""
    data = spoiled.spoil(h.to_dict())
    holding = _holding(data)
    try:
        meant = abstract(holding)
        sound = coupled(meant, holding) and all(claim.holds(meant) for claim in LAWS if claim.holds)
    except (LookupError, ValueError, TypeError, AttributeError):  # fields of which a claim cannot be evaluated
        sound = False
    try:
        made = type(h).from_dict(data)
    except InvalidArgument:
        made = None
    if sound != (made is not None):
        raise RuntimeError(f"from_dict {'refuses' if sound else 'accepts'} {data}")
    if made is not None and not coupled(meant, made):
        raise RuntimeError(f"from_dict makes another store of {data}")
    return None


# --- operations

NAMED = "names are strings, for which there is no stand-in"

OPERATIONS = (
    Operation(
        "insert",
        Claim("IX-R1", "`insert` puts the value last under a name that is not taken, or changes nothing."),
        takes=(NAME, VALUE),
        unproved=NAMED,
        refusals=("Exists", "Full", "InvalidArgument"),
    ),
    Operation(
        "insert_at",
        Claim("IX-R2", "`insert_at` puts the value before what stands at the position, which moves up by one."),
        takes=(POSITION, NAME, VALUE),
        unproved=NAMED,
        refusals=("Exists", "Full", "OutOfRange", "InvalidArgument"),
    ),
    Operation(
        "erase",
        Claim("IX-R3", "`erase` drops the value of the name and closes the gap; any other name changes nothing."),
        takes=(NAME,),
        rejects=lambda result: result is False,
        unproved=NAMED,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "get",
        Claim("IX-R4", "`get` returns the value of the name and refuses every other name."),
        takes=(NAME,),
        pure=True,
        unproved=NAMED,
        refusals=("Missing", "InvalidArgument"),
    ),
    Operation(
        "assign",
        Claim("IX-R5", "`assign` replaces the value of the name and refuses every other name."),
        takes=(NAME, NEW_VALUE),
        unproved=NAMED,
        refusals=("Missing", "InvalidArgument"),
    ),
    Operation(
        "contains",
        Claim("IX-R6", "`contains` is true of the names that were inserted and not erased since, and of no other."),
        takes=(NAME,),
        pure=True,
        unproved=NAMED,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "pos_of",
        Claim("IX-R7", "`pos_of` is the position at which iteration meets the value of the name."),
        takes=(NAME,),
        pure=True,
        unproved=NAMED,
        refusals=("Missing", "InvalidArgument"),
    ),
    Operation(
        "name_at",
        Claim("IX-R8", "`name_at` is the inverse of `pos_of`."),
        takes=(POSITION,),
        pure=True,
        unproved=NAMED,
        refusals=("OutOfRange",),
    ),
    Operation(
        "values",
        Claim("IX-R9", "`values` visits each value exactly once, in order."),
        pure=True,
        agree=same_sequence,
        unproved=NAMED,
    ),
    Operation(
        "items",
        Claim("IX-R10", "`items` visits each name with its value exactly once, in order."),
        pure=True,
        agree=same_sequence,
        unproved=NAMED,
    ),
    Operation(
        "insert_items",
        Claim("IX-R11", "`insert_items` equals one `insert` after the other, or changes nothing."),
        takes=(ITEMS,),
        unproved=NAMED,
        refusals=("Exists", "Full", "InvalidArgument"),
    ),
    Operation(
        "erase_items",
        Claim("IX-R12", "`erase_items` equals one `erase` after the other."),
        takes=(SOME_NAMES,),
        unproved=NAMED,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "clear",
        Claim("IX-R13", "`clear` erases everything and keeps the room."),
        unproved=NAMED,
    ),
    Operation(
        "copy",
        Claim("IX-R14", "`copy` is a second store in the same state that shares no array with the first."),
        pure=True,
        agree=coupled,
        unproved=NAMED,
    ),
    Operation(
        "swap",
        Claim("IX-R15", "`swap` exchanges the states of two stores."),
        takes=(OTHER,),
        unproved=NAMED,
    ),
    Operation(
        "to_dict",
        Claim("IX-R16", "`to_dict` holds the whole state, hash index included, and shares no array with the store."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, _holding(data)),
        unproved=NAMED,
    ),
    Operation(
        "from_dict",
        Claim("IX-R17", "`from_dict` accepts the fields of an indexed store and refuses all others."),
        takes=(SPOILED,),
        pure=True,
        model=lambda m, spoiled: None,
        impl=_accepts,
        unproved=NAMED,
    ),
    Operation(
        "size",
        Claim("IX-R18", "`size` is the number of values."),
        pure=True,
        unproved=NAMED,
    ),
)

# --- scopes

TINY = {"hash_size": 2, "index_size": 1, "granularity": 1, "index_limit": 3}
CHANGES = ("insert", "insert_at", "erase", "contains", "pos_of", "name_at", "items")

SCOPES = (
    Scope("whole container", {**TINY, "index_limit": 2}, values=("a", "c", "b")),
    Scope("one bucket", {**TINY, "hash_size": 1}, values=("a", "b", "c"), operations=(*CHANGES, "clear")),
    Scope(
        "names of any case",  # 64 buckets are the fewest of which a key that tells case misses one
        {**TINY, "hash_size": 64, "fold_case": True},
        values=("a", "A", "c", "b"),
        operations=CHANGES,
    ),
    Scope("names", TINY, values=("a", "c", "A", "b"), operations=CHANGES),
    Scope(
        "every filling",
        {**TINY, "index_size": 2, "index_limit": 2},
        values=("a", "b"),
        operations=("insert", "insert_at", "erase", "assign", "clear"),
        enumerate=True,
    ),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of names and links, well-formed or not; a value tells where its name was inserted."""
    links = range(UNLINKED, 3)
    for names in (names for size in range(3) for names in itertools.product(scope.values, repeat=size)):
        for dense in itertools.product(range(2), repeat=len(names)):
            for lookup_mask, heads, indices in ((0, 1, 1), (-1, 2, 2)):
                for head in itertools.product(links, repeat=heads):
                    for chain in itertools.product(links, repeat=indices):
                        h: Impl = IndexedStore(**scope.configuration)
                        h.names, h.dense = list(names), list(dense)
                        h.index.head, h.index.chain, h.index.lookup_mask = list(head), list(chain), lookup_mask
                        yield h


DEVIATIONS = (
    Claim(
        "IX-D1",
        "A name is inserted once; the original's `AddModel` checks nothing, and lookups then find the one added last.",
    ),
    Claim(
        "IX-D2",
        "`clear` keeps names, values and hash index together; in the original each owner clears two containers, and "
        "one that forgets the hash index finds positions that are gone.",
    ),
    Claim(
        "IX-D3",
        "`erase` renumbers in the hash index what it moves; `Remove` alone, as where order does not matter, would "
        "leave every later name at the position of another.",
    ),
)

INDEXED_STORE = Refinement(
    code="IX",
    name="indexed_store",
    title="indexed store",
    model=IndexedStoreModel,
    impl=IndexedStore,
    couple=COUPLE,
    laws=LAWS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    candidates=candidates,
)
