"""The judge that walks: random operations on model and implementation, results compared after each.

A unit is one configuration: the default one, and each one that the scopes name.
Tiny widths make generations run out and tables fill up; the default ones show that nothing depends on tiny widths.

After every step the results are compared; states, laws and coupling are looked at every `STATE_EVERY` steps, or every
`WIDE_STATE_EVERY` where there is much to look at, and at the end of a program, the laws of steps every `STEP_EVERY`.
The laws of steps may range over all generations, and are left out of the default configuration.
When something is broken, its program runs again from a new container with everything looked at after each step, and is
made short.

A walk that has taken its steps goes on until each operation has followed each: its programs end with a few operations
over and over. What should have run is part of the judgement: each operation, each class of each argument, and each
operation after each other one.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import CONCRETE, Failure, Reads, Status, Step, Tick, Verdict, silent
from slotproof.engine.explore.frozen import attributes
from slotproof.engine.walk.coverage import Coverage
from slotproof.engine.walk.lockstep import ALL, RESULT, RESULT_ONLY, STATE, Broken, Draw, Look, Pair, Walked
from slotproof.engine.walk.program import decode, programs, shrink
from slotproof.engine.watchdog import SHORT_PERIOD, Endless, watched
from slotproof.spec.errors import SlotproofError

NAME: Final = "walk"
SEED: Final = 1
STEPS: Final = 20_000  # of a unit, if every pair has run by then; the program that reaches it runs to its end
PER_PAIR: Final = 50  # steps of a unit at least, for each pair of operations
WIDE_STEPS: Final = 7_000  # in the default widths, where each step takes longer, on the same condition
MOST_STEPS: Final = 60_000  # of a unit in which some pair has not run by then
DEEP_STEPS: Final = 15 * STEPS
STATE_EVERY: Final = 16
WIDE_STATE_EVERY: Final = 128  # in widths where there is much to look at
WIDE: Final = 64  # entries of the arrays of a new container, from which on it counts as wide
STEP_EVERY: Final = 64
DEFAULT: Final = "default"
FOLLOWERS: Final = 5  # of an operation, that a program is to run after it
TRIES: Final = 4_000  # shorter programs tried for a failure
ENDLESS_TRIES: Final = 200  # and for one that takes long, since each of them does


def configurations(refinement: Refinement) -> dict[str, dict[str, Any]]:
    """Unit -> keyword arguments of the constructors: the default ones, and those of each walked scope, once."""
    found: dict[str, dict[str, Any]] = {DEFAULT: {}}
    for scope in refinement.scopes:
        if scope.walked and dict(scope.configuration) not in found.values():
            unit = ", ".join(f"{name}={value}" for name, value in scope.configuration.items())
            found[unit] = dict(scope.configuration)
    return found


def units(refinement: Refinement, deep: bool) -> list[str]:
    """The configurations, by name; the default profile leaves out tiny ones, whose states `explore` visits all.

    It has the default one, the first of the scopes, and of the others each with a policy (what is no number) that none
    before it has.
    """
    found = configurations(refinement)
    if deep:
        return list(found)
    kept: list[str] = []
    met = set[tuple[str, Any]]()
    for unit, configuration in found.items():
        policies = {(name, value) for name, value in configuration.items() if type(value) not in (int, float)}
        if len(kept) < 2 or policies - met:
            kept.append(unit)
            met |= policies
    return kept


def reads(refinement: Refinement, unit: str) -> Reads:
    """What a walk depends on: every operation, and its own configuration."""
    names = tuple(each.name for each in refinement.operations)
    return Reads(names, CONCRETE, (configurations(refinement)[unit],))


def run(refinement: Refinement, unit: str, deep: bool, tick: Tick = silent, tries: int = TRIES) -> list[Verdict]:
    """Walk one configuration; a verdict for each claim that was looked at."""
    if deep:
        return walk(refinement, unit, DEEP_STEPS, SEED, tick, tries=tries)
    return walk(refinement, unit, least_steps(refinement, unit), SEED, tick, MOST_STEPS, tries)


def least_steps(refinement: Refinement, unit: str) -> int:
    """The steps of a unit of the default profile, if every pair has run by then; it has at most `MOST_STEPS`."""
    return WIDE_STEPS if unit == DEFAULT else max(STEPS, PER_PAIR * len(refinement.operations) ** 2)


def walk(
    refinement: Refinement,
    unit: str,
    steps: int,
    seed: int = SEED,
    tick: Tick = silent,
    most: int = 0,
    tries: int = TRIES,
) -> list[Verdict]:
    """Walk one configuration for a number of steps, or up to `most` if some pair of operations has not run by then.

    Each failed claim has one failure; a walk that fails stops there, and what it did not look at has no verdict.

    Takes      tries, shorter programs that are tried for a failure
    """
    with watched(refinement):
        return _walk(refinement, unit, steps, max(steps, most), seed, tick, tries)


def _walk(refinement: Refinement, unit: str, steps: int, most: int, seed: int, tick: Tick, tries: int) -> list[Verdict]:
    begun = time.process_time()
    subject = Walked(refinement, configurations(refinement)[unit])
    tour = Tour(subject, wide=unit == DEFAULT)
    source = source_of(refinement, unit, seed)
    failure: Failure | None = None
    count = 0
    for count, draws in enumerate(drawn(tour, source, steps, most), 1):
        if broken := tour.run(draws):
            failure = explain(refinement, unit, draws, broken, tries)
            break
        if count % 64 == 0:
            tick(tour.coverage.steps(), steps, unit)
    seconds = time.process_time() - begun
    evidence = {
        "steps": tour.coverage.steps(),
        "programs": count,
        "seed": source,
        "steps_per_second": round(tour.coverage.steps() / max(seconds, 1e-9)),
        "pairs_covered": tour.coverage.pairs_covered(),
        "pairs_total": tour.coverage.pairs_total(),
        "huge": sum(tour.coverage.huge),
    }
    verdicts = _verdicts(refinement, unit, tour.coverage, failure, evidence)
    return [dataclasses.replace(each, seconds=seconds / len(verdicts)) for each in verdicts]


def source_of(refinement: Refinement, unit: str, seed: int = SEED) -> str:
    """What the programs of a walk are drawn from."""
    return f"{refinement.name}, {unit}, {seed}"


def drawn(tour: Tour, source: str, steps: int, most: int) -> Iterator[list[Draw]]:
    """The programs of a walk, each of which is to be run before the next is drawn: that depends on what was covered."""
    operations = tour.subject.operations
    missing: list[tuple[int, int]] = []  # pairs of operations that the programs from here on are to run
    for count, program in enumerate(programs(source), 1):
        draws = decode(program, operations)
        if missing:
            first = missing[count % len(missing)][0]
            followers = [second for each, second in missing if each == first][:FOLLOWERS]
            draws += decode(program, operations, only=(first, *followers))
        yield draws
        if tour.coverage.steps() >= steps:
            missing = tour.coverage.pairs_missing()
            if not missing or tour.coverage.steps() >= most:
                return
        if count * 16 >= most:  # next to nothing can run
            return


class Tour:
    """Programs run one after the other, each from a new container, and what they covered."""

    def __init__(self, subject: Walked, wide: bool) -> None:
        self.subject = subject
        entries = sum(len(held) for held in attributes(Pair(subject).impl).values() if isinstance(held, list))
        self.wide = wide or entries > WIDE
        self.coverage = Coverage(subject.operations)
        self.often = STATE if wide else ALL

    def run(self, draws: Sequence[Draw]) -> Broken | None:
        """Run one program; the first broken claim that was seen."""
        pair = Pair(self.subject)
        for number, draw in enumerate(draws, 1):
            broken = pair.step(draw, self.look(number, number == len(draws)), self.coverage)
            if broken:
                return broken
        return None

    def look(self, number: int, is_last: bool) -> Look:
        """What is looked at after the step of that number, from 1, of a program."""
        plain, state_every = (RESULT_ONLY, WIDE_STATE_EVERY) if self.wide else (RESULT, STATE_EVERY)
        if number % state_every != 0 and not is_last:
            return plain
        return self.often if number % STEP_EVERY == 0 else STATE


def replay(subject: Walked, draws: Sequence[Draw], look: Look) -> tuple[int, Broken] | None:
    """Run the draws from a new container and look after each step; which step broke what, first."""
    pair = Pair(subject)
    coverage = Coverage(subject.operations)
    if broken := pair.state():
        return -1, broken
    for number, draw in enumerate(draws):
        if broken := pair.step(draw, look, coverage):
            return number, broken
    return None


def explain(refinement: Refinement, unit: str, draws: Sequence[Draw], seen: Broken, tries: int) -> Failure:
    """The failure of a program, with a short trace of it, in widths that may be smaller than those of the unit."""
    widths = configurations(refinement)
    subjects: dict[str, Walked] = {}

    def broken(shorter: Sequence[Draw], configuration: Mapping[str, Any]) -> tuple[int, Broken] | None:
        key = repr(configuration)
        try:
            subject = subjects.get(key) or subjects.setdefault(key, Walked(refinement, configuration))
        except SlotproofError:
            return None
        return replay(subject, shorter, ALL if configuration else STATE)

    first = broken(draws, widths[unit])
    endless = first is not None and Endless.__name__ in first[1].message
    if first is None:
        return Failure(seen.claim, f"{seen.message}; not so when the program ran again", widths[unit])
    last, found = first

    def fails(shorter: Sequence[Draw], configuration: Mapping[str, Any]) -> bool:
        again = broken(shorter, configuration)
        return again is not None and again[1].claim == found.claim

    candidates = [widths[unit], *(each for name, each in widths.items() if name not in (unit, DEFAULT))]
    with watched(refinement, SHORT_PERIOD if endless else None):
        few = min(tries, ENDLESS_TRIES) if endless else tries
        short, configuration = shrink(draws[: last + 1], candidates, fails, few)
        return trace(subjects[repr(configuration)], short)


def trace(subject: Walked, draws: Sequence[Draw]) -> Failure:
    """The failure of draws that fail: every step, and both states around the last one.

    Raises     ValueError if they do not fail
    """
    look = ALL if subject.configuration else STATE
    pair = Pair(subject)
    coverage = Coverage(subject.operations)
    steps: list[Step] = []
    before = pair.attributes()
    broken = pair.state()
    for draw in () if broken else draws:
        before = pair.attributes()
        broken = pair.step(draw, look, coverage)
        if pair.last is not None:
            steps.append(pair.last)
        if broken:
            break
    if broken is None:
        raise ValueError("these draws break nothing")
    model_after, after = pair.attributes()
    return Failure(
        claim=broken.claim,
        message=broken.message,
        configuration=subject.configuration,
        trace=tuple(steps),
        before=before[1],
        after=after,
        model_before=before[0],
        model_after=model_after,
        broken=tuple(dict.fromkeys((*broken.others, *subject.claims.broken(pair.model, pair.impl)))),
        where=_where(subject, steps[-1].operation) if steps else "",
        start="new container",
    )


def _where(subject: Walked, operation: str) -> str:
    """File and line of the method, or of the function that stands for it."""
    code = getattr(subject.steps[operation].impl_call, "__code__", None)
    return "" if code is None else f"{'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_firstlineno}"


def _verdicts(
    refinement: Refinement,
    unit: str,
    coverage: Coverage,
    failure: Failure | None,
    evidence: Mapping[str, Any],
) -> list[Verdict]:
    """A verdict for each claim that was looked at, or that ought to have been."""
    scope = f"{evidence['steps']} random steps, {unit}"
    found: dict[str, Failure] = dict.fromkeys((failure.claim, *failure.broken), failure) if failure else {}
    looks = {claim.id: coverage.step_looks if claim.step else coverage.looks for claim in refinement.laws}
    looks |= {claim.id: coverage.looks for claim in refinement.couple}
    number = {operation.name: place for place, operation in enumerate(refinement.operations)}
    looks |= {law.claim.id: sum(coverage.asked[number[name]] for name in law.of()) for law in refinement.answers}
    rows: dict[str, dict[str, Any]] = {}
    for operation in refinement.operations:
        place = number[operation.name]
        looks[operation.claim.id] = coverage.runs(place)
        rows[operation.claim.id] = {"operation": operation.name, "coverage": coverage.row(place)}
        holes = "; ".join(coverage.holes(place))
        if holes and not failure:
            configuration = configurations(refinement)[unit]
            found[operation.claim.id] = Failure(operation.claim.id, f"{operation.name}: {holes}", configuration)
    return [
        Verdict(
            container=refinement.name,
            judge=NAME,
            unit=unit,
            claim=claim,
            status=Status.FAILED if claim in found else Status.SAMPLED,
            scope=scope,
            evidence={**evidence, "looks": count, **rows.get(claim, {})},
            failure=found.get(claim),
            reason=found[claim].message if claim in found else "",
        )
        for claim, count in looks.items()
        if count or claim in found
    ]
