"""What is wrong with a step is wrong for each judge that runs the code: walk, explore, and the replay of a proof."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare import Refinement
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.evaluate import Claims
from slotproof.engine.explore import explore
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove.counterexamples.counterexample import FEW_CALLS, find_among_reached
from slotproof.engine.step import Subject, shared
from slotproof.engine.walk import walk
from slotproof.impl.token_allocator import TokenAllocator
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.spec.token_allocator import TokenAllocatorModel

SCOPE: Final = "one word, exactly"


class Held:
    """An answer that holds something."""

    def __init__(self, held: Any) -> None:
        self.held = held


def by_explore(refinement: Refinement) -> Sequence[Verdict]:
    """What a search of the scope says, of which there is no record."""
    return explore.run(refinement, SCOPE, False, expected={})


def by_walk(refinement: Refinement) -> Sequence[Verdict]:
    """What some steps say in the configuration of the scope."""
    return walk.walk(refinement, walk.units(refinement, False)[1], 2_000)


def by_replay(refinement: Refinement) -> Sequence[Verdict]:
    """What replays from states that few calls lead to say of the operations that are changed here."""
    changed = [refinement.operation(name) for name in ("release", "is_used", "swap")]
    found = [(each, find_among_reached(refinement, each, FEW_CALLS)) for each in changed]
    return [
        Verdict(refinement.name, "prove", each.name, failure.claim, Status.FAILED, reason=failure.message)
        for each, failure in found
        if failure is not None
    ]


JUDGES: Final = (by_explore, by_walk, by_replay)


def reasons(judge: Callable[[Refinement], Sequence[Verdict]], refinement: Refinement) -> str:
    """Why claims fail, one after the other."""
    verdicts = judge(refinement)
    return "; ".join(each.reason for each in verdicts if each.status is Status.FAILED and each.claim != explore.STATES)


def changed(**ways: Any) -> Refinement:
    """The token allocator with `is_used` declared otherwise."""
    operations = tuple(replace(each, **ways) if each.name == "is_used" else each for each in TOKEN_ALLOCATOR.operations)
    return replace(TOKEN_ALLOCATOR, operations=operations)


@pytest.mark.parametrize("judge", JUDGES)
def test_an_error_that_the_operation_does_not_declare(judge: Callable[..., Any]) -> None:
    """One that other operations declare will not do, though both sides raise it alike."""
    with ExitStack() as made:
        for function in (TokenAllocatorModel.release, TokenAllocator.release):
            change = [("raise Missing(", "raise Full(")]
            made.enter_context(applied(replaced("token_allocator", function, change, "full in place of missing")))
        assert "Full" in (found := reasons(judge, replace(TOKEN_ALLOCATOR, answers=())))
        assert "which release does not declare" in found
    assert "does not declare" not in reasons(judge, TOKEN_ALLOCATOR)


@pytest.mark.parametrize("judge", JUDGES)
def test_what_cannot_be_settled_is_a_failure(judge: Callable[..., Any]) -> None:
    """Whatever a declaration raises where it settles what the model leaves open, the judge goes on."""
    found = reasons(judge, changed(settles=lambda h, token: h.no_such_array))
    assert "the model raises AttributeError, which is_used does not declare" in found


@pytest.mark.parametrize("give", [lambda held: (0, (held,)), Held], ids=["in a tuple", "in an object"])
@pytest.mark.parametrize("judge", JUDGES)
def test_an_answer_that_holds_an_array(judge: Callable[..., Any], give: Callable[[Any], Any]) -> None:
    """A list of the container is found in a tuple, in a tuple of a tuple, and in an object of any class."""

    def gives_away(h: Any, token: int) -> Any:
        h.is_used(token)
        return give(h.spare)

    class Spare(TokenAllocator):
        """A token allocator with a list of its own that means nothing."""

        def __init__(self, capacity: int = 1024, *, word_bits: int = 32) -> None:
            super().__init__(capacity, word_bits=word_bits)
            self.spare: list[int] = []

        def copy(self) -> TokenAllocator:
            """A second one."""
            twin = super().copy()
            twin.spare = []  # type: ignore[attr-defined]
            return twin

        def swap(self, other: TokenAllocator) -> None:
            """Exchange the states."""
            self.mask, other.mask = other.mask, self.mask

    declared = replace(
        changed(impl=gives_away, agree=lambda expected, actual: True),
        impl=Spare,
        aliases={},
        scopes=tuple(replace(each, operations=("acquire", "is_used")) for each in TOKEN_ALLOCATOR.scopes),
    )
    assert "the result shares spare with the container" in reasons(judge, declared)


@pytest.mark.parametrize("judge", JUDGES)
def test_a_step_that_changes_nothing_and_changes_its_argument(judge: Callable[..., Any]) -> None:
    """Though both sides change the second container alike."""

    def take_one(_: Any, other: Any) -> Any:
        return other.acquire()

    taking = replace(TOKEN_ALLOCATOR.operation("swap"), pure=True, model=take_one, impl=take_one, refusals=("Full",))
    operations = tuple(taking if each.name == "swap" else each for each in TOKEN_ALLOCATOR.operations)
    found = reasons(judge, replace(TOKEN_ALLOCATOR, operations=operations, answers=(), aliases={}))
    assert "swap changes nothing, but its argument changed" in found


def test_a_claim_that_cannot_be_evaluated() -> None:
    """It does not hold, whatever it raises."""
    claim = replace(TOKEN_ALLOCATOR.couple[0], holds=lambda m, h: h.no_such_array == 0)
    spoiled = replace(TOKEN_ALLOCATOR, couple=(claim, *TOKEN_ALLOCATOR.couple[1:]))
    assert not Claims(spoiled).hold(*Subject(spoiled, {}).new())
    assert Claims(spoiled).broken(*Subject(spoiled, {}).new()) == [claim.id]


def test_what_is_shared_is_told_by_name() -> None:
    """Lists, dicts and sets of the container are meant; a number that both hold is none of them."""
    owner = Held([])
    assert shared(owner.held, owner) == "held"
    assert shared([owner.held], owner) == "held"
    assert shared({"a": owner.held}, owner) == "held"
    assert shared((1, owner.held), owner) == "held"
    assert shared(([], 1), owner) == ""
    assert shared(7, Held(7)) == ""
