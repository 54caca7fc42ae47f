"""Z3's terms, made without a look at the sort of each argument.

The Python bindings of Z3 look at sorts and convert, several times for each term, which was a third of what proofs took.
Z3 refuses arguments of wrong sorts all the same. What is no term yet, a number or a truth, goes the long way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import z3

_RESULTS: Final[dict[int, type[z3.ExprRef]]] = {
    z3.Z3_BOOL_SORT: z3.BoolRef,
    z3.Z3_INT_SORT: z3.ArithRef,
    z3.Z3_BV_SORT: z3.BitVecRef,
    z3.Z3_ARRAY_SORT: z3.ArrayRef,
    z3.Z3_SEQ_SORT: z3.SeqRef,
    z3.Z3_UNINTERPRETED_SORT: z3.ExprRef,
}
"""What an element of an array is, by the kind of its sort."""


def conjunction(*parts: Any) -> z3.BoolRef:
    """All of them: `z3.And`."""
    if not _are_terms(parts):
        return z3.And(*parts)
    return _truth(z3.Z3_mk_and(z3.main_ctx().ref(), len(parts), _array(parts)))


def disjunction(*parts: Any) -> z3.BoolRef:
    """One of them: `z3.Or`."""
    if not _are_terms(parts):
        return z3.Or(*parts)
    return _truth(z3.Z3_mk_or(z3.main_ctx().ref(), len(parts), _array(parts)))


def negation(part: Any) -> z3.BoolRef:
    """The contrary: `z3.Not`."""
    return _truth(z3.Z3_mk_not(z3.main_ctx().ref(), part.ast)) if _are_terms((part,)) else z3.Not(part)


def implication(premise: Any, conclusion: Any) -> z3.BoolRef:
    """The one, if the other: `z3.Implies`."""
    if not _are_terms((premise, conclusion)):
        return z3.Implies(premise, conclusion)
    return _truth(z3.Z3_mk_implies(z3.main_ctx().ref(), premise.ast, conclusion.ast))


def select(array: Any, index: Any) -> Any:
    """An element of an array: `z3.Select`."""
    if not _are_terms((array, index)):
        return z3.Select(array, index)
    context = z3.main_ctx()
    element = z3.Z3_mk_select(context.ref(), array.ast, index.ast)
    made = _RESULTS.get(z3.Z3_get_sort_kind(context.ref(), z3.Z3_get_sort(context.ref(), element)))
    return z3.Select(array, index) if made is None else made(element, context)


def store(array: Any, index: Any, value: Any) -> z3.ArrayRef:
    """The array with another element: `z3.Store`."""
    if not _are_terms((array, index, value)):
        return z3.Store(array, index, value)
    context = z3.main_ctx()
    return z3.ArrayRef(z3.Z3_mk_store(context.ref(), array.ast, index.ast, value.ast), context)


def assert_in(solver: z3.Solver, formula: z3.BoolRef) -> None:
    """Let a solver assume a formula: `solver.add`."""
    z3.Z3_solver_assert(solver.ctx.ref(), solver.solver, formula.ast)


def check_under(solver: z3.Solver, names: Sequence[z3.BoolRef]) -> str:
    """What a solver says if these are true, too: `solver.check(*names)`."""
    array = (z3.Ast * len(names))(*(name.ast for name in names))
    return str(z3.CheckSatResult(z3.Z3_solver_check_assumptions(solver.ctx.ref(), solver.solver, len(names), array)))


def _are_terms(things: tuple[Any, ...]) -> bool:
    """True of terms of the context that paths are in."""
    return all(isinstance(each, z3.ExprRef) and each.ctx is z3.main_ctx() for each in things)


def _array(parts: tuple[Any, ...]) -> Any:
    return (z3.Ast * len(parts))(*(part.ast for part in parts))


def _truth(ast: Any) -> z3.BoolRef:
    return z3.BoolRef(ast, z3.main_ctx())
