"""After each method of a sequence of distinct things it holds what CPython has it hold, at the same places.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest

from slotproof.engine.prove.python.builtin.distinct import DISTINCT
from slotproof.engine.prove.python.builtin.method_call import Call
from slotproof.engine.prove.python.kinds.cells import any_distinct, empty_distinct
from slotproof.engine.prove.python.kinds.values import DistinctCell
from slotproof.engine.prove.solver import terms as t
from slotproof.spec.logic import Distinct

from ... import asked_of
from ...begun import begun

METHODS = (
    *("append(4)", "prepend(4)", "popleft()", "pop()", "swap_remove(5)", "swap_remove(6)", "swap_remove(7)"),
    *("replace(6, 4)", "replace(5, 9)", "exchange(5, 7)", "exchange(6, 5)", "exchange(6, 6)", "clear()", "copy()"),
    *("place(7)", "place(9)", "index(5)", "index(7)"),
)
BEGINS = (("append(5)", "append(6)", "append(7)"), ("append(6)", "append(7)", "prepend(5)"), ())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("begins", BEGINS)
def test_it_holds_what_cpython_has_it_hold(begins: tuple[str, ...], method: str) -> None:
    """Wherever it starts, whether it was made one by one, or is any of which the first is taken out."""
    ev, st = begun()
    ev.stack.append(ev.program.closure(asked_of.parts).function)
    node, facts = ev.stack[0].node, list[t.Term]()
    cell = empty_distinct() if begins else any_distinct("order", facts)
    st.env["order"], order = st.allocate(cell), Distinct(())
    for fact in facts:
        st.assume(fact)
    if not begins:
        st.assume(t.eq(cell.length, 4))
        for place, each in enumerate((3, 5, 6, 7)):
            order.append(each)
            st.assume(t.eq(t.select(cell.array, place), each))
    given: Any = None
    for called in (*(begins or ["popleft()"]), method):
        text = f"order.{called}"
        given = eval(text, {"order": order})
        [(st, found)] = ev.ev(ast.parse(text, mode="eval").body, st)
        if isinstance(given, int):
            ev.oblige(st, t.eq(found, given), node, text)
    assert ev.open == []
    for held in (st.env["order"], *([found] if method == "copy()" else [])):
        st.env["held"] = held
        wanted = [f"len(held) == {len(order)}", *(f"held[{n}] == {each}" for n, each in enumerate(order))]
        wanted += [f"held.place({each}) == {order.place(each)}" for each in range(3, 10)]
        for said in wanted:
            [(end, value)] = ev.ev(ast.parse(said, mode="eval").body, st)
            ev.oblige(end, value, node, said)
    assert [each.what for each in ev.open] == []


@pytest.mark.parametrize(
    ("low", "high", "is_there"), [(2, 9, True), (3, 8, True), (1, 9, False), (2, 10, False), (None, 9, False)]
)
def test_what_was_read_at_an_index_stands_there(low: int | None, high: int, is_there: bool) -> None:
    """If the index is one of the sequence, and the entry was read of this one."""
    ev, st = begun()
    node = ev.program.closure(asked_of.parts).function.node
    cell: DistinctCell = replace(any_distinct("order", []), start=2, length=7)
    index = t.fresh("index", t.INT)
    st.assume(t.conj(low is None or t.le(low, index), t.lt(index, high)))
    for array in (cell.array, t.fresh_array("other", t.INT)):
        call = Call(ev, st, node, st.allocate(cell), cell)
        made, _ = DISTINCT["swap_remove"](call, t.select(array, index))
        last = t.select(cell.array, 8)
        is_read = t.same(made.array, t.store(cell.array, index, last))
        assert is_read is (is_there and array is cell.array)
        assert is_read or t.same(made.array, t.store(cell.array, t.select(cell.place, t.select(array, index)), last))
