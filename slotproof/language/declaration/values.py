"""What the reading of a declaration gives: records, functions, and what is not known."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from slotproof.language.program.parts import Class, Module

Value = Any


class _Unknown:
    """A value that is not known from the text."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()


@dataclass(eq=False)
class Record:
    """What a call of a dataclass makes, or of `invariant` and the like: its fields, as far as they are given."""

    name: str
    fields: dict[str, Value]
    node: ast.AST
    module: Module
    of: Class | None = None

    def get(self, name: str, default: Value = None) -> Value:
        """Return a field, or a default if it is not given."""
        return self.fields.get(name, default)


@dataclass(eq=False)
class Function:
    """A function or lambda, with the names around it."""

    module: Module
    node: ast.FunctionDef | ast.Lambda
    around: Names | None = None

    @property
    def parameters(self) -> list[str]:
        """Return the names of its parameters, but for those behind a star."""
        arguments = self.node.args
        return [each.arg for each in (*arguments.posonlyargs, *arguments.args)]

    def reads(self, name: str) -> bool:
        """Return whether its text reads a name."""
        return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(self.node))


@dataclass(eq=False)
class Names:
    """The names of a function while it is read, and those around it."""

    module: Module
    own: dict[str, Value] = field(default_factory=dict)
    around: Names | None = None

    def find(self, name: str) -> tuple[bool, Value]:
        """Return whether a name is there, and its value."""
        scope: Names | None = self
        while scope is not None:
            if name in scope.own:
                return True, scope.own[name]
            scope = scope.around
        return False, UNKNOWN


def items_of(value: Value) -> list[Value] | None:
    """Return the items of a value, as far as a declaration needs them, or None if it has none."""
    if isinstance(value, tuple | range):
        return list(value)[:1000]
    return list(value) if isinstance(value, dict) else None


def builtin(name: str, args: list[Value], named: Mapping[str, Value] | None = None) -> Value:
    """Return what a built-in function makes of values, or UNKNOWN."""
    if UNKNOWN in args or (named or {}).keys() - {"strict"}:
        return UNKNOWN
    if name in {"tuple", "list", "set", "frozenset", "sorted", "reversed"}:
        items = items_of(args[0]) if args else []
        if items is None:
            return UNKNOWN
        return tuple(sorted(items) if name == "sorted" else items[::-1] if name == "reversed" else items)
    if name == "dict":
        return dict(args[0]) if args and isinstance(args[0], dict) else UNKNOWN
    if name == "enumerate":
        return tuple(enumerate(*args))
    if name == "zip":
        return tuple(zip(*args, strict=False))
    plain = all(isinstance(each, int | str) or (isinstance(each, tuple) and UNKNOWN not in each) for each in args)
    if name in {"range", "len", "str", "max", "min"} and plain:
        made_by: dict[str, Callable[..., Value]] = {"range": range, "len": len, "str": str, "max": max, "min": min}
        return made_by[name](*args)
    return UNKNOWN
