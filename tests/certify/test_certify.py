"""Questions are written as they are meant, and nothing counts as certified that the checker has not accepted."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import z3

from slotproof.certify import judge, make
from slotproof.certify.judge import certified
from slotproof.certify.make import WAYS, Certificate, Maker, digest, making
from slotproof.certify.questions import Names, Unwritable, Writer, question
from slotproof.certify.store import KEEP, ROWS, Store, prepare
from slotproof.checker.check import check
from slotproof.checker.parse import read_question
from slotproof.cli.certified import Beneath, count_certified
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.second import HEARD
from slotproof.engine.prove.solver.solve import Solver
from slotproof.proofs.catalog import CATALOG

N, M = z3.Ints("n m")
P = z3.Bool("p")
A = z3.Array("a", z3.IntSort(), z3.IntSort())
ROOT = Path(__file__).resolve().parents[2]

EASY = question([N < M, M < N])
OPEN = question([N < M])


def asserted(*formulas: Any) -> list[str]:
    """Give what is asserted in the question of formulas, as the checker reads it."""
    return [str(each) for each in read_question(question(formulas)).asserted]


# --- questions


def test_terms_are_written_as_they_are() -> None:
    """Operators keep their order; a difference of many is one of two at a time; a number below 0 is a negated one."""
    assert asserted(N - M - 2 >= -3) == ["(>= (- (- n m) 2) (- 3))"]
    assert asserted(z3.Implies(P, z3.Distinct(N, M))) == ["(=> p (distinct n m))"]
    assert asserted(z3.Store(A, N, M)[M] == N % 2) == ["(= (select (store a n m) m) (mod n 2))"]
    assert asserted(z3.Or(P), z3.And(), z3.Not(z3.Or())) == ["p", "true", "(not false)"]


def test_products_are_written_as_a_function_or_as_such() -> None:
    """Only a unit that has something left without is asked about with products that may be multiplied out."""
    for products, said in ((False, "(= (mul n m) 6)"), (True, "(= (* n m) 6)")):
        text = Writer(Names(products=products)).text([t.MUL(N, M) == 6])
        assert [str(each) for each in read_question(text).asserted] == [said]
        assert ("declare-fun mul" in text) is not products


@pytest.mark.long
def test_a_product_is_multiplied_out_where_that_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim about a hash of a sum follows so, and its tree of paths is of these questions."""
    monkeypatch.setenv(ROWS, str(tmp_path / "rows.jsonl"))
    monkeypatch.setenv(KEEP, "")
    first, *_ = judge.run(CATALOG["hash_index"], "generate_key")
    assert first.status is Status.PROVED
    assert (first.evidence["left"], first.evidence["certified"]) == ([], first.evidence["of"])


def test_what_stands_twice_is_written_once() -> None:
    """A term that stands in many places is named; what it means is the same."""
    term = N
    for _ in range(40):
        term = term + term
    text = question([term == 0])
    assert len(text) < 3000
    assert read_question(text).asserted[0].args[0].head == "+"


def test_bound_variables_are_their_own() -> None:
    """A variable within another quantifier has another name, whatever it is called."""
    x = z3.Int("x")
    inner = z3.Exists([x], x > N)
    assert asserted(z3.ForAll([x], z3.Or(x < N, inner))) == [
        "(forall (@list x0) (or (< x0 n) (exists (@list x1) (> x1 n))))"
    ]


@pytest.mark.parametrize("name", ["x0", "let1", "select", "true", "@purify", "a|b", "", "1", "a b", "_"])
def test_no_name_means_something_else(name: str) -> None:
    """A constant that is called as a word, a number or a variable of the text is called otherwise."""
    x = z3.Int("x")
    formulas = [z3.Int(name) == 1, z3.ForAll([x], x + z3.Int(name) > x), z3.Bool(name)]
    read = read_question(question(formulas))
    assert len(read.constants) == 2
    assert [each.head for each in read.asserted] == ["=", "forall", "constant"]


