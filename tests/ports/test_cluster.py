"""The gate on a Dask cluster of two workers, one of which is killed: nothing is lost, and nothing doubled."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from slotproof.gate.report import of, read_log

from ..tree.layout import ROOT
from .building import TIMEOUT, alone, build

PACKAGES: Final = ROOT / "build" / "dask"
WANTED: Final = "distributed==2026.8.0"
DRIVER: Final = [sys.executable, "-I", "-S", str(Path(__file__).parent.parent / "hostile" / "port.py"), "slow"]
RUN: Final = ["--transitions=150", "--random=20", "--examples=5", f"--timeout={TIMEOUT}"]
PATIENCE: Final = 120.0  # seconds for something that takes one or two where the machine is not busy


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """The environment in which Dask is found: it is installed into a folder of its own, not where the tests run."""
    PACKAGES.mkdir(parents=True, exist_ok=True)
    with alone(PACKAGES):
        stamp = PACKAGES / ".wanted"
        if not stamp.exists() or stamp.read_text(encoding="utf-8") != WANTED:
            install = ("-m", "pip", "install", "--quiet", "--upgrade", "--target=.", WANTED)
            build(PACKAGES, sys.executable, *install, needs="pip, and an index of packages")
            stamp.write_text(WANTED, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(PACKAGES)}


@contextmanager
def running(environment: dict[str, str], *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the cluster, ended with the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(what: str, found: Any) -> Any:
    """What is found at last."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if value := found():
            return value
        time.sleep(0.02)
    return pytest.fail(f"{what}: not within {PATIENCE:g} s")


def children(process: int) -> list[int]:
    """The processes that a process started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text(encoding="utf-8")
        except OSError:
            continue
        if int(stat.rsplit(")", 1)[1].split()[1]) == process:
            found.append(int(folder.name))
    return found


def plain(log: Path) -> list[dict[str, Any]]:
    """The events of a run, without what depends on the clock."""
    return [{key: value for key, value in event.items() if key != "seconds"} for event in read_log(log)]


def parts_of(log: Path) -> int:
    """How many parts have told their scope."""
    return log.read_text(encoding="utf-8").count('"event":"scope"') if log.exists() else 0


def test_a_killed_worker_loses_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    """A worker is killed while it drives a port; the events are those of a run in one process."""
    here, there, file = tmp_path / "here.jsonl", tmp_path / "there.jsonl", tmp_path / "scheduler.json"
    gate = [sys.executable, "-m", "slotproof", "gate", "run", *RUN]
    subprocess.run([*gate, "--jobs=1", f"--log={here}", "--", *DRIVER], check=True, capture_output=True)
    worker = ("distributed.cli.dask_worker", f"--scheduler-file={file}", "--nthreads=1", "--no-nanny", "--no-dashboard")
    scheduler = ("distributed.cli.dask_scheduler", f"--scheduler-file={file}", "--port=0", "--no-dashboard")
    with (
        running(environment, *scheduler),
        running(environment, *worker, "--name=first") as first,
        running(environment, *worker, "--name=second") as second,
    ):
        address = json.loads(until("the scheduler is up", lambda: file.exists() and file.read_text("utf-8")))["address"]
        command = [*gate, f"--scheduler={address}", f"--log={there}", "--", *DRIVER]
        run = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        until("both workers drive a port", lambda: children(first.pid) and children(second.pid))
        until("a part has come", lambda: parts_of(there))
        (driver, *_) = until("the second worker drives a port", lambda: children(second.pid))
        done = parts_of(there)
        second.kill()
        said, complained = run.communicate(timeout=PATIENCE)
        assert run.returncode == 0, said + complained
        until("the driver of the killed worker has ended", lambda: not Path(f"/proc/{driver}").exists())
    assert 0 < done < parts_of(there)
    assert plain(there) == plain(here)
    (report,) = of(plain(there), "kind")
    assert report["verdict"] == "pass"
    assert report["operations"] > 5000
