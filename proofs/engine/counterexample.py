"""A proof that failed, as a small state on which the real code goes wrong.

The operation is run again on stand-ins with at most a few elements: loops go round, quantifiers are spelled out, and a
solver's model of a broken obligation is a concrete state. The state is then handed to the real classes, and only what
they really do is reported.
"""

from __future__ import annotations

import copy
import dis
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final, NamedTuple

import z3

from slotproof.engine.prove.make import Script, ScriptedFailure
from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.endless import Endless
from slotproof.proofs.engine.foreign_run import HALVES, ForeignRun, run_of
from slotproof.proofs.engine.keys import HashTable, SymHasher
from slotproof.proofs.engine.lists import SymDistinct, SymList, length_of
from slotproof.proofs.engine.make import Sides, SymFactory, SymOrder, SymRank, SymRankOrder
from slotproof.proofs.engine.memory import Memory
from slotproof.proofs.engine.path import NotSupported, Obligation, Path, PathEnd, running
from slotproof.proofs.engine.refinement import Operation, Refinement, same, same_sequence
from slotproof.proofs.engine.report import Failure, Outcome, Step, told
from slotproof.proofs.engine.sets import SymNumbers
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.snapshot import freeze_any
from slotproof.proofs.engine.solvers import EXACT_UNITS, new_solver
from slotproof.proofs.engine.symbolic import KINDS, SymBool, SymInt, SymKey, SymValue, lift
from slotproof.spec.errors import SlotproofError
from slotproof.spec.logic import Distinct, Unique

BOUNDS: Final = (1, 2, 3)
"""Most elements a container has, in the order tried: the first counterexample is among the smallest."""

MOST_PATHS: Final = 400

MOST_FOREIGN_PATHS: Final = 60
"""Paths of each half of the proof of an operation that takes foreign data."""

OTHERS: Final = 4
"""Further states that are tried of a broken obligation, each of another size, where the first shows nothing.

An index below 0 is out of bounds for a proof, say, and Python reads an element: whether a wrong one is luck."""

MOST_UNITS: Final = 100_000_000
"""Z3 resource units of a search; the last path that is walked may go beyond."""


PER_QUESTION: Final = 1_000
"""Units that a search is charged for each condition that a path meets, which takes time though Z3 may not be asked."""


class Table:
    """An order on values given by the pairs in which the first comes after the second."""

    def __init__(self, pairs: frozenset[tuple[Any, Any]]) -> None:
        self.pairs = pairs

    def __call__(self, first: Any, second: Any) -> bool:
        """True if the first comes after the second."""
        return (first, second) in self.pairs

    def __repr__(self) -> str:
        return f"Table({sorted(self.pairs)!r})"


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


class Evaluated:
    """A function of handles that a solver's model gives: asked when it is called."""

    def __init__(self, function: SymRank, answer: Callable[[Any], Any]) -> None:
        self.function = function
        self.answer = answer

    def __call__(self, *handles: Any) -> Any:
        """What the model says of the handles."""
        return self.answer(self.function(*handles).term)

    def __repr__(self) -> str:
        return f"<{self.function.rank}>"


