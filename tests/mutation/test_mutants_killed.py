"""What single judges say of mutants that only few states, data, steps or claims show."""

from types import FunctionType
from typing import Any, Final

import pytest

from slotproof.declare import Claim, inline
from slotproof.declare.verdict import Status
from slotproof.engine.explore import explore
from slotproof.engine.mutate.edit import CLAIM, IMPL, Mutant, applied, replaced
from slotproof.engine.mutate.sites import of_container
from slotproof.engine.prove import prove
from slotproof.impl.bitmask import layout
from slotproof.impl.dense_table import DenseTable
from slotproof.impl.entity_storage import EntityStorage
from slotproof.impl.group import Group
from slotproof.impl.handle_map import _check_fields
from slotproof.impl.hash_index import HashIndex
from slotproof.impl.indexed_store import _check_links
from slotproof.impl.paging import Paged
from slotproof.impl.registry import Registry
from slotproof.impl.sparse_set import SparseSet
from slotproof.mutation.trial import KILLED, SURVIVED
from slotproof.mutation.units import stands
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.token_allocator import bits_are_tokens, used_in_range
from slotproof.spec.bits import fits
from slotproof.spec.dense_table import check_configuration, check_range
from slotproof.spec.hash_index import HashIndexModel, is_part, rounded
from slotproof.spec.paging import check_count

from ..judging import judged
from ..quick import long_unless

TOKENS: Final = CATALOG["token_allocator"]


# --- explore


