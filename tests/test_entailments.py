"""What one path showed is taken for shown on another one only where it assumes as much."""

from collections.abc import Sequence
from typing import Any

import pytest
import z3

from slotproof.proofs.engine import entailments, prove
from slotproof.proofs.engine.entailments import SOON, Entailment, Entailments, show, show_otherwise
from slotproof.proofs.engine.prove import Proof, prove_operation
from slotproof.proofs.engine.smtlib import Unreadable
from slotproof.proofs.engine.solvers import Question, core, second_opinion
from slotproof.proofs.engine.terms import number_of
from slotproof.proofs.handle_map import HANDLE_MAP

from .judging import noted

X, Y = z3.Ints("x y")

ERASE = HANDLE_MAP.operation("erase")


def numbers(*formulas: z3.BoolRef) -> set[int]:
    """Those of formulas that are kept."""
    return {number_of(each) for each in formulas}


def test_what_a_goal_follows_from_is_told() -> None:
    """Of all that is assumed, what is needed; of a goal that does not follow, nothing."""
    assumptions = [Y > 5, X > 3, z3.ForAll([Y], Y * Y >= 0)]
    verdict, shown = show(assumptions, X > 2)
    assert verdict == "unsat"
    assert shown is not None
    assert shown.assumptions == (assumptions[1],)
    assert show(assumptions[:2], X > 4) == ("sat", None)
    assert core(assumptions, X > 2) == ("unsat", [assumptions[1]])
    assert core(assumptions[:2], X > 4) == ("sat", [])


def test_an_impatient_answer_is_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Z3 gives up on is asked in other ways, unless only its first answer is wanted."""
    cubes = [X > 2, Y > 2, z3.Int("z") > 2]
    goal = X * X * X + Y * Y * Y != z3.Int("z") * z3.Int("z") * z3.Int("z")
    monkeypatch.setattr(entailments, "insist", lambda *about: ("unsat", (3,)))
    assert show(cubes, goal, patient=False) == ("unknown", None)
    verdict, shown = show(cubes, goal)
    assert (verdict, shown and shown.ways) == ("unsat", (3,))


def test_cvc5_is_not_asked_twice_for_as_short_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where it gets more units than it had."""
    asked = noted(monkeypatch, entailments, "core")
    for units in (SOON, SOON + 1):
        monkeypatch.setattr(entailments, "HINT_UNITS", units)
        assert show_otherwise([X > 2], X > 3, after=SOON) == ("sat", None)
    assert [units for *_, units in asked] == [SOON + 1]


def test_a_doubt_is_heard_before_other_ways_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Z3 gives up on is left open if the doubt says so, and asked in other ways, from then on, if not."""
    cubes = [X > 2, Y > 2, z3.Int("z") > 2]
    goal = X * X * X + Y * Y * Y != z3.Int("z") * z3.Int("z") * z3.Int("z")
    monkeypatch.setattr(entailments, "insist", lambda *about: ("unsat", (3,)))
    doubts: list[bool] = [False, True]
    assert Entailments(doubt=doubts.pop).show(cubes, goal) == ("unknown", None)
    shown = Entailments(doubt=doubts.pop)
    assert shown.show(cubes, X > 1)[0] == "unsat"
    assert doubts == [False]
    for _ in range(2):
        verdict, entailment = shown.show(cubes, goal)
        assert (verdict, entailment and entailment.ways) == ("unsat", (3,))
    assert doubts == []
    assert shown.find(goal, {number_of(each) for each in cubes}) is not None


def test_what_cvc5_does_not_read_gives_no_hint_and_no_opinion() -> None:
    """Of an array that is one value all over cvc5 says nothing: no hint, and what Z3 shows of it stays unconfirmed."""
    array = z3.Array("array", z3.IntSort(), z3.IntSort())
    goal = array == z3.K(z3.IntSort(), z3.IntVal(0))
    assert core([array[1] == 1], z3.Not(goal)) == ("unknown", [])
    with pytest.raises(Unreadable, match="cannot read the obligation"):
        second_opinion([([array[1] == 1], z3.Not(goal))])


def test_a_goal_is_not_shown_where_something_is_not_assumed() -> None:
    """It is found where all is assumed that it follows from, and more; not where one of two is missing."""
    both, goal = (X > 3, Y > 5), X + Y > 8
    entailments = Entailments()
    shown = entailments.add(Entailment(goal, both))
    assert entailments.find(goal, numbers(*both)) is shown
    assert entailments.find(X + Y > 8, numbers(*both) | numbers(X > 7)) is shown
    assert entailments.find(goal, numbers(both[0], X > 7)) is None
    assert entailments.find(X + Y > 7, numbers(*both)) is None


def test_what_many_paths_met_is_confirmed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """cvc5 hears few questions, all different, with few assumptions; and it has said something of every obligation."""
    asked: list[Question] = []

    def hear(questions: Sequence[Question]) -> tuple[list[str], int]:
        asked.extend(questions)
        return second_opinion(questions)

    monkeypatch.setattr(prove, "second_opinion", hear)
    proof = prove_operation(HANDLE_MAP, ERASE)
    assert not proof.open
    assert len(asked) * 3 < len(proof.obligations)
    assert len({(goal.get_id(), *(each.get_id() for each in few)) for few, goal in asked}) == len(asked)
    met = sum(len(each.assumptions) for each in proof.obligations) / len(proof.obligations)
    assert sum(len(few) for few, _ in asked) / len(asked) * 5 < met
    for each in proof.obligations:
        assert each.shown_by is not None
        assert each.shown_by.goal.eq(each.goal)
        assert each.shown_by.numbers <= numbers(*each.assumptions)


def answered(monkeypatch: pytest.MonkeyPatch, answer: str) -> tuple[Proof, set[int]]:
    """The proof if cvc5 says this of every question but those asked alone, and the assumptions of these."""
    alone: set[int] = set()

    def say(questions: Sequence[Question]) -> tuple[list[str], int]:
        if len(questions) > 1:
            return [answer] * len(questions), 0
        alone.add(id(questions[0][0]))
        return ["unsat"], 0

    monkeypatch.setattr(prove, "second_opinion", say)
    return prove_operation(HANDLE_MAP, ERASE), alone


def test_a_second_opinion_to_the_contrary_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cvc5 finds wrong of an entailment makes each obligation open that it shows: the solvers disagree."""
    proof, alone = answered(monkeypatch, "sat")
    disagreed: list[Any] = proof.disagreements
    assert len(disagreed) == len(proof.open) > len({id(each.shown_by) for each in disagreed}) > 10
    assert not alone


def test_what_cvc5_does_not_see_of_few_assumptions_it_is_asked_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer of unknown is none: then each obligation is asked about with all that its path assumes."""
    proof, alone = answered(monkeypatch, "unknown")
    assert not proof.open
    assert {id(each.assumptions) for each in proof.obligations} == alone


def test_a_name_may_mean_another_thing_on_another_path() -> None:
    """What two paths call by one name, with different sorts, is not asked about in one text."""
    number, truths = z3.Int("made"), z3.Array("made", z3.IntSort(), z3.BoolSort())
    questions: list[Question] = [([number > 3], number > 2), ([truths[1]], truths[1]), ([truths[1]], truths[2])]
    assert second_opinion(questions)[0] == ["unsat", "unsat", "sat"]
    with pytest.raises(ValueError, match="same name"):
        second_opinion([([number > 3], truths[1])])
