"""Claims in words, of which some hold of any argument; the process has what the file says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slotproof.spec.errors import OutOfRange
from slotproof.spec.logic import below, conj, contains, exists, forall, forall_in, iff, implies, least, negate, renamed


def moved(ages: dict[int, int]) -> bool:
    """Each key is one greater, and its value the same."""
    made = renamed(ages, lambda key: key + 1, lambda key: key - 1, lambda age: age)
    return forall_in(ages, lambda key: made[key + 1] == ages[key])


def moved_too_far(ages: dict[int, int]) -> bool:
    """What is called the inverse is none."""
    made = renamed(ages, lambda key: key + 1, lambda key: key - 2, lambda age: age)
    return len(made) == len(ages)


def counted(ages: dict[int, int], limit: int) -> bool:
    """As many truths as there are numbers below the limit."""
    return sum(contains(ages, key) for key in range(limit)) >= 0


def counted_from_one(ages: dict[int, int]) -> bool:
    """No more than there are numbers."""
    return sum(contains(ages, key) for key in range(1, 3)) <= 2


def within_each(held: list[int]) -> bool:
    """What stands at a place is read where the place is one."""
    return forall(0, len(held), lambda i: held[i] == held[i])


def beyond_each(held: list[int]) -> bool:
    """One place too far."""
    return forall(0, len(held) + 1, lambda i: held[i] == held[i])


def where_it_is(held: list[int]) -> bool:
    """What is read is read only if the list is long enough."""
    return implies(len(held) > 2, held[2] == held[2])


def where_it_is_not(held: list[int]) -> bool:
    """What is read may not be there."""
    return implies(len(held) > 1, held[2] == held[2])


def where_it_is_unless(held: list[int]) -> bool:
    """What is read is read only if the list is not too short."""
    return len(held) <= 2 or held[2] == held[2]


def where_it_is_unless_not(held: list[int]) -> bool:
    """It may be too short."""
    return len(held) <= 1 or held[2] == held[2]


def where_it_is_and(held: list[int]) -> bool:
    """What stands there is less than 7, or not."""
    return negate(len(held) > 2 and held[2] < 7 and held[2] > 7)


def of_those_there_are(ages: dict[int, int]) -> bool:
    """What is read under a key is read where the key is."""
    return forall_in(ages, lambda key: ages[key] == ages[key])


def of_others(ages: dict[int, int]) -> bool:
    """The next key may not be there."""
    return forall_in(ages, lambda key: ages[key + 1] == ages[key + 1])


def of_greater_ones(ages: dict[int, int]) -> bool:
    """Of those that are chosen, what chose them holds."""
    return all(ages[key] > 2 for key in ages if ages[key] > 2)


def of_any_ones(ages: dict[int, int]) -> bool:
    """Of those that are not, it need not."""
    return all(ages[key] > 2 for key in ages if ages[key] > 1)


def both(held: list[int]) -> bool:
    """What comes first holds of what comes next."""
    return iff(conj(len(held) > 2, held[2] == 5), conj(len(held) > 2, negate(held[2] != 5)))


def some(held: list[int]) -> bool:
    """If one is 7, there is one of at least 6."""
    return implies(exists(0, len(held), lambda i: held[i] == 7), exists(0, len(held), lambda i: held[i] >= 6))


def some_other(held: list[int]) -> bool:
    """If one is 7, there is one of at least 8."""
    return implies(exists(0, len(held), lambda i: held[i] == 7), exists(0, len(held), lambda i: held[i] >= 8))


def few_below(limit: int) -> bool:
    """Of three numbers, all are below 9 and none below 0."""
    return conj(below({0, 4, 8}, 9) == 3, below({0, 4, 8}, 0) == 0, below({0, 4, 8}, 4) == 1)


def greatest_key(ages: dict[int, int]) -> bool:
    """No key is greater."""
    return implies(contains(ages, 5), max(ages, default=-1) >= 5)


def greatest_of_none(ages: dict[int, int]) -> bool:
    """What is named stands for it where there is none."""
    return implies(len(ages) == 0, max(ages, default=7) == 7)


def greatest_of_any(ages: dict[int, int]) -> bool:
    """It does not where there are some."""
    return max(ages, default=7) == 7


def greatest_unasked(ages: dict[int, int]) -> bool:
    """There may be none."""
    return implies(len(ages) > -1, max(ages) == max(ages))


def first_place(held: list[int]) -> bool:
    """It stands nowhere before."""
    return implies(len(held) > 2, held.index(held[2]) <= 2)


def second_place(held: list[int]) -> bool:
    """It may stand before."""
    return implies(len(held) > 2, held.index(held[2]) >= 2)


def among(some: set[int], others: set[int]) -> bool:
    """What is in one is in the other."""
    return implies(some <= others, implies(contains(some, 3), contains(others, 3)))


def among_others(some: set[int], others: set[int]) -> bool:
    """They need not be."""
    return some <= others


def _kept(number: int) -> int:
    if number < 0:
        raise OutOfRange("it is below 0")
    return number


def each_is_kept(held: list[int]) -> bool:
    """What is asked of each may raise an error."""
    return forall(0, len(held), lambda i: _kept(held[i]) == held[i])


def each_is_kept_of_those(held: list[int]) -> bool:
    """It is asked of those of which it raises none."""
    return forall(0, len(held), lambda i: implies(held[i] >= 0, _kept(held[i]) == held[i]))


def is_none_or_more(number: int) -> bool:
    """True of numbers from 0 up."""
    return number >= 0


def is_one_or_more(number: int) -> bool:
    """True of numbers from 1 up."""
    return number >= 1


def is_none(number: int) -> bool:
    """True of 0 alone."""
    return number == 0


def is_twice_even(number: int) -> bool:
    """True of any number."""
    return 2 * number % 2 == 0


def _rounds(number: int) -> int:
    count = 0
    while number > 0:
        number -= 1
        count += 1
    return count


def is_seldom(number: int) -> bool:
    """True of small numbers only."""
    return _rounds(number) < 9


def has_least(number: int) -> bool:
    """True of any number: the least below it, or itself."""
    return least(0, number, lambda i: i == 3) <= number


def power(number: int) -> int:
    """The power of two."""
    return 1 << number


def itself(number: int) -> int:
    """The number."""
    return number


def given(bits: Any, word_bits: int) -> list[tuple[int, ...]]:
    """What a theorem is about: a word, a number between two others, and 7."""
    return [(bits.int("word", word_bits), bits.between("low", 2, 5), 7)]


def spread(ages: dict[int, int]) -> dict[Any, Any]:
    """Which keys are spread is not known."""
    return {"one": True, **ages}


# --- functions that are known by a theorem, and what calls them


def kept(number: int) -> int:
    """Itself, of what is no less than nothing."""
    return _kept(number)


def one_is_kept(number: int) -> int:
    """A call."""
    return kept(number)


def one_more_is_given(number: int) -> int:
    """A call of another function of that name, which stands here."""

    def kept(number: int) -> int:
        return number + 1

    return sum(map(kept, (number,)))


def two_more_are_given() -> Callable[[int], int]:
    """One that a declaration may hold."""

    def kept(number: int) -> int:
        return number + 2

    return kept


def each_one_is_kept(held: list[int]) -> list[int]:
    """A call for each."""
    return [kept(number) for number in held]


def as_it_was(wide: int, result: int, number: int) -> bool:
    """What the theorem shows."""
    return result == number


def of_a_byte(bits: Any, word_bits: int) -> list[tuple[int, ...]]:
    """What it is shown of."""
    return [(bits.int("number", word_bits),)]


def with_its_width(bits: Any, word_bits: int) -> list[tuple[int, ...]]:
    """A word, and how wide it is."""
    return [(bits.int("word", word_bits), word_bits)]


def as_many_as_there_are(bits: Any, word_bits: int) -> list[tuple[int, ...]]:
    """How many there are is not known."""
    return [(place,) for place in range(word_bits)]
