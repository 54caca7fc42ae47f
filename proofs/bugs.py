"""Known mistakes in all containers: bugs that others shipped, and mistakes that both sides could make alike."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from slotproof.declare.bug import Bug, Pair
from slotproof.proofs.catalog import CATALOG
from slotproof.proofs.shared.bugs import OUT_OF_SCOPE, SHOWN

__all__ = ["BUGS", "OUT_OF_SCOPE", "OWN", "PAIRS", "REPORTED", "SHOWN", "bug", "rows"]

_KNOWN: Final = [vars(import_module(f"slotproof.proofs.{name}.bugs")) for name in CATALOG]

BUGS: Final[tuple[Bug, ...]] = tuple(bug for known in _KNOWN for bug in known.get("BUGS", ()))
"""Bugs that others shipped, each made again in one of our containers."""

PAIRS: Final[tuple[Pair, ...]] = tuple(pair for known in _KNOWN for pair in known.get("PAIRS", ()))
"""Mistakes of both sides, each with the law that finds it; without the law only the recorded counts would."""

REPORTED: Final = 84
"""Rows of the collection of reported bugs."""

OWN: Final = (
    *(f"H{number}" for number in range(1, 11)),
    *(f"X{number}" for number in range(1, 11)),
    *(f"F{number}" for number in range(1, 5)),
    "ES",
)
"""Defects of the originals of our containers: griffin, idHashIndex, FastBitMask, EnTT's sort."""


def bug(id: str) -> Bug:
    """The bug of that name.

    Raises     KeyError
    """
    return {each.id: each for each in BUGS}[id]


def rows() -> list[str]:
    """Every defect that is accounted for: by a bug, by a reason why not, or by a deviation and its test."""
    made = [row for each in BUGS for row in each.rows]
    return [*made, *(each.row for each in OUT_OF_SCOPE), *(each.row for each in SHOWN)]
