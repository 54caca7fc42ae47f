"""A container that an attribute of another one holds: proofs of the outer one know it by its model.

That the inner arrays do what its model does is proved with the inner container. The outer code calls its operations,
which answer as the model does, or as a promise says; it reads no array of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

import z3

from slotproof.proofs.engine.lists import Tracked
from slotproof.proofs.engine.path import NotSupported, Obligation, Tally, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, facts_of, forget, fresh_object, frozen
from slotproof.proofs.engine.refinement import Inside, Refinement
from slotproof.proofs.engine.refusing import Refusing
from slotproof.proofs.engine.sayings import Said
from slotproof.proofs.engine.solvers import ask_again
from slotproof.proofs.engine.symbolic import lift
from slotproof.proofs.engine.terms import conjunction, implication
from slotproof.spec import errors

_ENGINE: Final = __name__.rpartition(".")[0]
_OWN: Final = _ENGINE.rpartition(".")[0] + "."


class SymInside(Tracked):
    """The stand-in: its meaning is a state of the inner model that obeys the laws."""

    untyped = True

    def __init__(self, stem: str, inside: Inside, rebuilder: Rebuilder, meaning: Any) -> None:
        super().__init__(stem)
        self.inside = inside
        self.rebuilder = rebuilder
        self.meaning = meaning

    @classmethod
    def fresh(cls, stem: str, inside: Inside, rebuilder: Rebuilder) -> SymInside:
        """Any state that the laws allow."""
        model = inside.refinement.model
        made = cls(stem, inside, rebuilder, fresh_object(rebuilder.of_class(model), model, stem))
        made._suppose_laws()
        return made

    def _suppose_laws(self) -> None:
        path = current()
        for fact in facts_of(self.meaning):
            path.assume(fact)
        says = Said(self.rebuilder, self.meaning).by
        laws = [law.holds for law in self.inside.refinement.laws if not law.step and law.holds is not None]
        for holds in (*laws, *([self.inside.small] if path.bound is not None and self.inside.small else [])):
            path.assume(says(holds, self.meaning))

    # --- as every mutable stand-in

    def state(self) -> tuple[Any, ...]:
        """The terms of all attributes of the meaning."""
        return tuple(term for value in vars(self.meaning).values() for term in _terms(value))

    def told(self) -> tuple[Any, ...]:
        """The inner container, and the meaning."""
        return self.inside, self.meaning

    def restore(self, state: tuple[Any, ...]) -> None:
        """Take on a state; what was of a kind stays so."""
        place = 0
        for name, value in vars(self.meaning).items():
            count = len(value.state()) if isinstance(value, Tracked) else 1
            terms, place = state[place : place + count], place + count
            if isinstance(value, Tracked):
                value.restore(terms)
            else:
                object.__setattr__(self.meaning, name, type(value)(terms[0]) if hasattr(value, "term") else terms[0])

    def forget(self) -> None:
        """Take on any state that the laws allow."""
        forget(self.meaning)
        self._suppose_laws()

    def facts(self) -> list[z3.BoolRef]:
        """None: the laws are kept by the proofs of the inner container."""
        return []

    def copy(self) -> SymInside:
        """Another one in the same state: what the operation of that name answers, where it is called."""
        if not str(sys._getframe(1).f_globals.get("__name__")).startswith(_ENGINE):
            current().rested.add(f"{self.inside.refinement.name} copy")
            if current().counting:
                self._count(self.inside.refinement.operation("copy"))
        return SymInside(self.stem, self.inside, self.rebuilder, frozen(self.meaning))

    # --- as the inner container

    def to_dict(self) -> SymInside:
        """What stands for the dict of the whole state, which the outer code only hands on."""
        if type(self) is not SymInside:  # one of a few
            return self.copy()
        current().rested.add(f"{self.inside.refinement.name} to_dict")
        return SymWritten(self.stem, self.inside, self.rebuilder, frozen(self.meaning))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # as of an object that has no such method
        operations = {operation.name: operation for operation in self.inside.refinement.operations}
        if name in self.inside.reads:
            self._show_read(name)
            return getattr(self.meaning, name)
        if name not in operations:
            raise NotSupported(f"{name} of a container inside another")
        operation = operations[name]
        if operation.unproved:
            raise NotSupported(f"{name} of the {self.inside.refinement.title} is not proved")

        def call(*arguments: Any, **keywords: Any) -> Any:
            current().rested.add(f"{self.inside.refinement.name} {name}")
            if name in self.inside.calls:
                return self._answered(operation, self.inside.calls[name], arguments, keywords)
            self._count(operation)
            if operation.promise is not None:
                self._promised(operation.promise, arguments)
                return None
            method: Callable[..., Any] = getattr(self.meaning, name)
            return method(*arguments, **keywords)

        return call

    def _answered(
        self, operation: Any, answer: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> Any:
        """What a declaration says that an operation answers; its model must say so, but of the project itself."""
        if answer.__module__.startswith(_OWN):
            return answer(self.meaning, *arguments, **keywords)
        if not operation.pure or operation.refusals:
            raise NotSupported(f"`calls` answers for {operation.name}, which is not pure, or may be refused")
        told = self.rebuilder.function(answer)(frozen(self.meaning), *arguments, **keywords)
        modelled = getattr(frozen(self.meaning), operation.name)(*arguments, **keywords)
        current().must(lift(told) == lift(modelled), f"`calls` answers for {operation.name} what its model does")
        return told

    def _show_read(self, name: str) -> None:
        """Nothing: that both sides agree on it is shown with a new outer container (`install`)."""

    def _count(self, operation: Any) -> None:
        path = current()
        if operation.cost is None:
            path.uncounted.add(f"{operation.name} of the {self.inside.refinement.title}")
            return
        path.tally.reads += operation.cost.reads
        path.tally.writes += operation.cost.writes
        for each, reads, writes in operation.cost.rounds:
            path.rounds.setdefault(f"{operation.name}, each {each}", Tally(reads, writes))

    def _promised(self, promise: Any, arguments: tuple[Any, ...]) -> None:
        path = current()
        for error, condition in promise.refused.items():
            with claims():
                refused = lift(self.rebuilder.function(condition)(self.meaning, *arguments))
            if path.decide(refused):
                raise getattr(errors, error)("as promised")
        before = frozen(self.meaning)
        forget(self.meaning, promise.changes)
        self._suppose_laws()
        with claims():
            kept = self.rebuilder.function(promise.keeps)(before, self.meaning, *arguments)
        for condition in kept.values():
            path.assume(lift(condition))

    def spelled(self, concrete: Any) -> Any:
        """The inner container that a solver's model describes."""
        model: Any = object.__new__(self.inside.refinement.model)
        for name, value in vars(self.meaning).items():
            object.__setattr__(model, name, concrete.of(value))
        return self.inside.represent(model)

    def __repr__(self) -> str:
        return f"<{self.stem}>"


