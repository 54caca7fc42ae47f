"""Shifts and masks of unknown integers: terms that say what Python says, and layouts of handles that are proved."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.impl.handle import Layout
from slotproof.proofs.engine import explore, prove
from slotproof.proofs.engine.mutants import applied
from slotproof.proofs.engine.reading import prove_by_reading
from slotproof.proofs.engine.refinement import CREATION
from slotproof.proofs.engine.report import Status
from slotproof.proofs.engine.shifts import either, masked, shifted_left, shifted_right
from slotproof.proofs.handle import HANDLE_LAYOUT

from .breaks import changed
from .quick import first_only, long_unless
from .test_bits import LAYOUT_BREAKS
from .unsound import box
from .unsound_shifts import SAME, WRONG

NUMBERS = range(-20, 21)


def value(term: z3.ArithRef) -> int:
    """The number that a term of constants is."""
    known = z3.simplify(term)
    assert z3.is_int_value(known)
    return int(known.as_long())


@pytest.mark.parametrize("mask", [*range(-17, 18), 0b1011_0110, ~0b1011_0110])
def test_a_mask_keeps_what_python_keeps(mask: int) -> None:
    """Of numbers and masks of either sign."""
    assert [value(masked(z3.IntVal(number), mask)) for number in NUMBERS] == [number & mask for number in NUMBERS]


@pytest.mark.parametrize("amount", range(5))
def test_shifts_are_those_of_python(amount: int) -> None:
    """Of numbers of either sign."""
    for number in NUMBERS:
        assert value(shifted_right(z3.IntVal(number), amount)) == number >> amount
        assert value(shifted_left(z3.IntVal(number), amount)) == number << amount


@pytest.mark.parametrize("bits", list(itertools.product((-1, 0b11, 0b1100, 0b101, ~0b11, ~0b1011), repeat=2)))
def test_what_is_known_of_bits_of_either_is_so(bits: tuple[int, int]) -> None:
    """Whatever numbers have no more bits than that: the sum is right, and each fact is true of what Python computes."""
    for one, other in {(one & bits[0], other & bits[1]) for one, other in itertools.product(NUMBERS, repeat=2)}:
        term, facts = either(z3.IntVal(one), z3.IntVal(other), bits)
        actual = z3.IntVal(one | other)
        for formula in facts or [term == actual]:
            assert z3.is_true(z3.simplify(z3.substitute(formula, (term, actual)))), (one, other, formula)


@pytest.mark.parametrize(("right", "also_right"), first_only(SAME))
def test_what_is_the_same_is_proved(right: Callable[..., Any], also_right: Callable[..., Any]) -> None:
    """Else it would say little that the wrong ones are not."""
    verdicts = prove.run(box(right, also_right), "operation_1")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize(("right", "wrong"), first_only(WRONG))
def test_what_differs_is_not_proved(right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
    """It is seen to differ when it runs."""
    refinement = box(right, wrong)
    assert [each for each in explore.run(refinement, "small", deep=False) if each.status is Status.FAILED]
    verdicts = prove.run(refinement, "operation_1")
    assert {verdict.status for verdict in verdicts} in ({Status.FAILED}, {Status.NOT_PROVED})


# --- layouts of handles


@pytest.mark.parametrize(
    "unit", long_unless(lambda unit: unit.startswith("null"), prove.units(HANDLE_LAYOUT, deep=False))
)
def test_every_conversion_is_proved_for_the_layouts(unit: str) -> None:
    """And the verdicts say that they are about so many layouts."""
    verdicts = prove.run(HANDLE_LAYOUT, unit)
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.scope for verdict in verdicts} == {"8 layouts"}


@pytest.mark.parametrize(
    ("method", "old", "new"),
    long_unless(lambda method, *_: method in ("__init__", "unpack"), [each[:3] for each in LAYOUT_BREAKS]),
)
def test_a_broken_layout_is_not_proved(method: str, old: str, new: str) -> None:
    """Each break of the theorems ends the proof of some operation, or of a new layout."""
    operations = sorted((CREATION, *HANDLE_LAYOUT.operations), key=lambda each: not each.name.startswith(method))
    with applied(changed(Layout, method, old, new)):
        assert any(prove_by_reading(HANDLE_LAYOUT, each).open for each in operations)
