"""Look into terms: their kinds, their parts; and quantify, by triggers that are found in what is said.

What a term consists of is asked of Z3 without the look at its error code that its bindings take each time: no such
question can fail on a term that exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

import z3
from z3 import z3core

Term = Any
"""A number, a truth, or a term of Z3."""

INT: Final = z3.IntSort()

_CONTEXT: Final = z3.main_ctx()
_REF: Final = _CONTEXT.ref()


def raw(name: str) -> Callable[..., Any]:
    """Give a function of Z3's library as it is, without what its bindings add."""
    function = getattr(z3core, name)
    return function.__defaults__[-1].f if function.__defaults__ else function  # type: ignore[no-any-return]


_ast_kind, _app_decl, _decl_kind = map(raw, ("Z3_get_ast_kind", "Z3_get_app_decl", "Z3_get_decl_kind"))
_is_lambda = raw("Z3_is_lambda")
_num_args, _app_arg = map(raw, ("Z3_get_app_num_args", "Z3_get_app_arg"))
_sort_of, _sort_kind = map(raw, ("Z3_get_sort", "Z3_get_sort_kind"))

_PLAIN: Final[dict[int, type[z3.ExprRef]]] = {
    z3.Z3_BOOL_SORT: z3.BoolRef,
    z3.Z3_INT_SORT: z3.ArithRef,
    z3.Z3_ARRAY_SORT: z3.ArrayRef,
    z3.Z3_UNINTERPRETED_SORT: z3.ExprRef,
}


def number(term: z3.AstRef) -> int:
    """Give the number of a term: equal terms have the same, and no other term has it as long as one is kept."""
    return int(term.ast.value)


def typed(ast: Any) -> Term:
    """Give a term of Z3's library as its bindings do."""
    form = _ast_kind(_REF, ast)
    if form == z3.Z3_NUMERAL_AST:
        return z3.IntNumRef(ast, _CONTEXT)
    if form == z3.Z3_APP_AST:
        plain = _PLAIN.get(_sort_kind(_REF, _sort_of(_REF, ast)))
        if plain is not None:
            return plain(ast, _CONTEXT)
    return z3.z3._to_expr_ref(ast, _CONTEXT)


def kind(term: Term) -> int | None:
    """Tell what is applied in a term, such as `z3.Z3_OP_AND`; None of numerals, variables and quantifiers."""
    if _ast_kind(_REF, term.ast) != z3.Z3_APP_AST:
        return None
    return int(_decl_kind(_REF, _app_decl(_REF, term.ast)))


def child(term: Term, place: int) -> Term:
    """Give one of the terms that another is applied to."""
    return typed(_app_arg(_REF, term.ast, place))


def children(term: Term) -> list[Term]:
    """Give the terms that another is applied to; none of what is no application."""
    return list(map(typed, _applied_to(term)))


def _applied_to(term: Term) -> list[Any]:
    if _ast_kind(_REF, term.ast) != z3.Z3_APP_AST:
        return []
    return [_app_arg(_REF, term.ast, place) for place in range(_num_args(_REF, term.ast))]


def is_quantifier(term: Term) -> bool:
    """Tell whether a term is a quantifier or a computed array."""
    return bool(_ast_kind(_REF, term.ast) == z3.Z3_QUANTIFIER_AST)


def is_computed(array: Any) -> bool:
    """Tell whether a term is an array with a computed one in it."""
    form = _ast_kind(_REF, array.ast)
    if form == z3.Z3_QUANTIFIER_AST:
        return bool(_is_lambda(_REF, array.ast))
    if form != z3.Z3_APP_AST or not isinstance(array, z3.ArrayRef):
        return False
    return kind(array) in (z3.Z3_OP_STORE, z3.Z3_OP_ITE) and any(map(is_computed, children(array)))


def parts(term: Term) -> Iterator[Term]:
    """Go through all terms within a term, each once, bodies of quantifiers among them; the term itself comes first."""
    seen, waiting = {number(term)}, [term]
    while waiting:
        part = waiting.pop()
        yield part
        for below in [part.body().ast] if is_quantifier(part) else reversed(_applied_to(part)):
            if below.value not in seen:
                seen.add(below.value)
                waiting.append(typed(below))


def mentions(term: Term, variable: Term) -> bool:
    """Tell whether a variable stands within a term."""
    wanted = number(variable)
    return any(number(part) == wanted for part in parts(term))


def has_bound(term: Term) -> bool:
    """Tell whether a variable stands within a term that a quantifier around it binds."""
    return any(z3.is_var(part) for part in parts(term))


def height(term: Term) -> int:
    """Count the quantifiers that stand within each other."""
    heights: dict[int, int] = {}

    def of(part: Term) -> int:
        key = number(part)
        if key not in heights:
            heights[key] = 1 + of(part.body()) if is_quantifier(part) else max(map(of, children(part)), default=0)
        return heights[key]

    return of(term)


