"""A function that ends in several ways, in a module of which the process has what the file says."""

from __future__ import annotations

from slotproof.spec.errors import Conflict, Missing


def ends_so(steps: list[int], how: int) -> int:
    """End in one of a few ways."""
    try:
        if how == 0:
            return 10 + len(steps)
        if how < 3:
            raise Missing("it is not there")
        steps.append(3)
    except Missing:
        steps.append(4)
        if how == 2:
            raise Conflict("it is there") from None
    finally:
        if how == 5:
            raise Missing("it is not there")
        steps.append(len(steps))
    return 20


class Lost(Missing):
    """What is not there any more."""


class Stopped(Missing, StopIteration):
    """An error that a generator may not raise."""
