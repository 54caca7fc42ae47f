"""Claims in words, of which some hold of any argument; the process has what the file says."""

from __future__ import annotations

from slotproof.spec.logic import below, conj, contains, exists, forall, forall_in, iff, implies, negate, renamed


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
