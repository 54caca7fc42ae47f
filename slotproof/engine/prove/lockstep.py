"""Loops that model and implementation go round together, and calls that both make.

The coupling is what holds when both come to the head of such a loop: it is shown where they first come there, and after
any round of both from any coupled states. A round that ends early on one side ends alike on the other.
A call of an operation that has a proof of its own is answered by what that proof says, not by the code.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from slotproof.engine.prove.python.loops import Changes, LoopClaim, Loops, Rounds
from slotproof.engine.prove.python.state import Ends, Head, Signal, State
from slotproof.engine.prove.python.values import (
    CallsCell,
    DictCell,
    Heap,
    ListCell,
    Meaning,
    ObjectCell,
    Ref,
    SetCell,
    StandCell,
    Term,
    Value,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Function


@dataclass(frozen=True)
class Waiting:
    """A loop of the model that the implementation is to go along with.

    head         when the model came to it
    after        locals and heap when it has left it; of a round that ended early, when that round began
    early        how the round ended that the model left in, and its number
    """

    rounds: Rounds
    claim: LoopClaim
    function: Function
    changed: Changes
    head: Head
    log: tuple[Any, ...]
    after_env: dict[str, Value]
    after_heap: Heap
    early: tuple[Signal, Term] | None = None

    @property
    def env(self) -> Mapping[str, Value]:
        """The locals of the model when it came to the loop."""
        return self.head.env

    @property
    def heap(self) -> Heap:
        """The heap at that time."""
        return self.head.heap


@dataclass(frozen=True)
class Ties:
    """What the judge says of states: what is assumed of coupled ones, and what is to be shown."""

    suppose_laws: Callable[[State], None]
    show_laws: Callable[[State, ast.AST, str], None]
    suppose_coupled: Callable[[State], None]
    show_coupled: Callable[[State, ast.AST, str], None]


class Lockstep(Loops):
    """The rule for loops that both sides go round together."""

    def __init__(self, program: Any, solver: Any) -> None:
        super().__init__(program, solver)
        self.ties: Ties | None = None

    def in_step(self, rounds: Rounds, st: State, claim: LoopClaim) -> Ends:
        """A loop that model and implementation go round together."""
        if self.ties is None:
            raise self.refusal(rounds.node, "a loop in lockstep", "there is no other side here", "declare an invariant")
        if rounds.count is None:
            raise self.refusal(
                rounds.node, "a while loop in lockstep", "how often each goes round is open", "declare an invariant"
            )
        changed = self.changes(rounds, st)
        if self.setting.side == "model":
            return self._first(rounds, st, claim, changed, self.ties)
        return self._second(rounds, st, claim, changed, self.ties)

    # --- the model comes first

    def _first(self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, ties: Ties) -> Ends:
        """The model leaves its loop in any state that its laws allow, or in any round that ends early."""
        node, function = rounds.node, self.running
        entry = self.head(rounds, st)
        ties.show_laws(st, node, "before the loop")
        self.invariant(rounds, st, claim, entry, 0, "at the start of the loop", show=True)
        after = self._any_round(rounds, st, claim, changed, entry, rounds.number(st), ties)
        waiting = Waiting(rounds, claim, function, changed, entry, st.log, dict(after.env), dict(after.heap))
        after.waiting = (*st.waiting, waiting)
        self.forget_target(node, after)
        done: Ends = self.block(node.orelse, after)
        index = t.fresh("round", t.INT)
        inside = self._any_round(rounds, st, claim, changed, entry, index, ties)
        inside.assume(t.conj(t.le(0, index), t.lt(index, rounds.number(st))))
        begun = replace(waiting, after_env=dict(inside.env), after_heap=dict(inside.heap))
        for before, goes_on in rounds.guard(inside, index):
            for start in rounds.begin(before, index) if goes_on else []:
                with self.catching() as raised:
                    ends = self.block(node.body, start)
                for end, signal in [*ends, *((end, ("raise", error)) for end, error in raised)]:
                    if signal not in (None, "continue"):
                        end.waiting = (*st.waiting, replace(begun, early=(signal, index)))
                        done.append((end, None if signal == "break" else signal))
        return done

    def _any_round(
        self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, entry: Head, index: Term, ties: Ties
    ) -> State:
        made = self.forgotten(rounds, st, changed)
        ties.suppose_laws(made)
        self.invariant(rounds, made, claim, entry, index, "", show=False)
        return made

    # --- the implementation goes along

    def _second(self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, ties: Ties) -> Ends:
        node, entry = rounds.node, self.head(rounds, st)
        if not st.waiting:
            self.oblige(st, False, node, "the model goes round no such loop here")
            return []
        first: Waiting = st.waiting[0]
        rest = st.waiting[1:]
        if first.early is not None:
            return self._early(rounds, st, claim, changed, ties, first)
        shared = self._shared(first, st, changed)
        self._show_tied(st, first.env, first.heap, shared, node, "before the loop", ties)
        their = _there(first.heap)
        same = t.eq(first.rounds.number(their), rounds.number(st))
        self.oblige(st, same, node, "both sides go round as often")
        self.invariant(rounds, st, claim, entry, 0, "at the start of the loop", show=True)
        if len(first.log) != _answered(st):
            raise self.refusal(
                node, "a loop in lockstep", "a call of the model before it is not made yet", "make it before"
            )
        self._one_round(rounds, st, claim, changed, ties, first, shared)
        after = self.forgotten(rounds, st, changed)
        count = rounds.number(st)
        self._suppose_tied(after, first.after_env, first.after_heap, shared, ties)
        self.invariant(rounds, after, claim, entry, count, "", show=False)
        after.waiting = rest
        self.forget_target(node, after)
        return self.block(node.orelse, after)

    def _one_round(
        self,
        rounds: Rounds,
        st: State,
        claim: LoopClaim,
        changed: Changes,
        ties: Ties,
        first: Waiting,
        shared: list[str],
    ) -> None:
        """Show that a round of the model and then one of the arrays keep what ties them."""
        node, entry = rounds.node, self.head(rounds, st)
        index = t.fresh("round", t.INT)
        one = self._back_at_entry(st, first)
        mine = self.forgotten(rounds, one, changed)
        own_env = dict(mine.env)
        mine.env = dict(first.env)
        one = self.forgotten(first.rounds, mine, first.changed)
        their_env = dict(one.env)
        one.assume(t.conj(t.le(0, index), t.lt(index, first.rounds.number(_there(first.heap)))))
        ties.suppose_laws(one)
        one.env = own_env
        self._suppose_tied(one, their_env, one.heap, shared, ties)
        self.invariant(rounds, one, claim, entry, index, "", show=False)
        one.env = their_env
        one.waiting, one.log = (), tuple(replace(each, answered=True) for each in first.log)
        self.invariant(first.rounds, one, first.claim, first.head, index, "", show=False)
        for end, theirs in self._round_of_model(first, one, index, ties):
            end.env = dict(own_env)
            for after in self._round_of_arrays(rounds, end, index):
                self._show_tied(after, theirs, after.heap, shared, node, "after a round", ties)
                self.invariant(rounds, after, claim, entry, t.add(index, 1), "after a round", show=True)
                if after.waiting or len(after.log) != _answered(after):
                    self.oblige(
                        after, False, node, "both sides make the same calls and go round the same loops in a round"
                    )

    def _round_of_model(
        self, first: Waiting, st: State, index: Term, ties: Ties
    ) -> list[tuple[State, dict[str, Value]]]:
        """Ends of a round of the model that goes on; those that end early are followed elsewhere."""
        found = []
        length = None if first.rounds.source is None else self.view(st, first.rounds.source, first.rounds.node).length
        self.stack.append(first.function)
        self.setting.side = "model"
        with self.catching():
            for before, goes_on in first.rounds.guard(st, index):
                for start in first.rounds.begin(before, index) if goes_on else []:
                    for end, signal in self.block(first.rounds.node.body, start):
                        if signal not in (None, "continue"):
                            continue
                        node = first.rounds.node
                        if length is not None and first.rounds.source is not None:
                            stays = t.eq(self.view(end, first.rounds.source, node).length, length)
                            self.oblige(end, stays, node, "what is looped over keeps its length")
                        ties.show_laws(end, node, "after a round")
                        self.invariant(
                            first.rounds, end, first.claim, first.head, t.add(index, 1), "after a round", show=True
                        )
                        found.append((end, dict(end.env)))
        self.setting.side = "impl"
        self.stack.pop()
        return found

    def _round_of_arrays(self, rounds: Rounds, st: State, index: Term) -> list[State]:
        found = []
        length = None if rounds.source is None else self.view(st, rounds.source, rounds.node).length
        reads, writes = st.reads, st.writes
        with self.catching() as raised:
            for before, goes_on in rounds.guard(st, index):
                if not goes_on:
                    self.oblige(before, False, rounds.node, "the arrays go round once less than the model")
                    continue
                for start in rounds.begin(before, index):
                    for end, signal in self.block(rounds.node.body, start):
                        if signal not in (None, "continue"):
                            self.oblige(end, False, rounds.node, "the arrays leave the loop, and the model does not")
                            continue
                        if length is not None and rounds.source is not None:
                            stays = t.eq(self.view(end, rounds.source, rounds.node).length, length)
                            self.oblige(end, stays, rounds.node, "what is looped over keeps its length")
                        self._note_cost(self.name_of(rounds), t.sub(end.reads, reads), t.sub(end.writes, writes))
                        found.append(end)
        for end, error in raised:
            self.oblige(end, False, rounds.node, f"the arrays end in {error.name}, and the model does not")
        return found

    def _early(self, rounds: Rounds, st: State, claim: LoopClaim, changed: Changes, ties: Ties, first: Waiting) -> Ends:
        """The model has left in some round: the arrays leave in the same one, in the same way."""
        node, entry = rounds.node, self.head(rounds, st)
        signal, index = first.early or (None, 0)
        shared = self._shared(first, st, changed)
        inside = self.forgotten(rounds, st, changed)
        self._suppose_tied(inside, first.after_env, first.after_heap, shared, ties)
        self.invariant(rounds, inside, claim, entry, index, "", show=False)
        inside.waiting = st.waiting[1:]
        done: Ends = []
        with self.catching() as raised:
            ends: Ends = []
            for before, goes_on in rounds.guard(inside, index):
                if not goes_on:
                    self.oblige(before, False, node, "the arrays go round once less than the model")
                    continue
                for start in rounds.begin(before, index):
                    ends += self.block(node.body, start)
        for end, left in [*ends, *((end, ("raise", error)) for end, error in raised)]:
            if _sort(left) != _sort(signal):
                self.oblige(
                    end, False, node, f"the model leaves the loop by {_sort(signal)}, the arrays by {_sort(left)}"
                )
                continue
            done.append((end, None if left == "break" else left))
        return done

    # --- what ties both sides

    def _back_at_entry(self, st: State, first: Waiting) -> State:
        """The arrays as they are now, the model as it was when it came to its loop."""
        one = st.copy()
        own = self._owned(st)
        for number, cell in first.heap.items():
            if number not in own:
                one.heap[number] = cell
        return one

    def _owned(self, st: State) -> set[int]:
        """The cells of the implementation, and what its locals hold."""
        found: set[int] = set()
        waiting = [
            each for each in (self.setting.impl, *st.env.values(), *self.setting.theirs) if isinstance(each, Ref)
        ]
        while waiting:
            ref = waiting.pop()
            if ref.id in found or ref.heap is not None:
                continue
            found.add(ref.id)
            cell = st.heap[ref.id]
            if isinstance(cell, StandCell):
                waiting.append(cell.meaning)
            if isinstance(cell, ObjectCell):
                waiting += [each for each in cell.fields.values() if isinstance(each, Ref)]
        return found

    def _shared(self, first: Waiting, st: State, changed: Changes) -> list[str]:
        """Locals of one name that change on both sides: they are the same whenever both come to the head."""

        def changing(name: str, env: Mapping[str, Value], heap: Heap, changes: Changes) -> bool:
            held = _remembered(env.get(name))
            return ("local", name) in changes or (
                isinstance(held, Ref)
                and not isinstance(heap.get(held.id), ObjectCell)
                and any(number == held.id for number, _ in changes)
            )

        both = [name for name in first.env if name in st.env]
        return [
            name
            for name in both
            if changing(name, first.env, first.heap, first.changed) and changing(name, st.env, st.heap, changed)
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
        self, st: State, env: Mapping[str, Value], heap: Heap, shared: list[str], node: ast.AST, when: str, ties: Ties
    ) -> None:
        model = self.setting.model
        self.setting.model = Ref(model.id, heap)
        ties.show_coupled(st, node, when)
        self.setting.model = model
        for name in shared:
            if name in env and name in st.env:
                self.oblige(
                    st, self._equal_locals(st, env, heap, name, node), node, f"{name} is the same on both sides, {when}"
                )

    def _suppose_tied(self, st: State, env: Mapping[str, Value], heap: Heap, shared: list[str], ties: Ties) -> None:
        model = self.setting.model
        self.setting.model = Ref(model.id, heap) if heap is not st.heap else model
        ties.suppose_coupled(st)
        self.setting.model = model
        for name in shared:
            if name in env and name in st.env:
                st.assume(self._equal_locals(st, env, heap, name, self.stack[-1].node))


def _remembered(value: Value) -> Value:
    """A callback that counts its calls, by what it remembers."""
    return value.state if isinstance(value, Meaning) and value.state is not None else value


def _there(heap: Heap) -> State:
    return State({}, heap)


def _answered(st: State) -> int:
    return sum(1 for each in st.log if each.answered)


def _sort(signal: Signal) -> str:
    if isinstance(signal, tuple):
        return signal[1].name if signal[0] == "raise" else "return"
    return signal or "nothing"
