"""Functions that ask lists, dicts, sets and sequences of one number, in a module of which the process has the text."""

from __future__ import annotations

from typing import NamedTuple

from slotproof.spec.logic import (
    Distinct,
    choose,
    conj,
    disj,
    exists,
    forall,
    forall_in,
    iff,
    implies,
    negate,
    within,
)


def _three() -> Distinct:
    numbers: Distinct = Distinct()
    numbers.append(5)
    numbers.append(6)
    numbers.append(7)
    return numbers


# --- what ends in an error of some numbers


def popped_within(number: int) -> int:
    """What is taken out, and what is left."""
    numbers = [5, 6, 7]
    taken = numbers.pop(number)
    return 100 * taken + 10 * numbers[0] + numbers[1]


def deleted(number: int) -> int:
    """What is left without an entry."""
    numbers = [5, 6, 7]
    del numbers[number]
    return 10 * numbers[0] + numbers[1]


def overwritten(number: int) -> int:
    """What stands there after one entry is another one."""
    numbers = [5, 6, 7]
    numbers[number] = 9
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def popped_key(number: int) -> int:
    """What stood under a key that is taken out, and how many are left."""
    ages = {1: 2, 3: 4}
    return 10 * ages.pop(number) + len(ages)


def removed_item(number: int) -> int:
    """How many items are left without one."""
    items = {1, 3}
    items.remove(number)
    return len(items)


def put_last(number: int) -> int:
    """What stands in a sequence after one more is put last."""
    numbers = _three()
    numbers.append(number)
    return 10 * numbers[0] + numbers[3]


def put_first(number: int) -> int:
    """What stands in a sequence after one more is put first."""
    numbers = _three()
    numbers.prepend(number)
    return 10 * numbers[0] + numbers[3]


def first_taken(number: int) -> int:
    """The first one of so many, and how many are left."""
    numbers = Distinct(range(number))
    return 10 * numbers.popleft() + len(numbers)


def last_taken(number: int) -> int:
    """The last one of so many, and how many are left."""
    numbers = Distinct(range(number))
    return 10 * numbers.pop() + len(numbers)


def swapped_out(number: int) -> int:
    """What stands in a sequence without one, in whose place the last one goes."""
    numbers = _three()
    numbers.swap_remove(number)
    return 10 * numbers[0] + numbers[1]


def replaced(number: int) -> int:
    """What stands in a sequence after another one took the place of one."""
    numbers = _three()
    numbers.replace(number, 9)
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def replaced_by(number: int) -> int:
    """What stands in a sequence after one took the place of the first."""
    numbers = _three()
    numbers.replace(5, number)
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def exchanged(number: int) -> int:
    """What stands in a sequence after one changed places with the first."""
    numbers = _three()
    numbers.exchange(number, 5)
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def exchanged_with(number: int) -> int:
    """The same, with the first one named first."""
    numbers = _three()
    numbers.exchange(5, number)
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def divided_exactly(number: int) -> int:
    """One: a quotient is no int."""
    quotient = 64 / number
    return 1 if isinstance(quotient, float) else 0


def paired(number: int) -> int:
    """How many pairs there are of two with so many."""
    return len(list(zip([3] * number, [4, 5], strict=True)))


# --- what has a value of each number


def inserted(number: int) -> int:
    """What stands there after one is put somewhere."""
    numbers = [5, 6]
    numbers.insert(number, 9)
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def turned(number: int) -> int:
    """In the other order."""
    numbers = [5, 6, number]
    numbers.reverse()
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def turned_copy(number: int) -> int:
    """In the other order, twice: of a list and of a tuple."""
    numbers, pair = [5, 6, number], (7, number)
    back, other = numbers[::-1], pair[::-1]
    return 1000 * back[0] + 100 * back[2] + 10 * other[0] + len(back) + len(other)


def sliced(number: int) -> int:
    """The length of what is cut out, and its ends."""
    numbers = [5, 6, 7, 8][number:3]
    return 100 * len(numbers) + (10 * numbers[0] + numbers[-1] if numbers else 0)


