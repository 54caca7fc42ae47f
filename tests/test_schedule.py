"""What workers do before their units, and how they spend memory."""

import ctypes
import gc
import platform
import subprocess
import sys
from typing import Final

import pytest

from slotproof import spacious

from .toy import Toy

PREPARE: Final = """def prepare(refinement):
    with pathlib.Path("prepared.txt").open("a") as file:
        file.write(f"{refinement.name}\\n")
    WHAT_IS_DONE

def units"""


def _prepared(toy: Toy) -> list[str]:
    return (toy.folder / "prepared.txt").read_text(encoding="utf-8").split()


def test_a_judge_prepares_once_for_each_container(toy: Toy) -> None:
    """In a worker, before the first of its units there; the units follow in forks of it."""
    noted = PREPARE.replace("WHAT_IS_DONE", 'vars(refinement)["noted"] = "by the worker"')
    toy.change("sketcher.py", "def units", noted)
    toy.change("sketcher.py", 'reason="only sketched"', 'evidence={"noted": vars(refinement)["noted"]}')
    toy.change("sketcher.py", '["sketch"]', '["sketch", "another"]')
    done = toy.run("verify", "--jobs", "1", "--judge", "sketcher", "--json", "all.json")
    assert done.returncode == 0, done.stderr
    assert (toy.folder / "all.json").read_text(encoding="utf-8").count('"noted": "by the worker"') == 2
    assert len(_prepared(toy)) == len(set(_prepared(toy)))
    assert "counter" in _prepared(toy)


def test_what_cannot_be_prepared_is_judged(toy: Toy) -> None:
    """The unit meets the same error if it needs what is missing, and reports it."""
    toy.change("sketcher.py", "def units", PREPARE.replace("WHAT_IS_DONE", "raise OSError"))
    done = toy.run("verify", "--judge", "sketcher", "counter")
    assert done.returncode == 0, done.stderr
    assert "not proved" in done.stdout
    assert "counter" in _prepared(toy)


KEEPS: Final = """
import ctypes, mmap, pathlib
from slotproof import spacious
spacious.spend_memory()
library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
def held():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE
blocks = [ctypes.c_void_p(library.malloc(ctypes.c_size_t(1 << 20))) for _ in range(64)]
for block in blocks:
    ctypes.memset(block, 1, 1 << 20)
full = held()
for block in blocks:
    library.free(block)
print(full - held())
"""


def test_what_is_freed_is_kept() -> None:
    """64 blocks of a megabyte, each written to: the C library of GNU gives none of them back; others may."""
    if platform.libc_ver()[0] == "glibc":
        done = subprocess.run([sys.executable, "-c", KEEPS], capture_output=True, text=True, check=True, timeout=60)
        assert int(done.stdout) < 1 << 20


def test_another_library_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot be told so, only garbage is looked for more seldom."""
    before = gc.get_threshold()
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    gc.set_threshold(700, 10, 10)
    try:
        spacious.spend_memory()
        assert gc.get_threshold() == spacious.GARBAGE
    finally:
        gc.set_threshold(*before)
