"""One judge alone on one mutant, such as a shipped bug: whether it goes red, after how much, and by which trace.

    judge       counts       on
    explore     states       the default scopes, in the order of the declaration
    walk        steps        the configurations, the default one last
    bits        obligations  the theorems that reach the changed function
    contracts   paths        the conditions of operations that reach it
    prove       obligations  the operations that reach it

What reaches a function is told by the names in its code; what reaches it most directly comes first.
The others are the same as without the change, and are not judged again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final

from slotproof.declare import CREATION, Refinement
from slotproof.declare.bug import Bug, Pair
from slotproof.declare.verdict import Failure, Status, Verdict
from slotproof.engine.api import Mutant, applied, replaced
from slotproof.engine.api.judges import bits, contracts, explore, prove, walk
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
    module: Any = {"bits": bits, "prove": prove, "contracts": contracts}[judge]
    near = reach(refinement, mutant.function)
    units = [unit for unit in module.units(refinement, False) if unit.partition(" | ")[0] in near]
    return sorted(units, key=lambda unit: near[unit.partition(" | ")[0]])


def try_out(judge: str, mutant: Mutant, units: Sequence[str] | None = None, **more: Any) -> Trial | None:
    """The judge alone on the mutant, up to the first failure; None if it has nothing to say of the container.

    Takes      units, in place of those of `units_of`; more, what the judge takes besides
    """
    refinement = catalog()[mutant.container]
    count, looked = 0, False
    began = time.process_time()
    with applied(mutant):
        for unit in units_of(judge, mutant) if units is None else units:
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


# --- what reaches a function


def reach(refinement: Refinement, function: str) -> dict[str, int]:
    """Operation or theorem -> how many calls lie between it and a function of that qualified name, by names in code.

    What makes a new container is one of them too.
    """
    starts = {CREATION.name: list(_named(refinement, "__init__", {}))[:1]}
    for operation in refinement.operations:
        given = operation.impl
        starts[operation.name] = [given] if given is not None else list(_named(refinement, operation.name, {}))
    starts |= {theorem.claim.id: [theorem.holds] for theorem in refinement.theorems}
    distances = {name: _distance(refinement, methods, function.rpartition(".")[2]) for name, methods in starts.items()}
    return {name: distance for name, distance in distances.items() if distance is not None}


def _distance(refinement: Refinement, methods: Sequence[Callable[..., Any]], goal: str) -> int | None:
    """The length of the shortest way."""
    level, seen, steps = list(methods), set[int](), 0
    while level:
        if any(getattr(method, "__name__", "") == goal for method in level):
            return steps
        seen |= {id(method) for method in level}
        following = {
            id(each): each
            for method in level
            for name in _names(method)
            for each in _named(refinement, name, getattr(method, "__globals__", {}))
        }
        level = [each for key, each in following.items() if key not in seen]
        steps += 1
    return None


def _named(refinement: Refinement, name: str, known: Mapping[str, Any]) -> Iterator[Callable[..., Any]]:
    """Our functions of that name: of the class of the container, of the classes that a text knows, and of the text."""
    classes = [each for each in known.values() if isinstance(each, type)]
    found = [vars(owner)[name] for owner in (*refinement.impl.__mro__, *classes) if name in vars(owner)]
    held = known.get(name)
    found.append(vars(held).get("__init__") if isinstance(held, type) else held)
    for each in found:
        plain = getattr(each, "__func__", each)
        if isinstance(plain, FunctionType) and plain.__module__.startswith("slotproof."):
            yield plain


def _names(method: Any) -> Iterator[str]:
    """The names in the code of a function and of the functions in it."""
    codes: list[CodeType] = [method.__code__] if isinstance(method, FunctionType) else []
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
