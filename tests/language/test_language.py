"""The language: each mistake is refused, and its right twin is not; our own containers are in it; it says where."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from slotproof.language.apart import APART
from slotproof.language.declaration.values import UNKNOWN, Record, builtin
from slotproof.language.findings import DECLARATION, Finding, as_json, exit_code, sarif, text
from slotproof.language.lint import lint
from slotproof.language.page import page
from slotproof.language.program.parts import Module
from slotproof.language.program.syntax import short
from slotproof.language.reasons import DECLARED, REASONS
from slotproof.language.tables import EXPRESSIONS, FUNCTION, OPERATORS, STATEMENTS
from slotproof.language.vocabulary import BUILTINS, METHODS

from ..tree.layout import ROOT
from .examples.declarations import EDITS, RIGHT
from .examples.programs import BODIES, BOX, MEMBERS, TOPS
from .examples.refused import MORE, WIDE

DECLARATIONS = sorted(path for path in (ROOT / "proofs").glob("*/__init__.py") if "Refinement(\n" in path.read_text())


RECORD = Record("Claim", {}, ast.Pass(), Module("", Path(), "", [], ast.Module([], [])))


def _found(folder: Path, source: str) -> list[Finding]:
    file = folder / "pile.py"
    file.write_text(source)
    return lint([file])


def _indented(source: str, depth: int) -> str:
    return "".join(f"{'    ' * depth}{line}\n" for line in source.splitlines())


def _box(top: str = "", member: str = "", body: str = "", box: str = BOX) -> str:
    return box.format(top=top, member=_indented(member, 1), body=_indented(body, 2))


BESIDE = {
    "double_star": "missing_argument",
    "new_object": "twin_incomplete",
    "error_elsewhere": "class_named",
    "error_name": "name_kind",
    "hidden": "init_incomplete",
    "field_iterator": "init_incomplete",
    "field_any": "init_incomplete",
    "field_value": "init_incomplete",
    "class_no_constant": "class_constant",
    "bound_on_some_path": "module_statement",
    "model_is_impl": "no_attribute",
    "operation_unknown": "not_operation operation_unknown",
    "parameter_names": "name_unbound",
    "agree_constant": "agree_one",
    "not_arranged": "not_arranged not_arranged",
    "creation_needs": "parameter_names",
    "configure_leaves_out": "configure_leaves_out",
    "configure_unknown": "configure_unknown",
    "scope_argument": "scope_argument",
    "loop_function": "loop_undeclared",
    "loop_index": "loop_undeclared",
    "declaration_state": "claim_changes",
    "theorem_looks": "theorem_looks",
    "declaration_statement": "declaration_unread declaration_unread",
    "shared_result": "argument_kind",
    "argument_changed": "never_equal",
    "claim_decorator": "declaration_unread",
    "self_result": "argument_kind",
}
"""What the example of a mistake makes beside it."""

PROGRAMS = [
    *(("body", mistake, *each) for mistake, each in BODIES.items()),
    *(("member", mistake, *each) for mistake, each in MEMBERS.items()),
    *(("top", mistake, *each) for mistake, each in TOPS.items()),
]


def whole(mistake: str) -> list[str]:
    """All that is told of the example of a mistake."""
    return sorted([mistake, *BESIDE.get(mistake, "").split()])


@pytest.mark.parametrize(("place", "mistake", "wrong", "right"), PROGRAMS, ids=[each[1] for each in PROGRAMS])
def test_a_mistake_is_refused_and_its_right_twin_is_not(
    tmp_path: Path, place: str, mistake: str, wrong: str, right: str
) -> None:
    """The mistake is told in a line of the form that makes it; the twin is in the language."""
    found = _found(tmp_path, _box(**{place: wrong}))
    source = _box(**{place: "\x00"}).splitlines()
    first = next(line for line, row in enumerate(source, 1) if "\x00" in row)
    lines = range(first, first + len(wrong.splitlines()))
    told = [(each.mistake, each.line) for each in found]
    assert any(each == mistake and (line in lines or place == "member") for each, line in told), told
    assert sorted(each for each, _ in told) == whole(mistake)
    assert exit_code(found) == 1
    assert _found(tmp_path, _box(**{place: right})) == []


def test_the_wide_box_is_right(tmp_path: Path) -> None:
    """What is refused in it is not refused for its own sake."""
    assert [str(each) for each in _found(tmp_path, _box(box=WIDE))] == []


@pytest.mark.parametrize(
    ("place", "mistakes", "wrong"), MORE, ids=[f"{place} {each[1]}" for place, each in enumerate(MORE)]
)
def test_other_forms_of_mistakes_are_refused(tmp_path: Path, place: str, mistakes: str, wrong: str) -> None:
    """Each is told as what it is, and nothing beside."""
    told = [each.mistake for each in _found(tmp_path, _box(**{place: wrong}, box=WIDE))]
    assert sorted(told) == sorted(mistakes.split())


def test_what_a_refused_statement_binds_is_told_once(tmp_path: Path) -> None:
    """Not where it is read as well."""
    wrong = "with given as held, given as other:\n    pass\nself.take(held)\nself.take(other)"
    assert [each.mistake for each in _found(tmp_path, _box(body=wrong))] == ["statement"]


@pytest.mark.parametrize("mistake", EDITS)
def test_a_mistake_of_a_declaration_is_told(tmp_path: Path, mistake: str) -> None:
    """Each edit of a right declaration is told as what it is, in one run with all others."""
    old, new = EDITS[mistake]
    assert old in RIGHT
    found = _found(tmp_path, RIGHT.replace(old, new, 1))
    assert sorted(each.mistake for each in found) == whole(mistake)
    assert exit_code(found) == (2 if {REASONS[each][0] for each in whole(mistake)} & DECLARED else 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def _domain(", "from itertools import count\n\nNEXT = count()\n\n\ndef _domain("),
        ("    return Domain(\n", "    global VALUE\n    return Domain(\n"),
    ],
)
def test_a_declaration_keeps_nothing(tmp_path: Path, old: str, new: str) -> None:
    """What remembers how often it was asked, or is bound anew, is told."""
    assert old in RIGHT
    assert "declaration_state" in {each.mistake for each in _found(tmp_path, RIGHT.replace(old, new, 1))}


def test_a_method_beside_a_declaration_is_no_part_of_it(tmp_path: Path) -> None:
    """What the program must not do is told as the program's, wherever it stands."""
    found = _found(tmp_path, RIGHT.replace("self.cells.append(value)", "self.cells.append(input(value))"))
    assert [each.side for each in found] == ["program"]
    assert exit_code(found) == 1


