"""The words of claims that are functions of values: `mapped`, `greatest`, `ascending` ...

What a word names gets a name of its own, and facts of it that hold whatever the branch.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from slotproof.engine.prove.python.builtin.collections import each_changed
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import rows, stands
from slotproof.engine.prove.python.kinds.cells import (
    any_ascending,
    any_distinct,
    begun,
    contains,
    empty_dict,
    empty_distinct,
    entry,
    flatten,
    key_sort,
    kind_of,
    with_key,
    written,
)
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    INT,
    DictCell,
    DistinctCell,
    Ref,
    RowCell,
    SetCell,
    Term,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.ranks import LEADING, RANKED, rank
from slotproof.engine.prove.solver.triggers import is_computed

WIDEST: Final = 64
"""Bits of the widest word, which facts are told."""


def _held(ev: Core, st: State, node: ast.AST, word: str, value: Value, *kinds: type) -> Any:
    """The cell of a value, if it is of one of these kinds."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    if not isinstance(cell, kinds):
        raise ev.refusal(node, word, f"of {ev.describe(value)}", "use it of what the page on the language lists")
    return cell


def word_contains(ev: Core, st: State, node: ast.AST, collection: Value, item: Value) -> Value:
    """True if the item is an element, or key, of the collection."""
    return ev.inside(st, item, collection, node)


def word_within(ev: Core, st: State, node: ast.AST, low: Value, index: Value, high: Value) -> Value:
    """Low <= index < high."""
    low, index, high = (ev.integer(each, node) for each in (low, index, high))
    return t.conj(t.le(low, index), t.lt(index, high))


def word_power_of_two(ev: Core, st: State, node: ast.AST, number: Value) -> Value:
    """True if the number is 1, 2, 4, 8 ..."""
    number = t.without_twos(ev.integer(number, node))
    return t.conj(t.lt(0, number), t.eq(t.bits_and(number, t.sub(number, 1)), 0))


def word_mapped(ev: Core, st: State, node: ast.AST, values: Value, change: Value) -> Value:
    """The dict with each value changed: arrays that are computed."""
    cell = _held(ev, st, node, "mapped", values, DictCell, RowCell)
    if isinstance(cell, RowCell):
        return rows.mapped(ev, st, values, change, node)
    if cell.keys is not None:
        for each in cell.keys:
            cell = written(cell, each, ev.applied(st, change, [each, entry(cell, each)], node))
        return st.allocate(cell)
    key = ev.bound("key", key_sort(cell))
    value = ev.applied(st, change, [key, entry(cell, key)], node, contains(cell, key))
    ev.depth -= 1
    arrays = tuple(t.computed(key, each) for each in flatten(value))
    return st.allocate(replace(cell, arrays=arrays, kind=kind_of(value)))


def word_renamed(ev: Core, st: State, node: ast.AST, values: Value, new: Value, old: Value, change: Value) -> Value:
    """The dict with each key replaced by `new(key)`, of which `old` must be the inverse, and each value changed."""
    cell: DictCell = _held(ev, st, node, "renamed", values, DictCell)
    if cell.keys is not None:
        made = empty_dict()
        for each in cell.keys:
            value = ev.applied(st, change, [entry(cell, each)], node)
            made = with_key(made, ev.applied(st, new, [each], node), value)
        return st.allocate(made)
    if cell.by != INT:
        raise ev.refusal(node, "renamed", f"of a dict with keys that are {cell.by}", "only of one with ints")
    key = ev.bound("key")
    here = contains(cell, key)
    there = ev.applied(st, new, [key], node, here)
    back = ev.applied(st, old, [there], node, here)
    before = ev.applied(st, old, [key], node)
    present = t.conj(contains(cell, before), t.eq(ev.applied(st, new, [before], node), key))
    value = ev.applied(st, change, [entry(cell, before)], node, present)
    ev.depth -= 1
    inverse = t.forall(key, t.implies(here, t.eq(back, key)))
    ev.oblige_exact(st, inverse, node, "the second function is the inverse of the first")
    arrays = tuple(t.computed(key, each) for each in flatten(value))
    return st.allocate(DictCell(t.computed(key, present), arrays, cell.size, kind_of(value), None))


