"""Ask Z3, each in a context of its own: terms of the process are copied into it.

What Z3 finds within its units depends on the order in which the terms of a context were made. So here it depends on
nothing but what this one was given, in which order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from slotproof.engine.prove.solver.triggers import number

__all__ = ["First", "HasModelError"]


class HasModelError(Exception):
    """Something satisfies all of a question."""


class First:
    """A Z3 for formulas with quantifiers, by triggers alone; each assumption has a mark, so cores come free.

    Assumptions are never taken back, as Z3 crashes now and then if they are.

    questions     how many it was asked
    ended         whether its units ran out once: now and then it crashes if it is asked again
    """

    def __init__(self, denied: Sequence[Any] = (), mbqi: bool = False, seed: int = 0) -> None:
        """Begin with nothing assumed but what each question denies.

        Takes      mbqi, whether models are made for quantifiers; seed, another one tries other instances first
        """
        self._context = z3.Context()
        self._solver = z3.SimpleSolver(self._context)
        self._solver.set("auto_config", False)
        self._solver.set("mbqi", mbqi)
        self._solver.set("random_seed", seed)
        self._solver.set("unsat_core", True)
        self._solver.set("arith.enable_hnf", False)  # these cuts cost no units: at one it may go on for ever
        self._solver.add(*(each.translate(self._context) for each in denied))
        self._marks: dict[int, z3.BoolRef] = {}
        self._kept: list[Any] = []  # so that numbers stay their own
        self.questions = 0
        self.ended = False

    def core(self, given: Sequence[Any], units: int, denied: Sequence[Any] = ()) -> list[Any] | None:
        """Give the assumptions that Z3 needs to show that nothing satisfies all of these; None if it does not.

        Takes      denied, what this question alone denies

        Raises     HasModelError if something does
        """
        given = list({number(each): each for each in given}.values())
        marks = [self._mark(each) for each in given]
        asked = z3.Bool(f"denied@{self.questions}", self._context)
        self.questions += 1
        self._solver.set("rlimit", units)
        self._solver.add(*(z3.Implies(asked, each.translate(self._context)) for each in denied))
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
        key = number(formula)
        if key not in self._marks:
            self._kept.append(formula)
            self._marks[key] = mark = z3.Bool(f"given@{len(self._marks)}", self._context)
            self._solver.add(z3.Implies(mark, formula.translate(self._context)))
        return self._marks[key]
