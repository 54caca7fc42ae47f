"""Functions that write while something is gone through, and class methods that are called from below."""

from __future__ import annotations


def put_in_while_it_is_asked(number: int) -> int:
    """How long a list is says something else each time."""
    held = [5, number]
    held.extend(len(held) for _ in (1, 2))
    return held[3]


def put_in_through_another_name(number: int) -> int:
    """The same, of a list that has two names."""
    held = [5, number]
    other = held
    held.extend(each + len(other) for each in (1, 2))
    return held[3]


def put_in_from_another(number: int) -> int:
    """What is put in says nothing of where it came from."""
    held, other = [5, number], [6, 7]
    held.extend(each + len(other) for each in other)
    held.extend(held)
    return held[3] + len(held)


def put_in_again(number: int) -> int:
    """A key that is taken out is put in again: CPython goes on no more."""
    held, found = {5: 6, 7: number}, 0
    other = held
    for key in held:
        found += key
        if key == 7:
            other[key] = other.pop(key)
    return found


def changed_in_its_place(number: int) -> int:
    """Another value stands under the same key."""
    held, found = {5: 6, 7: number}, 0
    for key in held:
        held[key] = found
        found += key
    return found + held[7]


class Far:
    """Class methods that call another one of their class, and that make an object."""

    place: int

    def __init__(self) -> None:
        self.place = self.least()

    @classmethod
    def least(cls) -> int:
        """Which is another one below."""
        return 5

    @classmethod
    def twice(cls) -> int:
        """What the class has that is asked."""
        return 2 * cls.least()

    @classmethod
    def made(cls) -> Far:
        """One of the class that is asked."""
        return cls()


class Near(Far):
    """The same from below."""

    @classmethod
    def least(cls) -> int:
        """Another one."""
        return 7

    @classmethod
    def twice(cls) -> int:
        """Once more than above."""
        return super().twice() + cls.least()

    def of_an_object(self) -> int:
        """What the method above gives that is called of an object."""
        return super().twice() + super().made().place


def called_from_below(number: int) -> int:
    """A class method is given the class that it is called of, wherever it stands."""
    return number + Near.twice() + Near().of_an_object() + Far.twice()
