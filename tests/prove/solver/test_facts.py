"""Each fact about opaque functions is shown of the functions as they are defined, and computed by CPython."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from types import CodeType
from typing import Any

import pytest
import z3

from slotproof.engine.prove.solver import terms as t
from slotproof.engine.prove.solver.second import Second
from slotproof.engine.prove.solver.theory.fact import PYTHON, Fact, Meaning
from slotproof.engine.prove.solver.theory.facts import OF_NUMBERS, OF_SUMS
from slotproof.engine.prove.solver.theory.shifts import OF_SHIFTS, SHOWN_FIRST
from slotproof.engine.prove.solver.theory.uses import ALL, FACTS, opaque_functions, use_of, useful

FEW = range(-9, 10), range(-9, 10), range(-9, 10), range(-2, 7), range(-1, 5)
"""Numbers that are tried where a fact is about one, two and so on."""

EVERY = (*OF_NUMBERS, *OF_SUMS, *SHOWN_FIRST, *OF_SHIFTS)
"""Each after those that it rests on."""


def by_z3(formula: Any) -> bool:
    """Tell whether Z3 shows a formula."""
    context = z3.Context()  # in which terms have the same numbers each time
    solver = z3.Solver(ctx=context)
    solver.set("rlimit", 20_000_000)
    solver.add(z3.Not(formula).translate(context))
    return bool(solver.check() == z3.unsat)


def by_cvc5(formula: Any) -> bool:
    """Tell whether cvc5 shows a formula."""
    return Second().refutes([z3.Not(formula)], 1_000_000)


@pytest.mark.parametrize("fact", EVERY, ids=lambda fact: fact.name)
def test_each_fact_is_shown_by_both_solvers(fact: Fact) -> None:
    """What the fact says follows from what the functions are."""
    obligations = fact.obligations()
    assert obligations
    assert all(map(by_z3, obligations))
    assert all(map(by_cvc5, obligations))


@pytest.mark.parametrize("fact", EVERY, ids=lambda fact: fact.name)
def test_each_fact_is_so_in_python(fact: Fact) -> None:
    """What the fact says is so of the numbers of Python."""
    for numbers in itertools.product(FEW[fact.numbers - 1], repeat=fact.numbers):
        assert fact.said(PYTHON, *numbers) is True


OTHERS = [
    replace(PYTHON, **{each: lambda a, *b, of=of, more=more: of(a, *b) + more * (a % 2)})
    for each, of in vars(PYTHON).items()
    for more in (1, -1)
]
"""Functions of which one gives one more, or less, of odd numbers."""


@pytest.mark.parametrize("fact", EVERY, ids=lambda fact: fact.name)
def test_a_fact_is_not_so_of_other_functions(fact: Fact) -> None:
    """Else it said nothing of numbers that are known."""
    numbers = itertools.product(FEW[fact.numbers - 1], repeat=fact.numbers)
    assert any(computed(fact.said, other, each) is False for each in numbers for other in OTHERS)


@pytest.mark.parametrize("fact", [fact for fact in EVERY if fact.rests], ids=lambda fact: fact.name)
def test_what_a_fact_rests_on_is_so_in_python(fact: Fact) -> None:
    """Of all numbers but those by which Python does not divide."""
    assert fact.rests is not None
    found = [
        computed(fact.rests, PYTHON, each) or []
        for each in itertools.product(FEW[fact.numbers - 1], repeat=fact.numbers)
    ]
    assert {said is True for each in found for said in each} == {True}
    assert sum(map(bool, found)) > len(found) // 2


def computed(said: Callable[..., Any], functions: Meaning, numbers: tuple[int, ...]) -> Any:
    """Compute what is said of numbers; nothing where that divides by 0."""
    try:
        return said(functions, *numbers)
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize(
    "place", [place for place, fact in enumerate(EVERY) if fact.rests], ids=lambda n: EVERY[n].name
)
def test_a_fact_rests_on_facts_before_it(place: int) -> None:
    """By their names in its code: so none rests on itself, or on what is not shown."""
    said = {fact.said.__name__ for fact in EVERY}
    used = said & names_in(EVERY[place].rests.__code__)  # type: ignore[union-attr]
    assert used
    assert used <= {fact.said.__name__ for fact in EVERY[:place]}


def names_in(code: CodeType) -> set[str]:
    """Find the names that code reads, and what is defined in it."""
    within = [each for each in code.co_consts if isinstance(each, CodeType)]
    return {*code.co_names}.union(*map(names_in, within))


def test_all_facts_are_shown() -> None:
    """Solvers assume nothing but the facts that are shown."""
    assert [name for name, _ in FACTS] == [fact.name for fact in ALL]
    assert all(formula.num_patterns() for _, formula in FACTS)


@pytest.mark.parametrize("fact", EVERY, ids=lambda fact: fact.name)
def test_a_wrong_fact_is_not_shown(fact: Fact) -> None:
    """The contrary of a fact is shown by neither solver."""
    wrong = replace(fact, said=lambda *given: z3.Not(fact.said(*given)))
    assert not all(map(by_z3, wrong.obligations()))
    assert not all(map(by_cvc5, wrong.obligations()))


@pytest.mark.parametrize("number", [-1, 0, 1, 2])
@pytest.mark.parametrize("induction", ["up", "shifts", "halves"])
def test_what_is_not_so_of_one_number_is_not_shown(induction: str, number: int) -> None:
    """Wherever an induction begins, and by the number of which it is."""
    wrong = Fact("not that", 2, lambda m, a, b: t.neg(t.eq(b, number)), induction=induction)
    assert not all(map(by_z3, wrong.obligations()))


@pytest.mark.parametrize("fact", SHOWN_FIRST, ids=lambda fact: fact.name)
def test_what_solvers_are_not_told_is_not_assumed(fact: Fact) -> None:
    """It has no triggers."""
    with pytest.raises(TypeError, match=f"{fact.name} is not assumed of all numbers"):
        _ = fact.formula


def test_a_fact_is_of_use_where_a_trigger_is_met() -> None:
    """By what is asked, or by another fact; one without a trigger always is."""
    a = z3.Int("a")
    one, other, third = (t.fresh_function(name, t.INT, t.INT) for name in ("one", "other", "third"))
    leads = use_of(t.forall(a, t.eq(one(a), other(a)), [one(a)]))
    follows = use_of(t.forall(a, t.eq(other(a), third(a)), [[one(a), other(a)]]))
    always = use_of(t.forall(a, t.lt(a, third(t.add(a, 1)))))
    for asked, wanted in (
        (a + 1, [always]),
        (other(third(a)), [always]),
        (one(a), [leads, follows, always]),
    ):
        found = useful(opaque_functions(asked), [leads, follows, always])
        assert [each for each in (leads, follows, always) if each[0] in found] == wanted
    assert {name for name, each in FACTS if any(each.eq(met) for met in useful(opaque_functions(t.MUL(a, a))))} >= {
        "first multiples",
        "multiples in order",
    }
