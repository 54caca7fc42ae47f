"""Cells: read, written, copied; and any value of a kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from slotproof.engine.prove.python.values import (
    _SORTS,
    BOOL,
    INT,
    CallsCell,
    Cell,
    ClassValue,
    Data,
    DictCell,
    DistinctCell,
    Kind,
    ListCell,
    Range,
    Record,
    Ref,
    RowCell,
    SetCell,
    Term,
    Text,
    Tuple,
    Value,
    sorts,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Word

EMPTY_DISTINCT: Final = DistinctCell(t.constant_array(0), 0, 0, t.constant_array(-1))


def empty_list(kind: Kind | None = None) -> ListCell:
    """A list without entries."""
    return ListCell(new_arrays("blank", kind) if kind else (), 0, kind)


def empty_dict(kind: Kind | None = None) -> DictCell:
    """A dict without entries."""
    return DictCell(t.constant_array(False), new_arrays("blank", kind) if kind else (), 0, kind)


def empty_set() -> SetCell:
    """A set without items."""
    return SetCell(t.constant_array(False), 0)


# --- from values to terms and back


def kind_of(value: Value) -> Kind | None:
    """The kind of a value that arrays can hold; None of any other."""
    if type(value) is bool:
        return BOOL
    if type(value) is int:
        return INT
    if isinstance(value, Data):
        return Kind("told", (), value.of) if t.is_term(value.state) else None
    if isinstance(value, Tuple):
        parts = tuple(map(kind_of, value.items))
        return None if None in parts else Kind("tuple", tuple(part for part in parts if part), value.cls)
    if t.is_term(value):
        return next((Kind(name) for name, sort in _SORTS.items() if value.sort() == sort), None)
    return None


def flatten(value: Value) -> list[Term]:
    """The terms that a value consists of."""
    if isinstance(value, Tuple):
        return [term for item in value.items for term in flatten(item)]
    return [value.state] if isinstance(value, Data) else [value]


def pack(kind: Kind, terms: list[Term]) -> Value:
    """The value of a kind that consists of these terms, which are used up."""
    if kind.name == "tuple":
        return Tuple(tuple(pack(part, terms) for part in kind.parts), kind.of)
    term = terms.pop(0)
    return Data(term, kind.of) if kind.name == "told" and kind.of is not None else term


def new_value(name: str, kind: Kind) -> Value:
    """Any value of a kind that arrays can hold."""
    return pack(kind, [t.fresh(name, sort) for sort in sorts(kind)])


def new_arrays(name: str, kind: Kind) -> tuple[Term, ...]:
    """Any arrays for entries of a kind."""
    return tuple(t.fresh_array(name, sort) for sort in sorts(kind))


def entry(cell: ListCell | DictCell, index: Term) -> Value:
    """The entry at an index, or the value of a key."""
    if cell.kind is None:  # nothing was ever put in, so nobody gets here
        return 0
    return pack(cell.kind, [t.select(array, index) for array in cell.arrays])


def written(cell: Any, index: Term, value: Value) -> Any:
    """The cell with another entry at an index or key; of a dict, the key must be made present as well."""
    kind = cell.kind or kind_of(value)
    if kind is None:
        raise TypeError("a value that arrays cannot hold")
    arrays = cell.arrays or new_arrays("blank", kind)
    pairs = zip(arrays, flatten(value), strict=True)
    return replace(cell, kind=kind, arrays=tuple(t.store(array, index, term) for array, term in pairs))


def with_key(cell: DictCell, key: Term, value: Value) -> DictCell:
    """The dict with a value for a key."""
    there = t.select(cell.present, key)
    size = t.add(cell.size, t.ite(there, 0, 1))
    made: DictCell = written(cell, key, value)
    return replace(made, present=t.store(cell.present, key, True), size=size, keys=_keys_with(cell.keys, key))


def without_key(cell: Any, key: Term) -> Any:
    """The dict or set without a key that is there."""
    keys = tuple(each for each in cell.keys if each != key) if cell.keys is not None and t.known(key) else None
    return replace(cell, present=t.store(cell.present, key, False), size=t.sub(cell.size, 1), keys=keys)


def with_item(cell: SetCell, item: Term) -> SetCell:
    """The set with an item."""
    there = t.select(cell.present, item)
    size = t.add(cell.size, t.ite(there, 0, 1))
    return replace(cell, present=t.store(cell.present, item, True), size=size, keys=_keys_with(cell.keys, item))


def _keys_with(keys: tuple[Term, ...] | None, key: Term) -> tuple[Term, ...] | None:
    if keys is None or not t.known(key):
        return None
    return keys if key in keys else (*keys, key)


def has_keys(cell: Any) -> bool:
    """True of a dict, a set, or a sequence of distinct ints."""
    return isinstance(cell, DictCell | SetCell | DistinctCell) or (
        isinstance(cell, RowCell) and cell.present is not None
    )


def contains(cell: Any, item: Term) -> Term:
    """True if the int is a key, an item, or stands in the sequence."""
    if not isinstance(cell, DistinctCell):
        return t.select(cell.present, item)
    place = t.select(cell.place, item)
    inside = t.conj(t.le(cell.start, place), t.lt(place, t.add(cell.start, cell.length)))
    return False if inside is False else t.conj(inside, t.eq(t.select(cell.array, place), item))


def values_equal(a: Value, b: Value) -> Term:
    """`a == b` of values that arrays can hold, and None; None if the language does not compare them."""
    if a is None or b is None:
        return a is None and b is None
    if isinstance(a, Tuple) and isinstance(b, Tuple):
        if len(a.items) != len(b.items):
            return False
        parts = [values_equal(x, y) for x, y in zip(a.items, b.items, strict=True)]
        return None if None in parts else t.conj(*parts)
    if isinstance(a, str) and isinstance(b, str):
        return a == b
    if t.is_term(a) and t.is_term(b):
        return t.eq(a, b) if kind_of(a) == kind_of(b) else None
    return None


def same_value(a: Value, b: Value) -> bool:
    """True if two values are the same without asking a solver."""
    if a is b:
        return True
    if isinstance(a, Ref) and isinstance(b, Ref):
        return a.id == b.id and a.heap is b.heap
    if isinstance(a, Tuple) and isinstance(b, Tuple):
        return a.cls is b.cls and len(a.items) == len(b.items) and all(map(same_value, a.items, b.items))
    if t.is_term(a) and t.is_term(b):
        return bool(t.same(a, b))
    return type(a) is type(b) and isinstance(a, str | Text | Word | ClassValue | Range | Record) and a == b


# --- any value of a kind


def any_list(name: str, kind: Kind | None, facts: list[Term]) -> ListCell:
    """Any list of entries of a kind."""
    length = t.fresh(f"{name}_length", t.INT)
    facts.append(t.le(0, length))
    return ListCell(new_arrays(name, kind) if kind else (), length, kind)


def any_dict(name: str, kind: Kind | None, facts: list[Term]) -> DictCell:
    """Any dict with values of a kind."""
    keys = any_set(name, facts)
    return DictCell(keys.present, new_arrays(name, kind) if kind else (), keys.size, kind, None)


def any_set(name: str, facts: list[Term]) -> SetCell:
    """Any set of ints."""
    present, size = t.fresh_members(f"{name}_has"), t.fresh(f"{name}_size", t.INT)
    key = t.variable("key", 1)
    facts += [t.le(0, size), t.forall(key, t.implies(t.select(present, key), t.le(1, size)))]
    return SetCell(present, size, None)


def any_distinct(name: str, facts: list[Term]) -> DistinctCell:
    """Any sequence of distinct ints; where it starts is no part of the value."""
    array, place = t.fresh_array(name, t.INT), t.fresh_array(f"{name}_place", t.INT)
    length, index = t.fresh(f"{name}_length", t.INT), t.variable("at", 1)
    inside = t.conj(t.le(0, index), t.lt(index, length))
    read = t.select(array, index)
    facts += [t.le(0, length), t.forall(index, t.implies(inside, t.eq(t.select(place, read), index)), by=[read])]
    return DistinctCell(array, 0, length, place)


def any_cell(name: str, like: Cell, facts: list[Term]) -> Cell:
    """Any cell of the kind of another one."""
    match like:
        case ListCell():
            return any_list(name, like.kind, facts)
        case DictCell():
            return any_dict(name, like.kind, facts)
        case SetCell():
            return any_set(name, facts)
        case DistinctCell():
            return any_distinct(name, facts)
        case CallsCell():
            calls = t.fresh(f"{name}_calls", t.INT)
            facts.append(t.le(0, calls))
            return CallsCell(calls)
        case _:
            raise TypeError(f"{name} is an object or a record, whose parts are made one by one")
