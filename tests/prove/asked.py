"""Prove an operation, and print a digest of all that Z3 was asked and of what it answered.

python asked.py CONTAINER OPERATION TERMS, where so many terms are made before
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from typing import Any

import z3

from slotproof.engine.prove import prove
from slotproof.engine.prove.solver.first import First
from slotproof.proofs.catalog import CATALOG

_asked = hashlib.sha256()
_core = First.core


def _noted(self: First, given: Sequence[Any], units: int, denied: Sequence[Any] = ()) -> Any:
    for each in (*given, *denied):
        _asked.update(each.sexpr().encode())
    found = _core(self, given, units, denied)
    _asked.update(repr(None if found is None else [each.sexpr() for each in found]).encode())
    return found


if __name__ == "__main__":
    container, operation, terms = sys.argv[1:]
    made = [z3.Int(f"made {place}") * place for place in range(int(terms))]
    del made[::3]
    First.core = _noted  # type: ignore[method-assign]
    told = [verdict.status.value for verdict in prove.run(CATALOG[container], operation)]
    sys.stdout.write(f"{_asked.hexdigest()} {' '.join(told)}\n")
