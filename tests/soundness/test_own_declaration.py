"""`slotproof verify` on a file outside this repository that declares a container of its own."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..tree.layout import ROOT

EXAMPLE = ROOT / "tests" / "engine" / "stack_refinement.py"


def slotproof(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    command = [sys.executable, "-m", "slotproof", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the example in it, in two files."""
    shutil.copy(EXAMPLE, tmp_path / "refinement.py")
    return tmp_path


def test_a_declaration_of_ones_own_is_judged_by_every_judge(folder: Path) -> None:
    """The stack is proved, exhausted and sampled where it lies; a second run judges nothing again."""
    done = slotproof(folder, "verify", "refinement.py", "--json", "verdicts.json")
    assert done.returncode == 0, done.stdout + done.stderr
    claims = {each["id"]: each for each in json.loads((folder / "verdicts.json").read_text(encoding="utf-8"))["claims"]}
    assert claims["ST-R3"]["judges"].keys() >= {"prove", "explore", "walk"}
    assert claims["ST-R3"]["status"] == "proved"
    again = slotproof(folder, "verify", "refinement.py")
    assert " 0 units judged" in again.stdout
    assert "ST-R3" in slotproof(folder, "--from", "refinement.py", "explain", "ST-R3").stdout


def test_a_declaration_finds_what_it_is_made_of_by_the_old_name_too(folder: Path) -> None:
    """`slotproof.proofs.engine.refinement` is read and imported as `slotproof.declare` is."""
    file = folder / "refinement.py"
    text = file.read_text(encoding="utf-8")
    assert text.count("from slotproof.declare import") == 1
    file.write_text(text.replace("slotproof.declare import", "slotproof.proofs.engine.refinement import"), "utf-8")
    done = slotproof(folder, "verify", "refinement.py", "--operation", "push")
    assert done.returncode == 0, done.stdout + done.stderr
    file.write_text(file.read_text("utf-8").replace("forall(0, len", "forall_(0, len", 1), "utf-8")
    assert "forall_" in slotproof(folder, "lint", "refinement.py").stdout


def test_one_operation_is_proved_alone(folder: Path) -> None:
    """Its claims are told of, and that nothing else was asked; a name that is none is refused, with the nearest."""
    done = slotproof(folder, "verify", "refinement.py", "--operation", "push")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "push alone: what other operations do to these claims was not asked" in done.stdout
    assert " 1 unit judged" in done.stdout
    refused = slotproof(folder, "verify", "refinement.py", "--operation", "pus")
    assert refused.returncode == 2
    assert "nearest: push" in refused.stderr


def test_a_number_in_a_message_is_a_scope_and_no_proof_with_strict(folder: Path) -> None:
    """CPython does not spell every number: the verdict says of which it is; `shown` spells all."""
    text = (folder / "refinement.py").read_text(encoding="utf-8")
    done = slotproof(folder, "verify", "refinement.py", "--operation", "drop_to", "--json", "verdicts.json")
    assert done.returncode == 0, done.stdout
    assert "assume that a number in the message of an error has at most 4,300 digits" in done.stdout
    told = json.loads((folder / "verdicts.json").read_text(encoding="utf-8"))["claims"]
    scopes = {each["judges"]["prove"]["scope"] for each in told}
    assert scopes == {"a number in the message of an error has at most 4,300 digits"}
    strict = slotproof(folder, "verify", "refinement.py", "--operation", "drop_to", "--strict")
    assert strict.returncode == 1
    assert "with --strict that is no proof; write shown(number) there" in strict.stdout
    spelled = re.sub(r"\{(height|self\.height)\}", r"{shown(\1)}", text)
    spelled = spelled.replace("import Missing, OutOfRange", "import Missing, OutOfRange, shown")
    (folder / "refinement.py").write_text(spelled, encoding="utf-8")
    shown = slotproof(folder, "verify", "refinement.py", "--operation", "drop_to", "--strict")
    assert shown.returncode == 0, shown.stdout
    assert "4,300" not in shown.stdout


