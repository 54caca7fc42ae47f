"""Goals are cut into pieces that hold together exactly if the goal does, and at conditions that are open."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

import pytest
import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.memory import Memory
from slotproof.engine.prove.solver.pieces import Piece, cases, condition_in, last_in, leaves, pieces
from slotproof.engine.prove.solver.triggers import is_quantifier

N, M, K = (z3.Int(name) for name in "nmk")
P, Q, R = (z3.Bool(name) for name in "pqr")
EACH: Final = z3.Int("each")

FORMS: Final[dict[str, Any]] = {
    "and": lambda one, two, _: z3.And(one, two),
    "or": lambda one, two, _: z3.Or(one, two),
    "implies": lambda one, two, _: z3.Implies(one, two),
    "if": z3.If,
    "same truth": lambda one, two, _: one == two,
    "neither": lambda one, two, _: z3.Not(z3.Or(one, two)),
    "not both": lambda one, two, _: z3.Not(z3.And(one, two)),
}
"""Ways to put truths together, each of which `pieces` may cut."""

ATOMS: Final = (P, Q, R, N < M, N == M, M <= K, z3.If(P, N, M) < K)


def said(parts: Iterable[Piece]) -> Any:
    """What pieces say together."""
    return z3.And(*(z3.Implies(z3.And(*more), part) for more, part in parts))


def is_same(one: Any, other: Any) -> bool:
    """Whether two formulas have one truth, whatever the numbers."""
    solver = z3.Solver()
    solver.add(t.neg(t.iff(one, other)))
    return bool(solver.check() == z3.unsat)


def formula(chance: random.Random, depth: int) -> Any:
    """A formula of such forms."""
    if not depth:
        return chance.choice(ATOMS)
    return FORMS[chance.choice([*FORMS])](*(formula(chance, depth - 1) for _ in range(3)))


@pytest.mark.parametrize("form", FORMS)
def test_pieces_say_what_the_goal_says(form: str) -> None:
    """A form by itself is cut, but for one; so is what is put together of others."""
    goal = FORMS[form](P, Q, R)
    made = [*pieces(goal, Memory())]
    assert is_same(said(made), goal)
    assert all(not part.eq(goal) for _, part in made) is (form != "not both")
    for seed in range(12):
        chance = random.Random(f"{form} {seed}")
        goal = FORMS[form](*(formula(chance, 2) for _ in range(3)))
        assert is_same(said(pieces(goal, Memory())), goal), goal


def test_what_is_so_of_all_is_so_of_any_one() -> None:
    """Which has a name that stands nowhere else; what is so of some is one piece."""
    goal = z3.ForAll([EACH], z3.And(z3.Implies(N < EACH, M < EACH), P))
    memory = Memory()
    (witness,) = memory.witnesses(goal)
    assert is_same(said(pieces(goal, memory)), z3.And(z3.Implies(N < witness, M < witness), P))
    some = z3.Exists([EACH], z3.And(N < EACH, EACH < M))
    assert [(more, part.eq(some)) for more, part in pieces(some, Memory())] == [([], True)]


def test_what_is_true_has_no_pieces_and_what_is_false_has_one() -> None:
    """Of truths that are known nothing else is asked."""
    assert [*pieces(True, Memory())] == []
    [(more, part)] = pieces(False, Memory())
    assert (more, z3.is_false(part)) == ([], True)


def test_what_quantifiers_say_is_not_assumed_of_the_rest() -> None:
    """The parts of a conjunction are assumed one after the other, but for those that make solvers slow."""
    every = z3.ForAll([EACH], N < EACH)
    made = [*pieces(z3.And(P, every, Q), Memory())]
    assert [[each.eq(P) for each in more] for more, _ in made] == [[], [True], [True]]


@pytest.mark.parametrize("seed", range(8))
def test_cases_say_what_the_piece_says(seed: int) -> None:
    """Whichever condition it is cut at: with it, and without it."""
    chance = random.Random(seed)
    more, part, condition = [formula(chance, 2)], formula(chance, 2), formula(chance, 1)
    assert is_same(said(cases(more, part, condition, Memory())), said([(more, part)]))
    assert is_same(said(cases([P, Q], N < M, P, Memory())), said([([P, Q], N < M)]))


def test_a_case_is_computed_where_its_condition_stands() -> None:
    """What is chosen by it is known in each."""
    taken = z3.If(P, N, M) < K
    [(with_it, then), (without, otherwise)] = cases([taken], taken, P, Memory())
    assert [str(each) for each in (*with_it, then)] == ["n < k", "p", "n < k"]
    assert [str(each) for each in (*without, otherwise)] == ["m < k", "Not(p)", "m < k"]


INNER: Final = z3.If(Q, N, M) < K


@pytest.mark.parametrize(
    ("formulas", "found"),
    [
        ([P, z3.If(P, N, M) < K], P),
        ([z3.If(INNER, N, M) < K], Q),  # what has no choice within it
        ([z3.If(P, N, z3.If(Q, N, M)) < K], Q),
        ([N < M, z3.If(R, N, M) == N], R),
        ([z3.ForAll([EACH], z3.If(P, N, EACH) < K)], None),
        ([N < M, P], None),
        ([], None),
    ],
)
def test_the_condition_of_a_choice_is_found(formulas: Sequence[Any], found: Any) -> None:
    """Outside quantifiers, the innermost one."""
    came = condition_in(formulas)
    assert came is None if found is None else came is not None and came.eq(found)


@pytest.mark.parametrize(
    ("formulas", "found"),
    [
        ([N < M + 1], N == M),
        ([z3.And(P, N < M + 1)], N == M),
        ([N < M + 1, N == M], None),  # it is known
        ([N < M + 1, z3.Not(N == M)], None),
        ([N < M], None),
        ([N < M + K], None),
        ([z3.IntVal(3) < M + 1], None),
        ([N <= M + 1], None),
        ([P], None),
    ],
)
def test_a_number_may_be_the_last_one_below_another(formulas: Sequence[Any], found: Any) -> None:
    """Of one that is below a number and 1, it is open whether it is that number."""
    came = last_in([t.lift(each) for each in formulas])
    assert came is None if found is None else came is not None and is_same(came, found)


def test_leaves_are_parts_of_parts() -> None:
    """Of a conjunction, and of nothing else."""
    assert [str(each) for each in leaves(z3.And(P, z3.And(Q, z3.Or(P, R))))] == ["p", "q", "Or(p, r)"]
    assert not any(is_quantifier(each) for each in leaves(z3.Or(P, Q)))