def test_a_right_declaration_is_in_the_language(tmp_path: Path) -> None:
    """The declaration that the edits start from has no finding."""
    assert _found(tmp_path, RIGHT) == []


def test_each_mistake_has_an_example() -> None:
    """No row of the table of mistakes is without a program that makes it."""
    assert set(REASONS) - set(BODIES) - set(MEMBERS) - set(TOPS) - set(EDITS) == set()


@pytest.mark.parametrize("declaration", DECLARATIONS, ids=lambda path: path.parent.name)
def test_our_containers_are_in_the_language(declaration: Path) -> None:
    """Each declaration of the project, its model, its arrays and what they reach have no finding."""
    assert [str(each) for each in lint([declaration])] == []


def test_all_thirteen_are_linted() -> None:
    """The declarations are found by their text."""
    assert len(DECLARATIONS) >= 12  # dense_map and dense_set are two, the others one each


@pytest.mark.parametrize("folder", ["spec", "impl"])
def test_models_and_arrays_alone_are_in_the_language(folder: str) -> None:
    """Each file of a model or of arrays is in the language as it stands; `logic` is what the words mean."""
    files = [path for path in sorted((ROOT / folder).glob("*.py")) if path.stem != "logic"]
    assert [str(each) for each in lint(files)] == []


@pytest.mark.parametrize(
    ("name", "given", "made"),
    [
        ("tuple", [(1, 2)], (1, 2)),
        ("reversed", [range(3)], (2, 1, 0)),
        ("list", [{"one": 1}], ("one",)),
        ("list", [3], UNKNOWN),
        ("list", [UNKNOWN], UNKNOWN),
        ("enumerate", [("a",)], ((0, "a"),)),
        ("zip", [(1, 2), (3, 4)], ((1, 3), (2, 4))),
        ("len", [(1, 2)], 2),
        ("range", [1, 3], range(1, 3)),
        ("str", [12], "12"),
        ("str", [{"one": UNKNOWN}], UNKNOWN),
        ("str", [(1, UNKNOWN)], UNKNOWN),
        ("len", [(1, UNKNOWN)], UNKNOWN),
        ("max", [(1, 3, 2)], 3),
        ("min", [2, 1], 1),
        ("dict", [{"one": 1}], {"one": 1}),
        ("dict", [(1, 2)], UNKNOWN),
        ("abs", [1], UNKNOWN),
        ("max", [1, 2], 2),
        ("min", ["a", "b"], "a"),
        ("range", [2, 4], range(2, 4)),
        ("str", [3], "3"),
        ("str", [UNKNOWN], UNKNOWN),
        ("str", [RECORD], UNKNOWN),
        ("dict", [RECORD], UNKNOWN),
        ("tuple", [], ()),
        ("zip", [(1, 2), (3,)], ((1, 3),)),
        ("sum", [(1, 2)], UNKNOWN),
    ],
)
def test_built_ins_of_a_declaration_make_what_python_makes(name: str, given: list[Any], made: Any) -> None:
    """Of what is known; of what is not known nothing is."""
    assert builtin(name, given) == made


