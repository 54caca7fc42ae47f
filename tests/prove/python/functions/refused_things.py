"""Functions of a number that meet a thing which is no part of the language, and functions of other things."""

from __future__ import annotations

from functools import cache
from sys import maxsize
from typing import Any

from slotproof.declare.words import all_hold
from slotproof.spec.errors import Missing
from slotproof.spec.logic import (
    below,
    greatest,
    listed,
    renamed,
)


class Alone:
    """What is made from no other class, and asks for it."""

    def __init__(self) -> None:
        super().__init__()


def made_from_another(number: int) -> int:
    """An object of such a class."""
    return number if Alone() is None else 0


class Vague:
    """What holds anything."""

    held: object

    def __init__(self, number: int) -> None:
        self.held = number


def held_as_no_kind(number: int) -> int:
    """A number in a field that may be anything."""
    return number if Vague(number) is None else 0


class Named:
    """What holds a name."""

    name: str

    def __init__(self) -> None:
        self.name = "one"


def held_by_name(number: int) -> int:
    """A name in a field."""
    return number if Named() is None else 0


class Odd(Exception):
    """An error that keeps a number."""

    def __init__(self, number: int) -> None:
        self.number = number


def kept_by_an_error(number: int) -> int:
    """An error with a constructor."""
    raise Odd(number)


def claims_of_its_own(number: int) -> int:
    """Whether all of no claims hold."""
    return 1 if all_hold([], number) else 0


def claims_of_others(number: int) -> int:
    """Whether one of them holds, so many times."""
    claim: Any = number
    return 1 if all_hold((claim for _ in (1, 2)), number) else 0


def two_names(number: int) -> int:
    """A new list with two names."""
    numbers = others = [number]
    return len(numbers) + len(others)


def rest_of_a_pair(number: int) -> int:
    """A part that is as many as are left."""
    first, *rest = number, 3
    return first + len(rest)


def parts_of_a_number(number: int) -> int:
    """The parts of what has none."""
    made: Any = number
    first, second = made
    return int(first + second)


def two_of_three(number: int) -> int:
    """Two parts of what has three."""
    made: Any = (number, 3, 4)
    first, second = made
    return int(first + second)


