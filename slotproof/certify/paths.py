"""Write the tree of paths of a unit, as `slotproof.checker.paths` reads it, from the steps that its proof noted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from slotproof.certify.questions import Names, Writer
from slotproof.engine.prove.declaration.told import MET
from slotproof.engine.prove.python import ways
from slotproof.engine.prove.python.ways import Book, Step
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.pieces import leaves
from slotproof.engine.prove.solver.theory.ranks import RANKS
from slotproof.engine.prove.solver.theory.uses import FACTS
from slotproof.engine.prove.solver.triggers import children, kind, number, parts

Way = list[dict[str, Any]]
Ask = Callable[[list[Any], Any], None]
"""Asks another question, of these formulas, about this goal."""

FALSE: Final = t.lift(False)
UNASKED: Final = ["?"]
"""Names the question that nobody asked."""

_TERM: Final = t.variable("met", 0)
MET_ALWAYS: Final = t.forall_many([_TERM], MET(_TERM), by=[])
"""What makes solvers look at terms says nothing, so that it may be so of all."""

_ANY: Final = re.compile(r"any@\d+\.\d+")
"""How values are called of which a quantified goal may be false."""


@dataclass
class Asked:
    """A question that cvc5 answered: its name; what was to be shown then, and what it asserts, by number."""

    formulas: Sequence[z3.BoolRef]
    name: str
    goal: int = 0
    numbers: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.numbers = frozenset(map(number, self.formulas))


@dataclass
class _Terms:
    """The formulas of a unit, each written once; they go by their places."""

    places: dict[int, int] = field(default_factory=dict)
    formulas: list[Any] = field(default_factory=list)

    def place(self, formula: Any) -> int:
        formula = t.lift(formula)
        if number(formula) not in self.places:
            self.places[number(formula)] = len(self.formulas)
            self.formulas.append(formula)
        return self.places[number(formula)]


def _hold(held: set[int], formula: Any) -> None:
    """Let a formula hold, and what it is a conjunction of: by number; what is false, if the contrary holds."""
    new = [t.lift(formula)]
    for each in new:
        new += children(each) if kind(each) == z3.Z3_OP_AND else []
    held |= set(map(number, new))
    if any(number(t.lift(t.neg(each))) in held for each in new):
        held.add(number(FALSE))


class _Tree:
    """The tree of one proof."""

    def __init__(self, book: Book, asked: Sequence[Asked], ask: Ask, terms: _Terms) -> None:
        self.asked, self.ask, self.terms = asked, ask, terms
        self.below: dict[Step | None, list[Step]] = {}
        self.leading: set[Step] = set()  # to where something is done
        self.closing: set[Step] = set()  # to where nothing can be
        for step in book.told:
            self._reach(step)
        self.owed = {step: place for place, step in enumerate(s for s in book.told if s.kind == ways.SHOWN)}
        self.beside = {
            **{number(each): (each, "shown elsewhere") for each in book.learned},
            **{number(each): (each, "a fact about numbers") for _, each in (*FACTS, *RANKS)},
            number(MET_ALWAYS): (MET_ALWAYS, "a hint for solvers"),
        }
        self.used: set[int] = set()  # of these, by questions

    def _reach(self, told: Step) -> None:
        step: Step | None = told
        while step is not None:
            siblings = self.below.setdefault(step.before, [])
            if step not in siblings:
                siblings.append(step)
            if told.kind in (ways.DONE, ways.ELSEWHERE):
                self.leading.add(step)
            step = step.before
        if told.kind == ways.CLOSED or told.formula is False:
            self._close(told)

    def _close(self, step: Step | None) -> None:
        """Note that nothing can be after a step, nor after the one before it, unless there is another case."""
        while step is not None and step not in self.closing:
            self.closing.add(step)
            if step.kind == ways.PART or (step.kind == ways.CASE and not self.closing.intersection(self._others(step))):
                return
            step = step.before

    def _others(self, case: Step) -> list[Step]:
        """Give the steps beside a case that have the rest."""
        other = number(t.lift(t.neg(case.formula)))
        beside = self.below.get(case.before, [])
        return [step for step in beside if step.kind == ways.CASE and number(step.formula) == other]

    # --- questions

    def by(self, held: set[int], goal: Any) -> list[str]:
        """Name the question that shows a goal of what holds; none if it stands there."""
        goal = t.lift(goal)
        if number(FALSE) in held or all(number(each) in held for each in leaves(goal)):
            return []
        denied = number(t.lift(t.neg(goal)))
        for each in self.asked:
            rest = each.numbers - held - {denied}
            if rest <= self.beside.keys():
                self.used |= rest
                return [each.name]
        return UNASKED

    def _in_pieces(self, held: set[int], goal: Any, found: Way) -> list[str]:
        """Show a goal that was shown in pieces: each is a lemma, of any values, from which the goal follows."""
        lemmas = []
        for each in [each for each in self.asked if each.goal == number(t.lift(goal))]:
            needed = [one for one in each.formulas if number(one) in held | self.beside.keys()]
            denied = t.conj(*(one for one in each.formulas if one not in needed))
            names = [part for part in parts(denied) if z3.is_const(part) and _ANY.fullmatch(part.decl().name())]
            lemma = t.forall_many(names, t.neg(denied), by=[]) if names else t.neg(denied)
            self.ask([*needed, t.lift(t.neg(lemma))], lemma)
            if self.by(held, lemma) != UNASKED:
                found.append({"lemma": self.terms.place(lemma), "by": self.by(held, lemma)})
                _hold(held, lemma)
                lemmas.append(lemma)
        self.ask([*lemmas, t.lift(t.neg(goal))], FALSE)
        return self.by(held, goal)

    # --- ways

    def way(self, step: Step | None, held: set[int], aside: bool = False) -> Way:
        """Write what follows a step."""
        found: Way = []
        while True:
            below = self.below.get(step, [])
            main = [] if aside else self._main(below)
            for each in below:
                if each not in main and (self._owes(each) if main or not aside else len(below) > 1):
                    found.append({"aside": self._from(each, set(held), True)})
            if len(main) > 1 or (main and main[0].kind == ways.CASE):
                several = all(each.kind == ways.PART for each in main)
                main = sorted(main, key=lambda each: int(each.said.split()[0])) if several else main
                found.append({"parts" if several else "fork": [self._from(each, set(held)) for each in main]})
                return found
            if main or (aside and len(below) == 1):
                (step,) = main or below
                found += self._step(step, held)
                continue
            return found

    def _main(self, below: list[Step]) -> list[Step]:
        """Give the steps by which a way goes on: those that lead to where something is done, and what closes a fork."""
        main = [each for each in below if each in self.leading]
        if not main:
            closed = [each for each in below if each.kind == ways.CLOSED or each.formula is False]
            main = closed or [each for each in below if each in self.closing]
        for each in [each for each in main if each.kind == ways.CASE]:
            others = self._others(each)
            if not any(step in main for step in others):
                main += [step for step in others if step in self.closing][:1]
        return main

    def _owes(self, step: Step) -> bool:
        """Tell whether something is owed from a step on."""
        return step in self.owed or any(map(self._owes, self.below.get(step, [])))

    def _from(self, step: Step, held: set[int], aside: bool = False) -> Way:
        return [*self._step(step, held), *self.way(step, held, aside)]

    def _step(self, step: Step, held: set[int]) -> Way:
        """Write a step, and the new names that it needs."""
        found: Way = []
        for fact in step.facts if step.kind in ways.TOLD else ():
            if number(fact) not in held:
                _hold(held, fact)
                found.append({"fact": self.terms.place(fact)})
        match step.kind:
            case ways.CASE:
                found.append({"case": self.terms.place(step.formula)})
                _hold(held, step.formula)
            case ways.ASSUMED:
                found.append({"assume": self.terms.place(step.formula), "why": step.said})
                _hold(held, step.formula)
            case ways.SHOWN:
                by = self.by(held, step.formula)
                if by == UNASKED:
                    by = self._in_pieces(held, step.formula, found)
                told = {"show": self.terms.place(step.formula), "by": by}
                found.append(told | {"number": self.owed[step], "claim": step.claim, "what": step.said})
                _hold(held, step.formula)
                if step.known is not None and not t.same(step.known, step.formula):
                    self.ask([t.lift(step.formula), MET_ALWAYS, t.lift(t.neg(step.known))], FALSE)
                    found.append({"lemma": self.terms.place(step.known), "by": self.by(held, step.known)})
                    _hold(held, step.known)
            case ways.CLOSED:
                found.append({"closed": self.by(held, False)})
                held.add(number(FALSE))
            case ways.LOOP:
                found.append({"loop": step.said, "ends": step.formula, "with": step.claim})
            case ways.BODY:
                found.append({"body": step.said})
            case ways.END:
                found.append({"end": step.said})
            case ways.PART:
                found.append({"part": step.said, "with": step.claim})
            case ways.DONE | ways.ELSEWHERE:
                found.append({step.kind: step.said})
        return found

    def encoded(self, claims: Sequence[str], owes: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """Give the tree as JSON can hold it."""
        way = self.way(None, {number(t.lift(True))})
        used = [self.beside[key] for key in self.beside if key in self.used]
        known = [{"formula": self.terms.place(formula), "why": why} for formula, why in used]
        return {"claims": claims, "owes": owes, "owed": len(self.owed), "known": known, "way": way}


def paths(
    books: Sequence[Book],
    asked: Sequence[Asked],
    ask: Ask,
    names: Names,
    claims: Sequence[str],
    owes: Mapping[str, Sequence[str]],
) -> str:
    """Write the trees of a unit.

    Takes      ask, which adds another question to those that were asked; names, as the questions have them; owes,
               what is owed of each way to end

    Raises     Unwritable
    """
    terms = _Terms()
    trees = [_Tree(book, asked, ask, terms).encoded(claims, owes) for book in books]
    writer = Writer(names)
    text = writer.text(terms.formulas)
    return json.dumps({"terms": text, "arrays": len(writer.said), "trees": trees}, separators=(",", ":"))
