"""What built-in functions of sequences mean: `list`, `zip`, `max` ..."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from slotproof.engine.prove.python.builtin import keyed
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import (
    empty_distinct,
    empty_list,
    flatten,
    key_sort,
    kind_of,
)
from slotproof.engine.prove.python.kinds.fixed import entry_of, fixed_cell, is_few
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import (
    INT,
    DictCell,
    DistinctCell,
    ListCell,
    Range,
    Ref,
    Term,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.ranks import RANKED
from slotproof.engine.prove.solver.triggers import is_computed


def greatest(ev: Core, st: State, node: ast.AST, *given: Value, **named: Value) -> Value:
    """`max(a, b, ...)`, or of a sequence."""
    return _extreme(ev, st, node, given, named, t.lt)


def least(ev: Core, st: State, node: ast.AST, *given: Value, **named: Value) -> Value:
    """`min(a, b, ...)`, or of a sequence."""
    return _extreme(ev, st, node, given, named, lambda a, b: t.lt(b, a))


def _extreme(
    ev: Core,
    st: State,
    node: ast.AST,
    given: tuple[Value, ...],
    named: dict[str, Value],
    below: Callable[[Term, Term], Term],
) -> Value:
    if len(given) == 1:
        return _of_sequence(ev, st, node, given[0], named, below)
    if named:
        raise ev.refusal(node, "key= or default=", "only with one sequence", "compare what is wanted")
    return _first_of(ev, node, given, [ev.integer(each, node) for each in given], below)


def _first_of(
    ev: Core, node: ast.AST, items: Sequence[Value], keys: Sequence[Term], below: Callable[[Term, Term], Term]
) -> Value:
    """The first of few items of which the key is the greatest, or least."""
    found, best = items[0], keys[0]
    for item, own in zip(items[1:], keys[1:], strict=True):
        found = ev.choose(below(best, own), item, found, node)
        best = t.ite(below(best, own), own, best)
    return found


def _of_sequence(
    ev: Core, st: State, node: ast.AST, value: Value, named: dict[str, Value], below: Callable[[Term, Term], Term]
) -> Value:
    """The first of the greatest, or least, of a sequence: a place that has a name."""
    looked = keyed.looked_at(ev, st, value)
    if looked is not None and not set(named) - {"default"}:
        return _of_keys(ev, st, node, looked, named, below)
    view = ev.looked_through(st, value, node)
    if set(named) == {"key"} and is_few(view.length) and view.length > 0:
        items = [view.at(place) for place in range(view.length)]
        keys = [ev.integer(ev.applied(st, named["key"], [item], node), node) for item in items]
        return _first_of(ev, node, items, keys, below)
    if set(named) - {"default"}:
        raise ev.refusal(node, "key=", "not in the language of proofs", "write a loop")
    if t.known(view.length):
        if view.length == 0:
            ev.oblige_exact(st, "default" in named, node, "it is not empty, or has a default")
            return named.get("default", 0)
        items = [view.at(place) for place in range(view.length)]
        return _first_of(ev, node, items, items, below)
    empty = t.eq(view.length, 0)
    if "default" not in named:
        ev.oblige_exact(st, t.neg(empty), node, "it is not empty")
    where, place = t.fresh("place", t.INT), t.variable("at", ev.depth + 1)
    best = ev.integer(view.at(where), node)
    inside = t.conj(t.le(0, place), t.lt(place, view.length))
    facts = [
        t.disj(empty, t.conj(t.le(0, where), t.lt(where, view.length))),
        t.forall(place, t.implies(inside, t.neg(below(best, view.at(place))))),
        t.forall(place, t.implies(t.conj(inside, t.lt(place, where)), below(view.at(place), best))),
    ]
    st.know(*facts)
    return ev.choose(empty, named["default"], best, node) if "default" in named else best


def _of_keys(
    ev: Core,
    st: State,
    node: ast.AST,
    looked: keyed.Looked,
    named: dict[str, Value],
    below: Callable[[Term, Term], Term],
) -> Value:
    owner, cell, shows = looked
    kind = cell.kind if isinstance(cell, DictCell) and shows != keyed.KEYS else cell.by
    if kind not in (None, INT) or shows == keyed.ITEMS:
        raise ev.refusal(node, "max or min", f"of {shows} that are {kind}", "only of ints")
    ev.count(st, owner, reads=cell.size)
    sort = key_sort(cell)
    where, key = t.fresh("extreme", sort), t.variable("key", ev.depth + 1, sort)
    found = keyed.shown(cell, shows, where)
    empty = t.eq(cell.size, 0)
    if "default" not in named:
        ev.oblige_exact(st, t.neg(empty), node, "it is not empty")
    here = t.select(cell.present, key)
    none = t.forall(key, t.neg(here))
    facts = [
        t.forall(key, t.implies(here, t.neg(below(found, keyed.shown(cell, shows, key))))),
        t.disj(t.select(cell.present, where), t.conj(none, empty)),
    ]
    st.know(*facts)
    return ev.choose(none, named["default"], found, node) if "default" in named else found


def _going_through(st: State, *values: Value, reads: Value = None) -> dict[str, Any]:
    """What an iterator reads, and whether that is as it is now: it looks at each entry when it gets there."""
    lists = [each for each in values if isinstance(each, Ref)]
    views = [each for each in values if isinstance(each, View)]
    seen = [(each, st.heap[each.id]) for each in lists if each.heap is None]  # not what stands in them
    asked = [st.as_it_is(reads), *(each.still for each in views if each.still is not None)]

    def still(now: State) -> Term:
        return t.conj(*(now.heap[ref.id] is cell for ref, cell in seen), *(each(now) for each in asked))

    return {"still": still, "over": (*lists, *(each for view in views for each in view.over))}


def presume_room(ev: Core, value: Value) -> None:
    """Presume that a range of which a list or tuple is made is not too long for one: CPython asks that first."""
    if isinstance(value, Range) and ev.runs_code and not t.known(value.low, value.high):
        ev.presumes.add("there is room for each list or tuple that is made of a range")


def iter_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`iter(value)`."""
    view = ev.view(st, value, node)
    presume_room(ev, value)
    return View(view.length, view.at, True, **_going_through(st, value))


