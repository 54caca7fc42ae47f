"""Data of which nothing is known: what takes only rows for rows is proved, and nothing that does otherwise.

PYTEST_DONT_REWRITE: a premise that a test makes is judged as its text says.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import z3

from slotproof.declare import Foreign
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.sides.untrusted import PREMISE, prove_operation
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.solver.theory import data as d
from slotproof.proofs.dense_set import DENSE_SET
from slotproof.spec.errors import Missing

from .unsound_foreign import WRONG, limits_of_seven, nothing_at_all, right, row_refinement, what_it_means

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
