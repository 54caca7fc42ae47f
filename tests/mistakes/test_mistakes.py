"""Whoever makes mistakes in the judges of mutants tells one that is seen from one that is not."""

from collections.abc import Iterator

import pytest

from ..tree.layout import ROOT
from .__main__ import MISTAKES, Tree, asked
from .mistake import Mistake

INLINE = "slotproof/declare/inline.py"
TESTS = "tests/engine/test_inline.py"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tree]:
    """Make a copy of the tree once for all."""
    with Tree(tmp_path_factory.mktemp("tree")) as made:
        yield made


def test_a_mistake_is_seen_if_a_test_fails(tree: Tree) -> None:
    """It is gone afterwards: the same test passes."""
    mistake = Mistake(INLINE, "if not changed or any(", "if True or any(", TESTS, "not_read")
    assert tree.ended(TESTS, "not_read", mistake) == "red"
    assert tree.ended(TESTS, "not_read") == "green"


@pytest.mark.long
@pytest.mark.parametrize(
    ("old", "new", "end"),
    [
        ("All is forgotten if none is named.", "All is forgotten.", "green"),
        ("no such text", "", "the text is there 0 times"),
        ("def forget(", "def forget_it(", "pytest ends with 2"),  # what cannot be imported shows nothing
    ],
)
def test_a_mistake_is_not_seen_if_none_fails(tree: Tree, old: str, new: str, end: str) -> None:
    """A text that says less turns no test red, and neither does one that is not there."""
    assert tree.ended(TESTS, "not_read", Mistake(INLINE, old, new, TESTS, "not_read")) == end


def test_what_is_asked_is_asked_without_a_mistake_first() -> None:
    """Each of it by itself, and once."""
    some = [Mistake("", "", "", "a", "x"), Mistake("", "", "", "a", "y or z"), Mistake("", "", "", "b", "x")]
    assert asked([*some, *some]) == [("a", "x"), ("a", "y or z"), ("b", "x")]


@pytest.mark.parametrize("file", sorted({each.file for each in MISTAKES}))
def test_each_mistake_can_still_be_made(file: str) -> None:
    """Its text stands in its file, once: a change that moves it moves the mistake, too."""
    text = (ROOT / file).read_text(encoding="utf-8")
    assert [each.old for each in MISTAKES if each.file == file and text.count(each.old) != 1] == []
