"""What the process has loaded is what its files say, and what replaces a part of it is noticed."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from slotproof.declare import operation
from slotproof.engine.prove.loaded import _same, differs
from slotproof.impl import bitmask, handle_map, registry
from slotproof.proofs.catalog import CATALOG

READ = ("slotproof.spec.", "slotproof.impl.", "slotproof.proofs.", "slotproof.declare.")
TEXTS = {
    name: Path(module.__file__).read_text(encoding="utf-8")
    for name, module in sorted(sys.modules.items())
    if name.startswith(READ) and ".engine." not in name and module.__file__
}


def test_all_modules_are_what_their_files_say() -> None:
    """Functions that are defaults of fields, too."""
    assert CATALOG
    assert {name: other for name, text in TEXTS.items() if (other := differs(name, text))} == {}


@contextmanager
def made_anew(module: ModuleType) -> Iterator[tuple[ModuleType, str]]:
    """A module of the text of another one, and that text."""
    text = TEXTS[module.__name__]
    made = ModuleType(f"{module.__name__}_made_anew")
    sys.modules[made.__name__] = made
    exec(compile(text, made.__name__, "exec", dont_inherit=True), vars(made))
    try:
        assert differs(made.__name__, text) == ""
        yield made, text
    finally:
        del sys.modules[made.__name__]


def test_another_default_of_a_field_is_noticed() -> None:
    """A function that no text says stands in place of the one that it says."""

    def keeps(before: object, after: object, *arguments: object) -> dict[str, bool]:
        return {"anything": True}

    with made_anew(operation) as (made, text):
        keeps.__module__ = made.__name__
        made.Promise.keeps = keeps
        assert differs(made.__name__, text) == "Promise.keeps"


def test_another_thing_than_is_imported_is_noticed() -> None:
    """A class that stands under the name of one that the text imports."""
    with made_anew(registry) as (made, text):
        vars(made)["Group"] = type("Group", (), {})
        assert differs(made.__name__, text) == "Group"


@pytest.mark.parametrize("value", [bitmask.FIELDS[1:], list(bitmask.FIELDS), None])
def test_another_constant_is_noticed(value: object) -> None:
    """One that holds something else, or is of another kind; and none."""
    with made_anew(bitmask) as (made, text):
        vars(made)["FIELDS"] = value
        assert differs(made.__name__, text) == "FIELDS"


def _elsewhere(self: object) -> int:
    return 0


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("size", "capacity"),  # another method of the same class
        ("size", _elsewhere),  # a function of another module
        ("__getattribute__", _elsewhere),  # one that the text does not have
        ("extra", "size"),  # a second name of a method
    ],
    ids=["a method of the class", "a function of elsewhere", "a hook", "a second name"],
)
def test_what_is_put_into_a_class_is_noticed(name: str, other: Any) -> None:
    """Whatever it is, and under whatever name."""
    with made_anew(handle_map) as (made, text):
        setattr(made.HandleMap, name, vars(made.HandleMap)[other] if isinstance(other, str) else other)
        assert differs(made.__name__, text) == f"HandleMap.{name}"


HEAD = """
from math import inf
from typing import ClassVar, Final, NamedTuple
from dataclasses import dataclass
from collections import OrderedDict as Kept
from .decoder import JSONDecoder as Reader
import json.encoder as writing

LIMIT = 3
NAME: str = "cup"
BOTH = (1, 2)
MORE = 2 * LIMIT
LIST = [1]
ONCE = 1
ONCE += 1
TURN = 0
for TURN in (1, 2):
    pass
SET = 0
def set_it() -> None:
    global SET
    SET = 1
def size(limit: int = 3) -> int:
    return limit
def depth(limit: int = LIMIT) -> int:
    return limit
def area(*, side: int = 3, other: int) -> int:
    return side * other
def width(limit: int = LIMIT + 1) -> int:
    return limit
class Spot(NamedTuple):
    part: int
    other: int = 2
@dataclass
class Data:
    part: int
    other: int = LIMIT
