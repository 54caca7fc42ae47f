"""Which scopes the tests search: `slotproof verify` searches all of them, with the same claims."""

import sys
from typing import Final

from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, silent
from slotproof.engine.explore import explore
from slotproof.engine.explore.explore import EXACT, STATES
from slotproof.engine.walk import walk

MOST: Final = 6_000  # recorded transitions
NEAR: Final = 300  # states, among which nearly every mistake shows


class _Enough(Exception):
    """A search has seen what it was to see."""


def small_scopes(refinement: Refinement) -> list[str]:
    """The names of the default scopes of few transitions."""
    sizes = explore.read_expected()[refinement.name]
    return [name for name in explore.plain_units(refinement) if sizes[name].transitions <= MOST]


def first_failure(refinement: Refinement, small_first: bool = False, first: str | None = None) -> Failure | None:
    """What is found near the new containers of any scope, or else in a whole one, in the order of the declaration.

    Takes      small_first, to take whole scopes at once, by size
               first, the name of a scope to begin with

    Whether a scope has as many states as it should, and the very ones, is not asked: nothing is drawn of such failures.
    """
    sizes = explore.read_expected()[refinement.name] if small_first else {}
    scopes = [scope for scope in refinement.scopes if not scope.deep]
    scopes.sort(
        key=lambda each: (each.name != first, each.enumerate, sizes[each.name].transitions if small_first else 0)
    )
    most = (sys.maxsize,) if small_first else (NEAR, sys.maxsize)
    found = (_failure_within(refinement, scope.name, states) for states in most for scope in scopes)
    return next((failure for failure in found if failure is not None), None)


def _failure_within(refinement: Refinement, unit: str, states: int) -> Failure | None:
    def tick(done: int, total: int, note: str) -> None:
        if done > states:
            raise _Enough

    try:
        verdicts = explore.run(refinement, unit, False, tick, expected={})
    except _Enough:
        return None
    failures = (each.failure for each in verdicts if each.claim not in (STATES, EXACT))
    return next((failure for failure in failures if failure is not None), None)


def first_walked(refinement: Refinement, first: str | None = None) -> Failure | None:
    """What the first configuration that finds something finds, tiny widths first, within the default budget of a walk.

    Takes      first, the name of a configuration to begin with
    """
    units = sorted(walk.configurations(refinement), key=lambda each: (each != first, each == walk.DEFAULT))
    found = (each.failure for unit in units for each in walk.run(refinement, unit, False, silent))
    return next((failure for failure in found if failure is not None), None)