class Concrete:
    """Stand-ins as the Python values that a solver's model gives them; values of the container become 0, 1, 2 ..."""

    def __init__(self, model: Any, bound: int, refinement: Refinement) -> None:
        self.model = model
        self.bound = bound
        self.refinement = refinement
        self.values: dict[str, int] = {}
        self.terms: list[Any] = []

    def number(self, term: Any) -> int:
        """The integer a term has in the model."""
        return int(self.model.eval(term, model_completion=True).as_long())

    def truth(self, term: Any) -> bool:
        """The truth value a term has in the model."""
        return bool(z3.is_true(self.model.eval(term, model_completion=True)))

    def value(self, term: Any) -> int:
        """The number given to a container's value."""
        known = self.model.eval(term, model_completion=True)
        if str(known) not in self.values:
            self.values[str(known)] = len(self.values)
            self.terms.append(known)
        return self.values[str(known)]

    def of(self, thing: Any, side: str = "impl") -> Any:
        """The Python value of a stand-in."""
        if isinstance(thing, Sides):
            return self.of(getattr(thing, side), side)
        if hasattr(type(thing), "spelled"):
            return thing.spelled(self)
        if isinstance(thing, SymDistinct):
            kind = Unique if thing.kind is KINDS.KEY else Distinct
            return kind(self.of(thing.peek(place)) for place in range(self.number(lift(length_of(thing)))))
        if isinstance(thing, SymList):
            return [self.of(thing.peek(index)) for index in range(self.number(thing.length))]
        if isinstance(thing, SymNumbers):
            return {number for number in range(2 * self.bound + 3) if self.truth(z3.Select(thing.has, number))}
        if isinstance(thing, SymDict):
            keys = [key for key in range(-1, self.bound + 3) if self.truth(z3.Select(thing.has, key))]
            return {self.of(thing.keys.unpack([z3.IntVal(key)])): self.of(thing.peek(key)) for key in keys}
        if type(thing) in (SymInt, SymBool, SymValue):
            return {SymInt: self.number, SymBool: self.truth, SymValue: self.value}[type(thing)](thing.term)
        if isinstance(thing, SymKey):
            return self.number(thing.term)
        if isinstance(thing, SymHasher):
            return HashTable({key: self.number(thing(key).term) for key in range(-1, self.bound + 3)})
        if isinstance(thing, tuple):
            fields = [self.of(field) for field in thing]
            return type(thing)(*fields) if hasattr(thing, "_fields") else tuple(fields)
        if isinstance(thing, SymFactory):
            calls = range(self.bound + 2)
            return Script([None if self.truth(thing.fails(n)) else self.value(thing.makes(n)) for n in calls])
        if isinstance(thing, SymRank):
            return Evaluated(thing, self.truth if isinstance(thing, SymRankOrder) else self.number)
        if isinstance(thing, SymOrder):
            return self._table(thing)
        if isinstance(thing, self.refinement.model | self.refinement.impl):
            return self.container(thing)
        return thing

    def _table(self, order: SymOrder) -> Table:
        pairs = [(a, b) for a in self.terms for b in self.terms if self.truth(order.relation(a, b))]
        return Table(frozenset((self.value(a), self.value(b)) for a, b in pairs))

    def container(self, thing: Any) -> Any:
        """The real object in the state of a symbolic one."""
        original = self.refinement.model if isinstance(thing, self.refinement.model) else self.refinement.impl
        made: Any = object.__new__(original)
        for name, part in vars(thing).items():
            object.__setattr__(made, name, self.of(part))
        return made


@dataclass
class _Budget:
    """The units of Z3 that a search has left."""

    left: int


def find(refinement: Refinement, operation: Operation, units: int = MOST_UNITS) -> Failure | None:
    """The smallest start from which the real operation goes wrong, if one with a few elements is found.

    Takes      units, of Z3, after which no other path is walked
    """
    budget = _Budget(units)
    for bound in BOUNDS:
        for run, models in _broken(refinement, operation, bound, budget):
            for model in models:
                found = _replayed(run, Concrete(model, bound, refinement))
                if found is not None:
                    return found
    return None


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


def _made(kind: type, configuration: Mapping[str, Any]) -> Outcome:
    """The container, or the error."""
    try:
        return Outcome(kind(**configuration))
    except (SlotproofError, LookupError, TypeError, ValueError, AttributeError) as error:
        return Outcome(error, error=type(error).__name__, text=str(error))


Broken = tuple[Run, Iterator[Any]]
"""A run, and a solver's models of states from which it breaks an obligation."""


def _broken(refinement: Refinement, operation: Operation, bound: int, budget: _Budget) -> Iterator[Broken]:
    """Runs with an obligation that some small state breaks."""
    if operation.foreign is None:
        yield from _walked(refinement, operation, bound, (), MOST_PATHS, budget)
        return
    for half in HALVES:
        yield from _walked(refinement, operation, bound, half, MOST_FOREIGN_PATHS, budget)


