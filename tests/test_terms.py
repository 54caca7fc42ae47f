"""Terms that are made without a look at sorts are those that Z3's own functions make, and wrong sorts are refused."""

import operator
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.proofs.engine import terms

N, M = z3.Ints("n m")
P, Q = z3.Bools("p q")
VALUE = z3.DeclareSort("Value")
OF_NUMBERS = z3.Array("of_numbers", z3.IntSort(), z3.IntSort())
OF_TRUTHS = z3.Array("of_truths", z3.IntSort(), z3.BoolSort())
OF_VALUES = z3.Array("of_values", z3.IntSort(), VALUE)
OF_ARRAYS = z3.Array("of_arrays", z3.IntSort(), z3.ArraySort(z3.IntSort(), z3.IntSort()))
OF_WORDS = z3.Array("of_words", z3.IntSort(), z3.BitVecSort(8))
OF_FLOATS = z3.Array("of_floats", z3.IntSort(), z3.Float32())
LAW = z3.ForAll([N], z3.Select(OF_TRUTHS, N))

COMPUTED: dict[Callable[..., Any], Callable[..., Any]] = {
    terms.added: operator.add,
    terms.subtracted: operator.sub,
    terms.equal: operator.eq,
    terms.unequal: operator.ne,
    terms.less: operator.lt,
    terms.at_most: operator.le,
    terms.greater: operator.gt,
    terms.at_least: operator.ge,
}

MADE: list[tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...]]] = [
    (terms.conjunction, z3.And, ()),
    (terms.conjunction, z3.And, (P,)),
    (terms.conjunction, z3.And, (P, Q, LAW)),
    (terms.conjunction, z3.And, (P, True)),
    (terms.disjunction, z3.Or, ()),
    (terms.disjunction, z3.Or, (P, LAW)),
    (terms.disjunction, z3.Or, (False, Q)),
    (terms.negation, z3.Not, (P,)),
    (terms.negation, z3.Not, (True,)),
    (terms.implication, z3.Implies, (P, LAW)),
    (terms.implication, z3.Implies, (P, False)),
    *((terms.select, z3.Select, (array, N)) for array in (OF_NUMBERS, OF_TRUTHS, OF_VALUES, OF_ARRAYS, OF_WORDS)),
    (terms.select, z3.Select, (OF_FLOATS, N)),
    (terms.select, z3.Select, (OF_NUMBERS, 3)),
    (terms.store, z3.Store, (OF_NUMBERS, N, M)),
    (terms.store, z3.Store, (OF_TRUTHS, N, LAW)),
    (terms.store, z3.Store, (OF_NUMBERS, 1, 2)),
    (terms.choice, z3.If, (P, N, M)),
    (terms.choice, z3.If, (P, Q, LAW)),
    (terms.choice, z3.If, (P, 1, N)),
    (terms.choice, z3.If, (P, OF_VALUES, OF_VALUES)),
    (terms.symbol, z3.Const, ("v", VALUE)),
    (terms.integer, z3.IntVal, (-3,)),
    *(
        (ours, by_z3, numbers)
        for ours, by_z3 in COMPUTED.items()
        for numbers in ((N, M), (N, M + 1), (N, 3), (3, N), (N, P), (N, z3.ToReal(M)))
    ),
    *(
        (terms.simplified, z3.simplify, (term,))
        for term in (N, N + 0, N - N, N + 1 - 1 + M, P, z3.And(P, True), z3.And(P, z3.Not(P)), z3.Or(P, z3.Not(P)))
    ),
    *((terms.simplified, z3.simplify, (term,)) for term in (LAW, z3.And(LAW, True), z3.Store(OF_NUMBERS, N, M)[N])),
    (terms.simplified, z3.simplify, (z3.ToReal(N) - z3.ToReal(N),)),
]


@pytest.mark.parametrize(("made", "by_z3", "parts"), MADE)
def test_the_term_is_that_of_z3(made: Callable[..., Any], by_z3: Callable[..., Any], parts: tuple[Any, ...]) -> None:
    """The same term, and a thing of the same class, so that its operators are the same."""
    ours, theirs = made(*parts), by_z3(*parts)
    assert ours.eq(theirs)
    assert type(ours) is type(theirs)


@pytest.mark.parametrize(
    ("made", "parts"),
    [
        (terms.conjunction, (P, N)),
        (terms.negation, (N,)),
        (terms.implication, (P, N)),
        (terms.select, (OF_NUMBERS, P)),
        (terms.select, (N, N)),
        (terms.store, (OF_NUMBERS, N, P)),
    ],
)
def test_wrong_sorts_are_refused(made: Callable[..., Any], parts: tuple[Any, ...]) -> None:
    """By Z3 itself: no such term is made."""
    with pytest.raises(z3.Z3Exception):
        made(*parts)


def test_true_and_false_are_known() -> None:
    """Of all formulas, those two."""
    for term in (P, LAW, z3.BoolVal(True), z3.BoolVal(False), z3.Not(P), z3.And(True, True)):
        assert terms.is_true(term) is z3.is_true(term)
        assert terms.is_false(term) is z3.is_false(term)


def test_terms_of_another_context_are_made_there() -> None:
    """As Z3's own functions do."""
    context = z3.Context()
    there = z3.Bool("p", context)
    assert terms.conjunction(there, there).ctx is context
    assert terms.negation(there).ctx is context


def test_what_is_asserted_is_assumed() -> None:
    """A solver knows it."""
    solver = z3.SimpleSolver()
    terms.assert_in(solver, N > 3)
    assert solver.check() == z3.sat
    assert solver.check(N <= 3) == z3.unsat
