"""Nothing counts as entailed that does not follow, nor what one solver alone shows; and little is asked twice."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.budget import Budget
from slotproof.engine.prove.solver.second import Second
from slotproof.engine.prove.solver.solve import Memory, Solver
from slotproof.engine.prove.solver.triggers import number

N, M, K = (t.fresh(name, t.INT) for name in "nmk")
P, Q = (t.fresh(name, t.BOOL) for name in "pq")
A = t.fresh_array("a", t.INT)
ROWS = t.fresh_array("rows", z3.ArraySort(t.INT, t.INT))

SORTED = t.forall_many(
    [N, M],
    t.implies(t.conj(t.le(0, N), t.le(N, M)), t.le(t.select(A, N), t.select(A, M))),
    [t.select(A, N), t.select(A, M)],
)
SHORT = Budget(whole=1)  # so little that each goal is cut


class Doubtful(Second):
    """A second opinion that never is the same."""

    def refutes(self, formulas: Sequence[Any], limit: int, way: str = "") -> bool:
        """Show nothing."""
        return False


def doubted(budget: Budget = Budget()) -> Solver:  # noqa: B008
    """Make a solver that cvc5 confirms nothing of."""
    memory = Memory()
    memory.second = Doubtful()
    return Solver(budget, memory)


# What is seen without a solver


def test_what_is_assumed_needs_no_solver() -> None:
    """What is written among the assumptions, part by part, is entailed; its contrary makes a branch impossible."""
    solver = Solver()
    given = [t.conj(P, t.conj(SORTED, Q)), t.lt(N, M)]
    assert solver.entails(given, t.conj(t.lt(N, M), SORTED), "written")
    assert solver.entails([], True, "true")
    assert solver.impossible([*given, t.neg(P)])
    assert solver.impossible([*given, t.conj(t.lt(K, 0), t.le(M, N))])
    assert not solver.impossible([*given, P])
    assert not solver.impossible([])
    assert solver.counts["z3"] == solver.counts["second"] == 0
    assert solver.counts["literally"] == 2
    assert solver.counts["impossible literally"] == 2


def test_what_was_shown_is_not_asked_again() -> None:
    """Another solver with the same memory asks nothing, if what the goal needed is assumed; else it does."""
    memory = Memory()
    goal = t.lt(N, t.add(K, 1))
    assert Solver(memory=memory).entails([t.lt(N, M), t.lt(M, K), P], goal, "first")
    again = Solver(memory=memory)
    assert again.entails([Q, t.conj(t.lt(M, K), P), t.lt(N, M)], goal, "second")
    assert (again.counts["z3"], again.counts["second"], again.counts["seen"]) == (0, 0, 1)
    assert not again.entails([t.lt(N, M)], goal, "third")


def test_a_piece_that_was_shown_is_not_asked_again() -> None:
    """Another goal with the same piece asks Z3 nothing of it, if what the piece needed is assumed; else it does."""
    solver = Solver(SHORT)
    piece = t.lt(N, t.add(K, 1))
    assert solver.entails([t.lt(N, M), t.lt(M, K), P], t.conj(piece, t.disj(P, Q)), "first")
    assert solver.entails([Q, t.lt(M, K), t.lt(N, M)], t.conj(piece, t.disj(Q, P)), "second")
    assert solver.counts["before"] == 1
    assert not solver.entails([Q, t.lt(N, M)], t.conj(piece, t.disj(Q, P)), "third")
    assert solver.counts["before"] == 1


LITTLE = Budget(whole=1, cut=1, piece=1, uncut=1, last=1, hint=1, insist=1)


class Choosy(Second):
    """A second opinion of some questions: nothing of what it is not asked well is refuted."""

    def __init__(self, is_asked_well: Callable[[Sequence[Any]], bool]) -> None:
        super().__init__()
        self.is_asked_well = is_asked_well

    def refutes(self, formulas: Sequence[Any], limit: int, way: str = "") -> bool:
        """Show what it is asked well."""
        return self.is_asked_well(formulas)

    def core(self, formulas: Sequence[Any], denied: Sequence[Any], limit: int) -> None:
        """Tell nothing."""


def chosen(budget: Budget, is_asked_well: Callable[[set[int]], bool]) -> Solver:
    """Make a solver that cvc5 confirms something of: if the numbers of all formulas of a question are such."""
    memory = Memory()
    memory.second = Choosy(lambda formulas: is_asked_well({number(each) for each in formulas}))
    return Solver(budget, memory)


def test_what_a_piece_was_written_in_is_part_of_what_was_needed() -> None:
    """Where it is not assumed, the goal is not what was seen before."""
    given, goal = [t.lt(N, M), t.lt(M, K)], t.conj(P, t.lt(N, K))
    first = Solver(SHORT)
    assert first.entails([P, *given], goal, "a goal")
    assert first.counts["piece literally"] == 1
    again = Solver(SHORT, first.memory)
    assert not again.entails(given, goal, "again")
    assert again.counts["seen"] == 0


def test_what_cvc5_needed_beside_is_part_of_what_was_needed() -> None:
    """It shows a piece of all that is assumed: the next time all of that must be assumed."""
    given, goal = [t.lt(N, M), t.lt(M, K)], t.lt(N, K)
    first = chosen(Budget(), lambda asked: number(Q) in asked)
    assert first.entails([Q, *given], goal, "a goal")
    again = Solver(memory=first.memory)
    assert not again.entails(given, goal, "again")
    assert again.counts["seen"] == 0


def test_some_pieces_are_not_the_goal() -> None:
    """Where Z3 shows a goal whole and not its pieces, cvc5 is asked about the whole."""
    given, goal = [P, t.lt(N, M), t.lt(M, K)], t.conj(P, t.lt(N, K))
    solver = chosen(replace(LITTLE, whole=Budget().whole), lambda asked: number(t.neg(goal)) not in asked)
    assert not solver.entails(given, goal, "a goal")
    assert solver.counts["unconfirmed"] == 1
    assert solver.counts["piece literally"] > 0


def test_a_condition_is_not_what_stands_under_it() -> None:
    """A piece that is cut holds if it does in both cases; that its condition holds says nothing of it."""
    solver = Solver(LITTLE)
    assert not solver.entails([P], t.lt(t.ite(P, N, M), K), "a goal")
    assert Solver().entails([P, t.lt(N, K)], t.lt(t.ite(P, N, M), K), "what follows")


def test_equal_questions_are_put_to_cvc5_once() -> None:
    """A branch that is impossible for the same reason again asks neither solver."""
    solver = Solver()
    assert solver.impossible([P, t.lt(N, M), t.lt(M, N)])
    asked = solver.counts["second"]
    before = solver.counts["z3"]
    assert solver.impossible([t.lt(N, M), Q, t.lt(M, N)])
    assert solver.counts["second"] == asked == 1
    assert solver.counts["z3"] == before


# What solvers show


@pytest.mark.parametrize("budget", [Budget(), SHORT], ids=["whole", "in pieces"])
def test_goals_that_follow(budget: Budget) -> None:
    """Goals with quantifiers, choices and writes follow, whole or in pieces."""
    solver = Solver(budget)
    written = t.store(A, K, 0)
    goals = [
        ([SORTED, t.le(0, N), t.lt(N, M)], t.le(t.select(A, N), t.select(A, M))),
        ([SORTED], t.forall(N, t.implies(t.le(0, N), t.le(t.select(A, N), t.select(A, t.add(N, 1)))))),
        ([t.forall(N, t.le(0, t.select(A, N)))], t.forall(M, t.le(0, t.select(written, M)))),
        ([t.le(0, M)], t.conj(t.implies(t.lt(M, N), t.lt(0, N)), t.iff(t.lt(N, M), t.neg(t.le(M, N))))),
        ([], t.le(t.ite(t.lt(N, M), N, M), t.ite(t.lt(M, N), N, M))),
        ([t.lt(0, M), t.le(M, N), t.lt(N, t.mul(M, 2))], t.eq(t.mod(N, M), t.sub(N, M))),
        ([t.le(0, N)], t.le(t.bits_and(N, M), N)),
        ([t.le(0, N), t.lt(N, M)], t.lt(t.pow2(N), t.pow2(M))),
        ([t.eq(t.add(N, 1), M), t.le(0, N)], t.eq(t.pow2(M), t.mul(2, t.pow2(N)))),
        ([t.forall(N, t.lt(t.select(A, N), 0)), t.eq(t.select(A, 3), 4)], False),
    ]
    for given, goal in goals:
        assert solver.entails(given, goal, "a goal"), goal
    assert solver.counts["z3"] > 0
    assert solver.counts["second"] > 0
    assert solver.counts["unconfirmed"] == solver.counts["open"] == 0
    assert (solver.counts["whole"] == 0) == (budget is SHORT)


@pytest.mark.parametrize("budget", [Budget(), SHORT], ids=["whole", "in pieces"])
def test_goals_that_do_not_follow(budget: Budget) -> None:
    """What does not follow is left open, and told."""
    solver = Solver(budget)
    written = t.store(A, K, -1)
    goals = [
        ([t.lt(N, M)], t.lt(t.add(N, 1), M)),
        ([t.le(0, N), t.lt(N, M)], t.le(t.select(A, N), t.select(A, M))),
        ([t.forall(N, t.le(0, t.select(A, N)))], t.forall(M, t.le(0, t.select(written, M)))),
        ([], t.lt(t.ite(t.lt(N, M), N, M), t.ite(t.lt(M, N), N, M))),
        ([], False),
    ]
    for given, goal in goals:
        assert not solver.entails(given, goal, "a goal")
    assert solver.counts["open"] == len(goals)
    assert solver.counts["unconfirmed"] == 0


def test_what_is_doubted_is_not_insisted_on() -> None:
    """Where something is known to go wrong, a goal is left open before all means are tried."""
    patient, doubting = Solver(), Solver()
    doubting.doubt = lambda: True
    given, goal = [t.forall(N, t.le(0, t.select(A, N)))], t.forall(M, t.le(0, t.select(t.store(A, K, N), M)))
    for solver in (patient, doubting):
        assert not solver.entails(given, goal, "a goal")
        assert solver.counts["open"] == 1
    assert 0 < doubting.counts["pieces"] < patient.counts["pieces"]
    assert doubting.entails([P], P, "what follows is shown")


def test_where_another_way_is_open_nothing_is_insisted_on() -> None:
    """What is not soon seen is left at that, and is no finding."""
    patient, hasty = Solver(), Solver()
    given, goal = [t.forall(N, t.le(0, t.select(A, N)))], t.forall(M, t.le(0, t.select(t.store(A, K, N), M)))
    assert not patient.entails(given, goal, "a goal")
    assert not hasty.entails(given, goal, "a goal", insists=False)
    assert 0 < hasty.counts["pieces"] < patient.counts["pieces"]
    assert hasty.counts["open"] == 0


def test_branches_are_ruled_out_by_ground_assumptions() -> None:
    """A contradiction with quantifiers is looked for in a branch if one insists, and makes every goal follow."""
    given = [t.forall(N, t.lt(t.select(A, N), 0)), t.lt(0, t.select(A, 3)), P]
    assert Solver().impossible(given, insists=True)
    assert not Solver().impossible(given[1:], insists=True)
    assert not doubted().impossible(given, insists=True)
    solver = Solver()
    assert not solver.impossible(given)
    assert solver.entails(given, False, "a contradiction")
    assert solver.impossible(given)  # as was seen


def test_a_computed_array_reaches_no_solver() -> None:
    """A formula with a computed array in it is refused, whoever made it."""
    formula = z3.Lambda([N], N + 1) == A
    with pytest.raises(TypeError, match="computed array"):
        Solver().entails([formula], P, "a goal")
    with pytest.raises(TypeError, match="computed array"):
        Solver().impossible([P, formula])


# Both solvers


@pytest.mark.parametrize("budget", [Budget(), SHORT], ids=["whole", "in pieces"])
def test_what_z3_alone_shows_does_not_count(budget: Budget) -> None:
    """A goal that cvc5 does not confirm is not entailed, and told; a branch so ruled out is followed."""
    solver = doubted(budget)
    assert not solver.entails([t.lt(N, M), t.lt(M, K)], t.lt(N, K), "the goal")
    assert solver.counts["unconfirmed"] == 1
    assert not solver.impossible([t.lt(N, M), t.lt(M, K), t.lt(K, N)])
    assert not solver.entails([t.lt(N, M), t.lt(M, K)], t.lt(N, K), "the goal again")
    assert solver.counts["seen"] == 0


def test_what_cvc5_alone_shows_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A goal that only cvc5 shows is not entailed, and counted: before one insists, and then."""
    solver = Solver()
    monkeypatch.setattr(solver, "_check", lambda *given, **options: None)
    monkeypatch.setattr(solver, "_fresh", lambda *given, **options: None)
    assert not solver.entails([t.lt(N, M), t.lt(M, K)], t.lt(N, K), "a goal")
    assert solver.counts["cvc5 alone"] == 2
    assert solver.counts["open"] == 1


