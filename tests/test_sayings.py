"""What the paths of a proof share must change no obligation: formulas of the same terms, and lemmas shown elsewhere."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import z3

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import prove
from slotproof.proofs.engine.lists import SymList, SymView
from slotproof.proofs.engine.memory import Memory
from slotproof.proofs.engine.path import Path, running
from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.sayings import Said
from slotproof.proofs.engine.simulation import Run
from slotproof.proofs.engine.solvers import ask_again
from slotproof.proofs.engine.symbolic import KINDS, SymInt, SymKey, lift
from slotproof.proofs.engine.texts import SymName

from .quick import first_only

AS_WRITTEN = SimpleNamespace(function=lambda function: function)


class Asked:
    """A predicate that counts how often it is evaluated."""

    def __init__(self, holds: Callable[..., Any]) -> None:
        self.holds = holds
        self.count = 0

    def __call__(self, *states: Any) -> Any:
        """What the predicate says."""
        self.count += 1
        return self.holds(*states)


def _count(holds: Callable[..., Any], states: list[Any]) -> int:
    """How often a predicate is evaluated of states, one after the other."""
    asked = Asked(holds)
    for state in states:
        Said(AS_WRITTEN, state).by(asked, state)
    return asked.count


def _holder(**held: Any) -> Any:
    return SimpleNamespace(**held)


def test_the_same_terms_are_evaluated_once() -> None:
    """An object that was made anew counts as the same, and a changed list does not."""
    with running(Path((), [])):
        some = SymList.fresh("some", KINDS.INT)
        same = [_holder(some=some, limit=SymInt(z3.Int("limit"))) for _ in range(2)]
        assert _count(lambda state: state.some.length <= lift(state.limit), same) == 1
        longer = some.copy()
        longer.append(SymInt(z3.Int("last")))
        assert _count(lambda state: state.some.length <= lift(state.limit), [same[0], replaced(same[0], longer)]) == 2


def replaced(state: Any, some: SymList) -> Any:
    """The state with another list."""
    return _holder(some=some, limit=state.limit)


def test_what_is_of_another_kind_is_evaluated_anew() -> None:
    """A key and a number may have one term; what cannot tell its terms is evaluated each time."""
    with running(Path((), [])):
        term = z3.Int("term")
        kinds = [SymInt(term), SymKey(term), KINDS.record(tuple, [KINDS.INT]).unpack([term])]
        assert _count(lambda state: z3.BoolVal(True), [_holder(held=each) for each in kinds]) == 3
        lists = [SymList("some", kind, [z3.Array("some", z3.IntSort(), z3.IntSort())], term) for kind in TWO_KINDS]
        assert _count(lambda state: z3.BoolVal(True), [_holder(held=each) for each in lists]) == 2
        view = SymView(term, lambda index: index)
        assert _count(lambda state: z3.BoolVal(True), [_holder(held=view)] * 2) == 2


TWO_KINDS = (KINDS.INT, KINDS.KEY)


def _finds_none(state: Any) -> Any:
    return state.limit.logic_least(0, state.limit, lambda item: item > 2) == 0


def test_what_makes_a_symbol_is_evaluated_each_time() -> None:
    """Its meaning is assumed on the path that made it, and on no other."""
    with running(Path((), [])) as path:
        limit = SymInt(z3.Int("limit"))
        state = _holder(limit=limit)
        assert _count(_finds_none, [state] * 2) == 2
        assert len(path.assumptions) == 4


@pytest.mark.parametrize("container", sorted(name for name in CATALOG if not CATALOG[name].several))
def test_every_state_is_told(container: str) -> None:
    """What claims say of a container is evaluated once, whatever it holds, but for any number of containers."""
    refinement = CATALOG[container]
    for bound in (None, 2):
        with running(Path((), [], bound)) as path:
            run = Run(refinement, refinement.operations[0], path)
            pair = run.coupled_pair()
            assert Said(run.rebuilder, pair.model, pair.impl).told is not None


class Forgetful(Memory):
    """Evaluates all anew."""

    def said(self, key: Hashable, kept: list[Any], evaluate: Callable[[], tuple[z3.BoolRef, bool]]) -> z3.BoolRef:
        """What it is."""
        return evaluate()[0]

    def saying(self, key: Hashable) -> None:
        """Nothing is known."""


def _arranged(refinement: Refinement, name: str) -> Refinement:
    return replace(refinement, arranged=tuple(each for each in refinement.arranged if each.name == name))


@pytest.mark.parametrize(
    ("container", "operation", "arrangement"),
    first_only(
        [
            ("handle_map", "erase", ""),
            ("storage", "emplace", ""),
            ("dense_map", "insert", ""),
            ("registry", "remove", "swap-pop; a group with 2 owned, 0 observed, 0 excluded"),
        ]
    ),
)
def test_the_obligations_are_the_same(
    container: str, operation: str, arrangement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each goal, and each assumption, is the very same term as where nothing is remembered."""
    refinement = CATALOG[container]
    if arrangement:
        refinement = _arranged(refinement, arrangement)
    remembered = prove.prove_operation(refinement, refinement.operation(operation), confirmed=False)
    monkeypatch.setattr(prove, "Memory", Forgetful)
    anew = prove.prove_operation(refinement, refinement.operation(operation), confirmed=False)
    assert len(remembered.met) == len(anew.met)
    for one, other in zip(remembered.obligations, anew.obligations, strict=True):
        assert one.what == other.what
        assert one.goal.eq(other.goal)
        assert all(a.eq(b) for a, b in zip(one.assumptions, other.assumptions, strict=True))


