"""The ledger: unchanged work is not done again, and nothing else is believed."""

import errno
import json
import multiprocessing
import re
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.declare.verdict import Failure, Outcome, Status, Step, Verdict
from slotproof.spec.handle import Handle
from slotproof.verify import files
from slotproof.verify.failure import decode_failure, encode_failure
from slotproof.verify.ledger import Job, Ledger, strongest, weakest
from slotproof.verify.reading.sources import closure

from ..judging import mistaken
from ..quick import first_only, long_unless
from ..toy import Toy

ALL = ["counter sketcher sketch", "counter stepper steps", "other stepper steps"]


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """An empty ledger."""
    return Ledger(tmp_path / "ledger.jsonl")


STEPS: Final = Job("counter", "stepper", "steps", False)


def _verdicts(*ids: str) -> list[Verdict]:
    return [Verdict("counter", "stepper", "steps", id, Status.EXHAUSTED) for id in ids]


def _record(ledger: Ledger, *ids: str, key: str = "aa") -> None:
    ledger.record(STEPS, key, "own", _verdicts(*ids), 0.1)


# What is run


def test_unchanged_work_is_not_done_again(toy: Toy) -> None:
    """The second run runs nothing, asks no judge for its units, and says the same."""
    first = toy.run("verify")
    assert sorted(toy.runs()) == ALL
    before = toy.ledger.read_bytes()
    second = toy.run("verify")
    assert sorted(toy.runs()) == ALL
    assert "0 units judged, 3 unchanged" in second.stdout
    assert toy.ledger.read_bytes() == before
    assert first.stdout.splitlines()[:9] == second.stdout.splitlines()[:9]


def test_what_may_read_more_than_its_sources_is_judged_anew(judged_toy: Toy) -> None:
    """Of such a container nothing is kept, nor believed that was; of another one beside it everything is."""
    judged_toy.change("counter.py", "BY = Domain", "import os\n\nBY = Domain")
    for _ in range(2):
        done = judged_toy.run("verify")
        assert "2 units judged, 1 unchanged" in done.stdout
        assert "counter: judged anew each time, as it may read what is in no source: counter.py:14: os" in done.stdout
    assert "other: judged anew" not in done.stdout
    told = judged_toy.run("explain", "CT-R1").stdout
    assert "judged anew each time" in told
    assert "exhausted" not in told


def test_of_what_may_read_more_no_line_is_written(toy: Toy) -> None:
    """Only of the container beside it."""
    toy.change("counter.py", "BY = Domain", "import os\n\nBY = Domain")
    assert "3 units judged" in toy.run("verify").stdout
    lines = map(json.loads, toy.ledger.read_text(encoding="utf-8").splitlines())
    assert [line["unit"][0] for line in lines if "unit" in line] == ["other"]


def test_a_line_about_what_may_read_more_is_not_believed(judged_toy: Toy) -> None:
    """Whoever wrote it, and though it has the key."""
    judged_toy.change("counter.py", "BY = Domain", "import os\n\nBY = Domain")
    judged_toy.run("verify")
    lines = [json.loads(line) for line in judged_toy.ledger.read_text(encoding="utf-8").splitlines()]
    [survey] = [line for line in lines if "survey" in line][-1:]
    [counter] = [each for each in survey["containers"] if each["name"] == "counter"]
    units = {unit: key for judge in counter["units"].values() for unit, (key, _) in judge["plain"].items()}
    for line in lines:
        if line.get("unit", [""])[0] == "counter":
            with judged_toy.ledger.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**line, "key": units[line["unit"][2]]}) + "\n")
    assert "2 units judged, 1 unchanged" in judged_toy.run("verify").stdout


def test_what_there_is_to_judge_is_not_kept_of_what_is_read(toy: Toy) -> None:
    """A declaration that reads a file declares what the file says now."""
    toy.change("counter.py", '"There is a tick for each count."', 'open("said.txt").read()')
    for said in ("There are ticks.", "There are as many ticks as counts."):
        (toy.folder / "said.txt").write_text(said, encoding="utf-8")
        assert said in toy.run("claims").stdout


