"""Quantifiers in claims: `forall`, `exists`, `all(... for ...)`, and the entries that they are about."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from contextlib import suppress

from slotproof.engine.prove.python.builtin import keyed
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import contains, flatten, has_keys, key_sort, size_of
from slotproof.engine.prove.python.kinds.fixed import is_few
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.opened import numbers_below
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Closure,
    DictCell,
    DictView,
    FixedCell,
    Range,
    Ref,
    SetCell,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.rest import of_all
from slotproof.engine.prove.source import Refusal


def _parts(node: ast.Call, names: tuple[str, ...]) -> dict[str, ast.expr]:
    return dict(zip(names, node.args, strict=False)) | {str(each.arg): each.value for each in node.keywords}


def _quantified(
    ev: Core,
    st: State,
    node: ast.Call,
    guard: Term,
    variable: Term,
    parts: dict[str, ast.expr],
    value: Value,
    some: bool = False,
) -> Term:
    """What is said of each value of a variable, which is bound no more; or of some."""
    body, by = ev.pure(st, parts["body"]), parts.get("by")
    said = ev.truth(st, ev.applied(st, body, [value], node, guard), node)
    terms = None
    if by is not None:
        with ev.inexact():
            met = ev.applied(st, ev.pure(st, by), [value], node, guard)
        terms = [term for term in flatten(met) if not t.known(term)] if not isinstance(met, Ref) else None
    ev.depth -= 1
    return _closed(variable, guard, said, some, terms)


def _of_each(
    ev: Core, st: State, node: ast.Call, parts: dict[str, ast.expr], values: Iterable[Value], some: bool = False
) -> Results:
    """What is said of values that are known one by one."""
    body = ev.pure(st, parts["body"])
    said = [ev.truth(st, ev.applied(st, body, [each], node), node) for each in values]
    return [(st, t.disj(*said) if some else t.conj(*said))]


def forall(ev: Core, st: State, node: ast.Call) -> Results:
    """`body(i)` for each i in [low, high)."""
    return _in_range(ev, st, node, some=False)


def exists(ev: Core, st: State, node: ast.Call) -> Results:
    """`body(i)` for some i in [low, high)."""
    return _in_range(ev, st, node, some=True)


def _in_range(ev: Core, st: State, node: ast.Call, some: bool) -> Results:
    parts = _parts(node, ("low", "high", "body", "by"))
    low, high = ev.pure(st, parts["low"]), ev.pure(st, parts["high"])
    numbers = numbers_below(ev, high) if t.same(low, 0) and not some else None
    if numbers is not None:
        view = View(numbers.count, lambda place: place, places=numbers.places)
        return [(st, _at_places(ev, st, node, numbers, view, parts, numbered=True))]
    if is_few(low, high) or (t.known(low, high) and ev.solver is None):
        return _of_each(ev, st, node, parts, range(low, high), some)
    variable = ev.bound("i")
    guard = t.conj(t.le(low, variable), t.lt(variable, high))
    return [(st, _quantified(ev, st, node, guard, variable, parts, variable, some))]


def _at_places(
    ev: Core, st: State, node: ast.Call, numbers: Numbers, view: View, parts: dict[str, ast.expr], numbered: bool
) -> Term:
    """`body(x)` for each of any number of things, which is shown at the places that are looked at: see `rest`."""
    if ev.depth or ev.of_each:
        what, why = "of any number of things, within a quantifier", "it may be another truth for each"
        raise ev.refusal(node, what, why, "say it of one thing outside")
    body, ev.of_each = ev.pure(st, parts["body"]), True
    try:
        said = t.conj(*(ev.truth(st, ev.applied(st, body, [view.at(place)], node), node) for place in view.places))
        whole = numbered and _is_so_elsewhere(ev, st, node, numbers, body)
    finally:
        ev.of_each = False
    return said if whole else of_all(said)


def _is_so_elsewhere(ev: Core, st: State, node: ast.Call, numbers: Numbers, body: Value) -> bool:
    """True if it is so of any number but the places, by what it says alone."""
    stack, depth, other = len(ev.stack), ev.depth, t.fresh("other", t.INT)
    known = [place for place in numbers.places if t.known(place)]
    t.tell_apart((numbers.places[len(known)], other), len(known))
    with ev.inexact(), suppress(Refusal):
        return ev.truth(st, ev.applied(st.copy(), body, [other], node), node) is True
    del ev.stack[stack:]
    ev.depth = depth
    return False


def forall_in(ev: Core, st: State, node: ast.Call) -> Results:
    """`body(x)` for each element, or key, x of a collection."""
    parts = _parts(node, ("collection", "body", "by"))
    collection = ev.pure(st, parts["collection"])
    cell = ev.cell(st, collection) if isinstance(collection, Ref) else None
    if isinstance(cell, DictCell | SetCell) and cell.keys is not None:
        return _of_each(ev, st, node, parts, cell.keys)
    if has_keys(cell):
        variable = ev.bound("x", key_sort(cell))
        return [(st, _quantified(ev, st, node, contains(cell, variable), variable, parts, variable))]
    if isinstance(cell, OpenCell):
        return [(st, _at_places(ev, st, node, cell.numbers, ev.view(st, collection, node), parts, not cell.is_list))]
    view = ev.view(st, collection, node) if isinstance(cell, FixedCell) else ev.sequence(st, collection)
    if view is None:
        raise ev.refusal(node, "forall_in", f"not of {ev.describe(collection)}", "use a list, dict or set")
    if is_few(view.length):
        return _of_each(ev, st, node, parts, [view.at(place) for place in range(view.length)])
    variable = ev.bound("i")
    guard = t.conj(t.le(0, variable), t.lt(variable, view.length))
    return [(st, _quantified(ev, st, node, guard, variable, parts, view.at(variable)))]


def every(ev: Core, st: State, node: ast.Call) -> Results:
    """`all(... for x in ...)`."""
    return _all_or_any(ev, st, node, some=False)


def some(ev: Core, st: State, node: ast.Call) -> Results:
    """`any(... for x in ...)`."""
    return _all_or_any(ev, st, node, some=True)


def _all_or_any(ev: Core, st: State, node: ast.Call, some: bool) -> Results:
    (argument,) = node.args
    if isinstance(argument, ast.GeneratorExp | ast.ListComp):
        at_once = isinstance(argument, ast.ListComp)
        return [(st, _generated(ev, st, argument, list(argument.generators), some, True, at_once))]
    value = ev.pure(st, argument)
    view = ev.sequence(st, value)
    if view is not None:
        ev.count_through(st, value, view)
    if view is not None and is_few(view.length):
        truths = [ev.truth(st, view.at(place), node) for place in range(view.length)]
        return [(st, t.disj(*truths) if some else t.conj(*truths))]
    if view is None:
        raise ev.refusal(node, "all or any", "of what is no sequence", "write all(... for ...)")
    variable = ev.bound("i")
    guard = t.conj(t.le(0, variable), t.lt(variable, view.length))
    said = ev.truth(st, view.at(variable), node)
    ev.depth -= 1
    return [(st, _closed(variable, guard, said, some))]


def _closed(variable: Term, guard: Term, said: Term, some: bool, by: list[Term] | None = None) -> Term:
    if some:
        return t.neg(t.forall(variable, t.neg(t.conj(guard, said))))
    return t.forall(variable, t.implies(guard, said), by=by or None)


def _generated(
    ev: Core,
    st: State,
    node: ast.GeneratorExp | ast.ListComp,
    clauses: list[ast.comprehension],
    some: bool,
    assumption: Term,
    at_once: bool = False,
) -> Term:
    """What is said of all elements, or of some; each is looked at after those before it, unless all are at once."""
    if not clauses:
        value = ev.pure(st, node.elt, assumption)
        if isinstance(value, Closure):
            raise ev.refusal(node, "a function as a truth", "it is not looked at", "call it")
        return ev.truth(st, value, node)
    clause, rest = clauses[0], clauses[1:]
    over = _few_items(ev, st, ev.pure(st, clause.iter, assumption))
    if isinstance(over, Tuple) or (isinstance(over, Range) and t.known(over.low, over.high) and ev.solver is None):
        values = over.items if isinstance(over, Tuple) else tuple(range(over.low, over.high, over.step))
        join, found = (t.disj, False) if some else (t.conj, True)
        for value in values:
            under = assumption if at_once else t.conj(assumption, t.neg(found) if some else found)
            found = join(found, _one(ev, st, node, clause, rest, value, some, under, at_once))
        return found
    guard, variable, value, count = _elements(ev, st, over, node)
    inner = st.copy()
    inner.assume(t.conj(assumption, guard))
    before = inner.copy()
    said = _one(ev, inner, node, clause, rest, value, some, True, at_once)
    ev.depth -= 1
    ev.count_each(st, count, before, inner, variable)
    return _closed(variable, guard, said, some)


def _few_items(ev: Core, st: State, over: Value) -> Value:
    """A sequence of few entries as the tuple of them; anything else as it is."""
    view = None if isinstance(over, Tuple) else ev.sequence(st, over)
    if view is None or not is_few(view.length):
        return over
    ev.count_through(st, over, view)
    return Tuple(tuple(view.at(place) for place in range(view.length)))


def _one(
    ev: Core,
    st: State,
    node: ast.GeneratorExp | ast.ListComp,
    clause: ast.comprehension,
    rest: list[ast.comprehension],
    value: Value,
    some: bool,
    assumption: Term,
    at_once: bool,
) -> Term:
    """What is said of one element: only where each `if` of the clause holds."""
    sub = st.copy()
    sub.assume(assumption)
    for end in ev.assign(sub, clause.target, value, clause.target):
        sub = end
    guard: Term = True
    for condition in clause.ifs:
        more = ev.truth(sub, ev.pure(sub, condition), condition)
        sub.assume(more)
        guard = t.conj(guard, more)
    said = _generated(ev, sub, node, rest, some, True, at_once)
    st.cost = sub.cost
    if not ev.depth:
        st.facts += sub.facts[len(st.facts) :]
    return t.conj(guard, said) if some else t.implies(guard, said)


def _elements(ev: Core, st: State, over: Value, node: ast.AST) -> tuple[Term, Term, Value, Term]:
    """A variable bound from here on, when it stands for an element of a collection, for which, and their number."""
    owner, shows = (over.of, over.shows) if isinstance(over, DictView) else (over, keyed.KEYS)
    cell = ev.cell(st, owner) if isinstance(owner, Ref) else None
    if cell is not None and has_keys(cell):
        variable = ev.bound("x", key_sort(cell))
        length = size_of(cell)
        ev.count(st, owner, reads=length)
        return contains(cell, variable), variable, keyed.shown(cell, shows, variable), length
    variable = ev.bound("i")
    if isinstance(over, Range) and over.step == 1:
        count = t.ite(t.lt(over.low, over.high), t.sub(over.high, over.low), 0)
        return t.conj(t.le(over.low, variable), t.lt(variable, over.high)), variable, variable, count
    view = ev.sequence(st, over)
    if view is None:
        raise ev.refusal(
            node, "a generator over this", f"{ev.describe(over)} is no collection", "use a range or a list"
        )
    ev.count_through(st, over, view)
    return t.conj(t.le(0, variable), t.lt(variable, view.length)), variable, view.at(variable), view.length
