"""Proofs of containers that hold several others: what is right is proved, and what reaches the wrong one is not."""

from dataclasses import replace
from typing import Any, Final

import pytest

from slotproof.declare import Arrangement, Refinement
from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.impl.registry import Registry
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.registry import REGISTRY
from slotproof.proofs.typed_store import TYPED_STORE

from ..judging import brief_proof
from ..quick import first_only, long_unless
from ..soundness.functions.unsound_groups import (
    CALLERS,
    CREATED,
    GROUPED,
    MADE,
    READ,
    REFUTED,
    SORTED_AS,
    STORES,
    UNFOLLOWED,
)
from .breaks.breaks import Break, broken_refinement
from .breaks.breaks_registry import BREAKS, broken


def first(operation: str) -> Arrangement:
    """The first arrangement that an operation is proved for."""
    return next(each for each in REGISTRY.arranged if operation in (each.operations or ()))


def made_wrongly(change: Break) -> list[Verdict]:
    """What is said of a new registry with a break, where the claims are read for one arrangement."""
    return prove.run(replace(broken(change), arranged=REGISTRY.arranged[:1]), "new")


def statuses(verdicts: list[Verdict]) -> set[Status]:
    """What the verdicts say."""
    return {verdict.status for verdict in verdicts}


@pytest.mark.parametrize(
    "name", long_unless(lambda name: name in ("clear", "map_of"), ["new", "erase", "clear", "map_of"])
)
def test_a_store_of_any_number_of_maps_is_proved(name: str) -> None:
    """It keeps every invariant and law of the store."""
    verdicts = prove.run(TYPED_STORE, name)
    assert statuses(verdicts) == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {"TS-I1", "TS-I2", "TS-L1", "TS-L2", "TS-L3"} <= {verdict.claim for verdict in verdicts}


@pytest.mark.parametrize("change", STORES, ids=lambda change: change.id)
@pytest.mark.long
def test_a_store_that_reaches_the_wrong_map_is_refuted(change: Break) -> None:
    """With a store of a few maps, on which the real code goes wrong."""
    broken_store = broken_refinement(change, TYPED_STORE)
    refuted(broken_store, CALLERS.get(change.method, change.method), change.id)


@pytest.mark.parametrize("change", CREATED, ids=lambda change: change.id)
@pytest.mark.long
def test_a_wrong_constructor_is_not_proved(change: Break) -> None:
    """Any number of new maps, each of its own type, with the widths and policies asked for."""
    verdicts = prove.run(broken_refinement(change, TYPED_STORE), "new")
    assert Status.FAILED in statuses(verdicts)


@pytest.mark.long
def test_a_registry_without_pools_that_makes_others_is_not_proved() -> None:
    """How many values a page of a pool holds is known before there is one."""
    [change] = [each for each in BREAKS if each.id == "other-pages-without-pools"]
    [failed] = [each for each in made_wrongly(change) if each.status is Status.FAILED]
    assert failed.claim == "RG-I3"


@pytest.mark.parametrize("change", UNFOLLOWED, ids=lambda change: change.id)
def test_what_cannot_be_followed_is_not_proved(change: Break) -> None:
    """A list of maps stays as it is, or there is no proof."""
    broken_store = broken_refinement(change, TYPED_STORE)
    assert brief_proof(broken_store, broken_store.operation(change.method)).resists


def test_the_proof_of_an_arrangement_says_which() -> None:
    """The verdicts on a registry name the arrangement that they are for."""
    verdicts = prove.run(REGISTRY, f"is_member | {first('is_member').name}")
    assert statuses(verdicts) == {Status.PROVED}
    assert {verdict.scope for verdict in verdicts} == {first("is_member").name}


def test_every_arrangement_is_a_unit() -> None:
    """What moves members is proved for one by default, for each by the deep profile; no two units have one name."""
    units = prove.units(REGISTRY, deep=True)
    assert len(set(units)) == len(units)
    moving = [each for each in REGISTRY.arranged if "emplace" in (each.operations or ())]
    assert len(moving) > 5
    assert {f"emplace | {each.name}" for each in moving} <= set(units)
    assert [unit for unit in prove.units(REGISTRY, deep=False) if unit.startswith("emplace |")] == [
        f"emplace | {first('emplace').name}"
    ]


def test_every_operation_is_proved_by_default() -> None:
    """Only further arrangements are for the deep profile."""
    for refinement in CATALOG.values():
        provable = {each.name for each in refinement.operations if not each.unproved}
        assert provable <= {unit.split(" | ")[0] for unit in prove.units(refinement, deep=False)}, refinement.name


@pytest.mark.parametrize("change", first_only((change,) for change in GROUPED), ids=lambda change: str(change[0]))
def test_a_registry_that_reaches_the_wrong_part_is_refuted(change: Any) -> None:
    """With a registry of that arrangement, on which the real code goes wrong."""
    name, method, old, new = change
    verdicts = prove.run(broken(Break(name, "D", method, old, new)), f"{method} | {first(method).name}")
    failures = [verdict.failure for verdict in verdicts if verdict.failure is not None]
    assert failures, statuses(verdicts)
    assert failures[0].trace, failures[0].message


NOT_FOUND: Final = {"type-not-looked-at", "same-group-twice"}
"""Breaks that proofs do not pass, though no state is found that tells why; none is looked for."""


