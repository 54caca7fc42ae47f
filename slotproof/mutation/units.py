"""Which units of a judge can tell of a mutant, cheapest first, and a search that is left when it goes astray."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final

from slotproof import needed
from slotproof.declare import Refinement, Scope, Theorem
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.api import CLAIM, FROM_DICT, NEW, Mutant, names_in, reached
from slotproof.engine.api.judges import explore
from slotproof.verify.project import JUDGES as MODULES

TIMES: Final = 3
"""A search of so many times the recorded states is left: the number of states is wrong."""


def scopes(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The scopes in which what is changed may run, those first that try few steps and no filling of the arrays."""
    sizes = explore.read_expected().get(refinement.name, {})
    concerned = touched(refinement, mutant)
    names = explore.plain_units(refinement)
    fitting = [
        scope
        for scope in refinement.scopes
        if scope.name in names
        and (NEW in concerned or scope.operations is None or concerned & {*scope.operations, *_shown_fillings(scope)})
    ]
    cost = {name: size.transitions for name, size in sizes.items()}
    return [scope.name for scope in sorted(fitting, key=lambda each: (each.enumerate, cost.get(each.name, 0)))]


def _shown_fillings(scope: Scope) -> tuple[str, ...]:
    """The operation that is shown every filling of the scope, if any is."""
    return (FROM_DICT,) if scope.enumerate else ()


def touched(refinement: Refinement, mutant: Mutant) -> frozenset[str]:
    """The operations whose judgement the mutant may change: those that run it, and with them what the model does."""
    functions = reached(refinement, mutant.side)
    every = frozenset({NEW, *(operation.name for operation in refinement.operations)})
    return functions.get((mutant.module, mutant.function), every)


def proofs(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The proofs of the default profile, of operations that run what is changed.

    What is recorded to need a changed claim comes first, whatever its profile, then the method itself, then what
    changes something, in one go.
    """
    concerned = touched(refinement, mutant)
    own = mutant.function.rpartition(".")[2]
    needs = _needs(refinement, mutant)
    module = importlib.import_module(MODULES["prove"])
    proved = concerned - {each.name for each in refinement.operations if each.unproved}
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
    changed = {claim.id for claim in refinement.claims() if claim.holds is not None and stands(claim.holds, mutant)}
    record = needed.read().get(refinement.name)
    known = importlib.import_module(MODULES["prove"]).units(refinement, True)
    return [need.unit for need in record.needs if need.claim in changed and need.unit in known] if record else []


def contracts(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The conditions of the default profile, on operations that run what is changed."""
    concerned = touched(refinement, mutant)
    module = importlib.import_module(MODULES["contracts"])
    return [unit for unit in module.units(refinement, False) if unit.split(" | ")[0] in concerned]


def theorems(refinement: Refinement, mutant: Mutant) -> list[str]:
    """The theorems whose text, or what it calls, mentions the function."""
    name = mutant.function.rpartition(".")[2]
    return [
        theorem.claim.id
        for theorem in refinement.theorems
        if mutant.side != CLAIM and any(name in _mentioned(each) for each in _functions_of(theorem))
    ]


def _functions_of(theorem: Theorem) -> list[FunctionType]:
    """What a theorem speaks of: its own text, and that of the functions whose facts it shows."""
    shown = [part for each in theorem.shows for part in (each.function, each.facts)]
    return [each for each in (theorem.holds, *shown) if isinstance(each, FunctionType)]


def _mentioned(function: FunctionType, depth: int = 3) -> set[str]:
    """The names that a function leads to, within our own sources, methods of the classes that it knows among them."""
    names = names_in(function.__code__) | {function.__name__}
    if any(isinstance(function.__globals__.get(name), type) for name in names):
        names = names | {"__init__"}
    known = [vars(each) for each in function.__globals__.values() if isinstance(each, type)]
    inner = [held.get(name) for held in (function.__globals__, *known) for name in names]
    ours = [each for each in inner if isinstance(each, FunctionType) and each.__module__.startswith("slotproof.")]
    return names.union(*(_mentioned(each, depth - 1) for each in ours)) if depth else names


def stands(function: Callable[..., Any], mutant: Mutant) -> bool:
    """True if the mutant changes that function."""
    return (function.__module__, function.__qualname__) == (mutant.module, mutant.function)


def searched(
    refinement: Refinement,
    unit: str,
    size: explore.Size | None,
    most: int,
    judge: str = explore.NAME,
    expected: Mapping[str, Mapping[str, explore.Size]] | None = None,
) -> list[Verdict]:
    """What a search of a scope says; of one that meets three times the states of `size`, that they are too many.

    Takes      most, states that are looked at if no size is known; expected, in place of the recorded sizes
    """
    most = TIMES * size.states + 1000 if size else most

    def tick(done: int, total: int, note: str) -> None:
        if done > most:
            raise TooMany(f"more than {most} states")

    try:
        return explore.run(refinement, unit, False, tick, expected=expected)
    except TooMany as reason:
        return [noticed(refinement, judge, unit, explore.STATES, str(reason))]


class TooMany(Exception):
    """More states than the search should ever meet."""


def noticed(refinement: Refinement, judge: str, unit: str, claim: str, reason: str) -> Verdict:
    """That something is wrong, though no claim of the container says so."""
    return Verdict(refinement.name, judge, unit, claim, Status.FAILED, reason=reason)
