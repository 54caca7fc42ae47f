"""What one judge says of one mutant, in a process that has taken it on and that ends afterwards.

Each judge has its default budget and is left at its first failure; what costs least is asked first.
Little is spent on a good example: a walk tries few shorter programs, a proof tells the obligation that is open.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Status, Verdict, silent
from slotproof.engine import watchdog
from slotproof.engine.explore import explore
from slotproof.engine.explore.invalid_inputs import FROM_DICT, NEW
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, Mutant
from slotproof.engine.mutate.operators import SURFACE
from slotproof.engine.mutate.sites import SIDES, beneath, reached, steering
from slotproof.engine.prove import prove
from slotproof.engine.walk import walk
from slotproof.mutation.claims import broken_in, claim_of, prepare_claims
from slotproof.mutation.gate import ASKED, gate, prepare_gate
from slotproof.mutation.proofs import as_they_did, prepare_proofs, to_make_again
from slotproof.mutation.states import (
    ALONE,
    FOUND,
    Beside,
    beside,
    is_prepared,
    prepare_states,
    touched_sides,
    would_say,
    would_say_beside,
    would_say_of_creation,
    would_say_of_every_filling,
    would_say_of_fillings,
)
from slotproof.mutation.together import SIZES, prepare_together, together
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
from slotproof.mutation.walks import WALKED, Trying, prepare_walks, to_try
from slotproof.mutation.walks import would_say as walk_would_say
from slotproof.verify.failure import encode_failure, pictured
from slotproof.verify.project import JUDGES as MODULES
from slotproof.verify.project import catalog

FIRST_STEPS: Final = (400, 3_000)  # of each walk, before the first of them is walked to its end
MANY: Final = 10  # mutants of code for which the states of a container are searched beforehand
UNITS: Final = 5_000_000  # of Z3, for a counterexample


def try_one(mutant: Mutant, judge: str) -> Trial:
    """What the judge says of the mutant, which this process has taken on."""
    if not sees(catalog()[mutant.container], mutant, judge):
        return Trial(mutant.id, judge, NOT_ASKED)
    with watchdog.looking_every(PERIODS.get(judge, PERIOD)):
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
    units = {"contracts": contracts, "bits": theorems, "explore": scopes}
    wanted: Iterable[str | Verdict]
    wanted = units[judge](refinement, mutant) if judge in units else module.units(refinement, False)
    known: Iterable[str | Verdict] | None = None
    ask: Callable[[str], list[Verdict]] = partial(module.run, refinement, deep=False, tick=silent)
    if judge == explore.NAME:
        known = _from_states(refinement, mutant) if is_prepared(refinement.name) else None
        ask = partial(_exploring, refinement)
    if judge == walk.NAME:
        ask = partial(module.run, refinement, deep=False, tries=SHORTENED)
    if judge == walk.NAME and refinement.name in WALKED:
        known = _from_walks(refinement, mutant)
    if judge == prove.NAME:
        every = proofs(refinement, mutant)
        again = to_make_again(refinement, mutant, every)
        known = [*as_they_did(refinement, mutant, [unit for unit in every if unit not in again.units]), *again.units]
        ask = partial(_proving, refinement, mutant.side, again.ends)
    if judge == walk.NAME and known is None:
        yield from _soon_seen(refinement)
    for unit in wanted if known is None else known:
        if isinstance(unit, Verdict):
            yield unit
            continue
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


def _proving(refinement: Refinement, side: str, ends: Collection[str], unit: str) -> list[Verdict]:
    """What the proof of one operation says.

    Of a changed claim no state is wanted that shows it wrong.

    Takes      ends, the units of which starts are looked for
    """
    is_claim = side == CLAIM
    return prove.run(refinement, unit, effort=prove.Effort(not is_claim, 0 if is_claim else UNITS, unit in ends))


def _from_states(refinement: Refinement, mutant: Mutant) -> Iterator[str | Verdict] | None:
    """What states that were found before tell of each scope, or its name if it must be searched; None if nothing."""
    claim = claim_of(refinement, mutant)
    if claim is not None:
        return broken_in(refinement, claim)
    if mutant.operator in SURFACE:
        return None  # calls that give every argument come to the same
    place = mutant.module, mutant.function
    if mutant.side == CLAIM or any(place in steering(refinement, side) for side in (IMPL, MODEL)):
        return None  # other calls may be made
    return _unlike(refinement, mutant, beside(refinement, mutant))


def _from_walks(refinement: Refinement, mutant: Mutant) -> Iterator[str | Verdict] | None:
    """What walks that were made before tell of each configuration, or its name if it must be walked; None if nothing.

    All are asked before one is walked again.
    """
    trying = to_try(refinement, mutant)
    return _by_steps(refinement, trying) if trying is not None else None


def _by_steps(refinement: Refinement, trying: Trying) -> Iterator[str | Verdict]:
    left = []
    for walked in WALKED[refinement.name]:
        said = _answer(walk_would_say, refinement, walked, trying)
        if said is not None:
            yield said
        else:
            left.append(walked.unit)
    yield from left


def _unlike(refinement: Refinement, mutant: Mutant, other: Beside | None) -> Iterator[str | Verdict]:
    """What a search of each scope would say, or its name if it must be made, the smallest first.

    Takes      other, what else runs what is changed; if that is not known, only a search says that nothing is wrong
    """
    touched, names = touched_sides(refinement, mutant), scopes(refinement, mutant)
    concerned = [found for found in FOUND[refinement.name] if found.scope.name in names]
    if any(NEW in operations for operations in touched.values()):  # which configurations are refused is soon seen
        yield from filter(None, (_answer(would_say_of_creation, refinement, found) for found in concerned))
    reads = FROM_DICT in touched.get(IMPL, ())
    if reads:
        yield from filter(None, (_answer(would_say_of_fillings, refinement, found) for found in concerned))
    read, rest = [], []  # scopes whose fillings are still to be shown; and those of which calls do not tell all
    for found in concerned:
        said = _answer(would_say, refinement, found, touched)
        if said is None or (said.status is not Status.FAILED and other != ALONE):
            rest.append((found, said is not None))
            continue
        yield said
        if reads and found.scope.enumerate:
            read.append(found)
    for found in read:
        yield _answer(would_say_of_every_filling, refinement, found) or found.scope.name
    for found, alike in sorted(rest, key=lambda each: each[0].scope.enumerate):
        counts = found.scope.enumerate or found.scope.well_formed is not None  # what is known is no count
        can_say = alike and other is not None and not counts
        yield (_answer(would_say_beside, refinement, found, other) if can_say else None) or found.scope.name


def _answer(question: Callable[..., Verdict | None], *about: Any) -> Verdict | None:
    try:
        return question(*about)
    except (MemoryError, RecursionError):
        raise
    except Exception:  # noqa: BLE001 - the search that is made then says what is wrong
        return None


def _exploring(refinement: Refinement, unit: str) -> list[Verdict]:
    return searched(refinement, unit, explore.read_expected().get(refinement.name, {}).get(unit), 100_000)


Preparing = Callable[[str, int, Callable[[str], None]], None]
"""Takes      name of a container; processes, at most so many; tell, is told what was done"""


def _by_itself(prepare: Callable[[str], None]) -> Preparing:
    def prepare_it(container: str, processes: int, tell: Callable[[str], None]) -> None:
        prepare(container)

    return prepare_it


PREPARED: Final[Sequence[tuple[str, tuple[str, ...], int, Preparing]]] = (
    ("gate", (IMPL, MODEL), 1, _by_itself(prepare_gate)),
    (explore.NAME, (CLAIM,), 1, prepare_claims),
    (explore.NAME, (IMPL, MODEL), MANY, prepare_states),
    (prove.NAME, (CLAIM,), 1, _by_itself(prepare_proofs)),
    (walk.NAME, SIDES, MANY, prepare_walks),
    (TOGETHER, (MODEL,), 1, _by_itself(prepare_together)),
)
"""What is worth to be known of a container before so many mutants of these sides are shown to a judge."""


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


def forget(container: str) -> None:
    """Let go of what was prepared of a container."""
    FOUND.pop(container, None)
    WALKED.pop(container, None)
    ASKED.pop(container, None)
    for place in [place for place in SIZES if place[0] == container]:
        del SIZES[place]
