"""Functions that not every argument has a value of, in a module of which the process has what the file says."""

from __future__ import annotations

import math
from collections.abc import Iterator

from slotproof.spec.errors import OutOfRange
from slotproof.spec.logic import Distinct, below, leading


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


def divided_twice(number: int) -> int:
    """Rounded down, beside what is left."""
    whole, left = divmod(64, number)
    return whole + left


def place_of(number: int) -> int:
    """Where it stands."""
    numbers = [5, 6, 7]
    return numbers.index(number)


def place_in_many(number: int) -> int:
    """Where the first one stands of so many."""
    numbers = [3] * number
    return numbers.index(3)


def place_in_order(number: int) -> int:
    """Where it stands in a sequence."""
    numbers: Distinct = Distinct()
    numbers.append(5)
    numbers.append(6)
    return numbers.index(number)


def taken_out(number: int) -> int:
    """How many are left."""
    numbers = [5, 6, 7]
    numbers.remove(number)
    return len(numbers)


def looked_up(number: int) -> int:
    """What stands under a key."""
    ages = {1: 2, 3: 4}
    return ages[number]


def forgotten(number: int) -> int:
    """How many are left without a key."""
    ages = {1: 2, 3: 4}
    del ages[number]
    return len(ages)


def at_or_seven(number: int) -> int:
    """One of three, or 7."""
    numbers = [4, 5, 6]
    try:
        return numbers[number]
    except IndexError:
        return 7


def forgotten_or_seven(number: int) -> int:
    """How many are left without a key, or 7."""
    ages = {1: 2, 3: 4}
    try:
        del ages[number]
    except KeyError:
        return 7
    return len(ages)


def divided_or_seven(number: int) -> int:
    """Rounded down, or 7."""
    try:
        return 64 // number
    except ZeroDivisionError:
        return 7


def parted_or_seven(number: int) -> int:
    """One that can be divided so is 8, and 0 is 7."""
    try:
        number / number
    except ZeroDivisionError:
        return 7
    return 8


def lower_ones(number: int) -> int:
    """How many are below."""
    return below({1, 2, 3}, number)


def first_ones(number: int) -> int:
    """How many the first so many are."""
    numbers: Distinct = Distinct()
    numbers.append(5)
    return len(leading(numbers, number))


def until_met(number: int) -> int:
    """How many there are before it, of three."""
    seen = 0
    for each in (5, 6, 7):
        if each == number:
            break
        seen += 1
    return seen


def first_of_all(number: int) -> int:
    """The first of one."""
    return next(each + 1 for each in (number,))


def taken_apart(number: int) -> int:
    """Of a list of so many."""
    numbers = [3] * number
    one, other = numbers
    return one + other


def _yielding(number: int) -> Iterator[int]:
    yield number
    yield number + 1
    yield number + 2


def item(number: int) -> int:
    """One of three."""
    return (5, 7, 9)[number]


def yielded_last(number: int) -> int:
    """The last of those that are yielded, and how many there are."""
    made = list(_yielding(number))
    return made[2] + len(made)


def refused_with_its_text(number: int) -> int:
    """A number that stands in the message of an error."""
    raise OutOfRange(f"{number} is none")


def put_before(number: int) -> int:
    """One more, wherever that is."""
    held = [5, 6]
    held.insert(number, 7)
    return len(held)


def put_within(number: int) -> int:
    """One more, where there is something, or behind it."""
    return put_before(number) if 0 <= number <= 2 else 0


def taken_or_nine(number: int) -> int:
    """What stands there, if something does."""
    held = [5, 6]
    try:
        return held.pop(number) if number >= 0 else 9
    except IndexError:
        return 9


def as_many_in_a_list(number: int) -> int:
    """So many numbers."""
    return len(list(range(number)))


def as_many_in_a_tuple(number: int) -> int:
    """The same."""
    return len(tuple(range(number)))


def as_many_more(number: int) -> int:
    """One more."""
    held = [5]
    held.extend(range(number))
    return len(held)


def as_many_met(number: int) -> int:
    """The same, one after the other."""
    return len(list(iter(range(number))))


def a_few(number: int) -> int:
    """Three more."""
    held = list(range(3))
    held.insert(-1, number)
    return len(held)


def quotients_in_a_tuple(number: int) -> int:
    """Of each of a list; only how many there are is asked."""
    held = [number] * max(number, 1)
    return len(tuple(9 // each for each in held))


def quotients_in_pairs(number: int) -> int:
    """The same, of which each has a number."""
    held = [number] * max(number, 1)
    return len(tuple(enumerate(9 // each for each in held)))


def quotients_in_a_message(number: int) -> int:
    """They are written out, where there is no other answer."""
    held = [number] * max(number, 1)
    if number < 2:
        raise OutOfRange(", ".join(f"{9 // each}" for each in held))
    return number
