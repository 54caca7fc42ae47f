"""Steps a second of both forms of the walk, measured in one run: byte programs, and the Hypothesis state machine.

python benchmarks/walk.py [container]
"""

import itertools
import sys
import time
from collections.abc import Callable

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from slotproof.declare import Refinement
from slotproof.engine.walk.coverage import Coverage, render
from slotproof.engine.walk.lockstep import Walked
from slotproof.engine.walk.machine import machine
from slotproof.engine.walk.program import decode, programs
from slotproof.engine.walk.walk import DEFAULT, Tour, configurations
from slotproof.proofs.catalog import CATALOG

PROGRAMS = 200
EXAMPLES = settings(
    derandomize=True, database=None, max_examples=100, deadline=None, suppress_health_check=list(HealthCheck)
)


def bytes_form(refinement: Refinement, unit: str) -> Coverage:
    """Run byte programs, as the judge does."""
    subject = Walked(refinement, configurations(refinement)[unit])
    tour = Tour(subject, wide=unit == DEFAULT)
    for program in itertools.islice(programs(unit), PROGRAMS):
        if broken := tour.run(decode(program, subject.operations)):
            raise SystemExit(f"{unit}: {broken}")
    return tour.coverage


def machine_form(refinement: Refinement, unit: str) -> Coverage:
    """Run the state machine, which looks at everything after each step."""
    generated = machine(refinement, configurations(refinement)[unit])
    run_state_machine_as_test(generated, settings=EXAMPLES)
    return generated.coverage


def rate(form: Callable[[Refinement, str], Coverage], refinement: Refinement, unit: str) -> tuple[float, Coverage]:
    """Steps a second of CPU time."""
    begun = time.process_time()
    coverage = form(refinement, unit)
    return coverage.steps() / (time.process_time() - begun), coverage


def main(name: str = "handle_map") -> None:
    """Print the table."""
    refinement = CATALOG[name]
    print(f"{'bytes/s':>9} {'machine/s':>9} {'ratio':>6}  {refinement.name}")
    for unit in configurations(refinement):
        fast, coverage = rate(bytes_form, refinement, unit)
        slow, _ = rate(machine_form, refinement, unit)
        print(f"{fast:9.0f} {slow:9.0f} {fast / slow:6.1f}  {unit}")
    print(f"\n{render(coverage.table())}")


if __name__ == "__main__":
    main(*sys.argv[1:])
