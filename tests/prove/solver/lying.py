"""Solvers that lie: about everything, about one question in so many, or about what they needed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar
from unittest import mock

import cvc5
import z3

from slotproof.engine.bitvectors import bits, smtlib

T = TypeVar("T")


@dataclass
class Liar:
    """How a solver lies.

    often    one question in so many is answered by `unsat`; 0 for none
    needed   what it says that it needed for that, and for what is so: all, none, some or others
    honest   whether what it says that it needed is right where the answer is
    first    no lie comes before this question, and it is lied about; 0 leaves it to chance
    asked    so many questions were asked
    lies     so many were told
    """

    often: int
    needed: str
    honest: bool = False
    seed: int = 0
    first: int = 0
    asked: int = 0
    lies: int = 0
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def lied(self) -> bool:
        """Tell whether to lie about this question."""
        self.asked += 1
        by_chance = self.often > 0 and self.chance.randrange(self.often) == 0
        lie = self.asked == self.first or (by_chance and self.asked > self.first)
        self.lies += lie
        return lie

    def core(self, given: list[Any], others: list[Any]) -> list[Any]:
        """Say what was needed of what was given."""
        self.lies += 1
        if self.needed == "others":
            return others
        return [
            each for each in given if self.needed == "all" or (self.needed == "some" and self.chance.random() < 0.5)
        ]


WAYS: Final = {
    "everything": Liar(1, "all"),
    "everything, of nothing": Liar(1, "none"),
    "everything, of some": Liar(1, "some"),
    "everything, of others": Liar(1, "others"),
    "one in ten": Liar(10, "all", honest=True),
    "one in ten, of some": Liar(10, "some"),
    "one in a thousand": Liar(1000, "all", honest=True),
    "the core: nothing": Liar(0, "none"),
    "the core: some": Liar(0, "some"),
    "the core: others": Liar(0, "others"),
}
"""Ways to lie, by name."""

HONEST: Final = Liar(0, "all", honest=True)
"""One that tells no lie."""


def lying(who: Callable[[Liar], AbstractContextManager[Liar]], liar: Liar, ask: Callable[[], T]) -> tuple[T, Liar]:
    """What comes of the questions while one lies, who tells a lie at least if anything is asked.

    One who lies seldom begins at a question that the seed chooses among those that were asked before, which may be more
    than are asked then, as some is known by then: as often as no lie was told, it is tried again.

    Takes      ask, which asks some questions whenever it is called
    """
    asked = 0
    if liar.often > 1:
        with who(replace(HONEST, seed=liar.seed)) as honest:
            ask()
        asked = honest.asked
    while True:
        if asked:
            liar = replace(liar, first=random.Random(liar.seed).randint(1, asked), asked=0, lies=0)
        with who(liar):
            answer = ask()
        if liar.lies or not asked:
            return answer, liar
        asked = liar.asked


@contextmanager
def lying_z3(liar: Liar) -> Iterator[Liar]:
    """Let Z3 lie to the prover that reads, which asks it in contexts of its own."""
    asked: list[Any] = []
    last: list[bool] = []
    check, core = z3.Solver.check, z3.Solver.unsat_core

    def lying_check(solver: z3.Solver, *marks: Any) -> z3.CheckSatResult:
        if solver.ctx is z3.main_ctx():
            return check(solver, *marks)
        asked[:] = marks
        last[:] = [liar.lied()]
        return z3.unsat if last[0] else check(solver, *marks)

    def lying_core(solver: z3.Solver) -> list[Any]:
        if solver.ctx is z3.main_ctx() or (liar.honest and not last[0]):
            return list(core(solver))
        real = asked if last[0] else list(core(solver))
        return liar.core(real, [z3.Bool(f"given@{number}", solver.ctx) for number in range(40)])

    with mock.patch.object(z3.Solver, "check", lying_check), mock.patch.object(z3.Solver, "unsat_core", lying_core):
        yield liar


class _Unsat:
    """An answer."""

    def isUnsat(self) -> bool:  # noqa: N802
        """Say so."""
        return True


@contextmanager
def lying_cvc5(liar: Liar) -> Iterator[Liar]:
    """Let cvc5 lie to the prover that reads."""
    real = cvc5.Solver

    class Lying:
        """What a solver of cvc5 offers."""

        def __init__(self, manager: Any) -> None:
            self._manager, self._real = manager, real(manager)
            self._asserted: list[Any] = []
            self._lied = False

        def __getattr__(self, name: str) -> Any:
            return getattr(self._real, name)

        def assertFormula(self, term: Any) -> None:  # noqa: N802
            """Assume it."""
            self._asserted.append(term)
            self._real.assertFormula(term)

        def checkSat(self) -> Any:  # noqa: N802
            """Answer, or lie."""
            self._lied = liar.lied()
            return _Unsat() if self._lied else self._real.checkSat()

        def getUnsatCore(self) -> list[Any]:  # noqa: N802
            """Say what was needed, or lie about it."""
            if liar.honest and not self._lied:
                return list(self._real.getUnsatCore())
            known = self._asserted if self._lied else list(self._real.getUnsatCore())
            return liar.core(known, [self._manager.mkBoolean(False)])

    with mock.patch.object(cvc5, "Solver", Lying):
        yield liar


LIARS: Final[dict[str, Callable[[Liar], Any]]] = {"z3": lying_z3, "cvc5": lying_cvc5}


@contextmanager
def lying_about_words(who: str, liar: Liar) -> Iterator[Liar]:
    """Let one of the two lie to the judge `bits`."""
    if who == "cvc5":
        ask = smtlib.ask_cvc5

        def asked(*about: Any) -> tuple[str, int]:
            return ("unsat", 0) if liar.lied() else ask(*about)

        with mock.patch.object(bits, "ask_cvc5", asked):
            yield liar
        return
    check = z3.Solver.check

    def checked(solver: z3.Solver, *assumed: Any) -> Any:
        return z3.unsat if liar.lied() else check(solver, *assumed)

    with mock.patch.object(z3.Solver, "check", checked):
        yield liar
