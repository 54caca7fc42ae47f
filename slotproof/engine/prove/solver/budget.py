"""How much solvers are asked, in their units."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Budget:
    """Limits in units: of Z3, but for the last two, which are of cvc5.

    prune     to see that a branch is impossible
    follow    to see that of a branch that the model did not take
    whole     for a goal as it stands
    cut       for a piece that can still be cut at a condition, and for few assumptions
    piece     for a piece that cannot
    uncut     for a piece in a solver of its own; of one that can be cut, before it is
    last      for a piece, in a solver of its own; and again with models for quantifiers, if all else failed
    second    for a second opinion
    hint      to be told what a piece follows from; before all else failed
    insist    for a second opinion, where that was not enough, in each of a few ways; and for hints, at last
    """

    prune: int = 15_000
    follow: int = 30_000
    whole: int = 60_000
    cut: int = 15_000
    piece: int = 60_000
    uncut: int = 400_000
    last: int = 8_000_000
    second: int = 40_000
    hint: int = 30_000
    insist: int = 200_000


USUAL: Final = Budget()

Doubt = Callable[[], bool]
"""Tells whether it is known that something goes wrong, so that all means are in vain; looks for it when it is asked."""


def unasked() -> bool:
    """Doubt nothing."""
    return False
