"""Functions of a number that are no part of the language, in a module of which the process has the text."""

from __future__ import annotations

from functools import cache
from sys import maxsize
from typing import Any

from slotproof.declare.words import all_hold
from slotproof.spec.errors import Missing
from slotproof.spec.logic import (
    Distinct,
    below,
    choose,
    conj,
    disj,
    encodable,
    forall,
    forall_in,
    greatest,
    listed,
    renamed,
)

from .collected import Mark, Pair

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


def set_of_many(number: int) -> int:
    """The set of what is computed of so many."""
    return len({each + 1 for each in [3] * number})


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


def apart_from_many(number: int) -> int:
    """Whether none of so many is an item."""
    return 1 if {number}.isdisjoint([3] * number) else 0


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


class Alone:
    """What is made from no other class, and asks for it."""

    def __init__(self) -> None:
        super().__init__()


def made_from_another(number: int) -> int:
    """An object of such a class."""
    return number if Alone() is None else 0


class Vague:
    """What holds anything."""

    held: object

    def __init__(self, number: int) -> None:
        self.held = number


def held_as_no_kind(number: int) -> int:
    """A number in a field that may be anything."""
    return number if Vague(number) is None else 0


class Named:
    """What holds a name."""

    name: str

    def __init__(self) -> None:
        self.name = "one"


def held_by_name(number: int) -> int:
    """A name in a field."""
    return number if Named() is None else 0


class Odd(Exception):
    """An error that keeps a number."""

    def __init__(self, number: int) -> None:
        self.number = number


def kept_by_an_error(number: int) -> int:
    """An error with a constructor."""
    raise Odd(number)


def claims_of_its_own(number: int) -> int:
    """Whether all of no claims hold."""
    return 1 if all_hold([], number) else 0


def claims_of_others(number: int) -> int:
    """Whether one of them holds, so many times."""
    claim: Any = number
    return 1 if all_hold((claim for _ in (1, 2)), number) else 0


def two_names(number: int) -> int:
    """A new list with two names."""
    numbers = others = [number]
    return len(numbers) + len(others)


def rest_of_a_pair(number: int) -> int:
    """A part that is as many as are left."""
    first, *rest = number, 3
    return first + len(rest)


def parts_of_a_number(number: int) -> int:
    """The parts of what has none."""
    made: Any = number
    first, second = made
    return int(first + second)


def two_of_three(number: int) -> int:
    """Two parts of what has three."""
    made: Any = (number, 3, 4)
    first, second = made
    return int(first + second)


