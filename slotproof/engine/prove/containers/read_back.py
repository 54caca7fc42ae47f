"""What `from_dict` of a container within another makes of data: what its own proof says, and nothing else.

Of what `to_dict` gave it makes one in the same state, if what no claim says is true of it. Of anything else it makes
one within its claims, or ends in one of the errors that it names: which, is a function of the data.
"""

from __future__ import annotations

import ast
from typing import Any, Final, Protocol

from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import Data, Error, Ref, Term, Value
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d

READ: Final = "from_dict"


class Known(Protocol):
    """What is known of the container within: see `known.Known`."""

    refinement: Any
    model: Any
    impl: Any
    premise: Any

    def in_state(self, ev: Any, st: State, state: Term) -> Ref:
        """A container in a state of its model."""

    def read_from(self, ev: Any, st: State, data: Term) -> Ref:
        """The container that is made of data."""

    def error(self, name: str) -> Any:
        """An error that it names."""


def read_back(known: Known, ev: Any, st: State, args: list[Value], node: ast.AST) -> Results:
    """`Class.from_dict(data)`."""
    operation = _proved(known, ev, node)
    data = args[0] if len(args) == 1 else None
    if isinstance(data, Data) and data.of is known.model:
        made = known.in_state(ev, st, data.state)
        what = f"what is read was written of a {known.refinement.title} as it is constructed"
        with ev.inexact():
            said = known.premise.shown(ev, st, made)
        ev.oblige(st, said, node, what)
        return [(st, made)]
    if not anything.is_any(data):
        raise ev.refusal(node, f"{known.impl.name}.{READ}", f"of {ev.describe(data)}", "pass the data alone")
    found = _accepted(known, ev, st, operation, data, node)
    if found is None:
        return []
    return [(found, known.read_from(ev, found, data))]


def _proved(known: Known, ev: Any, node: ast.AST) -> Any:
    """The operation, whose proof is used."""
    operation = next((each for each in known.refinement.operations if each.name == READ), None)
    if operation is None or operation.unproved or operation.foreign is None:
        raise ev.refusal(node, f"{known.impl.name}.{READ}", "it has no proof of its own", "prove that first")
    ev.rested.add(f"{known.refinement.name} {READ}")
    return operation


def _accepted(known: Known, ev: Any, st: State, operation: Any, data: Term, node: ast.AST) -> State | None:
    """The state in which the data is accepted; it is refused in others, with an error that the operation names."""
    ending = t.function(f"{known.model.name}.{READ}.ending", d.ANY, t.INT)(data)
    for number, name in enumerate(operation.refusals):
        goes_on = None
        for branch, refused in ev.split(st, t.eq(ending, number)):
            if refused:
                ev.raised.append((branch, Error(known.error(name))))
            else:
                goes_on = branch
        if goes_on is None:
            return None
        st = goes_on
    return st


def is_accepted(known: Known, data: Term) -> Term:
    """True of data that `from_dict` makes a container of."""
    operation = known.refinement.operation(READ)
    ending = t.function(f"{known.model.name}.{READ}.ending", d.ANY, t.INT)(data)
    return t.conj(*(t.neg(t.eq(ending, number)) for number, _ in enumerate(operation.refusals)))
