"""The states of the default scopes, found before anything is changed, and what they say of a changed function.

Most changes touch few operations, and one side. Where each of these still does there in every state what it did,
nothing else is found by a search, and it need not be made again. Where one does not, the first such state is as near
as a search would find it: whether anything is wrong is asked there.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from slotproof.declare import Claim, Peer, Refinement, Scope
from slotproof.declare.inline import inline
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.ends import shared
from slotproof.engine.explore import explore, invalid_inputs
from slotproof.engine.explore.enumeration import reading
from slotproof.engine.explore.invalid_inputs import NEW, Refused
from slotproof.engine.explore.search import START, Box, Calls, Search, Tried, new_pair
from slotproof.engine.explore.snapshot import Snapshot, freeze_any
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, Mutant
from slotproof.engine.mutate.sites import compared_by, consulted, counted_by, looked_at_by, reached
from slotproof.engine.watchdog import watched
from slotproof.mutation.apart import apart
from slotproof.spec.errors import SlotproofError
from slotproof.verify.project import catalog

ENOUGH: Final = 2  # claims that do not hold of a filling: it is of no use


@dataclass(frozen=True)
class Found:
    """What a scope of a container holds: the keys of pairs of states.

    reachable   all that can be reached, the nearest first
    parents     the number of the state before each, -1 for that of new containers
    last        the number of the call that leads to each from there
    calls       what was done with each operation
    errors      how often each operation, and the creation of a container, refused what is of wrong types, if asked
    nearly      ID of a claim -> the fillings of which it alone is false
    well_formed for each filling, 1 if every claim holds of it, and 0 if not
    answers     side -> for each state, in that order: operation -> what came of each of its calls
    with_peers  the operations that take another container, which is made by calls of others
    steps       state of the model -> those that calls lead to from there, if there are laws that speak of steps
    """

    container: str
    name: str
    reachable: Sequence[Hashable]
    parents: Sequence[int]
    last: Sequence[int]
    calls: Mapping[str, Calls]
    errors: Mapping[str, int]
    nearly: Mapping[str, Sequence[Hashable]]
    well_formed: bytes
    answers: Mapping[str, Sequence[Mapping[str, Sequence[Hashable]]]]
    with_peers: Set[str]
    steps: Mapping[Hashable, Set[Hashable]]

    @property
    def scope(self) -> Scope:
        """The scope itself."""
        return next(scope for scope in catalog()[self.container].scopes if scope.name == self.name)


FOUND: Final[dict[str, list[Found]]] = {}
"""Container -> what each of its default scopes holds, the smallest first."""


def is_prepared(container: str) -> bool:
    """True if the states of a container were searched for."""
    return container in FOUND


def prepare_states(container: str, processes: int = 1, tell: Callable[[str], None] = lambda note: None) -> None:
    """Search the default scopes, and sort out their fillings, before anything is changed.

    Takes      processes, how many search at the same time; tell, is told what was searched
    """
    if container in FOUND:
        return
    sizes, unknown = explore.read_expected().get(container, {}), explore.Size(0, 0, 0)
    scopes = [scope.name for scope in catalog()[container].scopes if not scope.deep]
    scopes.sort(key=lambda name: -sizes.get(name, unknown).transitions)  # long ones begin first
    founds = []
    for found in apart(_found, [(container, name) for name in scopes], processes):
        founds.append(found)
        tell(f"the states of {container}, {found.name}")
    FOUND[container] = sorted(founds, key=lambda each: len(each.reachable))
    _work_out(catalog()[container])


def _work_out(refinement: Refinement) -> None:
    """What each process would work out by itself: claims as plain Python, and which functions run for what."""
    for scope in refinement.scopes:
        Search(refinement, scope)
    for side in (IMPL, MODEL):
        consulted(refinement, side)


def _found(place: tuple[str, str]) -> Found:
    container, name = place
    refinement = catalog()[container]
    return find(refinement, next(scope for scope in refinement.scopes if scope.name == name))


def find(refinement: Refinement, scope: Scope) -> Found:
    """Search a scope, and sort out its fillings.

    Raises     ValueError if the search fails
    """
    search = Search(refinement, scope)
    with watched(refinement):
        search.begin()
        while search.counts().fresh:
            trouble = search.expand().trouble
            if trouble is not None:
                raise ValueError(f"{refinement.name}, {scope.name}, fails as it is: {trouble.message}")
    asked = explore.asks_of_refusals(refinement, scope)
    errors = invalid_inputs.run(refinement, scope).errors if asked else {}
    answers: dict[str, Sequence[Mapping[str, Sequence[Hashable]]]] = {}
    with_peers: set[str] = set()
    steps: dict[Hashable, set[Hashable]] = {}
    with watched(refinement):
        for side in (IMPL, MODEL):
            one = OneSide(refinement, scope, side)
            one.steps = steps if side == MODEL and any(law.step for law in refinement.laws) else None
            answers[side] = [one.answers(key) for key in search.keys]
            with_peers |= one.with_peers
    return Found(
        refinement.name,
        scope.name,
        tuple(search.keys),
        search.parents,
        search.calls,
        search.counts().calls,
        errors,
        *_fillings(refinement, scope),
        answers,
        with_peers,
        steps,
    )


def _fillings(refinement: Refinement, scope: Scope) -> tuple[dict[str, list[Hashable]], bytes]:
    """ID of a claim -> the fillings of which it alone is false; and of which of all every claim holds."""
    nearly: dict[str, list[Hashable]] = {}
    well_formed = bytearray()
    if scope.enumerate and refinement.candidates is not None and refinement.abstract is not None:
        snapshot = Snapshot(*new_pair(refinement, scope))
        claims = [(claim, inline(claim.holds)) for claim in _about_states(refinement) if claim.holds]
        for impl in refinement.candidates(scope):
            try:
                model = refinement.abstract(impl)
            except (SlotproofError, LookupError):  # no meaning, whatever is claimed
                well_formed.append(False)
                continue
            false = _two_false(refinement, claims, model, impl)
            well_formed.append(not false)
            if len(false) == 1:
                nearly.setdefault(false[0], []).append(snapshot.freeze(model, impl))
    return nearly, bytes(well_formed)


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
        self.with_peers: set[str] = set()
        self.steps: dict[Hashable, set[Hashable]] | None = None  # those that step laws judge, if they are noted

    def answers(self, key: Hashable) -> dict[str, tuple[Hashable, ...]]:
        """For each operation, what comes of its calls in a state of both sides."""
        return {tried.operation.name: tuple(answers) for tried, answers in self._tried_in(key)}

    def is_unlike(self, key: Hashable, known: Mapping[str, Sequence[Hashable]]) -> bool:
        """True if some call in a state of both sides comes to something else than is known; no further one is made."""
        for tried, answers in self._tried_in(key):
            before = known[tried.operation.name]
            count = 0
            for count, answer in enumerate(answers, 1):
                if count > len(before) or answer != before[count - 1]:
                    return True
            if count < len(before):
                return True
        return False

    def _tried_in(self, key: Hashable) -> Iterator[tuple[Tried, Iterator[Hashable]]]:
        """Each operation, with what comes of its calls, one after the other, each of which is made when it is asked."""
        self.snapshot.thaw(key, self.model_before, self.impl_before)
        before = self.of_one.freeze(self.one_before)
        self.of_one.restore(before, self.one, self.one_before)
        for tried, products, own in self.arguments():
            if own and any(isinstance(each, Peer) for arguments in products for each in arguments):
                self.with_peers.add(tried.operation.name)
            yield tried, self._answers(tried, products, own, before)

    def _answers(
        self, tried: Tried, products: Sequence[Sequence[Any]], own: bool, before: Hashable
    ) -> Iterator[Hashable]:
        one, one_before, unchanged = self.one, self.one_before, self.of_one.same
        call = tried.impl if self.is_impl else tried.model
        outcome_of = self._with_own if own else self._outcome
        noted = None if self.steps is None or tried.operation.law_exempt else self.steps.setdefault(before, set())
        for arguments in products:
            answer = outcome_of(call, arguments)
            if not unchanged(one, one_before) and (after := self.of_one.freeze(one)) != before:
                self.of_one.restore(before, one, one_before)
                after = self.states.setdefault(after, after)
                answer = answer, after
                if noted is not None:
                    noted.add(after)
            yield answer

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


class Beside(NamedTuple):
    """What runs a changed function besides operations.

    looked     claims do
    compared   what is asked after calls of these operations does
    counted    what fillings of the arrays, and the count of well-formed states, are made with does
    """

    looked: bool
    compared: frozenset[str]
    counted: bool


def beside(refinement: Refinement, mutant: Mutant) -> Beside | None:
    """What may run the changed code besides operations; None of what is no function that operations run."""
    place = mutant.module, mutant.function
    if mutant.side == CLAIM or place not in reached(refinement, mutant.side):
        return None
    nothing = frozenset[str]()
    return Beside(
        any(place in looked_at_by(refinement, side) for side in (IMPL, MODEL)),
        nothing.union(*(compared_by(refinement, side).get(place, nothing) for side in (IMPL, MODEL))),
        any(place in counted_by(refinement, side) for side in (IMPL, MODEL)),
    )


ALONE: Final = Beside(False, frozenset(), False)
"""Nothing else does."""


def touched_sides(refinement: Refinement, mutant: Mutant) -> dict[str, frozenset[str]]:
    """Side -> the operations that may run there what is changed; all, of what is assigned outside of functions."""
    place = mutant.module, mutant.function
    if mutant.side == IMPL and place not in reached(refinement, IMPL):
        return {IMPL: frozenset({NEW, *(operation.name for operation in refinement.operations)})}
    sides = {side: reached(refinement, side).get(place, frozenset()) for side in (IMPL, MODEL)}
    return {side: names for side, names in sides.items() if names}


def would_say(refinement: Refinement, found: Found, touched: Mapping[str, Collection[str]]) -> Verdict | None:
    """What a search of the scope would say; None if it must be made to know.

    It finds nothing if, on the sides that may run what is changed, each call ends as it did, and leaves the state that
    it left, in each state that can be reached. The process has taken the change on.

    Takes      touched, side -> the operations that may run there what is changed; all may make a container
    """
    scope = found.scope
    with watched(refinement):
        if Snapshot(*new_pair(refinement, scope)).freeze(*new_pair(refinement, scope)) != found.reachable[0]:
            return None
    sides = {
        side: [name for name in found.calls if name in operations or name in found.with_peers or NEW in operations]
        for side, operations in touched.items()
        if operations
    }
    number = _first_unlike(refinement, found, {side: names for side, names in sides.items() if names})
    if number is not None:
        return _wrong_at(refinement, found, number)
    names = [name for name in found.calls if any(name in each for each in sides.values())]
    return _would_refuse(refinement, found, names)


def would_say_beside(refinement: Refinement, found: Found, other: Beside) -> Verdict | None:
    """The same, where all calls come to what they came to, of what else runs the change; None if a search must say.

    Takes      other, what else does
    """
    with watched(refinement):
        number = _Again(refinement, found, other).first_wrong()
    if number is not None:
        return _wrong_at(refinement, found, number)
    return _would_refuse(refinement, found, [*found.calls] if other.looked else [*other.compared & {*found.calls}])


def _would_refuse(refinement: Refinement, found: Found, names: Sequence[str]) -> Verdict:
    """What a search that finds nothing would say of what these operations should refuse."""
    if names and explore.asks_of_refusals(refinement, found.scope):
        refused = _unless_alike(refinement, found, invalid_inputs.run(refinement, found.scope, names), (NEW, *names))
        if refused is not None:
            return refused
    return Verdict(refinement.name, explore.NAME, found.scope.name, explore.STATES, Status.EXHAUSTED)


def would_say_of_creation(refinement: Refinement, found: Found) -> Verdict | None:
    """What a search of the scope would say if other configurations than before are refused; None if they are not."""
    if not explore.asks_of_refusals(refinement, found.scope):
        return None
    return _unless_alike(refinement, found, invalid_inputs.run_creation(refinement, found.scope), (NEW,))


def _unless_alike(refinement: Refinement, found: Found, tried: Refused, names: Sequence[str]) -> Verdict | None:
    """The verdict on what should be refused, unless as many calls of these were refused before."""
    before = [found.errors.get(name, 0) for name in names]
    alike = tried.trouble is None and [tried.errors.get(name, 0) for name in names] == before
    return None if alike else explore.refused(refinement, found.scope, tried, sum(before))


def would_say_of_fillings(refinement: Refinement, found: Found) -> Verdict | None:
    """What a search of the scope would say of a filling of which all claims hold, or all but one; None if nothing.

    These are the near misses: the other fillings are many, and show less.
    """
    if not found.scope.enumerate:
        return None
    model, impl = new_pair(refinement, found.scope)
    thaw = Snapshot(model, impl).thaw
    near = ((key, False) for keys in found.nearly.values() for key in keys)
    with watched(refinement):
        for key, reachable in (*((key, True) for key in found.reachable), *near):
            thaw(key, model, impl)
            message = reading(impl, reachable)
            if message:
                return explore.misread(refinement, found.scope, message)
    return None


def would_say_of_every_filling(refinement: Refinement, found: Found) -> Verdict | None:
    """What a search of a scope that enumerates fillings would say of all of them; None if it must be made to know."""
    if refinement.candidates is None:
        return None
    with watched(refinement):
        tried = zip(refinement.candidates(found.scope), found.well_formed, strict=True)
        message = next(filter(None, (reading(impl, bool(holds)) for impl, holds in tried)), "")
    return explore.misread(refinement, found.scope, message)


def _first_unlike(refinement: Refinement, found: Found, sides: Mapping[str, Collection[str]]) -> int | None:
    """The number of the nearest state in which some call of these operations comes to something else."""
    ones = {side: OneSide(refinement, found.scope, side, names) for side, names in sides.items()}
    with watched(refinement):
        for number, key in enumerate(found.reachable):
            for side, one in ones.items():
                if one.is_unlike(key, found.answers[side][number]):
                    return number
    return None


class _Again(Search):
    """A search that is shown states that are known, and tries what may now be judged in another way."""

    def __init__(self, refinement: Refinement, found: Found, other: Beside) -> None:
        tried = other.compared | (found.with_peers if other.looked else frozenset())
        names = tuple(name for name in found.calls if name in tried)
        super().__init__(refinement, replace(found.scope, operations=names))
        self.found = found
        self.known.update(found.reachable)

    def first_wrong(self) -> int | None:
        """The number of the state at the end of the shortest trace to what is wrong; None if nothing is.

        As in a search, a state of which a claim does not hold comes before calls that go wrong in states as near.
        """
        depths: list[int] = []
        called: int | None = None  # where a call goes wrong
        for number, (key, parent) in enumerate(zip(self.found.reachable, self.found.parents, strict=True)):
            depths.append(depths[parent] + 1 if parent >= 0 else 0)
            if called is None:
                self._add(key, *START)
                trouble = self.expand().trouble
                if trouble is not None and trouble.call < 0:
                    return number
                called = number if trouble is not None else None
            elif depths[number] > depths[called]:
                break
            else:
                self.snapshot.thaw(key, self.model, self.impl)
                if not self.holds(self.model, self.impl):
                    return number
        return called


def _wrong_at(refinement: Refinement, found: Found, number: int) -> Verdict | None:
    """What is wrong with a step from a state, or with what is newly reached by it; None if nothing is."""
    path = [number]
    while found.parents[path[-1]] >= 0:
        path.append(found.parents[path[-1]])
    path.reverse()
    way = {found.reachable[each]: (place - 1, found.last[each]) for place, each in enumerate(path)}
    search = _after(refinement, found, way)
    search.expanded -= 1
    with watched(refinement):
        trouble = search.expand().trouble
        if trouble is None:
            known = {*found.reachable}
            newly = {each.key: each[1:] for each in map(search.at, range(len(way), len(search.keys)))}
            search = _after(refinement, found, way)
            search.admit([pickle.dumps({key: at for key, at in newly.items() if key not in known})])
            trouble = search.expand().trouble
    if trouble is None:
        return None
    return explore.failed(refinement, found.scope, search.way(trouble.state), trouble)


def _after(refinement: Refinement, found: Found, way: Box) -> Search:
    """A search that has been this way, and nowhere else."""
    search = Search(refinement, found.scope)
    search.admit([pickle.dumps(way)])
    search.expanded = len(way)
    return search
