"""What methods of built-in kinds mean, by kind of receiver; each with its cost in reads and writes of entries."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from slotproof.engine.prove.python.builtin.splices import extend, least_place, splice
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import anything, opened, texts
from slotproof.engine.prove.python.kinds.cells import (
    begun,
    contains,
    entry,
    key_sort,
    kind_of,
    size_of,
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
    DistinctCell,
    FixedCell,
    ListCell,
    Method,
    Named,
    RecordCell,
    Ref,
    RowCell,
    SetCell,
    Text,
    Tuple,
    Value,
)
from slotproof.engine.prove.python.logic.words import appended
from slotproof.engine.prove.solver import terms as t

Change = tuple[Any, Value]
"""The cell that the receiver becomes, or None if it stays, and the result."""


class Call:
    """A call of a method: who asks, where, on what."""

    __slots__ = ("cell", "ev", "node", "owner", "st")

    def __init__(self, ev: Core, st: State, node: ast.AST, owner: Ref, cell: Any) -> None:
        self.ev, self.st, self.node, self.owner, self.cell = ev, st, node, owner, cell

    def oblige(self, goal: Any, what: str) -> None:
        """What must hold for the call not to end in an error of Python itself."""
        self.ev.oblige_exact(self.st, goal, self.node, what)

    def count(self, reads: Any = 0, writes: Any = 0) -> None:
        """What it costs."""
        self.ev.count(self.st, self.owner, reads, writes)

    def key(self, value: Value) -> Any:
        """A key, an item, or an entry of a sequence of distinct things."""
        return self.ev.key(self.st, self.cell, value, self.node)

    def copy(self) -> Change:
        """A cell of its own with the same contents."""
        return None, self.st.allocate(self.cell)


# --- lists


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
    at = c.ev.position(c.st, c.cell.length, given[0], c.node)
    c.count(reads=t.sub(last, at), writes=t.sub(c.cell.length, at))
    return splice(c.ev, c.st, c.cell, at, t.add(at, 1), None), entry(c.cell, at)


def list_insert(c: Call, index: Value, value: Value) -> Change:
    """An entry before a place, behind which all move down; places beyond the ends are the ends."""
    c.ev.storable(value, c.cell.kind, c.node)
    at = c.ev.clamped(c.st, c.cell.length, index, c.node)
    c.count(reads=t.sub(c.cell.length, at), writes=t.add(t.sub(c.cell.length, at), 1))
    one = written(ListCell((), 1, c.cell.kind), 0, value)
    return splice(c.ev, c.st, c.cell, at, at, one), None


def list_extend(c: Call, more: Value) -> Change:
    """The entries of a sequence behind the last one."""
    cell = extend(c.ev, c.st, c.cell, more, c.node)
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


def keyed_copy(c: Call) -> Change:
    """A dict, set or sequence of distinct things with the same contents."""
    c.count(reads=size_of(c.cell))
    return c.copy()


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


def set_isdisjoint(c: Call, other: Value) -> Change:
    """True if none of these is an item."""
    view = c.ev.looked_through(c.st, other, c.node)
    if not is_few(view.length):
        raise c.ev.refusal(c.node, ".isdisjoint", "how many there are is not known", "use all(...)")
    items = [c.key(view.at(place)) for place in range(view.length)]
    return None, t.conj(*(t.neg(contains(c.cell, item)) for item in items))


# --- sequences of distinct ints


def _end(cell: DistinctCell) -> Any:
    return t.add(cell.start, cell.length)


def _standing(c: Call, value: Value) -> Any:
    """Where an entry that is there stands; of what was read at an index, that is the index."""
    read = t.read_from(value)
    if read is not None and t.same(read[0], c.cell.array):
        inside = t.conj(t.le(c.cell.start, read[1]), t.lt(read[1], _end(c.cell)))
        if c.ev.holds(c.st, inside):
            return read[1]
    return t.select(c.cell.place, value)


def distinct_append(c: Call, value: Value) -> Change:
    """One more entry, which must be new."""
    c.oblige(t.neg(contains(c.cell, c.key(value))), "what is appended is new")
    return appended(c.cell, value), None


def distinct_prepend(c: Call, value: Value) -> Change:
    """One more entry in front, which must be new."""
    c.oblige(t.neg(contains(c.cell, c.key(value))), "what is put first is new")
    cell = begun(c.cell, kind_of(value))
    start = t.sub(cell.start, 1)
    array, place = t.store(cell.array, start, value), t.store(cell.place, value, start)
    return replace(cell, array=array, place=place, start=start, length=t.add(cell.length, 1)), None


def distinct_popleft(c: Call) -> Change:
    """Take the first entry out, and answer it."""
    c.oblige(t.lt(0, c.cell.length), "popleft of a sequence that has entries")
    first = t.select(c.cell.array, c.cell.start)
    return replace(c.cell, start=t.add(c.cell.start, 1), length=t.sub(c.cell.length, 1)), first


def distinct_pop(c: Call) -> Change:
    """Take the last entry out, and answer it."""
    c.oblige(t.lt(0, c.cell.length), "pop of a sequence that has entries")
    last = t.sub(c.cell.length, 1)
    return replace(c.cell, length=last), t.select(c.cell.array, t.add(c.cell.start, last))


def distinct_swap_remove(c: Call, value: Value) -> Change:
    """Take an entry out; the last one moves to its place."""
    c.oblige(contains(c.cell, c.key(value)), "what is removed is there")
    at, last = _standing(c, value), t.select(c.cell.array, t.sub(_end(c.cell), 1))
    array, place = t.store(c.cell.array, at, last), t.store(c.cell.place, last, at)
    return replace(c.cell, array=array, place=place, length=t.sub(c.cell.length, 1)), None


def distinct_replace(c: Call, old: Value, new: Value) -> Change:
    """Put a new entry where an old one stands."""
    c.oblige(contains(c.cell, c.key(old)), "what is replaced is there")
    c.oblige(t.neg(contains(c.cell, c.key(new))), "what replaces it is new")
    at = t.select(c.cell.place, old)
    return replace(c.cell, array=t.store(c.cell.array, at, new), place=t.store(c.cell.place, new, at)), None


def distinct_exchange(c: Call, one: Value, other: Value) -> Change:
    """Let two entries change places."""
    c.oblige(t.conj(contains(c.cell, c.key(one)), contains(c.cell, c.key(other))), "what is exchanged is there")
    a, b = t.select(c.cell.place, one), t.select(c.cell.place, other)
    array = t.store(t.store(c.cell.array, a, other), b, one)
    return replace(c.cell, array=array, place=t.store(t.store(c.cell.place, one, b), other, a)), None


def distinct_place(c: Call, value: Value) -> Change:
    """The index of a value, or -1."""
    index = t.sub(t.select(c.cell.place, c.key(value)), c.cell.start)
    return None, t.ite(contains(c.cell, value), index, -1)


def distinct_index(c: Call, value: Value) -> Change:
    """The index of a value that is there."""
    c.oblige(contains(c.cell, c.key(value)), "the value is in the sequence")
    return None, t.sub(t.select(c.cell.place, value), c.cell.start)


def distinct_clear(c: Call) -> Change:
    """No entries any more."""
    return replace(c.cell, length=0), None


LIST: Final[dict[str, Callable[..., Change]]] = {
    "append": list_append, "pop": list_pop, "insert": list_insert, "extend": list_extend, "clear": list_clear,
    "copy": list_copy, "index": list_index, "remove": list_remove, "reverse": list_reverse,
}  # fmt: skip
DICT: Final[dict[str, Callable[..., Change]]] = {
    "copy": keyed_copy, "clear": dict_clear, "get": dict_get, "pop": dict_pop, "setdefault": dict_setdefault,
}  # fmt: skip
SET: Final[dict[str, Callable[..., Change]]] = {
    "add": set_add, "remove": set_remove, "discard": set_discard, "clear": dict_clear, "copy": keyed_copy,
    "isdisjoint": set_isdisjoint,
}  # fmt: skip
DISTINCT: Final[dict[str, Callable[..., Change]]] = {
    "append": distinct_append, "prepend": distinct_prepend, "popleft": distinct_popleft, "pop": distinct_pop,
    "swap_remove": distinct_swap_remove, "replace": distinct_replace, "exchange": distinct_exchange,
    "place": distinct_place, "index": distinct_index, "copy": keyed_copy, "clear": distinct_clear,
}  # fmt: skip
METHODS: Final[dict[type, Mapping[str, Callable[..., Change]]]] = {
    ListCell: LIST, DictCell: DICT, SetCell: SET, DistinctCell: DISTINCT,
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
    known = METHODS.get(type(cell), {})
    if name not in known or kwargs or (owner.heap is not None and name not in ("copy", "get", "index", "place")):
        kind = ev.describe(owner) if cell is None else type(cell).__name__.removesuffix("Cell").lower()
        raise ev.refusal(node, f".{name}", f"no method of {kind} in the language", f"use one of {', '.join(known)}")
    new, value = taken(ev, node, f".{name}", known[name], Call(ev, st, node, owner, cell), *args)
    if new is not None:
        ev.put(st, owner, new, node)
    return [(st, value)]


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
