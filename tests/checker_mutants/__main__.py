"""Mutants of what decides whether something is proved: which tests notice each?

python -m tests.checker_mutants [--sample N] [--seed S] [--jobs J] [--resume | --again | --report] [--note WORD ...]
python -m tests.checker_mutants --file PATH ... [--jobs J] [--resume | --again] [--note WORD ...]

Each is made in a copy of the tree, where the tests run that ran the function before it was changed, until one fails:
first those that killed mutants of the function or the file, then those that are quick and run little else. What becomes
of each is recorded in checker_mutants/recorded.jsonl, and the table of it is written into trust.md. Ends with 1 if one
survived that checker_mutants/equivalent.toml does not explain.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from multiprocessing import Pipe
from pathlib import Path
from typing import Final, Self

from slotproof.dev.pages import written
from slotproof.engine.mutate.edit import Mutant

from ..mistakes.__main__ import copy_tree, replaced
from ..tree.layout import ROOT
from .plugin import NOT_APPLIED, NOTE, NOW, SERVED
from .record import PAGE, RECORD, TABLE, WHOLE, Outcome, Report, read_report
from .sites import Site, sample, sites_of

NOTED: Final = ROOT / "build" / "checker_mutants" / "noted.jsonl"

PYTEST: Final = (
    *(sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider"),
    *("-p", "tests.checker_mutants.plugin", "-m", "not long"),
)
POOL: Final = tuple(
    path.relative_to(ROOT / "tests").as_posix()
    for folder, names in {
        "containers": "dense_proof group_proofs huge_numbers refusals",
        "mutation": "mutants_killed",
        "fuzz": "fuzz",
        **dict.fromkeys(("engine", "language", "prove", "soundness", "verify"), "*"),
    }.items()
    for name in names.split()
    for path in sorted((ROOT / "tests" / folder).rglob(f"test_{name}.py"))
)
"""The tests that mutants are tried on, but for their long cases."""

ALIEN: Final = frozenset({"prove/test_asked.py", "verify/test_cli.py", "verify/test_pool.py"})
"""Tests of what judges in processes of its own, at length."""

BESIDE: Final = {
    "slotproof/verify/": "test_grounds test_ledger test_rests test_reports reading/test_outline reading/test_reach"
}
"""Tests that run code of a folder in other processes, where it is not noted."""

MANY: Final = 400
"""Functions that such a test is taken to run."""

BUDGET: Final = 6.0
"""Seconds that the tests for a mutant took when they were noted, in all: with more it survived those tests."""

LEAST: Final = 30.0
"""Seconds of CPU after which no test is taken to be endless."""

TIMES: Final = 20
"""A test that takes so many times what it took is endless."""

ENDLESS: Final = (-signal.SIGPROF, -signal.SIGXCPU)
"""How tests end by the signals that say that the time is over."""

BEGIN: Final = 0.02
"""Seconds that each test takes at least."""

CLOSER: Final = 5
"""How much sooner a test is tried for each mutant of the file that it killed; and again for one of the function."""


ALIKE: Final = 50
"""How much sooner a test is tried that has a word of the changed line in its name, which no other test has."""


@dataclass(frozen=True)
class Noted:
    """What a test ran, and the seconds it took."""

    test: str
    seconds: float
    functions: frozenset[str]


def environment(tree: Path, **more: str) -> dict[str, str]:
    """Return that of tests in a copy of the tree."""
    return {**os.environ, "PYTHONPATH": str(tree), **more}


class Collected:
    """A process in a copy of the tree that has collected tests, and runs some of them with a mutant.

    began    the functions that ran when all was imported; None if it could not be
    """

    def __init__(self, tree: Path, files: list[str]) -> None:
        self._pipe, theirs = Pipe()
        self._process = subprocess.Popen(
            [*PYTEST, f"--basetemp={tree / 'build'}", *files],
            cwd=tree,
            env=environment(tree, **{SERVED: str(theirs.fileno())}),
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        try:
            self.began: frozenset[str] | None = frozenset(self._pipe.recv())
        except EOFError:
            self.began = None

    def status(self, mutant: Mutant | None, tests: list[Noted]) -> int:
        """Return how a fork ends that runs the tests with the mutant: 0 if all pass, below 0 by a signal."""
        self._pipe.send((mutant, [(each.test, max(LEAST, TIMES * each.seconds)) for each in tests]))
        return os.waitstatus_to_exitcode(self._pipe.recv())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pipe.close()
        self._process.wait()


def files_of(tests: list[Noted]) -> list[str]:
    """Return the files of tests."""
    return [*dict.fromkeys(each.test.partition("::")[0] for each in tests)]


def note(tree: Path, words: list[str]) -> None:
    """Run tests without a mutant, and note what each that passes runs: those of files with such a word in their names.

    With no words all are run of which nothing is noted.
    """
    NOTED.parent.mkdir(parents=True, exist_ok=True)
    lines = NOTED.read_text(encoding="utf-8").splitlines(keepends=True) if NOTED.exists() else []
    by_file: dict[str, list[str]] = {}
    for line in lines:
        by_file.setdefault(json.loads(line)["test"].partition("::")[0], []).append(line)
    for name in (f"tests/{each}" for each in POOL if each not in ALIEN):
        if name in by_file and not any(word in name for word in words):
            continue
        part = NOTED.with_suffix(".part")
        part.write_text("", encoding="utf-8")
        subprocess.run(
            [*PYTEST, name],
            cwd=tree,
            env=environment(tree, **{NOTE: str(part)}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        by_file[name] = part.read_text(encoding="utf-8").splitlines(keepends=True)
        part.write_text("".join(itertools.chain(*by_file.values())), encoding="utf-8")
        part.replace(NOTED)
        print(f"noted  {len(by_file[name]):4}  {name}", flush=True)  # noqa: T201


def read_notes() -> list[Noted]:
    """Read what tests run."""
    lines = map(json.loads, NOTED.read_text(encoding="utf-8").splitlines())
    return [Noted(each["test"], each["seconds"], frozenset(each["functions"])) for each in lines]


def fitting(site: Site, notes: list[Noted], began: frozenset[str]) -> list[Noted]:
    """Return the tests that may notice a mutant: those that run the function, and all if importing runs it."""
    beside = [name for folder, names in BESIDE.items() if site.file.startswith(folder) for name in names.split()]
    files = tuple(f"tests/verify/{name}.py" for name in beside)
    return [each for each in notes if site.place in (began | each.functions) or each.test.startswith(files)]


def ordered(site: Site, notes: list[Noted], killed: list[Outcome]) -> list[Noted]:
    """Return tests in the order in which they are tried.

    First come those that killed mutants of the function, then those that killed some of the file or have a rare word
    of the changed line in their names; of the others those that are quick and run little else.
    """
    kills = Counter(each.by for each in killed if each.file == site.file)
    kills.update(each.by for each in killed if each.function == site.place for _ in range(CLOSER))
    words = Counter(word for each in notes for word in words_of(each.test))
    line = words_of(site.change)

    def late(test: Noted) -> float:
        functions = len(test.functions) if site.place in test.functions else MANY
        alike = sum(1 / words[word] for word in line & words_of(test.test))
        near = 1 + CLOSER * kills[test.test] + ALIKE * alike
        return (test.seconds + BEGIN) * math.sqrt(functions) / near

    return sorted(notes, key=late)


def words_of(text: str) -> set[str]:
    """Return the words of a text, and the names in it."""
    return {*re.findall("[a-z]{4,}", text.lower()), *re.findall("[a-z_]{4,}", text.lower())}


def affordable(tests: list[Noted], budget: float) -> list[Noted]:
    """Return as many of the first tests as took some seconds in all, and one at least."""
    ends = itertools.accumulate(each.seconds for each in tests)
    return [each for number, (each, end) in enumerate(zip(tests, ends, strict=True)) if end <= budget or not number]


def status(site: Site, tests: list[Noted], tree: Path, warm: Collected) -> int | None:
    """Return how the tests end; None if with the mutant they cannot be imported.

    Where all pass, but importing runs the function, or where nobody else can take the mutant on, a new process imports.
    """
    code = warm.status(site.mutant, tests)
    if code != NOT_APPLIED and (code or site.place not in (warm.began or ())):
        return code
    with Collected(tree, files_of(tests)) as anew:
        return None if anew.began is None else anew.status(None, tests)


def tried(site: Site, tests: list[Noted], among: int, tree: Path, warm: Collected) -> Outcome:
    """Return what becomes of the mutant in a copy of the tree, where a process has collected the tests."""
    outcome = Outcome(site.name, site.mutant.operator, "survived", tests=len(tests), among=among)
    if not tests:
        return replace(outcome, end="never run")
    with replaced(tree / site.file, site.mutant.text()):
        code = status(site, tests, tree, warm)
    if code == 0:
        return outcome
    by = "import" if code is None else (tree / NOW).read_text(encoding="utf-8")
    return replace(outcome, end="endless" if code in ENDLESS else "killed", by=by)


def run(sites: Mapping[Site, int], known: Report, jobs: int, budget: float, words: list[str]) -> None:
    """Try each, and record what becomes of it as soon as that is known.

    Takes      sites, each with the seed of its sample, or WHOLE
    """
    with ExitStack() as stack:
        trees = [Path(tempfile.gettempdir(), f"slotproof_mutants_{number}") for number in range(jobs)]
        for tree in trees:  # they are kept, with all that is compiled in them
            copy_tree(tree)
        note(trees[0], words)
        notes = read_notes()
        free: queue.Queue[tuple[Path, Collected]] = queue.Queue()
        for tree in trees:
            free.put((tree, stack.enter_context(Collected(tree, files_of(notes)))))
        killed = [each for each in known.outcomes if each.end == "killed"]

        def one(site: Site) -> Outcome:
            tree, warm = free.get()
            try:
                fit = fitting(site, notes, warm.began or frozenset())
                outcome = tried(site, affordable(ordered(site, fit, killed), budget), len(fit), tree, warm)
                return replace(outcome, seed=sites[site])
            finally:
                free.put((tree, warm))

        with ThreadPoolExecutor(jobs) as pool, RECORD.open("a", encoding="utf-8") as file:
            for number, outcome in enumerate(pool.map(one, sites), 1):
                killed += [outcome] if outcome.end == "killed" else []
                file.write(json.dumps(asdict(outcome)) + "\n")
                file.flush()
                print(f"{number:4} of {len(sites)}  {outcome.end:9}  {outcome.mutant}  {outcome.by}", flush=True)  # noqa: T201


def lacking(drawn: list[Site], seed: int, known: Report) -> list[Site]:
    """Return what is to be tried of a sample: as many as it has more than are recorded of it, and none twice."""
    recorded = {each.mutant for each in known.outcomes}
    more = len(drawn) - sum(each.seed == seed for each in known.outcomes)
    return [each for each in drawn if each.name not in recorded][: max(0, more)]


def of_files(paths: list[str], known: Report, *, resume: bool) -> dict[Site, int]:
    """Return every mutant of some files, each with the seed that is recorded; or those of which nothing is recorded."""
    seeds = {each.mutant: each.seed for each in known.outcomes}
    sites = itertools.chain(*map(sites_of, dict.fromkeys(paths)))
    return {each: seeds.get(each.name, WHOLE) for each in sites if not resume or each.name not in seeds}


def left_of(paths: list[str], known: Report) -> dict[Site, int]:
    """Return those that survived, each with the seed that is recorded: of some files, or of all if none is named."""
    left = {each.mutant: each.seed for each in known.survivors if not paths or each.file in paths}
    sites = itertools.chain(*map(sites_of, sorted({each.partition(":")[0] for each in left})))
    return {each: left[each.name] for each in sites if each.name in left}


def main() -> int:
    """Run a sample, or go on with it, and write the table of what is recorded into its page."""
    parser = argparse.ArgumentParser(description="Mutants of the judge: which tests notice each?")
    parser.add_argument("--sample", type=int, default=300, help="how many; a smaller sample begins a larger one")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of mutants (default: 0)")
    parser.add_argument("--file", nargs="+", default=[], metavar="PATH", help="all of such files in place of a sample")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time")
    parser.add_argument("--budget", type=float, help="seconds that the tests for one took when noted (default: 6)")
    parser.add_argument("--resume", action="store_true", help="leave out what is recorded; else all is tried anew")
    parser.add_argument("--again", action="store_true", help="try survivors that are recorded, and on all tests")
    parser.add_argument("--report", action="store_true", help="try none")
    parser.add_argument("--note", nargs="+", default=[], metavar="WORD", help="note anew what such files of tests run")
    options = parser.parse_args()
    known = read_report()
    if not options.report:
        if not (options.again or options.resume or options.file):
            RECORD.unlink(missing_ok=True)
            known = Report([])
        if options.again:
            sites = left_of(options.file, known)
        elif options.file:
            sites = of_files(options.file, known, resume=options.resume)
        else:
            sites = dict.fromkeys(lacking(sample(options.sample, options.seed), options.seed, known), options.seed)
        run(sites, known, options.jobs, options.budget or (math.inf if options.again else BUDGET), options.note)
        known = read_report()
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), TABLE, known.table()), encoding="utf-8")
    for each in known.survivors:
        print(f"{each.end}  after {each.tests} of {each.among} tests  {each.mutant}")  # noqa: T201
    print(known.table().splitlines()[-1])  # noqa: T201
    return 1 if known.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
