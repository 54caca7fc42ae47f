"""One path through a method: what was decided on the way, what is assumed, and what must be proved.

A path is explored by running the method again with the decisions of a prefix; each new decision with two possible
answers leaves the other answer for later. Obligations that an earlier run of the same prefix met are not met again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from slotproof.proofs.engine.entailments import Entailment, Entailments, show
from slotproof.proofs.engine.hints import digest
from slotproof.proofs.engine.inline import in_words
from slotproof.proofs.engine.memory import Memory
from slotproof.proofs.engine.smtlib import units_of
from slotproof.proofs.engine.solvers import (
    EXACT_FEASIBILITY_UNITS,
    EXACT_UNITS,
    FEASIBILITY_UNITS,
    ask_again,
    new_solver,
)
from slotproof.proofs.engine.terms import (
    assert_in,
    conjunction,
    implication,
    is_false,
    is_true,
    kind_of,
    negation,
    number_of,
)

MOST_DECISIONS: Final = 200
"""Decisions on one path of a bounded run, where loops go round."""

MOST_QUESTIONS: Final = 20_000
"""Conditions that one path meets, those that need no decision included."""

MOST_SMALL_QUESTIONS: Final = 600
"""The same on a path of a bounded run."""


class PathEnd(Exception):
    """The path ends here: the rest is another path's concern."""


class Infeasible(PathEnd):
    """No state takes this path."""


class Refuted(PathEnd):
    """An obligation did not hold; what comes after it on this path would mean nothing."""