def test_an_array_of_one_value_is_named() -> None:
    """It is a constant, of which is said that each of its entries is that value."""
    assert asserted(z3.K(z3.IntSort(), N + 1)[M] == 0) == [
        "(forall (@list x0) (= (select all x0) (+ n 1)))",
        "(= (select all m) 0)",
    ]


def test_what_has_no_place_in_a_question() -> None:
    """A computed array and a sort that is not known are refused."""
    x = z3.Int("x")
    for formula in (z3.Lambda([x], x + 1)[N] == 1, z3.Real("r") > 0):
        with pytest.raises(Unwritable):
            question([formula])


def test_questions_are_heard() -> None:
    """Who listens is told of each question that cvc5 refutes, again where it is needed again, and of no other."""
    heard: list[tuple[list[Any], Any]] = []
    HEARD.append(lambda formulas, goal: heard.append((list(formulas), goal)))
    try:
        solver = Solver()
        assert solver.entails([N < M], N + 1 <= M, "a goal")
        assert not solver.entails([N < M], M < N, "another")
        assert solver.impossible([N < M, M < N])
        assert solver._confirmed([N < M, M < N], []) is not None
        assert Solver().entails([N < M, M < N], False, "what is false")  # asked as a branch is
    finally:
        HEARD.pop()
    told = [([str(each) for each in formulas], str(goal)) for formulas, goal in heard]
    contrary = ["n < m", "m < n"], "False"
    assert told == [(["n < m", "m < n + 1"], "n + 1 <= m"), contrary, contrary, contrary]


# --- certificates


def test_a_question_has_a_certificate() -> None:
    """It says what the proof is, and the checker accepts the proof."""
    with making() as maker:
        found, proof = maker.certificate(EASY)
    assert (found.left, found.way, found.question, found.proof) == ("", "plain", digest(EASY), digest(proof))
    assert found.steps == sum(found.rules.values()) > 2
    assert found.size == len(proof)
    assert check(EASY, proof).accepted


def test_an_open_question_has_none() -> None:
    """What came of each way is told."""
    with making() as maker:
        found, _ = maker.certificate(OPEN)
    assert [each.partition(": ")[0] for each in found.left.split("; ")] == list(WAYS)
    assert "cvc5 says sat" in found.left


def test_a_proof_of_something_else_is_refused() -> None:
    """A proof that the checker refuses is no certificate, whatever cvc5 says."""
    proof = make.proof_of(EASY, "plain")
    with making(lambda question, way: proof) as maker:
        found, _ = maker.certificate(question([N < M, M < N + 1]))
    assert "the question does not assert that" in found.left


def test_a_process_that_ends_takes_nothing_along() -> None:
    """Where the process ends that asks cvc5, the next way is tried in another one."""
    before = make.proof_of

    def proof_of(question: str, way: str) -> str:
        if way == "plain":
            os._exit(1)
        return before(question, way)

    with making(proof_of) as maker:
        found, _ = maker.certificate(EASY)
        assert (found.left, found.way) == ("", "enumerating")
    with making(proof_of, ["plain"]) as maker:
        assert maker.certificate(EASY)[0].left == "plain: cvc5 ended the process"


# --- what is kept


def test_what_is_certified_is_not_certified_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that has a certificate is not asked again, unless its texts are wanted and are not there."""
    for name in (ROWS, KEEP):
        monkeypatch.setenv(name, "")
    prepare(tmp_path / "rows.jsonl", None)
    numbers, left = certified("box/put", [EASY, OPEN])
    assert numbers["questions"] == [digest(EASY)]
    assert [each.partition(":")[0] for each in left] == ["box/put/001"]
    monkeypatch.setattr(Maker, "certificate", lambda self, text: (Certificate(digest(text), left="asked"), ""))
    assert certified("box/put", [EASY]) == (numbers, [])
    assert certified("box/put", [OPEN])[1] == ["box/put/000: asked"]
    prepare(tmp_path / "rows.jsonl", tmp_path / "kept")
    assert certified("box/put", [EASY])[1] == ["box/put/000: asked"]


def test_rows_of_another_checker_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that another checker accepted, and a torn line, are none."""
    for name in (ROWS, KEEP):
        monkeypatch.setenv(name, "")
    prepare(tmp_path / "rows.jsonl", None)
    certified("box/put", [EASY])
    file = tmp_path / "rows.jsonl"
    assert digest(EASY) in Store().rows
    line = json.loads(file.read_text())
    file.write_text(json.dumps(line | {"by": "another"}) + "\n" + json.dumps(line)[:40])
    assert Store().rows == {}


