"""The command: what it prints, what it exits with, and that it cannot look green when it is not."""

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from slotproof import __version__
from slotproof.cli import COMMANDS, SUMMARIES, app, load
from slotproof.cli.names import unknown

from ..quick import first_only, long_unless
from ..toy import Toy

BREAK: Final = ("impl.py", "self.ticks += range(by)", "self.ticks += range(by - (len(self.ticks) == 1))")

BROKEN_MAP: Final = """
from dataclasses import replace
from slotproof.impl import handle_map
from slotproof.proofs.handle_map import HANDLE_MAP
from slotproof.spec.handle import Handle

class HandleMap(handle_map.HandleMap):
    def erase(self, handle):
        if not self.is_valid(handle):
            return False
        slot = handle.slot
        pos = self.sparse[slot]
        self.dense[pos] = self.dense[-1]
        self.meta[pos] = self.meta[-1]  # and the slot that moved is not told
        self.dense.pop()
        self.meta.pop()
        self.sparse[slot] = self.nil
        if self._bump(slot):
            self._push_back(slot)
        self.fragmented = True
        return True

BROKEN = replace(HANDLE_MAP, name="broken", impl=HandleMap)
"""

MAP_JUDGE: Final = """
from slotproof.declare.verdict import Failure, Outcome, Status, Step, Verdict
from slotproof.spec.handle import Handle
NAME = "map"
STEPS = (("insert", (7,)), ("insert", (8,)), ("get", (Handle(5, 1),)), ("erase", (Handle(0, 1),)))

def units(refinement, deep):
    return ["steps"]

def outcome(container, name, arguments):
    try:
        return Outcome(getattr(container, name)(*arguments))
    except Exception as error:
        return Outcome(None, type(error).__name__, str(error))

def run(refinement, unit, deep, tick):
    configuration = {"index_bits": 2, "generation_bits": 2}
    m, h = refinement.model(**configuration), refinement.impl(**configuration)
    trace = []
    for name, arguments in STEPS:
        before = h.to_dict()
        trace.append(Step(name, arguments, outcome(m, name, arguments), outcome(h, name, arguments)))
    broken = tuple(claim.id for claim in refinement.couple if not claim.holds(m, h))
    failure = Failure("HM-I2", "a claim is broken", configuration, tuple(trace), before, h.to_dict(), broken=broken)
    status = Status.FAILED if broken else Status.SAMPLED
    return [Verdict(refinement.name, NAME, unit, "HM-I2", status, failure=failure if broken else None)]
"""


# Exit codes


def test_all_green_exits_0(toy: Toy) -> None:
    """Every claim that needs a verdict has a green one; what is not green is said and not counted."""
    done = toy.run("verify")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split()[0] == "container", "nothing stands before the table"
    assert re.search(r"counter +not proved 0/1 +exhausted 3", done.stdout)
    assert re.search(r"other +- +exhausted 1", done.stdout)
    assert "5 claims: 4 exhausted, 1 assumed" in done.stdout
    assert "counter: not proved: CT-R1: only sketched" in done.stdout
    assert "1 deviation from the originals is shown by the tests" in done.stdout
    assert "only with --deep: stepper counter: long" in done.stdout


def test_a_failed_claim_exits_1(toy: Toy) -> None:
    """A container that breaks a claim turns the exit code, and `failed` is what the table says."""
    toy.change(*BREAK)
    done = toy.run("verify")
    assert done.returncode == 1
    assert re.search(r"counter +not proved 0/1 +failed 1/3", done.stdout)


@pytest.mark.long
def test_a_failure_stays_a_failure(toy: Toy) -> None:
    """A failed unit is run again each time and fails again; mended, it is green again."""
    toy.change(*BREAK)
    assert toy.run("verify").returncode == 1
    assert toy.run("verify").returncode == 1
    assert toy.runs().count("counter stepper steps") == 2
    toy.change(BREAK[0], BREAK[2], BREAK[1])
    assert toy.run("verify").returncode == 0


