"""Words mean to the checker what SMT-LIB says, proofs about them show what they say, and mistakes are noticed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from .bench import SOURCES, Change, Checker

CHECKER: Final = Checker()
WIDTHS: Final = (1, 2, 3)

HEAD: Final = "(set-logic ALL)(declare-fun x () (_ BitVec {0}))(declare-fun y () (_ BitVec {0}))"


def signed(value: int, width: int) -> int:
    """Give the number that a word is in two's complement."""
    return value - (value >> (width - 1) << width)


def _smod(a: int, b: int, width: int) -> int:
    return signed(a, width) % signed(b, width) if b else a


MEANT: Final[dict[str, Callable[[int, int, int], int]]] = {
    "bvand": lambda a, b, w: a & b,
    "bvor": lambda a, b, w: a | b,
    "bvxor": lambda a, b, w: a ^ b,
    "bvadd": lambda a, b, w: a + b,
    "bvsub": lambda a, b, w: a - b,
    "bvmul": lambda a, b, w: a * b,
    "bvudiv": lambda a, b, w: a // b if b else -1,
    "bvurem": lambda a, b, w: a % b if b else a,
    "bvsmod": _smod,
    "bvshl": lambda a, b, w: a << b,
    "bvlshr": lambda a, b, w: a >> b,
    "bvashr": lambda a, b, w: signed(a, w) >> b,
    "bvnot": lambda a, b, w: ~a,
    "bvneg": lambda a, b, w: -a,
    "bvule": lambda a, b, w: a <= b,
    "bvult": lambda a, b, w: a < b,
    "bvsle": lambda a, b, w: signed(a, w) <= signed(b, w),
    "bvslt": lambda a, b, w: signed(a, w) < signed(b, w),
    "bvsge": lambda a, b, w: signed(a, w) >= signed(b, w),
    "bvsgt": lambda a, b, w: signed(a, w) > signed(b, w),
}
"""Operator -> what Python computes of two words, modulo 2**width, or a truth."""

ONE: Final = ("bvnot", "bvneg")
TRUTHS: Final = ("bvule", "bvult", "bvsle", "bvslt", "bvsge", "bvsgt")

TERMS: Final[dict[str, Callable[[int, int, int], int]]] = {
    "(ite (bvult x y) x y)": lambda a, b, w: min(a, b),
    "(ite (= x y) (bvnot x) y)": lambda a, b, w: ~a if a == b else b,
    "(let ((z (bvadd x y))) (let ((t (bvnot z))) (bvand t x)))": lambda a, b, w: ~(a + b) & a,
    "((_ extract {last} 0) (concat x y))": lambda a, b, w: b,
    "((_ extract {top} {w}) (concat x y))": lambda a, b, w: a,
    "((_ extract {top} {w}) ((_ sign_extend {w}) x))": lambda a, b, w: -(a >> (w - 1)),
    "((_ extract {top} {w}) ((_ zero_extend {w}) x))": lambda a, b, w: 0,
    "(bvxor x (bvnot x))": lambda a, b, w: -1,
    "(ite (not (= x x)) x y)": lambda a, b, w: b,
    "(ite (and (= x y) (not (bvule x (_ bv0 {w})))) x (bvadd x y x))": lambda a, b, w: a if a == b != 0 else 2 * a + b,
    "(ite (= (bvult x y) (or (= x #b{zeros}) true)) x y)": lambda a, b, w: min(a, b),
    "(ite (ite (bvult x y) false (= x x)) x (bvsub y x))": lambda a, b, w: a if a >= b else b - a,
}


def holds(checker: Checker, question: str, values: Sequence[int]) -> bool:
    """Tell whether what a question asserts is true of the numbers of its first bits.

    Each gate gets its value from those before it.
    """
    clauses = checker.words.clauses_of(question)
    true = {1, *(place if bit else -place for place, bit in enumerate(values, 2))}
    gates = [clause for clause in clauses if len(clause) > 1]
    for clause in itertools.chain(gates, gates):
        left = [each for each in clause if -each not in true]
        assert left, "the clauses of gates are true of all numbers"
        if len(left) == 1:
            true.add(left[0])
    assert all(not true.isdisjoint((each, -each)) for clause in clauses for each in clause), "a gate without a value"
    return all(clause[0] in true for clause in clauses if len(clause) == 1)


def questions(width: int) -> list[tuple[str, Callable[[int, int, int], int], bool]]:
    """Give terms of x and y, what they mean, and whether they are truths."""
    found = [(f"({name} x)" if name in ONE else f"({name} x y)", MEANT[name], name in TRUTHS) for name in MEANT]
    places = {"last": width - 1, "top": 2 * width - 1, "w": width, "zeros": "0" * width}
    return found + [(term.format(**places), meant, False) for term, meant in TERMS.items()]


