"""The walks of the default profile, made before anything is changed, and what they say of a changed function.

What comes of a step depends on the operation, its arguments, and the states of both sides. Of all steps of a walk that
are the same in these, one stands for the others, and is looked at as closely as any of them was.
Where each step that may run the change comes to what it came to, so does the whole walk, which need not be made again.
Where one does not, its program runs as it does in a walk: whether anything is wrong is seen there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

from slotproof.declare import Operation, Refinement
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.explore.snapshot import NoSnapshot, freeze_any
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, Mutant, is_within
from slotproof.engine.mutate.sites import Function, looked_at_by
from slotproof.engine.step import RESULT_ONLY, Broken, Draw, Look, Pair, Subject
from slotproof.engine.walk import walk
from slotproof.engine.watchdog import watched
from slotproof.mutation.apart import apart
from slotproof.mutation.claims import claim_of, declared_by
from slotproof.mutation.ran import Running
from slotproof.mutation.trial import SHORTENED
from slotproof.verify.project import catalog


class Taken(NamedTuple):
    """A step of a walk, which stands for all that are the same.

    before     the key of the states of both sides
    look       what is looked at after one of them or another
    program    the number of the first program that takes it
    issued     what it handed to later steps
    ran        the functions of models and implementations that it runs
    after      the key of the states that it leaves
    """

    arguments: Sequence[Any]
    before: Hashable
    look: Look
    program: int
    issued: Hashable
    ran: frozenset[Function]
    after: Hashable


@dataclass(frozen=True)
class Walked:
    """What a walk of one configuration of a container takes.

    new        the key of new containers
    programs   the draws of each
    steps      name of an operation -> its steps, in the order in which they are taken
    drawing    the functions that decide which steps are taken
    """

    container: str
    unit: str
    new: Hashable
    programs: Sequence[Sequence[Draw]]
    steps: Mapping[str, Sequence[Taken]]
    drawing: frozenset[Function]


DEARER: Final = 4
"""A step by itself, whose state is put back and compared, takes so many times as long as one within its program."""

WALKED: Final[dict[str, list[Walked]]] = {}
"""Container -> its walks, that of the default widths, in which each step takes longest, last."""


def prepare_walks(container: str, processes: int = 1, tell: Callable[[str], None] = lambda note: None) -> None:
    """Make the walks of a container, before anything is changed.

    Takes      processes, how many walk at the same time; tell, is told what was walked
    """
    if container in WALKED:
        return
    found = []
    units = list(walk.configurations(catalog()[container]))  # the default one, which takes longest, begins first
    for walked in apart(_note_place, [(container, unit) for unit in units], processes):
        found.append(walked)
        tell(f"the walks of {container}, {walked.unit}")
    WALKED[container] = sorted(found, key=lambda walked: (walked.unit == walk.DEFAULT, units.index(walked.unit)))
    refinement = catalog()[container]
    for side in (IMPL, MODEL):  # which each process would work out by itself
        looked_at_by(refinement, side)
    for configuration in walk.configurations(refinement).values():
        Subject(refinement, configuration)


def _note_place(place: tuple[str, str]) -> Walked:
    container, unit = place
    return note(catalog()[container], unit)


# --- as they are


def note(refinement: Refinement, unit: str) -> Walked:
    """The steps of a walk of the default profile.

    Raises     ValueError if the walk fails
    """
    running = Running()
    subject = Subject(refinement, walk.configurations(refinement)[unit])
    tour = _Noting(subject, running, wide=unit == walk.DEFAULT)
    with watched(refinement):
        steps = walk.least_steps(refinement, unit)
        programs = []
        for draws in walk.drawn(tour, walk.source_of(refinement, unit), steps, max(steps, walk.MOST_STEPS)):
            programs.append(draws)
            broken = tour.run(draws)
            if broken is not None:
                raise ValueError(f"{refinement.name}, {unit}, fails as it is: {broken.claim}: {broken.message}")
    taken: dict[str, list[Taken]] = {}
    for operation, step in tour.notes.values():
        taken.setdefault(operation, []).append(step)
    new = subject.both.freeze(*subject.new())
    return Walked(refinement.name, unit, new, programs, taken, running.functions())


class _Noting(walk.Tour):
    """A tour that looks at nothing but results, and notes each step."""

    def __init__(self, subject: Subject, running: Running, wide: bool) -> None:
        super().__init__(subject, wide)
        self.running = running
        self.notes: dict[Hashable, tuple[str, Taken]] = {}
        self.program = -1
        self.states: dict[Hashable, Hashable] = {}  # equal ones are one object
        self.rows: dict[tuple[Any, ...], tuple[Any, ...]] = {}  # equal ones are one object

    def run(self, draws: Sequence[Draw]) -> Broken | None:
        self.program += 1
        pair = _Noted(self.subject, self)
        for number, draw in enumerate(draws, 1):
            with self.running.noted():
                broken = pair.step(draw, self.look(number, number == len(draws)), self.coverage)
            if broken:
                return broken
        pair.finish()
        return None


class _Noted(Pair):
    """A pair whose tour notes each step; what a step leaves is known when the next begins."""

    def __init__(self, subject: Subject, tour: _Noting) -> None:
        super().__init__(subject)
        self.tour = tour
        self.open: Hashable = None  # the place among the notes of the step before, if it is a new one

    def run(self, number: int, arguments: list[Any], look: Look) -> tuple[Broken | None, bool]:
        with self.tour.running.paused():
            return self._run(number, arguments, look)

    def _run(self, number: int, arguments: list[Any], look: Look) -> tuple[Broken | None, bool]:
        before, notes, operation = self.finish(), self.tour.notes, self.subject.operations[number]
        try:
            place: Hashable = number, id(before), freeze_any(*arguments)
        except NoSnapshot:
            place = object()  # like no other
        if place in notes:
            name, known = notes[place]
            notes[place] = name, known._replace(look=Look(*map(max, known.look, look)))
            return super().run(number, arguments, RESULT_ONLY)
        kept = _own(arguments)
        run = partial(super().run, number, arguments, RESULT_ONLY)
        ended, ran = self.tour.running.of(run)
        notes[place] = operation.name, Taken(kept, before, look, self.tour.program, _issued(self, operation), ran, None)
        self.open = place
        return ended

    def finish(self) -> Hashable:
        """The state of both sides, which is what the step before has left; always the same object for the same one."""
        fresh, states = self.subject.both.freeze(self.model, self.impl), self.tour.states
        key = states.get(fresh)  # states have thousands of cells: the fewer times they are hashed, the better
        if key is None:
            key = with_shared_rows(fresh, self.tour.rows)
            states[key] = key
        if self.open is not None:
            operation, taken = self.tour.notes[self.open]
            self.tour.notes[self.open] = operation, taken._replace(after=key)
            self.open = None
        return key


LONG: Final = 16  # numbers in a row, of which one copy is kept


def with_shared_rows(key: Any, rows: dict[tuple[Any, ...], tuple[Any, ...]]) -> Any:
    """The key, whose long rows of numbers are those that are known: from step to step most pages stay as they are."""
    if not isinstance(key, tuple):
        return key
    if len(key) >= LONG and {*map(type, key)} == {int}:
        return rows.setdefault(key, key)
    parts = [with_shared_rows(part, rows) if isinstance(part, tuple) else part for part in key]
    return tuple(parts) if type(key) is tuple else type(key)(*parts)


def _own(arguments: Sequence[Any]) -> list[Any]:
    """The arguments, with a copy of each that may change."""
    return [deepcopy(each) if isinstance(each, list | dict | set | bytearray) else each for each in arguments]


def _issued(pair: Pair, operation: Operation) -> Hashable:
    """What the last step handed to later ones: what the model answered, unless nothing was to change."""
    value, error = pair.expected()
    return freeze_any(value if error is None and not operation.pure else None)


# --- changed code


class Trying(NamedTuple):
    """The steps that are to be tried: all that run a function, those of some operations, and those looked at.

    one_side   True if the model does what it did, so that the programs of a walk stay as they are
    """

    function: Function
    operations: Collection[str]
    looked_at: bool
    one_side: bool

    def means(self, operation: str, taken: Taken) -> bool:
        """True if the step is to be tried."""
        return self.function in taken.ran or operation in self.operations or (self.looked_at and taken.look.state)


def to_try(refinement: Refinement, mutant: Mutant) -> Trying | None:
    """The steps that may run what is changed; None if that is not known."""
    place = mutant.module, mutant.function
    if mutant.side == CLAIM:
        claim = claim_of(refinement, mutant)
        if claim is None or claim.step:
            return None
        return Trying(place, declared_by(refinement, claim.id), looked_at=True, one_side=False)
    if not is_within(mutant):
        return None
    looked_at = any(place in looked_at_by(refinement, side) for side in (IMPL, MODEL))
    return Trying(place, (), looked_at, one_side=mutant.side == IMPL)


def would_say(refinement: Refinement, walked: Walked, trying: Trying) -> Verdict | None:
    """What the walk would say; None if it must be made to know. The process has taken the change on."""
    if trying.function in walked.drawing:
        return None
    with watched(refinement):
        program = _first_unlike(refinement, walked, trying)
        if program is None:
            return Verdict(refinement.name, walk.NAME, walked.unit, "", Status.SAMPLED)
        failure = walk.run_again(refinement, walked.unit, walked.programs[program], SHORTENED)
    if failure is None or not failure.trace:
        return None
    return Verdict(
        refinement.name,
        walk.NAME,
        walked.unit,
        failure.claim,
        Status.FAILED,
        failure=failure,
        reason=failure.message,
    )


def _first_unlike(refinement: Refinement, walked: Walked, trying: Trying) -> int | None:
    """The number of a program in which some step comes to something else than it did; None if there is none."""
    subject = Subject(refinement, walk.configurations(refinement)[walked.unit])
    freeze, thaw = subject.both.freeze, subject.both.thaw
    pair = Pair(subject)
    if freeze(pair.model, pair.impl) != walked.new:
        return 0
    wanted = [
        (trying.function not in taken.ran, place, number, taken)
        for number, operation in enumerate(refinement.operations)
        for place, taken in enumerate(walked.steps.get(operation.name, ()))
        if trying.means(operation.name, taken)
    ]
    wanted.sort(key=itemgetter(0, 1, 2))  # those that run it before those that are looked at; all operations by turns
    programs = sorted({taken.program for *_, taken in wanted})
    if trying.one_side and len(wanted) * DEARER > sum(len(walked.programs[each]) for each in programs):
        return _first_broken(walked, subject, programs)
    for *_, number, taken in wanted:
        thaw(taken.before, pair.model, pair.impl)
        broken, _ = pair.run(number, _own(taken.arguments), taken.look)
        if (
            broken
            or _issued(pair, refinement.operations[number]) != taken.issued
            or freeze(pair.model, pair.impl) != taken.after
        ):
            return taken.program
    return None


def _first_broken(walked: Walked, subject: Subject, programs: Sequence[int]) -> int | None:
    """The number of the first of these programs that fails; None if none does."""
    tour = walk.Tour(subject, wide=walked.unit == walk.DEFAULT)
    return next((each for each in programs if tour.run(walked.programs[each])), None)
