"""What one judge says of one mutant, in a process that has taken it on and that ends afterwards.

Each judge has its default budget and is left at its first failure; what costs least is asked first.
Little is spent on a good example: a walk tries few shorter programs, a proof tells the obligation that is open.
"""

from __future__ import annotations

import importlib
import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import FunctionType
from typing import Any, Final

from slotproof import needed
from slotproof.gate import judge as gate_judge
from slotproof.gate.hello import Declared, read
from slotproof.gate.judge import Look, Prepared, expect, prepare
from slotproof.gate.scopes import COVERED, whole_scope
from slotproof.gate.serve import answer
from slotproof.gate.smoke import CONFIG, SMOKE
from slotproof.gate.traces import draw, exhaust
from slotproof.gate.verdicts import FAILING, Case
from slotproof.ledger import encode_failure, pictured
from slotproof.mutants_claims import broken_in, claim_of, names_of
from slotproof.mutants_states import (
    FOUND,
    is_alone,
    is_prepared,
    prepare_states,
    touched_sides,
    would_say,
    would_say_of_creation,
    would_say_of_every_filling,
    would_say_of_fillings,
)
from slotproof.mutants_trial import GAVE_UP, KILLED, NOT_ASKED, NOT_SHOWN, SURVIVED, TOGETHER, Trial
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import endless, explore, walk
from slotproof.proofs.engine.counterexample import find
from slotproof.proofs.engine.endless import watched
from slotproof.proofs.engine.mutants import CLAIM, IMPL, MODEL, Mutant
from slotproof.proofs.engine.mutation_sites import beneath, reached, steering
from slotproof.proofs.engine.program import decode
from slotproof.proofs.engine.refinement import Refinement, Scope
from slotproof.proofs.engine.refusals import FROM_DICT, NEW
from slotproof.proofs.engine.report import Failure, Outcome, Status, Step, Verdict, silent
from slotproof.proofs.engine.vacuity import Reached
from slotproof.schedule import JUDGES as MODULES

TIMES: Final = 3
"""A search of so many times the recorded states is left: the number of states is wrong."""

PERIOD: Final = 0.15
"""CPU seconds between two looks at a call that may not end: much more than a call takes that ends."""

FIRST_STEPS: Final = (400, 3_000)  # of each walk, before the first of them is walked to its end
SHORTENED: Final = 60  # shorter programs that a walk tries
SMALL: Final = 3_000  # transitions of a scope that is searched with the model on both sides
TRANSITIONS: Final = 400  # of the gate's whole scope
TRACES: Final = 20  # random ones of the gate, in each of two configurations
MANY: Final = 10  # mutants of code for which the states of a container are searched beforehand
UNITS: Final = 5_000_000  # of Z3, for a counterexample
BYTES: Final = 256  # of a random program


class TooMany(Exception):
    """More states than the search should ever meet."""


def try_one(mutant: Mutant, judge: str) -> Trial:
    """What the judge says of the mutant, which this process has taken on."""
    refinement = CATALOG[mutant.container]
    if not sees(refinement, mutant, judge):
        return Trial(mutant.id, judge, NOT_ASKED)
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
    return any(each is not None and _stands(each, mutant) for each in read)


def _stands(function: Callable[..., Any], mutant: Mutant) -> bool:
    """True if the mutant changes that function."""
    return (function.__module__, function.__qualname__) == (mutant.module, mutant.function)


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
    units = {"prove": _proofs, "contracts": _contracts, "bits": _theorems, "explore": _scopes}
    wanted: Iterable[str | Verdict]
    wanted = units[judge](refinement, mutant) if judge in units else module.units(refinement, False)
    if judge == explore.NAME and is_prepared(refinement.name):
        wanted = _from_states(refinement, mutant) or wanted
    with _spending_less(module, judge, mutant.side):
        if judge == walk.NAME:
            yield from _soon_seen(refinement)
        for unit in wanted:
            if isinstance(unit, Verdict):
                yield unit
                continue
            try:
                verdicts = _of_unit(module, refinement, unit, mutant.side)
            except (MemoryError, RecursionError):
                raise
            except Exception as error:  # noqa: BLE001 - that a judge cannot go on is one of the ways to be noticed
                verdicts = [_noticed(refinement, judge, unit, "the judge fails", f"{type(error).__name__}: {error}")]
            yield from sorted(verdicts, key=lambda verdict: verdict.status is not Status.FAILED)


