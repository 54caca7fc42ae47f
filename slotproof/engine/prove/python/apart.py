"""Loops over any number of things of which each round is about one of them, and leaves the others alone.

The round of each thing that is looked at is followed by itself, in a state in which nobody may look at the others. It
may change its own thing and nothing else, and it goes on to the next round. So the rounds are the same in any order,
what a thing is afterwards follows from its own round, and the round of the thing that stands for any shows what those
do that are not looked at.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from slotproof.engine.prove.python.changes import Changing
from slotproof.engine.prove.python.kinds.cells import same_value
from slotproof.engine.prove.python.kinds.numbered import AwayCell, Numbers, OpenCell
from slotproof.engine.prove.python.kinds.opened import numbers_below, open_cell, place_of, sequence_of
from slotproof.engine.prove.python.kinds.state import Ends, State
from slotproof.engine.prove.python.kinds.values import (
    Range,
    Ref,
    StandCell,
    Term,
    Value,
    View,
    refs_in,
)
from slotproof.engine.prove.solver import terms as t

_CURE = "have a round change its own entry only, and go on"


class Apart(Changing):
    """Loops of rounds that are apart."""

    def numbered(self, st: State, over: Value, node: ast.AST) -> View | None:
        """What a loop over any number of things meets at each place; None if it is over nothing of the kind."""
        cell = open_cell(self, st, over)
        if cell is not None:
            return sequence_of(self, over, cell, node)
        if isinstance(over, View) and over.numbers is not None:
            return over
        if isinstance(over, Range) and abs(over.step) == 1:
            low, high = (over.low, over.high) if over.step > 0 else (t.add(over.high, 1), t.add(over.low, 1))
            numbers = numbers_below(self, high) if t.same(low, 0) else None
            return (
                None
                if numbers is None
                else View(numbers.count, lambda place: place, places=numbers.places, numbers=numbers)
            )
        return None

    def apart(self, node: ast.For, st: State, over: Value, view: View, numbers: Numbers) -> Ends:
        """A loop over any number of things."""
        states = [st]
        for place in view.places:
            begun = [(before, view.at(place)) for before in states]
            states = [
                end for before, value in begun for end in self._round_at(node, before, over, numbers, value, place)
            ]
        return [end for after in states for end in self._after_all(node, after, numbers)]

    def _round_at(
        self, node: ast.For, before: State, over: Value, numbers: Numbers, value: Value, place: Term
    ) -> list[State]:
        if any(_is_plain(cell, numbers, place) for cell in before.heap.values()):
            raise self.refusal(
                node, "rounds beside numbers or tuples", "another round may have changed them", "keep them in an object"
            )
        start, own, away = before.copy(), set[int](), set[int]()
        for each in numbers.places:
            (own if t.same(each, place) else away).update(_about(before, numbers, each))
        if own & away:
            raise self.refusal(node, "rounds of one thing each", "two of them hold one and the same", _CURE)
        for number in away:
            if not isinstance(start.heap[number], StandCell):
                start.heap[number] = AwayCell()
        self.count(start, over, reads=1)
        with self.catching() as raised:
            begun = self.assign(start.copy(), node.target, value, node)
            ends = [end for each in begun for end in self.block(node.body, each)]
        goes_on = (None, "continue")
        for after in [*(st for st, _ in raised), *(st for st, signal in ends if signal not in goes_on)]:
            self.oblige(after, False, node, "each round goes on to the next: how many others there were is not known")
        return [
            self._gone_on(node, before, start, end, (numbers, place, own, away))
            for end, signal in ends
            if signal in goes_on
        ]

    def _gone_on(self, node: ast.For, before: State, start: State, end: State, about: Any) -> State:
        """The state after a round that left all others alone; refuses one that did not."""
        numbers, place, own, away = about
        for number, was in start.heap.items():
            now = end.heap[number]
            if now is not was and number not in own and not _only_at(was, now, numbers, place):
                raise self.refusal(node, "a round that changes what is not its own", "others may look at it", _CURE)
        if any(number not in own and number <= start.last for number in _about(end, numbers, place)):
            raise self.refusal(node, "an entry that holds what is not its own", "others may hold it, too", _CURE)
        targets = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        for name, value in before.env.items():
            if name not in targets and (name not in end.env or not same_value(end.env[name], value)):
                raise self.refusal(node, f"{name} changes in a round", "others may look at it", _CURE)
        if end.log != before.log or end.waiting != before.waiting:
            raise self.refusal(node, "a call of an operation that both sides make", "in which order is open", _CURE)
        end.env, end.left = dict(before.env), before.left
        for number in away:
            end.heap[number] = before.heap[number]
        return end

    def _after_all(self, node: ast.For, st: State, numbers: Numbers) -> Ends:
        """What is after the last round: what is not looked at has changed, too, and what it cost is not known."""
        for number, cell in st.heap.items():
            if isinstance(cell, OpenCell) and cell.numbers.of == numbers.of:
                st.heap[number] = replace(cell)
        st.reads, st.writes = (t.add(each, t.fresh("cost", t.INT)) for each in (st.reads, st.writes))
        for each in ast.walk(node.target):
            if isinstance(each, ast.Name):
                st.env.pop(each.id, None)
        return self.block(node.orelse, st)


def _is_plain(cell: Any, numbers: Numbers, place: Term) -> bool:
    """True if a list or dict of such things holds at another place what is no object, list or dict of its own."""
    if not isinstance(cell, OpenCell) or cell.numbers.of != numbers.of:
        return False
    return any(
        not isinstance(each, Ref) for key, each in zip(cell.keys, cell.items, strict=True) if not t.same(key, place)
    )


def _about(st: State, numbers: Numbers, place: Term) -> set[int]:
    """The numbers of all cells that are about one place."""
    met: list[Ref] = []
    for cell in st.heap.values():
        at = place_of(cell, place) if isinstance(cell, OpenCell) and cell.numbers.of == numbers.of else None
        if at is not None:
            met += refs_in(cell.items[at])
    found: set[int] = set()
    while met:
        ref = met.pop()
        if ref.id not in found and ref.heap is None:
            found.add(ref.id)
            met += refs_in(st.heap[ref.id])
    return found


def _only_at(was: Any, now: Any, numbers: Numbers, place: Term) -> bool:
    """True if a list or dict of such things is another one only at one place."""
    if not isinstance(was, OpenCell) or not isinstance(now, OpenCell) or was.numbers is not now.numbers:
        return False
    pairs = zip(was.keys, was.items, now.items, strict=True)
    return (
        was.numbers.of == numbers.of
        and was.keys is now.keys
        and all(one is two or t.same(key, place) for key, one, two in pairs)
    )
