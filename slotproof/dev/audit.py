"""A look at the claims that `slotproof verify` does not pay for.

    python -m slotproof.dev.audit complete [container ...]   whether the claims determine all that observers say

It ends with 1 if something is open that is no declared freedom.
Takes `--states n`, explored states of each scope that are looked at, spread over all of them; 0 is all of them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from slotproof.declare import Refinement, Scope
from slotproof.engine.audit.completeness import FOLLOWS, MEANS, allowed, observers, open_in
from slotproof.engine.audit.contracts import ensured
from slotproof.verify.project import Project

ARGUED: Final = {
    ("bitmask", "to_dict"): "each layer is a function of the one below, and layer 0 spells the set out",
    ("registry", "length"): "two sequences that list the same members, each once, are of one length",
}
"""Observers whose answers are determined, by an argument that no solver has checked."""


def complete(refinement: Refinement, most: int) -> Iterator[tuple[bool, str]]:
    """What the claims leave open, line by line, each with whether it is red."""
    for name, why in refinement.freedom.items():
        yield False, f"declared: {name}: {why}"
    for operation in observers(refinement):
        if operation.unproved:
            yield False, f"{operation.name}: on explored states only: {operation.unproved}"
            continue
        told = open_in(refinement, operation)
        argued = ARGUED.get((refinement.name, operation.name), "")
        shown = told in ("", FOLLOWS, MEANS) or operation.name in refinement.freedom
        yield (
            not (shown or argued),
            f"{operation.name}: {told or 'determined, by two copies'}{argued and f'; argued: {argued}'}",
        )
    for scope in refinement.scopes:
        if not scope.deep:
            looked = allowed(refinement, scope, most)
            counts = f"{looked.changed:,} changes of {looked.states:,} states, {looked.allowed:,} allowed by the claims"
            yield False, f"{scope.name}: {counts}, {looked.compared:,} answers compared"
            yield from ((True, f"{scope.name}: {each}") for each in looked.undeclared(refinement))
            yield from _loose(refinement, scope, most)


def _loose(refinement: Refinement, scope: Scope, most: int) -> Iterator[tuple[bool, str]]:
    """What `ensures` leaves open, where an operation has it."""
    if all(operation.ensures is None for operation in refinement.operations):
        return
    looked = ensured(refinement, scope, most)
    changes = f"{looked.changed:,} changes of what {looked.calls:,} calls leave and answer"
    yield False, f"{scope.name}: {changes}, {looked.allowed:,} allowed by `ensures`"
    yield from ((False, f"{scope.name}: not looked at: {name}: {why}") for name, why in looked.left_out.items())
    yield from ((True, f"{scope.name}: {each}") for each in looked.undeclared(refinement))


def main(arguments: Sequence[str] | None = None) -> int:
    """Look, and tell; 1 if something is red."""
    parser = argparse.ArgumentParser(description="Look at whether the claims say enough.")
    parser.add_argument("look", choices=["complete"])
    parser.add_argument("containers", nargs="*", metavar="container")
    parser.add_argument("--states", type=int, default=12, help="explored states of each scope; 0 is all")
    options = parser.parse_intermixed_args(arguments)
    catalog = Project().declared()
    unknown = [name for name in options.containers if name not in catalog]
    if unknown:
        parser.error(f"there is no container {unknown[0]}")
    red = False
    for name in options.containers or catalog:
        for wrong, line in complete(catalog[name], options.states or sys.maxsize):
            red = red or wrong
            print(f"{'OPEN ' if wrong else ''}{name}: {line}", flush=True)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
