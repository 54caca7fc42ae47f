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
from slotproof.engine.prove.source import Refusal

from .. import worded

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


@pytest.mark.parametrize(("says", "induction", "holds"), CASES)
def test_what_is_assumed_of_a_lemma_is_what_was_shown(says: Callable[[int], bool], induction: str, holds: bool) -> None:
    """It is true of all numbers if the lemma is shown, and false of some if it is not."""
    program = Declarations()
    ev = Evaluator(program, Solver(Budget(last=50_000)))
    solver = z3.Solver()
    solver.add(z3.Not(formula_of(Lemma("lemma", says, worded.power, induction=induction), ev, program)))
    assert solver.check() == (z3.unsat if holds else z3.sat)


def test_a_lemma_that_makes_a_name_is_refused() -> None:
    """What is known of the name would be left out of what is assumed."""
    program = Declarations()
    ev = Evaluator(program, Solver(Budget(last=50_000)))
    with pytest.raises(Refusal, match="a word in it makes a name"):
        formula_of(Lemma("lemma", worded.has_least, worded.power), ev, program)


def test_a_lemma_is_about_all_rounds() -> None:
    """Of a loop that goes round more often than is looked at."""
    program = Declarations()
    ev = Evaluator(program, Solver(Budget(last=50_000)))
    show_lemma(Lemma("lemma", worded.is_seldom, worded.itself, unfolds=(worded._rounds,)), ev, State(), program)
    assert [each.what for each in ev.open] == ["it goes round no more than 8 times"]
