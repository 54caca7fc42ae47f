"""Any two states that the coupling ties, and what must hold of them: what an operation and its loops stand on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import z3

from slotproof.proofs.engine.dicts import SymSet
from slotproof.proofs.engine.inside import SymInside
from slotproof.proofs.engine.lists import SymList, SymView, Tracked, entry_of, length_of
from slotproof.proofs.engine.make import Sides
from slotproof.proofs.engine.path import NotSupported, Path, claims
from slotproof.proofs.engine.rebuild import Rebuilder, SymZip, facts_of, forget, fresh_object, frozen
from slotproof.proofs.engine.refinement import Claim, Operation, Promise, Refinement
from slotproof.proofs.engine.refusing import place_of
from slotproof.proofs.engine.sayings import Said
from slotproof.proofs.engine.symbolic import KINDS, SymInt, lift
from slotproof.proofs.engine.terms import conjunction, implication, negation
from slotproof.spec import errors
from slotproof.spec.logic import Symbolic


class States:
    """Model and implementation of one container on one path, before an operation and now."""

    model: Any
    impl: Any
    model_before: Any
    before: Any

    def __init__(self, refinement: Refinement, operation: Operation, path: Path, rebuilder: Rebuilder) -> None:
        self.refinement = refinement
        self.operation = operation
        self.path = path
        self.rebuilder = rebuilder
        self.arguments: tuple[Any, ...] = ()

    def suppose(self, formulas: list[z3.BoolRef]) -> None:
        """Assume formulas."""
        for formula in formulas:
            self.path.assume(formula)

    def predicate(self, claim: Claim) -> Callable[..., Any]:
        """The predicate of a claim, over stand-ins."""
        made: Callable[..., Any] = self.rebuilder.function(claim.holds)
        return made

    def said(self, *states: Any) -> Callable[..., z3.BoolRef]:
        """What predicates, as they are written, say of these states, as they are now."""
        return Said(self.rebuilder, *states).by

    def formula(self, function: Callable[..., Any], *arguments: Any) -> z3.BoolRef:
        """What a predicate says of some states."""
        with claims():
            return lift(function(*arguments))

    def require_readable(self, function: Callable[..., Any], *arguments: Any, claim: str) -> None:
        """Oblige that all that a predicate reads of some states is there."""
        with self.path.gathering() as there:
            self.formula(self.rebuilder.function(function), *arguments)
        self._require_there(function, there, claim)

    def _require_there(self, function: Callable[..., Any], there: list[z3.BoolRef], claim: str) -> None:
        for each in there:
            what = f"{place_of(function)}: what {claim} reads is there: an index in bounds, a key of the dict"
            self.path.require(each, what, claim)

    def coupled_pair(self, prefix: str = "") -> Sides:
        """Any model and implementation that the coupling ties and the laws allow."""
        pair = self.any_pair(prefix)
        self.suppose_coupled(pair.model, pair.impl)
        if self.refinement.arranged:
            self.path.rested.add(f"{self.refinement.name} new")
        return pair

    def any_pair(self, prefix: str = "", **sharing: Any) -> Sides:
        """Any model and implementation.

        Takes      sharing, what an arrangement is told: the `model`, if there is one, or `pairs` if nothing is shared
        """
        refinement = self.refinement
        if refinement.arranged:
            raise NotSupported("nothing stands for arranged parts")
        model = fresh_object(self.rebuilder.of_class(refinement.model), refinement.model, f"{prefix}m")
        impl = fresh_object(self.rebuilder.of_class(refinement.impl), refinement.impl, f"{prefix}h")
        if self.path.bound is not None:
            for name, number in refinement.sampled.items():
                for side in (model, impl):
                    object.__setattr__(side, name, SymInt(z3.IntVal(number)))
        for name, inside in refinement.inside.items():
            object.__setattr__(impl, name, SymInside.fresh(f"{prefix}h.{name}", inside, self.rebuilder))
        for name, several in refinement.several.items():
            cast(Any, several).stand_in(model, impl, name, prefix, self.rebuilder)
        return Sides(model, impl)

    def become_coupled(self, model: Any, impl: Any) -> None:
        """Let an implementation take on any state that is coupled with that of a model."""
        if self.refinement.arranged:
            raise NotSupported("nothing stands for arranged parts")
        forget(impl)
        self.suppose_coupled(model, impl)

    def suppose_coupled(self, model: Any, impl: Any) -> None:
        """Assume what holds of every reachable pair."""
        self.suppose(facts_of(model) + facts_of(impl))
        says = self.said(model, impl)
        for claim in self.refinement.laws:
            if not claim.step:
                self.path.assume(says(claim.holds, model))
        for claim in self.refinement.couple:
            self.path.assume(says(claim.holds, model, impl))

    def require_coupled(self, model: Any, impl: Any, when: str) -> None:
        """Oblige what holds of every reachable pair."""
        if self.path.granting:
            return
        for fact in facts_of(model) + facts_of(impl):
            self.path.require(fact, f"lengths are not negative, and sequences distinct, {when}")
        says = self.said(model, impl)
        for claim in self.refinement.couple:
            goal = says(claim.holds, model, impl)
            self.path.require(goal, f"{claim.id} {when}: {claim.statement}", claim.id)
        for claim in self.refinement.laws:
            if not claim.step:
                goal = says(claim.holds, model)
                self.path.require(goal, f"{claim.id} {when}: {claim.statement}", claim.id)

    def promised(self, promise: Promise, model: Any, arguments: tuple[Any, ...]) -> None:
        """Let the model take on any state that a promise allows, or raise the error that it names."""
        for error, condition in promise.refused.items():
            if self.path.decide(self.formula(self.rebuilder.function(condition), model, *arguments)):
                raise getattr(errors, error)("as promised")
        before = frozen(model)
        forget(model, promise.changes)
        self.suppose(facts_of(model))
        says = self.said(model)
        for claim in self.refinement.laws:
            if not claim.step:
                self.path.assume(says(claim.holds, model))
        for condition in self._kept(promise, before, model, arguments).values():
            self.path.assume(lift(condition))

    def _kept(self, promise: Promise, before: Any, after: Any, arguments: tuple[Any, ...]) -> dict[str, Any]:
        with claims():
            return dict(self.rebuilder.function(promise.keeps)(before, after, *arguments))

    def require_promise(self, promise: Promise, arguments: tuple[Any, ...], error: str) -> None:
        """Oblige what a promise says of the model's step that ended here, in an error or in none."""
        claim = self.operation.claim.id
        for name, condition in promise.refused.items():
            refused = self.formula(self.rebuilder.function(condition), self.model_before, *arguments)
            goal = refused if name == error else negation(refused)
            self.path.require(goal, f"{claim}: {name} is raised exactly if its promise says so", claim)
            if name == error:
                return
        if error:
            self.path.require(z3.BoolVal(False), f"{claim}: {error} is not promised", claim)
            return
        if promise.changes is not None:
            self.require_left_alone(promise.changes)
        for name, kept in self._kept(promise, self.model_before, self.model, arguments).items():
            self.path.require(lift(kept), f"{claim} promises: {name}", claim)

    def require_left_alone(self, changes: tuple[str, ...]) -> None:
        """Oblige that nothing of the model has changed but these attributes."""
        claim = self.operation.claim.id
        for name, value in vars(self.model_before).items():
            if name not in changes:
                now = getattr(self.model, name)
                same = now.unchanged_since(value.state()) if isinstance(value, Tracked) else lift(now) == lift(value)
                goal = z3.BoolVal(same) if isinstance(same, bool) else same
                self.path.require(goal, f"{claim} promises to leave {name} alone", claim)

    def _require_equal(self, expected: Any, actual: Any, what: str, claim: str) -> None:
        require = self.path.require
        if isinstance(expected, SymView | SymList) or isinstance(actual, SymView | SymList):
            self._require_equal_sequences(expected, actual, what, claim)
        elif isinstance(expected, tuple | list) and isinstance(actual, tuple | list):
            if isinstance(expected, tuple) is not isinstance(actual, tuple):
                require(z3.BoolVal(False), f"{what} (a tuple and a list)", claim)
            if len(expected) != len(actual):
                require(z3.BoolVal(False), f"{what} (lengths)", claim)
            for left, right in zip(expected, actual, strict=False):
                self._require_equal(left, right, what, claim)
        elif type(expected) is SymSet and type(actual) is SymSet:
            require(expected.has == actual.has, what, claim)
        elif expected is None or actual is None or isinstance(expected, str):
            alike = expected is actual or (type(expected) is type(actual) and expected == actual)
            require(z3.BoolVal(alike), what, claim)
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
        inside = conjunction(0 <= index.term, index.term < length, *self._looked_at(index))
        if isinstance(expected, SymList) and isinstance(actual, SymList):
            equal = [
                a == b for a, b in zip(KINDS.terms(expected.peek(index)), KINDS.terms(actual.peek(index)), strict=True)
            ]
            self.path.require(implication(inside, conjunction(*equal)), f"{what} (elements)", claim)
        elif self.path.decide(inside):
            self._require_equal(entry_of(expected, index), entry_of(actual, index), f"{what} (elements)", claim)

    def _looked_at(self, index: SymInt) -> list[z3.BoolRef]:
        """What makes the solvers look at more than the entries of this index, where they are compared."""
        return []

    def _carried_laws(self) -> list[z3.BoolRef]:
        """What the step laws that loops carry say of the way from the start to here."""
        laws = [claim for claim in self.refinement.laws if claim.step and claim.carried]
        if self.operation.law_exempt:
            laws = []
        says = self.said(self.model_before, self.model)
        return [says(claim.holds, self.model_before, self.model) for claim in laws]

    def _require_step_laws(self, model: Any, when: str, only_carried: bool = False) -> None:
        if self.operation.law_exempt:
            return
        says = self.said(self.model_before, model)
        for claim in self.refinement.laws:
            if claim.step and (claim.carried or not only_carried):
                goal = says(claim.holds, self.model_before, model)
                self.path.require(goal, f"{claim.id} {when}: {claim.statement}", claim.id)

    def _require_unchanged(self, before: Any, after: Any, what: str) -> None:
        for name, old in vars(before).items():
            new = getattr(after, name)
            if isinstance(old, Tracked):
                self.path.require(_same_state(old, new), f"{what} ({name})", self.operation.claim.id)
            elif isinstance(old, Symbolic):
                self.path.require(lift(old) == lift(new), f"{what} ({name})", self.operation.claim.id)


def _same_state(old: Tracked, new: Any) -> z3.BoolRef:
    """That a collection is in the state of another: of the very same terms, or of terms that are equal."""
    if type(new) is not type(old) or new.unchanged_since(old.state()):
        return z3.BoolVal(type(new) is type(old))
    pairs = list(zip(old.state(), new.state(), strict=False))
    alike = len(old.state()) == len(new.state()) and all(a.sort() == b.sort() for a, b in pairs)
    return conjunction(*[a == b for a, b in pairs]) if alike else z3.BoolVal(False)


def adopt(subject: Any, other: Any) -> None:
    """Take on another object's state, array by array, so that who holds an array still holds it."""
    for name, value in vars(other).items():
        mine = getattr(subject, name)
        if isinstance(mine, Tracked):
            mine.restore(value.state())
        else:
            object.__setattr__(subject, name, value)
