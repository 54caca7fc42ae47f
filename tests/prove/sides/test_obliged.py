"""What is obliged of each pair of ends.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Answering, Claim, Domain
from slotproof.engine.prove.python.builtin.operators import AS_IT_WAS
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.spec.errors import Missing, OutOfRange

from ..examples.holder import with_operation
from ..examples.tally import Tally, TallyModel, as_many, is_no_less, read_if, tally, twice
from .obliging import arrays_of, below_minus_one, below_zero, one_tally, proof

Either = TallyModel | Tally


def added(tally: Either, number: int) -> None:
    """As a tally adds."""
    tally.add(number)


def added_in_silence(tally: Either, number: int) -> None:
    """What is below 0 is left out."""
    if number >= 0:
        tally.add(number)


def added_but_none(tally: Either, number: int) -> None:
    """It ends in another error."""
    if number < 0:
        raise Missing("it is below 0")
    tally.add(number)


def added_first(tally: Either, number: int) -> None:
    """It is there when it is refused."""
    tally.count += 1
    if number < 0:
        raise OutOfRange("it is below 0")
    tally.items.append(number)


def looked(tally: Either, number: int) -> int:
    """How many there are."""
    return tally.count


def looked_and_counted(tally: Either, number: int) -> int:
    """One more, each time."""
    tally.count += 1
    return tally.count - 1


def looked_beyond(tally: Either, number: int) -> int:
    """One more than there are."""
    return tally.count + 1


def given_away(tally: Either, number: int) -> list[int]:
    """The list of the container."""
    return tally.items


def copied(tally: Either, number: int) -> list[int]:
    """Another list."""
    return tally.items.copy()


class Shown:
    """What holds numbers."""

    items: list[int]

    def __init__(self, items: list[int]) -> None:
        self.items = items


def copy_shown(tally: Either, number: int) -> Shown:
    """Another list, within something."""
    return Shown(tally.items.copy())


def list_shown(tally: Either, number: int) -> Shown:
    """That of the container."""
    return Shown(tally.items)


def is_added(tally: Either, number: int) -> bool:
    """False, and nothing is added, if it is below 0."""
    if number < 0:
        return False
    tally.add(number)
    return True


def is_added_or_counted(tally: Either, number: int) -> bool:
    """False, and something is added."""
    tally.add(0)
    return number >= 0


def gone_through(tally: Either, number: int) -> Iterator[int]:
    """One after the other."""
    return iter(tally.items)


def gone_through_late(tally: Either, number: int) -> Iterator[int]:
    """One more is added before anybody goes through them."""
    items = iter(tally.items)
    tally.add(0)
    return items


def looked_in_silence(tally: Either, number: int) -> None:
    """It tells nothing."""


def named(tally: Either, number: int) -> str:
    """A text."""
    return "one"


def named_otherwise(tally: Either, number: int) -> str:
    """Another one."""
    return "two"


def same_sequence(mine: list[int], its: list[int]) -> bool:
    """What only its name says."""
    return len(mine) == len(its) + 1


PURE: dict[str, Any] = {"pure": True}
ALIKE: dict[str, Any] = {"agree": lambda mine, its: True}
REJECTS: dict[str, Any] = {"rejects": lambda result: not result}


@pytest.mark.parametrize(
    ("model", "impl", "more", "told"),
    [
        (added, added, {}, ""),
        (added, added, {"refusals": ()}, "OutOfRange is a documented refusal"),
        (added, added_in_silence, {}, "the model ends in OutOfRange, the implementation in success"),
        (added_in_silence, added, {}, "the model ends in success, the implementation in OutOfRange"),
        (
            added,
            added_but_none,
            {"refusals": ("OutOfRange", "Missing")},
            "in OutOfRange, the implementation in Missing",
        ),
        (added_first, added_first, {}, "the model is unchanged: it is refused"),
        (added, added_first, {}, "TY-I1 after twice"),
        (looked, looked, PURE, ""),
        (looked_and_counted, looked_and_counted, {}, ""),
        (looked_and_counted, looked_and_counted, PURE, "the model is unchanged: it is pure"),
        (looked, looked_beyond, PURE, "equal results"),
        (looked, looked_beyond, {"agree": lambda mine, its: mine < its}, "equal results"),
        (looked, looked, {"agree": lambda mine, its: mine < its}, "equal results"),
        (looked_in_silence, looked_in_silence, ALIKE, ""),
        (looked_in_silence, looked, ALIKE, "equal results"),
        (named, named, ALIKE, ""),
        (named, named_otherwise, ALIKE, "equal results"),
        (copied, copied, PURE, ""),
        (copied, copied, {**PURE, "agree": same_sequence}, "equal results"),
        (copied, given_away, PURE, "the result is items as well"),
        (copy_shown, copy_shown, ALIKE, ""),
        (copy_shown, list_shown, ALIKE, "the result is items as well"),
        (gone_through, gone_through, ALIKE, ""),
        (gone_through_late, gone_through_late, ALIKE, AS_IT_WAS),
        (is_added, is_added, REJECTS, ""),
        (is_added_or_counted, is_added_or_counted, {}, ""),
        (is_added_or_counted, is_added_or_counted, REJECTS, "the model is unchanged: it is refused"),
    ],
)
def test_both_sides_end_alike(model: Callable[..., Any], impl: Callable[..., Any], more: Any, told: str) -> None:
    """And leave what is refused, or pure, as it was."""
    read = proof(model, impl, more)
    assert told in read.resists
    assert (read.resists == "") is (told == "")


@pytest.mark.parametrize(
    ("model", "impl", "claims"),
    [(looked, looked, set()), (looked, looked_beyond, {"TY-R2"}), (added, added_first, {"TY-I1"})],
)
def test_what_is_open_is_of_its_claim(model: Callable[..., Any], impl: Callable[..., Any], claims: set[str]) -> None:
    """What both sides give is of the operation, and what their states are of what is said of those."""
    assert {each.claim for each in proof(model, impl, {}).open} == claims


@pytest.mark.parametrize(("both", "told"), [(looked, ""), (looked_and_counted, "TY-L1 after twice")])
def test_laws_are_shown_of_what_both_leave(both: Callable[..., Any], told: str) -> None:
    """However alike they are."""
    read = proof(both, both, {}, (as_many,))
    assert told in read.resists
    assert (read.resists == "") is (told == "")


def is_one_more(before: TallyModel, after: TallyModel, result: None, number: int) -> bool:
    """It is counted."""
    return after.count == before.count + 1


def is_as_many(before: TallyModel, after: TallyModel, result: None, number: int) -> bool:
    """It is not counted."""
    return after.count == before.count


@pytest.mark.parametrize(
    ("ends", "function", "is_open"),
    [
        ("refused", below_zero, False),
        ("refused", below_minus_one, True),
        ("answered", is_one_more, False),
        ("answered", is_as_many, True),
    ],
)
def test_what_laws_say_of_an_end_is_shown(ends: str, function: Callable[..., bool], is_open: bool) -> None:
    """Of an answer, or of a refusal."""
    law = Answering(Claim("TY-L3", ""), **{ends: {"twice": function}})
    more = {"uses": (), "cost": None, "model": added, "impl": added}
    refinement = with_operation(replace(tally(twice), answers=(law,)), "twice", **more)
    read = prove_by_reading(refinement, refinement.operation("twice"))
    assert not read.unsupported
    assert {each.claim for each in read.open} == ({"TY-L3"} if is_open else set())


def test_what_follows_laws_of_an_answer_is_of_the_operation() -> None:
    """That nothing is changed is shown after them."""
    law = Answering(Claim("TY-L3", ""), answered={"twice": lambda before, after, result, number: True})
    more = {**PURE, "uses": (), "cost": None, "model": looked_and_counted, "impl": looked_and_counted}
    refinement = with_operation(replace(tally(twice), answers=(law,)), "twice", **more)
    assert {each.claim for each in prove_by_reading(refinement, refinement.operation("twice")).open} == {"TY-R2"}


# --- containers among the results


def model_of(tally: TallyModel, more: int) -> TallyModel:
    """Another one that holds the same, and counts so many more."""
    made = TallyModel()
    made.items, made.count = tally.items.copy(), tally.count + more
    return made


def one_model(tally: TallyModel, number: int) -> TallyModel:
    """One that counts as many."""
    return model_of(tally, 0)


def one_model_that_counts_more(tally: TallyModel, number: int) -> TallyModel:
    """One that no law allows."""
    return model_of(tally, 1)


def one_tally_that_counts_more(tally: Tally, number: int) -> Tally:
    """The same of arrays."""
    return arrays_of(tally, 1)


def two_models(tally: TallyModel, number: int) -> tuple[TallyModel, int, TallyModel]:
    """Two, and a number between them."""
    return model_of(tally, 0), number, model_of(tally, 0)


def two_tallies(tally: Tally, number: int) -> tuple[Tally, int, Tally]:
    """The same of arrays."""
    return arrays_of(tally, 0), number, arrays_of(tally, 0)


def two_tallies_of_which_one_counts_more(tally: Tally, number: int) -> tuple[Tally, int, Tally]:
    """The second is another one."""
    return arrays_of(tally, 0), number, arrays_of(tally, 1)


class HeldModel:
    """Something that holds one."""

    inner: TallyModel

    def __init__(self, inner: TallyModel) -> None:
        self.inner = inner


class HeldTally:
    """The same of arrays."""

    inner: Tally

    def __init__(self, inner: Tally) -> None:
        self.inner = inner


def model_within(tally: TallyModel, number: int) -> HeldModel:
    """One that something else holds."""
    return HeldModel(model_of(tally, 0))


def tally_within(tally: Tally, number: int) -> HeldTally:
    """The same of arrays."""
    return HeldTally(arrays_of(tally, 0))


def tally_that_counts_more_within(tally: Tally, number: int) -> HeldTally:
    """It is another one."""
    return HeldTally(arrays_of(tally, 1))


@pytest.mark.parametrize(
    ("model", "impl", "told"),
    [
        (one_model, one_tally, ""),
        (one_model, one_tally_that_counts_more, "TY-I1 of what twice gives"),
        (one_model_that_counts_more, one_tally, "TY-I1 of what twice gives"),
        (one_model_that_counts_more, one_tally_that_counts_more, "TY-L1 of what twice gives"),
        (two_models, two_tallies, ""),
        (two_models, two_tallies_of_which_one_counts_more, "TY-I1 of what twice gives"),
        (two_models, one_tally, "containers among the results: the model gives others"),
        (one_model, two_tallies, "containers among the results: the model gives others"),
        (model_within, tally_within, ""),
        (model_within, tally_that_counts_more_within, "TY-I1 of what twice gives"),
        (looked, one_tally, "containers among the results: the model gives others"),
    ],
)
def test_a_container_that_is_given_is_one_like_any_other(
    model: Callable[..., Any], impl: Callable[..., Any], told: str
) -> None:
    """It is coupled with what the model gives, and within the laws, whatever results are compared by."""
    more = {**PURE, **ALIKE, "refusals": ()}
    read = proof(model, impl, more, (as_many,))
    assert told in read.resists
    assert (read.resists == "") is (told == "")


@pytest.mark.parametrize(
    ("model", "impl", "told"),
    [
        (one_model, one_tally_that_counts_more, ""),
        (one_model_that_counts_more, one_tally, "TY-L1 of what twice gives"),
    ],
)
def test_laws_are_of_what_the_model_gives(model: Callable[..., Any], impl: Callable[..., Any], told: str) -> None:
    """Where no coupling tells both apart."""
    more = {**PURE, **ALIKE, "refusals": (), "uses": (), "cost": None, "model": model, "impl": impl}
    refinement = with_operation(replace(tally(twice), couple=(), laws=(as_many,)), "twice", **more)
    read = prove_by_reading(refinement, refinement.operation("twice"))
    assert told in read.resists
    assert (read.resists == "") is (told == "")


def one_model_that_counts_less(tally: TallyModel, number: int) -> TallyModel:
    """It may count less than none."""
    return model_of(tally, -1)


def one_tally_that_counts_less(tally: Tally, number: int) -> Tally:
    """The same of arrays."""
    return arrays_of(tally, -1)


@pytest.mark.parametrize(
    ("model", "impl", "told"),
    [
        (one_model, one_tally, ""),
        (one_model_that_counts_less, one_tally_that_counts_less, "what from_dict asks for is true after twice"),
    ],
)
def test_what_reading_asks_for_is_true_of_what_is_given(
    model: Callable[..., Any], impl: Callable[..., Any], told: str
) -> None:
    """Its data may be read as well."""
    more = {**PURE, **ALIKE, "refusals": (), "uses": (), "cost": None, "model": model, "impl": impl}
    refinement = with_operation(read_if(is_no_less), "twice", **more)
    read = prove_by_reading(refinement, refinement.operation("twice"))
    assert told in read.resists
    assert (read.resists == "") is (told == "")


def made_once(tally: Either, make: Callable[[], int]) -> None:
    """What is made is not kept."""
    make()


def made_twice(tally: Either, make: Callable[[], int]) -> None:
    """Two are made, and not kept."""
    make()
    make()


MAKE = Domain("make", lambda m, scope: (), {}, symbolic=lambda make: make.factory("make"))


@pytest.mark.parametrize(("impl", "is_open"), [(made_once, False), (made_twice, True)])
def test_both_sides_call_as_often(impl: Callable[..., Any], is_open: bool) -> None:
    """What a client gives them to call."""
    read = proof(made_once, impl, {"takes": (MAKE,), "refusals": (), "pure": True})
    assert (any("call the callback as often" in each.what for each in read.open), bool(read.resists)) == (is_open,) * 2
