"""A container that a field of another one holds: proofs of the outer one know it by its model.

That the inner arrays do what its model does is proved with the inner container. The outer code calls its operations,
which answer as the model does, or as a promise says; it reads no array of it. So a state of the model stands for it,
of which nothing is known but the laws: each operation keeps them, by its own proof.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from slotproof.declare import same, same_sequence
from slotproof.engine.prove.containers.contracts import promised, refused_in_turn
from slotproof.engine.prove.containers.known import KEPT, READ, Known
from slotproof.engine.prove.declaration.claims import ClaimsOf, suppose
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_object, any_of, forget_object
from slotproof.engine.prove.declaration.unchanged import unchanged
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.stands import comparing, meaning_of, stand_in
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Closure,
    Data,
    Meaning,
    Named,
    Ref,
    StandCell,
    Term,
    Told,
    Value,
    View,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Class, Refusal, Word


class Within(Known):
    """What is known of a container in a field."""

    def __init__(
        self, inside: Any, program: Declarations, make: Callable[[Evaluator], Told], callback: Callable[[], Class]
    ) -> None:
        super().__init__(inside.refinement, inside.reads, program, make, callback)
        self.inside = inside
        used = tuple(law for law in inside.refinement.laws if law.id not in inside.without)
        self.claims = ClaimsOf(replace(inside.refinement, laws=used), program)

    def install(self, ev: Evaluator) -> None:
        """Have the evaluator ask here about such containers of the implementation."""
        ev.components[self.impl] = self

    def learn(self, ev: Evaluator, st: State) -> None:
        """Nothing is known of all of them at once."""

    def any_held(self, ev: Any, st: State, name: str) -> Ref:
        """Any container that the laws allow."""
        meaning = any_object(ev, st, self.model, f"{name}.")
        self.suppose_laws(ev, st, meaning)
        return st.allocate(StandCell(meaning, self.impl))

    def in_state(self, ev: Any, st: State, state: Value) -> Ref:
        """Another one in a state that was."""
        return stand_in(st, state, self.impl)

    def read_from(self, ev: Any, st: State, data: Term) -> Ref:
        """Any one that the laws allow, of which is read what the data says; that it is of this data is noted."""
        held = self.any_held(ev, st, "read")
        meaning: Ref = st.heap[held.id].meaning
        fields, foreign = st.heap[meaning.id].fields, self.refinement.operation(READ).foreign
        for name in self.reads:
            if name not in foreign.omitted and not foreign.handed_on:
                kind = ev.kind_of_field(self.model, name)
                st.assume(anything.told(ev, fields[name], kind, d.held(data, name), st), ways.PROVED)
        st.left = {**st.left, f"{READ} {data}": ({READ: meaning}, dict(st.heap))}
        return held

    def told(self, ev: Any, st: State, held: Value, data: Term) -> Term:
        """True if it is what was read from the data, unchanged."""
        if f"{READ} {data}" not in st.left:
            return False
        env, heap = st.left[f"{READ} {data}"]
        meaning = meaning_of(ev, st, held)
        return env[READ].id == meaning.id and meaning.heap is None and unchanged(ev, st, meaning, heap)

    def forget(self, ev: Any, st: State, cell: StandCell) -> None:
        """Let it be in any state that the laws allow."""
        forget_object(ev, st, cell.meaning)
        self.suppose_laws(ev, st, cell.meaning)

    def suppose_laws(self, ev: Any, st: State, meaning: Ref) -> None:
        """Know the laws of a state, and what is true of every container, as far as it may be read."""
        suppose(self.claims, ev, st, self.claims.of_states, [meaning])
        if self.inside.small is not None and t.is_spelled_out():
            small = ev.applied(st, self.program.closure(self.inside.small), [meaning], self.model.node)
            st.assume(ev.truth(st, small, self.model.node))
        depth = ev.depth
        with ev.inexact(), suppress(Refusal):
            st.assume(self.premise.supposed(ev, st, st.allocate(StandCell(meaning, self.impl))), ways.EVERY)
        ev.depth = depth

    def attribute(self, ev: Any, st: State, held: Value, name: str, node: ast.AST) -> Value:
        """One of `reads`, or an operation that is proved."""
        meaning = meaning_of(ev, st, held)
        if name in self.reads:
            return ev.attribute(st, meaning, name, node)
        self.proved(ev, name, node)

        def called(ev: Any, st: State, node: ast.AST, args: list[Value], **named: Value) -> Results:
            return self._called(ev, st, meaning, name, self._bound(ev, name, args, named, node), node)

        return Meaning(called, named=True)

    def _bound(self, ev: Any, name: str, args: list[Value], named: Named, node: ast.AST) -> list[Value]:
        """The arguments of an operation in order."""
        method = self.model.method(name)
        if method is None or (not named and len(args) == len(method.parameters) - 1):
            return args
        bound = ev.binding(method, [None, *args], named, node)
        return [bound[each] for each in method.parameters[1:]]

    def construct(self, ev: Any, st: State, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """A new one: refused as its model is, else known by it."""
        given = self.configured(ev, st, args, kwargs, node)
        results = ev.construct(st, self.model, [], given, node)
        return [(end, end.allocate(StandCell(ref, self.impl))) for end, ref in results]

    def _called(self, ev: Any, st: State, meaning: Ref, name: str, args: list[Value], node: ast.AST) -> Results:
        operation = self.proved(ev, name, node)
        self.counted(ev, st, operation)
        if name in KEPT:
            self.gives_state(ev, operation, args, node)
            return self._kept(ev, st, operation, meaning, node)
        self.takes(ev, operation, args, node, st)
        word = ev.program.value(self.inside.calls[name]) if name in self.inside.calls else None
        if word is not None and not isinstance(word, Word):
            raise ev.refusal(node, f".{name}", "what `calls` says of it is no word of the prover", "leave it out there")
        if word is not None and operation.pure and not operation.refusals:
            ev.presumes.add(f"{self.refinement.title}: `{name}` answers as `calls` says")
            with comparing(ev):
                answers: Results = ev.word(st, word.name, [meaning, *args], {}, node)
            return answers
        if operation.ensures is not None:
            return self._ensured(ev, st, operation, meaning, args, node)
        if operation.promise is not None:
            ends = promised(ev, st, self.claims, self.program, operation.promise, [meaning, *args], node)
            for end, _ in ends:
                self.suppose_laws(ev, end, meaning)
            return ends
        method = self.model.method(name)
        if method is None:
            raise ev.refusal(node, f".{name}", f"the model of the {self.refinement.title} has none", "use another one")
        results: Results = ev.call_closure(st, Closure(method, {}, meaning), args, {}, node)
        return [(end, self._answer(ev, end, operation, value, [meaning, *args], node)) for end, value in results]

    def _ensured(self, ev: Any, st: State, operation: Any, meaning: Ref, args: list[Value], node: ast.AST) -> Results:
        """Any state that the proof allows, which shows conditions of the states before and after."""
        before, method = dict(st.heap), self.model.method(operation.name)
        returns = method.node.returns if method is not None and isinstance(method.node, ast.FunctionDef) else None
        kind = ev.kind_named(returns, method.module) if method is not None and returns is not None else None
        if kind is None or operation.refused_if is None:
            raise ev.refusal(node, f".{operation.name}", "what it answers or refuses is not known", "use another one")
        closure = self.program.closure
        for name, condition in refused_in_turn(operation, ev.place(node)).items() if operation.refusals else ():
            refused = ev.truth(st, ev.applied(st, closure(condition), [meaning, *args], node), node)
            st = ev.unless(st, refused, self.program.error(name))
            if st is None:
                return []
        forget_object(ev, st, meaning, operation.changes)
        self.suppose_laws(ev, st, meaning)
        result = None if kind.name == "none" else any_of(ev, st, operation.name, kind)
        with ev.inexact():
            said = ev.applied(st, closure(operation.ensures), [Ref(meaning.id, before), meaning, result, *args], node)
        for truth in (ev.entries(st, said) or {}).values():
            st.assume(ev.truth(st, truth, node), ways.PROVED)
        return [(st, result)]

    def _kept(self, ev: Any, st: State, operation: Any, meaning: Ref, node: ast.AST) -> Results:
        if operation.name == "to_dict":
            return [(st, Data(Ref(meaning.id, dict(st.heap) if meaning.heap is None else meaning.heap), self.model))]
        return [(st, stand_in(st, meaning, self.impl))]

    def _answer(self, ev: Any, st: State, operation: Any, value: Value, given: list[Value], node: ast.AST) -> Value:
        """What the implementation answers, by what its model does; an iterator reads it and what it is given."""
        if operation.agree is same and not isinstance(value, Ref):
            return value
        if operation.agree is same_sequence:
            view = ev.view(st, value, node)
            return View(view.length, view.at, once=True, still=st.as_it_is(*given))
        raise ev.refusal(node, f".{operation.name}", "what it answers is not compared by ==", "use another operation")
