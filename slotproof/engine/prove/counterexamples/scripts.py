"""Callbacks of counterexamples, as Python has them."""

from __future__ import annotations

from typing import Any


class ScriptedFailure(Exception):
    """What a scripted callback raises."""


class Script:
    """A callback whose calls return given values or fail, one after the other."""

    def __init__(self, calls: list[Any]) -> None:
        self.calls = calls
        self.made = 0

    def __call__(self, *_: Any) -> Any:
        """The next value, or the next failure."""
        call = self.calls[self.made % len(self.calls)]
        self.made += 1
        if call is None:
            raise ScriptedFailure
        return call

    def __repr__(self) -> str:
        return f"Script({self.calls!r})"
