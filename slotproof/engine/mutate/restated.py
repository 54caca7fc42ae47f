"""Whether a changed claim says more than it said, or less: the question of `slotproof.engine.prove.restated`."""

from __future__ import annotations

from dataclasses import replace
from types import FunctionType

from slotproof.declare import Claim, Refinement
from slotproof.engine.prove import restated as asked
from slotproof.engine.prove.declared import Declarations
from slotproof.engine.prove.restated import Restated
from slotproof.engine.prove.simulate import Simulation
from slotproof.engine.prove.solver import terms
from slotproof.engine.prove.solver.memory import Memory
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal
from slotproof.engine.taken import TEXTS

__all__ = ["Restated", "restated"]


def restated(refinement: Refinement, claim: Claim, before: FunctionType) -> Restated:
    """How the claim compares with what it said before, in every arrangement of the default profile.

    Takes      before, its predicate as it was
    """
    plain = tuple(one for one in refinement.arranged if not one.deep)
    program = Declarations(dict(TEXTS))
    terms.restart_names()
    try:
        simulation = Simulation(
            replace(refinement, arranged=plain), program, lambda: Solver(asked.SOON, memory=Memory())
        )
        claims = simulation.claims
        [said] = [each for each in (*claims.laws, *claims.couple) if each.id == claim.id]
        was = replace(said, id=f"{said.id} as it was", holds=program.closure(before))
    except Refusal:
        return Restated(no_more=False, no_less=False)
    return asked.restated(simulation, said, was)
