"""Each fact about ranks is shown by induction on the limit, and is so of sets of Python."""

import itertools

import pytest
import z3

from slotproof.engine.prove.solver.second import Second
from slotproof.engine.prove.solver.theory.ranks import ALL, RANKS, RankFact, rank


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact.name)
def test_each_fact_is_shown_by_both_solvers(fact: RankFact) -> None:
    """What the fact says follows from what a rank is."""
    for obligation in fact.obligations():
        solver = z3.Solver()
        solver.set("rlimit", 20_000_000)
        solver.add(z3.Not(obligation))
        assert solver.check() == z3.unsat
        assert Second().refutes([z3.Not(obligation)], 1_000_000)


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact.name)
def test_a_wrong_fact_is_not_shown(fact: RankFact) -> None:
    """The contrary of a fact is shown by neither solver."""
    said = fact.shown or fact.said
    wrong = RankFact(
        fact.name,
        lambda limit, some: z3.Not(said(limit, some)),
        fact.others,
        fact.triggers,
        fact.sets,
        fact.known,
    )
    solver = z3.Solver()
    solver.set("rlimit", 1_000_000)
    solver.add(z3.Not(z3.And(wrong.obligations())))
    assert solver.check() != z3.unsat


def test_all_facts_have_triggers() -> None:
    """A solver thinks of each where its terms are met."""
    assert all(formula.num_patterns() for _, formula in RANKS)


@pytest.mark.parametrize("limit", [-1, 0, 1, 3])
def test_ranks_of_no_numbers_and_of_all(limit: int) -> None:
    """What is known is computed."""
    for there, expected in itertools.product([False, True], [max(limit, 0)]):
        assert rank(z3.K(z3.IntSort(), z3.BoolVal(there)), limit) == (expected if there else 0)
