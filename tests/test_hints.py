"""A hint spares a solver its search, and nothing that is not so becomes so by one."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import z3

from slotproof import hints as recorder
from slotproof.proofs.engine import entailments, path, prove, vacuity
from slotproof.proofs.engine.entailments import Entailments
from slotproof.proofs.engine.foreign_run import run_of
from slotproof.proofs.engine.hints import NONE, Hint, Hints, Start, recorded, write
from slotproof.proofs.engine.prove import prove_operation
from slotproof.proofs.engine.refinement import Claim
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.vacuity import reached
from slotproof.proofs.handle_map import HANDLE_MAP

X, Y = z3.Ints("x y")

ERASE = HANDLE_MAP.operation("erase")
CLEAR = HANDLE_MAP.operation("clear")

ROUND = {"a round of HandleMap.clear#0"}


def by_hash(*formulas: z3.BoolRef) -> dict[int, z3.BoolRef]:
    """Formulas as a path keeps what it assumes."""
    return {each.hash(): each for each in formulas}


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[Hints]:
    """What is put in here last is what is recorded of every container; nothing, at first."""
    said = [NONE]
    for module in (prove, vacuity):
        monkeypatch.setattr(module, "recorded", lambda container: said[-1])
    return said


def asked_of_all(monkeypatch: pytest.MonkeyPatch) -> list[z3.BoolRef]:
    """The goals that Z3 is asked of all that a path assumes."""
    goals: list[z3.BoolRef] = []

    def show(assumptions: list[z3.BoolRef], goal: z3.BoolRef) -> object:
        goals.append(goal)
        return entailments.show(assumptions, goal)

    monkeypatch.setattr(path, "show", show)
    return goals


def asked_of_branches(monkeypatch: pytest.MonkeyPatch) -> list[z3.BoolRef]:
    """The conditions of which Z3 is asked whether they cannot be."""
    conditions: list[z3.BoolRef] = []
    excludes = path.Path._excludes

    def note(self: path.Path, condition: z3.BoolRef) -> bool:
        conditions.append(condition)
        return excludes(self, condition)

    monkeypatch.setattr(path.Path, "_excludes", note)
    return conditions


class Everything(frozenset[int]):
    """A set of all numbers."""

    def __contains__(self, number: object) -> bool:
        return True


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Goals with several hints, or that follow from nothing, starts, open questions; of another container, nothing."""
    hints = Hints(
        {7: [Hint(()), Hint((3, 2**32 - 1), insisted=True)], 255: [Hint((1,))]},
        {"erase | a group with 1 owned": [Start(1, (True, False)), Start(3, ())], "size": [Start(2, (True,))]},
        {0, 5, 2**32 - 1, *range(100, 120)},
    )
    write("toy", hints, tmp_path)
    assert recorded("toy", tmp_path) == hints
    assert recorded("another", tmp_path) == NONE


