"""One step: what one operation of both sides did, and whether it was right.

Every judge that runs the code takes its steps here, so that what is right is one thing. Both sides end alike, with
equal answers or with the same error, which is declared. An answer shares nothing with the container that can change.
What is pure or refused changes nothing. A second container is well-formed, too, and shares nothing with the first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import deepcopy
from types import CodeType
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Peer, Refinement, same
from slotproof.declare.verdict import Outcome, Step, told
from slotproof.engine.evaluate import Claims, asked_of
from slotproof.engine.explore.frozen import attributes, freeze_any
from slotproof.spec.errors import InvalidArgument

CHANGEABLE: Final = (list, dict, set, bytearray)
PLAIN: Final = frozenset({int, bool, str, bytes, float, type(None)})
"""Answers that hold nothing."""

ALWAYS: Final = InvalidArgument.__name__
"""What any operation may raise of what is no such argument; proofs ask that it is declared where one may be."""

OWN: Final = frozenset({Peer, *CHANGEABLE})
"""Arguments of which each side is given its own."""


class Yielded(list[Any]):
    """What an iterator yielded, to its end; equal to what another one yielded, and to no list."""

    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Yielded) and super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class Ended(NamedTuple):
    """How a call ended: with a value, or with an error that was raised."""

    value: Any = None
    raised: Exception | None = None

    def outcome(self) -> Outcome:
        """The same for a report."""
        if self.raised is None:
            return Outcome(self.value)
        return Outcome(error=type(self.raised).__name__, text=str(self.raised))

    def __str__(self) -> str:
        return f"returns {told(self.value)}" if self.raised is None else f"raises {type(self.raised).__name__}"


def ended(call: Callable[..., Any], *arguments: Any) -> Ended:
    """Make a call, and tell how it ended; an iterator that it returns is gone through."""
    try:
        value = call(*arguments)
        return Ended(value if type(value) in PLAIN or not hasattr(value, "__next__") else Yielded(value))
    except Exception as error:  # noqa: BLE001 - every error is an outcome, which the caller compares
        return Ended(raised=error)


def unlike(expected: Ended, actual: Ended) -> str:
    """What is wrong with the errors of the two sides, one of which may have ended with a value; empty if nothing is."""
    if type(expected.raised) is type(actual.raised):
        return ""
    return f"the model {expected}, the implementation {actual}"


class Both:
    """One operation on both sides, made ready for many steps, and what the last one did.

    expected, expected_error   what the model answered, or the error with which it ended
    actual, actual_error       the same of the implementation
    refused                    it was refused: it ended with an error, or with an answer that means that

    Takes      any_arguments, False where arguments of other types than it takes are no excuse for InvalidArgument
    """

    def __init__(self, refinement: Refinement, operation: Operation, any_arguments: bool = True) -> None:
        self.operation = operation
        self.model_call: Callable[..., Any] = operation.model or getattr(refinement.model, operation.name)
        self.impl_call: Callable[..., Any] = operation.impl or getattr(refinement.impl, operation.name)
        self.errors = frozenset((*operation.refusals, ALWAYS) if any_arguments else operation.refusals)
        self.expected: Any = None
        self.actual: Any = None
        self.expected_error: Exception | None = None
        self.actual_error: Exception | None = None
        self.refused = False
        self._rejects = operation.rejects
        self._settles = operation.settles
        self._agree = None if operation.agree is same else operation.agree

    def take(
        self, model: Any, impl: Any, theirs: Sequence[Any], ours: Sequence[Any], look_for_sharing: bool = True
    ) -> str:
        """Take one step; what is wrong with how it ended, or empty if that is right.

        Takes      theirs, the arguments of the model; ours, those of the implementation
        """
        self.expected_error = self.actual_error = None  # no local variable holds an error, whose traceback holds these
        try:
            if self._settles is not None:
                theirs = (*theirs, *self._settles(impl, *ours))
            expected = self.model_call(model, *theirs)
            if type(expected) not in PLAIN and hasattr(expected, "__next__"):
                expected = Yielded(expected)
        except Exception as error:  # noqa: BLE001 - every error is an outcome, compared below
            expected, self.expected_error = None, error
        try:
            actual = self.impl_call(impl, *ours)
            if type(actual) not in PLAIN and hasattr(actual, "__next__"):
                actual = Yielded(actual)
        except Exception as error:  # noqa: BLE001 - likewise
            actual, self.actual_error = None, error
        self.expected, self.actual = expected, actual
        if self.expected_error is not None or self.actual_error is not None:
            self.refused = self.expected_error is not None
            kind = type(self.expected_error)
            alike = kind is type(self.actual_error) and kind.__name__ in self.errors
            return "" if alike else self._wrong_errors(theirs, ours)
        self.refused = self._rejects is not None and bool(self._rejects(expected))
        if self._agree is None and type(actual) in PLAIN:
            return "" if expected == actual else self._differ()
        if look_for_sharing and (held := shared(actual, impl)):
            return f"the result shares {held} with the container"
        try:
            agreed = self.operation.agree(expected, actual)
        except Exception as error:  # noqa: BLE001 - a result that cannot be compared is not the expected one
            return f"the results cannot be compared: {type(error).__name__}: {error}"
        return "" if agreed else self._differ()

    @property
    def still(self) -> bool:
        """True if the last step must have changed nothing."""
        return self.refused or self.operation.pure

    @property
    def ends(self) -> tuple[Ended, Ended]:
        """How the last step ended on the two sides."""
        return Ended(self.expected, self.expected_error), Ended(self.actual, self.actual_error)

    def step(self, arguments: Sequence[Any]) -> Step:
        """The last step for a report."""
        expected, actual = self.ends
        return Step(self.operation.name, tuple(arguments), expected.outcome(), actual.outcome())

    def changed(self, before: tuple[Any, Any], after: tuple[Any, Any]) -> str:
        """What is wrong if the last step must have changed nothing: which side it changed; empty if it changed none."""
        sides = zip(("model", "implementation"), before, after, strict=True)
        changed = [side for side, old, new in sides if freeze_any(old) != freeze_any(new)]
        return f"{self.why_still}, but the {' and the '.join(changed)} changed" if changed else ""

    @property
    def why_still(self) -> str:
        """Why the last step must have changed nothing."""
        return f"{self.operation.name} {'was refused' if self.refused else 'changes nothing'}"

    def _differ(self) -> str:
        expected, actual = self.ends
        return f"the model {expected}, the implementation {actual}"

    def may_raise(self, error: Exception, arguments: Sequence[Any]) -> bool:
        """True if the operation declares the error, or a callable argument raised it."""
        return type(error).__name__ in self.errors or by_argument(error, arguments)

    def _wrong_errors(self, theirs: Sequence[Any], ours: Sequence[Any]) -> str:
        ends = ("model", self.expected_error, theirs), ("implementation", self.actual_error, ours)
        for side, raised, arguments in ends:
            if raised is not None and not self.may_raise(raised, arguments):
                name = self.operation.name
                return f"the {side} raises {type(raised).__name__}, which {name} does not declare: {raised}"
        return unlike(*self.ends)


def by_argument(error: Exception, arguments: Sequence[Any]) -> bool:
    """True if a callable argument raised the error."""
    codes = {_code(argument) for argument in arguments if callable(argument)}
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code in codes:
            return True
        trace = trace.tb_next
    return False


def _code(function: Any) -> CodeType | None:
    return getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)


def shared(result: Any, owner: Any) -> str:
    """The names of those changeable attributes of the owner that are the result, or in it."""
    if type(result) in PLAIN:
        return ""
    parts = list(_parts(result))
    mine = [(name, held) for name, held in attributes(owner).items() if isinstance(held, CHANGEABLE)]
    return ", ".join(name for name, held in mine if any(held is part for part in parts))


def _parts(result: Any) -> Iterator[Any]:
    """The result and what it holds: entries, values or attributes, and those of tuples in it."""
    yield result
    if isinstance(result, list | tuple | set | frozenset):
        held: Any = result
    else:
        held = (result if isinstance(result, dict) else attributes(result)).values()
    for part in held:
        if type(part) is tuple:
            yield from _parts(part)
        else:
            yield part


# --- arguments


class Given(NamedTuple):
    """What each side is given for some arguments.

    peers    the second containers among them, a model and an implementation each
    wrong    why one of these cannot be built; the sides are then not given it
    """

    theirs: list[Any]
    ours: list[Any]
    peers: list[tuple[Any, Any]]
    wrong: str = ""


class Subject:
    """A container in one configuration, made ready for many steps.

    steps    name of an operation -> that operation on both sides
    asked    name of an operation -> what laws ask of its answers
    """

    def __init__(self, refinement: Refinement, configuration: Mapping[str, Any]) -> None:
        self.refinement = refinement
        self.configuration = dict(configuration)
        self.claims = Claims(refinement)
        self.steps = {each.name: Both(refinement, each) for each in refinement.operations}
        self.asked = {each.name: asked_of(refinement, each) for each in refinement.operations}

    def new(self) -> tuple[Any, Any]:
        """A model and an implementation of the configuration."""
        return self.refinement.model(**self.configuration), self.refinement.impl(**self.configuration)

    def given(self, arguments: Sequence[Any]) -> Given:
        """Make what each side is given: its own container for a peer, its own copy of what can change, or the same."""
        made = Given([], [], [])
        for argument in arguments:
            if isinstance(argument, Peer):
                model, impl = self.new()
                for name, before in argument.history:
                    if wrong := self.steps[name].take(model, impl, before, before, look_for_sharing=False):
                        return made._replace(wrong=f"a second container cannot be built: {name}: {wrong}")
                made.peers.append((model, impl))
            else:
                model, impl = argument, deepcopy(argument) if type(argument) in OWN else argument
            made.theirs.append(model)
            made.ours.append(impl)
        return made


class Wrong(NamedTuple):
    """What is wrong, and the claims that do not hold, the one to blame first."""

    message: str
    broken: tuple[str, ...]


def wrong_peers(
    claims: Claims, step: Both, impl: Any, peers: Sequence[tuple[Any, Any]], before: Hashable
) -> Wrong | None:
    """What is wrong with the second containers of a step.

    Takes      impl, the first container; before, the state of the others before the step, as `freeze_any` tells it
    """
    claim = step.operation.claim.id
    if step.still and freeze_any(peers) != before:
        return Wrong(f"{step.why_still}, but its argument changed", (claim,))
    for other_model, other_impl in peers:
        if broken := claims.broken(other_model, other_impl):
            return Wrong(f"of the other container, {', '.join(broken)} broke", (claim, *broken))
        if theirs := shared(other_impl, impl):
            return Wrong(f"the two containers share {theirs}", (claim,))
    return None
