"""What built-in functions mean."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from slotproof.engine.prove.python.builtin import keyed
from slotproof.engine.prove.python.builtin.collections import (
    distinct,
    distinct_of,
    enumerate_,
    greatest,
    iter_,
    least,
    list_,
    map_,
    next_,
    reversed_,
    sorted_,
    sum_,
    tuple_,
    zip_,
)
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import has_keys, kind_of, size_of
from slotproof.engine.prove.python.kinds.rows import component_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    FLOAT,
    FUNCTION,
    INT,
    TEXT,
    Bytes,
    CallsCell,
    ClassValue,
    Closure,
    DictCell,
    DistinctCell,
    Error,
    FixedCell,
    ListCell,
    Meaning,
    Method,
    ObjectCell,
    Range,
    ReadCell,
    Record,
    RecordCell,
    Ref,
    RowCell,
    SetCell,
    Term,
    Text,
    Tuple,
    Types,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Word


def length(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`len(value)`."""
    if isinstance(value, Ref):
        cell = ev.cell(st, value)
        if (size := size_of(cell)) is not None:
            return size
        if isinstance(cell, ObjectCell) and (method := cell.cls.method("__len__")) is not None:
            size = ev.integer(ev.applied(st, Closure(method, {}, value), [], node), node)
            ev.oblige_exact(st, t.le(0, size), node, "the length is not below 0")
            ev.presumes.add("what `__len__` gives is no larger than the length of a list may be")
            return size
    if isinstance(value, Tuple):
        return len(value.items)
    if isinstance(value, str):
        return len(value)
    view = ev.sequence(st, value)
    if ev.runs_code and isinstance(value, Range) and view is not None and not t.known(view.length):
        raise ev.refusal(node, "len of a range", "it may have more numbers than a list", "subtract its ends")
    if view is None or view.once:
        raise ev.refusal(node, "len", f"not of {ev.describe(value)}", "use a list or dict")
    return view.length


def range_(ev: Core, st: State, node: ast.AST, *given: Value) -> Value:
    """`range(...)`."""
    for each in given:
        ev.integer(each, node)
    low, high = (0, given[0]) if len(given) == 1 else given[:2]
    step = given[2] if len(given) == 3 else 1
    if not t.known(step) or step == 0:
        raise ev.refusal(node, "a step that is not known", "how often it goes round is open", "use a constant")
    return Range(low, high, step)


NAMES: Final = {TEXT: "str", FLOAT: "float", FUNCTION: "Callable"}


def isinstance_(ev: Core, st: State, node: ast.AST, value: Value, types: Value) -> Value:
    """`isinstance(value, types)`: what is known of every kind beforehand."""
    given = types.of if isinstance(types, Types) else types.items if isinstance(types, Tuple) else (types,)
    if isinstance(value, Ref) and isinstance(ev.cell(st, value), ReadCell):
        return _is_list_or_tuple(ev, node, {_named(each) for each in given})
    return t.disj(*(_is_of(ev, st, value, each, node) for each in given))


def _named(cls: Value) -> str:
    """The name of a built-in class; "" of any other."""
    return cls.name.rpartition(".")[2] if isinstance(cls, Word) else ""


def _is_list_or_tuple(ev: Core, node: ast.AST, wanted: set[str]) -> bool:
    """True if one of the classes is asked for that a list and a tuple are, or both; who asks for one is refused."""
    both, found = {"list", "tuple"}, wanted & {"list", "tuple", "Sequence", "object"}
    if found and found <= both and found != both:
        why = "it may be a list or a tuple, and proofs are of lists"
        raise ev.refusal(node, "isinstance", why, "ask for `list | tuple`, or take a list")
    return bool(found)


def _is_of(ev: Core, st: State, value: Value, cls: Value, node: ast.AST) -> Term:
    wanted = _named(cls)
    if wanted == "object":
        return True
    if anything.is_any(value):
        return anything.is_instance(ev, value, wanted, node)
    if isinstance(value, Ref) and component_of(ev, st, value) is None:
        cell = ev.cell(st, value)
        if isinstance(cell, ObjectCell):
            return isinstance(cls, ClassValue) and cell.cls.descends(cls.cls)
        names = {
            ListCell: ("list", "Sequence"),
            DictCell: ("dict", "Mapping"),
            RecordCell: ("dict", "Mapping"),
            SetCell: ("set",),
            DistinctCell: ("Distinct", "Unique", "list"),
            FixedCell: ("list", "Sequence") if isinstance(cell, FixedCell) and cell.is_list else ("dict", "Mapping"),
            RowCell: ("dict", "Mapping") if has_keys(cell) else ("list", "Sequence"),
        }
        return wanted in names.get(type(cell), ())
    if isinstance(value, Tuple):
        return wanted in ("tuple", "Sequence") or (isinstance(cls, ClassValue) and value.cls is cls.cls)
    if isinstance(value, Error):
        return isinstance(cls, ClassValue) and value.cls.descends(cls.cls)
    if t.is_truth(value):
        return wanted in ("bool", "int")
    if t.is_number(value):
        return wanted == "int"
    if isinstance(value, Bytes):
        return wanted == "bytes"
    kind = kind_of(value)
    if kind in NAMES:
        return wanted == NAMES[kind]
    if value is None or isinstance(value, str | Text | Record | Range):
        return wanted == ("NoneType" if value is None else type(value).__name__.lower().replace("text", "str"))
    if isinstance(value, Meaning) and isinstance(cls, ClassValue):
        return cls.cls.name in value.labels
    if isinstance(value, Meaning | Closure):
        return wanted == "Callable"
    if isinstance(cls, ClassValue) or wanted not in ("Symbolic",):
        raise ev.refusal(node, "isinstance", f"of {ev.describe(value)}", "its kind is not known; ask what is known")
    return False


