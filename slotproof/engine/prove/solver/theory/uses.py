"""Choose the facts that solvers may assume in a question: those that there is a use for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import z3

from slotproof.engine.prove.solver.theory.facts import OF_NUMBERS
from slotproof.engine.prove.solver.theory.ranks import RANKS
from slotproof.engine.prove.solver.theory.shifts import OF_SHIFTS
from slotproof.engine.prove.solver.triggers import kind, number, parts

ALL: Final = (*OF_NUMBERS, *OF_SHIFTS)

FACTS: Final[Sequence[tuple[str, z3.BoolRef]]] = tuple((fact.name, fact.formula) for fact in ALL)
"""What solvers may assume in each question, by name."""

Use = tuple[z3.BoolRef, list[frozenset[int]], frozenset[int]]
"""A formula, for each of its triggers the opaque functions in it, and all that are in the formula."""


def opaque_functions(term: z3.ExprRef) -> frozenset[int]:
    """Find the opaque functions in a term, by their numbers."""
    applied = (part.decl() for part in parts(term) if kind(part) == z3.Z3_OP_UNINTERPRETED and part.num_args())
    return frozenset(map(number, applied))


def use_of(formula: z3.BoolRef) -> Use:
    """Tell where there is a use for a formula."""
    patterns = [formula.pattern(place).children() for place in range(formula.num_patterns())]
    triggers = [frozenset[int]().union(*map(opaque_functions, pattern)) for pattern in patterns]
    return formula, triggers or [frozenset()], opaque_functions(formula)


_USES: Final = [use_of(formula) for _, formula in (*FACTS, *RANKS)]


def useful(functions: frozenset[int], more: Sequence[Use] = ()) -> list[z3.BoolRef]:
    """Choose the facts of use where these opaque functions stand: those that are met, and what they lead to.

    Takes      more, other formulas that may be assumed
    """
    chosen: set[int] = set()
    before = -1
    while before < len(chosen):
        before = len(chosen)
        for formula, triggers, within in (*_USES, *more):
            if any(trigger <= functions for trigger in triggers):
                chosen.add(number(formula))
                functions |= within
    return [formula for formula, _, _ in (*_USES, *more) if number(formula) in chosen]
