"""What is kept of formulas goes by their numbers, so that each formula is kept as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.engine.prove.solver.memory import Memory
from slotproof.engine.prove.solver.triggers import number

N = z3.Int("n")


@pytest.mark.parametrize("asked", [Memory.is_ground, Memory.opaque, Memory.conjuncts, Memory.witnesses])
def test_a_formula_that_something_is_known_of_keeps_its_number(asked: Callable[[Memory, Any], Any]) -> None:
    """Another one that is made later never has it."""
    memory, numbers = Memory(), set()
    for limit in range(20):
        formula = z3.ForAll([N], z3.And(N > limit, N < limit + 70)) if asked == Memory.witnesses else N > 1000 + limit
        asked(memory, formula)
        numbers.add(number(formula))
    assert len(numbers) == 20