class NotSupported(Exception):
    """The method does something the stand-ins cannot follow; the path knows it, whoever catches it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        if _current:
            _current[-1].unsupported = _current[-1].unsupported or reason


class OfEach(Exception):
    """On a bounded path something about any index is asked that is for each of the few there are by itself.

    That is what is supposed on the way, and what is spelled out itself: of a known index in fewer words.
    """


class Unending(NotSupported):
    """A loop goes round and round."""


@dataclass
class Obligation:
    """Something that must hold at a point of a path."""

    claim: str  # the claim it belongs to, or "" for the operation's own
    what: str
    goal: z3.BoolRef
    assumptions: list[z3.BoolRef]
    decisions: tuple[bool, ...]
    z3_verdict: str = ""
    cvc5_verdict: str = ""
    model: Any = None
    shown_by: Entailment | None = None


@dataclass
class Tally:
    """Array cells of the implementation read and written since it was last reset."""

    reads: int = 0
    writes: int = 0


@dataclass
class Path:
    """The state of one run.

    bound    None for any size; otherwise containers have at most that many elements, quantifiers are spelled out and
             loops go round, so that a solver's model is a concrete counterexample
    obliging   false to take every obligation for granted
    concrete   everything is a constant: decisions need no solver, and one that would is an error
    opaque     products and quotients of unknown numbers are functions of which only lemmas are known
    """

    prefix: tuple[bool, ...]
    base: list[z3.BoolRef]
    bound: int | None = None
    concrete: bool = False
    opaque: bool = False
    obliging: bool = True
    taken: list[bool] = field(default_factory=list)
    pending: list[tuple[bool, ...]] = field(default_factory=list)
    assumptions: list[z3.BoolRef] = field(default_factory=list)
    assumed: set[int] = field(default_factory=set)  # the numbers of the assumptions
    hashed: dict[int, z3.BoolRef] = field(default_factory=dict)  # the assumptions by their hashes, for hints
    digest: int = 0  # of all assumptions, in order
    entailments: Entailments = field(default_factory=Entailments)  # one for all paths of a proof
    obligations: list[Obligation] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    counting: bool = True  # not while the model runs
    rounds: dict[str, Tally] = field(default_factory=dict)
    tracked: list[Any] = field(default_factory=list)
    claiming: int = 0
    readings: list[z3.BoolRef] | None = None  # that what a claim reads is there, while that is gathered
    making: bool = False  # the stand-in of an argument
    supposing: bool = False  # the invariant of a loop is what is known, and no obligation
    depth: int = 0
    of_any: bool = False  # while a bounded path asks what is said of any index
    names: dict[str, int] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)  # one for all paths of a proof
    known: dict[int, bool] = field(default_factory=dict)  # number of a formula, which the memory keeps -> its truth
    decisions: int = 0
    questions: int = 0  # how often a truth was asked for
    uncounted: set[str] = field(default_factory=set)  # what was called and says nothing of its cost
    learned: set[str] = field(default_factory=set)  # names of lemmas
    tables: set[str] = field(default_factory=set)  # functions whose values a bounded run has written down
    unsupported: str = ""  # what could not be followed
    made_with: dict[str, Any] = field(default_factory=dict)  # inner container -> what its model's code is run by
    presumed: set[str] = field(default_factory=set)  # what a machine is taken to have room for
    rested: set[str] = field(default_factory=set)  # containers and their operations, and theorems, taken as proved

    def __post_init__(self) -> None:
        self._solver = new_solver(exact=self.bound is not None)
        self._told = 0
        self._units_before = units_of(self._solver)
        for formula in self.base:
            self.assume(formula)

    @property
    def solver(self) -> z3.Solver:
        """The solver of this path, which knows all that is assumed; it is told when it is asked."""
        for formula in self.assumptions[self._told :]:
            assert_in(self._solver, formula)
        self._told = len(self.assumptions)
        return self._solver

    @property
    def units(self) -> int:
        """The resource units that Z3 took on this path, for branches and obligations."""
        return units_of(self._solver) - self._units_before

    def name(self, stem: str) -> str:
        """A name no other symbol of this path has; the same on every run of the same prefix.

        Raises     NotSupported while a variable is bound: the symbol would be one for all that the variable stands for
        """
        if self.depth:
            raise NotSupported(f"`{stem}` within a quantifier would be one for all indices: write `exists`")
        number = self.names.get(stem, 0)
        self.names[stem] = number + 1
        return f"{stem}!{number}" if number else stem

    @contextmanager
    def bound_variable(self) -> Iterator[z3.ArithRef]:
        """A variable to quantify over; the name depends on the depth only, so that equal formulas are one term."""
        self.depth += 1
        known = len(self.readings or ())
        variable = z3.Int(f"bound@{self.depth}")
        try:
            yield variable
        finally:
            self.depth -= 1
            if self.readings is not None:
                self.readings[known:] = [z3.ForAll([variable], each) for each in self.readings[known:]]

    @contextmanager
    def given(self, premise: Callable[[], z3.BoolRef]) -> Iterator[None]:
        """Read something where a premise holds, and nowhere else."""
        known = len(self.readings or ())
        yield
        if self.readings is not None and len(self.readings) > known:
            self.readings[known:] = [implication(premise(), each) for each in self.readings[known:]]

    @contextmanager
    def gathering(self) -> Iterator[list[z3.BoolRef]]:
        """Gather what must hold so that all that is read is there."""
        gathered: list[z3.BoolRef] = []
        self.readings = gathered
        try:
            yield gathered
        finally:
            self.readings = None

    def read(self, there: Callable[[], z3.BoolRef]) -> None:
        """Note that a claim reads something, which it may if that is there."""
        if self.readings is not None:
            self.readings.append(there())

    def assume(self, formula: z3.BoolRef) -> None:
        """Take a formula for granted from here on.

        Raises     OfEach while it is asked what is said of any index
        """
        if self.of_any:
            raise OfEach
        self.assumptions.append(formula)
        self.assumed.add(number_of(formula))
        taken_up = self.memory.assumed(formula)
        if self.bound is None:
            self.hashed[taken_up.hash] = formula
            self.digest = digest(self.digest, taken_up.hash)
        self.known.update(taken_up.truths)

    def ask(self, condition: z3.BoolRef) -> bool:
        """Which way the path goes where code asks for a truth."""
        if self.making:
            raise NotSupported("a stand-in asked for the truth of a formula: let `make` alone tell values apart")
        return self.decide(condition)

    def decide(self, condition: z3.BoolRef) -> bool:
        """Which way the path goes at a condition."""
        if self.claiming:
            raise NotSupported("a claim asked for the truth of a formula: write conj, disj, implies, negate, contains")
        self.questions += 1
        if self.questions > (MOST_QUESTIONS if self.bound is None else MOST_SMALL_QUESTIONS):
            raise Unending("a loop that does not seem to end")
        condition = self.memory.simplified(condition)
        if is_true(condition):
            return True
        if is_false(condition):
            return False
        if self.concrete:
            raise NotSupported(f"a constant run met an open condition: {condition}")
        known = self._look_up(condition)
        if known is not None:
            return known
        if self.bound is not None and len(self.taken) > MOST_DECISIONS:
            raise Unending("a loop that does not seem to end")
        position = len(self.taken)
        choice = self.prefix[position] if position < len(self.prefix) else self._choose(condition)
        self.taken.append(choice)
        self.assume(condition if choice else negation(condition))
        return choice

    def _look_up(self, condition: z3.BoolRef) -> bool | None:
        number, plainly = self.memory.literal(condition)
        known = self.known.get(number)
        return None if known is None else known is plainly

    def _choose(self, condition: z3.BoolRef) -> bool:
        """Take the only possible answer, or `True` and leave `False` for later.

        That an answer is impossible is an obligation like any other, so both solvers must agree.
        """
        self.decisions += 1
        contrary = negation(condition)
        if (never := self._impossible(condition)) is not None:
            if (neither := self._impossible(contrary)) is not None:
                nothing = Entailment(z3.BoolVal(False), (*never.assumptions, *neither.assumptions))
                self._record_impossible("no state takes this path", nothing)
                raise Infeasible
            self._record_impossible("this branch is never taken", never)
            return False
        if (always := self._impossible(contrary)) is not None:
            self._record_impossible("the other branch is never taken", always)
            return True
        self.pending.append((*self.taken, False))
        return True

    def _impossible(self, condition: z3.BoolRef) -> Entailment | None:
        """Why a condition cannot be, if it is seen soon."""
        goal = negation(condition)
        if self.bound is not None:
            return Entailment(goal, tuple(self.assumptions)) if self._excludes(condition) else None
        question = digest(self.digest, goal.hash())
        if self.entailments.is_open(question):
            return None
        known = self._known(goal)
        if known is not None:
            return known
        if not self._excludes(condition):
            self.entailments.left_open.add(question)
            return None
        nearly = self.entailments.nearly(goal, self.hashed)
        if nearly is not None:
            return nearly
        shown = show(self.assumptions, goal, self.entailments.patient)[1]
        return self.entailments.add(shown or Entailment(goal, tuple(self.assumptions)))

    def _excludes(self, condition: z3.BoolRef) -> bool:
        """True if the solver sees soon that a condition cannot be."""
        self.solver.set("rlimit", FEASIBILITY_UNITS if self.bound is None else EXACT_FEASIBILITY_UNITS)
        self.solver.push()
        self.solver.add(condition)
        verdict = self.solver.check()
        self.solver.pop()
        return bool(verdict == z3.unsat)

    def _known(self, goal: z3.BoolRef) -> Entailment | None:
        """Why a goal follows, if another path showed it, or a hint tells of what."""
        return self.entailments.find(goal, self.assumed) or self.entailments.again(goal, self.hashed)

    def example(self) -> Any:
        """A model of what is assumed so far, or None if the solver finds none."""
        self.solver.set("rlimit", EXACT_UNITS)
        return self.solver.model() if self.solver.check() == z3.sat else None

    def _record_impossible(self, what: str, why: Entailment) -> None:
        obligation = Obligation("", what, why.goal, list(self.assumptions), tuple(self.taken), "unsat", shown_by=why)
        self.obligations.append(obligation)

    @property
    def granting(self) -> bool:
        """True while every obligation is taken as done, so that its goal need not even be made."""
        return not self.concrete and (len(self.taken) < len(self.prefix) or not self.obliging)

    def require(self, goal: z3.BoolRef, what: str, claim: str = "") -> bool:
        """Prove that the goal holds here; an obligation met by an earlier run of the same prefix is taken as done."""
        goal = self.memory.simplified(goal)
        if is_true(goal):
            return True
        if self.granting or self.concrete:
            if self.concrete and is_false(goal):
                raise Refuted(what)
            return True
        if self._look_up(goal) is True:
            return True
        parts = conjuncts(goal)
        if self.bound is None and len(parts) > 1:  # solvers lose their way in one that says much
            return all(self.require(part, what, claim) for part in parts)
        obligation = Obligation(claim, what, goal, list(self.assumptions), tuple(self.taken))
        if self.bound is None:
            self._discharge(obligation)
        else:
            self._look_for_model(obligation)
        self.obligations.append(obligation)
        if obligation.z3_verdict != "unsat" and self.bound is None:
            raise Refuted(what)  # one open obligation is enough; the rest would only take time
        return obligation.z3_verdict == "unsat"

    def _discharge(self, obligation: Obligation) -> None:
        """Z3's verdict, and what shows the goal: an earlier path may have, from what is assumed here, too."""
        obligation.shown_by = self._known(obligation.goal) or self.entailments.nearly(obligation.goal, self.hashed)
        obligation.z3_verdict = "unsat"
        if obligation.shown_by is None:
            verdict, obligation.shown_by = self.entailments.show(obligation.assumptions, obligation.goal)
            obligation.z3_verdict = verdict

    def _look_for_model(self, obligation: Obligation) -> None:
        """A bounded run wants to know where the goal does not hold."""
        self.solver.set("rlimit", EXACT_UNITS)
        self.solver.push()
        self.solver.add(negation(obligation.goal))
        obligation.z3_verdict = str(self.solver.check())
        if obligation.z3_verdict == "sat":
            obligation.model = self.solver.model()
        self.solver.pop()

    def learn(self, lemmas: tuple[Any, ...], shown_with: str = "") -> None:
        """Take lemmas as known; the first path obliges them, each from its own assumptions alone.

        Takes      shown_with, whose proof obliges them, if it is not this one: this one rests on that
        """
        if self.bound is not None or self.concrete:
            return
        self.opaque = bool(lemmas)
        if lemmas and shown_with:
            self.rested.add(shown_with)
        for lemma in lemmas:
            if self.obliging and not (self.prefix or shown_with):
                self.obligations += [_shown(step) for step in lemma.all_steps()]
            self.learned.add(lemma.name)
            self.assume(lemma.known)

    def must(self, goal: z3.BoolRef, what: str, claim: str = "") -> None:
        """Prove the goal, or end the path: what follows would mean nothing without it."""
        goal = self.memory.simplified(goal)
        if not self.require(goal, what, claim) or is_false(goal):
            raise Refuted(what)  # also where obligations are granted: this one cannot be
        self.assume(goal)


