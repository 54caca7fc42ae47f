"""What a declaration says is shown, word by word: one that says more than is so has no proof.

Each wrong declaration has a right twin, which is proved.
PYTEST_DONT_REWRITE: a claim that a test makes is judged as its text says.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import (
    CREATION,
    Claim,
    Cost,
    Refinement,
)
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.bitvectors import bits
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.spec.logic import choose

from .functions.unsound import NUMBER, box
from .functions.unsound_words import (
    HALVED,
    chest,
    constant_number,
    counted_down,
    decided_number,
    doubled_beside,
    doubled_list,
    each_has_a_next,
    emptied,
    first_is_itself,
    first_overwritten,
    how_many,
    itself,
    itself_beside,
    kept,
    kept_anyway,
    last_has_a_next,
    last_is_itself,
    least_is_first,
    length,
    listed_and_refused,
    looped,
    marked,
    missing_is_itself,
    negated_beside,
    no_shorter,
    not_each_has_as_many,
    not_each_is_least,
    nothing,
    powered,
    refused_at_once,
    set_and_refused,
    size,
    stands_beyond,
    summarised,
    true,
    turned,
    twice,
    with_first,
    with_laws,
    with_operation,
    without_first,
    without_last,
    zero,
    zero_is_itself,
)


def is_proved(refinement: Refinement, unit: str = "operation_1") -> bool:
    """True if all that the proof of a unit says is green."""
    return {verdict.status for verdict in prove.run(refinement, unit)} == {Status.PROVED}


def resists(refinement: Refinement, unit: str = "operation_1") -> str:
    """What is not shown, or why it cannot be asked; "" if everything is."""
    operation = CREATION if unit == CREATION.name else refinement.operation(unit)
    return prove_by_reading(refinement, operation).resists


def not_proved(refinement: Refinement) -> Verdict:
    """The first verdict on the first operation that is not green."""
    return next(each for each in prove.run(refinement, "operation_1") if each.status is not Status.PROVED)


def test_a_variant_is_a_function_of_the_state() -> None:
    """What a round began with is no part of it."""
    assert is_proved(looped(zero, counted_down, variant=lambda at: at.local["number"]))
    wrong = looped(zero, turned, variant=lambda at: choose(at.local["side"] == at.round_local["side"], 1, 0))
    assert resists(wrong)


def test_an_invariant_says_the_same_where_it_is_supposed_and_where_it_is_obliged() -> None:
    """It cannot tell the two, and knows nothing of the round before."""
    assert is_proved(looped(length, how_many, invariant=lambda at: {"so far": at.local["found"] == at.index}))
    told = looped(nothing, how_many, invariant=lambda at: {"none": at.local["found"] == 0} if at.supposed else {})
    assert resists(told)
    since = {"none": "found"}
    rounds = looped(
        nothing,
        how_many,
        invariant=lambda at: {name: at.local[local] != at.round_local[local] for name, local in since.items()},
    )
    assert resists(rounds)


@pytest.mark.long
def test_a_summary_is_used() -> None:
    """Where its facts are part of a theorem, the proof rests on them."""
    assert is_proved(summarised(HALVED, HALVED))


def test_a_summary_says_what_its_theorem_says() -> None:
    """Its facts are part of the theorem, of every argument that they are used for."""
    right = summarised(HALVED, HALVED)
    assert bits.judge("box", right.theorems[0]).status is Status.PROVED
    assert "no part of theorem BX-B1" in resists(summarised(HALVED))
    assert "no part of a theorem" in resists(summarised(replace(HALVED, theorem=""), HALVED))
    false = replace(HALVED, facts=lambda wide, half, number: half == number)
    assert bits.judge("box", summarised(false, false).theorems[0]).status is Status.FAILED
    of_one = replace(HALVED, given=lambda bits, width: [(1,)])
    assert bits.judge("box", summarised(of_one, of_one).theorems[0]).status is Status.FAILED


@pytest.mark.parametrize("symbolic", [decided_number, constant_number, lambda make: abs(make.int("number"))])
def test_a_stand_in_is_for_every_value(symbolic: Callable[[Any], Any]) -> None:
    """It is what `make` makes, and nothing is asked of it; of no other value, the scope says so."""
    assert is_proved(box(itself, itself))
    assert resists(with_operation(box(size, itself), takes=(replace(NUMBER, symbolic=symbolic),)))


def test_a_rejection_is_seen_of_what_is_not_known() -> None:
    """Of each result there may be, whatever the declaration asks of its type."""
    for rejects in (lambda result: type(result) is bool and not result, lambda result: not result):
        assert is_proved(with_operation(box(kept, kept), rejects=rejects))
        assert resists(with_operation(box(kept_anyway, kept_anyway), rejects=rejects))


@pytest.mark.parametrize("wrong", [listed_and_refused, set_and_refused], ids=lambda function: function.__name__)
def test_what_is_refused_changes_nothing_though_both_sides_change_alike(wrong: Callable[..., None]) -> None:
    """Nor does what is pure."""
    assert is_proved(with_operation(box(refused_at_once, refused_at_once), refusals=("Missing",)))
    assert resists(with_operation(box(wrong, wrong), refusals=("Missing",)))
    assert is_proved(with_operation(box(length, length), pure=True))
    assert resists(with_operation(box(first_overwritten, first_overwritten), pure=True))


def test_functions_of_other_modules_are_followed() -> None:
    """They are read where they stand."""
    assert is_proved(box(twice, doubled_beside))
    assert is_proved(box(itself, itself_beside))
    assert resists(box(itself, negated_beside))


def test_a_law_names_the_steps_that_are_none_for_it() -> None:
    """Else its sentence says more than is shown."""
    exempt = {"model": emptied, "impl": emptied, "law_exempt": True}
    named = replace(no_shorter, statement="The list grows no shorter, but by `operation_1`.")
    assert is_proved(with_laws(named, **exempt))
    verdict = not_proved(with_laws(no_shorter, **exempt))
    assert (verdict.claim, verdict.status) == ("BX-L1", Status.NOT_PROVED)
    assert "name it in the sentence" in verdict.reason


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (no_shorter, stands_beyond),
        (last_is_itself, first_is_itself),
        (zero_is_itself, missing_is_itself),
        (each_has_a_next, last_has_a_next),
    ],
    ids=lambda claim: claim.id,
)
def test_a_claim_reads_what_is_there(right: Claim, wrong: Claim) -> None:
    """What CPython cannot evaluate is no claim."""
    assert is_proved(with_laws(right), "new")
    [left] = prove_by_reading(with_laws(wrong), CREATION).open
    assert left.what.startswith("soundness/functions/unsound_words.py:"), left
    assert left.claim == wrong.id
    assert re.search("index in range|the key is there", left.what), left


def test_what_is_made_for_one_index_is_not_one_for_all() -> None:
    """A symbol that is made within a quantifier would be."""
    assert is_proved(with_laws(least_is_first), "new")
    for wrong in (not_each_is_least, not_each_has_as_many):
        assert resists(with_laws(wrong))


@pytest.mark.parametrize(
    ("function", "cost", "too_little"),
    [
        (doubled_list, Cost(0, 0, "entry", 1, 1), Cost(0, 0, "entry", 1, 0)),
        (without_first, Cost(0, 0, "entry", 1, 1), Cost(0, 0, "entry", 1, 0)),
        (with_first, Cost(0, 1, "entry", 1, 1), Cost(0, 1)),
        (without_last, Cost(0, 1), Cost(0, 0)),
    ],
)
def test_what_is_moved_and_copied_counts(function: Callable[..., None], cost: Cost, too_little: Cost) -> None:
    """Once for each entry, of which there may be any number."""
    refinement = box(function, function)
    assert is_proved(with_operation(refinement, cost=cost))
    verdict = not_proved(with_operation(refinement, cost=too_little))
    assert (verdict.claim, verdict.status) == ("BX-C1", Status.FAILED)


def test_what_a_machine_has_room_for_is_named() -> None:
    """With the verdict, where a size is not known."""
    for refinement in (box(marked, marked), box(true, powered)):
        verdicts = prove.run(refinement, "operation_1")
        assert all("there is room" in verdict.evidence["presumes"][0] for verdict in verdicts)
    presumed = prove.run(box(itself, itself), "operation_1")[0].evidence.get("presumes", ())
    assert not any("there is room" in each for each in presumed)


def test_what_is_said_of_an_inner_operation_is_what_its_model_does() -> None:
    """The declaration of the outer container cannot make it up."""
    assert is_proved(chest(None), "count")
    for answer in (lambda model: len(model.items), lambda model: len(model.items) + 1):
        assert "`calls` says of it is no word" in resists(chest(answer), "count")
