"""Questions whose answer shows a theorem about words: one for each width, and each part of what the theorem says.

A question is whether some numbers lie on no path to its end, or on one where the theorem does not hold: so it covers
the forks as well. Of each path it asserts that the numbers take another branch somewhere, if all is as assumed until
there, or that they reach its end, and what the theorem says is false there. Nothing may satisfy that of all paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import z3

from slotproof.declare import Theorem
from slotproof.declare.verdict import Tick
from slotproof.engine.bitvectors.bits import Bits, in_words, parts_of, paths_of
from slotproof.engine.bitvectors.smtlib import commands_of

Way = Sequence[tuple[bool, z3.BoolRef]]

NO_WIDTH: Final = "; no width is declared"


def questions_of(theorem: Theorem, tick: Tick) -> list[str]:
    """Give each question of a theorem, once.

    Raises     Refuted where it does not hold, or says nothing
    """
    asked = []
    for place, widths in enumerate(theorem.widths):
        tick(place, len(theorem.widths), in_words(widths))
        asked += [question_about(paths_of(holds, widths)) for holds in parts_of(theorem)]
    return list(dict.fromkeys(asked)) or [NO_WIDTH]


def question_about(paths: Iterable[tuple[Bits, z3.BoolRef]]) -> str:
    """Give the question of one part at one width, from all paths and what the theorem says at their ends."""
    formulas = [escaped(bits.way, goal) for bits, goal in paths]
    return "\n".join(["(set-logic ALL)", *commands_of(formulas), "(check-sat)", ""])


def escaped(way: Way, goal: z3.BoolRef) -> z3.BoolRef:
    """Say that numbers leave a path at a fork, or reach its end against the goal."""
    found = z3.Not(goal)
    for decided, truth in reversed(way):
        found = z3.Or(z3.Not(truth), found) if decided else z3.And(truth, found)
    return found
