"""Where a test of the evaluator begins."""

from __future__ import annotations

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver


def begun() -> tuple[Evaluator, State]:
    """Give an evaluator that may ask for a while, and a state that holds nothing."""
    return Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
