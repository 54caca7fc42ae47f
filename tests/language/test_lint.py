"""The check of one file: where it stands, where findings are told, and what is fine for what it says besides."""

from pathlib import Path
from typing import Final

import pytest

from slotproof.language.findings import Finding, text
from slotproof.language.lint import look

from .examples.declarations import RIGHT
from .examples.fine import FINE
from .examples.refused import WIDE
from .test_language import _box, _found

CALLED: Final = "\n\ndef boxed() -> int:\n    return sized()\n"


def test_a_file_of_a_package_is_imported_from_above_it(tmp_path: Path) -> None:
    """By the names that Python gives its modules there."""
    inner = tmp_path / "shelf" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").touch()
    (inner / "cup.py").write_text("SIZE = 3\n")
    assert _found(inner, "from shelf.inner.cup import SIZE\n\n\ndef sized() -> int:\n    return SIZE\n") == []


READ: Final = "def size() -> int:\n    return 3\n"
HIDDEN: Final = "def size() -> int:\n    return len('three')\n\n\nLIMIT = print\n"


@pytest.mark.parametrize(
    ("importer", "asked", "read", "hidden"),
    [
        ("inner/__init__.py", "helper", "helper.py", "inner/helper.py"),
        ("inner/other.py", "helper", "helper.py", "inner/helper.py"),
        ("other.py", "helper", "helper/__init__.py", "helper.py"),
        ("other.py", "inner.helper", "inner/helper/__init__.py", "inner/helper.py"),
        ("other.py", "typer", "", "typer.py"),
        ("other.py", "json", "", "json.py"),
    ],
)
def test_the_file_is_read_that_python_imports(
    tmp_path: Path, importer: str, asked: str, read: str, hidden: str
) -> None:
    """From the root, wherever the importer stands; a package before a file; what is installed before both."""
    used = f"from {asked} import size\n\n\ndef sized() -> int:\n    return size()\n"
    first = f"from {importer.removesuffix('.py').removesuffix('/__init__').replace('/', '.')} import sized\n"
    texts = {importer: used, hidden: HIDDEN, "box.py": first + CALLED} | ({read: READ} if read else {})
    for name, each in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(each)
    seen = look(tmp_path / "box.py")
    assert (str(tmp_path / hidden) in seen.files, bool(seen.findings)) == (False, not read)


