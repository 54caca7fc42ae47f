"""The judge `explore` sees what is wrong, by the shortest way, and passes over nothing."""

import ast
import itertools
from collections import deque
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine import explore
from slotproof.proofs.engine.explore import EXACT, STATES, Size
from slotproof.proofs.engine.inline import all_hold, forget, inline
from slotproof.proofs.engine.refinement import Claim, Refinement, Scope
from slotproof.proofs.engine.report import Failure, Status, Verdict
from slotproof.proofs.engine.search import search
from slotproof.proofs.engine.snapshot import NoSnapshot, Snapshot, attributes, freeze_any, thaw_any
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map_claims import LAWS
from slotproof.spec.logic import Distinct, conj, contains, disj, forall, forall_in, iff, implies, negate

from .breaks import BREAKS, Break, broken_refinement, method, without

SMALL = "retire, fifo"


def scope_of(name: str) -> Scope:
    """The scope of that name."""
    return next(scope for scope in HANDLE_MAP.scopes if scope.name == name)


def narrow(*operations: str, **configuration: Any) -> Scope:
    """The smallest scope, with other operations or widths."""
    scope = scope_of(SMALL)
    return replace(scope, configuration={**scope.configuration, **configuration}, operations=operations or None)


def judge(refinement: Refinement, scope: Scope) -> list[Verdict]:
    """The verdicts of one scope, the size recorded or not."""
    alone = replace(refinement, scopes=(scope,))
    return [verdict for verdict in explore.run(alone, scope.name, deep=True, expected={}) if verdict.claim != STATES]


def first_failure(refinement: Refinement) -> Failure | None:
    """What the first scope that finds something finds, in the order of the declaration."""
    for unit in explore.units(refinement, deep=False):
        for verdict in explore.run(refinement, unit, deep=False, expected={}):
            if verdict.failure is not None and verdict.claim != STATES:
                return verdict.failure
    return None


def with_method(name: str, behave: Callable[..., Any]) -> Refinement:
    """The handle map with one method of the arrays replaced."""
    return replace(HANDLE_MAP, impl=type("HandleMap", (HandleMap,), {name: behave}))


def found(refinement: Refinement, *operations: str) -> Failure:
    """The failure in a narrow scope."""
    failure = judge(refinement, narrow(*operations))[0].failure
    assert failure is not None
    return failure


# Breaks of the implementation


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.id)
def test_break_is_caught_by_a_shortest_trace(change: Break) -> None:
    """Each break of the table is caught, after as many steps as it needs and no more."""
    failure = first_failure(broken_refinement(change))
    assert failure is not None
    assert len(failure.trace) == change.steps


LINES = [
    (name, statement)
    for name in ("erase", "_bump", "_push_back", "_push_front")
    for outer in method(name).body[1:]
    for statement in ast.walk(outer)
    if isinstance(statement, ast.stmt)
]


@pytest.mark.parametrize(("name", "statement"), LINES, ids=lambda part: part if isinstance(part, str) else part.lineno)
def test_no_line_of_erase_can_be_left_out(name: str, statement: ast.stmt) -> None:
    """No statement of `erase` and of what it calls is without effect."""
    assert first_failure(replace(HANDLE_MAP, impl=without(statement))) is not None


def test_breaks_are_of_every_kind() -> None:
    """The table has a break of each kind that a handle map can suffer, and no ID twice."""
    assert {change.kind for change in BREAKS} == set("ABCDEFGHKM")
    assert len({change.id for change in BREAKS}) == len(BREAKS)


# Messages


def test_a_result_that_differs() -> None:
    """A wrong result is reported with what each side answered, and the arrays around the step."""
    failure = found(with_method("size", lambda self: len(self.dense) % 2), "insert", "size")
    assert (failure.claim, failure.message) == ("HM-R21", "the results differ")
    assert [step.operation for step in failure.trace] == ["insert", "insert", "size"]
    assert (failure.trace[-1].expected.value, failure.trace[-1].actual.value) == (2, 0)
    assert failure.before["dense"] == failure.after["dense"] == [0, 1]
    assert failure.model_after["order"] == [0, 1]


def test_a_crash() -> None:
    """An error that no operation documents is a crash, also where the model refuses too."""
    failure = found(with_method("get", lambda self, handle: self.dense[handle.slot]), "insert", "get")
    assert failure.claim == "HM-R4"
    assert "implementation crashes: IndexError" in failure.message
    assert failure.trace[-1].actual.error == "IndexError"
    assert failure.trace[-1].expected.error == "OutOfRange"


