"""Formulas that a proof may use everywhere, each with the obligations that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3


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
        """All obligations that show it."""
        return (*self.steps, *(() if self.made is None else self.made()))


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
