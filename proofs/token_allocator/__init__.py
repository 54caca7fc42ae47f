"""Why the mask of the token allocator is the set of tokens in use.

The mask is a bitmask, so its claims carry over: what is coupled is the bitmask and the set.

Refinement  TA-I1 and TA-I2 tie the states, TA-R1 ... TA-R13 the operations
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from slotproof.declare import (
    Claim,
    Cost,
    Domain,
    Foreign,
    Inside,
    Loop,
    Operation,
    Refinement,
    Scope,
    invariant,
    law,
    same_sequence,
)
from slotproof.declare.words import all_hold, held_by, meaning_of, means
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.proofs import bitmask
from slotproof.proofs.bitmask import claims as bitmask_claims
from slotproof.proofs.bitmask.answers import TOKEN_ANSWERS
from slotproof.proofs.bitmask.arguments import SPOILED, holding, peers, read_arrays
from slotproof.proofs.shared.arguments import Spoiled, read_back
from slotproof.proofs.token_allocator.crosshair import CONTRACTS
from slotproof.spec.bitmask import BitmaskModel
from slotproof.spec.logic import alike, below, conj, contains, forall, forall_in, negate, within
from slotproof.spec.token_allocator import TokenAllocatorModel

Model = TokenAllocatorModel
Impl = TokenAllocator

# --- laws of the model


@law("TA-L1", "What is in use is a token: a number from 0 up, below the capacity.")
def used_in_range(m: Model) -> bool:
    return conj(m.limit >= 0, forall_in(m.used, lambda token: within(0, token, m.limit)))


@law("TA-L2", "Tokens in use and tokens that can still be acquired are all the tokens.")
def room_is_the_rest(m: Model) -> bool:
    used = below(m.used, m.limit)
    return conj(len(m.used) == used, used <= m.limit, m.size() + m.room() == m.limit)


LAWS = (used_in_range, room_is_the_rest)

# --- coupling: the mask means the tokens


def mask_of(m: Model) -> BitmaskModel:
    """The bitmask that the tokens in use are."""
    mask = BitmaskModel(m.limit, word_bits=m.word_bits)
    mask.ones = m.used
    return mask


def bits_of(mask: Any) -> BitmaskModel:
    """The set that a mask means."""
    meant: BitmaskModel = meaning_of(mask, bitmask_claims.abstract)
    return meant


@invariant("TA-I1", "The mask is a bitmask: its layers fit, each summarises the one below, and padding is clear.")
def mask_is_whole(m: Model, h: Impl) -> bool:
    return means(bits_of(h.mask), h.mask, bitmask_claims.COUPLE)


@invariant("TA-I2", "The set bits of the mask are the tokens in use; capacity and word width are the same.")
def bits_are_tokens(m: Model, h: Impl) -> bool:
    bits = bits_of(h.mask)
    return conj(
        bits.limit == m.limit,
        bits.word_bits == m.word_bits,
        len(bits.ones) == len(m.used),
        alike(bits.ones, m.used),
    )


COUPLE = (mask_is_whole, bits_are_tokens)


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def abstract(h: Impl) -> Model:
    """The model state that the arrays mean.

    Raises     InvalidArgument if they mean none
    """
    return _of_mask(bitmask_claims.abstract(h.mask))


def _of_mask(mask: BitmaskModel) -> Model:
    m = TokenAllocatorModel(mask.limit, word_bits=mask.word_bits)
    m.used = set(mask.ones)
    return m


# --- arguments


def _used(m: Model, issued: Sequence[Any], number: int) -> int | None:
    return sorted(m.used)[number % len(m.used)] if m.used else None


def _free(m: Model, issued: Sequence[Any], number: int) -> int | None:
    """A token that was released, or never acquired: the first from the one that the number picks on."""
    free = ((number + turn) % m.limit for turn in range(m.limit))
    return next((token for token in free if token not in m.used), None)


TOKEN = Domain(
    "token",
    small=lambda m, scope: range(-1, m.limit + 2),
    classes={
        "used": _used,
        "free": _free,
        "outside": lambda m, issued, number: (-1, m.limit, m.limit + m.word_bits, -m.limit - 1)[number % 4],
    },
    symbolic=lambda make: make.int("token"),
    huge=True,
)

COUNT = Domain(
    "count",
    small=lambda m, scope: (-1, 0, 1, 2, m.room(), m.room() + 1, 1.0),
    classes={
        "few": lambda m, issued, number: number % 4 - 1,
        "a word or two": lambda m, issued, number: min(m.room(), m.word_bits + number % m.word_bits),
        "too many": lambda m, issued, number: m.room() + 1 + number % 2,
    },
    symbolic=lambda make: make.int("count"),
    huge=True,
)


def _read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the allocator on the mask that the arrays mean."""
    return _of_mask(read_arrays(mask_of(m), spoiled))