def test_a_refused_operation_that_changes() -> None:
    """A refused call that leaves a trace is told from one that gives a wrong answer."""
    failure = first_failure(broken_refinement(next(change for change in BREAKS if change.id == "refused-erase-marks")))
    assert failure is not None
    assert failure.message == "a refused operation changed the implementation"
    assert failure.before["fragmented"] != failure.after["fragmented"]


def test_a_broken_state_comes_before_a_wrong_call_in_a_state_before_it() -> None:
    """A wrong call does not end the search before all states of its level are checked: one of them is nearer."""
    small = Claim("HM-I1", "little room is made", lambda m, h: h.reserved < 2)
    wrong = replace(with_method("size", lambda self: 0), couple=(small,))
    scope = narrow("insert", "reserve", "size")
    for workers in (1, 2, 3, 4):  # the two states belong to one part, or to two
        trouble = search(wrong, scope, lambda states, depth: None, workers)
        assert trouble.trouble is not None
        assert (trouble.trouble.broken, len(trouble.path)) == (("HM-I1",), 2)


def test_a_step_law_is_checked_of_each_way_to_a_state() -> None:
    """An exempt operation that leads to a state does not spare another one that leads there the step laws."""
    shrinks = Claim("HM-L99", "keeps", lambda before, after: len(after.order) >= len(before.order), step=True)
    clear = HANDLE_MAP.operation("clear")
    operations = (HANDLE_MAP.operation("insert"), replace(clear, law_exempt=True), clear)
    both = replace(HANDLE_MAP, laws=(shrinks,), operations=operations)
    failure = found(both, "insert", "clear")
    assert (failure.claim, len(failure.trace)) == ("HM-L99", 2)


def test_two_wrongs_make_no_right() -> None:
    """A pure operation that toggles a field is caught, though an even number of calls leaves the field as it was."""

    def toggle(self: Any) -> int:
        self.reserved = 1 - self.reserved
        return len(self.dense)

    operation = replace(HANDLE_MAP.operation("size"), claim=Claim("HM-R21", ""))
    twice = replace(with_method("size", toggle), operations=(operation, operation))
    assert found(twice, "size").message == "a pure operation changed the implementation"


def test_a_broken_claim_names_all_that_broke() -> None:
    """A state of which claims do not hold names them all, each with a verdict."""
    change = next(change for change in BREAKS if change.id == "swap-inverted")
    verdicts = judge(broken_refinement(change), scope_of(SMALL))
    assert [verdict.claim for verdict in verdicts] == ["HM-I2", "HM-I3"]
    assert all(verdict.status is Status.FAILED and verdict.failure for verdict in verdicts)


def test_a_claim_that_never_holds_fails_at_the_start() -> None:
    """The initial state is checked too: no step leads to it."""
    never = replace(HANDLE_MAP, couple=(Claim("HM-I1", "never", lambda m, h: False),))
    failure = found(never, "insert")
    assert (failure.claim, failure.trace, failure.start) == ("HM-I1", (), "new container")


def test_a_claim_that_raises_does_not_hold() -> None:
    """A claim that cannot be evaluated is no claim that holds."""
    failure = found(replace(HANDLE_MAP, couple=(Claim("HM-I1", "raises", lambda m, h: h.sparse[0] == 0),)), "insert")
    assert failure.message == "HM-I1 does not hold"


def test_a_step_law_is_checked_on_every_step() -> None:
    """A law of steps that erase breaks fails after the shortest erase; an exempt operation does not break it."""
    grows = Claim("HM-L99", "grows", lambda before, after: len(after.order) > len(before.order), step=True)
    assert [step.operation for step in found(replace(HANDLE_MAP, laws=(grows,)), "insert", "erase").trace] == [
        "insert",
        "erase",
    ]
    assert judge(replace(HANDLE_MAP, laws=(grows,)), narrow("insert", "reset"))[0].status is Status.EXHAUSTED


def test_a_container_that_cannot_be_built() -> None:
    """An implementation whose constructor raises is reported as a failure of the container."""
    assert (
        "cannot be built: KeyError"
        in found(with_method("__init__", lambda self, **widths: widths["none"]), "insert").message
    )


def test_an_array_shared_with_a_peer() -> None:
    """A swap after which both containers hold the same array is refused."""

    def swap(self: Any, other: Any) -> None:
        HandleMap.swap(self, other)
        other.meta = self.meta

    assert found(with_method("swap", swap), "insert", "swap").claim == "HM-R18"


# Counts and exactness


