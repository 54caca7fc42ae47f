"""Reports say what the run says: well formed, beside the right line, and nothing is called green that is not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from slotproof.cli.failures import report
from slotproof.cli.known import one_by_one, together
from slotproof.cli.summary import table
from slotproof.declare import Refinement
from slotproof.declare.verdict import Failure, Outcome, Status, Step, Verdict
from slotproof.engine.api import MESSAGES
from slotproof.gate import report as gate_report
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.show.reports import formats
from slotproof.show.reports.claims import FILES, WRITERS, badge, github, junit, markdown
from slotproof.show.reports.sarif import sarif
from slotproof.verify.ledger import Entry, Job
from slotproof.verify.project import Project
from slotproof.verify.result import BENEATH, BOUNDED, REFUSED, Red, Result, presumed
from slotproof.verify.standing import Said, Standing
from slotproof.verify.survey import known_of

from ..engine.stack_refinement import STACK
from ..toy import Toy
from ..tree.layout import ROOT
from .test_cli import BREAK

CLAIMS: Final = {claim.id: claim for claim in (*HANDLE_MAP.claims(), *STACK.claims())}
KNOWN: Final = {each.name: known_of(each) for each in (HANDLE_MAP, STACK)}


class Both(Project):
    """Where both of the containers are found."""

    def container(self, name: str) -> Refinement:
        """The one of that name."""
        return {each.name: each for each in (HANDLE_MAP, STACK)}[name]


PROJECT: Final = Both()
ERASE: Final = Failure(
    "HM-I2",
    "HM-I2 does not hold; a bell \x07, a fence ```, <angles> & 100 %",
    {"index_bits": 2},
    (
        Step("insert", (7,), Outcome(0), Outcome(0)),
        Step("erase", (0,), Outcome(True), Outcome(False)),
    ),
    before={"sparse": [0]},
    after={"sparse": [1]},
    broken=("HM-I2",),
)


def said(id: str, judge: str, status: Status, stale: bool = False, **more: Any) -> Said:
    """What a judge says of a claim."""
    container = "stack" if id.startswith("ST") else "handle_map"
    verdict = Verdict(container, judge, more.pop("unit", "unit"), id, status, **more)
    return Said(Entry(Job(container, judge, f"{judge} {id}", False), "key", "own", 0.5, verdict), stale)


def standing(id: str, *told: Said) -> Standing:
    """Where a claim stands after what was said."""
    judges: dict[str, list[Said]] = {}
    for each in told:
        judges.setdefault(each.entry.verdict.judge, []).append(each)
    return Standing(CLAIMS[id], "stack" if id.startswith("ST") else "handle_map", judges)


def result(*standings: Standing, **more: Any) -> Result:
    """A run of two judges in which claims stand so."""
    shown = {name: KNOWN[name] for name in dict.fromkeys(each.container for each in standings)}
    return Result(shown, more.pop("judges", ["explore", "prove"]), list(standings), project=PROJECT, **more)


GREEN: Final = (
    standing("HM-R1", said("HM-R1", "explore", Status.EXHAUSTED), said("HM-R1", "prove", Status.PROVED)),
    standing("HM-B1", said("HM-B1", "prove", Status.PROVED, scope="generation_bits 1 to 16")),
    standing("HM-I1", said("HM-I1", "explore", Status.EXHAUSTED, scope="tiny")),
    standing("HM-D1"),
)
BAD: Final = (
    standing("HM-I2", said("HM-I2", "explore", Status.FAILED, failure=ERASE)),
    standing("HM-R4", said("HM-R4", "prove", Status.NOT_PROVED, reason="no | invariant")),
    standing("HM-R5", said("HM-R5", "explore", Status.EXHAUSTED, stale=True)),
    *GREEN,
)
CRASH: Final = (Job("handle_map", "prove", "insert", False), "Traceback\nZeroDivisionError: by \x00 zero")

# JUnit XML


def wrong_junit(text: str) -> list[str]:
    """What breaks the schema of the Ant task's JUnit XML, which most readers follow."""
    root = ET.fromstring(text)
    wrong = [f"root {root.tag}"] if root.tag != "testsuites" or root.attrib else []
    for number, suite in enumerate(root):
        needed = {"name", "package", "id", "timestamp", "hostname", "tests", "failures", "errors", "skipped", "time"}
        wrong += [f"suite has {sorted(suite.attrib)}"] if set(suite.attrib) != needed else []
        wrong += [f"id {suite.get('id')}"] if suite.get("id") != str(number) else []
        wrong += (
            ["timestamp"] if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp", "")) else []
        )
        tags = [child.tag for child in suite]
        cases = suite.findall("testcase")
        order = ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
        wrong += [f"order {tags}"] if tags != order else []
        for case in cases:
            wrong += [f"case has {sorted(case.attrib)}"] if set(case.attrib) != {"classname", "name", "time"} else []
            wrong += ["two troubles in a case"] if len(case) > 1 else []
            wrong += [f"trouble {each.tag}" for each in case if each.tag not in ("failure", "error", "skipped")]
            wrong += ["trouble without type or message" for each in case if set(each.attrib) != {"type", "message"}]
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            count = len(suite.findall(f"testcase/{tag}"))
            wrong += [f"{name} {suite.get(name)}, not {count}"] if suite.get(name) != str(count) else []
        wrong += ["tests"] if suite.get("tests") != str(len(cases)) else []
    return wrong


