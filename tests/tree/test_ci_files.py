"""The action, the hooks and gate-in-ci.md: what they call exists, what they use is pinned, and the script runs."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.cli import COMMANDS, load

from .layout import ROOT
from .plain_yaml import NotPlain, read

ACTION: Final[dict[str, Any]] = read((ROOT / "action.yml").read_text(encoding="utf-8"))
HOOKS: Final[list[dict[str, Any]]] = read((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
PAGE: Final = (ROOT / "docs/users/gate-in-ci.md").read_text(encoding="utf-8")
BLOCKS: Final = [read(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
STEPS: Final[list[dict[str, Any]]] = ACTION["runs"]["steps"]
PORT: Final = ROOT / "tests" / "hostile" / "port.py"
(SCRIPT,) = (step["run"] for step in STEPS if step.get("name") == "Run slotproof")


def wrong_call(line: str) -> list[str]:
    """What a command line asks of slotproof that it has not: commands and options, up to `--`."""
    name, *words = shlex.split(line)[1:]
    if name not in COMMANDS:
        return [f"no command {name}"]
    found: Any = load(name)
    while words and hasattr(found, "list_commands"):
        if words[0] not in found.list_commands(None):
            return [f"no command {words[0]}"]
        found = found.get_command(None, words.pop(0))
    known = {option for each in found.params for option in each.opts}
    given = words[: words.index("--")] if "--" in words else words
    return [f"no option {word} of {found.name}" for word in given if word.startswith("--") and word not in known]


def calls(text: str) -> Iterator[str]:
    """Each command line of slotproof in a script."""
    for line in text.replace("\\\n", " ").splitlines():
        call = re.search(r"(?:^|[\s-])(slotproof (?:verify|gate|claims|trace|explain|figure) .*)", line)
        if call:
            yield re.split(r" \|\| | \| | && |;", call[1])[0]


def wrong_uses(steps: list[dict[str, Any]]) -> list[str]:
    """Each action of somebody else that is not pinned to a commit."""
    used = [step["uses"] for step in steps if "uses" in step]
    return [use for use in used if not re.fullmatch(r"[\w./-]+@(?:[0-9a-f]{40}|COMMIT)", use)]


def test_the_action_believes_no_record_unless_it_is_told_to() -> None:
    """Strict is the default, and the page says so."""
    assert ACTION["inputs"]["strict"]["default"] == "true"
    assert re.search(r"^\| `strict` \| `true` \|", PAGE, re.MULTILINE)


def test_what_is_called_exists() -> None:
    """Every command and option in the action, the hooks and the page is one of ours."""
    lines = [*calls(SCRIPT), *(hook["entry"] for hook in HOOKS), *calls(PAGE)]
    assert len(lines) >= 6
    assert [problem for line in lines for problem in wrong_call(line)] == []
    options = re.findall(r"(?<=[ `])(--[\w-]+)", PAGE)
    assert {"--sarif", "--report", "--html"} <= set(options)
    both = {f"slotproof {command} {option}" for option in options for command in ("verify", "gate run")}
    assert not [each for each in options if all(wrong_call(line) for line in both if line.endswith(f" {each}"))]


@pytest.mark.parametrize(
    "line",
    ["slotproof verfy", "slotproof verify --sarf x", "slotproof gate run --sarif x -- ./d", "slotproof gate lnit"],
)
def test_a_call_of_what_is_not_there_is_reported(line: str) -> None:
    """A command or an option with a mistake in it is reported."""
    assert len(wrong_call(line)) == 1
    assert wrong_call("slotproof gate run --junit x -- ./d --sarif") == []


def test_what_is_used_is_pinned() -> None:
    """Actions of other people are named by commit, in the action and on the page."""
    jobs = next(block["jobs"] for block in BLOCKS if "jobs" in block)
    shown = [step for job in jobs.values() for step in job["steps"]]
    assert wrong_uses(STEPS) + wrong_uses(shown) == []
    assert sum("uses" in step for step in STEPS) == 3
    assert wrong_uses([{"uses": "actions/cache@v4"}, {"uses": "./x"}]) == ["actions/cache@v4", "./x"]
    assert ACTION["runs"]["using"] == "composite"
    assert all(step["shell"] == "bash" for step in STEPS if "run" in step)


def test_inputs_are_declared_used_and_documented() -> None:
    """No input is unknown, unused, or without a row on the page; none is pasted into a script."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"\binputs\.([\w-]+)", text))
    assert used == set(ACTION["inputs"])
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.*?) \|", PAGE, re.MULTILINE))
    assert set(ACTION["inputs"]) <= set(rows)
    for name, entry in ACTION["inputs"].items():
        assert entry["description"]
        assert not entry["default"] or f"`{entry['default']}`" in rows[name]
    given = [step["with"] for block in BLOCKS for job in block.get("jobs", {}).values() for step in job["steps"]
             if "slotproof" in step.get("uses", "")]  # fmt: skip
    assert len(given) == 2
    assert {name for each in given for name in each} <= set(ACTION["inputs"])
    assert not [step for step in STEPS if "${{" in step.get("run", "")]
    variables = set(re.findall(r"\$\{?([A-Z_]+)", SCRIPT)) - {"GITHUB_STEP_SUMMARY"}
    assert variables == set(next(step["env"] for step in STEPS if step.get("run") == SCRIPT))


