"""The indexed store keeps names, values and hash index in step, whatever is asked of it."""

import itertools
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare.verdict import Status, silent
from slotproof.engine.crosshair import contracts
from slotproof.engine.prove import prove
from slotproof.impl.indexed_store import IndexedStore
from slotproof.proofs.indexed_store import INDEXED_STORE
from slotproof.spec.errors import Exists, Full, InvalidArgument, Missing, OutOfRange, SlotproofError
from slotproof.spec.hash_index import NIL, UNLINKED
from slotproof.spec.indexed_store import IndexedStoreModel

from ..originals.id_model_list import OriginalModelList
from ..quick import one_of_each
from ..scopes import first_failure, first_walked
from .breaks.breaks import Break, broken_refinement
from .breaks.breaks_hash_index import INDEXED_STORE_BREAKS


def store(*names: str, **configuration: Any) -> IndexedStore[str]:
    """A store of these names, the value of each its name in capitals."""
    made: IndexedStore[str] = IndexedStore(4, 4, granularity=4, **configuration)
    for name in names:
        made.insert(name, name.upper())
    return made


# Deviations: the original first, then ours


def test_d1_a_name_that_is_taken() -> None:
    """IX-D1: a name is inserted once; in the original the second hides the first."""
    models = OriginalModelList()
    for name in ("orc", "elf", "orc"):
        models.add(name)
    assert models.find("orc") == 2
    h = store("orc", "elf")
    before = h.to_dict()
    with pytest.raises(Exists):
        h.insert("orc", "again")
    with pytest.raises(Exists):
        h.insert_items([("imp", "I"), ("imp", "J")])
    assert h.to_dict() == before


def test_d2_clear_is_one_operation() -> None:
    """IX-D2: nothing is found after `clear`; a list that is cleared alone leaves positions that are gone."""
    models = OriginalModelList()
    models.add("orc")
    models.names.clear()
    with pytest.raises(IndexError):
        models.find("orc")
    h = store("orc")
    h.clear()
    assert not h.contains("orc")
    assert h.insert("orc", "again") == 0


def test_d3_positions_after_erase() -> None:
    """IX-D3: what stands behind an erased name is found where it stands now; unlinking alone loses it."""
    models = OriginalModelList()
    for name in ("elf", "imp", "orc"):
        models.add(name)
    models.remove("elf")
    with pytest.raises(IndexError):
        models.find("orc")
    h = store("elf", "imp", "orc")
    assert h.erase("elf")
    assert [h.pos_of("imp"), h.pos_of("orc")] == [0, 1]
    assert list(h.items()) == [("imp", "IMP"), ("orc", "ORC")]


# Operations


def test_worked_example() -> None:
    """Array by array: three names, one inserted before them, one erased."""
    h: IndexedStore[str] = IndexedStore(2, 3, granularity=1)
    for name, value in (("elf", "A"), ("imp", "B"), ("orc", "C")):
        h.insert(name, value)
    assert [h.index.generate_key(name, case_sensitive=False) for name in h.names] == [1, 1, 0]
    assert (h.index.head, h.index.chain) == ([2, 1], [NIL, 0, NIL])
    h.insert_at(0, "rat", "D")
    assert h.names == ["rat", "elf", "imp", "orc"]
    assert (h.index.head, h.index.chain) == ([0, 2], [3, NIL, 1, NIL])
    h.erase("imp")
    assert (h.names, h.dense) == (["rat", "elf", "orc"], ["D", "A", "C"])
    assert (h.index.head, h.index.chain) == ([0, 1], [2, NIL, NIL, UNLINKED])


def test_case() -> None:
    """Case counts unless told otherwise, and only A to Z have another case; names stay as they were given."""
    exact, folded = store("Orc"), store("Orc", fold_case=True)
    assert not exact.contains("oRC")
    assert folded.get("oRC") == "ORC"
    assert folded.name_at(0) == "Orc"
    folded.insert("\u00c9lan", "E")
    assert not folded.contains("\u00e9lan")


def test_a_bulk_that_fails_changes_nothing() -> None:
    """All names of a bulk are looked at before the first is inserted."""
    h = store("a", index_limit=4)
    before = h.to_dict()
    for items, error in (
        ([("b", "1"), ("a", "2")], Exists),
        ([("b", "1"), ("c", "2"), ("d", "3"), ("e", "4")], Full),
        ([("b", "1"), (7, "2")], InvalidArgument),
        ([("b",)], InvalidArgument),
        ("bc", InvalidArgument),
    ):
        with pytest.raises(error):
            h.insert_items(items)  # type: ignore[arg-type]  # a list of no items is the point
        assert h.to_dict() == before
    assert h.insert_items([("b", "1"), ("c", "2")]) == [1, 2]