def test_junit_has_a_case_for_each_claim_and_judge() -> None:
    """A failed and a stale claim fail, an uncovered one fails under coverage, an open one is skipped, a crash errs."""
    text = junit(result(*BAD, standing("ST-I1", said("ST-I1", "prove", Status.PROVED)), crashes=[CRASH]))
    assert wrong_junit(text) == []
    suite, other = ET.fromstring(text)
    cases = {(case.get("classname"), case.get("name")): case for case in suite.iter("testcase")}
    found = {key: case[0].tag if len(case) else "" for key, case in cases.items()}
    assert found == {
        ("handle_map.explore", "HM-I2"): "failure",
        ("handle_map.prove", "HM-R4"): "skipped",
        ("handle_map.coverage", "HM-R4"): "failure",
        ("handle_map.explore", "HM-R5"): "failure",
        ("handle_map.explore", "HM-R1"): "",
        ("handle_map.prove", "HM-R1"): "",
        ("handle_map.prove", "HM-B1"): "",
        ("handle_map.explore", "HM-I1"): "",
        ("handle_map.coverage", "HM-D1"): "skipped",
        ("handle_map.prove", "insert"): "error",
    }
    failure = cases["handle_map.explore", "HM-I2"][0]
    line = HandleMap.erase.__code__.co_firstlineno
    assert failure.get("message") == f"HM-I2 failed: {CLAIMS['HM-I2'].statement} (impl/handle_map.py:{line})"
    assert "container.erase(0)" in (failure.text or "")
    assert (other.get("name"), other.get("failures")) == ("stack", "0")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('hostname="localhost" ', "", "suite has"),
        ('id="0"', 'id="1"', "id 1"),
        ('tests="10"', 'tests="9"', "tests"),
        ('failures="3"', 'failures="2"', "failures 2, not 3"),
        ("<properties>", "<system-out /><properties>", "order"),
        (' time="0.000"><failure', "><failure", "case has"),
        ("</failure>", "</failure><skipped />", "two troubles"),
        ('<failure type="failed"', "<failure", "without type"),
        ("<testsuites>", '<testsuites name="all">', "root"),
    ],
)
def test_wrong_junit_is_reported(old: str, new: str, says: str) -> None:
    """The check of the check: each rule of the schema is looked at."""
    text = junit(result(*BAD, crashes=[CRASH]))
    assert old in text
    assert any(says in each for each in wrong_junit(text.replace(old, new, 1)))


