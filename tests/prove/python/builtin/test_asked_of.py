"""What words and built-in functions mean, of numbers that are known and that are not: what CPython says, and no more.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import ast

import pytest

from slotproof.engine.prove.python.kinds.stands import word_require_few_moved
from slotproof.engine.prove.python.kinds.values import BOOL, FUNCTION, INT, NONE, TEXT, Kind

from ... import asked_of
from ...begun import begun
from ..test_partial import Function, is_open, is_wrong

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
    asked_of.sized: (0, 3),
    asked_of.missing_in_a_set: (0, 2),
}
KNOWN: set[Function] = {asked_of.parts, asked_of.two_to_that, asked_of.masked, asked_of.is_power}
"""Of numbers that are not known, these are products and quotients that solvers are told little of."""


@pytest.mark.parametrize("function", CASES, ids=lambda function: function.__name__)
def test_what_is_asked_is_what_cpython_answers(function: Function) -> None:
    """Whether the number is known or only said to be that one: what is open is what CPython fails at."""
    for number in CASES[function]:
        for known in (True,) if function in KNOWN else (True, False):
            assert is_open(function, number, known, exact=True) is is_wrong(function, number), (number, known)


KINDS = {
    "int": INT,
    "'bool'": BOOL,
    "None": NONE,
    "list[int]": Kind("list", (INT,)),
    "Sequence[bool]": Kind("sequence", (BOOL,)),
    "Iterator[int]": Kind("sequence", (INT,)),
    "tuple[int, ...]": Kind("sequence", (INT,)),
    "tuple[int, bool]": Kind("tuple", (INT, BOOL)),
    "tuple[int, nothing]": None,
    "dict[str, int]": Kind("dict", (TEXT, INT)),
    "dict[list[int], int]": None,
    "dict[int, nothing]": None,
    "set[int]": Kind("set", (INT,)),
    "set[list[int]]": None,
    "Unique[int]": Kind("distinct", (INT,)),
    "Callable[[int], int]": FUNCTION,
    "list[nothing]": None,
    "nothing": None,
}


@pytest.mark.parametrize("text", KINDS)
def test_an_annotation_names_a_kind(text: str) -> None:
    """Or none that proofs have."""
    ev = begun()[0]
    module = ev.program.closure(asked_of.parts).function.module
    assert ev.kind_named(ast.parse(text, mode="eval").body, module) == KINDS[text]


def test_what_stands_where_it_stood_is_not_moved() -> None:
    """Wherever the first one is kept."""
    ev, st = begun()
    node = ast.parse("held").body[0]
    closures = [ev.program.closure(each) for each in (asked_of.two_made, asked_of.two_left)]
    one, other = (ev.call(st, each, [6], {}, node)[0][1] for each in closures)
    word_require_few_moved(ev, st, node, one, other, 0, "what")
    assert ev.open == []
