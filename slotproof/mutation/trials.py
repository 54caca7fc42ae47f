"""One judge alone on one mutant, such as a shipped bug: whether it goes red, after how much, and by which trace.

    judge       counts       on
    explore     states       the default scopes, in the order of the declaration
    walk        steps        the configurations, the default one last
    bits        obligations  the theorems that reach the changed function
    contracts   paths        the conditions of operations that reach it
    prove       obligations  the operations that reach it

The others are the same as without the change, and are not judged again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.bug import Bug, Pair
from slotproof.declare.verdict import Failure, Status, Verdict
from slotproof.engine.api import Mutant, applied, replaced
from slotproof.engine.api.judges import bits, contracts, explore, prove, walk
from slotproof.mutation import units
from slotproof.verify.project import catalog

JUDGES: Final = ("explore", "walk", "prove", "contracts", "bits")
COUNTS: Final = {
    "explore": "states",
    "walk": "steps",
    "prove": "obligations",
    "contracts": "paths",
    "bits": "obligations",
}
MOST_STATES: Final = 300_000
"""States of a scope: a break that makes it grow beyond is given up."""


@dataclass(frozen=True)
class Trial:
    """What a judge found.

    claim     ID of the claim that failed; empty if none did
    unit      scope, configuration, operation or theorem with which it failed; or that the judge itself broke down
    count     what the judge had counted by then, over all its units (`COUNTS`)
    trace     the operations of the shortest trace that it shows; a proof may show none
    seconds   CPU, those that it takes to make the trace short included
    """

    claim: str
    unit: str
    count: int
    trace: tuple[str, ...]
    seconds: float


class _TooMany(Exception):
    """A judge has counted enough."""


def mutant_of(bug: Bug) -> Mutant:
    """The change that a bug is.

    Raises     NotApplied if the function does not read as it did
    """
    return replaced(bug.container, bug.function, bug.changes, bug.id)


def mutants_of(pair: Pair) -> tuple[Mutant, Mutant]:
    """The changes of model and implementation.

    Raises     NotApplied if a function does not read as it did
    """
    model, impl = (replaced(pair.container, *side, pair.id) for side in (pair.model, pair.impl))
    return model, impl


def units_of(judge: str, mutant: Mutant) -> list[str]:
    """The pieces of work of a judge that the change of a mutant can reach, in the order of `try_out`."""
    refinement = catalog()[mutant.container]
    if judge == "explore":
        return explore.plain_units(refinement)
    if judge == "walk":
        return sorted(walk.configurations(refinement), key=lambda unit: unit == walk.DEFAULT)
    return {"bits": units.theorems, "prove": units.proofs, "contracts": units.contracts}[judge](refinement, mutant)


def try_out(judge: str, mutant: Mutant, tried: Sequence[str] | None = None, **more: Any) -> Trial | None:
    """The judge alone on the mutant, up to the first failure; None if it has nothing to say of the container.

    Takes      tried, in place of those of `units_of`; more, what the judge takes besides
    """
    refinement = catalog()[mutant.container]
    count, looked = 0, False
    began = time.process_time()
    with applied(mutant):
        for unit in units_of(judge, mutant) if tried is None else tried:
            verdicts = _verdicts(judge, refinement, unit, more)
            looked = looked or any(each.status is not Status.NOT_PROVED for each in verdicts)
            count += _count(judge, verdicts)
            failed = [each for each in verdicts if _finds(each)]
            if failed:
                first = failed[0]
                return Trial(first.claim, unit, count, _trace(first.failure), time.process_time() - began)
    return Trial("", "", count, (), time.process_time() - began) if looked else None


def _finds(verdict: Verdict) -> bool:
    """True if the verdict shows what is wrong; a proof that fails where no state tells why does not, nor a count."""
    failed = verdict.status is Status.FAILED and verdict.claim != explore.STATES
    return failed and bool(verdict.evidence.get("refuted", True))


def _verdicts(judge: str, refinement: Refinement, unit: str, more: Mapping[str, Any]) -> list[Verdict]:
    def tick(done: int, total: int, note: str) -> None:
        if judge == "explore" and done > MOST_STATES:
            raise _TooMany

    try:
        if judge == "explore":
            return explore.run(refinement, unit, False, tick, expected={})
        judges = {each.NAME: each for each in (bits, contracts, prove, walk)}
        found: list[Verdict] = judges[judge].run(refinement, unit, False, tick, **more)
    except _TooMany:
        return []
    return found


def _count(judge: str, verdicts: Sequence[Verdict]) -> int:
    counted = COUNTS[judge]
    return max((int(each.evidence.get(counted, 0)) for each in verdicts), default=0)


def _trace(failure: Failure | None) -> tuple[str, ...]:
    return tuple(step.operation for step in failure.trace) if failure else ()
