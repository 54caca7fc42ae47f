"""What a state of the model is put together from: the arrays of a container, and what loops held as they were left.

Each dict, set or sequence is computed; what has to be so for it to be one, as that entries are distinct, is obliged.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from slotproof.engine.prove.python.builtin.collections import distinct_of
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import any_dict, contains, flatten, key_sort, kind_of
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    BOOL,
    INT,
    DictCell,
    DistinctCell,
    ListCell,
    Ref,
    SetCell,
    Term,
    Told,
    Value,
    worded,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.ranks import rank


def local(ev: Core, st: State, node: ast.AST, loop: Value, name: Value) -> Value:
    """What a local held when a loop was left."""
    if loop not in st.left or name not in st.left[loop][0]:
        raise ev.refusal(
            node, f"{loop}: {name}", "no such loop was left on this way, or it has no such local", "name another"
        )
    env, heap = st.left[loop]
    value = env[name]
    return Ref(value.id, heap) if isinstance(value, Ref) else value


def placed(ev: Core, st: State, node: ast.AST, entries: Value, places: Value) -> Value:
    """The sequence of the entries of a list, of which a dict tells the places."""
    one, two = ev.cell(st, entries), ev.cell(st, places)
    number = t.variable("at", ev.depth + 1)
    inside = t.conj(t.le(0, number), t.lt(number, one.length))
    back = t.eq(t.select(two.arrays[0], t.select(one.arrays[0], number)), number)
    ev.oblige(st, t.forall(number, t.implies(inside, back)), node, "the entries are distinct")
    return st.allocate(DistinctCell(one.arrays[0], 0, one.length, two.arrays[0], one.kind))


def tabled(ev: Core, st: State, node: ast.AST, length: Value, entry: Value, place: Value) -> Value:
    """The sequence that a function gives entry by entry; another function is its inverse."""
    number = ev.bound("at")
    inside = t.conj(t.le(0, number), t.lt(number, length))
    read = ev.applied(st, entry, [number], node, inside)
    back = ev.applied(st, place, [read], node, inside)
    array = t.computed(number, read)
    with ev.inexact():
        places = t.computed(number, ev.applied(st, place, [number], node))
    ev.depth -= 1
    ev.oblige(st, t.forall(number, t.implies(inside, t.eq(back, number))), node, "the entries are distinct")
    return st.allocate(DistinctCell(array, 0, length, places))


def keyed(ev: Core, st: State, node: ast.AST, keys: Value, entries: Value, but: Value = None) -> Value:
    """The dict from each item of a sequence to the entry at its place, without those at some distinct places."""
    one, two = ev.cell(st, keys), ev.cell(st, entries)
    ev.oblige(st, t.le(one.length, two.length), node, "there is an entry for each key")
    key, number = ev.bound("key", key_sort(one)), ev.bound("at")
    place = t.sub(t.select(one.place, key), one.start)
    there, size = contains(one, key), one.length
    if but is not None:
        out: DistinctCell = ev.cell(st, but)
        item = t.select(out.array, number)
        inside = t.conj(t.le(out.start, number), t.lt(number, t.add(out.start, out.length)))
        places = t.forall(number, t.implies(inside, t.conj(t.le(0, item), t.lt(item, one.length))))
        ev.oblige(st, places, node, "what is left out are places")
        there, size = t.conj(there, t.neg(contains(out, place))), t.sub(size, out.length)
        st.know(t.le(0, size))  # they are distinct, and each is a place
    arrays = tuple(t.computed(key, t.select(array, place)) for array in two.arrays)
    present = t.computed(key, there)
    ev.depth -= 2
    return st.allocate(DictCell(present, arrays, size, two.kind, None, one.by))


def of_keys(ev: Core, st: State, node: ast.AST, keys: Value, value: Value) -> Value:
    """The dict of the same keys, with the value that a function gives each."""
    cell = ev.cell(st, keys)
    key = ev.bound("key", key_sort(cell))
    held = ev.applied(st, value, [key], node, contains(cell, key))
    ev.depth -= 1
    arrays = tuple(t.computed(key, each) for each in flatten(held))
    return st.allocate(DictCell(cell.present, arrays, cell.size, kind_of(held), None, cell.by))


def numbered(ev: Core, st: State, node: ast.AST, entries: Value) -> Value:
    """The dict from index to entry."""
    cell, key = ev.cell(st, entries), t.variable("key", ev.depth + 1)
    present = t.computed(key, t.conj(t.le(0, key), t.lt(key, cell.length)))
    return st.allocate(DictCell(present, cell.arrays, cell.length, cell.kind, None))


def filled(ev: Core, st: State, node: ast.AST, entries: Value, empty: Value) -> Value:
    """The dict from each index at which a list does not hold what means nothing, to what it holds."""
    cell, key = ev.cell(st, entries), t.variable("key", ev.depth + 1)
    there = t.conj(t.le(0, key), t.lt(key, cell.length), t.neg(t.eq(t.select(cell.arrays[0], key), empty)))
    return st.allocate(DictCell(t.computed(key, there), cell.arrays, _count(st, key, there), cell.kind, None))


def marked(ev: Core, st: State, node: ast.AST, marks: Value) -> Value:
    """The dict from each index at which a list holds 1, to true."""
    cell, key = ev.cell(st, marks), t.variable("key", ev.depth + 1)
    there = t.conj(t.le(0, key), t.lt(key, cell.length), t.eq(t.select(cell.arrays[0], key), 1))
    size = _count(st, key, there)
    return st.allocate(DictCell(t.computed(key, there), (t.constant_array(True),), size, BOOL, None))


def _count(st: State, key: Term, there: Term) -> Term:
    """How many numbers there are of which something holds: at least one, if it holds of any."""
    size = t.fresh("size", t.INT)
    st.know(t.le(0, size), t.forall(key, t.implies(there, t.le(1, size))))
    return size


def numbers(ev: Core, st: State, node: ast.AST, limit: Value, holds: Value) -> Value:
    """The set of the numbers from 0 up, below a limit, of which something holds."""
    number = ev.bound("i")
    inside = t.conj(t.le(0, number), t.lt(number, limit))
    said = ev.truth(st, ev.applied(st, holds, [number], node, inside), node)
    ev.depth -= 1
    present = t.fresh_members("numbers")
    there = t.select(present, number)
    st.know(t.forall(number, t.iff(there, t.conj(inside, said)), by=[there]))
    return st.allocate(SetCell(present, rank(present, limit), None))


def told_apart(ev: Core, st: State, node: ast.AST, length: Value, key: Value) -> Value:
    """The dict to each place from the name that a function gives it, of which no two are the same."""
    one, other = ev.bound("at"), ev.bound("at")
    inside = [t.conj(t.le(0, each), t.lt(each, length)) for each in (one, other)]
    names = [ev.applied(st, key, [each], node, where) for each, where in zip((one, other), inside, strict=True)]
    ev.depth -= 2
    apart = t.implies(t.conj(inside[0], t.le(0, other), t.lt(other, one)), t.neg(t.eq(*names)))
    ev.oblige(st, t.forall(one, t.forall(other, apart)), node, "no two places have one name")
    made = replace(any_dict("told_apart", INT, [], kind_of(names[0]) or INT), size=length)
    name = ev.bound("name", key_sort(made))
    place = t.select(made.arrays[0], name)
    with ev.inexact():
        told = ev.applied(st, key, [place], node)
    ev.depth -= 1
    there = t.conj(contains(made, names[0]), t.eq(t.select(made.arrays[0], names[0]), one))
    back = t.conj(t.le(0, place), t.lt(place, length), t.eq(told, name))
    st.know(t.forall(one, t.implies(inside[0], there)), t.forall(name, t.implies(contains(made, name), back)))
    return st.allocate(made)


def listed(ev: Core, st: State, node: ast.AST, length: Value, entry: Value) -> Value:
    """The list of numbers that a function gives entry by entry."""
    number = ev.bound("at")
    inside = t.conj(t.le(0, number), t.lt(number, length))
    array = t.computed(number, ev.integer(ev.applied(st, entry, [number], node, inside), node))
    ev.depth -= 1
    ev.oblige(st, t.le(0, length), node, "the length is not negative")
    return st.allocate(ListCell((array,), length, INT))


def seen() -> Told:
    """What a declaration is handed as `seen`."""
    return Told({name: partial(worded, function) for name, function in _OFFERED.items()})


_OFFERED: Final[dict[str, Callable[..., Value]]] = {
    "local": local, "sequence": distinct_of, "placed": placed, "tabled": tabled, "keyed": keyed, "of_keys": of_keys,
    "of_values": of_keys, "numbered": numbered, "numbers": numbers, "told_apart": told_apart, "filled": filled,
    "marked": marked, "listed": listed,
}  # fmt: skip
