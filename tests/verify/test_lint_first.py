"""`slotproof verify` reads before it judges: what is outside the language is not proved, a wrong declaration stops."""

import json
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from slotproof.declare.verdict import GREEN
from slotproof.language.lint import look
from slotproof.verify.project import Project
from slotproof.verify.reading.looks import looks
from slotproof.verify.survey import sources_of

from ..judging import noted
from ..language.examples.declarations import EDITS, RIGHT
from ..soundness.test_own_declaration import EXAMPLE, slotproof
from ..toy import Toy
from .test_rests import mend

FORM = "self.height is not self.height"
PUSH = "self.cells.append(value)\n"
ASIDE = f"{PUSH}        self.height = 0 if {FORM} else self.height\n"
SHORT = ("--judge", "prove", "--judge", "explore", "--jobs", "1")


@pytest.fixture
def stack(tmp_path: Path) -> Path:
    """A stack of one's own, whose `push` is outside the language."""
    file = tmp_path / "refinement.py"
    shutil.copy(EXAMPLE, file)
    mend(file, PUSH, ASIDE)
    return file


def verify(file: Path, *options: str) -> CompletedProcess[str]:
    """Judge a file, and write the reports beside it."""
    return slotproof(file.parent, "verify", file.name, *(options or SHORT), "--report", "reports")


def place_in(file: Path) -> str:
    """Where the form stands that is refused."""
    lines = file.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if FORM in text)
    return f"{file.name}:{line}:{lines[line - 1].index(FORM) + 1}"


def statuses(file: Path, judge: str) -> dict[str, tuple[str, str]]:
    """Claim -> what one judge says of it, and why."""
    report = json.loads((file.parent / "reports" / "verdicts.json").read_text(encoding="utf-8"))
    told = {each["id"]: each["judges"][judge] for each in report["claims"] if judge in each["judges"]}
    return {id: (each["status"], each["reason"]) for id, each in told.items()}


def test_what_is_outside_the_language_is_not_proved(stack: Path) -> None:
    """It is told first, with its line; the other judges go on; a second run judges nothing and says the same."""
    first = verify(stack)
    assert first.returncode == 1, first.stdout + first.stderr
    place = place_in(stack)
    assert first.stdout.startswith(f"{place}: `{FORM}`: identity tells")
    assert first.stdout.splitlines()[2].strip() == "^"
    assert "stack: 1 finding of the language" in first.stdout
    proofs = statuses(stack, "prove")
    assert {status for status, _ in proofs.values()} == {"not proved"}
    assert all(why.startswith(f"{place}: `{FORM}`: identity tells") for _, why in proofs.values())
    assert {"ST-L1", "ST-I1", "ST-R1", "ST-R2", "ST-C1"} <= proofs.keys()
    assert {status for status, _ in statuses(stack, "explore").values()} <= set(GREEN)
    again = verify(stack)
    assert again.returncode == 1
    assert " 0 units judged" in again.stdout
    assert (statuses(stack, "prove"), again.stdout.splitlines()[:3]) == (proofs, first.stdout.splitlines()[:3])


def test_the_cure_makes_it_green_and_a_moved_line_is_right(stack: Path) -> None:
    """What is above a finding may grow; then what is refused is taken out."""
    verify(stack)
    mend(stack, "class Stack(", "# a comment\n\n\nclass Stack(")
    moved = verify(stack)
    assert moved.stdout.startswith(f"{place_in(stack)}: ")
    assert " 0 units judged" in moved.stdout
    mend(stack, ASIDE, PUSH)
    cured = verify(stack)
    assert cured.returncode == 0, cured.stdout + cured.stderr
    assert {status for status, _ in statuses(stack, "prove").values()} == {"proved"}


def test_nobody_proves_what_is_refused(stack: Path) -> None:
    """Not by force, either; and who does not ask for proofs hears nothing of it."""
    forced = verify(stack, "--judge", "prove", "--force")
    assert forced.returncode == 1
    assert " 0 units judged" in forced.stdout
    other = verify(stack, "--judge", "explore")
    assert other.returncode == 0
    assert FORM not in other.stdout


