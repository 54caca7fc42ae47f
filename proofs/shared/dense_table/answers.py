"""What the dense tables, the hash index and the indexed store answer: laws of a call, of the model alone.

Laws        DM-L6 ... DM-L12, DS-L5 ... DS-L9, HI-L7 ... HI-L10, IX-L3 ... IX-L6
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_count, no_number, refuses
from slotproof.spec.hash_index import NIL
from slotproof.spec.logic import conj, contains, disj, forall_in, iff, implies, negate, within

# --- dense tables


def _stands(m: Any, key: Any, pos: int) -> bool:
    return conj(contains(m.rank, key), within(0, pos, len(m.order)), lambda: m.order[pos] == key)


def _others_stay(before: Any, after: Any, key: Any) -> bool:
    return forall_in(before.rank, lambda other: disj(other == key, lambda: contains(after.rank, other)))


def _inserted(before: Any, after: Any, answer: Any, key: Any, *value: Any) -> bool:
    return conj(
        iff(answer[1], negate(contains(before.rank, key))),
        _stands(after, key, answer[0]),
        _others_stay(before, after, key),
    )


def table_answers(code: str, first: int) -> tuple[Answering, ...]:
    """Laws of both sorts of table, under a code, from a number on."""
    return (
        Answering(
            Claim(f"{code}-L{first}", "A key is found exactly while it is there, where it stands; `erase` drops it."),
            answered={
                "contains": lambda before, after, answer, key: iff(answer, contains(before.rank, key)),
                "find": lambda before, after, answer, key: conj(
                    iff(answer is None, negate(contains(before.rank, key))),
                    lambda: answer is None or _stands(before, key, answer),
                ),
                "erase": lambda before, after, answer, key: conj(
                    iff(answer, contains(before.rank, key)), negate(contains(after.rank, key))
                ),
            },
        ),
        Answering(
            Claim(f"{code}-L{first + 1}", "What is done to one key leaves all others there."),
            answered={
                "erase": lambda before, after, answer, key: _others_stay(before, after, key),
                "erase_at": lambda before, after, answer, pos: conj(
                    answer == pos, lambda: _others_stay(before, after, before.order[pos])
                ),
            },
        ),
        Answering(
            Claim(f"{code}-L{first + 2}", "`insert` answers where the key stands, and whether it is new."),
            answered={"insert": _inserted},
            refused={"insert": lambda before, key, *value: negate(contains(before.rank, key))},
        ),
        Answering(
            Claim(f"{code}-L{first + 3}", "`clear` leaves no key."),
            answered={"clear": lambda before, after, answer: conj(len(after.rank) == 0, len(after.order) == 0)},
        ),
    )


def _no_count(id: str) -> Answering:
    return refuses(id, "By `reserve` and `rehash`, what is no count,", reserve=no_count, rehash=no_count)


def _is_missing(before: Any, key: Any, *value: Any) -> bool:
    return negate(contains(before.rank, key))


MAP_ANSWERS: Final = (
    *table_answers("DM", 6),
    Answering(
        Claim("DM-L10", "A value is answered for exactly while its key is there, and is its own."),
        answered={
            "get": lambda before, after, answer, key: conj(
                contains(before.value, key), lambda: before.value[key] == answer
            ),
            "assign": lambda before, after, answer, key, value: conj(
                contains(before.value, key), lambda: after.value[key] == value
            ),
        },
        refused={"get": _is_missing, "assign": _is_missing},
    ),
    Answering(
        Claim("DM-L11", "`insert` leaves the value of a key that is there, and `insert_or_assign` replaces it."),
        answered={
            "insert": lambda before, after, answer, key, value: conj(
                contains(after.value, key),
                implies(contains(before.value, key), lambda: after.value[key] == before.value[key]),
                implies(negate(contains(before.value, key)), lambda: after.value[key] == value),
            ),
            "insert_or_assign": lambda before, after, answer, key, value: conj(
                iff(answer[1], negate(contains(before.rank, key))),
                contains(after.value, key),
                lambda: after.value[key] == value,
            ),
        },
    ),
    _no_count("DM-L12"),
)

SET_ANSWERS: Final = (*table_answers("DS", 5), _no_count("DS-L9"))

# --- hash index


def _is_linked(m: Any, key: int, index: int) -> bool:
    return conj(contains(m.bucket, index), lambda: m.bucket[index] == key & (m.hash_size - 1))


def _is_empty(m: Any, key: int) -> bool:
    return forall_in(m.bucket, lambda index: negate(_is_linked(m, key, index)))


INDEX_ANSWERS: Final = (
    Answering(
        Claim("HI-L7", "`first` is the newest index of the bucket of its key, or NIL if the bucket is empty."),
        answered={
            "first": lambda before, after, answer, key: conj(
                disj(
                    answer == NIL,
                    lambda: conj(_is_linked(before, key, answer), lambda: before.newer[answer] == NIL),
                ),
                implies(
                    answer == NIL,
                    lambda: _is_empty(before, key),
                ),
            )
        },
    ),
    Answering(
        Claim("HI-L8", "`add` links one index, which was not; `remove` needs it in the bucket; no other is touched."),
        answered={
            "add": lambda before, after, answer, key, index: conj(
                negate(contains(before.bucket, index)),
                _is_linked(after, key, index),
                _others_linked(before, after, index),
            ),
            "remove": lambda before, after, answer, key, index: conj(
                _is_linked(before, key, index),
                negate(contains(after.bucket, index)),
                _others_linked(before, after, index),
            ),
        },
        refused={
            "add": lambda before, key, index: disj(
                negate(within(0, index, before.index_limit)), contains(before.bucket, index)
            ),
            "remove": lambda before, key, index: negate(_is_linked(before, key, index)),
        },
    ),
    Answering(
        Claim("HI-L9", "`clear` and `free` leave nothing linked."),
        answered={
            "clear": lambda before, after, answer: len(after.bucket) == 0,
            "free": lambda before, after, answer: len(after.bucket) == 0,
        },
    ),
    refuses(
        "HI-L10",
        "By `resize`, what is no count, and by `set_granularity` also zero, and what is above `index_limit`,",
        resize=no_count,
        set_granularity=lambda before, granularity: disj(
            no_number(before, granularity), lambda: disj(granularity < 1, granularity > before.index_limit)
        ),
    ),
)


def _others_linked(before: Any, after: Any, index: int) -> bool:
    return forall_in(
        before.bucket,
        lambda other: disj(
            other == index,
            lambda: conj(contains(after.bucket, other), lambda: after.bucket[other] == before.bucket[other]),
        ),
    )


# --- indexed store


def _is_named(m: Any, name: str) -> bool:
    return contains(m.place, m.folded(name))


def _is_unnamed(m: Any, name: str, *value: Any) -> bool:
    return negate(_is_named(m, name))


def _values_stay(before: Any, after: Any, name: str) -> bool:
    return forall_in(
        before.value,
        lambda other: disj(
            other == before.folded(name),
            lambda: conj(contains(after.value, other), lambda: after.value[other] == before.value[other]),
        ),
    )


STORE_ANSWERS: Final = (
    Answering(
        Claim("IX-L3", "A name is answered for exactly while there is a value of it, and by what is its own."),
        answered={
            "contains": lambda before, after, answer, name: iff(answer, _is_named(before, name)),
            "get": lambda before, after, answer, name: conj(
                _is_named(before, name), lambda: before.value[before.folded(name)] == answer
            ),
            "pos_of": lambda before, after, answer, name: conj(
                _is_named(before, name), lambda: before.place[before.folded(name)] == answer
            ),
            "assign": lambda before, after, answer, name, value: conj(
                _is_named(before, name), lambda: after.value[before.folded(name)] == value
            ),
            "erase": lambda before, after, answer, name: conj(
                iff(answer, _is_named(before, name)), _is_unnamed(after, name)
            ),
        },
        refused={"get": _is_unnamed, "pos_of": _is_unnamed, "assign": _is_unnamed},
    ),
    Answering(
        Claim("IX-L4", "What is done to one name leaves the values of all others as they are."),
        answered={
            "insert": lambda before, after, answer, name, value: _values_stay(before, after, name),
            "erase": lambda before, after, answer, name: _values_stay(before, after, name),
            "assign": lambda before, after, answer, name, value: _values_stay(before, after, name),
        },
    ),
    Answering(
        Claim("IX-L5", "`insert` answers where the value stands; it is refused only if the name is taken, or all are."),
        answered={
            "insert": lambda before, after, answer, name, value: conj(
                _is_unnamed(before, name),
                _is_named(after, name),
                lambda: after.place[after.folded(name)] == answer,
                lambda: after.value[after.folded(name)] == value,
            )
        },
        refused={
            "insert": lambda before, name, value: disj(len(before.order) == before.index_limit, _is_named(before, name))
        },
    ),
    refuses("IX-L6", "By `name_at`, what is no number,", name_at=no_number),
)
