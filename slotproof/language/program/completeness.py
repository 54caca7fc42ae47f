"""Which fields a new object has: creation gives each of them a value, on every path."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Final

from slotproof.language.program.constants import constant_value
from slotproof.language.program.parts import Class, Refusal
from slotproof.language.program.program import Program

_DEPTH: Final = 12


def check_creation(program: Program, cls: Class) -> None:
    """Refuse a constructor that leaves out a field on some path."""
    found = program.method(cls, "__init__")
    fields = set(program.fields(cls))
    if found is None:
        if fields and cls.sort == "plain":
            program.refuse(cls.module, cls.node, "no_init", f"`{cls.node.name}` without `__init__`")
        return
    owner, node, _ = found
    missing = fields - _Fields(program, cls, owner, "self").of(node)
    if missing and cls.sort == "plain":
        program.refuse(
            owner.module, node, "init_incomplete", f"`{cls.node.name}` may be made without {', '.join(sorted(missing))}"
        )


def check_twins(program: Program, cls: Class, owner: Class, node: ast.FunctionDef) -> None:
    """Refuse an object that `object.__new__` makes, and that leaves the function without some field."""
    for each in ast.walk(node):
        target = (
            each.targets[0]
            if isinstance(each, ast.Assign)
            else each.target
            if isinstance(each, ast.AnnAssign)
            else None
        )
        value = each.value if isinstance(each, ast.Assign | ast.AnnAssign) else None
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and ast.unparse(value.func) == "object.__new__":
            missing = set(program.fields(cls)) - _Fields(program, cls, owner, target.id).of(node)
            if missing:
                program.refuse(
                    owner.module,
                    each,
                    "twin_incomplete",
                    f"`{target.id}` is made without {', '.join(sorted(missing))}",
                    name=cls.node.name,
                )


class _Fields:
    """What one function surely assigns of an object, which is known there by a name."""

    def __init__(self, program: Program, cls: Class, owner: Class, name: str, depth: int = 0) -> None:
        self.program, self.cls, self.owner, self.name, self.depth = program, cls, owner, name, depth
        self.ends: list[set[str]] = []

    def of(self, node: ast.FunctionDef) -> set[str]:
        """Return the fields that are assigned wherever the function ends without an error."""
        last = self._block(node.body, set())
        ends = self.ends + ([last] if last is not None else [])
        return set.intersection(*ends) if ends else set(self.program.fields(self.cls))

    def _block(self, statements: Sequence[ast.stmt], before: set[str]) -> set[str] | None:
        known = set(before)
        for each in statements:
            after = self._statement(each, known)
            if after is None:
                return None
            known = after
        return known

    def _statement(self, node: ast.stmt, known: set[str]) -> set[str] | None:
        if isinstance(node, ast.Return):
            self.ends.append(known | self._called(node))
            return None
        if isinstance(node, ast.Raise | ast.Break | ast.Continue):
            return None
        if isinstance(node, ast.If):
            known = known | self._called(node.test)
            return self._either(self._block(node.body, known), self._block(node.orelse, known))
        if isinstance(node, ast.For | ast.While):
            return self._loop(node, known)
        if isinstance(node, ast.Try):
            ended = self._block([*node.body, *node.orelse], known)
            for handler in node.handlers:
                ended = self._either(ended, self._block(handler.body, known))
            return ended
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            return known | self._called(node.value) | {name for each in targets for name in self._assigned(each)}
        return known | self._called(node)

    def _either(self, one: set[str] | None, other: set[str] | None) -> set[str] | None:
        if one is None or other is None:
            return other if one is None else one
        return one & other

    def _loop(self, node: ast.For | ast.While, known: set[str]) -> set[str] | None:
        self._block(node.body, known)  # for the ways out that are in it
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name | ast.Tuple):
            target: ast.expr = node.target
            if ast.unparse(node.iter) == "vars(self).items()" and isinstance(target, ast.Tuple):
                names, target = self._others(), target.elts[0]
            else:
                try:
                    names = constant_value(self.program, node.iter, self.owner.module, self.cls)
                except Refusal:
                    names = ()
            by_name = any(
                isinstance(each, ast.Call)
                and ast.unparse(each.func) == "setattr"
                and ast.unparse(each.args[0]) == self.name
                and ast.unparse(each.args[1]) == ast.unparse(target)
                for statement in node.body
                if isinstance(statement, ast.Expr)
                for each in [statement.value]
            )
            if by_name:
                known = known | set(names)
        return known | self._called(node.iter if isinstance(node, ast.For) else node.test)

    def _others(self) -> tuple[str, ...]:
        """Return the fields of another object: what a new one has itself is not known."""
        return tuple(self.program.fields(self.cls)) if self.name != "self" else ()

    def _assigned(self, target: ast.expr) -> Iterable[str]:
        if isinstance(target, ast.Tuple | ast.List):
            for each in target.elts:
                yield from self._assigned(each)
        elif isinstance(target, ast.Attribute) and ast.unparse(target.value) == self.name:
            yield target.attr

    def _called(self, node: ast.AST) -> set[str]:
        """Return what methods assign that are surely called of the object in an expression."""
        found: set[str] = set()
        call = node.value if isinstance(node, ast.Expr | ast.Return) else node
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and self.depth < _DEPTH:
            method = self._method(call, call.func)
            if method is not None:
                inner = _Fields(self.program, self.cls, method[0], "self", self.depth + 1)
                found |= inner.of(method[1])
        return found

    def _method(self, call: ast.Call, called: ast.Attribute) -> tuple[Class, ast.FunctionDef] | None:
        above = ast.unparse(called.value)
        if above == self.name:
            found = self.program.method(self.cls, called.attr)
        elif above == "super()":
            base = self.program.classes.get(self.owner.base.of) if self.owner.base else None
            found = self.program.method(base, called.attr) if base else None
        elif call.args and ast.unparse(call.args[0]) == self.name and isinstance(called.value, ast.Name):
            symbol = self.program.resolve(self.owner.module, called.value.id)
            found = self.program.method(self.program.class_of(symbol), called.attr) if symbol.sort == "class" else None
        else:
            found = None
        return None if found is None else found[:2]


def check_fields(program: Program, cls: Class) -> None:
    """Check creation of a class: its constructor, and each method that makes one by `object.__new__`."""
    check_creation(program, cls)
    for owner, _ in program.line(cls):
        for name, node in owner.methods.items():
            nearest = program.method(cls, name)
            if nearest is not None and nearest[1] is node:
                check_twins(program, cls, owner, node)
