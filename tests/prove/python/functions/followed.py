"""Functions of any lists, dicts, sets and numbers that `prove` follows: each row of the tables stands in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from slotproof.spec.errors import OutOfRange
from slotproof.spec.logic import Distinct

T = TypeVar("T")


class Two(NamedTuple):
    """Two numbers."""

    first: int
    second: int


class Box:
    """A number and a truth."""

    number: int
    flag: bool

    def __init__(self, number: int) -> None:
        self.number = number
        self.flag = False

    def swap(self, other: Box) -> None:
        """Let two exchange all fields."""
        for name in ("number", "flag"):
            mine = getattr(self, name)
            setattr(self, name, getattr(other, name))
            setattr(other, name, mine)

    def copy(self) -> Box:
        """One more that holds the same."""
        made = object.__new__(type(self))
        for name in ("number", "flag"):
            setattr(made, name, getattr(self, name))
        return made


class Base:
    """A number."""

    number: int

    def __init__(self, number: int) -> None:
        self.number = number


class Named(Base):
    """With a number of its own."""

    own: int

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.own = number


# --- statements


def assigned(listed: list[int], number: int) -> int:
    """To names, items and slices."""
    one, two = number, 1
    more: int = two
    more += one
    if 0 <= number < len(listed):
        listed[number] = more
        listed[number] -= 1
    listed[number:] = [one, two]
    listed[:0] = listed.copy()
    return more


def grown(listed: list[int], rest: list[int]) -> int:
    """A list that another one is added to."""
    listed += rest
    return len(listed)


def branched(
    listed: list[int], rest: list[int], data: dict[int, int], details: dict[int, int], some: set[int], number: int
) -> int:
    """By truths of numbers, lists, dicts and sets."""
    if listed:
        return 1
    if not data:
        return 2
    if some:
        return 3
    if number > 9 and (rest or not details):
        return 4
    return 5 if listed and number > 0 else 6


def gone_round(number: int) -> int:
    """Loops that end soon; how longer ones end is declared."""
    found = 0
    for each in range(5):
        if each == number:
            continue
        if each > 3:
            break
        found += each
    while found > 100:
        found -= 1
    return found


def refused(number: int) -> int:
    """An error, and what is known after an assertion."""
    if number < 0:
        raise OutOfRange(f"no {number}")
    assert number >= 0
    return 7 // (number + 1)


def taken_out(listed: list[int], data: dict[int, int], number: int) -> int:
    """Entries that are deleted, and one that need not be there."""
    if 0 <= number < len(listed):
        del listed[number]
    del listed[number:]
    data.pop(number, None)
    if number + 1 in data:
        del data[number + 1]
    return len(listed)


def tried(listed: list[int], data: dict[int, int], number: int) -> int:
    """Indices and keys that may not be there."""
    try:
        return listed[number]
    except IndexError:
        pass
    try:
        return data[number]
    except KeyError:
        return 0
    finally:
        listed.clear()


def _yielded(number: int) -> Iterator[int]:
    """Few numbers."""
    yield number
    yield 2


def gone_through(number: int) -> int:
    """What another function yields."""
    return sum(_yielded(number))


# --- expressions and operators


def sliced(listed: list[int], number: int) -> int:
    """Parts of a list, and all of it from behind."""
    pair = (5, 7, 9)
    return (
        pair[number % 3]
        + len(listed[number:])
        + len(listed[:number])
        + len(listed[number : number + 3])
        + len(listed[::-1])
    )


def computed(number: int) -> int:
    """Arithmetic of ints."""
    some = (number * 3 - 2) // 5 + number % 7 + (number << 2) + (number >> 1) + ~number - -number
    return some + (number & 7) + (number | 1) + (number ^ 5) + number**2 + (2**number if number > 0 else 0)


def divided(number: int) -> bool:
    """A quotient that is compared with another one."""
    return number / 2 == number / 4


def joined(listed: list[int], rest: list[int], number: int) -> int:
    """Lists and tuples, one after the other, and one entry many times."""
    three = (number, 1) + (2,)  # noqa: RUF005
    return len(listed + rest) + len([number] * number) + len(three) + len([*(1, 2), number])


def combined(some: set[int], seen: set[int]) -> int:
    """Sets."""
    return len(some | seen) + len(some & seen) + len(some - seen)


def compared(
    listed: list[int], rest: list[int], data: dict[int, int], details: dict[int, int], some: set[int], seen: set[int]
) -> bool:
    """Lists, dicts and sets."""
    return listed == rest or data == details or some == seen or (some <= seen and len(listed) != len(rest))


def found(listed: list[int], data: dict[int, int], some: set[int], number: int) -> bool:
    """What is in a list, a dict, a set, a tuple and between two numbers."""
    return (number in listed and number not in data and number in some) or (
        number in (1, 2) or 0 <= number < len(listed) < 100
    )


def one_of_two_records(number: int) -> bool:
    """Of one class."""
    return isinstance((Two(1, 2), Two(2, 1))[number % 2], Two)


def made(number: int) -> int:
    """Displays."""
    pair = Two(number, second=1)
    return len([number, 1]) + len({number: 1, 2: number}) + len({number, 3}) + pair.first


def comprehended(listed: list[int], rest: list[int], number: int) -> int:
    """Lists of lists, of ranges, of what `enumerate` and `zip` give."""
    one = [each + 1 for each in listed if each > number]
    two = [place * each for place, each in enumerate(rest)]
    three = [each * 2 for each in range(number)]
    four = [(each, 1) for each in listed]
    return len(one) + len(two) + len(three) + len(four)


def selected(listed: list[int], data: dict[int, int], some: set[int], number: int) -> int:
    """Sets of lists; dicts and sets of dicts and sets."""
    one = {key: value + 1 for key, value in data.items() if value > number}
    two = {each for each in some if each != number}
    three = {key for key in data if key > 3}
    four = {each % 3 for each in listed}
    return len(one) + len(two) + len(three) + len(four)


def looked_at(listed: list[int], data: dict[int, int], some: set[int], number: int) -> bool:
    """Whether all are so, or any."""
    return (
        all(each > number for each in listed)
        and any(value == key for key, value in data.items())
        and all(each != number for each in some)
        and all(listed[place] != place for place in range(len(listed)))
        and any([number > 3, number < 2])
    )


# --- built-in functions


def counted(listed: list[int], rest: list[int], data: dict[int, int], some: set[int], number: int) -> int:
    """New lists, tuples and sets."""
    if len(listed) != len(rest):
        return len(data)
    numbers = list(listed) + list(range(number)) + list(reversed(rest))
    pairs = list(zip(listed, rest, strict=True)) + list(enumerate(listed))
    return len(numbers) + len(pairs) + len(tuple(listed)) + len(set(listed)) + len(set(some)) + len(list(iter(rest)))


def ordered(some: set[int]) -> int:
    """A set of numbers from 0 up, in order."""
    return len(sorted({1, 5, 3})) + len(some)


def few(number: int) -> int:
    """What is told of few numbers."""
    numbers = [number, number + 1]
    return sum(numbers) + next(each for each in numbers) + min(number, 3) + divmod(number, 3)[0] + abs(number)


def extreme(listed: list[int], data: dict[int, int], some: set[int]) -> int:
    """The greatest and the least."""
    return max(listed, default=0) + min(some, default=0) + max(data.values(), default=0) + min(data.keys(), default=0)


def truths(listed: list[int], number: int) -> int:
    """A truth as a number, and others as truths."""
    return int(number > 3) + int(bool(listed)) + int(bool(number))


def told(thing: object) -> bool:
    """What data of any kind is."""
    return isinstance(thing, int) or callable(thing) or type(thing) is str


def exchanged(number: int) -> int:
    """All fields at once."""
    one, other = Box(number), Box(3)
    one.swap(other)
    return one.copy().number + other.number + Named(number).own


def spelled(text: str, value: T) -> bool:
    """Texts, bytes, and what a client's value says."""
    letters: bytes = text.encode()
    hash(value)
    return text == letters.lower().decode() or ord("a") == len(letters)


