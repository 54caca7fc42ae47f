"""How soon a bug is found: the judges of the project, a plain state machine of Hypothesis, and CrossHair alone.

python benchmarks/detection.py [--recorded] [--mutants N] [--judge J ...] [--json FILE]

The bugs are those of shipped-bugs.md; with --mutants, mutants of implementations, drawn evenly, come in their place.
Each is tried by each way alone, up to the first failure, in a process of its own; times are of its CPU.
--recorded takes what proofs/recorded/bugs.toml holds for the judges, instead of trying them again.

    hypothesis   the machines of plain_machines.py, with the settings that Hypothesis has, but without its explanations
    crosshair    the functions of plain_drivers.py, up to --paths paths

A guard of CPU seconds and of memory stands behind each process; what runs into it has found nothing, and its unit
says "gave up".
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import resource
import statistics
import sys
import time
import traceback
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Final

from crosshair.core import ClampedCheckable
from crosshair.core_and_libs import MessageType, analyze_function
from crosshair.options import AnalysisKind, AnalysisOptionSet
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import HypothesisException
from hypothesis.stateful import run_state_machine_as_test
from plain_drivers import DRIVERS
from plain_machines import MACHINES

from slotproof.engine.mutate.edit import IMPL, Mutant, applied
from slotproof.engine.mutate.sites import of_container
from slotproof.mutation.bugs import read_record
from slotproof.mutation.running import MEMORY
from slotproof.mutation.trial import GAVE_UP
from slotproof.mutation.trials import JUDGES, Trial, mutant_of, try_out
from slotproof.proofs.bugs import BUGS
from slotproof.proofs.catalog import CATALOG
from slotproof.verify.pool import serve_parent

OTHERS: Final = ("hypothesis", "crosshair")
SETTINGS: Final = settings(
    derandomize=True,
    database=None,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
)
SECONDS: Final = 100
"""CPU seconds after which a way is left: CrossHair follows some paths up to its own limit, one after the other."""

_CALL: Final = re.compile(r"(?:\w+ = )?state\.(\w+)\(")
_NO_STEP: Final = re.compile(r"teardown|make|same_\w+")  # what the machine does by itself


def hypothesis(mutant: Mutant) -> Trial | None:
    """The machine of the container, if there is one."""
    machine = MACHINES.get(mutant.container)
    if machine is None:
        return None
    began = time.process_time()
    with applied(mutant):
        try:
            run_state_machine_as_test(machine, settings=SETTINGS)
        except HypothesisException:  # it could not tell, which is no mistake of the container
            raise
        except Exception as error:  # noqa: BLE001 - whatever the container raises is a bug that was found
            lines = [match.group(1) for note in getattr(error, "__notes__", ()) if (match := _CALL.match(note))]
            trace = tuple(name for name in lines if not _NO_STEP.fullmatch(name))
            return Trial(type(error).__name__, mutant.container, 0, trace, time.process_time() - began)
    return Trial("", "", 0, (), time.process_time() - began)


def crosshair(mutant: Mutant, paths: int) -> Trial | None:
    """The function of the container, if there is one; the trace is the program of its counterexample."""
    driver = DRIVERS.get(mutant.container)
    if driver is None:
        return None
    options = AnalysisOptionSet(
        analysis_kind=[AnalysisKind.PEP316],
        max_iterations=paths,
        per_condition_timeout=3600.0,
        per_path_timeout=5.0,
        report_all=True,
    )
    began = time.process_time()
    with applied(mutant):
        for checkable in analyze_function(driver, options):
            inner = checkable.checkable if isinstance(checkable, ClampedCheckable) else checkable
            for message in inner.analyze():
                if message.state in (MessageType.POST_FAIL, MessageType.POST_ERR, MessageType.EXEC_ERR):
                    steps = len(re.findall(r"\([^()]*,[^()]*\)", message.message.partition("when calling")[2]))
                    return Trial(str(message.state.name), "", 0, ("step",) * steps, time.process_time() - began)
    return Trial("", "", 0, (), time.process_time() - began)


def _tried(way: str, mutant: Mutant, paths: int, pipe: Connection) -> None:
    """The life of a process: one way on one mutant; it ends with its parent, and tells it what broke down."""
    serve_parent()
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, resource.RLIM_INFINITY))
    try:
        if way == "hypothesis":
            pipe.send(hypothesis(mutant))
        elif way == "crosshair":
            pipe.send(crosshair(mutant, paths))
        else:
            pipe.send(try_out(way, mutant))
    except MemoryError:
        os._exit(1)  # it has given up
    except Exception:  # noqa: BLE001 - the parent raises it
        pipe.send(traceback.format_exc())
    os._exit(0)  # nothing of this process is needed any more


def measure(
    ways: Iterable[str], mutants: Sequence[Mutant], paths: int, workers: int
) -> Iterator[tuple[str, str, Trial | None]]:
    """Each way alone on each mutant; what is ready first comes first. A process that dies has found nothing.

    Raises     RuntimeError if a way breaks down: that says nothing of a mutant
    """
    context = multiprocessing.get_context("fork")
    waiting = deque((way, mutant) for way in ways for mutant in mutants)
    running: dict[Connection, tuple[str, str, Any]] = {}
    total = len(waiting)
    while waiting or running:
        while waiting and len(running) < workers:
            way, mutant = waiting.popleft()
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_tried, args=(way, mutant, paths, there), daemon=True)
            process.start()
            there.close()
            running[here] = way, mutant.id, process
        for pipe in wait(list(running)):
            if isinstance(pipe, Connection):
                way, id, process = running.pop(pipe)
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                trial = _heard(pipe, f"{way} {id}")
                process.join()
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                if isinstance(trial, str):
                    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                    trial = Trial("", trial, 0, (), spent)
                done = total - len(waiting) - len(running)
                print(f"\r{done}/{total} {way} {id:<60.60}", end="", file=sys.stderr, flush=True)
                yield way, id, trial
    print(file=sys.stderr)


def _heard(pipe: Connection, who: str) -> Trial | str | None:
    """What a process says before it ends, or that it said nothing.

    Raises     RuntimeError if it broke down
    """
    try:
        said: Trial | str | None = pipe.recv()
    except (EOFError, ConnectionResetError):
        return GAVE_UP
    if isinstance(said, str):
        raise RuntimeError(f"{who} broke down:\n{said}")
    return said


def sample(count: int) -> list[Mutant]:
    """Mutants of the implementations, drawn evenly from all of them, always the same."""
    every = [mutant for container in CATALOG for mutant in of_container(CATALOG, container, IMPL)]
    return every[:: max(1, len(every) // count)][:count]


def table(found: dict[str, dict[str, Trial]]) -> list[dict[str, Any]]:
    """A row for each way: what it was tried on and found, and the medians of those."""
    rows = []
    for way, trials in found.items():
        kills = [trial for trial in trials.values() if trial.claim]
        traces = [len(trial.trace) for trial in kills if trial.trace]
        missed = [trial.seconds for trial in trials.values() if not trial.claim]
        rows.append(
            {
                "way": way,
                "tried": len(trials),
                "found": len(kills),
                "seconds": round(statistics.median(trial.seconds for trial in kills), 2) if kills else None,
                "trace": statistics.median_low(traces) if traces else None,
                "seconds_if_missed": round(statistics.median(missed), 2) if missed else None,
            }
        )
    return rows


def write(found: dict[str, dict[str, Trial]], path: Path) -> None:
    """Write every figure."""
    trials = {way: {id: vars(trial) for id, trial in each.items()} for way, each in found.items()}
    path.write_text(json.dumps({"rows": table(found), "trials": trials}, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure, print the table, write the JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recorded", action="store_true", help="take the judges from proofs/recorded/bugs.toml")
    parser.add_argument("--mutants", type=int, default=0, metavar="N", help="so many mutants in place of the bugs")
    parser.add_argument("--judge", action="append", choices=(*JUDGES, *OTHERS), help="only these; may be repeated")
    parser.add_argument("--paths", type=int, default=400, help="that CrossHair follows at most")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure")
    options = parser.parse_args()
    mutants = sample(options.mutants) if options.mutants else [mutant_of(bug) for bug in BUGS]
    ways = options.judge or [*JUDGES, *OTHERS]
    found: dict[str, dict[str, Trial]] = {way: {} for way in ways}
    if options.recorded and not options.mutants:
        for id, judges in read_record().items():
            for judge in set(judges) & set(ways):
                found[judge][id] = judges[judge]
        ways = [way for way in ways if way in OTHERS]
    for way, id, trial in measure(ways, mutants, options.paths, options.workers):
        if trial is not None:
            found[way][id] = trial
            if options.json:
                write(found, options.json)  # each time: what is interrupted keeps what it has
    rows = table(found)
    print(f"{'way':12}{'tried':>7}{'found':>7}{'CPU s':>9}{'trace':>7}{'CPU s if missed':>18}")
    for row in rows:
        cells = ["-" if row[name] is None else row[name] for name in ("seconds", "trace", "seconds_if_missed")]
        print(f"{row['way']:12}{row['tried']:>7}{row['found']:>7}{cells[0]:>9}{cells[1]:>7}{cells[2]:>18}")
    if options.json:
        write(found, options.json)


if __name__ == "__main__":
    main()
