"""Costs that a port reports are compared with those that are declared, loops counted in the state of the call."""

import sys
from pathlib import Path
from typing import Any

import pytest

from slotproof.gate.authoring.serve import Counting, answer, declaration
from slotproof.gate.campaign import baseline
from slotproof.gate.campaign.evidence import again
from slotproof.gate.campaign.run import Campaign, Plan, failure
from slotproof.gate.campaign.session import Session
from slotproof.gate.campaign.shrink import Shrunk
from slotproof.gate.protocol.costs import REPEATS, compared
from slotproof.gate.protocol.hello import Declared, read
from slotproof.gate.protocol.judge import Look, expect, judge, prepare
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.oracle import run
from slotproof.gate.protocol.verdicts import Case, Verdict
from slotproof.gate.traces.asking import configurations
from slotproof.gate.traces.drawn import exhaust

from .drivers import defective

TRACE = Case("handle_map", {}, (["insert", 7], ["get", [0, 1]], ["erase", [0, 1]], ["get", [0, 1]]))
LEFT = {  # words of declared costs that the gate does not count
    "bucket, renumbered",
    "bucket, to find the last index",
    "index there is room for now and was not before, for the one that is linked",
    "index there is room for, renumbered",
    "index there is room for, to find the last one",
    "key",
    "link followed to the one that leads to a position, in all",
    "link that moves by one",
}


def ours(name: str) -> Declared:
    """What our own port says of a kind."""
    hello = {"t": "hello", "protocol": 1, "port": {"name": "ours"}, "containers": [declaration(kind(name))]}
    return read(hello).containers[0]


def events_of(defect: str, plan: Plan) -> list[dict[str, Any]]:
    """The events of a run on our own handle map with a defect."""
    events: list[dict[str, Any]] = []
    with Session(defective(defect, "handle_map"), 60.0) as session:
        Campaign(session, plan, events.append).run()
    return events


def test_a_port_that_reads_once_too_often_is_found() -> None:
    """The failure names the claim of the cost, and is made short; what the operation answers was right."""
    plan = Plan(whole=200, transitions=60, random=2, walks=0, examples=0, edges=False)
    (found,) = (event for event in events_of("reads once more", plan) if event["event"] == "failure")
    assert (found["claim"], found["verdict"], found["operation"]) == ("HM-C4", "mismatch", "get")
    assert found["statement"] == "`get` costs at most 4 reads and 0 writes."
    assert [op[0] for op in found["ops"]] == ["insert", "get"]
    assert (found["expected"], found["actual"]) == ([4, 0], [5, 0])


def test_costs_that_are_not_answered_are_not_flaky() -> None:
    """The failure is met again, as it is looked at as closely as before, and so is the line for the driver."""
    with Session(defective("keeps its costs", "handle_map"), 60.0) as session:
        found = session.examine(session.alone(TRACE, Look("arrays", 1)))
        event = failure(session, Shrunk(found, 0, ""))
    assert (event["verdict"], event["message"][:15]) == ("protocol_error", "`costs` is true")
    assert '"observe":{"end":"arrays","every":1,"costs":true}' in again(event, ())[-2]


def test_a_cost_can_be_a_known_failure(tmp_path: Path) -> None:
    """A claim of a cost stands in the file of known failures as that of an operation does."""
    path = tmp_path / "gate.toml"
    entry = 'kind = "handle_map"\nclaim = "{}"\nverdict = "mismatch"\nreason = "slow"\nsince = 2026-05-01\n'
    path.write_text("[[known]]\n" + entry.format("HM-C4"), encoding="utf-8")
    assert baseline.read(path).known[0].claim == "HM-C4"
    assert baseline.operations_of("handle_map", "HM-C4") == {"get"}
    path.write_text("[[known]]\n" + entry.format("HM-C9"), encoding="utf-8")
    with pytest.raises(baseline.Wrong, match="no claim"):
        baseline.read(path)


def test_costs_are_asked_where_arrays_are_looked_at() -> None:
    """Our own driver reports them there, and its costs are within the bounds; elsewhere it is not asked."""
    with Session([sys.executable, "-m", "slotproof", "gate", "serve", "handle_map"], 60.0) as session:
        closely, plain = session.prepared(TRACE, Look("arrays", 1)), session.prepared(TRACE)
        assert (b'"costs":true' in closely.request, b"costs" in plain.request) == (True, False)
        assert session.alone(TRACE, Look("arrays", 1)).verdict is Verdict.PASS


@pytest.mark.parametrize("costs", [None, [[0, 0]], [[0, 0], [0, 0], [0], [0, 0]], [[0, 0], [0, -1], [0, 0], [0, 0]]])
def test_costs_that_are_none_are_refused(costs: Any) -> None:
    """One pair of naturals for each operation."""
    declared, look = ours("handle_map"), Look("arrays", 1)
    asked = prepare(declared, TRACE, look, expect(declared, TRACE.config, TRACE.ops, look.every))
    observe = {**look._asdict(), "costs": True}
    message = {"t": "run", "id": 1, "kind": "handle_map", "ops": [*TRACE.ops], "observe": observe}
    *steps, ran = answer(message, ["handle_map"])
    assert judge(declared, asked, ran, steps).verdict is Verdict.PASS
    assert judge(declared, asked, {**ran, "costs": costs}, steps).verdict is Verdict.PROTOCOL_ERROR


@pytest.mark.parametrize("name", ["handle_map", "bitmask", "token_allocator", "dense_set", "hash_index"])
def test_bounds_are_reached_and_not_passed(name: str) -> None:
    """In some call each operation costs what it may, and in none more; where it is counted it answers as elsewhere.

    But `emplace`; and `add`, which does where the first arrays get more room than was asked for.
    """
    declared, reached = ours(name), dict[str, tuple[bool, bool]]()
    for config, scope in configurations(declared)[:6]:
        for case in exhaust(declared, config, scope, 250).cases:
            expected = run(declared.kind, config, case.ops, costs=True)
            container = Counting(declared.kind, config)
            for op, result, bound in zip(expected.ops, expected.results, expected.bounds, strict=True):
                reads, writes = container.cost(op, result)
                if bound is not None:
                    assert (reads <= bound.reads, writes <= bound.writes) == (True, True), (op, bound, reads, writes)
                    whole = reached.get(op[0], (False, False))
                    reached[op[0]] = (whole[0] or reads == bound.reads, whole[1] or writes == bound.writes)
    assert len(reached) > 5
    assert {operation for operation, whole in reached.items() if whole != (True, True)} <= {"emplace", "add"}


def test_every_word_of_a_cost_is_counted_or_listed() -> None:
    """A word that is new in a declaration is noticed here."""
    words = {
        each
        for name in names()
        for operation in kind(name).operations
        if (cost := kind(name).refinement.operation(operation).cost)
        for each, _, _ in cost.rounds
    }
    assert words - set(REPEATS) == LEFT
    assert set(REPEATS) <= words
    assert not compared(kind("dense_set"), "erase")
    assert compared(kind("dense_set"), "insert")