def test_a_claim_nobody_checks_exits_1(toy: Toy) -> None:
    """A law without a green verdict is named, and no run of all judges is green."""
    toy.change("stepper.py", 'if c.kind in "LIR"', 'if c.kind in "IR" or c.id == "OT-L1"')
    done = toy.run("verify")
    assert done.returncode == 1
    assert "no green verdict: CT-L1 (assumed): The count is in [0, limit]." in done.stdout


def test_not_proved_alone_is_not_green(toy: Toy) -> None:
    """A claim that is only `not proved` is uncovered; one that is green elsewhere fails under --strict only."""
    assert toy.run("verify", "--strict").returncode == 1
    toy.change("stepper.py", 'if c.kind in "LIR"', 'if c.kind in "LI"')
    done = toy.run("verify")
    assert done.returncode == 1
    assert "no green verdict: CT-R1 (not proved)" in done.stdout


def test_one_judge_is_not_asked_for_all_claims(toy: Toy) -> None:
    """With --judge, coverage is not asked for, and that is said."""
    done = toy.run("verify", "counter", "--judge", "sketcher")
    assert done.returncode == 0
    assert "only asked of all judges together" in done.stdout
    assert "checked by nobody asked: CT-L1, CT-I1" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("verify", "countr"), "nearest: counter"),
        (("verify", "--judge", "steper"), "nearest: stepper"),
        (("verify", "--judge", "stepper", "--operation", "add"), "no unit of stepper 'add'"),
        (("explain", "CT-I9"), "CT-I1"),
        (("trace", "CT-I9"), "CT-I1"),
        (("figure", "countr"), "nearest: counter"),
        (("verify", "--jobs", "0"), "--jobs"),
        (("judge",), "judge"),
    ],
)
def test_wrong_usage_exits_2(toy: Toy, arguments: tuple[str, ...], hint: str) -> None:
    """A name that is unknown is answered with the nearest ones."""
    done = toy.run(*arguments)
    assert done.returncode == 2
    assert hint in done.stderr
    assert toy.runs() == []


@pytest.mark.parametrize(
    ("name", "old", "new", "hint"),
    long_unless(
        lambda name, old, new, hint: hint in ("inside", "exit code 9"),
        [
            (
                "stepper.py",
                "    failure = first",
                "    raise ZeroDivisionError('inside')\n    failure = first",
                "inside",
            ),
            ("stepper.py", "    failure = first", "    import os\n    os._exit(9)\n    failure = first", "exit code 9"),
            ("stepper.py", 'NAME = "stepper"', "import missing_module", "missing_module"),
            ("stepper.py", 'return ["steps"', 'raise KeyError("no units")\n    return ["steps"', "no units"),
            ("stepper.py", "for id in claims", 'for id in [*claims, "CT-X7"]', "speaks of ['CT-X7']"),
            ("stepper.py", "for id in claims", "for id in []", "says nothing"),
        ],
    ),
    ids=["raises", "dies", "no import", "no units", "unknown claim", "silent"],
)
def test_a_checker_that_fails_exits_3(toy: Toy, name: str, old: str, new: str, hint: str) -> None:
    """A judge that raises, dies, cannot be loaded or says nonsense is no failed claim, and no green one either."""
    toy.change(name, old, new)
    done = toy.run("verify")
    assert done.returncode == 3
    assert hint in done.stdout + done.stderr
    assert "exhausted 3" not in done.stdout


@pytest.mark.parametrize(
    ("name", "old", "new", "hint"),
    [
        ("catalog.py", "from toy.other import OTHER", "import missing_module", "missing_module"),
        ("impl.py", "def up(self, by):", "def up(self, by:", "impl.py:6"),
        ("spec.py", "class CounterModel:", "NUMBER = 1 / 0\nclass CounterModel:", "spec.py:2"),
    ],
    ids=["import", "syntax", "raises"],
)
@pytest.mark.parametrize(
    "command", first_only([(("verify",),), (("claims",),), (("explain", "CT-R1"),), (("figure", "counter"),)])
)
def test_what_cannot_be_imported_is_wrong_usage(
    toy: Toy, command: tuple[str, ...], name: str, old: str, new: str, hint: str
) -> None:
    """Whoever wrote it is told the line, and sees no traceback."""
    toy.change(name, old, new)
    done = toy.run(*command, COLUMNS="400")
    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert toy.runs() == []


