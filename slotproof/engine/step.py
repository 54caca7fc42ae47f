"""A model and an implementation, stepped together and compared.

A step is drawn before the state it meets is known: an operation, and for each argument a class and a number.
The classes of the domains turn that into arguments, so that a draw means something in every state, and a sequence of
draws from which some are deleted is one still.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from slotproof.declare import Claim, Operation, Peer, Refinement
from slotproof.declare.inline import inline
from slotproof.declare.verdict import Outcome, Step, told
from slotproof.engine.answers import NOTHING, asked_of
from slotproof.engine.ends import CHANGEABLE, may_raise, shared
from slotproof.engine.explore.snapshot import Snapshot as Snapshot  # noqa: PLC0414 - who steps is handed it here
from slotproof.engine.explore.snapshot import attributes as attributes  # noqa: PLC0414 - as above
from slotproof.engine.explore.snapshot import copies
from slotproof.engine.huge import hugely
from slotproof.engine.walk.coverage import Coverage

FROM_HUGE: Final = 0xF000  # of the numbers of a draw, which have 16 bits: those that stand for a huge one
ISSUED: Final = 32  # results remembered for the arguments of later operations


class Draw(NamedTuple):
    """An operation, by its place in the declaration, and a class and a number for each argument.

    If a class is empty in the state that the step meets, the next class that is not takes its place.
    """

    operation: int
    choices: tuple[tuple[int, int], ...] = ()


class Broken(NamedTuple):
    """A claim that a step has shown not to hold; `others` broke at the same time."""

    claim: str
    message: str
    others: tuple[str, ...] = ()


class Look(NamedTuple):
    """What to look at, beside the results, which are always compared.

    state   a step that must change nothing changes nothing, and laws and coupling hold afterwards, and those of answers
    step    the laws of steps hold
    peers   laws and coupling hold of second containers, too
    """

    state: bool
    step: bool
    peers: bool = True


RESULT: Final = Look(state=False, step=False)
RESULT_ONLY: Final = Look(state=False, step=False, peers=False)
STATE: Final = Look(state=True, step=False)
ALL: Final = Look(state=True, step=True)

_OWN: Final = frozenset({Peer, *CHANGEABLE})  # arguments of which each side is given its own

_Predicates = tuple[tuple[str, Callable[..., bool]], ...]


class Subject:
    """A container in one configuration, made ready for many steps."""

    def __init__(self, refinement: Refinement, configuration: Mapping[str, Any]) -> None:
        self.refinement = refinement
        self.configuration = dict(configuration)
        self.operations = refinement.operations
        self.number = {operation.name: number for number, operation in enumerate(self.operations)}
        self.couple = _predicates(refinement.couple)
        self.laws = _predicates(claim for claim in refinement.laws if not claim.step)
        self.step_laws = _predicates(claim for claim in refinement.laws if claim.step)
        self.asked = [asked_of(refinement, operation) for operation in self.operations]
        self.classes = [[tuple(domain.classes.values()) for domain in operation.takes] for operation in self.operations]
        self.model_calls = [each.model or getattr(refinement.model, each.name) for each in self.operations]
        self.impl_calls = [each.impl or getattr(refinement.impl, each.name) for each in self.operations]
        model, impl = self.new()
        self.both = Snapshot(model, impl)
        self.model_only = Snapshot(model)

    def new(self) -> tuple[Any, Any]:
        """A model and an implementation of the configuration."""
        return self.refinement.model(**self.configuration), self.refinement.impl(**self.configuration)

    def broken(self, model: Any, impl: Any) -> tuple[str, ...]:
        """The laws and invariants that do not hold of the two states; one that cannot be evaluated does not hold."""
        return (*_failing(self.laws, model), *_failing(self.couple, model, impl))

    def sides(self, argument: Any) -> tuple[Any, Any]:
        """What each side is given for an argument: a container of its own for a peer, a copy of what can change."""
        if type(argument) is not Peer:
            return (argument, copy.deepcopy(argument)) if type(argument) in _OWN else (argument, argument)
        model, impl = self.new()
        for name, arguments in argument.history:
            number = self.number[name]
            call(self.model_calls[number], model, arguments)
            call(self.impl_calls[number], impl, arguments)
        return model, impl


def _predicates(claims: Iterator[Claim] | Sequence[Claim]) -> _Predicates:
    return tuple((claim.id, inline(claim.holds)) for claim in claims if claim.holds is not None)


def _failing(predicates: _Predicates, *states: Any) -> list[str]:
    failing = []
    for claim, holds in predicates:
        try:
            if not holds(*states):
                failing.append(claim)
        except Exception:  # noqa: BLE001 - a broken state may make a claim raise anything
            failing.append(claim)
    return failing


def call(function: Callable[..., Any], state: Any, arguments: Sequence[Any]) -> tuple[Any, Exception | None]:
    """The value or the error of a call; an iterator becomes the list of what it yields."""
    try:
        value = function(state, *arguments)
        return (list(value) if hasattr(value, "__next__") else value), None
    except Exception as error:  # noqa: BLE001 - every exception is an outcome, to be judged
        return None, error


class Pair:
    """A model and an implementation, new, and what their operations returned.

    issued   results of operations that change something, oldest first; lists are taken apart
    last     the step that ran last, or None
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.model, self.impl = subject.new()
        self.issued: list[Any] = []
        self.count = 0  # results issued so far
        self.previous = -1
        self._last: tuple[Operation, list[Any], Any, Exception | None, Any, Exception | None] | None = None

    @property
    def last(self) -> Step | None:
        """The step that ran last, with what both sides answered."""
        if self._last is None:
            return None
        operation, arguments, expected, expected_error, actual, actual_error = self._last
        return Step(
            operation.name, tuple(arguments), _outcome(expected, expected_error), _outcome(actual, actual_error)
        )

    def expected(self) -> tuple[Any, Exception | None]:
        """What the model answered last, or the error it raised."""
        return (self._last[2], self._last[3]) if self._last is not None else (None, None)

    def state(self) -> Broken | None:
        """What is broken before the first step."""
        failing = self.subject.broken(self.model, self.impl)
        return Broken(failing[0], "broken in the new container", failing) if failing else None

    def attributes(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Copies of what the model and the implementation hold."""
        return copies(self.model), copies(self.impl)

    def step(self, draw: Draw, look: Look, coverage: Coverage) -> Broken | None:
        """Run one step on both sides; a step for which some argument has only empty classes is left out."""
        number = draw.operation
        chosen: list[int] = []
        arguments: list[Any] = []
        huge = 0
        takes = self.subject.operations[number].takes
        for domain, classes, (first, pick) in zip(takes, self.subject.classes[number], draw.choices, strict=True):
            for turn in range(first, first + len(classes)):
                which = turn % len(classes)
                argument = classes[which](self.model, self.issued, pick)
                if argument is not None:
                    other = hugely(argument, pick) if pick >= FROM_HUGE and domain.huge else None
                    huge += other is not None
                    chosen.append(which if other is None else -1)
                    arguments.append(argument if other is None else other)
                    break
            else:
                self._last = None
                return None
        broken, refused = self.run(number, arguments, look)
        coverage.looks += look.state
        coverage.asked[number] += look.state
        coverage.step_looks += look.step and not self.subject.operations[number].law_exempt
        (coverage.refused if refused else coverage.accepted)[number] += 1
        coverage.huge[number] += huge > 0
        for counts, which in zip(coverage.classes[number], chosen, strict=True):
            if which >= 0:
                counts[which] += 1
        if self.previous >= 0:
            coverage.pairs[self.previous][number] += 1
        self.previous = number
        return broken

    def run(self, number: int, arguments: list[Any], look: Look) -> tuple[Broken | None, bool]:
        """Run one operation with these arguments; what broke, and whether the operation was refused."""
        subject, model, impl = self.subject, self.model, self.impl
        operation = subject.operations[number]
        peers: list[tuple[Any, Any]] = []
        model_arguments, impl_arguments = arguments, arguments
        if not _OWN.isdisjoint(map(type, arguments)):
            sides = [subject.sides(argument) for argument in arguments]
            model_arguments, impl_arguments = [side[0] for side in sides], [side[1] for side in sides]
            peers = [side for side, each in zip(sides, arguments, strict=True) if type(each) is Peer]
        before = subject.both.freeze(model, impl) if look.state else None
        asked = subject.asked[number] if look.state else NOTHING
        earlier = subject.model_only.freeze(model) if look.step or asked is not NOTHING else None

        expected, expected_error = call(subject.model_calls[number], model, model_arguments)
        actual, actual_error = call(subject.impl_calls[number], impl, impl_arguments)
        self._last = (operation, arguments, expected, expected_error, actual, actual_error)
        refused = expected_error is not None or (operation.rejects is not None and bool(operation.rejects(expected)))
        message = _difference(operation, arguments, expected, expected_error, actual, actual_error)
        if message:
            return Broken(operation.claim.id, message), refused
        if not refused and not operation.pure:
            self._issue(expected)

        for other_model, other_impl in peers:
            others = subject.broken(other_model, other_impl) if look.peers else ()
            if others:
                return Broken(operation.claim.id, f"of the other container, {', '.join(others)} broke"), refused
            if theirs := shared(other_impl, impl):
                return Broken(operation.claim.id, f"the two containers share {theirs}"), refused
        if look.state:
            if theirs := shared(actual, impl):
                return Broken(operation.claim.id, f"the result shares {theirs} with the container"), refused
            if (operation.pure or refused) and subject.both.freeze(model, impl) != before:
                why = "changes nothing" if operation.pure else "was refused"
                return Broken(operation.claim.id, f"{operation.name} {why}, but the state is another"), refused
            failing = list(subject.broken(model, impl))
            if earlier is not None:
                old = object.__new__(type(model))
                subject.model_only.thaw(earlier, old)
                if look.step and not operation.law_exempt:
                    failing += _failing(subject.step_laws, old, model)
                failing += asked.broken(old, model, expected, expected_error, model_arguments)
            if failing:
                return Broken(failing[0], f"broken by {operation.name}", tuple(failing)), refused
        return None, refused

    def _issue(self, result: Any) -> None:
        """Remember a result; when there are too many, one goes, now an old one and now a new one."""
        for each in result if isinstance(result, list) else [result]:
            if each is None or isinstance(each, bool):
                continue
            self.issued.append(each)
            self.count += 1
            if len(self.issued) > ISSUED:
                del self.issued[self.count * 7 % ISSUED]


def _outcome(value: Any, error: Exception | None) -> Outcome:
    return Outcome(value) if error is None else Outcome(error=type(error).__name__, text=str(error))


def _difference(
    operation: Operation,
    arguments: Sequence[Any],
    expected: Any,
    expected_error: Exception | None,
    actual: Any,
    actual_error: Exception | None,
) -> str:
    """Why the two outcomes are not the same, documented one; empty if they are."""
    if expected_error is None and actual_error is None:
        try:
            if operation.agree(expected, actual):
                return ""
        except Exception as error:  # noqa: BLE001 - a result that cannot be compared is a wrong one
            return f"the results cannot be compared: {type(error).__name__}: {error}"
        return f"the model returns {told(expected)}, the implementation {told(actual)}"
    for side, raised in (("model", expected_error), ("implementation", actual_error)):
        if raised is not None and not may_raise(operation, raised, arguments):
            return f"the {side} raises {type(raised).__name__}, which {operation.name} does not declare: {raised}"
    if type(expected_error) is type(actual_error):
        return ""
    return f"the model {_ending(expected, expected_error)}, the implementation {_ending(actual, actual_error)}"


def _ending(value: Any, error: Exception | None) -> str:
    return f"returns {told(value)}" if error is None else f"raises {type(error).__name__}"
