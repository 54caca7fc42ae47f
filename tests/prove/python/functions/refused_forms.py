"""Functions of a number that are no part of the language, in a module of which the process has the text."""

from __future__ import annotations

from typing import Any

from slotproof.spec.logic import (
    Distinct,
    choose,
    conj,
    disj,
    encodable,
    forall,
    forall_in,
)

from ..builtin.collected import Mark, Pair

# --- what is refused


def first_by_key(number: int) -> int:
    """The greatest of nothing, by a key."""
    numbers: list[int] = []
    return max(numbers, key=lambda each: each - number)


def greatest_by_key(number: int) -> int:
    """The greatest of so many, by a key."""
    return max([3] * number, key=lambda each: -each)


def greater_by_key(number: int) -> int:
    """The greater of two, by a key."""
    return max(number, 3, key=lambda each: -each)


def multiplied(number: int) -> int:
    """A list that becomes so many times itself."""
    numbers = [5]
    numbers *= number
    return len(numbers)


def joined_sets(number: int) -> int:
    """A set that gets the items of another one."""
    items = {5}
    items |= {number}
    return len(items)


def repeated(number: int) -> int:
    """Two entries, so many times."""
    return len([5, 6] * number)


def some_of_a_dict(number: int) -> int:
    """Whether all keys of a dict are true."""
    return 1 if all({number: True}) else 0


def every_second(number: int) -> int:
    """Every second entry."""
    return len([5, 6, number][::2])


def set_of_every_second(number: int) -> int:
    """What becomes of every second entry."""
    numbers = [5, 6, number]
    numbers[::2] = [7, 8]
    return numbers[0]


def paired_with_each(number: int) -> int:
    """Two loops."""
    return len([one for one in (1, 2) for _ in (number, 3)])


def listed_keys(number: int) -> int:
    """The keys of a dict, in no order that is known."""
    return len([key + 1 for key in {number: 3}])


def dict_of_many(number: int) -> int:
    """A dict made of a list of so many."""
    return len({each: 1 for each in [3] * number})  # noqa: C420


def kept_of_two(number: int) -> int:
    """Those of two that are greater."""
    return len([each for each in (1, 2) if each > number])


def sum_of_many(number: int) -> int:
    """The sum of so many."""
    return sum([3] * number)


def first_of_many(number: int) -> int:
    """The first of so many."""
    return next(iter([3] * number))


def sorted_list(number: int) -> int:
    """The least of a list."""
    return sorted([5, number])[0]


def sorted_by_key(number: int) -> int:
    """The first of two, by a key."""
    return sorted([5, number], key=lambda each: -each)[0]


def dict_of_pairs(number: int) -> int:
    """A dict that is made of pairs."""
    pairs = [(number, 1)]
    return len(dict(pairs))


def sequence_of_entries(number: int) -> int:
    """A sequence that is made of a list."""
    return len(Distinct([number, number + 1]))


def power_of_three(number: int) -> int:
    """A power of another number than two."""
    made: int = 3**number
    return made


def step_of_range(number: int) -> int:
    """How many numbers there are with such a step between them."""
    return len(range(0, 9, number))


def name_that_is_computed(number: int) -> int:
    """A field that is named by what is computed."""
    name: Any = number
    return int(getattr(Mark(number), name))


def length_of_what_is_looked_through(number: int) -> int:
    """Whether an iterator has a length."""
    return 1 if hasattr(iter([number]), "__len__") else 0


def same_number(number: int) -> int:
    """Whether two names are of one number."""
    other = number + 0
    return 1 if other is number else 0


def bytes_of_a_number(number: int) -> int:
    """Whether bytes can hold a text, which is none."""
    return 1 if encodable(number) else 0  # type: ignore[arg-type]


def more_in_a_list(number: int) -> int:
    """A list with two kinds of entries."""
    numbers: list[object] = [number]
    numbers += [True]
    return len(numbers)


def all_functions(number: int) -> int:
    """Whether all of two functions say so."""
    return 1 if conj(*((lambda: number > 1) for _ in (1, 2))) else 0


