"""Our own containers, counting what they read and write: lists that count, in place of those of a container.

What is counted is said in docs/engineers/language.md; a new list costs what it has when it becomes a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, Self

WATCHED: Final = "slotproof.impl"  # the package whose objects are containers


class Counter:
    """What was read and written of the arrays of some objects."""

    def __init__(self) -> None:
        self.boxes: tuple[Any, ...] = ()
        self.first: list[Any] = []
        self.reads = self.writes = 0

    def begin(self, *boxes: Any) -> None:
        """Count from here on, of what these hold now or then."""
        self.boxes, self.reads, self.writes = boxes, 0, 0
        self.first = self._held()

    def end(self) -> None:
        """Count no more."""
        self.boxes = ()

    def note(self, held: Any, reads: int = 0, writes: int = 0) -> None:
        """Count reads and writes of a list, dict or set, if it is one of theirs."""
        if self.boxes and any(held is each for each in (*self._held(), *self.first)):
            self.reads, self.writes = self.reads + reads, self.writes + writes

    def note_all(self, *held: Any) -> None:
        """Count each entry of these as read."""
        for each in held:
            self.note(each, reads=len(each))

    def take_in(self, box: Any, part: Any) -> None:
        """Count each entry as written of a list, dict or set that becomes a part of one of theirs and is new."""
        is_new = not getattr(part, "is_held", False) and not any(part is each for each in (*self._held(), *self.first))
        if isinstance(part, list | dict | set) and is_new and any(box is each for each in self.boxes):
            self.writes += len(part)

    def _held(self) -> list[Any]:
        return [value for box in self.boxes for value in vars(box).values()]


COUNTER: Final = Counter()
_note: Final = COUNTER.note


class Counted(list[Any]):
    """A list; costs as the language has them.

    is_held  a container had it when it was first watched
    """

    is_held = False

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        _note(self, reads=len(found) if isinstance(index, slice) else 1)
        return Counted(found) if isinstance(index, slice) else found

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            first, last, _ = index.indices(len(self))
            behind = len(self) - max(first, last)
            value = list(value)
            _note(self, behind, behind + len(value) + max(0, last - first))
            super().__setitem__(index, value)
        else:
            super().__setitem__(index, value)
            _note(self, writes=1)

    def __delitem__(self, index: Any) -> None:
        if isinstance(index, slice):
            first, last, _ = index.indices(len(self))
            _note(self, len(self) - max(first, last), len(self) - first)
        else:
            length = len(self)
            super().__delitem__(index)
            _note(self, length - 1 - index % length, length - index % length)
            return
        super().__delitem__(index)

    def __iter__(self) -> Iterator[Any]:
        place = 0
        while place < len(self):
            _note(self, reads=1)
            yield super().__getitem__(place)
            place += 1

    def __reversed__(self) -> Iterator[Any]:
        for place in range(len(self) - 1, -1, -1):
            _note(self, reads=1)
            yield super().__getitem__(place)

    def __contains__(self, item: object) -> bool:
        _note(self, reads=len(self))
        return super().__contains__(item)

    def __eq__(self, other: object) -> bool:
        COUNTER.note_all(self, other)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        COUNTER.note_all(self, other)
        return super().__ne__(other)

    __hash__ = None

    def __add__(self, other: Any) -> Any:
        COUNTER.note_all(self, other)
        return Counted(super().__add__(other))

    def __iadd__(self, other: Iterable[Any]) -> Self:  # type: ignore[misc]
        self.extend(other)
        return self

    def __mul__(self, times: Any) -> Any:
        return Counted(super().__mul__(times))

    def append(self, item: Any) -> None:
        """Put an item last."""
        _note(self, writes=1)
        super().append(item)

    def extend(self, items: Iterable[Any]) -> None:
        """Put items last."""
        more = list(items)
        _note(self, writes=len(more))
        super().extend(more)

    def insert(self, index: Any, item: Any) -> None:
        """Put an item before an index."""
        at = slice(index, None).indices(len(self))[0]
        _note(self, len(self) - at, len(self) - at + 1)
        super().insert(index, item)

    def pop(self, index: Any = -1) -> Any:
        """Take an item out."""
        length = len(self)
        found = super().pop(index)
        _note(self, length - 1 - index % length, length - index % length)
        return found

    def remove(self, item: Any) -> None:
        """Take the first item out that equals."""
        if super().__contains__(item):
            _note(self, len(self), len(self) - super().index(item))
        super().remove(item)

    def copy(self) -> Any:
        """A list of its own."""
        _note(self, reads=len(self))
        return Counted(list.copy(self))

    def index(self, item: Any, *given: Any) -> int:
        """The first place of an item."""
        _note(self, reads=len(self))
        return super().index(item, *given)

    def count(self, item: Any) -> int:
        """How often it is there."""
        _note(self, reads=len(self))
        return super().count(item)

    def reverse(self) -> None:
        """Turn the order round."""
        _note(self, len(self), len(self))
        super().reverse()

    def sort(self, **given: Any) -> None:
        """Sort."""
        _note(self, len(self), len(self))
        super().sort(**given)


def watch(held: Any) -> list[Any]:
    """The container and those within it, whose lists count from now on, as those do that they are given later."""
    found: list[Any] = []
    waiting = [held]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
            continue
        plain: type = type(each)
        if plain.__module__.startswith(WATCHED) and hasattr(each, "__dict__"):
            if not hasattr(each, "counts_cells"):
                each.__class__ = _counting(plain)
            found.append(each)
            for name, value in vars(each).items():
                vars(each)[name] = part = _counted(value)
                if isinstance(part, Counted):
                    part.is_held = True
                waiting.append(value)
    return found


def put(held: Any, name: str, value: Any) -> None:
    """Be the `__setattr__` of a container that is watched."""
    part = _counted(value)
    COUNTER.take_in(held, part)
    object.__setattr__(held, name, part)


@cache
def _counting(plain: type) -> type:
    """The class with lists that count."""
    return type(plain.__name__, (plain,), {"__setattr__": put, "counts_cells": True, "__module__": WATCHED})


def _counted(value: Any) -> Any:
    return Counted(value) if type(value) is list else value