@pytest.mark.parametrize("line", ["<<<<<<< HEAD", "", "1f xyz", "@erase\t:yn", "? 12 3g"])
def test_a_line_that_is_no_hint_is_named(line: str, tmp_path: Path) -> None:
    """As a merge may leave one behind."""
    (tmp_path / "toy.txt").write_text(f"# of a toy\n1 2\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"toy\.txt, line 3, is no hint"):
        recorded("toy", tmp_path)


def test_a_hint_is_taken_only_where_all_that_it_names_is_assumed() -> None:
    """It is asked about as the formulas are: of what does not follow, nothing is shown."""
    goal = X + Y > 8
    hints = Hints({goal.hash(): [Hint(((X > 3).hash(), (Y > 5).hash()))]})
    shown = Entailments(hints).again(goal, by_hash(X > 3, Y > 7, Y > 5))
    assert shown is not None
    assert [each.sexpr() for each in shown.assumptions] == ["(> x 3)", "(> y 5)"]
    assert Entailments(hints).again(goal, by_hash(X > 3, Y > 7)) is None
    assert Entailments(hints).again(X + Y > 7, by_hash(X > 3, Y > 5)) is None


@pytest.mark.parametrize("insisted", [False, True])
def test_a_wrong_hint_shows_nothing(insisted: bool) -> None:
    """Too few assumptions, or a formula that has the hash of another one."""
    goal = X + Y > 8
    for needed, assumed in (((), {}), (((X > 3).hash(),), {(X > 3).hash(): Y > 5})):
        hints = Hints({goal.hash(): [Hint(needed, insisted)]})
        assert Entailments(hints).again(goal, assumed) is None


def test_with_hints_z3_is_asked_of_little_else(given: list[Hints], monkeypatch: pytest.MonkeyPatch) -> None:
    """What one proof noted spares the next one nearly all questions about everything; paths and verdict stay."""
    goals, branches = asked_of_all(monkeypatch), asked_of_branches(monkeypatch)
    first = prove_operation(HANDLE_MAP, ERASE, confirmed=False)
    before, choices = len(goals), len(branches)
    known: dict[int, list[Hint]] = {}
    for goal, hint in recorder.hints_of(first):
        known.setdefault(goal, []).append(hint)
    given.append(Hints(known, left_open=first.left_open))
    goals.clear()
    branches.clear()
    second = prove_operation(HANDLE_MAP, ERASE)
    assert not first.resists
    assert not second.open
    assert second.paths == first.paths
    assert second.cost == first.cost
    assert before > 100
    assert len(goals) * 10 < before
    assert second.left_open == first.left_open
    assert choices > 50
    assert len(branches) * 10 < choices
    assert all(each.cvc5_verdict == "unsat" for each in second.obligations)


def test_what_is_recorded_is_of_the_sources_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine goals and branches of ten have a hint; if not, `python -m slotproof.hints handle_map` notes them."""
    goals, branches = asked_of_all(monkeypatch), asked_of_branches(monkeypatch)
    proof = prove_operation(HANDLE_MAP, ERASE, confirmed=False)
    shown = {id(each.shown_by) for each in proof.obligations}
    assert len(goals) * 10 < len(shown)
    assert len(branches) * 10 < len(proof.left_open)


def test_a_branch_that_is_wrongly_left_open_is_proved_in_vain(given: list[Hints]) -> None:
    """Where no branch is known to be impossible, there are more paths, and what was wrong or right stays so."""
    proof = prove_operation(HANDLE_MAP, ERASE, confirmed=False)
    given.append(Hints(left_open=Everything()))
    again = prove_operation(HANDLE_MAP, ERASE, confirmed=False)
    assert not again.resists
    assert again.paths > proof.paths
    wrong = Claim("HM-I99", "No slot is ever free.", lambda m, h: h.free_head == h.nil)
    refuted = prove_operation(replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, wrong)), ERASE)
    assert {each.claim for each in refuted.open} == {"HM-I99"}


def test_hints_of_the_right_map_prove_nothing_of_a_wrong_one() -> None:
    """A claim that says too much is refuted, though hints are recorded of every goal that its proof has besides."""
    wrong = Claim("HM-I99", "No slot is ever free.", lambda m, h: h.free_head == h.nil)
    proof = prove_operation(replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, wrong)), ERASE)
    assert {each.claim for each in proof.open} == {"HM-I99"}


def test_goals_that_no_hint_is_right_about_are_proved_as_before(given: list[Hints]) -> None:
    """With hints that every goal follows from nothing, and starts on paths that no state takes."""
    proof = prove_operation(HANDLE_MAP, CLEAR, confirmed=False)
    nothing = {goal: [Hint(()), Hint((), insisted=True)] for goal, _ in recorder.hints_of(proof)}
    given.append(Hints(nothing, {"clear": [Start(1, (False,) * 30), Start(2, (True,) * 30)]}))
    again = prove_operation(HANDLE_MAP, CLEAR, confirmed=False)
    assert not again.resists
    assert again.paths == proof.paths
    assert reached(HANDLE_MAP, CLEAR, again.ends).missing == []


def test_where_starts_were_found_they_are_found_at_once(given: list[Hints], monkeypatch: pytest.MonkeyPatch) -> None:
    """One path for each way to end; and all of them are wanted, with the rounds of all loops."""
    insert = HANDLE_MAP.operation("insert")
    first = reached(HANDLE_MAP, CLEAR, ROUND)
    given.append(Hints({}, {"clear": list(first.ends.values()), "insert": [Start(1, (True,) * 30)]}))
    walked: list[int] = []

    def run(*about: Any) -> Run:
        walked.append(1)
        return run_of(*about)

    monkeypatch.setattr(vacuity, "run_of", run)
    assert reached(HANDLE_MAP, CLEAR, ROUND).ends == first.ends
    assert len(walked) == len(set(first.ends.values()))
    assert reached(HANDLE_MAP, insert, set()).ends.keys() == {"success", "Full"}


def test_recording_finds_what_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every goal of a container's proofs, where they start, and a message for what is not proved."""
    monkeypatch.setattr(recorder, "write", lambda name, hints: write(name, hints, tmp_path))
    assert recorder.main(["token_allocator", "--jobs", "2"]) == 0
    found, kept = recorded("token_allocator", tmp_path), recorded("token_allocator")
    assert found.starts.keys() == kept.starts.keys()
    assert len(found.known.keys() & kept.known.keys()) * 10 > len(kept.known) * 9
