"""A declaration answers in every state: what one of its functions refuses is not left out of what is shown.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Answering, Claim
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.errors import OutOfRange


def from_zero(make: Any) -> Any:
    """Any number; of one below 0 it says nothing."""
    number = make.int("number")
    if number < 0:
        raise OutOfRange("below 0")
    return number


def test_a_function_of_a_declaration_that_raises_is_refused() -> None:
    """Else the numbers below 0 would be left out, and nothing would say so."""
    operation = HANDLE_MAP.operation("handle_at")
    [position] = operation.takes
    narrow = replace(operation, takes=(replace(position, symbolic=from_zero, within="some positions"),))
    operations = tuple(narrow if each is operation else each for each in HANDLE_MAP.operations)
    proof = prove_by_reading(replace(HANDLE_MAP, operations=operations), narrow)
    assert "OutOfRange, raised by a function of the declaration" in proof.unsupported


def below_one(before: Any, count: int) -> bool:
    """Zero as well, which is a count."""
    return count < 1


def below_minus_one(before: Any, count: int) -> bool:
    """Not -1, which is none."""
    return count < -1


@pytest.mark.parametrize(("law", "holds"), [(None, True), (below_one, False), (below_minus_one, False)])
def test_what_is_invalid_is_refused_and_nothing_else_is(law: Any, holds: bool) -> None:
    """A law by which too much is invalid is broken by what is answered, and one by which too little is, by an error."""
    answers = HANDLE_MAP.answers if law is None else (Answering(Claim("HM-L15", ""), invalid={"reserve": law}),)
    proof = prove_by_reading(replace(HANDLE_MAP, answers=answers), HANDLE_MAP.operation("reserve"))
    assert not proof.unsupported
    assert {each.claim for each in proof.open} == (set() if holds else {"HM-L15"})
