"""What follows from what: a goal that one path showed is shown on each path that assumes as much.

Paths of one operation meet the same goals, for most of what they do is the same; and of the hundred things that a path
assumes, a goal follows from a few. Z3 tells from which. A path that assumes these, too, need not ask again, and cvc5
is asked about these alone, once for all paths.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

import z3

from slotproof.proofs.engine.hints import NONE, Hints
from slotproof.proofs.engine.smtlib import CVC5_UNITS
from slotproof.proofs.engine.solvers import PROOF_UNITS, core, insist, new_solver
from slotproof.proofs.engine.terms import assert_in, check_under, implication, negation, number_of


@dataclass(eq=False)
class Entailment:
    """A goal and what it follows from, as Z3 said; and what cvc5 says of it, once it was asked.

    ways        the places of the strategies that showed the pieces of the goal; none if Z3 saw it at once
    """

    goal: z3.BoolRef
    assumptions: tuple[z3.BoolRef, ...]
    ways: tuple[int, ...] = ()
    cvc5_verdict: str = ""

    @cached_property
    def numbers(self) -> set[int]:
        """The numbers of the assumptions, which are theirs as long as they are kept."""
        return {number_of(each) for each in self.assumptions}


Doubt = Callable[[], bool] | None
"""Asked when Z3 gives up on an obligation for the first time: True to leave it open, and not to ask in other ways."""


@dataclass
class Entailments:
    """What the paths of one operation showed, and what goals followed from at other times.

    doubt     asked when Z3 gives up on an obligation for the first time, and is not soon helped: True to leave it open
    patient   what Z3 gives up on is asked in other ways; not before the doubt, if there is one, has been answered
    """

    hints: Hints = NONE
    doubt: Doubt = None
    patient: bool = field(init=False)
    left_open: set[int] = field(default_factory=set)  # digests of questions
    _shown: defaultdict[int, list[Entailment]] = field(default_factory=lambda: defaultdict(list))  # by number of goal

    def __post_init__(self) -> None:
        self.patient = self.doubt is None

    def show(self, assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef) -> tuple[str, Entailment | None]:
        """What Z3 says of an obligation, and if the goal follows, what from; noted."""
        doubt = None if self.patient else self.doubt
        verdict, shown = show(assumptions, goal, self.patient)
        if verdict == "unknown" and doubt is not None:
            verdict, shown = show_few(assumptions, goal, SOON)
            self.patient = shown is not None or not doubt()
            if shown is None and self.patient:
                verdict, shown = show_otherwise(assumptions, goal, SOON)
        return verdict, None if shown is None else self.add(shown)

    def find(self, goal: z3.BoolRef, assumed: set[int]) -> Entailment | None:
        """Why a goal follows from the formulas of these numbers; None if no path has shown it of them."""
        shown = self._shown.get(number_of(goal), ())
        return next((each for each in shown if each.numbers <= assumed), None)

    def add(self, entailment: Entailment) -> Entailment:
        """Note what was shown."""
        self._shown[number_of(entailment.goal)].append(entailment)
        return entailment

    def is_open(self, question: int) -> bool:
        """True if of a question with this digest, asked at another time, the goal was not seen to follow soon."""
        found = question in self.hints.left_open
        if found:
            self.left_open.add(question)
        return found

    def nearly(self, goal: z3.BoolRef, assumed: Mapping[int, z3.BoolRef]) -> Entailment | None:
        """Why a goal follows now from what is left of what a hint names, and what is new since; None if not so."""
        for hint, few in self.hints.near(goal, assumed):
            if _follows(few, goal, hint.ways, patient=False):
                return self.add(Entailment(goal, tuple(few), hint.ways))
        return None

    def again(self, goal: z3.BoolRef, assumed: Mapping[int, z3.BoolRef]) -> Entailment | None:
        """Why a goal follows now, as it did when hints were recorded, from formulas of these hashes; None if not so."""
        for hint, few in self.hints.of(goal, assumed):
            if _follows(few, goal, hint.ways, patient=True):
                return self.add(Entailment(goal, tuple(few), hint.ways))
        return None


def _follows(few: Sequence[z3.BoolRef], goal: z3.BoolRef, ways: Sequence[int], patient: bool) -> bool:
    """True if Z3 sees it at once, or of each piece in the way that a hint names for it, or in another if it may."""
    if ways:
        return insist(few, goal, ways, patient)[0] == "unsat"
    solver = new_solver()
    solver.set("rlimit", PROOF_UNITS)
    for formula in (*few, negation(goal)):
        assert_in(solver, formula)
    return bool(solver.check() == z3.unsat)


# --- what a goal follows from


def show(assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef, patient: bool = True) -> tuple[str, Entailment | None]:
    """What Z3 says of an obligation; if the goal follows, what from.

    Where Z3 gives up, cvc5 gives it a hint, what the goal follows from: of so few assumptions Z3 sees in short what it
    does not see of all. It is no second opinion: that is asked for of what Z3 showed.

    Takes      patient, False to leave it at what Z3 says first
    """
    verdict, needed = _ask_for_core(assumptions, goal)
    if verdict == "unsat":
        return verdict, Entailment(goal, tuple(assumptions[place] for place in needed))
    return (verdict, None) if verdict != "unknown" or not patient else show_otherwise(assumptions, goal)


def show_otherwise(
    assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef, after: int = 0
) -> tuple[str, Entailment | None]:
    """The same of an obligation that Z3 gave up on, asked in all other ways.

    Takes      after, units in which cvc5 gave no hint when it was asked before
    """
    if after < HINT_UNITS:
        verdict, shown = show_few(assumptions, goal, HINT_UNITS)
        if shown is not None:
            return verdict, shown
    verdict, ways = insist(assumptions, goal)
    return verdict, Entailment(goal, tuple(assumptions), ways) if verdict == "unsat" else None


SOON: Final = 45_000
"""Resource units after which cvc5 has told of most obligations what they follow from, if it does at all."""

HINT_UNITS: Final = CVC5_UNITS
"""Resource units for a hint; without one Z3 is asked in all ways, and shows nearly as much."""


def show_few(assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef, units: int) -> tuple[str, Entailment | None]:
    """The same, if cvc5 tells in so many units what the goal follows from, and Z3 sees it of that."""
    hint, few = core(assumptions, goal, units)
    if hint == "unsat":
        verdict, ways = insist(few, goal)
        if verdict == "unsat":
            return verdict, Entailment(goal, tuple(few), ways)
    return "unknown", None


def _ask_for_core(assumptions: Sequence[z3.BoolRef], goal: z3.BoolRef) -> tuple[str, list[int]]:
    """What a new Z3 says, and the places of the assumptions that it needed.

    Each is assumed under a name. Z3 now and then crashes if a solver is asked so again; this one is asked once.
    """
    solver = new_solver()
    solver.set("rlimit", PROOF_UNITS)
    names = [_name(place) for place in range(len(assumptions))]
    for name, formula in zip(names, assumptions, strict=True):
        assert_in(solver, implication(name, formula))
    assert_in(solver, negation(goal))
    verdict = check_under(solver, names)
    needed = solver.unsat_core() if verdict == "unsat" else ()
    return verdict, sorted(int(name.decl().name().removeprefix(_NAME)) for name in needed)


_NAME: Final = "assumption@"


@cache
def _name(place: int) -> z3.BoolRef:
    return z3.Bool(f"{_NAME}{place}")
