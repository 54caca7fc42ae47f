"""Traces with copies: equal when they are made, and from then on each on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from slotproof.gate.oracle import Op

MOVERS: Final = 8  # operations that change something, tried on either side


def forked(before: Sequence[Op], movers: Sequence[Op]) -> Iterator[list[Op]]:
    """Traces that begin with some operations.

    Takes      movers, operations that change the state to which the first ones lead
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
        yield [*before, ["fork"], ["fork"], there, ["drop_fork", 1], op, ["on_fork", 2, ["copy"]]]
