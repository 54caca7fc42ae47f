"""The table of rules, and what they share.

A rule is a function from premises and arguments to a conclusion, or it refuses. What it concludes holds for all values
of the free variables, wherever the premises do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .terms import Refused, Term, negated, shown

Terms = Sequence[Term]
Rule = Callable[[Terms, Terms], Term]

RULES: Final[dict[str, Rule]] = {}
"""Name -> what it concludes."""


def rule(name: str, premises: int | None, args: int | None) -> Callable[[Rule], Rule]:
    """Enter a rule in the table, which takes so many premises and arguments; None is any number."""

    def enter(function: Rule) -> Rule:
        def counted(given: Terms, told: Terms) -> Term:
            if premises is not None and len(given) != premises:
                raise Refused(f"{len(given)} premises, and should be {premises}")
            if args is not None and len(told) != args:
                raise Refused(f"{len(told)} arguments, and should be {args}")
            return function(given, told)

        if name in RULES:
            raise ValueError(f"two rules are called {name}")
        RULES[name] = counted
        return function

    return enter


def below(term: Term, head: str, count: int | None = None) -> tuple[Term, ...]:
    """Give what an operator is applied to in a term.

    Raises     Refused if the term is something else
    """
    if term.head != head or (count is not None and len(term.args) != count):
        raise Refused(f"{shown(term)} is no {head}" + ("" if count is None else f" of {count}"))
    return term.args


def same(one: Term, other: Term) -> None:
    """Refuse what are two different terms."""
    if one is not other:
        raise Refused(f"{shown(one)} is not {shown(other)}")


def denied(term: Term) -> Term:
    """Give what a term is the negation of."""
    return below(term, "not", 1)[0]


def place_in(terms: Terms, place: Term) -> Term:
    """Give one of some terms by its place, a number from 0."""
    if place.head != "number" or place.sort != "Int" or not 0 <= place.value < len(terms):
        raise Refused(f"there is no place {shown(place)}")
    return terms[int(place.value)]


def opposite(literal: Term, polarity: bool) -> Term:
    """Give a literal, or its negation."""
    return literal if polarity else negated(literal)
