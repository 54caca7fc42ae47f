"""A rule that is made too weak, or wrong, in one line is noticed."""

from __future__ import annotations

from typing import Any

import pytest

from .bench import SOURCES, Change, Checker
from .examples import REFUSED
from .proofs import CHANGED, MORE, PROOF, QUESTION, SCOPES, UNREADABLE
from .trials import faults, material
from .weakened import beneath, changes, concerned, lost, made

CHECKER = Checker()

SAME = {
    "is no number": "what is no sum is one unknown, which is equal to itself alone",
    "leaves more than one": "no operator has no name",
    "is neither true nor false": "any other than true counts as false, for which the conclusion is right",
    "two that are no arrays": "there is no difference of what are no arrays",
    "is no truth": "what is no truth has no place in a clause",
    "to variables of their sorts": "what comes of it is ill-sorted, or names a variable that does not stand in it",
    "a value of another sort": "no value is",
    "has no value": "what is computed is no number then",
}
"""Mistakes that change nothing: a part of the line, and why."""

ALL = list(changes())


@pytest.fixture
def found() -> dict[str, list[Any]]:
    """Give steps of every rule."""
    return {rule: steps[:8] for rule, steps in material(CHECKER).items()}


def _line(change: Change) -> str:
    return (SOURCES / f"{change.module}.py").read_text(encoding="utf-8").splitlines()[change.line - 1].strip()


def noticed(change: Change, found: dict[str, list[Any]]) -> bool:
    """Tell whether some step shows a mistake."""
    rules = concerned(change)
    with made(CHECKER, change):
        try:
            return any(True for _ in faults(CHECKER, {rule: found[rule] for rule in rules}, 20))
        except Exception:  # noqa: BLE001 - what cannot go on has noticed something
            return True


def _answers(checker: Checker) -> list[str]:
    """Give what a checker says of proofs that must be refused, and of one that must not."""
    proofs = [PROOF, SCOPES, *(PROOF.replace(before, after) for before, after, _ in CHANGED), *MORE]
    questions = [QUESTION.replace(before, after) for before, after in UNREADABLE]
    pairs = [(QUESTION, proof) for proof in proofs] + [(question, PROOF) for question in questions]
    return [checker.check.check(*pair).refused for pair in pairs]


def _steps(checker: Checker) -> dict[str, list[Any]]:
    """Give steps of rules that need no certificate, and the rules that have something to refuse."""
    return {rule: [] for rule in REFUSED} | material(checker, 0)


def noticed_beneath(change: Change, right: list[str]) -> bool:
    """Tell whether some proof, or some step, shows a mistake."""
    checker = Checker(change)
    try:
        return _answers(checker) != right or any(True for _ in faults(checker, _steps(checker), 2))
    except Exception:  # noqa: BLE001 - as above
        return True
    finally:
        checker.forget()


@pytest.mark.long
def test_mistakes_beneath_are_noticed() -> None:
    """So does each mistake in what all rules stand on."""
    right = _answers(CHECKER)
    survived = [
        f"{each.module}:{each.line}: {each.text.strip()}" for each in beneath() if not noticed_beneath(each, right)
    ]
    assert survived == []


def test_the_table_is_of_the_checker() -> None:
    """Each line of the table stands in the checker, and there are mistakes in every family of rules."""
    assert lost() == []
    assert len(ALL) > 100


@pytest.mark.long
def test_mistakes_are_noticed(found: dict[str, list[Any]]) -> None:
    """Each mistake turns something red, but those that change nothing."""
    survived = [
        f"{change.module}:{change.line}: {_line(change)} -> {change.text.strip()}"
        for change in ALL
        if not noticed(change, found)
    ]
    assert [each for each in survived if not any(line in each for line in SAME)] == []
