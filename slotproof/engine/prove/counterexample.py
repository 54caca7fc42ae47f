"""A proof that failed, as a small state on which the real code goes wrong.

States are those that few calls lead to; another search hands on states of its own (`reading.find_by_reading`). The real
classes run from each, and only what they really do is reported.
"""

from __future__ import annotations

import copy
import dis
import inspect
import itertools
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Refinement, Scope, same, same_sequence
from slotproof.declare.inline import inline
from slotproof.declare.verdict import Failure, Outcome, Step, told
from slotproof.engine.answers import asked_of
from slotproof.engine.explore.search import given as handed
from slotproof.engine.explore.snapshot import freeze_any
from slotproof.engine.prove.scripts import ScriptedFailure
from slotproof.engine.watchdog import Endless
from slotproof.spec.errors import SlotproofError

BOUNDS: Final = (1, 2, 3)
"""Most elements a container has, in the order tried: the first counterexample is among the smallest."""


OF_CALLBACKS: Final = (ScriptedFailure.__name__, ArithmeticError.__name__)
"""What callbacks raise, which a container hands on: those that are made up, and those of the domains."""

MOST_CALLS: Final = 4_000
"""Calls of operations in each scope, on the way to states from which one goes wrong."""

FEW_CALLS: Final = 400
"""The same, before solvers insist; of what is right, looking for longer takes most of the time of a proof:

`slotproof verify bitmask --operation from_dict --force`, with the other number in its place.
"""


class BelowZero(IndexError):
    """An index that Python counts from the end of a list."""


class FromFront(list[Any]):
    """A list that refuses what Python counts from the end, but for an index that is written so, as in `[-1]`."""

    def __getitem__(self, place: Any) -> Any:
        _check_from_front(place, sys._getframe(1))
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        _check_from_front(place, sys._getframe(1))
        super().__setitem__(place, value)


def _check_from_front(place: Any, frame: FrameType) -> None:
    if isinstance(place, int) and place < 0 and not _is_written(frame):
        raise BelowZero(f"the index {place}, which Python counts from the end")


def _is_written(frame: FrameType) -> bool:
    """True if the index of the access that a frame is at stands in its text as a number, or was read through before."""
    before = [each.opname for each in dis.get_instructions(frame.f_code) if each.offset < frame.f_lasti]
    while before[-1:] == ["COPY"]:  # of an augmented assignment, which reads first
        before.pop()
    return before[-1:] in (["LOAD_CONST"], ["SWAP"])


@contextmanager
def counted_from_front(subject: Any) -> Iterator[None]:
    """The lists of a container refuse an index below 0, meanwhile."""
    for name, part in vars(subject).items():
        if isinstance(part, list):
            guarded = type(type(part).__name__, (FromFront, type(part)), {})
            object.__setattr__(subject, name, guarded(part))
    try:
        yield
    finally:
        for name, part in vars(subject).items():
            if isinstance(part, FromFront):
                _, kind = type(part).__bases__
                object.__setattr__(subject, name, kind(part))


def find_new(refinement: Refinement) -> Failure | None:
    """The first configuration that a scope names, or the default one, of which the new containers are not coupled."""
    for configuration in ({}, *(dict(scope.configuration) for scope in refinement.scopes)):
        model, impl = (_made(side, configuration) for side in (refinement.model, refinement.impl))
        message, broken = "", list[str]()
        if model.error != impl.error or (model.error and not isinstance(model.value, SlotproofError)):
            message = f"a new container: the model {_told(model)}, the implementation {_told(impl)}"
        elif not model.error:
            broken = broken_claims(refinement, model.value, impl.value)
            message = f"a new container breaks {', '.join(broken)}" if broken else ""
        if message:
            return Failure(
                claim=(*broken, refinement.couple[0].id)[0],
                message=message,
                configuration=configuration,
                after={} if impl.error else dict(vars(impl.value)),
                model_after={} if model.error else dict(vars(model.value)),
                broken=tuple(broken),
                start="new container",
            )
    return None


def find_among_reached(refinement: Refinement, operation: Operation, calls: int = MOST_CALLS) -> Failure | None:
    """A state that few calls lead to from which the real operation goes wrong, if one is found.

    It may be in another arrangement than those that a proof is for, where the operation has all its refusals.

    Takes      calls, of operations in each scope, after which no other state is looked at
    """
    operation = refinement.operation(operation.name)
    for scope in refinement.scopes:
        if not scope.deep:
            for start in _reached(refinement, operation, scope, calls):
                failure = replay(refinement, operation, *start)
                if failure is not None:
                    return failure
    return None