def test_force_runs_everything(judged_toy: Toy) -> None:
    """--force runs what is unchanged."""
    judged_toy.run("verify", "--force")
    assert sorted(judged_toy.runs()) == sorted(ALL * 2)


@pytest.mark.parametrize(
    ("name", "text", "new", "again"),
    long_unless(
        lambda name, text, new, again: name == "impl.py",
        [
            ("impl.py", "limit=3", "limit=4", ALL[:2]),
            ("counter.py", "small=lambda m, scope: (1, 2)", "small=lambda m, scope: (2, 1)", ALL[:2]),
            ("other.py", "class Nothing: pass", "class Nothing: x = 1", ALL[2:]),
            ("stepper.py", 'NAME = "stepper"', 'NAME, OTHER = "stepper", 1', ALL[1:]),
            ("sketcher.py", 'NAME = "sketcher"', 'NAME, OTHER = "sketcher", 1', ALL[:1]),
            ("catalog.py", "CATALOG", "OTHER_NAME = 1\nCATALOG", []),
        ],
    ),
)
def test_a_change_runs_what_depends_on_it(judged_toy: Toy, name: str, text: str, new: str, again: list[str]) -> None:
    """What a unit reaches is a reason to run it again, and so is all of its judge, and nothing else."""
    judged_toy.change(name, text, new)
    judged_toy.run("verify")
    assert sorted(judged_toy.runs()) == sorted(ALL + again)


@pytest.mark.parametrize(
    ("name", "text", "new"),
    [
        ("impl.py", "limit=3", "limit = 3"),
        ("impl.py", "class Counter:", "# counts\nclass Counter:\n    '''Counts.'''"),
        ("spec.py", "    def up(self, by):", "\n    # up\n    def up(self, by):\n        '''Count.'''"),
        ("counter.py", "BY = Domain", "\n\n\n# by how much\nBY = Domain"),
    ],
)
def test_layout_and_comments_are_no_change(judged_toy: Toy, name: str, text: str, new: str) -> None:
    """Nothing is judged again, and claims stand on the lines where they are now."""
    judged_toy.change(name, text, new)
    done = judged_toy.run("verify")
    assert "0 units judged, 3 unchanged" in done.stdout
    assert sorted(judged_toy.runs()) == ALL
    line = (judged_toy.folder / "toy" / "impl.py").read_text(encoding="utf-8").splitlines().index(
        "    def up(self, by):"
    ) + 1
    assert f"toy/impl.py:{line}" in judged_toy.run("explain", "CT-R1").stdout


def test_a_change_during_the_run_is_noticed(toy: Toy) -> None:
    """What was judged from sources that changed meanwhile is not recorded."""
    change = "    with pathlib.Path('toy/impl.py').open('a') as f: f.write('#')\n    failure = first"
    toy.change("stepper.py", "    failure = first", change)
    done = toy.run("verify", "counter", "--judge", "stepper")
    assert done.returncode == 3
    assert "the sources changed while it ran" in done.stdout
    assert "exhausted" not in done.stdout


@pytest.mark.long
def test_deep_and_plain_verdicts_are_two(judged_toy: Toy) -> None:
    """A plain verdict does not stand for a deep one."""
    judged_toy.run("verify", "--deep")
    assert Counter(judged_toy.runs())["counter stepper steps"] == 2
    assert Counter(judged_toy.runs())["counter stepper long"] == 1


