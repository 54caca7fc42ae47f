"""What the claims of a loop may use: where it rests on something, that is obliged."""

from __future__ import annotations

import ast

import pytest

from slotproof.engine.prove.declaration import told
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.evaluate import Evaluator
from slotproof.engine.prove.python.kinds.cells import contains
from slotproof.engine.prove.python.kinds.stands import word_require_few_moved
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import INT, Kind
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Solver
from slotproof.engine.prove.source import Refusal

NODE = ast.parse("told").body[0]


@pytest.mark.parametrize("is_same", [True, False])
def test_what_holds_the_same_is_as_large(is_same: bool) -> None:
    """A dict and a sequence, of which it is shown that they do."""
    ev, st = Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
    keys = any_of(ev, st, "keys", Kind("dict", (INT, INT)))
    items = any_of(ev, st, "items", Kind("distinct", (INT,)))
    one, other, key = st.heap[keys.id], st.heap[items.id], t.variable("key", 1)
    if is_same:
        st.assume(t.forall(key, t.iff(contains(one, key), contains(other, key))))
    told.counted(ev, st, NODE, keys, items)
    assert (ev.open == []) is is_same
    before = len(ev.open)
    ev.oblige(st, t.eq(one.size, other.length), NODE, "it is as large")
    assert len(ev.open) == before


def test_how_many_may_move_is_a_number() -> None:
    """Of one that is not known nothing can be obliged."""
    ev, st = Evaluator(Declarations(), Solver(Budget(last=50_000))), State()
    items = any_of(ev, st, "items", Kind("distinct", (INT,)))
    others = any_of(ev, st, "others", Kind("distinct", (INT,)))
    with pytest.raises(Refusal, match="how many may move is not known"):
        word_require_few_moved(ev, st, NODE, items, others, t.fresh("most", t.INT), None)
    word_require_few_moved(ev, st, NODE, items, items, 0, None)
    assert ev.open == []
    word_require_few_moved(ev, st, NODE, items, others, 1, None)
    assert ev.open
