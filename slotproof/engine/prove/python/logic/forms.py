"""The words of claims that look at their arguments themselves: `conj`, `forall`, `all` ...

In a claim, a part is evaluated only under what stands before it; in code only one that is passed as a thunk.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    KEYS,
    DictCell,
    DistinctCell,
    ListCell,
    Range,
    Ref,
    SetCell,
    Super,
    Term,
    Text,
    Tuple,
    Unequal,
)
from slotproof.engine.prove.python.logic.quantified import _generated, every, exists, forall, forall_in, some
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.solver.theory.ranks import rank
from slotproof.engine.prove.solver.triggers import is_computed


def _now(node: ast.expr) -> ast.expr:
    """What a part without parameters says: `lambda: x` is `x`, looked at later."""
    return node.body if isinstance(node, ast.Lambda) and not node.args.args else node


def _under(ev: Core, node: ast.expr, assumption: Term) -> Term:
    """What holds where a part is looked at: code looks at each first that is not passed as a thunk."""
    return True if ev.runs_code and not isinstance(node, ast.Lambda) else assumption


def _truth(ev: Core, st: State, node: ast.expr, assumption: Term) -> Term:
    part = _now(node)
    if isinstance(node, ast.Starred):
        raise ev.refusal(node, "*", "how many parts there are is not known", "use forall")
    value = ev.pure(st, part, _under(ev, node, assumption))
    if value is not True and not t.is_truth(value):
        value = ev.applied(st, value, [], node, assumption)  # a thunk that has a name
    return ev.truth(st, value, node)


# --- forms: parts are looked at one after the other


def conj(ev: Core, st: State, node: ast.Call) -> Results:
    """All of these; a claim, or a thunk, that stands after a false one is not looked at."""
    found: Term = True
    for part in node.args:
        if found is False and _under(ev, part, False) is False:
            continue
        if isinstance(part, ast.Starred):
            found = _all_of(ev, st, part, found)
        else:
            found = t.conj(found, _truth(ev, st, part, found))
    return [(st, found)]


def _all_of(ev: Core, st: State, part: ast.Starred, found: Term) -> Term:
    """`conj(*parts)` of a tuple, or of a generator over one."""
    inner, under = part.value, _under(ev, part, found)
    if isinstance(inner, ast.GeneratorExp):
        return t.conj(found, _generated(ev, st, inner, list(inner.generators), False, under, ev.runs_code))
    values = ev.pure(st, inner, under)
    if not isinstance(values, Tuple):
        raise ev.refusal(part, "*", "how many parts there are is not known", "use forall")
    for value in values.items:
        each = value if t.is_truth(value) else ev.applied(st, value, [], part, found)
        found = t.conj(found, ev.truth(st, each, part))
    return found


def disj(ev: Core, st: State, node: ast.Call) -> Results:
    """One of these; a claim, or a thunk, that stands after a true one is not looked at."""
    found: Term = False
    for part in node.args:
        if found is True and _under(ev, part, False) is False:
            continue
        if isinstance(part, ast.Starred) and isinstance(part.value, ast.GeneratorExp):
            inner, under = part.value, _under(ev, part, t.neg(found))
            found = t.disj(found, _generated(ev, st, inner, list(inner.generators), True, under, ev.runs_code))
        else:
            found = t.disj(found, _truth(ev, st, part, t.neg(found)))
    return [(st, found)]


def implies(ev: Core, st: State, node: ast.Call) -> Results:
    """The second, which a claim looks at only where the first holds, as code does at a thunk."""
    premise = _truth(ev, st, node.args[0], True)
    return [(st, t.implies(premise, _truth(ev, st, node.args[1], premise)))]


def negate(ev: Core, st: State, node: ast.Call) -> Results:
    """Not this."""
    return [(st, t.neg(_truth(ev, st, node.args[0], True)))]


def iff(ev: Core, st: State, node: ast.Call) -> Results:
    """Both or neither."""
    return [(st, t.iff(_truth(ev, st, node.args[0], True), _truth(ev, st, node.args[1], True)))]


def choose(ev: Core, st: State, node: ast.Call) -> Results:
    """One value or the other: code looks at both, a claim at each where it is chosen."""
    condition = ev.truth(st, ev.pure(st, node.args[0]), node)
    if type(condition) is bool and not ev.runs_code:
        return [(st, ev.pure(st, node.args[1 if condition else 2]))]
    then = ev.pure(st, node.args[1], True if ev.runs_code else condition)
    otherwise = ev.pure(st, node.args[2], True if ev.runs_code else t.neg(condition))
    return [(st, ev.choose(condition, then, otherwise, node))]


def _listed_claims(ev: Core, st: State, node: ast.expr) -> list[Any]:
    """The claims that a declaration lists, or those of which a condition holds: whether they are of steps."""
    match node:
        case ast.GeneratorExp(ast.Name(name), [ast.comprehension(ast.Name(same), over, conditions)]) if name == same:
            pass
        case ast.GeneratorExp():
            raise ev.refusal(node, "these claims", "they are made of others", "name the claims, or some of them")
        case _:
            over, name, conditions = node, "", []
    listed, found = ev.pure(st, over), []
    items = ev.program.items_of(listed)
    if items is None:
        raise ev.refusal(node, "these claims", "no declaration lists them", "name the claims, or some of them")
    for item, claim in zip(items, listed.of, strict=True):
        sub = st.copy()
        sub.env[name] = item
        found += [claim] if ev.are_known_to_hold(sub, conditions) else []
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
    after = st.copy()
    over = ev.pure(after, clause.iter)
    if not isinstance(over, Range) or over.step != 1 or clause.ifs or not isinstance(clause.target, ast.Name):
        return _sum_of_known(ev, st, node)
    index = ev.bound("i")
    sub = after.copy()
    sub.assume(t.conj(t.le(over.low, index), t.lt(index, over.high)))
    sub.env[clause.target.id] = index
    value = ev.pure(sub, argument.elt)
    ev.depth -= 1
    ev.count_each(after, t.ite(t.lt(over.low, over.high), t.sub(over.high, over.low), 0), after.copy(), sub, index)
    there = value if t.is_truth(value) else t.condition_of(value)
    members = None if there is None else t.computed(index, there)
    if members is None or is_computed(members) or not t.known(over.low) or over.low < 0:
        raise ev.refusal(node, "sum", "it does not count the numbers that are in a set", "write a loop")
    return [(after, t.sub(rank(members, over.high), rank(members, over.low)))]


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
