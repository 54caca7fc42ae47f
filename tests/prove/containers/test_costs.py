"""What a call of an operation within another container costs is what that one declares."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from slotproof.declare import Cost, Refinement
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.prove import _counted
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, Kind
from slotproof.engine.prove.reading import ReadProof, Tally, prove_by_reading
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.triggers import mentions
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.proofs.typed_store import TYPED_STORE

from ..begun import begun


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


def test_of_rounds_the_most_counts_of_reads_and_of_writes() -> None:
    """Whichever round it was in, of each loop by itself."""
    ev, _ = begun()
    for reads, writes in ((5, 1), (2, 3), (4, 2)):
        ev.note_rounds("loop", reads, writes)
    ev.note_rounds("other", 0, 0)
    assert ev.rounds == {"loop": (5, 3), "other": (0, 0)}


def test_of_times_the_most_counts_that_a_round_came_to_a_loop() -> None:
    """Of those it came to before the round nothing does."""
    ev, _ = begun()
    ev.note_inner("outer", {"loop": 1, "third": 2}, {"loop": 3, "other": 1, "third": 2})
    ev.note_inner("outer", {}, {"loop": 1, "other": 2})
    assert ev.inner == {("outer", "loop"): 2, ("outer", "other"): 2, ("outer", "third"): 0}


def test_rounds_of_what_is_called_are_rounds() -> None:
    """It comes to their loop once more with each call."""
    ev, st = begun()
    for _ in range(2):
        ev.count_rounds(st, "fill", Cost(0, 0, "entry", 2, 1))
    ev.count_rounds(st, "size", Cost(0, 0))
    assert ev.rounds == {"fill, each entry": (2, 1)}
    assert st.passes == {"fill, each entry": 2}


@pytest.mark.parametrize("kind", [Kind("dict", (INT, INT)), Kind("set", (INT,))])
def test_a_comparison_reads_each_entry_of_both(kind: Kind) -> None:
    """Of those that are counted."""
    ev, st = begun()
    one, two, third = (any_of(ev, st, name, kind) for name in ("one", "two", "third"))
    ev.counted, node = frozenset({one.id, two.id}), ast.Pass()
    sizes = [st.heap[each.id].size for each in (one, two)]
    ev.equal(st, one, two, node)
    assert t.same(st.reads, t.add(*sizes))
    ev.equal(st, one, third, node)
    assert t.same(st.reads, t.add(t.add(*sizes), sizes[0]))
    if kind.name == "set":
        st.reads = 0
        ev.compare(st, ast.LtE(), one, two, node)
        assert t.same(st.reads, t.add(*sizes))


@pytest.mark.parametrize("side", ["reads", "writes"])
def test_what_is_done_for_each_costs_as_often(side: str) -> None:
    """What it costs for one is not known where that depends on which it is."""
    ev, st = begun()
    item, length, count = (t.fresh(name, t.INT) for name in ("item", "a length", "so often"))
    before, after = State(), State()
    setattr(before, side, 1)
    for cost, each in ((3, 2), (t.add(length, 1), length)):
        setattr(after, side, cost)
        setattr(st, side, 4)
        ev.count_each(st, count, before, after, item)
        assert t.same(getattr(st, side), t.add(4, t.mul(count, each)))
    setattr(after, side, t.add(item, 1))
    setattr(st, side, 4)
    ev.count_each(st, count, before, after, item)
    assert "cost" in str(getattr(st, side))
    assert not mentions(getattr(st, side), item)
    assert {st.reads, st.writes} - {getattr(st, side)} == {0}


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
