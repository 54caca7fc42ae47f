"""Mistakes of ports: each is one that can be made, the page tells of all, and some are found here."""

from __future__ import annotations

import re

import pytest

from slotproof.engine.mutate.edit import applied, replaced
from slotproof.gate.protocol.kinds import names

from .mistakes import MISSED, PAGE, PORT_MISTAKES, SORTS, first_failure, page

NAMED = {each.name: each for each in PORT_MISTAKES}
FOUND = (
    *("copies share words", "tokens of 6 bits", "one token too many"),
    *("keys are compared as floats", "a mask of 16 bits", "a handle has type 0"),
)


def test_there_are_mistakes_of_each_sort() -> None:
    """Each has its text in its function, once; every sort, and every kind of container, has some."""
    assert len(NAMED) == len(PORT_MISTAKES) >= 48
    assert {each.sort for each in PORT_MISTAKES} == set(SORTS)
    assert {each.kind for each in PORT_MISTAKES} == set(names())
    for each in PORT_MISTAKES:
        with applied(replaced(each.kind, each.function, [(each.right, each.wrong)], each.name)):
            pass


def test_the_page_tells_of_each() -> None:
    """The page is what the table makes of it, and no mistake is missed without a reason."""
    text = PAGE.read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| (.+?) \| `.*` \| .* \| (.*) \|$", text, flags=re.MULTILINE))
    assert set(told) == set(NAMED)
    assert MISSED not in told.values()
    assert text == page(told)


@pytest.mark.parametrize("name", FOUND)
def test_a_mistake_is_found(name: str) -> None:
    """With default settings, by the part of a run that the page names."""
    found = first_failure(NAMED[name])
    assert found is not None
    assert f"| {name} | `{NAMED[name].kind}` | {SORTS[NAMED[name].sort]} | {found[0]} |" in PAGE.read_text("utf-8")
