"""Theorems of any instance: what a theorem says of numbers of any width is shown on each way through its text.

Of a theorem about the numbers of a container, it is shown that its instances are all that there are.
"""

from __future__ import annotations

import ast
from functools import partial
from typing import Any, Final

from slotproof.engine.prove.declaration.told import told
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Ref, Told, Value, worded
from slotproof.engine.prove.sides.starts import Starts
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.sorts import ELEMENT
from slotproof.engine.prove.source import Refusal


def show_theorem(starts: Starts, theorem: Any, ev: Evaluator) -> None:
    """Oblige what a theorem says of each instance that its `configure` makes, and that it answers.

    Raises     Refusal if it says nothing, as no numbers are as it assumes
    """
    holds, node = starts.program.closure(theorem.holds), starts.impl_class.node
    name, place = theorem.claim.id, f"{holds.function.module.path}:{holds.function.node.lineno}"
    if theorem.shows:
        raise Refusal(place, f"`configure` of {name}", "what it shows of functions is of its widths", "leave it out")
    ev.claim, ev.told = name, partial(told, ev)
    ev.declared, speaks = {}, False  # no loop of a theorem has a claim of its own
    for start, named in starts.configurations(ev, theorem.configure, [holds.function], theorem.configured):
        if [*named] != holds.function.parameters[1:]:
            raise Refusal(place, f"`configure` of {name}", "it is not for each parameter", "give each, in order")
        with ev.catching() as raised, ev.running_code():
            ends = ev.call(start, holds, [_BITS], named, node)
        told_of = [(st, ev.truth(st, value, node), "") for st, value in ends]
        told_of += [(st, False, f": {error.name} is raised") for st, error in raised]
        for st, truth, end in told_of:
            if ev.impossible(st):
                continue
            speaks = True
            st.step(ways.END, name)
            ev.oblige(st, truth, node, f"{name}: {theorem.claim.statement}{end}", place)
            st.step(ways.DONE)
    if not speaks:
        raise Refusal(place, name, "no numbers are as it assumes", "assume less")


def show_instances(starts: Starts, ev: Evaluator, st: State, theorem: Any, model: Ref) -> None:
    """Oblige that the numbers of any container are those of an instance of a theorem that is about them.

    Raises     Refusal if `of` does not give each number of each instance, or of what is proved in an arrangement
    """
    holds, cell = ev.program.closure(theorem.holds), ev.cell(st, model)
    name, place = theorem.claim.id, f"{holds.function.module.path}:{holds.function.node.lineno}"
    if starts.arrangement is not None:
        why = "what is proved of containers is proved of those that are arranged so alone"
        raise Refusal(place, f"`of` of {name}", why, "leave it out")
    if any({*each} != {*theorem.of} for each in theorem.widths):
        why = "it does not say of what each number of each instance is"
        raise Refusal(place, f"`of` of {name}", why, "name an attribute of the model for each")
    numbers = {}
    for given, attribute in theorem.of.items():
        value = cell.fields.get(attribute)
        if not t.is_number(value):
            why = f"the model has no number `{attribute}`"
            raise Refusal(place, f"`of` of {name}", why, "name an attribute that holds a number")
        numbers[given] = value
    shown = t.disj(*(t.conj(*(t.eq(numbers[of], each[of]) for of in numbers)) for each in theorem.widths))
    saved, ev.claim = ev.claim, name
    ev.oblige(st, shown, holds.function.node, f"{name} is shown for {', '.join(theorem.of.values())}", place)
    ev.claim = saved


def _require_one(ev: Evaluator, node: ast.AST) -> None:
    """Refuse a number or value that would be one for all of any number of rounds."""
    if ev.depth:
        what, why = "a number or value of a theorem", "there is one of it, for all that is gone through"
        raise ev.refusal(node, what, why, "ask for it before")


def _between(ev: Evaluator, st: State, node: ast.AST, name: Value, low: Value, high: Value) -> Value:
    """Any number in [low, high), of which there is one."""
    _require_one(ev, node)
    low, high = ev.integer(low, node), ev.integer(high, node)
    ev.oblige(st, t.lt(low, high), node, "there is a number between")
    number = t.fresh(name, t.INT)
    st.know(t.implies(t.lt(low, high), t.conj(t.le(low, number), t.lt(number, high))))
    return number


def _int(ev: Evaluator, st: State, node: ast.AST, name: Value, width: Value) -> Value:
    """Any number in [0, 2**width)."""
    width = ev.integer(width, node)
    ev.oblige(st, t.le(0, width), node, "a width is not below 0")
    return _between(ev, st, node, name, 0, t.pow2(width))


def _value(ev: Evaluator, st: State, node: ast.AST) -> Value:
    """Any value that a client stores."""
    _require_one(ev, node)
    return t.fresh("value", ELEMENT)


def _assume(ev: Evaluator, st: State, node: ast.AST, truth: Value) -> Value:
    """Go on with numbers of which this is true."""
    st.assume(ev.truth(st, truth, node), ways.ANY)
    return None


_BITS: Final = Told(
    {
        "int": lambda: worded(_int),
        "between": lambda: worded(_between),
        "value": lambda: worded(_value),
        "assume": lambda: worded(_assume),
    }
)
"""What a theorem is given."""
