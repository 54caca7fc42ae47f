"""Loops that model and implementation go round together, and calls that both make.

The coupling is what holds when both come to the head of such a loop: it is shown where they first come there, and after
any round of both from any coupled states. From any coupled states both go on, or neither: two `for` loops have as many
rounds; of two `while` loops the conditions agree, and on one side something gets less. A round that ends early on one
side ends alike on the other.

      model             ... to its loop, and no further:  the implementation comes to its own: both are coupled,
                                                          and stay so by a round; more is not followed
                        ... through its loop, or out of   the implementation goes on from coupled states: from where
                            a round that ends early       both loops end, or in the same round

A call of an operation that has a proof of its own is answered by what that proof says, not by the code.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.changes import Changes, LoopClaim, Rounds
from slotproof.engine.prove.python.kinds.state import Ends, Head, Signal, State
from slotproof.engine.prove.python.kinds.values import (
    CallsCell,
    DictCell,
    Heap,
    ListCell,
    Meaning,
    ObjectCell,
    Ref,
    SetCell,
    Term,
    Value,
)
from slotproof.engine.prove.python.loops import Loops
from slotproof.engine.prove.sides.ties import Reached, Ties, Waiting
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Function


class Lockstep(Loops):
    """The rule for loops that both sides go round together."""

    def __init__(self, program: Any, solver: Any) -> None:
        super().__init__(program, solver)
        self.ties: Ties | None = None

    def in_step(self, rounds: Rounds, st: State, claim: LoopClaim) -> Ends:
        """A loop that model and implementation go round together."""
        if self.ties is None:
            raise self.refusal(rounds.node, "a loop in lockstep", "there is no other side here", "declare an invariant")
        if claim.after is not None:
            raise self.refusal(
                rounds.node, "`after` of a loop in lockstep", "the coupling is shown there", "say it of a loop alone"
            )
        changed = self.changes(rounds, st)
        self.require_said(rounds.node, st, claim, changed)
        if self.setting.side == "model":
            return self._first(rounds, st, claim, changed, self.ties)
        return self._second(rounds, st, claim, changed, self.ties)

    # --- the model comes first

    def _first(self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, ties: Ties) -> Ends:
        """The model stops at its loop; or it leaves it in any state that its laws allow, or in a round."""
        node, entry = rounds.node, self.head(rounds, st)
        ties.show_laws(self, st, "before the loop")
        self.invariant(rounds, st, claim, entry, 0, "at the start of the loop", show=True)
        there = Waiting(rounds, claim, self.running, changed, entry, st.log)
        stopped, leaving, going = (st.copy() for _ in range(3))
        for place, each in enumerate((stopped, leaving, going)):
            each.step(ways.PART, f"{place + 1} of 3", claim=claim.name)
        stopped.waiting = (*st.waiting, there)
        done: Ends = [(stopped, ("raise", Reached(_no_class(self.running))))]
        index = t.fresh("round", t.INT)
        last = index if rounds.count is None else rounds.number(st)
        head = self._any_round(rounds, leaving, claim, changed, entry, last, ties)
        there = replace(there, head=head.copy(), index=last)
        for after in self._at_the_end(rounds, head, last):
            after.waiting = (*st.waiting, there)
            done += self.block(node.orelse, after)
        inside = self._any_round(rounds, going, claim, changed, entry, index, ties)
        if rounds.count is not None:
            inside.assume(t.lt(index, rounds.number(st)), ways.ROUND)
        there = replace(there, head=inside.copy(), index=index)
        for before, goes_on in rounds.guard(inside, index):
            if not goes_on:
                before.step(ways.ELSEWHERE, claim.name)
            for start in rounds.begin(before, index) if goes_on else []:
                with self.catching() as raised:
                    ends = self.block(node.body, start)
                for end, signal in [*ends, *((end, ("raise", error)) for end, error in raised)]:
                    if signal not in (None, "continue") and not _is_stopped(signal):
                        within = end.waiting[len(st.waiting) :]
                        end.waiting = (*st.waiting, replace(there, early=signal), *within)
                        done.append((end, None if signal == "break" else signal))
                    else:
                        end.step(ways.ELSEWHERE, claim.name)
        return done

    def _any_round(
        self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, entry: Head, index: Term, ties: Ties
    ) -> State:
        made = self.forgotten(rounds, st, changed)
        self.go_round(rounds, made)
        made.assume(t.le(0, index), ways.ROUND)
        ties.suppose_laws(self, made)
        self.invariant(rounds, made, claim, entry, index, "", show=False)
        made.step(ways.BODY, self.name_of(rounds))
        return made

    def _at_the_end(self, rounds: Rounds, head: State, index: Term) -> list[State]:
        """The states in which a loop goes on no more: a `for` that was round as often as there are entries."""
        if rounds.count is not None:
            self.forget_target(rounds.node, head)
            return [head]
        ends = rounds.guard(head, index)
        for after in (after for after, goes_on in ends if goes_on):
            after.step(ways.ELSEWHERE, self.name_of(rounds))
        return [after for after, goes_on in ends if not goes_on]

    # --- the implementation goes along

    def _second(self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, ties: Ties) -> Ends:
        node = rounds.node
        if not st.waiting:
            self.oblige(st, False, node, "the model goes round no such loop here")
            return []
        first: Waiting = st.waiting[0]
        if (rounds.count is None) != (first.rounds.count is None):
            raise self.refusal(node, "a `for` and a `while` in lockstep", "rounds differ", "write the same loop twice")
        shared = self._shared(first, st, changed)
        if first.head is None:
            self._show_rounds(rounds, st, claim, changed, ties, first, shared)
            return []
        head = self.forgotten(rounds, st, changed)
        head.pass_through(self.name_of(rounds))
        self.go_round(rounds, head, first.claim.name)
        self._suppose_tied(head, first.head.env, first.head.heap, shared, ties)
        self.invariant(rounds, head, claim, self.head(rounds, st), first.index, "", show=False)
        head.step(ways.BODY, self.name_of(rounds))
        if rounds.count is not None:
            head.assume(t.eq(first.entry.length, rounds.number(st)), ways.ALL_ROUNDS)
        head.waiting = st.waiting[1:]
        if first.early is not None:
            return self._early(rounds, head, first.index, first.early)
        if rounds.count is not None:
            self.forget_target(node, head)
            return self.block(node.orelse, head)
        done: Ends = []
        for after, goes_on in rounds.guard(head, first.index):
            if goes_on:
                self.oblige(after, False, node, "the arrays go round once more than the model")
            else:
                done += self.block(node.orelse, after)
        return done

    def _show_rounds(
        self,
        rounds: Rounds,
        st: State,
        claim: LoopClaim,
        changed: Changes,
        ties: Ties,
        first: Waiting,
        shared: list[str],
    ) -> None:
        """Show that both come to their loops tied, and that a round of the model and one of the arrays keep it so."""
        node, entry = rounds.node, self.head(rounds, st)
        self._show_tied(st, first.entry.env, shared, node, "before the loop", ties)
        self.invariant(rounds, st, claim, entry, 0, "at the start of the loop", show=True)
        if rounds.count is not None:
            same = t.eq(first.entry.length, rounds.number(st))
            self.oblige(st, same, node, "both sides go round as often")
        elif first.claim.variant is None and claim.variant is None:
            raise self.refusal(node, "a loop without a variant", "it may never end", "declare what gets less")
        if len(first.log) != _answered(st):
            raise self.refusal(
                node, "a loop in lockstep", "a call of the model before it is not made yet", "make it before"
            )
        index = t.fresh("round", t.INT)
        one = self.forgotten(rounds, st, changed)
        own_env, one.env = one.env, dict(first.entry.env)
        one = self.forgotten(first.rounds, one, first.changed)
        their_env, one.env = one.env, own_env
        self.go_round(rounds, one)
        one.assume(t.le(0, index), ways.ROUND)
        if rounds.count is not None:
            one.assume(t.lt(index, first.entry.length), ways.ROUND)
        ties.suppose_laws(self, one)
        self._suppose_tied(one, their_env, None, shared, ties)
        self.invariant(rounds, one, claim, entry, index, "", show=False)
        one.env, one.waiting = their_env, ()
        self.invariant(first.rounds, one, first.claim, first.entry, index, "", show=False)
        one.step(ways.BODY, self.name_of(rounds))
        for end, stopped in self._round_of_model(first, one, index, ties):
            theirs, end.env = end.env, dict(own_env)
            called = len(end.log) > _answered(end)
            for after in self._round_of_arrays(rounds, claim, end, entry, index):
                if stopped:
                    self.oblige(after, False, node, "the arrays go round a loop less than the model")
                    continue
                if called:
                    ties.show_laws(self, after, "after a round")
                self._show_tied(after, theirs, shared, node, "after a round", ties)
                self.invariant(rounds, after, claim, entry, t.add(index, 1), "after a round", show=True)
                if after.waiting or len(after.log) != _answered(after):
                    self.oblige(
                        after, False, node, "both sides make the same calls and go round the same loops in a round"
                    )
                after.step(ways.DONE, self.name_of(rounds))

    def _round_of_model(self, first: Waiting, st: State, index: Term, ties: Ties) -> list[tuple[State, bool]]:
        """Ends of a round of the model that goes on, or stops at a loop within; others are followed elsewhere."""
        found: list[tuple[State, bool]] = []
        rounds, claim, entry, node = first.rounds, first.claim, first.entry, first.rounds.node
        length = None if rounds.source is None else self.view(st, rounds.source, node).length
        self.stack.append(first.function)
        self.setting.side = "model"
        left: list[State] = []  # of which more is followed where the loop is left
        heap = dict(st.heap)
        with self.catching() as raised:
            for before, goes_on in rounds.guard(st, index):
                left += [] if goes_on else [before]
                less = self.variant(before, claim, entry, index, node, heap) if goes_on else None
                for start in rounds.begin(before, index) if goes_on else []:
                    for end, signal in self.block(node.body, start):
                        if signal not in (None, "continue"):
                            found += [(end, True)] if _is_stopped(signal) else []
                            left += [] if _is_stopped(signal) else [end]
                            continue
                        if length is not None and rounds.source is not None:
                            stays = t.eq(self.view(end, rounds.source, node).length, length)
                            self.oblige(end, stays, node, "what is looped over keeps its length")
                        if len(end.log) == _answered(end):  # else what is called is shown to keep them
                            ties.show_laws(self, end, "after a round")
                        self.invariant(rounds, end, claim, entry, t.add(index, 1), "after a round", show=True)
                        if less is not None:
                            self.require_less(end, claim, entry, t.add(index, 1), node, less)
                        found.append((end, False))
        for each in (*left, *(end for end, _ in raised)):
            each.step(ways.ELSEWHERE, first.claim.name)
        self.setting.side = "impl"
        self.stack.pop()
        return found

    def _round_of_arrays(self, rounds: Rounds, claim: LoopClaim, st: State, entry: Head, index: Term) -> list[State]:
        """Ends of a round of the arrays, which must not end otherwise."""
        found, node = [], rounds.node
        length = None if rounds.source is None else self.view(st, rounds.source, node).length
        reads, writes, heap = st.reads, st.writes, dict(st.heap)
        with self.catching() as raised:
            for before, goes_on in rounds.guard(st, index):
                if not goes_on:
                    self.oblige(before, False, node, "the arrays go round once less than the model")
                    continue
                less = self.variant(before, claim, entry, index, node, heap)
                for start in rounds.begin(before, index):
                    for end, signal in self.in_a_round(node, start):
                        if signal not in (None, "continue"):
                            what = f"the arrays leave the loop by {_sort(signal)}, and the model does not"
                            self.oblige(end, False, node, what)
                            continue
                        if length is not None and rounds.source is not None:
                            stays = t.eq(self.view(end, rounds.source, node).length, length)
                            self.oblige(end, stays, node, "what is looped over keeps its length")
                        if less is not None:
                            self.require_less(end, claim, entry, t.add(index, 1), node, less)
                        self.note_rounds(self.name_of(rounds), t.sub(end.reads, reads), t.sub(end.writes, writes))
                        found.append(end)
        for end, error in raised:
            self.oblige(end, False, node, f"the arrays end in {error.name}, and the model does not")
        return found

    def _early(self, rounds: Rounds, head: State, index: Term, signal: Signal) -> Ends:
        """The model has left in some round: the arrays leave in the same one, in the same way."""
        node, done, ends = rounds.node, Ends(), Ends()
        with self.catching() as raised:
            for before, goes_on in rounds.guard(head, index):
                if not goes_on:
                    self.oblige(before, False, node, "the arrays go round once less than the model")
                    continue
                for start in rounds.begin(before, index):
                    ends += self.in_a_round(node, start)
        for end, left in [*ends, *((end, ("raise", error)) for end, error in raised)]:
            if _sort(left) != _sort(signal):
                self.oblige(
                    end, False, node, f"the model leaves the loop by {_sort(signal)}, the arrays by {_sort(left)}"
                )
                continue
            done.append((end, None if left == "break" else left))
        return done

    # --- what ties both sides

    def _shared(self, first: Waiting, st: State, changed: Changes) -> list[str]:
        """Locals of one name that change on both sides: they are the same whenever both come to the head."""

        def changing(name: str, env: Mapping[str, Value], heap: Heap, changes: Changes) -> bool:
            held = _remembered(env.get(name))
            return ("local", name) in changes or (
                isinstance(held, Ref)
                and not isinstance(heap.get(held.id), ObjectCell)
                and any(number == held.id for number, _ in changes)
            )

        there = first.entry
        return [
            name
            for name in there.env
            if name in st.env
            and changing(name, there.env, there.heap, first.changed)
            and changing(name, st.env, st.heap, changed)
        ]

    def _equal_locals(self, st: State, env: Mapping[str, Value], heap: Heap, name: str, node: ast.AST) -> Term:
        a, b = _remembered(env[name]), _remembered(st.env[name])
        if isinstance(a, Ref) and isinstance(b, Ref):
            cells = heap[a.id], st.heap[b.id]
            if isinstance(cells[0], CallsCell) and isinstance(cells[1], CallsCell):
                return t.eq(cells[0].calls, cells[1].calls)
            if isinstance(cells[0], ListCell | DictCell | SetCell):
                return self.equal(_there(heap), a, b, node, st)
        return self.equal(st, a, b, node)

    def _show_tied(
        self, st: State, env: Mapping[str, Value], shared: list[str], node: ast.AST, when: str, ties: Ties
    ) -> None:
        ties.show_coupled(self, st, when)
        for name in shared:
            if name in env and name in st.env:
                same = self._equal_locals(st, env, st.heap, name, node)
                self.oblige(st, same, node, f"{name} is the same on both sides, {when}")

    def _suppose_tied(
        self, st: State, env: Mapping[str, Value], heap: Heap | None, shared: list[str], ties: Ties
    ) -> None:
        """Assume what ties both; `heap` is that of an earlier state of the model, if it has gone on since."""
        model = self.setting.model
        self.setting.model = Ref(model.id, heap)
        ties.suppose_coupled(self, st)
        self.setting.model = model
        for name in shared:
            if name in env and name in st.env:
                self._let_be_equal(st, env[name], heap or st.heap, name)

    def _let_be_equal(self, st: State, theirs: Value, heap: Heap, name: str) -> None:
        """Let a local that may be anything be what it is on the other side."""
        held, theirs = _remembered(st.env[name]), _remembered(theirs)
        if not isinstance(held, Ref):
            st.env[name] = theirs
        elif isinstance(theirs, Ref) and type(heap[theirs.id]) is type(st.heap[held.id]):
            st.heap[held.id] = heap[theirs.id]
        else:
            raise self.refusal(self.stack[-1].node, name, "another kind on each side", "name it otherwise")


def _remembered(value: Value) -> Value:
    """A callback that counts its calls, by what it remembers."""
    return value.state if isinstance(value, Meaning) and value.state is not None else value


def _there(heap: Heap) -> State:
    return State({}, heap)


def _answered(st: State) -> int:
    return sum(1 for each in st.log if each.answered)


def _is_stopped(signal: Signal) -> bool:
    return isinstance(signal, tuple) and isinstance(signal[1], Reached)


def _no_class(function: Function) -> Class:
    """A class of errors that nothing catches."""
    return Class(function.module, ast.ClassDef("(at a loop)", [], [], [], [], lineno=1))


def _sort(signal: Signal) -> str:
    if isinstance(signal, tuple):
        return signal[1].name if signal[0] == "raise" else "return"
    return signal or "nothing"
