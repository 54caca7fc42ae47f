"""Rules of equality, and of values: what is equal may stand for each other, and what has numbers alone is computed."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Final

from .rules import Terms, below, denied, rule, same
from .terms import (
    BOOL,
    FALSE,
    INT,
    NEUTRAL,
    NUMERIC,
    TRUE,
    Refused,
    Term,
    all_of,
    equal,
    make,
    negated,
    number,
    shown,
)


@rule("refl", 0, 1)
def refl(premises: Terms, args: Terms) -> Term:
    """Take t; conclude (= t t)."""
    return equal(args[0], args[0])


@rule("symm", 1, 0)
def symm(premises: Terms, args: Terms) -> Term:
    """From (= s t) conclude (= t s), and from (not (= s t)) conclude (not (= t s))."""
    if premises[0].head == "not":
        one, other = below(denied(premises[0]), "=", 2)
        return negated(equal(other, one))
    one, other = below(premises[0], "=", 2)
    return equal(other, one)


@rule("trans", None, 0)
def trans(premises: Terms, args: Terms) -> Term:
    """From (= t1 t2), (= t2 t3), ..., one at least, conclude (= t1 tn)."""
    if not premises:
        raise Refused("no premise")
    first, last = below(premises[0], "=", 2)
    for each in premises[1:]:
        one, other = below(each, "=", 2)
        same(last, one)
        last = other
    return equal(first, last)


def _replaced(term: Term, premises: Terms) -> Term:
    """Say that a term equals what comes of it if its last arguments are what equations say; those before stay."""
    stay = len(term.args) - len(premises)
    if stay < 0:
        raise Refused(f"{len(premises)} equations for {len(term.args)} arguments")
    new = list(term.args[:stay])
    for each, premise in zip(term.args[stay:], premises, strict=True):
        one, other = below(premise, "=", 2)
        same(one, each)
        new.append(other)
    return equal(term, make(term.head, *new))


@rule("cong", None, 1)
def cong(premises: Terms, args: Terms) -> Term:
    """From (= s1 t1), ..., (= sn tn), with (f r ... s1 ... sn), conclude that it is (f r ... t1 ... tn).

    Of a quantifier, what it quantifies may be replaced: the equation holds for all values of the variables, as the
    checker makes sure that no local assumption names one (see `check.py`).
    """
    term = args[0]
    if term.head[0] == "@" or not term.args:
        raise Refused(f"nothing of {shown(term)} may be replaced")
    return _replaced(term, premises)


@rule("nary_cong", None, 1)
def nary_cong(premises: Terms, args: Terms) -> Term:
    """The same of an operator that takes any number of arguments."""
    if args[0].head not in NEUTRAL:
        raise Refused(f"{shown(args[0])} does not take any number of arguments")
    return _replaced(args[0], premises)


@rule("pairwise_cong", None, 1)
def pairwise_cong(premises: Terms, args: Terms) -> Term:
    """The same of `distinct`."""
    if args[0].head != "distinct":
        raise Refused(f"{shown(args[0])} is not distinct")
    return _replaced(args[0], premises)


@rule("true_intro", 1, 0)
def true_intro(premises: Terms, args: Terms) -> Term:
    """From F conclude (= F true)."""
    return equal(premises[0], TRUE)


@rule("true_elim", 1, 0)
def true_elim(premises: Terms, args: Terms) -> Term:
    """From (= F true) conclude F."""
    one, other = below(premises[0], "=", 2)
    same(other, TRUE)
    return one


@rule("false_intro", 1, 0)
def false_intro(premises: Terms, args: Terms) -> Term:
    """From (not F) conclude (= F false)."""
    return equal(denied(premises[0]), FALSE)


@rule("false_elim", 1, 0)
def false_elim(premises: Terms, args: Terms) -> Term:
    """From (= F false) conclude (not F)."""
    one, other = below(premises[0], "=", 2)
    same(other, FALSE)
    return negated(one)


@rule("distinct-elim", 0, 1)
def distinct_elim(premises: Terms, args: Terms) -> Term:
    """Take (= (distinct t1 ... tn) G), where G says of each pair, in order, (not (= ti tj)); conclude it."""
    one, other = below(args[0], "=", 2)
    terms = below(one, "distinct")
    apart = [negated(equal(a, b)) for place, a in enumerate(terms) for b in terms[place + 1 :]]
    same(other, apart[0] if len(apart) == 1 else all_of(apart))
    return args[0]


# --- values


def _value(term: Term, below_it: list[Term]) -> Term:
    """Give the value of an operator on values."""
    head, values = term.head, [each.value for each in below_it]
    if head in ("and", "or", "not", "=>", "xor"):
        truths = [each is TRUE for each in below_it]
        said = {
            "and": all(truths),
            "or": any(truths),
            "not": not truths[0],
            "=>": not truths[0] or truths[-1],
            "xor": truths[0] is not truths[-1],
        }
        return TRUE if said[head] else FALSE
    if head == "=":
        return TRUE if below_it[0] is below_it[1] or (values[0] is not None and values[0] == values[1]) else FALSE
    if head in _COMPARED:
        return TRUE if _COMPARED[head](values[0], values[1]) else FALSE
    return number(_computed(head, values), term.sort)


_COMPARED: Final = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _computed(head: str, values: list[int | Fraction]) -> int | Fraction:
    """Compute with numbers, as SMT-LIB does: what is left of a division is never below 0."""
    if head == "+":
        return sum(values)
    if head == "*":
        product: int | Fraction = 1
        for each in values:
            product *= each
        return product
    if head == "-":
        return -values[0] if len(values) == 1 else values[0] - values[1]
    if head == "abs":
        return max(values[0], -values[0])
    if head == "to_real":
        return Fraction(values[0])
    if head == "to_int":
        return floor(values[0])
    one, other = values
    if head == "/" and other != 0:
        return Fraction(one) / other
    if head in ("div", "div_total") and other != 0:
        return one // other if other > 0 else -(one // -other)
    if head in ("mod", "mod_total") and other != 0:
        return one % (other if other > 0 else -other)
    if head in ("div_total", "mod_total"):
        return 0 if head == "div_total" else one
    raise Refused(f"{head} of {one} and {other} has no value")


_VALUED: Final = {"and", "or", "not", "=>", "xor", "=", "ite", "<", "<=", ">", ">=", "+", "*", "-", "/"} | {
    *("div", "mod", "div_total", "mod_total", "abs", "to_real", "to_int")
}


@rule("evaluate", 0, 1)
def evaluate(premises: Terms, args: Terms) -> Term:
    """Take t, of numbers and truths alone; conclude (= t v), where v is its value.

    Only the branch of a choice counts that is taken.
    """
    values: dict[Term, Term] = {}
    stack = [args[0]]
    while stack:
        here = stack[-1]
        if here in values:
            stack.pop()
        elif here in (TRUE, FALSE) or here.head == "number":
            values[here] = here
        elif here.head not in _VALUED:
            raise Refused(f"{shown(here)} has no value")
        elif here.head == "ite":
            condition, one, other = here.args
            taken = one if values.get(condition) is TRUE else other
            if condition not in values:
                stack.append(condition)
            elif taken not in values:
                stack.append(taken)
            else:
                values[here] = values[taken]
        elif missing := [each for each in here.args if each not in values]:
            stack += missing
        else:
            values[here] = _value(here, [values[each] for each in here.args])
    value = values[args[0]]
    if value.sort != args[0].sort and not {value.sort, args[0].sort} <= set(NUMERIC):
        raise Refused(f"{shown(args[0])} has a value of another sort")
    return equal(args[0], value)


# --- conjunctions and disjunctions, however they are put together


def _flat(term: Term, head: str) -> set[Term]:
    """Give what a conjunction, or disjunction, consists of, through those within; without what changes nothing."""
    found, stack = set[Term](), [term]
    seen = set[Term]()
    while stack:
        here = stack.pop()
        if here in seen:
            continue
        seen.add(here)
        if here.head == head:
            stack += here.args
        elif here is not NEUTRAL[head]:
            found.add(here)
    return found


def _addends(term: Term, head: str) -> list[Term]:
    """Give what a sum, or a product, consists of, through those within, in the order of their making."""
    found, stack = list[Term](), [term]
    while stack:
        here = stack.pop()
        if here.head == head:
            stack += here.args
        elif here.head != "number" or here.value != NEUTRAL[head].value:
            found.append(here)
    return sorted(found, key=lambda each: each.serial)


@rule("aci_norm", 0, 1)
def aci_norm(premises: Terms, args: Terms) -> Term:
    """Take (= s t); conclude it, if both are the same things in a conjunction, a disjunction, a sum or a product.

    Neither order counts, nor what stands within another of the kind, nor what changes nothing; of truths nor how often.
    """
    one, other = below(args[0], "=", 2)
    for head in {one.head, other.head} & NEUTRAL.keys():
        if head in ("and", "or"):
            if one.sort == BOOL and _flat(one, head) == _flat(other, head):
                return args[0]
        elif one.sort == INT and other.sort == INT and _addends(one, head) == _addends(other, head):
            return args[0]
    raise Refused(f"{shown(one)} and {shown(other)} are not the same things")


@rule("absorb", 0, 1)
def absorb(premises: Terms, args: Terms) -> Term:
    """Take (= s v), where s is a conjunction that has false in it and v is false, or a disjunction, and true."""
    one, other = below(args[0], "=", 2)
    if one.head not in ("and", "or"):
        raise Refused(f"{shown(one)} is neither a conjunction nor a disjunction")
    same(other, FALSE if one.head == "and" else TRUE)
    if other not in _flat(one, one.head):
        raise Refused(f"{shown(one)} has no {shown(other)} in it")
    return args[0]