def test_an_answer_does_not_depend_on_what_was_asked_before() -> None:
    """Symbols are named by their places in the question."""
    function = z3.Function("function", z3.IntSort(), z3.IntSort())
    number = z3.Int("number")
    goal = z3.ForAll([number], z3.Implies(function(number) > 2, function(number) > 1))
    before = str(z3.FreshConst(z3.IntSort())).partition("!")[2]
    assert ask_again([], goal) == "unsat"
    assert str(z3.FreshConst(z3.IntSort())).partition("!")[2] == str(int(before) + 1)


def _spelled(body: Callable[[Any], Any]) -> tuple[z3.BoolRef, Asked, Path]:
    """What a claim says of the indices 0, 1 and 2, the predicate that it asks, and the path."""
    asked = Asked(body)
    with running(Path((), [], bound=1)) as path:
        formula = lift(SymInt(z3.IntVal(0)).logic_forall(0, 3, asked))
    return formula, asked, path


@pytest.mark.parametrize(
    "body",
    [
        lambda index: SymInt(z3.Int("n")) * 2 > index,
        lambda index: SymInt(z3.Int("n")) & 5 != index,
        lambda index: SymInt(z3.Int("n")).logic_exists(index, 4, lambda other: other == SymInt(z3.Int("n"))),
        lambda index: SymInt(z3.Function("f", z3.IntSort(), z3.IntSort())(index.term)) & SymInt(z3.Int("mask")) == 0,
        lambda index: SymName(index.term) == SymName(z3.Int("n")),
    ],
    ids=["a comparison", "a mask", "a quantifier within", "what supposes something", "the first name of a path"],
)
def test_of_few_indices_the_same_is_said_as_of_each(body: Callable[[Any], Any]) -> None:
    """A claim about few indices is what it says of each of them, and so is what it supposes on the way."""
    formula, _, path = _spelled(body)
    with running(Path((), [], bound=1)) as other:
        each = z3.And([lift(body(SymInt(z3.IntVal(index)))) for index in range(3)])
    assert ask_again([], formula == each) == "unsat"
    assert ask_again([], z3.And(path.assumptions) == z3.And(other.assumptions)) == "unsat"


def test_what_is_said_of_few_indices_is_asked_once() -> None:
    """And of each by itself where something is supposed of it, as if it had not been asked of any."""
    plain = _spelled(lambda index: index >= 0)[1]
    assert plain.count == 1
    supposing = _spelled(lambda index: SymName(index.term) == SymName(z3.Int("n")))[1]
    assert supposing.count == 4


def test_a_quantifier_may_stand_around_few_indices() -> None:
    """Only what is asked of any index in place of each stops at a quantifier within: no other one does."""
    some = z3.Function("some", z3.IntSort(), z3.IntSort())
    with running(Path((), [], bound=1)) as path, path.bound_variable() as number:
        within = SymInt(number).logic_forall(0, 2, lambda index: SymInt(some(index.term)) == SymInt(number))
    assert ask_again([], lift(within) == z3.And(some(0) == number, some(1) == number)) == "unsat"
