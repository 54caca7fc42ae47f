"""That a proof speaks of something: each way an operation may end, and a round of each loop, has a real start.

A proof from assumptions that contradict each other would prove anything. So each path of a few elements is asked for a
state, and CPython is asked whether the claims hold of it and the operation really ends so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from slotproof.engine.prove.simulate import Outcome, Simulation
from slotproof.engine.prove.small import Begun, SmallSolver

BOUNDS: Final = (1, 2, 3)
"""Most elements of a list, in the order tried."""

Starts = Callable[[Begun, Any, int], str]
"""(how both sides begin, a model of Z3, bound) -> how the real operation ends there; "" if claims are broken."""


def unreached(simulation: Simulation, operation: Any, loops: Collection[str], starts: Starts) -> list[str]:
    """The ways of ending, and the loops, that no real state leads to.

    Takes      loops, that the proof met
    """
    wanted = {"success", *operation.refusals, *loops}
    for bound in BOUNDS:
        solver = SmallSolver(lambda begun, model: False)

        def ended(begun: Begun, end: Outcome, solver: SmallSolver = solver, bound: int = bound) -> None:
            speaks_of = ({end.name} | end.st.rounds) & wanted
            if not speaks_of:
                return
            model = solver.model(end.st.known)
            if model is not None and starts(begun, model, bound) == end.name:
                wanted.difference_update(speaks_of)

        simulation.small(operation, bound, solver, ended)
        if not wanted:
            return []
    return sorted(wanted)
