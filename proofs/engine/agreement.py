"""Symbolic execution held against CPython: on constants, the stand-ins must do what lists, dicts and ints do."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import z3

from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.lists import SymDistinct, SymList, SymView, entry_of, length_of
from slotproof.proofs.engine.make import Make, Sides
from slotproof.proofs.engine.path import NotSupported, Path, Refuted, running
from slotproof.proofs.engine.rebuild import Rebuilder, attribute_kinds
from slotproof.proofs.engine.refinement import Domain, Operation, Peer, Refinement, Scope
from slotproof.proofs.engine.report import Outcome
from slotproof.proofs.engine.rounds import modules_of
from slotproof.proofs.engine.search import explored, spread
from slotproof.proofs.engine.sets import MOST, SymNumbers
from slotproof.proofs.engine.symbolic import KINDS, VALUE, SymBool, SymInt, SymKey, SymValue, constant, lift
from slotproof.spec.errors import SlotproofError
from slotproof.spec.logic import Distinct, Unique


class Constants:
    """Values of a container as constants of the sort of values, and back."""

    def __init__(self) -> None:
        self.known: list[Any] = []

    def value(self, value: Any) -> SymValue:
        """The constant of a value."""
        if value not in self.known:
            self.known.append(value)
        return SymValue(z3.Const(f"constant_{self.known.index(value)}", VALUE))

    def lower(self, thing: Any) -> Any:
        """The Python value of a stand-in all of whose terms are constants."""
        if isinstance(thing, SymList | SymDistinct | SymView):
            length = constant(lift(length_of(thing)))
            return [self.lower(entry_of(thing, SymInt(z3.IntVal(index)))) for index in range(length)]
        if isinstance(thing, SymNumbers):
            return {number for number in range(MOST) if constant(z3.Select(thing.has, number))}
        if isinstance(thing, SymDict):
            keys = [key for key in range(-1, 64) if constant(z3.Select(thing.has, key))]
            return {key: self.lower(thing.peek(key)) for key in keys}
        if type(thing) in (SymInt, SymBool, SymKey):
            return constant(thing.term)
        if type(thing) is SymValue:
            return self.known[int(str(z3.simplify(thing.term)).removeprefix("constant_"))]
        if isinstance(thing, tuple) and hasattr(thing, "_fields"):
            return type(thing)(*(self.lower(field) for field in thing))
        if type(thing) in (list, Distinct, Unique):
            return [self.lower(entry) for entry in thing]
        if isinstance(thing, tuple):
            return tuple(self.lower(field) for field in thing)
        if type(thing) is dict:
            return {key: self.lower(entry) for key, entry in thing.items()}
        if hasattr(thing, "__dict__") and not callable(thing):
            return self.lower(vars(thing))
        return thing


def lifted(subject: Any, made: type, original: type, constants: Constants) -> Any:
    """The object with constants for stand-ins."""
    twin: Any = object.__new__(made)
    kinds = attribute_kinds(original)
    for name, value in vars(copy.deepcopy(subject)).items():
        shape, kind = kinds.get(name, ("", None))
        if kind is KINDS.BOOL and shape in ("list", "dict"):  # a state that was kept may hold 1 for a truth
            truths = {key: bool(entry) for key, entry in value.items()} if shape == "dict" else list(map(bool, value))
            setattr(twin, name, truths)
            continue
        if shape == "value" or (shape in ("list", "dict", "keyed") and kind is not None and kind.sorts == [VALUE]):
            if shape == "list":
                setattr(twin, name, [constants.value(entry) for entry in value])
            elif shape in ("dict", "keyed"):
                setattr(twin, name, {key: constants.value(entry) for key, entry in value.items()})
            else:
                setattr(twin, name, constants.value(value))
        else:
            setattr(twin, name, value)
    return twin


def rebuilder_of(refinement: Refinement) -> Rebuilder:
    """What runs the container over constants; it may serve any number of calls."""
    return Rebuilder(modules=modules_of(refinement)).summarise((*refinement.summaries, *refinement.definitions))


def disagreement(
    refinement: Refinement,
    operation: Operation,
    side: str,
    subject: Any,
    arguments: tuple[Any, ...],
    rebuilder: Rebuilder,
) -> str:
    """How a method on constants differs from the same method on plain objects, in result or state, or ""."""
    original = refinement.impl if side == "impl" else refinement.model
    real = copy.deepcopy(subject)
    expected = _outcome(operation, getattr(operation, side), real, arguments)
    if any(number >= MOST for held in (*vars(real).values(), *vars(subject).values()) for number in _numbers(held)):
        raise NotSupported(f"a set with numbers from {MOST} up")
    constants = Constants()
    path = Path((), [], concrete=True)
    with running(path):
        twin = lifted(subject, rebuilder.of_class(original), original, constants)
        pairs = zip(arguments, operation.takes, strict=True)
        given = tuple(_constant_argument(each, domain, constants) for each, domain in pairs)
        override = getattr(operation, side)
        call = rebuilder.function(override) if override is not None else None
        actual = _outcome(operation, call, twin, given)
        value = list(actual.value) if hasattr(actual.value, "__next__") else actual.value
        result = constants.lower(value)
        state = {name: constants.lower(value) for name, value in vars(twin).items()}
    if expected.error != actual.error:
        return f"CPython ends in {expected.error or expected.value!r}, the stand-ins in {actual.error or result!r}"
    plain = list(expected.value) if hasattr(expected.value, "__next__") else expected.value
    if not expected.error and not hasattr(plain, "__dict__") and type(plain) is not dict and plain != result:
        return f"CPython returns {plain!r}, the stand-ins {result!r}"
    if _plain(state) != _plain(vars(real)):
        return f"CPython leaves {vars(real)!r}, the stand-ins {state!r}"
    return ""


def _numbers(held: Any) -> set[int]:
    return held if isinstance(held, set) else set()


def _constant_argument(value: Any, domain: Any, constants: Constants) -> Any:
    if isinstance(value, Peer | Sides):
        raise TypeError("a second container has no constant")
    if callable(value):
        return _over_constants(value, constants)
    stands_for = _kind_of(domain)
    if stands_for is SymKey and type(value) is int:
        return KINDS.KEY.unpack([lift(value)])
    return constants.value(value) if stands_for is SymValue else value


def _kind_of(domain: Domain) -> type:
    """What stands in for the values of a domain; a key that has a hash stands for one that may have none."""
    if domain.symbolic is None:
        return type(None)
    try:
        with running(Path((), [])):
            example = domain.symbolic(Make(_no_pair))
    except LookupError:  # one of the things that an arrangement names
        return type(None)
    return SymKey if type(example) is list else type(example)


def _no_pair(prefix: str) -> Sides:
    raise TypeError("a second container has no constant")


def _plain(thing: Any) -> Any:
    """Lists, dicts and objects by what they hold."""
    if isinstance(thing, dict):
        return {key: _plain(entry) for key, entry in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(entry) for entry in thing]
    return _plain(vars(thing)) if hasattr(thing, "__dict__") and not callable(thing) else thing


def _over_constants(callback: Callable[..., Any], constants: Constants) -> Callable[..., Any]:
    """The callback, called with and returning constants; a truth stays a truth."""

    def call(*arguments: Any) -> Any:
        answer = callback(*(constants.lower(each) for each in arguments))
        return answer if isinstance(answer, bool) else constants.value(answer)

    return call


def _outcome(operation: Operation, call: Any, subject: Any, arguments: tuple[Any, ...]) -> Outcome:
    try:
        if call is not None:
            return Outcome(call(subject, *arguments))
        return Outcome(getattr(subject, operation.name)(*arguments))
    except Refuted as refuted:
        return Outcome(error=f"a refuted obligation: {refuted}")
    except (SlotproofError, ArithmeticError) as error:  # the second is what the factories of the domains raise
        return Outcome(error=type(error).__name__)


@dataclass
class Agreed:
    """What was compared: in how many states, calls by side and operation, what could not be, and the disagreements."""

    states: int = 0
    calls: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)


def agreement(refinement: Refinement, scope: Scope, most: int, each: int, calls: int = 0) -> Agreed:
    """Compare every method that a proof runs with CPython, on explored states.

    Takes      most, states at most; each, calls of an operation in one state
               calls, how many of these are compared, in turn from state to state; 0 is all
    """
    agreed, rebuilder = Agreed(), rebuilder_of(refinement)
    turn = 0
    for model, impl in explored(refinement, scope, most):
        every = _calls(refinement, scope, model, each, agreed)
        compared = 0
        for place in range(len(every)):
            if compared == calls > 0:
                break
            operation, side, arguments = every[(turn + place) % len(every)]
            name = f"{operation.name} of the {side}"
            if name in agreed.skipped:
                continue
            try:
                subject = model if side == "model" else impl
                told = disagreement(refinement, operation, side, subject, arguments, rebuilder)
            except (NotSupported, TypeError) as reason:
                agreed.skipped[name] = str(reason)
                continue
            compared += 1
            agreed.calls[name] = agreed.calls.get(name, 0) + 1
            if told:
                agreed.found.append(f"{name}{arguments!r}: {told}")
        turn += calls
        agreed.states += compared > 0
    return agreed


def _calls(
    refinement: Refinement, scope: Scope, model: Any, each: int, agreed: Agreed
) -> list[tuple[Operation, str, tuple[Any, ...]]]:
    """What can be called in a state: an operation, on which side, with what; what cannot is noted."""
    found = []
    for operation in refinement.operations:
        if operation.unproved or operation.foreign is not None:
            continue
        every = list(itertools.product(*(domain.small(model, scope) for domain in operation.takes)))
        if any(isinstance(argument, Peer) for arguments in every[:1] for argument in arguments):
            agreed.skipped[operation.name] = "a second container has no constant"
            continue
        sides = ["impl"] if operation.ensures is not None else ["model", "impl"]  # the proof runs no other
        found += [(operation, side, arguments) for arguments in spread(every, each) for side in sides]
    return found
