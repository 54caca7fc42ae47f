"""Lists and dicts of things that are known one by one: an entry that is not there is open, or refused."""

from __future__ import annotations

import ast

import pytest

from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds import fixed
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import FixedCell, Ref
from slotproof.engine.prove.source import Refusal

from ... import worded
from ...begun import begun

NODE = ast.parse("fixed").body[0]
KEYS = {True: (0, 1), False: (3, 5)}


@pytest.fixture
def ev() -> Evaluator:
    """An evaluator with solvers."""
    return begun()[0]


def two(st: State, is_list: bool) -> Ref:
    """A list of two, or a dict with the keys 3 and 5."""
    return st.allocate(FixedCell(KEYS[is_list], (True, False), is_list))


@pytest.mark.parametrize(("is_list", "there", "away"), [(True, (0, 1, -1, -2), (2, -3)), (False, (3, 5), (0, -1, 4))])
def test_an_entry_that_is_not_there_is_open(
    ev: Evaluator, is_list: bool, there: tuple[int, ...], away: tuple[int, ...]
) -> None:
    """Only a list counts from behind."""
    for index in there:
        st = State()
        owner = two(st, is_list)
        wanted = (True, False)[KEYS[is_list].index(index % 2 if is_list else index)]
        assert fixed.item_of(ev, st, owner, st.heap[owner.id], index, NODE) is wanted
    assert ev.open == []
    for index in away:
        st = State()
        owner = two(st, is_list)
        before = len(ev.open)
        fixed.item_of(ev, st, owner, st.heap[owner.id], index, NODE)
        assert len(ev.open) == before + 1


def test_what_a_claim_reads_is_there(ev: Evaluator) -> None:
    """Nothing is obliged in its place."""
    st = State()
    owner = two(st, True)
    with ev.inexact(), pytest.raises(Refusal, match="ask first whether it is"):
        fixed.item_of(ev, st, owner, st.heap[owner.id], 2, NODE)


def test_an_entry_is_put_where_there_is_one(ev: Evaluator) -> None:
    """A dict gets one more key, and a list is left open."""
    st = State()
    held, others = two(st, True), two(st, False)
    for owner, index in ((held, 1), (others, 5), (others, 4)):
        fixed.with_entry(ev, st, owner, st.heap[owner.id], index, 7, NODE)
    assert st.heap[held.id] == FixedCell((0, 1), (True, 7), True)
    assert st.heap[others.id] == FixedCell((3, 5, 4), (True, 7, 7), False)
    assert ev.open == []
    fixed.with_entry(ev, st, held, st.heap[held.id], 2, 7, NODE)
    assert ev.open


def test_a_key_is_taken_out(ev: Evaluator) -> None:
    """Of a dict that has it."""
    st = State()
    owner, held = two(st, False), two(st, True)
    fixed.without_entry(ev, st, owner, st.heap[owner.id], 3, NODE)
    assert st.heap[owner.id] == FixedCell((5,), (False,), False)
    for value, index in ((owner, 3), (held, 0)):
        with pytest.raises(Refusal):
            fixed.without_entry(ev, st, value, st.heap[value.id], index, NODE)


@pytest.mark.parametrize(
    ("text", "is_list"), [("held.append(7)", True), ("held.pop(3, 7)", False), ("del held[3]", False)]
)
def test_what_was_cannot_change(ev: Evaluator, text: str, is_list: bool) -> None:
    """One of an earlier state is only looked at."""
    st = State()
    owner = two(st, is_list)
    st.env["held"] = Ref(owner.id, dict(st.heap))
    ev.stack.append(ev.program.closure(worded.itself).function)
    with pytest.raises(Refusal, match="a write to an earlier state"):
        ev.block(ast.parse(text).body, st)


@pytest.mark.parametrize(
    ("text", "is_list", "cost"),
    [
        ("held[1]", True, (1, 0)),
        ("held.append(7)", True, (0, 1)),
        ("held.copy()", True, (2, 0)),
        ("held[1] = 7", True, (0, 1)),
        ("held[4] = 7", False, (0, 1)),
        ("held.get(3)", False, (1, 0)),
        ("3 in held", False, (1, 0)),
        ("held.pop(3, 7)", False, (1, 1)),
        ("held.copy()", False, (2, 0)),
        ("del held[3]", False, (0, 1)),
    ],
)
def test_what_is_read_and_written_is_counted(ev: Evaluator, text: str, is_list: bool, cost: tuple[int, int]) -> None:
    """As it is of lists and dicts of anything else."""
    st = State()
    owner = two(st, is_list)
    st.env["held"], ev.counted = owner, frozenset({owner.id})
    ev.stack.append(ev.program.closure(worded.itself).function)
    [(end, _)] = ev.block(ast.parse(text).body, st)
    assert (end.reads, end.writes) == cost
