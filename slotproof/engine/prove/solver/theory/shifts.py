"""State what is known of shifts and masks by a number of bits that is not known: of the digits of numbers."""

from __future__ import annotations

from typing import Final

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.terms import Term
from slotproof.engine.prove.solver.theory.fact import OPAQUE, Fact, Meaning
from slotproof.engine.prove.solver.theory.facts import (
    division,
    joined_bits,
    multiples_in_order,
    remainder_bounds,
    shared_bits,
    sum_taken_apart,
)
from slotproof.engine.prove.solver.triggers import child, children

# --- what the others are shown by, and solvers are not told


def _twice_a_divisor(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    half, twice = t.div(a, 2), t.add(b, b)
    rest = m.mod(half, b)
    said = t.conj(t.eq(m.div(a, twice), m.div(half, b)), t.eq(m.mod(a, twice), t.add(t.add(rest, rest), t.mod(a, 2))))
    return t.implies(t.lt(0, b), said)


def _twice_a_factor(m: Meaning, a: Term, b: Term) -> Term:
    product = m.mul(a, b)
    return t.eq(m.mul(a, t.add(b, b)), t.add(product, product))


def _one_multiple_less(m: Meaning, a: Term, b: Term) -> Term:
    return t.eq(m.mul(t.sub(a, 1), b), t.sub(m.mul(a, b), b))


def _one_divisor_more(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    return t.implies(t.lt(0, b), t.eq(m.div(t.add(a, b), b), t.add(m.div(a, b), 1)))


def _next_remainder(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    following = t.add(m.mod(a, b), 1)
    return t.implies(t.lt(0, b), t.eq(m.mod(t.add(a, 1), b), t.ite(t.eq(following, b), 0, following)))


def _below_a_divisor(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    return t.implies(t.conj(t.le(0, a), t.lt(a, b)), t.eq(m.div(a, b), 0))


def _multiple_divided(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    return t.implies(t.lt(0, b), t.eq(m.div(m.mul(a, b), b), a))


def _below_two_divisors(m: Meaning, a: Term, b: Term) -> Term:
    if type(b) is int and b == 0:
        return True
    return t.implies(t.conj(t.le(0, a), t.lt(a, t.add(b, b))), t.le(m.div(a, b), 1))


def _by_one(m: Meaning, a: Term) -> Term:
    return t.conj(t.eq(m.mul(a, 1), a), t.eq(m.mul(0, a), 0), t.eq(m.div(a, 1), a), t.eq(m.mod(a, 1), 0))


def _bits_of_a_multiple(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    power = m.pow2(c)
    multiple, shifted = m.mul(b, power), m.div(a, power)
    said = t.conj(
        t.eq(m.bits_and(a, multiple), m.mul(m.bits_and(shifted, b), power)),
        t.eq(m.bits_and(multiple, a), m.mul(m.bits_and(b, shifted), power)),
    )
    return t.implies(t.le(0, c), said)


# --- what solvers are told


def _are_equal(a: Term, b: Term) -> Term:
    """Say that numbers are equal, by their order: for an equation, cvc5 puts one in place of the other in triggers."""
    return t.conj(t.le(a, b), t.le(b, a))


def _bits_below(m: Meaning, a: Term, b: Term) -> Term:
    power = m.pow2(b)
    return t.implies(t.le(0, b), t.eq(m.bits_and(a, t.sub(power, 1)), m.mod(a, power)))


def _low_bits(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    power = m.pow2(c)
    said = t.eq(m.bits_and(a, b), m.mod(a, power))
    return t.implies(t.conj(t.le(0, c), _are_equal(b, t.sub(power, 1))), said)


def _is_middle(m: Meaning, b: Term, c: Term, d: Term) -> Term:
    """Say that a mask has ones from bit c up, d of them."""
    low = m.pow2(c)
    return t.conj(t.le(0, c), t.le(0, d), _are_equal(t.add(b, low), m.mul(m.pow2(d), low)))


def _middle_bits(m: Meaning, a: Term, b: Term, c: Term, d: Term) -> Term:
    low, digit = m.pow2(c), m.mod(m.div(a, m.pow2(c)), m.pow2(d))
    return t.implies(_is_middle(m, b, c, d), t.eq(m.bits_and(a, b), m.mul(digit, low)))


def _middle_bits_counted_up(m: Meaning, a: Term, b: Term, c: Term, d: Term, e: Term) -> Term:
    """Of two numbers, of which one is the other with the lowest of these bits added."""
    low, power = m.pow2(c), m.pow2(d)
    following = m.mod(t.add(m.mod(m.div(e, low), power), 1), power)
    counted = t.conj(_is_middle(m, b, c, d), _are_equal(a, t.add(e, low)))
    return t.implies(counted, t.eq(m.bits_and(a, b), m.mul(following, low)))


def _bits_side_by_side(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    high, power = m.mul(b, m.pow2(c)), m.pow2(c)
    said = (t.eq(joined, t.add(a, high)) for joined in (m.bits_or(a, high), m.bits_or(high, a)))
    return t.implies(t.conj(t.le(0, c), t.le(0, a), t.lt(a, power)), t.conj(*said))


def _quotient_of_quotient(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    """Of a number that is shifted by c bits, and then by b; and of the digits that are lost."""
    low, power, both = m.pow2(c), m.pow2(b), m.pow2(t.add(b, c))
    shifted = m.div(a, low)
    said = t.conj(
        t.eq(m.div(shifted, power), m.div(a, both)),
        t.eq(m.mod(a, both), t.add(m.mod(a, low), m.mul(m.mod(shifted, power), low))),
    )
    return t.implies(t.conj(t.le(0, b), t.le(0, c)), said)


def _powers_of_sums(m: Meaning, a: Term, b: Term) -> Term:
    said = t.eq(m.mul(m.pow2(a), m.pow2(b)), m.pow2(t.add(a, b)))
    return t.implies(t.conj(t.le(0, a), t.le(0, b)), said)


def _multiple_of_a_digit(m: Meaning, a: Term, b: Term, c: Term) -> Term:
    power = m.pow2(b)
    return t.implies(t.le(1, c), t.le(t.add(m.mul(m.mod(a, power), c), c), m.mul(power, c)))


def _shifted_there_and_back(m: Meaning, a: Term, b: Term) -> Term:
    power = m.pow2(b)
    return t.eq(m.div(m.mul(a, power), power), a)


def _highest_bit(m: Meaning, a: Term, b: Term) -> Term:
    power = m.pow2(b)
    return t.implies(t.conj(t.le(0, a), t.lt(a, t.add(power, power))), t.le(m.div(a, power), 1))


# --- the facts


def _rests_of_one_more(m: Meaning, a: Term, b: Term) -> list[Term]:
    quotient = t.add(m.div(a, b), 1)
    sums = division(m, a, b), remainder_bounds(m, a, b), sum_taken_apart(m, quotient, b, m.mod(a, b))
    return [*sums, _one_multiple_less(m, quotient, b)]


def _rests_of_bits_below(m: Meaning, a: Term, b: Term) -> list[Term]:
    return [_twice_a_divisor(m, a, m.pow2(t.sub(b, 1))), _by_one(m, a), shared_bits(m, a, 0)]


def _rests_of_a_multiple(m: Meaning, a: Term, b: Term, c: Term) -> list[Term]:
    before = m.pow2(t.sub(c, 1))
    half = m.div(t.div(a, 2), before)
    shared = m.bits_and(half, b), m.bits_and(b, half)
    twice = _twice_a_divisor(m, a, before), *(_twice_a_factor(m, each, before) for each in (b, *shared))
    return [*twice, *(_by_one(m, each) for each in (a, b, m.bits_and(a, b), m.bits_and(b, a)))]


def _rests_of_middle_bits(m: Meaning, a: Term, b: Term, c: Term, d: Term) -> list[Term]:
    low, power = m.pow2(c), m.pow2(d)
    mask = t.sub(power, 1)
    return [_one_multiple_less(m, power, low), _bits_of_a_multiple(m, a, mask, c), _bits_below(m, m.div(a, low), d)]


def _rests_of_counting(m: Meaning, a: Term, b: Term, c: Term, d: Term, e: Term) -> list[Term]:
    low, power = m.pow2(c), m.pow2(d)
    digit, positive = m.mod(m.div(e, low), power), (t.le(1, m.pow2(each)) for each in (c, d))
    following = _next_remainder(m, m.div(e, low), power), _next_remainder(m, digit, power)
    bounds = remainder_bounds(m, m.div(e, low), power), remainder_bounds(m, digit, power)
    return [_middle_bits(m, a, b, c, d), _one_divisor_more(m, e, low), *following, *bounds, *positive]


def _rests_of_side_by_side(m: Meaning, a: Term, b: Term, c: Term) -> list[Term]:
    power, high = m.pow2(c), m.mul(b, m.pow2(c))
    joined = joined_bits(m, a, high), joined_bits(m, high, a), shared_bits(m, 0, b), shared_bits(m, b, 0)
    return [*joined, _bits_of_a_multiple(m, a, b, c), _below_a_divisor(m, a, power), _by_one(m, power)]


def _rests_of_quotients(m: Meaning, a: Term, b: Term, c: Term) -> list[Term]:
    before = m.pow2(t.sub(c, 1))
    digit = m.mod(m.div(t.div(a, 2), before), m.pow2(b))
    twice = _twice_a_divisor(m, a, before), _twice_a_divisor(m, a, m.pow2(t.sub(t.add(b, c), 1)))
    return [*twice, _twice_a_factor(m, digit, before), _by_one(m, a), _by_one(m, m.mod(a, m.pow2(b)))]


def _rests_of_sums(m: Meaning, a: Term, b: Term) -> list[Term]:
    return [_twice_a_factor(m, m.pow2(a), m.pow2(t.sub(b, 1))), _by_one(m, m.pow2(a))]


SHOWN_FIRST: Final = (
    Fact("twice a divisor", 2, _twice_a_divisor),
    Fact("twice a factor", 2, _twice_a_factor),
    Fact("one multiple less", 2, _one_multiple_less),
    Fact("one divisor more", 2, _one_divisor_more, rests=_rests_of_one_more),
    Fact("next remainder", 2, _next_remainder),
    Fact("below a divisor", 2, _below_a_divisor),
    Fact("multiple divided", 2, _multiple_divided),
    Fact("below two divisors", 2, _below_two_divisors),
    Fact("by one", 1, _by_one),
    Fact("bits below", 2, _bits_below, induction="shifts", rests=_rests_of_bits_below),
    Fact("quotient of a quotient", 3, _quotient_of_quotient, induction="shifts", rests=_rests_of_quotients),
    Fact("bits of a multiple", 3, _bits_of_a_multiple, induction="shifts", rests=_rests_of_a_multiple),
)
"""What the others rest on, and solvers are not told."""

OF_SHIFTS: Final = (
    Fact(
        "low bits",
        3,
        _low_bits,
        lambda m, a, b, c: [[m.bits_and(a, b), m.mod(a, m.pow2(c))]],
        rests=lambda m, a, b, c: [_bits_below(m, a, c)],
    ),
    Fact("powers of sums", 2, _powers_of_sums, lambda m, a, b: [m.mul(m.pow2(a), m.pow2(b))], "up", _rests_of_sums),
    Fact(
        "middle bits",
        4,
        _middle_bits,
        lambda m, a, b, c, d: [[m.bits_and(a, b), m.mod(m.div(a, m.pow2(c)), m.pow2(d))]],
        rests=_rests_of_middle_bits,
    ),
    Fact(
        "middle bits counted up",
        5,
        _middle_bits_counted_up,
        lambda m, a, b, c, d, e: [[m.bits_and(a, b), m.bits_and(e, b), m.mod(m.div(e, m.pow2(c)), m.pow2(d))]],
        rests=_rests_of_counting,
    ),
    Fact(
        "bits side by side",
        3,
        _bits_side_by_side,
        lambda m, a, b, c: [[m.bits_or(a, m.mul(b, m.pow2(c)))], [m.bits_or(m.mul(b, m.pow2(c)), a)]],
        rests=_rests_of_side_by_side,
    ),
    Fact(
        "multiple of a digit",
        3,
        _multiple_of_a_digit,
        lambda m, a, b, c: [m.mul(m.mod(a, m.pow2(b)), c)],
        rests=lambda m, a, b, c: [
            multiples_in_order(m, m.mod(a, m.pow2(b)), m.pow2(b), c),
            remainder_bounds(m, a, m.pow2(b)),
            t.le(1, m.pow2(b)),
        ],
    ),
    Fact(
        "shifted there and back",
        2,
        _shifted_there_and_back,
        lambda m, a, b: [m.div(m.mul(a, m.pow2(b)), m.pow2(b))],
        rests=lambda m, a, b: [_multiple_divided(m, a, m.pow2(b)), t.le(1, m.pow2(b))],
    ),
    Fact(
        "highest bit",
        2,
        _highest_bit,
        lambda m, a, b: [m.div(a, m.pow2(b))],
        rests=lambda m, a, b: [_below_two_divisors(m, a, m.pow2(b)), t.le(1, m.pow2(b))],
    ),
)
"""What solvers are told where there is a use for it."""


def in_one_step(quotient: Term) -> Term:
    """Say of a quotient of quotients by powers of two what "quotient of a quotient" does; True of other terms."""
    inner, last = _shifted(quotient)
    number, first = _at_once(inner)
    return True if first is None else _quotient_of_quotient(OPAQUE, number, last, first)


def _at_once(quotient: Term) -> tuple[Term, Term | None]:
    """Give the number that is shifted, and by how much in all; None of other terms."""
    inner, last = _shifted(quotient)
    if last is None:
        return quotient, None
    number, first = _at_once(inner)
    return number, last if first is None else t.add(last, first)


def _shifted(quotient: Term) -> tuple[Term, Term | None]:
    """Take a quotient by a power of two apart: the number, and the exponent; None of other terms."""
    if not t.known(quotient) and quotient.decl().eq(t.DIV):
        number, divisor = children(quotient)
        if divisor.decl().eq(t.POW2):
            return number, child(divisor, 0)
    return quotient, None