def _of_unit(module: Any, refinement: Refinement, unit: str, side: str) -> list[Verdict]:
    if module is explore:
        return _exploring(refinement, unit)
    if module.NAME == "prove":
        return _proving(module, refinement, unit, side)
    verdicts: list[Verdict] = module.run(refinement, unit, False, silent)
    return verdicts


def _soon_seen(refinement: Refinement) -> Iterator[Verdict]:
    """What the first steps of each walk break: most of what walks find, they find soon, in one of the configurations.

    What has not run by then says nothing yet.
    """
    for steps, unit in itertools.product(FIRST_STEPS, walk.units(refinement, False)):
        try:
            verdicts = walk.walk(refinement, unit, steps)
        except (MemoryError, RecursionError):
            raise
        except Exception:  # noqa: BLE001 - the whole walk fails as well, and is asked
            return
        yield from (each for each in verdicts if each.failure is not None and each.failure.trace)


def _proving(module: Any, refinement: Refinement, unit: str, side: str) -> list[Verdict]:
    """What the proof of one operation says.

    Most obligations that Z3 does not see at once are false, and some state of few elements shows it sooner than Z3
    gives up for good. Where none does, Z3 is asked in all ways, and no state is looked for once more.
    """
    if side != CLAIM:
        verdicts: list[Verdict] = module.run(refinement, unit, False, silent, patient=False)
        if all(each.status is not Status.FAILED or each.evidence.get("refuted", True) for each in verdicts):
            return verdicts
    with _meanwhile(module, {"find": lambda refinement, operation: None}):
        patiently: list[Verdict] = module.run(refinement, unit, False, silent)
        return patiently


def _from_states(refinement: Refinement, mutant: Mutant) -> Iterator[str | Verdict] | None:
    """What states that were found before tell of each scope, or its name if it must be searched; None if nothing."""
    claim = claim_of(refinement, mutant)
    if claim is not None:
        return broken_in(refinement, claim)
    place = mutant.module, mutant.function
    if mutant.side == CLAIM or any(place in steering(refinement, side) for side in (IMPL, MODEL)):
        return None  # other calls may be made
    return _unlike(refinement, mutant, is_alone(refinement, mutant))


def _unlike(refinement: Refinement, mutant: Mutant, alone: bool) -> Iterator[str | Verdict]:
    """What a search of each scope would say, or its name if it must be made, the smallest first.

    Takes      alone, False if claims or comparisons run what is changed: that nothing is wrong is for a search to say
    """
    touched, names = touched_sides(refinement, mutant), _scopes(refinement, mutant)
    scopes = [found for found in FOUND[refinement.name] if found.scope.name in names]
    if any(NEW in operations for operations in touched.values()):  # which configurations are refused is soon seen
        yield from filter(None, (_answer(would_say_of_creation, refinement, found) for found in scopes))
    reads = FROM_DICT in touched.get(IMPL, ())
    if reads:
        yield from filter(None, (_answer(would_say_of_fillings, refinement, found) for found in scopes))
    for found in scopes:
        said = _answer(would_say, refinement, found, touched)
        yield said if said is not None and (alone or said.status is Status.FAILED) else found.scope.name
    if reads and alone:  # a search that was made has shown them
        for found in (each for each in scopes if each.scope.enumerate):
            yield _answer(would_say_of_every_filling, refinement, found) or found.scope.name


def _answer(question: Callable[..., Verdict | None], *about: Any) -> Verdict | None:
    try:
        return question(*about)
    except (MemoryError, RecursionError):
        raise
    except Exception:  # noqa: BLE001 - the search that is made then says what is wrong
        return None


