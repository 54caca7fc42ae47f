"""What an operation starts from: any arguments, of which one may be the container itself.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest

from slotproof.declare import CREATION, Claim, Domain, Operation
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.impl.bitmask import Bitmask
from slotproof.proofs.bitmask import BITMASK

from ...judging import brief_proof
from ..examples.tally import Tally, TallyModel, counts, tally, twice

LAST = "setattr(other, name, mine)"
MORE = "mine = self.limit; self.limit = 0; theirs = other.limit; self.limit = mine; other.limit = theirs"


def test_a_second_container_may_be_the_first() -> None:
    """What changes nothing of any two, but something of one and the same, is not proved."""
    with applied(replaced("bitmask", Bitmask.swap, [(LAST, f"{LAST}\n        {MORE}")], "swapped")):
        proof = prove_by_reading(BITMASK, BITMASK.operation("swap"))
    assert not proof.unsupported
    assert proof.open


Place = Literal["first", "second", "last"]


class Named(TallyModel):
    """It tells of a name whether it is the last one."""

    def is_last(self, name: str) -> bool:
        """One name is."""
        return name == "last"


class NamedTally(Tally):
    """The same."""

    def is_last(self, name: str) -> bool:
        """One name is."""
        return name == "last"


class NeverLast(Tally):
    """No name is."""

    def is_last(self, name: str) -> bool:
        """None is."""
        return False


class FirstOrLast(TallyModel):
    """It knows of three names."""

    def is_last(self, name: Place) -> bool:
        """One of them is."""
        return name == "last"


class FirstAlone(Tally):
    """No name is."""

    def is_last(self, name: Place) -> bool:
        """None is."""
        return False


def _every_place(make: Any) -> Any:
    return make.one_of("name", ("first", "second", "last"))


def _one_of_two(make: Any) -> Any:
    return make.one_of("name", ("first", "second"))


def _any_name(make: Any) -> Any:
    return make.name("name")


@pytest.mark.parametrize(
    ("model", "impl", "symbolic", "what"),
    [
        (Named, NamedTally, _any_name, ""),
        (Named, NeverLast, _any_name, "equal results"),
        (Named, NeverLast, _one_of_two, "the stand-in of name: it is never another str"),
        (FirstOrLast, FirstAlone, _every_place, "equal results"),
        (FirstOrLast, FirstAlone, _one_of_two, "the stand-in of name: it is never 'last'"),
    ],
)
def test_a_text_may_be_another_than_those_that_are_written_out(
    model: type[TallyModel], impl: type[Tally], symbolic: Callable[[Any], Any], what: str
) -> None:
    """What is chosen among some stands for no other."""
    name = Domain("name", small=lambda m, scope: ("first", "last"), classes={}, symbolic=symbolic)
    asked = Operation("is_last", Claim("TY-R7", "It tells of the last name."), takes=(name,), pure=True)
    refinement = replace(tally(twice), model=model, impl=impl, operations=(asked,))
    found = (brief_proof if what else prove_by_reading)(refinement, asked).resists
    assert what in found if what else found == ""


THREE: Any = (0, 1, 2)


def _one_of_three(make: Any) -> Any:
    return make.one_of("number", THREE)


def _none_or_one(make: Any) -> Any:
    return make.one_of("number", (None, 1))


def _always_true(make: Any) -> Any:
    return make.one_of("number", (True, None))


def _some_pairs(make: Any) -> Any:
    return make.one_of("number", ((0, 1), (1, 0), None))


def _list_or_none(make: Any) -> Any:
    return make.one_of("number", ([], None))


def _any_or_three(make: Any) -> Any:
    return make.one_of("number", (*THREE, make.int("number")))


@pytest.mark.parametrize(
    ("symbolic", "is_every"),
    [
        (_one_of_three, False),
        (_none_or_one, False),
        (_always_true, False),
        (_some_pairs, False),
        (_list_or_none, False),
        (_any_or_three, True),
    ],
)
def test_some_of_a_sort_stand_for_no_others(symbolic: Callable[[Any], Any], is_every: bool) -> None:
    """One that stands for all must be among them."""
    number = Domain("number", small=lambda m, scope: (1,), classes={}, symbolic=symbolic)
    whole = tally(twice)
    asked = replace(whole.operation("add"), takes=(number,))
    found = prove_by_reading(replace(whole, operations=(asked,)), asked).resists
    assert ("the stand-in of number: it is not for every value" not in found) == is_every
    assert (found == "") == is_every


class BegunModel(TallyModel):
    """It counts from a number, or from 0."""

    def __init__(self, first: int | None) -> None:
        self.items = []
        self.count = 0 if first is None else first

    def weigh(self, weight: int | tuple[int, int]) -> int:
        """What weighs nothing weighs nothing."""
        return 0


class Begun(Tally):
    """The same."""

    def __init__(self, first: int | None) -> None:
        self.items = []
        self.count = 0 if first is None else first

    def weigh(self, weight: int | tuple[int, int]) -> int:
        """The same."""
        return 0


class BegunLate(Tally):
    """It counts from 1 where nothing is given, and two weights weigh something."""

    def __init__(self, first: int | None) -> None:
        self.items = []
        self.count = 1 if first is None else first

    def weigh(self, weight: int | tuple[int, int]) -> int:
        """Two weigh something."""
        return 1 if isinstance(weight, tuple) else 0


def _number(make: Any) -> Any:
    return make.int("weight")


def _numbers(make: Any) -> Any:
    return make.one_of("weight", (make.int("weight"), (make.int("one"), make.int("other"))))


@pytest.mark.parametrize(
    ("impl", "symbolic", "what"),
    [
        (Begun, _numbers, ""),
        (BegunLate, _numbers, "equal results"),
        (BegunLate, _number, "the stand-in of weight: it is never tuple[int, int], which the parameter may be"),
    ],
)
def test_each_kind_that_a_parameter_may_be_has_a_stand_in(
    impl: type[Tally], symbolic: Callable[[Any], Any], what: str
) -> None:
    """What stands for numbers stands for no pair of them."""
    weight = Domain("weight", small=lambda m, scope: (1,), classes={}, symbolic=symbolic)
    asked = Operation("weigh", Claim("TY-R8", "Nothing weighs anything."), takes=(weight,), pure=True)
    refinement = replace(tally(twice), model=BegunModel, impl=impl, operations=(asked,))
    found = (brief_proof if what else prove_by_reading)(refinement, asked).resists
    assert what in found if what else found == ""


@pytest.mark.parametrize(
    ("impl", "configure", "what"),
    [
        (Begun, lambda make: {"first": make.one_of("first", (None, make.int("first")))}, ""),
        (BegunLate, lambda make: {"first": make.one_of("first", (None, make.int("first")))}, "TY-I2 of a new"),
        (BegunLate, lambda make: {"first": make.int("first")}, "`configure` of first: it is never None"),
        (BegunLate, lambda make: {"other": make.int("other")}, "`configure` of first: it is not for each parameter"),
    ],
)
def test_each_kind_that_a_constructor_may_be_given_has_a_stand_in(
    impl: type[Tally], configure: Callable[[Any], dict[str, Any]], what: str
) -> None:
    """A new container of nothing is none of a number, and none of what is not given."""
    refinement = replace(tally(twice), model=BegunModel, impl=impl, couple=(counts,), configure=configure)
    found = (brief_proof if what else prove_by_reading)(refinement, CREATION).resists
    assert what in found if what else found == ""