def word_greatest(ev: Core, st: State, node: ast.AST, collection: Value, default: Value) -> Value:
    """The greatest element or key, or the default."""
    cell = _held(ev, st, node, "greatest", collection, DictCell, SetCell, DistinctCell)
    if isinstance(cell, DictCell | SetCell) and cell.keys is not None:
        return t.greatest(*cell.keys) if cell.keys else default
    if cell.by != INT:
        raise ev.refusal(node, "greatest", f"of what is {cell.by}", "only of ints")
    found, key = t.fresh("greatest", t.INT), t.variable("key", ev.depth + 1)
    none = t.forall(key, t.neg(contains(cell, key)))
    st.know(
        t.forall(key, t.implies(contains(cell, key), t.le(key, found))),
        t.disj(contains(cell, found), t.conj(none, t.eq(found, default))),
    )
    return found


def word_least(ev: Core, st: State, node: ast.AST, low: Value, high: Value, keep: Value) -> Value:
    """The least i in [low, high) with keep(i), or `high`."""
    low, high = ev.integer(low, node), ev.integer(high, node)
    if t.known(low, high) and ev.solver is None:
        return next((i for i in range(low, high) if ev.applied(st, keep, [i], node)), high)
    found, each = t.fresh("least", t.INT), ev.bound("i")
    kept = ev.truth(st, ev.applied(st, keep, [each], node, t.conj(t.le(low, each), t.lt(each, high))), node)
    ev.depth -= 1
    inside = t.conj(t.le(low, found), t.lt(found, high))
    this = ev.truth(st, ev.applied(st, keep, [found], node, inside), node)
    before = t.conj(t.le(low, each), t.lt(each, high), t.lt(each, found))
    st.know(t.forall(each, t.implies(before, t.neg(kept))), t.disj(t.conj(inside, this), t.eq(found, high)))
    return found


def word_below(ev: Core, st: State, node: ast.AST, collection: Value, limit: Value) -> Value:
    """How many elements of a set of numbers from 0 up are below the limit."""
    cell = _held(ev, st, node, "below", collection, SetCell, DictCell)
    if cell.keys is not None and t.known(limit) and t.known(*cell.keys):
        return sum(each < limit for each in cell.keys)
    return rank(_natural(ev, st, node, cell), ev.integer(limit, node))


def word_ranked(ev: Core, st: State, node: ast.AST, collection: Value, place: Value) -> Value:
    """The element of a set of numbers from 0 up that has so many others below it."""
    cell = _held(ev, st, node, "ranked", collection, SetCell, DictCell)
    return RANKED(_natural(ev, st, node, cell), t.lift(ev.integer(place, node)))


def word_leading(ev: Core, st: State, node: ast.AST, sequence: Value, count: Value) -> Value:
    """The set of the first so many entries of a sequence of distinct numbers."""
    cell: DistinctCell = _held(ev, st, node, "leading", sequence, DistinctCell)
    high = t.add(cell.start, ev.integer(count, node))
    ev.oblige_exact(st, t.conj(t.le(0, count), t.le(count, cell.length)), node, "there are so many entries")
    arrays = (_whole_array(ev, node, each) for each in (cell.array, cell.place))
    return st.allocate(SetCell(LEADING(*arrays, t.lift(cell.start), t.lift(high)), count, None))


def _natural(ev: Core, st: State, node: ast.AST, cell: Value) -> Term:
    """The members of a set of numbers from 0 up, as obliged, as a term that a solver may be given."""
    number = t.variable("x", ev.depth + 1)
    natural = t.forall(number, t.implies(t.select(cell.present, number), t.le(0, number)))
    ev.oblige_exact(st, natural, node, "the elements are numbers from 0 up")
    return _whole_array(ev, node, cell.present)


def _whole_array(ev: Core, node: ast.AST, array: Term) -> Term:
    if is_computed(array):
        raise ev.refusal(node, "ranks in a computed set", "no solver is given it as a whole", "count by a loop")
    return array


