"""Small states: what is asked of them number by number is asked of numbers alone."""

from __future__ import annotations

import pytest

from slotproof.engine.prove.counterexamples.small import limits
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, KEY, Kind
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal


@pytest.mark.parametrize("name", ["dict", "set"])
def test_keys_that_are_no_numbers_are_not_looked_at(name: str) -> None:
    """Whoever asks is told so."""
    for key, is_number in ((INT, True), (KEY, False)):
        st = State()
        any_of(
            Evaluator(Declarations(), Solver(Budget(last=50_000))),
            st,
            "held",
            Kind(name, (key, INT) if name == "dict" else (key,)),
        )
        if is_number:
            assert [*limits(st, [], 3)]
        else:
            with pytest.raises(Refusal, match="keys that are no numbers"):
                [*limits(st, [], 3)]
