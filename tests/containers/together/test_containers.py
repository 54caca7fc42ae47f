"""Each container survives a walk, and what is broken in one is seen by a walk, a search and a proof."""

from collections.abc import Callable, Sequence
from typing import Final

import pytest

from slotproof.declare import Refinement
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.explore import explore
from slotproof.engine.prove import prove
from slotproof.engine.walk import walk
from slotproof.proofs.catalog import CATALOG

from ..breaks.breaks import BREAKS, broken_refinement

CONTAINERS: Final = pytest.mark.parametrize("refinement", CATALOG.values(), ids=lambda each: each.name)


def walked(refinement: Refinement) -> list[Verdict]:
    """Walk the first tiny widths until every operation has run after every other one."""
    [unit, *_] = (unit for unit in walk.units(refinement, deep=False) if unit != walk.DEFAULT)
    return walk.walk(refinement, unit, 1, most=walk.MOST_STEPS)


def explored(refinement: Refinement) -> list[Verdict]:
    """Search the tiniest scope that leaves no operation out."""
    sizes = explore.read_expected()[refinement.name]
    whole = [scope.name for scope in refinement.scopes if scope.operations is None and not scope.deep]
    return explore.run(refinement, min(whole, key=lambda name: sizes[name].transitions), deep=False)


def proved(refinement: Refinement) -> list[Verdict]:
    """Prove that a value is erased: the last one moves into the gap, and the slot goes back to the freelist."""
    return prove.run(refinement, "erase")


def failures(verdicts: Sequence[Verdict]) -> list[str]:
    """Give what is wrong, in words."""
    return [f"{verdict.claim}: {verdict.reason}" for verdict in verdicts if verdict.status is Status.FAILED]


@CONTAINERS
def test_it_survives_a_walk(refinement: Refinement) -> None:
    """Nothing breaks, and each claim of an operation is among what was looked at."""
    verdicts = walked(refinement)
    assert {each.status for each in verdicts} == {Status.SAMPLED}, failures(verdicts)
    assert {each.claim.id for each in refinement.operations} <= {each.claim for each in verdicts}
    assert all(each.evidence["pairs_covered"] == len(refinement.operations) ** 2 for each in verdicts)


@pytest.mark.parametrize("judge", [walked, explored, proved])
def test_what_is_broken_is_not_green(judge: Callable[[Refinement], list[Verdict]]) -> None:
    """Each of the three sees a handle map that does not note the new position of a value that it moves."""
    [change] = (each for each in BREAKS if each.id == "moved-slot-not-fixed")
    assert any(failure.startswith("HM-I2") for failure in failures(judge(broken_refinement(change))))