def popped_or_seven(number: int) -> int:
    """What stood under a key, or 7; and how many are left."""
    ages = {1: 2, 3: 4}
    return 10 * ages.pop(number, 7) + len(ages)


def got_or_seven(number: int) -> int:
    """What stands under a key, or 7; and how many there are."""
    ages = {1: 2, 3: 4}
    return 10 * ages.get(number, 7) + len(ages)


def set_if_missing(number: int) -> int:
    """What stands under a key from now on, and how many there are."""
    ages = {1: 2, 3: 4}
    return 10 * ages.setdefault(number, 9) + len(ages)


def added(number: int) -> int:
    """How many items there are with one."""
    items = {1, 3}
    items.add(number)
    return len(items)


def discarded(number: int) -> int:
    """How many items there are without one."""
    items = {1, 3}
    items.discard(number)
    return len(items)


def placed(number: int) -> int:
    """Where one stands in a sequence, or -1."""
    return _three().place(number)


def keyed(number: int) -> int:
    """What stands under the number, beside one more."""
    ages = {number: 7, number + 1: 8}
    return 10 * ages[number] + len(ages)


def joined(number: int) -> int:
    """What a list becomes that gets more."""
    numbers = [5]
    numbers += [6, number]
    return 100 * numbers[0] + 10 * numbers[1] + numbers[2]


def divided_or_seven(number: int) -> int:
    """A quotient, or 7."""
    try:
        return 64 // number
    except ZeroDivisionError:
        return 7


def divided_exactly_or_seven(number: int) -> int:
    """One, if there is a quotient, or 7."""
    try:
        quotient = 64 / number
    except ZeroDivisionError:
        return 7
    return 1 if isinstance(quotient, float) else 0


def looked_up_or_seven(number: int) -> int:
    """What stands under a key, or 7."""
    ages = {1: 2, 3: 4}
    try:
        return ages[number]
    except KeyError:
        return 7


# --- what is said of numbers, and asks only where it is looked at


def both(number: int) -> int:
    """One, if two things hold of which the second is looked at after the first."""
    numbers = [5, 6, 7]
    return 1 if conj(0 <= number, number < 3, lambda: numbers[number] > 5) else 0


def all_of_them(number: int) -> int:
    """One, if each of these holds, of which there is a tuple."""
    parts = (number > 1, lambda: number < 9, number > 3)
    return 1 if conj(*parts) else 0


def one_of_two(number: int) -> int:
    """One, if one of two things holds of which the second is looked at after the first."""
    numbers = [5, 6, 7]
    return 1 if disj(number < 0, number > 2, lambda: numbers[number] > 5) else 0


def if_then(number: int) -> int:
    """One, if the second holds where the first does."""
    numbers = [5, 6, 7]
    return 1 if implies(within(0, number, 3), lambda: numbers[number] > 5) else 0


def one_or_other(number: int) -> int:
    """An entry where there is one: both are looked at."""
    numbers = [5, 6, 7]
    return choose(number < 3, numbers[number], 8)


def both_at_once(number: int) -> int:
    """One, if two things hold, each of which is looked at."""
    numbers = [5, 6, 7]
    return 1 if conj(number < 3, numbers[number] > 5) else 0


def one_of_two_at_once(number: int) -> int:
    """One, if one of two things holds, each of which is looked at."""
    numbers = [5, 6, 7]
    return 1 if disj(number > 2, numbers[number] > 5) else 0


def if_then_at_once(number: int) -> int:
    """One, if the second holds where the first does, and each is looked at."""
    numbers = [5, 6, 7]
    return 1 if implies(number < 3, numbers[number] > 5) else 0


def all_at_once(number: int) -> int:
    """One, if two entries are great enough, each of which is looked at."""
    numbers = [7, 6, 5]
    return 1 if conj(*(numbers[place] > 5 for place in (number, number + 1))) else 0


def some_at_once(number: int) -> int:
    """One, if one of two entries is great enough, each of which is looked at."""
    numbers = [5, 6, 7]
    return 1 if disj(*(numbers[place] > 6 for place in (number, number + 1))) else 0


def all_listed(number: int) -> int:
    """The same of a list."""
    numbers = [7, 6, 5]
    return 1 if all([numbers[place] > 5 for place in (number, number + 1)]) else 0  # noqa: C419


