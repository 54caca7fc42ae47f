"""Whether the claims say enough: two states of the arrays that both mean one model state look the same from outside.

Where the claims leave something open, a client may come to see it. What is left open on purpose is declared
(`Refinement.freedom`); the rest is looked for in two ways:

    allowed        on explored states: each entry of each array, and each number, is changed; if all claims hold of what
                   comes out, every observer must answer as before
    prove_alike    for any size: two stand-ins for the arrays share one model state, and the observer runs on both
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from slotproof.proofs.engine.inline import inline
from slotproof.proofs.engine.make import Make
from slotproof.proofs.engine.path import NotSupported, Path, PathEnd
from slotproof.proofs.engine.prove import Proof, declared_in, prove_operation, prove_paths, units_for
from slotproof.proofs.engine.rebuild import fresh_object, frozen
from slotproof.proofs.engine.refinement import Operation, Peer, Refinement, Scope, same, same_sequence
from slotproof.proofs.engine.search import explored, spread
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.snapshot import attributes
from slotproof.spec.errors import SlotproofError

MOST_ARGUMENTS: Final = 12
"""Arguments that an observer is asked with in one state, spread over those of its domains."""


@dataclass
class Open:
    """Something that two allowed states answer differently."""

    observer: str
    arguments: tuple[Any, ...]
    one: Any
    other: Any
    before: dict[str, Any]
    after: dict[str, Any]

    def __str__(self) -> str:
        changed = [name for name in self.before if self.before[name] != self.after[name]]
        told = ", ".join(f"{name} {self.before[name]!r} or {self.after[name]!r}" for name in changed)
        return f"{self.observer}{self.arguments!r} answers {self.one!r} or {self.other!r}: the claims allow {told}"


@dataclass
class Looked:
    """What was looked at, and what was found open, by observer."""

    states: int = 0
    changed: int = 0
    allowed: int = 0
    compared: int = 0
    found: dict[str, Open] = field(default_factory=dict)

    def undeclared(self, refinement: Refinement) -> list[Open]:
        """What is open, and is no declared freedom."""
        return [each for name, each in self.found.items() if name not in refinement.freedom]


def observers(refinement: Refinement) -> list[Operation]:
    """The operations that look and change nothing."""
    return [each for each in refinement.operations if each.pure]


def allowed(refinement: Refinement, scope: Scope, most: int) -> Looked:
    """Change one entry of the arrays of explored states, and compare what observers say where all claims still hold."""
    looked = Looked()
    claims = [inline(claim.holds) for claim in refinement.couple if claim.holds is not None]
    for model, impl in explored(refinement, scope, most):
        looked.states += 1
        answers: dict[tuple[str, int], Any] = {}
        for other in _one_change(impl):
            looked.changed += 1
            if _all_hold(claims, model, other):
                looked.allowed += 1
                _compare(refinement, scope, (model, impl, other), answers, looked)
    return looked


def _one_change(impl: Any) -> Iterator[Any]:
    """The container with one entry of one array changed, or one number, or with one more or one less entry."""
    for name, held in attributes(impl).items():
        if isinstance(held, bool):
            changed: list[Any] = [not held]
        elif isinstance(held, int):
            changed = [held - 1, held + 1]
        elif isinstance(held, list):
            changed = [held[:-1], [*held, *held[-1:]]] if held else [[0]]
            for place, entry in enumerate(held):
                if isinstance(entry, bool | int):
                    values = {entry - 1, entry + 1, 0, len(held)} - {int(entry)}
                    changed += [[*held[:place], value, *held[place + 1 :]] for value in sorted(values)]
        else:
            continue
        for value in changed:
            other = deepcopy(impl)
            setattr(other, name, value)
            yield other


def _all_hold(claims: Sequence[Any], model: Any, impl: Any) -> bool:
    try:
        return all(claim(model, impl) for claim in claims)
    except (LookupError, TypeError, ValueError, AttributeError, SlotproofError):
        return False  # a claim that cannot be read of the arrays does not hold


def _compare(
    refinement: Refinement, scope: Scope, states: tuple[Any, Any, Any], answers: dict[Any, Any], looked: Looked
) -> None:
    model, impl, other = states
    for operation in observers(refinement):
        every = list(itertools.product(*(domain.small(model, scope) for domain in operation.takes)))
        for number, arguments in enumerate(spread(every, MOST_ARGUMENTS)):
            if any(isinstance(each, Peer) for each in arguments):
                continue
            if (operation.name, number) not in answers:
                answers[operation.name, number] = _answer(operation, impl, arguments)
            one, two = answers[operation.name, number], _answer(operation, other, arguments)
            looked.compared += 1
            if one != two and operation.name not in looked.found:
                looked.found[operation.name] = Open(
                    operation.name, arguments, one, two, deepcopy(attributes(impl)), attributes(other)
                )


def _answer(operation: Operation, impl: Any, arguments: tuple[Any, ...]) -> Any:
    """What an observer says; a second container is known by what observers say of it, and is left out."""
    subject = deepcopy(impl)
    try:
        value = operation.impl(subject, *arguments) if operation.impl else getattr(subject, operation.name)(*arguments)
        value = list(value) if hasattr(value, "__next__") else value
    except (SlotproofError, LookupError, TypeError, ValueError, AttributeError) as error:
        return type(error).__name__
    return "a container" if isinstance(value, type(impl)) else value


# --- for any size


class Twice(Run):
    """One observer on two stand-ins for the arrays of one model state."""

    def run(self) -> None:
        """Oblige equal answers."""
        pair = self.coupled_pair()
        self.model, original = pair.model, self.refinement.impl
        second = fresh_object(self.rebuilder.of_class(original), original, "other_h")
        self.suppose_coupled(self.model, second)
        self.model_before = frozen(self.model)
        make = Make(self.coupled_pair)
        self.arguments = tuple(self._argument(domain, make) for domain in self.operation.takes)
        outcomes = []
        for impl in (pair.impl, second):
            self.impl, self.before = impl, frozen(impl)
            outcome = self._side("impl")
            if outcome is None:
                raise PathEnd
            outcomes.append(outcome)
        one, two = outcomes
        what, claim = f"`{self.operation.name}` answers alike", self.operation.claim.id
        self.path.must(z3.BoolVal(one.error == two.error), f"{what}: {one} and {two}", claim)
        if one.error or isinstance(one.value, self.refinement.impl):
            return
        if isinstance(one.value, dict) and isinstance(two.value, dict):
            for name in one.value:
                self._require_equal(one.value[name], two.value.get(name), f"{what} ({name})", claim)
            return
        self._require_equal(one.value, two.value, what, claim)


def prove_alike(refinement: Refinement, operation: Operation) -> Proof:
    """Show that the claims determine what an observer answers."""
    if refinement.inside or refinement.several or refinement.arranged:
        return Proof(operation.name, unsupported="a container in a container has one meaning on both sides")

    def start(path: Path) -> Run:
        run = Twice(refinement, operation, path)
        if any(loop.lockstep for loop in refinement.loops if operation.name in loop.function.split(".")):
            raise NotSupported("its loop goes round together with that of the model")
        return run

    return prove_paths(start, operation.name)


FOLLOWS: Final = "follows from its own proof, by which both answer as the model does"


def open_in(refinement: Refinement, operation: Operation) -> str:
    """What a proof says of an observer: "" if its answers are determined, else why, or why that is not shown.

    Where the two runs do not show it, the observer's own proof does, if that compares answers by `==`. A proof that
    compares them in another way shows that both agree with what the model answers: a copy means what the model's copy
    means, so that what is seen of it is again a question about observers.
    """
    resists = prove_alike(refinement, operation).resists
    if not resists:
        return ""
    if operation.unproved or operation.ensures is not None or not _is_proved(refinement, operation):
        return f"not shown: {resists}"
    if operation.agree in (same, same_sequence):
        return FOLLOWS
    name = operation.agree.__name__.strip("<>")
    way = "as its declaration compares" if name == "lambda" else f"as `{name}` compares"
    return f"both agree with the model's answer, by its own proof, {way}; not shown that they are equal: {resists}"


def _is_proved(refinement: Refinement, operation: Operation) -> bool:
    """True if Z3 shows what the operation promises, in each of its arrangements."""
    return not any(
        prove_operation(*declared_in(refinement, unit), confirmed=False).resists
        for unit in units_for(refinement, operation.name, deep=True)
    )
