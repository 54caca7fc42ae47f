"""The tree keeps its rules: links, packages, arrows between folders, names; and each rule can be broken."""

import tomllib
from typing import Any, Final

import pytest

from .layout import (
    FOLDERS,
    ROOT,
    banned_identifiers,
    banned_names,
    full_folders,
    long_files,
    machine_paths,
    new_syntax,
    sources,
    tracked_files,
    wrong_imports,
    wrong_links,
    wrong_packages,
    wrong_pins,
)

PYPROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS: Final[dict[str, Any]] = PYPROJECT["tool"]["setuptools"]
GLOSSARY: Final = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")

HOME: Final = "/" + "home" + "/ada/"  # in two pieces, so that this file keeps the rule it tests


# Packaging


def test_links_follow_the_table() -> None:
    """Each folder that is a package has its link in slotproof/, and there is no other link."""
    links: dict[str, str | None] = {
        path.name: path.readlink().as_posix() for path in (ROOT / "slotproof").iterdir() if path.is_symlink()
    }
    assert wrong_links(SETUPTOOLS["package-dir"], links) == []


@pytest.mark.parametrize(
    "links",
    [
        {},
        {"spec": "../impl"},
        {"spec": None},
        {"spec": "../spec", "impl": "../impl"},
    ],
    ids=["missing", "elsewhere", "a folder", "one too many"],
)
def test_a_wrong_link_is_reported(links: dict[str, str | None]) -> None:
    """A link that is missing, wrong or unknown to the table is reported."""
    table = {"slotproof": "slotproof", "slotproof.spec": "spec"}
    assert wrong_links(table, {"spec": "../spec"}) == []
    assert len(wrong_links(table, links)) == 1


def test_every_package_is_listed() -> None:
    """The wheel lists each folder that holds an `__init__.py`, and nothing else."""
    folders = [
        path.parent.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("__init__.py")
    ]
    own = ROOT / "slotproof"
    folders += [
        path.parent.relative_to(own).as_posix()
        for path in own.rglob("*/__init__.py")
        if not any(each.is_symlink() for each in path.parents)
    ]
    assert wrong_packages(SETUPTOOLS["packages"], folders) == []


def test_a_wrong_package_is_reported() -> None:
    """A folder the wheel would leave out, and a name without a folder, are reported."""
    assert wrong_packages(["slotproof", "slotproof.spec"], ["spec", "proofs/shared"]) == [
        "not listed: slotproof.proofs.shared"
    ]
    assert wrong_packages(["slotproof", "slotproof.spec"], []) == ["only listed: slotproof.spec"]


def test_everything_wanted_is_pinned() -> None:
    """The lock holds plain pins only, among them all that pyproject.toml asks for."""
    wanted = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["dependency-groups"]["dev"]]
    assert wrong_pins((ROOT / "constraints.txt").read_text(encoding="utf-8"), wanted) == []


@pytest.mark.parametrize(
    ("lock", "report"),
    [
        ("rich>=15\nz3-solver==5.4", "no pin: rich>=15"),
        ("--index-url elsewhere\nrich==15\nz3-solver==5.4", "no pin: --index-url elsewhere"),
        ("rich==15", "not pinned: z3-solver"),
    ],
)
def test_a_wrong_pin_is_reported(lock: str, report: str) -> None:
    """An open version, an option and a missing package are reported."""
    assert wrong_pins('# lock\nrich==15 ; python_version == "3.11"\nz3-solver==5.4', ["rich", "z3-solver>=5"]) == []
    assert report in wrong_pins(lock, ["rich", "z3-solver>=5"])


# Imports


@pytest.mark.parametrize("folder", [*FOLDERS, "slotproof", "tests"])
def test_imports_are_whole_names(folder: str) -> None:
    """Every import is written from `slotproof` down, and nothing imports a test but tests."""
    texts = sources(folder)
    assert texts
    assert [line for path, text in texts.items() for line in wrong_imports(path, text)] == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("spec/x.py", "from spec.logic import forall"),
        ("spec/x.py", "from .logic import forall"),
        ("impl/x.py", "def f():\n    import tests.test_x"),
        ("proofs/x.py", "from tests.tree.layout import ROOT"),
        ("proofs/x.py", "from impl.x import X"),
        ("slotproof/x.py", "import tests"),
        ("tests/x.py", "from spec.logic import forall"),
        ("slotproof/checker/x.py", "from .. import certify"),
        ("slotproof/checker/x.py", "from ..certify import make"),
    ],
)
def test_an_import_around_the_package_is_reported(path: str, text: str) -> None:
    """A relative import, and one of a name that exists only beside the source tree."""
    assert len(wrong_imports(path, text)) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("spec/x.py", "import collections.abc\nfrom slotproof.spec.logic import forall"),
        ("slotproof/x.py", "import rich\nfrom slotproof.proofs import catalog"),
        ("tests/x.py", "from .layout import ROOT\nfrom slotproof.impl.x import X"),
        ("slotproof/checker/x.py", "import re\nfrom . import rules\nfrom .terms import Term"),
        ("slotproof/certify/x.py", "from slotproof.checker.check import check"),
    ],
)
def test_an_import_of_a_whole_name_passes(path: str, text: str) -> None:
    """As do those of other projects, and relative ones among tests."""
    assert wrong_imports(path, text) == []


