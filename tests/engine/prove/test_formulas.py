"""Stand-ins for unknown integers say what Python says, as formulas, and refuse what they cannot say."""

import operator
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import z3

from slotproof.declare import Claim
from slotproof.declare.verdict import Status
from slotproof.engine.bitvectors.words import NotSupported, Truth
from slotproof.engine.crosshair.contracts import Finding, judge
from slotproof.engine.crosshair.formulas import Number, constant
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.logic import choose, conj, disj, exists, forall, implies, least, negate, power_of_two

COMPARED = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
COMPUTED = [operator.add, operator.sub, operator.mul]
BY_KNOWN: dict[str, Callable[[Any, int], Any]] = {
    "quotient": operator.floordiv,
    "remainder": operator.mod,
    "first of both": lambda one, other: divmod(one, other)[0],
    "second of both": lambda one, other: divmod(one, other)[1],
    "shift": operator.lshift,
    "shift back": operator.rshift,
    "power": operator.pow,
}
BITWISE = [operator.and_, operator.or_, operator.xor]
SMALL = range(-9, 20)


def _number() -> Any:
    return Number(z3.Int("number"))


def _at(term: z3.ExprRef, value: int) -> z3.ExprRef:
    return z3.simplify(z3.substitute(term, (z3.Int("number"), z3.IntVal(value))))


def _all(term: Any, says: Callable[[int], int]) -> bool:
    return all(_at(term, value).eq(z3.IntVal(says(value))) for value in SMALL)


@pytest.mark.parametrize("compute", BY_KNOWN.values(), ids=BY_KNOWN)
@pytest.mark.parametrize("known", [-8, -3, -1, 0, 1, 2, 3, 5, 8, True])
def test_what_is_computed_by_a_known_number(compute: Callable[[Any, int], Any], known: int) -> None:
    """It is what Python computes of each small number; where Python raises, or makes no integer, no formula is made."""
    raises: list[type[Exception]] = []
    try:
        told = [compute(value, known) for value in SMALL if value or compute is not operator.pow]
        raises += [] if all(type(each) is int for each in told) else [NotSupported]
    except (ZeroDivisionError, ValueError) as error:
        raises += [type(error)]
    if raises:
        with pytest.raises(raises[0]):
            compute(_number(), known)
        return
    in_other_words: Any = Number(z3.IntVal(int(known)) + 0)
    for other in (known, in_other_words):
        assert _all(compute(_number(), other).term, lambda value: compute(value, known))


@pytest.mark.parametrize("compute", BITWISE)
def test_bits_by_a_mask(compute: Callable[[Any, Any], Any]) -> None:
    """They are those of Python, of any sign, on either side."""
    for mask in (*SMALL, 2**70 + 5, -(2**70) - 6, True):
        assert _all(compute(_number(), mask).term, partial(compute, mask))
        assert _all(compute(mask, _number()).term, partial(compute, mask))


def test_what_is_computed_of_one_number() -> None:
    """Its size, what it is less itself, all bits turned, and the one that a truth chooses."""
    assert _all(abs(_number()).term, abs)
    assert _all((-_number()).term, operator.neg)
    assert _all((~_number()).term, operator.inv)
    assert list(range(_number() - _number() + 2)) == [0, 1]


def test_what_truths_choose() -> None:
    """A number, or a tuple of numbers and truths, whichever way the truth is made."""

    def chosen(number: Any) -> Any:
        return choose(number > 3, (number, True), (1, False))

    def one(number: Any) -> Any:
        return choose(disj(negate(number <= 3), lambda: (number == 2) == (number == 1)), 1, 0)

    def other(number: Any) -> Any:
        return choose(conj(number > 3, lambda: (number == 4) != choose(number < 9, True, False)), number, 7)

    def third(number: Any) -> Any:
        said = (number == 2) == (number < 9)
        return choose(said, number, 7) + choose(choose(number == 4, False, True), number, 7)

    assert _all(third(_number()).term, third)
    assert _all(chosen(_number())[0].term, lambda value: chosen(value)[0])
    assert _all(z3.If(chosen(_number())[1].term, 1, 0), lambda value: chosen(value)[1])
    assert _all(one(_number()).term, one)
    assert _all((one(_number()) + other(_number())).term, lambda value: one(value) + other(value))
    assert one(1) != one(3)
    assert other(4) == other(9) == 7 != other(5)


