"""What calls an operation rests on its proof: each call is the model's, in coupled states, and is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import CREATION
from slotproof.engine.prove.reading import ReadProof, prove_alike, prove_by_reading

from . import tally as t


def proof(called: Callable[..., Any], operation: str = "twice", promise: Any = None) -> ReadProof:
    """The proof of an operation of the tally."""
    refinement = t.tally(called, promise)
    return prove_by_reading(refinement, refinement.operation(operation))


@pytest.mark.parametrize("promise", [None, t.PROMISE], ids=["followed", "promised"])
def test_what_calls_as_the_model_does_is_proved(promise: Any) -> None:
    """It rests on the proof of what it calls, and costs what that costs, each time."""
    read = proof(t.twice, promise=promise)
    assert read.resists == ""
    assert read.found.rested == {"tally add"}
    assert (read.found.reads, read.found.writes) == (0, 2)


@pytest.mark.parametrize(
    ("called", "what"),
    [
        (t.once, "the arrays make a call less than the model"),
        (t.thrice, "the model makes no such call of add here"),
        (t.another, "add is given the same on both sides"),
        (t.miscounted, "when add is called"),
        (t.by_hand, ""),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_calls_otherwise_is_open(called: Callable[..., Any], what: str) -> None:
    """Left out, once too often, with something else, where nothing is proved of it, or not at all."""
    told = [each.what for each in proof(called).open]
    assert any(what in each for each in told), told


@pytest.mark.parametrize("name", t.PROMISES)
def test_a_promise_is_shown_where_it_is_made(name: str) -> None:
    """That it is refused just so, what it keeps, and what it leaves alone."""
    promise, is_kept = t.PROMISES[name]
    assert (proof(t.twice, "add", promise).resists == "") is is_kept


@pytest.mark.parametrize(
    ("called", "is_right"),
    [
        (t.counted, True),
        (t.counted_and_changed_back, True),
        (t.counted_and_cleared, False),
        (t.counted_and_changed, False),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_is_given_is_left_as_it_was(called: Callable[..., Any], is_right: bool) -> None:
    """A list belongs to who gives it."""
    refinement = t.counter(called)
    read = prove_by_reading(refinement, refinement.operation("count_all"))
    assert not read.unsupported
    told = [each.what for each in read.open]
    assert told == [] if is_right else any("the argument is left as it was" in each for each in told)


@pytest.mark.parametrize(
    ("premise", "after", "new"), [(t.is_no_less, True, True), (t.is_few, False, True), (t.is_some, True, False)]
)
def test_what_reading_asks_for_is_true_of_each(premise: Callable[[Any], bool], after: bool, new: bool) -> None:
    """Of a new container, and of what an operation leaves."""
    refinement = t.read_if(premise)
    for operation, is_shown in ((refinement.operation("add"), after), (CREATION, new)):
        told = [each.what for each in prove_by_reading(refinement, operation).open]
        assert told == [] if is_shown else any("what from_dict asks for is true" in each for each in told)


def test_what_reads_data_is_not_asked_of_two_containers() -> None:
    """It is given none."""
    refinement = t.read_if(t.is_no_less)
    assert "it reads data" in prove_alike(refinement, refinement.operation("from_dict"))


def test_laws_are_known_of_what_a_call_leaves() -> None:
    """Of the state, and of the step to it, whatever else is promised; as long as they are laws of such a step."""
    refinement = t.lawful()
    for name in ("twice", "latest"):
        assert prove_by_reading(refinement, refinement.operation(name)).resists == ""
    operations = tuple(replace(each, law_exempt=each.name == "add") for each in refinement.operations)
    refinement = replace(refinement, operations=operations)
    assert "TY-L2 across twice" in prove_by_reading(refinement, refinement.operation("twice")).resists
