"""What collections and words of claims mean: what CPython fails at is open, and nothing else; values are its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slotproof.engine.prove.python.kinds.cells import any_list
from slotproof.engine.prove.python.kinds.values import BOOL
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.theory.ranks import rank

from ...begun import begun
from ..test_partial import Function, is_open, is_wrong
from . import collected

CASES: dict[Function, tuple[int, ...]] = {
    collected.popped_within: (0, 1, 2, 3),
    collected.deleted: (0, 1, 2, 3),
    collected.overwritten: (0, 1, 2, 3),
    collected.popped_key: (0, 1, 3),
    collected.removed_item: (0, 1, 3),
    collected.put_last: (4, 5, 7),
    collected.put_first: (4, 5, 7),
    collected.first_taken: (0, 1, 3),
    collected.last_taken: (0, 1, 3),
    collected.swapped_out: (4, 5, 6, 7),
    collected.replaced: (4, 5, 7),
    collected.replaced_by: (4, 5, 7),
    collected.exchanged: (4, 5, 7),
    collected.exchanged_with: (4, 5, 7),
    collected.divided_exactly: (-3, 0, 5),
    collected.paired: (0, 2, 3),
    collected.inserted: (-3, -2, -1, 0, 1, 2, 3),
    collected.turned: (8,),
    collected.turned_copy: (8,),
    collected.sliced: (-5, -3, -1, 0, 2, 3, 5),
    collected.popped_or_seven: (0, 1, 3),
    collected.got_or_seven: (0, 1, 3),
    collected.set_if_missing: (0, 1, 3),
    collected.added: (0, 1),
    collected.discarded: (0, 1),
    collected.placed: (4, 5, 7),
    collected.keyed: (0, 5),
    collected.joined: (8,),
    collected.both: (-1, 0, 2, 3),
    collected.all_of_them: (0, 2, 4, 9),
    collected.one_of_two: (-1, 0, 2, 3),
    collected.if_then: (-1, 0, 2, 3),
    collected.one_or_other: (0, 2, 3),
    collected.both_at_once: (0, 2, 3),
    collected.one_of_two_at_once: (0, 2, 3),
    collected.if_then_at_once: (0, 2, 3),
    collected.all_at_once: (0, 1, 2),
    collected.some_at_once: (0, 1, 2),
    collected.all_listed: (0, 1, 2),
    collected.some_listed: (0, 1, 2),
    collected.all_in_turn: (0, 1, 2),
    collected.some_in_turn: (0, 1, 2),
    collected.by_a_function: (0, 3),
    collected.alike: (0, 2, 5),
    collected.all_flags: (0, 2, 3),
    collected.any_flag: (0, 2, 3),
    collected.some_entry: (0, 3, 4),
    collected.each_place: (0, 2, 3),
    collected.each_place_by_all: (0, 2, 3),
    collected.some_place: (0, 2, 3),
    collected.each_entry: (0, 2, 3),
    collected.each_item: (2, 7, 8),
    collected.divided_or_seven: (0, 64),
    collected.divided_exactly_or_seven: (0, 5),
    collected.looked_up_or_seven: (0, 1, 3),
    collected.what_there_is: (5,),
    collected.got_by_name: (5,),
    collected.paired_up: (5,),
    collected.half_of: (0, 1, 2),
}


@pytest.mark.parametrize(
    ("function", "number"), [(function, number) for function, numbers in CASES.items() for number in numbers]
)
def test_what_is_open_is_what_cpython_fails_at(function: Function, number: int) -> None:
    """And nothing else; the value is that of CPython, whether the number is known or only said to be that one."""
    for known in (True, False):
        assert is_open(function, number, known, exact=True) is is_wrong(function, number)


@pytest.mark.parametrize("function", [collected.how_many, collected.how_many_chosen])
@pytest.mark.parametrize(("more", "is_left"), [(0, False), (1, True)])
def test_what_is_counted_is_read_where_it_stands(function: Callable[..., int], more: int, is_left: bool) -> None:
    """Each place of a list, and none behind it."""
    ev, st = begun()
    facts: list[t.Term] = []
    flags = any_list("flags", BOOL, facts)
    closure = ev.program.closure(function)
    for fact in facts:
        st.assume(fact)
    [(_, found)] = ev.call(st, closure, [st.allocate(flags), t.add(flags.length, more)], {}, closure.function.node)
    assert bool(ev.open) is is_left
    assert t.same(found, rank(flags.arrays[0], t.add(flags.length, more)))
    assert ev.depth == 0


def test_a_limit_of_a_slice_is_read_as_python_reads_it() -> None:
    """Whatever is known of it: from behind if it is negative, and no further than the ends."""
    ev, st = begun()
    node = ev.program.closure(collected.sliced).function.node
    index, length = t.fresh("index", t.INT), t.fresh("length", t.INT)
    found = ev.clamped(st, length, index, node)
    for number in range(-4, 5):
        for many in (0, 1, 3):
            right, *_ = slice(number, None).indices(many)
            given = t.conj(t.eq(index, number), t.eq(length, many))
            ev.oblige(st.copy(), t.implies(given, t.eq(found, right)), node, f"{number} of {many}")
    assert ev.open == []
