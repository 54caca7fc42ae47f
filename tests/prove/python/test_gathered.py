"""What rounds leave is known of all ways that they go: of what is put in, of names, and of lists that have two.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare import Loop
from slotproof.engine.prove.reading import ReadProof, prove_by_reading

from ..examples import steps
from .functions import gathered

Going = Callable[[Any, int], None]

ALONE: Final[dict[str, Any]] = {"lockstep": False}
FEW: Final[dict[str, Any]] = {**ALONE, "invariant": gathered.few}
FIRST: Final[dict[str, Any]] = {**ALONE, "invariant": gathered.first_counts}


def differ(model: Going, impl: Going) -> bool:
    """Whether CPython finds heights, and a number, with which one does something else than the other."""
    for heights in itertools.chain(*(itertools.product((0, 1, 2), repeat=count) for count in range(4))):
        for number in range(3):
            ends = []
            for made, go in ((steps.PathModel(), model), (steps.Path(), impl)):
                made.heights = list(heights)
                go(made, number)
                ends.append((made.heights, made.climbed))
            if ends[0] != ends[1]:
                return True
    return False


def proof(model: Going, impl: Going, said: dict[str, Any], more: tuple[Loop, ...] = ()) -> ReadProof:
    """The proof that one is the other."""
    declared = steps.path(model, impl, ours=said, theirs=said)
    declared = replace(declared, loops=(*declared.loops, *more))
    return prove_by_reading(declared, declared.operation("go"))


WITHIN: Final = tuple(
    Loop(each.__qualname__, 1) for each in (gathered.with_the_last, gathered.with_one_more, gathered.with_its_own)
)
RENEWED: Final = (Loop("_renewed", invariant=gathered.first_counts),)
LOST: Final = "not assigned on this path"
WAS: Final = "what heights was: a round may have put another one in the place of heights"


@pytest.mark.parametrize(
    ("impl", "told"),
    [
        (gathered.last_in_a_set, "PA-I1 after go"),
        (gathered.last_in_a_dict, "PA-I1 after go"),
        (gathered.last_in_a_list, "PA-I1 after go"),
        (gathered.in_a_set_until_0, "PA-I1 after go"),
        (gathered.one_until_0, "PA-I1 after go"),
        (gathered.found_last, f"found: {LOST}"),
    ],
)
def test_what_is_put_in_on_one_way_is_there_after_a_round(impl: Going, told: str) -> None:
    """Whichever way is followed first."""
    assert differ(gathered.nothing, impl)
    assert told in proof(gathered.nothing, impl, ALONE).resists


@pytest.mark.parametrize("impl", [gathered.never_two_in_a_set, gathered.never_two_in_a_list])
def test_what_the_invariant_says_of_all_ways_is_known(impl: Going) -> None:
    """It is shown of each."""
    assert not differ(gathered.nothing, impl)
    assert proof(gathered.nothing, impl, FEW).resists == ""


def test_a_name_that_rounds_may_lose_is_the_same_on_no_side() -> None:
    """It is not known of the next round, in which CPython has what the loop within left."""
    assert differ(gathered.with_the_last, gathered.with_one_more)
    assert f"last: {LOST}" in proof(gathered.with_the_last, gathered.with_one_more, {}, WITHIN).resists


def test_a_name_that_rounds_give_is_the_same_on_both_sides() -> None:
    """Where a loop within has a name of its own."""
    assert proof(gathered.with_its_own, gathered.with_its_own, {}, WITHIN).resists == ""


@pytest.mark.parametrize(
    ("impl", "told"),
    [
        (gathered.emptied_beside, WAS),
        (gathered.emptied_and_named, WAS),
        (gathered.emptied_in_turn, "comes to hold another list: somebody else may hold it too"),
        (gathered.emptied_with_a_copy, ""),
        (gathered.emptied_anew, ""),
    ],
)
def test_a_list_that_rounds_replace_is_looked_at_by_no_other_name(impl: Going, told: str) -> None:
    """Before the first round it is the container's."""
    found = proof(gathered.emptied, impl, FIRST, RENEWED)
    assert differ(gathered.emptied, impl) is bool(told)
    assert told in found.resists
    assert (found.resists == "") is (told == "")
