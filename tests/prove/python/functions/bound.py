"""Functions of a number that call others and make objects, with arguments of each sort that Python has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


def _digits(one: int, /, two: int, three: int = 3, *, four: int = 4, five: int) -> int:
    return 10000 * one + 1000 * two + 100 * three + 10 * four + five


def _rest(first: int, *rest: int) -> int:
    total = first
    for each in rest:
        total = 10 * total + each
    return total


class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int = 7


@dataclass
class Made:
    """A number, and another that is made of it."""

    number: int
    more: int = 5

    def __post_init__(self) -> None:
        self.more = self.more + self.number


@dataclass
class Plain:
    """A number."""

    number: int
    more: int = 5


class Box:
    """What keeps a number."""

    number: int

    def __init__(self, number: int, times: int = 2) -> None:
        self.number = times * number

    def more(self, by: int = 1) -> int:
        """The number, and more."""
        return self.number + by

    @classmethod
    def made(cls, number: int) -> Box:
        """One of a class."""
        return cls(number, times=3)

    @staticmethod
    def least(one: int, other: int) -> int:
        """The lower one."""
        return min(one, other)


class Wider(Box):
    """One that keeps more."""

    def __init__(self, number: int) -> None:
        super().__init__(number, 4)


class Empty:
    """What keeps nothing."""


def by_place(number: int) -> int:
    """One is left out, and one needs its name."""
    return _digits(1, number, five=5)


def by_name(number: int) -> int:
    """In any order."""
    return _digits(1, five=number, four=2, three=6, two=8)


def all_by_place(number: int) -> int:
    """As many as have places."""
    return _digits(number, 2, 1, four=9, five=0)


def some_more(number: int) -> int:
    """None, one, two."""
    return _rest(number) + _rest(number, 2) + _rest(1, number, 3)


def spread(number: int) -> int:
    """The parts of a tuple, one after the other."""
    parts = (number, 2)
    return _rest(1, *parts)


def pairs(number: int) -> int:
    """With and without what is left out, by place and by name."""
    one, two, three = Pair(number), Pair(1, number), Pair(right=number, left=2)
    return 100 * (one.left + two.left + three.left) + one.right + two.right + three.right


def changed_pair(number: int) -> int:
    """Another right part."""
    pair = Pair(number)._replace(right=number + 2)
    return 10 * pair.left + pair.right


def made(number: int) -> int:
    """What runs when the fields have their values."""
    one, two = Made(number), Made(more=1, number=number)
    return 100 * one.more + 10 * two.more + one.number


def plain(number: int) -> int:
    """Nothing runs."""
    return Plain(number).more + 10 * Plain(number, number).more


def boxes(number: int) -> int:
    """By a constructor, a method of the class, a base."""
    return Box(number).number + 10 * Box.made(number).number + 100 * Wider(number).more(number)


def methods(number: int) -> int:
    """Of an object, and of a class."""
    box = Box(number)
    return box.more() + box.more(by=5) + Box.least(number, 3) + box.least(4, number)


def nothing(number: int) -> int:
    """What has no constructor takes nothing."""
    return number if isinstance(Empty(), Empty) else 0


def too_many(number: int) -> int:
    """One more than has a place."""
    call: Any = _digits
    return int(call(1, 2, 3, number, five=5))


def twice(number: int) -> int:
    """By place and by name."""
    call: Any = _digits
    return int(call(1, number, two=2, five=5))


def place_by_name(number: int) -> int:
    """What has only a place."""
    call: Any = _digits
    return int(call(one=number, two=2, five=5))


def unknown(number: int) -> int:
    """A name that is no parameter."""
    call: Any = _digits
    return int(call(1, number, five=5, six=6))


def missing(number: int) -> int:
    """One that has no default."""
    call: Any = _digits
    return int(call(1, number))


def missing_place(number: int) -> int:
    """The first ones."""
    call: Any = _digits
    return int(call(number, five=5))


def pair_of_three(number: int) -> int:
    """One part too many."""
    make: Any = Pair
    return int(make(1, 2, number).left)


def pair_twice(number: int) -> int:
    """A part by place and by name."""
    make: Any = Pair
    return int(make(number, left=2).left)


def pair_of_another(number: int) -> int:
    """A part that there is not."""
    make: Any = Pair
    return int(make(number, middle=2).left)


def pair_of_none(number: int) -> int:
    """No part."""
    make: Any = Pair
    return number + int(make().right)


def nothing_of_something(number: int) -> int:
    """Something for what has no constructor."""
    make: Any = Empty
    return 0 if make(number) is None else 1


def nothing_by_name(number: int) -> int:
    """The same by name."""
    make: Any = Empty
    return 0 if make(number=number) is None else 1