class SymWritten(SymInside):
    """What `to_dict` gave of an inner container: it tells its state, and has no operations."""

    is_data = True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSupported(f"{name} of what `to_dict` gave of the {self.inside.refinement.title}")

    def copy(self) -> SymWritten:
        """The same once more."""
        return SymWritten(self.stem, self.inside, self.rebuilder, frozen(self.meaning))


class SymForeignInside(Refusing):
    """What anybody wrote in place of what `to_dict` gives of an inner container.

    ending   the number of the error with which it is refused; no such number, and it is accepted
    held     the container that is made of it then
    """

    is_data = untyped = True

    def __init__(self, inside: Inside, ending: Any, held: SymInside) -> None:
        self.inside = inside
        self.ending = ending
        self.held = held

    __hash__ = Refusing.__hash__

    @classmethod
    def fresh(cls, name: str, inside: Inside, rebuilder: Rebuilder) -> SymForeignInside:
        """Anything at all."""
        stem = f"data.{name}"
        return cls(inside, z3.Int(current().name(f"ending_{stem}")), SymInside.fresh(stem, inside, rebuilder))

    def facts(self) -> list[z3.BoolRef]:
        """None: what is accepted is known where it is read."""
        return []

    def told_by(self, container: Any) -> z3.BoolRef:
        """The formula that a container is in the state that is told."""
        if type(container) is not SymInside:
            return z3.BoolVal(False)
        told = vars(self.held.meaning)
        pairs = [(_terms(mine), _terms(told[name])) for name, mine in vars(container.meaning).items()]
        return conjunction(*[mine == its for both in pairs for mine, its in zip(*both, strict=True)])

    def spelled(self, concrete: Any) -> Any:
        """The Python value in a solver's model: the data of a container, or None."""
        refusals = self.inside.refinement.operation("from_dict").refusals
        refused = 0 <= concrete.number(self.ending) < len(refusals)
        return None if refused else self.held.spelled(concrete).to_dict()

    def __repr__(self) -> str:
        return f"<data of the {self.inside.refinement.title}>"


def _terms(part: Any) -> tuple[Any, ...]:
    return part.state() if isinstance(part, Tracked) else (lift(part),)


_shown: dict[str, Obligation] = {}  # that attributes are the same on both sides, as this process has shown it


def read_shown(refinement: Refinement, name: str, rebuilder: Rebuilder) -> Obligation:
    """The obligation that model and implementation have the same attribute where they are coupled."""
    [shown] = reads_shown(refinement, (name,), rebuilder)
    return shown


