"""The judge `explore`: every reachable state of a tiny scope, breadth first, model and implementation together.

On every state every claim is checked, and every operation is tried with every argument of its domains.
Three checks look at more than single steps, and have verdicts of their own:

    states   there are as many states and transitions, at the same depth, as expected.toml records, as many calls end
             with an error, and the numbers that are answered have the same sum; a container that is declared elsewhere
             has no record here
    exact    the claims hold of the reachable states and of no other: by a closed count, or by trying every filling of
             the arrays, as the scope provides; `from_dict` is then shown each, and must take those and no other
    refusals both sides answer alike to configurations and arguments of wrong types (refusals.py), as often with an
             error as is recorded; asked in scopes that try every operation, and not of a container that is declared
             elsewhere, which may leave open what comes of these

A check that was not made, such as a claim of an operation that was never called, has no verdict.
"""

from __future__ import annotations

import itertools
import resource
import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from slotproof.declare import Refinement, Scope
from slotproof.declare.verdict import CONCRETE, Failure, Reads, Status, Tick, Verdict, silent
from slotproof.engine.explore import invalid_inputs
from slotproof.engine.explore.enumeration import Fillings, try_fillings
from slotproof.engine.explore.frozen import copies
from slotproof.engine.explore.invalid_inputs import FROM_DICT
from slotproof.engine.explore.parallel import Searched, search
from slotproof.engine.explore.search import Calls, Found, Search, Trouble
from slotproof.engine.explore.surface import wrong_surface
from slotproof.engine.watchdog import watched

NAME: Final = "explore"
STATES: Final = "states"  # the claim that the counts are the recorded ones
REFUSALS: Final = "refusals"  # the claim that both sides refuse the same
EXACT: Final = "exact"  # the claim that well-formed and reachable are the same
_OURS: Final = f"{__name__.partition('.')[0]}."
RECORD: Final = Path(__file__).resolve().parents[2] / "proofs/recorded/expected.toml"


class Size(NamedTuple):
    """How large the state graph of a scope is; depth is the length of the longest of all shortest traces.

    The rest shows mistakes that both sides make, as they do in a function that both call; None if it is not recorded.

    errors     how many of the wrong configurations and arguments are refused
    raised     how many calls of the search end with an error
    answered   the sum of the numbers that its calls answer
    """

    states: int
    transitions: int
    depth: int
    errors: int | None = None
    raised: int | None = None
    answered: int | None = None

    def __str__(self) -> str:
        return f"{self.states:,} states, {self.transitions:,} transitions, depth {self.depth}"


_NAMES: Final = {"raised": "calls that end with an error", "answered": "sum of the numbers answered"}

Expected = Mapping[str, Mapping[str, Size]]  # container -> scope -> size


LARGE: Final = 30_000  # recorded transitions, above which a scope is left to the deep profile


def units(refinement: Refinement, deep: bool) -> list[str]:
    """The names of the scopes, the largest first, so that none runs alone at the end.

    The default profile has no large one, and of those that try every filling the first.
    """
    sizes = {name: size.transitions for name, size in read_expected().get(refinement.name, {}).items()}
    names = [scope.name for scope in refinement.scopes]
    if not deep:
        filled = [scope.name for scope in refinement.scopes if scope.enumerate]
        names = [each for each in plain_units(refinement) if each not in filled[1:] and sizes.get(each, 0) <= LARGE]
    return sorted(names, key=lambda each: -sizes.get(each, 0))


def plain_units(refinement: Refinement) -> list[str]:
    """The names of the scopes that are not declared deep, which is what mutants and known bugs are tried in."""
    return [scope.name for scope in refinement.scopes if not scope.deep]


def reads(refinement: Refinement, unit: str) -> Reads:
    """What the search of a scope depends on: its operations, or all, and the scope itself."""
    [scope] = [each for each in refinement.scopes if each.name == unit]
    names = scope.operations or tuple(each.name for each in refinement.operations)
    told = (FROM_DICT, "to_dict") if scope.enumerate else ()
    return Reads((*names, *told), CONCRETE, (scope, *(each.configuration for each in refinement.scopes)))


