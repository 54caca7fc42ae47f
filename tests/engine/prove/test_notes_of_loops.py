"""What rounds of a loop note: no code sees it, and a proof knows of it what the invariant says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Loop
from slotproof.engine.prove.prove import declared_in
from slotproof.engine.prove.reading import ReadProof, prove_by_reading
from slotproof.proofs.registry import REGISTRY

from ...judging import brief_proof
from ...prove.python.functions.noting import (
    always_of_the_first,
    is_noted,
    next_place,
    no_pair,
    noted_ahead,
    noted_before,
    noted_of_itself,
    nothing_there,
    only_if_it_is_noted,
    rests_on_what_is_noted,
    set_so_far,
    what_is_noted,
)
from ...quick import first_only
from ...soundness.functions.unsound import box, set_all, set_all_at_once

Claims = Callable[[Any], Any]

VIEWED = next(each for each in REGISTRY.arranged if "view" in (each.operations or ()))


def viewed(**more: Any) -> ReadProof:
    """The proof of a view, whose loop says something else."""
    loops = [replace(each, **more) if each.function == "Registry._viewed" else each for each in REGISTRY.loops]
    only, operation = declared_in(replace(REGISTRY, loops=tuple(loops)), f"view | {VIEWED.name}")
    return brief_proof(only, operation)


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


def set_with(notes: Claims | None, invariant: Claims) -> ReadProof:
    """The proof that all items of a list are set, whose loop notes this and says that."""
    loop = Loop("set_all", invariant=invariant, notes=notes)
    noted = replace(box(set_all_at_once, set_all), loops=(loop,))
    return prove_by_reading(noted, noted.operation("operation_1"))


@pytest.mark.parametrize("invariant", [set_so_far, is_noted, rests_on_what_is_noted])
def test_what_each_round_notes_is_known(invariant: Claims) -> None:
    """A later round changes it only of its own number, and a proof may rest on it."""
    assert set_with(next_place, invariant).resists == ""


WRONG = {
    "before the first round": (next_place, noted_before, "nothing, at the start of the loop"),
    "of what is ahead": (next_place, noted_ahead, "ahead, at the start of the loop"),
    "something else": (next_place, noted_of_itself, "itself, after a round"),
    "overwritten": (always_of_the_first, is_noted, "noted, after a round"),
}
"""What is claimed of notes and is not so: what is noted, the claim, and the obligation that stays open."""


@pytest.mark.parametrize(("notes", "invariant", "what"), first_only(WRONG.values()), ids=WRONG)
def test_what_was_not_noted_is_not_known(notes: Claims, invariant: Claims, what: str) -> None:
    """Nothing is known before the first round, of a number of which nothing was noted, and of what was noted since."""
    assert what in set_with(notes, invariant).open[0].what


def test_what_the_invariant_does_not_say_of_notes_is_not_known() -> None:
    """After the loop, anything may have been noted."""
    assert set_with(next_place, only_if_it_is_noted).open


def test_a_loop_that_notes_nothing_has_no_notes() -> None:
    """Its invariant cannot ask for them."""
    assert ".noted" in set_with(None, is_noted).unsupported


def test_a_loop_in_lockstep_notes_nothing() -> None:
    """Its invariant is the coupling of two states, of which notes are no part."""
    loop = Loop("set_all", invariant=is_noted, notes=next_place, lockstep=True)
    noted = replace(box(set_all, set_all), loops=(loop,))
    assert ".noted" in prove_by_reading(noted, noted.operation("operation_1")).unsupported
