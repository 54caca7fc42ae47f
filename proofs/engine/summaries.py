"""Functions that a proof does not run but knows by their theorems.

A summary stands for a function that is not run, because its text is beyond these stand-ins: a sum of bit fields, say.
The proof takes the call for an unknown number of which `facts` is true. The judge `bits` shows the same `facts` of the
real function, from the same text.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import z3

from slotproof.proofs.engine.declared import Definition, Summary
from slotproof.proofs.engine.lists import SymList
from slotproof.proofs.engine.path import NotSupported, claims, current
from slotproof.proofs.engine.symbolic import KINDS, SymBool, SymInt, constant, lift
from slotproof.proofs.engine.terms import conjunction
from slotproof.spec.logic import Symbolic

WIDEST: Final = 64
"""Bits of the widest word."""

WORDS: Final = 8
"""Numbers in [0, WORDS) are words of a bounded run; widths and positions are below WIDTHS."""
WIDTHS: Final = 5


def widest() -> int:
    """Positions that claims speak of are below it: in a bounded run, where functions are tables, there are fewer."""
    return WIDEST if current().bound is None else WIDTHS


INTS: Final = z3.ArraySort(z3.IntSort(), z3.IntSort())


@dataclass(frozen=True)
class Standing(Summary):
    """A function that stand-ins are given to."""

    def standing_in(self, rebuilt: Callable[[Any], Any], unshown: str = "") -> Callable[..., Any]:
        """What runs in place of the function.

        Takes      rebuilt, which puts `facts` over stand-ins; unshown, why they may not be used
        """

        def call(*arguments: Any) -> Any:
            if not any(isinstance(each, Symbolic) for each in arguments):
                return self.function(*arguments)
            path = current()
            if path.concrete:
                return self._computed(arguments)
            result = self._unknown(arguments)
            if path.bound is not None:
                self._tabulate(path, result)
                for place, each in enumerate(lift(argument) for argument in arguments):
                    if each.sort() == z3.IntSort():
                        path.assume(conjunction(0 <= each, each < (WIDTHS if place else WORDS)))
            elif self.facts is not None and not path.claiming:
                if unshown:
                    raise NotSupported(unshown)
                path.rested |= {self.theorem} - {""}
                with claims():
                    said = lift(rebuilt(self.facts)(SymInt(z3.IntVal(WIDEST)), result, *arguments))
                path.assume(said)
            return result

        return call

    def _computed(self, arguments: tuple[Any, ...]) -> Any:
        """What the function gives for constants, as a constant."""
        known = [constant(lift(each)) for each in arguments]
        if None in known:
            raise NotSupported(f"{self.name} of {arguments!r} in a constant run")
        result = self.function(*known)
        return SymBool(z3.BoolVal(result)) if self.returns is bool else SymInt(z3.IntVal(result))

    @property
    def declaration(self) -> Any:
        """The unknown function of numbers; truths among the arguments count as 0 and 1."""
        places = len(inspect.signature(self.function).parameters)
        sort = z3.BoolSort() if self.returns is bool else z3.IntSort()
        return z3.Function(self.name, *[z3.IntSort()] * places, sort)

    def _unknown(self, arguments: tuple[Any, ...]) -> Any:
        terms = [lift(each) for each in arguments]
        term = self.declaration(*(z3.If(each, 1, 0) if z3.is_bool(each) else each for each in terms))
        return SymBool(term) if self.returns is bool else SymInt(term)

    def _tabulate(self, path: Any, result: Any) -> None:
        """Of a bounded run: the function's values at small words and widths, once for each path."""
        declaration = result.term.decl()
        if declaration.name() in path.tables:
            return
        path.tables.add(declaration.name())
        choices = [range(WIDTHS if place else WORDS) for place in range(declaration.arity())]
        for arguments in itertools.product(*choices):
            value = self.function(*arguments)
            path.assume(declaration(*arguments) == value)


@dataclass(frozen=True)
class Named(Definition):
    """A function that is kept as a name."""

    def standing_in(self, rebuilt: Callable[[Any], Any], unshown: str = "") -> Callable[..., Any]:
        """What runs in place of the function where the size is not bounded."""

        def call(numbers: Any, index: Any) -> Any:
            path = current()
            if path.concrete or path.bound is not None or not isinstance(numbers, SymList):
                return self.function(numbers, index)
            return SymInt(self._named(numbers.arrays[0], lift(index)))

        return call

    def _named(self, array: Any, index: Any) -> Any:
        name = f"{self.function.__module__.removeprefix('slotproof.')}.{self.function.__qualname__}"
        return z3.Function(name, INTS, z3.IntSort(), z3.IntSort())(array, index)

    def known(self) -> Any:
        """That the name stands for what the function computes."""
        array, index = z3.Const("defined", INTS), z3.Int("defined_at")
        path = current()
        numbers = SymList("defined", KINDS.INT, [array], z3.Int("defined_length"))
        path.tracked.pop()
        with claims():
            value = lift(self.function(numbers, SymInt(index)))
        named = self._named(array, index)
        return z3.ForAll([array, index], named == value, patterns=[named])


def standing(each: Summary | Definition) -> Standing | Named:
    """What runs in place of a function."""
    return Standing(**vars(each)) if isinstance(each, Summary) else Named(**vars(each))
