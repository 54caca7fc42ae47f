"""What a port was asked, in cells: an operation with its outcome, and an argument at an edge."""

from __future__ import annotations

from collections.abc import Iterator

from slotproof.gate.edges import NAMES
from slotproof.gate.kinds import Kind
from slotproof.gate.oracle import Op
from slotproof.gate.values import Json

LEAST = 255  # numbers below come of themselves


def cells(kind: Kind, op: Op, result: Json) -> Iterator[str]:
    """The names of the cells that an operation with this result belongs to."""
    name = op[0]
    refused = isinstance(result, dict) and set(result) == {"e"}
    yield f"{name}: {result['e'] if refused else 'ok'}"
    for place, how in enumerate(kind.operations[name].takes, 1):
        value = op[place]
        if how in ("natural", "key", "source") and type(value) is int and abs(value) >= LEAST and value in NAMES:
            yield f"{name} {kind.operations[name].takes[place - 1]} {place}: {NAMES[value]}"
