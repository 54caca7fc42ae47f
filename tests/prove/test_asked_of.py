"""What words and built-in functions mean, of numbers that are known and that are not: what CPython says, and no more.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import pytest

from . import asked_of
from .test_partial import Function, is_open, is_wrong

CASES: dict[Function, tuple[int, ...]] = {
    asked_of.has_each: (0, 1, 3),
    asked_of.greatest_of_three: (0, 6, 8),
    asked_of.least_place: (4, 6, 7),
    asked_of.how_many_below: (5, 6, 8),
    asked_of.the_first_ones: (0, 1, 2, 3),
    asked_of.the_same_ones: (5, 6, 7),
    asked_of.doubled_values: (1, 2, 3),
    asked_of.doubled_list: (0, 2, 3),
    asked_of.is_power: (-1, 0, 1, 2, 3, 4),
    asked_of.either_one: (3, 4),
    asked_of.among_several: (4, 5, 7, 9, 10),
    asked_of.some_below: (-1, 2, 3),
    asked_of.each_of_a_dict: (4, 5),
    asked_of.distances: (-2, 0, 3, 5),
    asked_of.parts: (0, 1, 3, 4, 7),
    asked_of.extremes: (-1, 5, 6, 8),
    asked_of.extremes_of_a_list: (4, 6, 8),
    asked_of.sums: (4, 5, 7),
    asked_of.truths: (0, 5, 6),
    asked_of.of_a_falling_range: (2, 4),
    asked_of.by_place: (0, 4),
    asked_of.backwards: (4,),
    asked_of.side_by_side: (4,),
    asked_of.kept_ones: (4,),
    asked_of.put_together: (0, 4, 5),
    asked_of.changed_entries: (4,),
    asked_of.extended: (5, 7, 8),
    asked_of.where_it_stands: (5, 6, 7),
    asked_of.two_to_that: (0, 1, 3),
    asked_of.masked: (-3, 0, 6, 13),
    asked_of.compared_in_a_chain: (2, 3, 6, 7),
    asked_of.ordered_pairs: (2, 3, 5, 6),
}
KNOWN: set[Function] = {asked_of.parts, asked_of.two_to_that, asked_of.masked, asked_of.is_power}
"""Of numbers that are not known, these are products and quotients that solvers are told little of."""


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_what_is_asked_is_what_cpython_answers(function: Function) -> None:
    """Whether the number is known or only said to be that one: what is open is what CPython fails at."""
    for number in CASES[function]:
        for known in (True,) if function in KNOWN else (True, False):
            assert is_open(function, number, known, exact=True) is is_wrong(function, number), (number, known)
