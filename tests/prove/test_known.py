"""What is used of a container within another one, beside its claims, is shown of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import CREATION
from slotproof.engine.prove.reading import prove_by_reading

from . import clock


@pytest.mark.parametrize("is_coupled", [True, False])
def test_what_is_read_is_the_same_on_both_sides(is_coupled: bool) -> None:
    """It is read of the model, which stands for the container."""
    proof = prove_by_reading(clock.clock(is_coupled), CREATION)
    told = [each.what.partition(": ")[2] for each in proof.open]
    assert not proof.unsupported
    assert told == [] if is_coupled else told == ["count of a tally: the same on both sides"]


def test_a_list_is_not_read() -> None:
    """A name for it would be one for what may be no part any more."""
    declared = clock.clock(True)
    inside = {name: replace(each, reads=("items",)) for name, each in declared.inside.items()}
    proof = prove_by_reading(replace(declared, inside=inside), CREATION)
    assert "`reads` of items, a list, dict, set or object" in proof.unsupported


@pytest.mark.parametrize(
    ("copied", "agree", "what"),
    [
        (clock.copied, clock.same_count, ""),
        (clock.copied_but_counted, clock.same_count, "copy of a tally gives its state"),
        (clock.copied_if_small, clock.same_count, "copy of a tally raises no error"),
        (clock.copied, clock.same_length, "of a copy"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_copy_is_in_the_state_of_what_is_copied(
    copied: Callable[..., Any], agree: Callable[..., bool], what: str
) -> None:
    """It is one, of any state, and what is compared of it is what is claimed."""
    proof = prove_by_reading(clock.clock_of_copies(copied, agree), CREATION)
    told = [each.what for each in proof.open]
    assert not proof.unsupported
    assert any(what in each for each in told) if what else told == []
