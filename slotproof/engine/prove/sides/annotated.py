"""What a parameter may be by its annotation, and nothing stands for: proofs would say nothing of that."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Final

from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    FUNCTION,
    KEY,
    NONE,
    TEXT,
    Bytes,
    Kind,
    ListCell,
    Meaning,
    ObjectCell,
    ReadCell,
    Ref,
    Unequal,
    Value,
)
from slotproof.engine.prove.source import Class, Constant, Function, Module

Made = Sequence[tuple[State, Value]]
"""What stands for the values of a parameter, each in a state of its own."""

_BYTES: Final = Kind("bytes")
_NAMED: Final = {"Callable": FUNCTION, "bytes": _BYTES}
"""Names for which the language of proofs has no kind: what stands for them."""


def behind_first(function: Function) -> list[ast.arg]:
    """The parameters of a method behind the first one; not any rest."""
    given = function.node.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs][not function.is_static :]


def left_out(ev: Evaluator, owner: Class, annotation: ast.expr | None, module: Module, made: Made) -> str:
    """What a parameter may be and nothing stands for, as its annotation has it; "" if there is nothing.

    Takes      owner, the class of the container that is called, or made
    """
    kinds = [_kind_of(st, value) for st, value in made]
    names = {value for _, value in made if isinstance(value, str)}
    is_any_text = kinds.count(TEXT) > sum(isinstance(value, str) for _, value in made)
    for option in _options(annotation, module):
        if isinstance(option, ast.Constant) and option.value is not None:  # of a `Literal`
            kind, is_told = _kind_of(State(), option.value), is_any_text or option.value in names
        else:
            kind, is_told = _kind_named(ev, owner, option, module), is_any_text
        if kind not in kinds:
            return ast.unparse(option)
        if kind == TEXT and not is_told:
            return ast.unparse(option) if isinstance(option, ast.Constant) else f"another {ast.unparse(option)}"
    return ""


def read_only(parameters: Iterable[ast.arg], module: Module, made: Made) -> None:
    """Have a list stand for a list or a tuple, if one of the parameters that it may be for is a `Sequence`."""
    heads = [_head(option) for each in parameters for option in _options(each.annotation, module)]
    for st, value in made if "Sequence" in heads else ():
        sides = (value.model, value.impl) if isinstance(value, Sides) else (value,)
        for each in sides:
            cell = st.heap[each.id] if isinstance(each, Ref) else None
            if type(cell) is ListCell:
                st.heap[each.id] = ReadCell(cell.arrays, cell.length, cell.kind)


def _kind_of(st: State, value: Value) -> Kind | None:
    """What kind of parameter a value is for."""
    match value:
        case Sides(impl=own):
            return _kind_of(st, own)
        case None:
            return NONE
        case str():
            return TEXT
        case Meaning():
            return FUNCTION
        case Bytes():
            return _BYTES
        case Unequal():
            return KEY
        case Ref(id=number):
            cell = st.heap[number]
            if isinstance(cell, ListCell) and cell.kind is not None:
                return Kind("sequence", (cell.kind,))
            return Kind("object", (), cell.cls) if isinstance(cell, ObjectCell) else None
    return kind_of(value)


def _kind_named(ev: Evaluator, owner: Class, option: ast.expr, module: Module) -> Kind | None:
    """The kind of parameter that an annotation names; None if it names none."""
    name = _head(option)
    if name == "Self":
        return Kind("object", (), owner)
    kind = ev.kind_named(option, module)
    if kind is not None and kind.name in ("list", "sequence"):
        return Kind("sequence", kind.parts) if name in ("list", "Sequence") else None
    return _NAMED.get(name) if kind is None else kind


def _head(option: ast.expr) -> str:
    """The name of a kind, without its parts."""
    named = option.value if isinstance(option, ast.Subscript) else option
    return named.id if isinstance(named, ast.Name) else ""


def _options(annotation: ast.expr | None, module: Module) -> list[ast.expr]:
    """The kinds that an annotation joins by `|`, or it alone; of a `Literal` each constant."""
    match annotation:
        case None:
            return []
        case ast.BinOp(one, ast.BitOr(), other):
            return [*_options(one, module), *_options(other, module)]
        case ast.Constant(str(text)):
            return _options(ast.parse(text, mode="eval").body, module)
        case ast.Subscript(ast.Name("Optional"), inner):
            return [*_options(inner, module), ast.Constant(None)]
        case ast.Subscript(ast.Name("Union"), ast.Tuple(parts)):
            return [option for each in parts for option in _options(each, module)]
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(parts)):
            return parts
        case ast.Subscript(ast.Name("Literal"), one):
            return [one]
        case ast.Name(name) if isinstance(found := module.find(name), Constant) and _joins(found.node):
            return _options(found.node, found.module)
    return [annotation]


def _joins(named: ast.expr) -> bool:
    """True of what a name of several kinds stands for, and of no variable of types."""
    return isinstance(named, ast.BinOp) or _head(named) in ("Optional", "Union", "Literal")
