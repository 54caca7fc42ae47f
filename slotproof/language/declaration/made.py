"""What a declaration puts between users and what is judged: stand-ins that may leave out values, and calls."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable
from typing import Final

LIMITED: Final = frozenset({"negative"})
"""What `make` makes of some values only."""


def given_partly(function: ast.FunctionDef | ast.Lambda) -> tuple[str, ast.expr] | None:
    """The first parameter of a configuration (make), if it is one dict, that may leave out values, and what of it."""
    body = function.body if isinstance(function, ast.Lambda) else None
    if not isinstance(body, ast.Dict):
        return None
    known = _Made(function.args.args[0].arg)
    for key, value in zip(body.keys, body.values, strict=True):
        partial = None if isinstance(value, ast.Constant) else known.partial(value)
        if isinstance(key, ast.Constant) and partial is not None:
            return str(key.value), partial
    return None


def leaves_out(function: ast.FunctionDef | ast.Lambda) -> ast.expr | ast.stmt | None:
    """What of a function (make) may leave out values: a condition, or what is computed of what `make` makes."""
    make = function.args.args[0].arg
    if isinstance(function, ast.Lambda):
        return _Made(make).partial(function.body)
    known = _Made(make)
    for each in function.body:
        match each:
            case ast.Expr(ast.Constant()):
                pass
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                known.names[name] = known.partial(value)
            case ast.Return(ast.expr() as value):
                return known.partial(value)
            case _:
                return each
    return None


def is_plain_call(function: ast.FunctionDef | ast.Lambda, name: str) -> bool:
    """True of a lambda (container, arguments) that calls an operation with its arguments as they are, and no more."""
    match function:
        case ast.Lambda(ast.arguments([], [owner, *given], rest, [], [], None, []), ast.Call(called, handed, [])):
            wanted = [*(each.arg for each in given), *([f"*{rest.arg}"] if rest is not None else [])]
            return ast.unparse(called) == f"{owner.arg}.{name}" and list(map(ast.unparse, handed)) == wanted
    return False


def puts_right(function: ast.FunctionDef | ast.Lambda, name: str) -> bool:
    """True of a lambda (container, arguments) that calls the operation, and changes what it is given or gives."""
    if not isinstance(function, ast.Lambda) or not function.args.args:
        return False
    owner, *own = [each.arg for each in (*function.args.args, function.args.vararg) if each is not None]
    calls = [each for each in ast.walk(function.body) if isinstance(each, ast.Call) and _is_method(each, owner, name)]
    if not calls:
        return False
    [call, *others] = calls
    given = [*call.args, *(each.value for each in call.keywords)]
    parts = sorted(ast.unparse(each.value if isinstance(each, ast.Starred) else each) for each in given)
    apart = all(not other.startswith(one) for one, other in itertools.combinations(parts, 2))
    return bool(others) or call is not function.body or not all(_is_given(each, own) for each in given) or not apart


def _is_method(call: ast.Call, owner: str, name: str) -> bool:
    match call.func:
        case ast.Attribute(ast.Name(of), attribute):
            return of == owner and attribute == name
    return False


def _is_given(argument: ast.expr, own: list[str]) -> bool:
    """True of an argument of the lambda, or of a part of one."""
    match argument:
        case ast.Name(name):
            return name in own
        case ast.Starred(value) | ast.Attribute(value) | ast.Subscript(value, ast.Constant()):
            return _is_given(value, own)
    return False


class _Made:
    """Name -> what of it may leave out values."""

    def __init__(self, make: str) -> None:
        self.make = make
        self.names: dict[str, ast.expr | None] = {}

    def partial(self, given: ast.expr) -> ast.expr | None:
        """The part of an expression that may leave out values."""
        match given:
            case ast.Call(ast.Attribute(ast.Name(self.make), "one_of"), [_, ast.Tuple(choices)]):
                numbers = [each for each in choices if isinstance(each, ast.Constant) and type(each.value) is int]
                return given if numbers else None
            case ast.Call(ast.Attribute(ast.Name(self.make), way)):
                return given if way in LIMITED else None
            case ast.Call(ast.Name(name) | ast.Attribute(attr=name), args, keywords) if name[:1].isupper():
                return self._first([*args, *(each.value for each in keywords)])
            case ast.IfExp(test, body, orelse) if self._is_choice(test):
                return self._first(each for each in (body, orelse) if not _is_none(each))
            case ast.Name(name) if name in self.names:
                return self.names[name]
            case ast.GeneratorExp(elt, [comprehension]) | ast.ListComp(elt, [comprehension]):
                return self.partial(elt) if not comprehension.ifs else given
            case ast.Starred(value):
                return self.partial(value)
            case ast.Tuple(elts) | ast.List(elts):
                return self._first(each for each in elts if not isinstance(each, ast.Constant))
        return given

    def _first(self, parts: Iterable[ast.expr]) -> ast.expr | None:
        return next((found for each in parts if (found := self.partial(each)) is not None), None)

    def _is_choice(self, test: ast.expr) -> bool:
        """True of a comparison with one of several that `make` chooses: both ways are taken."""
        match test:
            case ast.Compare(ast.Call(ast.Attribute(ast.Name(self.make), "one_of")), [ast.Eq()], [ast.Constant()]):
                return True
            case ast.Call(ast.Attribute(ast.Name(self.make), "bool")):
                return True
        return False


def _is_none(given: ast.expr) -> bool:
    return isinstance(given, ast.Constant) and given.value is None
