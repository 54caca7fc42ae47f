"""Functions that not every argument has a value of, in a module of which the process has what the file says."""

from __future__ import annotations

import math


def power(number: int) -> int:
    """A power of two, which is no int below 0."""
    made: int = 2**number
    return made


def shifted(number: int) -> int:
    """Doubled so often."""
    return 1 << number


def halved(number: int) -> int:
    """Halved so often."""
    return 64 >> number


def divided(number: int) -> int:
    """Rounded down."""
    return 64 // number


def left_over(number: int) -> int:
    """What a division leaves."""
    return 64 % number


def greatest(number: int) -> int:
    """Of a list of so many."""
    return max([3] * number)


def greatest_or_none(number: int) -> int:
    """Of a list of so many; of nothing 7."""
    return max([3] * number, default=7)


def at(number: int) -> int:
    """One of three."""
    numbers = [5, 6, 7]
    return numbers[number]


def last(number: int) -> int:
    """Taken off a list of so many."""
    numbers = [3] * number
    return numbers.pop()


def finite(number: int) -> int:
    """One, of any number that is no float."""
    return 1 if math.isfinite(number) else 0


def truncated(number: int) -> int:
    """Itself, of any number that is no float."""
    return math.trunc(number)
