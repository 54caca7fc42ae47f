"""What operations are given in place of every value at once: symbolic ints, bools, keys, handles and functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slotproof.declare import Shape
from slotproof.spec.errors import InvalidArgument


class Refused(Exception):
    """What a factory raises that fails."""


class Second:
    """A second container, of which each side gets its own."""

    def __init__(self, impl: Any) -> None:
        self.impl = impl


class Make:
    """Makes stand-ins from data by name; without data it only learns which names there are, and of what type.

    Takes      handle, the class of handles; shapes, those that a second container may have
    """

    def __init__(self, data: Mapping[str, Any] | None = None, handle: Any = None, shapes: Sequence[Shape] = ()) -> None:
        self.data = data
        self.handle = handle
        self.shapes = shapes
        self.types: dict[str, type] = {}
        self.prefix = ""
        self.whose = ""

    def within(self, prefix: str) -> Make:
        """This one, whose names begin with the prefix from now on."""
        self.prefix = f"{prefix}_"
        return self

    def _draw(self, stem: str, kind: type) -> Any:
        name = self.whose + self.prefix + stem
        if name in self.types:
            raise ValueError(f"two things are called {name}")
        self.types[name] = kind
        return kind() if self.data is None else self.data[name]

    def int(self, name: str) -> Any:
        """Any int."""
        return self._draw(name, int)

    def number_of(self, name: str, sort: str) -> Any:
        """Any integer; which ones name a thing of the sort does not matter here."""
        return self.int(name)

    def at_least(self, low: Any, name: str) -> Any:
        """Any int from `low` up."""
        number = self.int(name)
        if self.data is None:
            return low
        if number < low:
            raise InvalidArgument(f"{name} is below {low}")
        return number

    def bool(self, name: str) -> Any:
        """True or false."""
        return self._draw(name, bool)

    def value(self, name: str) -> Any:
        """Any value that is stored; ints serve."""
        return self._draw(name, int)

    def key(self, name: str) -> Any:
        """One of a few keys; a number that is left open has no hash of its own."""
        return self.one_of(name, (0, 1, 2, 3))

    def name(self, name: str) -> Any:
        """One of a few strings, of which UTF-8 cannot hold the last."""
        return self.one_of(name, ("a", "c", "A", "b", "\ud800"))

    def names(self, name: str) -> tuple[Any, ...]:
        """None, one or two strings."""
        names = (self.name(f"{name}_0"), self.name(f"{name}_1"))
        return names[: self.one_of(f"{name}_length", (0, 1, 2))]

    def handles(self, name: str) -> tuple[Any, ...]:
        """None, one or two handles with any fields."""
        if self.handle is None:
            raise ValueError("handles are drawn, and the contracts declare no class of them")
        fields = self.handle._fields
        handles = [self.handle(*(self.int(f"{name}_{at}_{part}") for part in fields)) for at in range(2)]
        return tuple(handles[: self.one_of(f"{name}_length", (0, 1, 2))])

    def one_of(self, name: str, options: Sequence[Any]) -> Any:
        """One of the options."""
        number = self.int(name)
        for index, option in enumerate(options[1:], 1):
            if number == index:
                return option
        return options[0]

    def peer(self, name: str) -> Any:
        """A second container in one of the shapes."""
        number = self.int(f"{name}_shape")
        *others, last = enumerate(self.shapes)
        if self.data is None:
            for place, shape in others:
                self._built(f"{name}_{place}_", shape)
        place, shape = next((each for each in others if number == each[0] + 1), last)
        return Second(self._built(f"{name}_{place}_", shape))

    def _built(self, whose: str, shape: Shape) -> Any:
        """A container whose names begin with a word of its own."""
        before, self.whose, self.prefix = (self.whose, self.prefix), whose, ""
        try:
            return shape.build(self)
        finally:
            self.whose, self.prefix = before

    def order(self, name: str) -> Callable[[Any, Any], Any]:
        """A strict weak order in which neighbours may be equivalent: each int is a rank doubled, and a mark."""
        return lambda left, right: left // 2 > right // 2

    def factory(self, name: str) -> Callable[..., Any]:
        """A factory, or a change of what it is given, that returns any value, or raises."""
        made, fails = self.value(f"{name}_makes"), self.bool(f"{name}_fails")

        def factory(*_: Any) -> Any:
            if fails:
                raise Refused
            return made

        return factory