def test_cvc5_may_tell_z3_what_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Z3 sees of the few assumptions that cvc5 needed counts, if cvc5 confirms it."""
    solver = Solver()
    fresh = solver._fresh
    monkeypatch.setattr(solver, "_check", lambda *given, **options: None)
    monkeypatch.setattr(
        solver, "_fresh", lambda given, *rest, **more: None if P in given else fresh(given, *rest, **more)
    )
    assert solver.entails([t.lt(N, M), P, t.lt(M, K)], t.lt(N, K), "a goal")
    assert solver.counts["hinted"] == 1


def test_cvc5_reads_what_z3_reads() -> None:
    """Arrays of arrays, arrays that are one value all over, functions, quantifiers within quantifiers."""
    second = Second()
    x = t.fresh("x", t.ELEMENT)
    things = t.fresh_array("things", t.ELEMENT)
    function = t.fresh_function("f", t.INT, t.BOOL)
    questions = [
        [t.eq(t.select(ROWS, N), t.constant_array(M)), t.neg(t.eq(t.select(t.select(ROWS, N), 3), M))],
        [t.eq(things, t.constant_array(x)), t.neg(t.eq(t.select(things, N), x))],
        [t.forall(N, t.eq(t.select(ROWS, N), t.constant_array(M))), t.lt(M, t.select(t.select(ROWS, 4), K))],
        [t.eq(t.store(A, N, 3), t.store(A, N, 4))],
        [t.forall(N, t.disj(function(N), t.forall(M, t.lt(t.select(A, M), N)))), t.neg(function(2)), t.lt(5, A[0])],
    ]
    for formulas in questions:
        assert second.refutes(formulas, 100_000), formulas
        assert not second.refutes(formulas[:-1], 10_000)
    assert not second.refutes(
        [z3.Lambda([N], N + 1) == A, t.lift(False)], 10_000
    )  # it shows nothing of what it cannot read


# At random


@pytest.mark.parametrize("seed", range(6))
def test_what_is_entailed_holds_of_small_numbers(seed: int) -> None:
    """No goal that small numbers refute is entailed, however it is shown; and no branch impossible that they take."""
    chance = random.Random(seed)
    solver = Solver(SHORT if seed % 2 else Budget(last=100_000))
    values = [{N: n, M: m, P: p} for n in range(-2, 3) for m in range(-2, 3) for p in (True, False)]
    entailed = 0
    for _ in range(25):
        given = [_formula(chance, 2) for _ in range(2)]
        goal = _formula(chance, 3)
        meant = [[_truth(each, value) for each in (*given, goal)] for value in values]
        if solver.impossible(given):
            assert not any(all(each[:-1]) for each in meant)
        if solver.entails(given, goal, "at random"):
            entailed += 1
            assert all(each[-1] for each in meant if all(each[:-1]))
    assert entailed


def _truth(formula: Any, value: dict[Any, Any]) -> bool:
    put = [(name, t.lift(each)) for name, each in value.items()]
    return formula if isinstance(formula, bool) else z3.is_true(z3.simplify(z3.substitute(formula, *put)))


def _formula(chance: random.Random, depth: int) -> Any:
    if not depth or chance.random() < 0.2:
        return chance.choice([t.eq, t.lt, t.le])(_number(chance, 2), _number(chance, 1)) if chance.random() < 0.8 else P
    make: Any = chance.choice([t.conj, t.disj, t.implies, t.iff, t.neg, t.ite])
    count = 1 if make is t.neg else 3 if make is t.ite else 2
    return make(*(_formula(chance, depth - 1) for _ in range(count)))


def _number(chance: random.Random, depth: int) -> Any:
    if not depth or chance.random() < 0.3:
        return chance.choice([N, M, chance.randint(-2, 2)])
    make: Any = chance.choice([t.add, t.sub, t.ite, t.div, t.mod])
    if make is t.ite:
        return t.ite(_formula(chance, 0), _number(chance, depth - 1), _number(chance, depth - 1))
    return make(_number(chance, depth - 1), chance.randint(1, 3) if make in (t.div, t.mod) else _number(chance, 0))


def test_numbers_of_formulas_are_their_own() -> None:
    """Equal formulas have one number."""
    assert number(t.lt(N, M)) == number(t.lt(N, M)) != number(t.lt(M, N))
