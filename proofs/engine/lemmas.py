"""Formulas that a proof may use everywhere, each with the obligations that show it.

Those of the project's own modules may have steps from definitions of symbols, and be such definitions. A lemma that is
declared elsewhere is shown from nothing: its steps assume nothing, and it follows from their goals.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import z3
from z3 import z3util

from slotproof.proofs.engine.path import NotSupported


@dataclass(frozen=True)
class Step:
    """An obligation of a lemma: the goal follows from the assumptions, and from nothing else."""

    what: str
    goal: Any
    assumptions: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Lemma:
    """A formula that each path may use, and the obligations that show it; a definition has none.

    made    makes more of them, which take too long to make where nobody asks
    """

    name: str
    known: Any
    steps: tuple[Step, ...] = ()
    made: Callable[[], tuple[Step, ...]] | None = None

    def all_steps(self) -> tuple[Step, ...]:
        """All obligations that show it.

        Raises     NotSupported if it is no lemma of the project's own, and a step of it assumes something
        """
        steps = (*self.steps, *(() if self.made is None else self.made()))
        if _is_own(self):
            return steps
        for step in steps:
            if step.assumptions:
                raise NotSupported(f"lemma {self.name!r}: step {step.what!r} assumes what nothing shows; leave it out")
        goals = tuple(_closed(step.goal) for step in steps)
        return (*steps, Step(f"lemma {self.name!r} follows from the goals of its steps", self.known, goals))


def _closed(goal: Any) -> Any:
    """The goal, of anything that its constants stand for."""
    free = z3util.get_vars(goal)
    return z3.ForAll(free, goal) if free else goal


def _is_own(lemma: Lemma) -> bool:
    """True if a module of the project holds it, by itself or in a tuple."""
    held = [each for name, module in sys.modules.items() if name.startswith(_OWN) for each in vars(module).values()]
    return any(lemma is each or (type(each) is tuple and any(lemma is one for one in each)) for each in held)


_OWN: Final = f"{__name__.split('.', 1)[0]}.proofs."


def by_induction(
    name: str,
    over: tuple[Any, ...],
    holds: Callable[[Any], Any],
    given: Callable[[Any], tuple[Any, ...]],
    patterns: Callable[[Any], list[Any]],
) -> Lemma:
    """The lemma that `holds(n)` is true for every n from 0 up.

    Takes      over, constants that stand for anything; given, (n) -> instances of definitions that the step from n uses
    """
    n = z3.Int("induction_n")
    return Lemma(
        name,
        z3.ForAll([*over, n], z3.Implies(n >= 0, holds(n)), patterns=patterns(n)),
        (
            Step(f"lemma: {name}, for 0", holds(z3.IntVal(0)), given(z3.IntVal(0))),
            Step(f"lemma: {name}, for n + 1 if for n", holds(n + 1), (n >= 0, holds(n), *given(n))),
        ),
    )
