"""What is said of all of any number of things, of which only some are looked at: of those, and of the rest.

It is a truth with a name. Where it is known, so is what it says of the things that are looked at, and that it holds at
the rest, which tells nothing of them. Where it is to be shown, it is shown of the thing that stands for any. That is
so in each part of a goal by itself: that each thing is small or large makes not all of them small, nor all large; and
so the name stays whatever is known of the things that are looked at.
"""

from __future__ import annotations

from operator import is_
from typing import Any, Final

from z3 import Z3_OP_AND, Z3_OP_IMPLIES, Z3_OP_ITE, Z3_OP_NOT, Z3_OP_OR

from slotproof.engine.prove.solver.scalars import conj, disj, fresh, implies, ite, known, lower
from slotproof.engine.prove.solver.sorts import BOOL
from slotproof.engine.prove.solver.terms import rebuilt
from slotproof.engine.prove.solver.triggers import Term, children, kind, number, parts

_said: Final[dict[int, tuple[Term, Term]]] = {}
"""By number: what is said of all, and what that is of the things that are looked at."""

_meant: Final[dict[int, Term]] = {}
"""By number: what that is where it is known, at the things that are looked at and at the rest."""

_claimed: Final[dict[int, tuple[Term, Term]]] = {}
"""By number: the name of a claim, and what shows it."""

_known: Final[dict[int, Term]] = {}
"""By number: what terms are as they are known."""

_facts: Final[dict[int, Term]] = {}
"""By number: facts of which that is so, which are kept."""


_MADE_BY: Final = {Z3_OP_AND: conj, Z3_OP_OR: disj, Z3_OP_IMPLIES: implies, Z3_OP_ITE: ite}
"""What makes the terms in which a claim may stand by itself."""


def forget_said() -> None:
    """Forget all that was said of any number of things."""
    for each in (_said, _meant, _claimed, _known, _facts):
        each.clear()


def of_all(looked_at: Term) -> Term:
    """Name that something holds of all, which holds of the things that are looked at if this is so."""
    name = fresh("of all", BOOL)
    _said[number(name)] = name, looked_at
    _meant[number(name)] = conj(looked_at, fresh("at the rest", BOOL))
    return name


def claimed(shown: Term) -> Term:
    """Name that something is claimed, which is shown, and known, by what is no less.

    That it is not so follows from nothing: what shows it may be false of what is claimed all the same.
    """
    if shown is True:
        return True
    name = fresh("claimed", BOOL)
    _claimed[number(name)] = name, shown
    return name


def _is_plain(fact: Term) -> bool:
    """True if no claim is named in a fact."""
    return not _claimed or not any(number(part) in _claimed for part in parts(fact))


def _by_what_shows(said: Term) -> Term:
    """Put what shows a claim in its place, where more is said by it; all else stays as it is."""
    if known(said) or not _claimed:
        return said
    if number(said) in _claimed:
        return _claimed[number(said)][1]
    form, below = kind(said), [lower(each) for each in children(said)]
    if form not in _MADE_BY:
        return said
    asked = form in (Z3_OP_IMPLIES, Z3_OP_ITE)  # the first part stays
    put = [*below[:asked], *map(_by_what_shows, below[asked:])]
    return said if all(map(is_, put, below)) else _MADE_BY[form](*put)


def as_known(fact: Term, is_case: bool = False) -> Term:
    """Give a fact with what it says of the things that are looked at; nothing, if it says more than that a claim is so.

    Nothing else is known of a claim, and its name stands in one goal at a time: it is no other one in another state.

    Takes      is_case, whether other ways have the rest: then a claim may be so though what shows it is not
    """
    fact = fact if is_case else _by_what_shows(fact)
    if known(fact):
        return fact
    return _as_meant(fact) if _is_plain(fact) else True


def _as_meant(said: Term) -> Term:
    """Put what is said of all of the things that are looked at, and of the rest, in the places of its names.

    Cost       to make all of it anew each time is a third of `slotproof verify registry --judge prove --operation lead`
    """
    if known(said) or not _said:
        return said
    _facts[number(said)] = said
    return rebuilt(said, _meant, _known)


def as_shown(goal: Term) -> Term:
    """Give what is to be shown of the things that are looked at so that a goal holds.

    Where what is said of all is no part of the goal by itself (one of two such would do, or one must not hold), it
    stays a truth of which nobody knows that it holds at the rest; and so does a claim.
    """
    goal = _by_what_shows(goal)
    return goal if known(goal) or not _said else _as_meant(_of_any(goal))


def _of_any(goal: Term) -> Term:
    if known(goal):
        return goal
    form, parts = kind(goal), [lower(each) for each in children(goal)]
    if form == Z3_OP_AND:
        return conj(*map(_of_any, parts))
    if number(goal) in _said:
        return _said[number(goal)][1]
    if form == Z3_OP_IMPLIES and _is_premise(parts[0]):
        return implies(parts[0], _of_any(parts[1]))
    if form == Z3_OP_ITE and not _says(parts[0]):
        return ite(parts[0], _of_any(parts[1]), _of_any(parts[2]))
    if form == Z3_OP_OR:
        wanted = [_is_wanted(each) for each in parts]
        if wanted.count(True) == 1:
            return disj(*(_of_any(part) if is_one else part for part, is_one in zip(parts, wanted, strict=True)))
    return goal


def _is_wanted(part: Term) -> bool:
    """Tell whether something, of several of which one would do, is shown by what it says of all."""
    if not known(part) and kind(part) == Z3_OP_NOT:
        return not _is_premise(lower(children(part)[0]))
    return _says(part)


def _is_premise(part: Term) -> bool:
    """Tell whether something says that what is said of all is so, or nothing of the kind."""
    if not known(part) and kind(part) == Z3_OP_AND:
        return all(map(_is_premise, map(lower, children(part))))
    return not _says(part) or number(part) in _said


def _says(part: Any) -> bool:
    """Tell whether something is said of all in a term."""
    met, seen = [part], set[int]()
    while met:
        each = met.pop()
        if not known(each) and number(each) not in seen:
            seen.add(number(each))
            if number(each) in _said:
                return True
            met += children(each)
    return False