@pytest.mark.long
def test_what_stands_beside_the_declaration_is_a_source_of_it(folder: Path) -> None:
    """A change of a module that the declaration imports makes its claims due again, and a wrong one makes them fail."""
    text = (folder / "refinement.py").read_text(encoding="utf-8")
    start, end = text.index("class Stack("), text.index("@law(")
    head = "from typing import Generic, TypeVar\n\nfrom slotproof.spec.errors import Missing, OutOfRange\n\n"
    (folder / "stack.py").write_text(f'{head}T = TypeVar("T")\n\n\n{text[start:end]}', encoding="utf-8")
    text = text[:start] + text[end:]
    text = text.replace("from slotproof.spec.logic", "from stack import Stack\nfrom slotproof.spec.logic")
    (folder / "refinement.py").write_text(text, encoding="utf-8")
    arguments = ("verify", "refinement.py", "--judge", "explore")
    assert slotproof(folder, *arguments).returncode == 0
    stack = folder / "stack.py"
    right = stack.read_text(encoding="utf-8")
    assert "self.height -= 1" in right
    stack.write_text(right.replace("self.height -= 1", "self.height -= 2"), encoding="utf-8")
    done = slotproof(folder, *arguments)
    assert done.returncode == 1
    assert "ST-R2" in done.stdout


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("nowhere.py", None, "there is no file"),
        ("json.py", "x = 1\n", "cannot be imported as json"),
        ("empty.py", "x = 1\n", "declares no container"),
    ],
)
def test_a_file_that_declares_nothing_is_wrong_usage(folder: Path, name: str, text: str | None, message: str) -> None:
    """Exit code 2, and the reason."""
    if text is not None:
        (folder / "own").mkdir()
        (folder / "own" / name).write_text(text, encoding="utf-8")
    done = slotproof(folder, "verify", f"own/{name}")
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.parametrize("other", ["slotproof/more.py", "slotproof/__init__.py", "slotproof.py"])
def test_another_slotproof_beside_a_declaration_is_wrong_usage(tmp_path: Path, other: str) -> None:
    """It would be imported in place of the package; exit code 2, and the reason."""
    for name in (f"own/{other}", "own/own.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n", encoding="utf-8")
    done = slotproof(tmp_path, "verify", "own/own.py")
    assert done.returncode == 2
    assert "has another slotproof, which would be imported" in " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("syntax_own.py", "x = 1\ndef (:\n", "SyntaxError: invalid syntax (syntax_own.py:2)"),
        ("module_own.py", "\nimport no_such_module_at_all\n", "named 'no_such_module_at_all' (module_own.py:2)"),
        ("name_own.py", "from json import nothing_such\n", "(name_own.py:1)"),
        ("exit_own.py", "import sys\n\nsys.exit(3)\n", "SystemExit: 3 (exit_own.py:3)"),
        ("value_own.py", "def f():\n    raise ValueError('mine')\n\nf()\n", "ValueError: mine (value_own.py:2)"),
        (
            "said_own.py",
            "from slotproof.declare import Cost\n\nCost('1', 0)\n",
            "of Cost is '1': give it as `int` (said_own.py:3)",
        ),
        ("none_own.py", "from slotproof.declare import Operation\nOperation('a', None)\n", "`Claim` (none_own.py:2)"),
        (
            "each_own.py",
            "from slotproof.declare import Claim, Operation\nOperation('a', Claim('AA-R1', 'A.'), takes=(3,))\n",
            "`takes=` of Operation has 3: give it as `tuple[Domain, ...]` (each_own.py:2)",
        ),
    ],
)
def test_a_file_that_does_not_run_is_wrong_usage(tmp_path: Path, name: str, text: str, message: str) -> None:
    """The reason names the line of the file at which it went wrong."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = slotproof(tmp_path, "verify", name)
    assert done.returncode == 2
    told = " ".join(done.stderr.replace("│", " ").split())
    assert f"{name} cannot be imported: " in told
    assert message in told
