"""What methods of built-in kinds mean, by kind of receiver; each with its cost in reads and writes of entries."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from slotproof.engine.prove.errors import PYTHON_ERRORS
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.builtin import keyed
from slotproof.engine.prove.python.builtin.collections import look_at_each, presume_room
from slotproof.engine.prove.python.builtin.distinct import DISTINCT
from slotproof.engine.prove.python.builtin.method_call import Call, Change, keyed_copy
from slotproof.engine.prove.python.builtin.operators import AS_IT_WAS
from slotproof.engine.prove.python.builtin.splices import extend, least_place, splice
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import anything, opened, texts
from slotproof.engine.prove.python.kinds.cells import (
    contains,
    entry,
    key_sort,
    with_item,
    with_key,
    without_key,
    written,
)
from slotproof.engine.prove.python.kinds.fixed import is_few, method_of, taken
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.rows import append
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DictView,
    DistinctCell,
    FixedCell,
    ListCell,
    Method,
    Named,
    ReadCell,
    RecordCell,
    Ref,
    RowCell,
    SetCell,
    Text,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t

# --- lists


def _presume_short(c: Call, index: Value) -> None:
    """Presume that CPython does not end in OverflowError for an index, unless it follows that it is within the list."""
    if t.known(index) or c.ev.silent:
        return
    within, what = t.conj(t.le(0, index), t.le(index, c.cell.length)), "an index is within the list"
    if c.ev.solver is not None and c.ev.solver.entails(c.st.known, within, what):
        c.st.step(ways.SHOWN, what, within)
    else:
        c.ev.presumes.add("an index that `insert` or `pop` is given fits into a machine word")


def list_append(c: Call, value: Value) -> Change:
    """One more entry: a write."""
    c.ev.storable(value, c.cell.kind, c.node)
    c.count(writes=1)
    return replace(written(c.cell, c.cell.length, value), length=t.add(c.cell.length, 1)), None


def list_pop(c: Call, *given: Value) -> Change:
    """The last entry, or one from within, behind which all move up."""
    c.oblige(t.lt(0, c.cell.length), "pop of a list that has entries")
    last = t.sub(c.cell.length, 1)
    if not given or (t.known(given[0]) and given[0] == -1):
        c.count(writes=1)
        return replace(c.cell, length=last), entry(c.cell, last)
    if c.ev.caught & set(PYTHON_ERRORS["IndexError"]):
        _presume_short(c, given[0])
    at = c.ev.position(c.st, c.cell.length, given[0], c.node)
    c.count(reads=t.sub(last, at), writes=t.sub(c.cell.length, at))
    return splice(c.ev, c.st, c.cell, at, t.add(at, 1), None), entry(c.cell, at)


def list_insert(c: Call, index: Value, value: Value) -> Change:
    """An entry before a place, behind which all move down; places beyond the ends are the ends."""
    c.ev.storable(value, c.cell.kind, c.node)
    at = c.ev.clamped(c.st, c.cell.length, index, c.node)
    if at is not index:
        _presume_short(c, index)
    c.count(reads=t.sub(c.cell.length, at), writes=t.add(t.sub(c.cell.length, at), 1))
    one = written(ListCell((), 1, c.cell.kind), 0, value)
    return splice(c.ev, c.st, c.cell, at, at, one), None


def list_extend(c: Call, more: Value) -> Change:
    """The entries of a sequence behind the last one."""
    presume_room(c.ev, more)
    cell = extend(c.ev, c.st, c.cell, more, c.node)
    if isinstance(more, View) and more.still is not None:  # it looks at each entry when the one before is put in
        after = c.st.copy()
        c.ev.put(after, c.owner, cell, c.node)
        c.ev.oblige(c.st, more.still(after), c.node, AS_IT_WAS)
    c.count(writes=t.sub(cell.length, c.cell.length))
    return cell, None


def list_clear(c: Call) -> Change:
    """No entries any more."""
    return replace(c.cell, length=0), None


def list_copy(c: Call) -> Change:
    """A list with the same entries."""
    c.count(reads=c.cell.length)
    return c.copy()


def list_index(c: Call, value: Value) -> Change:
    """The first place of a value, which must be there."""
    place, there = least_place(c.ev, c.st, c.cell, value, c.node)
    c.oblige(there, "the value is in the list")
    c.count(reads=c.cell.length)
    return None, place


def list_remove(c: Call, value: Value) -> Change:
    """Take out the first entry that equals a value, which must be there."""
    place, there = least_place(c.ev, c.st, c.cell, value, c.node)
    c.oblige(there, "the value is in the list")
    c.count(reads=c.cell.length, writes=t.sub(c.cell.length, place))
    return splice(c.ev, c.st, c.cell, place, t.add(place, 1), None), None


def list_reverse(c: Call) -> Change:
    """The entries in the other order."""
    place = t.variable("at", c.ev.depth + 1)
    other = t.sub(t.sub(c.cell.length, 1), place)
    c.count(reads=c.cell.length, writes=c.cell.length)
    return replace(c.cell, arrays=tuple(t.computed(place, t.select(each, other)) for each in c.cell.arrays)), None


# --- dicts and sets


def dict_clear(c: Call) -> Change:
    """No keys any more."""
    return replace(c.cell, present=t.constant_array(False, key_sort(c.cell)), size=0, keys=()), None


def dict_get(c: Call, key: Value, default: Value = None) -> Change:
    """The value of a key, or the default."""
    c.count(reads=1)
    return None, c.ev.choose(contains(c.cell, c.key(key)), entry(c.cell, key), default, c.node)


def dict_pop(c: Call, key: Value, *default: Value) -> Change:
    """Take a key out, and answer its value."""
    c.count(reads=1, writes=1)
    there = contains(c.cell, c.key(key))
    if not default:
        c.oblige(there, f"the key is there: {ast.unparse(c.node)}")
        return without_key(c.cell, key), entry(c.cell, key)
    gone = without_key(c.cell, key)
    size = t.ite(there, gone.size, c.cell.size)
    return replace(gone, size=size), c.ev.choose(there, entry(c.cell, key), default[0], c.node)


def dict_setdefault(c: Call, key: Value, default: Value) -> Change:
    """The value of a key, which becomes the default if it was not there."""
    c.count(reads=1, writes=1)
    c.ev.storable(default, c.cell.kind, c.node)
    there = contains(c.cell, c.key(key))
    value = c.ev.choose(there, entry(c.cell, key), default, c.node) if c.cell.kind else default
    return with_key(c.cell, key, value), value


def _view(shows: str) -> Callable[[Call], Change]:
    """What `keys()`, `values()` or `items()` means: nothing is read until it is looked at."""
    return lambda c: (None, DictView(c.owner, shows))


def dict_update(c: Call, other: Value) -> Change:
    """The entries of another dict, besides its own."""
    made = keyed.updated(c.ev, c.st, c.cell, other, c.node)
    more = c.ev.cell(c.st, other).size
    c.count(writes=more)
    return made, None


def set_add(c: Call, item: Value) -> Change:
    """One more item, if it is not there."""
    c.count(writes=1)
    return with_item(c.cell, c.key(item)), None


def set_remove(c: Call, item: Value) -> Change:
    """One item less, which must be there."""
    c.count(writes=1)
    c.oblige(contains(c.cell, c.key(item)), f"the item is there: {ast.unparse(c.node)}")
    return without_key(c.cell, item), None


def set_discard(c: Call, item: Value) -> Change:
    """Without an item."""
    c.count(writes=1)
    there, gone = contains(c.cell, c.key(item)), without_key(c.cell, item)
    return replace(gone, size=t.ite(there, gone.size, c.cell.size)), None


def set_union(c: Call, other: Value) -> Change:
    """A set of what is in either."""
    return None, keyed.union(c.ev, c.st, c.owner, other, c.node)


def set_intersection(c: Call, other: Value) -> Change:
    """A set of what is in both."""
    return None, keyed.intersection(c.ev, c.st, c.owner, other, c.node)


def set_difference(c: Call, other: Value) -> Change:
    """A set of what is only in the first."""
    return None, keyed.difference(c.ev, c.st, c.owner, other, c.node)


def set_issubset(c: Call, other: Value) -> Change:
    """True if each item is in the other one."""
    return None, keyed.all_of(c.ev, keyed.pair(c.ev, c.st, c.owner, other, c.node), t.implies)


def set_isdisjoint(c: Call, other: Value) -> Change:
    """True if none of these is an item."""
    view = c.ev.sequence(c.st, other)
    if view is None or not is_few(view.length):
        cells = keyed.pair(c.ev, c.st, c.owner, other, c.node)
        return None, keyed.all_of(c.ev, cells, lambda one, two: t.neg(t.conj(one, two)))
    c.ev.count_through(c.st, other, view)
    items = [c.key(view.at(place)) for place in range(view.length)]
    return None, t.conj(*(t.neg(contains(c.cell, item)) for item in items))


LIST: Final[dict[str, Callable[..., Change]]] = {
    "append": list_append, "pop": list_pop, "insert": list_insert, "extend": list_extend, "clear": list_clear,
    "copy": list_copy, "index": list_index, "remove": list_remove, "reverse": list_reverse,
}  # fmt: skip
DICT: Final[dict[str, Callable[..., Change]]] = {
    "copy": keyed_copy, "clear": dict_clear, "get": dict_get, "pop": dict_pop, "setdefault": dict_setdefault,
    "update": dict_update, "items": _view(keyed.ITEMS), "keys": _view(keyed.KEYS), "values": _view(keyed.VALUES),
}  # fmt: skip
SET: Final[dict[str, Callable[..., Change]]] = {
    "add": set_add, "remove": set_remove, "discard": set_discard, "clear": dict_clear, "copy": keyed_copy,
    "isdisjoint": set_isdisjoint, "issubset": set_issubset, "union": set_union, "intersection": set_intersection,
    "difference": set_difference,
}  # fmt: skip
_LOOKS: Final = frozenset({
    "copy", "get", "index", "place", "items", "keys", "values",
    "isdisjoint", "issubset", "union", "intersection", "difference",
})  # fmt: skip
"""What may be asked of an earlier state, too."""
METHODS: Final[dict[type, Mapping[str, Callable[..., Change]]]] = {
    ListCell: LIST, DictCell: DICT, SetCell: SET, DistinctCell: DISTINCT, ReadCell: {"index": list_index},
}  # fmt: skip


def method(ev: Core, st: State, called: Method, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
    """A call of a method of a built-in kind."""
    owner, name = called.owner, called.name
    if anything.is_any(owner) and name == "copy" and not args and not kwargs:
        return [(st, anything.copied(ev, st, owner, node))]
    entries = ev.entries(st, owner)
    if entries is not None:
        return [(st, _of_record(ev, st, owner, entries, name, args, node))]
    if name == "__dict__.update" and len(args) == 1 and (held := ev.entries(st, args[0])) is not None:
        for field, value in held.items():
            ev.set_field(st, owner, field, value, node)
        return [(st, None)]
    if isinstance(owner, Text | str):
        if name != "join":
            raise ev.refusal(node, f".{name}", "whether this text or these bytes have it is not known", "do without it")
        for each in args:
            if (view := ev.sequence(st, each)) is not None:  # else a tuple of texts, each of which is there
                ev.count_through(st, each, view)
                look_at_each(ev, view)
        return [(st, Text())]
    if isinstance(owner, Tuple) and owner.cls is not None and name == "_replace" and not args:
        named = dict(zip(owner.cls.fields, owner.items, strict=True))
        return ev.construct(st, owner.cls, [], {**named, **kwargs}, node)
    if texts.is_text(owner) and not kwargs:
        return texts.method(ev, st, owner, name, args, node)
    cell = ev.cell(st, owner) if isinstance(owner, Ref) else None
    if isinstance(cell, FixedCell) and not kwargs:
        return [(st, method_of(ev, st, owner, cell, name, args, node))]
    if isinstance(cell, OpenCell) and not kwargs:
        return [(st, opened.method_of(ev, st, owner, cell, name, args, node))]
    if isinstance(cell, RowCell) and name == "append" and not kwargs:
        append(ev, st, owner, args, node)
        return [(st, None)]
    if isinstance(cell, DictCell) and _may_give_none(name, args) and not kwargs:
        return _or_none(ev, st, owner, cell, name, args[0], node)
    known = METHODS.get(type(cell), {})
    if name not in known or kwargs or (owner.heap is not None and name not in _LOOKS):
        kind = ev.describe(owner) if cell is None else type(cell).__name__.removesuffix("Cell").lower()
        raise ev.refusal(node, f".{name}", f"no method of {kind} in the language", f"use one of {', '.join(known)}")
    new, value = taken(ev, node, f".{name}", known[name], Call(ev, st, node, owner, cell), *args)
    if new is not None:
        ev.put(st, owner, new, node)
    return [(st, value)]


def _may_give_none(name: str, args: list[Value]) -> bool:
    """True of `get(key)`, `get(key, None)` and `pop(key, None)`."""
    return name in ("get", "pop") and (args[1] is None if len(args) == 2 else name == "get" and len(args) == 1)


def _or_none(ev: Core, st: State, owner: Ref, cell: DictCell, name: str, key: Value, node: ast.AST) -> Results:
    """The value of a key, or None: two ways, as None is no value of a dict that lies in arrays."""
    ev.count(st, owner, reads=1, writes=1 if name == "pop" else 0)
    key = ev.key(st, cell, key, node)
    ways = ev.split(st, contains(cell, key))
    for branch, is_there in ways if name == "pop" else ():
        if is_there:
            ev.put(branch, owner, without_key(cell, key), node)
    return [(branch, entry(cell, key) if is_there else None) for branch, is_there in ways]


def _of_record(
    ev: Core, st: State, owner: Value, entries: Mapping[str, Value], name: str, args: list[Value], node: ast.AST
) -> Value:
    if name == "update" and isinstance(owner, Ref) and len(args) == 1:
        more = ev.entries(st, args[0])
        if more is not None:
            ev.put(st, owner, RecordCell({**entries, **more}), node)
            return None
    if name == "items" and not args:
        return Tuple(tuple(Tuple((key, value)) for key, value in entries.items()))
    if name in ("keys", "values") and not args:
        return Tuple(tuple(getattr(entries, name)()))
    raise ev.refusal(node, f".{name}", "a record has no such method", "read its entries")
