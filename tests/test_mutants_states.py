"""States that were found before a change say of it what a search would, and are enough to see what goes wrong."""

import multiprocessing
import random
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare import Refinement
from slotproof.declare.inline import forget
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.explore import explore
from slotproof.engine.mutate.edit import CLAIM, IMPL, MODEL, applied, replaced
from slotproof.engine.mutate.sites import of_container
from slotproof.impl.bitmask import layout
from slotproof.impl.dense_set import DenseSet
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.group import Group
from slotproof.impl.handle_map import _check_fields
from slotproof.impl.indexed_store import IndexedStore, _check_links
from slotproof.impl.paging import Paged
from slotproof.impl.registry import Registry
from slotproof.impl.sparse_set import SparseSet
from slotproof.mutation import apart as mutants_apart
from slotproof.mutation import claims as mutants_claims
from slotproof.mutation import judging
from slotproof.mutation import states as mutants_states
from slotproof.mutation.apart import _send, apart
from slotproof.mutation.claims import _false_of_some_step, broken_in, claim_of, declared, declared_by
from slotproof.mutation.states import (
    ALONE,
    FOUND,
    Beside,
    Found,
    OneSide,
    _found,
    beside,
    find,
    prepare_states,
    would_say,
    would_say_beside,
    would_say_of_creation,
    would_say_of_every_filling,
    would_say_of_fillings,
)
from slotproof.mutation.trial import KILLED, SURVIVED
from slotproof.proofs.catalog import CATALOG
from slotproof.spec.dense_table import check_configuration, check_range
from slotproof.spec.hash_index import is_part, rounded
from slotproof.spec.paging import check_count

from .judging import judged
from .quick import first_only

SEED: Final = 20


@pytest.mark.long
def test_a_changed_claim_is_judged_as_a_search_would() -> None:
    """From the states that were found before, explore says of a changed claim what a whole search says."""
    every = of_container(CATALOG, "token_allocator", CLAIM)
    chosen = [next(each for each in every if each.operator == sort) for sort in ("drop-conjunct", "negate-conjunct")]
    before = [judged(mutant, "explore").outcome for mutant in chosen]  # nothing is prepared: each is a search
    prepare_states("token_allocator")
    assert [judged(mutant, "explore").outcome for mutant in chosen] == before
    assert {*before} == {KILLED, SURVIVED}


