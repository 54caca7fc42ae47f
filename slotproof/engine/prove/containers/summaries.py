"""Functions that a proof knows by their theorems, and does not follow; and names for what claims say again and again.

A call of such a function is a term of an opaque function, of which the declared facts are assumed. The judge of words
shows the same facts of the function itself, for the arguments that it is given there: of no others anything is assumed,
and that code has none but these is obliged. A predicate becomes a set of numbers, those of its last argument, so that
they can be counted.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import z3

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.lemmas import formula_of, show_lemma
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.python.kinds import anything
from slotproof.engine.prove.python.kinds.cells import flatten
from slotproof.engine.prove.python.kinds.state import Results, State
from slotproof.engine.prove.python.kinds.values import (
    INT,
    Bytes,
    Closure,
    ListCell,
    Meaning,
    Ref,
    Term,
    Told,
    Tuple,
    Value,
)
from slotproof.engine.prove.python.logic.words import WIDEST
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.ranks import NUMBERS, SETS
from slotproof.engine.prove.solver.triggers import is_computed, kind, number, parts
from slotproof.engine.prove.source import Refusal

Key = tuple[str, str]
"""The module of a function, and its name."""


class Summaries:
    """The functions of one declaration that proofs do not follow, and lemmas about them."""

    def __init__(self, refinement: Any, program: Declarations) -> None:
        self.program, self.theorems, self.lemmas = program, refinement.theorems, refinement.lemmas
        self.summaries = {key_of(program, each.function): each for each in refinement.summaries if not each.followed}
        self.definitions = {key_of(program, each.function): each for each in refinement.definitions}
        for each in refinement.summaries:
            _check_result(program, each)
        self._shown: dict[Key, list[Shown]] = {}
        self._known: list[Any] = []  # what names stand for
        self._said: dict[Any, Any] = {}  # of each lemma
        self._used: list[Any] = []  # those of them that are assumed
        self._own: dict[tuple[Key, int], tuple[Any, Any, Any]] = {}  # computed lists, with their names, of one proof

    def install(self, ev: Core) -> None:
        """Have the evaluator ask here where such a function is called."""
        self._own = {}
        ev.instead |= {key: partial(self._called, key) for key in self.summaries}
        ev.instead |= {key: partial(self._named, key) for key in self.definitions}
        if not self._known and not self._said:
            self._known = list(self._definitions(ev))
            self._said = {each: formula_of(each, ev, self.program) for each in self.lemmas}
        self._assume(ev, [each for each in self.lemmas if not each.local])

    def learn(self, ev: Core, st: State) -> None:
        """Assume nothing of a state: lemmas are about numbers alone, and are known where there is a use for them."""

    def show_known(self, ev: Core) -> None:
        """Oblige the lemmas, each from those before it."""
        for place, lemma in enumerate(self.lemmas):
            before = [each for each in self.lemmas[:place] if not each.local or each.name in lemma.uses]
            self._assume(ev, before)
            with following(ev, *(key_of(self.program, each) for each in lemma.unfolds)):
                show_lemma(lemma, ev, State(), self.program)
        self._assume(ev, [each for each in self.lemmas if not each.local])

    def _assume(self, ev: Core, lemmas: list[Any]) -> None:
        """Have solvers assume what names stand for, and some lemmas, where there is a use for them."""
        said = [self._said[each] for each in lemmas]
        self._used = [each for each in said if not isinstance(each, bool)]  # which says nothing, or is never shown
        self._learn(ev)

    def _learn(self, ev: Core) -> None:
        if ev.solver is not None:
            known = [*self._known, *self._used, *(said for _, _, said in self._own.values())]
            ev.solver.learn(known)
            ways.learn(known)

    def _definitions(self, ev: Core) -> Iterator[Any]:
        keys = list(self.definitions)
        for place, key in enumerate(keys):
            entries, index = z3.Const("defined", NUMBERS), z3.Int("defined_at")
            with following(ev, *keys[place:]):  # a name stands for what those before it say, and never for itself
                said = self._stands_for(key, ev, entries, index, _definition(key, entries, index))
            yield said

    def _stands_for(self, key: Key, ev: Core, entries: Any, index: Any, name: Any) -> Any:
        """What a name stands for, of each index; of each list, if it is a constant."""
        sub = State()
        length = z3.Int("defined_length")
        given = [sub.allocate(ListCell((entries,), length, INT)), index]
        closure = self.program.closure(self.definitions[key].function)
        with ev.inexact(), following(ev, key):
            value = ev.applied(sub, closure, given, closure.function.node)
        if sub.facts:
            what, why = f"the definition {key[1]}", "a word in it makes a name, which would be the same of each index"
            raise ev.refusal(closure.function.node, what, why, "say it in other words")
        if any(each.eq(length) for each in parts(t.lift(value))):
            what, why = (
                f"the definition {key[1]}",
                "it looks at how many entries there are, which its name does not know",
            )
            raise ev.refusal(closure.function.node, what, why, "let it look at entries alone")
        return t.forall_many([index] if is_computed(entries) else [entries, index], t.eq(name, value), by=[name])

    # --- calls

    def _called(self, key: Key, ev: Core, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        summary = self.summaries[key]
        given = [each.term if isinstance(each, Bytes) else anything.number(ev, st, each, node) for each in args]
        terms = [term for value in given for term in flatten(value)]
        if not all(map(t.is_term, terms)):
            why = f"it is called with {', '.join(map(ev.describe, args))}"
            raise ev.refusal(node, key[1], why, "use numbers, truths, texts or bytes")
        if t.known(*terms):
            with following(ev, key):
                return ev.call(st, closure, args, {}, node)
        result = _opaque(key, summary.returns is bool, terms)
        if summary.facts is not None:
            fits = t.disj(*(each.covers(terms) for each in self._shown_of(key, ev, node)))
            self._use(key, ev, st, terms, result, fits, node)
            if ev.runs_code and ev.exact and not ev.silent:
                self._follow_others(key, ev, st, closure, args, result, fits, node)
        elif ev.runs_code:
            ev.presumes.add(f"{summary.name} gives equal arguments equal results, and ends in no error")
        return [(st, result)]

    def _use(self, key: Key, ev: Core, st: State, args: list[Value], result: Value, fits: Term, node: ast.AST) -> None:
        """Assume the facts of a call, of arguments that the theorem speaks of."""
        if ev.depth or ev.silent or not ev.exact:
            return
        summary = self.summaries[key]
        ev.rested.add(summary.theorem)
        with ev.inexact():
            value = ev.applied(st, self.program.closure(summary.facts), [WIDEST, result, *args], node)
        st.know(t.implies(fits, ev.truth(st, value, node)))

    def _follow_others(
        self,
        key: Key,
        ev: Core,
        st: State,
        closure: Closure,
        args: list[Value],
        result: Value,
        fits: Term,
        node: ast.AST,
    ) -> None:
        """Follow the code of a call of arguments that the theorem does not speak of, if there are any."""
        said = f"{key[1]}: {self.summaries[key].theorem} speaks of these arguments"
        if ev.depth or ev.solver is None or ev.solver.entails(st.known, fits, said, insists=False):
            ev.oblige_exact(st, fits, node, said)
            return
        with following(ev, key):
            other = ev.applied(st, closure, args, node, t.neg(fits))
        st.know(t.implies(t.neg(fits), t.eq(result, other)))

    def _shown_of(self, key: Key, ev: Core, node: ast.AST) -> list[Shown]:
        """The arguments that the theorem of a function speaks of.

        Raises     Refusal
        """
        if key not in self._shown:
            summary = self.summaries[key]
            why = summary.unshown(self.theorems)
            if why or summary.given is None:
                raise ev.refusal(
                    node, key[1], why or "it is not said for which arguments its facts are shown", "say it"
                )
            theorem = next(each for each in self.theorems if each.claim.id == summary.theorem)
            self._shown[key] = shown_for(ev, self.program.closure(summary.given), theorem.widths, node)
        return self._shown[key]

    def _named(self, key: Key, ev: Core, st: State, closure: Closure, args: list[Value], node: ast.AST) -> Results:
        """A name for what a function of a list of numbers and a number computes."""
        cell = ev.cell(st, args[0]) if isinstance(args[0], Ref) else None
        array = cell.arrays[0] if isinstance(cell, ListCell) and cell.kind == INT else None
        if array is None or ev.solver is None or ev.runs_code or (is_computed(array) and not is_made_up(array)):
            with following(ev, key):
                return ev.call(st, closure, args, {}, node)
        if ev.exact:  # that entries are there is obliged, which a name does not ask
            with following(ev, key):
                ev.applied(st, closure, args, node)
        index = t.lift(ev.integer(args[1], node))
        named = self._own_name(key, ev, array)(index) if is_computed(array) else _definition(key, array, index)
        return [(st, named)]

    def _own_name(self, key: Key, ev: Core, array: Any) -> Any:
        """A name for what a function computes of one computed list, which no solver is given as a whole."""
        place = key, number(array)
        if place not in self._own:
            name, index = t.fresh_function(".".join(key), t.INT, t.INT), z3.Int("defined_at")
            self._own[place] = array, name, self._stands_for(key, ev, array, index, name(index))
            self._learn(ev)
        return self._own[place][1]


def key_of(program: Declarations, function: Callable[..., Any]) -> Key:
    """The module of a function of a declaration, and its name."""
    return program.closure(function).function.key


def _check_result(program: Declarations, summary: Any) -> None:
    """Refuse a summary that says of a function that it gives what its text says it does not.

    Raises     Refusal
    """
    function = program.closure(summary.function).function
    returns = getattr(function.node, "returns", None)
    said = "nothing" if returns is None else ast.unparse(returns)
    if said != summary.returns.__name__:
        what = f"the summary of {function.name} gives {summary.returns.__name__}"
        raise Refusal(
            f"{function.module.path}:{function.node.lineno}", what, f"the function gives {said}", "say the same"
        )


@contextmanager
def following(ev: Core, *keys: Key) -> Iterator[None]:
    """Follow some functions as their text says."""
    saved = ev.instead
    ev.instead = {key: hook for key, hook in saved.items() if key not in keys}
    try:
        yield
    finally:
        ev.instead = saved


def _opaque(key: Key, is_truth: bool, terms: list[Value]) -> Value:
    """What a function gives, as a term; of a predicate of numbers, whether the last one is in a set."""
    given = [t.lift(each) for each in terms]
    sorts = [each.sort() for each in given]
    name = ".".join(key)
    if is_truth and sorts[-1] == t.INT:
        return t.select(t.function(name, *sorts[:-1], SETS)(*given[:-1]), given[-1])
    return t.function(name, *sorts, t.BOOL if is_truth else t.INT)(*given)


def is_made_up(array: Any) -> bool:
    """True if all constants in an array are named by the proof: no variable is among them that is bound around it."""
    constants = (each for each in parts(array) if kind(each) == z3.Z3_OP_UNINTERPRETED and not each.num_args())
    return all(t.is_fresh(each) for each in constants)


def _definition(key: Key, entries: Any, index: Any) -> Any:
    return t.function(".".join(key), NUMBERS, t.INT, t.INT)(entries, index)


# --- what theorems speak of


@dataclass
class Shown:
    """Arguments of which a theorem shows facts: any ones of which something is so.

    names    constants that stand for any numbers of the theorem, and for its widths
    widths   the greatest of each width, by the name of its constant
    """

    arguments: tuple[Value, ...]
    limits: list[Any] = field(default_factory=list)
    names: list[Any] = field(default_factory=list)
    widths: dict[str, int] = field(default_factory=dict)

    def covers(self, given: list[Value]) -> Any:
        """Say that these are such arguments."""
        bound: dict[str, tuple[Any, Any]] = {}
        said = []
        names = {str(each) for each in self.names}
        for argument, value in zip(self.arguments, given, strict=True):
            name = str(argument)
            if name in names and name not in bound:
                bound[name] = argument, t.lift(value)
            else:
                said.append(t.eq(value, argument))
        for each in self.names:
            if str(each) not in bound:
                if str(each) not in self.widths:
                    return False
                bound[str(each)] = each, t.lift(self.widths[str(each)])
        pairs = list(bound.values())
        return t.conj(*said, *(_put(each, pairs) for each in self.limits))


def _put(limit: Any, pairs: list[tuple[Any, Any]]) -> Any:
    """Put numbers in place of names; powers stay as they are, so that solvers compare them with others."""
    said = z3.substitute(t.lift(limit), *pairs)
    powers = any(kind(each) == z3.Z3_OP_UNINTERPRETED and each.decl().eq(t.POW2) for each in parts(said))
    return said if powers else t.rebuilt(said, {})


def shown_for(ev: Core, given: Closure, instances: tuple[Any, ...], node: ast.AST) -> list[Shown]:
    """What a theorem shows facts for, from how it makes arguments, at all its widths."""
    names = list(instances[0]) if instances else []
    if not instances:
        raise Refusal(ev.place(node), "widths of a theorem", "there are none, so that it shows nothing", "name some")
    if any(list(each) != names for each in instances):
        raise Refusal(ev.place(node), "widths of a theorem", "they have other names in some", "name them alike")
    widths = {name: z3.Int(f"{name}@width") for name in names}
    in_range = t.disj(*(t.conj(*(t.eq(widths[name], each[name]) for name in names)) for each in instances))
    if len(names) == 1 and (of := sorted(each[names[0]] for each in instances)) == list(range(of[0], of[-1] + 1)):
        in_range = t.conj(t.le(of[0], widths[names[0]]), t.le(widths[names[0]], of[-1]))
    limits: list[Any] = [in_range]
    made: list[Any] = list(widths.values())

    def between(ev: Core, st: State, node: ast.AST, args: list[Value]) -> Results:
        number = z3.Int(f"{args[0]}@shown")
        limits.append(t.conj(t.le(args[1], number), t.lt(number, args[2])))
        made.append(number)
        return [(st, number)]

    def word(ev: Core, st: State, node: ast.AST, args: list[Value]) -> Results:
        return between(ev, st, node, [args[0], 0, t.POW2(t.lift(args[1]))])

    bits = Told({"int": lambda: Meaning(word), "between": lambda: Meaning(between)})
    with ev.inexact():
        ((after, found),) = ev.call(State(), given, [bits], widths, node)
    view = ev.view(after, found, node)
    greatest = {str(widths[name]): max(each[name] for each in instances) for name in names}
    if not t.known(view.length):
        raise Refusal(ev.place(node), "given", "how many arguments it gives is not known", "list them")
    return [Shown(_items(view.at(place)), limits, made, greatest) for place in range(view.length)]


def _items(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Tuple) else (value,)