def test_strict_makes_what_is_open_fail() -> None:
    """With --strict a claim that a judge leaves open is a failure, though another judge is green."""
    told = said("HM-R1", "prove", Status.NOT_PROVED, reason="no loop"), said("HM-R1", "explore", Status.EXHAUSTED)
    plain, strict = (result(standing("HM-R1", *told), strict=strict) for strict in (False, True))
    assert (plain.exit_code, strict.exit_code) == (0, 1)
    assert ["skipped" in junit(plain).split("<testcase", 1)[1], "<failure" in junit(plain)] == [True, False]
    assert "<failure" in junit(strict)
    assert json.loads(sarif(plain))["runs"][0]["results"] == []
    assert [each["ruleId"] for each in json.loads(sarif(strict))["runs"][0]["results"]] == ["HM-R1"]


def test_why_a_run_is_red_is_said_of_each_claim() -> None:
    """Of those that nobody may read first, and of those beneath last."""
    failed, refused, beneath = BAD[0], GREEN[0], GREEN[1]
    told = result(failed, refused=[refused], beneath=[beneath], complete=False)
    assert [*told.red()] == [Red(refused, REFUSED), Red(failed, "failed"), Red(beneath, BENEATH)]


def _gate_failure(**more: Any) -> dict[str, Any]:
    failure = {"event": "failure", "kind": "bitmask", "verdict": "mismatch", "at": 0, "operation": "set", "claim": "B"}
    rest = {"config": {}, "ops": [["set", 1]], "expected": 1, "actual": 2, "message": "bell \x07", "stderr": ""}
    return {**failure, **rest, **more}


def test_the_gate_writes_the_same_forms() -> None:
    """Two failures of one kind are one case, and what a port says breaks neither the XML nor the page."""
    kind = {"event": "kind", "kind": "bitmask", "verdict": "mismatch", "seconds": 1.0, "skipped": {}, "level": "x"}
    events = [{**kind, "verdicts": {"mismatch": 2}, "operations": 3, "notes": []}, _gate_failure()]
    events.append(_gate_failure(operation="```", message="a | b"))
    assert wrong_junit(gate_report.junit(events)) == []
    ((case,),) = (suite.findall("testcase") for suite in ET.fromstring(gate_report.junit(events)))
    assert [(each.tag, each.get("message")) for each in case] == [
        ("failure", "bitmask: mismatch at operation 0, `set` (B) (and 1 more)")
    ]
    harness = [events[0], _gate_failure(verdict="harness_error")]
    assert "<error" in gate_report.junit(harness)


# SARIF


def wrong_sarif(log: dict[str, Any]) -> list[str]:
    """What breaks the parts of SARIF 2.1.0 that are required, or that point from one part to another."""
    wrong = [] if log.get("version") == "2.1.0" and "sarif-schema-2.1.0" in log.get("$schema", "") else ["version"]
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        ids = [rule["id"] for rule in rules]
        wrong += ["no name"] if not run["tool"]["driver"].get("name") else []
        wrong += ["a rule twice"] if len(set(ids)) != len(ids) else []
        wrong += [f"rule {rule['id']}" for rule in rules if not rule.get("shortDescription", {}).get("text")]
        for each in run["results"]:
            wrong += [f"rule of {each['ruleId']}"] if ids[each["ruleIndex"]] != each["ruleId"] else []
            wrong += ["no text"] if not each["message"].get("text") else []
            wrong += [f"level {each['level']}"] if each["level"] not in ("none", "note", "warning", "error") else []
            flows = [
                step["location"] for flow in each.get("codeFlows", ()) for step in flow["threadFlows"][0]["locations"]
            ]
            for place in (*each["locations"], *each["relatedLocations"], *flows):
                wrong += _wrong_place(place["physicalLocation"], set(run["originalUriBaseIds"]))
        for call in run["invocations"]:
            wrong += ["success"] if not isinstance(call.get("executionSuccessful"), bool) else []
    return wrong


