"""Reads what a declaration says, from its text: constants, records, functions and what simple code makes of them.

Nothing is imported and nothing is run: the few forms that declarations are written in have their meaning here, and what
has none is `UNKNOWN`.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from slotproof.language.declaration.values import UNKNOWN, Function, Names, Record, Value, builtin, items_of
from slotproof.language.program.parts import Class, Module
from slotproof.language.program.program import Program
from slotproof.language.program.syntax import short, walk_scope

_STEPS: Final = 400_000  # so many parts of code are looked at; a declaration of the project needs a tenth
_MAKERS: Final = {"invariant": "I", "law": "L", "step_law": "L"}


class _Stop(Exception):
    """The end of a function, with its result."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


class _Budget(Exception):
    """Too much was looked at."""


_OPERATORS: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitOr: operator.or_, ast.LShift: operator.lshift, ast.Pow: operator.pow,
}  # fmt: skip
_COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, other: one in other, ast.NotIn: lambda one, other: one not in other,
    ast.Is: lambda one, other: one is other, ast.IsNot: lambda one, other: one is not other,
}  # fmt: skip


class Reader:
    """Reads declarations of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.steps = 0
        self.known: dict[tuple[str, str], Value] = {}

    # --- names

    def named(self, module: Module, name: str) -> Value:
        """Return what a name at the top of a module stands for."""
        key = (module.name, name)
        if key not in self.known:
            self.known[key] = UNKNOWN  # a circle is not known
            with suppress(_Budget, RecursionError):
                self.known[key] = self._read(module, name)
        return self.known[key]

    def _read(self, module: Module, name: str) -> Value:
        symbol = self.program.resolve(module, name)
        if symbol.module is not None and symbol.module is not module:
            return self.named(symbol.module, symbol.name)
        if symbol.sort == "class":
            return self.program.class_of(symbol)
        if symbol.sort == "function" and isinstance(symbol.node, ast.FunctionDef):
            return self._decorated(Function(module, symbol.node), symbol.node, Names(module))
        value = getattr(symbol.node, "value", None)
        return UNKNOWN if value is None or symbol.sort != "constant" else self.value(value, Names(module))

    def _decorated(self, function: Function, node: ast.FunctionDef, names: Names) -> Value:
        made: Value = function
        for each in node.decorator_list:
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in _MAKERS:
                given = [self.value(argument, names) for argument in each.args]
                named = {k.arg: self.value(k.value, names) for k in each.keywords if k.arg}
                fields = dict(zip(("id", "statement"), given, strict=False)) | named
                step = {"step": True} if each.func.id == "step_law" else {}
                made = Record("Claim", fields | {"holds": function, "maker": each.func.id} | step, node, names.module)
            else:
                made = UNKNOWN
        return made

    # --- expressions

    def value(self, node: ast.expr, names: Names) -> Value:
        """Return what an expression stands for, or UNKNOWN."""
        self.steps += 1
        if self.steps > _STEPS:
            raise _Budget
        reader = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        try:
            return UNKNOWN if reader is None else reader(node, names)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError):
            return UNKNOWN

    def _of_constant(self, node: ast.Constant, names: Names) -> Value:
        return node.value

    def _of_name(self, node: ast.Name, names: Names) -> Value:
        found, value = names.find(node.id)
        return value if found else self.named(names.module, node.id)

    def _of_lambda(self, node: ast.Lambda, names: Names) -> Value:
        return Function(names.module, node, names)

    def _of_tuple(self, node: ast.Tuple | ast.List | ast.Set, names: Names) -> Value:
        found: list[Value] = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                more = self.value(each.value, names)
                found += more if isinstance(more, tuple) else [UNKNOWN]
            else:
                found.append(self.value(each, names))
        return tuple(found)

    _of_list = _of_set = _of_tuple

    def _of_dict(self, node: ast.Dict, names: Names) -> Value:
        made: dict[Value, Value] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                more = self.value(value, names)
                if not isinstance(more, dict):
                    return UNKNOWN
                made |= more
            else:
                made[self.value(key, names)] = self.value(value, names)
        return made

    def _of_joinedstr(self, node: ast.JoinedStr, names: Names) -> Value:
        parts = [
            self.value(each.value if isinstance(each, ast.FormattedValue) else each, names) for each in node.values
        ]
        return "".join(map(str, parts)) if all(isinstance(part, str | int) for part in parts) else UNKNOWN

    def _of_binop(self, node: ast.BinOp, names: Names) -> Value:
        left, right = self.value(node.left, names), self.value(node.right, names)
        if (
            UNKNOWN in (left, right)
            or (isinstance(right, int) and isinstance(node.op, ast.LShift | ast.Mult | ast.Pow) and right > 1000)
            or (isinstance(node.op, ast.Pow) and left > 1000)
        ):
            return UNKNOWN
        return _OPERATORS[type(node.op)](left, right)

    def _of_unaryop(self, node: ast.UnaryOp, names: Names) -> Value:
        value = self.value(node.operand, names)
        if isinstance(node.op, ast.Not):
            return UNKNOWN if value is UNKNOWN else not value
        return -value if isinstance(node.op, ast.USub) else UNKNOWN

    def _of_compare(self, node: ast.Compare, names: Names) -> Value:
        left, right = self.value(node.left, names), self.value(node.comparators[0], names)
        if len(node.ops) > 1 or left is UNKNOWN or right is UNKNOWN:
            return UNKNOWN
        return _COMPARISONS[type(node.ops[0])](left, right)

    def _of_boolop(self, node: ast.BoolOp, names: Names) -> Value:
        for each in node.values:
            value = self.value(each, names)
            if value is UNKNOWN or bool(value) is isinstance(node.op, ast.Or):
                return value
        return value

    def _of_ifexp(self, node: ast.IfExp, names: Names) -> Value:
        test = self.value(node.test, names)
        return UNKNOWN if test is UNKNOWN else self.value(node.body if test else node.orelse, names)

    def _of_attribute(self, node: ast.Attribute, names: Names) -> Value:
        if isinstance(node.value, ast.Name) and not names.find(node.value.id)[0]:
            module = self.program.module_of(names.module, node.value.id)
            if module is not None:
                return self.named(module, node.attr)
        value = self.value(node.value, names)
        if not isinstance(value, Record):
            return UNKNOWN
        if value.of is not None and node.attr in value.of.methods:
            return Function(value.of.module, value.of.methods[node.attr])
        return value.fields.get(node.attr, UNKNOWN)

    def _of_subscript(self, node: ast.Subscript, names: Names) -> Value:
        value = self.value(node.value, names)
        if isinstance(value, Class) or value is UNKNOWN:
            return value
        if isinstance(node.slice, ast.Slice):
            bounds = [
                None if each is None else self.value(each, names) for each in (node.slice.lower, node.slice.upper)
            ]
            return value[slice(*bounds)]
        return value[self.value(node.slice, names)]

    def _of_listcomp(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp, names: Names) -> Value:
        rounds = list(self._rounds(node.generators, names))
        return UNKNOWN if UNKNOWN in rounds else tuple(self.value(node.elt, each) for each in rounds)

    _of_generatorexp = _of_setcomp = _of_listcomp

    def _of_dictcomp(self, node: ast.DictComp, names: Names) -> Value:
        rounds = list(self._rounds(node.generators, names))
        return UNKNOWN if UNKNOWN in rounds else {self.value(node.key, n): self.value(node.value, n) for n in rounds}

    def _rounds(self, generators: Sequence[ast.comprehension], names: Names) -> Iterator[Value]:
        if not generators:
            yield names
            return
        first = generators[0]
        over = items_of(self.value(first.iter, names))
        if over is None:
            yield UNKNOWN
            return
        for each in over:
            inner = Names(names.module, {}, names)
            self.assign(first.target, each, inner)
            test = self.value(ast.BoolOp(ast.And(), [*first.ifs, ast.Constant(True)]), inner)
            if test is UNKNOWN:
                yield UNKNOWN
            elif test:
                yield from self._rounds(generators[1:], inner)

    # --- calls

    def _of_call(self, node: ast.Call, names: Names) -> Value:
        args: list[Value] = []
        for each in node.args:
            value = self.value(each.value if isinstance(each, ast.Starred) else each, names)
            if isinstance(each, ast.Starred):
                args += value if isinstance(value, tuple) else [UNKNOWN]
            else:
                args.append(value)
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, names)
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif isinstance(value, dict):
                named |= value
            else:
                return UNKNOWN
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name and not names.find(name)[0] and name not in names.module.bindings:
            return builtin(name, args, named)
        bound = names.module.bindings.get(name)
        if isinstance(bound, ast.ImportFrom) and bound.module == "dataclasses" and args and isinstance(args[0], Record):
            return Record(args[0].name, args[0].fields | named | {"replaced": True}, node, names.module)
        return self.call(self.value(node.func, names), args, named, node, names.module)

    def call(
        self, function: Value, args: Sequence[Value], named: Mapping[str, Value], node: ast.AST, module: Module
    ) -> Value:
        """Return what a function of a declaration, or a dataclass, makes of its arguments."""
        if isinstance(function, Class) and function.sort == "data":
            return Record(
                function.node.name,
                dict(zip(self.program.fields(function), args, strict=False)) | dict(named),
                node,
                module,
                function,
            )
        if not isinstance(function, Function):
            return UNKNOWN
        own = self._bound(function, args, named)
        names = Names(function.module, own, function.around)
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, names)
        given: list[Value] = []
        try:
            self._run(function.node.body, names, given)
        except _Stop as stop:
            if not _yields(function.node) or stop.value is UNKNOWN:
                return stop.value
        return tuple(given) if _yields(function.node) else None

    def _bound(self, function: Function, args: Sequence[Value], named: Mapping[str, Value]) -> dict[str, Value]:
        arguments = function.node.args
        around = Names(function.module, {}, function.around)
        own: dict[str, Value] = dict(zip(function.parameters, args, strict=False)) | dict(named)
        for place, default in zip(reversed(function.parameters), reversed(arguments.defaults), strict=False):
            own.setdefault(place, self.value(default, around))
        for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            own.setdefault(argument.arg, UNKNOWN if value is None else self.value(value, around))
        if arguments.vararg is not None:
            own[arguments.vararg.arg] = tuple(args[len(function.parameters) :])
        if arguments.kwarg is not None:
            known = {*function.parameters, *(each.arg for each in arguments.kwonlyargs)}
            own[arguments.kwarg.arg] = {name: value for name, value in named.items() if name not in known}
        return own

    def _run(self, body: Sequence[ast.stmt], names: Names, given: list[Value]) -> None:
        for node in body:
            self._do(node, names, given)

    def _do(self, node: ast.stmt, names: Names, given: list[Value]) -> None:
        """Read a statement of one of these forms; behind any other nothing is known."""
        match node:
            case ast.Return(value):
                raise _Stop(None if value is None else self.value(value, names))
            case ast.Assign(targets, value):
                held = self.value(value, names)
                for target in targets:
                    self.assign(target, held, names)
            case ast.AnnAssign(target, value=ast.expr() as value):
                self.assign(target, self.value(value, names), names)
            case ast.FunctionDef():
                names.own[node.name] = self._decorated(Function(names.module, node, names), node, names)
            case ast.Expr(ast.Yield(ast.expr() as value)):
                given.append(self.value(value, names))
            case ast.Expr(ast.YieldFrom(value)):
                given += self._items(value, names)
            case ast.If(test, body, orelse):
                truth = self.value(test, names)
                if truth is UNKNOWN:
                    raise _Stop(UNKNOWN)
                self._run(body if truth else orelse, names, given)
            case ast.For(target, over, body, orelse):
                for each in self._items(over, names):
                    self.assign(target, each, names)
                    self._run(body, names, given)
                self._run(orelse, names, given)
            case ast.Expr(ast.Constant()) | ast.Pass() | ast.AnnAssign(value=None) | ast.Raise():
                pass
            case _:
                if names.module.is_declaration:
                    self.program.refuse(names.module, node, "declaration_statement", f"`{short(node)}`")
                raise _Stop(UNKNOWN)

    def _items(self, node: ast.expr, names: Names) -> list[Value]:
        """The items of what an expression stands for; where they are not known, nothing is that depends on them."""
        items = items_of(self.value(node, names))
        if items is None:
            raise _Stop(UNKNOWN)
        return items

    def assign(self, target: ast.expr, value: Value, names: Names) -> None:
        """Give names their values."""
        if isinstance(target, ast.Name):
            names.own[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            parts = (
                value if isinstance(value, tuple) and len(value) == len(target.elts) else [UNKNOWN] * len(target.elts)
            )
            for each, part in zip(target.elts, parts, strict=True):
                self.assign(each, part, names)
        else:
            raise _Stop(UNKNOWN)  # a change of something that other names may stand for


def _yields(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in walk_scope(node))
