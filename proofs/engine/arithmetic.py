"""Products, quotients and remainders of two unknown numbers, as functions of which only lemmas are known.

Solvers lose their way in `pos // width` where neither number is known. Where a declaration names lemmas, the proof
keeps such terms opaque and uses the lemmas alone; each of them is an obligation of the proof, about the real functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import z3

from slotproof.proofs.engine.lemmas import Lemma, Step
from slotproof.proofs.engine.path import current, is_opaque
from slotproof.proofs.engine.terms import added, conjunction, implication, simplified

_NUMBERS: Final = (z3.IntSort(), z3.IntSort(), z3.IntSort())

Binary = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Arithmetic:
    """The three functions, on terms; quotients are rounded down, by positive divisors."""

    times: Binary
    quotient: Binary
    remainder: Binary


EXACT: Final = Arithmetic(lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a % b)
OPAQUE: Final = Arithmetic(
    z3.Function("times", *_NUMBERS), z3.Function("quotient", *_NUMBERS), z3.Function("remainder", *_NUMBERS)
)


def in_use(left: Any, right: Any) -> Arithmetic:
    """What the current path computes with, given the terms of both numbers."""
    if not is_opaque():
        return EXACT
    known = z3.is_int_value(simplified(left)) or z3.is_int_value(simplified(right))
    return EXACT if known else OPAQUE


def _division(a: Arithmetic) -> Any:
    """Quotient and remainder make up the number, and the remainder is below the divisor."""
    x, d = z3.Ints("x d")
    quotient, remainder = a.quotient(x, d), a.remainder(x, d)
    said = conjunction(
        x == a.times(quotient, d) + remainder,
        0 <= remainder,
        remainder < d,
        implication(x >= 0, conjunction(0 <= quotient, quotient <= x)),
        implication(conjunction(x >= 1, d >= 2), quotient < x),
    )
    return z3.ForAll([x, d], implication(d >= 1, said), patterns=[quotient, remainder] if a is OPAQUE else [])


def _order(a: Arithmetic) -> Any:
    """A greater number has a multiple that is greater by the factor at least, and by just that if it is the next."""
    p, q, d = z3.Ints("p q d")
    less, more = a.times(p, d), a.times(q, d)
    said = implication(p < q, conjunction(less + d <= more, implication(p + 1 == q, less + d == more)))
    patterns = [z3.MultiPattern(less, more)] if a is OPAQUE else []
    return z3.ForAll([p, q, d], implication(d >= 1, said), patterns=patterns)


def _few(a: Arithmetic) -> Any:
    """No times a factor is nothing, once is the factor, from there on it is no less than either, and then than both."""
    q, d = z3.Ints("q d")
    product = a.times(q, d)
    said = conjunction(
        implication(q == 0, product == 0),
        implication(q == 1, product == d),
        implication(q >= 1, conjunction(product >= q, product >= d)),
        implication(conjunction(q >= 2, d >= 2), product >= q + d),
    )
    return z3.ForAll([q, d], implication(d >= 1, said), patterns=[product] if a is OPAQUE else [])


def _composed(a: Arithmetic) -> Any:
    """A multiple and a number below the factor are taken apart again by the factor."""
    q, r, d = z3.Ints("q r d")
    return z3.ForAll([q, r, d], _apart(a, q, r, d))


def _apart(a: Arithmetic, q: Any, r: Any, d: Any) -> Any:
    whole = a.times(q, d) + r
    return implication(conjunction(0 <= r, r < d), conjunction(a.quotient(whole, d) == q, a.remainder(whole, d) == r))


def composed(left: Any, right: Any) -> Any:
    """The sum; of an opaque product and a number, what the sum is made of is known."""
    if is_opaque() and not current().claiming and z3.is_app(left) and left.decl().eq(OPAQUE.times):
        current().assume(_apart(OPAQUE, left.arg(0), right, left.arg(1)))
    return added(left, right)


def _lemma(name: str, said: Callable[[Arithmetic], Any]) -> Lemma:
    """What is known of the opaque functions, shown of the exact ones."""
    return Lemma(name, said(OPAQUE), (Step(f"lemma: {name}", said(EXACT)),))


DIVISION: Final = (
    _lemma("quotient and remainder make up a number", _division),
    _lemma("multiples are in the order of their numbers", _order),
    _lemma("the first multiples", _few),
    Lemma("sums are taken apart", z3.BoolVal(True), (Step("lemma: sums are taken apart", _composed(EXACT)),)),
)
