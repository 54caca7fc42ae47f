"""States of a few elements in which an obligation is broken, found by the evaluator itself.

Loops go round, quantifiers are spelled out over a window of numbers, and calls are followed. A model that Z3 gives of a
broken obligation is a state as Python values; whether anything is really wrong in it, CPython is to say.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from slotproof.engine.prove.declaration.make import Sides
from slotproof.engine.prove.python.kinds.cells import entry, flatten
from slotproof.engine.prove.python.kinds.state import NOBODY, State
from slotproof.engine.prove.python.kinds.values import (
    DictCell,
    DistinctCell,
    FixedCell,
    Heap,
    ListCell,
    Meaning,
    ObjectCell,
    RecordCell,
    Ref,
    SetCell,
    StandCell,
    Tuple,
    Value,
)
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.source import Class, Refusal
from slotproof.spec.logic import Distinct

UNITS: Final = 2_000_000
"""Of Z3, for one question about a small state."""

FEW: Final = 200_000
"""Of Z3, for a question of a kind that it gave up on before."""

MOST: Final = 100_000_000
"""Of Z3, for one search."""

TOGETHER: Final = 24
"""Obligations that are asked about at once: most are kept in every small state."""

OTHERS: Final = 4
"""Further states that are tried of a broken obligation, each of another size, where the first shows nothing."""


@dataclass
class Begun:
    """How an operation begins: both sides, what is given, the heap."""

    model: Ref = NOBODY
    impl: Ref = NOBODY
    given: list[Value] = field(default_factory=list)
    heap: Heap = field(default_factory=dict)


@dataclass
class SmallSolver:
    """Answers what follows in small states, and tells of each state in which an obligation is broken.

    broken      told how an operation began, and of a model; True to search no further
    most        units of Z3 after which nothing more is asked
    hard        what Z3 gave up on
    """

    broken: Callable[[Begun, Any], bool]
    most: int = MOST
    begun: Begun = field(default_factory=Begun)
    counts: dict[str, int] = field(default_factory=dict)
    spent: int = 0
    seen: int = 0
    found: bool = False
    waiting: list[tuple[list[Any], Any, str]] = field(default_factory=list)
    hard: set[str] = field(default_factory=set)

    def entails(self, given: list[Any], goal: Any, label: str, insists: bool = True) -> bool:
        """Tell whether no state is known yet that breaks an obligation; this one is asked about with others."""
        here = {id(each) for each in given}
        if self.waiting and any(id(each) not in here for each in self.waiting[0][0]):
            self.settle()
        self.waiting.append((given, z3.Not(t.lift(goal)), label))
        if len(self.waiting) == TOGETHER:
            self.settle()
        return not self.found

    def settle(self) -> None:
        """Ask about the obligations that wait, which lie on one way: about all at once, and then about each."""
        waiting, self.waiting = self.waiting, []
        easy = [each for each in waiting if each[2] not in self.hard]
        if len(easy) > 1 and self._none_broken(easy):
            waiting = [each for each in waiting if each[2] in self.hard]
        for given, wrong, label in waiting:
            if self.found:
                return
            solver = self._solver([*given, wrong], FEW if label in self.hard else UNITS)
            answer = self._asked(solver)
            if answer == z3.unknown:
                self.hard.add(label)
            for _ in range(OTHERS):
                if answer != z3.sat or self.found:
                    break
                model = solver.model()
                self.found = self.broken(self.begun, model)
                solver.add(z3.Or(*(size != model.eval(size, model_completion=True) for size in self._sizes())))
                answer = self._asked(solver)

    def _none_broken(self, waiting: list[tuple[list[Any], Any, str]]) -> bool:
        common = waiting[0][0]
        known = {id(each) for each in common}
        cases = [
            z3.And(wrong, *(t.lift(each) for each in given if id(each) not in known)) for given, wrong, _ in waiting
        ]
        return bool(self._asked(self._solver([*common, z3.Or(*cases)], UNITS)) == z3.unsat)

    def _sizes(self) -> Iterator[Any]:
        """How long the lists are, at the beginning."""
        for cell in self.begun.heap.values():
            if isinstance(cell, ListCell) and not t.known(cell.length):
                yield cell.length

    def impossible(self, given: list[Any], insists: bool = False) -> bool:
        """Tell whether no small state is here; one that is may break something further on, and is told of.

        Takes      insists, which makes no difference: all assumptions are looked at
        """
        solver = self._solver(given, UNITS)
        answer = self._asked(solver)
        if answer == z3.sat and not self.found:
            self.found = self.broken(self.begun, solver.model())
        return self.spent >= self.most or answer == z3.unsat

    def _asked(self, solver: Any) -> Any:
        """What Z3 answers; its units are counted, of which it tells how many it has spent in all."""
        if self.spent >= self.most:
            return z3.unknown
        answer, now = solver.check(), _units(solver)
        self.spent += max(0, now - self.seen) if self.seen else 0
        self.seen = now
        return answer

    def model(self, formulas: list[Any]) -> Any:
        """A state of which all of these hold; None if there is none, or it takes too long to find."""
        solver = self._solver(formulas, UNITS)
        return solver.model() if self._asked(solver) == z3.sat else None

    def _solver(self, formulas: list[Any], units: int) -> Any:
        solver = z3.Solver()
        solver.set("rlimit", units)
        solver.add(*(t.lift(each) for each in formulas))
        return solver


def _units(solver: Any) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118


def _readable(value: Value, window: range) -> Iterator[Any]:
    if isinstance(value, Tuple) or t.is_number(value):
        for term in flatten(value):
            if t.is_number(term):
                yield t.conj(t.le(window[0], term), t.le(term, window[-1]))


def limits(st: State, given: list[Value], bound: int) -> Iterator[Any]:
    """What small states have in common: few elements, and numbers that a person can read."""
    window = window_of(bound)
    for value in given:
        yield from _readable(value, window)
    for cell in st.heap.values():
        match cell:
            case ListCell() | DistinctCell():
                yield t.le(cell.length, bound)
            case DictCell() | SetCell() if t.is_term(cell.present) and cell.present.sort().domain() != z3.IntSort():
                place, why = "small states", "they are asked of number by number"
                raise Refusal(place, "keys that are no numbers", why, "ask in another way")
            case DictCell() | SetCell():
                present = [t.ite(t.select(cell.present, key), 1, 0) for key in window]
                total: Any = 0
                for each in present:
                    total = t.add(total, each)
                yield t.eq(cell.size, total)
                yield t.le(cell.size, bound)
            case ObjectCell():
                for value in cell.fields.values():
                    yield from _readable(value, window)


def window_of(bound: int) -> range:
    """The numbers that claims are asked of."""
    return range(-2, 2 * bound + 5)


def _loaded(cls: Class) -> type:
    """The class that the process has of a text.

    Raises     LookupError
    """
    found = getattr(sys.modules.get(cls.module.name), cls.name, None)
    if not isinstance(found, type):
        raise LookupError(f"nothing in Python stands for {cls.name}")
    return found


class Concrete:
    """Values as Python has them, by a model that Z3 gives; what clients store becomes 0, 1, 2 ...

    represent   class -> (state of its model) -> a container in that state

    Raises     LookupError if there is none
    """

    def __init__(self, model: Any, bound: int, represent: Mapping[type, Callable[[Any], Any]]) -> None:
        self.model, self.bound, self.represent = model, bound, represent
        self.stored: dict[str, int] = {}
        self.terms: list[Any] = []

    def term(self, term: Any) -> Any:
        """A number, a truth, or something that clients store."""
        if t.known(term):
            return term
        found = self.model.eval(term, model_completion=True)
        if z3.is_int_value(found):
            return found.as_long()
        if z3.is_bool(found):
            return z3.is_true(found)
        if str(found) not in self.stored:
            self.stored[str(found)] = len(self.stored)
            self.terms.append(found)
        return self.stored[str(found)]

    def held(self, number: int) -> Any:
        """The term of something that clients store."""
        return self.terms[number]

    def of(self, value: Value, heap: Heap) -> Any:
        """The Python value that a value stands for.

        Raises     LookupError if Python has none that is known
        """
        match value:
            case None | str():
                return value
            case Tuple():
                parts = [self.of(each, heap) for each in value.items]
                return _loaded(value.cls)(*parts) if value.cls is not None else tuple(parts)
            case Ref():
                return self.cell((heap if value.heap is None else value.heap)[value.id], heap)
            case Meaning() if value.real is not None:
                return value.real(self)
        if t.is_term(value):
            return self.term(value)
        raise LookupError(f"nothing in Python stands for {value}")

    def cell(self, cell: Any, heap: Heap) -> Any:
        """The list, dict, set or object of a cell."""
        match cell:
            case ListCell():
                return [self.of(entry(cell, place), heap) for place in range(self.term(cell.length))]
            case DistinctCell():
                places = range(self.term(cell.length))
                return Distinct(self.term(t.select(cell.array, t.add(cell.start, place))) for place in places)
            case DictCell():
                keys = [key for key in window_of(self.bound) if self.term(t.select(cell.present, key))]
                return {key: self.of(entry(cell, key), heap) for key in keys}
            case SetCell():
                return {key for key in window_of(self.bound) if self.term(t.select(cell.present, key))}
            case RecordCell():
                return {name: self.of(each, heap) for name, each in cell.entries.items()}
            case FixedCell():
                items = [self.of(each, heap) for each in cell.items]
                return items if cell.is_list else dict(zip(cell.keys, items, strict=True))
            case StandCell() if (kind := _loaded(cell.of)) in self.represent:
                return self.represent[kind](self.of(cell.meaning, heap))
            case ObjectCell():
                made: Any = object.__new__(_loaded(cell.cls))
                for name, each in cell.fields.items():
                    object.__setattr__(made, name, self.of(each, heap))
                return made
        raise LookupError(f"nothing in Python stands for {type(cell).__name__}")

    def argument(self, value: Value, side: str, heap: Heap) -> Any:
        """An argument of one side."""
        return self.of(getattr(value, side) if isinstance(value, Sides) else value, heap)
