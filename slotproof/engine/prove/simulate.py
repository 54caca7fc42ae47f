"""One operation on both sides, from any coupled states, with everything that it promises obliged.

The model runs first, then the implementation, in one state. Shown are: equal results or the same error, the coupling
and the laws afterwards, nothing changed by what is refused or pure, and no list that two hold.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from slotproof.engine.prove.arranged import any_arranged
from slotproof.engine.prove.claims import ClaimsOf, Said, show, suppose
from slotproof.engine.prove.components import Components
from slotproof.engine.prove.contracts import Contracts
from slotproof.engine.prove.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.lockstep import Reached, Ties
from slotproof.engine.prove.make import Make, Sides, any_object, is_any, unchanged
from slotproof.engine.prove.parts import is_arranged, same_parts
from slotproof.engine.prove.premise import Premise
from slotproof.engine.prove.python.changes import LoopClaim
from slotproof.engine.prove.python.state import Head, Open, Setting, State, Stopped
from slotproof.engine.prove.python.values import (
    Error,
    Heap,
    Meaning,
    ObjectCell,
    RecordCell,
    Ref,
    Term,
    Told,
    Value,
    View,
    refs_in,
)
from slotproof.engine.prove.small import SmallSolver, limits, window_of
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal
from slotproof.engine.prove.summaries import Summaries
from slotproof.engine.prove.told import told
from slotproof.engine.prove.untrusted import Untrusted
from slotproof.engine.prove.within import Within

CREATION: Final = "new"
ERRORS: Final = "slotproof.spec.errors"


@dataclass
class Outcome:
    """How one side ended: a state, and a value or an error."""

    st: State
    value: Value = None
    error: Error | None = None

    @property
    def name(self) -> str:
        """The error, or "success"."""
        return self.error.name if self.error else "success"


@dataclass
class Found:
    """What the proof of one operation gave.

    ends        how the operation may end, and whether a solver rules that out
    reads, writes, rounds      of the arrays, at most; those of each round of a loop
    presumes    what was taken for granted of the machine, or of what clients pass
    """

    unit: str
    open: list[Open] = field(default_factory=list)
    refusal: str = ""
    paths: int = 0
    obligations: int = 0
    ends: dict[str, bool] = field(default_factory=dict)
    reads: Term = 0
    writes: Term = 0
    rounds: dict[str, tuple[Term, Term]] = field(default_factory=dict)
    rested: set[str] = field(default_factory=set)
    presumes: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)


class Simulation:
    """The proofs of one declaration."""

    def __init__(self, refinement: Any, program: Declarations, solver: Callable[[], Any]) -> None:
        self.refinement, self.program, self.solver = refinement, program, solver
        self.components: list[Components | Within | Summaries] = [
            *([Summaries(refinement, program)] if refinement.definitions or refinement.summaries else []),
            *(Components(each, program, self.make, self._callback) for each in refinement.several.values()),
            *(
                Within(each, program, self.make, self._callback)
                for each in (*refinement.inside.values(), *refinement.known)
            ),
        ]
        self.claims = ClaimsOf(refinement, program)
        self.arrangement: Any = None  # that proofs are made for now
        self.premise = Premise(refinement, program)
        self.model_class = program.the_class(refinement.model)
        self.impl_class = program.the_class(refinement.impl)
        self.loops = {
            (each.function, each.index): LoopClaim(
                f"{each.function}#{each.index}",
                program.closure(each.invariant) if _is_said(each, "invariant") else None,
                program.closure(each.variant) if each.variant is not None else None,
                each.lockstep,
                program.closure(each.notes) if each.notes is not None else None,
                program.closure(each.after) if each.after is not None else None,
                each.changes,
            )
            for each in refinement.loops
        }

    # --- one operation

    def operation(self, operation: Any) -> Found:
        """Prove an operation."""
        if operation.foreign is None:
            return self.in_each_arrangement(operation, lambda ev, found: self._simulated(ev, operation, found))
        halves = Untrusted(self, operation)
        return self.in_each_arrangement(operation, halves.whole, halves.foreign)

    def in_each_arrangement(self, operation: Any | None, *proofs: Callable[[Evaluator, Found], None]) -> Found:
        """Run proofs about an operation, or about all, of containers in each arrangement that it is proved for."""
        found = Found(CREATION if operation is None else operation.name)
        for each in self._arrangements(operation):
            self.arrangement = each
            for prove in proofs:
                self._guarded(found, lambda ev, prove=prove: prove(ev, found))  # type: ignore[misc]
        return found

    def _arrangements(self, operation: Any | None) -> tuple[Any, ...]:
        """The arrangements for which an operation is proved."""
        named = [
            each
            for each in self.refinement.arranged
            if operation is None or each.operations is None or operation.name in each.operations
        ]
        apart = (replace(each, parts=parts) for each in named for parts in _each_of(each.parts))
        return tuple(apart) if self.refinement.arranged else (None,)

    def creation(self) -> Found:
        """Prove that a new pair is coupled, and that claims read only what is there."""
        found = Found(CREATION)
        self.arrangement = None
        self._guarded(found, lambda ev: self._created(ev, found))
        for each in self._arrangements(None):
            self.arrangement = each
            self._guarded(found, self._well_defined)
        return found

    def _guarded(self, found: Found, prove: Callable[[Evaluator], None]) -> Found:
        """Run a proof, and gather what was left open or refused."""
        solver = self.solver()
        ev = Evaluator(self.program, solver)
        ev.declared = self.loops
        ev.stop_at_open = True
        ev.stack.append(self.impl_class)
        for each in self.components:
            each.install(ev)
        try:
            prove(ev)
            self._answers(ev)
        except Refusal as refusal:
            found.refusal = found.refusal or str(refusal)
        except Stopped:
            pass
        found.open += ev.open
        found.rested |= ev.rested
        found.obligations += ev.obligations
        found.rounds |= ev.rounds
        found.presumes |= ev.presumes
        for name, number in solver.counts.items():
            found.counts[name] = found.counts.get(name, 0) + number
        return found

    def _answers(self, ev: Evaluator) -> None:
        """Refuse a declaration of which a function may end in an error: all else would be shown of the rest alone."""
        for st, error in ev.raised:
            if not ev.impossible(st):
                what = f"{error.name}, raised by a function of the declaration"
                raise Refusal(self.refinement.title, what, "it must answer in every state", "give an answer")

    def small(self, operation: Any, bound: int, solver: SmallSolver) -> None:
        """Have small states looked for in which an obligation is broken."""
        asked = replace(operation, promise=None, cost=None)
        for each in self._arrangements(operation):
            self.arrangement = each
            ev = Evaluator(self.program, solver)
            ev.most_rounds, ev.stop_at_open = 2 * bound + 2, True
            ev.stack.append(self.impl_class)
            ev.told = partial(told, ev)
            for within in self.components:
                if isinstance(within, Within):  # all else is followed
                    within.install(ev)
            with t.spelled_out(window_of(bound)), suppress(Refusal, Stopped):
                self._small(ev, asked, bound, solver)
            solver.settle()

    def _small(self, ev: Evaluator, operation: Any, bound: int, solver: SmallSolver) -> None:
        start, begun = State(), solver.begun
        pair = self.coupled_pair(ev, start, "")
        setting = Setting(model=pair.model, impl=pair.impl)
        for st, given in self.arguments(ev, start, operation, pair):
            for limit in limits(st, given, bound):
                st.assume(limit)
            begun.model, begun.impl, begun.given, begun.heap = pair.model, pair.impl, given, dict(st.heap)
            try:
                self.one_case(ev, st, operation, Found(operation.name), None, setting, given)
            except Refusal:  # what Python does from there is asked all the same
                solver.entails(st.known, False, "it is followed no further")
            solver.settle()

    def _simulated(self, ev: Evaluator, operation: Any, found: Found) -> None:
        contracts = self.contracts(operation)
        contracts.install(ev, self.model_class, self.impl_class)
        ev.told = partial(told, ev)
        start = self.start(ev)
        pair = self.coupled_pair(ev, start, "")
        setting = Setting(model=pair.model, impl=pair.impl)
        for st, given in self.arguments(ev, start, operation, pair):
            self.one_case(ev, st, operation, found, contracts, setting, given)
        if operation.cost is not None and ev.uncounted:
            what = f"it calls {', '.join(sorted(ev.uncounted))}"
            raise Refusal(self.place(operation), what, "that declares no cost", "declare it")
        if self.components:
            found.rested.add(f"{self.refinement.name} {CREATION}")
        found.rested |= contracts.rested

    @property
    def _told_of_impl(self) -> Any:
        """What the arrangement tells of the implementation; None without one."""
        return None if self.arrangement is None else self.arrangement.parts["impl"]

    def contracts(self, operation: Any) -> Contracts:
        """The calls that an operation makes on both sides."""
        return Contracts(self.refinement, operation, self.claims, self.program, self._told_of_impl)

    def start(self, ev: Evaluator) -> State:
        """A state of which nothing is known but what holds of all containers within."""
        start = State()
        for each in self.components:
            each.learn(ev, start)
        return start

    def one_case(
        self,
        ev: Evaluator,
        st: State,
        operation: Any,
        found: Found,
        contracts: Contracts | None,
        setting: Setting,
        given: list[Value],
    ) -> None:
        """Run both sides, and judge each pair of ends."""
        ours = [each.model if isinstance(each, Sides) else each for each in given]
        theirs = [each.impl if isinstance(each, Sides) else each for each in given]
        setting.before, setting.arguments = dict(st.heap), tuple(ours)
        setting.theirs = tuple(each.state if isinstance(each, Meaning) else each for each in theirs)
        setting.told = self.told_of(st, given)
        ev.setting = setting
        pairs = [(setting.model, setting.impl), *self._peers(st, given)]
        ev.counted = frozenset(each.id for each in st.heap[setting.impl.id].fields.values() if isinstance(each, Ref))
        ev.ties = self._ties(ev, operation, pairs)
        if operation.ensures is not None:
            starts = [Outcome(st)]
        else:
            starts = self.outcomes(ev, st, "model", operation, setting.model, ours)
        for expected in starts:
            shown = operation.promise is not None and operation.ensures is None
            if contracts is not None and shown and not isinstance(expected.error, Reached):
                contracts.show_promise(
                    ev, expected.st, setting.model, setting.before, ours, expected.value, expected.error
                )
        for expected in starts:
            expected.st.reads = expected.st.writes = 0
            for actual in self.outcomes(ev, expected.st, "impl", operation, setting.impl, theirs):
                found.paths += 1
                apart = operation.ensures is None and expected.name != actual.name  # which is shown never to be
                impossible = apart or ev.impossible(actual.st) or _costs_too_much(ev, operation, actual.st)
                found.ends[actual.name] = found.ends.get(actual.name, True) and impossible
                if not impossible:
                    found.reads = t.worst(found.reads, actual.st.reads)
                    found.writes = t.worst(found.writes, actual.st.writes)
                if contracts is not None or apart or not impossible:
                    self._judge(ev, operation, pairs, given, expected, actual)

    def outcomes(
        self, ev: Evaluator, st: State, side: str, operation: Any, owner: Ref, args: list[Value]
    ) -> list[Outcome]:
        """How one side may end."""
        ev.setting.side = side
        override = getattr(operation, side)
        function: Value
        if override is not None:
            function, given = self.program.closure(override), [owner, *args]
        else:
            function, given = ev.attribute(st, owner, operation.name, self.impl_class.node), args
        return self.ends_of(ev, st, function, given)

    def ends_of(self, ev: Evaluator, st: State, function: Value, given: list[Value]) -> list[Outcome]:
        """How a call may end."""
        with ev.catching() as raised, ev.running_code():
            results = ev.call(st.copy(), function, list(given), {}, self.impl_class.node)
        return [*(Outcome(end, value) for end, value in results), *(Outcome(end, None, error) for end, error in raised)]

    # --- what is obliged of each pair of ends

    def _judge(
        self,
        ev: Evaluator,
        operation: Any,
        pairs: list[tuple[Ref, Ref]],
        given: list[Value],
        expected: Outcome,
        actual: Outcome,
    ) -> None:
        st, node, before = actual.st, self.impl_class.node, ev.setting.before
        ev.claim = operation.claim.id
        if st.waiting:
            ev.oblige(st, False, node, "the arrays go round a loop less than the model")
        if any(not each.answered for each in st.log):
            ev.oblige(st, False, node, "the arrays make a call less than the model")
        self._arguments_kept(ev, st, given, before)
        if operation.ensures is not None:
            self._ensured(ev, operation, pairs, given, actual)
            return
        if expected.name != actual.name:
            told = f"the model ends in {expected.name}, the implementation in {actual.name}"
            ev.oblige(st, False, node, told, self.place(operation))
            return
        if actual.error is not None:
            documented = actual.error.name in (*operation.refusals, CALLBACK)
            ev.oblige(st, documented, node, f"{actual.error.name} is a documented refusal", self.place(operation))
        else:
            self._same_result(ev, st, operation, expected.value, actual.value)
        self._aftermath(ev, operation, pairs, given, expected, actual)

    def _aftermath(
        self,
        ev: Evaluator,
        operation: Any,
        pairs: list[tuple[Ref, Ref]],
        given: list[Value],
        expected: Outcome,
        actual: Outcome,
    ) -> None:
        """The coupling and the laws; nothing changed by what is refused or pure; no list that two hold."""
        st, node, before, name = actual.st, self.impl_class.node, ev.setting.before, operation.name
        self.separate(ev, st, pairs, actual.value, [each for each in given if not self.is_container(st, each)])
        if self.arrangement is not None and any(name in each.uses for each in self.refinement.operations):
            stays = t.conj(
                same_parts(State({}, before), st, pairs[0][1]),
                is_arranged(st, pairs[0][1], self.arrangement.parts["impl"]),
            )
            ev.oblige(
                st, stays, node, "the parts stay, arranged as they are, which others rest on", self.place(operation)
            )
        self.premise.show_kept(ev, st, before, [impl for _, impl in pairs], actual.value, name)
        for model, impl in pairs:
            show(self.claims, ev, st, self.claims.couple, [model, impl], f"after {name}")
            show(self.claims, ev, st, self.claims.of_states, [model], f"after {name}")
        if not operation.law_exempt:
            for place, (model, _) in enumerate(pairs):
                earlier = Ref(model.id if place else ev.setting.model.id, before)
                show(self.claims, ev, st, self.claims.of_steps, [model], f"across {name}", earlier)
        ev.claim = operation.claim.id
        refused: Term = True
        if actual.error is None and not operation.pure:
            refused = False
            if operation.rejects is not None:
                value = ev.applied(st, self.program.closure(operation.rejects), [expected.value], node)
                refused = ev.truth(st, value, node)
        for model, impl in pairs if refused is not False else []:
            for side, ref in (("the model", model), ("the implementation", impl)):
                goal = t.implies(refused, unchanged(ev, st, ref, before))
                what = "it is refused" if not operation.pure else "it is pure"
                ev.oblige(st, goal, node, f"{side} is unchanged: {what}", self.place(operation))

    def _same_result(self, ev: Evaluator, st: State, operation: Any, expected: Value, actual: Value) -> None:
        node = self.impl_class.node
        default = type(operation).__dataclass_fields__["agree"].default
        if operation.agree is default or getattr(operation.agree, "__name__", "") == SEQUENCES:
            if operation.agree is not default:
                expected, actual = seen(expected), seen(actual)
            goal = ev.equal(st, expected, actual, node)
        else:
            value = ev.applied(st, self.program.callable(operation.agree), [expected, actual], node)
            goal = ev.truth(st, value, node)
        ev.oblige(st, goal, node, "equal results", self.place(operation))

    def _ensured(
        self, ev: Evaluator, operation: Any, pairs: list[tuple[Ref, Ref]], given: list[Value], actual: Outcome
    ) -> None:
        """The implementation alone has run: its promise, and the coupling with the state that it names."""
        if operation.witness is None or operation.refused_if is None:
            raise Refusal(self.place(operation), "ensures", "it needs `witness` and `refused_if`", "declare both")
        st, node, before = actual.st, self.impl_class.node, ev.setting.before
        model, impl = pairs[0]
        arguments = list(ev.setting.arguments)
        refuses = self.program.closure(operation.refused_if)
        refused = ev.truth(st, ev.applied(st, refuses, [Ref(model.id, before), *arguments], node), node)
        goal = refused if actual.error else t.neg(refused)
        ev.oblige(st, goal, node, "it is refused exactly if the declaration says so", self.place(operation))
        if actual.error is not None:
            documented = actual.error.name in operation.refusals
            ev.oblige(st, documented, node, f"{actual.error.name} is a documented refusal", self.place(operation))
            ev.oblige(st, unchanged(ev, st, impl, before), node, "nothing is changed: it is refused")
            return
        at = Told(told(ev, st, Head(before)))
        after = ev.applied(st, self.program.closure(operation.witness), [at], node)
        closure = self.program.closure(operation.ensures)
        told_of = [Ref(model.id, before), after, seen(actual.value), *arguments]
        ev.entry_by_entry(
            st, closure, told_of, node, lambda s, key, truth, where: ev.oblige(s, truth, where, f"ensured: {key}")
        )
        for name in before[model.id].fields if operation.changes is not None else ():
            if name not in operation.changes:
                was, now = ev.attribute(st, Ref(model.id, before), name, node), ev.attribute(st, after, name, node)
                ev.oblige(st, ev.equal(st, was, now, node), node, f"{name} is left alone, as is declared")
        after = Ref(after.id) if after.heap is before and st.heap[after.id] is before[after.id] else after
        self._aftermath(ev, operation, [(after, impl), *pairs[1:]], given, Outcome(st), actual)

    def separate(
        self, ev: Evaluator, st: State, pairs: list[tuple[Ref, Ref]], result: Value, given: Iterable[Value] = ()
    ) -> None:
        """No two fields hold one list, none holds what was given, and the result is none of them."""
        sides = [side for each in given for side in ((each.model, each.impl) if isinstance(each, Sides) else (each,))]
        seen = {ref.id: "an argument" for each in sides for ref in refs_in(each)}
        handed = set(seen)
        for side in (0, 1):
            owners = list({pair[side].id: pair[side] for pair in pairs}.values())
            for owner in owners:
                self._held_once(ev, st, owner, seen, "a container")
        for name, ref in _parts_of(st, result):
            if ref.id in seen.keys() - handed:
                ev.oblige(st, False, self.impl_class.node, f"{name} is {seen[ref.id]} as well", self._path)

    def _held_once(self, ev: Evaluator, st: State, owner: Ref, seen: dict[int, str], name: str) -> None:
        cell = st.heap[owner.id]
        if owner.id in seen:
            ev.oblige(st, False, self.impl_class.node, f"{name} is {seen[owner.id]} as well", self._path)
        seen[owner.id] = name
        named = cell.fields.items() if isinstance(cell, ObjectCell) else [(name, cell)]
        for part, value in named:
            for ref in refs_in(value):
                if ref.heap is None:
                    self._held_once(ev, st, ref, seen, part)

    def _arguments_kept(self, ev: Evaluator, st: State, given: list[Value], before: Heap) -> None:
        """What was given is as it was, or changed alike on both sides."""
        for each in given:
            if isinstance(each, Sides) and isinstance(each.model, Ref) and not self.is_container(st, each):
                for side in (each.model, each.impl):
                    ev.oblige(
                        st, unchanged(ev, st, side, before), self.impl_class.node, "the argument is left as it was"
                    )
            if isinstance(each, Sides) and isinstance(each.model, Meaning):
                calls = [st.heap[side.state.id].calls for side in (each.model, each.impl) if side.state]
                ev.oblige(st, t.eq(*calls), self.impl_class.node, "both sides call the callback as often")

    def told_of(self, st: State, given: list[Value]) -> tuple[Value, ...]:
        """What declared functions are told of arguments: those of the model; of a second container, both sides."""
        ours = (each.model if isinstance(each, Sides) else each for each in given)
        return tuple(_both(each) if self.is_container(st, each) else own for each, own in zip(given, ours, strict=True))

    # --- states

    def any_one(self, ev: Evaluator, st: State, side: str, prefix: str) -> Ref:
        """Any model, or implementation, with parts that are arranged as they are now."""
        cls = self.model_class if side == "model" else self.impl_class
        if self.arrangement is None:
            return any_object(ev, st, cls, prefix)
        return any_arranged(ev, st, cls, self.arrangement.parts[side], prefix)

    def coupled_pair(self, ev: Evaluator, st: State, prefix: str) -> Sides:
        """Any model and implementation that the coupling ties and the laws allow."""
        model, impl = self.any_one(ev, st, "model", f"{prefix}m."), self.any_one(ev, st, "impl", f"{prefix}h.")
        suppose(self.claims, ev, st, self.claims.of_states, [model])
        suppose(self.claims, ev, st, self.claims.couple, [model, impl])
        return Sides(model, impl)

    def arguments(self, ev: Evaluator, st: State, operation: Any, pair: Sides) -> list[tuple[State, list[Value]]]:
        """Every value of every argument: a case for each of some constants, and for a second container that is this."""
        cases: list[tuple[State, list[Value]]] = [(st, [])]
        for domain in operation.takes:
            if domain.symbolic is None:
                raise Refusal(
                    self.place(operation), domain.name, "nothing stands for every value of it", "declare `symbolic`"
                )
            made = self.make(ev, bool(domain.within))
            following = []
            for before, given in cases:
                results = ev.call(before, self.program.closure(domain.symbolic), [made], {}, self.impl_class.node)
                if not domain.within and not all(is_any(value, len(results) > 1) for _, value in results):
                    what, why = f"the stand-in of {domain.name}", "it is not for every value"
                    cure = "give what `make` makes as it is, or say in `within` what limits it"
                    raise Refusal(self.place(operation), what, why, cure)
                following += [(after, [*given, value]) for after, value in results]
            cases = following
        same = [
            (after.copy(), [pair if self.is_container(after, each) else each for each in given])
            for after, given in cases
            if any(self.is_container(after, each) for each in given)
        ]
        return [*cases, *same]

    def make(self, ev: Evaluator, limited: bool = False) -> Told:
        """What a domain is handed as `make`; if it says what limits it, it may make some values only."""
        counts = self.arrangement.counts if self.arrangement is not None else {}
        handle = self.program.class_named("slotproof.spec.handle", "Handle")
        return Make(ev, handle, partial(self.coupled_pair, ev), self._callback(), counts).told(limited)

    def _callback(self) -> Class:
        """The error that a callback raises."""
        base = self.program.class_named(ERRORS, "SlotproofError")
        return Class(base.module, ast.ClassDef(CALLBACK, [ast.Name("Exception")], [], [], [], lineno=1))

    def is_container(self, st: State, value: Value) -> bool:
        """True of a second container."""
        return (
            isinstance(value, Sides)
            and isinstance(value.impl, Ref)
            and isinstance(cell := st.heap[value.impl.id], ObjectCell)
            and cell.cls is self.impl_class
        )

    def _peers(self, st: State, given: list[Value]) -> list[tuple[Ref, Ref]]:
        return [(each.model, each.impl) for each in given if self.is_container(st, each)]

    def _ties(self, ev: Evaluator, operation: Any, pairs: list[tuple[Ref, Ref]]) -> Ties:
        carried = [] if operation.law_exempt else [each for each in self.claims.of_steps if each.carried]

        def suppose_laws(st: State) -> None:
            model = ev.setting.model
            suppose(self.claims, ev, st, self.claims.of_states, [model])
            suppose(self.claims, ev, st, carried, [model], Ref(model.id, ev.setting.before))

        def show_laws(st: State, node: ast.AST, when: str) -> None:
            model = ev.setting.model
            show(self.claims, ev, st, self.claims.of_states, [model], when)
            show(self.claims, ev, st, carried, [model], when, Ref(model.id, ev.setting.before))

        def suppose_coupled(st: State) -> None:
            model, impl = ev.setting.model, ev.setting.impl
            suppose(self.claims, ev, st, self.claims.couple, [model, impl])

        def show_coupled(st: State, node: ast.AST, when: str) -> None:
            model, impl = ev.setting.model, ev.setting.impl
            show(self.claims, ev, st, self.claims.couple, [model, impl], when)

        return Ties(suppose_laws, show_laws, suppose_coupled, show_coupled)

    # --- creation

    def _created(self, ev: Evaluator, found: Found) -> None:
        """The constructors of both sides, on any configuration."""
        if self.refinement.configure is None:
            raise Refusal(self._path, "configure", "the declaration does not say what a configuration is", "declare it")
        node = self.impl_class.node
        ev.told = partial(told, ev)
        closure = self.program.closure(self.refinement.configure)
        for each in self.components:
            each.show_known(ev)
        for start, given in ev.call(
            self.start(ev), closure, [self.make(ev, bool(self.refinement.configured))], {}, node
        ):
            named = {} if ev.is_empty_dict(start, given) else ev.entries(start, given)
            if named is None:
                raise Refusal(self._path, "configure", "it gives no arguments by name", "answer a dict of them")
            for expected in self._constructed(ev, start, self.model_class, named, "model"):
                for actual in self._constructed(ev, expected.st, self.impl_class, named, "impl"):
                    self._judge_new(ev, found, list(named.values()), expected, actual)

    def _judge_new(self, ev: Evaluator, found: Found, given: list[Value], expected: Outcome, actual: Outcome) -> None:
        st, node = actual.st, self.impl_class.node
        found.paths += 1
        found.ends[actual.name] = found.ends.get(actual.name, True) and ev.impossible(st)
        if expected.name != actual.name:
            told = f"the model ends in {expected.name}, the implementation in {actual.name}"
            ev.oblige(st, False, node, told)
        elif actual.error is None:
            self.separate(ev, st, [(expected.value, actual.value)], None, given)
            self.premise.show_new(ev, st, actual.value)
            show(self.claims, ev, st, self.claims.couple, [expected.value, actual.value], "of a new container")
            show(self.claims, ev, st, self.claims.of_states, [expected.value], "of a new container")

    def _constructed(
        self, ev: Evaluator, st: State, cls: Class, given: Mapping[str, Value], side: str
    ) -> list[Outcome]:
        ev.setting.side = side
        after = st.copy()
        own = after.allocate(ObjectCell(cls, {}))
        setattr(ev.setting, side, own)
        with ev.catching() as raised, ev.running_code():
            results = ev.initialized(after, own, [], given, self.impl_class.node)
        return [*(Outcome(end, value) for end, value in results), *(Outcome(end, None, error) for end, error in raised)]

    def _well_defined(self, ev: Evaluator) -> None:
        """What claims read is there, in any states of which those before them hold."""
        st = self.start(ev)
        model, impl = self.any_one(ev, st, "model", "m."), self.any_one(ev, st, "impl", "h.")
        for claim in self.claims.of_states:
            self._read_only_what_is_there(ev, st, claim, [model])
        for claim in self.claims.couple:
            self._read_only_what_is_there(ev, st, claim, [model, impl])
        if self.claims.of_steps:
            later = self.any_one(ev, st, "model", "later.")
            suppose(self.claims, ev, st, self.claims.of_states, [later])
            for claim in self.claims.of_steps:
                self._read_only_what_is_there(ev, st, claim, [model, later])

    def _read_only_what_is_there(self, ev: Evaluator, st: State, claim: Said, owners: list[Ref]) -> None:
        saved, ev.claim = ev.claim, claim.id
        value = ev.applied(st, claim.holds, list(owners), claim.node)
        ev.claim = saved
        st.assume(ev.truth(st, value, claim.node))

    # --- places

    @property
    def _path(self) -> str:
        return f"{self.impl_class.module.path}:{self.impl_class.node.lineno}"

    def place(self, operation: Any) -> str:
        """Where an operation stands."""
        method = self.impl_class.method(operation.name)
        return f"{method.module.path}:{method.node.lineno}" if method is not None else self._path


CALLBACK: Final = "CallbackError"
SEQUENCES: Final = "same_sequence"


def _each_of(parts: Any) -> tuple[Any, ...]:
    """One after the other, if there are several."""
    return parts if isinstance(parts, tuple) else (parts,)


def _both(sides: Value) -> Told:
    return Told({"model": lambda: sides.model, "impl": lambda: sides.impl})


def _costs_too_much(ev: Evaluator, operation: Any, st: State) -> bool:
    """True if an end costs more than is declared, and a solver shows that it cannot be."""
    bound = operation.cost
    if bound is None or ev.solver is None or not t.known(st.reads, st.writes):
        return False
    if st.reads <= bound.reads and st.writes <= bound.writes:
        return False
    return bool(ev.solver.entails(st.known, False, "an end that cannot be"))


def _is_said(loop: Any, name: str) -> bool:
    field_ = type(loop).__dataclass_fields__[name]
    return getattr(loop, name) is not field_.default


def seen(value: Value) -> Value:
    """What an iterator yields, looked through."""
    return View(value.length, value.at) if isinstance(value, View) else value


def _parts_of(st: State, value: Value) -> list[tuple[str, Ref]]:
    """The lists, dicts, sets and objects that a result gives away."""
    found = []
    for ref in refs_in(value):
        cell = st.heap.get(ref.id)
        if not isinstance(cell, RecordCell):
            found.append(("the result", ref))
        found += [("the result", part) for _, part in _parts_of(st, cell)]
    return found
