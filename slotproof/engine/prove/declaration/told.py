"""What declared functions are told as `at`: both sides, now and before, the loop, and words to say more of these."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import z3

from slotproof.engine.prove.declaration import meant
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import contains
from slotproof.engine.prove.python.kinds.state import Head, State
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DistinctCell,
    Heap,
    ListCell,
    Ref,
    SetCell,
    Term,
    Told,
    Tuple,
    Value,
    worded,
)
from slotproof.engine.prove.python.statements import YIELDED
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.triggers import kind
from slotproof.engine.prove.source import Word

MET: Final = t.fresh_function("met", t.INT, t.BOOL)
"""Of which nothing is known: what follows from it follows without it."""


def told(ev: Core, st: State, head: Head) -> Mapping[str, Callable[[], Value]]:
    """What `at` offers in a state."""
    setting = ev.setting
    model, impl = setting.model, setting.impl
    answered = [each for each in st.log if each.answered]
    called = answered[-1].after if answered else setting.before
    env = dict(st.env)
    if YIELDED in env:
        env.setdefault("yielded", env[YIELDED])
    return {
        "model": lambda: model,
        "model_before": lambda: Ref(model.id, setting.before),
        "model_called": lambda: Ref(model.id, called),
        "now": lambda: impl,
        "before": lambda: Ref(impl.id, setting.before),
        "entry": lambda: Ref(impl.id, head.heap),
        "local": lambda: _told_of(env),
        "entry_local": lambda: _told_of({name: _then(value, head.heap) for name, value in head.env.items()}),
        "round_local": lambda: _told_of({name: _then(value, head.begun[1]) for name, value in head.begun[0].items()}),
        "index": lambda: head.index,
        "length": lambda: head.length,
        "arguments": lambda: Tuple(setting.told),
        "distinct": lambda: Word("distinct_of"),
        **{word.__name__: partial(worded, word) for word in _WORDS},
        **({"round": lambda: Ref(impl.id, head.begun[1])} if head.begun[1] else {}),
        **({} if head.noted is None else {"noted": partial(worded, partial(_noted, head.noted))}),
    }


def _noted(noted: Term, ev: Core, st: State, node: ast.AST, number: Value) -> Value:
    """What was noted last of a number; anything, if nothing was."""
    return t.select(noted, ev.integer(number, node))


# --- words


def met(ev: Core, st: State, node: ast.AST, term: Value, claim: Value) -> Value:
    """The claim; where it is obliged, with a term that makes solvers look at what they know of it."""
    truth = claim if t.is_truth(claim) else ev.applied(st, claim, [], node)
    if not ev.exact:
        return truth
    with ev.looking():
        looked_at = term if t.is_term(term) else ev.applied(st, term, [], node)
    hinted = t.implies(MET(t.lift(looked_at)), truth)
    return hinted if t.known(hinted) else ev.hint(hinted, truth)


def of_each(
    ev: Core, st: State, node: ast.AST, low: Value, high: Value, claim: Value, known: Value, obliged: Value
) -> Value:
    """The claim about each index, looked up by the term `known`; where it is obliged, with `obliged` met."""
    index = ev.bound("i")
    inside = t.conj(t.le(low, index), t.lt(index, high))
    said = ev.truth(st, ev.applied(st, claim, [index], node, inside), node)
    looked_up = obliged if ev.exact else known
    with ev.looking():
        term = ev.applied(st, looked_up, [index], node, inside)
    ev.depth -= 1
    if ev.exact:
        return t.forall(index, t.implies(inside, t.implies(MET(t.lift(term)), said)))
    return t.forall(index, t.implies(inside, said), by=None if t.known(term) else [term])


def without_last(ev: Core, st: State, node: ast.AST, entries: Value) -> Value:
    """The list before its last entry was appended, for solvers to look at; of any other list, the list.

    Raises     Refusal where something is said of it: of a list that is shown, and of another one that is assumed
    """
    if not ev.looks:
        what, why = "a claim about without_last", "it would be shown of another list than it is assumed of"
        raise ev.refusal(node, what, why, "use it in what `met` or `of_each` looks at")
    cell = ev.cell(st, entries)
    if not isinstance(cell, ListCell):
        raise ev.refusal(node, "without_last", f"not of {ev.describe(entries)}", "name a list")
    arrays = [each.arg(0) if kind(each) == z3.Z3_OP_STORE else each for each in cell.arrays]
    return st.allocate(replace(cell, arrays=tuple(arrays)))


def counted(ev: Core, st: State, node: ast.AST, keys: Value, sequence: Value) -> Value:
    """Use that a dict and a sequence of distinct numbers are of one size if they hold the same, which is obliged.

    Nothing is used where it is not obliged that the numbers are distinct.
    """
    one, other = ev.cell(st, keys), ev.cell(st, sequence)
    if not isinstance(one, DictCell | SetCell) or not isinstance(other, DistinctCell):
        raise ev.refusal(node, "counted", "not of these", "name a dict or set, and a sequence of distinct numbers")
    if not ev.exact:
        return None
    key = t.variable("key", ev.depth + 1)
    same = t.forall(key, t.iff(contains(one, key), contains(other, key)))
    ev.oblige(st, same, node, "the keys are the entries of the sequence")
    st.assume(t.eq(one.size, other.length), ways.SAME_SIZE)
    return None


_WORDS: Final = (met, of_each, without_last, counted, meant.marked)

# --- locals


def _told_of(env: Mapping[str, Value]) -> Told:
    """Locals by their names; what a generator has yielded so far is `yielded`, if no local has that name."""
    told = {name.strip("()"): partial(_itself, value) for name, value in env.items()}
    return Told(told | {name: partial(_itself, value) for name, value in env.items()})


def _then(value: Value, heap: Heap) -> Value:
    """A local as it was in an earlier state."""
    return Ref(value.id, heap) if isinstance(value, Ref) and value.heap is None else value


def _itself(value: Value) -> Value:
    return value
