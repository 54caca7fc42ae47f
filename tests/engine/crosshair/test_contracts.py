"""The contracts judge confirms what holds, refutes what is broken, and calls nothing green that it did not check."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Answering, Claim, Contracts, Shape
from slotproof.declare.verdict import GREEN, Status, silent
from slotproof.engine.crosshair import contracts
from slotproof.engine.crosshair.contracts import judge
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map.crosshair import arrangements
from slotproof.spec.handle import Handle

from ...judging import mistaken


def _shape(name: str) -> Shape:
    declared = HANDLE_MAP.contracts
    assert declared is not None
    return next(shape for shape in declared.shapes if shape.name == name)


LIVE = _shape("retire, fifo: 1 slots, live [0], free []")


def test_a_step_is_confirmed() -> None:
    """HM-R3 holds on one live slot of any generation, over all paths and more than one of them."""
    finding = judge(HANDLE_MAP, HANDLE_MAP.operation("erase"), LIVE)
    assert finding.status is Status.CONFIRMED, finding.reason
    assert finding.paths > 1


def test_every_refused_handle_is_one_path_not_one_number() -> None:
    """The text of an error does not spell out the handle, so refusing any handle needs few paths."""
    finding = judge(HANDLE_MAP, HANDLE_MAP.operation("get"), LIVE)
    assert (finding.status, finding.paths < 20) == (Status.CONFIRMED, True)


def _keeps_the_generation(self: HandleMap[Any], slot: int) -> bool:
    self.free[slot] = 1
    self.sparse[slot] = self.nil
    return True


def _wraps_too_late(self: HandleMap[Any], slot: int) -> bool:
    self.generation[slot] += 1
    self.free[slot] = 1
    self.sparse[slot] = self.nil
    return True


@pytest.mark.parametrize("bump", [_keeps_the_generation, _wraps_too_late])
def test_a_broken_erase_is_refuted(monkeypatch: pytest.MonkeyPatch, bump: Callable[..., bool]) -> None:
    """A generation that is not bumped, or not at the last of 65536, breaks HM-I4, and replays without CrossHair."""
    monkeypatch.setattr(HandleMap, "_bump", bump)
    finding = judge(HANDLE_MAP, HANDLE_MAP.operation("erase"), LIVE)
    assert finding.status is Status.FAILED
    assert finding.failure is not None
    assert "HM-I4" in finding.failure.broken
    assert finding.failure.before["generation"] != []
    if bump is _wraps_too_late:
        assert finding.failure.before["generation"] == [2**16 - 1]


def test_a_wrong_result_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """HM-R6 is blamed when `is_valid` forgets the generation."""
    monkeypatch.setattr(
        HandleMap, "is_valid", lambda self, h: 0 <= h.slot < len(self.sparse) and self.free[h.slot] == 0
    )
    finding = judge(HANDLE_MAP, HANDLE_MAP.operation("is_valid"), LIVE)
    assert finding.failure is not None
    assert finding.failure.broken == ("HM-R6",)
    assert isinstance(finding.failure.trace[0].arguments[0], Handle)


def test_an_undocumented_error_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that is none of ours is a failure, not a refusal."""
    monkeypatch.setattr(HandleMap, "size", lambda self: self.dense[len(self.dense)])
    assert judge(HANDLE_MAP, HANDLE_MAP.operation("size"), LIVE).status is Status.FAILED


def test_no_well_formed_state_is_a_failure() -> None:
    """A shape that no state fits, here a live slot marked free, checks nothing and fails."""

    def marked_free(make: Any) -> Any:
        h = LIVE.build(make)
        h.free = [1]
        return h

    finding = judge(HANDLE_MAP, HANDLE_MAP.operation("size"), replace(LIVE, build=marked_free))
    assert finding.status is Status.FAILED
    assert "PRE_UNSAT" in finding.reason


def test_an_error_in_the_precondition_is_a_failure() -> None:
    """A claim that raises on a state does not exclude that state quietly."""
    claim = replace(HANDLE_MAP.couple[0], holds=lambda m, h: h.no_such_array == 0)
    finding = judge(replace(HANDLE_MAP, couple=(claim,)), HANDLE_MAP.operation("size"), LIVE)
    assert finding.status is Status.FAILED
    assert "no_such_array" in finding.reason


def test_giving_up_is_not_green() -> None:
    """Out of paths is `not confirmed`, which is not green."""
    finding = judge(HANDLE_MAP, HANDLE_MAP.operation("erase"), LIVE, paths=3)
    assert finding.status is Status.NOT_CONFIRMED
    assert finding.status not in GREEN


def test_a_unit_without_conditions_fails() -> None:
    """Where nothing was checked, every claim of the unit fails."""
    empty = replace(HANDLE_MAP, contracts=Contracts("none", ()))
    verdicts = contracts.run(empty, "size | none", False, silent)
    assert {verdict.status for verdict in verdicts} == {Status.FAILED}


def test_every_operation_is_judged_or_left_out_with_a_reason() -> None:
    """In the deep profile no operation is missing without a reason."""
    declared = HANDLE_MAP.contracts
    assert declared is not None
    judged = {unit.split(" | ")[0] for unit in contracts.units(HANDLE_MAP, deep=True)}
    laws = {claim.id for claim in HANDLE_MAP.claims() if claim.kind == "L"}
    assert judged | set(declared.left_out) - laws == {operation.name for operation in HANDLE_MAP.operations}
    assert not judged & set(declared.left_out)
    assert all(declared.left_out.values())