def conjuncts(goal: z3.BoolRef) -> list[z3.BoolRef]:
    """What a simplified goal says that all must hold."""
    kind = kind_of(goal)
    if kind == z3.Z3_OP_AND:
        return list(goal.children())
    if kind == z3.Z3_OP_NOT and kind_of(goal.arg(0)) == z3.Z3_OP_OR:
        return [negation(part) for part in goal.arg(0).children()]
    return [goal]


_steps: dict[tuple[str, str], Obligation] = {}  # of lemmas, as this process has shown them


def _shown(step: Any) -> Obligation:
    """The obligation of a step of a lemma, which rests on nothing else, so that once in a process is enough."""
    goal = implication(conjunction(*step.assumptions), step.goal) if step.assumptions else step.goal
    key = (step.what, goal.sexpr())
    if key not in _steps:
        _steps[key] = Obligation("", step.what, goal, [], (), z3_verdict=ask_again([], goal))
    return _steps[key]


_current: list[Path] = []


def current() -> Path:
    """The path that is being run."""
    if not _current:
        raise NotSupported("a stand-in was used outside a path")
    return _current[-1]


def presume(what: str) -> None:
    """Note what a machine is taken to have room for, on the path that is being run, if one is."""
    if _current:
        _current[-1].presumed.add(what)


def is_running() -> bool:
    """True while a path is being run, so that states may be symbolic."""
    return bool(_current)


def text_of(term: z3.ExprRef) -> str:
    """What a term looks like, made once for all paths of a proof; of a bounded run nobody reads it."""
    if not _current:
        return str(term)
    return _current[-1].memory.text(term) if _current[-1].bound is None else "?"


def is_opaque() -> bool:
    """True if products and quotients are opaque; outside of paths they are not."""
    return bool(_current) and _current[-1].opaque


@contextmanager
def running(path: Path) -> Iterator[Path]:
    """Make the path the current one, of which claims are asked in words."""
    _current.append(path)
    try:
        with in_words():
            yield path
    finally:
        _current.pop()


@contextmanager
def claims() -> Iterator[None]:
    """Read state for a claim: nothing is counted, no index is an obligation, and no truth value is asked for."""
    path = current()
    path.claiming += 1
    try:
        yield
    finally:
        path.claiming -= 1
