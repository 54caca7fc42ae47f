"""A proof that failed, as a small state on which the real code goes wrong.

States are those that few calls lead to; another search hands on states of its own (`reading.find_by_reading`). The real
classes run from each, and only what they really do is reported.
"""

from __future__ import annotations

import copy
import dis
import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Refinement, Scope
from slotproof.declare.verdict import Failure
from slotproof.engine.evaluate import Claims, asked_of
from slotproof.engine.explore.frozen import freeze_any
from slotproof.engine.explore.search import Search
from slotproof.engine.step import Both, Ended, ended, unlike, wrong_peers
from slotproof.engine.watchdog import Endless
from slotproof.spec.errors import SlotproofError

BOUNDS: Final = (1, 2, 3)
"""Most elements a container has, in the order tried: the first counterexample is among the smallest."""

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
    configurations = (dict(scope.configuration) for scope in refinement.scopes)
    for configuration in (*([{}] if _needs_nothing(refinement.model) else ()), *configurations):
        model, impl = _new(refinement, configuration)
        message, broken = "", list[str]()
        if unlike(model, impl) or (model.raised is not None and not isinstance(model.raised, SlotproofError)):
            message = f"a new container: the model {model}, the implementation {impl}"
        elif model.raised is None:
            broken = broken_claims(refinement, model.value, impl.value)
            message = f"a new container breaks {', '.join(broken)}" if broken else ""
        if message:
            return Failure(
                claim=(*broken, refinement.couple[0].id)[0],
                message=message,
                configuration=configuration,
                after={} if impl.raised else dict(vars(impl.value)),
                model_after={} if model.raised else dict(vars(model.value)),
                broken=tuple(broken),
                start="new container",
            )
    return None


def _needs_nothing(side: type) -> bool:
    """True if one can be made without arguments."""
    return all(
        each.default is not each.empty or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        for each in inspect.signature(side).parameters.values()
    )


def find_among_reached(refinement: Refinement, operation: Operation, calls: int = MOST_CALLS) -> Failure | None:
    """A state that few calls lead to from which the real operation goes wrong, if one is found.

    It may be in another arrangement than those that a proof is for, where the operation has all its refusals.

    Takes      calls, of operations in each scope, after which no other state is looked at
    """
    operation = refinement.operation(operation.name)
    for scope in refinement.scopes:
        if not scope.deep:
            for start in _reached(refinement, operation, scope, calls):
                failure = replay(refinement, operation, *start, any_arguments=True)
                if failure is not None:
                    return failure
    return None


def has_start(refinement: Refinement) -> bool:
    """True if claims hold of the new containers of some scope, or none can be made, of which nothing is known then."""
    made = [_new(refinement, scope.configuration) for scope in refinement.scopes]
    pairs = [(model.value, impl.value) for model, impl in made if not model.raised and not impl.raised]
    return not pairs or any(not broken_claims(refinement, model, impl) for model, impl in pairs)


def _reached(refinement: Refinement, operation: Operation, scope: Scope, calls: int) -> Iterator[Start]:
    """The states of a scope in which claims hold, the nearest first, each with every argument of the operation.

    A start is good until the next is asked for.
    """
    if any(each.raised for each in _new(refinement, scope.configuration)):
        return
    named = {each.name for each in refinement.operations} if scope.operations is None else {*scope.operations}
    steps = tuple(each.name for each in refinement.operations if each.name in named and not each.pure)
    found = Search(refinement, replace(scope, operations=(operation.name, *steps)))
    found.begin()
    for each in found.every_call({operation.name, *steps}):
        calls -= 1
        if calls < 0:
            return
        if each.step.operation.name == operation.name:
            yield Start(found.model, found.impl, each.given.theirs, each.given.ours)
            continue
        each.take()
        if not any(end.raised for end in each.step.ends):
            found.add(found.snapshot.freeze(found.model, found.impl))


def _new(refinement: Refinement, configuration: Mapping[str, Any]) -> tuple[Ended, Ended]:
    """Both containers, or the errors."""
    return ended(lambda: refinement.model(**configuration)), ended(lambda: refinement.impl(**configuration))


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
            end = ended(call or getattr(type(subject), operation.name), subject, *given)
        if isinstance(end.raised, BelowZero):
            return f"{operation.name}: {who} uses {end.raised}"
    return ""


def broken_claims(refinement: Refinement, model: Any, impl: Any) -> list[str]:
    """The claims that do not hold of two real states."""
    return Claims(refinement).broken(model, impl)


def replay(
    refinement: Refinement,
    operation: Operation,
    model: Any,
    impl: Any,
    model_arguments: list[Any],
    impl_arguments: list[Any],
    wrong: str = "",
    any_arguments: bool = False,
) -> Failure | None:
    """Run the real operation on both sides from a well-formed state; a failure if anything promised is not so.

    Takes      wrong, what is known to be wrong, though all that is promised may be so
               any_arguments, True if what is given may be of other types, as some that scopes give is
    """
    step, claims = Both(refinement, operation, any_arguments), Claims(refinement)
    model_before, before = copy.deepcopy(model), copy.deepcopy(impl)
    shown = copy.deepcopy(impl_arguments)
    sides = zip(model_arguments, impl_arguments, strict=True)
    peers = [(theirs, ours) for theirs, ours in sides if isinstance(theirs, refinement.model)]
    peers_before = freeze_any(peers)
    message = step.take(model, impl, model_arguments, impl_arguments)
    expected, actual = step.ends
    ends = not any(isinstance(each.raised, Endless) for each in step.ends)
    broken = claims.broken(model, impl) if ends else []  # what does not end may leave millions of entries
    if ends and not operation.law_exempt:
        broken += claims.broken_by_step(model_before, model)
    asked = asked_of(refinement, operation)
    broken += asked.broken(model_before, model, expected.value, expected.raised, model_arguments)
    if ends and (wrong_peer := wrong_peers(claims, step, impl, peers, peers_before)):
        message = message or wrong_peer.message
        broken += [each for each in wrong_peer.broken[1:] if each not in broken]
    message = wrong or (f"{operation.name}: {message}" if message else "")
    if not message and step.still:
        message = step.changed((model_before, before), (model, impl))
    if not message and broken:
        verb = "holds" if len(broken) == 1 else "hold"
        message = f"after {operation.name}, {', '.join(broken)} no longer {verb}"
    if not message:
        return None
    return Failure(
        claim=broken[0] if broken and not unlike(expected, actual) else operation.claim.id,
        message=message,
        trace=(step.step(shown),),
        before=dict(vars(before)),
        after=dict(vars(impl)) if ends else {},
        model_before=dict(vars(model_before)),
        model_after=dict(vars(model)) if ends else {},
        broken=tuple(broken),
        where=place_of(refinement, operation),
        start="well-formed state",
    )


def place_of(refinement: Refinement, operation: Operation) -> str:
    """File and line of the implementation's method."""
    method = getattr(refinement.impl, operation.name, None)
    if method is None:
        return ""
    code = inspect.unwrap(getattr(method, "fget", method)).__code__
    return f"{code.co_filename}:{code.co_firstlineno}"