def _copied(h: Impl) -> Impl:
    """A copy, if it has a mask of its own.

    Raises     TypeError
    """
    twin = h.copy()
    if twin.mask is h.mask:
        raise TypeError("the copy shares the mask with its original")
    return twin


def _holding(data: Any) -> Impl:
    """An allocator that holds these arrays, unchecked."""
    h = TokenAllocator(0)
    h.mask = held_by(data, holding)
    return h


# --- foreign data: that of the mask, which is all there is


def _means(h: Impl, seen: Any) -> dict[str, Any]:
    """The state of the model that the mask means."""
    bits = bits_of(h.mask)
    return {"used": set(bits.ones), "limit": bits.limit, "word_bits": bits.word_bits}


FOREIGN: Final = Foreign(
    _means,
    whole=lambda h, data: type(h).from_dict(data.spoil(h.to_dict())),
    handed_on="mask",
)


# --- loops


def _acquiring(at: Any, free: int) -> dict[str, bool]:
    """There is room for the tokens that are still to come."""
    count, tokens = at.local["count"], at.local["tokens"]
    return {"room for the rest": conj(len(tokens) <= count, count - len(tokens) <= free)}


def _taken(at: Any) -> dict[str, bool]:
    """The tokens taken so far were not in use, and no other is given back."""
    m, before, tokens = at.model, at.model_before, at.local["tokens"]
    return {
        **_acquiring(at, m.room()),
        "as many": len(m.used) == len(before.used) + len(tokens),
        "taken": forall(
            0,
            len(tokens),
            lambda turn: conj(negate(contains(before.used, tokens[turn])), contains(m.used, tokens[turn])),
        ),
        "others stay": forall_in(before.used, lambda other: contains(m.used, other)),
    }


def _clear_bits(h: Impl) -> int:
    mask = bits_of(h.mask)
    return mask.limit - len(mask.ones)


LOOPS: Final = tuple(
    Loop(
        f"{side}.acquire_many",
        invariant=invariant_,
        variant=lambda at: at.local["count"] - len(at.local["tokens"]),
        lockstep=True,
    )
    for side, invariant_ in (
        ("TokenAllocatorModel", _taken),
        ("TokenAllocator", lambda at: _acquiring(at, _clear_bits(at.now))),
    )
)


# --- operations

