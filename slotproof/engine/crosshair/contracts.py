"""Judges single steps of a container from any well-formed state of a bounded shape, with CrossHair.

A condition is one operation on one shape: arguments, numbers and values are symbolic, and claims are what is checked:
laws of steps and of answers, too, but for those that a declaration leaves out, as one that speaks of each of thousands
of numbers. A second container has any of the shapes of the group.
It is confirmed only if CrossHair followed every path, and some path met a well-formed state.
The budget is a number of paths.
"""

from __future__ import annotations

import inspect
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple
from unittest import mock

import z3
from crosshair.condition_parser import ConditionExpr, ConditionExprType, Conditions
from crosshair.core import ConditionCheckable
from crosshair.core_and_libs import MessageType  # also registers models of the standard library
from crosshair.fnutil import FunctionInfo
from crosshair.libimpl.builtinslib import SymbolicBool, SymbolicInt, SymbolicValue
from crosshair.opcode_intercept import FormatStashingValue
from crosshair.options import DEFAULT_OPTIONS, AnalysisKind, AnalysisOptions
from crosshair.tracers import NoTracing, is_tracing

from slotproof.declare import Claim, Contracts, Operation, Refinement, Shape
from slotproof.declare.verdict import CONCRETE, Failure, Reads, Status, Tick, Verdict
from slotproof.declare.words import in_words
from slotproof.engine.crosshair.shadows import attributes, formula, shadow
from slotproof.engine.crosshair.stand_ins import Make, Second
from slotproof.engine.evaluate import Claims, asked_of
from slotproof.engine.step import Both, shared
from slotproof.spec import errors
from slotproof.spec.errors import InvalidArgument

NAME: Final = "contracts"
PATHS: Final = 2_000
"""Paths followed in one condition, at most; a condition that needs more is not confirmed."""

SECONDS: Final = 3600.0
"""CrossHair cannot do without a limit on the time of one path; no path comes near this one."""


def units(refinement: Refinement, deep: bool) -> list[str]:
    """One unit for each operation and each group of shapes."""
    contracts = refinement.contracts
    if contracts is None:
        return []
    groups = dict.fromkeys(shape.group for shape in contracts.shapes if deep or not shape.deep)
    return [
        f"{operation.name} | {group}"
        for operation in refinement.operations
        if operation.name not in contracts.left_out and (deep or operation.name not in contracts.deep)
        for group in groups
    ]


def reads(refinement: Refinement, unit: str) -> Reads:
    """What a step that starts anywhere depends on: its operation, and all shapes."""
    return Reads((unit.split(" | ", maxsplit=1)[0],), CONCRETE - {"contracts"})


def run(refinement: Refinement, unit: str, deep: bool, tick: Tick) -> list[Verdict]:
    """A verdict on the claim of the operation, each invariant, each law, and each law of what the operation answers."""
    name, group = unit.split(" | ")
    contracts: Contracts | None = refinement.contracts
    if contracts is None:
        raise ValueError(f"{refinement.name} declares no contracts")
    operation = refinement.operation(name)
    shapes = [shape for shape in contracts.shapes if shape.group == group and (deep or not shape.deep)]
    started = time.process_time()
    findings = []
    for number, shape in enumerate(shapes):
        tick(number, len(shapes), shape.name)
        findings.append(judge(refinement, operation, shape))
        if findings[-1].status is Status.FAILED:
            break
    scope = f"{contracts.scope}; {group}"
    seconds = time.process_time() - started
    asked = _asked(refinement)
    laws = (law for law in asked.laws if not (law.step and operation.law_exempt))
    answers = (each.claim for each in asked.answers if name in each.of())
    claims = (operation.claim, *refinement.couple, *laws, *answers)
    return [_verdict(refinement, unit, claim, operation, findings, scope, seconds) for claim in claims]


def _asked(refinement: Refinement) -> Refinement:
    """The container with the laws alone that are asked here."""
    left_out = refinement.contracts.left_out if refinement.contracts else {}
    laws = tuple(law for law in refinement.laws if law.id not in left_out)
    return replace(refinement, laws=laws, answers=tuple(a for a in refinement.answers if a.claim.id not in left_out))


