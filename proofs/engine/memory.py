"""Formulas that the paths of one proof share: what follows at once from one, and what a predicate says of terms.

What terms look like is kept too: each path makes the messages of the errors that it might end in.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import z3

from slotproof.proofs.engine.terms import kind_of, number_of, simplified


@contextmanager
def garbage_kept() -> Iterator[None]:
    """Look for garbage nowhere but where it is asked for.

    Z3 gives the number of a term that is gone to another one, and what it answers depends on numbers: where Python
    happens to look would decide whether something is shown.
    """
    looked_for = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked_for:
            gc.enable()


@dataclass(frozen=True)
class Saying:
    """What a predicate says of some states, and what a path supposes where it is said.

    predicate   kept, so that no other one gets its number
    supposed    formulas, in order
    tables      functions whose values are among them
    """

    predicate: Callable[..., Any]
    formula: z3.BoolRef
    supposed: tuple[z3.BoolRef, ...]
    tables: frozenset[str]


@dataclass(frozen=True)
class Assumed:
    """What a path takes up with a formula that it assumes: its hash, and number of a formula -> its truth, if plain."""

    hash: int
    truths: Mapping[int, bool]


class Memory:
    """Formulas by the numbers of the terms that they are made of, which stay theirs as long as the terms are kept.

    refused   function -> why it cannot be followed, or ""
    """

    def __init__(self) -> None:
        self._assumed: dict[int, Assumed] = {}
        self._literals: dict[int, tuple[int, bool]] = {}
        self._said: dict[Hashable, z3.BoolRef] = {}
        self._texts: dict[int, str] = {}
        self._simpler: dict[int, z3.BoolRef] = {}
        self.refused: dict[FunctionType, str] = {}
        self._sayings: dict[Hashable, Saying] = {}
        self._places: dict[Hashable, int] = {}
        self._kept: list[Any] = []
        self._made: dict[Hashable, Any] = {}

    def simplified(self, formula: z3.BoolRef) -> z3.BoolRef:
        """The same in fewer words."""
        number = number_of(formula)
        known = self._simpler.get(number)
        if known is None:
            known = simplified(formula)
            self._kept += (formula, known)
            self._simpler[number] = self._simpler[number_of(known)] = known
        return known

    def assumed(self, formula: z3.BoolRef) -> Assumed:
        """What a path takes up that assumes a formula."""
        number = number_of(formula)
        known = self._assumed.get(number)
        if known is None:
            simpler = self.simplified(formula)
            truths: dict[int, bool] = {}
            for each in (formula, simpler):
                _add_truths(each, True, truths)
            known = self._assumed[number] = Assumed(formula.hash(), truths)
        return known

    def literal(self, formula: z3.BoolRef) -> tuple[int, bool]:
        """The number of a formula and True, or of what it denies and False."""
        number = number_of(formula)
        known = self._literals.get(number)
        if known is None:
            self._kept.append(formula)
            denies = kind_of(formula) == z3.Z3_OP_NOT
            known = self._literals[number] = (number_of(formula.arg(0)), False) if denies else (number, True)
        return known

    def once(self, key: Hashable, kept: Any, make: Callable[[], Any]) -> Any:
        """What the paths of a proof have in common, made on the first of them.

        Takes      kept, what must be kept for the key to mean the same
        """
        if key not in self._made:
            self._kept.append(kept)
            self._made[key] = make()
        return self._made[key]

    def text(self, term: z3.ExprRef) -> str:
        """What a term looks like, for messages."""
        number = number_of(term)
        if number not in self._texts:
            self._kept.append(term)
            self._texts[number] = str(term)
        return self._texts[number]

    def place(self, told: Hashable, kept: Sequence[Any]) -> int:
        """A number for what a state is made of, which stands for it from now on.

        Takes      kept, what must be kept for the state to be told by the same numbers
        """
        known = self._places.get(told)
        if known is None:
            self._kept += kept
            known = self._places[told] = len(self._places)
        return known

    def saying(self, key: Hashable) -> Saying | None:
        """What is said of these states, as the key tells them, if it is known."""
        return self._sayings.get(key)

    def keep(self, key: Hashable, saying: Saying) -> None:
        """Know it from now on."""
        self._sayings[key] = saying

    def said(self, key: Hashable, kept: list[Any], evaluate: Callable[[], tuple[z3.BoolRef, bool]]) -> z3.BoolRef:
        """The formula of a key, evaluated if it is not known.

        Takes      kept, what must be kept for the key to mean the same; evaluate, which gives the formula and whether
                   it may be given again
        """
        known = self._said.get(key)
        if known is None:
            known, again = evaluate()
            if again:
                self._kept += (*kept, known)
                self._said[key] = known
        return known

    def made(self, kind: Hashable, parts: Sequence[z3.ExprRef], make: Callable[[], z3.BoolRef]) -> z3.BoolRef:
        """The formula of a kind that is made of these parts, and of nothing else."""
        key = (kind, *(number_of(part) for part in parts))
        return self.said(key, [*parts], lambda: (make(), True))


def _add_truths(formula: z3.BoolRef, truth: bool, known: dict[int, bool]) -> None:
    kind = kind_of(formula)
    if kind == z3.Z3_OP_NOT:
        _add_truths(formula.arg(0), not truth, known)
        return
    if truth and kind == z3.Z3_OP_AND:
        for part in formula.children():
            _add_truths(part, True, known)
    known[number_of(formula)] = truth
