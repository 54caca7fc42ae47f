"""What the bitmask, the token allocator and a layout of handles answer: laws of a call, of the model alone.

Laws        BM-L5 ... BM-L8, TA-L3 ... TA-L7, HL-L4, HL-L5, HL-L6, HL-L7
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Answering, Claim
from slotproof.proofs.shared.invalid import no_count, no_number, refuses
from slotproof.spec.handle import Handle
from slotproof.spec.logic import conj, contains, disj, forall, forall_in, iff, implies, negate, within

# --- bitmask


def _outside(before: Any, pos: int, *value: Any) -> bool:
    return negate(within(0, pos, before.limit))


MASK_ANSWERS: Final = (
    Answering(
        Claim("BM-L5", "`set` gives one position the value, and no other; `get` is the value of its own."),
        answered={
            "set": lambda before, after, answer, pos, value: conj(
                iff(contains(after.ones, pos), value),
                forall_in(before.ones, lambda other: disj(other == pos, lambda: contains(after.ones, other))),
                forall_in(after.ones, lambda other: disj(other == pos, lambda: contains(before.ones, other))),
            ),
            "get": lambda before, after, answer, pos: iff(answer, contains(before.ones, pos)),
        },
        refused={"set": _outside, "get": _outside},
    ),
    Answering(
        Claim("BM-L6", "`find_first_set` is the least position that is set, or the capacity if none is."),
        answered={
            "find_first_set": lambda before, after, answer: conj(
                disj(answer == before.limit, lambda: contains(before.ones, answer)),
                forall_in(before.ones, lambda pos: answer <= pos),
            )
        },
    ),
    Answering(
        Claim("BM-L7", "`assign` gives every position the value."),
        answered={
            "assign": lambda before, after, answer, value: conj(
                implies(value, lambda: len(after.ones) == after.limit),
                implies(negate(value), lambda: len(after.ones) == 0),
            )
        },
    ),
    refuses(
        "BM-L8",
        "By `get`, what is no number, by `assign`, what is no bool, and by `set`, either",
        get=no_number,
        assign=lambda before, value: negate(isinstance(value, bool)),
        set=lambda before, pos, value: disj(no_number(before, pos), negate(isinstance(value, bool))),
    ),
)

# --- token allocator


def _tokens_stay(before: Any, after: Any, token: int) -> bool:
    return conj(
        forall_in(before.used, lambda other: disj(other == token, lambda: contains(after.used, other))),
        forall_in(after.used, lambda other: disj(other == token, lambda: contains(before.used, other))),
    )


TOKEN_ANSWERS: Final = (
    Answering(
        Claim("TA-L3", "`acquire` takes a token that was not in use, and is refused only if all are."),
        answered={
            "acquire": lambda before, after, answer: conj(
                negate(contains(before.used, answer)),
                contains(after.used, answer),
                _tokens_stay(before, after, answer),
            )
        },
        refused={
            "acquire": lambda before: len(before.used) == before.limit,
            "acquire_many": lambda before, count: disj(count < 0, count > before.limit - len(before.used)),
        },
    ),
    Answering(
        Claim("TA-L4", "A token is used from when it is acquired to when it is released, whatever happens to others."),
        answered={
            "is_used": lambda before, after, answer, token: iff(answer, contains(before.used, token)),
            "release": lambda before, after, answer, token: conj(
                contains(before.used, token),
                negate(contains(after.used, token)),
                _tokens_stay(before, after, token),
            ),
        },
        refused={"release": lambda before, token: negate(contains(before.used, token))},
    ),
    Answering(
        Claim("TA-L5", "`clear` leaves no token in use."),
        answered={"clear": lambda before, after, answer: len(after.used) == 0},
    ),
    refuses(
        "TA-L6",
        "By `acquire_many`, what is no count, and by `is_used`, what is no number,",
        acquire_many=no_count,
        is_used=no_number,
    ),
    Answering(
        Claim("TA-L7", "`acquire_many` takes as many tokens as it is asked for, none of which was in use."),
        answered={
            "acquire_many": lambda before, after, answer, count: conj(
                implies(count >= 0, len(answer) == count),
                len(after.used) == len(before.used) + len(answer),
                forall(
                    0,
                    len(answer),
                    lambda turn: conj(
                        negate(contains(before.used, answer[turn])), lambda: contains(after.used, answer[turn])
                    ),
                ),
                forall_in(before.used, lambda other: contains(after.used, other)),
            )
        },
    ),
)


# --- layout of handles


def _places(m: Any) -> tuple[int, int, int]:
    """What one of the generation, of the type id and of the free bit counts in a word."""
    return (
        2**m.index_bits,
        2 ** (m.index_bits + m.generation_bits),
        2 ** (m.index_bits + m.generation_bits + m.type_bits),
    )


def _fits(m: Any, handle: Handle) -> bool:
    return conj(*(within(0, field, 2**bits) for field, bits in zip(handle, m.widths(), strict=True)))


def _is_word_of(m: Any, word: int, handle: Handle) -> bool:
    """True if the word is the sum of the fields, each at its place."""
    generation, type_id, free = _places(m)
    return conj(
        _fits(m, handle),
        word == handle.slot + handle.generation * generation + handle.type_id * type_id + handle.free * free,
    )


def _keeps_the_rest(m: Any, word: int, other: int) -> bool:
    """True if slot, type id and free bit of two words are the same."""
    generation, type_id, _ = _places(m)
    return conj(other % generation == word % generation, other // type_id == word // type_id)


def _is_too_wide(m: Any, word: int) -> bool:
    return negate(within(0, word, 2 ** m.bits()))


LAYOUT_ANSWERS: Final = (
    Answering(
        Claim("HL-L4", "`next_generation` of a word is another one that fits."),
        answered={
            "next_generation": lambda before, after, answer, word: conj(
                answer != word, within(0, answer, 2 ** before.bits())
            )
        },
    ),
    refuses("HL-L5", "By `unpack`, what is no number,", unpack=no_number),
    Answering(
        Claim(
            "HL-L6", "A word is the sum of the fields of its handle, each at its place; what does not fit is refused."
        ),
        answered={
            "pack": lambda before, after, answer, handle: _is_word_of(before, answer, handle),
            "unpack": lambda before, after, answer, word: implies(
                isinstance(word, int), lambda: _is_word_of(before, word, answer)
            ),
        },
        refused={
            "pack": lambda before, handle: negate(_fits(before, handle)),
            "unpack": _is_too_wide,
        },
    ),
    Answering(
        Claim("HL-L7", "`next_generation` leaves slot, type id and free bit; what does not fit is refused."),
        answered={"next_generation": lambda before, after, answer, word: _keeps_the_rest(before, word, answer)},
        refused={"next_generation": _is_too_wide},
    ),
)
