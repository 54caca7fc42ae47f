"""Operators, conditions and comparisons."""

from __future__ import annotations

import ast
from collections.abc import Callable
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
_NAMED: Final = {"distinct": "list"}  # its class is below that one
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
        pairs = [(one, other) for one in kinds.options(left) for other in kinds.options(right)]
        results = []
        for one, other in pairs:
            for a, b, gives in OPERATORS.get(sign, ("", "", "", ()))[3]:
                if _operand(one, a) and _operand(other, b):
                    results.append(_result(gives, one, other, sign))
                    break
        if BAD in {left, right} or (not results and {left.name, right.name} & OPAQUE and sign in OPERATORS):
            return BAD
        if len(results) < len(pairs):
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

    def condition(self, node: ast.expr, numbers: frozenset[str] = frozenset({"int"})) -> None:
        """Refuse what is no bool, no number by itself, and nothing whose truth is that it is not empty."""
        if isinstance(node, ast.BoolOp):
            self._each_value(node, lambda each: self.condition(each, frozenset()))
            return
        kind = self.kind_of(node)
        for option in kinds.options(kind):
            if option.name in SIZED | OPAQUE | numbers | {"bool"} or (
                option == kinds.NONE and len(kinds.options(kind)) > 1
            ):
                continue
            cure = {"int": "compare: `!= 0`", "None": "compare: `is not None`"}.get(option.name, "compare it")
            self.refuse(node, "condition", f"{option} as a condition", cure=cure)

    def _on_boolop(self, node: ast.BoolOp) -> Kind:
        made = [BOOL]

        def check(value: ast.expr) -> None:
            kind = self.kind_of(value)
            if made[-1] == BOOL and not kinds.names(kind) <= {"bad", "bool"}:
                made.append(self.refuse(node, "and_or_value", f"{kind} in `and` or `or`"))

        self._each_value(node, check)
        return made[-1]

    def _each_value(self, node: ast.BoolOp, check: Callable[[ast.expr], None]) -> None:
        """Look at the values of `and`, `or`: each is read only where those before it do not decide."""
        before = dict(self.now)
        for each in node.values:
            check(each)
            self.now |= self.told(each, isinstance(node.op, ast.And))
        self.now = before

    # --- what tests tell

    def told(self, test: ast.expr, holds: bool) -> dict[str, Kind]:
        """Return the kinds of names and fields where a test holds, or does not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.told(test.operand, not holds)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
            return {place: kind for each in test.values for place, kind in self.told(each, holds).items()}
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Is | ast.IsNot):
            none = isinstance(test.ops[0], ast.Is) is holds
            is_none = isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None
            return self._kept(test.left, lambda kind: (kind == kinds.NONE) is none) if is_none else {}
        if isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance" and len(test.args) == 2:
            asked = [self._asked(each) for each in alternatives(test.args[1])]
            if None in asked:
                return {}
            return self._kept(test.args[0], lambda kind: any(_is_of(kind, each, holds) for each in asked) is holds)
        return self._kept(test, lambda kind: kind != kinds.NONE) if holds else {}

    def _asked(self, node: ast.expr) -> Kind | None:
        symbol = self.program.resolve(self.module, node.id) if isinstance(node, ast.Name) else None
        if symbol is not None and symbol.sort == "class":
            return self.program.class_of(symbol).kind
        return Kind(symbol.name) if symbol is not None and symbol.sort == "missing" else None

    def _kept(self, node: ast.expr, keep: Callable[[Kind], bool]) -> dict[str, Kind]:
        """Return the kind of a name or field, as far as a test keeps it."""
        kind = self.found.get(node, BAD)
        place = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
        if kind.name != "union" or not place.replace(".", "").isidentifier():
            return {}
        left = [each for each in kind.parts if keep(each)]
        return {place: union(left)} if left else {}

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
        before, made = self.now, []
        for each, holds in ((node.body, True), (node.orelse, False)):
            self.now = before | self.told(node.test, holds)
            made.append(self.kind_of(each))
        self.now = before
        return union(made)


def alternatives(node: ast.expr) -> list[ast.expr]:
    """Return the classes that `isinstance` asks for."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*alternatives(node.left), *alternatives(node.right)]
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _is_of(kind: Kind, asked: Kind | None, perhaps: bool) -> bool:
    """Return whether a value of a kind surely is of a class, or perhaps is."""
    if asked is None or may_be(kind, asked) or (kind == BOOL and asked == INT):
        surely = asked is not None and (_NAMED.get(kind.name, kind.name), kind.of) == (asked.name, asked.of)
        return perhaps or surely
    return False


def may_be(kind: Kind, asked: Kind) -> bool:
    """Return whether a value of a kind may be of a class."""
    if kind.name in {"any", "bad", "value", "var", "never"}:
        return True
    if kind.name in {"sequence", "iterable"}:
        return asked.name in {"list", "tuple", "record"}
    name = _NAMED.get(kind.name, kind.name)
    return (name, kind.of) == (asked.name, asked.of) or kind.name == asked.name == "object"


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
