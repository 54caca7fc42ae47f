"""Arguments that several declarations draw from: factories that may raise, and arrays with one entry changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from slotproof.declare import Domain, Scope


class Factory:
    """A factory that returns one value, or raises."""

    def __init__(self, value: Any, fails: bool = False) -> None:
        self.value = value
        self.fails = fails

    def __call__(self) -> Any:
        """Make the value."""
        if self.fails:
            raise ArithmeticError("this factory fails")
        return self.value

    def __repr__(self) -> str:
        return f"Factory({self.value!r}{', fails=True' if self.fails else ''})"


def value_of(small: Callable[[Any, Scope], Sequence[Any]]) -> Domain:
    """Values, of which a search tries some."""
    return Domain(
        "value",
        small=small,
        classes={"value": lambda m, issued, number: number % 8},
        symbolic=lambda make: make.value("value"),
    )


def factory_of(small: Callable[[Any, Scope], Sequence[Any]]) -> Domain:
    """What makes values, of which a search tries some, and what fails to."""
    return Domain(
        "factory",
        small=lambda m, scope: [*map(Factory, small(m, scope)), Factory(0, fails=True)],
        classes={
            "makes": lambda m, issued, number: Factory(number % 8),
            "fails": lambda m, issued, number: Factory(0, fails=True),
        },
        symbolic=lambda make: make.factory("factory"),
    )


class _Gone:
    """What stands for a field that is left out."""

    def __repr__(self) -> str:
        return "GONE"


GONE: Final = _Gone()
"""The value of a spoiled field that is not there."""

WHOLE: Final = -1
"""The index that means a whole array."""


class Spoiled:
    """The arrays of a container with one entry changed, or as they are: `from_dict` must tell which are in order."""

    def __init__(self, name: str = "", index: int = 0, value: Any = None) -> None:
        self.name = name
        self.index = index
        self.value = value

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made; an index past the end appends, a name that is not there is added."""
        if not self.name:
            return data
        entry = data.get(self.name)
        if self.value is GONE:
            del data[self.name]
        elif isinstance(entry, list) and self.index != WHOLE:
            entry[self.index : self.index + 1] = [self.value]
        else:
            data[self.name] = self.value
        return data

    def __repr__(self) -> str:
        return f"Spoiled({self.name!r}, {self.index}, {self.value!r})" if self.name else "Spoiled()"


def spoiled_of(spoil: Callable[[Any], Sequence[Spoiled]]) -> Domain:
    """The arrays of this container as they are, and with one entry changed."""
    return Domain(
        "data",
        small=lambda m, scope: spoil(m),
        classes={
            "whole": lambda m, issued, number: Spoiled(),
            "spoiled": lambda m, issued, number: (spoiled := spoil(m))[number % len(spoiled)],
        },
    )


class Renumbered(Spoiled):
    """The arrays with another number for what marks an end, which still marks it in the fields that hold it."""

    def __init__(self, name: str, value: int, fields: tuple[str, ...]) -> None:
        super().__init__(name, 0, value)
        self.fields = fields

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made everywhere."""
        old = data[self.name]

        def other(entry: Any) -> Any:
            return self.value if entry == old else entry

        for name in self.fields:
            held = data[name]
            data[name] = [other(entry) for entry in held] if isinstance(held, list) else other(held)
        return super().spoil(data)

    def __repr__(self) -> str:
        return f"Renumbered({self.name!r}, {self.value}, {self.fields!r})"


class NamesAlone(Spoiled):
    """The names of the fields without what they hold: a list, and no dict."""

    def spoil(self, data: dict[str, Any]) -> Any:
        """The names."""
        return list(data)

    def __repr__(self) -> str:
        return "NamesAlone()"


def read_back(container: Any, spoiled: Spoiled) -> Any:
    """What `from_dict` makes of the arrays of a container.

    Raises     RuntimeError if it keeps a list that the caller holds, and what `from_dict` raises
    """
    data = spoiled.spoil(container.to_dict())
    twin = type(container).from_dict(data)
    for name, given in data.items():
        if isinstance(given, list) and any(given is held for held in _lists_of(twin)):
            raise RuntimeError(f"from_dict keeps the caller's {name}")
    return twin


def _lists_of(thing: Any) -> Iterator[list[Any]]:
    """The lists that an object holds, itself or in the objects it is made of."""
    for held in vars(thing).values():
        if isinstance(held, list):
            yield held
        elif hasattr(held, "__dict__") and not callable(held):
            yield from _lists_of(held)
