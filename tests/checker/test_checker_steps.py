"""Each rule accepts what follows and refuses what does not, however a step is changed in one place."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from .bench import Checker, texts
from .trials import faults, forged, material

CHECKER = Checker()


@pytest.fixture
def found() -> dict[str, list[Any]]:
    """Give steps of every rule."""
    return material(CHECKER)


def test_every_rule_has_a_step(found: dict[str, list[Any]]) -> None:
    """Each rule is tried: on a kept certificate, an example, or, of a rewrite, arguments by chance."""
    assert set(CHECKER.rules.RULES) == set(found)


def test_kept_certificates_are_accepted() -> None:
    """The certificates that are kept are accepted."""
    assert {name: CHECKER.check.check(question, proof).refused for name, question, proof in texts()} == {
        name: "" for name, _, _ in texts()
    }


def test_rules_do_what_they_say(found: dict[str, list[Any]]) -> None:
    """Examples are concluded as they stand, what must be refused is, and nothing wrong follows."""
    assert list(faults(CHECKER, {rule: steps[:2] for rule, steps in found.items()}, 1)) == []


def test_every_rule_refuses(found: dict[str, list[Any]]) -> None:
    """Each rule refuses some step that was changed."""
    for rule, steps in found.items():
        assert any(said == "refused" for _, said in forged(CHECKER, {rule: steps[:3]}, 40)), rule


@pytest.mark.long
def test_steps_of_certificates(found: dict[str, list[Any]]) -> None:
    """All steps that are kept are right in every small world."""
    assert list(faults(CHECKER, found, 0)) == []


@pytest.mark.long
def test_steps_changed_in_one_place(found: dict[str, list[Any]]) -> None:
    """Of ten thousand steps that were changed in one place, each is refused, or right in every small world."""
    said = Counter[str]()
    changes = 2 + 10_000 // sum(map(len, found.values()))
    for _, each in forged(CHECKER, found, changes, seed=2):
        assert each in ("", "refused")
        said[each] += 1
    assert said["refused"] > said[""] > 0
