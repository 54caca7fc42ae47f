"""Stand-ins as the Python values that a solver's model gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from slotproof.engine.prove.make import Script
from slotproof.proofs.engine.dicts import SymDict
from slotproof.proofs.engine.keys import HashTable, SymHasher
from slotproof.proofs.engine.lists import SymDistinct, SymList, length_of
from slotproof.proofs.engine.make import Sides, SymFactory, SymOrder, SymRank, SymRankOrder
from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.sets import SymNumbers
from slotproof.proofs.engine.symbolic import KINDS, SymBool, SymInt, SymKey, SymValue, lift
from slotproof.spec.logic import Distinct, Unique


class Table:
    """An order on values given by the pairs in which the first comes after the second."""

    def __init__(self, pairs: frozenset[tuple[Any, Any]]) -> None:
        self.pairs = pairs

    def __call__(self, first: Any, second: Any) -> bool:
        """True if the first comes after the second."""
        return (first, second) in self.pairs

    def __repr__(self) -> str:
        return f"Table({sorted(self.pairs)!r})"


class Evaluated:
    """A function of handles that a solver's model gives: asked when it is called."""

    def __init__(self, function: SymRank, answer: Callable[[Any], Any]) -> None:
        self.function = function
        self.answer = answer

    def __call__(self, *handles: Any) -> Any:
        """What the model says of the handles."""
        return self.answer(self.function(*handles).term)

    def __repr__(self) -> str:
        return f"<{self.function.rank}>"


class Concrete:
    """Stand-ins as the Python values that a solver's model gives them; values of the container become 0, 1, 2 ..."""

    def __init__(self, model: Any, bound: int, refinement: Refinement) -> None:
        self.model = model
        self.bound = bound
        self.refinement = refinement
        self.values: dict[str, int] = {}
        self.terms: list[Any] = []

    def number(self, term: Any) -> int:
        """The integer a term has in the model."""
        return int(self.model.eval(term, model_completion=True).as_long())

    def truth(self, term: Any) -> bool:
        """The truth value a term has in the model."""
        return bool(z3.is_true(self.model.eval(term, model_completion=True)))

    def value(self, term: Any) -> int:
        """The number given to a container's value."""
        known = self.model.eval(term, model_completion=True)
        if str(known) not in self.values:
            self.values[str(known)] = len(self.values)
            self.terms.append(known)
        return self.values[str(known)]

    def of(self, thing: Any, side: str = "impl") -> Any:
        """The Python value of a stand-in."""
        if isinstance(thing, Sides):
            return self.of(getattr(thing, side), side)
        if hasattr(type(thing), "spelled"):
            return thing.spelled(self)
        if isinstance(thing, SymDistinct):
            kind = Unique if thing.kind is KINDS.KEY else Distinct
            return kind(self.of(thing.peek(place)) for place in range(self.number(lift(length_of(thing)))))
        if isinstance(thing, SymList):
            return [self.of(thing.peek(index)) for index in range(self.number(thing.length))]
        if isinstance(thing, SymNumbers):
            return {number for number in range(2 * self.bound + 3) if self.truth(z3.Select(thing.has, number))}
        if isinstance(thing, SymDict):
            keys = [key for key in range(-1, self.bound + 3) if self.truth(z3.Select(thing.has, key))]
            return {self.of(thing.keys.unpack([z3.IntVal(key)])): self.of(thing.peek(key)) for key in keys}
        if type(thing) in (SymInt, SymBool, SymValue):
            return {SymInt: self.number, SymBool: self.truth, SymValue: self.value}[type(thing)](thing.term)
        if isinstance(thing, SymKey):
            return self.number(thing.term)
        if isinstance(thing, SymHasher):
            return HashTable({key: self.number(thing(key).term) for key in range(-1, self.bound + 3)})
        if isinstance(thing, tuple):
            fields = [self.of(field) for field in thing]
            return type(thing)(*fields) if hasattr(thing, "_fields") else tuple(fields)
        if isinstance(thing, SymFactory):
            calls = range(self.bound + 2)
            return Script([None if self.truth(thing.fails(n)) else self.value(thing.makes(n)) for n in calls])
        if isinstance(thing, SymRank):
            return Evaluated(thing, self.truth if isinstance(thing, SymRankOrder) else self.number)
        if isinstance(thing, SymOrder):
            return self._table(thing)
        if isinstance(thing, self.refinement.model | self.refinement.impl):
            return self.container(thing)
        return thing

    def _table(self, order: SymOrder) -> Table:
        pairs = [(a, b) for a in self.terms for b in self.terms if self.truth(order.relation(a, b))]
        return Table(frozenset((self.value(a), self.value(b)) for a, b in pairs))

    def container(self, thing: Any) -> Any:
        """The real object in the state of a symbolic one."""
        original = self.refinement.model if isinstance(thing, self.refinement.model) else self.refinement.impl
        made: Any = object.__new__(original)
        for name, part in vars(thing).items():
            object.__setattr__(made, name, self.of(part))
        return made
