"""What the tests of ports share: how a port is built, run through the gate, and broken."""

import fcntl
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from slotproof.gate.authoring.vectors import cases_of, read_vectors
from slotproof.gate.campaign.run import Campaign, KindReport, Plan
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.kinds import names
from slotproof.gate.protocol.verdicts import Verdict
from slotproof.proofs.catalog import CATALOG

from ..tree.layout import ROOT

TIMEOUT: Final = 60.0  # seconds for an answer: nothing is expected to take long, but the machine may be busy


# Building


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes of the same test run from building in a folder at the same time."""
    locks = ROOT / "build" / "locks"  # not in the folder, which a build may make anew
    locks.mkdir(parents=True, exist_ok=True)
    with (locks / str(folder).strip("/").replace("/", "-")).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build(folder: Path, *command: str, needs: str) -> str:
    """Run a build command in a folder; what it wrote to standard output."""
    if shutil.which(command[0]) is None:
        pytest.fail(f"there is no {command[0]}: {needs}")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{' '.join(command)}: status {done.returncode}; {needs}\n{done.stdout}{done.stderr}")
    return done.stdout


def cargo(folder: Path, target: Path, *arguments: str) -> str:
    """Run cargo without the network; the path of the binary that it made, if it made one."""
    needs = "apt-get install cargo librust-slotmap-dev librust-slab-dev"
    command = ("cargo", *arguments, "--offline", "--message-format=json", f"--target-dir={target}")
    with alone(target):
        messages = [json.loads(text) for text in build(folder, *command, needs=needs).splitlines() if text[:1] == "{"]
    warnings = [each["message"]["rendered"] for each in messages if each["reason"] == "compiler-message"]
    assert not warnings, "\n".join(warnings)
    return next((each["executable"] for each in messages if each.get("executable")), "")


def npm_ci(folder: Path) -> None:
    """Install what package-lock.json pins, unless it is there."""
    stamp = folder / "node_modules" / ".package-lock.json"
    with alone(folder / "node_modules"):
        if not stamp.exists() or stamp.stat().st_mtime < (folder / "package-lock.json").stat().st_mtime:
            build(folder, "npm", "ci", "--no-audit", "--no-fund", needs="apt-get install nodejs npm")
            stamp.touch()


# Campaigns


def judged(command: Sequence[str | Path], plan: Plan) -> dict[str, KindReport]:
    """What the gate says of each kind of a driver."""
    with Session([str(part) for part in command], TIMEOUT) as session:
        return {report.kind: report for report in Campaign(session, plan).run()}


def assert_conforms(report: KindReport, traces: int) -> None:
    """Every trace agreed, nothing was skipped, and there were so many at least."""
    assert report.verdict is Verdict.PASS, report.failures
    assert set(report.verdicts) == {Verdict.PASS}
    assert report.traces >= traces


def replayed(command: Sequence[str | Path], suite: str) -> dict[str, tuple[int, int]]:
    """Kind -> traces of a suite, and those of them that the port has the operations and widths for; it passes these."""
    counts = dict.fromkeys(names(), (0, 0))
    with Session([str(part) for part in command], TIMEOUT) as session:
        held = {each.kind.name: each for each in session.port.containers}
        for path in sorted((ROOT / "vectors").glob(f"*/{suite}.jsonl")):
            name, cases = path.parent.name, cases_of(read_vectors(path))
            asked = [
                case
                for case in cases
                if held[name].admits(case.config) and held[name].operations >= {op[0] for op in case.ops}
            ]
            outcomes = list(session.run(map(session.prepared, asked)))
            assert [outcome for outcome in outcomes if outcome.verdict is not Verdict.PASS] == [], path
            counts[name] = (counts[name][0] + len(cases), counts[name][1] + len(asked))
    return counts


# Breaks


@dataclass(frozen=True)
class Break:
    """One line of a port changed.

    file      in which `right` stands once
    kind      the kind in which it is found
    shortest  operations of the shortest trace that shows it; what the gate reports must be as short
    """

    name: str
    file: str
    right: str
    wrong: str
    kind: str
    shortest: int

    def apply(self, folder: Path) -> None:
        """Change the line in a copy of the port."""
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.right) == 1, self.name
        path.write_text(text.replace(self.right, self.wrong), encoding="utf-8")


def assert_found(report: KindReport, each: Break) -> None:
    """The gate finds the break, and the trace it reports is as short as one can be: every shorter one was run."""
    assert report.failures, each.name
    found = min(report.failures, key=lambda failure: len(failure.outcome.case.ops))
    assert len(found.outcome.case.ops) == each.shortest, report.failures
    assert "no subset of its operations fails so: every one was run" in found.minimal


# Texts


def unknown_claims(files: Sequence[Path]) -> list[str]:
    """Claim IDs in files that no declaration has."""
    known = {claim.id for refinement in CATALOG.values() for claim in refinement.claims()}
    return sorted(
        f"{path.name}: {name}"
        for path in files
        for name in set(re.findall(r"\b[A-Z]{2}-[LIRCDB]\d+\b", path.read_text(encoding="utf-8"))) - known
    )
