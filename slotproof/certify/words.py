"""Make proofs of questions about words: the checker expands them, and the proofs are what Z3 learns of the clauses.

Z3 logs what it learns, and not why. Lemmas are gone through from the last one back: of each one that is needed, unit
propagation tells which clauses it follows from. Those that nothing needs are left out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import z3

from slotproof.checker.clauses import HEAD
from slotproof.checker.parse import Malformed
from slotproof.checker.terms import Refused
from slotproof.checker.words import clauses_of

Clause = tuple[int, ...]

WAYS: Final[dict[str, dict[str, Any]]] = {
    "searching": {"smt": True},
    "denying": {"smt": True, "phase": "always_false"},
    "resolving": {"scc": False, "probing": False, "dyn_sub_res": True},
}
"""Parameters of Z3's search, in the order in which they are tried: not all that it learns follows by propagation."""

CONFLICTS: Final = 1_000_000
"""Conflicts of Z3's search for one question, in one way: a busy machine changes no certificate so."""

_SUPPOSED: Final = -1


def refutation_of(question: str, way: str) -> str:
    """Give a proof that nothing satisfies a question about words.

    Raises     RuntimeError if there is none
    """
    try:
        clauses = clauses_of(question)
    except (Malformed, Refused) as reason:
        raise RuntimeError(f"the checker cannot read the question: {reason}") from reason
    return hinted(clauses, lemmas_of(clauses, way))


def lemmas_of(clauses: Sequence[Clause], way: str, conflicts: int = CONFLICTS) -> list[Clause]:
    """Have Z3 refute clauses; give what it learned, in order, with the empty clause at the end.

    Takes      conflicts, after which Z3 gives up

    Raises     RuntimeError if it does not
    """
    with tempfile.TemporaryDirectory() as folder:
        problem, log = Path(folder) / "problem.cnf", Path(folder) / "lemmas.drat"
        variables = max(abs(each) for clause in clauses for each in clause)
        lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, (*each, 0))) for each in clauses), ""]
        problem.write_text("\n".join(lines), encoding="utf-8")
        solver = z3.Solver(ctx=(context := z3.Context()))
        solver.from_file(str(problem))
        goal = z3.Goal(ctx=context)
        goal.add(*solver.assertions())
        if goal.inconsistent():  # a clause without a true literal, seen as it was read
            return [()]
        numbers = _numbers(goal)
        z3.set_param("sat.drat.file", str(log))
        try:
            search = z3.With(z3.Tactic("sat", context), ctx=context, max_conflicts=conflicts, **WAYS[way])
            answer = str(search(goal))
        finally:
            z3.set_param("sat.drat.file", "")
        if answer != "[[False]]":
            raise RuntimeError("Z3 does not refute the clauses")
        found = []
        for line in log.read_text(encoding="utf-8").splitlines():
            if line[:1] not in ("i", "d"):
                learned = [int(word) for word in line.split()[:-1]]
                found.append(tuple(numbers[each] if each > 0 else -numbers[-each] for each in learned))
        return [*found, ()]


def _numbers(goal: z3.Goal) -> dict[int, int]:
    """Give the variable that each number of Z3's log stands for: it numbers them as it comes across them."""
    found: dict[int, int] = {}
    for formula in goal:
        for each in formula.children() if z3.is_or(formula) else (formula,):
            name = (each.arg(0) if z3.is_not(each) else each).decl().name()
            number = int(name.removeprefix("k!"))
            found.setdefault(number, len(found) + 1)
    return {place: number for number, place in found.items()}


def hinted(clauses: Sequence[Clause], lemmas: Sequence[Clause]) -> str:
    """Give the proof that lemmas are, each one that is needed with the clauses that it follows from.

    Raises     RuntimeError if one of them does not follow by unit propagation
    """
    known = _Propagation()
    for clause in clauses:
        known.add(clause)
    for lemma in lemmas:
        if known.conflict is not None:
            break
        known.add(lemma)
    reasons: dict[int, list[int]] = {}
    last = known.explained(known.conflict) if known.conflict is not None else None
    if last is None:
        raise RuntimeError("the lemmas do not refute the clauses")
    reasons[len(known.clauses)] = last
    needed = set(last)
    for place in range(len(known.clauses) - 1, len(clauses) - 1, -1):
        known.take_back(place)
        if place in needed:
            reasons[place] = known.follows(place)
            needed |= set(reasons[place])
    known.clauses.append(())
    numbers = {place: place + 1 for place in range(len(clauses))}
    lines: list[str] = []
    for place in sorted(reasons):
        numbers[place] = len(clauses) + len(lines) + 1
        named = [numbers[each] for each in reasons[place]]
        lines.append(" ".join(map(str, (*known.clauses[place], 0, *named, 0))))
    return HEAD + "\n".join(lines) + "\n"


