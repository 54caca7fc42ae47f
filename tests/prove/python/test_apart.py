"""Rounds of which each is about one of any number of things: what is about which, and what a round leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from slotproof.engine.prove.python.apart import _about, _is_plain, _only_at
from slotproof.engine.prove.python.kinds.numbered import Numbers, OpenCell
from slotproof.engine.prove.python.kinds.state import State
from slotproof.engine.prove.python.kinds.values import FixedCell, ListCell, Range, Ref, View
from slotproof.engine.prove.solver import terms as t

from ..begun import begun
from .kinds.test_opened import AWAY, COUNT, NODE, NUMBERS, PLACE, alike, cell_of

EMPTY = ListCell((), 0, None)
OTHERS = Numbers(COUNT, (0, PLACE), "line")


def rows(*items: Any, numbers: Numbers = NUMBERS) -> OpenCell:
    """A dict in which these stand at the first places."""
    return OpenCell(numbers, numbers.places[: len(items)], items, is_list=False)


def test_what_is_about_a_place_is_all_that_leads_on_from_there() -> None:
    """In each list or dict of that sort, and not in one of an earlier state."""
    st = State()
    inner, one, two, three, other = (st.allocate(EMPTY) for _ in range(5))
    outer = st.allocate(FixedCell((0, 1), (inner, inner), True))
    st.allocate(rows(one, outer))
    st.allocate(rows(two, Ref(other.id, dict(st.heap))))
    st.allocate(rows(three, three, numbers=OTHERS))
    assert _about(st, NUMBERS, 0) == {one.id, two.id}
    assert _about(st, NUMBERS, PLACE) == {outer.id, inner.id}
    assert _about(st, NUMBERS, AWAY) == set()
    assert _about(st, OTHERS, PLACE) == {three.id}


@pytest.mark.parametrize(
    ("cell", "is_plain"),
    [
        (rows(Ref(1), Ref(2)), False),
        (rows(Ref(1), 3), True),
        (rows(3, Ref(2)), False),
        (rows(3, 3), True),
        (rows(Ref(1), 3, numbers=OTHERS), False),
        (EMPTY, False),
    ],
)
def test_what_is_a_number_at_another_place_is_seen_by_all(cell: Any, is_plain: bool) -> None:
    """Its own number a round may look at."""
    assert _is_plain(cell, NUMBERS, 0) is is_plain


KEYS, FIRST, SECOND = NUMBERS.places[:2], Ref(1), Ref(2)
WAS = OpenCell(NUMBERS, KEYS, (FIRST, SECOND), is_list=False)


@pytest.mark.parametrize(
    ("now", "place", "is_so"),
    [
        (OpenCell(NUMBERS, KEYS, (FIRST, SECOND), is_list=False), 0, True),
        (OpenCell(NUMBERS, KEYS, (Ref(3), SECOND), is_list=False), 0, True),
        (OpenCell(NUMBERS, KEYS, (FIRST, Ref(3)), is_list=False), PLACE, True),
        (OpenCell(NUMBERS, KEYS, (FIRST, Ref(3)), is_list=False), 0, False),
        (OpenCell(NUMBERS, (0, AWAY), (FIRST, SECOND), is_list=False), 0, False),
        (OpenCell(Numbers(COUNT, KEYS, "row"), KEYS, (FIRST, SECOND), is_list=False), 0, False),
        (EMPTY, 0, False),
    ],
)
def test_a_round_changes_an_entry_at_its_own_place(now: Any, place: Any, is_so: bool) -> None:
    """And which entries there are, it does not."""
    assert _only_at(WAS, now, NUMBERS, place) is is_so
    assert not _only_at(EMPTY, now, NUMBERS, place)
    assert not _only_at(WAS, now, OTHERS, place)


@pytest.mark.parametrize(
    ("over", "places"),
    [
        (Range(0, COUNT, 1), NUMBERS.places),
        (Range(t.sub(COUNT, 1), -1, -1), NUMBERS.places),
        (Range(1, COUNT, 1), None),
        (Range(0, AWAY, 1), None),
        (Range(0, COUNT, 2), None),
        (Range(COUNT, -1, -1), None),
        (Range(t.sub(COUNT, 1), 0, -1), None),
        (View(COUNT, lambda place: place, places=(0, PLACE), numbers=NUMBERS), (0, PLACE)),
        (View(COUNT, lambda place: place), None),
        (3, None),
    ],
)
def test_a_loop_goes_over_all_or_is_another_one(over: Any, places: Any) -> None:
    """From the first number to the last, or back."""
    ev, st = begun()
    ev.numbers[t.number(COUNT)] = NUMBERS
    view = ev.numbered(st, over, NODE)
    assert (view is None) is (places is None)
    if view is not None:
        assert view.numbers is NUMBERS
        assert alike(view.places, places)
        assert alike([view.at(each) for each in view.places], places)


def test_a_loop_over_a_dict_meets_its_keys() -> None:
    """And one over a list its entries."""
    ev, st = begun()
    for is_list, met in ((True, (5, 6, 8)), (False, (0, PLACE))):
        cell = cell_of(is_list)
        view = ev.numbered(st, st.allocate(cell), NODE)
        assert view is not None
        assert alike([view.at(each) for each in view.places], met)
