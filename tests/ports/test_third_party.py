"""Containers of other people, driven as they are at level behaviour: what differs from ours is found, and is known."""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from slotproof.cli import app
from slotproof.gate.campaign.baseline import read
from slotproof.gate.report import of, read_log

from ..tree.layout import ROOT
from .building import TIMEOUT, alone, build, cargo, npm_ci

FOLDER: Final = ROOT / "ports" / "third_party"
CARGO: Final = ("slab", "slotmap")
NPM: Final = ("bitecs", "mnemonist", "typedfastbitset")
PYPI: Final = ("esper", "intbitset")


def cargo_driver(name: str, *arguments: str) -> list[str]:
    """The command of a driver built with the crates that Debian packages."""
    return [cargo(FOLDER / name, FOLDER / name / "target", "build"), *arguments]


def npm_driver(name: str) -> list[str]:
    """The command of a driver over an npm package."""
    npm_ci(FOLDER / name)
    return ["node", str(FOLDER / name / "driver.mjs")]


def pypi_driver(name: str) -> list[str]:
    """The command of a driver over a package from PyPI, which is installed beside the driver."""
    folder = FOLDER / name
    wanted = (folder / "requirements.txt").read_text(encoding="utf-8")
    with alone(folder / "site"):
        stamp = folder / "site" / ".requirements"
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
            install = ("-m", "pip", "install", "--quiet", "--target=site", "--requirement=requirements.txt")
            build(folder, sys.executable, *install, needs="pip, and an index of packages")
            stamp.write_text(wanted, encoding="utf-8")
    return ["env", f"PYTHONPATH={folder / 'site'}", sys.executable, str(folder / "driver.py")]


def gate(tmp_path: Path, name: str, driver: list[str], transitions: int, random: int) -> list[dict[str, Any]]:
    """The events of a run in which every failure was known, all that was known failed, and the rest was asked."""
    log = tmp_path / "events.jsonl"
    options = [f"--transitions={transitions}", f"--random={random}", "--examples=0", "--jobs=1", f"--timeout={TIMEOUT}"]
    files = [f"--baseline={FOLDER / name / 'gate.toml'}", f"--log={log}"]
    result = CliRunner().invoke(app, ["gate", "run", *options, *files, "--", *driver])
    assert result.exit_code == 0, result.output
    return read_log(log)


