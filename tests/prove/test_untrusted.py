"""Data of which nothing is known: what takes only rows for rows is proved, and nothing that does otherwise."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import z3

from slotproof.engine.prove.declared import Declarations
from slotproof.engine.prove.simulate import Found, Simulation
from slotproof.engine.prove.solver import data as d
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.solve import Budget, Solver
from tests import unsound_foreign
from tests.unsound_foreign import WRONG, right, row_refinement

END = '        return {"entries": self.entries.copy(), "limit": self.limit, "flag": self.flag}\n'
SHORT = Budget(last=200_000)
REFUSED = ("the_list_of_the_data", "data_changed")


def proof_of(make: Callable[..., Any]) -> Found:
    """The proof of a row that is made so; lines stay where they are."""
    text = Path(unsound_foreign.__file__).read_text(encoding="utf-8")
    before, after = text.split(END)
    method = f"    @classmethod\n    def from_dict(cls: Any, data: Any) -> Any: return {make.__name__}(cls, data)\n"
    program = Declarations({unsound_foreign.__name__: before + END + method + after[2:]})
    refinement = row_refinement(make)
    return Simulation(refinement, program, lambda: Solver(SHORT)).operation(refinement.operation("from_dict"))


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