@pytest.mark.parametrize(
    ("container", "function", "old", "new"),
    [
        ("handle_map", _check_fields, 'check_width("nil + 1", data["nil"] + 1)', "pass"),
        ("handle_map", _check_fields, 'slots > data["nil"] or ', ""),
        ("sparse_set", Paged._check_fields, '("nil", "tombstone")', '("tombstone",)'),
        ("registry", Group.from_dict, "not isinstance(data, dict) or ", ""),
        ("registry", Group.from_dict, "set(data) != {", "set(data) < {"),
        ("dense_set", check_configuration, "not callable(hasher)", "hasher == 0"),
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


@pytest.mark.parametrize(
    ("container", "scope", "function", "old", "new"),
    long_unless(
        lambda container, *about: container == "indexed_store",
        [
            ("indexed_store", "", _check_links, "_is_linked(index, pos)", "not index"),
            ("sparse_set", "every page", SparseSet._check_holes, "self.stamp[hole] != self.tombstone or ", ""),
        ],
    ),
)
def test_a_filling_that_no_operation_makes_is_shown(
    container: str, scope: str, function: Any, old: str, new: str
) -> None:
    """A check of `from_dict` that only arrays of a few fillings need is missed there."""
    store = CATALOG[container]
    [filled] = [each.name for each in store.scopes if each.enumerate and each.name in (scope or each.name)]
    with applied(replaced(container, function, [(old, new)], "changed")):
        [first, *_] = [each for each in explore.run(store, filled, False) if each.status is Status.FAILED]
    assert first.claim == store.operation("from_dict").claim.id
    assert "from_dict takes what no operation makes" in first.reason


def test_a_container_that_cannot_be_made_is_waited_for_no_longer_than_others() -> None:
    """A constructor that goes round and round is a failure of the scope, not the end of the search."""
    change = "starts.append(starts[-1] + items)", "pass"
    trial = judged(replaced("bitmask", layout, [change], "changed"), "explore")
    assert trial.outcome == KILLED
    assert "Bitmask.__init__ does not end" in trial.reason


@pytest.mark.long
def test_a_name_less_is_seen() -> None:
    """Of the names that a table goes by, one is left out."""
    less = [each for each in of_container(CATALOG, "dense_map", IMPL) if each.operator == "drop-element"]
    assert {each.function for each in less} >= {"NUMBERS"}
    assert {judged(each, "explore").outcome for each in less} == {KILLED}


def test_keys_in_another_order_are_seen() -> None:
    """Comparisons run what is changed, too."""
    backwards = replaced("dense_set", DenseTable.keys, [("iter(self.key)", "iter(self.key[::-1])")], "backwards")
    assert judged(backwards, "explore").outcome == KILLED


def test_a_weaker_claim_is_seen_by_what_reads_it() -> None:
    """A claim that says less is true of each state; from_dict, declared by claims, takes what the arrays refuse."""
    every = of_container(CATALOG, "typed_store", CLAIM)
    trial = judged(next(each for each in every if each.change().endswith("return True")), "explore")
    assert (trial.outcome, trial.claim) == (KILLED, "TS-R11")
    assert trial.failure is not None
    assert [step["operation"] for step in trial.failure["trace"]] == ["from_dict"]


@pytest.mark.parametrize("operator", ["negate-conjunct", "drop-conjunct"])
@pytest.mark.long
def test_a_law_of_steps_is_asked_of_steps(operator: str) -> None:
    """One that says the contrary is false of a step; one that says less is of none."""
    store = CATALOG["handle_map"]
    every = [each for each in of_container(CATALOG, store.name, CLAIM) if each.operator == operator]
    for law in (each for each in store.laws if each.step):
        seen = set[str]()
        for mutant in (each for each in every if law.holds is not None and stands(law.holds, each)):
            with applied(mutant):
                seen |= {each.claim for each in explore.run(store, "wrap, fifo", False) if each.status is Status.FAILED}
        assert seen == ({law.id} if operator == "negate-conjunct" else set()), law.id


# --- walk


@pytest.mark.parametrize(
    ("container", "function", "old", "new"),
    [
        ("hash_index", HashIndex.remove, "self.chain[index] = UNLINKED", "pass"),
        ("hash_index", HashIndexModel.resize, "count > self.index_size", "count > 3"),
        ("dense_set", DenseTable.erase_range, "last - 1 - done", "last - done"),
    ],
)
def test_a_step_that_comes_to_something_else_is_met(container: str, function: Any, old: str, new: str) -> None:
    """Whichever side makes the mistake, a walk comes by it."""
    assert judged(replaced(container, function, [(old, new)], "changed"), "walk").outcome == KILLED


# --- prove


def restated(claim: Claim, old: str, new: str) -> Mutant:
    """A claim of the token allocator with another text in it."""
    assert isinstance(claim.holds, FunctionType)
    return replaced(TOKENS.name, claim.holds, [(old, new)], f"{claim.id}: {new}")


@pytest.mark.parametrize(
    ("mutant", "outcome"),
    long_unless(
        lambda mutant, outcome: outcome == KILLED,
        [
            (restated(bits_are_tokens, "len(bits.ones) == len(m.used)", "True"), SURVIVED),
            (restated(bits_are_tokens, "alike(bits.ones, m.used)", "True"), KILLED),
            (restated(bits_are_tokens, "bits.limit == m.limit", "bits.limit != m.limit"), KILLED),
        ],
    ),
    ids=lambda each: getattr(each, "name", None),
)
def test_a_proof_misses_what_does_not_follow_from_the_rest(mutant: Mutant, outcome: str) -> None:
    """What another law says, or what is alike, is not missed; what nothing else says is, and the contrary fails."""
    assert judged(mutant, "prove").outcome == outcome


def test_where_there_may_be_no_start_it_is_looked_for() -> None:
    """Of claims that contradict each other everything follows: only that no end has a start shows it."""
    with applied(restated(used_in_range, "m.limit >= 0", "m.limit < 0")):
        verdicts = prove.run(TOKENS, "acquire", effort=prove.Effort(near=False, units=0))
    assert any("its assumptions contradict each other" in each.reason for each in verdicts)


# --- where things stand


def test_what_is_written_out_is_known_where_it_stands() -> None:
    """A function of one line that a claim calls is written out anew, and told at the place of its text."""
    assert isinstance(fits, FunctionType)
    written = inline._written(fits)
    assert written is not None
    assert written.__code__ is not fits.__code__
    for part in ("co_filename", "co_firstlineno", "co_qualname"):
        assert getattr(written.__code__, part) == getattr(fits.__code__, part)
