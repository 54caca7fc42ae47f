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
from slotproof.spec.errors import InvalidArgument, SlotproofError

from .breaks import Break
from .breaks_foreign import CHECKS, weakened
from .unsound_foreign import DATA, WRONG, Row, right, row_refinement


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


def test_a_counterexample_is_foreign_data() -> None:
    """What is wrongly accepted is shown."""
    negative = next(each for each in WRONG if each.__name__ == "negative_entries")
    [own, *_] = [verdict for verdict in prove.run(row_refinement(negative), "from_dict") if verdict.claim == "RW-R1"]
    assert own.status is Status.FAILED
    assert own.failure is not None
    [step] = own.failure.trace
    [data] = step.arguments
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
}
"""Container and check that is left out -> the obligation that stays open."""


def _end(run: ForeignRun) -> None:
    """No path of the half about what is whole."""
    raise PathEnd


@pytest.mark.parametrize(
    ("refinement", "change"),
    [each for each in CHECKS if (each[0].name, each[1].id) in LOST],
    ids=lambda part: part.id if isinstance(part, Break) else part.name,
)
@pytest.mark.usefixtures("asked_once")
def test_a_check_left_out_is_found(refinement: Refinement, change: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    """The obligation that says what the check is for stays open; lemmas are shown, and it is not asked again."""
    monkeypatch.setattr(ForeignRun, "_run_whole", _end)
    with weakened(refinement, change) as broken:
        proof = prove_operation(broken, broken.operation("from_dict"))
    assert [each.what for each in proof.open] == [LOST[refinement.name, change.id]]
