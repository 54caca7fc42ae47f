"""Each wrong program is refused with its line where the text tells, and right twins are not."""

from pathlib import Path

import pytest

from slotproof.language.findings import Finding
from slotproof.language.lint import lint

from .programs.wrong_programs import Program
from .programs.wrong_programs_proof import (
    CLAIMS,
    CONTRACTS,
    DECLARED,
    LOOPS,
    RIGHT_CLAIMS,
    RIGHT_CONTRACTS,
    RIGHT_DECLARED,
    RIGHT_LOOPS,
)
from .programs.wrong_programs_text import CALLS, CLASSES, NAMES, RIGHT_CALLS, RIGHT_CLASSES, RIGHT_NAMES
from .programs.wrong_programs_values import (
    ALIASES,
    COSTS,
    ERRORS,
    EXPRESSIONS,
    RIGHT_ALIASES,
    RIGHT_COSTS,
    RIGHT_ERRORS,
    RIGHT_EXPRESSIONS,
)

GROUPS = {
    "names": (NAMES, RIGHT_NAMES),
    "classes": (CLASSES, RIGHT_CLASSES),
    "calls": (CALLS, RIGHT_CALLS),
    "expressions": (EXPRESSIONS, RIGHT_EXPRESSIONS),
    "aliases": (ALIASES, RIGHT_ALIASES),
    "loops": (LOOPS, RIGHT_LOOPS),
    "contracts": (CONTRACTS, RIGHT_CONTRACTS),
    "claims": (CLAIMS, RIGHT_CLAIMS),
    "declared": (DECLARED, RIGHT_DECLARED),
    "errors": (ERRORS, RIGHT_ERRORS),
    "costs": (COSTS, RIGHT_COSTS),
}
WRONG = [(group, name, each) for group, (programs, _) in GROUPS.items() for name, each in programs.items()]
RIGHT = [(group, each) for group, (_, twins) in GROUPS.items() for each in twins]


def _found(folder: Path, program: Program) -> list[Finding]:
    (folder / "drawer.py").write_text("def sized() -> int:\n    return 1\n")
    file = folder / "shelf.py"
    file.write_text(program.source)
    return lint([file])


@pytest.mark.parametrize(("group", "name", "program"), WRONG, ids=[f"{group}: {name}" for group, name, _ in WRONG])
def test_a_wrong_program_is_told(tmp_path: Path, group: str, name: str, program: Program) -> None:
    """What the text tells is told at its line; of what takes a proof lint has nothing to say."""
    found = _found(tmp_path, program)
    if program.by == "lint":
        assert any(each.mistake == program.told and program.at in each.source for each in found), list(map(str, found))
    else:
        assert list(map(str, found)) == []


@pytest.mark.parametrize(
    ("group", "program"), RIGHT, ids=[f"{group} {place}" for place, (group, _) in enumerate(RIGHT)]
)
def test_a_right_twin_is_not(tmp_path: Path, group: str, program: Program) -> None:
    """The group's forms, used rightly, have no finding."""
    assert list(map(str, _found(tmp_path, program))) == []