def _wrong_place(place: dict[str, Any], bases: set[str]) -> list[str]:
    artifact, line = place["artifactLocation"], place["region"]["startLine"]
    if artifact.get("uriBaseId") not in bases:
        return [f"base {artifact}"]
    file = ROOT / artifact["uri"]
    if artifact["uri"].startswith("/") or not file.is_file():
        return [f"file {artifact['uri']}"]
    return [] if 1 <= line <= len(file.read_text(encoding="utf-8").splitlines()) else [f"line {line}"]


def test_sarif_has_a_rule_for_each_claim_and_a_result_for_each_failure() -> None:
    """What is red is a result beside the line to blame, with the trace as a code flow; what is green is none."""
    log = json.loads(sarif(result(*BAD, crashes=[CRASH])))
    assert wrong_sarif(log) == []
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [each.claim.id for each in BAD]
    assert [each["ruleId"] for each in run["results"]] == ["HM-I2", "HM-R4", "HM-R5"]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "impl/handle_map.py"
    assert place["region"]["startLine"] == HandleMap.erase.__code__.co_firstlineno
    (flow,) = run["results"][0]["codeFlows"][0]["threadFlows"]
    texts = [step["location"]["message"]["text"] for step in flow["locations"]]
    assert texts == ["insert(7) answers 0, and should 0", "erase(0) answers False, and should True"]
    assert (run["invocations"][0]["executionSuccessful"], run["invocations"][0]["exitCode"]) == (False, 3)
    green = json.loads(sarif(result(*GREEN)))["runs"][0]
    assert (green["results"], green["invocations"][0]["exitCode"]) == ([], 0)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda run: run["results"][0].update(ruleIndex=1), "rule of HM-I2"),
        (lambda run: run["results"][0].update(level="fatal"), "level fatal"),
        (lambda run: run["results"][0].update(message={}), "no text"),
        (lambda run: run.update(originalUriBaseIds={}), "base {'uri': 'impl"),
        (lambda run: run["tool"]["driver"]["rules"].append(run["tool"]["driver"]["rules"][0]), "a rule twice"),
        (lambda run: _region(run).update(startLine=0), "line 0"),
        (lambda run: _region(run).update(startLine=10**6), "line 1000000"),
        (
            lambda run: run["results"][0]["locations"][0]["physicalLocation"].update(artifactLocation={"uri": "x"}),
            "base",
        ),
        (lambda run: run["invocations"][0].pop("executionSuccessful"), "success"),
    ],
)
def test_wrong_sarif_is_reported(spoil: Callable[[dict[str, Any]], Any], says: str) -> None:
    """The check of the check."""
    log = json.loads(sarif(result(*BAD)))
    spoil(log["runs"][0])
    assert any(each.startswith(says) for each in wrong_sarif(log))


def _region(run: dict[str, Any]) -> dict[str, Any]:
    region: dict[str, Any] = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    return region


def _blamed(failure: Failure, unit: str) -> tuple[str, int]:
    told = said("ST-R3", "prove", Status.FAILED, failure=failure, unit=unit)
    (found,) = json.loads(sarif(result(standing("ST-R3", told))))["runs"][0]["results"]
    place = found["locations"][0]["physicalLocation"]
    return place["artifactLocation"]["uri"], place["region"]["startLine"]


def test_the_line_to_blame() -> None:
    """A loop that a proof names, else the operation of the proof's unit, else the operation of the claim."""
    file = "tests/engine/stack_refinement.py"
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    loop = next(number for number, line in enumerate(lines, 1) if "while len(self.values) > height" in line)
    push, _, drop_to = (getattr(STACK.impl, name).__code__.co_firstlineno for name in ("push", "pop", "drop_to"))
    message = "not shown: loop StackModel.drop_to#0 ends: its variant falls and is never negative (Z3: sat)"
    assert _blamed(Failure("ST-R3", message), "drop_to") == (file, loop)
    assert _blamed(Failure("ST-R3", message.replace("#0", "#7")), "drop_to") == (file, loop - 4)
    assert _blamed(Failure("ST-R3", "not shown: something else"), "push") == (file, push)
    assert _blamed(Failure("ST-R3", "not shown: something else"), "default") == (file, drop_to)


