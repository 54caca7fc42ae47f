"""What `explore` says of a changed claim about states, from states that were found before it was changed.

Such a change makes no other step: what can be reached stays the same, and it is enough to ask the claim of each state.
Of the fillings of the arrays those matter of which nothing else is false.
An operation that is declared by means of claims, such as `from_dict`, is tried in each state.
So the answer is that of a search of the scope, which is made once for all claims.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from types import CodeType, FunctionType
from typing import Any

from slotproof.mutants_states import FOUND, Found
from slotproof.proofs.engine import explore
from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.mutants import Mutant
from slotproof.proofs.engine.refinement import Claim, Refinement
from slotproof.proofs.engine.report import Failure, Status, Verdict
from slotproof.proofs.engine.search import START, Search, new_pair
from slotproof.proofs.engine.snapshot import Snapshot, attributes
from slotproof.spec.errors import SlotproofError


def claim_of(refinement: Refinement, mutant: Mutant) -> Claim | None:
    """The law or invariant of states that the mutant changes, if it is one."""
    for claim in (*refinement.couple, *refinement.laws):
        place = (claim.holds.__module__, claim.holds.__qualname__) if claim.holds is not None else None
        if place == (mutant.module, mutant.function) and not claim.step:
            return claim
    return None


def broken_in(refinement: Refinement, claim: Claim) -> Iterator[Verdict | str]:
    """For each scope, the smallest first: its name if the claim is false of a state that can be reached, or a verdict.

    The process has taken the change on.
    """
    for found in FOUND[refinement.name]:
        yield found.scope.name if _false_of_some(refinement, found, claim) else _fillings(refinement, found, claim)
    for found in FOUND[refinement.name]:
        yield declared(refinement, found, claim)


def _false_of_some(refinement: Refinement, found: Found, claim: Claim) -> bool:
    """True if the claim is false of a state that can be reached; one that cannot be evaluated does not hold."""
    holds: Any = claim.holds and inline(claim.holds)
    model, impl = new_pair(refinement, found.scope)
    thaw = Snapshot(model, impl).thaw
    sides = (model,) if claim in refinement.laws else (model, impl)
    try:
        for key in found.reachable:
            thaw(key, model, impl)
            if not holds(*sides):
                return True
    except Exception:  # noqa: BLE001 - as above
        return True
    return False


def declared(refinement: Refinement, found: Found, claim: Claim) -> Verdict:
    """What comes of the operations that are declared by means of claims, tried in every state that can be reached."""
    names = tuple(
        each.name
        for each in refinement.operations
        if each.name in (found.scope.operations or (each.name,)) and any(map(reads_claims, (each.model, each.agree)))
    )
    again = Search(replace(refinement, couple=(), laws=()), replace(found.scope, operations=names))
    again.admit([pickle.dumps(dict.fromkeys(found.reachable, START))])
    trouble = again.expand().trouble if names else None
    if trouble is None:
        return Verdict(refinement.name, explore.NAME, found.scope.name, claim.id, Status.EXHAUSTED)
    step = again.replay(again.keys[trouble.state], trouble.call)
    failure = Failure(trouble.broken[0], trouble.message, dict(found.scope.configuration), (step,))
    return Verdict(
        refinement.name,
        explore.NAME,
        found.scope.name,
        failure.claim,
        Status.FAILED,
        failure=failure,
        reason=failure.message,
    )


def reads_claims(function: Any, depth: int = 4) -> bool:
    """True if what a function mentions leads to a claim, or to several."""
    if not isinstance(function, FunctionType):
        return False
    for name in names_of(function):
        held = function.__globals__.get(name)
        if isinstance(held, Claim) or (isinstance(held, tuple) and any(isinstance(each, Claim) for each in held)):
            return True
        if depth and isinstance(held, FunctionType) and reads_claims(held, depth - 1):
            return True
    return False


def names_of(function: FunctionType) -> set[str]:
    """The names in the code of a function, and of what is defined within."""
    codes, found = [function.__code__], set[str]()
    while codes:
        code = codes.pop()
        found |= {*code.co_names}
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return found


def _fillings(refinement: Refinement, found: Found, claim: Claim) -> Verdict:
    """Whether all claims hold now of a filling that cannot be reached."""
    holds: Any = claim.holds and inline(claim.holds)
    law = claim in refinement.laws
    model, impl = new_pair(refinement, found.scope)
    thaw = Snapshot(model, impl).thaw
    for key in found.nearly.get(claim.id, ()):
        thaw(key, model, impl)
        try:
            true = holds(model) if law else holds(model, impl)
        except (SlotproofError, LookupError):
            continue
        if true:
            message = f"every claim holds of a state that cannot be reached: {attributes(impl)}"
            failure = Failure(explore.EXACT, message, dict(found.scope.configuration))
            return Verdict(
                refinement.name,
                explore.NAME,
                found.scope.name,
                explore.EXACT,
                Status.FAILED,
                failure=failure,
                reason=message,
            )
    return Verdict(refinement.name, explore.NAME, found.scope.name, claim.id, Status.EXHAUSTED)
