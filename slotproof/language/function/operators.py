"""Operators, conditions and comparisons."""

from __future__ import annotations

import ast
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.aliases import Aliases
from slotproof.language.kinds import BAD, BOOL, INT, Kind, fits, item, union
from slotproof.language.program.syntax import short
from slotproof.language.tables import OPERATORS

SIGNS: Final = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "**",
    "LShift": "<<",
    "RShift": ">>",
    "BitAnd": "&",
    "BitOr": "|",
    "BitXor": "^",
}
SIZED: Final = frozenset({"list", "dict", "set", "tuple", "str", "bytes", "distinct", "sequence", "record"})
_UNEQUAL: Final = frozenset({"iterator", "iterable", "function", "class", "range", "error"})
OPAQUE: Final = frozenset({"any", "bad", "never"})


class Operators(Aliases):
    """Kinds of what operators give."""

    def _on_binop(self, node: ast.BinOp) -> Kind:
        sides = [node.left, node.right]
        if isinstance(node.op, ast.Pow) and not any(isinstance(each, ast.Constant) for each in sides):
            self.refuse(node, "power", f"`{short(node)}`")
        return self.operation(node, node.op, *map(self.kind_of, sides))

    def operation(self, node: ast.AST, op: ast.operator, left: Kind, right: Kind) -> Kind:
        """Return the kind of what an operator gives."""
        sign = SIGNS.get(type(op).__name__, "@")
        results = []
        for one in kinds.options(left):
            for other in kinds.options(right):
                for a, b, gives in OPERATORS.get(sign, ("", "", ()))[2]:
                    if _operand(one, a) and _operand(other, b):
                        results.append(_result(gives, one, other, sign))
                        break
        if BAD in {left, right} or (not results and {left.name, right.name} & OPAQUE and sign in OPERATORS):
            return BAD
        if not results:
            cure = (
                "bools are no numbers: compare, or write int(b)" if BOOL in {left, right} else "use kinds that it takes"
            )
            return self.refuse(node, "operator_kinds", f"{left} {sign} {right}", cure=cure)
        return union(results)

    def _on_unaryop(self, node: ast.UnaryOp) -> Kind:
        if isinstance(node.op, ast.Not):
            self.condition(node.operand)
            return BOOL
        kind = self.kind_of(node.operand)
        if isinstance(node.op, ast.UAdd):
            return self.refuse(node, "unary_plus", "unary `+`")
        if not fits(kind, INT) and not (kind.name == "float" and isinstance(node.op, ast.USub)):
            return self.refuse(node, "unary_kind", f"`{short(node)}` of {kind}")
        return kind if kind.name == "float" else INT

    def condition(self, node: ast.expr) -> None:
        """Refuse what is neither a bool, nor something whose truth is that it is not empty."""
        if isinstance(node, ast.BoolOp):
            for each in node.values:
                self.condition(each)
            return
        kind = self.kind_of(node)
        for option in kinds.options(kind):
            if option.name in SIZED | OPAQUE | {"bool"} or (option == kinds.NONE and len(kinds.options(kind)) > 1):
                continue
            cure = {"int": "compare: `!= 0`", "None": "compare: `is not None`"}.get(option.name, "compare it")
            self.refuse(node, "condition", f"{option} as a condition", cure=cure)

    def _on_boolop(self, node: ast.BoolOp) -> Kind:
        for value in node.values:
            kind = self.kind_of(value)
            if not kinds.names(kind) <= {"bad", "bool"}:
                return self.refuse(node, "and_or_value", f"{kind} in `and` or `or`")
        return BOOL

    def _on_compare(self, node: ast.Compare) -> Kind:
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            self._compared(node, op, left, right)
        return BOOL

    def _compared(self, node: ast.Compare, op: ast.cmpop, left: ast.expr, right: ast.expr) -> None:
        if isinstance(op, ast.Is | ast.IsNot):
            self._identity(node, left, right)
            return
        one, other = self.kind_of(left), self.kind_of(right)
        if BAD in {one, other}:
            return
        if isinstance(op, ast.In | ast.NotIn):
            self._membership(node, one, other)
            return
        if not self.comparable(one, other):
            self.refuse(node, "equality", f"comparison of {one} and {other}")
        elif not fits(one, other) and not fits(other, one) and not (other.name == "union" and one in other.parts):
            self.refuse(node, "never_equal", f"comparison of {one} and {other}")
        elif not (isinstance(op, ast.Eq | ast.NotEq) or kinds.is_ordered(union((one, other))) or one.name == "set"):
            self.refuse(node, "no_order", f"order of {one} and {other}")

    def comparable(self, *found: Kind) -> bool:
        """Return whether `==` of such values is that of what they hold."""
        names = {part.name for each in found for part in kinds.inside(each)}
        return not names & _UNEQUAL and ("object" not in names or self.node.name in {"__eq__", "__repr__"})

    def _identity(self, node: ast.Compare, left: ast.expr, right: ast.expr) -> None:
        if isinstance(right, ast.Constant) and right.value is None:
            self.kind_of(left)
            return
        if (
            isinstance(left, ast.Call)
            and isinstance(left.func, ast.Name)
            and left.func.id == "type"
            and len(left.args) == 1
        ):
            kind = self.kind_of(left.args[0])
            if (
                isinstance(right, ast.Name)
                and right.id in {"int", "bool", "str"}
                and kind.name in {"any", "bad", "union"}
            ):
                return
            self.refuse(node, "type_known", f"`{short(node)}`")
            return
        self.refuse(node, "identity", f"`{short(node)}`")

    def _membership(self, node: ast.Compare, one: Kind, other: Kind) -> None:
        for option in kinds.options(other):
            if option.name == "object" and self.special(node, node.comparators[-1], option, "__contains__"):
                continue
            if option.name in OPAQUE:
                continue
            if option.name not in SIZED - {"bytes", "str"}:
                self.refuse(node, "in_kind", f"`in` of {other}")
            elif not fits(one, item(option)) and not fits(item(option), one):
                self.refuse(node, "never_in", f"{one} in {other}")
            elif not self.comparable(one, item(option)):
                self.refuse(node, "equality", f"{one} in {other}")

    def _on_ifexp(self, node: ast.IfExp) -> Kind:
        self.condition(node.test)
        return union((self.kind_of(node.body), self.kind_of(node.orelse)))


def _operand(kind: Kind, wanted: str) -> bool:
    if wanted == "int":
        return kind.name in {"int", "any"}
    if wanted == "float":
        return kind.name in {"float", "int"}
    if wanted == "tuple":
        return kind.name == "tuple"
    return kind.name == wanted or (wanted == "list" and kind.name == "distinct")


def _result(gives: str, one: Kind, other: Kind, sign: str) -> Kind:
    if gives == "left":
        return Kind(one.name, (union((item(one), item(other))),)) if sign in "+|" and other.parts else one
    if gives == "tuple":
        if sign == "+" and not one.open and not other.open:
            return Kind("tuple", one.parts + other.parts)
        return Kind("tuple", (union((item(one), item(other) if sign == "+" else kinds.NEVER)),), open=True)
    return Kind(gives)
