"""What may be done with data of which nothing is known; what it must be for that is an obligation.

Tests fork, as any condition does: `isinstance` and `type(...) is` are formulas over what the data may be. It becomes an
int, a bool or a value where it meets a field that declares one. It is read and never written to: a list of it is copied
before it becomes part of a container.
That a class made from int, list or dict acts as an int, a list or a dict does is presumed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from slotproof.engine.prove.python.kinds import rows
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    INT,
    KEY,
    TEXT,
    VALUE,
    FixedCell,
    Kind,
    ListCell,
    ObjectCell,
    Ref,
    RowCell,
    Term,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Word

if TYPE_CHECKING:
    from slotproof.engine.prove.python.interface import Interface
    from slotproof.engine.prove.python.kinds.state import State


@dataclass(frozen=True)
class TypeOf:
    """What `type` gives of data."""

    thing: Term


@dataclass(frozen=True)
class Names:
    """A set of texts, each known."""

    of: frozenset[str]


@dataclass(frozen=True)
class NamesOf:
    """What `set` gives of data that is a dict."""

    thing: Term


def is_any(value: Value) -> bool:
    """True of data of which nothing is known."""
    return t.is_term(value) and not t.known(value) and bool(value.sort() == d.ANY)


def is_instance(ev: Interface, thing: Term, kind: str, node: ast.AST) -> Term:
    """`isinstance(thing, kind)`."""
    return d.is_of(thing, _told_apart(ev, kind, node))


def same_type(ev: Interface, found: TypeOf, other: Value, node: ast.AST) -> Term:
    """`type(thing) is other`."""
    if not isinstance(other, Word):
        raise ev.refusal(node, "a comparison of types", "it is no built-in class", "name one of them")
    return d.exactly(found.thing, _told_apart(ev, other.name, node))


def _told_apart(ev: Interface, kind: str, node: ast.AST) -> str:
    if kind not in d.KINDS:
        raise ev.refusal(node, kind, "data is not told apart by this class", f"use one of {', '.join(d.KINDS)}")
    return kind


def same_names(ev: Interface, one: Value, other: Value, node: ast.AST) -> Term:
    """`==` of sets of texts."""
    if isinstance(one, Names) and isinstance(other, Names):
        return one.of == other.of
    pair = (one, other) if isinstance(one, NamesOf) else (other, one)
    if isinstance(pair[0], NamesOf) and isinstance(pair[1], Names):
        return d.has_only(pair[0].thing, pair[1].of)
    raise ev.refusal(node, "== of names", "of another thing", "compare with a set of texts")


def _acts(ev: Interface) -> None:
    ev.presumes.add("a class made from int, list or dict acts as an int, a list or a dict does")


def number(ev: Interface, st: State, value: Value, node: ast.AST) -> Value:
    """Data as the number that it must be; any other value as it is."""
    if not is_any(value):
        return value
    _acts(ev)
    ev.oblige_exact(st, d.is_of(value, "int"), node, f"it is a number: {ast.unparse(node)}")
    return d.NUMBER(value)


def sequence(ev: Interface, st: State, thing: Term, node: ast.AST) -> View:
    """Data as the list that it must be."""
    _acts(ev)
    ev.oblige_exact(st, d.is_of(thing, "list"), node, "data that is used as a list is one")
    entries = d.ENTRIES(thing)
    _, said = ev.data.get(t.number(thing), (thing, None))

    def at(place: Term) -> Value:
        if said is not None and t.known(place) and type(said[place]) is int:
            return said[place]
        return t.select(entries, place)

    return View(d.LENGTH(thing) if said is None else len(said), at)


def presumed(ev: Interface, thing: Term, said: Any) -> Term:
    """What is presumed of data: how long a list is, and which ints it holds; which truth it is; nothing of other kinds.

    Takes      said: of a list what is said of each entry, or its numbers; of a dict the same by name; a truth
    """
    if isinstance(said, Mapping):
        return t.conj(*(presumed(ev, d.held(thing, name), each) for name, each in said.items()))
    if isinstance(said, bool):
        return t.implies(d.exactly(thing, "bool"), t.eq(d.NUMBER(thing), int(said)))
    ev.data[t.number(thing)] = thing, list(said)
    entries = [t.select(d.ENTRIES(thing), place) for place in range(len(said))]
    each = [
        t.conj(d.exactly(entry, "int"), t.eq(d.NUMBER(entry), one)) if type(one) is int else presumed(ev, entry, one)
        for entry, one in zip(entries, said, strict=True)
    ]
    return t.implies(d.is_of(thing, "list"), t.conj(t.eq(d.LENGTH(thing), len(said)), *each))


def field(ev: Interface, st: State, thing: Term, name: str, node: ast.AST) -> Term:
    """`thing[name]`, of a dict that must have the name."""
    _acts(ev)
    there = t.conj(d.is_of(thing, "dict"), d.has(thing, name))
    ev.oblige_exact(st, there, node, f"it is a dict that has the key: {ast.unparse(node)}")
    return d.held(thing, name)


def names_of(ev: Interface, st: State, thing: Term, node: ast.AST) -> NamesOf:
    """`set(thing)`, of a dict."""
    ev.oblige_exact(st, d.is_of(thing, "dict"), node, f"it is a dict: {ast.unparse(node)}")
    return NamesOf(thing)


def copied(ev: Interface, st: State, thing: Term, node: ast.AST) -> Ref:
    """`thing.copy()`, of a list."""
    view = sequence(ev, st, thing, node)
    return st.allocate(ListCell((d.ENTRIES(thing),), view.length, Kind("any")))


_SETTLED: Final[dict[Kind, tuple[Callable[[Term], Term], Callable[[Term], Term]]]] = {
    INT: (d.is_whole, d.NUMBER),
    BOOL: (lambda thing: d.exactly(thing, "bool"), lambda thing: t.eq(d.NUMBER(thing), 1)),
    VALUE: (lambda thing: True, d.VALUE),
    KEY: (d.is_key, d.KEY),
    TEXT: (lambda thing: d.is_of(thing, "str"), d.TEXT),
}
"""Of each kind that data may become: when it may, and what it is then."""


def settled(ev: Interface, st: State, value: Value, kind: Kind, node: ast.AST) -> Value:
    """What data, or a list of it, becomes in a field that declares a kind; any other value is as it was."""
    if is_any(value):
        if kind not in _SETTLED:
            raise ev.refusal(
                node, f"data as {kind}", "it is somebody else's, or of no such kind", "copy it, or check it"
            )
        may, becomes = _SETTLED[kind]
        ev.oblige_exact(st, may(value), node, f"it is of the kind {kind}: {ast.unparse(node)}")
        return becomes(value)
    if isinstance(value, Ref) and value.heap is None and kind.name == "list":
        cell = st.heap[value.id]
        if isinstance(cell, ListCell) and cell.kind == Kind("any") and kind.parts[0] in _SETTLED:
            st.heap[value.id] = _settled_list(ev, st, cell, kind.parts[0], node)
    return value


def _settled_list(ev: Interface, st: State, cell: ListCell, kind: Kind, node: ast.AST) -> ListCell:
    may, becomes = _SETTLED[kind]
    place = t.variable("at", ev.depth + 1)
    entry = t.select(cell.arrays[0], place)
    inside = t.conj(t.le(0, place), t.lt(place, cell.length))
    every = t.forall(place, t.implies(inside, may(entry)))
    ev.oblige_exact(st, every, node, f"its entries are of the kind {kind}: {ast.unparse(node)}")
    return replace(cell, arrays=(t.computed(place, becomes(entry)),), kind=kind)


def told(ev: Interface, value: Value, kind: Kind, thing: Term, st: State) -> Term:
    """True if a field holds what the data says: this very number or truth, or these very entries."""
    component = rows.component_of(ev, st, value)
    if component is not None:
        return component.told(ev, st, value, thing)
    if isinstance(value, Ref):
        cell = ev.cell(st, value)
        if isinstance(cell, RowCell) and cell.present is None:
            return _told_each(ev, st, value, cell, thing)
        if isinstance(cell, FixedCell) and cell.is_list:
            entries = [t.select(d.ENTRIES(thing), place) for place in cell.keys]
            same = [told(ev, each, kind.parts[0], one, st) for each, one in zip(cell.items, entries, strict=True)]
            return t.conj(d.is_of(thing, "list"), t.eq(d.LENGTH(thing), len(same)), *same)
        if isinstance(cell, ObjectCell):
            fields = {name: ev.kind_of_field(cell.cls, name) for name in cell.fields}
            same = [told(ev, cell.fields[name], of, d.held(thing, name), st) for name, of in fields.items()]
            return t.conj(d.is_of(thing, "dict"), d.has_only(thing, frozenset(fields)), *same)
        if not isinstance(cell, ListCell) or cell.kind not in _SETTLED:
            return False
        place = t.variable("at", ev.depth + 1)
        inside = t.conj(t.le(0, place), t.lt(place, cell.length))
        same = _same(cell.kind, t.select(cell.arrays[0], place), t.select(d.ENTRIES(thing), place))
        alike = t.conj(t.eq(cell.length, d.LENGTH(thing)), t.forall(place, t.implies(inside, same)))
        return t.conj(d.is_of(thing, "list"), alike)
    return _same(kind, value, thing) if kind in _SETTLED and t.is_term(value) else False


def _told_each(ev: Interface, st: State, value: Ref, cell: RowCell, thing: Term) -> Term:
    """True if each container of a list is in the state that the data tells at its place."""
    place = t.variable("at", ev.depth + 1)
    inside = t.conj(t.le(0, place), t.lt(place, cell.length))
    same = ev.components[cell.of].told(ev, st, rows.Part(value, place), t.select(d.ENTRIES(thing), place))
    alike = t.conj(t.eq(cell.length, d.LENGTH(thing)), t.forall(place, t.implies(inside, same)))
    return t.conj(d.is_of(thing, "list"), alike)


def _same(kind: Kind, value: Term, thing: Term) -> Term:
    may, becomes = _SETTLED[kind]
    return t.conj(may(thing), t.iff(becomes(thing), value) if kind == BOOL else t.eq(becomes(thing), value))


OF_NUMBERS: Final = frozenset({"power_of_two", "within", "range", "max", "min", "abs", "divmod"})
OF_TEXTS: Final = frozenset({"encodable"})
"""Functions and words of which data is a number, or a text, that is given to them."""


def as_meant(ev: Interface, st: State, name: str, args: list[Value], node: ast.AST) -> list[Value]:
    """Data that is given to a function or word of numbers or of texts, as such."""
    if name in OF_NUMBERS:
        return [number(ev, st, each, node) for each in args]
    return [settled(ev, st, each, TEXT, node) for each in args] if name in OF_TEXTS else args


# --- words of claims


def is_integer(ev: Interface, st: State, node: ast.AST, value: Value) -> Term:
    """True of an int that is no bool."""
    return d.exactly(value, "int") if is_any(value) else t.is_number(value)


def is_count(ev: Interface, st: State, node: ast.AST, value: Value) -> Term:
    """True of an int from 0 up that is no bool."""
    if is_any(value):
        return t.conj(d.exactly(value, "int"), t.le(0, d.NUMBER(value)))
    return t.le(0, value) if t.is_number(value) else False


def is_string(ev: Interface, st: State, node: ast.AST, value: Value) -> Term:
    """True of a text."""
    return d.is_of(value, "str") if is_any(value) else isinstance(value, str) or kind_of(value) == TEXT


def is_key(ev: Interface, st: State, node: ast.AST, value: Value) -> Term:
    """True of what has a hash and equals itself."""
    return d.is_key(value) if is_any(value) else t.is_term(value) and kind_of(value) == KEY


def same_key(ev: Interface, st: State, node: ast.AST, one: Value, other: Value) -> Term:
    """True of keys that are equal, and of nothing that is no key."""
    keys = [d.KEY(each) if is_any(each) else each for each in (one, other)]
    return t.conj(*(is_key(ev, st, node, each) for each in (one, other)), t.eq(*keys))


def known(ev: Interface, st: State, node: ast.AST, at: Value) -> Value:
    """The model whose arrays the data is; None if the data is anything."""
    return None if ev.setting.untrusted else at.attributes["model_before"]()


WORDS: Final[dict[str, Callable[..., Any]]] = {
    "is_integer": is_integer,
    "is_count": is_count,
    "is_key": is_key,
    "is_string": is_string,
    "same_key": same_key,
    "known": known,
}
