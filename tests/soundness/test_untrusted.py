"""Data of which nothing is known: what takes only rows for rows is proved, and nothing that does otherwise.

PYTEST_DONT_REWRITE: a premise that a test makes is judged as its text says.
"""

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import z3

from slotproof.declare import Answering, Claim, Cost, Foreign, Operation, answers_no
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.sides.called import is_read_back
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.sides.untrusted import FIELDS, PREMISE, prove_operation
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.solver.theory import data as d
from slotproof.proofs.dense_set import DENSE_SET
from slotproof.spec.errors import InvalidArgument, Missing
from slotproof.spec.logic import conj

from ..containers.breaks.breaks import with_methods
from .functions.unsound_foreign import (
    WRONG,
    RowModel,
    limits_of_seven,
    noted,
    nothing_at_all,
    right,
    row_refinement,
    what_it_means,
)

SHORT = Budget(last=200_000)
REFUSED = ("the_list_of_the_data", "data_changed", "nothing_at_all")


def proofs_of(make: Callable[..., Any], **more: Any) -> Simulation:
    """Proofs of a row that is made so, of whose foreign data more is declared."""
    refinement = row_refinement(make)
    [operation] = refinement.operations
    foreign = replace(operation.foreign or Foreign(lambda h, seen: {}), **more)
    refinement = replace(refinement, operations=(replace(operation, foreign=foreign),))
    return Simulation(refinement, Declarations(), lambda: Solver(SHORT))


def proof_of(make: Callable[..., Any], **more: Any) -> Found:
    """The proof that rows are made of what is a row alone."""
    proofs = proofs_of(make, **more)
    return prove_operation(proofs, proofs.refinement.operation("from_dict"))


def limit_is_seven(row: Any) -> bool:
    """True of rows that nobody constructs."""
    return bool(row.limit == 7)


def limit_is_above_zero(row: Any) -> bool:
    """True of rows that are constructed."""
    return bool(row.limit > 0)


def test_what_is_right_is_proved() -> None:
    """Both ways of ending are possible."""
    found = proof_of(right)
    assert (found.refusal, found.open) == ("", [])
    assert found.ends == {"success": False, "InvalidArgument": False}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda function: function.__name__)
def test_what_is_wrong_is_not_proved(wrong: Callable[..., Any]) -> None:
    """Something is open; or it changes the data or keeps its list, which is not in the language."""
    found = proof_of(wrong)
    assert bool(found.refusal) == (wrong.__name__ in REFUSED)
    assert found.open or found.refusal


def test_what_is_supposed_of_rows_is_shown_of_new_ones() -> None:
    """Rows of one limit alone are accepted, and no others supposed: the constructor tells that there are others."""
    found = proof_of(limits_of_seven, premise=limit_is_seven)
    assert (found.refusal, found.open) == ("", [])
    [left] = proofs_of(limits_of_seven, premise=limit_is_seven).creation().open
    assert "from_dict asks for" in left.what
    assert not proofs_of(right, premise=limit_is_above_zero).creation().open


def none_at_all(make: Any) -> Any:
    """Nothing is made."""
    raise Missing("there is none")


@pytest.mark.parametrize(
    "more",
    [lambda make: (), lambda make: (3,), lambda make: (make.int("hasher"), 3), none_at_all],
    ids=["left out", "a constant", "one too many", "none"],
)
def test_what_is_given_beside_data_is_any(more: Any) -> None:
    """Not left out, and no constant."""
    operation = DENSE_SET.operation("from_dict")
    foreign = replace(operation.foreign or Foreign(lambda h, seen: {}), more=more)
    proof = prove_by_reading(DENSE_SET, replace(operation, foreign=foreign))
    assert "it is not for every value of each argument beside the data" in proof.unsupported


