"""Containers of one class that another one holds any number of: what is used of them is what their own proofs say.

Both sides stand for such a container by one unknown state, as that its arrays do what its model does is proved with it.
A model is a function: the state before and the arguments give the answer and the state after. So an operation is an
unknown function of them, of which is used:

    refused, pure or rejected      the state is the one before
    else                           the laws hold of the state after, and the laws of steps of the step
    copy                           another container in the same state
    to_dict                        data that tells the state, and can only be handed on

That no step is a step, what steps leave alone (`reads`), and what `copy` and `to_dict` give is shown with a new
container that holds them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from slotproof.declare import same
from slotproof.engine.prove.containers.known import KEPT, READ, Known
from slotproof.engine.prove.declaration.claims import show, suppose
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import flatten, pack
from slotproof.engine.prove.python.kinds.rows import StateOf, component_of, is_key, put_state, state_of
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    CallsCell,
    Data,
    HeldCell,
    Kind,
    ListCell,
    Meaning,
    Named,
    Ref,
    RowCell,
    Term,
    Told,
    Value,
    lies_in_arrays,
    sorts,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory import data as d
from slotproof.engine.prove.source import Class, Refusal


class Components(Known):
    """What is known of the containers of one class, and the words in which claims speak of them."""

    in_rows = True

    def __init__(
        self, several: Any, program: Declarations, make: Callable[[Evaluator], Told], callback: Callable[[], Class]
    ) -> None:
        super().__init__(several.refinement, several.reads, program, make, callback)
        self.several, self.name = several, self.model.whole_name
        self.sort = t.states(self.name)
        words = ("means", "obeys", "steps", "same", "tells", "all_holding", "by_index", "apart")
        told = {word: partial(Meaning, getattr(self, f"_word_{word}")) for word in words}
        program.known[id(several)] = Told({**told, "made": partial(Meaning, self._word_made, named=True)})

    def install(self, ev: Evaluator) -> None:
        """Have the evaluator ask here about containers of both sides."""
        ev.components[self.model] = ev.components[self.impl] = self

    def learn(self, ev: Evaluator, st: State) -> None:
        """Know of any state within the laws that no step is a step, and what is true of every container."""
        state, facts = t.fresh("any_state", self.sort), len(st.facts)
        obeys = self.obeys(state)
        with ev.inexact():
            said = self.premise.supposed(ev, st, StateOf(state, self.model))
        if len(st.facts) > facts:
            what, why = f"what `from_dict` of a {self.refinement.title} asks for", "a word in it makes a name"
            raise Refusal(
                self.refinement.title, what, f"{why}, which would be the same of each state", "say it in other words"
            )
        st.know(t.forall_many([state], t.implies(obeys, t.conj(self.steps(state, state), said)), [obeys]))

    def any_held(self, ev: Any, st: State, name: str) -> Ref:
        """Any container in a field."""
        state = t.fresh(name, self.sort)
        st.assume(self.obeys(state), ways.PROVED)
        return st.allocate(HeldCell(state, self.model))

    def in_state(self, ev: Any, st: State, state: Value) -> Ref:
        """Another one in a state that was, which is within the laws."""
        ev.oblige(st, self.obeys(state), self.model.node, f"what is read was written of a {self.refinement.title}")
        return st.allocate(HeldCell(state, self.model))

    def read_from(self, ev: Any, st: State, data: Term) -> Ref:
        """One in the state that the data tells, within the laws."""
        state = self._read_state(data)
        st.assume(self.obeys(state), ways.PROVED)
        return st.allocate(HeldCell(state, self.model))

    def told(self, ev: Any, st: State, held: Value, data: Term) -> Term:
        """True if it is in the state that the data tells."""
        return t.conj(self.is_accepted(data), t.eq(self._read_state(data), state_of(ev, st, held)))

    def _read_state(self, data: Term) -> Term:
        return self._named(READ, d.ANY, self.sort)(data)

    # --- the functions of which nothing else is known

    def _named(self, name: str, *given: Any) -> Any:
        return t.function(f"{self.name}.{name}", *given)

    def obeys(self, state: Any) -> Any:
        """The laws hold of a state."""
        return self._named("obeys", self.sort, t.BOOL)(state)

    def steps(self, before: Any, after: Any) -> Any:
        """The laws of steps hold of two states."""
        return self._named("steps", self.sort, self.sort, t.BOOL)(before, after)

    def _read(self, ev: Any, name: str, state: Any) -> Any:
        (sort,) = sorts(ev.kind_of_field(self.model, name))
        return self._named(f"field {name}", self.sort, sort)(state)

    def _answer(self, kind: Kind, name: str, given: list[Any]) -> Value:
        places = enumerate(sorts(kind))
        signature = [term.sort() for term in given]
        return pack(kind, [self._named(f"{name}.result{n}", *signature, sort)(*given) for n, sort in places])

    # --- what code may do with one

    def attribute(self, ev: Any, st: State, held: Value, name: str, node: ast.AST) -> Value:
        """One of `reads`, or an operation that is proved."""
        if name in self.reads:
            return self._read(ev, name, state_of(ev, st, held))
        self.proved(ev, name, node)
        return Meaning(lambda ev, st, node, args: self._called(ev, st, held, name, args, node))

    def construct(self, ev: Any, st: State, args: list[Value], kwargs: Named, node: ast.AST) -> Results:
        """A new one: refused as its model is, else in a state that the arguments give."""
        saved, ev.components = ev.components, {}
        results = ev.construct(st, self.model, args, kwargs, node)
        ev.components = saved
        state, found = self._new_state(ev, st, args, kwargs, node), []
        for end, ref in results:
            end.assume(self.obeys(state), ways.PROVED)
            for name in self.reads:
                end.assume(t.eq(self._read(ev, name, state), end.heap[ref.id].fields[name]), ways.PROVED)
            found.append((end, end.allocate(HeldCell(state, self.model))))
        return found

    def _new_state(self, ev: Any, st: State, args: list[Value], kwargs: Named, node: ast.AST) -> Any:
        given = self.configured(ev, st, args, kwargs, node)
        told = {name: value for name, value in given.items() if value is None or isinstance(value, str)}
        terms = [t.lift(term) for name in given if name not in told for term in flatten(given[name])]
        return self._named(f"new{_told(told)}", *(term.sort() for term in terms), self.sort)(*terms)

    def _called(self, ev: Any, st: State, held: Value, name: str, args: list[Value], node: ast.AST) -> Results:
        operation, state = self.refinement.operation(name), state_of(ev, st, held)
        self.counted(ev, st, operation)
        if operation.ensures is not None:
            raise ev.refusal(
                node, f".{name}", "its proof gives no state that is a function of the one before", "leave it"
            )
        if name in KEPT:
            return self._kept(ev, st, operation, state, args, node)
        given, callbacks = self._terms_of(ev, st, operation, args, node)
        left_out = _told({str(place): each for place, each in enumerate(args) if each is None})
        stem, terms = ".".join([name, *(each.name for each in callbacks)]) + left_out, [state, *given]
        signature = [term.sort() for term in terms]
        names = [*operation.refusals, *(["" for _ in callbacks[:1]])]
        ending = self._named(f"{stem}.ending", *signature, t.INT)(*terms) if names else None
        for each in callbacks:
            if each.state is not None:
                calls = self._named(f"{stem}.calls.{each.name}", *signature, t.INT)(*terms)
                st.heap[each.state.id] = CallsCell(calls)
        for number, error in enumerate(names):
            st = ev.unless(st, t.eq(ending, number), self.program.error(error) if error else self.callback())
            if st is None:
                return []
        result = self._result(ev, operation, stem, terms, node)
        if not operation.pure:
            after = self._named(f"{stem}.state", *signature, self.sort)(*terms)
            if operation.rejects is not None:
                after = t.ite(self._rejected(ev, st, operation, result, node), state, after)
            self._know(ev, st, operation, state, after, args, node)
            put_state(ev, st, held, after, node)
        return [(st, result)]

    def _rejected(self, ev: Any, st: State, operation: Any, result: Value, node: ast.AST) -> Any:
        return ev.truth(st, ev.applied(st, self.program.closure(operation.rejects), [result], node), node)

    def _kept(self, ev: Any, st: State, operation: Any, state: Any, args: list[Value], node: ast.AST) -> Results:
        self.gives_state(ev, operation, args, node)
        if operation.name == "to_dict":
            return [(st, Data(state, self.model))]
        return [(st, st.allocate(HeldCell(state, self.model)))]

    def _result(self, ev: Any, operation: Any, stem: str, terms: list[Any], node: ast.AST) -> Value:
        method, kind = self.model.method(operation.name), None
        if method is not None and isinstance(method.node, ast.FunctionDef) and method.node.returns is not None:
            kind = ev.kind_named(method.node.returns, method.module)
        if kind is not None and kind.name == "none":
            return None
        if kind is None or not lies_in_arrays(kind) or operation.agree is not same:
            raise ev.refusal(node, f".{operation.name}", "what it answers has no kind here", "use another operation")
        return self._answer(kind, stem, terms)

    def _know(
        self, ev: Any, st: State, operation: Any, before: Any, after: Any, args: list[Value], node: ast.AST
    ) -> None:
        """What the proof of an operation says of the state after it."""
        known = [self.obeys(after)]
        if not operation.law_exempt:
            known.append(self.steps(before, after))
            known += [t.eq(self._read(ev, name, before), self._read(ev, name, after)) for name in self.reads]
        if operation.promise is not None:
            states = [StateOf(before, self.model), StateOf(after, self.model)]
            with ev.inexact():
                kept = ev.applied(st, self.program.closure(operation.promise.keeps), [*states, *args], node)
            known += [ev.truth(st, each, node) for each in (ev.entries(st, kept) or {}).values()]
        for each in known:
            st.assume(t.implies(self.obeys(before), each), ways.PROVED)

    def _terms_of(
        self, ev: Any, st: State, operation: Any, args: list[Value], node: ast.AST
    ) -> tuple[list[Any], list[Meaning]]:
        """The terms of the arguments, and the callbacks among them."""
        self.takes(ev, operation, args, node)
        terms: list[Any] = []
        callbacks: list[Meaning] = []
        for value in args:
            if isinstance(value, Meaning):
                if value.state is None:
                    why = "what it answers of another function is not known"
                    raise ev.refusal(node, f".{operation.name} of a function", why, "use another operation")
                callbacks.append(value)
                terms.append(t.lift(ev.cell(st, value.state).calls))
            elif value is not None:
                terms += map(t.lift, flatten(value))
        return terms, callbacks

    # --- words of claims

    def _terms(self, ev: Any, st: State, args: list[Value], node: ast.AST) -> list[Any]:
        for each in args:
            if component_of(ev, st, each) is not self:
                raise ev.refusal(node, ev.describe(each), f"no {self.refinement.title}", "name one")
        return [state_of(ev, st, each) for each in args]

    def _word_same(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        one, other = self._terms(ev, st, args, node)
        return [(st, t.eq(one, other))]

    _word_means = _word_same  # both sides know it by its state

    def _word_obeys(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        (state,) = self._terms(ev, st, args, node)
        return [(st, self.obeys(state))]

    def _word_steps(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        before, after = self._terms(ev, st, args, node)
        return [(st, self.steps(before, after))]

    def _word_tells(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        data, container = args
        if anything.is_any(data):
            return [(st, self.told(ev, st, container, data))]
        if not isinstance(data, Data) or data.of is not self.model:
            raise ev.refusal(node, ev.describe(data), "no data of such a container", "name what `to_dict` gave")
        (state,) = self._terms(ev, st, [container], node)
        return [(st, t.eq(data.state, state))]

    def _word_made(self, ev: Any, st: State, node: ast.AST, args: list[Value], **named: Value) -> Results:
        return [(st, StateOf(self._new_state(ev, st, args, named, node), self.model))]

    def _word_all_holding(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """The containers that hold what a list of data tells."""
        cell = ev.cell(st, args[0])
        if isinstance(cell, ListCell) and cell.kind is None:
            return [(st, st.allocate(RowCell(t.fresh_array("blank", self.sort), 0, self.model)))]
        if not isinstance(cell, ListCell) or cell.kind != Kind("told", (), self.model):
            raise ev.refusal(node, "all_holding", "no list of what `to_dict` gave", "pass that")
        return [(st, st.allocate(RowCell(cell.arrays[0], cell.length, self.model)))]

    def _word_by_index(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """The dict from index to container."""
        cell, key = ev.cell(st, args[0]), t.variable("key", ev.depth + 1)
        if not isinstance(cell, RowCell) or cell.present is not None:
            raise ev.refusal(node, "by_index", "no list of containers", "pass that")
        return [(st, st.allocate(replace(cell, present=t.computed(key, is_key(cell, key)))))]

    def _word_apart(self, ev: Any, st: State, node: ast.AST, args: list[Value]) -> Results:
        """No container stands in both lists: each stands in one place, so this is so of any two."""
        one, other = args
        return [(st, one.id != other.id)]

    # --- what is shown of them

    def _show(self, ev: Evaluator, st: State, one: Ref, node: ast.AST) -> None:
        """Also that no step is a step, and what steps leave alone."""
        super()._show(ev, st, one, node)
        title = self.refinement.title
        self._show_coupled(ev, st.copy(), one, node)
        show(self.claims, ev, st, self.claims.of_steps, [one, one], f"of a {title} that stays as it is")
        other = any_object(ev, st, self.model, f"other {title}.")
        suppose(self.claims, ev, st, self.claims.of_steps, [one, other])
        for name in self.reads:
            kept = t.eq(st.heap[one.id].fields[name], st.heap[other.id].fields[name])
            ev.oblige(st, kept, node, f"a step of a {title} leaves {name} alone")

    def _show_coupled(self, ev: Evaluator, st: State, one: Ref, node: ast.AST) -> None:
        """That what `means` asks of values is the coupling."""
        pair = [one, any_object(ev, st, self.impl, f"its {self.refinement.title}.")]
        couple = t.conj(*(self.claims.formula(ev, st, each, pair) for each in self.claims.couple))
        with ev.inexact():
            said = ev.truth(st, ev.applied(st, self.program.closure(self.several.coupled), pair, node), node)
        ev.oblige(st, t.iff(said, couple), node, f"`coupled` of a {self.refinement.title} is its coupling")


def _told(given: Mapping[str, str | None]) -> str:
    """What tells apart the functions of arguments that are no terms: which they are, and of which parameters."""
    said = {name: "~" if value is None else "=" + value.replace(".", "..") for name, value in given.items()}
    return "".join(f".{name}{each}" for name, each in said.items())
