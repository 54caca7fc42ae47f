"""intbitset 4.1.2: as a dense set of integers, and as a bitmask.

It grows as it needs and has no capacity: as a bitmask, the driver refuses positions beyond it, as a client would.
"""

from __future__ import annotations

import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "common"))

from behaviour import Refused, drive
from intbitset import intbitset


class DenseSet:
    """Distinct integers, in ascending order."""

    def __init__(self) -> None:
        self.held = intbitset()

    def insert(self, key: int) -> list[Any]:
        """Add a key; the position means nothing."""
        new = key not in self.held
        self.held.add(key)
        return [0, new]

    def erase(self, key: int) -> bool:
        """Drop a key; whether it was there."""
        try:
            self.held.remove(key)
        except KeyError:
            return False
        return True

    def contains(self, key: int) -> bool:
        """Whether a key is there."""
        return key in self.held

    def keys(self) -> list[int]:
        """The keys."""
        return list(self.held)

    def clear(self) -> None:
        """Drop all keys."""
        self.held.clear()

    def size(self) -> int:
        """How many keys there are."""
        return len(self.held)


class Bitmask:
    """Bits up to a capacity."""

    def __init__(self, capacity: int = 1024, filled: bool = False) -> None:
        self.limit = capacity
        self.held = intbitset()
        self.assign(filled)

    def _check(self, pos: int) -> None:
        if pos >= self.limit:
            raise Refused("out_of_range")

    def set(self, pos: int, value: bool) -> None:
        """Set a position, or clear it."""
        self._check(pos)
        if value:
            self.held.add(pos)
        else:
            self.held.discard(pos)

    def get(self, pos: int) -> bool:
        """Whether a position is set."""
        self._check(pos)
        return pos in self.held

    def find_first_set(self) -> int:
        """The lowest position that is set, or the capacity."""
        return self.held[0] if self.held else self.limit

    def positions(self) -> list[int]:
        """The positions that are set."""
        return list(self.held)

    def assign(self, value: bool) -> None:
        """Set all positions, or clear them."""
        self.held = intbitset(range(self.limit)) if value else intbitset()

    def count(self) -> int:
        """How many positions are set."""
        return len(self.held)


CONTAINERS = [
    {
        "kind": "dense_set",
        "spec": "1.0",
        "level": "behaviour",
        "policies": {"dense_order": "any"},
        "operations": ["insert", "erase", "contains", "keys", "clear", "size"],
    },
    {
        "kind": "bitmask",
        "spec": "1.0",
        "level": "behaviour",
        "widths": {"capacity": {"min": 0, "max": 65536}, "word_bits": {"min": 2, "max": 64}},
        "policies": {"filled": [False, True]},
        "operations": ["set", "get", "find_first_set", "positions", "assign", "count"],
    },
]


def make(kind: str, config: dict[str, Any]) -> DenseSet | Bitmask:
    """A container of a kind."""
    if kind == "dense_set":
        return DenseSet()
    return Bitmask(config.get("capacity", 1024), config.get("filled", False))


if __name__ == "__main__":
    drive({"name": "intbitset", "version": "4.1.2", "language": "python"}, CONTAINERS, make)
