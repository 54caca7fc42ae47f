"""Two looks at the proofs that `slotproof verify` does not pay for.

    python -m slotproof.proofs.audit complete [container ...]   whether the claims determine all that observers say
    python -m slotproof.proofs.audit agree [container ...]      whether stand-ins do on constants what CPython does

Both end with 1 if something is open that is no declared freedom, or if the two disagree.
Takes `--states n`, explored states of each scope that are looked at, spread over all of them; 0 is all of them.
`agree` takes `--calls n`, calls in one state, in turn over what can be called there; 0 is a few of each operation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.engine.agreement import agreement
from slotproof.proofs.engine.complete import FOLLOWS, MEANS, allowed, observers, open_in
from slotproof.proofs.engine.ensured import ensured
from slotproof.proofs.engine.refinement import Refinement, Scope

EACH = 3
"""Calls of an operation in one state."""


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


def agree(refinement: Refinement, most: int, calls: int = 0) -> Iterator[tuple[bool, str]]:
    """Where stand-ins and CPython disagree, line by line, each with whether it is red.

    Takes      calls, in one state, in turn over what can be called; 0 is EACH of each operation
    """
    if all(operation.unproved for operation in refinement.operations):
        yield False, "no proofs"
        return
    for scope in refinement.scopes:
        if not scope.deep:
            agreed = agreement(refinement, scope, most, EACH, calls)
            compared = f"{sum(agreed.calls.values()):,} calls of {len(agreed.calls)} methods"
            states = "1 state" if agreed.states == 1 else f"{agreed.states:,} states"
            yield False, f"{scope.name}: {compared} in {states}, {len(agreed.found)} disagree"
            yield from ((False, f"{scope.name}: not compared: {name}: {why}") for name, why in agreed.skipped.items())
            yield from ((True, f"{scope.name}: {each}") for each in agreed.found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Look, and tell; 1 if something is red."""
    parser = argparse.ArgumentParser(description="Look at what proofs rest on.")
    parser.add_argument("look", choices=["complete", "agree"])
    parser.add_argument("containers", nargs="*", metavar="container")
    parser.add_argument("--states", type=int, default=12, help="explored states of each scope; 0 is all")
    parser.add_argument("--calls", type=int, default=0, help=f"calls in one state; 0 is up to {EACH} of each operation")
    options = parser.parse_intermixed_args(arguments)
    if options.look == "complete" and options.calls:
        parser.error("complete makes no calls that can be counted: leave out --calls")
    unknown = [name for name in options.containers if name not in CATALOG]
    if unknown:
        parser.error(f"there is no container {unknown[0]}")
    looks = partial(agree, calls=options.calls) if options.look == "agree" else complete
    red = False
    for name in options.containers or CATALOG:
        for wrong, line in looks(CATALOG[name], options.states or sys.maxsize):
            red = red or wrong
            print(f"{'OPEN ' if wrong else ''}{name}: {line}", flush=True)  # noqa: T201
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
