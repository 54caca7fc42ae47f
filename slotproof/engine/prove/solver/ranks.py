"""State what is known of how many numbers of a set are below a limit: an opaque function, by its recursion.

Each fact is of any set and shown by induction on the limit, from 0 up; below 0 there is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.triggers import child, kind

RANK: Final = z3.Function("rank", z3.ArraySort(t.INT, t.BOOL), t.INT, t.INT)

_SET: Final = z3.Const("s", z3.ArraySort(t.INT, t.BOOL))
_LESS, _ITEM, _LIMIT = z3.Ints("m x n")
_THERE: Final = z3.Bool("v")


def rank(present: Any, limit: Any) -> Any:
    """How many numbers from 0 up, and below the limit, are in a set."""
    if kind(present) == z3.Z3_OP_CONST_ARRAY and z3.is_false(child(present, 0)):
        return 0
    return RANK(present, t.lift(limit))


def _defined(present: Any, limit: Any) -> Any:
    step = RANK(present, limit + 1) == RANK(present, limit) + z3.If(z3.Select(present, limit), 1, 0)
    return z3.And(z3.Implies(limit <= 0, RANK(present, limit) == 0), z3.Implies(limit >= 0, step))


def _begins(limit: Any) -> Any:
    return z3.Implies(limit <= 0, RANK(_SET, limit) == 0)


def _climbs(limit: Any) -> Any:
    """Of two limits, the greater one has no fewer numbers below it, and no more than lie between; one by one."""
    low, high = RANK(_SET, _LESS), RANK(_SET, limit)
    next_one = z3.Implies(limit == _LESS + 1, high == low + z3.If(z3.Select(_SET, _LESS), 1, 0))
    between = z3.Implies(z3.And(0 <= _LESS, _LESS <= limit), z3.And(low <= high, high - low <= limit - _LESS, next_one))
    return z3.Implies(limit >= 0, z3.And(0 <= high, high <= limit, between))


def _changes(limit: Any) -> Any:
    """A number put into a set, or taken out, counts for the limits above it."""
    more = z3.If(_THERE, 1, 0) - z3.If(z3.Select(_SET, _ITEM), 1, 0)
    counts = z3.And(0 <= _ITEM, _ITEM < limit)
    return RANK(z3.Store(_SET, _ITEM, _THERE), limit) == RANK(_SET, limit) + z3.If(counts, more, 0)


@dataclass(frozen=True)
class RankFact:
    """Something that is so of all sets.

    said       (limit) -> what is so
    others     what else it is about, beside a set and a limit
    triggers   the terms of which a solver must have met all to think of it
    sets       the sets of which the recursion is used to show it
    """

    name: str
    said: Callable[[Any], Any]
    others: Sequence[Any]
    triggers: Sequence[Any]
    sets: Sequence[Any] = (_SET,)

    @property
    def formula(self) -> Any:
        """Give the fact, for solvers to assume."""
        pattern = z3.MultiPattern(*self.triggers)
        return z3.ForAll([_SET, *self.others, _LIMIT], self.said(_LIMIT), patterns=[pattern])

    def obligations(self) -> list[Any]:
        """Give the cases of an induction on the limit, without quantifiers."""
        places = (_LIMIT, *(each for each in self.others if each.sort() == t.INT))
        known = [_defined(each, at) for each in self.sets for at in places]
        first = z3.Implies(z3.And(_LIMIT <= 0, *known), self.said(_LIMIT))
        step = z3.Implies(z3.And(_LIMIT >= 0, *known, self.said(_LIMIT)), self.said(_LIMIT + 1))
        return [first, step]


ALL: Final = (
    RankFact("ranks begin", _begins, (), (RANK(_SET, _LIMIT),)),
    RankFact("ranks climb", _climbs, (_LESS,), (RANK(_SET, _LESS), RANK(_SET, _LIMIT))),
    RankFact(
        "ranks of a changed set",
        _changes,
        (_ITEM, _THERE),
        (RANK(z3.Store(_SET, _ITEM, _THERE), _LIMIT),),
        (_SET, z3.Store(_SET, _ITEM, _THERE)),
    ),
)

RANKS: Final = tuple((fact.name, fact.formula) for fact in ALL)
"""What solvers may assume in each question, by name."""