def test_what_built_ins_of_a_declaration_are_given_by_name() -> None:
    """Nothing is made of it, but of `strict=`."""
    assert builtin("max", [(1, 2)], {"key": len}) is UNKNOWN
    assert builtin("zip", [(1, 2), (3, 4)], {"strict": True}) == ((1, 3), (2, 4))


def test_all_findings_come_at_once_with_their_lines(tmp_path: Path) -> None:
    """Two mistakes are two findings, each with the line as it stands and a caret below its place."""
    found = _found(tmp_path, _box(body="held = number is LIMIT\nother = __limit"))
    assert [each.mistake for each in found] == ["identity", "name_underscores"]
    shown = text(found).splitlines()
    assert shown[0].startswith(f"{found[0].file}:{found[0].line}:16: `number is LIMIT`: identity tells values apart")
    assert shown[1].strip() == "held = number is LIMIT"
    assert shown[2].index("^") == shown[1].index("number")
    assert shown[-1] == "2 findings"
    assert _found(tmp_path, "LIMIT = 1\nopen(1)")[-1].source == "open(1)"  # the last line


def test_a_column_counts_signs_and_not_bytes(tmp_path: Path) -> None:
    """What stands before the place may be any text."""
    found = _found(tmp_path, _box(body='held = ("größe", number is LIMIT)'))
    assert found[0].source[found[0].column - 1 :].startswith("number is")


EVERYDAY = """
pairs: list[tuple[int, int]] = [(1, 2)]
held = list(given) + [number]
held += given[1:]
held.extend(given)
held[:1] = [1, 2]
del held[-1]
del held[:1]
for place, each in enumerate(held):
    self.ages[place] = each + self.ages.get(place, 0)
for key, value in self.ages.items():
    pairs.append((key, value))
for one, other in zip(given, reversed(held), strict=True):
    self.number += one * other
for one, other in pairs:
    self.number -= one
if self.ages and len(self) > 2 and 3 in held and pairs[0] == (1, 2) and "a" != "b":
    held.insert(0, number)
if not held or held == self.items and (1, 2) in pairs:
    self.number = self.ages.pop(0, 0) + self.ages.setdefault(1, 2)
while held and 0 <= held[0] < 9:
    held.remove(held[0])
squares = {each: each**2 for each in held if each not in self.items}
total = sum(each for each in held) + max(held, default=0) + min(1, number) + len(squares)
cells = [Cell() for each in held]
found = any(each > 2 for each in held) and all(each < 9 for each in given)
try:
    first = given[0]
except IndexError:
    first = -1
return held.index(first) if found else total
"""