def _noticed(refinement: Refinement, judge: str, unit: str, claim: str, reason: str) -> Verdict:
    return Verdict(refinement.name, judge, unit, claim, Status.FAILED, reason=reason)


LESS: Final[Mapping[str, Mapping[str, Any]]] = {
    "walk": {"TRIES": SHORTENED, "ENDLESS_TRIES": SHORTENED},
    "prove": {
        "find": lambda refinement, operation: find(refinement, operation, UNITS),
        "second_opinion": lambda obliged: (["unsat"] * len(obliged), 0),
    },
}
"""Judge -> names of its module, and what they are meanwhile.

What a walk finds need not be short; a counterexample of an open proof is soon found, or not at all; the second solver
is not asked.
"""

OF_SIDE: Final[Mapping[str, Mapping[str, Any]]] = {IMPL: {"reached": lambda *about: Reached()}, MODEL: {}, CLAIM: {}}
"""Side of what is changed -> the same of `prove`.

That each way an operation can end has a start, from which the model ends so, is a matter of the model and the claims.
"""


@contextmanager
def _spending_less(module: Any, judge: str, side: str) -> Iterator[None]:
    """No search for a shorter trace, a short one for a counterexample; endless calls are given up soon."""
    period, endless.PERIOD = endless.PERIOD, PERIOD
    try:
        with _meanwhile(module, {**LESS.get(judge, {}), **(OF_SIDE[side] if judge == "prove" else {})}):
            yield
    finally:
        endless.PERIOD = period


@contextmanager
def _meanwhile(module: Any, names: Mapping[str, Any]) -> Iterator[None]:
    """The names of the module are these, meanwhile."""
    kept = {name: getattr(module, name) for name in names}
    vars(module).update(names)
    try:
        yield
    finally:
        vars(module).update(kept)