def _verdict(
    refinement: Refinement,
    unit: str,
    claim: Claim,
    operation: Operation,
    findings: Sequence[Finding],
    scope: str,
    seconds: float,
) -> Verdict:
    """What the conditions say of one claim; one that no condition was about is not confirmed."""
    status, reason, failure = Status.CONFIRMED, "", None
    if not findings:
        status, reason = Status.FAILED, "there is no condition: nothing was checked"
    for finding in findings:
        blamed = finding.failure.broken if finding.failure and finding.failure.broken else (operation.claim.id,)
        if finding.status is Status.FAILED and claim.id in blamed:
            status, reason, failure = finding.status, finding.reason, finding.failure
        elif finding.status is not Status.CONFIRMED and status is Status.CONFIRMED:
            status, reason = Status.NOT_CONFIRMED, finding.reason
    evidence = {
        "conditions": len(findings),
        "confirmed": sum(finding.status is Status.CONFIRMED for finding in findings),
        "paths": sum(finding.paths for finding in findings),
    }
    return Verdict(refinement.name, NAME, unit, claim.id, status, scope, evidence, seconds, failure, reason)


@dataclass(frozen=True)
class Finding:
    """What CrossHair says of one condition."""

    status: Status
    paths: int
    reason: str = ""
    failure: Failure | None = None


def judge(refinement: Refinement, operation: Operation, shape: Shape, paths: int = PATHS) -> Finding:
    """Follow every path of one operation from one shape."""
    contract = _Contract(refinement, operation, shape)
    statistics: Counter[str] = Counter()
    checkable = ConditionCheckable(
        FunctionInfo.from_fn(contract.run), _options(paths, statistics), contract.conditions()
    )
    with _unspelled(contract.handle), in_words():
        messages = list(checkable.analyze())
    states = {message.state for message in messages}
    followed = statistics["num_paths"]
    if contract.crash:
        return Finding(Status.FAILED, followed, contract.crash, Failure(operation.claim.id, contract.crash))
    if states == {MessageType.CONFIRMED} and statistics["exhaustion"] == 1:
        return Finding(Status.CONFIRMED, followed)
    if states <= {MessageType.CONFIRMED, MessageType.CANNOT_CONFIRM} and states:
        return Finding(Status.NOT_CONFIRMED, followed, f"{shape.name}: not every path was followed to its end")
    reason = "; ".join(f"{shape.name}: {message.state.name}: {message.message}" for message in messages)
    failure = contract.failure(reason or "CrossHair said nothing")
    return Finding(Status.FAILED, followed, failure.message, failure)


def _options(paths: int, statistics: Counter[str]) -> AnalysisOptions:
    return DEFAULT_OPTIONS.overlay(
        analysis_kind=(AnalysisKind.PEP316,),
        per_condition_timeout=float("inf"),
        per_path_timeout=SECONDS,
        max_iterations=paths,
        max_uninteresting_iterations=0,  # no limit
        report_all=True,
        stats=statistics,
    )


_FORMAT: Final = FormatStashingValue.__format__


def _stash(self: Any, how: str) -> str:
    """What an f-string shows of a value."""
    with NoTracing():  # type: ignore[no-untyped-call]  # CrossHair's own isinstance would hide that the number is symbolic
        unknown = isinstance(self.value, SymbolicValue) or hasattr(self.value, "_fields")
    if unknown:
        self.formatted = "?"
        return ""
    return str(_FORMAT(self, how))


def _nothing(self: Any) -> str:
    return "?"


@contextmanager
def _unspelled(handle: type[Any] | None) -> Iterator[None]:
    """No symbolic number is spelled out, as the text of an error would: to spell one out is to choose one.

    Takes      handle, the class of handles, which hold such numbers, if there are any
    """
    with (
        mock.patch.object(FormatStashingValue, "__format__", _stash),
        mock.patch.object(SymbolicInt, "__repr__", _nothing),
        nullcontext() if handle is None else mock.patch.object(handle, "__repr__", _nothing),
        mock.patch.object(errors, "repr", _nothing, create=True),  # which `shown` calls
    ):
        yield


