"""What a source says: layout, comments and names of locals are nothing of it, everything else is."""

import json
from itertools import pairwise

import pytest

from slotproof.verify.reading.outline import Mentions, Outline, mentions, outline

BASE = '''
"""A module."""
from a.b import c as d
import e.f
LIMIT = 3

def f(x, *, y=1):
    """Do it."""
    first = x + y
    return first * g(first)

class K(d):
    """A class."""
    size: int = 0

    def m(self, n):
        held = [part for part in n]
        return held, self.other

    def loop(self):
        for at in range(3):
            self.m(at)
'''


def read(text: str) -> Outline:
    """The outline of a text."""
    return outline(text.encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("first = x + y", "first = x+y  # a sum"),
        ("first", "second"),
        ("part", "piece"),
        ('"""Do it."""', '"""Do something else."""'),
        ('    """A class."""\n', ""),
        ("LIMIT = 3", "\n\nLIMIT = (3)"),
    ],
)
def test_what_is_no_change(old: str, new: str) -> None:
    """Comments, docstrings, layout, and names of locals that nothing can tell."""
    assert old in BASE
    assert read(BASE.replace(old, new)).meaning == read(BASE).meaning


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("x + y", "y + x", ["f"]),
        ("y=1", "y=2", ["f"]),
        ("y=1", "z=1", ["f"]),
        ("LIMIT = 3", "LIMIT = 4", ["LIMIT"]),
        ("class K(d)", "class K", ["K"]),
        ("size: int = 0", "size: int = 1", ["K"]),
        ("self.other", "self.another", ["K.m"]),
        ("at", "position", ["K.loop"]),
        ("for part in n]", "for part in m]", ["K.m"]),
        ("def m(self, n):", "@staticmethod\n    def m(self, n):", ["K.m"]),
        ("first * g(first)", "first * g(x)", ["f"]),
    ],
)
def test_what_is_a_change(old: str, new: str, changed: list[str]) -> None:
    """The definition that says something else, and no other; a loop's locals are known to declarations by name."""
    assert old in BASE
    before, after = read(BASE).definitions, read(BASE.replace(old, new)).definitions
    assert [name for name in before if after[name].digest != before[name].digest] == changed


def test_modules_that_a_file_may_name_are_told() -> None:
    """With the level of a relative import, and each name that may be a module."""
    text = "from ..a import *\nfrom . import *\nfrom .b import c\nfrom . import d as e\nimport f.g\n'h.i'\n'j.toml'"
    told, leads = read(text), mentions(text.encode())
    assert told.stars == (("a", 2), ("", 1))
    assert told.imports == {"c": ("b", "c", 1), "e": ("", "d", 1), "f": ("f", "", 0)}
    assert leads.data == ("j.toml",)
    modules = [("a", 2), ("", 1), ("b", 1), ("b.c", 1), ("d", 1), ("f.g", 0), ("h.i", 0)]
    assert sorted(leads.modules) == sorted(modules)
    assert Mentions.decoded(json.loads(json.dumps(leads))) == leads


def test_what_stands_at_a_line_is_known() -> None:
    """All lines of a statement, its decorators too; between them there is nothing."""
    told = read("\nLIMIT = 3\n\n\n@one\n@other\ndef f():\n    return 1\nx = [\n    2,\n]\ng()\n")
    spans = {2: (2, 2), **dict.fromkeys(range(5, 9), (5, 8)), **dict.fromkeys(range(9, 12), (9, 11)), 12: (12, 12)}
    names = {2: "LIMIT", **dict.fromkeys(range(5, 9), "f"), **dict.fromkeys(range(9, 12), "x")}
    for line in range(1, 14):
        assert told.span(line) == spans.get(line, (line, line))
        assert told.at(line) == names.get(line, "")
    assert [told.line_of(name) for name in ("LIMIT", "f", "x", "g")] == [2, 5, 9, 0]
    assert Outline.decoded(json.loads(json.dumps(told.encoded()))) == told


