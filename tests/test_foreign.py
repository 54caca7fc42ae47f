"""Proofs of `from_dict`: what is right is proved, what takes anything else for a container is not."""

import copy
from collections.abc import Callable
from typing import Any, Final

import pytest

from slotproof.proofs.engine import prove
from slotproof.proofs.engine.foreign_run import ForeignRun
from slotproof.proofs.engine.path import PathEnd
from slotproof.proofs.engine.prove import prove_operation
from slotproof.proofs.engine.refinement import Refinement
from slotproof.proofs.engine.report import Status
from slotproof.proofs.storage import room_for_all
from slotproof.proofs.typed_store_claims import maps_know_their_type
from slotproof.spec.errors import InvalidArgument, SlotproofError

from .breaks import Break
from .breaks_foreign import CHECKS, COPIES, REFUSALS, weakened
from .quick import first_only, long_unless
from .unsound_foreign import DATA, WRONG, Row, right, row_refinement
from .unsound_marks import WRONG_MARKS, WRONG_READINGS, Reading, marks_refinement, marks_right


def what_it_does(make: Callable[..., Any], data: Any) -> Any:
    """What is made of the data, or the error; what became of the data, and whether the row shares its list."""
    given = copy.deepcopy(data)
    try:
        row = make(Row, given)
    except (SlotproofError, TypeError, LookupError) as error:
        return type(error), given == data
    return vars(row), [type(entry) for entry in row.entries], given == data, row.entries is given["entries"]


def test_what_is_right_is_proved() -> None:
    """Every claim, and each way of ending has a concrete start."""
    verdicts = prove.run(row_refinement(right), "from_dict")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]
    assert {verdict.claim for verdict in verdicts} == {"RW-R1", "RW-I1", "RW-L1"}


@pytest.mark.parametrize("wrong", WRONG, ids=lambda function: function.__name__)
def test_what_is_wrong_is_not_proved(wrong: Callable[..., Any]) -> None:
    """It is wrong in fact, and no proof goes through with it."""
    assert any(what_it_does(wrong, data) != what_it_does(right, data) for data in DATA)
    proof = prove_operation(row_refinement(wrong), row_refinement(wrong).operation("from_dict"))
    assert proof.open or proof.unsupported


def test_a_set_is_read_from_marks() -> None:
    """The set of the numbers of which something holds is the state, and each way of ending has a concrete start."""
    verdicts = prove.run(marks_refinement(marks_right), "from_dict")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}, [verdict.reason for verdict in verdicts]


@pytest.mark.parametrize("wrong", first_only(WRONG_MARKS), ids=lambda function: function.__name__)
@pytest.mark.usefixtures("asked_anew")
def test_wrong_marks_are_not_proved(wrong: Callable[..., Any]) -> None:
    """What accepts other marks, or refuses some, is not proved."""
    refinement = marks_refinement(wrong)
    proof = prove_operation(refinement, refinement.operation("from_dict"))
    assert proof.open or proof.unsupported