@pytest.mark.parametrize("command", first_only([(("verify",),), (("claims",),)]))
def test_optimised_python_is_refused(toy: Toy, command: tuple[str, ...]) -> None:
    """Under -O nothing is judged and nothing shown."""
    done = toy.run(*command, flags=("-O",))
    assert done.returncode == 2
    assert "python -O" in done.stderr
    assert toy.runs() == []


@pytest.mark.long
def test_a_judge_may_check_a_unit_as_a_whole(toy: Toy) -> None:
    """A check named by a word is no claim: it is shown apart, covers nothing, and fails like a claim."""
    toy.change("stepper.py", "for id in claims", "for id in [*claims, 'states']")
    done = toy.run("verify", "counter")
    assert done.returncode == 0, done.stdout
    assert "4 claims: 3 exhausted, 1 assumed" in done.stdout
    assert "1 check of a judge: 1 exhausted" in done.stdout
    toy.change("stepper.py", "Status.FAILED if failure", "Status.FAILED if id == 'states' or failure")
    done = toy.run("verify", "counter")
    assert done.returncode == 1
    assert "stepper:states failed (stepper, steps)" in done.stdout


def test_a_stale_verdict_is_not_green(toy: Toy) -> None:
    """If a source changes between the judging and the end, one judge alone is not green either."""
    change = "    with pathlib.Path('toy/impl.py').open('a') as f: f.write('#')\n    return ['steps']"
    toy.change("stepper.py", '    return ["steps", "long"] if deep else ["steps"]', change)
    done = toy.run("verify", "counter", "--judge", "stepper")
    assert done.returncode != 0
    assert "exhausted" not in done.stdout


@pytest.mark.parametrize(
    ("name", "known", "says"),
    [
        ("HANDLE-MAP", ["handle_map", "bitmask"], "nearest: handle_map"),
        ("hm-r33", ["HM-R3", "ST-L1"], "nearest: HM-R3"),
        ("zzz", ["handle_map", "bitmask"], "there are handle_map, bitmask"),
        ("zzz", [f"name_{number}" for number in range(30)], "name_19 and 10 more"),
    ],
)
def test_a_wrong_name_is_answered_with_those_that_are_right(name: str, known: list[str], says: str) -> None:
    """Capitals and dashes do not hide a likeness; where there is none, nothing is called near."""
    message = unknown("container", name, known).message
    assert message.endswith(says)
    assert ("nearest" in message) is (name != "zzz")


WRITTEN = [
    *(["verify", "handle", option] for option in ("--ledger", "--junit", "--report")),
    *(["certify", "handle", "--operation", "unpack", option] for option in ("--ledger", "--json")),
    *(["mutants", "handle", option] for option in ("--ledger", "--json")),
    ["lint", __file__, "--sarif"],
    *(["gate", "run", option] for option in ("--log", "--html")),
]
"""Commands, each with an option that names a file or a folder to write."""