@pytest.mark.long
def test_changed_code_is_judged_as_a_search_would(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no operation does anything else in the states that were found before, a search finds nothing either."""
    every = [each for side in (IMPL, MODEL) for each in of_container(CATALOG, "dense_set", side)]
    alike = next(each for each in every if (each.function, each.operator) == ("DenseSetModel.equals", "swap-arguments"))
    chosen = [*random.Random(SEED).sample(every, 11), alike]  # which asks for the same keys the other way round
    monkeypatch.setattr("slotproof.mutation.judging.FOUND", {})
    monkeypatch.setattr("slotproof.mutation.states.FOUND", {})
    before = [judged(mutant, "explore") for mutant in chosen]  # nothing is prepared: each is a search
    monkeypatch.undo()
    prepare_states("dense_set", 2)
    after = [judged(mutant, "explore") for mutant in chosen]
    assert [(each.outcome, each.calls) for each in after] == [(each.outcome, each.calls) for each in before]
    assert {each.outcome for each in before} == {KILLED, SURVIVED}
    alone = [beside(CATALOG["dense_set"], each) == ALONE for each in chosen]
    assert any(alone)


@pytest.mark.long
def test_changed_code_that_claims_run_too_is_judged_as_a_search_would(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is wrong is seen in the states that were found before; that nothing is, is for a search to say."""
    allocator = CATALOG["token_allocator"]
    every = [each for side in (IMPL, MODEL) for each in of_container(CATALOG, allocator.name, side)]
    others = [each for each in every if beside(allocator, each) != ALONE]
    prepare_states(allocator.name)
    searched: list[str] = []
    exploring = judging._exploring

    def search(refinement: Refinement, unit: str) -> list[Verdict]:
        searched.append(unit)
        return exploring(refinement, unit)

    monkeypatch.setattr(judging, "_exploring", search)
    after = [judged(mutant, "explore").outcome for mutant in others]
    some = len(searched)
    monkeypatch.setattr(judging, "FOUND", {})
    monkeypatch.setattr(mutants_states, "FOUND", {})
    before = [judged(mutant, "explore").outcome for mutant in others]
    assert after == before
    assert {*before} == {KILLED, SURVIVED}
    assert 0 < some < len(searched) - some


@pytest.mark.parametrize(
    ("name", "function", "old", "new", "broken"),
    first_only(
        [
            ("whole container", DenseSet.insert, "pos, False", "pos, True", "DS-R1"),
            ("whole container", vars(DenseTable)["_append"], "self._link(pos)", "pass", "DS-R20"),
            ("growth", vars(DenseTable)["_append"], "self._link(pos)", "pass", "DS-I3"),
            ("whole container", vars(DenseTable)["_append"], "if pos == self.nil", "if pos + 1 == self.nil", "DS-R1"),
        ]
    ),
    ids=["a result", "another container", "the state that it leads to", "a refusal"],
)
def test_a_change_is_judged_in_the_nearest_state_that_shows_it(
    name: str, function: Callable[..., Any], old: str, new: str, broken: str
) -> None:
    """What is wrong there, and how one comes there, is what a whole search says of it."""
    store = CATALOG["dense_set"]
    [scope] = [each for each in store.scopes if each.name == name]
    found = find(store, scope)
    with applied(replaced("dense_set", function, [(old, new)], "changed")):
        verdict = would_say(store, found, {IMPL: {"insert"}})
        [searched] = [each for each in explore.run(store, scope.name, False) if each.status is Status.FAILED][:1]
    assert verdict is not None
    assert verdict.failure is not None
    assert searched.failure is not None
    assert verdict.claim == searched.claim == broken
    assert verdict.failure.calls == searched.failure.calls
    assert verdict.failure.message == searched.failure.message


def test_fillings_that_are_near_misses_are_shown_again() -> None:
    """A change in what `from_dict` checks is judged on fillings, as a whole search judges it."""
    store = CATALOG["indexed_store"]
    [scope] = [each for each in store.scopes if each.enumerate]
    found = find(store, scope)
    assert found.nearly
    assert would_say_of_fillings(store, found) is None
    with applied(replaced("indexed_store", _check_links, [("_is_linked(index, pos)", "not index")], "changed")):
        verdict = would_say_of_fillings(store, found)
        searched = [each for each in explore.run(store, scope.name, False) if each.status is Status.FAILED]
    assert verdict is not None
    assert verdict.claim == searched[0].claim == store.operation("from_dict").claim.id
    assert "from_dict takes what no operation makes" in verdict.reason


@pytest.mark.long
def test_fillings_that_are_no_near_misses_are_shown_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hole that is none is refused in each near miss by another check, and taken where both have nothing to do."""
    store = CATALOG["sparse_set"]
    [scope] = [each for each in store.scopes if each.name == "every page"]
    found = find(store, scope)
    as_it_is = would_say_of_every_filling(store, found)
    assert as_it_is is not None
    assert as_it_is.status is Status.EXHAUSTED
    change = "self.stamp[hole] != self.tombstone or ", ""
    mutant = replaced("sparse_set", SparseSet._check_holes, [change], "changed")
    with applied(mutant):
        assert would_say_of_fillings(store, found) is None
        verdict = would_say_of_every_filling(store, found)
    assert verdict is not None
    assert "from_dict takes what no operation makes" in verdict.reason
    monkeypatch.setitem(mutants_states.FOUND, "sparse_set", [found])
    with monkeypatch.context() as patched:
        patched.setattr(explore, "run", lambda *about: pytest.fail("nothing is left to search for"))
        trial = judged(mutant, "explore")
    assert (trial.outcome, trial.claim, trial.unit) == (KILLED, verdict.claim, "every page")
    monkeypatch.setattr(judging, "would_say_of_every_filling", lambda *about: 1 // 0)
    assert judged(mutant, "explore").outcome == KILLED  # what cannot be told is searched for


@pytest.mark.parametrize(
    ("container", "function", "old", "new"),
    [
        ("handle_map", _check_fields, 'check_width("nil + 1", data["nil"] + 1)', "pass"),
        ("handle_map", _check_fields, 'slots > data["nil"] or ', ""),
        ("sparse_set", Paged._check_fields, '("nil", "tombstone")', '("tombstone",)'),
        ("registry", Group.from_dict, "not isinstance(data, dict) or ", ""),
        ("registry", Group.from_dict, "set(data) != {", "set(data) < {"),
    ],
)
def test_data_that_only_one_check_refuses_is_tried(container: str, function: Any, old: str, new: str) -> None:
    """What marks an end is another number everywhere, a group has more fields, or is no dict: `explore` sees each."""
    assert judged(replaced(container, function, [(old, new)], "changed"), "explore").outcome == KILLED


@pytest.mark.parametrize(
    ("container", "function", "old", "new", "words"),
    [
        ("sparse_set", check_count, "count < 0", "count <= 0", "calls that end with an error"),
        ("dense_map", check_range, " or last > end", "", "calls that end with an error"),
        ("hash_index", is_part, "count == 3", "count >= 2", "calls that end with an error"),
        ("hash_index", is_part, "count == 3", "count != 3", "sum of the numbers answered"),
        ("hash_index", rounded, "- excess", "+ excess", "sum of the numbers answered"),
    ],
)
def test_a_mistake_of_both_sides_is_seen(container: str, function: Any, old: str, new: str, words: str) -> None:
    """What model and implementation both call is wrong on both: what they refuse and answer is not as recorded."""
    trial = judged(replaced(container, function, [(old, new)], "changed"), "explore")
    assert trial.outcome == KILLED
    assert words in trial.reason
    assert {each.status for each in explore.run(CATALOG[container], trial.unit, False)} == {Status.EXHAUSTED}


@pytest.mark.parametrize(
    ("container", "function", "old", "new"),
    [
        ("entity_storage", EntityStorage._grants, "not self.retire or ", ""),
        ("entity_storage", EntityStorage._check_generations, "self.stamp[pos] !=", "self.stamp[pos - 1] !="),
        ("entity_storage", EntityStorage._check_generations, "self.tombstone - 1", "1 - self.tombstone"),
        ("registry", Registry.group, "self.pools[pool].in_place", "self.pools[pool - 1].in_place"),
        ("registry", Registry.destroy, "len(self.pools) - 1, -1, -1", "len(self.pools) - 1, -2, -1"),
    ],
)
@pytest.mark.long
def test_what_only_few_configurations_show_is_searched(container: str, function: Any, old: str, new: str) -> None:
    """Hints at earlier generations, used-up slots, no pool at all, a pool with holes beside one without."""
    assert judged(replaced(container, function, [(old, new)], "changed"), "explore").outcome == KILLED


def test_a_container_that_cannot_be_made_is_waited_for_no_longer_than_others() -> None:
    """A constructor that goes round and round is a failure of the scope, not the end of the search."""
    change = "starts.append(starts[-1] + items)", "pass"
    trial = judged(replaced("bitmask", layout, [change], "changed"), "explore")
    assert trial.outcome == KILLED
    assert "Bitmask.__init__ does not end" in trial.reason


@pytest.mark.long
def test_a_name_less_is_seen_in_the_states_that_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is assigned outside of functions is tried in every operation, before any scope is searched."""
    prepare_states("dense_set")
    [mutant] = [
        each
        for each in of_container(CATALOG, "dense_map", IMPL)
        if (each.function, each.operator, each.ordinal) == ("NUMBERS", "drop-element", 0)
    ]
    monkeypatch.setattr(judging, "_exploring", lambda *about: pytest.fail("a scope is searched"))
    assert judged(replace(mutant, container="dense_set"), "explore").outcome == KILLED


@pytest.mark.long
def test_a_call_that_does_not_end_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a state that was found before, no call is made after the first that comes to something else."""
    [found] = [each for each in _founds("hash_index") if each.name == "whole container"]
    one = OneSide(CATALOG["hash_index"], found.scope, IMPL, ["spread"])
    asked: list[None] = []
    monkeypatch.setattr(OneSide, "_outcome", lambda side, call, arguments: asked.append(None))
    assert one.is_unlike(found.reachable[0], found.answers[IMPL][0])
    assert len(asked) == 1


def _founds(container: str) -> list[Found]:
    prepare_states(container)
    return mutants_states.FOUND[container]


@pytest.mark.long
def test_other_configurations_are_refused() -> None:
    """What a constructor refuses is asked before any state is looked at, and says what a whole search says."""
    store = CATALOG["dense_set"]
    [scope] = [each for each in store.scopes if each.name == "whole container"]
    found = find(store, scope)
    assert would_say_of_creation(store, found) is None
    with applied(replaced("dense_set", check_configuration, [("not callable(hasher)", "hasher == 0")], "changed")):
        verdict = would_say_of_creation(store, found)
        searched = [each for each in explore.run(store, scope.name, False) if each.status is Status.FAILED]
    assert verdict is not None
    assert (verdict.claim, verdict.reason) == (searched[0].claim, searched[0].reason)


@pytest.mark.long
def test_an_interruption_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the states of large scopes are still searched, no process goes on; one that has answered is waited for."""

    def send_and_tarry(*about: Any) -> None:
        _send(*about)
        time.sleep(0.5)

    monkeypatch.setattr(mutants_apart, "_send", send_and_tarry)
    searching = apart(_found, [("dense_set", "one bucket"), ("hash_index", "whole container")], 2)
    assert next(searching).name == "one bucket"
    assert len(multiprocessing.active_children()) == 1  # the other scope's
    began = [child for child in multiprocessing.active_children() if child.exitcode is None]
    assert began
    with pytest.raises(KeyboardInterrupt):
        searching.throw(KeyboardInterrupt)
    assert {child.exitcode for child in began} == {-signal.SIGKILL}


def test_where_nothing_changed_nothing_is_said() -> None:
    """Without a change the calls of a scope come to what they came to; what is refused is counted, too."""
    store = CATALOG["dense_set"]
    [scope] = [each for each in store.scopes if each.name == "whole container"]
    found = find(store, scope)
    verdict = would_say(store, found, {IMPL: {"insert", "erase"}, MODEL: {"insert"}})
    assert verdict is not None
    assert (verdict.status, verdict.claim) == (Status.EXHAUSTED, explore.STATES)
    fewer = replace(found, errors={**found.errors, "insert": found.errors["insert"] - 1})
    verdict = would_say(store, fewer, {IMPL: {"insert"}})
    assert verdict is not None
    assert verdict.claim == explore.REFUSALS
    assert found.with_peers == {"equals", "swap"}


@pytest.mark.long
def test_a_weaker_claim_is_seen_by_what_reads_it() -> None:
    """A claim that says less is true of each state; from_dict, declared by claims, takes what the arrays refuse."""
    store = CATALOG["typed_store"]
    [scope] = [each for each in store.scopes if each.name == "two types"]
    found = find(store, scope)
    weaker = next(each for each in of_container(CATALOG, "typed_store", CLAIM) if each.change().endswith("return True"))
    claim = claim_of(store, weaker)
    assert claim is not None
    assert declared(store, found, claim).status is Status.EXHAUSTED
    with applied(weaker):
        verdict = declared(store, found, claim)
    assert (verdict.status, verdict.claim) == (Status.FAILED, "TS-R11")
    assert verdict.failure is not None
    assert [step.operation for step in verdict.failure.trace] == ["from_dict"]


@pytest.mark.parametrize("operator", ["negate-conjunct", "drop-conjunct"])
@pytest.mark.long
def test_a_changed_law_of_steps_is_judged_as_a_search_would(operator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked of each step that was made, and the scope is searched only if it is false of one."""
    store = CATALOG["handle_map"]
    [scope] = [each for each in store.scopes if each.name == "wrap, fifo"]
    monkeypatch.setitem(FOUND, "handle_map", [find(store, scope)])
    every = [each for each in of_container(CATALOG, "handle_map", CLAIM) if each.operator == operator]
    for law in (each for each in store.laws if each.step):
        mutants = [each for each in every if claim_of(store, each) is law]
        seen = []
        for mutant in mutants:
            with applied(mutant):
                said = [each for each in broken_in(store, law) if isinstance(each, str) or each.claim == law.id]
                failure = first_failure(store, scope.name)
            seen.append(said[0] == scope.name)
            assert (failure is not None) == seen[-1], mutant.id
        assert any(seen) == (operator == "negate-conjunct"), law.id


def test_a_law_is_asked_of_the_steps_that_calls_make(monkeypatch: pytest.MonkeyPatch) -> None:
    """That nothing is ever inserted is false of them, and true where nothing changes."""

    def nothing_comes(before: Any, after: Any) -> bool:
        return len(before.order) == len(after.order)

    store = CATALOG["handle_map"]
    found = find(store, next(each for each in store.scopes if each.name == "wrap, fifo"))
    law = next(each for each in store.laws if each.step)
    monkeypatch.setattr(law.holds, "__code__", nothing_comes.__code__)
    forget()
    assert _false_of_some_step(store, found, law)
    assert not _false_of_some_step(store, replace(found, steps=dict.fromkeys(found.steps, frozenset[Any]())), law)
    forget()


@pytest.mark.parametrize(
    ("container", "scope"),
    first_only(
        [
            ("registry", "a member beside another entity, in a group that owns nothing"),
            ("handle_map", "whole container"),
            ("typed_store", "two types"),
        ]
    ),
)
def test_no_operation_asks_a_law_of_steps(container: str, scope: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads claims is at hand of no step: he never notices a law that cannot be asked."""

    def cannot_be_asked(before: Any, after: Any) -> bool:
        raise AssertionError(before, after)

    store = CATALOG[container]
    found = find(store, next(each for each in store.scopes if each.name == scope))
    reading = {"from_dict", *(name for law in store.laws for name in declared_by(store, law.id))}
    monkeypatch.setattr(mutants_claims, "declared_by", lambda refinement, claim: reading)
    for law in (each for each in store.laws if each.step):
        with monkeypatch.context() as broken:
            broken.setattr(law.holds, "__code__", cannot_be_asked.__code__)
            forget()
            assert declared(store, found, law).status is Status.EXHAUSTED
    forget()


def first_failure(store: Refinement, scope: str) -> Verdict | None:
    """What a search finds wrong first."""
    return next((each for each in explore.run(store, scope, False) if each.status is Status.FAILED), None)


@pytest.mark.long
def test_what_else_runs_a_change_is_asked_as_a_search_would_ask_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims are asked of each state that is known; what is compared is tried again there, on both sides."""
    monkeypatch.setattr(explore, "asks_of_refusals", lambda *about: False)  # which would see most of it, too
    store = CATALOG["dense_set"]
    [scope] = [each for each in store.scopes if each.name == "whole container"]
    found = find(store, scope)
    claims, keys = Beside(True, frozenset(), False), Beside(False, frozenset({"keys"}), False)
    for other in (claims, keys):
        verdict = would_say_beside(store, found, other)
        assert verdict is not None
        assert verdict.status is Status.EXHAUSTED
    states = {claim.holds.__name__ for claim in (*store.couple, *store.laws) if claim.holds and not claim.step}
    contrary = [each for each in of_container(CATALOG, "dense_map", CLAIM) if each.operator == "negate-conjunct"]
    contrary = [replace(each, container=store.name) for each in contrary if each.function in states]
    backwards = replaced("dense_set", DenseTable.keys, [("iter(self.key)", "iter(self.key[::-1])")], "backwards")
    calls = []
    for mutant, other in [*((each, claims) for each in contrary), (backwards, keys)]:
        with applied(mutant):
            verdict, searched = would_say_beside(store, found, other), first_failure(store, scope.name)
        assert verdict is not None
        assert verdict.failure is not None
        assert searched is not None
        assert searched.failure is not None
        assert (verdict.claim, verdict.failure.calls) == (searched.claim, searched.failure.calls), mutant.id
        calls.append(verdict.failure.calls)
    assert len(contrary) > 3
    assert min(calls) == 0 < max(calls)


def test_what_else_runs_a_function_is_known_by_names() -> None:
    """Claims about chains ask for buckets, comparisons of two tables for keys; nothing else asks for a growth."""
    table = CATALOG["dense_map"]
    parts = {each.function: beside(table, each) for each in of_container(CATALOG, table.name, IMPL)}
    assert parts["DenseTable._least_buckets"] == ALONE
    assert parts["DenseTable._bucket"] == Beside(True, frozenset(), False)
    assert parts["DenseTable.keys"] == Beside(False, frozenset({"copy", "from_dict", "to_dict"}), False)
    assert parts["NUMBERS"] is None  # no function: whatever reads it may run


@pytest.mark.long
def test_where_fillings_are_counted_a_search_is_made() -> None:
    """Where claims run what is changed, states that are known say all that a search would, unless it counts others."""
    prepare_states("indexed_store")
    store = CATALOG["indexed_store"]
    change = "return self._find(name) != NIL", "return not self._find(name) == NIL"
    mutant = replaced(store.name, IndexedStore.contains, [change], "the same")
    other = beside(store, mutant)
    assert other is not None
    assert other.looked
    with applied(mutant):
        said = [*judging._unlike(store, mutant, other)]
        alone = [*judging._unlike(store, mutant, ALONE)]
    counting = [scope.name for scope in store.scopes if scope.enumerate and not scope.deep]
    assert counting
    assert [each for each in said if isinstance(each, str)] == counting
    assert len(said) == len(alone) > len(counting)
    assert not any(isinstance(each, str) for each in alone)
