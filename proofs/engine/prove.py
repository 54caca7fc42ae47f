"""The judge `prove`: forward simulation on stand-ins, for any size.

Model and implementation start in any two states that the coupling ties and the laws allow.
The same operation runs on both, the very Python that users run, along every path.
Proved are: equal results, the coupling and the laws afterwards, every index in bounds, every loop's end, and that a
refused operation changed nothing. Each obligation is discharged by Z3 and by cvc5.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from slotproof.proofs.engine.path import (
    Infeasible,
    NotSupported,
    Obligation,
    Path,
    PathEnd,
    Refuted,
    Tally,
    claims,
    current,
    running,
)
from slotproof.proofs.engine.rebuild import (
    Rebuilder,
    SymZip,
    facts_of,
    fresh_object,
    frozen,
)
from slotproof.proofs.engine.refinement import Claim, Cost, Loop, Operation, Refinement, same, same_sequence
from slotproof.proofs.engine.report import Failure, Outcome, Status, Tick, Verdict, silent
from slotproof.proofs.engine.solvers import ask_cvc5, smtlib
from slotproof.proofs.engine.symbolic import (
    KINDS,
    VALUE,
    SymBool,
    SymDict,
    SymDistinct,
    SymInt,
    SymList,
    SymValue,
    SymView,
    Tracked,
    length_of,
    lift,
)
from slotproof.spec.errors import SlotproofError
from slotproof.spec.handle import Handle
from slotproof.spec.logic import Symbolic

NAME: Final = "prove"


class CallbackError(Exception):
    """What a symbolic callback raises on the paths where it does."""


@dataclass(frozen=True)
class Sides:
    """An argument that differs between the two sides: a second container, or a callback with its own count of calls."""

    model: Any
    impl: Any


class SymFactory(Tracked):
    """A callable whose n-th call returns any value, the same on both sides, or raises."""

    def __init__(self, stem: str) -> None:
        super().__init__(stem)
        self.calls: Any = z3.IntVal(0)
        self.makes = z3.Function(f"{stem}_makes", z3.IntSort(), VALUE)
        self.fails = z3.Function(f"{stem}_fails", z3.IntSort(), z3.BoolSort())

    def __call__(self, *_: Any) -> SymValue:
        call = self.calls
        self.calls = z3.simplify(call + 1)
        if current().decide(self.fails(call)):
            raise CallbackError
        return SymValue(self.makes(call))

    def state(self) -> tuple[Any, ...]:
        return (self.calls,)

    def restore(self, state: tuple[Any, ...]) -> None:
        (self.calls,) = state

    def forget(self) -> None:
        self.calls = z3.Int(current().name(f"calls_{self.stem}"))

    def facts(self) -> list[z3.BoolRef]:
        return [self.calls >= 0]

    def copy(self) -> SymFactory:
        twin = SymFactory(self.stem)
        twin.calls = self.calls
        return twin


class SymOrder:
    """Any strict weak order on values: `comes_after(a, b)`."""

    def __init__(self, stem: str) -> None:
        self.relation = z3.Function(stem, VALUE, VALUE, z3.BoolSort())

    def __call__(self, first: Any, second: Any) -> Any:
        return SymBool(self.relation(lift(first), lift(second)))

    def facts(self) -> list[z3.BoolRef]:
        """Asymmetry, and transitivity of "does not come after"."""
        a, b, c = z3.Consts("order_a order_b order_c", VALUE)
        after = self.relation
        return [
            z3.ForAll([a, b], z3.Implies(after(a, b), z3.Not(after(b, a)))),
            z3.ForAll([a, b, c], z3.Implies(z3.And(z3.Not(after(a, b)), z3.Not(after(b, c))), z3.Not(after(a, c)))),
        ]


class _RoundEnds(Exception):
    """A round of a cut loop is over."""


class Make:
    """What a domain asks for to stand in for every value of an argument."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def int(self, stem: str) -> SymInt:
        """Any integer, negative ones too."""
        return SymInt(z3.Int(current().name(stem)))

    def bool(self, stem: str) -> SymBool:
        """Either truth value."""
        return SymBool(z3.Bool(current().name(stem)))

    def value(self, stem: str) -> SymValue:
        """Any value."""
        return SymValue(z3.Const(current().name(stem), VALUE))

    def one_of(self, stem: str, choices: tuple[Any, ...]) -> Any:
        """One of a few constants: a path for each."""
        for choice in choices[:-1]:
            if current().decide(z3.Bool(current().name(f"{stem}_is_{choice}"))):
                return choice
        return choices[-1]

    def list(self, stem: str, *example: Any) -> SymList:
        """A list of any length of things of the kind of the example; of values if there is none."""
        kind = KINDS.of(*example) if example else KINDS.VALUE
        made = SymList.fresh(current().name(stem), kind)
        self.run.suppose(made.facts())
        return made

    def handles(self, stem: str) -> SymList:
        """A list of any handles."""
        return self.list(stem, Handle(0, 0, 0, 0))

    def ints(self, stem: str) -> SymList:
        """A list of any integers."""
        return self.list(stem, 0)

    def factory(self, stem: str) -> Sides:
        """A callable that returns or raises, the same on both sides."""
        return Sides(SymFactory(stem), SymFactory(stem))

    def order(self, stem: str) -> SymOrder:
        """Any strict weak order."""
        made = SymOrder(current().name(stem))
        self.run.suppose(made.facts())
        return made

    def peer(self, stem: str) -> Sides:
        """A second container in any state."""
        return self.run.coupled_pair(f"{stem}_")


