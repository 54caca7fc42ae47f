"""Why the two arrays of the hash index are a hash index.

Refinement  HI-L1 ... HI-L14 are laws, HI-I1 ... HI-I5 tie the states (claims.py),
            HI-R1 ... HI-R20 the operations
"""

from __future__ import annotations

from slotproof.declare import Claim, Cost, Link, Operation, Refinement
from slotproof.impl.hash_index import HashIndex
from slotproof.proofs.hash_index.arguments import (
    CASE,
    COUNT,
    GRANULARITY,
    HASH_SIZE,
    INDEX,
    INDEX_SIZE,
    KEY,
    OTHER,
    SOURCE,
    SPOILED,
    read_arrays,
)
from slotproof.proofs.hash_index.claims import COUPLE, LAWS, abstract, coupled, holding
from slotproof.proofs.hash_index.crosshair import CONTRACTS
from slotproof.proofs.hash_index.loops import LOOPS, candidates_ensures
from slotproof.proofs.hash_index.promises import (
    ADDED,
    CLOSED,
    INSERTED,
    REMOVED,
    RESIZED,
    do_insert_and_remove,
    do_remove_and_insert,
    insert_and_remove,
    remove_and_insert,
)
from slotproof.proofs.hash_index.scopes import SCOPES, candidates
from slotproof.proofs.hash_index.untrusted import FOREIGN, FOREIGN_LOOPS
from slotproof.proofs.hash_index.words import THEOREMS
from slotproof.proofs.shared.dense_table.answers import INDEX_ANSWERS
from slotproof.spec.hash_index import NIL, UNLINKED, HashIndexModel


def _never(before: HashIndexModel, key: int) -> bool:
    """`candidates` is never refused."""
    return False


GROWTH = "index there is room for now and was not before"

FIRST = (
    ("bucket of the first `head`", 0, 1),
    ("index of the first `chain`", 0, 1),
    ("index up to the one that is linked, in the first `chain`", 0, 1),
)

RENUMBERING = (
    ("bucket, to find the last index", 1, 0),
    ("index there is room for, to find the last one", 1, 0),
    ("bucket, renumbered", 2, 1),
    ("index there is room for, renumbered", 2, 1),
    ("link that moves by one", 1, 1),
)

OPERATIONS = (
    Operation(
        "add",
        Claim(
            "HI-R1", "`add` links an index that is in no bucket as the newest of the key's bucket, or changes nothing."
        ),
        takes=(KEY, INDEX),
        cost=Cost(2, 3, GROWTH, 0, 1, FIRST),
        promise=ADDED,
        refusals=("OutOfRange", "Exists"),
    ),
    Operation(
        "insert_index",
        Claim("HI-R2", "`insert_index` makes every linked index from there on one greater, and links the index."),
        takes=(KEY, INDEX),
        uses=("resize", "add"),
        promise=INSERTED,
        refusals=("OutOfRange", "Full"),
        cost=Cost(2, 4, more=(*RENUMBERING, (GROWTH, 0, 1), (f"{GROWTH}, for the one that is linked", 0, 1), *FIRST)),
    ),
    Operation(
        "remove",
        Claim("HI-R3", "`remove` takes an index out of the key's bucket, and changes nothing if it is not there."),
        takes=(KEY, INDEX),
        cost=Cost(2, 2, "newer index of the bucket", 1, 0),
        promise=REMOVED,
        refusals=("Missing",),
    ),
    Operation(
        "remove_index",
        Claim("HI-R4", "`remove_index` takes an index out, and makes every linked index beyond it one less."),
        takes=(KEY, INDEX),
        uses=("remove",),
        promise=CLOSED,
        refusals=("Missing",),
        cost=Cost(2, 3, more=(*RENUMBERING, ("newer index of the bucket", 1, 0))),
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
        refusals=("InvalidArgument",),
        cost=Cost(0, 0),
    ),
    Operation(
        "candidates",
        Claim("HI-R8", "`candidates` visits each index of the key's bucket exactly once, newest first."),
        takes=(KEY,),
        pure=True,
        ensures=candidates_ensures,
        witness=lambda at: at.model_before,
        refused_if=_never,
        cost=Cost(1, 0, "index of the bucket", 1, 0),
    ),
    Operation(
        "clear",
        Claim("HI-R9", "`clear` empties every bucket and keeps the room."),
        cost=Cost(0, 0, "bucket", 0, 1, (("index there is room for", 0, 1),)),
    ),
    Operation(
        "free",
        Claim("HI-R10", "`free` empties every bucket, gives the arrays back and keeps the sizes."),
        cost=Cost(0, 2),
    ),
    Operation(
        "reset",
        Claim("HI-R11", "`reset` is the state of a new hash index with other sizes."),
        takes=(HASH_SIZE, INDEX_SIZE),
        refusals=("InvalidArgument",),
        cost=Cost(0, 2),
    ),
    Operation(
        "resize",
        Claim("HI-R12", "`resize` makes room, rounded up to the granularity, and moves nothing."),
        takes=(COUNT,),
        promise=RESIZED,
        refusals=("InvalidArgument", "Full"),
        cost=Cost(0, 0, GROWTH, 0, 1),
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
        agree=lambda expected, data: coupled(expected, holding(data)),
    ),
    Operation(
        "from_dict",
        Claim(
            "HI-R17",
            "`from_dict` accepts the arrays of a hash index, with 2**bits buckets, and refuses all others.",
        ),
        takes=(SPOILED,),
        pure=True,
        model=read_arrays,
        impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict())),
        agree=coupled,
        foreign=FOREIGN,
        refusals=("InvalidArgument",),
    ),
    Operation(
        "spread",
        Claim(
            "HI-R18", "`spread` is a percentage: 100 if no bucket is more than one off the average, less the more are."
        ),
        pure=True,
        cost=Cost(0, 0, "bucket", 1, 0, (("linked index", 1, 0),)),
    ),
    Operation(
        "insert_index, remove_index",
        Claim("HI-R19", "`remove_index` undoes `insert_index`: every index is linked where it was, in the same order."),
        takes=(KEY, INDEX),
        model=insert_and_remove,
        impl=do_insert_and_remove,
        uses=("insert_index", "remove_index"),
        refusals=("OutOfRange", "Full"),
    ),
    Operation(
        "remove_index, insert_index",
        Claim("HI-R20", "`insert_index` undoes `remove_index`, but for the order: the index is the newest then."),
        takes=(KEY, INDEX),
        model=remove_and_insert,
        impl=do_remove_and_insert,
        uses=("remove_index", "insert_index"),
        refusals=("Missing",),
    ),
)

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
    Claim(
        "HI-D13",
        "`set_granularity` takes what is in [1, index_limit], as room never is a multiple of more; the original takes "
        "any int, and divides by it.",
    ),
    Claim(
        "HI-D14",
        "There are at most 2**31 buckets, so that a key fits 31 bits, and `reset` to more raises `InvalidArgument`; "
        "the original takes any int.",
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
    defaults={
        "new": {"hash_size": 1024, "index_size": 1024, "granularity": 1024, "index_limit": 2147483647},
        "generate_key": {"case_sensitive": True},
    },
    aliases={"__copy__": "copy"},
    answers=INDEX_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    theorems=THEOREMS,
    abstract=abstract,
    candidates=candidates,
    loops=(*LOOPS, *FOREIGN_LOOPS),
    links=LINKS,
    contracts=CONTRACTS,
    configure=lambda make: {name: make.int(name) for name in ("hash_size", "index_size", "granularity", "index_limit")},
)
