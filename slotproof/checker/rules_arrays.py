"""Rules of arrays: what is read of what was written."""

from __future__ import annotations

from .rules import Terms, below, denied, rule, same
from .terms import Refused, Term, equal, make, negated


def _read_of_written(term: Term) -> tuple[Term, Term, Term, Term]:
    """Give a, i, e and j of (select (store a i e) j)."""
    written, place = below(term, "select", 2)
    array, index, element = below(written, "store", 3)
    return array, index, element, place


@rule("arrays_read_over_write", 1, 1)
def arrays_read_over_write(premises: Terms, args: Terms) -> Term:
    """From (not (= i j)), with (select (store a i e) j), conclude that this is (select a j)."""
    array, index, _, place = _read_of_written(args[0])
    same(denied(premises[0]), equal(index, place))
    return equal(args[0], make("select", array, place))


@rule("arrays_read_over_write_contra", 1, 0)
def arrays_read_over_write_contra(premises: Terms, args: Terms) -> Term:
    """From (not (= (select (store a i e) j) (select a j))) conclude (= i j)."""
    one, other = below(denied(premises[0]), "=", 2)
    array, index, _, place = _read_of_written(one)
    same(other, make("select", array, place))
    return equal(index, place)


@rule("arrays_read_over_write_1", 0, 1)
def arrays_read_over_write_1(premises: Terms, args: Terms) -> Term:
    """Take (select (store a i e) i); conclude that this is e."""
    _, index, element, place = _read_of_written(args[0])
    same(index, place)
    return equal(args[0], element)


@rule("arrays_ext", 1, 0)
def arrays_ext(premises: Terms, args: Terms) -> Term:
    """From (not (= a b)) of arrays conclude that they differ at their skolem term, (@array_deq_diff a b)."""
    one, other = below(denied(premises[0]), "=", 2)
    if one.sort[0] != "Array":
        raise Refused("two that are no arrays")
    index = make("@array_deq_diff", one, other)
    return negated(equal(make("select", one, index), make("select", other, index)))
