"""What a constant may be: a value that nothing can change, whoever holds it."""

from __future__ import annotations

import ast
from typing import Any, Final

from slotproof.language import kinds
from slotproof.language.kinds import Kind
from slotproof.language.program.parts import Class, Module, Refusal
from slotproof.language.program.program import Program

_DEPTH: Final = 40


def constant_kind(program: Program, node: ast.expr, module: Module, cls: Class | None = None) -> Kind:
    """Return the kind of a constant expression.

    Raises     Refusal, at the part that is no constant
    """
    return _Reader(program, module, cls).kind(node, 0)


def constant_value(program: Program, node: ast.expr, module: Module, cls: Class | None = None) -> Any:
    """Return the value of a constant expression of numbers, texts and tuples.

    Raises     Refusal if it is none
    """
    return _Reader(program, module, cls).value(node, 0)


class _Reader:
    """Reads constant expressions of a module, or of a class in it."""

    def __init__(self, program: Program, module: Module, cls: Class | None) -> None:
        self.program, self.module, self.cls = program, module, cls

    def kind(self, node: ast.expr, depth: int) -> Kind:
        if isinstance(node, ast.Constant):
            return kinds.NONE if node.value is None else Kind(type(node.value).__name__)
        if isinstance(node, ast.Tuple):
            parts = [self.kind(each.value if isinstance(each, ast.Starred) else each, depth) for each in node.elts]
            if any(isinstance(each, ast.Starred) for each in node.elts):
                return Kind(
                    "tuple", (kinds.union(kinds.item(p) if p.name == "tuple" else p for p in parts),), open=True
                )
            return Kind("tuple", tuple(parts))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
            return self.kind(node.operand, depth)
        if isinstance(node, ast.BinOp):
            left, right = self.kind(node.left, depth), self.kind(node.right, depth)
            if left.name == right.name == "tuple" and isinstance(node.op, ast.Add):
                return Kind("tuple", (kinds.union((kinds.item(left), kinds.item(right))),), open=True)
            if not {left.name, right.name} <= {"int", "float"}:
                raise Refusal(node, "module_constant", f"`{ast.unparse(node)}`", what="this")
            return kinds.FLOAT if "float" in {left.name, right.name} or isinstance(node.op, ast.Div) else left
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.kind(node.value, depth)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            symbol = self.program.resolve(self.module, self._read(node.func))
            if symbol.sort == "class" and self.program.class_of(symbol).sort == "record":
                for each in node.args:
                    self.kind(each, depth)
                return self.program.class_of(symbol).kind
        kind: Kind = self.named(node, depth, self.kind)
        return kind

    def _read(self, node: ast.Name) -> str:
        """Return a name that means what the module says, or the class by a constant.

        Raises     Refusal if Python gives it another meaning in a class, or a method has it
        """
        cls = self.cls
        if node.id.startswith("__") or (cls is not None and node.id in {*cls.methods, *cls.aliases}):
            raise Refusal(node, "module_constant", f"`{node.id}`, which the class binds,", what="this")
        if cls is not None and node.id in cls.constants and node.id in self.module.bindings:
            what = f"`{node.id}`, which the class and the module bind,"
            raise Refusal(node, "module_constant", what, what="this")
        return node.id

    def named(self, node: ast.expr, depth: int, read: Any) -> Any:
        """Read the constant that a name, or an attribute of a class, stands for.

        Raises     Refusal
        """
        if depth < _DEPTH:
            if isinstance(node, ast.Name):
                name = self._read(node)
                if self.cls is not None and name in self.cls.constants:
                    return read(self.cls.constants[name], depth + 1)
                symbol = self.program.resolve(self.module, name)
                value = getattr(symbol.node, "value", None)
                below = symbol.module is self.module and (depth > 0 or read == self.kind)
                if below and getattr(symbol.node, "lineno", 0) >= node.lineno:
                    raise Refusal(node, "module_constant", f"`{node.id}`, which stands below,", what="this")
                if symbol.sort == "constant" and symbol.module is not None and value is not None:
                    other = _Reader(self.program, symbol.module, None)
                    return (other.kind if read == self.kind else other.value)(value, depth + 1)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                cls = self.cls
                if node.value.id not in {"self", "cls"}:
                    symbol = self.program.resolve(self.module, node.value.id)
                    cls = self.program.class_of(symbol) if symbol.sort == "class" else None
                for each, _ in self.program.line(cls) if cls else ():
                    if node.attr in each.constants:
                        inner = _Reader(self.program, each.module, each)
                        return (inner.kind if read == self.kind else inner.value)(each.constants[node.attr], depth + 1)
        raise Refusal(node, "module_constant", f"`{ast.unparse(node)}`", what="this")

    def value(self, node: ast.expr, depth: int) -> Any:
        """Return a value.

        Raises     Refusal
        """
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Tuple):
            found: list[Any] = []
            for each in node.elts:
                if isinstance(each, ast.Starred):
                    spread = self.value(each.value, depth)
                    if not isinstance(spread, tuple):
                        raise Refusal(each, "module_constant", f"`{ast.unparse(each)}`", what="this")
                    found += spread
                else:
                    found.append(self.value(each, depth))
            return tuple(found)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.value(node.left, depth), self.value(node.right, depth)
            if isinstance(left, tuple) and isinstance(right, tuple):
                return left + right
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.step is None:
            whole = self.value(node.value, depth)
            if not isinstance(whole, tuple | str):
                raise Refusal(node, "module_constant", f"`{ast.unparse(node)}`", what="this")
            low, high = (
                None if each is None else self.value(each, depth) for each in (node.slice.lower, node.slice.upper)
            )
            return whole[low:high]
        return self.named(node, depth, self.value)
