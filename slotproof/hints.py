"""Hints to the solvers, recorded anew: proofs/hints.

`python -m slotproof.hints [container ...]` proves everything once and notes what each goal followed from, which takes
minutes without hints, and less with those that there are. What was of use to no proof is left out.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from typing import NamedTuple

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine.endless import watched
from slotproof.proofs.engine.hints import Hint, Hints, Start, write
from slotproof.proofs.engine.prove import Proof, declared_in, prove_creation, prove_operation, units
from slotproof.proofs.engine.refinement import CREATION
from slotproof.proofs.engine.vacuity import reached


class Found(NamedTuple):
    """What the proof of a unit gave: why it is none, or "", and hints for the next one."""

    resists: str
    goals: list[tuple[int, Hint]]
    left_open: set[int]
    starts: list[Start]


def of_unit(asked: tuple[str, str]) -> Found:
    """Prove a unit of a container."""
    container, unit = asked
    refinement = CATALOG[container]
    if unit == CREATION.name:
        proof = prove_creation(refinement, confirmed=False)
        return Found(proof.resists, hints_of(proof), proof.left_open, [])
    refinement, operation = declared_in(refinement, unit)
    with watched(refinement):
        proof = prove_operation(refinement, operation, confirmed=False)
        ends = reached(refinement, operation, proof.ends)
    without = f"no start of {', '.join(ends.missing)}" if ends.missing else ""
    return Found(proof.resists or without, hints_of(proof), proof.left_open, list(dict.fromkeys(ends.ends.values())))


def hints_of(proof: Proof) -> list[tuple[int, Hint]]:
    """Hashes of the goals of a proof, and what each followed from."""
    shown = {id(each.shown_by): each.shown_by for each in proof.obligations if each.shown_by is not None}
    return [
        (each.goal.hash(), Hint(tuple(assumption.hash() for assumption in each.assumptions), each.ways))
        for each in shown.values()
    ]


def record(container: str, processes: int) -> bool:
    """Prove every unit of a container, and record hints; True if everything was proved."""
    refinement = CATALOG[container]
    names = [
        unit
        for unit in units(refinement, deep=True)
        if unit == CREATION.name or not refinement.operation(unit.partition(" | ")[0]).unproved
    ]
    known: dict[int, list[Hint]] = {}
    starts: dict[str, list[Start]] = {}
    left_open: set[int] = set()
    complete = True
    with get_context("fork").Pool(processes, maxtasksperchild=1) as pool:  # each unit in a process that only imported
        answers = pool.imap(of_unit, [(container, unit) for unit in names])
        for number, (unit, found) in enumerate(zip(names, answers, strict=True), 1):
            print(f"  {container}: {number} of {len(names)}", file=sys.stderr, flush=True)  # noqa: T201
            if found.resists:
                complete = False
                print(f"{container} {unit} is not proved: {found.resists}", flush=True)  # noqa: T201
            left_open |= found.left_open
            if found.starts:
                starts[unit] = found.starts
            for goal, hint in found.goals:
                if hint not in known.setdefault(goal, []):
                    known[goal].append(hint)
    path = write(container, Hints(known, starts, left_open))
    print(f"{container}: {sum(map(len, known.values()))} hints, {path.stat().st_size:,} bytes", flush=True)  # noqa: T201
    return complete


def main(arguments: Sequence[str] | None = None) -> int:
    """Record hints; 1 if something is not proved."""
    parser = argparse.ArgumentParser(description="Prove everything once and record what each goal followed from.")
    parser.add_argument("containers", nargs="*", metavar="container", choices=[[], *CATALOG])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    options = parser.parse_intermixed_args(arguments)
    complete = [record(name, options.jobs) for name in options.containers or CATALOG]
    return 0 if all(complete) else 1


if __name__ == "__main__":
    sys.exit(main())
