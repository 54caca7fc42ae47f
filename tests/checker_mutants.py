"""Mutants of what decides whether something is proved: which tests notice each?

python -m tests.checker_mutants [--sample N] [--seed S] [--jobs J] [--resume] [--budget SECONDS] [--again] [--report]

Each is made in a copy of the tree, where the tests run that ran the function before it was changed, the quickest first,
and those that killed mutants of the file before all others; the first that fails ends it. What becomes of each is
recorded in checker_mutants.jsonl. Ends with 1 if one survived that checker_mutants_equivalent.toml does not explain.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from .checker_mutants_plugin import CHOSEN, KILLED, NOTE
from .checker_mutants_sites import Site, sample
from .layout import ROOT
from .mistaken_judges import copy_tree

RECORD: Final = ROOT / "tests" / "checker_mutants.jsonl"
EQUIVALENT: Final = ROOT / "tests" / "checker_mutants_equivalent.toml"
NOTED: Final = ROOT / "build" / "checker_mutants" / "noted.jsonl"

POOL: Final = (
    *(
        f"test_{name}.py"
        for name in (
            *("audit", "bit_functions", "bits", "claims", "contracts", "counterexample", "dense_proof", "foreign"),
            *("formulas", "group_proofs", "huge_numbers", "language", "ledger", "lint_first", "outline"),
            *("own_declaration", "prove", "prove_agreement", "prove_containers", "prove_wrong_programs"),
            *("fuzz", "reach", "refusals", "reports", "rests", "shifts", "soundness", "soundness_words"),
            *("stack", "untrusted", "wrong_declarations", "wrong_programs"),
        )
    ),
    *sorted(f"prove/{path.name}" for path in (ROOT / "tests" / "prove").glob("test_*.py")),
)
"""The tests that mutants are tried on, but for their long cases."""

ALIEN: Final = frozenset({"prove/test_asked.py"})
"""Tests that judge in a process of their own, at length."""

BESIDE: Final = {"slotproof/verify/": ("ledger", "rests", "reports", "outline", "reach")}
"""Tests that run code of a folder in other processes, where it is not noted."""

LEAST: Final = 20.0
"""Seconds of CPU after which no test is taken to be endless."""

TIMES: Final = 10
"""A test that takes so many times what it took is endless."""

NOTHING_RUN, ENDLESS = 5, -27
"""How pytest ends without a test, and by the signal that says that the time is over."""


@dataclass(frozen=True)
class Noted:
    """What a test ran, and the seconds it took."""

    test: str
    seconds: float
    functions: frozenset[str]


@dataclass
class Outcome:
    """What became of a mutant: killed by a test, endless in one, survived some; or no test runs it."""

    mutant: str
    operator: str
    end: str
    by: str = ""
    tests: int = 0

    @property
    def file(self) -> str:
        """Return the file that is changed."""
        return self.mutant.partition(":")[0]

    @property
    def is_dead(self) -> bool:
        """Return whether a test notices it."""
        return self.end in ("killed", "endless")


@dataclass
class Report:
    """What is recorded, with what is said of those that change nothing."""

    outcomes: list[Outcome]
    equivalent: dict[str, str] = field(default_factory=dict)

    @property
    def survivors(self) -> list[Outcome]:
        """Return those that no test noticed, and nobody explains."""
        return [each for each in self.outcomes if not each.is_dead and each.mutant not in self.equivalent]

    def share(self, outcomes: Iterable[Outcome]) -> str:
        """Return how many of those that change something are killed."""
        some = list(outcomes)
        dead = sum(each.is_dead for each in some)
        counted = dead + sum(each in self.survivors for each in some)
        endless = sum(each.end == "endless" for each in some)
        return f"{dead:4} of {counted:4}  {dead / max(counted, 1):6.1%}  endless {endless}, equal {len(some) - counted}"

    def lines(self) -> list[str]:
        """Return the table by file and sort, and the survivors."""
        said = []
        for title, keys in (("file", [e.file for e in self.outcomes]), ("sort", [e.operator for e in self.outcomes])):
            for key in sorted(set(keys)):
                own = [each for each, its in zip(self.outcomes, keys, strict=True) if its == key]
                said.append(f"{title}  {key:48}  {self.share(own)}")
        said += [f"{each.end}  after {each.tests} tests  {each.mutant}" for each in self.survivors]
        return [*said, f"all   {'':48}  {self.share(self.outcomes)}"]


def read_report() -> Report:
    """Read what is recorded."""
    lines = RECORD.read_text(encoding="utf-8").splitlines() if RECORD.exists() else []
    told = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else {}
    last = {each["mutant"]: Outcome(**each) for each in map(json.loads, lines)}
    return Report([*last.values()], {each["mutant"]: each["why"] for each in told.get("equivalent", [])})


def pytest_in(tree: Path, arguments: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy of the tree."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "-p", "tests.checker_mutants_plugin", "-m", "not long", *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", **more},
        capture_output=True,
        text=True,
        check=False,
    )


def note(tree: Path) -> None:
    """Run the pool without a mutant, and note what each test that passes runs."""
    NOTED.parent.mkdir(parents=True, exist_ok=True)
    part = NOTED.with_suffix(".part")
    part.unlink(missing_ok=True)
    for name in (each for each in POOL if each not in ALIEN):
        ran = pytest_in(tree, ["--maxfail=1000", f"tests/{name}"], **{NOTE: str(part)})
        print(f"noted  {name}  {ran.stdout.splitlines()[-1] if ran.stdout else ''}", flush=True)  # noqa: T201
    part.rename(NOTED)


def read_notes() -> list[Noted]:
    """Read what tests run."""
    lines = map(json.loads, NOTED.read_text(encoding="utf-8").splitlines())
    return [Noted(each["test"], each["seconds"], frozenset(each["functions"])) for each in lines]


def chosen(site: Site, notes: list[Noted], kills: Counter[str], budget: float) -> list[Noted]:
    """Return the tests for a mutant, in order: those that run the function, up to some seconds in all.

    Takes      kills, how many mutants of the file each test has killed
    """
    beside = [name for folder, names in BESIDE.items() if site.file.startswith(folder) for name in names]
    files = tuple(f"tests/test_{name}.py" for name in beside)
    imported = any(not each.test and site.place in each.functions for each in notes)
    fitting = [
        each
        for each in notes
        if each.test and (imported or site.place in each.functions or each.test.startswith(files))
    ]
    fitting.sort(key=lambda each: (each.seconds + 0.01) / (1 + 5 * kills[each.test]))
    taken: list[Noted] = []
    spent = 0.0
    for each in fitting:
        spent += each.seconds
        if spent > budget and taken:
            break
        taken.append(each)
    return taken


def tried(site: Site, tests: list[Noted], tree: Path) -> Outcome:
    """Make the mutant in a copy of the tree, run the tests, and take it back."""
    outcome = Outcome(site.name, site.mutant.operator, "survived", tests=len(tests))
    if not tests:
        return Outcome(site.name, site.mutant.operator, "never run")
    changed, asked = tree / site.file, tree / "chosen.json"
    before = changed.read_bytes()
    asked.write_text(json.dumps([(each.test, max(LEAST, TIMES * each.seconds)) for each in tests]), encoding="utf-8")
    killed = Path(f"{asked}{KILLED}")
    killed.unlink(missing_ok=True)
    try:
        changed.write_text(site.mutant.text(), encoding="utf-8")
        files = [*dict.fromkeys(each.test.partition("::")[0] for each in tests)]
        code = pytest_in(tree, files, **{CHOSEN: str(asked)}).returncode
    finally:
        changed.write_bytes(before)
    if code == NOTHING_RUN:
        raise RuntimeError(f"no test was run for {site.name}")
    outcome.end = {0: "survived", ENDLESS: "endless"}.get(code, "killed")
    if outcome.is_dead:
        outcome.by = killed.read_text(encoding="utf-8").removeprefix("? ") if killed.exists() else "import"
    return outcome


def run(sites: list[Site], known: Report, jobs: int, budget: float) -> None:
    """Try each, and record what becomes of it as soon as that is known."""
    with ExitStack() as stack:
        trees: queue.Queue[Path] = queue.Queue()
        for _ in range(jobs):
            trees.put(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            copy_tree(trees.queue[-1])
        if not NOTED.exists():
            note(trees.queue[0])
        notes = read_notes()
        kills: dict[str, Counter[str]] = {}
        for each in known.outcomes:
            kills.setdefault(each.file, Counter())[each.by] += each.end == "killed"

        def one(site: Site) -> Outcome:
            tree = trees.get()
            try:
                return tried(site, chosen(site, notes, kills.setdefault(site.file, Counter()), budget), tree)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(jobs) as pool, RECORD.open("a", encoding="utf-8") as file:
            for number, outcome in enumerate(pool.map(one, sites), 1):
                kills[outcome.file][outcome.by] += outcome.end == "killed"
                file.write(json.dumps(asdict(outcome)) + "\n")
                file.flush()
                print(f"{number:4} of {len(sites)}  {outcome.end:9}  {outcome.mutant}  {outcome.by}", flush=True)  # noqa: T201


def main() -> int:
    """Run a sample, or go on with it, and print what is recorded."""
    parser = argparse.ArgumentParser(description="Mutants of the judge: which tests notice each?")
    parser.add_argument("--sample", type=int, default=300, help="how many; a smaller sample begins a larger one")
    parser.add_argument("--seed", type=int, default=0, help="of the choice of mutants (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time")
    parser.add_argument("--budget", type=float, default=25, help="seconds that the tests for one took when noted")
    parser.add_argument("--resume", action="store_true", help="leave out what is recorded; else all is tried anew")
    parser.add_argument("--again", action="store_true", help="try survivors that are recorded once more, and no others")
    parser.add_argument("--report", action="store_true", help="print what is recorded, and try none")
    options = parser.parse_args()
    known = read_report()
    if not options.report:
        sites = sample(options.sample, options.seed)
        left = {each.mutant for each in known.survivors}
        recorded = {each.mutant for each in known.outcomes}
        if options.again:
            sites = [each for each in sites if each.name in left]
        elif options.resume:
            sites = [each for each in sites if each.name not in recorded]
        else:
            RECORD.unlink(missing_ok=True)
            known = Report([])
        run(sites, known, options.jobs, options.budget)
        known = read_report()
    print("\n".join(known.lines()))  # noqa: T201
    return 1 if known.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
