"""Which proofs must be made again of what is changed.

All of them suppose and oblige a claim. If it still says what it said, beside the others, each goes through as it did;
only those are left that read the claim in another way, as `from_dict` does, which compares by means of claims. A law of
steps is supposed in loops that carry it, and nowhere else: one that says less is shown by what showed it.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Collection, Sequence
from types import FunctionType
from typing import Final, NamedTuple, TypeVar

from slotproof.declare import Claim, Loop, Refinement
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.explore.invalid_inputs import NEW
from slotproof.engine.mutate.edit import IMPL, MODEL, Mutant, as_written
from slotproof.engine.mutate.restated import restated
from slotproof.engine.mutate.sites import consulted, once, reached
from slotproof.engine.prove import prove
from slotproof.mutation.claims import claim_of, leads_to
from slotproof.verify.pool import serve_parent
from slotproof.verify.project import catalog

T = TypeVar("T")


class Again(NamedTuple):
    """The proofs that a change may let fail, and those of them whose ends may have lost their starts."""

    units: Sequence[str]
    ends: Collection[str]


def to_make_again(refinement: Refinement, mutant: Mutant, units: Sequence[str]) -> Again:
    """Those of these proofs that must be made again of what is changed: all, unless a claim is seen to say no more.

    The process has taken the change on. Another one is asked, so that what is proved here afterwards depends on nothing
    that was asked before.
    """
    claim = claim_of(refinement, mutant)
    reading = readers(refinement, claim.id) if claim else None
    if claim is None or reading is None or not isinstance(claim.holds, FunctionType):
        return Again(units, () if _ends_as_before(refinement, mutant) else units)
    before = as_written(claim.holds)
    seen = in_another_process(lambda: restated(refinement, claim, before))
    if seen is None or not seen.no_more:
        return Again(units, units)
    plain = {*prove.units(refinement, deep=False)}  # of other arrangements it was not asked
    read = [unit for unit in units if _name(unit) in reading or unit not in plain]
    if seen.no_less:
        return Again(read, read)
    if not claim.step:
        return Again(units, read)
    carrying = _rounds(refinement, lambda loop: loop.lockstep) if claim.carried else ()
    return Again([unit for unit in units if unit in read or _name(unit) in carrying], read)


def as_they_did(refinement: Refinement, mutant: Mutant, units: Sequence[str]) -> list[Verdict]:
    """The verdicts of proofs that need not be made again of a changed claim."""
    claim = claim_of(refinement, mutant)
    return [Verdict(refinement.name, prove.NAME, unit, claim.id, Status.PROVED) for unit in units if claim]


def _ends_as_before(refinement: Refinement, mutant: Mutant) -> bool:
    """True if an operation that is proved has all the ends that it had: one side may have changed, the other has not.

    What a proof assumes is as before, too, so that each end has the start that it had.
    """
    place = mutant.module, mutant.function
    if mutant.side != MODEL:
        return mutant.side == IMPL
    owners = {each.__name__ for each in refinement.model.__mro__}  # a function beside them may be run by both sides
    is_method = mutant.function.partition(".")[0] in owners
    return is_method and not any(place in consulted(refinement, side) for side in (IMPL, MODEL))


def _name(unit: str) -> str:
    return unit.partition(" | ")[0]


def prepare_proofs(container: str) -> None:
    """Find out who reads which claim, before one is changed."""
    refinement = catalog()[container]
    for claim in (*refinement.couple, *refinement.laws):
        readers(refinement, claim.id)


@once
def readers(refinement: Refinement, claim: str) -> frozenset[str] | None:
    """The operations whose proofs may read the claim with this ID in another way than as one of all; None if any may.

    All are supposed and obliged, of what two sides are coupled in. What all proofs stand on may lead to the claim, as
    another claim does, or what is known of parts.
    """
    every = (*refinement.couple, *refinement.laws)
    [held] = [each for each in every if each.id == claim]
    others = [each for each in every if each is not held]
    if leads_to([others, *(getattr(refinement, part) for part in _STOOD_ON)], held):
        return None
    names = [NEW, *(operation.name for operation in refinement.operations)]
    reading = frozenset(name for name in names if _reads(refinement, name, held))
    return reading | _rounds(refinement, lambda loop: leads_to(loop, held))


def _rounds(refinement: Refinement, such: Callable[[Loop], bool]) -> frozenset[str]:
    """The operations that may come to such a loop."""
    functions = {loop.function for loop in refinement.loops if such(loop)}
    found = set[str]()
    for side in (IMPL, MODEL):
        for (_, function), operations in reached(refinement, side).items():
            found |= operations if function in functions else set()
    return frozenset(found)


def _reads(refinement: Refinement, name: str, claim: Claim) -> bool:
    """True if the declaration of that operation leads a proof to the claim.

    With a new container it is shown that what claims read is there, and what both sides of an arrangement may share. Of
    an operation that takes foreign data, what is declared for it is run in place of the model.
    """
    if name == NEW:
        return True
    operation = refinement.operation(name)
    asked = [getattr(operation, part) for part in _PROVED_BY]
    if operation.foreign is not None:
        asked = [operation.foreign, *([] if operation.foreign.whole else [operation.impl, operation.agree])]
    return leads_to([*asked, *(each.symbolic for each in operation.takes)], claim)


_STOOD_ON: Final = (
    "summaries",
    "definitions",
    "lemmas",
    "inside",
    "several",
    "arranged",
    "configure",
)
"""What all proofs run of a declaration, beside the claims."""

_PROVED_BY: Final = ("model", "impl", "agree", "rejects", "ensures", "witness", "refused_if", "promise")
"""What a proof runs of the declaration of an operation, beside its domains."""


def in_another_process(question: Callable[[], T]) -> T | None:
    """What a copy of this process answers, which ends then; None if it dies before."""
    here, there = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if not child:
        serve_parent()
        try:
            there.send(question())
        finally:
            os._exit(0)  # nothing of what is underway here is to go on there
    there.close()
    try:
        answer: T | None = here.recv()
    except EOFError:
        answer = None
    os.waitpid(child, 0)
    return answer
