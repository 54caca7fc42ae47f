"""The words of the judge: what a proof says of ends that nothing comes to, and what its names are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.reading import ReadProof, _represented, prove_by_reading
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.solver import terms as t
from slotproof.spec.errors import Missing

from .examples import tally
from .examples.clock import clock, represent
from .examples.tally import Tally, TallyModel


@pytest.mark.parametrize(
    ("ends", "arranged", "unreached"),
    [
        ({}, False, ["success"]),
        ({}, True, ["success"]),
        ({"Missing": True}, True, ["Missing", "success"]),
        ({"success": True, "Missing": True}, True, ["Missing", "success"]),
        ({"success": True, "Missing": False}, False, ["success"]),
        ({"success": True, "Missing": False}, True, []),
        ({"success": False, "Missing": True}, False, []),
        ({"Missing": False}, False, ["success"]),
    ],
)
def test_a_proof_of_what_never_ends_well_says_nothing(
    ends: dict[str, bool], arranged: bool, unreached: list[str]
) -> None:
    """Unless it ends well in another arrangement."""
    assert ReadProof(Found("operation", ends=ends), arranged).unreached == unreached


def test_names_are_the_same_in_each_proof() -> None:
    """Whatever was proved before: what solvers answer may depend on them."""
    refinement, names = tally.tally(tally.twice), set()
    for _ in range(2):
        prove_by_reading(refinement, refinement.operation("add"))
        names.add(str(t.fresh("name", t.INT)))
    assert len(names) == 1


def raising(error: Exception) -> Callable[[Any], Any]:
    """What makes no container of any state."""

    def represented(model: TallyModel) -> Tally:
        raise error

    return represented


def miscounted(model: TallyModel) -> Tally:
    """A container that means another state."""
    made = represent(model)
    made.count += 1
    return made


def made_by(make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What makes a tally for a search for small states, of a state of its model."""
    refinement = clock(True)
    inside = {name: replace(each, represent=make) for name, each in refinement.inside.items()}
    return _represented(replace(refinement, inside=inside))[Tally]


def test_a_container_within_is_made_of_a_state_of_its_model() -> None:
    """It means that state."""
    model = TallyModel()
    model.add(7)
    made = made_by(represent)(model)
    assert (type(made), vars(made)) == (Tally, vars(model))


def test_of_some_states_there_is_no_container() -> None:
    """Neither where nothing is made of it, nor where a claim is broken."""
    errors = Missing("it is not there"), IndexError("3"), TypeError("no int"), ValueError("2"), AttributeError("none")
    for make in (miscounted, *map(raising, errors)):
        with pytest.raises(LookupError, match="no container is in that state"):
            made_by(make)(TallyModel())