def test_everyday_python_is_in_the_language(tmp_path: Path) -> None:
    """Slices, comprehensions, methods of lists and dicts, folds, and an error of an index."""
    sized = "def __len__(self) -> int:\n    return len(self.items)"
    assert [str(each) for each in _found(tmp_path, _box(member=sized, body=EVERYDAY))] == []


TOLD = """
maybe = self.ages.get(number)
if maybe is None:
    raise Missing("none")
self.number = maybe
perhaps = self.ages.get(1)
self.number = perhaps if perhaps is not None and perhaps > 2 else 0
several: int | tuple[int, int] = number if self.flag else (1, 2)
if isinstance(several, tuple):
    several = several[0]
self.number = several
while perhaps is None:
    perhaps = number
return perhaps
"""
FIELDS = """
def copy(self) -> "Box[T]":
    twin: Box[T] = object.__new__(type(self))
    for name, held in vars(self).items():
        setattr(twin, name, held.copy() if isinstance(held, list | dict) else held)
    return twin
def part_of(self) -> "Box[T]":
    twin: Box[T] = Box()
    for name in NAMES:
        held = getattr(self, name)
        setattr(twin, name, held.copy() if isinstance(held, list | dict) else held)
    return twin
def swap(self, other: Any) -> None:
    for name in NAMES:
        mine = getattr(self, name)
        setattr(self, name, getattr(other, name))
        setattr(other, name, mine)
"""


def test_fields_by_name_are_copied_and_exchanged(tmp_path: Path) -> None:
    """A list is copied and a number is not; what two containers exchange is in neither of them twice."""
    assert [str(each) for each in _found(tmp_path, _box(member=FIELDS))] == []
    kept = FIELDS.replace("held.copy() if isinstance(held, list | dict) else held", "held")
    assert {each.mistake for each in _found(tmp_path, _box(member=kept))} == {"copy_of_fields", "shared_field"}
    one = FIELDS.replace("setattr(twin, name, held.copy()", "setattr(twin, NAMES[0], held.copy()", 1)
    assert "computed_field" in {each.mistake for each in _found(tmp_path, _box(member=one))}
    apart = FIELDS.replace("        setattr(other, name, mine)\n", "")
    assert {each.mistake for each in _found(tmp_path, _box(member=apart))} == {"computed_field"}


UNTOLD = [
    "maybe = self.ages.get(number)\nself.number = maybe",
    "maybe = self.ages.get(number)\nif self.flag and maybe is not None:\n    pass\nself.number = maybe",
    "maybe = self.ages.get(number)\nif maybe is not None:\n    maybe = self.ages.get(1)\n    self.number = maybe",
    "maybe = self.ages.get(number)\nif maybe is not None or self.flag:\n    self.number = maybe",
    "maybe = self.ages.get(number)\nwhile maybe is not None:\n    maybe = self.ages.get(1)\n    self.number = maybe",
    "maybe = self.ages.get(number)\ntry:\n    self.take(1)\n    maybe = 1\nexcept Missing:\n    self.number = maybe",
    "maybe = self.ages.get(number)\nheld = maybe + 1",
    "maybe = self.ages.get(number)\nheld = given[maybe]",
    "maybe = self.ages.get(number)\nheld = maybe < 1",
]


def test_tests_tell_kinds(tmp_path: Path) -> None:
    """After `is None`, `isinstance` and the end of a path the kind is known."""
    assert [str(each) for each in _found(tmp_path, _box(body=TOLD))] == []


