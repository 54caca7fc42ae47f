"""What operators and comparisons mean."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from slotproof.engine.prove.python.builtin import keyed
from slotproof.engine.prove.python.builtin.arithmetic import SIGNS, Arithmetic
from slotproof.engine.prove.python.kinds import anything, opened, texts
from slotproof.engine.prove.python.kinds.cells import contains, entry, form_of, has_keys, kind_of, sort_of, values_equal
from slotproof.engine.prove.python.kinds.fixed import entry_of, is_few, is_there
from slotproof.engine.prove.python.kinds.numbered import OpenCell
from slotproof.engine.prove.python.kinds.opened import sequence_of
from slotproof.engine.prove.python.kinds.rows import Part
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Bytes,
    ClassValue,
    Closure,
    DictCell,
    DistinctCell,
    FixedCell,
    ListCell,
    ObjectCell,
    Range,
    ReadCell,
    Ref,
    RowCell,
    SetCell,
    Term,
    Tuple,
    Types,
    Unequal,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Word

AS_IT_WAS: Final = "what an iterator goes through is as it was when it was made"
FEW: Final = 8
"""Entries of lists of known length that are looked at one by one."""


ORDERS: Final[dict[type, str]] = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
"""The methods of a class that say what its order is."""

ORDER: Final[dict[type, Callable[[Term, Term], Term]]] = {
    ast.Lt: t.lt,
    ast.LtE: t.le,
    ast.Gt: lambda a, b: t.lt(b, a),
    ast.GtE: lambda a, b: t.le(b, a),
}
SETS: Final = {ast.BitOr: keyed.union, ast.BitAnd: keyed.intersection, ast.Sub: keyed.difference}


class Operators(Arithmetic):
    """Arithmetic, comparisons, equality, `in`."""

    # --- operators

    def _unary(self, node: ast.UnaryOp, st: State) -> Results:
        found: Results = []
        for after, value in self.ev(node.operand, st):
            if isinstance(node.op, ast.Not):
                found.append((after, t.neg(self.truth(after, value, node.operand))))
                continue
            term = anything.number(self, after, value, node.operand)
            if t.is_number(term) and isinstance(node.op, ast.USub):
                found.append((after, t.sub(0, term)))
            elif t.is_number(term) and isinstance(node.op, ast.Invert):
                found.append((after, t.sub(-1, term)))
            else:
                raise self.refusal(node, SIGNS[type(node.op)], f"not of {self.describe(value)}", "use ints")
        return found

    def _binary(self, node: ast.BinOp, st: State) -> Results:
        return [
            (after, self.binary(after, node.op, a, b, node)) for after, (a, b) in self.evs([node.left, node.right], st)
        ]

    def binary(self, st: State, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value:
        """`a op b`."""
        a, b = (anything.number(self, st, each, node) for each in (a, b))
        if t.is_number(a) and t.is_number(b):
            found = self.arithmetic(st, op, a, b, node)
            if found is not None:
                return found
        if isinstance(op, ast.BitAnd | ast.BitOr) and t.is_truth(a) and t.is_truth(b):
            return t.conj(a, b) if isinstance(op, ast.BitAnd) else t.disj(a, b)
        if isinstance(op, ast.Add) and isinstance(a, Tuple) and isinstance(b, Tuple):
            return Tuple(a.items + b.items)
        if isinstance(op, ast.Add) and isinstance(a, str) and isinstance(b, str):
            return a + b
        if (
            isinstance(op, ast.BitOr)
            and isinstance(a, Word | ClassValue | Types)
            and isinstance(b, Word | ClassValue | Types)
        ):
            return Types((*_types(a), *_types(b)))
        if isinstance(op, ast.BitOr) and isinstance(a, Types | Word | ClassValue) and b is None:
            return Types((*_types(a), Word("None")))
        made = self.joined_lists(st, op, a, b, node) or self._combined(st, op, a, b, node)
        if made is not None:
            return made
        what = f"not of {self.describe(a)} and {self.describe(b)}"
        raise self.refusal(node, SIGNS.get(type(op), type(op).__name__), what, "use ints")

    def _combined(self, st: State, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Ref | None:
        """`|`, `&` and `-` of sets; None if these are none."""
        meaning = SETS.get(type(op))
        cells = [self.cell(st, each) if isinstance(each, Ref) else None for each in (a, b)]
        if meaning is None or not all(isinstance(each, SetCell) for each in cells):
            return None
        return meaning(self, st, a, b, node)

    # --- comparisons

    def _comparison(self, node: ast.Compare, st: State) -> Results:
        results: list[tuple[State, Value, Term]] = [(after, left, True) for after, left in self.ev(node.left, st)]
        for op, right in zip(node.ops, node.comparators, strict=True):
            following: list[tuple[State, Value, Term]] = []
            for before, left, so_far in results:
                if so_far is True:
                    following += [
                        (after, value, self.compare(after, op, left, value, node))
                        for after, value in self.ev(right, before)
                    ]
                    continue
                held: list[Value] = []

                def rest(sub: State, left: Value = left, op: ast.cmpop = op, held: list[Value] = held) -> Results:
                    found: Results = []
                    for after, value in self.ev(right, sub):  # noqa: B023 - used up before the next one
                        held.append(value)
                        found.append((after, self.compare(after, op, left, value, node)))
                    return found

                ends = self.guarded(before, so_far, rest, False, node)
                if len(ends) != 1 or len(held) > 1:
                    raise self.refusal(node, "a chain with a call that may fail", "it may stop before", "write `and`")
                following.append((ends[0][0], held[0] if held else None, ends[0][1]))
            results = following
        return [(after, truth) for after, _, truth in results]

    def compare(self, st: State, op: ast.cmpop, a: Value, b: Value, node: ast.AST) -> Term:
        """`a op b`."""
        match op:
            case ast.Is() | ast.IsNot():
                same = self._is(a, b, node)
                return same if isinstance(op, ast.Is) else t.neg(same)
            case ast.In() | ast.NotIn():
                inside = self.inside(st, a, b, node)
                return inside if isinstance(op, ast.In) else t.neg(inside)
            case ast.Eq() | ast.NotEq():
                equal = self.equal(st, a, b, node)
                return equal if isinstance(op, ast.Eq) else t.neg(equal)
        a, b = (anything.number(self, st, each, node) for each in (a, b))
        if t.is_number(a) and t.is_number(b):
            return ORDER[type(op)](a, b)
        if isinstance(op, ast.LtE) and isinstance(a, Ref) and isinstance(b, Ref):
            cells = self.cell(st, a), self.cell(st, b)
            if isinstance(cells[0], SetCell) and isinstance(cells[1], SetCell):
                for each, cell in zip((a, b), cells, strict=True):
                    self.count(st, each, reads=cell.size)
                return self._among(*cells)
        if isinstance(a, Tuple) and isinstance(b, Tuple) and a.cls is b.cls and a.cls is not None:
            own = a.cls.method(ORDERS[type(op)])
            if own is not None:
                return self.truth(st, self.applied(st, Closure(own), [a, b], node), node)
        if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items) and a.cls is b.cls is None:
            return self._lexicographic(op, a.items, b.items, node)
        raise self.refusal(node, "an order", f"not of {self.describe(a)} and {self.describe(b)}", "compare ints")

    def _among(self, one: SetCell, two: SetCell) -> Term:
        """All items of one set are items of another."""
        if one.keys is not None:
            return t.conj(*(contains(two, each) for each in one.keys))
        key = self.bound("key")
        self.depth -= 1
        return t.forall(key, t.implies(contains(one, key), contains(two, key)))

    def _lexicographic(self, op: ast.cmpop, a: tuple[Value, ...], b: tuple[Value, ...], node: ast.AST) -> Term:
        if not a:
            return isinstance(op, ast.LtE | ast.GtE)
        if not all(map(t.is_number, (*a, *b))):
            raise self.refusal(node, "an order of tuples", "not all of their parts are ints", "compare part by part")
        strict = ORDER[ast.Lt if isinstance(op, ast.Lt | ast.LtE) else ast.Gt]
        return t.disj(strict(a[0], b[0]), t.conj(t.eq(a[0], b[0]), self._lexicographic(op, a[1:], b[1:], node)))

    def _is(self, a: Value, b: Value, node: ast.AST) -> Term:
        for one, other in ((a, b), (b, a)):
            if isinstance(one, anything.TypeOf):
                return anything.same_type(self, one, other, node)
            if anything.is_any(one) and other is None:
                return anything.is_instance(self, one, "None", node)
        if a is None or b is None:
            return a is None and b is None
        if isinstance(a, ClassValue | Word) and isinstance(b, ClassValue | Word):
            return a == b
        if isinstance(a, Ref) and isinstance(b, Ref):
            return a.id == b.id
        raise self.refusal(node, "is", "only with None, classes and objects", "use ==")

    def equal(self, st: State, a: Value, b: Value, node: ast.AST, other: State | None = None) -> Term:
        """`a == b`; `other` is the state that b is of, if it is another one."""
        if isinstance(a, Unequal) or isinstance(b, Unequal):
            return False
        if isinstance(a, Bytes) or isinstance(b, Bytes):
            raise self.refusal(node, "==", "of bytes", "compare texts")
        there = other or st
        if isinstance(a, anything.Names | anything.NamesOf):
            return anything.same_names(self, a, b, node)
        if anything.is_any(a) and t.same(a, b):
            return d.equals_itself(a)
        a, b = anything.number(self, st, a, node), anything.number(self, there, b, node)
        one, two = self.sequence(st, a), self.sequence(there, b)
        if one is not None and two is not None:
            if len({form_of(a), form_of(b)} - {""}) > 1:
                return False
            given = [self.cell(of, each) if isinstance(each, Ref) else each for of, each in ((st, a), (there, b))]
            if ReadCell in map(type, given) and given[0] is not given[1]:
                why = "one may be a list and the other a tuple, which equals none"
                raise self.refusal(node, "==", why, "compare lists of them: `list(...)`")
            if one.once or two.once:
                raise self.refusal(node, "==", "an iterator equals nothing but itself", "compare lists")
            for each, view in ((a, one), (b, two)):
                self.count(st, each, reads=view.length)
            return self.same_views(one, two, node)
        if isinstance(a, Ref) and isinstance(b, Ref):
            cells = self.cell(st, a), self.cell(there, b)
            if isinstance(cells[0], DictCell | SetCell) and type(cells[0]) is type(cells[1]):
                if None not in (cells[0].by, cells[1].by) and cells[0].by != cells[1].by:
                    raise self.refusal(node, "==", f"keys are {cells[0].by} and {cells[1].by}", "hold one kind")
                for each, cell in zip((a, b), cells, strict=True):
                    self.count(st, each, reads=cell.size)
                return self.same_keys(*cells)
        found = values_equal(a, b)
        if found is None:
            raise self.refusal(
                node, "==", f"of {self.describe(a)} and {self.describe(b)}", "compare values of one kind"
            )
        return found

    def same_views(self, one: View, two: View, node: ast.AST) -> Term:
        """Equal lengths, and equal values at each place."""
        if t.known(one.length, two.length) and one.length == two.length and one.length <= FEW:
            pairs = [(one.at(place), two.at(place)) for place in range(one.length)]
            return t.conj(*(self._equal_entries(a, b, node) for a, b in pairs))
        place = self.bound("at")
        inside = t.conj(t.le(0, place), t.lt(place, one.length))
        same = self._equal_entries(one.at(place), two.at(place), node)
        self.depth -= 1
        return t.conj(t.eq(one.length, two.length), t.forall(place, t.implies(inside, same)))

    def _equal_entries(self, a: Value, b: Value, node: ast.AST) -> Term:
        found = values_equal(a, b)
        if found is None:
            raise self.refusal(node, "==", f"entries are {self.describe(a)} and {self.describe(b)}", "hold one kind")
        return found

    def same_keys(self, one: DictCell | SetCell, two: DictCell | SetCell) -> Term:
        """The same keys, and for each the same value."""
        if isinstance(one, SetCell) and isinstance(two, SetCell) and one.keys is not None and two.keys is not None:
            return t.conj(self._among(one, two), self._among(two, one))
        key = self.bound("key", sort_of(one.by or two.by))
        self.depth -= 1
        here = t.select(one.present, key)
        same = t.iff(here, t.select(two.present, key))
        if isinstance(one, DictCell) and isinstance(two, DictCell) and one.arrays and two.arrays:
            same = t.conj(same, t.implies(here, values_equal(entry(one, key), entry(two, key))))
        return t.forall(key, same)

    def sequence(self, st: State, value: Value) -> View | None:
        """A list, a sequence of distinct ints, a tuple, a range, a computed sequence or data, as a view."""
        if anything.is_any(value):
            return anything.sequence(self, st, value, self.stack[-1].node)
        if isinstance(value, View):
            if value.once and value.still is not None:
                self.oblige(st, value.still(st), self.stack[-1].node, AS_IT_WAS)
            return value
        if isinstance(value, Bytes):
            return texts.bytes_of(value)
        if isinstance(value, Range) and value.step in (1, -1):
            count = t.greatest(0, t.sub(value.high, value.low) if value.step > 0 else t.sub(value.low, value.high))
            return View(count, lambda place: t.add(value.low, place) if value.step > 0 else t.sub(value.low, place))
        if isinstance(value, Tuple) and all(kind_of(each) is not None for each in value.items):
            return View(len(value.items), lambda place: self._of_tuple(value, place))
        if isinstance(value, Ref):
            cell = self.cell(st, value)
            if isinstance(cell, ListCell):
                return View(cell.length, lambda place: entry(cell, place))
            if isinstance(cell, FixedCell) and cell.is_list:
                return View(len(cell.keys), lambda place: self._of_fixed(value, cell, place))
            if isinstance(cell, OpenCell) and cell.is_list:
                return sequence_of(self, value, cell, self.stack[-1].node)
            if isinstance(cell, RowCell) and cell.present is None:
                return View(cell.length, lambda place: Part(value, place))
            if isinstance(cell, DistinctCell):
                return View(cell.length, lambda place: t.select(cell.array, t.add(cell.start, place)))
        return None

    def _of_fixed(self, owner: Ref, cell: FixedCell, place: Term) -> Value:
        if not t.known(place):
            node = self.stack[-1].node
            raise self.refusal(node, "any of a few things", "each is known by itself", "name them one by one")
        return entry_of(self, owner, cell, place)

    def _of_tuple(self, value: Tuple, place: Term) -> Value:
        if t.known(place):
            return value.items[place]
        found = value.items[-1]
        for index, item in reversed(list(enumerate(value.items[:-1]))):
            found = self.choose(t.eq(place, index), item, found, self.stack[-1].node)
        return found

    def inside(self, st: State, item: Value, collection: Value, node: ast.AST) -> Term:
        """`item in collection`."""
        if isinstance(collection, Ref):
            cell = self.cell(st, collection)
            if isinstance(cell, FixedCell | OpenCell) or has_keys(cell):
                self.count(st, collection, reads=1)
            if isinstance(cell, FixedCell):
                return is_there(self, cell, item, node)
            if isinstance(cell, OpenCell):
                return opened.is_there(self, cell, item, node)
            if has_keys(cell):
                return contains(cell, self.key(st, cell, item, node))
            if isinstance(cell, ListCell):
                return self.in_list(st, item, collection, cell, node)
            if isinstance(cell, ObjectCell) and (method := cell.cls.method("__contains__")) is not None:
                return self.truth(st, self.applied(st, Closure(method, {}, collection), [item], node), node)
        if isinstance(collection, Tuple):
            return t.disj(*(self.equal(st, item, each, node) for each in collection.items))
        if isinstance(collection, Range) and collection.step == 1:
            return t.conj(t.le(collection.low, self.integer(item, node)), t.lt(item, collection.high))
        entries = self.entries(st, collection)
        if entries is not None and isinstance(item, str):
            return item in entries
        raise self.refusal(node, "in", f"not of {self.describe(collection)}", "use a dict, or write a loop")

    def in_list(self, st: State, item: Value, collection: Ref, cell: ListCell, node: ast.AST) -> Term:
        """`item in list`."""
        self.count(st, collection, reads=cell.length)
        if is_few(cell.length):
            items = [entry(cell, place) for place in range(cell.length)]
            return t.disj(*(self._equal_entries(each, item, node) for each in items))
        place = self.bound("at")
        inside = t.conj(t.le(0, place), t.lt(place, cell.length))
        differs = t.neg(self._equal_entries(entry(cell, place), item, node))
        self.depth -= 1
        return t.neg(t.forall(place, t.implies(inside, differs)))


def _types(value: Value) -> tuple[Value, ...]:
    return value.of if isinstance(value, Types) else (value,)
