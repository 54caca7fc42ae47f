"""A container that reads another one from data, as an evaluator knows it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from slotproof.declare import Inside
from slotproof.engine.prove.containers.within import Within
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Ref
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver

from .clock import clock, represent
from .tally import is_no_less, read_if


@dataclass
class Reader:
    """An evaluator that knows tallies by their proofs; what is declared of `from_dict` may be something else."""

    more: dict[str, Any] = field(default_factory=dict)
    within: Within = field(init=False)
    ev: Evaluator = field(init=False)
    st: State = field(default_factory=State)

    def __post_init__(self) -> None:
        """Read the declaration."""
        inner = read_if(is_no_less)
        read = replace(inner.operation("from_dict"), refusals=("InvalidArgument",), **self.more)
        inner = replace(inner, operations=(*inner.operations[:-1], read))
        inside = {"tally": Inside(inner, represent, reads=("count",))}
        simulation = Simulation(replace(clock(True), inside=inside), Declarations(), Solver)
        self.ev = Evaluator(simulation.program, Solver(Budget(last=50_000)))
        [known] = simulation.components
        assert isinstance(known, Within)
        self.within = known
        known.install(self.ev)
        self.ev.stack.append(simulation.impl_class)

    def any_model(self) -> Ref:
        """A state of the model of which nothing is known."""
        return any_object(self.ev, self.st, self.within.model, "any ")

    def count(self, st: State, held: Ref) -> Any:
        """How many a tally has counted."""
        return self.ev.attribute(st, held, "count", self.within.model.node)