def _walked(
    refinement: Refinement, operation: Operation, bound: int, first: tuple[bool, ...], most: int, budget: _Budget
) -> Iterator[Broken]:
    deepest_first = operation.foreign is not None  # what is accepted lies behind all checks
    waiting = [first]
    paths, memory = 0, Memory()
    while waiting and paths < most and budget.left > 0:
        path = Path(waiting.pop(-1 if deepest_first else 0), [], bound, memory=memory)
        paths += 1
        with running(path):
            run = run_of(refinement, operation, path, cuts=False)
            left = None  # a state from which stand-ins were followed no further: the real classes may go wrong there
            try:
                run.run()
            except NotSupported:
                left = path.example()
            except PathEnd:
                pass  # what ended it, if it was an obligation, is among the broken ones
            waiting += path.pending
            if _has_begun(run):
                for obligation in path.obligations:
                    if obligation.model is not None:
                        yield run, _models(run, obligation)
                if left is not None:
                    yield run, iter([left])
        budget.left -= path.units + PER_QUESTION * path.questions


def _has_begun(run: Run) -> bool:
    """True if both sides and the arguments are there, or the data: what comes before is no step of the real classes."""
    if isinstance(run, ForeignRun):
        return run.data is not None
    return hasattr(run, "before") and len(run.arguments) == len(run.operation.takes)


def _models(run: Run, obligation: Obligation) -> Iterator[Any]:
    """The state that breaks an obligation, and then some of other sizes."""
    model = obligation.model
    yield model
    sizes = [term for subject in (run.model_before, run.before) for term in _sizes(subject)]
    solver = new_solver(exact=True)
    solver.set("rlimit", EXACT_UNITS)
    solver.add(*obligation.assumptions, z3.Not(obligation.goal))
    for _ in range(OTHERS if sizes else 0):
        solver.add(z3.Or(*(size != model.eval(size, model_completion=True) for size in sizes)))
        if solver.check() != z3.sat:
            return
        model = solver.model()
        yield model


def _sizes(subject: Any) -> Iterator[z3.ArithRef]:
    """How long the lists of one side are, and its numbers."""
    for part in vars(subject).values():
        if isinstance(part, SymList):
            yield part.length
        elif isinstance(part, SymInt):
            yield part.term


def _replayed(run: Run, concrete: Concrete) -> Failure | None:
    """What the real operation does on the state, if that is wrong."""
    if isinstance(run, ForeignRun) and run.data is not None:
        return run.replayed(concrete, broken_claims)
    start = _start(run, concrete)
    if broken_claims(run.refinement, start.model, start.impl):
        return None
    failure = replay(run.refinement, run.operation, *start)
    if failure is None and (below := below_zero(run.operation, _start(run, concrete))):
        failure = replay(run.refinement, run.operation, *_start(run, concrete), below)
    return failure


class Start(NamedTuple):
    """Both sides before a step, and what each is given."""

    model: Any
    impl: Any
    model_arguments: list[Any]
    impl_arguments: list[Any]


def _start(run: Run, concrete: Concrete) -> Start:
    """The start that a solver's model gives, made anew."""
    model, impl = concrete.container(run.model_before), concrete.container(run.before)
    given = ([concrete.of(each, side) for each in run.arguments] for side in ("model", "impl"))
    return Start(model, impl, *given)


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
        if not _holds(claim.holds, *states):
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
    broken = broken_claims(refinement, model, impl, step_from)
    for theirs, ours in zip(model_arguments, impl_arguments, strict=True):
        if isinstance(theirs, refinement.model):
            broken += broken_claims(refinement, theirs, ours)
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
        after=dict(vars(impl)),
        model_before=dict(vars(model_before)),
        model_after=dict(vars(model)),
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
    except (SlotproofError, ScriptedFailure, LookupError, TypeError, ValueError, AttributeError, Endless) as error:
        return Outcome(error=type(error).__name__, text=str(error))


def _disagreement(operation: Operation, expected: Outcome, actual: Outcome) -> str:
    if expected.error != actual.error:
        return f"{operation.name}: the model {_told(expected)}, the implementation {_told(actual)}"
    if expected.error:
        known = expected.error in (*operation.refusals, ScriptedFailure.__name__)
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
