"""Rules of numbers: polynomials, sums and multiples of what is known, and bounds that are whole."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

from .rules import Terms, below, denied, rule, same
from .terms import INT, NUMERIC, ZERO, Refused, Term, all_of, make, number, shown

Polynomial = dict[tuple[Term, ...], int | Fraction]
"""Monomial, as the terms that are multiplied, in the order of their making -> how often; never 0 times."""

RELATIONS: Final = ("=", "<", "<=", ">", ">=")


def _plus(one: Polynomial, other: Polynomial, times: int | Fraction = 1) -> Polynomial:
    total = dict(one)
    for monomial, often in other.items():
        now = total.get(monomial, 0) + times * often
        if now:
            total[monomial] = now
        else:
            total.pop(monomial, None)
    return total


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for monomial, often in one.items():
        for factor, count in other.items():
            both = tuple(sorted((*monomial, *factor), key=lambda each: each.serial))
            product = _plus(product, {both: often * count})
    return product


def polynomial(term: Term) -> Polynomial:
    """Give the polynomial that a number is; what is neither sum nor product is one of its unknowns.

    Raises     Refused if the term is no number
    """
    if term.sort not in NUMERIC:
        raise Refused(f"{shown(term)} is no number")
    found: dict[Term, Polynomial] = {}
    stack = [term]
    while stack:
        here = stack[-1]
        if here in found:
            stack.pop()
        elif here.head == "number":
            found[here] = {(): here.value} if here.value else {}
        elif here.head not in ("+", "-", "*", "to_real"):
            found[here] = {(here,): 1}
        elif missing := [each for each in here.args if each not in found]:
            stack += missing
        else:
            found[here] = _combined(here.head, [found[each] for each in here.args])
    return found[term]


def _combined(head: str, values: Sequence[Polynomial]) -> Polynomial:
    total = values[0]
    if head == "-" and len(values) == 1:
        return _plus({}, total, -1)
    for each in values[1:]:
        total = _times(total, each) if head == "*" else _plus(total, each, -1 if head == "-" else 1)
    return total


@rule("arith_poly_norm", 0, 1)
def arith_poly_norm(premises: Terms, args: Terms) -> Term:
    """Take (= s t) of numbers; conclude it, if both are the same polynomial."""
    one, other = below(args[0], "=", 2)
    if polynomial(one) != polynomial(other):
        raise Refused(f"{shown(one)} and {shown(other)} are different polynomials")
    return args[0]


def relation(term: Term) -> tuple[str, Term, Term]:
    """Give what says how two numbers compare: the relation, and both."""
    if term.head not in RELATIONS or term.args[0].sort not in NUMERIC or term.args[1].sort not in NUMERIC:
        raise Refused(f"{shown(term)} does not compare two numbers")
    return term.head, term.args[0], term.args[1]


def _scaled(term: Term) -> tuple[int | Fraction, Term, Term]:
    """Give the factor c, and x and y, of (* c (- x y))."""
    factor, rest = below(term, "*", 2)
    if rest.head == "to_real":
        rest = rest.args[0]
    one, other = below(rest, "-", 2)
    if factor.head != "number" or not factor.value:
        raise Refused(f"{shown(factor)} is no factor")
    return factor.value, one, other


@rule("arith_poly_norm_rel", 1, 1)
def arith_poly_norm_rel(premises: Terms, args: Terms) -> Term:
    """From (= (* c (- x1 x2)) (* d (- y1 y2))), with (= (r x1 x2) (r y1 y2)), conclude the latter.

    Neither c nor d is 0; r compares numbers, and if it is not =, c and d have the same sign.
    """
    one, other = below(premises[0], "=", 2)
    left, right = below(args[0], "=", 2)
    factor, x1, x2 = _scaled(one)
    count, y1, y2 = _scaled(other)
    head, first, second = relation(left)
    again, third, fourth = relation(right)
    for each, wanted in ((first, x1), (second, x2), (third, y1), (fourth, y2)):
        same(each, wanted)
    if head != again or (head != "=" and (factor > 0) != (count > 0)):
        raise Refused("the relations do not follow each other")
    return args[0]


@rule("arith_sum_ub", None, 0)
def arith_sum_ub(premises: Terms, args: Terms) -> Term:
    """From (r1 a1 b1), ..., (rn an bn), each of =, <= and <, conclude (r (+ a1 ... an) (+ b1 ... bn)).

    r is < if one of them is, else <=.
    """
    told = [relation(each) for each in premises]
    if not told or any(head not in ("=", "<=", "<") for head, _, _ in told):
        raise Refused("only =, <= and < are added")
    strict = any(head == "<" for head, _, _ in told)
    return make("<" if strict else "<=", make("+", *[a for _, a, _ in told]), make("+", *[b for _, _, b in told]))


_MIRRORED: Final = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _multiplied(sign: str, args: Terms) -> Term:
    factor, term = args
    head, one, other = relation(term)
    turned = _MIRRORED[head] if sign == "<" else head
    told = make(turned, make("*", factor, one), make("*", factor, other))
    return make("=>", all_of([make(sign, factor, number(0, factor.sort)), term]), told)


@rule("arith_mult_pos", 0, 2)
def arith_mult_pos(premises: Terms, args: Terms) -> Term:
    """Take m and (r a b); conclude (=> (and (> m 0) (r a b)) (r (* m a) (* m b)))."""
    return _multiplied(">", args)


@rule("arith_mult_neg", 0, 2)
def arith_mult_neg(premises: Terms, args: Terms) -> Term:
    """Take m and (r a b); conclude (=> (and (< m 0) (r a b)) (s (* m a) (* m b))), where s is r, mirrored."""
    return _multiplied("<", args)


_DENIED: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_THIRD: Final = {("=", "<"): ">", ("=", ">"): "<", ("<", ">"): "="}


def _contrary(term: Term) -> tuple[str, Term, Term]:
    """Give the relation that holds if this one, which may be denied, does not."""
    if term.head == "not":
        return relation(denied(term))
    head, one, other = relation(term)
    if head not in _DENIED:
        raise Refused("what is not equal may be less or more")
    return _DENIED[head], one, other


@rule("arith_trichotomy", 2, 0)
def arith_trichotomy(premises: Terms, args: Terms) -> Term:
    """From two that leave one of (= a b), (< a b) and (> a b), such as (>= a b) and (not (= a b)), conclude it."""
    head, one, other = _contrary(premises[0])
    again, first, second = _contrary(premises[1])
    same(one, first)
    same(other, second)
    third = _THIRD.get((head, again)) or _THIRD.get((again, head))
    if third is None:
        raise Refused(f"neither {head} nor {again} leaves more than one")
    return make(third, one, other)


def _bound(term: Term, head: str) -> tuple[Term, int | Fraction]:
    one, other = below(term, head, 2)
    if one.sort != INT or other.head != "number":
        raise Refused(f"{shown(term)} does not bound a whole number by a number")
    return one, other.value


@rule("int_tight_ub", 1, 0)
def int_tight_ub(premises: Terms, args: Terms) -> Term:
    """From (< s c), s whole and c a number, conclude (<= s d), where d is the largest whole number below c."""
    one, limit = _bound(premises[0], "<")
    return make("<=", one, number(-floor(-limit) - 1))


@rule("int_tight_lb", 1, 0)
def int_tight_lb(premises: Terms, args: Terms) -> Term:
    """From (> s c), s whole and c a number, conclude (>= s d), where d is the smallest whole number above c."""
    one, limit = _bound(premises[0], ">")
    return make(">=", one, number(floor(limit) + 1))


def _division(u: Term, v: Term, quotient: Term) -> Term:
    """Say what the quotient of u by v is: (* v quotient) is at most u, and with one more, or less, is not."""
    low = make("<=", make("*", v, quotient), u)

    def high(step: int) -> Term:
        return make("<", u, make("*", v, make("+", quotient, number(step))))

    if v.head == "number":
        if v.value == 0:
            raise Refused("a division by 0")
        return all_of([low, high(1 if v.value > 0 else -1)])
    return all_of(
        [
            make("=>", make(">", v, ZERO), all_of([low, high(1)])),
            make("=>", make("<", v, ZERO), all_of([low, high(-1)])),
        ]
    )


@rule("arith_reduction", 0, 1)
def arith_reduction(premises: Terms, args: Terms) -> Term:
    """Take a quotient, a remainder or an absolute value; conclude what it is, in sums, products and comparisons.

    (div a b) and (mod a b) are the total ones but for b = 0, of which nothing is known; (div_total a b) and
    (mod_total a b) are what `_division` says of k, the quotient as a skolem term.
    """
    term = args[0]
    if term.head == "abs":
        (one,) = term.args
        return make("=", term, make("ite", make("<", one, ZERO), make("-", one), one))
    if term.head in ("div", "mod"):
        one, other = term.args
        unknown = make("@int_div_by_zero" if term.head == "div" else "@mod_by_zero", one)
        choice = make("ite", make("=", other, ZERO), unknown, make(f"{term.head}_total", one, other))
        return make("=", term, choice)
    if term.head not in ("div_total", "mod_total"):
        raise Refused(f"{shown(term)} is nothing that is reduced")
    one, other = term.args
    quotient = make("@purify", make("div_total", one, other))
    is_whole = term.head == "div_total"
    told = make("=", term, quotient if is_whole else make("-", one, make("*", other, quotient)))
    return all_of([told, _division(one, other, quotient)])


def _is_zero(term: Term) -> bool:
    return term.head == "number" and term.value == 0


@rule("arith_mult_sign", 0, 2)
def arith_mult_sign(premises: Terms, args: Terms) -> Term:
    """Take F, a conjunction of signs, and a product m of their terms; conclude (=> F (> m 0)), or (< m 0).

    Each sign is (> t 0), (< t 0), or (not (= t 0)) where t stands in m an even number of times.
    """
    signs = args[0].args if args[0].head == "and" else (args[0],)
    factors = list(below(args[1], "*")) if args[1].head == "*" else [args[1]]
    positive = True
    for sign in signs:
        head, one, zero = relation(denied(sign)) if sign.head == "not" else relation(sign)
        if not _is_zero(zero) or (head != "=" if sign.head == "not" else head not in ("<", ">")):
            raise Refused(f"{shown(sign)} is no sign")
        often = factors.count(one)
        factors = [each for each in factors if each is not one]
        if not often or (head == "=" and often % 2):
            raise Refused(f"{shown(sign)} does not tell the sign of {shown(args[1])}")
        positive = positive if head != "<" or often % 2 == 0 else not positive
    if factors:
        raise Refused(f"nothing tells the sign of {shown(factors[0])}")
    return make("=>", args[0], make(">" if positive else "<", args[1], number(0, args[1].sort)))


@rule("arith_mult_tangent", 0, 5)
def arith_mult_tangent(premises: Terms, args: Terms) -> Term:
    """Take x, y, a, b and a truth; conclude when (* x y) is on which side of its tangent plane at a, b.

    With true: (= (>= (* x y) p) (or (and (<= x a) (<= y b)) (and (>= x a) (>= y b)))), with p
    (- (+ (* b x) (* a y)) (* a b)); with false <= for the first >=, and both of y's relations mirrored.
    """
    x, y, a, b, upward = args
    if upward.head not in ("true", "false"):
        raise Refused(f"{shown(upward)} is neither true nor false")
    plane = make("-", make("+", make("*", b, x), make("*", a, y)), make("*", a, b))
    above, under = (">=", "<=") if upward.head == "true" else ("<=", ">=")
    low = all_of([make("<=", x, a), make(under, y, b)])
    high = all_of([make(">=", x, a), make(above, y, b)])
    return make("=", make(above, make("*", x, y), plane), make("or", low, high))