@dataclass
class At:
    """What an invariant may speak of.

    model, model_before    the model now, and before the operation
    now, before, entry     the implementation now, before the operation, and when the loop was reached
    local, entry_local     the locals of the function now, and when the loop was reached
    index, length          of a `for` loop: rounds behind, rounds in all
    arguments              of the operation
    """

    model: Any
    model_before: Any
    now: Any
    before: Any
    entry: Any
    local: Mapping[str, Any]
    entry_local: Mapping[str, Any]
    index: Any
    length: Any
    arguments: tuple[Any, ...]

    def distinct(self, entries: Any, places: Any) -> Any:
        """The sequence of distinct ints that two lists spell out, one the inverse of the other."""
        return SymDistinct.inverse_pair("witness", entries, places)


@dataclass
class Head:
    """A loop that was reached on this path."""

    loop: Loop
    key: str
    side: str
    subject: Any
    entry: Any
    entry_local: dict[str, Any]
    view: SymView | None
    index: Any
    length: Any
    outer: Tally
    states: list[tuple[Tracked, tuple[Any, ...]]]
    attributes: dict[int, tuple[Any, dict[str, Any]]]
    names: tuple[str, ...] = ()
    variant: Any = None
    local: dict[str, Any] = field(default_factory=dict)


class Run:
    """One operation of one container along one path."""

    def __init__(self, refinement: Refinement, operation: Operation, path: Path, cuts: bool = True) -> None:
        self.refinement = refinement
        self.operation = operation
        self.path = path
        with_loops = frozenset(loop.function for loop in refinement.loops)
        self.rebuilder = Rebuilder(self.at_loop if cuts else None, with_loops)
        self.loops = {f"{loop.function}#{loop.index}": loop for loop in refinement.loops}
        self.heads: dict[str, Head] = {}
        self.side = "model"
        self.model: Any = None
        self.impl: Any = None
        self.meeting: dict[int, dict[str, Any]] = {}
        self.met = {"model": 0, "impl": 0}
        self.stopped: dict[str, tuple[str, dict[str, Any]] | None] = {"model": None, "impl": None}

    # --- the states

    def suppose(self, formulas: list[z3.BoolRef]) -> None:
        """Assume formulas."""
        for formula in formulas:
            self.path.assume(formula)

    def predicate(self, claim: Claim) -> Callable[..., Any]:
        """The predicate of a claim, over stand-ins."""
        made: Callable[..., Any] = self.rebuilder.function(claim.holds)
        return made

    def formula(self, function: Callable[..., Any], *arguments: Any) -> z3.BoolRef:
        """What a predicate says of some states."""
        with claims():
            return lift(function(*arguments))

    def coupled_pair(self, prefix: str = "") -> Sides:
        """Any model and implementation that the coupling ties and the laws allow."""
        refinement = self.refinement
        model = fresh_object(self.rebuilder.of_class(refinement.model), refinement.model, f"{prefix}m")
        impl = fresh_object(self.rebuilder.of_class(refinement.impl), refinement.impl, f"{prefix}h")
        self.suppose_coupled(model, impl)
        return Sides(model, impl)

    def suppose_coupled(self, model: Any, impl: Any) -> None:
        """Assume what holds of every reachable pair."""
        self.suppose(facts_of(model) + facts_of(impl))
        for claim in self.refinement.laws:
            if not claim.step:
                self.path.assume(self.formula(self.predicate(claim), model))
        for claim in self.refinement.couple:
            self.path.assume(self.formula(self.predicate(claim), model, impl))

    def require_coupled(self, model: Any, impl: Any, when: str) -> None:
        """Oblige what holds of every reachable pair."""
        for fact in facts_of(model) + facts_of(impl):
            self.path.require(fact, f"lengths are not negative, and sequences distinct, {when}")
        for claim in self.refinement.couple:
            goal = self.formula(self.predicate(claim), model, impl)
            self.path.require(goal, f"{claim.id} {when}: {claim.statement}", claim.id)
        for claim in self.refinement.laws:
            if not claim.step:
                goal = self.formula(self.predicate(claim), model)
                self.path.require(goal, f"{claim.id} {when}: {claim.statement}", claim.id)

    # --- the operation

    def run(self) -> None:
        """Run both sides from a coupled pair and oblige everything the operation promises."""
        pair = self.coupled_pair()
        self.model, self.impl = pair.model, pair.impl
        self.model_before, self.before = frozen(self.model), frozen(self.impl)
        make = Make(self)
        self.arguments = tuple(self._argument(domain, make) for domain in self.operation.takes)
        if self.path.bound is not None:
            self._bound_everything()
        related = self.operation.ensures is not None and self.path.bound is None
        expected = None if related else self._side("model")
        actual = self._side("impl")
        self._meet()
        if actual is None or (expected is None and not related):
            raise PathEnd
        if related:
            self._require_ensures(actual)
            return
        self._require_same_outcome(expected, actual)
        self._require_aftermath(expected)

    def _argument(self, domain: Any, make: Make) -> Any:
        if domain.symbolic is None:
            raise NotSupported(f"{domain.name} has no stand-in")
        return domain.symbolic(make)

    def _bound_everything(self) -> None:
        """Small numbers make a counterexample that a person can read."""
        bound = self.path.bound or 0
        for subject in (self.model, self.impl):
            for value in vars(subject).values():
                if isinstance(value, SymInt):
                    self.path.assume(z3.And(value.term >= -1, value.term <= 2 * bound + 2))

    def _side(self, side: str) -> Outcome | None:
        """Run one side; None if its path ended in a loop."""
        self.side = side
        subject = self.model if side == "model" else self.impl
        override = self.operation.model if side == "model" else self.operation.impl
        arguments = [getattr(each, side) if isinstance(each, Sides) else each for each in self.arguments]
        self.path.tally = Tally()
        try:
            if override is not None:
                value = self.rebuilder.function(override)(subject, *arguments)
            else:
                value = getattr(subject, self.operation.name)(*arguments)
        except SlotproofError as error:
            return Outcome(error=type(error).__name__, text=str(error))
        except CallbackError:
            return Outcome(error="CallbackError")
        except _RoundEnds:
            if self.stopped[side] is None:
                raise PathEnd from None
            return None
        return Outcome(value)

    def _require_same_outcome(self, expected: Outcome, actual: Outcome) -> None:
        operation, claim = self.operation, self.operation.claim
        if expected.error != actual.error:
            answers = f"the model answers {expected}, the implementation {actual}"
            self.path.must(z3.BoolVal(False), f"{claim.id}: {answers}", claim.id)
        if expected.error:
            documented = expected.error in (*operation.refusals, "CallbackError")
            self.path.require(z3.BoolVal(documented), f"{claim.id}: {expected.error} is a documented refusal", claim.id)
            return
        agree = operation.agree
        what = f"{claim.id}: equal results"
        if agree in (same, same_sequence):
            self._require_equal(expected.value, actual.value, what, claim.id)
        else:
            goal = self.formula(self.rebuilder.function(agree), expected.value, actual.value)
            self.path.require(goal, what, claim.id)
        self._require_unshared(actual.value, claim.id)

    def _require_equal(self, expected: Any, actual: Any, what: str, claim: str) -> None:
        require = self.path.require
        if isinstance(expected, SymView | SymList) or isinstance(actual, SymView | SymList):
            self._require_equal_sequences(expected, actual, what, claim)
        elif isinstance(expected, tuple | list) and isinstance(actual, tuple | list):
            if len(expected) != len(actual):
                require(z3.BoolVal(False), f"{what} (lengths)", claim)
            for left, right in zip(expected, actual, strict=False):
                self._require_equal(left, right, what, claim)
        elif expected is None or actual is None or isinstance(expected, str):
            require(z3.BoolVal(expected is actual or expected == actual), what, claim)
        else:
            left, right = lift(expected), lift(actual)
            if left.sort() != right.sort():
                require(z3.BoolVal(False), f"{what} (kinds)", claim)
            else:
                require(left == right, what, claim)

    def _require_equal_sequences(self, expected: Any, actual: Any, what: str, claim: str) -> None:
        for view in (expected, actual):
            if isinstance(view, SymZip):
                for part in view.views[1:]:
                    self.path.must(lift(view.length) == lift(length_of(part)), f"{what} (zip lengths)", claim)
        length = lift(length_of(expected))
        self.path.require(length == lift(length_of(actual)), f"{what} (lengths)", claim)
        index = SymInt(z3.Int(self.path.name("element")))
        inside = z3.And(0 <= index.term, index.term < length)
        if isinstance(expected, SymList) and isinstance(actual, SymList):
            equal = [a == b for a, b in zip(KINDS.terms(expected.peek(index)), KINDS.terms(actual.peek(index)), strict=True)]
            self.path.require(z3.Implies(inside, z3.And(equal)), f"{what} (elements)", claim)
        elif self.path.decide(inside):
            self._require_equal(_entry(expected, index), _entry(actual, index), f"{what} (elements)", claim)

    def _require_unshared(self, value: Any, claim: str) -> None:
        """A result that is a mutable array of the container would let a client change it behind the handles' back."""
        own = {id(part) for part in vars(self.impl).values() if isinstance(part, Tracked)}
        parts = vars(value).values() if hasattr(value, "__dict__") else value.values() if type(value) is dict else [value]
        if any(id(part) in own for part in parts):
            self.path.require(z3.BoolVal(False), f"{claim}: the result shares an array with the container", claim)

    def _require_aftermath(self, expected: Outcome) -> None:
        """The coupling, the laws, and for a refused or pure operation: nothing changed."""
        operation = self.operation
        self.require_coupled(self.model, self.impl, f"after {operation.name}")
        for argument in self.arguments:
            if isinstance(argument, Sides) and not isinstance(argument.model, SymFactory):
                self.require_coupled(argument.model, argument.impl, f"of the other container after {operation.name}")
        refused = bool(expected.error) or (operation.rejects is not None and operation.rejects(expected.value))
        if refused or operation.pure:
            what = "refused" if refused else "pure"
            self._require_unchanged(self.model_before, self.model, f"the model is unchanged: {operation.name} is {what}")
            self._require_unchanged(self.before, self.impl, f"no array has changed: {operation.name} is {what}")
        self._require_step_laws(self.model, f"across {operation.name}")

    def _carried_laws(self) -> list[z3.BoolRef]:
        """What the step laws that loops carry say of the way from the start to here."""
        laws = [claim for claim in self.refinement.laws if claim.step and claim.carried]
        if self.operation.law_exempt:
            laws = []
        return [self.formula(self.predicate(claim), self.model_before, self.model) for claim in laws]

    def _require_step_laws(self, model: Any, when: str, only_carried: bool = False) -> None:
        if self.operation.law_exempt:
            return
        for claim in self.refinement.laws:
            if claim.step and (claim.carried or not only_carried):
                goal = self.formula(self.predicate(claim), self.model_before, model)
                self.path.require(goal, f"{claim.id} {when}: {claim.statement}", claim.id)

    def _require_unchanged(self, before: Any, after: Any, what: str) -> None:
        for name, old in vars(before).items():
            new = getattr(after, name)
            if isinstance(old, Tracked):
                same_terms = isinstance(new, Tracked) and new.unchanged_since(old.state())
                self.path.require(z3.BoolVal(same_terms), f"{what} ({name})", self.operation.claim.id)
            elif isinstance(old, Symbolic):
                self.path.require(lift(old) == lift(new), f"{what} ({name})", self.operation.claim.id)

    def _require_ensures(self, actual: Outcome) -> None:
        """The implementation alone has run: its promise, and the coupling with the witness it names."""
        operation, claim = self.operation, self.operation.claim
        if actual.error:
            documented = actual.error in operation.refusals
            self.path.require(z3.BoolVal(documented), f"{claim.id}: {actual.error} is documented", claim.id)
            self._require_unchanged(self.before, self.impl, f"no array has changed: {operation.name} is refused")
            return
        at = self._at(None)
        assert operation.ensures is not None
        self.model = self.rebuilder.function(operation.witness)(at)
        at.model = self.model
        with claims():
            promises = self.rebuilder.function(operation.ensures)(self.model_before, self.model, actual.value, *self.arguments)
        for name, promise in promises.items():
            self.path.require(lift(promise), f"{claim.id}: {name}", claim.id)
        self._require_aftermath(Outcome())

    # --- loops

    def _at(self, head: Head | None, local: Mapping[str, Any] | None = None) -> At:
        return At(
            model=self.model,
            model_before=self.model_before,
            now=self.impl,
            before=self.before,
            entry=head.entry if head else self.before,
            local=local if local is not None else {},
            entry_local=head.entry_local if head else {},
            index=head.index if head else None,
            length=head.length if head else None,
            arguments=self.arguments,
        )

    def at_loop(self, verb: str, key: str, *rest: Any) -> Any:
        """The cut loops call this."""
        return getattr(self, f"_{verb}")(key, *rest)

    def _enter(self, key: str, local: dict[str, Any], names: tuple[str, ...], iterable: Any) -> tuple[Any, ...]:
        loop = self.loops.get(key)
        if loop is None:
            raise NotSupported(f"loop {key} has no invariant")
        subject = self.model if self.side == "model" else self.impl
        view = _walkable(iterable)
        head = Head(
            loop=loop,
            key=key,
            side=self.side,
            subject=subject,
            entry=frozen(self.impl),
            entry_local={name: value.copy() if isinstance(value, Tracked) else value for name, value in local.items()},
            view=view,
            index=SymInt(z3.IntVal(0)),
            length=None if view is None else SymInt(lift(length_of(view))),
            outer=self.path.tally,
            states=[],
            attributes={},
        )
        self.heads[key] = head
        if loop.lockstep:
            self._come_together(head, local, "entry")
        self._require_invariant(head, local, f"when loop {key} is reached")
        values = self._forget(head, local, names)
        head.names = names
        head.local = {**local, **dict(zip(names, values, strict=True))}
        self._suppose_invariant(head)
        if view is not None:
            self.suppose([0 <= head.index.term, head.index.term <= head.length.term])
        head.states = [(each, each.state()) for each in self.path.tracked]
        head.attributes = {id(each): (each, dict(vars(each))) for each in self._objects()}
        self.path.tally = Tally(head.outer.reads, head.outer.writes)
        if loop.variant is not None:
            with claims():
                head.variant = lift(self.rebuilder.function(loop.variant)(self._at(head, head.local)))
        return values

    def _objects(self) -> list[Any]:
        peers = [side for each in self.arguments if isinstance(each, Sides) for side in (each.model, each.impl)]
        return [self.model, self.impl, *(peer for peer in peers if not isinstance(peer, Tracked))]

    def _forget(self, head: Head, local: dict[str, Any], names: tuple[str, ...]) -> tuple[Any, ...]:
        """Fresh stand-ins for whatever a round may have changed."""
        from slotproof.proofs.engine.loops import UNBOUND

        loop, path = head.loop, self.path
        if head.view is not None:
            head.index = SymInt(z3.Int(path.name(f"index_{head.key}")))
        shared: dict[str, Any] = {}
        if loop.lockstep:
            shared = self.meeting[self.met[self.side] - 1]
            if "index" in shared:
                head.index = shared["index"]
            self._take_over(head, shared)
        else:
            for name in loop.changes:
                value = getattr(head.subject, name)
                if isinstance(value, Tracked):
                    value.forget()
                    self.suppose(value.facts())
                else:
                    object.__setattr__(head.subject, name, KINDS.of(value).fresh(f"{name}_in_loop"))
        values = []
        make = Make(self)
        for name in (*names, *(n for n in loop.locals if n not in names)):
            if name in shared.get("locals", {}):
                value = shared["locals"][name]
                value = value.copy() if isinstance(value, Tracked) else value
            elif name in loop.locals:
                value = self.rebuilder.function(loop.locals[name])(make)
            elif name not in local:
                value = UNBOUND
            else:
                value = KINDS.of(local[name]).fresh(f"{name}_in_loop")
            if loop.lockstep and value is not UNBOUND:
                shared.setdefault("locals", {})[name] = _copied(value)
            if name not in names and isinstance(local[name], Tracked):
                local[name].restore(value.state())
            values.append(value)
        return tuple(values[: len(names)])

    def _invariant(self, head: Head, local: Mapping[str, Any]) -> dict[str, Any]:
        with claims():
            return dict(self.rebuilder.function(head.loop.invariant)(self._at(head, local)))

    def _require_invariant(self, head: Head, local: Mapping[str, Any], when: str) -> None:
        for name, condition in self._invariant(head, local).items():
            self.path.require(lift(condition), f"{name}, {when}", self.operation.claim.id)

    def _suppose_invariant(self, head: Head) -> None:
        for condition in self._invariant(head, head.local).values():
            self.path.assume(lift(condition))

    def _more(self, key: str) -> bool:
        head = self.heads[key]
        return self.path.decide(head.index.term < head.length.term)

    def _item(self, key: str) -> Any:
        head = self.heads[key]
        assert head.view is not None
        return _entry(head.view, head.index)

    def _back(self, key: str, local: dict[str, Any]) -> None:
        head = self.heads[key]
        where = f"after a round of loop {key}"
        claim = self.operation.claim.id
        if head.view is not None:
            head.index = head.index + 1
        if head.loop.lockstep:
            carried = {name: local[name] for name in {*head.names, *head.loop.locals} if name in local}
            carried.update({f"calls of {stem}": SymInt(factory.calls) for stem, factory in self._factories()})
            self.stopped[self.side] = (key, carried)
        if head.loop.keeps or not head.loop.lockstep:
            self._require_only_said_changes(head, local, where)
        self._require_invariant(head, local, where)
        if head.loop.variant is not None:
            with claims():
                now = lift(self.rebuilder.function(head.loop.variant)(self._at(head, local)))
            goal = z3.And(head.variant >= 0, now < head.variant)
            self.path.require(goal, f"loop {key} ends: its variant falls and is never negative", claim)
        elif head.view is None:
            self.path.require(z3.BoolVal(False), f"loop {key} has no variant", claim)
        if self.side == "impl":
            round_cost = Tally(self.path.tally.reads - head.outer.reads, self.path.tally.writes - head.outer.writes)
            worst = self.path.rounds.setdefault(key, Tally())
            worst.reads, worst.writes = max(worst.reads, round_cost.reads), max(worst.writes, round_cost.writes)
        raise _RoundEnds

    def _require_only_said_changes(self, head: Head, local: Mapping[str, Any], where: str) -> None:
        said = {id(getattr(head.subject, name)) for name in head.loop.changes}
        said |= {id(local[name]) for name in head.loop.locals if name in local}
        said |= {id(factory) for _, factory in self._factories()}
        for each, state in head.states:
            if id(each) not in said and not each.unchanged_since(state):
                self.path.must(z3.BoolVal(False), f"{each.stem} changes, which the loop does not say, {where}")
        for subject, attributes in head.attributes.values():
            for name, old in attributes.items():
                if subject is head.subject and name in head.loop.changes and not isinstance(old, Tracked):
                    continue
                if not _unchanged(old, getattr(subject, name)):
                    self.path.must(z3.BoolVal(False), f"{name} changes, which the loop does not say, {where}")

    # --- loops in lockstep

    def _come_together(self, head: Head, local: dict[str, Any], when: str) -> None:
        """Note where one side stands at a shared loop; the second side finds what the first noted."""
        number = self.met[self.side]
        self.met[self.side] += 1
        meeting = self.meeting.setdefault(number, {})
        carried = {name: local[name] for name in head.loop.locals if name in local}
        carried.update({name: value for name, value in local.items() if isinstance(value, SymInt) or type(value) is int})
        carried.update({f"calls of {stem}": SymInt(factory.calls) for stem, factory in self._factories()})
        meeting[f"{when}_{self.side}"] = (frozen(head.subject), {n: _copied(v) for n, v in carried.items()})
        if self.side == "impl":
            if f"{when}_model" not in meeting:
                self.path.must(z3.BoolVal(False), "the model has no such loop here")
            model, names = meeting[f"{when}_model"]
            self.require_coupled(model, self.impl, f"when loop {head.key} is reached")
            self._require_step_laws(model, f"when loop {head.key} is reached", only_carried=True)
            self._require_equal_locals(names, carried, f"when loop {head.key} is reached")

    def _require_equal_locals(self, expected: Mapping[str, Any], actual: Mapping[str, Any], when: str) -> None:
        for name in expected.keys() & actual.keys():
            what = f"`{name}` is the same on both sides {when}"
            self._require_equal(expected[name], actual[name], what, self.operation.claim.id)

    def _take_over(self, head: Head, shared: dict[str, Any]) -> None:
        """Both sides go on from one coupled pair."""
        if self.side == "model":
            shared["index"] = head.index
            shared["calls"] = {}
        if head.loop.keeps:
            pass
        elif self.side == "model":
            shared["pair"] = self.coupled_pair(self.path.name("round_"))
            _adopt(self.model, shared["pair"].model)
            self.suppose(self._carried_laws())
        else:
            _adopt(self.impl, shared["pair"].impl)
        for stem, factory in self._factories():
            calls = shared["calls"].setdefault(stem, z3.Int(self.path.name(f"calls_{stem}")))
            factory.restore((calls,))
            self.suppose(factory.facts())

    def _factories(self) -> list[tuple[str, SymFactory]]:
        sides = [getattr(each, self.side) for each in self.arguments if isinstance(each, Sides)]
        return [(side.stem, side) for side in sides if isinstance(side, SymFactory)]

    def _meet(self) -> None:
        """Where a round ended on one side it must have ended on the other, in states that are coupled again."""
        model, impl = self.stopped["model"], self.stopped["impl"]
        if model is None and impl is None:
            if self.met["model"] != self.met["impl"]:
                self.path.must(z3.BoolVal(False), "the two sides do not reach the same loops")
            return
        if model is None or impl is None:
            self.path.must(z3.BoolVal(False), "one side goes round its loop once more than the other")
            return
        when = f"after a round of loop {impl[0]}"
        self.require_coupled(self.model, self.impl, when)
        self._require_step_laws(self.model, when, only_carried=True)
        self._require_equal_locals(model[1], impl[1], when)
        raise PathEnd


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, Tracked) else value