class _Propagation:
    """Clauses in order, and what follows from them by unit propagation; the last clauses can be taken back.

    conflict   the place of a clause of which all literals are false; None if there is none
    """

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self.conflict: int | None = None
        self._watched: dict[int, list[int]] = {}  # places of clauses, by literal
        self._watches: list[list[int]] = []  # the literals of each clause, the two that are watched first
        self._because: dict[int, int] = {}  # of each true literal the clause that made it so; or _SUPPOSED
        self._trail: list[int] = []
        self._before: list[int] = []  # how long the trail was before each clause

    def add(self, clause: Clause) -> None:
        """Add a clause, and what follows."""
        place = len(self.clauses)
        self.clauses.append(clause)
        self._before.append(len(self._trail))
        literals = sorted(dict.fromkeys(clause), key=lambda each: -each in self._because)  # those not false first
        self._watches.append(literals)
        for each in literals[:2]:
            self._watched.setdefault(each, []).append(place)
        if self.conflict is not None:
            return
        if not literals or -literals[0] in self._because:
            self.conflict = place
        elif (len(literals) == 1 or -literals[1] in self._because) and literals[0] not in self._because:
            self.conflict = self._propagated(literals[0], place, place + 1)

    def take_back(self, place: int) -> None:
        """Forget what follows from the clause at a place, and from later ones, which are used no more."""
        self._undo(self._before[place])

    def follows(self, place: int) -> list[int]:
        """Give the places of the clauses, all before this one, that a clause follows from, in order of use.

        Raises     RuntimeError if it does not follow
        """
        length, found = len(self._trail), None
        for each in self.clauses[place]:
            if each in self._because:
                found = self._because[each]  # made it true; with all of the clause false, that one has none left
            elif -each not in self._because:
                found = self._propagated(-each, _SUPPOSED, place)
            if found is not None:
                break
        told = None if found is None else self.explained(found, self.clauses[place])
        self._undo(length)
        if told is None:
            raise RuntimeError("a lemma of Z3 does not follow by unit propagation")
        return told

    def explained(self, conflict: int, false: Clause = ()) -> list[int]:
        """Give the places of the clauses that lead to a conflict where literals are false, in order of use."""
        wanted, found = {abs(each) for each in self.clauses[conflict]}, [conflict]
        for literal in reversed(self._trail):
            because = self._because[literal]
            if abs(literal) in wanted and because not in (_SUPPOSED, conflict) and -literal not in false:
                found.append(because)
                wanted.update(map(abs, self.clauses[because]))
        return found[::-1]

    def _propagated(self, literal: int, because: int, limit: int) -> int | None:
        """Make a literal true, and what follows from the clauses before a limit; give the place of a conflict."""
        true, watched, trail = self._because, self._watched, self._trail
        begun = len(trail)
        true[literal] = because
        trail.append(literal)
        while begun < len(trail):
            false = -trail[begun]
            begun += 1
            staying: list[int] = []
            conflict = None
            places = watched.get(false, [])
            for number, place in enumerate(places):
                if place >= limit:  # taken back, and used no more
                    continue
                literals = self._watches[place]
                if literals[0] == false and len(literals) > 1:
                    literals[0], literals[1] = literals[1], false
                first = literals[0]
                if first not in true:
                    for other in range(2, len(literals)):
                        if -literals[other] not in true:
                            literals[1], literals[other] = literals[other], false
                            watched.setdefault(literals[1], []).append(place)
                            break
                    else:
                        staying.append(place)
                        if first == false or -first in true:
                            conflict = place
                            staying += places[number + 1 :]
                            break
                        true[first] = place
                        trail.append(first)
                    continue
                staying.append(place)
            watched[false] = staying
            if conflict is not None:
                return conflict
        return None

    def _undo(self, length: int) -> None:
        for literal in self._trail[length:]:
            del self._because[literal]
        del self._trail[length:]
