"""What a constructor surely gives a value, and what it may leave out."""

from pathlib import Path
from textwrap import indent
from typing import Final

import pytest

from .test_language import _found

CLASSES: Final = """
NAMES = ("one", "two")
ONE = ("one",)


class Up:
    one: int

    def __init__(self) -> None:
        self.one = 0

    def first(self) -> None:
        self.one = 1


class Down(Up):
    two: int

    def __init__(self, flag: bool, given: list[int]) -> None:
{}

    def both(self) -> None:
        self.first()
        self.two = 1

    def second(self, flag: bool) -> int:
        if flag:
            self.two = 1
        else:
            self.two = 2
        return 1

    def again(self) -> None:
        self.again()

    def perhaps(self, flag: bool) -> None:
        if flag:
            return
        self.two = 1
"""
BOTH: Final = "self.one = 1\nself.two = 2"

CREATIONS: Final[dict[str, bool]] = {
    BOTH: True,
    "self.one, self.two = 1, 2": True,
    "self.one, (self.two, rest) = 1, (1, 2)": True,
    "self.one = 1": False,
    "self.two = 1": False,
    "super().__init__()\nself.two = 1": True,
    "Up.__init__(self)\nself.two = 1": True,
    "super().first()\nself.two = 1": True,
    "self.both()": True,
    "self.first()\nself.second(flag)": True,
    "self.first()\nif self.second(flag) == 1:\n    pass": False,
    "self.first()\nself.perhaps(flag)": False,
    "self.again()": False,
    f"if flag:\n{indent(BOTH, '    ')}": False,
    f"if flag:\n{indent(BOTH, '    ')}\nelse:\n    self.one = 1": False,
    f"if flag:\n{indent(BOTH, '    ')}\nelse:\n{indent(BOTH, '    ')}": True,
    f"if flag:\n    raise KeyError(1)\n{BOTH}": True,
    f"if flag:\n    return\n{BOTH}": False,
    f"{BOTH}\nif flag:\n    return": True,
    f"for each in given:\n{indent(BOTH, '    ')}": False,
    f"while flag:\n{indent(BOTH, '    ')}": False,
    f"for each in given:\n    return\n{BOTH}": False,
    f"for each in given:\n    break\n{BOTH}": True,
    "for name in NAMES:\n    setattr(self, name, 1)": True,
    "for name in ONE:\n    setattr(self, name, 1)": False,
    "for name in ONE:\n    setattr(self, name, 1)\nself.two = 1": True,
    "for name, held in vars(self).items():\n    setattr(self, name, held)": False,
    "for name in NAMES:\n    setattr(given, name, 1)": False,
    "for name in NAMES:\n    setattr(self, flag, 1)": False,
    "for name in NAMES:\n    getattr(self, name, 1)": False,
    "for name in given:\n    setattr(self, name, 1)": False,
    "for each in self.both():\n    pass": True,
    "while self.both():\n    pass": True,
    f"try:\n{indent(BOTH, '    ')}\nexcept KeyError:\n    pass": False,
    "try:\n    self.one = 1\nexcept KeyError:\n    self.one = 2\nself.two = 1": True,
    f"try:\n{indent(BOTH, '    ')}\nexcept KeyError:\n    raise KeyError(2) from None": True,
    "self.one = 1\nother = Down.__new__(Down)\nother.two = 1": False,
}


@pytest.mark.parametrize(("lines", "is_whole"), CREATIONS.items(), ids=CREATIONS)
def test_a_constructor_that_may_leave_out_a_field_is_refused(tmp_path: Path, lines: str, is_whole: bool) -> None:
    """On some path, in a loop that may have no round, or where an error is caught."""
    found = {each.mistake for each in _found(tmp_path, CLASSES.format(indent(lines, "        ")))}
    assert ("init_incomplete" in found) is not is_whole
