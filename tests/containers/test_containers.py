"""Each container in short: a walk, a search of a tiny scope, and the proof of a hard operation."""

from collections.abc import Callable, Sequence
from typing import Final

import pytest

from slotproof.declare import Refinement
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.explore import explore
from slotproof.engine.explore.explore import STATES
from slotproof.engine.prove import prove
from slotproof.engine.walk import walk
from slotproof.proofs.catalog import CATALOG

from .breaks import BREAKS, broken_refinement

HARD: Final = {
    "handle_map": "erase",  # the last value moves into the gap, and the slot goes back to the freelist
    "sparse_set": "compact",  # two positions approach each other, one in a chain of holes
    "storage": "emplace",  # a value goes into a hole or to the end, and a page may be new
    "entity_storage": "destroy",  # the generation may run out, and the slot changes its place among three kinds
    "registry": "emplace",  # may make an entity a member of a group, which moves values in several pools
    "typed_store": "erase",  # reaches one map of any number of them, through the type of the handle
    "dense_map": "insert",  # may grow, which puts each key into another bucket
    "dense_set": "insert",  # as the map, and has no values
    "bitmask": "set",  # sums a word up in the layer above, and that one in the next, for any number of layers
    "token_allocator": "acquire",  # rests on what a mask inside finds, which is known by its model alone
    "hash_index": "remove_index",  # renumbers all that come after, in every chain
    "indexed_store": "erase",  # closes a gap in three arrays at once, of which the index inside is one
    "handle": "unpack",  # shifts and masks of unknown integers, for each layout
}
"""An operation of each container whose proof needs what is peculiar to it."""

CONTAINERS: Final = pytest.mark.parametrize("refinement", CATALOG.values(), ids=lambda each: each.name)


def walked(refinement: Refinement) -> list[Verdict]:
    """Walk the first tiny widths until every operation has run after every other one."""
    [unit, *_] = (unit for unit in walk.units(refinement, deep=False) if unit != walk.DEFAULT)
    return walk.walk(refinement, unit, 1, most=walk.MOST_STEPS)


def explored(refinement: Refinement) -> list[Verdict]:
    """Search the tiniest scope that leaves no operation out, and has steps if any has."""
    sizes = explore.read_expected()[refinement.name]
    whole = [scope.name for scope in refinement.scopes if scope.operations is None and not scope.deep]
    return explore.run(
        refinement, min(whole, key=lambda name: (not sizes[name].transitions, sizes[name].transitions)), deep=False
    )


def proved(refinement: Refinement) -> list[Verdict]:
    """Prove the hard operation, of a registry in the arrangement that is proved by default."""
    units = prove.units(refinement, deep=False)
    [unit] = (unit for unit in units if unit.partition(" | ")[0] == HARD[refinement.name])
    return prove.run(refinement, unit)


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


@CONTAINERS
def test_a_tiny_scope_is_exhausted(refinement: Refinement) -> None:
    """Every claim holds in each of its states, which are as many as recorded, and so does that of each operation."""
    verdicts = explored(refinement)
    assert {each.status for each in verdicts} == {Status.EXHAUSTED}, failures(verdicts)
    claims = (*refinement.couple, *refinement.laws, *(each.claim for each in refinement.operations))
    assert {STATES, *(claim.id for claim in claims)} <= {each.claim for each in verdicts}


@CONTAINERS
def test_a_hard_operation_is_proved(refinement: Refinement) -> None:
    """Its own claim is, and it keeps every invariant."""
    verdicts = proved(refinement)
    assert {each.status for each in verdicts} == {Status.PROVED}, [each.reason for each in verdicts]
    claims = (refinement.operation(HARD[refinement.name]).claim, *refinement.couple)
    assert {claim.id for claim in claims if not claim.step} <= {each.claim for each in verdicts}


@pytest.mark.parametrize("judge", [walked, explored, proved])
def test_what_is_broken_is_not_green(judge: Callable[[Refinement], list[Verdict]]) -> None:
    """Each of the three sees a handle map that does not note the new position of a value that it moves."""
    [change] = (each for each in BREAKS if each.id == "moved-slot-not-fixed")
    assert any(failure.startswith("HM-I2") for failure in failures(judge(broken_refinement(change))))
