"""What a call of an operation within another container costs is what that one declares."""

from __future__ import annotations

import pytest

from slotproof.proofs.engine.prove import _counted
from slotproof.proofs.engine.reading import Tally, prove_by_reading
from slotproof.proofs.engine.refinement import Cost, Refinement
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.proofs.typed_store import TYPED_STORE


@pytest.mark.parametrize(
    ("refinement", "operation"),
    [
        (TOKEN_ALLOCATOR, "release"),
        (TOKEN_ALLOCATOR, "is_used"),
        (TOKEN_ALLOCATOR, "clear"),
        (TYPED_STORE, "get"),
        (TYPED_STORE, "is_valid"),
    ],
)
def test_calls_cost_what_they_cost(refinement: Refinement, operation: str) -> None:
    """Of one container within another, and of several."""
    declared = refinement.operation(operation)
    assert declared.cost is not None
    proof = prove_by_reading(refinement, declared)
    assert proof.resists == ""
    assert (proof.found.reads, proof.found.writes) == (declared.cost.reads, declared.cost.writes)


def test_a_loop_that_is_come_to_twice_costs_twice() -> None:
    """But where the bound counts its rounds in all."""
    rounds = {"loop": Tally(2, 1, 3)}
    assert [*_counted(rounds, Cost(0, 0, "entry", 2, 1))] == [("round of loop", 6, 3)]
    assert [*_counted(rounds, Cost(0, 0, "entry in all", 2, 1))] == [("round of loop", 2, 1)]