def _adopt(subject: Any, other: Any) -> None:
    """Take on another object's state, array by array, so that who holds an array still holds it."""
    for name, value in vars(other).items():
        mine = getattr(subject, name)
        if isinstance(mine, Tracked):
            mine.restore(value.state())
        else:
            object.__setattr__(subject, name, value)


def _unchanged(old: Any, new: Any) -> bool:
    if isinstance(old, Tracked):
        return new is old
    if isinstance(old, Symbolic) or isinstance(new, Symbolic):
        return bool(z3.simplify(lift(old)).eq(z3.simplify(lift(new))))
    return bool(old == new)


def _walkable(iterable: Any) -> SymView | None:
    if iterable is None:
        return None
    if isinstance(iterable, SymView):
        return iterable
    if isinstance(iterable, SymList | SymDistinct):
        twin = iterable.copy()
        return SymView(lift(length_of(twin)), twin.__getitem__)
    if isinstance(iterable, range):
        return SymView(z3.IntVal(len(iterable)), lambda index: iterable.start + index)
    raise NotSupported(f"a loop over {type(iterable).__name__}")


def _entry(sequence: Any, index: Any) -> Any:
    if isinstance(sequence, SymView):
        return sequence.at(index)
    if isinstance(sequence, SymList | SymDistinct):
        return sequence[index]
    raise NotSupported(f"no entries in {type(sequence).__name__}")




