"""A proof that rests on another one shows nothing if that one failed, or if nobody has looked at it."""

import json
import os
import py_compile
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from slotproof.declare.verdict import Status, Verdict
from slotproof.engine.prove import prove
from slotproof.proofs.catalog import CATALOG
from slotproof.verify.grounds import Grounds
from slotproof.verify.ledger import Ledger
from slotproof.verify.project import Project
from slotproof.verify.survey import Survey, Unit, known_of

from ..quick import long_unless

DECLARATION = '''
"""A counter whose `twice` rests on `up`, and `four_times` on `twice`."""

from slotproof.declare import Claim, Operation, Refinement, Scope, invariant


class CounterModel:
    count: int

    def __init__(self) -> None:
        self.count = 0

    def up(self) -> None:
        self.count += 1

    def twice(self) -> None:
        self.up()
        self.up()

    def four_times(self) -> None:
        self.twice()
        self.twice()


class Counter:
    count: int

    def __init__(self) -> None:
        self.count = START

    def up(self) -> None:
        self.count += STEP

    def twice(self) -> None:
        self.up()
        self.up()

    def four_times(self) -> None:
        self.twice()
        self.twice()


@invariant("CN-I1", "Both count alike.")
def alike(m: CounterModel, c: Counter) -> bool:
    return m.count == c.count


START = 0
STEP = 2
COUNTER = Refinement(
    code="CN",
    name="counter",
    title="counter",
    model=CounterModel,
    impl=Counter,
    couple=(alike,),
    laws=(),
    operations=(
        Operation("up", Claim("CN-R1", "`up` counts.")),
        Operation("twice", Claim("CN-R2", "`twice` counts twice."), uses=("up",)),
        Operation("four_times", Claim("CN-R3", "`four_times` counts four times."), uses=("twice",)),
    ),
    scopes=(Scope("small", {}),),
    configure=lambda make: {},
)
'''


CLOCK = '''
"""A clock that holds a counter, and whose `tick` rests on `twice` of that."""

import counter_rests
from counter_rests import Counter, CounterModel

from slotproof.declare.words import meaning_of
from slotproof.declare import Claim, Inside, Operation, Refinement, Scope, invariant


def represent(m: CounterModel) -> Counter:
    made = Counter()
    made.count = m.count
    return made


def abstract(c: Counter) -> CounterModel:
    made = CounterModel()
    made.count = c.count
    return made


class ClockModel:
    time: int

    def __init__(self) -> None:
        self.time = 0

    def tick(self) -> None:
        self.time += 2


class Clock:
    counter: Counter

    def __init__(self) -> None:
        self.counter = Counter()

    def tick(self) -> None:
        self.counter.twice()


@invariant("CK-I1", "The counter has counted the time.")
def counted(m: ClockModel, c: Clock) -> bool:
    return meaning_of(c.counter, abstract).count == m.time


CLOCK = Refinement(
    code="CK",
    name="clock",
    title="clock",
    model=ClockModel,
    impl=Clock,
    couple=(counted,),
    laws=(),
    operations=(Operation("tick", Claim("CK-R1", "`tick` adds two.")),),
    scopes=(Scope("small", {}),),
    inside={"counter": Inside(counter_rests.COUNTER, represent)},
    configure=lambda make: {},
)
'''

WORDS = '''
"""A cell whose `invert` is known by a theorem."""

from slotproof.declare import Claim, Operation, Refinement, Scope, Theorem, invariant
from slotproof.declare import Summary


def inverted(word: int) -> int:
    return word ^ MASK


def facts(wide: int, result: int, word: int) -> bool:
    return result != word


INVERTED = Summary(inverted, int, facts, "CL-B1", lambda bits, word_bits: [(bits.int("word", word_bits),)])


def shown(bits, *, word_bits):
    word = bits.int("word", word_bits)
    return inverted(inverted(word)) == word


class CellModel:
    word: int

    def __init__(self) -> None:
        self.word = 0

    def invert(self) -> bool:
        before = self.word
        self.word = inverted(self.word)
        return self.word != before


class Cell:
    word: int

    def __init__(self) -> None:
        self.word = 0

    def invert(self) -> bool:
        self.word = inverted(self.word)
        return True


@invariant("CL-I1", "Both hold the same word.")
def alike(m: CellModel, c: Cell) -> bool:
    return m.word == c.word


MASK = 1
CELL = Refinement(
    code="CL",
    name="cell",
    title="cell",
    model=CellModel,
    impl=Cell,
    couple=(alike,),
    laws=(),
    operations=(Operation("invert", Claim("CL-R1", "`invert` answers true.")),),
    theorems=(Theorem(Claim("CL-B1", "`inverted` gives another word."), shown, ({"word_bits": 8},), (INVERTED,)),),
    summaries=(INVERTED,),
    scopes=(Scope("small", {}),),
    configure=lambda make: {},
)
'''


