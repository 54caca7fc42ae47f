"""The looks at what proofs rest on can go red, and what they recorded can be found again."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from slotproof import needed as record
from slotproof.declare import Refinement, Scope
from slotproof.dev import audit
from slotproof.engine.audit.completeness import FOLLOWS, MEANS, allowed, open_in
from slotproof.engine.audit.contracts import ensured
from slotproof.engine.audit.necessity import needed
from slotproof.engine.explore import explore
from slotproof.engine.explore.explore import read_expected
from slotproof.engine.prove.reading import prove_alike, prove_by_reading, prove_meant
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.hash_index import HASH_INDEX
from slotproof.proofs.indexed_store import INDEXED_STORE
from slotproof.proofs.registry import REGISTRY
from slotproof.proofs.sparse_set import SPARSE_SET
from slotproof.proofs.storage import STORAGE
from slotproof.proofs.token_allocator import TOKEN_ALLOCATOR
from slotproof.proofs.typed_store import TYPED_STORE

from ...judging import mistaken
from ...observed import BOX, NUMBER, SIZE, HolesBackwards, first_alike, one_more
from ...quick import one_of_each
from ..stack_refinement import STACK


def test_claims_that_determine_what_is_seen_are_complete() -> None:
    """Both ways of looking find nothing open in the box."""
    assert open_in(BOX, SIZE) == ""
    looked = allowed(BOX, BOX.scopes[0], 20)
    assert looked.changed > 20
    assert not looked.found


def test_claims_that_leave_an_answer_open_are_found() -> None:
    """Without the claim on the number, two boxes of one meaning hold different numbers; declared, that is no fault."""
    weak = replace(
        BOX,
        couple=tuple(claim for claim in BOX.couple if claim.id != "BX-I2"),
        operations=(*BOX.operations, NUMBER),
    )
    assert "answers alike" in open_in(weak, NUMBER)
    looked = allowed(weak, weak.scopes[0], 5)
    assert [each.observer for each in looked.undeclared(weak)] == ["operation_8"]
    assert not looked.undeclared(replace(weak, freedom={"operation_8": "the number"}))


@pytest.mark.long
def test_a_declared_freedom_is_one() -> None:
    """What the storage says to be open is open: its claims allow any value at a hole."""
    scope = next(scope for scope in STORAGE.scopes if scope.name == "holes with values")
    assert allowed(STORAGE, scope, 12).found.keys() == {"to_dict"} < STORAGE.freedom.keys()


def scope_of(refinement: Refinement, name: str) -> Scope:
    """The scope of that name."""
    return next(scope for scope in refinement.scopes if scope.name == name)


RELATED = [
    (name, scope.name)
    for name, each in CATALOG.items()
    for scope in each.scopes
    if any(
        operation.ensures is not None and operation.name in (scope.operations or (operation.name,))
        for operation in each.operations
    )
    and not scope.deep
    and read_expected()[name][scope.name].transitions < 4_000
]


@pytest.mark.parametrize(("name", "scope"), one_of_each(lambda name, scope: name, RELATED))
def test_what_ensures_says_determines_what_is_seen(name: str, scope: str) -> None:
    """But for what is declared to be free: another order, page or answer breaks the promise, or looks the same."""
    looked = ensured(CATALOG[name], scope_of(CATALOG[name], scope), 4)
    assert looked.calls
    assert looked.left_out.keys() <= ({"sort_by", "sort_as", "sort_pool_as"} if name == "registry" else set())
    assert looked.undeclared(CATALOG[name]) == []


def test_what_defragment_is_free_to_do_is_open() -> None:
    """It may stop early, as its budget allows: its promise does not say how much was used."""
    looked = ensured(HANDLE_MAP, scope_of(HANDLE_MAP, "whole container"), 4)
    assert looked.found.keys() == HANDLE_MAP.freedom.keys()


def test_what_compact_is_free_to_do_is_open() -> None:
    """Two elements behind two holes may fill them either way; a scope has such states."""
    looked = ensured(SPARSE_SET, scope_of(SPARSE_SET, "two holes before two elements"), 120)
    assert looked.found.keys() == {"compact"} == SPARSE_SET.freedom.keys()


@pytest.mark.long
def test_an_observer_whose_own_proof_fails_does_not_follow_from_it() -> None:
    """What goes round its loop together with the model is not run twice; its own proof says enough, or not."""
    page_count = SPARSE_SET.operation("page_count")
    assert open_in(SPARSE_SET, page_count) == FOLLOWS
    wrong = replace(page_count, impl=one_more)
    assert open_in(replace(SPARSE_SET, operations=(wrong,)), wrong).startswith("not shown: ")


INNER = [
    *((TOKEN_ALLOCATOR, "TA-I2", name) for name in ("room", "copy", "to_dict")),
    (TYPED_STORE, "TS-I1", "to_dict"),
    (INDEXED_STORE, "IX-I1", "name_at"),
    (SPARSE_SET, "SS-I4", "to_dict"),
]


@pytest.mark.parametrize(("refinement", "claim", "name"), INNER, ids=[f"{each[0].name}-{each[2]}" for each in INNER])
@pytest.mark.long
def test_what_containers_inside_hold_is_determined(refinement: Refinement, claim: str, name: str) -> None:
    """The coupling says what each of them means; without that, two that mean something else look different."""
    asked = refinement.operation(name)
    assert prove_alike(refinement, asked) == ""
    weak = replace(refinement, couple=tuple(each for each in refinement.couple if each.id != claim))
    assert f"`{name}` answers alike" in prove_alike(weak, asked, doubt=lambda: True)  # so that no solver insists


@pytest.mark.long
def test_a_container_that_is_compared_by_less_than_the_coupling_may_mean_something_else() -> None:
    """What `from_dict` makes is compared by all claims of the coupling; by a part of them, not all of it is shown."""
    read = HASH_INDEX.operation("from_dict")
    assert open_in(HASH_INDEX, read) == MEANS
    lengths = HASH_INDEX.couple[0].holds
    assert lengths is not None
    assert "HI-I2 is implied by what" in prove_meant(HASH_INDEX, replace(read, agree=lengths))
    assert prove_meant(HASH_INDEX, replace(read, agree=first_alike))


@pytest.mark.long
def test_the_order_within_a_bucket_is_free() -> None:
    """An array of a container inside is changed, too; what is found open is told by its name, and declared."""
    looked = allowed(INDEXED_STORE, scope_of(INDEXED_STORE, "one bucket"), 40)
    assert looked.found.keys() == {"to_dict"} == INDEXED_STORE.freedom.keys()
    assert "the claims allow index." in str(looked.found["to_dict"])


SHOWN = "determined, by two copies"


@pytest.mark.long
def test_what_is_open_for_any_size_is_declared_or_argued() -> None:
    """An observer that two states of one meaning may answer differently ends the command with 1."""
    looking = tuple(map(REGISTRY.operation, ("view", "length", "pool_size")))
    few = replace(REGISTRY, scopes=(), operations=looking, arranged=REGISTRY.arranged[:4])
    with mistaken(audit, ('argued = ARGUED.get((refinement.name, operation.name), "")', 'argued = ""')):
        lines = [*audit.complete(replace(few, freedom={}), 1)]
    assert [line.split(":")[0] for red, line in lines if red] == ["view", "length"]
    told = {name: said.replace(SHOWN, "") for name, _, said in (line.partition(": ") for _, line in lines)}
    with mistaken(audit, ("open_in(refinement, operation)", f"{told}[operation.name]")):  # which is the same
        assert not any(red for red, _ in audit.complete(few, 1))


def test_what_compact_is_free_to_do_is_compared_by_a_default_scope() -> None:
    """The proofs leave it open: only a search sees that the two sides fill the holes in different orders."""
    other = replace(SPARSE_SET, model=HolesBackwards)
    proof = prove_by_reading(other, other.operation("compact"))
    assert proof.found.obligations
    assert not proof.resists
    scope = "two holes before two elements"
    assert scope in explore.plain_units(other)
    assert any(verdict.failure is not None for verdict in explore.run(other, scope, deep=False))


@pytest.mark.parametrize(
    ("lost", "left_open"),
    [("two elements that changed places were in the wrong order", True), ("no promise of that name", False)],
)
def test_a_promise_that_says_too_little_is_found(lost: str, left_open: bool) -> None:
    """Without one of its parts, `sort` may leave several orders."""
    sort = SPARSE_SET.operation("sort")
    assert sort.ensures is not None
    promises: Callable[..., Mapping[str, bool]] = sort.ensures
    weak = replace(sort, ensures=lambda *told: {name: each for name, each in promises(*told).items() if name != lost})
    others = tuple(each for each in SPARSE_SET.operations if each.name != "sort")
    looked = ensured(replace(SPARSE_SET, operations=(*others, weak)), scope_of(SPARSE_SET, "swap-pop"), 8)
    assert ("sort" in looked.found) is left_open


@pytest.mark.parametrize("unit", ["get", "room", "to_dict"])
def test_the_arrays_of_the_handle_map_are_determined(unit: str) -> None:
    """Even the whole of them, freelist included, by the state of the model."""
    assert open_in(HANDLE_MAP, HANDLE_MAP.operation(unit)) == ""


@pytest.mark.long
def test_what_claims_are_needed_for_is_found_again() -> None:
    """Of the stack: both invariants are needed, one for what claims read, and the law, which a length obeys, is not."""
    found = {need.claim: need for need in needed(STACK)}
    assert (found["ST-I1"].unit, found["ST-I2"].unit) == ("new", "pop")
    assert found["ST-L1"].redundant
    assert [need.claim for need in needed(STACK, only=("ST-I2",))] == ["ST-I2"]


def test_a_record_is_about_the_sources_it_was_made_from(tmp_path: Path) -> None:
    """It is read as it was written; with another hash, or without a claim, it is stale."""
    file = tmp_path / "needed.toml"
    needs = tuple(needed(STACK))
    records = {"handle_map": record.Record(record.sources_of(HANDLE_MAP), needs)}
    record.write(records, file)
    assert record.read(file) == records
    assert "handle_map" in record.stale(records)  # these are claims of another container
    claims = tuple(replace(needs[0], claim=claim.id) for claim in (*HANDLE_MAP.couple, *HANDLE_MAP.laws))
    whole = record.Record(record.sources_of(HANDLE_MAP), claims)
    assert "handle_map" not in record.stale({"handle_map": whole})
    assert "handle_map" in record.stale({"handle_map": whole._replace(sources="0" * 32)})


def test_the_command_tells_what_it_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """And ends with 0 if nothing is open."""
    assert audit.main(["complete", "typed_store", "--states", "1"]) == 0
    assert "determined, by two copies" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        audit.main(["complete", "nothing"])
    assert "there is no container nothing" in capsys.readouterr().err