# Markdown, annotations, badges


def test_a_summary_tells_the_table_and_each_failure() -> None:
    """What a fence or a bar in a message could break stays whole, and what is open is folded away."""
    text = markdown(result(*BAD, crashes=[CRASH]))
    assert text.startswith("## slotproof: the checker failed\n")
    assert "| handle_map | failed 1/4 | proved* 2/3 | 3.5 |" in text
    assert "\\* some of them proved within a stated scope" in text
    assert "7 claims: 1 proved, 1 proved within a stated scope, 1 exhausted" in text
    assert "````text\nspec" in text, "a message holds a fence of three"
    assert "container.erase(0)" in text
    assert "* handle_map: not proved: HM-R4: no | invariant" in text
    assert "ZeroDivisionError" in text
    assert formats.table(["a", "b"], [["x | y", "two\nlines"]], numbers=1) == [
        "| a | b |", "|---|---:|", "| x \\| y | two lines |",
    ]  # fmt: skip


def test_an_annotation_stands_beside_the_line() -> None:
    """File and line are properties, and nothing in a text ends the command early."""
    first, *rest = github(result(*BAD, crashes=[CRASH])).splitlines()
    line = HandleMap.erase.__code__.co_firstlineno
    assert first.startswith(f"::error file=impl/handle_map.py,line={line},title=HM-I2 failed%3A ")
    assert "100 %25" in first
    assert len(rest) == 3
    assert formats.annotation("a:b,c", "1%\n2") == "::error title=a%3Ab%2Cc::1%25%0A2"


@pytest.mark.parametrize(
    ("told", "message", "colour"),
    [
        (result(*GREEN), f"1 proved, 1 {BOUNDED}, 1 exhausted, 1 assumed", "brightgreen"),
        (result(*BAD), "1 failed, 1 no green verdict, 1 stale", "red"),
        (result(*GREEN, crashes=[CRASH]), "the checker failed", "red"),
        (Result({}, [], []), "nothing is declared", "lightgrey"),
        (result(standing("HM-R1", said("HM-R1", "explore", Status.EXHAUSTED))), "1 exhausted", "brightgreen"),
    ],
)
def test_a_badge_says_each_status_in_its_own_word(told: Result, message: str, colour: str) -> None:
    """Nothing bounded is called proved, and nothing red is bright."""
    data = json.loads(badge(told))
    assert (data["message"], data["color"]) == (message, colour)
    assert set(data) == {"schemaVersion", "label", "message", "color"}


def test_a_badge_names_what_it_is_limited_to() -> None:
    """Over some judges or few containers the label says which."""
    partial = result(*GREEN, judges=["explore"], complete=False)
    assert json.loads(badge(partial))["label"] == "slotproof handle_map explore"


# The command


def test_the_command_writes_every_report(toy: Toy) -> None:
    """A failing run leaves all of them in a folder, and they agree; on GitHub it annotates."""
    toy.change(*BREAK)
    done = toy.run("verify", "--report", "out/reports", "--badge", "badge.json", GITHUB_ACTIONS="true")
    assert done.returncode == 1, done.stdout
    folder = toy.folder / "out" / "reports"
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES[name] for name in WRITERS)
    text = (folder / "junit.xml").read_text(encoding="utf-8")
    assert wrong_junit(text) == []
    failed = [case.get("name") for case in ET.fromstring(text).iter("testcase") if case.find("failure") is not None]
    assert failed == ["CT-I1"]
    log = json.loads((folder / "slotproof.sarif").read_text(encoding="utf-8"))
    (found,) = log["runs"][0]["results"]
    assert found["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "toy/impl.py", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 6},
    }
    assert (folder / "badge.json").read_bytes() == (toy.folder / "badge.json").read_bytes()
    assert "::error file=toy/impl.py,line=6,title=CT-I1 failed%3A" in done.stdout


