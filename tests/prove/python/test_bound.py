"""Arguments and parts of objects are bound as CPython binds them, or refused.

PYTEST_DONT_REWRITE: what the process has loaded must be what the text says.
"""

from __future__ import annotations

import pytest

from slotproof.engine.prove.source import Refusal

from .functions import bound
from .test_partial import Function, is_open

RIGHT = (
    *(bound.by_place, bound.by_name, bound.all_by_place, bound.some_more, bound.spread, bound.pairs),
    *(bound.changed_pair, bound.made, bound.plain, bound.boxes, bound.methods, bound.nothing),
)
WRONG: dict[Function, str] = {
    bound.too_many: "it takes others",
    bound.twice: "no such parameter left",
    bound.place_by_name: "no such parameter left",
    bound.unknown: "no such parameter left",
    bound.missing: "five is missing",
    bound.missing_place: "two is missing",
    bound.pair_of_three: "it has other parts",
    bound.pair_twice: "it has other parts",
    bound.pair_of_another: "it has other parts",
    bound.pair_of_none: "left is missing",
    bound.nothing_of_something: "it declares no __init__",
    bound.nothing_by_name: "it declares no __init__",
}


@pytest.mark.parametrize("function", RIGHT, ids=lambda function: function.__name__)
def test_what_is_bound_is_what_cpython_binds(function: Function) -> None:
    """Whether the number is known or only said to be that one."""
    for number in (0, 6):
        for known in (True, False):
            assert not is_open(function, number, known, exact=True)


@pytest.mark.parametrize("function", WRONG, ids=lambda function: function.__name__)
def test_what_cpython_does_not_bind_is_refused(function: Function) -> None:
    """Nothing is left out, or passed over."""
    with pytest.raises(TypeError):
        function(3)
    with pytest.raises(Refusal, match=WRONG[function]):
        is_open(function, 3, known=True)
