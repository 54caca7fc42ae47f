"""Mistakes in the judges of mutants, and in what they rest on: each turns a test red.

python -m tests.mistaken_judges [--jobs N] [WORD ...]

For each a copy of the tree is made in which one text is replaced, and the tests that should see it run there; with
words, only for those whose file or tests have one of them. Ends with 1 if one is not seen, or its text is gone.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from .layout import ROOT


class Mistake(NamedTuple):
    """A text of a file that occurs once, what it becomes, and the tests that see it: a file, and words of names."""

    file: str
    old: str
    new: str
    tests: str
    named: str


STATES: Final = "tests/test_mutants_states.py"
WALKS: Final = "tests/test_mutants_walks.py"
MUTANTS: Final = "tests/test_mutants.py"

MISTAKES: Final = (
    # what a search counts
    Mistake("proofs/engine/search.py", "tried.raised += 1", "pass", STATES, "mistake_of_both and check_count"),
    Mistake("proofs/engine/search.py", "+= total(actual)", "+= 0", STATES, "mistake_of_both and rounded"),
    Mistake("proofs/dense_arguments.py", "len(m.order) + 2", "len(m.order) + 1", STATES, "both and check_range"),
    Mistake(
        "proofs/entity_storage.py", '"create_at", "destroy"), admits', '"destroy"), admits', STATES, "few and _gra"
    ),
    # states that were found before
    Mistake(
        "slotproof/mutants_states.py",
        "if mutant.side == IMPL and place not in reached(refinement, IMPL):",
        "if False:",
        STATES,
        "name_less",
    ),
    Mistake(
        "slotproof/mutants_states.py",
        "if count > len(before) or answer != before[count - 1]:",
        "if False:",
        STATES,
        "waited_for_once",
    ),
    Mistake("slotproof/mutants_states.py", "elif depths[number] > depths[called]:", "elif True:", STATES, "what_else"),
    Mistake(
        "slotproof/mutants_states.py",
        "if trouble is not None and trouble.call < 0:\n                    return number",
        "if trouble is not None and trouble.call < 0:\n                    continue",
        STATES,
        "what_else",
    ),
    Mistake(
        "slotproof/mutants_states.py", "tried = other.compared | (", "tried = frozenset() | (", STATES, "what_else"
    ),
    Mistake(
        "slotproof/mutants_states.py",
        "(found.with_peers if other.looked else frozenset())",
        "frozenset()",
        STATES,
        "what_else",
    ),
    Mistake(
        "slotproof/mutants_judging.py", "counts = found.scope", "counts = False and found.scope", STATES, "counted"
    ),
    Mistake("slotproof/mutants_judging.py", " and other != ALONE):", " and False):", STATES, "counted"),
    # which functions run
    Mistake(
        "proofs/engine/mutation_sites.py",
        "asked = [operation.agree, operation.rejects, *",
        "asked = [operation.rejects, *",
        STATES,
        "known_by_names",
    ),
    Mistake("proofs/engine/mutation_sites.py", ' if name[0] != "."):', "):", MUTANTS, "steers"),
    Mistake(
        "proofs/engine/mutation_sites.py", "if side == IMPL and not any(", "if side == IMPL or any(", MUTANTS, "steers"
    ),
    Mistake("slotproof/mutants_ran.py", "self._one.clear()", "pass", WALKS, ""),
    Mistake("slotproof/mutants_ran.py", "before.disable()", "pass", WALKS, "noted"),
    Mistake("proofs/engine/inline.py", "old.__code__.co_filename)", '"elsewhere")', WALKS, "written_out"),
    # what is written out is forgotten
    Mistake(
        "proofs/engine/inline.py",
        "if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):",
        "if not changed:",
        "tests/test_inline.py",
        "other_code or not_read",
    ),
    Mistake(
        "proofs/engine/inline.py",
        "if not changed or any(function in _INLINED or function in _WRITTEN for function in changed):",
        "if True:",
        "tests/test_inline.py",
        "not_read",
    ),
    # walks that were made before
    Mistake(
        "slotproof/mutants_walks.py", "if trying.function in walked.drawing:", "if False:", WALKS, "decides_the_steps"
    ),
    Mistake("slotproof/mutants_walks.py", "!= walked.new:", "== ():", WALKS, "unlike_and_not_wrong"),
    Mistake("slotproof/mutants_walks.py", "return self.function in taken.ran or", "return", WALKS, "else or the_same"),
    Mistake(
        "slotproof/mutants_walks.py",
        "            broken\n            or _issued",
        "            _issued",
        WALKS,
        "something_else or outcome_is",
    ),
    Mistake("slotproof/mutants_walks.py", "if tour.run(walked.programs[each])", "if False", WALKS, "fails_as_a_whole"),
    Mistake("slotproof/mutants_walks.py", "number, id(before), freeze_any", "number, 0, freeze_any", WALKS, ""),
    Mistake("slotproof/mutants_walks.py", "taken.ran, place, number, taken)", "taken.ran, place, 0, taken)", WALKS, ""),
    Mistake("slotproof/mutants_apart.py", "raise answer", "pass", WALKS, "fails_apart"),
    # the gate, and proofs
    Mistake("slotproof/mutants_gate.py", "except Exception as error:", "except KeyError as error:", MUTANTS, "crashes"),
    Mistake(
        "slotproof/mutants_judging.py", "return is_method and not any(", "return not any(", MUTANTS, "refuse_everything"
    ),
    Mistake("proofs/engine/prove.py", "return self.found is not None", "return True", MUTANTS, "spares_the_other"),
    Mistake("proofs/engine/prove.py", "@cached_property", "@property", MUTANTS, "spares_the_other"),
    Mistake(
        "proofs/engine/rebuild.py", ' if name != "__slotnames__"}', "}", "tests/test_prove.py", "class_that_changes"
    ),
    Mistake("proofs/engine/entailments.py", "or not doubt()", "or doubt()", "tests/test_entailments.py", "doubt"),
    Mistake(
        "proofs/engine/entailments.py",
        "if shown is None and self.patient:",
        "if False:",
        "tests/test_entailments.py",
        "doubt",
    ),
)


def seen(mistake: Mistake) -> str:
    """What is wrong with the tests that should see a mistake; "" if one of them is red."""
    with tempfile.TemporaryDirectory() as made:
        tree = Path(made)
        named = subprocess.run(("git", "ls-files", "-z"), cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for name in filter(None, named.split("\0")):
            _copy(ROOT / name, tree / name)
        changed = tree / mistake.file
        text = changed.read_text(encoding="utf-8")
        if text.count(mistake.old) != 1:
            return f"the text is there {text.count(mistake.old)} times"
        changed.write_text(text.replace(mistake.old, mistake.new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", mistake.tests]
        ended = subprocess.run(
            [*command, "-k", mistake.named] if mistake.named else command,
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
            check=False,
        )
    return "" if ended.returncode == 1 else f"no test is red, pytest ends with {ended.returncode}"


def _copy(old: Path, new: Path) -> None:
    new.parent.mkdir(parents=True, exist_ok=True)
    if old.is_symlink():
        new.symlink_to(old.readlink())
    elif old.is_file():
        new.write_bytes(old.read_bytes())


def main() -> int:
    """Ask about each; 1 if one is not seen."""
    parser = argparse.ArgumentParser(description="Make mistakes in the judges of mutants: a test should see each.")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="so many at a time (default: one per core)"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only those with such a word in their file or tests")
    options = parser.parse_args()
    chosen = [
        each
        for each in MISTAKES
        if not options.words or any(word in f"{each.file} {each.tests} {each.named}" for word in options.words)
    ]
    unseen = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for mistake, wrong in zip(chosen, pool.map(seen, chosen), strict=True):
            unseen += bool(wrong)
            told = f"{mistake.file}: {mistake.new.split(chr(10))[-1].strip()}"
            print(f"NOT SEEN  {told}: {wrong}" if wrong else f"seen      {told}")  # noqa: T201
    print(f"{len(chosen) - unseen} of {len(chosen)} mistakes turn a test red")  # noqa: T201
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
