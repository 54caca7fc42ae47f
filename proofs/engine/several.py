"""Any number of containers of one sort in a list or a dict: each is known by a state of which nothing else is known.

That an inner container does what its model does is proved with it, and its model is a function: the state before and
the arguments give the answer and the state after. So both sides stand for a container by one unknown state, and an
operation is an unknown function of it. What is used of these functions are proofs of the inner container:

    refused, pure or rejected      the state is the one before
    else                           the laws hold of the state after, and the step laws of the step

What a step leaves alone (`reads`), and that no step is a step, is shown from the laws first.
Where sizes are bounded, there are a few containers, each known by its model (`row.py`).
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, cast, get_origin, get_type_hints

import z3

from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.inside import SymInside
from slotproof.proofs.engine.lists import SymList, SymView
from slotproof.proofs.engine.make import CallbackError, Make, Sides, SymFactory
from slotproof.proofs.engine.path import NotSupported, Obligation, Path, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, describe, facts_of, fresh_object
from slotproof.proofs.engine.refinement import Claim, Inside, Operation, Refinement, same
from slotproof.proofs.engine.row import SymRow, rows, same_state
from slotproof.proofs.engine.solvers import ask_again
from slotproof.proofs.engine.symbolic import KINDS, Kind, SymBool, SymInt, SymValue, lift
from slotproof.proofs.engine.terms import are_identical, conjunction, implication, negation, select, store
from slotproof.spec import errors
from slotproof.spec.logic import conj

_ENGINE: Final = __name__.rpartition(".")[0]


@dataclass(frozen=True)
class Several:
    """Containers of one sort that an attribute of another one holds: a list of them, and in the model a dict.

    refinement  their declaration
    represent   (model) -> the container in that state
    coupled     (model, container) -> the container means that
    reads       attributes of the model that claims read, and that no step changes

    The words `means`, `obeys`, `steps` and `same` are for claims.
    """

    refinement: Refinement
    represent: Callable[[Any], Any]
    coupled: Callable[[Any, Any], bool]
    reads: tuple[str, ...] = ()

    @property
    def row(self) -> type[SymRow]:
        """What stands for the list, and for the dict, where sizes are bounded."""
        return SymRow

    @property
    def sort(self) -> z3.SortRef:
        """Of states."""
        return z3.DeclareSort(f"{self.refinement.code}_state")

    # --- words of claims

    def means(self, model: Any, container: Any) -> bool:
        """True if a container means a model state."""
        return self.same(model, container) if _stands_in(model) else self.coupled(model, container)

    def obeys(self, model: Any) -> bool:
        """True if the laws of states hold."""
        if isinstance(model, Held):
            return cast(bool, SymBool(self._obeys(model.term)))
        return conj(*(self._said(law, model) for law in self.refinement.laws if not law.step))

    def steps(self, before: Any, after: Any) -> bool:
        """True if the laws of steps hold."""
        if isinstance(after, Held):
            return cast(bool, SymBool(self._steps(before.term, after.term)))
        return conj(*(self._said(law, before, after) for law in self.refinement.laws if law.step))

    def same(self, one: Any, other: Any) -> bool:
        """True if two states are the same."""
        if isinstance(one, Held):
            return cast(bool, SymBool(one.term == other.term))
        if isinstance(one, SymInside):
            return cast(bool, same_state(one.meaning, other.meaning))
        return bool(vars(one) == vars(other))

    def _said(self, law: Claim, *states: Any) -> Any:
        if law.holds is None:
            return True
        if isinstance(states[0], SymInside):
            rebuilt = states[0].rebuilder.function(law.holds)
            return rebuilt(*(state.meaning for state in states))
        return law.holds(*states)

    # --- the functions of which nothing else is known

    def _named(self, name: str, *sorts: Any) -> Any:
        return z3.Function(f"{self.refinement.code}.{name}", *sorts)

    def _obeys(self, state: Any) -> Any:
        return self._named("obeys", self.sort, z3.BoolSort())(state)

    def _steps(self, before: Any, after: Any) -> Any:
        return self._named("steps", self.sort, self.sort, z3.BoolSort())(before, after)

    def read(self, name: str, state: Any) -> Any:
        """The stand-in of an attribute of a state."""
        described = describe(get_type_hints(self.refinement.model)[name])
        if described is None or described[0] not in ("int", "bool"):
            raise NotSupported(f"{name} of one of several containers")
        kind = described[1]
        return kind.unpack([self._named(name, self.sort, kind.sorts[0])(state)])

    def call(self, held: Held, operation: Operation, arguments: tuple[Any, ...]) -> Any:
        """What an operation answers; the state becomes the one after it."""
        if operation.unproved:
            raise NotSupported(f"{operation.name} of the {self.refinement.title} is not proved")
        state, name = held.term, operation.name
        current().rested.add(f"{self.refinement.name} {name}")
        given, callbacks = _terms_of(operation, arguments)
        sorts = [self.sort, *(term.sort() for term in given)]
        stem = ".".join([name, *(callback.stem for callback in callbacks)])
        self._count(operation)
        names = (*operation.refusals, *(["CallbackError"] if callbacks else []))
        if names:
            error = self._named(f"{stem}.error", *sorts, z3.IntSort())(state, *given)
            for number, refusal in enumerate(names, 1):
                if current().decide(error == number):
                    _called(callbacks)
                    raise CallbackError if refusal == "CallbackError" else getattr(errors, refusal)("as it is proved")
        _called(callbacks)
        result = self._result(operation, stem, sorts, [state, *given])
        if not operation.pure:
            after = self._named(f"{stem}.state", *sorts, self.sort)(state, *given)
            if operation.rejects is not None:
                after = z3.If(_rejected(operation, result), state, after)
            self._know(operation, state, after, arguments)
            held.become(after)
        return result

    def _result(self, operation: Operation, stem: str, sorts: list[Any], terms: list[Any]) -> Any:
        hint = get_type_hints(getattr(self.refinement.model, operation.name)).get("return")
        if hint is type(None):
            return None
        if _class_of(hint) is self.refinement.model:
            return Held(self, self._named(f"{stem}.result", *sorts, self.sort)(*terms))
        if operation.agree is not same:
            raise NotSupported(f"{operation.name} of one of several containers: its result is not compared by ==")
        described = describe(list[hint])  # type: ignore[valid-type]
        if described is None:
            raise NotSupported(f"the result of {operation.name} of one of several containers")
        kind: Kind = described[1]
        parts = [self._named(f"{stem}.result{n}", *sorts, sort)(*terms) for n, sort in enumerate(kind.sorts)]
        return kind.unpack(parts)

    def _know(self, operation: Operation, before: Any, after: Any, arguments: tuple[Any, ...]) -> None:
        """What the proof of an operation says of the state after it."""
        path = current()
        path.assume(implication(self._obeys(before), self._obeys(after)))
        if not operation.law_exempt:
            path.assume(implication(self._obeys(before), self._steps(before, after)))
            for name in self.reads:
                kept = lift(self.read(name, before)) == lift(self.read(name, after))
                path.assume(implication(self._obeys(before), kept))
        if operation.promise is not None:
            with claims():
                kept = operation.promise.keeps(Held(self, before), Held(self, after), *arguments)
            for condition in kept.values():
                path.assume(implication(self._obeys(before), lift(condition)))

    def _count(self, operation: Operation) -> None:
        path = current()
        if not path.counting:
            return
        if operation.cost is None:
            path.uncounted.add(f"{operation.name} of the {self.refinement.title}")
            return
        path.tally.reads += operation.cost.reads
        path.tally.writes += operation.cost.writes

    # --- stand-ins

    def kind(self) -> Kind:
        """How states are kept in arrays."""
        return HeldKind([self.sort], lambda terms: Held(self, terms[0]))

    def stand_in(self, model: Any, impl: Any, name: str, prefix: str, rebuilder: Rebuilder) -> None:
        """Give both sides any number of containers."""
        path = current()
        if path.bound is None:
            held: Any = SymHeldDict.made(f"{prefix}m.{name}", self)
            array: Any = SymHeldList.made(f"{prefix}h.{name}", self)
            self._learn(path, rebuilder)
        else:
            held, array = rows(f"{prefix}m.{name}", f"{prefix}h.{name}", self.inside(), rebuilder, self.row)
        object.__setattr__(model, name, held)
        object.__setattr__(impl, name, array)

    def inside(self) -> Inside:
        """One of them, where it is known by its model, which is run."""
        run = replace(self.refinement, operations=tuple(map(_run, self.refinement.operations)))
        return Inside(run, self.represent, reads=self.reads)

    def made(self, *arguments: Any, **keywords: Any) -> Any:
        """The state of a new container, a function of the arguments of the constructor: a word of claims, too."""
        given = inspect.signature(self.refinement.model).bind(*arguments, **keywords)
        given.apply_defaults()
        words = [value for value in given.arguments.values() if isinstance(value, str)]
        terms = [lift(value) for value in given.arguments.values() if not isinstance(value, str)]
        sorts = [term.sort() for term in terms]
        return Held(self, self._named(".".join(["new", *words]), *sorts, self.sort)(*terms))

    def foreign(self, name: str) -> Any:
        """A field of foreign data that may be a list of what they are made of."""
        raise NotSupported(f"foreign data with containers in {name}")

    def install(self, refinement: Refinement, name: str, rebuilder: Rebuilder, path: Path) -> None:
        """Let both sides make stand-ins where they make containers, and lists of them, if the size is not bounded."""
        if path.bound is not None or path.concrete:
            return
        model = rebuilder.of_class(self.refinement.model)

        def make(*arguments: Any, **keywords: Any) -> Any:
            current().rested.add(f"{self.refinement.name} new")
            one, held = model(*arguments, **keywords), self.made(*arguments, **keywords)
            self._know_new(one, held)
            return held

        for side, kind in ((refinement.model, self.refinement.model), (refinement.impl, self.refinement.impl)):
            namespace = rebuilder.namespace(side.__module__)
            for known, entry in vars(sys.modules[side.__module__]).items():
                if entry is kind:
                    namespace[known] = make
        rebuilder.emptied[refinement.model, name] = lambda: SymHeldDict.empty(f"m.{name}", self)
        rebuilder.emptied[refinement.impl, name] = lambda: SymHeldList.empty(f"h.{name}", self)

    def _know_new(self, one: Any, held: Held) -> None:
        """The laws hold of what is new, by its own proof; its attributes are those of its model."""
        current().assume(self._obeys(held.term))
        for name in self.reads:
            current().assume(lift(self.read(name, held.term)) == lift(getattr(one, name)))

    def _learn(self, path: Path, rebuilder: Rebuilder) -> None:
        """Know that no step is a step; the first path obliges that, and that steps leave `reads` alone."""
        if self.refinement.name in path.learned:
            return
        path.learned.add(self.refinement.name)
        if path.obliging and not path.prefix:
            path.obligations += self._shown(rebuilder)
        state = z3.Const("any_state", self.sort)
        known = implication(self._obeys(state), self._steps(state, state))
        path.assume(z3.ForAll([state], known, patterns=[self._obeys(state)]))

    def _shown(self, rebuilder: Rebuilder) -> list[Obligation]:
        """The obligations, which rest on the laws alone."""
        model, laws = self.refinement.model, self.refinement.laws
        title, known_to_path = self.refinement.title, len(current().tracked)
        one, other = (fresh_object(rebuilder.of_class(model), model, f"{side} {title}") for side in ("a", "another"))
        del current().tracked[known_to_path:]
        with claims():
            stated = [lift(rebuilder.function(law.holds)(one)) for law in laws if not law.step]
            stays = [(law, lift(rebuilder.function(law.holds)(one, one))) for law in laws if law.step]
            step = [lift(rebuilder.function(law.holds)(one, other)) for law in laws if law.step]
        known = [*facts_of(one), *facts_of(other), *stated]
        goals = [
            (f"{law.id} of a {title} that stays as it is", implication(conjunction(*known), goal))
            for law, goal in stays
        ]
        for name in self.reads:
            kept = lift(getattr(one, name)) == lift(getattr(other, name))
            goals.append((f"a step of a {title} leaves {name} alone", implication(conjunction(*known, *step), kept)))
        return [Obligation("", what, goal, [], (), z3_verdict=ask_again([], goal)) for what, goal in goals]


def _run(operation: Operation) -> Operation:
    """The operation without its promise, so that the model is run."""
    return replace(operation, promise=None)


def _stands_in(thing: Any) -> bool:
    return isinstance(thing, Held | SymInside)


def _class_of(hint: Any) -> Any:
    return get_origin(hint) or hint


def _rejected(operation: Operation, result: Any) -> Any:
    """The formula that a result means "refused"; `rejects` is true of false, and of nothing else."""
    if operation.rejects is None or not isinstance(result, SymBool):
        raise NotSupported(f"{operation.name} of one of several containers rejects by what is no truth")
    if (operation.rejects(True), operation.rejects(False)) != (False, True):
        raise NotSupported(f"{operation.name} of one of several containers rejects otherwise than by false")
    return negation(result.term)


def _terms_of(operation: Operation, arguments: tuple[Any, ...]) -> tuple[list[Any], list[SymFactory]]:
    """The terms of the arguments, which are of the kinds that the proof of the operation is for, and the callbacks."""
    if len(arguments) != len(operation.takes):
        raise NotSupported(f"{operation.name} of one of several containers is called with other arguments")
    terms: list[Any] = []
    callbacks: list[SymFactory] = []
    for argument, domain in zip(arguments, operation.takes, strict=True):
        if domain.symbolic is None:
            raise NotSupported(f"{domain.name} has no stand-in")
        example = domain.symbolic(Make(_no_peer))
        if isinstance(argument, SymFactory) and isinstance(example, Sides):
            callbacks.append(argument)
            terms.append(argument.calls)
        elif isinstance(argument, SymFactory | Sides) or not _alike(argument, example):
            raise NotSupported(f"{operation.name} of one of several containers is called with {argument!r}")
        else:
            terms += KINDS.terms(argument)
    return terms, callbacks


def _alike(argument: Any, example: Any) -> bool:
    """True if both are numbers, truths, values or records of one sort."""
    for sorts in ({int, SymInt}, {bool, SymBool}):
        if type(argument) in sorts:
            return type(example) in sorts
    return type(argument) is type(example)


def _no_peer(stem: str) -> Sides:
    raise NotSupported("a second container for one of several")


def _require_engine(holder: Any) -> None:
    """Refuse a copy that a container makes of a list or dict, in which every container would stand once more.

    Raises     NotSupported
    """
    if not str(sys._getframe(2).f_globals.get("__name__")).startswith(_ENGINE):
        raise NotSupported(f"a copy of {holder!r}, which shares its containers")


def _called(callbacks: list[SymFactory]) -> None:
    """How often they were called is not known afterwards."""
    for callback in callbacks:
        callback.forget()


class HeldKind(Kind):
    """The kind of states of containers."""

    def fresh(self, stem: str) -> Any:
        """Of a local that holds a container: nobody knows which one it is after a round.

        Raises     NotSupported
        """
        raise NotSupported(f"{stem}: one container after another")


class Held(SymValue):
    """One of several containers: what stands at an index of a list or under a key of a dict, or in none yet.

    Where it stands in none, the path knows it, so that a loop that changes it is caught.
    """

    untyped = True

    __slots__ = ("_term", "holder", "key", "several")

    def __init__(self, several: Several, term: Any, holder: Any = None, key: Any = None) -> None:
        self.several = several
        self._term = term
        self.holder = holder
        self.key = key
        if holder is None and not current().claiming:
            current().tracked.append(self)

    stem = "a container"

    def state(self) -> tuple[Any, ...]:
        """The term of its state, while it stands nowhere."""
        return (self._term,) if self.holder is None else ()

    def unchanged_since(self, state: tuple[Any, ...]) -> bool:
        """True if it stands where it did, and in that state if it stands nowhere."""
        mine = self.state()
        return len(mine) == len(state) and are_identical(mine, state)

    @property
    def term(self) -> Any:
        """The state now."""
        return self._term if self.holder is None else select(self.holder.arrays[0], lift(self.key))

    @property
    def kind(self) -> Kind:
        """The kind of states."""
        return self.several.kind()

    def become(self, state: Any) -> None:
        """Take on another state, where it stands."""
        if self.holder is None:
            self._term = state
        else:
            self.holder.put(self.key, state)

    def place(self, holder: Any, key: Any) -> None:
        """Stand somewhere from now on."""
        if self.holder is not None:
            raise NotSupported("one container in two places")
        self.holder, self.key = holder, key

    def __eq__(self, other: object) -> Any:
        raise NotSupported("a comparison of containers")

    __ne__ = __eq__
    __hash__ = SymValue.__hash__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self.several.reads:
            return self.several.read(name, self.term)
        operations = {operation.name: operation for operation in self.several.refinement.operations}
        if name not in operations:
            raise NotSupported(f"{name} of one of several containers")
        return lambda *arguments: self.several.call(self, operations[name], arguments)

    def __repr__(self) -> str:
        return f"<one of several: {self.several.refinement.title}>"


class SymHeldList(SymList):
    """A list of any number of containers; none is ever exchanged for another."""

    several: Several

    @classmethod
    def made(cls, stem: str, several: Several) -> SymHeldList:
        """Any list of the implementation."""
        made = cast(SymHeldList, cls.fresh(stem, several.kind(), counted=True))
        made.several = several
        return made

    def peek(self, index: Any) -> Any:
        """The container at an index."""
        return Held(self.several, None, self, index)

    def put(self, index: Any, state: Any) -> None:
        """Let the container at an index have another state."""
        self.arrays = [store(self.arrays[0], lift(index), state)]

    def walked(self) -> SymView:
        """The containers themselves, from first to last."""
        length = self.length

        def at(index: Any) -> Any:
            current().must(self.length == length, f"{self.stem} is as long as when the loop was reached")
            return self[index]

        return SymView(length, at)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.walked())

    def copy(self) -> SymHeldList:
        _require_engine(self)
        twin = type(self)(self.stem, self.kind, list(self.arrays), self.length, self.counted)
        twin.several = self.several
        return twin

    @classmethod
    def empty(cls, stem: str, several: Several) -> SymHeldList:
        """A list without containers."""
        made = cls.made(stem, several)
        made.length = z3.IntVal(0)
        return made

    def append(self, value: Any) -> None:
        """Put a container last that stands nowhere yet."""
        if not isinstance(value, Held):
            raise NotSupported(f"{value!r} among containers")
        self._count(writes=1)
        index, state = self.length, value.term
        value.place(self, SymInt(index))
        self.put(index, state)
        self.length = z3.simplify(index + 1)

    def _refused(self, *_: Any, **__: Any) -> Any:
        raise NotSupported("a change of which containers there are")

    __setitem__ = insert = _shift = pop = clear = _refused


class SymHeldDict(SymDict):
    """A dict of any number of containers; none is ever exchanged for another."""

    several: Several

    @classmethod
    def made(cls, stem: str, several: Several) -> SymHeldDict:
        """Any dict of the model."""
        made = cast(SymHeldDict, cls.fresh(stem, several.kind()))
        made.several = several
        return made

    def peek(self, key: Any) -> Any:
        """The container under a key."""
        return Held(self.several, None, self, key)

    def put(self, key: Any, state: Any) -> None:
        """Let the container under a key have another state."""
        self.arrays = [store(self.arrays[0], lift(key), state)]

    def copy(self) -> SymHeldDict:
        _require_engine(self)
        twin = type(self)(self.stem, self.kind, self.has, list(self.arrays), self.count)
        twin.several = self.several
        return twin

    @classmethod
    def empty(cls, stem: str, several: Several) -> SymHeldDict:
        """A dict without containers."""
        made = cls.made(stem, several)
        made.has, made.count = z3.K(z3.IntSort(), z3.BoolVal(False)), z3.IntVal(0)
        return made

    def __setitem__(self, key: Any, value: Any) -> None:
        """Put a container that stands nowhere yet under a new key."""
        if not isinstance(value, Held):
            raise NotSupported(f"{value!r} among containers")
        current().must(negation(select(self.has, lift(key))), f"{key} is no key of {self.stem} yet")
        state = value.term
        value.place(self, key)
        self.put(key, state)
        self.has = store(self.has, lift(key), z3.BoolVal(True))
        self.count = z3.simplify(self.count + 1)

    def _refused(self, *_: Any, **__: Any) -> Any:
        raise NotSupported("a change of which containers there are")

    def logic_mapped(self, change: Callable[[Any, Any], Any]) -> Any:
        """A dict with the same keys, of containers that stand nowhere else, each in the state that a function gives."""
        path = current()
        twin = type(self)(self.stem, self.kind, self.has, self.kind.arrays(self.stem), self.count)
        twin.several = self.several

        def changed(key: Any) -> Any:
            one = change(key, self.peek(key))
            if not isinstance(one, Held) or one.holder is not None:
                raise NotSupported(f"{one!r}, which stands somewhere else, among containers")
            return SymBool(select(twin.arrays[0], lift(key)) == one.term)

        with claims(), path.bound_variable() as key:
            formula = z3.ForAll([key], lift(changed(SymInt(key))))
        path.assume(formula)
        return twin

    __delitem__ = clear = logic_renamed = _refused