SPOT = Spot(LIMIT, 2)
class Cup:
    SIZE: ClassVar[int] = 3
    MOST: ClassVar[int] = SIZE - 1
    SIZES: Final = (1, 2)
    KEPT: ClassVar[list[int]] = []
    DEPTH: int = 2
    def full(self) -> bool:
        return False
    @property
    def size(self) -> int:
        return 1
    @staticmethod
    def new() -> int:
        return 2
"""


def _other(*given: Any) -> int:
    return 7


@dataclass
class _Data:
    part: int
    other: int = 7


class _Spot(NamedTuple):
    part: int
    other: int = 7


_of_data = _Data.__init__
_of_spot = vars(_Spot)["__new__"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ONCE", 7, ""),  # what a statement changes later is not looked at
        ("TURN", 7, ""),
        ("SET", 7, ""),
        ("LIST", [2], ""),
        ("anything", 7, ""),
        ("__doc__", "7", ""),
        ("LIMIT", 7, "LIMIT"),
        ("LIMIT", True, "LIMIT"),
        ("NAME", "jug", "NAME"),
        ("BOTH", (1, 3), "BOTH"),
        ("MORE", 7, "MORE"),
        ("SPOT", (3, 2), "SPOT"),
        ("len", _other, "len"),  # a name of Python itself
        ("inf", 7, "inf"),
        ("Kept", dict, "Kept"),
        ("Reader", dict, "Reader"),
        ("writing", sys, "writing"),
        ("size.__defaults__", (4,), "size"),
        ("size.__defaults__", (True,), "size"),
        ("size.__defaults__", None, "size"),
        ("depth.__defaults__", (4,), "depth"),
        ("width.__defaults__", (5,), "width"),
        ("Data.__init__", _of_data, "Data.__init__"),
        ("Spot.__new__", _of_spot, "Spot.__new__"),
        ("area.__kwdefaults__", {"side": 4}, "area"),
        ("area.__kwdefaults__", {"side": 3, "other": 1}, "area"),
        ("area.__kwdefaults__", None, "area"),
        ("area", FunctionType(compile("lambda: 3", "", "eval").co_consts[0], {}), "area"),
        ("size", _other, "size"),
        ("Cup", 7, "Cup"),
        ("Cup.full", _other, "Cup.full"),
        ("Cup.size", property(_other), "Cup.size"),
        ("Cup.new", staticmethod(_other), "Cup.new"),
        ("Cup.__len__", _other, "Cup.__len__"),
        ("Cup.__getattribute__", partial(_other), "Cup.__getattribute__"),
        ("Cup.__eq__", operator.is_, "Cup.__eq__"),
        ("Cup.SIZE", 4, "Cup.SIZE"),
        ("Cup.MOST", 4, "Cup.MOST"),
        ("Cup.SIZES", (2, 1), "Cup.SIZES"),
        ("Cup.KEPT", [1], ""),
        ("Cup.DEPTH", 4, ""),  # a field, which objects have
    ],
)
def test_what_stands_under_a_name_is_what_the_text_gives_it(name: str, value: object, told: str) -> None:
    """Or else the name is told; of what a text changes as it runs, nothing is known."""
    made = ModuleType("made_of_a_text")
    made.__package__ = "json"
    sys.modules[made.__name__] = made
    try:
        exec(compile(HEAD, made.__name__, "exec", dont_inherit=True), vars(made))
        assert differs(made.__name__, HEAD) == ""
        first, _, last = name.partition(".")
        setattr(vars(made)[first] if last else made, last or first, value)
        assert differs(made.__name__, HEAD) == told
    finally:
        del sys.modules[made.__name__]


def test_a_function_that_reads_other_names_is_told() -> None:
    """Its code is that of the text, and what it calls is not."""
    with made_anew(registry) as (made, text):
        method = made.Registry.size
        made.Registry.size = FunctionType(method.__code__, {**vars(made)}, "size")
        made.Registry.size.__module__ = made.__name__
        assert differs(made.__name__, text) == "Registry.size"


def test_code_is_compared_with_code() -> None:
    """And a constant with a constant of its class."""
    code, other = (compile(text, "a", "eval") for text in ("(1, lambda: 2)", "(1, lambda: 3)"))
    assert _same(code, code)
    assert [_same(*pair) for pair in ((code, other), (code, 1), (1, code), (1, True), (1, 2))] == [False] * 5
