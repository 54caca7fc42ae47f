"""Proofs by the prover that reads texts, in the words of the judge `prove`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from slotproof.declare import CREATION, Inside, Operation, Refinement, Theorem
from slotproof.declare.verdict import Failure
from slotproof.engine.prove.counterexamples.counterexample import (
    BOUNDS,
    Start,
    below_zero,
    broken_claims,
    has_start,
    replay,
)
from slotproof.engine.prove.counterexamples.small import MOST, Begun, Concrete, SmallSolver
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.sides.alike import answers_alike, is_meant
from slotproof.engine.prove.sides.outcome import Found
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.sides.untrusted import prove_operation
from slotproof.engine.prove.solver import terms
from slotproof.engine.prove.solver.budget import Doubt, unasked
from slotproof.engine.prove.solver.memory import Memory
from slotproof.engine.prove.solver.rest import forget_said
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.solver.terms import growth, known
from slotproof.engine.prove.source import Refusal
from slotproof.engine.taken import TEXTS
from slotproof.spec.errors import SlotproofError

PROVER: Final = "reads"

ENDLESS: Final = 10**9
"""How often a loop is come to in a round of one of its name, of another module: more often than is declared."""


@dataclass(frozen=True)
class Tally:
    """How many array cells are read and written; in a round of a loop, that is come to so often."""

    reads: int
    writes: int
    often: int = 1


@dataclass(frozen=True)
class Left:
    """An obligation that is open."""

    what: str
    claim: str


@dataclass
class ReadProof:
    """What the prover that reads found out, as `prove` judges it."""

    found: Found
    arranged: bool = False  # of some arrangements every operation is refused
    seconds: float = 0.0  # of this process

    @property
    def open(self) -> list[Left]:
        """The obligations that are not shown."""
        return [Left(f"{each.place}: {each.what}", each.claim) for each in self.found.open]

    @property
    def unsupported(self) -> str:
        """What the language of proofs has not."""
        return self.found.refusal

    @property
    def resists(self) -> str:
        """What was not shown, or why it could not be asked."""
        return self.unsupported or next((each.what for each in self.open), "")

    @property
    def unreached(self) -> list[str]:
        """Every way of ending, if a solver rules out each: the proof would say nothing; or success, if it is none."""
        ends = self.found.ends
        if not ends or all(ends.values()):
            return sorted({*ends, "success"})
        return [] if self.arranged or not ends.get("success", True) else ["success"]

    @property
    def uncounted(self) -> set[str]:
        """What costs more the larger a list is, within loops, or in a way that is not known."""
        figures = [figure for pair in self.found.rounds.values() for figure in pair]
        counted = growth(self.found.reads) is not None and growth(self.found.writes) is not None
        return set() if counted and known(*figures) else {"what reads or writes a whole list"}

    @property
    def cost(self) -> Tally:
        """Reads and writes that do not grow with a list, outside of loops."""
        return Tally(*((growth(each) or {}).get(1, 0) for each in (self.found.reads, self.found.writes)))

    @property
    def rounds(self) -> dict[str, Tally]:
        """Reads and writes of a round of each loop, and of each entry of a list that is read or written as a whole."""
        reads, writes = (growth(each) or {} for each in (self.found.reads, self.found.writes))
        lengths = [each for each in {**reads, **writes} if not known(each)]
        entries = {str(each): (reads.get(each, 0), writes.get(each, 0)) for each in lengths}
        rounds = {name: Tally(*each, self._often(name)) for name, each in self.found.rounds.items()}
        return rounds | {name: Tally(*each) for name, each in entries.items()}

    def _often(self, loop: str, *within: str) -> int:
        """How often a loop is come to for what it repeats for: in each round of those around it, as often as these."""
        if loop in within:
            return ENDLESS
        around = {outer: times for (outer, inner), times in self.found.inner.items() if inner == loop and times}
        often = sum(times * self._often(outer, loop, *within) for outer, times in around.items())
        return max(self.found.passes.get(loop, 0) + often, 1)

    def evidence(self) -> dict[str, Any]:
        """The counts."""
        said = {
            "prover": PROVER,
            "paths": self.found.paths,
            "obligations": self.found.obligations,
            "questions": self.found.counts.get("second", 0),
        }
        if not self.uncounted:
            said |= {"reads": self.cost.reads, "writes": self.cost.writes}
        said |= {"files": self.found.files} if self.found.files else {}
        said |= {"rests_on": sorted(self.found.rested)} if self.found.rested else {}
        return said | ({"presumes": sorted(self.found.presumes)} if self.found.presumes else {})


def prove_by_reading(refinement: Refinement, operation: Operation, doubt: Doubt = unasked) -> ReadProof:
    """Prove an operation, or that a new container is coupled.

    Takes      doubt, asked before solvers are given a lot to do: True if a real state is known that goes wrong
    """
    return _read(refinement, operation, partial(_doubted, doubt, _proved))


def _proved(simulation: Simulation, operation: Operation) -> Found:
    return simulation.creation() if operation is CREATION else prove_operation(simulation, operation)


def _doubted(doubt: Doubt, prove: Callable[[Simulation, Any], Found], simulation: Simulation, about: Any) -> Found:
    simulation.doubt = doubt
    try:
        return prove(simulation, about)
    finally:
        simulation.doubt = unasked


def prove_theorem(refinement: Refinement, theorem: Theorem, doubt: Doubt = unasked) -> ReadProof:
    """Prove a theorem of any instance."""
    return _read(refinement, theorem, partial(_doubted, doubt, Simulation.theorem))


def prove_alike(refinement: Refinement, operation: Operation, doubt: Doubt = unasked) -> str:
    """Show that the claims determine what an observer answers: "", or what resists."""
    return _read(refinement, operation, partial(_doubted, doubt, answers_alike)).resists


def prove_meant(refinement: Refinement, operation: Operation) -> str:
    """Show that a container that is found alike with a model state means it: "", or what resists."""
    return _read(refinement, operation, is_meant).resists


def _read(refinement: Refinement, about: Any, prove: Callable[[Simulation, Any], Found]) -> ReadProof:
    """What a proof about an operation or a theorem gives."""
    try:
        simulation = simulation_of(refinement)
    except Refusal as refusal:
        return ReadProof(Found(refinement.name, refusal=str(refusal)))
    terms.restart_names()
    forget_said()
    began = time.process_time()
    found = prove(simulation, about)
    found.files = simulation.program.files()
    return ReadProof(found, bool(refinement.arranged), time.process_time() - began)


def find_by_reading(refinement: Refinement, operation: Operation, units: int = MOST) -> Failure | None:
    """The smallest state of a few elements from which the real operation goes wrong, if one is found.

    Takes      units, of Z3, after which nothing more is asked
    """
    try:
        program = simulation_of(refinement).program
        simulation = Simulation(refinement, program, lambda: Solver(memory=Memory()))
    except Refusal:
        return None
    represent = _represented(refinement)
    for bound in BOUNDS:
        failures: list[Failure] = []

        def broken(begun: Begun, model: Any, bound: int = bound, failures: list[Failure] = failures) -> bool:
            failure = _replayed(refinement, operation, begun, Concrete(model, bound, represent))
            failures += [] if failure is None else [failure]
            return failure is not None

        solver = SmallSolver(broken, units)
        simulation.small(operation, bound, solver)
        if failures:
            return failures[0]
        units -= solver.spent
    return None


def unreached_by_running(refinement: Refinement, read: ReadProof) -> list[str]:
    """Every way of ending, told of by a proof that is whole, if there is no real state to start from."""
    if read.resists or not refinement.scopes or has_start(refinement):
        return []
    return sorted({*read.found.ends, "success"})


def _represented(refinement: Refinement) -> dict[type, Callable[[Any], Any]]:
    """What makes the containers within, of a state of their models; of one that breaks a claim there is none."""

    def represent(inside: Inside, model: Any) -> Any:
        try:
            made = inside.represent(model)
        except (SlotproofError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise LookupError("no container is in that state") from error
        if broken_claims(inside.refinement, model, made):
            raise LookupError("no container is in that state")
        return made

    within = (*refinement.inside.values(), *refinement.known)
    return {each.refinement.impl: partial(represent, each) for each in within}


def _started(begun: Begun, values: Concrete) -> Start:
    """Both sides and what they are given, as Python has them, made anew."""
    model, impl = values.of(begun.model, begun.heap), values.of(begun.impl, begun.heap)
    given = [[values.argument(each, side, begun.heap) for each in begun.given] for side in ("model", "impl")]
    return Start(model, impl, given[0], given[1])


def _replayed(refinement: Refinement, operation: Operation, begun: Begun, values: Concrete) -> Failure | None:
    """What the real operation does on the state, if that is wrong."""
    try:
        start = _started(begun, values)
    except LookupError:  # a part of it is known by its model alone
        return None
    if broken_claims(refinement, start.model, start.impl):
        return None
    failure = replay(refinement, operation, *start)
    if failure is None and (below := below_zero(operation, _started(begun, values))):
        failure = replay(refinement, operation, *_started(begun, values), below)
    return failure


_READ: Final[dict[tuple[int, tuple[tuple[str, str], ...]], tuple[Refinement, Simulation]]] = {}


def simulation_of(refinement: Refinement) -> Simulation:
    """The declaration, read: once for each text."""
    key = id(refinement), tuple(sorted(TEXTS.items()))
    if key not in _READ:
        simulation = Simulation(refinement, Declarations(dict(TEXTS)), lambda: Solver(memory=Memory()))
        _READ.clear()
        _READ[key] = refinement, simulation
    return _READ[key][1]