def reads_shown(refinement: Refinement, names: tuple[str, ...], rebuilder: Rebuilder) -> list[Obligation]:
    """The obligation that both have the same attributes of these names, if there are any names."""
    if not names:
        return []
    path, title = current(), refinement.title
    known = len(path.tracked)
    model = fresh_object(rebuilder.of_class(refinement.model), refinement.model, f"any {title}")
    impl = fresh_object(rebuilder.of_class(refinement.impl), refinement.impl, f"its {title}")
    with claims():
        laws = [lift(rebuilder.function(law.holds)(model)) for law in refinement.laws if not law.step]
        couple = [lift(rebuilder.function(claim.holds)(model, impl)) for claim in refinement.couple]
    del path.tracked[known:]
    same = conjunction(*[lift(getattr(model, name)) == lift(getattr(impl, name)) for name in names])
    goal = implication(conjunction(*facts_of(model), *facts_of(impl), *laws, *couple), same)
    if goal.sexpr() not in _shown:
        what = f"{', '.join(names)} of a {title}: the same on both sides"
        _shown[goal.sexpr()] = Obligation("", what, goal, [], (), z3_verdict=ask_again([], goal))
    return [_shown[goal.sexpr()]]


def require_accepted(ending: Any, refusals: tuple[str, ...]) -> None:
    """Raise one of these errors on the path of its number."""
    for number, refusal in enumerate(refusals):
        if current().decide(ending == number):
            raise getattr(errors, refusal)("as it is proved")


class Maker:
    """What stands where the class of an inner container is named: it makes one, or reads one from data."""

    def __init__(self, make: Callable[..., Any], read: Callable[..., Any]) -> None:
        self.make = make
        self.from_dict = read

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """A new one."""
        return self.make(*arguments, **keywords)


def install(refinement: Refinement, rebuilder: Rebuilder, creating: bool) -> None:
    """Let the implementation make stand-ins where it makes inner containers.

    What is read of an inner container is the same on both of its sides: that is shown with a new outer container, and
    other operations rest on it.
    """
    module = refinement.impl.__module__
    namespace = rebuilder.namespace(module)
    for attribute, inside in refinement.inside.items():
        if inside.reads and not creating:
            current().rested.add(f"{refinement.name} new")
        elif creating:
            _show_reads(inside, rebuilder)
        for name, entry in vars(sys.modules[module]).items():
            if entry is inside.refinement.impl:
                namespace[name] = _maker(f"h.{attribute}", inside, rebuilder)


def _show_reads(inside: Inside, rebuilder: Rebuilder) -> None:
    """Oblige it, on the first path."""
    path = current()
    if path.bound is None and path.obliging and not (path.concrete or path.prefix):
        path.obligations += reads_shown(inside.refinement, inside.reads, rebuilder)


def _maker(stem: str, inside: Inside, rebuilder: Rebuilder) -> Maker:
    """What makes the stand-in of a new inner container, or refuses as its model or its proof does."""
    model = rebuilder.of_class(inside.refinement.model)

    def make(*arguments: Any, **keywords: Any) -> SymInside:
        current().rested.add(f"{inside.refinement.name} new")
        return SymInside(stem, inside, rebuilder, model(*arguments, **keywords))

    return Maker(make, lambda data, *more: _made_of(stem, inside, rebuilder, data, more))


def _made_of(stem: str, inside: Inside, rebuilder: Rebuilder, data: Any, more: tuple[Any, ...]) -> SymInside:
    """What `from_dict` makes of data, as it is proved: of what was written of a container, one in the same state.

    Raises     what the operation names, of what anybody wrote; NotSupported
    """
    path, operation = current(), inside.refinement.operation("from_dict")
    if operation.unproved or operation.foreign is None or more:
        raise NotSupported(f"from_dict of the {inside.refinement.title}, of data alone, is not proved")
    if not isinstance(data, SymWritten | SymForeignInside) or data.inside is not inside:
        raise NotSupported(f"from_dict of {data!r}")
    path.rested.add(f"{inside.refinement.name} from_dict")
    if isinstance(data, SymForeignInside):
        require_accepted(data.ending, operation.refusals)
    told = data.held if isinstance(data, SymForeignInside) else data
    made = SymInside(stem, inside, rebuilder, frozen(told.meaning))
    with claims():
        premise = lift(rebuilder.function(operation.foreign.premise)(made))
    if isinstance(data, SymWritten):
        path.must(premise, f"what is read was written of a {inside.refinement.title} as it is constructed")
    path.assume(premise)
    return made


def meaning_of(container: Any, abstract: Callable[[Any], Any]) -> Any:
    """What an inner container means: a state of its model."""
    return container.meaning if isinstance(container, SymInside) else abstract(container)


def held_by(data: Any, holding: Callable[[Any], Any]) -> Any:
    """The inner container that holds what its `to_dict` gave, unchecked."""
    if isinstance(data, SymWritten):
        return SymInside(data.stem, data.inside, data.rebuilder, frozen(data.meaning))
    return holding(data)


def is_stand_in(container: Any) -> bool:
    """True of an inner container whose proof is used in place of its arrays."""
    return isinstance(container, SymInside)