class Held:
    """What holds a number."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number


def field_of_a_number(number: int) -> int:
    """A field of what has none."""
    made: Any = number
    made.number = 3
    return number


def field_of_no_class(number: int) -> int:
    """A field that the class does not have."""
    made: Any = Held(number)
    made.other = 3
    return number


def without_a_name(number: int) -> int:
    """A name that is taken away."""
    other = number
    del other
    return number


def without_an_item(number: int) -> int:
    """An item of a set that is taken away as if it stood there."""
    items: Any = {number}
    del items[0]
    return len(items)


def _odd(number: int) -> int:
    if number < 8:
        raise Missing("there is none")
    return number


def length_of_one_of_few(number: int) -> int:
    """The length of one of two lists, and nobody knows which."""
    return listed([[number], [3]], lambda each: len(each) + 1)[number]


def one_of_few_lists(number: int) -> int:
    """One of two lists, and nobody knows which."""
    return len([[number], [3]][number])


def among_few_lists(number: int) -> int:
    """Whether a list is one of two."""
    return 1 if [3] in [[number], [3]] else 0


def few_lists_in_order(number: int) -> int:
    """Two lists, in order."""
    lists = [[number], [3]]
    lists.sort()
    return len(lists)


def few_lists_and_two(number: int) -> int:
    """Two lists, behind which two more are put at once."""
    lists: Any = [[number], [3]]
    lists.append([4], [5])
    return len(lists)


def so_many_parts(number: int) -> int:
    """A list of three, so many times."""
    return max(*[3] * number)


SHARED = [3]
NO_ERROR: Any = 3


def length_of_what_all_share(number: int) -> int:
    """The length of a list that anybody may change."""
    return number + len(SHARED)


def text_of_a_list(number: int) -> int:
    """A text that says what is in a list."""
    return number if f"{[number]}" else 0


def number_or_three(number: int) -> int:
    """A number unless it is 0."""
    return number or 3


def quoted(number: int) -> int:
    """A text between quotes."""
    return number if f"{'a'!r}" == "a" else 0


def length_of_many(number: int) -> int:
    """How many numbers there are, which may be more than a list has."""
    return len(range(number))


def last_of_a_set(number: int) -> int:
    """The item that a loop comes to last."""
    last, some = 0, {5, 1}
    for each in some:
        last = each
    return last


def least_or_none(number: int) -> int:
    """The least of some, or None."""
    least = min({number: 1, 3: number}, default=None)
    return 0 if least is None else least


def code_of_a_number(number: int) -> int:
    """The code of what is no letter."""
    made: Any = number
    return ord(made)


def each_of_a_number(number: int) -> int:
    """A loop over what has no items."""
    made: Any = number
    for each in made:
        number += each
    return number


def _yielding() -> Any:
    yield


def yielded_nothing(number: int) -> int:
    """What yields nothing."""
    return number + len(list(_yielding()))


def raised_number(number: int) -> int:
    """A number that is raised."""
    made: Any = number
    raise made


def called_otherwise(number: int) -> int:
    """A function that another one has changed."""

    @cache
    def inner() -> int:
        return number

    return inner()


def caught_whatever(number: int) -> int:
    """An error, whatever it is."""
    try:
        return _odd(number)
    except:  # noqa: E722
        return 3


def caught_number(number: int) -> int:
    """An error that is no class."""
    try:
        return _odd(number)
    except NO_ERROR:
        return 3


def named_within(number: int) -> int:
    """A name that an expression gives."""
    return number if (other := number) > 3 else other


def below_a_fraction(number: int) -> int:
    """Whether a number is below what is no int."""
    return 1 if number < 1.5 else 0


def not_always_assigned(number: int) -> int:
    """A name that has a value only sometimes."""
    if number > 8:
        other = 3
    return other


def what_others_define(number: int) -> int:
    """A number that no text gives."""
    return number if number < maxsize else 0


def raised_nothing(number: int) -> int:
    """An error that nobody has caught."""
    raise  # noqa: PLE0704


def raised_from_a_new_one(number: int) -> int:
    """An error for which another one is made."""
    raise Missing("one") from Missing("another")


def tried_or_else(number: int) -> int:
    """What is done if there was no error."""
    try:
        number += 1
    except Missing:
        return 0
    else:
        return number


class Strange:
    """What has a part of no sort."""

    number, other = 1, 2


def made_strangely(number: int) -> int:
    """An object of it."""
    return number if Strange() is None else 0


def _number_and_truth(number: int) -> Any:
    yield number
    yield number > 1


def yielded_of_two_kinds(number: int) -> int:
    """What yields a number, and a truth."""
    return len(list(_number_and_truth(number)))


# --- what is refused of what is given


def cut_bytes(name: str) -> int:
    """A part of bytes."""
    return len(name.encode()[1:2])


def same_bytes(name: str) -> bool:
    """Whether bytes are those of a text."""
    other = name.encode()
    return name.encode() == other


def greatest_name(names: set[str]) -> str:
    """The last name."""
    return max(names)


def names_and_numbers(names: set[Any]) -> bool:
    """Whether a set of names is one of numbers."""
    return names == {3}


def each_of_the_names(names: dict[str, int]) -> int:
    """How many names there are."""
    found = 0
    for _ in names:
        found += 1
    return found


def between_calls(names: dict[str, int]) -> int:
    """Whether it is between two how many names there are, the second of which may be none."""
    return 1 if 0 < len(names) < _odd(len(names)) else 0


def counted_down(numbers: list[int]) -> int:
    """A loop of which nothing is declared."""
    count = len(numbers)
    while count > 0:
        count -= 1
    return count


def greatest_of_names(names: set[Any]) -> int:
    """The last name, or 0."""
    return int(greatest(names, 0))


def names_renamed(names: Any) -> int:
    """How many names there are when each has another."""
    return len(renamed(names, lambda name: name, lambda name: name, lambda value: value))


def below_in_others(numbers: Any) -> int:
    """How many numbers are below 3 when each is one more."""
    return below(renamed(numbers, lambda key: key + 1, lambda key: key - 1, lambda value: value), 3)
