"""Who holds what: a list, dict, set or object is a part of one thing, and what runs in passing changes nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from slotproof.language import kinds
from slotproof.language.function.scope import FRESH, LOCAL, OTHERS, Roots, Scope
from slotproof.language.kinds import Kind
from slotproof.language.program.parts import Class, Reached
from slotproof.language.program.syntax import short
from slotproof.language.vocabulary import BUILTINS

_NEW: Final = frozenset({"list", "tuple", "set", "sorted", "copy", "union", "intersection", "difference", "encode"})
_TAKING: Final = frozenset({"pop", "popleft"})  # what these give is no longer held
_ONLY_OTHERS: Final[Roots] = frozenset({OTHERS})
_ONLY_LOCAL: Final[Roots] = frozenset({LOCAL})
ROUNDS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Aliases(Scope):
    """Who holds the values of expressions.

    A value is held by parameters, by an object that the function has made (`LOCAL`), or by somebody else (`OTHERS`).
    """

    # --- who holds a value

    def held_by(self, node: ast.expr, kind: Kind | None = None) -> Roots:
        """Return who else holds what an expression gives, or something in it that can be changed."""
        kind = kind or self.found.get(node, kinds.listing(kinds.NEVER))
        if not kinds.is_mutable(kind):
            return FRESH
        if isinstance(node, ast.Name):
            return self.origin.get(node.id, _ONLY_OTHERS)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and not kinds.holds_mutable(kind):
            return FRESH
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self.roots(node) or _ONLY_LOCAL
        if isinstance(node, ast.Call):
            return self._held_by_call(node, kind)
        if isinstance(node, ast.BinOp | ast.Starred) and not kinds.holds_mutable(kind):
            return FRESH
        parts = [each for each in _parts(node) if kinds.is_mutable(self.found.get(each, kind))]
        names = [each.id for each in parts if isinstance(each, ast.Name)]
        repeated = isinstance(node, ROUNDS) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult))
        if (repeated and (names or isinstance(node, ast.BinOp))) or len(set(names)) < len(names):
            return _ONLY_OTHERS  # the same thing at several places
        return frozenset().union(*map(self.held_by, parts))

    def _held_by_call(self, node: ast.Call, kind: Kind) -> Roots:
        if node in self.gave:
            return self.gave[node]
        method = isinstance(node.func, ast.Attribute)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        if method and name in _TAKING:
            return frozenset().union(*map(self.held_by, node.args[1:]))
        if name in _NEW and not kinds.holds_mutable(kind) and (method or name in BUILTINS):
            return FRESH
        return (self.roots(node.func) if method else FRESH) or _ONLY_OTHERS

    def roots(self, node: ast.expr) -> Roots:
        """Return whose part a place is; nothing if only what the function has made holds it."""
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
            node = node.value
        if isinstance(node, ast.Name):
            return self.origin.get(node.id, _ONLY_OTHERS) - {LOCAL}
        if isinstance(node, ast.Call) and ast.unparse(node) == "super()":
            return frozenset({"self"})
        return self.held_by(node) - {LOCAL} if isinstance(node, ast.Call | ast.IfExp) else FRESH

    def suits(self, node: ast.expr, have: Kind, want: Kind) -> bool:
        """Return whether the value of an expression may stand where a kind is declared; what is new may be narrower."""
        return kinds.fits(have, want) or (kinds.loosely(have, want) and self._is_made(node))

    # --- becoming a part, and changing

    def hand_over(self, node: ast.expr, kind: Kind, holder: str) -> None:
        """Refuse to let a container hold what another one holds; from now on it does hold it."""
        if kinds.is_mutable(kind) and self.held_by(node, kind):
            self.refuse(node, "alias", f"`{short(node)}` becomes a part of {holder}", that=short(node))
        self.settle(node)

    def settle(self, node: ast.expr) -> None:
        """Note that what an expression names is held by what it is put into."""
        if isinstance(node, ast.Name) and kinds.is_mutable(self.found.get(node, kinds.ANY)):
            self.origin[node.id] = self.origin.get(node.id, FRESH) | {LOCAL}
        for each in _parts(node):
            self.settle(each)

    def changed(self, node: ast.AST, target: ast.expr) -> None:
        """Note a change of what outlives the function; what runs in passing may make none."""
        self.forget(fields=True)
        found = self.roots(target)
        for root in found:
            self.report.changed.setdefault(root, node)
        if found and (self.inner or self.handed_on):
            self.refuse(node, "effect", f"`{short(node)}` changes `{short(target)}`")

    handed_on = False

    # --- calls

    def ran(
        self,
        node: ast.expr,
        function: Reached,
        given: Mapping[str, ast.expr],
        exactly: bool = False,
    ) -> None:
        """Note that a function runs: its own text tells what it changes, and whose part its result is.

        Takes      given, the arguments by parameter; exactly, no class below has another method in its place
        """
        gave: set[str] = set()
        below = [] if exactly else self.program.overriding(function)
        for each in (function, *below):
            report = self.work.report(each, self.report)
            if report is None and each[1] is self.node and self._falls(each[1], given):
                continue
            if report is None:
                self.refuse(node, "recursion", f"`{short(node)}` leads back to `{each[1].name}`")
                continue
            for root in report.changed:
                if root in given:
                    self.changed(node, given[root])
                elif root == OTHERS:
                    self.forget(fields=True)
                    self.report.changed.setdefault(OTHERS, node)
            for root in report.gives - {LOCAL}:
                if root in given:
                    gave |= self.roots(given[root]) | (set() if self._is_made(given[root]) else {LOCAL})
                elif root == OTHERS:
                    gave.add(OTHERS)
        self.gave[node] = frozenset(gave)

    def _falls(self, function: ast.FunctionDef, given: Mapping[str, ast.expr]) -> bool:
        """Return whether a function that calls itself says by which number it ends: `if number == 1: return ...` first.

        That the number falls is an obligation.
        """
        body = [each for each in function.body if not isinstance(each, ast.Expr)]
        first = body[0] if body else None
        ends = (
            isinstance(first, ast.If) and isinstance(first.test, ast.Compare) and isinstance(first.body[-1], ast.Return)
        )
        if self.cls is not None or not ends or not isinstance(first, ast.If) or not isinstance(first.test, ast.Compare):
            return False
        if any(
            isinstance(each, ast.Name) and each.id == function.name for part in first.body for each in ast.walk(part)
        ):
            return False
        number, limit = first.test.left, first.test.comparators[0]
        if not isinstance(number, ast.Name) or not isinstance(limit, ast.Constant) or first.orelse:
            return False
        argument = given.get(number.id)
        falls = argument is not None and ast.unparse(argument) != number.id
        return falls and self.env.get(number.id) == kinds.INT and self.times[number.id] == 1

    def special(
        self, node: ast.expr, receiver: ast.expr, kind: Kind, name: str
    ) -> tuple[Class, ast.FunctionDef, dict[str, Kind]] | None:
        """Return the special method that a built-in function or an operator runs of an object, if it has one."""
        found = self.program.method(self.program.classes[kind.of], name) if kind.of in self.program.classes else None
        if found is not None:
            self.ran(node, (found[0].module, found[1], found[0]), {"self": receiver})
        return found

    def _is_made(self, node: ast.expr) -> bool:
        """Return whether an argument is made in the call, and so held by nobody else."""
        return not isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not self.held_by(node)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """Return the expressions whose values a display, comprehension or conditional expression gives or holds."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        yield from node.elts
    elif isinstance(node, ast.Dict | ast.BoolOp):
        yield from node.values
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from (node.left, node.right)
    elif isinstance(node, ast.Starred | ast.DictComp):
        yield node.value
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
        yield node.elt
