"""The prover proves what is so, refutes what is not, and knows the difference between a proof and an empty one.

PYTEST_DONT_REWRITE: what a test declares is judged as its text says.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from slotproof.declare import Claim, Cost, Operation, Refinement
from slotproof.declare.verdict import Status
from slotproof.engine.prove import prove
from slotproof.engine.prove.reading import find_by_reading, prove_by_reading, unreached_by_running
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.proofs.handle_map.loops import _move_invariant
from slotproof.spec.logic import forall

from ...containers.breaks.breaks import BREAKS, Break, broken_refinement
from ...judging import brief_proof
from ...quick import long_unless

OPERATION_OF = {"_bump": "erase", "_push_back": "erase", "_push_front": "erase"}
"""The operation through which a broken helper shows."""


def failed(refinement: Refinement, unit: str, effort: prove.Effort = prove.USUAL) -> list[Any]:
    """The failed verdicts of one unit."""
    verdicts = prove.run(refinement, unit, effort=effort)
    return [verdict for verdict in verdicts if verdict.status is Status.FAILED]


@pytest.mark.parametrize("unit", ["insert", "get"])
def test_an_operation_is_proved(unit: str) -> None:
    """The verdicts are on the operation, its cost, and every invariant and law it keeps, all proved."""
    verdicts = prove.run(HANDLE_MAP, unit)
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}
    kept = {claim.id for claim in (*HANDLE_MAP.couple, *HANDLE_MAP.laws) if not claim.step}
    assert kept <= {verdict.claim for verdict in verdicts}


@pytest.mark.parametrize("name", CATALOG)
def test_each_operation_has_a_proof_by_default(name: str) -> None:
    """An invariant holds if all of them keep it, and not if those do that take little time."""
    operations = [operation.name for operation in CATALOG[name].operations]
    theorems = [theorem.claim.id for theorem in CATALOG[name].theorems if theorem.configure is not None]
    units = {unit.partition(" | ")[0] for unit in prove.units(CATALOG[name], deep=False)}
    assert units == {"new", *operations, *theorems}


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.id)
@pytest.mark.long
def test_a_break_is_refuted_with_a_real_state(change: Break) -> None:
    """Every one-line break fails the proof, and the failure is a step that the real code takes wrongly."""
    verdicts = failed(broken_refinement(change), OPERATION_OF.get(change.method, change.method))
    assert verdicts
    failure = verdicts[0].failure
    assert failure is not None
    assert len(failure.trace) == 1, failure.message
    assert failure.start == "well-formed state"


def test_a_whole_declaration_has_no_claim_of_its_own_left_out() -> None:
    """Each operation is a unit, and so are the creation of a container and each theorem of any instance."""
    theorems = [theorem.claim.id for theorem in HANDLE_MAP.theorems]
    assert prove.units(HANDLE_MAP, deep=True) == ["new", *(each.name for each in HANDLE_MAP.operations), *theorems]


def assuming(holds: Callable[..., Any]) -> Refinement:
    """The declaration, with one more claim in its coupling."""
    return replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, Claim("HM-I99", "One more claim.", holds)))


FALSE_CLAIMS = {
    "no map holds a value": lambda m, h: len(h.dense) == 0,
    "every slot is live": lambda m, h: len(h.sparse) == len(h.dense),
    "the freelist is empty": lambda m, h: h.free_head == h.nil,
    "slots never move": lambda m, h: forall(0, len(h.meta), lambda pos: h.meta[pos] == pos),
    "generations never grow": lambda m, h: forall(0, len(h.sparse), lambda slot: h.generation[slot] == 1),
    "nothing is used up": lambda m, h: h.retired == 0,
    "always sorted": lambda m, h: h.fragmented == False,  # noqa: E712 - a formula has no `not`
    "one slot at most": lambda m, h: len(h.sparse) <= 1,
}


@pytest.mark.parametrize("name", long_unless(lambda name: name == "the freelist is empty", FALSE_CLAIMS))
def test_a_false_claim_is_refuted(name: str) -> None:
    """A claim that is not so is not kept by every operation: some unit fails, or cannot even start."""
    refinement = assuming(FALSE_CLAIMS[name])
    assert any(failed(refinement, unit) for unit in ("new", "insert", "erase"))


def test_assumptions_that_contradict_each_other_prove_nothing() -> None:
    """With a coupling that no state satisfies every obligation holds; the judge sees that nothing was reached."""
    impossible = assuming(lambda m, h: len(h.sparse) < 0)
    assert prove_by_reading(impossible, impossible.operation("size")).unreached == ["success"]
    for each in (impossible, replace(impossible, scopes=())):  # where nothing is run, the solver alone sees it
        [verdict] = failed(each, "size")
        assert "contradict" in verdict.reason


def test_assumptions_that_no_new_container_fits_prove_nothing() -> None:
    """Solvers find states of which they hold; no call leads to one."""
    unborn = assuming(lambda m, h: len(h.sparse) >= 1)
    proof = prove_by_reading(unborn, unborn.operation("size"))
    assert (proof.resists, proof.unreached) == ("", [])
    [verdict] = failed(unborn, "size")
    assert "no new container is as claimed" in verdict.reason
    assert failed(assuming(lambda m, h: len(h.sparse) >= 0), "size") == []
    assert unreached_by_running(unborn, proof) == ["success"]
    refused = replace(proof, found=replace(proof.found, refusal="a form that is not in the language"))
    assert unreached_by_running(unborn, refused) == []  # what resists is told, and not that there is no start


def test_each_way_an_operation_may_end_has_a_start() -> None:
    """Success and each documented refusal: no solver rules one out."""
    assert prove_by_reading(HANDLE_MAP, HANDLE_MAP.operation("insert")).found.ends == {"success": False, "Full": False}


def test_a_refusal_that_never_occurs_is_told() -> None:
    """What the declaration names must be a way to end."""
    operations = tuple(
        replace(each, refusals=("Full", "Missing")) if each.name == "insert" else each for each in HANDLE_MAP.operations
    )
    [verdict] = failed(replace(HANDLE_MAP, operations=operations), "insert")
    assert verdict.reason == "insert never ends in Missing, which its `refusals` name"


@pytest.mark.long
def test_a_cost_that_is_not_reached_is_no_bound() -> None:
    """The declared cost must be exact: one read too many in the declaration fails as one too few does."""
    for reads in (1, 3):
        operation = replace(HANDLE_MAP.operation("insert"), cost=Cost(reads, 5))
        operations = tuple(operation if each.name == "insert" else each for each in HANDLE_MAP.operations)
        [verdict] = failed(replace(HANDLE_MAP, operations=operations), "insert")
        assert verdict.claim == "HM-C1"


def moving(**more: Any) -> tuple[Refinement, Operation]:
    """The declaration of which the loop of `_move` says something else, and `defragment`, which moves."""
    loops = [replace(each, **more) if each.function == "HandleMap._move" else each for each in HANDLE_MAP.loops]
    return replace(HANDLE_MAP, loops=tuple(loops)), HANDLE_MAP.operation("defragment")


def whole(at: Any) -> dict[str, Any]:
    """All that the loop of `_move` says, part by part."""
    said = _move_invariant(at)
    return {"between": said["between"], "dense and meta": said["dense and meta"], "sparse": said["sparse"]}


def without_between(at: Any) -> dict[str, Any]:
    """Not where it is."""
    said = _move_invariant(at)
    return {"dense and meta": said["dense and meta"], "sparse": said["sparse"]}


def without_dense_and_meta(at: Any) -> dict[str, Any]:
    """Not what has moved."""
    said = _move_invariant(at)
    return {"between": said["between"], "sparse": said["sparse"]}


def without_sparse(at: Any) -> dict[str, Any]:
    """Not where it is looked up."""
    said = _move_invariant(at)
    return {"between": said["between"], "dense and meta": said["dense and meta"]}


@pytest.mark.parametrize("thinned", [without_between, without_dense_and_meta, without_sparse])
@pytest.mark.long
def test_a_loop_invariant_that_says_too_little_carries_no_proof(thinned: Callable[[Any], dict[str, Any]]) -> None:
    """Each part of the invariant of `_move` is needed: without it some obligation resists."""
    proof = brief_proof(*moving(invariant=thinned))
    assert not proof.unsupported
    assert proof.open


@pytest.mark.long
def test_a_loop_invariant_that_says_all_carries_a_proof() -> None:
    """However its parts are put together."""
    assert prove_by_reading(*moving(invariant=whole)).resists == ""


def test_a_loop_without_a_variant_is_not_proved() -> None:
    """Termination is an obligation of every `while` loop."""
    assert "a loop without a variant" in brief_proof(*moving(variant=None)).unsupported


def test_a_claim_is_read_as_python_is() -> None:
    """`and` in a claim is a conjunction: what keeps it is proved, and what does not is refuted."""
    hasty = Claim("HM-I99", "hasty", lambda m, h: h.free_head == h.nil and h.free_tail == h.nil)
    refinement = replace(HANDLE_MAP, couple=(*HANDLE_MAP.couple, hasty))
    assert failed(refinement, "size") == []
    assert "HM-I99" in {each.claim for each in failed(refinement, "erase")}


def test_no_counterexample_is_made_up() -> None:
    """Of an operation that is right there is no counterexample."""
    effort = prove.Effort(units=10_000_000)
    assert prove.Counterexample(HANDLE_MAP, HANDLE_MAP.operation("insert"), effort).found is None


@pytest.mark.long
def test_a_search_for_a_counterexample_has_a_budget() -> None:
    """What is found with units to spare is not found with none; the failure then says what it is: not shown."""
    change = next(each for each in BREAKS if each.method == "insert")
    broken = broken_refinement(change)
    assert find_by_reading(broken, broken.operation("insert")) is not None
    assert find_by_reading(broken, broken.operation("insert"), 0) is None
    [verdict, *_] = failed(broken, "insert")
    assert verdict.evidence["refuted"]
    [verdict, *_] = failed(broken, "insert", prove.Effort(near=False, units=0))
    assert not verdict.evidence["refuted"]
    assert verdict.failure.message.startswith("not shown: ")
    assert "was found that breaks it" in verdict.failure.message
