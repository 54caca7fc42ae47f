"""Proofs of `from_dict`: what is right is proved, what takes anything else for a container is not."""

import copy
from collections.abc import Callable
from typing import Any, Final

import pytest

from slotproof.declare import Refinement
from slotproof.declare.verdict import Status
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import prove_by_reading
from slotproof.proofs.storage.claims import room_for_all
from slotproof.proofs.typed_store import TYPED_STORE
from slotproof.proofs.typed_store.claims import maps_know_their_type
from slotproof.spec.errors import InvalidArgument, SlotproofError

from ...containers.breaks.breaks import Break
from ...containers.breaks.breaks_foreign import CHECKS, COPIES, REFUSALS, weakened
from ...judging import brief_proof
from ...quick import long_unless
from ...soundness.functions.unsound_foreign import DATA, WRONG, Row, right, row_refinement
from ...soundness.functions.unsound_marks import DATA as MARKS
from ...soundness.functions.unsound_marks import (
    WRONG_MARKS,
    WRONG_READINGS,
    Marks,
    Reading,
    marks_refinement,
    marks_right,
)


def what_it_does(make: Callable[..., Any], data: Any) -> Any:
    """What is made of the data, or the error; what became of the data, and whether the row shares its list."""
    given = copy.deepcopy(data)
    try:
        row = make(Row, given)
    except (SlotproofError, TypeError, LookupError) as error:
        return type(error), given == data
    if not isinstance(row, Row):
        return type(row), given == data
    return vars(row), [type(entry) for entry in row.entries], given == data, row.entries is given["entries"]


def what_is_made(make: Callable[..., Any], data: Any) -> Any:
    """What is made of the data, or the error."""
    try:
        return vars(make(Marks, copy.deepcopy(data)))
    except (SlotproofError, TypeError, LookupError) as error:
        return type(error)


def test_what_is_right_is_proved() -> None:
    """Every claim of what is made."""
    verdicts = prove.run(row_refinement(right), "from_dict")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.claim for verdict in verdicts} == {"RW-R1", "RW-I1", "RW-L1"}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda function: function.__name__)
def test_what_is_wrong_is_not_proved(wrong: Callable[..., Any]) -> None:
    """It is wrong in fact, and no proof goes through with it."""
    assert any(what_it_does(wrong, data) != what_it_does(right, data) for data in DATA)
    proof = prove_by_reading(row_refinement(wrong), row_refinement(wrong).operation("from_dict"))
    assert proof.open or proof.unsupported


def test_a_set_is_read_from_marks() -> None:
    """The set of the numbers of which something holds is the state."""
    verdicts = prove.run(marks_refinement(marks_right), "from_dict")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize("wrong", WRONG_MARKS, ids=lambda function: function.__name__)
def test_wrong_marks_are_not_proved(wrong: Callable[..., Any]) -> None:
    """What accepts other marks, or refuses some, is wrong in fact, and not proved."""
    assert any(what_is_made(wrong, data) != what_is_made(marks_right, data) for data in MARKS)
    refinement = marks_refinement(wrong)
    proof = prove_by_reading(refinement, refinement.operation("from_dict"))
    assert not proof.unsupported
    assert proof.open


@pytest.mark.parametrize("wrong", WRONG_READINGS, ids=lambda function: function.__name__)
def test_wrong_readings_are_not_proved(wrong: Reading) -> None:
    """A set with a position more, one less, or the others, is not what the marks mean."""
    refinement = marks_refinement(marks_right, wrong)
    proof = prove_by_reading(refinement, refinement.operation("from_dict"))
    assert not proof.unsupported
    assert {each.claim for each in proof.open} <= {"MK-R1", "MK-I1", "MK-L1"}
    assert proof.open


def test_a_counterexample_is_foreign_data() -> None:
    """What is wrongly accepted is shown."""
    negative = next(each for each in WRONG if each.__name__ == "negative_entries")
    [own, *_] = [verdict for verdict in prove.run(row_refinement(negative), "from_dict") if verdict.claim == "RW-R1"]
    assert own.status is Status.FAILED
    assert own.failure is not None
    [step] = own.failure.trace
    [given] = step.arguments
    data = given.spoil({})
    assert any(entry < 0 for entry in data["entries"])
    assert isinstance(negative(Row, data), Row)
    with pytest.raises(InvalidArgument):
        right(Row, data)