def misread(checker: Checker, width: int) -> list[str]:
    """Give the terms that the checker takes for something else, of some pair of numbers."""
    wrong = []
    for term, meant, is_truth in questions(width):
        head = HEAD.format(width)
        for a, b in itertools.product(range(1 << width), repeat=2):
            bits = [value >> place & 1 for value in (a, b) for place in range(width)]
            value = meant(a, b, width) % (1 << width)
            said = term if is_truth else f"(= {term} (_ bv{value} {width}))"
            right = holds(checker, f"{head}(assert {said})(check-sat)", bits)
            other = is_truth or holds(checker, f"{head}(assert (not {said}))(check-sat)", bits)
            if (right, other) != ((bool(value), True) if is_truth else (True, False)):
                wrong.append(term)
                break
    return wrong


@pytest.mark.parametrize("width", WIDTHS)
def test_operators_mean_what_python_computes(width: int) -> None:
    """Of all numbers: shifts beyond the width, a divisor of 0 and signs among them."""
    assert misread(CHECKER, width) == []


def test_every_operator_is_tried() -> None:
    """The table is of all that the checker knows."""
    assert MEANT.keys() == CHECKER.words.WORDS.keys()


UNREADABLE: Final = {
    "(assert (bvfoo x y))": "no operator",
    "(assert (bvult x ((_ extract 2 0) y)))": "different widths",
    "(assert (bvult x ((_ extract 4 1) y)))": "no bits",
    "(assert (bvadd x y))": "a word where a truth",
    "(assert (bvnot (= x y)))": "a truth where a word",
    "(assert (= x z))": "no term",
    "(assert (let ((x y)) (= x y)))": "named twice",
    "(assert (= x (_ bv16 4)))": "more than 4 bits",
    "(assert (bvult x))": "cannot be read",
    "(assert (= x (bvadd y)))": "of one word",
    "(push 1)(assert (= x y))": "a command",
    "(declare-fun f (Int) Int)(assert (= x y))": "no operator",
    "(declare-fun x () Bool)(assert (= x y))": "named twice",
    "(declare-fun bvadd () Bool)(assert (= x y))": "named twice",
    "(declare-fun z () Int)(assert (= x y))": "no sort",
    "(assert (= x y))(check-sat)(assert (= x y))": "a command",
    "": "a command",
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_is_not_known_is_refused(text: str) -> None:
    """An operator, a sort, a command, a width or a name."""
    found = CHECKER.check.check(f"{HEAD.format(4)}{text}(check-sat)", "rup\n0 1 0\n")
    assert UNREADABLE[text] in found.refused


# --- proofs

KNOWN: Final = ((1,), (2, 3), (-2, 3), (2, -3), (-2, -3))
PROOFS: Final = {
    "rup\n3 0 2 3 0\n0 6 4 5 0\n": "",
    "rup\n3 0 2 3 0\n0 6 5 4 0\n": "",
    "rup\n3 0 2 3 0\n": "the last step",
    "rup\n": "the last step",
    "3 0 2 3 0\n0 6 4 5 0\n": "begins with",
    "rup\n0 2 3 0\n": "tells nothing",
    "rup\n3 0 2 0\n0 6 4 5 0\n": "do not refute",
    "rup\n3 0 2 6 0\n0 6 4 5 0\n": "no clause 6",
    "rup\n3 0 2 -3 0\n0 6 4 5 0\n": "no clause -3",
    "rup\n3 0 2 3\n0 6 4 5 0\n": "end with 0",
    "rup\n3 2 3\n": "step 1",
    "rup\n3 0 2 x 0\n": "step 1",
}


@pytest.mark.parametrize("proof", PROOFS)
def test_a_proof_is_taken_step_by_step(proof: str) -> None:
    """Each clause follows from those before it that are named, or is refused."""
    if not PROOFS[proof]:
        assert CHECKER.clauses.check_refuted(KNOWN, proof) == 2
    else:
        with pytest.raises(CHECKER.terms.Refused, match=PROOFS[proof]):
            CHECKER.clauses.check_refuted(KNOWN, proof)


def forged(checker: Checker, count: int, seed: int = 0) -> tuple[int, int]:
    """Make steps at random; give how many are accepted, and how many of these do not follow in some world."""
    chance = random.Random(seed)
    accepted = wrong = 0
    worlds = [(*world,) for world in itertools.product((False, True), repeat=4)]

    def clause(most: int) -> tuple[int, ...]:
        return tuple(chance.choice((-1, 1)) * chance.randint(1, 4) for _ in range(chance.randint(0, most)))

    def true(world: tuple[bool, ...], of: tuple[int, ...]) -> bool:
        return any(world[abs(each) - 1] == (each > 0) for each in of)

    for _ in range(count):
        known, added = [clause(3) or (1,) for _ in range(4)], clause(2)
        named = [chance.randint(-1, 5) for _ in range(chance.randint(0, 4))]
        try:
            checker.clauses._follow(added, named, known)
        except checker.terms.Refused:
            continue
        except Exception:  # noqa: BLE001 - a checker that breaks down has shown its mistake
            wrong += 1
            continue
        accepted += 1
        wrong += any(all(true(world, each) for each in known) and not true(world, added) for world in worlds)
    return accepted, wrong


def test_no_step_is_accepted_that_does_not_follow() -> None:
    """Of steps at random those that are accepted are true wherever the clauses before them are."""
    accepted, wrong = forged(CHECKER, 6000)
    assert accepted > 200
    assert wrong == 0


# --- mistakes in the checker

WEAK: Final = (
    ("clauses", "if len(left) > 1 or -left[0] in false:", "if False:"),
    ("clauses", "if len(left) > 1 or -left[0] in false:", "if -left[0] in false:"),
    ("clauses", 'raise Refused("the clauses that are named do not refute its contrary")', "pass"),
    ("clauses", "if each not in false]", "if -each not in false]"),
    ("clauses", "false.add(-left[0])", "false.update(left)"),
    ("clauses", "(-gate, one), (-gate, other), (gate, -one, -other)", "(-gate, one), (gate, -one, -other)"),
    ("clauses", "if FALSE in (one, other) or one == -other:", "if FALSE in (one, other) or one == other:"),
    ("clauses", "return other if one == TRUE else one", "return one"),
    ("clauses", "return one if other == FALSE else -one", "return one"),
    ("clauses", "return FALSE if one == other else TRUE", "return FALSE"),
    ("clauses", "return sign * gate", "return gate"),
    ("clauses", "return one if truth == TRUE else other", "return one"),
    ("clauses", "self.either(self.both(truth, one), self.both(-truth, other))", "self.both(truth, one)"),
    ("words", "carry = of.either(of.both(x, y), of.both(half, carry))", "carry = of.both(x, y)"),
    ("words", "return _sum(of, a, _bvnot(of, b), TRUE)[0]", "return _sum(of, a, _bvnot(of, b), FALSE)[0]"),
    ("words", "shifted = (FALSE,) * place + a[: len(a) - place]", "shifted = a"),
    ("words", "longer = (*b, FALSE)", "longer = (*b, TRUE)"),
    ("words", "moved = of.both(of.differ(a[-1], b[-1])", "moved = of.both(a[-1]"),
    ("words", "return _sum(of, b, _bvnot(of, a), TRUE)[1]", "return _sum(of, b, _bvnot(of, a), FALSE)[1]"),
    ("words", "return _bvule(of, (*a[:-1], -a[-1]), (*b[:-1], -b[-1]))", "return _bvule(of, a, b)"),
    ("words", "by = min(1 << place, width)", "by = min(place, width)"),
    ("words", "return _shifted(of, a, b, False, a[-1])", "return _shifted(of, a, b, False, FALSE)"),
    ("words", "return a + (a[-1],) * more", "return a + (FALSE,) * more"),
    ("words", "return a[low : high + 1]", "return a[: high + 1 - low]"),
    ("words", "return self.word(low) + self.word(high)", "return self.word(high) + self.word(low)"),
    ("words", "return -self.clauses.differ(a, b)", "return self.clauses.differ(a, b)"),
)
"""Module, a part of a line, and what takes its place."""


@pytest.mark.parametrize("mistake", WEAK, ids=range(len(WEAK)))
def test_mistakes_are_noticed(mistake: tuple[str, str, str]) -> None:
    """A checker with one of them takes a term for something else, or accepts a step that does not follow."""
    module, old, new = mistake
    lines = (SOURCES / f"{module}.py").read_text(encoding="utf-8").splitlines()
    [number] = [number for number, line in enumerate(lines) if old in line]
    checker = Checker(Change(module, number + 1, lines[number].replace(old, new)))
    try:
        assert forged(checker, 3000)[1] or _breaks(checker)
    finally:
        checker.forget()


def _breaks(checker: Checker) -> bool:
    """Tell whether terms are misread; what cannot be read any more, or has a gate without a value, is misread."""
    try:
        return bool(misread(checker, 2))
    except Exception:  # noqa: BLE001 - what cannot go on has noticed something
        return True


def test_the_checker_takes_both_formats() -> None:
    """A proof that begins with `rup` is about words, and is no proof of another question."""
    asked = f"{HEAD.format(1)}(assert (= x y))(assert (not (= x y)))(check-sat)"
    units = [place for place, clause in enumerate(CHECKER.words.clauses_of(asked), 1) if len(clause) == 1]
    proof = f"rup\n0 {' '.join(map(str, units[1:]))} 0\n"
    found = CHECKER.check.check(asked, proof)
    assert (found.refused, found.rules) == ("", {"rup": 1})
    other = asked.replace("(assert (not (= x y)))", "(assert (not (= x (bvnot y))))")
    assert "step 1" in CHECKER.check.check(other, proof).refused
