"""One solver that lies makes nothing false true: the other is asked about the same assumptions and the same goal."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pytest
import z3

from slotproof.declare import Claim, Theorem
from slotproof.declare.verdict import Status
from slotproof.engine.bitvectors import bits
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove.declaration.declared import Declarations
from slotproof.engine.prove.reading import ReadProof
from slotproof.engine.prove.sides.simulate import Simulation
from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.solve import Memory, Solver
from slotproof.engine.prove.solver.triggers import number
from slotproof.engine.taken import TEXTS
from slotproof.impl.bitmask import Bitmask
from slotproof.impl.handle_map import HandleMap
from slotproof.impl.sparse_set import SparseSet
from slotproof.proofs.catalog import CATALOG

from .lying import LIARS, WAYS, Liar, T, lying, lying_about_words

N, M, K = (t.fresh(name, t.INT) for name in "nmk")
P = t.fresh("p", t.BOOL)
A = t.fresh_array("a", t.INT)
BUDGETS: Final = {
    "whole": Budget(last=100_000),
    "in pieces": Budget(whole=1, last=100_000),
    "late": Budget(whole=1, cut=1, piece=1, uncut=1, last=100_000),  # so little that one insists
}
LYING: Final = [(who, way) for who in LIARS for way in WAYS]
SEEN: Final = [(who, way) for who, way in LYING if who == "z3" or WAYS[way].often]
"""Ways to lie where Z3 shows all that is so: nobody then asks cvc5 what it needed."""


def lied(who: str, way: str, ask: Callable[[], T], seed: int = 0) -> T:
    """What comes of questions of which the solver lies about one at least, in that way; a liar of its own each time."""
    came, liar = lying(LIARS[who], replace(WAYS[way], seed=seed), ask)
    assert liar.lies, f"{who} told no lie in {liar.asked} questions"
    return came


@contextmanager
def both_lie() -> Iterator[None]:
    """Both solvers say `unsat` to everything meanwhile."""
    with ExitStack() as stack:
        for who in LIARS:
            stack.enter_context(LIARS[who](replace(WAYS["everything"])))
        yield


def false_goals() -> list[tuple[list[Any], Any]]:
    """Goals that do not follow from what is assumed."""
    written = t.store(A, K, -1)
    return [
        ([t.lt(N, M)], t.lt(t.add(N, 1), M)),
        ([t.le(0, N), t.lt(N, M)], t.le(t.select(A, N), t.select(A, M))),
        ([t.forall(N, t.le(0, t.select(A, N)))], t.forall(M, t.le(0, t.select(written, M)))),
        ([P], t.lt(t.ite(t.lt(N, M), N, M), t.ite(t.lt(M, N), N, M))),
        ([t.lt(N, M), t.lt(M, K)], t.conj(t.lt(N, K), t.lt(t.add(N, 2), K))),
        ([], False),
    ]


# Goals


SO: Final = ([t.lt(N, M), t.lt(M, K)], t.lt(N, K))
"""What is assumed, and a goal that follows: both solvers are asked, and what they needed as well."""


@pytest.mark.parametrize(
    ("who", "way", "budget"),
    [(who, way, name) for who, way in LYING for name in BUDGETS if name == "late" or (who, way) in SEEN],
)
def test_no_false_goal_is_entailed(who: str, way: str, budget: str) -> None:
    """Nor remembered; and what the other one does not show is told."""

    def ask() -> tuple[Solver, Memory]:
        memory = Memory()
        solver = Solver(BUDGETS[budget], memory)
        for given, goal in false_goals():
            assert not solver.entails(given, goal, "a goal"), goal
            solver.entails(*SO, "what follows")
        return solver, memory

    solver, memory = lied(who, way, ask)
    assert memory.cores.keys() <= {number(SO[1])}
    assert solver.counts["open"] + solver.counts["unconfirmed"] >= len(false_goals())


@pytest.mark.parametrize(("who", "way"), SEEN)
def test_no_branch_that_some_number_takes_is_left_out(who: str, way: str) -> None:
    """Nor one that follows another one."""

    def ask() -> None:
        solver = Solver()
        for _ in range(5):
            solver.impossible([P, t.lt(N, M), t.lt(M, N)])  # which is so: both solvers are asked
            known = solver.counts["impossible"]
            assert not solver.impossible([P, t.lt(N, M), t.le(M, t.add(N, 1))])
            assert not solver.impossible([t.neg(P), t.lt(N, M)])
            assert solver.counts["impossible"] == known

    lied(who, way, ask)


def test_two_that_lie_are_believed() -> None:
    """Else these tests would say nothing: only both together can make something of nothing."""
    with both_lie():
        assert Solver().entails([P], t.lt(N, M), "a goal")
        assert Solver().impossible([P, t.lt(N, M)])


def test_what_is_remembered_holds_when_the_liar_is_gone() -> None:
    """A core that is too small would make goals true that are asked about later."""
    given, goal = SO

    def remembering() -> Memory:
        memory = Memory()
        Solver(memory=memory).entails(given, goal, "a goal")
        return memory

    for who, way in SEEN:
        memory = lied(who, way, remembering)
        for core in memory.cores.get(number(goal), ()):
            assert {number(each) for each in given} <= core
        assert not Solver(memory=memory).entails(given[:1], goal, "later")
        assert Solver(memory=Memory()).entails(given, goal, "later")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("who", "way"), SEEN)
def test_what_is_entailed_holds_of_small_numbers(who: str, way: str, seed: int) -> None:
    """No goal that small numbers refute is entailed, while one lies and after, by what was remembered."""
    chance = random.Random(seed)
    values = [{N: n, M: m, P: p} for n in range(-2, 3) for m in range(-2, 3) for p in (True, False)]
    budget = [Budget(last=50_000), Budget(whole=1, last=50_000), Budget(whole=1, cut=1, uncut=1, last=50_000)][seed]
    questions = [([formula(chance, 2) for _ in range(2)], formula(chance, 3)) for _ in range(8)]

    def ask() -> Memory:
        memory = Memory()
        check_all(Solver(budget, memory), questions, values)
        return memory

    memory = lied(who, way, ask, seed)
    weaker = [(given[:1], goal) for given, goal in questions]
    check_all(Solver(budget, memory), weaker, values)


def check_all(solver: Solver, questions: list[tuple[list[Any], Any]], values: list[dict[Any, Any]]) -> None:
    """Ask each, and compare with all small numbers."""
    for given, goal in questions:
        meant = [[truth(each, value) for each in (*given, goal)] for value in values]
        if solver.impossible(given):
            assert not any(all(each[:-1]) for each in meant)
        if solver.entails(given, goal, "at random"):
            assert all(each[-1] for each in meant if all(each[:-1]))


def truth(said: Any, value: dict[Any, Any]) -> bool:
    """The truth of a formula of some numbers."""
    put = [(name, t.lift(each)) for name, each in value.items()]
    return said if isinstance(said, bool) else z3.is_true(z3.simplify(z3.substitute(said, *put)))


def formula(chance: random.Random, depth: int) -> Any:
    """A formula about two numbers and a truth."""
    if not depth or chance.random() < 0.2:
        one, other = (chance.choice([N, M, t.add(N, 1), chance.randint(-1, 2)]) for _ in range(2))
        return chance.choice([t.eq, t.lt, t.le])(one, other) if chance.random() < 0.8 else P
    make: Any = chance.choice([t.conj, t.disj, t.implies, t.iff, t.neg, t.ite])
    return make(*(formula(chance, depth - 1) for _ in range({t.neg: 1, t.ite: 3}.get(make, 2))))


# Containers with a mistake

MISTAKES: Final[dict[str, tuple[str, str, Any, str, str]]] = {
    "generation not bumped": ("handle_map", "erase", HandleMap._bump, "generation[slot] + 1", "generation[slot]"),
    "slot bound": ("handle_map", "is_valid", HandleMap.is_valid, "slot < len(self.sparse)", "slot <= len(self.sparse)"),
    "not moved": ("handle_map", "erase", HandleMap.erase, "self.meta[pos] = moved", "pass"),
    "holes not counted": ("sparse_set", "erase", SparseSet._vacate, "self.holes += 1", "pass"),
    "a bit beside": ("bitmask", "get", Bitmask.get, "pos % self.word_bits", "(pos + 1) % self.word_bits"),
}
FEW: Final = ("everything", "everything, of some", "one in ten", "one in a thousand", "the core: some")
"""Ways to lie of which a whole proof is tried."""

HALF: Final = {"generation not bumped": FEW[:2], "not moved": FEW[2:]}
"""Mistakes in one long proof, of each of which half of the ways are tried."""

QUICK: Final = (
    ("slot bound",),
    ("slot bound", "cvc5", "everything"),
    ("slot bound", "z3", "one in a thousand"),
    ("a bit beside", "z3", "the core: some"),
)


BRIEF: Final = Budget(whole=30_000, piece=30_000, uncut=60_000, last=60_000, second=20_000, hint=10_000, insist=20_000)
"""For what is wrong: all ways to ask are gone through, and none of them for long."""


def proof(container: str, name: str, budget: Budget = Budget(last=100_000)) -> ReadProof:  # noqa: B008 - it is frozen
    """The proof of an operation, as the process has it."""
    t.restart_names()
    refinement = CATALOG[container]
    simulation = Simulation(refinement, Declarations(dict(TEXTS)), lambda: Solver(budget, Memory()))
    return ReadProof(simulation.operation(refinement.operation(name)))


def is_shown(read: ReadProof) -> bool:
    """True if nothing is open, and something is said."""
    return not read.resists and not read.unreached


def marked(name: str, *more: Any) -> Any:
    """A case, which is long unless its mistake is soon found."""
    return pytest.param(name, *more, marks=[] if (name, *more) in QUICK else [pytest.mark.long])


@pytest.mark.parametrize(
    ("mistake", "who", "way"),
    [marked(each, who, way) for each in MISTAKES for who in LIARS for way in HALF.get(each, FEW) if (who, way) in SEEN],
)
def test_no_mistake_of_a_container_is_shown_away(mistake: str, who: str, way: str) -> None:
    """Neither by a branch that is left out, nor piece by piece, nor because nothing is said at all."""
    container, name, function, old, new = MISTAKES[mistake]
    with applied(replaced(container, function, [(old, new)], mistake)):
        assert not is_shown(lied(who, way, lambda: proof(container, name, BRIEF)))


@pytest.mark.parametrize("mistake", [marked(each) for each in MISTAKES])
def test_without_the_mistake_it_is_shown_and_two_liars_show_the_mistake(mistake: str) -> None:
    """Else it would say little that one liar does not."""
    container, name, function, old, new = MISTAKES[mistake]
    assert is_shown(proof(container, name))
    with applied(replaced(container, function, [(old, new)], mistake)), both_lie():
        assert not proof(container, name).resists


# Theorems about words


def grows(make: Any, *, width: int) -> Any:
    """A number is less than the next one, which is wrong of the last."""
    number = make.int("number", width)
    return number < (number + 1) % (1 << width)


def never_both(make: Any, *, width: int) -> bool:
    """No number is large and odd; what is so is looked for along branches."""
    number = make.int("number", width)
    if number > 5:
        return bool(number % 2 == 0)
    return True


def next_is_more(make: Any, *, width: int) -> Any:
    """What is true, with a branch that no number takes."""
    number = make.int("number", width)
    if number >= 1 << width:
        return False
    return number < number + 1


def judged(holds: Any) -> Any:
    """The verdict on a theorem."""
    claim = Claim("XX-B1", holds.__doc__, holds)
    return bits.judge("words", Theorem(claim, holds, ({"width": 4}, {"width": 8})))


@pytest.mark.parametrize("theorem", [grows, never_both])
@pytest.mark.parametrize("who", LIARS)
@pytest.mark.parametrize(("often", "seed"), [(1, 0), *((3, seed) for seed in range(6)), (1000, 0)])
def test_no_false_theorem_is_proved(who: str, often: int, seed: int, theorem: Any) -> None:
    """However often one of both lies."""
    said, liar = lying(partial(lying_about_words, who), Liar(often, "all", seed=seed), lambda: judged(theorem))
    assert said.status is Status.FAILED
    assert liar.lies


@pytest.mark.parametrize(("who", "said"), [("z3", "Z3 says unsat, cvc5 sat"), ("cvc5", "Z3 says sat, cvc5 unsat")])
def test_it_is_told_who_says_what(who: str, said: str) -> None:
    """Of one that lies about obligations only, so that the paths are right."""
    with lying_about_words(who, LiarOfObligations(1, "all")):
        assert f"the solvers disagree: {said}" in judged(grows).reason


def test_a_true_theorem_is_proved_and_two_liars_prove_a_false_one() -> None:
    """Else it would say little that one liar does not."""
    assert judged(next_is_more).status is Status.PROVED
    with lying_about_words("cvc5", Liar(1, "all")):
        assert judged(next_is_more).status is Status.PROVED
        assert judged(grows).status is Status.FAILED
        with lying_about_words("z3", LiarOfObligations(1, "all")):
            assert judged(grows).status is Status.PROVED


class LiarOfObligations(Liar):
    """One that is honest about branches."""

    def lied(self) -> bool:
        """Tell whether an obligation is asked about."""
        frame: Any = sys._getframe()
        while frame is not None and frame.f_code.co_name != "_discharge":
            frame = frame.f_back
        return frame is not None
