"""Worked steps: of each operation, a short trace that ends in a step with much to show."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Refinement, Scope
from slotproof.declare.verdict import Step
from slotproof.engine.explore.search import Search

SAMPLE_STATES: Final = 150  # visited in search of a step worth drawing
ENOUGH: Final = 8  # differing cells and arrows that make a step worth drawing


class Sample(NamedTuple):
    """Calls on a new container, and the attributes of the implementation around the last of them."""

    configuration: Mapping[str, Any]
    steps: tuple[Step, ...]
    before: dict[str, Any]
    after: dict[str, Any]


class Samples:
    """Worked steps of a container. The states of a scope are visited once for all of its operations.

    Takes      worth, how much a step has to show, told from the attributes before and after it
    """

    def __init__(self, refinement: Refinement, worth: Callable[[Mapping[str, Any], Mapping[str, Any]], int]) -> None:
        self.refinement, self.worth = refinement, worth
        self._searches: dict[tuple[str, tuple[str, ...] | None], Search] = {}

    def of(self, operation: Operation) -> Sample | None:
        """A short trace that ends in a step of the operation and has as much to show as any found in the scopes.

        The states of a scope are visited breadth first, up to a fixed number of them.
        """
        scopes = [scope for scope in self.refinement.scopes if not scope.deep]
        fitting = [scope for scope in scopes if scope.operations is None or operation.name in scope.operations]
        best: tuple[int, Sample] | None = None
        others = [replace(scope, operations=(*(scope.operations or ()), operation.name)) for scope in scopes]
        for scope in (fitting or others)[: 1 if operation.pure else None]:
            found = self._best(scope, operation)
            if found and (best is None or found[0] > best[0]):
                best = found
            if best and best[0] > ENOUGH:
                break
        return best[1] if best else None

    def _best(self, scope: Scope, wanted: Operation) -> tuple[int, Sample] | None:
        """How much there is to see, and the step."""
        best: tuple[tuple[int, int], int, int] | None = None
        search = self._search(scope)
        for each in search.every_call({wanted.name}):
            each.take()
            shown = 0 if each.step.refused else 1 + self.worth(vars(search.impl_before), vars(search.impl))
            score = shown, -len(search.way(each.state))
            if best is None or score > best[0]:
                best = score, each.state, each.call
        if best is None:
            return None
        (shown, _), state, call = best
        steps = (*search.steps_to(state), search.replay(search.keys[state], call))
        around = copy.deepcopy((vars(search.impl_before), vars(search.impl)))
        return shown, Sample(scope.configuration, steps, *around)

    def _search(self, scope: Scope) -> Search:
        """The first states of a scope, that of new containers before all."""
        known = (scope.name, scope.operations)
        if known not in self._searches:
            search = self._searches[known] = Search(self.refinement, scope)
            search.begin()
            for each in search.every_call({each.name for each in self.refinement.operations if not each.pure}):
                each.take()
                if not each.step.refused:
                    search.add(search.snapshot.freeze(search.model, search.impl), each.state, each.call)
                if len(search.keys) == SAMPLE_STATES:
                    break
        return self._searches[known]
