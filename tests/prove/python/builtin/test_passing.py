"""What is gone through stays as it is, and a class method knows the class that it is called of.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import pytest

from ..test_partial import Function, is_open
from . import passing


@pytest.mark.parametrize(
    "function", [passing.put_in_while_it_is_asked, passing.put_in_through_another_name, passing.put_in_again]
)
@pytest.mark.parametrize("known", [True, False])
def test_what_is_written_while_it_is_gone_through_is_open(function: Function, known: bool) -> None:
    """CPython looks at each entry when it gets there."""
    assert is_open(function, 3, known)


@pytest.mark.parametrize(
    "function", [passing.put_in_from_another, passing.changed_in_its_place, passing.called_from_below]
)
@pytest.mark.parametrize("known", [True, False])
def test_what_leaves_that_alone_is_what_cpython_makes_of_it(function: Function, known: bool) -> None:
    """Of a number that is known, and of one that is only said to be that one."""
    assert not is_open(function, 3, known, exact=True)
