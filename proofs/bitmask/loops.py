"""The loops of the bitmask: what is true each time one comes to its head.

Going up, every layer but the one ahead is in order, and of that one every bit but the one to be written.
Going down, everything before the way is full.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Loop
from slotproof.proofs.bitmask.claims import (
    bit_of,
    clear_from,
    enough,
    further_layers,
    gap,
    gap_below,
    has_bit,
    sums_up,
    word_of,
    words_below,
    words_in_order,
    words_of,
)
from slotproof.spec.bits import bit, fits, is_full
from slotproof.spec.logic import choose, conj, contains, disj, forall, iff, implies, negate, within


def _all_layers(h: Any) -> Any:
    return len(h.starts) - 1


def seen(at: Any, item: Any, claim: Any) -> Any:
    """The claim about an item, to be looked at where the solvers look at the word with its bit."""
    parent = item // at.now.word_bits
    return at.met(parent, conj(parent <= item, claim))


# --- set: up, one word a layer


def _setting(at: Any) -> dict[str, bool]:
    """The bit ahead is at `pos` of layer `ahead`, and shall be `value`."""
    m, h, ahead = at.model, at.now, at.index
    pos, value = at.local["pos"], at.local["value"]

    def bit_is(layer: Any, item: Any, right: Any) -> Any:
        return conj(
            item // h.word_bits < words_of(h, layer),
            disj(conj(layer == ahead, item == pos), lambda: iff(bit_of(h, layer, item), right)),
        )

    return {
        "as many words": len(h.words) == len(at.before.words),
        "the bit ahead is in use": implies(
            ahead < _all_layers(h),
            conj(
                within(0, pos, choose(ahead == 0, h.limit, words_below(h, ahead))),
                pos // h.word_bits < words_of(h, ahead),
            ),
        ),
        "positions": forall(0, m.limit, lambda item: bit_is(0, item, lambda: contains(m.ones, item))),
        "summaries": further_layers(
            h,
            lambda layer: forall(
                0,
                words_below(h, layer),
                lambda item: bit_is(layer, item, lambda: is_full(word_of(h, layer - 1, item), h.word_bits)),
            ),
        ),
        "the value of a position": implies(ahead == 0, iff(value, contains(m.ones, pos))),
        "the value of a summary": implies(
            within(1, ahead, _all_layers(h)), iff(value, is_full(word_of(h, ahead - 1, pos), h.word_bits))
        ),
        "padding": words_in_order(h),
    }


def _set(at: Any) -> dict[str, bool]:
    """A round changed one word: one bit of one layer, and what one bit of the layer above stands for."""
    h, then, layer, place, pos = at.now, at.round, at.index - 1, at.local["place"], at.local["pos"]
    item_set = at.round_local["pos"]

    def each_bit(claim: Any) -> Any:
        return forall(
            0,
            _all_layers(h),
            lambda other: forall(0, words_of(h, other) * h.word_bits, lambda item: claim(other, item)),
            lambda other: words_of(h, other),
        )

    def each_summary(claim: Any) -> Any:
        return further_layers(
            h,
            lambda other: forall(
                0, words_below(h, other), lambda item: claim(other, item), lambda item: item // h.word_bits
            ),
        )

    return {
        "each bit is in a word of its layer": each_bit(
            lambda other, item: item // h.word_bits < words_of(h, other),
        ),
        "the word is in one layer": each_bit(
            lambda other, item: implies(
                h.starts[other] + item // h.word_bits == place, conj(other == layer, item // h.word_bits == pos)
            )
        ),
        "the word is summed up by one bit": each_summary(
            lambda other, item: implies(h.starts[other - 1] + item == place, conj(other == at.index, item == pos))
        ),
        "other bits stay": each_bit(
            lambda other, item: disj(
                conj(other == layer, item == item_set), iff(bit_of(h, other, item), bit_of(then, other, item))
            )
        ),
        "other words stay": each_summary(
            lambda other, item: disj(
                conj(other == at.index, item == pos), word_of(h, other - 1, item) == word_of(then, other - 1, item)
            )
        ),
        "the bit is set": iff(bit_of(h, layer, item_set), at.round_local["value"]),
        "the words before are summed up": further_layers(
            h,
            lambda other: forall(
                0,
                words_below(h, other),
                lambda item: iff(bit_of(h, other, item), is_full(word_of(then, other - 1, item), h.word_bits)),
            ),
        ),
    }


SETTING: Final = Loop("Bitmask.set", invariant=_setting, after=_set)

# --- find_first_clear: down, one word a layer


def _not_past(at: Any, pos: Any, items: Any) -> Any:
    """There is padding, or nothing, where the items end: no way leads further."""
    parent = items // at.now.word_bits
    return at.met(parent, at.met(parent // at.now.word_bits, pos <= items))


def _finding(at: Any) -> dict[str, bool]:
    """Before `pos` all words of the layer are full; at `pos` there is one that is not, if it is not the only one."""
    h, layer, pos = at.now, at.local["layer"], at.local["pos"]
    return {
        "a layer": within(0, layer, len(h.starts)),
        "a number": pos >= 0,
        "not past the end": implies(layer >= 1, _not_past(at, pos, words_below(h, layer))),
        "not past the capacity": implies(layer == 0, _not_past(at, pos, h.limit)),
        "the top": implies(layer == _all_layers(h), pos == 0),
        "ones before": implies(
            layer < _all_layers(h),
            lambda: forall(
                0,
                choose(layer == 0, h.limit, words_below(h, layer)),
                lambda item: at.met(
                    item // h.word_bits // h.word_bits,
                    implies(conj(item // h.word_bits <= item, item < pos), bit_of(h, layer, item)),
                ),
            ),
        ),
        "full before": implies(
            layer >= 1,
            forall(
                0,
                words_below(h, layer),
                lambda word: at.met(
                    word // h.word_bits // h.word_bits,
                    implies(
                        conj(word // h.word_bits <= word, word < pos),
                        is_full(word_of(h, layer - 1, word), h.word_bits),
                    ),
                ),
            ),
        ),
        "not full": implies(
            conj(within(1, layer, _all_layers(h)), pos < words_below(h, layer)),
            negate(is_full(word_of(h, layer - 1, pos), h.word_bits)),
        ),
        "a position": implies(conj(layer == 0, pos < h.limit), lambda: negate(bit_of(h, 0, pos))),
    }


FINDING: Final = Loop("Bitmask.find_first_clear", invariant=_finding, variant=lambda at: at.local["layer"])

# --- find_first_set: along the words of layer 0


def _searching(at: Any) -> dict[str, bool]:
    """The words behind are empty."""
    h = at.now
    return {
        "empty behind": forall(
            0, h.limit, lambda item: disj(item // h.word_bits >= at.index, negate(bit_of(h, 0, item)))
        )
    }


SEARCHING: Final = Loop("Bitmask.find_first_set", invariant=_searching)

# --- assign: every word of a layer, layer by layer


def _done(at: Any, layers: Any) -> dict[str, bool]:
    """So many layers are in order; of the last one of them, the words before `ones` are full, and no others."""
    m, h, ones = at.model, at.now, at.local["ones"]
    return {
        "as many words": len(h.words) == len(at.entry.words),
        "words fit": forall(0, len(h.words), lambda place: fits(h.words[place], h.word_bits)),
        "ones to come": within(0, ones, choose(layers == 0, h.limit, words_below(h, layers)) + 1),
        "positions to come": implies(layers == 0, ones == choose(at.local["value"], h.limit, 0)),
        "positions": implies(
            layers >= 1,
            conj(
                forall(0, h.limit, lambda pos: has_bit(h, 0, pos, lambda: contains(m.ones, pos))),
                clear_from(h, 0, h.limit),
            ),
        ),
        "summaries": further_layers(
            h,
            lambda layer: implies(
                layer < layers,
                conj(sums_up(h, layer, words_below(h, layer)), clear_from(h, layer, words_below(h, layer))),
            ),
        ),
        "full words": implies(
            layers >= 1,
            forall(
                0,
                words_below(h, layers),
                lambda index: at.met(
                    index * h.word_bits,
                    seen(at, index, iff(is_full(word_of(h, layers - 1, index), h.word_bits), index < ones)),
                ),
            ),
        ),
    }


def _assigning(at: Any) -> dict[str, bool]:
    return _done(at, at.index)


def _writing(at: Any) -> dict[str, bool]:
    """Of the layer, the words behind have ones at the items before `ones`."""
    h, layer, ones = at.now, at.local["layer"], at.local["ones"]

    def is_written(index: Any) -> Any:
        word = word_of(h, layer, index)
        return conj(
            forall(0, h.word_bits, lambda pos: iff(bit(word, pos), index * h.word_bits + pos < ones)),
            iff(is_full(word, h.word_bits), index * h.word_bits + h.word_bits <= ones),
        )

    return {
        **_done(at, layer),
        "written": forall(0, at.index, is_written, lambda index: index * h.word_bits),
    }


ASSIGNING: Final = (
    Loop("Bitmask.assign", 0, invariant=_assigning),
    Loop("Bitmask.assign", 1, invariant=_writing),
)

# --- layers: the model's, which divides again and again


def _dividing(at: Any) -> dict[str, bool]:
    """The words that are left are those of a layer; without positions there are none."""
    h, layers, words = at.now, at.local["layers"], at.local["words"]
    return {
        "a layer": within(1, layers, len(h.starts)),
        "its words": disj(
            conj(words == words_below(h, layers), words == words_of(h, layers - 1)),
            conj(h.limit == 0, words == 0, layers == 1),
        ),
        "at least one": disj(words >= 1, conj(h.limit == 0, words_of(h, 0) == 1)),
    }


DIVIDING: Final = Loop(
    "BitmaskModel.layers", invariant=_dividing, variant=lambda at: len(at.now.starts) - at.local["layers"]
)


# --- layout: layer by layer, until one word is left


def _laying(at: Any) -> dict[str, bool]:
    """So many layers have room for the positions, each one for the words of the one before; `items` are the last."""
    starts, items = at.local["starts"], at.local["items"]
    capacity, word_bits = at.local["capacity"], at.local["word_bits"]
    layers = len(starts) - 1
    whole = getattr(at.now, "starts", None)  # of a mask that is there

    def each(low: Any, name: Any, claim: Any) -> Any:
        """The claim about each layer, looked up by how far apart starts are; obliged, by that of the list before."""
        return at.of_each(
            low, layers, claim, lambda layer: name(starts, layer), lambda layer: name(at.without_last(starts), layer)
        )

    return {
        "from 0": conj(layers >= 0, starts[0] == 0, items >= 0),
        "items": items == choose(layers == 0, capacity, gap_below(starts, layers)),
        "only the last has one word": each(
            0,
            gap,
            lambda layer: conj(gap(starts, layer) >= 1, implies(gap(starts, layer) == 1, layer == layers - 1)),
        ),
        "room for the positions": implies(layers >= 1, lambda: enough(gap(starts, 0), capacity, word_bits)),
        "room for the words": each(
            1, gap_below, lambda layer: enough(gap(starts, layer), gap_below(starts, layer), word_bits)
        ),
        "ascending": forall(
            0,
            layers + 1,
            lambda layer: forall(layer, layers + 1, lambda further: starts[layer] <= starts[further]),
        ),
        **({} if whole is None else _as_in(at, whole)),
    }


def _as_in(at: Any, whole: Any) -> dict[str, bool]:
    """The layers so far start where those of a mask do, and one word is left at its last one."""
    starts, items = at.local["starts"], at.local["items"]
    layers = len(starts) - 1
    one_left = conj(layers >= 1, items <= 1)
    return {
        "as in the mask": forall(
            0, layers + 1, lambda layer: at.met(lambda: gap_below(whole, layer - 1), starts[layer] == whole[layer])
        ),
        "not past the last": layers < len(whole),
        "the last": at.met(
            lambda: gap_below(whole, layers - 1),
            at.met(lambda: gap(whole, layers - 1), iff(one_left, layers == len(whole) - 1)),
        ),
    }


LAYING: Final = Loop(
    "layout",
    invariant=_laying,
    variant=lambda at: choose(len(at.local["starts"]) == 1, at.local["capacity"] + 2, at.local["items"]),
)

LOOPS: Final = (SETTING, FINDING, SEARCHING, *ASSIGNING, DIVIDING, LAYING)
