"""What rounds of a loop note: no code sees it, and a proof knows of it what the invariant says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.proofs.engine.prove import declared_in
from slotproof.proofs.engine.reading import ReadProof, prove_by_reading
from slotproof.proofs.registry import REGISTRY

from .noting import no_pair, nothing_there, what_is_noted


def viewed(**more: Any) -> ReadProof:
    """The proof of a view, whose loop says something else."""
    loops = [replace(each, **more) if each.function == "Registry._viewed" else each for each in REGISTRY.loops]
    only, operation = declared_in(replace(REGISTRY, loops=tuple(loops)), f"view | {REGISTRY.arranged[0].name}")
    return prove_by_reading(only, operation)


@pytest.mark.long
def test_what_a_round_notes_is_all_that_is_known() -> None:
    """With the turn of another position noted, it is not shown that each has one."""
    assert "one turn each, after a round" in viewed(notes=nothing_there).open[0].what


def test_what_is_noted_is_no_measure_of_what_is_left() -> None:
    """It changes with each round, and would get less for ever."""
    assert ".noted: not known" in viewed(variant=what_is_noted).unsupported


def test_a_note_is_of_a_number() -> None:
    """And is one."""
    assert "no number with what is noted of it" in viewed(notes=no_pair).unsupported
