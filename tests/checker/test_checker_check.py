"""Whole proofs: what is accepted shows the question, and nothing that is changed, cut or smuggled in is accepted."""

from __future__ import annotations

import gzip
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from slotproof.checker.__main__ import main
from slotproof.checker.check import check

from .bench import Checker, steps_of, texts
from .bench import judged as judged_step
from .proofs import CHANGED, MORE, PROOF, QUESTION, SCOPED, SCOPES, UNREADABLE


def test_a_proof_is_accepted() -> None:
    """What follows is accepted, and the rules are counted."""
    found = check(QUESTION, PROOF)
    assert found.refused == ""
    assert found.accepted
    assert found.rules == {"assume": 3, "modus_ponens": 1, "contra": 1}
    assert check(QUESTION, SCOPES).accepted


@pytest.mark.parametrize(("before", "after", "reason"), CHANGED)
def test_a_proof_that_is_changed_is_refused(before: str, after: str, reason: str) -> None:
    """The refusal names the step, its rule, and why."""
    assert before in PROOF
    assert reason in check(QUESTION, PROOF.replace(before, after)).refused


@pytest.mark.parametrize(("before", "after"), UNREADABLE)
def test_a_question_that_cannot_be_read_is_refused(before: str, after: str) -> None:
    """What is not known in a question is an error, never skipped; a name never stands for two things."""
    assert before in QUESTION
    assert check(QUESTION.replace(before, after), PROOF).refused.startswith("the texts")


@pytest.mark.parametrize("proof", MORE)
def test_what_is_wrong_is_refused(proof: str) -> None:
    """Ill-sorted terms, open scopes and skolem terms of free variables are refused, and no such text is a crash."""
    assert check(QUESTION, proof).refused


def test_what_is_assumed_of_a_variable_is_not_so_of_all() -> None:
    """Under an assumption about a variable, nothing is replaced within a quantifier of it."""
    variable, other = '(@var "x0" U)', '(@var "x1" U)'
    wrong = SCOPED.format(
        assumed=f"(h {variable})", quantified=f"(forall (@list {variable}) (h {variable}))", last="refl :args (i)"
    )
    assert "a local assumption is about a variable that is quantified" in check(QUESTION, wrong).refused
    right = wrong.replace(f"(@list {variable})", f"(@list {other})")
    assert "the last step" in check(QUESTION, right.replace("(i)", "(p)")).refused


def test_a_step_within_a_scope_ends_with_it() -> None:
    """After a scope nothing that was concluded in it is a premise; its names may be used again."""
    proof = "((assume @p1 p)(assume-push @p2 false)(step-pop @p3 :rule scope :premises (@p2)){})"
    assert (
        "there is no step @p2" in check(QUESTION, proof.format("(step @p4 :rule true_intro :premises (@p2))")).refused
    )
    assert check(QUESTION, proof.format("(step @p2 false :rule refl :args (p))")).refused.startswith("step @p2, rule")


def test_skolem_terms_are_no_constants_of_the_question() -> None:
    """A constant that has the name of a skolem term cannot be declared; a term of it is closed."""
    question = QUESTION.replace("(declare-fun p () Bool)", "(declare-fun p () Bool) (declare-fun |@purify| () Bool)")
    assert "named twice" in check(question, PROOF).refused
    proof = '((step @p1 :rule skolem_intro :args ((@purify (@var "x0" Int)))))'
    assert "free variables" in check(QUESTION, proof).refused


def test_deep_terms_are_no_problem() -> None:
    """Nothing in the checker calls itself as deep as a term is."""
    depth = 5_000
    deep = "(not " * depth + "p" + ")" * depth
    proof = f"((step @p1 :rule evaluate :args ({deep.replace('p', 'true')})))"
    assert "the last step" in check(QUESTION, proof).refused
    assert "no value" in check(QUESTION, f"((step @p1 :rule evaluate :args ({deep})))").refused
    question = QUESTION.replace("(assert p)", f"(assert {deep}) (assert p)")
    assert check(question, PROOF).accepted
    total = "(+ 1 " * depth + "i" + ")" * depth
    proof = f"((step @p1 :rule arith_poly_norm :args ((= {total} (+ i {depth})))))"
    assert "the last step" in check(QUESTION, proof).refused
    bound = '(@var "x0" Int)'
    total = total.replace("i", bound)
    proof = f"((assume @p1 p)(step @p2 :rule instantiate :premises (@p1) :args ((@list {total}))))"
    assert "is no forall" in check(QUESTION, proof).refused


