"""What named rewrites share: each says of some terms that one is equal to another, perhaps if something else is.

Some take lists: (or F1 ... Fn) is the list of its parts, and what changes nothing, such as false, is the empty list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .rules import Terms, rule, same
from .terms import NEUTRAL, Term, equal

Sides = tuple[Term, Term]

REWRITES: Final[dict[str, tuple[Callable[..., Sides], int]]] = {}
"""Name -> what it says of its arguments, and how many these are."""

PREMISES: Final[dict[str, tuple[Callable[..., Sides], ...]]] = {}
"""Name -> what it is given."""


def rewrite(name: str, *given: Callable[..., Sides]) -> Callable[[Callable[..., Sides]], None]:
    """Enter a rewrite in the table of rules: a function from its arguments to both sides of an equation.

    Takes      given, a function from the arguments to both sides, for each equation that it is given
    """

    def enter(function: Callable[..., Sides]) -> None:
        count = function.__code__.co_argcount
        REWRITES[name] = function, count
        PREMISES[name] = given

        @rule(name, len(given), count)
        def conclude(premises: Terms, args: Terms) -> Term:
            for premise, sides in zip(premises, given, strict=True):
                same(premise, equal(*sides(*args)))
            return equal(*function(*args))

    return enter


def listed(term: Term, head: str) -> tuple[Term, ...]:
    """Give the list that a term stands for, of what an operator is applied to."""
    if term is NEUTRAL[head]:
        return ()
    if term.head != head:
        return (term,)
    return term.args