@pytest.mark.parametrize("value", [-3, 0, 1, 2, 7])
def test_formulas_say_what_python_says(value: int) -> None:
    """Of every operator, on either side, with a number or a truth."""
    for other in (-2, 0, 1, 2, True):
        for compare in COMPARED:
            assert z3.is_true(_at(compare(_number(), other).term, value)) == compare(value, other)
            assert z3.is_true(_at(compare(other, _number()).term, value)) == compare(other, value)
        for compute in COMPUTED:
            assert _at(compute(_number(), other).term, value).eq(z3.IntVal(compute(value, other)))
            assert _at(compute(other, _number()).term, value).eq(z3.IntVal(compute(other, value)))
    said: Any = conj(_number() > 0, implies(_number() < 5, lambda: negate(_number() == 2)))
    assert isinstance(said, Truth)
    assert z3.is_true(_at(said.term, value)) == (value > 0 and (value >= 5 or value != 2))


REFUSED: dict[str, Callable[[Any], Any]] = {
    "branch": bool,
    "hash": hash,
    "index": range,
    "a text": lambda n: n == "1",
    "a truth": lambda n: n == Truth(z3.Bool("b")),
    "membership": lambda n: n in [1],
    "a fraction": lambda n: n / 2,
    "a quotient by a fraction": lambda n: n // 2.0,
    "a quotient by an unknown number": lambda n: n // (n + 1),
    "a quotient of a known number": lambda n: 7 // n,
    "a remainder by an unknown number": lambda n: n % (n + 1),
    "a remainder of a known number": lambda n: 7 % n,
    "both": lambda n: divmod(7, n),
    "a power of a known number": lambda n: 2**n,
    "a power by an unknown number": lambda n: n**n,
    "a negative power": lambda n: n**-1,
    "a power of which a remainder is taken": lambda n: pow(n, 2, 3),
    "a shift of a known number": lambda n: 1 << n,
    "a shift of a known number back": lambda n: 100 >> n,
    "a shift by an unknown number": lambda n: n << n,
    "bits of two unknown numbers": lambda n: n & (n - 1),
    "bits of either": lambda n: n | (n - 1),
    "bits that differ": lambda n: n ^ (n - 1),
    "a number for its negation": negate,
    "numbers for truths": lambda n: conj(n, n - n + 1),
    "a number or another": lambda n: disj(n, n - n + 1),
    "`~` of a truth": lambda n: ~(n > 1),
    "a choice by a number": lambda n: choose(n, 1, 2),
    "a choice between a number and none": lambda n: choose(n > 1, n, None),
    "all below": lambda n: forall(0, n, lambda i: True),
    "some below": lambda n: exists(0, n, lambda i: True),
    "the least below": lambda n: least(0, n, lambda i: True),
    "a power of two": power_of_two,
}


@pytest.mark.parametrize("refused", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_said_is_refused(refused: Callable[[Any], Any]) -> None:
    """Nothing is decided of what is not known, and nothing is made up."""
    with pytest.raises((NotSupported, TypeError), match=r"."):
        refused(_number())


def test_constants() -> None:
    """A term that is a number in other words is one."""
    assert constant(z3.IntVal(2) + 3) == 5
    assert constant(z3.Int("number") + 3) is None


def _erased(holds: Callable[[Any], bool]) -> Finding:
    """What CrossHair says of erasing one of one slots, if this is claimed of the generation, which then is one more."""
    claim = Claim("HM-I99", "Of each generation.", lambda m, h: conj(*map(holds, h.generation)))
    shapes = [] if HANDLE_MAP.contracts is None else HANDLE_MAP.contracts.shapes
    shape = next(each for each in shapes if each.name == "retire, fifo: 1 slots, live [0], free []")
    return judge(replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, claim)), HANDLE_MAP.operation("erase"), shape)


@pytest.mark.long
def test_claims_that_compute_are_judged() -> None:
    """Those that hold are confirmed, those that a step breaks are refuted, and those that cannot be said fail."""
    said = _erased(lambda age: conj(age // 2 * 2 + age % 2 == age, age >> 1 << 1 == age & -2))
    assert said.status is Status.CONFIRMED
    for wrong in (lambda age: age // 2 * 2 == age, lambda age: age & 1 == 0, lambda age: (age ^ 5) % 4 != 0):
        refuted = _erased(wrong)
        assert refuted.status is Status.FAILED
        assert refuted.failure is not None
        assert "HM-I99" in refuted.failure.broken
    for unsaid, reason in (
        (lambda age: 1 // age >= -1, "NotSupported"),
        (lambda age: age // 0 == age // 0, "ZeroDivision"),
    ):
        refused = _erased(unsaid)
        assert (refused.status, reason in refused.reason) == (Status.FAILED, True), refused


def test_judges_run_without_the_prover() -> None:
    """What checks with CrossHair, and what proves of words, takes nothing from the prover that reads."""
    text = "import sys, slotproof.engine.bitvectors.bits, slotproof.engine.crosshair.contracts; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.split()
    assert {"slotproof.engine.crosshair.contracts", "slotproof.engine.crosshair.formulas"} < set(loaded)
    assert not [name for name in loaded if name.startswith("slotproof.engine.prove")]
