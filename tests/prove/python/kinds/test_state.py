"""States: how often loops were come to, and the steps of several that all have to be followed."""

from __future__ import annotations

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.state import State, parted
from slotproof.engine.prove.python.kinds.values import CallsCell


def test_each_time_that_a_loop_is_come_to_counts() -> None:
    """On the way of a state alone."""
    st = State()
    for loop in ("first", "second", "first"):
        st.pass_through(loop)
    other = st.copy()
    other.pass_through("first")
    assert st.passes == {"first": 2, "second": 1}
    assert other.passes == {"first": 3, "second": 1}


def test_what_is_impossible_is_dead_with_its_copies() -> None:
    """From there on."""
    st = State()
    st.assume(True)
    assert (st.dead, st.known) == (False, [])
    other = st.copy()
    other.assume(False)
    assert (st.dead, other.dead, other.copy().dead, len(other.known)) == (False, True, True, 1)


def test_a_copy_goes_its_own_way() -> None:
    """With what it allocates, assumes and binds."""
    st = State({"one": 1})
    first = st.allocate(CallsCell(0))
    other = st.copy()
    second = other.allocate(CallsCell(0))
    other.env["two"], other.reads = 2, 3
    assert (first.id, second.id, st.allocate(CallsCell(0)).id) == (1, 2, 2)
    assert (st.env, st.reads, other.env) == ({"one": 1}, 0, {"one": 1, "two": 2})


def test_of_several_states_each_is_a_part() -> None:
    """If ways are written; one alone is none, and nothing is told yet."""
    states = [(State(), "one"), (State(), "other")]
    with ways.written() as books:
        ways.begin()
        assert parted(states) == states
        [(only, _)] = parted([(State(), "one")])
    assert [(st.way.kind, st.way.said) for st, _ in states if st.way] == [(ways.PART, "1 of 2"), (ways.PART, "2 of 2")]
    assert only.way is None
    assert books[0].told == []
