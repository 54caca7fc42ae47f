"""The words of claims that look at their arguments themselves: `conj`, `forall`, `all` ...

A part is evaluated only under what stands before it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from slotproof.engine.prove.python import anything
from slotproof.engine.prove.python.cells import contains, flatten, has_keys, key_sort, kind_of
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.fixed import is_few
from slotproof.engine.prove.python.state import Results, State
from slotproof.engine.prove.python.values import (
    KEYS,
    DictCell,
    DistinctCell,
    FixedCell,
    ListCell,
    Range,
    Ref,
    SetCell,
    Super,
    Term,
    Text,
    Tuple,
    Unequal,
    Value,
)
from slotproof.engine.prove.solver import data as d
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.ranks import rank
from slotproof.engine.prove.solver.triggers import is_computed


def _now(node: ast.expr) -> ast.expr:
    """What a part without parameters says: `lambda: x` is `x`, looked at later."""
    return node.body if isinstance(node, ast.Lambda) and not node.args.args else node


def _truth(ev: Core, st: State, node: ast.expr, assumption: Term) -> Term:
    part = _now(node)
    if isinstance(node, ast.Starred):
        raise ev.refusal(node, "*", "how many parts there are is not known", "use forall")
    value = ev.pure(st, part, assumption)
    if value is not True and not t.is_truth(value):
        value = ev.applied(st, value, [], node, assumption)  # a thunk that has a name
    return ev.truth(st, value, node)


# --- forms: parts are looked at one after the other


def conj(ev: Core, st: State, node: ast.Call) -> Results:
    """All of these; those after a false one are not looked at."""
    found: Term = True
    for part in node.args:
        if found is False:
            break
        if isinstance(part, ast.Starred):
            found = _all_of(ev, st, part, found)
        else:
            found = t.conj(found, _truth(ev, st, part, found))
    return [(st, found)]


def _all_of(ev: Core, st: State, part: ast.Starred, found: Term) -> Term:
    """`conj(*parts)` of a tuple, or of a generator over one."""
    inner = part.value
    if isinstance(inner, ast.GeneratorExp):
        return t.conj(found, _generated(ev, st, inner, list(inner.generators), False, found))
    values = ev.pure(st, inner, found)
    if not isinstance(values, Tuple):
        raise ev.refusal(part, "*", "how many parts there are is not known", "use forall")
    for value in values.items:
        each = value if t.is_truth(value) else ev.applied(st, value, [], part, found)
        found = t.conj(found, ev.truth(st, each, part))
    return found


def disj(ev: Core, st: State, node: ast.Call) -> Results:
    """One of these; those after a true one are not looked at."""
    found: Term = False
    for part in node.args:
        if found is True:
            break
        if isinstance(part, ast.Starred) and isinstance(part.value, ast.GeneratorExp):
            inner = part.value
            found = t.disj(found, _generated(ev, st, inner, list(inner.generators), True, t.neg(found)))
        else:
            found = t.disj(found, _truth(ev, st, part, t.neg(found)))
    return [(st, found)]


def implies(ev: Core, st: State, node: ast.Call) -> Results:
    """The second, which is looked at only where the first holds."""
    premise = _truth(ev, st, node.args[0], True)
    return [(st, t.implies(premise, True if premise is False else _truth(ev, st, node.args[1], premise)))]


def negate(ev: Core, st: State, node: ast.Call) -> Results:
    """Not this."""
    return [(st, t.neg(_truth(ev, st, node.args[0], True)))]


def iff(ev: Core, st: State, node: ast.Call) -> Results:
    """Both or neither."""
    return [(st, t.iff(_truth(ev, st, node.args[0], True), _truth(ev, st, node.args[1], True)))]


def choose(ev: Core, st: State, node: ast.Call) -> Results:
    """One value or the other; each is looked at where it is chosen."""
    condition = _truth(ev, st, node.args[0], True)
    if type(condition) is bool:
        return [(st, ev.pure(st, node.args[1 if condition else 2]))]
    then = ev.pure(st, node.args[1], condition)
    return [(st, ev.choose(condition, then, ev.pure(st, node.args[2], t.neg(condition)), node))]


def _parts(node: ast.Call, names: tuple[str, ...]) -> dict[str, ast.expr]:
    return dict(zip(names, node.args, strict=False)) | {str(each.arg): each.value for each in node.keywords}


def _quantified(
    ev: Core, st: State, node: ast.Call, guard: Term, variable: Term, parts: dict[str, ast.expr], value: Value = None
) -> Term:
    given = variable if value is None else value
    body, by = ev.pure(st, parts["body"]), parts.get("by")
    said = ev.truth(st, ev.applied(st, body, [given], node, guard), node)
    terms = None
    if by is not None:
        with ev.inexact():
            met = ev.applied(st, ev.pure(st, by), [given], node, guard)
        terms = [term for term in flatten(met) if not t.known(term)] if not isinstance(met, Ref) else None
    return t.forall(variable, t.implies(guard, said), by=terms or None)


def forall(ev: Core, st: State, node: ast.Call) -> Results:
    """`body(i)` for each i in [low, high)."""
    parts = _parts(node, ("low", "high", "body", "by"))
    low, high = ev.pure(st, parts["low"]), ev.pure(st, parts["high"])
    return [(st, _over(ev, st, node, low, high, parts))]


def exists(ev: Core, st: State, node: ast.Call) -> Results:
    """`body(i)` for some i in [low, high)."""
    parts = _parts(node, ("low", "high", "body"))
    low, high = ev.pure(st, parts["low"]), ev.pure(st, parts["high"])
    body = ev.pure(st, parts["body"])
    if is_few(low, high):
        return [(st, t.disj(*(ev.truth(st, ev.applied(st, body, [each], node), node) for each in range(low, high))))]
    variable = ev.bound("i")
    guard = t.conj(t.le(low, variable), t.lt(variable, high))
    said = ev.truth(st, ev.applied(st, body, [variable], node, guard), node)
    ev.depth -= 1
    return [(st, t.neg(t.forall(variable, t.neg(t.conj(guard, said)))))]


def _over(ev: Core, st: State, node: ast.Call, low: Term, high: Term, parts: dict[str, ast.expr]) -> Term:
    if is_few(low, high) or (t.known(low, high) and ev.solver is None):
        body = ev.pure(st, parts["body"])
        return t.conj(*(ev.truth(st, ev.applied(st, body, [each], node), node) for each in range(low, high)))
    variable = ev.bound("i")
    guard = t.conj(t.le(low, variable), t.lt(variable, high))
    found = _quantified(ev, st, node, guard, variable, parts)
    ev.depth -= 1
    return found


def forall_in(ev: Core, st: State, node: ast.Call) -> Results:
    """`body(x)` for each element, or key, x of a collection."""
    parts = _parts(node, ("collection", "body", "by"))
    collection = ev.pure(st, parts["collection"])
    cell = ev.cell(st, collection) if isinstance(collection, Ref) else None
    if isinstance(cell, DictCell | SetCell) and cell.keys is not None:
        body = ev.pure(st, parts["body"])
        return [(st, t.conj(*(ev.truth(st, ev.applied(st, body, [each], node), node) for each in cell.keys)))]
    if has_keys(cell):
        variable = ev.bound("x", key_sort(cell))
        found = _quantified(ev, st, node, contains(cell, variable), variable, parts)
        ev.depth -= 1
        return [(st, found)]
    view = ev.view(st, collection, node) if isinstance(cell, FixedCell) else ev.sequence(st, collection)
    if view is not None and is_few(view.length):
        body = ev.pure(st, parts["body"])
        values = [view.at(place) for place in range(view.length)]
        return [(st, t.conj(*(ev.truth(st, ev.applied(st, body, [each], node), node) for each in values)))]
    if view is None:
        raise ev.refusal(node, "forall_in", f"not of {ev.describe(collection)}", "use a list, dict or set")
    variable = ev.bound("i")
    guard = t.conj(t.le(0, variable), t.lt(variable, view.length))
    found = _quantified(ev, st, node, guard, variable, parts, view.at(variable))
    ev.depth -= 1
    return [(st, found)]


def every(ev: Core, st: State, node: ast.Call) -> Results:
    """`all(... for x in ...)`."""
    return _all_or_any(ev, st, node, some=False)


def some(ev: Core, st: State, node: ast.Call) -> Results:
    """`any(... for x in ...)`."""
    return _all_or_any(ev, st, node, some=True)


def _all_or_any(ev: Core, st: State, node: ast.Call, some: bool) -> Results:
    (argument,) = node.args
    if isinstance(argument, ast.GeneratorExp | ast.ListComp):
        return [(st, _generated(ev, st, argument, list(argument.generators), some, True))]
    view = ev.sequence(st, ev.pure(st, argument))
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


def _closed(variable: Term, guard: Term, said: Term, some: bool) -> Term:
    if some:
        return t.neg(t.forall(variable, t.neg(t.conj(guard, said))))
    return t.forall(variable, t.implies(guard, said))


def _generated(
    ev: Core,
    st: State,
    node: ast.GeneratorExp | ast.ListComp,
    clauses: list[ast.comprehension],
    some: bool,
    assumption: Term,
) -> Term:
    if not clauses:
        return ev.truth(st, ev.pure(st, node.elt, assumption), node)
    clause, rest = clauses[0], clauses[1:]
    over = _few_items(ev, st, ev.pure(st, clause.iter, assumption))
    if isinstance(over, Tuple) or (isinstance(over, Range) and t.known(over.low, over.high) and ev.solver is None):
        values = over.items if isinstance(over, Tuple) else tuple(range(over.low, over.high, over.step))
        join, found = (t.disj, False) if some else (t.conj, True)
        for value in values:
            found = join(
                found,
                _one(ev, st, node, clause, rest, value, some, t.conj(assumption, t.neg(found) if some else found)),
            )
        return found
    guard, variable, value = _elements(ev, st, over, node)
    inner = st.copy()
    inner.assume(t.conj(assumption, guard))
    said = _one(ev, inner, node, clause, rest, value, some, True)
    ev.depth -= 1
    return _closed(variable, guard, said, some)


def _few_items(ev: Core, st: State, over: Value) -> Value:
    """A sequence of few entries as the tuple of them; anything else as it is."""
    view = None if isinstance(over, Tuple) else ev.sequence(st, over)
    if view is None or not is_few(view.length):
        return over
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
    said = _generated(ev, sub, node, rest, some, True)
    if not ev.depth:
        st.facts += sub.facts[len(st.facts) :]
    return t.conj(guard, said) if some else t.implies(guard, said)


def _elements(ev: Core, st: State, over: Value, node: ast.AST) -> tuple[Term, Term, Value]:
    """A variable that is bound from here on, when it stands for an element of a collection, and for which."""
    cell = ev.cell(st, over) if isinstance(over, Ref) else None
    if has_keys(cell):
        variable = ev.bound("x", key_sort(cell))
        return contains(cell, variable), variable, variable
    variable = ev.bound("i")
    if isinstance(over, Range) and over.step == 1:
        return t.conj(t.le(over.low, variable), t.lt(variable, over.high)), variable, variable
    view = ev.sequence(st, over)
    if view is None:
        raise ev.refusal(
            node, "a generator over this", f"{ev.describe(over)} is no collection", "use a range or a list"
        )
    return t.conj(t.le(0, variable), t.lt(variable, view.length)), variable, view.at(variable)


def _listed_claims(ev: Core, st: State, node: ast.expr) -> list[Any]:
    """The claims that a declaration lists, or those of which a condition holds: whether they are of steps."""
    if not isinstance(node, ast.GeneratorExp):
        return list(ev.pure(st, node).of)
    (clause,) = node.generators
    if not isinstance(clause.target, ast.Name) or ast.unparse(node.elt) != clause.target.id:
        raise ev.refusal(node, "these claims", "they are made of others", "name the claims, or some of them")
    found = []
    listed = ev.pure(st, clause.iter)
    for one, claim in zip(ev.program.items_of(listed) or (), listed.of, strict=True):
        sub = st.copy()
        sub.env[clause.target.id] = one
        if all(ev.truth(sub, ev.pure(sub, each), each) is True for each in clause.ifs):
            found.append(claim)
    return found


def _sum_of_known(ev: Core, st: State, node: ast.Call) -> Results:
    """The sum of what is known one by one."""
    found: Results = []
    for after, values in ev.evs(node.args, st):
        found += ev.word(after, "sum", values, {}, node)
    return found


def total(ev: Core, st: State, node: ast.Call) -> Results:
    """`sum(choose(truth, 1, 0) for i in range(...))`, or of truths: how many numbers of a range are in a set."""
    argument = node.args[0]
    if not isinstance(argument, ast.GeneratorExp) or len(argument.generators) != 1 or len(node.args) > 1:
        return _sum_of_known(ev, st, node)
    (clause,) = argument.generators
    over = ev.pure(st, clause.iter)
    if not isinstance(over, Range) or over.step != 1 or clause.ifs or not isinstance(clause.target, ast.Name):
        return _sum_of_known(ev, st, node)
    index = ev.bound("i")
    sub = st.copy()
    sub.assume(t.conj(t.le(over.low, index), t.lt(index, over.high)))
    sub.env[clause.target.id] = index
    value = ev.pure(sub, argument.elt)
    ev.depth -= 1
    there = value if t.is_truth(value) else t.condition_of(value)
    members = None if there is None else t.computed(index, there)
    if members is None or is_computed(members) or not t.known(over.low) or over.low < 0:
        raise ev.refusal(node, "sum", "it does not count the numbers that are in a set", "write a loop")
    return [(st, t.sub(rank(members, over.high), rank(members, over.low)))]


def all_hold(ev: Core, st: State, node: ast.Call) -> Results:
    """Each of the claims that a declaration lists."""
    claims = _listed_claims(ev, st, node.args[0])
    states = [ev.pure(st, each) for each in node.args[1:]]
    found: Term = True
    for claim in claims:
        if claim.holds is not None:
            value = ev.applied(st, ev.program.closure(claim.holds), states, node, found)
            found = t.conj(found, ev.truth(st, value, node))
    return [(st, found)]


def hash_(ev: Core, st: State, node: ast.Call) -> Results:
    """`hash(value)`, of which nothing is asked but whether there is one."""
    found: Results = []
    for after, (value,) in ev.evs(node.args, st):
        if isinstance(value, Ref) and isinstance(ev.cell(after, value), ListCell | DictCell | SetCell | DistinctCell):
            ev.fail(after, "TypeError")
        elif anything.is_any(value):
            for end, there in ev.split(after, d.has_hash(value)):
                if there:
                    found.append((end, Text()))
                else:
                    ev.fail(end, "TypeError")
        elif kind_of(value) in KEYS or isinstance(value, Unequal):
            found.append((after, Text()))
        else:
            raise ev.refusal(node, "hash", f"of {ev.describe(value)}", "ask it of a key")
    return found


def super_(ev: Core, st: State, node: ast.Call) -> Results:
    """`super()`, in a method of a class that is made from one other."""
    function = ev.running
    if function.owner is None or len(function.owner.bases) != 1 or node.args:
        raise ev.refusal(node, "super", "not in a method of a class with one base", "name the function")
    return [(st, Super(function.owner.bases[0], st.env[function.parameters[0]]))]


FORMS: Final[dict[str, Callable[..., Results]]] = {
    "conj": conj,
    "disj": disj,
    "implies": implies,
    "negate": negate,
    "iff": iff,
    "choose": choose,
    "forall": forall,
    "exists": exists,
    "forall_in": forall_in,
    "all": every,
    "any": some,
    "all_hold": all_hold,
    "hash": hash_,
    "super": super_,
    "sum": total,
}
