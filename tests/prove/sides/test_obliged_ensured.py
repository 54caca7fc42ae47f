"""What is obliged of the arrays alone, where no model runs: what is ensured, and when they refuse.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Answering, Claim, Domain, Peer, Promise, answers_no
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.spec.errors import Missing, OutOfRange

from ..examples.holder import with_operation
from ..examples.tally import BATCH, Tally, TallyModel, no_fewer, tally, twice
from .obliging import below_minus_one, below_zero, one_tally, proof


def refused_below_zero(tally: Tally, number: int) -> int:
    """How many there are, of any number that is not below 0."""
    if number < 0:
        raise OutOfRange("it is below 0")
    return tally.count


def refused_and_counted(tally: Tally, number: int) -> int:
    """It is counted before it is refused."""
    if number < 0:
        tally.count += 1
        raise OutOfRange("it is below 0")
    return tally.count


def refused_by_two(tally: Tally, number: int) -> int:
    """Another error tells of none."""
    if number < 0:
        raise OutOfRange("it is below 0")
    if number == 0:
        raise Missing("it is none")
    return tally.count


def refused_by_one(tally: Tally, number: int) -> int:
    """One error tells of both."""
    if number <= 0:
        raise Missing("it is none, or below 0")
    return tally.count


def counted_on(tally: Tally, number: int) -> int:
    """One more is counted, of whichever."""
    tally.count += 1
    tally.items.append(0)
    return tally.count


def denied(tally: Tally, number: int) -> bool:
    """It is counted, and the answer is that it is not."""
    tally.count += 1
    tally.items.append(0)
    return False


def as_before(at: Any) -> TallyModel:
    """The state of the model before."""
    model: TallyModel = at.model_before
    return model


def twin(at: Any) -> TallyModel:
    """Another one in that state."""
    made = TallyModel()
    made.items, made.count = at.model_before.items.copy(), at.model_before.count
    return made


def one_more(at: Any) -> TallyModel:
    """The state of the model that the arrays mean then."""
    made = TallyModel()
    made.items, made.count = at.model_before.items.copy(), at.now.count
    made.items.append(0)
    return made


def none_are(before: TallyModel, after: TallyModel, result: int, number: int) -> dict[str, bool]:
    """What is not so of some."""
    return {"none": result == 0}


def nothing(before: TallyModel, after: TallyModel, result: int, number: int) -> dict[str, bool]:
    """What is so of anything."""
    return {"as it is": before.count == before.count}


def counted_once(before: TallyModel, after: TallyModel, result: int, number: int) -> dict[str, bool]:
    """What is counted, by what was before."""
    return {"once": after.count == before.count + 1}


ENSURED: dict[str, Any] = {
    "ensures": lambda before, after, result, number: {"counted": result == after.count},
    "witness": as_before,
    "refused_if": lambda before, number: number < 0,
}
BY_TWO: dict[str, Any] = {
    **ENSURED,
    "refusals": ("OutOfRange", "Missing"),
    "refused_if": {"OutOfRange": lambda before, number: number < 0, "Missing": lambda before, number: number <= 0},
}
ONE: dict[str, Any] = {"OutOfRange": lambda before, number: number < 0, "Missing": lambda before, number: number == 1}
MORE: dict[str, Any] = {**ENSURED, "witness": one_more, "refused_if": lambda before, number: False}


@pytest.mark.parametrize(
    ("impl", "more", "told"),
    [
        (refused_below_zero, ENSURED, ""),
        (refused_below_zero, {**ENSURED, "refusals": ()}, "OutOfRange is a documented refusal"),
        (refused_below_zero, {**ENSURED, "refused_if": lambda before, number: number < 1}, "it is refused exactly if"),
        (refused_below_zero, {**ENSURED, "refused_if": lambda before, number: number < -1}, "it is refused exactly if"),
        (refused_below_zero, {**ENSURED, "refused_if": lambda before, number: False}, "it is refused exactly if"),
        (
            refused_below_zero,
            {**ENSURED, "ensures": none_are},
            "ensured: none",
        ),
        (refused_below_zero, {**ENSURED, "changes": ()}, ""),
        (refused_below_zero, {**ENSURED, "pure": True}, ""),
        (refused_below_zero, {**ENSURED, "witness": None}, "it needs `witness` and `refused_if`"),
        (refused_below_zero, {**ENSURED, "refused_if": None}, "it needs `witness` and `refused_if`"),
        (counted_on, {**MORE, "promise": Promise()}, "`promise=` with `ensures`: nothing shows it"),
        (refused_by_two, BY_TWO, ""),
        (refused_by_one, BY_TWO, "it is refused exactly if"),
        (refused_by_two, {**BY_TWO, "refused_if": ONE}, "it is refused exactly if"),
        (one_tally, {**ENSURED, "refused_if": lambda before, number: False}, "of which no model is named"),
        (refused_and_counted, ENSURED, "nothing is changed: it is refused"),
        (counted_on, MORE, ""),
        (counted_on, {**MORE, "changes": ("items", "count")}, ""),
        (counted_on, {**MORE, "changes": ("items",)}, "count is left alone, as is declared"),
        (counted_on, {**MORE, "changes": ("count",)}, "items is left alone, as is declared"),
        (counted_on, {**MORE, "ensures": counted_once}, ""),
        (refused_below_zero, {**ENSURED, "ensures": counted_once}, "ensured: once"),
        (counted_on, {**MORE, "pure": True}, "the model is unchanged: it is pure"),
        (refused_below_zero, {**ENSURED, "witness": twin, "pure": True}, ""),
        (denied, {**MORE, "ensures": nothing}, ""),
        (denied, {**MORE, "ensures": nothing, "rejects": answers_no}, "the model is unchanged: it is refused"),
        (counted_on, {**MORE, "rejects": answers_no}, ""),
        (counted_on, {**MORE, "witness": as_before}, "counted"),
        (
            counted_on,
            {**MORE, "witness": as_before, "ensures": nothing},
            "TY-I1 after",
        ),
    ],
)
def test_what_is_ensured_is_shown(impl: Callable[..., Any], more: dict[str, Any], told: str) -> None:
    """Of the state that the declaration names."""
    read = proof(None, impl, more)
    assert told in read.resists
    assert (read.resists == "") is (told == "")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("changes", ("items",)),
        ("witness", as_before),
        ("refused_if", lambda before, number: True),
        ("settles", lambda before, number: ()),
    ],
)
def test_what_is_said_for_what_is_ensured_is_said_beside_it(name: str, said: Any) -> None:
    """Where the model runs, nothing looks at it, true or not."""
    assert f"`{name}=` with no `ensures`: nothing shows it" in proof(None, twice, {name: said}).resists


def counted_back(tally: Tally, number: int) -> int:
    """One less is counted."""
    tally.count -= 1
    tally.items.append(0)
    return tally.count


@pytest.mark.parametrize(("impl", "told"), [(counted_on, ""), (counted_back, "TY-L2 across twice")])
def test_laws_of_steps_are_shown_of_the_state_that_is_named(impl: Callable[..., Any], told: str) -> None:
    """From that in which the model was."""
    read = proof(None, impl, MORE, (no_fewer,))
    assert told in read.resists
    assert (read.resists == "") is (told == "")


def compared(tally: Tally, batch: list[int]) -> int:
    """The same numbers are refused."""
    if tally.items == batch:
        raise OutOfRange("they are the same")
    return tally.count


def compared_and_kept(tally: Tally, batch: list[int]) -> int:
    """They are held from then on."""
    if tally.items == batch:
        tally.items = batch
        raise OutOfRange("they are the same")
    return tally.count


@pytest.mark.parametrize(("impl", "told"), [(compared, ""), (compared_and_kept, "items is an argument as well")])
def test_what_is_refused_holds_nothing_that_is_given(impl: Callable[..., Any], told: str) -> None:
    """Though it holds the same numbers."""
    more: dict[str, Any] = {
        **ENSURED,
        "takes": (BATCH,),
        "refused_if": lambda before, batch: before.items == batch,
        "ensures": lambda before, after, result, batch: {"counted": after.count == after.count},
    }
    read = proof(None, impl, more)
    assert told in read.resists
    assert (read.resists == "") is (told == "")


@pytest.mark.parametrize(("function", "is_open"), [(below_zero, False), (below_minus_one, True)])
def test_what_laws_say_of_a_refusal_is_shown(function: Callable[..., bool], is_open: bool) -> None:
    """Where the arrays alone have run."""
    law = Answering(Claim("TY-L3", ""), refused={"twice": function})
    more = {**ENSURED, "uses": (), "cost": None, "model": None, "impl": refused_below_zero}
    refinement = with_operation(replace(tally(twice), answers=(law,)), "twice", **more)
    read = prove_by_reading(refinement, refinement.operation("twice"))
    assert not read.unsupported
    assert {each.claim for each in read.open} == ({"TY-L3"} if is_open else set())


def looked_at_another(tally: Tally, other: Tally) -> int:
    """How many there are of the other one."""
    return other.count


def the_other(at: Any) -> TallyModel:
    """The model of the other one."""
    model: TallyModel = at.arguments[0].model
    return model


OTHER = Domain(
    "other",
    small=lambda m, scope: (Peer(),),
    classes={"other": lambda m, issued, number: Peer()},
    symbolic=lambda make: make.peer("other"),
)


@pytest.mark.parametrize(
    ("witness", "told"),
    [
        (as_before, ""),
        (the_other, "the model is unchanged: it is pure"),
        (lambda at: at.now, "it gives no state of the model"),
        (lambda at: at.arguments[0], "it gives no state of the model"),
        (lambda at: 3, "it gives no state of the model"),
    ],
    ids=["its own", "that of the other one", "the arrays", "the other one", "a number"],
)
def test_the_state_of_another_container_is_not_its_own(witness: Callable[[Any], Any], told: str) -> None:
    """Though nobody changed that one, either; and what is no such state is refused."""
    more = {
        **ENSURED,
        "takes": (OTHER,),
        "refusals": (),
        "refused_if": lambda before, other: False,
        "ensures": lambda before, after, result, other: {"counted": after.count == after.count},
        "pure": True,
        "witness": witness,
        "impl": looked_at_another,
    }
    bare = replace(tally(twice), couple=(), laws=())  # a coupling would tell their states apart
    refinement = with_operation(bare, "twice", **{"uses": (), "cost": None, "model": None, **more})
    read = prove_by_reading(refinement, refinement.operation("twice"))
    assert (told in read.resists, bool(read.resists)) == (True, bool(told)), read.resists


def counted_another(tally: Tally, other: Tally) -> int:
    """One more of the other one, if it is another one."""
    if other is not tally:
        other.count += 1
    return tally.count


@pytest.mark.parametrize(("impl", "told"), [(looked_at_another, ""), (counted_another, "TY-I1 after twice")])
def test_another_container_is_one_like_any_other(impl: Callable[..., Any], told: str) -> None:
    """Its coupling is shown as well."""
    more: dict[str, Any] = {
        **ENSURED,
        "takes": (OTHER,),
        "refusals": (),
        "refused_if": lambda before, other: False,
        "ensures": lambda before, after, result, other: {"counted": after.count == after.count},
    }
    read = proof(None, impl, more)
    assert told in read.resists
    assert (read.resists == "") is (told == "")
