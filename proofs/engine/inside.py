"""A container that an attribute of another one holds: proofs of the outer one know it by its model.

That the inner arrays do what its model does is proved with the inner container. The outer code calls its operations,
which answer as the model does, or as a promise says; it reads no array of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import z3

from slotproof.proofs.engine.path import NotSupported, Tally, claims, current
from slotproof.proofs.engine.rebuild import Rebuilder, facts_of, forget, fresh_object, frozen
from slotproof.proofs.engine.refinement import Inside, Refinement
from slotproof.proofs.engine.symbolic import Tracked, lift
from slotproof.spec import errors


class SymInside(Tracked):
    """The stand-in: its meaning is a state of the inner model that obeys the laws."""

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
        laws = [law.holds for law in self.inside.refinement.laws if not law.step and law.holds is not None]
        for holds in (*laws, *([self.inside.small] if path.bound is not None and self.inside.small else [])):
            with claims():
                formula = lift(self.rebuilder.function(holds)(self.meaning))
            path.assume(formula)

    # --- as every mutable stand-in

    def state(self) -> tuple[Any, ...]:
        """The terms of all attributes of the meaning."""
        parts: list[Any] = []
        for value in vars(self.meaning).values():
            parts.extend(value.state() if isinstance(value, Tracked) else [lift(value)])
        return tuple(parts)

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
        """Another one in the same state."""
        return SymInside(self.stem, self.inside, self.rebuilder, frozen(self.meaning))

    # --- as the inner container

    def to_dict(self) -> SymInside:
        """What stands for the dict of the whole state, which the outer code only hands on."""
        return self.copy()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # as of an object that has no such method
        operations = {operation.name: operation for operation in self.inside.refinement.operations}
        if name in self.inside.reads:
            return getattr(self.meaning, name)
        if name not in operations:
            raise NotSupported(f"{name} of a container inside another")
        operation = operations[name]
        if operation.unproved:
            raise NotSupported(f"{name} of the {self.inside.refinement.title} is not proved")

        def call(*arguments: Any, **keywords: Any) -> Any:
            current().rested.add(f"{self.inside.refinement.name} {name}")
            if name in self.inside.calls:
                return self.inside.calls[name](self.meaning, *arguments, **keywords)
            self._count(operation)
            if operation.promise is not None:
                self._promised(operation.promise, arguments)
                return None
            method: Callable[..., Any] = getattr(self.meaning, name)
            return method(*arguments, **keywords)

        return call

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


def install(refinement: Refinement, rebuilder: Rebuilder) -> None:
    """Let the implementation make stand-ins where it makes inner containers."""
    module = refinement.impl.__module__
    namespace = rebuilder.namespace(module)
    for attribute, inside in refinement.inside.items():
        for name, entry in vars(sys.modules[module]).items():
            if entry is inside.refinement.impl:
                namespace[name] = _maker(f"h.{attribute}", inside, rebuilder)


def _maker(stem: str, inside: Inside, rebuilder: Rebuilder) -> Callable[..., SymInside]:
    """What makes the stand-in of a new inner container, or refuses as its model does."""
    model = rebuilder.of_class(inside.refinement.model)
    return lambda *arguments, **keywords: SymInside(stem, inside, rebuilder, model(*arguments, **keywords))


def meaning_of(container: Any, abstract: Callable[[Any], Any]) -> Any:
    """What an inner container means: a state of its model."""
    return container.meaning if isinstance(container, SymInside) else abstract(container)


def is_stand_in(container: Any) -> bool:
    """True of an inner container whose proof is used in place of its arrays."""
    return isinstance(container, SymInside)
