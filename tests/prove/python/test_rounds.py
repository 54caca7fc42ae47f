"""What is said of a loop where a round ends: it is shown each time, and known of no other round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from slotproof.declare import Refinement
from slotproof.engine.prove.prove import declared_in
from slotproof.engine.prove.reading import ReadProof
from slotproof.proofs.bitmask import BITMASK
from slotproof.proofs.bitmask.loops import SEARCHING
from slotproof.proofs.dense_map import DENSE_MAP

from ...judging import brief_proof
from .functions.rounds import as_it_began, nothing, position_stays, with_locals_as_it_began, words_are_empty, words_stay


def proof(refinement: Refinement, loop: str, operation: str, **more: Any) -> ReadProof:
    """The proof of an operation whose loop says something else."""
    loops = [replace(each, **more) if each.function == loop else each for each in refinement.loops]
    return brief_proof(*declared_in(replace(refinement, loops=tuple(loops)), operation))


def searched(**more: Any) -> ReadProof:
    """The proof of a search for the first one."""
    return proof(BITMASK, "Bitmask.find_first_set", "find_first_set", **more)


def test_what_a_round_did_is_shown_where_it_ends() -> None:
    """Of the state that it left, and the one that it began with."""
    shown = searched(after=words_stay)
    assert not shown.unsupported
    assert not shown.open
    assert shown.found.counts["goals"] > searched().found.counts["goals"]


def test_what_is_not_so_where_a_round_ends_is_open() -> None:
    """It is obliged before anything rests on it."""
    assert "next, where a round ends" in searched(after=words_are_empty).open[0].what


def test_how_a_round_began_is_not_how_it_ended() -> None:
    """A word was written in between, and a local."""
    for claims, what in ((words_stay, "words stay"), (position_stays, "pos stays")):
        assert f"{what}, where a round ends" in proof(BITMASK, "Bitmask.set", "set", after=claims).open[0].what


def test_no_round_relies_on_where_another_ended() -> None:
    """A claim of where rounds end is no invariant: what the loop was left with is not known by it."""
    assert searched(invariant=nothing, after=SEARCHING.invariant).open


def test_an_invariant_asks_nothing_of_a_round() -> None:
    """It is taken for granted at the head, where no round has begun."""
    for claims in (as_it_began, with_locals_as_it_began):
        assert "what `at` offers" in searched(invariant=claims).unsupported


def test_a_loop_in_lockstep_says_nothing_where_a_round_ends() -> None:
    """Two rounds end there, and what holds of both is the coupling."""
    refused = proof(DENSE_MAP, "DenseTableModel.erase_range", "erase_range", after=words_are_empty)
    assert "`after` of a loop in lockstep" in refused.unsupported