def some_function(number: int) -> int:
    """Whether one of two functions says so."""
    return 1 if disj(*((lambda: number > 1) for _ in (1, 2))) else 0


def chosen_between_kinds(number: int) -> int:
    """One of two values of different kinds."""
    return 1 if choose(number > 1, (number, 3), (4,)) == (4,) else 0


def chosen_between_classes(number: int) -> bool:
    """One of two values that are equal, of different classes."""
    return isinstance(choose(number > 1, Pair(number, 3), (number, 3)), Pair)


def chosen_between_lists(number: int) -> int:
    """One of two new lists."""
    return len(choose(number > 1, [number], [4]))


def claimed_with_an_effect(number: int) -> int:
    """A list that loses an entry whenever something is claimed."""
    numbers = [number]
    return 1 if conj(number > 1, lambda: numbers.pop() > 1) else 0


def truth_put_last(number: int) -> int:
    """A truth behind numbers."""
    numbers = [number]
    numbers.append(True)
    return len(numbers)


def truth_put_first(number: int) -> int:
    """A truth before numbers."""
    numbers = [number]
    numbers.insert(0, True)
    return len(numbers)


def truth_put_in(number: int) -> int:
    """A truth in place of a number."""
    numbers = [number]
    numbers[0] = True
    return len(numbers)


def truth_beside(number: int) -> int:
    """A truth beside a number."""
    return len([number, True])


def truth_under_a_key(number: int) -> int:
    """A truth beside a number, in a dict."""
    ages = {number: 3}
    ages[4] = True
    return len(ages)


def truth_if_missing(number: int) -> int:
    """The same, if the key is missing."""
    ages = {number: 3}
    return ages.setdefault(4, True)


def list_under_a_key(number: int) -> int:
    """A list beside a number, in a dict."""
    ages: dict[int, Any] = {number: 3}
    ages[4] = [5]
    return len(ages)


def text_among_numbers(number: int) -> int:
    """A set of numbers that is asked for a tuple."""
    items: set[Any] = {number}
    return 1 if (number, 3) in items else 0


def more_than_a_dict(number: int) -> int:
    """A dict with what another one has."""
    ages = {1: 2}
    return len({number: 1, **ages})


def sorted_in_place(number: int) -> int:
    """The least entry of a list that is sorted."""
    numbers = [5, number]
    numbers.sort()
    return numbers[0]


def two_put_last(number: int) -> int:
    """A list that is given two at once."""
    numbers: Any = [5, number]
    numbers.append(6, 7)
    return len(numbers)


def got_from_a_record(number: int) -> int:
    """What stands under a text, asked for by a method."""
    return {"first": number}.get("first", 3)


def of_no_field(number: int) -> int:
    """A field that its class does not declare."""
    mark: Any = Mark(number)
    return int(mark.length)


def of_a_number(number: int) -> int:
    """An attribute of a number."""
    return number.real


def of_no_entry(number: Any) -> int:
    """An entry of a number."""
    return int(number[0])


def of_no_function(number: Any) -> int:
    """What a number is called for."""
    return int(number())


def again_and_again(number: int) -> int:
    """A call of itself."""
    return again_and_again(number - 1) if number > 0 else 0


def length_of_an_iterator(number: int) -> int:
    """How many there are of what is looked through once."""
    going: Any = iter([number])
    return len(going)


def negative_list(number: int) -> int:
    """A list with a sign."""
    numbers: Any = [number]
    return len(-numbers)


def among_numbers(number: Any) -> int:
    """Whether a number is among one."""
    return 1 if 3 in number else 0


def below_a_list(number: Any) -> int:
    """Whether a number is below a list."""
    return 1 if number < [3] else 0


def below_a_pair(number: int) -> int:
    """Whether a pair with a truth is below another one."""
    return 1 if (number, True) < (3, False) else 0


def same_as_a_text(number: Any) -> int:
    """Whether a number is a text."""
    return 1 if number == "three" else 0


