"""One value of what may fork: forks are merged, and what is evaluated has no effect on what was there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from operator import is_not

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds.cells import kind_of
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    Ref,
    Term,
    Tuple,
    Value,
)
from slotproof.engine.prove.solver import terms as t


class Merging(Core):
    """Values of expressions and calls that are claims or conditions, or stand in one."""

    def pure(self, st: State, node: ast.expr, assumption: Term = True) -> Value:
        """The value of an expression under an assumption; forks are merged."""
        return self.merged(st, lambda sub: self.ev(node, sub), assumption, node)

    def applied(self, st: State, function: Value, args: list[Value], node: ast.AST, assumption: Term = True) -> Value:
        """The value of a call under an assumption; forks are merged."""
        return self.merged(st, lambda sub: self.call(sub, function, args, {}, node), assumption, node)

    def are_known_to_hold(self, st: State, conditions: Sequence[ast.expr]) -> bool:
        """True if all of some conditions hold, each of which must be known."""
        truths = [(each, self.truth(st, self.pure(st, each), each)) for each in conditions]
        for each, truth in truths:
            if not t.known(truth):
                raise self.refusal(
                    each, "a condition of what is kept", "it is not known", "ask what is, or write a loop"
                )
        return all(truth for _, truth in truths)

    def merged(self, st: State, evaluate: Callable[[State], Results], assumption: Term, node: ast.AST) -> Value:
        """The one value of what may fork, and has no effect on what was there."""
        if assumption is False:
            return True
        sub = st.copy()
        sub.assume(assumption)
        base = len(sub.given)
        self.merging += 1
        try:
            with self.catching() as raised:
                results = evaluate(sub)
        finally:
            self.merging -= 1
        for other, error in raised:
            if self.exact and not self.silent:
                self.oblige(other, False, node, f"may raise {error.name}")
            elif not (self.silent or self.impossible(other)):
                other.step(ways.CLOSED)
        for other, _ in results:
            if any(map(is_not, map(other.heap.get, st.heap), st.heap.values())):
                raise self.refusal(
                    node,
                    "an effect in a claim or a condition",
                    "it may be evaluated any number of times",
                    "write it as a statement",
                )
        self._keep_facts(st, [other for other, _ in results], node)
        if not results:
            return True
        st.cost_as(*(other for other, _ in results))
        if len(results) == 1:
            other, value = results[0]
            st.heap, st.last = other.heap, other.last
            if assumption is True and (self.exact or self.defined or not raised):  # else nobody shows that none is
                st.given, st.way = other.given, other.way
            return value
        if any(isinstance(each, Ref) and each.heap is None and each.id not in st.heap for _, each in results):
            raise self.refusal(
                node, "a choice between new lists or dicts", "which one it is, is open", "make one of them"
            )
        value = results[-1][1]
        for other, each in reversed(results[:-1]):
            when = t.conj(*other.given[base:])
            if when is True:
                what, why = "one value of several that are each to be proved", "no condition tells which it is"
                raise self.refusal(node, what, why, "give it a name, in a statement of its own")
            value = self.choose(when, each, value, node)
        return value

    def _keep_facts(self, st: State, ends: Iterable[State], node: ast.AST) -> None:
        """Facts of new names hold whatever the branch; none may depend on a variable that is bound."""
        start = len(st.facts)
        new = {fact.get_id(): fact for other in ends for fact in other.facts[start:]}
        if new and self.depth:
            raise self.refusal(
                node,
                "a word that makes a name, inside a claim about all numbers",
                "the name would be the same for each of them",
                "ask it outside, or say it in other words",
            )
        st.facts += new.values()

    def choose(self, condition: Term, then: Value, otherwise: Value, node: ast.AST) -> Value:
        """One value or the other."""
        if type(condition) is bool:
            return then if condition else otherwise
        if then is otherwise or (then is None and otherwise is None):
            return then
        of_tuples = isinstance(then, Tuple) and isinstance(otherwise, Tuple) and then.cls is otherwise.cls
        if of_tuples and len(then.items) == len(otherwise.items):
            pairs = zip(then.items, otherwise.items, strict=True)
            return Tuple(tuple(self.choose(condition, a, b, node) for a, b in pairs), then.cls)
        if t.is_term(then) and t.is_term(otherwise) and kind_of(then) == kind_of(otherwise):
            return t.ite(condition, then, otherwise)
        if (
            isinstance(then, Ref)
            and isinstance(otherwise, Ref)
            and then.id == otherwise.id
            and then.heap is otherwise.heap
        ):
            return then
        raise self.refusal(
            node,
            "a choice between kinds",
            f"{self.describe(then)} or {self.describe(otherwise)}",
            "give both the same kind",
        )