def test_hooks_are_whole() -> None:
    """Each hook has what pre-commit asks for, and the page uses hooks that there are."""
    for hook in HOOKS:
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert (hook["language"], hook["pass_filenames"]) == ("python", "false")
    (repository,) = next(block["repos"] for block in BLOCKS if "repos" in block)
    known = {hook["id"]: hook["entry"] for hook in HOOKS}
    for hook in repository["hooks"]:
        assert wrong_call(" ".join([known[hook["id"]], *hook["args"]])) == []


def run_action(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the action as GitHub does, in a folder."""
    tools = folder / "bin"
    tools.mkdir()
    (tools / "slotproof").write_text(f'#!/bin/sh\nexec {sys.executable} -m slotproof "$@"\n', encoding="utf-8")
    (tools / "slotproof").chmod(0o755)
    names = ("COMMAND", "CONTAINERS", "JUDGES", "DRIVER", "KINDS", "BASELINE", "ARGUMENTS")
    given = {name: variables.get(name, "") for name in names}
    environment = {**os.environ, **given, "REPORTS": "the reports", "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
                   "PATH": f"{tools}:{os.environ['PATH']}"}  # fmt: skip
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", SCRIPT]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_action_verifies(tmp_path: Path) -> None:
    """A declaration is judged, the reports are written, the summary is shown; a failure fails the step."""
    file = tmp_path / "stack.py"
    shutil.copy(ROOT / "tests" / "engine" / "stack_refinement.py", file)
    file.write_text(file.read_text(encoding="utf-8").replace("self.height -= 1", "self.height -= 2"), encoding="utf-8")
    done = run_action(tmp_path, COMMAND="verify", CONTAINERS="stack.py", JUDGES="explore", ARGUMENTS="--jobs 1")
    assert done.returncode == 1, done.stdout + done.stderr
    assert (tmp_path / "the reports" / "slotproof.sarif").is_file()
    assert "### ST-I1 (stack): failed" in (tmp_path / "summary.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_action_drives_a_port(tmp_path: Path) -> None:
    """A driver is run under the gate with the options given, and what it answers wrongly fails the step."""
    (tmp_path / "driver").write_text(f"#!/bin/sh\nexec {sys.executable} -I -S {PORT} 'wrong answer'\n", "utf-8")
    (tmp_path / "driver").chmod(0o755)
    few = "--transitions 20 --random 0 --examples 0"
    done = run_action(tmp_path, COMMAND="gate", DRIVER="./driver", KINDS="token_allocator", ARGUMENTS=few)
    assert done.returncode == 1, done.stdout + done.stderr
    assert {path.name for path in (tmp_path / "the reports").iterdir()} == {
        "badge.json", "gate.html", "gate.jsonl", "junit.xml", "summary.md",
    }  # fmt: skip
    assert "token_allocator" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_the_action_knows_two_commands(tmp_path: Path) -> None:
    """Any other is wrong usage, and the step says so."""
    done = run_action(tmp_path, COMMAND="prove")
    assert (done.returncode, done.stdout) == (2, "::error::command is verify or gate, not prove\n")


@pytest.mark.parametrize("text", ["a: &x 1", "a: 1\na: 2", "- x\nb: 1", "a: {b: 1}", "a: b: c", "a: [b", "just words"])
def test_what_is_not_plain_is_refused(text: str) -> None:
    """The reader of these files takes nothing for what YAML would read otherwise."""
    with pytest.raises(NotPlain):
        read(text)
    assert read("# c\na: x # c\nb:\n  - y: 1\n    z: |\n      p\n\n        q\n  - [u, v]\n") == {
        "a": "x",
        "b": [{"y": "1", "z": "p\n\n  q\n"}, ["u", "v"]],
    }