def iterators_alike(number: int) -> int:
    """Whether two iterators are equal."""
    return 1 if iter([number]) == iter([3]) else 0


def greatest_of_all(number: int) -> int:
    """What is named anew for each number."""
    return 1 if forall(0, number, lambda place: max([place] * number) >= 0) else 0


def of_no_collection(number: Any) -> int:
    """Whether something holds of each element of a number."""
    return 1 if forall_in(number, lambda each: each > 0) else 0


def of_none_of_them(number: Any) -> int:
    """Whether something holds of each element of a number, by a generator."""
    return 1 if all(each > 0 for each in number) else 0


def unpacked_list(number: int) -> int:
    """Whether each of so many is true."""
    return 1 if conj(*([number > 1] * number)) else 0


def absolute_list(number: int) -> int:
    """A list without its sign."""
    numbers: Any = [number]
    return int(abs(numbers))


def set_by_a_computed_name(number: int) -> int:
    """A field that is set by a name that is computed."""
    mark, name = Mark(number), number
    setattr(mark, name, 3)  # type: ignore[arg-type]
    return mark.number


def new_number(number: int) -> int:
    """An object of what is no class."""
    return 1 if object.__new__(number) is None else 0  # type: ignore[arg-type]


class Unset:
    """What is never given a number."""

    number: int

    def __init__(self) -> None:
        pass


class Undeclared:
    """What has a number, and nothing that gives it one."""

    number: int


def never_set(number: int) -> int:
    """An object without a field that its class declares."""
    return number if Unset() is None else 0


def never_made(number: int) -> int:
    """An object that nothing makes."""
    return number if Undeclared() is None else 0


def half_a_pair(number: int) -> int:
    """A record without one of its parts."""
    made: Any = Pair
    return len(made(other=number))


def one_pair_and_a_half(number: int) -> int:
    """A record with a part more than it has."""
    made: Any = Pair
    return len(made(number, 3, 4))


def lists_put_last(number: int) -> int:
    """A list behind numbers."""
    numbers: list[Any] = [number]
    more: list[Any] = [[3]]
    numbers += more
    return len(numbers)


def place_of_a_pair(number: int) -> int:
    """Where a pair stands among numbers."""
    numbers: list[Any] = [number]
    return numbers.index((number, 3))


def lists_by_one_key(number: int) -> int:
    """A dict of lists, in which one takes the place of another."""
    return len({place: [number] for place in (1, 1)})


def nothing_so_often(number: int) -> int:
    """A list of so many that are nothing."""
    return len([None for _ in [3] * number])


def _list_of(number: int) -> list[int]:
    if number > 1:
        return [number]
    return [3, 4]


def new_lists_in_a_claim(number: int) -> int:
    """One of two new lists, where something is claimed of it."""
    return 1 if forall_in(_list_of(number), lambda each: each > 1) else 0


def class_of_an_iterator(number: int) -> int:
    """Whether an iterator is a list."""
    return 1 if isinstance(iter([number]), list) else 0


def one_of_these(number: int) -> int:
    """Whether one of these holds, of which there is a tuple."""
    parts = (number > 1, number > 3)
    return 1 if disj(*parts) else 0


def three_so_often(number: int) -> int:
    """The sum of three, so many times."""
    return sum(3 for _ in range(number))


def hash_of_a_pair(number: int) -> int:
    """Whether a pair has a hash."""
    return 0 if hash((number, 3)) else 1


def power_of_a_list(number: int) -> int:
    """A list to the power of two."""
    numbers: Any = [number]
    return int(numbers**2)


def numbers_and_truths(number: int) -> int:
    """Whether a list of numbers is one of truths."""
    return 1 if [number] == [number > 1] else 0


def encoded_constant(number: int) -> int:
    """Of a text that is written out, which may be one that UTF-8 cannot hold."""
    "\ud800".encode()
    return number


def decoded_constant(number: int) -> int:
    """Of bytes that are no text."""
    b"\xff".decode()
    return number
