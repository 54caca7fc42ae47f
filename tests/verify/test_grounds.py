"""What a line of the ledger rests on, however far beneath: what failed there, and what nobody has judged."""

from dataclasses import replace
from pathlib import Path

from slotproof.declare.verdict import Status, Verdict
from slotproof.language.findings import Look
from slotproof.proofs.catalog import CATALOG
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Entry, Ledger
from slotproof.verify.project import Project
from slotproof.verify.survey import Survey, Unit, known_of


def test_what_failed_is_found_however_far_beneath(tmp_path: Path) -> None:
    """And what nobody has judged, once each."""
    ledger, known = Ledger(tmp_path / "ledger.jsonl"), CATALOG["dense_set"]
    units = {deep: {unit: Unit(unit, "") for unit in ("insert", "erase", "clear", "size")} for deep in (False, True)}
    survey = Survey("", "", (), {"dense_set": known_of(known, units={"prove": units})})

    def said(unit: str, status: Status, *rests: str) -> list[Entry]:
        verdict = Verdict("dense_set", "prove", unit, "DS-R1", status, evidence={"rests_on": list(rests)})
        name = Grounds(Project(), survey, ledger).job("dense_set", "prove", unit, False)
        ledger.record(name, unit, "", [verdict], 0.0)
        return ledger.entries(name)

    said("clear", Status.FAILED)
    said("erase", Status.PROVED, "dense_set clear", "dense_set size")
    lines = said("insert", Status.PROVED, "dense_set erase", "dense_set size")
    grounds = Grounds(Project(), survey, ledger)
    assert [each.verdict.unit for each in grounds.failed(lines)] == ["clear"]
    assert [job.unit for job in grounds.lacking(lines)] == ["size"]
    unjudged, unproved = "size, which nobody has judged", "erase, which is not proved"
    assert grounds.weakened(lines[0]).verdict.reason == f"rests on dense_set {unproved}; rests on dense_set {unjudged}"


def test_a_proof_reads_what_the_check_has_read(tmp_path: Path) -> None:
    """Of another file it shows nothing; which ones it read is not kept."""
    jar, lid, other = (str(tmp_path / name) for name in ("jar.py", "lid.py", "other.py"))
    survey = Survey("", "", (), looks={jar: Look(("jar",), (jar, lid), ())})
    grounds = Grounds(Project(), survey, Ledger(tmp_path / "ledger.jsonl"))

    def judged(status: Status, *files: str) -> Verdict:
        evidence = {"paths": 1, "files": list(files)}
        return grounds.of_checked(Verdict("jar", "prove", "put", "JR-R1", status, evidence=evidence))

    right, wrong = judged(Status.PROVED, jar, lid), judged(Status.PROVED, jar, other)
    assert (right.status, right.evidence) == (Status.PROVED, {"paths": 1})
    assert (wrong.status, wrong.evidence) == (Status.NOT_PROVED, {"paths": 1})
    assert "other.py was read" in wrong.reason
    assert judged(Status.FAILED, other).status is Status.FAILED


def test_what_is_judged_in_part_is_no_ground(tmp_path: Path) -> None:
    """Of an operation that is proved for two arrangements, one alone has a verdict at first."""
    ledger, known = Ledger(tmp_path / "ledger.jsonl"), CATALOG["dense_set"]
    units = {False: {unit: Unit(unit, "") for unit in ("insert", "erase | one", "erase | two")}, True: {}}
    survey = Survey("", "", (), {"dense_set": known_of(known, units={"prove": units})})

    def said(unit: str, *rests: str) -> Verdict:
        verdict = Verdict("dense_set", "prove", unit, "DS-R1", Status.PROVED, evidence={"rests_on": list(rests)})
        grounds = Grounds(Project(), survey, ledger)
        ledger.record(grounds.job("dense_set", "prove", unit, False), unit, "", [verdict], 0.0)
        [line] = ledger.entries(grounds.job("dense_set", "prove", "insert", False))
        return grounds.weakened(line).verdict

    assert said("insert", "dense_set erase").reason == "rests on dense_set erase, which nobody has judged"
    assert said("erase | one").reason == "rests on dense_set erase, which nobody has judged"
    assert said("erase | two").status is Status.PROVED


def test_what_only_the_deep_profile_judges_is_a_ground(tmp_path: Path) -> None:
    """Whichever asks."""
    ledger, known = Ledger(tmp_path / "ledger.jsonl"), CATALOG["dense_set"]
    units = {False: {"insert": Unit("insert", "")}, True: {"erase": Unit("erase", "")}}
    survey = Survey("", "", (), {"dense_set": known_of(known, units={"prove": units})})
    for unit, deep, rests in (("insert", False, ["dense_set erase"]), ("erase", True, [])):
        verdict = Verdict("dense_set", "prove", unit, "DS-R1", Status.PROVED, evidence={"rests_on": rests})
        name = Grounds(Project(), survey, ledger).job("dense_set", "prove", unit, deep)
        ledger.record(name, unit, "", [verdict], 0.0)
    grounds = Grounds(Project(), survey, ledger)
    [line] = ledger.entries(grounds.job("dense_set", "prove", "insert", False))
    assert grounds.weakened(line).verdict.status is Status.PROVED


def test_what_one_profile_says_counts_beside_what_the_other_says(tmp_path: Path) -> None:
    """A ground that is proved by default, and of which the deep profile knows a failure, has failed."""
    ledger, known = Ledger(tmp_path / "ledger.jsonl"), CATALOG["dense_set"]
    units = {deep: {"erase": Unit("erase", "")} for deep in (False, True)}
    survey = Survey("", "", (), {"dense_set": known_of(known, units={"walk": units})})
    grounds = Grounds(replace(Project(), selecting=frozenset()), survey, ledger)
    for deep, status in ((False, Status.SAMPLED), (True, Status.FAILED)):
        verdict = Verdict("dense_set", "walk", "erase", "DS-R1", status)
        ledger.record(grounds.job("dense_set", "walk", "erase", deep), "erase", "", [verdict], 0.0)
    told = [each.verdict.status for each in grounds._current("dense_set", "walk", "erase")]
    assert told == [Status.SAMPLED, Status.FAILED]
