"""Why the words of the bitmask are a set of positions.

Layer 0 spells the set out; each further layer is a function of the one below; padding is clear. So the words are
determined by the set, and there are exactly as many well-formed arrays as there are sets.

Refinement  BM-I1 ... BM-I6 tie the states, BM-R1 ... BM-R13 the operations, BM-B1 ... BM-B13 are about single words
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from slotproof.declare import (
    Claim,
    Cost,
    Definition,
    Link,
    Operation,
    Refinement,
    Scope,
    same_sequence,
)
from slotproof.impl.bitmask import Bitmask
from slotproof.proofs.bitmask.answers import MASK_ANSWERS
from slotproof.proofs.bitmask.arguments import POSITION, SPOILED, VALUE, holding, peers, read_arrays
from slotproof.proofs.bitmask.claims import COUPLE, LAWS, abstract, coupled, gap, gap_below
from slotproof.proofs.bitmask.counts import COUNT_LOOPS, COUNTED, COUNTING
from slotproof.proofs.bitmask.crosshair import CONTRACTS
from slotproof.proofs.bitmask.loops import LOOPS
from slotproof.proofs.bitmask.theorems import THEOREMS
from slotproof.proofs.bitmask.untrusted import FOREIGN, FOREIGN_LOOPS
from slotproof.proofs.bitmask.words import SUMMARIES, WORDS
from slotproof.proofs.shared.arguments import read_back
from slotproof.spec.bitmask import BitmaskModel

Model = BitmaskModel
Impl = Bitmask

# --- operations

COPIED = Cost(0, 0, "word", 1, 0, more=(("start of a layer", 1, 0),))
"""What it costs to copy a mask: its own cells are read, once each."""

OPERATIONS = (
    Operation(
        "set",
        Claim("BM-R1", "`set` sets the position, or clears it, and touches no other; it refuses what is no position."),
        takes=(POSITION, VALUE),
        refusals=("OutOfRange",),
        cost=Cost(0, 0, "layer", 2, 1),
    ),
    Operation(
        "get",
        Claim("BM-R2", "`get` tells whether the position is set, and refuses what is no position."),
        takes=(POSITION,),
        pure=True,
        refusals=("OutOfRange",),
        cost=Cost(1, 0),
    ),
    Operation(
        "find_first_clear",
        Claim("BM-R3", "`find_first_clear` is the least number that is no set position: the capacity if all are set."),
        pure=True,
        cost=Cost(0, 0, "layer", 3, 0),
    ),
    Operation(
        "find_first_set",
        Claim("BM-R4", "`find_first_set` is the least position that is set, or the capacity if none is."),
        pure=True,
        cost=Cost(2, 0, "empty word before the first other one", 1, 0),
    ),
    Operation(
        "positions",
        Claim("BM-R5", "`positions` visits each position that is set exactly once, ascending."),
        pure=True,
        agree=same_sequence,
        cost=Cost(1, 0, "word of layer 0", 1, 0),
    ),
    Operation(
        "assign",
        Claim("BM-R6", "`assign` sets every position, or clears it."),
        takes=(VALUE,),
        cost=Cost(0, 0, "word", 1, 1, more=(("layer", 2, 0),)),
    ),
    Operation(
        "copy",
        Claim("BM-R7", "`copy` is a second mask in the same state that shares no array with the first."),
        pure=True,
        agree=coupled,
        cost=COPIED,
    ),
    Operation(
        "swap",
        Claim("BM-R8", "`swap` exchanges the states of two masks."),
        takes=(peers("set", 0),),
        cost=Cost(0, 0),
    ),
    Operation(
        "to_dict",
        Claim("BM-R9", "`to_dict` holds the whole state and shares no array with the mask."),
        pure=True,
        model=lambda m: m.copy(),
        agree=lambda expected, data: coupled(expected, holding(data)),
        cost=COPIED,
    ),
    Operation(
        "from_dict",
        Claim("BM-R10", "`from_dict` accepts the arrays of a bitmask and refuses all others."),
        takes=(SPOILED,),
        pure=True,
        model=read_arrays,
        impl=read_back,
        agree=coupled,
        refusals=("InvalidArgument",),
        foreign=FOREIGN,
    ),
    Operation(
        "count",
        Claim("BM-R11", "`count` is the number of positions that are set."),
        pure=True,
        cost=Cost(1, 0, "word of layer 0", 1, 0),
    ),
    Operation(
        "capacity",
        Claim("BM-R12", "`capacity` is the number of positions, and never changes."),
        pure=True,
        cost=Cost(0, 0),
    ),
    Operation(
        "layers",
        Claim("BM-R13", "`layers` is the least number of layers, one at least, whose words lead to every position."),
        pure=True,
        cost=Cost(0, 0),
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
        walked=capacity < 128,  # the default widths are as wide
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
    Scope("padding of the third layer", {"capacity": 10, "word_bits": 3}, operations=("from_dict",)),
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


def _any_configuration(make: Any) -> dict[str, Any]:
    """Any capacity, any width, filled or not."""
    return {
        "capacity": make.int("capacity"),
        "filled": make.bool("filled"),
        "word_bits": make.int("word_bits"),
    }


BITMASK = Refinement(
    code="BM",
    name="bitmask",
    title="bitmask",
    model=BitmaskModel,
    impl=Bitmask,
    couple=COUPLE,
    laws=LAWS,
    defaults={"new": {"capacity": 1024, "filled": False, "word_bits": 32}, "set": {"value": True}},
    aliases={"__getitem__": "get", "__iter__": "positions", "__copy__": "copy", "__len__": "count"},
    answers=MASK_ANSWERS,
    operations=OPERATIONS,
    scopes=SCOPES,
    deviations=DEVIATIONS,
    theorems=THEOREMS,
    contracts=CONTRACTS,
    loops=(*LOOPS, *COUNT_LOOPS, *FOREIGN_LOOPS),
    summaries=(*SUMMARIES, *COUNTING),
    lemmas=(*WORDS, *COUNTED),
    definitions=(Definition(gap), Definition(gap_below)),
    abstract=abstract,
    candidates=candidates,
    configure=_any_configuration,
    links=LINKS,
    not_operations={
        "__eq__": "compares what `to_dict` holds (BM-R9)",
        "__hash__": "a mask changes, and has no hash",
        "__repr__": "writes what `to_dict` holds (BM-R9)",
    },
)
