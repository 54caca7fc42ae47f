"""What must hold of the bitmask: laws of the model, and the coupling that makes the words mean it.

Layer 0 spells the set out; each further layer is a function of the one below; padding is clear. So the words are
determined by the set, and there are exactly as many well-formed arrays as there are sets.
"""

from __future__ import annotations

from collections.abc import Callable

from slotproof.declare import invariant, law
from slotproof.declare.words import all_hold
from slotproof.impl.bitmask import Bitmask
from slotproof.spec.bitmask import BitmaskModel
from slotproof.spec.bits import bit, fits, is_full
from slotproof.spec.errors import InvalidArgument
from slotproof.spec.logic import below, choose, conj, contains, forall, forall_in, iff, negate, within

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


@law("BM-L4", "The set positions are counted: as many as there are below the capacity.")
def ones_are_counted(m: Model) -> bool:
    return len(m.ones) == below(m.ones, m.limit)


LAWS = (ones_in_range, widths_in_range, first_clear_is_least, ones_are_counted)

# --- coupling: the words mean the set


def gap(starts: list[int], layer: int) -> int:
    """How far it is from the start of a layer to the next one."""
    return starts[layer + 1] - starts[layer]


def gap_below(starts: list[int], layer: int) -> int:
    """How far it is to the start of a layer from the one before."""
    return starts[layer] - starts[layer - 1]


def words_of(h: Impl, layer: int) -> int:
    """How many words a layer has."""
    return gap(h.starts, layer)


def words_below(h: Impl, layer: int) -> int:
    """How many words the layer below has, for each of which there is a bit."""
    return gap_below(h.starts, layer)


def further_layers(h: Impl, holds: Callable[[int], bool]) -> bool:
    """True if something holds of each layer but the first."""
    return forall(1, len(h.starts) - 1, holds, lambda layer: words_below(h, layer))


def bit_of(h: Impl, layer: int, item: int) -> bool:
    """A bit of a layer."""
    return bit(h.words[h.starts[layer] + item // h.word_bits], item % h.word_bits)


def word_of(h: Impl, layer: int, index: int) -> int:
    """A word of a layer."""
    return h.words[h.starts[layer] + index]


def enough(words: int, items: int, word_bits: int) -> bool:
    """True if so many words have room for the items, and no word is without any, but for the only one."""
    return choose(items == 0, words == 1, within(0, words * word_bits - items, word_bits))


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
            0, last + 1, lambda layer: iff(words_of(h, layer) == 1, layer == last), lambda layer: words_of(h, layer)
        ),
        lambda: enough(words_of(h, 0), h.limit, h.word_bits),
        lambda: further_layers(h, lambda layer: enough(words_of(h, layer), words_below(h, layer), h.word_bits)),
    )


def has_bit(h: Impl, layer: int, item: int, value: Callable[[], bool]) -> bool:
    """True if a layer has a bit for the item, and the bit is the value."""
    return conj(item // h.word_bits < words_of(h, layer), lambda: iff(bit_of(h, layer, item), value))


@invariant("BM-I2", "The bits of layer 0 are 1 for the positions that are set, and 0 for the others.")
def bits_are_positions(m: Model, h: Impl) -> bool:
    return forall(0, m.limit, lambda pos: has_bit(h, 0, pos, lambda: contains(m.ones, pos)))


def sums_up(h: Impl, layer: int, words: int) -> bool:
    """True if the layer has a bit for each of so many words below, and it is 1 exactly if the word is full."""
    return forall(
        0,
        words,
        lambda index: has_bit(h, layer, index, lambda: is_full(word_of(h, layer - 1, index), h.word_bits)),
    )


@invariant("BM-I3", "A bit of a further layer is 1 exactly if the word of the layer below that it stands for is full.")
def bits_summarise(m: Model, h: Impl) -> bool:
    return further_layers(h, lambda layer: sums_up(h, layer, words_below(h, layer)))


def clear_from(h: Impl, layer: int, items: int) -> bool:
    """True if the bits of a layer are clear, from the one of that number on."""
    return forall(items, words_of(h, layer) * h.word_bits, lambda item: negate(bit_of(h, layer, item)))


def words_in_order(h: Impl) -> bool:
    """True if every word fits its width, and every layer ends in zeros."""
    return conj(
        forall(0, len(h.words), lambda place: fits(h.words[place], h.word_bits)),
        clear_from(h, 0, h.limit),
        further_layers(h, lambda layer: clear_from(h, layer, words_below(h, layer))),
    )


@invariant("BM-I4", "A word has no bits beyond its width, and none in the padding at the end of its layer.")
def padding_is_clear(m: Model, h: Impl) -> bool:
    return words_in_order(h)


@invariant("BM-I5", "Capacity and word width are the same on both sides.")
def configuration(m: Model, h: Impl) -> bool:
    return conj(h.limit == m.limit, h.word_bits == m.word_bits)


@invariant("BM-I6", "A further layer starts no earlier.")
def layers_ascend(m: Model, h: Impl) -> bool:
    return forall(
        0,
        len(h.starts),
        lambda layer: forall(layer, len(h.starts), lambda further: h.starts[layer] <= h.starts[further]),
    )


COUPLE = (configuration, layers_fit, layers_ascend, bits_are_positions, bits_summarise, padding_is_clear)


def coupled(m: Model, h: Impl) -> bool:
    """True if every claim of the coupling holds."""
    return all_hold(COUPLE, m, h)


def abstract(h: Impl) -> Model:
    """The model state that the words mean.

    Raises     InvalidArgument if they mean none
    """
    m = BitmaskModel(h.limit, word_bits=h.word_bits)
    if len(h.words) * h.word_bits < h.limit:
        raise InvalidArgument(f"{len(h.words)} words hold no {h.limit} positions")
    m.ones = {pos for pos in range(h.limit) if bit(h.words[pos // h.word_bits], pos % h.word_bits)}
    return m


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
