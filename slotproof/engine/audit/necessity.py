"""Which claims the proofs of the others need: each is left out, and everything is proved once more.

A claim that is left out is neither assumed nor obliged. If some operation is then not proved, the claim is needed, and
the first obligation that resists says for what. If all are, the claim is redundant: what it says is either of no use to
any proof, or follows from the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slotproof.declare import CREATION, Claim, Operation, Refinement
from slotproof.declare.verdict import Tick, silent
from slotproof.engine.prove.prove import declared_in
from slotproof.engine.prove.prove import units as units_of
from slotproof.engine.prove.reading import ReadProof, prove_by_reading


@dataclass(frozen=True)
class Need:
    """What became of the proofs without a claim.

    unit       the first operation that is not proved without it; "" if there is none
    obligation what resists there
    """

    claim: str
    unit: str = ""
    obligation: str = ""

    @property
    def redundant(self) -> bool:
        """True if every proof goes through without the claim."""
        return not self.unit


def without(refinement: Refinement, claim: Claim) -> Refinement:
    """The declaration without one claim."""
    return replace(
        refinement,
        couple=tuple(each for each in refinement.couple if each.id != claim.id),
        laws=tuple(each for each in refinement.laws if each.id != claim.id),
    )


def units(refinement: Refinement) -> list[str]:
    """What is proved in the plain profile, the creation of a new container included.

    Of arrangements it is all that is proved in any: a claim about two groups is of no use where there is one.
    """
    operations = {each.name: each for each in refinement.operations}
    return [
        unit
        for unit in units_of(refinement, deep=bool(refinement.arranged))
        if (refinement.configure is not None if unit == CREATION.name else _is_proved(operations.get(_name(unit))))
    ]


def _is_proved(operation: Operation | None) -> bool:
    """True of an operation that has a proof; a theorem of any instance is no operation, and rests on no claim."""
    return operation is not None and not operation.unproved


def _name(unit: str) -> str:
    return unit.partition(" | ")[0]


def _is_pure(refinement: Refinement, unit: str) -> bool:
    """True of an operation that changes nothing, which needs little."""
    return unit != CREATION.name and refinement.operation(_name(unit)).pure


def needed(refinement: Refinement, only: Sequence[str] = (), tick: Tick = silent) -> list[Need]:
    """For each claim on states, or each of these IDs, what needs it.

    An operation that is not proved with all claims says nothing, and is left out. The shortest proof is tried first.
    """
    claims = [claim for claim in (*refinement.couple, *refinement.laws) if not only or claim.id in only]
    proofs = {unit: _proof(refinement, unit) for unit in units(refinement)}
    sizes = {unit: proof.found.obligations for unit, proof in proofs.items() if not proof.resists}
    proved = sorted(sizes, key=lambda unit: (_is_pure(refinement, unit), sizes[unit]))
    found = []
    for number, claim in enumerate(claims):
        tick(number, len(claims), claim.id)
        found.append(_need(without(refinement, claim), claim, proved))
    return found


def _need(rest: Refinement, claim: Claim, proved: Sequence[str]) -> Need:
    for unit in proved:
        resists = _proof(rest, unit).resists
        if resists:
            return Need(claim.id, unit, resists)
    return Need(claim.id)


def _proof(refinement: Refinement, unit: str) -> ReadProof:
    if unit == CREATION.name:
        return prove_by_reading(refinement, CREATION)
    return prove_by_reading(*declared_in(refinement, unit))
