"""What a call of an operation within another container costs is what that one declares."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slotproof.declare import Cost, Refinement
from slotproof.engine.prove.prove import _counted
from slotproof.engine.prove.reading import ReadProof, Tally, prove_by_reading
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.solver import terms as t
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.proofs.typed_store import TYPED_STORE


@pytest.mark.parametrize(
    ("refinement", "operation"),
    [
        (TOKEN_ALLOCATOR, "acquire"),
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


def test_what_costs_nobody_knows_what_has_no_cost() -> None:
    """A bound is not shown of what calls it."""
    [(name, inside)] = TOKEN_ALLOCATOR.inside.items()
    operations = tuple(replace(each, cost=None) for each in inside.refinement.operations)
    inner = replace(inside, refinement=replace(inside.refinement, operations=operations))
    proof = prove_by_reading(replace(TOKEN_ALLOCATOR, inside={name: inner}), TOKEN_ALLOCATOR.operation("is_used"))
    assert "that declares no cost" in proof.unsupported


def test_a_loop_that_is_come_to_twice_costs_twice() -> None:
    """But where the bound counts its rounds in all."""
    rounds = {"loop": Tally(2, 1, 3)}
    assert [*_counted(rounds, Cost(0, 0, "entry", 2, 1))] == [("round of loop", 6, 3)]
    assert [*_counted(rounds, Cost(0, 0, "entry in all", 2, 1))] == [("round of loop", 2, 1)]


@pytest.mark.parametrize("side", ["reads", "writes"])
def test_a_cost_of_another_form_is_not_counted(side: str) -> None:
    """It is a number, and more for each entry of a list; of a round it is a number."""
    length, other = t.fresh("length", t.INT), t.fresh("other", t.INT)
    for cost, is_counted in ((3, True), (t.add(length, 3), True), (t.mul(length, other), False)):
        found = Found("operation")
        setattr(found, side, cost)
        assert (ReadProof(found).uncounted == set()) is is_counted
    for cost, is_counted in ((3, True), (length, False)):
        found = Found("operation", rounds={"loop": (cost, 0) if side == "reads" else (0, cost)})
        assert (ReadProof(found).uncounted == set()) is is_counted
