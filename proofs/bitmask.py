"""Why the words of the bitmask are a set of positions.

Layer 0 spells the set out; each further layer is a function of the one below; padding is clear. So the words are
determined by the set, and there are exactly as many well-formed arrays as there are sets.

Refinement  BM-I1 ... BM-I5 tie the states, BM-R1 ... BM-R13 the operations, BM-B1 ... BM-B8 are about single words
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final

from slotproof.impl.bitmask import Bitmask, layout
from slotproof.proofs.arguments import Spoiled
from slotproof.proofs.bits import THEOREMS
from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.refinement import (
    Claim,
    Domain,
    Link,
    Operation,
    Peer,
    Refinement,
    Scope,
    invariant,
    law,
    same_sequence,
)
from slotproof.spec.bitmask import BitmaskModel
from slotproof.spec.bits import bit
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import choose, conj, contains, forall, forall_in, iff, negate, within

Model = BitmaskModel
Impl = Bitmask

# --- laws of the model


@law("BM-L1", "What is set is a position: a number from 0 up, below the capacity.")
def ones_in_range(m: Model) -> bool:
    return forall_in(m.ones, lambda pos: within(0, pos, m.limit))


@law("BM-L2", "A word has at least 2 bits and at most 64.")
def widths_in_range(m: Model) -> bool:
    return conj(m.limit >= 0, within(2, m.word_bits, 65))


@law("BM-L3", "Every position below the first clear one is set, and it is not; if all are set, it is the capacity.")
def first_clear_is_least(m: Model) -> bool:
    first = m.find_first_clear()
    return conj(
        within(0, first, m.limit + 1),
        negate(contains(m.ones, first)),
        forall(0, first, lambda pos: contains(m.ones, pos)),
    )


LAWS = (ones_in_range, widths_in_range, first_clear_is_least)

# --- coupling: the words mean the set


def items_of(h: Impl, layer: int) -> int:
    """How many bits of a layer are in use: one for each position, or for each word of the layer below."""
    return h.limit if layer == 0 else h.starts[layer] - h.starts[layer - 1]


@invariant(
    "BM-I1", "Each layer has as many words as its bits need, at least one; only the last has one, and it ends `words`."
)
def layers_fit(m: Model, h: Impl) -> bool:
    last = len(h.starts) - 2
    return conj(
        last >= 0,
        lambda: h.starts[0] == 0,
        lambda: h.starts[last + 1] == len(h.words),
        lambda: forall(
            0,
            last + 1,
            lambda layer: conj(
                iff(h.starts[layer + 1] - h.starts[layer] == 1, layer == last),
                choose(
                    items_of(h, layer) == 0,
                    h.starts[layer + 1] == h.starts[layer] + 1,
                    within(
                        0,
                        (h.starts[layer + 1] - h.starts[layer]) * h.word_bits - items_of(h, layer),
                        h.word_bits,
                    ),
                ),
            ),
        ),
    )


@invariant("BM-I2", "The bits of layer 0 are 1 for the positions that are set, and 0 for the others.")
def bits_are_positions(m: Model, h: Impl) -> bool:
    return forall(
        0,
        m.limit,
        lambda pos: iff(bit(h.words[pos // h.word_bits], pos % h.word_bits), contains(m.ones, pos)),
    )


@invariant("BM-I3", "A bit of a further layer is 1 exactly if the word of the layer below that it stands for is full.")
def bits_summarise(m: Model, h: Impl) -> bool:
    return forall(
        1,
        len(h.starts) - 1,
        lambda layer: forall(
            0,
            h.starts[layer] - h.starts[layer - 1],
            lambda index: iff(
                bit(h.words[h.starts[layer] + index // h.word_bits], index % h.word_bits),
                h.words[h.starts[layer - 1] + index] == 2**h.word_bits - 1,
            ),
        ),
    )


@invariant("BM-I4", "A word has no bits beyond its width, and none in the padding at the end of its layer.")
def padding_is_clear(m: Model, h: Impl) -> bool:
    return conj(
        forall(0, len(h.words), lambda place: within(0, h.words[place], 2**h.word_bits)),
        forall(
            0,
            len(h.starts) - 1,
            lambda layer: forall(
                items_of(h, layer),
                (h.starts[layer + 1] - h.starts[layer]) * h.word_bits,
                lambda pos: negate(bit(h.words[h.starts[layer] + pos // h.word_bits], pos % h.word_bits)),
            ),
        ),
    )


@invariant("BM-I5", "Capacity and word width are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(h.limit == m.limit, h.word_bits == m.word_bits)


COUPLE = (layers_fit, bits_are_positions, bits_summarise, padding_is_clear, configuration)


_HOLDS: Final = tuple(inline(claim.holds) for claim in COUPLE if claim.holds)


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all(holds(m, h) for holds in _HOLDS)


def abstract(h: Impl) -> Model:
    """The model state that the words mean.

    Raises     InvalidArgument if they mean none
    """
    m = BitmaskModel(h.limit, word_bits=h.word_bits)
    if len(h.words) * h.word_bits < h.limit:
        raise InvalidArgument(f"{len(h.words)} words hold no {h.limit} positions")
    m.ones = {pos for pos in range(h.limit) if bit(h.words[pos // h.word_bits], pos % h.word_bits)}
    return m


# --- arguments


def _first_wrong(m: Model, number: int) -> int:
    """A number just outside the positions, on one side or the other, or far outside."""
    return (-1, m.limit, -m.limit - 1, m.limit + m.word_bits)[number % 4]


def _clear(m: Model, issued: Sequence[Any], number: int) -> int | None:
    """The first clear position: setting it again and again fills words."""
    first = m.find_first_clear()
    return first if first < m.limit else None


def _at_edge(m: Model, issued: Sequence[Any], number: int) -> int | None:
    """The first or the last position of a word."""
    words = (m.limit + m.word_bits - 1) // m.word_bits
    first = number // 2 % words * m.word_bits if words else 0
    return min(first + number % 2 * (m.word_bits - 1), m.limit - 1) if words else None


POSITION = Domain(
    "position",
    small=lambda m, scope: scope.values or range(-1, m.limit + 2),
    classes={
        "clear": _clear,
        "any": lambda m, issued, number: number % m.limit if m.limit else None,
        "edge": _at_edge,
        "outside": lambda m, issued, number: _first_wrong(m, number),
    },
)

VALUE = Domain(
    "value",
    small=lambda m, scope: (False, True),
    classes={"clear": lambda m, issued, number: False, "set": lambda m, issued, number: True},
)


def peers(operation: str, *arguments: Any) -> Domain:
    """A second container of the same configuration: new, or after one operation, if that succeeds."""
    changed = Peer(((operation, arguments),))
    return Domain(
        "other",
        small=lambda m, scope: (Peer(), changed) if m.limit else (Peer(),),
        classes={
            "new": lambda m, issued, number: Peer(),
            "changed": lambda m, issued, number: changed if m.limit else Peer(),
        },
    )


def _spoiled(m: Model) -> Sequence[Spoiled]:
    """Every entry changed to what a mask may hold elsewhere, and to what it may not."""
    starts = layout(m.limit, m.word_bits)
    words = range(min(starts[-1] + 1, 9))
    full = 2**m.word_bits - 1
    return [
        Spoiled(),
        *(Spoiled("words", place, value) for place in words for value in (None, -1, 0, 1, full - 1, full, full + 1)),
        *(Spoiled("starts", layer, value) for layer in range(len(starts) + 1) for value in (None, 0, 1, starts[-1])),
        *(Spoiled("limit", 0, value) for value in (-1, 0, m.limit + 1, m.limit + m.word_bits, None)),
        *(Spoiled("word_bits", 0, value) for value in (0, 1, m.word_bits + 1, 65, True)),
    ]


def _some_spoiled(m: Model, issued: Sequence[Any], number: int) -> Spoiled:
    spoiled = _spoiled(m)
    return spoiled[number % len(spoiled)]


SPOILED = Domain(
    "data",
    small=lambda m, scope: _spoiled(m),
    classes={"whole": lambda m, issued, number: Spoiled(), "spoiled": _some_spoiled},
)


def represent(m: Model) -> Impl:
    """The arrays of a model state."""
    h = Bitmask(m.limit, word_bits=m.word_bits)
    bits = [pos in m.ones for pos in range(m.limit)]
    for start in h.starts[:-1]:
        below = [bits[first : first + m.word_bits] for first in range(0, max(len(bits), 1), m.word_bits)]
        for index, flags in enumerate(below):
            h.words[start + index] = sum(2**pos for pos, flag in enumerate(flags) if flag)
        bits = [len(flags) == m.word_bits and all(flags) for flags in below]
    return h


def read_arrays(m: Model, spoiled: Spoiled) -> Model:
    """What from_dict must answer: the mask the arrays mean, if there is one and the claims hold of it."""
    h = represent(m)
    spoiled.spoil(h.__dict__)
    numbers = (*h.words, *h.starts, h.limit, h.word_bits)
    if any(type(number) is not int or number < 0 for number in numbers) or not h.starts:
        raise InvalidArgument("not numbers from 0 up")
    meant = abstract(h)
    if not coupled(meant, h):
        raise InvalidArgument("the arrays break a claim of the coupling")
    return meant


def _holding(data: dict[str, Any]) -> Impl:
    """A mask that holds these arrays, unchecked."""
    h: Impl = object.__new__(Bitmask)
    h.__dict__.update(data)
    return h


# --- operations

NO_WORDS: Final = "no stand-in for a word of bits yet: exhausted for words of 2, 3 and 4 bits in up to 4 layers"

OPERATIONS = (
    Operation(
        "set",
        Claim("BM-R1", "`set` sets the position, or clears it, and touches no other; it refuses what is no position."),
        takes=(POSITION, VALUE),
        refusals=("OutOfRange",),
        unproved=NO_WORDS,
    ),
    Operation(
        "get",
        Claim("BM-R2", "`get` tells whether the position is set, and refuses what is no position."),
        takes=(POSITION,),
        pure=True,
        refusals=("OutOfRange",),
        unproved=NO_WORDS,
    ),
    Operation(
        "find_first_clear",
        Claim("BM-R3", "`find_first_clear` is the least number that is no set position: the capacity if all are set."),
        pure=True,
        unproved=NO_WORDS,
    ),
    Operation(
        "find_first_set",
        Claim("BM-R4", "`find_first_set` is the least position that is set, or the capacity if none is."),
        pure=True,
        unproved=NO_WORDS,
    ),
    Operation(
        "positions",
        Claim("BM-R5", "`positions` visits each position that is set exactly once, ascending."),
        pure=True,
        agree=same_sequence,
        unproved=NO_WORDS,
    ),
    Operation(
        "assign",
        Claim("BM-R6", "`assign` sets every position, or clears it."),
        takes=(VALUE,),
        unproved=NO_WORDS,
    ),
    Operation(
        "copy",
        Claim("BM-R7", "`copy` is a second mask in the same state that shares no array with the first."),
        pure=True,
        agree=coupled,
        unproved=NO_WORDS,
    ),
    Operation(
        "swap",
        Claim("BM-R8", "`swap` exchanges the states of two masks."),
        takes=(peers("set", 0),),
        unproved=NO_WORDS,
    ),
    Operation(
        "to_dict",
        Claim("BM-R9", "`to_dict` holds the whole state and shares no array with the mask."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, _holding(data)),
        unproved=NO_WORDS,
    ),
    Operation(
        "from_dict",
        Claim("BM-R10", "`from_dict` accepts the arrays of a bitmask and refuses all others."),
        takes=(SPOILED,),
        pure=True,
        model=read_arrays,
        impl=lambda h, spoiled: type(h).from_dict(spoiled.spoil(h.to_dict())),
        agree=coupled,
        refusals=("InvalidArgument",),
        unproved=NO_WORDS,
    ),
    Operation(
        "count",
        Claim("BM-R11", "`count` is the number of positions that are set."),
        pure=True,
        unproved=NO_WORDS,
    ),
    Operation(
        "capacity",
        Claim("BM-R12", "`capacity` is the number of positions, and never changes."),
        pure=True,
        unproved=NO_WORDS,
    ),
    Operation(
        "layers",
        Claim("BM-R13", "`layers` is the least number of layers, one at least, whose words lead to every position."),
        pure=True,
        unproved=NO_WORDS,
    ),
)

# --- scopes


def _scope(name: str, capacity: int, word_bits: int, **more: Any) -> Scope:
    """All sets of a few positions: 2**capacity; without positions, nothing but a refusal can be walked to."""
    configuration = {"capacity": capacity, "word_bits": word_bits}
    return Scope(name, configuration, well_formed=lambda: 2**capacity, walked=capacity > 0, **more)


def _wide(capacity: int, word_bits: int, *positions: int) -> Scope:
    """A real word width; only the edges of words are set and cleared, alone and with everything else."""
    inside = sum(0 <= pos < capacity for pos in positions)
    return Scope(
        f"{capacity} positions in words of {word_bits}",
        {"capacity": capacity, "word_bits": word_bits},
        values=positions,
        operations=("set", "get", "find_first_clear", "find_first_set", "positions", "assign", "count", "layers"),
        well_formed=lambda: 2 * 2**inside,
    )


SCOPES = (
    _scope("no position", 0, 2),
    _scope("one word, padded", 2, 3),
    _scope("one word, exactly", 3, 3),
    _scope("one bit more than a word", 4, 3),
    _scope("every filling, three layers", 5, 2, enumerate=True),
    _scope("three words, exactly", 6, 2),
    _scope("three layers, exactly", 8, 2),
    _scope("two layers of words of 4", 7, 4),
    _scope("three layers of words of 3", 10, 3, operations=("set", "get", "find_first_clear", "assign", "count")),
    _scope("four layers", 9, 2, operations=("set", "find_first_clear", "find_first_set", "assign", "layers")),
    _wide(70, 64, -1, 0, 62, 63, 64, 69, 70),
    _wide(1025, 32, -1, 0, 31, 32, 1023, 1024, 1025),
)


def candidates(scope: Scope) -> Iterator[Impl]:
    """Every filling of the words, well-formed or not, also with a word too many and one too few."""
    new = Bitmask(**scope.configuration)
    for length in range(len(new.words) - 1, len(new.words) + 2):
        for words in itertools.product(range(2**new.word_bits), repeat=length):
            h = new.copy()
            h.words = list(words)
            yield h


DEVIATIONS = (
    Claim(
        "BM-D1",
        "`get` tests the bit of the position; the original compares before it masks, so that it answers true only for"
        " the first position of a word, and there whenever the word has any bit.",
    ),
    Claim(
        "BM-D2",
        "A word is full when all bits of its width are set; where the original's 32 bits live in a word of 64, it waits"
        " for the other 32 too, no word is ever full, and the first position of the second word is found for ever.",
    ),
    Claim(
        "BM-D3",
        "Layers are a number that the constructor computes; in the original they are nested classes that end in a"
        " specialisation inside a class, which some compilers refuse.",
    ),
    Claim(
        "BM-D4",
        "A capacity of 0 is a mask in which nothing can be set or found; the original's nesting does not end there.",
    ),
    Claim(
        "BM-D5",
        "`assign` leaves padding clear, so that equal sets have equal words; the original sets it, and it stays set.",
    ),
    Claim(
        "BM-D6",
        "What is no position is refused; the original writes outside the array, or into padding.",
    ),
    Claim(
        "BM-D7",
        "`find_first_clear` of a full mask is the capacity; the original returns some number from the capacity up.",
    ),
    Claim(
        "BM-D8",
        "`find_first_set`, `count` and `positions` are new: they pass over the words of layer 0, since a summary of"
        " full words cannot lead to a set bit.",
    ),
)


LINKS = (
    Link(
        "start of a layer",
        "starts",
        "words",
        when=lambda h, layer: layer < len(h.starts) - 1,
        arrives=lambda h, layer, place: layer == 0 or h.starts[layer - 1] < place,
    ),
)


BITMASK = Refinement(
    code="BM",
    name="bitmask",
    title="bitmask",
    model=BitmaskModel,
    impl=Bitmask,
    couple=COUPLE,
    laws=LAWS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    theorems=THEOREMS,
    abstract=abstract,
    candidates=candidates,
    links=LINKS,
    not_operations={
        "__eq__": "compares what `to_dict` holds (BM-R9)",
        "__hash__": "a mask changes, and has no hash",
        "__repr__": "writes what `to_dict` holds (BM-R9)",
    },
)
