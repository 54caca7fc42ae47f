"""That a proof speaks of something: each way an operation can end, and each round of each loop, has a concrete start.

A proof from assumptions that contradict each other would prove anything. So the paths are walked once more with a few
elements, and for each way of ending a solver's model of all assumptions is turned into a real state, on which the plain
claims are evaluated.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import z3

from slotproof.proofs.engine.counterexample import Concrete, broken_claims
from slotproof.proofs.engine.foreign_run import ACCEPTED, HALVES, ForeignRun, run_of
from slotproof.proofs.engine.memory import Memory
from slotproof.proofs.engine.path import NotSupported, Path, PathEnd, running
from slotproof.proofs.engine.refinement import Operation, Refinement
from slotproof.proofs.engine.simulation import Run

BOUNDS: Final = (1, 2, 3)
MOST_PATHS: Final = 300
STARTS: Final = ((200_000, 0), (200_000, 1), (400_000, 2), (2_000_000, 0), (1_000_000, 3), (1_000_000, 4))
"""Z3 resource units and seed of each start that is tried of a path.

There are several, since what stands for a product may be no product in one of them; and since luck decides how long Z3
takes to find one, so that to begin again soon is better than to wait: the longest that is needed took 1,250,000.
"""


@dataclass
class Reached:
    """What a concrete start was found for, and what it was looked for in vain."""

    ends: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)


def reached(refinement: Refinement, operation: Operation) -> Reached:
    """Look for a concrete start of every way the operation may end."""
    found = Reached()
    wanted = {"success", *operation.refusals, *([ACCEPTED] if operation.foreign is not None else [])}
    for bound in BOUNDS:
        wanted |= _walk(refinement, operation, bound, found, wanted)
        if wanted <= found.ends:
            break
    found.missing = sorted(wanted - found.ends)
    return found


def _walk(refinement: Refinement, operation: Operation, bound: int, found: Reached, wanted: set[str]) -> set[str]:
    """Walk the paths; the loops that were met are wanted too."""
    foreign = operation.foreign is not None
    waiting: list[tuple[bool, ...]] = [*reversed(HALVES)] if foreign else [()]
    met: set[str] = set()
    paths, memory = 0, Memory()
    while waiting and paths < MOST_PATHS and not (wanted | met) <= found.ends:
        # by turns the first that was met and the shortest: refusals end soon, and success is met early
        place = -1 if foreign else 0 if paths % 2 else min(range(len(waiting)), key=lambda each: len(waiting[each]))
        path = Path(waiting.pop(place), [], bound, obliging=False, memory=memory)
        paths += 1
        with running(path):
            run = run_of(refinement, operation, path)
            with suppress(PathEnd, NotSupported):
                run.run()
            met |= {
                f"a round of {key}"
                for key, head in run.heads.items()
                if head.side == "impl" or not head.loop.lockstep  # one round in lockstep is a round on both sides
            }
            if run.ended and run.ended not in found.ends and _has_start(refinement, run, path, bound):
                found.ends.add(run.ended)
        waiting += path.pending
    return met


def _has_start(refinement: Refinement, run: Run, path: Path, bound: int) -> bool:
    """True if the solver makes up a start of the path that the real classes take; it may try several."""
    for units, seed in STARTS:
        path.solver.set("rlimit", units)
        path.solver.set("random_seed", seed)
        path.solver.set("phase_selection", 5 if seed else 3)  # at random, after the way that Z3 has by default
        verdict = path.solver.check()
        if verdict == z3.unsat:
            return False
        if verdict == z3.sat:
            concrete = Concrete(path.solver.model(), bound, refinement)
            if isinstance(run, ForeignRun) and run.data is not None:
                if run.has_start(concrete):
                    return True
                continue
            model, impl = concrete.container(run.model_before), concrete.container(run.before)
            if not broken_claims(refinement, model, impl):
                return True
    return False
