"""Of each family some cases are quick, the others are marked as long, and a run without those says so."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from ..quick import first_only, long_unless, one_of_each
from .layout import ROOT

NAMED: Final = pytest.param("c", 3, id="third", marks=pytest.mark.xfail)


def quick_ones(cases: list[Any]) -> list[Any]:
    """Give the values of the cases that are not marked as long."""
    return [case.values for case in cases if "long" not in [mark.name for mark in case.marks]]


def test_what_is_not_said_to_be_quick_is_long() -> None:
    """A function of all values of a case decides, and each case is there in its place."""
    cases = long_unless(lambda name, number: name == "b" or number == 3, [("a", 1), ("b", 2), NAMED])
    assert [case.values for case in cases] == [("a", 1), ("b", 2), ("c", 3)]
    assert quick_ones(cases) == [("b", 2), ("c", 3)]


def test_the_first_of_each_family_is_quick() -> None:
    """A family is what has one key; without a key, all are one."""
    assert quick_ones(one_of_each(lambda name: name[0], ["ab", "ac", "b", "ad", "bc"])) == [("ab",), ("b",)]
    assert quick_ones(first_only(range(3))) == [(0,)]
    assert quick_ones(first_only([((1, 2),), ((3, 4),)])) == [((1, 2),)]


def test_a_long_case_keeps_its_name_and_its_marks() -> None:
    """It is only marked in addition."""
    [case] = long_unless(lambda *values: False, [NAMED])
    assert (case.id, case.values) == ("third", ("c", 3))
    assert [mark.name for mark in case.marks] == ["xfail", "long"]


LONG_AND_QUICK: Final = """
import pytest

@pytest.mark.parametrize("number", [1, pytest.param(2, marks=pytest.mark.long)])
def test_some(number): assert number < 3

@pytest.mark.long
def test_more(): pass
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_tells_what_it_leaves_out(tmp_path: Path, workers: str) -> None:
    """How many tests, in which files, and the command that runs them; whether or not other processes run them."""
    (tmp_path / "test_toy.py").write_text(LONG_AND_QUICK, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "tests.left_out"]
    for chosen, told in ((("-m", "not long"), True), ((), False)):
        done = subprocess.run(
            [*command, "-n", workers, "-p", "no:cacheprovider", *chosen, str(tmp_path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        assert ("1 passed" if told else "3 passed") in done.stdout
        assert ("2 long tests left out" in done.stdout) == ("make test-all" in done.stdout) == told
