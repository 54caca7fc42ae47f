"""The model beside itself: what would be seen if both sides made the same mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Verdict
from slotproof.engine.api import Mutant
from slotproof.engine.api.judges import explore
from slotproof.mutation.trial import TOGETHER
from slotproof.mutation.units import scopes, searched
from slotproof.verify.project import catalog

SMALL: Final = 3_000  # transitions of a scope that is searched with the model on both sides


def together(refinement: Refinement, mutant: Mutant, judge: str) -> Iterator[Verdict]:
    """Both sides are the changed model: what laws say of it, and whether it has as many states as before."""
    for unit in scopes(refinement, mutant):
        if (refinement.name, unit) in SIZES:
            yield from alone(refinement, unit, SIZES[refinement.name, unit])


SIZES: Final[dict[tuple[str, str], explore.Size]] = {}
"""States of the model alone, as it is, in the scopes that are searched so."""


def prepare_together(container: str) -> None:
    """Count the states of the model in small scopes, before any mutant is taken on."""
    refinement = catalog()[container]
    sizes = explore.read_expected().get(container, {})
    for unit in explore.plain_units(refinement):
        small = unit in sizes and sizes[unit].transitions <= SMALL
        if small and (container, unit) not in SIZES:
            SIZES[container, unit] = explore.size_of(alone(refinement, unit, None)[0].evidence)


def alone(refinement: Refinement, unit: str, size: explore.Size | None) -> list[Verdict]:
    """Search a scope with the model on both sides."""
    expected = {refinement.name: {unit: size}} if size else {}
    verdicts = searched(twice(refinement), unit, size, 1_000_000, TOGETHER, expected)
    return [replace(each, judge=TOGETHER) for each in verdicts if size or each.claim != explore.STATES]


def twice(refinement: Refinement) -> Refinement:
    """The container whose implementation is the model itself; laws are what is left to check."""
    operations = tuple(
        replace(operation, impl=operation.model, settles=None, agree=_alike) for operation in refinement.operations
    )
    scopes = tuple(replace(scope, well_formed=None, enumerate=False) for scope in refinement.scopes)
    return replace(
        refinement, impl=refinement.model, couple=(), operations=operations, scopes=scopes, candidates=None, aliases={}
    )


def _alike(expected: Any, actual: Any) -> bool:
    """Results of the same code are the same."""
    return True