@dataclass
class Said:
    """What the command said: exit code, what it printed, and of each claim the status and the reason."""

    code: int
    printed: str
    report: dict[str, Any]
    claims: dict[str, tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.claims = {each["id"]: (each["status"], _reason(each)) for each in self.report["claims"]}


def _reason(claim: dict[str, Any]) -> str:
    return str(claim["judges"].get("prove", {}).get("reason", ""))


def verify(folder: Path, file: str, *options: str) -> Said:
    """What the command says of the containers of a file, by their proofs, in a process of its own."""
    command = ["-m", "slotproof", "verify", file, "--judge", "prove", "--jobs", "1", "--report", ".", *options]
    run = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return Said(run.returncode, run.stdout, json.loads((folder / "verdicts.json").read_text(encoding="utf-8")))


@pytest.fixture
def counter(tmp_path: Path) -> Path:
    """The file of a counter whose `up` is wrong, and of a clock beside it that holds one."""
    (tmp_path / "clock_rests.py").write_text(CLOCK, encoding="utf-8")
    file = tmp_path / "counter_rests.py"
    file.write_text(DECLARATION, encoding="utf-8")
    return file


def mend(file: Path, wrong: str, right: str) -> None:
    """Replace what is wrong in a file, which Python has compiled; its time does not tell of it."""
    text, before = file.read_text(encoding="utf-8"), file.stat()
    assert wrong in text
    py_compile.compile(str(file), doraise=True)
    file.write_text(text.replace(wrong, right), encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_what_rests_on_a_failed_proof_is_not_proved(counter: Path) -> None:
    """Not `twice`, and not what rests on that; with `up` mended, all are."""
    broken = verify(counter.parent, counter.name)
    assert broken.claims["CN-R1"][0] == "failed"
    assert broken.claims["CN-R2"] == ("not proved", "rests on counter up, which is failed")
    assert broken.claims["CN-R3"] == ("not proved", "rests on counter twice, which is not proved")
    mend(counter, "STEP = 2", "STEP = 1")
    assert {status for status, _ in verify(counter.parent, counter.name).claims.values()} == {"proved"}
    kept = map(json.loads, (counter.parent / ".slotproof" / "ledger.jsonl").read_text(encoding="utf-8").splitlines())
    evidence = [each.get("evidence", {}) for line in kept for each in line.get("verdicts", ())]
    assert all("paths" in each for each in evidence)
    assert evidence
    assert not any("files" in each for each in evidence)


@pytest.mark.parametrize("profiles", [(), ("--deep",)])
@pytest.mark.long
def test_what_failed_before_the_sources_changed_counts_no_more(counter: Path, profiles: tuple[str, ...]) -> None:
    """Not in the profile that was not asked again, either."""
    assert verify(counter.parent, counter.name, *({"--deep"} - set(profiles))).code == 1
    mend(counter, "STEP = 2", "STEP = 1")
    mended = verify(counter.parent, counter.name, *profiles)
    assert {status for status, _ in mended.claims.values()} == {"proved"}


@pytest.mark.long
def test_what_is_inside_is_judged_as_well(counter: Path) -> None:
    """The clock alone is asked for; its counter is not, and fails: nothing of the clock's `tick` is proved."""
    broken = verify(counter.parent, "clock_rests.py")
    assert broken.code == 1
    assert broken.claims["CK-R1"] == ("not proved", "rests on counter twice, which is not proved")
    assert {each["id"]: each["status"] for each in broken.report["beneath"]} == {"CN-I1": "failed", "CN-R1": "failed"}
    assert "CN-I1 failed where proofs rest on it (prove, counter: up)" in broken.printed
    mend(counter, "STEP = 2", "STEP = 1")
    mended = verify(counter.parent, "clock_rests.py")
    assert mended.code == 0
    assert {status for status, _ in mended.claims.values()} == {"proved"}
    assert "judged as well, as proofs rest on it: prove counter: new; twice; up" in mended.printed
    again = verify(counter.parent, "clock_rests.py")
    assert again.code == 0
    assert " 0 units judged" in again.printed
    assert "judged as well" not in again.printed


@pytest.mark.long
def test_what_is_inside_must_be_made_right(counter: Path) -> None:
    """A new clock makes a counter, which is coupled with its model by a proof of its own."""
    mend(counter, "STEP = 2", "STEP = 1")
    mend(counter, "START = 0", "START = 1")
    broken = verify(counter.parent, "clock_rests.py")
    assert broken.code == 1
    assert broken.claims["CK-I1"][0] == "not proved"
    assert "rests on counter new, which is failed" in broken.claims["CK-I1"][1]
    assert broken.claims["CK-R1"][0] == "failed"  # there is no clock that the proof could speak of
    assert "or no new container is as claimed" in broken.printed


@pytest.mark.parametrize(
    ("container", "inside"),
    long_unless(
        lambda container, inside: container != "registry",
        [
            ("token_allocator", "bitmask"),
            ("indexed_store", "hash_index"),
            ("typed_store", "handle_map"),
            ("registry", "entity_storage"),
        ],
    ),
)
def test_a_new_container_rests_on_what_is_made_with_it(container: str, inside: str) -> None:
    """Of one, of several, and of an arrangement."""
    verdicts = prove.run(CATALOG[container], "new")
    assert {verdict.status for verdict in verdicts} == {Status.PROVED}
    assert all(f"{inside} new" in verdict.evidence["rests_on"] for verdict in verdicts)


def test_an_arrangement_rests_on_proofs_for_the_same_arrangement(tmp_path: Path) -> None:
    """That another one is proved by default shows nothing of it; a new container is proved for all of them."""
    ledger, registry = Ledger(tmp_path / "ledger.jsonl"), CATALOG["registry"]
    units = {deep: {unit: Unit(unit, "") for unit in prove.units(registry, deep)} for deep in (False, True)}
    containers = {"registry": known_of(registry, units={"prove": units})}
    grounds = Grounds(Project(), Survey("", "", (), containers), ledger)
    erasing = [one for one in registry.arranged if "erase" in (one.operations or ())]
    by_default = next(one.name for one in erasing if not one.deep)
    only_deep = next(one.name for one in erasing if one.deep)
    for name, deep in ((by_default, False), (only_deep, True)):
        rests = {"rests_on": ["registry new", "registry erase"]}
        verdict = Verdict("registry", "prove", f"remove | {name}", "RG-R8", Status.PROVED, evidence=rests)
        named = grounds.job("registry", "prove", verdict.unit, deep)
        ledger.record(named, verdict.unit, "", [verdict], 0.0)
        lines = ledger.entries(named)
        asked = {(job.unit, job.deep) for job in grounds.lacking(lines)}
        assert asked == {("new", False), (f"erase | {name}", deep)}


@pytest.mark.long
def test_every_report_tells_what_failed_beneath(counter: Path) -> None:
    """Though the container that it is of was not asked for."""
    verify(counter.parent, "clock_rests.py")
    texts = {file.name: file.read_text(encoding="utf-8") for file in counter.parent.iterdir() if file.is_file()}
    assert "### CN-R1 (counter): failed where proofs rest on it" in texts["summary.md"]
    assert "failed where proofs rest on it" in json.loads(texts["badge.json"])["message"]
    [suite] = [each for each in ET.fromstring(texts["junit.xml"]) if each.get("name") == "beneath"]
    assert "CN-R1" in {case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None}
    [run] = json.loads(texts["slotproof.sarif"])["runs"]
    [told] = [each for each in run["results"] if each["ruleId"] == "CN-R1"]
    assert run["tool"]["driver"]["rules"][told["ruleIndex"]]["id"] == "CN-R1"
    assert told["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "counter_rests.py"


def explain(file: Path, claim: str) -> str:
    """What is known of a claim that a file declares; nothing is judged."""
    command = [sys.executable, "-m", "slotproof", "--from", file.name, "explain", claim]
    return subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=True).stdout


def forget_unit(folder: Path, unit: str) -> None:
    """Take what one unit said out of the ledger, as if nobody had judged it."""
    ledger = folder / ".slotproof" / "ledger.jsonl"
    lines = ledger.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if json.loads(line).get("unit", ["", "", ""])[2] != unit]
    assert kept != lines
    ledger.write_text("".join(kept), encoding="utf-8")


@pytest.mark.long
def test_what_nobody_judged_is_no_ground(counter: Path) -> None:
    """Where the lines of what is inside are gone, what rests on it is not said to be proved."""
    mend(counter, "STEP = 2", "STEP = 1")
    verify(counter.parent, "clock_rests.py")
    clock = counter.with_name("clock_rests.py")
    assert "status  proved" in explain(clock, "CK-R1")
    forget_unit(counter.parent, "up")
    gone = explain(clock, "CK-R1")
    assert "status  not proved" in gone
    assert "rests on counter twice, which is not proved" in gone


@pytest.mark.long
def test_an_invariant_that_some_operations_keep_is_not_proved(counter: Path) -> None:
    """As after an interruption: what was judged says nothing before the rest is."""
    mend(counter, "STEP = 2", "STEP = 1")
    verify(counter.parent, counter.name)
    assert "status  proved" in explain(counter, "CN-I1")
    forget_unit(counter.parent, "four_times")
    partly = explain(counter, "CN-I1")
    assert "status  stale" in partly
    assert "prove: not judged: four_times" in partly
    again = verify(counter.parent, counter.name)
    assert "1 unit judged, 3 unchanged" in again.printed
    assert "status  proved" in explain(counter, "CN-I1")


@pytest.mark.long
def test_what_rests_on_a_failed_theorem_is_not_proved(tmp_path: Path) -> None:
    """A summary is as good as the theorem that shows it, which another judge looks at, asked for or not."""
    file = tmp_path / "cell_rests.py"
    right, wrong = "inverted(inverted(word)) == word", "inverted(word) == word"
    file.write_text(WORDS.replace(right, wrong), encoding="utf-8")
    broken = verify(tmp_path, file.name)
    assert broken.code == 1
    assert broken.claims["CL-R1"] == ("not proved", "rests on CL-B1, which is failed")
    assert "CL-B1 failed where proofs rest on it (bits, cell: CL-B1)" in broken.printed
    mend(file, wrong, right)
    mended = verify(tmp_path, file.name)
    assert mended.code == 0
    assert mended.claims["CL-R1"][0] == "proved"
    assert "judged as well, as proofs rest on it: bits cell: CL-B1" in mended.printed
