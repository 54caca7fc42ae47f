"""The gate: what it asks, what it compares, and whether it finds what is wrong, as short as it can be."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from slotproof.gate.authoring.lint import lint
from slotproof.gate.authoring.serve import declaration
from slotproof.gate.authoring.vectors import reference
from slotproof.gate.campaign.plan import shards
from slotproof.gate.campaign.run import Campaign, KindReport, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol import hello, values
from slotproof.gate.protocol.hello import Declared, Refused
from slotproof.gate.protocol.judge import Look, expect, judge, prepare
from slotproof.gate.protocol.kinds import NOT_SENT, kind, names
from slotproof.gate.protocol.operations import BEHAVIOUR
from slotproof.gate.protocol.oracle import ERRORS, Container, Level, resolve, run
from slotproof.gate.protocol.verdicts import Case, Outcome, Verdict
from slotproof.gate.report import trace_lines
from slotproof.gate.traces.drawn import covered, exhaust
from slotproof.gate.traces.scopes import COVERED, whole_scope

from ..tree.layout import ROOT
from .drivers import defective, fake

SERVE = [sys.executable, "-m", "slotproof", "gate", "serve"]
QUICK = Plan(whole=100, transitions=40, random=2, walks=5, examples=2, edges=False)


def campaign(command: list[str], plan: Plan = QUICK) -> tuple[list[KindReport], list[dict[str, Any]]]:
    """The reports and events of a run."""
    events: list[dict[str, Any]] = []
    with Session(command, 30.0) as session:
        return Campaign(session, plan, events.append).run(), events


# What is asked


@pytest.mark.parametrize("name", names())
def test_every_operation_is_asked_or_said_not_to_be(name: str) -> None:
    """The protocol has each operation of the declaration, or a reason why not; behaviour asks some of them."""
    found = kind(name)
    declared = {operation.name for operation in found.refinement.operations}
    assert set(found.operations) | (set(NOT_SENT) & declared) == declared
    assert set(BEHAVIOUR[name]) <= set(found.operations)


def test_the_page_of_the_protocol_is_up_to_date() -> None:
    """The tables in docs/users/protocol.md are those of the code."""
    check = subprocess.run(
        [sys.executable, "-m", "slotproof.dev.protocol_tables", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.returncode == 0, check.stdout + check.stderr


@pytest.mark.parametrize(
    ("how", "value"),
    [("name", "u64:5"), ("source", "u64:5"), ("source", (0, -(1 << 53))), ("name", "\ud800")],
)
def test_what_could_be_read_in_two_ways_is_not_sent(how: str, value: object) -> None:
    """A text that looks like a large number, and a source that would be written as one, have no form in JSON."""
    with pytest.raises(values.Unsendable):
        values.encode(how, value)
    for plain in ("u64", (1 << 53) - 1) if how == "source" else ("u64",):
        assert values.encode(how, plain) == plain


@pytest.mark.parametrize("number", [1 << 53, -(1 << 53), 1 << 64, -(1 << 63)])
def test_a_large_source_is_no_text(number: int) -> None:
    """An integer that a text could be taken for says that it is one, on the line too, and is read back to the digit."""
    sent = values.encode("source", number)
    assert values.wire(sent) == sent == {"n": str(number)}
    assert values.decode("source", sent) == number
    for wrong in ({"n": number}, {"n": "5"}, {"n": f" {number}"}, {"n": str(number), "r": 0}):
        with pytest.raises(values.Malformed):
            values.decode("source", wrong)


def test_the_schemas_name_what_the_code_knows() -> None:
    """Kinds, error codes, features and observations are the same in docs/schema and in the code."""
    schemas = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "docs/schema").glob("*.json")
    }
    container = schemas["hello"]["properties"]["containers"]["items"]["properties"]
    assert container["kind"]["enum"] == schemas["run"]["properties"]["kind"]["enum"]
    assert set(container["kind"]["enum"]) == set(names())
    assert set(container["features"]["items"]["enum"]) == hello.FEATURES
    assert set(container["observe"]["items"]["enum"]) == hello.OBSERVATIONS
    result = schemas["ran"]["properties"]["results"]["items"]["anyOf"][1]
    assert set(result["properties"]["e"]["enum"]) == ERRORS
    assert {"hello_request", "hello", "run", "ran", "step", "fault", "skip", "bye"} <= set(schemas)
    assert set(declaration(kind("bitmask"))) <= set(container)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "b_tree"}, "no kind"),
        ({"spec": "2.0"}, "`spec` is"),
        ({"level": "all"}, "`level` is"),
        ({"operations": ["fly"]}, "no operation fly"),
        ({"operations": "insert"}, "list of strings"),
        ({"features": ["magic"]}, "`features`"),
        ({"observe": ["thoughts"]}, "`observe`"),
        ({"widths": {"depth": [1]}}, "`widths`"),
        ({"widths": {"index_bits": "32"}}, "index_bits"),
        ({"widths": {"index_bits": {"most": 32}}}, "index_bits"),
        ({"policies": {"colour": "red"}}, "`policies`"),
        ({"policies": {"dense_order": "sorted"}}, "dense_order"),
        ({"policies": {"generation": "retirre"}}, '`generation` is one of "retire", "wrap", "none"'),
        ({"policies": {"free_order": []}}, '`free_order` is one of "fifo", "lifo"'),
        ({"kind": "registry", "policies": {"nested": "yes"}}, "`nested` is one of false, true"),
        ({"kind": "registry", "policies": {"nested": 1}}, "`nested` is one of false, true"),
        ({"capacity": {"max": "many"}}, "`capacity`"),
    ],
)
def test_a_wrong_declaration_is_refused(change: Mapping[str, Any], says: str) -> None:
    """What a driver declares is read strictly, and the message says what would be right."""
    entry = {"kind": "handle_map", "spec": "1.0", "level": "structure", **change}
    message = {"t": "hello", "protocol": 1, "port": {"name": "p"}, "containers": [entry]}
    with pytest.raises(Refused, match=says):
        hello.read(message)


def test_widths_and_policies_choose_the_configurations() -> None:
    """Only configurations within the declared widths and policies are admitted; of what is left out, the default."""
    declared = port({"widths": {"generation_bits": {"min": 1, "max": 2}, "index_bits": [2, 32]}})
    assert declared.admits({"index_bits": 2, "generation_bits": 2})
    assert not declared.admits({"index_bits": 3, "generation_bits": 2})
    assert not declared.admits({"index_bits": 2, "generation_bits": 3})
    assert not declared.admits({"generation_bits": 2, "generation": "wrap"})
    assert port({"policies": {"generation": ["retire", "wrap"]}}).admits({"generation": "wrap"})


def port(change: Mapping[str, Any], level: str = "structure") -> Declared:
    """What a port declares."""
    entry = {"kind": "handle_map", "spec": "1.0", "level": level, **change}
    told = hello.read({"t": "hello", "protocol": 1, "port": {"name": "p"}, "containers": [entry]})
    found = told.container("handle_map")
    assert found is not None
    return found


def test_without_features_nothing_is_asked_that_a_port_cannot_express() -> None:
    """No negative number, no handle beyond the widths, no failing callback and no second container is sent."""
    declared = reference("handle_map")
    config = COVERED["handle_map"][0]
    cases = exhaust(declared, config, whole_scope("handle_map"), 400).cases
    sent = json.dumps([case.ops for case in cases])
    assert '"fail"' not in sent
    assert '"swap"' not in sent
    assert "-1" not in sent
    wild = exhaust(replace(declared, features=hello.FEATURES), config, whole_scope("handle_map"), 400).cases
    assert all(text in json.dumps([case.ops for case in wild]) for text in ('"fail"', '"swap"', "-1"))


def test_the_traces_of_a_scope_make_every_transition() -> None:
    """Counted anew from the traces, every transition of the scope is made."""
    declared = reference("token_allocator")
    config = COVERED["token_allocator"][0]
    found = exhaust(declared, config, whole_scope("token_allocator"), 5000)
    assert found.complete
    made = covered(declared, config, [case.ops for case in found.cases])
    assert made == found.made
    assert len(made) == found.transitions
    assert covered(declared, config, [case.ops for case in found.cases[1:]]) < found.made


# What is compared


def test_plain_values() -> None:
    """Handles end with their last part that is not 0, wide integers travel as strings, and true is not 1."""
    assert values.read_result("handle", [1, 2, 0, 0]) == [1, 2]
    assert values.read_result("handle", [1, 2, 3]) == [1, 2, 3]
    assert values.wire([1 << 53, 1, -1]) == ["u64:9007199254740992", 1, -1]
    assert values.read_result("naturals", ["u64:18446744073709551615"]) == [(1 << 64) - 1]
    assert not values.equal([True], [1])
    assert not values.equal({"a": 0}, {"a": False})
    assert values.equal([[0, 1], None], [[0, 1], None])
    for wrong in (True, "1", 1.0, None, [1], "u64:", "u64:-1"):
        with pytest.raises(values.Malformed):
            values.read_result("natural", wrong)


def test_the_digest_is_fnv() -> None:
    """The digest is the 64-bit FNV-1a hash of the text that is sent."""
    total = 14695981039346656037
    for byte in b'{"words":[1],"starts":[0,1]}':
        total = ((total ^ byte) * 1099511628211) % (1 << 64)
    assert values.digest({"words": [1], "starts": [0, 1]}) == f"{total:016x}"


def test_holes_are_not_compared() -> None:
    """The value that a storage keeps at a hole does not count; every other one does."""
    found = kind("storage")
    container = Container(found, {"deletion": "in_place", "page": 2})
    for op in (["emplace", [0, 0], 7], ["emplace", [1, 0], 8], ["erase", [0, 0]]):
        container.take(op)
    ours = container.arrays()
    assert ours["dense"] == [None, 8]
    assert values.read_arrays(found.layout, {**ours, "dense": [99, 8]}, ours) == ours
    assert values.read_arrays(found.layout, {**ours, "dense": [7, 9]}, ours) != ours


def test_references_are_resolved() -> None:
    """A reference stands for a result, or an entry of one; one to nothing is refused."""
    assert resolve([{"r": 0}, {"r": [1, 1]}], [[4, 1], [[5, 1], [6, 1]]]) == [[4, 1], [6, 1]]
    for wrong in ({"r": 2}, {"r": -1}, {"r": [1, 7]}):
        with pytest.raises(values.Malformed):
            resolve(wrong, [[4, 1], [[5, 1]]])


def test_refusals_of_our_own_containers_have_codes() -> None:
    """Errors are codes, a factory that fails is a code of its own, and what is no operation is refused."""
    ops: list[list[Any]] = [
        ["get", [0, 1]],
        ["emplace", {"fail": True}],
        ["insert", 1],
        ["erase", {"r": 2}],
        ["get", {"r": 2}],
    ]
    found = run(kind("handle_map"), {}, list(ops))
    assert found.results == [{"e": "out_of_range"}, {"e": "callback"}, [0, 1], True, {"e": "stale_handle"}]
    with pytest.raises(values.Malformed):
        run(kind("handle_map"), {}, [["fly"]])
    with pytest.raises(values.Malformed):
        run(kind("handle_map"), {}, [["insert"]])


TRACE = (["insert", 1], ["insert", 2], ["erase", {"r": 0}], ["get", {"r": 0}], ["insert", 3], ["items"], ["size"])
RIGHT = ["a", "b", True, {"e": "stale_handle"}, "c", [["b", 2], ["c", 3]], 2]


def judged(answers: list[Any], **policies: Any) -> Outcome:
    """The outcome of the trace above at level behaviour."""
    declared = port({"policies": policies}, level="behaviour")
    case = Case("handle_map", {}, TRACE)
    prepared = prepare(declared, case, Look("results"), expect(declared, {}, TRACE))
    assert '{"r":0}' in prepared.request.decode()
    return judge(declared, prepared, {"t": "ran", "id": 1, "results": answers}, [])


def test_handles_are_opaque_at_level_behaviour() -> None:
    """A port names handles as it likes; what they stand for is compared."""
    assert judged(RIGHT).verdict is Verdict.PASS
    assert (
        judged([{"x": 1}, {"x": 2}, True, {"e": "stale_handle"}, 7, [[{"x": 2}, 2], [7, 3]], 2]).verdict is Verdict.PASS
    )


@pytest.mark.parametrize(
    ("at", "answer", "what"),
    [
        (1, "a", "handle issued twice"),
        (4, "b", "handle issued twice"),
        (4, "a", "handle issued twice"),
        (3, 1, "stale_handle / answer"),
        (3, {"e": "missing"}, "stale_handle / missing"),
        (2, False, "result"),
        (5, [["c", 3], ["b", 2]], "result"),
        (5, [["b", 2]], "result"),
        (6, 3, "result"),
    ],
)
def test_wrong_behaviour_is_found(at: int, answer: Any, what: str) -> None:
    """A handle that is not new, a stale one that answers, a wrong order and a wrong value are mismatches."""
    outcome = judged([*RIGHT[:at], answer, *RIGHT[at + 1 :]])
    assert (outcome.verdict, outcome.at, outcome.what) == (Verdict.MISMATCH, at, what)


def test_declared_policies_are_enforced_not_skipped() -> None:
    """In any order, another order passes and another content does not; without generations a name may come again."""
    reordered = [*RIGHT[:5], [["c", 3], ["b", 2]], 2]
    assert judged(reordered, dense_order="any").verdict is Verdict.PASS
    assert judged([*RIGHT[:5], [["c", 3], ["b", 9]], 2], dense_order="any").verdict is Verdict.MISMATCH
    again = [*RIGHT[:4], "a", [["b", 2], ["a", 3]], 2]
    assert judged(again).verdict is Verdict.MISMATCH
    assert judged(again, generation="wrap").verdict is Verdict.PASS
    refusing = [*RIGHT[:3], None, *RIGHT[4:]]
    assert judged(refusing).verdict is Verdict.MISMATCH
    assert judged(refusing, refusal="any").verdict is Verdict.PASS


def test_the_model_is_the_oracle_of_behaviour() -> None:
    """At level behaviour no arrays are expected, and the answers are those of the model."""
    declared = port({}, level="behaviour")
    found = expect(declared, {}, TRACE)
    assert found.end is None
    assert found.results == run(kind("handle_map"), {}, TRACE).results
    assert Container(kind("handle_map"), {}, Level.BEHAVIOUR).held.__class__ is kind("handle_map").refinement.model


# What is found


def test_our_own_containers_conform() -> None:
    """The reference port passes, for every kind, and keeps the manners of a driver."""
    reports, events = campaign(SERVE)
    assert {report.kind: report.verdict for report in reports} == dict.fromkeys(names(), Verdict.PASS)
    assert all(report.operations > 300 for report in reports)
    assert [event["event"] for event in events][0 :: len(events) - 1] == ["hello", "end"]
    assert all(finding.right for finding in lint([*SERVE, "bitmask", "handle_map"], 30.0))


@pytest.mark.parametrize(
    ("command", "verdict", "shortest"),
    [
        (
            defective("lifo", "handle_map"),
            "mismatch",
            {"HM-R3": ["insert", "insert", "erase", "erase"], "HM-R13": ["insert", "insert", "clear"]},
        ),
        (fake("wrong answer"), "mismatch", {"TA-R11": ["size"]}),
        (fake("forgets the third"), "mismatch", {"TA-R11": ["acquire", "acquire", "acquire", "size"]}),
        (fake("release answers a number"), "protocol_error", {"TA-R2": ["acquire", "release"]}),
        (fake("faults in release"), "fault", {"TA-R2": ["release"]}),
        (fake("crashes in release"), "crash", {"TA-R2": ["release"]}),
    ],
    ids=["arrays", "answer", "late answer", "type", "fault", "crash"],
)
def test_a_defect_is_found_and_made_short(command: list[str], verdict: str, shortest: dict[str, list[str]]) -> None:
    """Each defect is found under a claim that it breaks, and no shorter trace shows it."""
    _, events = campaign(command, Plan(whole=600, transitions=200, random=10, examples=0))
    failures = [event for event in events if event["event"] == "failure" and event["claim"] in shortest]
    assert failures
    for failure in failures:
        assert failure["verdict"] == verdict
        assert [op[0] for op in failure["ops"]] == shortest[failure["claim"]]
        assert failure["at"] == len(failure["ops"]) - 1
        assert "every one was run" in failure["minimal"]


@pytest.mark.parametrize(
    ("habit", "blamed"),
    [
        ("release does nothing", {"TA-R2": ["acquire", "release"]}),
        ("clear forgets one", {"TA-R6": ["acquire", "clear"]}),
        ("forgets the third", {"TA-R11": ["acquire", "acquire", "acquire"]}),
        ("two defects", {"TA-R11": []}),
    ],
)
def test_the_operation_that_went_wrong_is_blamed(habit: str, blamed: dict[str, list[str]]) -> None:
    """What leaves a wrong state is to blame, not what shows it; what is wrong by itself is to blame itself."""
    _, events = campaign(fake(habit), Plan(whole=600, transitions=200, random=10, examples=0))
    failures = {event["claim"]: event for event in events if event["event"] == "failure"}
    assert set(failures) == set(blamed)
    for claim, ops in blamed.items():
        failure = failures[claim]
        seen = len(failure["ops"]) - 1
        assert [op[0] for op in failure["ops"][: seen if failure["at"] < seen else None]][: len(ops)] == ops
        assert failure["seen"] == (seen if failure["at"] < seen else None)
        assert failure["statement"].startswith("`")
        (told,) = [line for line in trace_lines(failure) if line.startswith(f"{claim}: ")]
        assert (ROOT / told.rpartition("(")[2].rstrip(")")).is_file()  # the page that has the claim


def test_hypothesis_finds_it_too() -> None:
    """Drawn traces alone find a defect."""
    _, events = campaign(fake("forgets the third"), Plan(whole=0, transitions=0, random=0, examples=100))
    (failure,) = (event for event in events if event["event"] == "failure")
    assert [op[0] for op in failure["ops"]] == ["acquire", "acquire", "acquire", "size"]


def test_a_known_failure_does_not_hide_others() -> None:
    """With the failing operation known, the kind is run again without it, and what it hid is found."""
    plan = Plan(whole=150, transitions=50, random=0, examples=0, known={"token_allocator": frozenset({"size"})})
    (report,), _ = campaign(fake("two defects"), plan)
    assert [failure.outcome.operation for failure in report.failures] == ["size", "room"]
    assert report.asked["acquire"] > 50
    assert report.asked["size"] == 0


def test_known_failures_are_run_alone_and_together() -> None:
    """One may fail only after another: the kind is run with each, with all, and without any."""
    with Session(fake("none"), 30.0) as session:
        known = frozenset({"release", "size"})
        parts = shards(session.port, Plan(known={"token_allocator": known}))
    without = [*dict.fromkeys(part.without for part in parts)]
    assert without == [frozenset({"size"}), frozenset({"release"}), frozenset(), known]


def test_an_array_that_is_right_again_in_the_end_is_found() -> None:
    """Of some traces the arrays are compared after each operation."""
    plan = Plan(whole=200, transitions=0, random=0, walks=0, examples=0, edges=False)
    (report,), _ = campaign(defective("heals", "handle_map"), plan)
    assert {failure.outcome.verdict for failure in report.failures} == {Verdict.MISMATCH}
    assert {failure.outcome.what for failure in report.failures} == {"arrays"}


def test_two_that_leave_a_wrong_state_are_told_apart() -> None:
    """With one of them known, the other is found where the known one is left out, and each is blamed itself."""
    plan = Plan(whole=600, transitions=200, random=0, examples=0, known={"token_allocator": frozenset({"release"})})
    (report,), _ = campaign(fake("two that change"), plan)
    assert [failure.outcome.operation for failure in report.failures] == ["release", "clear"]
