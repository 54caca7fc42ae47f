"""What the dense tables, the hash index and the indexed store answer: laws of a call, of the model alone.

Laws        DM-L6 ... DM-L16, DS-L5 ... DS-L11, HI-L7 ... HI-L14, IX-L3 ... IX-L9
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_count, no_number, refuses
from slotproof.spec.hash_index import NIL
from slotproof.spec.logic import choose, conj, contains, disj, exists, forall, forall_in, iff, implies, negate, within

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


def keys_stay(before: Any, after: Any, first: int, last: int) -> bool:
    """True if each key is there still but those at the positions [first, last)."""
    return forall(
        0,
        len(before.order),
        lambda pos: disj(within(first, pos, last), lambda: contains(after.rank, before.order[pos])),
    )


def _all_stay(before: Any, after: Any, answer: None, *arguments: Any) -> bool:
    return keys_stay(before, after, 0, 0)


def _only_these_are_dropped(before: Any, after: Any, answer: int, first: int, last: int) -> bool:
    return conj(
        answer == first,
        len(after.order) == len(before.order) - (last - first),
        keys_stay(before, after, first, last),
    )


def _has_no_place(before: Any, key: Any, *value: Any) -> bool:
    """True of a key that is not there if no position is left, or if the buckets do not bear it."""
    size = len(before.order)
    return conj(
        negate(contains(before.rank, key)),
        disj(size == before.nil, (size + 1) * before.load_den > before.load_num * len(before.linked)),
    )


def table_bounds(code: str, first: int, *inserting: str) -> tuple[Answering, ...]:
    """What bulks and limits of both sorts of table have for laws, under a code, from a number on."""
    return (
        Answering(
            Claim(
                f"{code}-L{first}",
                "Another load or number of buckets drops no key; `erase_range` drops those at its positions alone.",
            ),
            answered={
                "rehash": _all_stay,
                "reserve": _all_stay,
                "set_max_load": _all_stay,
                "erase_range": _only_these_are_dropped,
            },
        ),
        Answering(
            Claim(
                f"{code}-L{first + 1}",
                "A key is refused only if it is not there, and no position is left, or the buckets do not bear it.",
            ),
            refused=dict.fromkeys(inserting, _has_no_place),
        ),
    )


def _no_count(id: str) -> Answering:
    return refuses(id, "By `reserve` and `rehash`, what is no count,", reserve=no_count, rehash=no_count)


def _is_missing(before: Any, key: Any, *value: Any) -> bool:
    return negate(contains(before.rank, key))


def _values_stay(before: Any, after: Any, key: Any) -> bool:
    return forall_in(before.value, lambda other: disj(other == key, lambda: _is_as_before(before, after, other)))


def _is_as_before(before: Any, after: Any, key: Any) -> bool:
    return conj(contains(after.value, key), lambda: after.value[key] == before.value[key])


def _all_values_stay(before: Any, after: Any, answer: Any, *arguments: Any) -> bool:
    return forall_in(before.value, lambda key: _is_as_before(before, after, key))


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
    *table_bounds("DM", 13, "insert", "insert_or_assign", "try_emplace", "get_or_emplace"),
    Answering(
        Claim("DM-L15", "What is done to one key leaves the values of all others as they are, and so does the rest."),
        answered={
            **dict.fromkeys(("try_emplace", "get_or_emplace", "rehash", "reserve", "set_max_load"), _all_values_stay),
            "insert": lambda before, after, answer, key, value: _values_stay(before, after, key),
            "insert_or_assign": lambda before, after, answer, key, value: _values_stay(before, after, key),
            "assign": lambda before, after, answer, key, value: _values_stay(before, after, key),
            "erase": lambda before, after, answer, key: _values_stay(before, after, key),
            "erase_at": lambda before, after, answer, pos: _values_stay(before, after, before.order[pos]),
        },
    ),
    Answering(
        Claim(
            "DM-L16",
            "`try_emplace` answers as `insert`, and `get_or_emplace` what the key has, which is what it had if it was "
            "there.",
        ),
        answered={
            "try_emplace": _inserted,
            "get_or_emplace": lambda before, after, answer, key, factory: conj(
                contains(after.value, key),
                lambda: after.value[key] == answer,
                implies(contains(before.value, key), lambda: before.value[key] == answer),
            ),
        },
    ),
)

SET_ANSWERS: Final = (*table_answers("DS", 5), _no_count("DS-L9"), *table_bounds("DS", 10, "insert"))

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
    Answering(
        Claim(
            "HI-L11",
            "`insert_index` links an index, and those from it on count one more; `remove_index` unlinks one, and those "
            "behind it count one less; each stays in its bucket.",
        ),
        answered={
            "insert_index": lambda before, after, answer, key, index: conj(
                _is_linked(after, key, index),
                forall_in(
                    before.bucket,
                    lambda other: _goes_to(before, after, other, choose(other >= index, other + 1, other)),
                ),
            ),
            "remove_index": lambda before, after, answer, key, index: conj(
                _is_linked(before, key, index),
                forall_in(
                    before.bucket,
                    lambda other: disj(
                        other == index,
                        lambda: _goes_to(before, after, other, choose(other > index, other - 1, other)),
                    ),
                ),
            ),
        },
        refused={
            "insert_index": lambda before, key, index: disj(
                negate(within(0, index, before.index_limit)), contains(before.bucket, before.index_limit - 1)
            ),
            "remove_index": lambda before, key, index: negate(_is_linked(before, key, index)),
        },
    ),
    Answering(
        Claim(
            "HI-L12",
            "`next` is of an index that is linked the one of its bucket that was linked before it, or NIL; "
            "`candidates` are what is linked in the bucket, newest first.",
        ),
        answered={
            "next": lambda before, after, answer, index: conj(
                contains(before.bucket, index), lambda: _is_next(before, index, answer)
            ),
            "candidates": lambda before, after, answer, key: conj(
                forall(0, len(answer), lambda turn: _is_linked(before, key, answer[turn])),
                forall_in(
                    before.bucket,
                    lambda index: implies(
                        _is_linked(before, key, index),
                        lambda: conj(
                            within(0, before.rank[index], len(answer)),
                            lambda: answer[len(answer) - 1 - before.rank[index]] == index,
                        ),
                    ),
                ),
            ),
        },
        refused={"next": lambda before, index: negate(contains(before.bucket, index))},
    ),
    Answering(
        Claim(
            "HI-L13",
            "More room, or other steps in which it grows, leave every index linked, and in its place; `add` and "
            "`remove` leave the order of all others.",
        ),
        answered={
            "resize": lambda before, after, answer, count: _places_stay(before, after),
            "set_granularity": lambda before, after, answer, granularity: _places_stay(before, after),
            "add": lambda before, after, answer, key, index: _places_stay(before, after),
            "remove": lambda before, after, answer, key, index: implies(
                _is_linked(before, key, index), lambda: _moves_up(before, after, index)
            ),
        },
    ),
    Answering(
        Claim("HI-L14", "`resize` and `add` make the room they need; `resize` is refused only above `index_limit`."),
        answered={
            "resize": lambda before, after, answer, count: conj(
                after.index_size >= count, after.index_size >= before.index_size
            ),
            "add": lambda before, after, answer, key, index: after.index_size > index,
        },
        refused={"resize": lambda before, count: count > before.index_limit},
    ),
)


def _goes_to(before: Any, after: Any, old: int, new: int) -> bool:
    """True if an index is linked in the bucket it was in, under a new number."""
    return conj(contains(after.bucket, new), lambda: after.bucket[new] == before.bucket[old])


def _is_next(m: Any, index: int, older: int) -> bool:
    """True if another index was linked just before this one in its bucket, or if there is none and it is NIL."""
    return conj(
        iff(older == NIL, m.rank[index] == 0),
        disj(
            older == NIL,
            lambda: conj(
                contains(m.bucket, older),
                lambda: m.bucket[older] == m.bucket[index],
                lambda: m.rank[older] == m.rank[index] - 1,
            ),
        ),
    )


def _moves_up(before: Any, after: Any, index: int) -> bool:
    """True if those of the bucket of an index that were linked after it are one rank lower, and all others stay."""
    return forall_in(
        before.bucket,
        lambda other: disj(
            other == index,
            lambda: (
                after.rank[other]
                == choose(
                    conj(before.bucket[other] == before.bucket[index], before.rank[other] > before.rank[index]),
                    before.rank[other] - 1,
                    before.rank[other],
                )
            ),
        ),
    )


def _places_stay(before: Any, after: Any) -> bool:
    return forall_in(
        before.bucket,
        lambda other: conj(
            contains(after.bucket, other),
            lambda: after.bucket[other] == before.bucket[other],
            lambda: after.rank[other] == before.rank[other],
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


def _named_stay(before: Any, after: Any, name: str) -> bool:
    return forall_in(
        before.value,
        lambda other: disj(
            other == before.folded(name),
            lambda: conj(contains(after.value, other), lambda: after.value[other] == before.value[other]),
        ),
    )


def all_named_stay(before: Any, after: Any) -> bool:
    """True if every name has its value still."""
    return forall_in(
        before.value,
        lambda other: conj(contains(after.value, other), lambda: after.value[other] == before.value[other]),
    )


def all_inserted(m: Any, positions: Sequence[int], items: Sequence[tuple[str, Any]], count: int) -> bool:
    """True if the first items are there, where the positions say."""
    return forall(
        0,
        count,
        lambda turn: conj(
            contains(m.place, m.folded(items[turn][0])),
            lambda: m.place[m.folded(items[turn][0])] == positions[turn],
            lambda: m.value[m.folded(items[turn][0])] == items[turn][1],
        ),
    )


def only_these_go(before: Any, after: Any, names: Sequence[str], count: int) -> bool:
    """True if every name but the first ones of a list has its value still, and none of those has one."""
    return conj(
        forall(0, count, lambda turn: _is_unnamed(after, names[turn])),
        forall_in(
            before.value,
            lambda other: disj(
                conj(contains(after.value, other), lambda: after.value[other] == before.value[other]),
                lambda: exists(0, count, lambda turn: before.folded(names[turn]) == other),
            ),
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
            "insert": lambda before, after, answer, name, value: _named_stay(before, after, name),
            "erase": lambda before, after, answer, name: _named_stay(before, after, name),
            "assign": lambda before, after, answer, name, value: _named_stay(before, after, name),
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
    Answering(
        Claim(
            "IX-L7",
            "`insert_at` holds the value at its position, and leaves all others; it is refused only if the "
            "name is taken, or all are, or there is no such position.",
        ),
        answered={
            "insert_at": lambda before, after, answer, pos, name, value: conj(
                _is_unnamed(before, name),
                _is_named(after, name),
                lambda: after.place[after.folded(name)] == pos,
                lambda: after.value[after.folded(name)] == value,
                lambda: _named_stay(before, after, name),
            )
        },
        refused={
            "insert_at": lambda before, pos, name, value: disj(
                len(before.order) == before.index_limit,
                negate(within(0, pos, len(before.order) + 1)),
                lambda: _is_named(before, name),
            )
        },
    ),
    Answering(
        Claim(
            "IX-L8",
            "`insert_items` holds every value it is given where it answers, and leaves all others; `erase_items` drops "
            "the names it is given and no others, and answers how many it dropped.",
        ),
        answered={
            "insert_items": lambda before, after, answer, items: conj(
                len(answer) == len(items), all_named_stay(before, after), all_inserted(after, answer, items, len(items))
            ),
            "erase_items": lambda before, after, answer, names: conj(
                answer == len(before.order) - len(after.order), only_these_go(before, after, names, len(names))
            ),
        },
    ),
    Answering(
        Claim("IX-L9", "`name_at` is the name that stands at the position; it is refused only where none does."),
        answered={
            "name_at": lambda before, after, answer, pos: implies(
                isinstance(pos, int),
                lambda: conj(_is_named(before, answer), lambda: before.place[before.folded(answer)] == pos),
            )
        },
        refused={
            "name_at": lambda before, pos: disj(
                no_number(before, pos), lambda: negate(within(0, pos, len(before.order)))
            )
        },
    ),
)
