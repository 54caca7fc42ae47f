"""A stand-in for a set of numbers from 0 up: which numbers it holds, and how many of them are below any limit.

`rank(s, n)` is how many of 0, 1, ... n - 1 the set holds. It is defined by its first value and its step; what else is
used of it are lemmas, each shown by induction on n in the proof that uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import z3

from slotproof.proofs.engine.dicts import SymDict, SymSet
from slotproof.proofs.engine.lemmas import Lemma, Step, by_induction
from slotproof.proofs.engine.lists import SymView
from slotproof.proofs.engine.path import NotSupported, claims, current
from slotproof.proofs.engine.symbolic import SymBool, SymInt, constant, lift
from slotproof.proofs.engine.terms import conjunction, disjunction, implication, negation, select, store
from slotproof.spec.logic import Symbolic, below

MEMBERS: Final = z3.ArraySort(z3.IntSort(), z3.BoolSort())
RANK: Final = z3.Function("rank", MEMBERS, z3.IntSort(), z3.IntSort())
SELECT: Final = z3.Function("ranked", MEMBERS, z3.IntSort(), z3.IntSort())
"""`ranked(s, k)` is the element of the set with k others below it."""

ALL_OR_NONE: Final = "ranks of all or none"
"""The lemma that is used of sets that hold all numbers of a range, or none."""

MOST: Final = 64
"""Numbers below it are looked at where everything is a constant."""


class SymNumbers(SymSet):
    """A set of numbers from 0 up."""

    def __init__(self, stem: str, has: Any, count: Any) -> None:
        super().__init__(stem, has)
        self.count = count

    @classmethod
    def fresh(cls, stem: str) -> SymNumbers:
        """Any set; where the size is bounded, of some of the first few numbers."""
        path = current()
        if path.bound is None:
            has = z3.Const(path.name(f"has_{stem}"), MEMBERS)
            return cls(stem, has, z3.Int(path.name(f"count_{stem}")))
        few = {number: z3.Bool(path.name(f"has_{stem}_{number}")) for number in range(2 * path.bound + 3)}
        has = z3.K(z3.IntSort(), z3.BoolVal(False))
        for number, truth in few.items():
            has = store(has, number, truth)
        return cls(stem, has, z3.simplify(z3.Sum([z3.If(truth, 1, 0) for truth in few.values()])))

    @classmethod
    def of(cls, stem: str, items: set[int]) -> SymNumbers:
        """The set of these numbers."""
        made = cls(stem, z3.K(z3.IntSort(), z3.BoolVal(False)), z3.IntVal(0))
        for item in items:
            made.add(item)
        return made

    @classmethod
    def emptied(cls, stem: str, held: SymSet) -> SymNumbers:
        """What `set()` made."""
        if not held.has.eq(z3.K(z3.IntSort(), z3.BoolVal(False))):
            raise NotSupported(f"{stem} becomes a set of unknown size")
        if current().bound is None and not current().concrete:
            return cls.first(0)
        return cls(stem, held.has, z3.IntVal(0))

    @classmethod
    def first(cls, count: Any) -> SymNumbers:
        """The numbers in [0, count)."""
        path = current()
        if path.concrete:
            return cls.of("first", set(range(constant(lift(count)))))
        has = z3.Const(path.name("first"), MEMBERS)
        made = cls("first", has, z3.simplify(z3.If(lift(count) > 0, lift(count), 0)))
        with claims(), path.bound_variable() as number:
            inside = conjunction(0 <= number, number < lift(count))
            defined = z3.ForAll([number], select(has, number) == inside, patterns=[select(has, number)])
        path.assume(defined)
        if ALL_OR_NONE in path.learned:
            limit = z3.Int("limit")
            path.assume(
                z3.ForAll([limit], implication(limit >= 0, _all_or_none(has, limit)), patterns=[RANK(has, limit)])
            )
        return made

    # --- as every mutable stand-in, and as a set

    told = SymSet.told

    def state(self) -> tuple[Any, ...]:
        return (self.has, self.count)

    def restore(self, state: tuple[Any, ...]) -> None:
        self.has, self.count = state

    def forget(self) -> None:
        other = SymNumbers.fresh(self.stem)
        current().tracked.pop()
        self.restore(other.state())

    def facts(self) -> list[z3.BoolRef]:
        return [self.count >= 0]

    def size(self) -> Any:
        return self.count

    def copy(self) -> SymNumbers:
        return SymNumbers(self.stem, self.has, self.count)

    def add(self, item: Any) -> None:
        term = lift(item)
        self.count = z3.simplify(z3.If(select(self.has, term), self.count, self.count + 1))
        self.has = store(self.has, term, z3.BoolVal(True))

    def discard(self, item: Any) -> None:
        term = lift(item)
        current().assume(implication(select(self.has, term), self.count > 0))  # what has an element is not empty
        self.count = z3.simplify(z3.If(select(self.has, term), self.count - 1, self.count))
        self.has = store(self.has, term, z3.BoolVal(False))

    def remove(self, item: Any) -> None:
        current().must(select(self.has, lift(item)), f"{item} is in {self.stem}")
        self.discard(item)

    def logic_forall_in(self, body: Any) -> Any:
        path = current()
        if path.bound is not None or path.concrete:
            numbers = range(MOST if path.concrete else 2 * path.bound + 3)  # type: ignore[operator]
            with claims():
                parts = [
                    implication(select(self.has, number), lift(body(SymInt(z3.IntVal(number))))) for number in numbers
                ]
            return SymBool(conjunction(*parts))
        with claims(), path.bound_variable() as item, path.given(lambda: select(self.has, item)):
            inner = lift(body(SymInt(item)))
            inside = select(self.has, item)
        return SymBool(z3.ForAll([item], implication(inside, inner), patterns=[inside]))

    def logic_alike(self, other: Any) -> Any:
        return SymBool(self.has == other.has)

    def logic_below(self, limit: Any) -> Any:
        return _below(self.has, limit)

    def logic_ranked(self, rank: Any) -> Any:
        path, place = current(), lift(rank)
        if path.bound is None and not path.concrete:
            return SymInt(SELECT(self.has, place))
        found = z3.IntVal(-1)
        for number in range(MOST if path.concrete else 2 * path.bound + 3):  # type: ignore[operator]
            there = conjunction(select(self.has, number), self.logic_below(number).term == place)
            found = z3.If(there, number, found)
        return SymInt(found)

    def sorted(self) -> Any:
        """The elements, ascending: the k-th is the one with k others below it."""
        path = current()
        if path.concrete:
            return sorted(number for number in range(MOST) if constant(select(self.has, number)))
        return SymView(self.count, self.logic_ranked)

    def __len__(self) -> int:
        raise NotSupported("len outside the symbolic built-ins")

    def __iter__(self) -> Iterator[Any]:
        raise NotSupported(f"a walk through {self.stem} in any order")


FIRST: Final = z3.Function(
    "first_entries", *[z3.ArraySort(z3.IntSort(), z3.IntSort())] * 2, *[z3.IntSort()] * 2, MEMBERS
)
"""`first_entries(entries, places, low, n)` is the set of the first n entries of a sequence of distinct numbers."""


class SymLeading(Symbolic):
    """The set of the first elements of a sequence of distinct numbers, of which it is asked how many are below one."""

    def __init__(self, has: Any) -> None:
        self.has = has

    @classmethod
    def of(cls, sequence: Any, count: Any) -> SymLeading:
        """The set of so many of them."""
        return cls(FIRST(sequence.entries, sequence.places, sequence.low, lift(count)))

    def logic_below(self, limit: Any) -> Any:
        return SymInt(RANK(self.has, lift(limit)))


def keys_below(keys: Any, limit: Any) -> Any:
    """How many keys of a dict, numbers from 0 up, are below the limit."""
    return _below(keys.has, limit) if isinstance(keys, SymDict) else below(keys, limit)


def _below(has: Any, limit: Any) -> SymInt:
    path, term = current(), lift(limit)
    if path.bound is None and not path.concrete:
        return SymInt(RANK(has, term))
    numbers = range(MOST if path.concrete else 2 * path.bound + 3)  # type: ignore[operator]
    inside = [z3.If(conjunction(select(has, number), number < term), 1, 0) for number in numbers]
    return SymInt(z3.simplify(z3.Sum(inside)))


# --- lemmas

_S: Final = z3.Const("s", MEMBERS)
_M, _X, _FOUND = z3.Ints("m x found")
_V: Final = z3.Bool("v")


def defined(s: Any, n: Any) -> Any:
    """The definition of `rank` at n and n + 1."""
    step = RANK(s, n + 1) == RANK(s, n) + z3.If(select(s, n), 1, 0)
    return conjunction(implication(n <= 0, RANK(s, n) == 0), implication(n >= 0, step))


def _climbs(n: Any) -> Any:
    """Of two limits, the greater one has no fewer numbers below it, and no more than lie between; one by one."""
    low, high = RANK(_S, _M), RANK(_S, n)
    next_one = implication(n == _M + 1, high == low + z3.If(select(_S, _M), 1, 0))
    between = implication(conjunction(0 <= _M, _M <= n), conjunction(low <= high, high - low <= n - _M, next_one))
    return conjunction(0 <= high, high <= n, between)


def _stored(n: Any) -> Any:
    """A number put into a set, or taken out, counts for the limits above it."""
    number = z3.If(_V, 1, 0) - z3.If(select(_S, _X), 1, 0)
    return RANK(store(_S, _X, _V), n) == RANK(_S, n) + z3.If(conjunction(0 <= _X, _X < n), number, 0)


def _all_or_none(s: Any, n: Any) -> Any:
    """If all numbers below a limit are in the set, the rank is the limit; if none is, it is 0."""

    def some(there: bool) -> Any:
        inside = select(s, _FOUND) if there else negation(select(s, _FOUND))
        return z3.Exists([_FOUND], conjunction(0 <= _FOUND, _FOUND < n, inside))

    return conjunction(disjunction(RANK(s, n) == n, some(False)), disjunction(RANK(s, n) == 0, some(True)))


EXTREMES: Final = by_induction(
    ALL_OR_NONE, (_S,), lambda n: _all_or_none(_S, n), lambda n: (defined(_S, n),), lambda n: [RANK(_S, n)]
)
"""That a set without a gap below a limit has the limit for rank, and one without an element 0: of every set."""

RANKS: Final = (
    Lemma("ranks begin", z3.ForAll([_S, _M], implication(_M <= 0, RANK(_S, _M) == 0), patterns=[RANK(_S, _M)])),
    by_induction(
        "ranks climb",
        (_S, _M),
        _climbs,
        lambda n: (defined(_S, n), defined(_S, _M)),
        lambda n: [z3.MultiPattern(RANK(_S, _M), RANK(_S, n))],
    ),
    by_induction(
        "ranks of a changed set",
        (_S, _X, _V),
        _stored,
        lambda n: (defined(_S, n), defined(store(_S, _X, _V), n)),
        lambda n: [RANK(store(_S, _X, _V), n)],
    ),
    replace(EXTREMES, known=z3.BoolVal(True)),  # used of single sets
)
"""What is known of ranks beside the definition."""

RANKED: Final = Lemma(
    "the element of a rank",
    z3.ForAll(
        [_S, _M],
        implication(conjunction(_M >= 0, select(_S, _M)), SELECT(_S, RANK(_S, _M)) == _M),
        patterns=[RANK(_S, _M)],
    ),
    (
        Step(
            "lemma: no two elements have one rank",
            implication(conjunction(0 <= _M, _M < _X, select(_S, _M)), RANK(_S, _M) < RANK(_S, _X)),
            (defined(_S, _M), z3.substitute(_climbs(_X), (_M, _M + 1))),
        ),
    ),
)
"""What `ranked` is of the elements, each of which has a rank of its own."""
