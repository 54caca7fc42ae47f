"""What a failed proof shows: a start of few elements, and what the real classes do from there.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from slotproof.cli.failures import show_failure
from slotproof.declare import CREATION, Refinement
from slotproof.declare.verdict import Failure, Status
from slotproof.engine.prove import prove
from slotproof.engine.prove.counterexamples import counterexample
from slotproof.engine.prove.counterexamples.counterexample import find_among_reached, find_new
from slotproof.engine.prove.reading import find_by_reading
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.errors import InvalidArgument, Missing
from slotproof.verify.survey import known_of

from ...judging import mistaken
from ...quick import long_unless
from ..stack_refinement import STACK, Stack, StackModel


def found(refinement: Refinement, operation: str) -> Failure:
    """The counterexample, which is there."""
    failure = prove.Counterexample(refinement, refinement.operation(operation)).found
    assert failure is not None
    return failure


@pytest.mark.parametrize("name", CATALOG)
def test_a_call_that_is_right_is_not_held_against_a_container(name: str) -> None:
    """An operation that changes nothing is seen to do so, whatever a container is made of."""
    refinement = CATALOG[name]
    pure = [each for each in refinement.operations if each.pure and not each.takes and each.ensures is None]
    assert pure or name == "handle"
    for operation in pure:
        model, impl = refinement.model(), refinement.impl()
        assert counterexample.replay(refinement, operation, model, impl, [], []) is None


class Uncounted(Stack[Any]):
    """Puts a cell down and does not count it."""

    def push(self, value: Any) -> None:
        """Put the value on top, or so it says."""
        self.cells.append(value)


def test_a_claim_that_is_broken_is_told_in_a_sentence() -> None:
    """With as many claims as are broken."""
    assert found(replace(STACK, impl=Uncounted), "push").message == "after push, ST-I1 no longer holds"


class FromTheEnd(Stack[Any]):
    """Counts from the end, which leads to the right cell."""

    def pop(self) -> Any:
        """Take the value on top."""
        if self.height == 0:
            raise Missing("the stack is empty")
        self.height -= 1
        return self.cells[self.height - len(self.cells)]


def test_an_index_below_0_is_told() -> None:
    """Though Python reads the right element there: no such index ever reaches a list."""
    failure = found(replace(STACK, impl=FromTheEnd), "pop")
    assert failure.message == "pop: the implementation uses the index -1, which Python counts from the end"
    [step] = failure.trace
    assert step.expected == step.actual  # what it really does, so that who pastes it sees the same
    with mistaken(counterexample, ("place < 0 and not _is_written(frame)", "False")):
        assert prove.Counterexample(replace(STACK, impl=FromTheEnd), STACK.operation("pop")).found is None


def test_lists_are_counted_from_both_ends_again() -> None:
    """What refuses an index below 0 is taken off the container, with what was written meanwhile."""
    stack: Stack[int] = Stack()
    last = -1
    with counterexample.counted_from_front(stack):
        stack.push(5)
        with pytest.raises(counterexample.BelowZero, match="the index -1, which"):
            stack.cells[last] = 6
        with pytest.raises(counterexample.BelowZero):
            stack.cells[last + 0]
        assert stack.cells[-1] == 5  # written so, the last one is meant
        stack.cells[-1] += 1
        assert stack.cells[0:] == [6]
    assert type(stack.cells) is list
    assert stack.cells[last] == 6


class UncheckedModel(StackModel[Any]):
    """Pops what there is not."""

    def pop(self) -> Any:
        """Take the value on top, if there is one."""
        return self.values.pop()


class Unchecked(Stack[Any]):
    """The same of cells."""

    def pop(self) -> Any:
        """Take the value on top, if there is one."""
        value = self.cells[self.height - 1]
        self.height -= 1
        return value


def test_an_error_that_nothing_documents_is_none_for_being_raised_twice() -> None:
    """Both sides end alike, and what they end in is no refusal of the operation."""
    failure = found(replace(STACK, model=UncheckedModel, impl=Unchecked), "pop")
    assert failure.message == "pop: the model raises IndexError, which pop does not declare: pop from empty list"


class Muddled(Stack[Any]):
    """Counts in strings."""

    def push(self, value: Any) -> None:
        """Put the value on top, and crash."""
        super().push(value)
        count: Any = "1"
        self.height += count


def test_where_stand_ins_are_followed_no_further_the_real_classes_go_on() -> None:
    """A proof that cannot follow the code says what the code does, if that is wrong."""
    muddled = replace(STACK, impl=Muddled)
    failure = found(muddled, "push")
    assert failure.message.startswith("push: the implementation raises TypeError, which push does not declare: ")
    verdicts = prove.run(muddled, "push")
    assert [verdict.status for verdict in verdicts] == [Status.FAILED]
    assert verdicts[0].failure is not None
    assert verdicts[0].failure.trace


class BornTall(Stack[Any]):
    """Has a value when it is new."""

    def __init__(self) -> None:
        super().__init__()
        self.height = 1


class BornBadModel(StackModel[Any]):
    """Refuses to be made."""

    def __init__(self) -> None:
        raise InvalidArgument("not today")


class Stillborn(Stack[Any]):
    """Cannot be made, as nothing documents."""

    def __init__(self) -> None:
        raise TypeError("no")


class StillbornModel(StackModel[Any]):
    """The same."""

    def __init__(self) -> None:
        raise TypeError("no")


@pytest.mark.parametrize(
    ("model", "impl", "message"),
    [
        (StackModel, BornTall, "a new container breaks ST-I1"),
        (BornBadModel, Stack, "a new container: the model raises InvalidArgument, the implementation returns a Stack"),
        (StillbornModel, Stillborn, "a new container: the model raises TypeError, the implementation raises TypeError"),
    ],
)
def test_a_new_container_that_is_wrong_is_shown(model: type, impl: type, message: str) -> None:
    """By the configurations that the scopes name; a refusal on one side, or a crash on both, is wrong, too."""
    failure = find_new(replace(STACK, model=model, impl=impl))
    assert failure is not None
    assert failure.message == message
    assert failure.start == "new container"


def test_of_new_containers_that_are_right_nothing_is_shown() -> None:
    """The default configuration, and each that a scope names."""
    assert find_new(STACK) is None
    assert find_new(HANDLE_MAP) is None


def test_a_proof_of_a_new_container_that_fails_shows_one() -> None:
    """The failure is that of the real classes, and counts as refuted."""
    verdicts = prove.run(replace(STACK, impl=BornTall), CREATION.name)
    assert {verdict.status for verdict in verdicts} == {Status.FAILED}
    assert all(verdict.evidence["refuted"] for verdict in verdicts)
    assert {verdict.failure.message for verdict in verdicts if verdict.failure} == {"a new container breaks ST-I1"}


@pytest.mark.parametrize("search", [find_among_reached, find_by_reading])
def test_either_search_finds_what_is_wrong(search: Any) -> None:
    """Among the states that calls lead to, and among those that a solver makes up; of what is right there is none."""
    broken = replace(STACK, impl=Unchecked, model=UncheckedModel)
    assert search(broken, broken.operation("pop")) is not None
    assert search(STACK, STACK.operation("pop")) is None


def test_no_state_is_looked_at_without_calls() -> None:
    """Each call is counted, and so is each unit of a solver."""
    broken = replace(STACK, impl=Unchecked, model=UncheckedModel)
    assert find_among_reached(broken, broken.operation("pop"), 0) is None
    assert find_by_reading(broken, broken.operation("pop"), 0) is None


def test_a_new_container_is_drawn_once_and_made_in_python() -> None:
    """There is nothing before and after it, and who pastes what is printed has it."""
    broken = replace(STACK, impl=BornTall)
    verdict = next(each for each in prove.run(broken, CREATION.name) if each.failure)
    console = Console(record=True, width=100, file=StringIO())
    show_failure(console, known_of(broken), broken, broken.couple[0], verdict)
    told = console.export_text()
    assert "container = BornTall()" in told
    assert "# broken    ST-I1: " in told
    assert "and height = 1" in told
    assert told.count("cells ") == 1
    assert "before" not in told


@pytest.mark.parametrize("name", long_unless(lambda name: name == "handle_map", sorted(CATALOG)))
def test_of_what_is_right_nothing_is_found(name: str) -> None:
    """Whatever scopes give operations, things that are no handles among it: that both sides refuse it is no failure."""
    refinement = CATALOG[name]
    found = [find_among_reached(refinement, operation, 60) for operation in refinement.operations]
    assert [each.message for each in found if each is not None] == []
