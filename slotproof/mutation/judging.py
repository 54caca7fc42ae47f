"""What one judge says of one mutant, in a process that has taken it on and that ends afterwards.

Each judge has its default budget and is left at its first failure; what costs least is asked first.
Little is spent on a good example: a walk tries few shorter programs, a proof tells the obligation that is open.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Status, Verdict, silent
from slotproof.engine.api import CLAIM, MODEL, Mutant, beneath, looking_every, reached
from slotproof.engine.api.judges import explore, prove, walk
from slotproof.mutation.gate import gate, prepare_gate
from slotproof.mutation.together import prepare_together, together
from slotproof.mutation.trial import (
    GAVE_UP,
    KILLED,
    NOT_ASKED,
    NOT_SHOWN,
    PERIOD,
    PERIODS,
    SHORTENED,
    SURVIVED,
    TOGETHER,
    Trial,
)
from slotproof.mutation.units import contracts, noticed, proofs, scopes, searched, stands, theorems
from slotproof.verify.failure import encode_failure, pictured
from slotproof.verify.project import JUDGES as MODULES
from slotproof.verify.project import catalog

FIRST_STEPS: Final = (400, 3_000)  # of each walk, before the first of them is walked to its end
MOST_STATES: Final = 100_000  # of a scope whose size is not recorded
UNITS: Final = 5_000_000  # of Z3, for a counterexample

PREPARED: Final[Mapping[str, Callable[[str], None]]] = {"gate": prepare_gate, TOGETHER: prepare_together}
"""Judges that compare with what a container did before -> what finds that out, before a mutant is taken on."""


def try_one(mutant: Mutant, judge: str) -> Trial:
    """What the judge says of the mutant, which this process has taken on."""
    if not sees(catalog()[mutant.container], mutant, judge):
        return Trial(mutant.id, judge, NOT_ASKED)
    with looking_every(PERIODS.get(judge, PERIOD)):
        return _try_one(catalog()[mutant.container], mutant, judge)


def _try_one(refinement: Refinement, mutant: Mutant, judge: str) -> Trial:
    run = gate if judge == "gate" else together if judge == TOGETHER else _engine_judge
    asked, cannot = False, ""
    for verdict in run(refinement, mutant, judge):
        asked = True
        if verdict.status is Status.NOT_PROVED:
            cannot = cannot or f"not proved: {verdict.unit}: {verdict.reason[:500]}"
        if verdict.status is Status.FAILED:
            failure = verdict.failure
            return Trial(
                mutant.id,
                judge,
                KILLED if mutant.side == CLAIM or verdict.evidence.get("refuted", True) else NOT_SHOWN,
                verdict.claim,
                verdict.unit,
                verdict.reason[:500],
                failure.calls if failure else 0,
                0.0,
                _encoded(refinement, failure),
            )
    if cannot:
        return Trial(mutant.id, judge, GAVE_UP, reason=cannot)
    return Trial(mutant.id, judge, SURVIVED if asked else NOT_ASKED)


def sees(refinement: Refinement, mutant: Mutant, judge: str) -> bool:
    """False if the judge does not read what is changed, so that its answer is the one without the change.

    The gate compares with answers and reads no claim. What a declaration promises of an operation is for proofs alone.
    """
    if mutant.side != CLAIM or judge == "prove":
        return True
    if judge == "gate":
        return False
    read = (*(claim.holds for claim in refinement.claims()), *(each.rejects for each in refinement.operations))
    return any(each is not None and stands(each, mutant) for each in read)


def _encoded(refinement: Refinement, failure: Failure | None) -> dict[str, Any] | None:
    """The failure as JSON holds it, its states as they are drawn; nothing if a mutant can no longer be written out."""
    try:
        return encode_failure(pictured(refinement, failure)) if failure else None
    except Exception:  # noqa: BLE001 - it runs the code of the mutant
        return None


# --- the judges of `verify`


def _engine_judge(refinement: Refinement, mutant: Mutant, judge: str) -> Iterator[Verdict]:
    """The verdicts of the units that can tell, cheapest first.

    A judge that fails itself has said that something is wrong: `verify` ends with exit code 3.
    """
    module = importlib.import_module(MODULES[judge])
    units = {"contracts": contracts, "bits": theorems, explore.NAME: scopes, prove.NAME: proofs}
    ask: Callable[[str], list[Verdict]] = partial(module.run, refinement, deep=False, tick=silent)
    if judge == explore.NAME:
        ask = partial(_exploring, refinement)
    if judge == prove.NAME:
        ask = partial(_proving, refinement, mutant.side)
    if judge == walk.NAME:
        ask = partial(module.run, refinement, deep=False, tries=SHORTENED)
        yield from _soon_seen(refinement)
    for unit in units[judge](refinement, mutant) if judge in units else module.units(refinement, False):
        try:
            verdicts = ask(unit)
        except (MemoryError, RecursionError):
            raise
        except Exception as error:  # noqa: BLE001 - that a judge cannot go on is one of the ways to be noticed
            verdicts = [noticed(refinement, judge, unit, "the judge fails", f"{type(error).__name__}: {error}")]
        yield from sorted(verdicts, key=lambda verdict: verdict.status is not Status.FAILED)


def _soon_seen(refinement: Refinement) -> Iterator[Verdict]:
    """What the first steps of each walk break: most of what walks find, they find soon, in one of the configurations.

    What has not run by then says nothing yet.
    """
    for steps, unit in itertools.product(FIRST_STEPS, walk.configurations(refinement)):
        try:
            verdicts = walk.walk(refinement, unit, steps, tries=SHORTENED)
        except (MemoryError, RecursionError):
            raise
        except Exception:  # noqa: BLE001 - the whole walk fails as well, and is asked
            return
        yield from (each for each in verdicts if each.failure is not None and each.failure.trace)


def _exploring(refinement: Refinement, unit: str) -> list[Verdict]:
    return searched(refinement, unit, explore.read_expected().get(refinement.name, {}).get(unit), MOST_STATES)


def _proving(refinement: Refinement, side: str, unit: str) -> list[Verdict]:
    """What the proof of one operation says; of a changed claim no state is wanted that shows it wrong."""
    is_claim = side == CLAIM
    return prove.run(refinement, unit, effort=prove.Effort(near=not is_claim, units=0 if is_claim else UNITS))


def covered(mutant: Mutant) -> bool:
    """True if proofs run what is changed, in every operation that may run it, and not within a stated scope only."""
    refinement = catalog()[mutant.container]
    if refinement.configured or refinement.arranged:
        return False
    if (mutant.module, mutant.function) in beneath(refinement, mutant.side):
        return False  # no proof runs it
    module = importlib.import_module(MODULES["prove"])
    units = set(module.units(refinement, True))
    unproved = {operation.name for operation in refinement.operations if operation.unproved}
    functions = reached(refinement, mutant.side)
    touched = functions.get((mutant.module, mutant.function), frozenset())
    bounded = {each.name for each in refinement.operations if any(domain.within for domain in each.takes)}
    if mutant.side == MODEL:  # a proof by `ensures` does not run the model
        bounded |= {each.name for each in refinement.operations if each.ensures is not None}
    return bool(touched) and touched <= units - unproved - bounded
