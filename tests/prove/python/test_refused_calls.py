"""What no program asks of the prover is refused, or is an error of the prover: no answer is made up."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.builtin.builtins import FUNCTIONS
from slotproof.engine.prove.python.changes import Rounds
from slotproof.engine.prove.python.kinds.cells import written
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, Kind, ListCell, Meaning, Ref
from slotproof.engine.prove.solver import scalars
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.second import Second, Unreadable
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Function, Refusal

NODE = ast.parse("while asked: pass").body[0]
SEVEN = Meaning(lambda ev, st, node, args: [(st, 7)])


def _running(ev: Evaluator) -> Function:
    ev.stack.append(ev.program.class_named("slotproof.spec.errors", "Missing"))
    return ev.running


ASKED: dict[str, tuple[Callable[[Evaluator], Any], type[Exception], str]] = {
    "a write to what was": (lambda ev: ev.put(State(), Ref(1, {}), ListCell((), 0, None), NODE), Refusal, "what was"),
    "conditions without names": (
        lambda ev: ev.entry_by_entry(State(), SEVEN, [], NODE, lambda *_: None),
        Refusal,
        "conditions have names",
    ),
    "a function in an array": (lambda ev: written(ListCell((), 0, None), 0, SEVEN), TypeError, "arrays cannot hold"),
    "the rounds of a while": (
        lambda ev: Rounds(NODE, lambda *_: [], lambda *_: []).number(State()),  # type: ignore[arg-type]
        TypeError,
        "no number of rounds",
    ),
    "what runs in a class": (_running, TypeError, "no function runs"),
    "a sum with a text": (lambda ev: scalars.made(z3.Z3_mk_not, "text"), TypeError, "no terms"),
    "a sum of texts": (lambda ev: scalars._listed(z3.Z3_mk_add, ["text"]), TypeError, "no terms"),
    "a sort that cvc5 is not told": (lambda ev: Second()._sort(z3.RealSort()), Unreadable, "a sort that is not known"),
    "a function that cvc5 is not told": (
        lambda ev: Second()._application(z3.ToReal(z3.Int("number")), (), []),
        Unreadable,
        "a term that is not known",
    ),
}


@pytest.mark.parametrize(("ask", "error", "why"), ASKED.values(), ids=list(ASKED))
def test_what_is_not_for_it_is_an_error(ask: Callable[[Evaluator], Any], error: type[Exception], why: str) -> None:
    """And names what was asked."""
    with pytest.raises(error, match=why):
        ask(Evaluator(Declarations(), Solver(Budget(last=50_000))))


@pytest.mark.parametrize(
    ("name", "more", "is_open"),
    [
        ("max", {}, True),
        ("max", {"default": 0}, False),
        ("min", {}, True),
        ("sorted", {}, True),
        ("len", {}, False),
    ],
)
def test_what_any_set_may_not_have_is_obliged(name: str, more: dict[str, Any], is_open: bool) -> None:
    """A greatest item; and none below 0, where it is ranked."""
    ev, st = Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
    FUNCTIONS[name](ev, st, NODE, any_of(ev, st, "given", Kind("set", (INT,))), **more)
    assert bool(ev.open) is is_open
