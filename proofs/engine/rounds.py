"""What happens at a cut loop: the invariant is obliged and then all that is known; one round, or none, goes on.

A loop in lockstep is the same loop on both sides. Both come to its head in coupled states and go on from any one
coupled pair; where a round ends on one side it must end on the other, in states that are coupled again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, cast

import z3

from slotproof.proofs.engine.calls import Calls
from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.fixed import SymShape, parts_of
from slotproof.proofs.engine.inside import SymInside, install
from slotproof.proofs.engine.lists import SymDistinct, SymList, SymView, Tracked, entry_of, length_of
from slotproof.proofs.engine.loops import UNBOUND
from slotproof.proofs.engine.make import Make, Sides, SymFactory
from slotproof.proofs.engine.path import NotSupported, Path, PathEnd, Tally, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, SymZip, Walk, frozen
from slotproof.proofs.engine.refinement import Loop, Operation, Refinement
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.states import States, adopt
from slotproof.proofs.engine.summaries import Named
from slotproof.proofs.engine.symbolic import KINDS, SymBool, SymInt, lift
from slotproof.proofs.engine.terms import are_same, conjunction, implication, number_of, select, store
from slotproof.spec.logic import Symbolic, contains, forall

MET = z3.Function("met", z3.IntSort(), z3.BoolSort())
"""Of which nothing is known: what follows from it follows without it."""


class RoundEnds(Exception):
    """A round of a cut loop is over."""


class Untold(Refusing):
    """What stands in place of something that a claim may not speak of."""

    def __init__(self, why: str) -> None:
        self.why = why

    __hash__ = Refusing.__hash__

    def __getattr__(self, name: str) -> Any:
        raise NotSupported(self.why)

    def __getitem__(self, name: str) -> Any:
        raise NotSupported(self.why)


@dataclass
class At:
    """What an invariant may speak of; a variant is a function of the state, and is told no more than that.

    model, model_before    the model now, and before the operation
    now, before, entry     the implementation now, before the operation, and when the loop was reached
    local, entry_local     the locals of the function now, and when the loop was reached
    round_local            for notes: the numbers that its locals were when the round began
    index, length          of a `for` loop: rounds behind, rounds in all
    arguments              of the operation
    model_round            the model when the round of a loop in lockstep around this one began, or else before the
                           operation
    model_called           the model after the call of a used operation that was made last, before the loop, or else
                           before the operation
    """

    model: Any
    model_before: Any
    now: Any
    before: Any
    entry: Any
    local: Mapping[str, Any]
    entry_local: Mapping[str, Any]
    index: Any
    length: Any
    arguments: tuple[Any, ...]
    model_round: Any
    model_called: Any
    round_local: Any
    notes: Any = None

    def noted(self, number: Any) -> SymInt:
        """What was noted last of a number, where a round of the loop ended; anything, if nothing was."""
        if self.notes is None:
            raise NotSupported("a number that nothing notes, or that only an invariant may speak of")
        return SymInt(select(self.notes, lift(number)))

    def met(self, term: Any, claim: Any) -> Any:
        """The claim; where it is obliged, with a term that makes the solvers look at what they know of it.

        Takes      term, or what gives it: not asked for where the size is bounded
        """
        if current().supposing or current().bound is not None:
            return SymBool(lift(claim))
        return SymBool(implication(MET(lift(term() if isinstance(term, FunctionType) else term)), lift(claim)))

    def of_each(self, low: Any, high: Any, claim: Any, known: Any, obliged: Any) -> Any:
        """The claim about each index, looked up by the term `known`; where it is obliged, with `obliged` met."""
        if current().supposing:
            return forall(low, high, claim, known)
        return forall(low, high, lambda index: self.met(lambda: obliged(index), claim(index)))

    def without_last(self, entries: Any) -> Any:
        """The list before its last entry was appended, for solvers to look at; of any other list, the list."""
        if not isinstance(entries, SymList):
            return entries
        twin = entries.copy()
        current().tracked.pop()
        if z3.is_store(twin.arrays[0]):
            twin.arrays = [twin.arrays[0].arg(0)]
        return twin

    def distinct(self, entries: Any, places: Any) -> Any:
        """The sequence of distinct ints that two lists spell out, one the inverse of the other."""
        return SymDistinct.inverse_pair("witness", entries, places)

    def marked(self, marks: Any) -> Any:
        """The dict that has as keys the indices at which a list holds 1, and true for each."""
        made = SymDict.fresh("marked", KINDS.BOOL)
        current().assume(made.count >= 0)
        index = SymInt(lift(length_of(marks)))

        def has(key: Any) -> Any:
            inside = conjunction(0 <= key.term, key.term < index.term, lift(marks.peek(key)) == 1)
            return SymBool(select(made.has, key.term) == inside)

        with claims():
            current().assume(lift(made.every_key(has)))
        return made

    def counted(self, keys: Any, sequence: Any) -> None:
        """Use that a dict and a sequence of distinct numbers are of one size if they hold the same; that is obliged."""
        with claims():
            same = conjunction(
                lift(keys.logic_forall_in(lambda key: contains(sequence, key))),
                lift(sequence.logic_forall_in(lambda key: contains(keys, key))),
            )
        current().must(same, "the keys are the entries of the sequence")
        current().assume(keys.count == sequence.high - sequence.low)


@dataclass
class Head:
    """A loop that was reached on this path."""

    loop: Loop
    key: str
    side: str
    subject: Any
    entry: Any
    entry_local: dict[str, Any]
    view: SymView | None
    index: Any
    length: Any
    outer: Tally
    states: list[tuple[Tracked, tuple[Any, ...]]]
    others: dict[str, Any] = field(default_factory=dict, kw_only=True)  # what the locals it does not assign hold
    walked: Any = field(default=None, kw_only=True)
    attributes: dict[int, tuple[Any, dict[str, Any]]]
    names: tuple[str, ...] = ()
    variant: Any = None
    local: dict[str, Any] = field(default_factory=dict)
    notes: Any = None
    called: Any = None  # the model after the call that was made last before the loop


class Rounds(States):
    """The cut loops of one operation on one path."""

    def __init__(self, refinement: Refinement, operation: Operation, path: Path, cuts: bool = True) -> None:
        key = ("code", id(refinement), cuts)
        rebuilder = path.memory.once(key, refinement, lambda: _rebuilder(refinement, cuts, path.memory.refused))
        rebuilder.begin(self.at_loop)
        super().__init__(refinement, operation, path, rebuilder)
        creating = not operation.claim.id
        install(refinement, rebuilder, creating)
        for name, several in refinement.several.items():
            cast(Any, several).install(refinement, name, rebuilder, path)
        if path.bound is None:
            self.suppose([Named(**vars(each)).known() for each in refinement.definitions])
        self.loops = {
            f"{loop.function}#{loop.index}": replace(loop, parts=rebuilder.function(loop.parts))
            for loop in refinement.loops
        }
        self.heads: dict[str, Head] = {}
        self.side = "model"
        self.meetings: dict[int, dict[str, Any]] = {}
        self.met = {"model": 0, "impl": 0}
        self.model_round: Any = None
        self.ended = ""
        self.stopped: dict[str, tuple[str, dict[str, Any]] | None] = {"model": None, "impl": None}
        self.calls = Calls(refinement, operation if cuts else replace(operation, uses=()), path)
        for name in self.calls.used:
            model, impl = rebuilder.of_class(refinement.model), rebuilder.of_class(refinement.impl)
            rebuilder.instead(model, name, lambda method, name=name: self.calls.on_model(name, method, self))
            rebuilder.instead(impl, name, lambda method, name=name: self.calls.on_impl(name, method, self))

    def _at(self, head: Head | None, local: Mapping[str, Any] | None = None, noting: bool = False) -> At:
        model_round, model_called = self.model_round or self.model_before, self.calls.matched or self.model_before
        if head is not None and head.loop.lockstep:
            model_round = Untold(f"the model at the begin of the round of loop {head.key}, which is in lockstep")
        if head is not None and head.called is not self.calls.matched:
            model_called = Untold(f"the model after a call in a round of loop {head.key}")
        return At(
            model=self.model,
            model_before=self.model_before,
            now=self.impl,
            before=self.before,
            entry=head.entry if head else self.before,
            local=local if local is not None else {},
            entry_local=head.entry_local if head else {},
            index=head.index if head else None,
            length=head.length if head else None,
            arguments=self.arguments,
            model_round=model_round,
            model_called=model_called,
            round_local=head.local
            if head and noting
            else Untold("locals at the begin of a round, which notes alone tell"),
            notes=head.notes if head else None,
        )

    def at_loop(self, verb: str, key: str, *rest: Any) -> Any:
        """The cut loops call this."""
        return getattr(self, f"_{verb}")(key, *rest)

    def _enter(self, key: str, local: dict[str, Any], names: tuple[str, ...], iterable: Any) -> tuple[Any, ...]:
        loop = self.loops.get(key)
        if loop is None:
            raise NotSupported(f"loop {key} has no invariant")
        subject = self.model if self.side == "model" else self.impl
        _require_own_frame(key)
        for name in loop.locals:
            if isinstance(local.get(name), Tracked) and any(local[name] is held for held in vars(subject).values()):
                raise NotSupported(f"`{name}` of loop {key} is an array of the container")
        view = _walkable(iterable)
        head = Head(
            loop=loop,
            key=key,
            side=self.side,
            subject=subject,
            entry=frozen(self.impl),
            entry_local={name: value.copy() if isinstance(value, Tracked) else value for name, value in local.items()},
            view=view,
            index=SymInt(z3.IntVal(0)),
            length=None if view is None else SymInt(lift(length_of(view))),
            outer=self.path.tally,
            states=[],
            attributes={},
        )
        self.heads[key] = head
        head.walked, head.called = view, self.calls.matched
        if isinstance(view, SymZip):
            for part in view.views[1:]:
                self.path.must(view.length == lift(length_of(part)), f"loop {key}: both sequences are of one length")
        head.notes = self._any_notes(loop)
        if loop.lockstep:
            self._come_together(head, local, "entry", names)
        self._require_invariant(head, local, f"when loop {key} is reached")
        values = self._forget(head, local, names)
        head.notes = self._any_notes(loop)
        head.names = names
        head.local = {**local, **dict(zip(names, values, strict=True))}
        self._suppose_invariant(head)
        if view is not None:
            self.suppose([0 <= head.index.term, head.index.term <= head.length.term])
        head.states = [(each, each.state()) for each in self.path.tracked]
        head.attributes = {id(each): (each, dict(vars(each))) for each in self._objects()}
        containers = {id(each) for each in self._objects()}  # what these hold is compared attribute by attribute
        held = [value for each in self._objects() for value in vars(each).values()]
        containers |= {
            id(part) for value in held if isinstance(value, SymShape | SymInside) for part in parts_of(value)
        }
        head.others = {
            name: id(value) if id(value) in containers else _mark(value, loop, subject, head.local)
            for name, value in head.local.items()
            if name not in names
        }
        self.path.tally = Tally(head.outer.reads, head.outer.writes)
        head.variant = self._variant(head, head.local)
        return values

    def _variant(self, head: Head, local: Mapping[str, Any]) -> Any:
        """The variant, as a function of the state: told nothing of the round, or of what it notes."""
        if head.loop.variant is None:
            return None
        with claims():
            return lift(self.rebuilder.function(head.loop.variant)(replace(self._at(head, local), notes=None)))

    def _any_notes(self, loop: Loop) -> Any:
        """Anything that may have been noted."""
        if loop.notes is None:
            return None
        if loop.lockstep:
            raise NotSupported("notes of a loop in lockstep")
        return z3.Const(self.path.name("noted"), z3.ArraySort(z3.IntSort(), z3.IntSort()))

    def _note(self, head: Head, local: Mapping[str, Any]) -> None:
        """Note what a round that ends says."""
        if head.loop.notes is not None:
            with claims():
                number, noted = self.rebuilder.function(head.loop.notes)(self._at(head, local, noting=True))
            head.notes = store(head.notes, lift(number), lift(noted))

    def _objects(self) -> list[Any]:
        peers = [side for each in self.arguments if isinstance(each, Sides) for side in (each.model, each.impl)]
        return [self.model, self.impl, *(peer for peer in peers if not isinstance(peer, Tracked))]

    def _forget(self, head: Head, local: dict[str, Any], names: tuple[str, ...]) -> tuple[Any, ...]:
        """Fresh stand-ins for whatever a round may have changed."""
        loop, path = head.loop, self.path
        if head.view is not None:
            head.index = SymInt(z3.Int(path.name(f"index_{head.key}")))
        shared: dict[str, Any] = {}
        if loop.lockstep:
            shared = self.meetings[self.met[self.side] - 1]
            if "index" in shared:
                head.index = shared["index"]
            self._take_over(head, shared)
        else:
            for name in loop.changes:
                value = getattr(head.subject, name)
                if isinstance(value, Tracked):
                    value.forget()
                    self.suppose(value.facts())
                else:
                    object.__setattr__(head.subject, name, KINDS.of(value).fresh(f"{name}_in_loop"))
            for holder, name in _changing(loop, head.subject, local):
                value = getattr(holder, name)
                if isinstance(value, Tracked):
                    value.forget()
                    self.suppose(value.facts())
                else:
                    object.__setattr__(holder, name, KINDS.of(value).fresh(f"{name}_in_loop"))
        values = []
        make = Make(self.coupled_pair)
        for name in (*names, *(n for n in loop.locals if n not in names)):
            if name in shared.get("locals", {}):
                value = shared["locals"][name]
                value = value.copy() if isinstance(value, Tracked) else value
            elif name in loop.locals:
                value = self.rebuilder.function(loop.locals[name])(make)
            elif local.get(name, UNBOUND) is UNBOUND:
                value = UNBOUND
            else:
                value = KINDS.of(local[name]).fresh(f"{name}_in_loop")
            if loop.lockstep and value is not UNBOUND:
                shared.setdefault("locals", {})[name] = _copied(value)
            if name not in names and isinstance(local[name], Tracked):
                local[name].restore(value.state())
            values.append(value)
        return tuple(values[: len(names)])

    def _invariant(self, head: Head, local: Mapping[str, Any]) -> dict[str, Any]:
        with claims():
            return dict(self.rebuilder.function(head.loop.invariant)(self._at(head, local)))

    def _require_invariant(self, head: Head, local: Mapping[str, Any], when: str) -> None:
        if not self.path.obliging:
            return
        for name, condition in self._invariant(head, local).items():
            self.path.require(lift(condition), f"{name}, {when}", self.operation.claim.id)

    def _suppose_invariant(self, head: Head) -> None:
        self.path.supposing = True
        for condition in self._invariant(head, head.local).values():
            self.path.assume(lift(condition))
        self.path.supposing = False

    def _more(self, key: str) -> bool:
        head = self.heads[key]
        if isinstance(head.walked, Walk):
            head.walked.require_unchanged()
        return self.path.decide(head.index.term < head.length.term)

    def _item(self, key: str) -> Any:
        head = self.heads[key]
        return entry_of(head.view, head.index)

    def _back(self, key: str, local: dict[str, Any]) -> None:
        head = self.heads[key]
        where = f"after a round of loop {key}"
        claim = self.operation.claim.id
        if head.view is not None:
            head.index = head.index + 1
        if head.loop.lockstep:
            carried = {name: local[name] for name in dict.fromkeys((*head.names, *head.loop.locals)) if name in local}
            carried.update({f"calls of {stem}": SymInt(factory.calls) for stem, factory in self._factories()})
            self.stopped[self.side] = (key, carried)
        self._require_only_said_changes(head, local, where)
        self._require_kept_locals(head, local, where)
        self._note(head, local)
        self._require_invariant(head, local, where)
        if head.loop.variant is not None:
            now = self._variant(head, local)
            goal = conjunction(head.variant >= 0, now < head.variant)
            self.path.require(goal, f"loop {key} ends: its variant falls and is never negative", claim)
        elif head.view is None:
            self.path.require(z3.BoolVal(False), f"loop {key} has no variant", claim)
        if self.side == "impl":
            round_cost = Tally(self.path.tally.reads - head.outer.reads, self.path.tally.writes - head.outer.writes)
            worst = self.path.rounds.setdefault(key, Tally())
            worst.reads, worst.writes = max(worst.reads, round_cost.reads), max(worst.writes, round_cost.writes)
            self.path.tally = Tally()  # the way through the loop counts, and its rounds on top
        self.ended = f"a round of {key}"
        raise RoundEnds

    def _require_only_said_changes(self, head: Head, local: Mapping[str, Any], where: str) -> None:
        any_change = head.loop.lockstep and not head.loop.keeps
        names = tuple(vars(head.subject)) if any_change else head.loop.changes
        said = {id(getattr(head.subject, name)) for name in names}
        held = {id(value) for value in local.values()}
        if any_change:  # an array may become another, if nobody else holds it
            said |= {id(old) for old in head.attributes[id(head.subject)][1].values()} - held
        said |= {id(part) for each in vars(head.subject).values() for part in parts_of(each)} if any_change else set()
        pairs = _changing(head.loop, head.subject, local)
        changing = frozenset((id(holder), name) for holder, name in pairs)
        said |= {id(part) for holder, name in pairs for part in parts_of(getattr(holder, name))}
        said |= {id(part) for part, _ in head.loop.parts(head.subject, local)}
        said |= {id(local[name]) for name in head.loop.locals if name in local}
        said |= {id(factory) for _, factory in self._factories()}
        for each, state in head.states:
            same = each.unchanged_but(state, changing) if isinstance(each, SymShape) else each.unchanged_since(state)
            if id(each) not in said and not same:
                self.path.must(z3.BoolVal(False), f"{each.stem} changes, which the loop does not say, {where}")
        for subject, attributes in head.attributes.values():
            for name, old in attributes.items():
                free = not isinstance(old, Tracked) or (any_change and id(old) not in held)
                if subject is head.subject and name in names and free:
                    continue
                if not _unchanged(old, getattr(subject, name)):
                    self.path.must(z3.BoolVal(False), f"{name} changes, which the loop does not say, {where}")

    def _require_kept_locals(self, head: Head, local: Mapping[str, Any], where: str) -> None:
        """Oblige that a round leaves alone all locals it is not seen to assign, and what they hold; others stay alike.

        A local that was a number and becomes nothing, say, is no number after the loop.
        """
        for name, known in head.others.items():
            if name in head.loop.locals or id(local.get(name, UNBOUND)) == known:
                continue
            if name not in local or _mark(local[name], head.loop, head.subject, local) != known:
                self.path.must(z3.BoolVal(False), f"`{name}` changes, which is not seen of the loop, {where}")
        for name in head.names:
            held = head.local.get(name, UNBOUND)
            if held is not UNBOUND and (name not in local or not _alike(held, local[name])):
                self.path.must(z3.BoolVal(False), f"`{name}` becomes something else than a {_kind_of(held)}, {where}")

    # --- in lockstep

    def _come_together(self, head: Head, local: dict[str, Any], when: str, names: tuple[str, ...]) -> None:
        """Note where one side stands at a shared loop; the second side finds what the first noted."""
        number = self.met[self.side]
        self.met[self.side] += 1
        meeting = self.meetings.setdefault(number, {})
        bound = {name: local[name] for name in (*names, *head.loop.locals) if local.get(name, UNBOUND) is not UNBOUND}
        carried = dict(bound)
        carried.update(
            {name: value for name, value in local.items() if isinstance(value, SymInt) or type(value) is int}
        )
        carried.update({f"calls of {stem}": SymInt(factory.calls) for stem, factory in self._factories()})
        meeting[f"{self.side}_names"] = names
        meeting[f"{when}_{self.side}"] = (frozen(head.subject), {n: _copied(v) for n, v in carried.items()})
        if self.side == "impl":
            if f"{when}_model" not in meeting:
                self.path.must(z3.BoolVal(False), "the model has no such loop here")
            model, expected = meeting[f"{when}_model"]
            self.require_coupled(model, self.impl, f"when loop {head.key} is reached")
            self._require_step_laws(model, f"when loop {head.key} is reached", only_carried=True)
            self._require_equal_locals(expected, carried, f"when loop {head.key} is reached")
            for name in bound:
                if name not in expected and name in meeting["model_names"]:
                    raise NotSupported(f"`{name}` is bound on one side only when loop {head.key} is reached")

    def _require_equal_locals(self, expected: Mapping[str, Any], actual: Mapping[str, Any], when: str) -> None:
        for name in expected.keys() & actual.keys():
            what = f"`{name}` is the same on both sides {when}"
            self._require_equal(expected[name], actual[name], what, self.operation.claim.id)

    def _take_over(self, head: Head, shared: dict[str, Any]) -> None:
        """Both sides go on from one coupled pair."""
        if self.side == "model":
            shared["index"] = head.index
            shared["calls"] = {}
        if head.loop.keeps:
            pass
        elif self.side == "model":
            shared["pair"] = self.coupled_pair(self.path.name("round_"))
            adopt(self.model, shared["pair"].model)
            self.model_round = frozen(self.model)
            self.suppose(self._carried_laws())
        else:
            adopt(self.impl, shared["pair"].impl)
        for stem, factory in self._factories():
            calls = shared["calls"].setdefault(stem, z3.Int(self.path.name(f"calls_{stem}")))
            factory.restore((calls,))
            self.suppose(factory.facts())

    def _factories(self) -> list[tuple[str, SymFactory]]:
        sides = [getattr(each, self.side) for each in self.arguments if isinstance(each, Sides)]
        return [(side.stem, side) for side in sides if isinstance(side, SymFactory)]

    def _meet(self) -> None:
        """Where a round ended on one side it must have ended on the other, in states that are coupled again."""
        model, impl = self.stopped["model"], self.stopped["impl"]
        if model is None and impl is None:
            if self.met["model"] != self.met["impl"]:
                self.path.must(z3.BoolVal(False), "the two sides do not reach the same loops")
            return
        if model is None or impl is None:
            self.path.must(z3.BoolVal(False), "one side goes round its loop once more than the other")
            return
        when = f"after a round of loop {impl[0]}"
        self.require_coupled(self.model, self.impl, when)
        self._require_step_laws(self.model, when, only_carried=True)
        self._require_equal_locals(model[1], impl[1], when)
        raise PathEnd


def _rebuilder(refinement: Refinement, cuts: bool, refused: dict[FunctionType, str]) -> Rebuilder:
    """The code of a container over stand-ins, for all paths of a proof."""
    with_loops = frozenset(loop.function for loop in refinement.loops) if cuts else frozenset()
    rebuilder = Rebuilder(with_loops, modules_of(refinement), refused)
    unshown = {each.function: each.unshown(refinement.theorems) for each in refinement.summaries}
    return rebuilder.summarise((*refinement.summaries, *refinement.definitions), unshown)


def modules_of(refinement: Refinement) -> frozenset[str]:
    """The modules in which the container, its model and its claims are written."""
    claims_of = [claim.holds for claim in (*refinement.couple, *refinement.laws)]
    return frozenset(part.__module__ for part in (refinement.model, refinement.impl, *claims_of) if part is not None)


def _changing(loop: Loop, subject: Any, local: Mapping[str, Any]) -> list[tuple[Any, str]]:
    """The attributes of parts that a round may change, each with what holds it."""
    pairs = loop.parts(subject, local)
    return [(part.meaning if isinstance(part, SymInside) else part, name) for part, name in pairs]


def _mark(value: Any, loop: Loop, subject: Any, local: Mapping[str, Any]) -> Any:
    """What tells one state of a local from another, but for what the loop may change of it."""
    free = [name for holder, name in _changing(loop, subject, local) if holder is value]
    if not free:
        return fingerprint(value)
    return id(value), fingerprint({name: part for name, part in vars(value).items() if name not in free})


def _require_own_frame(key: str) -> None:
    """Refuse a loop that is reached in a round of its own.

    Raises     NotSupported
    """
    frame = sys._getframe(3)  # the function with the loop
    code, caller = frame.f_code, frame.f_back
    while caller is not None:
        if caller.f_code is code:
            raise NotSupported(f"loop {key} is reached in a round of its own")
        caller = caller.f_back


def fingerprint(value: Any, depth: int = 3) -> Any:
    """What tells one state of a local from another: numbers by their terms, plain lists and objects by their parts.

    Stand-ins of lists are known to the path, which compares them itself.
    """
    if isinstance(value, Tracked):
        return id(value)
    if isinstance(value, Symbolic):
        term = vars(value).get("term")
        return type(value), id(value) if term is None else number_of(term)
    if value is None or isinstance(value, bool | int | str | float):
        return type(value), value
    if depth and isinstance(value, list | tuple):
        return type(value), tuple(fingerprint(part, depth - 1) for part in value)
    if depth and isinstance(value, set):
        return tuple(sorted(map(repr, value)))
    if depth and isinstance(value, dict):
        return tuple((repr(key), fingerprint(part, depth - 1)) for key, part in value.items())
    if depth and vars_of(value) is not None:
        return id(value), fingerprint(vars_of(value), depth - 1)
    return id(value)


def vars_of(value: Any) -> dict[str, Any] | None:
    """What an object holds, but for functions, classes and stand-ins."""
    if isinstance(value, Symbolic | type) or callable(value):
        return None
    return getattr(value, "__dict__", None)


def _alike(one: Any, other: Any) -> bool:
    """True if a stand-in for anything of the kind of the one stands in for the other."""
    if isinstance(one, Tracked) or isinstance(other, Tracked):
        return type(one) is type(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(_alike, one, other))
    return _kind_of(one) == _kind_of(other)


def _kind_of(value: Any) -> str:
    return {"SymInt": "int", "SymBool": "bool"}.get(type(value).__name__, type(value).__name__)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, Tracked) else value


def _unchanged(old: Any, new: Any) -> bool:
    if isinstance(old, Tracked):
        return new is old
    if isinstance(old, Symbolic) or isinstance(new, Symbolic):
        return are_same(lift(old), lift(new))
    return bool(old == new)


def _walkable(iterable: Any) -> SymView | None:
    if iterable is None:
        return None
    if isinstance(iterable, SymView):
        return iterable
    if hasattr(type(iterable), "walked"):
        walked: SymView = iterable.walked()
        return walked
    if isinstance(iterable, SymList | SymDistinct):
        return Walk(iterable)
    if isinstance(iterable, range):
        return SymView(z3.IntVal(len(iterable)), lambda index: iterable.start + index * iterable.step)
    raise NotSupported(f"a loop over {type(iterable).__name__}")