# --- all paths


@dataclass
class Proof:
    """What the paths of one operation gave."""

    operation: str
    paths: int = 0
    decisions: int = 0
    obligations: list[Obligation] = field(default_factory=list)
    cost: Tally = field(default_factory=Tally)
    rounds: dict[str, Tally] = field(default_factory=dict)
    unsupported: str = ""
    z3_seconds: float = 0.0
    cvc5_seconds: float = 0.0

    @property
    def open(self) -> list[Obligation]:
        """The obligations that a solver did not discharge."""
        return [each for each in self.obligations if (each.z3_verdict, each.cvc5_verdict) != ("unsat", "unsat")]


MOST_PATHS: Final = 2_000


def prove_operation(
    refinement: Refinement,
    operation: Operation,
    bound: int | None = None,
    with_cvc5: bool = True,
    tick: Tick = silent,
) -> Proof:
    """Every path of an operation, every obligation of every path."""
    return _prove(lambda path: Run(refinement, operation, path, cuts=bound is None), operation.name, bound, with_cvc5, tick)


def prove_creation(refinement: Refinement, bound: int | None = None, with_cvc5: bool = True, tick: Tick = silent) -> Proof:
    """A new model and a new implementation of any configuration are coupled."""
    return _prove(lambda path: Creation(refinement, CREATION, path), CREATION.name, bound, with_cvc5, tick)


