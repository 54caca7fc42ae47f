"""Which cases of a family run by `make test`, and which only by `make test-all`: those carry the mark `long`.

The cases are what `pytest.mark.parametrize` takes. One that is a tuple holds a value for each parameter, so that a
tuple for the only parameter stands in a tuple of its own.
"""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def long_unless(quick: Callable[..., bool], cases: Iterable[Any]) -> list[Any]:
    """Mark each case as long but those that the function, given their values, says to be quick."""
    return [case if quick(*case.values) else _long(case) for case in map(_whole, cases)]


def one_of_each(key: Callable[..., Hashable], cases: Iterable[Any]) -> list[Any]:
    """Mark each case as long but the first of each family: those of whose values the function makes the same key."""
    met: set[Hashable] = set()

    def is_first(*values: Any) -> bool:
        before = len(met)
        met.add(key(*values))
        return len(met) > before

    return long_unless(is_first, cases)


def first_only(cases: Iterable[Any]) -> list[Any]:
    """Mark each case as long but the first."""
    return one_of_each(lambda *values: None, cases)


def _whole(case: Any) -> Any:
    """Give a case in the form that has marks and a name."""
    if hasattr(case, "marks"):
        return case
    return pytest.param(*case) if type(case) is tuple else pytest.param(case)  # a named tuple is one value


def _long(case: Any) -> Any:
    """Give the case with one more mark."""
    return pytest.param(*case.values, marks=[*case.marks, pytest.mark.long], id=case.id)
