"""What came of the programs of one seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Came:
    """How many programs there were and what became of each; by form, how many had it, and how many were compared."""

    kind: str
    seed: int
    programs: int = 0
    words: Counter[str] = field(default_factory=Counter)
    written: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    found: list[dict[str, Any]] = field(default_factory=list)