@pytest.mark.long
def test_a_judge_that_only_selects_runs_a_unit_once_for_both_profiles(toy: Toy) -> None:
    """What the plain profile found is taken over by the deep one, and the other way round; a failure is not."""
    toy.selecting = frozenset({"stepper"})
    toy.run("verify", "counter")
    toy.run("verify", "counter", "--deep")
    toy.run("verify", "counter")
    assert Counter(toy.runs())["counter stepper steps"] == 1
    assert Counter(toy.runs())["counter stepper long"] == 1
    toy.change("impl.py", "self.ticks += range(by)", "self.ticks += range(by + 1)")
    toy.run("verify", "counter")
    done = toy.run("verify", "counter", "--deep")
    assert done.returncode == 1
    assert Counter(toy.runs())["counter stepper steps"] == 3


# What is on disk


def test_a_line_says_what_a_unit_says(judged_toy: Toy) -> None:
    """A line holds the verdicts of a unit, with status, scope and evidence; one more has what there is to judge."""
    lines = [json.loads(line) for line in judged_toy.ledger.read_text(encoding="utf-8").splitlines()]
    [survey] = [line for line in lines if "survey" in line]
    assert {"python", "z3-solver", "cvc5", "crosshair-tool", "hypothesis"} == set(survey["tools"])
    assert any(file.endswith("toy/impl.py") for file in survey["files"])
    [line] = [line for line in lines if line.get("unit") == ["counter", "stepper", "steps", False]]
    [verdict] = [each for each in line["verdicts"] if each["claim"] == "CT-I1"]
    found = (verdict["status"], verdict["scope"], verdict["evidence"])
    assert found == ("exhausted", "up to three steps", {"traces": 14})
    assert len(lines) == 1 + len(ALL)


@pytest.mark.parametrize("kept", [1, 40, -2])
@pytest.mark.long
def test_a_torn_last_line_is_judged_again(judged_toy: Toy, kept: int) -> None:
    """A process killed while it wrote leaves half a line: that unit is judged again, and no other."""
    text = judged_toy.ledger.read_bytes()
    start = text.rstrip(b"\n").rfind(b"\n") + 1
    judged_toy.ledger.write_bytes(text[: start + kept] if kept > 0 else text[:kept])
    done = judged_toy.run("verify")
    assert done.returncode == 0
    assert len(judged_toy.runs()) == len(ALL) + 1
    judged_toy.run("verify")
    assert len(judged_toy.runs()) == len(ALL) + 1


