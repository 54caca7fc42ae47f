"""What is said of whole dicts and sets: of some functions each assertion holds, of the others one does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

# --- what holds


def in_either(some: set[int], seen: set[int], number: int) -> None:
    """A union has the items of both, and no more than both together."""
    more = some | seen
    assert (number in more) == (number in some or number in seen)
    assert len(some) <= len(more) <= len(some) + len(seen)
    assert len(seen) <= len(some.union(seen))


def in_both(some: set[int], seen: set[int], number: int) -> None:
    """An intersection has what is in both, and no more than either."""
    both = some & seen
    assert (number in both) == (number in some and number in seen)
    assert len(both) <= len(some)
    assert len(both) <= len(seen)
    assert number not in some.intersection(seen) or len(both) > 0


def in_one(some: set[int], seen: set[int], number: int) -> None:
    """A difference has what is in the first alone, and as many less as there are in the second, at most."""
    left = some - seen
    assert (number in left) == (number in some and number not in seen)
    assert len(some) - len(seen) <= len(left) <= len(some)
    assert number not in seen or number not in some.difference(seen)


def apart(some: set[int], seen: set[int], number: int) -> None:
    """Disjoint sets have nothing in common, and others have."""
    if some.isdisjoint(seen):
        assert number not in some or number not in seen
        assert len(some & seen) == 0
    else:
        assert len(some & seen) > 0


def within(some: set[int], seen: set[int], listed: list[int], number: int) -> None:
    """Each item of a part is an item of the whole."""
    if some.issubset(seen) and number in some:
        assert number in seen
        assert len(some - seen) == 0
    if some.issubset(listed) and number in some:
        assert number in listed
    assert some.issubset(some.union(listed))


def taken_over(data: dict[int, int], details: dict[int, int], number: int) -> None:
    """The entries of the other dict are there, and those of which it has no key are as they were."""
    before = data.copy()
    data.update(details)
    if number in details:
        assert data[number] == details[number]
    elif number in before:
        assert data[number] == before[number]
    else:
        assert number not in data
    assert len(before) <= len(data) <= len(before) + len(details)


def made_of_entries(data: dict[int, int], number: int) -> None:
    """A dict of entries has those that are wanted, under their keys."""
    more = {key: value + key for key, value in data.items() if value > 3}
    assert (number in more) == (number in data and data[number] > 3)
    assert number not in more or more[number] == data[number] + number
    assert len(more) <= len(data)
    assert len({key: 1 for key in data}) == len(data)  # noqa: C420


def made_of_items(some: set[int], number: int) -> None:
    """A set of items has those that are wanted."""
    few = {each for each in some if each > 3}
    assert (number in few) == (number in some and number > 3)
    assert len(few) <= len(some)


def of_values(data: dict[int, int], number: int) -> None:
    """What is so of all values is so of each, and the greatest is one of them."""
    if number in data:
        assert data[number] <= max(data.values())
        assert number >= min(data.keys(), default=0)
        assert any(value == data[number] for value in data.values())
    if all(value > key for key, value in data.items()) and number in data:
        assert data[number] > number
    if len(data) > 0:
        greatest = max(data.values())
        assert any(value == greatest for value in data.values())
    else:
        assert max(data.values(), default=7) == 7


def or_none(data: dict[int, int], number: int) -> None:
    """None stands for what is not there, and what is popped is there no more."""
    size, got = len(data), data.get(number)
    assert (got is None) == (number not in data)
    popped = data.pop(number, None)
    assert number not in data
    if popped is None:
        assert got is None
        assert len(data) == size
    else:
        assert got == popped
        assert len(data) == size - 1


def truths(some: set[int], listed: list[int], number: int) -> None:
    """Of a list or set in a condition the truth is meant."""
    if listed and number > 3:
        assert len(listed) > 0
    if not (some or listed):
        assert len(some) + len(listed) == 0


def changed_afterwards(some: set[int], seen: set[int], data: dict[int, int], number: int) -> None:
    """What was made of others is a set, or dict, like any other."""
    more = some | seen
    more.add(number)
    more.discard(4)
    assert number == 4 or number in more
    assert 4 not in more
    assert len(more) <= len(some) + len(seen) + 1
    made = {key: value + 1 for key, value in data.items() if value > 3}
    made[number] = 7
    assert made[number] == 7
    assert len(made) <= len(data) + 1
    assert {each for each in more if each > 9} <= more
    assert made == made.copy()


def made_of_lists(some: set[int], listed: list[int], number: int) -> None:
    """A set made of a list has what is made of each entry, and nothing else."""
    few = {each % 3 for each in listed}
    if number in listed:
        assert number % 3 in few
    assert number not in few or number < 3
    assert len(few) <= len(listed)
    if some.isdisjoint(listed) and number in listed:
        assert number not in some


class Sized:
    """What has a length."""

    size: int

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        """As it was told."""
        return self.size


def shown(some: set[int]) -> int:
    """What has the name of something else."""
    return len(some)


def called_by_a_name_of_others(some: set[int]) -> None:
    """Which function it is, its module says."""
    assert shown(some) == len(some)


def as_long_as_told(some: set[int], number: int) -> None:
    """A length that is not below 0."""
    assert len(Sized(len(some))) == len(some)
    assert number < 0 or len(Sized(number)) == number


def a_pair(listed: list[int], number: int) -> None:
    """A tuple equals another one of the same entries, and no list."""
    two = tuple(listed)
    if len(two) == 2:
        assert two == (two[0], two[1])
        assert two[1:] == (two[1],)
    assert [number] != (number,)  # type: ignore[comparison-overlap]
    assert two != listed  # type: ignore[comparison-overlap]
    assert two[1:] != listed[1:]  # type: ignore[comparison-overlap]
    assert range(5)[1:3] == range(1, 3)
    assert range(5)[1:3] != [1, 2]  # type: ignore[comparison-overlap]


def written_while_gone_through(number: int) -> None:
    """A loop goes over the keys, whatever their values."""
    some = {1: 2, 5: 5}
    for key in some:
        some[key] = number
    assert some == {1: number, 5: number}


def at_a_place(number: int) -> None:
    """An item of a tuple."""
    three = (5, 7, 9)
    assert 5 <= three[number % 3] <= 9
    assert three[number % 3] == 5 + 2 * (number % 3)


# --- what does not hold


def all_are_new(some: set[int], seen: set[int]) -> None:
    """There may be some in both."""
    assert len(some | seen) == len(some) + len(seen)


def one_is_in_both(some: set[int], seen: set[int]) -> None:
    """There may be none."""
    assert len(some & seen) > 0


def none_is_taken_away(some: set[int], seen: set[int]) -> None:
    """There may be one in the second."""
    assert len(some - seen) == len(some)


def all_are_taken_away(some: set[int], seen: set[int]) -> None:
    """The second may have others."""
    assert len(some - seen) == max(0, len(some) - len(seen))


def within_by_size(some: set[int], seen: set[int]) -> None:
    """A larger set may have other items."""
    assert some.issubset(seen) == (len(some) <= len(seen))


def apart_by_one(some: set[int], seen: set[int], number: int) -> None:
    """Another one may be in both."""
    assert some.isdisjoint(seen) or number in some


def kept_as_it_was(data: dict[int, int], details: dict[int, int], number: int) -> None:
    """The other dict may have the key."""
    before = data.copy()
    data.update(details)
    assert number not in before or data[number] == before[number]


def all_are_wanted(data: dict[int, int]) -> None:
    """One may be too small."""
    assert len({key: value for key, value in data.items() if value > 3}) == len(data)


def all_items_are_wanted(some: set[int]) -> None:
    """One may be too small."""
    assert len({each for each in some if each > 3}) == len(some)


def a_value_is_a_key(data: dict[int, int], number: int) -> None:
    """A value may be no key."""
    assert not any(value == number for value in data.values()) or number in data


def the_greatest_is_a_key(data: dict[int, int]) -> None:
    """The greatest value is above the greatest key, or below."""
    assert max(data.values(), default=0) == max(data, default=0)


def always_there(data: dict[int, int], number: int) -> None:
    """It may not be there."""
    assert data.get(number) is not None


def always_popped(data: dict[int, int], number: int) -> None:
    """It may not have been there."""
    size = len(data)
    data.pop(number, None)
    assert len(data) == size - 1


def either_is_enough(listed: list[int], number: int) -> None:
    """The list may be empty where the number is above 3."""
    if listed or number > 3:
        assert len(listed) > 0


def all_are_different(listed: list[int]) -> None:
    """Two may become the same."""
    assert len({each % 3 for each in listed}) == len(listed)


def something_else(listed: list[int], number: int) -> None:
    """What is made of an entry need be no entry."""
    assert number not in {each % 3 for each in listed} or number in listed


def the_first_place(number: int) -> None:
    """It may be another one."""
    assert (5, 7, 9)[number % 3] == 5


def no_pair(listed: list[int], number: int) -> None:
    """A tuple of a list may equal one that is written out."""
    assert tuple(listed) != (1, number)


def a_length_below_zero(number: int) -> None:
    """There is none."""
    assert len(Sized(number - 3)) == number - 3


def _passed(items: Iterable[int]) -> Iterator[int]:
    for item in items:  # noqa: UP028 - `yield from` is not followed
        yield item


def _one_of(keys: Iterable[int]) -> Iterator[int]:
    if 1 in set(keys):
        yield 1


def seen_by_another(number: int) -> None:
    """What goes through an iterator reads what that reads."""
    some = [1, 4]
    passed = _passed(each for each in some)
    some[0] = number
    assert list(passed) == [1, 4]


def keys_of_before(number: int) -> None:
    """A view shows the keys that there are when it is looked at."""
    some = {4: 1}
    found = _one_of(some.keys())
    some[number] = 5
    assert len(list(found)) == 0


def found_before(number: int) -> None:
    """A method is asked when it is come to."""
    some = [1, 4]
    places = map(some.index, [4])
    some[0] = number
    assert list(places) == [1]


def put_while_gone_through(number: int) -> None:
    """A loop ends in an error where there are other keys."""
    some = {1: 2}
    for key in some:
        some[number] = key
    assert some[number] == 1