def has_start(refinement: Refinement) -> bool:
    """True if claims hold of the new containers of some scope, or none can be made, of which nothing is known then."""
    kinds = refinement.model, refinement.impl
    made = [[_made(kind, scope.configuration) for kind in kinds] for scope in refinement.scopes]
    pairs = [(model.value, impl.value) for model, impl in made if not model.error and not impl.error]
    return not pairs or any(not broken_claims(refinement, model, impl) for model, impl in pairs)


def _reached(refinement: Refinement, operation: Operation, scope: Scope, calls: int) -> Iterator[Start]:
    """The states of a scope in which claims hold, the nearest first, each with every argument of the operation."""
    kinds = refinement.model, refinement.impl
    first = [_made(kind, scope.configuration) for kind in kinds]
    if any(each.error for each in first):
        return
    names = {each.name for each in refinement.operations if scope.operations is None or each.name in scope.operations}
    steps = [each for each in refinement.operations if each.name in names and not each.pure]
    waiting, seen = deque([tuple(each.value for each in first)]), set[Hashable]()
    while waiting:
        model, impl = waiting.popleft()
        frozen = freeze_any(model, impl)
        if frozen in seen or broken_claims(refinement, model, impl):
            continue
        seen.add(frozen)
        for each in (operation, *steps):
            for arguments in itertools.product(*(domain.small(model, scope) for domain in each.takes)):
                if scope.admits is not None and not scope.admits(model, each.name, arguments):
                    continue
                calls -= 1
                if calls < 0:
                    return
                try:
                    given = [[handed(argument, kind, scope) for argument in arguments] for kind in kinds]
                except (SlotproofError, LookupError, TypeError, ValueError, AttributeError):
                    continue  # another operation goes wrong
                start = Start(copy.deepcopy(model), copy.deepcopy(impl), *given)
                if each is operation:
                    yield start
                    continue
                ends = (
                    outcome_of(each, each.model, start.model, given[0]),
                    outcome_of(each, each.impl, start.impl, given[1]),
                )
                if not any(end.error for end in ends):
                    waiting.append((start.model, start.impl))


def _made(kind: type, configuration: Mapping[str, Any]) -> Outcome:
    """The container, or the error."""
    try:
        return Outcome(kind(**configuration))
    except (SlotproofError, LookupError, TypeError, ValueError, AttributeError) as error:
        return Outcome(error, error=type(error).__name__, text=str(error))


class Start(NamedTuple):
    """Both sides before a step, and what each is given."""

    model: Any
    impl: Any
    model_arguments: list[Any]
    impl_arguments: list[Any]


def below_zero(operation: Operation, start: Start) -> str:
    """Which index below 0 the operation uses from there, and on which side; "" if it uses none."""
    for who, call, subject, given in (
        ("the model", operation.model, start.model, start.model_arguments),
        ("the implementation", operation.impl, start.impl, start.impl_arguments),
    ):
        with counted_from_front(subject):
            outcome = outcome_of(operation, call, subject, given, to_its_end=True)
        if outcome.error == BelowZero.__name__:
            return f"{operation.name}: {who} uses {outcome.text}"
    return ""


def broken_claims(refinement: Refinement, model: Any, impl: Any, before: Any = None) -> list[str]:
    """The claims that do not hold of two real states, and of the step to them."""
    broken = []
    for claim in (*refinement.laws, *refinement.couple):
        if claim.holds is None or (claim.step and before is None):
            continue
        states = (before, model) if claim.step else (model,) if claim in refinement.laws else (model, impl)
        if not _holds(inline(claim.holds), *states):
            broken.append(claim.id)
    return broken


def _holds(predicate: Callable[..., bool], *states: Any) -> bool:
    """A claim that cannot even be read of the arrays does not hold."""
    try:
        return bool(predicate(*states))
    except (LookupError, TypeError, ValueError, AttributeError):
        return False