class Pair(NamedTuple):
    """A model, its twin, which no step is taken of, and the implementation of both."""

    model: Any
    twin: Any
    impl: Any


class Start(NamedTuple):
    """Where a step starts: the container, what each side is given, and the second containers among that."""

    own: Pair
    theirs: list[Any]
    ours: list[Any]
    peers: list[Pair]


@dataclass
class _Contract:
    """One operation on one shape, as a function from data to the claims it breaks."""

    refinement: Refinement
    operation: Operation
    shape: Shape
    start: Start | None = None
    crash: str = ""  # an error while a state was built or judged
    wrong: str = ""  # with how the last step ended
    data: dict[str, Any] = field(default_factory=dict)  # of the counterexample

    def __post_init__(self) -> None:
        self.step = Both(self.refinement, self.operation)
        asked = _asked(self.refinement)
        self.claims, self.asked = Claims(asked), asked_of(asked, self.operation)
        self.handle = self.refinement.contracts.handle if self.refinement.contracts else None

    def prepare(self, data: Mapping[str, Any] | None) -> Make:
        """Build both sides and the arguments."""
        contracts = self.refinement.contracts
        shapes = [each for each in contracts.shapes if each.group == self.shape.group] if contracts else []
        make = Make(data, self.handle, shapes)
        impl = self.shape.build(make)
        arguments: list[Any] = []
        for domain in self.operation.takes:
            if domain.symbolic is None:
                raise ValueError(f"{domain.name} has no symbolic stand-in")
            arguments.append(domain.symbolic(make.within(f"argument_{len(arguments)}")))
        peers = {place: self._pair(each.impl) for place, each in enumerate(arguments) if isinstance(each, Second)}
        theirs = [peers[place].model if place in peers else each for place, each in enumerate(arguments)]
        ours = [peers[place].impl if place in peers else each for place, each in enumerate(arguments)]
        self.start = Start(self._pair(impl), theirs, ours, list(peers.values()))
        return make

    def _pair(self, impl: Any) -> Pair:
        """The implementation with what it means."""
        if self.refinement.abstract is None:
            raise ValueError(f"{self.refinement.name} has no abstraction")
        return Pair(self.refinement.abstract(impl), self.refinement.abstract(impl), impl)

    def requires(self, local: Mapping[str, Any]) -> bool:
        """True if the data make a well-formed state; CrossHair would take an error for false, so it is kept."""
        try:
            self.prepare(local)
            start = self._started()
            return all(self.well_formed(each.model, each.impl) for each in (start.own, *start.peers))
        except InvalidArgument:
            return False  # the arrays mean nothing
        except Exception as error:
            self.crash = f"{self.shape.name}: {type(error).__name__}: {error}"
            raise

    def run(self, **data: Any) -> tuple[str, ...]:
        """Take the step on both sides; the IDs of the claims it breaks."""
        (model, twin, impl), theirs, ours, peers = self._started()
        self.wrong = self.step.take(model, impl, theirs, ours) or self._wrong_peers(impl, peers)
        broken = self._broken(model, impl)
        if self.wrong or (self.step.still and self._broken(twin, impl)):
            broken.insert(0, self.operation.claim.id)
        elif not broken:
            broken += self._broken_by_step(twin, model)
            broken += self.asked.broken(twin, model, self.step.expected, self.step.expected_error, theirs)
        return tuple(broken)

    def _wrong_peers(self, impl: Any, peers: Sequence[Pair]) -> str:
        """What is wrong with the second containers after a step, as `wrong_peers` says it of states that are known."""
        for each in peers:
            if self.step.still and self._broken(each.twin, each.impl):
                return f"{self.step.why_still}, but its argument changed"
            if broken := self._broken(each.model, each.impl):
                return f"of the other container, {', '.join(broken)} broke"
            if theirs := shared(each.impl, impl):
                return f"the two containers share {theirs}"
        return ""

    def well_formed(self, model: Any, impl: Any) -> bool:
        """True if every invariant and every law of states holds, in one decision."""
        with NoTracing():  # type: ignore[no-untyped-call]
            together = SymbolicBool(z3.And(*self._formulas(model, impl).values()))
        return bool(together)

    def _broken(self, model: Any, impl: Any) -> list[str]:
        """The IDs of the invariants and laws of states that do not hold."""
        if not is_tracing():  # type: ignore[no-untyped-call]
            return self.claims.broken(model, impl)
        return self._untrue(lambda: self._formulas(model, impl))

    def _broken_by_step(self, before: Any, after: Any) -> list[str]:
        """The IDs of the laws of steps that do not hold."""
        if self.operation.law_exempt or not self.claims.has_steps:
            return []
        if not is_tracing():  # type: ignore[no-untyped-call]
            return self.claims.broken_by_step(before, after)
        truths = self.claims.truths_of_steps
        return self._untrue(lambda: {id: formula(truth) for id, truth in truths(shadow(before), shadow(after))})

    def _untrue(self, formulas: Callable[[], dict[str, z3.BoolRef]]) -> list[str]:
        """The IDs of what does not hold; one decision if all of it holds."""
        with NoTracing():  # type: ignore[no-untyped-call]
            made = formulas()
            together = SymbolicBool(z3.And(*made.values()))
            apart = {id: SymbolicBool(formula) for id, formula in made.items()}
        return [] if together else [id for id, truth in apart.items() if not truth]

    def _formulas(self, model: Any, impl: Any) -> dict[str, z3.BoolRef]:
        return {id: formula(truth) for id, truth in self.claims.truths(shadow(model), shadow(impl))}

    def _started(self) -> Start:
        if self.start is None:
            raise RuntimeError("the step has no start")
        return self.start

    def conditions(self) -> Conditions:
        """The contract, as CrossHair takes it."""
        parameters = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
            for name, kind in self.prepare(None).types.items()
        ]
        return Conditions(
            fn=self.run,
            src_fn=self.run,
            pre=[self._condition(ConditionExprType.PRECONDITION, self.requires, "the state is well-formed")],
            post=[
                self._condition(
                    ConditionExprType.POSTCONDITION, lambda local: local["__return__"] == (), "no claim is broken"
                )
            ],
            raises=frozenset(),
            sig=inspect.Signature(parameters),
            mutable_args=None,
            fn_syntax_messages=[],
            counterexample_description_maker=self._describe,
        )

    def _condition(self, kind: ConditionExprType, holds: Callable[[Any], bool], text: str) -> ConditionExpr:
        return ConditionExpr(kind, holds, __file__, 1, text)

    def _describe(self, arguments: inspect.BoundArguments, returned: object, overrides: object) -> tuple[str, str]:
        """Keep the counterexample."""
        self.data = dict(arguments.arguments)
        return f"{self.operation.name} with {self.data}", repr(returned)

    def failure(self, reason: str) -> Failure:
        """The counterexample, run once more without CrossHair."""
        operation = self.operation
        if not self.data:
            return Failure(operation.claim.id, reason)
        self.prepare(self.data)
        (model, _, impl), _, arguments, _ = self._started()
        before, model_before = _shown(impl), _shown(model)
        broken = self.run(**self.data)
        if not broken:
            reason = f"does not happen without CrossHair: {reason}"
        return Failure(
            claim=broken[0] if broken else operation.claim.id,
            message=f"{reason}; {self.wrong}" if self.wrong else reason,
            trace=(self.step.step(arguments),),
            before=before,
            after=_shown(impl),
            model_before=model_before,
            model_after=_shown(model),
            broken=broken,
            start="well-formed state",
        )


def _shown(side: Any) -> dict[str, Any]:
    """A copy of what the attributes hold."""
    return {name: held.copy() if hasattr(held, "copy") else held for name, held in attributes(side)}
