"""The ways of proofs: each proof has a book of its own, in which its steps stand, and what solvers were given."""

from __future__ import annotations

from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.kinds.state import State


def test_each_proof_has_a_book() -> None:
    """What is told and learned stands in that of the proof that was begun last, of each that is open."""
    with ways.written() as outer:
        ways.begin()
        ways.learn(["first"])
        with ways.written() as inner:
            ways.begin()
            ways.learn(["second", "third"])
            ways.tell(ways.Step(None, ways.SHOWN))
        ways.learn(["fourth"])
    ways.begin()
    ways.learn(["fifth"])
    assert [book.learned for book in outer] == [["first"], ["second", "third", "fourth"]]
    assert [book.learned for book in inner] == [["second", "third"]]
    assert [[step.kind for step in book.told] for book in (*outer, *inner)] == [[], [ways.SHOWN], [ways.SHOWN]]
    assert ways.OPEN == []


def test_steps_are_told_that_show_or_end() -> None:
    """Others are met on the way to these."""
    st = State()
    with ways.written() as books:
        ways.begin()
        st.step(ways.LOOP, "loop")
        st.assume(True)
        for kind in ways.TOLD:
            st.step(kind)
    st.step(ways.DONE)
    assert [step.kind for step in books[0].told] == list(ways.TOLD)
    first = books[0].told[0].before
    assert first is not None
    assert (first.kind, first.said, first.before) == (ways.LOOP, "loop", None)
