"""A tiny container with toy judges, written into a folder of its own, where a test may break it.

The container counts up to a limit; `ticks` remembers each step. The judges step it, and record each run in a file.
"""

import os
import signal
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

FILES: Final = {
    "__init__.py": "",
    "spec.py": """
class CounterModel:
    def __init__(self, limit=3):
        self.count, self.limit = 0, limit

    def up(self, by):
        if self.count + by > self.limit:
            raise OverflowError("full")
        self.count += by
        return self.count
""",
    "impl.py": """
class Counter:
    def __init__(self, limit=3):
        self.ticks, self.limit = [], limit

    def up(self, by):
        if len(self.ticks) + by > self.limit:
            raise OverflowError("full")
        self.ticks += range(by)
        return len(self.ticks)
""",
    "counter.py": """
from slotproof.declare import Claim, Domain, Operation, Refinement, Scope, invariant, law
from toy.impl import Counter
from toy.spec import CounterModel

@law("CT-L1", "The count is in [0, limit].")
def in_range(m):
    return 0 <= m.count <= m.limit

@invariant("CT-I1", "There is a tick for each count.")
def ticks(m, c):
    return len(c.ticks) == m.count

BY = Domain("by", small=lambda m, scope: (1, 2), classes={})
UP = Operation("up", Claim("CT-R1", "`up` counts, or refuses."), takes=(BY,))
COUNTER = Refinement(
    code="CT", name="counter", title="counter", model=CounterModel, impl=Counter, couple=(ticks,), laws=(in_range,),
    operations=(UP,), scopes=(Scope("three", {"limit": 3}),), deviations=(Claim("CT-D1", "It never counts down."),),
)
""",
    "other.py": """
from slotproof.declare import Claim, Refinement
class Nothing: pass
OTHER = Refinement(
    code="OT", name="other", title="other", model=Nothing, impl=Nothing, couple=(), operations=(), scopes=(),
    laws=(Claim("OT-L1", "Nothing is nothing.", lambda m: True),),
)
""",
    "catalog.py": """
from toy.counter import COUNTER
from toy.other import OTHER
CATALOG = {"counter": COUNTER, "other": OTHER}
""",
    "stepper.py": """
import copy, itertools, pathlib
from slotproof.declare.verdict import Failure, Outcome, Status, Step, Verdict
NAME = "stepper"

def units(refinement, deep):
    return ["steps", "long"] if deep else ["steps"]

def outcome(container, by):
    try:
        return Outcome(container.up(by))
    except OverflowError as error:
        return Outcome(None, type(error).__name__, str(error))

def first_failure(refinement):
    for length in range(1, 4):
        for steps in itertools.product((1, 2), repeat=length):
            m, c = refinement.model(limit=3), refinement.impl(limit=3)
            trace = []
            for by in steps:
                before = copy.deepcopy(vars(c))
                trace.append(Step("up", (by,), outcome(m, by), outcome(c, by)))
            broken = tuple(claim.id for claim in refinement.couple if not claim.holds(m, c))
            if broken or trace[-1].expected != trace[-1].actual:
                return Failure(broken[0] if broken else "CT-R1", "the two sides differ", {"limit": 3}, tuple(trace),
                               before, dict(vars(c)), {}, dict(vars(m)), broken)

def run(refinement, unit, deep, tick):
    with pathlib.Path("runs.txt").open("a") as file:
        file.write(f"{refinement.name} {NAME} {unit}\\n")
    failure = first_failure(refinement) if refinement.operations else None
    claims = [c.id for c in refinement.claims() if c.kind in "LIR"]
    return [
        Verdict(refinement.name, NAME, unit, id, Status.FAILED if failure and failure.claim == id else Status.EXHAUSTED,
                "up to three steps", {"traces": 14}, 0.1, failure if failure and failure.claim == id else None)
        for id in claims
    ]
""",
    "sketcher.py": """
import pathlib
from slotproof.declare.verdict import Status, Verdict
NAME = "sketcher"

def units(refinement, deep):
    return ["sketch"] if refinement.name == "counter" else []

def run(refinement, unit, deep, tick):
    with pathlib.Path("runs.txt").open("a") as file:
        file.write(f"{refinement.name} {NAME} {unit}\\n")
    return [Verdict("counter", NAME, unit, "CT-R1", Status.NOT_PROVED, reason="only sketched")]
""",
}

JUDGES: Final = {"sketcher": "toy.sketcher", "stepper": "toy.stepper"}


def interruptible() -> None:
    """Undo what a background job inherits: there an interrupt is ignored, and would never arrive."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Toy:
    """The toy in a folder; each command runs in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.selecting: frozenset[str] = frozenset()
        (folder / "toy").mkdir()
        for name, text in FILES.items():
            (folder / "toy" / name).write_text(text, encoding="utf-8")

    def command(self, *arguments: str, flags: tuple[str, ...] = ()) -> list[str]:
        """The command line that runs slotproof on the toy; with one worker, which starts sooner than several."""
        if arguments[:1] == ("verify",) and "--jobs" not in arguments:
            arguments = (*arguments, "--jobs", "1")
        start = (
            "from slotproof.cli import main; from slotproof.verify.project import Project; "
            f"main(Project('toy.catalog', {JUDGES!r}, {self.selecting!r}))"
        )
        return [sys.executable, *flags, "-c", start, *arguments]

    def environment(self) -> dict[str, str]:
        """The environment in which the toy is found, and no colour is asked for."""
        kept = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "COLUMNS"}}
        return {
            **kept,
            "PYTHONPATH": os.pathsep.join(filter(None, [str(self.folder), kept.get("PYTHONPATH")])),
        }

    def run(self, *arguments: str, flags: tuple[str, ...] = (), **variables: str) -> subprocess.CompletedProcess[str]:
        """Run slotproof on the toy, with these variables in its environment."""
        command = self.command(*arguments, flags=flags)
        environment = self.environment() | variables
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=120
        )

    def start(self, *arguments: str, told: Path = Path(os.devnull)) -> subprocess.Popen[bytes]:
        """Start slotproof on the toy, and do not wait.

        Takes      told, the file that its output goes to
        """
        with told.open("wb") as output:
            return subprocess.Popen(
                self.command(*arguments),
                cwd=self.folder,
                env=self.environment(),
                stdout=output,
                stderr=subprocess.PIPE,
                preexec_fn=interruptible,  # noqa: PLW1509 - this process starts no thread that could hold a lock
            )

    def change(self, name: str, old: str, new: str) -> None:
        """Replace a text that occurs in a file of the toy."""
        path = self.folder / "toy" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        Path(cache_from_source(str(path))).unlink(missing_ok=True)  # byte code knows a file by its length and second

    def runs(self) -> list[str]:
        """The units that judges have run so far, as "container judge unit"."""
        path = self.folder / "runs.txt"
        return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []

    @property
    def ledger(self) -> Path:
        """The default ledger."""
        return self.folder / ".slotproof" / "ledger.jsonl"
