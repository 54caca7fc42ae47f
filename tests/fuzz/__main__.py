"""Compare random programs in the prover and in CPython.

python -m tests.fuzz [--kind KIND ...] [--programs N] [--seed S] [--jobs J] [--forever] [--anew] [--record]

A line for each seed is written to build/fuzz/KIND.jsonl, and what is found, made small, to build/fuzz/found/. Seeds
that have a line are not run again, but with --anew, which forgets all lines. With --forever, more seeds of each kind
are run in turn, until it is interrupted: it ends when the seeds that are being run have ended. With --record, the lines of the kinds are summed up in recorded.jsonl, beside
runs of other seeds, and in fuzz.md and trust.md of docs/engineers. Ends with 1 if something was found, and then records
nothing.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import track

from .page import Run, kinds_table, record
from .runs import KINDS, of_seed, prepare

FOLDER: Final = Path("build/fuzz")
PER_WORKER: Final = 100
"""Seeds that a process runs, which keeps the terms of all of them."""


def _lines(kind: str) -> Iterator[dict[str, Any]]:
    file = _file(kind)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            yield json.loads(line)
        except ValueError:  # a run was killed while it wrote
            continue


def _write_found(found: dict[str, Any]) -> None:
    folder = FOLDER / "found"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "{kind}_{seed}_{method}.py".format(**found)
    said = "\n".join(f"# {name}: {found[name]}" for name in ("word", "told", "method", "start") if name in found)
    file.write_text(f"{found['text']}\n{said}\n", encoding="utf-8")


def _run(asked: list[tuple[str, int]], jobs: int, stop: threading.Event) -> Iterator[dict[str, Any]]:
    """Run seeds in processes of which each ends after some, and no more of them once it is to stop.

    Raises     BrokenProcessPool if one ends by itself
    """
    context = multiprocessing.get_context("spawn")
    for first in range(0, len(asked), jobs * PER_WORKER):
        with ProcessPoolExecutor(jobs, context, prepare) as pool:
            try:
                for running in [pool.submit(of_seed, each) for each in asked[first : first + jobs * PER_WORKER]]:
                    yield running.result()
                    if stop.is_set():
                        return
            finally:
                pool.shutdown(cancel_futures=True)


def _file(kind: str) -> Path:
    return FOLDER / f"{kind}.jsonl"


def run(kind: str, seeds: range, jobs: int, stop: threading.Event) -> None:
    """Run those seeds of a kind that have no line, each line as it is there."""
    file = _file(kind)
    file.parent.mkdir(parents=True, exist_ok=True)
    done = {line["seed"] for line in _lines(kind)}
    asked = [(kind, seed) for seed in seeds if seed not in done]
    with file.open("a", encoding="utf-8") as record:
        record.write("\n")
        for came in track(_run(asked, jobs, stop), kind, len(asked), console=Console(stderr=True)):
            record.write(json.dumps(came) + "\n")
            record.flush()
            for found in came["found"]:
                _write_found(found)


def _tell(kind: str) -> None:
    """Print how far a kind is."""
    lines = [*_lines(kind)]
    programs, found = (sum(each) for each in zip(*((e["programs"], len(e["found"])) for e in lines), strict=True))
    Console(stderr=True).print(f"{kind}: {len(lines)} seeds, {programs} programs, {found} found", highlight=False)


def _interrupted() -> threading.Event:
    """Whether there was an interrupt, which ends nothing that is half done; a second one does."""
    stop = threading.Event()

    def hear(*_: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, hear)  # which is ignored where it was begun in the background
    return stop


def main() -> int:
    """Run, and show what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=list(KINDS), help="default: all")
    parser.add_argument("--programs", type=int, default=400, help="of each kind, at least; default: 400")
    parser.add_argument("--seed", type=int, default=0, help="the first one; default: 0")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time; default: 1")
    parser.add_argument("--forever", action="store_true", help="go on with more seeds until it is interrupted")
    parser.add_argument("--anew", action="store_true", help="forget what was run before")
    parser.add_argument("--record", action="store_true", help="add to what is recorded, and to its pages")
    given = parser.parse_args()
    for kind in given.kind if given.anew else ():
        _file(kind).unlink(missing_ok=True)
    stop = _interrupted()
    for round_, kind in ((each, kind) for each in itertools.count() for kind in given.kind):
        if stop.is_set() or (round_ and not given.forever):
            break
        many = -(-given.programs // KINDS[kind][1])
        first = given.seed + round_ * many
        run(kind, range(first, first + many), given.jobs, stop)
        _tell(kind)
    lines = {kind: [*_lines(kind)] for kind in given.kind}
    runs = [Run.of(kind, ran) for kind, ran in lines.items() if ran]
    Console().print(kinds_table(runs), markup=False)
    found = [each for kind in given.kind for line in lines[kind] for each in line["found"]]
    for each in found:
        print("{kind} {seed} {method}: {word}: {told}".format(**each))  # noqa: T201
    if found:
        return 1
    if stop.is_set() and not given.forever:
        return 128 + signal.SIGINT
    if given.record:
        try:
            record(runs)
        except ValueError as error:
            parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
