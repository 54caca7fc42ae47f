"""Prove an operation, and print a digest of all that Z3 was asked, and whether garbage may be looked for meanwhile.

python asked.py CONTAINER OPERATION OFTEN, where garbage is looked for after so many more objects were made than dropped
"""

from __future__ import annotations

import gc
import hashlib
import sys
from collections.abc import Sequence
from typing import Any

from slotproof.engine.prove import prove
from slotproof.engine.prove.solver.solve import Solver
from slotproof.proofs.catalog import CATALOG

_asked = hashlib.sha256()
_core = Solver._core
_collecting: set[bool] = set()  # whether garbage is looked for by itself, while something is asked


def _noted(self: Solver, solver: Any, given: Sequence[Any], full: bool, more: Sequence[Any] = ()) -> Any:
    _collecting.add(gc.isenabled())
    for each in (*given, *solver.assertions()):
        _asked.update(each.sexpr().encode())
    found = _core(self, solver, given, full, more)
    _asked.update(repr(None if found is None else len(found)).encode())
    return found


if __name__ == "__main__":
    container, operation, often = sys.argv[1:]
    gc.set_threshold(int(often))
    Solver._core = _noted  # type: ignore[method-assign]
    told = [verdict.status.value for verdict in prove.run(CATALOG[container], operation)]
    sys.stdout.write(f"{_asked.hexdigest()} {' '.join(told)} {_collecting}\n")
