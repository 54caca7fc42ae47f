"""What each statement means.

A statement answers [(state, signal)]: None if it goes on, "break", "continue", ("return", value) or ("raise", error).
The right side is evaluated before the target; an augmented assignment reads its target first.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from slotproof.engine.prove.errors import CALLBACK, PYTHON_ERRORS
from slotproof.engine.prove.python.assignments import Assignments
from slotproof.engine.prove.python.kinds.cells import written
from slotproof.engine.prove.python.kinds.state import MOST_PATHS, Ends, State
from slotproof.engine.prove.python.kinds.values import ClassValue, Closure, Error, ListCell, Ref
from slotproof.engine.prove.solver import terms as t

CAUGHT: Final = frozenset(each for line in PYTHON_ERRORS.values() for each in line) - {"Exception"}
"""Errors of Python itself that a `try` of the language may name."""


class Statements(Assignments):
    """The statements of the language."""

    def block(self, statements: Sequence[ast.stmt], st: State) -> Ends:
        """Run statements one after the other, in every state that there is."""
        states, done = [st], []
        for statement in statements:
            following: list[State] = []
            for before in states:
                with self.catching() as raised:
                    ends = self.statement(statement, before)
                if not self.merging:  # else one value is made of all ways, whatever is there
                    ends = [end for end in ends if not end[0].dead]
                done += [(other, ("raise", error)) for other, error in raised]
                following += [other for other, signal in ends if signal is None]
                done += [(other, signal) for other, signal in ends if signal is not None]
            states = following
            if len(states) + len(done) > MOST_PATHS:
                raise self.refusal(statement, f"more than {MOST_PATHS} ways", "too many branches", "split the function")
        return [*done, *((other, None) for other in states)]

    def statement(self, node: ast.stmt, st: State) -> Ends:
        """Run one statement."""
        form = STATEMENTS.get(type(node))
        if form is None:
            raise self.refusal(
                node, type(node).__name__.lower(), "not in the language of proofs", "write it with what is"
            )
        on_entry = self.on_entry
        if not isinstance(node, ast.Return | ast.If):
            self.on_entry = None  # what a declared function gives is what it returns
        ends: Ends = form(self, node, st)
        self.on_entry = on_entry
        return ends

    # --- plain ones

    def _expression(self, node: ast.Expr, st: State) -> Ends:
        if isinstance(node.value, ast.Constant):
            return [(st, None)]
        if isinstance(node.value, ast.Yield):
            return self._yield(node.value, st)
        return [(after, None) for after, _ in self.ev(node.value, st)]

    def _yield(self, node: ast.Yield, st: State) -> Ends:
        """A generator is the list of what it yields, which its caller looks through at once."""
        if node.value is None:
            raise self.refusal(node, "yield", "of nothing", "yield a value")
        found: Ends = []
        for after, value in self.ev(node.value, st):
            yielded: Ref = after.env[YIELDED]
            cell: ListCell = after.heap[yielded.id]
            self.storable(value, cell.kind, node)
            after.heap[yielded.id] = replace(written(cell, cell.length, value), length=t.add(cell.length, 1))
            found.append((after, None))
        return found

    def _return(self, node: ast.Return, st: State) -> Ends:
        if node.value is None:
            return [(st, ("return", None))]
        return [(after, ("return", value)) for after, value in self.ev(node.value, st)]

    def _raise(self, node: ast.Raise, st: State) -> Ends:
        if node.exc is None:
            if isinstance(error := st.env.get(CATCHING), Error):
                return [(st, ("raise", error))]
            raise self.refusal(node, "raise", "of nothing", "raise a new error")
        if not isinstance(node.cause, ast.Name | ast.Constant | None):
            raise self.refusal(node, "raise ... from", "of a value that is computed", "name what was caught")
        found: Ends = []
        for after, value in self.ev(node.exc, st):
            made = [(after, value)]
            if isinstance(value, ClassValue) and value.cls.is_error:
                made = self.construct(after, value.cls, [], {}, node)
            for end, error in made:
                if not isinstance(error, Error):
                    raise self.refusal(
                        node, "raise", f"{self.describe(error)} is no error", "raise an error of the project"
                    )
                found.append((end, ("raise", error)))
        return found

    def _assert(self, node: ast.Assert, st: State) -> Ends:
        found: Ends = []
        for after, value in self.ev(node.test, st):
            self.oblige(after, self.truth(after, value, node), node, f"assert {ast.unparse(node.test)}")
            found.append((after, None))
        return found

    def _if(self, node: ast.If, st: State) -> Ends:
        found: Ends = []
        for after, value in self.ev(node.test, st):
            for branch, truth in self.split(after, self.truth(after, value, node.test)):
                found += self.block(node.body if truth else node.orelse, branch)
        return found

    def _function(self, node: ast.FunctionDef, st: State) -> Ends:
        if node.decorator_list:
            raise self.refusal(node, "a decorator", "it runs code that is not in sight", "call it plainly")
        st.env[node.name] = Closure(self._within(node), dict(st.env))
        return [(st, None)]

    def _try(self, node: ast.Try, st: State) -> Ends:
        """`try` around what may end in an error; what was changed before stays changed."""
        if node.orelse:
            raise self.refusal(node, "else of a try", "easily misread", "write it behind")
        found: Ends = []
        for after, signal in self._tried(node, st):
            if isinstance(signal, tuple) and signal[0] == "raise" and signal[1].ends_all:
                found.append((after, signal))
            else:
                ends = self.block(node.finalbody, after)
                found += [(end, signal if left is None else left) for end, left in ends]
        return found

    def _tried(self, node: ast.Try, st: State) -> Ends:
        """The ways in which the body ends, or what handles its error."""
        found: Ends = []
        around, self.caught = self.caught, self.caught | self._caught(node)
        try:
            ends = self.block(node.body, st)
        finally:
            self.caught = around
        for after, signal in ends:
            handler = self._handler(node, signal[1]) if isinstance(signal, tuple) and signal[0] == "raise" else None
            if handler is None:
                found.append((after, signal))
                continue
            caught, after.env = after.env.get(CATCHING), {**after.env, CATCHING: signal[1]}
            if handler.name is not None:
                after.env[handler.name] = signal[1]
            for end, left in self.block(handler.body, after):
                end.env[CATCHING] = caught
                if handler.name is not None:
                    end.env.pop(handler.name, None)
                found.append((end, left))
        return found

    def _caught(self, node: ast.Try) -> set[str]:
        """The errors of Python itself that the handlers name."""
        names = {
            each.id
            for handler in node.handlers
            for each in ast.walk(handler.type or handler)
            if isinstance(each, ast.Name)
        }
        return {name for name in names & CAUGHT if self.module.find(name) is None}

    def _handler(self, node: ast.Try, error: Error) -> ast.ExceptHandler | None:
        if node.handlers and error.name == CALLBACK:
            raise self.refusal(
                node, "try", "a function of a client within it may raise what is caught here", "call it before"
            )
        for handler in node.handlers:
            if handler.type is None:
                raise self.refusal(handler, "except", "of what", "name the error")
            named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            for each in named:
                if isinstance(each, ast.Name) and each.id in CAUGHT and self.module.find(each.id) is None:
                    if error.cls.descends_from_builtin(each.id):
                        return handler
                    continue
                value = self.ev(each, State())[0][1]
                if isinstance(value, ClassValue) and value.cls.is_error:
                    if error.cls.descends(value.cls):
                        return handler
                else:
                    raise self.refusal(
                        handler, ast.unparse(each), "no error that may be caught", "name one of the project"
                    )
        return None

    def _for(self, node: ast.For, st: State) -> Ends:
        return [end for after, over in self.ev(node.iter, st) for end in self.for_loop(node, after, over)]


YIELDED: Final = "(yielded)"
CATCHING: Final = "(caught)"

STATEMENTS: Final[dict[type[ast.stmt], Any]] = {
    ast.Expr: Statements._expression,
    ast.Pass: lambda ev, node, st: [(st, None)],
    ast.Break: lambda ev, node, st: [(st, "break")],
    ast.Continue: lambda ev, node, st: [(st, "continue")],
    ast.Return: Statements._return,
    ast.Raise: Statements._raise,
    ast.Assert: Statements._assert,
    ast.If: Statements._if,
    ast.FunctionDef: Statements._function,
    ast.Try: Statements._try,
    ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated,
    ast.AugAssign: Statements._augmented,
    ast.Delete: Statements._delete,
    ast.While: lambda ev, node, st: ev.while_loop(node, st),
    ast.For: Statements._for,
}