def run(
    refinement: Refinement,
    unit: str,
    deep: bool,
    tick: Tick = silent,
    *,
    workers: int = 1,
    expected: Expected | None = None,
) -> list[Verdict]:
    """Search one scope.

    Takes      workers, processes that share the scope; expected, sizes to use in place of the recorded ones
    """
    scope = next(scope for scope in refinement.scopes if scope.name == unit)
    recorded = (read_expected() if expected is None else expected).get(refinement.name, {}).get(unit)
    clock = _Clock()
    judged = _Judged(refinement, scope, clock)
    trouble = _build_trouble(refinement, scope)
    if trouble is not None:
        claim = (*refinement.couple, *refinement.laws)[0].id
        return [judged.failed(claim, Failure(claim, trouble, dict(scope.configuration)))]
    total = recorded.states if recorded else 0
    searched = search(
        refinement, scope, lambda done, depth: tick(done, total, f"{unit}: depth {depth}"), workers, scope.enumerate
    )
    judged.evidence = _evidence(searched)
    if searched.trouble is not None:
        found = failure(refinement, scope, searched.path, searched.trouble)
        return [judged.failed(claim, replace(found, claim=claim)) for claim in searched.trouble.broken]
    if surface := list(wrong_surface(refinement)):
        return [judged.failed(claim, Failure(claim, why, dict(scope.configuration))) for claim, why in surface]
    stepped = any(searched.calls.get(each.name, Calls()).tried for each in refinement.operations if not each.law_exempt)
    claims = [claim for claim in (*refinement.laws, *refinement.couple) if claim.holds and (stepped or not claim.step)]
    verdicts = [judged.exhausted(claim.id) for claim in claims]
    for law in refinement.answers:
        if any(searched.calls.get(name, Calls()).tried for name in law.of()):
            verdicts.append(judged.exhausted(law.claim.id))
    filled = try_fillings(refinement, scope, searched.held) if scope.enumerate else None
    for operation in refinement.operations:
        called = searched.calls.get(operation.name, Calls())
        calls = {"calls": called.tried, "refused": called.refused} if called.tried else {}
        if filled is not None and operation is filled.reader:
            verdicts.append(_read_from(judged, filled, calls))
        elif calls:
            verdicts.append(judged.exhausted(operation.claim.id, calls))
    if recorded is not None or refinement.impl.__module__.startswith(_OURS):
        verdicts.append(judged.whole(STATES, _compare_size(_size(searched), recorded), {}))
    if asks_of_refusals(refinement, scope):
        verdicts.append(_refusals(judged, recorded))
    if scope.well_formed is not None:
        count = scope.well_formed()
        differs = f"{count:,} well-formed states, {searched.states:,} reachable ones"
        message = differs if count != searched.states else ""
        verdicts.append(judged.whole(EXACT, message, {"well_formed": count}))
    if filled is not None:
        evidence = {"candidates": filled.tried, "well_formed": filled.well_formed}
        verdicts.append(judged.whole(EXACT, filled.unlike, evidence))
    return verdicts


def _build_trouble(refinement: Refinement, scope: Scope) -> str | None:
    try:
        with watched(refinement):
            refinement.impl(**scope.configuration)
    except Exception as error:  # noqa: BLE001 - reported as a failure of the implementation
        return f"a new container cannot be built: {type(error).__name__}: {error}"
    return None


# --- verdicts


class _Clock:
    """CPU seconds since it was made, of this process and of those it waited for."""

    def __init__(self) -> None:
        self.start = self._now()

    def _now(self) -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime

    def seconds(self) -> float:
        return round(self._now() - self.start, 3)


class _Judged:
    """Makes the verdicts of one scope."""

    def __init__(self, refinement: Refinement, scope: Scope, clock: _Clock) -> None:
        self.refinement, self.scope, self.clock = refinement, scope, clock
        self.evidence: dict[str, Any] = {}

    def exhausted(self, claim: str, more: Mapping[str, Any] | None = None) -> Verdict:
        return self._verdict(claim, Status.EXHAUSTED, more or {})

    def failed(self, claim: str, found: Failure) -> Verdict:
        return replace(self._verdict(claim, Status.FAILED, {}), failure=found, reason=found.message)

    def whole(self, claim: str, message: str, more: Mapping[str, Any]) -> Verdict:
        if not message:
            return self._verdict(claim, Status.EXHAUSTED, more)
        found = Failure(claim, message, dict(self.scope.configuration))
        return replace(self._verdict(claim, Status.FAILED, more), failure=found, reason=message)

    def _verdict(self, claim: str, status: Status, more: Mapping[str, Any]) -> Verdict:
        seconds = self.clock.seconds()
        return Verdict(
            container=self.refinement.name,
            judge=NAME,
            unit=self.scope.name,
            claim=claim,
            status=status,
            scope=describe(self.scope),
            evidence={**self.evidence, **more, "seconds": seconds},
            seconds=seconds,
        )


def describe(scope: Scope) -> str:
    """The limits of a scope in words."""
    limits = [f"{name} {value}" for name, value in scope.configuration.items()]
    if scope.values:
        limits.append(f"values {', '.join(map(repr, scope.values))}")
    if scope.operations is not None:
        limits.append(f"only {', '.join(scope.operations)}")
    if scope.admits is not None:
        limits.append(f"steps that {scope.admits.__name__.strip('_').replace('_', ' ')} admits")
    return f"{scope.name}: {'; '.join(limits)}"


def _evidence(searched: Searched) -> dict[str, Any]:
    return {**_told(_size(searched)), "operations": sum(each.tried for each in searched.calls.values())}


def _told(size: Size) -> dict[str, int]:
    """What is known of a size."""
    return {name: value for name, value in size._asdict().items() if value is not None}


def size_of(evidence: Mapping[str, Any]) -> Size:
    """The size that the evidence of a verdict tells."""
    return Size(**{name: evidence[name] for name in Size._fields if name in evidence})


