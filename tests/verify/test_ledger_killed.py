"""A process that is killed while it writes the ledger, or finds the disk full: nothing is lost, nothing made up.

A limit on the size of files ends a write in the middle, at a byte that is chosen: by a signal, or by an error.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path, PosixPath
from typing import Final

import pytest

from slotproof.declare.verdict import Status, Verdict
from slotproof.verify.ledger import Job, Ledger

KEPT: Final = ("CT-L1", "CT-I1", "CT-R1")
LATER: Final = "CT-L2"


def _job(claim: str) -> Job:
    return Job("counter", "stepper", f"unit of {claim}", False)


def _record(ledger: Ledger, claim: str, key: str = "aa") -> None:
    job = _job(claim)
    ledger.record(job, key, "own", [Verdict(job.container, job.judge, job.unit, claim, Status.EXHAUSTED)], 0.1)


def _known(path: Path, *claims: str) -> list[str]:
    """Those of the claims that a process which comes later believes."""
    ledger = Ledger(path)
    return [each for each in claims if [e.verdict.claim for e in ledger.current(_job(each), "aa")] == [each]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with three verdicts, and more lines that count for nothing."""
    ledger = Ledger(tmp_path / "ledger.jsonl")
    for key in ("cc", "bb", "aa"):
        for claim in KEPT:
            _record(ledger, claim, key)
    return ledger.path


def _ending(act: Callable[[], None], most: int, how: signal.Handlers) -> int:
    """How a process ends that acts while no file may be larger; what writes more is killed, or fails."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXFSZ, how)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        act()

    process = multiprocessing.get_context("fork").Process(target=limited)
    process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def _line_of(path: Path) -> int:
    """How long the line of the later claim is."""
    twin = path.with_name("twin.jsonl")
    shutil.copy(path, twin)
    _record(Ledger(twin), LATER)
    return twin.stat().st_size - path.stat().st_size


@pytest.mark.parametrize("part", [0.0, 0.01, 0.3, 0.7, 0.99])
def test_killed_in_the_middle_of_a_line(path: Path, part: float) -> None:
    """Half a line is none; what stood before it counts, and so does what is written after it."""
    size = path.stat().st_size
    torn = int(part * _line_of(path))
    assert _ending(lambda: _record(Ledger(path), LATER), size + torn, signal.SIG_DFL) == -signal.SIGXFSZ
    assert path.stat().st_size == size + torn
    assert _known(path, *KEPT, LATER) == [*KEPT]
    _record(Ledger(path), LATER)
    assert _known(path, *KEPT, LATER) == [*KEPT, LATER]


def test_killed_before_the_end_of_a_line(path: Path) -> None:
    """All but its end stands there: it counts only once somebody has ended it, and says what was found."""
    size = path.stat().st_size + _line_of(path) - 1
    assert _ending(lambda: _record(Ledger(path), LATER), size, signal.SIG_DFL) == -signal.SIGXFSZ
    assert _known(path, *KEPT, LATER) == [*KEPT]
    _record(Ledger(path), "CT-L3")
    assert _known(path, *KEPT, LATER, "CT-L3") == [*KEPT, LATER, "CT-L3"]


@pytest.mark.parametrize("most", [0, 1, 100, 400])
@pytest.mark.parametrize(("how", "ending"), [(signal.SIG_DFL, -signal.SIGXFSZ), (signal.SIG_IGN, 0)])
def test_ended_in_the_middle_of_a_compaction(path: Path, most: int, how: signal.Handlers, ending: int) -> None:
    """Killed, or on a full disk: the file is what it was, whoever comes next believes it, and writes it anew."""
    before = path.read_bytes()

    def compact() -> None:
        ledger = Ledger(path)
        ledger.compact()
        assert ledger.unwritten == "File too large"
        sys.exit(len(ledger.current(_job("CT-L1"), "aa")) - 1)

    assert _ending(compact, most, how) == ending
    assert path.read_bytes() == before
    if how is signal.SIG_IGN:
        assert [each.name for each in path.parent.glob("ledger.jsonl.*")] == ["ledger.jsonl.lock"]
    Ledger(path).compact()
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(KEPT)
    assert _known(path, *KEPT) == [*KEPT]


class _Before(PosixPath):
    """A file that whoever puts it in the place of another one does not live to do."""

    def replace(self, target: os.PathLike[str] | str) -> _Before:
        """Be killed."""
        os.kill(os.getpid(), signal.SIGKILL)
        return self


class _After(PosixPath):
    """A file that whoever puts it in the place of another one does not outlive."""

    def replace(self, target: os.PathLike[str] | str) -> _After:
        """Do so, and be killed."""
        super().replace(target)
        os.kill(os.getpid(), signal.SIGKILL)
        return self


@pytest.mark.parametrize("kind", [_Before, _After])
def test_killed_where_one_file_takes_the_place_of_another(path: Path, kind: type[PosixPath]) -> None:
    """It is the old one or the new one, and both say the same; no lock stays behind."""
    assert _ending(lambda: Ledger(kind(path)).compact(), resource.RLIM_INFINITY, signal.SIG_DFL) == -signal.SIGKILL
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines == {_Before: 3 * len(KEPT), _After: len(KEPT)}[kind]
    assert _known(path, *KEPT) == [*KEPT]
    _record(Ledger(path), LATER)
    assert _known(path, *KEPT, LATER) == [*KEPT, LATER]
