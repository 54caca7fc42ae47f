"""What calls an operation rests on its proof: each call is the model's, in coupled states, and is counted.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slotproof.declare import CREATION, Claim, Cost, Operation
from slotproof.engine.prove.reading import ReadProof, prove_alike, prove_by_reading
from slotproof.spec.errors import Missing, OutOfRange

from ..declaration.test_replaced import ARRAYS, LOOPS, MODEL, TEXT, TWICE, edited
from ..declaration.test_replaced import proof as proof_of_text
from ..examples import tally as t
from ..examples.holder import with_operation
from ..examples.pile import NUMBER, PILE, Pile, PileModel


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
        (t.unrefused, ""),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_calls_otherwise_is_open(called: Callable[..., Any], what: str) -> None:
    """Left out, once too often, with something else, where nothing is proved of it, or not at all."""
    told = [each.what for each in proof(called).open]
    assert any(what in each for each in told), told


@pytest.mark.parametrize("promise", [None, t.PROMISE], ids=["followed", "promised"])
@pytest.mark.parametrize(("called", "is_right"), [(t.beside, True), (t.beside_once, False)])
def test_a_call_of_another_container_is_followed(called: Callable[..., Any], is_right: bool, promise: Any) -> None:
    """It is no call of this one, on either side."""
    refinement = with_operation(t.tally(called, promise), "twice", model=t.beside_model, cost=Cost(0, 1))
    assert (prove_by_reading(refinement, refinement.operation("twice")).resists == "") is is_right


def test_a_call_within_a_call_is_part_of_that() -> None:
    """Nobody makes it a second time."""
    many = Operation("many", Claim("PL-R8", "`many` puts a number last, five times."), (NUMBER,), uses=("add", "twice"))
    for called, is_right in ((again_and_again, True), (too_seldom, False)):
        operation = replace(many, model=again_and_again, impl=called)
        read = prove_by_reading(replace(PILE, operations=(*PILE.operations, operation)), operation)
        assert (read.resists == "") is is_right
        assert not is_right or read.found.rested == {"pile twice", "pile add"}


def again_and_again(pile: PileModel | Pile, number: int) -> None:
    """Twice, once, and twice."""
    pile.twice(number)
    pile.add(number)
    pile.twice(number)


def too_seldom(pile: Pile, number: int) -> None:
    """Once instead of twice."""
    pile.twice(number)
    pile.add(number)
    pile.add(number)


LOOP = "        self.items = []\n        for number in numbers:\n            self.items.append(number)"


def test_loops_of_what_is_called_are_part_of_its_proof(tmp_path: Path) -> None:
    """The arrays need not go round where the model does in it."""
    text = TEXT.replace("Domain, Operation", "Domain, Loop, Operation")
    text = text.replace("\n    scopes=", LOOPS.replace("twice", "fill"), 1)
    text = edited(text, ARRAYS, ("        self.items.clear()\n        self.items.extend(numbers)", LOOP))
    text = edited(text, MODEL, ("        self.items = numbers.copy()", LOOP))
    for operation in ("fill", "again"):
        found = proof_of_text(text, operation, tmp_path)
        assert (found.unsupported, found.open) == ("", [])


DRAIN = """        left = 0
        for _ in range(number):
            try:
                self.drop()
            except Missing:
                left = 1
        self.add(left)"""


@pytest.mark.parametrize(
    ("right", "wrong", "what"),
    [
        ("", "", ""),
        ("self.add(left)", "self.add(0)", "add is given the same on both sides"),
        ("left = 1", "left = 2", "left is the same on both sides"),
    ],
)
@pytest.mark.parametrize(
    ("call", "kind"), [("self.drop()", "int"), ("left = self.take()", "int"), ("self.take()", "int | None")]
)
def test_what_a_call_may_raise_is_raised_in_each_round(
    call: str, kind: str, right: str, wrong: str, what: str, tmp_path: Path
) -> None:
    """What is done then a round may do; and it may be answered anything."""
    drain = DRAIN.replace("self.drop()", call)
    text = (
        TEXT.replace("def take(self) -> int:", f"def take(self) -> {kind}:")
        .replace("Domain, Operation", "Domain, Loop, Operation")
        .replace("\n    scopes=", LOOPS, 1)
    )
    text = text.replace('(NUMBER,), uses=("add",)', '(NUMBER,), uses=("add", "drop", "take")')
    text = edited(edited(text, ARRAYS, (TWICE, drain.replace(right, wrong))), MODEL, (TWICE, drain))
    found = proof_of_text(text, "twice", tmp_path)
    assert what in found.resists
    assert bool(found.resists) is bool(what)


def test_a_call_of_what_takes_more_is_no_such_call(tmp_path: Path) -> None:
    """What is left out is given as well, as the default says; the model is given no such thing."""
    text = edited(TEXT, ARRAYS, ("def add(self, number: int)", "def add(self, number: int, more: int = 0)"))
    text = edited(text, ARRAYS, ("self.top.number = number", "self.top.number = number + more"))
    for given in ("number", "number, 1", "number=number, more=1"):
        other = edited(text, ARRAYS, ("        self.add(number)", f"        self.add({given})"))
        assert "no such call of add" in proof_of_text(other, "twice", tmp_path).resists


def test_an_error_of_a_call_ends_what_calls() -> None:
    """As it ends the model; nothing else is done then."""
    lose = Operation("lose", Claim("PL-R9", "`lose` loses one."), uses=("drop",), refusals=("Missing",), model=dropped)
    for called in (dropped, marked, caught):
        operation = replace(lose, impl=called)
        read = prove_by_reading(replace(PILE, operations=(*PILE.operations, operation)), operation)
        assert not read.unsupported
        assert (read.open == []) is (called is dropped)


def marked(pile: Pile) -> None:
    """If there is none, the last one is another one."""
    done = False
    try:
        pile.drop()
        done = True
    finally:
        if not done:
            pile.top.number += 1


def caught(pile: Pile) -> None:
    """If there is none, nothing is said."""
    try:
        pile.drop()
    except Missing:
        return


@pytest.mark.parametrize(
    ("low", "high", "is_right"), [("OutOfRange", "Missing", True), ("Missing", "OutOfRange", False)]
)
def test_a_promise_of_two_errors_is_of_each(low: str, high: str, is_right: bool) -> None:
    """When either is raised."""
    promise = replace(t.PROMISE, refused={low: lambda m, number: number < 0, high: lambda m, number: number > 9})
    both = Operation("put", Claim("TY-R6", "`put` adds few."), (t.NUMBER,), model=added_if_few, impl=added_if_few)
    put = replace(both, refusals=("OutOfRange", "Missing"), promise=promise)
    assert (prove_by_reading(replace(t.tally(t.twice), operations=(put,)), put).resists == "") is is_right


def added_if_few(tally: t.TallyModel | t.Tally, number: int) -> None:
    """One more, if it is neither less nor more than it may be."""
    if number < 0:
        raise OutOfRange("it is below 0")
    if number > 9:
        raise Missing("there is no such number")
    tally.items.append(number)
    tally.count += 1


def test_another_operation_is_no_such_call() -> None:
    """Though it does the same to what is there."""
    lose = Operation("lose", Claim("PL-R9", "`lose` loses one."), uses=("drop", "take"), refusals=("Missing",))
    for called, what in ((dropped, ""), (taken, "no such call of take")):
        operation = replace(lose, model=dropped, impl=called)
        read = prove_by_reading(replace(PILE, operations=(*PILE.operations, operation)), operation)
        assert not read.unsupported
        assert what in read.resists
        assert bool(read.resists) is bool(what)


def dropped(pile: PileModel | Pile) -> None:
    """Without the last one."""
    pile.drop()


def taken(pile: Pile) -> None:
    """The same."""
    pile.take()


def test_what_calls_costs_what_it_calls_each_time() -> None:
    """And the rounds of that, which are named by it."""
    refinement = with_operation(t.tally(t.twice), "add", cost=Cost(3, 1, "number", 2, 1))
    found = prove_by_reading(refinement, refinement.operation("twice")).found
    assert (found.reads, found.writes, found.rounds) == (6, 2, {"add, each number": (2, 1)})
    assert found.passes == {"add, each number": 2}


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
