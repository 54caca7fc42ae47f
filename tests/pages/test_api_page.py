"""docs/users/api.md is what the docstrings of `slotproof.declare` say, and they leave no field out."""

from dataclasses import dataclass, fields, is_dataclass

import pytest

from slotproof import declare
from slotproof.dev import api

from ..tree.layout import ROOT


def test_the_page_is_written_from_the_docstrings() -> None:
    """`python -m slotproof.dev.api > docs/users/api.md` changes nothing."""
    assert (ROOT / "docs/users/api.md").read_text(encoding="utf-8") == api.page()


def untold(held: type) -> list[str]:
    """The fields of a class of which the page says nothing."""
    told = api._told(held) | api.COMMON
    return [each.name for each in fields(held) if not told.get(each.name)] if is_dataclass(held) else []


@pytest.mark.parametrize("name", [each for each in declare.__all__ if is_dataclass(getattr(declare, each))])
def test_every_field_is_told(name: str) -> None:
    """The docstring of a class names each of its fields, and no other."""
    held = getattr(declare, name)
    assert untold(held) == []
    assert {*api._told(held)} <= {each.name for each in fields(held)}


def test_a_field_that_is_not_told_is_found() -> None:
    """A docstring that forgets a field, or goes on about one, is read as it stands."""

    @dataclass
    class Told:
        """One and another.

        one   the first,
              at length

        other is not told
        """

        one: int
        other: int

    assert api._told(Told) == {"one": "the first, at length"}
    assert untold(Told) == ["other"]
