"""A claim that is written out says what its words say, and raises where they raise, or is false there."""

import itertools
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import pytest
import z3

from slotproof.declare import Claim, Refinement
from slotproof.declare.inline import forget, inline
from slotproof.declare.words import all_hold, in_words
from slotproof.engine.bitvectors.words import NotSupported, Truth
from slotproof.engine.crosshair.formulas import Number
from slotproof.engine.explore.parallel import search
from slotproof.engine.explore.snapshot import Snapshot
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.logic import conj, contains, disj, forall, forall_in, iff, implies, negate


def reachable(refinement: Refinement, name: str) -> list[tuple[Any, Any]]:
    """Every pair of states that can be reached in a scope, in the order in which a search finds them."""
    scope = next(scope for scope in refinement.scopes if scope.name == name)

    def new() -> tuple[Any, Any]:
        return refinement.model(**scope.configuration), refinement.impl(**scope.configuration)

    snapshot = Snapshot(*new())
    pairs = []
    for key in search(refinement, scope, lambda states, depth: None, keep=True).held:
        pairs.append(new())
        snapshot.thaw(key, *pairs[-1])
    return pairs


def verdict_of(holds: Callable[..., bool], *states: Any) -> Any:
    """What a predicate says, or that it raises."""
    try:
        return bool(holds(*states))
    except (LookupError, TypeError):
        return "raises"


def test_inlined_claims_say_what_the_claims_say() -> None:
    """On each state with the arrays of each other one, well-formed or not, and on each step, both forms say the same.

    But where the words raise, the inlined form may be false.
    """
    pairs = reachable(HANDLE_MAP, "every filling")
    claims = [(claim, inline(claim.holds)) for claim in (*HANDLE_MAP.laws, *HANDLE_MAP.couple) if claim.holds]
    said = set()
    for (m, _), (n, h) in itertools.product(pairs, pairs):
        for claim, inlined in claims:
            states = (m, n) if claim.step else (m,) if claim.kind == "L" else (m, h)
            plain, short = verdict_of(claim.holds or inlined, *states), verdict_of(inlined, *states)
            assert short == plain or (short, plain) == (False, "raises")
            said.add((claim.kind, plain))
    assert said >= {("L", True), ("I", True), ("I", False), ("I", "raises")}


def test_every_claim_of_the_handle_map_is_inlined() -> None:
    """None of the claims falls back to the words, so that the test above compares two things."""
    assert all(
        inline(claim.holds) is not claim.holds for claim in (*HANDLE_MAP.laws, *HANDLE_MAP.couple) if claim.holds
    )


def eager_part(a: list[int]) -> bool:
    """True, but for a part that is evaluated early and may raise."""
    return implies(len(a) == 1, conj(len(a) > 0, a[0] == 0))


def thunk_in_a_name(a: list[int]) -> bool:
    """False through a thunk that has a name."""
    part = lambda: False  # noqa: E731 - a thunk under a name is what is tried
    return disj(part, forall(0, len(a), lambda i: a[i] > 0) == 2)


def one_name_twice(a: list[int]) -> bool:
    """Loops of one name, within each other and behind each other, and the name of the argument."""
    return conj(
        forall(0, len(a), lambda i: conj(forall(0, i, lambda i: a[i] >= 0), a[i] == i)),
        forall_in(a, lambda a: a >= 0),
        len(a) < 3,
    )


def thunks_of_thunks(a: list[int]) -> bool:
    """A body that is a thunk is true, since nobody calls it; a part that is one is called."""
    return conj(forall(0, len(a), lambda i: lambda: False), implies(len(a) == 1, lambda: a[0] == 0))  # type: ignore[arg-type, return-value]


def with_a_function_inside(a: list[int]) -> bool:
    """False if the first is 0, through a function of its own."""

    def first() -> int:
        return a[0]

    return conj(len(a) > 0, lambda: first() > 0)


def test_inlining_keeps_names_apart() -> None:
    """A name bound twice keeps its meanings, and what is no part is not called."""
    for example in (one_name_twice, thunks_of_thunks):
        assert inline(example) is not example
        for case in ([], [0], [0, 1], [0, 1, 2], [-1], [0, -1], [1], [2, 0], [0, 5]):
            assert verdict_of(inline(example), case) == verdict_of(example, case)
    assert inline(with_a_function_inside) is with_a_function_inside


def first_is(a: list[int], value: Callable[[], bool]) -> bool:
    """A line with words, called by others."""
    return iff(forall(0, 1, lambda i: a[i] > 0), value)


def calls_itself(a: list[int], number: int) -> bool:
    """A line that calls the function it stands in."""
    return disj(number == 0, lambda: calls_itself(a, number - 1))


def through_a_function(a: list[int]) -> bool:
    """What another function says is turned round, so that it must raise where that does."""
    return conj(negate(first_is(a, lambda: contains(a, 0))), calls_itself(a, 2), forall(1, len(a), bool))


