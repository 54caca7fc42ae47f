"""Proofs of one declaration: what it must say, and what is obliged of new containers.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare import CREATION, Refinement, Scope, invariant, law, step_law
from slotproof.declare.verdict import Status
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import ReadProof, prove_by_reading
from slotproof.spec.errors import Conflict, Missing, OutOfRange

from ...judging import brief_proof
from ..examples.holder import with_operation
from ..examples.tally import NUMBER, Tally, TallyModel, alike, lawful, tally, twice


def proof(refinement: Refinement, name: str = "add") -> ReadProof:
    """The proof of an operation, or of what is new."""
    return prove_by_reading(refinement, CREATION if name == "new" else refinement.operation(name))


def no_answer(*given: Any) -> Any:
    """It has none of anything."""
    raise Missing("there is none")


@law("TY-L9", "There is none.")
def no_law(m: TallyModel) -> bool:
    raise Missing("there is none")


@step_law("TY-L8", "There is none of steps.")
def no_step_law(before: TallyModel, after: TallyModel) -> bool:
    raise Missing("there is none")


@invariant("TY-I9", "There is none.")
def no_invariant(m: TallyModel, t: Tally) -> bool:
    raise Missing("there is none")


@law("TY-L7", "One is counted.")
def one_counted(m: TallyModel) -> bool:
    return m.count > 0


WHOLE = tally(twice)


@pytest.mark.parametrize(
    ("configure", "why"),
    [
        (None, "the declaration does not say what a configuration is"),
        (lambda make: make.int("limit"), "it gives no arguments by name"),
        (no_answer, "Missing, raised by a function of the declaration"),
    ],
)
def test_a_declaration_says_what_is_new(configure: Any, why: str) -> None:
    """By name, in every state."""
    assert why in proof(replace(WHOLE, configure=configure), "new").unsupported


class Kinds:
    """A number by a kind, below a limit."""

    number: int

    def __init__(self, limit: int, kind: str = "even", twice: bool = False) -> None:
        if kind not in ("even", "odd", "last"):
            raise OutOfRange("no such kind")
        self.number = limit


class LastIsAnother(Kinds):
    """One kind is another one."""

    def __init__(self, limit: int, kind: str = "even", twice: bool = False) -> None:
        super().__init__(limit, kind, twice)
        self.number = limit + 1 if kind == "last" else limit


class OddIsAnother(Kinds):
    """Every other limit is another one."""

    def __init__(self, limit: int, kind: str = "even", twice: bool = False) -> None:
        super().__init__(limit, kind, twice)
        self.number = limit + limit % 2


@invariant("KD-I1", "Both have one number.")
def one_number(m: Kinds, h: Kinds) -> bool:
    return m.number == h.number


def of_kinds(impl: type[Kinds], configure: Any) -> Refinement:
    """A container of which nothing but new ones is asked."""
    return replace(WHOLE, model=Kinds, impl=impl, couple=(one_number,), laws=(), operations=(), configure=configure)


def every_kind(make: Any) -> Any:
    """Each argument is any."""
    kind = make.one_of("kind", ("even", "odd", "last"))
    return {"limit": make.int("limit"), "kind": kind, "twice": make.bool("twice")}


def some_kinds(make: Any) -> Any:
    """One kind is left out."""
    return {"limit": make.int("limit"), "kind": make.one_of("kind", ("even", "odd")), "twice": make.bool("twice")}


def no_odd(make: Any) -> Any:
    """What is computed is not every limit."""
    return {"limit": make.int("limit") * 2}


def no_three(make: Any) -> Any:
    """What is chosen by a condition is not every limit."""
    limit = make.int("limit")
    return {"limit": limit if limit > 3 else 2}


def in_order(make: Any) -> Any:
    """A condition puts two in order."""
    one, two = make.int("one"), make.int("two")
    if one < two:
        return {"limit": one, "kind": make.name("kind"), "twice": make.bool("twice")}
    return {"limit": two, "kind": make.name("kind"), "twice": make.bool("twice")}


def one_list(make: Any) -> Any:
    """A list that is written out is one."""
    return {"limit": make.int("limit"), "twice": [1]}


def always_twice(make: Any) -> Any:
    """A constant is one."""
    return {"limit": make.int("limit"), "twice": True}


def twice_or_none(make: Any) -> Any:
    """One truth is left out."""
    return {"limit": make.int("limit"), "twice": make.one_of("twice", (True, None))}


def always_none(make: Any) -> Any:
    """Neither truth is there."""
    return {"limit": make.int("limit"), "twice": None}


def one_limit(make: Any) -> Any:
    """So is a number."""
    return {"limit": 3, "twice": make.bool("twice")}


SOME: Final = "it is not for every value of each argument"


@pytest.mark.parametrize(
    ("impl", "configure", "what"),
    [
        (Kinds, every_kind, ""),
        (Kinds, some_kinds, ""),
        (LastIsAnother, some_kinds, "KD-I1 of a new container"),
        (OddIsAnother, every_kind, "KD-I1 of a new container"),
        (OddIsAnother, no_odd, SOME),
        (OddIsAnother, no_three, SOME),
        (Kinds, in_order, SOME),
        (Kinds, one_list, SOME),
        (Kinds, always_twice, SOME),
        (Kinds, one_limit, SOME),
        (Kinds, twice_or_none, SOME),
        (Kinds, always_none, SOME),
    ],
)
def test_new_containers_are_those_of_every_argument(impl: type[Kinds], configure: Any, what: str) -> None:
    """A text that is not chosen is tried as well."""
    found = (brief_proof if what else prove_by_reading)(of_kinds(impl, configure), CREATION).resists
    assert what in found if what else found == ""


def test_what_is_refused_of_new_ones_is_told_where_none_can_be_made_of_nothing() -> None:
    """And no failure that a call without its arguments would be."""
    refinement = replace(of_kinds(OddIsAnother, no_odd), scopes=(Scope("two", {"limit": 2}),))
    verdicts = prove.run(refinement, "new")
    assert [(each.claim, each.status) for each in verdicts] == [("KD-I1", Status.NOT_PROVED)]
    assert SOME in verdicts[0].reason


@pytest.mark.parametrize("claims", [{"laws": (no_law,)}, {"laws": (no_step_law,)}, {"couple": (alike, no_invariant)}])
def test_claims_have_a_value(claims: dict[str, Any]) -> None:
    """In every state."""
    assert "may raise Missing" in proof(replace(WHOLE, **claims), "new").resists


@pytest.mark.parametrize(
    ("unit", "claims"),
    [("new", {"TY-I1", "TY-L1"}), ("add", {"TY-R1", "TY-C1", "TY-I1", "TY-L1", "TY-L2"})],
)
def test_what_is_proved_has_a_verdict(unit: str, claims: set[str]) -> None:
    """On each claim that it keeps: what is new is no step."""
    verdicts = prove.run(lawful(), unit)
    assert {each.claim for each in verdicts} == claims
    assert {each.status for each in verdicts} == {Status.PROVED}


def test_a_law_holds_of_a_new_container() -> None:
    """Though every step keeps it."""
    assert "TY-L7 of a new container" in proof(replace(WHOLE, laws=(one_counted,)), "new").resists


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"takes": (replace(NUMBER, symbolic=None),)}, "nothing stands for every value of it"),
        ({"takes": (replace(NUMBER, symbolic=lambda make: 7),)}, "it is not for every value"),
        ({"takes": (replace(NUMBER, symbolic=lambda make: make.int("number") + 1),)}, "it is not for every value"),
        ({"takes": (replace(NUMBER, symbolic=lambda make: 7, within="seven"),)}, ""),
        ({"takes": (replace(NUMBER, symbolic=no_answer),)}, "Missing, raised by a function of the declaration"),
        ({"agree": no_answer}, "may raise Missing"),
        ({"rejects": no_answer}, "may raise Missing"),
        ({"ensures": lambda before, after, result, number: {}}, "it needs `witness` and `refused_if`"),
    ],
)
def test_an_operation_is_declared_for_every_argument(more: dict[str, Any], why: str) -> None:
    """Unless it says what limits them; and what is declared has a value."""
    read = proof(with_operation(WHOLE, "add", **more))
    assert why in read.resists
    assert (read.resists == "") is (why == "")


# --- new containers


class ListKept(Tally):
    """It holds one list twice."""

    others: list[int]

    def __init__(self) -> None:
        self.items = []
        self.others = self.items
        self.count = 0


class CountedFromOne(Tally):
    """It counts from one."""

    def __init__(self) -> None:
        self.items = []
        self.count = 1


class Refused(Tally):
    """There is none."""

    def __init__(self) -> None:
        self.items = []
        self.count = 0
        raise Conflict("there is one")


@pytest.mark.parametrize(
    ("impl", "told"),
    [
        (ListKept, "others is items as well"),
        (CountedFromOne, "TY-I1 of a new container"),
        (Refused, "the model ends in success, the implementation in Conflict"),
    ],
)
def test_a_new_container_is_what_the_model_begins_with(impl: type, told: str) -> None:
    """It is coupled, ends alike, and holds each list once."""
    assert told in proof(replace(WHOLE, impl=impl), "new").resists
