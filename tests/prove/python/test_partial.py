"""What has no value is open: in arithmetic, of lists, and of the greatest of nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from slotproof.engine.prove.presumed import MESSAGES
from slotproof.engine.prove.solver import terms as t

from ..begun import begun
from .functions import partial

Function = Callable[[int], int]


def is_open(function: Function, number: int, known: bool, exact: bool = False) -> bool:
    """Whether something is left open of a call with a number; one that is not known is only said to be that one.

    Takes      exact, whether the value is compared, too, where the number is only said to be that one
    """
    ev, st = begun()
    closure = ev.program.closure(function)
    given = number if known else t.fresh("number", t.INT)
    if not known:
        st.assume(t.eq(given, number))
    with ev.running_code(), ev.catching() as raised:
        ends = ev.call(st, closure, [given], {}, closure.function.node)
    left = bool(ev.open or raised)
    assert left or ends, "no way leads to an end"
    assert (ev.depth, ev.merging, ev.stack) == (0, 0, []), "what was begun has ended"
    for end, value in ends if (known or exact) and not left and not is_wrong(function, number) else []:
        ev.oblige(end, t.eq(value, function(number)), closure.function.node, "as CPython has it")
    return bool(ev.open or raised)


def is_wrong(function: Function, number: int) -> bool:
    """Whether CPython ends in an error, or gives no int."""
    try:
        return type(function(number)) is not int
    except (ArithmeticError, LookupError, ValueError):
        return True


EXACT = (
    partial.at_or_seven,
    partial.forgotten_or_seven,
    partial.until_met,
    partial.first_of_all,
    partial.yielded_last,
    partial.item,
)
"""Functions that are known to give what CPython makes of a number, also where that is only said to be one."""

CASES = [
    (function, number)
    for function, numbers in {
        partial.power: (-1, 0, 1),
        partial.shifted: (-1, 0, 1),
        partial.halved: (-1, 0, 1, 7),
        partial.divided: (0, 1, 5),
        partial.left_over: (0, 1, 5),
        partial.greatest: (0, 1, 3),
        partial.greatest_or_none: (0, 1, 3),
        partial.at: (3, 0, 2),
        partial.last: (0, 1, 2),
        partial.finite: (0, -1),
        partial.truncated: (0, -1),
        partial.divided_twice: (0, 1, 5),
        partial.place_of: (4, 5, 7),
        partial.place_in_many: (0, 1, 3),
        partial.place_in_order: (4, 5, 6),
        partial.taken_out: (4, 5, 7),
        partial.looked_up: (0, 1, 3),
        partial.forgotten: (0, 1, 3),
        partial.lower_ones: (0, 2, 3, 4),
        partial.first_ones: (0, 1),
        partial.until_met: (4, 5, 7),
        partial.first_of_all: (0, 3),
        partial.taken_apart: (1, 2, 3),
        partial.yielded_last: (0, 3),
        partial.item: (0, 1, 2),
        partial.quotients_in_a_tuple: (0, 1, 3),
        partial.quotients_in_pairs: (0, 1, 3),
    }.items()
    for number in numbers
]


@pytest.mark.parametrize(("function", "number"), CASES, ids=[f"{each.__name__} {number}" for each, number in CASES])
def test_what_has_no_value_is_open(function: Function, number: int) -> None:
    """And nothing else; of a number that is known, it is what CPython makes of it."""
    known, said = (is_open(function, number, known, function in EXACT) for known in (True, False))
    assert known == said == is_wrong(function, number)


def test_the_greatest_of_nothing_says_nothing_of_numbers() -> None:
    """What is known of the greatest is no contradiction where there is none."""
    ev, st = begun()
    closure, number = ev.program.closure(partial.greatest_or_none), t.fresh("number", t.INT)
    st.assume(t.eq(number, 0))
    for end, _ in ev.call(st, closure, [number], {}, closure.function.node):
        ev.oblige(end, False, closure.function.node, "nothing")
    assert ev.open


@pytest.mark.parametrize(
    ("function", "numbers"),
    [
        (partial.at_or_seven, (0, 2, 3)),
        (partial.forgotten_or_seven, (0, 1, 2, 3)),
        (partial.divided_or_seven, (0, 1, 64)),
        (partial.parted_or_seven, (-1, 0, 1)),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_is_caught_is_what_cpython_raises(function: Function, numbers: tuple[int, ...]) -> None:
    """Of numbers that are known, and of one that is only said to be that one."""
    for number in numbers:
        for known in (True, False):
            assert not is_open(function, number, known, exact=True)


@pytest.mark.parametrize("number", [-4, -3, -1])
def test_an_index_that_counts_from_behind_is_no_error(number: int) -> None:
    """Only one beyond the first entry is caught; of others it is open whether the index is in range."""
    ev, st = begun()
    closure, given = ev.program.closure(partial.at_or_seven), t.fresh("number", t.INT)
    st.assume(t.eq(given, number))
    ends = ev.call(st, closure, [given], {}, closure.function.node)
    assert (7 in [value for _, value in ends if t.known(value)]) is (number < -3)
    assert bool(ev.open) is (number >= -3)


@pytest.mark.parametrize(("function", "number"), [(partial.first_ones, 2), (partial.first_ones, -1)])
def test_more_is_asked_than_cpython_asks(function: Function, number: int) -> None:
    """Where a meaning is given of fewer arguments."""
    assert is_open(function, number, True)
    assert is_open(function, number, False)


@pytest.mark.parametrize(("low", "high", "is_presumed"), [(-9, 9, False), (0, None, True), (None, 0, True)])
def test_a_number_in_a_text_is_presumed_to_be_short(low: int | None, high: int | None, is_presumed: bool) -> None:
    """Unless it is known to be, from either side."""
    ev, st = begun()
    number = t.fresh("number", t.INT)
    st.assume(t.conj(low is None or t.le(low, number), high is None or t.lt(number, high)))
    closure = ev.program.closure(partial.refused_with_its_text)
    with ev.catching() as raised:
        ev.call(st, closure, [number], {}, closure.function.node)
    assert raised
    assert (MESSAGES in ev.presumes) is is_presumed


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("known", [True, False])
def test_what_is_written_into_a_message_is_looked_at(number: int, known: bool) -> None:
    """A part that has no value is open, before the error is raised."""
    ev, st = begun()
    closure, given = ev.program.closure(partial.quotients_in_a_message), t.fresh("number", t.INT)
    st.assume(t.eq(given, number))
    with ev.running_code(), ev.catching() as raised:
        ev.call(st, closure, [number if known else given], {}, closure.function.node)
    assert raised
    assert bool(ev.open) is (number == 0)


PLACE = "an index that `insert` or `pop` is given fits into a machine word"
ROOM = "there is room for each list or tuple that is made of a range"


@pytest.mark.parametrize(
    ("function", "presumed"),
    [
        (partial.put_before, {PLACE}),
        (partial.put_within, set()),
        (partial.taken_or_nine, {PLACE}),
        (partial.as_many_in_a_list, {ROOM}),
        (partial.as_many_in_a_tuple, {ROOM}),
        (partial.as_many_more, {ROOM}),
        (partial.as_many_met, {ROOM}),
        (partial.a_few, set()),
    ],
)
def test_what_is_beyond_a_machine_is_presumed_not_to_be(function: Function, presumed: set[str]) -> None:
    """CPython ends in OverflowError before it looks at the list."""
    ev, st = begun()
    closure = ev.program.closure(function)
    with ev.running_code(), ev.catching() as raised:
        ev.call(st, closure, [t.fresh("number", t.INT)], {}, closure.function.node)
    assert (ev.open, raised, ev.presumes) == ([], [], presumed)
    if presumed:
        with pytest.raises(OverflowError):
            function(10**30)