class Held:
    """What holds a number."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number


def field_of_a_number(number: int) -> int:
    """A field of what has none."""
    made: Any = number
    made.number = 3
    return number


def field_of_no_class(number: int) -> int:
    """A field that the class does not have."""
    made: Any = Held(number)
    made.other = 3
    return number


def without_a_name(number: int) -> int:
    """A name that is taken away."""
    other = number
    del other
    return number


def without_an_item(number: int) -> int:
    """An item of a set that is taken away as if it stood there."""
    items: Any = {number}
    del items[0]
    return len(items)


def _odd(number: int) -> int:
    if number < 8:
        raise Missing("there is none")
    return number


def length_of_one_of_few(number: int) -> int:
    """The length of one of two lists, and nobody knows which."""
    return listed([[number], [3]], lambda each: len(each) + 1)[number]


def one_of_few_lists(number: int) -> int:
    """One of two lists, and nobody knows which."""
    return len([[number], [3]][number])


def among_few_lists(number: int) -> int:
    """Whether a list is one of two."""
    return 1 if [3] in [[number], [3]] else 0


def few_lists_in_order(number: int) -> int:
    """Two lists, in order."""
    lists = [[number], [3]]
    lists.sort()
    return len(lists)


def few_lists_and_two(number: int) -> int:
    """Two lists, behind which two more are put at once."""
    lists: Any = [[number], [3]]
    lists.append([4], [5])
    return len(lists)


def so_many_parts(number: int) -> int:
    """A list of three, so many times."""
    return max(*[3] * number)


SHARED = [3]
NO_ERROR: Any = 3


def length_of_what_all_share(number: int) -> int:
    """The length of a list that anybody may change."""
    return number + len(SHARED)


def text_of_a_list(number: int) -> int:
    """A text that says what is in a list."""
    return number if f"{[number]}" else 0


def number_or_three(number: int) -> int:
    """A number unless it is 0."""
    return number or 3


def shown(number: int) -> int:
    """What has the name of something else."""
    return number


def shown_here(number: int) -> int:
    """A call of it."""
    return shown(number)


def code_of_a_number(number: int) -> int:
    """The code of what is no letter."""
    made: Any = number
    return ord(made)


def each_of_a_number(number: int) -> int:
    """A loop over what has no items."""
    made: Any = number
    for each in made:
        number += each
    return number


def _yielding() -> Any:
    yield


def yielded_nothing(number: int) -> int:
    """What yields nothing."""
    return number + len(list(_yielding()))


def raised_number(number: int) -> int:
    """A number that is raised."""
    made: Any = number
    raise made


def called_otherwise(number: int) -> int:
    """A function that another one has changed."""

    @cache
    def inner() -> int:
        return number

    return inner()


def caught_whatever(number: int) -> int:
    """An error, whatever it is."""
    try:
        return _odd(number)
    except:  # noqa: E722
        return 3


def caught_number(number: int) -> int:
    """An error that is no class."""
    try:
        return _odd(number)
    except NO_ERROR:
        return 3


def named_within(number: int) -> int:
    """A name that an expression gives."""
    return number if (other := number) > 3 else other


def below_a_fraction(number: int) -> int:
    """Whether a number is below what is no int."""
    return 1 if number < 1.5 else 0


def not_always_assigned(number: int) -> int:
    """A name that has a value only sometimes."""
    if number > 8:
        other = 3
    return other


def what_others_define(number: int) -> int:
    """A number that no text gives."""
    return number if number < maxsize else 0


def raised_nothing(number: int) -> int:
    """An error that nobody has caught."""
    raise  # noqa: PLE0704


def raised_from_a_new_one(number: int) -> int:
    """An error for which another one is made."""
    raise Missing("one") from Missing("another")


def tried_or_else(number: int) -> int:
    """What is done if there was no error."""
    try:
        number += 1
    except Missing:
        return 0
    else:
        return number


class Strange:
    """What has a part of no sort."""

    number, other = 1, 2


def made_strangely(number: int) -> int:
    """An object of it."""
    return number if Strange() is None else 0


def _number_and_truth(number: int) -> Any:
    yield number
    yield number > 1


def yielded_of_two_kinds(number: int) -> int:
    """What yields a number, and a truth."""
    return len(list(_number_and_truth(number)))


# --- what is refused of what is given


def cut_bytes(name: str) -> int:
    """A part of bytes."""
    return len(name.encode()[1:2])


def same_bytes(name: str) -> bool:
    """Whether bytes are those of a text."""
    other = name.encode()
    return name.encode() == other


def greatest_name(names: set[str]) -> str:
    """The last name."""
    return max(names)


def names_and_numbers(names: set[Any]) -> bool:
    """Whether a set of names is one of numbers."""
    return names == {3}


def each_of_the_names(names: dict[str, int]) -> int:
    """How many names there are."""
    found = 0
    for _ in names:
        found += 1
    return found


def between_calls(names: dict[str, int]) -> int:
    """Whether it is between two how many names there are, the second of which may be none."""
    return 1 if 0 < len(names) < _odd(len(names)) else 0


def counted_down(numbers: list[int]) -> int:
    """A loop of which nothing is declared."""
    count = len(numbers)
    while count > 0:
        count -= 1
    return count


def greatest_of_names(names: set[Any]) -> int:
    """The last name, or 0."""
    return int(greatest(names, 0))


def names_renamed(names: Any) -> int:
    """How many names there are when each has another."""
    return len(renamed(names, lambda name: name, lambda name: name, lambda value: value))


def below_in_others(numbers: Any) -> int:
    """How many numbers are below 3 when each is one more."""
    return below(renamed(numbers, lambda key: key + 1, lambda key: key - 1, lambda value: value), 3)