_TRUTHS: Final = (z3.Z3_OP_UNINTERPRETED, z3.Z3_OP_SELECT)


def usable(term: Term) -> bool:
    """Tell whether a term may be a trigger: it has neither connectives nor choices nor quantifiers in it."""
    for part in parts(term):
        if is_quantifier(part) or kind(part) == z3.Z3_OP_ITE:
            return False
        if z3.is_bool(part) and kind(part) not in _TRUTHS:
            return False
    return True


def triggers(variable: Term, body: Term) -> list[Any]:
    """Find the reads of whole arrays, and the unknown functions, at just this variable; they are its triggers.

    An array that is read at a quotient of the variable, too, would feed its trigger for ever: such a trigger asks for
    the quotient as well.
    """
    wanted = number(variable)
    found, quotients = [], []
    for part in parts(body):
        form = kind(part)
        if form not in _TRUTHS:
            continue
        below = children(part)
        if form == z3.Z3_OP_SELECT:
            array, index = below
            if number(index) == wanted and not mentions(array, variable):
                found.append(part)
            elif kind(index) == z3.Z3_OP_IDIV and mentions(index, variable):
                quotients.append(part)
        elif any(number(each) == wanted for each in below):
            found.append(part)
    found = [each for each in found if usable(each) and not has_bound(each)]
    quotients = [each for each in quotients if usable(each) and not has_bound(each)]
    return [pattern for each in found for pattern in _fed(each, quotients)]


def _fed(trigger: Term, quotients: Sequence[Term]) -> list[Any]:
    """Pair a read with the quotients at which the same array is read."""
    if kind(trigger) != z3.Z3_OP_SELECT:
        return [trigger]
    array = number(child(trigger, 0))
    pairs = [z3.MultiPattern(trigger, child(each, 1)) for each in quotients if number(child(each, 0)) == array]
    return pairs or [trigger]


# --- quantifiers


def forall(variable: Term, body: Term, by: Sequence[Any] | None = None) -> Term:
    """Say something of all values of a variable.

    Takes      by, terms of which a solver must have met one; a list among them, all of these. Without it they are the
               reads of whole arrays and the unknown functions at just this variable
    """
    return _quantified([variable], body, list(by or ()))


def forall_many(variables: Sequence[Term], body: Term, by: Sequence[Any]) -> Term:
    """Say something of all values of some variables.

    Takes      by, terms of which a solver must have met all; or a list of such lists, of which one will do
    """
    alone = not any(isinstance(each, list | tuple) for each in by)
    return _quantified(list(variables), body, [list(by)] if alone and by else list(by))


WINDOW: Final[ContextVar[range | None]] = ContextVar("window", default=None)


@contextmanager
def spelled_out(window: range) -> Iterator[None]:
    """Say of each number of a window, meanwhile, what is said of all: for states of a few elements."""
    token = WINDOW.set(window)
    try:
        yield
    finally:
        WINDOW.reset(token)


def is_spelled_out() -> bool:
    """True where all is about states of a few elements."""
    return WINDOW.get() is not None


def _spelled(variable: Term, body: Term, window: range) -> Term:
    cases = [z3.substitute(body, (variable, z3.IntVal(number))) for number in window]
    return z3.simplify(z3.And(*cases))


def _quantified(variables: list[Term], body: Term, by: list[Any]) -> Term:
    """Quantify; variables are named by how deep they are bound, so that equal formulas are one formula."""
    if type(body) is bool:
        return body
    variables = [each for each in variables if mentions(body, each)]
    if not variables:
        return body
    window = WINDOW.get()
    if window is not None and all(z3.is_int(each) for each in variables):
        for each in variables:
            body = _spelled(each, body, window)
        return body
    depth = height(body)
    names = [z3.Const(f"i@{depth}.{place}", each.sort()) for place, each in enumerate(variables)]
    renamed = list(zip(variables, names, strict=True))
    said = z3.substitute(body, *renamed)
    groups = [group for each in by if (group := _group(each, variables))]
    patterns = [z3.MultiPattern(*(z3.substitute(each, *renamed) for each in group)) for group in groups]
    if not groups and len(names) == 1:
        patterns = triggers(names[0], said)
    return z3.ForAll(names, said, patterns=patterns)


def _group(by: Any, variables: list[Term]) -> list[Any]:
    """Give the terms of a trigger, if together they mention all variables; else none."""
    group = [
        each for each in (by if isinstance(by, list | tuple) else [by]) if isinstance(each, z3.ExprRef) and usable(each)
    ]
    return group if all(any(mentions(each, variable) for each in group) for variable in variables) else []
