"""Loops that both sides go round together: what ties them is shown, and each round of one is a round of the other.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import CREATION, Loop
from slotproof.engine.prove.python.builtin.operators import AS_IT_WAS
from slotproof.engine.prove.reading import ReadProof, prove_by_reading

from ..examples import steps


def proof(*given: Any, **more: Any) -> ReadProof:
    """The proof of an operation whose sides go round so."""
    refinement = steps.path(*given, **more)
    return prove_by_reading(refinement, refinement.operation("go"))


FALLS: dict[str, Any] = {"variant": lambda at: at.local["number"]}
RISES: dict[str, Any] = {"variant": lambda at: at.index}
STAYS: dict[str, Any] = {"variant": lambda at: 7}
SINKS: dict[str, Any] = {"variant": lambda at: -at.index}
APART: dict[str, Any] = {"lockstep": False, "invariant": lambda at: {}}
LAID = Loop("Laid.__init__", lockstep=True)
CALLS: dict[str, Any] = {"uses": ("up",)}
GROUND: dict[str, Any] = {"laws": (steps.above_ground,)}
UPWARDS: dict[str, Any] = {"laws": (steps.upwards,)}


@pytest.mark.parametrize(
    ("model", "impl", "more"),
    [
        (steps.over, steps.over_again, {}),
        (steps.over, steps.over_places, {}),
        (steps.over, steps.over_again, GROUND),
        (steps.over, steps.over_again, UPWARDS),
        (steps.over_and_back, steps.over_and_back, {}),
        (steps.below_and_over, steps.below_and_over, {**UPWARDS, "law_exempt": True}),
        (steps.over_calling, steps.over_calling, CALLS),
        (steps.calling_first, steps.calling_first, CALLS),
        (steps.calling_last, steps.calling_last, CALLS),
        (steps.each_with_each, steps.each_with_each, {}),
        (steps.of_two, steps.of_two, {}),
        (steps.down, steps.down_again, {"ours": FALLS}),
        (steps.down, steps.down_again, {"theirs": FALLS}),
        (steps.until, steps.until, {}),
        (steps.until_answered, steps.until_answered, {}),
        (steps.met, steps.met, {}),
        (steps.until_or_else, steps.until_or_else, {}),
    ],
)
def test_what_goes_round_alike_is_proved(
    model: Callable[..., Any], impl: Callable[..., Any], more: dict[str, Any]
) -> None:
    """However rounds end."""
    assert proof(model, impl, **more).resists == ""


@pytest.mark.parametrize(
    ("model", "impl", "more", "told"),
    [
        (steps.over, steps.over_but_one, {}, "both sides go round as often"),
        (steps.over, steps.over_by_two, {}, "PA-I1 after a round"),
        (steps.over, steps.over_after_one, {}, "PA-I1 before the loop"),
        (steps.over_after_one, steps.over, {}, "PA-I1 before the loop"),
        (steps.over, steps.over_more_and_more, {}, "what is looped over keeps its length"),
        (steps.over_more_and_more, steps.over, {}, "what is looped over keeps its length"),
        (steps.numbered_more_and_more, steps.numbered_more_and_more, {}, AS_IT_WAS),
        (steps.idle, steps.idle_for_ever, {"theirs": APART}, "what is looped over keeps its length"),
        (steps.down_to_one, steps.down_before_one, {"ours": FALLS}, "the arrays go round once less than the model"),
        (steps.over, steps.straight, {}, "the arrays go round a loop less than the model"),
        (steps.straight, steps.over, {}, "the model goes round no such loop here"),
        (steps.each_with_each, steps.each_alone, {}, "the arrays go round a loop less than the model"),
        (steps.each_alone, steps.each_with_each, {}, "the model goes round no such loop here"),
        (steps.over_calling, steps.over, CALLS, "both sides make the same calls and go round the same loops"),
        (steps.over, steps.over_calling, CALLS, "the model makes no such call of up here"),
        (steps.calling_first, steps.over_after_one, CALLS, "the arrays make a call less than the model"),
        (steps.calling_first, steps.calling_last, CALLS, "PA-I1 when up is called"),
        (steps.down, steps.down_further, {"ours": FALLS}, "the arrays go round once more than the model"),
        (steps.down, steps.down_less, {"ours": FALLS}, "the arrays go round once less than the model"),
        (steps.down, steps.down_by_two, {"ours": FALLS}, "number is the same on both sides, after a round"),
        (steps.down_by_two, steps.down, {"theirs": FALLS}, "number is the same on both sides, after a round"),
    ],
)
def test_what_goes_round_otherwise_is_open(
    model: Callable[..., Any], impl: Callable[..., Any], more: dict[str, Any], told: str
) -> None:
    """More often, less often, or from what is no longer tied to what is not."""
    assert told in proof(model, impl, **more).resists


@pytest.mark.parametrize(
    ("model", "impl", "ends", "others"),
    [
        (steps.until, steps.until_answered, "break", "return"),
        (steps.until, steps.until_refused, "break", "Missing"),
        (steps.until, steps.until_never, "break", "nothing"),
        (steps.until_seven, steps.until, "break", "nothing"),
        (steps.until_refused, steps.until, "Missing", "break"),
        (steps.until_refused, steps.until_answered, "Missing", "return"),
        (steps.until_refused, steps.until_refused_otherwise, "Missing", "OutOfRange"),
        (steps.until_refused, steps.until_never, "Missing", "nothing"),
        (steps.until_answered, steps.until, "return", "break"),
        (steps.until_answered, steps.until_refused, "return", "Missing"),
        (steps.until_never, steps.until, "", "break"),
        (steps.until, steps.until_seven, "", "break"),
        (steps.until_never, steps.until_refused, "", "Missing"),
        (steps.until_never, steps.until_answered, "", "return"),
    ],
)
def test_both_leave_in_one_round_in_one_way(
    model: Callable[..., Any], impl: Callable[..., Any], ends: str, others: str
) -> None:
    """Or neither does."""
    told = f"the model leaves the loop by {ends}, the arrays by {others}"
    assert (told if ends else f"the arrays leave the loop by {others}, and the model does not") in proof(
        model, impl
    ).resists


@pytest.mark.parametrize("impl", [steps.until_then, steps.until_or_else])
def test_what_follows_a_loop_is_compared(impl: Callable[..., Any]) -> None:
    """Wherever it was left."""
    assert "equal results" in proof(steps.until, impl).resists


@pytest.mark.parametrize(
    ("both", "more", "told"),
    [
        (steps.over_and_back, UPWARDS, "PA-L2 after a round"),
        (steps.over_and_back, GROUND, "PA-L1 after a round"),
        (steps.over_calling_and_back, {**CALLS, **GROUND}, "PA-L1 after a round"),
        (steps.over_calling_and_back, {**CALLS, **UPWARDS}, "PA-L2 after a round"),
        (steps.back_and_over, UPWARDS, "PA-L2 before the loop"),
        (steps.below_and_over, GROUND, "PA-L1 before the loop"),
        (steps.over, {"laws": (steps.upwards_in_all,)}, "PA-L2 across go"),
    ],
)
def test_laws_hold_wherever_rounds_begin(both: Callable[..., Any], more: dict[str, Any], told: str) -> None:
    """Those of states, and those of steps that are carried: they are supposed of any round."""
    assert told in proof(both, both, **more).resists


@pytest.mark.parametrize("side", ["ours", "theirs"])
@pytest.mark.parametrize("said", [RISES, STAYS, SINKS, FALLS])
def test_what_goes_on_for_ever_has_nothing_that_falls(side: str, said: dict[str, Any]) -> None:
    """On either side."""
    told = proof(steps.for_ever, steps.for_ever_again, **{side: said}).resists
    assert "the variant gets less, and is never below 0" in told


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_what_is_said_of_a_loop_is_shown(side: str) -> None:
    """Where it is come to, and after each round; on either side."""
    for invariant, told in (
        (lambda at: {"few": at.index < 1}, "few, after a round"),
        (lambda at: {"some": at.index > 0}, "some, at the start of the loop"),
        (lambda at: {"any": at.index >= 0}, ""),
    ):
        read = proof(steps.over, steps.over_again, **{side: {"invariant": invariant}})
        assert told in read.resists
        assert (read.resists == "") is (told == "")


@pytest.mark.parametrize(
    ("model", "impl", "more", "why"),
    [
        (steps.down, steps.down_again, {}, "it may never end"),
        (steps.over, steps.down, {}, "rounds differ"),
        (steps.down, steps.over, {"ours": FALLS}, "rounds differ"),
        (steps.of_two, steps.of_two_others, {}, "another kind on each side"),
        (steps.idle, steps.idle_by_another_name, {"theirs": APART}, "somebody else may hold it too"),
        (steps.idle, steps.idle_of_another_kind, {"theirs": APART}, "what it is later is not known"),
        (steps.idle_from_there, steps.idle_until_there, CALLS, "a call of the model before it is not made yet"),
        (steps.over, steps.over_again, {"theirs": {"changes": ("heights",)}}, "a round changes `climbed`"),
        (steps.over, steps.over_again, {"ours": {"changes": ("heights",)}}, "a round changes `climbed`"),
    ],
)
def test_what_cannot_go_in_step_is_refused(
    model: Callable[..., Any], impl: Callable[..., Any], more: dict[str, Any], why: str
) -> None:
    """It is told why."""
    assert why in proof(model, impl, **more).unsupported


def test_nothing_is_in_step_with_a_constructor() -> None:
    """Each side is constructed by itself."""
    refinement = replace(steps.path(steps.over, steps.over_again), impl=steps.Laid, loops=(LAID,))
    assert "there is no other side here" in prove_by_reading(refinement, CREATION).unsupported


def test_a_round_costs_what_the_arrays_read_in_it() -> None:
    """The model reads for nothing."""
    assert proof(steps.over, steps.over_again).found.rounds == {"over_again#0": (1, 0)}
