"""Whole-list operations: slices, joined lists, comprehensions; the arrays of what they make are computed."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.builtin import keyed
from slotproof.engine.prove.python.builtin.collections import listed
from slotproof.engine.prove.python.calls import Calls
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.interface import Comprehension
from slotproof.engine.prove.python.kinds.cells import (
    any_ascending,
    empty_dict,
    empty_set,
    entry,
    form_of,
    kind_of,
    values_equal,
    with_item,
    with_key,
)
from slotproof.engine.prove.python.kinds.fixed import is_few
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Bytes,
    FixedCell,
    ListCell,
    Range,
    ReadCell,
    RecordCell,
    Ref,
    SetCell,
    Term,
    Text,
    Tuple,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t


def as_list(ev: Core, st: State, value: Value, node: ast.AST) -> ListCell:
    """The cell of a list, or one of what a sequence shows."""
    cell = ev.cell(st, value) if isinstance(value, Ref) else None
    if isinstance(cell, ListCell):
        ev.count(st, value, reads=cell.length)
        return ListCell(cell.arrays, cell.length, cell.kind)
    view = ev.view(st, value, node)
    ev.count_through(st, None, view)
    if view.length == 0 and t.known(view.length):
        return ListCell((), 0, None)
    made = st.heap[listed(ev, st, view, node).id]
    if not isinstance(made, ListCell):
        raise ev.refusal(node, "these entries", "they lie in no array, as those of the list do", "append each")
    return made


def splice(ev: Core, st: State, cell: ListCell, low: Term, high: Term, other: ListCell | None) -> ListCell:
    """The list with other entries in place of those in [low, high)."""
    more = 0 if other is None else other.length
    kind = cell.kind or (other.kind if other else None)
    if kind is None:
        return cell
    place = t.variable("at", ev.depth + 1)
    end = t.add(low, more)
    behind = t.add(t.sub(place, more), t.sub(high, low))
    arrays = []
    for number in range(len(cell.arrays) or len(other.arrays if other else ())):
        old = cell.arrays[number] if cell.arrays else None
        value = t.select(old, behind) if old is not None else None
        if other is not None and other.arrays and not (old is not None and t.known(more) and more == 0):
            new = t.select(other.arrays[number], t.sub(place, low))
            value = new if value is None else t.ite(t.lt(place, end), new, value)
        if old is not None:
            value = t.ite(t.lt(place, low), t.select(old, place), value)
        arrays.append(t.computed(place, value))
    length = t.add(t.sub(cell.length, t.sub(high, low)), more)
    return ListCell(tuple(arrays), length, kind)


def extend(ev: Core, st: State, cell: ListCell, more: Value, node: ast.AST) -> ListCell:
    """The list with the entries of a sequence behind its last one."""
    other = as_list(ev, st, more, node)
    if other.kind is not None and cell.kind is not None and other.kind != cell.kind:
        raise ev.refusal(node, f"{other.kind} among {cell.kind}", "a list holds one kind", "convert it")
    return splice(ev, st, cell, cell.length, cell.length, other)


def least_place(ev: Core, st: State, cell: ListCell, value: Value, node: ast.AST) -> tuple[Term, Term]:
    """The first place of a value in a list, which has a name, and whether there is one."""
    if cell.kind is None:
        return 0, False
    place = t.variable("at", ev.depth + 1)
    equal = values_equal(entry(cell, place), value)
    if equal is None:
        raise ev.refusal(node, "a search", f"{ev.describe(value)} in a list of {cell.kind}", "look for what it holds")
    if is_few(cell.length):
        found, there = cell.length, False
        for number in reversed(range(cell.length)):
            same = values_equal(entry(cell, number), value)
            found, there = t.ite(same, number, found), t.disj(same, there)
        return found, there
    found = t.fresh("place", t.INT)
    there = t.lt(found, cell.length)
    before = t.forall(place, t.implies(t.conj(t.le(0, place), t.lt(place, found)), t.neg(equal)))
    facts = [
        t.conj(t.le(0, found), t.le(found, cell.length)),
        before,
        t.implies(there, values_equal(entry(cell, found), value)),
    ]
    st.know(*facts)
    return found, there


class Sequences(Calls):
    """The forms of the language that make or change whole lists."""

    def clamped(self, st: State, length: Term, index: Value, node: ast.AST, otherwise: Term = 0) -> Term:
        """A limit of a slice as Python reads it: from behind if negative, and no further than the ends."""
        if index is None:
            return otherwise
        index = self.integer(index, node)
        from_behind = t.ite(t.lt(index, 0), t.add(index, length), index)
        if self.holds(st, t.conj(t.le(0, index), t.le(index, length))):
            return index
        return t.ite(t.lt(from_behind, 0), 0, t.ite(t.lt(length, from_behind), length, from_behind))

    def holds(self, st: State, truth: Term) -> bool:
        """True if a solver sees at once that something holds here; what a claim says does not depend on that."""
        if type(truth) is bool:
            return truth
        if self.silent or self.merging or self.solver is None:
            return False
        follows = self.solver.impossible([*st.known, t.lift(t.neg(truth))])
        if follows:
            st.step(ways.SHOWN, "it is within the list", truth)
        return follows

    def sliced(self, node: ast.Subscript, limits: ast.Slice, st: State) -> Results:
        """`list[low:high]`, or `list[::-1]`."""
        found: Results = []
        for after, (owner, low, high, step) in self._limits(node.value, limits, st):
            if isinstance(owner, Tuple) and t.known(*(each for each in (low, high, step) if each is not None)):
                found.append((after, Tuple(owner.items[low:high:step])))
                continue
            if isinstance(owner, Bytes):
                raise self.refusal(node, "a slice", "of bytes", "write a loop")
            view = self.view(after, owner, node)
            if step == -1 and low is None and high is None:
                found.append((after, self._copied(after, owner, _turned(view), node)))
                continue
            if step not in (None, 1):
                raise self.refusal(node, "a slice with a step", "only -1 over all", "write a loop")
            first = self.clamped(after, view.length, low, node)
            last = self.clamped(after, view.length, high, node, view.length)
            length = self._difference(after, first, last)
            part = _from(view, first, length)
            found.append((after, self._copied(after, owner, part, node)))
        return found

    def _difference(self, st: State, low: Term, high: Term) -> Term:
        if self.holds(st, t.le(low, high)):
            return t.sub(high, low)
        return t.ite(t.lt(low, high), t.sub(high, low), 0)

    def _limits(self, owner: ast.expr, limits: ast.Slice, st: State) -> list[tuple[State, list[Value]]]:
        nodes = [each or ast.Constant(None) for each in (limits.lower, limits.upper, limits.step)]
        return self.evs([owner, *nodes], st)

    def _copied(self, st: State, owner: Value, view: View, node: ast.AST) -> Value:
        self.count(st, owner, reads=view.length)
        cell = self.cell(st, owner) if isinstance(owner, Ref) else None
        if isinstance(cell, ReadCell):
            raise self.refusal(node, "a slice of a sequence", "it may be a tuple", "take one of a list: `list(...)`")
        if isinstance(cell, ListCell) and cell.kind is None:
            return st.allocate(cell)
        return replace(view, form=form_of(owner)) if cell is None else listed(self, st, view, node)

    def set_slice(self, st: State, owner: ast.expr, limits: ast.Slice, value: Value, node: ast.AST) -> list[State]:
        """`list[low:high] = list`, or `del list[low:high]`."""
        found = []
        for after, (held, low, high, step) in self._limits(owner, limits, st):
            cell = self.cell(after, held) if isinstance(held, Ref) else None
            if not isinstance(cell, ListCell) or step not in (None, 1):
                raise self.refusal(node, "this slice", "only of a list, without a step", "write a loop")
            first = self.clamped(after, cell.length, low, node)
            last = self.clamped(after, cell.length, high, node, cell.length)
            if not self.holds(after, t.le(first, last)):
                last = t.ite(t.lt(last, first), first, last)
            other = None if value is None else as_list(self, after, value, node)
            self.count(
                after,
                held,
                t.sub(cell.length, last),
                t.sub(t.add(cell.length, 0 if other is None else other.length), first),
            )
            self.put(after, held, splice(self, after, cell, first, last, other), node)
            found.append(after)
        return found

    def delete_entry(self, st: State, owner: Ref, cell: ListCell, index: Value, node: ast.AST) -> None:
        """`del list[index]`."""
        at = self.position(st, cell.length, index, node)
        self.count(st, owner, t.sub(t.sub(cell.length, at), 1), t.sub(cell.length, at))
        self.put(st, owner, splice(self, st, cell, at, t.add(at, 1), None), node)

    def joined_lists(self, st: State, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value:
        """`+` of lists, and `*` of a list with one entry; None if these are none."""
        cells = [self.cell(st, each) if isinstance(each, Ref) else None for each in (a, b)]
        if isinstance(op, ast.Add) and type(cells[0]) is ListCell and type(cells[1]) is ListCell:
            self.count(st, a, reads=cells[0].length)
            return st.allocate(extend(self, st, cells[0], b, node))
        if isinstance(op, ast.Mult) and type(cells[0]) is ListCell and t.is_number(b):
            return self._repeated(st, cells[0], b, node)
        return None

    def _repeated(self, st: State, cell: ListCell, times: Term, node: ast.AST) -> Ref:
        if not t.known(cell.length) or cell.length != 1:
            raise self.refusal(node, "* of a list", "only of a list with one entry", "write a loop")
        if not t.known(times):
            self.presumes.add("there is room for each list that is made of copies of an item")
        arrays = tuple(t.constant_array(t.select(array, 0)) for array in cell.arrays)
        return st.allocate(ListCell(arrays, t.ite(t.lt(times, 0), 0, times), cell.kind))

    def extended(self, st: State, node: ast.AugAssign, old: Ref, more: Value) -> Value:
        """`list += list`, which changes the list itself."""
        cell = self.cell(st, old)
        if not isinstance(cell, ListCell) or not isinstance(node.op, ast.Add):
            raise self.refusal(node, "this assignment", f"not of {self.describe(old)}", "use ints, or += of lists")
        longer = extend(self, st, cell, more, node)
        self.count(st, old, writes=t.sub(longer.length, cell.length))
        self.put(st, old, longer, node)
        return old

    # --- comprehensions

    def comprehended(self, st: State, node: Comprehension, over: Value) -> Results:
        """A list, set or dict computed from a sequence: one `for`, and for lists one `if`."""
        if len(node.generators) != 1:
            raise self.refusal(node, "two loops in a comprehension", "not in the language of proofs", "write a loop")
        clause = node.generators[0]
        looked = keyed.looked_at(self, st, over)
        if looked is not None:
            if isinstance(node, ast.SetComp | ast.DictComp):
                return self._of_entries(st, node, looked)
            raise self.refusal(node, "a comprehension over a dict or set", "its order is not known", "use a list")
        claims = self.program.items_of(over)
        over = over if claims is None else Tuple(claims)
        if isinstance(over, Tuple) or (isinstance(over, Range) and t.known(over.low, over.high)):
            return self._one_by_one(st, node, clause, over)
        view = self.view(st, over, node)
        self.count_through(st, over, view)
        if is_few(view.length):
            return self._one_by_one(st, node, clause, Tuple(tuple(view.at(place) for place in range(view.length))))
        if view.numbers is not None:
            return self._at_each_place(st, node, clause, view)
        if isinstance(node, ast.DictComp):
            raise self.refusal(node, "a dict made from a sequence", "which keys stand twice is open", "write a loop")
        if self.runs_code:
            self._count_elements(st, clause, node.elt, view)
        if clause.ifs:
            view = self._kept(st, clause, view, node)
        held = st.copy()
        made = View(view.length, lambda place: self._element(held.copy(), clause, node.elt, view, place))
        if isinstance(node, ast.GeneratorExp):
            return [(st, View(made.length, made.at, once=True, still=st.as_it_is(over, *_read_in(node, st))))]
        return [(st, (keyed.set_of if isinstance(node, ast.SetComp) else listed)(self, st, made, node))]

    def _of_entries(self, st: State, node: ast.SetComp | ast.DictComp, looked: keyed.Looked) -> Results:
        """A set or dict computed from a dict or set, whose order is not known."""
        owner, cell, shows = looked
        if cell.keys is None or (isinstance(cell, SetCell) and isinstance(node, ast.DictComp)):
            return [(st, keyed.comprehended(self, st, node, looked))]
        self.count(st, owner, reads=cell.size)
        items = Tuple(tuple(keyed.shown(cell, shows, key) for key in cell.keys))
        return self._one_by_one(st, node, node.generators[0], items)

    def _count_elements(self, st: State, clause: ast.comprehension, body: ast.expr, view: View) -> None:
        """Count what the conditions and the element read, for each item."""
        place, begun = self.bound("at"), st.copy()
        begun.assume(t.conj(t.le(0, place), t.lt(place, view.length)))
        (after,) = self.assign(begun.copy(), clause.target, view.at(place), clause.target)
        with self.inexact(), self.running_code():  # what is within is counted, too
            for each in (*clause.ifs, body):
                self.pure(after, each)
        self.depth -= 1
        self.count_each(st, view.length, begun, after, place)

    def _element(self, st: State, clause: ast.comprehension, body: ast.expr, view: View, place: Term) -> Value:
        st.assume(t.conj(t.le(0, place), t.lt(place, view.length)))
        (after,) = self.assign(st, clause.target, view.at(place), clause.target)
        return self.pure(after, body)

    def _kept(self, st: State, clause: ast.comprehension, view: View, node: ast.AST) -> View:
        """The places of which the condition holds, ascending: a sequence that has a name."""

        def wanted(place: Term, where: Term) -> Term:
            sub = st.copy()
            sub.assume(where)
            (after,) = self.assign(sub, clause.target, view.at(place), clause.target)
            return t.conj(*(self.truth(after, self.pure(after, each), each) for each in clause.ifs))

        facts: list[Term] = []
        kept = any_ascending(self, "kept", view.length, wanted, facts)
        st.know(t.le(kept.length, view.length), *facts)
        return View(kept.length, lambda index: view.at(t.select(kept.array, index)))

    def _calls(self, st: State, node: ast.ListComp, clause: ast.comprehension, items: tuple[Value, ...]) -> Results:
        """A list of what calls answer, each of which may end in an error, and goes on where the one before ended."""
        env = dict(st.env)
        ends: list[tuple[State, list[Value]]] = [(st, [])]
        with self.catching() as raised:
            for item in items:
                ends = [
                    (after, [*values, value])
                    for before, values in ends
                    for start in self.assign(before, clause.target, item, clause.target)
                    for after, value in self.ev(node.elt, start)
                ]
        for end, _ in (*ends, *raised):
            end.env = dict(env)
        self.raised += raised
        return [(end, self.listed(end, values, node)) for end, values in ends]

    def _at_each_place(self, st: State, node: Any, clause: ast.comprehension, view: View) -> Results:
        """A list or dict of any number of things, of one entry for each of others, which none of them changes."""
        numbers, keyed, values = view.numbers, isinstance(node, ast.DictComp), list[Value]()
        whole = numbers is not None and len(view.places) == len(numbers.places)
        if numbers is None or clause.ifs or not (keyed or (whole and isinstance(node, ast.ListComp))):
            why, cure = "how many it has is not known", "make a list of all"
            raise self.refusal(node, "this of any number of things", why, cure)
        for place in view.places:
            (after,) = self.assign(st.copy(), clause.target, view.at(place), clause.target)
            if keyed and not t.same(self.pure(after, node.key), place):
                raise self.refusal(node, "a dict under other keys", "of any number of things", "keep their numbers")
            values.append(self.pure(after, node.value if keyed else node.elt))
            if any(after.heap[number] is not cell for number, cell in st.heap.items()):
                raise self.refusal(node, "an entry that changes something", "others may look at it", "make it before")
            st.heap, st.last, st.facts, st.given = after.heap, after.last, after.facts, after.given
        st.reads, st.writes = (t.add(each, t.fresh("cost", t.INT)) for each in (st.reads, st.writes))
        return [(st, st.allocate(OpenCell(numbers, view.places, tuple(values), not keyed)))]

    def _one_by_one(self, st: State, node: Any, clause: ast.comprehension, over: Value) -> Results:
        """Elements that are known one by one."""
        items = over.items if isinstance(over, Tuple) else tuple(range(over.low, over.high, over.step))
        if isinstance(node, ast.ListComp) and isinstance(node.elt, ast.Call) and not clause.ifs:
            return self._calls(st, node, clause, items)
        values: list[Value] = []
        for item in items:
            (after,) = self.assign(st.copy(), clause.target, item, clause.target)
            after.heap, after.last, after.facts = st.heap, st.last, st.facts
            after.cost = st.cost
            if self.are_known_to_hold(after, clause.ifs):
                part = ast.Tuple([node.key, node.value], ast.Load()) if isinstance(node, ast.DictComp) else node.elt
                values.append(self.pure(after, ast.copy_location(part, node)))
            st.heap, st.last, st.facts = after.heap, after.last, after.facts
            st.cost = after.cost
        if isinstance(node, ast.GeneratorExp):
            given = Tuple(tuple(values))
            still = st.as_it_is(*_read_in(node, st))
            return [(st, View(len(values), lambda place: self._of_tuple(given, place), once=True, still=still))]
        if isinstance(node, ast.ListComp):
            return [(st, self.listed(st, values, node))]
        if isinstance(node, ast.SetComp):
            made = empty_set()
            for value in values:
                made = with_item(made, self.key(st, made, value, node))
            return [(st, st.allocate(made))]
        texts = [pair.items[0] for pair in values if isinstance(pair.items[0], str | Text)]
        if len(texts) == len(values) and (texts or isinstance(node.key, ast.JoinedStr)):
            names = [key if isinstance(key, str) else f"{ast.unparse(node.key)} {n}" for n, key in enumerate(texts)]
            entries = {name: pair.items[1] for name, pair in zip(names, values, strict=True)}
            return [(st, st.allocate(RecordCell(entries)))]
        if any(kind_of(pair.items[1]) is None for pair in values):
            keys = [self.integer(pair.items[0], node) for pair in values]
            if not t.known(*keys) or len(set(keys)) < len(keys):
                raise self.refusal(node, "this dict", "its keys are not known, or stand twice", "write a loop")
            return [(st, st.allocate(FixedCell(tuple(keys), tuple(pair.items[1] for pair in values), False)))]
        table = empty_dict()
        for pair in values:
            table = with_key(table, self.key(st, table, pair.items[0], node), pair.items[1])
        return [(st, st.allocate(table))]


def _read_in(node: ast.GeneratorExp, st: State) -> list[Value]:
    """The locals that a generator in brackets names."""
    return [st.env[each.id] for each in ast.walk(node) if isinstance(each, ast.Name) and each.id in st.env]


def _turned(view: View) -> View:
    return View(view.length, lambda place: view.at(t.sub(t.sub(view.length, 1), place)))


def _from(view: View, first: Term, length: Term) -> View:
    return View(length, lambda place: view.at(t.add(first, place)))