def _prove(
    start: Callable[[Path], Run], name: str, bound: int | None, with_cvc5: bool, tick: Tick
) -> Proof:
    proof = Proof(name)
    waiting: list[tuple[bool, ...]] = [()]
    began = time.process_time()
    while waiting:
        if proof.paths >= MOST_PATHS:
            proof.unsupported = f"more than {MOST_PATHS} paths"
            break
        path = Path(waiting.pop(), [], bound)
        with running(path):
            run = start(path)
            try:
                run.run()
            except Infeasible:
                pass
            except (PathEnd, Refuted):
                pass
            except NotSupported as reason:
                proof.unsupported = str(reason)
        waiting += path.pending
        proof.paths += 1
        proof.decisions += path.decisions
        proof.obligations += path.obligations
        _worst(proof, path)
        tick(proof.paths, proof.paths + len(waiting), f"{name}: {len(proof.obligations)} obligations")
    proof.z3_seconds = time.process_time() - began
    if with_cvc5 and bound is None:
        began = time.process_time()
        for group in _same_assumptions(proof.obligations):
            _second_opinion(group)
            tick(proof.paths, proof.paths, f"{name}: second opinion")
        proof.cvc5_seconds = time.process_time() - began
    return proof


def _same_assumptions(obligations: list[Obligation]) -> list[list[Obligation]]:
    """Neighbours that rest on the same assumptions: one text can hold all of them."""
    groups: list[list[Obligation]] = []
    for obligation in obligations:
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and last.decisions == obligation.decisions
            and len(last.assumptions) == len(obligation.assumptions)
            and last.assumptions[-1:] == obligation.assumptions[-1:]
        ):
            groups[-1].append(obligation)
        else:
            groups.append([obligation])
    return groups