def refuted(refinement: Refinement, unit: str, change: str = "") -> None:
    """Some verdict failed, and shows the step, but for a few changes."""
    known = change not in NOT_FOUND
    verdicts = prove.run(refinement, unit, effort=prove.USUAL if known else prove.Effort(near=False, units=0))
    failures = [verdict.failure for verdict in verdicts if verdict.failure is not None]
    assert failures, statuses(verdicts)
    assert bool(failures[0].trace) is known, failures[0].message


@pytest.mark.parametrize(
    ("name", "operation"), long_unless(lambda name, operation: operation == "sort_pool", REFUTED.items())
)
def test_a_broken_registry_is_refuted(name: str, operation: str) -> None:
    """With a registry of that arrangement, too; each operation that moves, makes or counts parts has such a break."""
    [change] = [each for each in BREAKS if each.id == name]
    refuted(broken(change), f"{operation} | {first(operation).name}", name)


@pytest.mark.parametrize(("change", "pools"), SORTED_AS, ids=[change.id for change, _ in SORTED_AS])
@pytest.mark.long
def test_a_group_that_is_sorted_wrongly_is_refuted(change: Break, pools: str) -> None:
    """What is named comes first, as many as is said, and at one position in all owned pools."""
    name = next(each.name for each in REGISTRY.arranged if f"a group with {pools}" in each.name)
    refuted(broken(change, of_group=True), f"sort_as | {name}")


def test_a_list_of_other_things_is_no_argument_of_what_is_proved() -> None:
    """The proof of what sorts the elements of a group is for any list of handles."""
    change = Break("slots", "D", "sort_as", "pools, handles)", "pools, [each.slot for each in handles])")
    name = next(each.name for each in REGISTRY.arranged if "a group with 0 owned" in each.name)
    only, operation = prove.declared_in(broken(change), f"sort_as | {name}")
    assert "its proof is not for" in prove_by_reading(only, operation).unsupported


@pytest.mark.parametrize(
    ("change", "what"),
    long_unless(lambda change, what: change.id == "data-for-a-pool", READ),
    ids=[change.id for change, _ in READ],
)
def test_data_that_is_read_wrongly_is_not_proved(change: Break, what: str) -> None:
    """Each part is made of its own data, and what does not fit together is refused."""
    wrong = replace(broken(change), arranged=(first("from_dict"),))
    assert what in brief_proof(wrong, wrong.operation("from_dict")).resists


@pytest.mark.parametrize("change", MADE, ids=lambda change: change.id)
@pytest.mark.long
def test_a_registry_that_is_made_wrongly_is_not_proved(change: Break) -> None:
    """Parts of its own widths, or one too few, are no new registry; the verdicts say of how many pools they speak."""
    verdicts = made_wrongly(change)
    assert statuses(verdicts) == {Status.FAILED}
    assert {verdict.scope for verdict in verdicts} == {"made with up to 3 pools"}
    what = "as many of each pool" if change.id == "one-pool-less" else "new container"
    assert any(what in verdict.reason for verdict in verdicts), verdicts[0].reason


NEEDED: Final = {"RG-I1": "size", "RG-I2": "pool_size", "RG-I3": "add_pool", "RG-I4": "copy", "RG-I5": "copy"}
"""An invariant of the registry, and an operation whose proof rests on it."""


@pytest.mark.parametrize(("left_out", "name"), NEEDED.items())
@pytest.mark.long
def test_each_invariant_of_the_registry_is_needed(left_out: str, name: str) -> None:
    """Without it, an operation that needs it is not proved."""
    couple = tuple(claim for claim in REGISTRY.couple if claim.id != left_out)
    only, operation = prove.declared_in(replace(REGISTRY, couple=couple), f"{name} | {first(name).name}")
    proof = brief_proof(only, operation)
    assert not proof.unsupported
    assert proof.open


def test_every_operation_of_a_registry_has_a_proof() -> None:
    """For one arrangement at least, and none is said to have none."""
    units = {unit.partition(" | ")[0] for unit in prove.units(REGISTRY, deep=True)}
    assert {operation.name for operation in REGISTRY.operations} < units
    assert not [operation.name for operation in REGISTRY.operations if operation.unproved]


FORGOTTEN: Final = {
    "any group": ("self.groups[number].enter(self.pools, handle, 1)", "pass"),
    "a group that observes": (
        "if pool in self.groups[number].excluded:",
        "if pool in self.groups[number].excluded and not self.groups[number].observed:",
    ),
}
"""What forgets that giving up an excluded value makes a member, and of which groups."""


@pytest.mark.parametrize("of", FORGOTTEN)
@pytest.mark.long
def test_a_group_that_forgets_what_giving_up_an_excluded_value_makes_is_refuted_by_default(of: str) -> None:
    """No deep profile is needed: groups that exclude a pool are among those of `erase`; others are blind."""
    blind, full, partial = (unit for unit in prove.units(REGISTRY, False) if unit.startswith("erase |"))
    with applied(replaced("registry", Registry._tell, [FORGOTTEN[of]], "forgets what it excluded")):
        refuted(REGISTRY, partial if "observes" in of else full, of)
        assert statuses(prove.run(REGISTRY, full if "observes" in of else blind)) == {Status.PROVED}