def test_what_is_given_beside_data_is_what_the_parameter_may_be() -> None:
    """A number is no function."""
    operation = DENSE_SET.operation("from_dict")
    foreign = replace(operation.foreign or Foreign(lambda h, seen: {}), more=lambda make: (make.int("hasher"),))
    proof = prove_by_reading(DENSE_SET, replace(operation, foreign=foreign))
    assert "`more` of foreign data: it is not for Callable[[Any], int]" in proof.unsupported


@pytest.mark.parametrize(
    ("name", "said"), [("cost", Cost(0, 0)), ("rejects", answers_no), ("ensures", lambda before, after, made, data: {})]
)
def test_of_what_takes_data_nothing_else_is_shown(name: str, said: Any) -> None:
    """Not what foreign data costs, nor what is true of a step."""
    proofs = proofs_of(right)
    [read] = proofs.refinement.operations
    assert (
        f"`{name}=` with `foreign`: nothing shows it" in prove_operation(proofs, replace(read, **{name: said})).refusal
    )


def test_a_law_of_answers_is_not_shown_of_what_takes_data() -> None:
    """It would be asked of data that is whole alone, of which nothing is refused."""
    proofs = proofs_of(right)
    law = Answering(Claim("RW-L2", "Nothing is refused."), invalid={"from_dict": lambda before, data: False})
    proofs.refinement = replace(proofs.refinement, answers=(law,))
    [read] = proofs.refinement.operations
    assert "law of answers RW-L2 of what takes data: nothing shows it" in prove_operation(proofs, read).refusal
    with pytest.raises(InvalidArgument):
        type(row_refinement(right).impl()).from_dict({"limit": 0})


def test_what_is_supposed_of_rows_is_shown_of_each_that_is_given() -> None:
    """Also of one that is given beside something else."""
    refinement = row_refinement(right)
    [read] = refinement.operations
    text = "def larger(self) -> Any:\n    return type(self)(500), 1"
    larger = Operation(
        "larger",
        Claim("RW-R2", "`larger` gives a larger row."),
        pure=True,
        agree=lambda m, h: conj(m[0].limit == h[0].limit, m[1] == h[1]),
    )
    for premise, told in (
        (limit_is_above_zero, []),
        (limit_is_seven, ["what from_dict asks for is true after larger"]),
    ):
        foreign = replace(read.foreign or Foreign(lambda h, seen: {}), premise=premise)
        whole = replace(
            refinement,
            model=with_methods(RowModel, text),
            impl=with_methods(refinement.impl, text),
            operations=(larger, replace(read, foreign=foreign)),
        )
        found = Simulation(whole, Declarations(), lambda: Solver(SHORT)).operation(larger)
        assert (found.refusal, [each.what for each in found.open]) == ("", told)


def read_from_scratch(h: Any, given: Any) -> Any:
    """A row in the same state, which nobody reads."""
    row = type(h)(h.limit)
    row.entries, row.flag = h.entries.copy(), h.flag
    return row


def read_or_made(h: Any, given: Any) -> Any:
    """What is read; of what is refused, another one in the same state."""
    try:
        return type(h).from_dict(h.to_dict())
    except InvalidArgument:
        return read_from_scratch(h, given)


READ: dict[str, tuple[Callable[..., Any], bool]] = {
    "handed on": (lambda h, data: type(h).from_dict(h.to_dict()), True),
    "left as it is": (lambda h, data: type(h).from_dict(data.spoil(h.to_dict())), True),
    "made": (read_from_scratch, False),
    "made if it is refused": (read_or_made, False),
    "other data": (lambda h, data: type(h).from_dict({"entries": h.entries.copy(), "limit": 1, "flag": h.flag}), False),
    "of another": (lambda h, data: type(h).from_dict(type(h)(1).to_dict()), False),
    "with more": (lambda h, data: type(h).from_dict(h.to_dict(), h.flag), False),
}
"""What is called for `from_dict` of what is whole, and whether it is seen to read that."""


