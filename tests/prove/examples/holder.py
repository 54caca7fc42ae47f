"""A container that holds another one, as an evaluator knows it: by the proofs of that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from slotproof.declare import Inside, Refinement
from slotproof.engine.prove.containers.within import Within
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import Ref
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver

from .clock import clock, represent


def with_operation(refinement: Refinement, name: str, /, **more: Any) -> Refinement:
    """A container of whose operation something else is declared."""
    changed = replace(refinement.operation(name), **more)
    operations = (changed if each.name == name else each for each in refinement.operations)
    return replace(refinement, operations=tuple(operations))


class Holder:
    """An evaluator that knows tallies by their declaration, and a state."""

    def __init__(self, inner: Refinement, reads: tuple[str, ...] = ("count",), **more: Any) -> None:
        inside = {"tally": Inside(inner, represent, reads=reads, **more)}
        simulation = Simulation(replace(clock(True), inside=inside), Declarations(), Solver)
        self.ev, self.st = Evaluator(simulation.program, Solver(Budget(last=50_000))), State()
        [known] = simulation.components
        assert isinstance(known, Within)
        self.within, self.node = known, known.impl.node
        known.install(self.ev)
        self.ev.stack.append(simulation.impl_class)

    def any_model(self) -> Ref:
        """A state of the model of which nothing is known."""
        return any_object(self.ev, self.st, self.within.model, "any ")

    def field(self, st: State, held: Ref, name: str = "count") -> Any:
        """What the model of a tally has there."""
        return st.heap[st.heap[held.id].meaning.id].fields[name]

    def called(self, held: Ref, name: str, *given: Any) -> Results:
        """A call of an operation."""
        operation = self.ev.attribute(self.st, held, name, self.node)
        results: Results = self.ev.call(self.st, operation, list(given), {}, self.node)
        return results

    def leaves_open(self, st: State, said: Any) -> bool:
        """Whether that is not shown."""
        before = len(self.ev.open)
        self.ev.oblige(st.copy(), said, self.node, "it is so")
        return len(self.ev.open) > before
