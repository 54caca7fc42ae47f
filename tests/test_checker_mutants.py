"""Whoever makes mutants of the judge tells one that is noticed from one that is not, and what is recorded is there."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from .checker_mutants import Noted, Outcome, Report, chosen, read_report, tried
from .checker_mutants_sites import OPERATORS, Site, files, sample, sites_of
from .mistaken_judges import copy_tree

FILE = "slotproof/engine/prove/solver/pieces.py"
NOTICED = f"{FILE}:leaves: equality: if kind(formula) != z3.Z3_OP_AND: -> if kind(formula) == z3.Z3_OP_AND:"
QUICK = Noted("tests/prove/test_solve.py::test_what_is_assumed_needs_no_solver", 0.1, frozenset({f"{FILE}:leaves"}))
BLIND = Noted("tests/prove/test_names.py::test_", 0.1, frozenset())


@cache
def names(file: str) -> frozenset[str]:
    """What the mutants of a file are called now."""
    return frozenset(site.name for site in sites_of(file))


def stale(mutants: list[str]) -> list[str]:
    """Those that are not there any more."""
    there = set(files())
    return [
        each for each in mutants if each.partition(":")[0] not in there or each not in names(each.partition(":")[0])
    ]


def planted() -> Site:
    """A mutant that tests of the solver notice."""
    [site] = [each for each in sites_of(FILE) if each.name == NOTICED]
    return site


def test_what_is_recorded_is_there() -> None:
    """A mutant whose line has changed since is to be tried anew, and what is said of it to be read again."""
    known = read_report()
    assert known.outcomes
    assert stale([each.mutant for each in known.outcomes]) == []
    assert stale([*known.equivalent]) == []


def test_what_is_not_there_is_named() -> None:
    """A line that has changed, a function and a file that are gone."""
    gone = [NOTICED.replace("kind", "form"), NOTICED.replace("leaves", "leafs"), "slotproof/gone.py:f: bound: a -> b"]
    assert stale([NOTICED, *gone]) == gone


def test_each_mutant_has_a_name_of_its_own_and_is_a_program() -> None:
    """In a sample in which each sort is as frequent as the others, about."""
    among = files()[::6]
    some = sample(4 * len(among), 7, among)
    assert len({each.name for each in some}) == len(some) == 4 * len(among)
    for each in some:
        compile(each.mutant.text(), each.file, "exec")
    counts = Counter(each.mutant.operator for each in some)
    assert set(counts) == set(OPERATORS)
    assert max(counts.values()) <= 3 * min(counts.values())


def test_a_smaller_sample_begins_a_larger_one() -> None:
    """So that more can be tried later."""
    among = files()[1::12]
    some = [each.name for each in sample(20, 3, among)]
    assert some == [each.name for each in sample(40, 3, among)][:20]
    assert some != [each.name for each in sample(20, 4, among)]


def test_the_quickest_test_comes_first_and_the_one_that_kills() -> None:
    """Of those that run the function, as many as the seconds allow."""
    site = planted()
    some = [Noted(f"t::{n}", seconds, frozenset({site.place})) for n, seconds in enumerate([3.0, 1.0, 2.0])]
    assert [each.test for each in chosen(site, [*some, BLIND], Counter(), 100)] == ["t::1", "t::2", "t::0"]
    assert [each.test for each in chosen(site, some, Counter({"t::0": 2}), 100)] == ["t::0", "t::1", "t::2"]
    assert [each.test for each in chosen(site, some, Counter(), 3.5)] == ["t::1", "t::2"]
    assert [each.test for each in chosen(site, [Noted("", 0, frozenset({site.place})), BLIND], Counter(), 9)] == [
        BLIND.test
    ]


def test_one_that_survives_is_reported() -> None:
    """With the test that kills, or with how many it survived; those that change nothing do not count."""
    known = Report(
        [Outcome(f"a.py:f: {sort}: x -> y", sort, end, "t", 3) for sort, end in zip("abcd", ENDS, strict=True)],
        {"a.py:f: d: x -> y": "it is the same"},
    )
    assert [each.end for each in known.survivors] == ["survived"]
    assert any("survived  after 3 tests  a.py:f: c: x -> y" in line for line in known.lines())
    assert "2 of    3   66.7%  endless 1, equal 1" in known.lines()[-1]


ENDS = ("killed", "endless", "survived", "survived")


@pytest.mark.long
def test_a_planted_mutant_is_killed_or_survives(tmp_path: Path) -> None:
    """By what its tests say in a copy of the tree, which is as before then; without a test it is never run."""
    copy_tree(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    blind = Noted("tests/prove/test_caught.py::test_nothing_is_caught_of_a_claim", 0.1, frozenset())
    assert tried(planted(), [QUICK], tmp_path) == Outcome(NOTICED, "equality", "killed", QUICK.test, 1)
    assert tried(planted(), [blind], tmp_path) == Outcome(NOTICED, "equality", "survived", "", 1)
    assert tried(planted(), [], tmp_path).end == "never run"
    assert (tmp_path / FILE).read_bytes() == before
