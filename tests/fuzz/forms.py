"""Which forms of the tables of the language stand in a program."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from slotproof.language.tables import (
    BASES,
    CLASS,
    DECORATORS,
    EXPRESSIONS,
    FUNCTION,
    KINDS,
    MODULE,
    OPERATORS,
    SPECIAL_METHODS,
    STATEMENTS,
)
from slotproof.language.vocabulary import BUILTINS, ERRORS, METHODS, MODULES

_TABLES: Final[dict[str, Iterable[str]]] = {
    "module": MODULE, "class": CLASS, "base": BASES, "decorator": DECORATORS, "special method": SPECIAL_METHODS,
    "function": FUNCTION, "kind": KINDS, "statement": STATEMENTS, "expression": EXPRESSIONS, "operator": OPERATORS,
    "built-in": BUILTINS, "error": ERRORS,
    **{f"{kind} method": held for kind, held in METHODS.items()},
    **{f"name of {module}": held for module, held in MODULES.items() if module != "slotproof.spec.logic"},
}  # fmt: skip

EVERY: Final = frozenset(f"{table} {name}" for table, held in _TABLES.items() for name in held)
"""All forms of the tables, but for the words of claims: those stand in what the kind `claims` makes."""

SIGNS: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
_OF_FIELD: Final = {
    "items": "list",
    "rows": "list",
    "table": "dict",
    "marks": "set",
    "order": "distinct",
    "point": "record",
}
_OF_LOCAL: Final = {"l": "list", "r": "list", "d": "dict", "s": "set"}
_OF_NODE: Final = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set",
                   ast.SetComp: "set", ast.Tuple: "tuple"}  # fmt: skip

NEVER: Final[dict[str, str]] = {
    **dict.fromkeys(
        ("special method __post_init__", "special method __iter__", "special method __getitem__",
         "special method __setitem__", "special method __copy__", "special method __eq__", "special method __hash__",
         "special method __repr__", "special method __lt__", "special method __le__", "special method __gt__",
         "special method __ge__"),
        "clients call it; as an operation it is a method like any other",
    ),
    **dict.fromkeys(
        ("built-in __dict__", "built-in getattr", "built-in setattr", "built-in vars", "built-in object.__new__",
         "class Assign"),
        "all fields at once: the containers of the project use it, and `tests/engine/prove/test_prove_agreement.py` runs those",
    ),
    **dict.fromkeys(
        ("built-in hash", "kind value", "base Generic", "kind class"),
        "what a client gives: known values have no such thing",
    ),
    **dict.fromkeys(("kind float", "float method as_integer_ratio", "name of struct pack", "name of struct unpack",
                     "name of struct error"), "no known float is followed"),
    **dict.fromkeys(("bytes method lower", "bytes method decode", "str method encode", "kind bytes",
                     "error UnicodeDecodeError", "error UnicodeEncodeError"), "no known bytes are followed"),
    **dict.fromkeys(("tuple method index", "tuple method count", "sequence method index", "sequence method count",
                     "record method index", "distinct method count", "kind sequence", "kind iterable", "kind range"),
                    "the same as of a list, which is met"),
    **dict.fromkeys((f"error {name}" for name in ("ArithmeticError", "Exception", "OverflowError", "RuntimeError",
                     "StopIteration", "TypeError")), "caught by the same rule as those that are met"),
    **dict.fromkeys((f"name of typing {name}" for name in ("Any", "Callable", "Generic", "Literal", "Optional", "Self",
                     "TypeVar", "Union")), "a way to write a kind, of which nothing is run"),
    **dict.fromkeys((f"name of collections.abc {name}" for name in ("Hashable", "Iterable", "Mapping", "MutableMapping",
                     "MutableSequence", "MutableSet", "Sequence", "Set")), "a way to write a kind, of which nothing is run"),
    "module Import": "a way to write a name, as ImportFrom",
    "module If": "what a script does is not run",
    "class Pass": "an empty class has nothing to run",
    "base a documented error": "met in the head, where its base is one",
    "kind error": "only as what is raised and caught",
    "module Assign": "a way to write a constant, as AnnAssign",
    "built-in tuple": "the same as `list`, which is met",
    "kind distinct": "in the head: a field, but no argument or result",
}  # fmt: skip
"""Forms that no random method has, and why."""


def of_program(tree: ast.AST) -> frozenset[str]:
    """The forms that stand in a program, or in one method."""
    return frozenset(each for node in ast.walk(tree) for each in _of_node(node)) & EVERY


def _of_node(node: ast.AST) -> Iterator[str]:
    name = type(node).__name__
    yield f"{'statement' if isinstance(node, ast.stmt) else 'expression'} {name}"
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            yield f"operator {SIGNS.get(type(op), '')}"
        case ast.Call(func=ast.Name(id=called)):
            yield f"built-in {called}"
            yield "function recursion" if called == "factorial" else f"name of math {called}"
        case ast.Call(func=ast.Attribute(value=owner, attr=called)):
            yield f"{_kind_of(owner)} method {called}"
        case ast.ExceptHandler(type=caught) if caught is not None:
            yield from (f"error {each.id}" for each in ast.walk(caught) if isinstance(each, ast.Name))
        case ast.FunctionDef():
            yield from ("function parameters", "function result", "function locals")
            yield from (f"kind {each}" for each in _kinds(node))
            yield from (f"decorator {ast.unparse(each)}" for each in node.decorator_list)
            yield f"special method {node.name}"
            yield "function defaults" if node.args.defaults or node.args.kw_defaults else ""
            yield "function inner functions" if any(isinstance(each, ast.FunctionDef) for each in node.body) else ""
        case ast.Lambda():
            yield "function inner functions"
        case ast.Yield() | ast.YieldFrom():
            yield "function generators"
        case ast.Module():
            yield from (f"module {type(each).__name__}" for each in node.body)
        case ast.ClassDef():
            yield from (f"class {type(each).__name__}" for each in node.body)
            yield from (f"decorator {ast.unparse(each)}" for each in node.decorator_list)
            yield from (f"base {ast.unparse(each)}" for each in node.bases)
            yield "base a class in the language" if node.bases else ""
        case ast.ImportFrom():
            yield from (f"name of {node.module} {each.name}" for each in node.names)
        case ast.Name(id="shown"):
            yield "name of slotproof.spec.errors shown"


def _kinds(node: ast.FunctionDef) -> Iterator[str]:
    words = {"Point": "record", "Iterator": "iterator", "object": "any", "Box": "object", "Callable": "function"}
    given = [each.annotation for each in (*node.args.args, *node.args.kwonlyargs)]
    for kind in (node.returns, *given):
        for each in ast.walk(kind) if kind is not None else ():
            if isinstance(each, ast.Name):
                yield words.get(each.id, each.id)
            elif isinstance(each, ast.Constant):
                yield str(each.value)
            elif isinstance(each, ast.BinOp):
                yield "union"


def _kind_of(owner: ast.expr) -> str:
    match owner:
        case ast.Attribute(attr=field):
            return _OF_FIELD.get(field, "")
        case ast.Name(id=name):
            return _OF_LOCAL.get(name[0], "record")
        case ast.Constant(value=str()):
            return "str"
        case ast.Call(func=ast.Name(id="Point")):
            return "record"
        case ast.Call(func=ast.Name(id="set")):
            return "set"
        case ast.Call(func=ast.Attribute(value=inner)):
            return _kind_of(inner)
        case ast.Subscript(value=inner):
            return _kind_of(inner)
        case ast.IfExp(body=inner) | ast.BinOp(left=inner):
            return _kind_of(inner)
    return _OF_NODE.get(type(owner), "")