@pytest.mark.parametrize("name", ["retire, fifo", "retire, lifo", "wrap, fifo", "wrap, lifo", "every filling"])
def test_recorded_sizes(name: str) -> None:
    """The sizes of the smallest graphs are the recorded ones, and every verdict is green."""
    verdicts = explore.run(HANDLE_MAP, name, deep=False)
    assert {verdict.status for verdict in verdicts} == {Status.EXHAUSTED}
    assert STATES in {verdict.claim for verdict in verdicts}


def test_every_scope_is_recorded() -> None:
    """The record has each scope of each container, deep ones too, and no other."""
    recorded = {name: set(scopes) for name, scopes in explore.read_expected().items()}
    assert recorded == {name: {scope.name for scope in each.scopes} for name, each in CATALOG.items()}


def test_a_count_that_is_not_the_recorded_one_fails() -> None:
    """A wrong record and a missing one fail, and say both figures."""
    scope = scope_of("every filling")
    right = explore.read_expected()["handle_map"][scope.name]
    for wrong, words in (
        ({"handle_map": {scope.name: right._replace(states=right.states + 1)}}, ["58 states", "57 states"]),
        ({"handle_map": {scope.name: right._replace(depth=1)}}, ["depth 1;", f"depth {right.depth}"]),
        ({}, ["no size is recorded", "57 states"]),
    ):
        (verdict,) = [
            each for each in explore.run(HANDLE_MAP, scope.name, False, expected=wrong) if each.claim == STATES
        ]
        assert verdict.status is Status.FAILED
        assert all(word in verdict.reason for word in words)


def test_a_wrong_closed_count_fails() -> None:
    """A closed count that is not the number of reachable states fails, and says both figures."""
    scope = replace(scope_of("wrap, fifo"), well_formed=lambda: 222)
    (verdict,) = [each for each in judge(HANDLE_MAP, scope) if each.claim == EXACT]
    assert verdict.reason == "222 well-formed states, 221 reachable ones"


def test_claims_that_hold_of_too_much_are_not_exact() -> None:
    """Without the claims, some filling of the arrays that cannot be reached is accepted."""
    always = (Claim("HM-I1", "always", lambda m, h: True),)
    fewer = tuple(claim for claim in LAWS if claim.id != "HM-L8")
    for weak, name in (
        (replace(HANDLE_MAP, couple=always), "every filling"),
        (replace(HANDLE_MAP, laws=fewer), "every filling, retire"),
    ):
        (verdict,) = [each for each in judge(weak, scope_of(name)) if each.claim == EXACT]
        assert verdict.status is Status.FAILED
        assert "cannot be reached" in verdict.reason


def test_a_reachable_state_that_is_no_candidate_is_not_exact() -> None:
    """Candidates that leave a reachable state out are seen: the comparison goes both ways."""
    few = replace(HANDLE_MAP, candidates=lambda scope: [HANDLE_MAP.impl(**scope.configuration)])
    (verdict,) = [each for each in judge(few, scope_of("every filling")) if each.claim == EXACT]
    assert "no candidate" in verdict.reason


def test_sizes_are_written_as_they_are_read(tmp_path: Path) -> None:
    """A record is read back as it was written, and recording again keeps what was not searched."""
    path = tmp_path / "expected.toml"
    sizes = {"handle_map": {"four slots": Size(1, 2, 3), "gone": Size(4, 5, 6)}, "other": {"x": Size(7, 8, 9)}}
    explore.write_expected(sizes, path)
    assert explore.read_expected(path) == sizes
    few = replace(HANDLE_MAP, scopes=(scope_of("every filling"), scope_of("four slots")))
    assert explore.update_expected(few, path=path) == []
    assert explore.read_expected(path) == {
        "handle_map": {
            "every filling": explore.read_expected()["handle_map"]["every filling"],
            "four slots": Size(1, 2, 3),
        },
        "other": {"x": Size(7, 8, 9)},
    }


def test_a_claim_of_an_operation_never_called_has_no_verdict() -> None:
    """A scope says nothing of an operation it does not try, even if it names it."""
    assert "HM-R3" not in {verdict.claim for verdict in judge(HANDLE_MAP, narrow("insert"))}
    none = replace(narrow("insert", "erase"), admits=lambda m, operation, arguments: operation != "erase")
    assert "HM-R3" not in {verdict.claim for verdict in judge(HANDLE_MAP, none)}


def test_processes_find_what_one_finds() -> None:
    """Two and three parts have the counts of one, and as short a trace."""
    scope = scope_of(SMALL)
    counts = [search(HANDLE_MAP, scope, lambda states, depth: None, workers, keep=True)[:5] for workers in (1, 2, 3)]
    assert counts[0] == counts[1] == counts[2]
    broken = broken_refinement(next(change for change in BREAKS if change.id == "retire-ignored"))
    for workers in (1, 2):
        verdicts = explore.run(broken, SMALL, False, workers=workers, expected={})
        assert verdicts[0].failure is not None
        assert len(verdicts[0].failure.trace) == 6


