"""Stand-ins for unknown integers say what Python says, as formulas, and refuse what they cannot say."""

import operator
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import z3

from slotproof.proofs.engine.formulas import Number, constant
from slotproof.proofs.engine.words import NotSupported, Truth
from slotproof.spec.logic import conj, implies, negate

COMPARED = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]
COMPUTED = [operator.add, operator.sub, operator.mul]


def _number() -> Any:
    return Number(z3.Int("number"))


def _at(term: z3.ExprRef, value: int) -> z3.ExprRef:
    return z3.simplify(z3.substitute(term, (z3.Int("number"), z3.IntVal(value))))


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
    assert _at((-_number()).term, value).eq(z3.IntVal(-value))
    said: Any = conj(_number() > 0, implies(_number() < 5, lambda: negate(_number() == 2)))
    assert isinstance(said, Truth)
    assert z3.is_true(_at(said.term, value)) == (value > 0 and (value >= 5 or value != 2))


@pytest.mark.parametrize(
    "refused",
    [bool, hash, range, lambda n: n == "1", lambda n: n == Truth(z3.Bool("b")), lambda n: n in [1], lambda n: n // 2],
    ids=["branch", "hash", "index", "a text", "a truth", "membership", "a quotient"],
)
def test_what_cannot_be_said_is_refused(refused: Callable[[Any], Any]) -> None:
    """Nothing is decided of what is not known, and nothing is made up."""
    with pytest.raises((NotSupported, TypeError)):
        refused(_number())


def test_constants() -> None:
    """A term that is a number in other words is one."""
    assert constant(z3.IntVal(2) + 3) == 5
    assert constant(z3.Int("number") + 3) is None


def test_judges_run_without_the_prover() -> None:
    """What checks with CrossHair, and what proves of words, takes nothing from what runs code on stand-ins."""
    text = "import sys, slotproof.proofs.engine.bits, slotproof.proofs.engine.contracts; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.split()
    engine = {name.rpartition(".")[2] for name in loaded if name.startswith("slotproof.proofs.engine.")}
    assert engine == {"bits", "contracts", "formulas", "inline", "refinement", "report", "smtlib", "words"}
