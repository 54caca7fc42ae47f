"""What the gate writes: vectors, baselines, reports and skeletons, and what the porting guide says about them."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.gate import report
from slotproof.gate.authoring.skeleton import FILES, LANGUAGES, write_skeleton
from slotproof.gate.authoring.vectors import (
    DRAWN,
    SUITES,
    append,
    build,
    cases_of,
    read_vectors,
    trace_id,
    verify,
    write,
)
from slotproof.gate.campaign import baseline
from slotproof.gate.campaign.evidence import cell_lines
from slotproof.gate.campaign.run import look_into
from slotproof.gate.campaign.session import Session
from slotproof.gate.page import page
from slotproof.gate.protocol.judge import Look
from slotproof.gate.protocol.kinds import kind, names
from slotproof.gate.protocol.oracle import Level
from slotproof.gate.protocol.values import Malformed
from slotproof.gate.protocol.verdicts import Case, Verdict
from slotproof.gate.traces.scopes import COVERED

from .. import regress
from ..quick import long_unless
from ..tree.layout import ROOT
from .drivers import defective, fake

VECTORS = ROOT / "vectors"
FEW = ["--transitions", "60", "--random", "2", "--examples", "0", "--jobs", "1"]


def gate(*arguments: Any) -> tuple[int, str]:
    """Exit code and output of `slotproof gate ...`."""
    done = CliRunner().invoke(app, ["gate", *map(str, arguments)])
    return done.exit_code, done.output


# Vectors


@pytest.mark.parametrize("name", names())
def test_the_vectors_in_the_tree_are_right(name: str, tmp_path: Path) -> None:
    """Smoke vectors are what is built today, to the byte; those drawn once at random are answered so still."""
    (path,) = build(name, tmp_path, ["smoke"])
    assert path.read_bytes() == (VECTORS / name / "smoke.jsonl").read_bytes()
    assert verify(VECTORS / name / "smoke.jsonl") == []
    for suite in DRAWN:
        assert verify(VECTORS / name / f"{suite}.jsonl") == []


@pytest.mark.parametrize("name", names())
def test_every_operation_stands_in_the_vectors(name: str) -> None:
    """Each that is declared is in the suites that anyone can replay; those with a second container in `peers`."""
    assert unrecorded(name, VECTORS) == set()


def unrecorded(name: str, folder: Path) -> set[str]:
    """The suites of a kind in which an operation is missing, with its name."""
    peers = {each.name for each in kind(name).operations.values() if "peer" in each.takes}
    wanted = {
        "transitions": set(kind(name).operations) - peers,
        "deep": set(kind(name).operations) - peers,
        "peers": peers,
    }
    return {
        f"{suite}: {operation}"
        for suite, operations in wanted.items()
        for operation in operations
        - {op[0] for trace in read_vectors(folder / name / f"{suite}.jsonl").traces for op in trace["ops"]}
    }


def test_an_operation_that_is_not_recorded_is_told(tmp_path: Path) -> None:
    """A file without the traces that have an operation lacks it."""
    for suite in SUITES:
        vectors = read_vectors(VECTORS / "token_allocator" / f"{suite}.jsonl")
        kept = [("", trace["ops"]) for trace in vectors.traces if suite != "deep" or ["tokens"] not in trace["ops"]]
        write(
            tmp_path / "token_allocator" / f"{suite}.jsonl",
            "token_allocator",
            vectors.header["config"],
            suite,
            {},
            kept,
        )
    assert unrecorded("token_allocator", tmp_path) == {"deep: tokens"}


@pytest.mark.parametrize("name", long_unless({"bitmask", "token_allocator", "dense_set"}.__contains__, names()))
def test_the_coverage_of_transitions_is_recounted(name: str) -> None:
    """Every transition of the scope is in the file, counted anew.

    Where a declaration has changed: `slotproof gate vectors build`.
    """
    assert verify(VECTORS / name / "transitions.jsonl") == []


@pytest.mark.parametrize("name", names())
def test_a_smoke_suite_is_small_and_named(name: str) -> None:
    """At most 20 traces, each with a name."""
    traces = read_vectors(VECTORS / name / "smoke.jsonl").traces
    assert 2 <= len(traces) <= 20
    assert all(trace["name"] for trace in traces)


def _change_result(traces: list[dict[str, Any]]) -> None:
    traces[0]["results"][0] = 1


def _drop(traces: list[dict[str, Any]]) -> None:
    del traces[40]


def _twice(traces: list[dict[str, Any]]) -> None:
    traces.append(traces[0])


def _change_id(traces: list[dict[str, Any]]) -> None:
    traces[0]["id"] = "0" * 16


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_change_result, "answers differently"),
        (_drop, "not covered"),
        (_twice, "comes twice"),
        (_change_id, "id is not that of the content"),
    ],
)
def test_a_spoiled_file_is_reported(change: Callable[[list[dict[str, Any]]], None], says: str, tmp_path: Path) -> None:
    """A wrong answer, a missing trace, one too many and a wrong name are each reported, though the sum is right."""
    vectors = read_vectors(VECTORS / "token_allocator" / "transitions.jsonl")
    change(vectors.traces)
    body = b"".join(json.dumps(trace).encode() + b"\n" for trace in vectors.traces)
    header = {**vectors.header, "body_sha256": hashlib.sha256(body).hexdigest()}
    path = tmp_path / "spoiled.jsonl"
    path.write_bytes(json.dumps(header).encode() + b"\n" + body)
    assert any(says in problem for problem in verify(path))
    path.write_bytes(json.dumps(vectors.header).encode() + b"\n" + body)
    assert any("the body is not the one" in problem for problem in verify(path))


def test_regressions_are_only_ever_added(tmp_path: Path) -> None:
    """A shrunk failure is appended to `regress`, behind those that are there; another kind is refused."""
    path = tmp_path / "regress.jsonl"
    for count in (1, 2):
        append(path, Case("token_allocator", {"capacity": 4}, (["acquire"],) * count), f"{count} acquired")
    traces = read_vectors(path).traces
    assert [trace["name"] for trace in traces] == ["1 acquired", "2 acquired"]
    assert traces[1]["id"] == trace_id("token_allocator", {"capacity": 4}, [["acquire"]] * 2)
    assert verify(path) == []
    with pytest.raises(Malformed):
        append(path, Case("bitmask", {"capacity": 4}, (["count"],)), "another kind")


def test_vectors_are_replayed_with_references(tmp_path: Path) -> None:
    """Handles of a file become references, so that a port with opaque handles can be asked."""
    (path,) = build("handle_map", tmp_path, ["smoke"])
    assert any({"r": 0} in op for case in cases_of(read_vectors(path)) for op in case.ops)


@pytest.mark.parametrize("name", names())
def test_the_shortest_traces_of_known_defects_are_right(name: str) -> None:
    """Each kind has a suite `regress`, whose traces are named, short, and answered so still."""
    files = regress.paths(name)
    assert files
    known = {defect.id for defect in regress.defects(name)}
    for path in files:
        assert verify(path) == []
        traces = read_vectors(path).traces
        assert {id for trace in traces for id in trace["name"].split(", ")} <= known
        assert max(len(trace["ops"]) for trace in traces) <= 16


@pytest.mark.parametrize("name", ["bitmask", "hash_index"])
def test_each_of_them_finds_what_its_name_says(name: str) -> None:
    """Run on the defects that it names, a trace shows each; the other kinds: `python -m tests.regress --check`."""
    assert regress.problems(name) == []
    found = {
        id for path in regress.paths(name) for trace in read_vectors(path).traces for id in trace["name"].split(", ")
    }
    assert len(found) > 0.8 * len(regress.defects(name))


def test_a_trace_that_finds_nothing_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trace under the name of a defect that it does not show, or of none, is a problem."""
    monkeypatch.setattr(regress, "FOLDER", tmp_path)
    named = [("summary-never-set", [["get", 0]]), ("no-such-defect", [["get", 1]])]
    write(tmp_path / "bitmask" / "regress.jsonl", "bitmask", {"capacity": 5}, "regress", {"traces": 2}, named)
    first, second = regress.problems("bitmask")
    assert "summary-never-set is not found" in first
    assert "there is no defect no-such-defect" in second