def _second_opinion(group: list[Obligation]) -> None:
    """Ask cvc5 about the obligations together, and one by one if that is not enough."""
    goal = z3.And([obligation.goal for obligation in group])
    verdict, units = ask_cvc5(smtlib(group[0].assumptions, goal))
    if verdict == "unsat" or len(group) == 1:
        for obligation in group:
            obligation.cvc5_verdict, obligation.cvc5_units = verdict, units // len(group)
        return
    half = len(group) // 2
    _second_opinion(group[:half])
    _second_opinion(group[half:])


def _worst(proof: Proof, path: Path) -> None:
    proof.cost.reads = max(proof.cost.reads, path.tally.reads)
    proof.cost.writes = max(proof.cost.writes, path.tally.writes)
    for key, tally in path.rounds.items():
        worst = proof.rounds.setdefault(key, Tally())
        worst.reads, worst.writes = max(worst.reads, tally.reads), max(worst.writes, tally.writes)


CREATION: Final = Operation("new", Claim("", "a new container is coupled"))


class Creation(Run):
    """The constructors of both sides, on any configuration."""

    def run(self) -> None:
        """Oblige the coupling and the laws of what the constructors make."""
        if self.refinement.configure is None:
            raise NotSupported("the declaration does not say what a configuration is")
        self.arguments = ()
        configuration = self.rebuilder.function(self.refinement.configure)(Make(self))
        made = {}
        for side, original in (("model", self.refinement.model), ("impl", self.refinement.impl)):
            self.side = side
            try:
                made[side] = Outcome(self.rebuilder.of_class(original)(**configuration))
            except SlotproofError as error:
                made[side] = Outcome(error=type(error).__name__)
        if made["model"].error or made["impl"].error:
            same_error = made["model"].error == made["impl"].error
            self.path.require(z3.BoolVal(same_error), "both constructors refuse the same configurations")
            return
        self.require_coupled(made["model"].value, made["impl"].value, "of a new container")
