"""Lemmas in words of logic: each is shown from the code of functions, from lemmas before it, or by induction."""

from __future__ import annotations

from typing import Any, Final

import z3

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import flatten
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Closure, Term
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Refusal

MOST_ROUNDS: Final = 8
"""Rounds of a loop in the code of a function that a lemma is about: that there are no more is obliged."""


def formula_of(lemma: Any, ev: Core, program: Declarations) -> Any:
    """The lemma, of all numbers, for solvers to assume."""
    closure = program.closure(lemma.says)
    numbers = _numbers(closure)
    st, node = State(), closure.function.node
    with ev.inexact():
        said = ev.truth(st, ev.applied(st, closure, list(numbers.values()), node), node)
        met = ev.applied(st, program.closure(lemma.by), list(numbers.values()), node)
    if st.facts:
        raise Refusal(ev.place(node), lemma.name, "a word in it makes a name", "say it in other words")
    if lemma.induction:
        said = t.implies(t.le(0, numbers[lemma.induction]), said)
    return t.forall_many(list(numbers.values()), said, by=flatten(met))


def show_lemma(lemma: Any, ev: Core, st: State, program: Declarations) -> None:
    """Oblige the lemma of any numbers; by induction, for 0, and for the next number if for one."""
    ev.most_rounds, ev.no_more_rounds = MOST_ROUNDS, True
    closure = program.closure(lemma.says)
    numbers = {name: t.fresh(name, t.INT) for name in _numbers(closure)}
    if lemma.induction:
        _by_induction(lemma, ev, st, closure, numbers)
    else:
        _oblige(lemma, ev, st, closure, numbers, "")
    ev.most_rounds, ev.no_more_rounds = None, False


def _by_induction(lemma: Any, ev: Core, st: State, closure: Closure, numbers: dict[str, Term]) -> None:
    last = lemma.induction
    _oblige(lemma, ev, st.copy(), closure, {**numbers, last: 0}, f" for {last} = 0")
    node = closure.function.node
    with ev.inexact():
        before = ev.truth(st, ev.applied(st, closure, list(numbers.values()), node), node)
    st.assume(t.conj(t.le(0, numbers[last]), before))
    _oblige(lemma, ev, st, closure, {**numbers, last: t.add(numbers[last], 1)}, f" for {last} + 1, if for {last}")


def _oblige(lemma: Any, ev: Core, st: State, closure: Closure, numbers: dict[str, Term], case: str) -> None:
    node = closure.function.node
    said = ev.truth(st, ev.applied(st, closure, list(numbers.values()), node), node)
    place = f"{closure.function.module.path}:{node.lineno}"
    ev.oblige(st, said, node, f"lemma: {lemma.name}{case}", place)


def _numbers(closure: Closure) -> dict[str, Any]:
    """Constants for what a lemma is about, by name."""
    return {name: z3.Int(f"{name}@lemma") for name in closure.function.parameters}