@pytest.mark.parametrize("source", UNTOLD)
def test_a_kind_is_not_told_where_a_test_may_not_have_held(tmp_path: Path, source: str) -> None:
    """Branches, loops, errors and new values end what a test told."""
    assert {each.rule for each in _found(tmp_path, _box(body=source))} == {"kinds"}


@pytest.mark.parametrize(
    "source",
    [
        "A = B\nB = A\ndef f(x: A) -> B:\n    return x\n",
        "class A(B):\n    pass\nclass B(A):\n    pass\n",
        "def f(n: int) -> int:\n    return " + "+".join(["n"] * 3000),
        "def f(x: dict[int]) -> int:\n    return x[0]\n",
        "x = 1\0",
    ],
)  # fmt: skip
def test_nothing_that_is_written_crashes_the_check(tmp_path: Path, source: str) -> None:
    """Circles, wrong kinds, deep expressions and bytes that are no text are findings."""
    assert _found(tmp_path, source) != []


HIDDEN = [
    ("body", 'raise Missing(message=open("x"))'),
    ("body", "raise Missing(1) from open"),
    ("body", "assert self.flag, self.take(1)"),
    ("body", "change(lambda: open(1))"),
    ("body", "held = TypeVar(1)"),
    ("body", "def inner(one: open(1)) -> int:\n    return 1"),
    ("body", "def inner(one: int) -> int:\n    return open(one)"),
    ("body", "held: open(1) = 1"),
    ("body", "for each in given:\n    pass\nelse:\n    open(1)"),
    ("body", 'raise Missing(f"{open(1)}")'),
    ("body", "held = [each for each in given if open(each)]"),
    ("body", "self.items[open(1)] = 1"),
    ("body", "del self.items[open(1)]"),
    ("member", "MORE: ClassVar[open(1)] = 1"),
    ("member", "more: open(1)"),
    ("member", "def more(self, one: int = open(1)) -> None:\n    pass"),
    ("member", "def more(self) -> open(1):\n    pass"),
    ("top", "MOST: open(1) = 1"),
    ("top", 'K = TypeVar("K", bound=open(1))'),
    ("top", "class Odd(Missing):\n    def __init__(self, text: str) -> None:\n        open(text)"),
    ("top", "class Odd(open(1)):\n    pass"),
    ("top", "@open(1)\nclass Odd:\n    pass"),
    ("top", "@open\ndef odd() -> int:\n    return 1"),
]


@pytest.mark.parametrize(("place", "wrong"), HIDDEN)
def test_there_is_no_place_to_hide(tmp_path: Path, place: str, wrong: str) -> None:
    """Whatever runs is looked at: keywords, causes, messages, defaults, kinds, bases, decorators, targets."""
    assert _found(tmp_path, _box(**{place: wrong})) != []


def test_what_cannot_be_read_is_not_told_to_be_left_out(tmp_path: Path) -> None:
    """An operation that is made in a way that is not read may be any: no method is told to have none."""
    told = 'Operation("push", Claim("PL-R1", "`push` puts a value on top."), takes=(VALUE, TWICE)),'
    assert told in RIGHT
    hidden = _found(tmp_path, RIGHT.replace(told, f"hidden({told[:-1]}),", 1))
    assert "not_operation" not in {each.mistake for each in hidden}
    gone = _found(tmp_path, RIGHT.replace(told, "", 1))
    assert "not_operation" in {each.mistake for each in gone}


def test_what_a_module_imports_from_is_told() -> None:
    """The modules by their names; the package that it is in has none."""
    tree = ast.parse("import a.b\nfrom c import d\nfrom . import e")
    assert Module("f.g", Path(), "", [], tree).imports == {"a.b", "c", ""}


def test_what_is_no_python_is_a_finding(tmp_path: Path) -> None:
    """A file that does not parse is refused at its place."""
    found = _found(tmp_path, "x = (\n")
    assert [(each.mistake, each.line) for each in found] == [("syntax", 1)]


