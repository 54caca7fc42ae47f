"""That a proof speaks of something: each way an operation can end, and each round of each loop, has a concrete start.

A proof from assumptions that contradict each other would prove anything. So the paths are walked once more with a few
elements, and for each way of ending a solver's model of all assumptions is turned into a real state, on which the plain
claims are evaluated. The paths on which that went well at another time are walked first.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import z3

from slotproof.proofs.engine.counterexample import Concrete, broken_claims
from slotproof.proofs.engine.foreign_run import ACCEPTED, HALVES, ForeignRun, run_of
from slotproof.proofs.engine.hints import Start, recorded
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


def reached(refinement: Refinement, operation: Operation, rounds: Set[str]) -> Reached:
    """Look for a concrete start of every way the operation may end, and of a round of each loop met meanwhile.

    Takes      rounds, of every loop that its paths meet: recorded paths are enough if they lead to each of them, too
    """
    found = Reached()
    wanted = {"success", *operation.refusals, *([ACCEPTED] if operation.foreign is not None else [])}
    known = recorded(refinement.name).starts.get(unit_of(refinement, operation), ())
    for bound in BOUNDS:
        prefixes = [each.taken for each in known if each.bound == bound]
        _walk(refinement, operation, bound, found, wanted | rounds, prefixes)
    if wanted | rounds <= found.ends.keys():
        return found
    found = Reached()
    halves = HALVES if operation.foreign is not None else ((),)
    for bound in BOUNDS:
        wanted |= _walk(refinement, operation, bound, found, wanted, halves, further=True)
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
    prefixes: Sequence[tuple[bool, ...]],
    further: bool = False,
) -> set[str]:
    """Walk one path that begins so, of each; to go further, all, and then a round of each loop met is wanted, too."""
    foreign = operation.foreign is not None
    waiting = [*reversed(prefixes)]
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
            if run.ended and run.ended not in found.ends and _has_start(refinement, run, path, bound):
                found.ends[run.ended] = Start(bound, tuple(path.taken))
        if further:
            met |= rounds_of(run)
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