# Inlined claims


def reachable(name: str, *operations: str) -> list[tuple[Any, Any]]:
    """Every reachable pair of states."""
    scope = narrow(*operations) if operations else scope_of(name)
    snapshot = Snapshot(HANDLE_MAP.model(**scope.configuration), HANDLE_MAP.impl(**scope.configuration))
    pairs = []
    for key in search(HANDLE_MAP, scope, lambda states, depth: None, keep=True).held:
        pair = HANDLE_MAP.model(**scope.configuration), HANDLE_MAP.impl(**scope.configuration)
        snapshot.thaw(key, *pair)
        pairs.append(pair)
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
    pairs = reachable("every filling")
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


def test_claims_of_other_containers_say_the_same_inlined() -> None:
    """With functions written out, too: on reachable states with the words of others, both forms say the same."""
    refinement = CATALOG["bitmask"]
    scope = next(scope for scope in refinement.scopes if scope.name == "three layers, exactly")
    snapshot = Snapshot(refinement.model(**scope.configuration), refinement.impl(**scope.configuration))
    pairs = []
    for key in list(search(refinement, scope, lambda states, depth: None, keep=True).held)[::16]:
        pair = refinement.model(**scope.configuration), refinement.impl(**scope.configuration)
        snapshot.thaw(key, *pair)
        pairs.append(pair)
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
    forget()
    assert inline(through_a_function)([1, 2]) is False
    monkeypatch.undo()
    forget()


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


# Snapshots


class Bag:
    """Attributes of all sorts."""

    def __init__(self, **held: Any) -> None:
        self.__dict__.update(held)

    def method(self) -> None:
        """Be bound."""


@pytest.mark.parametrize(
    "held",
    [
        {"a": [1, 2], "b": {3: 4, 1: 0}, "c": {5, 7}, "d": Distinct([2, 1]), "e": True, "f": 7, "g": "name", "h": None},
        {"a": [1, 256], "b": {}, "c": set(), "d": Distinct(), "e": False, "f": 300, "g": "name", "h": None},
        {"a": [-1], "b": {1: "x"}, "c": {"y"}, "d": Distinct(), "e": False, "f": -1, "g": "name", "h": None},
        {"a": [[1], (2, [3])], "b": {}, "c": set(), "d": Distinct(), "e": 1, "f": None, "g": "other", "h": {}},
        {"a": [], "b": {}, "c": set(), "d": Distinct(), "e": False, "f": 0, "g": "name", "h": None, "more": 1},
        {"a": (), "b": {}, "c": set(), "d": [], "e": False, "f": 0, "g": "name"},
    ],
)
def test_a_snapshot_gives_back_the_state(held: dict[str, Any]) -> None:
    """Whatever fits the short key or not comes back equal, of the same types, and without what was there before."""
    sample = Bag(a=[], b={}, c=set(), d=Distinct(), e=False, f=0, g="name", h=None)
    snapshot = Snapshot(sample)
    assert snapshot.source
    key = snapshot.freeze(Bag(**held))
    bag = Bag(a=[9], old=1)
    snapshot.thaw(key, bag)
    assert vars(bag) == held
    assert [type(vars(bag)[name]) for name in held] == [type(value) for value in held.values()]
    assert snapshot.freeze(bag) == key
    assert snapshot.same(bag, Bag(**held))
    for other in (Bag(), Bag(a=[9], old=1), Bag(**{f"old {number}": 0 for number in range(len(held))})):
        snapshot.restore(key, other, bag)
        assert vars(other) == held
        assert [type(vars(other)[name]) for name in held] == [type(value) for value in held.values()]
        assert all(
            vars(other)[name] is not vars(bag)[name] for name in held if isinstance(held[name], list | dict | set)
        )


def test_states_that_differ_have_different_keys() -> None:
    """A change of an entry, a length, a type, a name or of what is shared is a change of the key."""
    sample = Bag(a=[], b=[], c=0, d=False)
    snapshot = Snapshot(sample)
    one = [1]
    states = [
        Bag(a=[1], b=[], c=0, d=False),
        Bag(a=[], b=[1], c=0, d=False),
        Bag(a=[1], b=[1], c=0, d=False),
        Bag(a=one, b=one, c=0, d=False),
        Bag(a=Distinct([1]), b=[], c=0, d=False),
        Bag(a=[1], b=[], c=1, d=False),
        Bag(a=[1], b=[], c=0, d=True),
        Bag(a=[1], b=[], c=0, x=False),
    ]
    assert len({snapshot.freeze(state) for state in states}) == len(states)


