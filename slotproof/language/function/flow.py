"""Branches, loops, and what ends a path."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.assignments import Assignments
from slotproof.language.function.scope import Roots
from slotproof.language.program.parts import BUILTIN_NAMES
from slotproof.language.program.syntax import short, walk_scope

_RESIZING: Final = frozenset(
    {
        "append",
        "pop",
        "insert",
        "extend",
        "remove",
        "clear",
        "add",
        "discard",
        "update",
        "setdefault",
        "popleft",
        "prepend",
        "swap_remove",
    }
)


class Flow(Assignments):
    """What is refused in the flow of a function."""

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Check statements one after the other."""
        raise NotImplementedError

    def _do_break(self, node: ast.stmt) -> None:
        self.assigned = None

    _do_continue = _do_break

    def _do_if(self, node: ast.If) -> None:
        self.condition(node.test)
        self._branches([node.body, node.orelse])

    def _branches(self, blocks: Sequence[Sequence[ast.stmt]]) -> None:
        before = self.assigned
        origins = dict(self.origin)
        ends: list[set[str] | None] = []
        held: dict[str, Roots] = {}
        for each in blocks:
            self.assigned = None if before is None else set(before)
            self.origin = dict(origins)
            self.block(each)
            ends.append(self.assigned)
            held |= {name: origin | held.get(name, origin) for name, origin in self.origin.items()}
        self.origin |= held
        alive = [each for each in ends if each is not None]
        self.assigned = set.intersection(*alive) if alive else None

    def _do_while(self, node: ast.While) -> None:
        self._rounds(node.body, node.orelse, lambda: self.condition(node.test))

    def _do_for(self, node: ast.For) -> None:
        if self._is_copy_of_fields(node):
            return
        kind = self.iterated(node.iter)
        self._check_length(node)

        def begin() -> None:
            self.note_names(node.target, node.iter)
            self.assign(node.target, None, kind)

        self._rounds(node.body, node.orelse, begin)

    def _rounds(self, body: list[ast.stmt], orelse: list[ast.stmt], begin: object) -> None:
        before = None if self.assigned is None else set(self.assigned)
        self.loops.append(before)
        for _ in range(2):  # a second round sees who holds what after the first
            self.assigned = None if before is None else set(before)
            begin()  # type: ignore[operator]
            self.block(body)
        self.loops.pop()
        self.assigned = before
        if orelse:
            self.block(orelse)

    def _check_length(self, node: ast.For) -> None:
        """Refuse changes of the length of what a loop goes over."""
        over = ast.dump(node.iter)
        for each in walk_scope(node):
            called = each.func if isinstance(each, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr in _RESIZING and ast.dump(called.value) == over:
                self.refuse(each, "loop_resizes", f"`{short(each)}` in a loop over it")

    def _is_copy_of_fields(self, node: ast.For) -> bool:
        """Return whether a loop gives a new object every field, as `copy` of a model does."""
        inner = node.body[0].value if len(node.body) == 1 and isinstance(node.body[0], ast.Expr) else None
        if (
            ast.unparse(node.iter) != "vars(self).items()"
            or not isinstance(node.target, ast.Tuple)
            or not isinstance(inner, ast.Call)
        ):
            return False
        names = [each.id for each in node.target.elts if isinstance(each, ast.Name)]
        called = ast.unparse(inner.func) == "setattr" and len(inner.args) == 3 and len(names) == 2
        if not called or ast.unparse(inner.args[1]) != names[0] or not isinstance(inner.args[0], ast.Name):
            return False
        self.bind(names[0], kinds.STR, node.target)
        self.bind(names[1], kinds.ANY, node.target)
        self.kind_of(inner.args[0])
        copied = ast.unparse(inner.args[2]).startswith(f"{names[1]}.copy() if isinstance({names[1]}, ")
        if not copied or not ast.unparse(inner.args[2]).endswith(f" else {names[1]}"):
            self.refuse(inner, "copy_of_fields", f"`{short(inner)}`", that=names[1])
        return True

    def _do_try(self, node: ast.Try) -> None:
        for handler in node.handlers:
            if handler.type is None:
                self.refuse(handler, "bare_except", "`except` without a class")
                continue
            for each in handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]:
                self._check_caught(each)
        for last in node.finalbody:
            for inner in (last, *walk_scope(last)):
                if isinstance(inner, ast.Return | ast.Break | ast.Continue):
                    self.refuse(inner, "finally_exit", f"`{short(inner)}` in `finally`")
        self._branches([[*node.body, *node.orelse], *([_named(each), *each.body] for each in node.handlers)])
        if node.finalbody:
            ended = self.assigned
            self.assigned = set() if ended is None else ended
            self.assigned |= set(self.parameters)
            self.block(node.finalbody)
            self.assigned = None if ended is None else self.assigned

    def _check_caught(self, node: ast.expr) -> None:
        if ast.unparse(node) == "struct.error":
            return
        symbol = self.program.resolve(self.module, node.id) if isinstance(node, ast.Name) else None
        if symbol is not None and (
            (symbol.sort == "error" and symbol.name != "Exception")
            or (symbol.sort == "class" and self.program.class_of(symbol).sort == "error")
        ):
            return
        self.refuse(node, "caught", f"`except {short(node)}`")

    def _do_raise(self, node: ast.Raise) -> None:
        error = node.exc
        named = error.func if isinstance(error, ast.Call) else error
        symbol = self.program.resolve(self.module, named.id) if isinstance(named, ast.Name) else None
        is_error = symbol is not None and (
            (symbol.sort == "class" and self.program.class_of(symbol).sort == "error")
            or (symbol.sort == "error" and symbol.name not in {"Exception", "StopIteration"})
        )
        if not isinstance(error, ast.Call) or not is_error:
            what = f"`{short(error)}`" if error is not None else "`raise` alone"
            self.refuse(node, "raised", what)
        self.messages += 1
        if isinstance(error, ast.Call) and is_error:
            for each in (*error.args, *(keyword.value for keyword in error.keywords)):
                self.kind_of(each)
            if error.keywords:
                self.refuse(error, "raised", f"`{short(error)}`")
        elif error is not None:
            self.kind_of(error)
        if node.cause is not None:
            self.kind_of(node.cause)
        self.messages -= 1
        self.assigned = None

    def _do_assert(self, node: ast.Assert) -> None:
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in BUILTIN_NAMES):
                self.refuse(node, "assert_call", f"`{short(each)}` in an assert")
        self.condition(node.test)
        if node.msg is not None:
            self.messages += 1
            self.kind_of(node.msg)
            self.messages -= 1


def _named(handler: ast.ExceptHandler) -> ast.stmt:
    """Return the assignment of the error that a handler begins with."""
    made: ast.stmt = ast.Pass()
    if handler.name:
        made = ast.AnnAssign(ast.Name(handler.name, ast.Store()), ast.Name("object", ast.Load()), ast.Constant(None), 1)
    for each in ast.walk(made):
        ast.copy_location(each, handler)
    return made
