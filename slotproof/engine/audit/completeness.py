"""Whether the claims say enough: two states of the arrays that both mean one model state look the same from outside.

Where the claims leave something open, a client may come to see it. What is left open on purpose is declared
(`Refinement.freedom`); the rest is looked for in two ways:

    allowed        on explored states: each entry of each array, and each number, is changed; if all claims hold of what
                   comes out, every observer must answer as before
    open_in        for any size: an observer that runs on two states of the arrays of one model state answers alike
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeVar, get_args, get_origin, get_type_hints

from slotproof.declare import Operation, Peer, Refinement, Scope, same, same_sequence
from slotproof.engine.evaluate import Claims
from slotproof.engine.explore.frozen import attributes
from slotproof.engine.explore.parallel import explored
from slotproof.engine.explore.search import spread
from slotproof.engine.prove.prove import declared_in, units_for
from slotproof.engine.prove.reading import prove_alike, prove_by_reading, prove_meant
from slotproof.engine.step import ended

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
        told = ", ".join(differing(self.before, self.after))
        return f"{self.observer}{self.arguments!r} answers {self.one!r} or {self.other!r}: the claims allow {told}"


def differing(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """The arrays that are not the same, those of a container inside among them."""
    for name, held in before.items():
        other = after[name]
        if _is_container(held) and _is_container(other):
            yield from (f"{name}.{each}" for each in differing(attributes(held), attributes(other)))
        elif held != other:
            yield f"{name} {held!r} or {other!r}"


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
    claims = Claims(refinement)
    for model, impl in explored(refinement, scope, most):
        looked.states += 1
        answers: dict[tuple[str, int], Any] = {}
        for other in _one_change(impl):
            looked.changed += 1
            if claims.couple(model, other):
                looked.allowed += 1
                _compare(refinement, scope, (model, impl, other), answers, looked)
    return looked


def _one_change(impl: Any) -> Iterator[Any]:
    """The container with one entry of one array changed, or one number, or with one more or one less entry.

    The array may be that of a container inside, or of one in a list.
    """
    for name, held in attributes(impl).items():
        for value in _changes(held):
            other = deepcopy(impl)
            setattr(other, name, value)
            yield other


def _changes(held: Any) -> Iterator[Any]:
    """What could be held instead, by one change."""
    if isinstance(held, bool):
        yield not held
    elif isinstance(held, int):
        yield from (held - 1, held + 1)
    elif isinstance(held, list):
        yield from [held[:-1], [*held, *held[-1:]]] if held else [[0]]
        for place, entry in enumerate(held):
            if isinstance(entry, bool | int):
                values: Iterable[Any] = sorted({entry - 1, entry + 1, 0, len(held)} - {int(entry)})
            else:
                values = _one_change(entry) if _is_container(entry) else ()
            yield from ([*held[:place], value, *held[place + 1 :]] for value in values)
    elif _is_container(held):
        yield from _one_change(held)


def _is_container(held: Any) -> bool:
    """True of what has arrays of its own."""
    return not isinstance(held, tuple | type) and any(isinstance(each, list) for each in attributes(held).values())


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
    answer = ended(operation.impl or getattr(type(impl), operation.name), subject, *arguments)
    if answer.raised is not None:
        return type(answer.raised).__name__
    return "a container" if isinstance(answer.value, type(impl)) else answer.value


# --- for any size


def _makes_a_container(refinement: Refinement, operation: Operation) -> bool:
    """True if an operation is seen to answer a container of its own class."""
    hints = get_type_hints(getattr(refinement.impl, operation.name, None) or refinement.impl)
    hint = hints.get("return")
    own = (hints.get("self"), *get_args(hints.get("cls")))  # of a method that says what it is a method of
    return (get_origin(hint) or hint) in (refinement.impl, Self) or (isinstance(hint, TypeVar) and hint in own)


MEANS: Final = "what it makes means what the model answers, by its own proof: what is seen of that, the others tell"

ALIKE: Final = (
    "both agree with the model's answer, by its own proof, as its declaration compares; not shown to be equal"
)

FOLLOWS: Final = "follows from its own proof, by which both answer as the model does"


def open_in(refinement: Refinement, operation: Operation) -> str:
    """What a proof says of an observer: "" if its answers are determined, else why, or why that is not shown.

    Where the two runs do not show it, the observer's own proof does, if that compares answers by `==`; or if it makes a
    container and compares by what implies the coupling: what is seen of that is again a question about observers.
    """
    resists = prove_alike(refinement, operation)
    if not resists:
        return ""
    if operation.unproved or operation.ensures is not None or not _is_proved(refinement, operation):
        return f"not shown: {resists}"
    if operation.agree in (same, same_sequence):
        return FOLLOWS
    if _makes_a_container(refinement, operation) and not prove_meant(refinement, operation):
        return MEANS
    return f"{ALIKE}: {resists}"


def _is_proved(refinement: Refinement, operation: Operation) -> bool:
    """True if what the operation promises is shown, in each of its arrangements."""
    units = units_for(refinement, operation.name, deep=True)
    proofs = (prove_by_reading(*declared_in(refinement, unit)) for unit in units)
    return not any(proof.resists or proof.unreached for proof in proofs)