def test_what_cannot_be_written_is_told_and_judged_again(toy: Toy) -> None:
    """Where no file may grow, as on a full disk, the verdicts of the run are shown, and the next one believes none."""
    full = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", *toy.command("verify", "--jobs", "1")]
    done = subprocess.run(full, cwd=toy.folder, env=toy.environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "the next run judges again: .slotproof/ledger.jsonl cannot be written: File too large" in done.stdout
    assert re.search(r"\bexhausted\b", done.stdout)
    again = toy.run("verify")
    assert (again.returncode, len(toy.runs())) == (0, 2 * len(ALL))
    assert "cannot be written" not in again.stdout


def test_what_could_not_be_written_is_known_here_and_nowhere_else(ledger: Ledger) -> None:
    """A line that was written in part is none, and later ones count."""
    fills_up = f"file.write(text.encode()[:20])\n        raise OSError({errno.ENOSPC}, 'No space left on device')"
    with mistaken(files, ("file.write(text.encode())", fills_up)):
        _record(ledger, "CT-L1")
    assert ledger.unwritten == "No space left on device"
    assert ledger.current(STEPS, "aa")
    other = Ledger(ledger.path)
    assert not other.current(STEPS, "aa")
    _record(other, "CT-L2", key="bb")
    assert [each.verdict.claim for each in Ledger(ledger.path).current(STEPS, "bb")] == ["CT-L2"]


def test_why_nothing_is_written_is_told_whatever_the_error_says(ledger: Ledger) -> None:
    """If the machine has no words for it, those of the error."""
    with mistaken(files, ("file.write(text.encode())", "raise OSError('it is full')")):
        _record(ledger, "CT-L1")
    assert ledger.unwritten == "it is full"


def test_another_key_makes_a_line_stale(ledger: Ledger) -> None:
    """A verdict is current for its key and its unit, and for no others."""
    _record(ledger, "CT-L1")
    assert ledger.current(STEPS, "aa")
    assert not ledger.current(STEPS, "bb")
    assert not ledger.current(Job(*STEPS[:3], True), "aa")
    assert not ledger.current(Job("counter", "stepper", "other", False), "aa")


@pytest.mark.parametrize(("keys", "kept"), [("a", 1), ("ab", 2), ("abc", 1)])
def test_the_last_line_counts(ledger: Ledger, keys: str, kept: int) -> None:
    """A verdict for new sources replaces the old one; compaction drops what was replaced, if that is the most."""
    for key in keys:
        _record(ledger, "CT-L1", "CT-I1", key=key)
    assert [bool(ledger.current(STEPS, key)) for key in keys] == [key == keys[-1] for key in keys]
    assert len(ledger.path.read_text(encoding="utf-8").splitlines()) == len(keys)
    ledger.compact()
    assert len(ledger.path.read_text(encoding="utf-8").splitlines()) == kept
    for reader in (ledger, Ledger(ledger.path)):
        assert len(reader.current(STEPS, keys[-1])) == 2


@pytest.mark.parametrize(
    "line", ["{}", "[]", "7", '{"unit": ["a", "b", "c", false], "key": "k", "own": "", "seconds": 0, "verdicts": []}']
)
def test_a_line_of_another_format_counts_for_nothing(ledger: Ledger, line: str) -> None:
    """As an older version or another hand may have written it."""
    _record(ledger, "CT-L1")
    with ledger.path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    assert [entry.verdict.claim for entry in Ledger(ledger.path).current(STEPS, "aa")] == ["CT-L1"]
    assert Ledger(ledger.path).survey("toy") is None


def _record_many(path: Path, name: str) -> None:
    """Record forty units, half of them the same in each process."""
    ledger = Ledger(path)
    for number in range(40):
        unit = f"unit {number}" if number % 2 else f"{name} {number}"
        verdicts = [Verdict("counter", "stepper", unit, id, Status.SAMPLED) for id in ("CT-L1", "CT-I1")]
        ledger.record(Job("counter", "stepper", unit, False), "aa", "own", verdicts, 0.1)
        if number % 10 == 0:
            ledger.compact()


def test_two_processes_share_a_ledger(tmp_path: Path) -> None:
    """Nothing that one of them recorded is lost, torn or doubled."""
    path = tmp_path / "ledger.jsonl"
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_record_many, args=(path, name)) for name in ("one", "two")]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    counts = Counter(line["unit"][2] for line in lines)
    assert len(counts) == 60
    assert set(counts.values()) == {1}


@pytest.mark.long
def test_two_commands_at_once(toy: Toy) -> None:
    """Two runs in one folder leave one whole ledger."""
    for process in [toy.start("verify"), toy.start("verify")]:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    lines = [json.loads(line) for line in toy.ledger.read_text(encoding="utf-8").splitlines()]
    counts = Counter(str(line["unit"]) for line in lines if "unit" in line)
    assert set(counts.values()) == {1}
    assert len(counts) == len(ALL)
    runs = len(toy.runs())
    toy.run("verify")
    assert len(toy.runs()) == runs


def _judged(toy: Toy) -> bool:
    """True once the ledger holds a verdict."""
    return toy.ledger.is_file() and '"status"' in toy.ledger.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", first_only([signal.SIGINT, signal.SIGKILL]))
def test_an_interrupt_keeps_what_is_done(toy: Toy, ending: signal.Signals) -> None:
    """What was judged before is kept, what was not is judged the next time."""
    wait = "    import os, time\n    time.sleep(0 if os.path.exists('go') else 60)\n    return [Verdict(\"counter\""
    toy.change("sketcher.py", '    return [Verdict("counter"', wait)
    process = toy.start("verify", "--jobs", "1")
    deadline = time.monotonic() + 60
    while (ALL[0] not in toy.runs() or not _judged(toy)) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(ending)
    process.communicate(timeout=120)
    assert process.returncode == (130 if ending is signal.SIGINT else -signal.SIGKILL)
    (toy.folder / "go").touch()
    done = toy.run("verify")
    assert done.returncode == 0
    assert "2 units judged, 1 unchanged" in done.stdout


