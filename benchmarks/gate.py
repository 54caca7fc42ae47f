"""How many traces a second the gate runs through a driver, drawn, prepared and as walks, in one run.

python benchmarks/gate.py [--profile] [--traces N] [--kind KIND] [-- DRIVER...]

All traces have 20 operations; the driver is that of the C++ port, if none is named (make -C ports/cpp).
Rates are of the gate's own CPU time, which is one process; the driver runs beside it.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from slotproof.engine.walk.program import decode
from slotproof.gate.campaign.session import Session
from slotproof.gate.protocol.hello import Declared
from slotproof.gate.protocol.judge import Asked
from slotproof.gate.protocol.verdicts import Verdict
from slotproof.gate.traces.asking import configurations
from slotproof.gate.traces.drawn import draw
from slotproof.gate.traces.walks import STEPS, Walks

PORT: Final = Path(__file__).resolve().parent.parent / "ports" / "cpp" / "build" / "driver"
DRAWN: Final = 400  # traces that are drawn, and sent
BYTES: Final = 256  # of the program of one


@dataclass(frozen=True)
class Rate:
    """Traces a second of CPU time, and of the clock; operations a second of CPU time."""

    cpu: float
    wall: float
    operations: float


def rate(session: Session, traces: Iterable[Asked], operations: Callable[[], int]) -> Rate:
    """Run traces, all of which must pass.

    Raises     ValueError if one does not
    """
    cpu, wall, count = time.process_time(), time.monotonic(), 0
    for outcome in session.run(traces):
        count += 1
        if outcome.verdict is not Verdict.PASS:
            raise ValueError(f"{outcome.verdict.value}: {outcome.case}")
    cpu, wall = time.process_time() - cpu, time.monotonic() - wall
    return Rate(count / cpu, count / wall, operations() / cpu)


def draws(session: Session, declared: Declared, config: Mapping[str, Any]) -> Iterator[Asked]:
    """Traces drawn one by one."""
    source = random.Random(1)
    for _ in range(DRAWN):
        program = decode(source.randbytes(BYTES), declared.kind.refinement.operations)
        case = draw(declared, config, program, "drawn", STEPS)
        if case.ops:
            yield session.prepared(case)


def measure(session: Session, declared: Declared, config: Mapping[str, Any], traces: int) -> dict[str, Rate]:
    """The three ways on one configuration."""
    kept: list[Any] = []

    def noted(cases: Iterable[Any]) -> Iterator[Any]:
        for case in cases:
            kept.append(case)
            yield case

    rates = {"drawn": rate(session, noted(draws(session, declared, config)), lambda: _length(kept))}
    again = kept * (traces // len(kept) + 1)
    rates["prepared"] = rate(session, again, lambda: _length(again))
    walks = Walks(declared, config, "1", session.look(declared.kind.name))
    steps = 0

    def counted() -> Iterator[Asked]:
        nonlocal steps
        for walk in walks.take(traces):
            steps += len(walk.edges)
            yield walk

    rates["walks"] = rate(session, counted(), lambda: steps)
    return rates


def _length(cases: Sequence[Any]) -> int:
    return sum(len(case.case.ops) for case in cases)


def main() -> None:
    """Print a row for each kind and configuration: the tiny scope that comes first, and the widths of the port."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", action="store_true", help="print where the time of the walks goes")
    parser.add_argument("--traces", type=int, default=20_000)
    parser.add_argument("--kind", action="append")
    parser.add_argument("driver", nargs="*", default=[str(PORT)])
    options = parser.parse_args()
    print(
        f"{'traces / CPU s':32}{'drawn':>9}{'prepared':>10}{'walks':>9}{'of drawn':>10}{'operations':>12}{'clock':>9}"
    )
    with Session(options.driver) as session:
        for declared in session.port.containers:
            if options.kind and declared.kind.name not in options.kind:
                continue
            widths = configurations(declared)
            for name, (config, _) in (("tiny", widths[0]), ("own widths", widths[-1])):
                rates = measure(session, declared, config, options.traces)
                drawn, prepared, walks = rates["drawn"].cpu, rates["prepared"].cpu, rates["walks"]
                print(
                    f"{declared.kind.name + ', ' + name:32}{drawn:9,.0f}{prepared:10,.0f}{walks.cpu:9,.0f}"
                    f"{walks.cpu / drawn:9.0f}x{walks.operations:12,.0f}{walks.wall:9,.0f}"
                )
            if options.profile:
                profile(session, declared, widths[-1][0], options.traces)
        print(f"answers read and compared: {session.parsed:,}, the others were right to the byte")
    print(f"largest size of the gate: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


def profile(session: Session, declared: Declared, config: Mapping[str, Any], traces: int) -> None:
    """Print the functions in which walks spend most."""
    walks = Walks(declared, config, "1", session.look(declared.kind.name))
    profiler = cProfile.Profile()
    profiler.enable()
    rate(session, walks.take(traces), lambda: 0)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(12)


if __name__ == "__main__":
    main()
