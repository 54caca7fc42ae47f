"""The states of the default scopes, found before anything is changed, and what they say of a changed function.

Most changes touch few operations, and one side. Where each of these still does there in every state what it did,
nothing else is found by a search, and it need not be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import explore, refusals
from slotproof.proofs.engine.endless import watched
from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.mutants import CLAIM, IMPL, MODEL, Mutant
from slotproof.proofs.engine.mutation_sites import consulted, reached
from slotproof.proofs.engine.refinement import Claim, Peer, Refinement, Scope
from slotproof.proofs.engine.refusals import NEW
from slotproof.proofs.engine.search import Calls, Search, new_pair, search, shared
from slotproof.proofs.engine.snapshot import Snapshot, freeze_any
from slotproof.spec.errors import SlotproofError

ENOUGH: Final = 2  # claims that do not hold of a filling: it is of no use


@dataclass(frozen=True)
class Found:
    """What a scope holds: the keys of pairs of states.

    reachable   all that can be reached
    start       that of new containers
    calls       what was done with each operation
    errors      how often each operation, and the creation of a container, refused what is of wrong types, if asked
    nearly      ID of a claim -> the fillings of which it alone is false
    answers     side -> for each state, in that order: operation -> what came of each of its calls
    """

    scope: Scope
    reachable: Sequence[Hashable]
    start: Hashable
    calls: Mapping[str, Calls]
    errors: Mapping[str, int]
    nearly: Mapping[str, Sequence[Hashable]]
    answers: Mapping[str, Sequence[Mapping[str, Sequence[Hashable]]]]


FOUND: Final[dict[str, list[Found]]] = {}
"""Container -> what each of its default scopes holds, the smallest first."""


def is_prepared(container: str) -> bool:
    """True if the states of a container were searched for."""
    return container in FOUND


def prepare_states(container: str) -> None:
    """Search the default scopes, and sort out their fillings, before anything is changed."""
    if container not in FOUND:
        refinement = CATALOG[container]
        found = [find(refinement, scope) for scope in refinement.scopes if not scope.deep]
        FOUND[container] = sorted(found, key=lambda each: len(each.reachable))


def find(refinement: Refinement, scope: Scope) -> Found:
    """Search a scope, and sort out its fillings.

    Raises     ValueError if the search fails
    """
    searched = search(refinement, scope, lambda states, depth: None, keep=True)
    if searched.trouble is not None:
        raise ValueError(f"{refinement.name}, {scope.name}, fails as it is: {searched.trouble.message}")
    nearly: dict[str, list[Hashable]] = {}
    if scope.enumerate and refinement.candidates is not None and refinement.abstract is not None:
        snapshot = Snapshot(*new_pair(refinement, scope))
        claims = [(claim, inline(claim.holds)) for claim in _about_states(refinement) if claim.holds]
        for impl in refinement.candidates(scope):
            try:
                model = refinement.abstract(impl)
            except (SlotproofError, LookupError):  # no meaning, whatever is claimed
                continue
            false = _two_false(refinement, claims, model, impl)
            if len(false) == 1:
                nearly.setdefault(false[0], []).append(snapshot.freeze(model, impl))
    asked = explore.asks_of_refusals(refinement, scope)
    errors = refusals.run(refinement, scope).errors if asked else {}
    start = Snapshot(*new_pair(refinement, scope)).freeze(*new_pair(refinement, scope))
    reachable = tuple(searched.held)
    answers = {}
    with watched(refinement):
        for side in (IMPL, MODEL):
            one = OneSide(refinement, scope, side)
            answers[side] = [one.answers(key) for key in reachable]
    return Found(scope, reachable, start, searched.calls, errors, nearly, answers)


def _about_states(refinement: Refinement) -> list[Claim]:
    return [claim for claim in (*refinement.laws, *refinement.couple) if not claim.step]


def _two_false(refinement: Refinement, claims: Sequence[tuple[Claim, Any]], model: Any, impl: Any) -> list[str]:
    """The first two claims that do not hold of a filling."""
    found: list[str] = []
    for claim, holds in claims:
        try:
            true = holds(model) if claim in refinement.laws else holds(model, impl)
        except (SlotproofError, LookupError):
            true = False
        if not true:
            found.append(claim.id)
            if len(found) == ENOUGH:
                break
    return found


# --- one side


_PLAIN: Final = frozenset({int, bool, str, float, type(None)})


class OneSide(Search):
    """The operations of one side of a scope, tried in states that are known.

    Takes      names, the operations to try, if not all of the scope
    """

    def __init__(self, refinement: Refinement, scope: Scope, side: str, names: Collection[str] | None = None) -> None:
        super().__init__(replace(refinement, couple=(), laws=()), scope)
        self.tried = [tried for tried in self.tried if names is None or tried.operation.name in names]
        self.is_impl = side == IMPL
        self.kind = refinement.impl if self.is_impl else refinement.model
        self.one = self.impl if self.is_impl else self.model
        self.one_before = self.impl_before if self.is_impl else self.model_before
        self.of_one = Snapshot(self.one)
        self.states: dict[Hashable, Hashable] = {}  # equal ones are one object

    def answers(self, key: Hashable) -> dict[str, tuple[Hashable, ...]]:
        """For each operation, what comes of its calls in a state of both sides."""
        self.snapshot.thaw(key, self.model_before, self.impl_before)
        before = self.of_one.freeze(self.one_before)
        self.of_one.restore(before, self.one, self.one_before)
        found: dict[str, tuple[Hashable, ...]] = {}
        one, one_before, unchanged = self.one, self.one_before, self.of_one.same
        for tried, products, own in self.arguments():
            call = tried.impl if self.is_impl else tried.model
            outcome_of = self._with_own if own else self._outcome
            answers = []
            for arguments in products:
                answer = outcome_of(call, arguments)
                if not unchanged(one, one_before) and (after := self.of_one.freeze(one)) != before:
                    self.of_one.restore(before, one, one_before)
                    answer = answer, self.states.setdefault(after, after)
                answers.append(answer)
            found[tried.operation.name] = tuple(answers)
        return found

    def _outcome(self, call: Callable[..., Any], arguments: Sequence[Any]) -> Any:
        """The class of the error that a call ends with; or its result, and what that shares with the container."""
        try:
            value = call(*arguments)
            if type(value) in _PLAIN:
                return value
            if isinstance(value, Iterator):  # of which no snapshot can be taken
                value = [*value]
        except Exception as error:  # noqa: BLE001 - every error is an outcome
            return type(error)
        return freeze_any(value), shared(value, self.one)

    def _with_own(self, call: Callable[..., Any], arguments: Sequence[Any]) -> Hashable:
        """The same of arguments that the call gets for itself, and what became of other containers among them."""
        given = [self.given(each, self.kind) for each in arguments]
        peers = [here for here, each in zip(given, arguments, strict=True) if isinstance(each, Peer)]
        before = freeze_any(peers)
        outcome = self._outcome(call, given)
        return outcome, before, freeze_any(peers), tuple(shared(peer, self.one) for peer in peers)


# --- changed code


def is_alone(refinement: Refinement, mutant: Mutant) -> bool:
    """True of a change in a function that only operations run, and no claim, comparison, domain or scope."""
    place = mutant.module, mutant.function
    if mutant.side == CLAIM or place not in reached(refinement, mutant.side):
        return False
    return place not in consulted(refinement, mutant.side)


def touched_sides(refinement: Refinement, mutant: Mutant) -> dict[str, frozenset[str]]:
    """Side -> the operations that may run there what is changed."""
    place = mutant.module, mutant.function
    sides = {side: reached(refinement, side).get(place, frozenset()) for side in (IMPL, MODEL)}
    return {side: names for side, names in sides.items() if names}


def does_alike(refinement: Refinement, found: Found, touched: Mapping[str, Collection[str]]) -> bool:
    """True if the operations do what they did, as far as a search can tell, in each state that can be reached.

    On the sides that may run what is changed, each call ends as it did, and leaves the state that it left.
    The process has taken the change on.

    Takes      touched, side -> the operations that may run there what is changed; all may make a container
    """
    scope = found.scope
    every: set[str] = set()
    for side, operations in touched.items():
        names = [name for name in found.calls if name in operations or NEW in operations]
        every.update(names)
        if not _answers_alike(refinement, found, side, names):
            return False
    if not every:
        return True
    if Snapshot(*new_pair(refinement, scope)).freeze(*new_pair(refinement, scope)) != found.start:
        return False
    if not explore.asks_of_refusals(refinement, scope):
        return True
    names = [name for name in found.calls if name in every]
    refused = refusals.run(refinement, scope, names)
    return refused.trouble is None and all(refused.errors[name] == found.errors[name] for name in (NEW, *names))


def _answers_alike(refinement: Refinement, found: Found, side: str, names: Collection[str]) -> bool:
    """True if one side's calls of some operations come to what they came to, in each state that can be reached."""
    if not names:
        return True
    one = OneSide(refinement, found.scope, side, names)
    with watched(refinement):
        for key, known in zip(found.reachable, found.answers[side], strict=True):
            if any(known[name] != answers for name, answers in one.answers(key).items()):
                return False
    return True