def test_where_an_import_comes_from_is_meant() -> None:
    """Another module of the same name in it is another thing."""
    assert read(BASE.replace("a.b", "a.c")).meaning != read(BASE).meaning


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("def f():\n    a = 1\n    return lambda: a", "def f():\n    b = 1\n    return lambda: a"),
        ("def f(a):\n    b = a\n    return b", "def f(a):\n    b = a\n    return a"),
        ("def f():\n    a, b = g()\n    return a", "def f():\n    a, b = g()\n    return b"),
        ("def f():\n    return [a for a in g()], a", "def f():\n    return [b for b in g()], a"),
        ("def f():\n    return [a for a in g()], a", "def f():\n    return [b for b in g()], b"),
        ("def f():\n    return g()", "def f():\n    return h()"),
        ("def f(a):\n    return [a for b in a]", "def f(a):\n    return [b for b in a]"),
        ("def f():\n    global a\n    a = 1", "def f():\n    global b\n    b = 1"),
        ("def f():\n    a = 1\n    return locals()", "def f():\n    b = 1\n    return locals()"),
        ("def f():\n    a = 1\n    def g(b): return a", "def f():\n    a = 1\n    def g(a): return a"),
        ("def f():\n    def a(): pass\n    return a", "def f():\n    def b(): pass\n    return a"),
        ("x = 1\nx = 2", "x = 2\nx = 1"),
        ("if 1:\n    x = 1", "if 1:\n    x = 2"),
        ("a.b = 1", "a.b = 2"),
    ],
)
def test_what_is_not_the_same(one: str, other: str) -> None:
    """A name that is no local of its own, or another local, makes a difference."""
    assert read(one).meaning != read(other).meaning


def test_names_are_found_wherever_they_stand() -> None:
    """In calls, attributes, strings, patterns and decorators; names of locals are none."""
    text = """
@deco
def f(x: Hint):
    local = x.attribute
    match local:
        case Kind(field=1):
            return getattr(x, "by_name"), "a.b", Other(local)
"""
    names = set(read(text).definitions["f"].names)
    assert {"deco", "Hint", "attribute", "Kind", "field", "by_name", "a", "b", "Other"} <= names
    assert "local" not in names


LAW = """
from slotproof.declare import Answering
L = Answering(c, answered={"erase": dies}, refused=dict.fromkeys(("push", "pop"), fits))
"""


def test_of_which_operations_a_law_is_names_none_of_them() -> None:
    """It runs none; what it asks is named, and another operation is another law."""
    found = read(LAW).definitions["L"]
    assert found.names == ("Answering", "L", "c", "dict", "dies", "fits", "fromkeys")
    assert read(LAW.replace("push", "drop")).definitions["L"].digest != found.digest


@pytest.mark.parametrize(
    "text",
    [
        LAW.replace("slotproof.declare", "elsewhere"),
        LAW.replace("import Answering", "import Answer as Answering"),
        LAW.replace("from slotproof.declare import Answering", ""),
        f"{LAW}\ndef Answering(c, **laws): return [getattr(c, name) for law in laws.values() for name in law]",
        f"{LAW}\nAnswering = make",
        f"{LAW}\nfrom elsewhere import Answering",
        f"{LAW}\ndef f(Answering): return Answering",
    ],
)
def test_only_a_law_of_a_declaration_names_no_operation(text: str) -> None:
    """Something else of that name may look them up."""
    assert {"erase", "push", "pop"} <= set(read(text).definitions["L"].names)


@pytest.mark.parametrize(
    ("text", "opaque"),
    [
        ("def f(): return eval('1')", True),
        ("def f(): return globals()", True),
        ("def f(m): return importlib.import_module(m)", True),
        ("def f(x, n): return getattr(x, '_' + n)", True),
        ("def f(x, n): return getattr(x, n)", False),
        ("def f(x): return re.compile(x)", False),
    ],
)
def test_what_reaches_without_naming(text: str, opaque: bool) -> None:
    """Names that are put together when the code runs."""
    assert read(text).definitions["f"].opaque is opaque


def test_statements_that_always_run() -> None:
    """They stand under no name, and so do names that are bound within them; a script's end is none of them."""
    found = read("if x:\n    def g(): pass\nfor i in y:\n    z(i)\nif __name__ == '__main__':\n    main()\n")
    assert set(found.definitions) == {"", "g", "i"}
    assert "z" in found.definitions[""].names
    assert "main" not in found.definitions[""].names


def test_lines_of_definitions() -> None:
    """Each top statement knows its lines, the decorator's among them."""
    found = read("@a\ndef f():\n    pass\n\nx = 1\n")
    assert [found.at(line) for line in range(1, 6)] == ["f", "f", "f", "", "x"]
    assert found.line_of("f") == 1
    assert all(one[1] < other[0] for one, other in pairwise(found.spans))


def test_an_outline_survives_a_file() -> None:
    """What was written is read back."""
    assert Outline.decoded(read(BASE).encoded()) == read(BASE)
