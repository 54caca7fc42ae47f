"""What `explore` says of a changed claim, from states and steps that were found before it was changed.

Such a change makes no other step: what can be reached stays the same, and it is enough to ask a claim of each state,
and a law about steps of each step of the model.
Of the fillings of the arrays those matter of which nothing else is false.
An operation that is declared by means of claims, such as `from_dict`, is tried in each state.
So the answer is that of a search of the scope, which is made once for all claims.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from slotproof.declare import Claim, Refinement
from slotproof.declare.inline import inline
from slotproof.declare.verdict import Failure, Status, Verdict
from slotproof.engine.explore import explore
from slotproof.engine.explore.search import Search, new_pair
from slotproof.engine.explore.snapshot import Snapshot, attributes
from slotproof.engine.mutate.edit import Mutant
from slotproof.engine.mutate.sites import once
from slotproof.mutation.states import FOUND, Found, prepare_states
from slotproof.spec.errors import SlotproofError
from slotproof.verify.project import catalog


def claim_of(refinement: Refinement, mutant: Mutant) -> Claim | None:
    """The law or invariant that the mutant changes, if it is one."""
    for claim in (*refinement.couple, *refinement.laws):
        place = (claim.holds.__module__, claim.holds.__qualname__) if claim.holds is not None else None
        if place == (mutant.module, mutant.function):
            return claim
    return None


def prepare_claims(container: str, processes: int, tell: Callable[[str], None]) -> None:
    """Find the states of a container, and what is declared by means of its claims, before one is changed."""
    prepare_states(container, processes, tell)
    for claim in (*catalog()[container].couple, *catalog()[container].laws):
        declared_by(catalog()[container], claim.id)


def broken_in(refinement: Refinement, claim: Claim) -> Iterator[Verdict | str]:
    """For each scope, the smallest first: its name if the claim is false of what can be reached there, or a verdict.

    The process has taken the change on.
    """
    is_false = _false_of_some_step if claim.step else _false_of_some
    for found in FOUND[refinement.name]:
        yield found.scope.name if is_false(refinement, found, claim) else _fillings(refinement, found, claim)
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


def _false_of_some_step(refinement: Refinement, found: Found, law: Claim) -> bool:
    """True if the law is false of a step of the model, or would be of one that changed nothing of it."""
    holds: Any = law.holds and inline(law.holds)
    (model_before, _), (model, _) = new_pair(refinement, found.scope), new_pair(refinement, found.scope)
    thaw = Snapshot(model).thaw
    try:
        for before, afters in found.steps.items():
            thaw(before, model_before)
            for after in (before, *afters):
                thaw(after, model)
                if not holds(model_before, model):
                    return True
    except Exception:  # noqa: BLE001 - as above
        return True
    return False


def declared(refinement: Refinement, found: Found, claim: Claim) -> Verdict:
    """What comes of the operations that are declared by means of claims, tried in every state that can be reached."""
    names = tuple(
        each.name
        for each in refinement.operations
        if each.name in (found.scope.operations or (each.name,)) and each.name in declared_by(refinement, claim.id)
    )
    again = Search(replace(refinement, couple=(), laws=()), replace(found.scope, operations=names))
    trouble = again.look_at(found.reachable) if names else None
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


@once
def declared_by(refinement: Refinement, claim: str) -> frozenset[str]:
    """The operations of which what they do or answer is declared by means of the claim with this ID.

    No operation is by means of a law of steps: it has one state of each side at hand.
    """
    [held] = [each for each in (*refinement.couple, *refinement.laws) if each.id == claim]
    asked = () if held.step else refinement.operations
    return frozenset(each.name for each in asked if leads_to((each.model, each.impl, each.agree), held))


def leads_to(thing: Any, claim: Claim) -> bool:
    """True if a thing of a declaration is or holds the claim, or a function that mentions it or calls one that does."""
    waiting, seen = [thing], set[int]()
    while waiting:
        each = waiting.pop()
        if each is claim or each is claim.holds:
            return True
        if id(each) in seen or isinstance(each, str | type):
            continue
        seen.add(id(each))
        if isinstance(each, FunctionType):
            waiting += _mentioned(each) if each.__module__.startswith(_DECLARATIONS) else ()
        elif isinstance(each, partial):
            waiting += [each.func, *each.args, *each.keywords.values()]
        elif isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, Sequence | frozenset):
            waiting += each
        elif is_dataclass(each):
            waiting += [getattr(each, field.name) for field in fields(each)]
    return False


@cache
def _mentioned(function: FunctionType) -> tuple[Any, ...]:
    """What a function holds, and what it names, also as a part of a module."""
    names = names_of(function)
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    for each in map(function.__globals__.get, globals_of(function)):
        held += [vars(each).get(part) for part in names] if isinstance(each, ModuleType) else [each]
    return tuple(held)


_DECLARATIONS: Final = ("slotproof.declare.", "slotproof.proofs.")


def names_of(function: FunctionType) -> set[str]:
    """The names in the code of a function, and of what is defined within."""
    return {name for code in _codes(function) for name in code.co_names}


def globals_of(function: FunctionType) -> set[str]:
    """Those that stand for themselves, and are no attributes."""
    steps = (step for code in _codes(function) for step in dis.get_instructions(code))
    return {step.argval for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


def _codes(function: FunctionType) -> Iterator[CodeType]:
    """The code of a function, and of what is defined within."""
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        yield code
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]


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