# Text


def test_no_file_of_the_program_is_long() -> None:
    """Nor is one of the checker but the one about words, a reader of SMT-LIB and what it may say on a page."""
    found = long_files(sources("slotproof"))
    assert [each.partition(":")[0] for each in found] == ["slotproof/checker/words.py"]


def test_no_folder_is_full() -> None:
    """But for the checker, one folder, so that it can be copied, and the two that have a module for each container."""
    found = full_folders(sources("slotproof", "proofs", "tests", "benchmarks", "spec", "impl"))
    assert [each.partition(":")[0] for each in found] == ["impl", "slotproof/checker", "spec"]


def test_a_full_folder_is_reported() -> None:
    """A module too many is; what a package begins with is none."""
    folder = ["x/__init__.py", *(f"x/{number}.py" for number in range(12))]
    assert full_folders(folder) == []
    assert full_folders([*folder, "x/more.py"]) == ["x: 13 modules"]


def test_a_long_file_is_reported() -> None:
    """A line too many is."""
    assert long_files({"x.py": "\n" * 400}) == []
    assert long_files({"x.py": "\n" * 401}) == ["x.py: 401 lines"]


def test_no_file_names_a_machine() -> None:
    """No file of the project holds a path that exists on one machine only."""
    found = {}
    for path in tracked_files():
        lines = machine_paths(path.read_bytes().decode("utf-8", errors="replace"))
        if lines:
            found[path.relative_to(ROOT).as_posix()] = lines
    assert found == {}


def test_the_files_of_the_project_are_found() -> None:
    """The scan reaches source, docs and configuration, and stays out of .venv."""
    names = {path.relative_to(ROOT).as_posix() for path in tracked_files()}
    assert {"Makefile", ".ci/run", "docs/glossary.md", "spec/__init__.py", "tests/tree/layout.py"} <= names
    assert not [name for name in names if name.startswith((".venv/", "slotproof/spec/"))]


@pytest.mark.parametrize("text", [f"see {HOME}notes", f'"{HOME}x"', "cd /" + "work/main", "PATH=/" + "root/bin"])
def test_a_machine_path_is_reported(text: str) -> None:
    """A path into somebody's home or work folder is reported, with its line."""
    assert machine_paths("first\n" + text) == [f"line 2: {text}"]
    assert machine_paths("proofs" + HOME + " ./" + "work/x /tmp/x /usr/bin/env") == []


@pytest.mark.parametrize("folder", [*FOLDERS, "slotproof", "tests"])
def test_the_oldest_python_reads_every_file(folder: str) -> None:
    """No file needs syntax newer than the oldest Python served."""
    assert {path: found for path, text in sources(folder).items() if (found := new_syntax(text))} == {}


@pytest.mark.parametrize("text", ["type Pos = int", "def first[T](x: list[T]) -> T: ...", "class Pool[T]: ..."])
def test_new_syntax_is_reported(text: str) -> None:
    """Type parameters and type statements are reported, whichever Python runs the test."""
    assert len(new_syntax(text)) == 1


@pytest.mark.parametrize("folder", FOLDERS)
def test_one_name_per_concept(folder: str) -> None:
    """No identifier is a word for which the glossary has another."""
    banned = banned_names(GLOSSARY)
    found = {path: lines for path, text in sources(folder).items() if (lines := banned_identifiers(text, banned))}
    assert found == {}


def test_the_glossary_bans_the_aliases() -> None:
    """The table is found, and says what to write instead."""
    banned = banned_names(GLOSSARY)
    assert banned["packed"] == "`dense`"
    assert banned["inner_index"] == "`pos`"
    assert banned["free_list_front"] == "`free_head`, `free_tail`"
    assert banned_names("# No table") == {}


@pytest.mark.parametrize(
    "text",
    [
        "packed = []",
        "class A:\n    packed: list[int]",
        "def f(self):\n    self._packed = []",
        "def packed(): ...",
        "def f(packed): ...",
        "for packed in x: ...",
        "(lambda *, packed: 0)",
        "import dense as packed",
        "class packed: ...",
        "{packed: 0 for packed in x}",
    ],
)
def test_a_banned_name_is_reported(text: str) -> None:
    """An alias is reported wherever a name is given."""
    assert len(banned_identifiers(text, {"packed": "`dense`"})) == 1


@pytest.mark.parametrize("text", ["x = other.packed()", "unpacked = 0", '"packed"', "from foreign import packed"])
def test_anothers_name_passes(text: str) -> None:
    """A word is free in text, as part of another word, and where somebody else gave the name."""
    assert banned_identifiers(text, {"packed": "`dense`"}) == []
