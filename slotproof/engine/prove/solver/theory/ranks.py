"""State what is known of how many numbers of a set are below a limit: an opaque function, by its recursion.

Each fact is of any set and shown by induction on the limit, from 0 up; below 0 there is no number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.triggers import child, children, kind

SETS: Final = z3.ArraySort(t.INT, t.BOOL)
NUMBERS: Final = z3.ArraySort(t.INT, t.INT)

RANK: Final = z3.Function("rank", SETS, t.INT, t.INT)
RANKED: Final = z3.Function("element_of_rank", SETS, t.INT, t.INT)
"""`element_of_rank(s, k)` is the element of a set of numbers from 0 up that has k others below it."""

INTERVAL: Final = z3.Function("interval", t.INT, t.INT, SETS)
"""`interval(low, high)` is the set of the numbers in [low, high)."""

LEADING: Final = z3.Function("leading", NUMBERS, NUMBERS, t.INT, t.INT, SETS)
"""`leading(entries, places, low, high)` is the set of the entries in [low, high) of a sequence of distinct numbers."""

_SET, _OTHER = z3.Consts("s t", SETS)
_ENTRIES, _PLACES = z3.Consts("entries places", NUMBERS)
_LESS, _ITEM, _LIMIT, _LOW, _HIGH, _NEXT, _FOUND = z3.Ints("m x n low high next found")
_THERE: Final = z3.Bool("v")

# --- terms


def rank(present: Any, limit: Any) -> Any:
    """How many numbers from 0 up, and below the limit, are in a set."""
    if t.known(limit) and limit <= 0:
        return 0
    form = kind(present)
    if form == z3.Z3_OP_CONST_ARRAY and type(t.lower(child(present, 0))) is bool:
        return t.greatest(limit, 0) if t.lower(child(present, 0)) else 0
    if form == z3.Z3_OP_ITE:
        condition, one, other = children(present)
        return t.ite(condition, rank(one, limit), rank(other, limit))
    return RANK(present, t.lift(limit))


def _in_interval(low: Any, high: Any, item: Any) -> Any:
    return t.conj(t.le(low, item), t.lt(item, high))


def _is_leading(entries: Any, places: Any, low: Any, high: Any, item: Any) -> Any:
    place = t.select(places, item)
    return t.conj(t.le(low, place), t.lt(place, high), t.eq(t.select(entries, place), item))


t.define_set(INTERVAL, _in_interval)
t.define_set(LEADING, _is_leading)

# --- facts

Some = Callable[[str, Sequence[Any], Any, Any, Callable[[Any], Any]], Any]
"""(name, what it depends on, low, high, said) -> that something is said of some number in [low, high)"""


def _named(name: str, given: Sequence[Any], low: Any, high: Any, said: Callable[[Any], Any]) -> Any:
    """Say it of a number that has a name."""
    found = z3.Function(name, *(each.sort() for each in given), t.INT)(*given)
    return z3.And(low <= found, found < high, said(found))


def _some(name: str, given: Sequence[Any], low: Any, high: Any, said: Callable[[Any], Any]) -> Any:
    """Say that there is such a number."""
    return z3.Exists([_FOUND], z3.And(low <= _FOUND, _FOUND < high, said(_FOUND)))


def _defined(present: Any, limit: Any) -> Any:
    step = RANK(present, limit + 1) == RANK(present, limit) + z3.If(z3.Select(present, limit), 1, 0)
    return z3.And(z3.Implies(limit <= 0, RANK(present, limit) == 0), z3.Implies(limit >= 0, step))


def _begins(limit: Any, some: Some) -> Any:
    return z3.Implies(limit <= 0, RANK(_SET, limit) == 0)


def _climbs(limit: Any, some: Some) -> Any:
    """Of two limits, the greater one has no fewer numbers below it, and no more than lie between; one by one."""
    low, high = RANK(_SET, _LESS), RANK(_SET, limit)
    next_one = z3.Implies(limit == _LESS + 1, high == low + z3.If(z3.Select(_SET, _LESS), 1, 0))
    between = z3.Implies(z3.And(0 <= _LESS, _LESS <= limit), z3.And(low <= high, high - low <= limit - _LESS, next_one))
    return z3.Implies(limit >= 0, z3.And(0 <= high, high <= limit, between))


def _changes(limit: Any, some: Some) -> Any:
    """A number put into a set, or taken out, counts for the limits above it."""
    more = z3.If(_THERE, 1, 0) - z3.If(z3.Select(_SET, _ITEM), 1, 0)
    counts = z3.And(0 <= _ITEM, _ITEM < limit)
    return RANK(z3.Store(_SET, _ITEM, _THERE), limit) == RANK(_SET, limit) + z3.If(counts, more, 0)


def _agree(limit: Any, some: Some) -> Any:
    """Two sets that have the same numbers below a limit have as many."""
    differ = some("differ", (_SET, _OTHER, limit), 0, limit, lambda n: z3.Select(_SET, n) != z3.Select(_OTHER, n))
    return z3.Or(RANK(_SET, limit) == RANK(_OTHER, limit), differ)


def _run(limit: Any, some: Some) -> Any:
    """From a limit to a greater one, the rank grows by all that lies between, or there is a gap; or by nothing."""
    grows = RANK(_SET, limit) - RANK(_SET, _LESS)
    gap = some("gap", (_SET, _LESS, limit), _LESS, limit, lambda n: z3.Not(z3.Select(_SET, n)))
    member = some("member", (_SET, _LESS, limit), _LESS, limit, lambda n: z3.Select(_SET, n))
    said = z3.And(z3.Or(grows == limit - _LESS, gap), z3.Or(grows == 0, member))
    return z3.Implies(z3.And(0 <= _LESS, _LESS <= limit), said)


def _found(limit: Any, some: Some) -> Any:
    """An element is found by its rank."""
    return z3.Implies(z3.And(limit >= 0, z3.Select(_SET, limit)), RANKED(_SET, RANK(_SET, limit)) == limit)


def _apart(limit: Any, some: Some) -> Any:
    """Each element has a rank of its own, so that there is a function that finds it."""
    return z3.Implies(z3.And(0 <= _LESS, _LESS < limit, z3.Select(_SET, _LESS)), RANK(_SET, _LESS) < RANK(_SET, limit))


def _none(limit: Any, some: Some) -> Any:
    """Below a limit there is no number, or one that has a name."""
    member = some("first_member", (_SET, limit), 0, limit, lambda n: z3.Select(_SET, n))
    return z3.Or(RANK(_SET, limit) == 0, member)


def _moved(limit: Any, some: Some) -> Any:
    """From a limit on, the rank in one set grows as that in another one does from 0 on, or they differ somewhere."""
    grows = RANK(_SET, _HIGH) - RANK(_SET, _LOW)
    differ = some(
        "differ_from",
        (_SET, _LOW, _OTHER, limit),
        0,
        limit,
        lambda n: z3.Select(_SET, _LOW + n) != z3.Select(_OTHER, n),
    )
    given = z3.And(0 <= _LOW, 0 <= limit, _HIGH == _LOW + limit)
    return z3.Implies(given, z3.Or(grows == RANK(_OTHER, limit), differ))


def _moved_by(limit: Any, some: Some) -> Any:
    return z3.substitute(_moved(limit, some), (_HIGH, _LOW + limit))


def _interval(limit: Any, some: Some) -> Any:
    """An interval has as many numbers below a limit as lie between its ends."""
    low, high = z3.If(_LOW < 0, 0, _LOW), z3.If(_HIGH < limit, _HIGH, limit)
    return RANK(INTERVAL(_LOW, _HIGH), limit) == z3.If(low < high, high - low, 0)


def _leading(limit: Any, some: Some) -> Any:
    """The next entry of a sequence counts for the limits above it."""
    entry = z3.Select(_ENTRIES, _HIGH)
    given = z3.And(_NEXT == _HIGH + 1, _LOW <= _HIGH, z3.Select(_PLACES, entry) == _HIGH)
    more = z3.If(z3.And(0 <= entry, entry < limit), 1, 0)
    return z3.Implies(given, RANK(_lead(_NEXT), limit) == RANK(_lead(_HIGH), limit) + more)


def _lead(high: Any) -> Any:
    return LEADING(_ENTRIES, _PLACES, _LOW, high)


@dataclass(frozen=True)
class RankFact:
    """Something that is so of all sets.

    said       (limit, some) -> what is so
    others     what else it is about, beside a limit
    triggers   the terms of which a solver must have met all to think of it
    sets       the sets of which the recursion is used to show it
    known      (limit) -> what else is used
    shown      (limit, some) -> what is shown, if a function is chosen by what is said
    """

    name: str
    said: Callable[[Any, Some], Any]
    others: Sequence[Any]
    triggers: Sequence[Any]
    sets: Sequence[Any] = (_SET,)
    known: Callable[[Any], Sequence[Any]] = lambda limit: ()
    shown: Callable[[Any, Some], Any] | None = None

    @property
    def formula(self) -> Any:
        """Give the fact, for solvers to assume."""
        pattern = z3.MultiPattern(*self.triggers)
        return z3.ForAll([*self.others, _LIMIT], self.said(_LIMIT, _named), patterns=[pattern])

    def obligations(self) -> list[Any]:
        """Give the cases of an induction on the limit."""
        said = self.shown or self.said
        known = [*(_defined(each, at) for each in self.sets for at in (_LIMIT, _LESS)), *self.known(_LIMIT)]
        first = z3.Implies(z3.And(_LIMIT <= 0, *known), said(_LIMIT, _some))
        step = z3.Implies(z3.And(_LIMIT >= 0, *known, said(_LIMIT, _some)), said(_LIMIT + 1, _some))
        return [first, step]


@dataclass(frozen=True)
class SetFact:
    """What a set that has a name consists of, which is its definition; there is nothing to be shown."""

    name: str
    made: Any
    said: Any

    @property
    def formula(self) -> Any:
        """Give the fact, for solvers to assume."""
        read = z3.Select(self.made, _ITEM)
        given = [*children(self.made), _ITEM]
        return z3.ForAll(given, read == self.said, patterns=[read])


def _at(made: Any, said: Callable[..., Any]) -> Callable[[Any], Sequence[Any]]:
    """Say what a set consists of at a limit."""
    return lambda limit: [z3.Select(made, limit) == said(*children(made), limit)]


_STORED: Final = z3.Store(_SET, _ITEM, _THERE)
_BETWEEN: Final = INTERVAL(_LOW, _HIGH)
_ONE_MORE: Final = (_lead(_HIGH), _lead(_NEXT))

ALL: Final = (
    RankFact("ranks begin", _begins, (_SET,), (RANK(_SET, _LIMIT),)),
    RankFact("ranks climb", _climbs, (_SET, _LESS), (RANK(_SET, _LESS), RANK(_SET, _LIMIT))),
    RankFact("ranks of a changed set", _changes, (_SET, _ITEM, _THERE), (RANK(_STORED, _LIMIT),), (_SET, _STORED)),
    RankFact(
        "ranks of sets that agree", _agree, (_SET, _OTHER), (RANK(_SET, _LIMIT), RANK(_OTHER, _LIMIT)), (_SET, _OTHER)
    ),
    RankFact("ranks of a run", _run, (_SET, _LESS), (RANK(_SET, _LESS), RANK(_SET, _LIMIT))),
    RankFact("ranks of none", _none, (_SET,), (RANK(_SET, _LIMIT),)),
    RankFact(
        "ranks from a limit on",
        _moved,
        (_SET, _OTHER, _LOW, _HIGH),
        (RANK(_SET, _LOW), RANK(_SET, _HIGH), RANK(_OTHER, _LIMIT)),
        (_OTHER,),
        lambda limit: [_defined(_SET, _LOW + limit)],
        _moved_by,
    ),
    RankFact("elements by rank", _found, (_SET,), (RANK(_SET, _LIMIT),), shown=_apart),
    RankFact(
        "ranks of an interval",
        _interval,
        (_LOW, _HIGH),
        (RANK(_BETWEEN, _LIMIT),),
        (_BETWEEN,),
        _at(_BETWEEN, _in_interval),
    ),
    RankFact(
        "ranks of leading entries",
        _leading,
        (_ENTRIES, _PLACES, _LOW, _HIGH, _NEXT),
        tuple(RANK(each, _LIMIT) for each in _ONE_MORE),
        _ONE_MORE,
        lambda limit: [each for one in _ONE_MORE for each in _at(one, _is_leading)(limit)],
    ),
)

DEFINITIONS: Final = (
    SetFact("intervals", _BETWEEN, _in_interval(_LOW, _HIGH, _ITEM)),
    SetFact("leading entries", _lead(_HIGH), _is_leading(_ENTRIES, _PLACES, _LOW, _HIGH, _ITEM)),
)

RANKS: Final = tuple((fact.name, fact.formula) for fact in (*ALL, *DEFINITIONS))
"""What solvers may assume in each question, by name."""

FUNCTIONS: Final = (RANK, RANKED, INTERVAL, LEADING)
