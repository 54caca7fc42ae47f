"""Arguments that several declarations draw from: factories that may raise, and arrays with one entry changed."""

from __future__ import annotations

from typing import Any


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


class Spoiled:
    """The arrays of a container with one entry changed, or as they are: `from_dict` must tell which are in order."""

    def __init__(self, name: str = "", index: int = 0, value: Any = None) -> None:
        self.name = name
        self.index = index
        self.value = value

    def spoil(self, data: dict[str, Any]) -> dict[str, Any]:
        """The data with the change made; an index past the end appends."""
        if self.name:
            entry = data[self.name]
            if isinstance(entry, list):
                entry[self.index : self.index + 1] = [self.value]
            else:
                data[self.name] = self.value
        return data

    def __repr__(self) -> str:
        return f"Spoiled({self.name!r}, {self.index}, {self.value!r})" if self.name else "Spoiled()"
