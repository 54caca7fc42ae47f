"""A theorem about words has a certificate if it holds, on all of its paths, at every width: and then only."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from slotproof.certify import theorems
from slotproof.certify.judge import certified_theorem
from slotproof.certify.make import certificate_by
from slotproof.certify.store import KEEP, ROWS, prepare
from slotproof.certify.words import WAYS, hinted, lemmas_of, refutation_of
from slotproof.checker.__main__ import main
from slotproof.checker.check import check
from slotproof.checker.words import clauses_of
from slotproof.declare import Claim, Theorem
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.bitvectors.bits import paths_of
from slotproof.spec.logic import conj, implies


@pytest.fixture(autouse=True)
def _rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (ROWS, KEEP):
        monkeypatch.setenv(name, "")
    prepare(tmp_path / "rows.jsonl", None)


def half_sum(bits: Any, width: int) -> bool:
    """A mean without a carry lies between both; the sum of what differs and twice what both have is the sum."""
    a, b = bits.int("a", width), bits.int("b", width)
    mean = (a & b) + ((a ^ b) >> 1)
    return conj(mean == (a + b) >> 1, a + b == (a ^ b) + 2 * (a & b))


def by_branches(bits: Any, width: int) -> bool:
    """The larger one of two, by a branch, is none of the smaller ones."""
    a, b = bits.int("a", width), bits.int("b", width)
    larger = a if a > b else b
    bits.assume(larger > 0)
    return conj(larger >= a, larger >= b) if larger % 2 else conj(larger * 2 >= a + b)


def wrong_sum(bits: Any, width: int) -> bool:
    """Says of a sum that it is none of one number of all."""
    a, b = bits.int("a", width), bits.int("b", width)
    return implies(a != 0, a * 3 + b != 3 * (1 << width) - 3 + 5)


def wrong_branch(bits: Any, width: int) -> bool:
    """Is wrong of some numbers behind a branch that few take."""
    a, b = bits.int("a", width), bits.int("b", width)
    return a * b != 6 if a > b else True


def told(holds: Callable[..., bool], *widths: int) -> Verdict:
    """Give what certificates show of a theorem."""
    instances = tuple({"width": width} for width in widths)
    return certified_theorem("box", Theorem(Claim("BX-B1", "It holds."), holds, instances))


def question(holds: Callable[..., bool], width: int) -> str:
    """Give the one question of a theorem."""
    return theorems.question_about(paths_of(holds, {"width": width}))


@pytest.mark.parametrize("holds", [half_sum, by_branches], ids=lambda each: each.__name__)
def test_a_theorem_has_a_certificate(holds: Callable[..., bool]) -> None:
    """One for each width."""
    verdict = told(holds, 3, 4)
    assert (verdict.status, verdict.evidence["left"]) == (Status.PROVED, [])
    assert verdict.evidence["certified"] == verdict.evidence["of"] == len(verdict.evidence["questions"]) == 2
    assert verdict.evidence["rules"] == {"rup": verdict.evidence["steps"]}


@pytest.mark.parametrize("holds", [wrong_sum, wrong_branch], ids=lambda each: each.__name__)
def test_a_false_theorem_has_none(holds: Callable[..., bool]) -> None:
    """Whether or not the numbers that break it were met on the way."""
    verdict = told(holds, 4)
    assert verdict.status in (Status.NOT_PROVED, Status.FAILED)
    assert verdict.evidence["left"]
    assert verdict.evidence["certified"] == 0


def test_no_width_is_no_theorem() -> None:
    """A theorem without widths says nothing, and has no certificate."""
    verdict = told(half_sum)
    assert (verdict.status, verdict.evidence["certified"]) == (Status.NOT_PROVED, 0)


def test_all_paths_are_needed() -> None:
    """With a path left out, numbers lie on none: the question has no certificate."""
    paths = list(paths_of(by_branches, {"width": 3}))
    assert len(paths) == 4
    for place in range(len(paths)):
        fewer = [*paths[:place], *paths[place + 1 :]]
        found, _ = certificate_by(theorems.question_about(fewer), "searching", refutation_of)
        assert "Z3 does not refute the clauses" in found.left


def test_a_solver_that_lies_makes_no_certificate() -> None:
    """Clauses may be said to be refuted which are not: the proof is refused."""
    found, _ = certificate_by(question(wrong_branch, 3), "searching", lambda question, way: "rup\n0 1 0\n")
    assert "do not refute" in found.left or "tells nothing" in found.left


def test_a_search_ends() -> None:
    """After so many conflicts, and not after so many seconds."""
    asked = question(half_sum, 8)
    assert lemmas_of(clauses_of(asked), "searching")[-1] == ()
    with pytest.raises(RuntimeError, match="does not refute"):
        lemmas_of(clauses_of(asked), "searching", conflicts=1)


def test_lemmas_that_do_not_follow_are_no_proof() -> None:
    """Each clause has to follow by unit propagation."""
    square = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    assert hinted(square, [(1,), ()]) == "rup\n1 0 1 2 0\n0 5 3 4 0\n"
    assert hinted(square, [(1,), (2,), ()]).count("\n") == 3
    with pytest.raises(RuntimeError):
        hinted(square[:3], [(-1,), ()])
    with pytest.raises(RuntimeError):
        hinted(square, [()])


def test_changed_certificates() -> None:
    """A proof with one change is refused, or its question is right anyway; of a false question, each is refused."""
    chance = random.Random(0)
    asked = question(half_sum, 3)
    proof = refutation_of(asked, "searching")
    lines = proof.splitlines()
    assert check(asked, proof).accepted
    refused = 0
    for _ in range(150):
        place = chance.randrange(1, len(lines))
        words = lines[place].split()
        where = chance.randrange(len(words))
        words[where : where + 1] = chance.choice(([], [str(int(words[where]) + chance.choice((-1, 1)))], ["0"]))
        changed = "\n".join([*lines[:place], " ".join(words), *lines[place + 1 :]])
        refused += not check(asked, changed).accepted
        assert not check(asked.replace("bvashr", "bvshl"), changed).accepted
    assert refused > 100
    assert not check(asked, "\n".join(lines[:-1])).accepted
    assert not check(question(half_sum, 4), proof).accepted


def test_what_is_kept_is_checked_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with proofs about words; and not if two of them change places."""
    prepare(tmp_path / "rows.jsonl", tmp_path / "kept")
    assert told(half_sum, 2, 3).status is Status.PROVED
    one, other = sorted((tmp_path / "kept").rglob("*.rup.gz"))
    assert main([str(tmp_path / "kept")]) == 0
    assert "2 of 2 accepted" in capsys.readouterr().out
    texts = one.read_bytes(), other.read_bytes()
    one.write_bytes(texts[1])
    other.write_bytes(texts[0])
    assert main([str(tmp_path / "kept")]) == 1
    one.with_name(one.name.replace(".rup", ".cpc")).write_bytes(texts[0])
    assert main([str(tmp_path / "kept")]) == 1
    assert "or with two" in capsys.readouterr().out


def test_a_question_that_the_checker_cannot_read_has_none() -> None:
    """What came of it is told."""
    found, _ = certificate_by("(set-logic ALL)(assert (foo))(check-sat)", next(iter(WAYS)), refutation_of)
    assert "the checker cannot read the question" in found.left
