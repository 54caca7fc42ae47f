"""Mistakes in the judges of mutants, in what they rest on, and in what tells stale verdicts: each turns a test red.

python -m tests.mistakes [--jobs N] [--passing] [WORD ...]

First these tests run in a copy of the tree as it is, where all must pass, unless they are known to. Then, for each
mistake, one text is replaced in the copy, and one of its tests must fail there. With words, only mistakes are made
whose file or tests have one of them. Ends with 1 if one is not seen, or its text is gone; with 3 if a test
fails without a mistake.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Self

from ..tree.layout import ROOT, tracked_files
from .gate import OF_GATE
from .language import OF_LANGUAGE
from .mistake import Mistake
from .prove import OF_PROVE
from .verify import OF_VERIFY

MISTAKES: Final = (*OF_GATE, *OF_PROVE, *OF_LANGUAGE, *OF_VERIFY)
"""All of them: what they are of is told by the files of `mistakes`."""


BEGUN: Final = """
import json, os, sys
import cvc5, hypothesis, pytest, z3
for asked in sys.stdin:
    if not (child := os.fork()):
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        try:
            code = pytest.main(json.loads(asked))
        except BaseException:
            code = 70  # no test has failed
        sys.exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""A process that has imported what others wrote, and nothing of the project: it answers each question in a fork.

With one copy of the tree for all questions this saves a third of `python -m tests.mistakes --passing`.
"""


class Tree:
    """A copy of the tree, and a process there that runs tests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        copy_tree(folder)
        self._begun = subprocess.Popen(
            [sys.executable, "-c", BEGUN],
            cwd=folder,
            # the plugins that others install are not loaded: that of hypothesis does not allow that it is imported
            env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ended(self, tests: str, named: str, mistake: Mistake | None = None) -> str:
        """How tests end: "red", "green", or what is wrong with the question.

        Takes      named, words of their names, in an expression of pytest; all if empty
                   mistake, made meanwhile
        """
        if mistake is None:
            return self._end(tests, named)
        changed = self._folder / mistake.file
        text = changed.read_text(encoding="utf-8")
        if text.count(mistake.old) != 1:
            return f"the text is there {text.count(mistake.old)} times"
        with replaced(changed, text.replace(mistake.old, mistake.new)):
            return self._end(tests, named)

    def _end(self, tests: str, named: str) -> str:
        """Ask the process."""
        if self._begun.stdin is None or self._begun.stdout is None:
            raise ValueError("no pipes")
        self._begun.stdin.write(json.dumps(["-q", "-x", "-p", "no:cacheprovider", tests, "-k", named]) + "\n")
        self._begun.stdin.flush()
        code = int(self._begun.stdout.readline())
        return {0: "green", 1: "red"}.get(code, f"pytest ends with {code}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._begun.communicate()


@contextmanager
def replaced(file: Path, text: str) -> Iterator[None]:
    """Give a file another text, for processes that import it meanwhile, and take it back."""
    before, times = file.read_bytes(), file.stat()
    file.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        file.write_bytes(before)
        os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        for compiled in _compiled(file):  # it may be of the other text
            compiled.unlink()


def copy_tree(tree: Path) -> None:
    """Copy the files of the project into a folder; those that are there already stay as they are.

    What they are compiled to comes along, which Python takes as long as time and size of a file stay as they are:
    without it `pytest tests/mistakes/test_mistakes.py -k seen` takes a quarter longer.
    """
    for path in tracked_files():
        copy = _copied(path, tree)
        if copy.exists() and copy.read_bytes() == path.read_bytes():
            continue
        shutil.copy2(path, copy)
        for compiled in _compiled(path):
            shutil.copy2(compiled, _copied(compiled, tree))
    for link in (path for path in (ROOT / "slotproof").iterdir() if path.is_symlink()):
        if not _copied(link, tree).is_symlink():
            _copied(link, tree).symlink_to(link.readlink())


def _compiled(file: Path) -> list[Path]:
    """What Python and pytest keep of a file."""
    return [*(file.parent / "__pycache__").glob(f"{file.stem}.*.pyc")]


def _copied(path: Path, tree: Path) -> Path:
    """Where a file of ours stands in a copy, whose folder is there."""
    copy = tree / path.relative_to(ROOT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    return copy


def asked(mistakes: Sequence[Mistake]) -> list[tuple[str, str]]:
    """What is asked about these mistakes, each once: a file of tests, and words of their names.

    Each is asked by itself: a test that passes only after another one would be red for whatever mistake.
    """
    return [*dict.fromkeys((each.tests, each.named) for each in mistakes)]


def main() -> int:
    """Ask about each; 1 if one is not seen, 3 if a test is red without a mistake."""
    parser = argparse.ArgumentParser(description="Make mistakes in the judges of mutants: a test should see each.")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="so many at a time; default: one per core"
    )
    parser.add_argument(
        "--passing", action="store_true", help="the tests have just passed: do not run them without a mistake first"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only those with such a word in their file or tests")
    options = parser.parse_args()
    chosen = [
        each
        for each in MISTAKES
        if not options.words or any(word in f"{each.file} {each.tests} {each.named}" for word in options.words)
    ]
    if not chosen:
        parser.error(f"no mistake has {' or '.join(options.words)} in its file or tests")
    with ExitStack() as stack, ThreadPoolExecutor(options.jobs) as pool:
        free: queue.Queue[Tree] = queue.Queue()
        for _ in range(options.jobs):
            free.put(stack.enter_context(Tree(Path(stack.enter_context(tempfile.TemporaryDirectory())))))

        def ended(tests: str, named: str, mistake: Mistake | None = None) -> str:
            tree = free.get()
            try:
                return tree.ended(tests, named, mistake)
            finally:
                free.put(tree)

        before = [] if options.passing else asked(chosen)
        ends = pool.map(lambda each: ended(*each), before)
        wrong = [(*each, end) for each, end in zip(before, ends, strict=True) if end != "green"]
        for tests, named, end in wrong:
            print(f"{end:8}  {tests}, {named or 'all'}, without a mistake")  # noqa: T201
        if wrong:
            return 3
        if before:
            print(f"green     {len(before)} times without a mistake")  # noqa: T201
        unseen = 0
        ends = pool.map(lambda mistake: ended(mistake.tests, mistake.named, mistake), chosen)
        for mistake, end in zip(chosen, ends, strict=True):
            unseen += end != "red"
            print(f"{end:8}  {mistake.file}: {mistake.new.split(chr(10))[-1].strip()}")  # noqa: T201
    print(f"{len(chosen) - unseen} of {len(chosen)} mistakes turn a test red")  # noqa: T201
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