def test_every_report_tells_what_is_refused(stack: Path) -> None:
    """With the line, where a report has lines."""
    verify(stack, "--judge", "prove")
    place = place_in(stack)
    line = int(place.split(":")[1])
    texts = {file.name: file.read_text(encoding="utf-8") for file in (stack.parent / "reports").iterdir()}
    [told] = json.loads(texts["verdicts.json"])["refused"]
    assert told["judges"]["prove"]["evidence"][place]["line"] == line
    assert "### prove:language (stack): refused by the language\n" in texts["summary.md"]
    assert json.loads(texts["badge.json"])["message"] == "1 refused by the language"
    [suite] = ET.fromstring(texts["junit.xml"])
    [case] = [each for each in suite.iter("testcase") if each.find("failure") is not None]
    assert (case.get("name"), suite.get("failures")) == ("prove:language", "1")
    [run] = json.loads(texts["slotproof.sarif"])["runs"]
    [found] = run["results"]
    assert found["locations"][0]["physicalLocation"]["region"]["startLine"] == line
    assert run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == "prove:language"
    assert place in found["message"]["text"]


def test_github_is_shown_the_line(stack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an annotation of the file."""
    monkeypatch.setenv("GITHUB_ACTIONS", "1")
    line = place_in(stack).split(":")[1]
    assert f"::error file=refinement.py,line={line},title=prove%3Alanguage" in verify(stack, "--judge", "prove").stdout


def test_many_findings_are_cut_short(stack: Path) -> None:
    """The rest is counted, with the command that tells it."""
    mend(stack, ASIDE, PUSH + 12 * ASIDE.removeprefix(PUSH))
    told = verify(stack, "--judge", "prove").stdout
    assert told.count(f"`{FORM}`: ") == 10 + 1  # and once below the table
    assert "\nand 2 more: slotproof lint refinement.py\n" in told


@pytest.mark.parametrize("mistake", ["one_for_tuple", "no_side", "no_scope", "claim_id", "loop_local"])
def test_a_mistake_in_a_declaration_stops_the_run(tmp_path: Path, mistake: str) -> None:
    """All that `lint` says, whoever is asked, and nothing is judged."""
    file = tmp_path / "pile.py"
    file.write_text(RIGHT.replace(*EDITS[mistake], 1), encoding="utf-8")
    done = verify(file, "--judge", "explore")
    assert (done.returncode, done.stderr) == (2, "")
    assert done.stdout == slotproof(tmp_path, "lint", "pile.py").stdout
    assert not (tmp_path / "reports" / "verdicts.json").exists()
    assert not (tmp_path / ".slotproof" / "ledger.jsonl").exists()


def test_a_declaration_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """One that is made of another is declared nowhere as text."""
    shutil.copy(EXAMPLE, tmp_path / "refinement.py")
    text = "from dataclasses import replace\n\nfrom refinement import STACK\n\nOTHER = replace(STACK, name='other')\n"
    (tmp_path / "made.py").write_text(text, encoding="utf-8")
    done = verify(tmp_path / "made.py", "--judge", "explore")
    assert done.returncode == 2
    assert "declaration of other cannot be read" in " ".join(done.stderr.replace("│", " ").split())


def test_only_what_changed_is_looked_at_again() -> None:
    """What a look has read is kept with it."""
    project = Project()
    kept = looks(project, sources_of(project), {})
    assert sum(len(each.containers) for each in kept.values()) == 13
    assert len(kept) >= 13
    assert [each.findings for each in kept.values() if each.findings] == []
    with noted(look) as asked:
        assert looks(project, sources_of(project), kept) == kept
    assert asked == []
    changed = next(iter(kept))
    other = {**kept, changed: replace(kept[changed], digest="other")}
    with noted(look) as asked:
        assert looks(project, sources_of(project), other) == kept
    assert asked == [(Path(changed),)]


def test_where_nobody_proves_nothing_is_read(tmp_path: Path) -> None:
    """The judges of such a project take any Python."""
    toy = Toy(tmp_path)
    assert toy.run("verify").returncode == 0
    assert '"looks": {}' in (tmp_path / ".slotproof" / "ledger.jsonl").read_text(encoding="utf-8")
