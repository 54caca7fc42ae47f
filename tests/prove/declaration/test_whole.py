"""What is said of whole dicts and sets: shown where it is so, and open where CPython finds a counterexample."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Final

import pytest

from slotproof.engine.prove.declaration.make import any_of

from ..begun import begun
from ..python.test_followed import KINDS, Function, functions_of
from . import whole

WRONG: Final = (
    whole.all_are_new, whole.one_is_in_both, whole.none_is_taken_away, whole.all_are_taken_away, whole.within_by_size,
    whole.apart_by_one, whole.kept_as_it_was, whole.all_are_wanted, whole.all_items_are_wanted, whole.a_value_is_a_key,
    whole.the_greatest_is_a_key, whole.always_there, whole.always_popped, whole.either_is_enough,
    whole.all_are_different, whole.something_else, whole.the_first_place,
    whole.no_pair, whole.a_length_below_zero, whole.seen_by_another, whole.keys_of_before, whole.found_before,
    whole.put_while_gone_through,
)  # fmt: skip
RIGHT: Final = tuple(each for each in functions_of(whole) if each not in (*WRONG, whole.shown))

SMALL: Final[dict[str, tuple[Any, ...]]] = {
    "int": (1, 3, 4, 5),
    "list[int]": ([], [4], [1, 4]),
    "set[int]": (set(), {4}, {1, 5}, {1, 4, 5}),
    "dict[int, int]": ({}, {4: 5}, {1: 4, 5: 1}, {4: 4}),
}


def ends(function: Function) -> Iterator[bool]:
    """Whether all assertions of a function hold, of each choice of small arguments."""
    kinds = [kind for name, kind in function.__annotations__.items() if name != "return"]
    for given in itertools.product(*(SMALL[kind] for kind in kinds)):
        try:
            function(*(each if type(each) is int else each.copy() for each in given))
        except (AssertionError, RuntimeError, ValueError):
            yield False
        else:
            yield True


def is_shown(function: Function) -> bool:
    """Whether each assertion of a function is shown, of any arguments."""
    ev, st = begun()
    closure = ev.program.closure(function)
    kinds = {name: KINDS[kind] for name, kind in function.__annotations__.items() if name != "return"}
    given = [any_of(ev, st, name, kind) for name, kind in kinds.items()]
    with ev.running_code(), ev.catching() as raised:
        assert ev.call(st, closure, given, {}, closure.function.node)
    assert not raised
    return not ev.open


@pytest.mark.parametrize("function", RIGHT, ids=lambda each: each.__name__)
def test_what_holds_is_shown(function: Function) -> None:
    """CPython agrees."""
    assert all(ends(function))
    assert is_shown(function)


@pytest.mark.parametrize("function", WRONG, ids=lambda each: each.__name__)
def test_what_does_not_hold_is_open(function: Function) -> None:
    """CPython finds arguments that break it, and others that do not."""
    assert {*ends(function)} == {False, True}
    assert not is_shown(function)
