"""Whether the claims determine what is seen: two runs of an observer, and what a container is compared by.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Claim, Operation
from slotproof.engine.prove.reading import prove_alike, prove_meant
from slotproof.spec.errors import Missing

from ..examples.clock import as_many, same_count, same_length
from ..examples.tally import Tally, counts, is_no_less, read_if, tally, twice


def counted(t: Tally) -> int:
    """What is counted."""
    return t.count


def held(t: Tally) -> int:
    """How many there are, whatever is counted."""
    return len(t.items)


def counted_if_any(t: Tally) -> int:
    """What is counted, if there are any."""
    if len(t.items) == 0:
        raise Missing("there are none")
    return t.count


@pytest.mark.parametrize(
    ("impl", "told"),
    [
        (counted, ""),
        (held, "`size` answers alike"),
        (counted_if_any, "`size` answers alike: success and Missing"),
    ],
)
def test_an_observer_answers_alike(impl: Callable[[Tally], int], told: str) -> None:
    """Of any two that are coupled with one model; or ends alike."""
    size = Operation("size", Claim("TY-R6", "`size` counts."), impl=impl, pure=True, refusals=("Missing",))
    read = prove_alike(replace(tally(twice), couple=(counts,)), size)
    assert read == "" if told == "" else read.endswith(f": {told}")


def test_what_reads_data_is_no_observer() -> None:
    """It is given no container that could answer twice."""
    whole = read_if(is_no_less)
    assert "it reads data, and no container" in prove_alike(whole, whole.operation("from_dict"))


@pytest.mark.parametrize(
    ("couple", "agree", "is_open"),
    [(counts, same_count, False), (as_many, same_count, True), (as_many, same_length, False)],
)
def test_what_is_compared_is_the_coupling(couple: Claim, agree: Callable[..., Any], is_open: bool) -> None:
    """Or more."""
    copy = Operation("copy", Claim("TY-R5", "`copy` copies."), pure=True, agree=agree)
    assert bool(prove_meant(replace(tally(twice), couple=(couple,)), copy)) is is_open
