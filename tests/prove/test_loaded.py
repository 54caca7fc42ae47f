"""What the process has loaded is what its files say, and what replaces a part of it is noticed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from slotproof.declare import operation
from slotproof.engine.prove.loaded import differs
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


@contextmanager
def read_from(folder: Path, text: str) -> Iterator[tuple[ModuleType, str]]:
    """A module that ran this text, and the text."""
    file = folder / "read_from.py"
    file.write_text(text, encoding="utf-8")
    made = ModuleType("read_from")
    made.__file__ = str(file)
    sys.modules[made.__name__] = made
    exec(compile(text, str(file), "exec", dont_inherit=True), vars(made))
    try:
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


CHANGED = (
    "SIZE += 1",
    "for SIZE in (2,):\n    pass",
    "while SIZE < 2:\n    SIZE = 2",
    "if SIZE:\n    SIZE = 2",
    "with open(__file__) as SIZE:\n    pass",
    "try:\n    SIZE = 2\nfinally:\n    pass",
    "del SIZE",
    "def grow():\n    global SIZE\n    SIZE = 2\ngrow()",
)


@pytest.mark.parametrize("change", CHANGED)
def test_a_name_that_a_text_changes_is_no_constant(tmp_path: Path, change: str) -> None:
    """Nothing says then which value it has for good."""
    with read_from(tmp_path, f"SIZE = 1\nOTHER = 3\n{change}\n") as (made, text):
        assert differs(made.__name__, text) == ""
        vars(made)["SIZE"] = 7
        assert differs(made.__name__, text) == ""
        vars(made)["OTHER"] = 4
        assert differs(made.__name__, text) == "OTHER"


def test_another_function_under_the_name_of_a_built_in_is_noticed(tmp_path: Path) -> None:
    """If the text does not give it that name itself."""
    for text, other in (("SIZE = 1\n", "len"), ("len = 1\n", ""), ("def len():\n    pass\n", "")):
        with read_from(tmp_path, text) as (made, said):
            vars(made).setdefault("len", max)
            assert differs(made.__name__, said) == other
