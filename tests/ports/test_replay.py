"""The replayer in C++ that the porting guide hands out: it compiles alone, passes on our vectors, fails on others."""

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Final

import pytest

from slotproof.gate.authoring.vectors import SUITES

from ..tree.layout import ROOT
from .building import build

VECTORS: Final = ROOT / "vectors" / "bitmask"


@pytest.fixture(scope="module")
def replayer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, built with every warning as an error."""
    folder = tmp_path_factory.mktemp("replay")
    warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
    source = str(ROOT / "docs" / "replay.cpp")
    build(folder, "g++", "-std=c++20", "-O1", *warnings, "-o", "replay", source, needs="apt-get install g++")
    return folder / "replay"


def replayed(replayer: Path, file: Path) -> tuple[int, str]:
    """Exit code and last line of a replay."""
    done = subprocess.run([replayer, file], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "path", sorted(set(VECTORS.glob("*.jsonl")) - {VECTORS / "peers.jsonl"}), ids=lambda path: path.stem
)
def test_our_vectors_pass(replayer: Path, path: Path) -> None:
    """Each file of the bitmask without operations inside others passes, whatever its suite and its widths."""
    assert replayed(replayer, path) == (0, "0 traces failed")


def test_every_suite_is_replayed() -> None:
    """The bitmask has a file of each suite."""
    assert set(SUITES) <= {path.stem for path in VECTORS.glob("*.jsonl")}


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"words":[0', b'"words":[1'), (b'"results":[null', b'"results":[7'), (b'["count"]', b'["layers"]')],
    ids=["array", "result", "operation"],
)
def test_a_spoiled_file_fails(replayer: Path, tmp_path: Path, old: bytes, new: bytes) -> None:
    """One wrong word, result or operation is one trace that fails."""
    head, body = (VECTORS / "deep.jsonl").read_bytes().split(b"\n", 1)
    spoiled = body.replace(old, new, 1)
    assert spoiled != body
    header = {**json.loads(head), "body_sha256": hashlib.sha256(spoiled).hexdigest()}
    path = tmp_path / "spoiled.jsonl"
    path.write_bytes(json.dumps(header, separators=(",", ":")).encode() + b"\n" + spoiled)
    assert replayed(replayer, path) == (1, "1 traces failed")


def test_the_replayer_is_short() -> None:
    """What is not the port in it is thirty lines at most, so that it can be read before it is trusted."""
    text = (ROOT / "docs" / "replay.cpp").read_text(encoding="utf-8")
    assert len(text[text.index("int main(") :].splitlines()) <= 30
    assert len(text.splitlines()) <= 80