# What a claim depends on


def test_the_sources_of_the_handle_map() -> None:
    """Model, implementation, declaration and vocabulary belong to it, the command line does not."""
    found = closure(["slotproof.proofs.handle_map"])
    assert {"slotproof.spec.handle_map", "slotproof.impl.handle_map", "slotproof.spec.logic"} <= set(found)
    assert {"slotproof", "slotproof.spec", "slotproof.spec.errors"} <= set(found)
    assert not {"slotproof.cli", "slotproof.verify.ledger", "slotproof.proofs.catalog"} & set(found)


@pytest.mark.parametrize(
    "line",
    ["from toy.deep import x", "import toy.deep", "from . import deep", "from .deep import x", "NAME = 'toy.deep'"],
)
def test_every_form_of_import_is_seen(toy: Toy, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Absolute, relative, inside a function, or as the name of a module in a string."""
    monkeypatch.syspath_prepend(toy.folder)
    (toy.folder / "toy" / "deep.py").write_text("x = 1\n", encoding="utf-8")
    (toy.folder / "toy" / "top.py").write_text(f"def f():\n    {line}\n", encoding="utf-8")
    assert set(closure(["toy.top"])) == {"toy", "toy.top", "toy.deep"}


def test_a_data_file_is_a_source(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data file that a string names is a source; a module that is not there is an error."""
    monkeypatch.syspath_prepend(toy.folder)
    (toy.folder / "toy" / "expected.toml").write_text("a = 1\n", encoding="utf-8")
    (toy.folder / "toy" / "top.py").write_text("NAME = 'expected.toml'\n", encoding="utf-8")
    assert set(closure(["toy.top"])) == {"toy", "toy.top", "toy/expected.toml"}
    with pytest.raises(FileNotFoundError, match=r"toy\.absent"):
        closure(["toy.absent"])


# Values


def test_a_failure_survives_the_file() -> None:
    """Arguments, results and states come back as they were written; twice is the same as once."""
    steps = (Step("erase", (Handle(0, 1), [1]), Outcome(True), Outcome(None, "KeyError", "0")),)
    state: dict[str, Any] = {"dense": [Handle(1, 2), (3, 4)], "value": {0: "a"}, "nil": 3}
    failure = Failure("HM-I2", "m", {"index_bits": 2, "generation": "wrap"}, steps, state, state, broken=("HM-I2",))
    data = encode_failure(failure)
    back = decode_failure(json.loads(json.dumps(data)))
    assert repr(back.trace[0].arguments) == "(Handle(slot=0, generation=1, type_id=0, free=0), [1])"
    assert str(back.trace[0].expected) == "True"
    assert str(back.trace[0].actual) == "raises KeyError"
    assert repr(back.configuration["generation"]) == "'wrap'"
    assert back.before == {"dense": [repr(Handle(1, 2)), [3, 4]], "value": {0: "a"}, "nil": 3}
    assert encode_failure(back) == data


def test_statuses_add_up() -> None:
    """The units of one judge are as strong as the weakest; of several judges the strongest green one counts."""
    assert weakest([Status.PROVED, Status.NOT_PROVED]) is Status.NOT_PROVED
    assert weakest([Status.EXHAUSTED, Status.STALE]) is Status.STALE
    assert strongest([Status.SAMPLED, Status.PROVED, Status.NOT_CONFIRMED]) is Status.PROVED
    assert strongest([Status.PROVED, Status.FAILED]) is Status.FAILED
    assert strongest([Status.STALE, Status.NOT_PROVED]) is Status.STALE
    assert strongest([]) is Status.ASSUMED