def list_(ev: Core, st: State, node: ast.AST, *given: Value) -> Value:
    """`list(value)`: a new list, whose arrays are computed."""
    if not given:
        return st.allocate(empty_list())
    (value,) = given
    if isinstance(value, Ref) and (things := fixed_cell(ev, st, value)) is not None and things.is_list:
        return ev.listed(st, [entry_of(ev, value, things, place) for place in range(len(things.keys))], node)
    presume_room(ev, value)
    return listed(ev, st, ev.looked_through(st, value, node), node)


def listed(ev: Core, st: State, view: View, node: ast.AST) -> Ref:
    """A list of what a view shows."""
    if is_few(view.length):
        return ev.listed(st, [view.at(place) for place in range(view.length)], node)
    place = ev.bound("at")
    value = view.at(place)
    ev.depth -= 1
    kind = kind_of(value)
    if kind is None:
        raise ev.refusal(node, f"a list of {ev.describe(value)}", "arrays cannot hold it", "keep ints, bools or values")
    return st.allocate(ListCell(tuple(t.computed(place, term) for term in flatten(value)), view.length, kind))


def tuple_(ev: Core, st: State, node: ast.AST, *given: Value) -> Value:
    """`tuple(value)`: of a sequence of known length a tuple, else a view that nobody changes."""
    if not given:
        return Tuple(())
    if isinstance(given[0], Tuple):
        return Tuple(given[0].items)
    view = ev.looked_through(st, given[0], node)
    presume_room(ev, given[0])
    if t.known(view.length):
        return Tuple(tuple(view.at(i) for i in range(view.length)))
    look_at_each(ev, view)
    return View(view.length, view.at, form="tuple")


def look_at_each(ev: Core, view: View) -> None:
    """Look at each item once, as CPython does: whatever it takes to make one is obliged of all, here and now."""
    if t.known(view.length):
        for number in range(view.length):
            view.at(number)
    elif view.once:
        view.at(ev.bound("at"))
        ev.depth -= 1


def next_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`next(value)` of what yields few items, which are known: the first one."""
    view = ev.view(st, value, node)
    if not is_few(view.length) or view.length < 1:
        raise ev.refusal(node, "next", "whether there is an item is not known", "write a loop")
    for each in (value, *view.over):
        ev.count(st, each, reads=1)
    return view.at(0)


def sum_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`sum(value)` of few numbers, or truths, which count as 1 or 0."""
    view = ev.looked_through(st, value, node)
    if not is_few(view.length):
        raise ev.refusal(node, "sum", "how many there are is not known", "write a loop")
    found: Term = 0
    for place in range(view.length):
        each = view.at(place)
        found = t.add(found, t.ite(each, 1, 0) if t.is_truth(each) else ev.integer(each, node))
    return found


def _ranked(ev: Core, st: State, node: ast.AST, value: Value, key: Value) -> Value:
    """`sorted(value, key=key)` of few items, if the keys are known."""
    view = ev.looked_through(st, value, node)
    items = [view.at(place) for place in range(view.length)] if is_few(view.length) else None
    keys = [ev.applied(st, key, [item], node) for item in items or []]
    if items is None or not t.known(*keys):
        raise ev.refusal(node, "sorted with a key", "the keys are not known", "write a loop")
    places = sorted(range(len(items)), key=lambda place: keys[place])
    return ev.listed(st, [items[place] for place in places], node)


