"""Keep what was found out about formulas, and what follows from what, from operation to operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import z3

from slotproof.engine.prove.solver.second import Second
from slotproof.engine.prove.solver.theory.uses import opaque_functions
from slotproof.engine.prove.solver.triggers import children, is_computed, is_quantifier, kind, number, parts

Formula = Any
T = TypeVar("T")


class Memory:
    """What is kept from operation to operation: an entailment holds wherever its formulas stand.

    Solvers of one process may share it. Formulas go by their numbers here, so each is kept.
    """

    def __init__(self) -> None:
        self.second = Second()
        self.cores: dict[int, list[frozenset[int]]] = {}  # by number of the goal, what both solvers showed it of
        self.pieces: dict[frozenset[int], list[list[Formula]]] = {}  # by numbers of what is denied, what Z3 needed
        self._ground: dict[int, bool] = {}
        self._opaque: dict[int, frozenset[int]] = {}
        self._conjuncts: dict[int, frozenset[int]] = {}
        self._witnesses: dict[int, list[Any]] = {}
        self._kept: dict[int, Formula] = {}

    def keep(self, formulas: Sequence[Formula]) -> None:
        """Keep formulas, so that their numbers stay their own."""
        for formula in formulas:
            self._kept.setdefault(number(formula), formula)

    def _once(self, known: dict[int, T], formula: Formula, found_out: Callable[[Formula], T]) -> T:
        """Give what is known of a formula, which is found out once."""
        key = number(formula)
        if key not in known:
            self.keep([formula])
            known[key] = found_out(formula)
        return known[key]

    def is_ground(self, formula: Formula) -> bool:
        """Tell whether there is no quantifier in a formula.

        Raises     TypeError if there is a computed array in it, which no solver is given
        """
        return self._once(self._ground, formula, _is_ground)

    def opaque(self, formula: Formula) -> frozenset[int]:
        """Give the numbers of the opaque functions in a formula."""
        return self._once(self._opaque, formula, opaque_functions)

    def conjuncts(self, formula: Formula) -> frozenset[int]:
        """Give the numbers of a formula and, if it is a conjunction, of its parts."""
        return self._once(self._conjuncts, formula, self._parts_of)

    def _parts_of(self, formula: Formula) -> frozenset[int]:
        below = children(formula) if kind(formula) == z3.Z3_OP_AND else []
        return frozenset((number(formula),)).union(*map(self.conjuncts, below))

    def witnesses(self, goal: Formula) -> list[Any]:
        """Name values of which a quantified goal may be false: the same for the same goal, so that pieces are equal."""
        key = number(goal)
        if key not in self._witnesses:
            self.keep([goal])
            names = [f"any@{len(self._witnesses)}.{place}" for place in range(goal.num_vars())]
            self._witnesses[key] = [z3.Const(name, goal.var_sort(place)) for place, name in enumerate(names)]
        return self._witnesses[key]


def _is_ground(formula: Formula) -> bool:
    inside = [part for part in parts(formula) if is_quantifier(part)]
    if any(map(is_computed, inside)):
        raise TypeError("a solver is given a computed array as a whole")
    return not inside