def test_a_helper_module_is_followed(tmp_path: Path) -> None:
    """A mistake in a file beside is told there; one that is named as a module of Python is not the one that is imported."""
    (tmp_path / "helper.py").write_text("def step(number: float) -> int:\n    return 1 if number else 0\n")
    found = _found(tmp_path, _box(top="from helper import step", body="self.take(step(0.5))"))
    assert [(Path(each.file).name, each.line, each.mistake) for each in found] == [("helper.py", 2, "condition")]
    (tmp_path / "colorsys.py").write_text("THIRD = 1\n")
    found = _found(tmp_path, _box(top="from colorsys import THIRD", body="self.take(THIRD)"))
    assert [each.what for each in found] == ["`THIRD`"]


def test_nothing_is_run(tmp_path: Path) -> None:
    """A file that would leave a trace when it is imported leaves none."""
    trace = tmp_path / "trace"
    found = _found(tmp_path, f"open({str(trace)!r}, 'w').close()\n")
    assert [each.mistake for each in found] == ["module_statement"]
    assert not trace.exists()


def test_findings_as_data(tmp_path: Path) -> None:
    """JSON has the fields of a finding; SARIF a rule for each mistake and a place for each finding."""
    found = _found(tmp_path, _box(body="held = number is LIMIT"))
    assert json.loads(as_json(found)) == [vars(found[0])]
    run = json.loads(sarif(found, "1"))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["identity"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == found[0].line


def test_what_is_long_is_cut() -> None:
    """To the length of a line, of which the first is shown."""
    texts = [f"{'a' * size}" for size in (59, 60, 61)]
    assert [short(ast.Name(each)) for each in texts] == [texts[0], texts[1], "a" * 57 + "..."]
    assert short(ast.parse("if a:\n    b").body[0]) == "if a:"


def test_exit_codes() -> None:
    """A mistake in a declaration weighs more than one in a program."""
    program = Finding("f", 1, 1, "names", "name_unbound", "", "", "")
    declared = Finding("f", 1, 1, "claims", "twice", "", "", "", DECLARATION)
    assert [exit_code(each) for each in ([], [program], [program, declared])] == [0, 1, 2]


def test_forms_are_those_of_python() -> None:
    """Each statement and expression of the tables is a node of Python's syntax."""
    assert all(issubclass(getattr(ast, name), ast.stmt) for name in STATEMENTS)
    assert all(issubclass(getattr(ast, name), ast.expr) for name in EXPRESSIONS)


def test_what_prove_does_not_follow_is_in_the_tables() -> None:
    """Each row that is set apart is a row of a table."""
    methods = {f"{kind}.{name}" for kind, forms in METHODS.items() for name in forms}
    assert APART.keys() <= {
        *FUNCTION,
        *STATEMENTS,
        *EXPRESSIONS,
        *OPERATORS,
        *(f"{name}()" for name in BUILTINS),
        *methods,
    }


def test_the_page_is_up_to_date() -> None:
    """The page says what the tables say: `python -m slotproof.language > docs/engineers/language.md`."""
    assert (ROOT / "docs/engineers/language.md").read_text(encoding="utf-8") == page()


def test_the_largest_container_takes_no_two_seconds() -> None:
    """With the start of Python, on a machine that sums five million squares in a third of one: a ratio, in one run."""
    code = (
        "import sys, time; from pathlib import Path; from slotproof.language.lint import lint;"
        "lint([Path(sys.argv[1])]); ours = time.process_time(); sum(each * each for each in range(5_000_000));"
        "print(ours / (time.process_time() - ours)); print('z3' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, ROOT / "proofs" / "registry" / "__init__.py"],
        capture_output=True,
        text=True,
        check=True,
    )
    ratio, solver = run.stdout.split()
    assert float(ratio) < 6
    assert solver == "False"