@pytest.mark.parametrize("suite", SUITES)
def test_the_replayer_needs_nothing_of_ours(suite: str, tmp_path: Path) -> None:
    """docs/replay.py passes on our vectors, in a process without our package, and fails on a spoiled file."""
    path = VECTORS / "token_allocator" / f"{suite}.jsonl"
    run = [sys.executable, "-I", "-S", str(ROOT / "docs" / "replay.py")]
    assert subprocess.run([*run, path], capture_output=True, text=True, check=False).stdout == "0 traces failed\n"
    head, body = path.read_bytes().split(b"\n", 1)
    spoiled = body.replace(b'"words":[0', b'"words":[1', 1)
    assert spoiled != body
    header = {**json.loads(head), "body_sha256": hashlib.sha256(spoiled).hexdigest()}
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_bytes(json.dumps(header).encode() + b"\n" + spoiled)
    done = subprocess.run([*run, wrong], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "1 traces failed" in done.stdout


# Commands, baselines and reports


def test_a_run_writes_every_report(tmp_path: Path) -> None:
    """A failing run exits with 1, names the claim, and each report can be read and says the same."""
    files = {name: tmp_path / name for name in ("log", "junit", "markdown", "html", "badge")}
    options = [part for name, path in files.items() for part in (f"--{name}", path)]
    code, output = gate("run", *FEW, *options, "--", *fake("wrong answer"))
    assert code == 1
    assert "TA-R11" in output
    events = report.read_log(files["log"])
    (failure,) = report.of(events, "failure")
    assert (failure["ops"], failure["expected"], failure["actual"]) == ([["size"]], 0, 1)
    (suite,) = ET.fromstring(files["junit"].read_text(encoding="utf-8"))
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert "`size` (TA-R11)" in files["markdown"].read_text(encoding="utf-8")
    assert json.loads(files["badge"].read_text(encoding="utf-8"))["color"] == "red"
    html = files["html"].read_text(encoding="utf-8")
    assert html == page(events)
    assert html.count("<svg") == len(failure["ops"])
    assert not re.search(r'(src|href)="http', html)
    assert report.github(events).startswith("::error title=token_allocator%3A mismatch")


def test_a_failure_comes_first(tmp_path: Path) -> None:
    """What was not asked stands behind the failures, cut short, with the option that shows all."""
    write_skeleton("python", tmp_path)
    output = gate("run", *FEW, "--", sys.executable, tmp_path / "driver.py")[1]
    assert 0 < output.rindex("protocol_error at operation") < output.index("token_allocator: not asked: ")
    assert re.search(r"and \d+ more: `--log FILE` has all", output)


def test_a_port_in_order_exits_with_0(tmp_path: Path) -> None:
    """A conforming port is green, and its badge says at what level."""
    code, output = gate("run", *FEW, "--badge", tmp_path / "badge", "--", *fake("none"))
    assert code == 0, output
    assert json.loads((tmp_path / "badge").read_text(encoding="utf-8"))["message"] == "conforms, behaviour"


def test_what_was_not_run_is_not_green() -> None:
    """A driver that declares nothing, or a kind that it has not, is no success."""
    assert gate("run", *FEW, "--", *fake("declares nothing"))[0] == 1
    assert gate("run", *FEW, "--kind", "bitmask", "--", *fake("none"))[0] == 1
    assert gate("run", *FEW, "--kind", "b_tree", "--", *fake("none"))[0] == 2


def test_a_misspelt_policy_is_said_so() -> None:
    """The policy and its values are named, and the port is what is wrong."""
    code, output = gate("run", *FEW, "--", *fake("misspelt policy"))
    assert code == 1
    assert '"retire", "wrap"' in " ".join(output.split())


KNOWN = """
[[known]]
kind = "token_allocator"
claim = "{claim}"
verdict = "{verdict}"
reason = "size counts one too many"
since = 2026-01-01
"""


@pytest.mark.parametrize(
    ("habit", "claim", "verdict", "code", "says"),
    [
        ("wrong answer", "TA-R11", "mismatch", 0, "known: size counts one too many"),
        ("none", "TA-R11", "mismatch", 1, "but passes"),
        ("wrong answer", "TA-R11", "fault", 1, "is listed as fault, but is mismatch"),
        ("wrong answer", "TA-R2", "mismatch", 1, "TA-R2 is listed as mismatch, but passes"),
        ("wrong answer", "TA-R99", "mismatch", 2, "TA-R99"),
        ("wrong answer", "TA-R11", "sad", 2, "sad"),
    ],
)
def test_a_baseline_knows_exactly_what_fails(
    habit: str, claim: str, verdict: str, code: int, says: str, tmp_path: Path
) -> None:
    """A known failure is green; one that passes, fails otherwise, or names nothing, is not."""
    path = tmp_path / "gate.toml"
    path.write_text(KNOWN.format(claim=claim, verdict=verdict), encoding="utf-8")
    exit_code, output = gate("run", *FEW, "--baseline", path, "--", *fake(habit))
    assert exit_code == code, output
    assert says in " ".join(output.replace("│", " ").split())


def test_a_baseline_of_five_is_green(tmp_path: Path) -> None:
    """Five known failures of one kind are each met, whatever the others hide; a sixth that is none is said to pass."""
    path = tmp_path / "gate.toml"
    claims = ["TA-R3", "TA-R4", "TA-R6", "TA-R11", "TA-R13"]
    path.write_text("".join(KNOWN.format(claim=claim, verdict="mismatch") for claim in claims), encoding="utf-8")
    code, output = gate("run", *FEW, "--baseline", path, "--", *fake("five defects"))
    assert code == 0, output
    path.write_text(path.read_text("utf-8") + KNOWN.format(claim="TA-R2", verdict="mismatch"), encoding="utf-8")
    code, output = gate("run", *FEW, "--baseline", path, "--", *fake("five defects"))
    assert (code, "TA-R2 is listed as mismatch, but passes" in output) == (1, True)


def test_a_claim_has_one_entry_of_several_verdicts(tmp_path: Path) -> None:
    """Two entries for one claim contradict each other; one with a list of verdicts does not."""
    path = tmp_path / "gate.toml"
    path.write_text(KNOWN.format(claim="TA-R11", verdict="mismatch") + KNOWN.format(claim="TA-R11", verdict="crash"))
    assert gate("run", *FEW, "--baseline", path, "--", *fake("wrong answer"))[0] == 2
    path.write_text(KNOWN.format(claim="TA-R11", verdict="?").replace('"?"', '["crash", "mismatch"]'))
    assert gate("run", *FEW, "--baseline", path, "--", *fake("wrong answer"))[0] == 0


def test_a_baseline_entry_is_read_strictly(tmp_path: Path) -> None:
    """An entry without a reason is refused."""
    path = tmp_path / "gate.toml"
    path.write_text(KNOWN.format(claim="TA-R11", verdict="fault").replace("size counts one too many", " "), "utf-8")
    with pytest.raises(baseline.Wrong, match="reason"):
        baseline.read(path)


def test_replay_shrink_fuzz_hello_and_lint(tmp_path: Path) -> None:
    """The smaller commands answer with the exit codes of `run`."""
    smoke = VECTORS / "token_allocator" / "smoke.jsonl"
    right, wrong = fake("none"), fake("wrong answer")
    traces = tmp_path / "regress.jsonl"
    append(traces, Case("token_allocator", {"capacity": 4}, (["acquire"], ["acquire"], ["size"], ["acquire"])), "size")
    assert gate("replay", traces, "--", *right) == (0, "1 pass\n")
    assert gate("replay", traces, "--", *wrong)[0] == 1
    assert gate("replay", smoke, "--", sys.executable, "-m", "slotproof", "gate", "serve")[0] == 0
    log = tmp_path / "log"
    code, output = gate("replay", traces, "--", *wrong)
    assert "TA-R11: `size` is the number of tokens in use." in output
    assert '  2  ["size"]  <-- here' in output
    log.write_text("\n".join(text.strip() for text in output.splitlines() if '"event":"failure"' in text))
    assert gate("replay", log, "--", *wrong)[0] == 1
    assert gate("replay", log, "--", *right)[0] == 0
    kept = tmp_path / "kept.jsonl"
    code, output = gate("shrink", traces, "--save", kept, "--", *wrong)
    assert [trace["ops"] for trace in read_vectors(kept).traces] == [[["size"]]]
    assert (code, '["size"]  <-- here' in output, '["acquire"]' in output) == (1, True, False)
    assert gate("fuzz", "--random", 3, "--seed", 5, "--jobs", 1, "--", *right)[0] == 0
    assert "token_allocator: level behaviour" in gate("hello", "--", *right)[1]
    assert gate("lint-driver", "--", *right)[0] == 0
    code, output = gate("lint-driver", "--", *fake("answers twice"))
    assert (code, "wrong" in output) == (1, True)


def test_replay_shows_cells(tmp_path: Path) -> None:
    """A replay names the operation and the cells that differ; `--fast` has the digests alone."""
    path = tmp_path / "regress.jsonl"
    append(path, Case("handle_map", {"index_bits": 2}, (["insert", 1], ["insert", 2], ["clear"], ["size"])), "clear")
    command = defective("lifo", "handle_map")
    code, output = gate("replay", path, "--", *command)
    assert code == 1
    assert "at operation 2, `clear` (HM-R13)" in output
    assert "free_head: expected 0, actual 1" in output
    assert "sparse[0] -> sparse[1]" in output
    assert "free_head" not in gate("replay", "--fast", path, "--", *command)[1]


def test_cells_are_few() -> None:
    """Only cells that differ are told, eight at most, after the lengths that do; what is not there is no null."""
    assert cell_lines({"a": [1, 2], "b": {"c": [3]}}, {"a": [1, 5], "b": {"c": []}}) == [
        "a[1]: expected 2, actual 5",
        "length of b.c: expected 1, actual 0",
        "b.c[0]: expected 3, actual no such cell",
    ]
    assert cell_lines({"a": [0] * 20}, {"a": [1] * 20})[-1] == "and 12 more"


# Skeletons


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_skeleton_is_written_once(language: str, tmp_path: Path) -> None:
    """Every file is written, and nothing is overwritten."""
    assert {path.name for path in write_skeleton(language, tmp_path)} == set(FILES[language])
    assert baseline.read(tmp_path / "gate.toml") == baseline.Baseline()
    with pytest.raises(FileExistsError):
        write_skeleton(language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_skeleton_at_structure_has_every_operation(language: str, tmp_path: Path) -> None:
    """Each operation that needs no second container stands in it, with the result that it has at this level."""
    assert gate("init", language, tmp_path, "--kind", "sparse_set", "--level", "structure")[0] == 0
    (text,) = (path.read_text(encoding="utf-8") for path in tmp_path.glob("driver.*"))
    assert "sort_as(handles) -> natural, or conflict. SS-R18: " in text
    assert "push(handle) -> natural, or invalid_argument, exists. SS-R1: " in text
    for each in kind("sparse_set").operations:
        assert (f"{each}(" in text) == (each != "swap"), each
    assert '"level":"structure"' in text.replace('""', '"')


@pytest.mark.parametrize("name", names())
def test_a_skeleton_can_be_made_in_every_way(name: str, tmp_path: Path) -> None:
    """It says of each key of the configuration what it can be, and admits the scope that every run begins with."""
    write_skeleton("python", tmp_path, name)
    with Session([sys.executable, str(tmp_path / "driver.py")], 30.0) as session:
        (declared,) = session.port.containers
    assert {*declared.widths, *declared.policies} == set(declared.kind.config)
    assert declared.admits(COVERED[name][0])


def test_the_go_skeleton_is_built_of_all_its_files(tmp_path: Path) -> None:
    """A port in files of its own is built with the driver."""
    write_skeleton("go", tmp_path)
    (tmp_path / "port.go").write_text("package main\n", encoding="utf-8")
    said = subprocess.run(["make", "-n", "-C", tmp_path, "driver"], check=True, capture_output=True, text=True).stdout
    assert "port.go" in said


def first_trace(command: list[str]) -> Verdict:
    """What becomes of the first smoke trace."""
    case = Case("token_allocator", {"capacity": 33}, (["acquire"], ["acquire"], ["release", 0], ["acquire"]))
    with Session(command, 30.0) as session:
        return session.alone(case).verdict


def test_arrays_without_form_are_not_flaky(tmp_path: Path) -> None:
    """A port without arrays fails at the first operation after which they are looked at, whatever it answers next."""
    write_skeleton("python", tmp_path, "dense_set", Level.STRUCTURE)
    case = Case("dense_set", {}, (["rehash", 4], ["insert", 3]))
    with Session([sys.executable, str(tmp_path / "driver.py")], 30.0) as session:
        (outcome,) = session.run([session.prepared(case, Look("arrays", 1))])
        found = look_into(session, outcome).outcome
    assert (found.verdict, found.at, found.operation) == (Verdict.PROTOCOL_ERROR, 0, "rehash")
    assert found.message == "after operation 0: the array head is missing"


def test_the_python_skeleton_answers_and_fails(tmp_path: Path) -> None:
    """The skeleton speaks the protocol, and its container knows nothing yet."""
    write_skeleton("python", tmp_path)
    assert gate("lint-driver", "--", sys.executable, tmp_path / "driver.py")[0] == 0
    assert first_trace([sys.executable, str(tmp_path / "driver.py")]) is Verdict.PROTOCOL_ERROR
