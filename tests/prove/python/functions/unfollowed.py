"""Functions in the language that `prove` does not follow: the page says so of a row of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from slotproof.spec.logic import Distinct

from .followed import T, Two


class Box:
    """A number."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number

    def swap(self, other: Box) -> None:
        """Let two exchange all fields."""
        self.__dict__, other.__dict__ = other.__dict__, self.__dict__

    def copy(self) -> Box:
        """One more that holds the same."""
        made = object.__new__(type(self))
        for name, value in vars(self).items():
            setattr(made, name, value.copy() if isinstance(value, list | dict | set) else value)
        return made


def exchanged(number: int) -> int:
    """All fields at once."""
    one = Box(number)
    one.swap(Box(3))
    return one.number


def copied(number: int) -> int:
    """All fields, whatever they are."""
    return Box(number).copy().number


def gone_round(data: dict[int, int]) -> int:
    """In an order that is not known."""
    found = 0
    for key in data:
        found = key
    return found


def gone_round_pairs(data: dict[int, int]) -> int:
    """In an order that is not known."""
    found = 0
    for key, value in data.items():
        found = key + value
    return found


def gone_round_marks(some: set[int]) -> int:
    """In an order that is not known."""
    found = 0
    for each in some:
        found = each
    return found


def every_second(listed: list[int]) -> int:
    """Part of a list, by a step."""
    return len(listed[::2])


def earlier(listed: list[int], rest: list[int]) -> bool:
    """An order of lists."""
    return listed < rest


def flattened(listed: list[int], rest: list[int]) -> int:
    """Each with each."""
    return len([one + other for one in listed for other in rest])


def listed_keys(some: set[int]) -> int:
    """In an order that is not known."""
    return len([each * 2 for each in some])


def keyed_by_entries(listed: list[int]) -> int:
    """A dict of a sequence."""
    return len({each: 1 for each in listed})  # noqa: C420


def turned_round(data: dict[int, int]) -> int:
    """Under other keys."""
    return len({value: key for key, value in data.items()})


def halved(some: set[int]) -> int:
    """Other items, of which some may be the same."""
    return len({each // 2 for each in some})


def summed_up(some: set[int]) -> int:
    """Over a set, in no word that is told the same in any order."""
    return max((each + 1 for each in some), default=0)


def spread(listed: list[int], number: int) -> int:
    """In a display."""
    return len([*listed, number])


def either(some: set[int], seen: set[int]) -> int:
    """What is in one of two sets alone."""
    return len(some ^ seen)


def one_of_two(number: int) -> bool:
    """One of two truths alone."""
    return (number > 3) ^ (number < 5)


def two_so_often(number: int) -> int:
    """A list with more than one entry, many times."""
    return len([1, 2] * number)


def below(number: int) -> bool:
    """A quotient in an order."""
    return number / 2 < number / 3


def _yielded(number: int) -> Iterator[int]:
    """What another generator gives."""
    yield from range(number)


def gone_through(number: int) -> int:
    """What a generator gives."""
    return len(list(_yielded(number)))


def first_of_many(listed: list[int], number: int) -> int:
    """The first that is wanted."""
    return next(each for each in listed if each == number)


def listed_set(some: set[int]) -> int:
    """In an order that is not known."""
    return len(list(some))


def listed_by_iterator(some: set[int]) -> int:
    """In an order that is not known."""
    return len(list(iter(some)))


def tuple_of_set(some: set[int]) -> int:
    """In an order that is not known."""
    return len(tuple(some))


def mapped_set(some: set[int]) -> int:
    """In an order that is not known."""
    return len(list(map(lambda each: each + 1, some)))  # noqa: C417


def sorted_list(listed: list[int]) -> int:
    """What may stand twice."""
    return len(sorted(listed))


def sorted_by_key(listed: list[int]) -> int:
    """By what a function says."""
    return len(sorted(listed, key=lambda each: -each))


def total(listed: list[int]) -> int:
    """Of so many as there are."""
    return sum(listed)


def greatest_by_key(listed: list[int]) -> int:
    """By what a function says."""
    return max(listed, key=lambda each: -each)


def least_by_key(listed: list[int]) -> int:
    """By what a function says."""
    return min(listed, key=lambda each: -each)


def in_order(listed: list[int]) -> int:
    """A list that is sorted."""
    listed.sort()
    return len(listed)


def often(listed: list[int], number: int) -> int:
    """How often it is there."""
    return listed.count(number)


def place_in_tuple(number: int) -> int:
    """Where it stands."""
    three: tuple[int, int, int] = (1, 2, 3)
    return three.index(number)


def often_in_tuple(number: int) -> int:
    """How often it is there."""
    three: tuple[int, int, int] = (1, 2, 3)
    return three.count(number)


def often_in_sequence(read: Sequence[int], number: int) -> int:
    """How often it is there."""
    return read.count(number)


def place_in_record(number: int) -> int:
    """Where it stands."""
    pair: Two = Two(number, 1)
    return pair.index(1)


def put_between(number: int) -> int:
    """A new thing before a place."""
    order: Distinct = Distinct()
    order.insert(0, number)
    return len(order)


def often_in_line(number: int) -> int:
    """How often it is there."""
    order: Distinct = Distinct()
    return order.count(number)


def taken_apart(ratio: float) -> int:
    """A float as a fraction."""
    return ratio.as_integer_ratio()[0]


def small_letters(text: str) -> bool:
    """Of a text."""
    return text == text.lower()


def length(text: str) -> int:
    """Of a text."""
    return len(text)


def spread_by(value: T) -> int:
    """By the number that a client's value gives."""
    return hash(value) % 4


def fallen(number: int) -> int:
    """What calls itself."""
    if number <= 1:
        return 1
    return number * fallen(number - 1)


def tried_or_else(listed: list[int], number: int) -> int:
    """What is done where nothing was raised."""
    try:
        found = listed[number]
    except IndexError:
        return 0
    else:
        return found


def kept_of_one(number: int, more: int) -> int:
    """One, or none."""
    return len([each for each in [number] if each > more])


class Other(NamedTuple):
    """Two other numbers."""

    first: int
    second: int


def one_of_two_records(number: int) -> bool:
    """Of one class or another."""
    return isinstance((Two(1, 2), Other(1, 2))[number % 2], Two)


def spelled(text: str) -> bool:
    """Two texts, one after the other."""
    return text == "a" + "b" + text


def by_twos(number: int) -> int:
    """Every second number."""
    return len(list(range(number, 0, -2)))


def is_tuple(thing: object) -> bool:
    """Data that may be a tuple."""
    return isinstance(thing, tuple)


def named(number: int) -> bool:
    """One of a few names."""
    names = ("one", "two")
    return names[number % 2] == "one"


def put_together(text: str) -> bool:
    """Texts that are compared."""
    return text == "-".join(("a", text))  # noqa: FLY002


def sorted_before(text: str) -> bool:
    """An order of texts."""
    return text < "b"