def test_a_claim_is_certified_if_all_that_shows_it_is() -> None:
    """One unit is not enough."""
    put, take = ("box", "put", "BX-I1"), ("box", "take", "BX-I1")
    assert count_certified([[put, take]], {put}) == 0
    assert count_certified([[put, take], [put]], {put, take}) == 2


def test_a_claim_that_rests_on_a_theorem_is_certified_with_it() -> None:
    """A theorem is no ground before it is certified, and none if it is not."""

    def lacking(*said: Status) -> str:
        """Give what a proof lacks that rests on a theorem of which this is said."""
        about = [SimpleNamespace(verdict=Verdict("box", "certify", "BX-B1", "BX-B1", each)) for each in said]
        grounds: Any = SimpleNamespace(
            theorems={"BX-B1": "box"},
            survey=SimpleNamespace(containers={"box": None}),
            units=lambda *_: {"BX-B1": None, "put": None},
            current=lambda name, judge, unit, deep: about if unit == "BX-B1" else [],
        )
        proof: Any = SimpleNamespace(
            verdict=Verdict("box", "certify", "put", "BX-I1", Status.PROVED, evidence={"rests": ["BX-B1"]})
        )
        return Beneath(grounds).lacking(proof)

    assert lacking() == "rests on BX-B1, which is not certified yet"
    assert lacking(Status.NOT_PROVED) == "rests on BX-B1, which is not certified"
    assert lacking(Status.PROVED) == ""


# --- the command


@pytest.mark.long
def test_the_command(tmp_path: Path) -> None:
    """A small container is certified; what is kept is accepted by the checker alone; the second time nothing is run.

    `verify` counts the claims, and believes no certificate of a change.
    """
    ledger, said, kept = (tmp_path / name for name in ("certificates.jsonl", "said.json", "kept"))
    copy = tmp_path / "stack_refinement.py"
    copy.write_bytes((ROOT / "tests/engine/stack_refinement.py").read_bytes())
    command = ["slotproof", "certify", str(copy), "--jobs", "1", "--ledger", str(ledger)]
    verify = ["slotproof", "verify", str(copy), "--judge", "prove", "--ledger", str(tmp_path / "verdicts.jsonl")]
    assert re.search(r"certified 0 of \d+ claims", run(*verify).stdout)
    assert run(*command, "--operation", "pop").returncode == 0
    assert re.search(r"certified 2 of \d+ claims", run(*verify).stdout), "what `pop` does, and what it costs"
    first = run(*command, "--json", str(said), "--keep", str(kept))
    assert first.returncode == 0, first.stdout + first.stderr
    [told] = json.loads(said.read_text())
    assert told["certified"] == told["of"] > 10
    assert not any(told["claims"].values())
    assert f"stack: certified {told['of']} of {told['of']}" in first.stdout
    assert f"{told['of']} of {told['of']} accepted" in run("slotproof.checker", str(kept), "--quiet").stdout
    second = run(*command)
    assert second.returncode == 0
    assert first.stdout == second.stdout
    assert re.search(r"certified (\d+) of \1 claims", run(*verify).stdout)
    text = copy.read_text(encoding="utf-8")
    changed = text.replace("return self.values.pop()", "last = self.values.pop()\n        return last")
    copy.write_text(changed, encoding="utf-8")
    assert changed != text
    assert re.search(r"certified 0 of \d+ claims", run(*verify).stdout)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a module of this project."""
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_false_goal_has_no_certificate() -> None:
    """What does not follow gets none, as a claim of too much."""
    goal = t.lift(t.le(N, M))
    found, _ = Maker().certificate(question([t.lift(t.le(N, t.add(M, 1))), t.lift(t.neg(goal))]))
    assert found.left