# --- certificates that are changed in one place

TOKEN = re.compile(r"@p\d+|@t\d+|:rule \S+|-?\b\d+\b|\((?:and|or|not|<|<=|>=|=|\+|\*|=>|forall) ")
OPERATORS = ("(and ", "(or ", "(not ", "(< ", "(<= ", "(>= ", "(= ", "(+ ", "(* ", "(=> ", "(forall ")


def forgeries(proof: str, how_many: int, chance: random.Random) -> list[str]:
    """Give proofs that differ in one word: a premise, an argument, a rule, a number, an operator, an assumption."""
    places = list(TOKEN.finditer(proof))
    rules = sorted(set(re.findall(r":rule \S+", proof)))
    names = {kind: sorted(set(re.findall(rf"@{kind}\d+", proof))) for kind in "pt"}
    found = []
    for _ in range(how_many):
        place = chance.choice(places)
        word = place[0]
        if word[:2] in ("@p", "@t"):
            new = chance.choice(names[word[1]])
        elif word[0] == ":":
            new = chance.choice(rules)
        elif word[0] == "(":
            new = chance.choice(OPERATORS)
        else:
            new = str(int(word) + chance.choice((-1, 1)))
        found.append(proof[: place.start()] + new + proof[place.end() :])
    return [each for each in found if each != proof]


def told_of(question: str, proof: str, forged: str, checker: Checker) -> str:
    """Give what becomes of a changed proof: "refused", "" if its steps are right, or what is wrong with one."""
    if check(question, forged).refused:
        return "refused"
    before = {
        (step.rule, *map(str, step.premises), *map(str, step.args)) for step in steps_of(checker, question, proof)
    }
    new = [
        step
        for step in steps_of(checker, question, forged)
        if (step.rule, *map(str, step.premises), *map(str, step.args)) not in before
    ]
    return next((said for step in new if (said := judged_step(checker, step))), "")


@pytest.mark.parametrize("each", [1, pytest.param(150, marks=pytest.mark.long)])
def test_forged_certificates(each: int) -> None:
    """A certificate with one word changed is refused, or each of its new steps is right in every small world."""
    checker, chance, said = Checker(), random.Random(each), {"refused": 0, "": 0}
    for _, question, proof in texts():
        if len(proof) > 30_000:
            continue
        for forged in forgeries(proof, each, chance):
            told = told_of(question, proof, forged, checker)
            assert told in said
            said[told] += 1
    assert said["refused"] > said[""]


# --- the command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with a question and its proof."""
    (tmp_path / "one.smt2").write_text(QUESTION)
    (tmp_path / "one.cpc").write_text(PROOF)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "two.smt2.gz").write_bytes(gzip.compress(QUESTION.encode()))
    (tmp_path / "more" / "two.cpc.gz").write_bytes(gzip.compress(PROOF.encode()))
    return tmp_path


def test_the_command_accepts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All is accepted: 0, of a folder and of one proof."""
    assert main([str(folder), "--rules"]) == 0
    said = capsys.readouterr().out
    assert "2 of 2 accepted, 10 steps" in said
    assert "2 contra" in said
    assert main([str(folder / "one.smt2"), str(folder / "one.cpc"), "--quiet"]) == 0


def test_the_command_refuses(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One is refused: 1, and the step, the rule and the reason are told; so is a question without a proof."""
    (folder / "one.cpc").write_text(PROOF.replace("contra", "trust"))
    (folder / "three.smt2").write_text(QUESTION)
    assert main([str(folder)]) == 1
    said = capsys.readouterr().out
    assert "one: step @p5, rule trust: there is no such rule" in said
    assert "three: a question without a proof" in said
    assert "1 of 3 accepted" in said


@pytest.mark.parametrize("given", [[], ["nothing"], ["nothing", "nothing"], ["--believe", "."]])
def test_wrong_usage(given: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not there, or not known, is wrong usage: 2."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2


def test_the_checker_needs_nothing(tmp_path: Path) -> None:
    """It runs without the packages that are installed, and helps who asks."""
    lines = (
        "import runpy, sys",
        f"sys.path.insert(0, {str(Path(__file__).parents[2])!r})",
        "sys.argv = ['checker', '--help']",
        "runpy.run_module('slotproof.checker', run_name='__main__')",
    )
    command = [sys.executable, "-I", "-S", "-c", "\n".join(lines)]
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert "Nothing is believed of a proof" in said.stdout
