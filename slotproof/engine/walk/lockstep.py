"""A model and an implementation, stepped together and compared.

A step is drawn before the state it meets is known: an operation, and for each argument a class and a number.
The classes of the domains turn that into arguments, so that a draw means something in every state, and a sequence of
draws from which some are deleted is one still.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from slotproof.declare import Domain, Refinement
from slotproof.declare.verdict import Step
from slotproof.engine.evaluate import NOTHING
from slotproof.engine.explore.frozen import copies, freeze_any
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.engine.huge import HUGE, hugely
from slotproof.engine.step import OWN, Both, Subject, wrong_peers
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


class Walked(Subject):
    """A container in one configuration, made ready for many random steps."""

    def __init__(self, refinement: Refinement, configuration: Mapping[str, Any]) -> None:
        super().__init__(refinement, configuration)
        self.operations = refinement.operations
        self.number = {operation.name: number for number, operation in enumerate(self.operations)}
        self.classes = [[tuple(domain.classes.values()) for domain in operation.takes] for operation in self.operations]
        model, impl = self.new()
        self.both = Snapshot(model, impl)
        self.model_only = Snapshot(model)

    def thawed(self, key: Hashable, model: Any, impl: Any) -> tuple[Any, Any]:
        """The two states of a key of `both`, in new objects of the classes of these."""
        old = object.__new__(type(model)), object.__new__(type(impl))
        self.both.thaw(key, *old)
        return old


class Issued(list[Any]):
    """Results of operations that change something, which later ones may be given, oldest first."""

    total = 0  # issued so far

    def take(self, result: Any) -> None:
        """Remember a result, lists taken apart; when there are too many, one goes, now an old one and now a new one."""
        for each in result if isinstance(result, list) else [result]:
            if each is None or isinstance(each, bool):
                continue
            self.append(each)
            self.total += 1
            if len(self) > ISSUED:
                del self[self.total * 7 % ISSUED]


def picked(
    classes: Sequence[Callable[..., Any]], model: Any, issued: Sequence[Any], first: int, number: int
) -> tuple[int, Any] | None:
    """The argument of the first class, from one on and round, that has any now, and which it is; None if none has."""
    for turn in range(first, first + len(classes)):
        which = turn % len(classes)
        argument = classes[which](model, issued, number)
        if argument is not None:
            return which, argument
    return None


class Pair:
    """A model and an implementation, new, and what their operations returned.

    last     the step that ran last, or None
    """

    def __init__(self, subject: Walked) -> None:
        self.subject = subject
        self.model, self.impl = subject.new()
        self.issued = Issued()
        self.previous = -1
        self._last: tuple[Both, list[Any]] | None = None

    @property
    def last(self) -> Step | None:
        """The step that ran last, with what both sides answered."""
        return None if self._last is None else self._last[0].step(self._last[1])

    def state(self) -> Broken | None:
        """What is broken before the first step."""
        failing = self.subject.claims.broken(self.model, self.impl)
        return Broken(failing[0], "broken in the new container", tuple(failing)) if failing else None

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
            found = picked(classes, self.model, self.issued, first, pick)
            if found is None:
                self._last = None
                return None
            which, argument = found
            other = self._hugely(domain, argument, pick) if pick >= FROM_HUGE else None
            huge += other is not None
            chosen.append(which if other is None else -1)
            arguments.append(argument if other is None else other)
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

    def _hugely(self, domain: Domain, argument: Any, pick: int) -> Any:
        """A huge argument in the place of one, if the domain has it; else None."""
        fits = domain.huge
        if not callable(fits):
            return hugely(argument, pick) if fits else None
        others = (hugely(argument, pick + more) for more in range(len(HUGE)))
        return next((other for other in others if other is not None and fits(self.model, other)), None)

    def run(self, number: int, arguments: list[Any], look: Look) -> tuple[Broken | None, bool]:
        """Run one operation with these arguments; what broke, and whether the operation was refused."""
        subject, model, impl = self.subject, self.model, self.impl
        operation = subject.operations[number]
        step, claim = subject.steps[operation.name], operation.claim.id
        theirs, ours = arguments, arguments
        peers: list[tuple[Any, Any]] = []
        if not OWN.isdisjoint(map(type, arguments)):
            theirs, ours, peers, wrong = subject.given(arguments)
            if wrong:
                return Broken(claim, wrong), False
        before = subject.both.freeze(model, impl) if look.state else None
        peers_before = freeze_any(peers) if peers else None
        asked = subject.asked[operation.name] if look.state else NOTHING
        earlier = subject.model_only.freeze(model) if look.step or asked is not NOTHING else None

        wrong = step.take(model, impl, theirs, ours, look_for_sharing=look.state)
        self._last = step, arguments
        refused = step.refused
        if wrong:
            return Broken(claim, wrong), refused
        if not refused and not operation.pure:
            self.issued.take(step.expected)
        if peers and look.peers and (found := wrong_peers(subject.claims, step, impl, peers, peers_before)):
            return Broken(claim, found.message), refused
        if look.state:
            if step.still and subject.both.freeze(model, impl) != before:
                return Broken(claim, step.changed(subject.thawed(before, model, impl), (model, impl))), refused
            failing = subject.claims.broken(model, impl)
            if earlier is not None:
                old = object.__new__(type(model))
                subject.model_only.thaw(earlier, old)
                if look.step and not operation.law_exempt:
                    failing += subject.claims.broken_by_step(old, model)
                failing += asked.broken(old, model, step.expected, step.expected_error, theirs)
            if failing:
                return Broken(failing[0], f"broken by {operation.name}", tuple(failing)), refused
        return None, refused