@pytest.mark.parametrize(
    ("held", "others"),
    [
        (Bag(a=1), [Bag(a=2), Bag(a=True), Bag(b=1), Bag(), Bag(a=1, b=1), 1]),
        (frozenset({1}), [frozenset({2}), frozenset(), {1}]),
        (frozenset({"x"}), [frozenset({"y"})]),
        ((1, [2]), [(1, [3]), (1, [2], 3), [1, [2]]]),
        ({1: [2], 3: 4}, [{1: [2], 3: 5}, {1: [2]}, {1: [2], 2: 4}]),
        (deque([1, "x"]), [deque([1, "y"]), deque([1]), [1, "x"]]),
        (object(), [object()]),
    ],
)
def test_things_that_differ_inside_are_not_the_same(held: Any, others: list[Any]) -> None:
    """A comparison without keys never takes two states for one, whatever they hold."""
    snapshot = Snapshot(Bag(held=Bag()))
    assert not snapshot.source
    for other in others:
        assert not snapshot.same(Bag(held=held), Bag(held=other))
    if type(held) not in (frozenset, object):
        assert snapshot.same(Bag(held=held), Bag(held=deepcopy(held)))


class Slotted:
    """An attribute in a slot."""

    __slots__ = ("entries",)

    def __init__(self, entries: list[int]) -> None:
        self.entries = entries


class Equal:
    """Says that it is equal to anything."""

    def __init__(self, entry: int) -> None:
        self.entry = entry

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def _append(bag: Any) -> None:
    bag.inner.items.append(1)


def _enter(bag: Any) -> None:
    bag.by_key[3] = Bag()


def _replace(bag: Any) -> None:
    bag.inner = Bag(items=[1])


def _replace_and_change(bag: Any) -> None:
    bag.by_key = dict(bag.by_key)
    bag.by_key[1].flag = 1


def _add(bag: Any) -> None:
    bag.inner.more = None


def _through_a_tuple(bag: Any) -> None:
    bag.row[0].items[0] = 4


def _replace_by_what_says_it_is_equal(bag: Any) -> None:
    bag.equal[0] = Equal(2)


def _in_a_slot(bag: Any) -> None:
    bag.slotted.entries[0] = 4


@pytest.mark.parametrize("slotted", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        _append,
        _enter,
        _replace,
        _replace_and_change,
        _add,
        _through_a_tuple,
        _replace_by_what_says_it_is_equal,
        _in_a_slot,
    ],
    ids=lambda f: f.__name__,
)
def test_a_change_anywhere_is_seen_after_two_states_were_the_same(change: Callable[[Any], None], slotted: bool) -> None:
    """Of either of the two, and also once states were put back in between."""

    def new() -> Any:
        bag = Bag(
            inner=Bag(items=[]),
            by_key={1: Bag(flag=0)},
            row=(Bag(items=[0]), Distinct([1])),
            slotted=None,
            equal=[Equal(1)],
        )
        if slotted or change is _in_a_slot:
            bag.slotted = Slotted([0])  # type: ignore[attr-defined]
        return bag

    snapshot = Snapshot(new())
    assert not snapshot.source
    for changed in (0, 1):
        pair = new(), new()
        assert snapshot.same(*pair)
        assert snapshot.same(*pair)
        change(pair[changed])
        assert not snapshot.same(*pair)
        key = snapshot.freeze(pair[changed])
        snapshot.restore(key, pair[1 - changed], pair[changed])
        assert snapshot.same(*pair)
        snapshot.thaw(key, pair[0])
        snapshot.thaw(key, pair[1])
        assert snapshot.same(*pair)
        assert not snapshot.same(pair[0], new())
        assert not snapshot.same(new(), pair[1])


def test_nested_objects_keep_what_they_share() -> None:
    """An object held twice is one object again, also in a cycle."""
    inner = Bag(items=[1])
    outer = Bag(left=inner, right=[inner], itself=None)
    outer.itself = outer  # type: ignore[attr-defined]
    other = Bag()
    thaw_any(freeze_any(outer), other)
    held = attributes(other)
    assert held["left"] is held["right"][0]
    assert held["itself"] is other
    assert held["left"].items == [1]


def test_what_has_no_state_is_refused() -> None:
    """A generator or a bound method in a state is an error of the declaration, not a state."""
    odds: list[Any] = [iter(()), [].append, Bag(a=1).method]
    for odd in odds:
        with pytest.raises(NoSnapshot):
            freeze_any(Bag(odd=odd))