def failing(events: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Claim and verdict of each failure."""
    return {(event["claim"], event["verdict"]) for event in of(events, "failure")}


def trace(events: list[dict[str, Any]], claim: str) -> list[Any]:
    """The operations of the failure of a claim."""
    return next(event["ops"] for event in of(events, "failure") if event["claim"] == claim)


def names(events: list[dict[str, Any]], claim: str) -> list[str]:
    """The names of those operations; no subset of them fails so."""
    (event,) = (event for event in of(events, "failure") if event["claim"] == claim)
    assert "every one was run" in event["minimal"]
    return [op[0] for op in event["ops"]]


# What agrees


@pytest.mark.parametrize("which", ["slot", "dense", "hop"])
def test_slotmap_agrees(tmp_path: Path, which: str) -> None:
    """The three maps of slotmap answer as a handle map with wrapping generations; the dense one in our order, too."""
    events = gate(tmp_path, "slotmap", cargo_driver("slotmap", which), 600, 60)
    assert failing(events) == set()


def test_slab_agrees(tmp_path: Path) -> None:
    """Slab answers as a handle map whose handles carry no generation: dead handles are not asked about."""
    assert failing(gate(tmp_path, "slab", cargo_driver("slab"), 600, 60)) == set()


def test_typedfastbitset_agrees(tmp_path: Path) -> None:
    """TypedFastBitSet answers as a bitmask."""
    assert failing(gate(tmp_path, "typedfastbitset", npm_driver("typedfastbitset"), 200, 10)) == set()


# What differs


def test_bitecs_forgets_a_live_entity(tmp_path: Path) -> None:
    """The gate finds by itself, in six operations, that removing one entity of bitECS ends another."""
    log = tmp_path / "events.jsonl"
    options = ["--transitions=1000", "--random=0", "--examples=0", "--jobs=1", f"--timeout={TIMEOUT}", f"--log={log}"]
    result = CliRunner().invoke(app, ["gate", "run", *options, "--", *npm_driver("bitecs")])
    assert result.exit_code == 1, result.output
    events = read_log(log)
    known = {(entry.claim, *entry.verdicts) for entry in read(FOLDER / "bitecs" / "gate.toml").known}
    assert failing(events) == known == {("ES-R5", "mismatch"), ("ES-R7", "mismatch")}
    assert names(events, "ES-R5") == ["create", "create", "destroy", "create", "destroy", "destroy"]
    first, second = {"r": 0}, {"r": 1}
    made = [["create"], ["create"]]
    end = ["is_valid", {"r": 3}]
    assert trace(events, "ES-R7") in (
        [*made, ["destroy", second], ["create"], ["destroy", first], end],
        [*made, ["destroy", first], ["create"], ["destroy", second], end],
    )


def test_what_is_known_of_bitecs_is_all(tmp_path: Path) -> None:
    """With what is listed, nothing is left that fails or was not asked."""
    assert failing(gate(tmp_path, "bitecs", npm_driver("bitecs"), 1000, 0)) == {
        ("ES-R5", "mismatch"),
        ("ES-R7", "mismatch"),
    }


def test_bitecs_forgets_a_live_entity_by_hand() -> None:
    """The same through the public functions of bitECS alone."""
    npm_driver("bitecs")
    script = """
        import { addEntity, createEntityIndex, createWorld, entityExists, removeEntity, withVersioning } from "bitecs";
        const world = createWorld(createEntityIndex(withVersioning(8)));
        const [a, b] = [addEntity(world), addEntity(world)];
        removeEntity(world, b);
        const c = addEntity(world);
        console.log(entityExists(world, c));
        removeEntity(world, a);
        console.log(entityExists(world, c));
    """
    told = build(FOLDER / "bitecs", "node", "--input-type=module", "--eval", script, needs="apt-get install nodejs")
    assert told.split() == ["true", "false"]


def test_select_of_mnemonist_skips_no_positions(tmp_path: Path) -> None:
    """SparseSet agrees; `select` of BitSet forgets the positions of empty words."""
    events = gate(tmp_path, "mnemonist", npm_driver("mnemonist"), 200, 10)
    assert failing(events) == {("BM-R4", "mismatch")}
    assert names(events, "BM-R4") == ["set", "find_first_set"]


def test_intbitset_crashes_on_a_negative_integer(tmp_path: Path) -> None:
    """As a bitmask intbitset agrees; a negative integer ends the process."""
    events = gate(tmp_path, "intbitset", pypi_driver("intbitset"), 150, 5)
    assert failing(events) == {("DS-R1", "crash")}
    ((operation, key),) = trace(events, "DS-R1")
    assert operation == "insert"
    assert key < 0


def test_intbitset_crashes_by_hand() -> None:
    """The same through the public methods of intbitset alone."""
    command = [*pypi_driver("intbitset")[:3], "-c", "from intbitset import intbitset; intbitset().add(-1)"]
    assert subprocess.run(command, check=False).returncode < 0


def test_esper_remembers_what_it_refused(tmp_path: Path) -> None:
    """A component is replaced; one that is refused to a dead entity breaks later queries."""
    events = gate(tmp_path, "esper", pypi_driver("esper"), 300, 1000)
    assert failing(events) == {("RG-R9", "mismatch"), ("RG-R6", "fault"), ("RG-R14", "fault")}
    assert names(events, "RG-R6") == ["create", "destroy", "emplace", "remove"]
    assert names(events, "RG-R14") == ["create", "destroy", "emplace", "view"]
    assert names(events, "RG-R9") == ["create", "emplace", "emplace", "get"]


# Folders


@pytest.mark.parametrize("name", [*CARGO, *NPM, *PYPI])
def test_a_package_is_pinned(name: str) -> None:
    """Each folder holds a driver, a baseline and a version; no lock names a server."""
    folder = FOLDER / name
    assert (folder / "gate.toml").exists()
    assert len(list(folder.glob("driver.*"))) == 1
    manifest = "Cargo.toml" if name in CARGO else "package.json" if name in NPM else "requirements.txt"
    assert name in (folder / manifest).read_text(encoding="utf-8")
    if name in NPM:
        assert "resolved" not in (folder / "package-lock.json").read_text(encoding="utf-8")
