"""Which cases of a family run by `make test`, and which only by `make test-all`: those carry the mark `long`.

The cases are what `pytest.mark.parametrize` takes; one that is a tuple holds a value for each of several parameters.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def long_unless(quick: Callable[..., bool], cases: Iterable[Any]) -> list[Any]:
    """Mark each case as long but those that the function, given their values, says to be quick."""
    return [case if quick(*_values(case)) else _long(case) for case in cases]


def one_of_each(key: Callable[..., Hashable], cases: Iterable[Any]) -> list[Any]:
    """Mark each case as long but the first of each family: those of whose values the function makes the same key."""
    met: set[Hashable] = set()

    def is_first(*values: Any) -> bool:
        before = len(met)
        met.add(key(*values))
        return len(met) > before

    return long_unless(is_first, cases)


def one(cases: Iterable[Any]) -> list[Any]:
    """Mark each case as long but the first."""
    return one_of_each(lambda *values: None, cases)


def _values(case: Any) -> tuple[Any, ...]:
    """Give a case as the values of its parameters."""
    if hasattr(case, "marks"):  # made by `pytest.param`
        return tuple(case.values)
    return case if type(case) is tuple else (case,)  # a named tuple is one value


def _long(case: Any) -> Any:
    """Mark a case, which keeps the marks and the name that it has."""
    return pytest.param(
        *_values(case), marks=(*getattr(case, "marks", ()), pytest.mark.long), id=getattr(case, "id", None)
    )
