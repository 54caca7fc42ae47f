"""The trees of paths of real operations are accepted; whatever is left out or put in the place of another is not.

PYTEST_DONT_REWRITE: what the prover reads is what pytest loads.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from slotproof.certify.judge import proved
from slotproof.checker.paths import check_paths
from slotproof.declare.verdict import Status
from slotproof.engine.prove.python.core import Core
from slotproof.engine.prove.sides.obliged import Obliged
from slotproof.proofs.catalog import CATALOG

from ..engine.stack_refinement import STACK

OPERATIONS = [
    ("stack", "new"),
    ("stack", "push"),
    ("stack", "drop_to"),
    pytest.param("token_allocator", "acquire_many", marks=pytest.mark.long),
]
"""With a constructor, forks, a loop, and a loop that both sides go round together."""

ARRANGED = ("registry", "swap | swap-pop; a group with 1 owned, 1 observed, 0 excluded, of 3 pools or more")
"""With a second container that may be the first: a part for each."""

REFUSING = ("handle", "null")
"""With laws that call what refuses: that it does not is asked where the law is supposed."""

MOST = 80
"""Forgeries of one operation."""


@cache
def tree(container: str, unit: str) -> tuple[str, list[str]]:
    """Prove a unit; give the trees, and the questions, which have certificates elsewhere."""
    verdicts, asked, text = proved(STACK if container == "stack" else CATALOG[container], unit, False)
    assert {each.status for each in verdicts} == {Status.PROVED}
    return text, asked


def steps(told: Any) -> Iterator[tuple[list[Any], int]]:
    """Give each step of each way, as a list and the place in it."""
    ways = [each["way"] for each in told["trees"]]
    for way in ways:
        for place, step in enumerate(way):
            yield way, place
            ways += [step["aside"]] if "aside" in step else [*step.get("fork", []), *step.get("parts", [])]


def forged(text: str) -> Iterator[tuple[str, Any]]:
    """Give what is left out or put in place of another, at every place, one at a time."""
    count = len(list(steps(json.loads(text))))
    questions = [step["by"][0] for way, place in steps(json.loads(text)) if (step := way[place]).get("by")]
    for number in range(count):
        for kind in ("show", "branch", "part", "contrary", "question", "leaf", "loop"):
            told = json.loads(text)
            way, place = list(steps(told))[number]
            step = way[place]
            before = copy.deepcopy(step)
            match kind:
                case "show" if "show" in step and "number" in step:
                    del way[place]
                case "branch" if "fork" in step:
                    del step["fork"][number % 2]
                case "part" if "parts" in step:
                    del step["parts"][number % len(step["parts"])]
                case "contrary" if "fork" in step:
                    step["fork"][number % 2][0] = step["fork"][1 - number % 2][0]
                case "question" if step.get("by") and len(set(questions)) > 1:
                    step["by"] = [next(each for each in questions if each != step["by"][0])]
                case "leaf" if "done" in step or "elsewhere" in step:
                    del way[place]
                case "loop" if "loop" in step and not step["with"]:
                    del way[place]
                case _:
                    continue
            yield f"{kind} {before}", told


@pytest.mark.parametrize(("container", "unit"), [*OPERATIONS, ARRANGED, REFUSING])
def test_an_operation_owes_nothing(container: str, unit: str) -> None:
    """Its trees are accepted, with ends and what is owed at them."""
    text, asked = tree(container, unit)
    reason, ends, owed = check_paths(text, asked)
    assert reason == ""
    assert ends > 0
    assert owed >= ends


@pytest.mark.parametrize(("container", "unit"), OPERATIONS)
def test_a_forged_tree_is_refused(container: str, unit: str) -> None:
    """A branch, a leaf, or what is owed cannot be left out, a condition not be turned, a question not be another."""
    text, asked = tree(container, unit)
    found = list(forged(text))
    some = found[:: len(found) // MOST + 1]
    assert len(some) > 4
    assert [what for what, told in some if not check_paths(json.dumps(told), asked)[0]] == []


def test_a_branch_that_the_prover_loses_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof of what is left is whole, and the tree is refused."""
    split = Core.split
    monkeypatch.setattr(Core, "split", lambda self, st, condition: split(self, st, condition)[:1])
    verdicts, asked, text = proved(STACK, "push", False)
    assert {each.status for each in verdicts if each.claim.startswith("ST-I")} == {Status.PROVED}
    assert "leaves something out" in check_paths(text, asked)[0]


def test_what_the_prover_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are not compared, and are owed by the declaration."""
    monkeypatch.setattr(Obliged, "_same_result", lambda self, *ends: None)
    verdicts, asked, text = proved(STACK, "pop", False)
    assert {each.status for each in verdicts} == {Status.PROVED}
    assert check_paths(text, asked)[0] == "tree 0: 'equal results' is owed, and not shown"
