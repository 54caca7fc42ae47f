"""A hint spares a solver its search, and nothing that is not so becomes so by one."""

import gc
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import z3

from slotproof import hints as recorder
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.engine import entailments, loops, path, prove, refusing, solvers, vacuity
from slotproof.proofs.engine.entailments import Entailments
from slotproof.proofs.engine.foreign_run import run_of
from slotproof.proofs.engine.hints import NONE, Hint, Hints, Start, recorded, write
from slotproof.proofs.engine.mutants import applied, replaced
from slotproof.proofs.engine.prove import prove_operation
from slotproof.proofs.engine.refinement import Claim
from slotproof.proofs.engine.report import Status
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.solvers import insist
from slotproof.proofs.engine.vacuity import reached
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map_claims import slots_partition

from .judging import noted
from .layout import ROOT

X, Y = z3.Ints("x y")
SQUARE = z3.Function("square", z3.IntSort(), z3.IntSort())

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

    def show(assumptions: list[z3.BoolRef], goal: z3.BoolRef, patient: bool) -> object:
        goals.append(goal)
        return ask(assumptions, goal, patient)

    ask = entailments.show
    for module in (entailments, path):
        monkeypatch.setattr(module, "show", show)
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
        {7: [Hint(()), Hint((3, 2**32 - 1), (0, 6))], 255: [Hint((1,))]},
        {"erase | a group with 1 owned": [Start(1, (True, False)), Start(3, (), 4)], "size": [Start(2, (True,))]},
        {0, 5, 2**32 - 1, *range(100, 120)},
    )
    write("toy", hints, tmp_path)
    assert recorded("toy", tmp_path) == hints
    assert recorded("another", tmp_path) == NONE


@pytest.mark.parametrize("line", ["<<<<<<< HEAD", "", "1f xyz", "@erase\t:yn", "@erase\t1:yn:2:3", "? 12 3g"])
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


@pytest.mark.parametrize("ways", [(), (0,), (6, 6)])
def test_a_wrong_hint_shows_nothing(ways: tuple[int, ...]) -> None:
    """Too few assumptions, or a formula that has the hash of another one."""
    goal = X + Y > 8
    for needed, assumed in (((), {}), (((X > 3).hash(),), {(X > 3).hash(): Y > 5})):
        hints = Hints({goal.hash(): [Hint(needed, ways)]})
        assert Entailments(hints).again(goal, assumed) is None


@pytest.mark.parametrize("ways", [(), (0,)])
def test_what_is_new_may_stand_for_what_a_hint_names(ways: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of what it names, and what no hint does, are asked first; of what does not follow, nothing is shown."""
    goal = X + Y > 8
    hints = Hints({goal.hash(): [Hint(((X > 3).hash(), (Y > 5).hash()), ways)], 1: [Hint(((Y > 0).hash(),))]})
    shown = Entailments(hints).nearly(goal, by_hash(Y > 0, X > 4, Y > 5))
    assert shown is not None
    assert [each.sexpr() for each in shown.assumptions] == ["(> y 5)", "(> x 4)"]
    assert shown.ways == ways
    assert Entailments(hints).nearly(goal, by_hash(Y > 0, X > 1, Y > 5)) is None
    assert Entailments(hints).nearly(goal, by_hash(X > 3, Y > 5)) is None, "there is a hint that fits"
    assert Entailments(hints).nearly(X + Y > 7, by_hash(X > 4, Y > 5)) is None
    asked = noted(monkeypatch, solvers, "new_solver")
    assert Entailments(hints).nearly(goal, by_hash(z3.ForAll([X], SQUARE(X) > X), Y > 5)) is None
    assert len(asked) == len(ways), "in the way that the hint names, and in no other"


@pytest.mark.long
def test_hints_help_the_proof_of_a_changed_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each goal, and each branch that is never taken, follows from what they name and what the claim says now."""
    assert slots_partition.holds is not None
    changes = [("len(m.value) == len(m.order)", "True")]
    weaker = replaced("handle_map", slots_partition.holds, changes, "says less")
    goals, branches = noted(monkeypatch, entailments, "show"), noted(monkeypatch, path, "show")
    with applied(weaker):
        assert not prove_operation(HANDLE_MAP, ERASE, confirmed=False).resists
        few = len(goals), len(branches)  # some may have another hash than when hints were recorded
        monkeypatch.setattr(Hints, "near", lambda *about: iter(()))
        assert not prove_operation(HANDLE_MAP, ERASE, confirmed=False).resists
    assert len(goals) - few[0] > 5 * few[0] + 10
    assert len(branches) - few[1] > 2 * few[1] + 2


@pytest.mark.long
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


def asked_in_vain() -> tuple[int, int, int, int]:
    """Goals and branches of a proof that have no hint, each with how many there are in all."""
    with pytest.MonkeyPatch.context() as patch:
        goals, branches = asked_of_all(patch), asked_of_branches(patch)
        proof = prove_operation(HANDLE_MAP, ERASE, confirmed=False)
    return len(goals), len({id(each.shown_by) for each in proof.obligations}), len(branches), len(proof.left_open)


def test_what_is_recorded_is_of_the_sources_as_they_are() -> None:
    """Nine goals and branches of ten have a hint; if not, `python -m slotproof.hints handle_map` notes them.

    A process of its own is asked, as each judge is: what other tests leave behind in this one is nothing to it.
    """
    code = "from tests.test_hints import asked_in_vain; print(*asked_in_vain())"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    goals, shown, branches, left_open = map(int, ran.stdout.split())
    assert goals * 10 < shown
    assert branches * 10 < left_open


@pytest.mark.long
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


@pytest.mark.long
def test_hints_of_the_right_map_prove_nothing_of_a_wrong_one() -> None:
    """A claim that says too much is refuted, though hints are recorded of every goal that its proof has besides."""
    wrong = Claim("HM-I99", "No slot is ever free.", lambda m, h: h.free_head == h.nil)
    proof = prove_operation(replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, wrong)), ERASE)
    assert {each.claim for each in proof.open} == {"HM-I99"}


