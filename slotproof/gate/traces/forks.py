"""Traces with copies: equal when they are made, and from then on each on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from slotproof.gate.protocol.oracle import Op

MOVERS: Final = 8  # operations that change something, tried on either side
FAILURES: Final = 6  # allocations or copies of an assignment of which each fails once


def forked(before: Sequence[Op], movers: Sequence[Op], failing: bool) -> Iterator[list[Op]]:
    """Traces that begin with some operations.

    Takes      movers, operations that change the state to which the first ones lead; failing, whether the port can
               let the assignment of a copy fail
    """
    look: list[Any] = ["on_fork", 1, ["copy"]]
    yield [*before, ["fork"], look]
    for op in movers[:MOVERS]:
        there = ["on_fork", 1, op]
        yield [*before, ["fork"], op, look]
        yield [*before, ["fork"], there, look]
        yield [*before, ["fork"], op, ["assign_fork", 1], look, op, look]
        yield [*before, ["fork"], there, ["assign_fork", 1], look, there]
        yield [*before, ["fork"], there, ["move_fork", 1]]
        if failing:
            for at in range(1, FAILURES + 1):
                yield [*before, ["fork"], there, ["fail_fork", 1, at], op]
                yield [*before, ["fork"], op, ["fail_fork", 1, at], look]
        yield [*before, ["fork"], ["fork"], there, ["drop_fork", 1], op, ["on_fork", 2, ["copy"]]]
