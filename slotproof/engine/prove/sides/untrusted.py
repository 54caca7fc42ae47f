"""An operation that makes a container of data of which nothing is known, or refuses it.

Two halves make "accepts the data of such a container, and refuses all other":

    whole      the data is what `to_dict` gives of any container within the claims; it is accepted, and what is made of
               it is coupled with what the container means
    foreign    the data is anything; what is accepted has the fields of a container and no others, and becomes one of
               these very entries, which the coupling ties to a state of the model of which all laws hold

That state is named by the declaration. What it is made of (`meant`) is computed from the new container, and from what
loops held where they were left; that it is in order is obliged as of any other.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from slotproof.engine.prove.declaration import meant
from slotproof.engine.prove.declaration.claims import show
from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.declaration.told import told
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.state import Results, Setting, State
from slotproof.engine.prove.python.kinds.values import ClassValue, Closure, Meaning, ObjectCell, Ref, Term, Told, Value
from slotproof.engine.prove.sides.annotated import behind_first, left_out
from slotproof.engine.prove.sides.called import is_read_back
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.sides.starts import is_every
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Function, Refusal

if TYPE_CHECKING:
    from slotproof.engine.prove.sides.outcome import Found, Outcome

OF_FOREIGN: Final = " of foreign data"
FIELDS: Final = "what is accepted has the fields of a container, but for those that are omitted, and no others"
PREMISE: Final = "what no claim says, but is true of every container"


def prove_operation(simulation: Simulation, operation: Any) -> Found:
    """Prove an operation, whatever it takes."""
    if operation.foreign is None:
        return simulation.operation(operation)
    halves = Untrusted(simulation, operation)
    return simulation.in_each_arrangement(operation, halves.whole, halves.foreign)


class Untrusted:
    """The proof of one such operation."""

    def __init__(self, simulation: Simulation, operation: Any) -> None:
        self.simulation, self.operation, self.declared = simulation, operation, operation.foreign
        self.program = simulation.program
        self.node = simulation.impl_class.node

    # --- what is whole

    def whole(self, ev: Evaluator, found: Found) -> None:
        """Data that `to_dict` gives is accepted, and means what the container does."""
        simulation, start = self.simulation, self.simulation.start(ev)
        simulation.require_shown(self.operation)
        ev.told = partial(told, ev)
        pair = simulation.coupled_pair(ev, start, "")
        ev.setting = Setting(pair.model, pair.impl)
        start.assume(simulation.premise.supposed(ev, start, pair.impl), ways.EVERY)
        contracts = simulation.contracts(self.operation)
        self._require_read()
        operation = replace(self.operation, model=_means)
        if self.declared.whole is not None:
            operation = replace(operation, impl=self.declared.whole, agree=Meaning(self._tied))
        simulation.one_case(ev, start, operation, found, contracts, ev.setting, [_left_alone()])

    def _require_read(self) -> None:
        """Refuse what is run in place of the operation, if it may do more than to hand on what `to_dict` gives."""
        name, own = self.operation.name, self.declared.whole or self.operation.impl
        function = None if own is None else self.program.closure(own).function
        more = len(self._method().parameters) - 2
        if function is None or not is_read_back(function.node, name, self.declared.omitted, more):
            place = self.simulation.place(self.operation)
            if function is not None:
                place = f"{function.module.path}:{function.node.lineno}"
            what = f"what is called for `{name}` of what is whole"
            why = f"it is not seen that `{name}` is given what `to_dict` gives, and all else that the data omits"
            cure = f"say `lambda h, data: type(h).{name}(h.to_dict())`, with `h.x` behind for what is omitted and taken"
            raise Refusal(place, what, why, cure)

    def _method(self) -> Function:
        """What makes a container of data."""
        method = self.simulation.impl_class.method(self.operation.name)
        if method is None:
            raise Refusal(self.simulation.impl_class.name, self.operation.name, "there is no such method", "define it")
        return method

    def _tied(self, ev: Evaluator, st: State, node: ast.AST, pair: list[Value]) -> Results:
        """What is made of the data is coupled with what it means."""
        claims = self.simulation.claims
        return [(st, t.conj(*(claims.formula(ev, st, each, pair) for each in claims.couple)))]

    # --- what is anything

    def foreign(self, ev: Evaluator, found: Found) -> None:
        """Data of which nothing is known is refused with a documented error, or is a container's."""
        simulation, start = self.simulation, self.simulation.start(ev)
        ev.told = partial(told, ev)
        start.suppose(d.facts())
        model, impl = (start.allocate(ObjectCell(cls, {})) for cls in (simulation.model_class, simulation.impl_class))
        data = t.fresh("data", d.ANY)
        start.assume(self._presumed(ev, data), ways.ANY)
        ev.setting = Setting(model, impl, dict(start.heap), (data,), untrusted=True)
        method = simulation.impl_class.method(self.operation.name)
        if method is None:
            raise Refusal(simulation.impl_class.name, self.operation.name, "there is no such method", "define it")
        make = Closure(method, {}, ClassValue(simulation.impl_class))
        for st, more in self._more(ev, start, method):
            for actual in simulation.ends_of(ev, st, make, [data, *more]):
                found.paths += 1
                found.ends[actual.name] = found.ends.get(actual.name, True) and ev.impossible(actual.st)
                actual.st.step(ways.END, f"{actual.name}{OF_FOREIGN}")
                self._judge(ev, data, actual)
                actual.st.step(ways.DONE)

    def _presumed(self, ev: Evaluator, data: Term) -> Term:
        """What the arrangement tells of the data, by which the scope of the proof is limited."""
        arrangement = self.simulation.arrangement
        said = arrangement.parts.get("data") if arrangement is not None else None
        if said is None:
            return True
        if not any(domain.within for domain in self.operation.takes):
            what = "what an arrangement tells of data"
            raise Refusal(self.simulation.place(self.operation), what, "it limits the proof", "say so in `within`")
        return anything.presumed(ev, data, said)

    def _more(self, ev: Evaluator, st: State, method: Function) -> list[tuple[State, list[Value]]]:
        """Arguments that a method takes beside the data: every value of each."""
        make, known, closure = self.simulation.make(ev), len(st.given), self.program.closure(self.declared.more)
        parameters = behind_first(method)[1:]
        results = ev.call(st, closure, [make], {}, self.node)
        made = [
            (after.given[known:], {str(place): each for place, each in enumerate(more.items)})
            for after, more in results
        ]
        if any(len(more.items) != len(parameters) for _, more in results) or not is_every(made):
            left = "every value of each argument beside the data"
        else:
            values = [[(after, more.items[at]) for after, more in results] for at in range(len(parameters))]
            asked = zip(parameters, values, strict=True)
            cls = self.simulation.impl_class
            left = "".join(left_out(ev, cls, each.annotation, method.module, made_of) for each, made_of in asked)
        if left:
            place = f"{closure.function.module.path}:{closure.function.node.lineno}"
            raise Refusal(place, "`more` of foreign data", f"it is not for {left}", "give each as `make` makes it")
        return [
            (after, [each.impl if isinstance(each, Sides) else each for each in more.items]) for after, more in results
        ]

    def _judge(self, ev: Evaluator, data: Term, actual: Outcome) -> None:
        st, place = actual.st, self.simulation.place(self.operation)
        ev.claim = self.operation.claim.id
        if actual.error is not None:
            documented = self.simulation.is_documented(actual.error, self.operation)
            ev.oblige(st, documented, self.node, f"{actual.error.name} is a documented refusal", place)
            return
        new = actual.value
        cell = ev.as_object(st, new)
        if cell is None or cell.cls is not self.simulation.impl_class:
            ev.oblige(st, False, self.node, "what is accepted becomes a container", place)
            return
        ev.require_whole(st, new, self.node)
        if self.declared.handed_on and len(cell.fields) != 1:
            raise Refusal(place, "handed_on", "the data tells nothing of the other fields", "leave it out")
        told_of = frozenset(cell.fields) - frozenset(self.declared.omitted)
        if not self.declared.handed_on:
            ev.oblige(st, d.has_only(data, told_of), self.node, FIELDS, place)
        for name, value in cell.fields.items():
            if name in told_of:
                kind = ev.kind_of_field(cell.cls, name)
                said = data if name == self.declared.handed_on else d.held(data, name)
                same = anything.told(ev, value, kind, said, st)
                ev.oblige(st, same, self.node, f"{name} is what the data says", place)
        ev.oblige(st, self.simulation.premise.of(ev, st, new), self.node, PREMISE, place)
        model = self._model(ev, st, new)
        self.simulation.separate(ev, st, [(model, new)], None)
        claims = self.simulation.claims
        show(claims, ev, st, claims.of_states, [model], "of what is accepted")
        show(claims, ev, st, claims.couple, [model, new], "of what is accepted")

    def _model(self, ev: Evaluator, st: State, new: Ref) -> Ref:
        """The state of the model that the declaration names, field by field of the kind that the class says."""
        cls = self.simulation.model_class
        parts = ev.applied(st, self.program.closure(self.declared.means), [new, meant.seen()], self.node)
        model = st.allocate(ObjectCell(cls, {}))
        for name, value in (ev.entries(st, parts) or {}).items():
            ev.set_field(st, model, name, value, self.node)
        ev.require_whole(st, model, self.node)
        return model


def _means(model: Any, data: Any) -> Any:
    """What data that is whole means."""
    return model


def _left_alone() -> Told:
    """The argument that leaves the data as `to_dict` gave it."""

    def same(ev: Evaluator, st: State, node: ast.AST, args: list[Value]) -> Results:
        return [(st, args[0])]

    return Told({name: partial(Meaning, same) for name in ("spoil", "befall")})
