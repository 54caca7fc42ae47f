"""The worked example of docs/users/own-containers.md is proved, and each of its parts is needed.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Cost, Loop, Refinement
from slotproof.declare.verdict import Status, Verdict, silent
from slotproof.engine.explore import explore
from slotproof.engine.explore.explore import Size
from slotproof.engine.explore.frozen import MOST_SHOWN
from slotproof.engine.prove import prove
from slotproof.engine.walk import walk

from ..tree.layout import ROOT
from .stack_refinement import STACK, Stack, T


def failed(refinement: Refinement, unit: str) -> set[str]:
    """The claims that the proof of one operation does not carry."""
    return {verdict.claim for verdict in prove.run(refinement, unit) if verdict.status is not Status.PROVED}


@pytest.mark.parametrize("unit", prove.units(STACK, deep=False))
def test_the_stack_is_proved(unit: str) -> None:
    """Every operation, and the making of a new one, for any size."""
    assert failed(STACK, unit) == set()


def test_the_stack_is_exhausted() -> None:
    """Every state three values high, recorded by size."""
    verdicts = explore.run(
        STACK, "three high", deep=False, expected={"stack": {"three high": Size(states=49, transitions=178, depth=4)}}
    )
    assert {verdict.status for verdict in verdicts} == {Status.EXHAUSTED}


class Forgetful(Stack[T]):
    """Writes the cell and forgets to count it, where a cell was there before."""

    def push(self, value: T) -> None:
        """Put the value on top, or so it says."""
        if self.height < len(self.cells):
            self.cells[self.height] = value
        else:
            self.cells.append(value)
            self.height += 1


class OffByOne(Stack[Any]):
    """Reads the cell above the last one that counts."""

    def pop(self) -> Any:
        """Take what lies above the top."""
        if self.height == 0:
            return super().pop()
        self.height -= 1
        return self.cells[self.height + 1]


@pytest.mark.parametrize(("broken", "unit", "claim"), [(Forgetful, "push", "ST-I1"), (OffByOne, "pop", "ST-R2")])
def test_a_broken_stack_is_not_proved(broken: type, unit: str, claim: str) -> None:
    """The proof fails, and so does the search, with a trace."""
    refinement = replace(STACK, impl=broken)
    assert claim in failed(refinement, unit)
    found = [v for v in explore.run(refinement, "three high", deep=False, expected={}) if v.failure and v.failure.trace]
    assert found


@pytest.mark.parametrize(
    "change",
    [
        lambda loop: replace(loop, invariant=lambda at: {}),
        lambda loop: replace(loop, variant=None),
        lambda loop: replace(loop, variant=lambda at: len(at.model.values) - at.local["height"] - 2),
        lambda loop: replace(loop, variant=lambda at: 1),
    ],
    ids=["no invariant", "no variant", "a variant below 0", "a variant that stays"],
)
def test_a_loop_that_says_too_little_is_not_proved(change: Callable[[Loop], Loop]) -> None:
    """Invariant and variant are each needed."""
    assert "ST-R3" in failed(replace(STACK, loops=tuple(map(change, STACK.loops))), "drop_to")


def test_what_a_loop_changes_is_found_by_reading() -> None:
    """The declaration need not say it; what it says is shown."""
    for changes, proved in (None, True), (("values",), True), ((), False):
        loops = tuple(replace(loop, changes=changes) for loop in STACK.loops)
        [verdict, *_] = prove.run(replace(STACK, loops=loops), "drop_to")
        assert (verdict.status is Status.PROVED) == proved
    assert "a round changes `values`: `changes` of StackModel.drop_to#0 does not name it" in verdict.reason


def test_a_cost_that_is_not_the_worst_is_not_proved() -> None:
    """A bound that is too low and one that no path reaches fail alike."""
    push = STACK.operation("push")
    for cost in (Cost(0, 0), Cost(0, 2)):
        operations = (replace(push, cost=cost), *STACK.operations[1:])
        assert failed(replace(STACK, operations=operations), "push") == {"ST-C1"}


def test_the_page_shows_the_file() -> None:
    """What docs/users/own-containers.md quotes of the example stands in the example."""
    page = (ROOT / "docs/users/own-containers.md").read_text(encoding="utf-8")
    source = (ROOT / "tests" / "engine" / "stack_refinement.py").read_text(encoding="utf-8")
    quotes = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert quotes
    for quote in quotes:
        for part in quote.strip().split("\n\n\n"):
            assert part in source


def _walked(refinement: Refinement) -> list[Verdict]:
    return walk.run(refinement, walk.DEFAULT, False, silent)


class Endless(Stack[Any]):
    """Goes round for ever, once there is something to drop."""

    def drop_to(self, height: int) -> None:
        """Drop nothing, over and over."""
        if height < 0 or height > self.height:
            super().drop_to(height)
        while self.height > height:
            self.cells.append(self.cells[0])


@pytest.mark.parametrize("judge", [lambda r: explore.run(r, "three high", deep=False, expected={}), _walked])
@pytest.mark.long
def test_an_operation_that_does_not_end_is_a_failure(judge: Callable[[Refinement], list[Verdict]]) -> None:
    """It is given up, and told with its trace, the line, and no more of the array than a person can read."""
    [verdict, *_] = [each for each in judge(replace(STACK, impl=Endless)) if each.claim == "ST-R3"]
    assert verdict.failure is not None
    assert "Endless.drop_to does not end: it goes round in line" in verdict.failure.message
    assert [step.operation for step in verdict.failure.trace] == ["push", "drop_to"]
    assert len(verdict.failure.after["cells"]) <= MOST_SHOWN