OPERATIONS = (
    Operation(
        "acquire",
        Claim("TA-R1", "`acquire` takes the lowest free token, or refuses if there is none."),
        refusals=("Full",),
        cost=Cost(0, 0, "layer, to find", 3, 0, (("layer, to set", 2, 1),)),
    ),
    Operation(
        "release",
        Claim("TA-R2", "`release` gives back a token in use, and refuses every other number."),
        takes=(TOKEN,),
        refusals=("OutOfRange", "Missing"),
        cost=Cost(1, 0, "layer", 2, 1),
    ),
    Operation(
        "is_used",
        Claim("TA-R3", "`is_used` is true of the tokens that were acquired and not released since."),
        takes=(TOKEN,),
        pure=True,
        refusals=("OutOfRange",),
        cost=Cost(1, 0),
    ),
    Operation(
        "tokens",
        Claim("TA-R4", "`tokens` visits each token in use exactly once, ascending."),
        pure=True,
        agree=same_sequence,
        cost=Cost(1, 0, "word of layer 0", 1, 0),
    ),
    Operation(
        "acquire_many",
        Claim("TA-R5", "`acquire_many` equals that many `acquire`s, or changes nothing."),
        takes=(COUNT,),
        refusals=("InvalidArgument", "Full"),
    ),
    Operation(
        "clear",
        Claim("TA-R6", "`clear` releases every token."),
        cost=Cost(0, 0, "word", 1, 1, (("layer", 2, 0),)),
    ),
    Operation(
        "copy",
        Claim("TA-R7", "`copy` is a second allocator in the same state that shares no array with the first."),
        pure=True,
        impl=_copied,
        agree=coupled,
        cost=Cost(0, 0, "word", 1, 0, (("start of a layer", 1, 0),)),
    ),
    Operation(
        "swap",
        Claim("TA-R8", "`swap` exchanges the states of two allocators."),
        takes=(peers("acquire"),),
        cost=Cost(0, 0),
    ),
    Operation(
        "to_dict",
        Claim("TA-R9", "`to_dict` holds the whole state and shares no array with the allocator."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, _holding(data)),
    ),
    Operation(
        "from_dict",
        Claim("TA-R10", "`from_dict` accepts the arrays of an allocator and refuses all others."),
        takes=(SPOILED,),
        pure=True,
        model=_read_arrays,
        impl=read_back,
        agree=coupled,
        refusals=("InvalidArgument",),
        foreign=FOREIGN,
    ),
    Operation(
        "size",
        Claim("TA-R11", "`size` is the number of tokens in use."),
        pure=True,
        cost=Cost(1, 0, "word of layer 0", 1, 0),
    ),
    Operation(
        "capacity",
        Claim("TA-R12", "`capacity` is the number of tokens, and never changes."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "room",
        Claim("TA-R13", "`room` is the number of `acquire`s that succeed before `Full`."),
        pure=True,
        cost=Cost(1, 0, "word of layer 0", 1, 0),
    ),
)

# --- scopes


def _scope(name: str, capacity: int, word_bits: int, *operations: str) -> Scope:
    """All sets of a few tokens; there are 2**capacity."""
    return Scope(
        name,
        {"capacity": capacity, "word_bits": word_bits},
        operations=operations or None,
        well_formed=lambda: 2**capacity,
        walked=capacity > 0,  # without tokens, nothing but a refusal can be walked to
    )


SCOPES = (
    _scope("no token", 0, 2),
    _scope("one word, exactly", 4, 4),
    _scope("one token more than a word", 5, 4),
    _scope("three layers", 6, 2),
    _scope("four layers", 9, 2, "acquire", "release", "acquire_many"),
)

DEVIATIONS = (
    Claim("TA-D1", "`acquire` refuses with `Full` when every token is in use; the original returns -1."),
    Claim(
        "TA-D2",
        "`acquire` hands out no token twice at any word width; the original, where its 32 bits live in a word of 64,"
        " hands out token 32 for ever.",
    ),
    Claim("TA-D3", "`release` of a token that is not in use is refused; the original reports success."),
    Claim("TA-D4", "`release` of what is no token is refused with an error; the original returns false."),
)


def _any_configuration(make: Any) -> dict[str, Any]:
    """Any number of tokens, any width."""
    return {"capacity": make.int("capacity"), "word_bits": make.int("word_bits")}


TOKEN_ALLOCATOR = Refinement(
    code="TA",
    name="token_allocator",
    title="token allocator",
    model=TokenAllocatorModel,
    impl=TokenAllocator,
    couple=COUPLE,
    laws=LAWS,
    defaults={"new": {"capacity": 1024, "word_bits": 32}},
    aliases={"__iter__": "tokens", "__copy__": "copy", "__len__": "size"},
    answers=TOKEN_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    abstract=abstract,
    contracts=CONTRACTS,
    loops=LOOPS,
    configure=_any_configuration,
    inside={"mask": Inside(bitmask.BITMASK, bitmask_claims.represent, small=lambda mask: mask.limit <= 3)},
    not_operations={
        "__eq__": "compares what `to_dict` holds (TA-R9)",
        "__hash__": "an allocator changes, and has no hash",
        "__repr__": "writes what `to_dict` holds (TA-R9)",
    },
)