def word_alike(ev: Core, st: State, node: ast.AST, left: Value, right: Value) -> Value:
    """True if two sets have the same elements; said of whole arrays where it can be."""
    one, two = (_held(ev, st, node, "alike", each, SetCell) for each in (left, right))
    if isinstance(one, SetCell) and isinstance(two, SetCell) and not any(map(is_computed, (one.present, two.present))):
        return t.eq(one.present, two.present)
    return ev.equal(st, left, right, node)


def word_listed(ev: Core, st: State, node: ast.AST, sequence: Value, change: Value) -> Value:
    """The sequence of `change(x)` for each x."""
    view = each_changed(ev, st, node, change, sequence)
    return View(view.length, view.at, source=sequence)


def word_ascending(ev: Core, st: State, node: ast.AST, count: Value, keep: Value) -> Value:
    """The `Distinct` of every i in [0, count) with keep(i), ascending."""
    count = ev.integer(count, node)
    if ev.solver is None:
        cell = empty_distinct()
        for each in range(count):
            if ev.applied(st, keep, [each], node):
                cell = appended(cell, each)
        return st.allocate(cell)

    def holds(number: Term, where: Term) -> Term:
        return ev.truth(st, ev.applied(st, keep, [number], node, where), node)

    facts: list[Term] = []
    cell = any_ascending(ev, "ascending", count, holds, facts)
    st.know(t.disj(t.le(cell.length, count), t.eq(cell.length, 0)), *facts)  # the p-th of them is not below p
    return st.allocate(cell)


def word_selected(ev: Core, st: State, node: ast.AST, collection: Value, keep: Value) -> Value:
    """The `Distinct` of all elements or keys x with keep(x), in some order."""
    source = _held(ev, st, node, "selected", collection, SetCell, DictCell, DistinctCell, RowCell)
    facts: list[Term] = []
    cell = any_distinct("selected", facts, INT if isinstance(source, RowCell) else source.by or INT)
    one, place = t.variable("x", ev.depth + 1, key_sort(source)), t.variable("at", ev.depth + 1)
    here = contains(source, one)
    wanted = t.conj(here, _kept(ev, st, node, keep, one, here))
    facts.append(t.forall(one, t.implies(wanted, contains(cell, one))))
    read = t.select(cell.array, place)
    inside = t.conj(t.le(0, place), t.lt(place, cell.length))
    there = contains(source, read)
    kept = t.conj(there, _kept(ev, st, node, keep, read, t.conj(inside, there)))
    facts.append(t.forall(place, t.implies(inside, kept), by=[read]))
    st.know(*facts)
    return st.allocate(cell)


def _kept(ev: Core, st: State, node: ast.AST, keep: Value, item: Term, assumption: Term) -> Term:
    ev.depth += 1
    value = ev.truth(st, ev.applied(st, keep, [item], node, assumption), node)
    ev.depth -= 1
    return value


def appended(cell: DistinctCell, value: Term) -> DistinctCell:
    """The sequence with one more entry, which is new."""
    cell = begun(cell, kind_of(value))
    end = t.add(cell.start, cell.length)
    array, place = t.store(cell.array, end, value), t.store(cell.place, value, end)
    return replace(cell, array=array, place=place, length=t.add(cell.length, 1))


def widest(ev: Core, st: State, node: ast.AST) -> Value:
    """How many bits the widest word has, which facts about words are told."""
    return WIDEST


WORDS: Final[dict[str, Callable[..., Value]]] = {
    **stands.WORDS,
    "widest": widest,
    "contains": word_contains,
    "within": word_within,
    "power_of_two": word_power_of_two,
    "mapped": word_mapped,
    "renamed": word_renamed,
    "greatest": word_greatest,
    "least": word_least,
    "alike": word_alike,
    "below": word_below,
    "ranked": word_ranked,
    "leading": word_leading,
    "listed": word_listed,
    "ascending": word_ascending,
    "selected": word_selected,
}
