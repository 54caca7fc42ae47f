"""What is obliged of each pair of ends: equal results, the coupling and the laws, and nothing shared."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, Final

from slotproof.declare import same_sequence
from slotproof.engine.prove.containers.contracts import refused_in_turn
from slotproof.engine.prove.containers.known import Known
from slotproof.engine.prove.containers.parts import counts_in, is_arranged, same_parts
from slotproof.engine.prove.declaration.claims import show
from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.declaration.told import told
from slotproof.engine.prove.declaration.unchanged import unchanged
from slotproof.engine.prove.errors import CALLBACK
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.rows import Part, component_of, state_of
from slotproof.engine.prove.python.kinds.stands import comparing, meaning_of, same_objects
from slotproof.engine.prove.python.kinds.state import Head, State
from slotproof.engine.prove.python.kinds.values import (
    Data,
    DictCell,
    FixedCell,
    Heap,
    HeldCell,
    ListCell,
    Meaning,
    ObjectCell,
    Record,
    RecordCell,
    Ref,
    SetCell,
    StandCell,
    Term,
    Told,
    Tuple,
    Value,
    View,
    refs_in,
)
from slotproof.engine.prove.sides.outcome import Outcome, seen
from slotproof.engine.prove.sides.starts import Starts
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal

INVALID: Final = "InvalidArgument"
RESULT: Final = "a container of the result"


class Obliged(Starts):
    """Obligations of the ends of one operation."""

    def _judge(
        self,
        ev: Evaluator,
        operation: Any,
        pairs: list[tuple[Ref, Ref]],
        given: list[Value],
        expected: Outcome,
        actual: Outcome,
    ) -> None:
        st, node, before = actual.st, self.impl_class.node, ev.setting.before
        ev.claim = operation.claim.id
        if st.waiting:
            ev.oblige(st, False, node, "the arrays go round a loop less than the model")
        if any(not each.answered for each in st.log):
            ev.oblige(st, False, node, "the arrays make a call less than the model")
        self._arguments_kept(ev, st, given, before)
        for each in (expected.value, actual.value):
            ev.sequence(st, each)  # that an iterator goes through what is there now is obliged
        if operation.ensures is not None:
            self._ensured(ev, operation, pairs, given, actual)
            return
        if not expected.ends_as(actual):
            told = f"the model ends in {expected.name}, the implementation in {actual.name}"
            ev.oblige(st, False, node, told, self.place(operation))
            return
        if actual.error is not None:
            documented = actual.error.name == CALLBACK or self.is_documented(actual.error, operation)
            ev.oblige(st, documented, node, f"{actual.error.name} is a documented refusal", self.place(operation))
        else:
            self._same_result(ev, st, operation, expected.value, actual.value)
        self._aftermath(ev, operation, pairs, given, expected, actual)

    def _aftermath(
        self,
        ev: Evaluator,
        operation: Any,
        pairs: list[tuple[Ref, Ref]],
        given: list[Value],
        expected: Outcome,
        actual: Outcome,
    ) -> None:
        """The coupling and the laws; nothing changed by what is refused or pure; no list that two hold."""
        st, node, before, name = actual.st, self.impl_class.node, ev.setting.before, operation.name
        self.separate(ev, st, pairs, actual.value, [each for each in given if not self.is_container(st, each)])
        if any(name in each.uses for each in self.refinement.operations):
            told = None if self.arrangement is None else self.arrangement.parts["impl"]
            is_new = told is None and actual.error is None and not operation.pure  # callers forget it then
            stays = same_parts(State({}, before), st, pairs[0][1], but_lists=is_new)
            arranged = t.conj(stays, is_arranged(st, pairs[0][1], told))
            what = "the parts stay, arranged as they are, which others rest on"
            ev.oblige(st, arranged, node, what, self.place(operation))
        for pair in pairs:
            self.as_many(ev, st, pair, self.arrangement)
        made = self._containers(st, actual.value, self.impl_class)
        self.premise.show_kept(ev, st, before, [impl for _, impl in pairs], made, name)
        for model, impl in pairs:
            show(self.claims, ev, st, self.claims.couple, [model, impl], f"after {name}")
            show(self.claims, ev, st, self.claims.of_states, [model], f"after {name}")
        if not operation.law_exempt:
            for place, (model, _) in enumerate(pairs):
                earlier = Ref(model.id if place else ev.setting.model.id, before)
                show(self.claims, ev, st, self.claims.of_steps, [earlier, model], f"across {name}")
        end = expected if operation.ensures is None else actual
        self._asked(ev, st, operation, pairs[0][0], end)
        refused: Term = True
        if actual.error is None and not operation.pure:
            refused = False
            if operation.rejects is not None:
                value = ev.applied(st, self.program.closure(operation.rejects), [end.value], node)
                refused = ev.truth(st, value, node)
        for place, (model, impl) in enumerate(pairs) if refused is not False else []:
            was = model.id if place else ev.setting.model.id  # the declaration may name another object for the model
            for side, ref, id in (("the model", model, was), ("the implementation", impl, impl.id)):
                if ref.id == id:
                    goal = unchanged(ev, st, ref, before)
                else:
                    goal = same_objects(ev, st, Ref(id, before), ref, node)
                goal = t.implies(refused, goal)
                what = "it is refused" if not operation.pure else "it is pure"
                ev.oblige(st, goal, node, f"{side} is unchanged: {what}", self.place(operation))

    def as_many(self, ev: Evaluator, st: State, pair: tuple[Ref, Ref], arrangement: Any) -> None:
        """Oblige that both sides have as many of what there is any number of: so they do where proofs start."""
        counts: dict[str, Term] = {}
        for side, each in zip(("model", "impl"), pair, strict=True) if arrangement and arrangement.others else ():
            for sort, count in counts_in(st, each, arrangement.parts[side]):
                same, what = (
                    t.eq(counts.setdefault(sort, count), count),
                    f"there are as many of each {sort} on both sides",
                )
                ev.oblige(st, same, self.impl_class.node, what, self._path)

    def _asked(self, ev: Evaluator, st: State, operation: Any, model: Ref, end: Outcome) -> None:
        """What laws say of the answer, or of the refusal."""
        was, node = Ref(ev.setting.model.id, ev.setting.before), self.impl_class.node
        error = "" if end.error is None else end.error.name
        asked: list[tuple[str, list[Value], bool]] = [("refused", [was], True)]
        if not error:
            asked = [("answered", [was, model, seen(end.value)], True), ("invalid", [was], False)]
        elif error == INVALID:
            asked = [("invalid", [was], True)]
        elif error == CALLBACK:
            return
        saved = ev.claim
        for ends, given, holds in asked:
            for law, closure in self.claims.asked(operation.name, ends):
                ev.claim = law.id
                value = ev.applied(st, closure, [*given, *ev.setting.arguments], node)
                goal = ev.truth(st, value, closure.function.node)
                what = f"{law.id} of {operation.name}: {law.statement}"
                ev.oblige(st, goal if holds else t.neg(goal), closure.function.node, what)
        ev.claim = saved

    def _same_result(self, ev: Evaluator, st: State, operation: Any, expected: Value, actual: Value) -> None:
        """What the declaration compares results by is true of them; what `==` tells apart is compared by that.

        A container among them is coupled with the one that the model gives, as clients go on with it.
        """
        node, place = self.impl_class.node, self.place(operation)
        with comparing(ev):
            value = ev.applied(st, self.program.callable(operation.agree), [expected, actual], node)
        ev.oblige(st, ev.truth(st, value, node), node, "equal results", place)
        for one, other in _compared(st, expected, actual):
            ev.oblige(st, self._equal(ev, st, operation, one, other), node, "equal results", place)
        ours, theirs = self._containers(st, expected, self.model_class), self._containers(st, actual, self.impl_class)
        if theirs and len(ours) != len(theirs):
            raise Refusal(place, "containers among the results", "the model gives others", "give as many")
        seen: dict[int, str] = {}
        for model in ours if theirs else []:
            self._held_once(ev, st, model, seen, RESULT)
        for model, impl in zip(ours, theirs, strict=False):
            show(self.claims, ev, st, self.claims.couple, [model, impl], f"of what {operation.name} gives")
            show(self.claims, ev, st, self.claims.of_states, [model], f"of what {operation.name} gives")
        self._same_within(ev, st, operation, expected, actual)

    def _same_within(self, ev: Evaluator, st: State, operation: Any, expected: Value, actual: Value) -> None:
        """Containers that are known by their models, where the results have such, are in the states of those."""
        node, place = self.impl_class.node, self.place(operation)
        for known in (each for each in self.components if isinstance(each, Known)):
            ours, theirs = (list(self._within(ev, st, each, known)) for each in (expected, actual))
            if theirs and len(ours) != len(theirs):
                raise Refusal(place, "containers among the results", "the model gives others", "give as many")
            for one, other in zip(ours, theirs, strict=False):
                ev.oblige(st, _same_state(ev, st, one, other, node), node, "equal results", place)
                if isinstance(other, Part):
                    ev.presumes.add(f"what clients do with what `{operation.name}` gives keeps the claims of its owner")

    def _within(self, ev: Evaluator, st: State, value: Value, known: Known) -> Iterator[Value]:
        """What stands for containers of a class in a result, in the order in which it stands there."""
        cell = _cell(st, value)
        if isinstance(cell, ObjectCell) and cell.cls in (self.model_class, self.impl_class):
            return
        if isinstance(value, Part) or isinstance(cell, StandCell | HeldCell | Part):
            if component_of(ev, st, value) is known:
                yield value
        elif isinstance(cell, ObjectCell) and cell.cls is known.model and not known.in_rows:
            yield value
        else:
            held = value.items if isinstance(value, Tuple) else refs_in(cell)
            for each in held:
                yield from self._within(ev, st, each, known)

    def _equal(self, ev: Evaluator, st: State, operation: Any, one: Value, other: Value) -> Term:
        """What `==` says of two results; of an iterator, or a tuple and a list, what it says of lists of them."""
        node, sorts = self.impl_class.node, [_sort_of(st, each) for each in (one, other)]
        if sorts[0] is sorts[1] is not View or not all(sorts):
            return ev.equal(st, one, other, node)
        if operation.agree is same_sequence:  # which is true already
            return True
        return ev.truth(st, ev.applied(st, self.program.callable(same_sequence), [one, other], node), node)

    def _containers(self, st: State, value: Value, cls: Class) -> list[Ref]:
        """The containers of a class in a result, in the order in which they stand there."""
        if not isinstance(value, Ref):
            return [each for ref in refs_in(value) for each in self._containers(st, ref, cls)]
        cell = st.heap.get(value.id) if value.heap is None else None
        if isinstance(cell, ObjectCell) and cell.cls is cls:
            return [value]
        return [each for ref in refs_in(cell) for each in self._containers(st, ref, cls)]

    def _ensured(
        self, ev: Evaluator, operation: Any, pairs: list[tuple[Ref, Ref]], given: list[Value], actual: Outcome
    ) -> None:
        """The implementation alone has run: its promise, and the coupling with the state that it names."""
        if operation.witness is None or operation.refused_if is None:
            raise Refusal(self.place(operation), "ensures", "it needs `witness` and `refused_if`", "declare both")
        st, node, before = actual.st, self.impl_class.node, ev.setting.before
        model, impl = pairs[0]
        arguments = list(ev.setting.arguments)
        for name, condition in refused_in_turn(operation, self.place(operation)).items():
            asked = [Ref(model.id, before), *arguments]
            refused = ev.truth(st, ev.applied(st, self.program.closure(condition), asked, node), node)
            is_this = actual.error is not None and name in ("", actual.error.name)
            goal = refused if is_this else t.neg(refused)
            ev.oblige(st, goal, node, "it is refused exactly if the declaration says so", self.place(operation))
            if is_this:
                break
        if actual.error is not None:
            documented = self.is_documented(actual.error, operation)
            ev.oblige(st, documented, node, f"{actual.error.name} is a documented refusal", self.place(operation))
            self._asked(ev, st, operation, model, actual)
            self.separate(ev, st, pairs, None, [each for each in given if not self.is_container(st, each)])
            for _, each in pairs:
                ev.oblige(st, unchanged(ev, st, each, before), node, "nothing is changed: it is refused")
            return
        at = Told(told(ev, st, Head(before)))
        after = ev.applied(st, self.program.closure(operation.witness), [at], node)
        cell = ev.cell(st, after) if isinstance(after, Ref) else None
        if getattr(cell, "cls", None) is not self.model_class:
            raise Refusal(self.place(operation), "witness", "it gives no state of the model", "give one")
        if self._containers(st, actual.value, self.impl_class):
            why = "it gives a container, of which no model is named"
            raise Refusal(self.place(operation), "ensures", why, "let the model run")
        closure, said = self.program.closure(operation.ensures), set[str]()
        told_of = [Ref(model.id, before), after, seen(actual.value), *arguments]

        def on_entry(now: State, key: str, truth: Term, where: ast.AST) -> None:
            said.add(key)
            ev.oblige(now, truth, where, f"ensured: {key}")

        ev.entry_by_entry(st, closure, told_of, node, on_entry)
        if not said:
            what = f"`ensures=` of `{operation.name}`"
            raise Refusal(self.place(operation), what, "it leaves the result open", "say what is true afterwards")
        for name in before[model.id].fields if operation.changes is not None else ():
            if name not in operation.changes:
                was, now = ev.attribute(st, Ref(model.id, before), name, node), ev.attribute(st, after, name, node)
                ev.oblige(st, ev.equal(st, was, now, node), node, f"{name} is left alone, as is declared")
        after = Ref(after.id) if after.heap is before and st.heap[after.id] is before[after.id] else after
        self._aftermath(ev, operation, [(after, impl), *pairs[1:]], given, Outcome(st), actual)

    def separate(
        self, ev: Evaluator, st: State, pairs: list[tuple[Ref, Ref]], result: Value, given: Iterable[Value] = ()
    ) -> None:
        """No two fields hold one list, none holds what was given, and the result is none of them.

        So it is of the containers that the result gives: clients go on with each by itself.
        """
        sides = [side for each in given for side in ((each.model, each.impl) if isinstance(each, Sides) else (each,))]
        seen = {ref.id: "an argument" for each in sides for ref in refs_in(each)}
        handed = set(seen)
        for side in (0, 1):
            owners = list({pair[side].id: pair[side] for pair in pairs}.values())
            for owner in owners:
                self._held_once(ev, st, owner, seen, "a container")
        for name, ref in _parts_of(st, result):
            if ref.id in seen.keys() - handed:
                ev.oblige(st, False, self.impl_class.node, f"{name} is {seen[ref.id]} as well", self._path)
        for each in self._containers(st, result, self.impl_class):
            self._held_once(ev, st, each, seen, RESULT)

    def _held_once(self, ev: Evaluator, st: State, owner: Ref, seen: dict[int, str], name: str) -> None:
        cell = st.heap[owner.id]
        if owner.id in seen:
            ev.oblige(st, False, self.impl_class.node, f"{name} is {seen[owner.id]} as well", self._path)
        seen[owner.id] = name
        named = cell.fields.items() if isinstance(cell, ObjectCell) else [(name, cell)]
        for part, value in named:
            for ref in refs_in(value):
                if ref.heap is None:
                    self._held_once(ev, st, ref, seen, part)

    def _arguments_kept(self, ev: Evaluator, st: State, given: list[Value], before: Heap) -> None:
        """What was given is as it was, or changed alike on both sides."""
        for each in given:
            if isinstance(each, Sides) and isinstance(each.model, Ref) and not self.is_container(st, each):
                for side in (each.model, each.impl):
                    ev.oblige(
                        st, unchanged(ev, st, side, before), self.impl_class.node, "the argument is left as it was"
                    )
            if isinstance(each, Sides) and isinstance(each.model, Meaning):
                calls = [st.heap[side.state.id].calls for side in (each.model, each.impl) if side.state]
                ev.oblige(st, t.eq(*calls), self.impl_class.node, "both sides call the callback as often")


def _compared(st: State, expected: Value, actual: Value) -> list[tuple[Value, Value]]:
    """What `==` compares of two results, entry by entry in tuples, and in lists and dicts of what arrays cannot hold.

    What it tells apart by identity alone, or is of two classes, is left to what the declaration compares results by.
    """
    if isinstance(expected, Tuple) and isinstance(actual, Tuple):
        entries, alike = (expected.items, actual.items), len(expected.items) == len(actual.items)
    else:
        one, other = (_cell(st, each) for each in (expected, actual))
        if not isinstance(one, FixedCell) or not isinstance(other, FixedCell) or one.is_list is not other.is_list:
            return [] if _is_told_apart(st, expected) or _is_told_apart(st, actual) else [(expected, actual)]
        entries, alike = (one.items, other.items), one.keys == other.keys
    if not alike:
        return [(alike, True)]
    return [pair for mine, its in zip(*entries, strict=True) for pair in _compared(st, mine, its)]


def _is_told_apart(st: State, value: Value) -> bool:
    """True of objects, containers, data and sequences of distinct things, and of what gives or holds such."""
    if isinstance(value, Ref):
        cell = _cell(st, value)
        held = cell.items if isinstance(cell, FixedCell) else ()
        return not isinstance(cell, ListCell | DictCell | SetCell | FixedCell) or _hold_such(st, held)
    if isinstance(value, View):
        return not (value.once or value.form) or _is_told_apart(st, value.at(0))
    return isinstance(value, Data | Record | Part) or (isinstance(value, Tuple) and _hold_such(st, value.items))


def _hold_such(st: State, values: Iterable[Value]) -> bool:
    return any(_is_told_apart(st, each) for each in values)


def _same_state(ev: Evaluator, st: State, one: Value, other: Value, node: Any) -> Term:
    """True if two containers that are known by their models are in the same state."""
    if isinstance(_cell(st, other), StandCell):
        return same_objects(ev, st, one, meaning_of(ev, st, other), node)
    return t.eq(state_of(ev, st, one), state_of(ev, st, other))


def _cell(st: State, value: Value) -> Any:
    return st.heap.get(value.id) if isinstance(value, Ref) and value.heap is None else None


def _sort_of(st: State, value: Value) -> type | None:
    """The sort of what gives one thing after the other in order: a list, a tuple, or what is computed; else None."""
    if isinstance(value, View | Tuple):
        return View if isinstance(value, View) else Tuple
    return ListCell if isinstance(value, Ref) and isinstance(st.heap[value.id], ListCell | FixedCell) else None


def _parts_of(st: State, value: Value) -> list[tuple[str, Ref]]:
    """The lists, dicts, sets and objects that a result gives away."""
    found = []
    for ref in refs_in(value):
        cell = st.heap.get(ref.id)
        if not isinstance(cell, RecordCell):
            found.append(("the result", ref))
        found += [("the result", part) for _, part in _parts_of(st, cell)]
    return found
