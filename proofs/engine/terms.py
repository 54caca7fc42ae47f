"""Z3's terms, made without a look at the sort of each argument.

The Python bindings of Z3 look at sorts and convert, several times for each term, which was a third of what proofs took.
Z3 refuses arguments of wrong sorts all the same. What is no term yet, a number or a truth, goes the long way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
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
"""What a term is, by the kind of its sort."""

TRUE: Final = z3.BoolVal(True)
FALSE: Final = z3.BoolVal(False)

_AS_MADE: Final = z3.ParamsRef()
_AS_MADE.set("sort_disjunctions", False)  # Z3 would go by the numbers of terms, which depend on what was made before


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


def choice(condition: Any, then: Any, otherwise: Any) -> Any:
    """The one if a condition holds, else the other: `z3.If`."""
    if not _are_terms((condition, then, otherwise)):
        return z3.If(condition, then, otherwise)
    chosen = _of_its_sort(z3.Z3_mk_ite(z3.main_ctx().ref(), condition.ast, then.ast, otherwise.ast))
    return z3.If(condition, then, otherwise) if chosen is None else chosen


def select(array: Any, index: Any) -> Any:
    """An element of an array: `z3.Select`."""
    if not _are_terms((array, index)):
        return z3.Select(array, index)
    element = _of_its_sort(z3.Z3_mk_select(z3.main_ctx().ref(), array.ast, index.ast))
    return z3.Select(array, index) if element is None else element


def store(array: Any, index: Any, value: Any) -> z3.ArrayRef:
    """The array with another element: `z3.Store`."""
    if not _are_terms((array, index, value)):
        return z3.Store(array, index, value)
    context = z3.main_ctx()
    return z3.ArrayRef(z3.Z3_mk_store(context.ref(), array.ast, index.ast, value.ast), context)


@lru_cache(maxsize=10_000)
def symbol(name: str, sort: z3.SortRef) -> Any:
    """A symbol of a sort: `z3.Const`."""
    return z3.Const(name, sort)


@cache
def integer(value: int) -> z3.ArithRef:
    """The term of an integer: `z3.IntVal`."""
    return z3.IntVal(value)


def added(left: Any, right: Any) -> Any:
    """The sum: `left + right`."""
    return left + right if not _are_numbers(left, right) else _sum(z3.Z3_mk_add, left, right)


def subtracted(left: Any, right: Any) -> Any:
    """The difference: `left - right`."""
    return left - right if not _are_numbers(left, right) else _sum(z3.Z3_mk_sub, left, right)


def equal(left: Any, right: Any) -> z3.BoolRef:
    """`left == right`, of numbers."""
    return left == right if not _are_numbers(left, right) else _compared(z3.Z3_mk_eq, left, right)


def less(left: Any, right: Any) -> z3.BoolRef:
    """`left < right`, of numbers."""
    return left < right if not _are_numbers(left, right) else _compared(z3.Z3_mk_lt, left, right)


def at_most(left: Any, right: Any) -> z3.BoolRef:
    """`left <= right`, of numbers."""
    return left <= right if not _are_numbers(left, right) else _compared(z3.Z3_mk_le, left, right)


def simplified(term: Any) -> Any:
    """The same in fewer words, in the same order whatever else there is: `z3.simplify`."""
    if not _are_terms((term,)):
        return z3.simplify(term, sort_disjunctions=False)
    context = z3.main_ctx()
    simpler = z3.Z3_simplify_ex(context.ref(), term.ast, _AS_MADE.params)
    if simpler.value == term.ast.value:
        return term
    plain = z3.Z3_get_ast_kind(context.ref(), simpler) == z3.Z3_APP_AST  # no number and no quantifier
    made = _of_its_sort(simpler) if plain else None
    return z3.simplify(term, sort_disjunctions=False) if made is None else made


def number_of(term: z3.AstRef) -> int:
    """The number of a term, which no other has as long as it is kept: of equal terms it is the same."""
    return int(term.ast.value) >> 3  # an address, without the bits that all have in common


def kind_of(term: z3.ExprRef) -> int | None:
    """What is applied in a term, such as `z3.Z3_OP_AND`; None of what is no application."""
    context = z3.main_ctx().ref()
    if z3.Z3_get_ast_kind(context, term.ast) != z3.Z3_APP_AST:
        return None
    return int(z3.Z3_get_decl_kind(context, z3.Z3_get_app_decl(context, term.ast)))


def identical(left: z3.AstRef, right: z3.AstRef) -> bool:
    """True of one and the same term: `left.eq(right)`."""
    return left is right or bool(left.ast.value == right.ast.value)


def are_same(left: Any, right: Any) -> bool:
    """True of terms that are one and the same when said in fewer words."""
    return identical(left, right) or identical(simplified(left), simplified(right))


def are_identical(lefts: Iterable[z3.AstRef], rights: Iterable[z3.AstRef]) -> bool:
    """True of as many terms that are one and the same in pairs."""
    return all(identical(left, right) for left, right in zip(lefts, rights, strict=True))


def is_true(term: z3.ExprRef) -> bool:
    """True of the formula that is true in so many words: `z3.is_true`, of the context that paths are in."""
    return bool(term.ast.value == TRUE.ast.value)


def is_false(term: z3.ExprRef) -> bool:
    """True of the formula that is false in so many words: `z3.is_false`, of the context that paths are in."""
    return bool(term.ast.value == FALSE.ast.value)


def greater(left: Any, right: Any) -> z3.BoolRef:
    """`left > right`, of numbers."""
    return left > right if not _are_numbers(left, right) else _compared(z3.Z3_mk_gt, left, right)


def at_least(left: Any, right: Any) -> z3.BoolRef:
    """`left >= right`, of numbers."""
    return left >= right if not _are_numbers(left, right) else _compared(z3.Z3_mk_ge, left, right)


def unequal(left: Any, right: Any) -> z3.BoolRef:
    """`left != right`, of numbers."""
    if not _are_numbers(left, right):
        return left != right
    return _truth(z3.Z3_mk_distinct(z3.main_ctx().ref(), 2, _array((left, right))))


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


def _of_its_sort(ast: Any) -> Any:
    """The term, by the kind of its sort; None of a sort that is not among them."""
    context = z3.main_ctx()
    made = _RESULTS.get(z3.Z3_get_sort_kind(context.ref(), z3.Z3_get_sort(context.ref(), ast)))
    return None if made is None else made(ast, context)


def _are_numbers(left: Any, right: Any) -> bool:
    """True of terms that are: of a truth, Z3 would make one."""
    return isinstance(left, z3.ArithRef) and isinstance(right, z3.ArithRef) and _are_terms((left, right))


def _sum(make: Callable[..., Any], left: Any, right: Any) -> z3.ArithRef:
    return z3.ArithRef(make(z3.main_ctx().ref(), 2, _array((left, right))), z3.main_ctx())


def _compared(make: Callable[..., Any], left: Any, right: Any) -> z3.BoolRef:
    return _truth(make(z3.main_ctx().ref(), left.ast, right.ast))


def _array(parts: tuple[Any, ...]) -> Any:
    return (z3.Ast * len(parts))(*(part.ast for part in parts))


def _truth(ast: Any) -> z3.BoolRef:
    return z3.BoolRef(ast, z3.main_ctx())
