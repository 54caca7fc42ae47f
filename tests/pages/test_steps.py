"""The operations of containers in words for arrays: on each page, up to date, and without what only Python has."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from slotproof.dev.pages import written
from slotproof.dev.steps import pages, rendered, steps
from slotproof.gate.protocol.kinds import kind, names
from slotproof.spec.errors import OutOfRange

from ..tree.layout import ROOT

PYTHON = re.compile(r"\b(self|cls|None|lambda|yield|isinstance|range|zip|iter|super)\b|__|\[-|\blen\(|\.(append|pop)\(")


class Shelf:
    """A container that names things alike."""

    page: int
    boxes: list[int]

    def take(self, box: int, page: int = 0) -> Iterator[int]:
        """Take a box."""
        if not isinstance(box, int):
            raise OutOfRange(f"{box}")
        self.page = page // self.page
        self.boxes.pop(box)
        self.other.add(box, page)  # type: ignore[attr-defined]
        for place in range(len(self.boxes) - 1, -1, -1):
            if self.boxes[place] != self.boxes[-1] and not self._fits(place):
                self.boxes[place] += [0] * page  # type: ignore[operator]
            else:
                yield self.boxes[place]

    def _fits(self, place: int) -> bool:
        return place < self.page or place in (1, 2)

    def lost(self) -> None:
        """Do what has no words."""
        with open(self.page):  # noqa: PTH123
            pass


TAKEN = """
take(box, page)
    if box is no integer
        refuse out_of_range
    this.page <- page div this.page
    take boxes[box] out of boxes
    other.add(box, page)
    for place from length of boxes - 1 down to 0
        if boxes[place] != the last of boxes and (not _fits(place))
            boxes[place] <- boxes[place] + (page cells of 0)
        else
            meet boxes[place]

_fits(place)
    answer place < page or place in (1, 2)
"""


def test_statements_have_words() -> None:
    """Names of the container and of the operation are told apart, and so are methods of lists and of containers."""
    assert "\n".join(steps(Shelf, ["take"])) == TAKEN.strip("\n") + "\n"


def test_what_has_no_words_is_not_left_out() -> None:
    """A statement that is Python and nothing else ends the making of a page."""
    with pytest.raises(TypeError, match="no words for with"):
        list(steps(Shelf, ["lost"]))


@pytest.mark.parametrize(("path", "block"), list(pages()), ids=lambda each: each.stem if isinstance(each, Path) else "")
def test_a_page_has_them(path: Path, block: list[str]) -> None:
    """It is what is made today, and reads without Python."""
    text = path.read_text(encoding="utf-8")
    assert written(text, "steps", rendered(block)) == text, "stale: run python -m slotproof.dev.steps"
    assert [line for line in block if PYTHON.search(line)] == []


@pytest.mark.parametrize("name", names())
def test_each_operation_stands_on_the_page(name: str) -> None:
    """Each operation of the protocol begins a paragraph."""
    text = (ROOT / kind(name).page).read_text(encoding="utf-8")
    for operation in kind(name).operations:
        assert f"\n{operation}(" in text