@pytest.mark.parametrize(("retire", "count"), [(True, 15), (False, 9)])
def test_the_shapes_of_two_slots_are_counted(retire: bool, count: int) -> None:
    """Arrangements of up to two slots: live ones in order, then free ones in order, the rest used up."""
    assert len(set(arrangements(2, retire))) == count


@pytest.mark.long
def test_claims_of_inner_containers_are_asked_in_words() -> None:
    """What is written out decides for itself, which the path explorer's numbers do not let it: no unit passes so."""
    unit = "size | up to one slot"
    assert {each.status for each in contracts.run(CATALOG["typed_store"], unit, False, silent)} == {Status.CONFIRMED}
    with mistaken(contracts, (", in_words():", ":")):
        assert Status.FAILED in {each.status for each in contracts.run(CATALOG["typed_store"], unit, False, silent)}


def test_an_error_that_is_not_declared_is_refuted() -> None:
    """Both sides refuse alike, but no error of the project may end an operation that does not name it."""
    operation = HANDLE_MAP.operation("get")
    assert operation.refusals
    finding = judge(HANDLE_MAP, replace(operation, refusals=()), LIVE)
    assert finding.status is Status.FAILED
    assert operation.refusals[0] in finding.reason


def test_an_answer_that_gives_arrays_away_is_refuted() -> None:
    """The array itself equals a copy of it, and whoever has it changes the container."""
    operation = replace(HANDLE_MAP.operation("size"), model=lambda model: list(model.values()))
    assert judge(HANDLE_MAP, replace(operation, impl=lambda h: list(h.dense)), LIVE).status is Status.CONFIRMED
    finding = judge(HANDLE_MAP, replace(operation, impl=lambda h: h.dense), LIVE)
    assert finding.status is Status.FAILED
    assert finding.failure is not None
    assert finding.failure.broken == (operation.claim.id,)


def test_a_law_of_steps_is_asked() -> None:
    """Both sides may be wrong alike: what a step must not do is said of the model alone."""
    known = replace(HANDLE_MAP, answers=())
    named = replace(HANDLE_MAP.operation("insert"), model=_renamed, impl=_renamed)
    finding = judge(known, named, LIVE)
    assert (finding.status, finding.failure and finding.failure.broken) == (Status.FAILED, ("HM-L10",))
    assert judge(known, replace(named, law_exempt=True), LIVE).status is Status.CONFIRMED
    laws = tuple(law for law in HANDLE_MAP.laws if law.id != "HM-L10")
    assert judge(replace(known, laws=laws), named, LIVE).status is Status.CONFIRMED


def _renamed(side: Any, value: Any) -> Handle:
    """Insert, and change the type id, with which every handle ends."""
    handle: Handle = side.insert(value)
    side.type_id += 1
    return handle


@pytest.mark.parametrize("ends", ["answered", "refused", "invalid"])
def test_a_law_of_answers_is_asked(ends: str) -> None:
    """Of a call that answers, of one that is refused, and of one that is given what is no such argument."""
    mask = CATALOG["bitmask"]
    assert mask.contracts is not None
    shape = next(shape for shape in mask.contracts.shapes if shape.name == "capacity 3, set [1]")
    claim = Claim("BM-L9", "A law that nothing obeys.")
    law = Answering(claim, **{ends: {"set": lambda before, *rest: ends == "invalid"}})
    finding = judge(replace(mask, answers=(*mask.answers, law)), mask.operation("set"), shape)
    assert (finding.status, finding.failure and finding.failure.broken) == (Status.FAILED, ("BM-L9",))
    assert judge(mask, mask.operation("set"), shape).status is Status.CONFIRMED


def _forgets(h: Any, other: Any) -> None:
    """Take the state of the other one, and give none."""
    given = other.copy()
    h.swap(given)


def _shares(h: Any, other: Any) -> None:
    """Leave an array to both, where both hold the same."""
    h.swap(other)
    other.starts = h.starts if h.starts == other.starts else other.starts


@pytest.mark.parametrize(
    ("wrong", "told"), [(_forgets, "of the other container, BM-I"), (_shares, "the two containers share starts")]
)
def test_a_second_container_is_asked_about(wrong: Callable[..., None], told: str) -> None:
    """It is in any of the shapes, means what its model means afterwards, and shares nothing."""
    mask = CATALOG["bitmask"]
    assert mask.contracts is not None
    shape = next(shape for shape in mask.contracts.shapes if shape.name == "capacity 2, set [1]")
    finding = judge(mask, replace(mask.operation("swap"), impl=wrong), shape)
    assert finding.failure is not None
    assert (finding.status, finding.failure.claim) == (Status.FAILED, "BM-R8")
    assert told in finding.failure.message
    right = judge(mask, mask.operation("swap"), shape)
    assert (right.status, right.paths > 2) == (Status.CONFIRMED, True), right.reason


def test_each_law_that_is_asked_has_a_verdict() -> None:
    """And none of those that are left out, or that the operation is exempt from."""
    said = {each.claim: each.status for each in contracts.run(HANDLE_MAP, _unit("insert"), False, silent)}
    assert {said[law] for law in ("HM-L5", "HM-L6", "HM-L10", "HM-L12", "HM-L13")} == {Status.CONFIRMED}
    assert not {"HM-L7", "HM-L11", "HM-L14"} & said.keys()


def _unit(operation: str) -> str:
    return next(unit for unit in contracts.units(HANDLE_MAP, False) if unit.startswith(f"{operation} |"))
