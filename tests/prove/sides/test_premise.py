"""What is true of every container beside its claims: it is shown of each, but for what is presumed, which is listed.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_object
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import Ref
from slotproof.engine.prove.sides.premise import Premise
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Class

from ..examples.tally import is_few, is_no_less, read_if, tally, twice


class Asked:
    """An evaluator that knows what is true of every tally, and a state."""

    def __init__(self, presumed: Callable[[Any], bool] | None = None) -> None:
        self.whole = read_if(is_no_less)
        read = self.whole.operation("from_dict")
        if read.foreign is not None:
            read = replace(read, foreign=replace(read.foreign, presumed=presumed))
        self.program = Declarations()
        self.premise = Premise(replace(self.whole, operations=(read,)), self.program)
        self.ev, self.st = Evaluator(self.program, Solver(Budget(last=50_000))), State()

    def any(self, cls: Class) -> Ref:
        """Any object of a class."""
        return any_object(self.ev, self.st, cls, "any ")

    def asks(self, st: State, said: Any) -> bool:
        """Whether that is left open, beside what was before."""
        before = len(self.ev.open)
        self.ev.oblige(st, said, self.premise.impl.node, "it is so")
        return len(self.ev.open) > before


@pytest.mark.parametrize(
    ("presumed", "listed"),
    [(is_few, {"true of a new one, but not for long"}), (lambda t: t.count < 5, {"<lambda>"}), (None, set())],
    ids=["described", "named", "nothing"],
)
def test_what_is_presumed_is_listed_where_it_is_supposed(
    presumed: Callable[[Any], bool] | None, listed: set[str]
) -> None:
    """And only there: where it is asked, it is asked with the rest."""
    asked = Asked(presumed)
    one = asked.any(asked.premise.impl)
    count = asked.st.heap[one.id].fields["count"]
    whole = asked.premise.of(asked.ev, asked.st, one)
    assert asked.ev.presumes == set()
    supposed = asked.premise.supposed(asked.ev, asked.st, one)
    assert asked.ev.presumes == listed
    below = True if presumed is None else t.lt(count, 5)
    for said, is_so in (
        (asked.premise.shown(asked.ev, asked.st, one), t.le(0, count)),
        (whole, t.conj(t.le(0, count), below)),
        (supposed, whole),
    ):
        assert not asked.asks(asked.st, t.iff(said, is_so))


def test_it_is_asked_of_a_new_container() -> None:
    """Of which nothing but how it was made is known."""
    asked = Asked()
    one = asked.any(asked.premise.impl)
    known = asked.st.copy()
    known.assume(t.le(0, asked.st.heap[one.id].fields["count"]))
    asked.premise.show_new(asked.ev, known, one)
    assert asked.ev.open == []
    asked.premise.show_new(asked.ev, asked.st, one)
    assert [each.what for each in asked.ev.open] == ["what from_dict asks for is true of a new container"]


@pytest.mark.parametrize(
    ("least", "added", "is_kept"), [(0, 0, True), (0, 1, True), (-1, 0, True), (0, -1, False), (-1, 1, True)]
)
def test_it_is_asked_of_what_an_operation_leaves(least: int, added: int, is_kept: bool) -> None:
    """If it was true before."""
    asked = Asked()
    one = asked.any(asked.premise.impl)
    before, cell = dict(asked.st.heap), asked.st.heap[one.id]
    asked.st.assume(t.eq(cell.fields["count"], least))
    asked.st.heap[one.id] = replace(cell, fields={**cell.fields, "count": t.add(cell.fields["count"], added)})
    asked.premise.show_kept(asked.ev, asked.st, before, [one], [], "add")
    assert [each.what for each in asked.ev.open] == ["what from_dict asks for is true after add"] * (not is_kept)


@pytest.mark.parametrize("many", [0, 1, 2])
def test_it_is_asked_of_what_an_operation_makes(many: int) -> None:
    """Of each such container, also of those in a tuple."""
    asked = Asked()
    impl = asked.premise.impl
    one, *made = (asked.any(impl) for _ in range(1 + many))
    asked.st.assume(t.le(0, asked.st.heap[one.id].fields["count"]))
    for each in made[:-1]:
        asked.st.assume(t.le(0, asked.st.heap[each.id].fields["count"]))
    asked.premise.show_kept(asked.ev, asked.st, dict(asked.st.heap), [one], made, "copy")
    assert bool(asked.ev.open) is (many > 0)


def test_nothing_is_asked_for_where_no_data_is_read() -> None:
    """It is true of any container."""
    asked = Asked()
    premise = Premise(tally(twice), asked.program)
    one = asked.any(premise.impl)
    premise.show_new(asked.ev, asked.st, one)
    premise.show_kept(asked.ev, asked.st, dict(asked.st.heap), [one], [one], "add")
    assert (premise.of(asked.ev, asked.st, one), asked.ev.open) == (True, [])