def test_a_link_is_no_file_of_the_program(tmp_path: Path) -> None:
    """What it imports relatively stands beside the link, and not where it leads."""
    for name, each in {
        "one/__init__.py": "",
        "one/helper.py": READ,
        "two/__init__.py": "",
        "two/helper.py": READ,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(each)
    (tmp_path / "one/middle.py").write_text("from .helper import size\n")
    (tmp_path / "two/middle.py").symlink_to("../one/middle.py")
    (tmp_path / "three").symlink_to("one")
    source = "from {}.middle import size\n\n\ndef sized() -> int:\n    return size()\n"
    assert [bool(_found(tmp_path, source.format(name))) for name in ("one", "two", "three")] == [False, True, True]


BELOW: Final = """
class Low:
    @classmethod
    def asked(cls, held: list[int]) -> int:
        return cls._asked(held)

    @classmethod
    def _asked(cls, held: list[int]) -> int:
        return 0


class High(Low):
    @classmethod
    def _asked(cls, held: list[int]) -> int:
        held.append(1)
        return 0


class Box:
    items: list[int]

    def __init__(self) -> None:
        self.items = []

    @property
    def size(self) -> int:
        return High.asked(self.items)
"""


def test_the_class_of_a_method_may_be_one_below(tmp_path: Path) -> None:
    """What the method of that one changes is changed."""
    assert [each.what for each in _found(tmp_path, BELOW)] == ["a change in `size`"]


def test_what_cannot_be_read_is_told_where_it_begins(tmp_path: Path) -> None:
    """Where Python itself names no line."""
    [found] = _found(tmp_path, "LIMIT = 1\x00")
    assert (found.mistake, found.line, found.column) == ("syntax", 1, 1)


def test_a_finding_is_shown_below_its_line() -> None:
    """A tab stands for itself, so that the caret is where it is wherever tabs end."""
    found = Finding("pile.py", 3, 4, "rule", "mistake", "what", "why", "cure", source="\tab = 1")
    assert text([found]).splitlines()[1:3] == ["    \tab = 1", "    \t  ^"]


@pytest.mark.parametrize(("place", "source"), FINE)
def test_what_is_fine_is_not_refused(tmp_path: Path, place: str, source: str) -> None:
    """What makes it so is seen."""
    assert [str(each) for each in _found(tmp_path, _box(**{place: source}, box=WIDE))] == []


LAW = RIGHT[RIGHT.index("@law(") : RIGHT.index("@invariant(")]
LAW_OF_TWO = """
def _some(least: int, most: int):
    def some(m: PileModel) -> bool:
        return len(m.values) >= least and len(m.values) >= most

    return some


some = Claim("PL-L1", "There are no fewer than no values.", _some(0, 0))


"""
MADE = "def _made(make, name: str):\n    return make.int(name)\n\n\ndef _domain("


@pytest.mark.parametrize(
    ("mistake", "edits"),
    [
        ("configure_constant", [('make.int("limit")', 'make.negative("limit")')]),
        ("symbolic_constant", [("make.int(name),", "_made(make, name),"), ("def _domain(", MADE)]),
        ("", [(LAW, LAW_OF_TWO)]),
    ],
)
def test_what_is_made_in_a_declaration_is_looked_through(
    tmp_path: Path, mistake: str, edits: list[tuple[str, str]]
) -> None:
    """What may leave out values is told, and a claim may be made of what stands around it."""
    source = RIGHT
    for old, new in edits:
        assert old in source
        source = source.replace(old, new, 1)
    assert {each.mistake for each in _found(tmp_path, source)} == ({mistake} if mistake else set())


SIZE = 'Operation("size", Claim('
PUSH = '    Operation("push", Claim("PL-R1", "`push` puts a value on top."), takes=(VALUE, TWICE)),\n'
FEW = "lambda m, operation, arguments: len(m.values) < 3"
VALUES = "values=(0, 1), "
COUPLE = "couple=(as_many,)"
ARRANGED = f'arranged=(Arrangement("one", None, {{}}, %s),), {COUPLE}'
ADMITS = "def _few(m, operation, arguments):\n    %s\n\n\nVALUE ="
SIZED = "def _inner(h):\n    return h.%s()\n\n\ndef _sized(h):\n    return _inner(h)\n\n\nVALUE ="


@pytest.mark.parametrize(
    ("mistake", "edits"),
    [
        ("scope_admits_nothing", [(FEW, "_few"), ("VALUE =", ADMITS % "return False")]),
        ("scope_admits_nothing", [(FEW, "_few"), ("VALUE =", ADMITS % '"""Admit none."""\n    return False')]),
        ("", [(FEW, "_few"), ("VALUE =", ADMITS % "return len(m.values) < 3")]),
        ("", [(SIZE, 'Operation("size", impl=_sized, claim=Claim('), ("VALUE =", SIZED % "size")]),
        ("impl_unused", [(SIZE, 'Operation("size", impl=_sized, claim=Claim('), ("VALUE =", SIZED % "pop")]),
        ("", [("operations=OPERATIONS", "operations=(*OPERATIONS,)")]),
        ("not_operation", [("operations=OPERATIONS", "operations=(*OPERATIONS,)"), (PUSH, "")]),
        ("no_attribute", [("len(m.values) >= 0", "len(m.valuse) >= 0")]),
        (
            "",
            [
                (
                    "def _domain(",
                    "def twist(name):\n    return name\n\n\n@twist('PL-L9')\ndef twisted(m):\n    return 1\n\n\ndef _domain(",
                )
            ],
        ),
        ("", [(FEW, "lambda *given: len(given[0].values) < 3")]),
        ("", [(VALUES, 'operations=("pop", "size"), ')]),
        ("scope_values", [(VALUES, 'operations=("pop", "cut"), ')]),
        ("", [(COUPLE, ARRANGED % "")]),
        ("", [(COUPLE, ARRANGED % 'operations=("push", "pop", "cut", "size")')]),
        ("not_arranged", [(COUPLE, ARRANGED % 'operations=("push", "pop", "cut")')]),
        ("", [(COUPLE, ARRANGED % 'operations=("push", "pop", "cut")'), ("pure=True", 'pure=True, unproved="long"')]),
        ("symbolic_kind", [("make.int(name)", "make.value(name)")]),
        ("symbolic_constant", [("make.int(name)", "make.int(name) if make else 0")]),
    ],
)
def test_a_declaration_is_read_as_it_is_meant(tmp_path: Path, mistake: str, edits: list[tuple[str, str]]) -> None:
    """Through functions that are named, and sequences that are put together."""
    source = RIGHT
    for old, new in edits:
        assert old in source
        source = source.replace(old, new, 1)
    assert {each.mistake for each in _found(tmp_path, source)} == ({mistake} if mistake else set())


@pytest.mark.parametrize(("read", "mistakes"), [("values", set()), ("valuse", {"no_attribute"})])
def test_a_local_of_a_claim_is_of_the_kind_that_it_names(tmp_path: Path, read: str, mistakes: set[str]) -> None:
    """If that is one of a program; what belongs to declarations is of no known kind."""
    sides = RIGHT[RIGHT.index("class PileModel") : RIGHT.index("@law(")]
    (tmp_path / "sides.py").write_text(f"from slotproof.spec.errors import Missing\n\n\n{sides}")
    source = RIGHT.replace(sides, "").replace(
        "from slotproof.spec.errors import Missing", "from sides import Pile, PileModel"
    )
    claim = f"held: PileModel = m\n    at: Scope = m\n    return len(held.{read}) >= len(at.nothing)"
    source = source.replace("return len(m.values) >= 0", claim)
    assert {each.mistake for each in _found(tmp_path, source)} == mistakes