@pytest.mark.parametrize("command", WRITTEN, ids=lambda command: f"{command[0]} {command[-1]}")
def test_a_place_that_cannot_be_written_is_wrong_usage(tmp_path: Path, command: list[str]) -> None:
    """That is said before anything is judged."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path / "file" / "below", *([tmp_path] if command[-1] != "--report" else [])):
        done = CliRunner().invoke(app, [*command, str(place), *(["--", "driver"] if command[0] == "gate" else [])])
        assert done.exit_code == 2
        assert "cannot be written" in " ".join(done.output.replace("│", " ").split())


@pytest.mark.parametrize("name", COMMANDS)
def test_what_help_lists_is_what_a_command_says_of_itself(name: str) -> None:
    """A command is not loaded for it, so its first line stands in a table."""
    assert (load(name).help or "").split("\n")[0].replace("[bold]", "") == SUMMARIES[name]
    assert list(SUMMARIES) == list(COMMANDS)


def test_the_version_is_told() -> None:
    """With the versions of the tools, on which verdicts depend."""
    done = CliRunner().invoke(app, ["--version"])
    assert done.exit_code == 0
    assert done.output.startswith(f"slotproof {__version__} (python 3.")
    assert "z3-solver" in done.output


# Output


def test_json_says_what_is_known(toy: Toy) -> None:
    """The file holds each claim with its status, and each judge with its own."""
    assert toy.run("verify", "--json", "out/verdicts.json").returncode == 0
    document = json.loads((toy.folder / "out" / "verdicts.json").read_text(encoding="utf-8"))
    claims: dict[str, Any] = {claim["id"]: claim for claim in document["claims"]}
    assert document["exit"] == 0
    assert claims["CT-R1"]["status"] == "exhausted"
    assert claims["CT-R1"]["judges"]["sketcher"]["status"] == "not proved"
    assert claims["CT-R1"]["judges"]["sketcher"]["reason"] == "only sketched"
    assert claims["CT-R1"]["judges"]["stepper"]["evidence"] == {"steps": {"traces": 14}}
    assert claims["CT-D1"] == {
        "id": "CT-D1",
        "kind": "deviation from the source",
        "statement": "It never counts down.",
        "container": "counter",
        "status": "assumed",
        "judges": {},
    }
    toy.change(*BREAK)
    assert toy.run("verify", "--json", "verdicts.json").returncode == 1
    document = json.loads((toy.folder / "verdicts.json").read_text(encoding="utf-8"))
    assert [claim["id"] for claim in document["claims"] if claim["status"] == "failed"] == ["CT-I1"]


@pytest.mark.long
def test_claims_marks_what_is_stale(toy: Toy) -> None:
    """Before a run everything is assumed; after a change nothing counts as green."""
    assert "exhausted" not in toy.run("claims").stdout
    toy.run("verify")
    assert re.search(r"CT-I1 .* exhausted", toy.run("claims", "counter").stdout)
    toy.change("impl.py", "limit=3", "limit=4")
    done = toy.run("claims")
    assert re.search(r"CT-I1 .* stale", done.stdout)
    assert re.search(r"OT-L1 .* exhausted", done.stdout)


def test_explain_says_where_and_what(judged_toy: Toy) -> None:
    """The claim, its kind, the places, the predicate, and each verdict with scope and evidence."""
    done = judged_toy.run("explain", "ct-i1")
    assert "There is a tick for each count." in done.stdout
    assert "invariant of the arrays" in done.stdout
    assert "spec   toy/spec.py:2" in done.stdout
    assert "impl   toy/impl.py:2" in done.stdout
    assert "claim  toy/counter.py:10" in done.stdout
    assert "return len(c.ticks) == m.count" in done.stdout
    assert "stepper: exhausted: steps; up to three steps; traces 14" in done.stdout


def test_trace_of_a_claim_that_holds(judged_toy: Toy) -> None:
    """Of an operation a worked step is drawn; of another claim it is said that there is no failure."""
    done = judged_toy.run("trace", "CT-R1", "--svg", "step.svg")
    assert "CT-R1 has no failure: exhausted" in done.stdout
    assert "ticks  | 0 | 1 |" in done.stdout
    assert (judged_toy.folder / "step.svg").is_file()
    assert "CT-L1 has no failure: exhausted" in judged_toy.run("trace", "CT-L1").stdout


@pytest.mark.long
def test_a_bar_only_on_a_terminal(toy: Toy) -> None:
    """Piped, and in CI, no control character is printed; on a terminal with slow work there is a bar."""
    toy.change("stepper.py", "    failure = first", "    import time\n    time.sleep(2)\n    failure = first")
    assert "\x1b" not in toy.run("verify", "--force").stdout
    assert b"\x1b[?25l" in _on_a_terminal(toy, {})
    assert b"\x1b[?25l" not in _on_a_terminal(toy, {"CI": "true"})
    assert not re.search(rb"\x1b\[[\d;]*3[0-9]m", _on_a_terminal(toy, {"NO_COLOR": "1"}))


def _on_a_terminal(toy: Toy, environment: dict[str, str]) -> bytes:
    """What the command prints on a terminal."""
    parent, child = pty.openpty()
    base = {name: value for name, value in toy.environment().items() if name not in {"CI", "NO_COLOR"}}
    command = toy.command("verify", "--force")
    with subprocess.Popen(
        command, cwd=toy.folder, env={**base, "TERM": "xterm", **environment}, stdout=child, stderr=child
    ):
        os.close(child)
        output = b""
        while True:
            try:
                part = os.read(parent, 65536)
            except OSError:  # the other end is closed
                part = b""
            if not part:
                break
            output += part
    os.close(parent)
    return output


# Failures


def _python(output: str) -> str:
    """The script within the report of a failure."""
    lines = output.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(("from ", "import ")))
    end = next(n for n, line in enumerate(lines) if line.startswith("picture: "))
    return "\n".join(lines[start:end])


def _execute(toy: Toy, script: str) -> str:
    """What the script leaves in `container`."""
    return subprocess.run(
        [*toy.command()[:1], "-c", f"{script}\nprint(vars(container))"],
        cwd=toy.folder,
        env=toy.environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_a_failure_is_shown_whole(toy: Toy) -> None:
    """ID, statement, places, picture, and Python that does what the picture shows."""
    toy.change(*BREAK)
    done = toy.run("verify")
    assert "CT-I1 failed (stepper, steps)" in done.stdout
    assert "There is a tick for each count." in done.stdout
    assert "spec   toy/spec.py:2" in done.stdout
    assert "impl   toy/impl.py:2" in done.stdout
    assert "docs   none" in done.stdout
    assert "ticks  | 0 |" in done.stdout
    script = _python(done.stdout)
    assert "# expected  2\n# actual    1\n# broken    CT-I1" in script
    assert _execute(toy, script) == "{'ticks': [0], 'limit': 3}"
    toy.change(BREAK[0], BREAK[2], BREAK[1])
    assert _execute(toy, script) == "{'ticks': [0, 0], 'limit': 3}"


@pytest.mark.long
def test_a_broken_handle_map_is_shown_whole(toy: Toy) -> None:
    """A forgotten write to `sparse` is drawn as a broken arrow, and the script reproduces it."""
    (toy.folder / "toy" / "broken.py").write_text(BROKEN_MAP, encoding="utf-8")
    (toy.folder / "toy" / "catalog.py").write_text(
        "from toy.broken import BROKEN\nCATALOG = {'broken': BROKEN}\n", encoding="utf-8"
    )
    (toy.folder / "toy" / "stepper.py").write_text(MAP_JUDGE, encoding="utf-8")
    done = toy.run("verify", "--judge", "stepper")
    assert done.returncode == 3, "the judge's name is not the one it is registered under"
    (toy.folder / "toy" / "stepper.py").write_text(MAP_JUDGE.replace('"map"', '"stepper"'), encoding="utf-8")
    done = toy.run("verify", "--judge", "stepper")
    assert done.returncode == 1
    assert "! sparse[1] -> meta[1], live slot to its position: there is no meta[1]" in done.stdout
    assert "! meta[0] -> sparse[1], position to its slot: sparse[1] is 1" in done.stdout
    assert "! broken link" in done.stdout
    assert re.search(r"\n +\^\n", done.stdout)
    script = _python(done.stdout)
    assert "with contextlib.suppress(OutOfRange):" in script
    assert "from toy.broken import HandleMap" in script
    assert "'sparse': [3, 1]" in _execute(toy, script)
    healthy = script.replace("from toy.broken import", "from slotproof.impl.handle_map import")
    assert "'sparse': [3, 0]" in _execute(toy, healthy)
    assert "stroke-dasharray" in (toy.folder / ".slotproof" / "failures" / "HM-I2.svg").read_text(encoding="utf-8")
