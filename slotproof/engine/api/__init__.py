"""The door of the engine: what `verify`, `mutation` and `gate` use of it beside the judges, which are in `judges`.

States are told apart and put back by snapshots, steps are drawn by programs, and functions are changed into mutants.
Nothing here needs a solver.
"""

from slotproof.engine.explore.frozen import attributes
from slotproof.engine.explore.invalid_inputs import FROM_DICT, NEW
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, Mutant, applied, apply, replaced
from slotproof.engine.mutate.sites import beneath, names_in, of_container, reached
from slotproof.engine.prove.presumed import MESSAGES
from slotproof.engine.step import by_argument
from slotproof.engine.walk.lockstep import Draw, Issued, picked
from slotproof.engine.walk.program import decode, narrowed, without_runs
from slotproof.engine.watchdog import looking_every, watched

__all__ = [
    "CLAIM",
    "FROM_DICT",
    "IMPL",
    "MESSAGES",
    "MODEL",
    "NEW",
    "Draw",
    "Issued",
    "Mutant",
    "Snapshot",
    "applied",
    "apply",
    "attributes",
    "beneath",
    "by_argument",
    "decode",
    "looking_every",
    "names_in",
    "narrowed",
    "of_container",
    "picked",
    "reached",
    "replaced",
    "watched",
    "without_runs",
]
