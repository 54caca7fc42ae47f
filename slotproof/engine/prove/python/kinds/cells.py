"""Cells: read, written, copied; and any value of a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slotproof.engine.prove.python.kinds.values import (
    _SORTS,
    BOOL,
    FLOAT,
    INT,
    CallsCell,
    Cell,
    ClassValue,
    Data,
    DictCell,
    DistinctCell,
    FixedCell,
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
    Unequal,
    Value,
    View,
    sorts,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import texts
from slotproof.engine.prove.source import Word

if TYPE_CHECKING:
    from slotproof.engine.prove.python.interface import Interface


def empty_list(kind: Kind | None = None) -> ListCell:
    """A list without entries."""
    return ListCell(new_arrays("blank", kind) if kind else (), 0, kind)


def empty_dict(kind: Kind | None = None, by: Kind | None = None) -> DictCell:
    """A dict without entries."""
    arrays = new_arrays("blank", kind, by) if kind else ()
    return DictCell(t.constant_array(False, sort_of(by)), arrays, 0, kind, by=by)


def empty_set(by: Kind | None = None) -> SetCell:
    """A set without items."""
    return SetCell(t.constant_array(False, sort_of(by)), 0, by=by)


def empty_distinct(by: Kind | None = None) -> DistinctCell:
    """A sequence without entries."""
    array = t.constant_array(0) if by in (None, INT) else t.fresh_array("blank", sort_of(by))
    return DistinctCell(array, 0, 0, t.constant_array(-1, sort_of(by)), by)


def begun(cell: Any, by: Kind | None, kind: Kind | None = None) -> Any:
    """A dict, set or sequence that was always empty as one of kinds that are known by now."""
    if isinstance(cell, DictCell):
        by, kind = cell.by or by, cell.kind or kind
        return cell if (by, kind) == (cell.by, cell.kind) else empty_dict(kind, by)
    if cell.by is not None or by is None:
        return cell
    return empty_set(by) if isinstance(cell, SetCell) else empty_distinct(by)


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


def new_arrays(name: str, kind: Kind, by: Kind | None = None) -> tuple[Term, ...]:
    """Any arrays for entries of a kind, by keys of a kind; by ints if none is named."""
    return tuple(t.fresh_array(name, sort, sort_of(by)) for sort in sorts(kind))


def sort_of(by: Kind | None) -> Any:
    """The sort of keys of a kind; as long as there is none, that of ints."""
    (sort,) = sorts(by or INT)
    return sort


def key_sort(cell: Any) -> Any:
    """The sort of the keys of a dict or set, or of the entries of a sequence of distinct things."""
    return sort_of(None if isinstance(cell, RowCell) else cell.by)


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
    arrays = cell.arrays or new_arrays("blank", kind, getattr(cell, "by", INT))
    pairs = zip(arrays, flatten(value), strict=True)
    return replace(cell, kind=kind, arrays=tuple(t.store(array, index, term) for array, term in pairs))


def with_key(cell: DictCell, key: Term, value: Value) -> DictCell:
    """The dict with a value for a key."""
    cell = begun(cell, kind_of(key))
    there = t.select(cell.present, key)
    size = t.add(cell.size, t.ite(there, 0, 1))
    made: DictCell = written(cell, key, value)
    return replace(made, present=t.store(cell.present, key, True), size=size, keys=_keys_with(cell.keys, key))


def without_key(cell: Any, key: Term) -> Any:
    """The dict or set without a key that is there."""
    cell = begun(cell, kind_of(key))
    keys = tuple(each for each in cell.keys if each != key) if cell.keys is not None and t.known(key) else None
    return replace(cell, present=t.store(cell.present, key, False), size=t.sub(cell.size, 1), keys=keys)


def with_item(cell: SetCell, item: Term) -> SetCell:
    """The set with an item."""
    cell = begun(cell, kind_of(item))
    there = t.select(cell.present, item)
    size = t.add(cell.size, t.ite(there, 0, 1))
    return replace(cell, present=t.store(cell.present, item, True), size=size, keys=_keys_with(cell.keys, item))


def _keys_with(keys: tuple[Term, ...] | None, key: Term) -> tuple[Term, ...] | None:
    if keys is None or not t.known(key):
        return None
    return keys if key in keys else (*keys, key)


def size_of(cell: Any) -> Term | None:
    """How many entries, keys or items a list, dict or set has; None of anything else."""
    if isinstance(cell, FixedCell):
        return len(cell.keys)
    return getattr(cell, "size", getattr(cell, "length", None))


def has_keys(cell: Any) -> bool:
    """True of a dict, a set, or a sequence of distinct ints."""
    return isinstance(cell, DictCell | SetCell | DistinctCell) or (
        isinstance(cell, RowCell) and cell.present is not None
    )


def contains(cell: Any, item: Term) -> Term:
    """True if it is a key, an item, or stands in the sequence."""
    if not isinstance(cell, DistinctCell):
        return t.select(cell.present, item)
    place = t.select(cell.place, item)
    inside = t.conj(t.le(cell.start, place), t.lt(place, t.add(cell.start, cell.length)))
    return False if inside is False else t.conj(inside, t.eq(t.select(cell.array, place), item))


def form_of(value: Value) -> str:
    """Tell a list, a tuple and a range apart, which equal nothing else; "" of other sequences."""
    match value:
        case Tuple():
            return "tuple"
        case Range():
            return "range"
        case Ref():
            return "list"
    return value.form if isinstance(value, View) else ""


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
    a, b = (texts.spelt(each) if isinstance(each, str) else each for each in (a, b))
    if not t.is_term(a) or not t.is_term(b) or kind_of(a) != kind_of(b):
        return None
    if kind_of(a) == FLOAT and not any(each.decl().eq(t.RATIO) for each in (a, b)):
        return None  # one that is no number does not equal itself
    return t.eq(a, b)


def is_identical(a: Value, b: Value) -> bool:
    """True of one thing that nobody can change, whether or not it equals itself."""
    return (isinstance(a, Unequal) and a is b) or (t.is_term(a) and t.is_term(b) and bool(t.same(a, b)))


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


def any_dict(name: str, kind: Kind, facts: list[Term], by: Kind = INT) -> DictCell:
    """Any dict with keys and values of some kinds."""
    keys = any_set(name, facts, by)
    return DictCell(keys.present, new_arrays(name, kind, by), keys.size, kind, None, by)


def any_set(name: str, facts: list[Term], by: Kind = INT) -> SetCell:
    """Any set of items of a kind."""
    present, size = t.fresh_members(f"{name}_has", sort_of(by)), t.fresh(f"{name}_size", t.INT)
    key = t.variable("key", 1, sort_of(by))
    facts += [t.le(0, size), t.forall(key, t.implies(t.select(present, key), t.le(1, size)))]
    return SetCell(present, size, None, by)


def any_distinct(name: str, facts: list[Term], by: Kind = INT) -> DistinctCell:
    """Any sequence of distinct things of a kind; where it starts is no part of the value."""
    array, place = t.fresh_array(name, sort_of(by)), t.fresh_array(f"{name}_place", t.INT, sort_of(by))
    length, index = t.fresh(f"{name}_length", t.INT), t.variable("at", 1)
    inside = t.conj(t.le(0, index), t.lt(index, length))
    read = t.select(array, index)
    facts += [t.le(0, length), t.forall(index, t.implies(inside, t.eq(t.select(place, read), index)), by=[read])]
    return DistinctCell(array, 0, length, place, by)


def any_ascending(
    ev: Interface, name: str, count: Term, holds: Callable[[Term, Term], Term], facts: list[Term]
) -> DistinctCell:
    """Any sequence of all numbers from 0 up, below a count, of which something holds, ascending.

    Takes      holds, told a number and what is known of it
    """
    cell = any_distinct(name, facts)
    one, two = ev.bound("a"), ev.bound("b")
    read, other = t.select(cell.array, one), t.select(cell.array, two)
    inside = t.conj(t.le(0, one), t.lt(one, cell.length))
    in_range = t.conj(t.le(0, read), t.lt(read, count))
    ordered = t.implies(t.conj(inside, t.lt(one, two), t.lt(two, cell.length)), t.lt(read, other))
    within = t.conj(t.le(0, one), t.lt(one, count))
    kept = t.conj(in_range, t.le(one, read), holds(read, t.conj(inside, in_range)))
    facts += [
        t.forall(one, t.implies(inside, kept), by=[read]),
        t.forall_many([one, two], ordered, by=[read, other]),
        t.forall(one, t.implies(t.conj(within, holds(one, within)), contains(cell, one))),
    ]
    ev.depth -= 2
    return cell


def any_cell(name: str, like: Cell, facts: list[Term]) -> Cell:
    """Any cell of the kind of another one."""
    match like:
        case ListCell():
            return any_list(name, like.kind, facts)
        case DictCell(by=Kind() as by, kind=Kind() as kind):
            return any_dict(name, kind, facts, by)
        case SetCell(by=Kind() as by):
            return any_set(name, facts, by)
        case DistinctCell(by=Kind() as by):
            return any_distinct(name, facts, by)
        case DictCell() | SetCell() | DistinctCell():
            return like  # nothing was ever put in
        case CallsCell():
            calls = t.fresh(f"{name}_calls", t.INT)
            facts.append(t.le(0, calls))
            return CallsCell(calls)
        case _:
            raise TypeError(f"{name} is an object or a record, whose parts are made one by one")
