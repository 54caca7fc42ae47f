"""Loops: a declared invariant, shown at entry and after each round; what a round changes is found by a trial run.

A loop over a tuple, or over few known entries, is written out. Where all is known, loops run as they are.
Nothing is assumed of the length of what is looped over, or of the number of the round, that is not shown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.apart import Apart
from slotproof.engine.prove.python.builtin.operators import AS_IT_WAS
from slotproof.engine.prove.python.changes import LoopClaim, Rounds
from slotproof.engine.prove.python.kinds.state import Ends, Head, State
from slotproof.engine.prove.python.kinds.values import (
    Closure,
    DictCell,
    FixedCell,
    Heap,
    Range,
    Ref,
    SetCell,
    Term,
    Told,
    Tuple,
    Value,
)
from slotproof.engine.prove.solver import terms as t

KEEPS_LENGTH: Final = "what is looped over keeps its length"
KEEPS_KEYS: Final = "what is looped over keeps its keys: none is put in or taken out, not even to be put in again"

OF_A_ROUND: Final = ", of any round"

MOST_ROUNDS: Final = 8
"""Rounds of a loop over known entries that are written out."""


class _OpenError(Exception):
    """It is not known whether a loop goes on."""


class Loops(Apart):
    """The loops of the language."""

    def __init__(self, program: Any, solver: Any) -> None:
        super().__init__(program, solver)
        self.declared: dict[tuple[str, int], LoopClaim] = {}
        self.told: Callable[[State, Head], Mapping[str, Callable[[], Value]]] = lambda st, head: {}

    # --- how each kind of loop goes round

    def while_loop(self, node: ast.While, st: State) -> Ends:
        """`while condition:`"""

        def guard(before: State, index: Term) -> list[tuple[State, bool]]:
            return [
                each
                for after, value in self.ev(node.test, before)
                for each in self.split(after, self.truth(after, value, node.test))
            ]

        rounds = Rounds(node, guard, lambda before, index: [before])
        return self._going_round(rounds, st)[0] if self.solver is None else self.rounds_of(rounds, st)

    def for_loop(self, node: ast.For, st: State, over: Value) -> Ends:
        """`for target in sequence:`"""
        if (numbered := self.numbered(st, over, node)) is not None and numbered.numbers is not None:
            return self.apart(node, st, over, numbered, numbered.numbers)
        cell: Any = self.cell(st, over) if isinstance(over, Ref) else None
        keyed = isinstance(cell, DictCell | SetCell) or (isinstance(cell, FixedCell) and not cell.is_list)
        if keyed and (cell.keys is None or (isinstance(cell, SetCell) and len(cell.keys) > 1)):
            why, cure = "its order is not known", "loop over a range or a list"
            raise self.refusal(node, "a loop over a dict or set", why, cure)
        items = over.items if isinstance(over, Tuple) else cell.keys if keyed else None
        read: tuple[Value, ...] = (over,) if keyed else ()
        source = still = None
        if items is not None:
            count, at = len(items), items.__getitem__
        elif isinstance(over, Range):
            count, at = _of_range(over)
        else:
            view = self.sequence(st, over)
            if view is None:
                why = f"{self.describe(over)} is no sequence"
                raise self.refusal(node, "a loop over this", why, "loop over a range or a list")
            count, source = view.length, over if isinstance(over, Ref) else None
            at, still, read = view.at, view.still, view.over
        few = items is not None or (t.known(count) and (count <= MOST_ROUNDS or self.solver is None))

        def length(now: State) -> Term:
            return count if source is None else self.view(now, source, node).length

        def guard(now: State, index: Term) -> list[tuple[State, bool]]:
            if not few:
                return self.split(now, t.lt(index, length(now)))
            if keyed:
                self.oblige(now, self.cell(now, over).keys is cell.keys, node, KEEPS_KEYS)
            if source is not None:
                self.oblige(now, t.eq(length(now), count), node, KEEPS_LENGTH)
            if still is not None and index == count:
                self.oblige(now, still(now), node, AS_IT_WAS)
            return [(now, index < count)]

        def begin(before: State, index: Term) -> list[State]:
            if still is not None:
                self.oblige(before, still(before), node, AS_IT_WAS)
            value = at(index) if source is None else self.view(before, source, node).at(index)
            for each in (source, *read):
                self.count(before, each, reads=1)
            return self.assign(before, node.target, value, node)

        rounds = Rounds(node, guard, begin, length, source)
        return self._going_round(rounds, st)[0] if few else self.rounds_of(rounds, st)

    def _going_round(self, rounds: Rounds, st: State, most: int | None = None) -> tuple[Ends, list[State]]:
        """A loop as it goes, for some rounds: how it ends, and the states in which more rounds may follow."""
        done, states, turn = Ends(), [st], 0
        while states and (most is None or turn <= most):
            following: list[State] = []
            for before in states:
                for after, goes_on in rounds.guard(before, turn):
                    if not goes_on:
                        done += self.block(rounds.node.orelse, after)
                    for start in rounds.begin(after, turn) if goes_on else []:
                        for end, signal in self.block(rounds.node.body, start):
                            if signal in (None, "continue"):
                                following.append(end)
                            else:
                                done.append((end, None if signal == "break" else signal))
            states, turn = following, turn + 1
        return done, states

    # --- the rule

    def rounds_of(self, rounds: Rounds, st: State) -> Ends:
        """A loop by its invariant: what holds when it comes to its head, however often that was."""
        if self.most_rounds is not None:
            done, left = self._going_round(rounds, st, self.most_rounds)
            for before in left if self.no_more_rounds else []:
                self.oblige(before, False, rounds.node, f"it goes round no more than {self.most_rounds} times")
            return done
        node, function = rounds.node, self.running
        key = (function.name, function.loops.index(node))
        claim = self.declared.get(key)
        if claim is None and not self.silent:
            with self.catching() as raised:
                unrolled = self._unrolled(rounds, st)
            if unrolled is None:
                why = f"{key[0]}, loop {key[1]}: how often it goes round is open"
                raise self.refusal(node, "a loop without an invariant", why, "declare it")
            self.raised += raised
            return unrolled
        if claim is not None and claim.lockstep and not self.silent:
            return self.in_step(rounds, st, claim)
        entry = self._any_noted(self.head(rounds, st), claim)
        changed = self.changes(rounds, st)
        self.require_said(rounds.node, st, claim, changed)
        if not self.silent:
            self.invariant(rounds, st, claim, entry, 0, "at the start of the loop", show=True)
        entry = self._any_noted(entry, claim)
        inside = self.forgotten(rounds, st, changed)
        if self.setting.side == "impl":
            inside.pass_through(self.name_of(rounds))
        index = t.fresh("round", t.INT)
        self.go_round(rounds, inside)
        inside.assume(t.le(0, index), ways.ROUND)
        if not self.silent:
            self.invariant(rounds, inside, claim, entry, index, "", show=False)
        inside.step(ways.BODY, self.name_of(rounds))
        done = Ends()
        for after, goes_on in rounds.guard(inside.copy(), index):
            if not goes_on:
                done += self._left(rounds, after, index)
            else:
                done += self._round(rounds, after, claim, entry, index, inside)
        return done

    def go_round(self, rounds: Rounds, st: State, model: str = "") -> None:
        """Write that a state is one of any round; in lockstep with a loop of the model, if that is named."""
        st.step(ways.LOOP, self.name_of(rounds), rounds.count is not None, model)

    def head(self, rounds: Rounds, st: State) -> Head:
        """Where a loop is reached."""
        length = None if rounds.count is None else rounds.number(st)
        return Head(dict(st.heap), dict(st.env), 0, length)

    def _unrolled(self, rounds: Rounds, st: State) -> Ends | None:
        """A `while` that goes round a few times only, in each of which it is known whether it goes on; else None."""

        def guard(before: State, turn: Term) -> list[tuple[State, bool]]:
            guarded = rounds.guard(before, turn)
            if len(guarded) != 1 or (guarded[0][1] and turn == MOST_ROUNDS):
                raise _OpenError
            return guarded

        if rounds.count is not None:
            return None
        try:
            return self._going_round(replace(rounds, guard=guard), st.copy())[0]
        except _OpenError:
            return None

    def _left(self, rounds: Rounds, st: State, index: Term) -> Ends:
        """The loop has come to its end: a `for` went round as often as there are entries, if their number stayed."""
        if rounds.count is not None:
            st.assume(t.eq(index, t.greatest(0, rounds.count(st))), ways.ALL_ROUNDS)
        self._note_left(rounds, st)
        self.forget_target(rounds.node, st)
        return self.block(rounds.node.orelse, st)

    def _round(self, rounds: Rounds, st: State, claim: LoopClaim | None, entry: Head, index: Term, head: State) -> Ends:
        """One round, and what it costs: the condition before it, too, which was asked at the head."""
        node, done = rounds.node, Ends()
        length = None if rounds.source is None else self.view(st, rounds.source, node).length
        before = self.variant(st, claim, entry, index, node, head.heap)
        if before is None and rounds.count is None and not self.silent:
            raise self.refusal(node, "a loop without a variant", "it may never end", "declare what gets less")
        for start in rounds.begin(st, index):
            begun = dict(start.env), dict(start.heap)
            for end, signal in self.in_a_round(node, start):
                if signal not in (None, "continue"):
                    if signal == "break":
                        self._note_left(rounds, end)
                    done.append((end, None if signal == "break" else signal))
                    continue
                if self.silent or claim is None:
                    continue
                self.note_rounds(claim.name, t.sub(end.reads, head.reads), t.sub(end.writes, head.writes))
                if length is not None and rounds.source is not None:
                    stays = t.eq(self.view(end, rounds.source, node).length, length)
                    self.oblige(end, stays, node, KEEPS_LENGTH)
                noted = self._noted(end, claim, replace(entry, index=t.add(index, 1), begun=begun), node)
                self.conditions(rounds, end, claim.after, noted, t.add(index, 1), "where a round ends", show=True)
                self.invariant(rounds, end, claim, noted, t.add(index, 1), "after a round", show=True)
                if before is not None:
                    self.require_less(end, claim, entry, t.add(index, 1), node, before)
                end.step(ways.DONE, self.name_of(rounds))
        return done

    def in_a_round(self, node: ast.While | ast.For, start: State) -> Ends:
        """One round: how often it comes to other loops is noted, and counts for it alone."""
        passes = start.passes
        with self.catching() as raised:
            ends = self.block(node.body, start)
        for end, _ in (*ends, *raised):
            self.note_inner(self.named(node), passes, end.passes)
            end.passes = passes
        self.raised += raised
        return ends

    def _any_noted(self, entry: Head, claim: LoopClaim | None) -> Head:
        """The head of a loop of which anything may have been noted."""
        notes = claim is not None and claim.notes is not None
        return replace(entry, noted=t.fresh_array("noted", t.INT)) if notes else entry

    def _noted(self, st: State, claim: LoopClaim, head: Head, node: ast.AST) -> Head:
        """The head of a loop with what a round that ends notes: no code sees it, so that it may be anything."""
        if claim.notes is None:
            return head
        with self.inexact():
            pair = self.applied(st, claim.notes, [Told(self.told(st, replace(head, noted=None)))], node)
        if not isinstance(pair, Tuple) or len(pair.items) != 2:
            raise self.refusal(node, "notes", "no number with what is noted of it", "answer a pair")
        number, value = (self.integer(each, node) for each in pair.items)
        return replace(head, noted=t.store(head.noted, number, value))

    def _note_left(self, rounds: Rounds, st: State) -> None:
        st.left = {**st.left, self.name_of(rounds): (dict(st.env), dict(st.heap))}

    def forget_target(self, node: ast.While | ast.For, st: State) -> None:
        """The variable of a loop is not assigned after it."""
        if isinstance(node, ast.For):
            for each in ast.walk(node.target):
                if isinstance(each, ast.Name):
                    st.env.pop(each.id, None)

    def invariant(
        self, rounds: Rounds, st: State, claim: LoopClaim | None, entry: Head, index: Term, when: str, show: bool
    ) -> None:
        """Show the invariant, or take it for granted."""
        self.conditions(rounds, st, None if claim is None else claim.invariant, entry, index, when, show)

    def conditions(
        self, rounds: Rounds, st: State, said: Closure | None, entry: Head, index: Term, when: str, show: bool
    ) -> None:
        """Show what is said of a loop entry by entry, each relying on those before it, or take it for granted."""
        if said is None:
            return
        place = self.place(rounds.node)

        def handle(now: State, name: str, truth: Term, where: ast.AST) -> None:
            if show:
                self.oblige(now, truth, where, f"{name}, {when}", place)
            else:
                now.assume(truth, f"{name}{OF_A_ROUND}")

        exact, defined, cost = self.exact, self.defined, st.cost
        self.exact, self.defined = show, not show
        at = Told(self.told(st, replace(entry, index=index)))
        with self.running_code(False):
            self.entry_by_entry(st, said, [at], rounds.node, handle)
        self.exact, self.defined, st.cost = exact, defined, cost

    def variant(
        self, st: State, claim: LoopClaim | None, entry: Head, index: Term, node: ast.AST, head: Heap | None = None
    ) -> Term | None:
        """What gets less in each round; None if nothing is declared.

        Takes      head, the heap before the condition was asked, which may have changed it
        """
        if claim is None or claim.variant is None or self.silent:
            return None
        cost, heap = st.cost, st.heap
        st.heap = dict(heap if head is None else head)
        with self.running_code(False):
            at = Told(self.told(st, replace(entry, index=index, noted=None)))
            value = self.applied(st, claim.variant, [at], node)
        st.cost, st.heap = cost, heap
        return self.integer(value, node)

    def require_less(
        self, st: State, claim: LoopClaim | None, entry: Head, index: Term, node: ast.AST, before: Term
    ) -> None:
        """Oblige that the variant is less than it was before the round, when it was not below 0."""
        falls = t.conj(t.le(0, before), t.lt(self.variant(st, claim, entry, index, node), before))
        self.oblige(st, falls, node, "the variant gets less, and is never below 0")


def _of_range(over: Range) -> tuple[Term, Callable[[Term], Term]]:
    reach = t.sub(over.high, over.low) if over.step > 0 else t.sub(over.low, over.high)
    step = abs(over.step)
    count = t.ite(t.le(reach, 0), 0, t.div(t.add(reach, step - 1), step))
    return count, lambda place: t.add(over.low, t.mul(place, over.step))