def written(number: int) -> int:
    """A message made of several texts."""
    if number < 0:
        raise OutOfRange(", ".join(("no", "number")))  # noqa: FLY002
    return number


# --- methods


def changed(listed: list[int], rest: list[int], number: int) -> int:
    """Lists."""
    listed.append(number)
    listed.insert(number, 3)
    listed.extend(rest)
    listed.extend(each + 1 for each in rest)
    listed.reverse()
    if number in listed:
        listed.remove(number)
    return listed.pop() if listed else 0


def searched(listed: list[int], number: int) -> int:
    """The place of what is there."""
    return listed.index(number) if number in listed else len(listed.copy())


def kept(data: dict[int, int], details: dict[int, int], number: int) -> int:
    """Dicts."""
    got = data.get(number)
    if got is None:
        got = data.setdefault(number, 1) + data.get(number + 1, 0)
    data.update(details)
    details.clear()
    return got + len(data.copy()) + data.pop(number, 0) + (data.pop(3) if 3 in data else 0)


def marked(some: set[int], seen: set[int], data: dict[int, int], listed: list[int], number: int) -> int:
    """Sets."""
    some.add(number)
    some.discard(3)
    if 4 in some:
        some.remove(4)
    more = some.copy().union(seen).union(listed).intersection(data).difference(seen)
    if some.isdisjoint(listed) or some.isdisjoint(seen) or some.issubset(more) or some.isdisjoint((1, 2)):
        some.clear()
    return len(more)


def lined_up(number: int) -> int:
    """Sequences of different things."""
    order: Distinct = Distinct()
    if number not in (1, 2, 3):
        order.append(1)
        order.append(2)
        order.prepend(3)
        order.exchange(1, 2)
        order.replace(1, number)
        order.swap_remove(2)
        order.append(2)
    other = order.copy()
    if len(order) > 2:
        order.pop()
        order.popleft()
    place = order.place(number) + (order.index(number) if number in order else 0)
    order.clear()
    return place + len(other)


def replaced(number: int) -> int:
    """A record with another part."""
    pair: Two = Two(number, 1)
    return pair._replace(second=number).second


def passed_on(read: Sequence[int], number: int) -> int:
    """A function, to what goes through a sequence that is only read."""

    def more(each: int) -> int:
        return each + number

    place = read.index(number) if number in read else 0
    return len(list(map(more, read))) + len(list(map(lambda each: -each, read))) + place  # noqa: C417