def replay(
    refinement: Refinement,
    operation: Operation,
    model: Any,
    impl: Any,
    model_arguments: list[Any],
    impl_arguments: list[Any],
    wrong: str = "",
) -> Failure | None:
    """Run the real operation on both sides from a well-formed state; a failure if anything promised is not so.

    Takes      wrong, what is known to be wrong, though all that is promised may be so
    """
    model_before, before = copy.deepcopy(model), copy.deepcopy(impl)
    shown = copy.deepcopy(impl_arguments)
    expected = outcome_of(operation, operation.model, model, model_arguments)
    actual = outcome_of(operation, operation.impl, impl, impl_arguments)
    step_from = None if operation.law_exempt else model_before
    ends = Endless.__name__ not in (expected.error, actual.error)  # what does not may leave millions of entries
    broken = broken_claims(refinement, model, impl, step_from) if ends else []
    for theirs, ours in zip(model_arguments, impl_arguments, strict=True):
        if isinstance(theirs, refinement.model):
            broken += broken_claims(refinement, theirs, ours)
    asked = asked_of(refinement, operation)
    if expected.error in operation.refusals:
        broken += asked.wrongly_ended(expected.error, model_before, model_arguments)
    elif not expected.error:
        broken += asked.broken(model_before, model, expected.value, None, model_arguments)
    message = wrong or _disagreement(operation, expected, actual) or _sharing(actual.value, impl)
    refused = bool(expected.error) or (operation.rejects is not None and bool(operation.rejects(expected.value)))
    if not message and (refused or operation.pure) and freeze_any(before) != freeze_any(impl):
        message = f"{operation.name} is {'refused' if refused else 'pure'}, but arrays have changed"
    if not message and broken:
        message = f"after {operation.name}, {', '.join(broken)} no longer hold"
    if not message:
        return None
    return Failure(
        claim=broken[0] if broken and expected.error == actual.error else operation.claim.id,
        message=message,
        trace=(Step(operation.name, tuple(shown), expected, actual),),
        before=dict(vars(before)),
        after=dict(vars(impl)) if ends else {},
        model_before=dict(vars(model_before)),
        model_after=dict(vars(model)) if ends else {},
        broken=tuple(broken),
        where=place_of(refinement, operation),
        start="well-formed state",
    )


def outcome_of(
    operation: Operation,
    call: Callable[..., Any] | None,
    subject: Any,
    arguments: list[Any],
    to_its_end: bool = False,
) -> Outcome:
    """How a call ends.

    Takes      to_its_end, True to go through an iterator
    """
    try:
        value = call(subject, *arguments) if call is not None else getattr(subject, operation.name)(*arguments)
        return Outcome([*value] if to_its_end and isinstance(value, Iterator) else value)
    except Exception as error:  # noqa: BLE001 - every error is an outcome
        return Outcome(error=type(error).__name__, text=str(error))


def _disagreement(operation: Operation, expected: Outcome, actual: Outcome) -> str:
    if expected.error != actual.error:
        return f"{operation.name}: the model {_told(expected)}, the implementation {_told(actual)}"
    if expected.error:
        known = expected.error in (*operation.refusals, *OF_CALLBACKS)
        return "" if known else f"{operation.name}: both sides raise {expected.error}, which is no documented refusal"
    agree = operation.agree
    if agree is same_sequence:
        expected_items, actual_items = list(expected.value), list(actual.value)
        equal = expected_items == actual_items
    elif agree is same:
        equal = bool(expected.value == actual.value)
    else:
        equal = _holds(agree, expected.value, actual.value)
    return "" if equal else f"{operation.name}: the model {_told(expected)}, the implementation {_told(actual)}"


def _sharing(value: Any, impl: Any) -> str:
    """What is wrong if a result holds an array of the container: a client could change it behind the handles' back."""
    parts = value if type(value) is dict else getattr(value, "__dict__", {"": value})
    own = {id(part) for part in vars(impl).values() if isinstance(part, list | dict)}
    shared = [str(name) for name, part in parts.items() if id(part) in own]
    return f"the result shares {', '.join(shared)} with the container" if shared else ""


def _told(outcome: Outcome) -> str:
    return f"raises {outcome.error}" if outcome.error else f"returns {told(outcome.value)}"


def place_of(refinement: Refinement, operation: Operation) -> str:
    """File and line of the implementation's method."""
    method = getattr(refinement.impl, operation.name, None)
    if method is None:
        return ""
    code = inspect.unwrap(method).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"