def name_of_a_function_bound(a: list[int]) -> bool:
    """An argument that has the name of a function."""
    return forall_in([lambda number: number == 7], lambda first_is: first_is(len(a)))


def test_functions_that_claims_call_are_written_out() -> None:
    """They say what they said, raise where they raised, and are not mistaken for arguments of their name."""
    for example in (through_a_function, name_of_a_function_bound):
        assert inline(example) is not example
        for case in ([], [0], [1], [1, 2], [0, 1], [1, 0], [1] * 7):
            assert verdict_of(inline(example), case) == verdict_of(example, case)
    assert list((inline(through_a_function).__kwdefaults__ or {}).values()) != [first_is]
    assert len(inline(through_a_function).__kwdefaults__ or {}) == 2
    assert not inline(name_of_a_function_bound).__kwdefaults__


@pytest.mark.long
def test_claims_of_other_containers_say_the_same_inlined() -> None:
    """With functions written out, too: on reachable states with the words of others, both forms say the same."""
    refinement = CATALOG["bitmask"]
    pairs = reachable(refinement, "three layers, exactly")[::16]
    assert len(pairs) > 10
    claims = [claim for claim in refinement.couple if claim.holds]
    assert any(inline(claim.holds).__kwdefaults__ for claim in claims if claim.holds)
    said = set()
    for (m, _), (_, h) in itertools.product(pairs, pairs):
        for claim in claims:
            assert claim.holds is not None
            plain = verdict_of(claim.holds, m, h)
            assert verdict_of(inline(claim.holds), m, h) == plain
            said.add((claim.id, plain))
        whole = all(verdict_of(claim.holds, m, h) is True for claim in claims if claim.holds)
        assert all_hold(refinement.couple, m, h) == whole
    assert len({claim for claim, plain in said if plain}) == len(claims)
    assert False in {plain for _, plain in said}


def test_a_function_with_other_code_is_written_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant of a function that a claim calls is seen through the claim."""
    assert inline(through_a_function)([1, 2]) is True
    monkeypatch.setattr(first_is, "__code__", eager_first.__code__)
    forget(cast(FunctionType, first_is))
    assert inline(through_a_function)([1, 2]) is False
    monkeypatch.undo()
    forget()
    assert inline(through_a_function)([1, 2]) is True


def test_what_was_not_read_is_not_forgotten() -> None:
    """A function that no predicate was written out with, makes none be written out again."""
    before = inline(through_a_function)
    forget(cast(FunctionType, small))
    assert inline(through_a_function) is before
    forget(cast(FunctionType, first_is))
    assert inline(through_a_function) is not before


def eager_first(a: list[int], value: Callable[[], bool]) -> bool:
    """Something else."""
    return disj(forall(0, 1, lambda i: a[i] > 0), value)


def test_inlining_keeps_what_is_evaluated_early() -> None:
    """A part that raises before anything is decided raises after inlining too; a named thunk is still called."""
    for example in (eager_part, thunk_in_a_name):
        assert inline(example) is not example
        for case in ([], [0], [1], [1, 2]):
            assert verdict_of(inline(example), case) == verdict_of(example, case)


def test_a_predicate_whose_text_is_another_is_not_inlined() -> None:
    """A function that was compiled from other text than its file holds is left as it is."""
    first_line = eager_part.__code__.co_firstlineno
    changed = FunctionType(thunk_in_a_name.__code__.replace(co_firstlineno=first_line), thunk_in_a_name.__globals__)
    assert inline(changed) is changed
    assert inline(bool) is bool


def small(number: int) -> bool:
    """Of what is symbolic, a formula."""
    return conj(number > 0, number < 9)


def test_lambdas_are_written_out_and_told_apart_within_a_line() -> None:
    """One that takes something from where it stands is left as it is."""
    most = 9
    both, one, bound = (lambda n: conj(n > 0, n < 9)), (lambda n: disj(n > 0, n < 9)), (lambda n: conj(n > 0, n < most))
    predicates: list[Callable[..., bool]] = [both, one]
    for words in predicates:
        written = inline(words)
        assert written is not words
        assert [written(n) for n in range(-1, 11)] == [words(n) for n in range(-1, 11)]
    assert inline(bound) is bound


def test_claims_of_symbolic_states_are_asked_in_words() -> None:
    """This must be said: what is written out would decide, and cannot."""
    claims = [Claim("XX-I1", "A small number.", small), Claim("XX-C1", "No predicate.")]
    number = Number(z3.Int("number"))
    with in_words():
        formula = all_hold(claims, number)
        assert isinstance(formula, Truth)
        assert [all_hold(claims, each) for each in (0, 1, 9)] == [False, True, False]
    assert [all_hold(claims, each) for each in (0, 1, 9)] == [False, True, False]
    with pytest.raises(NotSupported):
        all_hold(claims, number)
