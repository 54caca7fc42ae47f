"""Tell what follows from what: by what is written, by what was seen before, by Z3, and by cvc5 as a second opinion.

A goal counts as entailed if it is among the assumptions; or if both Z3 and cvc5 show that nothing satisfies the
assumptions that Z3 needed, and not the goal; or if both did so before, of no other assumptions. Z3 may be asked about
pieces of a goal; cvc5 is then asked about the goal as a whole, and if that is too much, about each piece. What cvc5
alone shows does not count: Z3 is asked again about the few assumptions that cvc5 needed, and has to see it of these.

All limits are units of the solvers, so that a busy machine changes no verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import USUAL, Budget, Doubt, unasked
from slotproof.engine.prove.solver.first import First, HasModelError, Terms
from slotproof.engine.prove.solver.memory import Formula, Memory
from slotproof.engine.prove.solver.pieces import FALSE, Goal, cases, condition_in, contrary, last_in, leaves, pieces
from slotproof.engine.prove.solver.second import HEARD, INSISTENT, PLAIN
from slotproof.engine.prove.solver.theory.ranks import RANKS
from slotproof.engine.prove.solver.theory.uses import FACTS, Use, use_of, useful
from slotproof.engine.prove.solver.triggers import number

__all__ = ["Budget", "Memory", "Solver"]

_FACT_NUMBERS: Final = frozenset(number(formula) for _, formula in (*FACTS, *RANKS))


_RENEW: Final = 60
"""Questions after which Z3 begins anew, so that it does not drag along what nobody asks about any more."""


class Solver:
    """Goals as a whole first, in one Z3 that keeps what paths share; each assumption has a mark, so cores come free.

    doubt         asked before one insists
    counts        how many goals went which way
    asking        the goal about which solvers are asked
    """

    def __init__(self, budget: Budget = USUAL, memory: Memory | None = None) -> None:
        self.budget = budget
        self.doubt: Doubt = unasked
        self.memory = Memory() if memory is None else memory
        self.counts: Counter[str] = Counter()
        self.asking: Formula = FALSE
        self._learned: list[Use] = []
        self._terms = Terms()
        self._z3 = First(self._terms)

    def learn(self, formulas: Sequence[Formula]) -> None:
        """Assume these from now on, and not what was learned before, where they are of use."""
        self.memory.keep(formulas)
        self._learned = [use_of(each) for each in formulas]

    # --- what may be asked

    def impossible(self, given: Sequence[Formula], insists: bool = False) -> bool:
        """Tell whether it is soon seen that nothing satisfies all of these; if not, the branch has to be followed.

        Takes      insists, whether quantified assumptions are looked at, too
        """
        self.counts["branches"] += 1
        given = [t.lift(each) for each in given]
        if not given:
            return False
        *before, last = given
        have = self._have(before)
        if any(number(t.neg(each)) in have for each in leaves(last)):
            self.counts["impossible literally"] += 1
            return True
        if self.memory.conjuncts(last) <= have:  # nothing new
            return False
        if self._seen(FALSE, have | self.memory.conjuncts(last)):
            self.counts["impossible seen"] += 1
            return True
        ground = [each for each in before if self.memory.is_ground(each)]
        self.memory.is_ground(last)
        self.asking = FALSE
        core = self._check([*self._facts([*ground, last]), *ground, last], [], self.budget.prune)
        if core is None and insists:
            core = self._check([*self._facts([*before, last]), *before, last], [], self.budget.follow)
        if core is None or self._confirmed(core, []) is None:
            return False
        self._remember(FALSE, core)
        self.counts["impossible"] += 1
        return True

    def entails(self, given: Sequence[Formula], goal: Formula, label: str, insists: bool = True) -> bool:
        """Tell whether a goal follows.

        Takes      label, what small states tell goals apart by; insists, False if another way is open if it is not soon
                   seen
        """
        self.counts["goals"] += 1
        given, goal = [t.lift(each) for each in given], t.lift(goal)
        have = self._have(given)
        if goal.eq(_TRUE) or all(number(each) in have for each in leaves(goal)):
            self.counts["literally"] += 1
            return True
        if self._seen(goal, have) or self._seen(FALSE, have):
            self.counts["seen"] += 1
            return True
        for each in (*given, goal):
            self.memory.is_ground(each)
        asked = Goal([*self._facts([*given, goal]), *given], have, goal)
        self.asking = goal
        try:
            good = self._follows(asked, insists)
        except HasModelError:
            self.counts["open"] += 1
            return False
        if good:
            self._remember(goal, [*asked.needed, *asked.more])
        return good

    # --- what is written, and what was seen before

    def _have(self, given: Sequence[Formula]) -> set[int]:
        """Give the numbers of all that is assumed, conjunct by conjunct."""
        return set().union(*map(self.memory.conjuncts, given), (number(formula) for formula, _, _ in self._learned))

    def _facts(self, formulas: Sequence[Formula]) -> list[Formula]:
        """Give the facts that can be of use to formulas."""
        return useful(frozenset[int]().union(*map(self.memory.opaque, formulas)), self._learned)

    def _seen(self, goal: Formula, have: set[int]) -> bool:
        """Tell whether a goal was shown before from nothing but what is assumed."""
        return any(core <= have for core in self.memory.cores.get(number(goal), ()))

    def _remember(self, goal: Formula, core: Sequence[Formula]) -> None:
        self.memory.keep([goal, *core])
        self.memory.cores.setdefault(number(goal), []).append(frozenset(map(number, core)) - _FACT_NUMBERS)

    # --- whole goals and pieces

    def _follows(self, asked: Goal, insists: bool) -> bool:
        """Show a goal as it stands, else each of its pieces."""
        denied = contrary(asked.goal)
        core = self._check(asked.given, denied, self.budget.whole, full=True)
        if core is not None and self._confirmed(core, denied) is not None:
            asked.shown.append((core, denied))
            self.counts["whole"] += 1
            return True
        for insist in (False, True)[: 1 + insists]:
            if insist and self.doubt():
                self.counts["open"] += 1
                return False
            asked.shown = []
            if all(self._piece(asked, more, part, insist) for more, part in pieces(asked.goal, self.memory)):
                return self._pieces_confirmed(asked, denied)
        if core is None:
            return False
        asked.shown = [(core, denied)]  # Z3 showed it, cvc5 does not soon
        return self._pieces_confirmed(asked, denied)

    def _pieces_confirmed(self, asked: Goal, denied: list[Formula]) -> bool:
        """Ask cvc5 about a goal that Z3 showed in pieces: as a whole, and if that is too much, about each piece."""
        if self._confirmed(asked.needed, denied) is not None:
            self.counts["cut"] += 1
            return True
        for core, piece in asked.shown:
            shown = self._confirmed(core, piece, asked.given)
            if shown is None:
                self.counts["unconfirmed"] += 1
                return False
            asked.more += shown
        self.counts["cut, confirmed piece by piece"] += 1
        return True

    def _piece(self, asked: Goal, more: list[Formula], part: Formula, insist: bool, depth: int = 0) -> bool:
        """Show a piece by Z3: of what it needed before, else of all, else cut; then by all means, if one insists."""
        self.counts["pieces"] += 1
        denied = [*more, *contrary(part)]
        if self._shown(asked, denied, "before", self._before(asked, denied)):
            return True
        if number(part) in asked.have or any(number(part) == number(each) for each in more):
            asked.shown.append(([each for each in asked.given if number(part) in self.memory.conjuncts(each)], denied))
            self.counts["piece literally"] += 1
            return True
        condition = condition_in([*more, part]) if depth < _DEPTH else None
        units = self.budget.piece if condition is None else self.budget.cut
        is_whole = not more and number(part) == number(asked.goal)  # as such it was asked already
        if not is_whole and self._shown(asked, denied, "first", self._check(asked.given, denied, units, full=True)):
            return True
        if condition is None and depth < _DEPTH:
            condition = last_in([*more, part])
        if condition is not None and depth == 0:
            core = self._fresh(asked.given, denied, self.budget.uncut, full=True)
            if self._shown(asked, denied, "uncut", core):
                return True
        if condition is not None:
            shown = len(asked.shown)
            below = cases(more, part, condition, self.memory)
            if all(self._piece(asked, others, piece, insist, depth + 1) for others, piece in below):
                self.counts["cases"] += 1
                return True
            del asked.shown[shown:]
            if depth:
                return False
        limit = self.budget.last if insist else self.budget.uncut
        for way, mbqi, seed in _WAYS if insist else _WAYS[: condition is None]:  # one that is cut was asked uncut
            core = self._fresh(asked.given, denied, limit, mbqi, full=True, seed=seed)
            if self._shown(asked, denied, way, core):
                return True
        hint = self.budget.insist if insist else self.budget.hint
        if self._shown(asked, denied, "hinted", self._hinted(asked.given, denied, hint)):
            return True
        if insist:
            self.counts["open"] += 1
        return False

    def _shown(self, asked: Goal, denied: list[Formula], way: str, core: list[Formula] | None) -> bool:
        """Note of a piece what it needed, if it was shown."""
        if core is None:
            return False
        self.counts[way] += 1
        asked.shown.append((core, denied))
        if way != "before":
            self.memory.keep([*core, *denied])
            self.memory.pieces.setdefault(frozenset(map(number, denied)), []).append(core)
        return True

    def _before(self, asked: Goal, denied: list[Formula]) -> list[Formula] | None:
        """Give what the same piece needed before, if that is assumed now.

        Cost       to ask anew is a third of `slotproof verify bitmask --operation positions --judge prove`, or more
        """
        cores = self.memory.pieces.get(frozenset(map(number, denied)), ())
        return next((core for core in cores if set(map(number, core)) - _FACT_NUMBERS <= asked.have), None)

    def _hinted(self, assumed: list[Formula], denied: list[Formula], limit: int) -> list[Formula] | None:
        """Ask cvc5 what a piece follows from, and Z3 whether it does."""
        few = self.memory.second.core(assumed, denied, limit)
        if few is None:
            return None
        for mbqi in (False, True):
            core = self._fresh(few, denied, self.budget.last, mbqi)
            if core is not None:
                return core
        self.counts["cvc5 alone"] += 1
        return None

    # --- Z3

    def _check(
        self, given: Sequence[Formula], denied: Sequence[Formula], units: int, full: bool = False
    ) -> list[Formula] | None:
        """Give the assumptions that Z3 needs to show that nothing satisfies all of these; None if it does not.

        Raises     HasModelError if something does, and `full` says that all assumptions were given
        """
        if self._z3.questions >= _RENEW or self._z3.ended:
            self._z3 = First(self._terms)
        return self._core(partial(self._z3.core, given, units, denied), full)

    def _fresh(
        self,
        given: Sequence[Formula],
        denied: Sequence[Formula],
        units: int,
        mbqi: bool = False,
        full: bool = False,
        seed: int = 0,
    ) -> list[Formula] | None:
        """Give the same, of a Z3 that knows of nothing else; another seed tries other instances first."""
        return self._core(partial(First(self._terms, denied, mbqi, seed).core, given, units), full)

    def _core(self, ask: Callable[[], list[Formula] | None], full: bool) -> list[Formula] | None:
        self.counts["z3"] += 1
        try:
            return ask()
        except HasModelError:
            if full:
                raise
            return None

    # --- cvc5

    def _confirmed(
        self, core: list[Formula], denied: list[Formula], given: list[Formula] | None = None
    ) -> list[Formula] | None:
        """Give the assumptions that nothing satisfies with what is denied, as cvc5, too, shows; None if it does not.

        Takes      given, all that was assumed, if cvc5 is to insist: by enumerating instances, with a larger limit,
                   and of all assumptions
        """
        if given is None:
            return core if self._asked([*core, *denied], self.budget.second, PLAIN) else None
        ways = (self.budget.second, PLAIN), *((self.budget.insist, way) for way in INSISTENT)
        tried = ((assumed, *way) for way in ways for assumed in (core, given))
        return next((known for known, limit, way in tried if self._asked([*known, *denied], limit, way)), None)

    def _asked(self, question: list[Formula], limit: int, way: str) -> bool:
        """Tell whether cvc5 refutes a question."""
        self.counts["second"] += 1
        refuted = self.memory.second.refutes(question, limit, way)
        for hear in HEARD if refuted else ():
            hear(question, self.asking)
        return refuted


_TRUE: Final = t.lift(True)

_WAYS: Final = ("fresh", False, 0), ("again", False, 1), ("models", True, 0)
"""Ways to ask a Z3 that knows of nothing else: their names, whether models are made for quantifiers, and seeds."""

_DEPTH: Final = 6
"""Conditions at which a piece is cut, one after the other."""
