"""Functions with displays, comprehensions and `**`, in a module of which the process has what the file says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slotproof.spec.errors import Missing

NAMES = ("first", "second")
NUMBERS = (2, 3)


def same_names() -> bool:
    """True: a set of constants, some of which a tuple names."""
    return {"first", "second", "third"} == {*NAMES, "third"}


def other_names() -> bool:
    """False: a name less."""
    return {"first", "second", "third"} == {*NAMES}


def how_many() -> int:
    """What stands twice is one item."""
    return len({*NUMBERS, 3, 5})


def weighed(first: int, second: int, *, third: int) -> int:
    """Which argument is which."""
    return first + 10 * second + 100 * third


def by_name() -> int:
    """Arguments that a dict names, and one more."""
    numbers = {name: len(name) for name in NAMES}
    return weighed(**numbers, third=5)


def by_name_twice() -> int:
    """An argument that is passed twice."""
    numbers = {name: len(name) for name in NAMES}
    return weighed(**numbers, first=5, third=6)


def by_any_name(numbers: dict[str, int]) -> int:
    """Arguments that nobody knows."""
    return weighed(**numbers)


def _taken(steps: list[int], number: int, stop: int) -> int:
    steps.append(number)
    if number == stop:
        raise Missing("it is not there")
    return 10 * number


def all_taken(steps: list[int], stop: int) -> int:
    """A list of what calls answer, one of which may fail; the name in it is another one than that outside."""
    number = 7
    try:
        made = [_taken(steps, number, stop) for number in NUMBERS]
    except Missing:
        return number
    steps.append(number)
    return sum(made)


def bound(one: int, /, two: int, three: int = 3, *, four: int, five: int = 5) -> None:
    """Arguments of each sort."""


def bound_with_rest(one: int, two: int = 2, *rest: int, three: int) -> None:
    """The same, with any number of them."""


def hashed(hash_of: Callable[[str], int], key: str) -> int:
    """A hash, by a function that a client passes."""
    return hash_of(key)


def hashed_twice(hash_of: Callable[[str, str], int], key: str) -> int:
    """A hash of two keys."""
    return hash_of(key, key)


def _others(number: int) -> dict[str, bool]:
    return {"second": number < 9, "third": number < 8, "named again": number < 7}


def conditions(number: int) -> dict[str, bool]:
    """Conditions, some of which another function gives, and one of these has another meaning here."""
    return {"first": number > 1, **_others(number), "named again": number > 2, "last": number > 3}


def _nothing() -> dict[str, bool]:
    return {}


def one_condition(number: int) -> dict[str, bool]:
    """One, beside those that another function gives, which gives none."""
    return {**_nothing(), "only": number > 1}


def _by_number(number: int) -> dict[int, bool]:
    return {number: True}


def conditions_by_number(number: int) -> dict[Any, bool]:
    """Conditions, some of which nobody can name."""
    return {"first": number > 1, **_by_number(number)}
