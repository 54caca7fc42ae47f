"""The states of the default scopes, found before anything is changed, and what they say of a changed function.

Most changes touch few operations. Where each of these still does in every state what it did, nothing else is found by
a search, and it need not be made again.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import explore, refusals
from slotproof.proofs.engine.endless import watched
from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.mutants import CLAIM, Mutant
from slotproof.proofs.engine.mutation_sites import consulted, reached
from slotproof.proofs.engine.refinement import Claim, Refinement, Scope
from slotproof.proofs.engine.refusals import NEW
from slotproof.proofs.engine.search import START, Calls, Search, new_pair, search
from slotproof.proofs.engine.snapshot import Snapshot
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
    """

    scope: Scope
    reachable: Sequence[Hashable]
    start: Hashable
    calls: Mapping[str, Calls]
    errors: Mapping[str, int]
    nearly: Mapping[str, Sequence[Hashable]]


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
    return Found(scope, tuple(searched.held), start, searched.calls, errors, nearly)


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


def is_alone(refinement: Refinement, mutant: Mutant) -> bool:
    """True of a change in a function that only operations run, and no claim, comparison, domain or scope."""
    place = mutant.module, mutant.function
    if mutant.side == CLAIM or place not in reached(refinement, mutant.side):
        return False
    return place not in consulted(refinement, mutant.side)


def does_alike(refinement: Refinement, found: Found, touched: Collection[str]) -> bool:
    """True if the operations do what they did, as far as a search can tell, in each state that can be reached.

    Calls end as the model says, as often refused and as often with another state, none of them a new one.
    The process has taken the change on.

    Takes      touched, the operations that may run what is changed; all may make a container
    """
    scope = found.scope
    names = tuple(name for name in found.calls if name in touched or NEW in touched)
    if not names:
        return True
    bare = replace(refinement, couple=(), laws=tuple(claim for claim in refinement.laws if claim.step))
    again = Search(bare, replace(scope, operations=names))
    if again.snapshot.freeze(*new_pair(refinement, scope)) != found.start:
        return False
    again.admit([pickle.dumps(dict.fromkeys(found.reachable, START))])
    with watched(refinement):
        trouble = again.expand().trouble
    counts = again.counts()
    if trouble is not None or counts.states != len(found.reachable):
        return False
    if any(counts.calls[name] != found.calls[name] for name in names):
        return False
    if not explore.asks_of_refusals(refinement, scope):
        return True
    refused = refusals.run(refinement, scope, names)
    return refused.trouble is None and all(refused.errors[name] == found.errors[name] for name in (NEW, *names))
