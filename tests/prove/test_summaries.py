"""Facts of a theorem are used of the arguments that it is about, and of no others."""

from __future__ import annotations

import ast

import pytest

from slotproof.engine.prove.containers.summaries import shown_for
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver

from . import worded

NODE = ast.parse("given").body[0]


@pytest.mark.parametrize(
    ("word", "low", "seven", "is_shown"),
    [
        (200, 3, 7, True),
        (0, 2, 7, True),
        (255, 4, 7, True),
        (256, 3, 7, False),
        (-1, 3, 7, False),
        (200, 1, 7, False),
        (200, 5, 7, False),
        (200, 3, 8, False),
    ],
)
@pytest.mark.parametrize("widths", [[8], [7, 8]])
def test_a_theorem_is_about_the_arguments_that_it_was_shown_of(
    widths: list[int], word: int, low: int, seven: int, is_shown: bool
) -> None:
    """At the greatest of its widths: each number is in its range, and a constant is itself."""
    program = Declarations()
    ev = Evaluator(program, Solver(Budget(last=50_000)))
    [shown] = shown_for(ev, program.closure(worded.given), tuple({"word_bits": each} for each in widths), NODE)
    given = [t.fresh(name, t.INT) for name in ("word", "low", "seven")]
    st = State()
    st.assume(t.conj(*(t.eq(each, value) for each, value in zip(given, (word, low, seven), strict=True))))
    st.assume(t.eq(t.POW2(t.lift(8)), 256))
    covered = shown.covers(given)
    ev.oblige(st, covered if is_shown else t.neg(covered), NODE, "as it is shown")
    assert ev.open == []
