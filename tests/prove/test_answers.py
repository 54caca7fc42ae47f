"""A declaration answers in every state: what one of its functions refuses is not left out of what is shown.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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
