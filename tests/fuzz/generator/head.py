"""The modules in which random methods stand."""

from typing import Final

PLAIN: Final = '''"""A box and its random methods."""

from slotproof.spec.errors import Full, Missing, OutOfRange
from slotproof.spec.logic import (
    below, choose, conj, contains, disj, exists, forall, forall_in, greatest, iff, implies, least, negate, power_of_two,
    within,
)


class Box:
    """A list of numbers, a table from numbers to numbers, and a number."""

    items: list[int]
    table: dict[int, int]
    number: int

    def __init__(self) -> None:
        self.items = []
        self.table = {}
        self.number = 0
'''

HEAD: Final = '''"""A box of many fields, and its random methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite, trunc
from typing import ClassVar, Final, NamedTuple

from slotproof.spec.errors import Full, Missing, OutOfRange, shown
from slotproof.spec.logic import (
    Distinct, below, choose, conj, contains, disj, exists, forall, forall_in, greatest, iff, implies, least, negate,
    power_of_two, within,
)

LIMIT: Final = 3
TABLE: Final = (5, LIMIT + 1, -2)
NAMES: Final = ("one", "two")


class Point(NamedTuple):
    """Two numbers."""

    x: int
    y: int = 2


class Refused(Missing):
    """An error of this file."""


@dataclass
class Held:
    """A number that is held."""

    most: int

    def kept(self, box: Box) -> None:
        """Put the number into a box."""
        box.number = self.most


def halved(number: int, by: int = 2) -> int:
    """The quotient."""
    if by == 0:
        raise OutOfRange("no divisor")
    return number // by


def applied(change: Callable[[int], int], number: int) -> int:
    """What a function makes of a number."""
    return change(number)


def factorial(number: int) -> int:
    """The product of the numbers up to one."""
    if number <= 1:
        return 1
    return number * factorial(number - 1)


class Base:
    """What has a number."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number

    def doubled(self) -> int:
        """Twice the number."""
        return self.number * 2

    def helped(self, number: int, most: int = 4) -> int:
        """No more than that."""
        return min(number, most)


class Box(Base):
    """Lists, dicts, sets, tuples, and a number."""

    MOST: ClassVar[int] = 4

    items: list[int]
    table: dict[int, int]
    marks: set[int]
    rows: list[tuple[int, int]]
    point: Point
    flag: bool
    order: Distinct

    def __init__(self) -> None:
        super().__init__(0)
        self.items = []
        self.table = {}
        self.marks = set()
        self.rows = []
        self.point = Point(0)
        self.flag = False
        self.order = Distinct()

    @classmethod
    def scaled(cls, number: int, by: int = 3) -> int:
        """A multiple."""
        return number * cls.MOST + by

    @staticmethod
    def least() -> int:
        """A number."""
        return -1

    @property
    def total(self) -> int:
        """The sum of the list."""
        found = self.least()
        for each in self.items:
            found += each
        return found

    def __len__(self) -> int:
        return len(self.items) + 1

    def __contains__(self, number: int) -> bool:
        return number in self.marks

    def helped(self, number: int, most: int = 4) -> int:
        """No more than that, and one more."""
        return super().helped(number, most) + 1

    def required(self, number: int) -> int:
        """The entry of a table."""
        if number not in self.table:
            raise Missing(f"no {number}")
        return self.table[number]

    def added(self, number: int, *, twice: bool = False) -> None:
        """Put a number last."""
        self.number = number
        if number > 3:
            raise Refused("too large")
        self.items.append(number)
        if twice:
            self.items.append(number)

    def listed(self, limit: int) -> Iterator[int]:
        """The entries above a limit."""
        for each in self.items:
            if each > limit:
                yield each
        for each in self.items:
            yield each * 2
'''
