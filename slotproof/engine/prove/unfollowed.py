"""Functions that a proof does not follow: of each is used that equal arguments give equal results, and no more."""

from __future__ import annotations

import ast
from functools import partial
from typing import Any

from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import anything
from slotproof.engine.prove.python.cells import flatten
from slotproof.engine.prove.python.state import Results, State
from slotproof.engine.prove.python.values import Bytes, Closure, Value
from slotproof.engine.prove.solver import terms as t


def summarise(ev: Evaluator, refinement: Any) -> None:
    """Have the evaluator ask here where such a function is called."""
    for each in refinement.summaries:
        if each.facts is None:
            ev.hooks[each.function.__name__] = partial(_answer, each)


def _answer(summary: Any, ev: Any, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
    """The result as a function of the arguments, of which nothing is known."""
    if closure.function.module.name != summary.function.__module__:
        raise ev.refusal(node, summary.name, "another function of that name", "name it otherwise")
    given = [each.term if isinstance(each, Bytes) else anything.number(ev, st, each, node) for each in args]
    terms = [t.lift(term) for value in given for term in flatten(value)]
    result = t.BOOL if summary.returns is bool else t.INT
    ev.presumes.add(f"{summary.name} gives equal arguments equal results, and ends in no error")
    return [(st, t.function(summary.name, *(term.sort() for term in terms), result)(*terms))]
