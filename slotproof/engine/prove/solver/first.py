"""Ask Z3, in a context of a proof's own: terms of the process are copied into it, each once.

What Z3 finds within its units depends on the order in which the terms of a context were made. So here it depends on
nothing but what this proof was given, in which order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import z3

from slotproof.engine.prove.solver.triggers import number, raw

__all__ = ["First", "HasModelError", "Terms"]

_MAIN: Final = z3.main_ctx().ref()
_translate, _mk_implies, _assert = map(raw, ("Z3_translate", "Z3_mk_implies", "Z3_solver_assert"))
_inc_ref = raw("Z3_inc_ref")


class HasModelError(Exception):
    """Something satisfies all of a question."""


class Terms:
    """A context, and what was copied into it: of each formula, the mark that stands for it, and that it follows.

    Cost       with a context for each Z3, `slotproof verify dense_map --operation erase_at --judge prove --force`
               takes a fifth longer, or more
    """

    def __init__(self) -> None:
        self.context = z3.Context()
        self._copied: dict[int, Any] = {}
        self._marked: dict[int, tuple[z3.BoolRef, Any]] = {}
        self._kept: list[Any] = []  # so that numbers stay their own
        self._questions = 0

    def copied(self, formula: Any) -> Any:
        """Give a formula of the process as one of this context: what its library takes."""
        key = number(formula)
        if key not in self._copied:
            self._kept.append(formula)
            self._copied[key] = self._held(_translate(_MAIN, formula.ast, self.context.ref()))
        return self._copied[key]

    def marked(self, formula: Any) -> tuple[z3.BoolRef, Any]:
        """Give the truth that stands for an assumption, and that the assumption follows from it."""
        key = number(formula)
        if key not in self._marked:
            mark = z3.Bool(f"given@{len(self._marked)}", self.context)
            self._marked[key] = mark, self.follows(mark, formula)
        return self._marked[key]

    def follows(self, mark: z3.BoolRef, formula: Any) -> Any:
        """Give that a formula follows from a truth."""
        return self._held(_mk_implies(self.context.ref(), mark.ast, self.copied(formula)))

    def question(self) -> z3.BoolRef:
        """Give a truth that stands for a question."""
        self._questions += 1
        return z3.Bool(f"denied@{self._questions}", self.context)

    def _held(self, ast: Any) -> Any:
        """Give a term that stays as long as the context does."""
        _inc_ref(self.context.ref(), ast)
        return ast


class First:
    """A Z3 for formulas with quantifiers, by triggers alone; each assumption has a mark, so cores come free.

    Assumptions are never taken back, as Z3 crashes now and then if they are. One that Z3 does not take is not
    assumed, of which nothing more follows.

    questions     how many it was asked
    ended         whether its units ran out once: now and then it crashes if it is asked again
    """

    def __init__(self, terms: Terms, denied: Sequence[Any] = (), mbqi: bool = False, seed: int = 0) -> None:
        """Begin with nothing assumed but what each question denies.

        Takes      mbqi, whether models are made for quantifiers; seed, another one tries other instances first
        """
        self._terms = terms
        self._context = terms.context.ref()
        self._solver = z3.SimpleSolver(terms.context)
        self._solver.set("auto_config", False)
        self._solver.set("mbqi", mbqi)
        self._solver.set("random_seed", seed)
        self._solver.set("unsat_core", True)
        self._solver.set("arith.enable_hnf", False)  # these cuts cost no units: at one it may go on for ever
        self._assumed: set[int] = set()
        for each in denied:
            self._assume(terms.copied(each))
        self.questions = 0
        self.ended = False

    def core(self, given: Sequence[Any], units: int, denied: Sequence[Any] = ()) -> list[Any] | None:
        """Give the assumptions that Z3 needs to show that nothing satisfies all of these; None if it does not.

        Takes      denied, what this question alone denies

        Raises     HasModelError if something does
        """
        given = list({number(each): each for each in given}.values())
        marks = [self._mark(each) for each in given]
        asked = self._terms.question()
        self.questions += 1
        self._solver.set("rlimit", units)
        for each in denied:
            self._assume(self._terms.follows(asked, each))
        try:
            answer = self._solver.check(*marks, asked)
            if answer == z3.sat:
                raise HasModelError
            if answer == z3.unknown:
                self.ended = self._solver.reason_unknown() == "canceled"
                return None
            needed = set(map(number, self._solver.unsat_core()))
        finally:
            self._solver.add(z3.Not(asked))
        return [each for mark, each in zip(marks, given, strict=True) if number(mark) in needed]

    def _mark(self, formula: Any) -> z3.BoolRef:
        """Give the truth that stands for an assumption, which is assumed if it is true."""
        mark, follows = self._terms.marked(formula)
        if number(mark) not in self._assumed:
            self._assumed.add(number(mark))
            self._assume(follows)
        return mark

    def _assume(self, ast: Any) -> None:
        _assert(self._context, self._solver.solver, ast)
