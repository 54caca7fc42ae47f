"""What stands in for the arguments of an operation: any int, any value, any callback, any second container."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from slotproof.proofs.engine.dicts import SymSet
from slotproof.proofs.engine.keys import HASHER
from slotproof.proofs.engine.lists import SymList, Tracked
from slotproof.proofs.engine.path import current
from slotproof.proofs.engine.symbolic import KINDS, VALUE, SymBool, SymInt, SymValue, lift
from slotproof.proofs.engine.terms import conjunction, implication, negation
from slotproof.proofs.engine.texts import SymBytes, SymFloat, SymName, SymText
from slotproof.spec.handle import Handle


class CallbackError(Exception):
    """What a symbolic callback raises on the paths where it does."""


@dataclass(frozen=True)
class Sides:
    """An argument that differs between the two sides: a second container, or a callback with its own count of calls."""

    model: Any
    impl: Any


class SymFactory(Tracked):
    """A callable whose n-th call returns any value, the same on both sides if it is told the same, or raises."""

    def __init__(self, stem: str) -> None:
        super().__init__(stem)
        self.calls: Any = z3.IntVal(0)
        self.makes = z3.Function(f"{stem}_makes", z3.IntSort(), VALUE)
        self.fails = z3.Function(f"{stem}_fails", z3.IntSort(), z3.BoolSort())

    def __call__(self, *arguments: Any) -> SymValue:
        call = self.calls
        self.calls = z3.simplify(call + 1)
        if current().decide(self.fails(call)):
            raise CallbackError
        told = [term for argument in arguments for term in KINDS.terms(argument)]
        if not told:
            return SymValue(self.makes(call))
        sorts = [term.sort() for term in (call, *told)]
        return SymValue(z3.Function(f"{self.stem}_makes_of", *sorts, VALUE)(call, *told))

    def state(self) -> tuple[Any, ...]:
        return (self.calls,)

    def restore(self, state: tuple[Any, ...]) -> None:
        (self.calls,) = state

    def forget(self) -> None:
        self.calls = z3.Int(current().name(f"calls_{self.stem}"))

    def facts(self) -> list[z3.BoolRef]:
        return [self.calls >= 0]

    def copy(self) -> SymFactory:
        twin = SymFactory(self.stem)
        twin.calls = self.calls
        return twin


class SymOrder:
    """Any strict weak order on values: `comes_after(a, b)`."""

    def __init__(self, stem: str) -> None:
        self.relation = z3.Function(stem, VALUE, VALUE, z3.BoolSort())

    def __call__(self, first: Any, second: Any) -> Any:
        return SymBool(self.relation(lift(first), lift(second)))

    def facts(self) -> list[z3.BoolRef]:
        """Asymmetry, and transitivity of "does not come after"."""
        a, b, c = z3.Consts("order_a order_b order_c", VALUE)
        after = self.relation

        def not_after(one: z3.ExprRef, other: z3.ExprRef) -> z3.BoolRef:
            return negation(after(one, other))

        return [
            z3.ForAll([a, b], implication(after(a, b), not_after(b, a))),
            z3.ForAll([a, b, c], implication(conjunction(not_after(a, b), not_after(b, c)), not_after(a, c))),
        ]


class SymRank:
    """Any function from handles to numbers; each order of finitely many handles is an order of such ranks."""

    def __init__(self, stem: str) -> None:
        self.rank = z3.Function(stem, *[z3.IntSort()] * (len(Handle._fields) + 1))

    def __call__(self, handle: Handle) -> Any:
        return SymInt(self.rank(*(lift(part) for part in handle)))


class SymRankOrder(SymRank):
    """Any strict weak order of handles: `comes_after(a, b)`."""

    def __call__(self, first: Any, second: Any = None) -> Any:
        return SymBool(lift(super().__call__(first)) > lift(super().__call__(second)))


def one_of(stem: str, choices: tuple[Any, ...]) -> Any:
    """One of a few constants: a path for each."""
    for choice in choices[:-1]:
        if current().decide(z3.Bool(current().name(f"{stem}_is_{choice}"))):
            return choice
    return choices[-1]


def is_any(made: Any, chosen: bool) -> bool:
    """True if nothing is known of what stands in for an argument: each part is a symbol of its own.

    Takes      chosen, whether a path was chosen for each of some constants
    """
    if isinstance(made, tuple):
        known = [part.term.get_id() for part in made if isinstance(part, _SCALARS)]
        return len(known) == len(set(known)) and all(is_any(part, chosen) for part in made)
    if isinstance(made, _SCALARS):
        return bool(z3.is_const(made.term) and made.term.decl().kind() == z3.Z3_OP_UNINTERPRETED)
    return chosen or not (made is None or type(made) in (bool, int, str, list, dict, set))


_SCALARS = (SymInt, SymBool, SymValue)


class Make:
    """What a domain asks for to stand in for every value of an argument."""

    def __init__(self, coupled_pair: Callable[[str], Sides], counts: Mapping[str, int] | None = None) -> None:
        self.coupled_pair = coupled_pair
        self.counts = counts or {}

    def number_of(self, stem: str, sort: str) -> Any:
        """Any integer; a path for each that names one of the things of a sort that there are, on which it is known."""
        number = self.int(stem)
        for each in range(self.counts[sort]):
            if current().decide(number.term == each):
                return each
        return number

    def int(self, stem: str) -> SymInt:
        """Any integer, negative ones too."""
        return SymInt(z3.Int(current().name(stem)))

    def negative(self, stem: str) -> SymInt:
        """Any negative integer."""
        number = self.int(stem)
        current().assume(number.term < 0)
        return number

    def bool(self, stem: str) -> SymBool:
        """Either truth value."""
        return SymBool(z3.Bool(current().name(stem)))

    def value(self, stem: str) -> SymValue:
        """Any value."""
        return SymValue(z3.Const(current().name(stem), VALUE))

    def key(self, stem: str) -> Any:
        """Any key that has a hash, or a list, which has none: a path for each."""
        if current().decide(z3.Bool(current().name(f"{stem}_has_no_hash"))):
            return []
        made, bound = KINDS.KEY.fresh(stem), current().bound
        if bound is not None:
            current().assume(conjunction(0 <= made.term, made.term <= bound))
        return made

    def hasher(self, stem: str) -> Any:
        """Any hash function."""
        return HASHER.fresh(stem)

    def float(self, stem: str) -> SymInt:
        """A number that stands for any float, of which only summaries are asked."""
        return self.int(stem)

    def keys(self, stem: str) -> SymList:
        """A list of any keys."""
        return self.list(stem, KINDS.KEY.fresh(stem))

    def name(self, stem: str) -> SymName:
        """Any string."""
        return SymName(z3.Int(current().name(stem)))

    def names(self, stem: str) -> SymList:
        """A list of any strings."""
        return self.list(stem, self.name(f"some_{stem}"))

    def source(self, stem: str) -> Any:
        """What a key of a hash index is made of: a path for each sort of thing."""
        sort = self.one_of(stem, ("integer", "pair", "vector", "whole vector", "bytes", "string", "nothing"))
        if sort == "integer":
            return self.int(stem)
        if sort in ("pair", "whole vector"):
            return tuple(self.int(stem) for _ in range(2 if sort == "pair" else 3))
        if sort == "vector":
            return tuple(SymFloat(stem) for _ in range(3))
        if sort == "bytes":
            return SymBytes.fresh(stem)
        return SymText(stem) if sort == "string" else None

    def one_of(self, stem: str, choices: tuple[Any, ...]) -> Any:
        """One of a few constants: a path for each."""
        return one_of(stem, choices)

    def list(self, stem: str, *example: Any) -> SymList:
        """A list of any length of things of the kind of the example; of values if there is none."""
        kind = KINDS.of(*example) if example else KINDS.VALUE
        made = SymList.fresh(current().name(stem), kind)
        for fact in made.facts():
            current().assume(fact)
        return made

    def handles(self, stem: str) -> SymList:
        """A list of any handles."""
        return self.list(stem, Handle(0, 0, 0, 0))

    def ints(self, stem: str) -> SymList:
        """A list of any integers."""
        return self.list(stem, 0)

    def set(self, stem: str) -> SymSet:
        """A set of any integers."""
        return SymSet.fresh(current().name(stem))

    def factory(self, stem: str) -> Sides:
        """A callable that returns or raises, the same on both sides."""
        return Sides(SymFactory(stem), SymFactory(stem))

    def order(self, stem: str) -> SymOrder:
        """Any strict weak order."""
        made = SymOrder(current().name(stem))
        for fact in made.facts():
            current().assume(fact)
        return made

    def rank(self, stem: str) -> SymRank:
        """Any function from handles to numbers."""
        return SymRank(current().name(stem))

    def rank_order(self, stem: str) -> SymRankOrder:
        """Any strict weak order of handles."""
        return SymRankOrder(current().name(stem))

    def peer(self, stem: str) -> Sides:
        """A second container in any state."""
        return self.coupled_pair(f"{stem}_")