@pytest.mark.parametrize(("whole", "is_read"), READ.values(), ids=READ)
def test_what_is_whole_is_read(whole: Callable[..., Any], is_read: bool) -> None:
    """What makes rows otherwise says nothing of what reads them, be it right or wrong."""
    for make in (right, limits_of_seven):
        found = proof_of(make, whole=whole)
        assert ("what is called for `from_dict`" in found.refusal) is not is_read
        assert bool(found.open) == (is_read and make is limits_of_seven)


def test_what_is_called_for_reading_is_read_as_well() -> None:
    """Where nothing else is said of what is whole."""
    for impl, is_read in ((read_or_made, False), (None, False), (READ["left as it is"][0], True)):
        refinement = row_refinement(right)
        operation = replace(refinement.operation("from_dict"), impl=impl)
        proofs = Simulation(replace(refinement, operations=(operation,)), Declarations(), lambda: Solver(SHORT))
        assert (prove_operation(proofs, operation).refusal == "") == is_read


def test_what_is_taken_beside_data_is_what_data_omits() -> None:
    """A default would be the one value of which it is shown that data is read."""
    node = ast.parse("lambda h, data: type(h).from_dict(h.to_dict(), h.hasher)", mode="eval").body
    assert is_read_back(node, "from_dict", ("hasher",), 1)
    assert not is_read_back(node, "from_dict", (), 1)
    assert not is_read_back(node, "from_dict", ("hasher",), 2)


@pytest.mark.parametrize("field", ["flag", "noted"])
def test_what_is_accepted_has_no_field_that_is_omitted(field: str) -> None:
    """Whatever stood there would be accepted; as it is in a field that is none of a row."""
    omitted = ("flag",) if field == "flag" else ()
    found = proof_of({"flag": right, "noted": noted}[field], omitted=omitted)
    assert (found.refusal, {each.what for each in found.open} & {FIELDS}) == ("", {FIELDS})


@pytest.mark.parametrize("wrong", [nothing_at_all, what_it_means], ids=lambda function: function.__name__)
def test_what_is_made_of_data_is_a_container(wrong: Callable[..., Any]) -> None:
    """Nothing else, whatever it holds."""
    assert "what is accepted becomes a container" in [each.what for each in proof_of(wrong).open]


@pytest.mark.parametrize("kind", ["premise", "presumed"])
def test_what_is_supposed_of_rows_is_shown_of_those_that_are_read(kind: str) -> None:
    """Nothing is presumed of what was made of foreign data."""
    for limit, told in ((limit_is_above_zero, []), (limit_is_seven, [PREMISE])):
        found = proof_of(right, **{kind: limit})
        assert (found.refusal, [each.what for each in found.open]) == ("", told)


def test_an_attribute_that_is_the_data_is_the_only_one() -> None:
    """Of the others the data says nothing."""
    assert "the data tells nothing of the other fields" in proof_of(right, handed_on="entries").refusal


def test_facts_of_data_are_so_of_some() -> None:
    """Of a bool, of a list and of a number there may be data at once."""
    flag, entries, number = (t.fresh(name, d.ANY) for name in ("flag", "entries", "number"))
    said = [d.exactly(flag, "bool"), d.is_of(entries, "list"), d.is_whole(number), d.NUMBER(number) == 7]
    solver = z3.Solver()
    solver.add(*d.facts(), *said, d.LENGTH(entries) == 2)
    assert solver.check() == z3.sat


def test_a_bool_is_an_int_and_no_whole_number() -> None:
    """As in Python, but for what may stand in a field of an int."""
    thing = t.fresh("thing", d.ANY)
    flag = d.exactly(thing, "bool")
    for said in (z3.Implies(flag, d.is_of(thing, "int")), z3.Not(z3.And(flag, d.is_whole(thing)))):
        solver = z3.Solver()
        solver.add(z3.Not(said))
        assert solver.check() == z3.unsat
