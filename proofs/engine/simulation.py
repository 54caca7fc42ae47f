"""One operation, run on both sides along one path from any coupled pair, with everything it promises obliged."""

from __future__ import annotations

from typing import Any

import z3

from slotproof.proofs.engine.endless import Endless
from slotproof.proofs.engine.holding import shared
from slotproof.proofs.engine.lists import SymView, Tracked
from slotproof.proofs.engine.make import CallbackError, Make, Sides, SymFactory, is_any
from slotproof.proofs.engine.path import NotSupported, PathEnd, Tally, claims
from slotproof.proofs.engine.rebuild import frozen
from slotproof.proofs.engine.refinement import same, same_sequence
from slotproof.proofs.engine.report import Outcome
from slotproof.proofs.engine.rounds import RoundEnds, Rounds
from slotproof.proofs.engine.symbolic import SymInt, lift
from slotproof.proofs.engine.terms import conjunction, negation
from slotproof.spec.errors import SlotproofError


class Run(Rounds):
    """Forward simulation of one operation along one path."""

    def run(self) -> None:
        """Run both sides from a coupled pair and oblige everything the operation promises."""
        pair = self.coupled_pair()
        self.model, self.impl = pair.model, pair.impl
        self.model_before, self.before = frozen(self.model), frozen(self.impl)
        make = Make(self.coupled_pair, self.refinement.arranged[0].counts if self.refinement.arranged else None)
        self.arguments = tuple(self._argument(domain, make) for domain in self.operation.takes)
        if self.path.bound is not None:
            self._bound_everything()
        self.rebuilder.note_classes()
        given = [(each, each.state()) for each in self.arguments if isinstance(each, Tracked)]
        related = self.operation.ensures is not None
        expected = None if related else self._side("model")
        actual = self._side("impl")
        self._meet()
        if actual is not None:
            self.ended = actual.error or "success"
        if actual is None or (expected is None and not related):
            raise PathEnd
        self._require_nothing_beside(given)
        if related:
            if self.operation.promise is not None:
                raise NotSupported(f"{self.operation.name} has a promise, which `ensures` does not show")
            self._require_ensures(actual)
            return
        if expected is not None:
            self.calls.require_all_found()
            self._require_same_outcome(expected, actual)
            if self.operation.promise is not None:
                if expected.value is not None:
                    raise NotSupported(f"{self.operation.name} has a promise, which says nothing of its result")
                self.require_promise(self.operation.promise, self.arguments, expected.error)
            self._require_aftermath(expected)

    def _argument(self, domain: Any, make: Make) -> Any:
        if domain.symbolic is None:
            raise NotSupported(f"{domain.name} has no stand-in")
        decided, self.path.making = len(self.path.taken), True
        try:
            made = self.rebuilder.function(domain.symbolic)(make)
        finally:
            self.path.making = False
        if not domain.within and not is_any(made, chosen=len(self.path.taken) > decided):
            raise NotSupported(
                f"the stand-in of {domain.name} is not for every value: give what `make` makes as it is, "
                "or say in `within` what limits it"
            )
        return made

    def _bound_everything(self) -> None:
        """Small numbers make a counterexample that a person can read."""
        bound = self.path.bound or 0
        for subject in (self.model, self.impl):
            for value in vars(subject).values():
                if isinstance(value, SymInt):
                    self.path.assume(conjunction(value.term >= -1, value.term <= 2 * bound + 2))

    def _side(self, side: str) -> Outcome | None:
        """Run one side; None if its path ended in a loop."""
        self.side = side
        subject = self.model if side == "model" else self.impl
        override = self.operation.model if side == "model" else self.operation.impl
        arguments = [getattr(each, side) if isinstance(each, Sides) else each for each in self.arguments]
        self.path.tally, self.path.counting = Tally(), side == "impl"
        try:
            if override is not None:
                value = self.rebuilder.function(override)(subject, *arguments)
            else:
                value = getattr(subject, self.operation.name)(*arguments)
            if hasattr(value, "__next__"):
                value = list(value)  # a generator whose loop is not cut
        except SlotproofError as error:
            return Outcome(error=type(error).__name__, text=str(error))
        except CallbackError:
            return Outcome(error="CallbackError")
        except (TypeError, AttributeError, LookupError, ValueError, Endless) as error:
            raise NotSupported(
                f"on stand-ins, {self.operation.name} ends in {type(error).__name__}: {error}"
            ) from error
        except RoundEnds:
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
            if agree is same and any(
                isinstance(each, SymView) and each.lazy for each in (expected.value, actual.value)
            ):
                self.path.require(z3.BoolVal(False), f"{what}: an iterator equals nothing but itself", claim.id)
            self._require_equal(expected.value, actual.value, what, claim.id)
        else:
            goal = self.formula(self.rebuilder.function(agree), expected.value, actual.value)
            self.path.require(goal, what, claim.id)
        self._require_unshared(actual.value, claim.id)

    def _require_nothing_beside(self, given: list[tuple[Tracked, tuple[Any, ...]]]) -> None:
        """Oblige that arguments are left as they were, no two names hold one list, and classes are as ever."""
        claim = self.operation.claim.id
        for argument, state in given:
            left = z3.BoolVal(argument.unchanged_since(state))
            self.path.require(left, f"{claim}: the argument {argument!r} is left as it was", claim)
        for side in ("model", "impl"):
            peers = [getattr(each, side) if isinstance(each, Sides) else each for each in self.arguments]
            subject = self.model if side == "model" else self.impl
            holders = {"the container": subject, **{f"argument {n}": peer for n, peer in enumerate(peers, 1)}}
            twice = shared(holders)
            self.path.require(z3.BoolVal(not twice), f"{claim}: {twice} are not one and the same", claim)
            for each in (subject, *peers):
                self.rebuilder.require_whole(each)
        self.rebuilder.require_classes_unchanged()

    def _require_unshared(self, value: Any, claim: str) -> None:
        """A result that is a mutable array of the container would let a client change it behind the handles' back."""
        own = {id(part) for part in vars(self.impl).values() if isinstance(part, Tracked)}
        parts = [value, *getattr(value, "__dict__", {}).values()]
        if type(value) in (list, tuple, dict):
            parts += value.values() if type(value) is dict else value
        if any(id(part) in own for part in parts):
            self.path.require(z3.BoolVal(False), f"{claim}: the result shares an array with the container", claim)

    def _require_aftermath(self, expected: Outcome) -> None:
        """The coupling, the laws, and for a refused or pure operation: nothing changed."""
        operation = self.operation
        self.require_coupled(self.model, self.impl, f"after {operation.name}")
        for argument in self.arguments:
            if isinstance(argument, Sides) and not isinstance(argument.model, SymFactory):
                self.require_coupled(argument.model, argument.impl, f"of the other container after {operation.name}")
        refused = bool(expected.error) or self._rejects(expected.value)
        if refused or operation.pure:
            what = "refused" if refused else "pure"
            self._require_unchanged(
                self.model_before, self.model, f"the model is unchanged: {operation.name} is {what}"
            )
            self._require_unchanged(self.before, self.impl, f"no array has changed: {operation.name} is {what}")
        self._require_step_laws(self.model, f"across {operation.name}")

    def _rejects(self, value: Any) -> bool:
        """True of a result that means "refused": on a path of its own, where it is not known."""
        rejects = self.operation.rejects
        return rejects is not None and bool(self.rebuilder.function(rejects)(value))

    def _require_ensures(self, actual: Outcome) -> None:
        """The implementation alone has run: its promise, and the coupling with the witness it names."""
        operation, claim = self.operation, self.operation.claim
        if operation.ensures is None or operation.witness is None or operation.refused_if is None:
            raise NotSupported("`ensures` needs `witness` and `refused_if`")
        refused = self.formula(self.rebuilder.function(operation.refused_if), self.model_before, *self.arguments)
        goal = refused if actual.error else negation(refused)
        self.path.require(goal, f"{claim.id}: refused exactly if the declaration says so", claim.id)
        if actual.error:
            documented = actual.error in operation.refusals
            self.path.require(z3.BoolVal(documented), f"{claim.id}: {actual.error} is documented", claim.id)
            self._require_unchanged(self.before, self.impl, f"no array has changed: {operation.name} is refused")
            return
        at = self._at(None)
        self.model = self.rebuilder.function(operation.witness)(at)
        at.model = self.model
        with claims(), self.path.gathering() as there:
            promises = self.rebuilder.function(operation.ensures)(
                self.model_before, self.model, actual.value, *self.arguments
            )
        for name, promise in promises.items():
            self.path.require(lift(promise), f"{claim.id}: {name}", claim.id)
        if operation.changes is not None:
            self.require_left_alone(operation.changes)
        self._require_aftermath(Outcome())
        self.suppose([lift(promise) for promise in promises.values()])
        self._require_there(operation.ensures, there, claim.id)


