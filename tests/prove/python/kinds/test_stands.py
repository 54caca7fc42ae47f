"""What claims say of sequences that a container holds: that there are so many, without holes, moved by a few."""

from __future__ import annotations

import ast

import pytest

from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds import stands
from slotproof.engine.prove.python.kinds.cells import empty_distinct
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, ObjectCell, Ref
from slotproof.engine.prove.python.logic.words import appended
from slotproof.engine.prove.source import Refusal

from ...begun import begun

NODE = ast.parse("stands").body[0]
NIL = 100


@pytest.fixture
def ev() -> Evaluator:
    """An evaluator with solvers."""
    return begun()[0]


def sequence(ev: Evaluator, st: State, *items: int) -> Ref:
    """A sequence of these, before which another one was taken out in front."""
    cell = empty_distinct(INT)
    for each in (NIL + 9, *items):
        cell = appended(cell, each)
    made = st.allocate(cell)
    [(_, first)] = ev.call(st, ev.attribute(st, made, "popleft", NODE), [], {}, NODE)
    assert first == NIL + 9
    return made


@pytest.mark.parametrize(
    ("items", "is_left"),
    [((), False), ((5,), False), ((5, 6, 7), False), ((5, 6, NIL), True), ((NIL, 5, 6), True), ((5, NIL + 1), True)],
)
def test_a_pool_that_is_walked_through_has_no_holes(ev: Evaluator, items: tuple[int, ...], is_left: bool) -> None:
    """None of its elements, wherever they stand; it is walked through from behind."""
    st = State()
    fields = {"order": sequence(ev, st, *items), "nil": NIL}
    pool = st.allocate(ObjectCell(ev.program.class_named("slotproof.spec.errors", "Missing"), fields))
    view = stands.word_walked_down(ev, st, NODE, pool)
    assert (bool(ev.open), view.length, view.once, ev.depth) == (is_left, len(items), True, 0)


@pytest.mark.parametrize(("count", "is_left"), [(-1, True), (0, False), (2, False), (3, False), (4, True)])
def test_the_first_ones_are_there(ev: Evaluator, count: int, is_left: bool) -> None:
    """No more than there are; only of a sequence."""
    st = State()
    made = stands.word_first_of(ev, st, NODE, sequence(ev, st, 5, 6, 7), count)
    assert (bool(ev.open), ev.cell(st, made).length) == (is_left, count)
    with pytest.raises(Refusal, match="first_of"):
        stands.word_first_of(ev, st, NODE, ev.listed(st, [5, 6], NODE), count)


@pytest.mark.parametrize(
    ("after", "moved"),
    [((5, 6, 7), 0), ((5, 6), 0), ((5, 8, 7), 0), ((5, 7, 6), 2), ((7, 6), 1), ((6, 7, 5), 3), ((), 0)],
)
def test_what_stands_in_both_at_another_place_is_moved(ev: Evaluator, after: tuple[int, ...], moved: int) -> None:
    """No more than so many; what is gone or new is not."""
    for most in range(4):
        st = State()
        before = len(ev.open)
        one, other = sequence(ev, st, 5, 6, 7), sequence(ev, st, *after)
        stands.word_require_few_moved(ev, st, NODE, one, other, most, "what")
        assert (len(ev.open) > before) is (moved > most)


def test_a_container_means_a_model(ev: Evaluator) -> None:
    """Nothing else does."""
    st = State()
    with pytest.raises(Refusal, match="name what stands for a container"):
        stands.word_means(ev, st, NODE, sequence(ev, st), sequence(ev, st), None)
