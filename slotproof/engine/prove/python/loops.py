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
from slotproof.engine.prove.python.builtin.operators import AS_IT_WAS
from slotproof.engine.prove.python.changes import Changing, LoopClaim, Rounds
from slotproof.engine.prove.python.kinds.state import Ends, Head, State
from slotproof.engine.prove.python.kinds.values import (
    Closure,
    DictCell,
    FixedCell,
    Range,
    Ref,
    SetCell,
    Term,
    Told,
    Tuple,
    Value,
)
from slotproof.engine.prove.solver import terms as t

OF_A_ROUND: Final = ", of any round"

MOST_ROUNDS: Final = 8
"""Rounds of a loop over known entries that are written out."""


class Loops(Changing):
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

        if self.solver is None:
            return self._run(node, st, guard)
        return self.rounds_of(Rounds(node, guard, lambda before, index: [before]), st)

    def _run(self, node: ast.While, st: State, guard: Callable[[State, Term], list[tuple[State, bool]]]) -> Ends:
        done: Ends = []
        states = [st]
        while states:
            following = []
            for before in states:
                for after, goes_on in guard(before, 0):
                    if not goes_on:
                        done += self.block(node.orelse, after)
                        continue
                    for end, signal in self.block(node.body, after):
                        if signal in (None, "continue"):
                            following.append(end)
                        else:
                            done.append((end, None if signal == "break" else signal))
            states = following
        return done

    def for_loop(self, node: ast.For, st: State, over: Value) -> Ends:
        """`for target in sequence:`"""
        if isinstance(over, Tuple):
            return self._written_out(node, st, list(over.items))
        cell = self.cell(st, over) if isinstance(over, Ref) else None
        if isinstance(cell, DictCell | SetCell):
            if cell.keys is None:
                raise self.refusal(
                    node, "a loop over a dict or set", "its order is not known", "loop over a range or a list"
                )
            return self._written_out(node, st, list(cell.keys), read=(over,))
        if isinstance(cell, FixedCell) and not cell.is_list:
            return self._written_out(node, st, list(cell.keys), read=(over,))
        read: tuple[Value, ...] = ()
        if isinstance(over, Range):
            count, at = self._of_range(over)
            source = still = None
        else:
            view = self.sequence(st, over)
            if view is None:
                raise self.refusal(
                    node, "a loop over this", f"{self.describe(over)} is no sequence", "loop over a range or a list"
                )
            count, source = view.length, over if isinstance(over, Ref) else None
            at, still, read = view.at, view.still, view.over
        if t.known(count) and (count <= MOST_ROUNDS or self.solver is None) and source is None:
            return self._written_out(node, st, [at(place) for place in range(count)], still=still, read=read)
        if t.known(count) and (count <= MOST_ROUNDS or self.solver is None):
            return self._written_out(node, st, list(range(count)), source)

        def length(now: State) -> Term:
            return count if source is None else self.view(now, source, node).length

        def begin(before: State, index: Term) -> list[State]:
            if still is not None:
                self.oblige(before, still(before), node, AS_IT_WAS)
            value = at(index) if source is None else self.view(before, source, node).at(index)
            for each in (source, *read):
                self.count(before, each, reads=1)
            return self.assign(before, node.target, value, node)

        rounds = Rounds(node, lambda now, index: self.split(now, t.lt(index, length(now))), begin, length, source)
        return self.rounds_of(rounds, st)

    def _of_range(self, over: Range) -> tuple[Term, Callable[[Term], Term]]:
        reach = t.sub(over.high, over.low) if over.step > 0 else t.sub(over.low, over.high)
        step = abs(over.step)
        count = t.ite(t.le(reach, 0), 0, t.div(t.add(reach, step - 1), step))
        return count, lambda place: t.add(over.low, t.mul(place, over.step))

    def _written_out(
        self,
        node: ast.For,
        st: State,
        items: list[Value],
        source: Ref | None = None,
        still: Callable[[State], Term] | None = None,
        read: tuple[Value, ...] = (),
    ) -> Ends:
        def look(now: State) -> None:
            """Oblige that what is looped over is as it was."""
            if still is not None:
                self.oblige(now, still(now), node, AS_IT_WAS)
            if source is not None:
                length = self.view(now, source, node).length
                self.oblige(now, t.eq(length, len(items)), node, "what is looped over keeps its length")

        states, done = [st], []
        for item in items:
            following: list[State] = []
            for before in states:
                look(before)
                for each in (source, *read):
                    self.count(before, each, reads=1)
                value = item if source is None else self.view(before, source, node).at(item)
                for after in self.assign(before, node.target, value, node):
                    for end, signal in self.block(node.body, after):
                        if signal in (None, "continue"):
                            following.append(end)
                        else:
                            done.append((end, None if signal == "break" else signal))
            states = following
        for after in states:
            look(after)
        return [*done, *(end for after in states for end in self.block(node.orelse, after))]

    # --- the rule

    def rounds_of(self, rounds: Rounds, st: State) -> Ends:
        """A loop by its invariant: what holds when it comes to its head, however often that was."""
        if self.most_rounds is not None:
            return self._as_it_goes(rounds, st, self.most_rounds)
        node, function = rounds.node, self.running
        key = (function.name, function.loops.index(node))
        claim = self.declared.get(key)
        if claim is None and not self.silent:
            with self.catching() as raised:
                unrolled = self._unrolled(rounds, st)
            if unrolled is not None:
                self.raised += raised
                return unrolled
        if claim is None and not self.silent:
            raise self.refusal(
                node,
                "a loop without an invariant",
                f"{key[0]}, loop {key[1]}: how often it goes round is open",
                "declare it",
            )
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
        done: Ends = []
        for after, goes_on in rounds.guard(inside.copy(), index):
            if not goes_on:
                done += self._left(rounds, after, index)
            else:
                done += self._round(rounds, after, claim, entry, index, (inside.reads, inside.writes))
        return done

    def go_round(self, rounds: Rounds, st: State, model: str = "") -> None:
        """Write that a state is one of any round; in lockstep with a loop of the model, if that is named."""
        st.step(ways.LOOP, self.name_of(rounds), rounds.count is not None, model)

    def head(self, rounds: Rounds, st: State) -> Head:
        """Where a loop is reached."""
        length = None if rounds.count is None else rounds.number(st)
        return Head(dict(st.heap), dict(st.env), 0, length)

    def _as_it_goes(self, rounds: Rounds, st: State, most: int) -> Ends:
        """A loop of a few rounds, as it goes; what goes round more often is not followed."""
        done, states = Ends(), [st]
        for index in range(most + 1):
            following: list[State] = []
            for before in states:
                for after, goes_on in rounds.guard(before, index):
                    if not goes_on:
                        done += self.block(rounds.node.orelse, after)
                        continue
                    for start in rounds.begin(after, index):
                        for end, signal in self.block(rounds.node.body, start):
                            if signal in (None, "continue"):
                                following.append(end)
                            else:
                                done.append((end, None if signal == "break" else signal))
            states = following
        for before in states if self.no_more_rounds else []:
            self.oblige(before, False, rounds.node, f"it goes round no more than {most} times")
        return done

    def _unrolled(self, rounds: Rounds, st: State) -> Ends | None:
        """A `while` that goes round a few times only, in each of which it is known whether it goes on; else None."""
        if rounds.count is not None:
            return None
        states, done = [st.copy()], Ends()
        for turn in range(MOST_ROUNDS + 1):
            following: list[State] = []
            for before in states:
                guarded = rounds.guard(before, turn)
                if len(guarded) != 1 or (guarded[0][1] and turn == MOST_ROUNDS):
                    return None
                ((after, goes_on),) = guarded
                if not goes_on:
                    done += self.block(rounds.node.orelse, after)
                    continue
                for end, signal in self.block(rounds.node.body, after):
                    if signal in (None, "continue"):
                        following.append(end)
                    else:
                        done.append((end, None if signal == "break" else signal))
            states = following
        return done

    def _left(self, rounds: Rounds, st: State, index: Term) -> Ends:
        """The loop has come to its end: a `for` went round as often as there are entries, if their number stayed."""
        if rounds.count is not None:
            st.assume(t.eq(index, t.greatest(0, rounds.count(st))), ways.ALL_ROUNDS)
        self._note_left(rounds, st)
        self.forget_target(rounds.node, st)
        return self.block(rounds.node.orelse, st)

    def _round(
        self, rounds: Rounds, st: State, claim: LoopClaim | None, entry: Head, index: Term, cost: tuple[Term, Term]
    ) -> Ends:
        """One round, and what it costs: the condition before it, too."""
        node, done = rounds.node, Ends()
        length = None if rounds.source is None else self.view(st, rounds.source, node).length
        before = self.variant(st, claim, entry, index, node)
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
                self.note_rounds(claim.name, t.sub(end.reads, cost[0]), t.sub(end.writes, cost[1]))
                if length is not None and rounds.source is not None:
                    stays = t.eq(self.view(end, rounds.source, node).length, length)
                    self.oblige(end, stays, node, "what is looped over keeps its length")
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
            self.note_inner(passes, end.passes)
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

    def in_step(self, rounds: Rounds, st: State, claim: LoopClaim) -> Ends:
        """A loop that model and implementation go round together."""
        raise NotImplementedError

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

        saved, cost = self.exact, (st.reads, st.writes)
        self.exact = show
        at = Told(self.told(st, replace(entry, index=index)))
        with self.claiming():
            self.entry_by_entry(st, said, [at], rounds.node, handle)
        self.exact, (st.reads, st.writes) = saved, cost

    def variant(self, st: State, claim: LoopClaim | None, entry: Head, index: Term, node: ast.AST) -> Term | None:
        """What gets less in each round; None if nothing is declared."""
        if claim is None or claim.variant is None or self.silent:
            return None
        cost = st.reads, st.writes
        with self.claiming():
            at = Told(self.told(st, replace(entry, index=index, noted=None)))
            value = self.applied(st, claim.variant, [at], node)
        st.reads, st.writes = cost
        return self.integer(value, node)

    def require_less(
        self, st: State, claim: LoopClaim | None, entry: Head, index: Term, node: ast.AST, before: Term
    ) -> None:
        """Oblige that the variant is less than it was before the round, when it was not below 0."""
        falls = t.conj(t.le(0, before), t.lt(self.variant(st, claim, entry, index, node), before))
        self.oblige(st, falls, node, "the variant gets less, and is never below 0")