@pytest.mark.parametrize("names", tuple(itertools.product(("a", "A", "b", "c", None), repeat=3)))
@pytest.mark.parametrize("fold_case", [False, True])
def test_a_bulk_of_the_model_is_so_many_insertions(names: tuple[Any, ...], fold_case: bool) -> None:
    """IX-R11: what the model looks at first is what would stop one insertion after the other, for the same reason."""
    model: IndexedStoreModel[int] = IndexedStoreModel(4, 4, index_limit=4, fold_case=fold_case)
    model.insert("c", 0)
    model.insert("d", 0)
    one_by_one, before = model.copy(), model.copy()
    items = [(name, place) for place, name in enumerate(names)]
    wanted: Any = InvalidArgument if None in names else None
    try:
        positions = [one_by_one.insert(name, value) for name, value in items]
    except SlotproofError as error:
        wanted = wanted or type(error)
    if wanted is None:
        assert model.insert_items(items) == positions
        assert vars(model) == vars(one_by_one)
        return
    with pytest.raises(wanted):
        model.insert_items(items)
    assert vars(model) == vars(before)


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("get", ("elf",), Missing),
        ("assign", ("elf", "A"), Missing),
        ("pos_of", ("elf",), Missing),
        ("get", (0,), InvalidArgument),
        ("contains", (None,), InvalidArgument),
        ("insert", ("\ud800", "A"), InvalidArgument),
        ("insert_at", (3, "elf", "A"), OutOfRange),
        ("insert_at", (-1, "elf", "A"), OutOfRange),
        ("insert_at", ("0", "elf", "A"), InvalidArgument),
        ("name_at", (2,), OutOfRange),
        ("name_at", (-1,), OutOfRange),
        ("name_at", (None,), InvalidArgument),
        ("erase_items", (["orc", 1],), InvalidArgument),
        ("swap", ({},), InvalidArgument),
    ],
)
def test_bad_input_is_refused(name: str, arguments: tuple[Any, ...], error: type[Exception]) -> None:
    """What names nothing, or is no name or position, is refused, and nothing changes."""
    h = store("orc", "imp")
    before = h.to_dict()
    with pytest.raises(error):
        getattr(h, name)(*arguments)
    assert h.to_dict() == before


def test_data_of_no_store_is_refused() -> None:
    """Names that are linked elsewhere, twice, or not at all; fields that are missing or of another type."""
    good = store("orc", "imp").to_dict()
    assert IndexedStore.from_dict(good).to_dict() == good
    for change in (
        {"names": ["imp", "orc"]},
        {"names": ["orc", "orc"]},
        {"names": ["orc"]},
        {"names": ["orc", 7]},
        {"dense": ["ORC"]},
        {"dense": ("ORC", "IMP")},
        {"index": store("orc").to_dict()["index"]},
        {"fold_case": 1},
        {"more": 0},
    ):
        with pytest.raises(InvalidArgument):
            IndexedStore.from_dict({**good, **change})


# Breaks


@pytest.mark.parametrize(
    "change", one_of_each(lambda change: change.kind, INDEXED_STORE_BREAKS), ids=lambda change: change.id
)
def test_explore_finds_the_break(change: Break) -> None:
    """Each break is caught, by a trace as short as it can be."""
    failure = first_failure(broken_refinement(change, INDEXED_STORE))
    assert failure is not None
    assert len(failure.trace) == change.steps


@pytest.mark.parametrize(
    "change", one_of_each(lambda change: change.kind, INDEXED_STORE_BREAKS), ids=lambda change: change.id
)
def test_walk_finds_the_break(change: Break) -> None:
    """The default budget finds the break, tiny sizes first."""
    failure = first_walked(broken_refinement(change, INDEXED_STORE))
    assert failure is not None
    assert failure.start == "new container"


# Proofs


@pytest.mark.parametrize("unit", ["get", "swap"])
def test_an_operation_is_proved(unit: str) -> None:
    """Every verdict on the operation, its cost, the invariants and the laws is proved."""
    assert {verdict.status for verdict in prove.run(INDEXED_STORE, unit)} == {Status.PROVED}


def test_every_operation_has_a_proof() -> None:
    """None says that it has none."""
    assert not [each.name for each in INDEXED_STORE.operations if each.unproved]


PROOF_BREAKS = {"name-not-compared": "get"}


@pytest.mark.parametrize("name", PROOF_BREAKS)
@pytest.mark.long
def test_a_proof_finds_the_break(name: str) -> None:
    """A break fails the proof of the operation that shows it."""
    [change] = [each for each in INDEXED_STORE_BREAKS if each.id == name]
    verdicts = prove.run(broken_refinement(change, INDEXED_STORE), PROOF_BREAKS[name])
    assert Status.FAILED in {verdict.status for verdict in verdicts}


@pytest.mark.long
def test_a_hash_index_that_is_cleared_behind_the_store_is_refuted() -> None:
    """The proof knows the inner hash index by its model, and sees that it no longer links the names."""
    operations = tuple(
        replace(each, impl=lambda h: h.index.clear(), model=lambda m: None) if each.name == "clear" else each
        for each in INDEXED_STORE.operations
    )
    verdicts = prove.run(replace(INDEXED_STORE, operations=operations), "clear")
    assert "IX-I3" in {verdict.claim for verdict in verdicts if verdict.status is Status.FAILED}


@pytest.mark.parametrize("unit", ["values | case counts, up to three names"])
def test_a_contract_is_confirmed(unit: str) -> None:
    """CrossHair follows every path of the operation from every shape."""
    assert {verdict.status for verdict in contracts.run(INDEXED_STORE, unit, False, silent)} == {Status.CONFIRMED}