LOST: Final = {
    ("handle_map", "any-entries"): "its entries are of the kind int",
    ("handle_map", "queued-twice"): "visits usable slots, after a round",
    ("handle_map", "not-copied"): "copy it, or check it",
    ("sparse_set", "slot-of-another"): "elements, after a round",
    ("storage", "too-little-room"): f"ST-L6 of what is accepted: {room_for_all.statement}",
    ("entity_storage", "used-up-early"): "generations, after a round",
    ("dense_map", "keys-twice"): "as many, after a round",
    ("dense_map", "no-keys"): "it is of the kind key",
    ("hash_index", "met-twice"): "one turn for each, after a round",
    ("hash_index", "not-met"): "met or unlinked, after a round",
    ("token_allocator", "any-mask"): "equal results",
    ("token_allocator", "mask-of-a-mask-changed"): "equal results",
    ("token_allocator", "a-mask-for-what-is-none"): "mask is what the data says",
    ("bitmask", "layers-elsewhere"): "alike, after a round",
    ("bitmask", "any-number-of-words"): "BM-I1, at the start of the loop",
    ("bitmask", "wider-words"): "fit, after a round",
    ("bitmask", "one-bit-of-padding"): "padding, after a round",
    ("bitmask", "any-padding"): "padding, after a round",
    ("bitmask", "any-summary"): "summed up, after a round",
    ("indexed_store", "any-names"): "its entries are of the kind text",
    ("indexed_store", "another-index"): "not past the position, at the start of the loop",
    ("indexed_store", "names-twice"): "apart, after a round",
    ("indexed_store", "case-counts"): "noted, after a round",
    ("indexed_store", "not-linked"): "room, after a round",
    ("indexed_store", "more-linked"): "not linked, after a round",
    ("typed_store", "no-list"): "data that is used as a list is one",
    ("typed_store", "first-map-only"): "told, after a round",
    ("typed_store", "map-cleared"): "equal results",
    ("typed_store", "no-maps"): f"TS-L1 of what is accepted: {maps_know_their_type.statement}",
    ("typed_store", "any-types"): "fit, after a round",
}
"""Container and check that is left out -> what is not shown."""


FEW: Final = ("no-list", "any-names", "no-keys", "any-entries", "a-mask-for-what-is-none")
"""Checks whose proofs take little, each of another container."""


@pytest.mark.parametrize(
    ("refinement", "change"),
    long_unless(
        lambda refinement, change: change.id in FEW,
        [each for each in CHECKS if (each[0].name, each[1].id) in LOST],
    ),
    ids=lambda part: part.id if isinstance(part, Break) else part.name,
)
def test_a_check_left_out_is_found(refinement: Refinement, change: Break) -> None:
    """What the check is for is not shown; that something goes wrong is known, so that no solver insists."""
    with weakened(refinement, change) as broken:
        proof = brief_proof(broken, broken.operation("from_dict"))
    open_ = [proof.unsupported, *(each.what for each in proof.open)]
    assert any(LOST[refinement.name, change.id] in what for what in open_), open_


def test_a_container_is_itself_again() -> None:
    """What is left out is left out meanwhile."""
    with weakened(TYPED_STORE, next(each for of, each in CHECKS if each.id == "no-list")) as broken:
        assert brief_proof(broken, broken.operation("from_dict")).resists
    assert prove_by_reading(TYPED_STORE, TYPED_STORE.operation("from_dict")).resists == ""


@pytest.mark.parametrize(
    ("refinement", "change", "reason"),
    COPIES,
    ids=lambda part: part.id if isinstance(part, Break) else part.name if isinstance(part, Refinement) else "",
)
def test_a_copy_that_is_none_is_found(refinement: Refinement, change: Break, reason: str) -> None:
    """What stands for a container stands in one place, and what stands for its data is no container."""
    with weakened(refinement, change) as broken:
        assert reason in brief_proof(broken, broken.operation(change.method)).resists


@pytest.mark.parametrize(
    ("refinement", "change", "reason"),
    REFUSALS,
    ids=lambda part: part.id if isinstance(part, Break) else part.name if isinstance(part, Refinement) else "",
)
@pytest.mark.long
def test_a_container_that_is_not_taken_is_found(refinement: Refinement, change: Break, reason: str) -> None:
    """What `to_dict` gave is refused, or becomes something else: the proof does not go through."""
    with weakened(refinement, change) as broken:
        assert reason in brief_proof(broken, broken.operation("from_dict")).resists