class Reading(Run):
    """What claims read is there in any state: nothing beyond the end of a list, and no missing key."""

    def run(self) -> None:
        """Oblige that of any two coupled pairs of one configuration, of which all that is claimed holds."""
        model, impl = self._any_coupled("")
        claims_of = (*self.refinement.laws, *self.refinement.couple)
        if any(claim.step for claim in claims_of):
            self.model_before = model
            later, _ = self._any_coupled("later_")
            self.suppose([self.formula(self.predicate(claim), model, later) for claim in claims_of if claim.step])
        for claim in claims_of:
            states = (model, later) if claim.step else (model,) if claim in self.refinement.laws else (model, impl)
            if claim.holds is not None:
                self.require_readable(claim.holds, *states, claim=claim.id)

    def _any_coupled(self, prefix: str) -> tuple[Any, Any]:
        pair = self.any_pair(prefix)
        self.suppose_coupled(pair.model, pair.impl)
        return pair.model, pair.impl


class Sharing(Run):
    """What both sides of an arrangement share where proofs begin: it is the same in any coupled pair of it."""

    def run(self) -> None:
        """Oblige that of a pair that shares nothing."""
        raise NotSupported("nothing stands for arranged parts")


class Creation(Run):
    """The constructors of both sides, on any configuration."""

    def run(self) -> None:
        """Oblige the coupling and the laws of what the constructors make."""
        if self.refinement.configure is None:
            raise NotSupported("the declaration does not say what a configuration is")
        self.arguments = ()
        configuration = self.rebuilder.function(self.refinement.configure)(Make(self.coupled_pair))
        originals = (self.refinement.model, self.refinement.impl)
        self.model, self.impl = (object.__new__(self.rebuilder.of_class(original)) for original in originals)
        self.model_before, self.before = frozen(self.model), frozen(self.impl)
        made = {}
        for side, subject in (("model", self.model), ("impl", self.impl)):
            self.side = side
            try:
                subject.__init__(**configuration)
            except SlotproofError as error:
                made[side] = Outcome(error=type(error).__name__)
            except RoundEnds:
                raise PathEnd from None
            else:
                made[side] = Outcome(subject)
        if made["model"].error or made["impl"].error:
            same_error = made["model"].error == made["impl"].error
            self.path.require(z3.BoolVal(same_error), "both constructors refuse the same configurations")
            return
        for made_one in made.values():
            self.rebuilder.require_whole(made_one.value)
            twice = shared({"the container": made_one.value})
            self.path.require(z3.BoolVal(not twice), f"{twice} are not one and the same")
        self.rebuilder.require_classes_unchanged()
        self.require_coupled(made["model"].value, made["impl"].value, "of a new container")
