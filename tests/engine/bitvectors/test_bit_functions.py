"""The functions of words: every narrow word, samples of wide ones, and theorems that can fail."""

import random
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare.verdict import Status
from slotproof.engine.bitvectors.bits import judge, parts_of
from slotproof.impl import bits as impl
from slotproof.proofs.bitmask import theorems
from slotproof.spec import bits as spec

from ...judging import mistaken
from ...originals import fast_bitmask
from ...quick import long_unless

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


FITS: Final = "within(0, word, 2**width)"
BROKEN: Final[dict[str, tuple[str, str]]] = {
    "BM-B10": (FITS, "within(0, word, 2 ** (width + 1))"),
    "BM-B11": ("word - ((word >> 1) & ODD_BITS)", "word - ((word >> 2) & ODD_BITS)"),
    "BM-B12": ("fields + (fields >> span)", "fields + (fields >> (span - 1))"),
    "BM-B1": ("sum_of_bytes(sums_in_bytes(sums_in_pairs(word)), width)", "word & 0x7F"),
    "BM-B2": ("word | ((word << span) & full(width))", "word | (word << 1) & full(width)"),
    "BM-B3": ("population_count(~fold_left(word, width)", "population_count(~word"),
    "BM-B4": ("lowest_one(~word & full(width), width)", "lowest_one(word, width)"),
    "BM-B5": ("(~word & full(width)) == 0", "(~word & full(width - 1)) == 0"),
    "BM-B6": ("(word & (1 << pos)) != 0", "(word & (1 << (pos + 1))) != 0"),
    "BM-B7": ("word = word & ~(1 << pos)", "pass"),
    "BM-B8": ("return lowest_sum(fields)", "return fields & 0x1F"),
    "BM-B13": (FITS, "within(0, word, 2**width + 1)"),
    "BM-B9": ("(1 << width) - 1", "(1 << width) - 1 >> 1"),
}


@pytest.mark.parametrize("theorem", theorems.THEOREMS, ids=lambda theorem: theorem.claim.id)
def test_theorems_can_fail(theorem: Any) -> None:
    """A broken function refutes its theorem, with a word for which CPython is wrong too."""
    change = BROKEN[theorem.claim.id]
    with mistaken(spec if change[0] == FITS else impl, change):
        verdict = judge("bitmask", theorem)
    assert verdict.status is Status.FAILED
    assert "does not hold" in verdict.reason
    assert "stand-ins are wrong" not in verdict.reason
