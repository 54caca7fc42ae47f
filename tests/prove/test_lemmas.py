"""Lemmas: what is shown by induction is shown of 0, and of the next number if of one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import z3

from slotproof.declare import Lemma
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.lemmas import formula_of, show_lemma
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.solver.triggers import spelled_out

from . import worded

CASES = [
    (worded.is_none_or_more, "number", True),
    (worded.is_none_or_more, "", False),
    (worded.is_none, "number", False),
    (worded.is_one_or_more, "number", False),
    (worded.is_twice_even, "", True),
]


@pytest.mark.parametrize(("says", "induction", "holds"), CASES)
def test_a_lemma_is_shown_if_it_holds(says: Callable[[int], bool], induction: str, holds: bool) -> None:
    """Of numbers from 0 up, or of any."""
    program = Declarations()
    ev = Evaluator(program, Solver(Budget(last=50_000)))
    show_lemma(Lemma("lemma", says, worded.itself, induction=induction), ev, State(), program)
    assert (ev.open == []) is holds


@pytest.mark.parametrize("induction", ["number", ""])
def test_what_a_lemma_lets_solvers_assume_is_what_was_shown(induction: str) -> None:
    """By induction that is nothing of numbers below 0; what holds of all contradicts nothing."""
    ev, program = Evaluator(Declarations(), Solver(Budget(last=50_000))), Declarations()

    def refutes(says: Callable[[int], bool]) -> bool:
        solver = z3.Solver()
        with spelled_out(range(-2, 3)):
            formula = formula_of(Lemma("lemma", says, worded.itself, induction=induction), ev, program)
        solver.add(formula)
        return bool(solver.check() == z3.unsat)

    assert not refutes(worded.is_twice_even)
    assert refutes(worded.is_none_or_more) is (not induction)
    assert refutes(worded.is_none)