@pytest.mark.long
def test_goals_that_no_hint_is_right_about_are_proved_as_before(given: list[Hints]) -> None:
    """With hints that every goal follows from nothing, and starts on paths that no state takes."""
    proof = prove_operation(HANDLE_MAP, CLEAR, confirmed=False)
    nothing = {goal: [Hint(()), Hint((), (0,))] for goal, _ in recorder.hints_of(proof)}
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


def test_the_way_in_which_a_start_was_found_is_tried_first(given: list[Hints], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another way than the first is taken at once; one that finds nothing is followed by the others."""
    monkeypatch.setattr(vacuity, "STARTS", ((1, 0), (200_000, 0), (1, 1)))
    first = reached(HANDLE_MAP, CLEAR, ROUND)
    assert {each.way for each in first.ends.values()} == {1}
    tried: list[int] = []

    def solver_for(way: int, context: z3.Context) -> z3.Solver:
        tried.append(way)
        return found_by(way, context)

    found_by = vacuity._solver_for
    monkeypatch.setattr(vacuity, "_solver_for", solver_for)
    given.append(Hints({}, {"clear": list(first.ends.values())}))
    assert reached(HANDLE_MAP, CLEAR, ROUND).ends == first.ends
    assert set(tried) == {1}
    given.append(Hints({}, {"clear": [replace(each, way=2) for each in first.ends.values()]}))
    tried.clear()
    assert reached(HANDLE_MAP, CLEAR, ROUND).ends == first.ends
    assert tried[:3] == [2, 0, 1]


def test_what_all_units_need_is_found_out_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proof looks at code, or cuts it, that was looked at when the container was prepared."""
    monkeypatch.setattr(loops, "_cut_code", {})
    refusing._deeds.cache_clear()
    prove.prepare(HANDLE_MAP)
    looked_at, cut = refusing._deeds.cache_info().misses, dict(loops._cut_code)
    assert looked_at > 50
    assert {name for _, name, _ in cut} >= {"HandleMap.clear", "HandleMap.defragment"}
    assert not prove_operation(HANDLE_MAP, CLEAR, confirmed=False).resists
    assert refusing._deeds.cache_info().misses == looked_at
    assert loops._cut_code == cut


def test_what_cannot_be_followed_is_left_to_its_unit() -> None:
    """A class that no stand-in can be made of stops no other container."""

    class Hooked(HandleMap[Any]):
        def __setattr__(self, name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

    hooked = replace(HANDLE_MAP, impl=Hooked, older=None)
    prove.prepare(hooked)
    verdicts = prove.run(hooked, "clear")
    assert {each.status for each in verdicts} == {Status.NOT_PROVED}
    assert "__setattr__" in verdicts[0].reason


def test_the_strategy_that_showed_a_piece_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does not show the others may, from the first on; each is asked as if there were no other."""
    pair = z3.And(X > 2, Y > 2)
    assert insist([X > 3, Y > 3], pair) == ("unsat", (0, 0))
    assert insist([X > 3, Y > 3], pair, (3,)) == ("unsat", (3, 0))
    assert insist([X > 3], pair, (3, 3))[1] == ()
    goal = z3.ForAll([X], z3.Implies(SQUARE(X) > 3, SQUARE(X + 1) > 2))
    known = z3.ForAll([X], z3.Implies(SQUARE(X) > 3, SQUARE(X + 1) > 3), patterns=[SQUARE(X)])
    assert insist([known], goal) == ("unsat", (0,))
    monkeypatch.setattr(solvers, "STRATEGIES", ((1, {}), *solvers.STRATEGIES[1:]))
    assert insist([known], goal) == ("unsat", (1,))
    assert insist([known], goal, (0,)) == ("unsat", (1,))
    assert insist([known], goal, (99,)) == ("unsat", (1,))


def test_garbage_is_looked_for_between_paths_only() -> None:
    """Where it is found would decide which numbers terms get, and so what Z3 sees."""
    noted: list[bool] = []

    class Noting:
        heads: ClassVar[dict[str, Any]] = {}

        def run(self) -> None:
            noted.append(gc.isenabled())

    def start(about: path.Path) -> Any:
        return Noting()

    assert gc.isenabled()
    assert prove.prove_paths(start, "noting", confirmed=False).paths == 1
    assert noted == [False]
    assert gc.isenabled()


@pytest.mark.long
def test_recording_finds_what_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every goal of a container's proofs, where they start, and a message for what is not proved."""
    monkeypatch.setattr(recorder, "write", lambda name, hints: write(name, hints, tmp_path))
    assert recorder.main(["token_allocator", "--jobs", "2"]) == 0
    found, kept = recorded("token_allocator", tmp_path), recorded("token_allocator")
    assert found.starts.keys() == kept.starts.keys()
    assert len(found.known.keys() & kept.known.keys()) * 10 > len(kept.known) * 9
