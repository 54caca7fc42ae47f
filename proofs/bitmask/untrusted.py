"""Why `from_dict` of the bitmask accepts the arrays of a bitmask, and no others.

Its loops go up, as those of the operations do: what is behind is in order, layer by layer, and word by word in the
layer that is next. The set is what layer 0 spells out.
"""

from __future__ import annotations

from typing import Any, Final

from slotproof.declare import Foreign, Loop
from slotproof.declare.words import known, widest
from slotproof.proofs.bitmask.claims import (
    Impl,
    bit_of,
    clear_from,
    further_layers,
    gap,
    gap_below,
    layers_ascend,
    layers_fit,
    sums_up,
    words_below,
    words_of,
)
from slotproof.proofs.bitmask.counts import item_of
from slotproof.proofs.shared.untrusted_loops import INTEGERS
from slotproof.spec.bits import bit, fits
from slotproof.spec.logic import choose, conj, forall, implies, negate


def means(h: Impl, seen: Any) -> dict[str, Any]:
    """The state of the model that the words mean."""
    return {
        "ones": seen.numbers(h.limit, lambda pos: bit_of(h, 0, pos)),
        "limit": h.limit,
        "word_bits": h.word_bits,
    }


LAID_OUT: Final = (layers_fit, layers_ascend)
"""What is known of the layers before the words are looked at."""

FOREIGN: Final = Foreign(
    means,
    small=lambda fields: fields["limit"] <= 4,
    whole=lambda h, data: type(h).from_dict(h.to_dict()),
)

# --- loops


def _alike_so_far(at: Any) -> dict[str, bool]:
    """The layers that are behind start where they should, and are as long."""
    h, starts = at.local["twin"], at.local["starts"]
    return {
        "alike": forall(0, at.index, lambda layer: h.starts[layer] == starts[layer]),
        "as long": forall(
            0,
            at.index - 1,
            lambda layer: gap(h.starts, layer) == gap(starts, layer),
            lambda layer: gap(h.starts, layer),
        ),
        "as long below": forall(
            1,
            at.index,
            lambda layer: gap_below(h.starts, layer) == gap_below(starts, layer),
            lambda layer: gap_below(h.starts, layer),
        ),
    }


def _words_so_far(at: Any) -> dict[str, bool]:
    """The words that are behind have no ones from their width on."""
    h = at.local["twin"]
    return {
        "fit": forall(
            0,
            at.index,
            lambda place: conj(
                fits(h.words[place], h.word_bits),
                fits(h.words[place], widest()),
                forall(h.word_bits, widest(), lambda pos: negate(bit(h.words[place], pos))),
            ),
        )
    }


def _layers_so_far(at: Any) -> dict[str, bool]:
    """The layers behind have clear padding, and each of them is summed up by the next one."""
    h, layers, items = at.local["twin"], at.index, at.local["items"]
    ahead = layers < len(h.starts) - 1

    def used() -> int:
        """How many items the last word of the layer has."""
        return items - (words_of(h, layers) - 1) * h.word_bits  # type: ignore[no-any-return]

    return {
        **{claim.id: claim.holds(None, h) for claim in LAID_OUT if claim.holds},
        "items": items == choose(layers == 0, h.limit, words_below(h, layers)),
        "used": implies(ahead, lambda: conj(words_of(h, layers) >= 1, 0 <= used(), used() <= h.word_bits)),
        "padding": at.met(
            lambda: item_of(words_of(h, layers - 1) - 1, 0, h.word_bits),
            conj(
                implies(layers >= 1, lambda: clear_from(h, 0, h.limit)),
                further_layers(h, lambda layer: implies(layer < layers, clear_from(h, layer, words_below(h, layer)))),
            ),
        ),
        "summaries": further_layers(
            h, lambda layer: implies(layer <= layers, sums_up(h, layer, words_below(h, layer)))
        ),
        **({} if known(at) is None else {"padding ahead": implies(ahead, lambda: _clear_ahead(at, h, layers, used()))}),
    }


def _clear_ahead(at: Any, h: Impl, layer: Any, used: Any) -> bool:
    """The last word of the layer has no ones in the padding."""
    last, word = words_of(h, layer) - 1, h.words[h.starts[layer + 1] - 1]
    return forall(used, h.word_bits, lambda pos: at.met(item_of(last, pos, h.word_bits), negate(bit(word, pos))))


def _summaries_so_far(at: Any) -> dict[str, bool]:
    """The words that are behind are summed up."""
    h, layer = at.local["twin"], at.local["layer"]
    return {
        "as many": at.length == words_below(h, layer + 1),
        "summed up": sums_up(h, layer + 1, at.index),
    }


FOREIGN_LOOPS: Final = (
    INTEGERS,
    Loop("_check_starts", invariant=_alike_so_far),
    Loop("_check_words", 0, invariant=_words_so_far),
    Loop("_check_words", 1, invariant=_layers_so_far),
    Loop("_check_words", 2, invariant=_summaries_so_far),
)
