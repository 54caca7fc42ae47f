"""Whole dicts and sets: what is said of all their entries, or made of them, in no order."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import (
    begun,
    contains,
    empty_set,
    entry,
    flatten,
    key_sort,
    kind_of,
    sort_of,
    with_item,
)
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DictView,
    Range,
    Ref,
    SetCell,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.ranks import INTERVAL

Keyed = DictCell | SetCell
Holds = Callable[[Term, Term], Term]
"""Whether something is in what is made of two sets: told whether it is in the first, and in the second."""

Looked = tuple[Ref, Keyed, str]
"""A dict or set, its cell, and what of it is looked at."""

KEYS, VALUES, ITEMS = "keys", "values", "items"


def looked_at(ev: Core, st: State, value: Value) -> Looked | None:
    """A dict or set, its cell, and what of it is looked at; None of anything else."""
    owner, shows = (value.of, value.shows) if isinstance(value, DictView) else (value, KEYS)
    cell = ev.cell(st, owner) if isinstance(owner, Ref) else None
    return (owner, cell, shows) if isinstance(cell, Keyed) else None


def shown(cell: Any, shows: str, key: Term) -> Value:
    """What is looked at of an entry."""
    if shows == KEYS:
        return key
    value = entry(cell, key)
    return value if shows == VALUES else Tuple((key, value))


# --- sets


def set_(ev: Core, st: State, node: ast.AST, *given: Value) -> Value:
    """`set()`, or the set of the keys of a dict or set, or of a sequence of known length."""
    if not given:
        return st.allocate(empty_set())
    if anything.is_any(given[0]):
        return anything.names_of(ev, st, given[0], node)
    texts = ev.entries(st, given[0]) or (given[0].items if isinstance(given[0], Tuple) else ())
    if texts and all(isinstance(each, str) for each in texts):
        return anything.Names(frozenset(texts))
    looked = looked_at(ev, st, given[0])
    if looked is not None and looked[2] == KEYS:
        owner, cell, _ = looked
        ev.count(st, owner, reads=cell.size)
        return st.allocate(SetCell(cell.present, cell.size, cell.keys, cell.by))
    view = ev.looked_through(st, given[0], node)
    if isinstance(given[0], Range) and given[0].step == 1 and not t.known(view.length):
        return st.allocate(SetCell(INTERVAL(t.lift(given[0].low), t.lift(given[0].high)), view.length, None))
    if not t.known(view.length):
        return set_of(ev, st, view, node)
    made = empty_set()
    for place in range(view.length):
        made = with_item(made, ev.key(st, made, view.at(place), node))
    return st.allocate(made)


def set_of(ev: Core, st: State, view: View, node: ast.AST) -> Ref:
    """The set of a sequence: an item is there if it stands at some place, which has a name."""
    place = ev.bound("at")
    entry = ev.key(st, empty_set(), view.at(place), node)
    by = kind_of(entry)
    item = ev.bound("x", sort_of(by))
    present, where = t.fresh_array("items", t.BOOL, sort_of(by)), t.fresh_array("where", t.INT, sort_of(by))
    size, at = t.fresh("items_size", t.INT), t.select(where, item)
    found = t.conj(t.le(0, at), t.lt(at, view.length), t.eq(view.at(at), item))
    ev.depth -= 2
    st.know(
        t.forall(place, t.implies(t.conj(t.le(0, place), t.lt(place, view.length)), t.select(present, entry))),
        t.forall(item, t.implies(t.select(present, item), t.conj(found, t.le(1, size)))),
        t.le(0, size),
        t.le(size, view.length),
    )
    return st.allocate(SetCell(present, size, None, by))


# --- what is made of two sets


def pair(ev: Core, st: State, one: Value, other: Value, node: ast.AST) -> tuple[SetCell, SetCell]:
    """Two sets of one kind, of which each entry is read: dicts by their keys, and sequences as the sets of them."""
    cells = [_as_set(ev, st, each, node) for each in (one, other)]
    kinds = {each.by for each in cells} - {None}
    if len(kinds) > 1:
        raise ev.refusal(node, "two sets", f"items are {' and '.join(sorted(map(str, kinds)))}", "hold one kind")
    by = kinds.pop() if kinds else None
    first, second = (begun(each, by) for each in cells)
    return first, second


def _as_set(ev: Core, st: State, value: Value, node: ast.AST) -> SetCell:
    made = set_(ev, st, node, value)
    if not isinstance(made, Ref):
        raise ev.refusal(node, "two sets", f"not of {ev.describe(value)}", "make it a set")
    found: SetCell = ev.cell(st, made)
    return found


def combined(ev: Core, st: State, cells: tuple[SetCell, SetCell], holds: Holds, least: Term, most: Term) -> Ref:
    """The set of what is in one or the other of two sets, as `holds` says; its size has a name, and limits."""
    one, two = cells
    if (known := _known(cells, holds)) is not None:
        made = empty_set(one.by)
        for key in (each for each, is_in in known.items() if is_in):
            made = with_item(made, key)
        return st.allocate(made)
    key = t.variable("x", ev.depth + 1, key_sort(one))
    inside = holds(contains(one, key), contains(two, key))
    size = sized(st, key, inside, least, most)
    return st.allocate(SetCell(t.computed(key, inside), size, None, one.by))


def _known(cells: tuple[SetCell, SetCell], holds: Holds) -> dict[Term, bool] | None:
    """Say of each key of two sets whether something holds of it, if all keys are known."""
    one, two = (each.keys for each in cells)
    if one is None or two is None:
        return None
    return {key: bool(holds(key in one, key in two)) for key in (*one, *two)}


def sized(st: State, key: Term, inside: Term, least: Term, most: Term) -> Term:
    """Name how many keys there are of which something holds, between two limits; 0 if there are none."""
    size, none = t.fresh("size", t.INT), t.forall(key, t.neg(inside))
    st.know(t.le(least, size), t.le(size, most), t.le(0, size), t.iff(none, t.eq(size, 0)))
    return size


def union(ev: Core, st: State, one: Value, other: Value, node: ast.AST) -> Ref:
    """What is in either."""
    cells = pair(ev, st, one, other, node)
    sizes = [each.size for each in cells]
    return combined(ev, st, cells, t.disj, t.greatest(*sizes), t.add(*sizes))


def intersection(ev: Core, st: State, one: Value, other: Value, node: ast.AST) -> Ref:
    """What is in both."""
    cells = pair(ev, st, one, other, node)
    first, second = (each.size for each in cells)
    return combined(ev, st, cells, t.conj, 0, t.ite(t.lt(first, second), first, second))


def difference(ev: Core, st: State, one: Value, other: Value, node: ast.AST) -> Ref:
    """What is in the first alone."""
    cells = pair(ev, st, one, other, node)
    first, second = (each.size for each in cells)
    return combined(ev, st, cells, lambda a, b: t.conj(a, t.neg(b)), t.sub(first, second), first)


def all_of(ev: Core, cells: tuple[SetCell, SetCell], holds: Holds) -> Term:
    """Whether something holds of whatever is, or is not, in two sets."""
    if (known := _known(cells, holds)) is not None:
        return all(known.values())
    one, two = cells
    key = t.variable("key", ev.depth + 1, key_sort(one))
    return t.forall(key, holds(contains(one, key), contains(two, key)))


def updated(ev: Core, st: State, cell: DictCell, other: Value, node: ast.AST) -> DictCell:
    """The dict with the entries of another one, whose values are taken where both have a key."""
    more = ev.cell(st, other) if isinstance(other, Ref) else None
    if not isinstance(more, DictCell):
        raise ev.refusal(node, ".update", f"not with {ev.describe(other)}", "only with a dict")
    ev.count(st, other, reads=more.size)
    if more.kind is None:
        return cell
    if cell.kind is None:
        return more
    if (cell.kind, cell.by) != (more.kind, more.by):
        raise ev.refusal(node, ".update", f"{more.kind} among {cell.kind}", "hold one kind")
    key = t.variable("x", ev.depth + 1, key_sort(cell))
    theirs = contains(more, key)
    inside = t.disj(contains(cell, key), theirs)
    size = sized(st, key, inside, t.greatest(cell.size, more.size), t.add(cell.size, more.size))
    pairs = zip(flatten(entry(more, key)), flatten(entry(cell, key)), strict=True)
    arrays = tuple(t.computed(key, t.ite(theirs, new, old)) for new, old in pairs)
    return replace(cell, present=t.computed(key, inside), arrays=arrays, size=size, keys=None)


# --- comprehensions


def comprehended(ev: Core, st: State, node: ast.SetComp | ast.DictComp, looked: Looked) -> Ref:
    """A set or dict of the entries of another one, under the keys that they have there, where a condition holds."""
    owner, cell, shows = looked
    clause = node.generators[0]
    ev.count(st, owner, reads=cell.size)
    key, before = ev.bound("x", key_sort(cell)), st.copy()
    here = contains(cell, key)
    before.assume(here)
    (after,) = ev.assign(before.copy(), clause.target, shown(cell, shows, key), clause.target)
    inside = here
    for each in clause.ifs:
        holds = ev.truth(after, ev.pure(after, each), each)
        after.assume(holds)
        inside = t.conj(inside, holds)
    kept = ev.pure(after, node.key if isinstance(node, ast.DictComp) else node.elt)
    value = ev.pure(after, node.value) if isinstance(node, ast.DictComp) else None
    ev.depth -= 1
    if not (t.is_term(kept) and t.same(kept, key)):
        why = "whether two of them are the same is not known"
        raise ev.refusal(node, "keys that are made of others", why, "write a loop")
    ev.count_each(st, cell.size, before, after, key)
    size, present = cell.size, cell.present
    if clause.ifs:
        present, size = t.computed(key, inside), sized(st, key, inside, 0, cell.size)
    if isinstance(node, ast.SetComp):
        return st.allocate(SetCell(present, size, None, cell.by))
    kind = kind_of(value)
    if kind is None:
        raise ev.refusal(node, f"a dict of {ev.describe(value)}", "arrays cannot hold it", "keep ints, bools or values")
    arrays = tuple(t.computed(key, each) for each in flatten(value))
    return st.allocate(DictCell(present, arrays, size, kind, None, cell.by))
