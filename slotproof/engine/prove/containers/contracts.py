"""Calls of operations that have proofs of their own: the model's goes on as promised, the arrays' in step with it.

      model            m0 ... m1 --call--> m2 ...           m1, m2 are noted
      implementation   h0 ... h1           h2 ...           h1 is coupled with m1: obliged; h2 with m2: assumed

Which operations a proof rests on is declared (`uses`), and goes in no circle.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from slotproof.declare import same
from slotproof.engine.prove.containers.parts import forget_arranged, is_arranged, same_parts
from slotproof.engine.prove.declaration.claims import ClaimsOf, show, suppose
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of, forget_object
from slotproof.engine.prove.declaration.unchanged import unchanged
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.cells import is_identical
from slotproof.engine.prove.python.kinds.state import Results, State, led_to
from slotproof.engine.prove.python.kinds.values import (
    Closure,
    Error,
    Heap,
    Ref,
    Value,
    owned,
)
from slotproof.engine.prove.sides.called import is_called_plainly
from slotproof.engine.prove.sides.ties import Reached
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal


@dataclass(frozen=True)
class Called:
    """A call that the model made: with what, in which state, to which state, and how it ended."""

    name: str
    arguments: tuple[Value, ...]
    before: Heap
    after: Heap
    value: Value = None
    error: Error | None = None
    answered: bool = False


class Contracts:
    """The calls of proved operations that one operation makes on both sides.

    told    what the arrangement tells of the implementation, for which each of them is proved
    """

    def __init__(self, refinement: Any, operation: Any, claims: ClaimsOf, program: Declarations, told: Any) -> None:
        self.refinement, self.operation, self.claims, self.program = refinement, operation, claims, program
        self.told = told
        self.used = {name: refinement.operation(name) for name in _all_used(refinement, operation, program)}
        self.rested: set[str] = set()
        self.inside = False

    def install(self, ev: Evaluator, model: Class, impl: Class) -> None:
        """Have the evaluator ask here where such an operation is called."""
        for name in self.used:
            if limits := [domain.within for domain in self.used[name].takes if domain.within]:
                what, why = f"a call of {name}", f"it is proved for {limits[0]} alone"
                raise Refusal(impl.module.path, what, why, "leave it out of `uses`")
            for cls, answer in ((model, self._of_model), (impl, self._of_impl)):
                method = cls.method(name)
                if method is None:
                    raise Refusal(
                        cls.module.path, f"{cls.name}.{name}", "there is no such method", "declare what is there"
                    )
                ev.instead[method.key] = partial(answer, name)

    def _followed(self, ev: Any, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        """The call as its code says."""
        hook = ev.instead.pop(closure.function.key)
        results: Results = ev.call_closure(st, Closure(closure.function, closure.env), args, {}, node)
        ev.instead[closure.function.key] = hook
        return results

    # --- the model

    def _of_model(self, name: str, ev: Any, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        model = ev.setting.model
        if self.inside or args[0].id != model.id:
            return self._followed(ev, st, closure, args, node)
        require_apart(ev, st, args[0], args[1:], node)
        promise = self.used[name].promise
        before, waiting = dict(st.heap), st.waiting
        self.inside = True
        with ev.catching() as raised:
            if promise is None:
                results = self._followed(ev, st, closure, args, node)
            else:
                self.rested.add(f"{self.refinement.name} {name}")  # whether the arrays make the call or not
                results = promised(ev, st, self.claims, self.program, promise, args, node)
        self.inside = False
        raised = [(end, error) for end, error in raised if not isinstance(error, Reached)]
        ends = [*((end, value, None) for end, value in results), *((end, None, error) for end, error in raised)]
        for end, value, error in ends:
            end.waiting = waiting  # loops within are part of the proof of what is called
            end.log = (*end.log, Called(name, tuple(args), before, dict(end.heap), value, error))
        ev.raised += raised
        return results

    def show_promise(
        self, ev: Any, st: State, model: Ref, before: Heap, args: list[Value], value: Value, error: Error | None
    ) -> None:
        """Oblige what the promise of this operation says of the model's step that ended here."""
        promise, node = self.operation.promise, ev.stack[-1].node
        earlier = Ref(model.id, before)
        stays = same_parts(State({}, before), st, model, but_lists=error is None)
        ev.oblige(st, stays, node, "the parts of the model stay, which others rest on")
        for name, condition in promise.refused.items():
            refused = ev.truth(st, ev.applied(st, self.program.closure(condition), [earlier, *args], node), node)
            named = error is not None and name == error.name
            ev.oblige(
                st, refused if named else t.neg(refused), node, f"{name} is raised exactly if the promise says so"
            )
            if named:
                return
        if error is not None:
            ev.oblige(st, False, node, f"{error.name} is not promised")
            return
        if value is not None:
            raise ev.refusal(node, "a result", "the promise says nothing of it", "promise nothing, or answer None")
        was, now = before[model.id].fields, st.heap[model.id].fields
        for name in was:
            if promise.changes is not None and name not in promise.changes:
                old, new = was[name], now[name]
                if isinstance(old, Ref):
                    same = old.id == new.id and unchanged(ev, st, old, before)
                else:
                    same = ev.equal(st, old, new, node)
                ev.oblige(st, same, node, f"the promise is to leave {name} alone")
        closure = self.program.closure(promise.keeps)
        ev.entry_by_entry(
            st,
            closure,
            [earlier, model, *args],
            node,
            lambda s, key, truth, where: ev.oblige(s, truth, where, f"promised: {key}"),
        )

    # --- the implementation

    def _of_impl(self, name: str, ev: Any, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        impl = ev.setting.impl
        if args[0].id != impl.id:
            return self._followed(ev, st, closure, args, node)
        if ev.silent:
            return self._tried(name, ev, st, closure, args, node)
        waiting = next((place for place, each in enumerate(st.log) if not each.answered), None)
        if waiting is None or (st.log[waiting].name, len(st.log[waiting].arguments)) != (name, len(args)):
            ev.oblige(st, False, node, f"the model makes no such call of {name} here")
            return []
        require_apart(ev, st, args[0], args[1:], node)
        called: Called = st.log[waiting]
        self.rested.add(f"{self.refinement.name} {name}")
        for ours, theirs in zip(called.arguments[1:], args[1:], strict=True):
            if not is_identical(ours, theirs):
                equal = ev.equal(State({}, called.before), ours, theirs, node, st)
                ev.oblige(st, equal, node, f"{name} is given the same on both sides")
        model = ev.setting.model
        when = f"when {name} is called"
        then = Ref(model.id, called.before)
        show(self.claims, ev, st, self.claims.couple, [then, args[0]], when)
        show(self.claims, ev, st, self.claims.of_states, [then], when)
        st.log = (*st.log[:waiting], replace(called, answered=True), *st.log[waiting + 1 :])
        self._count(ev, st, name)
        if called.error is not None:
            ev.raised.append((st, called.error))
            return []
        if not self.used[name].pure:
            ev.oblige(st, is_arranged(st, args[0], self.told), node, f"the parts are arranged as proved, {when}")
            self._forget(ev, st, args[0])
            after = Ref(model.id, called.after)
            suppose(self.claims, ev, st, self.claims.of_states, [after])
            suppose(self.claims, ev, st, self.claims.couple, [after, args[0]])
            if not self.used[name].law_exempt:
                suppose(self.claims, ev, st, self.claims.of_steps, [then, after])
        value = called.value
        if isinstance(value, Ref):
            value = st.allocate(called.after[value.id])
        return [(st, value)]

    def _tried(self, name: str, ev: Any, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        """A call in a trial run: what may change is all of it, but for a call of what is pure."""
        returns = getattr(closure.function.node, "returns", None)
        kind = None if returns is None else ev.kind_named(returns, closure.function.module)
        if kind is None:
            results = self._followed(ev, st, closure, args, node)
        else:
            ev.raised += [(st.copy(), Error(self.program.error(each))) for each in self.used[name].refusals]
            results = [(st, None if kind.name == "none" else any_of(ev, st, name, kind))]
        for end, _ in results if not self.used[name].pure else []:
            self._forget(ev, end, args[0])
        return results

    def _forget(self, ev: Any, st: State, impl: Ref) -> None:
        if self.told is None:
            forget_object(ev, st, impl)
        else:
            forget_arranged(ev, st, impl, self.told)

    def _count(self, ev: Any, st: State, name: str) -> None:
        cost = self.used[name].cost
        if cost is None:
            if self.operation.cost is not None:
                raise Refusal(
                    self.refinement.name, self.operation.name, f"it uses {name}, which declares no cost", "declare it"
                )
            return
        st.reads, st.writes = t.add(st.reads, cost.reads), t.add(st.writes, cost.writes)
        ev.count_rounds(st, name, cost)


def require_apart(ev: Any, st: State, owner: Ref, given: list[Value], node: ast.AST) -> None:
    """Refuse what is a part of the container as an argument: what is called is proved of what is given apart."""
    held = owned(st.heap, owner)
    if any(isinstance(part, Ref) and part.id in held for each in given for part in led_to(each)):
        what, why = "an argument that is a part of what is called", "the proof of that is of what is given apart"
        raise ev.refusal(node, what, why, "pass a copy")


def promised(
    ev: Any, st: State, claims: ClaimsOf, program: Declarations, promise: Any, args: list[Value], node: ast.AST
) -> Results:
    """Any state that the promise allows, or the error that it names."""
    model, rest, before = args[0], st, dict(st.heap)
    cost = st.cost
    for name, condition in promise.refused.items():
        refused = ev.truth(rest, ev.applied(rest, program.closure(condition), list(args), node), node)
        rest = ev.unless(rest, refused, program.error(name))
        if rest is None:
            return []
    forget_object(ev, rest, model, promise.changes)
    suppose(claims, ev, rest, claims.of_states, [model])
    with ev.inexact():
        kept = ev.applied(rest, program.closure(promise.keeps), [Ref(model.id, before), *args], node)
    for value in (ev.entries(rest, kept) or {}).values():
        rest.assume(ev.truth(rest, value, node), ways.PROVED)
    rest.cost = cost
    return [(rest, None)]


def refused_in_turn(operation: Any, place: str) -> dict[str, Any]:
    """Name of an error -> when an operation with `ensures` is refused with it, if with none before it.

    Raises     Refusal
    """
    try:
        in_turn: dict[str, Any] = operation.refused_in_turn
    except ValueError as error:
        raise Refusal(
            place, "refused_if", str(error), "give a dict: the name of an error -> when it is raised"
        ) from None
    if left := [each for each in operation.refusals if each not in in_turn]:
        raise Refusal(place, "refused_if", f"it does not say when {left[0]} is raised", "say it")
    return in_turn


def _all_used(refinement: Any, operation: Any, program: Declarations) -> tuple[str, ...]:
    """The operations whose proofs are used.

    Raises     Refusal if one has none, rests on this one, or compares its result otherwise than by `==`
    """
    for name in operation.uses:
        used = refinement.operation(name)
        if used.unproved:
            raise Refusal(refinement.name, operation.name, f"it uses {name}, which is not proved", "prove that first")
        if used.ensures is not None:
            raise Refusal(refinement.name, operation.name, f"it uses {name}, whose model is not run", "follow its code")
        if not is_called_plainly(used, program):
            raise Refusal(
                refinement.name, operation.name, f"it uses {name}, which is called otherwise", "follow its code"
            )
        if used.agree is not same:
            raise Refusal(
                refinement.name, operation.name, f"it uses {name}, whose result is compared otherwise", "use =="
            )
    waiting, rests_on = list(operation.uses), set()
    while waiting:
        name = waiting.pop()
        if name not in rests_on:
            rests_on.add(name)
            waiting += refinement.operation(name).uses
    if operation.name in rests_on:
        raise Refusal(refinement.name, operation.name, "its proof rests on itself", "leave that out of `uses`")
    return tuple(operation.uses)