def sorted_(ev: Core, st: State, node: ast.AST, value: Value, key: Value = None) -> Value:
    """`sorted(set)`: the elements by how many others are below them, which is a function of the set."""
    if key is not None:
        return _ranked(ev, st, node, value, key)
    owner, cell, shows = keyed.looked_at(ev, st, value) or (None, None, None)
    if cell is None or shows != keyed.KEYS or cell.by not in (None, INT) or is_computed(cell.present):
        raise ev.refusal(node, "sorted", f"of {ev.describe(value)}", "only of a set of ints, or the keys of a dict")
    ev.count(st, owner, reads=cell.size)
    place = t.variable("at", ev.depth + 1)
    natural = t.forall(place, t.implies(t.select(cell.present, place), t.le(0, place)))
    ev.oblige_exact(st, natural, node, "the elements are numbers from 0 up")
    array = t.computed(place, RANKED(cell.present, place))
    return st.allocate(ListCell((array,), cell.size, INT))


def enumerate_(ev: Core, st: State, node: ast.AST, value: Value, start: Value = 0) -> Value:
    """`enumerate(value, start)`."""
    view = ev.view(st, value, node)
    at = lambda place: Tuple((t.add(place, start), view.at(place)))  # noqa: E731
    return View(view.length, at, True, **_going_through(st, value))


def reversed_(ev: Core, st: State, node: ast.AST, value: Value) -> Value:
    """`reversed(value)`."""
    view = ev.view(st, value, node)
    return View(
        view.length, lambda place: view.at(t.sub(t.sub(view.length, 1), place)), True, **_going_through(st, value)
    )


def zip_(ev: Core, st: State, node: ast.AST, *given: Value, strict: Value = False) -> Value:
    """`zip(...)`; with `strict=True` lengths are an obligation."""
    views = [ev.view(st, each, node) for each in given]
    lengths = views[0].length
    if strict is True:
        ev.oblige_exact(st, t.conj(*(t.eq(lengths, each.length) for each in views[1:])), node, "zip: equal lengths")
    else:
        for each in views[1:]:
            lengths = t.ite(t.lt(each.length, lengths), each.length, lengths)
    at = lambda place: Tuple(tuple(each.at(place) for each in views))  # noqa: E731
    return View(lengths, at, True, **_going_through(st, *given))


def map_(ev: Core, st: State, node: ast.AST, change: Value, value: Value) -> Value:
    """`map(change, value)`: a function without effects at each place."""
    made, held = each_changed(ev, st, node, change, value), st.copy()
    if ev.runs_code:
        place, after = ev.bound("at"), held.copy()
        with ev.inexact(), ev.running_code():  # what is within is counted, too
            each_changed(ev, after, node, change, value, after).at(place)
        ev.depth -= 1
        ev.count_each(st, made.length, held, after, place)
    return View(made.length, made.at, True, **_going_through(st, value, reads=change))


def each_changed(ev: Core, st: State, node: ast.AST, change: Value, value: Value, after: State | None = None) -> View:
    """What a function without effects gives of each entry: asked in a state of its own, unless one is named."""
    view, held = ev.view(st, value, node), st.copy()

    def at(place: Term) -> Value:
        inside = t.conj(t.le(0, place), t.lt(place, view.length))
        return ev.applied(after or held.copy(), change, [view.at(place)], node, inside)

    return View(view.length, at)


def distinct(ev: Core, st: State, node: ast.AST, *given: Value) -> Value:
    """`Distinct()`, or a copy of one; of a range, its numbers."""
    if not given:
        return st.allocate(empty_distinct())
    (value,) = given
    if isinstance(value, Ref) and isinstance(ev.cell(st, value), DistinctCell):
        return st.allocate(ev.cell(st, value))
    if isinstance(value, Range) and value.step == 1:
        place = t.variable("at", ev.depth + 1)
        count = t.ite(t.lt(value.low, value.high), t.sub(value.high, value.low), 0)
        array = t.computed(place, t.add(value.low, place))
        return st.allocate(DistinctCell(array, 0, count, t.computed(place, t.sub(place, value.low))))
    raise ev.refusal(node, "Distinct(...)", f"of {ev.describe(value)}", "only of another one, or of a range")


def distinct_of(ev: Core, st: State, node: ast.AST, entries: Value, places: Value) -> Value:
    """The sequence that a list spells out, if another one says where each entry stands."""
    one, two = ev.view(st, entries, node), ev.view(st, places, node)
    place = ev.bound("at")
    inside = t.conj(t.le(0, place), t.lt(place, one.length))
    back = t.eq(two.at(ev.integer(one.at(place), node)), place)
    ev.depth -= 1
    ev.oblige_exact(st, t.forall(place, t.implies(inside, back)), node, "the entries are distinct")
    arrays = [t.computed(place, view.at(place)) for view in (one, two)]
    return st.allocate(DistinctCell(arrays[0], 0, one.length, arrays[1]))
