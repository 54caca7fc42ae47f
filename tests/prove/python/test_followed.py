"""What the page on the language says of `prove` is so: each row is followed, but for what the page says."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.kinds.values import FLOAT, INT, KEY, TEXT, Kind
from slotproof.engine.prove.source import Refusal
from slotproof.language.apart import APART
from slotproof.language.lint import look
from slotproof.language.tables import EXPRESSIONS, OPERATORS, STATEMENTS
from slotproof.language.vocabulary import BUILTINS, METHODS

from ...fuzz.forms import SIGNS
from ..begun import begun
from .functions import followed, unfollowed

Function = Callable[..., Any]

ROWS: Final = frozenset({
    *STATEMENTS, *EXPRESSIONS, *OPERATORS, *(f"{name}()" for name in BUILTINS),
    *(f"{kind}.{name}" for kind, forms in METHODS.items() for name in forms), "recursion",
})  # fmt: skip
"""The rows of the tables that say what `prove` does not follow."""

KINDS: Final = {
    "list[int]": Kind("list", (INT,)),
    "Sequence[int]": Kind("list", (INT,)),
    "dict[int, int]": Kind("dict", (INT, INT)),
    "set[int]": Kind("set", (INT,)),
    "int": INT,
    "float": FLOAT,
    "str": TEXT,
    "object": Kind("any"),
    "T": KEY,
}
RECEIVERS: Final = {"Distinct": "distinct", "Two": "record", "Sequence": "sequence"}
"""How an annotation begins -> the kind whose methods are meant, if that is another word."""


def functions_of(module: ModuleType) -> list[Function]:
    """The functions that a module defines for others."""
    found = inspect.getmembers(module, inspect.isfunction)
    return [each for name, each in found if each.__module__ == module.__name__ and not name.startswith("_")]


def rows_of(node: ast.AST) -> frozenset[str]:
    """The rows of the tables that stand in the code of a program, in which a name is of one kind."""
    annotated = [pair for each in ast.walk(node) for pair in _annotated(each)]
    words = {name: ast.unparse(kind).partition("[")[0] for name, kind in annotated}
    kinds = {name: RECEIVERS.get(word, word) for name, word in words.items()}
    no_code = {part for _, kind in annotated for part in ast.walk(kind)}
    return frozenset(row for each in ast.walk(node) if each not in no_code for row in _rows(each, kinds)) & ROWS


def _annotated(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.arg(arg=name, annotation=ast.expr() as kind):
            yield name, kind
        case ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
            yield name, kind
        case ast.FunctionDef(name=name, returns=ast.expr() as kind):
            yield f"{name}()", kind


def _rows(node: ast.AST, kinds: dict[str, str]) -> Iterator[str]:
    yield type(node).__name__
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            yield SIGNS.get(type(op), "")
        case ast.FunctionDef(name=own):
            if any(isinstance(each, ast.Call) and ast.unparse(each.func) == own for each in ast.walk(node)):
                yield "recursion"
        case ast.Attribute(attr="__dict__"):
            yield "__dict__()"
        case ast.Call(func=ast.Name(id=called)):
            yield f"{called}()"
        case ast.Call(func=ast.Attribute(value=owner, attr=called)):
            yield f"{ast.unparse(owner)}.{called}()"
            while isinstance(owner, ast.Call) and isinstance(owner.func, ast.Attribute):
                owner = owner.func.value  # what a method gives is of the same kind
            constant = type(owner.value).__name__ if isinstance(owner, ast.Constant) else ""
            yield f"{kinds.get(owner.id, '') if isinstance(owner, ast.Name) else constant}.{called}"


def text_of(*parts: ModuleType | Function) -> ast.Module:
    """Modules, classes and functions as a tree."""
    return ast.parse("\n".join(map(inspect.getsource, parts)))


def follow(function: Function) -> None:
    """Follow a call of a function with any arguments.

    Raises     Refusal if it is not followed
    """
    ev, st = begun()
    closure = ev.program.closure(function)
    kinds = {name: KINDS[kind] for name, kind in function.__annotations__.items() if name != "return"}
    given = [any_of(ev, st, name, kind) for name, kind in kinds.items()]
    with ev.running_code(), ev.catching():
        ends = ev.call(st, closure, given, {}, closure.function.node)
    assert ends, "no way leads to an end"


def test_each_row_is_followed_or_set_apart() -> None:
    """The page sets nothing apart as a whole that is followed, and leaves out nothing that is not."""
    assert ROWS - rows_of(text_of(followed)) == {row for row, what in APART.items() if what == "all"}


@pytest.mark.parametrize("function", functions_of(followed), ids=lambda each: each.__name__)
def test_a_row_is_followed(function: Function) -> None:
    """With any lists, dicts, sets and numbers."""
    follow(function)


def test_each_row_that_is_set_apart_is_met() -> None:
    """By a function that is not followed."""
    assert APART.keys() <= rows_of(text_of(unfollowed))


@pytest.mark.parametrize("function", functions_of(unfollowed), ids=lambda each: each.__name__)
def test_a_row_is_not_followed(function: Function) -> None:
    """It is refused, and not left open; the page says so of a row that stands in it."""
    with pytest.raises(Refusal):
        follow(function)
    parts = (function, unfollowed.Box) if "Box" in inspect.getsource(function) else (function,)
    assert rows_of(text_of(*parts)) & APART.keys()


@pytest.mark.parametrize("module", [followed, unfollowed], ids=lambda each: each.__name__)
def test_all_of_them_are_in_the_language(module: ModuleType) -> None:
    """The check of the language finds nothing: what is not followed is said by the page alone."""
    assert look(Path(str(module.__file__))).findings == ()