def test_the_same_step_is_shown_once(tmp_path: Path) -> None:
    """Claims that fail by one step share its picture; beyond a few steps, the command that draws one is named."""
    ids = ["HM-I2", "HM-I3", "HM-R1", "HM-R3", "HM-R4"]
    steps = [ERASE, ERASE, *(replace(ERASE, message=f"failure {number}") for number in range(3))]
    told = [standing(id, said(id, "explore", Status.FAILED, failure=step)) for id, step in zip(ids, steps, strict=True)]
    console = Console(width=200, record=True, file=StringIO())
    report(console, result(*told), tmp_path)
    text = console.export_text()
    assert "HM-I3 failed as well, by the same step as HM-I2" in text
    assert "HM-R4 failed as well, see slotproof trace HM-R4" in text
    assert text.count("container.erase(0)") == 3
    assert sorted(path.stem for path in (tmp_path / "failures").iterdir()) == ["HM-I2", "HM-R1", "HM-R3"]


def test_units_that_say_the_same_are_told_together() -> None:
    """What they counted adds up; what is not green stands alone, and a bounded proof is not for any size."""
    many = [
        said("HM-R1", "prove", Status.PROVED, unit=f"unit {number}", evidence={"paths": 600}) for number in range(4)
    ]
    alone = said("HM-R1", "prove", Status.NOT_PROVED, unit="odd", reason="no invariant")
    assert list(together([*many, alone])) == [
        "not proved: odd; no invariant",
        "proved for any size: 4 units, 2,400 paths: unit 0; unit 1; unit 2; and 1 more",
    ]
    bounded = [said("HM-B1", "bits", Status.PROVED, scope="16 bits", unit=f"unit {number}") for number in range(4)]
    assert list(together(bounded)) == ["proved: 4 units: unit 0; unit 1; unit 2; and 1 more"]
    assert list(one_by_one(bounded[:1])) == ["proved: unit 0; 16 bits"]


def test_a_table_fits_its_terminal() -> None:
    """One line for a container where there is room, then more lines, then a row for each judge; nothing is cut."""
    forms = {}
    for width in (80, 42, 36):
        console = Console(width=width, record=True, file=StringIO())
        console.print(table(console, result(*GREEN)))
        text = console.export_text()
        assert "…" not in text
        assert {"handle_map", "exhausted", "proved*"} <= set(text.split())
        assert max(len(line.rstrip()) for line in text.splitlines()) <= width
        forms[width] = "exhausted 2" in text, "CPU s" in text
    assert forms == {80: (True, True), 42: (False, True), 36: (True, False)}


def test_what_proofs_presume_is_counted() -> None:
    """Of each assumption, in how many proved claims it is made; of what is not proved nothing is said."""
    room = {"presumes": ["there is room"]}
    standings = [
        standing("HM-R1", said("HM-R1", "prove", Status.PROVED, evidence=room)),
        standing("HM-R4", said("HM-R4", "prove", Status.NOT_PROVED, evidence=room)),
        standing("HM-R5", said("HM-R5", "prove", Status.PROVED)),
    ]
    assert presumed(standings) == {"there is room": 1}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("presumes", [[], ["there is room"], [MESSAGES]], ids=["nothing", "room", "messages"])
def test_what_the_code_could_avoid_to_presume_is_a_fault_under_strict(strict: bool, presumes: list[str]) -> None:
    """And nothing else that a proof presumes is one."""
    proved = standing("HM-R1", said("HM-R1", "prove", Status.PROVED, evidence={"presumes": presumes}))
    wanted = [f"proved only if {MESSAGES}: write shown(...)"] if strict and presumes == [MESSAGES] else []
    told = result(proved, strict=strict)
    assert [each.why for each in told.red()] == wanted
    assert (told.exit_code == 0) is (wanted == [])
