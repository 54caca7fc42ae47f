"""Numbers where a machine, or a number of it, ends: a container answers or refuses them as its model does."""

from __future__ import annotations

from typing import Any, Final

HUGE: Final = (*(2**bits - less for bits in (31, 32, 53, 63, 64) for less in (1, 0)), -(2**63) - 1)
"""Right for some arguments; a domain of which one would be the size of something that is made has no such class."""


def is_record(value: Any) -> bool:
    """Tell whether a value is a named tuple of numbers, such as a handle."""
    return isinstance(value, tuple) and hasattr(value, "_fields") and all(isinstance(part, int) for part in value)


def hugely(argument: Any, number: int) -> Any:
    """The argument with a number of it replaced, as `number` picks; None of what is neither a number nor a record."""
    if type(argument) is int:
        return HUGE[number % len(HUGE)]
    if is_record(argument):
        field = argument._fields[number // len(HUGE) % len(argument._fields)]
        return argument._replace(**{field: HUGE[number % len(HUGE)]})
    return None
