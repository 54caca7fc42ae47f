"""The page of mutants says what a run told."""

from typing import Any

import pytest

from slotproof.dev.pages import parts

from .kill_matrix import ALONE, NAME, PAGE, table

JUDGE = {"judge": "explore", "asked": 2, "killed": 1, "unique": 1, "not_shown": 0, "survived": 1, "gave_up": 0}


def told(**more: Any) -> dict[str, Any]:
    """What is told of two mutants, one of which nobody kills."""
    mutant = {"container": "bitmask", "function": "Bitmask.set", "change": "a < b\n-> a <= b"}
    return {
        "sample": 2,
        "seed": 5,
        "killers": 0,
        "sides": ["impl", "claim"],
        "judges": [{**JUDGE, "seconds": 1.6}],
        "mutants": [
            {**mutant, "side": "impl", "operator": "bound", "fate": "survived"},
            {**mutant, "side": "claim", "operator": "weaken", "fate": "killed"},
        ],
        **more,
    }


def test_what_became_of_mutants_stands_in_tables() -> None:
    """By side and operator, by judge, and those that are left by name; how the run was called stands first."""
    lines = table(told()).splitlines()
    assert lines[1] == "slotproof mutants --sample 2 --seed 5 --judge explore"
    assert "| `impl` | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 0 |" in lines
    assert "| `weaken` | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 |" in lines
    assert lines.count("| all | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 0 |") == 2
    assert "| `explore` | 2 | 1 | 1 | 0 | 1 | 0 | 2 |" in lines
    assert lines[-1] == "- survived: bitmask, `Bitmask.set`: bound: `a < b -> a <= b`"


def test_what_nobody_was_asked_about_is_not_told() -> None:
    """What one judge alone kills is not known where nobody else was asked; a whole run has no sample."""
    lines = table(told(sample=None, killers=1, judges=[{**JUDGE, "unique": None, "seconds": 0}])).splitlines()
    assert lines[1] == "slotproof mutants --killers 1 --judge explore"
    assert "| `explore` | 2 | 1 |  | 0 | 1 | 0 | 0 |" in lines


def test_one_that_is_explained_is_not_left() -> None:
    """Nor one that is killed."""
    mutants = [{**each, "fate": fate} for each, fate in zip(told()["mutants"], EXPLAINED, strict=True)]
    assert table(told(mutants=mutants)).splitlines()[-1] == "Each is killed or explained."


EXPLAINED = ("equivalent (listed)", "redundant (proved)")


@pytest.mark.parametrize(("name", "is_alone", "least"), [(NAME, False, 500), (ALONE, True, 150)])
def test_the_page_has_such_tables(name: str, is_alone: bool, least: int) -> None:
    """Between its marks, of more than a few mutants; of a run in which each judge was shown all, if it says so."""
    lines = parts(PAGE.read_text(encoding="utf-8"), name)[1].splitlines()
    assert lines[1].startswith("slotproof mutants ")
    assert ("--killers" not in lines[1]) is is_alone
    counts = [int(line.split("|")[2]) for line in lines if line.startswith("| all |")]
    assert len(counts) == 2
    assert counts[0] == counts[1] >= least
