"""Whether `ensures` says enough: from one start, all final states and answers that it allows look the same.

The model says what an operation that is related by `ensures` does. On explored states, its final state and its answer
are changed: sequences are put into other orders, numbers and truths into their neighbours. Where `ensures` and all laws
still hold of what comes out, every observer must answer as it did before the change.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Final

from slotproof.declare import Operation, Peer, Refinement, Scope
from slotproof.engine.audit.completeness import observers
from slotproof.engine.evaluate import Claims
from slotproof.engine.explore.frozen import attributes
from slotproof.engine.explore.parallel import explored
from slotproof.engine.explore.search import spread
from slotproof.engine.step import ended
from slotproof.spec.errors import SlotproofError
from slotproof.spec.logic import Unique

MOST_CALLS: Final = 40
"""Arguments that an operation is called with in one state, spread over those of its domains."""

MOST_QUESTIONS: Final = 12
"""Arguments that an observer is asked with, likewise."""

WHOLE: Final = 4
"""A sequence of so many entries is put into every order; of a longer one, two entries change places."""


@dataclass
class Ensured:
    """What was looked at, and what was found open, by operation.

    left_out   name of an operation -> why its promise cannot be read of plain states
    """

    calls: int = 0
    changed: int = 0
    allowed: int = 0
    found: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def add(self, other: Ensured) -> None:
        """Take in what was looked at of another operation."""
        self.calls += other.calls
        self.changed += other.changed
        self.allowed += other.allowed
        self.found |= other.found
        self.left_out |= other.left_out

    def undeclared(self, refinement: Refinement) -> list[str]:
        """What is open, and is no declared freedom."""
        return [each for name, each in self.found.items() if name not in refinement.freedom]


@dataclass(frozen=True)
class _Call:
    """A call that was not refused: the model before and after it, what it was given, and what it answered."""

    before: Any
    after: Any
    arguments: tuple[Any, ...]
    answer: Any


def ensured(refinement: Refinement, scope: Scope, most: int) -> Ensured:
    """Change what the model leaves and answers in states of a scope, and ask each promise about it.

    Takes      most, states at most
    """
    looked = Ensured()
    states = [deepcopy(model) for model, _ in explored(refinement, scope, most)]
    for operation in refinement.operations:
        if operation.ensures is not None:
            looked.add(ensured_of(refinement, scope, operation, states))
    return looked


def ensured_of(refinement: Refinement, scope: Scope, operation: Operation, states: Sequence[Any]) -> Ensured:
    """The same of one operation, in these states of the model; the scope gives the arguments."""
    looked = Ensured()
    calls = [*_calls(scope, operation, states)]
    try:
        for call in calls[:1]:
            _promised(operation, call, call.after, call.answer)
    except (TypeError, ValueError, AttributeError) as reason:
        looked.left_out[operation.name] = f"its promise is about stand-ins: {reason}"
    else:
        _look(refinement, scope, operation, calls, looked)
    return looked


def _calls(scope: Scope, operation: Operation, states: Sequence[Any]) -> Iterator[_Call]:
    for model in states:
        for arguments in _arguments(scope, operation, model, MOST_CALLS):
            after = deepcopy(model)
            try:
                answer = _run(operation, after, arguments)
            except SlotproofError:
                continue  # refused
            yield _Call(model, after, arguments, answer)


def _arguments(scope: Scope, operation: Operation, model: Any, most: int) -> list[tuple[Any, ...]]:
    """Some arguments of the small domains, but for second containers."""
    every = list(itertools.product(*(domain.small(model, scope) for domain in operation.takes)))
    return [each for each in spread(every, most) if not any(isinstance(part, Peer) for part in each)]


def _run(operation: Operation, model: Any, arguments: tuple[Any, ...]) -> Any:
    answer = ended(operation.model or getattr(type(model), operation.name), model, *arguments)
    if answer.raised is not None:
        raise answer.raised
    return answer.value


def _look(refinement: Refinement, scope: Scope, operation: Operation, calls: Sequence[_Call], looked: Ensured) -> None:
    """Try each change of what the operation ever changes, and of each answer."""
    changing = {
        name for call in calls for name, held in attributes(call.after).items() if held != attributes(call.before)[name]
    }
    claims = Claims(refinement)
    for call in calls:
        looked.calls += 1
        if not _may_be(claims, operation, call, call.after, call.answer):
            looked.found[operation.name] = f"{operation.name}{call.arguments!r}: the model does not keep the promise"
            return
        told = _told(refinement, scope, call.after)
        others = [(_with(call.after, name, held), call.answer) for name, held in _others(call, changing)]
        for after, answer in [*others, *((call.after, each) for each in _neighbours(call.answer))]:
            looked.changed += 1
            if not _may_be(claims, operation, call, after, answer):
                continue
            looked.allowed += 1
            if answer != call.answer or _told(refinement, scope, after) != told:
                looked.found.setdefault(operation.name, _said(operation, call, after, answer))


def _others(call: _Call, names: set[str]) -> Iterator[tuple[str, Any]]:
    """Attributes of these names as they are not, one at a time; of sequences by key, those that the call changed."""
    before = attributes(call.before)
    for name, held in attributes(call.after).items():
        if name not in names:
            continue
        if isinstance(held, dict) and any(isinstance(each, list) for each in held.values()):
            for key in (key for key in held if held[key] != before[name].get(key)):
                yield from ((name, {**held, key: each}) for each in _neighbours(held[key]))
        else:
            yield from ((name, each) for each in _neighbours(held))


def _with(model: Any, name: str, held: Any) -> Any:
    other = deepcopy(model)
    setattr(other, name, held)
    return other


def _neighbours(held: Any) -> Iterator[Any]:
    """Things of the same kind that differ a little."""
    if isinstance(held, bool):
        yield not held
    elif isinstance(held, int):
        yield from (held - 1, held + 1)
    elif isinstance(held, set):
        yield from (held ^ {each} for each in range(max(held, default=-1) + 2))
    elif isinstance(held, list):
        made = type(held) if isinstance(held, Unique) else list
        if len(held) <= WHOLE:
            yield from (made(each) for each in itertools.permutations(held) if [*each] != [*held])
        else:
            for one, other in itertools.combinations(range(len(held)), 2):
                entries = [*held]
                entries[one], entries[other] = entries[other], entries[one]
                yield made(entries)
        yield from (made(entry for at, entry in enumerate(held) if at != place) for place in range(len(held)))
    elif isinstance(held, dict):
        for key, value in held.items():
            yield {other: each for other, each in held.items() if other != key}
            if value is not True:  # a dict of these is a set
                yield from ({**held, key: each} for each in _neighbours(value))


def _promised(operation: Operation, call: _Call, after: Any, answer: Any) -> Mapping[str, Any]:
    """What the operation promises of that final state and that answer, by name."""
    return operation.ensures(call.before, after, answer, *call.arguments) if operation.ensures else {}


def _may_be(claims: Claims, operation: Operation, call: _Call, after: Any, answer: Any) -> bool:
    """True if the promise and all laws allow that final state and that answer."""
    try:
        if not all(_promised(operation, call, after, answer).values()):
            return False
    except (LookupError, SlotproofError):
        return False  # it cannot even be read of the state
    return claims.laws(after) and (operation.law_exempt or claims.keep(call.before, after))


def _told(refinement: Refinement, scope: Scope, model: Any) -> list[Any]:
    """What observers say of a model."""
    told: list[Any] = []
    for operation in observers(refinement):
        for arguments in _arguments(scope, operation, model, MOST_QUESTIONS):
            try:
                answer = _run(operation, deepcopy(model), arguments)
            except (SlotproofError, LookupError) as error:
                answer = type(error).__name__
            told.append((operation.name, attributes(answer) if isinstance(answer, type(model)) else answer))
    return told


def _said(operation: Operation, call: _Call, after: Any, answer: Any) -> str:
    states = attributes(call.after), attributes(after)
    changed = [f"{name} {held!r} or {states[1][name]!r}" for name, held in states[0].items() if held != states[1][name]]
    answers = [f"the answer {call.answer!r} or {answer!r}"] if answer != call.answer else []
    return f"{operation.name}{call.arguments!r} may leave {', '.join([*changed, *answers])}"
