"""What theorems run, on stand-ins, too: nothing in it may tell a stand-in from the number for which it stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from slotproof.language.declaration.declared import Declared
from slotproof.language.declaration.values import Function, Names, Record, Value
from slotproof.language.program.parts import BUILTIN_NAMES, LOGIC, Class
from slotproof.language.program.syntax import short
from slotproof.language.vocabulary import ERRORS

_ASKED: Final = frozenset({
    "abs", "all", "any", "bool", "divmod", "enumerate", "hash", "int", "isinstance", "len", "list", "map", "max", "min",
    "object", "range", "reversed", "sum", "tuple", "zip",
})  # fmt: skip
"""Built-in functions and classes that answer of a stand-in as they do of a number, or refuse it."""


def check_theorems(declared: Declared) -> None:
    """Refuse what looks at more than the numbers, in the functions of theorems and in what these name."""
    met: set[ast.AST] = set()
    classes: dict[str, Class] = {}
    todo = list(_functions(declared))
    while todo:
        function = todo.pop()
        if function.node in met or function.module.name == LOGIC:
            continue
        met.add(function.node)
        _check(declared, function)
        for each in ast.walk(function.node):
            value = _named(declared, function, each)
            if isinstance(value, Class):
                classes[value.id] = value
            elif isinstance(value, Function):
                todo.append(value)
            if isinstance(each, ast.Attribute):
                found = [declared.program.method(cls, each.attr) for cls in classes.values()]
                todo += [Function(cls.module, node) for cls, node, _ in filter(None, found)]


def _functions(declared: Declared) -> Iterator[Function]:
    for theorem in declared.tuple_of("theorems"):
        if isinstance(theorem, Record):
            shown = theorem.get("shows", ())
            records = [each for each in (shown if isinstance(shown, tuple) else ()) if isinstance(each, Record)]
            said = [each.get(name) for each in records for name in ("facts", "given", "function")]
            yield from (each for each in (theorem.get("holds"), *said) if isinstance(each, Function))


def _named(declared: Declared, function: Function, node: ast.AST) -> Value:
    """The function or class of the declaration, or of the program, that a name or an attribute of a module means."""
    names = function.around or Names(function.module)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return declared.reader.value(node, names)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return declared.reader.value(node, names)
    return None


def _check(declared: Declared, function: Function) -> None:
    module, known = function.module, function.around or Names(function.module)
    apart = {id(part) for each in ast.walk(function.node) for root in _unread(each) for part in ast.walk(root)}
    for each in ast.walk(function.node):
        match each:
            case ast.Name(name, ast.Load()) if name in BUILTIN_NAMES and name not in module.bindings:
                wrong = name not in _ASKED | ERRORS and not known.find(name)[0]
            case ast.Compare(ops=ops, comparators=others) if any(isinstance(op, ast.Is | ast.IsNot) for op in ops):
                wrong = not all(_tells_no_number(declared.reader.value(other, known)) for other in others)
            case ast.JoinedStr() | ast.BinOp(ast.Constant(str())):
                wrong = True
            case _:
                wrong = False
        if wrong and id(each) not in apart:
            declared.program.refuse(module, each, "theorem_looks", f"`{short(each)}` in what a theorem runs")


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node does not run, or is read by people alone: annotations, and errors."""
    if isinstance(node, ast.Raise):
        yield node
    yield from filter(None, (getattr(node, "annotation", None), getattr(node, "returns", None)))


def _tells_no_number(value: Value) -> bool:
    return value is None or isinstance(value, Class)
