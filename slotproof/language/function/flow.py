"""Branches, loops, and what ends a path."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.assignments import Assignments
from slotproof.language.function.scope import Roots
from slotproof.language.kinds import Kind
from slotproof.language.program.parts import BUILTIN_NAMES
from slotproof.language.program.syntax import bound_by, read_later, short, walk_scope
from slotproof.language.vocabulary import RAISED

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


_LAZY: Final = frozenset({"iterator", "iterable"})
_VIEWS: Final = frozenset({"items", "keys", "values", "enumerate", "reversed", "zip", "iter"})


class Flow(Assignments):
    """What is refused in the flow of a function."""

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Check statements one after the other."""
        raise NotImplementedError

    def _do_break(self, node: ast.Break) -> None:
        if self.assigned is not None and self.breaks:
            self.breaks[-1].append(self.assigned)
        self.assigned = None

    def _do_continue(self, node: ast.Continue) -> None:
        self.assigned = None

    def _do_if(self, node: ast.If) -> None:
        self.condition(node.test)
        self._branches([node.body, node.orelse], told=[self.told(node.test, True), self.told(node.test, False)])

    def _branches(
        self,
        blocks: Sequence[Sequence[ast.stmt]],
        handlers: Sequence[ast.ExceptHandler] = (),
        told: Sequence[dict[str, Kind]] = (),
    ) -> None:
        before = self.assigned
        origins = dict(self.origin)
        ends: list[set[str] | None] = []
        held: dict[str, Roots] = {}
        now, nows = self.now, []
        for place, each in enumerate(blocks):
            self.assigned = None if before is None else set(before)
            self.origin = dict(origins)
            self.now = now | (told[place] if told else {})
            if handlers and place:
                self.forget(*bound_in(blocks[0]), fields=True)
            name = handlers[place - 1].name if handlers and place else None
            if name is not None:
                self.bind(name, kinds.Kind("error"), handlers[place - 1])
            self.block(each)
            ends.append(self.assigned)
            if self.assigned is not None:
                nows.append(self.now)
            held |= {name: origin | held.get(name, origin) for name, origin in self.origin.items()}
        self.origin |= held
        alive = [each for each in ends if each is not None]
        self.assigned = set.intersection(*alive) if alive else None
        common = set.intersection(*map(set, nows)) if nows else set()
        self.now = {place: kinds.union(each[place] for each in nows) for place in common}

    def _do_while(self, node: ast.While) -> None:
        def begin() -> None:
            self.condition(node.test)
            self.now = self.now | self.told(node.test, True)

        self._rounds(node.body, node.orelse, begin)
        if not any(isinstance(each, ast.Break) for each in walk_scope(node)):
            self.now = self.now | self.told(node.test, False)

    def _do_for(self, node: ast.For) -> None:
        if self._is_copy_of_fields(node):
            return
        kind = self.iterated(node.iter)
        if self._are_told(node.iter):
            self.report.unrolled.add(node)
        self._check_length(node)
        self._check_read_later(node)
        self.targets(node.target, kind)  # names alone
        before, self.report.changed = self.report.changed, {}

        def begin() -> None:
            self.note_names(node.target, node.iter)
            self.assign(node.target, None, kind)

        self._rounds(node.body, node.orelse, begin)
        called = node.iter.func if isinstance(node.iter, ast.Call) else None
        holder = ast.unparse(called.value) if isinstance(called, ast.Attribute) else ""
        inside = self.report.changed
        self.report.changed = {**inside, **before}
        for root, place in inside.items() if node.iter in self.gave else ():
            if root == holder:
                self.refuse(place, "changed_while_running", f"a change in a loop over `{short(node.iter)}`")

    def _rounds(self, body: list[ast.stmt], orelse: list[ast.stmt], begin: object) -> None:
        before = None if self.assigned is None else set(self.assigned)
        self.forget(*bound_in(body), fields=True)
        now = self.now
        self.loops.append(before)
        self.breaks.append([])
        for _ in range(2):  # a second round sees who holds what after the first
            self.assigned = None if before is None else set(before)
            self.now = now
            begin()  # type: ignore[operator]
            self.block(body)
        self.loops.pop()
        self.assigned, self.now = None if before is None else set(before), now
        if orelse:
            self.block(orelse)
        ends = [each for each in (self.assigned, *self.breaks.pop()) if each is not None]
        self.assigned = set.intersection(*ends) if ends else None

    def _are_told(self, node: ast.expr) -> bool:
        """Return whether it is told how many items a loop over an expression meets: those of tuples."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _VIEWS:
            return all(map(self._are_told, node.args))
        kind = self.kind_of(node)
        return kind.name == "record" or (kind.name == "tuple" and not kind.open)

    def _check_length(self, node: ast.For) -> None:
        """Refuse changes of the length of what a loop goes over."""
        over = {ast.unparse(each) for each in _gone_through(node.iter)}
        first = ast.unparse(node.target.elts[0] if isinstance(node.target, ast.Tuple) else node.target)
        for each in (inner for statement in node.body for inner in (statement, *walk_scope(statement))):
            place: ast.expr | None = None
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in _RESIZING:
                place = each.func.value
            elif isinstance(each, ast.AugAssign):
                place = each.target
            elif isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
                keyed = isinstance(each.ctx, ast.Store) and not isinstance(each.slice, ast.Slice)
                kept = keyed and (self.kind_of(each.value).name != "dict" or ast.unparse(each.slice) == first)
                place = None if kept else each.value
            if place is not None and ast.unparse(place) in over:
                self.refuse(each, "loop_resizes", f"`{short(each)}` in a loop over it")

    def _check_read_later(self, node: ast.For) -> None:
        """Refuse that a loop binds a name which a generator in brackets reads that it goes through."""
        bound = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)} | bound_in(node.body)
        for each in self._still_running(node.iter):
            for name in sorted(read_later(each) & bound):
                self.refuse(each, "changed_while_running", f"`{name}` is bound in a loop over `{short(each)}`")

    def _still_running(self, node: ast.AST) -> Iterator[ast.GeneratorExp]:
        """Return the generators in brackets that run while a loop goes over an expression."""
        if not isinstance(node, ast.expr) or not kinds.names(self.found.get(node, kinds.BAD)) & _LAZY:
            return
        if isinstance(node, ast.GeneratorExp):
            yield node
            yield from self._still_running(node.generators[0].iter)
        else:
            for each in ast.iter_child_nodes(node):
                yield from self._still_running(each)

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
        for named in node.handlers:
            if named.name and self.times[named.name] > sum(named.name == other.name for other in self.handlers):
                self.refuse(named, "error_name", f"`as {named.name}`")
        before = set(self.assigned or ())
        self._branches([[*node.body, *node.orelse], *(each.body for each in node.handlers)], node.handlers)
        if self.assigned is not None:
            self.assigned -= {named.name for named in node.handlers if named.name}
        if node.finalbody:
            ended = self.assigned
            self.forget(*bound_in(node.body), fields=True)
            self.assigned = before  # whatever was assigned in the try may be left out by an error
            self.block(node.finalbody)
            self.assigned = None if ended is None else ended | before

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
            or (symbol.sort == "error" and symbol.name in RAISED)
        )
        if not isinstance(error, ast.Call) or not is_error:
            what = f"`{short(error)}`" if error is not None else "`raise` alone"
            self.refuse(node, "raised", what)
        self.messages += 1
        if isinstance(error, ast.Call) and is_error:
            for each in (*error.args, *(keyword.value for keyword in error.keywords)):
                if not kinds.names(self.kind_of(each)) <= {"str", "int", "bad"}:
                    self.refuse(each, "message", f"`{short(each)}` as the message of an error")
            if error.keywords or len(error.args) > 1:
                self.refuse(error, "raised", f"`{short(error)}`")
        elif error is not None:
            self.kind_of(error)
        if node.cause is not None and not kinds.names(self.kind_of(node.cause)) <= {"error", "None", "bad"}:
            self.refuse(node.cause, "cause", f"`from {short(node.cause)}`")
        self.messages -= 1
        self.assigned = None

    def _do_assert(self, node: ast.Assert) -> None:
        for each in ast.walk(node):
            if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Name) and each.func.id in BUILTIN_NAMES):
                self.refuse(node, "assert_call", f"`{short(each)}` in an assert")
        self.condition(node.test)
        self.now = self.now | self.told(node.test, True)
        if node.msg is not None:
            self.messages += 1
            self.kind_of(node.msg)
            self.messages -= 1


def bound_in(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that some statements bind."""
    return {name for each in statements for name in bound_by(each)}


def _gone_through(node: ast.expr) -> Iterator[ast.expr]:
    """Return what a loop goes over: itself, or what `items`, `enumerate` and the like are given."""
    yield node
    if isinstance(node, ast.Call):
        called = node.func
        given = [called.value] if isinstance(called, ast.Attribute) and called.attr in _VIEWS else []
        for each in (*given, *(node.args if isinstance(called, ast.Name) and called.id in _VIEWS else ())):
            yield from _gone_through(each)