@pytest.mark.parametrize("wrong", WRONG_READINGS, ids=lambda function: function.__name__)
@pytest.mark.usefixtures("asked_anew")
@pytest.mark.long
def test_wrong_readings_are_not_proved(wrong: Reading) -> None:
    """A set with a position more, one less, or the others, is not what the marks mean."""
    refinement = marks_refinement(marks_right, wrong)
    proof = prove_operation(refinement, refinement.operation("from_dict"))
    assert {each.claim for each in proof.open} <= {"MK-I1", "MK-L1"}
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
    ("handle_map", "any-entries"): "sparse becomes a list of ints",
    ("handle_map", "queued-twice"): "visits usable slots, after a round of loop _check_freelist#0",
    ("handle_map", "not-copied"): "sparse becomes a list of its own, and not that of the data",
    ("sparse_set", "slot-of-another"): "elements, after a round of loop Paged._check_elements#0",
    ("storage", "too-little-room"): f"ST-L6 of what is accepted: {room_for_all.statement}",
    ("entity_storage", "used-up-early"): "generations, after a round of loop EntityStorage._check_generations#0",
    ("dense_map", "keys-twice"): "as many, after a round of loop _check_keys#0",
    ("dense_map", "no-keys"): "keys, after a round of loop _check_keys#0",
    ("hash_index", "met-twice"): "one turn for each, after a round of loop _check_chains#1",
    ("hash_index", "not-met"): "met or unlinked, after a round of loop _check_chains#2",
    ("token_allocator", "any-mask"): "TA-R10: mask is what the data says",
    ("token_allocator", "mask-of-a-mask-changed"): "TA-R10: mask is what the data says",
    ("token_allocator", "a-mask-for-what-is-none"): "TA-R10: mask is what the data says",
    ("bitmask", "layers-elsewhere"): "alike, after a round of loop _check_starts#0",
    ("bitmask", "any-number-of-words"): "BM-I1, when loop _check_words#1 is reached",
    ("bitmask", "wider-words"): "fit, after a round of loop _check_words#0",
    ("bitmask", "one-bit-of-padding"): "padding, after a round of loop _check_words#1",
    ("bitmask", "any-padding"): "padding, after a round of loop _check_words#1",
    ("bitmask", "any-summary"): "summed up, after a round of loop _check_words#2",
    ("indexed_store", "any-names"): "names becomes a list of strings",
    ("indexed_store", "another-index"): "IX-R17: index is what the data says",
    ("indexed_store", "names-twice"): "apart, after a round of loop _check_distinct#0",
    ("indexed_store", "case-counts"): "noted, after a round of loop _check_distinct#0",
    ("indexed_store", "not-linked"): "room, after a round of loop _check_links#0",
    ("indexed_store", "more-linked"): "not linked, after a round of loop _check_links#2",
    ("typed_store", "no-list"): "data.maps is a list",
    ("typed_store", "first-map-only"): "told, after a round of loop TypedStore.from_dict#0",
    ("typed_store", "map-cleared"): "TS-R11: maps is what the data says (entries)",
    ("typed_store", "no-maps"): f"TS-L1 of what is accepted: {maps_know_their_type.statement}",
    ("typed_store", "any-types"): "fit, after a round of loop _check_types#0",
}
"""Container and check that is left out -> the obligation that stays open."""


FEW: Final = ("no-list", "another-index", "no-keys", "any-entries")
"""Checks whose proofs take little, each of another container."""


def _end(run: ForeignRun) -> None:
    """No path of the half about what is whole."""
    raise PathEnd


@pytest.mark.parametrize(
    ("refinement", "change"),
    long_unless(
        lambda refinement, change: change.id in FEW,
        [each for each in CHECKS if (each[0].name, each[1].id) in LOST],
    ),
    ids=lambda part: part.id if isinstance(part, Break) else part.name,
)
@pytest.mark.usefixtures("asked_anew")
def test_a_check_left_out_is_found(refinement: Refinement, change: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    """The obligation that says what the check is for stays open, and is the first that does; lemmas are shown."""
    monkeypatch.setattr(ForeignRun, "_run_whole", _end)
    with weakened(refinement, change) as broken:
        proof = prove_operation(broken, broken.operation("from_dict"))
    assert [each.what for each in proof.open] == [LOST[refinement.name, change.id]]


@pytest.mark.parametrize(
    ("refinement", "change", "reason"),
    first_only(COPIES),
    ids=lambda part: part.id if isinstance(part, Break) else part.name if isinstance(part, Refinement) else "",
)
@pytest.mark.usefixtures("asked_anew")
def test_a_copy_that_is_none_is_found(refinement: Refinement, change: Break, reason: str) -> None:
    """What stands for a container stands in one place, and what stands for its data is no container."""
    with weakened(refinement, change) as broken:
        proof = prove_operation(broken, broken.operation(change.method))
    assert [proof.unsupported] * bool(proof.unsupported) + [each.what for each in proof.open] == [reason]


@pytest.mark.parametrize(
    ("refinement", "change"), REFUSALS, ids=lambda part: part.id if isinstance(part, Break) else part.name
)
@pytest.mark.usefixtures("asked_anew")
@pytest.mark.long
def test_a_container_that_is_not_taken_is_found(
    refinement: Refinement, change: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `to_dict` gave is refused, or becomes something else: the half about what is whole is not proved."""
    monkeypatch.setattr(ForeignRun, "_run_foreign", _end)
    with weakened(refinement, change) as broken:
        proof = prove_operation(broken, broken.operation("from_dict"))
    claim = refinement.operation("from_dict").claim.id
    assert proof.unsupported or [each.what[: len(claim) + 11] for each in proof.open] == [f"{claim}: the model"]
