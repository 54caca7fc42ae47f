"""How long people wait: the commands of the README, and what an edit costs; figures.md is the table it writes.

python benchmarks/loop.py [--runs N] [--tests] [--only WORD] [--write] [--without outlines|survey]

Works in a copy of this tree. Each figure is wall time in seconds, of a fresh process, on a machine left alone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs/engineers/figures.md"
LEFT: Final = (".git", ".venv", ".slotproof", "build", "dist", "__pycache__", ".*_cache", "node_modules")
MARK: Final = "<!-- made by benchmarks/loop.py -->\n"

SLOT: Final = "slot = self.meta[pos]\n        self.sparse[slot] = self.nil\n        self.generation[slot]"
WRONG: Final = (
    "impl/handle_map.py",
    "self.sparse[moved] = pos\n        self.dense",
    "self.sparse[moved] = last\n        self.dense",
)
PRIVATE: Final = ("impl/sparse_set.py", "self.meta[pos] = self.free_head", "self.meta[pos] = self.free_head + 0")
LOCAL: Final = ("impl/sparse_set.py", SLOT, SLOT.replace("slot", "gone"))
COMMENT: Final = ("impl/sparse_set.py", "class SparseSet", "# a comment\nclass SparseSet")


class Tree:
    """A copy of the project in which files may be changed."""

    def __init__(self, folder: Path, without: str) -> None:
        self.folder, self.without = folder, without
        shutil.copytree(ROOT, folder, symlinks=True, ignore=shutil.ignore_patterns(*LEFT))
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1"}

    def run(self, *arguments: str, first: str = "") -> float:
        """Seconds until the command ends, or until it prints a text.

        Raises     SystemExit if it prints no such text, or fails although nothing is wrong
        """
        if self.without == "outlines":
            (self.folder / ".slotproof" / "outlines.json").unlink(missing_ok=True)
        if self.without == "survey" and (ledger := self.folder / ".slotproof" / "ledger.jsonl").is_file():
            kept = [line for line in ledger.read_text(encoding="utf-8").splitlines(True) if '{"survey"' not in line]
            ledger.write_text("".join(kept), encoding="utf-8")
        began, found = time.monotonic(), 0.0
        command = [sys.executable, "-m", *arguments]
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True)
        for line in process.stdout or ():
            if first and not found and first in line:
                found = time.monotonic() - began
        if process.wait() != (1 if first else 0) or (first and not found):
            raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
        return found or time.monotonic() - began

    def changed(self, file: str, old: str, new: str, measure: Callable[[], float]) -> float:
        """What is measured after an edit, which is undone and judged again."""
        path = self.folder / file
        before = path.read_text(encoding="utf-8")
        if before.count(old) != 1:
            raise SystemExit(f"{file} has {before.count(old)} times what is to be changed: {old}")
        path.write_text(before.replace(old, new), encoding="utf-8")
        try:
            return measure()
        finally:
            path.write_text(before, encoding="utf-8")
            self.run("slotproof", "verify")


def rows(tree: Tree, tests: bool) -> Iterator[tuple[str, Callable[[], float]]]:
    """What is measured: its name, and how."""

    def cold() -> float:
        shutil.rmtree(tree.folder / ".slotproof", ignore_errors=True)
        return tree.run("slotproof", "verify")

    def again() -> float:
        return tree.run("slotproof", "verify")

    if tests:
        quick = ["pytest", "-q", "-n", "2", "-m", "not long", "-p", "no:cacheprovider"]
        yield "`make test`", lambda: tree.run(*quick, "--ignore=tests/ports")
    yield "`make verify`, from nothing", cold
    yield "`make verify`, nothing changed", again
    yield "`make verify` after a comment", lambda: tree.changed(*COMMENT, again)
    yield "`make verify` after a local is renamed", lambda: tree.changed(*LOCAL, again)
    yield (
        "a wrong `HandleMap.erase`: the first failure, with its picture",
        lambda: tree.changed(*WRONG, lambda: tree.run("slotproof", "verify", first="picture:")),
    )
    yield "`SparseSet._vacate` changed: all verdicts", lambda: tree.changed(*PRIVATE, again)
    yield "`slotproof --help`", lambda: tree.run("slotproof", "--help")
    yield "`slotproof claims`", lambda: tree.run("slotproof", "claims")
    yield "`slotproof explain HM-I2`", lambda: tree.run("slotproof", "explain", "HM-I2")


def main() -> None:
    """Measure, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each (3)")
    parser.add_argument("--tests", action="store_true", help="the tests, too")
    parser.add_argument("--write", action="store_true", help="write the table into docs/engineers/figures.md")
    parser.add_argument("--only", metavar="WORD", default="", help="only rows with this word, after a first `verify`")
    parser.add_argument("--without", choices=("outlines", "survey"), default="", help="drop what is kept between runs")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(Path(folder) / "tree", given.without)
        lines = ["| What | Least, s | Median, s |", "|---|--:|--:|"]
        print(*lines, sep="\n")
        if given.only:
            tree.run("slotproof", "verify")
        for name, measure in rows(tree, given.tests):
            if given.only not in name:
                continue
            seconds = [measure() for _ in range(given.runs)]
            lines.append(f"| {name} | {min(seconds):.1f} | {statistics.median(seconds):.1f} |")
            print(lines[-1], flush=True)
    if given.write:
        head, _, old = PAGE.read_text(encoding="utf-8").partition(MARK)
        if given.only:
            fresh = {line.split("|")[1]: line for line in lines[2:]}
            lines = [fresh.get(line.split("|")[1], line) for line in old.splitlines() if line.startswith("|")]
        cores = f"{given.runs} runs, {os.cpu_count()} cores, Python {sys.version.split()[0]}."
        PAGE.write_text(f"{head}{MARK}\n{cores}\n\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