def _scopes(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The scopes in which what is changed may run, those first that try few steps and no filling of the arrays."""
    sizes = explore.read_expected().get(refinement.name, {})
    touched = _touched(refinement, mutant)
    names = explore.units(refinement, False)
    scopes = [
        scope
        for scope in refinement.scopes
        if scope.name in names
        and (NEW in touched or scope.operations is None or touched & {*scope.operations, *_shown_fillings(scope)})
    ]
    cost = {name: size.transitions for name, size in sizes.items()}
    return [scope.name for scope in sorted(scopes, key=lambda each: (each.enumerate, cost.get(each.name, 0)))]


def _shown_fillings(scope: Scope) -> tuple[str, ...]:
    """The operation that is shown every filling of the scope, if any is."""
    return (FROM_DICT,) if scope.enumerate else ()


def _exploring(refinement: Refinement, unit: str) -> list[Verdict]:
    recorded = explore.read_expected().get(refinement.name, {}).get(unit)
    most = TIMES * recorded.states + 1000 if recorded else 100_000

    def tick(done: int, total: int, note: str) -> None:
        if done > most:
            raise TooMany(f"more than {most} states")

    try:
        return explore.run(refinement, unit, False, tick)
    except TooMany as reason:
        return [_noticed(refinement, explore.NAME, unit, explore.STATES, str(reason))]


def _touched(refinement: Refinement, mutant: Mutant) -> frozenset[str]:
    """The operations whose judgement the mutant may change: those that run it, and with them what the model does."""
    functions = reached(refinement, mutant.side)
    every = frozenset({NEW, *(operation.name for operation in refinement.operations)})
    return functions.get((mutant.module, mutant.function), every)


def _proofs(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The proofs of the default profile, of operations that run what is changed.

    What is recorded to need a changed claim comes first, whatever its profile, then the method itself, then what
    changes something, in one go.
    """
    touched = _touched(refinement, mutant)
    own = mutant.function.rpartition(".")[2]
    needs = _needs(refinement, mutant)
    module = importlib.import_module(MODULES["prove"])
    proved = touched - {each.name for each in refinement.operations if each.unproved}
    names = [unit for unit in module.units(refinement, False) if unit.split(" | ")[0] in proved]
    loops = {each.name: bool(each.cost and each.cost.rounds) for each in refinement.operations}
    pure = {each.name: each.pure for each in refinement.operations}

    def order(name: str) -> tuple[bool | str, ...]:
        operation = name.split(" | ", maxsplit=1)[0]
        slow = loops.get(operation, False)
        return operation != own, name == NEW, pure.get(operation, False), slow, name

    return [*needs, *(name for name in sorted(names, key=order) if name not in needs)]


def _needs(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The unit that is recorded as not proved without the claim that is changed, if there is one."""
    changed = {claim.id for claim in refinement.claims() if claim.holds is not None and _stands(claim.holds, mutant)}
    record = needed.read().get(refinement.name)
    known = importlib.import_module(MODULES["prove"]).units(refinement, True)
    return [need.unit for need in record.needs if need.claim in changed and need.unit in known] if record else []


def _contracts(refinement: Refinement, mutant: Mutant) -> list[str]:
    touched = _touched(refinement, mutant)
    module = importlib.import_module(MODULES["contracts"])
    return [unit for unit in module.units(refinement, False) if unit.split(" | ")[0] in touched]


def _theorems(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The theorems whose text, or what it calls, mentions the function."""
    name = mutant.function.rpartition(".")[2]
    return [
        theorem.claim.id
        for theorem in refinement.theorems
        if mutant.side != CLAIM and isinstance(theorem.holds, FunctionType) and name in _mentioned(theorem.holds)
    ]


def _mentioned(function: FunctionType, depth: int = 3) -> set[str]:
    """The names that a function leads to, within our own sources."""
    names = names_of(function)
    inner = (function.__globals__.get(name) for name in names)
    ours = [each for each in inner if isinstance(each, FunctionType) and each.__module__.startswith("slotproof.")]
    return names.union(*(_mentioned(each, depth - 1) for each in ours)) if depth else names


# --- the gate


_ASKED: Final[dict[str, tuple[Declared, list[Prepared]]]] = {}


def prepare_gate(container: str) -> None:
    """Find out what the gate asks of the container and what must be answered, before any mutant is taken on."""
    if container in _ASKED or container not in COVERED:
        return
    [hello] = answer({"t": "hello"}, [container])
    [declared] = read(hello).containers
    cases = [
        Case(container, CONFIG[container], tuple([*op] for op in ops), name) for name, ops in SMOKE[container].items()
    ]
    scope = whole_scope(container)
    cases += exhaust(declared, COVERED[container][0], scope, TRANSITIONS).cases
    source = random.Random(container)
    for configuration in (COVERED[container][0], CONFIG[container]):
        for number in range(TRACES):
            draws = decode(source.randbytes(BYTES), declared.kind.refinement.operations)
            cases.append(draw(declared, configuration, draws, f"random {number}"))
    prepared = [
        prepare(declared, case, Look("arrays"), expect(declared, case.config, case.ops)) for case in cases if case.ops
    ]
    _ASKED[container] = declared, prepared


def gate(refinement: Refinement, mutant: Mutant, judge: str) -> Iterator[Verdict]:
    """Our own port, with the mutant in it, against the answers of the container as it was before."""
    if refinement.name not in _ASKED:
        return
    declared, prepared = _ASKED[refinement.name]
    with watched(refinement):
        for each in prepared:
            told = list(answer(json.loads(b'{"t":"run","id":1' + each.request), [refinement.name]))
            if told[-1]["t"] != "ran":
                reason = str(told[-1].get("message") or told[-1].get("why"))
                at = int(told[-1].get("at", 0))
            else:
                outcome = gate_judge.judge(declared, each, told[-1], ())
                if outcome.verdict not in FAILING:
                    continue
                reason, at = outcome.message or outcome.what, len(each.case.ops) if outcome.at is None else outcome.at
            operations = {operation.name: operation for operation in refinement.operations}
            done = list(each.expected.ops[: at + 1])
            claim = operations[done[-1][0]].claim.id
            steps = tuple(Step(op[0], tuple(op[1:]), Outcome(), Outcome()) for op in done)
            failure = Failure(claim, reason, dict(each.case.config), steps, start="new container")
            yield Verdict(
                refinement.name, judge, each.case.origin, claim, Status.FAILED, failure=failure, reason=reason
            )
            return
    yield Verdict(refinement.name, judge, "", "", Status.SAMPLED)


# --- both sides together


def together(refinement: Refinement, mutant: Mutant, judge: str) -> Iterator[Verdict]:
    """Both sides are the changed model: what laws say of it, and whether it has as many states as before."""
    for unit in _scopes(refinement, mutant):
        if (refinement.name, unit) in _SIZES:
            yield from _alone(refinement, unit, _SIZES[refinement.name, unit])


_SIZES: Final[dict[tuple[str, str], explore.Size]] = {}
"""States of the model alone, as it is, in the scopes that are searched so."""


def prepare_together(container: str) -> None:
    """Count the states of the model in small scopes, before any mutant is taken on."""
    refinement = CATALOG[container]
    sizes = explore.read_expected().get(container, {})
    for unit in explore.units(refinement, False):
        small = unit in sizes and sizes[unit].transitions <= SMALL
        if small and (container, unit) not in _SIZES:
            evidence = _alone(refinement, unit, None)[0].evidence
            _SIZES[container, unit] = explore.Size(evidence["states"], evidence["transitions"], evidence["depth"])


def _alone(refinement: Refinement, unit: str, size: explore.Size | None) -> list[Verdict]:
    """Search a scope with the model on both sides."""
    twins = twice(refinement)
    expected = {refinement.name: {unit: size}} if size else {}
    most = TIMES * size.states + 1000 if size else 1_000_000

    def tick(done: int, total: int, note: str) -> None:
        if done > most:
            raise TooMany(f"more than {most} states")

    try:
        verdicts = explore.run(twins, unit, False, tick, expected=expected)
    except TooMany as reason:
        return [_noticed(refinement, TOGETHER, unit, explore.STATES, str(reason))]
    return [replace(each, judge=TOGETHER) for each in verdicts if size or each.claim != explore.STATES]


def twice(refinement: Refinement) -> Refinement:
    """The container whose implementation is the model itself; laws are what is left to check."""
    operations = tuple(replace(operation, impl=operation.model, agree=_alike) for operation in refinement.operations)
    scopes = tuple(replace(scope, well_formed=None, enumerate=False) for scope in refinement.scopes)
    return replace(refinement, impl=refinement.model, couple=(), operations=operations, scopes=scopes, candidates=None)


def _alike(expected: Any, actual: Any) -> bool:
    """Results of the same code are the same."""
    return True


Preparing = Callable[[str, int, Callable[[str], None]], None]
"""Takes      name of a container; processes, at most so many; tell, is told what was done"""


def _by_itself(prepare: Callable[[str], None]) -> Preparing:
    def prepare_it(container: str, processes: int, tell: Callable[[str], None]) -> None:
        prepare(container)

    return prepare_it


PREPARED: Final[Sequence[tuple[str, tuple[str, ...], int, Preparing]]] = (
    ("gate", (IMPL, MODEL), 1, _by_itself(prepare_gate)),
    (explore.NAME, (CLAIM,), 1, prepare_states),
    (explore.NAME, (IMPL, MODEL), MANY, prepare_states),
    (TOGETHER, (MODEL,), 1, _by_itself(prepare_together)),
)
"""What is worth to be known of a container before so many mutants of these sides are shown to a judge."""


def covered(mutant: Mutant) -> bool:
    """True if proofs run what is changed, in every operation that may run it, and not within a stated scope only."""
    refinement = CATALOG[mutant.container]
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
    _ASKED.pop(container, None)
    for place in [place for place in _SIZES if place[0] == container]:
        del _SIZES[place]
