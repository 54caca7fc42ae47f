"""An `impl=` of a declaration: it calls its operation once, gives what that gives, and changes nothing itself."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.unchanged import unchanged
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import same_value
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Closure,
    Error,
    Heap,
    ObjectCell,
    Ref,
    Term,
    Tuple,
    Value,
    View,
    refs_in,
)
from slotproof.engine.prove.sides.outcome import Outcome
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Function


def is_call(function: ast.AST, name: str) -> bool:
    """True of a lambda (container, arguments) that calls an operation with its arguments as they are, and no more.

    The check of the language, which the engine does not import, asks the same.
    """
    match function:
        case ast.Lambda(ast.arguments([], [owner, *given], rest, [], [], None, []), ast.Call(called, handed, [])):
            wanted = [*(each.arg for each in given), *([f"*{rest.arg}"] if rest is not None else [])]
            return ast.unparse(called) == f"{owner.arg}.{name}" and list(map(ast.unparse, handed)) == wanted
    return False


def is_read_back(function: ast.AST, name: str, omitted: Sequence[str], others: int) -> bool:
    """True of a lambda (container, argument) that hands what `to_dict` gives on to an operation of the class.

    The argument may leave the data as it is (`spoil`, `befall`). Beside the data so many more arguments are given, each
    an attribute of the container that is omitted from the data.
    """
    match function:
        case ast.Lambda(ast.arguments([], [owner, given], None, [], [], None, []), ast.Call(called, [data, *more], [])):
            held = f"{owner.arg}.to_dict()"
            written = (held, f"{given.arg}.spoil({held})", f"{given.arg}.befall({held})")
            own = {f"{owner.arg}.{each}" for each in omitted}
            is_handed = len(more) == others and own.issuperset(map(ast.unparse, more))
            return is_handed and ast.unparse(called) == f"type({owner.arg}).{name}" and ast.unparse(data) in written
    return False


def called_by(operation: Any, program: Declarations) -> Function | None:
    """What the declaration has in place of a plain call of the operation; None if it has nothing."""
    own = None if operation.impl is None else program.closure(operation.impl).function
    return None if own is None or is_call(own.node, operation.name) else own


def meant_by(operation: Any, program: Declarations, model: Class) -> Function | None:
    """What the declaration has in place of a plain call of the model's operation, though the model has that one."""
    own = None if operation.model is None else program.closure(operation.model).function
    has_one = model.method(operation.name) is not None
    return own if own is not None and has_one and not is_call(own.node, operation.name) else None


def is_called_plainly(operation: Any, program: Declarations) -> bool:
    """True if its proof is of what code calls: of the methods of its name, and of what they give."""
    return operation.model is None and called_by(operation, program) is None


class Called:
    """The call of an operation by what a declaration has in its place.

    given    the container that is called, and the arguments
    owners   the containers of the arrays that there are, the one that is called first
    before   what all held where it began
    """

    def __init__(self, ev: Evaluator, own: Function, method: Function, st: State, given: list[Value]) -> None:
        self.ev, self.own, self.method, self.before = ev, own, method, dict(st.heap)
        self.owners: list[Ref] = [each for each in given if isinstance(each, Ref) and _is_like(st, each, given[0])]
        self.parts = [part for each in given[1:] for part in _parts(each)]
        self.told = f"`impl=` of `{method.node.name if isinstance(method.node, ast.FunctionDef) else method.name}`"
        self.mark = f"call {len(st.left) + 1} of {method.name}"
        self.errors: list[Error] = []
        ev.instead[method.key] = self._follow

    def _follow(self, ev: Any, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        """Follow the call, and note what it leaves."""
        hook = ev.instead.pop(self.method.key)
        is_own = isinstance(args[0], Ref) and args[0].id == self.owners[0].id and not ev.silent
        if is_own:
            ev.oblige(st, self.mark not in st.left, node, f"{self.told} calls it once")
            self._oblige_kept(st, self.before, node)
            places = [{n for n, part in enumerate(self.parts) if same_value(each, part)} for each in args[1:]]
            apart = len(set().union(*places)) >= len(places) == len(self.method.parameters) - 1
            handed_on = apart and all(places)
            ev.oblige(st, handed_on, node, f"{self.told} hands on what it is given")
        with ev.catching() as raised:
            results: Results = ev.call_closure(st, Closure(closure.function, closure.env), args, {}, node)
        for end, value in results if is_own else []:
            end.left = {**end.left, self.mark: ({"value": value}, dict(end.heap))}
        for end, error in raised if is_own else []:
            end.left = {**end.left, self.mark: ({}, dict(end.heap))}
            self.errors.append(error)
        ev.raised += raised
        ev.instead[self.method.key] = hook
        return results

    def judge(self, ends: list[Outcome]) -> list[Outcome]:
        """Oblige of each end that it is that of the call."""
        self.ev.instead.pop(self.method.key)
        for each in ends:
            if not (each.error is not None and each.error.ends_all):
                self._judge(each)
        return ends

    def _judge(self, end: Outcome) -> None:
        ev, node = self.ev, self.own.node
        if self.mark not in end.st.left:
            ev.oblige(end.st, False, node, f"{self.told} calls it")
            return
        env, heap = end.st.left[self.mark]
        if end.error is not None or not env:
            goes_on = any(end.error is each for each in self.errors)
            ev.oblige(end.st, goes_on, node, f"{self.told} ends in the error that it ends in, and in no other")
        else:
            gives = self._gives(end.st, end.value, env["value"])
            ev.oblige(end.st, gives, node, f"{self.told} gives what it gives, alone or in a tuple")
        self._oblige_kept(end.st, heap, node, env.get("value"))

    def _gives(self, st: State, value: Value, given: Value) -> Term:
        """True if a value is what the call gave, or a tuple that has it."""
        if given is None or same_value(value, given):
            return True
        if isinstance(value, Tuple) and not isinstance(given, Tuple):
            return any(self._gives(st, each, given) is True for each in value.items)
        if isinstance(given, View) and isinstance(value, View | Ref):
            return self._lists(st, value, given)
        return False

    def _lists(self, st: State, value: Value, given: View) -> bool:
        """True if a list has what an iterator yields."""
        view = self.ev.sequence(st, value)
        place = t.fresh("at", t.INT)
        return view is not None and t.same(view.length, given.length) and same_value(view.at(place), given.at(place))

    def _oblige_kept(self, st: State, heap: Heap, node: ast.AST, made: Value = None) -> None:
        """Oblige that the containers, and what was made, are as they were in an earlier heap."""
        for each in (*self.owners, *(ref for ref in refs_in(made) if isinstance(heap.get(ref.id), ObjectCell))):
            self.ev.oblige(st, unchanged(self.ev, st, each, heap), node, f"{self.told} changes nothing itself")


def _is_like(st: State, ref: Ref, other: Value) -> bool:
    """True of a container of the same class."""
    one, two = (st.heap[each.id] for each in (ref, other))
    return isinstance(one, ObjectCell) and isinstance(two, ObjectCell) and one.cls is two.cls


def _parts(value: Value) -> list[Value]:
    """A value, and the parts of a tuple."""
    return [value, *(part for each in (value.items if isinstance(value, Tuple) else ()) for part in _parts(each))]