def _size(searched: Searched) -> Size:
    calls = searched.calls.values()
    raised, answered = sum(each.raised for each in calls), sum(each.answered for each in calls)
    return Size(searched.states, searched.transitions, searched.depth, None, raised, answered)


# --- failures


def failure(refinement: Refinement, scope: Scope, path: Sequence[Found], trouble: Trouble) -> Failure:
    """The trouble with the trace to it, made by taking the path again."""
    again = Search(refinement, scope)
    calls = [(before.key, after.call) for before, after in itertools.pairwise(path)]
    if trouble.call >= 0:
        calls.append((path[-1].key, trouble.call))
    with watched(refinement):
        steps = [again.replay(key, call) for key, call in calls]
    if not calls:
        again.snapshot.thaw(path[-1].key, again.model, again.impl)
        again.snapshot.thaw(path[-1].key, again.model_before, again.impl_before)
    return Failure(
        claim=trouble.broken[0],
        message=trouble.message,
        configuration=dict(scope.configuration),
        trace=tuple(steps),
        before=copies(again.impl_before),
        after=copies(again.impl),
        model_before=copies(again.model_before),
        model_after=copies(again.model),
        broken=trouble.broken,
        start="new container",
    )


def asks_of_refusals(refinement: Refinement, scope: Scope) -> bool:
    """True of the scopes of our containers in which every operation is tried."""
    return scope.operations is None and refinement.model.__module__.startswith(_OURS)


def _refusals(judged: _Judged, recorded: Size | None) -> Verdict:
    """Whether both sides refuse the same, and as much as is recorded."""
    tried = invalid_inputs.run(judged.refinement, judged.scope)
    expected = recorded.errors if recorded else None
    evidence = {
        "wrong_calls": tried.calls,
        "configurations": tried.configurations,
        "errors": sum(tried.errors.values()),
    }
    if tried.trouble is not None:
        claim = (*tried.trouble.broken, REFUSALS)[0]
        found = Failure(
            claim,
            tried.trouble.message,
            dict(tried.configuration),
            tried.steps,
            before=dict(tried.before),
            after=dict(tried.after),
            broken=tried.trouble.broken,
            start="new container",
        )
        return judged.failed(claim, found)
    differs = f"recorded are {expected:,} errors; found {evidence['errors']:,}" if expected is not None else ""
    return judged.whole(REFUSALS, differs if expected != evidence["errors"] else "", evidence)


# --- fillings


def _read_from(judged: _Judged, filled: Fillings, calls: Mapping[str, int]) -> Verdict:
    claim = filled.reader.claim.id if filled.reader else EXACT
    return judged.whole(claim, filled.misread, {**calls, "candidates": filled.tried})


# --- recorded sizes


def _compare_size(actual: Size, recorded: Size | None) -> str:
    """What differs from the record, as far as there is one; how many are refused besides, is compared elsewhere."""
    if recorded is None:
        return f"no size is recorded; found {actual}"
    return "; ".join(
        f"{_NAMES.get(name, name)}: recorded {known:,}, found {found:,}"
        for name, known, found in zip(Size._fields, recorded, actual, strict=True)
        if known is not None and found is not None and known != found
    )


def read_expected(path: Path = RECORD) -> dict[str, dict[str, Size]]:
    """The recorded sizes; none if there is no record."""
    return _sizes_in(path.read_text(encoding="utf-8")) if path.exists() else {}


@lru_cache(maxsize=4)
def _sizes_in(text: str) -> dict[str, dict[str, Size]]:
    tables = tomllib.loads(text)
    return {name: {scope: Size(**size) for scope, size in scopes.items()} for name, scopes in tables.items()}


def write_expected(expected: Expected, path: Path = RECORD) -> None:
    """Record these sizes and no others."""
    lines = ["# Sizes of the state graphs; made by `python -m slotproof.dev.record`, and read by explore."]
    for container, scopes in expected.items():
        for scope, size in scopes.items():
            lines += [
                "",
                f'[{container}."{scope}"]',
                *(f"{name} = {value}" for name, value in size._asdict().items() if value is not None),
            ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def update_expected(refinement: Refinement, deep: bool = False, path: Path = RECORD, workers: int = 1) -> list[Verdict]:
    """Search the scopes of a container and record their sizes; the failures met, of which none is recorded.

    The record of a deep scope that is not searched is kept, that of a scope that does not exist any more is not.
    """
    sizes, failures = {}, []
    known = read_expected(path)
    for scope in refinement.scopes:
        old = known.get(refinement.name, {}).get(scope.name)
        if scope.name in units(refinement, deep):
            verdicts = run(refinement, scope.name, deep, workers=workers, expected={})
            broken = [verdict for verdict in verdicts if verdict.status is Status.FAILED and verdict.claim != STATES]
            failures += broken
            evidence = verdicts[0].evidence
            if not any(verdict.claim != EXACT for verdict in broken):
                errors = next((each.evidence.get("errors") for each in verdicts if each.claim == REFUSALS), None)
                old = size_of(evidence)._replace(errors=errors)
        if old is not None:
            sizes[scope.name] = old
    write_expected({**known, refinement.name: sizes}, path)
    return failures
