"""Why names, values and a hash index are an indexed store.

The hash index is known by its model, of which it is proved a refinement; names are known by what they are compared to,
by their lower case and by the bucket that follows from it.

Refinement  IX-I1 ... IX-I4 tie the states (claims.py), IX-R1 ... IX-R18 the operations
"""

from __future__ import annotations

from slotproof.declare import Claim, Cost, Inside, Operation, Refinement, Summary, answers_no, same_sequence
from slotproof.impl.indexed_store import IndexedStore
from slotproof.proofs.hash_index import FIRST, HASH_INDEX
from slotproof.proofs.hash_index.claims import represent
from slotproof.proofs.indexed_store.arguments import (
    ITEMS,
    NAME,
    NEW_VALUE,
    OTHER,
    POSITION,
    SOME_NAMES,
    SPOILED,
    VALUE,
    accepts,
)
from slotproof.proofs.indexed_store.claims import COUPLE, LAWS, abstract, coupled, coupled_and_lawful, holding
from slotproof.proofs.indexed_store.crosshair import CONTRACTS
from slotproof.proofs.indexed_store.loops import LOOPS
from slotproof.proofs.indexed_store.scopes import SCOPES, candidates
from slotproof.proofs.indexed_store.untrusted import FOREIGN
from slotproof.proofs.shared.dense_table.answers import STORE_ANSWERS
from slotproof.spec.hash_index import sum_of_text
from slotproof.spec.indexed_store import IndexedStoreModel
from slotproof.spec.logic import disj

SIZES = (1, 2)
"""Numbers of buckets of the states of a few elements that are looked for."""

INDEX = Inside(
    HASH_INDEX,
    represent,
    reads=("hash_size", "index_limit", "index_size"),
    small=lambda m: disj(*(m.hash_size == size for size in SIZES)),
)

MET = "name met in the bucket that is another"

OPERATIONS = (
    Operation(
        "insert",
        Claim("IX-R1", "`insert` puts the value last under a name that is not taken, or changes nothing."),
        takes=(NAME, VALUE),
        refusals=("InvalidArgument", "Exists", "Full"),
        cost=Cost(3, 5, MET, 2, 0, (("position there is room for now and was not before", 0, 1), *FIRST)),
    ),
    Operation(
        "insert_at",
        Claim("IX-R2", "`insert_at` puts the value before what stands at the position, which moves up by one."),
        takes=(POSITION, NAME, VALUE),
        refusals=("InvalidArgument", "Exists", "Full", "OutOfRange"),
    ),
    Operation(
        "erase",
        Claim("IX-R3", "`erase` drops the value of the name and closes the gap; any other name changes nothing."),
        takes=(NAME,),
        rejects=answers_no,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "get",
        Claim("IX-R4", "`get` returns the value of the name and refuses every other name."),
        takes=(NAME,),
        pure=True,
        refusals=("InvalidArgument", "Missing"),
        cost=Cost(3, 0, MET, 2, 0),
    ),
    Operation(
        "assign",
        Claim("IX-R5", "`assign` replaces the value of the name and refuses every other name."),
        takes=(NAME, NEW_VALUE),
        refusals=("InvalidArgument", "Missing"),
        cost=Cost(2, 1, MET, 2, 0),
    ),
    Operation(
        "contains",
        Claim("IX-R6", "`contains` is true of the names that were inserted and not erased since, and of no other."),
        takes=(NAME,),
        pure=True,
        refusals=("InvalidArgument",),
        cost=Cost(2, 0, MET, 2, 0),
    ),
    Operation(
        "pos_of",
        Claim("IX-R7", "`pos_of` is the position at which iteration meets the value of the name."),
        takes=(NAME,),
        pure=True,
        refusals=("InvalidArgument", "Missing"),
        cost=Cost(2, 0, MET, 2, 0),
    ),
    Operation(
        "name_at",
        Claim("IX-R8", "`name_at` is the inverse of `pos_of`."),
        takes=(POSITION,),
        pure=True,
        refusals=("OutOfRange",),
        cost=Cost(1, 0),
    ),
    Operation(
        "values",
        Claim("IX-R9", "`values` visits each value exactly once, in order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "items",
        Claim("IX-R10", "`items` visits each name with its value exactly once, in order."),
        pure=True,
        agree=same_sequence,
    ),
    Operation(
        "insert_items",
        Claim("IX-R11", "`insert_items` equals one `insert` after the other, or changes nothing."),
        takes=(ITEMS,),
        refusals=("InvalidArgument", "Exists", "Full"),
        uses=("contains", "insert"),
    ),
    Operation(
        "erase_items",
        Claim("IX-R12", "`erase_items` equals one `erase` after the other."),
        takes=(SOME_NAMES,),
        uses=("erase",),
        refusals=("InvalidArgument",),
    ),
    Operation(
        "clear",
        Claim("IX-R13", "`clear` erases everything and keeps the room."),
        cost=Cost(0, 0, "bucket", 0, 1, (("position there is room for", 0, 1),)),
    ),
    Operation(
        "copy",
        Claim("IX-R14", "`copy` is a second store in the same state that shares no array with the first."),
        pure=True,
        agree=coupled_and_lawful,
    ),
    Operation(
        "swap",
        Claim("IX-R15", "`swap` exchanges the states of two stores."),
        takes=(OTHER,),
        cost=Cost(0, 0),
    ),
    Operation(
        "to_dict",
        Claim("IX-R16", "`to_dict` holds the whole state, hash index included, and shares no array with the store."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
    ),
    Operation(
        "from_dict",
        Claim(
            "IX-R17",
            "`from_dict` accepts the fields of an indexed store, with 2**bits buckets, and refuses all others.",
        ),
        takes=(SPOILED,),
        pure=True,
        model=lambda m, spoiled: None,
        impl=accepts,
        foreign=FOREIGN,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "size",
        Claim("IX-R18", "`size` is the number of values."),
        pure=True,
        cost=Cost(0, 0),
    ),
)

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
    defaults={
        "new": {
            "hash_size": 1024,
            "index_size": 1024,
            "granularity": 1024,
            "index_limit": 2147483647,
            "fold_case": False,
        }
    },
    aliases={
        "__getitem__": "get",
        "__setitem__": "assign",
        "__contains__": "contains",
        "__iter__": "values",
        "__copy__": "copy",
        "__len__": "size",
    },
    answers=STORE_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    candidates=candidates,
    loops=LOOPS,
    inside={"index": INDEX},
    summaries=(Summary(sum_of_text, int),),
    contracts=CONTRACTS,
    freedom={"to_dict": "which position comes first in a bucket, how many buckets there are, and how much room"},
    configure=lambda make: {
        **{name: make.int(name) for name in ("hash_size", "index_size", "granularity", "index_limit")},
        "fold_case": make.bool("fold_case"),
    },
)
