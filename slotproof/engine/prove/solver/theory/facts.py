"""State what is known of opaque functions: products and quotients of unknown numbers, bits, powers of two.

Solvers lose their way in such functions, so they are given these facts alone.
"""

from __future__ import annotations

from typing import Final

import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.terms import Term
from slotproof.engine.prove.solver.theory.fact import OPAQUE, Fact, Meaning
from slotproof.engine.prove.solver.triggers import children, kind

# --- the facts


def multiples_in_order(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    """Say that a less multiple of a positive number is less, by that number at least."""
    less, more = m.mul(a, c), m.mul(b, c)
    next_one = t.implies(t.eq(t.add(a, 1), b), t.eq(t.add(less, c), more))
    return t.implies(t.conj(t.le(1, c), t.lt(a, b)), t.conj(t.le(t.add(less, c), more), next_one))


def _first_multiples(m: Meaning, a: Term, b: Term) -> Term:
    product = m.mul(a, b)
    return t.conj(
        t.implies(t.disj(t.eq(a, 0), t.eq(b, 0)), t.eq(product, 0)),
        t.implies(t.eq(a, 1), t.eq(product, b)),
        t.implies(t.eq(b, 1), t.eq(product, a)),
        t.implies(t.conj(t.le(1, a), t.le(1, b)), t.conj(t.le(a, product), t.le(b, product))),
        t.implies(t.conj(t.le(2, a), t.le(2, b)), t.le(t.add(a, b), product)),
    )


def remainder_bounds(m: Meaning, a: Term, b: Term) -> Term:
    """Say between what numbers a remainder is, and what it is of small numbers."""
    if type(b) is int and b == 0:
        return True
    remainder = m.mod(a, b)
    said = t.conj(
        t.le(0, remainder),
        t.lt(remainder, b),
        t.implies(t.conj(t.le(0, a), t.lt(a, b)), t.eq(remainder, a)),
        t.implies(t.conj(t.le(b, a), t.lt(t.sub(a, b), b)), t.eq(remainder, t.sub(a, b))),
    )
    return t.implies(t.lt(0, b), said)


def division(m: Meaning, a: Term, b: Term) -> Term:
    """Say what quotient and remainder are together."""
    if type(b) is int and b == 0:
        return True
    return t.implies(t.lt(0, b), t.eq(t.add(m.mul(m.div(a, b), b), m.mod(a, b)), a))


def sum_taken_apart(m: Meaning, a: Term, b: Term, c: Term, total: Term | None = None) -> Term:
    """Of a multiple and a number below the factor, quotient and remainder.

    Takes      total, their sum as it is written
    """
    if type(b) is int and b == 0:
        return True
    total = t.add(m.mul(a, b), c) if total is None else total
    said = t.conj(t.eq(m.div(total, b), a), t.eq(m.mod(total, b), c))
    return t.implies(t.conj(t.le(0, c), t.lt(c, b)), said)


def _product_of_products(m: Meaning, a: Term, b: Term, c: Term, d: Term) -> Term:
    product, both = m.mul(b, c), m.mul(t.add(m.mul(a, c), d), b)
    return t.conj(t.eq(both, t.add(m.mul(a, product), m.mul(d, b))), t.eq(m.mul(c, b), product))


def _remainder_of_remainder(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    """Of a product and of each of its factors."""
    if 0 in [each for each in (b, c) if type(each) is int]:
        return True
    rest = m.mod(a, m.mul(b, c))
    same = (t.eq(m.mod(rest, each), m.mod(a, each)) for each in (b, c))
    return t.implies(t.conj(t.lt(0, b), t.lt(0, c)), t.conj(*same))


def _rests_of_remainders(m: Meaning, a: Term, b: Term, c: Term) -> list[Term]:
    product = m.mul(b, c)
    quotient, rest = m.div(a, product), m.mod(a, product)
    known = [division(m, a, product), remainder_bounds(m, a, product), _first_multiples(m, b, c)]
    for one, other in ((b, c), (c, b)):
        inner, digits = m.div(rest, one), t.add(m.mul(quotient, other), m.div(rest, one))
        known += [division(m, rest, one), remainder_bounds(m, rest, one)]
        known += [
            _product_of_products(m, quotient, one, other, inner),
            sum_taken_apart(m, digits, one, m.mod(rest, one)),
        ]
    return known


def taken_apart(a: Term, b: Term) -> Term:
    """Say how a sum is taken apart in which a number is a product of unknown ones; True of other sums."""
    total, said = t.add(a, b), []
    for product, rest in ((a, b), (b, a)):
        if _is_product(product):
            factor, divisor = map(t.lower, children(product))
            said.append(sum_taken_apart(OPAQUE, factor, divisor, t.lift(rest), total))
            said += [_remainders(t.lift(each), divisor) for each in (total, rest)]
    return t.conj(*said)


def _remainders(number: Term, divisor: Term) -> Term:
    """Say of a number that the factors of a divisor see what the divisor leaves of it."""
    if not _is_product(divisor):
        return True
    factors = [t.lower(each) for each in children(divisor)]
    below = (_remainders(number, each) for each in factors)
    return t.conj(_remainder_of_remainder(OPAQUE, number, *factors), *below)


def _is_product(term: Term) -> bool:
    return not t.known(term) and kind(term) == z3.Z3_OP_UNINTERPRETED and term.decl().eq(t.MUL)


def _quotient_bounds(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    quotient = m.div(a, b)
    said = t.conj(t.le(0, quotient), t.le(quotient, a), t.implies(t.conj(t.lt(0, a), t.lt(1, b)), t.lt(quotient, a)))
    return t.implies(t.conj(t.lt(0, b), t.le(0, a)), said)


def shared_bits(m: Meaning, a: Term, b: Term) -> Term:
    """Say between what numbers shared bits are, and what is shared with all bits, and with none."""
    shared = m.bits_and(a, b)
    return t.conj(
        t.implies(t.le(0, b), t.conj(t.le(0, shared), t.le(shared, b))),
        t.implies(t.le(0, a), t.conj(t.le(0, shared), t.le(shared, a))),
        t.implies(t.eq(b, -1), t.eq(shared, a)),
        t.implies(t.eq(a, -1), t.eq(shared, b)),
        t.implies(t.disj(t.eq(a, 0), t.eq(b, 0)), t.eq(shared, 0)),
        t.implies(t.conj(t.lt(a, 0), t.lt(b, 0)), t.conj(t.le(shared, a), t.le(shared, b))),
    )


def joined_bits(m: Meaning, a: Term, b: Term) -> Term:
    """Say what two numbers have together, by what they share."""
    joined = m.bits_or(a, b)
    return t.conj(
        t.eq(t.add(joined, m.bits_and(a, b)), t.add(a, b)), t.iff(t.lt(joined, 0), t.disj(t.lt(a, 0), t.lt(b, 0)))
    )


def _different_bits(m: Meaning, a: Term, b: Term) -> Term:
    shared = m.bits_and(a, b)
    return t.eq(t.add(m.bits_xor(a, b), t.add(shared, shared)), t.add(a, b))


def _powers(m: Meaning, a: Term) -> Term:
    power = m.pow2(a)
    return t.conj(
        t.le(1, power), t.implies(t.le(1, a), t.le(2, power)), t.implies(t.eq(a, 0), t.eq(power, 1)), t.lt(a, power)
    )


def _powers_in_order(m: Meaning, a: Term, b: Term) -> Term:
    less, more = m.pow2(a), m.pow2(b)
    twice = t.add(less, less)
    said = t.conj(t.le(twice, more), t.implies(t.eq(b, t.add(a, 1)), t.eq(twice, more)))
    return t.implies(t.conj(t.le(0, a), t.lt(a, b)), said)


OF_NUMBERS: Final = (
    Fact("multiples in order", 3, multiples_in_order, lambda m, a, b, c: [[m.mul(a, c), m.mul(b, c)]]),
    Fact("first multiples", 2, _first_multiples, lambda m, a, b: [m.mul(a, b)]),
    Fact("quotient and remainder", 2, division, lambda m, a, b: [[m.div(a, b)], [m.mod(a, b)]]),
    Fact("bounds of remainders", 2, remainder_bounds, lambda m, a, b: [m.mod(a, b)]),
    Fact("bounds of quotients", 2, _quotient_bounds, lambda m, a, b: [m.div(a, b)]),
    Fact("shared bits", 2, shared_bits, lambda m, a, b: [m.bits_and(a, b)], "halves"),
    Fact("joined bits", 2, joined_bits, lambda m, a, b: [m.bits_or(a, b)], "halves"),
    Fact("different bits", 2, _different_bits, lambda m, a, b: [m.bits_xor(a, b)], "halves"),
    Fact("powers of two", 1, _powers, lambda m, a: [m.pow2(a)], "up"),
    Fact("powers of two in order", 2, _powers_in_order, lambda m, a, b: [[m.pow2(a), m.pow2(b)]], "up"),
)

OF_SUMS: Final = (
    Fact("sums taken apart", 3, sum_taken_apart),
    Fact("product of products", 4, _product_of_products),
    Fact("remainder of a remainder", 3, _remainder_of_remainder, rests=_rests_of_remainders),
)
"""What is said of a sum where it is made, and not assumed of all."""
