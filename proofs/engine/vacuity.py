"""That a proof speaks of something: each way an operation can end, and each round of each loop, has a concrete start.

A proof from assumptions that contradict each other would prove anything. So the paths are walked once more with a few
elements, and for each way of ending a solver's model of all assumptions is turned into a real state, on which the plain
claims are evaluated. The paths on which that went well at another time are walked first.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import z3

from slotproof.proofs.engine.concrete import Concrete
from slotproof.proofs.engine.counterexample import broken_claims
from slotproof.proofs.engine.foreign_run import ACCEPTED, HALVES, ForeignRun, run_of
from slotproof.proofs.engine.hints import Start, recorded
from slotproof.proofs.engine.memory import Memory, garbage_kept
from slotproof.proofs.engine.path import NotSupported, Path, PathEnd, running
from slotproof.proofs.engine.refinement import Operation, Refinement
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.solvers import new_solver

BOUNDS: Final = (1, 2, 3)
MOST_PATHS: Final = 300
STARTS: Final = ((200_000, 0), (200_000, 1), (400_000, 2), (2_000_000, 0), (1_000_000, 3), (1_000_000, 4))
"""Z3 resource units and seed of each start that is tried of a path.

There are several, since what stands for a product may be no product in one of them; and since luck decides how long Z3
takes to find one, so that to begin again soon is better than to wait: the longest that is needed took 1,250,000.
"""


@dataclass
class Reached:
    """What a concrete start was found for, and on which path; and what it was looked for in vain."""

    ends: dict[str, Start] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def rounds_of(run: Run) -> set[str]:
    """A way to end for each loop that a run met: a round of it, from which nothing follows that it assumes too much.

    One round in lockstep is a round on both sides.
    """
    return {f"a round of {key}" for key, head in run.heads.items() if head.side == "impl" or not head.loop.lockstep}


def unit_of(refinement: Refinement, operation: Operation) -> str:
    """The unit that proves an operation in the arrangement of its declaration, if it has one."""
    return " | ".join([operation.name, *(one.name for one in refinement.arranged)])


@garbage_kept()
def reached(refinement: Refinement, operation: Operation, rounds: Set[str]) -> Reached:
    """Look for a concrete start of every way the operation may end, and of a round of each loop met meanwhile.

    Takes      rounds, of every loop that its paths meet: recorded paths are enough if they lead to each of them, too
    """
    found = Reached()
    wanted = {"success", *operation.refusals, *([ACCEPTED] if operation.foreign is not None else [])}
    known = recorded(refinement.name).starts.get(unit_of(refinement, operation), ())
    for bound in BOUNDS:
        ways = {each.taken: each.way for each in known if each.bound == bound}
        _walk(refinement, operation, bound, found, wanted | rounds, ways)
    if wanted | rounds <= found.ends.keys():
        return found
    found = Reached()
    halves = HALVES if operation.foreign is not None else ((),)
    for bound in BOUNDS:
        wanted |= _walk(refinement, operation, bound, found, wanted, dict.fromkeys(halves, 0), further=True)
        if wanted <= found.ends.keys():
            break
    found.missing = sorted(wanted - found.ends.keys())
    return found


def _walk(
    refinement: Refinement,
    operation: Operation,
    bound: int,
    found: Reached,
    wanted: Set[str],
    ways: Mapping[tuple[bool, ...], int],
    further: bool = False,
) -> set[str]:
    """Walk one path that begins so, of each; to go further, all, and then a round of each loop met is wanted, too.

    Takes      ways, how paths begin -> the way in which to look for a start first
    """
    foreign = operation.foreign is not None
    waiting = list(ways)[::-1]
    met: set[str] = set()
    paths, memory = 0, Memory()
    while waiting and paths < MOST_PATHS and not (wanted | met) <= found.ends.keys():
        # by turns the first that was met and the shortest: refusals end soon, and success is met early
        place = -1 if foreign else 0 if paths % 2 else min(range(len(waiting)), key=lambda each: len(waiting[each]))
        path = Path(waiting.pop(place), [], bound, obliging=False, memory=memory)
        paths += 1
        with running(path):
            run = run_of(refinement, operation, path)
            with suppress(PathEnd, NotSupported):
                run.run()
            if run.ended and run.ended not in found.ends:
                taken = tuple(path.taken)
                way = _way_to_start(refinement, run, path, ways.get(taken, 0))
                if way is not None:
                    found.ends[run.ended] = Start(bound, taken, way)
        if further:
            met |= rounds_of(run)
            waiting += path.pending
    return met


def _way_to_start(refinement: Refinement, run: Run, path: Path, first: int) -> int | None:
    """The place of the way in which the solver makes up a start of the path that the real classes take; None if none.

    Takes      first, the place of the way to try first
    """
    context = z3.Context()  # of its own, so that what is found does not depend on what else there is
    assumed = [each.translate(context) for each in path.assumptions]
    for way in sorted(range(len(STARTS)), key=lambda each: each != first):
        solver = _solver_for(way, context)
        solver.add(*assumed)
        verdict = solver.check()
        if verdict == z3.unsat:
            return None
        if verdict == z3.sat and _is_start(refinement, run, solver.model().translate(z3.main_ctx()), path.bound or 0):
            return way
    return None


def _solver_for(way: int, context: z3.Context) -> z3.Solver:
    units, seed = STARTS[way]
    solver = new_solver(exact=True, context=context)
    solver.set("rlimit", units)
    solver.set("random_seed", seed)
    solver.set("phase_selection", 5 if seed else 3)  # at random, after the way that Z3 has by default
    return solver


def _is_start(refinement: Refinement, run: Run, model: z3.ModelRef, bound: int) -> bool:
    """True if the real classes take the start that a model stands for."""
    concrete = Concrete(model, bound, refinement)
    if isinstance(run, ForeignRun) and run.data is not None:
        return run.has_start(concrete)
    return not broken_claims(refinement, concrete.container(run.model_before), concrete.container(run.before))
