"""Shifts and masks of unknown integers are those of Python, and layouts of handles are proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slotproof.declare import CREATION
from slotproof.declare.verdict import Status
from slotproof.engine.explore import explore
from slotproof.engine.mutate.edit import applied
from slotproof.engine.prove import prove
from slotproof.impl.handle import Layout
from slotproof.proofs.handle import HANDLE_LAYOUT

from ...containers.breaks.breaks import changed
from ...quick import first_only, long_unless
from ...soundness.functions.unsound import box
from ...soundness.functions.unsound_shifts import SAME, WRONG
from ..bitvectors.test_bits import LAYOUT_BREAKS


@pytest.mark.parametrize(("right", "also_right"), SAME)
def test_what_is_the_same_is_proved(right: Callable[..., Any], also_right: Callable[..., Any]) -> None:
    """Else it would say little that the wrong ones are not."""
    verdicts = prove.run(box(right, also_right), "operation_1")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_what_differs_is_not_proved(right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
    """It is seen to differ when it runs."""
    refinement = box(right, wrong)
    assert [each for each in explore.run(refinement, "small", deep=False) if each.status is Status.FAILED]
    verdicts = prove.run(refinement, "operation_1")
    assert {verdict.status for verdict in verdicts} in ({Status.FAILED}, {Status.NOT_PROVED})


# --- layouts of handles


@pytest.mark.parametrize("unit", first_only(["new", "pack", "HL-B7"]))
def test_every_conversion_is_proved_of_any_layout(unit: str) -> None:
    """And the verdicts name no scope."""
    verdicts = prove.run(HANDLE_LAYOUT, unit)
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.scope for verdict in verdicts} == {""}


@pytest.mark.parametrize(
    ("method", "old", "new"),
    long_unless(lambda method, *_: method in ("__init__", "unpack"), [each[:3] for each in LAYOUT_BREAKS]),
)
def test_a_broken_layout_is_refuted(method: str, old: str, new: str) -> None:
    """Each break of the theorems fails in the proof of some operation, or of a new layout."""
    operations = sorted((CREATION, *HANDLE_LAYOUT.operations), key=lambda each: not each.name.startswith(method))
    with applied(changed(Layout, method, old, new)):
        found = (verdict.status for each in operations for verdict in prove.run(HANDLE_LAYOUT, each.name))
        assert Status.FAILED in found
