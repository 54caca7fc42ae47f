"""Notes of a loop: what a round notes of a number is known from then on, and nothing else is."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.proofs.engine.prove import Proof, prove_operation
from slotproof.proofs.engine.refinement import Claim, Loop
from slotproof.spec.logic import forall

from .quick import first_only
from .unsound import Box, BoxModel, box, set_all, set_all_at_once

Notes = Callable[[Any], tuple[Any, Any]]
Claims = Callable[[Any], dict[str, Any]]


def next_place(at: Any) -> tuple[Any, Any]:
    """Of the place of the round, the one behind it."""
    return at.index - 1, at.index


def always_of_the_first(at: Any) -> tuple[Any, Any]:
    """Of the first place, the one behind that of the round."""
    return 0, at.index


def is_noted(at: Any) -> dict[str, Any]:
    """Of each place that was passed, the one behind it."""
    return {"noted": forall(0, at.index, lambda place: at.noted(place) == place + 1)}


def set_so_far(at: Any) -> dict[str, Any]:
    """The items that were passed are set."""
    return {
        "as long as before": len(at.now.items) == len(at.before.items),
        "set": forall(0, at.index, lambda place: at.now.items[place] == at.local["number"]),
    }


def counted(m: BoxModel, h: Box) -> bool:
    """A claim of this module, so that what stands here is read over stand-ins, too."""
    return len(h.items) >= 0


def proof_with(notes: Notes | None, claims: Claims, lockstep: bool = False) -> Proof:
    """The proof that all items are set, whose loop notes this, and has these claims in its invariant."""
    loop = Loop(
        "set_all",
        invariant=lambda at: {**set_so_far(at), **claims(at)},
        notes=notes,
        changes=("items",),
        lockstep=lockstep,
    )
    noted = replace(box(set_all_at_once, set_all, Claim("BX-I9", "Items are counted.", counted)), loops=(loop,))
    return prove_operation(noted, noted.operation("operation_1"))


def test_what_each_round_notes_is_known() -> None:
    """A later round changes it only of its own number."""
    proof = proof_with(next_place, is_noted)
    assert not proof.open
    assert not proof.unsupported
    assert len(proof.obligations) > len(proof_with(None, lambda at: {}).obligations)


REACHED: Final = "when loop set_all#0 is reached"
ROUND: Final = "after a round of loop set_all#0"

WRONG: Final = (
    ("before the first round", next_place, lambda at: {"nothing": at.noted(0) == 0}, f"nothing, {REACHED}"),
    (
        "of what is ahead",
        next_place,
        lambda at: {"ahead": forall(at.index, at.length, lambda place: at.noted(place) == place)},
        f"ahead, {REACHED}",
    ),
    (
        "something else",
        next_place,
        lambda at: {"itself": forall(0, at.index, lambda place: at.noted(place) == place)},
        f"itself, {ROUND}",
    ),
    ("overwritten", always_of_the_first, is_noted, f"noted, {ROUND}"),
)
"""What is claimed of notes and is not so: a name, what is noted, the claim, and the obligation that stays open."""


@pytest.mark.parametrize(
    ("notes", "claims", "what"), first_only(each[1:] for each in WRONG), ids=[each[0] for each in WRONG]
)
def test_what_was_not_noted_is_not_known(notes: Notes, claims: Claims, what: str) -> None:
    """Nothing is known before the first round, of a number of which nothing was noted, and of what was noted since."""
    assert [each.what for each in proof_with(notes, claims).open] == [what]


def test_a_loop_in_lockstep_notes_nothing() -> None:
    """Its invariant is the coupling of two states, of which notes are no part."""
    assert proof_with(next_place, lambda at: {}, lockstep=True).unsupported == "notes of a loop in lockstep"
