"""Mistakes in the judges of mutants, in what they rest on, and in what tells stale verdicts: each turns a test red.

python -m tests.mistaken_judges [--jobs N] [--passing] [WORD ...]

First these tests run in a copy of the tree as it is, where all must pass, unless they are known to. Then, for each
mistake, a copy is made in which one text is replaced, and one of its tests must fail there. With words, only mistakes
are made whose file or tests have one of them. Ends with 1 if one is not seen, or its text is gone; with 3 if a test
fails without a mistake.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from .layout import ROOT, tracked_files
from .mistakes.gate import OF_GATE
from .mistakes.language import OF_LANGUAGE
from .mistakes.mistake import Mistake
from .mistakes.prove import OF_PROVE
from .mistakes.verify import OF_VERIFY

MISTAKES: Final = (*OF_GATE, *OF_PROVE, *OF_LANGUAGE, *OF_VERIFY)
"""All of them: what they are of is told by the files of `mistakes`."""


def ended(tests: str, named: str, mistake: Mistake | None = None) -> str:
    """How tests end in a copy of the tree: "red", "green", or what is wrong with the question.

    Takes      named, words of their names, in an expression of pytest; all if empty
               mistake, made in the copy
    """
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made)
        copy_tree(tree)
        if mistake is not None:
            changed = tree / mistake.file
            text = changed.read_text(encoding="utf-8")
            if text.count(mistake.old) != 1:
                return f"the text is there {text.count(mistake.old)} times"
            changed.write_text(text.replace(mistake.old, mistake.new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", tests]
        code = subprocess.run(
            [*command, "-k", named] if named else command,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            capture_output=True,
            check=False,
        ).returncode
    return {0: "green", 1: "red"}.get(code, f"pytest ends with {code}")


def copy_tree(tree: Path) -> None:
    """Copy the files of the project into a folder; those that are there already stay as they are.

    What they are compiled to comes along, which Python takes as long as time and size of a file stay as they are:
    without it `python -m tests.mistaken_judges --passing` compiles the program anew for each mistake.
    """
    for path in tracked_files():
        copy = _copied(path, tree)
        if copy.exists() and copy.read_bytes() == path.read_bytes():
            continue
        shutil.copy2(path, copy)
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
            shutil.copy2(compiled, _copied(compiled, tree))
    for link in (path for path in (ROOT / "slotproof").iterdir() if path.is_symlink()):
        if not _copied(link, tree).is_symlink():
            _copied(link, tree).symlink_to(link.readlink())


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
    with ThreadPoolExecutor(options.jobs) as pool:
        before = [] if options.passing else asked(chosen)
        wrong = [
            (*each, end)
            for each, end in zip(before, pool.map(lambda each: ended(*each), before), strict=True)
            if end != "green"
        ]
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
