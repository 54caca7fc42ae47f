"""The contract of a handle map's `insert` and `erase`, proved here and by others: CPU time, and the verdict of each.

Here both methods of `impl/handle_map.py` are proved by Z3 and again by cvc5, for maps of any size and every
configuration, together with their cost. Dafny and Nagini prove a rewritten one (`benchmarks/peers`) of which the
capacity is fixed, the freelist is last in, first out, and generations have no end. CrossHair runs the same class as
here on maps of up to three inserts and two erases.

Then the same mistake is made in each: after an erase, the slot of the value that moved still says where it was.

    python benchmarks/proof.py [--seconds 600] [--nagini path/to/nagini]

Needs      nothing more for our row and that of CrossHair; `apt install dafny`; Java, and `pip install nagini` in an
           environment of its own. A row says what is missing.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from slotproof.engine.mutate.edit import applied, replaced
from slotproof.engine.prove import prove
from slotproof.impl.handle_map import HandleMap
from slotproof.proofs.handle_map import HANDLE_MAP

PEERS: Final = Path(__file__).resolve().parent / "peers"
MISTAKE: Final = "self.sparse[moved] = pos"
OURS: Final = "slotproof"
METHODS: Final = ("insert", "erase")


class Result(NamedTuple):
    """What a verifier said of the two methods, and the CPU time of all its processes, in seconds."""

    says: str
    cpu: float | None = None


# --- here


def prove_here(broken: bool) -> None:
    """Prove both methods in this process, and print the verdict."""
    if not broken:
        verdicts = [verdict for method in METHODS for verdict in prove.run(HANDLE_MAP, method)]
        print(", ".join(sorted({verdict.status.value for verdict in verdicts})))
        return
    with applied(replaced("handle_map", HandleMap.erase, [(MISTAKE, "pass")], "benchmark")):
        found = [v.failure for v in prove.run(HANDLE_MAP, "erase") if v.failure]
    print("refuted, with a state of the real class" if found and found[0].before else "not proved")


def ask_ours(broken: bool, seconds: int) -> Result:
    """Run this file in a new process, so that imports are part of the time."""
    answer, cpu = _run([sys.executable, __file__, "--here", "broken" if broken else "right"], seconds)
    return Result(answer.splitlines()[-1] if answer else "no verdict", cpu)


# --- the others


def ask_dafny(broken: bool, seconds: int) -> Result:
    """Every method verified, or the first line that is not."""
    if shutil.which("dafny") is None:
        return Result("not here: apt install dafny")
    with tempfile.TemporaryDirectory() as folder:
        file = _copy("handle_map.dfy", folder, "sparse[moved] := pos;", broken)
        answer, cpu = _run(["dafny", "/compile:0", str(file)], seconds)
    return Result(_dafny_says(answer), cpu)


def _dafny_says(answer: str) -> str:
    summary = re.search(r"(\d+) verified, (\d+) errors?(.*)", answer)
    if summary is None:
        return "no verdict"
    if summary[2] == "0" and not summary[3]:
        return "proved"
    place = re.search(r"\((\d+),\d+\): Error.*", answer)
    return f"not proved: {place[0].partition(': ')[2].strip()}" if place else f"not proved{summary[3]}"


def ask_nagini(nagini: str, broken: bool, seconds: int) -> Result:
    """Verified, or the first line that is not."""
    if shutil.which(nagini) is None or shutil.which("java") is None:
        return Result("not here: Java, and pip install nagini")
    with tempfile.TemporaryDirectory() as folder:
        file = _copy("handle_map_nagini.py", folder, MISTAKE, broken)
        answer, cpu = _run([nagini, str(file)], seconds)
    if "Verification successful" in answer:
        return Result("proved", cpu)
    place = re.search(r"^.*\(\S+@[\d.]+.*$", answer, re.MULTILINE)
    return Result(f"not proved: {place[0].strip()[:60]}" if place else "no verdict", cpu)


def ask_crosshair(broken: bool, seconds: int) -> Result:
    """What it says of each of the two functions, within half of the time each."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "handle_map_crosshair.py"
        text = (PEERS / file.name).read_text(encoding="utf-8")
        if broken:
            text += (
                "\n\nfrom slotproof.engine.mutate.edit import apply, replaced\n\n"
                f'apply(replaced("handle_map", HandleMap.erase, [("{MISTAKE}", "pass")], "benchmark"))\n'
            )
        file.write_text(text, encoding="utf-8")
        options = ["--analysis_kind=asserts", "--report_all", f"--per_condition_timeout={seconds // 2}"]
        answer, cpu = _run([sys.executable, "-m", "crosshair", "check", *options, str(file)], seconds + 60)
    if "error:" in answer:
        return Result("refuted, with a call", cpu)
    said = [line.rpartition("info: ")[2].rstrip(".") for line in answer.splitlines() if "info: " in line]
    return Result(", ".join(sorted(set(said))).lower() or "no verdict", cpu)


def _copy(name: str, folder: str, line: str, broken: bool) -> Path:
    """A copy of a peer's file, without the line if it is to be broken."""
    text = (PEERS / name).read_text(encoding="utf-8")
    if text.count(line) != 1:
        raise SystemExit(f"{name} does not have the line once: {line}")
    file = Path(folder) / name
    file.write_text(text.replace(line, "pass" if name.endswith(".py") else "") if broken else text, encoding="utf-8")
    return file


def _run(command: Sequence[str], seconds: int) -> tuple[str, float]:
    """What a command prints within the time, and the CPU time of it and of all it starts."""
    before = _cpu()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        answer, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        answer, _ = process.communicate()
    return answer, _cpu() - before


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# --- the table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600, help="a verifier may take for each row (default: 600)")
    parser.add_argument("--nagini", default="nagini", help="the command (default: nagini)")
    parser.add_argument("--here", choices=("right", "broken"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        prove_here(options.here == "broken")
        return
    verifiers: dict[str, Callable[[bool, int], Result]] = {
        OURS: ask_ours,
        "Dafny": ask_dafny,
        "Nagini": lambda broken, seconds: ask_nagini(options.nagini, broken, seconds),
        "CrossHair": ask_crosshair,
    }
    console = Console()
    table = Table("verifier", "the contract", "CPU s", "ratio", "with the mistake", "CPU s")
    ours = 0.0
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console) as progress:
        for name, ask in verifiers.items():
            task = progress.add_task(name, total=None)
            right = ask(False, options.seconds)
            wrong = ask(True, options.seconds)
            progress.remove_task(task)
            ours = ours or right.cpu or 0.0
            ratio = f"{right.cpu / ours:.1f}" if right.cpu and ours else "-"
            table.add_row(name, right.says, _figure(right.cpu), ratio, wrong.says, _figure(wrong.cpu))
    console.print(table)


def _figure(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.1f}"


if __name__ == "__main__":
    main()
