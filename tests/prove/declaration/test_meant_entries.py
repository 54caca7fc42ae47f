"""What a state of the model is put together from holds just what it is said to hold, and is as large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slotproof.engine.prove.declaration import meant
from slotproof.engine.prove.declaration.make import any_of
from slotproof.engine.prove.python.kinds.cells import contains
from slotproof.engine.prove.python.kinds.values import BOOL, INT, TEXT, Kind, Ref
from slotproof.engine.prove.solver import terms as t

from ..begun import begun
from .test_meant import NODE, Asked, function


def distinct(asked: Asked, *items: int) -> Ref:
    """A sequence of these, that begins anywhere."""
    made = asked.any(Kind("distinct", (INT,)))
    cell = asked.cell(made)
    asked.st.assume(t.eq(cell.length, len(items)))
    for place, item in enumerate(items):
        at = t.add(cell.start, place)
        asked.st.assume(t.conj(t.eq(t.select(cell.array, at), item), t.eq(t.select(cell.place, item), at)))
    return made


def dict_of(asked: Asked, **entries: int) -> Ref:
    """A dict from numbers to numbers, of which is known what is there up to 9."""
    made = asked.any(Kind("dict", (INT, INT)))
    cell = asked.cell(made)
    for key in range(10):
        there = contains(cell, key)
        asked.st.assume(there if f"k{key}" in entries else t.neg(there))
    return made


DOUBLED = function(lambda key: t.add(key, key))
MADE: dict[str, tuple[Callable[[Asked], Ref], dict[int, Any], Any, tuple[Any, Any]]] = {
    "numbered": (
        lambda a: meant.numbered(a.ev, a.st, NODE, a.list_of(7, 0, 1)),
        {-1: None, 0: 7, 1: 0, 2: 1, 3: None},
        3,
        (INT, INT),
    ),
    "filled": (
        lambda a: meant.filled(a.ev, a.st, NODE, a.list_of(7, 0, 1), 0),
        {-1: None, 0: 7, 1: None, 2: 1, 3: None},
        None,
        (INT, INT),
    ),
    "marked": (
        lambda a: meant.marked(a.ev, a.st, NODE, a.list_of(1, 0, 7, 1)),
        {-1: None, 0: True, 1: None, 2: None, 3: True, 4: None},
        None,
        (INT, BOOL),
    ),
    "of keys": (
        lambda a: meant.of_keys(a.ev, a.st, NODE, dict_of(a, k5=1, k7=2), DOUBLED),
        {4: None, 5: 10, 6: None, 7: 14},
        None,
        (INT, INT),
    ),
    "keyed": (
        lambda a: meant.keyed(a.ev, a.st, NODE, distinct(a, 5, 7, 6), a.list_of(1, 2, 3)),
        {4: None, 5: 1, 6: 3, 7: 2, 8: None},
        3,
        (INT, INT),
    ),
    "keyed, without the second": (
        lambda a: meant.keyed(a.ev, a.st, NODE, distinct(a, 5, 7, 6), a.list_of(1, 2, 3), distinct(a, 1)),
        {4: None, 5: 1, 6: 3, 7: None, 8: None},
        2,
        (INT, INT),
    ),
}


def leaves_open(asked: Asked, said: Any) -> bool:
    """Whether that is not shown."""
    before = len(asked.ev.open)
    asked.ev.oblige(asked.st.copy(), said, NODE, "it is so")
    return len(asked.ev.open) > before


@pytest.mark.parametrize("name", MADE)
def test_a_dict_holds_what_is_said(name: str) -> None:
    """Under these keys, and under no other; its size is known if it can be."""
    make, entries, size, kinds = MADE[name]
    asked = Asked(*begun())
    cell = asked.cell(make(asked))
    assert (asked.ev.open, asked.ev.depth) == ([], 0)
    for key, wanted in entries.items():
        there = contains(cell, key)
        is_so = t.neg(there) if wanted is None else t.conj(there, t.eq(t.select(cell.arrays[0], key), wanted))
        assert not leaves_open(asked, is_so), key
    assert (cell.by, cell.kind) == kinds
    assert not leaves_open(asked, t.le(1, cell.size) if size is None else t.eq(cell.size, size))
    assert leaves_open(asked, False)


@pytest.mark.parametrize("word", [meant.marked, lambda ev, st, node, held: meant.filled(ev, st, node, held, 0)])
def test_a_dict_of_what_is_not_there_may_have_no_size(word: Callable[..., Ref]) -> None:
    """It is not below 0, and nothing more is known."""
    asked = Asked(*begun())
    cell = asked.cell(word(asked.ev, asked.st, NODE, asked.list_of(0, 0)))
    assert not leaves_open(asked, t.le(0, cell.size))
    for said in (t.le(1, cell.size), t.le(cell.size, 0), False):
        assert leaves_open(asked, said)


def test_the_numbers_of_which_something_holds() -> None:
    """From 0 up to the limit, and no other; there are as many as hold."""
    asked = Asked(*begun())
    cell = asked.cell(meant.numbers(asked.ev, asked.st, NODE, 4, function(lambda number: t.neg(t.eq(number, 1)))))
    for number, is_there in {-1: False, 0: True, 1: False, 2: True, 3: True, 4: False}.items():
        there = contains(cell, number)
        assert not leaves_open(asked, there if is_there else t.neg(there)), number
    assert not leaves_open(asked, t.conj(t.le(0, cell.size), t.le(cell.size, 4)))
    assert leaves_open(asked, False)
    assert asked.ev.depth == 0


@pytest.mark.parametrize("is_tabled", [True, False])
def test_a_sequence_has_each_entry_at_its_place(is_tabled: bool) -> None:
    """And nothing else."""
    asked = Asked(*begun())
    if is_tabled:
        entry, back = function(lambda number: t.add(number, 5)), function(lambda item: t.sub(item, 5))
        made = meant.tabled(asked.ev, asked.st, NODE, 3, entry, back)
    else:
        entries = asked.list_of(5, 6, 7)
        made = meant.placed(asked.ev, asked.st, NODE, entries, asked.places_of(entries))
    cell = asked.cell(made)
    assert (asked.ev.open, asked.ev.depth, cell.start, cell.length, cell.by) == ([], 0, 0, 3, INT)
    for item in (5, 6, 7):
        said = t.conj(contains(cell, item), t.eq(t.select(cell.place, item), item - 5))
        assert not leaves_open(asked, t.conj(said, t.eq(t.select(cell.array, item - 5), item)))
    for item in (4, 8):
        assert not leaves_open(asked, t.neg(contains(cell, item)))
    assert leaves_open(asked, False)


def test_keys_that_are_texts_stay_so() -> None:
    """In the dict of the same keys, and in that of the entries of a sequence."""
    asked = Asked(*begun())
    names = any_of(asked.ev, asked.st, "names", Kind("dict", (TEXT, INT)))
    made = asked.cell(meant.of_keys(asked.ev, asked.st, NODE, names, function(lambda key: True)))
    assert (made.by, made.kind) == (TEXT, BOOL)
    assert t.same(made.size, asked.cell(names).size)
    order = any_of(asked.ev, asked.st, "order", Kind("distinct", (TEXT,)))
    entries = asked.any(Kind("list", (INT,)))
    asked.st.assume(t.eq(asked.cell(order).length, asked.cell(entries).length))
    found = asked.cell(meant.keyed(asked.ev, asked.st, NODE, order, entries))
    assert (found.by, found.kind, asked.ev.open) == (TEXT, INT, [])


def test_a_list_has_so_many_entries() -> None:
    """Each is what the function gives of its place."""
    asked = Asked(*begun())
    cell = asked.cell(meant.listed(asked.ev, asked.st, NODE, 3, DOUBLED))
    assert [t.select(cell.arrays[0], place) for place in range(3)] == [0, 2, 4]
    assert (cell.length, cell.kind, asked.ev.open, asked.ev.depth) == (3, INT, [], 0)