def type_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`type(value)`."""
    if anything.is_any(value):
        return anything.TypeOf(value)
    cell = ev.as_object(st, value)
    if cell is not None:
        return ClassValue(cell.cls)
    if isinstance(value, Tuple) and value.cls is not None:
        return ClassValue(value.cls)
    kind = kind_of(value)
    if kind in (INT, BOOL) and kind is not None:
        return Word(kind.name)
    raise ev.refusal(node, "type", f"of {ev.describe(value)}", "only of objects, ints and bools")


def callable_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`callable(value)`."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    if isinstance(cell, ObjectCell):
        return cell.cls.method("__call__") is not None

    if isinstance(value, Meaning | Closure | Word | Method | ClassValue) or isinstance(cell, CallsCell):
        return True
    return kind_of(value) == FUNCTION


def abs_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`abs(value)`."""
    return t.ite(t.lt(ev.integer(value, node), 0), t.sub(0, value), value)


def divmod_(ev: Core, st: State, node: ast.AST, a: Value, b: Value) -> Value:
    """`divmod(a, b)`."""
    a, b = ev.integer(a, node), ev.integer(b, node)
    return Tuple((ev.binary(st, ast.FloorDiv(), a, b, node), ev.binary(st, ast.Mod(), a, b, node)))


def new(ev: Core, st: State, node: ast.AST, cls: Value) -> Value:
    """`object.__new__(cls)`."""
    if not isinstance(cls, ClassValue):
        raise ev.refusal(node, "object.__new__", f"of {ev.describe(cls)}", "name a class")
    return st.allocate(ObjectCell(cls.cls, {}))


def getattr_(ev: Core, st: State, node: ast.AST, owner: Value, name: Value, *default: Value) -> Value:
    """`getattr(owner, name)` of a constant name; with a default, of a field that may not be assigned yet."""
    if not isinstance(name, str):
        raise ev.refusal(node, "getattr", "the name is no constant", "write the field")
    cell = ev.as_object(st, owner)
    if default and cell is not None and name in cell.cls.fields and name not in cell.fields:
        return default[0]
    return ev.attribute(st, owner, name, node)


def setattr_(ev: Core, st: State, node: ast.AST, owner: Value, name: Value, value: Value) -> Value:
    """`setattr(owner, name, value)` of a constant name."""
    if not isinstance(name, str):
        raise ev.refusal(node, "setattr", "the name is no constant", "write the field")
    ev.set_field(st, owner, name, value, node)
    return None


def hasattr_(ev: Core, st: State, node: ast.AST, owner: Value, name: Value) -> Value:
    """`hasattr(object, name)` of a constant name: whether its class declares it, or an iterator has it."""
    if isinstance(owner, View) and name == "__next__":
        return owner.once
    cell = ev.as_object(st, owner)
    if cell is None or not isinstance(name, str):
        raise ev.refusal(node, "hasattr", "only of an object and a constant name", "ask for the class")
    return name in cell.cls.fields or cell.cls.method(name) is not None


def shown(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """What is written into the message of an error: total, and never looked at."""
    return Text()


def bool_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`bool(value)` of a truth, or of a collection."""
    return ev.truth(st, value, node)


def int_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`int(value)` of a number, or of a truth."""
    return t.ite(value, 1, 0) if t.is_truth(value) else ev.integer(value, node)


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "len": length,
    "range": range_,
    "isinstance": isinstance_,
    "type": type_,
    "callable": callable_,
    "max": greatest,
    "min": least,
    "abs": abs_,
    "divmod": divmod_,
    "bool": bool_,
    "int": int_,
    "object.__new__": new,
    "getattr": getattr_,
    "hasattr": hasattr_,
    "setattr": setattr_,
    "iter": iter_,
    "list": list_,
    "tuple": tuple_,
    "sorted": sorted_,
    "next": next_,
    "sum": sum_,
    "set": keyed.set_,
    "enumerate": enumerate_,
    "reversed": reversed_,
    "zip": zip_,
    "map": map_,
    "Distinct": distinct,
    "Unique": distinct,
    "distinct_of": distinct_of,
}

TYPES: Final = frozenset({"int", "bool", "str", "tuple", "list", "dict", "set", "bytes", "float", "object"})
"""Built-in classes that may be named, as in isinstance."""
