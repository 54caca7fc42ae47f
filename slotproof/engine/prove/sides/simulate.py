"""One operation on both sides, from any coupled states, with everything that it promises obliged.

The model runs first, then the implementation, in one state. Shown are: equal results or the same error, the coupling
and the laws afterwards, nothing changed by what is refused or pure, and no list that two hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from slotproof.engine.prove.containers.contracts import Contracts
from slotproof.engine.prove.containers.within import Within
from slotproof.engine.prove.counterexamples.small import SmallSolver, limits, window_of
from slotproof.engine.prove.declaration.claims import Said, show, suppose
from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.declaration.told import told
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.stands import comparing
from slotproof.engine.prove.python.kinds.state import Setting, State, Stopped
from slotproof.engine.prove.python.kinds.values import (
    ObjectCell,
    Ref,
    Value,
    owned,
)
from slotproof.engine.prove.sides.called import Called, called_by, meant_by
from slotproof.engine.prove.sides.obliged import Obliged
from slotproof.engine.prove.sides.outcome import Found, Outcome
from slotproof.engine.prove.sides.theorems import show_instances, show_theorem
from slotproof.engine.prove.sides.ties import Reached
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal

CREATION: Final = "new"
DEFINED: Final = "claims read only what is there"
OF_NEW: Final = " of a new container"

OF_MODEL: Final = ("promise", "rejects")
"""What an operation says of the step of its model."""
OF_ENSURED: Final = ("changes", "witness", "refused_if", "settles")
"""What it says where the model is not run, and `ensures` tells what is true of it."""


class Simulation(Obliged):
    """The proofs of one declaration."""

    # --- one operation

    def operation(self, operation: Any) -> Found:
        """Prove an operation, but for one that takes data from outside: of that see `untrusted`."""
        return self.in_each_arrangement(operation, lambda ev, found: self._simulated(ev, operation, found))

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

    def theorem(self, theorem: Any) -> Found:
        """Prove a theorem of any instance."""
        found = Found(theorem.claim.id)
        self.arrangement = None
        return self._guarded(found, partial(show_theorem, self, theorem))

    def _guarded(self, found: Found, prove: Callable[[Evaluator], None]) -> Found:
        """Run a proof, and gather what was left open or refused."""
        solver = self.solver()
        solver.doubt = self.doubt
        self.numbers = {}
        ways.begin()
        ev = Evaluator(self.program, solver)
        ev.declared = self.loops
        ev.stop_at_open = True
        ev.stack.append(self.impl_class)
        try:
            self._require_named()
            for each in self.components:
                each.install(ev)
            prove(ev)
            self._answers(ev)
        except Refusal as refusal:
            found.refusal = found.refusal or str(refusal)
        except Stopped:
            pass
        found.open += ev.open
        found.rested |= ev.rested
        found.obligations += ev.obligations
        for name, (reads, writes) in ev.rounds.items():
            most = found.rounds.get(name, (0, 0))
            found.rounds[name] = t.worst(most[0], reads), t.worst(most[1], writes)
        _keep_greater(found.inner, ev.inner)
        found.presumes |= ev.presumes
        for name, number in solver.counts.items():
            found.counts[name] = found.counts.get(name, 0) + number
        return found

    def _require_named(self) -> None:
        """Refuse an arrangement without a name: what is proved for it would be said of all."""
        if self.arrangement is not None and not self.arrangement.name.strip():
            raise Refusal(self._path, "an arrangement without a name", "a verdict names it as its scope", "name it")

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
            self.arrangement, self.numbers = each and each.closed(), {}
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

    def require_shown(self, operation: Any) -> None:
        """Refuse what an operation says that no proof of its sort looks at.

        Raises     Refusal
        """
        unseen: tuple[str, ...]
        laws = [law.claim.id for law in self.refinement.answers if operation.name in law.of()]
        if operation.foreign is not None and laws:
            what = f"law of answers {laws[0]} of what takes data"
            raise Refusal(
                self.place(operation), what, "nothing shows it of data that is none of a container", "leave it out"
            )
        if operation.foreign is not None:
            sort, unseen = "`foreign`", (*OF_MODEL, *OF_ENSURED, "ensures", "cost")
        elif operation.ensures is not None:
            sort, unseen = "`ensures`", ("promise",)
        else:
            sort, unseen = "no `ensures`", OF_ENSURED
        for name in unseen:
            if getattr(operation, name) is not None:
                raise Refusal(self.place(operation), f"`{name}=` with {sort}", "nothing shows it", "leave it out")

    def _simulated(self, ev: Evaluator, operation: Any, found: Found) -> None:
        self.require_shown(operation)
        contracts = self.contracts(operation)
        contracts.install(ev, self.model_class, self.impl_class)
        ev.told = partial(told, ev)
        start = self.start(ev)
        pair = self.coupled_pair(ev, start, "")
        setting = Setting(model=pair.model, impl=pair.impl)
        if (own := called_by(operation, self.program)) is not None:
            ev.presumes.add(f"what {own.module.path}:{own.node.lineno} makes of `{operation.name}` says all of it")
        if operation.ensures is None and (own := meant_by(operation, self.program, self.model_class)) is not None:
            said = f"what {own.module.path}:{own.node.lineno} makes of the model's `{operation.name}`"
            ev.presumes.add(f"{said} is what the claim speaks of")
        for st, given in self.arguments(ev, start, operation, pair):
            self.one_case(ev, st, operation, found, contracts, setting, given)
        if operation.cost is not None and ev.uncounted:
            what = f"it calls {', '.join(sorted(ev.uncounted))}"
            raise Refusal(self.place(operation), what, "that declares no cost", "declare it")
        if self.components:
            found.rested.add(f"{self.refinement.name} {CREATION}")
        found.rested |= contracts.rested

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
        setting.told = self.told_of(st, given)
        ev.setting = setting
        pairs = [(setting.model, setting.impl), *self._peers(st, given)]
        ev.counted = frozenset(owned(st.heap, setting.impl))
        ev.ties = self._ties(operation)
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
                apart = operation.ensures is None and not expected.ends_as(actual)  # which is shown never to be
                impossible = apart or ev.impossible(actual.st) or _costs_too_much(ev, operation, actual.st)
                found.ends[actual.name] = found.ends.get(actual.name, True) and impossible
                if not impossible:
                    found.reads = t.worst(found.reads, actual.st.reads)
                    found.writes = t.worst(found.writes, actual.st.writes)
                    _keep_greater(found.passes, actual.st.passes)
                if contracts is not None or apart or not impossible:
                    actual.st.step(ways.END, actual.name)
                    self._judge(ev, operation, pairs, given, expected, actual)
                    actual.st.step(ways.DONE)

    def outcomes(
        self, ev: Evaluator, st: State, side: str, operation: Any, owner: Ref, args: list[Value]
    ) -> list[Outcome]:
        """How one side may end."""
        ev.setting.side = side
        override = getattr(operation, side)
        function: Value
        if override is None:
            function, given = ev.attribute(st, owner, operation.name, self.impl_class.node), args
            return self.ends_of(ev, st, function, given)
        own = called_by(operation, self.program) if side == "impl" else None
        called, method = None, self.impl_class.method(operation.name)
        if own is not None and method is not None and operation.foreign is None:
            called = Called(ev, own, method, st, [owner, *args])
        with comparing(ev):
            ends = self.ends_of(ev, st, self.program.closure(override), [owner, *args])
        return ends if called is None else called.judge(ends)

    def ends_of(self, ev: Evaluator, st: State, function: Value, given: list[Value]) -> list[Outcome]:
        """How a call may end."""
        with ev.catching() as raised, ev.running_code():
            results = ev.call(st.copy(), function, list(given), {}, self.impl_class.node)
        return [*(Outcome(end, value) for end, value in results), *(Outcome(end, None, error) for end, error in raised)]

    # --- creation

    def _created(self, ev: Evaluator, found: Found) -> None:
        """The constructors of both sides, on any configuration."""
        if self.refinement.configure is None:
            raise Refusal(self._path, "configure", "the declaration does not say what a configuration is", "declare it")
        ev.told = partial(told, ev)
        for each in self.components:
            each.show_known(ev)
        constructors = [cls.method("__init__") for cls in (self.model_class, self.impl_class)]
        given = [made for made in constructors if made is not None]
        for start, named in self.configurations(ev, self.refinement.configure, given, self.refinement.configured):
            for expected in self._constructed(ev, start, self.model_class, named, "model"):
                for actual in self._constructed(ev, expected.st, self.impl_class, named, "impl"):
                    self._judge_new(ev, found, list(named.values()), expected, actual)

    def _judge_new(self, ev: Evaluator, found: Found, given: list[Value], expected: Outcome, actual: Outcome) -> None:
        st, node = actual.st, self.impl_class.node
        found.paths += 1
        found.ends[actual.name] = found.ends.get(actual.name, True) and ev.impossible(st)
        st.step(ways.END, f"{'refused' if actual.error else actual.name}{OF_NEW}")
        if not expected.ends_as(actual):
            told = f"the model ends in {expected.name}, the implementation in {actual.name}"
            ev.oblige(st, False, node, told)
        elif actual.error is None:
            self.separate(ev, st, [(expected.value, actual.value)], None, given)
            for each in self._arrangements(None):
                self.as_many(ev, st, (expected.value, actual.value), each)
            self.premise.show_new(ev, st, actual.value)
            show(self.claims, ev, st, self.claims.couple, [expected.value, actual.value], "of a new container")
            show(self.claims, ev, st, self.claims.of_states, [expected.value], "of a new container")
        st.step(ways.DONE)

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
            later = self.any_one(ev, st, "model", "later.", "later.")
            suppose(self.claims, ev, st, self.claims.of_states, [later])
            for claim in self.claims.of_steps:
                self._read_only_what_is_there(ev, st, claim, [model, later])
        st.step(ways.END, DEFINED)
        for theorem in self.refinement.theorems:
            if theorem.of:
                show_instances(self, ev, st, theorem, model)
        st.step(ways.DONE)

    def _read_only_what_is_there(self, ev: Evaluator, st: State, claim: Said, owners: list[Ref]) -> None:
        saved, ev.claim = ev.claim, claim.id
        value = ev.applied(st, claim.holds, list(owners), claim.node)
        ev.claim = saved
        st.assume(ev.truth(st, value, claim.node), claim.id)


def _each_of(parts: Any) -> tuple[Any, ...]:
    """One after the other, if there are several."""
    return parts if isinstance(parts, tuple) else (parts,)


def _keep_greater(most: dict[Any, int], counts: Mapping[Any, int]) -> None:
    """Take in counts that are greater."""
    for name, count in counts.items():
        most[name] = max(most.get(name, 0), count)


def _costs_too_much(ev: Evaluator, operation: Any, st: State) -> bool:
    """True if an end costs more than is declared, and a solver shows that it cannot be."""
    bound = operation.cost
    if bound is None or ev.solver is None or not t.known(st.reads, st.writes):
        return False
    if st.reads <= bound.reads and st.writes <= bound.writes:
        return False
    if not ev.solver.entails(st.known, False, "an end that cannot be"):
        return False
    st.step(ways.CLOSED)
    return True
