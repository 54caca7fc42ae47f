"""What is false is not proved: functions that differ from what they are taken for, and claims that do not hold.

A proof of any of these would be the worst there can be. Each is wrong in fact: `explore` runs both and tells the
difference. Each is refuted by `prove`, with a small state on which the very Python goes wrong.
"""

from collections.abc import Callable
from typing import Any

import pytest

from slotproof.declare import Claim
from slotproof.declare.verdict import Status
from slotproof.engine.explore import explore
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading

from ..quick import one_of_each
from .functions import unsound_python, unsound_values
from .functions.unsound import FALSE_CLAIMS, LOOPED, PAIRS, box

FALSE = [(right, wrong) for right, all_wrong in PAIRS.items() for wrong in all_wrong]
ODD = [
    pytest.param(module_box, right, wrong, id=wrong.__name__)
    for module_box, pairs in (
        (unsound_python.odd_box, unsound_python.PAIRS),
        (unsound_values.shelf_of, unsound_values.PAIRS),
    )
    for right, all_wrong in pairs.items()
    for wrong in all_wrong
]


@pytest.mark.parametrize("right", PAIRS, ids=lambda function: function.__name__)
def test_what_is_right_is_proved(right: Callable[..., Any]) -> None:
    """Else it would say little that the wrong ones are not."""
    verdicts = prove.run(box(right, LOOPED.get(right, right)), "operation_1")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize(
    ("right", "wrong"), one_of_each(lambda right, wrong: right, FALSE), ids=lambda function: function.__name__
)
def test_what_is_wrong_is_refuted(right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
    """By running both, and by the proof, which shows a state."""
    refinement = box(right, wrong)
    ran = [each for each in explore.run(refinement, "small", deep=False) if each.status is Status.FAILED]
    assert ran, "the two do the same: this pair shows nothing"
    verdicts = prove.run(refinement, "operation_1")
    [own] = [verdict for verdict in verdicts if verdict.claim == "BX-R1"]
    assert own.status is Status.FAILED, own.reason
    assert own.failure is not None
    assert own.failure.trace, own.failure.message


@pytest.mark.parametrize(
    ("operation", "statement", "holds"),
    one_of_each(lambda operation, *_: operation, FALSE_CLAIMS),
    ids=[claim[1] for claim in FALSE_CLAIMS],
)
def test_a_false_claim_is_refuted(operation: Callable[..., Any], statement: str, holds: Callable[..., bool]) -> None:
    """The proof shows a state of which it holds, and from which the operation leads to one of which it does not."""
    verdicts = prove.run(box(operation, operation, Claim("BX-I9", statement, holds)), "operation_1")
    [own] = [verdict for verdict in verdicts if verdict.claim == "BX-I9"]
    assert own.status is Status.FAILED
    assert own.failure is not None
    assert own.failure.broken == ("BX-I9",), own.failure.message
    assert own.failure.trace


@pytest.mark.parametrize(("made", "right", "wrong"), one_of_each(lambda made, right, wrong: right, ODD))
def test_what_python_does_besides_is_not_proved_away(
    made: Callable[..., Any], right: Callable[..., Any], wrong: Callable[..., Any]
) -> None:
    """Aliases, what a loop binds, truths of things, caught errors, hidden state: the wrong one is not proved."""
    refinement = made(right, wrong)
    if wrong not in unsound_values.UNSEEN:
        ran = [each for each in explore.run(refinement, "small", deep=False) if each.status is Status.FAILED]
        assert ran, "the two do the same: this pair shows nothing"
    verdicts = prove.run(refinement, "operation_1")
    assert {verdict.status for verdict in verdicts} in ({Status.FAILED}, {Status.NOT_PROVED})


@pytest.mark.parametrize("right", unsound_values.PAIRS, ids=lambda function: function.__name__)
def test_what_is_right_of_values_is_proved(right: Callable[..., Any]) -> None:
    """Else it would say little that the wrong ones are not."""
    verdicts = prove.run(unsound_values.shelf_of(right, right), "operation_1")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize(
    ("wrong", "end"),
    [
        (unsound_values.mark_all_or_refuse_one, "the arrays leave the loop by OutOfRange"),
        (unsound_values.mark_all_by_another, "the arrays leave the loop by OutOfRange"),
        (unsound_values.mark_all_before_one, "the arrays leave the loop by break"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_round_in_lockstep_ends_as_the_model_ends_it(wrong: Callable[..., Any], end: str) -> None:
    """By an error, its own or that of what it calls, or by leaving the loop."""
    refinement = unsound_values.shelf_of(unsound_values.mark_all, wrong)
    assert any(end in each.what for each in prove_by_reading(refinement, refinement.operations[0]).open)
