"""Whoever makes mutants of the judge tells one that is noticed from one that is not, and what is recorded is there."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest

from slotproof.dev.pages import parts
from slotproof.engine.mutate.edit import definitions

from ..mistakes.__main__ import copy_tree
from .__main__ import Collected, Noted, affordable, files_of, fitting, lacking, left_of, of_files, ordered, tried
from .record import PAGE, TABLE, WHOLE, Outcome, Report, read_report
from .sites import OPERATORS, TELLS, Site, files, module_of, sample, sites_of

FILE = "slotproof/engine/prove/solver/pieces.py"
NOTICED = f"{FILE}:leaves: equality: if kind(formula) != z3.Z3_OP_AND: -> if kind(formula) == z3.Z3_OP_AND:"
QUICK = Noted(
    "tests/prove/solver/test_solve.py::test_what_is_assumed_needs_no_solver", 0.1, frozenset({f"{FILE}:leaves"})
)
BLIND = Noted("tests/prove/containers/test_names.py::test_", 0.1, frozenset())


def stale(mutants: list[str]) -> list[str]:
    """Those that are not there any more."""
    functions: dict[str, set[str]] = {}
    for each in mutants:
        file, function, *_ = each.split(":")
        functions.setdefault(file, set()).add(function)
    there = {site.name for file in files() if file in functions for site in sites_of(file, functions[file])}
    return [each for each in mutants if each not in there]


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


def test_a_limit_is_not_moved_by_one() -> None:
    """A number that has a name; the same comparison may be left out, or another bound be moved."""
    arithmetic = sites_of("slotproof/engine/prove/python/builtin/arithmetic.py", ["Arithmetic.arithmetic"])
    changes = [each.change for each in arithmetic if "MOST_FACTORS" in each.change and each.mutant.operator == "bound"]
    assert [each.rpartition(" and ")[2] for each in changes] == ["0 < b <= MOST_FACTORS:"]


def test_what_is_compared_does_not_change_places() -> None:
    """All other arguments do."""
    sites = sites_of("slotproof/engine/prove/python/kinds/stands.py", ["same_objects"])
    swaps = [each.change.rpartition(" -> ")[2] for each in sites if each.mutant.operator == "swap-arguments"]
    compared = [each.partition("ev.equal")[2] for each in swaps if "ev.equal" in each]
    assert compared == ["(mine, st, its, node))", "(st, mine, node, its))"]


def test_how_an_obligation_reads_is_not_changed() -> None:
    """What is to be shown is, and where; nor how a refusal reads, whose reason has a name."""
    sites = sites_of("slotproof/engine/prove/python/kinds/stands.py", ["word_first_of"])
    obliged = [each.change for each in sites if each.change.startswith("ev.oblige") and " -> ev.oblige" in each.change]
    assert [each.rpartition(" -> ")[2] for each in obliged if each.count("inside") == 2] == [
        'ev.oblige(inside, st, node, "so many items stand in the sequence")',
        'ev.oblige(st, node, inside, "so many items stand in the sequence")',
    ]

    held = sites_of("slotproof/engine/prove/containers/contracts.py", ["Contracts.install"])
    assert held
    assert not [each.change for each in held if "it is proved for" in each.change]


def test_what_only_says_something_is_not_changed() -> None:
    """Each of these functions is there, and so are others of its file."""
    for file, functions in TELLS.items():
        there = {each.mutant.function for each in sites_of(file)}
        assert there
        assert not there & functions
        assert functions <= set(definitions(module_of(file)))


def test_a_smaller_sample_begins_a_larger_one() -> None:
    """So that more can be tried later."""
    among = files()[1::12]
    some = [each.name for each in sample(20, 3, among)]
    assert some == [each.name for each in sample(40, 3, among)][:20]
    assert some != [each.name for each in sample(20, 4, among)]


def noted(name: str, seconds: float = 1.0, functions: int = 1) -> Noted:
    """A test that runs the planted function, and others."""
    return Noted(name, seconds, frozenset({planted().place, *map(str, range(functions - 1))}))


def names_of(tests: list[Noted]) -> list[str]:
    """What tests are called."""
    return [each.test for each in tests]


def test_those_are_tried_that_run_the_function() -> None:
    """If importing runs it, that is each; and those that run a folder in other processes."""
    site, quick = planted(), noted("t")
    beside = Noted("tests/verify/test_ledger.py::t", 1, frozenset())
    assert fitting(site, [quick, BLIND, beside], frozenset()) == [quick]
    assert fitting(site, [quick, BLIND, beside], frozenset({site.place})) == [quick, BLIND, beside]
    [ledger, *_] = sites_of("slotproof/verify/ledger.py")
    assert fitting(ledger, [quick, BLIND, beside], frozenset()) == [beside]


def test_the_quickest_test_comes_first_and_the_one_that_kills() -> None:
    """Before them those that killed mutants of the file, and before these of the function."""
    site = planted()
    some = [noted("slow", 3), noted("quick", 1), noted("busy", 1, 30)]
    assert names_of(ordered(site, some, [])) == ["quick", "slow", "busy"]
    near = Outcome(f"{site.file}:f: bound: a -> b", "bound", "killed", "busy")
    assert names_of(ordered(site, some, [near])) == ["busy", "quick", "slow"]
    same = Outcome(f"{site.place}: bound: a -> b", "bound", "killed", "slow")
    assert names_of(ordered(site, some, [near, same])) == ["slow", "busy", "quick"]
    assert ordered(site, some, [Outcome("a.py:f: bound: a -> b", "bound", "killed", "busy")]) == ordered(site, some, [])


def test_as_many_are_tried_as_the_seconds_allow() -> None:
    """And one at least."""
    some = [noted("a", 3), noted("b", 1), noted("c", 1)]
    assert [names_of(affordable(some, seconds)) for seconds in (1, 4.5, 5)] == [["a"], ["a", "b"], ["a", "b", "c"]]


def test_one_that_survives_is_reported() -> None:
    """By folder and sort; those that are explained do not count, and one that is never run survives."""
    known = Report(
        [Outcome(f"{x}/a.py:f: {x}: x -> y", x, end, "t", 3, 9) for x, end in zip("abcde", ENDS, strict=True)],
        {"d/a.py:f: d: x -> y": "it is the same"},
    )
    assert [each.end for each in known.survivors] == ["survived", "never run"]
    lines = known.table().splitlines()
    assert "| `c` | 1 | 0 | 0 | 1 | 0.0 % |" in lines
    assert "| `d` | 1 | 0 | 1 | 0 |  |" in lines
    assert lines[-1] == "| all | 5 | 2 | 1 | 2 | 50.0 % |"


def test_what_was_noticed_before_tests_were_added_is_told_of_a_sample_drawn_anew(tmp_path: Path) -> None:
    """The first line of a mutant tells it, and the last what is so now."""
    ends = [Outcome("a.py:f: a: x -> y", "a", end, seed=5) for end in ("survived", "killed")]
    record = tmp_path / "record.jsonl"
    record.write_text("".join(f"{json.dumps(asdict(each))}\n" for each in ends), encoding="utf-8")
    lines = read_report(record).table().splitlines()
    assert lines[-2:] == [
        "| all | 1 | 1 | 0 | 0 | 100.0 % |",
        "| those of seed 5, when first tried | 1 | 0 | 0 | 1 | 0.0 % |",
    ]


def test_a_sample_is_filled_up() -> None:
    """By those that are drawn, but for those that another sample had; what is gone from the text is not drawn anew."""
    drawn = sample(6, 3, files()[:2])
    had = [Outcome(each.name, "a", "killed", seed=seed) for each, seed in zip(drawn, (3, 3, 4, 3), strict=False)]
    assert lacking(drawn, 3, Report(had)) == drawn[4:]
    gone = [*had, Outcome("gone.py:f: a: x -> y", "a", "killed", seed=3)]
    assert lacking(drawn, 3, Report(gone)) == drawn[4:]
    assert lacking(drawn[:5], 3, Report(gone)) == drawn[4:5]
    assert lacking(drawn[:4], 3, Report(gone)) == []


def test_a_file_is_tried_whole() -> None:
    """What a sample had stays in that; what is recorded is tried anew, or left out; survivors alone are tried again."""
    first, *rest = sites_of(FILE)
    had = Report([Outcome(first.name, "a", "survived", seed=3), Outcome("gone.py:f: a: x -> y", "a", "survived")])
    wanted = dict.fromkeys(rest, WHOLE)
    assert of_files([FILE, FILE], had, resume=False) == {first: 3, **wanted}
    assert of_files([FILE], had, resume=True) == wanted
    assert left_of([FILE], had) == {first: 3}
    assert left_of([QUICK.test], had) == {}
    whole = [Outcome(f"a.py:f: a: x -> {end}", "a", end, seed=WHOLE) for end in ("killed", "survived")]
    [*_, told] = Report(whole, first=whole).table().splitlines()
    assert told == "| those of whole files, when first tried | 2 | 1 | 0 | 1 | 50.0 % |"


ENDS = ("killed", "endless", "survived", "survived", "never run")


def test_the_page_shows_what_is_recorded() -> None:
    """As `--report` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    known = read_report()
    assert parts(text, TABLE)[1] == known.table()
    assert Report(known.outcomes[1:], known.equivalent).table() != known.table()


@pytest.mark.long
def test_a_planted_mutant_is_killed_or_survives(tmp_path: Path) -> None:
    """By what its tests say in a copy of the tree, which is as before then; without a test it is never run."""
    copy_tree(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    blind = Noted("tests/prove/python/test_caught.py::test_nothing_is_caught_of_a_claim", 0.1, frozenset())
    with Collected(tmp_path, files_of([QUICK, blind])) as warm:
        began = warm.began
        assert began is not None
        assert NOTICED.partition(": ")[0] not in began
        killed = Outcome(NOTICED, "equality", "killed", QUICK.test, 2, 4)
        assert tried(planted(), [blind, QUICK], 4, tmp_path, warm) == killed
        assert tried(planted(), [blind], 1, tmp_path, warm) == Outcome(NOTICED, "equality", "survived", "", 1, 1)
        assert tried(planted(), [], 0, tmp_path, warm).end == "never run"
        warm.began = began | {planted().place}  # as if importing ran it: it is imported anew
        assert tried(planted(), [blind, QUICK], 4, tmp_path, warm) == killed
        assert warm.status(None, [blind, QUICK]) == 0
    assert (tmp_path / FILE).read_bytes() == before
