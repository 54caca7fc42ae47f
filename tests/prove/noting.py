"""What a loop of a registry may be declared to note, in a module of which the process has what the file says."""

from __future__ import annotations

from typing import Any


def nothing_there(at: Any) -> tuple[int, int]:
    """Of no position."""
    return -1, -1


def no_pair(at: Any) -> Any:
    """A number alone."""
    return at.index


def what_is_noted(at: Any) -> Any:
    """A variant that asks for it."""
    return at.noted(0)