def some_listed(number: int) -> int:
    """The same of a list."""
    numbers = [5, 6, 7]
    return 1 if any([numbers[place] > 6 for place in (number, number + 1)]) else 0  # noqa: C419


def all_in_turn(number: int) -> int:
    """One, if two entries are great enough, the second of which is looked at after the first."""
    numbers = [7, 6, 5]
    return 1 if all(numbers[place] > 5 for place in (number, number + 1)) else 0


def some_in_turn(number: int) -> int:
    """One, if one of two entries is great enough, the second of which is looked at after the first."""
    numbers = [5, 6, 7]
    return 1 if any(numbers[place] > 6 for place in (number, number + 1)) else 0


def by_a_function(number: int) -> int:
    """Three: a function is true, and no one calls it."""
    return choose(lambda: number > 1, 3, 4)  # type: ignore[arg-type]


def alike(number: int) -> int:
    """One, if two things hold or neither."""
    return 1 if iff(number > 1, negate(number < 5)) else 0


def all_flags(number: int) -> int:
    """One, if a list of so many truths has no false one."""
    flags = [number > 2] * number
    return 1 if all(flags) else 0


def any_flag(number: int) -> int:
    """One, if a list of so many truths has a true one."""
    flags = [number > 2] * number
    return 1 if any(flags) else 0


def some_entry(number: int) -> int:
    """One, if an entry of so many is not as large as there are."""
    numbers = [3] * number
    return 1 if any(each < number for each in numbers) else 0


def each_place(number: int) -> int:
    """One, if each entry is as large as there are."""
    numbers = [3] * number
    return 1 if forall(0, number, lambda place: numbers[place] == number) else 0


def each_place_by_all(number: int) -> int:
    """The same in other words."""
    numbers = [3] * number
    return 1 if all(numbers[place] == number for place in range(number)) else 0


def some_place(number: int) -> int:
    """One, if an entry is as large as there are."""
    numbers = [3] * number
    return 1 if exists(0, number, lambda place: numbers[place] == number) else 0


def each_entry(number: int) -> int:
    """One, if each of so many is as large as there are."""
    return 1 if forall_in([3] * number, lambda each: each == number) else 0


def each_item(number: int) -> int:
    """One, if each of three, and of the first so many numbers, is below it."""
    return 1 if forall_in(_three(), lambda each: each < number) and forall_in({1, 2}, lambda each: each < number) else 0


# --- what is known of an object, and of what is looked through once


class Mark:
    """What has a number."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number

    def doubled(self) -> int:
        """Twice the number."""
        return 2 * self.number

    @property
    def half(self) -> int:
        """The half of 7 or of 8."""
        return [7, 8][self.number] // 2


class Pair(NamedTuple):
    """Two numbers."""

    one: int
    other: int = 2


def half_of(number: int) -> int:
    """What a property gives."""
    return Mark(number).half


def what_there_is(number: int) -> int:
    """Which of some names an object and an iterator have."""
    mark, going = Mark(number), iter([number])
    found = 1 if hasattr(mark, "number") and hasattr(mark, "doubled") else 0
    found += 2 if hasattr(mark, "__next__") or hasattr(mark, "length") else 0
    return found + (4 if hasattr(going, "__next__") else 0)


def got_by_name(number: int) -> int:
    """The number of an object, which is set and got by its name."""
    mark = Mark(1)
    setattr(mark, "number", number)  # noqa: B010
    return int(getattr(mark, "number", 7) + getattr(mark, "doubled")())  # noqa: B009


def paired_up(number: int) -> int:
    """The parts of records, one of which nobody gives."""
    pair = Pair(number)
    return 10 * pair.one + pair.other + Pair(other=3, one=4)._replace(one=5).one


# --- what is asked of lists that are given


def how_many(flags: list[bool], number: int) -> int:
    """How many of the first so many truths are true."""
    return sum(flags[place] for place in range(number))


def how_many_chosen(flags: list[bool], number: int) -> int:
    """The same in other words."""
    return sum(choose(flags[place], 1, 0) for place in range(number))
