"""What no claim says, but is true of every container, so that `from_dict` may ask for it.

It is supposed of a container whose data is read back. So it is shown of each new one, of what operations make, and
after each operation on containers of which it was true. What is presumed instead is listed by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Heap, Ref, Term, Value
from slotproof.engine.prove.solver import terms as t


class Premise:
    """What the declaration of `from_dict` says beside the claims."""

    def __init__(self, refinement: Any, program: Declarations) -> None:
        declared: Any = next((each.foreign for each in refinement.operations if each.foreign is not None), None)
        presumed = None if declared is None else declared.presumed
        self._shown = None if declared is None else program.closure(declared.premise)
        self._presumed = None if presumed is None else program.closure(presumed)
        said = "" if presumed is None else (presumed.__doc__ or presumed.__name__).rstrip(".")
        self._listed = said[:1].lower() + said[1:]
        self.impl = program.the_class(refinement.impl)

    def of(self, ev: Evaluator, st: State, impl: Value) -> Term:
        """All of it, of a container: also what is presumed of those that were not read from data."""
        return t.conj(self.shown(ev, st, impl), self._said(ev, st, self._presumed, impl))

    def shown(self, ev: Evaluator, st: State, impl: Value) -> Term:
        """What of it is shown."""
        return self._said(ev, st, self._shown, impl)

    def supposed(self, ev: Evaluator, st: State, impl: Value) -> Term:
        """The same, taken for granted of a container that is given."""
        if self._presumed is not None:
            ev.presumes.add(self._listed)
        return self.of(ev, st, impl)

    def _said(self, ev: Evaluator, st: State, function: Any, impl: Value) -> Term:
        node = self.impl.node
        return True if function is None else ev.truth(st, ev.applied(st, function, [impl], node), node)

    def show_new(self, ev: Evaluator, st: State, impl: Ref) -> None:
        """Oblige it of a new container."""
        ev.oblige(st, self.shown(ev, st, impl), self.impl.node, "what from_dict asks for is true of a new container")

    def show_kept(
        self, ev: Evaluator, st: State, before: Heap, impls: Sequence[Ref], made: Sequence[Ref], operation: str
    ) -> None:
        """Oblige it of what an operation leaves and makes, if it was true of the containers that there were."""
        if self._shown is None:
            return
        with ev.inexact():
            given = t.conj(*(self.shown(ev, st, Ref(each.id, before)) for each in impls))
        for each in (*impls, *made):
            goal = t.implies(given, self.shown(ev, st, each))
            ev.oblige(st, goal, self.impl.node, f"what from_dict asks for is true after {operation}")
