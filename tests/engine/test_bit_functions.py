"""The functions of words: every narrow word, samples of wide ones, and theorems that can fail."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare.verdict import Status
from slotproof.engine.bitvectors.bits import judge, parts_of
from slotproof.impl import bits as impl
from slotproof.proofs.bitmask import theorems
from slotproof.spec import bits as spec

from ..originals import fast_bitmask
from ..quick import long_unless

LONG: Final = ("BM-B3", "BM-B4", "BM-B11")  # theorems that take the solvers most time
NAMES: Final = ("population_count", "fold_left", "lowest_one", "lowest_zero", "is_full")


@pytest.mark.parametrize("width", range(1, 11))
def test_every_narrow_word(width: int) -> None:
    """The functions of whole words mean what spec says, on every word of up to 10 bits."""
    for word in range(2**width):
        for name in NAMES:
            assert getattr(impl, name)(word, width) == getattr(spec, name)(word, width)


@pytest.mark.parametrize("width", [16, 31, 32, 33, 63, 64])
def test_wide_words(width: int) -> None:
    """So they do on wide words: none, all, single bits, runs, random ones; Python counts the ones another way."""
    source = random.Random(width)
    words = [0, impl.full(width), *(1 << pos for pos in range(width)), *(impl.full(pos) for pos in range(width))]
    for word in [*words, *(source.getrandbits(width) for _ in range(500))]:
        assert impl.population_count(word, width) == word.bit_count()
        for name in NAMES:
            assert getattr(impl, name)(word, width) == getattr(spec, name)(word, width)


def test_the_original_agrees_at_32_bits_only() -> None:
    """The published functions are those of 32 bits; in a word of 64 they count the lower half (BM-D2)."""
    source = random.Random(1)
    for word in (source.getrandbits(32) for _ in range(500)):
        assert fast_bitmask.count_ones(word, 32) == impl.population_count(word, 32)
        assert fast_bitmask.lowest_one(word, 32) == impl.lowest_one(word, 32)
    assert fast_bitmask.count_ones(2**64 - 1, 64) != impl.population_count(2**64 - 1, 64) == 64


@pytest.mark.parametrize(
    "theorem",
    long_unless(lambda theorem: theorem.claim.id not in LONG, theorems.THEOREMS),
    ids=lambda theorem: theorem.claim.id,
)
def test_theorems_hold(theorem: Any) -> None:
    """Each theorem is proved by both solvers at some of its widths; all of them take long, and are for the command."""
    widths = theorem.widths[:2] if len(theorem.widths) <= 10 else (*theorem.widths[::9], theorem.widths[-1])
    verdict = judge("bitmask", replace(theorem, widths=widths))
    assert verdict.status is Status.PROVED, verdict.reason
    assert verdict.evidence["instances"] == len(widths) * len(parts_of(theorem))


BROKEN: Final[dict[str, tuple[str, Callable[..., Any]]]] = {
    "BM-B10": ("fits", lambda word, width: word < 2 ** (width + 1)),
    "BM-B11": ("sums_in_pairs", lambda word: word - ((word >> 2) & impl.ODD_BITS)),
    "BM-B12": ("with_neighbours", lambda fields, span: fields + (fields >> (span - 1))),
    "BM-B1": ("population_count", lambda word, width: word & 0x7F),
    "BM-B2": ("fold_left", lambda word, width: word | (word << 1) & impl.full(width)),
    "BM-B3": ("lowest_one", lambda word, width: impl.population_count(~word & impl.full(width), width)),
    "BM-B4": ("lowest_zero", impl.lowest_one),
    "BM-B5": ("is_full", lambda word, width: ~word & impl.full(width - 1) == 0),
    "BM-B6": ("get_bit", lambda word, pos: word & 1 << (pos + 1) != 0),
    "BM-B7": ("with_bit", lambda word, pos, value: word | value << pos),
    "BM-B8": ("sum_of_bytes", lambda fields, width: fields & 0x7F),
    "BM-B13": ("fits", lambda word, width: word <= 2**width),
    "BM-B9": ("full", lambda width: (1 << width) - 1 >> 1),
}


@pytest.mark.parametrize("theorem", theorems.THEOREMS, ids=lambda theorem: theorem.claim.id)
def test_theorems_can_fail(theorem: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken function refutes its theorem, with a word for which CPython is wrong too."""
    name, broken = BROKEN[theorem.claim.id]
    module = impl if hasattr(impl, name) else spec
    right = getattr(module, name)
    shows = tuple(replace(each, function=broken) if each.function is right else each for each in theorem.shows)
    monkeypatch.setattr(module, name, broken)
    verdict = judge("bitmask", replace(theorem, shows=shows))
    assert verdict.status is Status.FAILED
    assert "does not hold" in verdict.reason
    assert "stand-ins are wrong" not in verdict.reason
