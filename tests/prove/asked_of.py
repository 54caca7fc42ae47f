"""Functions that ask words and built-in functions of one number, in a module of which the process has the text."""

from __future__ import annotations

from slotproof.spec.logic import (
    Distinct,
    alike,
    ascending,
    below,
    choose,
    contains,
    exists,
    forall_in,
    greatest,
    leading,
    least,
    listed,
    mapped,
    power_of_two,
)


def has_each(number: int) -> int:
    """Whether zero and the one before the end are among them."""
    found = ascending(number, lambda each: each >= 0)
    return 1 if 0 in found and number - 1 in found and number not in found else 0


def greatest_of_three(number: int) -> int:
    """The greatest, of numbers and none."""
    return 10 * greatest({5, number, 7}, 0) + greatest({number}, 9)


def least_place(number: int) -> int:
    """The first place where something greater stands, or the end."""
    held = [5, 6, 7]
    return least(0, 3, lambda place: held[place] > number)


def how_many_below(number: int) -> int:
    """How many are less."""
    return below({5, 6, 7}, number)


def the_first_ones(number: int) -> int:
    """How many of the first so many are two of these."""
    numbers: Distinct = Distinct()
    numbers.append(5)
    numbers.append(6)
    numbers.append(7)
    found = leading(numbers, number)
    return 10 * len(found) + (1 if 6 in found else 0)


def the_same_ones(number: int) -> int:
    """Whether two sets have the same elements."""
    return 1 if alike({5, 6}, {6, number}) else 0


def doubled_values(number: int) -> int:
    """What stands under a key, twice."""
    return mapped({1: 2, 3: 4}, lambda _, value: 2 * value)[number]


def doubled_list(number: int) -> int:
    """An entry, twice."""
    return listed([5, 6, 7], lambda each: 2 * each)[number]


def is_power(number: int) -> int:
    """Whether it is 1, 2, 4, 8."""
    return 1 if power_of_two(number) else 0


def either_one(number: int) -> int:
    """One of two."""
    return choose(number > 3, number, -number)


def among_several(number: int) -> int:
    """Whether it is in a list, a dict, a tuple, a set, a range of places."""
    return 1 if contains([5, 6], number) or number in {7: 1} or number in (8, 9) or number in {10} else 0


def some_below(number: int) -> int:
    """Whether the square of one below it is 4."""
    return 1 if exists(0, number, lambda each: each * each == 4) else 0


def each_of_a_dict(number: int) -> int:
    """Whether all keys are greater."""
    return 1 if forall_in({5: 1, 6: 2}, lambda key: key > number) else 0


def distances(number: int) -> int:
    """How far it is from 0 and from 3."""
    return 10 * abs(number) + abs(3 - number)


def parts(number: int) -> int:
    """Quotient and remainder, of it and by it."""
    quotient, remainder = divmod(number, 4)
    return 10 * quotient + remainder + 9 // number + 9 % number


def extremes(number: int) -> int:
    """The least and the greatest of some."""
    return 100 * min(number, 5) + 10 * max(number, 5) + min(7, number, 6) + max(0, number, 2)


def extremes_of_a_list(number: int) -> int:
    """The same, of a list."""
    return 10 * min([5, number, 7]) + max([number, 6])


def sums(number: int) -> int:
    """Of a few, from a start."""
    return sum([5, number, 7]) + sum((number, 1)) + sum([each > number for each in (5, 6)])


def truths(number: int) -> int:
    """Numbers of truths."""
    return 10 * int(number > 5) + int(bool(number))


def of_a_falling_range(number: int) -> int:
    """The same, downwards."""
    found = list(range(number, 2, -1))
    return len(found) + found[0]


def by_place(number: int) -> int:
    """Pairs of places and entries."""
    total = 0
    for place, each in enumerate([5, number, 7]):
        total += place * each
    return total


def backwards(number: int) -> int:
    """From the last to the first."""
    total = 0
    for each in reversed([5, number, 7]):
        total = 10 * total + each
    return total


def side_by_side(number: int) -> int:
    """Two at a time."""
    return sum([one * other for one, other in zip([1, 2], [number, 5], strict=True)])


def kept_ones(number: int) -> int:
    """Those of a few that are known to be kept."""
    return sum([each + number for each in (1, 2, 3) if each != 2])


def put_together(number: int) -> int:
    """Tuples and lists, one after the other."""
    pair = (5, number)
    both = (*pair, 7)
    held = [*both, 8, 9]
    return 100 * both[1] + 10 * held[3] + held[number]


def changed_entries(number: int) -> int:
    """A slice that is replaced."""
    held = [5, 6, 7, 8]
    held[1:3] = [number]
    return 100 * len(held) + 10 * held[1] + held[2]


def extended(number: int) -> int:
    """A list that gets the entries of another one, and loses one."""
    held = [5, 6]
    held.extend([7, number])
    held.remove(number)
    return 100 * len(held) + 10 * held[0] + held[2]


def where_it_stands(number: int) -> int:
    """Its first place."""
    held = [5, 6, 5]
    return held.index(number)


def two_to_that(number: int) -> int:
    """Powers and shifts."""
    power: int = 2**number
    return power + (1 << number) + (200 >> number) + number**2


def masked(number: int) -> int:
    """Bits."""
    return (number & 7) + (number | 8) + (number ^ 5) + ~number


def compared_in_a_chain(number: int) -> int:
    """Between two, and not one of these."""
    return 1 if 2 < number <= 6 != number else 0


def ordered_pairs(number: int) -> int:
    """Tuples are compared from the left."""
    return 1 if (5, number) < (5, 6) and (number, 1) >= (3, 0) else 0


class Sized:
    """Something that says how much it is."""

    size: int

    def __init__(self, size: int) -> None:
        """Keep it."""
        self.size = size

    def __len__(self) -> int:
        """Twice the size."""
        return 2 * self.size


def sized(number: int) -> int:
    """How much an object says that it is."""
    return len(Sized(number))


def missing_in_a_set(number: int) -> int:
    """Whether something is in the set of so many."""
    held = [3] * number
    found = set(held)
    return 9 // number if 3 not in found else 1


def two_made(number: int) -> Distinct:
    """Two numbers."""
    numbers: Distinct = Distinct()
    numbers.append(number)
    numbers.append(7)
    return numbers


def two_left(number: int) -> Distinct:
    """The same two of three."""
    numbers: Distinct = Distinct()
    numbers.append(5)
    numbers.append(number)
    numbers.append(7)
    numbers.popleft()
    return numbers
